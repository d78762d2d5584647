"""Rows of mechanics that differ between a sheet and its rules.

In: a rulebook with its mechanics. Out: Disagreements of amount, polarity, threshold, scope and limit,
and rows of the sheet that no rule says. A row is passed over whose condition was not wholly read. Rows
of different facts are two rules; a boundary that both word loosely is no difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from vfdoc.model import Rulebook, Severity, tables_of
from vfdoc.model.comparison import Aspect, Difference, Verdict
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import (
    All,
    Choice,
    Condition,
    Mechanics,
    Modifier,
    Not,
    leaves_of,
)
from vfdoc.model.session import settled
from vfdoc.verdicts.conditions import fact_set
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide
from vfdoc.verdicts.pairs import StatementPair, pair_statements
from vfdoc.verdicts.rewritten import alternatives
from vfdoc.verdicts.row_verdicts import Known, RowStatement, known, row_statements, said_amount, verdict

_RESTATES = 0.6  # of a sheet's rows, the share that rules say too where the sheet is a digest of them
_MOST = 30_000  # pairs of rows that are looked at
_WITNESSES = 64  # other rows of a value that are asked which side they take
_OF_CONDITIONS = ("condition", "polarity", "scope", "threshold")  # aspects of which conditions are said
_SAID = "said."  # what a fact begins with that was made from words nobody knows


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The rows of the edition's sheets that its rules say otherwise, or do not know; none of a game that
    nobody describes, whose rows are only proposed."""
    mechanics = rulebook.mechanics
    if mechanics is None or mechanics.undescribed:
        return
    of = known(mechanics)
    for row, found in _among(mechanics):
        yield _labelled(found, rulebook, row, of) if row is not None else found


@settled
def _among(mechanics: Mechanics) -> tuple[tuple[Modifier | None, Disagreement], ...]:
    """What the rows of sheets say otherwise, each with the row, and (None) what no rule says."""
    return tuple(_found_among(mechanics))


def _found_among(mechanics: Mechanics) -> Iterator[tuple[Modifier | None, Disagreement]]:
    of = known(mechanics)
    doubted = doubted_places(mechanics)
    rules, sheet = (
        row_statements([m for m in mechanics.modifiers if m.origin == origin and is_sure(m, doubted)], of)
        for origin in ("rules", "sheet")
    )
    told = [pair for pair in _pairs(rules, sheet, of) if pair.new]
    digest = sum(bool(p.old) and p.verdict.same for p in told) >= _RESTATES * len(told)
    for pair in told:
        if pair.old:
            for found in _paired(pair, mechanics, of, digest=digest):
                yield pair.new[0].row, found
        elif digest and not _covered(pair.new[0], rules) and not _has_unread_rule(pair.new[0].row, mechanics):
            yield None, _unknown(pair.new[0].row, mechanics)


def _pairs(
    rules: Sequence[RowStatement], sheet: Sequence[RowStatement], of: Known
) -> Iterator[StatementPair]:
    """The statements of both sides paired; where there are very many, those of each value by themselves,
    and those of a value that has too many of its own left alone."""
    if not rules or not sheet:
        return
    if len(rules) * len(sheet) <= _MOST:
        yield from pair_statements(rules, sheet, of)
        return
    families: dict[str, tuple[list[RowStatement], list[RowStatement]]] = defaultdict(lambda: ([], []))
    for side, rows in enumerate((rules, sheet)):
        for statement in rows:
            value = statement.row.of or ""
            families[of.kinds.get(value, value)][side].append(statement)
    for ours, theirs in families.values():
        if len(ours) * len(theirs) <= _MOST:
            yield from pair_statements(ours, theirs, of)


def _labelled(found: Disagreement, rulebook: Rulebook, row: Modifier, of: Known) -> Disagreement:
    """The same, at the first cell of its row in a table where the case is named there: a case that the
    changed value implies is named by that."""
    if found.aspect != "scope" or found.here.says.removeprefix("only if ") in _implied(row, of):
        return found
    section = next(s for s in rulebook.sections() if s.anchor == row.section)
    for printed in (r for table in tables_of(section.blocks) for r in table.rows if r.line == row.line):
        first = next((cell for cell in printed.cells if cell.text), None)
        if first is not None and first.column < row.column:
            return found._replace(here=found.here._replace(column=first.column, quote=first.text))
    return found


def _implied(row: Modifier, of: Known) -> set[str]:
    """The choices that a row's value implies, as they are said."""
    return {condition_text(Choice(*choice)) for choice in of.implies.get(row.of or "", ())}


def doubted_places(mechanics: Mechanics) -> set[tuple[str, int, int]]:
    """The places of rows that were not read wholly."""
    return {(doubt.document, doubt.line, doubt.column) for doubt in mechanics.doubts}


def is_sure(row: Modifier, doubted: set[tuple[str, int, int]]) -> bool:
    """Whether a row's condition was read wholly: no words of it are left over, and it can hold."""
    if (row.document, row.line, row.column) in doubted:
        return False
    if any(fact.startswith(_SAID) for fact in row.facts):
        return False
    return not any(map(_impossible, alternatives(row.when)))


def _impossible(condition: Condition | None) -> bool:
    """Whether a condition asks one fact for two values at once."""
    if not isinstance(condition, All):
        return False
    chosen = [part for part in condition.parts if isinstance(part, Choice)]
    return len({choice.fact for choice in chosen}) < len(chosen)


# A sheet and its rules


def _paired(pair: StatementPair, mechanics: Mechanics, of: Known, *, digest: bool) -> Iterator[Disagreement]:
    rule, row = pair.old[0].row, pair.new[0].row
    if rule.condition == row.condition:  # the same words, which stand among others
        return
    found = _telling(pair.verdict, rule, row, of, digest=digest)
    if found is None:
        return
    difference, severity = found
    there = pair.old[0].row if len(pair.old) == 1 else min((s.row for s in pair.old), key=lambda m: m.line)
    yield Disagreement(
        side_in(row, difference.aspect, difference.new),
        side_in(there, difference.aspect, difference.old),
        difference.aspect,
        severity,
        row.of or "?",
        _siding(mechanics, there, row, of),
        omits=difference.new == "—" and difference.aspect in ("scope", "condition", "limit"),
    )


def _telling(
    verdict: Verdict, rule: Modifier, row: Modifier, of: Known, *, digest: bool
) -> tuple[Difference, Severity] | None:
    """The difference that makes two rows contradict, and how grave it is; None where they are two rules.

    Beside another difference one case may be left out or added, and what the values imply.
    """
    found = [d for d in verdict.differences if d.aspect != "boundary"]
    if not found or verdict.note:
        return None
    scopes = [d for d in found if d.aspect == "scope" and "—" in (d.old, d.new)]
    others = [d for d in found if d not in scopes]
    shared = fact_set(rule.when) & fact_set(row.when)
    implied = _implied(rule, of) | _implied(row, of)
    if sum(d.old not in implied and d.new not in implied for d in scopes) > 1:
        return None
    if not others:
        judged = [_scope(each, rule, row, digest=digest) for each in scopes]
        return min((each for each in judged if each), key=lambda each: each[1] == "note", default=None)
    plain = [d for d in others if d.aspect in ("amount", "limit", "value")]
    asked = [d for d in others if d not in plain]
    if len(asked) > 1 or (asked and plain):
        return None
    difference = others[0]
    if difference.aspect == "condition":
        return (difference, "warning") if digest and shared else None
    if scopes and not (shared or rule.when is None or row.when is None):
        return None
    return difference, "error"


def _scope(
    difference: Difference, rule: Modifier, row: Modifier, *, digest: bool
) -> tuple[Difference, Severity] | None:
    """A case that one side alone names. What a short sheet leaves out is a note, unless it is the kind of
    unit or of attack that the row is about; what it adds is more than a digest says."""
    one, other = difference.old, difference.new
    if other != "—":
        return (difference, "warning") if digest or one != "—" else None
    named = {condition_text(leaf) for leaf in _choices(rule.when)}
    told = set(one.split(" or "))
    return difference, "warning" if told <= named else "note"


def _choices(condition: Condition | None) -> Iterator[Condition]:
    """The choices that a condition makes, denied ones too."""
    for leaf in leaves_of(condition):
        if isinstance(leaf, Choice):
            yield leaf
            yield Not(leaf)


def _unknown(row: Modifier, mechanics: Mechanics) -> Disagreement:
    """A row that no rule says; the nearest, of the same value by the same amount, is shown beside it."""
    like = (
        (other.of != row.of, said_amount(other) != said_amount(row), other.per != row.per, other.line, other)
        for other in mechanics.modifiers
        if other.origin == "rules" and (other.of == row.of or other.per == row.per)
    )
    nearest = min(like, key=lambda each: each[:4], default=None)
    there = (
        side_of(nearest[4]) if nearest else DisagreementSide(row.section, row.document, 0, 0, "", "no rule")
    )
    return Disagreement(side_of(row), there, "value", "warning", row.of or "?", unmatched=True)


def _covered(statement: RowStatement, rules: Sequence[RowStatement]) -> bool:
    """Whether some rule says the same thing without a condition, or the row has nothing to hold on to."""
    row = statement.row
    if row.when is None and row.per is None:
        return True
    return not any(rule.row.of == row.of for rule in rules) or any(
        (rule.row.of, rule.row.per, said_amount(rule.row)) == (row.of, row.per, said_amount(row))
        and rule.row.when is None
        for rule in rules
    )


def _has_unread_rule(row: Modifier, mechanics: Mechanics) -> bool:
    """Whether a rule that was not wholly read makes the same change: then nobody knows that none says it."""
    return any(
        (rule.of, rule.per, said_amount(rule)) == (row.of, row.per, said_amount(row))
        for rule in mechanics.modifiers
        if rule.origin == "rules" and rule.unread
    )


# Places


def side_of(row: Modifier, says: str | None = None) -> DisagreementSide:
    """A row as one side of a disagreement: what it says of the respect in which they differ, or all."""
    place = row.section, row.document, row.line, row.column, row.condition
    if says or row.when is None:
        return DisagreementSide(*place, says or said_amount(row))
    when = condition_text(row.when)
    return DisagreementSide(*place, f"{said_amount(row)} if {when}", when)


def side_in(row: Modifier, aspect: Aspect, says: str) -> DisagreementSide:
    """A row as one side of a disagreement in some respect, of which it says that; "—" where nothing."""
    if says == "—":
        return side_of(row)
    if aspect not in _OF_CONDITIONS:
        return side_of(row, says)
    return side_of(row, f"only if {says}" if aspect == "scope" else f"if {says}")._replace(named=says)


def _siding(
    mechanics: Mechanics, rule: Modifier, row: Modifier, of: Known
) -> tuple[tuple[DisagreementSide, int], ...]:
    """The other places of the edition that say as the rule (1) or as the sheet (0)."""
    out = []
    same = (m for m in mechanics.modifiers if m.of == rule.of and m.id not in (rule.id, row.id))
    for other in islice(same, _WITNESSES):
        if verdict(rule, other, of).same:
            out.append((side_of(other), 1))
        elif verdict(other, row, of).same:
            out.append((side_of(other), 0))
    return tuple(out)
