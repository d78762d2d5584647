"""Procedures played out: every step exactly, as the chances of what it comes to.

In: tables, a procedure of the game and what is told. Out: of each step what was rolled and the chances of
its results. What later steps ask is kept together (who lost how much, who won), so that nothing is taken for
independent that is not; the rest is forgotten as soon as nobody asks it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError
from vfdoc.model.conditions import facts_of
from vfdoc.model.mechanics import Statement
from vfdoc.model.procedures import (
    DICE,
    AskedByStep,
    Case,
    Compared,
    Procedure,
    ProcedureStep,
    Unheld,
    compared_with,
    names_of_step,
    of_other_side,
)
from vfdoc.play.consequences import levelled
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import Distribution, best, decided_by, passed, rolled_on, totals
from vfdoc.play.outcome import Note, Outcome, distinct
from vfdoc.play.situation import Known, Situation, UntoldValue
from vfdoc.play.steps import OPEN, Chances, ReadyStep, Result, Taken, World, Worlds, ready
from vfdoc.play.tables import Tables

_MOST_DICE = 200
"""The most dice of one roll: no game rolls as many, and exact odds of more take long."""
_MOST_TAKEN = 8000
"""The most rolls, and steps taken, that tables keep what they come to."""
_MOST_WORLDS = 200_000
"""The most combinations of results that are kept apart."""

_Chosen: TypeAlias = tuple[Result, ...]
_Read: TypeAlias = tuple[tuple[Known | None, ...], Hashable]
"""What a step reads besides the worlds: what is told, and the roll or value that it asks."""
_Here: TypeAlias = dict[_Chosen, _Read | None]
"""By what was chosen before what a step reads there (None: it does not count)."""


class _Ways(NamedTuple):
    """In how many of `every` ways a step comes to each result: whole numbers, which nobody has to reduce."""

    ways: Mapping[Result, int]
    every: int = 1


_NOTHING = _Ways({0: 1})
_NEVER = Fraction(0)
_BEFORE = Worlds((), {(): 1}, 1)
"""The one world before the first step."""
ANSWERING = "answering"
"""The flag, where an edition states it, that holds as the second side sees it, which answers."""


class StepChances(NamedTuple):
    """A step played out: the tests or values that it asked (several where a choice before it decides what is
    known: `where` says of each by which results), the chances of its results, and of a choice those of each
    of its cases that the text states; `only_if` are the comparisons with steps left out that hold besides."""

    step: ProcedureStep
    outcomes: tuple[Outcome, ...]
    chances: Chances
    where: tuple[str, ...] = ()
    stated: tuple[tuple[Case, Fraction], ...] = ()
    only_if: tuple[Compared, ...] = ()

    @property
    def distribution(self) -> Distribution:
        """The chances of 0, 1, 2 …, of a step that comes to numbers."""
        numbers = {n: chance for n, chance in self.chances.items() if isinstance(n, int)}
        return tuple([numbers.get(n, _NEVER) for n in range(max(numbers, default=0) + 1)])


class LeftOpen(NamedTuple):
    """A choice of which the text does not say what it comes to, the section that was asked, and how often."""

    step: ProcedureStep
    section: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A procedure played out: its steps; those left out, as a number was not told (by the step's id); what
    was taken for facts that its own conditions ask; and rules `unspoken` in its steps."""

    procedure: Procedure
    found: tuple[StepChances, ...]
    untold: tuple[tuple[str, str], ...] = ()
    assumed: tuple[tuple[str, Known], ...] = ()
    unheld: tuple[Unheld, ...] = ()
    unspoken: tuple[Note, ...] = ()

    @property
    def forbidden(self) -> tuple[Statement, ...]:
        """What does not allow it: its first value is forbidden."""
        first = next((each for each in self.found if each.step.do == "value"), None)
        return first.outcomes[0].forbidden if first is not None else ()

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All tests and values that it asked, in order."""
        return tuple(outcome for each in self.found for outcome in each.outcomes)

    @property
    def taken(self) -> tuple[tuple[str, Known], ...]:
        """What was taken for all that was not told, by the names that tell it of the one side or the other;
        but for what a choice tells."""
        told = {name.partition(".")[2] for s in self.procedure.steps for c in s.cases for name, _ in c.tells}
        found = dict(self.assumed)
        for each in self.found:
            for outcome in each.outcomes:
                for name, value in outcome.assumed:
                    own = _told_as(name, each.step, self.procedure)
                    if own.partition(".")[2] not in told:
                        found[own] = value
        return tuple(sorted(found.items()))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The rules that speak of its tests and values and are in none of them."""
        found = (note for outcome in self.outcomes for note in outcome.notes)
        return distinct((*found, *self.unspoken))

    @property
    def left_open(self) -> tuple[LeftOpen, ...]:
        """The choices that the text leaves open, with their chances: what hangs on them is not computed."""
        found = [(each.step, each.chances.get(OPEN, Fraction(0))) for each in self.found]
        return tuple(
            LeftOpen(step, next((c.section for c in step.cases if c.result == OPEN), step.section), chance)
            for step, chance in found
            if chance
        )

    def step(self, id: str) -> StepChances | None:
        """The step of that id."""
        return next((each for each in self.found if each.step.id == id), None)

    def role(self, role: str) -> StepChances | None:
        """The step that an answer calls so."""
        return next((each for each in self.found if each.step.role == role), None)


def other_side(situation: Situation, procedure: Procedure, of_both: Collection[str] = ()) -> Situation:
    """A situation as the second side sees it, which answers: the subjects change places, and a name that says
    none tells of the other one ("value" of the first, "target.value" of the second; what begins
    as the procedure says the other way round; those `of_both` stay)."""
    first, second = procedure.sides
    found: dict[str, Known] = {}
    for name, value in situation.known.items():
        if name in of_both:
            found[name] = value
            continue
        found[of_other_side(name, procedure.sides, procedure.of_second)] = value
        head, _, rest = name.partition(".")
        theirs = rest.partition(".")[0] in procedure.of_second
        if (head == first and theirs) or (head == second and not theirs):
            found[rest] = value
    return Situation(found)


def _told_as(name: str, step: ProcedureStep, procedure: Procedure) -> str:
    """The name by which is told what a step asks by another: of whose test it is, of the other side."""
    if step.whom and name.startswith("unit."):
        name = f"{step.whom}.{name.removeprefix('unit.')}"
    return of_other_side(name, procedure.sides, procedure.of_second) if step.other else name


def play(tables: Tables, procedure: Procedure, situation: Situation) -> Playthrough:
    """A procedure in a situation. InputError for more dice than are counted."""
    return _Playing(tables, procedure, situation).play()


class _Playing:
    """One procedure being played: the worlds there may be, by what the steps that are still asked came to."""

    def __init__(self, tables: Tables, procedure: Procedure, situation: Situation) -> None:
        self._tables, self._procedure = tables, procedure
        self._situation = situation.told(levelled(situation.known, tables.facts))
        self._worlds = _BEFORE
        self._tells = tuple(step.id for step in procedure.steps if any(case.tells for case in step.cases))
        self._outcomes: dict[str, dict[_Chosen, Outcome]] = {s.id: {} for s in procedure.steps}
        self._views: dict[tuple[bool, _Chosen], Situation] = {}
        self._follows: dict[tuple[bool, _Chosen], Mapping[str, Known]] = {}
        self._spared: set[str] = set()

    def play(self) -> Playthrough:
        found: list[StepChances] = []
        untold: list[tuple[str, str]] = []
        assumed: dict[str, Known] = {}
        left: set[str] = set()
        steps = self._procedure.steps
        asked = self._tables.asked_by_steps[self._procedure.id]
        for n, (step, asks) in enumerate(zip(steps, asked, strict=True)):
            if step.do == "value" and self._is_spared(step, asked):
                left.add(step.id)
                continue
            missing = self._untold(step, asks, left)
            if missing is not None:
                found += self._only_if(n, step, asks, left)
                if not found or found[-1].step.id != step.id:
                    of_step = missing in left or step.id == missing
                    untold.append((step.id, missing if of_step else _told_as(missing, step, self._procedure)))
                left.add(step.id)
                continue
            assumed |= self._assumed(step, asks)
            taken = self._take(n, step, self._ready(n, step, asks))
            found.append(self._found(step, taken))
            self._worlds = taken.after
        hidden = tuple(u for u in self._tables.unheld if u.procedure == self._procedure.id)
        return Playthrough(
            self._procedure, tuple(found), tuple(untold), tuple(sorted(assumed.items())), hidden
        )

    def _is_spared(self, step: ProcedureStep, asked: Iterable[AskedByStep]) -> bool:
        """Whether a value cannot be worked out and is but the number of dice of rolls that are told; `asked`
        is what each step asks."""
        steps = zip(self._procedure.steps, asked, strict=True)
        asking = [each for each, asks in steps if step.id in asks.names]
        if not asking or any(self._given(each) is None for each in asking):
            return False
        try:
            self._outcome(step, self._chosen(next(iter(self._worlds.ways))))
        except InputError:
            self._spared.add(step.id)
            return True
        return False

    def _given(self, step: ProcedureStep) -> int | None:
        """What is told that a roll came to."""
        rolled = self._situation.known.get(f"{self._procedure.id}.{step.id}") if step.do == "roll" else None
        return int(rolled) if isinstance(rolled, int | float) else None

    def _only_if(
        self, n: int, step: ProcedureStep, asks: AskedByStep, left: Collection[str]
    ) -> Iterator[StepChances]:
        """A step that lacks nothing but what steps left out came to, with which it is compared: as it comes
        to where those hold. No step behind it asks that."""
        open_ = tuple(each for each in step.where if each.of in left)
        rest = replace(step, where=tuple(each for each in step.where if each not in open_))
        asks = asks._replace(names=names_of_step(rest), compared=compared_with(rest))
        if step.do == "apply" and open_ and self._untold(rest, asks, left) is None:
            yield self._found(rest, self._take(n, rest, self._ready(n, rest, asks)))._replace(only_if=open_)

    def _ready(self, n: int, step: ProcedureStep, asks: AskedByStep) -> ReadyStep:
        """A step made ready where worlds have the names that they have now: once for an edition."""
        made, names = self._tables.ready, self._worlds.names
        key = (self._procedure.id, n, names)
        if key not in made:
            made[key] = ready(self._tables.asking, self._procedure, step, names, asks)
        return made[key]

    def _found(self, step: ProcedureStep, taken: Taken) -> StepChances:
        """A step with what it asked, of those that came to the same the first."""
        asked = self._outcomes[step.id]
        if len(asked) > 1 and taken.rolled:
            asked = {chosen: outcome for chosen, outcome in asked.items() if chosen in taken.rolled}
        if len(asked) < 2:
            outcomes = tuple(asked.values())
            return StepChances(step, outcomes, taken.chances, ("",) * len(outcomes), taken.stated)
        different: dict[object, tuple[Outcome, str]] = {}
        for chosen, outcome in asked.items():
            key = (outcome.rows, outcome.total, outcome.automatic, outcome.forbidden)
            said = ", ".join(f"{n} = {result}" for n, result in zip(self._tells, chosen, strict=False))
            different.setdefault(key, (outcome, said))
        one = len(different) == 1
        outcomes = tuple(outcome for outcome, _ in different.values())
        where = tuple("" if one else said for _, said in different.values())
        return StepChances(step, outcomes, taken.chances, where, taken.stated)

    def _untold(self, step: ProcedureStep, asks: AskedByStep, left: Collection[str]) -> str | None:
        """The number for want of which a step cannot be taken; None where nothing is wanting, as where it
        does not count. A roll that is told asks only what it was rolled against."""
        known, names = self._view(step.other, ()).known, self._worlds.names
        if self._idle(step):
            return None
        if (hanging := self._hanging(step)) is not None:
            return hanging
        if self._given(step) is not None:
            return step.target if step.target and not self._told(step.target, known) else None
        for name in (*asks.names, *(name for name in asks.compared if name in left)):
            if name in left or (name not in names and not self._told(name, known)):
                if step.at_once and name == step.count and self._is_automatic(step):
                    continue
                return name
        return None

    def _idle(self, step: ProcedureStep) -> bool:
        """Whether what a step applies does not count by what is known, whatever was rolled and chosen."""
        if step.do != "apply" or step.when is None:
            return False
        holds = self._tables.asking.of(step.when).holds
        chosen = dict.fromkeys(self._chosen(world) for world in self._worlds.ways)
        return all(holds(self._implied(step.other, each)) is False for each in chosen)

    def _hanging(self, step: ProcedureStep) -> str | None:
        """The number for want of which it is not known whether what a step applies counts."""
        if step.do != "apply" or step.when is None:
            return None
        holds = self._tables.asking.of(step.when).holds
        views = [self._implied(step.other, self._chosen(world)) for world in self._worlds.ways]
        if all(holds(each) is not None for each in views):
            return None
        return next((n for n in facts_of(step.when) if not self._told(n, views[0])), None)

    def _told(self, name: str, known: Mapping[str, Known]) -> bool:
        """Whether a number is told, or starts at nothing: what is counted, and facts that do."""
        if name in known:
            return isinstance(known[name], int | float)
        if name in self._tables.facts:
            return self._tables.asking.assumed(name) is not None
        return name.rpartition(".")[2] in self._tables.counted

    def _is_automatic(self, step: ProcedureStep) -> bool:
        """Whether a test is passed or failed without a roll, each by what was chosen before."""
        chosen = dict.fromkeys(self._chosen(world) for world in self._worlds.ways)
        return all(self._outcome(step, each).automatic is not None for each in chosen)

    def _assumed(self, step: ProcedureStep, asks: AskedByStep) -> dict[str, Known]:
        """What is taken for facts that a step's own conditions ask, or that it takes as numbers, and nobody
        told, by the names that tell it."""
        taken_as_numbers = (name for name in asks.names if name in self._tables.facts)
        counted = self._tables.counted  # of which the rows that count them say what was taken
        numbers = [name for name in taken_as_numbers if name.rpartition(".")[2] not in counted]
        names = [name for name in (*asks.facts, *numbers) if name not in self._worlds.names]
        if not names:
            return {}
        known = self._implied(step.other, ())
        taken = {name: self._tables.asking.assumed(name) for name in names if name not in known}
        return {
            _told_as(name, step, self._procedure): value for name, value in taken.items() if value is not None
        }

    def _chosen(self, world: World) -> _Chosen:
        if not self._tells:
            return ()
        return tuple(world[n] for n, name in enumerate(self._worlds.names) if name in self._tells)

    def _view(self, other: bool, chosen: _Chosen) -> Situation:
        """The situation as a side sees it, with what the choices made so far tell."""
        key = (other, chosen)
        if key not in self._views:
            situation = self._situation
            names = [name for name in self._worlds.names if name in self._tells]
            for name, result in zip(names, chosen, strict=True) if chosen else ():
                step = next(step for step in self._procedure.steps if step.id == name)
                case = next((case for case in step.cases if case.result == result), None)
                situation = situation.told(dict(case.tells)) if case is not None else situation
            if other:
                situation = other_side(situation, self._procedure, self._tables.context)
                situation = situation.told({ANSWERING: True} if ANSWERING in self._tables.facts else {})
            self._views[key] = situation
        return self._views[key]

    def _implied(self, other: bool, chosen: _Chosen) -> Mapping[str, Known]:
        """What is known of that view with what follows from it, for the conditions of steps."""
        key = (other, chosen)
        if key not in self._follows:
            self._follows[key] = self._tables.implied(self._view(other, chosen)).known
        return self._follows[key]

    def _outcome(self, step: ProcedureStep, chosen: _Chosen) -> Outcome:
        """The test or value that a step asks."""
        known = self._outcomes[step.id]
        if chosen not in known:
            situation = self._view(step.other, chosen)
            if step.whom:
                situation = situation.seen_from(step.whom)
            if step.target:
                told = situation.known[step.target]
                situation = situation.told({step.of: told})
            aimless = step.do == "value" or step.keep in DICE
            try:
                known[chosen] = evaluate(self._tables, step.of, situation, aimless=aimless)
            except UntoldValue as refused:
                raise self._as_told(step, refused) from None
        return known[chosen]

    def _as_told(self, step: ProcedureStep, refused: UntoldValue) -> UntoldValue:
        """What says of the value of a step of a fight of two sides whose it is, and what rolls can be told in
        its place."""
        if not self._procedure.sides or refused.of != step.of:
            return refused
        rolls = [each.id for each in self._procedure.steps if each.do == "roll" and each.count == step.id]
        others = refused.others + (f", or tell {', '.join(rolls)}" if rolls else "")
        name = _told_as(step.of, step, self._procedure)
        whose = f"the {self._procedure.sides[step.other]}'s"
        return UntoldValue(refused.edition, refused.of, whose, name, others, refused.unit)

    def _take(self, n: int, step: ProcedureStep, ready: ReadyStep) -> Taken:
        """A step taken in every world: worked out once for these worlds and all that it reads of the rest."""
        here = self._here(step, ready)
        known = self._tables.taken
        key = (self._procedure.id, n, self._worlds, tuple(here.items()))
        found = known.get(key)
        if found is None:
            if len(known) >= _MOST_TAKEN:
                known.clear()
                self._tables.worlds.clear()
            found = known[key] = self._worked_out(step, ready, here)
        return found

    def _here(self, step: ProcedureStep, ready: ReadyStep) -> _Here:
        """After which choices a step counts, in the order of the worlds, and what it reads there."""
        here: _Here = {}
        one = not self._tells and ready.where is None
        for world in islice(self._worlds.ways, 1) if one else self._worlds.ways:
            chosen = self._chosen(world)
            if here.get(chosen) is not None:
                continue
            known = self._known(step, chosen)
            counts = ready.when is None or ready.when(self._implied(step.other, chosen)) is True
            counts = counts and (ready.where is None or ready.where(world, known))
            here[chosen] = self._read(step, ready, chosen, known) if counts else None
        return here

    def _known(self, step: ProcedureStep, chosen: _Chosen) -> Mapping[str, Known]:
        """What a step knows besides the worlds; its cases ask what follows from that too."""
        return self._implied(step.other, chosen) if step.cases else self._view(step.other, chosen).known

    def _read(
        self, step: ProcedureStep, ready: ReadyStep, chosen: _Chosen, known: Mapping[str, Known]
    ) -> _Read:
        """What a step that counts reads of what is known, and the roll or value that it asks."""
        told = tuple([known.get(name) for name in ready.reads])
        if step.do == "value":
            return told, int(self._outcome(step, chosen).total)
        if step.do == "roll" and step.count in self._spared:
            return told, self._given(step)
        if step.do == "roll":
            return told, self._roll(step, self._outcome(step, chosen))
        return told, None

    def _roll(self, step: ProcedureStep, outcome: Outcome) -> Hashable:
        """All on which hangs what a roll of so many dice comes to: where that is settled, the result."""
        given = self._given(step)
        if given is not None:
            return given
        if outcome.automatic is not None and step.at_once:
            return int(outcome.automatic is (step.keep in ("passes", "rolled-on")))
        return step.keep, doubled(self._tables, step, outcome), *decided_by(outcome)

    def _worked_out(self, step: ProcedureStep, ready: ReadyStep, here: _Here) -> Taken:
        """Takes a step in every world, each once for each result, and forgets what later steps do not ask."""
        come: list[tuple[World, int, _Ways]] = []
        met, rolled = Counter[int](), set[_Chosen]()
        for world, ways in self._worlds.ways.items():
            chosen = self._chosen(world)
            read, known = here[chosen], self._known(step, chosen)
            if read is None or not (ready.where is None or ready.where(world, known)):
                come.append((world, ways, _NOTHING))
            elif step.do == "roll":
                number = ready.dice(world, known)
                if number > 0:
                    rolled.add(chosen)
                come.append((world, ways, self._come(step, number, chosen, read[1])))
            elif step.do == "value":
                come.append((world, ways, _Ways({int(self._outcome(step, chosen).total): 1})))
            else:
                come.append((world, ways, _Ways({ready.does(world, known): 1})))
                if ready.case is not None:
                    met[ready.case(world, known)] += ways
        every = self._worlds.every
        cases = ((case, met[place]) for place, case in enumerate(step.cases) if case.bound)
        stated = tuple((case, Fraction(ways, every)) for case, ways in cases if ways)
        after, chances = self._after(ready, come)
        return Taken(after, chances, stated, frozenset(rolled))

    def _after(self, ready: ReadyStep, come: Iterable[tuple[World, int, _Ways]]) -> tuple[Worlds, Chances]:
        """The worlds behind a step, by what it came to in those before it, and the chances of its results."""
        at_once = lcm(*{ways.every for _, _, ways in come})
        after, chances = defaultdict[World, int](int), defaultdict[Result, int](int)
        for world, ways, found in come:
            each = ways * (at_once // found.every)
            rest = world if ready.keep is None else tuple([world[n] for n in ready.keep])
            for result, times in found.ways.items():
                chances[result] += each * times
                after[(*rest, result) if ready.stays else rest] += each * times
        if len(after) > _MOST_WORLDS:
            what = f"{self._procedure.id} has more combinations than are counted"
            raise InputError(f"{self._tables.edition} {self._procedure.id}", what, "tell fewer dice")
        every = self._worlds.every * at_once
        by = gcd(every, *after.values())
        reduced = {world: ways // by for world, ways in after.items()}
        made = Worlds(ready.names, reduced, every // by)
        worlds = self._tables.worlds.setdefault((made.names, made.every, tuple(reduced.items())), made)
        return worlds, {result: Fraction(times, every) for result, times in chances.items()}

    def _come(self, step: ProcedureStep, number: int, chosen: _Chosen, roll: Hashable) -> _Ways:
        """In how many ways a roll of so many dice comes to each of its results."""
        if isinstance(roll, int):
            return _Ways({roll: 1})
        if number > _MOST_DICE:
            asked = next((each.of for each in self._procedure.steps if each.id == step.count), step.of)
            where = f"{self._tables.edition} {asked or step.of}"
            what = f"{number} dice are more than are counted"
            raise InputError(where, what, f"tell an attack of up to {_MOST_DICE} dice")
        rolls, key = self._tables.rolls, (roll, number)
        if key not in rolls:
            chances = self._rolled(step, self._outcome(step, chosen), max(0, number))
            every = lcm(*(chance.denominator for chance in chances.values()))
            ways = {n: c.numerator * (every // c.denominator) for n, c in chances.items() if c}
            if len(rolls) >= _MOST_TAKEN:
                rolls.clear()
            rolls[key] = ways, every
        return _Ways(*rolls[key])

    def _rolled(self, step: ProcedureStep, outcome: Outcome, number: int) -> Chances:
        match step.keep:
            case "passes":
                found = passed(outcome, number, doubled(self._tables, step, outcome))
                return dict(enumerate(found))
            case "rolled-on":
                return dict(enumerate(rolled_on(outcome, number)))
            case "fails":
                return {number - passes: chance for passes, chance in enumerate(passed(outcome, number))}
            case "any-fail":
                none = passed(outcome, number)[number]
                return {0: none, 1: 1 - none}
            case "total" | "natural":
                return totals(outcome, number, natural=step.keep == "natural")
            case "highest" | "lowest":
                return best(outcome, number, lowest=step.keep == "lowest")


def doubled(tables: Tables, step: ProcedureStep, outcome: Outcome) -> Fraction:
    """The chance that a die counts twice, where the text has its highest face do so; none where it says that
    a penalty bars it, and one applied that is not exempt."""
    if step.doubled_by not in tables.said or outcome.automatic is not None or outcome.dice is None:
        return Fraction(0)
    penalties = [each.row for each in outcome.applied if (each.amount or 0) < 0]
    barred = step.barred_by in tables.said and any(step.barred_by not in row.exempt_from for row in penalties)
    return Fraction(0) if barred else Fraction(1, outcome.dice.sides)
