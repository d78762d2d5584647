"""Heads and feet of the pages that a text was torn out of, set aside: what stands at form feeds page after
page, totals of pages in the middle of lines, and lines that count on or recur a page apart; and the text's
own title in front of its headings' numbers.

What is set aside is blanked by equal spaces, so that lines and columns hold.

And marks of sections that a scanner read as something else, "813" and "$11" for "§ 13" and "§ 11". Evidence:
some lines are nothing but "§" and a number; these, and those that are one with "8", "$" or "S" in its place,
count on together, the next number within three of the last and before the next that was read right; and those
misread are several. And headings as AsciiDoc marks them, "== Scope" for "## Scope".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from operator import itemgetter
from typing import NamedTuple

from vfdoc.model import Omission, SourceText, line_starts, omission
from vfdoc.model.text import SCANNED
from vfdoc.reading.line_classes import fenced_lines

_FOOT = 12  # lines from a form feed in which the foot or head of a page stands
_PAGES = 3  # pages that bear the same
_PAGE_SIGN = re.compile(r"^[ \t]*<PAGE>(?=[ \t]*(?:\d{1,4}[ \t]*)?$)", re.MULTILINE | re.IGNORECASE)
_FIGURES = re.compile(r"\d+")
_PAGE = re.compile(  # "57 of 180"; it begins with a digit, which is sought fast
    r"(?P<page>\d(?<![\w.,]\d)\d{0,3})"
    r"(?:[ \xa0][a-z]{2,3}[ \xa0]|[ ]?/[ ]?)(?P<total>\d{1,4})(?![\w/]|[.,]\d)"
)
_FEET = 5  # pages that are counted so in the middle of the text, at least
_APART = 400  # characters between two of them, on the whole
_RUNNING = 8  # words that run along with them, at most
_WIDE = 200  # characters that these take
_FRINGE = " \t\xa0\f\r#*_>|"  # what conversions set about a line
_DASHES = "-–—"
_MARKED = 5  # pages that a running line marks, at least
_PAGE_LONG = 600  # characters of most pages, at least
_REGULAR, _SHORT, _LONG = 0.6, 0.3, 2.5  # share of the pages that are so many times as long as most
_TORN, _TORN_SHARE = 3, 0.05  # pages behind which a sentence runs on, at least
_STEPS = (1, 2, 3)  # by which pages count: some have lost their numbers
_NEAR = 4  # running lines at one place, before and behind
_DIGITS = 6
_NEARLY, _OFTEN = 0.9, 0.2  # of a line's places, of the pages, that one of their heads or feet takes
_CLOSING = ".,:;!?)]…"
_STOPS = (".", "!", "?", ":", ";", "")
_GOES_ON = re.compile(r"[^\W\dA-Z_]{2,}(?![.)\w])")
_MANY, _ALIKE, _MOSTLY = 10, (0.5, 1.6), 0.8  # pages, how long they are by most, and how many of them
_OF_ALL = re.compile(r"(?:[^\W\d_]{1,9}\.? )?0(?: [^\W\d_]{2,3} | ?/ ?)0")  # "Page 7 of 39"
_SAID = 3  # words of a running line that no heading is like
_FAR = (1, 2, 3)  # lines that stand beside one another on each page
_AMONG = 6  # figures of a line
_HEADED = re.compile(r"0(?:\.0)+[.)]?[ \t\xa0]+[^\W\d_]{2}[^\d]*$")  # a number of several parts, and a title
_PARTED = re.compile(r"\d{1,3}(?:[.-]\d{1,3}){1,6}(?![\w-])")
_FRAME = 3  # lines of a page's head and foot by which it is known
_RECURS = 8  # times that a line without a number of its own recurs, at least
_LONGEST = 16  # words of a running line
_WORD_HELD = re.compile(r"[^\W\d_]{3}")
_NONE: tuple[int, int, None] = (0, -1, None)
_WORD = re.compile(r"\S*\w\S*")

_EQUALS = re.compile(r"(?:(?<=\n\n)|\A)={1,6}(?=[ \t]+[^\s=][^\n=]*$)", re.MULTILINE)
_USUAL = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)
_HEADINGS = 3
_MARK_ALONE = re.compile(r"^[ \t]*(?P<mark>[§8$S])[ ]?(?P<number>[1-9]\d{0,2})[ \t]*$", re.MULTILINE)
_COMMAND = re.compile(r"^[ \t]*\\[a-z]{4,20}\{", re.MULTILINE)  # "\section{"
_TIE = re.compile(r"(?<=[§.\w])~(?=\d)")
_DOLLAR = re.compile(r"\$(?=[ ]?\d{1,3}[a-z]?\s+[A-ZÄÖÜ])")  # "$ 34 Abs. 4 BauGB"
_MARKS_READ = 3  # lines that were read right, and as many that were not
_MARKS_APART = 3  # by which numbers count on where lines between are lost
_BLANKS = r"[ \t\xa0]+"
_TITLE = re.compile(r"^#[ \t]+(?P<title>\S[^\n]{2,120}?)[ \t#]*$", re.MULTILINE)
_BEFORE_NUMBER = re.compile(
    r"^#{1,6}[ \t]+(\S[^\n]{2,120}?[ \t]+[—–-])"
    r"(?=[ \t]+[^\W\d_a-z][^\W\d_]{2,11}[ \t]+[A-Z]?\d{1,3}(?:[:.]?[ \t]|$))",
    re.MULTILINE,
)

_Row = tuple[int, int, "_Row | None"]  # how many, the last place, the row before it


def without_page_marks(source: SourceText) -> SourceText:
    """The text with the heads and feet of its pages blanked, and its own title before the numbers of its
    headings; and a list of them."""
    return _without_running_title(_without_running_lines(_without_running_feet(_without_page_ends(source))))


def _without_running_title(source: SourceText) -> SourceText:
    """The text with its title blanked where heading after heading begins with it, right before a number, as
    collections of laws print them: "# Water Act", "## Water Act § 1 Purpose"; or words and a dash that stand
    so before one number after another: "# Water Act — Chapter 1: Wells"."""
    found = [before.span(1) for before in _BEFORE_NUMBER.finditer(source.text)]
    counts = Counter(source.text[begin:end] for begin, end in found)
    spans = [(begin, end) for begin, end in found if counts[source.text[begin:end]] >= _MARKED]
    first = _TITLE.search(source.text)
    if first is not None and not spans:
        title = rf"^(?:#{{2,6}}[ \t]+)({re.escape(first['title'])})(?={_BLANKS}(?:\S{{1,9}}{_BLANKS})?\d)"
        spans = [found.span(1) for found in re.finditer(title, source.text, re.MULTILINE)]
    return _blanked(source, spans, "the title of the text") if len(spans) >= _MARKED else source


def _without_page_ends(source: SourceText) -> SourceText:
    """The text with the lines at the foot and the head of its pages blanked where form feeds part them: what
    stands there page after page, but for its figures; and the form feeds, which are blanks to whoever reads
    on, as is the sign that stands for one in filed papers, "<PAGE>"."""
    if _PAGE_SIGN.search(source.text):
        text = _PAGE_SIGN.sub(lambda sign: "\f".ljust(len(sign.group())), source.text)
        source = replace(source, text=text, lines=tuple(text.split("\n")))
    if "\f" not in source.text:
        return source
    lines = list(source.lines)
    repeated: list[int] = []
    for line in range(_NEAR):  # from the outermost of each head and foot inwards
        found = _at_page_ends(lines, _PAGES if not line else max(_PAGES, source.text.count("\f") / 2))
        if line:  # what goes on from the line set aside, or says no word: no text of pages that are alike
            beside = {i + step for i in repeated for step in (-1, 1)}
            found = [i for i in found if i in beside or not _WORD_HELD.search(lines[i])]
        if not found:
            break
        repeated += found
        for i in found:
            lines[i] = "\f".ljust(len(lines[i])) if "\f" in lines[i] else " " * len(lines[i])
    omitted = (*source.omitted, *(Omission(i + 1, i + 1, "the foot or the head of a page") for i in repeated))
    text = "\n".join(lines).replace("\f", " ")
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _at_page_ends(lines: Sequence[str], fewest: float) -> list[int]:
    """The lines before and behind form feeds that as many pages have there, but for their figures."""
    feet: list[int] = []
    for at in (at for at, line in enumerate(lines) if "\f" in line):
        around = (range(at - 1, max(at - _FOOT, -1), -1), range(at, min(at + _FOOT, len(lines))))
        for places in around:
            filled = next((i for i in places if lines[i].strip(" \t\f")), None)
            feet += [filled] if filled is not None else []
    feet = sorted(set(feet))
    counts = Counter(_without_figures(lines[i]) for i in feet)
    everywhere = Counter(map(_without_figures, lines))
    return [
        i
        for i in feet
        if counts[line := _without_figures(lines[i])] >= fewest
        # "SECTION 5." or "§ 5" at the head of a page stands in the middle of others, too
        and (2 * counts[line] > everywhere[line] or not ("§" in line or _WORD_HELD.search(line)))
    ]


def _without_running_feet(source: SourceText) -> SourceText:
    """The text with the feet of pages blanked that stand in the middle of it, as conversions of a PDF leave
    them ("Section 9 The Field 57 of 180"): pages that count up to one total, a page apart, behind words that
    they share with the one before or after, or that are all of their line."""
    by_total: dict[str, list[re.Match[str]]] = defaultdict(list)
    for page in _PAGE.finditer(source.text):
        by_total[page["total"]].append(page)
    spans: list[tuple[int, int]] = []
    for feet in by_total.values():
        before = [_before(source.text, foot.start()) for foot in feet]
        shared = [0, *(_shared(a, b) for a, b in pairwise(before)), 0]
        begins = [
            words[-running][0] if (running := max(pair)) > 1 else _alone(source.text, words)
            for words, pair in zip(before, pairwise(shared), strict=True)
        ]
        found = [(begin, foot) for begin, foot in zip(begins, feet, strict=True) if begin is not None]
        if _counts_pages([foot for _, foot in found]):
            spans += [(begin, foot.end()) for begin, foot in found]
    return _blanked(source, sorted(spans), "the foot of a page") if spans else source


def _blanked(source: SourceText, spans: Sequence[tuple[int, int]], reason: str) -> SourceText:
    """The text with what stands between these offsets, in their order, set aside for a reason."""
    starts = line_starts(source.lines)
    omitted = [*source.omitted, *(omission(starts, *span, reason) for span in spans)]
    ends = [0, *(end for _, end in spans)]
    between = zip(ends, spans, strict=False)
    kept = [source.text[last:begin] + " " * (end - begin) for last, (begin, end) in between]
    text = "".join((*kept, source.text[ends[-1] :]))
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _without_running_lines(source: SourceText) -> SourceText:
    """The text with the running heads and feet of pages blanked: lines that count on, or recur, a page apart,
    with what stands beside them page after page, where sentences run on from one page to the next."""
    levelled = [line.strip(_FRINGE) for line in _FIGURES.sub("0", source.text).split("\n")]
    for code in fenced_lines(source.lines):
        levelled[code - 1] = ""  # code is no page's head or foot, and what opens it is none
    counts = Counter(levelled)
    recurring = [line for line, n in counts.most_common() if n >= _MARKED and 0 < len(line) <= _WIDE]
    if not recurring:
        return source
    filled = [at for at, line in enumerate(levelled) if line]
    places: dict[str, list[int]] = {line: [] for line in recurring}
    for place, at in enumerate(filled):
        if levelled[at] in places:
            places[levelled[at]].append(place)
    pages = _Pages(source.lines, [levelled[at] for at in filled], filled, places, line_starts(source.lines))
    running: set[int] = set()
    for line in recurring:
        marks = [place for place in pages.marks(line) if place not in running]
        if len(marks) >= _MARKED:
            running |= pages.around(marks)
    blanked = sorted(filled[place] for place in pages.without_headings(running))
    if not blanked:
        return source
    lines = list(source.lines)
    for at in blanked:
        lines[at] = " " * len(lines[at])
    feet = (Omission(at + 1, at + 1, "the foot or the head of a page") for at in blanked)
    omitted = tuple(sorted((*source.omitted, *feet)))
    return replace(source, text="\n".join(lines), lines=tuple(lines), omitted=omitted)


class _Pages(NamedTuple):
    """The lines of a text, and of those that are not blank their words (figures levelled) and which lines
    they are, each at its place among them; the `places` of what recurs."""

    lines: Sequence[str]
    words: Sequence[str]
    filled: Sequence[int]
    places: Mapping[str, list[int]]
    starts: Sequence[int]

    def marks(self, line: str) -> list[int]:
        """The places at which a recurring line marks pages, if it does: its number counts on, or it is the
        same among other lines; in either case a page apart."""
        marks = self._counting(line) if "0" in line else []
        marks = marks if len(marks) >= _MARKED else self._recurring(line)
        if line.endswith(":"):
            return []  # it leads to what stands below it: "Example 3, which fails:"
        if len(marks) < _MARKED or (line.strip("0 -–") and 2 * len(marks) < len(self.places[line])):
            return []
        usual, regular = self._length(marks, _SHORT, _LONG)
        return marks if usual >= _PAGE_LONG and regular >= _REGULAR else []

    def are_counted(self, marks: Sequence[int]) -> bool:
        """Whether marks are numbers of pages even where no sentence runs on: they say of how many, one number
        on all; or there are many, in lines that hold nothing else or more words than headings share, and most
        pages are of one length."""
        line = self._at(marks[0])
        if self._count_all(marks):
            return True
        alone = not line.strip("0 -–") or ("0" in line and len(_WORD_HELD.findall(line)) >= _SAID)
        return alone and len(marks) >= _MANY and self._length(marks, *_ALIKE)[1] >= _MOSTLY

    def _count_all(self, marks: Sequence[int]) -> bool:
        """Whether marks say of how many pages each is one, or are many set between dashes ("--- Page 3 ---"),
        as what takes pages apart puts them in."""
        line = self._at(marks[0])
        if len(marks) >= _MANY and line[0] in _DASHES and line[-1] in _DASHES and _WORD_HELD.search(line):
            return True
        said = _OF_ALL.fullmatch(line)
        return said is not None and len({self._figures(place)[-1] for place in marks}) == 1

    def _length(self, marks: Sequence[int], least: float, most: float) -> tuple[int, float]:
        """How long most pages are, in characters, and the share of those that are about so long."""
        lengths = [b - a for a, b in pairwise(self.starts[self.filled[place]] for place in marks)]
        usual = sorted(lengths)[len(lengths) // 2]
        return usual, sum(least * usual <= length <= most * usual for length in lengths) / len(lengths)

    def _counting(self, line: str) -> list[int]:
        """The longest row of places at which one of the figures of a line counts on."""
        best: _Row = _NONE
        if _HEADED.match(line):
            return []  # "5.2.107 Terms", "5.2.109 Terms": headings of sections
        for which in range(min(line.count("0"), _AMONG)):
            rows: dict[int, _Row] = {}
            for place in self.places[line]:
                page = int(self._figures(place)[which][:_DIGITS])
                before = max((rows.get(page - step, _NONE) for step in _STEPS), key=itemgetter(0))
                if before[0] >= rows.get(page, _NONE)[0]:
                    rows[page] = (before[0] + 1, place, before)
            best = max(best, *rows.values(), key=itemgetter(0))
        marks: list[int] = []
        row: _Row | None = best
        while row is not None and row[0]:
            marks.append(row[1])
            row = row[2]
        return marks[::-1]

    def _recurring(self, line: str) -> list[int]:
        """The places of a line of two words or more, where others stand before and behind it each time."""
        places = self.places[line]
        if len(places) < _RECURS or " " not in line or not line[0].isupper() or line[-1] in _CLOSING:
            return []
        for step in (-1, 1):
            beside = max(len({self._printed(place + far * step) for place in places}) for far in _FAR)
            if 2 * beside < len(places):
                return []
        goes_on = sum(_GOES_ON.match(self._at(place + 1)) is not None for place in places)
        return places if goes_on < _NEARLY * len(places) else []  # else it begins the sentence that does

    def _runs_along(self, line: str, count: int, marks: int) -> bool:
        """Whether a line that stands so often beside the marks of pages is one of their heads or feet, and no
        heading that begins a page."""
        places = self.places.get(line, ())
        if (
            count < _MARKED
            or line[-1:] in _CLOSING
            or (count < _NEARLY * len(places) and count < _OFTEN * marks)
        ):
            return False
        same = len({self._printed(place) for place in places}) <= _MOSTLY * len(places)
        return same or self._length(places, *_ALIKE)[1] >= _MOSTLY

    def around(self, marks: Sequence[int]) -> set[int]:
        """The places of running lines, marks of pages and what recurs beside them; none where no sentence
        runs on from page to page and they are not known by their numbers."""
        running = set(marks)
        for _ in range(_NEAR):
            edges = {place + step for place in running for step in (-1, 1)} - running
            counts = Counter(self._at(place) for place in edges)
            beside = {line for line, count in counts.items() if self._runs_along(line, count, len(marks))}
            running |= {place for place in edges if self._at(place) in beside}
        running |= self._on_successive(marks) if self._count_all(marks) else set()
        torn = len({self._at(place + 1) for place in running if self._tears(place, running)})
        torn_apart = torn >= max(_TORN, _TORN_SHARE * len(marks))
        headed = any(self.lines[self.filled[place]].lstrip().startswith("#") for place in marks)
        counted = self.are_counted(marks) or self._are_framed(marks, running)
        counted = self._cut_through_numbers(marks) if headed else counted
        return running if torn_apart or counted else set()

    def _cut_through_numbers(self, marks: Sequence[int]) -> bool:
        """Whether headings that are nothing but whole numbers stand among sections of other numbers, which
        count on over them: "## 13" before "5-3-1", "## 14" before "5-7-2"."""
        behind: list[tuple[int, list[int]]] = []
        for place in marks:
            number = _PARTED.match(self._printed(place + 1))
            if number is not None and not self._at(place).strip("0"):
                behind.append((int(self._figures(place)[0]), [*map(int, _FIGURES.findall(number.group()))]))
        others = sum(page != number[0] for page, number in behind)
        rising = sum(one < other for (_, one), (_, other) in pairwise(behind))
        odd = others >= max(_MARKED, _MOSTLY * len(behind))
        return odd and rising >= _MOSTLY * (len(behind) - 1)

    def _are_framed(self, marks: Sequence[int], running: Collection[int]) -> bool:
        """Whether three lines or more run along with most marks, one of which counts the pages."""
        counts = Counter(map(self._at, running))
        frame = [line for line, count in counts.items() if count >= _MOSTLY * len(marks)]
        counting = (self._counting(line) for line in frame if "0" in line and not line.strip("0 -–"))
        return len(frame) >= _FRAME and any(len(row) >= _MOSTLY * len(marks) for row in counting)

    def _on_successive(self, marks: Sequence[int]) -> set[int]:
        """The places right before or right behind the marks of three pages in a row, or of every other one,
        where one line of words stands: the head of a chapter's pages, as of the contents', or of those on
        the right."""
        found: set[int] = set()
        for step, stride in product((-1, 1), (1, 2)):
            lines = [self._at(place + step) for place in marks]
            for at in range(len(lines) - 2 * stride):
                line, rest = lines[at], {lines[at + stride], lines[at + 2 * stride]}
                if {line} == rest and _WORD_HELD.search(line) and line[-1] not in _CLOSING:
                    found |= {place + step for place in marks[at : at + 2 * stride + 1 : stride]}
        return found

    def _tears(self, place: int, running: Container[int]) -> bool:
        """Whether a running line stands within a sentence: a word in small letters behind it, which is no
        mark of an item, and no stop before it."""
        above = place - 1
        while above in running:
            above -= 1
        goes_on = place + 1 not in running and _GOES_ON.match(self._at(place + 1)) is not None
        return goes_on and self._at(above)[-1:] not in _STOPS

    def without_headings(self, running: set[int]) -> set[int]:
        """The places of running lines without the first of each that no other line of the text begins with
        and that stands in no sentence: it may be the heading itself."""
        first: dict[str, int] = {}
        behind = ""
        for place in sorted(running, reverse=True):
            behind = behind if place + 1 in running else self._at(place + 1)
            line = _spoken(self._printed(place).split())
            if _WORD_HELD.search(line):
                first[line] = -1 if behind[:1].islower() else place  # no heading stands within a sentence
        for place in range(len(self.filled)):
            if first and place not in running:
                words = self._printed(place).split()[:_LONGEST]
                for count in range(1, len(words) + 1):
                    first.pop(_spoken(words[:count]), None)
        return running.difference(first.values())

    def _figures(self, place: int) -> list[str]:
        return _FIGURES.findall(self.lines[self.filled[place]])

    def _printed(self, place: int) -> str:
        return self.lines[self.filled[place]].strip(_FRINGE) if 0 <= place < len(self.filled) else ""

    def _at(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""


def _spoken(words: Sequence[str]) -> str:
    return " ".join(words).rstrip(".:").casefold()


def _counts_pages(feet: Sequence[re.Match[str]]) -> bool:
    """Whether numbers count the pages of a text: they rise, and stand a page apart."""
    if len(feet) < _FEET or feet[-1].start() - feet[0].start() < _APART * (len(feet) - 1):
        return False
    pages = [int(foot["page"]) for foot in feet]
    return all(a < b for a, b in pairwise(pages)) and pages[-1] <= int(feet[0]["total"])


def _before(text: str, at: int) -> list[tuple[int, str]]:
    """The last words of a line before a place, each with where it begins, nearest last; one more than a foot
    has."""
    begin = max(text.rfind("\n", 0, at) + 1, at - _WIDE)
    return [(begin + word.start(), word.group()) for word in _WORD.finditer(text[begin:at])][-_RUNNING - 1 :]


def _alone(text: str, words: Sequence[tuple[int, str]]) -> int | None:
    """Where a page's foot begins that is alone on its line, of few words."""
    if not 0 < len(words) <= _RUNNING:
        return None
    begin = words[0][0]
    return None if text[text.rfind("\n", 0, begin) + 1 : begin].strip() else begin


def _shared(words: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> int:
    """How many words two lines have in common at their ends; none where there are more than a foot has."""
    ends = zip(reversed(words), reversed(others), strict=False)
    alike = next((at for at, (a, b) in enumerate(ends) if a[1] != b[1]), min(len(words), len(others)))
    return alike if alike <= _RUNNING else 0


def _without_figures(line: str) -> str:
    return _FIGURES.sub("0", " ".join(line.split()))


def with_usual_marks(source: SourceText) -> SourceText:
    """The text with "#" where its headings bear "=", as AsciiDoc has them: no line of it has the other mark,
    and the headings stand behind blank lines."""
    if _USUAL.search(source.text) is not None or len(_EQUALS.findall(source.text)) < _HEADINGS:
        return source
    text = _EQUALS.sub(lambda found: "#" * len(found.group()), source.text)
    return replace(source, text=text, lines=tuple(text.split("\n")))


def with_tied_blanks(source: SourceText) -> SourceText:
    """A text of LaTeX with a blank for each "~" that ties a number to its word: "§~27 Absatz~3"."""
    if "~" not in source.text or not _COMMAND.search(source.text):
        return source
    text = _TIE.sub("\xa0", source.text)
    return replace(source, text=text, lines=tuple(text.split("\n")))


def with_scanned_marks(source: SourceText) -> SourceText:
    """The text with "§" where a scanner read "8", "$" or "S" for it, and a list of that."""
    if "§" not in source.text:
        return source
    misread = {found.start("mark") for found in _misread(source.text)}
    if len(misread) < _MARKS_READ:
        return source
    misread |= {found.start() for found in _DOLLAR.finditer(source.text)}
    signs = list(source.text)
    for at in misread:
        signs[at] = "§"
    text, starts = "".join(signs), line_starts(source.lines)
    omitted = [*source.omitted, *(omission(starts, at, at + 1, SCANNED) for at in misread)]
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _misread(text: str) -> Iterator[re.Match[str]]:
    """The lines, in order, whose mark is another sign, where they count on with those that have it."""
    lines = list(_MARK_ALONE.finditer(text))
    right = [int(line["number"]) for line in lines if line["mark"] == "§"]
    if len(right) < _MARKS_READ or any(one >= other for one, other in pairwise(right)):
        return
    last, following = 0, iter([*right, max(right) + len(lines)])
    upper = next(following)
    for line in lines:
        number = int(line["number"])
        if line["mark"] == "§":
            last, upper = number, next(following)
        elif last < number <= last + _MARKS_APART and number < upper:
            last = number
            yield line
