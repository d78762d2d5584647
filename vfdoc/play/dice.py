"""Dice as texts write them, and the chances of what they show.

3d6      three of six sides, added           2d20kh1  the higher of two (kl1: the lower)
d100     one of a hundred                    1d6!     its highest face is rolled again and added
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.session import memoized

_DICE = re.compile(
    r"(?P<count>\d*)\s*[dD]\s*(?P<sides>\d+)(?:k(?P<end>[hl])(?P<kept>\d+))?(?P<more>!)?(?P<times>\d+)?"
)
_EXPLODES = 20
"""How often a die is rolled again at most where the text sets no end to it: less likely than one in 10^15."""
_MOST = 200


class Dice(NamedTuple):
    """A `number` of dice of so many sides: of which the highest `keep` count (the lowest, where it is
    negative; all, where it is 0); each is rolled again and added up to `explodes` times where it shows its
    highest face."""

    number: int
    sides: int
    keep: int = 0
    explodes: int = 0

    def __str__(self) -> str:
        kept = f"k{'h' if self.keep > 0 else 'l'}{abs(self.keep)}" if self.keep else ""
        more = ("!" if self.explodes == _EXPLODES else f"!{self.explodes}") if self.explodes else ""
        return f"{self.number}d{self.sides}{kept}{more}"

    def better(self, sign: int) -> Dice:
        """The same with one die more, of which the highest count (the lowest, where `sign` is negative)."""
        return self._replace(number=self.number + 1, keep=sign * (abs(self.keep) or self.number))


@memoized
def dice_of(text: str | None) -> Dice | None:
    """The dice of a notation; None where nobody named them. InputError for what no dice can be."""
    found = _DICE.search(text or "")
    if found is None:
        return None
    count, sides = int(found.group("count") or 1), int(found.group("sides"))
    keep = int(found.group("kept") or 0) * (1 if found.group("end") == "h" else -1)
    explodes = int(found.group("times") or _EXPLODES) if found.group("more") else 0
    if not 0 < count <= _MOST or not 0 < sides <= 1000 or abs(keep) > count or (keep and explodes):
        raise InputError(f"{text}", "are no dice", "write how many of how many sides: 1d6, 2d20kh1, 1d6!")
    return Dice(count, sides, 0 if abs(keep) == count else keep, explodes if sides > 1 else 0)


D6 = Dice(1, 6)


def sums(count: int, sides: int, keep: int = 0, explodes: int = 0) -> Mapping[int, Fraction]:
    """The chance of each sum of some dice, of those that count."""
    if keep:
        return _kept(count, sides, keep)
    every = sides ** (1 + explodes)
    die = dict.fromkeys(range(1, sides + 1), every // sides)
    for again in range(explodes):
        top = sides * (again + 1)
        ways = die.pop(top)
        die |= {top + face: ways // sides for face in range(1, sides + 1)}
    found = {0: 1}
    for _ in range(count):
        after: dict[int, int] = defaultdict(int)
        for total, ways in found.items():
            for face, more in die.items():
                after[total + face] += ways * more
        found = after
    return {total: Fraction(ways, every**count) for total, ways in found.items()}


def _kept(count: int, sides: int, keep: int) -> Mapping[int, Fraction]:
    """The same of the highest `keep` dice (the lowest, where it is negative): face by face, how many show
    it."""
    order = range(sides, 0, -1) if keep > 0 else range(1, sides + 1)
    states: dict[tuple[int, int], int] = {(count, 0): 1}  # dice left, sum so far
    for n, face in enumerate(order):
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (left, total), ways in states.items():
            free = max(0, abs(keep) - (count - left))
            for show in range(left + 1) if n < sides - 1 else (left,):
                after[left - show, total + face * min(show, free)] += ways * comb(left, show)
        states = after
    found: dict[int, int] = defaultdict(int)
    for (_, total), ways in states.items():
        found[total] += ways
    return {total: Fraction(ways, sides**count) for total, ways in sorted(found.items())}
