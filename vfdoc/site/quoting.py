"""Words of a clause as a page quotes them: with the whole sentence, or row of a table, that they stand in.

A section, a line of it and some words come in; a sentence that can be read by itself comes out. What the
words mean is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.formats.prose import tidy
from vfdoc.language.sentences import begun_sentences
from vfdoc.model.document import Block, ItemList, Paragraph, Quote, Row, Section, Table, joined

_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"[*_`\\]+")
_FIGURE = re.compile(r"\d")


def sentence_around(section: Section, line: int, words: str) -> str:
    """The sentence of a section in which words of one of its lines stand; in a table the cell, behind the
    first of its row and the head of its column. The words themselves where nothing there has them."""
    for block in flat(section.blocks):
        if isinstance(block, Paragraph) and any(own.line == line for own in block.lines):
            return _printed(_nearest(_sentences(joined(block.lines)), words))
        if isinstance(block, Table):
            for row in (row for row in block.rows if row.line == line):
                return _printed(_in_row(block, row, words))
    return tidy(words)


def _printed(words: str) -> str:
    return tidy(_MARKS.sub("", words)).lstrip("#@ ")


def _sentences(text: str) -> list[str]:
    """The sentences of a text; within brackets none ends ("(i.e. 1 to 4)")."""
    found: list[str] = []
    for part in begun_sentences(text, ".!?"):
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def _in_row(table: Table, row: Row, words: str) -> str:
    cells = [cell.text for cell in row.cells]
    place = cells.index(_nearest(cells, words))
    said = _nearest(_sentences(cells[place]), words)
    label = cells[0] if place and not _FIGURE.search(cells[0]) else ""  # else a change among others
    heads = table.header.cells if table.header is not None else ()
    head = heads[place].text if place and place < len(heads) else ""
    before = " · ".join(filter(None, (label, head)))
    return f"{before}: {said}" if before else said


def _nearest(stretches: list[str], words: str) -> str:
    """The stretch that has the most of some words, the first of several; the words where none has any."""
    wanted = _WORD.findall(words)

    def had(stretch: str) -> int:
        own = set(_WORD.findall(stretch))
        return sum(word in own for word in wanted)

    best = max(stretches, key=had, default="")
    return best if wanted and had(best) else words


def flat(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The paragraphs and tables among blocks, those within lists and quotations too."""
    for block in blocks:
        match block:
            case ItemList():
                for item in block.items:
                    yield from flat(item.blocks)
            case Quote():
                yield from flat(block.blocks)
            case _:
                yield block
