"""Which procedures stand in a text, and with which of their steps.

A step stands where the text has its test or value, states the conventions that it needs and, of those that
are bound, where the edition binds it to words that hold; and where the steps that it asks do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from vfdoc.model.procedures import Procedure, ProcedureStep, names_of_step


def standing(
    procedures: Iterable[Procedure], named: Collection[str], says: Mapping[str, str], bound: Mapping[str, str]
) -> tuple[Procedure, ...]:
    """The procedures of a text with the steps that stand in it: `named` are its tests and values, `says` the
    conventions that it states and `bound` the steps that it binds to its words, each with the section."""
    found = (_standing(each, named, says, bound) for each in procedures)
    return tuple(each for each in found if each is not None)


def lacking(
    procedures: Iterable[Procedure], named: Collection[str], says: Mapping[str, str], bound: Mapping[str, str]
) -> dict[str, str]:
    """Of each procedure that does not stand in a text, what its first needed step asks for in vain."""
    procedures, found = tuple(procedures), dict[str, str]()
    there = standing(procedures, named, says, bound)
    for each in procedures:
        stands = _steps(each, named, says, bound)
        missing = next((step for step in _needed(each) if step.id not in stands), None)
        if missing is not None:
            found[each.id] = _asks(each, missing, named, says, bound) + _instead(each, there)
    return found


def _instead(procedure: Procedure, there: Iterable[Procedure]) -> str:
    """The procedures that stand and whose names begin with the same word, or whose steps begin alike: these
    say what there is to roll at least."""
    first = procedure.id.partition("-")[0]
    named = [each.id for each in there if each.id.partition("-")[0] == first]
    if named:
        return f"; {', '.join(named)} can be asked instead"
    begun = procedure.steps[:1]
    alike = [
        each.id
        for each in there
        if each.sides == () and [s.of for s in each.steps[:1]] == [s.of for s in begun]
    ]
    whom = "of each side by itself" if procedure.sides else "instead"
    return f"; {', '.join(alike)} can be asked {whom}" if alike and begun[0].of else ""


def _asks(
    procedure: Procedure,
    step: ProcedureStep,
    named: Collection[str],
    says: Mapping[str, str],
    bound: Mapping[str, str],
) -> str:
    if step.do in ("value", "roll") and step.of not in named:
        return f"its step {step.id} asks for {step.of}, which the text does not state"
    if step.bound and not bound.get(f"{procedure.id}.{step.id}"):
        return f"nothing that was understood in the text says what its step “{step.id}” comes to"
    unsaid = next((each for each in step.says if each not in says), None)
    if unsaid is not None:
        return f"its step {step.id} asks for the convention {unsaid}, which the text does not state"
    return f"its step {step.id} asks for a step that does not stand"


def _standing(
    procedure: Procedure, named: Collection[str], says: Mapping[str, str], bound: Mapping[str, str]
) -> Procedure | None:
    steps = _steps(procedure, named, says, bound)
    stands = all(step.id in steps for step in _needed(procedure))
    return replace(procedure, steps=tuple(steps.values())) if stands else None


def _needed(procedure: Procedure) -> tuple[ProcedureStep, ...]:
    """The steps without which a procedure does not stand: those that say so, or the first."""
    return tuple(step for step in procedure.steps if step.needed) or procedure.steps[:1]


def _steps(
    procedure: Procedure, named: Collection[str], says: Mapping[str, str], bound: Mapping[str, str]
) -> dict[str, ProcedureStep]:
    """The steps that stand, by their ids."""
    ids = {step.id for step in procedure.steps}
    steps: dict[str, ProcedureStep] = {}
    for step in procedure.steps:
        id = f"{procedure.id}.{step.id}"
        missing = step.do in ("value", "roll") and step.of not in named
        missing |= any(name in ids and name not in steps for name in names_of_step(step))
        missing |= (step.bound and not bound.get(id)) or any(each not in says for each in step.says)
        if missing or step.id in steps:
            continue
        cases = tuple(
            case._replace(section=bound.get(f"{id}.{case.id}") or bound.get(id, ""))
            for case in step.cases
            if not case.bound or bound.get(f"{id}.{case.id}")
        )
        section = bound.get(id) or next((says[each] for each in step.says), step.section)
        steps[step.id] = replace(step, cases=cases, section=section)
    return steps
