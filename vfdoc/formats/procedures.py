"""A procedure played out, as text: every test and value that it asked, and what each step came to."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from vfdoc.formats.outcomes import (
    forbidden_lines,
    left_out_lines,
    names_assumed,
    not_computed_lines,
    note_lines,
    outcome_lines,
    passed_lines,
    plain,
    rule_line,
    share,
    wrapped,
    wrapped_assumptions,
)
from vfdoc.model.procedures import Compared, ProcedureStep, Summand, Unheld
from vfdoc.play.procedures import LeftOpen, Playthrough, StepChances

_MOST = 6
"""How many results of a step are listed; of more the mean alone."""


def procedure_lines(edition: str, played: Playthrough) -> list[str]:
    """A procedure: its tests and values, what each step came to, what was not told and not computed."""
    head = f"{edition}  {played.procedure.name}"
    if played.forbidden:
        return [head, *forbidden_lines(played.forbidden)]
    out = [head]
    for found in played.found:
        for outcome, where in zip(found.outcomes, found.where, strict=True):
            said = "; ".join(filter(None, ("the other side" if found.step.other else "", where)))
            lines = outcome_lines(edition, outcome, brief=True)
            out += ["", lines[0] + (f"  [{said}]" if said else ""), *lines[1:]]
    out += ["", "step by step"]
    for found in played.found:
        if_ = f"if {' and '.join(map(compared_text, found.only_if))}" if found.only_if else ""
        notes = "; ".join(filter(None, (_side(played, found.step), if_)))
        beside = f" [{notes}]" if notes else ""
        out += rule_line("", step_text(found) + beside, found.step.section)
        for case, chance in found.stated:
            out += rule_line(
                "", f"  {case.result} by {case.id.replace('-', ' ')}: {share(chance)}", case.section
            )
    passed = (p for outcome in played.outcomes for p in outcome.not_applied)
    out += passed_lines(passed, assumed=names_assumed(played.outcomes))
    out += wrapped_assumptions(played.taken)
    out += left_out_lines(played.outcomes)
    if played.untold:
        names = dict.fromkeys(f"{step}: {name} is not told" for step, name in played.untold)
        out += ["", "steps left out", *wrapped("; ".join(names))]
    out += not_computed_lines(row for outcome in played.outcomes for row in outcome.not_computed)
    out += unheld_lines(played.unheld)
    out += _open_lines(played.left_open)
    return [*out, *note_lines(played.notes)]


def _side(played: Playthrough, step: ProcedureStep) -> str:
    """Which of two sides a step befalls, where it says so: of the attack of the second side the other one."""
    if not step.whom:
        return ""
    return next((side for side in played.procedure.sides if (side != step.whom) == step.other), "")


def _open_lines(left: Iterable[LeftOpen]) -> list[str]:
    """The choices that the text leaves open."""
    out = [
        line
        for each in left
        for line in rule_line("step", f"{open_words(each.step)}: {share(each.chance)}", each.section)
    ]
    return ["", "not computed: what hangs on a choice that the text leaves open", *out] if out else []


def open_words(step: ProcedureStep) -> str:
    """That the text does not say what a choice comes to."""
    return f"what the {step.id.replace('-', ' ')} is, the text does not say"


def step_text(found: StepChances) -> str:
    """What a step came to: its result where it is sure, else the chances."""
    name = found.step.id.replace("-", " ")
    chances = {result: chance for result, chance in found.chances.items() if chance}
    if len(chances) == 1:
        return f"{name}: {next(iter(chances))}"
    if set(chances) == {0, 1}:
        return f"{name}: {share(chances[1])}"
    numbers = [n for n in chances if isinstance(n, int)]
    if len(numbers) == len(chances):
        mean = sum((n * chances[n] for n in numbers), Fraction(0))
        listed = ", ".join(f"{n} {float(chances[n]):.1%}" for n in sorted(numbers))
        more = f" ({listed})" if len(numbers) <= _MOST else ""
        return f"{name}: {plain(mean):.2f} on average{more}"
    return f"{name}: " + ", ".join(f"{result} {share(chance)}" for result, chance in chances.items())


def compared_text(compared: Compared) -> str:
    """A comparison of what an earlier step came to."""
    value = compared.value.of if isinstance(compared.value, Summand) else compared.value
    return f"{compared.of.replace('-', ' ')} {compared.op} {value}"


def unheld_lines(unheld: Iterable[Unheld]) -> list[str]:
    """The steps that are stated and whose words do not stand in the text."""
    out = [
        line
        for each in unheld
        for line in rule_line("step", f"{each.words} [the words are {each.state}]", each.section)
    ]
    return ["", "not computed: steps whose words do not stand in the text", *out] if out else []
