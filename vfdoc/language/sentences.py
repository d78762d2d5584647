"""Where sentences end: a text comes in, its sentences come out, in order and as printed.

Two readers are meant. `sentences` is for comparing: it cuts wherever one may end, for both texts are cut
alike. `begun_sentences` is for printing: it cuts only where the next one visibly begins, so that an
abbreviation never leaves half a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_CLOSING = "\"”»’')*\\]"
_STOPPED = re.compile(rf"[.!?][{_CLOSING}]*$")
_PAUSED = re.compile(rf"[.!?:;…][{_CLOSING}]*$")


def sentences(text: str, *, colon: bool = True) -> list[str]:
    """The sentences, list items and cells of a text; none is empty. With `colon` one ends there too."""
    return [part for part in _split(".;!?:" if colon else ".;!?").split(text) if part and not part.isspace()]


def sentence_ends(text: str) -> Iterator[int]:
    """Where the sentences of a text end, as `sentences` cuts it, and where the text does."""
    yield from (found.start() for found in _split(".;!?:").finditer(text))
    yield len(text)


def begun_sentences(text: str, stops: str = ".!?:;") -> list[str]:
    """The stretches of a text between stops behind which a capital, a figure or a bullet stands."""
    return _begun(stops).split(text)


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does, be it within quotation marks or brackets."""
    return _STOPPED.search(text.rstrip()) is not None


def ends_clause(text: str) -> bool:
    """Whether a text ends as a sentence or a part of one does: by a colon or semicolon too."""
    return _PAUSED.search(text.rstrip()) is not None


@cache
def _split(stops: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{stops}])\s+|\n|\t")


@cache
def _begun(stops: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{stops}])\s+(?=[«“„\"(]?[A-ZÀ-Ý0-9•])")
