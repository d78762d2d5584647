"""What the rules say besides changing rolls, in a situation: what is forbidden, suspended, not computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vfdoc.model.mechanics import Statement, facts_of
from vfdoc.play.situation import Known, Situation, assumed_of, holds
from vfdoc.play.tables import Tables


def forbidding(tables: Tables, of: str, situation: Situation) -> tuple[Statement, ...]:
    """The statements that forbid what a value is asked for, or a test that an attack of that kind asks."""
    value: str | None = of
    if of not in tables.values:
        attack, asked = situation.known.get("attack"), {fact for row in tables.rows(of) for fact in row.facts}
        value = tables.attacks.get(str(attack)) if "attack" in asked else None
    barred = {action.id for action in tables.actions if value in action.values}
    return tuple(s for s in _holding(tables, "forbids", situation) if s.action in barred)


class Permission(NamedTuple):
    """What the rules say of an action here: what forbids it, which `others` would in another situation, and
    what was taken for what nobody told."""

    forbidden: tuple[Statement, ...]
    others: tuple[Statement, ...]
    assumed: tuple[tuple[str, Known], ...]


def permission(tables: Tables, action: str, situation: Situation) -> Permission:
    """Whether an action is forbidden in a situation, by the rules that are executed."""
    situation = tables.implied(situation)
    stated = [s for s in tables.statements if s.kind == "forbids" and s.action == action]
    here = tuple(s for s in stated if holds(s.when, situation, tables.facts))
    asked = {name for s in stated for name in facts_of(s.when) if name not in situation.known}
    assumed = ((name, assumed_of(name, tables.facts)) for name in sorted(asked))
    others = tuple(s for s in stated if s not in here)
    return Permission(here, others, tuple((name, value) for name, value in assumed if value is not None))


def uncounted(tables: Tables, situation: Situation) -> dict[str, Statement]:
    """What nothing is counted by where the rules forbid it ("cannot lend support"), with what says so."""
    counted = {action.id: action.counts for action in tables.actions}
    said = _holding(tables, "forbids", situation)
    return {per: statement for statement in said for per in counted.get(statement.action, ())}


def suspended(tables: Tables, situation: Situation) -> dict[str, Statement]:
    """The sections, or rows by their ids, of which what they say does not apply here, with what says so."""
    said = _holding(tables, "suspends", situation)
    return {name: statement for statement in said for name in (*statement.sections, *statement.rows)}


def results_changed(tables: Tables, what: str, situation: Situation) -> tuple[Statement, ...]:
    """The statements that change a result of play ("losses") here."""
    return tuple(s for s in _holding(tables, "results", situation) if s.action == what)


def _holding(tables: Tables, kind: str, situation: Situation) -> Iterator[Statement]:
    for statement in tables.statements:
        if statement.kind == kind and holds(statement.when, situation, tables.facts):
            yield statement
