"""A row of mechanics in words: what it changes by how much, and when."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Flag,
    HalfOf,
    Modifier,
    Not,
    Number,
    ReadCounts,
    ValueOf,
)

_MINUS = "\N{MINUS SIGN}"

NO_TESTS = "no test, and nothing that changes a roll, was found in this text"


def read_words(counts: ReadCounts) -> str:
    """How much of what changes a roll was read, in a sentence."""
    executed, proposed, unread = counts.executable, counts.proposed, counts.unread
    changes = "statement changes" if counts.statements == 1 else "statements change"
    said = (
        f"{counts.statements} {changes} a roll: {executed} executed, {proposed} proposed, {unread} not read"
    )
    return f"{said} (`tables --propose`)"


def row_when(row: Modifier) -> str:
    """When a row holds, as words; of one whose words were not all understood, these."""
    if row.status == "proposed":
        return f"proposed: {row.condition}"
    return f"condition not read: {unread_text(row)}" if row.unread else when_text(row.when)


def unread_text(row: Modifier) -> str:
    """The words of a row that were not understood, each as the text has them."""
    return ", ".join(f'"{words}"' for words in row.unread)


def when_text(condition: Condition | None) -> str:
    """A condition as words: facts joined by "and", "or", "not"."""
    match condition:
        case None:
            return "always"
        case Flag(fact):
            return fact
        case Choice(fact, value):
            return f"{fact} = {value}"
        case Number(number, op, value, unit):
            shown = ", ".join(f"{v:g}" for v in value) if isinstance(value, tuple) else f"{value:g}"
            return f"{number} {op} {shown}" + ('"' if unit == "in" else "")
        case Not(part):
            return f"not {_bracketed(part)}"
        case All(parts):
            return " and ".join(map(_bracketed, parts))
        case Any(parts):
            return " or ".join(map(_bracketed, parts))


def _bracketed(part: Condition) -> str:
    return f"({when_text(part)})" if isinstance(part, All | Any) else when_text(part)


def faces_text(faces: Sequence[int]) -> str:
    """Faces of dice: "1", "1–3", "1, 10"."""
    listed = sorted(faces)
    if len(listed) > 2 and listed == list(range(listed[0], listed[-1] + 1)):
        return f"{listed[0]}–{listed[-1]}"
    return ", ".join(map(str, listed))


def amount_text(modifier: Modifier) -> str:
    """What a modifier does, in short: +1, halve, reroll 1."""
    amount, operation = modifier.amount, modifier.operation
    if isinstance(amount, HalfOf):
        return f"{operation} half the {amount.value}"
    if isinstance(amount, ValueOf):
        times = "" if abs(amount.times) == 1 else f"{abs(amount.times)} × "
        return f"{'+' if amount.times > 0 else _MINUS}{times}{amount.value}"
    if modifier.faces:
        return f"{operation} {faces_text(modifier.faces)}"
    if amount is None or operation in ("advantage", "disadvantage"):
        return operation
    if operation not in ("add", "dice"):
        return f"{operation} {amount:g}"
    sign = "+" if amount >= 0 else _MINUS
    unit = '"' if modifier.unit == "in" else ""
    return f"{sign}{abs(amount):g}{unit}" + (" dice" if operation == "dice" else "")
