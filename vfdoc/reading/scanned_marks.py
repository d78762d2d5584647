"""Marks of sections that a scanner read as something else: "813" and "$11" for "§ 13" and "§ 11".

In a scanned act "§" stands above each title in a line of its own, and becomes "8", "$" or "S" in half of
them. Evidence: some lines are nothing but "§" and a number; such lines, and those that are one with "8", "$"
or "S" in its place, count on together through the text, the next number within three of the last and before
the next that was read right; and those misread are several. One sign stands for one, so that columns hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from vfdoc.model import SourceText, line_starts, omission
from vfdoc.model.text import SCANNED

_ALONE = re.compile(r"^[ \t]*(?P<mark>[§8$S])[ ]?(?P<number>[1-9]\d{0,2})[ \t]*$", re.MULTILINE)
_CITED = re.compile(r"\$(?=[ ]?\d{1,3}[a-z]?\s+(?:Abs|Nr|Satz|S\.|[A-ZÄÖÜ]))")  # "$ 34 Abs. 4 BauGB"
_FEWEST = 3  # lines that were read right, and as many that were not
_STEP = 3  # by which numbers count on where lines between are lost


def with_scanned_marks(source: SourceText) -> SourceText:
    """The text with "§" where a scanner read "8", "$" or "S" for it, and a list of that."""
    if "§" not in source.text:
        return source
    misread = {found.start("mark") for found in _misread(source.text)}
    if len(misread) < _FEWEST:
        return source
    misread |= {found.start() for found in _CITED.finditer(source.text)}
    signs = list(source.text)
    for at in misread:
        signs[at] = "§"
    text, starts = "".join(signs), line_starts(source.lines)
    omitted = [*source.omitted, *(omission(starts, at, at + 1, SCANNED) for at in misread)]
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _misread(text: str) -> Iterator[re.Match[str]]:
    """The lines, in order, whose mark is another sign, where they count on with those that have it."""
    lines = list(_ALONE.finditer(text))
    right = [int(line["number"]) for line in lines if line["mark"] == "§"]
    if len(right) < _FEWEST or any(one >= other for one, other in pairwise(right)):
        return
    last, following = 0, iter([*right, max(right) + len(lines)])
    upper = next(following)
    for line in lines:
        number = int(line["number"])
        if line["mark"] == "§":
            last, upper = number, next(following)
        elif last < number <= last + _STEP and number < upper:
            last = number
            yield line
