"""The audit of a PDF that vfdoc made: its sheet against the one that the rules make now, row by row."""

from __future__ import annotations

from collections import defaultdict

from vfdoc.formats.shapes.sheet import SheetRowShape, SheetShape
from vfdoc.model.sheet import AuditRow, Lack, Sheet

_BETWEEN = " · "


def audit_rows(
    printed: SheetShape, made: Sheet
) -> tuple[tuple[AuditRow, ...], tuple[tuple[str, str], ...], tuple[Lack, ...]]:
    """Every printed row against what is made now; the cells that differ, as printed and as made; and the
    rows that are made now and were not printed. Rows of other words correspond by panel and sections."""
    now: dict[tuple[str, ...], int] = defaultdict(int)
    for panel in made.panels:
        for row in panel.rows:
            now[panel.id, *(cell.text for cell in row.cells)] += 1
    waiting: dict[tuple[str, tuple[str, ...]], list[list[str]]] = defaultdict(list)
    old = {(panel.id, *row.cells) for panel in printed.panels for row in panel.rows}
    for panel in made.panels:
        for row in panel.rows:
            told = [cell.text for cell in row.cells]
            if (panel.id, *told) not in old:
                waiting[panel.id, row.sections].append(told)
    rows: list[AuditRow] = []
    cells: list[tuple[str, str]] = []
    for shape in printed.panels:
        for each in shape.rows:
            key = (shape.id, *each.cells)
            if now[key] > 0:
                now[key] -= 1
                rows.append(_row(each, "agrees", ""))
                continue
            others = waiting[shape.id, tuple(each.sections)]
            other = others.pop(0) if others else None
            if other is None:
                rows.append(_row(each, "untraceable", "the rules make no such row now"))
                continue
            rows.append(_row(each, "differs", f"now: {_BETWEEN.join(filter(None, other))}"))
            cells += [(a, b) for a, b in zip(each.cells, other, strict=False) if a != b]
    lacks = [
        Lack(_BETWEEN.join(filter(None, told)), panel, sections[0] if sections else "", None)
        for (panel, sections), left in waiting.items()
        for told in left
    ]
    return tuple(rows), tuple(cells), tuple(lacks)


def _row(row: SheetRowShape, verdict: str, message: str) -> AuditRow:
    section = row.sections[0] if row.sections else None
    named = _BETWEEN.join(filter(None, row.cells))
    return AuditRow(named, None, verdict, section, message)  # type: ignore[arg-type]
