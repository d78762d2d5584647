"""Quantities: the numbers of the game that are no modifiers, tests or lookups.

In: a section's passages and what was read from them already. Out: Quantities, each with its number,
the words next to it and the concepts of the glossary in them: a command radius, how many units may
support, how near a move may come, how long a road is. What a modifier, test or lookup took is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.language.terms import Matcher
from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import word_list
from vfdoc.model import Glossary, Section
from vfdoc.model.mechanics import (
    BUT,
    NONE,
    NTH,
    All,
    Any,
    Comparison,
    Condition,
    Mechanics,
    Modifier,
    Not,
    Number,
    Origin,
    Quantity,
)
from vfdoc.model.session import constant, memoized_few, table_of
from vfdoc.model.words import WordForms
from vfdoc.reading.mechanics.passages import MechanicsPassage, passages
from vfdoc.reading.mechanics.tokens import ClauseToken, read_clause
from vfdoc.reading.mechanics.tokens import ComparedNumber as Counted
from vfdoc.reading.mechanics.vocabulary import WORD, Vocabulary

_CLAUSE = re.compile(r"[,;:()]|\s[-–—>]+\s")
_WORD = re.compile(r"\S+")
_LONGEST = 20  # characters of a word in front of a number
_COMPARED = 4  # words at most of what compares a number, with it: "no more than three"
_WIDEST = 100  # numbers in a range at most
_VALUE = re.compile(r"(\d+)\s?([\"”″])?")
_CLAUSE_MARK = re.compile(r"(?<![\w.])\d{1,3}[abc](?:\d{1,2})?(?![\w.]\w|\w)")  # "5b": a clause, no number
_BEHIND = re.compile(r"[\s-]?(°|[^\W\d_]+)")
_BEFORE = re.compile(r"([^\W\d_]+)[\s-]$")
_FRACTION = re.compile(r"(?<![\d/])\d+/\d+(?![\d/])(?:rds?|ths?)?")  # "2/3", "3/4th": neither 2 nor 3
_LETTERS = re.compile(r"[^\W\d_]+")
_NEAR = 7  # words on either side that are next to it


class _Words(NamedTuple):
    """Of a language: words behind a number that are its unit (stems), number words that are articles
    more often, what joins the ends of a range, ordinals, the words that deny and those that except, and
    what a number is of where it is none by itself ("one third")."""

    units: Mapping[str, str]
    articles: frozenset[str]
    through: frozenset[str]
    ordinals: Mapping[str, int]
    denials: frozenset[str]
    exceptions: tuple[str, ...]
    parts: frozenset[str]


class QuantityReader(NamedTuple):
    """What the reading of quantities asks of a language: its vocabulary, its forms, its terms."""

    vocabulary: Vocabulary
    forms: WordForms
    matcher: Matcher
    word: re.Pattern[str]
    ordinal: re.Pattern[str]
    exception: re.Pattern[str]
    words: _Words


def quantity_reader(vocabulary: Vocabulary, forms: WordForms, glossary: Glossary) -> QuantityReader:
    """The reader of one language and edition."""
    words = _words(vocabulary.language)
    matcher = Matcher(glossary, vocabulary.language)
    word = re.compile(
        rf"\d|½|{_either([*vocabulary.numbers, *words.denials, *words.exceptions])}", re.IGNORECASE
    )
    ordinal = re.compile(_either(words.ordinals), re.IGNORECASE)
    exception = re.compile(_either(words.exceptions), re.IGNORECASE)
    return QuantityReader(vocabulary, forms, matcher, word, ordinal, exception, words)


def _either(words: Iterable[str]) -> str:
    """An expression of any of these words, whole."""
    return rf"\b(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True)) or '(?!)'})\b"


@constant
def _words(language: str) -> _Words:
    data = word_list(language)
    listed = data.get("quantities", {})
    units = listed.get("units", {})
    denials = data.get("mechanics", {}).get("words", {}).get("no", ())
    return _Words(
        units={_measure(word, language): unit for unit, words in units.items() for word in words},
        articles=frozenset(listed.get("articles", ())),
        through=frozenset(listed.get("through", ())),
        ordinals=listed.get("ordinals", {}),
        denials=frozenset(denials),
        exceptions=tuple(listed.get("exceptions", ())),
        parts=frozenset(data.get("clauses", {}).get("part", ())),
    )


def _measure(word: str, language: str) -> str:
    return phrase_form(word, language) if word.isalpha() else word


def read_quantities(
    sections: Iterable[tuple[Section, Sequence[str], Origin]], said: Mechanics, reader: QuantityReader
) -> Iterator[Quantity]:
    """The quantities of these sections, in the order of the text; `said` is what was read already."""
    taken = _taken(said)
    for section, page, origin in sections:
        if section.kind in ("contents", "index", "front"):
            continue
        for passage in passages(section, page, origin):
            if reader.word.search(passage.text) or reader.ordinal.search(passage.text):
                yield from _quantities(passage, taken, reader)


_Taken = Mapping[int, frozenset[tuple[float, bool]]]
"""By line, numbers and whether they are distances."""


def _taken(said: Mechanics) -> _Taken:
    """The numbers that modifiers, tests and lookups have taken; not those of rows that a person states, for
    whom another text may have none to be compared with."""
    found: dict[int, set[tuple[float, bool]]] = {}
    for modifier in said.modifiers:
        if modifier.stated == "edition":
            continue
        found.setdefault(modifier.line, set()).update(_numbers_of(modifier))
    for lookup in said.lookups:
        for row in lookup.rows:
            for n, value in enumerate(row.values):
                line = row.lines[n] if n < len(row.lines) else row.line
                found.setdefault(line, set()).update(_printed(value))
    for test in said.tests:
        if test.target:
            found.setdefault(test.line, set()).update(_printed(test.target))
    return {line: frozenset(numbers) for line, numbers in found.items()}


def _printed(value: str) -> Iterator[tuple[float, bool]]:
    for number, inches in _VALUE.findall(value):
        yield float(number), bool(inches)


def _numbers_of(modifier: Modifier) -> Iterator[tuple[float, bool]]:
    if isinstance(modifier.amount, int | float):
        yield abs(modifier.amount), modifier.unit == "in"
    if modifier.limit is not None:
        yield modifier.limit.most, False
    yield from _thresholds(modifier.when)


def _thresholds(condition: Condition | None) -> Iterator[tuple[float, bool]]:
    match condition:
        case Number(_, _, value, unit):
            yield from ((v, unit == "in") for v in (value if isinstance(value, tuple) else (value,)))
        case Not(part):
            yield from _thresholds(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from _thresholds(part)


def _quantities(passage: MechanicsPassage, taken: _Taken, reader: QuantityReader) -> Iterator[Quantity]:
    blank = reader.vocabulary.patterns["citation"]
    text = blank.sub(lambda found: " " * len(found.group()), passage.text)
    text = _CLAUSE_MARK.sub(lambda found: "_" * len(found.group()), text)
    text = _FRACTION.sub(lambda found: "_" * len(found.group()), text)
    items = read_clause(text, reader.vocabulary)
    around = f"{passage.label}, {passage.column}" if passage.cell else ""
    terms = [(said.start, said.term.id) for said in reader.matcher.find(text)]
    concepts = [(i.start, str(i.value)) for i in items if i.kind in ("CONCEPT", "TEST", "VALUE", "COUNTED")]
    named = sorted({*terms, *concepts})
    beside = [*{said.term.id: None for said in reader.matcher.find(around)}] if around else []
    starts = {at for at, _ in named}
    found = [
        *_numbers(items, text, reader),
        *_ordinals(text, starts, reader),
        *_denials(items),
        *_exceptions(text, reader),
    ]
    for item in sorted(found, key=lambda item: item.start):
        line, column = passage.place(item.start)
        numbers = item.value.value if isinstance(item.value.value, tuple) else (item.value.value,)
        if {(float(n), item.value.unit == "in") for n in numbers} & taken.get(line, frozenset()):
            continue
        first = _joint(items, item.start) if item.value.unit == NONE else 0
        first = item.start if item.value.unit == BUT else first
        labels = ("", []) if item.value.unit == BUT else (around, beside)
        quantity = _quantity(item, text, first, passage, (line, column), named, labels, reader)
        if quantity.near or quantity.unit:  # else a bare ordinal, as of a list
            yield quantity


def _numbers(items: Sequence[ClauseToken], text: str, reader: QuantityReader) -> Iterator[ClauseToken]:
    """The numbers among a clause's items: ends of a range joined, articles left out."""
    found = [
        _tight(i, text, reader.vocabulary)
        for i in items
        if i.kind == "QUANTITY" and i.value.value not in (None, ())
    ]
    articles = reader.words.articles
    found = [i for i in found if i.value.value and text[i.start : i.end].casefold() not in articles]
    found = [i for i in found if not _of_another(text, i, reader)]
    joined = False
    for item, following in zip(found, [*found[1:], None], strict=False):
        if joined:
            joined = False
            continue
        if following is not None and _through(item, following, text, reader):
            low, high = item.value.value, following.value.value
            value = item.value._replace(op="in", value=tuple(range(int(low), int(high) + 1)))
            item, joined = item._replace(value=value, end=following.end), True
        yield item


def _of_another(text: str, item: ClauseToken, reader: QuantityReader) -> bool:
    """Whether a number is a part of one that is not read: "two-thirds", "2 million"."""
    magnitudes, behind = reader.vocabulary.magnitudes, _behind(text, item.end)
    before = _BEFORE.search(text, max(item.start - _LONGEST, 0), item.start)
    if before is not None and before.group(1).casefold() in magnitudes:
        return True
    return behind in magnitudes or behind in reader.words.parts


def _behind(text: str, at: int) -> str:
    """The word behind a number."""
    found = _BEHIND.match(text, at)
    return found.group(1).casefold() if found else ""


def _ordinals(text: str, starts: set[int], reader: QuantityReader) -> Iterator[ClauseToken]:
    """Ordinals of something of the game: "the first loss"."""
    for said in reader.ordinal.finditer(text):
        if said.end() + 1 in starts:
            number = reader.words.ordinals[said.group().lower()]
            yield ClauseToken("QUANTITY", Counted("=", number, NTH), said.start(), said.end())


def _joint(items: Sequence[ClauseToken], at: int) -> int:
    """Where the part of a clause begins that a denial belongs to: behind the last "and" or "or"."""
    return max((item.end for item in items if item.kind in ("AND", "OR") and item.end <= at), default=0)


def _denials(items: Sequence[ClauseToken]) -> Iterator[ClauseToken]:
    """What must not be is a number too: none of it."""
    for item in items:
        if item.kind == "NO":
            yield ClauseToken("QUANTITY", Counted("=", 0, NONE), item.start, item.end)


def _exceptions(text: str, reader: QuantityReader) -> Iterator[ClauseToken]:
    """What is excepted: "any action apart from an assault"."""
    for said in reader.exception.finditer(text):
        yield ClauseToken("QUANTITY", Counted("=", 0, BUT), said.start(), said.end())


def _through(item: ClauseToken, following: ClauseToken, text: str, reader: QuantityReader) -> bool:
    """Whether two numbers are the ends of a range: "two to eight"."""
    ends = item.value.value, following.value.value
    plain = all(isinstance(end, int) for end in ends) and following.value.op == item.value.op == "="
    between = text[item.end : following.start].strip().casefold()
    return plain and between in reader.words.through and ends[0] < ends[1] < ends[0] + _WIDEST


def _tight(item: ClauseToken, text: str, vocabulary: Vocabulary) -> ClauseToken:
    """A number without a comparing word that stands far off: "within command radius may take one"."""
    printed, value = text[item.start : item.end], item.value
    if isinstance(value.value, tuple) and len(value.value) < 2:
        value = value._replace(op="=", value=value.value[0] if value.value else None)
    words, spelled = list(_WORD.finditer(printed)), vocabulary.numbers.keys() | vocabulary.magnitudes.keys()
    first = len(words) - 1  # of the words that spell the number
    while first and words[first - 1].group().split("-")[0].casefold() in spelled:
        first -= 1
    if first < _COMPARED:
        return item._replace(value=value)
    return item._replace(value=value._replace(op="="), start=item.start + words[first].start())


def _quantity(
    item: ClauseToken, text: str, first: int, passage: MechanicsPassage, place: tuple[int, int],
    named: Sequence[tuple[int, str]], around: tuple[str, list[str]], reader: QuantityReader,
) -> Quantity:  # fmt: skip
    start, end = _stretch(text, item.start, item.end)
    start = max(start, first)
    behind = _content(text[item.end : end], reader)
    near = _content(f"{text[start : item.start]} {text[item.end : end]}", reader)
    wide = _content(f"{around[0]} {passage.section.title} {text}", reader)
    op: Comparison = item.value.op
    return Quantity(
        value=" ".join(f"{text[item.start : item.end]}{_glued(text, item.end)}".split()),
        number=item.value.value,
        op=op,
        unit=item.value.unit or _unit(text, item, reader) or _glued(text, item.end).casefold() or None,
        topic=" ".join(f"{around[0].strip(', ')} {text[start:end]}".split()).strip(" ,.;:"),
        concepts=tuple(dict.fromkeys((*around[1], *(id for at, id in named if start <= at < end)))),
        near=tuple(dict.fromkeys(near)),
        counted=next((id for at, id in named if item.end <= at <= item.end + 1), next(behind, "")),
        words=tuple(dict.fromkeys((*wide, *(id for _, id in named)))),
        section=passage.section.anchor,
        document=passage.section.document,
        line=place[0],
        column=place[1],
        origin=passage.origin,
    )


def _glued(text: str, at: int) -> str:
    """The letters that a number in figures ends with: "10pm"."""
    letters = _LETTERS.match(text, at) if text[at - 1 : at].isdigit() else None
    return letters.group() if letters else ""


def _unit(text: str, item: ClauseToken, reader: QuantityReader) -> str | None:
    """The unit that stands behind a number, where the language knows it (degrees)."""
    found = _BEHIND.match(text, item.end)
    return reader.words.units.get(_measure(found.group(1), reader.vocabulary.language)) if found else None


def _stretch(text: str, start: int, end: int) -> tuple[int, int]:
    """The words next to a number: so many on either side, within its clause."""
    before = max((m.end() for m in _CLAUSE.finditer(text, 0, start)), default=0)
    after = next((m.start() for m in _CLAUSE.finditer(text, end)), len(text))
    words = [m.start() for m in WORD.finditer(text, before, start)]
    first = words[-_NEAR] if len(words) > _NEAR else before
    ends = [m.end() for m in WORD.finditer(text, end, after)]
    last = ends[_NEAR - 1] if len(ends) > _NEAR else after
    return first, last


def _content(text: str, reader: QuantityReader) -> Iterator[str]:
    compared = _compared(reader.vocabulary.language, reader.forms)
    return (form for word in WORD.findall(text) if (form := compared(word)) is not None)


@memoized_few
def _compared(language: str, forms: WordForms) -> Callable[[str], str | None]:
    """What takes a word to the form in which quantities are compared; None of one that says nothing."""

    @table_of
    def compared(word: str) -> str | None:
        silent = len(word) < 2 or unaccented(word) in forms.stop
        return None if silent else phrase_form(word, language)

    return compared
