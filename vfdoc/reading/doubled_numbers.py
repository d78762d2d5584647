"""Numbers of a count that its chain leaves out because the one beside them in the text is the same.

To the chain the second of two equal numbers adds nothing. Where their look is that of sections, and the next
number of their row is printed nowhere, the later one stands in its place (8.1, 8.2, 8.2, 8.4; a chapter "21."
above 21.1 and another above 22.1): both open sections, and the author slipped. So they do where a number of
several parts is printed twice, one right behind the other, in a text with many that look so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from vfdoc.reading.candidates import HeadingCandidate, Path

_FEWEST, _MOST = 3, 0.8  # numbers of a look that open sections, where one that repeats another does
_MANY, _NEARLY_ALL = 5, 0.9  # and where nothing shows that it is in the place of the next


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
