"""Situations with their expected results, by which another program can prove that it plays our tables.

In: tables. Out: vectors in a fixed order. For every test and value there is a situation in which
nothing holds, one for each row in which it applies, and pairs of these; all that its rows ask is told.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.mechanics import (
    Choice,
    Condition,
    Flag,
    HalfOf,
    Modifier,
    Number,
    Statement,
    facts_of,
    leaves_of,
)
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import Known, Situation, assumed
from vfdoc.play.tables import Tables

_PRINTED = 5.0
"""The printed number of any value in a vector: odd, so that rounding shows."""
_PAIRS = 40
_TRIED = 4096


class Vector(NamedTuple):
    """A situation, told whole, and what it comes to; `probability` None for a value, and where nobody named
    the dice."""

    of: str
    known: Mapping[str, Known]
    outcome: Outcome
    probability: Fraction | None


def vectors(tables: Tables) -> tuple[Vector, ...]:
    """Some hundreds of situations, with what each test or value comes to in them."""
    return tuple(itertools.chain.from_iterable(_vectors_of(tables, of) for of in _games(tables)))


def _games(tables: Tables) -> Iterator[str]:
    """The tests that have a target, and the values that some row changes, each sorted."""
    yield from sorted(id for id, test in tables.tests.items() if test.target)
    yield from sorted(id for id, value in tables.values.items() if tables.rows(id) and not value.covers)


def _vectors_of(tables: Tables, of: str) -> Iterator[Vector]:
    rows = tables.rows(of)
    plain = _plain(tables, of, rows)
    holding = [state for row in rows for state in _holding(tables, row.when, row.per, plain)]
    holding += [state for said in _played(tables) for state in _holding(tables, said.when, None, plain)]
    pairs = [{**one, **other} for one, other in itertools.combinations(holding, 2)]
    step = max(1, len(pairs) // _PAIRS)
    seen: set[tuple[tuple[str, Known], ...]] = set()
    for state in ({}, *holding, *pairs[::step]):
        known = {**plain, **state}
        key = tuple(sorted(known.items(), key=lambda item: item[0]))
        if key in seen:
            continue
        seen.add(key)
        try:
            outcome = evaluate(tables, of, Situation(known))
        except InputError:  # of two rows that settle it against one another
            continue
        yield Vector(of, dict(key), outcome, probability(outcome) if outcome.is_settled else None)


def _plain(tables: Tables, of: str, rows: tuple[Modifier, ...]) -> dict[str, Known]:
    """The situation in which every fact that the rows ask is told and none is special."""
    known: dict[str, Known] = {}
    asked = [*(row.when for row in rows), *(said.when for said in _played(tables))]
    for name in {name for when in asked for name in facts_of(when)}:
        fact = tables.facts.get(name)
        taken = assumed(fact) if fact else False
        known[name] = 0.0 if taken is None else taken
    known |= {row.per: 0.0 for row in rows if row.per}
    known |= {row.amount.value: _PRINTED for row in rows if isinstance(row.amount, HalfOf)}
    if of in tables.values and of not in tables.tests:
        known |= {of: _PRINTED, **dict(tables.values[of].implies)}
    return known


def _played(tables: Tables) -> list[Statement]:
    """What the rules say besides that is executed."""
    return [said for said in tables.statements if said.kind != "results"]


def _holding(
    tables: Tables, when: Condition | None, per: str | None, plain: Mapping[str, Known]
) -> Iterator[dict[str, Known]]:
    """The nearest situation in which a condition holds: once, and where a row is counted, past its limit."""
    names = list(dict.fromkeys(facts_of(when)))
    choices = [_choices(when, name, plain[name]) for name in names]
    for values in itertools.islice(itertools.product(*choices), _TRIED):
        state = dict(zip(names, values, strict=True))
        if tables.asking.holds(when, Situation({**plain, **state})):
            counts = [1.0, 2.0, 5.0] if per else [None]
            for count in counts:
                yield state if count is None or per is None else {**state, per: count}
            return


def _choices(condition: Condition | None, name: str, plain: Known) -> list[Known]:
    """The values of a fact that make a difference to a condition, the plain one first."""
    found: list[Known] = [plain]
    for leaf in leaves_of(condition):
        match leaf:
            case Flag(fact) if fact == name:
                found += [True, False]
            case Choice(fact, value) if fact == name:
                found += [value, ""]
            case Number(fact, _, value, _) if fact == name:
                for edge in value if isinstance(value, tuple) else (value,):
                    found += [float(edge), float(edge + 1), float(max(0, edge - 1))]
    return list(dict.fromkeys(found))
