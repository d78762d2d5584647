"""Texts whose numbers begin again: scenarios behind the rules, appendices with chapters of their own.

In: the documents of one hierarchy. Out: which of its series of numbers each section stands in, counted from
0. The numbers begin again at a chapter 1 behind another, when the chapters behind it are 2 and 3; one
chapter numbered twice is a slip.
"""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.model import Document

_FIRST = (1, 2, 3)


def series(documents: Sequence[Document]) -> dict[str, int]:
    """By anchor the series of each section of documents whose numbers run on."""
    sections = [section for document in documents for section in document.sections]
    chapters = [
        (section.anchor, section.key[0])
        for section in sections
        if section.kind == "rule" and section.key is not None and len(section.key) == 1
    ]
    numbers = [number for _, number in chapters]
    again = {
        anchor
        for at, (anchor, _) in enumerate(chapters)
        if tuple(numbers[at : at + len(_FIRST)]) == _FIRST and 1 in numbers[:at]
    }
    found: dict[str, int] = {}
    count = 0
    for section in sections:
        count += section.anchor in again
        found[section.anchor] = count
    return found
