"""Tables of a text whose game nobody has described: values that are looked up, and what comes of a roll.

In: the sections' passages and the tests that they state. Out: lookups, all of them proposed. A table by dice
has the dice that its head, its caption or the words over it name alone, and the test of its section or
chapter that is rolled with them; columns of signed numbers are changes of a roll, and no part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vfdoc.mechanics.asked_rolls import BARE_DICE, only_sides
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.passages import PrintedTable, is_signed, printed_tables
from vfdoc.mechanics.rolls import slug
from vfdoc.mechanics.section_passages import SectionPassages
from vfdoc.model.document import Block, ItemList, Paragraph, Quote
from vfdoc.model.mechanics import Lookup, LookupRow, Test

__all__ = ["band_of", "read_lookups"]

_ORIGINS = ("rules", "sheet")
_NO_RULES = ("contents", "index", "front")
_FEWEST = 2  # rows of a table of values
_FEWEST_BANDS = 3  # rows of a table by dice
_FEWEST_BARE = 3  # rows of a table without heads
_OPEN = 10_000  # the end of a band that has none
_BEYOND = 2  # by how much the bands of a table may begin before its dice, or end behind them
_NAME = 60  # characters of a title
_WORDS = 3  # words of a value with its unit
_DICE = re.compile(r"(?<![\w.,/])(?P<count>\d{0,2})[dDwW](?P<sides>\d{1,3}|%)(?!\w)")
_VALUE = re.compile(r"[≤<>≥~£$€]?\s?(?:\d|½|¼|¾)|[dDwW]\d")
_NOTHING = re.compile(r"[-–—−*†]*")
_MARK = re.compile(r"\s?[*†‡#@]+$")
_BAND = re.compile(
    r"^[(\[]?(?P<low>-?\d{1,3})(?:\s?(?:-{1,3}|[–—])\s?(?P<high>\d{1,3}))?(?P<open>\s?\+|[-–—−]{1,3}$)?"
)
_ITEM = re.compile(r"^(?P<band>\d{1,3}(?:\s?[-–—]\s?\d{1,3}|\+)?)\s?[.:=)–—-]\s*(?P<says>\S.*)$")


def read_lookups(
    found: Sequence[SectionPassages], tests: Sequence[Test], words: Lexicon
) -> tuple[Lookup, ...]:
    """The lookups of the rules and sheets, in the order of the text, each under an id of its own."""
    rolled = _Rolled(found, tests, only_sides(found, words))
    met: Counter[str] = Counter()
    out = []
    for read in found:
        if read.origin not in _ORIGINS or read.section.kind in _NO_RULES:
            continue
        for table in (*printed_tables(read.section.blocks), *_listed(read.section.blocks)):
            lookup = _lookup(table, read, rolled, words)
            if lookup is None:
                continue
            met[lookup.id] += 1
            count = met[lookup.id]
            out.append(lookup if count == 1 else replace(lookup, id=f"{lookup.id}~{count}"))
    return tuple(out)


class _Rolled:
    """Which test is rolled with some dice in a section: the only one there, or of its chapter; of several the
    one that the table is called by. `sides` are those of the only kind of die that the text names."""

    def __init__(self, found: Sequence[SectionPassages], tests: Sequence[Test], sides: int | None) -> None:
        self.sides = sides
        self._chapter = {read.section.anchor: read.chapter for read in found}
        self._here: dict[tuple[str, str], dict[str, Test]] = {}
        for test in tests:
            if test.dice:
                dice = _levelled(test.dice)
                for place in (test.section, f"in {self._chapter.get(test.section, '')}"):
                    self._here.setdefault((place, dice), {})[test.id] = test

    def of(self, anchor: str, dice: str, title: str) -> str | None:
        """The test, where there is one and no other."""
        called = set(slug(title).split("-"))
        for place in (anchor, f"in {self._chapter.get(anchor, '')}"):
            found = self._here.get((place, _levelled(dice)), {})
            if len(found) > 1:
                found = {id: test for id, test in found.items() if called & set(slug(test.name).split("-"))}
            if found:
                return next(iter(found)) if len(found) == 1 else None
        return None


def _levelled(dice: str) -> str:
    said = dice.casefold().replace("w", "d").replace("d%", "d100").replace(" ", "")
    return said.removeprefix("1") if said.startswith("1d") else said


def _lookup(table: PrintedTable, read: SectionPassages, rolled: _Rolled, words: Lexicon) -> Lookup | None:
    """A table as a lookup; None where it is none."""
    table = _upright(table, words)
    rows = [row for row in table.rows if len(row) > 1]
    if len(rows) < _FEWEST or (not table.heads and len(rows) < _FEWEST_BARE):
        return None
    bands = [band_of(row[0][0], words) for row in rows]
    by_bands = len(rows) >= _FEWEST_BANDS and all(bands)
    dice = _dice(table, [band for band in bands if band], read, rolled.sides) if by_bands else None
    width = max(len(row) for row in rows)
    results = dice is not None or (by_bands and any(band and band[0] < band[1] for band in bands))
    wanted = [at for at in range(1, width) if _is_kept(_column(rows, at), words, any_words=results)]
    if not wanted or (dice is None and not table.heads and (width > _FEWEST or _scores(table, read, words))):
        return None
    first = rows[0][0]
    columns = tuple(table.heads[at] if at < len(table.heads) else "" for at in (0, *wanted))
    title = table.title or read.heading
    name = slug(title)[:_NAME] or slug(read.section.number or read.section.anchor)
    return Lookup(
        id=name,
        title=title,
        columns=columns if table.heads else (),
        rows=tuple(
            LookupRow((row[0][0],), tuple(row[at][0] if at < len(row) else "" for at in wanted), row[0][1])
            for row in rows
        ),
        section=read.section.anchor,
        document=read.section.document,
        line=first[1],
        origin=read.origin,
        dice=dice,
        of=rolled.of(read.section.anchor, dice, title) if dice else None,
    )


def _scores(table: PrintedTable, read: SectionPassages, words: Lexicon) -> bool:
    """Whether what stands over bare numbers says that they are points or prices."""
    return any(words.says("price", text) for text in (table.title, table.above, read.heading))


def _column(rows: Sequence[Sequence[tuple[str, int, int]]], at: int) -> list[str]:
    return [row[at][0] for row in rows if at < len(row)]


def _is_kept(cells: Sequence[str], words: Lexicon, *, any_words: bool) -> bool:
    """Whether a column holds what is looked up: values, most of them; of a table by dice whatever it says,
    but nothing where all of it is signed."""
    said = [text for text in cells if not _NOTHING.fullmatch(text)]
    if not said or sum(map(is_signed, said)) * 2 >= len(said):
        return False
    return any_words or sum(_is_value(text) for text in said) * 2 > len(said)


def _is_value(text: str) -> bool:
    """Whether a cell is a number, a distance, dice: no sentence that begins with one."""
    bare = _MARK.sub("", text)
    return bool(_VALUE.match(bare)) and len(bare.split()) <= _WORDS


def _upright(table: PrintedTable, words: Lexicon) -> PrintedTable:
    """A table whose heads are what the dice show with its rows and columns exchanged."""
    heads = table.heads
    if len(heads) <= _FEWEST_BANDS or not all(band_of(head, words) for head in heads[1:]):
        return table
    if not table.rows or not _DICE.search(heads[0]) or any(len(row) != len(heads) for row in table.rows):
        return table
    rows = []
    for at, head in enumerate(heads[1:], 1):
        place = table.rows[0][at]
        rows.append(((head, place[1], place[2]), *(row[at] for row in table.rows)))
    named = (heads[0], *(row[0][0] for row in table.rows))
    return PrintedTable(table.title, named, tuple(rows), table.above)


def band_of(text: str, words: Lexicon) -> tuple[int, int] | None:
    """The numbers that a cell holds, the first and the last: "3–5", "6+", "2-", "2 or less", "01-30", "7"."""
    found = _BAND.match(text.strip())
    if found is None:
        return None
    low = int(found["low"])
    high = int(found["high"]) if found["high"] else low
    if high == 0 and (found["high"] or found["low"]) == "00":
        low, high = (low, 100) if found["high"] else (100, 100)
    behind = text.strip()[found.end() :].strip(" ])")
    if found["open"] and not behind:
        return (low, _OPEN) if "+" in found["open"] else (-_OPEN, low)
    if behind:
        said = words_of(behind, words.language)
        kinds = {kind for word in said for kind in word.kinds}
        if len(said) > _WORDS or not {"at_least", "at_most"} & kinds:
            return None
        return (low, _OPEN) if "at_least" in kinds else (-_OPEN, low)
    return (low, high) if low <= high else None


def _dice(
    table: PrintedTable, bands: Sequence[tuple[int, int]], read: SectionPassages, sides: int | None
) -> str | None:
    """The dice that a table of results is rolled with: those that its head names ("2D", where the text says
    how many `sides` they have), its caption, or the words over it, where they can show what stands in it."""
    head = table.heads[0] if table.heads else ""
    if sides and BARE_DICE.fullmatch(head.strip()):
        return f"{int(head.strip()[:-1])}d{sides}"
    for n, text in enumerate((head, table.title, *table.heads[1:], table.above, read.heading)):
        named = {_levelled(found.group()): found for found in _DICE.finditer(text)}
        if len(named) > 1:
            return None
        for found in named.values():
            return found.group() if n == 0 or _fits(found, bands) else None
    return None


def _fits(dice: re.Match[str], bands: Sequence[tuple[int, int]]) -> bool:
    count = int(dice["count"] or 1)
    most = count * (100 if dice["sides"] == "%" else int(dice["sides"]))
    low, high = min(low for low, _ in bands), max(high if high < _OPEN else low for low, high in bands)
    low = max(low, min(high for _, high in bands) - 1) if low == -_OPEN else low
    if low < count - _BEYOND or high > most + _BEYOND:
        return False
    held = sum(min(high, most) - max(low, count) + 1 for low, high in bands if high >= count and low <= most)
    return held * 3 >= (most - count + 1) * 2


def _listed(blocks: Sequence[Block]) -> Iterator[PrintedTable]:
    """Lists of what comes of a roll, a band an item or a line: "3-4: the wheel breaks"."""
    above = ""
    for block in blocks:
        match block:
            case Paragraph(lines):
                items = [(line.text, line.line, line.column) for line in lines]
                yield from _of_items(items, above)
                above = " ".join(line.text.strip() for line in lines[-4:])
            case ItemList(listed):
                first = [item.blocks[0] for item in listed if item.blocks]
                begun = [block.lines[0] for block in first if isinstance(block, Paragraph)]
                yield from _of_items([(line.text, line.line, line.column) for line in begun], above)
            case Quote(inside):
                yield from _listed(inside)


def _of_items(items: Sequence[tuple[str, int, int]], above: str) -> Iterator[PrintedTable]:
    found = [(_ITEM.match(text.strip().strip("*_")), line, column) for text, line, column in items]
    rows = [
        ((said["band"], line, column), (said["says"].strip(), line, column))
        for said, line, column in found
        if said is not None
    ]
    if len(rows) >= _FEWEST_BANDS and len(rows) == len(items) and _DICE.search(above):
        yield PrintedTable("", (), tuple(rows), above)
