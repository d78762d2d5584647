"""Changes proved by playing: a situation in which two editions come to different results.

In: the entries of a comparison's summary and the tables of both editions. Out: the entries, each with what
its change does at the table and, where rows that both editions execute prove it, an example: of all
situations over the facts that the changed rows ask, the one with the fewest facts out of the ordinary. Never
a share of situations, which hangs on which facts are common. What was not understood whole proves nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError, Section
from vfdoc.model.comparison import (
    Effect,
    Example,
    ModifierChange,
    NumberChange,
    Point,
    RowChange,
    SentenceChange,
    SummaryEntry,
)
from vfdoc.model.conditions import Choice, Condition, Flag, Not, Number, facts_of, leaves_of
from vfdoc.model.mechanics import HalfOf, Modifier
from vfdoc.play.conditions import tried
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import Known, Situation, assumed_of
from vfdoc.play.tables import Tables

_PRINTED = 5.0
"""The printed number of a value in an example: odd, so that rounding shows."""
_COUNTED = (1.0, 2.0, 4.0)
_MOST = 4
"""Facts out of the ordinary at most: with more an example shows nothing."""
_TRIED = 2000
_BESIDE = {"note", "question", "example", "front"}


class _Sides(NamedTuple):
    old: Tables
    new: Tables

    def assumed(self, fact: str) -> Known | None:
        """What both take for a fact that nobody tells; a number has nothing of the kind."""
        first = self.old if fact in self.old.facts else self.new
        return assumed_of(fact, first.facts)


def with_effects(
    entries: Iterable[SummaryEntry],
    tables: tuple[Tables, Tables],
    sections: tuple[Mapping[str, Section], Mapping[str, Section]],
) -> tuple[SummaryEntry, ...]:
    """The entries with what each change does at the table, None where that is not known; `tables` and
    `sections` (by anchor) are those of the old and of the new edition."""
    sides, said = _Sides(*tables), (_by_words(tables[0]), _by_words(tables[1]))
    return tuple(_with_effect(entry, sides, said, sections) for entry in entries)


_Rows: TypeAlias = tuple[Modifier | None, Modifier | None]
_ByWords: TypeAlias = Mapping[str, Sequence[Modifier]]


def _with_effect(
    entry: SummaryEntry,
    sides: _Sides,
    said: tuple[_ByWords, _ByWords],
    sections: tuple[Mapping[str, Section], Mapping[str, Section]],
) -> SummaryEntry:
    changes = [(point, _rows(point, said)) for point in entry.points]
    found = (example for point, rows in changes if (example := _example(point, rows, sides)) is not None)
    example = min(found, key=lambda each: len(each.unusual), default=None)
    effect = _effect(entry, [rows for _, rows in changes], example, sides, sections)
    return entry._replace(effect=effect, example=example)


def _example(point: Point, rows: _Rows, sides: _Sides) -> Example | None:
    """The example of a change of rows; of an entry of a table, or a test's target, what both say."""
    if rows != (None, None):
        return witness(*sides, *rows)
    if not isinstance(point, NumberChange | RowChange) or not point.of or point.kind != "changed":
        return None
    if point.old is None or point.new is None:
        return None
    return Example(point.of, point.old, point.new, row=point.entry)


def _effect(
    entry: SummaryEntry,
    changes: Sequence[_Rows],
    example: Example | None,
    sides: _Sides,
    sections: tuple[Mapping[str, Section], Mapping[str, Section]],
) -> Effect | None:
    """A result where a situation proves one; new where the old edition has no such rule; a clarification
    where no rule speaks but comments and answers; wording where rows alone differ, and no situation tells
    them apart."""
    if example is not None:
        return "result"
    kinds = {side[a].kind for side, ends in _ends(entry, sections) for a in ends if a in side}
    if kinds and kinds <= _BESIDE:
        return "clarification"
    if not entry.old_sections and entry.is_alone:
        return "new"
    played = all(_is_played(rows, sides) for rows in changes)
    return "wording" if changes and played and not entry.more else None


def _is_played(rows: _Rows, sides: _Sides) -> bool:
    """Whether both rows are executed, and either edition knows of all that they ask."""
    asked = _asked([row for row in rows if row is not None])
    known = all(_known(fact, tables) for fact in asked for tables in sides)
    return known and all(_executed(row, tables) for row, tables in zip(rows, sides, strict=True))


def _ends(
    entry: SummaryEntry, sections: tuple[Mapping[str, Section], Mapping[str, Section]]
) -> Iterator[tuple[Mapping[str, Section], Sequence[str]]]:
    return zip(sections, (entry.old_sections, entry.new_sections), strict=True)


def _rows(point: Point, said: tuple[_ByWords, _ByWords]) -> _Rows:
    """The rows of a point; of a sentence those that it is, whole, on both sides."""
    match point:
        case ModifierChange():
            return point.old, point.new
        case NumberChange() | RowChange():
            return point.rows
        case SentenceChange(old=str(old), new=str(new)):
            before, after = said[0].get(_bare(old), ()), said[1].get(_bare(new), ())
            return (before[0], after[0]) if len(before) == len(after) == 1 else (None, None)
    return None, None


def _by_words(tables: Tables) -> _ByWords:
    """The rows that are executed by the words that state them."""
    found: dict[str, list[Modifier]] = {}
    for row in tables.modifiers:
        found.setdefault(_bare(row.condition), []).append(row)
    return found


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def witness(old: Tables, new: Tables, before: Modifier | None, after: Modifier | None) -> Example | None:
    """The situation nearest to an ordinary one in which a row that was changed, put in (`before` is None) or
    taken out makes the two editions come to different results; None where none was found, or where what
    would prove it is not executed."""
    sides = _Sides(old, new)
    if (before is None and after is None) or not all(
        row is None or _executed(row, tables) for row, tables in zip((before, after), sides, strict=True)
    ):
        return None
    for of in _asked_of(before, after, sides):
        if (found := _nearest(of, [row for row in (before, after) if row is not None], sides)) is not None:
            return found
    return None


def _executed(row: Modifier | None, tables: Tables) -> bool:
    return row is not None and any(row == each for each in tables.modifiers)


def _asked_of(before: Modifier | None, after: Modifier | None, sides: _Sides) -> Iterator[str]:
    """The tests and values that rows change and both editions have, a value's own before those it covers."""
    for row in (after, before):
        of = row.of if row is not None else None
        if of is not None:
            covered = next((t.values[of].covers for t in sides if of in t.values), ())
            for id in covered or (of,):
                if all(id in t.tests or id in t.values for t in sides):
                    yield id


def _nearest(of: str, rows: Sequence[Modifier], sides: _Sides) -> Example | None:
    ordinary = _ordinary(of, rows, sides)
    names = [name for name in _asked(rows) if all(_known(name, tables) for tables in sides)]
    choices = [[None, *_values(fact, rows, ordinary, sides)] for fact in names]
    tried_: Iterable[tuple[Known | None, ...]] = itertools.islice(itertools.product(*choices), _TRIED)
    for values in sorted(tried_, key=lambda each: sum(v is not None for v in each)):
        unusual = {name: v for name, v in zip(names, values, strict=True) if v is not None}
        if len(unusual) > _MOST:
            return None
        known = {**ordinary, **unusual}
        outcomes = [_outcome(tables, of, known) for tables in sides]
        results = [_results(outcome) for outcome in outcomes]
        if not all(results) or set(results[0]) & set(results[1]):
            continue
        if any(applied.row in rows for outcome in outcomes if outcome for applied in outcome.applied):
            was, now = (str(each[0]) for each in results)
            told = tuple(_told(name, value, sides) for name, value in unusual.items())
            return Example(of, was, now, tuple(sorted(known.items())), told)
    return None


def _told(name: str, value: Known, sides: _Sides) -> Condition:
    """What is told of a fact, as a condition."""
    if isinstance(value, bool):
        return Flag(name) if value else Not(Flag(name))
    if isinstance(value, str):
        return Choice(name, value)
    fact = sides.new.facts.get(name) or sides.old.facts.get(name)
    return Number(name, "=", value, fact.unit if fact is not None else None)


def _asked(rows: Sequence[Modifier]) -> list[str]:
    names = [name for row in rows for name in (*facts_of(row.when), *([row.per] if row.per else ()))]
    return list(dict.fromkeys(names))


def _known(name: str, tables: Tables) -> bool:
    """Whether any row of an edition asks this: of what one alone asks the other says nothing."""
    return name in tables.facts or any(row.per == name for row in tables.modifiers)


def _values(
    fact: str, rows: Sequence[Modifier], ordinary: Mapping[str, Known], sides: _Sides
) -> Iterator[Known]:
    """The values of a fact that are out of the ordinary and may make a difference to a row."""
    seen = {ordinary.get(fact, sides.assumed(fact))}
    near = (values for row in rows for name, values in tried(row.when) if name == fact)
    counts = _COUNTED if any(row.per == fact for row in rows) else ()
    for value in (*itertools.chain.from_iterable(near), *counts):
        if value not in seen and not (isinstance(value, int | float) and value < 0):
            seen.add(value)
            yield float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _ordinary(of: str, rows: Sequence[Modifier], sides: _Sides) -> dict[str, Known]:
    """What has to be told where nothing is special: distances at which the fewest rows hold, the printed
    number of a value."""
    known: dict[str, Known] = {}
    asking = [row for tables in sides for row in tables.rows(of)]
    whens = [row.when for row in asking] + [said.when for t in sides for said in t.statements]
    leaves = (leaf for when in whens for leaf in leaves_of(when))
    for name in dict.fromkeys(leaf.number for leaf in leaves if isinstance(leaf, Number)):
        if sides.assumed(name) is None:
            known[name] = _far(name, asking, sides)
    values = {row.amount.value for row in asking if isinstance(row.amount, HalfOf)}
    known |= dict.fromkeys(values, _PRINTED)
    if all(of in tables.values and of not in tables.tests for tables in sides):
        known |= {of: _PRINTED}
    return known


def _far(name: str, rows: Sequence[Modifier], sides: _Sides) -> float:
    """The distance at which the fewest rows hold, of several the greatest: nothing is near."""
    near = [v for row in rows for fact, values in tried(row.when) if fact == name for v in values]
    edges = sorted({float(v) for v in near if isinstance(v, int | float)} or {0.0})

    def held(value: float) -> int:
        there = Situation({name: value})
        asking = (row.when for row in rows if name in facts_of(row.when))
        return sum(sides.new.asking.holds(when, there) is True for when in asking)

    return min(edges, key=lambda value: (held(value), -value))


def _outcome(tables: Tables, of: str, known: Mapping[str, Known]) -> Outcome | None:
    try:
        return evaluate(tables, of, Situation(known))
    except InputError:  # rows that settle it against one another; a number that nobody told
        return None


def _results(outcome: Outcome | None) -> tuple[Fraction, ...]:
    """What an edition comes to, as it is played first, then as its texts contradict that; empty where any of
    these is not known. Editions differ where none of one's results is one of the other's."""
    played = _result(outcome)
    if outcome is None or played is None:
        return ()
    others = [_result(note.otherwise) for note in outcome.notes if note.kind == "contradiction"]
    known = [other for other in others if other is not None]
    return (played, *known) if len(known) == len(others) else ()


def _result(outcome: Outcome | None) -> Fraction | None:
    """The chance of a test, the number of a value; None where there is none."""
    if outcome is None:
        return None
    if not outcome.is_test:
        return outcome.total
    return probability(outcome) if outcome.is_settled else None
