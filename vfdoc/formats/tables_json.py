"""Mechanics: the JSON of `tables`, which other programs play."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any as Anything
from typing import Literal, cast

from msgspec import UNSET, UnsetType

from vfdoc.formats.conditions import Speech, condition_words, speech
from vfdoc.formats.labels import label_language, labels
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.tables import (
    ActsOn,
    ArmShape,
    CapShape,
    CaseShape,
    ComparedShape,
    ContradictionShape,
    ConventionShape,
    FactShape,
    GivenShape,
    IdleShape,
    LookupRowShape,
    LookupShape,
    ModifierShape,
    OpposedResultShape,
    OpposedShape,
    ProcedureShape,
    ReadShape,
    ResultRowShape,
    ResultsShape,
    SpanShape,
    StatementShape,
    StepShape,
    SumLimitShape,
    TablesShape,
    TermShape,
    TestShape,
    ValueShape,
)
from vfdoc.model import Rulebook
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Comparison,
    Condition,
    ConditionSpan,
    Flag,
    HalfOf,
    KnownFact,
    Lookup,
    LookupRow,
    Mechanics,
    Modifier,
    Not,
    Number,
    Operation,
    Opposed,
    OpposedResult,
    ProposedStatement,
    Statement,
    Test,
    ValueOf,
    read_counts,
)
from vfdoc.model.procedures import Compared, Procedure, ProcedureStep, Summand
from vfdoc.play.conventions import Arithmetic
from vfdoc.play.tables import Tables
from vfdoc.play.tables import tables as play_tables

_WANTED = re.compile(r"\s*([<>]=?|=)\s*(\S.*)")
_DIGITS = re.compile(r"\d+")
_OPPOSED = "opposed"
_OPEN = "…"
_NUMBER = 987654  # stands in a clause where its number will
_VALUES: dict[str, str | int] = {
    "round-down": "down", "round-up": "up", "minimum-one": 1, "natural-one": 1, "natural-six": 6,
}  # fmt: skip
ALWAYS: dict[str, Anything] = {"all": []}
"""The tree of no condition: all of none holds."""


def tables_json(rulebook: Rulebook, mechanics: Mechanics) -> bytes:
    """`tables --format json`."""
    files = {document.id: document.source.file for document in rulebook.documents}
    restated, once, replaces = dict(mechanics.restated), defaultdict(list), defaultdict(list)
    for row, other in mechanics.once:
        once[row].append(other)
    for row, other in mechanics.replaces:
        replaces[row].append(other)
    played, overruled = play_tables(mechanics), mechanics.overruled
    said = _speech(rulebook)
    asked = {fact.id: fact for each in played.procedures.values() for fact in each.facts}
    counted_by = _executed_conventions(played)
    tests = {test.id for test in mechanics.tests}
    base = rulebook.edition.amends if mechanics.edition in laid_over(mechanics) else None

    def of_edition(row: Modifier) -> str | UnsetType:
        head = row.section.partition(":")[0]
        return UNSET if base is None else mechanics.edition if head == mechanics.edition else base

    return encode(
        TablesShape(
            edition=mechanics.edition,
            tests=[_test(t, mechanics, files) for t in mechanics.tests],
            modifiers=[
                modifier_shape(
                    m,
                    files,
                    restated.get(m.id),
                    once[m.id],
                    replaces[m.id],
                    of_edition(m),
                    overruled=m.id in overruled,
                    of_roll=m.of in tests,
                )
                for m in mechanics.modifiers
            ],
            lookups=[
                *(_lookup(x, files) for x in mechanics.lookups),
                *(_lookup(x, files, "proposed") for x in mechanics.proposed_lookups),
            ],
            conventions=[
                ConventionShape(
                    c.id,
                    c.of,
                    _VALUES.get(c.id, True),
                    c.section,
                    c.document,
                    files[c.document],
                    c.line,
                    c.id in counted_by or None,
                )
                for c in mechanics.conventions
            ],
            values=[
                ValueShape(
                    v.id,
                    v.name,
                    v.unit,
                    list(v.covers),
                    dict(v.implies),
                    base=UNSET if v.base is None else v.base,
                    least=UNSET if v.least == 0 else v.least,
                    most=UNSET if v.most is None else v.most,
                )
                for v in mechanics.values
            ],
            facts=[
                FactShape(
                    id=f.id,
                    kind=f.kind,
                    unit=f.unit,
                    values=list(f.values),
                    default=f.default,
                    implies=dict(f.implies),
                    follows=_follows(f),
                    exclusive=list(f.excludes),
                    label=_label(f, said),
                    role=f.id.rpartition(".")[0] or None,
                    origin="edition" if f.stated else "glossary",
                    one_side=f.one_side or UNSET,
                )
                for f in (asked | {fact.id: fact for fact in mechanics.facts}).values()
            ],
            opposed=[_opposed(o, files) for o in mechanics.opposed],
            statements=[
                *(_statement(s, mechanics, files) for s in mechanics.statements),
                *(_proposed(s, files) for s in mechanics.proposed),
            ],
            caps=list(_caps(rulebook, mechanics, files)),
            limits=[
                SumLimitShape(
                    id=each.id,
                    of=each.of,
                    least=each.least,
                    most=each.most,
                    section=each.section,
                    document=each.document,
                    file=files[each.document],
                    line=each.line,
                    status="proposed" if mechanics.undescribed else UNSET,
                )
                for each in mechanics.sums
            ],
            given=[
                GivenShape(
                    of=b.of,
                    amount=b.amount,
                    when=when_json(b.when) or ALWAYS,
                    words=b.words,
                    section=b.section,
                    document=b.document,
                    file=files[b.document],
                    line=b.line,
                    origin=b.origin,
                )
                for b in mechanics.bases
            ],
            contradictions=[ContradictionShape(row, by) for row, by in mechanics.contradicts],
            procedures=[procedure_shape(each) for each in played.procedures.values()],
            actions=[each.id for each in mechanics.actions],
            read=ReadShape(*read_counts(mechanics)),
        )
    )


def _follows(fact: KnownFact) -> dict[str, str | list[str]]:
    """Of each choice the value that makes a fact hold, or the values any of which does."""
    values: dict[str, list[str]] = defaultdict(list)
    for name, value in fact.follows:
        values[name].append(value)
    return {name: found[0] if len(found) == 1 else found for name, found in values.items()}


def _speech(rulebook: Rulebook) -> Speech | None:
    if rulebook.wording is None or rulebook.glossary is None:
        return None
    return speech(rulebook.wording, rulebook.glossary, labels(label_language(rulebook.edition.language)))


def _label(fact: KnownFact, said: Speech | None) -> str | None:
    """A fact in the edition's language, as a condition of it reads, "…" where its value or number stands;
    where nothing words it, the words of its own name."""
    if said is None:
        return None
    if fact.kind == "flag":
        return condition_words(Flag(fact.id), said)
    if fact.kind == "choice":
        return condition_words(Choice(fact.id, _OPEN), said)
    return condition_words(Number(fact.id, "=", _NUMBER, fact.unit), said).replace(str(_NUMBER), _OPEN)


def when_json(condition: Condition | None) -> dict[str, Anything] | None:
    """A condition as the tree of the JSON."""
    match condition:
        case None:
            return None
        case Flag(fact):
            return {"fact": fact}
        case Choice(fact, value):
            return {"fact": fact, "value": value}
        case Number(number, op, value, unit):
            listed = list(value) if isinstance(value, tuple) else value
            return {"number": number, "op": op, "value": listed, **({"unit": unit} if unit else {})}
        case Not(part):
            return {"not": when_json(part)}
        case All(parts):
            return {"all": [when_json(part) for part in parts]}
        case Any(parts):
            return {"any": [when_json(part) for part in parts]}


def _test(test: Test, mechanics: Mechanics, files: dict[str, str]) -> TestShape:
    target, compare = _aim(test, mechanics)
    return TestShape(
        id=test.id,
        name=test.name,
        dice=test.dice,
        target=target,
        said=test.target,
        results=_results(test, mechanics),
        success=test.success,
        failure=test.failure,
        section=test.section,
        document=test.document,
        file=files[test.document],
        line=test.line,
        origin=test.origin,
        status="proposed" if test.proposed else "executable",
        compare=compare,
        adds=test.adds,
        count=test.count,
        kind_of=test.kind_of or UNSET,
    )


def _aim(test: Test, mechanics: Mechanics) -> tuple[int | dict[str, str] | None, Comparison | None]:
    """What the dice must come to, and how they are held against it: a number, a value, the other side's roll;
    None of what is not known, as of a lone number or range of a test that is not played."""
    said = test.target or ""
    if said == _OPPOSED or (not said and any(test.id in (o.id, *o.of) for o in mechanics.opposed)):
        return {"opposed": test.id}, None
    wanted = _WANTED.fullmatch(said)
    if wanted is not None:
        op, of = cast(Comparison, wanted[1]), wanted[2]
        known = any(value.id == of for value in mechanics.values)
        return int(of) if of.isdecimal() else {"value": of} if known else None, op
    numbers = [int(number) for number in _DIGITS.findall(said)]
    if not numbers or (test.proposed and not said.rstrip().endswith("+")):
        return numbers[0] if len(numbers) == 1 else None, None
    return numbers[0], ">="


def _results(test: Test, mechanics: Mechanics) -> ResultsShape | None:
    """What comes of the roll of a test, by its dice, where a table says it."""
    known = (*mechanics.lookups, *mechanics.proposed_lookups)
    found = next((each for each in known if test.id in (each.id, each.of)), None)
    if found is None:
        return None
    rows = [[*row.key, *row.values] for row in found.rows]
    return ResultsShape(found.id, list(found.columns), rows)


def _executed_conventions(played: Tables) -> frozenset[str]:
    """The conventions by which the edition's play counts."""
    told = {name.replace("_", "-") for name in Arithmetic.__dataclass_fields__}
    steps = [step for each in played.procedures.values() for step in each.steps]
    told |= {name for step in steps for name in (*step.says, step.barred_by, step.doubled_by) if name}
    return frozenset(told)


def acts_on(operation: Operation, *, of_roll: bool) -> ActsOn:
    """What a row of a test (`of_roll`) or of a value changes."""
    if operation == "dice":
        return "dice"
    if not of_roll:
        return "value"
    return "target" if operation == "set" else "roll"


def modifier_shape(
    m: Modifier, files: dict[str, str], restates: str | None = None, once: Sequence[str] = (),
    replaces: Sequence[str] = (), edition: str | UnsetType = UNSET, overruled: bool = False,
    of_roll: bool | None = None,
) -> ModifierShape:  # fmt: skip
    """A modifier in the shape of `tables`; `files` by document, `restates` the row (id) that it repeats,
    `once` those with which it counts once, `replaces` those in whose place it counts, `edition` the one
    that states it (left out where all are of one), `overruled` whether an erratum lets that row prevail,
    `of_roll` whether it is of a test (None where that is not known)."""
    idle = idle_shape(m, restates, overruled=overruled)
    amount: dict[str, str | int] | float | None
    match m.amount:
        case HalfOf(value):
            amount = {"half_of": value}
        case ValueOf(value, times):
            amount = {"value": value, "times": times}
        case _:
            amount = m.amount
    return ModifierShape(
        id=m.id,
        of=m.of,
        acts_on=None if m.of is None or of_roll is None else acts_on(m.operation, of_roll=of_roll),
        operation=m.operation,
        amount=amount,
        unit=m.unit,
        per=m.per,
        limit={m.limit.of: m.limit.most} if m.limit else None,
        condition=m.condition,
        when=None if m.unread and not m.can_be_told else when_json(m.when) or ALWAYS,
        facts=list(m.facts),
        section=m.section,
        document=m.document,
        file=files[m.document],
        line=m.line,
        column=m.column,
        origin=m.origin,
        restates=restates,
        once=list(once),
        cap=m.cap,
        replaces=list(replaces),
        status=m.status,
        unread=list(m.unread),
        stated=m.stated,
        spans=_spans(m.spans) if m.doubt is not None else UNSET,
        doubt=m.doubt if m.doubt is not None else UNSET,
        edition=edition,
        in_force=idle is None,
        why=idle,
        faces=list(m.faces) or UNSET,
        every=m.every if m.every != 1 else UNSET,
        beyond=m.beyond or UNSET,
        part=m.part or UNSET,
        within=m.within or UNSET,
        exempt_from=list(m.exempt_from) or UNSET,
    )


def idle_shape(m: Modifier, restates: str | None, *, overruled: bool) -> IdleShape | None:
    """Why a row is not executed; None of one that is."""
    if m.origin not in ("rules", "sheet"):
        return IdleShape("example", None)
    if restates is not None:
        return IdleShape("overruled" if overruled else "restates", restates)
    if m.status == "executable":
        return None
    if m.stated == "edition":
        return IdleShape("stale", None)
    if m.status == "proposed":
        return IdleShape("proposed", None)
    return IdleShape("value" if m.of is None else "unread", None)


def laid_over(mechanics: Mechanics) -> frozenset[str]:
    """The editions whose rows are laid over those of their base, as their sections say."""
    heads = (row.section.partition(":") for row in mechanics.modifiers)
    return frozenset(head for head, colon, _ in heads if colon)


def _spans(spans: Sequence[ConditionSpan]) -> list[SpanShape]:
    return [SpanShape(*span) for span in spans]


def _proposed(s: ProposedStatement, files: dict[str, str]) -> StatementShape:
    return StatementShape(
        id=s.id, kind=s.kind, action=s.action, of=[], counts=[], sections=[], rows=[], when=None, text=s.text,
        status="proposed", section=s.section, document=s.document, file=files[s.document], line=s.line,
        origin=s.origin, spans=_spans(s.spans),
    )  # fmt: skip


def _statement(s: Statement, mechanics: Mechanics, files: dict[str, str]) -> StatementShape:
    action = next((a for a in mechanics.actions if a.id == s.action and s.kind == "forbids"), None)
    when = when_json(s.when)
    assert when is not None
    return StatementShape(
        id=s.id, kind=s.kind, action=s.action or None,
        of=[s.test] if s.test else list(action.values) if action else [],
        counts=list(action.counts) if action else [], sections=list(s.sections), when=when, text=s.text,
        status="proposed" if s.kind == "results" else "executable",
        section=s.section, document=s.document, file=files[s.document], line=s.line, origin=s.origin,
        rows=list(s.rows),
    )  # fmt: skip


def _caps(rulebook: Rulebook, mechanics: Mechanics, files: dict[str, str]) -> Iterator[CapShape]:
    sections = {section.anchor: section for document in rulebook.documents for section in document.sections}
    for anchor in dict.fromkeys(m.cap for m in mechanics.modifiers if m.cap is not None):
        rows = [m for m in mechanics.modifiers if m.cap == anchor and m.limit is not None]
        section, most = sections[anchor], min(m.limit.most for m in rows if m.limit is not None)
        of = sorted({m.of for m in rows if m.of is not None})
        yield CapShape(
            id=anchor,
            of=of,
            max=most,
            min=None,
            counts="units",
            section=anchor,
            document=section.document,
            file=files[section.document],
            line=section.line,
        )


def _lookup(x: Lookup, files: dict[str, str], status: Literal["proposed"] | UnsetType = UNSET) -> LookupShape:
    file = files[x.document]
    rows = [LookupRowShape(list(r.key), list(r.values), x.document, file, r.line, _lines(r)) for r in x.rows]
    return LookupShape(
        id=x.id,
        title=x.title,
        columns=list(x.columns),
        rows=rows,
        section=x.section,
        document=x.document,
        file=file,
        line=x.line,
        origin=x.origin,
        status=status,
        dice=x.dice or UNSET,
        of=x.of if x.dice else UNSET,
    )


def amount_json(modifier: Modifier) -> str | int | float:
    """The amount of a modifier as a program reads it: a number, half of a value, or nothing."""
    if isinstance(modifier.amount, HalfOf):
        return f"half of {modifier.amount.value}"
    if isinstance(modifier.amount, ValueOf):
        return f"{modifier.amount.times} * {modifier.amount.value}"
    return "" if modifier.amount is None else modifier.amount


def _lines(row: LookupRow) -> list[int]:
    return list(row.lines) or [row.line] * len(row.values)


def procedure_shape(procedure: Procedure) -> ProcedureShape:
    """A procedure in the shape of `tables`."""
    return ProcedureShape(
        id=procedure.id,
        name=procedure.name,
        sides=list(procedure.sides),
        of_second=list(procedure.of_second),
        steps=[_step(step) for step in procedure.steps],
        section=procedure.section,
    )


def _step(step: ProcedureStep) -> StepShape:
    return StepShape(
        id=step.id,
        do=step.do,
        of=step.of,
        other=step.other,
        whom=step.whom,
        count=step.count,
        # msgspec leaves a default out where it is the very same value: one from the store is not.
        keep="passes" if step.keep == "passes" else step.keep,
        take=_terms(step.take),
        over=_terms(step.over),
        up=step.up,
        pick="sum" if step.pick == "sum" else step.pick,
        least=step.least,
        most=step.most,
        among=_terms(step.among),
        where=_where(step.where),
        when=when_json(step.when),
        says=list(step.says),
        cases=[
            CaseShape(
                id=case.id, result=case.result, where=_where(case.where), when=when_json(case.when),
                tells=dict(case.tells), section=case.section,
            )
            for case in step.cases
        ],
        columns=list(step.columns),
        rows=[ResultRowShape(row.least, row.most, list(row.results)) for row in step.rows],
        at_once=step.at_once,
        target=step.target,
        doubled_by=step.doubled_by,
        barred_by=step.barred_by,
        role=step.role,
        section=step.section,
    )  # fmt: skip


def _terms(terms: Sequence[Summand]) -> list[TermShape]:
    return [TermShape(term.of, term.times) for term in terms]


def _where(where: Sequence[Compared]) -> list[ComparedShape]:
    return [
        ComparedShape(
            each.of, each.op, TermShape(*each.value) if isinstance(each.value, Summand) else each.value
        )
        for each in where
    ]


def _opposed(o: Opposed, files: dict[str, str]) -> OpposedShape:
    return OpposedShape(
        id=o.id,
        name=o.name,
        dice=o.dice,
        of=list(o.of),
        quality=o.quality,
        margin=o.margin,
        arms=[ArmShape(arm.arm, list(arm.modifiers)) for arm in o.arms],
        others=list(o.others),
        margins=list(o.margins),
        results=[_result(r, files) for r in o.results],
        restated=[_result(r, files) for r in o.restated],
        several=o.several,
        enemies=o.enemies,
        rounds=o.rounds,
        section=o.section,
        document=o.document,
        file=files[o.document],
        line=o.line,
        origin=o.origin,
    )


def _result(r: OpposedResult, files: dict[str, str]) -> OpposedResultShape:
    margin: dict[str, int | float | str] = r.margin._asdict() if r.margin else {}
    return OpposedResultShape(
        side=r.side, margin=margin or None, when=when_json(r.when), effects=list(r.effects), text=r.text,
        section=r.section, document=r.document, file=files[r.document], line=r.line,
    )  # fmt: skip
