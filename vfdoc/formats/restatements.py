"""Restatements: the rows in force with what else the texts say of them, the same again or otherwise.

Modifiers and which of them stand for others come in; by the id of each row in force come the rows that say
it again, and those that say otherwise and are not played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model.mechanics import All, Any, Mechanics, Modifier, Not


class Restatements(NamedTuple):
    """By the id of a row in force the rows that say it again, and those that say `otherwise`; `idle` are the
    ids of all these."""

    same: Mapping[str, tuple[Modifier, ...]]
    otherwise: Mapping[str, tuple[Modifier, ...]]
    idle: frozenset[str]


def restatements(mechanics: Mechanics, among: Iterable[Modifier]) -> Restatements:
    """What the rows `among` those of an edition say of one another. A row whose better one is not among
    them stands for itself; of rows that restate in a chain the last one stands."""
    rows, overruled = {m.id: m for m in among}, mechanics.overruled
    restated = {**dict(_taken_over(mechanics)), **dict(mechanics.restated)}
    against = dict(mechanics.contradicts)
    same: dict[str, list[Modifier]] = defaultdict(list)
    otherwise: dict[str, list[Modifier]] = defaultdict(list)
    for id, row in rows.items():
        by, seen = id, {id}
        while restated.get(by) in rows and restated[by] not in seen:
            by = restated[by]
            seen.add(by)
        if by != id:
            agrees = id not in overruled and id not in against and _same_effect(row, rows[by])
            (same if agrees else otherwise)[by].append(row)
    idle = frozenset(row.id for kept in (same, otherwise) for told in kept.values() for row in told)
    return Restatements(_fixed(same), _fixed(otherwise), idle)


def _taken_over(mechanics: Mechanics) -> Iterator[tuple[str, str]]:
    """The rows that never hold, as another takes their place in all their cases, each with that one: "shell
    and not shell" is no condition."""
    rows = {row.id: row for row in mechanics.modifiers}
    for said in mechanics.statements:
        if said.kind != "suspends" or said.when is None:
            continue
        there = [row for row in rows.values() if (row.section, row.line) == (said.section, said.line)]
        for row in (rows[id] for id in said.rows if id in rows and rows[id].when == said.when):
            by = [other.id for other in there if other.of == row.of]
            if len(by) == 1 and by[0] != row.id:
                yield row.id, by[0]


def excepted(row: Modifier, mechanics: Mechanics) -> tuple[Modifier, tuple[str, ...]]:
    """A row with the cases of its condition in which another rule says that it does not apply, and the
    sections of those rules."""
    named = {row.id, row.section}
    found = [s for s in mechanics.statements if s.kind == "suspends" and named & {*s.sections, *s.rows}]
    if not found:
        return row, ()
    parts = row.when.parts if isinstance(row.when, All) else () if row.when is None else (row.when,)
    denied = [Not(part) for s in found for part in (s.when.parts if isinstance(s.when, Any) else (s.when,))]
    return replace(row, when=All((*parts, *denied))), tuple(s.section for s in found)


def _same_effect(row: Modifier, other: Modifier) -> bool:
    return (row.operation, row.amount) == (other.operation, other.amount)


def _fixed(found: Mapping[str, list[Modifier]]) -> dict[str, tuple[Modifier, ...]]:
    return {id: tuple(rows) for id, rows in found.items()}
