"""A sheet as a page that stands alone: for a phone at the table, and for print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vfdoc.formats.templates import render
from vfdoc.model.sheet import Sheet, SheetPanel, SheetRow
from vfdoc.sheet.layout_blocks import cite
from vfdoc.sheet.markdown import cited
from vfdoc.sheet.words import sheet_words

_LONG = 24
_VALUE = 12  # letters of a cell of a table that is no words
_PAIR = 2  # cells of a row that says one thing of another
_KINDS = {"change": "amount", "step": "step", "entry": "", "prose": "", "head": "", "flow": ""}


class CellView(NamedTuple):
    """A cell as the page shows it: its element, for what it is a heading, its class, how wide it is."""

    text: str
    tag: str
    scope: str
    kind: str
    span: int
    foreign: bool


def sheet_html(sheet: Sheet) -> bytes:
    """`sheet --format html`: one file, nothing fetched from anywhere."""
    words = sheet_words(sheet.language)
    foot = [words.say("foot", title=sheet.title, version=sheet.version or sheet.edition)]
    foot.append(words.say("fingerprint", fingerprint=sheet.fingerprint))
    foot += [words.say("house_means", edition=sheet.edition)] if sheet.base else []
    return render(
        "sheet.html",
        {
            "sheet": sheet,
            "panels": [_panel(panel, sheet) for panel in sheet.panels],
            "foot": " · ".join((*foot, words["made"])),
            "house": words["house"],
            "foreign": sheet.foreign,
            "paper": "A4",
        },
    )


def _panel(panel: SheetPanel, sheet: Sheet) -> dict[str, Any]:
    """A panel's rows in tables, a table for each stretch of rows of one shape: a head with what follows it,
    or rows in words, which a phone sets as paragraphs."""
    tables: list[dict[str, Any]] = []
    for head, rows in _stretches(panel.rows):
        pairs = [row for row in rows if row.role == "entry" and len(row.cells) == _PAIR]
        if any(len(row.cells[1].text) > _LONG for row in pairs):
            rows = [row._replace(role="prose") for row in rows]
        prose = all(row.role == "prose" for row in rows)
        shown = [*([head] if head is not None else []), *rows]
        width = max(len(row.cells) for row in shown)
        worded = width > _PAIR and any(len(c.text) > _VALUE for row in rows for c in row.cells[1:])
        views = [
            {
                "role": row.role,
                "house": row.house,
                "cells": _cells(row, width, worded),
                "cite": cite(row, sheet),
                "all": cited(row, sheet),
            }
            for row in shown
        ]
        if prose and head is not None and rows:
            tables.append({"kind": "heading", "rows": views[:1]})
            views = views[1:]
        tables.append({"kind": "prose" if prose and rows else "values", "rows": views})
    return {"title": panel.title, "wide": panel.wide, "tables": tables}


def _stretches(rows: Sequence[SheetRow]) -> Iterator[tuple[SheetRow | None, list[SheetRow]]]:
    """Rows in stretches of one shape, each with the head above it, if there is one."""
    head: SheetRow | None = None
    held: list[SheetRow] = []
    for row in rows:
        if row.role == "head" or (held and _shape(row) != _shape(held[-1])):
            if head is not None or held:
                yield head, held
            head, held = None, []
        if row.role == "head":
            head = row
        else:
            held.append(row)
    if head is not None or held:
        yield head, held


def _shape(row: SheetRow) -> tuple[str, int]:
    return row.role, len(row.cells)


def _cells(row: SheetRow, width: int, worded: bool) -> list[CellView]:
    """The cells of a row; in a table of words (`worded`) all but the first are set as such."""
    if row.role == "head":
        return _head(row, width, worded)
    found = []
    for n, cell in enumerate(row.cells):
        first = n == 0
        heading = first and row.role in ("entry", "prose")
        kind = _KINDS[row.role] if first else ("value" if row.role == "entry" else "")
        if kind == "value" and (worded or len(cell.text) > _LONG):
            kind = "value long"
        span = width - n if n == len(row.cells) - 1 else 1
        scope = "row" if heading else ""
        found.append(CellView(cell.text, "th" if heading else "td", scope, kind, span, cell.foreign))
    return found


def _head(row: SheetRow, width: int, worded: bool) -> list[CellView]:
    """A test with its target first; a table with the names of its columns."""
    name, *rest = row.cells
    if len(rest) == 1 and len(rest[0].text) < _LONG:
        target = CellView(rest[0].text, "th", "", "target", 1, False)
        return [target, CellView(name.text, "th", "rowgroup", "", max(1, width - 1), name.foreign)]
    cells = [CellView(name.text, "th", "rowgroup" if not rest else "col", "", 1, name.foreign)]
    kind = "value long" if worded else "value"
    cells += [CellView(cell.text, "th", "col", kind, 1, cell.foreign) for cell in rest]
    return [*cells[:-1], cells[-1]._replace(span=max(1, width - len(cells) + 1))]
