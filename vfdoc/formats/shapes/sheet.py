"""The JSON of quick-reference sheets and of their audit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class SheetRowShape(Struct):
    """A row: its cells, the sections (anchors) of all and of each, how it is laid out, whether house rules
    state it, and which cells (from 0) could not be put into the sheet's language."""

    cells: list[str]
    sections: list[str]
    cell_sections: list[list[str]]
    role: str
    house: bool
    foreign: list[int]


class SheetPanelShape(Struct):
    """A panel."""

    id: str
    title: str
    rows: list[SheetRowShape]


class AuditDifferenceShape(Struct):
    """A respect in which a printed row differs from its rule, with what each says."""

    aspect: str
    rules: str
    sheet: str


class AuditRowShape(Struct):
    """A printed row held against the rules; `section` is the rule's."""

    row: str
    line: int | None
    document: str
    file: str
    verdict: str
    section: str | None
    message: str
    differences: list[AuditDifferenceShape]


class LackShape(Struct):
    """What the rules have and the printed sheet lacks; without a place where that is a sheet vfdoc made."""

    row: str
    value: str
    section: str
    document: str | None
    file: str | None
    line: int | None


class OriginShape(Struct):
    """Of a sheet that vfdoc made: the fingerprint printed on it, that of the text now, what differs."""

    printed: str
    now: str
    same: bool
    cells: list[list[str | None]]


class CoverageShape(Struct):
    """How many of the tests, modifiers and moves of the rules stand on the sheet; of none stated there is no
    share."""

    covered: int
    stated: int
    share: float | None


class SheetShape(Struct):
    """`sheet --format json`: the sheet, or with --audit the audit."""

    edition: str
    title: str
    version: str | None
    language: str
    fingerprint: str
    panels: list[SheetPanelShape]
    audit: list[AuditRowShape] = []
    lacks: list[LackShape] = []
    coverage: CoverageShape | None = None
    origin: OriginShape | None = None
    schema: Literal["vfdoc.sheet/1"] = "vfdoc.sheet/1"
