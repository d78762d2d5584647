"""What a line looks like: one compiled alternation, its group names the classes of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.model.session import constant
from vfdoc.reading.numbering import Numbering

_LINE = r"""
 (?P<blank>[ \t]*$)
|(?P<quote>[ ]{0,3}>)
|(?P<hash>[ ]{0,3}\#{1,6}(?=[ \t]|$))
|(?P<fence>[ ]{0,3}(?:`{3,}+(?=[^`]*$)|~~~(?!~~+[ \t]*$)))
|(?P<pipe>[ ]{0,3}\|)
|(?P<rule>[ ]{0,3}(?:-{3,}|={3,}|\*{3,}|_{3,}|~{5,})[ \t]*$)
|(?P<number>[ ]*[*_\[(]{0,3}(?:NUMBER))
|(?P<foot>[ ]{0,3}(?:\\\*|\*\*|\\\#|\\@|\\†|†)(?:\\?\*)*[ \t])
|(?P<bullet>[ \t]*[-•‣◦▪·–*+](?=[ \t]+\S))
|(?P<ordered>[ \t]*(?:\d{1,3}[.)]|\(\d{1,3}\)|\(?[a-z]\)|[a-h]\.)(?=[ \t]+\S))
|(?P<text>)
"""
_OPENING = frozenset("([\"'“‘«")
_FULL = 55  # characters of a line that was broken because it was full
_SENTENCE_END = (".", "!", "?", ":", ";", '."', ".”", ")")
PLAIN = re.compile(r"(?P<text>)")  # where marks nest too deep, a line is only text


@constant
def line_pattern(numbering: Numbering) -> re.Pattern[str]:
    """The alternation for texts of that numbering; every line matches, if only as text."""
    number = numbering.plain.pattern.replace("?P<", "?P<n_")
    return re.compile(_LINE.replace("NUMBER", number.replace(" ", r"\x20")), re.VERBOSE)


def is_wrapped(texts: Sequence[str]) -> bool:
    """Whether the lines were broken to a width, so that a paragraph takes several of them."""
    full = sum(1 for text in texts if 50 <= len(text) <= 110)
    longer = sum(1 for text in texts if len(text) > 110)
    return full > 10 * longer and full >= 3


def is_open(text: str) -> bool:
    """Whether a sentence may go on below this line; a shouted one is a title and says no more."""
    text = text.rstrip()
    return not (text.endswith(_SENTENCE_END) or text.isupper())


def shouts(text: str, below: Sequence[str]) -> bool:
    """Whether a line is set in capitals as a title is: four letters at least, without an end, and not in a
    paragraph that shouts from one full line to the next (`below` holds that, where there is one)."""
    if len(text) > 90 or not text.isupper() or text.endswith((".", ",", ";", ":", "!")):
        return False
    if len(text) >= _FULL and any(line.isupper() for line in below):
        return False
    return sum(map(str.isalpha, text)) >= 4 and text[0].isalpha()


def runs_on(text: str, below: Sequence[str], wrapped: bool) -> bool:
    """Whether the line below seems to go on from this one: with a small letter, or in a wrapped text because
    this one is full. `below` holds it, where there is one."""
    first = below[0].lstrip(" >")[:1] if below else ""
    return first.islower() or (wrapped and len(text) >= _FULL and (first.isalpha() or first in _OPENING))


def counts_on(marker: str, text: str) -> bool:
    """Whether a line holds the marker that follows its own: "1. Fate > 2. Fire" is a line, no item."""
    digits = marker.strip("().")
    return digits.isdecimal() and f" {marker.replace(digits, str(int(digits) + 1))} " in text
