"""A table of contents that does not say what the body says.

The reader turns to a section under a name or number that it does not have. Evidence: an entry's
number that no section bears, or that is not the number of the section with its title (errors); a
title in other words than its section's, a section without an entry where the list goes through the
body in order and at least half of its kind have one (warnings). Case, quotes, dashes and punctuation
at the end do not count; where only signs and small words inside the titles differ, or a section
prints no title, it is a note.

Bad:  "2.0 FIRE COMBAT" in the contents, and 2.0 is headed "FIRE"
Good: "2.0 Fire" in the contents, and 2.0 is headed "FIRE"
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.verdicts.listings import mismatches


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each entry that differs from its section, and each section left out."""
    return mismatches(rulebook, "contents", "contents-mismatch")
