"""Blocks to rules Markdown: a line a paragraph, and for every line the place from which it came.

Headings get as many marks as they are deep, automatic numbers stand as text, a bold opening behind a number
is a run-in title, a footnote stands below what refers to it, behind its stars. What merged cells say stands
in each cell that they cover. A character that Markdown would take for a mark is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from vfdoc.imports.blocks import NOTE, Block, Grid, GridCell, Para, RemarkLog, TextSpan, is_title, merged
from vfdoc.model.text import DocumentPlace, StaleField

_NOWHERE = DocumentPlace(None, None)
_TYPED = re.compile(r"(?:[^\W\d_]{1,12}[  ]|§[  ]?)?[A-Z]?\d{1,4}(?:\.\d{1,4})+[a-z]?[.:]?")
_MARKER = re.compile(r"\(?\w{1,4}[.):]|[-•–*]|[\[(]?\d{1,3}(?:\.\d{1,3})+[.\])]?|§.{0,12}|\w{1,20}:")
_LETTERED = re.compile(r"\([a-z]{1,4}\)")  # a clause, which a text cites: 4.2(a)
_ORDERED = re.compile(r"\d{1,3}[.)]")
_SECTION = re.compile(r"(?:[^\W\d_]+|§)?[  ]?[\w]+[.]\w")
_OPENS = re.compile(r"#{1,6}(?=\s|$)|>|\||[`~]{3}|(?:\*(?=\s))")
_RULED = re.compile(r"[-=_*~]{3,}\s*$")
_MARKS = re.compile(r"(?<![ \\])\*|\*(?=\S)|(?<=\s)_(?=\S)|`|<(?=[A-Za-z/!])|\](?=\()")
_VALUE = re.compile(r"[-+–−×]?\d")
_FULL, _WIDTH, _LINES_AT_LEAST = 50, 110, 10  # of a text that was set line by line
_WIDEST = 400  # columns of a table
_BREAK = "\n"
_LINES = re.compile(r"[^\n]+|\n")
_SENTENCE_END = (".", "!", "?", ":", ";", ")", '"', "”")


class Written(NamedTuple):
    """A text, for each of its lines the place in the document, and the cross-references that are stale, each
    at its line and column."""

    text: str
    places: tuple[DocumentPlace, ...]
    fields: tuple[StaleField, ...]


def written(blocks: Sequence[Block], remarks: RemarkLog) -> Written:
    """The blocks as rules Markdown."""
    page = _Page(remarks)
    blocks = _tabbed(_typewritten(blocks, remarks), remarks)
    shift = any(isinstance(block, Para) and block.title for block in blocks)
    above: Block | None = None
    for block in blocks:
        if isinstance(block, Para) and not block.text.strip() and not block.number:
            above = None if above is not None and isinstance(above, Para) and above.verbatim else above
            continue
        if not page.is_empty and (above is None or not _goes_on(above, block)):
            page.blank(quoted=_is_quoted(above) and _is_quoted(block))
        if isinstance(block, Grid):
            page.table(block)
        else:
            page.paragraph(block, shift)
        above = block
    return page.done()


def _typewritten(blocks: Sequence[Block], remarks: RemarkLog) -> Sequence[Block]:
    """The blocks, as they are; where a text was set line by line, as on a typewriter (every line a paragraph,
    most sentences going on below), its lines as lines: the whole of it, or what a page says is set so."""
    typed = [block for block in blocks if isinstance(block, Para) and block.typed]
    texts = [block.text.rstrip() for block in typed or blocks if isinstance(block, Para)]
    full = [text for text in texts if len(text) >= _FULL]
    broken = sum(not text.endswith(_SENTENCE_END) for text in full)
    bare = all(isinstance(block, Para) and not block.level and not block.number for block in blocks)
    if (
        not (typed or bare)
        or len(full) < _LINES_AT_LEAST
        or max(map(len, full)) > _WIDTH
        or 2 * broken < len(full)
    ):
        return blocks
    remarks.add("kept", "lines that were broken by hand, each a paragraph: they stand as lines")
    return [
        block._replace(verbatim=True) if isinstance(block, Para) and (block.typed or not typed) else block
        for block in blocks
    ]


def _tabbed(blocks: Sequence[Block], remarks: RemarkLog) -> Sequence[Block]:
    """The blocks, a tab within a paragraph as a blank; in paragraphs below one another with as many,
    none of them behind a list marker, it sets the columns of a table, and stays."""
    found = list(blocks)
    counts = [_tabs(block) for block in blocks]
    told = False
    for at, block in enumerate(blocks):
        if not isinstance(block, Para) or not counts[at] or block.verbatim:
            continue
        beside = [counts[near] for near in (at - 1, at + 1) if 0 <= near < len(blocks)]
        if counts[at] > 0 and counts[at] in beside:
            if not told:
                what = "columns that tabs set, read as rows of a table"
                remarks.add("doubtful", what, block.text, block.place)
            told = True
        else:
            told = False
            plain = tuple(span._replace(text=span.text.replace("\t", " ")) for span in block.spans)
            found[at] = block._replace(spans=plain)
    return found


def _tabs(block: Block) -> int:
    """How many tabs set columns in a paragraph: none behind a list marker, in a heading or a list."""
    if not isinstance(block, Para) or block.level or block.depth >= 0 or block.number:
        return -1 if isinstance(block, Para) and "\t" in block.text else 0
    first, tab, _ = block.text.strip().partition("\t")
    if not tab:
        return 0
    return -1 if _MARKER.fullmatch(first.strip()) else block.text.strip().count("\t")


def _goes_on(above: Block, block: Block) -> bool:
    """Whether two items of a list follow one another, or two lines that keep their blanks."""
    if not (isinstance(above, Para) and isinstance(block, Para)) or above.notes:
        return False
    if above.verbatim and block.verbatim:
        return True
    return above.depth >= 0 and block.depth >= 0 and not (_is_section(above) or _is_section(block))


def _is_quoted(block: Block | None) -> bool:
    return isinstance(block, Para) and block.quoted


def _is_section(para: Para) -> bool:
    """Whether the number before a paragraph is that of a section and not of a list item."""
    return bool(para.number) and (para.sections or _SECTION.match(para.number) is not None)


class _Line(NamedTuple):
    """Characters being put together, and where in them (from 0) stale cross-references stand."""

    text: str
    fields: tuple[tuple[int, StaleField], ...] = ()

    def __add__(self, other: object) -> _Line:
        assert isinstance(other, _Line)
        moved = tuple((at + len(self.text), stale) for at, stale in other.fields)
        return _Line(self.text + other.text, self.fields + moved)


class _Page:
    """The text as it grows."""

    def __init__(self, remarks: RemarkLog) -> None:
        self._lines: list[str] = []
        self._places: list[DocumentPlace] = []
        self._fields: list[StaleField] = []
        self._remarks = remarks
        self._nested: list[
            tuple[int, int]
        ] = []  # the items that are open: their depth, where their words begin

    def done(self) -> Written:
        """The whole text; its last line ends."""
        text = "".join(f"{line}\n" for line in self._lines)
        return Written(text, (*self._places, _NOWHERE), tuple(self._fields))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written yet."""
        return not self._lines

    def blank(self, *, quoted: bool = False) -> None:
        """An empty line, within a quotation one with its mark."""
        self._lines.append(">" if quoted else "")
        self._places.append(_NOWHERE)

    def paragraph(self, para: Para, shift: bool) -> None:
        """A heading, a list item or a paragraph, and below it its footnotes."""
        if para.verbatim:
            for text in para.text.split(_BREAK):
                self._put(_Line(text.rstrip()), para.place)
            return
        lead = "> " if para.quoted else ""
        if para.depth < 0:
            while self._nested and self._nested[-1][0] > para.within:
                self._nested.pop()
        heading = para.level > 0
        marks = iter(_stars(len(para.notes)))
        spans = tuple(span._replace(bold=False) for span in para.spans) if heading else para.spans
        spans = _stripped(spans)
        number = para.number
        if heading:
            deep = para.level + (shift and not para.title)
            spans = tuple(span._replace(text=" ".join(span.text.split(_BREAK))) for span in spans)
            body = _numbered(number, para.glued, _spans(spans, marks))
            title = "#" * min(deep, 6) + " "
            self._put(_Line(lead + title) + body, para.place)
        else:
            self._body(para, lead, number, spans, marks)
        for mark, note in zip(_stars(len(para.notes)), para.notes, strict=True):
            self.blank()
            self.note(mark, note)

    def note(self, mark: str, note: Sequence[Para]) -> None:
        """A footnote: its stars, then its paragraphs as one."""
        spans: list[TextSpan] = []
        for para in note:
            spans += [TextSpan(" "), *para.spans] if spans else para.spans
        body = _spans(_stripped(merged(spans)), iter(()))
        where = note[0].place if note else _NOWHERE
        self._put(_Line(f"{mark} ") + body._replace(text=body.text.replace(_BREAK, " ")), where)

    def _body(
        self, para: Para, lead: str, number: str, spans: tuple[TextSpan, ...], marks: Iterator[str]
    ) -> None:
        if not number:
            if len(spans) > 1 and spans[1].bold and _TYPED.fullmatch(spans[0].text.strip()):
                spans = merged((spans[0]._replace(bold=True), *spans[1:]))  # "1.1 **Range:**"
            text = "".join(span.text for span in spans)
            if para.depth < 0 and _RULED.match(text):
                self._remarks.add("dropped", "a line that only rules off", text, para.place)
                self._lines.append("")
                self._places.append(_NOWHERE)
                return
            item = self._item(para, "- ") if para.depth >= 0 else ""
            body = _spans(spans, marks)
            opens = _OPENS.match(body.text) if not spans[0].bold and not spans[0].italic else None
            escape = "\\" if opens else ""
            below = " " * (self._nested[-1][1] if self._nested and not item else 0)
            self._lay(_Line(lead + below + item + escape) + body, para, below + " " * len(item))
        elif _is_section(para):
            whole = len(spans) == 1 and spans[0].bold
            if spans and spans[0].bold:
                first = spans[0]._replace(text=_before(number, para.glued) + spans[0].text)
                self._lay(_Line(lead) + _spans((first, *spans[1:]), marks), para, "")
            elif is_title(para.text) and not whole:
                self._lay(_Line(f"{lead}{number}" + " " * (not para.glued)) + _spans(spans, marks), para, "")
            else:
                self._lay(_Line(f"{lead}**{number}** ") + _spans(spans, marks), para, "")
        else:
            item = self._item(para, f"{number} " if _ORDERED.fullmatch(number) else "- ")
            shown = f"**{number}**" if para.strong and _LETTERED.fullmatch(number) else number
            named = "" if item.endswith(f"{number} ") else f"{shown} "
            self._lay(_Line(lead + item + named) + _spans(spans, marks), para, " " * len(item))

    def _item(self, para: Para, mark: str) -> str:
        """The blanks and the mark before a list item: it stands below the words of the one that holds it."""
        while self._nested and self._nested[-1][0] >= para.depth:
            self._nested.pop()
        indent = self._nested[-1][1] if self._nested else 0
        self._nested.append((para.depth, indent + len(mark)))
        return " " * indent + mark

    def _lay(self, line: _Line, para: Para, indent: str) -> None:
        """A paragraph with its line breaks: each is a line of its own, as the document has it."""
        parts = line.text.split(_BREAK)
        at = 0
        for index, part in enumerate(parts):
            here = tuple((p - at, stale) for p, stale in line.fields if at <= p < at + len(part) + 1)
            end = "  " if index + 1 < len(parts) and part.strip() else ""
            begun = _Line(("> " if para.quoted else "") + indent) if index else _Line("")
            if part.strip():
                self._put(begun + _Line(part.rstrip() + end, here), para.place)
            at += len(part) + 1

    def table(self, grid: Grid) -> None:
        """A pipe table; what merged cells say stands in each cell that they cover. A table of one cell is a
        box, one whose cells hold headings only lays out a page."""
        notes = [note for row in grid.rows for cell in row for note in _notes(cell.content)]
        marks = iter(_stars(len(notes)))
        rows = self._rows(grid, marks)
        if not rows:
            return
        width = max(map(len, rows))
        head = _header(rows, grid.header)
        header = rows[:head]
        if head > 1:
            header = [[_together([row[i] for row in header if i < len(row)]) for i in range(width)]]
        for row in header or [[_Line("")] * width]:
            self._row(row, width, grid.place)
        self._put(_Line("|" + "---|" * width), grid.place)
        places = [_row_place(row, grid.place) for row in grid.rows]
        for row, place in list(zip(rows, places, strict=True))[head:]:
            self._row(row, width, place)
        for mark, note in zip(_stars(len(notes)), notes, strict=True):
            self.blank()
            self.note(mark, note)

    def _row(self, row: Sequence[_Line], width: int, place: DocumentPlace) -> None:
        line = _Line("|")
        for i in range(width):
            line += _Line(" ") + (row[i] if i < len(row) else _Line("")) + _Line(" |")
        self._put(line, place)

    def _rows(self, grid: Grid, marks: Iterator[str]) -> list[list[_Line]]:
        """The cells of each row, those of merged ones repeated."""
        waiting: dict[int, tuple[int, _Line]] = {}  # column: rows that a cell above still covers, its text
        found: list[list[_Line]] = []
        repeated = False
        for number, row in enumerate(grid.rows):
            line: list[_Line] = []

            def covered(line: list[_Line] = line) -> None:
                while len(line) < _WIDEST and waiting.get(len(line), (0,))[0]:
                    left, text = waiting[len(line)]
                    waiting[len(line)] = (left - 1, text)
                    line.append(text)

            alone = len(row) == 1 and row[0].across > 1
            for cell in row:
                covered()
                text = _cell(cell, marks)
                across = max(1, min(cell.across, _WIDEST - len(line)))
                for i in range(across):
                    if cell.down > 1:
                        waiting[len(line)] = (min(cell.down, len(grid.rows) - number) - 1, text)
                    # A row that is one cell heads those below it.
                    line.append(text._replace(fields=()) if i and not alone else text if not i else _Line(""))
                repeated = repeated or (((across > 1 and not alone) or cell.down > 1) and bool(text.text))
            covered()
            found.append(line)
        if repeated:
            self._remarks.add(
                "kept", "merged cells: what they say stands in each that they cover", "", grid.place
            )
        return found

    def _put(self, line: _Line, place: DocumentPlace) -> None:
        self._lines.append(line.text)
        self._places.append(place)
        number = len(self._lines)
        self._fields += [stale._replace(line=number, column=at + 1) for at, stale in line.fields]


def _row_place(row: Sequence[GridCell], place: DocumentPlace) -> DocumentPlace:
    for cell in row:
        for block in cell.content:
            if isinstance(block, Para) and block.text.strip():
                return block.place
    return place


def _before(number: str, glued: bool) -> str:
    return number + ("" if glued else " ")


def _numbered(number: str, glued: bool, body: _Line) -> _Line:
    return _Line(_before(number, glued)) + body if number else body


def _stars(count: int) -> list[str]:
    return ["\\*" * (i + 1) for i in range(count)]


def _notes(content: Sequence[Block]) -> Iterator[tuple[Para, ...]]:
    for block in content:
        if isinstance(block, Para):
            yield from block.notes
        else:
            for row in block.rows:
                for cell in row:
                    yield from _notes(cell.content)


def _stripped(spans: tuple[TextSpan, ...]) -> tuple[TextSpan, ...]:
    """The spans without blanks at either end."""
    found = list(spans)
    while found and not found[0].text.strip():
        found.pop(0)
    while found and not found[-1].text.strip():
        found.pop()
    if found:
        found[0] = found[0]._replace(text=found[0].text.lstrip())
        found[-1] = found[-1]._replace(text=found[-1].text.rstrip())
    return tuple(found) or (TextSpan(""),)


def _spans(spans: Sequence[TextSpan], marks: Iterator[str]) -> _Line:
    """Spans as Markdown, on one line but for breaks; a mark stands where each footnote is referred to."""
    line = _Line("")
    for bold, group in groupby(spans, key=lambda span: span.bold):
        inner = _Line("")
        for span in group:
            parts = _escaped(span.text).split(NOTE)
            text = parts[0] + "".join(f"{next(marks, '')}{part}" for part in parts[1:])
            stale = ((0, span.stale),) if span.stale is not None else ()
            linked = _linked(_Line(text, stale), span.link)
            inner += _marked(linked, "*") if span.italic else linked
        line += _marked(inner, "**") if bold else inner
    return line


def _linked(line: _Line, link: str) -> _Line:
    bare = line.text.strip()
    if not link or not bare or bare == link:
        return line
    return _Line(line.text.replace(bare, f"[{bare}]({link})", 1), tuple((at + 1, s) for at, s in line.fields))


def _marked(line: _Line, mark: str) -> _Line:
    """A line in its look: the mark stands within the blanks at either end, and at each end of a line."""
    found = _Line("")
    at = 0
    for part in _LINES.findall(line.text):
        bare = part.strip()
        before = part.index(bare) if bare else 0
        text = f"{part[:before]}{mark}{bare}{mark}{part[before + len(bare) :]}" if bare else part
        here = [(p - at, stale) for p, stale in line.fields if at <= p < at + len(part)]
        found += _Line(
            text, tuple((p + (len(mark) if p >= before and bare else 0), stale) for p, stale in here)
        )
        at += len(part)
    return found


def _escaped(text: str) -> str:
    return _MARKS.sub(lambda found: "\\" + found.group(), text)


def _cell(cell: GridCell, marks: Iterator[str]) -> _Line:
    """A cell's paragraphs on one line."""
    found: list[_Line] = []
    for block in cell.content:
        if isinstance(block, Grid):
            inner = [[_cell(each, marks).text for each in row] for row in block.rows]
            found.append(_Line("; ".join(", ".join(filter(None, row)) for row in inner)))
        elif block.text.strip() or block.number:
            body = _spans(_stripped(block.spans), marks)
            found.append(_numbered(block.number, block.glued, body))
    line = _Line("")
    for part in found:
        line = line + _Line("<br>") + part if line.text else part
    text = line.text.replace("\t", " ").replace("|", "\\|").replace(_BREAK, "<br>")
    return line._replace(text=text) if len(text) == len(line.text) else _Line(text)


def _header(rows: Sequence[Sequence[_Line]], told: int | None) -> int:
    """How many rows from the top are the header: as the document says, else the first unless it holds
    values."""
    if told is not None and told:
        return min(told, len(rows))
    first = [cell.text.strip("*") for cell in rows[0]]
    bold = all(cell.text.startswith("**") for cell in rows[0] if cell.text)
    return 0 if len(rows) == 1 or (not bold and any(map(_VALUE.match, first[1:]))) else 1


def _together(lines: Sequence[_Line]) -> _Line:
    """The cells of a column of a header that has several rows."""
    return _Line(" ".join(dict.fromkeys(line.text for line in lines if line.text)))
