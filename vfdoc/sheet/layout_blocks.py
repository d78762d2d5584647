"""A sheet as the data that its Typst template sets: blocks that are not broken, in order.

A head stands with the row after it, the names of columns with their table, a panel's title with its
first block. No word is markup there: the
template takes all of them as strings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from vfdoc.language.typography import unaccented
from vfdoc.model.sheet import Sheet, SheetCell, SheetPanel, SheetRow

BlockData: TypeAlias = dict[str, Any]

_CITED_AT_MOST = 2
_LONG_WORD = re.compile(r"\S{23,}")
_BREAK = re.compile(r"(.{12})(?=.)")
_SIGN = re.compile(r"(?<![^\s(/])-(?=\d)")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_VALUE_CELLS = 2
_SAID = "\0"  # the section has the title of the panel
_THIN, _WIDE = 4, 40  # letters: the narrowest column of a table, the widest
_NARROW, _NAME, _DIGIT = 1.3, 0.42, 0.54  # the narrowest column of values, and letters, in the size of type
_VALUE = 12  # letters of what is no words
_WORDS = 24  # letters of what is words
_TOGETHER = 4  # rows of a group that begins with a name alone
_MANY = 6  # rows that say by their panel's title what they cite
_FLOWING, _BETWEEN = 48, 5  # letters in a line of steps, and between two of them
_LETTERS = 130  # across a page
_ACROSS = 51.0  # the width of a page, in the size of its type
_BETWEEN_COLUMNS = 0.45


def layout_blocks(sheet: Sheet, across: int = 1) -> list[BlockData]:
    """All blocks of a sheet, in order, for sides of so many columns. A wide panel is one block across all
    of them, and so is a table whose longest words would not fit into one."""
    blocks: list[BlockData] = []
    for panel in sheet.panels:
        if panel.wide:
            blocks.append(_wide(panel, sheet))
            continue
        groups = _groups(panel._replace(rows=_flowing(panel.rows)).rows)
        broad = [group for group in groups if across > 1 and _broad(group, across)]
        rest = [group for group in groups if group not in broad]
        if any(row.role != "head" for group in rest for row in group):
            blocks += _panel_blocks(panel, rest, sheet)
        for group in broad:
            name = group[0].cells[0].text if group[0].role == "head" else ""
            table = [group[0]._replace(cells=(SheetCell(""), *group[0].cells[1:])), *group[1:]]
            own = panel._replace(title=name or panel.title, rows=tuple(table if name else group))
            blocks.append(_wide(own, sheet))
    return blocks


def cite(row: SheetRow, sheet: Sheet) -> str:
    """The sections of a row as they are printed: each once, a few at most; what
    has no number stands there only where nothing has."""
    if row.role == "head" and not row.ids and len(row.cells) == _VALUE_CELLS:
        return ""  # a value: each of its changes cites its own
    named = list(dict.fromkeys(sheet.names.get(anchor, anchor) for anchor in row.sections))
    named = [name for name in named if _numbered(name)] or named
    if row.role == "entry":
        return next(iter(named), "")
    return ", ".join(named[:_CITED_AT_MOST]) + (" …" if len(named) > _CITED_AT_MOST else "")


def _groups(rows: Sequence[SheetRow]) -> list[list[SheetRow]]:
    """Rows that are not parted: a head with the row after it, the names of columns with their table, a name
    that stands alone with some entries."""
    groups: list[list[SheetRow]] = []
    held = tabled = False
    for row in rows:
        alike = bool(groups) and len(row.cells) == len(groups[-1][-1].cells)
        few = bool(groups) and len(groups[-1][0].cells) == 1 and len(groups[-1]) < _TOGETHER
        tabled = row.role == "entry" and alike and (tabled or few)
        if (held or tabled) and groups:
            groups[-1].append(row)
        else:
            groups.append([row])
        held = row.role == "head"
        tabled = (held and len(row.cells) > _VALUE_CELLS) or tabled
    return groups


def _panel_blocks(
    panel: SheetPanel, groups: Sequence[Sequence[SheetRow]], sheet: Sheet, wide: bool = False
) -> list[BlockData]:
    """The blocks of a panel, a group each."""
    shared = _shared(panel, sheet)
    citer = _Citer(sheet, shared)
    prosy = _prosy(groups)
    blocks = []
    for n, group in enumerate(groups):
        if _is_table(group):
            rows = [_table(group, citer, wide)]
        else:
            following = groups[n + 1][0].role if n + 1 < len(groups) else "head"
            rows = [
                _row(row, citer.of(row), row is group[-1] and following == "head", id(row) in prosy)
                for row in group
            ]
        blocks.append(_block(panel, shared, rows, n == 0))
    return blocks


class _Citer:
    """Says what each row of a panel cites, in their order: not again what stands by the title or above."""

    __slots__ = ("_before", "_shared", "sheet")

    def __init__(self, sheet: Sheet, shared: str) -> None:
        self.sheet, self._shared, self._before = sheet, shared, shared

    def of(self, row: SheetRow) -> str:
        """What a row cites as it is printed."""
        cited = cite(row, self.sheet)
        again = not _numbered(cited) and (cited == self._before or row.role == "entry" or _named(row, cited))
        self._before = cited or self._before
        return "" if again or self._shared in (_SAID, cited) else cited


def _prosy(groups: Sequence[Sequence[SheetRow]]) -> frozenset[int]:
    """The entries (by identity) that are set like prose: those in a row with one whose value is words."""
    found: set[int] = set()
    run: list[SheetRow] = []
    for row in (*(row for group in groups for row in group), None):
        if row is not None and row.role == "entry" and len(row.cells) == _VALUE_CELLS:
            run.append(row)
            continue
        if any(len(each.cells[1].text) > _WORDS for each in run):
            found.update(map(id, run))
        run = []
    return frozenset(found)


def _table(group: Sequence[SheetRow], citer: _Citer, wide: bool) -> dict[str, Any]:
    """A table: the row of its head, its rows, how wide its columns are (`em`, or shares where that is 0),
    whether its cells are words. What all of its rows cite stands in its head."""
    head = group[0] if group[0].role == "head" else None
    entries = group[1:] if head is not None else group
    cites = [citer.of(row) for row in entries]
    one = cites[0] if head is not None and len(entries) > 1 and len(set(cites)) == 1 else ""
    named = head is not None and bool(head.cells[0].text)
    words = any(len(cell.text) > _VALUE for row in entries for cell in row.cells[1:])
    weights = _weights(group)
    return {
        "role": "table",
        "head": _row(head, one, True) if head is not None else None,
        "rows": [
            _row(row, "" if one else cited, n == len(cites) - 1)
            for n, (row, cited) in enumerate(zip(entries, cites, strict=True))
        ],
        "em": _ems(group) if words or not wide else [0.0] * len(weights),
        "share": weights,
        "words": words,
        "cited": bool(one and not named) or (not one and any(cites)),  # whether a column says so
        "turned": sum(_words(group)) > _LETTERS,  # then the names of columns stand on their side
    }


def _block(panel: SheetPanel, shared: str, rows: list[dict[str, Any]], first: bool) -> BlockData:
    return {
        "panel": panel.id,
        "name": printed(panel.title),
        "cite": "" if shared == _SAID else printed(shared),
        "title": printed(panel.title) if first else "",
        "continued": False,
        "gap": first,
        "wide": False,
        "beside": [],
        "rows": rows,
    }


def _wide(panel: SheetPanel, sheet: Sheet) -> BlockData:
    """A panel across all columns: its tables beside one another, its other rows below them."""
    groups = _groups(panel.rows)
    tables = [group for group in groups if _is_table(group)]
    rest = [row for group in groups if group not in tables for row in group]
    whole = _panel_blocks(panel, [rest], sheet)[0]
    beside = [block["rows"][0] for block in _panel_blocks(panel, tables, sheet, wide=True)]
    for table in beside if rest else ():
        table["rows"][-1]["last"] = False
    return {**whole, "wide": True, "beside": [{**table, "width": sum(table["share"])} for table in beside]}


def _is_table(group: Sequence[SheetRow]) -> bool:
    return bool(group) and group[-1].role == "entry" and len(group[-1].cells) > _VALUE_CELLS


def _broad(group: Sequence[SheetRow], across: int) -> bool:
    """Whether a table is too broad for a column: the longest words of its columns, those of their names set
    smaller, do not fit beside one another."""
    if not _is_table(group):
        return False
    ems = [room or word * _DIGIT for room, word in zip(_ems(group), _words(group), strict=True)]
    return (sum(ems) + _BETWEEN_COLUMNS * len(ems)) * across > _ACROSS


def _words(group: Sequence[SheetRow]) -> list[int]:
    """The room that each column of a table needs at least, in letters: its longest word."""
    width = max((len(row.cells) for row in group), default=0)
    columns = ([row.cells[n].text for row in group if n < len(row.cells)] for n in range(width))
    first = group[0].role == "head" if group else False  # the name of a table stands above it
    return [
        max((len(word) + 1 for text in texts[first and not n :] for word in text.split()), default=1)
        for n, texts in enumerate(columns)
    ]


def _weights(group: Sequence[SheetRow]) -> list[float]:
    """How wide the columns of a table are, as shares: by the longest word or half the longest cell, the
    first by all of its words where it stands beside values."""
    found = []
    values = all(len(cell.text) <= _VALUE for row in group if row.role == "entry" for cell in row.cells[1:])
    for n, word in enumerate(_words(group)):
        cells = [len(row.cells[n].text) for row in group if n < len(row.cells) and (n or row.role != "head")]
        longest = max(cells, default=0)
        wanted = longest // 2 if n else longest * 7 // 6 if values else longest * 3 // 4
        found.append(float(max(_THIN, word, min(_WIDE, wanted))))
    return found


def _ems(group: Sequence[SheetRow]) -> list[float]:
    """How wide the columns of values are, in the size of the type: by the longest word of their names, which
    are set smaller, and their longest value. Those of words share what is left (0), and the first does."""
    found = [0.0]
    for n in range(1, len(_words(group))):
        cells = [(row.role, row.cells[n].text) for row in group if n < len(row.cells)]
        name = max((len(word) for role, text in cells if role == "head" for word in text.split()), default=0)
        value = max((len(text) for role, text in cells if role != "head"), default=0)
        room = max(_NARROW, name * _NAME, value * _DIGIT)
        found.append(round(room, 2) if value <= _VALUE else 0.0)
    return found


def _flowing(rows: tuple[SheetRow, ...]) -> tuple[SheetRow, ...]:
    """Steps of few words as one row, one behind the other."""
    steps = [row for row in rows if row.role == "step"]
    if len(steps) != len(rows) or sum(len(row.cells[1].text) + _BETWEEN for row in steps) > _FLOWING:
        return rows
    first = steps[0]
    cells = tuple(row.cells[1]._replace(sections=first.cells[1].sections[:1]) for row in steps)
    return (SheetRow(cells, "flow", any(row.house for row in steps)),)


def _shared(panel: SheetPanel, sheet: Sheet) -> str:
    """The one section that all rows of a panel come from: it stands by the title."""
    cited = {cite(row, sheet) for row in panel.rows} - {""}
    only = next(iter(cited)) if len(cited) == 1 else ""
    if _letters(only) == _letters(panel.title):
        return _SAID
    many = _MANY if _numbered(only) else _VALUE_CELLS
    return only if len(panel.rows) >= many else ""


def _named(row: SheetRow, cited: str) -> bool:
    """Whether a row's own label is the title of its section."""
    return bool(row.cells) and _letters(row.cells[0].text) == _letters(cited)


def _letters(text: str) -> str:
    """The letters of a text, without case and accents."""
    return "".join(letter for letter in unaccented(text) if letter.isalnum())


def _numbered(cited: str) -> bool:
    return any(letter.isdigit() for letter in cited)


def _row(row: SheetRow, cited: str, last: bool, prosy: bool = False) -> dict[str, Any]:
    return {
        "role": "prose" if prosy else row.role,
        "house": row.house,
        "last": last,
        "cite": printed(cited),
        "cells": [{"text": printed(cell.text), "foreign": cell.foreign} for cell in row.cells],
    }


def printed(text: str) -> str:
    """Words as they can be set: no control characters, and overlong words may break."""
    plain = _SIGN.sub("\N{MINUS SIGN}", _ODD.sub("", " ".join(text.split())))
    return _LONG_WORD.sub(lambda found: _BREAK.sub("\\1\u200b", found.group()), plain)
