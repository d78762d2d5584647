"""What `check` prints."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from vfdoc.model import Severity


class RelatedShape(Struct, frozen=True):
    """Another place that belongs to a finding."""

    section: str
    document: str
    file: str
    line: int
    quote: str


class FindingShape(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One fault; `quote` is the exact words at the place. A `suggestion` that is not `certain` is a guess.
    `page` and `paragraph` stand where the text was imported; lines are then of the text as imported."""

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
    certain: bool
    held_back: bool
    related: list[RelatedShape]
    page: int | None = None
    paragraph: int | None = None


class QuotationShape(Struct, frozen=True):
    """A quotation in a text about the rules, and what it comes to: `edition` and `section` are where its
    words stand, or what is most like them."""

    line: int
    column: int
    quote: str
    verdict: str
    cited: list[str]
    edition: str | None
    section: str | None


class StatedValueShape(Struct, frozen=True):
    """A value that a text about the rules states outside of quotations, and what it comes to."""

    line: int
    column: int
    words: str
    verdict: str
    cited: list[str]


class JudgedShape(Struct, frozen=True):
    """What was judged of one text about the rules of an edition."""

    file: str
    edition: str
    citations: int
    quotations: list[QuotationShape]
    values: list[StatedValueShape]


class FindingsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `check` prints; `held_back` counts by rule the findings that are notes because their reading is
    doubtful; `judged` is there with `--against`."""

    findings: list[FindingShape]
    held_back: dict[str, int]
    judged: list[JudgedShape] | UnsetType = UNSET
    schema_: Literal["vfdoc.findings/1"] = "vfdoc.findings/1"


class KnownShape(Struct, frozen=True):
    """A finding that is known, by what it keeps when lines move."""

    rule: str
    edition: str
    document: str
    section: str | None
    quote: str
    target: str | None


class BaselineShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `check --write-baseline` writes."""

    findings: list[KnownShape]
    schema_: Literal["vfdoc.baseline/1"] = "vfdoc.baseline/1"
