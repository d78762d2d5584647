"""Conditions asked in a situation: each is made ready once, and then asked as often as rows are.

What nobody told is assumed as `situation` says; without facts nothing is, and what was not told leaves all
open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from vfdoc.model.conditions import compares
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Flag,
    KnownFact,
    Not,
    Number,
    leaves_of,
)
from vfdoc.play.situation import SOME, Known, Situation, assumed_of

Holds: TypeAlias = Callable[[Mapping[str, Known]], bool | None]
"""Whether a condition holds with what is known; None where that hangs on what nobody told."""
Tried: TypeAlias = tuple[tuple[str, tuple[Known, ...]], ...]
"""The facts that a condition asks, in order, each with the values at which it may come out otherwise."""


_MOST_ANSWERS = 200
"""The most answers that a condition keeps."""


class Decision(NamedTuple):
    """Whether a condition holds, and the facts that nobody told of which alone that hangs."""

    holds: bool | None
    deciding: tuple[str, ...]


class Question(NamedTuple):
    """A condition made ready: whether it `holds`, what nobody told being assumed; whether it is `open`, with
    nothing assumed (False: it cannot hold); the facts that it asks, with what is to be tried of each; the
    `answers` given so far, by what was known of those facts."""

    holds: Holds
    open: Holds
    tried: Tried
    answers: dict[tuple[Known | None, ...], Decision]

    def answer(self, known: dict[str, Known]) -> Decision:
        """Whether it holds, and what decides that: worked out once for what is known of what it asks."""
        key = tuple([known.get(name) for name, _ in self.tried])
        found = self.answers.get(key)
        if found is None:
            if len(self.answers) >= _MOST_ANSWERS:
                self.answers.clear()
            holds = self.holds(known)
            found = self.answers[key] = Decision(holds, tuple(self.deciding(known, holds)))
        return found

    def deciding(self, known: dict[str, Known], found: bool | None) -> Iterator[str]:
        """The facts that are not `known` and of which alone it hangs whether what was `found` holds."""
        if found is False and self.open(known) is False:
            return  # what was told settles it
        holds = self.holds
        for name, values in self.tried:
            if name in known:
                continue
            for value in values:
                known[name] = value
                otherwise = holds(known) != found
                del known[name]
                if otherwise:
                    yield name
                    break


class Conditions:
    """The conditions of an edition, which has these facts: each is made ready when it is asked first."""

    def __init__(self, facts: Mapping[str, KnownFact]) -> None:
        self._facts = facts
        self._asked: dict[int, tuple[Condition | None, Question]] = {}
        self._assumed: dict[str, Known | None] = {}

    def of(self, condition: Condition | None) -> Question:
        """A condition made ready."""
        found = self._asked.get(id(condition))
        if found is None:  # the condition is kept beside it, so that its id stays its own
            ready = Question(_ready(condition, self._facts), _ready(condition, None), tried(condition), {})
            found = self._asked[id(condition)] = condition, ready
        return found[1]

    def holds(self, condition: Condition | None, situation: Situation) -> bool | None:
        """Whether a condition holds; None where that hangs on a number that nobody told."""
        return self.of(condition).holds(situation.known)

    def assumed(self, name: str) -> Known | None:
        """What is assumed of a fact that nobody told; None where nothing can be."""
        if name not in self._assumed:
            self._assumed[name] = assumed_of(name, self._facts)
        return self._assumed[name]


def holds(condition: Condition | None, situation: Situation, facts: Mapping[str, KnownFact]) -> bool | None:
    """Whether a condition holds; None where that hangs on a number that nobody told."""
    return _ready(condition, facts)(situation.known)


def may_hold(condition: Condition | None, situation: Situation) -> bool:
    """Whether a condition can hold with what was told, nothing being assumed of the rest."""
    return _ready(condition, None)(situation.known) is not False


def tried(condition: Condition | None) -> Tried:
    """The facts that a condition asks, and what is to be tried of each."""
    values: dict[str, dict[Known, None]] = {}
    for leaf in leaves_of(condition):
        match leaf:
            case Flag(fact):
                values.setdefault(fact, {}).update({True: None, False: None})
            case Choice(fact, value):
                values.setdefault(fact, {})[value] = None
            case Number(fact, _, value, _):
                edges = value if isinstance(value, tuple) else (value,)
                near = (edge + step for edge in edges for step in (-1, 0, 1))
                values.setdefault(fact, {}).update(dict.fromkeys(near))
    return tuple((name, tuple(found)) for name, found in values.items())


def _ready(condition: Condition | None, facts: Mapping[str, KnownFact] | None) -> Holds:
    match condition:
        case None:
            return _always
        case Flag(fact):
            return _flag(fact, None if facts is None else assumed_of(fact, facts))
        case Choice(fact, value):
            return _choice(fact, value, None if facts is None else assumed_of(fact, facts))
        case Number(fact, _, _, _):
            return _number(condition, None if facts is None else assumed_of(fact, facts))
        case Not(part):
            return _not(_ready(part, facts))
        case All(parts) | Any(parts):
            return _several(tuple(_ready(part, facts) for part in parts), isinstance(condition, Any))


def _always(known: Mapping[str, Known]) -> bool | None:
    return True


def _flag(fact: str, taken: Known | None) -> Holds:
    def holds(known: Mapping[str, Known]) -> bool | None:
        told = known.get(fact, taken)
        return None if told is None else told is True

    return holds


def _choice(fact: str, value: str, taken: Known | None) -> Holds:
    def holds(known: Mapping[str, Known]) -> bool | None:
        told = known.get(fact, taken)
        return None if told is None or told == SOME else told == value

    return holds


def _number(condition: Number, taken: Known | None) -> Holds:
    name, op, value, _ = condition

    def holds(known: Mapping[str, Known]) -> bool | None:
        told = known.get(name, taken)
        return None if told is None or isinstance(told, bool | str) else compares(told, op, value)

    return holds


def _not(part: Holds) -> Holds:
    def holds(known: Mapping[str, Known]) -> bool | None:
        found = part(known)
        return None if found is None else not found

    return holds


def _several(parts: tuple[Holds, ...], settles: bool) -> Holds:
    """All parts, or any of them: `settles` is what one part alone decides."""

    def holds(known: Mapping[str, Known]) -> bool | None:
        open_ = False
        for part in parts:
            found = part(known)
            if found is settles:
                return settles
            open_ = open_ or found is None
        return None if open_ else not settles

    return holds
