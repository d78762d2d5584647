"""Exact odds as fractions: one test, many dice of it, all combinations of facts, a row's worth.

Everything is counted, nothing drawn: a die's faces are gone through one by one, and the dice of an
attack are convolved. Reroll, natural 1 and natural 6 are the outcome's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import NamedTuple, TypeAlias, get_args

from vfdoc.model import InputError
from vfdoc.model.mechanics import Modifier, Number, Operation, leaves_of
from vfdoc.model.session import memoized
from vfdoc.play.dice import Dice, sums
from vfdoc.play.evaluate import evaluate
from vfdoc.play.outcome import Applied, Outcome, Reroll
from vfdoc.play.situation import Known, Situation, checked
from vfdoc.play.tables import Tables

Distribution: TypeAlias = tuple[Fraction, ...]
"""The chance of 0, 1, 2 … of something."""

_TWICE: Distribution = (Fraction(0), Fraction(0), Fraction(1))
"""What a die comes to that counts as two."""
_ROLLED_ON = 12
"""How often a die is rolled on at most where the text sets no end to it."""
_CONTEXT = {"attack", "phase"}
_DOES = {operation: operation for operation in get_args(Operation)} | {"dice": "add"}
"""What an operation does: more dice of an attack are a higher value."""


class Die(NamedTuple):
    """One roll of a test: the chances to pass, to fail and be rolled again, to fail for good."""

    passes: Fraction
    again: Fraction
    fails: Fraction


def probability(outcome: Outcome) -> Fraction:
    """The chance that a test is passed, any reroll of it used where the first roll failed; InputError where
    nobody named its dice."""
    die = _die(outcome)
    return die.passes + die.again * die.passes if die.again else die.passes


def of_each(outcome: Outcome) -> Fraction:
    """The chance of each of many tests: rolled again where all of them may be, not where so many dice may."""
    return probability(outcome) if _most(outcome.rerolls) is None else _die(outcome).passes


def passed(outcome: Outcome, dice: int, double: Fraction = Fraction(0)) -> Distribution:
    """How many of `dice` tests of that outcome are passed; what may be rerolled is, up to its limit.

    `double` is the chance that one roll of a die counts as two (a natural 6 in some games).
    """
    return _passed(_die(outcome), _most(outcome.rerolls), dice, double, _TWICE)


def rolled_on(outcome: Outcome, dice: int) -> Distribution:
    """How many are passed where a die that passes with its highest face counts, and is rolled once more as a
    test of its own, and so on."""
    die = _die(outcome)
    sides = None if outcome.automatic is not None or outcome.dice is None else outcome.dice.sides
    top = min(die.passes, Fraction(1, sides) if sides else Fraction(0))
    one: Distribution = (1 - die.passes, die.passes)
    for _ in range(_ROLLED_ON):
        one = (1 - die.passes, die.passes - top + top * one[0], *(top * chance for chance in one[1:]))
    return _passed(die, _most(outcome.rerolls), dice, top, (Fraction(0), *one))


@memoized
def _passed(die: Die, most: int | None, dice: int, top: Fraction, worth: Distribution) -> Distribution:
    """How many of some dice are passed, of which one that shows its `top` face counts 0, 1, 2 … with the
    chances `worth`."""
    plain = [Fraction(0), die.passes - top, *[Fraction(0)] * (len(worth) - 2)]
    whole = [chance + top * more for chance, more in zip(plain, worth, strict=True)]
    every = lcm(die.again.denominator, *(chance.denominator for chance in whole), die.passes.denominator)
    rolled_again, counted = int(die.again * every), [int(chance * every) for chance in whole]
    missed = every - int(die.passes * every)
    settled, second = [missed - rolled_again, *counted[1:]], [missed, *counted[1:]]
    ways = [0] * ((len(worth) - 1) * dice + 1)  # of every ** (2 * dice)
    for again in range(dice + 1 if rolled_again else 1):
        rolled = again if most is None else min(again, most)
        count = comb(dice, again) * rolled_again**again * every ** (dice - rolled)
        for passing, found in enumerate(_added(_ways(settled, dice - again), _ways(second, rolled))):
            ways[passing] += count * found
    while len(ways) > dice + 1 and not ways[-1]:
        ways.pop()
    return tuple(Fraction(each, every ** (2 * dice)) for each in ways)


def power(die: Distribution, dice: int) -> Distribution:
    """The distribution of the sum of some dice, each of which gives 0, 1, 2 … with these chances."""
    every = lcm(*(chance.denominator for chance in die))
    ways = _ways([int(chance * every) for chance in die], dice)
    return tuple(Fraction(each, every**dice) for each in ways)


def _ways(die: Sequence[int], dice: int) -> list[int]:
    """In how many ways some dice give a sum of 0, 1, 2 …; `die` says it of one."""
    out = [1]
    for _ in range(dice):
        out = _added(out, die)
    return out


def _added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The ways of a sum of two: whole numbers, for fractions would be reduced at every step."""
    found = [0] * (len(one) + len(other) - 1)
    for n, ways in enumerate(one):
        if ways:
            for m, more in enumerate(other):
                found[n + m] += ways * more
    return found


def mean(distribution: Distribution) -> Fraction:
    """The expected number."""
    return sum((n * chance for n, chance in enumerate(distribution)), Fraction(0))


def at_least(distribution: Distribution) -> Distribution:
    """The chance of at least 0, 1, 2 …"""
    out, rest = [], Fraction(1)
    for chance in distribution:
        out.append(rest)
        rest -= chance
    return tuple(out)


def result(outcome: Outcome) -> Fraction:
    """What an outcome comes to: the chance of a test, the number of a value."""
    return probability(outcome) if outcome.is_test else outcome.total


class Worth(NamedTuple):
    """What a row is worth: the chance or number without it and with it."""

    row: Modifier
    without: Fraction
    with_it: Fraction


def worths(
    tables: Tables, of: str, situation: Situation, result: Callable[[Outcome], Fraction]
) -> tuple[Worth, ...]:
    """What each row that applied is worth to `result` (a chance, a number of dice); nothing of one that alone
    says what a value is."""
    whole = evaluate(tables, of, situation)
    out = []
    for applied in whole.applied:
        try:
            without = evaluate(tables.without(applied.row), of, situation)
        except InputError:  # then nobody told it
            continue
        out.append(Worth(applied.row, result(without), result(whole)))
    return tuple(out)


class Combination(NamedTuple):
    """One line of a table over all combinations of some facts; `outcome` says what was assumed in it. Of an
    attack it is the test of one die, `value` gives the number of dice, and `losses` are those expected."""

    known: tuple[tuple[str, Known], ...]
    probability: Fraction
    outcome: Outcome
    value: Outcome | None = None
    losses: Fraction | None = None

    @property
    def forbidden(self) -> bool:
        """Whether a rule does not allow it."""
        return bool(self.outcome.forbidden or (self.value is not None and self.value.forbidden))


def combinations(
    tables: Tables, of: str, situation: Situation, facts: Mapping[str, Sequence[Known]]
) -> tuple[Combination, ...]:
    """A test over all combinations of these facts' values that can hold together, in the order given."""
    out = []
    for known, told in situations(tables, of, situation, facts):
        outcome = evaluate(tables, of, told)
        out.append(Combination(known, result(outcome), outcome))
    return tuple(out)


def situations(
    tables: Tables, of: str, situation: Situation, facts: Mapping[str, Sequence[Known]]
) -> Iterator[tuple[tuple[tuple[str, Known], ...], Situation]]:
    """The combinations of these facts' values that can hold together where that is asked, in the order given,
    each with the situation in which it is told."""
    for values in product(*facts.values()):
        known = tuple(zip(facts, values, strict=True))
        told = situation.told(dict(known))
        if tables.clash(of, told.known) is None:
            yield known, told


def values_of(tables: Tables, names: Sequence[str]) -> dict[str, list[Known]]:
    """All values that some facts may have; a number those at which a row begins or ends to hold.

    InputError for a fact that no rule asks."""
    out: dict[str, list[Known]] = {}
    for name in names:
        fact = tables.facts.get(name)
        if fact is None:
            checked(name, True, tables.names, f"--over {name}")
            raise InputError(f"--over {name}", "no rule of this edition asks it", "name one that a rule asks")
        if fact.kind == "flag":
            out[name] = [False, True]
        elif fact.kind == "choice":
            out[name] = ["", *fact.values]
        else:
            out[name] = sorted(set(_edges(tables, name)))
            if not out[name]:  # no row begins or ends with it
                checked(name, True, tables.names, f"--over {name}")
    return out


def difference(one: Sequence[Applied], other: Sequence[Applied]) -> tuple[list[Applied], list[Applied]]:
    """The rows that only one of two outcomes applied. Rows are alike where they do the same to the same
    and ask a fact in common, or ask nothing; that of an attack or phase goes without saying."""
    mine, theirs = list(one), list(other)
    for applied in one:
        found = next((a for a in theirs if _alike(applied, a)), None)
        if found is not None:
            mine.remove(applied)
            theirs.remove(found)
    return mine, theirs


def _alike(one: Applied, other: Applied) -> bool:
    first, second = one.row, other.row
    if (_DOES[first.operation], one.amount, first.per) != (_DOES[second.operation], other.amount, second.per):
        return False
    asked, also = set(first.facts) - _CONTEXT, set(second.facts) - _CONTEXT
    return bool(asked & also) or (not asked and not also)


def _most(rerolls: Sequence[Reroll]) -> int | None:
    """How many dice may be rolled again in all; None for as many as can."""
    return None if any(r.most is None for r in rerolls) else sum(r.most or 0 for r in rerolls)


def totals(outcome: Outcome, number: int, *, natural: bool = False) -> dict[int | str, Fraction]:
    """The chances of the sum of some rolls of a test, each with what is added to it (without, where it is
    `natural`); InputError where nobody named its dice."""
    if outcome.dice is None:
        raise InputError(outcome.of, "the text names no dice for it", "add --dice NOTATION, as in --dice 1d6")
    found, faces = {0: Fraction(1)}, sums(*outcome.dice)
    for _ in range(number):
        after: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face, more in faces.items():
                after[total + face] = after.get(total + face, Fraction(0)) + chance * more
        found = after
    added = 0 if natural else int(outcome.total) * number
    return {total + added: chance for total, chance in found.items()}


def best(outcome: Outcome, number: int, *, lowest: bool = False) -> dict[int | str, Fraction]:
    """The chances of the highest (or `lowest`) of some rolls of a test, with what is added; of none 0."""
    one = {int(total): chance for total, chance in totals(outcome, 1).items()}
    if number < 1:
        return {0: Fraction(1)}
    found: dict[int | str, Fraction] = {}
    reached, before = Fraction(0), Fraction(0)
    for total in sorted(one, reverse=lowest):
        reached += one[total]
        found[total] = reached**number - before
        before = reached**number
    return found


def decided_by(outcome: Outcome) -> tuple[Hashable, ...]:
    """All of a test on which the chances of its rolls hang: two that have it in common roll alike."""
    return (
        outcome.automatic,
        outcome.dice,
        outcome.target,
        outcome.total,
        outcome.under,
        outcome.faces,
        outcome.rerolls,
        outcome.natural,
    )


def _die(outcome: Outcome) -> Die:
    if outcome.automatic is not None:
        passes = Fraction(int(outcome.automatic))
        return Die(passes, Fraction(0), 1 - passes)
    if outcome.dice is None:
        raise InputError(outcome.of, "the text names no dice for it", "add --dice NOTATION, as in --dice 1d6")
    again: frozenset[int] | None = frozenset()
    for reroll in outcome.rerolls:
        again = None if again is None or reroll.faces is None else again | reroll.faces
    low, high = outcome.natural
    if outcome.under:
        needed = math.floor((outcome.target or 0) - outcome.total)
    else:
        needed = math.ceil((outcome.target or 0) - outcome.total)
    passing = outcome.faces[0] | ({outcome.dice.sides} if high is not None else set())
    failing = outcome.faces[1] | ({1} if low is not None else set())
    return _rolled(outcome.dice, needed, outcome.under, passing, failing, again)


@memoized
def _rolled(
    dice: Dice, needed: int, under: bool, passing: frozenset[int], failing: frozenset[int],
    rerolled: frozenset[int] | None,
) -> Die:  # fmt: skip
    """One roll of dice that is to show `needed` or more (or less, where it is `under`): faces `passing` and
    `failing` do so whatever is needed; those `rerolled` (None: all) are where they failed."""
    passes = again = Fraction(0)
    for face, chance in sums(*dice).items():
        passed = face <= needed if under else face >= needed
        if face in failing or face in passing:
            passed = face not in failing
        if passed:
            passes += chance
        elif rerolled is None or face in rerolled:
            again += chance
    return Die(passes, again, 1 - passes - again)


def _edges(tables: Tables, name: str) -> Iterator[float]:
    for leaf in (leaf for row in tables.modifiers for leaf in leaves_of(row.when)):
        if isinstance(leaf, Number) and leaf.number == name:
            for edge in leaf.value if isinstance(leaf.value, tuple) else (leaf.value,):
                yield from (max(0.0, edge - 1), float(edge), edge + 1.0)
