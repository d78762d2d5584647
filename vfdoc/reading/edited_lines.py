"""Two versions of a text with as many lines: the lines that an edit changed, and the stretches about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

_MOST = 100  # lines that one edit changes; where there are more all is read anew


class EditedLine(NamedTuple):
    """A line (0-based) as it was and as it is, and the offsets in the texts at which it begins."""

    at: int
    old_start: int
    old: str
    new_start: int
    new: str


def edited_lines(old: Sequence[str], new: Sequence[str]) -> list[EditedLine] | None:
    """The lines that differ; None where they are many, or where lines were put in or taken out."""
    if len(old) != len(new):
        return None
    found: list[EditedLine] = []
    moved = begin = start = 0
    for at, one, other in zip(count(), old, new):
        if one != other:
            if len(found) == _MOST:
                return None
            start += sum(map(len, old[begin:at])) + at - begin
            begin = at
            found.append(EditedLine(at, start, one, start + moved, other))
            moved += len(other) - len(one)
    return found


def stretch_about(lines: Sequence[str], at: int, before: int, behind: int) -> tuple[int, int]:
    """The paragraphs about a line (0-based) with so many characters before it and behind it at least: from
    which line to which."""
    begin, end, held = at, at + 1, 0
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
