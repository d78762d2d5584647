"""A sheet set on paper by Typst: the largest type that fits, balanced columns, the pages proved.

A Sheet and a plan come in; the PDF and what was done to make it fit come out. Heights are measured by
the same template that prints, so what is measured is what is set.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from vfdoc import assets
from vfdoc.model import InputError
from vfdoc.model.sheet import SMALLEST_TYPE, Sheet, SheetPanel, SheetPlan, SheetRow
from vfdoc.output.sheet.columns import Piece, balanced, half_empty
from vfdoc.output.sheet.json import sheet_json
from vfdoc.output.sheet.pieces import PieceData, pieces_of, printed
from vfdoc.output.sheet.proof import missing_glyphs, prove
from vfdoc.output.sheet.sacrifices import sacrifices
from vfdoc.output.sheet.words import sheet_words

FONTS = ("Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono")
_PAGES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
_MARGIN, _GUTTER, _FOOT = 9.0, 5.0, 6.0  # mm
_BELOW_MASTHEAD = 2.2  # mm
_POINTS = 72 / 25.4
_CLEAR = 6.0  # points between the columns and the foot
_GAP = 7.0  # points between panels
_SIZES = (11.0, 10.5, 10.25, 10.0, 9.75, 9.5, 9.25, 9.0, 8.75, 8.5, 8.25, SMALLEST_TYPE)
_EASY = 9.0  # points: the type for which the number of sides is chosen where nobody says it
_SIDES_AT_MOST = 40
_BOX = "\N{WHITE SQUARE}"
_LETTER = 0.058  # what a letter of a sheet's data takes of a page, in mm × points, at 1 pt
_PACKED = 0.94  # of the room of all columns: how full panels pack them, about
_FULL = 0.8  # of its room: a column fuller than that is stretched to its end


class Typeset(NamedTuple):
    """A sheet on paper: the PDF, its type in points, its sides, and what was done to make it fit."""

    pdf: bytes
    size: float
    sides: int
    notes: tuple[str, ...]


class _Measured(NamedTuple):
    pieces: list[PieceData]
    heights: list[Piece]
    rooms: tuple[float, float]


def typeset(sheet: Sheet, plan: SheetPlan) -> Typeset:
    """The sheet as a tagged PDF (PDF/UA-1), the same bytes each time; InputError where it cannot fit."""
    if not sheet.panels:
        raise InputError(
            sheet.edition, "states nothing that a sheet could hold", "see `vfdoc tables` for what was read"
        )
    odd = missing_glyphs(_letters(sheet), FONTS)
    notes = [f"no font has {', '.join(f'U+{ord(c):04X}' for c in odd)}: a box stands for it"] if odd else []
    sheet = _boxed(sheet, odd) if odd else sheet
    sides = plan.sides if plan.sides or plan.type else 0
    setter = _Setter(plan, sheet)
    fitted, size, columns, dropped = _fitted(sheet, plan, sides, setter)
    pdf = setter.pdf(fitted, size, columns)
    notes += [*dropped, *_uneven(columns), *prove(pdf, len(columns), _MARGIN * _POINTS)]
    return Typeset(pdf, size, len(columns), tuple(notes))


class _Setter:
    """Measures and sets with one Typst compiler, whose fonts are loaded once."""

    __slots__ = ("_compiler", "_plan", "_seen", "whole")

    def __init__(self, plan: SheetPlan, whole: Sheet) -> None:
        import typst

        self._plan, self.whole = plan, whole
        self._compiler = typst
        self._seen: dict[tuple[tuple[SheetPanel, ...], float], _Measured] = {}

    def page(self) -> tuple[float, float]:
        """Width and height in mm."""
        width, height = _PAGES[self._plan.paper]
        return (height, width) if self._plan.landscape else (width, height)

    def columns(self) -> int:
        """How many columns a side has."""
        return self._plan.columns or (3 if self._plan.landscape else 2)

    def likely(self, sheet: Sheet, sides: int) -> float:
        """The size at which a sheet of that many letters fits, about."""
        width, height = self.page()
        area = (width - 2 * _MARGIN) * (height - 2 * _MARGIN) * _POINTS * sides
        return math.sqrt(_PACKED * area / (_LETTER * len(json.dumps(pieces_of(sheet)))))

    def measured(self, sheet: Sheet, size: float) -> _Measured:
        """The pieces of a sheet with their heights; a piece taller than a column is cut in two."""
        key = sheet.panels, size
        if key not in self._seen:
            pieces = pieces_of(sheet)
            found = self._heights(sheet, pieces, size)
            while (cut := _cut(pieces, found, min(found.rooms))) is not None:
                pieces = cut
                found = self._heights(sheet, pieces, size)
            self._seen[key] = found
        return self._seen[key]

    def pdf(self, sheet: Sheet, size: float, sides: Sequence[Sequence[dict[str, Any]]]) -> bytes:
        """The pages."""
        data = {**self._data(sheet, size), "measure": False, "sides": sides, "pieces": []}
        data["attached"], data["attached_what"] = sheet_json(self.whole).decode(), "the sheet as data"
        words = sheet_words(sheet.language)
        count = len(sides)
        data["page_of"] = [words.say("page", page=n + 1, pages=count) for n in range(count)]
        made: bytes = self._compiler.compile(
            _template(),
            sys_inputs={"data": json.dumps(data)},
            ignore_system_fonts=True,
            format="pdf",
            pdf_standards=["ua-1"],
        )
        return made

    def _heights(self, sheet: Sheet, pieces: list[PieceData], size: float) -> _Measured:
        data = {**self._data(sheet, size), "measure": True, "pieces": pieces, "sides": [], "page_of": []}
        told = self._compiler.query(
            _template(),
            "<heights>",
            field="value",
            one=True,
            sys_inputs={"data": json.dumps(data)},
            ignore_system_fonts=True,
        )
        found = json.loads(told)
        heights = [
            Piece(height, bool(piece["title"]), found["title"])
            for height, piece in zip(found["pieces"], pieces, strict=True)
        ]
        below = (self.page()[1] - 2 * _MARGIN - _FOOT - _BELOW_MASTHEAD) * _POINTS
        return _Measured(pieces, heights, (below - found["first"] - _CLEAR, below - found["other"] - _CLEAR))

    def _data(self, sheet: Sheet, size: float) -> dict[str, Any]:
        words, page, columns = sheet_words(sheet.language), self.page(), self.columns()
        width = (page[0] - 2 * _MARGIN - (columns - 1) * _GUTTER) / columns
        version = sheet.version or sheet.edition
        foot = [words.say("foot", title=sheet.title, version=version)]
        foot.append(words.say("fingerprint", fingerprint=sheet.fingerprint))
        foot += [words.say("house_means", edition=sheet.edition)] if sheet.base else []
        return {
            "title": printed(sheet.title), "version": printed(sheet.version), "language": sheet.language,
            "foreign_language": "en" if sheet.language == "fr" else "fr",
            "foot": printed(" · ".join((*foot, words["made"]))), "continued": words["continued"],
            "house_mark": words["house"], "size": size, "width": width, "page": page,
            "margin": _MARGIN, "gutter": _GUTTER, "gap": _GAP, "fonts": list(FONTS),
            "amount": 2.4, "amount_letters": 4, "cite": 3.2,
        }  # fmt: skip


def _fitted(
    sheet: Sheet, plan: SheetPlan, sides: int, setter: _Setter
) -> tuple[Sheet, float, list[list[dict[str, Any]]], list[str]]:
    """The sheet that fits, its type, its sides, and what was taken from it to that end."""
    sizes = (plan.type,) if plan.type else _SIZES
    dropped: list[str] = []
    now = sheet
    for change in (None, *sacrifices(sheet, plan)):
        if change is not None:
            now, said = change
            dropped.append(said)
        found = _largest(now, sizes, sides, setter)
        if found is not None:
            return now, *found, dropped
    needed = _largest(sheet, (sizes[-1],), 0, setter)
    remedy = "name fewer panels with --panels, or a larger paper"
    if needed is not None:
        remedy = f"{len(needed[1])} sides would do at {sizes[-1]:g} pt; or name fewer panels with --panels"
    raise InputError(sheet.edition, f"cannot fit on {sides} side{'s' if sides > 1 else ''}", remedy)


def _largest(
    sheet: Sheet, sizes: Sequence[float], sides: int, setter: _Setter
) -> tuple[float, list[list[dict[str, Any]]]] | None:
    """The largest of the sizes at which a sheet fits, and its columns; without a number of sides, as many
    as it needs at an easy size."""
    if not sheet.panels:
        return None
    if not sides:
        easy = next((size for size in sizes if size <= _EASY), sizes[-1])
        sides = next((n for n in range(1, _SIDES_AT_MOST + 1) if _columns(sheet, easy, n, setter)), 0)
        if not sides:
            return None
    at = _guess(sheet, sizes, sides, setter)
    while at < len(sizes) and _columns(sheet, sizes[at], sides, setter) is None:
        at += 1
    if at == len(sizes):
        return None
    while at and _may_fit(sheet, sizes[at], sizes[at - 1], sides, setter):
        if _columns(sheet, sizes[at - 1], sides, setter) is None:
            break
        at -= 1
    found = _columns(sheet, sizes[at], sides, setter)
    assert found is not None
    return sizes[at], found


def _guess(sheet: Sheet, sizes: Sequence[float], sides: int, setter: _Setter) -> int:
    """The place of the size at which a sheet should fit, from its area at a likely one: a measuring by
    Typst costs more than all else."""
    likely = setter.likely(sheet, sides)
    first = min(sizes, key=lambda size: abs(size - likely))
    height, room = _filled(sheet, first, sides, setter)
    wanted = first * math.sqrt(_PACKED * room / height) if height else sizes[0]
    return min(range(len(sizes)), key=lambda at: abs(sizes[at] - wanted))


def _may_fit(sheet: Sheet, size: float, larger: float, sides: int, setter: _Setter) -> bool:
    """Whether a sheet might fit at a larger size too: it grows with its type at the least in proportion."""
    height, room = _filled(sheet, size, sides, setter)
    return height * larger / size <= room


def _filled(sheet: Sheet, size: float, sides: int, setter: _Setter) -> tuple[float, float]:
    """How high a sheet stands at a size in one column, and how much height all its columns have."""
    _, heights, (first, other) = setter.measured(sheet, size)
    across = setter.columns()
    return sum(piece.height for piece in heights), across * (first + other * (sides - 1))


def _columns(sheet: Sheet, size: float, sides: int, setter: _Setter) -> list[list[dict[str, Any]]] | None:
    """The pieces of each column of each side, or None where they do not fit."""
    pieces, heights, (first, other) = setter.measured(sheet, size)
    across = setter.columns()
    rooms = [first] * across + [other] * across * (sides - 1)
    if sum(piece.height for piece in heights) > sum(rooms):
        return None
    ranges = balanced(heights, rooms, _GAP)
    if ranges is None:
        return None
    columns = []
    for (start, end), room in zip(ranges, rooms, strict=True):
        held = [dict(piece) for piece in pieces[start:end]]
        if held and not held[0]["title"]:
            held[0]["title"], held[0]["continued"] = held[0]["name"], True
        filled = sum(p.height for p in heights[start:end])
        columns.append({"pieces": held, "height": room, "filled": filled, "stretch": filled > _FULL * room})
    return [columns[n : n + across] for n in range(0, len(columns), across)]


def _uneven(sides: Sequence[Sequence[dict[str, Any]]]) -> list[str]:
    """The sides of which a column looks forgotten."""
    return [
        f"side {n}: a column is half empty"
        for n, side in enumerate(sides, start=1)
        if half_empty([column["filled"] for column in side], side[0]["height"])
    ]


def _cut(pieces: list[PieceData], found: _Measured, room: float) -> list[PieceData] | None:
    """The pieces with those cut in two that are taller than a column; None where there is none."""
    tall = [n for n, piece in enumerate(found.heights) if piece.height > room * 0.9]
    out: list[PieceData] = []
    for n, piece in enumerate(pieces):
        halves = _halves(piece) if n in tall else None
        out += halves or [piece]
    return out if len(out) > len(pieces) else None


def _halves(piece: PieceData) -> list[PieceData] | None:
    rows = piece["rows"]
    if len(rows) > 1:
        middle = len(rows) // 2
        return [{**piece, "rows": rows[:middle]}, {**piece, "title": "", "gap": False, "rows": rows[middle:]}]
    cells = rows[0]["cells"]
    longest = max(range(len(cells)), key=lambda n: len(cells[n]["text"]))
    text = cells[longest]["text"]
    middle = text.find(" ", len(text) // 2)
    if middle < 0:
        return None
    halves = []
    for part, told in enumerate((text[:middle], text[middle + 1 :])):
        own = [
            {**cell, "text": told if n == longest else "" if part else cell["text"]}
            for n, cell in enumerate(cells)
        ]
        halves.append({**piece, "rows": [{**rows[0], "cells": own, "role": rows[0]["role"]}]})
    halves[1].update(title="", gap=False)
    return halves


def _boxed(sheet: Sheet, odd: str) -> Sheet:
    """The sheet with a box for every letter that no font has: a tagged PDF may hold no other."""
    table = str.maketrans(dict.fromkeys(odd, _BOX))

    def boxed(row: SheetRow) -> SheetRow:
        return row._replace(cells=tuple(c._replace(text=c.text.translate(table)) for c in row.cells))

    return replace(
        sheet,
        title=sheet.title.translate(table),
        version=sheet.version.translate(table),
        names={anchor: name.translate(table) for anchor, name in sheet.names.items()},
        panels=tuple(
            panel._replace(title=panel.title.translate(table), rows=tuple(map(boxed, panel.rows)))
            for panel in sheet.panels
        ),
    )


def _letters(sheet: Sheet) -> str:
    """Every character that a sheet prints."""
    told = {sheet.title, sheet.version, *sheet.names.values()}
    told.update(cell.text for panel in sheet.panels for row in panel.rows for cell in row.cells)
    told.update(panel.title for panel in sheet.panels)
    return "".join(sorted(set("".join(printed(text) for text in told))))


def _template() -> bytes:
    return assets.text("templates", "sheet.typ").encode()
