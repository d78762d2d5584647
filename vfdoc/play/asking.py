"""What an edition can be asked: its attacks, opposed rolls, tests, values and actions, with what each asks.

In: tables. Out: every name that `roll` and `odds` take, in the order of attacks, opposed rolls, tests and
values, and those that `may` takes, with the facts and numbers that decide about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from vfdoc.model.mechanics import KnownFact, Modifier, Opposed, Statement, facts_of
from vfdoc.model.procedures import (
    NamedStep,
    Procedure,
    names_of_step,
    of_other_side,
    results_told,
    with_sides,
)
from vfdoc.play.asked_names import asked_names, counted_by, facts_asked, parts_of
from vfdoc.play.opposed import factors
from vfdoc.play.tables import ASKED, Tables


class Asked(NamedTuple):
    """A name that can be asked: its `target` and `dice` (None where the text names none), the `numbers` that
    are told with `--set`, the `facts` that decide, and how many rows are not computed for it; of steps that
    the text names in order (`section`) and nobody stated, what they are. A test that is only `proposed` is
    not played: its target and dice are what was read. Of two `sides` what tells of one may be told of the
    other, by its name."""

    of: str
    kind: Literal["attack", "procedure", "opposed", "test", "value", "steps", "action"]
    name: str
    target: str | None = None
    dice: str | None = None
    numbers: tuple[str, ...] = ()
    facts: tuple[KnownFact, ...] = ()
    left_out: int = 0
    steps: tuple[NamedStep, ...] = ()
    section: str = ""
    proposed: bool = False
    sides: tuple[str, ...] = ()


def asked(tables: Tables) -> tuple[Asked, ...]:
    """Everything that these tables can be asked."""
    return tuple(_asked(tables))


def _asked(tables: Tables) -> Iterator[Asked]:
    for procedure in tables.procedures.values():
        yield _procedure(tables, procedure)
    for named in tables.in_order:
        left_out = sum(bool(step.missing) for step in named.steps)
        yield Asked(
            of=named.id,
            kind="steps",
            name=named.title,
            left_out=left_out,
            steps=named.steps,
            section=named.section,
        )
    for each in {opposed.id: opposed for opposed in reversed(tables.opposed)}.values():
        if each.results:
            yield _opposed(tables, each)
    contests = {each.id for each in tables.opposed if each.results}
    proposed = {test.id: test for test in reversed(tables.proposed)}
    for test in sorted(tables.tests.values(), key=lambda t: t.id):
        if test.id not in contests:
            of_it = (test.id, *parts_of(tables, test.id))
            rows = tuple(row for id in of_it for row in tables.rows(id))
            read = proposed.get(test.id, test)
            yield Asked(
                of=test.id,
                kind="test",
                name=test.name,
                target=read.target,
                dice=read.dice,
                numbers=tuple(dict.fromkeys((*of_it[1:], *counted_by(rows)))),
                facts=_facts(tables, rows, *of_it),
                left_out=_left_out(tables, test.id),
                proposed=read.proposed,
            )
    for of in sorted(tables.values.values(), key=lambda v: v.id):
        rows = tables.rows(of.id)
        if of.id not in tables.tests and (rows or any(each.of == of.id for each in tables.bases)):
            facts = _facts(tables, rows, of.id)
            yield Asked(
                of=of.id,
                kind="value",
                name=of.name,
                numbers=(of.id, *counted_by(rows)),
                facts=facts,
                left_out=_left_out(tables, of.id),
            )
    for action in tables.actions:
        obliging = (each for each, _ in tables.saying("obliges") if each.action == action.id)
        said = (*_forbidding(tables, {action.id}), *obliging, *_due(tables, action.id))
        names = {name for each in said for name in facts_of(each.when)}
        if names:
            facts = tuple(tables.facts[name] for name in sorted(names) if name in tables.facts)
            name = action.name or action.id.replace("-", " ")
            yield Asked(of=action.id, kind="action", name=name, facts=facts)


def _opposed(tables: Tables, opposed: Opposed) -> Asked:
    """An opposed roll: what its factors ask, what changes its margin, and its results."""
    ids = {*(id for arm in opposed.arms for id in arm.modifiers), *opposed.others}
    counted = {*factors(tables, opposed), *opposed.margins}
    rows = tuple(row for row in tables.stated if row.id in counted and tables.is_read(row))
    names = {*facts_asked(rows), *(name for each in opposed.results for name in facts_of(each.when))}
    margins = (each.margin.value for each in opposed.results if each.margin is not None)
    compared = tuple(dict.fromkeys(each for each in margins if isinstance(each, str)))
    names |= {fact.id for of in compared for fact in _facts(tables, tables.rows(of), of)}
    names |= {name for said in _changing(tables, opposed.id) for name in facts_of(said.when)}
    numbers = (opposed.quality, *counted_by(rows), *compared)
    return Asked(
        of=opposed.id,
        kind="opposed",
        name=opposed.name,
        dice=opposed.dice,
        numbers=tuple(dict.fromkeys(filter(None, numbers))),
        facts=tuple(tables.facts[name] for name in sorted(names) if name in tables.facts),
        left_out=sum(row.id in ids and not tables.is_read(row) for row in tables.stated),
        sides=("unit", "enemy"),
    )


def can_be_asked(tables: Tables, of: str) -> bool:
    """Whether these tables have a procedure, test or value of that name, of which it is known what it asks:
    not of opposed rolls, which ask of both sides what their tables say."""
    opposed = any(each.id == of and each.results for each in tables.opposed)
    return (of in tables.procedures or of in tables.tests or of in tables.values) and not opposed


def _procedure(tables: Tables, procedure: Procedure) -> Asked:
    """A procedure: an attack where one side rolls for losses, else one of its own kind."""
    of = tuple(dict.fromkeys(step.of for step in procedure.steps if step.of))
    value = tables.attacks.get(procedure.id)
    first = next((tables.tests[id] for id in of if id in tables.tests), None)
    own = {step.id for step in procedure.steps}
    numbers = [name for step in procedure.steps for name in (*names_of_step(step), step.target)]
    asked = of[:2]  # what follows an attack asks its own facts
    if value is None:
        asked = tuple(dict.fromkeys(part for id in of for part in (id, *parts_of(tables, id))))
    rows = tuple(row for id in asked for row in tables.rows(id))
    values = [name for id in of for name in ((id,) if id in tables.values else parts_of(tables, id))]
    whole = dict.fromkeys((*values, *counted_by(rows), *(n for n in numbers if n and n not in own)))
    if procedure.sides:
        whole |= dict.fromkeys(
            of_other_side(name, procedure.sides, procedure.of_second) for name in tuple(whole)
        )
        twice = with_sides(whole, procedure.sides, procedure.of_second)
        whole = dict.fromkeys(name for name in whole if name not in twice)
    # What the dice came to may be told in their place: the losses, and either side's rolls that make them.
    told = results_told(procedure)
    by_loss = [step for step in procedure.steps if step.role == "losses" and step.id in told]
    made = [step for step in by_loss if step.take]
    can_matter = asked_names(tables, procedure.id) - {ASKED}
    whole |= dict.fromkeys(step.id for step in by_loss if step in made or step.id in can_matter)
    whole |= dict.fromkeys(str(step.take[0].of) for step in made)
    rolled = {each.of for each in procedure.steps if each.id in {str(step.take[0].of) for step in made}}
    whole |= dict.fromkeys(
        step.id for step in procedure.steps if step.other and step.do == "roll" and step.of in rolled
    )
    # No fact of a step that does not stand in this text, nor of when one of its tests is due.
    whens = (when for step in procedure.steps for when in (step.when, *(case.when for case in step.cases)))
    by_steps = sorted({name for when in whens for name in facts_of(when)} & {*tables.facts})
    own_facts = (*(tables.facts[name] for name in by_steps), *procedure.facts)
    facts = tuple(f for f in (*_facts(tables, rows, *asked), *own_facts) if f.id in can_matter)
    return Asked(
        of=procedure.id,
        kind="attack" if value is not None else "procedure",
        name=tables.values[value].name if value is not None else procedure.name,
        target=first.target if first is not None else None,
        dice=first.dice if first is not None else None,
        numbers=tuple(whole),
        facts=tuple({fact.id: fact for fact in facts if fact.id not in whole}.values()),
        left_out=_left_out(tables, *asked),
        sides=procedure.sides,
    )


def _forbidding(tables: Tables, actions: Collection[str]) -> list[Statement]:
    return [said for said in tables.statements if said.kind == "forbids" and said.action in actions]


def _due(tables: Tables, *of: str) -> list[Statement]:
    return [said for said in tables.statements if said.kind == "due" and {said.action, said.test} & {*of}]


def _changing(tables: Tables, *ids: str) -> list[Statement]:
    """What changes the results of these, or leaves them open."""
    return [said for said in tables.statements if said.kind == "results" and said.action in ids]


def _lifting(tables: Tables, rows: Iterable[Modifier]) -> list[Statement]:
    """What lifts one of these rows."""
    ids = {row.id for row in rows}
    return [said for said in tables.statements if said.kind == "suspends" and ids & {*said.rows}]


def _left_out(tables: Tables, *ids: str) -> int:
    return sum(row.of in ids and not tables.is_read(row) for row in tables.unread)


def _facts(tables: Tables, rows: Iterable[Modifier], *ids: str) -> tuple[KnownFact, ...]:
    """The facts that rows ask, and what is forbidden of these values, or of what the rows count by."""
    rows = tuple(rows)
    counted = {row.per for row in rows if row.per is not None}
    barred = {each.id for each in tables.actions if {*each.values} & {*ids} or {*each.counts} & counted}
    names = set(facts_asked(rows))
    said = (
        *_forbidding(tables, barred),
        *_due(tables, *ids),
        *_changing(tables, *ids),
        *_lifting(tables, rows),
    )
    names |= {name for each in said for name in facts_of(each.when)}
    covering = {name for id in ids for name in tables.covering(id)}
    names |= {name for each in tables.bases if each.of in covering for name in facts_of(each.when)}
    known = [tables.facts[name] for name in names if name in tables.facts]
    names |= {name for fact in known for name in (*(of for of, _ in fact.follows), *fact.beside)}
    return tuple(tables.facts[name] for name in sorted(names) if name in tables.facts)
