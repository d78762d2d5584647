"""Which rows apply in a situation, how often each counts, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model.conditions import facts_of
from vfdoc.model.mechanics import Modifier
from vfdoc.play.apart import ToldAlike, shared
from vfdoc.play.conditions import Question
from vfdoc.play.counting import beyond_limit, counts, replaced_by, told_count
from vfdoc.play.outcome import Passed
from vfdoc.play.situation import SOME, Known, Situation
from vfdoc.play.statements import suspended, uncounted
from vfdoc.play.tables import Tables

_DOES_NOT_HOLD = "does not hold"


class Applying(NamedTuple):
    """The rows that apply, each with how often; the others with why; what was assumed in asking; what was
    told of all of several; and those of which no one limit is known."""

    rows: list[tuple[Modifier, int]]
    passed: list[Passed]
    asked: tuple[tuple[str, Known], ...]
    of_every: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unclear: tuple[Modifier, ...] = ()


def applying(tables: Tables, candidates: Sequence[Modifier], situation: Situation) -> Applying:
    """Which of these rows apply in a situation."""
    if not tables.told_apart.isdisjoint(situation.known):
        told = ((each.per, each.kinds(situation.known)) for each in tables.apart)
        kinds = {per: each for per, each in told if each}
        if kinds:
            return _of_each(tables, candidates, situation, kinds)
    found = _holding(tables, candidates, situation)
    left = _left(tables, found)
    times = counts(left, {row.id: told_count(row, situation) for row in left})
    for row in left:
        if why := beyond_limit(row, times[row.id], situation):
            found.passed.append(Passed(row, why))
    rows = [(row, times[row.id]) for row in left if times[row.id]]
    every = tuple(_of_every(tables, candidates, situation))
    return Applying(rows, found.passed, tuple(sorted(found.asked.items())), every)


def _of_each(
    tables: Tables,
    candidates: Sequence[Modifier],
    situation: Situation,
    kinds: Mapping[str, Sequence[ToldAlike]],
) -> Applying:
    """The same where some of what rows are counted by are told one by one: those rows are asked of each kind,
    and count as often as there are such of which they hold."""
    whole = _holding(tables, [row for row in candidates if row.per not in kinds], situation)
    rest, passed, asked = _left(tables, whole), whole.passed, whole.asked
    own, numbers = list[Modifier](), dict[str, Situation]()
    for per, each in kinds.items():
        held = _held_by_kinds(tables, [row for row in candidates if row.per == per], rest, each)
        own += held.rows
        passed += held.passed
        asked |= held.asked
        numbers |= {id: Situation({per: float(number)}) for id, number in held.numbers.items()}
    once = {row.id: told_count(row, numbers[row.id]) for row in own}
    together = shared(own, once, tables.replaces, tables.by_id)
    once = {row.id: told_count(row, situation) for row in rest} | dict(together.times)
    times = counts([*rest, *own], once)
    for row in (*rest, *own):
        if text := beyond_limit(row, times[row.id], numbers.get(row.id, situation)):
            passed.append(Passed(row, text))
    rows = [(together.cut.get(row.id, row), times[row.id]) for row in candidates if times.get(row.id)]
    return Applying(rows, passed, tuple(sorted(asked.items())), (), together.unclear)


class _Held(NamedTuple):
    """The rows that hold of some of several, of how many each (`numbers`, by id); why others do not hold of
    some; and what was assumed in asking."""

    rows: list[Modifier]
    numbers: dict[str, int]
    passed: list[Passed]
    asked: dict[str, Known]


def _held_by_kinds(
    tables: Tables, own: Sequence[Modifier], rest: Sequence[Modifier], kinds: Sequence[ToldAlike]
) -> _Held:
    """Of how many of each kind these rows hold, where `rest` are the others that do, whatever is counted."""
    many = sum(kind.number for kind in kinds)
    numbers: dict[str, int] = {}
    why: dict[str, dict[tuple[str, tuple[str, ...]], int]] = {row.id: {} for row in own}
    asked: dict[str, Known] = {}
    for kind in kinds:
        found = _holding(tables, own, tables.implied(kind.situation))
        left = _left(tables, found._replace(rows=[*rest, *found.rows]))
        asked |= found.asked
        for row in left:
            if row.id in why:
                numbers[row.id] = numbers.get(row.id, 0) + kind.number
        for out in (out for out in found.passed if out.row.id in why):
            said = why[out.row.id]
            said[out.why, out.untold] = said.get((out.why, out.untold), 0) + kind.number
    passed: list[Passed] = []
    for row in own:
        said = {key: n for key, n in why[row.id].items() if row.id not in numbers or key[0] != _DOES_NOT_HOLD}
        words = [text if n == many else f"{n} of {many} {text}" for (text, _), n in said.items()]
        untold = tuple(dict.fromkeys(name for _, names in said for name in names))
        passed += [Passed(row, ", ".join(words), untold)] if words else []
    return _Held([row for row in own if row.id in numbers], numbers, passed, asked)


class _Holding(NamedTuple):
    """The rows that hold in a situation, the others with why, and what was assumed in asking."""

    rows: list[Modifier]
    passed: list[Passed]
    asked: dict[str, Known]


def _holding(tables: Tables, candidates: Iterable[Modifier], situation: Situation) -> _Holding:
    """Which of these rows hold, each asked by itself."""
    apply: list[Modifier] = []
    passed: list[Passed] = []
    asked: dict[str, Known] = {}
    barred, void = uncounted(tables, situation), suspended(tables, situation)
    known = dict(situation.known)
    for row in candidates:
        question = tables.asking.of(row.when)
        found, deciding = question.answer(known)
        for name in _deciding(row, question, known, deciding):
            taken = tables.asking.assumed(name)
            if taken is not None:
                asked[name] = taken
        for stilled in _stilling(tables, row) if found else ():
            names = stilled.answer(known).deciding
            asked |= {n: taken for n in names if (taken := tables.asking.assumed(n)) is not None}
        if found and (against := void.get(row.id) or void.get(row.section)) is not None:
            passed.append(Passed(row, f"does not apply here ({against.section})"))
        elif found and row.per in barred:
            passed.append(Passed(row, f"not allowed ({barred[row.per].section})"))
        elif found:
            if row.per and not told_count(row, situation):
                if row.per not in situation.known:
                    asked[row.per] = 0.0
                passed.append(Passed(row, f"no {row.per.replace('_', ' ')}"))
            elif again := next((r for r in apply if r.id in tables.once.get(row.id, ())), None):
                passed.append(Passed(row, f"counted already ({again.section})"))
            else:
                apply.append(row)
        elif found is None:
            open_ = (name for name, _ in question.tried if known.get(name, SOME) == SOME)
            numbers = tuple(n for n in open_ if n in known or tables.asking.assumed(n) is None)
            passed.append(Passed(row, f"not told: {', '.join(numbers)}", numbers))
        else:
            passed.append(Passed(row, _DOES_NOT_HOLD))
    return _Holding(apply, passed, asked)


def _stilling(tables: Tables, row: Modifier) -> tuple[Question, ...]:
    """What is asked for a row, or its section, not to apply."""
    return (*tables.suspending.get(row.id, ()), *tables.suspending.get(row.section, ()))


def _left(tables: Tables, found: _Holding) -> list[Modifier]:
    """Those of the rows that hold in the place of which no other counts; of the others is said which does."""
    instead = replaced_by(found.rows, tables.replaces)
    found.passed.extend(
        Passed(row, f"replaced ({instead[row.id].section})") for row in found.rows if row.id in instead
    )
    return [row for row in found.rows if row.id not in instead]


def _of_every(
    tables: Tables, candidates: Sequence[Modifier], situation: Situation
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """By what these rows are counted by, where that is several, what was told once and taken of each."""
    known = situation.known
    for each in tables.apart:
        number = known.get(each.per, 0)
        if isinstance(number, int | float) and number > 1 and any(fact in known for fact in each.facts):
            own = [row.when for row in candidates if row.per == each.per]
            counting = {action.id for action in tables.actions if each.per in action.counts}
            own += [said.when for said, _ in tables.saying("forbids") if own and said.action in counting]
            asked = {name for when in own for name in facts_of(when)}
            told = tuple(fact for fact in each.facts if fact in known and fact in asked)
            if told:
                yield each.per, told


def _deciding(
    row: Modifier, question: Question, known: Mapping[str, Known], alone: Iterable[str]
) -> Iterable[str]:
    """The facts that were not told and decide about a row: `alone`, or of an automatic result, which settles
    everything, with others that were not told."""
    if row.operation in ("pass", "fail") and question.open(known) is not False:
        return (name for name, _ in question.tried if name not in known)
    return alone
