"""The stretches of a section that read as one: paragraphs, list items, table cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vfdoc.model.document import Block, ItemList, Paragraph, Quote, Section, Table, joined
from vfdoc.model.text import TextLine

_WORD = re.compile(r"\d+(?:\.\d+)+|[^\W_]+")  # a number of several parts is one word


class Passage(NamedTuple):
    """Lines of a section that read as one, and its words as one line.

    `ends` where it is the last of its section; `leads` where a list or table follows at once; `marker`
    is that of the list item.
    """

    section: Section
    form: Literal["paragraph", "item", "cell", "footnote"]
    lines: tuple[TextLine, ...]
    text: str
    ends: bool = False
    leads: bool = False
    marker: str = ""


def place_in(lines: tuple[TextLine, ...], start: int, end: int) -> TextLine:
    """The words from `start` to `end` of the joined lines at their place in the text; where a line end
    cuts them, those of the last line."""
    at = 0
    text = joined(lines)
    for number, line in enumerate(lines):
        length = len(line.text.strip())
        at = text.index(line.text.strip(), at)
        if end <= at + length or number == len(lines) - 1:
            first = max(start - at, 0)
            indent = len(line.text) - len(line.text.lstrip())
            words = line.text.strip()[first : end - at]
            blanks = len(words) - len(words.lstrip())
            return TextLine(line.line, line.column + indent + first + blanks, words.strip())
        at += length
    return lines[0]


class Sentence(NamedTuple):
    """A sentence, or a part of one set off by a dash: its place and its characters."""

    line: int
    column: int
    text: str


def passages(section: Section) -> tuple[Passage, ...]:
    """The passages of a section without its subsections, in order."""
    found = list(_passages(section, section.blocks))
    if found:
        found[-1] = found[-1]._replace(ends=True)
    return tuple(found)


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: letters and digits, small."""
    return _WORD.findall(text.casefold())


def _passages(section: Section, blocks: tuple[Block, ...]) -> Iterator[Passage]:
    for at, block in enumerate(blocks):
        match block:
            case Paragraph():
                leads = at + 1 < len(blocks) and isinstance(blocks[at + 1], ItemList | Table)
                form = "footnote" if block.role == "footnote" else "paragraph"
                yield Passage(section, form, block.lines, joined(block.lines), leads=leads)  # type: ignore[arg-type]
            case ItemList():
                for item in block.items:
                    for passage in _passages(section, item.blocks):
                        inner = passage.form != "paragraph"
                        yield passage if inner else passage._replace(form="item", marker=item.marker)
            case Quote():
                yield from _passages(section, block.blocks)
            case Table():
                for row in (*([block.header] if block.header else ()), *block.rows):
                    for cell in row.cells:
                        if cell.text:
                            place = TextLine(row.line, cell.column, cell.text)
                            yield Passage(section, "cell", (place,), cell.text.strip())
                yield from _passages(section, block.footnotes)
