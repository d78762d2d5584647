"""The cross-reference graph as pictures: an edition's chapters, a chapter's sections, a section's neighbours.

An edition made ready comes in; pages with the places of their dots, lines and words come out, as SVG that is
made here once and for all. Every dot and name is a link. What a citation gets wrong is red and says so.

networkx is not asked here: what the map shows is each section's own links in the order of the text, which
the graph has as an index, while to import it takes a tenth of a second of CPU (3.6.1, Python 3.11), a tenth
of what one edition takes to be built again after an edit. Circles, neighbourhoods and ranks are asked by the
command `graph`, which imports it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import NamedTuple
from urllib.parse import quote

from vfdoc.formats.documents import plain
from vfdoc.graph import Link
from vfdoc.model import Finding, Section
from vfdoc.site.map_shapes import Arc, Dot, Neighbour, Neighbours, Picture, arcs_beside, neighbours
from vfdoc.site.plan import MAP, Page, fragment
from vfdoc.site.site_edition import PageContent, SiteEdition

_DEAD = "dangling-reference"
_FEW_ARCS = 1
_ASTRAY = (_DEAD, "misdirected-reference", "self-reference")


class MapFault(NamedTuple):
    """A citation that leads astray: the section that makes it, its words, where the report tells of it."""

    source: str
    quote: str
    href: str
    rule: str
    told: str


class Named(NamedTuple):
    """A chapter or section as the lists name it, with how many citations lead there."""

    href: str
    number: str
    title: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class ListedSection:
    """A line of the list that says what the picture shows: a page, what it cites, and how often itself."""

    name: Named
    cites: tuple[Named, ...]
    within: int
    faults: tuple[MapFault, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """A section on the map of its page: its anchor, its name, its neighbours as a picture."""

    anchor: str
    name: Named
    picture: Neighbours


class EditionMap:
    """The citations of one edition, by section and by page."""

    def __init__(self, site_edition: SiteEdition) -> None:
        self._site_edition, self._plan, self._graph = site_edition, site_edition.plan, site_edition.graph
        self._pages = tuple(page for page in self._plan.pages if page.role != "front")
        self._shown = {s.anchor for page in self._pages for s in page.sections}
        found = self._graph.links
        self._links = [x for x in found if x.source in self._shown and x.target in self._shown]
        self._cites: dict[str, dict[str, list[Link]]] = defaultdict(dict)
        self._cited: dict[str, Counter[str]] = defaultdict(Counter)
        for link in self._links:
            if link.source != link.target:
                self._cites[link.source].setdefault(link.target, []).append(link)
                self._cited[link.target][link.source] += 1

    @cached_property
    def _mapped(self) -> frozenset[str]:
        """The sections that a map shows."""
        return frozenset((*self._cites, *self._cited, *self._faults_of))

    def __bool__(self) -> bool:
        return bool(self._cites or self._mapped)  # where something cites, nobody need know the faults

    def address(self, anchor: str) -> str:
        """Where a section is on the maps, or empty where it neither cites nor is cited."""
        if anchor not in self._mapped:
            return ""
        return quote(self._plan.maps[self._plan.places[anchor]]) + fragment(anchor)

    def pages(self) -> Iterator[PageContent]:
        """The map of the edition, then that of each page in which something cites or is cited."""
        if not self:
            return
        lines = tuple(self._listed())
        values = {"chapter": None, "picture": self._overview(lines), "lines": lines, "around": ()}
        faults = tuple(fault for line in lines for fault in line.faults)
        yield PageContent(MAP, self._site_edition.labels["map"], "map.html", {**values, "faults": faults})
        for page in self._pages:
            mapped = [section for section in page.sections if section.anchor in self._mapped]
            if mapped:
                yield self._page(page, mapped)

    def _page(self, page: Page, mapped: Sequence[Section]) -> PageContent:
        name = self._page_name(page)
        title = self._site_edition.labels.say("map_of", title=f"{name.number} {name.title}".strip())
        values = {
            "chapter": name,
            "picture": self._inner(mapped),
            "lines": (),
            "around": tuple(map(self._around, mapped)),
            "faults": tuple(f for s in mapped for f in self._faults_of.get(s.anchor, ())),
        }
        return PageContent(self._plan.maps[page.name], title, "map.html", values)

    def _overview(self, lines: Sequence[ListedSection]) -> Picture:
        """The pages one below the other, an arc from each to each that it cites."""
        order = {page.name: place for place, page in enumerate(self._pages)}
        cited: dict[tuple[int, int], list[Link]] = defaultdict(list)
        for link in self._links:
            ends = (self._plan.places[end] for end in (link.source, link.target))
            one, other = (order[name] for name in ends)
            cited[one, other].append(link)
        dots = []
        for line, page in zip(lines, self._pages, strict=True):
            mapped = any(section.anchor in self._mapped for section in page.sections)
            href = quote(self._plan.maps[page.name]) if mapped else line.name.href
            # A word before the number is too wide for the picture.
            bare = (page.lead.number or "") if page.role == "chapter" and page.lead else ""
            dots.append(Dot(href, bare, line.name.title, line.within, _quoted(line.faults)))
        return self._picture(dots, cited, "map_desc")

    def _inner(self, sections: Sequence[Section]) -> Picture | None:
        """The sections of a page, an arc from each to each that it cites; None where they are too few for a
        picture to tell more than the list of neighbours below it."""
        order = {section.anchor: place for place, section in enumerate(sections)}
        cited = {
            (place, order[target]): links
            for source, place in order.items()
            for target, links in self._cites.get(source, {}).items()
            if target in order
        }
        dots = [
            Dot(
                fragment(s.anchor),
                s.number or "",
                plain(s.title),
                0,
                _quoted(self._faults_of.get(s.anchor, ())),
            )
            for s in sections
        ]
        return self._picture(dots, cited, "map_desc_sections") if len(cited) > _FEW_ARCS else None

    def _picture(
        self, dots: Sequence[Dot], cited: Mapping[tuple[int, int], Sequence[Link]], told: str
    ) -> Picture:
        labels = self._site_edition.labels
        arcs = []
        for (one, other), links in cited.items():
            if one != other:
                ends = {"source": dots[one].called, "target": dots[other].called}
                said = labels.say("map_arc", **ends, number=len(links))
                arcs.append(Arc(one, other, len(links), any(map(self._leads_astray, links)), said))
        total = sum(map(len, cited.values()))
        return arcs_beside(dots, arcs, labels.say(told, number=total, count=len(dots)))

    def _around(self, section: Section) -> Around:
        anchor, labels = section.anchor, self._site_edition.labels
        incoming = [self._neighbour(a, n) for a, n in self._cited.get(anchor, Counter()).items()]
        outgoing = [
            self._neighbour(target, len(links), any(map(self._leads_astray, links)))
            for target, links in self._cites.get(anchor, {}).items()
        ]
        outgoing += [
            Neighbour(f.href, f.quote, labels["dangling"], 1, True)
            for f in self._faults_of.get(anchor, ())
            if f.rule == _DEAD
        ]
        name = Named(self._plan.address(anchor), self._number(section), plain(section.title))
        number, called = section.number or "", section.number or name.title
        said = labels.say("map_desc_section", section=called, cited=len(incoming), cites=len(outgoing))
        return Around(anchor, name, neighbours(number, name.title, incoming, outgoing, said))

    def _neighbour(self, anchor: str, count: int, astray: bool = False) -> Neighbour:
        section = self._graph.sections[anchor]
        title = plain(section.title)
        return Neighbour(self._plan.address(anchor), section.number or "", title, count, astray)

    @cached_property
    def _faulty(self) -> Sequence[tuple[str, Finding]]:
        """The findings about citations, each with the section that makes it; a doubt is for the report."""
        if not self._graph.links and not self._graph.unresolved:
            return ()  # nothing is cited, and the checks need not be asked
        return [
            (found.section, found)
            for found in self._site_edition.report.findings
            if found.severity != "note" and found.rule in _ASTRAY
            if found.section is not None and found.section in self._shown
        ]

    @cached_property
    def _astray(self) -> set[tuple[str, int, int]]:
        """The places of those that have a link: a dead one has none, and what is cited beside it is found."""
        return {(f.document, f.line, f.column) for _, f in self._faulty if f.rule != _DEAD}

    @cached_property
    def _faults_of(self) -> Mapping[str, Sequence[MapFault]]:
        """What is at fault in the citations of a section."""
        report, labels = self._site_edition.report, self._site_edition.labels
        several = {(r.document, r.line, r.column) for r in self._graph.unresolved if len(r.targets) > 1}
        faults: dict[str, list[MapFault]] = {}
        for section, found in self._faulty:
            place = (found.document, found.line, found.column)
            alone = found.rule == _DEAD and place in several
            quoted = found.target if alone and found.target else found.quote  # of "8.2 and 8.9" the 8.9
            told = labels.named("rule", found.rule)
            fault = MapFault(section, quoted, report.addresses[place], found.rule, told)
            faults.setdefault(section, []).append(fault)
        return faults

    def _number(self, section: Section) -> str:
        return self._site_edition.section_html.number(section)

    def _leads_astray(self, link: Link) -> bool:
        at = link.reference
        return (at.document, at.line, at.column) in self._astray

    def _listed(self) -> Iterator[ListedSection]:
        """Every page with what it cites, in order."""
        order = {page.name: page for page in self._pages}
        cites: dict[str, Counter[str]] = {name: Counter() for name in order}
        for link in self._links:
            cites[self._plan.places[link.source]][self._plan.places[link.target]] += 1
        places = {name: place for place, name in enumerate(order)}
        for name, page in order.items():
            to = sorted(cites[name].items(), key=lambda item: places[item[0]])
            yield ListedSection(
                self._page_name(page),
                tuple(self._page_name(order[other])._replace(times=n) for other, n in to if other != name),
                cites[name][name],
                tuple(f for s in page.sections for f in self._faults_of.get(s.anchor, ())),
            )

    def _page_name(self, page: Page) -> Named:
        if page.role == "chapter" and page.lead is not None:
            return Named(quote(page.name), self._number(page.lead), plain(page.lead.title))
        return Named(quote(page.name), "", plain(unescape(self._site_edition.documents[page.document.id])))


def _quoted(faults: Collection[MapFault]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fault.quote for fault in faults))
