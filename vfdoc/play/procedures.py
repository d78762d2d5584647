"""Procedures played out: every step exactly, as the chances of what it comes to.

In: tables, a procedure of the game and what is told. Out: of each step what was rolled and the chances of
its results. What later steps ask is kept together (who lost how much, who won), so that nothing is taken for
independent that is not; the rest is forgotten as soon as nobody asks it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError
from vfdoc.model.conditions import compares, facts_of
from vfdoc.model.mechanics import Statement
from vfdoc.model.procedures import (
    Case,
    Compared,
    Procedure,
    ProcedureStep,
    Summand,
    Unheld,
    compared_with,
    names_of_step,
    of_other_side,
)
from vfdoc.play.evaluate import Note, Outcome, evaluate
from vfdoc.play.odds import Distribution, passed, power, probability, totals
from vfdoc.play.situation import Known, Situation, assumed_of, holds
from vfdoc.play.tables import Tables

OPEN = "open"
"""What a choice comes to where none of its cases is met."""
_MOST_DICE = 200
"""The most dice of one roll: no game rolls as many, and exact odds of more take long."""
_MOST_WORLDS = 200_000
"""The most combinations of results that are kept apart."""

Result: TypeAlias = int | str
Chances: TypeAlias = Mapping[Result, Fraction]
_World: TypeAlias = tuple[Result, ...]
_NOTHING: Chances = {0: Fraction(1)}


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
        return tuple({note.id: note for outcome in self.outcomes for note in outcome.notes}.values())

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
        self._outcomes: dict[tuple[str, tuple[Result, ...]], Outcome] = {}
        self._chances: dict[int, Fraction] = {}
        self._said = {s.id: frozenset(case.result for case in s.cases) for s in procedure.steps if s.cases}
        self._views: dict[tuple[bool, tuple[Result, ...]], Situation] = {}

    def play(self) -> Playthrough:
        found: list[StepChances] = []
        untold: list[tuple[str, str]] = []
        assumed: dict[str, Known] = {}
        left: set[str] = set()
        steps = self._procedure.steps
        for at, step in enumerate(steps):
            missing = self._untold(step, left)
            if missing is not None:
                left.add(step.id)
                untold.append((step.id, missing))
                continue
            assumed |= self._assumed(step)
            chances = self._take(step, self._asked_by(steps[at + 1 :]))
            found.append(self._found(step, chances))
        hidden = tuple(u for u in self._tables.unheld if u.procedure == self._procedure.id)
        return Playthrough(
            self._procedure, tuple(found), tuple(untold), tuple(sorted(assumed.items())), hidden
        )

    def _found(self, step: ProcedureStep, chances: Chances) -> StepChances:
        """A step with what it asked, of those that came to the same the first."""
        different: dict[object, tuple[Outcome, str]] = {}
        for (id, chosen), outcome in self._outcomes.items():
            if id == step.id:
                key = (outcome.rows, outcome.total, outcome.automatic, outcome.forbidden)
                names = [step.id for step in self._procedure.steps if step.id in self._tells]
                said = ", ".join(f"{n} = {result}" for n, result in zip(names, chosen, strict=False))
                different.setdefault(key, (outcome, said))
        one = len(different) == 1
        outcomes = tuple(outcome for outcome, _ in different.values())
        return StepChances(
            step, outcomes, chances, tuple("" if one else said for _, said in different.values())
        )

    def _asked_by(self, steps: Sequence[ProcedureStep]) -> frozenset[str]:
        """What later steps ask of the earlier ones; what is told by a choice, all that ask facts."""
        asked = {name for step in steps for name in (*names_of_step(step), *compared_with(step))}
        if any(step.do in ("value", "roll", "choose") or step.when is not None for step in steps):
            asked |= set(self._tells)
        return frozenset(asked)

    def _untold(self, step: ProcedureStep, left: Collection[str]) -> str | None:
        """The number for want of which a step cannot be taken; None where nothing is wanting."""
        names = [*names_of_step(step), *([step.target] if step.target else [])]
        names += [name for name in compared_with(step) if name in left]
        known = self._view(step.other, ()).known
        for name in names:
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
            return assumed_of(name, self._tables.facts) is not None
        return name.rpartition(".")[2] in self._tables.counted

    def _automatic(self, step: ProcedureStep) -> bool | None:
        """Whether a test is passed or failed without a roll, whatever was chosen before."""
        chosen = {self._chosen(world) for world in self._worlds}
        found = {self._outcome(step, each).automatic for each in chosen}
        return found.pop() if len(found) == 1 else None

    def _assumed(self, step: ProcedureStep) -> dict[str, Known]:
        """What is taken for facts that a step's own conditions ask and nobody told."""
        found: dict[str, Known] = {}
        known = self._view(step.other, ()).known
        for when in (step.when, *(case.when for case in step.cases)):
            for name in facts_of(when):
                taken = assumed_of(name, self._tables.facts)
                if name not in known and taken is not None:
                    found[name] = taken
        return found

    def _chosen(self, world: _World) -> tuple[Result, ...]:
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
                context = {fact for value in self._tables.values.values() for fact, _ in value.implies}
                situation = other_side(situation, self._procedure, context)
            self._views[key] = situation
        return self._views[key]

    def _outcome(self, step: ProcedureStep, chosen: tuple[Result, ...]) -> Outcome:
        """The test or value that a step asks."""
        key = (step.id, chosen)
        if key not in self._outcomes:
            situation = self._view(step.other, chosen)
            if step.whom:
                situation = situation.seen_from(step.whom)
            if step.target:
                told = situation.known[step.target]
                situation = situation.told({step.of: told})
            aimless = step.do == "value" or step.keep in ("total", "natural")
            self._outcomes[key] = evaluate(self._tables, step.of, situation, aimless=aimless)
        return self._outcomes[key]

    def _take(self, step: ProcedureStep, asked: Collection[str]) -> Chances:
        """Takes a step in every world, forgets what later steps do not ask; the chances of its results."""
        results = [(world, ways, self._results(step, world)) for world, ways in self._worlds.items()]
        every = lcm(*(chance.denominator for _, _, found in results for chance in found.values()))
        keep = [n for n, name in enumerate(self._names) if name in asked]
        stays = step.id in asked
        after: dict[_World, int] = defaultdict(int)
        chances: dict[Result, int] = defaultdict(int)
        for world, ways, found in results:
            rest = tuple(world[n] for n in keep)
            for result, chance in found.items():
                many = ways * (chance.numerator * (every // chance.denominator))
                chances[result] += many
                after[(*rest, result) if stays else rest] += many
        self._every *= every
        self._names = (*(self._names[n] for n in keep), *((step.id,) if stays else ()))
        self._worlds = dict(after)
        if len(after) > _MOST_WORLDS:
            what = f"{self._procedure.id} has more combinations than are counted"
            raise InputError(f"{self._tables.edition} {self._procedure.id}", what, "tell fewer dice")
        return {result: Fraction(many, self._every) for result, many in chances.items()}

    def _results(self, step: ProcedureStep, world: _World) -> Chances:
        """The chances of what a step comes to in a world."""
        values = dict(zip(self._names, world, strict=True))
        chosen = self._chosen(world)
        if not self._counts(step, step.where, step.when, values, chosen):
            return _NOTHING
        match step.do:
            case "value":
                outcome = self._outcome(step, chosen)
                return {int(outcome.total): Fraction(1)}
            case "roll":
                return self._roll(step, values, chosen)
            case "apply":
                return {self._applied(step, values, chosen): Fraction(1)}
            case "lookup":
                return {self._looked_up(step, values, chosen): Fraction(1)}
            case "choose":
                met = (case for case in step.cases if self._met(step, case, values, chosen))
                return {next((case.result for case in met), OPEN): Fraction(1)}

    def _met(
        self, step: ProcedureStep, case: Case, values: Mapping[str, Result], chosen: tuple[Result, ...]
    ) -> bool:
        return self._counts(step, case.where, case.when, values, chosen)

    def _counts(
        self, step: ProcedureStep, where: Iterable[Compared], when: object, values: Mapping[str, Result],
        chosen: tuple[Result, ...],
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
        return holds(when, self._view(step.other, chosen), self._tables.facts) is True  # type: ignore[arg-type]

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
        found = values.get(term.of, self._view(step.other, chosen).known.get(term.of, 0))
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

    def _roll(self, step: ProcedureStep, values: Mapping[str, Result], chosen: tuple[Result, ...]) -> Chances:
        outcome = self._outcome(step, chosen)
        rolled = self._situation.known.get(f"{self._procedure.id}.{step.id}")
        if isinstance(rolled, int | float):
            return {int(rolled): Fraction(1)}
        if outcome.automatic is not None and step.at_once:
            return {int(outcome.automatic is (step.keep == "passes")): Fraction(1)}
        number = self._count(step, values, chosen)
        if number > _MOST_DICE:
            asked = next((each.of for each in self._procedure.steps if each.id == step.count), step.of)
            where = f"{self._tables.edition} {asked or step.of}"
            what = f"{number} dice are more than are counted"
            raise InputError(where, what, f"tell an attack of up to {_MOST_DICE} dice")
        return self._rolled(step, outcome, max(0, number))

    def _passes(self, outcome: Outcome) -> Fraction:
        """The chance of a test, worked out once."""
        if id(outcome) not in self._chances:
            self._chances[id(outcome)] = probability(outcome)
        return self._chances[id(outcome)]

    def _rolled(self, step: ProcedureStep, outcome: Outcome, number: int) -> Chances:
        match step.keep:
            case "passes":
                found = passed(outcome, number, doubled(self._tables, step, outcome))
                return {n: chance for n, chance in enumerate(found) if chance}
            case "fails":
                fails = 1 - self._passes(outcome)
                return {n: chance for n, chance in enumerate(power((1 - fails, fails), number)) if chance}
            case "any-fail":
                none = self._passes(outcome) ** number
                return {n: chance for n, chance in enumerate((none, 1 - none)) if chance}
            case "total" | "natural":
                return totals(outcome, number, natural=step.keep == "natural")


def doubled(tables: Tables, step: ProcedureStep, outcome: Outcome) -> Fraction:
    """The chance that a die counts twice, where the text has its highest face do so; none where it says that
    a penalty bars it, and one applied."""
    if step.doubled_by not in tables.said or outcome.automatic is not None or outcome.dice is None:
        return Fraction(0)
    penalty = any((applied.amount or 0) < 0 for applied in outcome.applied)
    return Fraction(0) if penalty and step.barred_by in tables.said else Fraction(1, outcome.dice.sides)
