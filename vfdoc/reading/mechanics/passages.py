"""The passages of a section: sentences and table cells, each with what stands around it.

A passage knows its place, the heading above it, its row's label, its column's heading and the
lead-in of its list: where the words of a change do not say of what, these do.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import NamedTuple

from vfdoc.language.sentences import without_ordinal_stops
from vfdoc.model import (
    Block,
    Cell,
    Item,
    ItemList,
    Paragraph,
    Quote,
    Row,
    Section,
    Table,
    TextLine,
)
from vfdoc.model.mechanics import Origin

_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]{0,100}>|\\|\*\*|(?<![\w*])_|_(?![\w*])|\*(?=[^\s*][^*]{2,}\*)|(?<=\w)\*(?=\)|;)"
)
_STOP = re.compile(  # begins with a set of characters, which is sought fastest
    r"[.;!?•)](?:(?<=[a-zà-ÿ0-9+)\]\"”″’'][.;!?•])(?=[\s\"”’)]|$)|(?<=\w\.\)))"
)
_MARK = re.compile(r"[*#@†‡]+$")
_FOOTNOTE = re.compile(  # a paragraph that is one, or what stands apart in it: "…   # Unless …"
    r"(?:^|(?<=\s\s))(?P<mark>\[\^[^\]\s]{1,20}\]|[*#@†‡§¹²³⁴-⁹]):?\s*(?P<text>\S(?:(?!\s\s+[*#@†‡§]).)*)"
)
_WORDS = re.compile(r"[^\W\d_]{3}")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|re|e)\b")


_SIGNED = re.compile(r"(?<![\w\d])[+−–-]\d")
_SIGN = re.compile(r"[+−–-]\d")
_DASHED = re.compile(r"[–—-]\s")
# What no rules text reaches, so that the cost of one that does is linear: characters of a sentence
# (a longer one is read in parts), of a title, label or lead-in; sentences before; footnotes of a table.
_SENTENCE = 2_000
_AROUND = 1_000
_BEFORE = 20
_NOTES = 60
_MARKS = 20  # characters of the marks behind a label


class MechanicsPassage(NamedTuple):
    """Words that are read as one: `text`, where its first character stands, and its surroundings."""

    text: str
    section: Section
    origin: Origin
    places: tuple[tuple[int, int, int], ...]
    label: str = ""
    column: str = ""
    title: str = ""
    lead: str = ""
    before: tuple[str, ...] = ()
    paragraph: str = ""
    cell: bool = False
    notes: tuple[str, ...] = ()
    announced: bool = False
    start: int = 0  # where `text` stands in `paragraph`
    after: str = ""  # the sentence behind `text`
    beside: tuple[tuple[str, str], ...] = ()  # the cells of its row that state no change, behind their heads

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`."""
        start, line, column = max((p for p in self.places if p[0] <= offset), default=self.places[0])
        return line, column + offset - start


def plain(text: str) -> str:
    """`text` with markup blanked by as many spaces, so that offsets hold."""
    if not ("*" in text or "_" in text or "<" in text or "\\" in text):
        return text
    return _MARKUP.sub(lambda found: " " * len(found.group()), text)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text, cut at stops and semicolons, with their offsets."""
    start = 0
    for stop in _STOP.finditer(without_ordinal_stops(text)):
        yield from _parts(text, start, stop.end())
        start = stop.end()
    if text[start:].strip():
        yield from _parts(text, start, len(text))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """A sentence with its offset; one that is longer than any, in parts of whole words."""
    while end - start > _SENTENCE:
        blank = text.rfind(" ", start, start + _SENTENCE)
        cut = start + _SENTENCE if blank < 0 else blank + 1
        yield start, text[start:cut]
        start = cut
    yield start, text[start:end]


def heading(section: Section) -> str:
    """A section's title, as much of it as is read."""
    return plain(section.title[:_AROUND])


def passages(section: Section, page: Sequence[str], origin: Origin) -> Iterator[MechanicsPassage]:
    """The passages of a section, in order, each with the sentence that comes behind it and the footnotes."""
    before: MechanicsPassage | None = None
    paragraphs = (joined(b.lines)[0][:_SENTENCE] for b in section.blocks if isinstance(b, Paragraph))
    marked = chain.from_iterable(_FOOTNOTE.finditer(text) for text in paragraphs)
    notes = tuple(f"{note['mark']}\t{note['text']}" for note in islice(marked, _NOTES))
    for passage in _blocks(section.blocks, section, page, origin, ""):
        passage = passage._replace(notes=(*passage.notes, *notes)) if notes else passage
        if before is not None:
            follows = not (before.cell or passage.cell) or before.paragraph is passage.paragraph
            yield before._replace(after=passage.text) if follows else before
        before = passage
    if before is not None:
        yield before


def _blocks(
    blocks: Sequence[Block],
    section: Section,
    page: Sequence[str],
    origin: Origin,
    lead: str,
    headed: str = "",
) -> Iterator[MechanicsPassage]:
    """The passages of blocks; `headed` is the title of the first of them, where a line before is one."""
    said, announced, last = lead, "", ""
    for block in blocks:
        match block:
            case Paragraph():
                whole, places = joined(block.lines)
                text = whole.rstrip()
                title = headed or (last if _DASHED.match(text) and len(last) < 80 else _as_title(last))
                headed = ""
                over = (announced[-_SENTENCE:],) if announced and _SIGN.match(text) else ()
                yield from _paragraph(whole, places, section, origin, lead, title, over)
                last = text
                said = [s for _, s in sentences(text)][-1] if text.endswith(":") else ""
                said = said[-_AROUND:]
                announced = text if said else announced if over else ""
            case ItemList():
                for n, item in enumerate(block.items):
                    above = _first_line(block.items[n - 1].blocks) if n else ""
                    title = above if n and _continues(item, block.items[n - 1], above) else ""
                    yield from _blocks(item.blocks, section, page, origin, said, title)
            case Quote():
                yield from _blocks(block.blocks, section, page, "note", "")
            case Table():
                for passage in _table(block, section, page, origin):
                    before = (last[-_SENTENCE:], *passage.before)
                    yield passage._replace(before=before) if last else passage


def joined(lines: Sequence[TextLine]) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    """A paragraph's lines as one text, with the place of each line's beginning."""
    parts: list[str] = []
    places: list[tuple[int, int, int]] = []
    size, last = 0, ""  # how long the text is so far, and its last character
    for line in lines:
        cut = last.isdigit() and _ORDINAL.match(line.text)
        before, part = "" if not last or cut else " ", line.text.rstrip()
        places.append((size + len(before), line.line, line.column))
        parts += (before, part)
        size, last = size + len(before) + len(part), (before + part)[-1:] or last
    return plain("".join(parts)), tuple(places)


def _continues(item: Item, before: Item, title: str) -> bool:
    """Whether an item only goes on behind a dash: "1. Fear", and on the next line "– test …"."""
    dashed = item.marker.strip() in tuple("–—-") and before.marker.strip()[:1].isdigit()
    return dashed and len(title) < 80


def _first_line(blocks: Sequence[Block]) -> str:
    """The paragraph that a list item begins with."""
    first = blocks[0] if blocks else None
    return joined(first.lines)[0].strip()[:_AROUND] if isinstance(first, Paragraph) else ""


def _as_title(text: str) -> str:
    """A short line before a paragraph is its title, though no heading."""
    return text if 0 < len(text) <= 40 and text[-1].isalpha() and len(text.split()) < 6 else ""


def _paragraph(
    text: str,
    places: tuple[tuple[int, int, int], ...],
    section: Section,
    origin: Origin,
    lead: str,
    title: str,
    above: tuple[str, ...],
) -> Iterator[MechanicsPassage]:
    before = above
    for start, sentence in sentences(text):
        yield MechanicsPassage(
            text=sentence,
            section=section,
            origin=origin,
            places=_shifted(places, start, len(sentence)),
            title=title,
            lead=lead,
            before=before,
            paragraph=text,
            announced=bool(above),
            start=start,
        )
        before = (*before[-_BEFORE:], sentence)


def _shifted(
    places: tuple[tuple[int, int, int], ...], start: int, length: int
) -> tuple[tuple[int, int, int], ...]:
    """The places of a stretch of a text, as its own: from `start`, so many characters."""
    at = max(bisect_right(places, start, key=itemgetter(0)) - 1, 0)
    end = bisect_left(places, start + length, key=itemgetter(0))
    first = places[at]
    inside = places[at + 1 : end]
    return ((0, first[1], first[2] + start - first[0]), *((p[0] - start, p[1], p[2]) for p in inside))


def _table(table: Table, section: Section, page: Sequence[str], origin: Origin) -> Iterator[MechanicsPassage]:
    notes = tuple(f"{note.mark}\t{joined(note.lines)[0][:_SENTENCE]}" for note in table.footnotes[:_NOTES])
    heads = [plain(cell.text[:_AROUND]).strip() for cell in table.header.cells] if table.header else []
    title = plain((table.title or "")[:_AROUND])
    label = ""
    bare = any(_SIGNED.search(row.cells[0].text) for row in table.rows)  # its first column holds changes too
    for row in table.rows:
        label = "" if bare else plain(row.cells[0].text[:_AROUND]).strip() or label
        said = [plain(cell.text[:_AROUND]).strip() for cell in row.cells]
        pairs = list(zip_longest(heads[: len(said)], said, fillvalue=""))
        silent = [(head, text) for head, text in pairs[not bare :] if not _SIGNED.search(text)]
        beside = tuple((head, text) for head, text in silent if _WORDS.search(text))
        if bare and len(beside) == 1:
            label, beside = beside[0][1], ()
        carried, lines = "", _lines(row, page)
        for at in range(0 if bare or len(row.cells) == 1 else 1, len(row.cells)):
            head = heads[at] if at < len(heads) else ""
            cell = row.cells[at]
            place = ((0, lines[at], cell.column),)
            passage = MechanicsPassage(
                text=plain(cell.text),
                section=section,
                origin=origin,
                places=place,
                label=label,
                column=head,
                title=title,
                cell=True,
                notes=notes,
            )
            if _SIGNED.search(passage.text):
                passage = passage._replace(beside=beside)
            if carried:
                passage = passage._replace(text=f"{carried}: {passage.text}", places=_moved(passage, carried))
            bare_word = len(passage.text) < 16 and not any(c.isdigit() for c in passage.text)
            carried = passage.text if bare_word and at + 1 < len(row.cells) else ""
            before: tuple[str, ...] = ()
            for start, sentence in [] if carried else sentences(passage.text):
                yield passage._replace(
                    text=sentence,
                    places=_shifted(passage.places, start, len(sentence)),
                    before=before,
                    paragraph=passage.text,
                    start=start,
                )
                before = (*before[-_BEFORE:], sentence)
    labels = (row.cells[0].text for row in table.rows)
    marked = {mark[0]: plain(said[:_AROUND]) for said in labels if (mark := _MARK.search(said[-_MARKS:]))}
    for note in table.footnotes:
        text, places = joined(note.lines)
        head = next((h for h in heads if h.endswith(note.mark)), "") if note.mark else ""
        for start, sentence in sentences(text):
            yield MechanicsPassage(
                text=sentence,
                section=section,
                origin=origin,
                places=_shifted(places, start, len(sentence)),
                label=marked.get(note.mark, ""),
                column=head,
                title=title,
            )


def _moved(passage: MechanicsPassage, carried: str) -> tuple[tuple[int, int, int], ...]:
    return ((0, passage.places[0][1], 1), (len(carried) + 2, *passage.places[0][1:]))


def _lines(row: Row, page: Sequence[str]) -> list[int]:
    """The line of each cell: cells of a flattened table stand below one another."""
    flat = any(cell.text and not _stands(page, row.line, cell) for cell in row.cells[1:])
    lines = [row.line]
    for cell in row.cells[1:]:
        line = lines[-1] + flat
        starts = cell.text[:10]
        if flat and cell.text:
            near = (n for n in range(line, line + 4) if page[n - 1 : n] and _starts(page, n, starts))
            line = next(near, line)
        lines.append(line)
    return lines


def _starts(page: Sequence[str], line: int, words: str) -> bool:
    return " ".join(page[line - 1].split()).startswith(words.strip())


def _stands(page: Sequence[str], line: int, cell: Cell) -> bool:
    if not 0 < line <= len(page):
        return False
    return page[line - 1].startswith(cell.text[:12], cell.column - 1)
