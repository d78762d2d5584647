"""Which rows can hold at once, and the sums that they can come to.

In: tables and rows. Two rows can hold at once where some situation lets both: what a fact implies (who won
a melee is in that phase) is counted in. Rows of which each two can are taken to hold all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product

from vfdoc.model.mechanics import Choice, Condition, Flag, Modifier, Number, leaves_of
from vfdoc.play.conditions import may_hold, tried
from vfdoc.play.situation import Known, Situation, agrees
from vfdoc.play.tables import Tables

_MOST_STATES = 4096
_MOST_TORN = 16  # rows that exclude some other; more are taken to hold all at once
_NEITHER = "\0neither"  # a value of a choice that no row names


def sums_of(tables: Tables, rows: Iterable[Modifier]) -> frozenset[int]:
    """The sums that what these rows add can come to, each counted once; 0 is that of none."""
    added = [row for row in rows if _size(row)]
    apart = {
        (a, b)
        for a, one in enumerate(added)
        for b, other in enumerate(added)
        if a < b and not together(tables, one, other)
    }
    torn = sorted({n for pair in apart for n in pair})
    if len(torn) > _MOST_TORN:
        torn = []
    found = {0}
    for n, row in enumerate(added):
        if n not in torn:
            found |= {total + _size(row) for total in found}

    def beside(at: int, taken: tuple[int, ...]) -> Iterator[int]:
        if at == len(torn):
            yield sum(_size(added[n]) for n in taken)
            return
        n = torn[at]
        yield from beside(at + 1, taken)
        if not any((m, n) in apart for m in taken):
            yield from beside(at + 1, (*taken, n))

    return frozenset(total + more for more in set(beside(0, ())) for total in found)


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
            if not agrees(known.setdefault(implied, wanted), wanted):
                return None
    for stated in tables.values.values():
        holds = any(known.get(name) == wanted for name, wanted in stated.implies)
        if holds and any(known.setdefault(name, wanted) != wanted for name, wanted in stated.implies):
            return None
    return known


def _size(row: Modifier) -> int:
    return int(row.amount) if isinstance(row.amount, int | float) else 0


def _leaves(*rows: Modifier) -> list[Flag | Choice | Number]:
    conditions: list[Condition | None] = [row.when for row in rows]
    return [leaf for when in conditions for leaf in leaves_of(when)]
