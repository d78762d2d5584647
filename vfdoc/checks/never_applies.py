"""A change under a condition that nothing can fulfil.

The row stands in the rules and never counts; something else was meant. Evidence: its condition asks
of one number a range that is empty, or a thing and its contrary; in a table or on a sheet also two
values of one fact, or what the changed value rules out (a melee value, in the fire phase). In prose,
one sentence often speaks of two cases, and two values of a fact are rather one of each.

Bad:  +1 if the unit is in line and in square.
Good: +1 if the unit is in line or in square.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Flag,
    Mechanics,
    Modifier,
    Not,
    Number,
    facts_of,
)
from vfdoc.model.place import at_line
from vfdoc.model.session import settled
from vfdoc.verdicts.conditions import normal
from vfdoc.verdicts.stated_twice import PrintedRows

Literals = Mapping[str, list[Condition]]
"""What has to hold, fact by fact: facts and their contraries."""


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each row whose condition contradicts itself."""
    mechanics = rulebook.mechanics
    if mechanics is None:
        return
    printed = PrintedRows(rulebook)
    for row, clash in _clashing(mechanics):
        if not _chosen_twice(clash) or printed.in_table(row):
            yield _finding(rulebook, graph, row, clash)


@settled
def _clashing(mechanics: Mechanics) -> tuple[tuple[Modifier, list[Condition]], ...]:
    """The rows whose conditions contradict themselves, each with the facts that do."""
    implied = {value.id: [Choice(*pair) for pair in value.implies] for value in mechanics.values}
    doubted = {(doubt.document, doubt.line, doubt.column) for doubt in mechanics.doubts}
    return tuple(
        (row, clash)
        for row in mechanics.modifiers
        if row.when is not None
        and (row.document, row.line, row.column) not in doubted
        and (clash := _clash((row.when, *implied.get(row.of or "", ())), {})) is not None
    )


def _finding(rulebook: Rulebook, graph: ReferenceGraph, row: Modifier, clash: list[Condition]) -> Finding:
    parts = tuple(dict.fromkeys(map(condition_text, clash)))
    return at_line(
        rulebook,
        graph.sections[row.section],
        (row.line, row.column),
        "never-applies",
        "warning",
        " and ".join(f'"{part}"' for part in parts) + " exclude one another",
        remedy='say "or" where either will do, or strike the row',
        named=parts,
    )


def _clash(conditions: Iterable[Condition], above: Literals) -> list[Condition] | None:
    """Facts among these conditions, and those that hold `above` them, which cannot all hold; None where
    they can, or where only a choice between alternatives could tell."""
    sure: dict[str, list[Condition]] = defaultdict(list)
    choices: list[tuple[Condition, ...]] = []
    for condition in conditions:
        _sort(normal(condition), sure, choices)
    here = {fact: [*above.get(fact, ()), *found] for fact, found in sure.items()}
    for found in here.values():
        if _contradict(found):
            return found
    known = {**above, **here}
    for parts in choices:
        clashes = [_clash((part,), known) for part in parts]
        if all(clashes):
            return clashes[0]
    return None


def _sort(
    condition: Condition | None, sure: dict[str, list[Condition]], choices: list[tuple[Condition, ...]]
) -> None:
    """Puts what a condition in normal form demands into `sure`, and what it leaves open into `choices`."""
    match condition:
        case All(parts):
            for part in parts:
                _sort(part, sure, choices)
        case Any(parts):
            choices.append(parts)
        case Not(part):
            sure[next(facts_of(part))].append(condition)
        case Flag(fact) | Choice(fact, _) | Number(fact, _, _, _):
            sure[fact].append(condition)


def _chosen_twice(clash: list[Condition]) -> bool:
    return not any(isinstance(part, Not | Number | Flag) for part in clash)


def _contradict(facts: list[Condition]) -> bool:
    """Whether statements about one fact exclude one another."""
    if any(isinstance(part, Not) and part.part in facts for part in facts):
        return True
    if len({part.value for part in facts if isinstance(part, Choice)}) > 1:
        return True
    return _empty([part for part in facts if isinstance(part, Number)])


def _empty(numbers: list[Number]) -> bool:
    """Whether no number fulfils all comparisons; those in two units are not compared."""
    if len({number.unit for number in numbers}) > 1:
        return False
    low, high = (-math.inf, False), (math.inf, False)  # the bound, and whether it is itself shut out
    allowed: set[float] | None = None
    for _, op, value, _ in numbers:
        if isinstance(value, tuple):
            allowed = set(value) if allowed is None else allowed & set(value)
        elif op in (">", ">="):
            low = max(low, (value, op == ">"))
        elif op in ("<", "<="):
            high = min(high, (value, op == "<="))
        elif op == "=":
            low, high = max(low, (value, False)), min(high, (value, True))
    below, above = (low[0], low[1]), (high[0], not high[1] and high[0] != math.inf)
    if allowed is not None:
        return not any(_within(value, below, above) for value in allowed)
    return below[0] > above[0] or (below[0] == above[0] and (below[1] or above[1]))


def _within(value: float, low: tuple[float, bool], high: tuple[float, bool]) -> bool:
    over = value > low[0] or (value == low[0] and not low[1])
    return over and (value < high[0] or (value == high[0] and not high[1]))
