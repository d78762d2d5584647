"""An edition's quick-reference sheet as a page of the site, with links to its rules, and as PDF beside it.

A site_edition with its Sheet comes in; the page and the PDF come out. A text from which no sheet was made has
neither; a sheet that cannot be set on paper has no PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from vfdoc.formats.documents import plain
from vfdoc.language.word_list import primary
from vfdoc.model import InputError
from vfdoc.model.sheet import Role, Sheet, SheetPanel, SheetPlan, SheetRow
from vfdoc.site.editions import edition_name
from vfdoc.site.plan import SHEET, SHEET_PDF
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.tables import PanelLink

_BESIDE, _BESIDE_SEVERAL = 9, 24  # letters
FitInType: TypeAlias = tuple[Any, ...]
"""A `typeset.Fit` as plain values, or nothing."""


class CellText(NamedTuple):
    """Words of the sheet; `foreign` is their language where it is not that of the sheet."""

    text: str
    foreign: str


@dataclass(frozen=True, slots=True)
class RowOnPage:
    """A row: its words, and the sections that say so, as links."""

    role: Role
    cells: tuple[CellText, ...]
    places: tuple[PanelLink, ...]
    house: bool

    @property
    def stacked(self) -> bool:
        """Whether the names of its sections are too long to stand at the end of the row."""
        return sum(len(place.name) for place in self.places) > _BESIDE

    @property
    def worded(self) -> bool:
        """Whether what it says of its first cell is words, and no value."""
        return self.role == "entry" and any(len(cell.text) > _BESIDE_SEVERAL for cell in self.cells[1:])

    @property
    def several(self) -> bool:
        """Whether so much is said, with more sections than one, that on a phone these go below the words."""
        return len(self.places) > 1 and sum(len(cell.text) for cell in self.cells) > _BESIDE_SEVERAL


@dataclass(frozen=True, slots=True)
class PanelOnPage:
    """A panel in stretches of rows: each begins with a head, or has none. `places` are the sections that say
    all of it, where that is said once above; so does a head for the rows below it."""

    id: str
    title: str
    groups: tuple[tuple[RowOnPage | None, tuple[RowOnPage, ...]], ...]
    places: tuple[PanelLink, ...] = ()


def sheet_pages(
    own: SiteEdition, site_editions: Mapping[str, SiteEdition], pdf: bytes
) -> Iterator[PageContent]:
    """The page of an edition's sheet, beside which the PDF lies, if there is one."""
    sheet = own.sheet
    if sheet is None:
        return
    base = site_editions.get(sheet.base)
    values = {
        "panels": tuple(_panel(panel, sheet, own, base) for panel in sheet.panels),
        "fingerprint": sheet.fingerprint,
        "pdf": SHEET_PDF if pdf else "",
        "left": tuple(_links(sheet.left, own)),
        "base": edition_name(base.edition) if base is not None else "",
    }
    yield PageContent(SHEET, own.labels["quick_sheet"], "quick.html", values)


def _links(anchors: Sequence[str], own: SiteEdition) -> Iterator[PanelLink]:
    """Sections by their numbers, those without by their titles."""
    for section in (own.graph.sections[anchor] for anchor in anchors if anchor in own.plan.places):
        name = own.section_html.number(section) or plain(section.title)
        yield PanelLink(own.plan.address(section.anchor), name)


def sheet_files(pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """The sheet as PDF."""
    if pdf:
        yield SHEET_PDF, pdf


def sheet_link(own: SiteEdition) -> Iterator[PanelLink]:
    """What the front page says of it."""
    if own.sheet is not None:
        yield PanelLink(SHEET, own.labels["quick_sheet"])


def printed(own: SiteEdition) -> bytes:
    """The sheet as PDF, or nothing where it cannot be set."""
    return set_in_type(own.sheet, own.sheet_plan) if own.printed is None else own.printed()


def set_in_type(sheet: Sheet | None, plan: SheetPlan, fit: FitInType | None = None) -> bytes:
    """A sheet as PDF, or nothing where there is none or it cannot be set; `fit` is how it fits, if known."""
    fit = fit_in_type(sheet, plan) if fit is None else fit
    if sheet is None or not fit:
        return b""
    from vfdoc.sheet.typeset import Fit, set_as  # Typst, which few commands need

    return set_as(sheet, plan, Fit(*fit))


def fit_in_type(sheet: Sheet | None, plan: SheetPlan) -> FitInType:
    """How a sheet fits, whatever its fingerprint; empty where there is none or it cannot be set."""
    if sheet is None:
        return ()
    from vfdoc.sheet.typeset import fit_of

    try:
        return tuple(fit_of(sheet, plan))
    except InputError:
        return ()


def _panel(panel: SheetPanel, sheet: Sheet, own: SiteEdition, base: SiteEdition | None) -> PanelOnPage:
    groups: list[tuple[RowOnPage | None, list[RowOnPage]]] = []
    for row in panel.rows:
        shown = _row(row, sheet, own, base)
        if row.role == "head":
            groups.append((shown, []))
        elif groups:
            groups[-1][1].append(shown)
        else:
            groups.append((None, [shown]))
    told = [(head, _once(head.places, rows) if head else tuple(rows)) for head, rows in groups]
    firsts = [row for head, rows in told for row in ([head] if head else rows)]
    places = firsts[0].places if len(firsts) > 1 else ()
    if not places or not _all_say(firsts, places):
        return PanelOnPage(panel.id, panel.title, tuple(told))
    bare = [(head and replace(head, places=()), rows if head else _once(places, rows)) for head, rows in told]
    return PanelOnPage(panel.id, panel.title, tuple(bare), places)


def _once(places: tuple[PanelLink, ...], rows: Sequence[RowOnPage]) -> tuple[RowOnPage, ...]:
    """Rows without the sections that a head above them has said, where these are no numbers but names."""
    return tuple(replace(row, places=()) if _all_say([row], places) else row for row in rows)


def _all_say(rows: Sequence[RowOnPage], places: tuple[PanelLink, ...]) -> bool:
    """Whether rows have the same sections, named in words, which need not be said again in each row."""
    in_words = all(not place.name[-1:].isdigit() for place in places)
    return bool(places) and in_words and all(row.places == places and not row.house for row in rows)


def _row(row: SheetRow, sheet: Sheet, own: SiteEdition, base: SiteEdition | None) -> RowOnPage:
    foreign = sheet.foreign if sheet.foreign != primary(own.edition.language) else ""
    cells = tuple(CellText(cell.text, foreign if cell.foreign else "") for cell in row.cells)
    found: dict[str, PanelLink] = {}
    for anchor in row.sections:
        href = _address(anchor, own, base)
        name = sheet.names.get(anchor, anchor)
        if href:
            found.setdefault(name, PanelLink(href, name))
    return RowOnPage(row.role, cells, tuple(found.values()), row.house)


def _address(anchor: str, own: SiteEdition, base: SiteEdition | None) -> str:
    """Where a section of the sheet is: that of a house rule (`id:anchor`) here, others in the base."""
    house = anchor.removeprefix(f"{own.edition.id}:")
    if house in own.plan.places and (house != anchor or base is None):
        return own.plan.address(house)
    if base is not None and anchor in base.plan.places:
        return base.address(anchor)
    return ""
