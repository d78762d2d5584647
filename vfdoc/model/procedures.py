"""Procedures: the steps of an attack or a fight as data, over tests, values and earlier steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.conditions import Comparison, Condition, KnownFact, facts_of

Do: TypeAlias = Literal["value", "roll", "apply", "choose", "lookup"]
Keep: TypeAlias = Literal[
    "passes", "rolled-on", "fails", "any-fail", "total", "natural", "highest", "lowest"
]  # fmt: skip
DICE: frozenset[Keep] = frozenset({"total", "natural", "highest", "lowest"})
"""What is kept of the dice themselves, whatever they need."""
Pick: TypeAlias = Literal["sum", "highest", "lowest"]
Role: TypeAlias = Literal["", "value", "test", "losses", "state", "follow", "further"]


class Summand(NamedTuple):
    """A number that steps reckon with: an earlier step or a number that is told (by name), or one that is
    printed; `times` as often, negative where it is taken away."""

    of: str | int
    times: int = 1


class Compared(NamedTuple):
    """A comparison of what an earlier step came to with a number, a word, or what another came to."""

    of: str
    op: Comparison
    value: Summand | str


class Case(NamedTuple):
    """A case of a choice: where it is met the step comes to `result`, and what it `tells` is known from then
    on. `section` states it ("" where nobody said)."""

    id: str
    result: str
    where: tuple[Compared, ...] = ()
    when: Condition | None = None
    tells: tuple[tuple[str, bool | str | float], ...] = ()
    bound: bool = False
    section: str = ""


class ResultRow(NamedTuple):
    """A row of a table of results: the totals at which it is read, and a result for each column."""

    least: int
    most: int
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step of a procedure, called by its `id` in those behind it.

    value: what the value `of` comes to (of a test, what is added to its dice). roll: as many tests `of` as
    `count` says (one, where it says nothing), of which it keeps the number passed or failed, the number
    passed where a die that shows its highest face is rolled once more and may count again (`rolled-on`),
    whether `any-fail`, the total of the dice and what is added, or the dice alone (`natural`), or the
    `highest` or `lowest` of the rolls with what is added (0 of none); a roll that is told is not rolled.
    apply: the sum of the terms `take` (the "highest" or "lowest" of them, as `pick` says), shared
    `among` so many, the first of whom takes the odd ones, or divided by the sum of `over` (rounded `up`, else
    down), and then no less than `least` and no more than `most`. choose: the first of its `cases` that is
    met, else "open". lookup: the row of the table of results `rows` at the total `count`, in the `columns` at
    the place of the sum of `take`, from 1, which goes no further than the first and the last.

    `other` steps are of the attack that the second side makes on the first; `whom` is the subject whose test
    it is. A step counts only `where` earlier steps came to that and `when` the condition holds, else it is 0;
    it stands in a text that `says` these conventions. A test that fails without a roll does so `at_once`, be
    it taken or not; its `target` is a number that is told, where one is named. The highest face passes twice
    in a text that has the convention `doubled_by`, but for a penalty, where it has `barred_by`. `role` is
    what an answer calls it (of a state `of` is the fact that it makes true where it comes to 1). `bound` ones
    stand only where the edition binds them to its words; a procedure stands where those do that are `needed`.
    `section` states it ("" where nobody said).
    """

    id: str
    do: Do
    of: str = ""
    other: bool = False
    whom: str = ""
    count: str | int = 1
    keep: Keep = "passes"
    take: tuple[Summand, ...] = ()
    least: int | None = None
    most: int | None = None
    among: tuple[Summand, ...] = ()
    over: tuple[Summand, ...] = ()
    up: bool = False
    pick: Pick = "sum"
    where: tuple[Compared, ...] = ()
    when: Condition | None = None
    says: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[ResultRow, ...] = ()
    at_once: bool = False
    target: str = ""
    doubled_by: str = ""
    barred_by: str = ""
    role: Role = ""
    bound: bool = False
    needed: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class Procedure:
    """Steps in their order; of several with one id the first counts that stands in the text.

    Where it has two `sides` (the subjects by which each is told) the second answers; names without a subject
    tell of the first, but for those that begin as `of_second` says. `facts` are those that its own conditions
    and steps ask. `section` states it ("" where nobody said).
    """

    id: str
    name: str
    steps: tuple[ProcedureStep, ...]
    sides: tuple[str, ...] = ()
    of_second: tuple[str, ...] = ()
    facts: tuple[KnownFact, ...] = ()
    section: str = ""


class NamedStep(NamedTuple):
    """A step as it stands in the text, and the tests (ids) that it may mean: one where it is known."""

    words: str
    tests: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What the text does not say of it, in plain words; "" where the step is known."""
        if len(self.tests) == 1:
            return ""
        return f"which it rolls of {', '.join(self.tests)}" if self.tests else "what it rolls, keeps or takes"


class NamedSteps(NamedTuple):
    """Steps that a section (anchor) names in order and nobody stated; `id` is made of its title."""

    id: str
    title: str
    section: str
    line: int
    steps: tuple[NamedStep, ...]


class Unheld(NamedTuple):
    """A step that is stated of a text and not executed, as its words do not hold there: the id of the
    procedure, of the step (and its case), the words, the section and how they stand."""

    procedure: str
    step: str
    words: str
    section: str
    state: str


def names_of_step(step: ProcedureStep) -> tuple[str, ...]:
    """The names that a step takes from earlier ones, or from what is told, each once."""
    found = [step.count] if step.do in ("roll", "lookup") else []
    found += [term.of for term in (*step.take, *step.among, *step.over)]
    for compared in (*step.where, *(each for case in step.cases for each in case.where)):
        found += [compared.of, *([compared.value.of] if isinstance(compared.value, Summand) else [])]
    return tuple(dict.fromkeys(name for name in found if isinstance(name, str)))


def results_told(procedure: Procedure) -> dict[str, str]:
    """By the ids of steps the names by which is told what a roll came to: the roll's own, and the losses
    that it makes, before the rules make them fewer."""
    rolls = {step.id: f"{procedure.id}.{step.id}" for step in procedure.steps if step.do == "roll"}
    taken = {
        step.id: rolls[str(step.take[0].of)]
        for step in procedure.steps
        if step.role == "losses" and step.take and step.take[0].of in rolls
    }
    return {**taken, **rolls}


def compared_with(step: ProcedureStep) -> tuple[str, ...]:
    """The words that a step compares with: results of choices, or the names of earlier steps."""
    compared = (*step.where, *(each for case in step.cases for each in case.where))
    return tuple(dict.fromkeys(each.value for each in compared if isinstance(each.value, str)))


class AskedByStep(NamedTuple):
    """What a step asks: the names that it takes, its target among them, and those that it compares with; the
    facts of its own conditions; and of the steps so far all that is asked `later`."""

    names: tuple[str, ...]
    compared: tuple[str, ...]
    facts: tuple[str, ...]
    later: frozenset[str]


def asked_by_steps(procedure: Procedure) -> tuple[AskedByStep, ...]:
    """What each step of a procedure asks, in order. What a choice tells, all ask later that ask facts."""
    tells = {step.id for step in procedure.steps if any(case.tells for case in step.cases)}
    found: list[AskedByStep] = []
    later: frozenset[str] = frozenset()
    for step in reversed(procedure.steps):
        names, compared = names_of_step(step), compared_with(step)
        conditions = (step.when, *(case.when for case in step.cases))
        facts = tuple(dict.fromkeys(fact for when in conditions for fact in facts_of(when)))
        found.append(AskedByStep((*names, *([step.target] if step.target else [])), compared, facts, later))
        asks = step.do in ("value", "roll", "choose") or step.when is not None
        later |= {*names, *compared, *(tells if asks else ())}
    return tuple(reversed(found))


def with_sides(names: Iterable[str], sides: tuple[str, ...], of_second: Collection[str]) -> dict[str, str]:
    """By the name with its side of each name that has none, that name: "attacker.supporter" is "supporter",
    which tells of the first side, and "target.cover" is "cover", where `of_second` says so."""
    first, second = sides
    return {f"{second if name in of_second else first}.{name}": name for name in names if "." not in name}


def of_other_side(name: str, sides: tuple[str, ...], of_second: Collection[str]) -> str:
    """The name by which the other side is told the same: the subjects change places, and a name without one
    gets that of the second side (of the first, where it begins as `of_second` says)."""
    first, second = sides
    head, dot, rest = name.partition(".")
    if dot and head in sides:
        return f"{second if head == first else first}.{rest}"
    return f"{first if head in of_second else second}.{name}"
