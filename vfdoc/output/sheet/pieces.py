"""A sheet as the data that its Typst template sets: pieces that are not broken, in order.

A head stands with the row after it, the names of columns with their table, a panel's title with its
first piece. No word is markup there: the
template takes all of them as strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias
from unicodedata import normalize

from vfdoc.model.sheet import Sheet, SheetCell, SheetPanel, SheetRow

PieceData: TypeAlias = dict[str, Any]

_CITED_AT_MOST = 3
_LONG_WORD = re.compile(r"\S{23,}")
_BREAK = re.compile(r"(.{12})(?=.)")
_SIGN = re.compile(r"(?<![^\s(/])-(?=\d)")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_VALUE_CELLS = 2
_SAID = "\0"  # the section has the title of the panel
_THIN, _NARROW, _WIDE = 4, 6, 40
_SHORT = 4  # letters of a name that may stand upright anyway
_TURNED = 26  # letters of a name that stands on its side
_UPRIGHT = 4  # columns whose names stand upright
_FLOWING, _BETWEEN = 48, 5  # letters in a line of steps, and between two of them


def pieces_of(sheet: Sheet) -> list[PieceData]:
    """All pieces of a sheet, in order."""
    return [piece for panel in sheet.panels for piece in _panel(panel, sheet)]


def cite(row: SheetRow, sheet: Sheet) -> str:
    """The sections of a row as they are printed: each once, a few at most; what
    has no number stands there only where nothing has."""
    if row.role == "head" and not row.ids and len(row.cells) == _VALUE_CELLS:
        return ""  # a value: each of its changes cites its own
    named = list(dict.fromkeys(sheet.names.get(anchor, anchor) for anchor in row.sections))
    named = [name for name in named if _numbered(name)] or named
    most = 1 if row.role == "entry" else _CITED_AT_MOST
    return ", ".join(named[:most]) + (" …" if len(named) > most else "")


def _panel(panel: SheetPanel, sheet: Sheet) -> list[PieceData]:
    shared = _shared(panel, sheet)
    panel = panel._replace(rows=_flowing(panel.rows))
    groups: list[list[SheetRow]] = []
    held = tabled = False
    for row in panel.rows:
        if (held or (tabled and row.role == "entry")) and groups:
            groups[-1].append(row)
        else:
            groups.append([row])
        held = row.role == "head"
        tabled = (held and len(row.cells) > _VALUE_CELLS) or (tabled and row.role == "entry")
    weights = _weights(panel.rows)
    pieces = []
    before = shared
    said = shared == _SAID
    for n, group in enumerate(groups):
        following = groups[n + 1][0].role if n + 1 < len(groups) else "head"
        rows = []
        for row in group:
            last = row is group[-1] and following == "head"
            told = cite(row, sheet)
            again = not _numbered(told) and (told == before or row.role == "entry" or _named(row, told))
            before = told or before
            rows.append(_row(row, "" if again or said else told, weights[id(row)], last))
        pieces.append(
            {
                "panel": panel.id,
                "name": printed(panel.title),
                "cite": "" if shared == _SAID else printed(shared),
                "title": printed(panel.title) if n == 0 else "",
                "continued": False,
                "gap": n == 0,
                "rows": rows,
            }
        )
    return pieces


def _flowing(rows: tuple[SheetRow, ...]) -> tuple[SheetRow, ...]:
    """Steps of few words as one row, one behind the other."""
    steps = [row for row in rows if row.role == "step"]
    if len(steps) != len(rows) or sum(len(row.cells[1].text) + _BETWEEN for row in steps) > _FLOWING:
        return rows
    first = steps[0]
    cells = tuple(row.cells[1]._replace(sections=first.cells[1].sections[:1]) for row in steps)
    return (SheetRow(cells, "flow", any(row.house for row in steps)),)


def _shared(panel: SheetPanel, sheet: Sheet) -> str:
    """The one section without a number that all rows of a panel come from: it stands by the title."""
    cited = {cite(row, sheet) for row in panel.rows} - {""}
    only = next(iter(cited)) if len(cited) == 1 else ""
    if _letters(only) == _letters(panel.title):
        return _SAID
    return only if len(panel.rows) > 1 and not _numbered(only) else ""


def _named(row: SheetRow, cited: str) -> bool:
    """Whether a row's own label is the title of its section."""
    return bool(row.cells) and _letters(row.cells[0].text) == _letters(cited)


def _letters(text: str) -> str:
    """The letters of a text, without case and accents."""
    plain = normalize("NFD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def _numbered(cited: str) -> bool:
    return any(letter.isdigit() for letter in cited)


def _row(row: SheetRow, cited: str, weights: Sequence[float], last: bool) -> dict[str, Any]:
    return {
        "role": row.role,
        "house": row.house,
        "last": last,
        "cite": printed(cited),
        "weights": list(weights),
        "turned": _turned(row),
        "cells": [{"text": printed(text), "foreign": cell.foreign} for cell, text in _told(row)],
    }


def _told(row: SheetRow) -> Iterator[tuple[SheetCell, str]]:
    """The cells of a row with their words; the name of a column that stands on its side is short."""
    turned = _turned(row)
    for n, cell in enumerate(row.cells):
        long = turned and n and len(cell.text) > _TURNED
        yield cell, cell.text[:_TURNED].rsplit(" ", 1)[0] + " …" if long else cell.text


def _turned(row: SheetRow) -> bool:
    """Whether the names of a table's columns stand on their side: many, and not all short."""
    many = row.role == "head" and len(row.cells) > _UPRIGHT
    return many and any(len(cell.text) > _SHORT for cell in row.cells[1:])


def _weights(rows: Iterable[SheetRow]) -> dict[int, list[float]]:
    """How wide the columns of each table are, as shares: by the longest word or half the longest cell.
    A head and the entries after it are one table."""
    found: dict[int, list[float]] = {}
    table: list[SheetRow] = []

    def close() -> None:
        width = max((len(row.cells) for row in table), default=0)
        turned = width > _UPRIGHT  # then the names of columns stand on their side
        cells = [
            [r.cells[n].text for r in table if n < len(r.cells) and not (turned and r.role == "head")]
            for n in range(width)
        ]
        narrow = _THIN if turned else _NARROW
        shares = [float(max(narrow, min(_WIDE, _breadth(texts)))) for texts in cells]
        found.update((id(row), shares) for row in table)
        table.clear()

    for row in rows:
        if row.role == "head" or row.role != "entry":
            close()
        table.append(row)
        if row.role not in ("head", "entry"):
            close()
    close()
    return found


def _breadth(texts: Sequence[str]) -> int:
    word = max((len(word) for text in texts for word in text.split()), default=0)
    return max(word + 1, max((len(text) for text in texts), default=0) // 2)


def printed(text: str) -> str:
    """Words as they can be set: no control characters, and overlong words may break."""
    plain = _SIGN.sub("\N{MINUS SIGN}", _ODD.sub("", " ".join(text.split())))
    return _LONG_WORD.sub(lambda found: _BREAK.sub("\\1\u200b", found.group()), plain)
