"""Bands of a table that overlap, leave a gap between them, or stop short of what their die can show.

With such a roll nobody knows which row holds, or none does. Evidence: a column of a table (its head, a list)
that is cut into bands, every cell of it one, in one direction, most of which meet. Two that overlap are
found everywhere; a gap where a die is named or the bands end where one does; an end that is missing where one
die is named at the head of the column or above it, nothing is added to it, and no other words of the section
speak of what is missing. Of distances that are measured, a note says that what lies between 6" and 7" is in
neither band.

Bad:  66–80 Crew, 80–90 Holed, 91–100 Fire
Good: 66–80 Crew, 81–90 Holed, 91–100 Fire
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook, Severity
from vfdoc.model.document import Block, Item, ItemList, Paragraph, Quote, Row, Table, joined
from vfdoc.model.extract import SILENT_KINDS, BySection, Extract
from vfdoc.model.passage import place_in, words_of
from vfdoc.model.place import at_words
from vfdoc.model.session import memoized_few
from vfdoc.model.text import TextLine
from vfdoc.model.words import WordForms

_FEWEST = 3  # bands of a column
_NAMED = 3  # lines above a column that may name its die
_OPEN = 10**6  # the end of a band that has none
_GAP = re.compile(r"\t+|\s{2,}")
_DICE = re.compile(r"(?<![\w.,/])(?P<count>\d{0,2})\s?[dDwW](?P<sides>\d{1,3}|%)(?!\w)")
_ADDED = re.compile(r"\s?[+×x*−-]|\s\d")  # behind a die: it is not rolled by itself
_SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100)
_FROM_ZERO = (10, 100)
_KNOWN = ((1, 6), (2, 12), (3, 18), (1, 8), (1, 10), (1, 20), (1, 100))  # where dice begin and end
_MEASURE = r"\s?(?:[\"”″]|(?:cm|mm|km)\b)"
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?![\w.]\d)")


class _Band(NamedTuple):
    """A stretch of whole numbers, `high` included, its place, and in what it is measured."""

    low: int
    high: int
    place: TextLine
    measure: str = ""


class _Column(NamedTuple):
    """Bands that belong together; the words around them that may name a die, the nearest first; whether they
    are the first cells of their rows."""

    bands: tuple[_Band, ...]
    named: tuple[str, ...]
    first: bool


class _Broken(NamedTuple):
    """A fault of a column, at one of its bands; `other` is the one beside it."""

    place: TextLine
    severity: Severity
    message: str
    remedy: str
    other: TextLine | None = None


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each two bands that do not meet, and for each end that is missing."""
    for placed, found in _broken.over(rulebook.documents, rulebook.forms):
        for broken in found if placed.section.kind not in SILENT_KINDS else ():
            near = placed.down(broken.other) if broken.other else None
            yield at_words(
                rulebook,
                placed.section,
                "broken-bands",
                broken.severity,
                placed.down(broken.place),
                broken.message,
                remedy=broken.remedy,
                related=(Related(placed.section.anchor, near.line, near.text),) if near else (),
            )


@BySection
def _broken(extract: Extract, forms: WordForms) -> tuple[_Broken, ...]:
    """What is wrong with the bands of a section."""
    columns = tuple(_columns(extract.section.blocks, (extract.section.title,), forms))
    found: list[_Broken] = []
    short: list[tuple[_Broken, range]] = []
    for column in columns:
        bands = _in_order(column)
        dice = _dice(column.named)
        if not (bands and ((column.first and dice) or any(band.low < band.high for band in bands))):
            continue
        beside = list(pairwise(bands))
        if all(after.low == before.high + 1 for before, after in beside):
            found.extend(_measured(beside) if bands[-1].measure or bands[0].measure else ())
            short.extend(_short(bands, dice) if dice else ())
        else:
            found.extend(_apart(beside, dice is not None))
    if short:
        prose = _prose(extract, columns)
        rest = _patterns(forms).rest
        numbers = dict(forms.sums.numbers)
        named = {int(each[0]) for text in prose for each in _NUMBER.finditer(text)}
        named |= {numbers[word] for text in prose for word in words_of(text) if word in numbers}
        unsaid = not any(rest.search(text) for text in prose)
        found.extend(each for each, missing in short if unsaid and named.isdisjoint(missing))
    return tuple(found)


def _prose(extract: Extract, columns: Sequence[_Column]) -> list[str]:
    """The words of a section outside of its tables and bands, without what they call dice."""
    bands = {(band.place.line, band.place.column) for column in columns for band in column.bands}
    return [
        _DICE.sub(" ", passage.text)
        for passage in extract.passages
        if passage.form != "cell" and not any((line.line, line.column) in bands for line in passage.lines)
    ]


# What is cut into bands


def _columns(blocks: Sequence[Block], above: tuple[str, ...], forms: WordForms) -> Iterator[_Column]:
    """The columns, lists and heads of tables whose cells are all bands. `above` are the words over them, the
    nearest first."""
    for prose, together in groupby(blocks, lambda block: isinstance(block, Paragraph)):
        run = list(together)
        if prose:
            paragraphs = [block for block in run if isinstance(block, Paragraph)]
            yield from _of_lines([line for each in paragraphs for line in each.lines], above, forms)
            above = (joined(paragraphs[-1].lines), *above[-1:])
        for block in run:
            match block:
                case Table():
                    yield from _of_table(block, above, forms)
                case Quote():
                    yield from _columns(block.blocks, above, forms)
                case ItemList():
                    begun = [_begun(item, forms) for item in block.items]
                    yield from _runs([band for band in begun if band], len(begun), above, True)
                    for item in block.items:
                        yield from _columns(item.blocks, above, forms)


def _of_table(table: Table, above: tuple[str, ...], forms: WordForms) -> Iterator[_Column]:
    named = (table.title, *above) if table.title else above
    width = max((len(row.cells) for row in table.rows), default=0)
    for at in range(width):
        cells = [_cell(row, at) for row in table.rows]
        head = table.header.cells[at].text if table.header and at < len(table.header.cells) else ""
        filled = [cell for cell in cells if cell is not None and cell.text]
        bands = [band for cell in filled if (band := _band(cell, forms))]
        yield from _runs(bands, len(filled), (head, *named), at == 0)
    if table.header:
        cells = [_cell(table.header, at) for at in range(len(table.header.cells))]
        heads = [cell for cell in cells if cell is not None and cell.text]
        if heads:
            bands = [band for cell in heads[1:] if (band := _band(cell, forms))]
            yield from _runs(bands, len(heads) - 1, (heads[0].text, *named), False)


def _cell(row: Row, at: int) -> TextLine | None:
    return TextLine(row.line, row.cells[at].column, row.cells[at].text) if at < len(row.cells) else None


def _begun(item: Item, forms: WordForms) -> _Band | None:
    """The band that an item of a list begins with: "1-2: nothing happens"."""
    first = item.blocks[0] if item.blocks else None
    if not isinstance(first, Paragraph):
        return None
    text = joined(first.lines)
    found = re.match(r"[^\s:=]+(?: [^\W\d]+){0,2}?(?=\s?[:=]|\s[-–—]\s)", text)
    return _band(place_in(first.lines, 0, found.end()), forms) if found else None


def _of_lines(lines: Sequence[TextLine], above: tuple[str, ...], forms: WordForms) -> Iterator[_Column]:
    """Tables that a text sets with gaps: lines of several cells, the first of which is a band."""
    if len(lines) < _FEWEST:
        return
    run: list[_Band] = []
    for line in (*lines, TextLine(0, 0, "")):
        cells = _GAP.split(line.text.strip()) if "  " in line.text or "\t" in line.text else [line.text]
        band = _band(line._replace(text=cells[0]), forms) if len(cells) > 1 else None
        if band:
            run.append(band)
            continue
        yield from _runs(run, len(run), above, True)
        run, above = [], (cells[0], *above)[:_NAMED]


def _runs(bands: Sequence[_Band], cells: int, named: tuple[str, ...], first: bool) -> Iterator[_Column]:
    """The bands as columns, each begun anew where they begin again; nothing where a cell is none."""
    if cells < _FEWEST or len(bands) < cells:
        return
    run = [bands[0]]
    for before, band in pairwise(bands):
        if (band.low, band.high) == (before.low, before.high):
            continue
        if (band.low, band.high) == (bands[0].low, bands[0].high) or band.low == bands[0].low < before.low:
            yield _Column(tuple(run), named, first)
            run = []
        run.append(band)
    yield _Column(tuple(run), named, first)


class _Forms(NamedTuple):
    """The patterns of a band: from one number to another, or without an end."""

    between: re.Pattern[str]
    upward: re.Pattern[str]
    downward: re.Pattern[str]
    rest: re.Pattern[str]


@memoized_few
def _patterns(forms: WordForms) -> _Forms:
    said = forms.citing
    number = rf"(?P<low>[-−]?\d{{1,3}})(?P<measure>{_MEASURE})?"
    through, more, less, most, over, under, least, rest = (
        "|".join(words) or "(?!)"
        for words in (
            said.through, said.or_more, said.or_less, said.most, said.more, said.less, said.least, said.rest,
        )
    )  # fmt: skip
    return _Forms(
        re.compile(rf"{number}(?:\s?(?:[-–—−]|\b(?:{through})\b)\s?(?P<high>\d{{1,3}})"
                   rf"(?P<unit>{_MEASURE})?)?", re.I),
        re.compile(rf"(?:{number}(?:\s?\+|\s(?:{more}))|(?P<beyond>{over}|>)\s?(?P<over>\d{{1,3}})(?:{_MEASURE})?"
                   rf"|(?:{least}|≥)\s?(?P<least>\d{{1,3}})(?:{_MEASURE})?)", re.I),
        re.compile(rf"(?:{number}\s(?:{less})|(?:{most}|≤)\s?(?P<most>\d{{1,3}})(?:{_MEASURE})?"
                   rf"|(?P<beneath>{under}|<)\s?(?P<under>\d{{1,3}})(?:{_MEASURE})?)", re.I),
        re.compile(rf"\b(?:{rest})\b", re.I),
    )  # fmt: skip


def _band(cell: TextLine, forms: WordForms) -> _Band | None:
    """The band that a cell is, wholly."""
    text = cell.text.strip().strip("*_").strip()
    if not text or not any(map(str.isdecimal, text)):
        return None
    patterns = _patterns(forms)
    if found := patterns.upward.fullmatch(text):
        low = found["low"] or found["least"] or found["over"]
        return _Band(_number(low) + (found["over"] is not None), _OPEN, cell, found["measure"] or "")
    if found := patterns.downward.fullmatch(text):
        high = found["low"] or found["most"] or found["under"]
        return _Band(-_OPEN, _number(high) - (found["under"] is not None), cell, found["measure"] or "")
    found = patterns.between.fullmatch(text)
    if not found:
        return None
    low = _number(found["low"])
    high = _number(found["high"]) if found["high"] else low
    if (found["high"] or found["low"]) == "00":
        low, high = (low, 100) if found["high"] else (100, 100)
    return _Band(low, high, cell, found["measure"] or found["unit"] or "") if low <= high else None


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


# What is wrong with it


def _in_order(column: _Column) -> tuple[_Band, ...]:
    """The bands from the lowest on, where they are enough and all run in one direction; else none."""
    bands = column.bands
    if bands[0].low > bands[-1].low:
        bands = bands[::-1]
    rising = all(one.low < other.low and one.high < other.high for one, other in pairwise(bands))
    return bands if len(bands) >= _FEWEST and rising else ()


def _measured(beside: Sequence[tuple[_Band, _Band]]) -> Iterator[_Broken]:
    """Distances: the first two bands between which something lies that neither holds."""
    before, after = beside[0]
    unit = before.measure or after.measure
    message = f"what lies between {before.high}{unit} and {after.low}{unit} stands in neither"
    remedy = "say how distances are rounded, or begin the next band over the last"
    yield _Broken(after.place, "note", message, remedy, before.place)


def _apart(beside: Sequence[tuple[_Band, _Band]], dice: bool) -> Iterator[_Broken]:
    """Bands beside one another that do not meet, where most of their column do."""
    apart = [each for each in beside if each[1].low != each[0].high + 1]
    meeting = len(beside) - len(apart)
    if meeting < (len(apart) if dice else len(beside) - 1):
        return
    rolled = dice or (beside[0][0].low, beside[-1][1].high) in _KNOWN
    for before, after in apart:
        overlap = after.low <= before.high
        if not overlap and not rolled:
            continue
        low, high = (after.low, before.high) if overlap else (before.high + 1, after.low - 1)
        stands = f"{low} stands" if low == high else f"{low} to {high} stand"
        both = f'in both "{before.place.text}" and "{after.place.text}"'
        other, later = sorted((before.place, after.place))
        remedy = "let each result stand in one row"
        message = f"{stands} {both if overlap else 'in no row'}"
        sure = dice or (rolled and overlap)
        yield _Broken(later, "error" if sure else "warning", message, remedy, other)


def _short(bands: Sequence[_Band], dice: _Die) -> Iterator[tuple[_Broken, range]]:
    """The results of a die at one end of it that stand in no row, where they are few; a die of ten faces may
    be numbered from 0."""
    low, high = bands[0].low, bands[-1].high
    if low == 0 and high + 1 == dice.high in _FROM_ZERO:
        return
    above, below = range(high + 1, dice.high + 1), range(dice.low, low)
    missing = above or below
    if not missing or (above and below) or len(missing) > max(1, (dice.high - dice.low + 1) // 4):
        return
    stands = f"{missing[0]} stands" if len(missing) == 1 else f"{missing[0]} to {missing[-1]} stand"
    message = f"{dice.name} gives {dice.low} to {dice.high}, and {stands} in no row"
    remedy = "add the row, or say what such a roll does"
    yield _Broken((bands[-1] if above else bands[0]).place, "warning", message, remedy), missing


class _Die(NamedTuple):
    """What a roll can come to, and how it is written."""

    low: int
    high: int
    name: str


def _dice(named: Sequence[str]) -> _Die | None:
    """The one die, or sum of dice, that the nearest words with one name by itself."""
    for words in named:
        found = list(_DICE.finditer(words))
        if not found:
            continue
        names = {each[0].casefold().replace(" ", "") for each in found}
        if len(names) > 1 or any(_ADDED.match(words, each.end()) for each in found):
            return None
        count, sides = found[0]["count"], found[0]["sides"]
        faces = 100 if sides == "%" else int(sides)
        many = int(count) if count else 1
        return _Die(many, many * faces, found[0][0]) if faces in _SIDES and many else None
    return None
