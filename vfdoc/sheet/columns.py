"""Blocks of a sheet into columns: in order, none overfull, as even as may be.

Heights in points come in, the blocks of each column come out. Columns break between blocks; a break
inside a panel costs something, for its title stands again above what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

_SPLIT = 0.02  # what a break inside a panel costs, in squares of what a column lacks of its share
_ORPHAN = 0.05  # what a break after the first block of a panel, or before its last, costs besides
_TURNED = 2.5  # by how much a break costs more where the page must be turned
_EMPTY = 0.45
_ASTRAY = 0.6  # columns by which what is placed may run before or behind its share
_SHORT = 0.35  # of a column, that it may lack of its share


class LayoutBlock(NamedTuple):
    """What is not broken: its height, whether it begins a panel, the height of that panel's title."""

    height: float
    first: bool
    title: float


def height_of(blocks: Sequence[LayoutBlock], start: int, end: int, gap: float) -> float:
    """The height of a column that holds the blocks from `start` to before `end`."""
    if start >= end:
        return 0.0
    gaps = sum(gap for block in blocks[start + 1 : end] if block.first)
    again = 0.0 if blocks[start].first else blocks[start].title
    return sum(block.height for block in blocks[start:end]) + gaps + again


def balanced(
    blocks: Sequence[LayoutBlock],
    heights: Sequence[float],
    gap: float,
    across: int = 0,
    *,
    even: bool = False,
) -> list[tuple[int, int]] | None:
    """The columns as ranges of blocks, as many as there are `heights`; None where they do not fit. A side
    has so many columns `across` (0: all are on one).

    Dynamic programming over the ends of columns: the squares of what each lacks of its share are least.
    Ends far from their share are looked at only where no others will do, and not where all must be `even`.
    """
    columns = [(room, bool(across) and (n + 1) % across == 0) for n, room in enumerate(heights)]
    found = _best(blocks, columns, gap, _ASTRAY, _SHORT)
    return found if found or even else _best(blocks, columns, gap, _ASTRAY * 3, 1.0)


def _best(
    blocks: Sequence[LayoutBlock],
    columns: Sequence[tuple[float, bool]],
    gap: float,
    astray: float,
    short: float,
) -> list[tuple[int, int]] | None:
    """The best columns (their room, whether a side ends with them) among those that run at most so far
    astray and are at most so short."""
    total = sum(block.height for block in blocks) + gap * sum(block.first for block in blocks)
    whole = sum(room for room, _ in columns)
    share = total / whole if whole else 0.0
    placed = list(accumulate((block.height for block in blocks), initial=0.0))
    breaks = [_break(blocks, end) for end in range(len(blocks) + 1)]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    due = 0.0
    for room, is_last in columns:
        following: dict[int, tuple[float, tuple[int, ...]]] = {}
        near = {n: kept for n, kept in best.items() if abs(placed[n] - due) <= astray * room}
        due += share * room
        least = (share - short) * room
        for start, (cost, ends) in (near or best).items():
            for end, height in _ends(blocks, start, room, gap):
                if height < least and end < len(blocks):
                    continue
                lacking = (share * room - height) / room if room else 0.0
                price = cost + lacking * lacking + breaks[end] * (_TURNED if is_last else 1.0)
                if end not in following or price < following[end][0]:
                    following[end] = (price, (*ends, end))
        best = following
    found = best.get(len(blocks))
    if found is None:
        return None
    return list(zip((0, *found[1][:-1]), found[1], strict=True))


def _break(blocks: Sequence[LayoutBlock], end: int) -> float:
    """What a break before that block costs: nothing between panels, more where a block is left alone."""
    if end in (0, len(blocks)) or blocks[end].first:
        return 0.0
    lone = blocks[end - 1].first or end + 1 == len(blocks) or blocks[end + 1].first
    return _SPLIT + (_ORPHAN if lone else 0.0)


def _ends(blocks: Sequence[LayoutBlock], start: int, room: float, gap: float) -> list[tuple[int, float]]:
    """Where a column that begins at `start` may end, with its height: no emptier than it must be."""
    found: list[tuple[int, float]] = [(start, 0.0)]
    height = 0.0
    for end in range(start, len(blocks)):
        block = blocks[end]
        if end == start:
            height += 0.0 if block.first else block.title
        elif block.first:
            height += gap
        height += block.height
        if height > room:
            break
        found.append((end + 1, height))
    return found


def half_empty(columns: Sequence[float], room: float) -> bool:
    """Whether a column is so much shorter than the longest that it looks forgotten; where all are short,
    none does."""
    longest = max(columns, default=0.0)
    return longest > room / 2 and min(columns) < _EMPTY * longest
