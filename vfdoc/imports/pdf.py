"""PDFs with a text layer to blocks: lines put together to paragraphs, columns one after another.

What stands where on the page is all that a PDF says, so everything here is a reading of it: columns by the
empty stripe between them, running heads by their coming again on page after page, a paragraph's end by the
next line's first word having had room. What was joined, dropped or is doubtful is told.
"""

from __future__ import annotations

import ctypes
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from vfdoc.imports.blocks import (
    Block,
    Content,
    Grid,
    GridCell,
    Para,
    RemarkLog,
    TextSpan,
    language_code,
    merged,
)
from vfdoc.imports.package import damaged, encrypted
from vfdoc.imports.pdf_layout import (
    NUMBERED,
    PlacedLine,
    had_room,
    in_order,
    narrowed,
    rows_of,
    without_furniture,
    without_line_numbers,
)
from vfdoc.imports.pdf_notes import noted
from vfdoc.imports.pdf_page import PdfLine, PdfPage, lines_of, read_page
from vfdoc.imports.pdf_tables import Ruled, RuledCell, ruled
from vfdoc.imports.pdf_words import (
    ends_sentence,
    goes_on_below,
    leads_to_a_page,
    spans_of,
    words_of,
)
from vfdoc.model.text import DocumentPlace, InputError

_PAGES = 2000
_MOST_CHARS = 8_000_000
_BULLET = re.compile(r"[•◦▪‣·○●∙–-]\s")
_PARTED = re.compile(  # "9.6.1", "(12) Whoever", "a) The"
    r"(?:\d{1,3}\.)+\d{1,3}[a-z]?\.?(?=\s|$)|\(?(?:\d{1,3}|[a-z])[.)]\s+[\"“„«]?[A-ZÀ-Ý]"
)
_OF_NUMBER = re.compile(r"(?:\d[\w.]*(?:\(\w{1,4}\))+\|\(\w{1,4}\)|\d+-\|\d)")  # "501(c)|(3)", "3-|115"
_LEADING = re.compile(
    r"(?:[.…·_][ \xa0]?){4,}[ \xa0]*(?:\d{1,4}|[ivxl]{1,6})$"
)  # "Fees ..... 12", of contents
_COUNTED = re.compile(r"\d{1,3}[.)]?\s+\S")
_ORDERED = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s")
_LETTERED = re.compile(r"\([a-z]\)\s")
_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_SOFT = "\u00ad"


@dataclass(slots=True)
class _Text:
    """A paragraph that grows line by line."""

    page: int
    size: float
    lines: list[PlacedLine] = field(default_factory=list)
    marker: str = ""
    indent: float = 0.0
    column: int = 0

    @property
    def hang(self) -> float:
        """Where the words of an item begin, behind its marker."""
        first = self.lines[0].item
        assert isinstance(first, PdfLine)
        behind = first.chars[len(self.marker) :]
        return behind[0].left if behind else self.indent


def read_pdf(data: bytes, name: str) -> Content:
    """The content of a PDF; InputError where it is encrypted or damaged, and where it has no text layer."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise encrypted(name) from None
        raise damaged(name, str(error)) from None
    try:
        count = len(document)
        if count > _PAGES:
            raise InputError(name, f"has {count} pages, more than {_PAGES}", "cut it into several documents")
        pages: list[PdfPage] = []
        total = 0
        for at in range(count):
            try:
                page = document[at]
                pages.append(read_page(page))
                page.close()
            except (pdfium.PdfiumError, ValueError, OverflowError) as error:
                raise damaged(name, f"page {at + 1}: {error}") from None
            total += len(pages[-1].chars)
            if total > _MOST_CHARS:
                raise InputError(name, "holds too many characters", "cut it into several documents")
        title = str(document.get_metadata_value("Title") or "").strip()
        language = _language(document)
    finally:
        document.close()
    if not any(not char.text.isspace() for page in pages for char in page.chars):
        pictures = sum(page.pictures for page in pages)
        what = "is scanned: it has pictures and no text" if pictures else "holds no text"
        raise InputError(name, what, "run a text recognition (OCR) over it first")
    unread = sum(
        char.text == "�" or "\ue000" <= char.text <= "\uf8ff" for page in pages for char in page.chars
    )
    if 3 * unread > total:
        raise InputError(
            name, "has a text layer whose fonts do not say what their signs mean", "import the original"
        )
    return replace(_PdfReader(pages).content(title), language=language)


def _language(document: Any) -> str:
    """The language that a document of pypdfium2 states; earlier versions of it cannot say."""
    import pypdfium2.raw as raw

    asked = getattr(raw, "FPDFCatalog_GetLanguage", None)
    if asked is None:
        return ""
    units = (ctypes.c_ushort * 40)()
    if asked(document.raw, units, 80) > 80:
        return ""
    return language_code(bytes(units).decode("utf-16-le", "replace").partition("\0")[0])


class _PdfReader:
    """Puts the pages of one PDF together."""

    def __init__(self, pages: Sequence[PdfPage]) -> None:
        self._pages = pages
        self._remarks = RemarkLog()
        sizes: Counter[float] = Counter()
        for page in pages:
            sizes.update(round(char.size, 1) for char in page.chars)
        self._body = sizes.most_common(1)[0][0]
        self._count = 0
        self._levels: dict[float, int] = {}
        self._edges: tuple[float, ...] = ()  # of the table that was read last
        self._small: set[DocumentPlace] = set()  # paragraphs in a smaller size than most
        self._bottom: float | None = None
        self._foot = 0.0  # where the text of a full page ends
        self._words: Counter[str] = Counter()
        self._blanks = False  # lines that go on below end with a blank

    def content(self, title: str) -> Content:
        """The whole document."""
        tables = [ruled(page.rules, page.chars) for page in self._pages]
        lines = []
        for page, found in zip(self._pages, tables, strict=True):
            inside = {id(char) for table in found for cell in table.cells for char in cell.chars}
            lines.append(lines_of([char for char in page.chars if id(char) not in inside]))
        lines = without_furniture(without_line_numbers(lines, self._remarks), self._remarks)
        placed = list(in_order(self._pages, lines, tables))
        for at, page in enumerate(self._pages):
            if page.pictures and not page.chars:
                self._remarks.add(
                    "doubtful", "a page that is a picture, with no text", "", DocumentPlace(at + 1, None)
                )
            elif page.pictures:
                self._remarks.add(
                    "dropped",
                    f"{page.pictures} picture{'s' * (page.pictures > 1)}",
                    "",
                    DocumentPlace(at + 1, None),
                )
        for each in placed:
            if isinstance(each.item, PdfLine):
                self._words.update(word.casefold() for word in _WORD.findall(words_of(each.item)))
        self._foot = min(
            (each.item.bottom if isinstance(each.item, Ruled) else each.item.base for each in placed),
            default=0.0,
        )
        going = [
            each.item.chars[-1].ends
            for each in placed
            if isinstance(each.item, PdfLine) and goes_on_below(words_of(each.item))
        ]
        self._blanks = sum(going) > 0.6 * len(going)
        self._rank(placed)
        placed = narrowed(placed)
        return Content(
            tuple(noted(self._blocks(placed), self._small, self._remarks)), self._remarks.all(), title
        )

    # Paragraphs

    def _rank(self, placed: Sequence[PlacedLine]) -> None:
        """Which size heads how deep: those larger than the body's, the largest first."""
        lines = [each.item for each in placed if isinstance(each.item, PdfLine)]
        large = [line for line in lines if line.size > 1.06 * self._body and len(words_of(line)) > 1]
        sizes = {round(line.size * 2) / 2 for line in large}
        self._levels = {size: at + 1 for at, size in enumerate(sorted(sizes, reverse=True)[:6])}
        pitches = Counter(
            round((one.base - other.base) / one.size, 1)
            for one, other in itertools.pairwise(lines)
            if one.base > other.base
        )
        self._apart = max(1.75, 1.25 * pitches.most_common(1)[0][0]) if pitches else 1.75

    def _level(self, line: PdfLine) -> int:
        if line.size <= 1.06 * self._body or _LEADING.search(words_of(line).rstrip()):
            return 0
        return self._levels.get(round(line.size * 2) / 2, 0)

    def _blocks(self, placed: Sequence[PlacedLine]) -> list[Block]:
        blocks: list[Block] = []
        text: _Text | None = None
        above: PlacedLine | None = None
        typewritten = self._is_typewritten(placed)
        for each in placed:
            if isinstance(each.item, Ruled):
                if text is not None:
                    blocks.append(self._para(text))
                    text = None
                self._add_table(blocks, each)
                above = None
                continue
            if typewritten:
                blocks += self._typewritten(above, each)
                above = each
                continue
            if text is None or not self._goes_on(text, above, each):
                if text is not None:
                    blocks.append(self._para(text))
                text = self._begun(each)
            text.lines.append(each)
            above = each
        if text is not None:
            blocks.append(self._para(text))
        return blocks

    def _begun(self, placed: PlacedLine) -> _Text:
        assert isinstance(placed.item, PdfLine)
        words = words_of(placed.item)
        set_in = placed.item.left > placed.left + 3
        lettered = _LETTERED.match(words) if placed.item.chars[0].bold else None
        found = _BULLET.match(words) or (_ORDERED.match(words) if set_in else lettered)
        marker = found.group().strip() if found and not self._level(placed.item) else ""
        return _Text(placed.page, placed.item.size, [], marker, placed.item.left, placed.column)

    def _goes_on(self, text: _Text, above: PlacedLine | None, placed: PlacedLine) -> bool:
        """Whether a line belongs to the paragraph above it."""
        line, last = placed.item, text.lines[-1]
        assert isinstance(line, PdfLine)
        assert isinstance(last.item, PdfLine)
        words, before = words_of(line).strip(), words_of(last.item).strip()
        level = self._level(line)
        if level != self._level(last.item) or _LEADING.search(before) or leads_to_a_page(last.item):
            return False
        apart = placed.page != last.page or placed.column != last.column or line.base > last.item.base
        opens = _BULLET.match(words) or (NUMBERED.match(words) and (line.chars[0].bold or words[0] in "[§"))
        if level and not apart and last.item.base - line.base < 1.4 * line.size and not had_room(last, line):
            return True  # "nach § 3 | Absatz 2": a heading that its column was too narrow for
        if opens and not (goes_on_below(before) and not line.chars[0].bold and not _BULLET.match(words)):
            return False
        if _PARTED.match(words) and ends_sentence(before):
            return False  # its own line may fill the column above it
        if apart:
            if level or (text.marker and line.left < text.indent - 2):
                return False
            if not (goes_on_below(before) or before.endswith(("-", _SOFT))) or not (
                words[:1].islower() or not ends_sentence(before)
            ):
                return False
            if had_room(last, line) and not before.endswith(("-", _SOFT)):
                return False
            kind = "page" if placed.page != last.page else "column"
            self._remarks.add(
                "joined",
                f"a paragraph that a {kind} cuts",
                f"{before[-30:]} … {words[:30]}",
                self._place(last.page),
            )
            return True
        pitch = last.item.base - line.base
        if pitch > self._apart * max(line.size, last.item.size):
            return False
        if (
            len(text.lines) > 1
            and isinstance(text.lines[-2].item, PdfLine)
            and text.lines[-2].page == last.page
        ):
            usual = text.lines[-2].item.base - last.item.base
            if usual > 0 and pitch > 1.25 * usual:
                return False
        if level:  # "Terms" above "1. Payment" was not cut: there was room for it
            return _COUNTED.match(words) is None or not had_room(last, line)
        if text.marker:
            beside = _ORDERED.match(words) and (abs(line.left - text.indent) < 2 or line.left > text.hang + 2)
            if beside:  # the next item, or the first of those below this one
                return False
            if line.left > text.indent + 2:
                return True
            level_with = abs(line.left - text.indent) < 2 and len(text.lines) == 1
            return level_with and not had_room(last, line) and not ends_sentence(before)
        if _ORDERED.match(words) and line.left > placed.left + 3 and not goes_on_below(before):
            return False
        if line.left > last.item.left + 0.8 * line.size and len(text.lines) > 1:
            return False  # the first line of a paragraph stands in
        return before.endswith(("-", _SOFT)) or not had_room(last, line)

    def _place(self, page: int) -> DocumentPlace:
        return DocumentPlace(page + 1, max(self._count, 1))

    def _para(self, text: _Text) -> Para:
        """A paragraph of its lines; a word that a line's end cuts is whole again."""
        self._count += 1
        first = text.lines[0].item
        assert isinstance(first, PdfLine)
        spans: list[TextSpan] = []
        for placed in text.lines:
            assert isinstance(placed.item, PdfLine)
            found = spans_of(placed.item)
            spans = self._joined(spans, found, placed.page) if spans else found
        level = self._level(first)
        quoted = not level and not text.marker and all(each.inset for each in text.lines)
        if quoted and all(span.italic for span in spans if span.text.strip()):
            spans = [span._replace(italic=False) for span in spans]
        place = self._place(text.page)
        spans = [span._replace(text=span.text.replace(_SOFT, "")) for span in spans]
        if text.size < 0.95 * self._body:
            self._small.add(place)
        if not text.marker:
            return Para(merged(spans), place, level, quoted=quoted)
        spans[0] = spans[0]._replace(text=spans[0].text.lstrip()[len(text.marker) :].lstrip())
        depth = int(max(0.0, (text.indent - text.lines[0].left) // (2.2 * first.size)))
        number = "" if _BULLET.match(f"{text.marker} ") else text.marker
        return Para(merged(spans), place, number=number, strong=first.chars[0].bold, depth=depth)

    def _is_cut(self, last: str, after: str, *, cut: bool) -> bool:
        """Whether a narrow cell cuts a word without a hyphen: the text has the whole word and not both parts,
        or no blank ends the line where it ends others (`cut`)."""
        if (last.endswith("/") and not last[:-1].endswith(" ")) or after[:1] in ")],.;:!?":
            return True
        left, right = _WORD.findall(last)[-1:], _WORD.findall(after)[:1]
        if not left or not right or not last.endswith(left[0]) or not after.startswith(right[0]):
            return False
        one, two = left[0].casefold(), right[0].casefold()
        if self._words[one + two]:
            return not (self._words[one] and self._words[two])
        return cut and right[0][0].islower()

    def _joined(
        self, spans: list[TextSpan], more: list[TextSpan], page: int, *, cut: bool = False, cell: bool = False
    ) -> list[TextSpan]:
        """Two lines of a paragraph; a hyphen at the end of the first is kept where the word has one."""
        last = spans[-1].text.rstrip()
        after = more[0].text.lstrip()
        hyphen = (
            last[-1:] in ("-", "‐", _SOFT) and len(last) > 1 and last[-2].isalpha() and after[:1].isalpha()
        )
        if not hyphen:
            number = _OF_NUMBER.match(f"{last.split(' ')[-1]}|{after}") is not None
            gap = "" if not last or number or (cell and self._is_cut(last, after, cut=cut)) else " "
            return [*spans[:-1], spans[-1]._replace(text=last + gap), *_lead(more)]
        left = _WORD.findall(last[:-1])[-1:]
        right = _WORD.findall(after)[:1]
        one, two = left[0] if left else "", right[0] if right else ""
        whole, dashed = f"{one}{two}".casefold(), f"{one}-{two}".casefold()
        soft = last[-1] == _SOFT
        known, both = self._words[whole], self._words[one.casefold()] > 0 and self._words[two.casefold()] > 0
        keeps = self._words[dashed] > known or after[:1].isupper() or (not known and both and not soft)
        what = "a word that a line's end cuts" if known else "a word that a line's end cuts, by guess"
        self._remarks.add(
            "joined" if known or soft or keeps else "doubtful",
            what,
            dashed if keeps else whole,
            self._place(page),
        )
        kept = last[:-1] + "-" if keeps else last[:-1]
        return [*spans[:-1], spans[-1]._replace(text=kept), *_lead(more)]

    # Text that was set on a typewriter

    def _is_typewritten(self, placed: Sequence[PlacedLine]) -> bool:
        """Whether all characters are equally wide, so that blanks and line ends mean what they show."""
        widths: Counter[float] = Counter()
        for each in placed:
            if isinstance(each.item, PdfLine):
                widths.update(round((char.right - char.left) / char.size, 2) for char in each.item.chars)
        return bool(widths) and widths.most_common(1)[0][1] > 0.95 * widths.total()

    def _typewritten(self, above: PlacedLine | None, placed: PlacedLine) -> Iterator[Para]:
        """A line of such a text with its blanks, below as many empty lines as the page shows."""
        line = placed.item
        assert isinstance(line, PdfLine)
        if above is not None and isinstance(above.item, PdfLine) and above.page == placed.page:
            pitch = self._pitch()
            for _ in range(max(0, round((above.item.base - line.base) / pitch) - 1)):
                yield Para((), self._place(placed.page), verbatim=True)
        width = line.chars[0].right - line.chars[0].left or 1.0
        text, end = " " * max(0, round((line.left - placed.left) / width)), line.left
        for char in line.chars:
            text += " " * max(0, round((char.left - end) / width)) + char.text
            end = char.right
        self._count += 1
        yield Para((TextSpan(text),), self._place(placed.page), verbatim=True)

    def _pitch(self) -> float:
        """From one line to the next, most often."""
        if 0.0 not in self._levels:
            gaps: Counter[float] = Counter()
            for page in self._pages:
                bases = sorted({round(char.base, 1) for char in page.chars}, reverse=True)
                gaps.update(round(a - b, 1) for a, b in itertools.pairwise(bases) if a - b > 2)
            self._usual = gaps.most_common(1)[0][0] if gaps else 12.0
            self._levels[0.0] = 0
        return self._usual

    # Tables

    def _add_table(self, blocks: list[Block], placed: PlacedLine) -> None:
        """A ruled table; one that goes on from the foot of the page before is one with it."""
        table = placed.item
        assert isinstance(table, Ruled)
        self._count += 1
        rows = [self._row(table, row, placed.page) for row in range(table.rows)]
        rows = [row for row in rows if row]
        above = blocks[-1] if blocks else None
        again = isinstance(above, Grid) and bool(rows) and _words(rows[0]) == _words(above.rows[0])
        apart = isinstance(above, Grid) and above.place.page != placed.page + 1
        edges, self._edges = self._edges, table.columns
        same = len(edges) == len(table.columns) and all(
            abs(a - b) < 3 for a, b in zip(edges, table.columns, strict=True)
        )
        headed = bool(rows) and all(map(_is_bold, rows[0]))
        filled = self._bottom is None or self._bottom - self._foot < table.first_row
        self._bottom = table.bottom
        if isinstance(above, Grid) and apart and same and (again or not headed) and filled:
            blocks[-1] = above._replace(rows=(*above.rows, *rows[bool(again) :]))
            self._remarks.add("joined", "a table that a page cuts", "", self._place(placed.page))
            return
        header = 1 if len(rows) > 1 and headed else None
        blocks.append(Grid(tuple(rows), header, self._place(placed.page)))

    def _row(self, table: Ruled, row: int, page: int) -> tuple[GridCell, ...]:
        found = []
        for cell in table.cells:
            if cell.row != row:
                continue
            found.append(GridCell(self._cell(cell, page), cell.across, cell.down))
        return tuple(found)

    def _cell(self, cell: RuledCell, page: int) -> tuple[Block, ...]:
        spans: list[TextSpan] = []
        lines = [line for line in rows_of(lines_of(cell.chars)) if isinstance(line, PdfLine)]
        for at, line in enumerate(lines):
            found = spans_of(line)
            above = lines[at - 1] if at else None
            cut = self._blanks and above is not None and not above.chars[-1].ends
            spans = self._joined(spans, found, page, cut=cut, cell=True) if spans else found
        spans = [span._replace(text=span.text.replace(_SOFT, "")) for span in spans]
        return (Para(merged(spans), self._place(page)),) if spans else ()


def _lead(spans: list[TextSpan]) -> list[TextSpan]:
    return [spans[0]._replace(text=spans[0].text.lstrip()), *spans[1:]]


def _words(row: Sequence[GridCell]) -> list[str]:
    return [" ".join(block.text for block in cell.content if isinstance(block, Para)) for cell in row]


def _is_bold(cell: GridCell) -> bool:
    spans = [
        span for block in cell.content if isinstance(block, Para) for span in block.spans if span.text.strip()
    ]
    return all(span.bold for span in spans)
