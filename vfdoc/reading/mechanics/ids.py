"""What rows and statements are called: by what they change, where they stand and what they ask.

Twins are told apart by their words.
A name does not change when something else in the text does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from vfdoc.model.fingerprint import told_apart
from vfdoc.model.mechanics import SAID, Choice, Modifier, Number, Statement, leaves_of

_WORD = re.compile(r"[^\W_]+")
_PARTS = 3  # facts, or twice as many words, that a name holds at most


def named_rows(rows: Iterable[Modifier]) -> Iterator[Modifier]:
    """The rows, each with its id: "hit.8.3.attacker-shaken"."""
    known = list(rows)
    names = told_apart(
        (
            ".".join((row.of or row.operation, row.section, _asked(row) or _said(row))),
            f"{row.operation} {row.amount} {' '.join(_WORD.findall(row.condition.casefold()))}",
        )
        for row in known
    )
    for row, name in zip(known, names, strict=True):
        yield replace(row, id=name)


def named_statements(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, each with its id: "forbids.fire.8.1"."""
    known = list(statements)
    names = told_apart((s.id, " ".join(_WORD.findall(s.text.casefold()))) for s in known)
    for statement, name in zip(known, names, strict=True):
        yield statement._replace(name=name)


def _asked(row: Modifier) -> str:
    """The facts that a row asks, and what it counts by."""
    asked: list[str] = [row.per] if row.per else []
    for leaf in leaves_of(row.when):
        name = leaf.number if isinstance(leaf, Number) else leaf.fact
        if not name.startswith(SAID):
            asked.append(f"{name}-{leaf.value}" if isinstance(leaf, Choice) else name)
    return "-".join("-".join(_WORD.findall(each)) for each in dict.fromkeys(asked[:_PARTS]))


def _said(row: Modifier) -> str:
    words = " ".join(row.unread) or row.condition
    return "-".join(_WORD.findall(words.casefold())[: 2 * _PARTS])
