"""Chapters with whole numbers: "4 Movement" or "4. Movement", where sections are 4.1 and 4.2.

Such a line looks like a list item. It is a chapter's heading where the text numbers sections under
that number and prints neither 4.0 nor PART 4, where it stands alone between blank lines, is short
without a final stop, before its sections, and has the number that comes next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.reading.headings import Heading, bare_title
from vfdoc.reading.numbering import Numbering, key_of

_SECTION = re.compile(r"[ \t]{0,8}(\d{1,3})\.(\d{1,3})(?![\d,])")
_CHAPTER = re.compile(r"[ ]{0,3}(\d{1,3})\.?[ \t]+(?=[^\W\d_a-z])")
_WORDS = 10


class Chapters:
    """The whole-number chapters of one text, told in order."""

    def __init__(self, texts: Sequence[str], numbering: Numbering) -> None:
        self.texts = texts
        self.first = _first_sections(texts, numbering)
        self.last: int | None = None

    def heading(self, line: int, text: str) -> Heading | None:
        """The chapter that a line (1-based, after a blank one) opens, or None."""
        found = _CHAPTER.match(text) if self.first else None
        if found is None:
            return None
        number, title = int(found.group(1)), text[found.end() :].rstrip()
        follows = number in (1, min(self.first)) if self.last is None else number == self.last + 1
        before = line < self.first.get(number, max(self.first.values()) + 1)
        alone = line >= len(self.texts) or not self.texts[line].strip() or _SECTION.match(self.texts[line])
        ends = title.endswith((".", ",", ";", ":", "!", "?"))
        if not (follows and before and alone) or ends or len(title.split()) > _WORDS:
            return None
        self.last = number
        reason = "the next whole number, of which the text has sections"
        key = key_of(found.group(1))
        return Heading(
            line, found.start(1) + 1, found.group(1), key, bare_title(title), 0, None, None, reason
        )


def _first_sections(texts: Sequence[str], numbering: Numbering) -> dict[int, int]:
    """The line of the first section under each whole number; empty where chapters print otherwise."""
    lines: dict[int, int] = {}
    worded = re.compile(rf"(?:{numbering.words})[ \t]+\d", re.IGNORECASE) if numbering.words else None
    for line, text in enumerate(texts, start=1):
        first = text.lstrip()[:1]
        if first.isdecimal() and (found := _SECTION.match(text)):
            if found.group(2) == "0":
                return {}
            lines.setdefault(int(found.group(1)), line)
        elif worded is not None and first.isupper() and worded.match(text):
            return {}
    return lines
