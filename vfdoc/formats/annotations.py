"""Findings as annotations of a GitHub workflow: one command a line, which the page shows at its place."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.model import Finding

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_ESCAPES = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_IN_PROPERTIES = ((":", "%3A"), (",", "%2C"))


def findings_github(findings: Sequence[Finding]) -> bytes:
    """`check --format github`; acknowledged findings are no annotations."""
    return "".join(_command(finding) for finding in findings if not finding.acknowledged).encode()


def _command(finding: Finding) -> str:
    end = finding.column + max(len(finding.quote), 1)
    properties: dict[str, object] = {"file": finding.file}
    if finding.place is None:
        properties |= {"line": finding.line, "col": finding.column, "endColumn": end}
    properties["title"] = finding.rule
    named = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    text = f"{finding.message}; {finding.remedy}" if finding.remedy else finding.message
    text = f"{finding.place}: {text}" if finding.place is not None else text
    return f"::{_LEVELS[finding.severity]} {named}::{_data(text)}\n"


def _data(text: str) -> str:
    """A message as workflow commands want it: one line, per cent signs told."""
    for sign, code in _ESCAPES:
        text = text.replace(sign, code)
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _property(text: str) -> str:
    text = _data(text)
    for sign, code in _IN_PROPERTIES:
        text = text.replace(sign, code)
    return text
