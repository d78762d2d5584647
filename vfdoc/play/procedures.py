"""Procedures played out: every step exactly, as the chances of what it comes to.

In: tables, a procedure of the game and what is told. Out: of each step what was rolled and the chances of
its results. What later steps ask is kept together (who lost how much, who won), so that nothing is taken for
independent that is not; the rest is forgotten as soon as nobody asks it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError
from vfdoc.model.conditions import Condition, compares
from vfdoc.model.mechanics import Statement
from vfdoc.model.procedures import (
    DICE,
    AskedByStep,
    Case,
    Compared,
    Procedure,
    ProcedureStep,
    Summand,
    Unheld,
    of_other_side,
)
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import Distribution, best, passed, totals
from vfdoc.play.outcome import Note, Outcome, distinct
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables

OPEN = "open"
"""What a choice comes to where none of its cases is met."""
_MOST_DICE = 200
"""The most dice of one roll: no game rolls as many, and exact odds of more take long."""
_MOST_ROLLS = 8000
"""The most rolls that tables keep what they come to."""
_MOST_WORLDS = 200_000
"""The most combinations of results that are kept apart."""

Result: TypeAlias = int | str
Chances: TypeAlias = Mapping[Result, Fraction]
_World: TypeAlias = tuple[Result, ...]


class _Ways(NamedTuple):
    """In how many of `every` ways a step comes to each result: whole numbers, which nobody has to reduce."""

    ways: Mapping[Result, int]
    every: int = 1


_NOTHING = _Ways({0: 1})


class StepChances(NamedTuple):
    """A step played out: the tests or values that it asked (several where a choice before it decides what is
    known: `where` says of each by which results), and the chances of its results."""

    step: ProcedureStep
    outcomes: tuple[Outcome, ...]
    chances: Chances
    where: tuple[str, ...] = ()

    @property
    def distribution(self) -> Distribution:
        """The chances of 0, 1, 2 …, of a step that comes to numbers."""
        numbers = {n: chance for n, chance in self.chances.items() if isinstance(n, int)}
        return tuple(numbers.get(n, Fraction(0)) for n in range(max(numbers, default=0) + 1))


class LeftOpen(NamedTuple):
    """A choice of which the text does not say what it comes to, the section that was asked, and how often."""

    step: ProcedureStep
    section: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A procedure played out: its steps; those left out, as a number was not told (by the step's id); and
    what was taken for facts that its own conditions ask."""

    procedure: Procedure
    found: tuple[StepChances, ...]
    untold: tuple[tuple[str, str], ...] = ()
    assumed: tuple[tuple[str, Known], ...] = ()
    unheld: tuple[Unheld, ...] = ()

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
        return distinct(note for outcome in self.outcomes for note in outcome.notes)

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
        self._tables, self._procedure, self._situation = tables, procedure, situation
        self._names: tuple[str, ...] = ()
        self._worlds: dict[_World, int] = {(): 1}
        self._every = 1
        self._tells = tuple(step.id for step in procedure.steps if any(case.tells for case in step.cases))
        self._outcomes: dict[str, dict[tuple[Result, ...], Outcome]] = {s.id: {} for s in procedure.steps}
        self._said = {s.id: frozenset(case.result for case in s.cases) for s in procedure.steps if s.cases}
        self._views: dict[tuple[bool, tuple[Result, ...]], Situation] = {}

    def play(self) -> Playthrough:
        found: list[StepChances] = []
        untold: list[tuple[str, str]] = []
        assumed: dict[str, Known] = {}
        left: set[str] = set()
        steps = self._procedure.steps
        for step, asks in zip(steps, self._tables.asked_by_steps[self._procedure.id], strict=True):
            missing = self._untold(step, asks, left)
            if missing is not None:
                left.add(step.id)
                untold.append((step.id, missing))
                continue
            assumed |= self._assumed(step, asks)
            chances = self._take(step, asks.later)
            found.append(self._found(step, chances))
        hidden = tuple(u for u in self._tables.unheld if u.procedure == self._procedure.id)
        return Playthrough(
            self._procedure, tuple(found), tuple(untold), tuple(sorted(assumed.items())), hidden
        )

    def _found(self, step: ProcedureStep, chances: Chances) -> StepChances:
        """A step with what it asked, of those that came to the same the first."""
        asked = self._outcomes[step.id]
        if len(asked) < 2:
            return StepChances(step, tuple(asked.values()), chances, ("",) * len(asked))
        different: dict[object, tuple[Outcome, str]] = {}
        for chosen, outcome in asked.items():
            key = (outcome.rows, outcome.total, outcome.automatic, outcome.forbidden)
            said = ", ".join(f"{n} = {result}" for n, result in zip(self._tells, chosen, strict=False))
            different.setdefault(key, (outcome, said))
        one = len(different) == 1
        outcomes = tuple(outcome for outcome, _ in different.values())
        return StepChances(
            step, outcomes, chances, tuple("" if one else said for _, said in different.values())
        )

    def _untold(self, step: ProcedureStep, asks: AskedByStep, left: Collection[str]) -> str | None:
        """The number for want of which a step cannot be taken; None where nothing is wanting."""
        known = self._view(step.other, ()).known
        for name in (*asks.names, *(name for name in asks.compared if name in left)):
            if name in left or (name not in self._names and not self._told(name, known)):
                if step.at_once and name == step.count and self._automatic(step) is not None:
                    continue
                return name
        return None

    def _told(self, name: str, known: Mapping[str, Known]) -> bool:
        """Whether a number is told, or starts at nothing: what is counted, and facts that do."""
        if name in known:
            return isinstance(known[name], int | float)
        if name in self._tables.facts:
            return self._tables.asking.assumed(name) is not None
        return name.rpartition(".")[2] in self._tables.counted

    def _automatic(self, step: ProcedureStep) -> bool | None:
        """Whether a test is passed or failed without a roll, whatever was chosen before."""
        chosen = {self._chosen(world) for world in self._worlds}
        found = {self._outcome(step, each).automatic for each in chosen}
        return found.pop() if len(found) == 1 else None

    def _assumed(self, step: ProcedureStep, asks: AskedByStep) -> dict[str, Known]:
        """What is taken for facts that a step's own conditions ask and nobody told, by the names that tell
        it."""
        known = self._view(step.other, ()).known
        taken = {name: self._tables.asking.assumed(name) for name in asks.facts if name not in known}
        return {
            _told_as(name, step, self._procedure): value for name, value in taken.items() if value is not None
        }

    def _chosen(self, world: _World) -> tuple[Result, ...]:
        if not self._tells:
            return ()
        return tuple(world[n] for n, name in enumerate(self._names) if name in self._tells)

    def _view(self, other: bool, chosen: tuple[Result, ...]) -> Situation:
        """The situation as a side sees it, with what the choices made so far tell."""
        key = (other, chosen)
        if key not in self._views:
            situation = self._situation
            names = [name for name in self._names if name in self._tells]
            for name, result in zip(names, chosen, strict=True) if chosen else ():
                step = next(step for step in self._procedure.steps if step.id == name)
                case = next((case for case in step.cases if case.result == result), None)
                situation = situation.told(dict(case.tells)) if case is not None else situation
            if other:
                situation = other_side(situation, self._procedure, self._tables.context)
            self._views[key] = situation
        return self._views[key]

    def _outcome(self, step: ProcedureStep, chosen: tuple[Result, ...]) -> Outcome:
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
            known[chosen] = evaluate(self._tables, step.of, situation, aimless=aimless)
        return known[chosen]

    def _take(self, step: ProcedureStep, asked: Collection[str]) -> Chances:
        """Takes a step in every world, forgets what later steps do not ask; the chances of its results."""
        results = [(world, ways, self._results(step, world)) for world, ways in self._worlds.items()]
        every = lcm(*{found.every for _, _, found in results})
        keep = [n for n, name in enumerate(self._names) if name in asked]
        whole, stays = len(keep) == len(self._names), step.id in asked
        after: dict[_World, int] = defaultdict(int)
        chances: dict[Result, int] = defaultdict(int)
        for world, ways, found in results:
            rest = world if whole else tuple([world[n] for n in keep])
            each = ways * (every // found.every)
            for result, times in found.ways.items():
                many = each * times
                chances[result] += many
                after[(*rest, result) if stays else rest] += many
        self._every *= every
        self._names = (*(self._names[n] for n in keep), *((step.id,) if stays else ()))
        self._worlds = dict(after)
        if len(after) > _MOST_WORLDS:
            what = f"{self._procedure.id} has more combinations than are counted"
            raise InputError(f"{self._tables.edition} {self._procedure.id}", what, "tell fewer dice")
        return {result: Fraction(many, self._every) for result, many in chances.items()}

    def _results(self, step: ProcedureStep, world: _World) -> _Ways:
        """The chances of what a step comes to in a world."""
        values = dict(zip(self._names, world, strict=True))
        chosen = self._chosen(world)
        if not self._counts(step, step.where, step.when, values, chosen):
            return _NOTHING
        match step.do:
            case "value":
                outcome = self._outcome(step, chosen)
                return _Ways({int(outcome.total): 1})
            case "roll":
                return self._roll(step, values, chosen)
            case "apply":
                return _Ways({self._applied(step, values, chosen): 1})
            case "lookup":
                return _Ways({self._looked_up(step, values, chosen): 1})
            case "choose":
                met = (case for case in step.cases if self._met(step, case, values, chosen))
                return _Ways({next((case.result for case in met), OPEN): 1})

    def _met(
        self, step: ProcedureStep, case: Case, values: Mapping[str, Result], chosen: tuple[Result, ...]
    ) -> bool:
        return self._counts(step, case.where, case.when, values, chosen)

    def _counts(
        self, step: ProcedureStep, where: Iterable[Compared], when: Condition | None,
        values: Mapping[str, Result], chosen: tuple[Result, ...],
    ) -> bool:  # fmt: skip
        for compared in where:
            have = self._number(step, Summand(compared.of), values, chosen, word=True)
            wanted: Result = (
                self._number(step, compared.value, values, chosen)
                if isinstance(compared.value, Summand)
                else self._word(step, compared, values, chosen)
            )
            if isinstance(have, str) or isinstance(wanted, str):
                if (str(have) == str(wanted)) is not (compared.op == "="):
                    return False
            elif not compares(have, compared.op, wanted):
                return False
        if when is None:
            return True
        return self._tables.asking.holds(when, self._view(step.other, chosen)) is True

    def _word(
        self,
        step: ProcedureStep,
        compared: Compared,
        values: Mapping[str, Result],
        chosen: tuple[Result, ...],
    ) -> Result:
        """What is compared with: what the step it is compared to may come to, an earlier step's result, a
        number that is told, else the word itself."""
        word = str(compared.value)
        if word in values and word not in self._said.get(compared.of, ()):
            return values[word]
        told = self._view(step.other, chosen).known.get(word)
        return int(told) if isinstance(told, float | int) and not isinstance(told, bool) else word

    def _number(
        self, step: ProcedureStep, term: Summand, values: Mapping[str, Result], chosen: tuple[Result, ...], *,
        word: bool = False,
    ) -> Result:  # fmt: skip
        if isinstance(term.of, int):
            return term.of * term.times
        found = values.get(term.of)
        if found is None:
            told = self._view(step.other, chosen).known.get(term.of, 0)
            found = told if isinstance(told, str) else int(told)
        if isinstance(found, str):
            if word:
                return found
            found = int(found) if found.lstrip("-").isdigit() else 0
        return int(found) * term.times

    def _applied(self, step: ProcedureStep, values: Mapping[str, Result], chosen: tuple[Result, ...]) -> int:
        if step.pick == "sum":
            total = self._sum(step, step.take, values, chosen)
        else:
            best = max if step.pick == "highest" else min
            total = best(int(self._number(step, term, values, chosen)) for term in step.take)
        if step.over:
            by = max(1, self._sum(step, step.over, values, chosen))
            total = -(-total // by) if step.up else total // by
        if step.among:
            sharers = max(1, self._sum(step, step.among, values, chosen))
            total = total // sharers + total % sharers
        total = total if step.least is None else max(step.least, total)
        return total if step.most is None else min(step.most, total)

    def _sum(
        self,
        step: ProcedureStep,
        terms: Iterable[Summand],
        values: Mapping[str, Result],
        chosen: tuple[Result, ...],
    ) -> int:
        return sum(int(self._number(step, term, values, chosen)) for term in terms)

    def _count(self, step: ProcedureStep, values: Mapping[str, Result], chosen: tuple[Result, ...]) -> int:
        if isinstance(step.count, int):
            return step.count
        return int(self._number(step, Summand(step.count), values, chosen))

    def _looked_up(
        self, step: ProcedureStep, values: Mapping[str, Result], chosen: tuple[Result, ...]
    ) -> Result:
        """The result of a table at a total, in the column at the place of the sum of `take`."""
        total = self._count(step, values, chosen)
        place = self._sum(step, step.take, values, chosen) if step.take else 1
        column = min(max(place, 1), max(1, len(step.columns)))
        row = next((row for row in step.rows if row.least <= total <= row.most), None)
        if row is None:  # no further than the first and the last row
            row = step.rows[0] if total < step.rows[0].least else step.rows[-1]
        result = row.results[column - 1]
        return int(result) if result.lstrip("-").isdigit() else result

    def _roll(self, step: ProcedureStep, values: Mapping[str, Result], chosen: tuple[Result, ...]) -> _Ways:
        outcome = self._outcome(step, chosen)
        rolled = self._situation.known.get(f"{self._procedure.id}.{step.id}")
        if isinstance(rolled, int | float):
            return _Ways({int(rolled): 1})
        if outcome.automatic is not None and step.at_once:
            return _Ways({int(outcome.automatic is (step.keep == "passes")): 1})
        number = self._count(step, values, chosen)
        if number > _MOST_DICE:
            asked = next((each.of for each in self._procedure.steps if each.id == step.count), step.of)
            where = f"{self._tables.edition} {asked or step.of}"
            what = f"{number} dice are more than are counted"
            raise InputError(where, what, f"tell an attack of up to {_MOST_DICE} dice")
        # An outcome is known by being the same object, which stays as long as what it came to.
        rolls, key = self._tables.rolls, (self._procedure.id, step.id, id(outcome), number)
        if key not in rolls:
            chances = self._rolled(step, outcome, max(0, number))
            every = lcm(*(chance.denominator for chance in chances.values()))
            ways = {n: c.numerator * (every // c.denominator) for n, c in chances.items() if c}
            if len(rolls) >= _MOST_ROLLS:
                rolls.clear()
            rolls[key] = outcome, ways, every
        return _Ways(*rolls[key][1:])

    def _rolled(self, step: ProcedureStep, outcome: Outcome, number: int) -> Chances:
        match step.keep:
            case "passes":
                found = passed(outcome, number, doubled(self._tables, step, outcome))
                return dict(enumerate(found))
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
    a penalty bars it, and one applied."""
    if step.doubled_by not in tables.said or outcome.automatic is not None or outcome.dice is None:
        return Fraction(0)
    penalty = any((applied.amount or 0) < 0 for applied in outcome.applied)
    return Fraction(0) if penalty and step.barred_by in tables.said else Fraction(1, outcome.dice.sides)
