"""The plan of a sheet, and the army that it is for, validated: all that they name is in the rules.

A misspelt name would fill a panel with nothing, and nobody would be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from vfdoc.model import InputError, Rulebook
from vfdoc.model.mechanics import Mechanics
from vfdoc.model.sheet import PanelPlan, SheetPlan, Unit
from vfdoc.sheet.build_sheet import DEFAULT_PANELS

_FILLED = (*DEFAULT_PANELS, "army")


def validate_plan(plan: SheetPlan, book: Rulebook) -> None:
    """An InputError where a panel names a test, value, table or section that the rules do not have, or has a
    name by which nothing fills it and nothing of its own."""
    mechanics = book.mechanics or Mechanics(book.edition.id)
    of = {each.id for some in (mechanics.tests, mechanics.values, mechanics.lookups) for each in some}
    of |= {each.id for some in (mechanics.opposed, mechanics.conventions) for each in some}
    of |= {row.of for row in mechanics.modifiers if row.of}
    anchors = {section.anchor for section in book.sections()}
    for panel in plan.panels:
        where = f"{book.edition.id}: [sheet] panel {panel.id!r}"
        if not is_filled(panel):
            raise _unknown(where, "has a name that fills nothing, and no rows of its own", panel.id, _FILLED)
        for name in panel.of:
            if name not in of:
                raise _unknown(where, f"of names {name!r}, which is no test, value or table", name, of)
        for key in ("chapters", "without", "gather"):
            for name in getattr(panel, key):
                if name not in anchors:
                    raise _unknown(where, f"{key} names {name!r}, which is no section", name, anchors)


def unknown_units(units: Sequence[Unit], book: Rulebook) -> Iterator[str]:
    """A note on each name of an army that the rules never say: a unit without a profile, a special rule."""
    said = " ".join(document.source.text for document in book.documents).casefold()
    for name in dict.fromkeys(name for unit in units for name in _asked(unit)):
        if name.casefold() not in said:
            yield f"--army: {name!r} is no profile and no special rule of {book.edition.id}"


def _asked(unit: Unit) -> tuple[str, ...]:
    return unit.rules if unit.profile else (unit.name,)


def is_filled(panel: PanelPlan) -> bool:
    """Whether anything fills a panel: its name, or what it has of its own."""
    return panel.id in _FILLED or _own(panel)


def _own(panel: PanelPlan) -> bool:
    return bool(panel.of or panel.chapters or panel.rows or panel.tables or panel.gather)


def _unknown(where: str, what: str, name: str, known: Iterable[str]) -> InputError:
    near = get_close_matches(name, sorted(known), 1)
    return InputError(where, what, f"did you mean {near[0]!r}?" if near else "see `vfdoc tables` and `parse`")
