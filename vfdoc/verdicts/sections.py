"""Sections as likeness sees them: family, plain title, plain text with its citations set aside.

In comes a rulebook; out come profiles, in the order of the text, that can be compared with those of
another edition whatever the numbers and the typography. A profile knows no counterpart: pairing is
the concordance's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.language.typography import plain
from vfdoc.model import (
    Block,
    ItemList,
    Paragraph,
    Quote,
    Reference,
    Rulebook,
    Section,
    Table,
    TextLine,
    text_of,
)

CITED = "\ue000"
"""What stands in a profile's text where the section cites: which number it is, does not count."""

MARK = re.compile("\ue000(\\d+)([\U000f0000-\U000ffffd]?)\ue001")
"""A citation in a marked text: its place among the section's references, and a sign of what it leads to where
that is known: citations of two editions bear the same where they lead to sections that correspond."""

_MARKS = re.compile(r"^#+\s+|</?span\b[^<>]*>")  # of a title, that are no words of it
_FIRST_SIGN = 0xF0000
_SIGNS = 0xFFFE

_FAMILIES = {
    "note": "remarks",
    "question": "remarks",
    "sheet": "sheet",
    "contents": "lists",
    "index": "lists",
}


class Profile(NamedTuple):
    """A section as likeness sees it.

    `place` is its place in the order of the edition; `family` rules, remarks, sheet or lists, within
    which counterparts are sought first; `printed` the text as printed but for its citations, `text`
    the same in plain typography; `references` what it cites, in order.
    """

    section: Section
    place: int
    family: str
    title: str
    printed: str
    text: str
    references: tuple[Reference, ...]

    @property
    def anchor(self) -> str:
        """The section's anchor."""
        return self.section.anchor


Sides = tuple[tuple[Profile, ...], tuple[Profile, ...]]
"""The profiles of an old and of a new edition."""


def profiles(rulebook: Rulebook) -> tuple[Profile, ...]:
    """The profiles of all sections of a rulebook, in the order of its texts."""
    cited: dict[str, list[Reference]] = defaultdict(list)
    for reference in rulebook.references():
        cited[reference.section].append(reference)
    return tuple(
        _profile(section, place, tuple(cited.get(section.anchor, ())))
        for place, section in enumerate(rulebook.sections())
    )


def marked(section: Section, references: Sequence[Reference], *, tables: bool = True) -> str:
    """The text of a section with a MARK for every citation, with the rows of its tables or without: then
    their titles and footnotes are left."""
    blocks = section.blocks
    if not tables:
        blocks = tuple(b._replace(header=None, rows=()) if isinstance(b, Table) else b for b in blocks)
    if not references:
        return text_of(blocks)
    places: _Places = defaultdict(list)
    for at, reference in enumerate(references):
        first, *more = reference.text.split("\n")
        start = reference.column
        places[reference.line].append((start, start + len(first), f"\ue000{at}\ue001"))
        for line, text in enumerate(more, start=reference.line + 1):
            places[line].append((1, 1 + len(text), ""))
    return text_of(tuple(_block(block, places) for block in blocks))


def signed(text: str, leads: Sequence[int], before: int = 0) -> str:
    """A marked text with its citations counted from `before` on, and with signs of what each of all the
    references leads to (`leads`); without such signs where that is empty."""

    def mark(found: re.Match[str]) -> str:
        place = int(found[1]) + before
        sign = chr(_FIRST_SIGN + leads[place] % _SIGNS) if leads else ""
        return f"\ue000{place}{sign}\ue001"

    return MARK.sub(mark, text) if leads or before else text


def _profile(section: Section, place: int, references: tuple[Reference, ...]) -> Profile:
    if section.entries:
        printed = "\n".join(entry.title for entry in section.entries)
    else:
        printed = MARK.sub(CITED, marked(section, references))
    title = section.title
    for reference in references:
        if reference.line == section.line:
            title = title.replace(reference.text, CITED)
    title = plain(_MARKS.sub("", title)).casefold().rstrip(".:")
    family = _FAMILIES.get(section.kind, "rules")
    return Profile(section, place, family, title, printed, plain(printed), references)


_Places = dict[int, list[tuple[int, int, str]]]


def _block(block: Block, places: _Places) -> Block:
    match block:
        case Paragraph():
            return block._replace(lines=tuple(_line(line, places) for line in block.lines))
        case ItemList():
            items = (i._replace(blocks=tuple(_block(b, places) for b in i.blocks)) for i in block.items)
            return block._replace(items=tuple(items))
        case Quote():
            return Quote(tuple(_block(b, places) for b in block.blocks))
        case Table():
            return _table(block, places)


def _table(table: Table, places: _Places) -> Table:
    rows = tuple(
        row._replace(
            cells=tuple(c._replace(text=_replaced(row.line, c.column, c.text, places)) for c in row.cells)
        )
        if row.line in places
        else row
        for row in table.rows
    )
    notes = tuple(
        note._replace(lines=tuple(_line(x, places) for x in note.lines)) for note in table.footnotes
    )
    return table._replace(rows=rows, footnotes=notes)


def _line(line: TextLine, places: _Places) -> TextLine:
    if line.line not in places:
        return line
    return line._replace(text=_replaced(line.line, line.column, line.text, places))


def _replaced(line: int, column: int, text: str, places: _Places) -> str:
    """A stretch of a line with what is cited in it replaced, from the right so that columns hold."""
    for start, end, mark in reversed(places[line]):
        if start >= column and end <= column + len(text):
            text = text[: start - column] + mark + text[end - column :]
    return text
