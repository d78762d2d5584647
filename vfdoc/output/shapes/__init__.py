"""The JSON that other programs read, as typed shapes; their JSON Schemas come from the same place.

Keys may be added, none renamed. Lines and columns are 1-based, of the file as given; unknown is
null; section values are anchors.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from vfdoc.output.shapes.documents import (
    CitedShape,
    DocumentShape,
    EditionShape,
    EditionsShape,
    EntryShape,
    OmittedShape,
    ReferenceShape,
    SectionShape,
    ShownShape,
    TableShape,
    TargetShape,
)
from vfdoc.output.shapes.findings import (
    FindingShape,
    FindingsShape,
    RelatedShape,
)
from vfdoc.output.shapes.graphs import (
    GraphShape,
    LinkShape,
    NodeShape,
    UnresolvedShape,
)
from vfdoc.output.shapes.tables import (
    ConventionShape,
    LookupRowShape,
    LookupShape,
    ModifierShape,
    TablesShape,
    TestShape,
)

__all__ = [
    "SCHEMAS",
    "CitedShape",
    "ConventionShape",
    "DocumentShape",
    "EditionShape",
    "EditionsShape",
    "EntryShape",
    "FindingShape",
    "FindingsShape",
    "GraphShape",
    "LinkShape",
    "LookupRowShape",
    "LookupShape",
    "ModifierShape",
    "NodeShape",
    "OmittedShape",
    "ReferenceShape",
    "RelatedShape",
    "SectionShape",
    "ShownShape",
    "TableShape",
    "TablesShape",
    "TargetShape",
    "TestShape",
    "UnresolvedShape",
    "encode",
    "json_schema",
]

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
