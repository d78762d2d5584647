"""A printed sheet held against the rules: every row agrees, differs, omits a condition, is worded anew and
not compared, or cannot be traced.

In: two rulebooks with their mechanics, the rules (whatever documents count as such) and the sheet. Out:
AuditRows in the order of the sheet, then what the rules have and the sheet lacks, and how much of the
rules' tests, modifiers and moves stands on it. Rows are found and compared as house rules are; what a
table of the sheet narrows is asked beside that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.compare.audit_context import AuditContext, differences_text
from vfdoc.compare.house import house_rules
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import Difference, RowChange
from vfdoc.model.mechanics import Mechanics
from vfdoc.model.sheet import AuditRow, AuditVerdict, Lack
from vfdoc.verdicts.described_values import Describers, RowDescriber
from vfdoc.verdicts.disagreements import Disagreement
from vfdoc.verdicts.row_verdicts import known, row_statements
from vfdoc.verdicts.values import Concepts, LookupEntry, entries, same_printed

_ABSENT = ("—", "no limit")
_LIMITING = ("scope", "condition", "limit")
_SAYS: dict[AuditVerdict, str] = {"differs": "differs", "omits": "says more"}
_MOVES = frozenset({"move", "moves", "movement", "movements"})


class AuditedRows(NamedTuple):
    """The rows of a printed sheet, what it lacks, and how many of the stated rows it covers."""

    rows: tuple[AuditRow, ...]
    lacks: tuple[Lack, ...]
    covered: int
    stated: int


def audit(rules: Rulebook, printed: Rulebook, glossary: Glossary | None = None) -> AuditedRows:
    """The sheet `printed` against `rules`, both with their mechanics."""
    printed = _as_printed(printed)
    found = house_rules(rules, printed, glossary)
    before = rules.mechanics or Mechanics(rules.edition.id)
    after = printed.mechanics or Mechanics(printed.edition.id)
    told = [row for row in (*found.rows, *found.same_rows) if row.kind != "unmentioned"]
    sides = RowDescriber(rules, before, glossary), RowDescriber(printed, after, glossary)
    narrowed = _narrowed(before, after, sides)
    context = AuditContext(rules, printed, sides, glossary or Glossary())
    aside = _set_aside(before)
    rows = [
        _with(context.reviewed(_row(change, aside)._replace(text=change.new or "")), narrowed)
        for change in sorted(told, key=lambda row: row.new_line or 0)
    ]
    lacks = [_lack(row) for row in found.rows if row.kind == "unmentioned"]
    lacks += _no_moves(before, after, sides[0])
    stated = _stated(before)
    others = {sides[0].entry(e).topic for e in entries(before.lookups) if not is_move(e.lookup)}
    missed = min(stated, sum(lack.row not in others for lack in lacks))
    return AuditedRows(tuple(rows), _located(lacks, rules), stated - missed, stated)


def settled(audited: AuditedRows, found: Iterable[Disagreement]) -> AuditedRows:
    """The audit of an edition's own sheet, whose disagreements with its rules are known: a row differs, or
    omits a condition, where there is such a one at its line, and nowhere else. What only the nearest rule
    says otherwise is not compared."""
    by_line: dict[tuple[int, AuditVerdict], Disagreement] = {}
    for each in found:
        by_line.setdefault((each.here.line, "omits" if each.omits else "differs"), each)
    rows = [
        row._replace(
            verdict="unverified",
            message=f"the nearest rule {_SAYS[row.verdict]}: {row.message}",
            differences=(),
        )
        if row.verdict in _SAYS and (row.line, row.verdict) not in by_line
        else row
        for row in audited.rows
    ]
    told = {(row.line, row.verdict) for row in rows}
    for (line, verdict), each in sorted(by_line.items()):
        at = (n for n, row in enumerate(rows) if row.line == line and row.verdict not in _SAYS)
        place = next(at, None) if (line, verdict) not in told else None
        if place is not None:
            message = f"{each.there.says} in the rules, {each.here.says} on the sheet"
            rows[place] = rows[place]._replace(
                verdict=verdict, section=each.there.section or rows[place].section, message=message
            )
    return audited._replace(rows=tuple(rows))


def _as_printed(sheet: Rulebook) -> Rulebook:
    """The sheet without rows that an edition lays in the place of one read at the same line: what is played
    there says no more than what is printed, which is audited."""
    if sheet.mechanics is None:
        return sheet
    read = {(row.id, row.line) for row in sheet.mechanics.modifiers}
    kept = tuple(
        row for row in sheet.mechanics.modifiers if not any((id, row.line) in read for id in row.replaces)
    )
    return replace(sheet, mechanics=replace(sheet.mechanics, modifiers=kept))


def _set_aside(rules: Mechanics) -> frozenset[str]:
    """The ids of the rules' rows that are not played: a row of another text prevails over them."""
    own = {row.id for row in rules.modifiers}
    return frozenset(row for row, by in rules.restated if by not in own).union(rules.overruled)


def _row(change: RowChange, aside: frozenset[str]) -> AuditRow:
    """What a row of the sheet says of the rules. One that differs from a rule that an erratum sets aside
    differs nonetheless, and the message says so."""
    differences = change.verdict.differences
    line, section = change.new_line, change.old_section
    if change.kind == "added":
        return AuditRow(change.row, line, "untraceable", None, change.new or "")
    if change.kind in ("same", "reworded"):
        return AuditRow(change.row, line, "agrees", section, differences_text(differences))
    if change.kind == "unverified":
        return AuditRow(change.row, line, "unverified", section, f"{change.old or '?'} in the rules")
    limiting = (d.aspect in _LIMITING and d.new in _ABSENT for d in differences)
    verdict: AuditVerdict = "omits" if differences and all(limiting) else "differs"
    message = (
        differences_text(differences) or f"{change.old or '?'} in the rules, {change.new or '?'} on the sheet"
    )
    rule = change.rows[0]
    if rule is not None and rule.id in aside:
        message = f"{message}; an erratum sets the rule aside"
    return AuditRow(change.row, line, verdict, section, message, differences)


def _lack(change: RowChange) -> Lack:
    return Lack(change.row, change.old or "", change.old_section or "", change.old_line)


def _located(lacks: Iterable[Lack], rules: Rulebook) -> tuple[Lack, ...]:
    """What is lacked, with the document and file of the rules in which it stands."""
    known = {section.anchor: section.document for section in rules.sections()}
    files = {document.id: document.source.file for document in rules.documents}
    found = ((lack, known.get(lack.section)) for lack in lacks)
    return tuple(lack._replace(document=at, file=files.get(at) if at else None) for lack, at in found)


def is_move(lookup: str) -> bool:
    """Whether a table is one of moves, by its id."""
    return bool(_MOVES & set(lookup.split("-")))


def _stated(rules: Mechanics) -> int:
    """The tests, modifiers and moves that the rules state, each once."""
    tests = {test.id for test in rules.tests if test.target}
    moves = {(entry.key, entry.value) for entry in entries(rules.lookups) if is_move(entry.lookup)}
    return len(tests) + len(row_statements(rules.modifiers, known(rules))) + len(moves)


def _no_moves(before: Mechanics, after: Mechanics, describer: RowDescriber) -> Iterator[Lack]:
    """The moves of the rules, where the sheet has none at all."""
    if any(is_move(lookup.id) for lookup in after.lookups):
        return
    for entry in entries(before.lookups):
        if is_move(entry.lookup):
            placed = describer.entry(entry)
            yield Lack(placed.topic, placed.value, placed.section, placed.line)


class _Narrowed(NamedTuple):
    """An entry of the rules that the sheet gives for a part of its cases only, and what it gives the rest."""

    line: int
    section: str
    rules: str
    rest: str


def _narrowed(before: Mechanics, after: Mechanics, sides: Describers) -> list[_Narrowed]:
    """Entries of the rules whose only counterpart asks more than they do, where the rest of their cases
    fall under an entry for all others, with another value: all infantry, and only infantry in line."""
    of: tuple[Concepts, Concepts] = sides[0].concepts, sides[1].concepts
    theirs, mine = list(entries(before.lookups)), list(entries(after.lookups))
    keyed = [(of[1](" ".join(entry.key)), entry) for entry in mine]
    found = []
    for rule in theirs:
        key = of[0](" ".join(rule.key))
        alike = [(k, e) for k, e in keyed if e.lookup == rule.lookup and key and key <= k]
        others = [e for _, e in keyed if e.lookup == rule.lookup and not sides[1].terms(" ".join(e.key))]
        if len(alike) != 1 or alike[0][0] == key or not others or _narrower(rule, key, theirs, of[0]):
            continue
        if not same_printed(others[0].value, rule.value):
            entry = alike[0][1]
            found.append(_Narrowed(entry.line, rule.section, " ".join(rule.key), others[0].value))
    return found


def _narrower(rule: LookupEntry, key: frozenset[str], theirs: Sequence[LookupEntry], of: Concepts) -> bool:
    """Whether the rules themselves have an entry for a part of the cases of this one."""
    return any(e is not rule and e.lookup == rule.lookup and key < of(" ".join(e.key)) for e in theirs)


def _with(row: AuditRow, narrowed: Sequence[_Narrowed]) -> AuditRow:
    for each in narrowed:
        if row.line == each.line and row.section == each.section and row.verdict == "agrees":
            difference = Difference("scope", each.rules, f"the rest: {each.rest}")
            return row._replace(
                verdict="differs", message=differences_text([difference]), differences=(difference,)
            )
    return row
