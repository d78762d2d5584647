"""What `history`, `recite` and `rebase` print."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from vfdoc.formats.shapes.comparison import ExchangeShape, SentenceChangeShape
from vfdoc.formats.shapes.documents import SectionShape
from vfdoc.model.comparison import ChangeKind, RebaseKind
from vfdoc.model.edit import Why
from vfdoc.model.history import Lineage


class ChangedValueShape(Struct, frozen=True):
    """A value or row that an edition changed, with both sections."""

    topic: str
    kind: ChangeKind
    old: str | None
    new: str | None
    old_section: str | None
    new_section: str | None


class StageShape(Struct, frozen=True, kw_only=True):
    """A rule in one edition; `relation` says what that edition does to the edition `to`; `words` are the
    sentences that differ."""

    edition: str
    title: str
    version: str | None
    date: str | None
    language: str
    relation: Lineage | None
    to: str | None
    kind: ChangeKind | None
    confidence: float | None
    sections: list[SectionShape]
    values: list[ChangedValueShape]
    words: list[SentenceChangeShape]


class HistoryShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `history` prints: the oldest edition first."""

    edition: str
    section: str
    stages: list[StageShape]
    schema_: Literal["vfdoc.history/1"] = "vfdoc.history/1"


class EditShape(Struct, frozen=True):
    """A citation that was rewritten."""

    document: str
    file: str
    line: int
    column: int
    old: str
    new: str


class ChoiceShape(Struct, frozen=True):
    """A section that a citation may mean now; `fits` says how alike its words are to those of the section
    that was cited, 0 to 1, null where nobody compared them."""

    anchor: str
    number: str | None
    title: str
    fits: float | None


class LeftShape(Struct, frozen=True, kw_only=True):
    """A citation that was left as it stands, why, and what it may mean now."""

    document: str
    file: str
    line: int
    column: int
    text: str
    why: Why
    section: str | None
    message: str
    choices: list[ChoiceShape]


class ReworkedShape(Struct, frozen=True):
    """A citation that was rewritten and whose rule is no longer the same."""

    document: str
    file: str
    line: int
    column: int
    old: str
    new: str
    section: str
    verdict: Literal["changed", "unverified"]
    message: str


class RecitalShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `recite` prints; `text` is the whole text with its citations rewritten."""

    old: str
    new: str
    edits: list[EditShape]
    left: list[LeftShape]
    kept: int
    reworked: list[ReworkedShape]
    text: str
    schema_: Literal["vfdoc.recital/1"] = "vfdoc.recital/1"


class RebasedShape(Struct, frozen=True, kw_only=True):
    """What a new base does to one house rule; `old` and `new` are the base's own, before and after, `words`
    those by which its sentence is another now."""

    row: str
    kind: RebaseKind
    old: str | None
    house: str
    new: str | None
    house_section: str
    house_document: str | None
    house_file: str | None
    house_line: int
    old_section: str | None
    old_line: int | None
    new_section: str | None
    new_line: int | None
    words: list[ExchangeShape]


class RebaseShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `rebase` prints."""

    house: str
    old: str
    new: str
    rows: list[RebasedShape]
    schema_: Literal["vfdoc.rebase/1"] = "vfdoc.rebase/1"
