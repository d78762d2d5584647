"""An edition's hints put to an original: furniture and remarks set aside, flattened tables found.

What is set aside is blanked by equal spaces, so that columns hold and a heading glued to an image's
name survives. A flattened table (one cell a line, an empty cell a blank line) is found by its header
cells, which give its width; the hint says how its rows end.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import InputError, Omission, SourceText, line_starts, omission
from vfdoc.reading.editions import FlatTable, Reading
from vfdoc.reading.front_matter import FRONT_MATTER
from vfdoc.reading.tokens import LineToken, TableLines

_MARKS = re.compile(r"[\s@#*†]+$")
_COMMENT = re.compile(r"<!--(?!-?>)(?:[^-]|-(?!->))*-->")
_DEFINED = re.compile(  # an address by its label: "[Act 12]: <https://…>"; no footnote
    r"^[ ]{0,3}\[(?P<label>(?!\^)[^\[\]\n]{1,99})\]:[ \t]*"
    r"(?:<[^<>\n]{0,500}>|(?:https?://|mailto:|\.{0,2}/|#)\S{0,500})[ \t]*$",
    re.MULTILINE,
)
# between two emphasised runs that meet: "**Rule 9**** : Oars**"
_JOINED = re.compile(r"(?<=[^\s*\\])\*{4}(?=[^*\n])")
_OBJECT = re.compile("\ufffc+")  # a conversion leaves it where a picture stood
_LABELLED = re.compile(r"(?<=\])\[(?P<label>[^\[\]]{1,99})\]")
_PRINTED = re.compile(r"[^\n]")
_SPACES = re.compile(r"[\s\xa0]+")


class _Place(NamedTuple):
    line: int  # 0-based, of the first header cell that is printed
    table: FlatTable


def without_comments(source: SourceText) -> SourceText:
    """The text with what no reader is shown blanked, front matter, comments (`<!-- … -->`), the addresses of
    links that stand apart with a label and the signs that hold the place of pictures, and a list of it; and
    the marks between two emphasised runs that meet."""
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
    if not kinds and "****" not in source.text:
        return source
    starts = line_starts(source.lines)
    omitted, text = list(source.omitted), source.text
    labels = {_plain(found["label"]) for found in _DEFINED.finditer(text)}
    if labels:  # "[Section 12][Act 12]": the second bracket belongs to the mark-up
        text = _LABELLED.sub(
            lambda found: _PRINTED.sub(" ", found[0]) if _plain(found["label"]) in labels else found[0], text
        )
    text = _JOINED.sub(" " * 4, text)
    for pattern, reason in kinds:
        omitted += (omission(starts, *found.span(), reason) for found in pattern.finditer(text))
        text = pattern.sub(lambda found: _PRINTED.sub(" ", found.group()), text)
    return replace(source, text=text, lines=tuple(text.split("\n")), omitted=tuple(sorted(omitted)))


def _plain(label: str) -> str:
    return " ".join(label.split()).casefold()


def without_omissions(source: SourceText, reading: Reading) -> SourceText:
    """The text with what the hints name blanked, and a list of it."""
    if not (reading.begin or reading.end or reading.omit):
        return source
    lines = list(source.lines)
    omitted = [*_furniture(lines, reading)]
    text = "\n".join(lines)
    starts = line_starts(lines)
    for rule in reading.omit:
        pieces: list[str] = []
        kept = 0
        for found in _compiled(rule.pattern).finditer(text):
            start, end = found.span(1) if found.re.groups else found.span()
            if start == end:
                continue
            omitted.append(omission(starts, start, end, rule.reason))
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
