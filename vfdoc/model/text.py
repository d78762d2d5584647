"""The text as it came: a file's characters, its lines, and what was set aside.

Lines and columns are 1-based everywhere, counted in characters of the file as given.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple


class Omission(NamedTuple):
    """A stretch of the text that is no part of the rules; `column` is None for whole lines."""

    line: int
    end_line: int
    reason: str
    column: int | None = None
    end_column: int | None = None


def line_starts(lines: Sequence[str]) -> list[int]:
    """At which offset each line of a text begins."""
    return [0, *accumulate(len(line) + 1 for line in lines)][: len(lines)]


SCANNED = "what a scanner read for §"  # why a sign is set aside


def omission(starts: Sequence[int], start: int, end: int, reason: str) -> Omission:
    """What stands from one offset to another, set aside for a reason; `starts` from `line_starts`."""
    lines = bisect_right(starts, start), bisect_right(starts, end - 1)
    columns = start - starts[lines[0] - 1] + 1, end - starts[lines[1] - 1]
    return Omission(lines[0], lines[1], reason, columns[0], columns[1])


class TextLine(NamedTuple):
    """A stretch of one source line: where its first character stands, and its characters."""

    line: int
    column: int
    text: str


class DocumentPlace(NamedTuple):
    """Where something stands in a document that is no plain text: its page and its paragraph, both from 1
    (paragraphs with words in them are counted through the document); None where that is not known."""

    page: int | None
    paragraph: int | None

    def __str__(self) -> str:
        """In words: page 3, paragraph 12."""
        said = (("page", self.page), ("paragraph", self.paragraph))
        return ", ".join(f"{name} {number}" for name, number in said if number is not None)


class StaleField(NamedTuple):
    """A cross-reference field whose printed words are no longer those of its target: where its words stand
    in the text as it was imported, what the file shows, and what its target is now (None where the target
    is gone), with the target's words."""

    line: int
    column: int
    shown: str
    now: str | None
    target: str = ""


@dataclass(frozen=True, slots=True)
class DocumentOrigin:
    """The document out of which a text was imported: its format in words, the place there of every line of
    the text, its cross-references that are stale, and whether its headings bear marks."""

    format: str
    places: tuple[DocumentPlace, ...]
    fields: tuple[StaleField, ...] = ()
    marked: bool = False

    @property
    def named(self) -> str:
        """Its format with its article."""
        return f"{'an' if self.format.startswith(('HTML', 'Open', 'RTF')) else 'a'} {self.format}"


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text as read from disk.

    `file` is the name that messages show, `name` the file's own name without folders (what built
    pages show, so that a build does not depend on where the checkout lies). `lines` hold no line
    ends; joined with `ends` they give back the decoded text. `mark` is the byte order mark before it.
    `origin` is the document out of which it was imported, None for a text.
    """

    file: str
    name: str
    text: str
    encoding: str
    lines: tuple[str, ...]
    ends: tuple[str, ...] = field(repr=False, default=())
    omitted: tuple[Omission, ...] = ()
    mark: bytes = field(repr=False, default=b"")
    origin: DocumentOrigin | None = field(repr=False, default=None)


class InputError(Exception):
    """Unusable input: where, what, and the remedy, in one line. The command line exits with 2."""

    def __init__(self, where: str, what: str, remedy: str = "") -> None:
        self.where, self.what, self.remedy = where, what, remedy
        super().__init__(f"{where}: {what}" + (f"; {remedy}" if remedy else ""))


def quoted(word: str) -> str:
    """A word of the reader's as a message quotes it; letters that only look like others, or like nothing,
    are told by their names: `'tіtle' (its 'і' is CYRILLIC SMALL LETTER …)`."""
    odd = [letter for letter in dict.fromkeys(word) if not letter.isascii() and not _latin(letter)]
    latin = any(letter.isalpha() and _latin(letter) for letter in word)
    told = [f"{letter!r} is {_name(letter)}" for letter in odd if latin or not letter.isalpha()]
    return f"{word!r} (its {', '.join(told[:3])})" if told else repr(word)


def _latin(letter: str) -> bool:
    return letter.isascii() or (_name(letter).startswith("LATIN ") and letter.isprintable())


def _name(letter: str) -> str:
    import unicodedata  # where a message needs it

    return unicodedata.name(letter, f"U+{ord(letter):04X}")
