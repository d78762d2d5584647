"""A sheet set on paper by Typst: the largest type that fits, balanced columns, the pages proved.

A Sheet and a plan come in; the PDF and what was done to make it fit come out. Heights are measured by
the same template that prints, so what is measured is what is set.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.sheet import Sheet, SheetPlan, SheetRow
from vfdoc.output.sheet.fitting import fitted, uneven
from vfdoc.output.sheet.pieces import printed
from vfdoc.output.sheet.proof import missing_glyphs, prove
from vfdoc.output.sheet.setter import FONTS, MARGIN, POINTS, Setter

__all__ = ["FONTS", "Typeset", "typeset"]

_BOX = "\N{WHITE SQUARE}"


class Typeset(NamedTuple):
    """A sheet on paper: the PDF, its type in points, its sides, and what was done to make it fit."""

    pdf: bytes
    size: float
    sides: int
    notes: tuple[str, ...]


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
    setter = Setter(plan, sheet)
    kept, size, sides_of, dropped = fitted(sheet, plan, sides, setter)
    pdf = setter.pdf(kept, size, sides_of)
    notes += [*dropped, *uneven(sides_of), *prove(pdf, len(sides_of), MARGIN * POINTS)]
    return Typeset(pdf, size, len(sides_of), tuple(notes))


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
