"""Members of a group that may be the counterpart of one of another's: all, or of many the likeliest.

In: places in a text, each with its words. Out: the places worth holding against some words. Of a group
that is not large they are all, so that nothing is missed; of a large one those found by its rarest words
in an inverted index, and those about where the counterpart is expected: so the work grows with the text
and not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

_FEW = 100  # members that are all held against one
_MANY = 48  # that are found by words in a large group, or by one word
_BESIDE = 8  # that stand about where the counterpart is expected


class Group:
    """Places in their order, each with words."""

    def __init__(self, members: Iterable[tuple[int, frozenset[str]]]) -> None:
        self.places: list[int] = []
        self._members: list[frozenset[str]] = []
        for place, words in members:
            self.places.append(place)
            self._members.append(words)
        self._by_word: dict[str, list[int]] = {}
        self._by_words: dict[frozenset[str], list[int]] = {}

    def near(self, words: frozenset[str], at: float) -> Sequence[int]:
        """The places worth holding against these words, in order; `at` is how far through the group the
        counterpart is expected, from 0 to 1."""
        if len(self.places) <= _FEW:
            return self.places
        if not self._by_words:
            self._index()
        expected = round(at * len(self.places))
        found = {*range(max(expected - _BESIDE, 0), min(expected + _BESIDE, len(self.places)))}
        found.update(nearest(self._by_words.get(words, ()), expected, _BESIDE))
        told = 0
        for _, word in sorted((len(self._by_word[word]), word) for word in words if word in self._by_word):
            if told >= _MANY:
                break
            members = nearest(self._by_word[word], expected, _MANY)
            found.update(members)
            told += len(members)
        return [self.places[member] for member in sorted(found)]

    def _index(self) -> None:
        by_word, by_words = defaultdict(list), defaultdict(list)
        for n, words in enumerate(self._members):
            by_words[words].append(n)
            for word in words:
                by_word[word].append(n)
        self._by_word, self._by_words = dict(by_word), dict(by_words)


def nearest(places: Sequence[int], expected: int, many: int) -> Sequence[int]:
    """At most so many of the places, which are in order: those nearest to the expected one."""
    if len(places) <= many:
        return places
    start = min(max(bisect_left(places, expected) - many // 2, 0), len(places) - many)
    return places[start : start + many]
