"""Conventions: how modifiers and dice are handled, each with the section that says so.

A sentence states a convention if it has one of its phrases (the glossary's [conventions]).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vfdoc.model import Section, tables_of
from vfdoc.model.mechanics import Convention
from vfdoc.reading.mechanics.entries import Entries, Heard, folded
from vfdoc.reading.mechanics.lookups import cell_lines
from vfdoc.reading.mechanics.passages import MechanicsPassage


def stated_conventions(
    passage: MechanicsPassage, heard: Heard, changed: Iterable[str | None] = ()
) -> Iterator[Convention]:
    """The conventions that a sentence states, each once, by id; `heard` is what its phrases stand for,
    `changed` the tests and values whose change it states: then it speaks of these."""
    of = next((id for id in changed if id is not None), None)
    for id in heard.of("convention"):
        line, _ = passage.place(0)
        yield Convention(id, passage.section.anchor, passage.section.document, line, of)


def label_conventions(section: Section, page: Sequence[str], known: Entries) -> Iterator[Convention]:
    """The conventions that the labels of a section's tables state, line by line."""
    for table in tables_of(section.blocks):
        for row in table.rows:
            lines = cell_lines(row, page)[0]
            for line in lines:
                said = page[line - 1] if len(lines) > 1 else row.cells[0].text
                for id in known.phrases.heard(folded(said)).of("convention"):
                    yield Convention(id, section.anchor, section.document, line)
