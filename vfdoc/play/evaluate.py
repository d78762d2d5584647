"""What a test or value comes to in a situation, with every row that applied and every one that did not."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.mechanics import HalfOf, Modifier
from vfdoc.play.situation import Known, Situation, assumed_of, holds, matters, may_hold, tried
from vfdoc.play.tables import NotComputed, Tables

_TARGET = re.compile(r"(?P<at_least>\d+)\s?\+|(?P<least>\d+)\s?[-–](?P<most>\d+)|(?P<exact>\d+)")
_DICE = re.compile(r"(?P<count>\d*)\s*[dD]\s*(?P<sides>\d+)")


class Applied(NamedTuple):
    """A row that applied: what it added to the roll or the value (None for a reroll or automatic result)."""

    row: Modifier
    amount: Fraction | None
    times: int = 1


class Passed(NamedTuple):
    """A row that did not apply, and why: `untold` are the numbers that it hangs on and nobody told."""

    row: Modifier
    why: str
    untold: tuple[str, ...] = ()


class Reroll(NamedTuple):
    """Dice that may be rolled again: those that show `face` (None: any that failed), `most` of them at
    most (None: all)."""

    face: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test or value in a situation. For a test `target` is the total needed and `total` what is added
    to the roll; for a value `total` is the value. `assumed` lists what nobody told, with what was taken
    for it; `silent` what the text does not say of its arithmetic; `natural` the sections by which a
    natural 1 fails and a natural 6 passes. `dice` is None where no text names them; `not_computed` are the
    rows of it whose words were not wholly understood, and which therefore had no part in it."""

    of: str
    is_test: bool
    total: Fraction
    applied: tuple[Applied, ...]
    not_applied: tuple[Passed, ...]
    target: int | None = None
    dice: tuple[int, int] | None = (1, 6)
    automatic: bool | None = None
    rerolls: tuple[Reroll, ...] = ()
    natural: tuple[str | None, str | None] = (None, None)
    assumed: tuple[tuple[str, Known], ...] = ()
    silent: tuple[str, ...] = ()
    not_computed: tuple[NotComputed, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether it has a chance: a test whose dice somebody named, or that needs none."""
        return self.is_test and (self.dice is not None or self.automatic is not None)

    @property
    def rows(self) -> tuple[str, ...]:
        """The ids of the rows that applied, in order."""
        return tuple(applied.row.id for applied in self.applied)


def evaluate(tables: Tables, of: str, situation: Situation) -> Outcome:
    """The outcome of a test or value; InputError where the edition has none of that name, or where a
    value's printed number was not told."""
    value = tables.values.get(of)
    if value is not None and of not in tables.tests:
        return _value(tables, of, tables.implied(situation.assuming(dict(value.implies))))
    return _test(tables, of, tables.implied(situation))


def score(tables: Tables, of: str, only: Collection[str], situation: Situation) -> Outcome:
    """What the rows `only` (ids) add to a roll in a situation: an outcome that has no target."""
    candidates = [row for row in tables.stated if row.id in only and not row.unread]
    rows, passed, asked = _rows(tables, candidates, situation)
    applied = [
        Applied(row, _amount(row, tables, situation) * _count(row, situation), _count(row, situation))
        for row in rows
        if row.operation in ("add", "dice")
    ]
    total = sum((a.amount or Fraction(0) for a in applied), Fraction(0))
    return Outcome(of, True, total, tuple(applied), tuple(passed), assumed=asked)


def _candidates(tables: Tables, of: str, situation: Situation) -> tuple[Modifier, ...]:
    """The rows of a test or value that are executed: those that were read, and those applied by hand."""
    return (*tables.rows(of), *tables.by_hand(of, situation))


def _rows(
    tables: Tables, candidates: Iterable[Modifier], situation: Situation
) -> tuple[list[Modifier], list[Passed], tuple[tuple[str, Known], ...]]:
    """The rows that apply, the others with why, and what was assumed in asking."""
    apply: list[Modifier] = []
    passed: list[Passed] = []
    asked: dict[str, Known] = {}
    for row in candidates:
        untold = [(name, values) for name, values in tried(row.when) if name not in situation.known]
        for name, values in untold:
            taken = assumed_of(name, tables.facts)
            if taken is not None and _decides(row, name, values, situation, tables):
                asked[name] = taken
        found = holds(row.when, situation, tables.facts)
        if found:
            if row.per and not _count(row, situation):
                if row.per not in situation.known:
                    asked[row.per] = 0.0
                passed.append(Passed(row, f"no {row.per.replace('_', ' ')}"))
            elif again := next((r for r in apply if r.id in tables.once.get(row.id, ())), None):
                passed.append(Passed(row, f"counted already ({again.section})"))
            else:
                apply.append(row)
        elif found is None:
            numbers = tuple(n for n, _ in untold if assumed_of(n, tables.facts) is None)
            passed.append(Passed(row, f"not told: {', '.join(numbers)}", numbers))
        else:
            passed.append(Passed(row, "does not hold"))
    return apply, passed, tuple(sorted(asked.items()))


def _decides(row: Modifier, name: str, values: Iterable[Known], situation: Situation, tables: Tables) -> bool:
    """Whether a fact that was not told decides about a row: alone, or of an automatic result, which settles
    everything, with others that were not told."""
    if row.operation in ("pass", "fail") and may_hold(row.when, situation):
        return True
    return matters(name, values, row.when, situation, tables.facts)


def _count(row: Modifier, situation: Situation) -> int:
    """How often a row counts: once, or as often as what it is counted by is there, up to its limit."""
    if row.per is None:
        return 1
    told = situation.known.get(row.per, 0.0)
    count = int(told) if isinstance(told, int | float) else 0
    if row.limit is not None and row.limit.of == "units":
        count = min(count, row.limit.most)
    if row.limit is not None and row.limit.of == "amount" and isinstance(row.amount, int | float):
        count = min(count, int(row.limit.most // abs(row.amount)) if row.amount else count)
    return count


def _test(tables: Tables, of: str, situation: Situation) -> Outcome:
    test = tables.test(of)
    rows, passed, asked = _rows(tables, _candidates(tables, of, situation), situation)
    applied: list[Applied] = []
    rerolls: list[Reroll] = []
    told, dice = situation.known.get(of), dice_of(test.dice or tables.dice)
    target = int(told) if isinstance(told, float | int) else _target(test.target)
    total, automatic = Fraction(0), None
    for row in rows:
        times = _count(row, situation)
        match row.operation:
            case "add" | "dice":
                amount = _amount(row, tables, situation) * times
                total += amount
                applied.append(Applied(row, amount, times))
            case "pass" | "fail":
                automatic = automatic if automatic is False else row.operation == "pass"
                applied.append(Applied(row, None))
            case "set" if isinstance(row.amount, int | float):
                target = int(row.amount)  # of several the last, which the text says of the fewest
                applied.append(Applied(row, None))
            case "reroll":
                rerolls.append(_reroll(row))
                applied.append(Applied(row, None))
            case _:
                passed.append(Passed(row, f"{row.operation} is no change of a roll"))
    if target is None and automatic is None:
        raise InputError(
            f"{tables.edition} {of}", "the text states no one target for it", f"add --set {of}=TARGET"
        )
    natural = (tables.arithmetic.natural_one, tables.arithmetic.natural_six)
    return Outcome(
        of, True, total, tuple(applied), tuple(passed), target, dice, automatic, tuple(rerolls),
        natural if dice == (1, 6) else (None, None), asked,
        not_computed=tables.not_computed(of, situation),
    )  # fmt: skip


def _reroll(row: Modifier) -> Reroll:
    face = int(row.amount) if isinstance(row.amount, int | float) else None
    return Reroll(face, row.limit.most if row.limit is not None else None)


def _target(text: str | None) -> int | None:
    """The least total that passes: of "4+" 4, of "5-6" 5."""
    found = _TARGET.search(text or "")
    if found is None:
        return None
    return int(found.group("at_least") or found.group("least") or found.group("exact"))


def dice_of(text: str | None) -> tuple[int, int] | None:
    """How many dice of how many sides; None where nobody named them."""
    found = _DICE.search(text or "")
    if found is None:
        return None
    return int(found.group("count") or 1), int(found.group("sides"))


def _amount(row: Modifier, tables: Tables, situation: Situation) -> Fraction:
    """The amount that a row adds, half of another value by the edition's rounding."""
    if isinstance(row.amount, HalfOf):
        return _rounded(Fraction(_printed(tables, row.amount.value, situation)) / 2)
    return Fraction(row.amount) if row.amount is not None else Fraction(0)


def _printed(tables: Tables, of: str, situation: Situation) -> Fraction:
    told = situation.known.get(of)
    if not isinstance(told, int | float) or isinstance(told, bool):
        raise InputError(f"{tables.edition} {of}", f"the unit's {of} is not told", f"add --set {of}=NUMBER")
    return Fraction(told)


def _rounded(value: Fraction) -> Fraction:
    return Fraction(math.floor(value))


def _value(tables: Tables, of: str, situation: Situation) -> Outcome:
    """A value: set, multiplied and added to in the order that the conventions give."""
    rows, passed, asked = _rows(tables, _candidates(tables, of, situation), situation)
    how = tables.arithmetic
    silent = _silent(rows, tables)
    if how.halve_first is not None:
        order = {"set": 0, "halve": 1, "double": 1}
        rows = sorted(rows, key=lambda row: order.get(row.operation, 2))
    else:
        rows = sorted(rows, key=lambda row: row.operation != "set")
    total = Fraction(0) if rows and rows[0].operation == "set" else _printed(tables, of, situation)
    applied: list[Applied] = []
    for row in rows:
        before, times = total, _count(row, situation)
        match row.operation:
            case "set":
                total = Fraction(row.amount) if isinstance(row.amount, int | float) else total
                before = total
            case "halve" | "double":
                if how.halve_once is not None and any(a.row.operation == row.operation for a in applied):
                    passed.append(Passed(row, f"only once ({how.halve_once})"))
                    continue
                total = _rounded(total / 2) if row.operation == "halve" else total * 2
            case "add" | "dice":
                total += _amount(row, tables, situation) * times
            case _:
                passed.append(Passed(row, f"{row.operation} is no change of a value"))
                continue
        applied.append(Applied(row, total - before if row.operation != "set" else total, times))
    least = Fraction(1) if how.minimum_one is not None and applied else Fraction(0)
    return Outcome(
        of, False, max(total, least), tuple(applied), tuple(passed), assumed=asked, silent=silent,
        not_computed=tables.not_computed(of, situation),
    )  # fmt: skip


def _silent(rows: Sequence[Modifier], tables: Tables) -> tuple[str, ...]:
    """What the text does not say, where these rows make it matter."""
    halved = [row for row in rows if row.operation == "halve" or isinstance(row.amount, HalfOf)]
    out: list[str] = []
    if halved and tables.arithmetic.round_down is None:
        out.append("the text does not say how to round; fractions were rounded down")
    if any(r.operation == "halve" for r in halved) and _adds(rows) and tables.arithmetic.halve_first is None:
        out.append("the text does not say whether to halve before adding; rows went in the order of the text")
    return tuple(out)


def _adds(rows: Iterable[Modifier]) -> bool:
    return any(row.operation in ("add", "dice") for row in rows)
