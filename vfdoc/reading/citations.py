"""Citations: which numbers in the text cite a section, and where they lead.

Candidates are found by one compiled expression over the whole text; what stands before and behind
decides whether a number is a citation (brackets, a cue such as "see", a word such as "Part") or a
measure, a version, a date. A lone bracketed number is taken as it is; lists, ranges and words go to
the Lark grammar of references, over their span only. A heading's own number cites nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from heapq import merge
from typing import Any, NamedTuple

from vfdoc import assets
from vfdoc.model import Key, Reference, Target
from vfdoc.model.session import constant
from vfdoc.parsers import ParseError, Parser, Token, parser
from vfdoc.reading.numbering import Numbering, Scheme, key_of
from vfdoc.reading.words import Words

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_GOES_ON = re.compile(r"[^.!?]+[,;][ \xa0\n]")
_LONGEST_WORD = 16
_LONGEST_CUE = 32
_LONGEST_ADDRESS = 200
_MOST_NUMBERS = 49  # behind the first, in one list
_LONGEST_ADDRESS = 500
_THOUSAND = 1000
_NOT_BEHIND = ('"', "”", "″", "'", "’", "%", "°", "€")


class _Forms(NamedTuple):
    """The expressions of one language and numbering; `digits` is the most that a part of a number has."""

    digits: int
    first_dot: re.Pattern[str]
    after_word: re.Pattern[str]

    worded: re.Pattern[str]
    heads: tuple[str, ...]
    tail: re.Pattern[str]
    lone_tail: re.Pattern[str]
    cue: re.Pattern[str]
    weak_cue: re.Pattern[str]
    bracket: re.Pattern[str]
    not_before: re.Pattern[str]
    not_after: re.Pattern[str]
    grammar: str
    schemes: dict[str, Scheme]
    numbering: Numbering


class Place(NamedTuple):
    """Where a line belongs: the anchor of its section, and its document."""

    section: str
    document: str


def citations(
    text: str,
    line_starts: Sequence[int],
    headings: Container[int],
    place_of: Callable[[int], Place | None],
    numbering: Numbering,
    words: Words,
    known: Collection[Key],
) -> Iterator[Reference]:
    """The citations in `text`, in order.

    `line_starts` are the offsets at which the lines begin, `headings` those of the headings' own
    numbers; `place_of` says where a line (1-based) belongs, None where it is no text; `known` are
    the keys of all sections (a bare number without a cue cites only where its three components or
    its letter name a section).
    """
    forms = _forms(numbering, words, _digits(known))
    end = cited = 0
    for start, first, worded in _candidates(text, headings, forms, known):
        if start < end:
            continue
        end = first
        line = bisect_right(line_starts, start)
        alone = not worded
        if worded or text[start - 1] != "(" or text[first : first + 1] != ")":  # "(8.4)" needs no look around
            span = (forms.tail if worded else forms.lone_tail).match(text, first)
            end = span.end() if span else first
            # "See 8.2.1 for support, 9.1 for losses": what follows a citation goes on from it.
            again = start - cited < _LONGEST_CUE and _GOES_ON.fullmatch(text, cited, start) is not None
            at = line_starts[line - 1]
            if alone and not _is_citation(text, start, end, first, at, forms, known, again):
                continue
        place = place_of(line)
        if place is None:
            continue
        printed = text[start:end]
        if worded or end > first:
            targets, is_range = _targets(printed, forms, known)
        else:
            targets, is_range = (Target(printed, numbering.key(printed)),), False
        if targets:
            cited = end
            column = start - line_starts[line - 1] + 1
            yield Reference(place.section, place.document, line, column, printed, targets, is_range)


def _candidates(
    text: str, headings: Container[int], forms: _Forms, known: Collection[Key]
) -> Iterator[tuple[int, int, bool]]:
    """Start, end and kind (behind a word, or alone) of every number that may cite, in order."""
    letters = frozenset(key[0] for key in known if isinstance(key[0], str))
    alone = _alone(text, headings, forms, letters)
    worded = sorted((*_worded(text, headings, forms), *_chapters(text, headings, forms, known)))
    return merge(worded, alone) if worded else alone


def _worded(text: str, headings: Container[int], forms: _Forms) -> Iterator[tuple[int, int, bool]]:
    for found in forms.worded.finditer(text):
        if not text[found.start() - 1 : found.start()].isalnum() and found.start("number") not in headings:
            yield found.start(), found.end(), True


def _chapters(
    text: str, headings: Container[int], forms: _Forms, known: Container[Key]
) -> Iterator[tuple[int, int, bool]]:
    """Whole numbers behind a word such as "Rule" or "Article": they cite where a section bears the number, or
    where sections are headed by that word. Behind "see", at the end of brackets, they cite a section too."""
    found = []
    ends = {word[-1] for word in forms.heads}
    for number in forms.after_word.finditer(text):
        closes = text[number.end() : number.end() + 1] == ")"
        if not closes and text[number.start() - 2].lower() not in ends:
            continue
        before = text[max(0, number.start() - _LONGEST_WORD) : number.start() - 1].casefold()
        last = _LAST_WORD.search(before) if before.endswith(forms.heads) else None
        if last is not None and last.group() in forms.heads:
            found.append((last.group(), number))
        elif closes and forms.cue.search(before + " ") and key_of(number.group()) in known:
            yield number.start(), number.end(), False
    heading = {word for word, number in found if number.start() in headings}
    for word, number in found:
        headed = word in heading or word.removesuffix("s") in heading
        if (headed or key_of(number.group()) in known) and number.start() not in headings:
            yield number.start() - len(word) - 1, number.end(), True


def _alone(
    text: str, headings: Container[int], forms: _Forms, letters: Container[str]
) -> Iterator[tuple[int, int, bool]]:
    """Numbers that no word introduces; `letters` are those before the sections' own ("A12.3": "V2.9" is a
    version where no section begins with V)."""
    for found in forms.first_dot.finditer(text):
        start = dot = found.start()
        while dot - start < forms.digits and text[start - 1].isdecimal() and start:
            start -= 1
        if start and "A" <= text[start - 1] <= "Z" and (start == dot or text[start - 1] in letters):
            start -= 1
        if (
            start in headings
            or start == dot
            or (start and ((before := text[start - 1]).isalnum() or before in "._$€£/#@=-"))
        ):
            continue
        yield start, found.end(), False


def _is_citation(
    text: str,
    start: int,
    end: int,
    first: int,
    line_start: int,
    forms: _Forms,
    known: Container[Key],
    again: bool,
) -> bool:
    """Whether the number or list at start:end, that no word introduces, cites sections.

    Yes behind a cue such as "see", or as the first thing in brackets; behind a weak one such as "in",
    later in brackets, or with three components or a letter, where a section bears the number. No
    where a unit follows, in an address, or behind "version".
    """
    behind = text[end : end + 12].lstrip("*_")
    if behind[:1] in _NOT_BEHIND or (behind[:1] == "." and behind[1:2].isdigit()) or behind[:1].isalnum():
        return False
    before = _before(text, start)
    if (
        forms.not_before.search(before)
        or forms.not_after.match(behind)
        or _in_address(text, line_start, start)
    ):
        return False
    if forms.cue.search(before):
        return True
    inside = forms.bracket.search(before)
    if inside and not inside.group("words"):
        return True
    number = text[start:first]
    looks = again or number.count(".") > 1 or number[0].isalpha() or inside or forms.weak_cue.search(before)
    return bool(looks) and forms.numbering.key(number) in known


def _before(text: str, start: int) -> str:
    """The words before a place without emphasis marks; a line end is a space, a blank line ends them."""
    before = text[max(0, start - _LONGEST_CUE) : start]
    if "\n" in before:
        before = before[before.rfind("\n\n") + 1 :].replace("\n", " ")
    return before.replace("*", "").replace("_", "")


def _in_address(text: str, line_start: int, start: int) -> bool:
    """Whether a place lies in the address of a Markdown link, which shows its words and not that."""
    opening = text.rfind("](", max(line_start, start - _LONGEST_ADDRESS), start)
    return opening >= 0 and text.find(")", opening, start) < 0


def _targets(span: str, forms: _Forms, known: Container[Key]) -> tuple[tuple[Target, ...], bool]:
    """The numbers in a span and whether two of them are the ends of a range; none where it is prose."""
    try:
        items: Any = _parser(forms.grammar).read(span)
    except ParseError:
        return (), False
    targets: list[Target] = []
    is_range = False
    scheme: Scheme | None = None
    for word, numbers in items:
        if word is not None:
            scheme = forms.schemes.get(re.sub(r"\s+", " ", word).upper())
        is_range = is_range or len(numbers) > 1
        for number in numbers:
            series = scheme.series if scheme is not None and "." not in number else ""
            targets.append(Target(number, forms.numbering.key(number, series)))
    # "the part I like": a letter or a Roman number is one only where a section bears it.
    if any(t.number and t.number.isalpha() and t.key not in known for t in targets):
        return (), False
    return tuple(targets), is_range


class _Reader:
    def item(self, children: list[Token]) -> tuple[str | None, list[str]]:
        words = [token.value for token in children if token.type == "WORD"]
        return (words[0] if words else None), [t.value for t in children if t.type == "NUMBER"]

    def start(self, children: list[Any]) -> list[Any]:
        return children


@constant
def _parser(grammar: str) -> Parser:
    """The parser of lists, ranges and words; built when the first of them is met."""
    return parser(grammar, _Reader())


def _digits(known: Collection[Key]) -> int:
    """How many digits a part of a cited number may have: more than three only where a section has (§ 2385),
    as a year or a price would be taken for one elsewhere."""
    return 5 if any(isinstance(part, int) and part >= _THOUSAND for key in known for part in key) else 3


@constant
def _forms(numbering: Numbering, words: Words, digits: int = 3) -> _Forms:
    schemes = dict(numbering.by_word)
    naming = [w for w, s in schemes.items() if s.kind != "rule" or s.series or w == "§"]
    # "Rule 5.3" is the cue "rule" and the number; "Part 7" needs its word, for 7 alone says nothing.
    # "Rule 5" cites only where the text has a fifth rule.
    chapters = [w for w in schemes if w not in naming]
    cased = [form for w in sorted(schemes, key=len, reverse=True) for form in _cases(w)]
    plural = {form: re.escape(form).replace("\\ ", r"[ \xa0]") + _plural(form) for form in cased}
    word = "|".join(plural.values()) or "(?!)"
    named = "|".join(plural[form] for w in naming for form in _cases(w)) or "(?!)"
    for form in cased:
        for letter in ("s", "S"):
            schemes[(form + letter).upper()] = schemes[form.upper()]
    schemes |= {w * 2: s for w, s in schemes.items() if w == "§"}
    most = rf"\d{{1,{digits}}}"
    dotted = rf"(?:[A-Z]\d{{0,2}}|{most})(?:\.{most}){{1,15}}[a-z]?"
    number = rf"(?:[IVXLC]{{1,7}}|(?:[A-Z]\d{{0,2}}|{most})(?:\.{most}){{0,15}}[a-z]?)(?!\w)"
    join = (
        rf"(?:,[ \xa0]?(?:(?:{words.joins})[ \xa0])?|[ \xa0]?[&/;+][ \xa0]?|[ \xa0](?:{words.joins})[ \xa0])"
    )
    through = rf"(?:[ \xa0]?[–—-][ \xa0]?|[ \xa0](?:{words.through})[ \xa0])"
    step = rf"(?:{join}|{through})"
    worded = rf"(?:{word})[ \xa0]?"
    grammar = "\n".join(
        (
            assets.text("grammar", "references.lark"),
            _terminal("WORD.2", word),
            _terminal(
                "_JOIN.1", rf",[ \xa0]?(?:(?:{words.joins})[ \xa0])?|[&;+/]|(?:{words.joins})(?=[ \xa0])"
            ),
            _terminal("_THROUGH.1", rf"[–—-]|(?:{words.through})(?=[ \xa0])"),
        )
    )
    cue = r"(?:^|[^\w])(?:{cues})\.?[ \xa0]$"
    return _Forms(
        digits=digits,
        # A search that begins with a literal dot is eight times as fast as one for the number's first digit.
        first_dot=re.compile(rf"\.(?<=[A-Z\d]\.){most}(?:\.{most}){{0,14}}[a-z]?(?!\w)"),
        # Begun with a set of characters, and the words looked up behind it: one for the words is four times
        # as slow.
        after_word=re.compile(rf"\d(?<=[A-Za-z][ \xa0].)\d{{0,{digits - 1}}}(?!\w|\.\d)"),
        worded=re.compile(rf"(?:{named})[ \xa0]?(?P<number>{number})"),
        heads=tuple(w.casefold() + ending for w in chapters for ending in ("", "s")),
        tail=re.compile(rf"(?:{step}(?:{worded})?{number}){{0,{_MOST_NUMBERS}}}"),
        lone_tail=re.compile(rf"(?:{step}{dotted}(?!\w)){{0,{_MOST_NUMBERS}}}"),
        cue=re.compile(cue.format(cues=words.cues), re.IGNORECASE),
        weak_cue=re.compile(cue.format(cues=words.weak_cues), re.IGNORECASE),
        bracket=re.compile(r"[(\[](?P<words>[^()\[\]]*)$"),
        not_before=re.compile(rf"(?:^|\W)(?:{words.not_before})[ \xa0]?$|(?:^|\W)v\.? ?$", re.IGNORECASE),
        not_after=re.compile(rf"[ \xa0]?(?:{words.not_after}|€)(?!\w)", re.IGNORECASE),
        grammar=grammar,
        schemes=schemes,
        numbering=numbering,
    )


def _plural(form: str) -> str:
    return "§?" if form == "§" else "[sS]?"


def _cases(word: str) -> list[str]:
    """The word in capitals, in small letters, and with capitals at its words' heads."""
    return sorted({word, word.title(), word.lower(), word.capitalize()})


def _terminal(name: str, pattern: str) -> str:
    escaped = pattern.replace("/", r"\/")
    return f"{name}: /{escaped}/"
