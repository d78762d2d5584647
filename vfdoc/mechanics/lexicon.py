"""The closed-class words of a language by which rules change a roll, and a text as tokens of them.

In: a text. Out: its tokens, each with its kind and place; a phrase of the language's `[clauses]` is one
token, the longest first. A word of no phrase is a WORD: what a game calls its things is no business of this
room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, NamedTuple

from vfdoc.language.word_list import has_words, with_changes, word_list
from vfdoc.model.session import constant, memoized

_SIGN = "+\N{MINUS SIGN}\N{EN DASH}-"
_UNIT = r"""(?:\ ?["”″'’%](?![\w])|\ ?(?:cm|mm|inches|inch|in(?=[.,;:)]|\s*$))\b)?"""
_RAW = re.compile(  # PLAIN is most words, which nothing else begins like: asked first
    rf"""(?P<PLAIN>(?![dDwW½])[^\W\d_]+(?:['’-][^\W\d_]+)*)
    |(?P<DICE>(?<![\w.])\d{{0,2}}[dDwW](?:\d{{1,3}}|%)(?:[+−–-]\d{{1,3}}(?!\d))?(?!\w|\.\w))
    |(?P<LINE>(?<![\w.])(?:\d{{1,3}}[-–/]){{2,}}\d{{1,3}}\b)
    |(?P<RATIO>(?<![\w.:])\d{{1,2}}:\d{{1,2}}(?![\w:]))
    |(?P<RANGE>(?<![\w.])\d{{1,3}}[-–]\d{{1,3}}(?![\w])(?!\.\d))
    |(?P<TARGET>(?<![\w.+−–-])\d{{1,3}}\+(?![\d\w]))
    |(?P<FRACTION>\b\d{{1,2}}/\d{{1,2}}\b|½)
    |(?P<CITED>(?<![\w+−–-])\d{{1,3}}(?:\.\d{{1,3}})+(?:\([a-z]\))?)
    |(?P<SIGNED>(?<![\w"”\])%])[{_SIGN}]\ ?\d{{1,3}}(?:{_UNIT}(?![\w])(?!\.\d|,\d{{3}}\b)|[dD](?!\w)))
    |(?P<SHIFT>(?<![\w.])\d[LR]\b)
    |(?P<NUMBER>\d{{1,4}}{_UNIT}(?!\w|,\d{{3}}\b))
    |(?P<LPAR>[(\[])|(?P<RPAR>[)\]])
    |(?P<STOP>[;:,]|\ [–—-]\ |—)
    |(?P<SLASH>/)
    |(?P<WORD>[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\s\w]|\w+)""",
    re.VERBOSE,
)
SHORT_CHANGE = re.compile(r"(?P<short>[^\W\d_]{2,4})\.?[ ]?(?=[+−–-][ ]?\d{1,3}(?!\w|[-–.]\d))")
"""An abbreviation before a signed number: "DM-2", "DRM +1"."""
_SIGNED_NUMBER = re.compile(r"[+−–-][ ]?\d{1,3}")
_NUMBERS = ("SIGNED", "NUMBER", "FRACTION", "TARGET", "SHIFT")
_SENTENCE_KINDS = (
    "summed",
    "both_ways",
    "never",
)  # asked of whole sentences, and of no word in them: "is raised"
_DIGITS = re.compile(r"\d+")
_ENDS = frozenset(".;!?")


class ReadToken(NamedTuple):
    """A stretch of a text: its kind (see `_RAW` and the `[clauses]` of a language), its words as printed and
    where it begins and ends; `value` is the number that it says."""

    kind: str
    text: str
    start: int
    end: int
    value: float | None = None

    @property
    def type(self) -> str:
        """The kind, as parsers call it."""
        return self.kind


class Patterns(dict[str, re.Pattern[str] | None]):
    """By kind what finds one of its phrases, None where it has none: compiled when it is first asked for,
    for a text asks for few of them."""

    def __init__(self, kinds: Mapping[str, frozenset[str]]) -> None:
        self._kinds = kinds

    def __missing__(self, kind: str) -> re.Pattern[str] | None:
        listed = self._kinds.get(kind)
        found = self[kind] = _phrases(listed) if listed else None
        return found


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The closed-class words of a language: `phrases` by first word, the longest first, each with the kinds
    that it may be and the word that must follow further on ("ziehe … ab"), if any; `numbers` by word; the
    phrases of each kind, what finds one, and the word for "unless"."""

    language: str
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...]]
    numbers: Mapping[str, float]
    kinds: Mapping[str, frozenset[str]]
    patterns: Patterns
    sides: Mapping[str, int]
    known: bool
    unless: str

    def says(self, kind: str, text: str) -> bool:
        """Whether a text holds a phrase of a kind."""
        pattern = self.patterns[kind]
        return pattern is not None and pattern.search(_spaced(text)) is not None

    def is_only(self, kind: str, words: Iterable[str]) -> bool:
        """Whether all words are of a kind (there may be none)."""
        return all(word in self.kinds.get(kind, ()) for word in words)


_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@constant
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; of one without a word list an empty one, said not to be known: of its texts
    nothing but signed numbers is read."""
    has_list = has_words(language)
    data = word_list(language) if has_list else {}
    told: Mapping[str, Any] = with_changes(language, data["clauses"]) if "clauses" in data else {}
    kinds = {
        kind: frozenset(_folded(p) for p in listed)
        for kind, listed in told.items()
        if isinstance(listed, list)
    }
    found: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for kind, listed in kinds.items():
        for phrase in listed if kind not in _SENTENCE_KINDS else ():
            said, _, behind = phrase.partition(" … ")
            found.setdefault((tuple(said.split()), behind), []).append(kind)
    phrases: dict[str, list[tuple[tuple[str, ...], tuple[str, ...], str]]] = {}
    for (words, behind), of in sorted(found.items(), key=lambda each: -len(each[0][0])):
        phrases.setdefault(words[0], []).append((words, tuple(of), behind))
    numbers = {word: float(value) for word, value in data.get("mechanics", {}).get("numbers", {}).items()}
    ordered = {first: tuple(each) for first, each in phrases.items()}
    return Lexicon(
        language,
        ordered,
        numbers,
        kinds,
        Patterns(kinds),
        told.get("sided", {}),
        bool(told),
        *told.get("unless", ("unless",))[:1],
    )


def _phrases(listed: Iterable[str]) -> re.Pattern[str]:
    """What finds one of some phrases among words that are set apart by single blanks."""
    return re.compile(f" (?:{'|'.join(map(re.escape, sorted(listed)))}) ")


@memoized
def _spaced(text: str) -> str:
    """The words of a text, folded, with a blank before and behind each."""
    return f" {' '.join(_WORDS.findall(text.casefold()))} "


def _folded(phrase: str) -> str:
    return phrase.casefold().replace("’", "'")


class ReadWord(NamedTuple):
    """A token with the kinds that its phrase may be."""

    token: ReadToken
    kinds: tuple[str, ...]


@memoized
def words_of(text: str, language: str) -> tuple[ReadWord, ...]:
    """The tokens of a text, phrases of the language joined."""
    lexicon_ = lexicon(language)
    phrases, numbers = lexicon_.phrases, lexicon_.numbers
    raw = [(m.lastgroup or "", m.group(), m.start(), m.end()) for m in _RAW.finditer(text)]
    folded = [word.casefold() for _, word, _, _ in raw]
    if "’" in text:
        folded = [word.replace("’", "'") for word in folded]
    found: list[ReadWord] = []
    at = 0
    while at < len(raw):
        kind, word, start, end = raw[at]
        said = folded[at]
        if word.isupper() and (short := _short_change(text, start, lexicon_)) is not None:
            found.append(short)
            while at < len(raw) and raw[at][3] <= short.token.end:
                at += 1
            continue
        listed, phrase, number = phrases.get(said), None, None
        if kind == "PLAIN":
            kind = "WORD"
        if listed is not None and kind == "WORD":
            whole = (
                p
                for p in listed
                if (len(p[0]) == 1 or tuple(folded[at : at + len(p[0])]) == p[0])
                and (not p[2] or _follows(p[2], folded, at))
            )
            phrase = next(whole, None)
        if phrase is not None:
            length = len(phrase[0])
            number = numbers.get(said) if length == 1 else None
            end = raw[at + length - 1][3]
            token = ReadToken("WORD" if number is None else "NUMBER", text[start:end], start, end, number)
            found.append(ReadWord(token, phrase[1]))
            at += length
            continue
        if kind == "WORD":
            number = numbers.get(said)
            kind = "WORD" if number is None else "NUMBER"
        elif kind in _NUMBERS:
            number = number_of(word)
        found.append(ReadWord(ReadToken(kind, word, start, end, number), ()))
        at += 1
    return tuple(found)


def _short_change(text: str, start: int, lexicon_: Lexicon) -> ReadWord | None:
    """The signed number that begins with an abbreviation of a change at a place; None where none does."""
    found = SHORT_CHANGE.match(text, start)
    if found is None or not is_short_change(found["short"], lexicon_):
        return None
    number = _SIGNED_NUMBER.match(text, found.end())
    if number is None:
        return None
    token = ReadToken("SIGNED", text[start : number.end()], start, number.end(), number_of(number.group()))
    return ReadWord(token, ())


def is_short_change(word: str, lexicon_: Lexicon) -> bool:
    """Whether capitals are a language's abbreviation of a change."""
    return word.isupper() and word.casefold() in lexicon_.kinds.get("changing", ())


def _follows(word: str, folded: Sequence[str], at: int) -> bool:
    """Whether a word stands behind a place, in the same sentence."""
    return word in takewhile(lambda said: said not in _ENDS, islice(folded, at, None))


def number_of(text: str) -> float | None:
    """The number that a token says: "−2" is -2, "½" a half."""
    if "½" in text:
        return 0.5
    digits = _DIGITS.findall(text)
    if not digits:
        return None
    if "/" in text and len(digits) == 2:
        return int(digits[0]) / int(digits[1]) if int(digits[1]) else None
    return -float(digits[0]) if text.lstrip()[0] in _SIGN[1:] else float(digits[0])


def unit_of(text: str) -> str | None:
    """The unit behind a number: inches, per cent."""
    end = text.rstrip()[-1:]
    return "in" if end and end in "\"”″'’" else "%" if end == "%" else None
