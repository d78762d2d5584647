"""A citation of a number that two sections bear.

Each player reads another rule. Evidence: the number finds more than one section of the rules. Where the
numbers of a text begin again, a citation means the section of its own part; "this section 6.5" means the
one in which it stands.

Bad:  Flank marches arrive late (6.5)      where 6.5 is "Reserves" and again "Flank marches"
Good: the second 6.5 has a number of its own
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Reference, Rulebook, Section
from vfdoc.model.document import series
from vfdoc.model.passage import words_of
from vfdoc.model.place import at_reference, called, line_at, related

_MOST = 12  # sections that a finding names
_BEFORE = 40  # characters before a citation that are looked at


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number cited that several sections bear."""
    counted = {
        anchor: (documents[0].id, at)
        for documents in rulebook.hierarchies()
        for anchor, at in series(documents).items()
    }
    hierarchy = {d.id: documents[0].id for documents in rulebook.hierarchies() for d in documents}
    for reference in rulebook.references():
        for target in reference.targets:
            sections = graph.resolve(target)
            own = [s for s in sections if counted[s.anchor] == counted[reference.section]]
            begun_again = len(own) == 1 and len({hierarchy[section.document] for section in sections}) == 1
            if len(sections) < 2 or begun_again or _is_named(rulebook, reference, sections):
                continue
            if _is_own(rulebook, graph, reference, sections):
                continue
            names = " or ".join(called(section) for section in sections[:_MOST])
            if len(sections) > _MOST:
                names += f" and {len(sections) - _MOST} more"
            source = called(graph.sections[reference.section])
            yield at_reference(
                rulebook,
                reference,
                "ambiguous-reference",
                "warning",
                f"{source} cites {target.number}, which may be {names}",
                remedy="give one of them another number",
                target=target.number,
                related=tuple(related(section) for section in sections[:_MOST]),
            )


def _is_named(rulebook: Rulebook, reference: Reference, sections: Sequence[Section]) -> bool:
    """Whether the title of one of the sections stands behind the citation: "4.2 - Barges"."""
    line = line_at(rulebook.document(reference.document), reference.line)
    behind = words_of(line[reference.column - 1 + len(reference.text) :])
    titles = [words_of(section.title) for section in sections if section.title]
    return sum(behind[: len(title)] == title for title in titles) == 1


def _is_own(
    rulebook: Rulebook, graph: ReferenceGraph, reference: Reference, sections: Sequence[Section]
) -> bool:
    """Whether one of the sections is that in which the citation stands, as it says: "this Section 5.14"."""
    line, end = line_at(rulebook.document(reference.document), reference.line), reference.column - 1
    before = line[max(0, end - _BEFORE) : end].casefold().split()[-2:]
    if rulebook.forms.own.isdisjoint(before):
        return False
    anchors = {section.anchor for section in sections}
    at = graph.sections.get(reference.section)
    while at is not None and at.anchor not in anchors:
        at = graph.sections.get(at.parent or "")
    return at is not None
