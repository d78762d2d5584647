"""A sheet as a page that stands alone: for a phone at the table, and for print."""

from __future__ import annotations

from typing import Any, NamedTuple

from vfdoc.model.sheet import Sheet, SheetPanel, SheetRow
from vfdoc.output.sheet.markdown import cited
from vfdoc.output.sheet.words import sheet_words
from vfdoc.output.site.templates import render

_LONG = 24
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
            "foreign": "en" if sheet.language == "fr" else "fr",
            "paper": "A4",
        },
    )


def _panel(panel: SheetPanel, sheet: Sheet) -> dict[str, Any]:
    """A panel's rows in groups that a page keeps together: a head with what follows it."""
    width = max(len(row.cells) for row in panel.rows)
    groups: list[list[dict[str, Any]]] = []
    for row in panel.rows:
        if row.role == "head" or not groups:
            groups.append([])
        groups[-1].append(
            {"role": row.role, "house": row.house, "cells": _cells(row, width), "cite": cited(row, sheet)}
        )
    return {"title": panel.title, "groups": groups}


def _cells(row: SheetRow, width: int) -> list[CellView]:
    if row.role == "head":
        return _head(row, width)
    found = []
    for n, cell in enumerate(row.cells):
        first = n == 0
        heading = first and row.role in ("entry", "prose")
        kind = _KINDS[row.role] if first else ("value" if row.role == "entry" else "")
        if kind == "value" and len(cell.text) > _LONG:
            kind = "value long"
        span = width - n if n == len(row.cells) - 1 else 1
        scope = "row" if heading else ""
        found.append(CellView(cell.text, "th" if heading else "td", scope, kind, span, cell.foreign))
    return found


def _head(row: SheetRow, width: int) -> list[CellView]:
    """A test with its target first; a table with the names of its columns."""
    name, *rest = row.cells
    if len(rest) == 1 and len(rest[0].text) < _LONG:
        target = CellView(rest[0].text, "th", "", "target", 1, False)
        return [target, CellView(name.text, "th", "rowgroup", "", max(1, width - 1), name.foreign)]
    cells = [CellView(name.text, "th", "rowgroup" if not rest else "col", "", 1, name.foreign)]
    cells += [CellView(cell.text, "th", "col", "", 1, cell.foreign) for cell in rest]
    return [*cells[:-1], cells[-1]._replace(span=max(1, width - len(cells) + 1))]
