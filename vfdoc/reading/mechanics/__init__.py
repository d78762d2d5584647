"""Mechanics: the tests, modifiers, lookups and conventions that an edition's text states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from vfdoc.model import Rulebook, Section
from vfdoc.model.mechanics import Convention, Doubt, Lookup, Mechanics, Origin, Test
from vfdoc.reading.glossary import read_glossary
from vfdoc.reading.mechanics.conventions import label_conventions, stated_conventions
from vfdoc.reading.mechanics.entries import entries, folded
from vfdoc.reading.mechanics.facts import known_facts, known_values
from vfdoc.reading.mechanics.lookups import move_lookup, table_lookups
from vfdoc.reading.mechanics.opposed import Contests, opposed_rolls
from vfdoc.reading.mechanics.passages import Passage, passages
from vfdoc.reading.mechanics.quantities import quantity_reader, read_quantities
from vfdoc.reading.mechanics.rolls import Outcomes, stated_tests, table_tests
from vfdoc.reading.mechanics.rows import Row, RowReader
from vfdoc.reading.mechanics.stated import Said, merged, rolled_lists, stated_values
from vfdoc.reading.mechanics.vocabulary import Vocabulary, vocabulary
from vfdoc.reading.rulebook import no_collection

_TITLE = 80  # characters of a line that may be a title
_BRACKETED = re.compile(r"\([^()]*\)")
_ORIGINS: dict[str, Origin] = {"sheet": "sheet", "question": "question", "note": "note", "example": "example"}


def read_mechanics(rulebook: Rulebook, folder: Path | None = None) -> Mechanics:
    """The mechanics of a rulebook; `folder` is the edition's, which may hold a glossary of its own."""
    with no_collection():
        return _read_mechanics(rulebook, folder)


def with_quantities(found: Mechanics, rulebook: Rulebook, folder: Path | None = None) -> Mechanics:
    """The same mechanics with the numbers of the game that no modifier, test or lookup holds.

    Only comparing asks for them, so they are read apart.
    """
    words = vocabulary(rulebook.edition.language, folder)
    reader = quantity_reader(words, rulebook.forms, read_glossary(folder))
    sections = ((s, d.source, _origin(s, d.kind)) for d in rulebook.documents for s in d.sections)
    with no_collection():
        return replace(found, quantities=tuple(read_quantities(sections, found, reader)))


def _read_mechanics(rulebook: Rulebook, folder: Path | None) -> Mechanics:
    words = vocabulary(rulebook.edition.language, folder)
    known = entries(words.language, folder)
    sections = {section.anchor: section for section in rulebook.sections()}
    reader = RowReader(sections, words, rulebook.edition.title)
    contests = Contests([], [])
    told: dict[str, Outcomes] = {}
    rows: list[Row] = []
    tests: list[Test] = []
    lookups: list[Lookup] = []
    conventions: list[Convention] = []
    for document in rulebook.documents:
        for section in document.sections:
            if section.kind in ("contents", "index"):
                continue
            origin = _origin(section, document.kind)
            tests += table_tests(section, origin, words, rulebook.edition.title)
            lookups += table_lookups(section, origin, document.source, known, words)
            lookups += rolled_lists(section, origin, known)
            conventions += label_conventions(section, document.source, known)
            said: list[Said] = []
            for passage in _with_examples(passages(section, document.source, origin), words):
                heard = known.phrases.heard(folded(passage.text))
                tests += stated_tests(passage, heard, known, words, told)
                moves = move_lookup(passage, words)
                lookups += [moves] if moves else []
                rows += reader.rows(passage)
                conventions += stated_conventions(passage, heard)
                said += stated_values(passage, heard, known, words)
                contests.read(passage, heard, known)
            lookups += merged(said, section)
    numbered = tuple(replace(row.modifier, id=f"m{n}") for n, row in enumerate(rows, 1))
    return Mechanics(
        rulebook.edition.id,
        tuple(tests),
        numbered,
        tuple(lookups),
        tuple(conventions),
        _doubts(rows),
        known_values(numbered, words),
        known_facts(numbered, words),
        opposed=tuple(opposed_rolls(contests, known, numbered)),
    )


def _doubts(rows: list[Row]) -> tuple[Doubt, ...]:
    """What findings are made of: rows that say no value of the game, and conditions read only in part."""
    out: list[Doubt] = []
    for m, unread in rows:
        place = (m.section, m.document, m.line, m.column, m.condition)
        if m.of is None:
            out.append(Doubt(*place, "the text does not say of what"))
        if m.origin in ("rules", "sheet"):
            out += [Doubt(*place, f"part of the condition is not understood: '{words}'") for words in unread]
    return tuple(out)


def _origin(section: Section, kind: str) -> Origin:
    if section.kind in _ORIGINS:
        return _ORIGINS[section.kind]
    return {"commentary": "note", "sheet": "sheet", "questions": "question"}.get(kind, "rules")  # type: ignore[return-value]


def _with_examples(found: Iterable[Passage], words: Vocabulary) -> Iterator[Passage]:
    """The passages, worked examples marked: what a line says that it is an example of, down to the next
    such line or the end of the section, and a sentence that is one ("For example, …")."""
    shown = False
    for passage in found:
        if _is_title(passage):
            shown = words.patterns["sample"].search(passage.text) is not None
        said = words.patterns["example"].search(_BRACKETED.sub("", passage.text))
        yield passage._replace(origin="example") if shown or said else passage


def _is_title(passage: Passage) -> bool:
    """Whether a passage is a line that heads what follows, though no heading."""
    text = passage.text.strip()
    alone = passage.text == passage.paragraph and not passage.cell and not passage.lead
    return alone and 0 < len(text) < _TITLE and text[0].isupper() and text[-1].isalpha()
