"""How alike two texts are: by the words they share, a rare one counting more than a common one.

In come stems; out come vectors whose product is the likeness (0 to 1), and, through an index of the
rare words, the few vectors that are worth the product. Cost grows with the text: of a word that
stands everywhere only the places nearest to where a counterpart is expected are looked at.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TypeAlias

Vector: TypeAlias = Mapping[str, float]
"""A text's stems and their weights, of length 1."""

_RARE = 10  # so many of its rarest words lead from a text to its candidates
_NEAREST = 12  # so many places of one word are looked at


@dataclass(frozen=True, slots=True)
class StemWeights:
    """How much each stem tells: the logarithm of in how few of `count` texts it stands."""

    rarity: Mapping[str, float]
    count: int

    def of(self, stem: str) -> float:
        """The weight of a stem; one that was never seen tells the most."""
        return self.rarity.get(stem) or math.log(self.count + 1)

    def vector(self, stems: Iterable[str]) -> Vector:
        """The vector of a text; empty where it has no words."""
        weighed = {s: self.of(s) * (1 + math.log(n)) for s, n in Counter(stems).items()}
        length = math.sqrt(sum(w * w for w in weighed.values()))
        return {s: w / length for s, w in weighed.items()} if length else {}


def weights(texts: Sequence[Iterable[str]]) -> StemWeights:
    """The weights of the stems of these texts."""
    found = Counter(stem for stems in texts for stem in set(stems))
    count = len(texts)
    return StemWeights({stem: math.log((count + 1) / n) for stem, n in found.items()}, count)


def likeness(one: Vector, other: Vector) -> float:
    """How alike two vectors are, 0 to 1."""
    if len(one) > len(other):
        one, other = other, one
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)


@dataclass(frozen=True, slots=True)
class Index:
    """Where each stem stands: places in rising order."""

    places: Mapping[str, tuple[int, ...]]

    def candidates(self, vector: Vector, near: float, most: int) -> list[int]:
        """The places that share the most with a vector by its rare words, at most so many, the best first.

        `near` is the place where a counterpart is expected.
        """
        shared: dict[int, float] = defaultdict(float)
        known = [(len(self.places[s]), s, w) for s, w in vector.items() if s in self.places]
        for _, stem, weight in nsmallest(_RARE, known):
            gain = weight * weight
            for place in nearest(self.places[stem], near, _NEAREST):
                shared[place] += gain
        ranked = nsmallest(most, ((-gain, abs(place - near), place) for place, gain in shared.items()))
        return [place for _, _, place in ranked]


def index(vectors: Mapping[int, Vector]) -> Index:
    """The index of vectors by their place."""
    places: dict[str, list[int]] = defaultdict(list)
    for place in sorted(vectors):
        for stem in vectors[place]:
            places[stem].append(place)
    return Index({stem: tuple(found) for stem, found in places.items()})


def nearest(places: Sequence[int], near: float, most: int) -> Sequence[int]:
    """Of places in rising order those nearest to one, at most so many, in their order."""
    if len(places) <= most:
        return places
    at = bisect_left(places, near)
    start = min(max(at - most // 2, 0), len(places) - most)
    return places[start : start + most]
