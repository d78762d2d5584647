"""A row of a table or sheet that says what another of its rows has said.

A player who reads both counts the change twice; who changes one forgets the other. Evidence: the same
change of the same value under the same condition, on two lines of one table or sheet. What the rules
say in their prose and again in a table or on a sheet is no fault.

Bad:  Shaken -1 … Attacker is shaken -1
Good: Shaken -1
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook
from vfdoc.model.mechanics import Modifier
from vfdoc.model.place import at_line
from vfdoc.verdicts.stated_twice import rows_by_case


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each row that repeats an earlier one."""
    for rows in rows_by_case(rulebook):
        first: dict[object, Modifier] = {}
        for row in rows:
            earlier = first.setdefault((row.amount, row.limit), row)
            if earlier is row:
                continue
            yield at_line(
                rulebook,
                graph.sections[row.section],
                (row.line, row.column),
                "duplicate-row",
                "note",
                f"line {earlier.line} has said so already, of the same condition",
                remedy="keep one of them",
                related=(Related(earlier.section, earlier.line, earlier.condition),),
            )
