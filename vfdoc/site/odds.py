"""The odds of tests for their page: of the plain roll, with each modifier by itself, and by their sum.

Mechanics come in; exact fractions, per cent and the heights of bars come out. A test whose target the
text leaves open, and a change that is no change of a roll, have none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from vfdoc.formats.labels import Labels
from vfdoc.model import InputError
from vfdoc.model.mechanics import Mechanics, Modifier
from vfdoc.play.dice import dice_of, sums
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.situation import Situation
from vfdoc.play.tables import Tables, tables
from vfdoc.play.together import sums_of

_MINUS = "\N{MINUS SIGN}"
_ROLL_CHANGES = ("add", "dice", "reroll", "pass", "fail")
_STEPS = 6  # of the sum of modifiers shown at most, either way
_MARGINS = 4


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance: exact ("1/3"), in per cent ("33%"), and how many points of these more or less than the plain
    roll ("−17"; empty for that itself). `bar` is its height of a hundred."""

    fraction: str
    percent: str
    points: str
    bar: int


@dataclass(frozen=True, slots=True)
class Step:
    """The chance of a test where its modifiers come to `total` ("−1", "0", "+2"); `plain` where to 0."""

    total: str
    chance: Chance
    plain: bool


@dataclass(frozen=True, slots=True)
class MarginChance:
    """What an opposed roll comes to where one side adds that much more than the other."""

    total: str
    wins: Chance
    draws: Chance
    plain: bool


class PageOdds:
    """The odds of one edition's tests."""

    def __init__(self, mechanics: Mechanics, labels: Labels) -> None:
        self._tables, self._labels = tables(mechanics), labels
        targets: dict[str, set[str]] = {}
        for test in mechanics.tests:
            if test.target:
                targets.setdefault(test.id, set()).add(test.target)
        # Where the text gives a test several targets, no one chance would be true.
        self._settled = {id for id, found in targets.items() if len(found) == 1}

    def plain(self, test: str) -> Chance | None:
        """The chance of a test that nothing changes."""
        found = self._chance(test, ())
        return self._shown(found) if found is not None else None

    def with_row(self, row: Modifier) -> Chance | None:
        """The chance of the row's test where that row alone applies, once."""
        if row.status != "executable" or row.of is None or row.operation not in _ROLL_CHANGES:
            return None
        plain, found = self._chance(row.of, ()), self._chance(row.of, (_bare(row),))
        return self._shown(found, plain) if plain is not None and found is not None else None

    def ladder(self, test: str, rows: Iterable[Modifier]) -> tuple[Step, ...]:
        """The chance by the sum of the modifiers, for each that rows which can hold at once come to; empty
        where no row adds."""
        rows = [row for row in rows if row.status == "executable"]
        added = [row for row in rows if row.operation == "add" and isinstance(row.amount, int | float)]
        plain = self._chance(test, ())
        if plain is None or not added:
            return ()
        found = []
        for total in sorted(n for n in sums_of(self._tables, added) if abs(n) <= _STEPS):
            chance = self._chance(test, (replace(_bare(added[0]), amount=total),))
            if chance is not None:
                found.append((total, chance))
        return tuple(
            Step(signed(total), self._shown(chance, plain), total == 0) for total, chance in _trimmed(found)
        )

    def margins(self, dice: str | None) -> tuple[MarginChance, ...]:
        """The chances of an opposed roll by how much more one side adds than the other; none where nobody
        named its dice."""
        known = dice_of(dice)
        if known is None:
            return ()
        rolled = sums(*known)
        found = []
        for more in range(-_MARGINS, _MARGINS + 1):
            wins = draws = Fraction(0)
            for one, chance in rolled.items():
                for other, against in rolled.items():
                    wins += chance * against * (one + more > other)
                    draws += chance * against * (one + more == other)
            found.append(MarginChance(signed(more), self._shown(wins), self._shown(draws), more == 0))
        return tuple(found)

    def _chance(self, test: str, rows: tuple[Modifier, ...]) -> Fraction | None:
        if test not in self._settled:
            return None
        only: Tables = replace(self._tables, modifiers=rows)
        try:
            return probability(evaluate(only, test, Situation({})))
        except InputError:  # no target that a roll can meet, or an amount that hangs on a unit's value
            return None

    def _shown(self, chance: Fraction, plain: Fraction | None = None) -> Chance:
        more = "" if plain is None or chance == plain else signed(_points(chance - plain))
        percent = self._labels.say("percent", number=_points(chance))
        return Chance(str(chance), percent, more, _points(chance))


def signed(number: int) -> str:
    """A number with its sign; 0 has none."""
    return f"{'+' if number > 0 else _MINUS if number < 0 else ''}{abs(number)}"


def _points(chance: Fraction) -> int:
    """Per cent, a half upwards."""
    return floor(chance * 100 + Fraction(1, 2))


def _bare(row: Modifier) -> Modifier:
    """The row as it applies once, whatever the situation."""
    return replace(row, when=None, per=None, limit=None, facts=())


def _trimmed(found: list[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """Without the ends where another modifier changes nothing more; the plain roll stays."""
    while len(found) > 1 and found[0][1] == found[1][1] and found[0][0] < 0:
        found = found[1:]
    while len(found) > 1 and found[-1][1] == found[-2][1] and found[-1][0] > 0:
        found = found[:-1]
    return found
