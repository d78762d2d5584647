"""Lines that look like headings with a number and were read as no section: a text and its sections come in.

What they hold is prose to the reader; but a number that is missing elsewhere may be one of these, and a
text full of them was not understood. Nothing is decided here: the lines are counted and shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.model import LeftOut, Section, SourceText
from vfdoc.reading.line_classes import is_open
from vfdoc.reading.numbering import Numbering, key_of

_NUMBER = r"(?:[A-Z]?\d{1,4}(?:[.-]\d{1,4}){1,8}[a-z]?|[A-Z]\.\d{1,4}(?:\.\d{1,4}){0,7}[a-z]?)"
_WHOLE = r"(?:\d{1,5}[a-z]?|[IVXLC]{1,7})"
_DATE = re.compile(r"\d{1,2}[.-]\d{1,2}[.-](?:\d\d)?\d\d$|\d{4}[.-]\d{1,2}[.-]\d{1,2}$")
# What stands before the number (marks, a word, a sign), the number, and that a title begins behind it.
_LINE = re.compile(
    r"^[ \t]{0,12}+(?:>[ ]?)*+(?P<mark>\#{1,6}[ \t]++)?"
    r"(?:[-•][ \t]++|(?P<cell>\|)[ \t]*+)?[*_\[]{0,3}+(?P<bracket>\()?"
    r"(?:(?P<word>§§?(?=[ \xa0]?\d)|[^\W\d_a-z][^\W\d_]{1,13}\.?(?=[ \xa0]))[ \xa0]?"
    rf"(?P<worded>{_NUMBER}|{_WHOLE})"
    rf"|(?P<number>{_NUMBER})|(?P<whole>\d{{1,4}}[a-z]?))"
    r"(?P<close>[.:)\]*_]{0,3})(?:$|[ \t\xa0]++(?:\|[ \t]*+)?(?P<next>\S))",
    re.MULTILINE,
)
# A number or a range of them anywhere in a marked heading: "## (repealed) §§ 3 to 6".
_IN_HEADING = re.compile(
    r"§§?[ \xa0]?(?P<first>\d{1,5}[a-z]?)(?:[ \xa0]?(?:[–-]|[a-zà]{1,4})[ \xa0]?(?P<last>\d{1,5}))?"
)
_LONGEST = 90  # characters of a line with a whole number that may be a title
_WIDEST = 200  # numbers in a range
_SHOWN = 80


def left_out(source: SourceText, sections: Sequence[Section], numbering: Numbering) -> tuple[LeftOut, ...]:
    """The lines of a text that look like numbered headings and are neither sections nor entries of a list of
    them, in order."""
    taken = {section.line for section in sections if section.number is not None}
    taken |= {entry.line for section in sections for entry in section.entries}
    return tuple(_found(source, taken, numbering))


def _found(source: SourceText, taken: set[int], numbering: Numbering) -> Iterator[LeftOut]:
    line, at = 1, 0
    for match in _LINE.finditer(source.text):
        line += source.text.count("\n", at, match.start())
        at = match.start()
        if line in taken:
            continue
        text = source.lines[line - 1]
        blank = line == 1 or not source.lines[line - 2].strip()
        word, number = match.group("word"), match.group("worded") or match.group("number")
        behind = match.group("next") or ""
        if (match.group("cell") or match.group("bracket")) and "." not in (match.group("number") or ""):
            continue  # an item, "(1)", or a value, "| 1-2 |"
        if number is None:
            number = match.group("whole")
            title = text.strip()
            ends = title.endswith((".", ",", ";", ":")) or len(title) > _LONGEST or not blank
            if ends or not behind.isupper():
                continue
        known = word is None or word.rstrip(".").upper() in numbering.by_word or word.startswith("§")
        if _DATE.search(number) or (behind and not (behind.isupper() or behind in '"“«*_[')) or "\t" in text:
            continue
        above = source.lines[line - 2] if not blank else ""
        marked = match.group("mark") or match.group("cell")
        if (not behind and not blank) or (above and not marked and is_open(above)):
            continue  # a sentence that a line end cut
        column = match.start("worded" if word else "number" if match.group("number") else "whole") - at + 1
        kind = "whole" if match.group("whole") else "word" if word and not known else "number"
        yield LeftOut(line, column, number, (key_of(number),), text.strip()[:_SHOWN], kind)
    for line, text in enumerate(source.lines, start=1):
        if text[:1] == "#" and line not in taken and "§" in text and (ranged := _IN_HEADING.search(text)):
            first, last = ranged.group("first"), ranged.group("last")
            keys = [key_of(first)]
            if last and first.isdecimal() and 0 < int(last) - int(first) <= _WIDEST:
                keys = [(n,) for n in range(int(first), int(last) + 1)]
            yield LeftOut(
                line, ranged.start("first") + 1, first, tuple(keys), text.strip()[:_SHOWN], "number"
            )
