"""What stands around two sections: whether their parents, neighbours and citations correspond.

In comes a Pairing as it stands; out come figures between 0 and 1, and for a section the places where
its counterpart is likely.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from vfdoc.compare.pairing import Pairing
from vfdoc.language.likeness import nearest
from vfdoc.model import Key
from vfdoc.verdicts.sections import Profile

_SAME_TITLE = 6  # so many sections of a title are looked at
_CHILDREN = 12  # so many sections under one
_DEPTH = 8


class SectionSurroundings:
    """The pairs found so far, asked from the point of view of two sections."""

    __slots__ = ("_children", "_cited", "_keys", "_pairing", "_places", "_titles")

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self._places = tuple({p.anchor: p.place for p in side} for side in (pairing.old, pairing.new))
        self._keys = tuple(_by_key(side) for side in (pairing.old, pairing.new))
        self._cited = tuple(
            _citing(side, keys) for side, keys in zip((pairing.old, pairing.new), self._keys, strict=True)
        )
        self._titles: dict[str, list[int]] = {}
        self._children: dict[int, list[int]] = {}
        self.renew()

    def renew(self) -> None:
        """Takes note of which new sections are still open."""
        self._titles, self._children = defaultdict(list), defaultdict(list)
        for new in self._pairing.open_new():
            if new.title:
                self._titles[new.title].append(new.place)
            above = self.above(1, new)
            if above is not None:
                self._children[above].append(new.place)

    def likely(self, old: Profile) -> Iterator[int]:
        """New sections still open that bear the title or number of an old one, or stand beside, under or
        around what corresponds to its neighbours and parent."""
        pairing = self._pairing
        if old.section.key is not None:
            yield from self._keys[1].get(old.section.key, ())[:_SAME_TITLE]
        near = pairing.expected(old.place)
        yield from nearest(self._titles.get(old.title, ()), near, _SAME_TITLE)
        for step in (1, -1):
            pair = pairing.by_old.get(old.place - step)
            if pair is not None:
                yield from (pair.new + step, pair.new + 2 * step)
        yield from self.beneath(old)

    def beneath(self, old: Profile) -> list[int]:
        """New sections still open under what corresponds to the section above an old one."""
        above = self.above(0, old)
        if above is None:
            return []
        near = self._pairing.expected(old.place)
        under = self._children.get(self._pairing.by_old[above].new, ())
        return list(nearest(under, near, _CHILDREN))

    def above(self, side: int, profile: Profile) -> int | None:
        """The place of the nearest section above that has a counterpart."""
        taken = (self._pairing.by_old, self._pairing.by_new)[side]
        profiles = (self._pairing.old, self._pairing.new)[side]
        for _ in range(_DEPTH):
            place = self._places[side].get(profile.section.parent or "")
            if place is None or place in taken:
                return place
            profile = profiles[place]
        return None

    def parents(self, old: Profile, new: Profile) -> float:
        """1 where what the two hang under corresponds, less than 0 where not, 0 where it is not known."""
        above, other = self.above(0, old), self.above(1, new)
        if above is None or other is None:
            return 0.0
        return 1.0 if self._pairing.by_old[above].new == other else -0.5

    def under(self, old: Profile, new: Profile) -> float:
        """1 where one of the two hangs directly under, or over, what corresponds to the other."""
        by_old, by_new = self._pairing.by_old, self._pairing.by_new
        mine, theirs = by_old.get(old.place), by_new.get(new.place)
        if mine is not None:
            there = self._pairing.new[mine.new].section
            return float(there.anchor == new.section.parent or there.parent == new.anchor)
        if theirs is not None:
            there = self._pairing.old[theirs.old].section
            return float(there.anchor == old.section.parent or there.parent == old.anchor)
        return 0.0

    def neighbours(self, old: Profile, new: Profile) -> float:
        """The share of the sections before and after that correspond."""
        by_old = self._pairing.by_old
        beside = ((by_old.get(old.place + step), new.place + step) for step in (-1, 1))
        return sum(0.5 for pair, place in beside if pair is not None and pair.new == place)

    def citations(self, old: Profile, new: Profile) -> float:
        """How much of what they cite, and of who cites them, corresponds; 0 where it is not known.

        What everybody cites says little: a citation counts by how few others are of its kind.
        """
        cites = self._matched(self._targets(0, old), set(self._targets(1, new)), self._cited[1])
        citing = self._matched(self._cited[0].get(old.place, ()), set(self._cited[1].get(new.place, ())), {})
        return max(cites, citing)

    def folded(self, old: Profile, new: Profile) -> float:
        """1 where one of the two cites what corresponds to the other: a rule written into another."""
        by_old, by_new = self._pairing.by_old, self._pairing.by_new
        if old.place not in by_old and new.place in by_new:
            return float(by_new[new.place].old in self._targets(0, old))
        if new.place not in by_new and old.place in by_old:
            return float(by_old[old.place].new in self._targets(1, new))
        return 0.0

    def led(self, side: int, profile: Profile) -> set[int]:
        """The places on the other side of what corresponds to the sections that one cites."""
        taken = (self._pairing.by_old, self._pairing.by_new)[side]
        pairs = (taken[place] for place in self._targets(side, profile) if place in taken)
        return {pair.old if side else pair.new for pair in pairs}

    def _matched(self, old: Iterable[int], new: set[int], crowd: Mapping[int, list[int]]) -> float:
        by_old = self._pairing.by_old
        mapped = {by_old[place].new for place in old if place in by_old}
        both = mapped & new
        if not both:
            return 0.0
        few = max(1 / max(len(crowd.get(place, ())), 1) for place in both)
        return few * len(both) / len(mapped | new)

    def _targets(self, side: int, profile: Profile) -> list[int]:
        return list(_targets(profile, self._keys[side]))


def _by_key(side: Sequence[Profile]) -> dict[Key, list[int]]:
    found: dict[Key, list[int]] = defaultdict(list)
    for profile in side:
        if profile.section.key is not None and profile.family == "rules":
            found[profile.section.key].append(profile.place)
    return found


def _targets(profile: Profile, keys: dict[Key, list[int]]) -> Iterator[int]:
    for reference in profile.references:
        for target in reference.targets:
            yield from islice(keys.get(target.key, ()), 1)


def _citing(side: Sequence[Profile], keys: dict[Key, list[int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for profile in side:
        for place in _targets(profile, keys):
            found[place].append(profile.place)
    return found
