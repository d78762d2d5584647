"""Where sentences break off, section by section: what a section shows by itself of sentences that are cut.

In: the extract of a section, the forms of its language. Out: faults within its lines, words that may
have grown together, and how each of its passages of prose begins and ends; whether a passage breaks off
only those know that stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.sentences import ends_clause
from vfdoc.model import Severity, TextLine
from vfdoc.model.extract import BySection, Extract
from vfdoc.model.passage import Passage, words_of
from vfdoc.model.words import SentenceForms

_SET_OFF = tuple(")*|=>")  # what ends a line without a stop: a bracket, emphasis, a cell
_LAST = re.compile(r"\S+(?:[ \xa0]+\S+){0,2}$")  # three words
_LONGEST = 120  # characters in which the last three words of a line are sought
_OPENING = re.compile(r"(?:[^\W_]+[\W_]{1,4}){3}[^\W_]+")  # four words
RUNNING = re.compile(r"\S(?: {6,}|\t+)\S")  # "The Guide            12"
_GAP = re.compile(r"[.!?][ \xa0]{12,}(?P<tail>[^\W\dA-Z_][^.!?]{0,80}[.!?])")
_SEAM = re.compile(r"[^\W\dA-Z_][A-Z]")
_GROWN = re.compile(
    r"(?<![\"“«'‘@/:.#])(?<![*_`](?=[^\W_]{1,60}[*_`]))"  # not in a name, nor one by its marks
    r"\b(?P<one>[^\W\d_]{4,30}?)(?P<other>[A-Z][^\W\d_]{3,30})\b"
)
_LISTED = re.compile(
    r"[ \xa0]*(?:[-*•]|\(?(?P<mark>\d{1,2}|[ivx]{1,5}|(?P<letter>[a-z])(?P=letter)|[A-Za-z])\\?[.)])"
    r"(?:[ \xa0]|$)"
)
_FIRST = ("1", "i", "a", "aa", "A")  # marks with which a list begins
_FIGURE = re.compile(r"(?<!\d)\d{1,2}[ \xa0]*$")
_PROSE = ".,;:!?'’‘\"“”„«»()[]-–—/%+*_&§…°"
_SIGN = re.compile(rf"[^\w\s{re.escape(_PROSE)}]")  # "_" is one of _PROSE
_FORMULA = re.compile(r"\s[=<>]+\s|<-|->|\+-|--\+|::=")
_SIGNS = 0.05  # of the characters of a line of words
_SHORT = 0.3  # of the next line: a line as short as that was broken off, not wrapped
ORDINAL, PAGE_END = "ordinal", "page end"
"""Causes that cut many lines at once: endings of figures thrown into the next line, ends of pages."""

FEWEST = 12
"""Words of a paragraph that ought to end in a stop."""


class Cut(NamedTuple):
    """A fault within a passage: where, how grave, what and which remedy; the line that the message is to
    name and the finding to point at, the gap before the words, if that is what was found, and the cause that
    it may share with others."""

    place: TextLine
    severity: Severity
    message: str
    remedy: str
    other: TextLine | None = None
    named: bool = False
    gap: TextLine | None = None
    cause: str = ""


class End(NamedTuple):
    """How a passage of prose begins and ends: its first words, whether its last line stops, whether its last
    word leaves the sentence open, and whether it is one that ought to stop. `head` is its one line, but for
    its numbers, where that is set as a page's head or foot is."""

    passage: Passage
    opening: str | None
    stops: bool
    opens: bool
    ought: bool
    head: str


class Breaks(NamedTuple):
    """What was found in a section by itself: faults within its lines and words that do not go together,
    words that may have grown together (their place and both), and how its passages end."""

    cut: tuple[Cut, ...]
    strange: tuple[Cut, ...]
    grown: tuple[tuple[TextLine, str, str], ...]
    ends: tuple[End, ...]


@BySection
def breaks(extract: Extract, forms: SentenceForms) -> Breaks:
    """What a section shows by itself of sentences that are cut."""
    found = extract.passages
    prose = [passage for passage in found if passage.form != "cell"]
    return Breaks(
        tuple(_in_lines(prose, forms)),
        tuple(_side_by_side(found, forms)),
        tuple(_grown(prose)),
        tuple(_end(passage, forms) for passage in prose),
    )


def _end(passage: Passage, forms: SentenceForms) -> End:
    opening = _OPENING.match(passage.lines[0].text)
    last = passage.lines[-1]
    return End(
        passage,
        opening.group().casefold() if opening else None,
        _ends(last.text),
        _opens(last, forms),
        _ought_to_stop(passage),
        _head(passage.lines),
    )


def _head(lines: Sequence[TextLine]) -> str:
    running = len(lines) == 1 and RUNNING.search(lines[0].text)
    return re.sub(r"\d+|\s+", " ", lines[0].text) if running else ""


def _in_lines(prose: Sequence[Passage], forms: SentenceForms) -> Iterator[Cut]:
    """What a line end or a gap cuts inside of what reads as one passage."""
    ordinal = re.compile(rf"(?:{'|'.join(forms.ordinals) or '(?!)'})\b")
    for passage in prose:
        for line, below in zip(passage.lines, passage.lines[1:], strict=False):
            if _FIGURE.search(line.text) and ordinal.match(below.text):
                figure = line.text.split()[-1]
                word = below.text.split()[0]
                message = f'the line ends in "{figure}", and its ending begins the next'
                remedy = f'write "{figure}{word}" in one line'
                yield Cut(last_words(line), "warning", message, remedy, below, cause=ORDINAL)
            elif _opens(line, forms) and is_short(line, below) and not _leads_in(line, below):
                message = f'the line is broken off after "{words_of(line.text)[-1]}"'
                yield Cut(last_words(line), "warning", message, "join the two", below)
            elif _is_parted(passage, line, below):
                message = "the sentence breaks off and goes on in line"
                place = last_words(line)
                yield Cut(place, "note", message, "join the two", below, named=True, cause=PAGE_END)
        for line in passage.lines:
            tail = _GAP.search(line.text) if "      " in line.text.replace("\xa0", " ") else None
            if tail is not None:
                place = TextLine(line.line, line.column + tail.start("tail"), tail["tail"])
                gap = TextLine(line.line, line.column + tail.start(), tail.group())
                message = "the end of a sentence stands alone behind a wide gap"
                yield Cut(place, "warning", message, "drop it, or give it its beginning", gap=gap)


def _side_by_side(found: Sequence[Passage], forms: SentenceForms) -> Iterator[Cut]:
    """Words that cannot stand side by side."""
    if not forms.broken:
        return
    broken = re.compile(forms.broken)
    for line in (line for passage in found for line in passage.lines):
        for pair in broken.finditer(line.text) if " " in line.text else ():
            if line.text[: pair.start()].strip() and pair.group()[:2].rstrip().isupper():
                continue  # a capital behind other words is a name: "in Exhibit A the terms hold"
            place = TextLine(line.line, line.column + pair.start(), pair.group())
            message = f'"{pair.group()}" do not go together; a word is missing or one is too many'
            yield Cut(place, "warning", message, "set the sentence right")


def _grown(prose: Sequence[Passage]) -> Iterator[tuple[TextLine, str, str]]:
    """Words that look like two without the space between them; one that stands alone in its line is a
    name."""
    for line in (line for passage in prose for line in passage.lines):
        for pair in _GROWN.finditer(line.text) if _SEAM.search(line.text) else ():
            alone = pair.group() == line.text.strip()
            if not alone and pair["one"][1:].islower() and pair["other"][1:].islower():
                place = TextLine(line.line, line.column + pair.start(), pair.group())
                yield place, pair["one"], pair["other"]


def _opens(line: TextLine, forms: SentenceForms) -> bool:
    """Whether a line ends in a word after which a sentence goes on; a comma or semicolon is no stop, and a
    capital behind other words is a name ("Division A")."""
    if forms.closed and re.search(forms.closed, line.text.rstrip()):
        return False
    words = line.text.rstrip(" \xa0,;").rsplit(None, 1)
    if len(words) > 1 and len(words[-1]) == 1 and words[-1].isupper():
        return False
    return bool(words) and words[-1].casefold() in forms.open


def is_short(line: TextLine, below: TextLine) -> bool:
    """Whether a line was broken off, and not merely wrapped, before the next."""
    return below.line == line.line + 1 and len(line.text) < _SHORT * len(below.text)


def _leads_in(line: TextLine, below: TextLine) -> bool:
    """Whether a line goes on with the items of a list, beside it or below it ("photos of", "i. the
    front")."""
    return is_listed(line, below) or (_LISTED.match(below.text) is not None and indent(below) >= indent(line))


def is_listed(line: TextLine, below: TextLine) -> bool:
    """Whether a line ends one item of an enumeration ("…, and") and another follows with its mark; without a
    comma, where that mark begins no list."""
    before = line.text.rstrip(" \xa0").rpartition(" ")[0]
    mark = _LISTED.match(below.text)
    return mark is not None and (before.endswith((",", ";")) or (mark["mark"] or "a") not in _FIRST)


def indent(line: TextLine) -> int:
    """The column, counted from 1, in which the words of a line begin."""
    return line.column + len(line.text) - len(line.text.lstrip())


def _is_cut(line: TextLine) -> bool:
    """Whether a line has words and no stop, and is no formula."""
    return not _ends(line.text) and any(map(str.isalnum, line.text)) and is_prose(line.text)


def is_prose(text: str) -> bool:
    """Whether a line is made of words: not a formula, a line of a program or of a drawing."""
    signs = len(_SIGN.findall(text))
    return _FORMULA.search(text) is None and signs <= _SIGNS * len(text) and len(text.split()) > 1


def _is_parted(passage: Passage, line: TextLine, below: TextLine) -> bool:
    """Whether a sentence goes on behind a blank line, and not in the next item of a list."""
    parted = below.line > line.line + 1 and _is_cut(line) and _flush(passage, line, below)
    return parted and _LISTED.match(below.text) is None


def _flush(passage: Passage, line: TextLine, below: TextLine) -> bool:
    """Whether two lines are set as one paragraph is, or the first runs on behind its heading; an address or
    a line of a program is set in further, and what stands below it further out."""
    return line.line == passage.section.line or indent(line) == indent(below)


def _ought_to_stop(passage: Passage) -> bool:
    kinds = ("rule", "part", "note", "question")
    if not is_prose(passage.lines[-1].text):
        return False
    if passage.form != "paragraph" or passage.leads or passage.section.kind not in kinds:
        return False
    return len(passage.text.split(None, FEWEST)) >= FEWEST


def last_words(line: TextLine) -> TextLine:
    """The last three words of a line at their place."""
    text = line.text.rstrip()
    start = max(len(text) - _LONGEST, 0)
    found = _LAST.search(text[start:])
    first = start + found.start() if found else start
    return TextLine(line.line, line.column + first, text[first:])


def _ends(text: str) -> bool:
    """Whether nothing is missing at the end of a line."""
    return ends_clause(text) or text.rstrip().endswith(_SET_OFF)
