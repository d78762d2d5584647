"""The names that can matter where a test, a value or a procedure is asked: no other changes its result."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from vfdoc.model.mechanics import HalfOf, Modifier, Statement, ValueOf, facts_of
from vfdoc.model.procedures import names_of_step, of_other_side
from vfdoc.play.tables import Tables

WANTED = re.compile(r"\s*(?P<op><=|<|>=|>)\s*(?P<of>\S.*)")
"""The target of a test that a value is, or that is rolled under."""


def asked_names(tables: Tables, of: str) -> frozenset[str]:
    """Every name that can matter where that is asked: facts and numbers of its rows, read or not, of what
    forbids it or lifts its rules, and those from which one of these follows."""
    procedure = tables.procedures.get(of)
    steps = procedure.steps if procedure is not None else ()
    ids = {step.of for step in steps if step.of} or {of}
    ids |= {part for id in tuple(ids) for part in parts_of(tables, id)}
    covering = {name for id in ids for name in tables.covering(id)}
    rows = [row for row in tables.stated if row.of in covering]
    given = [each for each in tables.bases if each.of in covering]
    names = {
        of,
        *covering,
        *counted_by(rows),
        *facts_asked(rows),
        *(name for row in rows for name in row.facts),
    }
    names |= {name for step in steps for name in (*names_of_step(step), step.target)}
    names |= {f"{of}.{step.id}" for step in steps if step.do == "roll"}
    own = {
        name
        for step in steps
        for when in (step.when, *(case.when for case in step.cases))
        if not step.other
        for name in facts_of(when)
    }
    own |= _leading_to(tables, own)
    names |= {name for step in steps if step.other for name in facts_of(step.when)}
    said = _speaking(tables, of, covering, rows)
    conditions = (*(each.when for each in said), *(each.when for each in given))
    names |= {name for when in conditions for name in facts_of(when)}
    names |= {name for value in tables.values.values() for name, _ in value.implies}
    names |= _leading_to(tables, names)
    names |= {per for name in names for per in tables.of_several.get(name, ())}
    for name in tuple(names):
        subject, _, rest = name.partition(".")
        if subject == "unit":
            names |= {f"{step.whom}.{rest}" for step in steps if step.whom} or {f"target.{rest}"}
        if subject == "target":
            names.add(f"unit.{rest}")
    names |= {
        one for each in tables.apart if each.per in names for one, _, fact in each.names if fact in names
    }
    if procedure is not None and procedure.sides:
        names |= {of_other_side(name, procedure.sides, procedure.of_second) for name in names if name}
    return frozenset(names | own)


def _speaking(
    tables: Tables, of: str, covering: Collection[str], rows: Iterable[Modifier]
) -> list[Statement]:
    """The statements that forbid what a test or value is asked for or counted by, or lift one of its rows;
    and what changes the results of play."""
    rows = tuple(rows)
    asked = {of, *covering, *(tables.attacks.values() if of in tables.of_attacks else ())}
    counted = {row.per for row in rows if row.per}
    barring = {each.id for each in tables.actions if asked & {*each.values} or counted & {*each.counts}}
    sections, ids = {row.section for row in rows}, {row.id for row in rows}
    known, found = {*tables.values, *tables.tests}, []
    for each in tables.statements:
        forbids, lifts = each.action in barring, sections & {*each.sections} or ids & {*each.rows}
        due = of in (each.test, each.action)
        changes = each.action in (of, *covering) or each.action not in known
        speaks = {"forbids": forbids, "suspends": lifts, "due": due, "results": changes, "obliges": False}
        if speaks[each.kind]:
            found.append(each)
    return found


def asked_by_action(tables: Tables, action: str) -> frozenset[str]:
    """Every name that can matter to whether an action is forbidden; none where no rule that is executed says
    when."""
    asking = (each for kind in ("forbids", "obliges", "due") for each in tables.saying(kind))
    said = (each for each, _ in asking if each.action == action)
    names = {name for each in said for name in facts_of(each.when)}
    return frozenset(names | _leading_to(tables, names))


def _leading_to(tables: Tables, names: Collection[str]) -> set[str]:
    """The facts from which one of these follows, at once or by a fact that implies it, or which say that one
    does not hold."""
    found = set(names)
    for fact in tables.facts.values():
        if fact.id in found:
            found |= {name for name, _ in fact.implies}
        elif any(name in found for name, _ in fact.implies):
            found.add(fact.id)
        if fact.id in found:
            found |= {name for name, _ in fact.follows} | {*fact.compared, *fact.beside}
    return found


def parts_of(tables: Tables, of: str) -> tuple[str, ...]:
    """The values that a test or value is made of: what is added, aimed at, or an amount of its rows; theirs
    too."""
    found: dict[str, None] = {}
    new = [of]
    while new:
        id = new.pop()
        aimed = value_aimed_at(tables, id)
        amounts = (row.amount.value for row in tables.rows(id) if isinstance(row.amount, ValueOf))
        for part in (
            *added_to(tables, id),
            *([aimed] if aimed else []),
            *amounts,
            *values_within(tables, id),
        ):
            if part not in found:
                found[part] = None
                new.append(part)
    return tuple(found)


def values_within(tables: Tables, of: str) -> tuple[str, ...]:
    """The values of which a lookup tells and that the rows or lookups of another, or of a test, ask as
    numbers: in a condition, or to be counted by."""
    given = {each.of for each in tables.bases}
    rows = tables.rows(of)
    whens = (*(row.when for row in rows), *(base.when for base in tables.bases if base.of == of))
    asked = dict.fromkeys((*(row.per for row in rows), *(name for w in whens for name in facts_of(w))))
    return tuple(name for name in asked if name and name in given and name in tables.values and name != of)


def added_to(tables: Tables, of: str) -> tuple[str, ...]:
    """The values that a test adds to its dice."""
    said = tables.tests[of].adds if of in tables.tests else None
    named = tuple(name.strip() for name in (said or "").split(","))
    return tuple(name for name in named if name in tables.values)


def value_aimed_at(tables: Tables, of: str) -> str | None:
    """The value that is the target of a test."""
    found = WANTED.fullmatch((tables.tests[of].target if of in tables.tests else None) or "")
    return found.group("of") if found is not None and found.group("of") in tables.values else None


def counted_by(rows: Iterable[Modifier]) -> tuple[str, ...]:
    """The numbers that rows count by, or take half of."""
    rows = tuple(rows)
    halves = (row.amount.value for row in rows if isinstance(row.amount, HalfOf))
    return tuple(sorted({*(row.per for row in rows if row.per), *halves}))


def facts_asked(rows: Iterable[Modifier]) -> list[str]:
    """The facts that the conditions of rows ask, in the order of their names."""
    return sorted({name for row in rows for name in facts_of(row.when)})
