"""Headings and blocks to sections: documents cut, kinds, parents, anchors, boxes, sentences joined.

Hierarchy comes from the numbers: a section's parent is found by dropping the last component of its
number until a printed number is met, the nearest before it, else the first after it. What has no
number hangs under the box, part or document in which it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vfdoc.model import (
    Block,
    DocumentKind,
    Entry,
    Key,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    TextLine,
    joined,
)
from vfdoc.reading import contents
from vfdoc.reading.headings import SUBHEADING, TOP, Heading, bare_title
from vfdoc.reading.numbering import ancestors
from vfdoc.reading.words import Words

_BASE_KIND: dict[DocumentKind, SectionKind] = {
    "rules": "rule", "sheet": "sheet", "questions": "question", "commentary": "note", "armies": "rule",
}
_LABEL = re.compile(
    r"(?:\*\*(?P<bold>[^*:]{2,70}?)[ \xa0]?(?::\*\*|\*\*[ \xa0]?:)"
    r"|(?P<plain>[^\W\d_a-z][^.!?;:\t\"“”]{1,69}?)[ \xa0]?:)[ \t\xa0]+(?=\S)"
)
_LABEL_WORDS = 8
_TITLE_WORDS = 8
_SLUG_WORDS = 8
_OPEN_END = re.compile(r"[^.!?:;)\]\"”’*_|]$")


class DocumentSpec(NamedTuple):
    """A document to be cut out of a text: it starts at the heading `starts`, or at the top."""

    id: str
    kind: DocumentKind
    starts: str | None = None


class Outline(NamedTuple):
    """The sections of one document, and for each line where a section begins or goes on, which.

    `owners` pairs a line with the index of the section that owns it and those after it.
    """

    spec: DocumentSpec
    sections: tuple[Section, ...]
    owners: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Draft:
    """A section being gathered; only this module ever sees it."""

    heading: Heading
    kind: SectionKind
    parent: int | None
    blocks: list[Block] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    anchor: str = ""
    level: int = 0


def outline(
    items: Sequence[Heading | Block],
    specs: Sequence[DocumentSpec],
    words: Words,
    title: str,
    taken: dict[str, int] | None = None,
) -> list[Outline]:
    """The documents in `items`, cut at the headings that `specs` name, sought in order.

    `title` names what stands before the first heading where it names itself not; `taken` counts
    the anchors that other texts of the edition have used.
    """
    taken = {} if taken is None else taken
    found = []
    for spec, part in _cut(items, specs):
        found.append(_Outliner(spec, words, title, taken).outline(part))
    return found


def slug(title: str) -> str:
    """A title made fit for an address: lower case, accents folded, words joined by hyphens."""
    folded = unicodedata.normalize("NFD", title.lower())
    plain = "".join(c for c in folded if not unicodedata.combining(c) and c not in "'’‘")
    return "-".join(re.findall(r"[^\W_]+", plain)[:_SLUG_WORDS]) or "untitled"


def _cut(items: Sequence[Heading | Block], specs: Sequence[DocumentSpec]) -> Iterable[tuple[DocumentSpec, list[Heading | Block]]]:
    starts = [0]
    at = 0
    for spec in specs[1:]:
        wanted = bare_title(spec.starts or "")
        at = next((i for i in range(at, len(items)) if _is_heading(items[i], wanted)), len(items))
        starts.append(at)
    ends = [*starts[1:], len(items)]
    for spec, start, end in zip(specs, starts, ends, strict=True):
        if start < end or len(specs) == 1:
            yield spec, list(items[start:end])


def _is_heading(item: Heading | Block, title: str) -> bool:
    return isinstance(item, Heading) and item.title == title


class _Outliner:
    """Walks the blocks of one document once, from top to bottom."""

    def __init__(self, spec: DocumentSpec, words: Words, title: str, taken: dict[str, int]) -> None:
        self.spec, self.words, self.title, self.taken = spec, words, title, taken
        self.base = _BASE_KIND[spec.kind]
        self.drafts: list[_Draft] = []
        self.owners: list[tuple[int, int]] = []
        self.root: int | None = None        # the heading that opens a document other than the rules
        self.part: int | None = None        # the last heading without a number
        self.box: int | None = None         # the box of comments that is open
        self.numbered: int | None = None    # the last numbered section
        self.mark = 0                       # depth of the last heading mark before a number
        self.current: int | None = None
        self.listing: contents.Listing | None = None

    def outline(self, items: list[Heading | Block]) -> Outline:
        self.front = self.spec.kind == "rules" and any(isinstance(i, Heading) and i.number for i in items)
        if items and not isinstance(items[0], Heading):
            self._open_untitled(items)
        for item in items:
            self._item(item)
        self._parents()
        self._anchors()
        for index in range(len(self.drafts)):
            self._level(index)
        return Outline(self.spec, self._sections(), tuple(self.owners))

    def _item(self, item: Heading | Block) -> None:
        if self.listing is not None:
            outcome = self.listing.take(item)
            if outcome.entry:
                self.drafts[self.current or 0].entries.append(outcome.entry)
            if outcome.taken:
                return
            self.listing = None
            if outcome.returned is not None:
                self.drafts[self.current or 0].entries.pop()
                self._heading(outcome.returned)
        match item:
            case Heading():
                self._heading(item)
            case Quote():
                self._quote(item)
            case Paragraph():
                self._paragraph(item)
            case Table():
                self._table(item)
            case _:
                self._add(item, _line_of(item))

    # Headings

    def _open_untitled(self, items: list[Heading | Block]) -> None:
        """What stands before the first heading: a short first line is its title."""
        first = items[0]
        line, column, title = _line_of(first), 1, self.title
        if isinstance(first, Paragraph) and len(first.lines) == 1 and _is_title(first.lines[0].text):
            line, column, title = first.lines[0]
            items.pop(0)
        self._heading(Heading.plain(line, column, title, self.words, "the first line of the text"))

    def _heading(self, heading: Heading) -> None:
        if heading.number is not None:
            self.front = False
            self.box = None
            self.mark = heading.mark or self.mark
            self._open(heading, heading.kind or self.base, None)
            self.numbered = self.current
            return
        if not self.drafts and self.spec.id != "rules":
            self._open(heading, heading.kind if heading.kind in ("note", "sheet", "question") else self.base, None)
            self.root = self.part = self.current
        elif heading.kind in ("note", "example") and self.drafts and not self.front and heading.mark != TOP:
            self._open(heading, heading.kind, self._host())
            self.box = self.current
        else:
            parent = self._parent_of(heading)
            own = None if heading.kind == "note" else heading.kind
            kind = "front" if self.front and own not in ("contents", "index") else own or self._inherited(parent)
            self._open(heading, kind, parent)
            self.box, self.part = None, self.current
            if parent != self.numbered or parent is None:
                self.numbered = None
            if kind in ("contents", "index"):
                self.listing = contents.Listing({d.heading.key for d in self.drafts if d.heading.key} if kind == "index" else None)

    def _parent_of(self, heading: Heading) -> int | None:
        """An unnumbered heading hangs under a number whose mark is higher, or a higher heading."""
        if self.numbered is not None:
            on_a_sheet = self.drafts[self.numbered].kind == "sheet"
            if on_a_sheet or heading.mark == SUBHEADING or (heading.mark > self.mark > 0):
                return self.numbered
        index = self.part
        while heading.mark > 0 and index is not None and index > 0:
            above = self.drafts[index].heading
            if above.number is None and above.mark and above.mark < heading.mark:
                return index
            index = self.drafts[index].parent
        return self.root

    def _host(self) -> int | None:
        """The section before a box: what is current, without its labels and boxes."""
        return self.numbered if self.numbered is not None else self.part

    def _inherited(self, parent: int | None) -> SectionKind:
        kind = self.drafts[parent].kind if parent is not None else self.base
        return self.base if kind == "part" else kind

    def _open(self, heading: Heading, kind: SectionKind, parent: int | None) -> None:
        self.current = len(self.drafts)
        self.drafts.append(_Draft(heading, kind, parent))
        self.owners.append((heading.line, self.current))

    # Blocks

    def _add(self, block: Block, line: int) -> None:
        draft = self.drafts[self.current or 0]
        if isinstance(block, Paragraph) and draft.blocks and _flows_on(draft.blocks[-1], block):
            above = draft.blocks.pop()
            assert isinstance(above, Paragraph)
            block = above._replace(lines=above.lines + block.lines)
        draft.blocks.append(block)

    def _paragraph(self, block: Paragraph) -> None:
        first = block.lines[0]
        draft = self.drafts[self.current or 0]
        if block.role == "question":
            heading = Heading.plain(first.line, first.column, joined(block.lines), self.words, "a question")
            self._open(heading._replace(kind=None), "question", self.box if self.box is not None else self.part)
            return
        label = _LABEL.match(first.text) if self._takes_labels(draft) and block.role == "text" else None
        if label is None or len(label.group().split()) > _LABEL_WORDS:
            self._add(block, first.line)
            return
        title = label.group("bold") or label.group("plain")
        column = first.column + (label.start("bold") if label.group("bold") else 0)
        heading = Heading.plain(first.line, column, title, self.words, "a label that ends with a colon")
        parent = self.box if self.box is not None else self.part
        self._open(heading._replace(kind=None), self._inherited(parent), parent)
        rest = TextLine(first.line, first.column + label.end(), first.text[label.end() :])
        self._add(block._replace(lines=(rest, *block.lines[1:])), first.line)

    def _takes_labels(self, draft: _Draft) -> bool:
        """Labels open sections in notes, among questions, and in parts without numbers."""
        if draft.kind in ("note", "question"):
            return True
        return draft.kind == "rule" and self.numbered is None and self.part is not None and not self.front

    def _table(self, table: Table) -> None:
        """On a sheet, a table's title below other things begins a panel of its own."""
        if self.drafts[self.current or 0].kind == "sheet" and self.drafts[self.current or 0].blocks:
            line, column, title = _panel_title(table)
            if title:
                heading = Heading.plain(line, column, title, self.words, "a table's title, which opens a panel of the sheet")
                self._open(heading._replace(kind=None), "sheet", self.root)
        self._add(table, table.line)

    def _quote(self, quote: Quote) -> None:
        """A quotation that opens with a box's title is a box; after it the section goes on."""
        before = (self.current, self.box)
        blocks: list[Heading | Block] = list(quote.blocks)
        heading = self._box_title(blocks[0]) if blocks else None
        if heading is None:
            kept = tuple(b for b in blocks if not isinstance(b, Heading))
            if kept:
                self._add(Quote(kept), _line_of(kept[0]))
            return
        self._open(heading, heading.kind or "note", self._host())
        self.box = self.current
        for block in blocks[1:]:
            if isinstance(block, Paragraph):
                self._paragraph(block)
            elif not isinstance(block, Heading):
                self._add(block, _line_of(block))
        self.current, self.box = before
        last = _last_line(blocks[-1])
        self.owners.append((last + 1, self.current or 0))

    def _box_title(self, block: Heading | Block) -> Heading | None:
        if isinstance(block, Heading):
            return block if block.kind else None
        if isinstance(block, Paragraph) and len(block.lines) == 1:
            line = block.lines[0]
            heading = Heading.plain(line.line, line.column, line.text, self.words, "the title of a quoted box")
            return heading if heading.kind else None
        return None

    # Parents, anchors, levels

    def _parents(self) -> None:
        places: dict[Key, list[int]] = defaultdict(list)
        for index, draft in enumerate(self.drafts):
            if draft.heading.key is not None:
                places[draft.heading.key].append(index)
        for index, draft in enumerate(self.drafts):
            if draft.heading.key is None:
                continue
            for key in ancestors(draft.heading.key):
                if key in places:
                    earlier = [i for i in places[key] if i < index]
                    draft.parent = earlier[-1] if earlier else places[key][0]
                    break

    def _anchors(self) -> None:
        prefix = "" if self.spec.id == "rules" else self.spec.id + "/"
        for draft in self.drafts:
            if draft.heading.number is not None:
                key = draft.heading.key or ()
                # Among the rules "PLAY SHEET 2" may not take the anchor of "PART 2".
                series = f"{key[0]}-" if not prefix and str(key[:1][0]).islower() else ""
                draft.anchor = self._unique(prefix + series + draft.heading.number)
        for index, draft in enumerate(self.drafts):
            if draft.heading.number is not None:
                continue
            if index == self.root:
                draft.anchor = self._unique(self.spec.id)
                continue
            host = self.drafts[draft.parent].anchor + "/" if draft.parent is not None else prefix
            draft.anchor = self._unique(host + slug(draft.heading.title))

    def _unique(self, anchor: str) -> str:
        count = self.taken.get(anchor, 0) + 1
        self.taken[anchor] = count
        return anchor if count == 1 else self._unique(f"{anchor}~{count}")

    def _level(self, index: int) -> int:
        draft = self.drafts[index]
        if not draft.level:
            draft.level = 1 if draft.parent is None else self._level(draft.parent) + 1
            parent = self.drafts[draft.parent] if draft.parent is not None else None
            # Subsections inherit the kind of what they stand under.
            if parent is not None and draft.kind == "rule" and parent.kind not in ("part", "front"):
                draft.kind = parent.kind
        return draft.level

    def _sections(self) -> tuple[Section, ...]:
        drafts = self.drafts
        return tuple(
            Section(
                d.anchor, d.heading.number, d.heading.key, d.heading.title,
                drafts[d.parent].anchor if d.parent is not None else None,
                d.level, d.kind, self.spec.id, d.heading.line, d.heading.column,
                tuple(d.blocks), tuple(d.entries),
            )
            for d in drafts
        )


def _panel_title(table: Table) -> TextLine:
    """What names a panel: a caption set like a title, or a header in capitals; empty where neither."""
    if table.title is not None:
        words = [word for word in re.findall(r"[^\W\d_]+", table.title) if len(word) > 3]
        if words and all(word[0].isupper() for word in words):
            return TextLine(table.title_line or table.line, 1, table.title)
    elif table.header is not None:
        filled = [cell.text for cell in table.header.cells if cell.text]
        if all(text.isupper() for text in filled) and sum(map(str.isalpha, filled[0])) >= 4:
            return TextLine(table.header.line, table.header.cells[0].column, table.header.cells[0].text)
    return TextLine(table.line, 1, "")


def _is_title(text: str) -> bool:
    return len(text.split()) <= _TITLE_WORDS and not text.rstrip().endswith((".", ",", ";", ":"))


def _flows_on(above: Block, block: Paragraph) -> bool:
    """Whether a page break cut a sentence: no stop above, a small letter below."""
    if not isinstance(above, Paragraph) or block.role != "text" or above.role == "question":
        return False
    return block.lines[0].text[:1].islower() and _OPEN_END.search(above.lines[-1].text.rstrip()) is not None


def _line_of(block: Block | Heading) -> int:
    match block:
        case Heading() | Table():
            return block.line
        case Paragraph():
            return block.lines[0].line
        case _:
            children = block.blocks if isinstance(block, Quote) else block.items[0].blocks
            return _line_of(children[0]) if children else 1


def _last_line(block: Block | Heading) -> int:
    match block:
        case Heading():
            return block.line
        case Table():
            return block.rows[-1].line if block.rows else block.line
        case Paragraph():
            return block.lines[-1].line
        case _:
            children = block.blocks if isinstance(block, Quote) else block.items[-1].blocks
            return _last_line(children[-1]) if children else 1
