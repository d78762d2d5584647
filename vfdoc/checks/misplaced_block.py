"""A piece of a text that has come to stand where it does not belong, as copying out of columns does.

The rule that it belongs to is told without it, and where it stands it makes no sense. Evidence, each
enough: a paragraph without the beginning of its sentence, which stands whole elsewhere; a list of one
item that nothing leads in, where another list of its kind that is led in has an item like it, and none of
its number, but the one before or behind it, in a text that leads in its lists; a cell that names the head of
another column and not that of its own, in a table whose heads differ in one word ("Fire Effect", "Melee
Effect"). A paragraph without its beginning that is found nowhere else is a note; none
where it goes on from its heading ("1.1 Leader" and below it "means whoever gives the orders.").

Bad:  waves of squadrons.      on the first page, where no sentence is open
Good: The cavalry attacks in successive waves of squadrons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeVar

from vfdoc.graph import ReferenceGraph
from vfdoc.language.sentences import ends_sentence
from vfdoc.model import (
    Block,
    Finding,
    ItemList,
    Paragraph,
    Related,
    Rulebook,
    Section,
    Severity,
    Table,
    TextLine,
    joined,
    tables_of,
)
from vfdoc.model.extract import SILENT_KINDS, BySection, Extract, Placed
from vfdoc.model.passage import Passage, words_of
from vfdoc.model.place import at_words, called

_Found = TypeVar("_Found")
_LINK = re.compile(r"!?\[[^\[\]]{0,200}\]\([^()\s]{0,500}\)[.;]?")
_LEADING = (":", "—", "–")  # ends of a title that leads in what follows: "67.1 In this rule —"
_FEWEST = 3  # words of the tail of a sentence
_MOST = 20  # tails and lists of a document that are sought elsewhere
_RUN = 3
_UNLED = 4  # lists that nothing leads in, of a text that leads them in
_SHARED = 0.4
_SENTENCE = 5  # words of a title that may be the beginning of a sentence
_OWN = re.compile(r"[*_]{0,2}\(\w{1,4}\)|[*_]{0,3}[^\W\d_]+(?:[ \xa0]\d+)?[*_]{0,3}:|([*_]{1,3})[^*_]+\1$")
_ITEM = re.compile(
    r"\w{1,4}[.)]\s|[ivxo]{1,5}(?:\t|\s\s)"
)  # "j. …", "ii   …", "o  …": an item, if not read as one
_NAME = re.compile(r"[^\W\d_]{1,20}?[A-Z]")  # "eShop": a name that is written so
_MARK = re.compile(r"\(?\w{1,4}[.)]")  # "1." in a line of its own, of what stands below it
_LETTERS = 10**6
_COLUMNS = 3  # with a head that ends in the same word


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each paragraph, list or cell that stands in the wrong place."""
    for documents in rulebook.hierarchies():
        ids = {document.id for document in documents}
        yield from _tails(rulebook, ids)
        yield from _lists(rulebook, ids)
        for placed, _ in _within(_has_pairs.over(rulebook.documents), ids):
            for table in tables_of(placed.section.blocks):
                yield from _cells(rulebook, placed.section, table)


def _within(found: Iterable[tuple[Placed, _Found]], ids: Collection[str]) -> Iterator[tuple[Placed, _Found]]:
    """What was found in sections of these documents that say something themselves."""
    return (
        (p, each) for p, each in found if p.section.document in ids and p.section.kind not in SILENT_KINDS
    )


# Tails of sentences


def _tails(rulebook: Rulebook, ids: Collection[str]) -> Iterator[Finding]:
    tails = [
        (placed.section, block)
        for placed, places in _within(_tails_of.over(rulebook.documents), ids)
        for at in places
        if isinstance(block := placed.section.blocks[at], Paragraph)
    ][:_MOST]
    said = list(_within(_said.over(rulebook.documents), ids)) if tails else []
    for section, block in tails:
        words = f" {' '.join(words_of(joined(block.lines)))} "
        # With some words before them, in another section.
        whole, head = next(
            (
                (placed.passage(passage), text.partition(words)[0].split())
                for placed, own in said
                if placed.section is not section
                for passage, text in own
                if text.find(words) > 0
            ),
            (None, []),
        )
        first = block.lines[0]
        message = "the paragraph has no beginning"
        if _goes_on_from_title(section, block, sure=whole is not None):
            continue
        if head and block is section.blocks[0] and words_of(section.title)[-len(head) :] == head:
            continue  # its heading has the beginning
        if whole is None:
            yield _finding(rulebook, section, first, "note", message, "join it to its sentence", None)
        else:
            where = whole.lines[0]
            message += f"; the whole sentence stands in line {where.line}"
            remedy = f"drop it, or move it to {called(whole.section)}"
            other = Related(whole.section.anchor, where.line, where.text[:80])
            yield _finding(rulebook, section, first, "warning", message, remedy, other)


@BySection
def _said(extract: Extract) -> tuple[tuple[Passage, str], ...]:
    """The passages of a section, each with its words between blanks."""
    return tuple((p, f" {' '.join(words_of(p.text))} ") for p in extract.passages)


@BySection
def _tails_of(extract: Extract) -> tuple[int, ...]:
    """The places of a section's blocks that are the end of a sentence."""
    section = extract.section
    pairs = zip((None, *section.blocks), section.blocks, strict=False)
    return tuple(
        at
        for at, (before, block) in enumerate(pairs)
        if isinstance(block, Paragraph) and _is_tail(section, before, block)
    )


def _is_tail(section: Section, before: Block | None, block: Paragraph) -> bool:
    """Whether a paragraph is the end of a sentence that begins nowhere above it."""
    first = block.lines[0].text
    if block.lines[0].line == section.line:  # it runs on after its title
        return False
    if block.role != "text" or not first[:1].islower() or _ITEM.match(first) or _NAME.match(first):
        return False
    if len(words_of(first)) < _FEWEST:
        return False
    if not ends_sentence(block.lines[-1].text):  # no sentence: a list of names, a line of a program
        return False
    above = joined(before.lines).strip() if isinstance(before, Paragraph) else ""
    return before is None or (ends_sentence(above) and _MARK.fullmatch(above) is None)


def _goes_on_from_title(section: Section, block: Paragraph, *, sure: bool) -> bool:
    """Whether a paragraph stands right below the heading of its section, with no more than one line between
    (blank, or drawn under the heading), or behind a number without a title; or is its first text, and the
    title begins a sentence. Where the whole sentence stands elsewhere (`sure`) only that."""
    if not (sure or section.title) and section.number is not None and block is section.blocks[0]:
        return True  # "3.8.1 by moving …": the number is that of an item
    begins = len(section.title.split()) > _SENTENCE and not ends_sentence(section.title)
    if begins and block is section.blocks[0]:
        return True
    return not sure and bool(section.title) and block.lines[0].line <= section.line + 2


# Lists


class _Item(NamedTuple):
    """A list item, whether its list has a lead-in, how many items that has, their numbers, and its own."""

    section: Section
    lines: tuple[TextLine, ...]
    led: bool
    size: int
    numbers: frozenset[int | None]
    number: int | None


def _lists(rulebook: Rulebook, ids: Collection[str]) -> Iterator[Finding]:
    items = [
        item._replace(section=placed.section, lines=tuple(map(placed.down, item.lines)))
        for placed, listed in _within(_items.over(rulebook.documents), ids)
        for item in listed
    ]
    if sum(1 / item.size for item in items if not item.led) > _UNLED:
        return
    counted = {(item.section.anchor, number) for item in items for number in item.numbers}
    lost = [
        item
        for item in items
        if item.size == 1 and not (item.led or _is_link(item) or _is_of_its_own(item, counted))
    ][:_MOST]
    whole = [item for item in items if item.led and item.size > 1] if lost else []
    led = [(item, _runs(joined(item.lines))) for item in whole]
    for item in lost:
        runs = _runs(joined(item.lines))
        alike: dict[str, _Item] = {}
        for other, others in led:
            fewest = min(len(runs), len(others))
            if other.section is item.section or not _fits(item, other):
                continue
            if fewest and len(runs & others) >= _SHARED * fewest:
                alike.setdefault(other.section.anchor, other)
        if not alike:
            continue
        other = next(iter(alike.values()))
        where = other.lines[0]
        message = f"nothing leads in this item; it is like those of {called(other.section)}"
        remedy = f"move it to {called(other.section)}, line {where.line}"
        related = Related(other.section.anchor, where.line, where.text)
        severity: Severity = "note" if len(alike) > 1 else "warning"  # what stands in several is a formula
        yield _finding(rulebook, item.section, item.lines[0], severity, message, remedy, related)


def _is_link(item: _Item) -> bool:
    """Whether an item is a link and nothing else."""
    return _LINK.fullmatch(joined(item.lines).strip()) is not None


def _is_of_its_own(item: _Item, counted: Collection[tuple[str, int | None]]) -> bool:
    """Whether an item says itself what it is, by a number, a label ("Note: …") or as a title, or goes on with
    the numbers of its section."""
    last = item.number - 1 if item.number else 0
    goes_on = last > 0 and (item.section.anchor, last) in counted
    return goes_on or _OWN.match(joined(item.lines)) is not None


def _fits(item: _Item, other: _Item) -> bool:
    """Whether an item may come from the other's list: unnumbered as that, or of a number that is missing
    there, next to one of its own."""
    number, numbers = item.number, other.numbers
    if number is None:
        return None in numbers
    return number not in numbers and (number - 1 in numbers or number + 1 in numbers)


def _number(marker: str) -> int | None:
    """The number of a list item, that of a letter beyond all others; None for a bullet."""
    bare = marker.strip("().")
    letter = len(bare) == 1 and bare.isalpha()
    return _LETTERS + ord(bare) if letter else int(bare) if bare.isdecimal() else None


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_of(text)
    return frozenset(tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))


@BySection
def _items(extract: Extract) -> tuple[_Item, ...]:
    """The items of a section's lists, their lines counted as the extract's are."""
    section, found = extract.section, []
    for before, block in zip((None, *section.blocks), section.blocks, strict=False):
        if not isinstance(block, ItemList):
            continue
        above = joined(before.lines).rstrip() if isinstance(before, Paragraph) else ""
        led = before is not None and not ends_sentence(above)
        led = led or (before is None and section.title.rstrip("*_ ").endswith(_LEADING))
        size, numbers = len(block.items), frozenset(_number(item.marker) for item in block.items)
        for item in block.items:
            if item.blocks and isinstance(item.blocks[0], Paragraph):
                lines = item.blocks[0].lines
                found.append(_Item(section, lines, led, size, numbers, _number(item.marker)))
    return tuple(found)


# Cells


@BySection
def _has_pairs(extract: Extract) -> bool:
    """Whether a section has a table with heads that differ in one word."""
    return any(_paired_heads(table) for table in tables_of(extract.section.blocks))


def _paired_heads(table: Table) -> dict[int, str]:
    """The first words of a table's heads that end in the same word, by their columns."""
    heads = [words_of(cell.text) for cell in table.header.cells] if table.header is not None else []
    pairs = [head for head in heads if len(head) == 2]
    last = {head[1] for head in pairs if sum(head[1] == other[1] for other in pairs) >= _COLUMNS}
    return {at: head[0] for at, head in enumerate(heads) if len(head) == 2 and head[1] in last}


def _cells(rulebook: Rulebook, section: Section, table: Table) -> Iterator[Finding]:
    named = _paired_heads(table)
    for row in table.rows:
        for at, cell in enumerate(row.cells):
            own = named.get(at)
            if own is None or not cell.text:
                continue
            said = set(words_of(cell.text))
            others = [word for column, word in named.items() if column != at and word in said]
            if own not in said and len(others) == 1 and table.header is not None:
                place = TextLine(row.line, cell.column, cell.text)
                right = next(column for column, word in named.items() if word == others[0])
                head = table.header.cells[right].text
                message = f'the cell speaks of {others[0]} under "{table.header.cells[at].text}"'
                related = Related(section.anchor, table.header.line, head)
                yield _finding(
                    rulebook, section, place, "warning", message, f'move it under "{head}"', related
                )


def _finding(
    rulebook: Rulebook,
    section: Section,
    place: TextLine,
    severity: Severity,
    message: str,
    remedy: str,
    other: Related | None,
) -> Finding:
    related = () if other is None else (other,)
    rule = "misplaced-block"
    return at_words(rulebook, section, rule, severity, place, message, remedy=remedy, related=related)
