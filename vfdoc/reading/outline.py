"""Headings and blocks to sections: documents cut, kinds, parents, anchors, boxes, sentences joined.

Hierarchy comes from the numbers: a section's parent is found by dropping the last component of its
number until a printed number is met, the nearest before it, else the first after it. What has no
number hangs under the box, part or document in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vfdoc.model import (
    Block,
    DocumentKind,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    TextLine,
    first_line,
    joined,
    last_line,
)
from vfdoc.reading import contents, hierarchy
from vfdoc.reading.headings import SUBHEADING, TOP, Heading, bare_title
from vfdoc.reading.hierarchy import SectionDraft
from vfdoc.reading.words import LanguageWords

_BASE_KIND: dict[DocumentKind, SectionKind] = {
    "rules": "rule",
    "sheet": "sheet",
    "questions": "question",
    "commentary": "note",
    "armies": "rule",
    "scenarios": "rule",
}
_LABEL = re.compile(
    r"(?:\*\*(?P<bold>[^*:]{2,70}?)[ \xa0]?(?::\*\*|\*\*[ \xa0]?:)"
    r"|(?P<plain>[^\W\d_a-z][^.!?;:\t\"“”]{1,69}?)[ \xa0]?:)[ \t\xa0]+(?=\S)"
)
_LISTS = ("contents", "index")
_LABEL_WORDS = 8
_MOST_LINES = 200  # of a paragraph that page breaks cut
_TITLE_WORDS = 8
_OPEN_END = re.compile(r"[^.!?:;)\]\"”’*_|]$")


class DocumentSpec(NamedTuple):
    """A document to be cut out of a text: it starts at the heading `starts`, or at the top; `continues` is
    the document whose numbers it carries on."""

    id: str
    kind: DocumentKind
    starts: str | None = None
    continues: str | None = None


@dataclass(slots=True)
class EarlierTexts:
    """What the texts of an edition that were read before hold: how often each anchor was used, and the
    sections by the id of the document that theirs continues, or by its own."""

    taken: dict[str, int] = field(default_factory=dict)
    sections: dict[str, list[Section]] = field(default_factory=dict)


class Outline(NamedTuple):
    """The sections of one document, and for each line where a section begins or goes on, which.

    `owners` pairs a line with the index of the section that owns it and those after it.
    """

    spec: DocumentSpec
    sections: tuple[Section, ...]
    owners: tuple[tuple[int, int], ...]


def outline(
    items: Sequence[Heading | Block],
    specs: Sequence[DocumentSpec],
    words: LanguageWords,
    title: str,
    earlier: EarlierTexts | None = None,
) -> list[Outline]:
    """The documents in `items`, cut at the headings that `specs` name, sought in order.

    `title` names what stands before the first heading where it names itself not; `earlier` is what other
    texts of the edition hold, to which these are added.
    """
    earlier = EarlierTexts() if earlier is None else earlier
    found = []
    for spec, part in _cut(items, specs):
        made = _Outliner(spec, words, title, earlier).outline(part)
        earlier.sections.setdefault(spec.continues or spec.id, []).extend(made.sections)
        found.append(made)
    return found


def _cut(
    items: Sequence[Heading | Block], specs: Sequence[DocumentSpec]
) -> Iterable[tuple[DocumentSpec, list[Heading | Block]]]:
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

    def __init__(self, spec: DocumentSpec, words: LanguageWords, title: str, earlier: EarlierTexts) -> None:
        self.spec, self.words, self.title, self.earlier = spec, words, title, earlier
        self.before = earlier.sections.get(spec.continues or "", ())
        self.base = _BASE_KIND[spec.kind]
        self.drafts: list[SectionDraft] = []
        self.owners: list[tuple[int, int]] = []
        self.root: int | None = None  # the heading that opens a document other than the rules
        self.part: int | None = None  # the last heading without a number
        self.box: int | None = None  # the box of comments that is open
        self.numbered: int | None = None  # the last numbered section
        self.mark = 0  # depth of the last heading mark before a number
        self.holder: int | None = None  # the last number that is no item of a list
        self.current: int | None = None
        self.listing: contents.Listing | None = None
        self.body = False  # a numbered section stands behind the last contents list

    def outline(self, items: list[Heading | Block]) -> Outline:
        self.front = self.spec.kind == "rules" and any(isinstance(i, Heading) and i.number for i in items)
        if items and (not isinstance(items[0], Heading) or items[0].entry):
            self._open_untitled(items)
        for item in items:
            self._item(item)
        if self.listing is not None:
            draft = self.drafts[self.current or 0]
            draft.entries = self.listing.whole(draft.entries)
        hierarchy.set_parents(self.drafts, self.before)
        hierarchy.set_anchors(
            self.drafts, self.spec.id, self.root, self.earlier.taken, self.spec.continues or self.spec.id
        )
        hierarchy.set_levels(self.drafts)
        return Outline(self.spec, self._sections(), tuple(self.owners))

    def _item(self, item: Heading | Block) -> None:
        if self.listing is not None:
            outcome = self.listing.take(item)
            self.drafts[self.current or 0].entries += outcome.entries
            if outcome.taken:
                return
            draft = self.drafts[self.current or 0]
            draft.entries = self.listing.whole(draft.entries)
            self.listing = None
            if outcome.returned is not None:
                self.drafts[self.current or 0].entries.pop()
                self._heading(outcome.returned)
        if isinstance(item, Heading) and item.entry:
            self._add(Paragraph((TextLine(item.line, item.column, f"{item.number} {item.title}"),)))
        elif isinstance(item, Heading):
            self._heading(item)
        elif isinstance(item, Paragraph):
            self._paragraph(item)
        elif isinstance(item, Quote):
            self._quote(item)
        elif isinstance(item, Table):
            self._table(item)
        else:
            self._add(item)

    # Headings

    def _open_untitled(self, items: list[Heading | Block]) -> None:
        """What stands before the first heading: a short first line is its title."""
        first = items[0]
        line, column, title = (1 if isinstance(first, Heading) else first_line(first)), 1, self.title
        if isinstance(first, Paragraph) and len(first.lines) == 1 and _is_title(first.lines[0].text):
            line, column, title = first.lines[0]
            items.pop(0)
        self._heading(Heading.plain(line, column, title, self.words, "the first line of the text"))

    def _heading(self, heading: Heading) -> None:
        if self._says_again(heading):
            return
        if heading.number is not None:
            self.front = False
            self.body = True
            self.box = None
            self.mark = heading.mark or self.mark
            self._open(heading, heading.kind or self.base, None)
            self.numbered = self.current
            self.holder = self.holder if heading.item else self.current
            return
        if not self.drafts and self.spec.id != "rules":
            own = heading.kind if heading.kind in ("note", "sheet", "question") else None
            self._open(heading, own or self.base, None)
            self.root = self.part = self.current
        elif heading.kind in ("note", "example") and self.drafts and not (self.front or self._above(heading)):
            self._open(heading, heading.kind, self._host())
            self.box = self.current
        else:
            parent = self._parent_of(heading)
            kind = self._own_kind(heading, parent)
            self._open(heading, kind, parent)
            self.box, self.part = None, self.current
            if parent != self.numbered or parent is None:
                self.numbered = parent if self._in_item() and parent == self.holder else None
            if kind in _LISTS:
                self.body = False
                keys = {d.heading.key for d in self.drafts if d.heading.key}
                keys |= {section.key for section in self.before if section.key}
                # before every number an index is but another word for the contents
                self.listing = contents.Listing(keys if kind == "index" and keys else None, self.words)

    def _says_again(self, heading: Heading) -> bool:
        """Whether a heading is but the number of the titled one right above it, set before its text; with the
        words of its title it is another that is printed twice."""
        if heading.key is None or heading.title or self.current is None or self.current != self.numbered:
            return False
        draft = self.drafts[self.current]
        title = draft.heading.title
        if " " in title and heading.run is not None and heading.run.text.startswith(title):
            return False
        return draft.heading.key == heading.key and bool(title) and not draft.blocks

    def _above(self, heading: Heading) -> bool:
        """Whether a heading stands higher than the numbered ones before it, so in none of their boxes."""
        return heading.mark == TOP or 0 < heading.mark < self.mark

    def _own_kind(self, heading: Heading, parent: int | None) -> SectionKind:
        own = None if heading.kind == "note" else heading.kind
        if self.front and own not in ("contents", "index"):
            return "front"
        return own or self._inherited(parent)

    def _parent_of(self, heading: Heading) -> int | None:
        """An unnumbered heading hangs under a number whose mark is higher, or a higher heading."""
        if self.words.back.fullmatch(heading.title):
            return self.root
        if self.numbered is not None:
            on_a_sheet = self.drafts[self.numbered].kind == "sheet"
            if on_a_sheet or heading.mark == SUBHEADING or (heading.mark > self.mark > 0):
                return self.holder if heading.mark > 0 and self._in_item() else self.numbered
        index = self.part
        while heading.mark > 0 and index is not None and index > 0:
            above = self.drafts[index].heading
            listed = self.body and self.drafts[index].kind in _LISTS
            if above.number is None and above.mark and above.mark < heading.mark and not listed:
                return index
            index = self.drafts[index].parent
        return self.root

    def _in_item(self) -> bool:
        return self.numbered is not None and self.drafts[self.numbered].heading.item

    def _host(self) -> int | None:
        """The section before a box: what is current, without its labels and boxes."""
        return self.numbered if self.numbered is not None else self.part

    def _inherited(self, parent: int | None) -> SectionKind:
        kind = self.drafts[parent].kind if parent is not None else self.base
        return self.base if kind == "part" or (self.body and kind in _LISTS) else kind

    def _open(self, heading: Heading, kind: SectionKind, parent: int | None) -> None:
        self.current = len(self.drafts)
        self.drafts.append(SectionDraft(heading, kind, parent))
        self.owners.append((heading.line, self.current))

    def _open_titled(self, title: TextLine, kind: SectionKind, parent: int | None) -> None:
        """Opens a section that something other than a heading names: a label, a question, a table."""
        heading = Heading(
            line=title.line,
            column=title.column,
            number=None,
            key=None,
            title=bare_title(title.text),
            mark=0,
            kind=None,
            run=None,
            reason="",
        )
        self._open(heading, kind, parent)

    # Blocks

    def _add(self, block: Block) -> None:
        draft = self.drafts[self.current or 0]
        if isinstance(block, Paragraph) and draft.blocks and _flows_on(draft.blocks[-1], block):
            above = draft.blocks.pop()
            assert isinstance(above, Paragraph)
            block = above._replace(lines=above.lines + block.lines)
        draft.blocks.append(block)

    def _paragraph(self, block: Paragraph) -> None:
        first = block.lines[0]
        host = self.box if self.box is not None else self.part
        if block.role == "question":
            self._open_titled(TextLine(first.line, first.column, joined(block.lines)), "question", host)
            return
        takes = block.role == "text" and self._takes_labels(self.drafts[self.current or 0])
        label = _LABEL.match(first.text) if takes else None
        if label is None or len(label.group().split()) > _LABEL_WORDS:
            self._add(block)
            return
        title = label.group("bold") or label.group("plain")
        column = first.column + max(label.start("bold"), 0)
        self._open_titled(TextLine(first.line, column, title), self._inherited(host), host)
        rest = TextLine(first.line, first.column + label.end(), first.text[label.end() :])
        self._add(block._replace(lines=(rest, *block.lines[1:])))

    def _takes_labels(self, draft: SectionDraft) -> bool:
        """Labels open sections in notes, among questions, and in parts without numbers."""
        if draft.kind in ("note", "question"):
            return True
        return draft.kind == "rule" and self.numbered is None and self.part is not None and not self.front

    def _table(self, table: Table) -> None:
        """On a sheet, a table's title below other things begins a panel of its own."""
        draft = self.drafts[self.current or 0]
        titled = _panel_title(table) if draft.kind == "sheet" and draft.blocks else None
        # A numbered play sheet is a panel already; a header in capitals there is only a header.
        if titled is not None and (self.numbered is None or table.title is not None):
            parent = self.numbered if self.numbered is not None else self.root
            self._open_titled(titled, "sheet", parent)
        self._add(table)

    def _quote(self, quote: Quote) -> None:
        """A quotation that opens with a box's title is a box; after it the section goes on."""
        title = self._box_title(quote.blocks[0]) if quote.blocks else None
        if title is None or title.kind is None:
            self._add(quote)
            return
        before, first = (self.current, self.box), len(self.drafts)
        self._open(title, title.kind, self._host())
        self.box = self.current
        for block in quote.blocks[1:]:
            if isinstance(block, Paragraph):
                self._paragraph(block)
            else:
                self._add(block)
        self.current, self.box = before
        for draft in self.drafts[first:]:
            draft.end_line = last_line(quote)
        self.owners.append((last_line(quote) + 1, self.current or 0))

    def _box_title(self, block: Block) -> Heading | None:
        if not isinstance(block, Paragraph) or len(block.lines) > 1:
            return None
        return Heading.plain(*block.lines[0], self.words, "the title of a quoted box")

    def _sections(self) -> tuple[Section, ...]:
        drafts = self.drafts
        above = [drafts[d.parent] if d.parent is not None else d.above for d in drafts]
        anchors = [parent.anchor if parent is not None else None for parent in above]
        return tuple(
            Section(
                anchor=d.anchor,
                number=d.heading.number,
                key=d.heading.key if d.heading.number is not None else None,
                title=d.heading.title,
                parent=parent,
                level=d.level,
                kind=d.kind,
                document=self.spec.id,
                line=d.heading.line,
                column=d.heading.column,
                blocks=tuple(d.blocks),
                entries=tuple(d.entries),
                end_line=d.end_line,
                confidence=d.heading.confidence,
                also=d.heading.also,
            )
            for d, parent in zip(drafts, anchors, strict=True)
        )


def _panel_title(table: Table) -> TextLine | None:
    """What names a panel: a caption set like a title, or a header in capitals; None where neither."""
    if table.title is not None:
        words = [word for word in re.findall(r"[^\W\d_]+", table.title) if len(word) > 3]
        titled = bool(words) and all(word[0].isupper() for word in words)
        return TextLine(table.title_line or table.line, 1, table.title) if titled else None
    filled = [cell for cell in table.header.cells if cell.text] if table.header is not None else []
    if filled and all(c.text.isupper() for c in filled) and sum(map(str.isalpha, filled[0].text)) >= 4:
        return TextLine(table.line, filled[0].column, filled[0].text)
    return None


def _is_title(text: str) -> bool:
    return len(text.split()) <= _TITLE_WORDS and not text.rstrip().endswith((".", ",", ";", ":"))


def _flows_on(above: Block, block: Paragraph) -> bool:
    """Whether a page break cut a sentence: no stop above, a small letter below."""
    if not isinstance(above, Paragraph) or block.role != "text" or above.role == "question":
        return False
    if len(above.lines) > _MOST_LINES:
        return False
    return block.lines[0].text[:1].islower() and _OPEN_END.search(above.lines[-1].text.rstrip()) is not None
