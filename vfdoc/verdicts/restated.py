"""Which of an edition's rows are executed: a text says the same thing in several places.

In: mechanics, whose rows are as stated. Out: each row that is not executed, with the one that stands
for it. A row that was not wholly read stands for none, and none for it. A row that another place
restates, whole or for a narrower case, counts once. Where the
rules and their sheet contradict one another (another amount in the same case, or the same of the opposite
case), the rules go first. Conditions are compared by what they mean, never by the names of their facts:
a square is no column. Questions, notes and worked examples are never in force. Two rows of one place (a
section, a table) are two rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from vfdoc.model.mechanics import Flag, Mechanics, Modifier, Not, Restated, Statement, leaves_of
from vfdoc.verdicts.conditions import differences, equivalent, implies

_RANK = {"rules": 0, "sheet": 1}
_MOST = 400  # rows of one value and operation that a row is held against; no game has as many


def restated(mechanics: Mechanics) -> tuple[Restated, ...]:
    """The rows of `mechanics` that others stand for, in the order of the text. Where an erratum says that a
    sheet's words prevail over the rules, they do."""
    stated = [m for m in mechanics.modifiers if m.status == "executable" and m.origin in _RANK]
    stated = [m for m in stated if not m.replaces]  # it names itself what it takes the place of
    stated.sort(key=lambda m: (not m.prevails, _RANK[m.origin]))
    covering = {covered: value.id for value in mechanics.values for covered in value.covers}
    kept: dict[tuple[str | None, str], list[Modifier]] = defaultdict(list)
    replaced: dict[str, str] = {}
    for row in stated:
        alike = kept[row.of, row.operation]
        wider = kept[covering.get(row.of or ""), row.operation]
        met = (*alike[:_MOST], *wider[:_MOST])
        better = next((other for other in met if _same(other, row)), None)
        better = better or next((other for other in met if _stands_for(other, row)), None)
        if better is not None:
            replaced[row.id] = better.id
            continue
        same_origin = (other for other in alike[:_MOST] if row.origin == other.origin)
        for narrower in [other for other in same_origin if _stands_for(row, other)]:
            alike.remove(narrower)
            replaced[narrower.id] = row.id
        alike.append(row)
    return tuple(Restated(m.id, replaced[m.id]) for m in mechanics.modifiers if m.id in replaced)


def counted_once(mechanics: Mechanics) -> tuple[Restated, ...]:
    """The rows in force that count only where another did not apply: the same change for a fact in common,
    stated in two sections in other words ("light infantry that moves in a complex way", "light infantry
    that enters a wood"). The fact is a flag, and both conditions can hold at once."""
    idle = {row for row, _ in mechanics.restated}
    groups: dict[tuple[object, ...], list[Modifier]] = defaultdict(list)
    found: list[Restated] = []
    for row in mechanics.modifiers:
        if row.status != "executable" or row.origin not in _RANK or row.id in idle:
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


def contradicts(mechanics: Mechanics) -> tuple[Restated, ...]:
    """The rows of the rules and of their sheet that say otherwise than the row that stands for them: another
    amount, or of cases of which that does not speak. What is said of fewer cases is no contradiction, nor is
    what was proposed alone: its condition was not understood."""
    rows, by = {m.id: m for m in mechanics.modifiers}, dict(mechanics.restated)
    found: list[Restated] = []
    for id in by:
        last = _played(id, by)
        row, played = rows[id], rows[last]
        understood = row.status == played.status == "executable"
        same = row.origin == played.origin or (_alike(row, played) and implies(row.when, played.when))
        if understood and not same:
            found.append(Restated(id, last))
    return tuple(found)


def replaces(mechanics: Mechanics) -> tuple[Restated, ...]:
    """The rows that count in the place of others ("it only adds 1"), each with one of those: what adds to the
    same value, counted by the same, where both could count at once; or what an edition states that it
    replaces, or the row that stands for that."""
    by = dict(mechanics.restated)
    played = [
        m for m in mechanics.modifiers if m.status == "executable" and m.origin in _RANK and m.id not in by
    ]
    told_of = ((row, id) for row in played for other in row.replaces for id in (other, _played(other, by)))
    named = (Restated(row.id, id) for row, id in told_of)
    told = tuple(
        Restated(row.id, other.id)
        for row in played
        if row.only and not row.replaces
        for other in played
        if not other.only and (other.of, other.operation, other.per) == (row.of, row.operation, row.per)
        if row.per is not None and _together(row, other)
    )
    return (*told, *dict.fromkeys(named))


def exceptions(mechanics: Mechanics) -> tuple[Statement, ...]:
    """The statements, those that suspend rows with the rows that stand for these; an opposed roll plays them
    too."""
    by = dict(mechanics.restated)
    return tuple(
        s._replace(rows=tuple(dict.fromkeys(id for row in s.rows for id in (_played(row, by), row))))
        if s.rows
        else s
        for s in mechanics.statements
    )


def _played(row: str, by: Mapping[str, str]) -> str:
    """The row that is played for a row: itself, or the one that stands for it."""
    seen = {row}
    while row in by and by[row] not in seen:
        row = by[row]
        seen.add(row)
    return row


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
    return overrules and row.per == other.per and _contradict(row, other)


def _same(row: Modifier, other: Modifier) -> bool:
    """Whether two rows say the same of the same cases: the surest of those that may stand for a row."""
    return _stands_for(row, other) and _alike(row, other) and equivalent(row.when, other.when)


def _contradict(row: Modifier, other: Modifier) -> bool:
    """Whether two rows cannot both be meant: of the same cases, or of cases that differ in a number or in
    whether something holds ("any losses" and "none"). Two values of a choice are two cases."""
    differ = {difference.aspect for difference in differences(row.when, other.when)}
    if differ - {"polarity", "threshold", "boundary"}:
        return False
    return _together(row, other) or (_alike(row, other) and differ == {"polarity"})


def _alike(row: Modifier, other: Modifier) -> bool:
    """Whether two rows of one operation make the same change."""
    same = row.amount == other.amount and row.unit == other.unit and row.per == other.per
    return same and (row.operation != "reroll" or row.limit == other.limit)


def _says(row: Modifier) -> tuple[object, ...]:
    return row.amount, row.unit, row.per, row.limit if row.operation == "reroll" else None
