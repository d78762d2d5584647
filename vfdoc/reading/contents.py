"""Contents and index lists: their lines are entries, neither sections nor references.

A contents list ends where a number or title stands for the second time (there the body begins), or
where prose follows. An index ends at a heading without a number, or with a word and a number that
the body does not have.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from vfdoc.model import Block, Entry, ItemList, Key, Paragraph, TextLine
from vfdoc.reading.headings import SUBHEADING, Heading, bare_title
from vfdoc.reading.numbering import key_of, schemes
from vfdoc.reading.words import LanguageWords

_NUMBER_FIRST = re.compile(
    r"(?P<number>(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*|\d{4}(?:\.\d{1,4})+)"
    r"(?:\.?[ \t]+|\.(?=[^\W\d_]{2}))(?P<title>\S.*)"
)
_NUMBER = re.compile(r"\(?(?P<number>(?:[A-Z]|\d{1,4})(?:\.\d{1,4}){1,15})\)?")
_WORDS = sorted(word.title() for s in schemes() if not s.alone for word in s.words if word.isalpha())
_WORDED = re.compile(
    rf"(?:{'|'.join(_WORDS)})"
    r"\s(?P<number>[A-Z]|[IVXLC]{2,7}|\d{1,3}(?:\.\d{1,3})*)"
    r"(?:[.:] | ?[–—] ?|(?<=\d\.\d|\.\d\d) (?=[^\W\d_a-z]))(?P<title>\S.*)"  # "Section 1.1 Definitions"
)
_NAMED = re.compile(r"(?P<name>[A-Z]{2,}(?: [A-Z]{2,})?) (?P<number>\d{1,3})(?: ?[:–-])? (?P<title>\S.*)")
_COUNTED = re.compile(r"\d{1,3}\.")
_LEADER = " \t.·…\xa0"
_LONGEST = 200
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)]*\)")
_WIKI = re.compile(r"\[\[[^\[\]|\n]{1,200}\|([^\[\]\n]{1,200})\]\]")  # "[[#GR.1 GOAL|GR.1 Goal]]"
_TAGS = re.compile(r"(?:</?[A-Za-z][^<>]{0,200}>\s*)+")
_OPEN = re.compile(r"\[[^\[\]]{1,200}$")  # a link that the end of the line cuts
_INSIDE = re.compile(r"([^\s\[]{0,12}[ \t]*)\[([^\]]+)\]\(#[^)]*\)(?=[ \t]*$|[ \t]*[-–—:(])")
_PROSE_WORDS = 14
_PAGED = 0.6  # of the lines of a list, those that end with a page, where the others are parts of entries


class ContentsItem(NamedTuple):
    """What became of an item: entries of the list, or the list's end.

    `returned` is a heading taken for an entry too early: prose followed it, so it opens the body.
    """

    taken: bool
    entries: tuple[Entry, ...] = ()
    returned: Heading | None = None


class Listing:
    """The open contents list or index of a document."""

    def __init__(self, body: set[Key] | None, words: LanguageWords) -> None:
        """`body` are the keys of the sections before an index, None for a contents list; `words` say which
        words are numbers."""
        self.body, self.words = body, words
        self.keys: set[Key] = set()
        self.titles: set[str] = set()
        self.last: Heading | None = None
        self.counts: dict[str, int] = {}  # the last number behind a word in capitals
        self.marked = False  # the entries bear heading marks
        self.paged: set[int] = set()  # the lines that end with a page
        self.behind: dict[int, str] = {}  # the lines that have their number behind their words

    def take(self, item: Heading | Block) -> ContentsItem:
        """Takes one heading or block into the list, or says that the list has ended."""
        if isinstance(item, Heading):
            return self._heading(item)
        if isinstance(item, Paragraph) and _runs_on(item.lines):
            return self._end()
        headed = self.last is not None and self.last.mark > 0
        if headed and isinstance(item, ItemList) and any(_is_long(line.text) for line in _lines(item)):
            return self._end()  # its paragraphs, (1), (2) …
        if isinstance(item, Paragraph | ItemList):
            self.last = None
            entries = [self._entry(line) for line in _lines(item) if not _TAGS.fullmatch(line.text.strip())]
            if isinstance(item, ItemList):  # "4. Title . . . 14": in the body, 4 stands for the second time
                self.keys |= {key_of(i.marker.rstrip(".")) for i in item.items if _COUNTED.match(i.marker)}
            return ContentsItem(
                True, tuple(entry for entry in entries if entry.title and not entry.title.isdecimal())
            )
        return self._end()

    def _heading(self, heading: Heading) -> ContentsItem:
        bare = not (heading.title or heading.mark or heading.run is not None)
        page = bare and heading.column == 1 and heading.number is not None
        if page and self.body is None and self.titles and (heading.number or "").isdecimal():
            return ContentsItem(True)  # in a line by itself, below its entry
        inside = _INSIDE.match(heading.title)
        title = _without_page(heading.title) if inside is None else inside.group(2)
        ends = heading.run is not None or (heading.number is None and 0 < heading.mark < SUBHEADING)
        if self.body is not None:
            ends = ends or heading.key is None or (heading.kind is not None and heading.key not in self.body)
        else:
            ends = ends or (heading.key in self.keys if heading.key else title.casefold() in self.titles)
            ends = ends or (heading.kind == "part" and title.casefold() in self.titles)
            begun = heading.number is not None and heading.mark > 0 and bool(self.titles)
            ends = ends or (begun and not self.marked)
        if ends and not heading.entry:
            return ContentsItem(False)
        self.marked = self.marked or heading.mark > 0
        if heading.key is not None:
            self.keys.add(heading.key)
        self.titles.add(title.casefold())
        self.last = heading
        if title != heading.title:
            self.paged.add(heading.line)
        return ContentsItem(True, (Entry(heading.number, title, heading.line),))

    def _entry(self, line: TextLine) -> Entry:
        whole = _WIKI.sub(r"\1", line.text) if "[[" in line.text else line.text
        inside = _INSIDE.match(whole[:_LONGEST])  # "[Setting Up](#setting-up) - what to lay out"
        shown = inside.expand(r"\1\2") if inside is not None else _LINK.sub(r"\1", whole[:_LONGEST])
        text = _without_page(shown).strip()
        if text != shown.strip():
            self.paged.add(line.line)
        number, title = self._named(text) or _number_of(bare_title(text))
        if number is not None:
            self.keys.add(key_of(number))
            if title and not bare_title(text).startswith(number) and text.rstrip(" .").endswith(number):
                self.behind[line.line] = text
        elif (spelt := self.words.ordinal(title.partition(": ")[0])) and title[:1].isupper():
            self.keys.add((spelt,))  # "TWO: MEMBERS"
        self.titles.add(bare_title(title).casefold())
        return Entry(number, bare_title(title), line.line)

    def _named(self, text: str) -> tuple[str, str] | None:
        """Number and title of an entry like "PART 12 TITLE" that goes on with its count, or begins one."""
        found = _NAMED.fullmatch(text)
        if found is None:
            return None
        number, name = int(found.group("number")), found.group("name")
        parts = [key[0] for key in self.keys if len(key) == 1 and isinstance(key[0], int)]
        if number != self.counts.get(name, max(parts, default=0) if number > 1 else 0) + 1:
            return None
        self.counts[name] = number
        return found.group("number"), found.group("title")

    def whole(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries, those of two lines as one; where nearly every line ends with a page, another list
        ("List of Figures") begins at one that does not."""
        paged = [entry.line in self.paged for entry in entries]
        if self.body is not None or sum(paged) < _PAGED * len(entries):
            return list(entries)
        out: list[Entry] = []
        wrapped = False
        for at, entry in enumerate(entries):
            after = entries[at + 1] if at + 1 < len(entries) else None
            goes_on = after is not None and after.line == entry.line + 1 and _goes_on(after, self.behind)
            if wrapped:
                more = self.behind.get(entry.line, entry.title)
                out[-1] = out[-1]._replace(title=f"{out[-1].title} {more}".rstrip())
            elif not paged[at] and entry.number is None and not goes_on and out:
                return out
            else:
                out.append(entry)
            wrapped = not paged[at] and goes_on and (wrapped or entry.number is not None)
        return out

    def _end(self) -> ContentsItem:
        # Where the list had several numbers, the last of them is an entry; the body repeats the first.
        return ContentsItem(False, returned=self.last if len(self.keys) == 1 and self.body is None else None)


def _goes_on(entry: Entry, behind: Container[int]) -> bool:
    """Whether an entry may be the rest of the one above: without a number, or with that of what its title
    cites, alone or behind its words ("C.1. Errata of RFC 7489," and "Section 7.2 … 80" below)."""
    return entry.number is None or not entry.title or entry.line in behind


def _lines(block: Paragraph | ItemList) -> Iterator[TextLine]:
    """The lines of a block, those of one link as one: its words may go on below."""
    if isinstance(block, Paragraph):
        whole: TextLine | None = None
        for line in block.lines:
            whole = (
                line if whole is None else whole._replace(text=f"{whole.text.rstrip()} {line.text.strip()}")
            )
            if _OPEN.search(whole.text) is None:
                yield whole
                whole = None
        if whole is not None:
            yield whole
        return
    for item in block.items:
        for inner in item.blocks:
            if isinstance(inner, Paragraph | ItemList):
                yield from _lines(inner)


def _number_of(text: str) -> tuple[str | None, str]:
    """The number and the title of an entry; the number stands before or behind."""
    if worded := _WORDED.fullmatch(text):
        return worded.group("number"), worded.group("title")
    if first := _NUMBER_FIRST.fullmatch(text):
        return first.group("number"), first.group("title")
    title, _, last = text.rstrip(" .").rpartition(" ")
    behind = _NUMBER.fullmatch(last) if title.strip(_LEADER) else None
    return (behind.group("number"), title.rstrip(_LEADER + ",")) if behind else (None, text)


def _without_page(text: str) -> str:
    """A line without the page number at its end, where dots, a tab or a gap lead to it."""
    text = text.rstrip()
    body = text.rstrip("0123456789")
    title = body.rstrip(_LEADER)
    gap = body[len(title) :]
    dots = len(gap) - gap.count(" ")
    full = gap == "." and title[-3:].isalpha() and title[-3:].islower()  # no room for more: "Dates.89"
    full = full or gap.strip("\xa0") == " . "  # room for one dot
    leads = "\t" in gap or dots > 1 or (dots == 0 and len(gap) > 1) or full
    return title if leads and 0 < len(text) - len(body) <= 4 else text


def _runs_on(lines: Sequence[TextLine]) -> bool:
    """Whether the lines of a paragraph are prose: one that is, or several in which a sentence goes on in
    small letters, none with a number or a page."""
    if len(lines) == 1:
        return _is_prose(lines[0].text)
    whole = " ".join(line.text.strip() for line in lines)
    entries = any(_number_of(t)[0] or _without_page(t) != t for t in (line.text.strip() for line in lines))
    return not entries and _is_prose(whole) and any(line.text.lstrip()[:1].islower() for line in lines[1:])


def _is_prose(text: str) -> bool:
    entry = _without_page(text)
    sentence = entry.endswith((".", "!")) and not entry.isupper()  # "EQUIPMENT.", the rest of an entry
    return _is_long(entry) or sentence


def _is_long(text: str) -> bool:
    return len(text) > _LONGEST or len(text.split()) > _PROSE_WORDS
