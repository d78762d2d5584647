"""A sheet set on paper by Typst: the largest type that fits, balanced columns, the pages proved.

A Sheet and a plan come in; the PDF and what was done to make it fit come out. Heights are measured by
the same template that prints, so what is measured is what is set.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.sheet import Sheet, SheetPlan, SheetRow
from vfdoc.sheet.fitting import fitted, largest_on, uneven
from vfdoc.sheet.layout_blocks import printed
from vfdoc.sheet.proof import missing_glyphs, prove
from vfdoc.sheet.setter import FONTS, MARGIN, POINTS, Setter

__all__ = ["FONTS", "Fit", "Typeset", "fit_of", "set_as", "typeset"]

_BOX = "\N{WHITE SQUARE}"


class Typeset(NamedTuple):
    """A sheet on paper: the PDF, its type in points, its sides, and what was done to make it fit."""

    pdf: bytes
    size: float
    sides: int
    notes: tuple[str, ...]


class Fit(NamedTuple):
    """How a sheet fits on paper: its type in points, what stands on each side (JSON), the letters that no
    font has, and what was done to make it fit."""

    size: float
    sides: str
    odd: str
    notes: tuple[str, ...]


def typeset(sheet: Sheet, plan: SheetPlan) -> Typeset:
    """The sheet as a tagged PDF (PDF/UA-1), the same bytes each time; InputError where it cannot fit."""
    fit = fit_of(sheet, plan)
    pdf = set_as(sheet, plan, fit)
    sides = json.loads(fit.sides)
    asked = _fewer(sheet, plan, len(sides)) if plan.type and not plan.sides and len(sides) > 1 else ()
    notes = (*fit.notes, *asked, *uneven(sides), *prove(pdf, len(sides), MARGIN * POINTS))
    return Typeset(pdf, fit.size, len(sides), notes)


def _fewer(sheet: Sheet, plan: SheetPlan, sides: int) -> Iterator[str]:
    """A note on the type at which a sheet would take a side less than at the one that was asked for, and on
    the one at which it would fill those that it takes."""
    setter = Setter(plan, sheet)
    least, most = largest_on(sheet, sides - 1, setter), largest_on(sheet, sides, setter)
    hold = f", which hold {most:g} pt" if most > plan.type else ""
    if least:
        fewer = "1 side" if sides - 1 == 1 else f"{sides - 1} sides"
        told = f"at {plan.type:g} pt it takes {sides} sides{hold}"
        yield f"{told}; {fewer} would do at {least:g} pt"


def fit_of(sheet: Sheet, plan: SheetPlan) -> Fit:
    """How a sheet fits, whatever its fingerprint; InputError where it does not."""
    if not sheet.panels:
        raise InputError(
            sheet.edition, "states nothing that a sheet could hold", "see `vfdoc tables` for what was read"
        )
    odd = missing_glyphs(_letters(sheet), FONTS)
    notes = [f"no font has {', '.join(f'U+{ord(c):04X}' for c in odd)}: a box stands for it"] if odd else []
    sheet = _boxed(sheet, odd)
    sides = plan.sides if plan.sides or plan.type else 0
    size, sides_of, dropped = fitted(sheet, plan, sides, Setter(plan, sheet))
    return Fit(size, json.dumps(sides_of), odd, (*notes, *dropped))


def set_as(sheet: Sheet, plan: SheetPlan, fit: Fit) -> bytes:
    """The sheet as PDF, its pages as they were found to fit."""
    sheet = _boxed(sheet, fit.odd)
    return Setter(plan, sheet).pdf(sheet, fit.size, json.loads(fit.sides))


def _boxed(sheet: Sheet, odd: str) -> Sheet:
    """The sheet with a box for every letter that no font has: a tagged PDF may hold no other."""
    if not odd:
        return sheet
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
