"""What `parse`, `show` and `list` print."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from vfdoc.model import SectionKind


class EntryShape(Struct, frozen=True):
    """A line of a contents list or index."""

    number: str | None
    title: str
    line: int


class ClauseShape(Struct, frozen=True):
    """A paragraph or clause of a section, an item of its lists: by `address` it is cited and shown."""

    address: str
    line: int


class SectionShape(Struct, frozen=True, kw_only=True):
    """A section: its own text, without its subsections.

    `confidence` (0 to 1) says how sure it is that a section of that number begins there. `about` names
    the rules that a question, comment or note is about; those of another edition as `vf-2e:6.5`. `clauses`
    are its paragraphs, numbers and letters that are no sections by themselves.
    """

    anchor: str
    number: str | None
    title: str
    parent: str | None
    level: int
    kind: SectionKind
    document: str
    file: str
    line: int
    column: int
    text: str
    confidence: float
    entries: list[EntryShape] | UnsetType = UNSET
    about: list[str] | UnsetType = UNSET
    clauses: list[ClauseShape] | UnsetType = UNSET


class TargetShape(Struct, frozen=True):
    """A number that a reference names; `anchor` is the first section of that number.

    `clause` is the part of it that is no section by itself, or that is told behind it in words ("Absatz 7"):
    the anchor is that of the section above it.
    `printed` is false of a section between the two ends of a range.
    """

    number: str | None
    anchor: str | None
    anchors: list[str]
    clause: str | UnsetType = UNSET
    printed: bool | UnsetType = UNSET


class ReferenceShape(Struct, frozen=True):
    """A citation; `column` is that of `text`, both without brackets."""

    section: str
    document: str
    file: str
    line: int
    column: int
    text: str
    targets: list[TargetShape]
    confidence: float
    range: bool | UnsetType = UNSET
    external: bool | UnsetType = UNSET
    work: str | UnsetType = UNSET
    address: str | UnsetType = UNSET


class TableShape(Struct, frozen=True):
    """A table; `line` is that of its header, or of its first row where it has none."""

    section: str
    document: str
    file: str
    line: int
    title: str | None
    header: list[str]
    rows: list[list[str]]


class OmittedShape(Struct, frozen=True):
    """A stretch of the text that is no part of the rules."""

    document: str
    file: str
    line: int
    end_line: int
    reason: str
    column: int | None = None
    end_column: int | None = None


class LeftOutShape(Struct, frozen=True):
    """A line that looks like a heading with a number and was read as no section; `column` is the number's,
    `why` says what it looks like, `likely` (0 to 1) how near it came to being read as one."""

    document: str
    file: str
    line: int
    column: int
    text: str
    why: str
    likely: float


class DocumentShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `parse` prints."""

    edition: str
    title: str
    language: str
    sections: list[SectionShape]
    references: list[ReferenceShape]
    tables: list[TableShape]
    omitted: list[OmittedShape]
    left_out: list[LeftOutShape]
    schema_: Literal["vfdoc.document/1"] = "vfdoc.document/1"


class CitedShape(Struct, frozen=True):
    """One end of a citation, as `show` lists it."""

    anchor: str | None
    title: str | None
    text: str
    document: str
    file: str
    line: int


class ShownShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `show` prints: one rule, its notes, its citations both ways."""

    edition: str
    section: SectionShape
    subsections: list[str]
    notes: list[SectionShape]
    cites: list[CitedShape]
    cited_by: list[CitedShape]
    schema_: Literal["vfdoc.section/1"] = "vfdoc.section/1"


class EditionShape(Struct, frozen=True, kw_only=True):
    """An edition as `list` shows it."""

    id: str
    title: str
    version: str | None
    date: str | None
    language: str
    supersedes: str | None
    translates: str | None
    amends: str | None
    documents: list[str]
    hints_only: bool


class EditionsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `list` prints."""

    editions: list[EditionShape]
    schema_: Literal["vfdoc.editions/1"] = "vfdoc.editions/1"
