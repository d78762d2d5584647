"""What stands beside an edition's texts: its tables, report and map, what changed since the editions that it
builds on, its sheet.

The volumes come in; pages, files and the links to them come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vfdoc.model import Section
from vfdoc.output.site.comparisons import Comparisons
from vfdoc.output.site.map import EditionMap
from vfdoc.output.site.plan import MAP, REPORT, TABLES
from vfdoc.output.site.sheets import printed, sheet_files, sheet_link, sheet_pages
from vfdoc.output.site.tables import PanelLink
from vfdoc.output.site.volumes import Body, Volume


class Plates:
    """The maps, comparisons and sheets of the editions published together."""

    def __init__(self, volumes: Mapping[str, Volume]) -> None:
        self._maps = {id: EditionMap(volume) for id, volume in volumes.items()}
        self._comparisons = Comparisons(volumes)
        self._volumes = volumes
        self._printed = {id: printed(volume) for id, volume in volumes.items()}

    def pages(self, own: Volume) -> Iterator[Body]:
        """The pages of an edition."""
        if own.tables:
            yield _tables(own)
        yield _report(own)
        yield from self._maps[own.edition.id].pages()
        yield from self._comparisons.pages(own)
        yield from sheet_pages(own, self._volumes, self._printed[own.edition.id])

    def files(self, own: Volume) -> Iterator[tuple[str, bytes]]:
        """What is no page: the sheet as PDF."""
        yield from sheet_files(self._printed[own.edition.id])

    def links(self, own: Volume) -> Iterator[PanelLink]:
        """What the edition's front page leads to."""
        yield from sheet_link(own)
        yield from self._comparisons.links(own)
        if self._maps[own.edition.id]:
            yield PanelLink(MAP, own.labels["map"])

    def of_section(self, own: Volume, section: Section) -> tuple[PanelLink, ...]:
        """What a section leads to: what changed in it, and its place on the map."""
        changes = tuple(self._comparisons.of_section(own, section))
        href = self._maps[own.edition.id].address(section.anchor)
        return (*changes, PanelLink(href, own.labels["on_the_map"])) if href else changes


def _tables(own: Volume) -> Body:
    tables, address = own.tables, own.plan.address
    values = {
        "amends": own.edition.amends is not None,
        "panels": tables.panels(address),
        "conventions": tables.conventions(address),
        "loose": tables.loose(address),
    }
    return Body(TABLES, own.labels["tables"], "tables.html", values)


def _report(own: Volume) -> Body:
    report, labels = own.report, own.labels
    values = {
        "groups": tuple(report.groups(own.plan.address, labels, own.documents)),
        "kinds": report.kinds(labels),
        "open": labels.count("faults", report.open_count),
        "acknowledged": labels.count("acknowledged", report.acknowledged_count),
    }
    return Body(REPORT, labels["report"], "report.html", values)
