"""The tables of a text as its changes are read: the abbreviation of a change before a number in a cell is no
word of its own ("DM-2" is -2), and a table whose heads are blank has those of its first row.

In: a rulebook. Out: the same, every place what it was.
"""

from __future__ import annotations

import re
from dataclasses import replace

from vfdoc.mechanics.lexicon import SHORT_CHANGE, Lexicon, is_short_change
from vfdoc.model.document import Block, Cell, Item, ItemList, Quote, Row, Rulebook, Table

_BOLD = re.compile(r"(\*\*|__).+\1")


def read_blocks(rulebook: Rulebook, words: Lexicon) -> Rulebook:
    """The rulebook as its changes are read."""
    documents = []
    for document in rulebook.documents:
        sections = tuple(
            section._replace(blocks=tuple(_block(block, words) for block in section.blocks))
            for section in document.sections
        )
        documents.append(replace(document, sections=sections))
    return replace(rulebook, documents=tuple(documents))


def _block(block: Block, words: Lexicon) -> Block:
    match block:
        case ItemList():
            items = (Item(i.marker, tuple(_block(b, words) for b in i.blocks)) for i in block.items)
            return block._replace(items=tuple(items))
        case Quote():
            return block._replace(blocks=tuple(_block(each, words) for each in block.blocks))
        case Table():
            return _headed(block._replace(rows=tuple(_row(row, words) for row in block.rows)))
    return block


def _row(row: Row, words: Lexicon) -> Row:
    return row._replace(cells=tuple(_cell(cell, words) for cell in row.cells))


def _cell(cell: Cell, words: Lexicon) -> Cell:
    """A cell, without the abbreviation of a change before its number."""
    found = SHORT_CHANGE.match(cell.text)
    if found is None or not is_short_change(found["short"], words):
        return cell
    return cell._replace(text=cell.text[found.end() :], column=cell.column + found.end())


def _headed(table: Table) -> Table:
    """A table without heads, or with blank ones, whose first row is all in bold, with that as its head."""
    headed = table.header is not None and any(cell.text.strip() for cell in table.header.cells)
    if headed or len(table.rows) < 2 or not all(_BOLD.fullmatch(c.text) for c in table.rows[0].cells):
        return table
    return table._replace(header=table.rows[0], rows=table.rows[1:], line=table.rows[0].line)
