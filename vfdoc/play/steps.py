"""Steps of procedures made ready: how each is taken, worked out once an edition, then asked in each world.

A world is what the steps came to that are still asked, in the order of their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from vfdoc.model.conditions import compares, facts_of
from vfdoc.model.procedures import AskedByStep, Case, Compared, Procedure, ProcedureStep, Summand
from vfdoc.play.conditions import Conditions, Holds
from vfdoc.play.situation import Known

OPEN = "open"
"""What a choice comes to where none of its cases is met."""

Result: TypeAlias = int | str
World: TypeAlias = tuple[Result, ...]
Read: TypeAlias = Callable[[World, Mapping[str, Known]], Result]
Number: TypeAlias = Callable[[World, Mapping[str, Known]], int]
Met: TypeAlias = Callable[[World, Mapping[str, Known]], bool]


Chances: TypeAlias = Mapping[Result, Fraction]


@dataclass(frozen=True, eq=False, slots=True)
class Worlds:
    """The worlds there may be, which have these `names`: in how many of `every` ways each comes about, in
    lowest terms. Tables keep one of those that are alike."""

    names: tuple[str, ...]
    ways: Mapping[World, int]
    every: int


class Taken(NamedTuple):
    """A step taken: the worlds `after` it, the chances of its results, those of the cases that the text
    states and that may be met, and after which choices it `rolled` any dice."""

    after: Worlds
    chances: Chances
    stated: tuple[tuple[Case, Fraction], ...]
    rolled: frozenset[tuple[Result, ...]]


class ReadyStep(NamedTuple):
    """A step made ready where the worlds have certain names: it counts `when` a condition holds, `where` a
    world is such (None: always); `does` is what an apply, choice or table comes to, `dice` how many a roll
    has, `case` which of the cases of a choice is met (None: the text says nothing of them). Behind it worlds
    have `names`: what `keep` leaves of a world (None: all) and, where it `stays`, what the step came to. It
    `reads` these names of what is told."""

    when: Holds | None
    where: Met | None
    does: Read
    dice: Number
    case: Number | None
    keep: tuple[int, ...] | None
    stays: bool
    names: tuple[str, ...]
    reads: tuple[str, ...]


def ready(
    asking: Conditions, procedure: Procedure, step: ProcedureStep, names: Sequence[str], asks: AskedByStep
) -> ReadyStep:
    """A step that `asks` so much, where worlds have these names."""
    later, own = asks.later, [name for case in step.cases for name in facts_of(case.when)]
    read = dict.fromkeys((*asks.names, *asks.compared, *own))
    results = {s.id: frozenset(case.result for case in s.cases) for s in procedure.steps if s.cases}
    made = _Making(asking, step, names, results)
    keep = tuple(n for n, name in enumerate(names) if name in later)
    stays = step.id in later
    return ReadyStep(
        when=asking.of(step.when).holds if step.when is not None else None,
        where=made.where(step.where),
        does=made.does(),
        dice=made.sum((Summand(step.count),)),
        case=made.case() if any(case.bound for case in step.cases) else None,
        keep=keep if len(keep) < len(names) else None,
        stays=stays,
        names=(*(names[n] for n in keep), *((step.id,) if stays else ())),
        reads=tuple(name for name in read if name not in names),
    )


class _Making(NamedTuple):
    """A step being made ready: `results` are, by step, what its cases may come to."""

    asking: Conditions
    step: ProcedureStep
    names: Sequence[str]
    results: Mapping[str, frozenset[str]]

    def does(self) -> Read:
        match self.step.do:
            case "value" | "roll":
                return lambda world, told: 0
            case "apply":
                return self._applied()
            case "lookup":
                return self._looked_up()
            case "choose":
                return self._chosen()

    def where(self, compared: Sequence[Compared]) -> Met | None:
        holds = [self._compared(each) for each in compared]
        if len(holds) < 2:
            return holds[0] if holds else None
        return lambda world, told: all(each(world, told) for each in holds)

    def _compared(self, compared: Compared) -> Met:
        have, op = self._word(compared.of), compared.op
        if isinstance(compared.value, Summand):
            wanted: Read = self.sum((compared.value,))
        else:
            wanted = self._word_or_itself(compared.value, compared.of)

        def holds(world: World, told: Mapping[str, Known]) -> bool:
            one, other = have(world, told), wanted(world, told)
            if isinstance(one, str) or isinstance(other, str):
                return (str(one) == str(other)) is (op == "=")
            return compares(one, op, other)

        return holds

    def _word(self, name: str) -> Read:
        """What an earlier step came to, or what is told."""
        if name in self.names:
            at = self.names.index(name)
            return lambda world, told: world[at]

        def read(world: World, told: Mapping[str, Known]) -> Result:
            found = told.get(name, 0)
            return found if isinstance(found, str) else int(found)

        return read

    def _word_or_itself(self, word: str, of: str) -> Read:
        """What is compared with: what the step it is compared to may come to, an earlier step's result, a
        number that is told, else the word itself."""
        if word in self.names and word not in self.results.get(of, ()):
            return self._word(word)

        def read(world: World, told: Mapping[str, Known]) -> Result:
            found = told.get(word)
            return int(found) if isinstance(found, float | int) and not isinstance(found, bool) else word

        return read

    def sum(self, terms: Iterable[Summand]) -> Number:
        terms = tuple(terms)
        fixed = sum(term.of * term.times for term in terms if isinstance(term.of, int))
        named = [(term.of, term.times) for term in terms if isinstance(term.of, str)]
        earlier = [(self.names.index(name), times) for name, times in named if name in self.names]
        others = [(name, times) for name, times in named if name not in self.names]

        def total(world: World, told: Mapping[str, Known]) -> int:
            found = fixed
            for at, times in earlier:
                found += _number(world[at]) * times
            for name, times in others:
                found += _number(told.get(name, 0)) * times
            return found

        return total

    def _applied(self) -> Number:
        step = self.step
        if step.pick == "sum":
            taken = self.sum(step.take)
        else:
            best, terms = max if step.pick == "highest" else min, [self.sum((term,)) for term in step.take]

            def taken(world: World, told: Mapping[str, Known]) -> int:
                return best([term(world, told) for term in terms])

        over = self.sum(step.over) if step.over else None
        among = self.sum(step.among) if step.among else None
        if over is None and among is None and step.least is None and step.most is None:
            return taken

        def applied(world: World, told: Mapping[str, Known]) -> int:
            total = taken(world, told)
            if over is not None:
                by = max(1, over(world, told))
                total = -(-total // by) if step.up else total // by
            if among is not None:
                sharers = max(1, among(world, told))
                total = total // sharers + total % sharers
            total = total if step.least is None else max(step.least, total)
            return total if step.most is None else min(step.most, total)

        return applied

    def _looked_up(self) -> Read:
        """The result of a table at a total, in the column at the place of the sum of `take`."""
        step, count = self.step, self.sum((Summand(self.step.count),))
        place = self.sum(step.take or (Summand(1),))

        def looked_up(world: World, told: Mapping[str, Known]) -> Result:
            total = count(world, told)
            column = min(max(place(world, told), 1), max(1, len(step.columns)))
            row = next((row for row in step.rows if row.least <= total <= row.most), None)
            if row is None:  # no further than the first and the last row
                row = step.rows[0] if total < step.rows[0].least else step.rows[-1]
            result = row.results[column - 1]
            return int(result) if result.lstrip("-").isdigit() else result

        return looked_up

    def _chosen(self) -> Read:
        """The result of the first case that is met."""
        case, results = self.case(), [case.result for case in self.step.cases] + [OPEN]
        return lambda world, told: results[case(world, told)]

    def case(self) -> Number:
        """The place of the first case that is met, and behind the last where none is."""
        cases = [(self.where(case.where), self.asking.of(case.when).holds) for case in self.step.cases]

        def met(world: World, told: Mapping[str, Known]) -> int:
            for place, (where, holds) in enumerate(cases):
                if (where is None or where(world, told)) and holds(told) is True:
                    return place
            return len(cases)

        return met


def _number(found: Known) -> int:
    """What is told or a step came to as a number; a word that is none is 0."""
    if isinstance(found, str):
        return int(found) if found.lstrip("-").isdigit() else 0
    return int(found)
