"""The sheet made from the rules: panels in the order of play, every cell with its sections.

A Source, how it is worded and a plan come in; a Sheet comes out. What an edition does not say, defaults
say, which look for sections by their titles: they work for any rules text with sections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.formats.conditions import convention_words
from vfdoc.model import Section, tables_of
from vfdoc.model.mechanics import Convention
from vfdoc.model.sheet import AuditRow, PanelPlan, Sheet, SheetCell, SheetPanel, SheetRow
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.sheet.changes import SheetContext, asked, change_rows, changes_of, names_changed
from vfdoc.sheet.lookups import lookup_rows
from vfdoc.sheet.prose import plain, rows_of, sentences, short_text, steps, titled
from vfdoc.sheet.sheet_coverage import SheetCoverage, entries_id, score_form, sheet_coverage
from vfdoc.sheet.source import Source
from vfdoc.sheet.special import reworded, special_rows, units_of
from vfdoc.sheet.worded import Tongue, translated, worded_change, worded_row, worded_table
from vfdoc.sheet.words import short_amount

DEFAULT_PANELS = (
    "sequence", "tests", "values", "moves", "actions", "fire", "melee", "results", "morale", "terrain",
    "special", "lookups", "victory", "conventions",
)  # fmt: skip
_TOPICS = ("actions", "fire", "melee", "results", "morale", "terrain", "victory")
_OFF = ("prices", "unit-profile")  # lookups that are no use at the table, unless an edition names them
_TOPIC_ROWS = 24


def default_panels(source: Source) -> tuple[PanelPlan, ...]:
    """The panels of a text whose edition names none: none either, where it states no test, nothing that
    changes one and no table: by-laws have no sheet."""
    tables = any(True for section in source.sections.values() for _ in tables_of(section.blocks))
    played = tables or any((source.tests, source.modifiers, source.lookups))
    return tuple(PanelPlan(id) for id in DEFAULT_PANELS) if played else ()


class PrintedElsewhere(NamedTuple):
    """What stands on the sheet already: the ids of mechanics that other rows show, and the sections that
    other panels cite; and by test or value the changes that the panel words itself (`own`)."""

    ids: frozenset[str]
    worded: frozenset[str]
    own: Mapping[str, Sequence[SheetRow]]


def build_sheet(context: SheetContext, tongue: Tongue, house_rows: Sequence[SheetRow] = ()) -> Sheet:
    """The sheet of a rules text. `house_rows` are house rules in words: those of sections for which the
    plan has no words have a panel of their own."""
    source, plan, words = context.source, context.plan, context.words
    plans = plan.panels or default_panels(source)
    special = {p.id: tuple(special_rows(p, context)) for p in plans if p.id == "special"}
    shown = frozenset(id for rows in special.values() for row in rows for id in row.ids)
    coverage = sheet_coverage(plans, source, context.speech, context.own)
    panels: list[SheetPanel] = []
    notes: list[str] = []
    for n, wanted in enumerate(plans):
        if plan.phases and wanted.phase and wanted.phase not in plan.phases:
            continue
        if wanted.id == "special":
            kept = units_of(special["special"], context)
            rows, said = reworded(kept, wanted.rows, source, tongue)
        else:
            before = frozenset(a for panel in panels for row in panel.rows for a in row.sections)
            own, said = _own_changes(n, wanted, coverage, context, tongue)
            known = before.union(*(worded.sections for worded in wanted.rows))
            elsewhere = PrintedElsewhere(shown | coverage.elsewhere(n), known, own)
            filled = [*_fill(wanted, context, elsewhere), *_gathered(n, wanted, coverage, context)]
            rows, more = _panel(wanted, [translated(row, tongue) for row in filled], source, tongue)
            said += more
        notes += [f"{wanted.id}: {note}" for note in said]
        title = _title(wanted, context)
        rows = list(_without_bare_heads(rows))
        if rows and _says_again(rows[0], title):
            rows = rows[1:]
        if any(row.role != "head" or len(row.ids) for row in rows):
            panels.append(SheetPanel(wanted.id, title, tuple(rows), wanted.wide))
    worded = frozenset(anchor for wanted in plans for row in wanted.rows for anchor in row.sections)
    if unsaid := [row for row in house_rows if not worded.issuperset(row.sections)]:
        rows = [translated(row, tongue) for row in unsaid]
        panels.append(SheetPanel("house", source.rulebook.edition.version or source.house, tuple(rows)))
    edition = source.rulebook.edition
    shown_of = frozenset(anchor for panel in panels for row in panel.rows for anchor in row.sections)
    left = () if plan.panels or not panels else tuple(_unshown(source, shown_of))
    cited = {a: source.names.get(a, a) for panel in panels for row in panel.rows for a in row.sections}
    return Sheet(
        edition=edition.id,
        title=edition.title,
        version=edition.version or "",
        language=words.language,
        fingerprint=source.fingerprint,
        panels=tuple(panels),
        names=cited,
        base=edition.amends or "" if source.house else "",
        notes=tuple(notes),
        foreign=tongue.own if not tongue.same else DEFAULT_LANGUAGE,
        left=left,
    )


def _unshown(source: Source, shown: frozenset[str]) -> Iterator[str]:
    """The sections with words of their own that no row of a sheet cites."""
    for anchor, section in source.sections.items():
        if section.kind != "part" and section.blocks and anchor not in shown:
            yield anchor


def _says_again(row: SheetRow, title: str) -> bool:
    """Whether a head says nothing but the title of its panel."""
    first, *rest = row.cells
    named = first.text.casefold() == title.casefold()
    return row.role == "head" and named and not any(cell.text for cell in rest)


def _without_bare_heads(rows: Sequence[SheetRow]) -> Iterator[SheetRow]:
    """The rows without heads that name something and have nothing to say of it."""
    for row, after in zip_longest(rows, rows[1:]):
        says_nothing = row.role == "head" and not any(cell.text for cell in row.cells[1:])
        if not says_nothing or (after is not None and after.role != "head"):
            yield row


def house_prose(
    rows: Sequence[AuditRow], sections: Mapping[str, Section], source: Source
) -> tuple[SheetRow, ...]:
    """The sentences of house rules that such rows stand for: those of no value, in their own words."""
    found: dict[str, SheetRow] = {}
    for row in rows:
        for anchor, section in sections.items():
            if section.title != row.row:
                continue
            for text in sentences(source.sections.get(anchor, section), source):
                if row.text and _same(text, row.text):
                    title = titled(plain(section.title, section, source))
                    cells = (SheetCell(title, (anchor,)), SheetCell(text, (anchor,)))
                    found[text] = SheetRow(cells, "prose", house=True)
    return tuple(found.values())


def _same(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _panel(
    wanted: PanelPlan, filled: Sequence[SheetRow], source: Source, tongue: Tongue
) -> tuple[list[SheetRow], list[str]]:
    """A panel's tables in an edition's words, what it is filled with, its rows in an edition's words; and
    what is to be said of them."""
    rows: list[SheetRow] = []
    notes: list[str] = []
    for table in wanted.tables:
        made, said = worded_table(table, source, tongue)
        rows += made
        notes += said
    found = [worded_row(worded, source, tongue) for worded in wanted.rows if not worded.amount]
    own = [row for row, _ in found if row is not None]
    return [*rows, *_placed(filled, own)], [*notes, *(note for _, note in found if note)]


def _own_changes(
    n: int, wanted: PanelPlan, coverage: SheetCoverage, context: SheetContext, tongue: Tongue
) -> tuple[dict[str, list[SheetRow]], list[str]]:
    """By test or value the changes that a panel words, and what is to be said of them."""
    source, words = context.source, context.words
    found: dict[str, list[SheetRow]] = defaultdict(list)
    notes = []
    for at, worded in enumerate(wanted.rows):
        changes = [row for row in coverage.rows.get((n, at), ()) if asked(row, context.plan)]
        if not worded.amount or (coverage.rows[n, at] and not changes):
            continue
        first = next(iter(changes), None)
        amount = short_amount(first, context.speech, words, score_form(first, source)) if first else ""
        row, note = worded_change(worded, amount, changes, source, tongue)
        notes += [note] if note else []
        plain_rows = changes_of(changes, context) if note else ()
        for own in (row,) if row is not None else plain_rows:
            found[worded.of[0]].append(own)
    return found, notes


def _gathered(
    n: int, wanted: PanelPlan, coverage: SheetCoverage, context: SheetContext
) -> Iterator[SheetRow]:
    """The changes that a gathering panel's chapters state and none of its rows tells."""
    if not wanted.gather:
        return
    left = [
        m for m in context.source.modifiers if coverage.gathered.get(m.id) == n and m.id not in coverage.ids
    ]
    others = frozenset(m.id for m in context.source.modifiers) - {m.id for m in left}
    for of in dict.fromkeys(m.of for m in left if m.of is not None and m.of not in wanted.of):
        yield from change_rows(of, context, others)


def _placed(filled: Sequence[SheetRow], own: Sequence[SheetRow]) -> list[SheetRow]:
    """The rows of a panel: worded values stand with the values, before what changes them."""
    at = next((n for n, row in enumerate(filled) if row.role == "change"), len(filled))
    values = [row for row in own if row.role == "entry"]
    if not values or any(row.role == "head" for row in filled[:at]):
        return [*filled, *own]
    return [*filled[:at], *values, *filled[at:], *(row for row in own if row.role != "entry")]


def _title(wanted: PanelPlan, context: SheetContext) -> str:
    return wanted.title.get(context.words.language) or context.words.title(wanted.id)


def _fill(wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    """The rows that a panel is filled with by its name, then those of the chapters that it names."""
    fillers: dict[str, Callable[[PanelPlan, SheetContext, PrintedElsewhere], Iterator[SheetRow]]] = {
        "sequence": _sequence,
        "tests": _tests,
        "values": _changed_values,
        "moves": _moves,
        "lookups": _lookups,
        "conventions": _conventions,
        "army": _army,
    }
    if wanted.id in fillers:
        yield from fillers[wanted.id](wanted, context, elsewhere)
        if wanted.id == "sequence":  # its chapters say where the steps are
            return
    elif wanted.of or elsewhere.own:
        yield from _named(wanted, context, elsewhere)
    elif wanted.id in _TOPICS and not (wanted.chapters or wanted.rows or wanted.tables):
        yield from _topic(wanted.id, context, elsewhere)
    for chapter in wanted.chapters:
        for section in context.source.under(chapter):
            if section.anchor not in elsewhere.worded:
                yield from rows_of(section, context.source)


def _sequence(wanted: PanelPlan, context: SheetContext, _: PrintedElsewhere) -> Iterator[SheetRow]:
    """The steps of a turn; each cites the chapter that bears its name, too."""
    source = context.source
    if wanted.rows:
        return
    named = [source.sections[a] for a in wanted.chapters if a in source.sections]
    pattern = context.own.topics["sequence"]
    found = named or [s for s in source.sections.values() if pattern.fullmatch(_bare(s, context))]
    for section in found:
        told = steps(section, source)
        for number, name in told:
            cited = (section.anchor, *_chapter(name, section, context))
            cells = (SheetCell(number, cited), SheetCell(name, cited))
            yield SheetRow(cells, "step", source.is_house(section.anchor))
        if told:
            return


def _chapter(name: str, sequence: Section, context: SheetContext) -> tuple[str, ...]:
    """The chapter that a step names: the first section of the top whose title begins with its words."""
    folded = name.casefold()
    for section in context.source.sections.values():
        title = _bare(section, context).casefold()
        if section.anchor != sequence.anchor and section.level <= 1 and folded and title.startswith(folded):
            return (section.anchor,)
    return ()


def _tests(wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    tests, _ = names_changed(context.source)
    for of in wanted.of or tests:
        yield from change_rows(of, context, elsewhere.ids, elsewhere.own.get(of, ()))


def _changed_values(
    wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere
) -> Iterator[SheetRow]:
    """What changes the values that no other panel of the plan names."""
    _, values = names_changed(context.source)
    named = {of for panel in context.plan.panels if panel.id != "values" for of in panel.of}
    for of in wanted.of or [id for id in values if not _is_move(id) and id not in named]:
        yield from change_rows(of, context, elsewhere.ids, elsewhere.own.get(of, ()))


def _moves(wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    """The distances, then what changes them."""
    ids = wanted.of or tuple(
        dict.fromkeys(id for id in (*(x.id for x in context.source.lookups), "move-distance") if _is_move(id))
    )
    _, values = names_changed(context.source)
    for id in ids:
        if entries_id(id) not in elsewhere.ids:
            yield from lookup_rows(id, context, wanted.without, headed=id != ids[0])
    for of in [of for of in values if of in ids or (not wanted.of and _is_move(of))]:
        changes = list(change_rows(of, context, elsewhere.ids, elsewhere.own.get(of, ())))
        yield from changes if of != ids[0] else changes[1:]


def _lookups(wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    """The tables that no other panel of the plan names."""
    named = {of for panel in context.plan.panels if panel.id != "lookups" for of in panel.of}
    ids = dict.fromkeys(x.id for x in context.source.lookups)
    for id in wanted.of or [i for i in ids if not (_is_move(i) or i in _OFF or i in named)]:
        yield from lookup_rows(id, context, wanted.without)


def _named(wanted: PanelPlan, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    """The tests, values and tables that a panel of an edition's own names, in that order."""
    for of in dict.fromkeys((*wanted.of, *elsewhere.own)):
        yield from change_rows(of, context, elsewhere.ids, elsewhere.own.get(of, ()))
        if entries_id(of) not in elsewhere.ids:
            yield from lookup_rows(of, context, wanted.without)


def _conventions(wanted: PanelPlan, context: SheetContext, _: PrintedElsewhere) -> Iterator[SheetRow]:
    found: dict[str, list[Convention]] = defaultdict(list)
    for convention in context.source.conventions:
        told = context.speech.clauses("conventions", convention.id)  # an id says nothing to a player
        if told and (not wanted.of or convention.id in wanted.of):
            found[convention.id].append(convention)
    for id, stated in found.items():
        cited = tuple(dict.fromkeys(c.section for c in stated))
        cells = (SheetCell("", cited), SheetCell(convention_words(stated, context.speech), cited))
        house = any(context.source.is_house(anchor) for anchor in cited)
        yield SheetRow(cells, "prose", house, tuple(f"convention {id} {anchor}" for anchor in cited))


def _army(_: PanelPlan, context: SheetContext, __: PrintedElsewhere) -> Iterator[SheetRow]:
    """The profiles of the units of the army that was asked for."""
    units = context.plan.units or ()
    columns = next((unit.profile for unit in units if unit.profile), ())
    if not columns:
        return
    yield SheetRow(tuple(SheetCell(name) for name, _ in columns), "head")
    for unit in units:
        values = dict(unit.profile)
        yield SheetRow(tuple(SheetCell(values.get(name, "")) for name, _ in columns), "entry")


def _topic(topic: str, context: SheetContext, elsewhere: PrintedElsewhere) -> Iterator[SheetRow]:
    """Sections by their titles, each with what it says in short; what other panels cite stands there."""
    pattern, count = context.own.topics[topic], 0
    for section in context.source.sections.values():
        cited = section.anchor in elsewhere.worded or section.kind == "part"
        if cited or not section.blocks or not pattern.fullmatch(_bare(section, context)):
            continue
        if any(tables_of(section.blocks)):
            yield from rows_of(section, context.source)
            continue
        text = short_text(section, context.source)
        if text and count < _TOPIC_ROWS:
            count += 1
            anchors = (section.anchor,)
            title = titled(plain(section.title, section, context.source))
            cells = (SheetCell(title, anchors), SheetCell(text, anchors))
            yield SheetRow(cells, house=context.source.is_house(section.anchor))


def _is_move(id: str) -> bool:
    return any(part in ("move", "moves", "movement", "movements") for part in id.split("-"))


def _bare(section: Section, context: SheetContext) -> str:
    return plain(section.title, section, context.source)
