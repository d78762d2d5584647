"""What sections state of tests, values and counts, so that two texts can state the same in other words.

In come an edition's mechanics; out comes of every section what it states: conventions, tests and
modifiers by the glossary's ids, and counts by number and unit. Which sections correspond is not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from vfdoc.model.mechanics import BUT, NONE, NTH, Mechanics

_UNCOUNTED = (BUT, NONE, NTH)


class StatedEffect(NamedTuple):
    """A convention, a test, or a modifier of something: its id and the facts that it asks."""

    kind: str
    of: str
    facts: frozenset[str] = frozenset()


class Count(NamedTuple):
    """So many, or so far: a number and its unit, None for what is counted."""

    number: float
    unit: str | None


class SectionStatements(NamedTuple):
    """What a section states: rows, counts (one of anything is none), and the limits of its modifiers,
    which may have been said of its whole chapter."""

    rows: frozenset[StatedEffect] = frozenset()
    counts: frozenset[Count] = frozenset()
    limits: frozenset[Count] = frozenset()


Statements: TypeAlias = Mapping[str, SectionStatements]
"""By its anchor what a section states."""


def statements(mechanics: Mechanics | None) -> Statements:
    """What each section states that states anything; nothing where the mechanics were not read."""
    if mechanics is None:
        return {}
    rows: dict[str, set[StatedEffect]] = defaultdict(set)
    counts: dict[str, set[Count]] = defaultdict(set)
    limits: dict[str, set[Count]] = defaultdict(set)
    for convention in mechanics.conventions:
        rows[convention.section].add(StatedEffect("convention", convention.id))
    for test in mechanics.tests:
        rows[test.section].add(StatedEffect("test", test.id))
    for modifier in mechanics.modifiers:
        if modifier.of is not None and modifier.facts:
            rows[modifier.section].add(StatedEffect("modifier", modifier.of, frozenset(modifier.facts)))
        if modifier.limit is not None:
            limits[modifier.section].add(Count(float(modifier.limit.most), None))
    for quantity in mechanics.quantities:
        if not isinstance(quantity.number, tuple) and quantity.unit not in _UNCOUNTED and quantity.number > 1:
            counts[quantity.section].add(Count(float(quantity.number), quantity.unit))
    return {
        section: SectionStatements(
            frozenset(rows.get(section, ())),
            frozenset(counts.get(section, ())),
            frozenset(limits.get(section, ())),
        )
        for section in {**rows, **counts, **limits}
    }


def covers(stated: SectionStatements, row: StatedEffect) -> bool:
    """Whether a section states a row, be it with more facts asked."""
    return any((r.kind, r.of) == (row.kind, row.of) and r.facts >= row.facts for r in stated.rows)


def at_odds(one: SectionStatements, other: SectionStatements) -> bool:
    """Whether two sections rule on different things: other tests and values, or the same ones under
    other facts."""
    ours, theirs = ({r.of for r in s.rows if r.kind != "convention"} for s in (one, other))
    if not ours or not theirs:
        return False
    common = ours & theirs
    before, after = ({f for r in s.rows if r.of in common for f in r.facts} for s in (one, other))
    return not common or bool(before and after and before.isdisjoint(after))
