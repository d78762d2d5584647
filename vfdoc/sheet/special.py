"""Special rules of units as rows of a sheet: in full, in an edition's words, or only those of an army."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from vfdoc.model import Section, tables_of
from vfdoc.model.sheet import PanelPlan, SheetCell, SheetRow, Worded
from vfdoc.sheet.changes import SheetContext
from vfdoc.sheet.lookups import entry_id
from vfdoc.sheet.prose import plain, rows_of, table_rows
from vfdoc.sheet.source import Source
from vfdoc.sheet.worded import Tongue, translated, worded_row

_Stated: TypeAlias = Mapping[str, tuple[tuple[int, str], ...]]


def special_rows(wanted: PanelPlan, context: SheetContext) -> Iterator[SheetRow]:
    """The special rules in full: the rows of their tables, their labelled paragraphs, else the sections."""
    source = context.source
    pattern = context.own.topics["special"]
    anchors = wanted.chapters or [
        s.anchor for s in source.sections.values() if pattern.fullmatch(plain(s.title, s, source))
    ]
    stated = _stated(source)
    for anchor in anchors:
        for section in source.under(anchor):
            yield from _section_rows(section, context, stated)


def units_of(rows: Sequence[SheetRow], context: SheetContext) -> Sequence[SheetRow]:
    """Of special rules those that units of the army have; all where no army was told."""
    units = context.plan.units
    if units is None:
        return rows
    named = {rule.casefold() for unit in units for rule in unit.rules}
    return [row for row in rows if any(n in row.cells[0].text.casefold() for n in named if n)]


def reworded(
    rows: Sequence[SheetRow], told: Sequence[Worded], source: Source, tongue: Tongue
) -> tuple[list[SheetRow], list[str]]:
    """Special rules, those in an edition's words whose name begins with what its `pick` names."""
    found: list[SheetRow] = []
    notes: list[str] = []
    for row in rows:
        label = row.cells[0].text.casefold()
        worded = next((w for w in told if w.pick and label.startswith(w.pick.casefold())), None)
        if worded is None:
            found.append(translated(row, tongue))
            continue
        short, note = worded_row(worded, source, tongue, row)
        notes += [note] if note else []
        found += [short] if short is not None else []
    return found, notes


def _section_rows(section: Section, context: SheetContext, stated: _Stated) -> Iterator[SheetRow]:
    source, cited = context.source, (section.anchor,)
    here = stated.get(section.anchor, ())
    tables = list(tables_of(section.blocks))
    if not tables:
        for row in rows_of(section, source, whole=True):
            yield row._replace(ids=tuple(id for _, id in here))
        return
    for table in tables:
        for label, words, line in table_rows(table, section, source):
            cells = (SheetCell(label, cited), SheetCell(words, cited))
            ids = tuple(id for at, id in here if at == line)
            yield SheetRow(cells, "prose", source.is_house(section.anchor), ids)


def _stated(source: Source) -> _Stated:
    """By section the mechanics that it states: their lines and ids."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in (*source.modifiers, *(row for rows in source.restatements.values() for row in rows)):
        found[row.section].append((row.line, row.id))
    for lookup in source.lookups:
        found[lookup.section] += [(row.line, entry_id(lookup, row)) for row in lookup.rows]
    return {anchor: tuple(rows) for anchor, rows in found.items()}
