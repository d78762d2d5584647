"""Which of an edition's rows are executed: a text says the same thing in several places.

In: mechanics, whose rows are as stated. Out: each row that is not executed, with the one that stands
for it. A row that another place restates, whole or for a narrower case, counts once; where
the rules and their sheet say different things of the same facts, the rules go first. Questions, notes
and worked examples are never in force. Two rows of one place (a section, a table) are two rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from vfdoc.match.conditions import equivalent, implies
from vfdoc.model import Fault
from vfdoc.model.mechanics import Flag, Mechanics, Modifier, Not, Restated, leaves_of

_RANK = {"rules": 0, "sheet": 1}
_MOST = 400  # rows of one value and operation that a row is held against; no game has as many


def restated(mechanics: Mechanics, faults: Iterable[Fault] = ()) -> tuple[Restated, ...]:
    """The rows of `mechanics` that others stand for, in the order of the text. Where an erratum of
    `faults` says that a sheet's words prevail over the rules, they do."""
    prevailing = {(fault.section, fault.text) for fault in faults if fault.prevails}
    stated = [m for m in mechanics.modifiers if m.of is not None and m.origin in _RANK]
    stated.sort(key=lambda m: ((m.section, m.condition) not in prevailing, _RANK[m.origin]))
    covering = {covered: value.id for value in mechanics.values for covered in value.covers}
    kept: dict[tuple[str | None, str], list[Modifier]] = defaultdict(list)
    replaced: dict[str, str] = {}
    for row in stated:
        alike = kept[row.of, row.operation]
        wider = kept[covering.get(row.of or ""), row.operation]
        better = next((other for other in (*alike[:_MOST], *wider[:_MOST]) if _stands_for(other, row)), None)
        if better is not None:
            replaced[row.id] = better.id
            continue
        same_origin = (other for other in alike[:_MOST] if row.origin == other.origin)
        for narrower in [other for other in same_origin if _stands_for(row, other)]:
            alike.remove(narrower)
            replaced[narrower.id] = row.id
        alike.append(row)
    return tuple(Restated(m.id, replaced[m.id]) for m in mechanics.modifiers if m.id in replaced)


def once(mechanics: Mechanics) -> tuple[Restated, ...]:
    """The rows in force that count only where another did not apply: the same change for a fact in common,
    stated in two sections in other words ("light infantry that moves in a complex way", "light infantry
    that enters a wood"). The fact is a flag, and both conditions can hold at once."""
    idle = {row for row, _ in mechanics.restated}
    groups: dict[tuple[object, ...], list[Modifier]] = defaultdict(list)
    found: list[Restated] = []
    for row in mechanics.modifiers:
        if row.of is None or row.origin not in _RANK or row.id in idle:
            continue
        group = groups[row.of, row.operation, *_says(row)]
        flags = _flags(row)
        found += [
            Restated(row.id, other.id)
            for other in group[:_MOST]
            if other.section != row.section and flags & _flags(other) and _together(row, other)
        ]
        group.append(row)
    return tuple(found)


def _flags(row: Modifier) -> frozenset[str]:
    return frozenset(leaf.fact for leaf in leaves_of(row.when) if isinstance(leaf, Flag))


def _together(row: Modifier, other: Modifier) -> bool:
    """Whether both can apply at once."""
    return row.when is None or other.when is None or not implies(row.when, Not(other.when))


def _stands_for(row: Modifier, other: Modifier) -> bool:
    """Whether `row` says what `other` says, of as many cases or more, or says it with more right.

    "Shaken, or supported by shaken units" covers "shaken", and "in the general's radius" what is added
    there to a desperate charge; what counts in every case covers nothing narrower, for it comes from
    elsewhere (an officer's own bonus).
    """
    if row.section == other.section and row.document == other.document:
        apart = row.line != other.line and _alike(row, other)
        return apart and set(row.facts) == set(other.facts) and equivalent(row.when, other.when)
    overrules = row.origin != other.origin  # the rules, or a sheet whose words prevail, were met first
    alike = _alike(row, other)
    if not (alike or overrules):
        return False
    asked, also = set(row.facts), set(other.facts)
    if alike:
        if asked == also and equivalent(row.when, other.when):
            return True
        if asked and also and (also <= asked or asked <= also) and implies(other.when, row.when):
            return True
        if overrules and asked & also and (implies(other.when, row.when) or implies(row.when, other.when)):
            return True
    return overrules and row.per == other.per and asked == also


def _alike(row: Modifier, other: Modifier) -> bool:
    """Whether two rows of one operation make the same change."""
    same = row.amount == other.amount and row.unit == other.unit and row.per == other.per
    return same and (row.operation != "reroll" or row.limit == other.limit)


def _says(row: Modifier) -> tuple[object, ...]:
    return row.amount, row.unit, row.per, row.limit if row.operation == "reroll" else None
