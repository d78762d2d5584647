"""A text about the rules as units: paragraphs, items, headings, rows of tables, block quotations.

In: the text as given. Out: the units, each with its words, one character for one of the text, so that
places hold; marks of lists, quotations and emphasis in front of lines are blanks there. A block quotation
is a unit a paragraph, and so is what stands in a fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_QUOTE = re.compile(r"[ \t]{0,8}(?:>[ \t]?)+")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+")
_ITEM = re.compile(r"[ \t]*(?:[-*+•–‣]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])[ \t]+(?=\S)")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_LONGEST = 8000  # characters
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}$|[ \t]*\|[-:| \t]+\|[ \t]*$")

Kind: TypeAlias = Literal["paragraph", "item", "heading", "row", "quote", "fence"]


class TextUnit(NamedTuple):
    """A stretch of a text that reads as one: what it is, where it begins (0-based), and its words, as long as
    it is in the text; `group` is the same for the paragraphs of one block quotation."""

    kind: Kind
    start: int
    text: str
    group: int = 0

    @property
    def end(self) -> int:
        """Where it ends in the text, past its last character."""
        return self.start + len(self.text)


def units(text: str) -> list[TextUnit]:
    """The units of a text, in order."""
    found = (unit._replace(text=unit.text[: len(text) - unit.start]) for unit in _units(text))
    return [part for unit in found for part in _cut(unit) if part.text.strip()]


def _cut(unit: TextUnit) -> Iterator[TextUnit]:
    """A unit, or its parts where it is longer than one reads: what is looked for in one is not sought further
    off than that."""
    start = 0
    while len(unit.text) - start > _LONGEST:
        end = start + _LONGEST
        stop = max(unit.text.rfind(sign, start + _LONGEST // 2, end) for sign in ("\n", ". ", " "))
        end = stop + 1 if stop > 0 else end
        yield unit._replace(start=unit.start + start, text=unit.text[start:end])
        start = end
    yield unit._replace(start=unit.start + start, text=unit.text[start:])


def _units(text: str) -> Iterator[TextUnit]:
    kind: Kind | None = None
    start, words, fence, group = 0, "", "", 0
    at = 0
    for line in (part + "\n" for part in text.split("\n")):
        here, at = at, at + len(line)
        bare = line[:-1]
        mark = _FENCE.match(bare)
        if fence:
            if mark and mark[1].startswith(fence) and not bare[mark.end() :].strip():
                if kind is not None:
                    yield TextUnit(kind, start, words, group)
                kind, fence, words = None, "", ""
            elif not bare.strip():
                if kind is not None:
                    yield TextUnit(kind, start, words, group)
                kind, words = None, ""
            elif kind is None:
                kind, start, words = "fence", here, line
            else:
                words += line
            continue
        now, shown = _read(bare)
        shown += line[len(bare) :]
        goes_on = now == "paragraph" and kind in ("paragraph", "item", "quote")
        if kind is not None and not (goes_on or (now == kind == "quote" and shown.strip())):
            yield TextUnit(kind, start, words, group)
            kind = None
        if mark:
            fence, group = mark[1], group + 1
            continue
        if now is None or not shown.strip():
            if now != "quote":
                group += 1
            continue
        if kind is None:
            kind, start, words = now, here, shown
        else:
            words += shown
    if kind is not None:
        yield TextUnit(kind, start, words, group)


def _read(line: str) -> tuple[Kind | None, str]:
    """What a line is, None for a blank one or a mere stroke, and its words, as long as it is."""
    if not line.strip() or _RULE.match(line):
        return None, line
    for kind, pattern in _MARKS:
        found = pattern.match(line)
        if found:
            return kind, " " * found.end() + line[found.end() :]
    return ("row", line) if _ROW.match(line) else ("paragraph", line)


_MARKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (("quote", _QUOTE), ("heading", _HEADING), ("item", _ITEM))
