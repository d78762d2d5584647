"""Findings for the terminal.

A finding's first line reads `path:line:column: rule: fact; remedy`; below it stands the place,
underlined. The command line colours the runs by their style.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import Finding, Severity, SourceText

if TYPE_CHECKING:
    from vfdoc.model.about import Judged

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""The gravest first."""
_WIDTH = 76
_HELD, _PLACES = 4, 5  # findings of one kind that are held back and shown each; places of the others
_MARK = re.compile(r"\\([^\w\s])|\*+")  # of Markdown
_LEAD = re.compile(r"^(?:#{1,6} |> ?)+")
_VERDICTS = {
    "levelled": "exact but for typography",
    "reworded": "in other words that say the same",
    "misattributed": "of another section",
    "other-edition": "of another edition",
    "absent": "not in the text",
}
# What would move the cursor or colour the terminal: a text may hold anything.
CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), "�") | {ord("\t"): " "}


class StyledText(NamedTuple):
    """A stretch of terminal text and its style: error, warning, note, place, faint or none."""

    text: str
    style: str = ""


def findings_text(
    findings: Sequence[Finding], sources: Mapping[str, SourceText], judged: Sequence[Judged] = ()
) -> Iterable[StyledText]:
    """`check --format text`, as styled runs, the gravest findings first; `sources` by the file name that
    findings show, `judged` what was judged of texts about the rules."""
    file = None
    held: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.held_back:
            held[finding.file, finding.rule].append(finding)
    for finding in sorted(findings, key=weight):  # those of one weight stay in the order of the texts
        alike = held[finding.file, finding.rule] if finding.held_back else []
        if len(alike) > _HELD and finding is not alike[0]:
            continue
        if file is not None and finding.file != file:
            yield StyledText("\n")
        file = finding.file
        yield from _finding(finding, sources.get(finding.file))
        if len(alike) > _HELD:
            yield _like_it(alike[1:])
    yield from _summary(findings)
    for each in judged:
        yield StyledText(f"{each.file}: {judged_text(each)}".translate(CONTROLS) + "\n", "faint")


def _like_it(others: Sequence[Finding]) -> StyledText:
    """One line for findings that are held back as one of their kind was that stands above it."""
    places = ", ".join(where(finding).strip() for finding in others[:_PLACES])
    more = " …" if len(others) > _PLACES else ""
    text = f"{len(others)} {others[0].rule} more are held back, at {places}{more}; --format json lists them"
    return StyledText(f"    {text}\n".translate(CONTROLS | {ord("\n"): "\n"}), "faint")


def judged_text(judged: Judged) -> str:
    """What was judged of a text about the rules, in a line."""
    told = [_count(judged.citations, f"citation of {judged.edition}", f"citations of {judged.edition}")]
    verdicts = Counter(quotation.verdict for quotation in judged.quotations)
    verdicts.pop("unjudged", 0)
    if verdicts:
        listed = ", ".join(
            f"{count} {_VERDICTS.get(verdict, verdict)}" for verdict, count in verdicts.items()
        )
        told.append(f"{_count(verdicts.total(), 'quotation', 'quotations')} ({listed})")
    else:
        told.append("no quotation")
    unjudged_values = [value for value in judged.values if value.verdict == "unjudged"]
    told.append(_count(len(judged.values) - len(unjudged_values), "value", "values"))
    open_values = [f"{v.line}:{v.column}" for v in unjudged_values if not _is_plain_number(v.words)]
    unjudged = [quotation for quotation in judged.quotations if quotation.verdict == "unjudged"]
    elsewhere = sum(not quotation.cited for quotation in unjudged)
    aside = f"; {_count(elsewhere, 'quotation', 'quotations')} of something else" if elsewhere else ""
    cited = [f"{quotation.line}:{quotation.column}" for quotation in unjudged if quotation.cited]
    left = [
        f"{_count(len(places), one, f'{one}s')} ({', '.join(places[:_PLACES])}{more})"
        for one, places in (("quotation", cited), ("value", open_values))
        if places
        for more in [", …" if len(places) > _PLACES else ""]
    ]
    if left:
        aside += f"; not judged: {' and '.join(left)}"
    return f"judged {', '.join(told[:-1])} and {told[-1]}{aside}"


def _is_plain_number(words: str) -> bool:
    """Whether a value is a number alone, which counts something: "seven" guests are no rule's."""
    return words.isdecimal() or words.isalpha()


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number in (0, 1) else many}"


def _finding(finding: Finding, source: SourceText | None) -> Iterable[StyledText]:
    style = "faint" if finding.acknowledged else finding.severity
    yield StyledText(f"{finding.file}:{where(finding)}: ".translate(CONTROLS))
    yield StyledText(f"{finding.rule}: ", style)
    known = " (acknowledged)" if finding.acknowledged else "" if finding.severity != "note" else " (note)"
    known = " (held back)" if finding.held_back else known
    yield StyledText(f"{finding.message}; {finding.remedy}{known}".translate(CONTROLS) + "\n")
    if source is not None and 0 < finding.line <= len(source.lines):
        before, words, after = around(finding, source)
        excerpt, offset = _excerpt(before + words + after, len(before), len(words))
        yield StyledText(f"    {excerpt}\n", "faint")
        yield StyledText(f"    {' ' * offset}{'^' * min(len(words) or 1, _WIDTH - offset)}\n", style)


def around(finding: Finding, source: SourceText) -> tuple[str, str, str]:
    """The line of a finding: what stands before its words, they, and what follows; of an imported document
    without the marks of the text that was made of it."""
    line = source.lines[finding.line - 1]
    start = finding.column - 1
    end = start + len(finding.quote)
    parts = line[:start], line[start:end], line[end:]
    if finding.place is None:
        return parts
    before, words, after = (_MARK.sub(lambda found: found[1] or "", part) for part in parts)
    return _LEAD.sub("", before), words, after


def weight(finding: Finding) -> int:
    """How grave a finding is, the gravest first; what the errata acknowledge comes last."""
    return len(SEVERITIES) if finding.acknowledged else SEVERITIES.index(finding.severity)


def where(finding: Finding) -> str:
    """The place of a finding in its file: line and column, in an imported document page and paragraph."""
    if finding.place is not None and (said := str(finding.place)):
        return f" {said}"
    return f"{finding.line}:{finding.column}"


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
    parts = [f"{open_ones[s]} {s}{'s' * (open_ones[s] != 1)}" for s in SEVERITIES if open_ones[s]]
    held = sum(f.held_back for f in findings)
    parts += [f"{held} of them held back"] if held else []
    parts += [f"{known} acknowledged"] if known else []
    yield StyledText("\n" + ", ".join(parts) + "\n")
