"""Two rows of a table or sheet that give different amounts for the same case.

The player cannot know which one counts. Evidence: the same kind of change of the same value under the
same condition, by two amounts or with two limits, on two lines of one table or sheet.

Bad:  Shaken -1 … Shaken -2
Good: Shaken -1 … Shaken and outflanked -2
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.match.stated_twice import rows_by_case
from vfdoc.model import Finding, Related, Rulebook
from vfdoc.model.mechanics import HalfOf, Modifier
from vfdoc.model.place import at_line


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each row that says otherwise than the first of its case."""
    for first, *others in rows_by_case(rulebook):
        for row in others:
            if (row.amount, row.limit) == (first.amount, first.limit):
                continue
            yield at_line(
                rulebook,
                graph.sections[row.section],
                (row.line, row.column),
                "contradicting-row",
                "warning",
                f"{_amount(row)} here, {_amount(first)} in line {first.line}, under the same condition",
                remedy="keep the one that is meant, or say in which case each counts",
                related=(Related(first.section, first.line, first.condition),),
            )


def _amount(row: Modifier) -> str:
    """What a row changes by, in short."""
    most = f" (at most {row.limit.most} {row.limit.of})" if row.limit else ""
    if isinstance(row.amount, HalfOf):
        return f"half the {row.amount.value}{most}"
    if row.amount is None:
        return f"{row.operation}{most}"
    return (f"{row.amount:+g}" if row.operation in ("add", "dice") else f"{row.amount:g}") + most
