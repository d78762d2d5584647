"""Which changes of the rules an edition's own rows tell, so that none stands on its sheet twice.

A Source and a plan come in. A change is told by the first row of the plan that words it, by a row whose
passage states it, or by a table; one that is told by none is printed as the rules state it. A change that
a gathering panel's chapters state stands in that panel alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.formats.conditions import Speech
from vfdoc.model import ItemList, Paragraph, Quote, Section
from vfdoc.model.document import Block, joined
from vfdoc.model.mechanics import Modifier
from vfdoc.model.sheet import PanelPlan, Worded, WordedTable
from vfdoc.sheet.source import Source
from vfdoc.sheet.words import SheetWords, short_amount

_AMOUNT = re.compile(r"[-+−×=½]?\s?\d+(?:D\b|[+\"”])?|½|×\d")
_MINUS = "\N{MINUS SIGN}"


class SheetCoverage(NamedTuple):
    """What the rows of a plan cover: by place (panel, row) the changes that a row words; the ids of all
    changes that are told, and of the tables and results told besides; by id of a change the panel that
    gathers it."""

    rows: Mapping[tuple[int, int], tuple[Modifier, ...]]
    ids: frozenset[str]
    gathered: Mapping[str, int]

    def elsewhere(self, panel: int) -> frozenset[str]:
        """The ids of what is not printed in that panel as the rules state it."""
        return self.ids | {id for id, place in self.gathered.items() if place != panel}


def entries_id(of: str) -> str:
    """What names all entries of a value's tables, where an edition tells them in its own words."""
    return f"entries {of}"


def results_id(of: str) -> str:
    """What names the results of an opposed roll, where an edition tells them in its own words."""
    return f"results {of}"


def sheet_coverage(
    plans: Sequence[PanelPlan], source: Source, speech: Speech, words: SheetWords
) -> SheetCoverage:
    """What the rows of a plan tell; amounts are compared as `words`, those of the rules, print them."""
    changes = [*source.modifiers, *(row for rows in source.restatements.values() for row in rows)]
    amounts = {row.id: signed(short_amount(row, speech, words, score_form(row, source))) for row in changes}
    gathered = {
        row.id: n
        for n, plan in enumerate(plans)
        if plan.gather
        for row in changes
        if _within(row.section, plan.gather, source)
    }
    by: dict[tuple[int, int], list[Modifier]] = {}
    ids: set[str] = set()
    for n, plan in enumerate(plans):
        for at, worded in enumerate(plan.rows):
            if worded.amount:
                here = [row for row in changes if row.id not in ids and gathered.get(row.id, n) == n]
                own = [row for row in here if _worded_by(worded, row, amounts[row.id], source)]
                by[n, at] = own
                ids.update(row.id for row in own)
    for plan in plans:
        for worded in (row for row in plan.rows if not row.amount):
            ids.update(_in_passage(worded, changes, amounts, source))
            ids.update(name(of) for of in worded.of for name in (entries_id, results_id))
        for table in plan.tables:
            ids.update(_in_table(table, changes, amounts, source))
            ids.update(map(entries_id, table.of))
    return SheetCoverage({place: tuple(rows) for place, rows in by.items()}, frozenset(ids), gathered)


def passages(sections: Iterable[Section], pick: str) -> list[tuple[str, range]]:
    """The paragraphs and items that hold some words, each with its lines."""
    folded = _plain(pick)
    leaves = (leaf for section in sections for block in section.blocks for leaf in _leaves(block))
    found = []
    for paragraph in leaves:
        text = joined(paragraph.lines)
        if folded in _plain(text):
            found.append((text, range(paragraph.lines[0].line, paragraph.lines[-1].line + 1)))
    return found


def score_form(row: Modifier, source: Source) -> str:
    """How what a change sets is printed where it is the score of a test, "5+", or "<= 5" where one must roll
    no more than that; "" where it is a number like any other."""
    tests = [test for test in source.tests if test.id == row.of] if row.operation == "set" else []
    under = any(test.target is not None and test.target.lstrip().startswith("<") for test in tests)
    return "" if not tests else "<= {score}" if under else "{score}+"


def signed(amount: str) -> str:
    """An amount as it is compared: with a minus that every keyboard has, without spaces."""
    return amount.replace(_MINUS, "-").replace(" ", "").replace("”", '"')


def _worded_by(worded: Worded, row: Modifier, amount: str, source: Source) -> bool:
    there = not worded.sections or _within(row.section, worded.sections, source)
    fits = row.of in worded.of and amount == signed(worded.amount)
    return there and fits and set(worded.facts) <= set(row.facts)


def _in_passage(
    worded: Worded, changes: Sequence[Modifier], amounts: Mapping[str, str], source: Source
) -> Iterator[str]:
    """The ids of changes that a row in words tells."""
    if worded.pick:
        sections = [source.sections[a] for a in worded.sections if a in source.sections]
        lines = {line for _, lines in passages(sections, worded.pick) for line in lines}
        for row in changes:
            if row.section in worded.sections and row.line in lines:
                yield row.id
    if worded.of:
        named = {signed(amount) for says in worded.says.values() for amount in _AMOUNT.findall(says)}
        for row in changes:
            if row.of in worded.of and row.section in worded.sections and amounts[row.id] in named:
                yield row.id


def _in_table(
    table: WordedTable, changes: Sequence[Modifier], amounts: Mapping[str, str], source: Source
) -> Iterator[str]:
    for line in table.rows:
        cells = (cell for cells in line.cells.values() for cell in cells[1:])
        named = {signed(amount) for cell in cells for amount in _AMOUNT.findall(cell)}
        for row in changes:
            if row.of in table.of and row.section in line.sections and amounts[row.id] in named:
                yield row.id


def _within(anchor: str, chapters: Sequence[str], source: Source) -> bool:
    """Whether a section is one of those or hangs under one."""
    while anchor not in chapters:
        section = source.sections.get(anchor)
        if section is None or section.parent is None:
            return False
        anchor = section.parent
    return True


def _leaves(block: Block) -> Iterator[Paragraph]:
    match block:
        case Paragraph():
            yield block
        case ItemList():
            for item in block.items:
                for inner in item.blocks:
                    yield from _leaves(inner)
        case Quote():
            for inner in block.blocks:
                yield from _leaves(inner)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
