"""Two editions compared in one go: the concordance, the sections, the values, the rows, the summary.

In come two rulebooks with their mechanics, what a human says corresponds, and the glossary; out comes
a Comparison. Where the newer one leaves rules out because it only amends or sums up the older, what
it passes over is unmentioned and not removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from vfdoc.compare.changes import section_changes
from vfdoc.compare.concordance import concordance
from vfdoc.compare.entries import entries
from vfdoc.compare.house import HouseRules, house_rules
from vfdoc.compare.lessons import covered
from vfdoc.compare.values import Values, compare_values, in_exchanges
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import (
    Comparison,
    Forced,
    Lesson,
    ModifierChange,
    NumberChange,
    SectionChange,
)
from vfdoc.verdicts.sections import profiles

_Change = TypeVar("_Change", SectionChange, NumberChange, ModifierChange)


def compare(
    old: Rulebook,
    new: Rulebook,
    forced: Sequence[Forced] = (),
    glossary: Glossary | None = None,
    lessons: Sequence[Lesson] = (),
) -> Comparison:
    """What differs between two editions, and what stayed.

    Both rulebooks come with their mechanics; `forced` pairs sections by a human's word, `glossary`
    lets two languages meet in its terms, `lessons` are what a person says must be learned. A sheet that
    amends the older edition or sums it up is held against it row by row, any other edition value by
    value.
    """
    sides = profiles(old), profiles(new)
    found = concordance(old, new, forced, glossary, sides)
    sections = section_changes(old, new, found, sides)
    rows = HouseRules((), ())
    if by_row(old, new):
        rows = house_rules(old, new, glossary)
        sections = tuple(_unmentioned(change) for change in sections)
        values = Values(rows.numbers, rows.same_numbers, rows.modifiers, rows.same_modifiers)
    else:
        values = compare_values(old, new, found, glossary)
        values = values._replace(numbers=tuple(in_exchanges(values.numbers, sections)))
    return Comparison(
        old=found.old,
        new=found.new,
        concordance=found,
        sections=sections,
        numbers=values.numbers,
        modifiers=values.modifiers,
        rows=rows.rows,
        same_numbers=values.same_numbers,
        same_modifiers=values.same_modifiers,
        same_rows=rows.same_rows,
        entries=covered(
            entries(old, new, sections, values.numbers, values.modifiers, (*rows.rows, *rows.same_rows)),
            lessons,
        ),
        lessons=tuple(lessons),
    )


def by_row(old: Rulebook, new: Rulebook) -> bool:
    """Whether the new side is a sheet about the old one: it amends it, or it has no rules and the old
    one does. What such a sheet passes over holds as the old one says it."""
    return new.edition.amends == old.edition.id or (_in_part(new) and not _in_part(old))


def _in_part(rulebook: Rulebook) -> bool:
    """Whether an edition says only part of a game's rules: it amends one, or holds none."""
    return rulebook.edition.amends is not None or not any(d.kind == "rules" for d in rulebook.documents)


def _unmentioned(change: _Change) -> _Change:
    """What a sheet passes over is as in its base."""
    return change._replace(kind="unmentioned") if change.kind == "removed" else change
