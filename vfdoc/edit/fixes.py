"""Findings to corrections: findings of the checks come in, Edits of the certain ones go out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vfdoc.model import Finding
from vfdoc.model.edit import Edit


def fixes(findings: Iterable[Finding]) -> tuple[Edit, ...]:
    """The corrections of citations that need no asking, in the order of the findings.

    What an edition's errata acknowledge stays as it is printed.
    """
    return tuple(
        edit
        for finding in findings
        if finding.certain and not finding.acknowledged and (edit := _edit(finding)) is not None
    )


def _edit(finding: Finding) -> Edit | None:
    """The cited number replaced where it stands in the quoted words; None where it does not."""
    if finding.target is None or finding.suggestion is None:
        return None
    number = re.search(rf"(?<![\w.]){re.escape(finding.target)}(?![.]?\w)", finding.quote)
    if number is None:
        return None
    column = finding.column + number.start()
    return Edit(finding.file, finding.line, column, finding.target, finding.suggestion)
