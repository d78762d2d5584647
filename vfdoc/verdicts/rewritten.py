"""Conditions rewritten: together, one by one, with choices taken as made or put in place of others.

In: trees of facts (None for always). Out: trees in normal form. What they mean is for `conditions.py`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not, Number
from vfdoc.verdicts.conditions import normal

_MOST_ALTERNATIVES = 12


def any_of(conditions: list[Condition | None]) -> Condition | None:
    """What holds where one of the conditions does; None (always) if one of them always holds."""
    known = [c for c in conditions if c is not None]
    if len(known) < len(conditions) or not known:
        return None
    return normal(Any(tuple(known)))


def assuming(condition: Condition | None, given: Sequence[Choice]) -> Condition | None:
    """What is left of a condition where these choices are made already; None where nothing is."""
    condition = normal(condition)
    match condition:
        case Choice():
            return None if condition in given else condition
        case All(parts):
            left = [part for part in (assuming(part, given) for part in parts) if part is not None]
            return normal(All(tuple(left))) if left else None
        case Any(parts):
            return None if any(assuming(part, given) is None for part in parts) else condition
        case _:
            return condition


def replaced(condition: Condition | None, by: Mapping[Choice, Choice]) -> Condition | None:
    """A condition with some choices in place of others, in normal form."""
    match condition:
        case Choice():
            return by.get(condition, condition)
        case Not(part):
            inner = replaced(part, by)
            return None if inner is None else normal(Not(inner))
        case All(parts) | Any(parts):
            inners = tuple(one for part in parts if (one := replaced(part, by)) is not None)
            return normal(All(inners) if isinstance(condition, All) else Any(inners))
        case _:
            return condition


def alternatives(condition: Condition | None) -> tuple[Condition | None, ...]:
    """The situations of a condition one by one, each a fact or several that hold together; the condition
    alone where they would be more than a dozen."""
    condition = normal(condition)
    if condition is None:
        return (None,)
    found = _alternatives(condition)
    return (condition,) if len(found) > _MOST_ALTERNATIVES else tuple(dict.fromkeys(found))


def _alternatives(condition: Condition) -> list[Condition]:
    match condition:
        case Any(parts):
            return [one for part in parts for one in _alternatives(part)]
        case All(parts):
            each = [_alternatives(part) for part in parts]
            if math.prod(len(part) for part in each) > _MOST_ALTERNATIVES:
                return [condition]
            return [_all(chosen) for chosen in itertools.product(*each)]
        case _:
            return [condition]


def choices(condition: Condition | None) -> Iterator[Choice]:
    """The choices that a condition asks, in order, whether it asks them or denies them."""
    match condition:
        case Choice():
            yield condition
        case Not(part):
            yield from choices(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from choices(part)


def turned(condition: Condition | None, one: str, other: str) -> Condition | None:
    """The condition seen from the other end: what it asks of one party asked of the other, and back."""
    match condition:
        case Flag(fact):
            return Flag(_turned(fact, one, other))
        case Choice(fact, value):
            return Choice(_turned(fact, one, other), value)
        case Number(number):
            return condition._replace(number=_turned(number, one, other))
        case Not(part):
            inner = turned(part, one, other)
            return None if inner is None else Not(inner)
        case All(parts) | Any(parts):
            each = tuple(found for part in parts if (found := turned(part, one, other)) is not None)
            return All(each) if isinstance(condition, All) else Any(each)
        case _:
            return condition


def _turned(fact: str, one: str, other: str) -> str:
    party, dot, rest = fact.partition(".")
    return {one: other, other: one}.get(party, party) + dot + rest


def _all(parts: tuple[Condition, ...]) -> Condition:
    joined = normal(All(parts))
    assert joined is not None  # of parts there are some
    return joined
