"""Findings for other programs: the JSON of `check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vfdoc.formats.shapes import FindingShape, FindingsShape, RelatedShape, encode
from vfdoc.model import Finding


def findings_json(findings: Sequence[Finding]) -> bytes:
    """`check --format json`."""
    held = Counter(finding.rule for finding in findings if finding.held_back)
    return encode(FindingsShape([_shape(finding) for finding in findings], dict(sorted(held.items()))))


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
    )
