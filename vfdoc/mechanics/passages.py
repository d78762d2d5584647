"""The passages of a section: the clauses of its prose and the cells of its tables, each with what stands
around it.

Tables come first: those that the reading of the outline found, and those that a text sets with gaps, tabs,
dot leaders, semicolons, HTML or one cell a line. A cell knows its row's label, its column's head, the panel
that it stands in and what is said above the table; a clause its panel, label and lead-in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

from vfdoc.mechanics.clause_sentences import sentence_places
from vfdoc.mechanics.footnotes import marks_cited, notes_by_mark, single_marks, unmarked
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.markup import SIGNED, html_rows, plain, unmarked_text
from vfdoc.model.document import Block, ItemList, Paragraph, Quote, Section, Table
from vfdoc.model.text import TextLine

_GAP = re.compile(r"(?:\s*(?:(?:\.\s){3,}|\.{4,})[\s.]*|\s*…+[\s.…]*|\s*_{3,}\s*|\t+|\s{2,})")
_LEADER = re.compile(r"(?:\.\s){3,}|\.{4,}|…{2,}|_{3,}|\t|\S\s{3,}\S")
_ALONE = re.compile(r"^\s*[+−–-]\s?\d{1,3}(?:[\"”″%]|\s?(?:DRM|DM))?\s*$")
_SIGN_FIRST = re.compile(r"^\s*[+−–-]\s?\d{1,3}[\"”″%]?[:,]?\s+(?=\S)")
_HEAD = re.compile(
    r"^(?P<head>[A-Z][^.:;!?+−\d]{1,50}?(?:\s?[(\[][^)\]]{1,30}[)\]])?)(?P<stop>[:.])\s+(?=\S)"
)
_LISTED = re.compile(r"[A-Z][^.:;!?+−\d]{1,50}:\s*(?:[+−–-]\s?\d|\d[LR]\b)")
_LETTER = re.compile(
    r"^\s*(?:[(\[]?(?:[a-z]|\d{1,2}|[ivx]{1,4})[)\].]|(?:[IVX]{1,5}|\d{1,2})\.\d{1,2}[.)]?)\s+"
)
_LEVEL = re.compile(r"[+−–-]?\s?\d{1,3}(?!\w)")
_HYPHEN = re.compile(r"[a-zà-ÿ]-$")
_RULED = re.compile(r"^[\s=_|+–—-]{5,}$")
_ABOVE = 300
_SHORT = 60
_LEVELS = 4  # rows of a table of levels
_TOLD = 4  # words of a cell that is a sentence
_WORDED = re.compile(r"[^\W\d_]{3}|[^\W\d_]+\W+[^\W\d_]")  # a cell that has a word, or two short ones
_DIGIT = re.compile(r"\d")


class ClausePassage(NamedTuple):
    """A clause or cell: its text, where its stretches stand (offset, line, column), and what is around it.

    `label` is that of its row or run-in heading, `column` its column's head, `panel` the title of its table
    or list, `lead` what introduces it, `beside` the other cells of its row behind their heads, `after` the
    sentence that follows; `cell` says whether it stands in a table, `result` in one that says what comes of a
    roll, `note` whether it is a footnote, `marked` whether one speaks of it, `crossed` whether rows of that
    table state a change in several columns, whose heads then may be cases of what its `corner` names,
    `unheaded` whether other cells of its row state changes too and no head says which is which,
    `unread_cells` are the cells of its row that are no part of it, `notes` the footnotes of its table that
    marks at it cite, `ladder` says that its table tells levels ("easy +2, normal 0, hard −2"), `example` that
    it stands in a worked example; of a table that says what things are, and changes nothing, `heads` are all
    there is."""

    text: str
    places: tuple[tuple[int, int, int], ...]
    label: str = ""
    column: str = ""
    panel: str = ""
    lead: str = ""
    heads: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    after: str = ""
    before: str = ""
    cell: bool = False
    note: bool = False
    marked: bool = False
    result: bool = False
    example: bool = False
    crossed: bool = False
    corner: str = ""
    unheaded: bool = False
    unread_cells: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ladder: bool = False

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`."""
        at = max(bisect_right(self.places, (offset, 10**9, 0)) - 1, 0)
        start, line, column = self.places[at]
        return line, column + offset - start


class PrintedTable(NamedTuple):
    """A table as it is printed, by pipes or with gaps: its caption, heads and rows of cells (text, line,
    column), and the words that stand over it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, int, int], ...], ...]
    above: str


def passages(section: Section, lexicon: Lexicon) -> Iterator[ClausePassage]:
    """The passages of a section in the order of its text."""
    found = list(_blocks(section.blocks, "", "", lexicon))
    for at, passage in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        follows = (
            after is not None
            and after.label == passage.label
            and ((after.cell and bool(after.before)) if passage.cell else not after.cell)
        )
        yield passage._replace(after=after.text) if after is not None and follows else passage


def printed_tables(blocks: Sequence[Block]) -> Iterator[PrintedTable]:
    """The tables of a section in the order of its text."""
    above = ""
    for block in _rejoined(blocks):
        match block:
            case Table():
                rows = tuple(
                    tuple((plain(cell.text).strip(), row.line, cell.column) for cell in row.cells)
                    for row in block.rows
                )
                heads = tuple(plain(cell.text).strip() for cell in block.header.cells) if block.header else ()
                yield PrintedTable(plain(block.title or "").strip(), heads, rows, above)
            case Paragraph(lines) if any("<td" in line.text.lower() for line in lines):
                named, listed, *_ = html_rows(lines)
                yield PrintedTable("", tuple(named), tuple(map(tuple, listed)), above)
            case Paragraph(lines):
                for kind, run in groupby(_kinds(lines), key=lambda pair: pair[0]):
                    part = [line for _, line in run]
                    if kind == "table":
                        yield _set_with_gaps(part, above)
                    else:
                        above = " ".join(plain(line.text).strip() for line in part[-4:])[-_ABOVE:]
            case Quote(inside):
                yield from printed_tables(inside)
            case ItemList(items):
                for item in items:
                    yield from printed_tables(item.blocks)


def _set_with_gaps(lines: Sequence[TextLine], above: str) -> PrintedTable:
    """A table whose cells gaps set apart; a first line that is no header and has one cell is its caption."""
    rows = [_cells(line) for line in lines]
    heads: list[str] = []
    title = ""
    if len(rows) > 2 and len(rows[0]) == 1 and len(rows[1]) > 1:
        title = plain(rows.pop(0)[0][0]).strip()
    if len(rows) > 1 and not any(SIGNED.search(cell[0]) for cell in rows[0]) and _is_header(rows):
        heads = [plain(cell[0]).strip() for cell in rows.pop(0)]
        if len(heads) < max(len(row) for row in rows):
            heads.insert(0, "")
    shown = (tuple((plain(text).strip(), line, at) for text, line, at in row) for row in rows)
    return PrintedTable(title, tuple(heads), tuple(shown), above)


def _blocks(blocks: Sequence[Block], lead: str, label: str, lexicon: Lexicon) -> Iterator[ClausePassage]:
    above, over = lead, ""
    for at, block in enumerate(_rejoined(blocks)):
        above = over or above if isinstance(block, ItemList) else above  # a list goes on behind a list
        over = ""
        match block:
            case Paragraph(lines):
                if len(lines) == 1 and _ALONE.match(plain(lines[0].text)) and above:
                    line = lines[0]
                    yield ClausePassage(
                        plain(line.text), ((0, line.line, line.column),), label=above[-_ABOVE:], cell=True
                    )
                    continue
                listed = block.role == "footnote" and above.endswith(":")
                for passage in _paragraph(
                    lines, above if above.endswith(":") else lead, label, above, lexicon
                ):
                    yield passage._replace(note=True) if block.role == "footnote" and not listed else passage
                if listed:
                    continue  # an item of a list whose marks look like those of footnotes
                above = " ".join(plain(line.text) for line in lines[-4:]).strip()[-_ABOVE:]
                *_, (begin, end) = sentence_places(above) if above else [(0, 0)]
                above = above[begin:end]
            case ItemList(items):
                over = above if above.endswith((":", "–", "-")) or not lead else lead
                for item in items:
                    yield from _blocks(
                        item.blocks, over if over.endswith(":") or at else lead, label, lexicon
                    )
                above = lead
            case Quote(inside):
                yield from _blocks(inside, "", label, lexicon)
                above = ""
            case Table():
                rows = [[(cell.text, row.line, cell.column) for cell in row.cells] for row in block.rows]
                heads = [plain(cell.text).strip() for cell in block.header.cells] if block.header else []
                panel = plain(block.title or "").strip()
                noted = [line.text for note in block.footnotes for line in note.lines]
                following = blocks[at + 1] if at + 1 < len(blocks) else None
                if not noted and isinstance(following, Paragraph):
                    noted = [line.text for line in following.lines]
                yield from _table(
                    rows, heads, panel, above, lexicon, notes=notes_by_mark(plain(" ".join(noted)))
                )
                for note in block.footnotes:
                    for passage in _paragraph(note.lines, "", label, "", lexicon):
                        yield passage._replace(note=True)
                above = lead


def _rejoined(blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks with tables made whole that a blank line parts: rows of as many cells, and no head of its
    own."""
    before: Paragraph | None = None
    for block in blocks:
        if isinstance(block, Paragraph) and before is not None and _goes_on(before.lines, block.lines):
            before = Paragraph((*before.lines, *block.lines))
            continue
        if before is not None:
            yield before
        before = block if isinstance(block, Paragraph) else None
        if before is None:
            yield block
    if before is not None:
        yield before


def _goes_on(above: Sequence[TextLine], lines: Sequence[TextLine]) -> bool:
    if not all(_LEADER.search(unmarked_text(line.text).strip()) for line in (lines[0], above[-1])):
        return False
    size = len(_cells(lines[0]))
    return size > 2 and SIGNED.search(lines[0].text) is not None and len(_cells(above[-1])) == size


def _paragraph(
    lines: Sequence[TextLine], lead: str, label: str, above: str, lexicon: Lexicon
) -> Iterator[ClausePassage]:
    """A paragraph: its tabular lines as tables, lines that begin with a signed number by themselves, one
    cell a line, and the rest as prose."""
    if any("<td" in line.text.lower() for line in lines):
        yield from _html(lines, above, lexicon)
        return
    panel, said = "", above
    for kind, run in groupby(_kinds(lines), key=lambda pair: pair[0]):
        part = [line for _, line in run]
        if kind == "table":
            rows = [_cells(line) for line in part]
            heads: list[str] = []
            leaders = ". ." in part[0].text or "...." in part[0].text
            if (
                len(rows) > 1
                and not leaders
                and not any(SIGNED.search(cell[0]) for cell in rows[0])
                and _is_header(rows)
            ):
                heads = [cell[0] for cell in rows.pop(0)]
                if len(heads) < max(len(row) for row in rows):  # nothing stands over the labels
                    heads.insert(0, "")
            yield from _table(rows, heads, panel, said, lexicon, columns=bool(heads))
        elif kind == "signed":
            for line in part:
                text = plain(line.text)
                for start, end in sentence_places(text):
                    yield ClausePassage(
                        text[start:end],
                        ((0, line.line, line.column + start),),
                        label,
                        before=text[:start],
                        panel=panel,
                        lead=said[-_ABOVE:],
                        cell=True,
                    )
        elif kind == "alone":
            for line in part:
                yield ClausePassage(
                    plain(line.text), ((0, line.line, line.column),), label=said[-_ABOVE:], cell=True
                )
        else:
            yield from _prose(part, lead if kind == "prose" else "", label, lexicon)
            text = plain(part[-1].text).strip()
            panel = text.rstrip(":") if len(text) < _SHORT and (text.isupper() or text.endswith(":")) else ""
            said = " ".join(plain(line.text).strip() for line in part[-3:])


def _kinds(lines: Sequence[TextLine]) -> Iterator[tuple[str, TextLine]]:
    """Each line with what it is: of a table, one that begins with a signed number or is one, prose."""
    semicolons = [line.text.count(";") for line in lines]
    listed = (
        len(lines) > 2
        and semicolons[0] > 0
        and len(set(semicolons)) == 1
        and max(len(x.text) for x in lines) < 90
    )
    before = ""
    for line in lines:
        text = plain(line.text)
        kind = "prose"
        if before == "table" and _RULED.match(line.text) and line.text.count("-") + line.text.count("=") > 4:
            continue  # a rule below the heads
        if listed:
            kind = "table"
        elif _ALONE.match(text):
            kind = "table" if before == "table" and line.column > 20 else "alone"
        elif _SIGN_FIRST.match(text):
            kind = "signed"
        elif (
            _LEADER.search((bare := unmarked_text(line.text)).strip())
            and len(_split(bare)) > 1
            and len(max(_split(bare), key=len)) < 70
        ) or (before == "table" and line.column > 30):
            kind = "table"
        elif before == "signed" and line.column > lines[0].column + 2:
            kind = "signed"
        before = kind
        yield kind, line


def _split(text: str) -> list[str]:
    return [part for part in _GAP.split(text.strip()) if part.strip()]


def table_cells(text: str) -> list[str]:
    """The cells that gaps, tabs or leaders set apart in a line."""
    return _split(plain(text))


def _cells(line: TextLine) -> list[tuple[str, int, int]]:
    """The cells of a line that sets them apart: text, line, column."""
    text = plain(line.text)
    cuts = [(0, 0), *((m.start(), m.end()) for m in _GAP.finditer(text)), (len(text), len(text))]
    if text.count(";") and len(_split(text)) < 2:
        cuts = [
            (0, 0),
            *((m.start(), m.end()) for m in re.finditer(r"\s*;\s*", text)),
            (len(text), len(text)),
        ]
    found = []
    for (_, start), (end, _) in pairwise(cuts):
        if text[start:end].strip():
            found.append((line.text[start:end].strip(), line.line, line.column + start))
    return found


def _is_header(rows: Sequence[Sequence[tuple[str, int, int]]]) -> bool:
    if any(cell[0][:1] in "+−–-" for cell in rows[0]):
        return False
    wide = max(len(row) for row in rows[1:])
    return len(rows[0]) in (wide, wide - 1) and len(rows[0]) > 1


def _html(lines: Sequence[TextLine], above: str, lexicon: Lexicon) -> Iterator[ClausePassage]:
    heads, rows, title, notes = html_rows(lines)
    if rows:
        yield from _table(rows, heads, title, above, lexicon, notes=notes)


def _table(
    rows: Sequence[Sequence[tuple[str, int, int]]], heads: Sequence[str], panel: str, above: str, lexicon:
    Lexicon, columns: bool = True, notes: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[ClausePassage]:  # fmt: skip
    """The cells of a table that state something; cells that go on with the row above are part of it."""
    label = ""
    rows = [[(single_marks(text), line, column) for text, line, column in cells] for cells in rows]
    marks = [[marks_cited(plain(cell[0]), notes) for cell in cells] for cells in rows]
    rows = [
        [(unmarked(text, cited), line, column) for (text, line, column), cited in zip(*each, strict=True)]
        for each in zip(rows, marks, strict=True)
    ]
    shown_rows = [[plain(cell[0]).strip() for cell in cells] for cells in rows]
    if _is_profile(shown_rows, heads, lexicon):
        yield ClausePassage("", ((0, rows[0][0][1], rows[0][0][2]),), heads=tuple(heads[1:]))
        return
    results = _tells_results(shown_rows, heads, lexicon)
    ladder = _is_ladder(shown_rows)
    crossed = len(heads) > 2 and any(sum(map(is_signed, row[1:])) > 1 for row in shown_rows)
    titles = bool(heads) and (not any(heads[1:]) or "to" in heads[0].casefold().split()[:1])
    caption = heads[0].strip() if titles else ""  # a head over the labels and none beside it
    labels = [row[0] for row in shown_rows if row and row[0]]
    shared = len(set(labels)) < len(labels)
    stem = heads[0].rstrip(" .…") if heads and heads[0].endswith(("...", "…", ". .")) else ""
    for cells, texts, cited in zip(rows, shown_rows, marks, strict=True):
        signed = [bool(SIGNED.search(text)) for text in texts]
        first = texts[0] if texts else ""
        bare = bool(signed and signed[0] and _SIGN_FIRST.match(first + " ") and len(cells) > 1)
        goes_on = bool(label and not heads and not bare and signed and signed[0] and len(cells) > 1)
        goes_on = goes_on and not SIGNED.search(label)  # "rested +1 | lit +1" below "Shoot | waded −2"
        if not bare and first and not goes_on:
            label = f"{stem} {first}".strip()
        offset = max(len(heads) - len(cells), 0) if not columns else 0
        parts = [part for text in texts[1:] for part in _split(text)]
        valued = [part for part in parts if is_signed(part) or part.isdigit()]
        unheaded = len(valued) > 1 and any(map(is_signed, valued)) and len(heads) < len(cells)
        for at, (text, line, column) in enumerate(cells):
            if at == 0 and len(cells) > 1 and not bare and not goes_on:
                continue
            head = heads[at + offset] if at + offset < len(heads) else ""
            if heads and len(heads[0]) > 2 and heads[0].casefold() in head.casefold().split():
                head = ""  # "Cover | Cover DM": by what it differs, and not what is changed
            beside = [(n, t) for n, t in enumerate(texts) if n not in (at, 0) and not signed[n]]
            others = [
                t for n, t in enumerate(texts)
                if n not in (at, 0 if not bare else -1)
                and not signed[n]
                and (len(heads) < 3 or _remarks(heads, n, lexicon) or _tells(t, lexicon))
            ]  # fmt: skip
            said = tuple(t for t in others if _WORDED.search(t))
            left = tuple(t for _, t in beside if t not in others and _WORDED.search(t))
            # Of rows of one label a band of numbers says which is which: "Hard | Coverage 51-99%".
            bands = [n for n, t in beside if shared and not _WORDED.search(t) and _DIGIT.search(t)]
            if len(bands) == 1 and not crossed:
                over = heads[bands[0] + offset : bands[0] + offset + 1]
                said += (" ".join((*over, texts[bands[0]])).strip(),)
            else:
                left += tuple(texts[n] for n in bands)
            own = label if not bare else (said[0] if said else "")
            shown = plain(text)
            for start, end in sentence_places(shown):
                shown_label = own if len(cells) > 1 else ""
                titled = panel or caption
                yield ClausePassage(
                    text=shown[start:end],
                    places=((0, line, column + start),),
                    label=shown_label,
                    column=head,
                    panel=titled,
                    lead=above[-_ABOVE:],
                    beside=said[1:] if bare else said,
                    before=shown[:start],
                    cell=True,
                    marked=bool(text.count("*") % 2 or cells[0][0].count("*") % 2),
                    result=results,
                    crossed=crossed,
                    corner=heads[0].strip() if crossed and not stem else "",
                    unheaded=unheaded,
                    ladder=ladder,
                    unread_cells=left if not crossed else (),
                    notes=tuple(notes[mark] for mark in dict.fromkeys(cited[0] + cited[at])),
                )


def _is_ladder(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows of a table are levels, each of one amount, that go from what helps to what harms: of
    these one is chosen."""
    if len(rows) < _LEVELS or any(len(row) < 2 or len(row[0].split()) > 2 for row in rows):
        return False
    said = [[m.group() for text in row[1:] for m in _LEVEL.finditer(text)] for row in rows]
    if any(len(each) != 1 for each in said):
        return False
    amounts = [int(re.sub(r"\D", "", t)) * (-1 if t[0] in "−–-" else 1) for (t,) in said]
    steps = {later > before for before, later in pairwise(amounts)}
    return min(amounts) < 0 < max(amounts) and len(steps) == 1


def is_signed(text: str) -> bool:
    """Whether a cell is a signed number and no more."""
    return _ALONE.match(text) is not None


def _is_profile(rows: Sequence[Sequence[str]], heads: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a table says what things are: a column holds what they cost, or two hold plain numbers, and
    its signed numbers are what they have."""
    if not heads or not any(map(is_signed, (text for row in rows for text in row))):
        return False
    cells = [[row[at] for row in rows if at < len(row)] for at in range(1, len(heads))]
    plain_ones = sum(bool(column) and all(map(str.isdigit, column)) for column in cells)
    priced = any(
        lexicon.says("price", head) and not lexicon.says("generic", head) and all(map(str.isdigit, column))
        for head, column in zip(heads[1:], cells, strict=True)
        if column
    )
    return plain_ones > 1 or (priced and sum(any(map(is_signed, column)) for column in cells) > 1)


def _tells_results(rows: Sequence[Sequence[str]], heads: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a table says what comes of a roll: its rows are numbers and bands of numbers, or its head names
    the dice, and its cells are no signed numbers."""
    labels = [row[0] for row in rows if row]
    cells = [text for row in rows for text in row[1:] if text]
    if len(labels) < 3 or not cells or sum(map(is_signed, cells)) * 2 > len(cells):
        return False
    dice = bool(heads) and any(word.token.kind == "DICE" for word in words_of(heads[0], lexicon.language))
    bands = sum(_is_band(label, lexicon) for label in labels)
    return dice or bands * 2 > len(labels)


def _is_band(label: str, lexicon: Lexicon) -> bool:
    """Whether a label is a number or a band of numbers: "3–5", "6 or more", "short by 2+", "1 to spare"."""
    words = words_of(label, lexicon.language)
    numbers = [word for word in words if word.token.kind in ("NUMBER", "RANGE", "TARGET")]
    edges = {"at_least", "at_most", "cases", "to", "by", "exceeds", "below"}
    named = [w for w in words if w.token.kind == "WORD" and not edges & set(w.kinds)]
    return bool(numbers) and len(named) < 2 and words.index(numbers[0]) < 3


def _tells(cell: str, lexicon: Lexicon) -> bool:
    """Whether a cell tells something in a sentence, as what a row means: "The target is lower"."""
    words = words_of(cell, lexicon.language)
    return len(words) >= _TOLD and any({"being", "definite"} & set(word.kinds) for word in words)


def _remarks(heads: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    """Whether a column holds remarks on the others, and no effects of its own."""
    return at < len(heads) and lexicon.says("remark", heads[at])


def _prose(lines: Sequence[TextLine], lead: str, label: str, lexicon: Lexicon) -> Iterator[ClausePassage]:
    """Prose as sentences; a run-in heading at the start of a line is the label of what follows."""
    part: list[TextLine] = []
    titled = sum(_is_titled(line) for line in lines) > 1
    for line in lines:
        text = plain(line.text)
        head = _HEAD.match(text.lstrip())
        if (part and titled and _is_titled(line)) or (
            (
                part
                and head is not None
                and (head["head"].isupper() or (head["stop"] == ":" and len(head["head"]) < 30))
            )
            and (
                head["head"].split(" (")[0].isupper()
                or plain(part[-1].text).rstrip().endswith((".", ";", ":"))
            )
        ):
            yield from _sentences_of(part, lead, label, lexicon)
            part = []
        part.append(line)
    if part:
        yield from _sentences_of(part, lead, label, lexicon)


def _is_titled(line: TextLine) -> bool:
    """Whether a line begins with a short title and a colon, as each line of a list does: "Range: far −2"."""
    head = _HEAD.match(plain(line.text).lstrip())
    return head is not None and head["stop"] == ":" and len(head["head"].split()) < 4


def _sentences_of(
    lines: Sequence[TextLine], lead: str, label: str, lexicon: Lexicon
) -> Iterator[ClausePassage]:
    text, places = _joined(lines)
    start = 0
    letter = _LETTER.match(text)
    start = letter.end() if letter else 0
    start += len(text[start:]) - len(text[start:].lstrip())
    head = _HEAD.match(text[start:])
    panel = ""
    if head is not None and len(head["head"].split()) <= 6 and not lexicon.says("exception", head["head"]):
        verbs = ("if", "add", "subtract", "roll", "unless", "forbids", "permits")
        if (head["stop"] == ":" and not any(lexicon.says(kind, head["head"]) for kind in verbs)) or (
            head["stop"] == "."
            and len(head["head"].split()) <= 3
            and (letter or start or "*" in lines[0].text[:6])
        ):
            panel = head["head"]
            start += head.end()
    before = ""
    example = lexicon.says("example", text[:40])
    for begin, end in sentence_places(text, start):
        sentence = text[begin:end]
        if begin > start and _LISTED.match(sentence):  # the next item of its line has its own
            label, panel = "", ""
        yield ClausePassage(
            sentence,
            _shifted(places, begin, end),
            panel or label,
            lead=lead,
            before=before,
            panel=panel,
            example=example,
        )
        before = sentence


def _joined(lines: Sequence[TextLine]) -> tuple[str, list[tuple[int, int, int]]]:
    """Lines as one text, words that were cut at a line's end joined, with the place of each line's
    beginning."""
    text, places = "", list[tuple[int, int, int]]()
    parts: list[str] = []
    size = 0
    for line in lines:
        said = plain(line.text).rstrip()
        if parts and _HYPHEN.search(parts[-1]) and said[:1].islower():
            parts[-1] = parts[-1][:-1]
            size -= 1
        elif parts:
            parts.append(" ")
            size += 1
        places.append((size, line.line, line.column))
        parts.append(said)
        size += len(said)
    text = "".join(parts)
    return text, places


def _shifted(
    places: Sequence[tuple[int, int, int]], start: int, end: int
) -> tuple[tuple[int, int, int], ...]:
    at = max(bisect_right(places, (start, 10**9, 0)) - 1, 0)
    offset, line, column = places[at]
    last = bisect_right(places, (end, 0, 0))
    inside = ((o - start, ln, col) for o, ln, col in places[at + 1 : last])
    return ((0, line, column + start - offset), *inside)
