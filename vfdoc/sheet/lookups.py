"""Tables of values, as rows of a sheet.

Lookups come in; each becomes a head (its name, its columns) and a row an entry. Entries that another
place repeats are one row that cites both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vfdoc.formats.conditions import name_of
from vfdoc.model.mechanics import Lookup, LookupRow
from vfdoc.model.sheet import SheetCell, SheetRow
from vfdoc.sheet.changes import SheetContext, all_arms
from vfdoc.sheet.prose import plain

_KEY_LENGTH = 90
_CELL_LENGTH = 24
_FEW = 2  # columns of values, which are wide enough for sentences
_LABEL = 26


def entry_id(lookup: Lookup, row: LookupRow) -> str:
    """What names an entry among the rows of a sheet: its lookup, section, line and key."""
    return f"entry {lookup.id} {lookup.section} {row.line} {' '.join(row.key)}"


def lookup_rows(
    id: str, context: SheetContext, skip: Sequence[str] = (), *, headed: bool = True
) -> Iterator[SheetRow]:
    """The rows of the lookups of that id, each table under its head; `skip` names sections whose entries
    stand otherwise on the sheet."""
    source = context.source
    lookups = [x for x in source.lookups if x.id == id and x.section not in skip]
    shown: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for lookup in lookups:
        for row in lookup.rows:
            stated = lookup.section, entry_id(lookup, row)
            shown.setdefault(_cell_words(lookup, row, context), []).append(stated)
    told: set[tuple[str, ...]] = set()
    columns: tuple[str, ...] | None = None
    for lookup in lookups:
        fresh = [row for row in lookup.rows if _cell_words(lookup, row, context) not in told]
        rows = [row for row in fresh if _asked(row, context)]
        heads = _columns(lookup, context)
        wordy = bool(heads) and _wordy(rows)
        if rows and ((headed and columns is None) or (heads != columns and (heads or columns))):
            name = name_of(id, context.speech, lookup.title) if columns is None and headed else ""
            cells = (name[:1].upper() + name[1:], *(() if wordy else heads))
            if any(cells):
                yield SheetRow(tuple(SheetCell(cell, (lookup.section,)) for cell in cells), "head")
        columns = heads if rows else columns
        told.update(_cell_words(lookup, row, context) for row in rows)
        if wordy:
            yield from _cards(lookup, rows, heads, context)
            continue
        for row in rows:
            said = _cell_words(lookup, row, context)
            yield _row(lookup, said, shown[said], context)


def _row(
    lookup: Lookup, said: tuple[str, ...], stated: Sequence[tuple[str, str]], context: SheetContext
) -> SheetRow:
    """An entry, with the sections and the ids of all places that state it."""
    cited = tuple(dict.fromkeys(anchor for anchor, _ in stated))
    cells = tuple(SheetCell(cell, cited) for cell in said)
    return SheetRow(cells, "entry", context.source.is_house(lookup.section), tuple(id for _, id in stated))


def _wordy(rows: Sequence[LookupRow]) -> bool:
    """Whether a table is one of sentences: in more of its columns than are wide enough for them."""
    width = max((len(row.values) for row in rows), default=0)
    columns = ([row.values[n] for row in rows if n < len(row.values)] for n in range(width))
    long = sum(any(len(value) > _CELL_LENGTH for value in column) for column in columns)
    return width > _FEW and long * _FEW > width


def _cards(
    lookup: Lookup, rows: Sequence[LookupRow], heads: Sequence[str], context: SheetContext
) -> Iterator[SheetRow]:
    """A table of sentences, column by column (row by row where it has no more columns than rows): a name,
    then what the table says of it."""
    cited = (lookup.section,)
    house = context.source.is_house(lookup.section)
    ids = tuple(entry_id(lookup, row) for row in rows)
    said = [_cell_words(lookup, row, context) for row in rows]
    said = [(_clipped(row[0], _LABEL), *row[1:]) for row in said]
    if len(rows) < len(heads):
        table = [(head, [(r[0], r[n]) for r in said if n < len(r)]) for n, head in enumerate(heads, 1)]
    else:
        table = [(row[0], list(zip(heads, row[1:], strict=False))) for row in said]
    for head, cells in table:
        told = [(key, value) for key, value in cells if value]
        words = " ".join(f"{key}: {value}{'' if value[-1:] in '.!?' else '.'}" for key, value in told)
        if words:
            yield SheetRow((SheetCell(head, cited), SheetCell(words, cited)), "prose", house, ids)


def _cell_words(lookup: Lookup, row: LookupRow, context: SheetContext) -> tuple[str, ...]:
    section = context.source.sections[lookup.section]
    key = plain(", ".join(row.key), section, context.source)
    key = _clipped(key, _KEY_LENGTH, " …")
    return (key[:1].upper() + key[1:], *(plain(value, section, context.source) for value in row.values))


def _clipped(text: str, length: int, end: str = "") -> str:
    """The words of a text that fit into so many letters."""
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + end


def _columns(lookup: Lookup, context: SheetContext) -> tuple[str, ...]:
    """The names of the columns of values; none where there is but one."""
    if len(lookup.columns) <= 1 or max(len(row.values) for row in lookup.rows) <= 1:
        return ()
    width = max(len(row.values) for row in lookup.rows)
    section = context.source.sections[lookup.section]
    heads = tuple(plain(column, section, context.source) for column in lookup.columns)
    return heads[-width:]


def _asked(row: LookupRow, context: SheetContext) -> bool:
    """Whether an entry is for the arms that were asked for: it names one of them, or none."""
    if not context.plan.arms:
        return True
    key = " ".join(row.key).casefold()
    called = {
        arm: context.speech.called("values", f"arm/{arm}").casefold().split()[-1].split("'")[-1]
        for arm in sorted({*all_arms(context.source), *context.plan.arms})
    }
    named = {arm for arm, word in called.items() if word in key}
    return not named or bool(named & set(context.plan.arms))
