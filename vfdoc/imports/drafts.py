"""Paragraphs and tables as they are read, before it is known what their cross-references refer to.

A reader numbers and gathers them in order; when the whole document is read, `settled` makes blocks of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vfdoc.imports.blocks import NOWHERE, Block, Grid, GridCell, Para, RemarkLog, TextSpan, is_title, merged
from vfdoc.imports.word_fields import Bookmark, Crossing, resolved
from vfdoc.imports.word_numbers import ParagraphNumber
from vfdoc.model.text import DocumentPlace

_TABBED = re.compile(r"^\t+")


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph as it is read: its pieces, what it is, its number, its notes; `index` counts paragraphs,
    `within` is the depth of the list item that holds it and has words of its own before it."""

    pieces: list[TextSpan | Crossing] = field(default_factory=list)
    level: int = 0
    title: bool = False
    quoted: bool = False
    typed: bool = False
    numbered: ParagraphNumber | None = None
    place: DocumentPlace = NOWHERE
    notes: list[tuple[Para, ...]] = field(default_factory=list)
    boxes: list[list[Node]] = field(default_factory=list)
    index: int = 0
    within: int = -1

    @property
    def text(self) -> str:
        """Its characters, fields as the file shows them."""
        return "".join(piece.text for piece in self.pieces)


class DraftCell(NamedTuple):
    """A cell as it is read, and over how many columns and rows it goes."""

    content: list[Node]
    across: int = 1
    down: int = 1


class DraftTable(NamedTuple):
    """A table as it is read."""

    rows: list[list[DraftCell]]
    header: int | None
    place: DocumentPlace


Node: TypeAlias = ParagraphDraft | DraftTable


@dataclass(frozen=True, slots=True)
class Marked:
    """All paragraphs of a document by index, and its bookmarks by name in small letters."""

    drafts: Sequence[ParagraphDraft]
    bookmarks: Mapping[str, Bookmark]
    remarks: RemarkLog


def settled(node: Node, marked: Marked) -> Iterator[Block]:
    """The blocks that a paragraph or table makes. A table of one cell is a box around its paragraphs; one
    that holds headings lays out a page, and is read cell by cell."""
    if isinstance(node, ParagraphDraft):
        yield _para(node, marked)
        return
    if len(node.rows) == 1 and len(node.rows[0]) == 1:
        for each in node.rows[0][0].content:
            for block in settled(each, marked):
                yield block._replace(quoted=True) if isinstance(block, Para) and not block.level else block
        return
    if any(draft.level and draft.text.strip() for draft in _drafts_in(node)):
        what = "a table that holds headings, read cell by cell as text"
        marked.remarks.add("doubtful", what, "", node.place)
        for row in node.rows:
            for cell in row:
                for each in cell.content:
                    yield from settled(each, marked)
        return
    rows = tuple(
        tuple(
            GridCell(tuple(b for n in c.content for b in settled(n, marked)), c.across, c.down) for c in row
        )
        for row in node.rows
    )
    yield Grid(rows, node.header, node.place)


def plain(draft: ParagraphDraft) -> Para:
    """A paragraph of a note, its cross-references as the file shows them."""
    spans = [p if isinstance(p, TextSpan) else p.look._replace(text=p.text) for p in draft.pieces]
    return Para(merged(spans), draft.place)


def _drafts_in(table: DraftTable) -> Iterator[ParagraphDraft]:
    for row in table.rows:
        for cell in row:
            for node in cell.content:
                if isinstance(node, ParagraphDraft):
                    yield node
                else:
                    yield from _drafts_in(node)


def _para(draft: ParagraphDraft, marked: Marked) -> Para:
    spans = [
        _crossed(piece, draft, marked) if isinstance(piece, Crossing) else piece for piece in draft.pieces
    ]
    found = draft.numbered
    if found is None:
        return Para(
            spans=merged(spans),
            place=draft.place,
            level=draft.level,
            title=draft.title,
            quoted=draft.quoted and not draft.level,
            typed=draft.typed,
            within=-1 if draft.level else draft.within,
            notes=tuple(draft.notes),
        )
    first = next((i for i, span in enumerate(spans) if span.text.strip()), -1)
    if first >= 0:
        spans[first] = spans[first]._replace(text=_TABBED.sub("", spans[first].text))
    chapter = found.sections and not found.level and is_title(draft.text)
    level = draft.level or int(chapter)
    return Para(
        spans=merged(spans),
        place=draft.place,
        level=level,
        title=draft.title,
        number=found.text,
        glued=found.glued,
        strong=found.bold,
        sections=found.sections,
        depth=-1 if level or found.sections else found.level,
        quoted=draft.quoted and not level,
        notes=tuple(draft.notes),
    )


def _crossed(crossing: Crossing, draft: ParagraphDraft, marked: Marked) -> TextSpan:
    """A cross-reference as its target is numbered now."""
    mark = marked.bookmarks.get(crossing.bookmark.casefold())
    target = marked.drafts[mark.index] if mark is not None and mark.index < len(marked.drafts) else None
    words = ""
    if target is not None and mark is not None:
        text = target.text
        words = text[mark.start : mark.end if mark.end_index == mark.index else len(text)]
        words = words or text
    number = target.numbered if target is not None else None
    answer = resolved(crossing, draft.numbered, number, words, known=target is not None)
    if answer.doubt:
        marked.remarks.add("doubtful", answer.doubt, crossing.text, draft.place)
    return crossing.look._replace(text=answer.text, stale=answer.stale)
