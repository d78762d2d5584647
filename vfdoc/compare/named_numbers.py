"""Numbers that are part of a name, an address, code or a date, and so no value that an edition sets.

A line as printed and the place of a number in it come in; whether it is such a number comes out. Told by its
form ("SHA-1", "A4d", "5x5x5", "RFC 5280", what stands in a link or in code), and by the language's months,
divisions of works and what is counted ("October 30", "section 5 of the Act", "step 3").
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vfdoc.language.word_list import word_list
from vfdoc.model.session import constant

_AROUND = 30  # characters before a number in which a month or a division of a work stands
_LONGEST = 200  # characters of an address on either side: what a number costs does not grow with its line
_ENCLOSED = re.compile(r"\]\([^()\s]*\)|\w+://[^\s)>\]]+|`[^`\s]+`|</?[A-Za-z][^<>]*>")
_LETTER = r"[^\W\d_]"
# "Curve25519", "A4d", "5x5x5", "SHA-1", "ITE-4", "X509-Cert", a hash; not "D6", nor "3x4".
_NAME = re.compile(
    rf"(?<![\w-])(?:{_LETTER}{{2,}}\d\w*|{_LETTER}\d+{_LETTER}\w*|\d+x\d+x\d\w*"
    rf"|(?=\w*[A-Z])[^\W\d_]+-\d[\w-]*|[A-Z]\d{{3,}}-{_LETTER}|(?=\d*[a-z])(?=[a-z]*\d)[0-9a-z]{{16,}})"
)


_STANDARD = re.compile(
    r"\b[A-Z]{2,}(?:[ /][A-Z]{2,})* (?:\d{3,} )?\d{3,}(?![\w.,]*\w)"
)  # "RFC 5280", "TS 119 411-6"
_YEAR = re.compile(r"(?<![\w.,])(?:1[6-9]|20)\d\d(?![\w%]|[.,]\d)(?=\W*$|[^\w\s]|\s+[^\W\d_]{1,3}\b)")


class _Words(NamedTuple):
    """What tells a day of a date before and behind it, a number of a division of a work before it, and the
    number of a step, an item, a table before it."""

    before: re.Pattern[str]
    behind: re.Pattern[str]
    division: re.Pattern[str]
    counted: re.Pattern[str]


@constant
def _words(language: str) -> _Words:
    data = word_list(language)
    months = "|".join(data.get("sections", {}).get("months", ())) or r"(?!)"
    divisions = "|".join(data["citation"].get("divisions", ())) or r"(?!)"
    counted = "|".join(data.get("sums", {}).get("numbered", ())) or r"(?!)"
    return _Words(
        re.compile(rf"\b(?:{months})\s+$", re.IGNORECASE),
        re.compile(rf"\d+(?:st|nd|rd|th|\.)?\s+(?:{months})(?!\w)", re.IGNORECASE),
        re.compile(rf"\b(?:{divisions})\s+$", re.IGNORECASE),
        re.compile(rf"\b(?:{counted})\s+(?:\d[\w.]*\W+(?:[^\W\d_]{{1,3}}\s+)?)*$", re.IGNORECASE),
    )


def is_named(line: str, at: int, language: str) -> bool:
    """Whether the number at a place (0-based) of a line is part of a name, of an address or of code, or is
    the number of a division of a work."""
    start = max(at - _LONGEST, 0)
    near = line[start : at + _LONGEST]
    for form in (_ENCLOSED, _NAME):
        if any(found.start() <= at - start < found.end() for found in form.finditer(near)):
            return True
    return bool(_words(language).division.search(line[max(at - _AROUND, 0) : at]))


def says_which(line: str, at: int, language: str) -> bool:
    """Whether the number at a place (0-based) of a line is the day or the year of a date, or that of a step,
    an item, a standard: it says when or which, and is a value only where another stands in its place."""
    told, start = _words(language), max(at - _AROUND, 0)
    near = line[start : at + _AROUND]
    if (
        told.before.search(line[start:at])
        or told.behind.match(line, at)
        or told.counted.search(line[start:at])
    ):
        return True
    if _YEAR.match(near, at - start):
        return True
    return any(found.start() <= at - start < found.end() for found in _STANDARD.finditer(near))
