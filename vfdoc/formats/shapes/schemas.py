"""The JSON Schemas of what vfdoc prints, by the name of the format."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from vfdoc.formats.shapes.comparison import ConcordanceShape, DiffShape
from vfdoc.formats.shapes.conditions import with_conditions
from vfdoc.formats.shapes.descriptions import described
from vfdoc.formats.shapes.documents import DocumentShape, EditionsShape, ShownShape
from vfdoc.formats.shapes.findings import BaselineShape, FindingsShape
from vfdoc.formats.shapes.forces import ArmiesShape, ForceShape
from vfdoc.formats.shapes.graphs import GraphShape
from vfdoc.formats.shapes.history import HistoryShape, RebaseShape, RecitalShape
from vfdoc.formats.shapes.imports import ImportShape
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
from vfdoc.formats.shapes.tables import TablesShape

SCHEMAS: dict[str, type[Struct]] = {
    "answers": AnswersShape,
    "armies": ArmiesShape,
    "asked": AskedAllShape,
    "baseline": BaselineShape,
    "concordance": ConcordanceShape,
    "diff": DiffShape,
    "document": DocumentShape,
    "editions": EditionsShape,
    "findings": FindingsShape,
    "force": ForceShape,
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


def json_schema(name: str) -> bytes:
    """The JSON Schema (2020-12) of a format in SCHEMAS, every property described."""
    shape = with_conditions(described(msgspec.json.schema(SCHEMAS[name])))
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape}
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"
