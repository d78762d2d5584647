"""Measures the blocks of a sheet and sets its pages by Typst, with one template for both: what is measured is
what is set.

A Sheet, a plan and a size come in; heights in points, or a PDF, come out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from vfdoc import assets
from vfdoc.model.sheet import Sheet, SheetPanel, SheetPlan
from vfdoc.sheet.columns import LayoutBlock
from vfdoc.sheet.json import sheet_json
from vfdoc.sheet.layout_blocks import BlockData, layout_blocks, printed
from vfdoc.sheet.words import sheet_words

FONTS = ("Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono")
POINTS = 72 / 25.4
MARGIN = 9.0  # mm
_LOWEST_ROW = 0.5  # of the type: less no row is high
GAP = 7.0  # points between panels
_PAGES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
_GUTTER, _FOOT = 5.0, 6.0  # mm
_BELOW_MASTHEAD = 2.2  # mm
_CLEAR = 6.0  # points between the columns and the foot
_LETTER, _ROW = 0.19, 6.6  # what a letter and a row take of a page, in mm × points, at 1 pt
_TITLE_ROWS = 2  # what a panel's title takes, in rows
_PACKED, _PACKED_LOOSELY = 0.84, 0.8  # of the room of one side, of several: how full panels pack it, about

SideData: TypeAlias = dict[str, Any]


class Measured(NamedTuple):
    """Blocks with their heights, and the room of a column on the first side and on the others (points)."""

    blocks: list[BlockData]
    heights: list[LayoutBlock]
    rooms: tuple[float, float]


class Setter:
    """Measures and sets with one Typst compiler, whose fonts are loaded once."""

    __slots__ = ("_compiler", "_pieces", "_plan", "_seen", "whole")

    def __init__(self, plan: SheetPlan, whole: Sheet) -> None:
        import typst

        self._plan, self.whole = plan, whole
        self._compiler = typst
        self._seen: dict[tuple[tuple[SheetPanel, ...], float], Measured] = {}
        self._pieces: dict[tuple[SheetPanel, ...], list[BlockData]] = {}

    def page(self) -> tuple[float, float]:
        """Width and height in mm."""
        width, height = _PAGES[self._plan.paper]
        return (height, width) if self._plan.landscape else (width, height)

    def columns(self) -> int:
        """How many columns a side has."""
        return self._plan.columns or (3 if self._plan.landscape else 2)

    def likely(self, sheet: Sheet, sides: int) -> float:
        """The size at which a sheet of so many rows and letters fits, about."""
        width, height = self.page()
        area = (width - 2 * MARGIN) * (height - 2 * MARGIN) * POINTS * sides
        rows = [row for panel in sheet.panels for row in panel.rows]
        letters = sum(len(cell.text) for row in rows for cell in row.cells)
        taken = _LETTER * letters + _ROW * (len(rows) + _TITLE_ROWS * len(sheet.panels))
        packed = _PACKED if sides == 1 else _PACKED_LOOSELY
        return math.sqrt(packed * area / taken)

    def blocks(self, sheet: Sheet) -> list[BlockData]:
        """The blocks of a sheet."""
        if sheet.panels not in self._pieces:
            self._pieces[sheet.panels] = layout_blocks(sheet, self.columns())
        return self._pieces[sheet.panels]

    def measured(self, sheet: Sheet, size: float) -> Measured:
        """The blocks of a sheet with their heights; a block taller than a column is cut in two."""
        key = sheet.panels, size
        if key not in self._seen:
            most = int(self.page()[1] * POINTS / (size * _LOWEST_ROW))
            blocks = [part for block in self.blocks(sheet) for part in _parts(block, most)]
            found = self._heights(sheet, blocks, size)
            while (cut := _cut(found, min(found.rooms))) is not None:
                known = {id(block): height for block, height in zip(found.blocks, found.heights, strict=True)}
                parts = self._heights(sheet, [block for block in cut if id(block) not in known], size)
                fresh = iter(parts.heights)
                found = found._replace(blocks=cut, heights=[known.get(id(b)) or next(fresh) for b in cut])
            self._seen[key] = found
        return self._seen[key]

    def pdf(self, sheet: Sheet, size: float, sides: Sequence[SideData]) -> bytes:
        """The pages."""
        data = {**self._data(sheet, size), "measure": False, "sides": sides, "blocks": []}
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

    def _heights(self, sheet: Sheet, blocks: list[BlockData], size: float) -> Measured:
        names = list(dict.fromkeys(block["name"] for block in blocks))
        data = {**self._data(sheet, size), "measure": True, "blocks": blocks, "sides": [], "names": names}
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
            LayoutBlock(height, bool(block["title"]), found["titles"][names.index(block["name"])])
            for height, block in zip(found["blocks"], blocks, strict=True)
        ]
        below = (self.page()[1] - 2 * MARGIN - _FOOT - _BELOW_MASTHEAD) * POINTS
        return Measured(blocks, heights, (below - found["first"] - _CLEAR, below - found["other"] - _CLEAR))

    def _data(self, sheet: Sheet, size: float) -> dict[str, Any]:
        words, page, columns = sheet_words(sheet.language), self.page(), self.columns()
        width = (page[0] - 2 * MARGIN - (columns - 1) * _GUTTER) / columns
        version = sheet.version or sheet.edition
        foot = [words.say("foot", title=sheet.title, version=version)]
        foot.append(words.say("fingerprint", fingerprint=sheet.fingerprint))
        foot += [words.say("house_means", edition=sheet.edition)] if sheet.base else []
        return {
            "title": printed(sheet.title), "version": printed(sheet.version), "language": sheet.language,
            "foreign_language": sheet.foreign,
            "foot": printed(" · ".join((*foot, words["made"]))), "continued": words["continued"],
            "house_mark": words["house"], "size": size, "width": width, "page": page,
            "margin": MARGIN, "gutter": _GUTTER, "gap": GAP, "fonts": list(FONTS),
            "amount": 2.4, "amount_letters": 4, "cite": 3.2,
        }  # fmt: skip


def _cut(found: Measured, room: float) -> list[BlockData] | None:
    """The blocks with those cut in two that are taller than a column; None where there is none."""
    out: list[BlockData] = []
    for block, told in zip(found.blocks, found.heights, strict=True):
        tall = told.height > room * 0.9 and not block["beside"]
        out += (_halves(block) if tall else None) or [block]
    return out if len(out) > len(found.blocks) else None


def _parts(block: BlockData, most: int) -> list[BlockData]:
    """A block in as many parts as `_cut` will make of it at the least, where it has more rows than any column
    holds: of thousands, measuring takes as many times as long."""
    rows = block["rows"]
    count = len(rows[0]["rows"]) if len(rows) == 1 and rows[0]["role"] == "table" else len(rows)
    halves = _halves(block) if count > most and not block["beside"] else None
    return [part for half in halves for part in _parts(half, most)] if halves else [block]


def _halves(block: BlockData) -> list[BlockData] | None:
    rows = block["rows"]
    if len(rows) == 1 and rows[0]["role"] == "table":
        middle = len(rows[0]["rows"]) // 2
        parts = rows[0]["rows"][:middle], rows[0]["rows"][middle:]
        upper, lower = ({**block, "rows": [{**rows[0], "rows": part}]} for part in parts)
        return [upper, {**lower, "title": "", "gap": False}] if middle else None
    if len(rows) > 1:
        middle = len(rows) // 2
        return [{**block, "rows": rows[:middle]}, {**block, "title": "", "gap": False, "rows": rows[middle:]}]
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
        halves.append({**block, "rows": [{**rows[0], "cells": own, "role": rows[0]["role"]}]})
    halves[1].update(title="", gap=False)
    return halves


def _template() -> bytes:
    return assets.text("templates", "sheet.typ").encode()
