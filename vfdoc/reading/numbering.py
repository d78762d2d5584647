"""Section numbers: what they look like (grammar/numbering.toml) and how they compare.

A key is the number's series, then its digits and letters apart, trailing zeros dropped: 8.0, 8 and
PART 8 are (8,); 10.0.1 is (10, 0, 1); T.2.5 is ("T", 2, 5); PLAY SHEET 2 is ("sheet", 2).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from typing import NamedTuple

from vfdoc import assets
from vfdoc.model import Key, SectionKind

_PIECES = re.compile(r"\d+|[A-Za-z]+")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class Scheme(NamedTuple):
    """One way to number sections, as an entry of numbering.toml says it."""

    name: str
    number: str
    words: tuple[str, ...] = ()
    series: str = ""
    kind: SectionKind = "rule"
    marked: bool = False


@cache
def schemes() -> tuple[Scheme, ...]:
    """All schemes, in the order of the file."""
    data = tomllib.loads(assets.text("grammar", "numbering.toml"))
    return tuple(
        Scheme(name, **{**entry, "words": tuple(entry.get("words", ()))}) for name, entry in data.items()
    )


class Numbering:
    """The schemes that a text may use, compiled once.

    `plain` matches a number that may open a section anywhere, `marked` one behind a heading mark;
    both give the groups `word` and `number`. `bare` is the pattern of numbers that need no word.
    """

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.schemes = tuple(s for s in schemes() if not names or s.name in names)
        self.by_word = {word: s for s in self.schemes for word in s.words}
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
            forms.append(rf"(?P<word>(?i:{self.words}))[ \t]*(?<![A-Za-z])(?P<number>{worded})")
        if alone:
            forms.append(rf"(?P<alone>{alone})")
        # Every group is there, whether or not the schemes use it.
        body = (
            "|".join(forms)
            if len(forms) == 2
            else "|".join((*forms, r"(?!)(?P<word>)(?P<number>)" if not self.words else r"(?!)(?P<alone>)"))
        )
        return rf"(?:{body})(?:\.(?=[\s*_:\]]|$)|(?=[\s:*_)\]–—]|$))"

    def scheme_of(self, word: str | None) -> Scheme | None:
        """The scheme that prints `word` before its numbers; None for a number that stands alone."""
        return self.by_word.get(word.upper()) if word else None


@cache
def numbering(names: tuple[str, ...] = ()) -> Numbering:
    """The numbering of those schemes (all where none is named)."""
    return Numbering(names)


@lru_cache(maxsize=65536)
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


def _roman(number: str) -> int:
    values = [_ROMAN[letter] for letter in number]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))
