"""Two sections' tables cell by cell: values that changed, rows and columns added, dropped or moved.

In come the tables of both sides in order; out come CellChanges. Tables pair by their caption or header,
else in order; columns by their heads, rows by their first cell, so that an inserted row changes no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.sequences import stretches
from vfdoc.language.typography import plain
from vfdoc.model import Row, Table
from vfdoc.model.comparison import CellChange


class _Line(NamedTuple):
    """A row or column: what it is called (told apart where several are called the same), its cells."""

    label: str
    cells: tuple[str, ...]


def compare_tables(old: Sequence[Table], new: Sequence[Table]) -> tuple[CellChange, ...]:
    """What differs between the tables of two sections, table by table."""
    found: list[CellChange] = []
    left = list(new)
    for table in old:
        other = next((t for t in left if _called(t) == _called(table)), left[0] if left else None)
        if other is None:
            found += [CellChange("removed", line.label, None, _joined(line), None) for line in _rows(table)]
            continue
        left.remove(other)
        found += _compare(table, other)
    for table in left:
        found += [CellChange("added", line.label, None, None, _joined(line)) for line in _rows(table)]
    return tuple(found)


def _compare(old: Table, new: Table) -> Iterator[CellChange]:
    heads = _heads(old), _heads(new)
    columns = _aligned(*heads)
    rows = _rows(old), _rows(new)
    lines = _aligned([line.label for line in rows[0]], [line.label for line in rows[1]])
    yield from _whole(heads[0], heads[1], columns, rows=False)
    yield from _whole([r.label for r in rows[0]], [r.label for r in rows[1]], lines, rows=True, cells=rows)
    for at, other in sorted(lines.items()):
        one, two = rows[0][at], rows[1][other]
        for column, there in sorted(columns.items()):
            before, after = _cell(one, column), _cell(two, there)
            if plain(before) != plain(after):
                head = heads[1][there] if new.header else None
                yield CellChange("changed", two.label, head, before, after)


def _whole(
    old: Sequence[str],
    new: Sequence[str],
    pairs: dict[int, int],
    *,
    rows: bool,
    cells: tuple[Sequence[_Line], Sequence[_Line]] = ((), ()),
) -> Iterator[CellChange]:
    """The rows or columns that only one table has, and those that stand elsewhere."""
    for at, label in enumerate(old):
        if at not in pairs:
            text = _joined(cells[0][at]) if rows else label
            yield CellChange("removed", label if rows else None, None if rows else label, text, None)
    there = set(pairs.values())
    for at, label in enumerate(new):
        if at not in there:
            text = _joined(cells[1][at]) if rows else label
            yield CellChange("added", label if rows else None, None if rows else label, None, text)
    order = [pairs[at] for at in sorted(pairs)]
    same = (each for each in stretches(order, sorted(order)) if each.same)
    kept = {order[at] for each in same for at in range(each.old, each.old_end)}
    for place in order:
        if place not in kept:
            label = new[place]
            yield CellChange("moved", label if rows else None, None if rows else label, label, label)


def _aligned(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Which of the old labels is which of the new: of equal labels in order, then what is left between the
    same neighbours, where as many are left on both sides."""
    places: dict[str, list[int]] = {}
    for at, label in enumerate(new):
        places.setdefault(plain(label).casefold(), []).append(at)
    pairs: dict[int, int] = {}
    for at, label in enumerate(old):
        if there := places.get(plain(label).casefold()):
            pairs[at] = there.pop(0)
    taken = set(pairs.values())
    for at in range(len(old)):
        if at not in pairs:
            before = pairs.get(at - 1, -1) if at else -1
            place = before + 1
            after = pairs.get(at + 1, len(new) if at + 1 == len(old) else -1)
            if place < len(new) and place not in taken and after == place + 1:
                pairs[at] = place
                taken.add(place)
    return pairs


def _heads(table: Table) -> list[str]:
    """What the columns are called: by their heads, else by their place."""
    if table.header:
        return [cell.text for cell in table.header.cells]
    width = max((len(row.cells) for row in table.rows), default=0)
    return [str(at) for at in range(1, width + 1)]


def _rows(table: Table) -> list[_Line]:
    return [_Line(_label(row), tuple(cell.text for cell in row.cells)) for row in table.rows]


def _label(row: Row) -> str:
    return next((cell.text for cell in row.cells if cell.text), "")


def _cell(line: _Line, column: int) -> str:
    return line.cells[column] if column < len(line.cells) else ""


def _joined(line: _Line) -> str:
    return " | ".join(line.cells)


def _called(table: Table) -> str:
    head = " ".join(cell.text for cell in table.header.cells) if table.header else ""
    return plain(f"{table.title or ''} {head}").casefold()
