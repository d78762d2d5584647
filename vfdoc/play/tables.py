"""The tables of an edition made ready to execute: rows by what they change, and its arithmetic."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from vfdoc.model import InputError
from vfdoc.model.following import Following
from vfdoc.model.mechanics import (
    SAID,
    Action,
    Base,
    KnownFact,
    Mechanics,
    Modifier,
    Opposed,
    Restated,
    Statement,
    SumLimit,
    Test,
    Value,
    facts_of,
)
from vfdoc.model.procedures import (
    AskedByStep,
    NamedSteps,
    Procedure,
    Unheld,
    asked_by_steps,
    names_of_step,
    of_other_side,
    results_told,
    with_sides,
)
from vfdoc.play.apart import Apart, apart
from vfdoc.play.conditions import Conditions, Question
from vfdoc.play.consequences import Consequences, against_what_follows, apart_from, consequences
from vfdoc.play.conventions import HALVE_ONCE, MINIMUM, ROUNDS, Arithmetic, arithmetic
from vfdoc.play.not_computed import NotComputed, UnreadProhibition, by_hand, left_out, no_such, not_stated
from vfdoc.play.situation import (
    Known,
    Names,
    Situation,
    UnknownTest,
    agrees,
    as_told,
    names_of,
    subject_of,
)
from vfdoc.play.standing import lacking, standing
from vfdoc.play.undescribed import Outlined

if TYPE_CHECKING:
    from vfdoc.play.outcome import Outcome
    from vfdoc.play.steps import ReadyStep, Result, Taken, Worlds

ASKED = "attack"
"""The fact that names which attack a test is asked for."""
_OF_NO_ROW = {
    "apart", "told_apart", "attacks", "asked_by_steps", "by_id", "context", "ready", "rolls", "taken",
    "worlds", "_implied", "_consequences", "_excluding", "_statements", "_forbidding",
}  # fmt: skip
"""What is worked out of tables once and does not hang on the rows that are executed."""
_MOST_IMPLIED, _MOST_WITHOUT = 500, 50
"""The most situations of which tables keep what follows, and without a row what they came to."""


@dataclass(frozen=True, kw_only=True)
class Tables:
    """What is executed: an edition's tests, the modifiers in force, its values, facts and arithmetic.

    `unread` are the modifiers that are not executed because their words were not wholly understood.
    `stated` are all its modifiers, for the opposed rolls that name their own; `once` names, of a row, the
    others with which it counts only once. `dice` is what was told of tests whose dice no text names;
    `files` are those of the sections of unread rows. `statements` are what its rules do besides changing
    rolls, `actions` those that they may forbid; `replaces` and `contradicts` are pairs of rows (see
    Restated). `rounded` are the places (section, value) of which alone the text says how to round. `applied`
    are the unread rows (ids) that the player says to hold. `said` are the conventions that it states, each
    with the section; `procedures` those that stand in its text, `lacking` what the others ask for in vain,
    `unheld` the steps whose words do not hold. `counted` is what rows are counted by; `prohibitions` forbid
    something and were not understood; `bases` are what values are where nobody tells them, `sums` the limits
    of what rows change in all; `minimum` those that nothing reduces below 1, where the text says so of them
    alone, `halved_once` those that are not halved twice, where it does, each with the section. `proposed` are
    the tests of a game that nobody describes as they were read, `outline` the sections of its text that state
    something of play, `in_order` the steps that it names in order. `follows` is what the text says that
    results of tests lead to. `asking` are its conditions, made ready to be asked.
    """

    edition: str
    tests: dict[str, Test]
    modifiers: tuple[Modifier, ...]
    values: dict[str, Value]
    facts: dict[str, KnownFact]
    arithmetic: Arithmetic
    stated: tuple[Modifier, ...]
    opposed: tuple[Opposed, ...]
    once: dict[str, frozenset[str]]
    unread: tuple[Modifier, ...] = ()
    dice: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    actions: tuple[Action, ...] = ()
    replaces: tuple[Restated, ...] = ()
    contradicts: tuple[Restated, ...] = ()
    rounded: Mapping[tuple[str, str], str] = field(default_factory=dict)
    applied: frozenset[str] = frozenset()
    said: Mapping[str, str] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    lacking: Mapping[str, str] = field(default_factory=dict)
    unheld: tuple[Unheld, ...] = ()
    counted: frozenset[str] = frozenset()
    prohibitions: tuple[UnreadProhibition, ...] = ()
    bases: tuple[Base, ...] = ()
    sums: tuple[SumLimit, ...] = ()
    minimum: frozenset[str] = frozenset()
    halved_once: Mapping[str, str] = field(default_factory=dict)
    proposed: tuple[Test, ...] = ()
    outline: tuple[Outlined, ...] = ()
    in_order: tuple[NamedSteps, ...] = ()
    follows: tuple[Following, ...] = ()
    asking: Conditions = field(compare=False, repr=False)

    @cached_property
    def names(self) -> Names:
        """Every name that a situation may tell."""
        numbers = {*self.values, *self.tests}
        for opposed in self.opposed:
            numbers |= {name for name in (opposed.quality, opposed.margin) if name}
            numbers |= {
                r.margin.value for r in opposed.results if r.margin and isinstance(r.margin.value, str)
            }
        steps = [step for procedure in self.procedures.values() for step in procedure.steps]
        ids = {step.id for step in steps}
        numbers |= {name for f in self.facts.values() for name in f.compared if name not in self.facts}
        numbers |= {name for f in self.facts.values() for pair in f.reached for name in pair}
        numbers |= {name for step in steps for name in (*names_of_step(step), step.target) if name not in ids}
        numbers |= {
            f"{id}.{step.id}" for id, p in self.procedures.items() for step in p.steps if step.do == "roll"
        }
        several = any(each.several is not None for each in self.opposed)
        found = names_of(
            self.stated,
            self.facts.values(),
            numbers - {""},
            self.values.values(),
            opposed=bool(self.opposed),
            several=several,
        )
        if not self.procedures:
            return found
        theirs = {  # the target takes tests of its own
            id.replace("unit.", "target.", 1): fact
            for id, fact in found.facts.items()
            if id.startswith("unit.")
        }
        lengths = {id.replace("unit.", "target.", 1) for id in found.measured if id.startswith("unit.")}
        return found._replace(facts={**theirs, **found.facts}, measured=found.measured | lengths)

    def names_for(self, what: str) -> Names:
        """The names that may be told where that is asked: of a procedure its rolls, of a fight both sides."""
        names = self.names
        if what not in self.procedures:
            return names
        known = {*names.facts, *names.numbers}
        results = results_told(self.procedures[what])
        names = names._replace(called={name: told for name, told in results.items() if name not in known})
        if not self.procedures[what].sides:
            return names
        facts, numbers, measured = dict(names.facts), set(names.numbers), set(names.measured)
        sides, second = self.procedures[what].sides, self.procedures[what].of_second
        own = with_sides((*facts, *(id for id in numbers if id not in self.tests)), sides, second)
        called = {name: bare for name, bare in own.items() if name not in known} | dict(names.called)
        facts = {of_other_side(id, sides, second): fact for id, fact in names.facts.items()} | facts
        numbers |= {of_other_side(id, sides, second) for id in names.numbers if id not in self.tests}
        measured |= {of_other_side(id, sides, second) for id in names.measured}
        return Names(facts, frozenset(numbers), frozenset(measured), called=called, below=names.below)

    @cached_property
    def attacks(self) -> dict[str, str]:
        """The attacks ("fire", "melee") and the value that gives the dice of each."""
        return {
            procedure.id: step.of
            for procedure in self.procedures.values()
            for step in procedure.steps
            if step.role == "value" and not procedure.sides
        }

    @cached_property
    def asked(self) -> dict[str, frozenset[str]]:
        """By test or value the names that can matter to it, as they were asked for."""
        return {}

    @cached_property
    def within(self) -> dict[str, tuple[str, ...]]:
        """By test or value the values that it asks as numbers and that a lookup gives."""
        return {}

    @cached_property
    def outcomes(self) -> dict[tuple[str, bool, frozenset[tuple[str, Known]]], Outcome]:
        """What tests and values came to, by what was told by which they can come out otherwise."""
        return {}

    @cached_property
    def rolls(self) -> dict[Hashable, tuple[Mapping[Result, int], int]]:
        """What the rolls of procedures came to, by all that decides it and the number of dice: in how many of
        how many ways to each result."""
        return {}

    @cached_property
    def taken(self) -> dict[Hashable, Taken]:
        """What steps of procedures came to, by procedure, place, worlds and all that was read besides."""
        return {}

    @cached_property
    def worlds(self) -> dict[Hashable, Worlds]:
        """The worlds that steps left, by what they are: of those that are alike one."""
        return {}

    @cached_property
    def ready(self) -> dict[tuple[str, int, tuple[str, ...]], ReadyStep]:
        """The steps of procedures made ready: by procedure, place and those before that are still asked."""
        return {}

    @cached_property
    def by_id(self) -> Mapping[str, Modifier]:
        """All its modifiers by their ids."""
        return {row.id: row for row in self.stated}

    @cached_property
    def asked_by_steps(self) -> Mapping[str, tuple[AskedByStep, ...]]:
        """By procedure, what each of its steps asks."""
        return {id: asked_by_steps(procedure) for id, procedure in self.procedures.items()}

    @cached_property
    def context(self) -> frozenset[str]:
        """The facts that hold wherever a value is asked: they tell of no side."""
        return frozenset(fact for value in self.values.values() for fact, _ in value.implies)

    def implied(self, situation: Situation) -> Situation:
        """The situation with what follows from it, worked out once for what is told. What is told of the unit
        that takes a test, and asked of it as the target alone, is told of that."""
        told = frozenset(situation.known.items())
        found = self._implied.get(told)
        if found is None:
            if len(self._implied) >= _MOST_IMPLIED:
                self._implied.clear()
            found = self._implied[told] = Situation(self._consequences.of(situation.known))
        return found

    @cached_property
    def _implied(self) -> dict[frozenset[tuple[str, Known]], Situation]:
        return {}

    def leading_to(self, names: Collection[str]) -> frozenset[str]:
        """These names and all others by which, told, one of them may be known otherwise."""
        return self._consequences.leading_to(names)

    @cached_property
    def leading(self) -> dict[str, frozenset[str]]:
        """By test or value the names by which it can come out otherwise, as they were asked for."""
        return {}

    def clash(self, of: str, known: Mapping[str, Known]) -> tuple[str, str] | None:
        """Two things told that cannot hold together where that is asked, as `name=value`, or None: a flag and
        what it excludes or implies otherwise (but for the attack asked), or what holds wherever a value is
        asked and its contrary. A flag of one side speaks of the other too, where that is told of it."""
        for name, value in known.items():
            fact = self.facts.get(name) or self._excluding.get(name.partition(".")[2])
            if fact is not None and name == fact.id and (number := apart_from(known, fact)) is not None:
                return as_told(name, value), as_told(*number)
            if fact is None or value is not True:
                continue
            own, side = fact.id.partition(".")[0], name.partition(".")[0]
            implies = [(other, wanted) for other, wanted in fact.implies if other != ASKED]
            for other, wanted in (*((each, False) for each in fact.excludes), *implies):
                head, dot, rest = other.partition(".")
                told = f"{side}.{rest}" if dot and head == own else other
                if told in known and not agrees(known[told], wanted):
                    return name, as_told(told, known[told])
            for many, least in fact.reached:
                have, wants = known.get(many), known.get(least)
                if isinstance(have, float | int) and isinstance(wants, float | int) and have < wants:
                    return f"{name}, {as_told(least, wants)}", as_told(many, have)
        if (found := against_what_follows(known, self.facts.values())) is not None:
            return found
        value_of = self.values.get(self.attacks.get(of, of))
        asked = {**(dict(value_of.implies) if value_of is not None else {}), **known}
        for each in self.values.values():
            holds = [name for name, wanted in each.implies if asked.get(name) == wanted]
            against = [name for name, wanted in each.implies if known.get(name, wanted) != wanted]
            if against and (holds or each is value_of):
                with_it = next((as_told(name, known[name]) for name in holds if name in known), of)
                return with_it, as_told(against[0], known[against[0]])
        return None

    def hold_together(self, of: str, situation: Situation) -> None:
        """InputError where what is told cannot hold together."""
        found = self.clash(of, situation.known)
        if found is not None:
            raise InputError(found[1], f"cannot hold where {found[0]} does", "tell one of them")

    @cached_property
    def apart(self) -> tuple[Apart, ...]:
        """What can be told of each of several that rows are counted by."""
        return apart(self.counted, self.facts)

    @cached_property
    def of_several(self) -> Mapping[str, tuple[str, ...]]:
        """By flags that are taken to hold of all of several what these are counted by: "supporters.all_have"
        says so of every "supporter"."""
        subjects = {
            f.id: {n.partition(".")[0] for n, _ in f.implies} for f in self.facts.values() if f.default
        }
        return {
            id: tuple(sorted(per for per in self.counted if subject_of(per) in own))
            for id, own in subjects.items()
        }

    def asking_tests(self, name: str) -> tuple[str, ...]:
        """The tests and values whose rows, or lookups, ask that fact or number."""
        rows = (row.of for row in self.modifiers if name in row.facts or name == row.per)
        given = (base.of for base in self.bases if name in facts_of(base.when))
        return tuple(sorted(of for of in {*rows, *given} if of in self.tests or of in self.values))

    @cached_property
    def told_apart(self) -> frozenset[str]:
        """Every name that tells of one of several."""
        return frozenset(name for each in self.apart for name, _, _ in each.names)

    @cached_property
    def _excluding(self) -> Mapping[str, KnownFact]:
        """By their names without the side, the flags that cannot hold where something else does."""
        flags = (f for f in self.facts.values() if f.excludes or f.implies)
        return {fact.id.partition(".")[2]: fact for fact in flags}

    @cached_property
    def _consequences(self) -> Consequences:
        facts = tuple(self.facts.values())
        theirs = [(f"unit.{id.removeprefix('target.')}", id) for id in self.facts if id.startswith("target.")]
        asking = tuple(fact for fact in facts if fact.implies)
        implying: dict[str, list[tuple[int, str, Known]]] = {}
        for n, fact in enumerate(asking):
            for name, value in fact.implies:
                implying.setdefault(name, []).append((n, fact.id, value))
        return consequences(
            {own: id for own, id in theirs if own not in self.facts or own in self._asked_to_forbid},
            tuple(fact for fact in facts if fact.follows),
            asking,
            tuple(fact for fact in facts if fact.excludes),
            implying,
            tuple(value.implies for value in self.values.values() if value.implies),
        )

    @cached_property
    def _asked_to_forbid(self) -> frozenset[str]:
        """The facts that only what forbids an action asks: of a test they tell nothing by these names."""
        forbids = {name for s in self.statements if s.kind == "forbids" for name in facts_of(s.when)}
        others = [row.when for row in self.stated]
        others += [s.when for s in self.statements if s.kind != "forbids"]
        return frozenset(forbids.difference(*map(facts_of, others)))

    def saying(self, kind: str) -> tuple[tuple[Statement, Question], ...]:
        """The statements of a kind ("forbids"), in order, with when they hold."""
        return self._statements.get(kind, ())

    @cached_property
    def suspending(self) -> Mapping[str, tuple[Question, ...]]:
        """By sections, and rows by their ids, what is asked for what they say not to apply."""
        found: dict[str, tuple[Question, ...]] = {}
        for statement, asked in self.saying("suspends"):
            for name in (*statement.sections, *statement.rows):
                found[name] = (*found.get(name, ()), asked)
        return found

    def forbidding(self, actions: Collection[str]) -> tuple[tuple[Statement, Question], ...]:
        """Of the statements that forbid, those that speak of one of these actions, in order."""
        key = frozenset(actions)
        if key not in self._forbidding:
            said = self.saying("forbids")
            self._forbidding[key] = tuple(each for each in said if each[0].action in key)
        return self._forbidding[key]

    @cached_property
    def _forbidding(self) -> dict[frozenset[str], tuple[tuple[Statement, Question], ...]]:
        return {}

    @cached_property
    def _statements(self) -> Mapping[str, tuple[tuple[Statement, Question], ...]]:
        kinds = dict.fromkeys(statement.kind for statement in self.statements)
        return {k: tuple((s, self.asking.of(s.when)) for s in self.statements if s.kind == k) for k in kinds}

    @cached_property
    def of_attacks(self) -> frozenset[str]:
        """The tests with rows that ask which attack it is."""
        asking = {row.of for row in self.modifiers if "attack" in row.facts}
        covered = {of for id, value in self.values.items() if id in asking for of in value.covers}
        return frozenset(of for of in self.tests if of in asking or of in covered)

    def covering(self, of: str) -> frozenset[str]:
        """A test or value, the values that cover it, and the test that it is a kind of: what is said of these
        is said of it."""
        if of not in self._covering:
            kind = self.tests[of].kind_of if of in self.tests else None
            values = (id for id, value in self.values.items() if of in value.covers)
            self._covering[of] = frozenset((of, *values, *([kind] if kind else ())))
        return self._covering[of]

    @cached_property
    def _covering(self) -> dict[str, frozenset[str]]:
        return {}

    def rows(self, of: str) -> tuple[Modifier, ...]:
        """The modifiers of a test or value, those of a value that covers it too, in the order of the text."""
        return self._rows_of(of)[0]

    def not_computed(self, of: str, situation: Situation) -> tuple[NotComputed, ...]:
        """The modifiers of a test or value that are not executed, as their words were not wholly understood;
        but for those that are applied by hand."""
        return self.named((m for m in self._rows_of(of)[1] if not self._by_hand(m, situation)), situation)

    def named(self, rows: Iterable[Modifier], situation: Situation | None = None) -> tuple[NotComputed, ...]:
        """Rows that were not executed, with the files in which they stand; and whether what was read of them
        holds in a situation."""
        return tuple(
            NotComputed(
                row,
                self.files.get(row.section, ""),
                against=situation is not None and self._against(row, situation),
            )
            for row in rows
        )

    def _against(self, row: Modifier, situation: Situation) -> bool:
        """Whether what was read of a row's condition does not hold here, whatever its other words say."""
        taken = {name: self.asking.assumed(name) for name in facts_of(row.when) if not name.startswith(SAID)}
        known = {name: value for name, value in taken.items() if value is not None} | dict(situation.known)
        return self.asking.of(row.when).open(known) is False

    def by_hand(self, of: str, situation: Situation) -> tuple[Modifier, ...]:
        """The modifiers of a test or value that are executed because the player tells each of their clauses
        that nobody understood."""
        return tuple(m for m in self._rows_of(of)[1] if self._by_hand(m, situation))

    def _rows_of(self, of: str) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """The rows of a test or value that were read, and those that were not."""
        if of not in self._by_name:
            covering = self.covering(of)
            read, unread = (
                tuple(row for row in rows if row.of in covering) for rows in (self.modifiers, self.unread)
            )
            self._by_name[of] = read, unread
        return self._by_name[of]

    @cached_property
    def _by_name(self) -> dict[str, tuple[tuple[Modifier, ...], tuple[Modifier, ...]]]:
        return {}

    def applying(self, names: Iterable[str]) -> Tables:
        """The same with rows that were not understood applied by hand: each named by its id, or by its
        section and line ("8.3.1:12"). InputError, with the nearest, where no such row is left out."""
        names = tuple(names)
        if not names:
            return self
        unread = {row.id: row for row in self.stated if row.unread and row.of is not None}
        found = dict(left_out(name, unread, self) for name in names)
        stated, unread_rows = (
            tuple(replace(row, when=None) if row.id in found else row for row in rows)
            for rows in (self.stated, self.unread)
        )
        return replace(self, stated=stated, unread=unread_rows, applied=self.applied | frozenset(found))

    def is_read(self, row: Modifier) -> bool:
        """Whether a row is executed: its words were understood, or the player says that it holds."""
        return not row.unread or row.id in self.applied

    def _by_hand(self, row: Modifier, situation: Situation) -> bool:
        return row.id in self.applied or by_hand(row, situation)

    def without(self, row: Modifier) -> Tables:
        """The same without a row, made once; of what it was asked it keeps but little."""
        found = self._without.get(id(row))
        if found is None:
            read, unread = (tuple(m for m in rows if m is not row) for rows in (self.modifiers, self.unread))
            found = self._without[id(row)] = replace(self, modifiers=read, unread=unread)
            vars(found).update({name: known for name, known in vars(self).items() if name in _OF_NO_ROW})
        if len(found.outcomes) > _MOST_WITHOUT:
            found.outcomes.clear()
        return found

    @cached_property
    def _without(self) -> dict[int, Tables]:
        return {}

    def hold_standing(self, id: str) -> None:
        """InputError, with what it asks for in vain, where that is a procedure which does not stand."""
        if id in self.lacking:
            what = f"does not stand in this text: {self.lacking[id]}"
            raise InputError(f"{self.edition} {id}", what, "see its procedures.toml, and `vfdoc tables`")

    def test(self, id: str) -> Test:
        """The test of that id; InputError, with the ids there are, where there is none with a target."""
        self.hold_standing(id)
        for each in self.in_order if id not in self.tests else ():
            if each.id == id:
                raise InputError(f"{self.edition} {id}", *not_stated(each))
        if id not in self.tests:
            why = (f"{self.edition} {id}", *no_such(self, id))
            raise UnknownTest(id, (), *why) if self.outline else InputError(*why)
        return self.tests[id]


def tables(mechanics: Mechanics, files: Mapping[str, str] | None = None) -> Tables:
    """The tables of `mechanics`; `files` are those in which sections stand, by anchor.

    A test stands where the rules first give its target, else where anything does; its dice are those that
    any text of the edition names for it. Rows that nothing is known to change, whose words were not wholly
    understood, that restate others, or that stand in questions, notes and examples are not executed.
    """
    idle = {row for row, _ in mechanics.restated}
    rows, replaced = {m.id: m for m in mechanics.modifiers}, dict(mechanics.replaces)
    tests: dict[str, Test] = {}
    for test in sorted(mechanics.tests, key=lambda t: (t.target is None, t.origin != "rules")):
        if test.proposed:  # what was read of it is not computed
            tests.setdefault(test.id, replace(test, dice=None, target=None))
        elif test.origin in ("rules", "sheet"):
            found = tests.setdefault(test.id, test)
            tests[test.id] = replace(
                found, dice=found.dice or test.dice, kind_of=found.kind_of or test.kind_of
            )
    for id, test in tests.items():
        if test.target is None and test.kind_of in tests:
            tests[id] = replace(test, target=tests[test.kind_of].target)
    stated = [m for m in mechanics.modifiers if m.id not in idle and m.origin in ("rules", "sheet")]
    values = {value.id: value for value in mechanics.values}
    said = {c.id: c.section for c in reversed(mechanics.conventions)}
    there = mechanics.procedures, {*tests, *values}, said, dict(mechanics.holds)
    procedures = {each.id: each for each in standing(*there)}
    asked = {fact.id: fact for each in procedures.values() for fact in each.facts}
    facts = asked | {fact.id: fact for fact in mechanics.facts}
    return Tables(
        edition=mechanics.edition,
        tests=tests,
        modifiers=tuple(
            _limited_as(m, rows.get(replaced.get(m.id, ""))) for m in stated if m.status == "executable"
        ),
        values=values,
        facts=facts,
        asking=Conditions(facts),
        arithmetic=arithmetic(mechanics.conventions),
        stated=mechanics.modifiers,
        opposed=mechanics.opposed,
        once=_once(mechanics),
        unread=tuple(m for m in stated if m.of is not None and m.unread),
        files=files or {},
        statements=mechanics.statements,
        actions=mechanics.actions,
        replaces=mechanics.replaces,
        contradicts=mechanics.contradicts,
        rounded={
            (c.section, c.of): c.id for c in mechanics.conventions if c.id in ROUNDS and c.of is not None
        },
        said=said,
        procedures=procedures,
        lacking=lacking(*there),
        unheld=mechanics.unheld,
        counted=frozenset(row.per for row in mechanics.modifiers if row.per),
        bases=mechanics.bases,
        sums=mechanics.sums,
        proposed=tuple(test for test in mechanics.tests if test.proposed),
        minimum=frozenset(c.of for c in mechanics.conventions if c.id == MINIMUM and c.of is not None),
        halved_once={c.of: c.section for c in mechanics.conventions if c.id == HALVE_ONCE and c.of},
    )


def _limited_as(row: Modifier, other: Modifier | None) -> Modifier:
    """A row that counts in the place of another: as often as that at most, where it says no limit itself."""
    if other is None or row.limit is not None:
        return row
    return replace(row, limit=other.limit, cap=other.cap)


def _once(mechanics: Mechanics) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for row, other in mechanics.once:
        found[row] = found.get(row, frozenset()) | {other}
    return found
