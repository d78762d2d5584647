"""The sections of two editions while their counterparts are sought, and the pairs that are certain.

In come the profiles of both sides; out comes a Pairing in which those sections are paired whose
texts are equal, wherever they stand and whatever their numbers. Equal texts that stand several
times are told apart by number, by their neighbours, by what they hang under, and last by their order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from vfdoc.language.sequences import ratio
from vfdoc.model.comparison import Evidence
from vfdoc.verdicts.sections import Profile

_SETTLED = 0.75  # of two texts that is the same
_TELLING = 40  # letters of a text that speaks for itself, whatever stands above it
_TRANSLATED, _NUMBERED = 0.75, 0.8  # of the numbers that a translation keeps; confidence of a number alone
_STRETCH = 12  # sections that stand between two neighbours at most


class SectionPair(NamedTuple):
    """Two sections that correspond, by their places in the order of each edition; `moved` where the place
    among what corresponds to the neighbours is another."""

    old: int
    new: int
    by: Evidence
    confidence: float
    moved: bool = False

    def turned(self) -> SectionPair:
        """The same pair seen from the other side."""
        return self._replace(old=self.new, new=self.old)


@dataclass(slots=True)
class Pairing:
    """What is paired so far: each old section with one new one and no new one twice, and what came
    beside that, a split's or a merger's other parts."""

    old: Sequence[Profile]
    new: Sequence[Profile]
    by_old: dict[int, SectionPair] = field(default_factory=dict)
    by_new: dict[int, SectionPair] = field(default_factory=dict)
    further: list[SectionPair] = field(default_factory=list)
    closed_old: set[int] = field(default_factory=set)  # all is said of these: by a human, or they restate
    closed_new: set[int] = field(default_factory=set)
    ratios: dict[SectionPair, float] = field(default_factory=dict)

    def add(self, old: int, new: int, by: Evidence, confidence: float) -> None:
        """Pairs two sections, unless one of them is paired already."""
        if not (self.old_taken(old) or self.new_taken(new)):
            pair = SectionPair(old, new, by, confidence)
            self.by_old[old] = self.by_new[new] = pair

    def old_taken(self, place: int) -> bool:
        """Whether an old section is out of the search."""
        return place in self.by_old or place in self.closed_old

    def new_taken(self, place: int) -> bool:
        """Whether a new section is out of the search."""
        return place in self.by_new or place in self.closed_new

    def open_old(self) -> Iterator[Profile]:
        """The old sections without a counterpart yet, in order."""
        return (p for p in self.old if not self.old_taken(p.place))

    def open_new(self) -> Iterator[Profile]:
        """The new sections without a counterpart yet, in order."""
        return (p for p in self.new if not self.new_taken(p.place))

    def turned(self) -> Pairing:
        """The same pairs seen from the other side."""
        pairs = {p.new: p.turned() for p in self.by_old.values()}
        return Pairing(
            self.new,
            self.old,
            pairs,
            {pair.new: pair for pair in pairs.values()},
            [p.turned() for p in self.further],
            self.closed_new,
            self.closed_old,
        )

    def equal(self, pair: SectionPair) -> bool:
        """Whether the texts of a pair are the same but for typography and the numbers cited."""
        return self.old[pair.old].text == self.new[pair.new].text

    def settled(self, pair: SectionPair) -> bool:
        """Whether the texts of a pair are so much the same that no other section has part in them."""
        if pair not in self.ratios:
            old, new = self.old[pair.old].text, self.new[pair.new].text
            self.ratios[pair] = 1.0 if old == new else ratio(old, new) if old and new else 0.0
        return self.ratios[pair] >= _SETTLED

    def expected(self, place: int) -> float:
        """Where the counterpart of an old section is expected: after that of the one before it."""
        for back in range(1, 9):
            pair = self.by_old.get(place - back)
            if pair is not None:
                return pair.new + back
        return place * len(self.new) / max(len(self.old), 1)


_Key = Callable[[Profile], Hashable]


def pair_equal(pairing: Pairing) -> None:
    """Pairs the sections whose title and text are the same."""
    told: dict[Hashable, int] = {}  # a number for every text, which is cheaper to compare

    def number_of(said: Hashable) -> int:
        return told.setdefault(said, len(told))

    texts = {
        id(p): number_of((p.family, p.title, p.text)) for side in (pairing.old, pairing.new) for p in side
    }

    def same(p: Profile) -> Hashable:
        return texts[id(p)]

    def numbered(p: Profile) -> Hashable:
        return (texts[id(p)], p.section.number, p.section.document) if p.section.number else None

    def worded(p: Profile) -> Hashable:
        return (p.family, p.text) if len(p.text) > _TELLING else None

    _pair_unique(pairing, numbered)
    _pair_unique(pairing, same)
    extend(pairing)
    pair_children(pairing, same)
    _pair_unique(pairing, worded)
    _pair_in_order(pairing, same)


def pair_numbered(pairing: Pairing) -> None:
    """Pairs the sections of a text and its translation that bear the same number, where most of them do:
    words of two languages say nothing of one another, and a translation keeps its numbers."""
    numbers = [
        {(p.family, p.section.number) for p in side if p.section.number}
        for side in (pairing.old, pairing.new)
    ]
    if len(numbers[0] & numbers[1]) < _TRANSLATED * max(map(len, numbers)):
        return
    olds, news = (_groups(open_, _numbered) for open_ in (pairing.open_old(), pairing.open_new()))
    for number, old in olds.items():
        new = news.get(number, ())
        if len(old) == len(new) == 1:
            by = evidence(pairing.old[old[0]], pairing.new[new[0]], "neighbours")
            pairing.add(old[0], new[0], by, _NUMBERED)


def _numbered(profile: Profile) -> Hashable:
    return (profile.family, profile.section.number) if profile.section.number else None


def extend(pairing: Pairing) -> None:
    """From every pair to its neighbours on both sides, as long as their titles and texts are the same."""
    for step in (1, -1):
        for pair in sorted(pairing.by_old.values(), reverse=step < 0):
            old, new = pair.old + step, pair.new + step
            while 0 <= old < len(pairing.old) and 0 <= new < len(pairing.new):
                if pairing.old_taken(old) or pairing.new_taken(new):
                    break
                if not _same(pairing.old[old], pairing.new[new]):
                    break
                pairing.add(old, new, evidence(pairing.old[old], pairing.new[new], "text"), 0.98)
                old, new = old + step, new + step


def pair_between(pairing: Pairing) -> None:
    """Sections of the same title between the same neighbours, where each title stands there once."""
    ends = [
        SectionPair(-1, -1, "forced", 1.0),
        SectionPair(len(pairing.old), len(pairing.new), "forced", 1.0),
    ]
    pairs = [ends[0], *(pairing.by_old[place] for place in sorted(pairing.by_old)), ends[1]]
    for before, after in pairwise(pairs):
        olds = [p for p in pairing.old[before.old + 1 : after.old] if not pairing.old_taken(p.place)]
        if not 0 < len(olds) <= _STRETCH or not 0 < after.new - before.new - 1 <= 2 * _STRETCH:
            continue
        news = [p for p in pairing.new[before.new + 1 : after.new] if not pairing.new_taken(p.place)]
        known, other = _groups(olds, _titled), _groups(news, _titled)
        for title, places in known.items():
            there = other.get(title, ())
            if len(places) == len(there) == 1:
                one, two = pairing.old[places[0]], pairing.new[there[0]]
                pairing.add(one.place, two.place, evidence(one, two, "title"), 0.97)


def _titled(profile: Profile) -> Hashable:
    return (profile.family, profile.title, bool(profile.text)) if profile.title else None


def pair_children(pairing: Pairing, same: _Key) -> None:
    """Sections of equal key under sections that correspond: the comment boxes of two rules."""
    places = [{p.anchor: p.place for p in side} for side in (pairing.old, pairing.new)]

    def under(side: int) -> _Key:
        def key(profile: Profile) -> Hashable:
            parent = places[side].get(profile.section.parent or "")
            if parent is None:
                return None
            pair = (pairing.by_new if side else pairing.by_old).get(parent)
            return (pair.new, same(profile)) if pair else None

        return key

    # From the top down: a pair makes its children comparable.
    for _ in range(4):
        before = len(pairing.by_old)
        _pair_unique(pairing, under(0), under(1))
        if len(pairing.by_old) == before:
            return


def evidence(old: Profile, new: Profile, by: Evidence) -> Evidence:
    """The strongest evidence that two paired sections show: number and title, title, else `by`."""
    if old.title and old.title == new.title:
        return "number and title" if old.section.key and old.section.key == new.section.key else "title"
    return by


def _same(old: Profile, new: Profile) -> bool:
    return (old.family, old.title, old.text) == (new.family, new.title, new.text)


def _pair_unique(pairing: Pairing, key: _Key, new_key: _Key | None = None) -> None:
    """Pairs the sections whose key stands once on each side."""
    olds, news = _groups(pairing.open_old(), key), _groups(pairing.open_new(), new_key or key)
    for group, old in olds.items():
        new = news.get(group, ())
        if len(old) == len(new) == 1:
            one, other = pairing.old[old[0]], pairing.new[new[0]]
            pairing.add(old[0], new[0], evidence(one, other, "text"), 0.99)


def _pair_in_order(pairing: Pairing, key: _Key) -> None:
    """Pairs what is left of equal key in its order; where one side has fewer, those nearest to where
    they are expected."""
    olds, news = _groups(pairing.open_old(), key), _groups(pairing.open_new(), key)
    for group, old in olds.items():
        new = list(news.get(group, ()))
        chosen = list(zip(old, new, strict=True)) if len(old) == len(new) else _aligned(pairing, old, new)
        for one, other in chosen:
            by = evidence(pairing.old[one], pairing.new[other], "text")
            pairing.add(one, other, by, 0.9 if len(old) == len(new) else 0.7)


def _aligned(pairing: Pairing, old: Sequence[int], new: list[int]) -> list[tuple[int, int]]:
    """Each with the one nearest to where it is expected, the nearest pairs first."""
    near: list[tuple[float, int, int]] = []
    for one in old:
        expected = pairing.expected(one)
        at = bisect_left(new, expected)
        near += [(abs(other - expected), one, other) for other in new[max(at - 2, 0) : at + 2]]
    chosen: dict[int, int] = {}
    taken: set[int] = set()
    for _, one, other in sorted(near):
        if one not in chosen and other not in taken:
            chosen[one] = other
            taken.add(other)
    return sorted(chosen.items())


def _groups(open_: Iterable[Profile], key: _Key) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for profile in open_:
        group = key(profile)
        if group is not None:
            groups[group].append(profile.place)
    return groups
