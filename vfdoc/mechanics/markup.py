"""Markup in a text: the marks of emphasis, HTML and escapes in a line, which are no words of it; what is a
signed number; and a table of HTML with its heads, rows, title and footnotes.

In: a text as it is printed, or the lines of a paragraph that holds a table. Out: the same without its marks,
in its columns or run together; the cells, each with the line (1-based) and column where its words stand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vfdoc.mechanics.footnotes import notes_by_mark, raised_digits
from vfdoc.model.text import TextLine

_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]{0,100}>|\\(?=[^\w\s])|\*\*|(?<![\w*])_|_(?![\w*])"
    r"|\*(?=[^\s*][^*]{0,80}\*)|(?<=[\w.)?!,:])\*"
)
SIGNED = re.compile(r"(?<![\w\d.])[+−–-]\s?\d")
_HTML_ROW = re.compile(r"<tr\b[^>]{0,200}>(.*?)(?:</tr>|(?=<tr\b)|$)", re.IGNORECASE | re.DOTALL)
_HTML_CELL = re.compile(r"<t[hd]\b[^>]{0,200}>(.*?)(?=<t[hd]\b|</t[hd]>|$)", re.IGNORECASE | re.DOTALL)
_TABLE = re.compile(r"^[^\W\d_]{3,12}(?: \d+)?:\s*")  # "Table 3: "


def plain(text: str) -> str:
    """`text` with markup blanked by as many spaces."""
    marked = "*" in text or "_" in text or "<" in text or "\\" in text
    return _MARKUP.sub(lambda found: " " * len(found.group()), text) if marked else text


def unmarked_text(text: str) -> str:
    """`text` without its markup, so that bold words set no gap apart."""
    return _MARKUP.sub("", text) if plain(text) is not text else text


class HtmlTable(NamedTuple):
    """The heads and rows of a table of HTML, with its title and footnotes, which are rows of one cell."""

    heads: list[str]
    rows: list[list[tuple[str, int, int]]]
    title: str
    notes: Mapping[str, str]


def html_rows(lines: Sequence[TextLine]) -> HtmlTable:
    """A table of HTML."""
    whole = "\n".join(line.text for line in lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.text) + 1)
    rows: list[list[tuple[str, int, int]]] = []
    for row in _HTML_ROW.finditer(whole):
        cells = []
        for cell in _HTML_CELL.finditer(row.group(1)):
            at = row.start(1) + cell.start(1)
            n = bisect_right(starts, at) - 1
            shown = " ".join(plain(raised_digits(cell.group(1))).split())
            cells.append((shown, lines[n].line, lines[n].column + at - starts[n]))
        if cells:
            rows.append(cells)
    titled = len(rows) > 2 and len(rows[0]) == 1 < len(rows[1]) and not SIGNED.search(rows[0][0][0])
    title = rows.pop(0)[0][0] if titled else ""
    signed = not rows or any(SIGNED.search(cell[0]) for cell in rows[0])
    heads = [] if signed else [cell[0] for cell in rows.pop(0)]
    last = [cell[0] for row in rows if len(row) == 1 < len(heads) for cell in row]
    rows = [row for row in rows if len(row) > 1 or len(heads) < 2]
    return HtmlTable(heads, rows, _TABLE.sub("", title), notes_by_mark(plain(" ".join(last))))
