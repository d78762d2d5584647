"""Findings as SARIF 2.1.0, the form in which code hosts and editors take what linters find.

Columns count characters. An acknowledged finding is a suppressed result; a related place is one in
the file of its section. What a rule is about comes from whoever knows the checks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from os.path import isabs
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from vfdoc.model import Finding

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "note": "note"}
_PRINT = "vfdoc/v1"


def findings_sarif(
    findings: Sequence[Finding],
    rules: Mapping[str, str],
    files: Mapping[tuple[str, str], str],
    version: str,
) -> bytes:
    """`check --format sarif`.

    `rules` are all rules with their descriptions, the first line of which is a sentence; `files` by
    edition and anchor the file in which a section stands; `version` is vfdoc's own.
    """
    order = {rule: place for place, rule in enumerate(rules)}
    driver = {
        "name": "vfdoc",
        "version": version,
        "rules": [_rule(rule, text) for rule, text in rules.items()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, order, files) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n"


def _rule(rule: str, text: str) -> dict[str, Any]:
    first, _, rest = text.strip().partition("\n")
    name = "".join(part.capitalize() for part in rule.split("-"))
    whole = " ".join(rest.partition("\n\nBad:")[0].split()) or first
    return {
        "id": rule,
        "name": name,
        "shortDescription": {"text": first or rule},
        "fullDescription": {"text": whole or rule},
        "help": {"text": text.strip() or rule},
    }


def _result(
    finding: Finding, order: Mapping[str, int], files: Mapping[tuple[str, str], str]
) -> dict[str, Any]:
    text = f"{finding.message}; {finding.remedy}" if finding.remedy else finding.message
    location: dict[str, Any] = {"physicalLocation": _place(finding.file, _region(finding))}
    if finding.place is not None:  # a document that is no text has no lines
        text = f"{finding.place}: {text}"
        del location["physicalLocation"]["region"]
    if finding.section is not None:
        location["logicalLocations"] = [{"name": finding.section, "kind": "element"}]
    result: dict[str, Any] = {"ruleId": finding.rule}
    if finding.rule in order:
        result["ruleIndex"] = order[finding.rule]
    result |= {
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {_PRINT: _fingerprint(finding)},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": other.quote or other.section},
                "physicalLocation": _place(
                    files.get((finding.edition, other.section), other.file or finding.file),
                    {"startLine": max(other.line, 1)},
                ),
            }
            for number, other in enumerate(finding.related)
        ]
    if finding.acknowledged:
        result["suppressions"] = [{"kind": "external", "justification": "acknowledged in the errata"}]
    return result


def _region(finding: Finding) -> dict[str, Any]:
    column = max(finding.column, 1)
    region: dict[str, Any] = {
        "startLine": max(finding.line, 1),
        "startColumn": column,
        "endColumn": column + max(len(finding.quote), 1),
    }
    if finding.quote:
        region["snippet"] = {"text": finding.quote}
    return region


def _place(file: str, region: Mapping[str, Any]) -> dict[str, Any]:
    path = PurePath(file)
    uri = path.as_uri() if isabs(file) else quote(path.as_posix(), errors="replace")
    return {"artifactLocation": {"uri": uri}, "region": dict(region)}


def _fingerprint(finding: Finding) -> str:
    """The same for the same fault in a later state of the text."""
    words = "\0".join(part or "" for part in finding.fingerprint)
    return sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:32]
