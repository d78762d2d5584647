"""What a step from one number to the next is worth, and the sequence of numbers worth most.

In: the numbers of a text as typed paths, each with a score of its own. Out: the places of those with the
highest sum, by dynamic programming: the steps that follow are looked up by prefix, all others by a tree of
maxima (Fenwick) over the numbers' ranks; n log n.

To that sequence the second of two equal numbers adds nothing. Where their look is that of sections, and the
next number of their row is printed nowhere, the later one stands in its place (8.1, 8.2, 8.2, 8.4; a chapter
"21." above 21.1 and another above 22.1): both open sections, and the author slipped. So they do where a
number of several parts is printed twice, one right behind the other, in a text with many that look so.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.model.session import incremental
from vfdoc.reading.candidates import SMALL, HeadingCandidate, Path
from vfdoc.reading.numbering import HeadingWeights, weights

_GAP = 8  # numbers left out
_NEVER = -1e9
_FEWEST, _MOST = 3, 0.8  # numbers of a look that open sections, where one that repeats another does
_MANY, _NEARLY_ALL = 5, 0.9  # and where nothing shows that it is in the place of the next


def first_of(path: Path) -> bool:
    """Whether a number is the first under its parent."""
    return path[-1] % SMALL <= 1


def parent_of(path: Path) -> Path:
    """The path of what a number stands under; 1.0.1 stands under 1."""
    above = path[:-1]
    while len(above) > 1 and above[-1] == 0:
        above = above[:-1]
    return above


def step(before: Path, path: Path, w: HeadingWeights) -> float:
    """The score of a step between two numbers of one count."""
    if before[: len(path)] == path:  # printed twice, whatever stands below the first
        return w.repeat
    above = parent_of(path)
    if above == before and first_of(path):
        return w.following
    depth = len(path) - 1
    best = w.forward if path > before else w.back
    if len(before) > depth and before[:depth] == path[:depth]:
        gap = path[depth] - before[depth]
        if 0 < gap <= _GAP:
            best = max(best, w.following + w.gap * (gap - 1))
    if first_of(path) and above:
        deep = len(above) - 1
        if len(before) > deep and before[:deep] == above[:deep] and above[deep] - before[deep] == 1:
            best = max(best, w.orphan)
    if path < before:
        if parent_of(before) == above:
            best = max(best, w.back_within)
        if first_of(path) and len(path) == 1:
            best = max(best, w.restart)
    return best


def begins(path: Path, w: HeadingWeights) -> float:
    """The score of a number as the first of its count."""
    return w.first if all(part % SMALL <= 1 for part in path) else w.begin


class _Maxima:
    """A tree of maxima over ranks (Fenwick): the best of all ranks below one."""

    def __init__(self, size: int) -> None:
        self.tree: list[tuple[float, int]] = [(_NEVER, -1)] * (size + 1)

    def add(self, rank: int, value: tuple[float, int]) -> None:
        rank += 1
        while rank < len(self.tree):
            if value > self.tree[rank]:
                self.tree[rank] = value
            rank += rank & -rank

    def below(self, rank: int) -> tuple[float, int]:
        best = (_NEVER, -1)
        while rank > 0:
            if self.tree[rank] > best:
                best = self.tree[rank]
            rank -= rank & -rank
        return best


class Ways(NamedTuple):
    """How a chain comes to a number: what is known of it by its path alone."""

    parent: Path
    first: bool  # under a parent
    begin: float
    back: float
    before: tuple[tuple[Path, float], ...]  # prefixes of the numbers that it follows, and what that counts
    prefixes: tuple[Path, ...]  # of its own


def ways_to(path: Path, w: HeadingWeights) -> Ways:
    """The ways to a number."""
    above, last, base = parent_of(path), path[-1], path[:-1]
    first = last % SMALL <= 1
    least = max(last - _GAP, last // SMALL * SMALL)
    before = [((*base, last - gap), w.following + w.gap * (gap - 1)) for gap in range(1, last - least + 1)]
    if first and above and above[-1] % SMALL:
        before.append(((*above[:-1], above[-1] - 1), w.orphan))
    back = w.restart if first and len(path) == 1 else w.back
    prefixes = tuple(path[:depth] for depth in range(1, len(path) + 1))
    return Ways(above, first and bool(above), begins(path, w), back, tuple(before), prefixes)


def best_chain(members: Sequence[HeadingCandidate]) -> list[int]:
    """The indices of the members of the chain with the highest sum, in order. Members of one line are
    readings of one number: one of them at most is taken."""
    lines = [one.line for one in members]
    ends = tuple(line != after for line, after in zip_longest(lines, lines[1:]))
    found = _best_chain(tuple(one.path for one in members), tuple(one.weight for one in members), ends)
    return list(found)


@incremental
def _best_chain(paths: tuple[Path, ...], gains: tuple[float, ...], ends: tuple[bool, ...]) -> tuple[int, ...]:
    """The same by the members' paths and weights, and whether each is the last of its line."""
    w = weights()
    ways = {path: ways_to(path, w) for path in set(paths)}
    ranks = {path: at for at, path in enumerate(sorted(ways))}
    forward = _Maxima(len(ranks))
    prefix: dict[Path, tuple[float, int]] = {}
    exact: dict[Path, tuple[float, int]] = {}
    parent: dict[Path, tuple[float, int]] = {}
    every = (_NEVER, -1)
    before = [-1] * len(paths)
    totals = [0.0] * len(paths)
    nothing = (_NEVER, -1)
    at = 0
    while at < len(paths):
        end = ends.index(True, at) + 1
        for i in range(at, end):
            path = paths[i]
            way = ways[path]
            best, came = way.begin, -1
            for (total, last), score in (
                (prefix.get(path, nothing), w.repeat),
                (forward.below(ranks[path]), w.forward),
                (parent.get(way.parent, nothing), w.back_within),
                (every, way.back),
                (exact.get(way.parent, nothing) if way.first else nothing, w.following),
            ):
                if total + score > best:
                    best, came = total + score, last
            for key, score in way.before:
                found = prefix.get(key)
                if found is not None and found[0] + score > best:
                    best, came = found[0] + score, found[1]
            before[i] = came
            totals[i] = best + gains[i]
        for i in range(at, end):
            path, value = paths[i], (totals[i], i)
            way = ways[path]
            forward.add(ranks[path], value)
            for key in way.prefixes:
                if value > prefix.get(key, nothing):
                    prefix[key] = value
            if value > exact.get(path, nothing):
                exact[path] = value
            if value > parent.get(way.parent, nothing):
                parent[way.parent] = value
            every = max(every, value)
        at = end
    chosen: list[int] = []
    i = every[1] if every[0] > 0 else -1
    while i >= 0:
        chosen.append(i)
        i = before[i]
    return tuple(chosen[::-1])


def margin(members: Sequence[HeadingCandidate], at: int, taken: Sequence[int], w: HeadingWeights) -> float:
    """How sure it is that a number belongs to the chain: what it adds to the sum between its neighbours."""
    place = bisect_right(taken, at)
    has = place > 0 and taken[place - 1] == at
    a = place - 2 if has else place - 1
    one = members[at]
    before = members[taken[a]].path if a >= 0 else None
    after = members[taken[place]].path if place < len(taken) else None
    gain = one.weight + (step(before, one.path, w) if before is not None else begins(one.path, w))
    if after is not None:
        gain += step(one.path, after, w)
        gain -= step(before, after, w) if before is not None else begins(after, w)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, gain))))


def doubled(members: Sequence[HeadingCandidate], chosen: Sequence[int]) -> frozenset[int]:
    """The indices of those members of a count that bear one number with the one before them or behind them
    in the chain `chosen`, by a slip of their author."""
    paths, looks = {members[at].path for at in chosen}, _Looks(members, chosen)
    found: set[int] = set()
    for earlier, later, behind in _pairs(members, chosen):
        pair, path = (members[earlier], members[later]), members[later].path
        after = members[behind].path if behind is not None else ()
        placed = _in_place_of_next(path, after, paths) and all(looks.open_sections(one) for one in pair)
        parted = len(path) > 1 and pair[0].bucket == pair[1].bucket and looks.open_many(pair[1])
        if placed or (parted and pair[0].path == path):
            found.update((earlier, later))
    return frozenset(found)


def _pairs(
    members: Sequence[HeadingCandidate], chosen: Sequence[int]
) -> Iterator[tuple[int, int, int | None]]:
    """Two members with one number between which no other of the chain stands but what is below the first, the
    later perhaps none of the chain, or the earlier; and the next of the chain behind both."""
    lines = {members[at].line for at in chosen}
    latest: dict[Path, int] = {}
    rest = (at for at, one in enumerate(members) if one.line not in lines)
    for at in sorted({*chosen, *rest}):
        path, place = members[at].path, bisect_right(chosen, at)
        own = place > 0 and chosen[place - 1] == at
        before = chosen[place - 2] if own and place > 1 else chosen[place - 1] if place and not own else None
        first = latest.get(path)
        below = before is not None and members[before].path[: len(path)] == path
        if first is not None and members[first].line < members[at].line and (below or first == before):
            yield first, at, chosen[place] if place < len(chosen) else None
        elif not own and place < len(chosen) and members[chosen[place]].path == path:
            yield at, chosen[place], chosen[place + 1] if place + 1 < len(chosen) else None
        if own:
            latest[path] = at


def _in_place_of_next(path: Path, after: Path, paths: Collection[Path]) -> bool:
    """Whether the number behind `path` in its row is none of a count, and what stands behind is below it, or
    the one behind that."""
    *above, last = path
    depth = len(above)
    if (*above, last + 1) in paths or after[:depth] != path[:depth] or len(after) <= depth:
        return False
    return after[depth] == last + 2 or (after[depth] == last + 1 and len(after) > len(path))


class _Looks:
    """How many numbers of each look there are, and how many of them open sections."""

    def __init__(self, members: Sequence[HeadingCandidate], chosen: Sequence[int]) -> None:
        every = {(one.line, self._of(one)) for one in members}
        self._all = Counter(look for _, look in every)
        self._taken = Counter(self._of(members[at]) for at in chosen)

    def open_sections(self, one: HeadingCandidate) -> bool:
        """Whether nearly all other numbers that look as this one does open sections."""
        return self._taken[self._of(one)] >= max(_FEWEST, _MOST * (self._all[self._of(one)] - 1))

    def open_many(self, one: HeadingCandidate) -> bool:
        """Whether so do many, and all but a few."""
        return self._taken[self._of(one)] >= max(_MANY, _NEARLY_ALL * (self._all[self._of(one)] - 1))

    def _of(self, one: HeadingCandidate) -> tuple[object, int]:
        return one.bucket, len(one.path)
