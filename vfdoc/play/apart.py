"""Those of what rows are counted by that are told one by one: the second of two supporters is in open order.

In: rows, and what is told, `melee_supporter` (how many) and `melee_supporter.2.formation` (of the second).
Out: the situations in which rows are asked of each, and how often rows count that share the limit of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model.mechanics import Modifier, Restated
from vfdoc.play.counting import size
from vfdoc.play.situation import MOST_APART, Known, Situation, subject_of


class ToldAlike(NamedTuple):
    """Those of what is counted that are told alike: how many, and the situation that tells of them."""

    number: int
    situation: Situation


class Apart(NamedTuple):
    """What can be told of each of what rows are counted by: of `per` which `facts`, and by which
    names each is told of which one."""

    per: str
    facts: tuple[str, ...]
    names: tuple[tuple[str, int, str], ...]

    def kinds(self, known: Mapping[str, Known]) -> tuple[ToldAlike, ...]:
        """The kinds that are told; none where nothing is told of one by itself."""
        each: dict[int, dict[str, Known]] = {}
        for name, n, fact in self.names:
            if name in known:
                each.setdefault(n, {})[fact] = known[name]
        count = known.get(self.per, 0.0)
        if not each or not isinstance(count, int | float):
            return ()
        known = {name: value for name, value in known.items() if not name.startswith(f"{self.per}.")}
        last = min(int(count), MOST_APART)
        alike = Counter(tuple(sorted(each.get(n, {}).items())) for n in range(1, last + 1))
        if count > last:
            alike[()] += int(count) - last
        return tuple(ToldAlike(many, Situation({**known, **dict(told)})) for told, many in alike.items())


def apart(counted: Iterable[str], facts: Iterable[str]) -> tuple[Apart, ...]:
    """Of all that rows are counted by what can be told of each: the facts of a supporter of a
    `melee_supporter`."""
    known, found = tuple(facts), []
    for per in sorted(counted):
        own = tuple(fact for fact in known if fact.partition(".")[0] == subject_of(per))
        names = (
            (f"{per}.{n}.{fact.partition('.')[2]}", n, fact) for n in range(1, MOST_APART + 1) for fact in own
        )
        if own:
            found.append(Apart(per, own, tuple(names)))
    return tuple(found)


class Shared(NamedTuple):
    """How often rows count that share a limit, by id; those of which the last time counts in part, as they
    are limited then; and those of which no one limit is known."""

    times: Mapping[str, int]
    cut: Mapping[str, Modifier]
    unclear: tuple[Modifier, ...]


def shared(
    rows: Sequence[Modifier],
    times: Mapping[str, int],
    replaces: Sequence[Restated],
    by_id: Mapping[str, Modifier],
) -> Shared:
    """How often these rows count, each of others of what they are counted by, where one that takes the place
    of another shares its limit: those first that add most for what they take of it."""
    found, cut, unclear = dict(times), dict[str, Modifier](), list[Modifier]()
    for group in _groups(rows, replaces):
        if len(group) < 2 or len({row.cap for row in group} - {None}) == 1:
            continue  # one shared by name is counted by that
        whole = _whole(group, replaces, by_id)
        if whole is None:
            unclear += group[:1]
            continue
        shares = {row.id: _share(row, whole) for row in group if row.limit is not None}
        left, worth = Fraction(1), {id: Fraction(size(by_id[id])) / share for id, share in shares.items()}
        for level in sorted(set(worth.values()), reverse=True):
            same = sorted((id for id in worth if worth[id] == level), key=shares.__getitem__, reverse=True)
            wanted = {id: found[id] for id in same}
            for id in same:  # whole ones first, and then what is left of one of which a part can count
                found[id] = min(wanted[id], int(left / shares[id]))
                left -= found[id] * shares[id]
            for id in same:
                row = next(row for row in group if row.id == id)
                if left and found[id] < wanted[id] and row.limit is not None and row.limit.of == "amount":
                    most = int(row.limit.most * (found[id] * shares[id] + left))
                    cut[id] = replace(row, limit=row.limit._replace(most=most))
                    found[id], left = found[id] + 1, Fraction(0)
    return Shared(found, cut, tuple(unclear))


def _groups(rows: Sequence[Modifier], replaces: Iterable[Restated]) -> Iterator[list[Modifier]]:
    """The rows that take the place of one another, or of the same row, with it."""
    of = {row.id: row.id for row in rows}
    for row, other in replaces:
        if row in of:
            one, instead = of[row], of.setdefault(other, other)
            of = {id: instead if group == one else group for id, group in of.items()}
    for group in dict.fromkeys(of.values()):
        found = [row for row in rows if of[row.id] == group]
        if found:
            yield found


def _whole(
    group: Sequence[Modifier], replaces: Iterable[Restated], by_id: Mapping[str, Modifier]
) -> tuple[int, int] | None:
    """The limit that these rows share, in units and as an amount of the row that the others replace; None
    where what they say of it is not known to be one limit."""
    ids = {row.id for row in group}
    replaced = [by_id[other] for row, other in replaces if row in ids and other in by_id]
    limits = [(row.limit.of, row.limit.most) for row in (*group, *replaced) if row.limit is not None]
    units = {most for of, most in limits if of == "units"}
    amounts = {most for of, most in limits if of == "amount"}
    each = {size(row) for row in replaced}
    if any(not size(row) for row in group):
        return None
    if (
        len(units) > 1
        or len(amounts) > 1
        or len(each) > 1
        or any(of not in ("units", "amount") for of, _ in limits)
    ):
        return None
    if units and amounts and {step * most for step in each for most in units} != amounts:
        return None
    return max(units, default=0), max(amounts, default=0)


def _share(row: Modifier, whole: tuple[int, int]) -> Fraction:
    """How much of the limit a row takes each time that it counts."""
    units, amount = whole
    assert row.limit is not None
    return Fraction(1, units) if row.limit.of == "units" else Fraction(size(row)) / amount
