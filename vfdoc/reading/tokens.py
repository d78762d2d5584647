"""The tokens of the document grammar, and the hints by which a line lexer makes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class LineToken(NamedTuple):
    """One token of the document grammar: its type, and the characters after any marker."""

    type: str
    line: int
    column: int
    text: str
    mark: str = ""
    reason: str = ""


class TableLines(NamedTuple):
    """A flattened table: the number of its last line, and its rows as tokens."""

    end: int
    rows: tuple[LineToken, ...]


class Hints(NamedTuple):
    """What an edition says about its original that the text alone does not show.

    `headings` are lines that open a section though nothing marks them, with the depth of heading
    that they are taken for (0: at the top); `openings` are starts of such lines. `marks` are
    characters that begin a footnote; `tables` are flattened tables by the line where they begin;
    `silent` are lines, or starts of lines that end with "…", whose numbers open nothing; `markdown` is True
    where lines without a blank between are one paragraph.
    """

    headings: Mapping[str, int] = {}
    openings: tuple[tuple[str, int], ...] = ()
    marks: str = ""
    tables: Mapping[int, TableLines] = {}
    markdown: bool = False
    silent: tuple[str, ...] = ()
