"""The text as it came: a file's characters, its lines, and what was set aside.

Lines and columns are 1-based everywhere, counted in characters of the file as given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Omission(NamedTuple):
    """A stretch of the text that is no part of the rules; `column` is None for whole lines."""

    line: int
    end_line: int
    reason: str
    column: int | None = None
    end_column: int | None = None


class TextLine(NamedTuple):
    """A stretch of one source line: where its first character stands, and its characters."""

    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text as read from disk.

    `file` is the name that messages show, `name` the file's own name without folders (what built
    pages show, so that a build does not depend on where the checkout lies). `lines` hold no line
    ends; joined with `ends` they give back the decoded text. `mark` is the byte order mark before it.
    """

    file: str
    name: str
    text: str
    encoding: str
    lines: tuple[str, ...]
    ends: tuple[str, ...] = field(repr=False, default=())
    omitted: tuple[Omission, ...] = ()
    mark: bytes = field(repr=False, default=b"")


class InputError(Exception):
    """Unusable input: where, what, and the remedy, in one line. The command line exits with 2."""

    def __init__(self, where: str, what: str, remedy: str = "") -> None:
        self.where, self.what, self.remedy = where, what, remedy
        super().__init__(f"{where}: {what}" + (f"; {remedy}" if remedy else ""))
