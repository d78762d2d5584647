"""Where a sheet of an edition says otherwise than its rules: the one answer for `check` and for the audit.

In: a rulebook with its mechanics. Out: its Disagreements, at each place and of each topic the gravest, in the
order of the text.
"""

from __future__ import annotations

from vfdoc.model import Rulebook
from vfdoc.verdicts.disagreements import (
    Disagreement,
    cited_entries,
    counts,
    gravest,
    left_out,
    lookups,
    repeats,
    sheet_rows,
    texts,
)

_EVIDENCE = (sheet_rows, repeats, lookups, texts, counts, cited_entries, left_out)


def sheet_disagreements(rulebook: Rulebook) -> tuple[Disagreement, ...]:
    """Each place of an edition's sheets that its rules contradict."""
    return tuple(gravest(each for evidence in _EVIDENCE for each in evidence.against_sheet(rulebook)))
