"""The largest type at which a sheet fits on its sides, and what stands on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vfdoc.model import InputError
from vfdoc.model.sheet import SMALLEST_TYPE, Sheet, SheetPlan
from vfdoc.sheet.columns import LayoutBlock, half_empty, height_of
from vfdoc.sheet.overflow import overflow_steps
from vfdoc.sheet.setter import GAP, Measured, Setter, SideData
from vfdoc.sheet.sides import SheetSide, arranged

_SIZES = (11.0, 10.5, 10.25, 10.0, 9.75, 9.5, 9.25, 9.0, 8.75, 8.5, 8.25, SMALLEST_TYPE)
_EASY = 9.0  # points: the type for which the number of sides is chosen where nobody says it
_SIDES_AT_MOST = 40
_GROWTH = 1.5  # the power by which a sheet grows with its type, at the least
_SCALE = 1.7  # and about
_LOOSE = 0.955  # of the room of several sides: what is fuller must part panels where it looks bad
_AIR = 2.6  # points by which the rows of a column may be let out, each
_GAP_MORE = 7.0  # points by which the gaps between panels may be
_TO_GAPS = 0.4  # of what a column lacks, what goes to its gaps


def fitted(
    sheet: Sheet, plan: SheetPlan, sides: int, setter: Setter
) -> tuple[float, list[SideData], list[str]]:
    """The type at which a sheet fits, its sides, and what was taken from it to that end."""
    sizes = (plan.type,) if plan.type else _SIZES
    dropped: list[str] = []
    now = sheet
    for change in (None, *overflow_steps(sheet, plan)):
        if change is not None:
            now, said = change
            dropped.append(said)
        found = _largest(now, sizes, sides, setter)
        if found is not None:
            return *found, dropped
    needed = _largest(sheet, (sizes[-1],), 0, setter)
    remedy = "name fewer panels with --panels, or a larger paper"
    if needed is not None:
        remedy = f"{len(needed[1])} sides would do at {sizes[-1]:g} pt; or name fewer panels with --panels"
    raise InputError(sheet.edition, f"cannot fit on {sides} side{'s' if sides > 1 else ''}", remedy)


def largest_on(sheet: Sheet, sides: int, setter: Setter) -> float:
    """The largest type at which the whole of a sheet fits on so many sides; 0 where none is small enough."""
    found = _largest(sheet, _SIZES, sides, setter)
    return found[0] if found is not None else 0.0


def _largest(
    sheet: Sheet, sizes: Sequence[float], sides: int, setter: Setter
) -> tuple[float, list[SideData]] | None:
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
    found = _columns(sheet, sizes[at], sides, setter)
    while found is None and at + 1 < len(sizes):
        at += 1
        found = _columns(sheet, sizes[at], sides, setter)
    if found is None:
        return None
    while at and _may_fit(sheet, sizes[at], sizes[at - 1], sides, setter):
        larger = _columns(sheet, sizes[at - 1], sides, setter)
        if larger is None:
            break
        at, found = at - 1, larger
    return sizes[at], found


def _guess(sheet: Sheet, sizes: Sequence[float], sides: int, setter: Setter) -> int:
    """The place of the size at which a sheet should fit: the largest for which its heights at a likely one,
    grown or shrunk, do. A measuring by Typst costs more than all else."""
    likely = setter.likely(sheet, sides)
    first = min(sizes, key=lambda size: abs(size - likely))
    found = setter.measured(sheet, first)
    fits = (_arranged(_scaled(found, (size / first) ** _SCALE), size, sides, setter) for size in sizes)
    return next((at for at, sides_of in enumerate(fits) if sides_of is not None), len(sizes) - 1)


def _may_fit(sheet: Sheet, size: float, larger: float, sides: int, setter: Setter) -> bool:
    """Whether a sheet might fit at a larger size too: it grows faster than its type."""
    found = _scaled(setter.measured(sheet, size), (larger / size) ** _GROWTH)
    return _arranged(found, larger, sides, setter) is not None


def _scaled(found: Measured, scale: float) -> Measured:
    """Blocks as if all of them were so much higher."""
    heights = [LayoutBlock(block.height * scale, block.first, block.title * scale) for block in found.heights]
    return found._replace(heights=heights)


def _filled(found: Measured, sides: int, setter: Setter) -> tuple[float, float]:
    """How high a sheet stands in one column, and how much height all its columns have."""
    across, (first, other) = setter.columns(), found.rooms
    taken = [
        h.height * (across if p["wide"] else 1) for p, h in zip(found.blocks, found.heights, strict=True)
    ]
    return sum(taken), across * (first + other * (sides - 1))


def _arranged(found: Measured, size: float, sides: int, setter: Setter) -> list[SheetSide] | None:
    """Where the blocks stand, or None where they do not fit."""
    height, room = _filled(found, sides, setter)
    if height > room * (_LOOSE if sides > 1 and size > SMALLEST_TYPE else 1.0):
        return None
    wide = [block["wide"] for block in found.blocks]
    first, other = found.rooms
    return arranged(found.heights, wide, [first] + [other] * (sides - 1), setter.columns(), GAP)


def _columns(sheet: Sheet, size: float, sides: int, setter: Setter) -> list[SideData] | None:
    """What stands on each side, or None where it does not fit."""
    found = setter.measured(sheet, size)
    sides_of = _arranged(found, size, sides, setter)
    if sides_of is None:
        return None
    return [
        {
            "head": [found.blocks[n] for n in side.head],
            "foot": [found.blocks[n] for n in side.foot],
            "columns": _let_out([_column(found, held) for held in side.columns], side.room),
        }
        for side in sides_of
    ]


def _column(found: Measured, places: Sequence[int]) -> dict[str, Any]:
    """A column: its blocks, how high they stand, and how many gaps and rows are between them."""
    held = [dict(found.blocks[n]) for n in places]
    if held and not held[0]["title"]:
        held[0]["title"], held[0]["continued"] = held[0]["name"], True
    gaps = sum(bool(block["gap"]) for block in held[1:])
    rows = sum(len(row.get("rows", (row,))) for block in held for row in block["rows"])
    filled = height_of([found.heights[n] for n in places], 0, len(places), GAP)
    return {"blocks": held, "filled": filled, "gaps": gaps, "rows": rows}


def _let_out(columns: Sequence[dict[str, Any]], room: float) -> list[dict[str, Any]]:
    """The columns of a side, their gaps and rows let out so that all end together, as low as may be."""
    most = max((c["filled"] + c["gaps"] * _GAP_MORE + c["rows"] * _AIR for c in columns), default=0.0)
    height = min(room, most)
    out = []
    for column in columns:
        gaps, rows = column["gaps"], column["rows"]
        left = max(0.0, height - column["filled"])
        gap = min(_GAP_MORE, left * _TO_GAPS / gaps) if gaps else 0.0
        air = min(_AIR, (left - gap * gaps) / rows) if rows else 0.0
        out.append({**column, "room": room, "height": height, "gap": GAP + gap, "air": air})
    return out


def uneven(sides: Sequence[SideData]) -> list[str]:
    """The sides of which a column looks forgotten."""
    return [
        f"side {n}: a column is half empty"
        for n, side in enumerate(sides, start=1)
        if half_empty([c["filled"] for c in side["columns"]], side["columns"][0]["room"])
    ]
