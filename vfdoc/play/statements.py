"""What the rules say besides changing rolls, in a situation: what is forbidden, suspended, not computed."""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.model.mechanics import Statement
from vfdoc.play.situation import Situation, holds
from vfdoc.play.tables import Tables


def forbidding(tables: Tables, of: str, situation: Situation) -> tuple[Statement, ...]:
    """The statements that forbid what a value is asked for, or a test that an attack of that kind asks."""
    value: str | None = of
    if of not in tables.values:
        attack, asked = situation.known.get("attack"), {fact for row in tables.rows(of) for fact in row.facts}
        value = tables.attacks.get(str(attack)) if "attack" in asked else None
    barred = {action.id for action in tables.actions if value in action.values}
    return tuple(s for s in _holding(tables, "forbids", situation) if s.action in barred)


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
