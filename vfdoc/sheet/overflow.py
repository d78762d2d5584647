"""The overflow of a sheet: what is taken from one that does not fit, in order, each step with its note."""

from __future__ import annotations

from dataclasses import replace

from vfdoc.model.sheet import Sheet, SheetCell, SheetPanel, SheetPlan, SheetRow
from vfdoc.sheet.prose import first_sentence

_LAST = ("tests", "values", "moves", "sequence")  # these go only where nothing else is left
_FIRST = ("conventions", "army", "victory", "lookups", "terrain", "special", "results", "actions", "morale")


def overflow_steps(sheet: Sheet, plan: SheetPlan) -> list[tuple[Sheet, str]]:
    """What is done in turn to make a sheet fit: panels in words are cut to their first sentences, then
    panels go, the least needed first."""
    present = [panel.id for panel in sheet.panels]
    order = [id for id in (*plan.drop, *_FIRST, *reversed(present)) if id in present and id not in _LAST]
    order = list(dict.fromkeys((*order, *(id for id in reversed(_LAST) if id in present))))
    found: list[tuple[Sheet, str]] = []
    now = sheet
    for id in order:
        panels = tuple(_shrunk(panel) if panel.id == id else panel for panel in now.panels)
        if panels != now.panels:
            now = replace(now, panels=panels)
            found.append((now, f"{id}: cut to first sentences, to fit"))
    for id in order[:-1]:
        now = replace(now, panels=tuple(panel for panel in now.panels if panel.id != id))
        found.append((now, f"{id}: left out, to fit"))
    return found


def _shrunk(panel: SheetPanel) -> SheetPanel:
    rows = tuple(_shrunk_row(row) if row.role == "prose" else row for row in panel.rows)
    return panel._replace(rows=rows)


def _shrunk_row(row: SheetRow) -> SheetRow:
    last: SheetCell = row.cells[-1]
    return row._replace(cells=(*row.cells[:-1], last._replace(text=first_sentence(last.text))))
