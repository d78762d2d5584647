"""How often rows count: by what they are counted by, up to their limits, and in the place of one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from vfdoc.model.mechanics import Modifier, Restated
from vfdoc.play.situation import Situation


def told_count(row: Modifier, situation: Situation) -> int:
    """How often a row counts by itself: once, or as often as what it is counted by is there, up to its own
    limit of units."""
    count = _unlimited(row, situation)
    if row.per is not None and row.limit is not None and row.limit.of == "units":
        count = min(count, row.limit.most)
    return count


def _unlimited(row: Modifier, situation: Situation) -> int:
    """How often a row would count if nothing limited it."""
    if row.per is None:
        return 1
    told = situation.known.get(row.per, 0.0)
    count = int(told) if isinstance(told, int | float) else 0
    if row.every > 1 or row.beyond:
        count = max(0, count - row.beyond)
        count = -(-count // row.every) if row.part else count // row.every
    return count


def beyond_limit(row: Modifier, times: int, situation: Situation) -> str:
    """Why not all of what a row is counted by counts, where it counts so many times; "" where all does."""
    if row.per is None or row.limit is None or row.limit.of not in ("units", "amount"):
        return ""
    told, most = _unlimited(row, situation), row.limit.most
    each = size(row) if row.limit.of == "amount" else 0
    counted = min(times, int(most // each)) if each and not cut_in_a_step(row, times) else times
    if counted >= told:
        return ""
    where = f"no more than {most} in all ({row.cap or row.section})"
    return f"{told - counted} of {told} not counted: {where}" if counted else where


def counts(rows: Sequence[Modifier], told: Mapping[str, int]) -> dict[str, int]:
    """How often each of these rows counts, by id, of so often by itself, where those that share a limit come
    to no more than that together: those first that change most."""
    found = dict(told)
    shared: dict[str, list[Modifier]] = defaultdict(list)
    for row in rows:
        if row.cap is not None and row.limit is not None:
            shared[row.cap].append(row)
    for together in shared.values():
        left = min(row.limit.most for row in together if row.limit is not None)
        for row in sorted(together, key=size, reverse=True):
            found[row.id] = min(found[row.id], left)
            left -= found[row.id]
    return found


def limited(row: Modifier, amount: Fraction, of: Fraction = Fraction(0)) -> Fraction:
    """What a row changes in all, no more than its limit: of an amount, or of halves of what the value is
    before it (`of`)."""
    if row.limit is None or row.limit.of not in ("amount", "halves"):
        return amount
    most = Fraction(row.limit.most) if row.limit.of == "amount" else of * row.limit.most / 2
    return max(min(amount, most), -most)


def cut_in_a_step(row: Modifier, times: int) -> bool:
    """Whether a limit of an amount ends within a step: "+2 each, 3 at most", of two or more."""
    if row.limit is None or row.limit.of != "amount" or not isinstance(row.amount, int | float):
        return False
    return bool(row.amount) and abs(row.amount) * times > row.limit.most and row.limit.most % row.amount != 0


def replaced_by(rows: Iterable[Modifier], replaces: Iterable[Restated]) -> dict[str, Modifier]:
    """By the id of each of these rows that does not count the row that counts in its place."""
    known = {row.id: row for row in rows}
    return {other: known[row] for row, other in replaces if row in known and other in known}


def size(row: Modifier) -> float:
    """How much a row changes each time that it counts, where that is a number."""
    return abs(row.amount) if isinstance(row.amount, int | float) else 0.0
