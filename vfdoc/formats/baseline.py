"""The findings of one run, kept so that later runs tell only what is new."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.findings import BaselineShape, KnownShape
from vfdoc.model import Finding


def baseline_json(findings: Sequence[Finding]) -> bytes:
    """`check --write-baseline`: every open finding by what it keeps when lines move, in sorted order."""
    prints = sorted(
        (finding.fingerprint for finding in findings if not finding.acknowledged),
        key=lambda known: tuple(part or "" for part in known),
    )
    return encode(BaselineShape([KnownShape(*known) for known in prints]))
