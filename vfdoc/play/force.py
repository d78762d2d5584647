"""What a force costs by an edition's prices, and which limits of its army list it breaks.

`site/force.js` does the same in a page; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

from vfdoc.model.force import (
    Armies,
    ArmyLimit,
    Force,
    ForceEntry,
    JudgedLimit,
    Kind,
    Kinds,
    PricedEntry,
    PricedForce,
    PricePart,
    Refused,
    UnitPrice,
    Upgrade,
)


def priced(armies: Armies, force: Force) -> PricedForce:
    """A force row by row, with the limits of the army list that it goes by."""
    units = {unit.id: unit for unit in armies.units}
    rows = tuple(
        _row(armies, units[entry.unit], entry, force.army, at)
        for at, item in enumerate(force.items)
        for entry in item.entries
    )
    entries = [row.entry for row in rows]
    mispriced = []
    for at, item in enumerate(force.items):
        cost = sum(row.cost for row in rows if row.item == at)
        if item.stated not in (None, cost):
            mispriced.append((item, cost))
    replaced = {id for limit in armies.limits if limit.army == force.army != "" for id in limit.replaces}
    limits = [
        limit
        for limit in armies.limits
        if limit.army in ("", force.army)
        and limit.id not in replaced
        and (not limit.when or any(_is_any(units[e.unit], e, limit.when) for e in entries))
    ]
    judged = [found for limit in limits if limit.checked for found in _judged(limit, rows, units)]
    return PricedForce(
        army=next((each for each in armies.lists if each.id == force.army), None),
        rows=rows,
        total=sum(row.cost for row in rows),
        limits=tuple(judged),
        refused=tuple(_refused(armies, force.army, entries, units)),
        open=tuple(limit for limit in limits if not limit.checked),
        mispriced=tuple(mispriced),
    )


def upgrade_of(armies: Armies, army: str, id: str, unit: UnitPrice, entry: ForceEntry) -> Upgrade | None:
    """The upgrade of that id that prices it for a unit: as its army list has it for that kind, else as the
    text prices it for all, else as the list has it for another kind."""
    said = [each for each in armies.upgrades if each.id == id and each.army in ("", army)]
    said = [each for each in said if each.amount is not None]
    own = [each for each in said if each.army == army != ""]
    for each in (*own, *(each for each in said if not each.army)):
        if not each.of or _is_any(unit, entry, each.of):
            return each
    return (*own, *said)[0] if said else None


def _row(armies: Armies, unit: UnitPrice, entry: ForceEntry, army: str, item: int) -> PricedEntry:
    parts = [PricePart(unit.name, unit.amount, unit.at)]
    names = []
    for id in entry.upgrades:
        found = upgrade_of(armies, army, id, unit, entry)
        if found is not None and id not in unit.includes:
            parts.append(PricePart(found.name, found.amount or 0, found.at))
        names.append(found.name if found is not None else id)
    cost = entry.number * sum(part.amount for part in parts)
    return PricedEntry(item, entry, ", ".join([unit.name, *names]), tuple(parts), cost)


def is_kind(unit: UnitPrice, entry: ForceEntry, kind: Kind) -> bool:
    """Whether a unit with its upgrades is of a kind."""
    has = {*unit.terms, *unit.includes, *entry.upgrades}
    return all((term.name in has) == term.wanted for term in kind)


def _is_any(unit: UnitPrice, entry: ForceEntry, kinds: Kinds) -> bool:
    return any(is_kind(unit, entry, kind) for kind in kinds)


def _counted(
    rows: Iterable[PricedEntry], units: dict[str, UnitPrice], kinds: Kinds, points: bool = False
) -> int:
    """How many units of the force are of one of these kinds, or what they cost."""
    fits = [row for row in rows if _is_any(units[row.entry.unit], row.entry, kinds)]
    return sum(row.cost if points else row.entry.number for row in fits)


def _judged(
    limit: ArmyLimit, rows: Sequence[PricedEntry], units: dict[str, UnitPrice]
) -> Iterator[JudgedLimit]:
    """Whether a force keeps to a limit: one answer, or one for each way in which it is broken."""
    if limit.alike:
        yield _alike(limit, rows, units)
        return
    counts = [_with_besides(limit, rows, units, kind) for kind in limit.of]
    if limit.each:
        counts = [count for count in counts if count]
    elif limit.any:
        counts = [max(counts, default=0)]
    else:
        counts = [_counted(rows, units, limit.of, limit.points)]
    most = limit.most
    if limit.than:
        whole = _counted(rows, units, limit.than) * limit.share
        most = max((ceil if limit.up else floor)(whole) + limit.plus, 0)
    for count in counts:
        if limit.least is not None and count < limit.least:
            yield JudgedLimit(limit, False, count, limit.least)
            return
        if most is not None and count > most:
            yield JudgedLimit(limit, False, count, most)
            return
    allowed = limit.least if limit.least is not None else most
    yield JudgedLimit(limit, True, max(counts, default=0), allowed or 0)


def _with_besides(
    limit: ArmyLimit, rows: Sequence[PricedEntry], units: dict[str, UnitPrice], kind: Kind
) -> int:
    """The units of a kind, and so many of those that are only besides of it."""
    count = _counted(rows, units, (kind,), limit.points)
    if not limit.besides:
        return count
    wider = tuple(term for term in kind if term.wanted or term.name != limit.besides)
    besides = tuple(term for term in wider if term.name != limit.besides)
    extra = [row for row in rows if limit.besides in row.entry.upgrades]
    return count + min(_counted(extra, units, (besides,)), limit.besides_most)


def _alike(limit: ArmyLimit, rows: Sequence[PricedEntry], units: dict[str, UnitPrice]) -> JudgedLimit:
    """Whether of units that are alike all have the upgrade, or none."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for row in rows:
        entry = row.entry
        if limit.of and not _is_any(units[entry.unit], entry, limit.of):
            continue
        own = sorted({*entry.upgrades, *units[entry.unit].includes} & set(limit.by))
        group = groups.setdefault(() if limit.together else (entry.unit, *own), [0, 0])
        group[0] += entry.number
        group[1] += entry.number if limit.alike in entry.upgrades else 0
    for whole, having in groups.values():
        if having and having != whole:
            return JudgedLimit(limit, False, having, whole)
    return JudgedLimit(limit, True, sum(having for _, having in groups.values()), 0)


def _refused(
    armies: Armies, army: str, entries: Sequence[ForceEntry], units: dict[str, UnitPrice]
) -> Iterator[Refused]:
    """What the units of a force may not be, or may not be given: by their army list where the text says that
    it alone decides, else by all that holds."""
    alone = armies.only_listed if army else None
    scope = (army,) if alone is not None else ("", army)
    permitted = {unit for permit in armies.permits if permit.army == army for unit in permit.units}
    counted: dict[tuple[str, int], int] = {}
    told: set[tuple[str, str]] = set()
    for entry in entries:
        unit = units[entry.unit]
        if unit.listed and unit.id not in permitted and alone is not None and (unit.id, "") not in told:
            told.add((unit.id, ""))
            yield Refused(unit.name, unit.name, "unlisted", alone)
        for id in entry.upgrades:
            if id in unit.includes or (unit.id, id) in told:
                continue
            own = [at for at, each in enumerate(armies.upgrades) if each.id == id and each.army in scope]
            fits = [
                at for at in own if not armies.upgrades[at].of or _is_any(unit, entry, armies.upgrades[at].of)
            ]
            name = next((each.name for each in armies.upgrades if each.id == id), id)
            if not own and alone is not None:
                told.add((unit.id, id))
                near = (units[each].name for each in sorted(permitted) if each in units)
                yield Refused(name, unit.name, "unlisted", alone, near=tuple(_holding(name, near)))
            elif own and not fits:
                told.add((unit.id, id))
                yield Refused(name, unit.name, "kind", armies.upgrades[own[0]].at)
            elif fits:
                key = (id, fits[0])
                counted[key] = counted.get(key, 0) + entry.number
    for (_, at), count in counted.items():
        upgrade = armies.upgrades[at]
        if upgrade.most is not None and count > upgrade.most:
            yield Refused(upgrade.name, "", "most", upgrade.at, count, upgrade.most)


def _holding(name: str, names: Iterable[str]) -> Iterator[str]:
    """Those of some names that hold all words of one, and more."""
    said = set(name.casefold().split())
    yield from (each for each in names if said < set(each.casefold().split()))
