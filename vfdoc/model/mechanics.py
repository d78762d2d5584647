"""The nouns of play: tests, modifiers, lookups, conventions, and conditions as trees of facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Operation: TypeAlias = Literal["add", "halve", "double", "set", "reroll", "pass", "fail", "dice"]
Origin: TypeAlias = Literal["rules", "sheet", "question", "note", "example"]
Comparison: TypeAlias = Literal["<", "<=", "=", ">=", ">", "in"]


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
    """Holds where all its parts do."""

    parts: tuple[Condition, ...]


class Any(NamedTuple):
    """Holds where one of its parts does."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Flag | Choice | Number | Not | All | Any


class HalfOf(NamedTuple):
    """An amount that is half of a value of the game."""

    value: str


class Limit(NamedTuple):
    """How often at most a modifier counts: three units, or an amount of three in all."""

    of: str
    most: int


@dataclass(frozen=True, slots=True)
class Test:
    """A dice roll against a target ("4+"); `line` is where it is described, or its row."""

    __test__ = False  # no test of pytest's

    id: str
    name: str
    dice: str | None
    target: str | None
    section: str
    document: str
    line: int
    origin: Origin
    success: str | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """An operation on a roll or value under a condition.

    `of` is an id of the glossary's tests and values (None where the text does not say);
    `condition` the words, `when` their reading (None for always), `facts` the facts in it.
    """

    id: str
    of: str | None
    operation: Operation
    amount: float | HalfOf | None
    unit: str | None
    per: str | None
    limit: Limit | None
    condition: str
    when: Condition | None
    facts: tuple[str, ...]
    section: str
    document: str
    line: int
    column: int
    origin: Origin


class LookupRow(NamedTuple):
    """A row of a lookup: what it is looked up by, its unsigned values, its line."""

    key: tuple[str, ...]
    values: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """Unsigned values read by row and column: move distances, prices, profiles."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[LookupRow, ...]
    section: str
    document: str
    line: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Convention:
    """How modifiers and dice are handled, and the section that says so."""

    id: str
    section: str
    document: str
    line: int


class Doubt(NamedTuple):
    """Words that look like mechanics and cannot be read with certainty: a finding to be."""

    section: str
    document: str
    line: int
    column: int
    quote: str
    why: str


@dataclass(frozen=True, slots=True)
class Mechanics:
    """What an edition's text says about its dice, in the order of the text."""

    edition: str
    tests: tuple[Test, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    conventions: tuple[Convention, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def of_document(self, document: str) -> Mechanics:
        """What one document of the edition states."""
        return Mechanics(
            self.edition,
            tuple(t for t in self.tests if t.document == document),
            tuple(m for m in self.modifiers if m.document == document),
            tuple(x for x in self.lookups if x.document == document),
            tuple(c for c in self.conventions if c.document == document),
            tuple(d for d in self.doubts if d.document == document),
        )


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
