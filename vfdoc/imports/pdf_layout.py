"""In which order the lines of a PDF's pages are read: without running heads, across the whole width, else
column by column; each with the edges of its column."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.imports.blocks import RemarkLog
from vfdoc.imports.pdf_page import PdfLine, PdfPage
from vfdoc.imports.pdf_tables import Ruled
from vfdoc.imports.pdf_words import first_word, words_of

_CROSSING = 0.12  # of the lines of a page with two columns: those across both
_SIDE = 0.2  # of them at least in either column
_WIDE = 0.015  # of the width to either side in which the same white stripe lies
_BLANK = 0.5  # of the size of type: a gap that may part columns
_EDGE = 3  # lines from the top or bottom of a page among which a running head may be
NUMBERED = re.compile(r"(?:[\[(]?(?:\d+\.)+\d+[a-z]?\b|§\s?\d|[A-Z][a-zé]{2,9} \d+\b)")
"""How a line begins that a number opens."""
_NUMBERED_LINES = 3  # of a page, at least
_NEARLY_ALL, _MOST_LINES = 0.9, 0.6  # line numbers that count by their step; lines that have one, if each may
_LEVEL = 4  # points between the heights of two heads, less than these
_PAGE_NUMBER = re.compile(
    r"(?:[-–—]\s*)?(?:[^\W\d]+\.?\s+)?(\d{1,4})(?:\s*(?:/|of|von|sur)\s*\d{1,4})?(?:\s*[-–—])?$"
)
_DIGITS = re.compile(r"\d+")


class PlacedLine(NamedTuple):
    """A line or a table in reading order, with the edges of its column."""

    item: PdfLine | Ruled
    page: int
    left: float
    right: float
    column: int
    inset: bool = False


class _Place(NamedTuple):
    """Where words stand that are alike but for their numbers: the page (from 0), the height, the numbers."""

    page: int
    base: float
    numbers: tuple[int, ...]


def without_furniture(pages: list[list[PdfLine]], remarks: RemarkLog) -> list[list[PdfLine]]:
    """The lines of each page without those at its head or foot that come again on other pages."""
    if len(pages) < 2:
        return pages
    seen: Counter[str] = Counter()
    numbers: defaultdict[int, list[float]] = defaultdict(list)  # the heights of what may be pages' numbers
    edges = []
    for at, lines in enumerate(pages):
        rows = sorted({round(line.base) for line in lines})
        low, high = set(rows[:_EDGE]), set(rows[-_EDGE:])
        edge = [line for line in lines if round(line.base) in low | high]
        edges.append(edge)
        for said in {_form(line) for line in edge}:
            seen[said] += 1
        for line in edge:
            if (found := _PAGE_NUMBER.fullmatch(words_of(line).strip())) is not None:
                numbers[int(found[1]) - at].append(line.base)
    least = max(2, (len(pages) + 2) // 3)
    places: defaultdict[str, list[_Place]] = defaultdict(list)
    for at, lines in enumerate(pages):
        for line in lines:
            places[_form(line)].append(_place(line, at))
    # how many pages have at a height words that come again there
    heads = Counter(
        base
        for at, edge in enumerate(edges)
        for base in {round(line.base) for line in edge if _comes_again(places[_form(line)], line, at)}
    )
    told: Counter[str] = Counter()
    kept = []
    for at, (lines, edge) in enumerate(zip(pages, edges, strict=True)):
        gone = set()
        for line in edge:
            words, form = words_of(line).strip(), _form(line)
            found = _PAGE_NUMBER.fullmatch(words)
            beside = numbers[int(found[1]) - at] if found is not None else ()
            if sum(abs(base - line.base) < _LEVEL for base in beside) >= least:
                told["page numbers"] += 1
            elif (
                len(words) > 1
                and any(map(str.isalpha, words.replace("§", "a")))
                and _comes_again(places[form], line, at)
                and (
                    (seen[form] >= least and not NUMBERED.match(words))
                    # the name of the chapter, from which section to which: other words on each page
                    or (heads[round(line.base)] >= least and _heads(words, line, lines, places[form], at))
                )
            ):
                told[
                    f"a running head or foot: {words}"
                    if not any(map(str.isdigit, words))
                    else "running heads or feet with page numbers"
                ] += 1
            else:
                continue
            gone.add(id(line))
        kept.append([line for line in lines if id(line) not in gone])
    for what, times in told.items():
        kind, _, words = what.partition(": ")
        remarks.add("dropped", f"{kind}, on {times} page{'s' * (times > 1)}", words)
    return kept


def _place(line: PdfLine, page: int) -> _Place:
    return _Place(page, line.base, tuple(map(int, _DIGITS.findall(words_of(line)))))


def _comes_again(places: Iterable[_Place], line: PdfLine, page: int) -> bool:
    """Whether words alike stand at the height of a line (or nearly: its facing page) on another page, their
    numbers the same, or further by as much as the page: "Section 8. Boats" is no head for "Section 1. Boats"
    of the page before."""
    own = _place(line, page)
    return any(
        other.page != page
        and abs(other.base - own.base) < _LEVEL
        and all(b in (a, a + other.page - page) for a, b in zip(own.numbers, other.numbers, strict=True))
        for other in places
    )


def _heads(words: str, line: PdfLine, lines: Sequence[PdfLine], places: Iterable[_Place], page: int) -> bool:
    """Whether words that come again at the height of heads are one. Those that a number opens may head a
    section there: they are none only where the very same stand so on the page before or behind, or open
    another line of their page."""
    if not NUMBERED.match(words):
        return True
    own = _place(line, page)
    return any(
        abs(other.page - page) == 1 and abs(other.base - own.base) < _LEVEL and other.numbers == own.numbers
        for other in places
    ) or any(
        abs(other.base - own.base) >= _LEVEL
        and re.match(rf"{re.escape(words)}(?!\w)", words_of(other).strip())
        for other in lines
    )


def without_line_numbers(pages: list[list[PdfLine]], remarks: RemarkLog) -> list[list[PdfLine]]:
    """The lines of each page without the figures in its margin that count them, as bills have: beside lines,
    further out than any, rising down the page, on most pages, and by fives or the like, or at nearly every
    line. Numbers of paragraphs that hang in the margin count one by one, and each holds several lines."""
    parted = [[part for line in lines for part in _figures_apart(line)] for lines in pages]
    found = [_margin_figures(lines) for lines in parted]
    if not pages or 2 * sum(len(figures) >= _NUMBERED_LINES for figures in found) <= len(pages):
        return pages
    numbers = [[int(words_of(line)) for line in figures] for figures in found]
    steps = Counter(b - a for each in numbers for a, b in itertools.pairwise(each))
    step, _ = steps.most_common(1)[0]
    told = list(itertools.chain.from_iterable(numbers))
    others = sum(map(len, parted)) - len(told)
    by_steps = step > 1 and sum(number % step == 0 for number in told) >= _NEARLY_ALL * len(told)
    if not by_steps and len(told) < _MOST_LINES * others:
        return pages
    remarks.add("dropped", f"line numbers, on {sum(map(bool, found))} pages", "")
    gone = {id(line) for figures in found for line in figures}
    return [[line for line in lines if id(line) not in gone] for lines in parted]


def _figures_apart(line: PdfLine) -> Iterator[PdfLine]:
    """A line, small figures that stand apart before it by themselves: a line number before a heading."""
    count = sum(1 for _ in itertools.takewhile(lambda char: char.text.isdecimal(), line.chars))
    figures, behind = line.chars[:count], line.chars[count:]
    if figures and behind and behind[0].left - figures[-1].right > figures[-1].size < behind[0].size:
        yield PdfLine(figures)
        yield PdfLine(behind)
    else:
        yield line


def _margin_figures(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines of a page that are figures in its margin, from the first down; none where they do not rise,
    or stand beside no line."""
    figures = [line for line in lines if words_of(line).strip().isdecimal()]
    apart = set(map(id, figures))
    inner = min((line.left for line in lines if id(line) not in apart), default=0.0)
    margin = sorted((line for line in figures if line.right < inner), key=lambda line: -line.base)
    bases = {round(line.base) for line in lines if line.left >= inner}
    beside = all(not bases.isdisjoint(range(round(line.base) - 2, round(line.base) + 3)) for line in margin)
    numbers = [int(words_of(line)) for line in margin]
    return margin if beside and all(a < b for a, b in itertools.pairwise(numbers)) else []


def in_order(
    pages: Sequence[PdfPage], lines: Sequence[list[PdfLine]], tables: Sequence[list[Ruled]]
) -> Iterator[PlacedLine]:
    """Lines and tables of pages as they are read: across the whole width, else column by column. A page whose
    columns are hardly filled has them where most of the others do."""
    parted = [_parted(each, page.width) for each, page in zip(lines, pages, strict=True)]
    gutters = [_gutter(each, page.width) for each, page in zip(parted, pages, strict=True)]
    known = sorted(gutter for gutter in gutters if gutter is not None)
    usual = known[len(known) // 2] if 2 * len(known) > len(pages) > 1 else None
    for at, (page, gutter) in enumerate(zip(pages, gutters, strict=True)):
        here, found = gutter or usual, lines[at] if gutter is None else parted[at]
        if here is not None:
            closed, cuts = _blanks_at(found, sum(here) / 2)
            if gutter is None and closed > _CROSSING * len(found):
                here = None
            else:  # what a clearer stripe than the usual one left whole is parted there too
                found = _cut(found, cuts)
        yield from _page_in_order(at, page, found, tables[at], here)


def _page_in_order(
    at: int,
    page: PdfPage,
    lines: Sequence[PdfLine],
    tables: Sequence[Ruled],
    gutter: tuple[float, float] | None,
) -> Iterator[PlacedLine]:
    items: list[PdfLine | Ruled] = [*lines, *tables]
    if gutter is None:
        left = min((_left(i) for i in items), default=0.0)
        right = max((_right(i) for i in items), default=page.width)
        for item in rows_of(items):
            yield PlacedLine(item, at, left, right, 0)
        return
    low, high = gutter
    middle = (low + high) / 2
    sides: tuple[list[PdfLine | Ruled], list[PdfLine | Ruled]] = ([], [])
    left = min(map(_left, items))
    right = max(map(_right, items))

    def flushed() -> Iterator[PlacedLine]:
        for number, side in enumerate(sides):
            edges = (left, low) if not number else (high, right)
            for each in rows_of(side):
                yield PlacedLine(each, at, *edges, number)
            side.clear()

    for item in sorted(items, key=lambda item: -_top(item)):
        if _left(item) < low - 2 and _right(item) > high + 2:
            yield from flushed()
            yield PlacedLine(item, at, left, right, 0)
        else:
            sides[(_left(item) + _right(item)) / 2 > middle].append(item)
    yield from flushed()


def rows_of(items: Sequence[PdfLine | Ruled]) -> Iterator[PdfLine | Ruled]:
    """Items from top to bottom; lines on one height made one line."""
    found: list[PdfLine | Ruled] = []
    for item in sorted(items, key=lambda item: (-_top(item), _left(item))):
        above = found[-1] if found else None
        if (
            isinstance(item, PdfLine)
            and isinstance(above, PdfLine)
            and abs(above.base - item.base) < 0.4 * item.size
        ):
            above.chars.extend(item.chars)
            above.chars.sort(key=lambda char: char.left)
        else:
            found.append(PdfLine(list(item.chars)) if isinstance(item, PdfLine) else item)
    yield from found


def narrowed(placed: Sequence[PlacedLine]) -> list[PlacedLine]:
    """The lines, those of passages that stand in with their own right edge: by an em and a half, or by less
    where the text has passages that stand in as far and have a full line with another below."""
    found = list(placed)
    runs: list[tuple[int, int, float, bool]] = []
    at = 0
    while at < len(found):
        one, end = found[at], at + 1
        if isinstance(one.item, PdfLine) and one.item.left > one.left + 0.8 * one.item.size:
            while end < len(found) and _is_beside(one, found[end]):
                end += 1
            right = max(each.item.right for each in found[at:end] if isinstance(each.item, PdfLine))
            run = [each._replace(right=min(each.right, right), inset=True) for each in found[at:end]]
            full = right - one.left > 0.7 * (one.right - one.left) and any(
                isinstance(below.item, PdfLine) and not had_room(above, below.item)
                for above, below in itertools.pairwise(run)
            )
            runs.append((at, end, right, full or one.item.left > one.left + 1.5 * one.item.size))
        at = end
    known = {round(_left(found[at].item) - found[at].left) for at, _, _, sure in runs if sure}
    for at, end, right, _ in runs:
        if round(_left(found[at].item) - found[at].left) in known:
            edge = right if end - at > 1 else found[at].right
            found[at:end] = [each._replace(right=min(each.right, edge), inset=True) for each in found[at:end]]
    return found


def had_room(above: PlacedLine, line: PdfLine) -> bool:
    """Whether the first word of a line had room at the end of the one above."""
    assert isinstance(above.item, PdfLine)
    return above.right - above.item.right > first_word(line) + 0.35 * line.size


def _is_beside(one: PlacedLine, other: PlacedLine) -> bool:
    """Whether a line stands in as far as another of its column."""
    if not isinstance(one.item, PdfLine) or not isinstance(other.item, PdfLine):
        return False
    return one.page == other.page and one.column == other.column and abs(one.item.left - other.item.left) < 2


def _parted(lines: Sequence[PdfLine], width: float) -> Sequence[PdfLine]:
    """The lines, where a narrow stripe down the page has hardly any letter in it those of two columns parted
    there: a full line of the left one ends an em before one of the right begins. Blanks between words are
    half as wide, and stand elsewhere in each line."""
    stripes: list[tuple[int, int, float, dict[int, int]]] = []
    for x in (x * width / 200 for x in range(70, 131)):
        closed, cuts = _blanks_at(lines, x)
        beside = min(sum(line.right <= x for line in lines), sum(line.left >= x for line in lines))
        if closed <= _CROSSING * len(lines) and beside + len(cuts) >= _SIDE * len(lines):
            stripes.append((closed, -len(cuts), x, cuts))
    if not stripes:
        return lines
    *_, middle, _ = min(stripes)
    best: dict[int, int] = {}
    for *_, x, cuts in sorted(stripes, reverse=True):  # the clearest last
        best |= cuts if abs(x - middle) <= _WIDE * width else {}
    return _cut(lines, best)


def _blanks_at(lines: Sequence[PdfLine], x: float) -> tuple[int, dict[int, int]]:
    """How many lines have letters at a place, and before which character those have a blank that may be that
    between two columns, by the index of the line."""
    crossing = [(at, _blank_at(line, x)) for at, line in enumerate(lines) if line.left < x < line.right]
    cuts = {at: blank for at, blank in crossing if blank is not None}
    return len(crossing) - len(cuts), cuts


def _cut(lines: Sequence[PdfLine], cuts: Mapping[int, int]) -> list[PdfLine]:
    parts = ((line.chars, cuts.get(at, 0)) for at, line in enumerate(lines))
    return [PdfLine(part) for chars, cut in parts for part in (chars[:cut], chars[cut:]) if part]


def _blank_at(line: PdfLine, x: float) -> int | None:
    """Before which character of a line a blank of half an em or more stands at a place; None: none does."""
    at = bisect_left(line.chars, x, key=lambda char: char.left)
    blank = 0 < at < len(line.chars) and line.chars[at - 1].right < x
    return at if blank and line.chars[at].left - line.chars[at - 1].right >= _BLANK * line.size else None


def _gutter(lines: Sequence[PdfLine], width: float) -> tuple[float, float] | None:
    """The empty stripe between two columns of a page; None where the page has one column. Both columns must
    be filled with lines, or it is a table."""
    if len(lines) < 10:
        return None
    best: tuple[int, int] | None = None
    middle = [x * width / 100 for x in range(35, 66)]
    open_at = []
    for x in middle:
        crossing = sum(line.left < x < line.right for line in lines)
        beside = [sum(line.right <= x for line in lines), sum(line.left >= x for line in lines)]
        open_at.append(crossing <= _CROSSING * len(lines) and min(beside) >= _SIDE * len(lines))
    at = 0
    while at < len(middle):
        if not open_at[at]:
            at += 1
            continue
        end = at
        while end + 1 < len(middle) and open_at[end + 1]:
            end += 1
        if best is None or end - at > best[1] - best[0]:
            best = (at, end)
        at = end + 1
    if best is None:
        return None
    begun, ended = best
    inner = (middle[begun] + middle[ended]) / 2
    left = [line for line in lines if line.right <= inner + 1]
    right = [line for line in lines if line.left >= inner - 1]
    low, high = max(line.right for line in left), min(line.left for line in right)
    for side, start, stop in (
        (left, min(line.left for line in left), low),
        (right, high, max(line.right for line in right)),
    ):
        filled = sum(line.right - line.left > 0.6 * (stop - start) for line in side)
        if filled < 0.4 * len(side):
            return None
    return (low, high) if high > low else (inner - 1, inner + 1)


def _left(item: PdfLine | Ruled) -> float:
    return item.left


def _right(item: PdfLine | Ruled) -> float:
    return item.right


def _top(item: PdfLine | Ruled) -> float:
    return item.base if isinstance(item, PdfLine) else item.top


def _form(line: PdfLine) -> str:
    """A line's words with its numbers levelled, by which running heads are alike."""
    return _DIGITS.sub("#", " ".join(words_of(line).split()))
