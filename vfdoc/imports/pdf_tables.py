"""Tables that rules draw on a page of a PDF: a grid of lines, with its cells, merged ones too; and rules that
only lie (above the heads, below them, below the last row), with columns set apart by white.

Only what is sure is a table: lines that meet, two cells at least, every cell a rectangle; of lines that do
not meet, three of one width with a white gap down between them. Anything else is left to be read as lines of
text.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.imports.pdf_page import Char, Rule

_NEAR = 2.5  # points by which lines that meet may miss one another
_ROWS = 400
_MOST = 3000  # rules of a page that are looked at
_WIDTHS, _LYING = 40, 100  # widths of rules that meet none, and rules of one width
_WHITE = 0.9  # of the size of type: a gap that is wider parts columns
_PROSE = 60  # characters of a cell's line: where one has more, columns of prose stand between rules


class RuledCell(NamedTuple):
    """A cell: its row and column, over how many of each it goes, and its characters."""

    row: int
    column: int
    down: int
    across: int
    chars: tuple[Char, ...]


class Ruled(NamedTuple):
    """A table: its edges, its columns' edges, its cells, and how high its first row is."""

    left: float
    bottom: float
    right: float
    top: float
    columns: tuple[float, ...]
    rows: int
    cells: tuple[RuledCell, ...]
    first_row: float


def ruled(rules: Sequence[Rule], chars: Sequence[Char]) -> list[Ruled]:
    """The tables of a page, from top to bottom."""
    found = []
    for group in _groups(rules[:_MOST]):
        found += _tables(group, chars)
    left = [rule for rule in rules[:_MOST] if not any(_within(rule, table) for table in found)]
    found += _open_tables(left, chars)
    return sorted(found, key=lambda table: -table.top)


def _groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Rules that touch one another, however many stand between."""
    parent = list(range(len(rules)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    order = sorted(range(len(rules)), key=lambda at: rules[at].left)
    active: list[int] = []
    for at in order:
        rule = rules[at]
        active = [other for other in active if rules[other].right >= rule.left - _NEAR]
        for other in active:
            if rules[other].top >= rule.bottom - _NEAR and rules[other].bottom <= rule.top + _NEAR:
                parent[root(at)] = root(other)
        active.append(at)
    groups: dict[int, list[Rule]] = {}
    for at in range(len(rules)):
        groups.setdefault(root(at), []).append(rules[at])
    return list(groups.values())


def _levels(values: Sequence[float]) -> list[float]:
    """Values that nearly agree made one."""
    found: list[list[float]] = []
    for value in sorted(values):
        if found and value - found[-1][-1] <= _NEAR:
            found[-1].append(value)
        else:
            found.append([value])
    return [sum(group) / len(group) for group in found]


def _tables(rules: Sequence[Rule], chars: Sequence[Char]) -> list[Ruled]:
    """The tables of rules that touch: one, or several where columns of other widths stand below."""
    ys = _levels([rule.top for rule in rules if rule.across])[::-1]
    down = [rule for rule in rules if not rule.across]
    if len(ys) > _ROWS:
        return []
    groups: list[tuple[float, float, frozenset[int]]] = []
    for top, bottom in itertools.pairwise(ys):
        middle = (top + bottom) / 2
        inner = frozenset(round(rule.left / _NEAR) for rule in down if rule.bottom < middle < rule.top)
        if groups and (groups[-1][2] <= inner or inner <= groups[-1][2]):
            groups[-1] = (groups[-1][0], bottom, groups[-1][2] | inner)
        else:
            groups.append((top, bottom, inner))
    if len(groups) < 2:
        table = _table(rules, chars)
        return [table] if table is not None else []
    found = []
    for top, bottom, _ in groups:
        here = [rule for rule in rules if rule.bottom <= top + _NEAR and rule.top >= bottom - _NEAR]
        cut = [
            rule if rule.across else rule._replace(bottom=max(rule.bottom, bottom), top=min(rule.top, top))
            for rule in here
        ]
        cut = [rule for rule in cut if rule.across or rule.top - rule.bottom > _NEAR]
        table = _table(cut, [char for char in chars if bottom - 1 <= char.base <= top])
        if table is not None:
            found.append(table)
    return found


def _table(rules: Sequence[Rule], chars: Sequence[Char]) -> Ruled | None:
    across = [rule for rule in rules if rule.across]
    down = [rule for rule in rules if not rule.across]
    xs = _levels([rule.left for rule in down])
    ys = _levels([rule.top for rule in across])[::-1]
    if len(xs) < 2 or len(ys) < (2 if len(xs) > 2 else 3) or len(xs) > 60 or len(ys) > _ROWS:
        return None
    columns, rows = len(xs) - 1, len(ys) - 1
    # Whether a line stands between a cell and the next one to the right, or below.
    sides = [[(r.bottom, r.top) for r in down if abs(r.left - x) <= _NEAR] for x in xs]
    floors = [[(r.left, r.right) for r in across if abs(r.top - y) <= _NEAR] for y in ys]
    right = [[_drawn(sides[c + 1], ys[r + 1], ys[r]) for c in range(columns)] for r in range(rows)]
    below = [[_drawn(floors[r + 1], xs[c], xs[c + 1]) for c in range(columns)] for r in range(rows)]
    taken: set[tuple[int, int]] = set()
    cells: list[RuledCell] = []
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            wide = deep = 1
            while column + wide < columns and not right[row][column + wide - 1]:
                wide += 1
            while row + deep < rows and not any(below[row + deep - 1][column : column + wide]):
                deep += 1
            span = {(row + r, column + c) for r in range(deep) for c in range(wide)}
            if span & taken:
                return None  # no rectangle
            taken |= span
            box = (xs[column], ys[row + deep], xs[column + wide], ys[row])
            inside = tuple(char for char in chars if _inside(char, box))
            cells.append(RuledCell(row, column, deep, wide, inside))
    if not any(cell.chars for cell in cells):
        return None
    return Ruled(xs[0], ys[-1], xs[-1], ys[0], tuple(xs), rows, tuple(cells), ys[0] - ys[1])


def _drawn(stretches: Sequence[tuple[float, float]], start: float, end: float) -> bool:
    """Whether stretches of a line cover most of a cell's side."""
    covered = sum(max(0.0, min(high, end) - max(low, start)) for low, high in stretches)
    return covered >= 0.6 * (end - start)


def _inside(char: Char, box: tuple[float, float, float, float]) -> bool:
    middle = (char.left + char.right) / 2
    return box[0] <= middle <= box[2] and box[1] - 1 <= char.base + 0.2 * char.size <= box[3] + 1


# Without rules down


def _within(rule: Rule, table: Ruled) -> bool:
    inside = table.left - _NEAR <= rule.left and rule.right <= table.right + _NEAR
    return inside and table.bottom - _NEAR <= rule.bottom and rule.top <= table.top + _NEAR


def _open_tables(rules: Sequence[Rule], chars: Sequence[Char]) -> list[Ruled]:
    """The tables of rules of one width below one another, none of which a rule meets."""
    alike: list[list[Rule]] = []
    for rule in rules:
        if not rule.across:
            continue
        for group in alike:
            if abs(group[0].left - rule.left) <= _NEAR and abs(group[0].right - rule.right) <= _NEAR:
                group.append(rule)
                break
        else:
            alike.append([rule])
    found = []
    for group in alike[:_WIDTHS]:
        edges = (min(rule.left for rule in group), max(rule.right for rule in group))
        ys = _levels([rule.top for rule in group])[::-1][:_LYING]
        at = 0
        while at + 2 < len(ys):
            last, gaps = at, list[tuple[float, float]]()
            while last + 1 < len(ys) and (more := _gaps(_between(chars, edges, ys[at], ys[last + 1]), edges)):
                last, gaps = last + 1, more
            table = _open_table(chars, edges, ys[at : last + 1], gaps) if last > at + 1 else None
            found += [table] if table is not None else []
            at = max(last, at + 1)
    return found


def _between(chars: Sequence[Char], edges: tuple[float, float], top: float, bottom: float) -> list[Char]:
    box = (edges[0] - _NEAR, bottom, edges[1] + _NEAR, top)
    return [char for char in chars if _inside(char, box) and not char.text.isspace()]


def _gaps(chars: Sequence[Char], edges: tuple[float, float]) -> list[tuple[float, float]]:
    """The stretches between the edges, wider than any blank, in which no character stands."""
    found: list[tuple[float, float]] = []
    reached = None
    for char in sorted(chars, key=lambda char: char.left):
        if reached is not None and char.left - reached > _WHITE * char.size:
            found.append((reached, char.left))
        reached = char.right if reached is None else max(reached, char.right)
    return found if reached is not None else []


def _open_table(
    chars: Sequence[Char],
    edges: tuple[float, float],
    ys: Sequence[float],
    gaps: Sequence[tuple[float, float]],
) -> Ruled | None:
    """The table between rules: the first two hold its heads, each line that fills the first column and
    another begins a row. None where its cells are as long as lines of prose."""
    xs = (edges[0], *((one + other) / 2 for one, other in gaps), edges[1])
    rows: list[list[list[Char]]] = []
    for above, (top, bottom) in enumerate(itertools.pairwise(ys)):
        lines: dict[float, list[Char]] = {}
        for char in _between(chars, edges, top, bottom):
            base = next((each for each in lines if abs(each - char.base) <= 0.4 * char.size), char.base)
            lines.setdefault(base, []).append(char)
        for number, base in enumerate(sorted(lines, reverse=True)):
            cells: list[list[Char]] = [[] for _ in xs[1:]]
            for char in lines[base]:
                middle = (char.left + char.right) / 2
                cells[min(sum(middle > x for x in xs[1:]), len(cells) - 1)].append(char)
            if any(len(cell) > _PROSE for cell in cells):
                return None
            if number and (not above or not (cells[0] and any(cells[1:]))):
                for cell, more in zip(rows[-1], cells, strict=True):
                    cell += more
            else:
                rows.append(cells)
    if len(rows) < 2 or len(rows) > _ROWS or 2 * sum(sum(map(bool, row)) > 1 for row in rows) < len(rows):
        return None
    cells_found = tuple(
        RuledCell(row, column, 1, 1, tuple(cell))
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    )
    return Ruled(edges[0], ys[-1], edges[1], ys[0], xs, len(rows), cells_found, ys[0] - ys[1])
