"""The citations of a text after an edit: read anew about the lines that it changed, elsewhere as they were.

What makes a number cite stands in its paragraph, a few hundred characters about it, or in the whole text
(which words introduce sections, which work is meant): where the changed lines show nothing else of that, and
the sections are those of the last pass, the other citations are too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from vfdoc.model import Reference
from vfdoc.model.session import evolving, is_resident
from vfdoc.reading.citation_weight import FoundCitation, LinePlace, weighed
from vfdoc.reading.citations import CitableSections, CitationReader
from vfdoc.reading.edited_lines import EditedLines, edited_lines, gone, joined, moved_by, stretch_about
from vfdoc.reading.numbered import NumberedHeadings
from vfdoc.reading.numbering import Numbering
from vfdoc.reading.words import LanguageWords

_ABOVE, _BELOW = 600, 1800  # characters above and below a line in which what stands there has a say
_BLANK = re.compile("[\u2000-\u200a\u202f]")
_STARRED = re.compile(r"(?<=[a-z][ \xa0])\*[ \xa0](?=[A-Z])")
_HYPHEN = "\u2011"  # at which no line breaks
_L_FOR_I = re.compile(r"[ \xa0]([IVXLCl][IVXLCl]{1,7})(?!\w)")
_WORD_BEFORE = re.compile(r"(?<!\w)[^\W\d_]{3,12}$")
_LONGEST = 13  # characters of a word before a number, and one more
_AHEAD = 300  # characters above them that are read too, for a citation goes on from the one before
# Numbers whose parts a colon joins (8:5, in rules of sports) are read as with a point, where sections are so.
_COLON = re.compile(r"\d{1,3}:(\d{1,3})(?:[a-z]\d?)?")
_JOINED = re.compile(r"(?<![\w.:,/])(\d{1,3}):([1-9]\d{0,2})(?![\d:/]|[.,]\d)")
_BRACKETED = re.compile(r"\((\d{1,3}:\d{1,3})\)")
_FEWEST = 3  # sections that show it
_OFTEN = 10  # numbers alone in brackets that are sections', for each that is none, where that is a slip
_BEYOND = 10  # behind the last part of any section: 8:45 is a time
_Cited = TypeVar("_Cited", FoundCitation, Reference)
_WHOLE = 4  # where a fourth of the text is to be read, it is read whole


class CitingText(NamedTuple):
    """A text, by its name, and what its citations are read by (see `CitationReader`): `headings` are the
    offsets of its headings' numbers, `places` says from which line on a place holds."""

    name: str
    text: str
    lines: Sequence[str]
    starts: Sequence[int]
    numbers: NumberedHeadings
    headings: frozenset[int]
    places: Sequence[tuple[int, LinePlace | None]]
    words: LanguageWords
    sections: CitableSections

    def reader(self) -> CitationReader:
        """What reads its citations."""
        place_of = partial(_place_of, [line for line, _ in self.places], self.places)
        counts = self.numbers.numbering
        text = _well_lettered(_well_set(self.text, self.sections), counts, self.sections)
        sections = self.sections
        if last := self.last_joined():
            text = _pointed(text, {number for number, _ in sections.numbers.values()}, last)
            numbers = {at: (number.replace(":", "."), key) for at, (number, key) in sections.numbers.items()}
            entitled = {number.replace(":", "."): title for number, title in sections.entitled.items()}
            sections = replace(sections, numbers=numbers, entitled=entitled)
        return CitationReader(text, self.starts, self.headings, place_of, counts, self.words, sections)

    def last_joined(self) -> int:
        """The greatest number behind a colon of its sections, 0 where none joins their parts."""
        return _last_joined([number for number, _ in self.sections.numbers.values()])


class _ReadCitations(NamedTuple):
    of: CitingText
    reader: CitationReader
    own: Sequence[FoundCitation]
    foreign: Sequence[Reference]


def all_citations(asked: CitingText) -> Iterator[Reference]:
    """The citations of a text, in order; in a resident session from those of the last pass, where that is
    sure to say the same."""
    if not is_resident():
        reader = asked.reader()
        found = weighed(*reader.found(), reader.places.headed)
    else:
        read = _again(asked)
        found = weighed(read.own, read.foreign, read.reader.places.headed)
    return _as_printed(found, asked.lines) if asked.last_joined() else found


def _well_set(text: str, sections: CitableSections) -> str:
    """A text with plain blanks and hyphens for those of typesetters and converters, and without the stars of
    defined terms ("of the * Tax Act"); with its hyphens where sections have them in their numbers."""
    text = _STARRED.sub("  ", _BLANK.sub("\xa0", text))
    own = any(_HYPHEN in number for number, _ in sections.numbers.values())
    return text if own else text.replace(_HYPHEN, "-")


def _well_lettered(text: str, counts: Numbering, sections: CitableSections) -> str:
    """A text with the Roman numbers of its sections behind their words as they are meant, where a small l
    was set or recognised for an I: "Article VIl"."""
    words = {word.casefold() for scheme in counts.schemes for word in scheme.words}
    printed = {number for number, _ in sections.numbers.values()}

    def meant(found: re.Match[str]) -> str:
        number = found[1].replace("l", "I")
        before = None
        if number != found[1] and number in printed:
            before = _WORD_BEFORE.search(text[max(0, found.start() - _LONGEST) : found.start()])
        known = before is not None and before.group().casefold() in words
        return found[0][0] + number if known else found[0]

    return _L_FOR_I.sub(meant, text)


def _last_joined(printed: Collection[str]) -> int:
    """The greatest number behind a colon of the sections, where they are numbered so, mostly; else 0."""
    behind = [int(found[1]) for number in printed if (found := _COLON.fullmatch(number)) is not None]
    dotted = sum("." in number for number in printed)
    return max(behind) if len(behind) >= _FEWEST and len(behind) > dotted else 0


def _pointed(text: str, printed: Collection[str], last: int) -> str:
    """A text with a point for the colon of each number that may be a section's; alone in brackets one that no
    section bears may be a score, unless nearly all that stand so are sections."""
    alone = [number in printed for number in _BRACKETED.findall(text)]
    sure = sum(alone) >= _OFTEN * (len(alone) - sum(alone))

    def point(found: re.Match[str]) -> str:
        begin, end = found.span()
        bare = text[begin - 1 : begin] == "(" and text[end : end + 1] == ")"
        score = bare and not sure and found[0] not in printed
        return found[0] if score or int(found[2]) > last + _BEYOND else f"{found[1]}.{found[2]}"

    return _JOINED.sub(point, text)


def _as_printed(cited: Iterable[Reference], lines: Sequence[str]) -> Iterator[Reference]:
    """The citations of a text whose numbers were given points, with the colons that its lines have."""
    for each in cited:
        text = lines[each.line - 1][each.column - 1 :][: len(each.text)]
        if ":" not in text or text.replace(":", ".") != each.text.replace(":", "."):
            yield each
            continue
        targets = tuple(
            target._replace(number=target.number.replace(".", ":", 1)) if target.number else target
            for target in each.targets
        )
        yield each._replace(text=text, targets=targets)


def _place_of(
    lines: Sequence[int], places: Sequence[tuple[int, LinePlace | None]], line: int
) -> LinePlace | None:
    at = bisect_right(lines, line) - 1
    return places[at][1] if at >= 0 else None


def _name(asked: CitingText) -> str:
    return asked.name


@evolving(_name)
def _again(asked: CitingText, before: _ReadCitations | None) -> _ReadCitations:
    reader = asked.reader()
    carried = _carried(asked, reader, before) if before is not None else None
    return carried or _ReadCitations(asked, reader, *reader.found())


def _carried(asked: CitingText, reader: CitationReader, before: _ReadCitations) -> _ReadCitations | None:
    """The citations made of those before; None where they are to be read anew."""
    of = before.of
    if asked.numbers.numbering is not of.numbers.numbering or asked.words is not of.words:
        return None
    changed = edited_lines(of.lines, asked.lines) if asked.sections == of.sections else None
    if changed is None or not _stand_alike(of, asked, changed) or not reader.carry(before.reader, changed):
        return None
    about = (stretch_about(asked.lines, each.at, _ABOVE, _BELOW, len(each.new)) for each in changed)
    stretches = list(joined(about))
    if sum(end - begin for begin, end in stretches) * _WHOLE > len(asked.lines):
        return None
    own, foreign = list(_moved(before.own, changed)), list(_moved(before.foreign, changed))
    for begin, end in stretches:
        ahead, _ = stretch_about(asked.lines, begin, _AHEAD, 0)
        found = reader.found(asked.starts[ahead], asked.starts[end])
        own = _with(own, found[0], begin, end)
        foreign = _with(foreign, found[1], begin, end)
    return _ReadCitations(asked, reader, own, foreign)


def _stand_alike(before: CitingText, asked: CitingText, changed: Sequence[EditedLines]) -> bool:
    """Whether headings and places are those of before, each where its line stands now."""
    if asked.numbers is before.numbers:
        return asked.places == before.places
    moved, left_out = moved_by(changed), gone(changed)
    lines = [bisect_right(before.starts, offset) for offset in before.headings]
    if not (left_out.isdisjoint(lines) and left_out.isdisjoint(line for line, _ in before.places)):
        return False
    headings = (
        asked.starts[moved(line) - 1] + offset - before.starts[line - 1]
        for offset, line in zip(before.headings, lines, strict=True)
    )
    places = [(moved(line), place) for line, place in before.places]
    return asked.headings == frozenset(headings) and asked.places == places


def _moved(every: Sequence[_Cited], changed: Sequence[EditedLines]) -> Iterator[_Cited]:
    """Citations at the lines where they stand now."""
    moved, left_out = moved_by(changed), gone(changed)
    for each in every:
        if each.line not in left_out:
            line = moved(each.line)
            yield each if line == each.line else each._replace(line=line)


def _with(every: Sequence[_Cited], found: Sequence[_Cited], begin: int, end: int) -> list[_Cited]:
    """Citations with those that were found in some lines in the place of those that stood there."""
    before = [each for each in every if each.line <= begin]
    behind = [each for each in every if each.line > end]
    return before + [each for each in found if begin < each.line <= end] + behind
