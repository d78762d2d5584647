"""Full paths that succeed the number before them: 9.B.6.d.2 behind 9.B.6.d.1, whatever stands before it.

A number of so many parts, of which some are letters, is hardly anything by chance; where it is the next after
the one above it, and no other line begins with it, a sentence that goes on from the line above ("… they may
either") or a small letter behind it ("9.C.1.a. throws, or") does not speak against it: such texts set the
cases of a sentence so. In a text whose lines were run together such numbers stand inside a line, where no
section can begin: these are found, too, to be told of, and so are those that emphasis sets off there with
their titles, "… the match. **10.6.4** **Violations**", and those that succeed the section's number behind a
bracket, a stop or its title: "(See 8-1. Signals) 2-6-2. A boat …".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from vfdoc.model import LeftOut

_FULL = 4  # parts of a number in figures alone; one fewer where one is a letter
_FIRSTS = ("1", "a", "A")
_STOPS = tuple('.:;,!?)]”"')
_SHOWN = 80  # characters of what is left out
_LIKELY = 0.5  # that it is a section, if no line of its own
_FRINGE = "*_ "
_RUN_ON = re.compile(r"(?<=[.!?][ ])(?P<number>\d{1,3}(?:\.\d{1,3}){2,}) (?=[A-Z][a-zA-Z])")
_BEHIND_DASHES = re.compile(r"[-_=]{5,}[ ]?(?P<number>\d{1,3}(?:\.\d{1,3})+)[.:]?[ ]+(?=[A-Z\"(\[{*])")
_SET_OFF = re.compile(r"(?<=\S)[ ]+\*\*(?P<number>\d{1,3}(?:\.\d{1,3}){1,5})\*\*[ *]*\*\*(?=[^\W\d_a-z])")
_RUN_IN = re.compile(  # "(See 7. Boats) 2-6-2. A boat", "5-1. Crews and Boats 5-1-1. Each crew"
    r"(?<=[^\s|>] )(?P<number>\d{1,3}(?:[.-]\d{1,3}){0,7})\. (?=[\W_]{0,8}[^\W\d_a-z])"
)
_CLOSED = (")", "]")
_TITLE = 120  # characters of a title before the first number below it
_FAR = 8  # characters before a number among which the end of what precedes it stands


class NumberAtHead(NamedTuple):
    """A number at the head of a line (1-based), how it is printed, and where what stands behind it begins."""

    line: int
    number: str
    end: int


class NumberInside(NamedTuple):
    """A number inside a line (1-based): its column, and how it is printed."""

    line: int
    column: int
    number: str


def successors(found: Sequence[NumberAtHead], texts: Sequence[str]) -> frozenset[tuple[int, str]]:
    """Which of the numbers at the heads of lines succeed the one before them, there or inside its line: each
    with its line."""
    often = Counter(one.number for one in found)
    taken: set[tuple[int, str]] = set()
    before = ""
    for one in found:
        if is_full(one.number) and often[one.number] == 1 and _succeeds(one.number, before):
            taken.add((one.line, one.number))
        before = one.number
        for inside in numbers_inside(one, texts[one.line - 1], often):
            before = inside.number
    return frozenset(taken)


def is_full(number: str) -> bool:
    """Whether a number has so many parts that it is hardly anything by chance."""
    parts = number.split(".")
    return len(parts) >= _FULL - any(map(str.isalpha, parts))


def numbers_inside(one: NumberAtHead, text: str, elsewhere: Collection[str]) -> Iterator[NumberInside]:
    """The numbers inside a line that succeed that at its head, one after another, where no sentence cites
    them: behind a stop, or before a small letter; none of those that begin a line `elsewhere`."""
    number, at = one.number, one.end
    while True:
        following = (each for each in (f"{number}.1", f"{number}.a", f"{number}.A", _next(number)))
        places = [
            (place, each)
            for each in following
            if each not in elsewhere and is_full(each) and (place := _opens_at(each, text, at)) >= 0
        ]
        if not places:
            return
        at, number = min(places)
        yield NumberInside(one.line, at + 1, number)


def left_inside(heads: Sequence[NumberAtHead], texts: Sequence[str]) -> Iterator[LeftOut]:
    """What is told of the numbers inside the lines of sections that succeed theirs, of those that are set off
    there or begin a sentence below a number that was read, and of those behind a row of dashes."""
    elsewhere = {one.number for one in heads}
    for one in heads:
        text = texts[one.line - 1]
        for found in numbers_inside(one, text, elsewhere):
            yield _left(found.line, found.column - 1, found.number, text)
    for line, text in enumerate(texts, start=1):
        behind = _BEHIND_DASHES.match(text)
        if behind is not None and behind["number"] not in elsewhere:
            yield _left(line, behind.start("number"), behind["number"], text, form="number")
        for set_off in _SET_OFF.finditer(text) if "** **" in text else ():
            if (number := set_off["number"]) not in elsewhere:
                yield _left(line, set_off.start("number"), number, text)
        begun = elsewhere.copy() if (run_on := list(_RUN_ON.finditer(text))) else set()
        for each in run_on:
            if (number := each["number"]) not in begun and number.rpartition(".")[0] in begun:
                begun.add(number)
                yield _left(line, each.start("number"), number, text)


def run_in(heads: Sequence[NumberAtHead], texts: Sequence[str], taken: Collection[int]) -> Iterator[LeftOut]:
    """What is told of the numbers inside the lines of a section that succeed its own, and that no other line
    begins with; none in lines that are `taken`."""
    borne = {one.number for one in heads}
    ends = [*(after.line for after in heads[1:]), len(texts) + 1]
    for one, end in zip(heads, ends, strict=False):
        number, start = one.number, one.end
        for line in range(one.line, end):
            text = texts[line - 1]
            for found in _RUN_IN.finditer(text, start) if line not in taken else ():
                following = found["number"]
                if following in borne or following not in _following(number):
                    continue
                titled = line == one.line and number == one.number and following[: len(number)] == number
                if _has_ended(text[start : found.start()], titled, whole=following.isdecimal()):
                    borne.add(following)
                    yield _left(line, found.start(), following, text)
                    number = following
            start = 0


def runs_in(text: str) -> bool:
    """Whether a number stands inside a line as one that succeeds another may."""
    return _RUN_IN.search(text) is not None


def _has_ended(before: str, titled: bool, *, whole: bool) -> bool:
    """Whether what stands before a number in its line has ended: with a bracket, with a stop where the number
    has parts, or as the title of the section that it is the first below."""
    bare = before.rstrip(f"\\{_FRINGE}")
    if bare.endswith(_CLOSED):
        return True
    return not whole and (bare.endswith(_STOPS) or (titled and len(bare) <= _TITLE and ". " not in bare))


def _following(number: str) -> frozenset[str]:
    """The numbers that may stand right behind one: the first below it, the next beside it, and the next
    beside each of those above it."""
    mark = "-" if "-" in number else "."
    parts = number.split(mark)
    if not all(map(str.isdecimal, parts)):
        return frozenset()
    nexts = (mark.join((*parts[:depth], str(int(parts[depth]) + 1))) for depth in range(len(parts)))
    return frozenset((f"{number}.1", f"{number}-1", *nexts))


def _left(line: int, start: int, number: str, text: str, form: str = "inside") -> LeftOut:
    key = tuple(int(part) if part.isdecimal() else part for part in re.split(r"[.-]", number))
    return LeftOut(line, start + 1, number, (key,), text[start:].strip()[:_SHOWN], form, _LIKELY)


def _opens_at(number: str, text: str, at: int) -> int:
    """Where a number opens a part of a line; -1 where it does not."""
    place = text.find(f" {number}. ", at)
    while place >= 0:
        if opens(text, place + 1, place + 1 + len(number)):
            return place + 1
        place = text.find(f" {number}. ", place + 1)
    return -1


def opens(text: str, start: int, end: int) -> bool:
    """Whether a number with a stop behind it opens what follows: a small letter does, or what is before it
    has ended; no sentence that cites it ends there."""
    behind = text[end + 2 : end + 3] if text.startswith(". ", end) else ""
    return behind.islower() or (
        behind.isupper() and text[max(0, start - _FAR) : start].rstrip(_FRINGE).endswith(_STOPS)
    )


def _next(number: str) -> str:
    """The number beside a number; itself where none can be told."""
    above, stop, last = number.rpartition(".")
    if last.isdecimal():
        return f"{above}{stop}{int(last) + 1}"
    return f"{above}{stop}{chr(ord(last) + 1)}" if len(last) == 1 and last.casefold() != "z" else number


def _succeeds(number: str, before: str) -> bool:
    """Whether a number is the first below another, or the next beside it or beside one above that."""
    above, _, last = number.rpartition(".")
    if before == above:
        return last in _FIRSTS
    parts = number.count(".") + 1
    return number == _next(".".join(before.split(".")[:parts]))
