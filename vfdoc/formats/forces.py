"""What a list of units costs, and the prices that it is counted by: on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vfdoc.formats.outcomes import WIDTH, page, rule_line, short
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.forces import (
    AllowedUpgradeShape,
    ArmiesShape,
    ArmyShape,
    ForceLimitShape,
    ForcePartShape,
    ForceRefusalShape,
    ForceRowShape,
    ForceShape,
    LimitShape,
    MispricedShape,
    PermitShape,
    UnheldPriceShape,
    UnitPriceShape,
)
from vfdoc.model.force import (
    Armies,
    ArmyLimit,
    ArmyList,
    Force,
    JudgedLimit,
    Kinds,
    PricedEntry,
    PricedForce,
    PricePlace,
    Refused,
)

_MINUS, _TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
_SECTIONS = 24
_MOST_UNHELD = 6
NO_LIST = "no army list is named: what it limits was not checked"


def force_text(armies: Armies, force: Force, found: PricedForce, points: int | None) -> bytes:
    """`force --format text`: row by row, each price with its section, the total, and what is broken."""
    head = armies.edition
    if found.army is not None:
        head += f"  {found.army.title}  [{found.army.at.section}]"
    out = [head, *(line for row in found.rows for line in _row_lines(row))]
    total = f"  {'total':<{WIDTH - _SECTIONS - 6}}{found.total:>5}"
    out.append(total + (f"  of {points}" if points is not None else ""))
    broken = list(broken_lines(force, found, points))
    out += ["", "broken", *broken] if broken else []
    kept = [judged for judged in found.limits if judged.holds and (judged.found or not judged.limit.alike)]
    lines = [line for judged in kept for line in _line(judged.limit.says, judged.limit.at)]
    out += ["", "kept", *lines] if kept else []
    if found.open:
        out += ["", "left to you", *(line for limit in found.open for line in _line(limit.says, limit.at))]
    if not force.army and armies.lists:
        out += ["", f"{NO_LIST} ({', '.join(each.title for each in armies.lists)})"]
    out += _unused_lines(armies)
    return page(out)


def is_broken(force: Force, found: PricedForce, points: int | None) -> bool:
    """Whether a force breaks anything: a limit, what is allowed, a price or sum that is written beside it."""
    return any(True for _ in broken_lines(force, found, points))


def broken_lines(force: Force, found: PricedForce, points: int | None) -> Iterable[str]:
    """What a force breaks, a rule a line or more."""
    for item, cost in found.mispriced:
        yield f"  {short(item.words)}: its prices make {cost}, not {item.stated}  (line {item.line})"
    if force.stated is not None and force.stated != found.total:
        yield f"  the prices make {found.total}, not {force.stated}"
    if points is not None and found.total > points:
        yield f"  {found.total} points, {found.total - points} more than {points}"
    for refused in found.refused:
        yield from _line(refused_words(refused), refused.at)
    for judged in found.limits:
        if not judged.holds:
            yield from _line(f"{judged.limit.says}: {judged_words(judged)}", judged.limit.at)


def refused_words(refused: Refused) -> str:
    """Why something is not allowed."""
    match refused.why:
        case "unlisted":
            unit = f" for {refused.unit}" if refused.unit != refused.name else ""
            near = f"; it has {', '.join(refused.near)}, an item of its own" if refused.near else ""
            return f"{refused.name}{unit} is not in the army's list{near}"
        case "kind":
            return f"{refused.name} is not for {refused.unit}"
        case _:
            return f"{refused.name}: {refused.found} units, at most {refused.allowed}"


def judged_words(judged: JudgedLimit) -> str:
    """What was counted, and how much may be."""
    limit = judged.limit
    if limit.alike:
        return f"{judged.found} of {judged.allowed} have it"
    least = limit.least is not None and judged.found < limit.least
    unit = " points" if limit.points else ""
    return f"{judged.found}{unit}, at {'least' if least else 'most'} {judged.allowed}"


def _row_lines(row: PricedEntry) -> list[str]:
    """Units, the sum that makes their price, and the sections of its parts."""
    each = " ".join(_signed(part.amount, at == 0) for at, part in enumerate(row.parts))
    count = row.entry.number
    whole = f"({each})" if len(row.parts) > 1 and count > 1 else each
    made = f"{count} {_TIMES} {whole}" if count > 1 else each if len(row.parts) > 1 else ""
    sections = ", ".join(dict.fromkeys(part.at.section for part in row.parts))
    name, room = f"{count:>3}  {row.name}", WIDTH - _SECTIONS - 26
    line = f"{name:<{room}}{made:<22}"
    if len(name) >= room:
        return [name, f"{'':<{room}}{made:<22}{row.cost:>5}  {sections}"]
    return [f"{line}{row.cost:>5}  {sections}"]


def _signed(amount: int, first: bool) -> str:
    if first:
        return str(amount)
    return f"{_MINUS} {-amount}" if amount < 0 else f"+ {amount}"


def _line(words: str, at: PricePlace) -> list[str]:
    room = WIDTH - _SECTIONS
    if len(words) < room:
        return [f"  {words:<{room}} {at.section}"]
    return [f"  {words}", f"  {'':<{room}} {at.section}"]


def _unused_lines(armies: Armies) -> list[str]:
    said = [rule_line("", f"{short(words)} [{state}]", section) for words, section, state in armies.unheld]
    head = "not used: the words are not there as stated"
    if len(said) > _MOST_UNHELD:
        return ["", f"{head}: {len(said)} statements of prices and limits (--format json lists them)"]
    return ["", head, *(line for each in said for line in each)] if said else []


def armies_text(armies: Armies, army: str | None = None) -> bytes:
    """`force` without a list: what units cost, what they may be given, what is limited; of one army list, or
    of all."""
    lists: Sequence[ArmyList | None] = [None, *armies.lists]
    if army is not None:
        lists = [None, *(each for each in armies.lists if each.id == army)]
    out = [armies.edition]
    for each in lists:
        id = each.id if each is not None else ""
        said = list(_list_lines(armies, id))
        if said:
            head = [f"{each.title}  [{each.at.section}]"] if each is not None else []
            out += ["", *head, *said] if head else said
    return page([*out, *_unused_lines(armies)])


def _list_lines(armies: Armies, army: str) -> Iterable[str]:
    for unit in armies.units:
        if unit.army == army:
            yield from rule_line(str(unit.amount), unit.name, unit.at.section)
    for upgrade in armies.upgrades:
        if upgrade.army == army:
            amount = "" if upgrade.amount is None else f"{upgrade.amount:+d}".replace("-", _MINUS)
            of = f": {kinds_words(armies, upgrade.of)}" if upgrade.of else ""
            most = f"; at most {upgrade.most}" if upgrade.most is not None else ""
            yield from rule_line(amount, f"{upgrade.name}{of}{most}", upgrade.at.section)
    names = {unit.id: unit.name for unit in armies.units}
    for permit in armies.permits:
        if permit.army == army:
            yield from rule_line("", ", ".join(names[id] for id in permit.units), permit.at.section)
    for limit in armies.limits:
        if limit.army == army:
            yield from rule_line("", limit.says, limit.at.section)


def kinds_words(armies: Armies, kinds: Kinds) -> str:
    """Kinds of unit in words."""
    names = {upgrade.id: upgrade.name for upgrade in armies.upgrades}
    names |= {unit.id: unit.name for unit in armies.units}

    def said(name: str) -> str:
        return names.get(name, name.replace("-", " ").title())

    return " or ".join(
        ", ".join(said(t.name) if t.wanted else f"not {said(t.name)}" for t in kind) for kind in kinds
    )


# JSON


def force_json(armies: Armies, force: Force, found: PricedForce, points: int | None) -> bytes:
    """`force --format json`."""
    files = force_shape(armies, force, found, points)
    return encode(files)


def force_shape(armies: Armies, force: Force, found: PricedForce, points: int | None) -> ForceShape:
    """A priced force as JSON has it."""
    return ForceShape(
        edition=armies.edition,
        army=_army(found.army) if found.army is not None else None,
        rows=[
            ForceRowShape(
                item=row.item,
                count=row.entry.number,
                unit=row.entry.unit,
                upgrades=list(row.entry.upgrades),
                name=row.name,
                parts=[ForcePartShape(part.name, part.amount, *part.at) for part in row.parts],
                cost=row.cost,
                written=force.items[row.item].words,
                written_line=force.items[row.item].line,
            )
            for row in found.rows
        ],
        total=found.total,
        stated_total=force.stated,
        points=points,
        mispriced=[
            MispricedShape(item.words, item.stated or 0, cost, item.line) for item, cost in found.mispriced
        ],
        refused=[
            ForceRefusalShape(
                name=r.name,
                unit=r.unit or None,
                why=r.why,
                found=r.found,
                allowed=r.allowed,
                message=refused_words(r),
                **_place(r.at),
            )
            for r in found.refused
        ],
        limits=[
            ForceLimitShape(
                id=j.limit.id,
                says=j.limit.says,
                holds=j.holds,
                found=j.found,
                allowed=j.allowed,
                **_place(j.limit.at),
            )
            for j in found.limits
        ],
        left_to_you=[_limit(limit) for limit in found.open],
        broken=is_broken(force, found, points),
        checked=not armies.lists or bool(force.army),
        not_held=[UnheldPriceShape(*each) for each in armies.unheld],
    )


def armies_json(armies: Armies, army: str | None = None) -> bytes:
    """`force --format json` without a list."""
    return encode(armies_shape(armies, army))


def armies_shape(armies: Armies, army: str | None = None) -> ArmiesShape:
    """The prices and limits of an edition as JSON has them; with `army` those that hold for one list."""

    def own(one: str) -> bool:
        return army is None or one in ("", army)

    return ArmiesShape(
        edition=armies.edition,
        lists=[_army(each) for each in armies.lists if own(each.id)],
        units=[
            UnitPriceShape(
                id=u.id,
                name=u.name,
                also=list(u.names[1:]),
                cost=u.amount,
                terms=list(u.terms),
                includes=list(u.includes),
                army=u.army or None,
                listed=u.listed,
                **_place(u.at),
            )
            for u in armies.units
            if own(u.army)
        ],
        upgrades=[
            AllowedUpgradeShape(
                id=u.id,
                name=u.name,
                also=list(u.names[1:]),
                cost=u.amount,
                of=_kinds(u.of),
                army=u.army or None,
                most=u.most,
                **_place(u.at),
            )
            for u in armies.upgrades
            if own(u.army)
        ],
        permits=[PermitShape(p.army or None, list(p.units), *p.at) for p in armies.permits if own(p.army)],
        limits=[_limit(limit) for limit in armies.limits if own(limit.army)],
        only_listed=armies.only_listed.section if armies.only_listed is not None else None,
        not_held=[UnheldPriceShape(*each) for each in armies.unheld],
    )  # fmt: skip


def _army(each: ArmyList) -> ArmyShape:
    return ArmyShape(each.id, each.title, *each.at)


def _kinds(kinds: Kinds) -> list[list[str]]:
    """Kinds as lists of names, those that must not be with "!" before them."""
    return [[term.name if term.wanted else f"!{term.name}" for term in kind] for kind in kinds]


def _limit(limit: ArmyLimit) -> LimitShape:
    return LimitShape(
        id=limit.id,
        says=limit.says,
        army=limit.army or None,
        replaces=list(limit.replaces),
        when=_kinds(limit.when),
        of=_kinds(limit.of),
        points=limit.points,
        each=limit.each,
        any=limit.any,
        least=limit.least,
        most=limit.most,
        than=_kinds(limit.than),
        share=str(limit.share),
        up=limit.up,
        plus=limit.plus,
        besides=limit.besides or None,
        besides_most=limit.besides_most,
        alike=limit.alike or None,
        by=list(limit.by),
        together=limit.together,
        checked=limit.checked,
        **_place(limit.at),
    )


def _place(at: PricePlace) -> dict[str, Any]:
    """Where something stands, as every shape says it."""
    return at._asdict()
