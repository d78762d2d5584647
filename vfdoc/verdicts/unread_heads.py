"""Numbers that abound in a text of which little was read: what the first finding must say.

In: a document. Out: where they begin, and what is said of them. Either paragraph after paragraph is an item
of a list with a number, below headings that have none; or numbers of several parts stand with titles in the
middle of lines, behind the end of a sentence or a gap, and rise, as where a conversion ran lines together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Document, Key, LeftOut

_RUN_IN = re.compile(  # "… by day.   3.2. Nets …"
    r"(?<=[.;:!?)”\"\s])[ \xa0](?P<number>\d{1,3}(?:\.\d{1,3}){1,3})\.?[ \xa0]+[“\"]?[A-ZÀ-Ý]"
)
_ITEM = re.compile(r"[ \t]*(?P<number>\d{1,3})[.)][ \t]+\S")
_LISTED = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+\S")
_HEADING = re.compile(r"[ \t]*(?:#|[-=*_]{3,}\s*$|\|)")
_ITEMS, _MOSTLY = 20, 0.5  # items, and their share of the paragraphs
_SEVERAL = 5  # numbers inside lines, and more than were read
_RISING = 0.6  # share of them that count on
_SHOWN = 80


class Abounding(NamedTuple):
    """The first of the numbers, and what is said of all."""

    first: LeftOut
    fact: str


def abounding(document: Document, read: int) -> Iterator[Abounding]:
    """What is said of numbers that abound, where so many sections were `read`, and these are long."""
    lines = [(at, text) for at, text in enumerate(document.source.lines, start=1) if text.strip()]
    items = [(at, found) for at, text in lines if (found := _ITEM.match(text)) is not None]
    if not read and len(items) >= max(_ITEMS, _MOSTLY * _paragraphs(document.source.lines)):
        at, found = items[0]
        fact = f"{len(items)} lines begin with a number and were read as no section, none was read"
        yield Abounding(_left(document, at, found), fact)
    inside = [(at, found) for at, text in lines if "." in text for found in run_in(text)]
    if len(inside) > max(_SEVERAL - 1, read):
        keys: list[Key] = [_key(found["number"]) for _, found in inside]
        if sum(one < other for one, other in pairwise(keys)) >= _RISING * (len(keys) - 1):
            count = f"only {read} were read" if read else "none was read"
            fact = (
                f"{len(inside)} numbers of headings stand inside lines and were read as no section, {count}"
            )
            yield Abounding(_left(document, *inside[0]), fact)


def _paragraphs(texts: Sequence[str]) -> int:
    """How many paragraphs and items there are, each as one however many lines it takes."""
    begun = 0
    for above, text in pairwise(("", *texts)):
        apart = not above.strip() or _HEADING.match(above) is not None or _LISTED.match(text) is not None
        begun += bool(text.strip()) and apart and _HEADING.match(text) is None
    return begun


def run_in(text: str) -> Iterator[re.Match[str]]:
    """The numbers of several parts with a title in the middle of a line, not at its head, however far that is
    set in."""
    return (found for found in _RUN_IN.finditer(text) if text[: found.start()].strip())


def _left(document: Document, line: int, found: re.Match[str]) -> LeftOut:
    number, at = found["number"], found.start("number")
    text = document.source.lines[line - 1][at : at + _SHOWN].strip()
    return LeftOut(line, at + 1, number, (_key(number),), text, "inside")


def _key(number: str) -> Key:
    return tuple(map(int, number.split(".")))
