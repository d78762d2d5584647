"""The stretches of a section that read as one: paragraphs, list items, table cells; and the items of
lists as they count, each a clause with an address ("6(4)", "4.2(a)") that may be missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Literal, NamedTuple

from vfdoc.model.document import (
    Block,
    Item,
    ItemList,
    Key,
    Paragraph,
    Quote,
    Section,
    Table,
    first_line,
    joined,
)
from vfdoc.model.text import TextLine

_WORD = re.compile(r"\d+(?:\.\d+)+|[^\W_]+")  # a number of several parts is one word
_OWN = re.compile(r"\(?(?P<mark>[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s")
ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_INNER = tuple({mark: str(n) for n, mark in enumerate(marks, start=1)} for marks in (ascii_lowercase, ROMANS))
_RUN_IN = re.compile(r"(?<![^\s—–-])\((?P<mark>[a-z]|[ivx]{1,4}|\d{1,2})\)\s+")
_ENDED = re.compile(r"[.;:](?:\s\w{2,3})?\s*$")  # "…; or"
_LONGEST_TITLE = 80
_CLAUSE = re.compile(r"[ \t*_]*\((?P<clause>[a-z]|[ivx]{2,4}|\d{1,3})\)")
_DIGITS = re.compile(r"\d+")
_PUT_IN = re.compile(r"\(?\d{1,2}[a-z]\)?(?!\w)")
_FEWEST = 2  # numbers of a list
_NUMBERED = re.compile(r"\(\d{1,2}\)|^[\s>*_-]*\d{1,2}[.)]\s")


class Passage(NamedTuple):
    """Lines of a section that read as one, and its words as one line.

    `ends` where it is the last of its section; `leads` where a list or table follows at once; `marker`
    is that of the list item.
    """

    section: Section
    form: Literal["paragraph", "item", "cell", "footnote"]
    lines: tuple[TextLine, ...]
    text: str
    ends: bool = False
    leads: bool = False
    marker: str = ""


def place_in(lines: tuple[TextLine, ...], start: int, end: int) -> TextLine:
    """The words from `start` to `end` of the joined lines at their place in the text; where a line end
    cuts them, those of the last line."""
    at = 0
    text = joined(lines)
    for number, line in enumerate(lines):
        length = len(line.text.strip())
        at = text.index(line.text.strip(), at)
        if end <= at + length or number == len(lines) - 1:
            first = max(start - at, 0)
            indent = len(line.text) - len(line.text.lstrip())
            words = line.text.strip()[first : end - at]
            blanks = len(words) - len(words.lstrip())
            return TextLine(line.line, line.column + indent + first + blanks, words.strip())
        at += length
    return lines[0]


class Sentence(NamedTuple):
    """A sentence, or a part of one set off by a dash: its place and its characters."""

    line: int
    column: int
    text: str


def passages(section: Section) -> tuple[Passage, ...]:
    """The passages of a section without its subsections, in order."""
    found = list(_passages(section, section.blocks))
    if found:
        found[-1] = found[-1]._replace(ends=True)
    return tuple(found)


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: letters and digits, small."""
    return _WORD.findall(text.casefold())


def _passages(section: Section, blocks: tuple[Block, ...]) -> Iterator[Passage]:
    for at, block in enumerate(blocks):
        match block:
            case Paragraph():
                leads = at + 1 < len(blocks) and isinstance(blocks[at + 1], ItemList | Table)
                form = "footnote" if block.role == "footnote" else "paragraph"
                yield Passage(section, form, block.lines, joined(block.lines), leads=leads)  # type: ignore[arg-type]
            case ItemList():
                for item in block.items:
                    for passage in _passages(section, item.blocks):
                        inner = passage.form != "paragraph"
                        yield passage if inner else passage._replace(form="item", marker=item.marker)
            case Quote():
                yield from _passages(section, block.blocks)
            case Table():
                for row in (*([block.header] if block.header else ()), *block.rows):
                    for cell in row.cells:
                        if cell.text:
                            place = TextLine(row.line, cell.column, cell.text)
                            yield Passage(section, "cell", (place,), cell.text.strip())
                yield from _passages(section, block.footnotes)


# Items as they count


def line_of(item: Item) -> str:
    """The first line of an item; "" where it begins otherwise."""
    first = item.blocks[0] if item.blocks else None
    return first.lines[0].text.strip() if isinstance(first, Paragraph) else ""


def title_of(item: Item) -> str:
    """The title of an item: one short line that ends as no sentence does, with more below it."""
    first = item.blocks[0] if len(item.blocks) > 1 else None
    text = line_of(item) if isinstance(first, Paragraph) and len(first.lines) == 1 else ""
    plain = text.strip("*_")
    return plain if len(plain) <= _LONGEST_TITLE and plain[:1].isupper() and plain[-1:].isalpha() else ""


def counted_item(blocks: Sequence[Block], path: Key, depth: int = 0) -> Item | None:
    """The item of that number, letter or path of both in the lists of these blocks; in a list within another
    the "1." of Markdown stands for letters and for Roman numerals too."""
    items = [item for block in blocks if isinstance(block, ItemList) for item in block.items]
    sought = str(path[0]).casefold()
    markers = list(counted(items))
    if depth > 0 and markers[:1] == ["1"] and items[0].marker == "1." and not sought.isdecimal():
        stands = [inner[sought] for inner in _INNER[:: 1 if depth == 1 else -1] if sought in inner]
        sought = next((number for number in stands if number in markers), sought)
    for item, marker in zip(items, markers, strict=True):
        if marker == sought:
            found = item if len(path) == 1 else counted_item(item.blocks, path[1:], depth + 1)
            if found is not None:
                return found
    if len(path) > 1 and isinstance(path[0], int) and isinstance(path[1], str):
        found = counted_item(blocks, (f"{path[0]}{path[1]}", *path[2:]), depth)  # (2a), put in behind (2)
        if found is not None:
            return found
    for block in blocks:
        for item in run_in(block) if isinstance(block, Paragraph) else ():
            if item.marker == sought:
                found = item if len(path) == 1 else counted_item(item.blocks, path[1:], depth + 1)
                if found is not None:
                    return found
    return None


def run_in(paragraph: Paragraph) -> Iterator[Item]:
    """The items that count in brackets within a paragraph, two at least, from the first letter, numeral or
    number on: "(a) full; (b) half; and (c) quarter"."""
    marks = [(row, found) for row in paragraph.lines for found in _RUN_IN.finditer(row.text)]
    for order in (ascii_lowercase, ROMANS, tuple(map(str, range(1, len(ROMANS))))):
        run: list[tuple[TextLine, re.Match[str]]] = []
        for row, found in marks:
            if found["mark"] == order[min(len(run), len(order) - 1)]:
                run.append((row, found))
        if len(run) > 1:
            ends = [(row.line, found.start()) for row, found in run[1:]] + [(paragraph.lines[-1].line + 1, 0)]
            whole = _ENDED.search(paragraph.lines[-1].text)  # else the last goes on below
            for (row, found), (line, end) in zip(run if whole else run[:-1], ends, strict=False):
                yield Item(found["mark"], (_between(paragraph, row, found.end(), line, end),))
            return


def _between(paragraph: Paragraph, first: TextLine, start: int, last: int, end: int) -> Paragraph:
    """The stretch of a paragraph from an offset in one line to that in another, which may lie behind it."""
    rows = [row for row in paragraph.lines if first.line <= row.line <= last]
    cut = [row._replace(text=row.text[:end]) if row.line == last else row for row in rows]
    head = cut[0]
    cut[0] = head._replace(text=head.text[start:], column=head.column + start)
    return Paragraph(tuple(row for row in cut if row.text.strip()))


def counted(items: Sequence[Item]) -> Iterator[str]:
    """The markers of items as they count: Markdown writes "1." before each and counts on; a bullet may stand
    before them."""
    last, count = "", 0
    for item in items:
        marker = item.marker.strip("().").casefold()
        if marker in "-*+•" and (own := _OWN.match(line_of(item))) is not None:
            marker = own["mark"]  # "- a. …": the bullet is the importer's
        again = marker.isdecimal() and marker == last
        count = count + 1 if again else int(marker) if marker.isdecimal() else 0
        last = marker or last
        yield str(count) if again else marker


# Paragraphs and clauses: items with an address of their own


class ListedClause(NamedTuple):
    """An item of a section's lists that counts: what it is cited by, and its first line (1-based)."""

    address: str
    line: int


def addressed(section: Section) -> tuple[ListedClause, ...]:
    """The clauses of a numbered section in lists that are whole, in order, with those within them."""
    return tuple(_addressed(section.blocks, section.number)) if section.number else ()


def _addressed(blocks: Sequence[Block], above: str) -> Iterator[ListedClause]:
    items = _whole(blocks)
    for item, marker in zip(items, counted(items), strict=True):
        if item.blocks:
            yield ListedClause(f"{above}({marker})", first_line(item.blocks[0]))
            yield from _addressed(item.blocks, f"{above}({marker})")


def items_of(blocks: Sequence[Block]) -> Iterator[tuple[Key, Item]]:
    """The items that count in the lists of some blocks, each with its number or letter."""
    items = [item for block in blocks if isinstance(block, ItemList) for item in block.items]
    for item, marker in zip(items, counted(items), strict=True):
        if marker.isalnum():
            yield (int(marker) if marker.isdecimal() else marker,), item


def has_no_paragraph(section: Section, paragraph: int) -> bool:
    """Whether the paragraphs of a section count, in brackets or as all that it says, are whole, and end
    before this one."""
    first = next((block for block in section.blocks if isinstance(block, ItemList)), None)
    counts = first is not None and (
        first.items[0].marker == "(1)" or (first.items[0].marker == "1." and first is section.blocks[0])
    )
    return counts and lacks(section, (paragraph,))


def lacks(section: Section, path: Key) -> bool:
    """Whether the one list of a section is whole from its first item on and has not the item of a path, nor
    does the text name such a one elsewhere: "(a) of wood; (b) dry". A list of letters, and no number in
    brackets in all of the section, has no item (5)."""
    blocks = section.blocks
    for depth, part in enumerate(path):
        items = _whole(blocks)
        markers = list(counted(items))
        letters = markers[:1] == ["a"]
        alike = letters == isinstance(part, str) and (letters or _are_counted_alike(items, depth))
        if not items or not alike:
            of_letters = letters and isinstance(part, int) and depth == 0 and len(items) > _FEWEST
            return of_letters and not has_numbers(section)
        if str(part) not in markers:
            said = re.compile(rf"(?<!\w)\({part}\)")
            return not any(said.search(line) for line in lines_of(section.blocks))
        blocks = items[markers.index(str(part))].blocks
    return False


def has_numbers(section: Section) -> bool:
    """Whether a number stands in brackets in a section, or begins one of its lines: "(1)", "1."."""
    return any(map(_NUMBERED.search, (section.title, *lines_of(section.blocks))))


def _whole(blocks: Sequence[Block]) -> tuple[Item, ...]:
    """The items that some blocks count from the first on, without a gap: of one list, or of several of one
    form that count on (the foot of a page, a paragraph put in between, cuts a list in two); else nothing."""
    lists = [block.items for block in blocks if isinstance(block, ItemList) and block.ordered]
    items: list[Item] = []
    for own in ([item for item in each if not _is_put_in(item)] for each in lists):
        if not own or (items and not _counts_on(items, own)):
            return ()
        items += own
    markers = list(counted(items))
    letters = markers[:1] == ["a"]
    numbers = list(ascii_lowercase) if letters else list(map(str, range(1, len(markers) + 1)))
    return (
        tuple(items)
        if markers == numbers[: len(markers)] and len(items) >= (1 if letters else _FEWEST)
        else ()
    )


def _is_put_in(item: Item) -> bool:
    """Whether an item stands behind the number that it goes by, between that and the next: (4a)."""
    counts = any(map(str.isalnum, item.marker))
    return _PUT_IN.match(item.marker if counts else line_of(item)) is not None


def _counts_on(items: Sequence[Item], after: Sequence[Item]) -> bool:
    """Whether a list goes on from items before it: in their form, from the next number on, as printed."""
    forms = {_DIGITS.sub("1", item.marker) for item in (items[0], after[0])}
    printed = after[0].marker.strip("().")
    last = list(counted(items))[-1]
    return len(forms) == 1 and last.isdecimal() and printed == str(int(last) + 1)


def _are_counted_alike(items: Sequence[Item], depth: int) -> bool:
    """Whether items are cited as the numbers that they are: Markdown's within another list may be letters."""
    return depth == 0 or [item.marker for item in items[:2]] != ["1.", "1."]


def clauses_of(section: Section) -> Iterator[str | int]:
    """The letters and numbers in brackets that begin the lines of a section."""
    for line in lines_of(section.blocks):
        yield from clauses_at(line)


def clauses_at(line: str) -> Iterator[str | int]:
    """The letter or number in brackets with which a line begins."""
    if (found := _CLAUSE.match(line)) is not None:
        clause = found.group("clause")
        yield int(clause) if clause.isdigit() else clause


def lines_of(blocks: Sequence[Block]) -> Iterator[str]:
    """The lines of some blocks, and the markers of items."""
    for block in blocks:
        match block:
            case Paragraph():
                yield from (line.text for line in block.lines)
            case ItemList():
                for item in block.items:
                    yield item.marker
                    yield from lines_of(item.blocks)
            case Quote():
                yield from lines_of(block.blocks)
