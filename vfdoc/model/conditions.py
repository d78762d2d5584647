"""Conditions as trees of facts: what holds in a situation of the game, and what a rule asks of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

Comparison: TypeAlias = Literal["<", "<=", "=", ">=", ">", "in"]
_COMPARISONS = ("<", "<=", "=", ">=", ">", "in")
_FACT = re.compile(r"[a-z][\w.-]*(?:\([^\s()]+\))?")


class Flag(NamedTuple):
    """A fact that holds or does not: `attacker.shaken`."""

    fact: str


class Choice(NamedTuple):
    """A fact that has one of several values: `cover` is `hard`."""

    fact: str
    value: str


class Number(NamedTuple):
    """A number of the game, compared: `unit.enemy_distance > 12in`; `in` takes a tuple."""

    number: str
    op: Comparison
    value: float | tuple[float, ...]
    unit: str | None = None


class Not(NamedTuple):
    """Holds where its part does not."""

    part: Condition


class All(NamedTuple):
    """Holds where all its parts do. No "any" of the same parts equals it, as plain tuples would."""

    parts: tuple[Condition, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, All) and self.parts == other.parts

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("All", self.parts))


class Any(NamedTuple):
    """Holds where one of its parts does."""

    parts: tuple[Condition, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Any) and self.parts == other.parts

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("Any", self.parts))


Condition: TypeAlias = Flag | Choice | Number | Not | All | Any
SpanPlace: TypeAlias = Literal["if", "unless", "subject", "label", "lead-in", "heading", "footnote"]

SAID = "said."
"""How the facts begin that are named from words of which nothing else is known."""

AT_LEAST = ">= "
"""Before a number or the name of one, of what a fact follows from: another that comes up to it."""
AT_MOST = "<= "
"""Before a number, of what a fact follows from: one that is no more than that."""
WHERE = " where "
"""Before the flag that must hold, too, where a fact follows from a number that comes up to another."""


class Reach(NamedTuple):
    """What a number must come up to, another one or a `constant`, `where` a flag holds ("" always); or be
    no more than (`most`)."""

    least: str
    constant: float | None
    where: str
    most: bool = False

    def met_by(self, have: float, wants: float) -> bool:
        """Whether a number comes up to another, or is no more than it."""
        return have <= wants if self.most else have >= wants


def reach_of(value: str) -> Reach | None:
    """What the value of which a fact follows says of a number: ">= target.tenacity", ">= 2 where
    brigade.understrength", "<= 0"; None of a choice's value."""
    sign = next((each for each in (AT_LEAST, AT_MOST) if value.startswith(each)), "")
    if not sign:
        return None
    least, _, where = value.removeprefix(sign).partition(WHERE)
    constant = float(least) if least.replace(".", "", 1).isdigit() else None
    return Reach(least, constant, where, sign == AT_MOST)


class ConditionSpan(NamedTuple):
    """A stretch of a condition in its own words: whether they have to hold (`polarity`), and where they
    stand."""

    words: str
    polarity: bool
    place: SpanPlace


class KnownFact(NamedTuple):
    """A fact that conditions ask: flag, number (in `unit`) or choice (one of `values`); `default` is
    what a flag is taken for where nobody tells, `implies` the choices made wherever it holds and
    the least of numbers, `follows` the choices any of which makes it hold, or a number with what it comes
    up to (`reach_of`), `excludes` the flags that cannot hold with it; `one_side` that of two sides one
    and one alone has it; `stated` that the edition states it and not its game, in this `section`."""

    id: str
    kind: str
    unit: str | None = None
    values: tuple[str, ...] = ()
    default: bool = False
    implies: tuple[tuple[str, str | float | bool], ...] = ()
    follows: tuple[tuple[str, str], ...] = ()
    excludes: tuple[str, ...] = ()
    one_side: bool = False
    stated: bool = False
    section: str = ""

    @property
    def compared(self) -> tuple[str, ...]:
        """The numbers that are compared where it follows from one that comes up to another, or to so many."""
        found = [(name, reach) for name, value in self.follows if (reach := reach_of(value)) is not None]
        least = (reach.least for _, reach in found if reach.constant is None)
        return (*(name for name, _ in found), *least)

    @property
    def beside(self) -> tuple[str, ...]:
        """The flags that must hold where a number comes up to something, for it to follow from that."""
        reaches = (reach_of(value) for _, value in self.follows)
        return tuple(reach.where for reach in reaches if reach is not None and reach.where)

    @property
    def reached(self) -> tuple[tuple[str, str], ...]:
        """Of these each that comes up to another, with that one."""
        pairs = ((name, reach_of(value)) for name, value in self.follows)
        return tuple((name, to.least) for name, to in pairs if to is not None and to.constant is None)


def facts_of(condition: Condition | None) -> Iterator[str]:
    """The facts that a condition asks, in order; one asked twice comes twice."""
    match condition:
        case Flag(fact) | Choice(fact, _) | Number(fact, _, _, _):
            yield fact
        case Not(part):
            yield from facts_of(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from facts_of(part)


def leaves_of(condition: Condition | None) -> Iterator[Flag | Choice | Number]:
    """The facts that a condition asks, with what it asks of each, in order."""
    match condition:
        case Flag() | Choice() | Number():
            yield condition
        case Not(part):
            yield from leaves_of(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from leaves_of(part)


def without_implied(condition: Condition | None, implied: frozenset[tuple[str, str]]) -> Condition | None:
    """A condition without what goes without saying of what it is about: choices, each a fact and its value.
    None where nothing is left."""
    match condition:
        case Choice(fact, value) if (fact, value) in implied:
            return None
        case All(parts):
            left = tuple(part for part in parts if without_implied(part, implied) is not None)
            return All(left) if len(left) > 1 else left[0] if left else None
        case _:
            return condition


def condition_text(condition: Condition | None) -> str:
    """A condition in the names of its facts, as `attacker.losses > 0 and attack = melee`."""
    match condition:
        case None:
            return "always"
        case Flag(fact):
            return fact
        case Choice(fact, value):
            return f"{fact} = {value}"
        case Number(number, op, value, unit):
            shown = ", ".join(f"{v:g}" for v in (value if isinstance(value, tuple) else (value,)))
            return f"{number} {op} {shown}" + ('"' if unit == "in" else "")
        case Not(part):
            return f"not {_bracketed(part, (All, Any))}"
        case All(parts):
            return " and ".join(_bracketed(part, (Any,)) for part in parts)
        case Any(parts):
            return " or ".join(_bracketed(part, (All,)) for part in parts)


def condition_of(text: str) -> Condition | None:
    """The condition that `condition_text` writes so, parts of one kind in one; None of any other text."""
    for joint, kind in ((" or ", Any), (" and ", All)):
        parts = _parted(text, joint)
        if len(parts) > 1:
            found = tuple(part for each in parts if (part := condition_of(each)) is not None)
            return kind(found) if len(found) == len(parts) else None
    if text.startswith("not "):
        part = condition_of(text.removeprefix("not "))
        return None if part is None else Not(part)
    if text.startswith("(") and text.endswith(")"):
        return condition_of(text[1:-1])
    return _leaf(text)


def _parted(text: str, joint: str) -> list[str]:
    """The parts of a text between joints that stand in no brackets."""
    parts: list[str] = []
    depth = 0
    for part in text.split(joint):
        if depth:
            parts[-1] += joint + part
        else:
            parts.append(part)
        depth += part.count("(") - part.count(")")
    return parts


def _leaf(text: str) -> Condition | None:
    fact, _, asked = text.partition(" ")
    op, _, value = asked.partition(" ")
    if not _FACT.fullmatch(fact):
        return None
    if not op:
        return Flag(fact)
    if op not in _COMPARISONS:
        return None
    bare = value.removesuffix('"')
    try:
        numbers = tuple(map(float, bare.split(", ")))
    except ValueError:
        return Choice(fact, value) if op == "=" else None
    unit = "in" if bare != value else None
    return Number(fact, op, numbers if op == "in" else numbers[0], unit)  # type: ignore[arg-type]


def _bracketed(part: Condition, kinds: tuple[type[Condition], ...]) -> str:
    return f"({condition_text(part)})" if isinstance(part, kinds) else condition_text(part)


def compares(have: float, op: str, wanted: float | tuple[float, ...]) -> bool:
    """Whether a number stands so to another; of several, whether it is one of them."""
    if isinstance(wanted, tuple):
        return have in wanted
    match op:
        case "<":
            return have < wanted
        case "<=":
            return have <= wanted
        case ">=":
            return have >= wanted
        case ">":
            return have > wanted
    return have == wanted
