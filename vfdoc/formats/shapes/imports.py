"""What `import` prints."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from vfdoc.model.imported import RemarkKind


class RemarkShape(Struct, frozen=True):
    """What became of a piece of a document that the text does not hold as it stood there."""

    kind: RemarkKind
    what: str
    text: str
    page: int | None
    paragraph: int | None


class StaleFieldShape(Struct, frozen=True):
    """A cross-reference that showed another number than its target has."""

    line: int
    column: int
    shown: str
    now: str | None
    target: str


class ImportShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `import` prints."""

    file: str
    format: str
    title: str
    language: str | None
    text: str
    written: list[str]
    remarks: list[RemarkShape]
    stale_fields: list[StaleFieldShape]
    schema_: Literal["vfdoc.import/1"] = "vfdoc.import/1"
