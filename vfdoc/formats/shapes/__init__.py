"""The JSON that other programs read, as typed shapes; their JSON Schemas come from the same place.

Keys may be added, none renamed. Lines and columns are 1-based, of the file as given; unknown is
null; section values are anchors.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from vfdoc.formats.shapes.comparison import (
    CellChangeShape,
    ConcordanceShape,
    CorrespondenceShape,
    DifferenceShape,
    DiffShape,
    ExampleShape,
    ExchangeShape,
    LessonShape,
    ModifierChangeShape,
    NumberChangeShape,
    ProgressShape,
    QuotedShape,
    RowChangeShape,
    SectionChangeShape,
    SentenceChangeShape,
    SummaryEntryShape,
    TranslatedShape,
    UnchangedShape,
    WordsShape,
)
from vfdoc.formats.shapes.descriptions import described
from vfdoc.formats.shapes.documents import (
    CitedShape,
    DocumentShape,
    EditionShape,
    EditionsShape,
    EntryShape,
    LeftOutShape,
    OmittedShape,
    ReferenceShape,
    SectionShape,
    ShownShape,
    TableShape,
    TargetShape,
)
from vfdoc.formats.shapes.findings import (
    BaselineShape,
    FindingShape,
    FindingsShape,
    JudgedShape,
    KnownShape,
    QuotationShape,
    RelatedShape,
    StatedValueShape,
)
from vfdoc.formats.shapes.graphs import (
    GraphShape,
    LinkShape,
    NodeShape,
    UnresolvedShape,
)
from vfdoc.formats.shapes.history import HistoryShape, RebaseShape, RecitalShape
from vfdoc.formats.shapes.imports import ImportShape, RemarkShape, StaleFieldShape
from vfdoc.formats.shapes.play import (
    AnswersShape,
    AskedAllShape,
    ComparedOddsShape,
    ContestShape,
    MayShape,
    OddsShape,
    PlayedShape,
    RollShape,
    RollsShape,
    VectorsShape,
)
from vfdoc.formats.shapes.sheet import SheetShape
from vfdoc.formats.shapes.tables import (
    ArmShape,
    CapShape,
    CaseShape,
    ComparedShape,
    ContradictionShape,
    ConventionShape,
    FactShape,
    LookupRowShape,
    LookupShape,
    ModifierShape,
    OpposedResultShape,
    OpposedShape,
    ProcedureShape,
    ReadShape,
    ResultRowShape,
    SpanShape,
    StatementShape,
    StepShape,
    TablesShape,
    TermShape,
    TestShape,
    ValueShape,
)

__all__ = [
    "SCHEMAS",
    "AnswersShape",
    "ArmShape",
    "AskedAllShape",
    "BaselineShape",
    "CapShape",
    "CaseShape",
    "CellChangeShape",
    "CitedShape",
    "ComparedOddsShape",
    "ComparedShape",
    "ConcordanceShape",
    "ContestShape",
    "ContradictionShape",
    "ConventionShape",
    "CorrespondenceShape",
    "DiffShape",
    "DifferenceShape",
    "DocumentShape",
    "EditionShape",
    "EditionsShape",
    "EntryShape",
    "ExampleShape",
    "ExchangeShape",
    "FactShape",
    "FindingShape",
    "FindingsShape",
    "GraphShape",
    "HistoryShape",
    "ImportShape",
    "JudgedShape",
    "KnownShape",
    "LeftOutShape",
    "LessonShape",
    "LinkShape",
    "LookupRowShape",
    "LookupShape",
    "MayShape",
    "ModifierChangeShape",
    "ModifierShape",
    "NodeShape",
    "NumberChangeShape",
    "OddsShape",
    "OmittedShape",
    "OpposedResultShape",
    "OpposedShape",
    "PlayedShape",
    "ProcedureShape",
    "ProgressShape",
    "QuotationShape",
    "QuotedShape",
    "ReadShape",
    "RebaseShape",
    "RecitalShape",
    "ReferenceShape",
    "RelatedShape",
    "RemarkShape",
    "ResultRowShape",
    "RollShape",
    "RollsShape",
    "RowChangeShape",
    "SectionChangeShape",
    "SectionShape",
    "SentenceChangeShape",
    "SheetShape",
    "ShownShape",
    "SpanShape",
    "StaleFieldShape",
    "StatedValueShape",
    "StatementShape",
    "StepShape",
    "SummaryEntryShape",
    "TableShape",
    "TablesShape",
    "TargetShape",
    "TermShape",
    "TestShape",
    "TranslatedShape",
    "UnchangedShape",
    "UnresolvedShape",
    "ValueShape",
    "VectorsShape",
    "WordsShape",
    "encode",
    "json_schema",
]

SCHEMAS: dict[str, type[Struct]] = {
    "answers": AnswersShape,
    "asked": AskedAllShape,
    "baseline": BaselineShape,
    "concordance": ConcordanceShape,
    "diff": DiffShape,
    "document": DocumentShape,
    "editions": EditionsShape,
    "findings": FindingsShape,
    "graph": GraphShape,
    "history": HistoryShape,
    "import": ImportShape,
    "may": MayShape,
    "rebase": RebaseShape,
    "recital": RecitalShape,
    "section": ShownShape,
    "sheet": SheetShape,
    "tables": TablesShape,
    "roll": RollShape,
    "rolls": RollsShape,
    "odds": OddsShape,
    "compared-odds": ComparedOddsShape,
    "contest": ContestShape,
    "procedure": PlayedShape,
    "vectors": VectorsShape,
}


def encode(shape: Struct) -> bytes:
    """A shape as indented JSON, UTF-8, with a final newline; `schema` comes first."""
    plain = msgspec.to_builtins(shape)
    if "schema" in plain:
        plain = {"schema": plain.pop("schema"), **plain}
    return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def json_schema(name: str) -> bytes:
    """The JSON Schema (2020-12) of a format in SCHEMAS, every property described."""
    shape = described(msgspec.json.schema(SCHEMAS[name]))
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape}
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"
