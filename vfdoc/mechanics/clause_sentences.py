"""Where the sentences of a text end in which clauses are sought: at stops and semicolons outside of brackets.

A sentence longer than any is read in parts, so that what is asked of one is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.language.sentences import without_ordinal_stops
from vfdoc.model.session import memoized

_STOP = re.compile(
    r"(?:(?<=[^\s.][^\s.])|(?<=[\d\"”″)]))(?<!\bmax)(?<!\bmin)[.!?](?:[\"”’')\]*]{0,3})(?=\s+[^a-zà-ÿ\s]|$)"
    r"|;(?=\s|$)|(?<=\S)\s•(?=\s)"
)
# What may end one, or open and close brackets: a stop within a number or a name is none of these.
_MARK = re.compile(r"[(\[)\];•]|[.!?](?=[\"”’')\]*]{0,3}(?:\s|$))")
_BRACKETS = ("(", "[", ")", "]")
_BLANK = re.compile(r"\s")
_LONG = 2_000


@memoized
def sentence_places(text: str, start: int = 0) -> tuple[tuple[int, int], ...]:
    """Where the sentences of a text begin and end; asked of a paragraph, and of what stands below it."""
    return tuple(_cut(text, start))


def _cut(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, cut at stops and semicolons outside of brackets."""
    depth, at, read = 0, start, start
    part = -1  # where the part ends that begins at `at`, sought once
    stopped = without_ordinal_stops(text)
    for mark in _MARK.finditer(text, start):
        begin = mark.start()
        if begin < read:
            continue
        while begin - at >= _LONG:
            part = _part_end(text, at) if part < 0 else part
            if part > begin:
                break
            yield from _stretch(text, at, part)  # a sentence longer than any is read in parts
            at, depth, part = part, 0, -1
        stop = None if mark.group() in _BRACKETS else _STOP.match(stopped, begin - (mark.group() == "•"))
        read = stop.end() if stop else mark.end()
        for bracket in text[begin:read]:
            depth = max(depth + (bracket in "([") - (bracket in ")]"), 0)
        if stop is not None and depth == 0:
            yield from _stretch(text, at, read)
            at, part = read, -1
    while len(text) - at > _LONG:
        cut = _part_end(text, at)
        yield from _stretch(text, at, cut)
        at = cut
    yield from _stretch(text, at, len(text))


def _part_end(text: str, start: int) -> int:
    """Where the first part of a sentence longer than any ends: at a blank, if there is one."""
    blank = _BLANK.search(text, start + _LONG, start + 2 * _LONG)
    return blank.end() if blank else min(start + 2 * _LONG, len(text))


def _stretch(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch without the blanks in front, if there is anything in it."""
    while start < end and text[start].isspace():
        start += 1
    if start < end:
        yield start, end
