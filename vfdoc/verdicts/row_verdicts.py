"""Rows of mechanics compared: does one say the same as the other.

In: modifiers, tests and conventions of two texts, whichever they are (rules and sheet, old and new,
whatever their languages). Out: Verdicts, and statements (rows of one meaning together). Which rows belong
together is said in `pairs.py`; here polarity, threshold, amount, scope and limit are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vfdoc.model.comparison import Difference, Verdict
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import (
    SAID,
    All,
    Choice,
    Condition,
    Convention,
    HalfOf,
    KnownFact,
    Mechanics,
    Modifier,
    Test,
    Value,
    ValueOf,
)
from vfdoc.model.session import memoized, memoized_few
from vfdoc.verdicts.conditions import Domains, differences, equivalent, fact_set, implies, normal
from vfdoc.verdicts.rewritten import any_of, assuming, replaced

_NEAR = 100  # rows that share a fact with another, beyond which no more are compared with it
_DICE = "1d6"  # the dice that a table of tests does not print


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What a game's values say beyond the rows: `kinds` (fire-value and melee-value are kinds of
    attack-value), `implies` (where fire-value is asked, `attack` is `fire`), `domains`, and `tied`:
    choices that always go together (a fire attack and the fire phase), each to the one that stands for
    both; of `facts` the choices made wherever they hold;
    and which are `tests`. Equal to itself alone: the same game is the same object."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    implies: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    domains: Domains = field(default_factory=dict)
    tied: Mapping[Choice, Choice] = field(default_factory=dict)
    facts: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    tests: frozenset[str] = frozenset()


class RowStatement(NamedTuple):
    """A modifier and the other places of the same text that say exactly the same."""

    row: Modifier
    restatements: tuple[Modifier, ...] = ()

    @property
    def rows(self) -> tuple[Modifier, ...]:
        """All places."""
        return (self.row, *self.restatements)


NOTHING = Known()


def known(*mechanics: Mechanics) -> Known:
    """What the editions' mechanics know of their values.

    A choice that values imply (`attack`) has no values beyond those of the glossary.
    """
    return _known(
        tuple(value for each in mechanics for value in each.values),
        tuple(fact for each in mechanics for fact in each.facts),
        frozenset(test.id for each in mechanics for test in each.tests),
    )


@memoized_few
def _known(listed: tuple[Value, ...], asked: tuple[KnownFact, ...], tests: frozenset[str]) -> Known:
    values = {value.id: value for value in listed}
    kinds = {kind: value.id for value in values.values() for kind in value.covers}
    implies = {value.id: value.implies for value in values.values() if value.implies}
    told = {fact for facts in implies.values() for fact, _ in facts}
    domains: dict[str, frozenset[str]] = {}
    for fact in (fact for fact in asked if fact.id in told):
        domains[fact.id] = domains.get(fact.id, frozenset()) | frozenset(fact.values)
    tied = {Choice(*other): Choice(*facts[0]) for facts in implies.values() for other in facts[1:]}
    chosen = {f.id: tuple((id, v) for id, v in f.implies if isinstance(v, str)) for f in asked}
    facts = {id: implied for id, implied in chosen.items() if implied}
    return Known(kinds, implies, domains, tied, facts, tests)


def verdict(
    old: Modifier | Test | Convention, new: Modifier | Test | Convention, of: Known = NOTHING
) -> Verdict:
    """Whether two rows of a kind say the same; rows of different kinds differ in their value."""
    match old, new:
        case Modifier(), Modifier():
            return _verdict(_modifier_differences((old,), (new,), of), of, alike=old.of == new.of)
        case Test(), Test():
            return _verdict(_test_differences(old, new))
        case Convention(), Convention():
            return _verdict(() if old.id == new.id else (Difference("value", old.id, new.id),))
    return Verdict((Difference("value", type(old).__name__.lower(), type(new).__name__.lower()),))


def said_amount(modifier: Modifier) -> str:
    """What a modifier does, as printed: `+1`, `−2"`, `halve`, `pass`; a dice is said with it."""
    amount = modifier.amount
    unit = '"' if modifier.unit == "in" else ""
    if isinstance(amount, HalfOf):
        return f"+½ {amount.value}"
    if isinstance(amount, ValueOf):
        return f"{'−' if amount.times < 0 else '+'}{amount.value}"
    if amount is None:
        return modifier.operation
    if modifier.operation in ("add", "dice"):
        sign = "−" if amount < 0 else "+"
        return f"{sign}{abs(amount):g}{unit}"
    return f"{modifier.operation} {amount:g}{unit}"


def said_row(modifier: Modifier) -> str:
    """A modifier in a few words: `hit +1 if target.outflanked`."""
    counted = f" per {modifier.per}" if modifier.per else ""
    most = f", {_said_limit(modifier)}" if modifier.limit else ""
    when = f" if {condition_text(modifier.when)}" if modifier.when is not None else ""
    return f"{modifier.of or '?'} {said_amount(modifier)}{counted}{most}{when}"


def row_statements(modifiers: Sequence[Modifier], of: Known = NOTHING) -> tuple[RowStatement, ...]:
    """The modifiers, those of one meaning together, in the order of the text; examples are left out.

    A document that says a thing again says it shorter at times: what covers only part of the
    situations of another row of the same document and does the same stands with that row.
    """
    found: dict[tuple[object, ...], list[list[Modifier]]] = {}
    for modifier in modifiers:
        if modifier.of is None or modifier.origin == "example":
            continue
        key = (modifier.of, said_amount(modifier), modifier.per, _most(modifier), fact_set(modifier.when))
        groups = found.setdefault(key, [])
        group = next((g for g in groups if equivalent(g[0].when, modifier.when, of.domains)), None)
        if group is None:
            groups.append([modifier])
        else:
            group.append(modifier)
    effects: dict[tuple[object, ...], list[list[Modifier]]] = {}
    for told, groups in found.items():
        effects.setdefault(told[:-1], []).extend(groups)
    order = {id(modifier): at for at, modifier in enumerate(modifiers)}
    rows = [RowStatement(g[0], tuple(g[1:])) for groups in effects.values() for g in _whole(groups, of)]
    return tuple(sorted(rows, key=lambda s: order[id(s.row)]))


def _whole(groups: list[list[Modifier]], of: Known) -> list[list[Modifier]]:
    """The groups of one effect, each that covers part of another with that other."""
    by_fact: dict[str, list[int]] = {}
    for n, group in enumerate(groups):
        for fact in fact_set(group[0].when):
            by_fact.setdefault(fact, []).append(n)
    kept = {n: list(group) for n, group in enumerate(groups)}
    for n, part in enumerate(groups):
        row, facts = part[0], fact_set(part[0].when)
        near = min((by_fact[fact] for fact in facts), key=len, default=[])
        for other in near[:_NEAR]:
            whole = kept.get(other, [])
            if not whole or row.document != whole[0].document or not facts < fact_set(whole[0].when):
                continue
            if implies(row.when, whole[0].when, of.domains):
                whole += kept.pop(n)
                break
    return list(kept.values())


def restates(row: Modifier, other: Modifier, of: Known = NOTHING) -> bool:
    """Whether another row asks what a row asks, or does the same in fewer or more situations."""
    if fact_set(row.when) == fact_set(other.when):
        return True
    wider = implies(row.when, other.when, of.domains) or implies(other.when, row.when, of.domains)
    return wider and said_amount(row) == said_amount(other)


def same_value(one: str | None, other: str | None, of: Known = NOTHING) -> bool:
    """Whether what two modifiers change is one thing, or a kind of the other."""
    return one == other or of.kinds.get(one or "") == other or of.kinds.get(other or "") == one


def when(modifier: Modifier, of: Known, alike: bool = True) -> Condition | None:
    """When a row counts, as its value implies: a change of the fire value is one of fire attacks.

    Of rows of the same value (`alike`) that goes without saying.
    """
    return _when(modifier.of or "", modifier.when, of, alike)


@memoized
def _when(value: str, condition: Condition | None, of: Known, alike: bool) -> Condition | None:
    implied = tuple(Choice(*choice) for choice in of.implies.get(value, ()))
    asked = (fact for fact in fact_set(condition) if fact in of.facts)
    also = tuple(Choice(*choice) for fact in sorted(asked) for choice in of.facts[fact])
    own = normal(All((condition, *also))) if condition is not None and also else condition
    bare = assuming(own, implied)
    if alike or not implied:
        return bare
    told = implied[:1]  # the others go with it
    return normal(All((*told, bare) if bare is not None else told))


def group_verdict(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known = NOTHING) -> Verdict:
    """Whether the statements of one side together say what those of the other say together.

    Each side does one thing (the same value, amount and scope), under several conditions.
    """
    olds, news = [s.row for s in old], [s.row for s in new]
    alike = olds[0].of == news[0].of
    return _verdict(_modifier_differences(olds, news, of), of, alike=alike)


def kind_of(modifier: Modifier) -> str:
    """The operation; a change of dice is like one of the value that says how many they are."""
    return "add" if modifier.operation == "dice" else modifier.operation


def _verdict(found: tuple[Difference, ...], of: Known = NOTHING, *, alike: bool = False) -> Verdict:
    """A boundary alone is worth a note; so is, of rows of one value (`alike`), a side that does not say in
    which of its cases ("for fire attacks") it is meant, as a short text does."""
    told = {condition_text(Choice(fact, value)) for fact, values in of.domains.items() for value in values}
    slight = (d.aspect == "boundary" or (alike and d.new == "—" and d.old in told) for d in found)
    return Verdict(found, bool(found) and all(slight))


def _test_differences(old: Test, new: Test) -> tuple[Difference, ...]:
    found = []
    if old.id != new.id:
        found.append(Difference("value", old.id, new.id))
    if old.target and new.target and _digits(old.target) != _digits(new.target):
        found.append(Difference("target", old.target, new.target))
    if (old.dice or _DICE).lower() != (new.dice or _DICE).lower() and old.dice and new.dice:
        found.append(Difference("value", old.dice, new.dice))
    return tuple(found)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _modifier_differences(
    olds: Sequence[Modifier], news: Sequence[Modifier], of: Known
) -> tuple[Difference, ...]:
    """How modifiers of one effect differ from those of the other side, their conditions taken together."""
    old, new = olds[0], news[0]
    before, after = conditions_of(olds, news, of)
    found: list[Difference] = []
    if not same_value(old.of, new.of, of):
        found.append(Difference("value", old.of or "?", new.of or "?"))
    if said_amount(old) != said_amount(new):
        found.append(Difference("amount", said_amount(old), said_amount(new)))
    if old.per != new.per:
        found.append(Difference("scope", _counted(old), _counted(new)))
    if _most(old) != _most(new):
        found.append(Difference("limit", _said_limit(old), _said_limit(new)))
    unread = [tuple(dict.fromkeys(words for row in side for words in row.unread)) for side in (olds, news)]
    if bool(unread[0]) != bool(unread[1]) and not _names_unread(before, after):
        # A clause that one side alone has, and that was not understood: nothing shows that they are the same.
        found.append(Difference("condition", *("; ".join(side) or "—" for side in unread)))
    return (*found, *differences(before, after, of.domains))


def _names_unread(*conditions: Condition | None) -> bool:
    """Whether a condition asks facts that were named from words not understood: it tells them itself."""
    return any(fact.startswith(SAID) for condition in conditions for fact in fact_set(condition))


def conditions_of(
    olds: Sequence[Modifier], news: Sequence[Modifier], of: Known
) -> tuple[Condition | None, Condition | None]:
    """The conditions of both sides, those of a side together, in facts that can be compared."""
    before, after = (tuple((m.of, m.when) for m in side) for side in (olds, news))
    return _conditions(before, after, of)


_Asked: TypeAlias = tuple[tuple[str | None, Condition | None], ...]
"""Of the rows of one side, what they change and when."""


@memoized
def _conditions(olds: _Asked, news: _Asked, of: Known) -> tuple[Condition | None, Condition | None]:
    alike = olds[0][0] == news[0][0]
    before, after = (any_of([_when(value or "", c, of, alike) for value, c in side]) for side in (olds, news))
    if fact_set(before) != fact_set(after):
        return replaced(before, of.tied), replaced(after, of.tied)
    return before, after


def asked_facts(condition: Condition | None, of: Known) -> frozenset[str]:
    """The facts that a condition asks, of choices that go together the one that stands for both."""
    return fact_set(replaced(condition, of.tied)) if condition is not None else frozenset()


def _counted(modifier: Modifier) -> str:
    return f"for each {modifier.per}" if modifier.per else "once"


def _said_limit(modifier: Modifier) -> str:
    if modifier.limit is not None:
        return f"at most {modifier.limit.most} {modifier.limit.of}"
    return "no limit" if modifier.per else "once"


def _most(modifier: Modifier) -> tuple[str, float] | None:
    """The limit as an amount in all: three units at +1 are +3."""
    limit = modifier.limit
    if limit is None:
        return None
    if limit.of == "units" and isinstance(modifier.amount, int | float):
        return "amount", limit.most * abs(modifier.amount)
    return limit.of, limit.most
