"""What a document holds, whatever its format: paragraphs, list items, tables, notes, each with its place.

Every reader of this room makes these values, and `markdown` writes them; neither knows the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vfdoc.model.imported import ImportRemark, RemarkKind
from vfdoc.model.text import DocumentPlace, StaleField

NOWHERE = DocumentPlace(None, None)
_LONGEST_TITLE = 120
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_LONGEST = 80  # characters of what was dropped that a remark quotes


class TextSpan(NamedTuple):
    """Characters of one look. `link` is an address outside of the document; `stale` says that the
    cross-reference that made these characters shows something else in the file."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    stale: StaleField | None = None


class Para(NamedTuple):
    """A paragraph, a heading (`level` from 1; `title` where it is the document's own) or a list item
    (`depth` from 0).

    `number` is what automatic numbering prints before it, empty for a bullet, `strong` where it is in bold
    type; `sections` says that it belongs to a list that numbers sections. `notes` are the footnotes that it
    refers to, in order: each reference is the character NOTE in the text. `within` is the depth of the list
    item of which it is a further paragraph. `typed` is a line that a page sets
    as it is typed; `verbatim` one that stands with its blanks, as a line.
    """

    spans: tuple[TextSpan, ...]
    place: DocumentPlace = NOWHERE
    level: int = 0
    title: bool = False
    number: str = ""
    strong: bool = False
    glued: bool = False
    sections: bool = False
    depth: int = -1
    within: int = -1
    quoted: bool = False
    verbatim: bool = False
    typed: bool = False
    notes: tuple[tuple[Para, ...], ...] = ()

    @property
    def text(self) -> str:
        """Its characters without their look."""
        return "".join(span.text for span in self.spans)


class GridCell(NamedTuple):
    """A table cell: its paragraphs, and over how many columns and rows it goes."""

    content: tuple[Block, ...]
    across: int = 1
    down: int = 1


class Grid(NamedTuple):
    """A table: rows of cells, merged ones where they begin; how many rows from the top are said to be its
    header (None where the document does not say)."""

    rows: tuple[tuple[GridCell, ...], ...]
    header: int | None = None
    place: DocumentPlace = NOWHERE


Block: TypeAlias = Para | Grid
NOTE = "\ue000"
"""Stands in a paragraph's text where it refers to its next footnote."""


@dataclass(frozen=True, slots=True)
class Content:
    """All that a reader found in a document; `title` and `language` as its properties say."""

    blocks: tuple[Block, ...]
    remarks: tuple[ImportRemark, ...] = ()
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class RemarkLog:
    """Remarks as they are gathered; the same one at the same place is made once."""

    made: list[ImportRemark] = field(default_factory=list)

    def add(
        self,
        kind: RemarkKind,
        what: str,
        text: str = "",
        place: DocumentPlace = NOWHERE,
        *,
        goes_on: bool = False,
    ) -> None:
        """Adds a remark; `text` is shortened to what fits a line. One that goes on from the last, of the same
        kind at the same place, is one with it."""
        remark = ImportRemark(kind, what, shortened(text), place)
        if goes_on and self.made and self.made[-1]._replace(text="") == remark._replace(text=""):
            self.made[-1] = remark._replace(text=shortened(f"{self.made[-1].text} {text}"))
            return
        if remark not in self.made[-8:]:
            self.made.append(remark)

    def all(self) -> tuple[ImportRemark, ...]:
        """What was made, in order."""
        return tuple(self.made)


def language_code(text: str | None) -> str:
    """The language of a property such as "fr-CH", without its country; empty where it says none."""
    code = (text or "").strip().partition("-")[0].lower()
    return code if _LANGUAGE.fullmatch(code) else ""


def is_title(text: str) -> bool:
    """Whether words are as short as a title and no sentence."""
    text = text.strip()
    return 0 < len(text) <= _LONGEST_TITLE and not text.endswith((".", ";", ",", "!", "?"))


def shortened(text: str) -> str:
    """Words as a remark quotes them: on one line, cut where they are many."""
    line = " ".join(text.replace(NOTE, "").split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def merged(spans: Sequence[TextSpan]) -> tuple[TextSpan, ...]:
    """Spans of one look that stand side by side made one; empty ones dropped."""
    found: list[TextSpan] = []
    for span in spans:
        if not span.text:
            continue
        last = found[-1] if found else None
        if last is not None and last[1:] == span[1:] and span.stale is None:
            found[-1] = last._replace(text=last.text + span.text)
        else:
            found.append(span)
    return tuple(found)
