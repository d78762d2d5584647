"""Findings a line each, as compilers print them: `path:line:column: severity: words [rule]`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from vfdoc.formats.findings import CONTROLS
from vfdoc.model import Finding, InputError

BEGINS, ENDS = "vfdoc: checking", "vfdoc: checked"
"""The lines around each run of `check --watch`."""
UNUSABLE = "unusable-input"
PATTERN = r"^(.+?):(\d+):(\d+): (error|warning|note): (.*) \[([a-z-]+)\]$"
"""What a line looks like: file, line, column, severity, words, rule."""
_GROUPS = ("file", "line", "column", "severity", "message", "code")
_PLACE = re.compile(r"(.*?)(?::(\d+))?(?::(\d+))?")


def findings_gcc(findings: Sequence[Finding]) -> bytes:
    """`check --format gcc`; what an edition's errata acknowledge is a note."""
    return "".join(_line(finding) for finding in findings).encode("utf-8", "replace")


def unusable_gcc(error: InputError) -> str:
    """What cannot be read, as a line of the same form; line 1 where no place is known."""
    place = _PLACE.fullmatch(error.where)
    file, line, column = place.groups() if place is not None else (error.where, None, None)
    words = f"{error.what}; {error.remedy}" if error.remedy else error.what
    return f"{file}:{line or 1}:{column or 1}: error: {words} [{UNUSABLE}]".translate(CONTROLS)


def _line(finding: Finding) -> str:
    known = " (acknowledged)" if finding.acknowledged else " (held back)" if finding.held_back else ""
    severity = "note" if finding.acknowledged else finding.severity
    words = f"{finding.message}; {finding.remedy}{known}" if finding.remedy else f"{finding.message}{known}"
    place = f"{finding.file}:{finding.line}:{finding.column}"
    return f"{place}: {severity}: {words} [{finding.rule}]".translate(CONTROLS) + "\n"


def tasks_json() -> bytes:
    """`.vscode/tasks.json` of a fresh edition: the check that goes on while one writes, and the preview."""
    matcher = {
        "owner": "vfdoc",
        "source": "vfdoc",
        "fileLocation": ["autoDetect", "${workspaceFolder}"],
        "pattern": {
            "regexp": PATTERN,
            **{name: at for at, name in enumerate(_GROUPS, 1)},
        },
        "background": {"activeOnStart": True, "beginsPattern": f"^{BEGINS}", "endsPattern": f"^{ENDS}"},
    }
    check = {
        "label": "vfdoc: check while writing",
        "type": "shell",
        "command": "vfdoc check . --watch --format gcc",
        "isBackground": True,
        "problemMatcher": matcher,
        "runOptions": {"runOn": "folderOpen"},
        "presentation": {"reveal": "never"},
    }
    preview = {
        "label": "vfdoc: preview",
        "type": "shell",
        "command": "vfdoc serve .",
        "isBackground": True,
        "problemMatcher": [],
    }
    return (json.dumps({"version": "2.0.0", "tasks": [check, preview]}, indent=2) + "\n").encode()
