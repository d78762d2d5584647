"""What a test or value comes to in a situation, with every row that applied and every one that did not."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from vfdoc.model import InputError
from vfdoc.model.conditions import Not, condition_text, facts_of, leaves_of
from vfdoc.model.fingerprint import told_apart
from vfdoc.model.mechanics import Base, Condition, HalfOf, Modifier, Statement, ValueOf
from vfdoc.play.applying import Applying, applying
from vfdoc.play.arithmetic import (
    HALVES,
    Change,
    half,
    in_all,
    in_order,
    is_open,
    is_paid,
    other_orders,
    run,
    silent_of,
)
from vfdoc.play.asked_names import WANTED, added_to, asked_names, parts_of, values_within
from vfdoc.play.conditions import may_hold
from vfdoc.play.counting import cut_in_a_step, limited
from vfdoc.play.dice import D6, dice_of
from vfdoc.play.outcome import Applied, Note, NoteKind, Outcome, Passed, Reroll, noted
from vfdoc.play.situation import SOME, Known, Situation, UntoldValue
from vfdoc.play.statements import forbidding, results_changed, unforbidden
from vfdoc.play.tables import Tables
from vfdoc.play.undescribed import spoken_of

_MOST_OUTCOMES = 8000
"""The most outcomes that tables keep: those of other situations are worked out anew."""
_TARGET = re.compile(r"(?P<at_least>\d+)\s?\+|(?P<least>\d+)\s?[-–](?P<most>\d+)|(?P<exact>\d+)")


def evaluate(tables: Tables, of: str, situation: Situation, *, aimless: bool = False) -> Outcome:
    """The outcome of a test or value; InputError where the edition has none of that name, where a value's
    printed number was not told, or where a test has no target (`aimless`: none is needed)."""
    leading = tables.leading.get(of)
    if leading is None:
        asked = tables.asked.setdefault(of, asked_names(tables, of))
        leading = tables.leading[of] = tables.leading_to(asked)
    told = of, aimless, frozenset([each for each in situation.known.items() if each[0] in leading])
    found = tables.outcomes.get(told)
    if found is None:
        if len(tables.outcomes) >= _MOST_OUTCOMES:
            tables.outcomes.clear()
        found = tables.outcomes[told] = _evaluated(tables, of, situation, aimless=aimless)
    return found


def _evaluated(tables: Tables, of: str, situation: Situation, *, aimless: bool) -> Outcome:
    """The same, worked out once for what follows from what is told."""
    unread = _undescribed(tables, of, situation)
    if unread is not None:
        return unread
    value = tables.values.get(of) if of not in tables.tests else None
    situation = tables.implied(situation.assuming(dict(value.implies)) if value is not None else situation)
    return worked_out(tables, of, situation, aimless=aimless)


def worked_out(tables: Tables, of: str, situation: Situation, *, aimless: bool = False) -> Outcome:
    """The outcome of a test or value in a situation with all that follows from it, what the values come to
    that it asks among that."""
    through = tuple(_through(tables, of, situation))
    situation = situation.told({part.of: float(part.total) for part in through})
    if of in tables.values and of not in tables.tests:
        found = _value(tables, of, situation)
    else:
        found = _test(tables, of, situation, aimless=aimless)
    if not through:
        return found
    beside = (found,) if found.forbidden else (*through, found)  # of what may not be, nothing is left out
    assumed = {name: value for part in (*through, found) for name, value in part.assumed}
    return replace(
        found,
        through=through,
        assumed=tuple(sorted(assumed.items())),
        silent=tuple(dict.fromkeys(said for part in (*through, found) for said in part.silent)),
        not_computed=tuple(dict.fromkeys(row for part in beside for row in part.not_computed)),
        notes=tuple(dict.fromkeys(note for part in beside for note in part.notes)),
    )


def _through(tables: Tables, of: str, situation: Situation) -> Iterator[Outcome]:
    """The values that its rows or lookups ask as numbers, where they are told or a lookup gives them: what is
    told of a value is what is printed, which rows may change."""
    if of not in tables.within:
        tables.within[of] = tuple(v for v in values_within(tables, of) if of not in parts_of(tables, v))
    for value in tables.within[of]:
        if value in situation.known or given(tables, value, situation):
            yield evaluate(tables, value, situation)


def _undescribed(tables: Tables, of: str, situation: Situation) -> Outcome | None:
    """What the text says of a test or value that nobody describes, where there is such; None where it can be
    computed: its target is told, and it was not read to be passed otherwise than by reaching one."""
    known = tables.tests.get(of)
    if not tables.outline or of in tables.values or (of in situation.known and _reaches(tables, of)):
        return None
    if known is not None and not known.proposed:
        return None
    rows = [row for row in tables.stated if row.origin in ("rules", "sheet")]
    read = spoken_of(of, tables.proposed, rows, tables.outline)
    if read is None:
        return None
    return Outcome(
        of=of, is_test=True, total=Fraction(0), applied=(), not_applied=(), dice=None, read=read,
        not_computed=tables.named(read.rows),
        notes=tuple(_unstated(tables, {of, *(test.id for test in read.tests)})),
    )  # fmt: skip


def _reaches(tables: Tables, of: str) -> bool:
    """Whether nothing that was read of a test, which is only proposed, says that low rolls pass it or that it
    is rolled against another."""
    return not any(
        target == "opposed" or target.startswith("<")
        for target in (each.target or "" for each in tables.proposed if each.id == of)
    )


def _dice_read(tables: Tables, of: str) -> str | None:
    """The dice that the text was read to name for a test, where that is only proposed."""
    return next((each.dice for each in tables.proposed if each.id == of and each.dice), None)


def score(tables: Tables, of: str, only: Collection[str], situation: Situation) -> Outcome:
    """What the rows `only` (ids) add to a roll in a situation, and whether they decide it without one: an
    outcome that has no target."""
    candidates = [row for row in tables.stated if row.id in only and tables.is_read(row)]
    situation = tables.implied(situation)
    found = applying(tables, candidates, situation)
    applied = [
        Applied(row, limited(row, _amount(row, tables, situation) * times), times)
        for row, times in found.rows
        if row.operation in ("add", "dice")
    ]
    total = sum((a.amount or Fraction(0) for a in applied), Fraction(0))
    decide = [row for row, _ in found.rows if row.operation in ("pass", "fail") and not row.faces]
    return Outcome(
        of=of,
        is_test=True,
        total=total,
        automatic=decide[-1].operation == "pass" if decide else None,
        applied=(*applied, *(Applied(row, None) for row in decide)),
        not_applied=tuple(found.passed),
        assumed=found.asked,
    )


def _candidates(tables: Tables, of: str, situation: Situation) -> tuple[Modifier, ...]:
    """The rows of a test or value that are executed: those that were read, and those applied by hand."""
    return (*tables.rows(of), *tables.by_hand(of, situation))


def _test(tables: Tables, of: str, situation: Situation, *, aimless: bool = False) -> Outcome:
    test = tables.test(of)
    here = applying(tables, _candidates(tables, of, situation), situation)
    rows, passed, asked = here.rows, here.passed, here.asked
    applied: list[Applied] = []
    rerolls: list[Reroll] = []
    told, dice = situation.known.get(of), dice_of(test.dice or tables.dice)
    parts = [evaluate(tables, name, situation) for name in added_to(tables, of)]
    target, under, aimed = _aim(tables, test.target, situation)
    target = int(told) if isinstance(told, float | int) else target
    looked_up = given(tables, of, situation) if target is None else ()
    target = int(looked_up[0].amount) if looked_up else target
    total, automatic = Fraction(0), None
    kept, passes, fails = 0, set[int](), set[int]()
    for row, times in rows:
        match row.operation:
            case "add" | "dice":
                amount = limited(row, _amount(row, tables, situation) * times)
                applied.append(Applied(row, amount, times))
            case "pass" | "fail" if row.faces:
                (passes if row.operation == "pass" else fails).update(row.faces)
                applied.append(Applied(row, None))
            case "pass" | "fail":
                automatic = row.operation == "pass"
                applied.append(Applied(row, None))
            case "advantage" | "disadvantage":
                kept |= 1 if row.operation == "advantage" else 2
                applied.append(Applied(row, None))
            case "set" if isinstance(row.amount, int | float):
                target = int(row.amount)  # of several the last, which the text says of the fewest
                applied.append(Applied(row, None))
            case "reroll":
                rerolls.append(_reroll(row))
                applied.append(Applied(row, None))
            case _:
                passed.append(Passed(row, f"{row.operation} is no change of a roll"))
    _hold_one_result(tables, of, rows)
    forbidden, allowed = forbidding(tables, of, situation), unforbidden(tables, of, situation)
    if target is None and automatic is None and not (aimless or forbidden):
        opposed = any(each.id == of for each in tables.opposed)
        told_so = f"add --set {of}=TARGET{_or_tell(tables, of)}"
        remedy = f"ask its odds: vfdoc odds {tables.edition} {of}" if opposed else told_so
        by_dice = _given_by_dice(tables, of)
        raise InputError(f"{tables.edition} {of}", f"the text states no one target for it{by_dice}", remedy)
    natural = (tables.arithmetic.natural_one, tables.arithmetic.natural_six)
    if dice is not None and kept in (1, 2):
        dice = dice.better(1 if kept == 1 else -1)
    total, limits = in_all(tables, of, applied)
    total += sum((part.total for part in parts), Fraction(0))
    parts += [aimed] if aimed is not None and not isinstance(told, float | int) else []
    asked = tuple(sorted({*allowed.assumed, *asked}))
    for part in parts:
        asked = tuple({**dict(part.assumed), **dict(asked)}.items())
    return Outcome(
        of=of,
        is_test=True,
        total=total,
        applied=tuple(applied),
        not_applied=tuple(passed),
        target=target,
        dice=dice,
        dice_read=_dice_read(tables, of) if dice is None else None,
        automatic=automatic,
        rerolls=tuple(rerolls),
        natural=natural if dice == D6 else (None, None),
        under=under,
        faces=(frozenset(passes), frozenset(fails)),
        parts=tuple(parts),
        base=looked_up[0] if looked_up else None,
        aimed_at=aimed.of if aimed is not None and aimed in parts else None,
        limits=limits,
        assumed=asked,
        of_every=here.of_every,
        not_computed=tuple(
            dict.fromkeys(
                (*tables.not_computed(of, situation), *(n for part in parts for n in part.not_computed))
            )
        ),
        notes=tuple(
            dict.fromkeys(
                (
                    *_cut(tables, of, here, situation),
                    *_choices(tables, of, here, situation, aimless=aimless),
                    *_contradictions(tables, of, situation, aimless=aimless),
                    *_unstated(tables, {of}),
                    *(note for part in parts for note in part.notes),
                    *_open(tables, allowed.open),
                )
            )
        ),
        forbidden=forbidden,
    )


def _given_by_dice(tables: Tables, of: str) -> str:
    """What tables of the text give for the totals of a roll that has no one target, by their sections."""
    found: dict[str, list[str]] = {}
    for each in tables.follows:
        if each.test == of and each.most:
            band = f"{each.least}-{each.most}" if each.least < each.most else f"{each.least}"
            found.setdefault(each.section, []).append(f"{band}: {each.words}")
    said = "; ".join(f"{', '.join(bands)} ({section})" for section, bands in found.items())
    return f"; by its dice it gives {said}" if said else ""


def _hold_one_result(tables: Tables, of: str, rows: Iterable[tuple[Modifier, int]]) -> None:
    """InputError where rows that apply pass a test without a roll, and others fail it."""
    settle = {row.operation: row for row, _ in rows if row.operation in ("pass", "fail") and not row.faces}
    if len(settle) < 2:
        return
    passes, fails = settle["pass"], settle["fail"]
    what = f"{passes.section} passes it here and {fails.section} fails it"
    asked = ", ".join(dict.fromkeys((*passes.facts, *fails.facts)))
    raise InputError(f"{tables.edition} {of}", what, f"tell which of it does not hold: {asked}")


def _reroll(row: Modifier) -> Reroll:
    faces = row.faces or ((int(row.amount),) if isinstance(row.amount, int | float) else None)
    return Reroll(frozenset(faces) if faces else None, row.limit.most if row.limit is not None else None)


def _aim(tables: Tables, text: str | None, situation: Situation) -> tuple[int | None, bool, Outcome | None]:
    """What a test's target comes to, whether it is passed by rolling no more than that, and the value that it
    is."""
    found = WANTED.fullmatch(text or "")
    if found is None:
        return _target(text), False, None
    op, of = found.group("op", "of")
    value = evaluate(tables, of, situation) if of in tables.values else None
    if value is None and not of.isdigit():
        return None, op in ("<=", "<"), None
    number = math.floor(value.total) if value is not None else int(of)
    return number + (op == ">") - (op == "<"), op in ("<=", "<"), value


def _target(text: str | None) -> int | None:
    """The least total that passes: of "4+" 4, of "5-6" 5."""
    found = _TARGET.search(text or "")
    if found is None:
        return None
    return int(found.group("at_least") or found.group("least") or found.group("exact"))


def _amount(row: Modifier, tables: Tables, situation: Situation) -> Fraction:
    """The amount that a row adds, half of another value by the edition's rounding."""
    if isinstance(row.amount, HalfOf):
        return half(Fraction(_printed(tables, row.amount.value, situation)), row, tables)
    if isinstance(row.amount, ValueOf):
        return evaluate(tables, row.amount.value, situation).total * row.amount.times
    return Fraction(row.amount) if row.amount is not None else Fraction(0)


def _printed(tables: Tables, of: str, situation: Situation) -> Fraction:
    told = situation.known.get(of)
    if not isinstance(told, int | float) or isinstance(told, bool):
        value = tables.values.get(of)
        unit = None if value is None else value.unit
        raise UntoldValue(tables.edition, of, "the unit's", of, _or_tell(tables, of), unit)
    return Fraction(told)


def _or_tell(tables: Tables, of: str) -> str:
    """What can be told in the place of a number, for a lookup to give it, or where there is none one of
    several rows that set it by a choice."""
    given_by = (each.when for each in tables.bases if each.of in tables.covering(of))
    asked = dict.fromkeys(fact for when in given_by for fact in facts_of(when))
    setting = (row.when for row in tables.rows(of) if row.operation == "set" and row.when is not None)
    times = Counter(fact for when in setting for fact in facts_of(when))
    asked = asked or dict.fromkeys(
        id for id, often in times.items() if often > 1 and tables.facts[id].kind == "choice"
    )
    return f", or tell {', '.join(asked)}" if asked else ""


def _value(tables: Tables, of: str, situation: Situation) -> Outcome:
    """A value: set, multiplied and added to in the order that the conventions give."""
    forbidden = forbidding(tables, of, situation)
    if forbidden:
        return Outcome(
            of=of, is_test=False, total=Fraction(0), applied=(), not_applied=(), forbidden=forbidden
        )
    allowed = unforbidden(tables, of, situation)
    found = applying(tables, _candidates(tables, of, situation), situation)
    changes = in_order(tables, [Change(row, n, _amount(row, tables, situation)) for row, n in found.rows])
    sets = bool(changes) and changes[0].row.operation == "set"
    stated = () if sets or of in situation.known else given(tables, of, situation)
    base = stated[0] if stated else None
    stands = tables.values[of].base
    if sets:
        total = Fraction(0)
    elif base is not None:
        total = Fraction(base.amount)
    elif stands is not None and of not in situation.known:
        total = Fraction(stands)
    else:
        total = _printed(tables, of, situation)
    # What it costs is paid out of it: that nothing is reduced below 1 does not make it cheaper.
    paid = any(is_paid(each.row) for each in changes)
    one = not paid and (tables.arithmetic.minimum_one is not None or of in tables.minimum)
    floor = Fraction(1) if one else None
    done = run(tables, changes, total, floor, HALVES)
    _, limits = in_all(tables, of, [each for each in done.applied if each.row.operation in ("add", "dice")])
    cut = sum((after - before for _, before, after in limits), Fraction(0))
    looked = () if sets or of in situation.known else _taken(tables, of, situation)
    own = tables.values[of]
    least = floor if floor is not None and done.applied else own.least

    def within(ran: Fraction) -> Fraction:
        ends = ran + cut if own.most is None else min(ran + cut, Fraction(own.most))
        return ends if least is None else max(ends, Fraction(least))

    def by_that(other: Base) -> str:
        comes_to = within(run(tables, changes, Fraction(other.amount), floor, HALVES).total)
        return f"; by that it comes to {float(comes_to):g}" if changes else ""

    others = dict.fromkeys(within(each) for each in other_orders(tables, changes, total, floor))
    if floor is not None:
        at_end, after_each = (within(run(tables, changes, total, each).total) for each in (None, floor))
    total = within(done.total)
    if floor is None:
        at_end = after_each = total
    outcome = Outcome(
        of=of,
        is_test=False,
        total=total,
        applied=done.applied,
        not_applied=(*found.passed, *done.left_out),
        assumed=tuple(sorted({*found.asked, *allowed.assumed, *looked})),
        of_every=found.of_every,
        silent=(
            *(
                f"the text says {each.amount:g} too ({each.section}: {each.words})" + by_that(each)
                for each in stated
                if base is not None and each.amount != base.amount
            ),
            *silent_of([each.row for each in changes], tables),
            *(["what it costs is more than there is: that it cannot pay"] if paid and done.total < 0 else []),
        ),
        not_computed=tables.not_computed(of, situation),
        notes=(
            *_cut(tables, of, found, situation),
            *_choices(tables, of, found, situation),
            *_contradictions(tables, of, situation),
            *_prohibitions(tables, of, found.rows),
            *_open(tables, allowed.open),
        ),
        base=base,
        limits=limits,
    )
    if not {*others, at_end, after_each} - {total}:
        return outcome
    unordered = (*_unordered(tables, outcome, others), *_other_least(tables, outcome, at_end, after_each))
    return replace(outcome, notes=(*unordered, *outcome.notes))


def _other_least(tables: Tables, outcome: Outcome, at_end: Fraction, after_each: Fraction) -> Iterator[Note]:
    """What a value comes to where the least that it may be reduced to counts only at the end, or after each
    change: the text does not say. Played is that no halving takes a value below it, nor all that is added and
    subtracted together."""
    changed = [each.row for each in outcome.applied if each.row.operation != "set"]
    kinds: tuple[tuple[NoteKind, Fraction], ...] = (("least-at-end", at_end), ("least", after_each))
    for kind, total in kinds:
        if total != outcome.total and changed:
            lowers = (row for row in changed if row.operation == "halve" or _lowers(row))
            row = next(lowers, changed[0])
            said = tables.arithmetic.minimum_one or row.section
            words = f"the text does not say whether the least counts after each change or at the end: {said}"
            yield noted(tables, row, kind, "open", row.id, words, replace(outcome, total=total, notes=()))


def _lowers(row: Modifier) -> bool:
    return isinstance(row.amount, int | float) and row.amount < 0


def _unordered(tables: Tables, outcome: Outcome, others: Iterable[Fraction]) -> Iterator[Note]:
    """What a value comes to by other orders of its changes, where the text does not say which goes first."""
    row = next((each.row for each in outcome.applied if is_open(each.row, tables)), None)
    sections = dict.fromkeys(each.row.section for each in outcome.applied)
    words = f"the text does not say what goes first: {', '.join(sections)}"
    for total in others:
        if total != outcome.total and row is not None:
            yield noted(tables, row, "order", "open", row.id, words, replace(outcome, total=total, notes=()))


def given(tables: Tables, of: str, situation: Situation) -> tuple[Base, ...]:
    """The rows of lookups that give a value here, the rules' first: what is said of a trait goes before what
    is not, and in one document the narrower before the wider. Where they differ, others contradict the first;
    InputError where those of one document do."""
    covering = tables.covering(of)
    found = [each for each in tables.bases if each.of in covering and _stands(each.when, tables, situation)]
    special = [each for each in found if any(".has(" in fact for fact in facts_of(each.when))]
    left: list[Base] = []
    for document in dict.fromkeys(each.document for each in found):
        here = [each for each in special or found if each.document == document]
        asked = [_asserted(each) for each in here]
        here = [e for e, own in zip(here, asked, strict=True) if not any(own < other for other in asked)]
        if len({each.amount for each in here}) > 1:
            said = " and ".join(f"{each.amount:g} ({each.section}: {each.words})" for each in here)
            raise InputError(f"{tables.edition} {of}", f"the text gives {said}", f"add --set {of}=NUMBER")
        left += here[:1]
    return tuple(sorted(left, key=lambda each: each.origin != "rules"))


def is_given(tables: Tables, of: str, situation: Situation) -> bool:
    """Whether nobody has to tell a value: a row sets it here, or a lookup gives it; InputError as `given`."""
    rows = applying(tables, _candidates(tables, of, situation), situation).rows
    return any(row.operation == "set" for row, _ in rows) or bool(given(tables, of, situation))


def _stands(when: Condition, tables: Tables, situation: Situation) -> bool | None:
    """Whether a row of a lookup is that of a unit: one of all others only where none of these can be meant,
    whatever the choices are of which nobody told. A number that nobody told is in no row's band."""
    assumed = {name: tables.asking.assumed(name) for name in facts_of(when)}
    if not isinstance(when, Not):
        counts = {name for name, value in assumed.items() if isinstance(value, float)}
        if counts <= situation.known.keys():
            return tables.asking.holds(when, situation)
        sure = {name: value for name, value in assumed.items() if value is not None and name not in counts}
        return tables.asking.of(when).open({**sure, **situation.known})
    taken = {name: value for name, value in assumed.items() if value is not None and value != ""}
    return not may_hold(when.part, Situation({**taken, **situation.known}))


def _taken(tables: Tables, of: str, situation: Situation) -> Iterator[tuple[str, Known]]:
    """What was taken for what nobody told, where a value is that of a row of a lookup and another row's would
    be, had it been told otherwise."""
    known = dict(situation.known)
    for each in tables.bases:
        if each.of == of and not isinstance(each.when, Not):
            question = tables.asking.of(each.when)
            for name in question.answer(known).deciding:
                taken = tables.asking.assumed(name)
                if taken is not None:
                    yield name, taken


def _asserted(base: Base) -> frozenset[object]:
    """What must hold for a row of a lookup: nothing of one that is of all others."""
    return frozenset() if isinstance(base.when, Not) else frozenset(leaves_of(base.when))


def _prohibitions(tables: Tables, of: str, rows: Iterable[tuple[Modifier, int]]) -> Iterator[Note]:
    """What forbids this value, an action that asks it, or one by which these rows count, and was not
    understood."""
    counted = {row.per for row, _ in rows if row.per is not None}
    actions = {each.id for each in tables.actions if of in each.values or counted & {*each.counts}}
    yield from _unstated(tables, {of, *actions})


def _unstated(tables: Tables, of: Collection[str]) -> Iterator[Note]:
    """What forbids or permits one of these actions, tests and values, and was not understood."""
    said = {(p.section, p.words): p for p in tables.prohibitions if p.action in of}
    ids = told_apart((f"{p.kind}.{p.action}.{p.section}", p.words) for p in said.values())
    for id, p in zip(ids, said.values(), strict=True):
        kind: NoteKind = "permission" if p.kind == "permits" else "statement"
        yield noted(tables, p, kind, "unread", id, p.words)


def _open(tables: Tables, left: Iterable[Statement]) -> Iterator[Note]:
    """What would forbid it if a number were told that nobody told."""
    for said in left:
        untold = f"{said.text} [not told whether {condition_text(said.when)}]"
        yield noted(tables, said, "statement", "unread", said.id, untold)


def _cut(tables: Tables, of: str, found: Applying, situation: Situation) -> Iterator[Note]:
    """The limits that whole steps cannot meet ("+2 each, +3 in all"): the amount was cut there; what it would
    come to if so many units were meant. And those of which it is not known that several rows share them."""
    own = {id(m) for m in tables.modifiers}
    for row, times in found.rows:
        if cut_in_a_step(row, times):
            assert row.limit is not None
            units = replace(row, limit=row.limit._replace(of="units"))
            whole = replace(tables, modifiers=tuple(units if m is row else m for m in tables.modifiers))
            otherwise = evaluate(whole, of, situation) if id(row) in own else None
            yield noted(tables, row, "cap", "impossible", row.id, row.condition, otherwise)
    for row in found.unclear:
        yield noted(tables, row, "cap", "unread", row.id, row.condition)


def _choices(
    tables: Tables, of: str, found: Applying, situation: Situation, *, aimless: bool = False
) -> Iterator[Note]:
    """What it would come to had been told what is open: which value a choice has that something told implies
    (a garrison is in cover, and nobody told in which), and that not all of several that are told to be there
    are such as was taken of them; and what is stated to be open."""
    known = situation.known
    tried: list[tuple[str, Known, str, str]] = []
    for name in sorted({name for out in found.passed for name in out.untold if known.get(name) == SOME}):
        implying = (f for f in tables.facts.values() if (name, SOME) in f.implies and known.get(f.id) is True)
        for by in islice(implying, 1):
            values = tables.facts[name].values
            tried += ((name, v, f"{by.id} leaves open which {name}: {v}", by.section) for v in values)
    for name, taken in found.asked:
        each = tables.facts[name].implies if name in tables.facts else ()
        told = bool(each) and all(known.get(part) == wanted for part, wanted in each)
        there = [per for per in tables.of_several.get(name, ()) if known.get(per) and not told]
        asking = (
            (row for row, _ in found.rows if name in facts_of(row.when)) if taken is True and there else ()
        )
        for row in islice(asking, 1):
            tried.append((name, False, f"nobody told {name} of the {there[0]}: no", row.section))
    for name, value, words, section in tried:
        otherwise = worked_out(tables, of, situation.told({name: value}), aimless=aimless)
        yield Note(
            id=f"{of}.{name}.{value}".lower(),
            kind="choice",
            why="open",
            words=words,
            section=section,
            line=0,
            document="",
            file="",
            otherwise=replace(otherwise, notes=()),
        )
    for said in (*results_changed(tables, of, situation), *results_changed(tables, "*", situation)):
        yield noted(tables, said, "choice", "open", said.id, said.why or said.text)


def _contradictions(
    tables: Tables, of: str, situation: Situation, *, aimless: bool = False
) -> Iterator[Note]:
    """What the text says elsewhere of this test or value that would come to something else here."""
    played = {row.id for row in tables.rows(of)} if tables.contradicts else set()
    for id, by in tables.contradicts:
        if by not in played:
            continue
        row, instead = tables.by_id[id], tables.by_id[by]
        found, taken = (tables.asking.holds(each.when, situation) for each in (row, instead))
        if found is taken and (not found or row.amount == instead.amount):
            continue
        swapped = tuple(row if each.id == by else each for each in tables.modifiers)
        other = evaluate(replace(tables, modifiers=swapped, contradicts=()), of, situation, aimless=aimless)
        yield noted(tables, row, "contradiction", "contradicts", row.id, row.condition, other)
