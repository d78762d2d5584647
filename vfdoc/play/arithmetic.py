"""What rows make of a value, in the order that the text gives and in those that it leaves open."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model.mechanics import HalfOf, Modifier, SumLimit
from vfdoc.play.counting import limited
from vfdoc.play.outcome import Applied, Passed
from vfdoc.play.tables import Tables

HALVES = ("halve",)
_APART = 2  # changes that scale a value of which each is put in every place


class Change(NamedTuple):
    """A row that applies, how often it counts, and what each of these times changes."""

    row: Modifier
    times: int
    amount: Fraction


class Run(NamedTuple):
    """What changes made of a value, one after the other; `left_out` did not count after all."""

    total: Fraction
    applied: tuple[Applied, ...]
    left_out: tuple[Passed, ...]


def run(
    tables: Tables,
    changes: Sequence[Change],
    total: Fraction,
    least: Fraction | None = None,
    below: Collection[str] = ("halve", "double", "add", "dice"),
) -> Run:
    """What these changes make of a value in this order; with `least` none of the operations `below` takes it
    below that."""
    applied: list[Applied] = []
    left_out: list[Passed] = []
    halved = False
    for row, times, amount in changes:
        before = total
        match row.operation:
            case "set":
                total = total if row.amount is None else amount
                before = Fraction(0)
            case "halve" if halved and (once := halved_once(row, tables)) is not None:
                left_out.append(Passed(row, f"only once ({once})"))
                continue
            case "halve":
                total, halved = half(total, row, tables), True
            case "double":
                total *= 2
            case "add" | "dice":
                total += limited(row, amount * times, total)
            case _:
                left_out.append(Passed(row, f"{row.operation} is no change of a value"))
                continue
        if least is not None and row.operation in below:
            total = max(total, min(before, least))
        applied.append(Applied(row, total - before, times))
    return Run(total, tuple(applied), tuple(left_out))


def halved_once(row: Modifier, tables: Tables) -> str | None:
    """The section that says that the value of a row is not halved twice; None where none does."""
    return tables.arithmetic.halve_once or tables.halved_once.get(row.of or "")


def in_order(tables: Tables, changes: Sequence[Change]) -> list[Change]:
    """What sets a value goes first, then what halves it but where the text has that last, then all else in
    the order of the text, so that one order holds for all situations of a text that says nothing of it; what
    is paid out of a length that is doubled goes behind that."""
    how = tables.arithmetic
    halve = 3 if how.halve_last is not None else 1
    ranks = {"set": 0, "halve": halve}
    doubles = _doubles_alone([each for each in changes if is_open(each.row, tables)])

    def rank(each: Change) -> float:
        return 2.5 if doubles and is_paid(each.row) else ranks.get(each.row.operation, 2)

    return sorted(changes, key=rank)


def other_orders(
    tables: Tables, ordered: Sequence[Change], start: Fraction, least: Fraction | None = None
) -> tuple[Fraction, ...]:
    """What a value may come to as well, each once: what doubles it, and what halves it where no word says
    whether before or after it is added to, in every place that the text leaves open; more than a few of these
    are kept together, since their orders grow as a factorial. None is halved to less than the `least`."""
    moved = [each for each in ordered if is_open(each.row, tables)]
    if not moved or len(ordered) < 2:
        return ()
    paid = [each for each in ordered if is_paid(each.row)] if _doubles_alone(moved) else []
    fixed = [each for each in ordered if not (is_open(each.row, tables) or each in paid)]
    first = sum(each.row.operation == "set" for each in fixed)
    orders = [fixed]
    for block in [[each] for each in moved] if len(moved) <= _APART else [moved]:
        orders = [[*order[:n], *block, *order[n:]] for order in orders for n in range(first, len(order) + 1)]
    runs = (run(tables, order, start, least, HALVES) for order in (ordered, *([*o, *paid] for o in orders)))
    found = dict.fromkeys(each.total for each in runs)
    return tuple(found)[1:]


def is_open(row: Modifier, tables: Tables) -> bool:
    """Whether a row scales a value and the text leaves open when."""
    said = tables.arithmetic.halve_first is not None or tables.arithmetic.halve_last is not None
    return row.operation == "double" or (row.operation == "halve" and not said)


def is_paid(row: Modifier) -> bool:
    """Whether a row takes a length away for each of something ("4" for each barrier"): it is paid out of the
    whole."""
    away = row.operation == "add" and isinstance(row.amount, int | float) and row.amount < 0
    return away and row.per is not None and row.unit is not None


def _doubles_alone(moved: Sequence[Change]) -> bool:
    """Whether all that scales it are rows whose words were read to double it: of what a person states for
    other words ("counts as half an inch") the order stays open."""
    return bool(moved) and all(e.row.operation == "double" and e.row.stated == "text" for e in moved)


def half(value: Fraction, row: Modifier, tables: Tables) -> Fraction:
    """Half of a value: a fraction is rounded as the text says of this row or of all, and down where it says
    nothing but the value is a count; a length stays as it is."""
    halved = value / 2
    match rounding(row, tables):
        case "round-up":
            return Fraction(math.ceil(halved))
        case "round-down":
            return Fraction(math.floor(halved))
    return halved if _measured(row.of, tables) else Fraction(math.floor(halved))


def rounding(row: Modifier, tables: Tables) -> str | None:
    """The convention by which a row rounds: what is said of it alone goes before what is said of all."""
    how = tables.arithmetic
    of_all = "round-up" if how.round_up is not None else "round-down" if how.round_down is not None else None
    return tables.rounded.get((row.section, row.of or ""), of_all)


def _measured(of: str | None, tables: Tables) -> bool:
    value = tables.values.get(of or "")
    return value is not None and value.unit is not None


def in_all(
    tables: Tables, of: str, applied: Sequence[Applied]
) -> tuple[Fraction, tuple[tuple[SumLimit, Fraction, Fraction], ...]]:
    """The sum of what rows add, within the limits that the text sets it: those of some rows first."""
    total = sum((each.amount or Fraction(0) for each in applied), Fraction(0))
    limits: list[tuple[SumLimit, Fraction, Fraction]] = []
    said = [limit for limit in tables.sums if limit.of == of]
    named = {row.within for row in tables.stated} if said else set()
    for limit in sorted(said, key=lambda each: each.id not in named):
        own = [each for each in applied if each.row.within == limit.id]
        part = sum((each.amount or Fraction(0) for each in own), Fraction(0)) if limit.id in named else total
        cut = part if limit.least is None else max(part, Fraction(limit.least))
        cut = cut if limit.most is None else min(cut, Fraction(limit.most))
        if cut != part:
            total += cut - part
            limits.append((limit, part, cut))
    return total, tuple(limits)


def silent_of(rows: Sequence[Modifier], tables: Tables) -> tuple[str, ...]:
    """What the text does not say of the arithmetic of these rows."""
    halved = [row for row in rows if row.operation == "halve" or isinstance(row.amount, HalfOf)]
    open_ = [row for row in halved if rounding(row, tables) is None]
    out: list[str] = []
    if any(not _measured(row.of, tables) for row in open_):
        out.append("the text does not say how to round; fractions were rounded down")
    if any(_measured(row.of, tables) for row in open_):
        out.append("the text does not say how to round; fractions were left")
    halves = [row for row in rows if row.operation == "halve"]
    if len(halves) > 1 and halved_once(halves[0], tables) is None:
        out.append("the text does not say whether a value is halved more than once; it was, for each")
    return tuple(out)
