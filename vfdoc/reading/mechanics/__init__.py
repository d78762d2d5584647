"""Mechanics: the tests, modifiers, lookups and conventions that an edition's text states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vfdoc.model import Rulebook, Section
from vfdoc.model.mechanics import Convention, Doubt, Lookup, Mechanics, Modifier, Origin, Test
from vfdoc.reading.mechanics.lookups import move_lookup, table_lookups
from vfdoc.reading.mechanics.passages import Passage, passages
from vfdoc.reading.mechanics.rolls import stated_tests, table_tests
from vfdoc.reading.mechanics.rows import RowReader
from vfdoc.reading.mechanics.vocabulary import Vocabulary, vocabulary
from vfdoc.reading.rulebook import no_collection

_ORIGINS: dict[str, Origin] = {"sheet": "sheet", "question": "question", "note": "note", "example": "example"}


def read_mechanics(rulebook: Rulebook, folder: Path | None = None) -> Mechanics:
    """The mechanics of a rulebook; `folder` is the edition's, which may hold a glossary of its own."""
    with no_collection():
        return _read_mechanics(rulebook, folder)


def _read_mechanics(rulebook: Rulebook, folder: Path | None) -> Mechanics:
    words = vocabulary(rulebook.edition.language, folder)
    sections = {section.anchor: section for section in rulebook.sections()}
    reader = RowReader(sections, words, rulebook.edition.title)
    modifiers: list[Modifier] = []
    tests: list[Test] = []
    lookups: list[Lookup] = []
    conventions: list[Convention] = []
    for document in rulebook.documents:
        for section in document.sections:
            if section.kind in ("contents", "index"):
                continue
            origin = _origin(section, document.kind)
            tests += table_tests(section, origin, words, rulebook.edition.title)
            lookups += table_lookups(section, origin, words)
            for passage in passages(section, document.source, origin):
                tests += stated_tests(passage, words)
                moves = move_lookup(passage, words)
                lookups += [moves] if moves else []
                modifiers += reader.modifiers(_with_example(passage, words))
                conventions += _conventions(passage, words)
    numbered = tuple(replace(m, id=f"m{n}") for n, m in enumerate(modifiers, 1))
    return Mechanics(
        rulebook.edition.id, tuple(tests), numbered, tuple(lookups), tuple(conventions), _doubts(numbered)
    )


def _doubts(modifiers: tuple[Modifier, ...]) -> tuple[Doubt, ...]:
    """The rows that say no value of the game: they are not executed, and become findings."""
    return tuple(
        Doubt(m.section, m.document, m.line, m.column, m.condition, "the text does not say of what")
        for m in modifiers
        if m.of is None
    )


def _origin(section: Section, kind: str) -> Origin:
    if section.kind in _ORIGINS:
        return _ORIGINS[section.kind]
    return {"commentary": "note", "sheet": "sheet", "questions": "question"}.get(kind, "rules")  # type: ignore[return-value]


def _with_example(passage: Passage, words: Vocabulary) -> Passage:
    if words.patterns["example"].search(passage.text):
        return passage._replace(origin="example")
    return passage


def _conventions(passage: Passage, words: Vocabulary) -> list[Convention]:
    if not words.convention.search(passage.text):
        return []
    line, _ = passage.place(0)
    section = passage.section
    return [
        Convention(id, section.anchor, section.document, line)
        for id, pattern in words.conventions
        if pattern.search(passage.text)
    ]
