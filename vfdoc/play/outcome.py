"""What a test or value comes to: every row that applied, every one that did not, what else speaks of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.mechanics import Base, Modifier, Statement, SumLimit
from vfdoc.play.dice import D6, Dice
from vfdoc.play.not_computed import NotComputed, UnreadProhibition
from vfdoc.play.situation import Known
from vfdoc.play.tables import Tables
from vfdoc.play.undescribed import Spoken


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


NoteKind: TypeAlias = Literal[
    "statement",
    "cap",
    "contradiction",
    "order",
    "least",
    "least-at-end",
    "rounding",
    "choice",
    "permission",
]
NoteWhy: TypeAlias = Literal["value", "impossible", "contradicts", "unread", "open"]


class Note(NamedTuple):
    """A rule that speaks of what was asked and is not in the result; `kind` and `why` as in the JSON.

    `otherwise` is what it would come to by that rule, where it contradicts the one that is played, or by
    another order of changes, of which the text does not say which goes first.
    """

    id: str
    kind: NoteKind
    why: NoteWhy
    words: str
    section: str
    line: int
    document: str
    file: str
    otherwise: Outcome | None = None


def noted(
    tables: Tables, at: Modifier | Statement | UnreadProhibition, kind: NoteKind, why: NoteWhy, id: str,
    words: str, otherwise: Outcome | None = None,
) -> Note:  # fmt: skip
    """A note on a rule that stands where a row or statement does."""
    file = at.file if isinstance(at, UnreadProhibition) else tables.files.get(at.section, "")
    return Note(
        id=id,
        kind=kind,
        why=why,
        words=words,
        section=at.section,
        line=at.line,
        document=at.document,
        file=file,
        otherwise=otherwise,
    )


def distinct(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Each of some notes once: those of one rule that come to something else are several."""
    return tuple({(note.id, note.otherwise and note.otherwise.total): note for note in notes}.values())


class Reroll(NamedTuple):
    """Dice that may be rolled again: those that show one of `faces` (None: any that failed), `most` of them
    at most (None: all)."""

    faces: frozenset[int] | None
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A test or value in a situation. For a test `target` is the total needed and `total` what is added
    to the roll; for a value `total` is the value. `assumed` lists what nobody told, with what was taken
    for it; `silent` what the text does not say of its arithmetic; `natural` the sections by which a
    natural 1 fails and a natural 6 passes. `dice` is None where no text names them; `dice_read` what was
    read of them and is only proposed; `not_computed` are the rows of it whose words were not wholly
    understood, and which therefore had no part in it; a test that is passed by rolling `under` its target
    has the highest number that passes. `faces` pass and fail it whatever is needed. `parts` are the
    values that it adds or that are its target, `through` those that its rows or lookups ask, worked out
    before it; `limits` what its changes in all were cut by: each with the sum before and after. `notes`
    other rules that speak of it and are no part of it, `forbidden` what does not allow it: a value is
    then 0.
    `base` is the row of a lookup that gives a value which nobody told; `read` what the text says of it where
    nobody describes the game: then nothing of it is computed."""

    of: str
    is_test: bool
    total: Fraction
    applied: tuple[Applied, ...]
    not_applied: tuple[Passed, ...]
    target: int | None = None
    dice: Dice | None = D6
    dice_read: str | None = None
    under: bool = False
    faces: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    parts: tuple[Outcome, ...] = ()
    through: tuple[Outcome, ...] = ()
    aimed_at: str | None = None
    limits: tuple[tuple[SumLimit, Fraction, Fraction], ...] = ()
    automatic: bool | None = None
    rerolls: tuple[Reroll, ...] = ()
    natural: tuple[str | None, str | None] = (None, None)
    assumed: tuple[tuple[str, Known], ...] = ()
    silent: tuple[str, ...] = ()
    not_computed: tuple[NotComputed, ...] = ()
    notes: tuple[Note, ...] = ()
    forbidden: tuple[Statement, ...] = ()
    base: Base | None = None
    read: Spoken | None = None
    of_every: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether it has a chance: a test whose dice somebody named, or that needs none."""
        return self.is_test and (self.dice is not None or self.automatic is not None)

    @property
    def rows(self) -> tuple[str, ...]:
        """The ids of the rows that applied, in order."""
        return tuple(applied.row.id for applied in self.applied)
