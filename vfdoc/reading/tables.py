"""Rows of cells: tab-separated lines as copied out of a PDF, and pipe tables of Markdown.

A header row is recognised by its look: cells of at most five words, none with a digit or a full
stop. A row with a single cell is a title row: the table's caption.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.model import Cell, Paragraph, Row, Table
from vfdoc.reading.lines import Line

_HEADER_WORDS = 5
_PIPE = re.compile(r"(?<!\\)\|")
_DASHES = re.compile(r":?[-=_]{2,}:?|")
_NOT_IN_HEADER = re.compile(r"\d|\.(?:\s|$)")


def table_from_rows(title: str | None, lines: Sequence[Line], footnotes: tuple[Paragraph, ...]) -> Table:
    """The table that those row lines make; `line` is that of its header, else of its first row."""
    rows: list[Row] = []
    header: Row | None = None
    ruled = False
    for line in lines:
        row = Row(line.line, _cells(line))
        if any(cell.text for cell in row.cells) and all(_DASHES.fullmatch(cell.text) for cell in row.cells):
            if len(rows) == 1 and _is_piped(line):
                header, ruled = rows.pop(), True
            continue
        rows.append(row)
    if not ruled and title is None and len(rows) > 1 and _is_title_row(rows[0]):
        title = next(cell.text for cell in rows.pop(0).cells if cell.text)
    if not ruled and len(rows) > 1 and _is_header(rows[0]):
        header = rows.pop(0)
    if header is not None and not any(cell.text for cell in header.cells):
        header = None
    width = max((len(row.cells) for row in (*rows, *([header] if header else []))), default=0)
    first = header or (rows[0] if rows else Row(lines[0].line, ()))
    return Table(first.line, _caption(title), _padded(header, width) if header else None,
                 tuple(_padded(row, width) for row in rows), footnotes)


def _is_piped(line: Line) -> bool:
    return line.text.lstrip().startswith("|") or "\t" not in line.text


def _cells(line: Line) -> tuple[Cell, ...]:
    text, column = line.text, line.column
    if _is_piped(line):
        inner = text.strip()
        column += len(text) - len(text.lstrip()) + inner.startswith("|")
        inner = inner.removeprefix("|")
        if inner.endswith("|") and not inner.endswith("\\|"):
            inner = inner[:-1]
        parts = _PIPE.split(inner)
    else:
        parts = text.split("\t")
    cells = []
    for part in parts:
        stripped = part.strip()
        cells.append(Cell(stripped, column + (part.find(stripped) if stripped else 0)))
        column += len(part) + 1
    return tuple(cells)


def _is_title_row(row: Row) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    return len(filled) == 1 and len(row.cells) > 1 and bool(row.cells[0].text) and _looks_like_header(filled[0])


def _is_header(row: Row) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    return len(filled) > 1 and all(map(_looks_like_header, filled)) and bool(row.cells[0].text)


def _looks_like_header(text: str) -> bool:
    return len(text.split()) <= _HEADER_WORDS and _NOT_IN_HEADER.search(text) is None


def _caption(title: str | None) -> str | None:
    return title.strip().rstrip(":").rstrip() if title else None


def _padded(row: Row, width: int) -> Row:
    missing = width - len(row.cells)
    return row if missing <= 0 else row._replace(cells=row.cells + (Cell("", row.cells[-1].column),) * missing)
