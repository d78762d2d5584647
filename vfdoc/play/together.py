"""Which rows can hold at once, and the sums that they can come to.

In: tables and rows. Two rows can hold at once where some situation lets both: what a fact implies (who won
a melee is in that phase) is counted in. Rows of which each two can are taken to hold all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

from vfdoc.model.mechanics import Choice, Condition, Flag, Modifier, Number, leaves_of
from vfdoc.play.situation import Known, Situation, may_hold, tried
from vfdoc.play.tables import Tables

_MOST_STATES = 4096
_MOST_TORN = 16  # rows that exclude some other; of more the sum of all is taken
_NEITHER = "\0neither"  # a value of a choice that no row names


def sums_of(tables: Tables, rows: Iterable[Modifier]) -> tuple[int, int]:
    """The least and the most that what these rows add can come to, each counted once."""
    added = [row for row in rows if isinstance(row.amount, int | float)]
    least = _largest(tables, [row for row in added if _size(row) < 0])
    return -least, _largest(tables, [row for row in added if _size(row) > 0])


def together(tables: Tables, one: Modifier, other: Modifier) -> bool:
    """Whether two rows can hold at once; of conditions with too many facts it is taken that they can."""
    values: dict[str, list[Known]] = {}
    for name, found in (*tried(one.when), *tried(other.when)):
        values.setdefault(name, []).extend(found)
    for name in values:
        if any(isinstance(leaf, Choice) and leaf.fact == name for leaf in _leaves(one, other)):
            values[name].append(_NEITHER)
    states = product(*(dict.fromkeys(found) for found in values.values()))
    for n, state in enumerate(islice(states, _MOST_STATES + 1)):
        known = _with_implied(tables, dict(zip(values, state, strict=True)))
        if n == _MOST_STATES:
            return True
        if known is not None and all(may_hold(row.when, Situation(known)) for row in (one, other)):
            return True
    return False


def _with_implied(tables: Tables, state: Mapping[str, Known]) -> dict[str, Known] | None:
    """A situation with what its facts imply; None where that cannot be."""
    known = dict(state)
    for name, value in state.items():
        fact = tables.facts.get(name)
        for implied, wanted in fact.implies if fact is not None and value is True else ():
            if known.setdefault(implied, wanted) != wanted:
                return None
    for stated in tables.values.values():
        holds = any(known.get(name) == wanted for name, wanted in stated.implies)
        if holds and any(known.setdefault(name, wanted) != wanted for name, wanted in stated.implies):
            return None
    return known


def _largest(tables: Tables, rows: Sequence[Modifier]) -> int:
    """The largest sum of sizes of rows of which each two can hold at once."""
    apart = {
        (a, b)
        for a, one in enumerate(rows)
        for b, other in enumerate(rows)
        if a < b and not together(tables, one, other)
    }
    torn = sorted({n for pair in apart for n in pair})
    if len(torn) > _MOST_TORN:
        return sum(abs(_size(row)) for row in rows)
    free = sum(abs(_size(row)) for n, row in enumerate(rows) if n not in torn)

    def best(at: int, taken: tuple[int, ...]) -> int:
        if at == len(torn):
            return sum(abs(_size(rows[n])) for n in taken)
        n = torn[at]
        without = best(at + 1, taken)
        if any((min(n, m), max(n, m)) in apart for m in taken):
            return without
        return max(without, best(at + 1, (*taken, n)))

    return free + best(0, ())


def _size(row: Modifier) -> int:
    return int(row.amount) if isinstance(row.amount, int | float) else 0


def _leaves(*rows: Modifier) -> list[Flag | Choice | Number]:
    conditions: list[Condition | None] = [row.when for row in rows]
    return [leaf for when in conditions for leaf in leaves_of(when)]
