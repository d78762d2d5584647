"""An edition's hints put to an original: furniture and remarks set aside, flattened tables found.

What is set aside is blanked by equal spaces, so that columns hold and a heading glued to an image's
name survives. A flattened table (one cell a line, an empty cell a blank line) is found by its header
cells, which give its width; the hint says how its rows end.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import InputError, Omission, SourceText
from vfdoc.reading.editions import FlatTable, Reading
from vfdoc.reading.front_matter import FRONT_MATTER
from vfdoc.reading.tokens import LineToken, TableLines

_MARKS = re.compile(r"[\s@#*†]+$")
_COMMENT = re.compile(r"<!--(?!-?>)(?:[^-]|-(?!->))*-->")
_DEFINED = re.compile(  # an address by its label: "[Act 12]: <https://…>"; no footnote
    r"^[ ]{0,3}\[(?P<label>(?!\^)[^\[\]\n]{1,99})\]:[ \t]*"
    r"(?:<[^<>\n]{1,500}>|(?:https?://|mailto:|\.{0,2}/|#)\S{0,500})[ \t]*$",
    re.MULTILINE,
)
_OBJECT = re.compile("\ufffc+")  # a conversion leaves it where a picture stood
_LABELLED = re.compile(r"(?<=\])\[(?P<label>[^\[\]]{1,99})\]")
_PRINTED = re.compile(r"[^\n]")
_FOOT = 8  # lines from a form feed in which the foot or head of a page stands
_PAGES = 3  # pages that bear the same
_FIGURES = re.compile(r"\d+")
_PAGE = re.compile(  # "57 of 180"; it begins with a digit, which is sought fast
    r"(?P<page>\d(?<![\w.,]\d)\d{0,3})"
    r"(?:[ \xa0][a-z]{2,3}[ \xa0]|[ ]?/[ ]?)(?P<total>\d{1,4})(?![\w/]|[.,]\d)"
)
_FEET = 5  # pages that are counted so in the middle of the text, at least
_APART = 400  # characters between two of them, on the whole
_RUNNING = 8  # words that run along with them, at most
_WIDE = 200  # characters that these take
_WORD = re.compile(r"\S*\w\S*")
_SPACES = re.compile(r"[\s\xa0]+")


class _Place(NamedTuple):
    line: int  # 0-based, of the first header cell that is printed
    table: FlatTable


def without_comments(source: SourceText) -> SourceText:
    """The text with what no reader is shown blanked, front matter, comments (`<!-- … -->`), the addresses of
    links that stand apart with a label and the signs that hold the place of pictures, and a list of it."""
    kinds = [
        (pattern, reason)
        for pattern, sign, reason in (
            (FRONT_MATTER, "---", "front matter"),
            (_COMMENT, "<!--", "a comment"),
            (_DEFINED, "]:", "the address of a link"),
            (_OBJECT, "\ufffc", "the place of a picture or another thing that is no text"),
        )
        if sign in source.text
    ]
    if not kinds:
        return source
    starts = _starts(source.lines)
    omitted, text = list(source.omitted), source.text
    labels = {_plain(found["label"]) for found in _DEFINED.finditer(text)}
    if labels:  # "[Section 12][Act 12]": the second bracket belongs to the mark-up
        text = _LABELLED.sub(
            lambda found: _PRINTED.sub(" ", found[0]) if _plain(found["label"]) in labels else found[0], text
        )
    for pattern, reason in kinds:
        for found in pattern.finditer(text):
            line, column = _position(starts, found.start())
            end_line, end_column = _position(starts, found.end() - 1)
            omitted.append(Omission(line, end_line, reason, column, end_column))
        text = pattern.sub(lambda found: _PRINTED.sub(" ", found.group()), text)
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def without_page_ends(source: SourceText) -> SourceText:
    """The text with the lines at the foot and the head of its pages blanked where form feeds part them: what
    stands there page after page, but for its figures."""
    if "\f" not in source.text:
        return source
    lines = list(source.lines)
    feet: list[int] = []
    for at in (at for at, line in enumerate(lines) if "\f" in line):
        around = (range(at - 1, max(at - _FOOT, -1), -1), range(at, min(at + _FOOT, len(lines))))
        for places in around:
            filled = next((i for i in places if lines[i].strip(" \t\f")), None)
            feet += [filled] if filled is not None else []
    counts = Counter(_without_figures(lines[i]) for i in feet)
    repeated = sorted({i for i in feet if counts[_without_figures(lines[i])] >= _PAGES})
    for i in repeated:
        lines[i] = " " * len(lines[i])
    omitted = (*source.omitted, *(Omission(i + 1, i + 1, "the foot or the head of a page") for i in repeated))
    return replace(source, text="\n".join(lines), lines=tuple(lines), omitted=tuple(sorted(omitted)))


def without_running_feet(source: SourceText) -> SourceText:
    """The text with the feet of pages blanked that stand in the middle of it, as conversions of a PDF leave
    them ("Section 9 The Field 57 of 180"): pages that count up to one total, a page apart, behind words that
    they share with the one before or after, or that are all of their line."""
    by_total: dict[str, list[re.Match[str]]] = defaultdict(list)
    for page in _PAGE.finditer(source.text):
        by_total[page["total"]].append(page)
    spans: list[tuple[int, int]] = []
    for feet in by_total.values():
        before = [_before(source.text, foot.start()) for foot in feet]
        shared = [0, *(_shared(a, b) for a, b in pairwise(before)), 0]
        begins = [
            words[-running][0] if (running := max(pair)) > 1 else _alone(source.text, words)
            for words, pair in zip(before, pairwise(shared), strict=True)
        ]
        found = [(begin, foot) for begin, foot in zip(begins, feet, strict=True) if begin is not None]
        if _counts_pages([foot for _, foot in found]):
            spans += [(begin, foot.end()) for begin, foot in found]
    if not spans:
        return source
    spans.sort()
    starts = _starts(source.lines)
    omitted = list(source.omitted)
    for begin, end in spans:
        (line, column), (end_line, end_column) = _position(starts, begin), _position(starts, end - 1)
        omitted.append(Omission(line, end_line, "the foot of a page", column, end_column))
    ends = [0, *(end for _, end in spans)]
    between = zip(ends, spans, strict=False)
    kept = [source.text[last:begin] + " " * (end - begin) for last, (begin, end) in between]
    text = "".join((*kept, source.text[ends[-1] :]))
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _counts_pages(feet: Sequence[re.Match[str]]) -> bool:
    """Whether numbers count the pages of a text: they rise, and stand a page apart."""
    if len(feet) < _FEET or feet[-1].start() - feet[0].start() < _APART * (len(feet) - 1):
        return False
    pages = [int(foot["page"]) for foot in feet]
    return all(a < b for a, b in pairwise(pages)) and pages[-1] <= int(feet[0]["total"])


def _before(text: str, at: int) -> list[tuple[int, str]]:
    """The last words of a line before a place, each with where it begins, nearest last; one more than a foot
    has."""
    begin = max(text.rfind("\n", 0, at) + 1, at - _WIDE)
    return [(begin + word.start(), word.group()) for word in _WORD.finditer(text[begin:at])][-_RUNNING - 1 :]


def _alone(text: str, words: Sequence[tuple[int, str]]) -> int | None:
    """Where a page's foot begins that is alone on its line, of few words."""
    if not 0 < len(words) <= _RUNNING:
        return None
    begin = words[0][0]
    return None if text[text.rfind("\n", 0, begin) + 1 : begin].strip() else begin


def _shared(words: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> int:
    """How many words two lines have in common at their ends; none where there are more than a foot has."""
    ends = zip(reversed(words), reversed(others), strict=False)
    alike = next((at for at, (a, b) in enumerate(ends) if a[1] != b[1]), min(len(words), len(others)))
    return alike if alike <= _RUNNING else 0


def _without_figures(line: str) -> str:
    return _FIGURES.sub("0", " ".join(line.split()))


def _plain(label: str) -> str:
    return " ".join(label.split()).casefold()


def without_omissions(source: SourceText, reading: Reading) -> SourceText:
    """The text with what the hints name blanked, and a list of it."""
    if not (reading.begin or reading.end or reading.omit):
        return source
    lines = list(source.lines)
    omitted = [*_furniture(lines, reading)]
    text = "\n".join(lines)
    starts = _starts(lines)
    for rule in reading.omit:
        pieces: list[str] = []
        kept = 0
        for found in _compiled(rule.pattern).finditer(text):
            start, end = found.span(1) if found.re.groups else found.span()
            if start == end:
                continue
            line, column = _position(starts, start)
            end_line, end_column = _position(starts, end - 1)
            omitted.append(Omission(line, end_line, rule.reason, column, end_column))
            pieces += (text[kept:start], _PRINTED.sub(" ", text[start:end]))
            kept = end
        text = "".join((*pieces, text[kept:]))
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def flat_tables(lines: Sequence[str], tables: Sequence[FlatTable]) -> dict[int, TableLines]:
    """The flattened tables in `lines`, by the line (1-based) at which each begins."""
    if not tables:
        return {}
    found = {}
    for place in _places(lines, tables):
        rows, end = _rows(lines, place)
        first = place.line + 1
        # A cell's column is that of its own line, not known to a row; the row stands for its first.
        tokens = [
            LineToken(
                "ROW" if i else "FIRST",
                line,
                1,
                "\t".join(cells),
                "" if i else "header",
                "a row of a table that the edition's data name",
            )
            for i, (line, cells) in enumerate(rows)
        ]
        found[first] = TableLines(end, tuple(tokens))
    return found


def _furniture(lines: list[str], reading: Reading) -> Iterable[Omission]:
    """Blanks what stands before `begin` and after `end` (the starts of the first and last lines)."""
    first = next(
        (i for i, line in enumerate(lines) if reading.begin and line.strip().startswith(reading.begin)), 0
    )
    last = next(
        (
            i
            for i in range(len(lines) - 1, -1, -1)
            if reading.end and lines[i].strip().startswith(reading.end)
        ),
        len(lines) - 1,
    )
    for start, end, reason in (
        (0, first, "furniture before the text"),
        (last + 1, len(lines), "furniture after the text"),
    ):
        filled = [i for i in range(start, end) if lines[i].strip()]
        if filled:
            yield Omission(filled[0] + 1, filled[-1] + 1, reason)
            for i in filled:
                lines[i] = " " * len(lines[i])


def _places(lines: Sequence[str], tables: Sequence[FlatTable]) -> list[_Place]:
    """Where a table's header cells stand one below the other; its twin elsewhere is found likewise."""
    by_first: dict[str, list[FlatTable]] = defaultdict(list)
    for table in tables:
        by_first[_bare(next(cell for cell in table.header if cell))].append(table)
    found: list[_Place] = []
    end = 0
    for i, line in enumerate(lines):
        if i < end or not line or len(line) > 80:
            continue
        for table in by_first.get(_bare(line), ()):
            start = i - next(k for k, cell in enumerate(table.header) if cell)
            below = lines[start : start + len(table.header)] if start >= 0 else []
            if list(map(_bare, below)) == list(map(_bare, table.header)):
                place = _Place(i, table)
                found.append(place)
                end = _rows(lines, place)[1]
                break
    return found


def _rows(lines: Sequence[str], place: _Place) -> tuple[list[tuple[int, list[str]]], int]:
    """The header and rows of a table, each with its line, and the number of the table's last line."""
    table = place.table
    width = len(table.header)
    start = place.line - next(k for k, cell in enumerate(table.header) if cell)
    rows = [(place.line + 1, [lines[i].strip() for i in range(start, start + width)])]
    at = start + width
    if table.labels:
        starts = _label_lines(lines, at, table.labels)
        for k, begin in enumerate(starts):
            end = starts[k + 1] if k + 1 < len(starts) else _last_row_end(lines, begin, width, table.until)
            cells = [line.strip() for line in lines[begin:end]]
            surplus = max(len(cells) - width, 0)  # a label that takes more than one line
            cells = [" ".join(cells[: surplus + 1]), *cells[surplus + 1 :]]
            rows.append((begin + 1, cells))
            at = end
        return rows, at
    for _ in range(table.rows):
        begin = at
        cells = []
        for size in table.lines or (1,) * width:
            cells.append(" ".join(line.strip() for line in lines[at : at + size]))
            at += size
        rows.append((begin + 1, cells))
    return rows, min(at, len(lines))


def _last_row_end(lines: Sequence[str], begin: int, width: int, until: str) -> int:
    end = min(begin + width, len(lines))
    return next((i for i in range(begin + 1, end) if until and _bare(lines[i]) == _bare(until)), end)


def _label_lines(lines: Sequence[str], at: int, labels: Sequence[str]) -> list[int]:
    found = []
    for label in labels:
        wanted = _bare(label)
        for i in range(at, min(at + 40, len(lines))):
            if _bare(lines[i]) == wanted:
                found.append(i)
                at = i + 1
                break
    return found


def _bare(cell: str) -> str:
    return _MARKS.sub("", _SPACES.sub(" ", cell.strip())).casefold()


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern, re.MULTILINE)
    except re.error as error:
        raise InputError(
            "edition.toml", f"the pattern {pattern!r} under [[reading.omit]] is wrong ({error})", "mend it"
        ) from None


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return starts


def _position(starts: Sequence[int], offset: int) -> tuple[int, int]:
    from bisect import bisect_right

    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1
