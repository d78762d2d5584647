"""Two versions of a text: the lines that were changed, put in or taken out, and the stretches about them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

_MOST = 100  # lines that one edit changes; where there are more all is read anew
_FARTHEST = 24  # lines that are put in or taken out at one place
_SAME = 2  # lines behind them that are as they were


class EditedLines(NamedTuple):
    """Lines as they were and as they are, none where they were put in or taken out; at which lines (0-based)
    and offsets of the texts they begin."""

    old_at: int
    old_start: int
    old: tuple[str, ...]
    at: int
    start: int
    new: tuple[str, ...]

    @property
    def old_text(self) -> str:
        """The lines as they were, with their ends."""
        return "".join(f"{line}\n" for line in self.old)

    @property
    def new_text(self) -> str:
        """The lines as they are, with their ends."""
        return "".join(f"{line}\n" for line in self.new)


def edited_lines(old: Sequence[str], new: Sequence[str]) -> list[EditedLines] | None:
    """The stretches of lines that differ; None where they are many."""
    found: list[EditedLines] = []
    at = new_at = counted = new_counted = start = new_start = lines = 0
    while True:
        alike = _alike(old, at, new, new_at)
        at, new_at = at + alike, new_at + alike
        if at == len(old) and new_at == len(new):
            return found
        sizes = _differing(old, at, new, new_at)
        if sizes is None or (lines := lines + max(sizes)) > _MOST:
            return None
        start += sum(map(len, old[counted:at])) + at - counted
        new_start += sum(map(len, new[new_counted:new_at])) + new_at - new_counted
        counted, new_counted = at, new_at
        end, new_end = at + sizes[0], new_at + sizes[1]
        found.append(
            EditedLines(at, start, tuple(old[at:end]), new_at, new_start, tuple(new[new_at:new_end]))
        )
        at, new_at = end, new_end


def _alike(old: Sequence[str], at: int, new: Sequence[str], new_at: int) -> int:
    """How many lines from there on are the same."""
    most, width = min(len(old) - at, len(new) - new_at), 1 << 10
    for begin in range(0, most, width):
        end = min(begin + width, most)
        if old[at + begin : at + end] != new[new_at + begin : new_at + end]:
            return next(n for n in range(begin, end) if old[at + n] != new[new_at + n])
    return most


def _differing(old: Sequence[str], at: int, new: Sequence[str], new_at: int) -> tuple[int, int] | None:
    """How many lines of each text differ, up to where some are the same again, the fewest; None where those
    are far."""
    for both in range(1, 2 * _FARTHEST + 1):
        for one in range(max(0, both - _FARTHEST), min(both, _FARTHEST) + 1):
            end, new_end = at + one, new_at + both - one
            if end > len(old) or new_end > len(new):
                continue
            below, new_below = old[end : end + _SAME], new[new_end : new_end + _SAME]
            if below == new_below and (below or (end, new_end) == (len(old), len(new))):
                return one, both - one
    return None


def moved_by(changed: Sequence[EditedLines]) -> Callable[[int], int]:
    """The function from a line (1-based) that the edit left as it was to where it stands now."""
    ends = [each.old_at + len(each.old) for each in changed]
    sums = [0, *accumulate(len(each.new) - len(each.old) for each in changed)]

    def moved(line: int) -> int:
        return line + sums[bisect_right(ends, line - 1)]

    return moved


def gone(changed: Iterable[EditedLines]) -> frozenset[int]:
    """The lines (1-based) of the former text that are others now, or nowhere."""
    return frozenset(each.old_at + n for each in changed for n in range(1, len(each.old) + 1))


def stretch_about(lines: Sequence[str], at: int, before: int, behind: int, count: int = 1) -> tuple[int, int]:
    """The paragraphs about some lines (the first, 0-based, and how many) with so many characters before them
    and behind them at least: from which line to which."""
    begin, end, held = at, at + count, 0
    while begin and not (held >= before and not lines[begin - 1]):
        begin -= 1
        held += len(lines[begin]) + 1
    held = 0
    while end < len(lines) and not (held >= behind and not lines[end]):
        held += len(lines[end]) + 1
        end += 1
    return begin, end


def joined(stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches in order, those that touch as one."""
    last: tuple[int, int] | None = None
    for begin, end in sorted(stretches):
        if last is not None and begin <= last[1]:
            last = last[0], max(last[1], end)
            continue
        if last is not None:
            yield last
        last = begin, end
    if last is not None:
        yield last
