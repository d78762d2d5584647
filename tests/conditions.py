"""Conditions as the lists write them, and whether two conditions mean the same.

They do where they hold in the same situations: both are evaluated over every combination of the
facts that they name.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not, Number

_TOKEN = re.compile(r"\s*([()|&!]|[\w.-]+(?:\([\w-]+\))?(?:\s*(?:<=|>=|=|<|>)\s*[\w-]+)?)")
_COMPARED = re.compile(r"(?P<fact>[\w.-]+(?:\([\w-]+\))?)(?:\s*(?P<op><=|>=|=|<|>)\s*(?P<value>[\w-]+))?")


def condition(text: str) -> Condition | None:
    """The condition that a list's `when` states."""
    tokens = _TOKEN.findall(text)
    if not tokens:
        return None

    def alternatives() -> Condition:
        parts = [joint()]
        while tokens and tokens[0] == "|":
            tokens.pop(0)
            parts.append(joint())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def joint() -> Condition:
        parts = [single()]
        while tokens and tokens[0] == "&":
            tokens.pop(0)
            parts.append(single())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def single() -> Condition:
        token = tokens.pop(0)
        if token == "!":
            return Not(single())
        if token == "(":
            inner = alternatives()
            tokens.pop(0)
            return inner
        found = _COMPARED.fullmatch(token)
        assert found, token
        fact, op, value = found.group("fact", "op", "value")
        if op is None:
            return Flag(fact)
        number = re.fullmatch(r"(-?\d+)(?:in)?", value)
        return Number(fact, op, int(number.group(1))) if number else Choice(fact, value)

    return alternatives()


def holds(condition: Condition | None, state: dict[str, object]) -> bool:
    match condition:
        case None:
            return True
        case Flag(fact):
            return state[fact] is True
        case Choice(fact, value):
            return state[fact] == value
        case Not(part):
            return not holds(part, state)
        case All(parts):
            return all(holds(part, state) for part in parts)
        case Any(parts):
            return any(holds(part, state) for part in parts)
        case Number(number, op, wanted, _):
            have = state[number]
            if not isinstance(have, int | float) or have is True or have is False:
                return False
            if isinstance(wanted, tuple):
                return have in wanted
            return {
                "<": have < wanted, "<=": have <= wanted, "=": have == wanted,
                ">=": have >= wanted, ">": have > wanted,
            }[op]  # fmt: skip


def values(condition: Condition | None, found: dict[str, set[object]]) -> None:
    """Adds to `found`, by fact, the values that make a difference to the condition."""
    match condition:
        case Flag(fact):
            found[fact] |= {False, True}
        case Choice(fact, value):
            found[fact] |= {"", value}
        case Not(part):
            values(part, found)
        case All(parts) | Any(parts):
            for part in parts:
                values(part, found)
        case Number(number, _, value, _):
            for edge in value if isinstance(value, tuple) else (value,):
                found[number] |= {0, edge, edge + 1} | ({edge - 1} if edge else set())


def same(one: Condition | None, other: Condition | None) -> bool:
    """Whether two conditions hold in the same situations."""
    domains: dict[str, set[object]] = defaultdict(set)
    values(one, domains)
    values(other, domains)
    ordered = [sorted(domain, key=repr) for domain in domains.values()]
    states = (dict(zip(domains, combination, strict=True)) for combination in itertools.product(*ordered))
    return all(holds(one, state) == holds(other, state) for state in itertools.islice(states, 20000))
