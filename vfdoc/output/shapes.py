"""The JSON that other programs read, as typed shapes; their JSON Schemas come from the same place.

Keys may be added, none renamed. Lines and columns are 1-based, of the file as given; unknown is
null; section values are anchors.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from vfdoc.model import SectionKind, Severity
from vfdoc.model.mechanics import Operation, Origin


class EntryShape(Struct, frozen=True):
    """A line of a contents list or index."""

    number: str | None
    title: str
    line: int


class SectionShape(Struct, frozen=True):
    """A section: its own text, without its subsections.

    `about` names the rules that a question, comment or note is about; those of another edition as
    `vf-2e:6.5`.
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
    entries: list[EntryShape] | UnsetType = UNSET
    about: list[str] | UnsetType = UNSET


class TargetShape(Struct, frozen=True):
    """A number that a reference names; `anchor` is the first section of that number."""

    number: str | None
    anchor: str | None
    anchors: list[str]


class ReferenceShape(Struct, frozen=True):
    """A citation; `column` is that of `text`, both without brackets."""

    section: str
    document: str
    file: str
    line: int
    column: int
    text: str
    targets: list[TargetShape]
    range: bool | UnsetType = UNSET


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


class DocumentShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `parse` prints."""

    edition: str
    title: str
    language: str
    sections: list[SectionShape]
    references: list[ReferenceShape]
    tables: list[TableShape]
    omitted: list[OmittedShape]
    schema_: Literal["vfdoc.document/1"] = "vfdoc.document/1"


class NodeShape(Struct, frozen=True):
    """A section as a node of the graph."""

    id: str
    title: str
    kind: SectionKind
    number: str | None


class LinkShape(Struct, frozen=True):
    """A citation that arrives, from anchor to anchor."""

    source: str
    target: str
    line: int
    text: str
    document: str
    file: str


class UnresolvedShape(Struct, frozen=True):
    """A cited number that no section bears."""

    source: str
    number: str | None
    line: int
    column: int
    text: str
    document: str
    file: str


class GraphShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `graph` prints."""

    edition: str
    nodes: list[NodeShape]
    links: list[LinkShape]
    unresolved: list[UnresolvedShape]
    cycles: list[list[str]]
    schema_: Literal["vfdoc.graph/1"] = "vfdoc.graph/1"


class RelatedShape(Struct, frozen=True):
    """Another place that belongs to a finding."""

    section: str
    line: int
    quote: str


class FindingShape(Struct, frozen=True):
    """One fault; `quote` is the exact words at the place."""

    rule: str
    severity: Severity
    edition: str
    document: str
    file: str
    line: int
    column: int
    section: str | None
    quote: str
    target: str | None
    suggestion: str | None
    message: str
    remedy: str
    acknowledged: bool
    related: list[RelatedShape]


class FindingsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `check` prints."""

    findings: list[FindingShape]
    schema_: Literal["vfdoc.findings/1"] = "vfdoc.findings/1"


class CitedShape(Struct, frozen=True):
    """One end of a citation, as `show` lists it."""

    anchor: str | None
    title: str | None
    text: str
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


class EditionShape(Struct, frozen=True):
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


class TestShape(Struct, frozen=True):
    """A dice roll against a target."""

    __test__ = False  # no test of pytest's

    id: str
    name: str
    dice: str | None
    target: str | None
    success: str | None
    failure: str | None
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class ModifierShape(Struct, frozen=True):
    """A change of a test or value; `when` is a tree of all, any, not, fact and number."""

    id: str
    of: str | None
    operation: Operation
    amount: int | float | dict[str, str] | None
    unit: str | None
    per: str | None
    limit: dict[str, int] | None
    condition: str
    when: dict[str, Any] | None
    facts: list[str]
    section: str
    document: str
    file: str
    line: int
    column: int
    origin: Origin


class LookupRowShape(Struct, frozen=True):
    """A row of a lookup."""

    key: list[str]
    values: list[str]
    line: int


class LookupShape(Struct, frozen=True):
    """Unsigned values, read by row and column."""

    id: str
    title: str
    columns: list[str]
    rows: list[LookupRowShape]
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class ConventionShape(Struct, frozen=True):
    """How dice and modifiers are handled, and the section that says so."""

    id: str
    section: str
    document: str
    file: str
    line: int


class TablesShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `tables` prints."""

    edition: str
    tests: list[TestShape]
    modifiers: list[ModifierShape]
    lookups: list[LookupShape]
    conventions: list[ConventionShape]
    schema_: Literal["vfdoc.tables/1"] = "vfdoc.tables/1"


SCHEMAS: dict[str, type[Struct]] = {
    "document": DocumentShape,
    "editions": EditionsShape,
    "findings": FindingsShape,
    "graph": GraphShape,
    "section": ShownShape,
    "tables": TablesShape,
}


def encode(shape: Struct) -> bytes:
    """A shape as indented JSON, UTF-8, with a final newline; `schema` comes first."""
    plain = msgspec.to_builtins(shape)
    if "schema" in plain:
        plain = {"schema": plain.pop("schema"), **plain}
    return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def json_schema(name: str) -> bytes:
    """The JSON Schema (2020-12) of a format in SCHEMAS."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(SCHEMAS[name])}
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"
