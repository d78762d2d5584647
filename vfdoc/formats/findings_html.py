"""Findings as one page that stands by itself, to be printed: the gravest first, nothing is fetched, nothing
runs, every word is escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from vfdoc.formats.findings import SEVERITIES, around, weight, where
from vfdoc.model import Finding, Related, SourceText

_HEADINGS = ("Errors", "Warnings", "Notes", "Acknowledged")
_AROUND = 90  # characters of a line that stand on either side of the words


class FindingView(NamedTuple):
    """One finding as the page prints it: its place, and the line cut around its words. In one
    that was `imported` lines say nothing."""

    place: str
    rule: str
    severity: str
    known: bool
    message: str
    remedy: str
    before: str
    words: str
    after: str
    related: tuple[Related, ...]
    imported: bool


class WeightView(NamedTuple):
    """The findings of one weight, errors first: a heading, and they in the order of the texts."""

    heading: str
    findings: tuple[FindingView, ...]


def findings_html(findings: Sequence[Finding], sources: Mapping[str, SourceText]) -> bytes:
    """`check --format html`; `sources` by the file name that findings show."""
    from vfdoc.formats.templates import render

    ordered = sorted(findings, key=weight)  # those of one weight stay in order
    groups = [
        WeightView(_HEADINGS[grade], tuple(_view(finding, sources.get(finding.file)) for finding in found))
        for grade, found in groupby(ordered, key=weight)
    ]
    return render("findings.html", {"groups": groups, "counts": list(_counts(findings))})


def _view(finding: Finding, source: SourceText | None) -> FindingView:
    known = source is not None and 0 < finding.line <= len(source.lines)
    before, words, after = around(finding, source) if known and source is not None else ("", "", "")
    return FindingView(
        place=f"{finding.file}:{where(finding)}",
        rule=finding.rule,
        severity=finding.severity,
        known=finding.acknowledged,
        message=finding.message,
        remedy=finding.remedy,
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:].partition(" ")[2],
        words=words or finding.quote,
        after=after if len(after) <= _AROUND else after[:_AROUND].rpartition(" ")[0] + "…",
        related=finding.related,
        imported=finding.place is not None,
    )


def _counts(findings: Sequence[Finding]) -> Iterator[str]:
    """How many there are of each kind, in words."""
    found = Counter(finding.severity for finding in findings if not finding.acknowledged)
    for severity in SEVERITIES:
        if found[severity]:
            yield f"{found[severity]} {severity}{'s' * (found[severity] != 1)}"
    known = sum(finding.acknowledged for finding in findings)
    if known:
        yield f"{known} acknowledged"
