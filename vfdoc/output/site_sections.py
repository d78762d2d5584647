"""Sections made ready for a template: number, title, words, and who cites them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Entry, Section, TextLine
from vfdoc.output.phrases import Html, title
from vfdoc.output.prose import Setting, prose
from vfdoc.output.site_citations import Address, Citations, title_lines
from vfdoc.output.site_labels import Labels
from vfdoc.output.site_plan import fragment

NOTHING = Html()
_DEEPEST = 6
_NUMBERS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class SectionLink:
    """A section as a line of a list: where it is, its number, its title, how deep it stands."""

    href: str
    number: str
    title: Html
    level: int = 1
    document: Html = NOTHING


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section as a template prints it. `head` is its heading's depth on the page, 1 to 6."""

    anchor: str
    href: str
    number: str
    title: Html
    head: int
    kind: str
    body: Html
    entries: tuple[SectionLink, ...]
    cited_by: tuple[SectionLink, ...]
    cited_label: str


class Sections:
    """Makes the views of one edition's sections."""

    def __init__(
        self, graph: ReferenceGraph, citations: Citations, labels: Labels, documents: Mapping[str, Html]
    ) -> None:
        self._graph, self._citations, self._labels = graph, citations, labels
        self._documents = documents
        self._sources = {document.id: document for document in graph.rulebook.documents}
        self._titles: dict[str, Html] = {}
        self._numbered: dict[str, str] = {}
        for section in graph.sections.values():
            if section.number:
                self._numbered.setdefault(section.number, section.anchor)

    def views(
        self, sections: Sequence[Section], address: Address, *, lead: Section | None
    ) -> Iterator[SectionView]:
        """The sections of one page in order; under `lead`, whose title heads the page, the others
        stand at their own level, else one deeper. No depth is left out on the way down."""
        above = 1
        for section in sections:
            wanted = 1 if section is lead else max(2, section.level + (lead is None))
            above = min(wanted, above + 1, _DEEPEST)
            yield self._view(section, above, address)

    def link(self, section: Section, address: Address, *, beside: str = "") -> SectionLink:
        """A section as a line of a list; its document is named where the list is not of that one."""
        elsewhere = section.document != beside and not section.number
        words = self._titles.get(section.anchor)
        if words is None:
            words = self._titles[section.anchor] = list_title(section, self._sources[section.document])
        return SectionLink(
            address(section.anchor),
            section.number or "",
            words,
            section.level,
            self._documents.get(section.document, NOTHING) if elsewhere else NOTHING,
        )

    def _view(self, section: Section, head: int, address: Address) -> SectionView:
        document = self._sources[section.document]
        marker = self._citations.marker(section.document, address)
        markdown = is_markdown(document)
        setting = Setting(marker, markdown, self._labels.say("table_of", title=section.title))
        cited_by = tuple(self._cited_by(section, address))
        return SectionView(
            section.anchor,
            fragment(section.anchor),
            section.number or "",
            title(title_lines(section, document), marker, markdown=markdown),
            head,
            section.kind,
            prose(section.blocks, setting),
            tuple(self._entry(entry, markdown, address) for entry in section.entries),
            cited_by,
            self._cited_label(cited_by),
        )

    def _cited_label(self, cited_by: Sequence[SectionLink]) -> str:
        """The folded list in a few words: the first numbers in it, and how many more there are."""
        shown = [link.number for link in cited_by if link.number][:_NUMBERS_SHOWN]
        more = len(cited_by) - len(shown)
        if not shown:
            return self._labels.count("cited_by", len(cited_by)) if cited_by else ""
        key = "cited_by_more" if more else "cited_by_numbers"
        return self._labels.say(key, numbers=", ".join(shown), number=more)

    def _cited_by(self, section: Section, address: Address) -> Iterator[SectionLink]:
        """Who cites a section, each once; that it cites itself is for the report, not for the reader."""
        arriving = self._graph.cited_by.get(section.anchor, ())
        for source in dict.fromkeys(link.source for link in arriving):
            if source != section.anchor:
                yield self.link(self._graph.sections[source], address, beside=section.document)

    def _entry(self, entry: Entry, markdown: bool, address: Address) -> SectionLink:
        """A line of a printed contents list or index; without an address where no section has its number."""
        anchor = self._numbered.get(entry.number or "")
        words = title((TextLine(entry.line, 0, entry.title),), markdown=markdown, links=False)
        return SectionLink(address(anchor) if anchor else "", entry.number or "", words)


def is_markdown(document: Document) -> bool:
    """Whether a document's words are Markdown; an original's asterisks are its own."""
    return document.source.name.lower().endswith((".md", ".markdown"))


def list_title(section: Section, document: Document) -> Html:
    """A section's title without links, for lists that are links themselves."""
    return title((TextLine(0, 0, section.title),), markdown=is_markdown(document), links=False)
