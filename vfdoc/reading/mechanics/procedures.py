"""`procedures.toml`: the steps of attacks and fights, as a game has them and an edition's text states them.

A game's file holds procedures; an edition's holds procedures of its own and what its text says of the game's
steps, bound to the words:

    [[procedure]]
    id = "fire"
    name = "fire attack"
    section = "8.0"                       # of an edition's own; a game's file names no section
    words = "as many rolls as its value"
    steps = [
      { id = "dice", do = "value", of = "fire-value", as = "value" },
      { id = "marks", do = "roll", of = "aim", count = "dice", as = "losses" },
      { id = "tests", do = "apply", take = ["marks", "-target.armour"], least = 0 },
    ]

    [[step]]
    of = "fight.result.tie"               # a procedure, its step, and of a choice its case
    section = "7.2.2"
    words = "the active side wins tied fights"

    [[fact]]                              # id, kind (flag, number, choice), unit, values, default

A step that is struck (decision = "strike") does not stand, where the edition amends one that binds it. Only
what holds (see reading/binding.py) is executed; a step whose words do not hold is named beside an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from vfdoc.model import InputError, Rulebook, quoted
from vfdoc.model.binding import BoundStatement
from vfdoc.model.conditions import Comparison, facts_of
from vfdoc.model.mechanics import Condition, KnownFact
from vfdoc.model.procedures import (
    Case,
    Compared,
    Do,
    Keep,
    Pick,
    Procedure,
    ProcedureStep,
    ResultRow,
    Role,
    Summand,
    Unheld,
    names_of_step,
)
from vfdoc.model.session import incremental
from vfdoc.reading.binding import bind
from vfdoc.reading.editions import decode, lines_of
from vfdoc.reading.games import layers
from vfdoc.reading.mechanics.told import condition_of
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.stated_words import StatedWords
from vfdoc.reading.token_index import TokenIndex, token_index

FILE = "procedures.toml"
_Number = int | str
_TERM = re.compile(r"(?P<minus>-)?\s*(?:(?P<times>\d+)\s*\*\s*)?(?P<of>.+)")
_COMPARED = re.compile(r"(?P<of>\S+)\s*(?P<op><=|>=|<|>|=)\s*(?P<value>.+)")
_AT = re.compile(r"(?P<least>-?\d+)(?:(?P<open>\+)|\s*[-–]\s*(?P<most>\d+))?")
_ENDLESS = 10_000


class _CaseEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"result": "is"}):
    id: str
    result: str
    where: tuple[str, ...] = ()
    when: dict[str, Any] | str | None = None
    tells: dict[str, bool | str | float] = {}
    bound: bool = False


class _ResultRowEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    at: str | int
    results: tuple[str | int, ...]


class _StepEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"role": "as"}):
    id: str
    do: Do
    of: str = ""
    other: bool = False
    whom: str = ""
    count: _Number = 1
    keep: Keep = "passes"
    take: tuple[_Number, ...] = ()
    least: int | None = None
    most: int | None = None
    among: tuple[_Number, ...] = ()
    over: tuple[_Number, ...] = ()
    up: bool = False
    pick: Pick = "sum"
    where: tuple[str, ...] = ()
    when: dict[str, Any] | str | None = None
    says: tuple[str, ...] = ()
    cases: tuple[_CaseEntry, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[_ResultRowEntry, ...] = ()
    at_once: bool = False
    target: str = ""
    doubled_by: str = ""
    barred_by: str = ""
    role: Role = ""
    bound: bool = False
    needed: bool = False


class _ProcedureEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str = ""
    sides: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    steps: tuple[_StepEntry, ...] = ()


class _BoundEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    of: str


class _ProcedureFactEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    kind: Literal["flag", "number", "choice"] = "flag"
    unit: str | None = None
    values: tuple[str, ...] = ()
    default: bool = False


class _ProceduresFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    procedure: tuple[_ProcedureEntry, ...] = ()
    step: tuple[_BoundEntry, ...] = ()
    fact: tuple[_ProcedureFactEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedures:
    """What the files state of a text: the game's procedures and its own, what `holds` of their steps
    (procedure, step, case; each with the section), those whose words do not hold, and every entry that is
    bound."""

    procedures: tuple[Procedure, ...] = ()
    holds: tuple[tuple[str, str], ...] = ()
    unheld: tuple[Unheld, ...] = ()
    stated: tuple[BoundStatement, ...] = ()


def read_procedures(folder: Path | None, rulebook: Rulebook, *, described: bool = True) -> Procedures:
    """The procedures of the text of a rulebook, of the edition in that folder (None: of none); without those
    of a game where nobody has `described` it. InputError, with the line, where a file is wrong."""
    entries: dict[str, Procedure] = {}
    facts: dict[str, KnownFact] = {}
    holds: dict[str, str] = {}
    unheld: list[Unheld] = []
    stated: list[BoundStatement] = []
    for path in layers(folder, FILE):
        own = folder is not None and path == folder / FILE
        if not own and not described:
            continue
        data: _ProceduresFile = decode(path, _ProceduresFile)
        text, file = read_source(path).text, shown_path(path)
        index = token_index(rulebook.documents) if own else None
        facts |= {
            f.id: KnownFact(id=f.id, kind=f.kind, unit=f.unit, values=f.values, default=f.default)
            for f in data.fact
        }
        if index is None:
            entries |= {each.id: each for each in _of_game(_Written(text, file, data))}
            for line in _lines(text, "step", data):
                what, remedy = "a step is bound to no text here", "state it in an edition's folder"
                raise InputError(f"{file}:{line}", what, remedy)
            continue
        lost: dict[str, Procedure] = {}  # whose words the text has no more: their steps are no mistakes
        for at, (entry, line) in enumerate(zip(data.procedure, _lines(text, "procedure", data), strict=True)):
            place = f"{file}:{line}"
            bound = _bound(entry, f"the procedure {entry.id}", "procedure", at, (file, line), index)
            stated += [bound] if entry.decision != "open" else []
            if entry.decision == "strike":
                entries.pop(entry.id, None)
            if entry.decision != "keep":
                continue
            _hold_sound(entry, place)
            if bound.binding.state == "holds":
                entries[entry.id] = replace(_procedure(entry, place), section=bound.binding.section)
            else:
                lost[entry.id] = _procedure(entry, place)
                unheld.append(_unheld(entry.id, "", bound))
        for at, (each, line) in enumerate(zip(data.step, _lines(text, "step", data), strict=True)):
            _hold_named(each.of, {**lost, **entries}, f"{file}:{line}")
            bound = _bound(each, f"the step {each.of}", "step", at, (file, line), index)
            stated += [bound] if each.decision != "open" else []
            if each.decision != "open" and bound.binding.state == "holds":
                holds[each.of] = bound.binding.section if each.decision == "keep" else ""
            elif each.decision == "keep":
                procedure, _, step = each.of.partition(".")
                unheld.append(_unheld(procedure, step, bound))
    procedures = (
        replace(each, facts=tuple(facts[name] for name in dict.fromkeys(_facts(each)) if name in facts))
        for each in entries.values()
    )
    return Procedures(tuple(procedures), tuple(holds.items()), tuple(unheld), tuple(stated))


@dataclass(frozen=True)
class _Written:
    """A game's file as it was written, and what it says."""

    text: str
    file: str
    data: _ProceduresFile = field(compare=False)


@incremental
def _of_game(told: _Written) -> tuple[Procedure, ...]:
    """The procedures of a game, which no text binds. InputError, with the line, where one is wrong."""
    found = []
    for entry, line in zip(told.data.procedure, _lines(told.text, "procedure", told.data), strict=True):
        place = f"{told.file}:{line}"
        _hold_sound(entry, place)
        found.append(_procedure(entry, place))
    return tuple(found)


def _lines(text: str, table: str, data: _ProceduresFile) -> Iterable[int]:
    return lines_of(text, table, len(data.procedure if table == "procedure" else data.step))


def _bound(
    entry: StatedWords, name: str, table: str, at: int, place: tuple[str, int], index: TokenIndex
) -> BoundStatement:
    """An entry of an edition's file as it is bound to the text."""
    file, line = place
    quotation = entry.quotation
    entry.hold_quoted(f"{file}:{line}", name)
    return BoundStatement(file, line, name, table, at, quotation, bind(quotation, index))


def _unheld(procedure: str, step: str, bound: BoundStatement) -> Unheld:
    quotation = bound.quotation
    return Unheld(procedure, step, quotation.words[0], quotation.section, bound.binding.state)


def _procedure(entry: _ProcedureEntry, place: str) -> Procedure:
    name = entry.name or entry.id.replace("-", " ")
    steps = tuple(_step(raw, place) for raw in entry.steps)
    return Procedure(entry.id, name, steps, entry.sides, entry.second)


def _step(raw: _StepEntry, place: str) -> ProcedureStep:
    cases = tuple(
        Case(
            case.id, case.result, _where(case.where, place), _when(case.when, place),
            tuple(case.tells.items()), case.bound,
        )
        for case in raw.cases
    )  # fmt: skip
    return ProcedureStep(
        id=raw.id, do=raw.do, of=raw.of, other=raw.other, whom=raw.whom, count=raw.count, keep=raw.keep,
        take=_terms(raw.take), least=raw.least, most=raw.most, among=_terms(raw.among),
        over=_terms(raw.over), up=raw.up, pick=raw.pick, where=_where(raw.where, place),
        when=_when(raw.when, place), says=raw.says, cases=cases, columns=raw.columns,
        rows=tuple(_row(each, place) for each in raw.rows), at_once=raw.at_once, target=raw.target,
        doubled_by=raw.doubled_by, barred_by=raw.barred_by, role=raw.role, bound=raw.bound,
        needed=raw.needed,
    )  # fmt: skip


def _terms(told: Iterable[_Number]) -> tuple[Summand, ...]:
    return tuple(map(_term, told))


def _term(told: _Number) -> Summand:
    """ "losses", "-target.losses", "2 * dice" or 3 as a term."""
    if isinstance(told, int):
        return Summand(told)
    found = _TERM.fullmatch(told.strip())
    if found is None:
        return Summand(told)
    times = int(found.group("times") or 1) * (-1 if found.group("minus") else 1)
    of = found.group("of").strip()
    return Summand(int(of) if of.isdigit() else of, times)


def _where(told: Iterable[str], place: str) -> tuple[Compared, ...]:
    return tuple(_compared(each, place) for each in told)


def _compared(told: str, place: str) -> Compared:
    """ "caused > caused-back" or "result = won" as a comparison."""
    found = _COMPARED.fullmatch(told.strip())
    if found is None:
        raise InputError(place, f"{quoted(told)} compares nothing", 'write where = ["first > second"]')
    value, op = found.group("value").strip(), found.group("op")
    assert op in ("<", "<=", "=", ">=", ">")
    comparison: Comparison = op  # type: ignore[assignment]
    return Compared(
        found.group("of"), comparison, Summand(int(value)) if value.lstrip("-").isdigit() else value
    )


def _when(told: dict[str, Any] | str | None, place: str) -> Condition | None:
    try:
        return condition_of(told)
    except ValueError as error:
        remedy = 'write { fact = "…" }, all, any, not; see the README'
        raise InputError(place, f"when {error}", remedy) from None


def _row(raw: _ResultRowEntry, place: str) -> ResultRow:
    """A row of a table of results: at = "2-4", "12+" or 7."""
    found = _AT.fullmatch(str(raw.at).strip())
    if found is None:
        remedy = 'write at = "2-4", at = "12+" or at = 7'
        raise InputError(place, f"{quoted(str(raw.at))} is no total", remedy)
    least = int(found.group("least"))
    most = _ENDLESS if found.group("open") else int(found.group("most") or least)
    return ResultRow(least, most, tuple(str(each) for each in raw.results))


def _facts(procedure: Procedure) -> Iterator[str]:
    """The facts that the conditions of a procedure ask, and the numbers that its steps do."""
    for step in procedure.steps:
        yield from names_of_step(step)
        yield from facts_of(step.when)
        for case in step.cases:
            yield from facts_of(case.when)


def _hold_sound(entry: _ProcedureEntry, place: str) -> None:
    """InputError where a procedure has no steps, or one of them asks what stands behind it."""
    if not entry.steps and entry.decision == "keep":
        raise InputError(place, f"the procedure {entry.id} has no steps", "add steps = [{ id = …, do = … }]")
    if len(entry.sides) not in (0, 2):
        raise InputError(place, f"{entry.id} has not two sides", 'write sides = ["us", "them"]')
    met: set[str] = set()
    ids = {raw.id for raw in entry.steps}
    for raw in entry.steps:
        if raw.do in ("value", "roll") and not raw.of:
            raise InputError(place, f"the step {quoted(raw.id)} does not say of what", "add of = …")
        if raw.do == "lookup" and not raw.rows:
            raise InputError(place, f"the step {quoted(raw.id)} has no table of results", "add rows = …")
        if any(len(row.results) != max(1, len(raw.columns)) for row in raw.rows):
            remedy = "give every row a result for each of its columns"
            raise InputError(place, f"the step {quoted(raw.id)} has rows of other lengths", remedy)
        asked = [str(each) for each in (raw.count, *raw.take, *raw.among, *raw.over)]
        names = [_term(each).of for each in asked]
        compared = (*raw.where, *(each for case in raw.cases for each in case.where))
        names += [_compared(each, place).of for each in compared]
        behind = next((name for name in names if name in ids and name not in met), None)
        if behind is not None:
            what = f"the step {quoted(raw.id)} asks {quoted(str(behind))}, which comes behind it"
            raise InputError(place, what, "put that step before it")
        met.add(raw.id)


def _hold_named(of: str, entries: Mapping[str, Procedure], place: str) -> None:
    """InputError where there is no such step, or case, in the game's procedures."""
    procedure, _, rest = of.partition(".")
    step, _, case = rest.partition(".")
    entry = entries.get(procedure)
    found = [each for each in entry.steps if each.id == step] if entry is not None else []
    if not found or (case and not any(one.id == case for each in found for one in each.cases)):
        remedy = 'write of = "procedure.step", and of a choice its case: procedure.step.case'
        raise InputError(place, f"{quoted(of)} is no step of a procedure", remedy)
