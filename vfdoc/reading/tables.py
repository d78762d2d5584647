"""Rows of cells: tab-separated lines as copied out of a PDF, and pipe tables of Markdown.

A header row is recognised by its look: cells of at most five words, none with a digit or a full
stop. A row with a single cell is a title row: the table's caption.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.model import Cell, Paragraph, Row, Table
from vfdoc.reading.tokens import LineToken

_HEADER_WORDS = 5
_MOST_CELLS = 400  # of a row; what stands beyond is one cell
_WIDEST = 100  # columns to which short rows are filled up
_PIPE = re.compile(r"(?<!\\)\|")
_DASHES = re.compile(r":?[-=_]{2,}:?|")
_NOT_IN_HEADER = re.compile(r"\d|\.(?:\s|$)")


def tables_from_rows(
    title: LineToken | None, lines: Sequence[LineToken], footnotes: tuple[Paragraph, ...]
) -> list[Table]:
    """The table that those row lines make; two where their title row names two that stand side by side."""
    rows: list[Row] = []
    ruled = False
    for line in lines:
        row = Row(line.line, _cells(line))
        if any(cell.text for cell in row.cells) and all(_DASHES.fullmatch(cell.text) for cell in row.cells):
            ruled = ruled or (len(rows) == 1 and _is_piped(line))
        else:
            rows.append(row)
    ruled = ruled or lines[0].mark == "header"  # the edition's data say so
    if not rows:
        return []
    parts = [rows] if ruled else _side_by_side(rows)
    tables = [_table(title if i == 0 else None, part, ruled) for i, part in enumerate(parts)]
    return [*tables[:-1], tables[-1]._replace(footnotes=footnotes)]


def _table(title: LineToken | None, rows: list[Row], ruled: bool) -> Table:
    """One table; `ruled` says that its first row is a header, whatever it looks like."""
    name, name_line = (_caption(title.text), title.line) if title else (None, None)
    header: Row | None = None
    if not ruled and title is None and len(rows) > 1 and _is_title_row(rows[0]):
        row = rows.pop(0)
        name, name_line = _caption(next(cell.text for cell in row.cells if cell.text)), row.line
    if ruled or (len(rows) > 1 and _is_header(rows[0])):
        header = rows.pop(0)
        header = header if any(cell.text for cell in header.cells) else None
    width = max((len(row.cells) for row in (*rows, *([header] if header else []))), default=0)
    line = header.line if header else rows[0].line if rows else name_line or 1
    return Table(
        line,
        name,
        _padded(header, width) if header else None,
        tuple(_padded(row, width) for row in rows),
        (),
        name_line,
    )


def _side_by_side(rows: list[Row]) -> list[list[Row]]:
    """The rows, cut where a title row in capitals names several tables with empty cells between."""
    first = rows[0].cells
    named = [i for i, cell in enumerate(first) if cell.text]
    capitals = all(first[i].text.isupper() for i in named)
    if len(rows) < 3 or len(named) < 2 or named[0] != 0 or named == list(range(len(named))) or not capitals:
        return [rows]
    ends = [*named[1:], max(len(row.cells) for row in rows)]
    return [
        [
            Row(row.line, row.cells[start:end])
            for row in rows
            if any(cell.text for cell in row.cells[start:end])
        ]
        for start, end in zip(named, ends, strict=True)
    ]


def _is_piped(line: LineToken) -> bool:
    return line.text.lstrip().startswith("|") or "\t" not in line.text


def _cells(line: LineToken) -> tuple[Cell, ...]:
    text, column = line.text, line.column
    if _is_piped(line):
        inner = text.strip()
        column += len(text) - len(text.lstrip()) + inner.startswith("|")
        inner = inner.removeprefix("|")
        if inner.endswith("|") and not inner.endswith("\\|"):
            inner = inner[:-1]
        parts = _PIPE.split(inner, maxsplit=_MOST_CELLS)
    else:
        parts = text.split("\t", _MOST_CELLS)
    cells = []
    for part in parts:
        stripped = part.strip()
        cells.append(Cell(stripped, column + (part.find(stripped) if stripped else 0)))
        column += len(part) + 1
    return tuple(cells)


def _is_title_row(row: Row) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    alone = len(row.cells) > 1 or (filled[:1] and filled[0].isupper())
    return len(filled) == 1 and bool(alone) and bool(row.cells[0].text) and _looks_like_header(filled[0])


def _is_header(row: Row) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    return len(filled) > 1 and all(map(_looks_like_header, filled)) and bool(row.cells[0].text)


def _looks_like_header(text: str) -> bool:
    return len(text.split()) <= _HEADER_WORDS and _NOT_IN_HEADER.search(text) is None


def _caption(title: str) -> str:
    return title.strip().removeprefix(": ").rstrip(":").rstrip()  # Pandoc opens a caption with a colon


def _padded(row: Row, width: int) -> Row:
    missing = min(width, _WIDEST) - len(row.cells)
    if missing <= 0:
        return row
    return row._replace(cells=row.cells + (Cell("", row.cells[-1].column),) * missing)
