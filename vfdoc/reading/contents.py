"""Contents and index lists: their lines are entries, neither sections nor references.

A contents list ends where a number or title stands for the second time (there the body begins), or
where prose follows. An index ends at a heading that carries no plain number.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vfdoc.model import Block, Entry, ItemList, Key, Paragraph
from vfdoc.reading.headings import Heading, bare_title

_LEADERS = re.compile(r"(?:[ \t]*[.·…]{2,}[ \t.·…]*|[ \t]{2,})\d{1,4}[ \t]*$")
_NUMBER_LAST = re.compile(r"^(?P<title>.*?\S)[\s.·…,]+(?P<number>(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+)[\s.]*$")
_PROSE_WORDS = 14


class Outcome(NamedTuple):
    """What became of an item: an entry, or nothing of the list any more.

    `returned` is a heading taken for an entry too early: prose followed it, so it opens the body.
    """

    taken: bool
    entry: Entry | None = None
    returned: Heading | None = None


class Listing:
    """The open contents list or index of a document."""

    def __init__(self, is_index: bool) -> None:
        self.is_index = is_index
        self.keys: set[Key] = set()
        self.titles: set[str] = set()
        self.last: Heading | None = None

    def take(self, item: Heading | Block) -> Outcome:
        """Takes one heading or block into the list, or says that the list has ended."""
        if isinstance(item, Heading):
            return self._heading(item)
        if isinstance(item, Paragraph) and len(item.lines) == 1:
            return self._line(item)
        if isinstance(item, ItemList) or (isinstance(item, Paragraph) and not _is_prose(item)):
            return Outcome(True)
        return self._end()

    def _heading(self, heading: Heading) -> Outcome:
        title = _LEADERS.sub("", heading.title)
        ends = heading.run is not None or heading.mark and heading.number is None
        if self.is_index:
            ends = ends or heading.number is None or heading.kind is not None
        else:
            ends = ends or (heading.key in self.keys if heading.key else title.casefold() in self.titles)
        if ends:
            return Outcome(False)
        if heading.key is not None:
            self.keys.add(heading.key)
        self.titles.add(title.casefold())
        self.last = heading
        return Outcome(True, Entry(heading.number, title, heading.line))

    def _line(self, paragraph: Paragraph) -> Outcome:
        line = paragraph.lines[0]
        if _is_prose(paragraph):
            return self._end()
        self.last = None
        text = _LEADERS.sub("", line.text).strip()
        found = _NUMBER_LAST.match(text)
        number, title = (found.group("number"), found.group("title")) if found else (None, text)
        self.titles.add(bare_title(title).casefold())
        return Outcome(True, Entry(number, bare_title(title), line.line))

    def _end(self) -> Outcome:
        return Outcome(False, returned=self.last)


def _is_prose(paragraph: Paragraph) -> bool:
    text = paragraph.lines[0].text
    return len(text.split()) > _PROSE_WORDS or len(paragraph.lines) > 1 and text.rstrip().endswith(".")
