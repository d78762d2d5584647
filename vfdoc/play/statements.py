"""What the rules say besides changing rolls, in a situation: what is forbidden, suspended, not computed."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from vfdoc.model.mechanics import Statement, facts_of
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables


def forbidding(tables: Tables, of: str, situation: Situation) -> tuple[Statement, ...]:
    """The statements that forbid what a test or value is asked for, or a test that an attack of that kind
    asks."""
    barred = _barring(tables, of, situation)
    return tuple(_forbidden(tables, barred, situation))


class Unforbidden(NamedTuple):
    """Why statements do not forbid a test or value here: what was `assumed` of what nobody told, and those
    that are `open`, for they hang on a number that nobody told."""

    assumed: tuple[tuple[str, Known], ...] = ()
    open: tuple[Statement, ...] = ()


def unforbidden(tables: Tables, of: str, situation: Situation) -> Unforbidden:
    """What must hold besides for a test or value to be allowed: of those statements that could forbid it."""
    barred = _barring(tables, of, situation)
    known, assumed, left = dict(situation.known), dict[str, Known](), list[Statement]()
    for statement, question in tables.forbidding(barred):
        found, deciding = question.answer(known)
        if found is None:
            left.append(statement)
        for name in deciding:
            taken = tables.asking.assumed(name)
            if taken is not None:
                assumed[name] = taken
    return Unforbidden(tuple(assumed.items()), tuple(left))


def _barring(tables: Tables, of: str, situation: Situation) -> frozenset[str]:
    """The actions that a test or value is asked for, or the attack of whose tests it is one."""
    value: str | None = of
    if of not in tables.values and not any(of in action.values for action in tables.actions):
        attack = situation.known.get("attack")
        value = tables.attacks.get(str(attack)) if of in tables.of_attacks else None
    return frozenset(action.id for action in tables.actions if value in action.values)


class Due(NamedTuple):
    """A test that must be passed first, and whether it has to be taken here; None where nobody told the
    number that it hangs on. `told` says whether anything that it hangs on was."""

    said: Statement
    holds: bool | None
    told: bool = True


def due(tables: Tables, of: str, situation: Situation) -> tuple[Due, ...]:
    """The tests that must be passed before an action or a test; of a test itself, when it must: what a
    section says of it before an action counts there only where that says nothing of it by itself."""
    known = tables.implied(situation).known
    own = {said.section for said, _ in tables.saying("due") if of == said.action == said.test}
    found = {
        (said.test, said.section, said.when): Due(
            said, question.holds(known), told=not known.keys().isdisjoint(facts_of(said.when))
        )
        for said, question in tables.saying("due")
        if of == said.action or (of == said.test and said.section not in own)
    }
    return tuple(found.values())


class Permission(NamedTuple):
    """What the rules say of an action here: what forbids it, which `others` would in another situation (of
    these some are `open`, for they hang on a number that nobody told), what was taken for what nobody told,
    the tests that are `due` before it, and what obliges to it, here and `obliging_elsewhere`."""

    forbidden: tuple[Statement, ...]
    others: tuple[Statement, ...]
    assumed: tuple[tuple[str, Known], ...]
    open: tuple[Statement, ...] = ()
    due: tuple[Due, ...] = ()
    obliging: tuple[Statement, ...] = ()
    obliging_elsewhere: tuple[Statement, ...] = ()


def permission(tables: Tables, action: str, situation: Situation) -> Permission:
    """Whether an action is forbidden in a situation, by the rules that are executed."""
    situation = tables.implied(situation)
    stated = [statement for statement, _ in tables.saying("forbids") if statement.action == action]
    here = tuple(_forbidden(tables, {action}, situation))
    left = tuple(
        said
        for said, question in tables.saying("forbids")
        if said.action == action
        and question.holds(situation.known) is None
        and any(name in situation.known for name in facts_of(said.when))
    )
    must = [(said, question) for said, question in tables.saying("obliges") if said.action == action]
    obliging = tuple(said for said, question in must if question.holds(situation.known))
    asked = {name for s in stated for name in facts_of(s.when) if name not in situation.known}
    assumed = ((name, tables.asking.assumed(name)) for name in sorted(asked))
    others = tuple(s for s in stated if s not in here)
    return Permission(
        forbidden=here,
        others=others,
        assumed=tuple((name, value) for name, value in assumed if value is not None),
        open=left,
        due=due(tables, action, situation),
        obliging=obliging,
        obliging_elsewhere=tuple(said for said, _ in must if said not in obliging),
    )


def uncounted(tables: Tables, situation: Situation) -> dict[str, Statement]:
    """What nothing is counted by where the rules forbid it ("cannot lend support"), with what says so."""
    counted = {action.id: action.counts for action in tables.actions if action.counts}
    said = _forbidden(tables, counted, situation)
    return {per: statement for statement in said for per in counted[statement.action]}


def suspended(tables: Tables, situation: Situation) -> dict[str, Statement]:
    """The sections, or rows by their ids, of which what they say does not apply here, with what says so."""
    said = _holding(tables, "suspends", situation)
    return {name: statement for statement in said for name in (*statement.sections, *statement.rows)}


def results_changed(tables: Tables, what: str, situation: Situation) -> tuple[Statement, ...]:
    """The statements that change a result of play ("losses") here, or leave it open; "*" are those that speak
    beside whatever is asked."""
    return tuple(s for s in _holding(tables, "results", situation) if s.action == what)


def _forbidden(tables: Tables, actions: Collection[str], situation: Situation) -> list[Statement]:
    """The statements that forbid one of these actions here."""
    return [said for said, asked in tables.forbidding(actions) if asked.holds(situation.known)]


def _holding(tables: Tables, kind: str, situation: Situation) -> list[Statement]:
    return [statement for statement, asked in tables.saying(kind) if asked.holds(situation.known)]
