"""The options of `vfdoc sheet`, laid over the plan of an edition's sheet; and the army that it is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.sheet import PanelPlan, Paper, SheetPlan, Unit
from vfdoc.reading.sources import read_source
from vfdoc.sheet.build_sheet import DEFAULT_PANELS

_RULES = re.compile(r"special|rules?|règles?|r[eè]gles sp", re.IGNORECASE)
_RULE_LINE = re.compile(r"^[\s|:+-]*$")
_MARKS = re.compile(r"^[\s*+•–-]+|[*_`]+")
_COUNT = re.compile(r"^\d+\s*[x×]\s*|\s*\(\d+\)$")


class SheetOptions(NamedTuple):
    """The options of `vfdoc sheet`; None where one was not given."""

    paper: Paper | None = None
    landscape: bool = False
    sides: int | None = None
    columns: int | None = None
    size: float | None = None
    panels: str | None = None
    arm: str | None = None
    phase: str | None = None
    army: str | None = None


def with_options(
    plan: SheetPlan, options: SheetOptions, choices: Callable[[str], Sequence[str]]
) -> SheetPlan:
    """The plan of an edition with the options over it; InputError where these name what there is not.

    `choices` gives the values of a choice that the rules know ("arm", "phase")."""
    if options.panels:
        known = plan.panels or tuple(PanelPlan(id) for id in DEFAULT_PANELS)
        plan = replace(plan, panels=tuple(_panel(name, known) for name in _names(options.panels)))
    if options.army:
        units = army(options.army)
        panels = plan.panels or tuple(PanelPlan(id) for id in DEFAULT_PANELS)
        if all(panel.id != "army" for panel in panels):
            panels = (*panels, PanelPlan("army"))
        plan = replace(plan, units=units, panels=panels)
    landscape = options.landscape or plan.landscape
    size = options.size or plan.type
    phases = (*choices("phase"), *(p.phase for p in plan.panels if p.phase)) if options.phase else ()
    return replace(
        plan,
        paper=options.paper or plan.paper,
        landscape=landscape,
        # A size that was asked for goes before the edition's number of sides.
        sides=options.sides or (0 if options.size else plan.sides),
        columns=options.columns or (0 if options.landscape and not plan.landscape else plan.columns),
        type=size,
        arms=_chosen("--arm", options.arm, choices("arm")) if options.arm else (),
        phases=_chosen("--phase", options.phase, phases) if options.phase else (),
    )


def army(file: str) -> tuple[Unit, ...]:
    """The units of an army: a table like the rules' own profiles, or a list of names; InputError where the
    file holds neither."""
    try:
        lines = read_source(Path(file), file).text.split("\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(file, f"cannot be read ({reason})", "check the path") from None
    rows = [cells for line in lines if (cells := _cells(line)) and not _RULE_LINE.match(line)]
    tables = [cells for cells in rows if len(cells) > 1]
    units = _profiled(tables) if tables else [Unit(_plain(cells[0]), ()) for cells in rows]
    units = [unit for unit in units if unit.name]
    if not units:
        raise InputError(file, "names no unit", "list them one a line, or give a table of their profiles")
    return tuple(units)


def _profiled(rows: Sequence[Sequence[str]]) -> list[Unit]:
    head = [_plain(cell) for cell in rows[0]]
    column = next((n for n, name in enumerate(head) if n and _RULES.search(name)), None)
    found = []
    for row in rows[1:]:
        cells = [_plain(cell) for cell in row]
        told = cells[column] if column is not None and column < len(cells) else ""
        rules = tuple(part.strip() for part in re.split(r"[,;]", told) if part.strip())
        found.append(Unit(cells[0], rules, tuple(zip(head, cells, strict=False))))
    return found


def _cells(line: str) -> list[str]:
    line = line.strip()
    if not line or line.startswith("#"):
        return []
    if "|" in line:
        return [cell.strip() for cell in line.strip("|").split("|")]
    return [cell.strip() for cell in line.split("\t")]


def _plain(text: str) -> str:
    return _COUNT.sub("", _MARKS.sub("", text).strip()).strip()


def _names(told: str) -> list[str]:
    return [name for part in told.split(",") if (name := part.strip())]


def _panel(name: str, known: Sequence[PanelPlan]) -> PanelPlan:
    ids = [panel.id for panel in known]
    found = next((panel for panel in known if panel.id == name), None)
    if found is not None:
        return found
    if name in DEFAULT_PANELS or name == "army":
        return PanelPlan(name)
    near = get_close_matches(name, ids, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(ids)}"
    raise InputError(f"--panels {name}", "is no panel of this sheet", remedy)


def _chosen(option: str, told: str, known: Sequence[str]) -> tuple[str, ...]:
    names = tuple(_names(told))
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            there = f"there are {', '.join(dict.fromkeys(known))}" if known else "the rules name none"
            remedy = f"did you mean {near[0]}?" if near else there
            raise InputError(f"{option} {name}", "is not known", remedy)
    return names
