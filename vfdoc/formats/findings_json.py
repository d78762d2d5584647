"""Findings for other programs: the JSON of `check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.findings import (
    FindingShape,
    FindingsShape,
    JudgedShape,
    QuotationShape,
    RelatedShape,
    StatedValueShape,
)
from vfdoc.model import Finding

if TYPE_CHECKING:
    from vfdoc.model.about import Judged


def findings_json(findings: Sequence[Finding], judged: Sequence[Judged] = ()) -> bytes:
    """`check --format json`; `judged` is what was judged of texts about the rules."""
    held = Counter(finding.rule for finding in findings if finding.held_back)
    told = [_judged(each) for each in judged] if judged else UNSET
    return encode(FindingsShape([_shape(finding) for finding in findings], dict(sorted(held.items())), told))


def _judged(judged: Judged) -> JudgedShape:
    return JudgedShape(
        judged.file,
        judged.edition,
        judged.citations,
        [
            QuotationShape(q.line, q.column, q.quote, q.verdict, list(q.cited), q.edition, q.section)
            for q in judged.quotations
        ],
        [StatedValueShape(v.line, v.column, v.words, v.verdict, list(v.cited)) for v in judged.values],
    )


def _shape(f: Finding) -> FindingShape:
    related = [RelatedShape(r.section, r.document, r.file, r.line, r.quote) for r in f.related]
    return FindingShape(
        rule=f.rule,
        severity=f.severity,
        edition=f.edition,
        document=f.document,
        file=f.file,
        line=f.line,
        column=f.column,
        section=f.section,
        quote=f.quote,
        target=f.target,
        suggestion=f.suggestion,
        message=f.message,
        remedy=f.remedy,
        acknowledged=f.acknowledged,
        certain=f.certain,
        held_back=f.held_back,
        related=related,
        page=f.place.page if f.place is not None else None,
        paragraph=f.place.paragraph if f.place is not None else None,
    )
