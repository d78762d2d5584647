"""Items of lists within lists that are sections by their place: the first item below item 2 is 2.1, where the
text cites it so.

In: the chain of a text's numbers. Out: by line the items that are sections, each with its number whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.reading.candidates import HeadingCandidate, path_of
from vfdoc.reading.chain import Chain

_NAMED = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{1,3}){1,5}(?!\.?\w)")
_FEWEST, _SHARE = 5, 0.6  # items of one depth that are cited, and the share of such numbers that lead to one


class NestedItems(NamedTuple):
    """The items that are sections, by line, each with how sure that is; whether it was asked which the text
    cites."""

    sections: dict[int, tuple[HeadingCandidate, float]]
    asked: bool = False


def nested_items(read: Chain, texts: Sequence[str]) -> NestedItems:
    """The items that the whole numbers of a chain hold, level by level, as deep as the text cites them."""
    known = {one.key for one, _ in read.sections.values()}
    items = {line: (one, sure) for line, one, sure in _items(read) if one.key not in known}
    if len(items) < _FEWEST:
        return NestedItems({})
    named = set(numbers_named("\n".join(texts)))
    there = {one.key for one, _ in items.values()}
    heads = {key[:1] for key in there}
    sought = Counter(len(key) for key in named if key not in known and key[:1] in heads)
    found = Counter(len(key) for key in named & there)
    depth = 1
    while found[depth + 1] >= _FEWEST and found[depth + 1] >= _SHARE * sought[depth + 1]:
        depth += 1
    return NestedItems({line: one for line, one in items.items() if len(one[0].key) <= depth}, True)


def numbers_named(text: str) -> Iterator[Key]:
    """The keys of numbers of several parts that a text names anywhere: in citations, as names of places."""
    return (tuple(map(int, found.split("."))) for found in _NAMED.findall(text))


def _items(read: Chain) -> Iterator[tuple[int, HeadingCandidate, float]]:
    """The whole numbers set in below one another, by line, each with its number and key whole: those that
    count from 1 below what holds them."""
    lines = sorted([*((line, True) for line in read.sections), *((one.line, False) for one, _ in read.left)])
    left = {one.line: one for one, _ in read.left}
    holding: list[tuple[HeadingCandidate, int]] = []  # each with the number of its last item
    sure = 0.0
    for line, is_section in lines:
        if is_section:
            one, sure = read.sections[line]
            holding = [(one, 0)] if len(one.path) == 1 and one.number.isdecimal() else []
            continue
        one = left[line]
        if not holding or one.word or one.level or not one.number.isdecimal() or one.carrier != "line":
            continue
        while len(holding) > 1 and holding[-1][0].indent >= one.indent:
            holding.pop()
        host, last = holding[-1]
        number = one.path[0]
        inside = one.indent > host.indent or host.level > 0
        if not inside or number < max(last, 1) or (last == 0 and number != 1):
            continue
        holding[-1] = (host, number)
        key = host.key + one.key
        item = replace(one, number=f"{host.number}.{one.number}", key=key, path=path_of(key))
        holding.append((item, 0))
        yield line, item, sure
