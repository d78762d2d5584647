"""Sections made ready for a template: number, title, words, remarks about them, and who cites them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vfdoc.formats.phrases import Html
from vfdoc.model import Entry, Section
from vfdoc.site.citations import Address
from vfdoc.site.companion_pages import CompanionPages
from vfdoc.site.errata import Erratum
from vfdoc.site.plan import fragment
from vfdoc.site.remarks import About, Attached, Remarks
from vfdoc.site.site_edition import SiteEdition
from vfdoc.site.tables import PanelLink
from vfdoc.site.translations import Translations

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """A section as a template prints it. `head` is its heading's depth on the page, 1 to 6."""

    anchor: str
    href: str
    number: str
    title: Html
    head: int
    kind: str
    about: tuple[About, ...]
    body: Html
    entries: tuple[SectionLink, ...]
    remarks: tuple[Remarks, ...]
    cited_by: tuple[SectionLink, ...]
    cited_label: str
    tables: tuple[PanelLink, ...]
    errata: tuple[Erratum, ...]
    others: tuple[Remarks, ...]
    companions: tuple[PanelLink, ...]
    history: PanelLink | None


class SectionViews:
    """Makes the views of one edition's sections."""

    def __init__(
        self,
        site_edition: SiteEdition,
        attached: Attached,
        translations: Translations,
        companions: CompanionPages,
    ) -> None:
        self._site_edition, self._attached, self._translations = site_edition, attached, translations
        self._companions = companions
        self._graph, self._labels = site_edition.graph, site_edition.labels
        self._numbered: dict[str, str] = {}
        self._repeated: set[str] = set()
        for section in site_edition.graph.sections.values():
            if section.number and self._numbered.setdefault(section.number, section.anchor) != section.anchor:
                self._repeated.add(section.number)

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

    def beside(self, section: Section) -> tuple[object, ...]:
        """What other editions say of a section, and what is said there of them."""
        own, address = self._site_edition, self._site_edition.plan.address
        return (
            *(remarks for remarks in self._attached.under(own, section, address) if remarks.edition),
            *self._attached.about(own, section, address),
            *self._translations.of(own, section, address),
            *self._companions.of_section(section),
            self._companions.history(section),
        )

    def link(self, section: Section, address: Address, *, beside: str = "") -> SectionLink:
        """A section as a line of a list; its document is named where the list is not of that one."""
        elsewhere = section.document != beside and not section.number
        return SectionLink(
            address(section.anchor),
            self._site_edition.section_html.number(section),
            self._site_edition.section_html.plain_title(section),
            section.level,
            self._site_edition.documents.get(section.document, NOTHING) if elsewhere else NOTHING,
        )

    def _view(self, section: Section, head: int, address: Address) -> SectionView:
        site_edition = self._site_edition
        cited_by = tuple(self._cited_by(section, address))
        return SectionView(
            anchor=section.anchor,
            href=fragment(section.anchor),
            number=site_edition.section_html.number(section),
            title=site_edition.section_html.title(section, address),
            head=head,
            kind=section.kind,
            about=tuple(self._attached.about(site_edition, section, address)),
            body=site_edition.section_html.text(
                section, address, site_edition.terms.within(section, address)
            ),
            entries=tuple(self._entry(entry, section.document, address) for entry in section.entries),
            remarks=self._attached.under(site_edition, section, address),
            cited_by=cited_by,
            cited_label=self._cited_label(cited_by),
            tables=site_edition.tables.of_section(section),
            errata=site_edition.errata.of_section(section.anchor),
            others=self._translations.of(site_edition, section, address),
            companions=self._companions.of_section(section),
            history=self._companions.history(section),
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
                citing = self._graph.sections[source]
                link = self.link(citing, address, beside=section.document)
                yield replace(link, number=self._told_apart(citing, link.number))

    def _told_apart(self, section: Section, number: str) -> str:
        """The number of a section; behind that of the one above where numbers begin again in each: "Section
        2" is one of every article."""
        above = self._graph.sections.get(section.parent or "")
        if above is None or not above.number or section.number not in self._repeated:
            return number
        rest = section.number.removeprefix(above.number)
        if rest != section.number and rest and not rest[0].isalnum():
            return number  # it says itself what it stands in
        return f"{self._site_edition.section_html.number(above)}, {number}"

    def _entry(self, entry: Entry, document: str, address: Address) -> SectionLink:
        """A line of a printed contents list or index; without an address where no section has its number."""
        anchor = self._numbered.get(entry.number or "")
        words = self._site_edition.section_html.line(entry.line, entry.title, document)
        return SectionLink(address(anchor) if anchor else "", entry.number or "", words)
