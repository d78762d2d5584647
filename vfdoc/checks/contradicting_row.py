"""Two rows that give different amounts for the same case, or a row stated otherwise than it was read.

The player cannot know which one counts. Evidence: the same kind of change of the same value under the
same condition, by two amounts or with two limits, on two lines of one table or sheet. Of a stated row
(`mechanics.toml`), which is the one that is played: the words that it is bound to were wholly read, as
another change or under another condition; a note, for who states a row has read them too.

Bad:  Shaken -1 … Shaken -2
Good: Shaken -1 … Shaken and outflanked -2
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook
from vfdoc.model.mechanics import HalfOf, Modifier, ValueOf
from vfdoc.model.place import at_line
from vfdoc.verdicts.conditions import equivalent
from vfdoc.verdicts.stated_twice import rows_by_case


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
                named=(*_values(row), *_values(first)),
            )
    yield from _against_the_reading(rulebook, graph)


def _against_the_reading(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each stated row in whose place another was read."""
    mechanics = rulebook.mechanics
    stated = {row.id: row for row in mechanics.modifiers} if mechanics is not None else {}
    for id, read in mechanics.replaced if mechanics is not None else ():
        row = stated.get(id)
        if row is None or read.status != "executable" or row.status != "executable" or _same(row, read):
            continue
        told = f"{row.of} {_amount(row)}" + (", in other cases" if _alike(row, read) else "")
        yield at_line(
            rulebook,
            graph.sections[row.section],
            (read.line, read.column),
            "contradicting-row",
            "note",
            f"mechanics.toml states {told}; the words were read as {read.of} {_amount(read)}",
            remedy="the stated row is played; set it right where the words are",
            related=(Related(read.section, read.line, read.condition),),
            named=tuple(filter(None, (row.of, *_values(row), read.of, *_values(read)))),
        )


def _same(row: Modifier, read: Modifier) -> bool:
    return _alike(row, read) and row.per == read.per and equivalent(row.when, read.when)


def _alike(row: Modifier, read: Modifier) -> bool:
    return (row.of, row.operation, row.amount) == (read.of, read.operation, read.amount)


def _values(row: Modifier) -> tuple[str, ...]:
    """The values of the game that are said with a row's amount."""
    return (row.amount.value,) if isinstance(row.amount, HalfOf | ValueOf) else ()


def _amount(row: Modifier) -> str:
    """What a row changes by, in short."""
    most = f" (at most {row.limit.most} {row.limit.of})" if row.limit else ""
    if isinstance(row.amount, HalfOf):
        return f"half the {row.amount.value}{most}"
    if isinstance(row.amount, ValueOf):
        return f"{row.amount.times:+d} × {row.amount.value}{most}"
    if row.amount is None:
        return f"{row.operation}{most}"
    return (f"{row.amount:+g}" if row.operation in ("add", "dice") else f"{row.amount:g}") + most
