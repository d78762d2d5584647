"""An index that does not say what the body says.

The reader looks a rule up and finds another, or none. Evidence: an entry's number that no section
bears, that stands twice, or that is not the number of the section with its title (errors); a title in
other words than its section's, a section without an entry where the list goes through the body in
order and at least half of its kind have one (warnings). Case, quotes, dashes and punctuation at the
end do not count; where only signs and small words inside the titles differ, it is a note. In an index
of key words, which bear no section's title, only a number that no section bears is a fault.

Bad:  "7.12 Howitzers" in the index, and howitzers are 7.11
Good: "7.11 HOWITZERS" in the index, and 7.11 is headed "Howitzers."
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.verdicts.listings import mismatches


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each entry that differs from its section, and each section left out."""
    return mismatches(rulebook, "index", "index-mismatch")
