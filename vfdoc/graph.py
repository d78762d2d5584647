"""The cross-reference graph: which sections a reference leads to, who cites whom, what leads nowhere.

Questions about an edition as a whole are asked here, so that Rulebook stays a plain value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vfdoc.model import Key, Reference, Rulebook, Section, Target

# Where several sections bear a number, those of these kinds are what a citation means.
_CITED_FIRST = ("rule", "part", "sheet", "example")


class Link(NamedTuple):
    """One target of one reference, resolved: from the anchor `source` to the anchor `target`."""

    source: str
    target: str
    reference: Reference


@dataclass(frozen=True, slots=True)
class ReferenceGraph:
    """A rulebook's references, resolved.

    `sections` by anchor; `numbers` the sections of each key, those that a citation means;
    `links` in the order of the text, one for each target found (the first section of its number);
    `cited_by` the links that arrive at an anchor; `unresolved` the references with a target that
    no section bears.
    """

    rulebook: Rulebook
    sections: Mapping[str, Section]
    numbers: Mapping[Key, tuple[Section, ...]]
    links: tuple[Link, ...]
    cited_by: Mapping[str, tuple[Link, ...]]
    unresolved: tuple[Reference, ...]

    def resolve(self, target: Target) -> tuple[Section, ...]:
        """The sections that bear the target's number, the one meant first; empty where none does."""
        return self.numbers.get(target.key, ())

    def cites(self, anchor: str) -> tuple[Link, ...]:
        """The links that leave a section, in order."""
        return tuple(link for link in self.links if link.source == anchor)


def resolve(rulebook: Rulebook) -> ReferenceGraph:
    """Resolves every reference of a rulebook by number; never fails, what is missing is listed."""
    sections = {section.anchor: section for section in rulebook.sections()}
    numbers = _numbers(rulebook)
    links: list[Link] = []
    unresolved: list[Reference] = []
    cited_by: dict[str, list[Link]] = defaultdict(list)
    for reference in rulebook.references():
        missing = False
        for target in reference.targets:
            found = numbers.get(target.key)
            if not found:
                missing = True
                continue
            link = Link(reference.section, found[0].anchor, reference)
            links.append(link)
            cited_by[link.target].append(link)
        if missing:
            unresolved.append(reference)
    arriving = {anchor: tuple(found) for anchor, found in cited_by.items()}
    return ReferenceGraph(rulebook, sections, numbers, tuple(links), arriving, tuple(unresolved))


def cycles(graph: ReferenceGraph) -> tuple[tuple[str, ...], ...]:
    """The groups of sections that cite one another round in a circle, each in the order of the text.

    These are the strongly connected components with more than one section: to list every single
    round trip would take exponential time on a text that cites much.
    """
    import networkx

    order = {anchor: place for place, anchor in enumerate(graph.sections)}
    directed: networkx.DiGraph[str] = networkx.DiGraph()
    directed.add_edges_from((link.source, link.target) for link in graph.links)
    groups = (
        sorted(group, key=order.__getitem__)
        for group in networkx.strongly_connected_components(directed)
        if len(group) > 1
    )
    return tuple(sorted(map(tuple, groups), key=lambda group: order[group[0]]))


def _numbers(rulebook: Rulebook) -> dict[Key, tuple[Section, ...]]:
    meant: dict[Key, list[Section]] = defaultdict(list)
    others: dict[Key, list[Section]] = defaultdict(list)
    for document in rulebook.documents:
        for section in document.sections:
            if section.key is not None:
                (meant if section.kind in _CITED_FIRST else others)[section.key].append(section)
    return {key: tuple(meant.get(key) or others[key]) for key in {**meant, **others}}
