"""What one section of an edition states of its mechanics, read apart from where it stands.

In: a rulebook and the words of its game. Out: of each section the tests, rows, lookups and conventions
that it states. What a section states depends on its own words, on the headings above it and on the
limit that the section right above states; where these are as they were, what was read is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import Rulebook, Section, text_of
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.logs import steps
from vfdoc.model.mechanics import Convention, Lookup, Modifier, Origin, Statement, Test
from vfdoc.model.session import incremental, memoized
from vfdoc.reading.mechanics.attribution import stated_limit
from vfdoc.reading.mechanics.conventions import label_conventions, stated_conventions
from vfdoc.reading.mechanics.entries import Entries, folded
from vfdoc.reading.mechanics.lookups import move_lookup, table_lookups
from vfdoc.reading.mechanics.modifiers import RowReader
from vfdoc.reading.mechanics.opposed import ContestResult as Result
from vfdoc.reading.mechanics.opposed import Contests, OpposedPlace
from vfdoc.reading.mechanics.passages import MechanicsPassage, heading, passages
from vfdoc.reading.mechanics.rolls import Outcomes, stated_tests, table_tests
from vfdoc.reading.mechanics.stated import StatedLookupValue, merged, rolled_lists, stated_values
from vfdoc.reading.mechanics.statements import stated_statements
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_TITLE = 80  # characters of a line that may be a title
_BRACKETED = re.compile(r"\([^()]*\)")
_ORIGINS: dict[str, Origin] = {"sheet": "sheet", "question": "question", "note": "note", "example": "example"}


class SectionMechanics(NamedTuple):
    """What a section states: its tests, rows, lookups and conventions, of opposed rolls where they are said
    to be rolled, and their results; and what it forbids, suspends or does to what is not computed."""

    tests: tuple[Test, ...]
    rows: tuple[Modifier, ...]
    lookups: tuple[Lookup, ...]
    conventions: tuple[Convention, ...]
    places: tuple[OpposedPlace, ...]
    results: tuple[Result, ...]
    statements: tuple[Statement, ...] = ()

    def placed(self, above: int) -> SectionMechanics:
        """The same where so many lines stand above the section."""
        return SectionMechanics(
            tuple(replace(test, line=test.line + above) for test in self.tests),
            tuple(replace(row, line=row.line + above) for row in self.rows),
            tuple(_placed(lookup, above) for lookup in self.lookups),
            tuple(replace(convention, line=convention.line + above) for convention in self.conventions),
            tuple(place._replace(line=place.line + above) for place in self.places),
            tuple(
                stated._replace(result=stated.result._replace(line=stated.result.line + above))
                for stated in self.results
            ),
            tuple(said._replace(line=said.line + above) for said in self.statements),
        )


def _placed(lookup: Lookup, above: int) -> Lookup:
    rows = (
        row._replace(line=row.line + above, lines=tuple(line + above for line in row.lines))
        for row in lookup.rows
    )
    return replace(lookup, line=lookup.line + above, rows=tuple(rows))


class _Around(NamedTuple):
    """What reading a section asks beside its own words: the words of the game, the edition's title, the
    section's origin, and what stands above it (see Surroundings)."""

    vocabulary: Vocabulary
    known: Entries
    title: str
    origin: Origin
    above: tuple[str, ...]
    limit: int | None


def stated_by_sections(
    rulebook: Rulebook, vocabulary: Vocabulary, known: Entries
) -> Iterator[SectionMechanics]:
    """What each section of a rulebook states, at its place, in the order of the texts."""
    kinds = {document.id: document.kind for document in rulebook.documents}
    found = extracts(rulebook.documents)
    sections = {placed.section.anchor: placed for placed in found}
    parents = {anchor: placed.section.parent or "" for anchor, placed in sections.items()}
    arounds: dict[tuple[str | None, Origin], _Around] = {}  # one of sections that stand side by side
    for section, extract, above in steps("sections", found):
        if section.kind in ("contents", "index"):
            continue
        beside = section.parent, origin_of(section, kinds[section.document])
        if beside not in arounds:
            over = sections.get(section.parent or "")
            arounds[beside] = _Around(
                vocabulary,
                known,
                rulebook.edition.title,
                beside[1],
                tuple(heading(sections[anchor].section) for anchor in _up(section, parents)),
                _limit(over.extract, vocabulary) if over else None,
            )
        yield _stated_at(extract, arounds[beside], above)


def origin_of(section: Section, kind: str) -> Origin:
    """What the rows of a section are of; `kind` is that of its document."""
    if section.kind in _ORIGINS:
        return _ORIGINS[section.kind]
    return {"commentary": "note", "sheet": "sheet", "questions": "question"}.get(kind, "rules")  # type: ignore[return-value]


def _up(section: Section, parents: Mapping[str, str]) -> Iterator[str]:
    """The anchors above a section, its parent first."""
    parent = section.parent or ""
    while parent in parents:
        yield parent
        parent = parents[parent]


@memoized
def _limit(extract: Extract, vocabulary: Vocabulary) -> int | None:
    return stated_limit(text_of(extract.section.blocks), vocabulary)


@incremental
def _stated_at(extract: Extract, around: _Around, above: int) -> SectionMechanics:
    """What a section states, at its place: so many lines further down."""
    return _stated(extract, around).placed(above)


@incremental
def _stated(extract: Extract, around: _Around) -> SectionMechanics:
    """What a section states, its lines counted as the extract's are."""
    section, page = extract.section, extract.page
    words, known, origin = around.vocabulary, around.known, around.origin
    reader = RowReader(words, around.title, around.above, around.limit)
    contests = Contests([], [])
    told: dict[tuple[str, str], Outcomes] = {}
    rows: list[Modifier] = []
    statements: list[Statement] = []
    said: list[StatedLookupValue] = []
    tests = list(table_tests(section, origin, words, known, around.title))
    lookups = [*table_lookups(section, origin, page, known, words), *rolled_lists(section, origin, known)]
    conventions = list(label_conventions(section, page, known))
    for passage in _with_examples(passages(section, page, origin), words):
        heard = known.phrases.heard(folded(passage.text))
        before = len([*tests, *rows, *lookups, *statements, *conventions, *said])
        tests += stated_tests(passage, heard, known, words, told)
        moves = move_lookup(passage, words)
        lookups += [moves] if moves else []
        own = list(reader.rows(passage))
        rows += own
        statements += [*stated_statements(passage, reader), *reader.results(passage)]
        conventions += stated_conventions(passage, heard, (row.of for row in own))
        said += stated_values(passage, heard, known, words)
        if len([*tests, *rows, *lookups, *statements, *conventions, *said]) == before:
            rows += reader.unheard(passage)
        contests.read(passage, heard, known)
    lookups += merged(said, section)
    return SectionMechanics(
        tuple(tests),
        tuple(rows),
        tuple(lookups),
        tuple(conventions),
        tuple(contests.places),
        tuple(contests.results),
        tuple(statements),
    )


def _with_examples(found: Iterable[MechanicsPassage], words: Vocabulary) -> Iterator[MechanicsPassage]:
    """The passages, worked examples marked: what a line says that it is an example of, down to the next
    such line or the end of the section, and a sentence that is one ("For example, …")."""
    shown = False
    for passage in found:
        if _is_title(passage):
            shown = words.patterns["sample"].search(passage.text) is not None
        said = words.patterns["example"].search(_BRACKETED.sub("", passage.text))
        yield passage._replace(origin="example") if shown or said else passage


def _is_title(passage: MechanicsPassage) -> bool:
    """Whether a passage is a line that heads what follows, though no heading."""
    text = passage.text.strip()
    alone = passage.text == passage.paragraph and not passage.cell and not passage.lead
    return alone and 0 < len(text) < _TITLE and text[0].isupper() and text[-1].isalpha()
