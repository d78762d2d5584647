"""Texts whose numbers begin again: scenarios behind the rules, appendices with chapters of their own.

In: the documents of one hierarchy. Out: which of its series of numbers each section stands in, counted from
0. The numbers begin again at a chapter 1 behind another, when the chapters behind it are 2 and 3; one
chapter numbered twice is a slip. Those of parts ("Chapter 1" of the second title) begin again among
themselves, where a heading between them is lost or bears no number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model.document import Document, Key, Section

_FIRST = (1, 2, 3)


class Series(NamedTuple):
    """The count in which a section stands: of all numbers, and of the parts of its kind."""

    all: int
    parts: int = 0


def series(documents: Sequence[Document]) -> dict[str, Series]:
    """By anchor the series of each section of documents whose numbers run on."""
    sections = [section for document in documents for section in document.sections]
    heads = _heads(sections)
    again = _again([s for s in sections if s.anchor in heads or (s.kind == "rule" and len(s.key or ()) == 1)])
    families: dict[Key, list[Section]] = defaultdict(list)
    for section in sections:
        if section.kind == "part" and section.key is not None:
            families[section.key[:-1]].append(section)
    parts_again = frozenset[str]().union(*map(_again, families.values()))
    found: dict[str, Series] = {}
    count = 0
    counts: dict[Key, int] = defaultdict(int)
    for section in sections:
        count += section.anchor in again
        parts = 0
        if section.kind == "part" and section.key is not None:
            counts[section.key[:-1]] += section.anchor in parts_again
            parts = max(counts[section.key[:depth]] for depth in range(len(section.key)))
        found[section.anchor] = Series(count, parts)
    return found


def _heads(sections: Sequence[Section]) -> frozenset[str]:
    """The anchors of chapters that count behind a word of their own ("SECTION 1", far below 1) and head a
    section with their number: 1.01."""
    numbered = [(section.anchor, section.key) for section in sections if section.key is not None]
    return frozenset(
        anchor
        for (anchor, key), (_, below) in pairwise(numbered)
        if len(key) > 1 and isinstance(key[0], str) and len(below) > 1 and key[1:] == below[:1]
    )


def _again(chapters: Sequence[Section]) -> frozenset[str]:
    """The anchors of those at which a count begins again."""
    numbers = [section.key[-1] for section in chapters if section.key]
    return frozenset(
        section.anchor
        for at, section in enumerate(chapters)
        if tuple(numbers[at : at + len(_FIRST)]) == _FIRST and 1 in numbers[:at]
    )
