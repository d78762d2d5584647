"""Rows of mechanics that two places of the rules state differently, and targets and margins.

In: a rulebook with its mechanics. Out: Disagreements among the rules, their questions, notes and
examples: the same value under the same condition by another amount, or under the contrary; a value of a
choice that one place names and no other; a test's target, a margin of an opposed roll. A rule and its
exception, and steps of one scale, are no contradiction. The sheet's targets are held against them here
too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from vfdoc.model import Rulebook
from vfdoc.model.comparison import Difference, Verdict
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Margin,
    Mechanics,
    Modifier,
    OpposedResult,
    Test,
    leaves_of,
)
from vfdoc.model.session import settled
from vfdoc.verdicts.conditions import equivalent, fact_set
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide
from vfdoc.verdicts.disagreements.sheet_rows import doubted_places, is_sure, side_in, side_of
from vfdoc.verdicts.row_verdicts import Known, known, said_amount, verdict

_MOST = 24  # rows of one case that are held against one another


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The targets of the edition's sheets that its rules have otherwise."""
    if rulebook.mechanics is not None and not rulebook.mechanics.undescribed:
        yield from _tests(rulebook.mechanics.tests, sheet=True)


def among_rules(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The rows of the rules, their notes, questions and examples that two places say differently."""
    mechanics = rulebook.mechanics
    if mechanics is not None and not mechanics.undescribed:
        yield from _among(mechanics)


@settled
def _among(mechanics: Mechanics) -> tuple[Disagreement, ...]:
    return tuple(_found_among(mechanics))


def _found_among(mechanics: Mechanics) -> Iterator[Disagreement]:
    of = known(mechanics)
    doubted = doubted_places(mechanics)
    rows = [m for m in mechanics.modifiers if m.origin != "sheet" and m.of and is_sure(m, doubted)]
    cases: dict[Hashable, list[Modifier]] = defaultdict(list)
    for row in (one for each in rows for one in _alternatives(each)):
        if row.when is not None or row.per is not None:
            cases[row.of, row.unit, row.operation, row.per, fact_set(row.when)].append(row)
    for same in cases.values():
        if len({row.section for row in same}) > 1:
            yield from _apart(same[:_MOST], of)
    yield from _named(rows, [m for m in mechanics.modifiers if m.origin != "sheet"])
    yield from _tests(mechanics.tests, sheet=False)
    for opposed in mechanics.opposed:
        if opposed.origin == "rules":
            yield from _margins(opposed.results, opposed.restated)


class _Case:
    """Rows of one value that ask the same facts. What two of them come to is worked out once for
    all that mean the same: most say what the others say."""

    def __init__(self, rows: Sequence[Modifier], of: Known) -> None:
        meanings: dict[Hashable, int] = {}
        self.rows, self._of = rows, of
        self._meanings = [
            meanings.setdefault(
                (row.of, row.operation, row.amount, row.unit, row.per, row.limit, row.when), at
            )
            for at, row in enumerate(rows)
        ]
        self._verdicts: dict[tuple[int, int], Verdict] = {}
        self._sides: dict[int, DisagreementSide] = {}

    def verdict(self, one: int, other: int) -> Verdict:
        """Whether two of the rows say the same."""
        key = self._meanings[one], self._meanings[other]
        if key not in self._verdicts:
            self._verdicts[key] = verdict(self.rows[one], self.rows[other], self._of)
        return self._verdicts[key]

    def side(self, at: int) -> DisagreementSide:
        """What one of the rows says, at its place."""
        if at not in self._sides:
            self._sides[at] = side_of(self.rows[at])
        return self._sides[at]


def _apart(rows: Sequence[Modifier], of: Known) -> Iterator[Disagreement]:
    """Rows of one value that ask the same facts, in different sections."""
    case = _Case(rows, of)
    met = _same_pairs(case)
    for place, row in enumerate(rows):
        for before, earlier in enumerate(rows[:place]):
            if earlier.section == row.section or frozenset((row.id, earlier.id)) in met:
                continue
            found = _contradiction(case.verdict(before, place))
            if found is None or _has_both(case, before, place):
                continue
            aspect, old, new = found
            yield _minority(case, before, place, Difference(aspect, old, new))


def _alternatives(row: Modifier) -> list[Modifier]:
    """A row for each of the cases that it names side by side."""
    if not isinstance(row.when, Any):
        return [row]
    return [replace(row, when=part) for part in row.when.parts]


def _same_pairs(case: _Case) -> set[frozenset[str]]:
    return {
        frozenset((one.id, other.id))
        for place, one in enumerate(case.rows)
        for before, other in enumerate(case.rows[:place])
        if case.verdict(place, before).same
    }


def _contradiction(found: Verdict) -> Difference | None:
    """The only difference of two rows, where it makes them contradict: amount, polarity, or a distance."""
    differences = found.differences
    if len(differences) != 1 or differences[0].aspect not in ("amount", "polarity", "threshold"):
        return None
    if differences[0].aspect == "threshold" and '"' not in differences[0].old:
        return None  # steps of one scale: three or four units, five and more
    return differences[0]


def _has_both(case: _Case, one: int, other: int) -> bool:
    """Whether one section says both: then they are two cases, or a rule and its exception."""

    def says(section: str, wanted: int) -> bool:
        return any(
            row.section == section and case.verdict(at, wanted).same for at, row in enumerate(case.rows)
        )

    return says(case.rows[one].section, other) or says(case.rows[other].section, one)


def _minority(case: _Case, earlier: int, later: int, found: Difference) -> Disagreement:
    """The disagreement, at the place that fewer side with; of two that stand alone, the later one."""
    rows = case.rows
    others = range(len(rows))
    as_earlier = [at for at in others if at != earlier and case.verdict(at, earlier).same]
    as_later = [at for at in others if at != later and case.verdict(at, later).same]
    here, there = (
        side_in(rows[later], found.aspect, found.new),
        side_in(rows[earlier], found.aspect, found.old),
    )
    more = [(case.side(at), 1) for at in as_earlier] + [(case.side(at), 0) for at in as_later]
    if len(as_later) > len(as_earlier):
        here, there = there, here
        more = [(side, 1 - agrees) for side, agrees in more]
    return Disagreement(here, there, found.aspect, "error", rows[earlier].of or "?", tuple(more))


def _named(rows: Iterable[Modifier], witnesses: Sequence[Modifier]) -> Iterator[Disagreement]:
    """Rows that name several values of a choice, where elsewhere the same is said of only some of them
    and nowhere, not even by a row that is doubtful, of the others alone."""
    like: dict[Hashable, list[Modifier]] = defaultdict(list)
    for row in rows:
        if row.when is not None and row.origin == "rules":
            like[row.of, said_amount(row), row.per].append(row)
    for same in like.values():
        wide = {repr(row.when): row for row in reversed(same) if _listed(row)}
        for row in list(wide.values())[:_MOST]:
            fact, values = next(iter(_listed(row).items()))
            narrow = [r for r in same if r.section != row.section and _only(r, fact) and not _listed(r)]
            told = {
                value
                for r in witnesses
                if (r.of, r.per) == (row.of, row.per)
                and said_amount(r) == said_amount(row)
                and not _listed(r)
                for value in _only(r, fact)
            }
            alike = [r for r in narrow if fact_set(r.when) == fact_set(row.when)]
            if alike and told < values:
                said, missing = _among_values(fact, values), _among_values(fact, values - told)
                yield Disagreement(
                    side_of(row, f"if {said}")._replace(named=said),
                    side_of(alike[0], f"not if {missing}")._replace(named=missing),
                    "scope",
                    "warning",
                    row.of or "?",
                    tuple((side_of(r), 1) for r in alike[1:]),
                )


def _among_values(fact: str, values: set[str]) -> str:
    """That a choice is one of some values."""
    choices = tuple(Choice(fact, value) for value in sorted(values))
    return condition_text(choices[0] if len(choices) == 1 else Any(choices))


def _listed(row: Modifier) -> dict[str, set[str]]:
    """The choices of which a row names several values, one beside the other."""
    parts = row.when.parts if isinstance(row.when, All) else (row.when,)
    for part in parts:
        if isinstance(part, Any) and all(isinstance(leaf, Choice) for leaf in part.parts):
            facts = {leaf.fact for leaf in part.parts if isinstance(leaf, Choice)}
            if len(facts) == 1 and len(part.parts) > 1:
                return {facts.pop(): {leaf.value for leaf in part.parts if isinstance(leaf, Choice)}}
    return {}


def _only(row: Modifier, fact: str) -> set[str]:
    """The values of a choice that a row asks."""
    return {leaf.value for leaf in leaves_of(row.when) if isinstance(leaf, Choice) and leaf.fact == fact}


# Targets and margins


def _tests(tests: Sequence[Test], *, sheet: bool) -> Iterator[Disagreement]:
    """Tests of one id with different targets: a sheet's row against the rules, or two places of the rules."""
    rules: dict[str, list[Test]] = defaultdict(list)
    for test in tests:
        if test.target and test.origin != "sheet":
            rules[test.id].append(test)
    if sheet:
        held = [(t, rules[t.id]) for t in tests if t.origin == "sheet" and t.target and rules.get(t.id)]
    else:
        held = [(same[-1], same[:-1]) for same in rules.values() if len(same) > 1]
    for test, others in held:
        if all(_digits(other) != _digits(test) for other in others):
            yield Disagreement(
                _place(test), _place(others[0]), "target", "error", f"{test.id} test",
                tuple((_place(other), 1) for other in others[1:]),
            )  # fmt: skip


def _digits(test: Test) -> str:
    return "".join(c for c in test.target or "" if c.isdigit())


def _place(test: Test) -> DisagreementSide:
    words = test.success or test.target or ""
    return DisagreementSide(test.section, test.document, test.line, 0, words, test.target or "")


def _margins(stated: Sequence[OpposedResult], restated: Sequence[OpposedResult]) -> Iterator[Disagreement]:
    """A result of an opposed roll that another section ties to another margin."""
    seen: set[str] = set()
    for again in restated:
        for first in stated:
            same = first.side == again.side and set(again.effects) <= set(first.effects)
            if not same or first.margin is None or again.margin is None or again.section in seen:
                continue
            if first.margin.value == again.margin.value and _contradict(first, again):
                seen.add(again.section)
                yield Disagreement(
                    _result(again), _result(first), "threshold", "error", f"{again.side} {again.effects[0]}"
                )


def _contradict(first: OpposedResult, again: OpposedResult) -> bool:
    loose = {first.margin.op, again.margin.op} if first.margin and again.margin else set()
    return loose in ({">", ">="}, {"<", "<="}) and (again.when is None or equivalent(first.when, again.when))


def _result(result: OpposedResult) -> DisagreementSide:
    told = _margin_text(result.margin)
    named = told if result.margin else ""
    return DisagreementSide(result.section, result.document, result.line, 0, result.text, told, named)


def _margin_text(margin: Margin | None) -> str:
    return f"margin {margin.op} {margin.value}" if margin else "any margin"
