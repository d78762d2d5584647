"""What stands beside an edition's texts: its tables, report and map, what changed since the editions that it
builds on, its sheet.

The editions made ready come in; pages, files and the links to them come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from vfdoc.model import Section
from vfdoc.site.calculator import calculator_files, calculator_pages
from vfdoc.site.comparisons import Comparisons
from vfdoc.site.editions import edition_name
from vfdoc.site.forces import force_files, force_links, force_pages
from vfdoc.site.histories import HistoryPages
from vfdoc.site.map import EditionMap
from vfdoc.site.plan import MAP, REPORT, TABLES
from vfdoc.site.sheets import printed, sheet_files, sheet_link, sheet_pages
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.tables import PanelLink


class CompanionPages:
    """The map, comparisons and sheet of one edition, among those published with it."""

    def __init__(self, own: SiteEdition, site_editions: Mapping[str, SiteEdition]) -> None:
        self._own, self._site_editions = own, site_editions
        self._map, self._comparisons = EditionMap(own), Comparisons(site_editions)
        self._histories = HistoryPages(own, site_editions)

    @cached_property
    def _printed(self) -> bytes:
        return printed(self._own)

    def pages(self) -> Iterator[PageContent]:
        """The pages of the edition, save those that compare it."""
        if self._own.tables:
            yield _tables(self._own)
            yield from calculator_pages(self._own)
        yield from force_pages(self._own)
        yield _report(self._own)
        yield from self._map.pages()
        yield from sheet_pages(self._own, self._site_editions, self._printed)

    def compared(self) -> Iterator[PageContent]:
        """What changed since the editions that this one builds on, and how its rules came to be."""
        yield from self._comparisons.pages(self._own)
        yield from self._histories.pages()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """What is no page: the sheet as PDF, what the calculator and the prices of a force read."""
        yield from calculator_files(self._own)
        yield from force_files(self._own)
        yield from sheet_files(self._printed)

    def links(self) -> Iterator[PanelLink]:
        """What the edition's front page leads to."""
        yield from sheet_link(self._own)
        yield from force_links(self._own)
        yield from self._comparisons.links(self._own)
        if self._map:
            yield PanelLink(MAP, self._own.labels["map"])

    @property
    def has_counterparts(self) -> bool:
        """Whether a rule of the edition stands in another one too."""
        return bool(self._histories)

    def counterparts(self) -> bytes:
        """Where the rules of the edition are in the others, for the script that leads there."""
        return self._histories.counterparts()

    def history(self, section: Section) -> PanelLink | None:
        """Where it stands how a section's rule came to be."""
        return self._histories.of_section(section)

    def of_section(self, section: Section) -> tuple[PanelLink, ...]:
        """What a section leads to: what changed in it, and its place on the map."""
        changes = tuple(self._comparisons.of_section(self._own, section))
        href = self._map.address(section.anchor)
        return (*changes, PanelLink(href, self._own.labels["on_the_map"])) if href else changes


def _tables(own: SiteEdition) -> PageContent:
    tables, address = own.tables, own.stated
    values = {
        "amends": own.edition.amends is not None,
        "base": edition_name(own.overlay.base) if own.overlay is not None else "",
        "panels": tables.panels(address),
        "conventions": tables.conventions(address),
        "loose": tables.loose(address),
    }
    return PageContent(TABLES, own.labels["tables"], "tables.html", values)


def _report(own: SiteEdition) -> PageContent:
    report, labels = own.report, own.labels
    values = {
        "groups": tuple(
            report.groups(own.plan.address, labels, own.documents, own.section_html.number, own.tables.called)
        ),
        "kinds": report.kinds(labels),
        "open": report.told(labels),
        "notes": labels.count("notes", report.note_count) if report.note_count else "",
        "acknowledged": labels.count("acknowledged", known) if (known := report.acknowledged_count) else "",
    }
    return PageContent(REPORT, labels["report"], "report.html", values)
