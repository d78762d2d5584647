"""Section numbers: what they look like (grammar/numbering.toml) and how they compare.

A key is the number's series, then its digits and letters apart, trailing zeros dropped: 8.0, 8 and
PART 8 are (8,); 10.0.1 is (10, 0, 1); T.2.5 is ("T", 2, 5); PLAY SHEET 2 is ("sheet", 2).
"""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from typing import NamedTuple

from vfdoc import assets
from vfdoc.model import Key, SectionKind
from vfdoc.model.session import constant

_PIECES = re.compile(r"\d+|[A-Za-z]+")
# Numbers of two parts at the head of a line; a 4.0 and its 4.01 count in parts.
_COUNTED = re.compile(r"\n[ \t]{0,8}[*_\[(]{0,3}([A-Z]?\d{1,2})\.([1-9]\d{0,3})(?![.\d])")
_DEEPER = 2  # steps from 4.1 to 4.11 that show it
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class Scheme(NamedTuple):
    """One way to number sections, as an entry of numbering.toml says it."""

    name: str
    number: str
    words: tuple[str, ...] = ()
    series: str = ""
    kind: SectionKind = "rule"
    marked: bool = False
    digits: bool = False


@constant
def schemes() -> tuple[Scheme, ...]:
    """All schemes, in the order of the file."""
    data = tomllib.loads(assets.text("grammar", "numbering.toml"))
    return tuple(
        Scheme(name, **{**entry, "words": tuple(entry.get("words", ()))}) for name, entry in data.items()
    )


class Numbering:
    """The schemes that a text may use, compiled once.

    `plain` matches a number that may open a section anywhere, `marked` one behind a heading mark;
    both give the groups `word` and `number`. `bare` is the pattern of numbers that need no word;
    `initials` are the letters with which the words begin.
    Without names it has every scheme but those that count in digits.
    """

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.schemes = tuple(s for s in schemes() if (s.name in names if names else not s.digits))
        self._digits = any(s.digits for s in self.schemes)
        self.by_word = {word: s for s in self.schemes for word in s.words}
        self.initials = frozenset(letter for word in self.by_word for letter in (word[0], word[0].lower()))
        self.bare = "|".join(s.number for s in self.schemes if not s.words and not s.marked)
        self.words = "|".join(
            re.escape(word).replace("\\ ", " ") for word in sorted(self.by_word, key=len, reverse=True)
        )
        self.plain = re.compile(self._head(include_marked=False))
        self.marked = re.compile(self._head(include_marked=True))

    def _head(self, include_marked: bool) -> str:
        worded = "|".join(dict.fromkeys(s.number for s in self.schemes if s.words))
        alone = "|".join(s.number for s in self.schemes if not s.words and (include_marked or not s.marked))
        forms = []
        if self.words:
            forms.append(rf"(?P<word>(?i:{self.words}))[ \t\xa0]*(?<![A-Za-z])(?P<number>{worded})")
        if alone:
            forms.append(rf"(?P<alone>{alone})")
        # Every group is there, whether or not the schemes use it.
        body = (
            "|".join(forms)
            if len(forms) == 2
            else "|".join((*forms, r"(?!)(?P<word>)(?P<number>)" if not self.words else r"(?!)(?P<alone>)"))
        )
        return rf"(?:{body})(?:\.(?=[\s*_:\]]|$)|(?=[\s:*_)\]–—]|$))"

    def key(self, number: str, series: str = "") -> Key:
        """The key of a printed number, as these schemes count."""
        if self._digits and "." in number:
            whole, _, digits = number.partition(".")
            number = ".".join((whole, *digits))
        return key_of(number, series)

    def scheme_of(self, word: str | None) -> Scheme | None:
        """The scheme that prints `word` before its numbers; None for a number that stands alone."""
        return self.by_word.get(word.upper()) if word else None


@constant
def numbering(names: tuple[str, ...] = ()) -> Numbering:
    """The numbering of those schemes (all where none is named)."""
    return Numbering(names)


def numbering_of(text: str) -> tuple[str, ...]:
    """The schemes that a text uses which nobody named: all the usual ones (none named), or, where 4.1 is
    followed by 4.11 and 4.9 is not by 4.10, those that count in digits."""
    steps = list(pairwise(_COUNTED.findall(text)))
    within = [(two, four) for (one, two), (three, four) in steps if one == three]
    deeper = sum(1 for two, four in within if len(two) == 1 and four == two + "1")
    tens = ("9", "10") in within
    if deeper < _DEEPER or tens:
        return ()
    return tuple(s.name for s in schemes() if s.digits or s.words or s.marked)


def key_of(number: str, series: str = "") -> Key:
    """The key of a printed number; digits count as numbers, letters as they stand."""
    parts: list[str | int] = [series] if series else []
    if number.isalpha() and number.isupper() and set(number) <= _ROMAN.keys() and len(number) <= 7:
        return (*parts, _roman(number))
    parts += [int(piece) if piece.isdigit() else piece for piece in _PIECES.findall(number)]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def ancestors(key: Key) -> list[Key]:
    """The keys among which a parent is sought, nearest first: the last component dropped each time."""
    found: list[Key] = []
    while len(key) > 1:
        key = key[:-1]
        while len(key) > 1 and key[-1] == 0:
            key = key[:-1]
        if isinstance(key[0], str) and len(key) == 1 and key[0].islower():
            break  # a series alone is no number
        found.append(key)
    return found


_LEFT_OUT = 5  # numbers that a text may leave out and still count on


def comes_next(last: Key | None, key: Key) -> bool:
    """Whether a text that numbered `last` may number `key` next: its first parts, or a later neighbour of it
    or of what stands above it, with few numbers left out between."""
    if last is None or key[:-1] == last or (isinstance(key[0], str) and key[0] != last[0]):
        return all(part == "a" or (isinstance(part, int) and part <= 1 + _LEFT_OUT) for part in key[-1:])
    at = len(key) - 1
    if len(last) > at and key[:at] == last[:at]:
        before, after = last[at], key[at]
        if isinstance(before, int) and isinstance(after, int):
            return 0 < after - before <= 1 + _LEFT_OUT
        return isinstance(before, str) and isinstance(after, str) and ord(after[0]) - ord(before[0]) == 1
    return key[-1] in (1, "a") and at > 0 and comes_next(last, key[:-1])


def _roman(number: str) -> int:
    values = [_ROMAN[letter] for letter in number]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))
