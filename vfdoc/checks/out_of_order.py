"""A section that stands after a higher number, or before its parent.

Who leafs for 6.5 between 6.4 and 6.6 does not find it there. Evidence: the printed order against
the order of the numbers, series by series ("T.2" is not compared with "6.2"). Chapter 6.0 comes
before 6.0.1 and 6.1; 6.10 follows 6.9.

Bad:  6.6 Double … 6.4 Retreat
Good: 6.4 Retreat … 6.6 Double
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Rulebook, Section
from vfdoc.model.place import at_section, called, related

_MOST_RELATED = 12
Rank = tuple[tuple[int, int, str], ...]


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at every section of the rules that is out of its order."""
    for document in rulebook.documents:
        seen: dict[str, list[tuple[Rank, int]]] = defaultdict(list)
        sections = document.sections
        places = {section.anchor: place for place, section in enumerate(sections)}
        for place, section in enumerate(sections):
            if section.key is None or section.kind not in ("rule", "part"):
                continue
            rank = _rank(section.key)
            series = seen[str(section.key[0]) if isinstance(section.key[0], str) else ""]
            higher = series[bisect_right(series, (rank, len(sections))) :]
            late = section.parent is not None and places[section.parent] > place
            if higher or late:
                others = sorted(at for _, at in higher[:_MOST_RELATED])
                yield _finding(rulebook, section, [sections[at] for at in others], sections[places[section.parent]] if late and section.parent else None)
            insort(series, (rank, place))


def _finding(rulebook: Rulebook, section: Section, before: list[Section], parent: Section | None) -> Finding:
    facts = []
    if before:
        names = ", ".join(other.number or "" for other in before)
        facts.append(f"stands after {names}")
    if parent is not None:
        facts.append(f"stands before {called(parent)}, to which it belongs")
    others = (*before, *((parent,) if parent is not None else ()))
    return at_section(
        rulebook, section, "out-of-order", "warning",
        f"{called(section)} {' and '.join(facts)}",
        remedy="move it to its place", related=tuple(map(related, others)),
    )


def _rank(key: Key) -> Rank:
    """A key that compares with any other: numbers before letters."""
    return tuple((0, piece, "") if isinstance(piece, int) else (1, 0, piece) for piece in key)
