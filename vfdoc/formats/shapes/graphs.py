"""What `graph` prints."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from vfdoc.model import SectionKind


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
