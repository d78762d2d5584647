"""A row of mechanics in words: what it changes by how much, and when."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import HalfOf, Modifier, ReadCounts, ValueOf

_MINUS = "\N{MINUS SIGN}"
AS_NAMED = (("halve", 0.5), ("double", 2))
"""Changes whose name says by how much."""

NO_TESTS = "no roll and no test was recognised in this text, and so nothing in it was read as a change of one"


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
    return f"condition not read: {unread_text(row)}" if row.unread else condition_text(row.when)


def unread_text(row: Modifier) -> str:
    """The words of a row that were not understood, each as the text has them."""
    return ", ".join(f'"{words}"' for words in row.unread)


def faces_text(faces: Sequence[int]) -> str:
    """Faces of dice: "1", "1–3", "1, 10"."""
    listed = sorted(faces)
    if len(listed) > 2 and listed == list(range(listed[0], listed[-1] + 1)):
        return f"{listed[0]}–{listed[-1]}"
    return ", ".join(map(str, listed))


def signed_value(amount: ValueOf, name: str) -> str:
    """A value that is added or taken away, by its name: "−3 × range"."""
    times = "" if abs(amount.times) == 1 else f"{abs(amount.times)} × "
    return f"{'+' if amount.times > 0 else _MINUS}{times}{name}"


def amount_text(modifier: Modifier) -> str:
    """What a modifier does, in short: +1, halve, reroll 1."""
    amount, operation = modifier.amount, modifier.operation
    if isinstance(amount, HalfOf):
        return f"{operation} half the {amount.value}"
    if isinstance(amount, ValueOf):
        return signed_value(amount, amount.value) + (" dice" if operation == "dice" else "")
    if modifier.faces:
        return f"{operation} {faces_text(modifier.faces)}"
    if amount is None or operation in ("advantage", "disadvantage"):
        return "changes" if operation == "add" else operation  # by how much, and which way, is not known
    if (operation, amount) in AS_NAMED:
        return operation
    if operation not in ("add", "dice"):
        return f"{operation} {amount:g}"
    sign = "+" if amount >= 0 else _MINUS
    unit = '"' if modifier.unit == "in" else ""
    return f"{sign}{abs(amount):g}{unit}" + (" dice" if operation == "dice" else "")
