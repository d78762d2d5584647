"""The checks on the five originals, held against lists of faults made by hand.

The lists (tests/lists/<edition>/faults.tsv) were written by reading, apart from the checks. A finding
and a listed fault are one where rule and line are the same and one quotes words of the other. What
counts is error and warning; a listed fault that calls itself doubtful may be found or not.

A rule is added by one entry in RULES.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from vfdoc import pipeline
from vfdoc.checks import ALL_CHECKS
from vfdoc.model import Finding
from vfdoc.model.session import current_session

LISTS = Path(__file__).parent / "lists"
EDITIONS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9", "fortune-and-glory"]
CONTRADICTIONS = ["sheet-disagrees", "rules-disagree"]
RULES = [
    "misdirected-reference",
    "contents-mismatch",
    "index-mismatch",
    "unknown-name",
    "mixed-term",
    "wrong-total",
    "misplaced-block",
    "cut-sentence",
    "repeated-text",
    *CONTRADICTIONS,
]
# Of the listed faults, how many must be found: all, and nine in ten of the longest text's. Of its
# contradictions half, sheets and rules together: the others are in what sentences mean.
RECALL = {"fortune-and-glory": 0.9}
DISAGREEING = 0.5
PRECISION = 0.9


class Listed(NamedTuple):
    """A fault of the list."""

    rule: str
    line: int
    quote: str
    doubtful: bool


def listed(edition: str, rule: str) -> list[Listed]:
    with (LISTS / edition / "faults.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Listed(row["rule"], int(row["line"]), row["quote"], "doubtful" in row["why"])
        for row in rows
        if row["rule"] == rule
    ]


@cache
def found(path: Path, rule: str) -> tuple[Finding, ...]:
    with current_session():  # as every command has one: else each index is made anew each time it is asked
        read = pipeline.read(str(path))
        if rule.startswith(("wrong-", "sheet-", "rules-", "unknown-name")):  # these ask for the mechanics
            read = pipeline.with_mechanics(read)
        rulebook = replace(read.rulebook, glossary=pipeline.glossary(read))
        judged = list(ALL_CHECKS[rule](rulebook, read.graph))
    # A rule that another says again is a note, for it misleads nobody; the lists hold it all the same.
    return tuple(each for f in judged if f.severity != "note" or rule == "repeated-text" for each in apart(f))


def apart(finding: Finding) -> Iterator[Finding]:
    """A finding at each of its places: several of one cause are one."""
    yield finding
    for other in finding.related if finding.gathered and finding.rule != "repeated-text" else ():
        yield replace(finding, line=other.line, quote=other.quote)


def meets(finding: Finding, fault: Listed) -> bool:
    if fault.rule == "repeated-text":  # the list may name either place, and its label for its words
        return fault.line in (finding.line, *(other.line for other in finding.related))
    return finding.line == fault.line and (fault.quote in finding.quote or finding.quote in fault.quote)


def shown(findings: Iterable[Finding]) -> str:
    return "\n".join(f"{f.line}:{f.column}: {f.quote!r}: {f.message}" for f in findings)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rule", RULES)
def test_listed_faults_are_found(edition: str, rule: str, originals: Path) -> None:
    findings = found(originals / f"{edition}.txt", rule)
    wanted = [fault for fault in listed(edition, rule) if not fault.doubtful]
    missed = [fault for fault in wanted if not any(meets(f, fault) for f in findings)]
    if (edition, rule) in [("fortune-and-glory", each) for each in CONTRADICTIONS]:
        pytest.skip("both rules together, below")
    assert len(missed) <= (1 - RECALL.get(edition, 1.0)) * len(wanted), missed


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rule", RULES)
def test_what_is_found_is_a_fault(edition: str, rule: str, originals: Path) -> None:
    findings = found(originals / f"{edition}.txt", rule)
    faults = listed(edition, rule)
    false = [f for f in findings if not any(meets(f, fault) for fault in faults)]
    assert len(false) <= (1 - PRECISION) * len(findings), shown(false)


def test_half_of_the_longest_texts_contradictions_are_found(originals: Path) -> None:
    edition = "fortune-and-glory"
    wanted = [fault for rule in CONTRADICTIONS for fault in listed(edition, rule) if not fault.doubtful]
    findings = {rule: found(originals / f"{edition}.txt", rule) for rule in CONTRADICTIONS}
    missed = [fault for fault in wanted if not any(meets(f, fault) for f in findings[fault.rule])]
    assert len(missed) <= (1 - DISAGREEING) * len(wanted), missed


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rule", CONTRADICTIONS)
def test_what_only_looks_like_a_contradiction_is_none(edition: str, rule: str, originals: Path) -> None:
    with (LISTS / edition / "lookalikes.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    alike = [Listed(rule, int(row["line"]), row["quote"], False) for row in rows]
    assert len(alike) > 5
    taken = [f for f in found(originals / f"{edition}.txt", rule) if any(meets(f, other) for other in alike)]
    assert not taken, shown(taken)


@pytest.mark.parametrize(
    ("edition", "line", "column", "suggestion"),
    [
        ("vf-1e", 119, 283, "12.7"),  # overgrown terrain
        ("vf-1e", 263, None, "12.5"),  # impassable terrain
        ("vf-2e", 84, 94, "2.2"),  # the second of two: the commander-in-chief, by his acronym
    ],
)
def test_the_right_citation_is_suggested(
    edition: str, line: int, column: int | None, suggestion: str, originals: Path
) -> None:
    findings = found(originals / f"{edition}.txt", "misdirected-reference")
    [finding] = [f for f in findings if f.line == line]
    assert finding.suggestion == suggestion
    assert column in (None, finding.column)
