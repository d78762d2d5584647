"""A limit that the steps of its row never reach.

Two by two nobody comes to three: a player cannot tell whether the second step counts whole, in part
or not at all. Evidence: a row that counts by something, whose limit on the amount is no multiple of
one step. A limit on how many are counted ("up to 3 units") is met always.

Bad:  +2 melee value per supporting unit (max +3)
Good: +2 melee value per supporting unit (max +4)
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.mechanics import Modifier
from vfdoc.model.place import at_line


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each such row that was read of the rules and sheets."""
    for row in rulebook.mechanics.modifiers if rulebook.mechanics else ():
        step = _step(row)
        if row.limit is None or not step or row.limit.most % step == 0 or row.stated == "edition":
            continue
        below = int(row.limit.most // step * step)
        yield at_line(
            rulebook,
            graph.sections[row.section],
            (row.line, row.column),
            "limit-never-met",
            "warning",
            f"steps of {step:g} never make {row.limit.most}",
            remedy=f"limit it to {below} or {below + step:g}" if below else f"limit it to {step:g}",
        )


def _step(row: Modifier) -> float:
    """The size of one step; 0 where the limit is not one of the amount."""
    if row.limit is None or row.limit.of != "amount" or not isinstance(row.amount, int | float):
        return 0
    return abs(row.amount)
