"""Chapters with whole numbers: "4 Movement" or "4. Movement", where sections are 4.1 and 4.2.

Such a line looks like a list item. It is a chapter's heading where the text numbers sections under
that number and prints neither 4.0 nor PART 4, where it stands alone between blank lines or shouts, is
short without a final stop, before its sections, and has the number that comes next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.model import SectionKind
from vfdoc.reading.headings import Heading, bare_title, is_titled, numbered_paragraph
from vfdoc.reading.numbering import Numbering, key_of

_SECTION = re.compile(r"[ \t]{0,8}(\d{1,3})\.(\d{1,3})(?![\d,])")
_CHAPTER = re.compile(r"[ ]{0,3}(\d{1,3})\.?[ \t]+(?=[^\W\d_a-z])")
_WORDS = 10
_FEWEST = 3  # sections of a text that has whole numbers alone
_MOSTLY = 0.6  # of them with a text of their own; of the text's lines that they take
_LONG = 2  # lines below its first of a paragraph that is more than an item
_REACH = 50  # lines in which such a text is sought
_BLANKS = 4  # blank lines and one more, in which the next heading is sought


class Chapters:
    """The whole-number chapters of one text, told in order."""

    def __init__(self, texts: Sequence[str], numbering: Numbering) -> None:
        self.texts = texts
        first = _first_sections(texts, numbering)
        self.first = first or {}
        self.alone = frozenset(_whole_numbers(texts) if first == {} else ())
        self.last: int | None = None
        self.bare: int | None = None  # the last of those that have no sections

    def heading(self, line: int, text: str) -> Heading | None:
        """The chapter that a line (1-based, after a blank one) opens, or None."""
        found = _CHAPTER.match(text) if self.first or line in self.alone else None
        if found is None:
            return None
        number, title = int(found.group(1)), text[found.end() :].rstrip()
        column, printed, key = found.start(1) + 1, found.group(1), key_of(found.group(1))
        if line in self.alone:
            return numbered_paragraph(line, found.end(), title, column, printed, key, None)
        before = line < self.first.get(number, max(self.first.values()) + 1) or self._is_last(number)
        alone = (
            line >= len(self.texts)
            or not self.texts[line].strip()
            or title.isupper()
            or _SECTION.match(self.texts[line])
        )
        ends = title.endswith((".", ",", ";", ":", "!", "?")) and not is_titled(
            title.removesuffix("."), _WORDS
        )
        if not (self._follows(number, line) and before and alone) or ends or len(title.split()) > _WORDS:
            return None
        if number in self.first:
            self.last = number
        else:
            self.bare = number
        reason = "the next whole number, of which the text has sections"
        kind: SectionKind | None = "part" if self._is_part(number, line) else None
        title = bare_title(title.removesuffix("."))
        return Heading(line, column, printed, key, title, 0, kind, None, reason)

    def _is_last(self, number: int) -> bool:
        """Whether a number goes on from the last chapter that has sections, and has none itself."""
        return number > max(self.first) and number == 1 + max(self.last or 0, self.bare or 0)

    def _is_part(self, number: int, line: int) -> bool:
        """Whether a chapter only heads others, which count on their own: "1 Concepts" above "100 General"."""
        below = next((text for text in self.texts[line : line + _BLANKS] if text.strip()), "")
        found = _CHAPTER.match(below) if number not in self.first else None
        return found is not None and int(found.group(1)) in self.first and int(found.group(1)) != number + 1

    def _follows(self, number: int, line: int) -> bool:
        """Whether a number comes next: after the last of either kind, or with its sections right below."""
        if self.last is None and self.bare is None:
            return number in (1, min(self.first))
        if number in (1 + (self.last or 0), 1 + (self.bare or 0)):
            return True
        below = min((at for at in self.first.values() if at > line), default=0)
        return number > (self.last or 0) and self.first.get(number) == below


def _whole_numbers(texts: Sequence[str]) -> list[int]:
    """The lines (1-based) of the sections of a text that has whole numbers alone; none where these only
    number a list."""
    chain: list[int] = []
    told = 0
    following: int | None = None
    for line, text in enumerate(texts, start=1):
        found = _CHAPTER.match(text) if text.lstrip(" ")[:1].isdecimal() else None
        if found is None or not _begins(texts, line):
            continue
        number, rest = int(found.group(1)), text[found.end() :].rstrip()
        if number not in ((0, 1) if following is None else (following,)):
            continue
        following = number + 1
        chain.append(line)
        title, _, run = rest.partition(". ")
        told += bool(run and is_titled(title)) or _has_text(texts, line)
    enough = len(chain) >= _FEWEST and chain[-1] - chain[0] > len(texts) * (1 - _MOSTLY)
    return chain if enough and told >= _MOSTLY * len(chain) else []


def _has_text(texts: Sequence[str], line: int) -> bool:
    """Whether a numbered paragraph is a long one, or followed by another one without a number."""
    if len(texts) >= line + _LONG and all(map(str.strip, texts[line : line + _LONG])):
        return True
    below = iter(texts[line : line + _REACH])
    ends = any(not text.strip() for text in below)
    following = next(filter(str.strip, below), None)
    return ends and following is not None and _CHAPTER.match(following) is None


def _begins(texts: Sequence[str], line: int) -> bool:
    """Whether a line begins a paragraph."""
    return line == 1 or not texts[line - 2].strip()


def _first_sections(texts: Sequence[str], numbering: Numbering) -> dict[int, int] | None:
    """The line of the first section under each whole number; None where chapters print otherwise."""
    lines: dict[int, int] = {}
    worded = re.compile(rf"(?:{numbering.words})[ \t]+\d", re.IGNORECASE) if numbering.words else None
    for line, text in enumerate(texts, start=1):
        first = text.lstrip()[:1]
        if first.isdecimal() and (found := _SECTION.match(text)):
            if found.group(2) == "0" and text[found.end() : found.end() + 2].strip(" .") == "":
                return None
            lines.setdefault(int(found.group(1)), line)
        elif first.isupper() and worded is not None and worded.match(text) and _begins(texts, line):
            return None
    return lines
