"""The nouns of comparing: which sections of two editions correspond, and what differs between them.

A comparison has two sides, old and new: two editions of a lineage, a base and the house rules that
amend it, an original and its translation. Sections are named by their anchors.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.binding import State
from vfdoc.model.conditions import Condition
from vfdoc.model.mechanics import Modifier
from vfdoc.model.translation import Translated

Evidence: TypeAlias = Literal["forced", "number and title", "title", "text", "values", "neighbours"]
Relation: TypeAlias = Literal["one", "split", "merged", "added", "removed"]
Sameness: TypeAlias = Literal["same", "reworded", "changed", "unverified"]
"""What two texts come to: the same but for typography, in other words that are proved to be equal,
changed by words that are shown, or worded anew and not compared."""
ChangeKind: TypeAlias = Literal[
    "same", "reworded", "changed", "unverified", "split", "merged", "added", "removed", "unmentioned"
]
Aspect: TypeAlias = Literal[
    "amount", "target", "value", "polarity", "threshold", "boundary", "scope", "condition", "limit", "order",
    "words",
]  # fmt: skip


class Forced(NamedTuple):
    """What a human says corresponds: anchors of the old and of the new edition; one side empty where
    the other has no counterpart. `file` and `line` are where it is said."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    file: str = ""
    line: int = 0


class Correspondence(NamedTuple):
    """Sections that correspond: `old` and `new` hold anchors, one side is empty for added and removed.

    The first anchor of a side is its main counterpart, the others are further ones. `by` is the
    evidence that paired the main ones (None where there is no pair), `confidence` 0 to 1. `moved`
    where the place among its corresponding neighbours changed; `renumbered` where the number did.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    relation: Relation
    by: Evidence | None
    confidence: float
    moved: bool = False
    renumbered: bool = False


@dataclass(frozen=True, slots=True)
class Concordance:
    """Which sections of two editions correspond, in the order of the new one; removed ones stand where
    the old order puts them."""

    old: str
    new: str
    rows: tuple[Correspondence, ...]


class Difference(NamedTuple):
    """One respect in which two rows differ, with what each says of it (in words, values as printed)."""

    aspect: Aspect
    old: str
    new: str


class Verdict(NamedTuple):
    """Whether two rows say the same: no differences. `note` is a difference of boundary alone, or an
    omission that a short text may make: worth a note and no more."""

    differences: tuple[Difference, ...] = ()
    note: bool = False

    @property
    def same(self) -> bool:
        """Whether the rows say the same."""
        return not self.differences


class TextStretch(NamedTuple):
    """A stretch of a section's text: kept, only in the old (removed) or only in the new (added). Of what is
    kept `text` is as the new one prints it, and `old` as the old one does where that differs. `anew` where
    it is whole sentences that were worded anew and not compared."""

    kind: Literal["kept", "removed", "added"]
    text: str
    old: str | None = None
    anew: bool = False


class Exchange(NamedTuple):
    """Words of the old text and those that stand in their place in the new one; empty where words were only
    put in or taken out."""

    old: str
    new: str


class SentenceChange(NamedTuple):
    """Two sentences that differ, None where a side has none, and the words that do."""

    old: str | None
    new: str | None
    verdict: Sameness
    exchanges: tuple[Exchange, ...]


class CellChange(NamedTuple):
    """A cell, row or column of a table that differs; `row` and `column` are its labels, None for a whole
    column or row."""

    kind: Literal["changed", "added", "removed", "moved"]
    row: str | None
    column: str | None
    old: str | None
    new: str | None


class SectionChange(NamedTuple):
    """How corresponding sections differ; `similarity` of their texts 0 to 1.

    `kind` says how they correspond, `verdict` whether the rule changed (None where one side is missing);
    `sentences` are those that differ, with their words. `typography` where nothing but quotes, dashes or
    spaces changed beside what `kind` says.
    """

    at: Correspondence
    kind: ChangeKind
    similarity: float
    words: tuple[TextStretch, ...] = ()
    cells: tuple[CellChange, ...] = ()
    typography: bool = False
    verdict: Sameness | None = None
    sentences: tuple[SentenceChange, ...] = ()


TARGET = "target"
"""What a test's own value is called."""


class NumberChange(NamedTuple):
    """A value of the game, as each side has it; None where a side does not have it. Lines are 1-based.

    `rows` are the modifiers that say it, where modifiers do; `of` is else the test or table that it is of,
    and `entry` what it is there: the keys of a table's row, or TARGET.
    """

    topic: str
    old: str | None
    new: str | None
    old_section: str | None
    new_section: str | None
    old_line: int | None
    new_line: int | None
    kind: ChangeKind = "changed"
    rows: tuple[Modifier | None, Modifier | None] = (None, None)
    of: str = ""
    entry: str = ""


class ModifierChange(NamedTuple):
    """A modifier as each side has it; None where a side does not have it."""

    of: str | None
    kind: ChangeKind
    old: Modifier | None
    new: Modifier | None
    verdict: Verdict = Verdict()


class RowChange(NamedTuple):
    """A row of a sheet as each side has it, in the words of the text.

    `rows` are the modifiers that say it, where modifiers do; `of` is else the test or table that it is of,
    and `entry` what it is there: the keys of a table's row, or TARGET. `follows` says which of the base's
    own texts a house rule follows where its rules and its sheet differ: rules, sheet, both or neither; None
    where there is nothing to follow.
    """

    row: str
    kind: ChangeKind
    old: str | None
    new: str | None
    old_section: str | None
    new_section: str | None
    old_line: int | None
    new_line: int | None
    verdict: Verdict = Verdict()
    follows: Literal["rules", "sheet", "both", "neither"] | None = None
    rows: tuple[Modifier | None, Modifier | None] = (None, None)
    of: str = ""
    entry: str = ""


Effect: TypeAlias = Literal["wording", "clarification", "result", "new"]
"""What a change does at the table: nothing, for its rows come to the same in every situation; nothing but a
comment on it; another result, as one situation proves; or it is a rule that the old edition did not have."""


class Example(NamedTuple):
    """A situation in which two editions come to different results: the test, value or table that was asked
    (of a table its `row`), all that was told, which of it is out of the ordinary, and both results, chances
    as fractions."""

    of: str
    was: str
    now: str
    known: tuple[tuple[str, bool | float | str], ...] = ()
    unusual: tuple[Condition, ...] = ()
    row: str = ""


Point: TypeAlias = NumberChange | ModifierChange | RowChange | SentenceChange
"""What an entry says: a value, a row, a sentence with the words that were exchanged, or a clause that became
another, is new or gone (then without exchanges)."""


class SummaryEntry(NamedTuple):
    """What a player who knows the old edition must learn; `weight` orders the summary, heaviest first.

    `title` is the rule's, on both sides where these differ; `points` what differs in it: values,
    modifiers, rows, or sentences; `more` counts those beyond. What is new or gone has sections on one
    side only. `covered_by` is the place of the stated lesson that speaks of it (0-based), None where none
    does. `effect` is what the change does at the table, None where that is not known; `example` proves it.
    """

    weight: float
    title: str
    points: tuple[Point, ...]
    more: int
    old_sections: tuple[str, ...]
    new_sections: tuple[str, ...]
    covered_by: int | None = None
    effect: Effect | None = None
    example: Example | None = None

    @property
    def is_alone(self) -> bool:
        """Whether it is shown that one side alone has this: a value, a row, or a clause of which the other
        side has nothing like. That no section corresponds does not show it."""
        if self.old_sections and self.new_sections:
            return False
        return any(
            (p.old is None or p.new is None) and (not isinstance(p, SentenceChange) or p.verdict == "changed")
            for p in self.points
        )


class Lesson(NamedTuple):
    """What a person says must be learned: a sentence, the sections of both sides, and the words of each that
    decide, as they stand there ("" where none are quoted). Where these no longer stand as they were reviewed
    the lesson does not hold: `state` says how, `why` in words."""

    says: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    was: str
    now: str
    state: State
    why: str
    file: str
    line: int

    @property
    def holds(self) -> bool:
        """Whether the words that decide stand on both sides as they were reviewed."""
        return self.state == "holds"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions compared: by section, by value, by modifier and, for sheets, by row.

    `numbers`, `modifiers` and `rows` hold what differs in meaning or is unmentioned; what stayed is
    in the `same_…` of each. `entries` are read from the texts, `lessons` are what a person says.
    `translation` says how far each section is, where the new side remembers what it translates. `narrowed`
    counts by effect the entries that were left out.
    """

    old: str
    new: str
    concordance: Concordance
    sections: tuple[SectionChange, ...]
    numbers: tuple[NumberChange, ...] = ()
    modifiers: tuple[ModifierChange, ...] = ()
    rows: tuple[RowChange, ...] = ()
    same_numbers: tuple[NumberChange, ...] = ()
    same_modifiers: tuple[ModifierChange, ...] = ()
    same_rows: tuple[RowChange, ...] = ()
    entries: tuple[SummaryEntry, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    translation: tuple[Translated, ...] = ()
    narrowed: tuple[tuple[Effect | None, int], ...] = ()

    def only_results(self) -> Comparison:
        """The same with those entries alone of which playing shows another result."""
        left: Counter[Effect | None] = Counter(e.effect for e in self.entries if e.effect != "result")
        kept = tuple(entry for entry in self.entries if entry.effect == "result")
        order: tuple[Effect | None, ...] = (None, "new", "clarification", "wording")
        return replace(self, entries=kept, narrowed=tuple((e, left[e]) for e in order if left[e]))


RebaseKind: TypeAlias = Literal["unaffected", "unverified", "adopted", "base-changed", "base-gone", "new"]


class Rebased(NamedTuple):
    """What a new base edition does to one house rule: `old` and `new` are the base's own rows before and
    after, `house` the house rule, each in the words of its text with section and line. `words` are those by
    which the base's sentence is another now."""

    row: str
    kind: RebaseKind
    old: str | None
    house: str
    new: str | None
    house_section: str
    house_line: int
    old_section: str | None = None
    old_line: int | None = None
    new_section: str | None = None
    new_line: int | None = None
    words: tuple[Exchange, ...] = ()


def counterparts(concordance: Concordance, *, back: bool = False) -> dict[str, tuple[str, ...]]:
    """Where each section's rule stands on the other side (from new to old where `back`), the main
    counterpart first. What a section only gave a sentence to, and what is the main counterpart of
    another, is none of them, unless it has no other.
    """
    rows = [(row.new, row.old) if back else (row.old, row.new) for row in concordance.rows]
    main = {there[0]: here[0] for here, there in rows if here and there}
    leading: dict[str, list[str]] = {}
    following: dict[str, list[str]] = {}
    for here, there in rows:
        for place, anchor in enumerate(here):
            found = following if place else leading
            found.setdefault(anchor, []).extend(there)
    chosen: dict[str, tuple[str, ...]] = {}
    for anchor in (*leading, *following):
        ends = leading.get(anchor) or following.get(anchor, [])
        own = [end for end in ends if main.get(end, anchor) == anchor]
        chosen[anchor] = tuple(dict.fromkeys(own or ends[:1]))
    return chosen
