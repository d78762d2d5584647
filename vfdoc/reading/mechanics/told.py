"""Conditions as people write them in TOML: as the tree that the JSON of `tables` has, or in one line.

    when = { all = [{ fact = "ship", value = "frigate" }, { not = { fact = "burning" } }] }
    when = "ship = frigate and not burning"
    when = "wind = light or (masts-lost >= 2 and not fresh)"

In a line a name by itself is a fact that holds; "name = word" is a choice; a comparison with a number (and
`in` with several, "range in 4, 6") asks a number. "not" binds closest, then "and", then "or".
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from vfdoc.model import conditions as tree
from vfdoc.model.conditions import Condition

_COMPARISONS = ("<", "<=", "=", ">=", ">", "in")
_WORDS = re.compile(r"\s*(<=|>=|<|>|=|(?<!\S)\(|\)(?!\S)|,|[^\s,=<>()]+(?:\([^\s()]*\))?|[()])")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_JOINS = ("and", "or", "not", "in", "(", ")", ",", *_COMPARISONS)


def condition_of(told: Any) -> Condition | None:
    """A condition as a person writes it, as a tree; ValueError where it is none. Always is None."""
    if told is None or told == {"all": []}:
        return None
    return _line(told) if isinstance(told, str) else _part(told)


def _part(told: Any) -> Condition:
    match told:
        case {"all": [*parts], **rest} if not rest and parts:
            return tree.All(tuple(map(_part, parts)))
        case {"any": [*parts], **rest} if not rest and parts:
            return tree.Any(tuple(map(_part, parts)))
        case {"not": dict(part), **rest} if not rest:
            return tree.Not(_part(part))
        case {"fact": str(fact), "value": str(value), **rest} if not rest:
            return tree.Choice(fact, value)
        case {"fact": str(fact), **rest} if not rest:
            return tree.Flag(fact)
        case {"number": str(number), "op": str(op), "value": value, **rest} if op in _COMPARISONS and set(
            rest
        ) <= {"unit"}:
            return tree.Number(number, op, _value(value, op), rest.get("unit"))  # type: ignore[arg-type]
    raise ValueError(f"holds {told!r}, which is no condition")


def _value(value: Any, op: str) -> float | tuple[float, ...]:
    if op == "in" and isinstance(value, list) and all(isinstance(each, int | float) for each in value):
        return tuple(value)
    if op != "in" and isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return value
    raise ValueError(f"compares with {value!r}, which is no number")


def _line(told: str) -> Condition:
    words, at = list[str](), 0
    while told[at:].strip():
        found = _WORDS.match(told, at)
        if found is None:
            raise ValueError(f"holds {told!r}, which is no condition")
        words.append(found.group(1))
        at = found.end()
    reader = _Line(told, words)
    found_tree = reader.either()
    reader.hold(reader.at == len(words))
    return found_tree


class _Line:
    """Reads a condition in one line, word by word."""

    def __init__(self, told: str, words: list[str]) -> None:
        self.told, self.words, self.at = told, words, 0

    def hold(self, sound: bool) -> None:
        """ValueError where the line is none."""
        if not sound:
            raise ValueError(f"holds {self.told!r}, which is no condition")

    def either(self) -> Condition:
        """Conditions joined by "or"."""
        parts = [self.both()]
        while self._next("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else tree.Any(tuple(parts))

    def both(self) -> Condition:
        """Conditions joined by "and"."""
        parts = [self.one()]
        while self._next("and"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else tree.All(tuple(parts))

    def one(self) -> Condition:
        """One condition, or one in brackets."""
        if self._next("not"):
            return tree.Not(self.one())
        if self._next("("):
            inner = self.either()
            self.hold(self._next(")"))
            return inner
        name = self._word()
        op = next((each for each in _COMPARISONS if self._next(each)), None)
        if op is None:
            return tree.Flag(name)
        wanted = [self._word()]
        while op == "in" and self._next(","):
            wanted.append(self._word())
        numbers = [float(each) if "." in each else int(each) for each in wanted if _NUMBER.fullmatch(each)]
        if len(numbers) == len(wanted):
            value = tuple(numbers) if op == "in" else numbers[0]
            return tree.Number(name, op, value)  # type: ignore[arg-type]
        self.hold(op == "=")
        return tree.Choice(name, wanted[0])

    def _next(self, word: str) -> bool:
        met = self.at < len(self.words) and self.words[self.at] == word
        self.at += met
        return met

    def _word(self) -> str:
        self.hold(self.at < len(self.words) and self.words[self.at] not in _JOINS)
        self.at += 1
        return self.words[self.at - 1]
