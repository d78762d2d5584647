"""Pieces of a sheet into columns: in order, none overfull, as even as may be.

Heights in points come in, the pieces of each column come out. Columns break between pieces; a break
inside a panel costs something, for its title stands again above what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

_SPLIT = 0.06  # of the mean height of a column, what a break inside a panel costs in evenness
_EMPTY = 0.45
_ASTRAY = 1.5  # columns by which what is placed may run before or behind its share


class Piece(NamedTuple):
    """What is not broken: its height, whether it begins a panel, the height of that panel's title."""

    height: float
    first: bool
    title: float


def height_of(pieces: Sequence[Piece], start: int, end: int, gap: float) -> float:
    """The height of a column that holds the pieces from `start` to before `end`."""
    if start >= end:
        return 0.0
    gaps = sum(gap for piece in pieces[start + 1 : end] if piece.first)
    again = 0.0 if pieces[start].first else pieces[start].title
    return sum(piece.height for piece in pieces[start:end]) + gaps + again


def balanced(pieces: Sequence[Piece], heights: Sequence[float], gap: float) -> list[tuple[int, int]] | None:
    """The columns as ranges of pieces, as many as there are `heights`; None where they do not fit.

    Dynamic programming over the ends of columns: the squares of what each lacks of its share are least.
    Ends far from their share are not looked at, so that the cost is linear in the pieces.
    """
    total = sum(piece.height for piece in pieces) + gap * sum(piece.first for piece in pieces)
    share = total / sum(heights) if heights else 0.0
    placed = list(accumulate((piece.height for piece in pieces), initial=0.0))
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    due = 0.0
    for room in heights:
        following: dict[int, tuple[float, tuple[int, ...]]] = {}
        near = {n: kept for n, kept in best.items() if abs(placed[n] - due) <= _ASTRAY * room}
        due += share * room
        for start, (cost, ends) in (near or best).items():
            for end, height in _ends(pieces, start, room, gap):
                lacking = (share * room - height) / room
                inside = end < len(pieces) and not pieces[end].first
                price = cost + lacking * lacking + (_SPLIT if inside else 0.0)
                if end not in following or price < following[end][0]:
                    following[end] = (price, (*ends, end))
        best = following
    found = best.get(len(pieces))
    if found is None:
        return None
    return list(zip((0, *found[1][:-1]), found[1], strict=True))


def _ends(pieces: Sequence[Piece], start: int, room: float, gap: float) -> list[tuple[int, float]]:
    """Where a column that begins at `start` may end, with its height: no emptier than it must be."""
    found: list[tuple[int, float]] = [(start, 0.0)]
    height = 0.0
    for end in range(start, len(pieces)):
        piece = pieces[end]
        if end == start:
            height += 0.0 if piece.first else piece.title
        elif piece.first:
            height += gap
        height += piece.height
        if height > room:
            break
        found.append((end + 1, height))
    return found


def half_empty(columns: Sequence[float], room: float) -> bool:
    """Whether a column is so much shorter than the longest that it looks forgotten; where all are short,
    none does."""
    longest = max(columns, default=0.0)
    return longest > room / 2 and min(columns) < _EMPTY * longest
