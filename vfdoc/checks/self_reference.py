"""A section that cites itself.

The reader looks up what lies before his eyes; often another number was meant. Evidence: the target
is the section in which the citation stands. A citation of the section above or below is none, nor is
one of an item of its list.

Bad:  9.1 Valour Tests: … must take one valour test (9.1)
Good: 9.1 Valour Tests: … must take one valour test
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.place import at_reference, called


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation of the section in which it stands."""
    for link in graph.links:
        if link.source != link.target:
            continue
        section = graph.sections[link.source]
        if all(target.key != section.key for target in link.reference.targets):
            continue
        yield at_reference(
            rulebook,
            link.reference,
            "self-reference",
            "warning",
            f"{called(section)} cites itself",
            remedy="drop the citation, or cite the section that was meant",
            target=section.number,
        )
