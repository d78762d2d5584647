"""Conditions compared by what they mean: normal form, equivalence, implication, and how two differ.

In: trees of facts (`model.mechanics.Condition`, None for always). Out: trees, truth values, Differences.
Meaning is settled by trying every combination of the values that make a difference to either tree; a
tree of too many facts for that is compared by its normal form. Counts are whole numbers that are not
negative, so "none" and "fewer than one" are the same; distances (a unit stands with them) are not.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from vfdoc.model.comparison import Aspect, Difference
from vfdoc.model.conditions import compares, condition_text
from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not, Number, facts_of
from vfdoc.model.session import memoized

Domains = Mapping[str, frozenset[str]]
"""The values of the choices of which no others are possible (`cover`: soft, hard)."""

_OPPOSITE = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
_MOST_STATES = 8192  # beyond it, trees are compared by their normal form
_APART = 0.75  # how much less a choice counts that has another value
_OTHER = "\0other"  # a value of a choice that neither condition names


@memoized
def normal(condition: Condition | None) -> Condition | None:
    """The same condition in one form: "not" only before flags, choices and equalities, nested "all" and
    "any" flattened, parts sorted and each once."""
    return None if condition is None else _normal(condition, False)


def equivalent(one: Condition | None, other: Condition | None, domains: Domains | None = None) -> bool:
    """Whether two conditions hold in the same situations."""
    one, other = normal(one), normal(other)
    return one == other or _equivalent(one, other, _listed(domains))


def implies(one: Condition | None, other: Condition | None, domains: Domains | None = None) -> bool:
    """Whether the second condition holds wherever the first does: the first is narrower or the same."""
    return other is None or _implies(one, other, _listed(domains))


_Listed: TypeAlias = frozenset[tuple[str, frozenset[str]]]
"""Domains as a value by which is remembered what was found of two conditions."""


def _listed(domains: Domains | None) -> _Listed:
    return frozenset(domains.items()) if domains else frozenset()


@memoized
def _equivalent(one: Condition | None, other: Condition | None, domains: _Listed) -> bool:
    states = _states((one, other), dict(domains))
    return states is not None and all(holds(one, s) == holds(other, s) for s in states)


@memoized
def _implies(one: Condition | None, other: Condition, domains: _Listed) -> bool:
    states = _states((one, other), dict(domains))
    if states is None:
        return normal(one) == normal(other)
    return all(holds(other, state) for state in states if holds(one, state))


def holds(condition: Condition | None, state: Mapping[str, object]) -> bool:
    """Whether a condition holds where facts have these values; a fact without one does not hold."""
    match condition:
        case None:
            return True
        case Flag(fact):
            return state.get(fact) is True
        case Choice(fact, value):
            return state.get(fact) == value
        case Not(part):
            return not holds(part, state)
        case All(parts):
            return all(holds(part, state) for part in parts)
        case Any(parts):
            return any(holds(part, state) for part in parts)
        case Number(number, op, wanted, _):
            return _compares(state.get(number), op, wanted)


@memoized
def fact_set(condition: Condition | None) -> frozenset[str]:
    """The facts that a condition asks, without values, comparators and negation."""
    return frozenset(facts_of(condition))


def fact_likeness(one: Condition | None, other: Condition | None) -> float:
    """How far two conditions ask the same, 0 to 1; a choice of another value hardly counts."""
    if one is None and other is None:
        return 1.0
    a, b = _asked(one), _asked(other)
    if not a or not b:
        return 0.0
    exact = len(a & b) / len(a | b)
    facts, others = fact_set(one), fact_set(other)
    apart = {fact for fact in facts & others if not any((fact, v) in b for f, v in a if f == fact)}
    shared = len(facts & others) - _APART * len(apart)
    return (exact + shared / len(facts | others)) / 2


def differences(
    old: Condition | None, new: Condition | None, domains: Domains | None = None
) -> tuple[Difference, ...]:
    """The respects in which two conditions differ, none where they hold in the same situations.

    A fact that both ask can differ in polarity, threshold, boundary ("< 12" against "<= 12") or scope
    (one names more values); one that a side alone asks changes its scope ("—" is the other's silence).
    Where no fact is shared the conditions are two.
    """
    return _differences(old, new, _listed(domains))


@memoized
def _differences(old: Condition | None, new: Condition | None, domains: _Listed) -> tuple[Difference, ...]:
    if equivalent(old, new, dict(domains)):
        return ()
    before, after = _leaves(normal(old)), _leaves(normal(new))
    olds, news = ({fact: _joined_text(leaves) for fact, leaves in side.items()} for side in (before, after))
    found = [
        Difference(aspect, olds[fact], news[fact])
        for fact in before
        if fact in after and (aspect := _aspect(before[fact], after[fact])) is not None
    ]
    alone = [
        *(Difference("scope", olds[fact], "—") for fact in before if fact not in after),
        *(Difference("scope", "—", news[fact]) for fact in after if fact not in before),
    ]
    if before and after and not before.keys() & after.keys():
        return (Difference("condition", condition_text(old), condition_text(new)),)
    return (*found, *alone) or (Difference("scope", condition_text(old), condition_text(new)),)


def _normal(condition: Condition, denied: bool) -> Condition:
    match condition:
        case Not(part):
            return _normal(part, not denied)
        case All(parts) | Any(parts):
            kind = All if isinstance(condition, All) != denied else Any
            return _flat(kind, [_normal(part, denied) for part in parts])
        case Number(number, op, value, unit):
            if op == "in" and isinstance(value, tuple):
                value = tuple(sorted(value))
            if denied and op in _OPPOSITE:
                return _whole(Number(number, _OPPOSITE[op], value, unit))  # type: ignore[arg-type]
            leaf = _whole(Number(number, op, value, unit))
            if denied and leaf.op == "=" and leaf.value == 0:
                return Number(number, ">", 0, unit)
            return Not(leaf) if denied else leaf
        case _:
            return Not(condition) if denied else condition


def _whole(number: Number) -> Number:
    """A count's comparison in its usual form: "at least 1" is "more than 0", "at most 0" is "none"."""
    if number.unit is None and isinstance(number.value, int | float):
        if (number.op, number.value) == (">=", 1):
            return number._replace(op=">", value=0)
        if (number.op, number.value) in (("<", 1), ("<=", 0)):
            return number._replace(op="=", value=0)
    return number


def _flat(kind: type[All] | type[Any], parts: list[Condition]) -> Condition:
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else (part,)
    unique = sorted(dict.fromkeys(flat), key=repr)
    return unique[0] if len(unique) == 1 else kind(tuple(unique))


def _compares(have: object, op: str, wanted: float | tuple[float, ...]) -> bool:
    number = isinstance(have, int | float) and not isinstance(have, bool)
    return number and compares(float(have), op, wanted)  # type: ignore[arg-type]


def _states(conditions: tuple[Condition | None, ...], domains: Domains) -> Iterator[dict[str, object]] | None:
    """Every combination of the values that make a difference; None where they are too many."""
    values: dict[str, set[object]] = {}
    for condition in conditions:
        _collect(condition, values)
    for fact, known in domains.items():
        if fact in values and values[fact] - {_OTHER} <= known:
            values[fact] = set(known)
    if math.prod(len(found) for found in values.values()) > _MOST_STATES:
        return None
    names = sorted(values)
    tried = itertools.product(*(sorted(values[name], key=repr) for name in names))
    return (dict(zip(names, state, strict=True)) for state in tried)


def _collect(condition: Condition | None, values: dict[str, set[object]]) -> None:
    match condition:
        case Flag(fact):
            values.setdefault(fact, set()).update((True, False))
        case Choice(fact, value):
            values.setdefault(fact, set()).update((value, _OTHER))
        case Not(part):
            _collect(part, values)
        case All(parts) | Any(parts):
            for part in parts:
                _collect(part, values)
        case Number(number, _, wanted, unit):
            step = 1 if unit is None else 0.5
            printed = wanted if isinstance(wanted, tuple) else (wanted,)
            near = {value + off for value in printed for off in (-step, 0, step)}
            values.setdefault(number, set()).update(v for v in near if v >= 0)


def _leaves(condition: Condition | None) -> dict[str, tuple[Condition, ...]]:
    """The leaves of a condition in normal form, by fact, "not" with them."""
    out: dict[str, tuple[Condition, ...]] = {}

    def visit(part: Condition | None) -> None:
        match part:
            case All(parts) | Any(parts):
                for inner in parts:
                    visit(inner)
            case None:
                return
            case _:
                fact = next(facts_of(part))
                out[fact] = tuple(dict.fromkeys((*out.get(fact, ()), part)))

    visit(condition)
    return out


def _joined_text(leaves: tuple[Condition, ...]) -> str:
    return condition_text(leaves[0] if len(leaves) == 1 else Any(leaves))


def _asked(condition: Condition | None) -> frozenset[tuple[str, str]]:
    """The facts asked, choices with their value, whatever the polarity and threshold."""
    out: set[tuple[str, str]] = set()
    for fact, leaves in _leaves(normal(condition)).items():
        for leaf in leaves:
            bare = leaf.part if isinstance(leaf, Not) else leaf
            out.add((fact, bare.value if isinstance(bare, Choice) else ""))
    return frozenset(out)


def _aspect(old: tuple[Condition, ...], new: tuple[Condition, ...]) -> Aspect | None:
    """How the leaves of one fact differ; None where they do not."""
    if set(old) == set(new):
        return None
    if len(old) == len(new) == 1:
        one, other = old[0], new[0]
        if equivalent(one, _normal(other, True)):
            return "polarity"
        if isinstance(one, Number) and isinstance(other, Number):
            return _number_aspect(one, other)
        if isinstance(one, Not) != isinstance(other, Not):
            return "polarity"
    if set(old) < set(new) or set(new) < set(old):
        return "scope"
    return "threshold" if any(isinstance(leaf, Number) for leaf in (*old, *new)) else "condition"


def _number_aspect(old: Number, new: Number) -> Aspect:
    same_side = {old.op, new.op} in ({"<", "<="}, {">", ">="})
    if old.value == new.value and old.unit == new.unit:
        if same_side:
            return "boundary"
        return "polarity" if old.op[0] != new.op[0] else "threshold"
    return "threshold"
