"""What `diff` prints, and the concordance by itself."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from vfdoc.formats.shapes.tables import ModifierShape
from vfdoc.model.comparison import Aspect, ChangeKind, Evidence, Relation, Sameness, SentenceChange
from vfdoc.model.translation import State


class CorrespondenceShape(Struct, frozen=True):
    """Sections that correspond, the main counterpart first on each side."""

    old: list[str]
    new: list[str]
    relation: Relation
    by: Evidence | None
    confidence: float
    moved: bool
    renumbered: bool


class ConcordanceShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """Which sections of two editions correspond."""

    old: str
    new: str
    rows: list[CorrespondenceShape]
    schema_: Literal["vfdoc.concordance/1"] = "vfdoc.concordance/1"


class WordsShape(Struct, frozen=True):
    """A stretch of a section's words: kept, removed or added, as each side prints it; `text` is that of the
    new side, of what was removed that of the old one."""

    kind: Literal["kept", "removed", "added"]
    old: str | None
    new: str | None
    text: str


class ExchangeShape(Struct, frozen=True):
    """Words of the old sentence and those in their place in the new one; null where they were only put in
    or taken out."""

    old: str | None
    new: str | None


class SentenceChangeShape(Struct, frozen=True):
    """Sentences that differ, null where a side has none, and their words that do. `unverified` ones are
    worded anew and were not compared."""

    old: str | None
    new: str | None
    verdict: Sameness
    exchanges: list[ExchangeShape]


def sentence_shape(change: SentenceChange) -> SentenceChangeShape:
    """A change of sentences as JSON has it."""
    exchanges = [ExchangeShape(x.old or None, x.new or None) for x in change.exchanges]
    return SentenceChangeShape(change.old, change.new, change.verdict, exchanges)


class CellChangeShape(Struct, frozen=True):
    """A cell, row or column of a table that differs."""

    kind: Literal["changed", "added", "removed", "moved"]
    row: str | None
    column: str | None
    old: str | None
    new: str | None


class SectionChangeShape(Struct, frozen=True, kw_only=True):
    """How corresponding sections differ; `words` and `cells` are empty where nothing in them does. `kind`
    says how they correspond, `verdict` whether the rule changed, `sentences` by which words."""

    old: list[str]
    new: list[str]
    kind: ChangeKind
    moved: bool
    renumbered: bool
    similarity: float
    by: Evidence | None
    confidence: float
    typography: bool
    words: list[WordsShape]
    cells: list[CellChangeShape]
    verdict: Sameness | None
    sentences: list[SentenceChangeShape]


class DifferenceShape(Struct, frozen=True):
    """One respect in which two rows differ, and what each says of it."""

    aspect: Aspect
    old: str
    new: str


class NumberChangeShape(Struct, frozen=True, kw_only=True):
    """A value of the game as each side has it."""

    topic: str
    kind: ChangeKind
    old: str | None
    new: str | None
    old_section: str | None
    new_section: str | None
    old_document: str | None
    new_document: str | None
    old_file: str | None
    new_file: str | None
    old_line: int | None
    new_line: int | None


class ModifierChangeShape(Struct, frozen=True):
    """A modifier as each side has it."""

    of: str | None
    kind: ChangeKind
    old: ModifierShape | None
    new: ModifierShape | None
    differences: list[DifferenceShape]
    note: bool


class RowChangeShape(Struct, frozen=True, kw_only=True):
    """A row of a sheet as each side has it; `follows` says which of the base's own texts a house rule
    follows where its rules and its sheet differ."""

    row: str
    kind: ChangeKind
    old: str | None
    new: str | None
    old_section: str | None
    new_section: str | None
    old_document: str | None
    new_document: str | None
    old_file: str | None
    new_file: str | None
    old_line: int | None
    new_line: int | None
    differences: list[DifferenceShape]
    note: bool
    follows: Literal["rules", "sheet", "both", "neither"] | None


class UnchangedShape(Struct, frozen=True):
    """What stayed; or, as `unverified`, what is worded anew and was not compared."""

    numbers: list[NumberChangeShape]
    modifiers: list[ModifierChangeShape]
    rows: list[RowChangeShape]


class LessonShape(Struct, frozen=True, kw_only=True):
    """What a person says a player must learn, with the sections of both sides and the words that decide. One
    that no longer `holds` says why."""

    says: str
    old: list[str]
    new: list[str]
    was: str | None
    now: str | None
    stated: bool
    holds: bool
    why: str | None
    file: str
    line: int


class QuotedShape(Struct, frozen=True):
    """The sentence of one side that decides, and where its section stands."""

    section: str
    document: str
    file: str
    line: int
    words: str | None


class ExampleShape(Struct, frozen=True, rename={"set_": "set"}):
    """A situation in which both editions were played, or the row of a table that differs; `set` is all that
    has to be told (as `roll --set` takes it), `was` and `now` are chances as fractions, or values."""

    of: str
    row: str | None
    set_: dict[str, bool | float | str]
    was: str
    now: str


class SummaryEntryShape(Struct, frozen=True, kw_only=True):
    """What a player who knows the old edition must learn, as read from the texts, the heaviest first.
    `covered_by` is the place of the lesson that says so, null where none does; `effect` and `example` are
    null where they were not worked out."""

    topic: str
    was: QuotedShape | None
    now: QuotedShape | None
    verdict: Literal["changed", "unverified", "added", "removed"]
    weight: float
    effect: Literal["wording", "clarification", "result", "new"] | None
    example: ExampleShape | None
    covered_by: int | None
    points: list[str]
    old_sections: list[str]
    new_sections: list[str]


class BeforeShape(Struct, frozen=True):
    """What the original of a stale section said when it was translated: the text, the edition or revision in
    which it stands, and the words that are others now."""

    text: str
    where: str
    words: list[ExchangeShape]


class TranslatedShape(Struct, frozen=True):
    """How far a section of the original is translated."""

    original: str
    section: str | None
    state: State
    fingerprint: str
    before: BeforeShape | None = None


class ProgressShape(Struct, frozen=True):
    """How far a translation is: of so many sections with words."""

    sections: int
    translated: int
    stale: int
    untranslated: int
    each: list[TranslatedShape]


class DiffShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `diff` prints."""

    old: str
    new: str
    lessons: list[LessonShape]
    entries: list[SummaryEntryShape]
    sections: list[SectionChangeShape]
    numbers: list[NumberChangeShape]
    modifiers: list[ModifierChangeShape]
    rows: list[RowChangeShape]
    unchanged: UnchangedShape
    unverified: UnchangedShape
    translation: ProgressShape | None
    schema_: Literal["vfdoc.diff/2"] = "vfdoc.diff/2"
