"""Blocks of a sheet on its sides: those of the columns flow through them in order, those that run across
stand at the head or the foot of the side that the flow has reached.

Heights in points come in, for each side what stands on it comes out, as places in the list of blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from vfdoc.sheet.columns import LayoutBlock, balanced

_HEAD = 0.3  # of a side but the first: what is due no later stands at its head, else at its foot
_TRIED = 5  # ways to place what runs across, the nearest first
_UNEVEN = 2  # of these, those tried with uneven columns too


class SheetSide(NamedTuple):
    """A side: the blocks across it at its head, those of each column, those across it at its foot, and
    how high its columns are."""

    head: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]
    foot: tuple[int, ...]
    room: float


def arranged(
    blocks: Sequence[LayoutBlock], wide: Sequence[bool], rooms: Sequence[float], across: int, gap: float
) -> list[SheetSide] | None:
    """The sides, one for each of the `rooms`, with so many columns `across`; None where they do not fit."""
    flow = [n for n, is_wide in enumerate(wide) if not is_wide]
    broad = [n for n, is_wide in enumerate(wide) if is_wide]
    taken = sum(across * (blocks[n].height + gap) for n in broad)
    if taken + sum(blocks[n].height for n in flow) > across * sum(rooms):
        return None
    inner = [blocks[n] for n in flow]
    for slots, even in _ways(blocks, wide, rooms, across, gap):
        left = list(rooms)
        for n, slot in zip(broad, slots, strict=True):
            left[slot // 2] -= blocks[n].height + gap
        if min(left) < 0:
            continue
        ranges = balanced(inner, [room for room in left for _ in range(across)], gap, across, even=even)
        if ranges is None:
            continue
        held = [tuple(flow[start:end]) for start, end in ranges]
        return [
            SheetSide(
                tuple(n for n, slot in zip(broad, slots, strict=True) if slot == 2 * at),
                tuple(held[at * across : (at + 1) * across]),
                tuple(n for n, slot in zip(broad, slots, strict=True) if slot == 2 * at + 1),
                room,
            )
            for at, room in enumerate(left)
        ]
    return None


def _ways(
    blocks: Sequence[LayoutBlock], wide: Sequence[bool], rooms: Sequence[float], across: int, gap: float
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Where the blocks across may stand, and whether the columns must be even then: first they must."""
    slots = list(_slots(blocks, wide, rooms, across, gap))
    yield from ((each, True) for each in slots)
    yield from ((each, False) for each in slots[:_UNEVEN])


def _slots(
    blocks: Sequence[LayoutBlock], wide: Sequence[bool], rooms: Sequence[float], across: int, gap: float
) -> Iterator[tuple[int, ...]]:
    """Where the blocks across may stand, the likeliest first: the head of the first side is 0, its foot 1,
    the head of the second 2. Their order stays."""
    heights = [(p.height + gap) * (across if w else 1) for p, w in zip(blocks, wide, strict=True)]
    stretch = across * sum(rooms) / (sum(heights) or 1.0)
    due, before = [], 0.0
    for height, is_wide in zip(heights, wide, strict=True):
        if is_wide:
            due.append(_slot(before * stretch, rooms, across))
        before += height
    last = 2 * len(rooms) - 1
    tried = 0
    for moves in sorted(product((0, 1, -1), repeat=len(due)), key=lambda m: sum(map(abs, m))):
        slots = tuple(min(last, max(0, slot + move)) for slot, move in zip(due, moves, strict=True))
        if tuple(sorted(slots)) == slots:
            yield slots
            tried += 1
            if tried == _TRIED:
                return


def _slot(place: float, rooms: Sequence[float], across: int) -> int:
    """The slot for what is due at a place in the flow."""
    for at, room in enumerate(rooms):
        if place < across * room or at == len(rooms) - 1:
            return 2 * at + (place > _HEAD * across * room * bool(at))
        place -= across * room
    return 0
