"""A published edition as the pages of all editions see it: its texts, its addresses, its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Edition, Finding, Glossary, Rulebook
from vfdoc.model.comparison import Comparison
from vfdoc.model.sheet import Sheet, SheetPlan
from vfdoc.model.wording import Wording
from vfdoc.output.conditions import speech
from vfdoc.output.labels import Labels, labels
from vfdoc.output.phrases import Html
from vfdoc.output.site.bodies import Bodies
from vfdoc.output.site.citations import Address, Citations
from vfdoc.output.site.editions import document_names
from vfdoc.output.site.errata import Errata
from vfdoc.output.site.plan import REPORT, Plan, plan
from vfdoc.output.site.report import Report
from vfdoc.output.site.tables import EditionTables
from vfdoc.output.site.terms import EditionTerms

_NO_TERMS, _NO_WORDING, _PLAIN = Glossary(), Wording(), SheetPlan()


class Body(NamedTuple):
    """A page before it is set: its file name, its title, its template and what that asks for."""

    name: str
    title: str
    template: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """An edition to publish: its rulebook, its graph, what the checks found in it, its terms and wording;
    what changed since the editions that it builds on, and its quick-reference sheet; `printed` is that as
    PDF, None where it has not been set yet."""

    rulebook: Rulebook
    graph: ReferenceGraph
    findings: tuple[Finding, ...] = ()
    glossary: Glossary = _NO_TERMS
    wording: Wording = _NO_WORDING
    comparisons: tuple[Comparison, ...] = ()
    sheet: Sheet | None = None
    sheet_plan: SheetPlan = _PLAIN
    printed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Volume:
    """An edition made ready: `documents` is what menus call each of its documents."""

    rulebook: Rulebook
    graph: ReferenceGraph
    labels: Labels
    plan: Plan
    documents: Mapping[str, Html]
    report: Report
    bodies: Bodies
    terms: EditionTerms
    tables: EditionTables
    comparisons: tuple[Comparison, ...]
    sheet: Sheet | None
    sheet_plan: SheetPlan
    glossary: Glossary
    errata: Errata
    printed: bytes | None

    @property
    def edition(self) -> Edition:
        """The edition itself."""
        return self.rulebook.edition

    @property
    def folder(self) -> str:
        """The way from another edition's pages to this one's."""
        return f"../{quote(self.edition.id)}/"

    def address(self, anchor: str) -> str:
        """Where a section is, seen from another edition's pages."""
        return self.folder + self.plan.address(anchor)


def volume(published: Published) -> Volume:
    """The edition made ready for the pages of the site."""
    rulebook, graph = published.rulebook, published.graph
    spoken = labels(rulebook.edition.language)
    pages = plan(rulebook)
    report = Report(rulebook, published.findings)
    errata = Errata(graph, spoken)
    citations = Citations(graph, spoken, report.addresses(REPORT), REPORT, errata.woven)
    documents = document_names(rulebook, pages, spoken)
    words = speech(published.wording, published.glossary, spoken)
    bodies = Bodies(graph, citations, spoken)
    return Volume(
        rulebook,
        graph,
        spoken,
        pages,
        documents,
        report,
        bodies,
        EditionTerms(published.glossary, graph),
        EditionTables(rulebook, words, documents, bodies.plain_title),
        published.comparisons,
        published.sheet,
        published.sheet_plan,
        published.glossary,
        errata,
        published.printed,
    )


def seen_from(other: Volume, own: Volume, address: Address) -> tuple[Address, str]:
    """How a page of `own`, which sees its sections at `address`, sees those of `other`: the address of
    a section there, and the way to its folder."""
    return (address, "") if other is own else (other.address, other.folder)
