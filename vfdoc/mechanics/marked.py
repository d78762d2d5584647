"""The tokens of a clause with the terminals found among them: what the named rules read and mark.

In: the tokens. Out: by index the terminal that begins there, how far it reaches, and the change that it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vfdoc.mechanics.lexicon import ReadWord

STRETCH = 8
"""Tokens between a verb and what belongs to it."""
NEAR = 3
"""Tokens that stand right by one another."""
COLUMN = "column"
"""The noun of a change that is made to the column of a table of results."""
STATEMENTS = ("forbids", "permits", "counts")
"""What a clause does that changes no roll: its kinds in the word lists."""


class MarkedChange(NamedTuple):
    """What is done to a value (an Operation, or one of STATEMENTS): `amount` None where the words give no
    number; `noun` are words between the amount and what it changes; `verb` whether a verb says it ("add 1")
    and not a sign ("+1"); `value` are the words of an amount that is one ("the rating of the net"), which
    counts `times` as often, negative where it is taken away."""

    operation: str
    amount: float | None
    unit: str | None = None
    noun: str = ""
    verb: bool = True
    exclusive: bool = False
    value: str = ""
    times: float = 1


@dataclass(frozen=True, slots=True)
class Terminal:
    """A token of the grammar: its kind, the stretch of the text that it covers, and the change that it
    says."""

    type: str
    start: int
    end: int
    value: MarkedChange | None = None


@dataclass(slots=True)
class MarkedClause:
    """Tokens with the terminals found so far, by index: a terminal covers the tokens from its own up to
    `upto`."""

    words: Sequence[ReadWord]
    found: dict[int, tuple[int, str, MarkedChange | None]]
    taken: set[int] = field(default_factory=set)

    def free(self, start: int, end: int) -> bool:
        """Whether no terminal covers any of these tokens."""
        return not any(at in self.taken for at in range(start, end))

    def mark(self, start: int, end: int, kind: str, change: MarkedChange | None = None) -> None:
        """Makes these tokens one terminal, where none covers them yet."""
        if self.free(start, end):
            self.found[start] = (end, kind, change)
            self.taken.update(range(start, end))

    def drop(self, start: int) -> None:
        """Takes a terminal back."""
        if start in self.found:
            end, _, _ = self.found.pop(start)
            self.taken.difference_update(range(start, end))

    def kinds(self, at: int) -> tuple[str, ...]:
        """What the word list says that a token may be; nothing beyond the clause."""
        return self.words[at].kinds if 0 <= at < len(self.words) else ()

    def kind(self, at: int) -> str:
        """What a token is, beyond the clause ""."""
        return self.words[at].token.kind if 0 <= at < len(self.words) else ""

    def text(self, at: int) -> str:
        """The words of a token, folded; beyond the clause ""."""
        return self.words[at].token.text.casefold() if 0 <= at < len(self.words) else ""

    def value(self, at: int) -> float | None:
        """The number that a token says; that of "one third more" says none, for it is of something else."""
        shared = self.kind(at) == "NUMBER" and "part" in self.kinds(at + 1)
        return self.words[at].token.value if 0 <= at < len(self.words) and not shared else None

    def denied(self, at: int, within: int = NEAR) -> bool:
        """Whether a word right before takes back what stands here."""
        return any({"not", "forbids"} & set(self.kinds(n)) for n in range(max(at - within, 0), at))

    def ends(self, at: int) -> bool:
        """Whether the clause ends there, or a part of it."""
        return at >= len(self.words) or self.kind(at) == "STOP"

    def closes(self, at: int) -> bool:
        """Whether the clause ends there, or its sentence."""
        return self.ends(at) or self.text(at) in (".", "!")

    def is_number(self, at: int) -> bool:
        """Whether a token is a number, with a sign or without."""
        return self.kind(at) in ("NUMBER", "SIGNED")


def priced(m: MarkedClause, at: int) -> bool:
    """Whether a number is a price, victory points, a time, or a count of what stands on the table."""
    return "unrolled" in m.kinds(at + 1) or any("price" in m.kinds(n) for n in (at + 1, at - 1))
