"""Findings for the terminal.

A finding's first line reads `path:line:column: rule: fact; remedy`; below it stands the place,
underlined. The command line colours the runs by their style.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model import Finding, SourceText

_WIDTH = 76
# What would move the cursor or colour the terminal: a text may hold anything.
CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), "�") | {ord("\t"): " "}


class StyledText(NamedTuple):
    """A stretch of terminal text and its style: error, warning, note, place, faint or none."""

    text: str
    style: str = ""


def findings_text(findings: Sequence[Finding], sources: Mapping[str, SourceText]) -> Iterable[StyledText]:
    """`check --format text`, as styled runs; `sources` by the file name that findings show."""
    file = None
    for finding in findings:
        if file is not None and finding.file != file:
            yield StyledText("\n")
        file = finding.file
        yield from _finding(finding, sources.get(finding.file))
    yield from _summary(findings)


def _finding(finding: Finding, source: SourceText | None) -> Iterable[StyledText]:
    style = "faint" if finding.acknowledged else finding.severity
    yield StyledText(f"{finding.file}:{finding.line}:{finding.column}: ".translate(CONTROLS))
    yield StyledText(f"{finding.rule}: ", style)
    known = " (acknowledged)" if finding.acknowledged else "" if finding.severity != "note" else " (note)"
    known = " (held back)" if finding.held_back else known
    yield StyledText(f"{finding.message}; {finding.remedy}{known}".translate(CONTROLS) + "\n")
    if source is not None and 0 < finding.line <= len(source.lines):
        excerpt, offset = _excerpt(source.lines[finding.line - 1], finding.column - 1, len(finding.quote))
        yield StyledText(f"    {excerpt}\n", "faint")
        yield StyledText(f"    {' ' * offset}{'^' * min(len(finding.quote) or 1, _WIDTH - offset)}\n", style)


def _excerpt(line: str, column: int, length: int) -> tuple[str, int]:
    """The part of a long line around a place, and where in it the place stands."""
    if len(line) <= _WIDTH:
        return line.translate(CONTROLS), column
    start = max(0, min(column - (_WIDTH - min(length, 40)) // 2, len(line) - _WIDTH))
    before, after = "…" if start else "", "…" if start + _WIDTH < len(line) else ""
    part = line[start + len(before) : start + _WIDTH - len(after)].translate(CONTROLS)
    return before + part + after, column - start


def _summary(findings: Sequence[Finding]) -> Iterable[StyledText]:
    open_ones = Counter(f.severity for f in findings if not f.acknowledged)
    known = sum(f.acknowledged for f in findings)
    if not findings:
        yield StyledText("no findings\n")
        return
    parts = [
        f"{open_ones[s]} {s}{'s' * (open_ones[s] != 1)}" for s in ("error", "warning", "note") if open_ones[s]
    ]
    held = sum(f.held_back for f in findings)
    parts += [f"{held} of them held back"] if held else []
    parts += [f"{known} acknowledged"] if known else []
    yield StyledText("\n" + ", ".join(parts) + "\n")
