"""Rows of one table or sheet that are about the same case: of the same value, under the same condition.

In: a rulebook with its mechanics. Out: groups of rows in the order of the text. A row and its
exception are two cases, as are the columns of a table; so are rows whose condition is not wholly read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from vfdoc.model import Rulebook, Section, tables_of
from vfdoc.model.document import first_line, last_line
from vfdoc.model.mechanics import Modifier
from vfdoc.verdicts.conditions import normal


def rows_by_case(rulebook: Rulebook) -> Iterator[tuple[Modifier, ...]]:
    """Two rows or more that say the same kind of change of the same value in the same case, each on a
    line of its own."""
    mechanics = rulebook.mechanics
    if mechanics is None:
        return
    doubted = {(doubt.document, doubt.line, doubt.column) for doubt in mechanics.doubts}
    printed = PrintedRows(rulebook)
    cases: dict[Hashable, dict[int, Modifier]] = defaultdict(dict)
    for row in mechanics.modifiers:
        if row.of is None or (row.when is None and row.per is None):
            continue
        if (row.document, row.line, row.column) in doubted or not printed.in_table(row):
            continue
        case = (row.document, row.section, row.of, row.operation, row.per, normal(row.when))
        cases[case].setdefault(row.line, row)
    for rows in cases.values():
        if len(rows) > 1:
            yield tuple(rows.values())


class PrintedRows:
    """Knows which rows a text prints in a table or on a sheet; its prose may say a thing twice."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._sections = {section.anchor: section for section in rulebook.sections()}
        self._lines: dict[str, frozenset[int]] = {}

    def in_table(self, row: Modifier) -> bool:
        """Whether a row of the rules or of a sheet stands in a table or on the sheet."""
        if row.origin != "rules":
            return row.origin == "sheet"
        if row.section not in self._lines:
            self._lines[row.section] = _table_lines(self._sections[row.section])
        return row.line in self._lines[row.section]


def _table_lines(section: Section) -> frozenset[int]:
    tables = tables_of(section.blocks)
    return frozenset(line for table in tables for line in range(first_line(table), last_line(table) + 1))
