"""A published edition as the pages of all editions see it: its texts, its addresses, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from vfdoc.formats.conditions import speech
from vfdoc.formats.labels import Labels, labels
from vfdoc.formats.phrases import Html
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Edition, Finding, Glossary, Phase, Rulebook
from vfdoc.model.comparison import Comparison
from vfdoc.model.following import Following
from vfdoc.model.force import Armies
from vfdoc.model.glossary import Topic
from vfdoc.model.history import History
from vfdoc.model.sheet import Sheet, SheetPlan
from vfdoc.model.wording import Wording
from vfdoc.site.citations import Address, Citations
from vfdoc.site.editions import document_names
from vfdoc.site.errata import Errata
from vfdoc.site.plan import REPORT, Plan, plan
from vfdoc.site.report import Report
from vfdoc.site.section_html import SectionHtml, TitleHtml
from vfdoc.site.section_parts import SectionPart, parts
from vfdoc.site.tables import EditionTables
from vfdoc.site.terms import EditionTerms

HOUSE = ":"  # between the id of an edition laid over another and its own anchor
_NO_TERMS, _NO_WORDING, _PLAIN = Glossary(), Wording(), SheetPlan()


class PageContent(NamedTuple):
    """A page before it is set: its file name, its title, its template and what that asks for."""

    name: str
    title: str
    template: str
    values: dict[str, Any]


class Overlay(NamedTuple):
    """A base with an edition that amends it laid over it, as one rulebook: what is in force at the table.
    Anchors of the amending edition bear its id and a colon before them."""

    base: Edition
    book: Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """An edition to publish: its rulebook, its graph, what the checks find in it, its terms and wording;
    what changed since the editions that it builds on, and its quick-reference sheet; `printed` gives that as
    PDF, None where nobody has set it. `overlay` is what is in force where it amends another, `armies`
    what it says of prices; `history` tells of a section how its rule came to be; `asked` is what players ask
    of it, `follows` what its text says that results of tests lead to. What is called is what pages of other
    editions seldom ask for."""

    rulebook: Rulebook
    graph: ReferenceGraph
    findings: Callable[[], tuple[Finding, ...]] = tuple
    glossary: Glossary = _NO_TERMS
    wording: Wording = _NO_WORDING
    comparisons: tuple[Comparison, ...] = ()
    sheet: Sheet | None = None
    sheet_plan: SheetPlan = _PLAIN
    printed: Callable[[], bytes] | None = None
    overlay: Overlay | None = None
    armies: Armies | None = None
    history: Callable[[str], History] | None = None
    asked: tuple[Topic, ...] = ()
    follows: Callable[[], tuple[Following, ...]] = tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteEdition:
    """An edition made ready: `documents` is what menus call each of its documents. Where it amends another,
    `overlay` is what is in force, and `base` the plan of that other, where it is published too. `findings`
    are those of the checks, in their order."""

    rulebook: Rulebook
    graph: ReferenceGraph
    labels: Labels
    plan: Plan
    documents: Mapping[str, Html]
    report: Report
    section_html: SectionHtml
    terms: EditionTerms
    tables: EditionTables
    comparisons: tuple[Comparison, ...]
    sheet: Sheet | None
    sheet_plan: SheetPlan
    glossary: Glossary
    errata: Errata
    printed: Callable[[], bytes] | None
    overlay: Overlay | None
    base: Plan | None
    findings: Callable[[], tuple[Finding, ...]]
    armies: Armies | None
    history: Callable[[str], History] | None
    asked: tuple[Topic, ...]
    follows: Callable[[], tuple[Following, ...]]

    @property
    def edition(self) -> Edition:
        """The edition itself."""
        return self.rulebook.edition

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases as this edition tells them, else as the one does that it amends."""
        return self.edition.phases or (self.overlay.base.phases if self.overlay else ())

    def stated(self, anchor: str) -> str:
        """Where the section is that a row in force names, seen from this edition's pages: here, or in what it
        amends; empty where that is not published."""
        own = anchor.removeprefix(f"{self.edition.id}{HOUSE}")
        if self.overlay is None or own != anchor:
            return self.plan.address(own)
        if self.base is None or anchor not in self.base.addresses:
            return ""
        return f"../{quote(self.overlay.base.id)}/{self.base.address(anchor)}"

    @property
    def folder(self) -> str:
        """The way from another edition's pages to this one's."""
        return f"../{quote(self.edition.id)}/"

    def address(self, anchor: str) -> str:
        """Where a section is, seen from another edition's pages."""
        return self.folder + self.plan.address(anchor)


def prepare_edition(published: Published, base: Published | None = None) -> SiteEdition:
    """The edition made ready for the pages of the site; `base` is the one that it amends, if published."""
    rulebook, graph = published.rulebook, published.graph
    spoken = labels(rulebook.edition.language)
    pages = plan(rulebook)
    report = Report(rulebook, published.findings)
    errata = Errata(graph, spoken)
    citations = Citations(graph, spoken, lambda: report.addresses, REPORT, errata.woven)
    documents = document_names(rulebook, pages, spoken, has_quick_sheet=published.sheet is not None)
    section_html = SectionHtml(graph, citations, spoken, pages.parts)
    return SiteEdition(
        rulebook=rulebook,
        graph=graph,
        labels=spoken,
        plan=pages,
        documents=documents,
        report=report,
        section_html=section_html,
        terms=EditionTerms(published.glossary, graph, pages.parts),
        tables=_tables(published, documents, spoken, pages.parts),
        comparisons=published.comparisons,
        sheet=published.sheet,
        sheet_plan=published.sheet_plan,
        glossary=published.glossary,
        errata=errata,
        printed=published.printed,
        overlay=published.overlay,
        base=plan(base.rulebook) if published.overlay and base is not None else None,
        findings=published.findings,
        armies=published.armies,
        history=published.history,
        asked=published.asked,
        follows=published.follows,
    )


def _tables(
    published: Published,
    documents: Mapping[str, Html],
    spoken: Labels,
    own: Mapping[str, tuple[SectionPart, ...]],
) -> EditionTables:
    """The tables of what is in force: the edition's own, or its base's with its own laid over them."""
    overlay, titles = published.overlay, TitleHtml(published.rulebook)
    if overlay is None:
        words = speech(published.wording, published.glossary, spoken)
        return EditionTables(published.rulebook, words, documents, titles, own)
    house = f"{published.rulebook.edition.id}{HOUSE}"
    names = {d.id: Html(escape(spoken[f"document_{d.kind}"])) for d in overlay.book.documents}
    names |= {f"{house}{id}": name for id, name in documents.items()}
    words = speech(overlay.book.wording or published.wording, overlay.book.glossary or _NO_TERMS, spoken)
    laid = parts(overlay.book, spoken)
    return EditionTables(overlay.book, words, names, TitleHtml(overlay.book), laid, house)


def seen_from(other: SiteEdition, own: SiteEdition, address: Address) -> tuple[Address, str]:
    """How a page of `own`, which sees its sections at `address`, sees those of `other`: the address of
    a section there, and the way to its folder."""
    return (address, "") if other is own else (other.address, other.folder)
