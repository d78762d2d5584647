"""The pages of one edition: contents, chapters, other documents, the whole rules, the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import quote

from vfdoc.formats.phrases import Html
from vfdoc.formats.templates import render
from vfdoc.model import Edition, Section
from vfdoc.model.logs import steps
from vfdoc.site.calculator import is_calculated
from vfdoc.site.cards import card_file, cards
from vfdoc.site.companion_pages import CompanionPages
from vfdoc.site.editions import OF_ITS_KIND, Relation, edition_name, edition_view, kind_label
from vfdoc.site.forces import force_links
from vfdoc.site.machine import json_names, summary
from vfdoc.site.markdown import contents_markdown, markdown_name, page_markdown, whole_markdown
from vfdoc.site.page_cache import PageCache
from vfdoc.site.plan import (
    ASKED_DATA,
    CALCULATOR,
    CONTENTS,
    COUNTERPARTS,
    GLOSSARY,
    REPORT,
    RULES,
    SAID_DATA,
    SEARCH,
    SHEET,
    TABLES,
    WHOLE,
    Page,
    fragment,
)
from vfdoc.site.redirects import redirects
from vfdoc.site.remarks import Attached
from vfdoc.site.sections import SectionLink, SectionView, SectionViews
from vfdoc.site.sequence import phases
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.translations import Translations

_ASIDES = ("note", "example")


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry of the menu; `current` is what aria-current says, or empty."""

    href: str
    label: Html
    current: str = ""


class ToEdition(NamedTuple):
    """Another edition of the same game, as every page leads to it."""

    id: str
    href: str
    name: str
    language: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter in the contents: its own line, the id of its place there, and the sections in it."""

    id: str
    link: SectionLink
    sections: tuple[SectionLink, ...]


class EditionPages:
    """The pages of one edition, with file names within its folder; `site_editions` are those that its pages
    speak of and itself, `edition_ids` the ids of all editions published, `same_game` the other editions of
    its game. `cache` makes the pages, if not each
    is to be made anew."""

    def __init__(
        self,
        id: str,
        site_editions: Mapping[str, SiteEdition],
        edition_ids: Sequence[str],
        version: str,
        cache: PageCache | None = None,
        *,
        same_game: Sequence[Edition] = (),
    ) -> None:
        self._to_editions = tuple(
            ToEdition(e.id, f"../{quote(e.id)}/index.html", edition_name(e), e.language) for e in same_game
        )
        self._site_edition = site_edition = site_editions[id]
        self._version, self._edition_ids, self._cache = version, edition_ids, cache
        self._labels, self._plan, self._report = site_edition.labels, site_edition.plan, site_edition.report
        self._documents = site_edition.documents
        self._companions = companions = CompanionPages(site_edition, site_editions)
        self._sections = SectionViews(
            site_edition, Attached(site_editions), Translations(site_editions), companions
        )
        others = {id: other.edition for id, other in site_editions.items()}
        self._forwards = redirects(site_edition, self._plan.address)
        self._view = edition_view(site_edition.rulebook, site_edition.labels, others, root="../")
        self._pages = {page.name: page for page in self._plan.pages}
        self._offered = tuple(self._offers())

    def pages(self) -> Iterator[tuple[str, bytes]]:
        """Every page with its name, save those that compare the edition with another."""
        yield CONTENTS, self._contents()
        pages, edition = self._plan.pages, self._site_edition.edition
        titles = tuple(map(self._title, pages))
        yield markdown_name(CONTENTS), contents_markdown(self._view, self._plan, titles, self._labels)
        for place, page in enumerate(steps("pages", pages)):
            before = pages[place - 1] if place else None
            after = pages[place + 1] if place + 1 < len(pages) else None
            views = self._views(page)
            yield page.name, self._text(page, views, before, after)
            told = self._parts(page)
            yield card_file(page.name), cards(edition, self._view.dated, page.name, views, told)
            yield markdown_name(page.name), page_markdown(page, titles[place])
        if self._plan.rules:
            yield from self._wholes()
            yield markdown_name(WHOLE), whole_markdown(self._plan, self._labels["whole_rules"])
        for name in self._forwards.keys() - self._pages.keys():
            yield name, self._gone(name)
        yield SEARCH, self._search()
        if self._site_edition.terms:
            yield GLOSSARY, self._glossary()
        yield from map(self._page_of, self._companions.pages())
        yield from self._companions.files()

    def compared(self) -> Iterator[tuple[str, bytes]]:
        """The pages that compare the edition with those that it builds on; where its rules are in others."""
        yield from map(self._page_of, self._companions.compared())
        if self._companions.has_counterparts:
            yield COUNTERPARTS, self._companions.counterparts()

    def beside(self) -> str:
        """A digest of all that other editions have a say in on `pages`, the texts that this one amends aside:
        while it is the same, and the edition, its pages are."""
        said = [self._sections.beside(section) for page in self._plan.pages for section in page.sections]
        return sha256(repr((self._view, tuple(self._companions.links()), said)).encode()).hexdigest()

    def _page_of(self, content: PageContent) -> tuple[str, bytes]:
        values = {"heading": content.title, **content.values}
        return content.name, self._render(content.template, content.name, content.title, **values)

    def _contents(self) -> bytes:
        chapters = [self._chapter(p) for p in self._plan.pages if p.role == "chapter"]
        others = [self._page_link(p) for p in self._plan.pages if p.role == "document"]
        front = [self._page_link(p) for p in self._plan.pages if p.role == "front"]
        faults = self._report.told(self._labels)
        names = json_names(self._site_edition.rulebook)
        return self._render(
            "edition.html",
            CONTENTS,
            self._view.name,
            description=" · ".join((*self._view.facts, self._view.notice)).rstrip(" ·"),
            alternates=(*_beside(CONTENTS), *(("application/json", name) for name in names)),
            phases=phases(self._site_edition, self._plan.address),
            base=edition_name(self._site_edition.overlay.base)
            if self._site_edition.overlay is not None
            else "",
            elsewhere=self._elsewhere(),
            forwards=tuple(
                (name, forward) for name in sorted(self._forwards) for forward in self._forwards[name]
            ),
            front=front,
            chapters=chapters,
            others=others,
            has_rules=bool(self._plan.rules),
            has_terms=bool(self._site_edition.terms),
            has_tables=bool(self._site_edition.tables),
            companions=tuple(self._companions.links()),
            faults=faults,
        )

    def _elsewhere(self) -> Relation | None:
        """Where the rules are that a text without rules of its own belongs to."""
        if self._plan.rules or self._site_edition.overlay is not None:
            return None
        wanted = (self._labels["translates"], self._labels["amends"])
        return next((r for r in self._view.relations if r.label in wanted and r.href), None)

    def _views(self, page: Page) -> tuple[SectionView, ...]:
        return tuple(self._sections.views(page.sections, self._plan.address, lead=self._lead(page)))

    def _parts(self, page: Page) -> Iterator[tuple[str, str, Html, Html]]:
        """The parts of a page's sections as cards show them: anchor, number, title and words."""
        section_html = self._site_edition.section_html
        for section in page.sections:
            for part in self._plan.parts.get(section.anchor, ()):
                title = section_html.part_title(part, section)
                words = section_html.part(part, section, self._plan.address)
                yield part.anchor, section_html.number(section), title, words

    def _text(
        self, page: Page, views: tuple[SectionView, ...], before: Page | None, after: Page | None
    ) -> bytes:
        lead = self._lead(page)
        name = self._documents[page.document.id]
        says_so = lead is not None and name == self._site_edition.section_html.plain_title(lead)
        # Among the rules an aside is no stop of its own; a commentary is made of nothing else.
        stops = [s for s in page.sections if s.number or s.kind not in _ASIDES or page.role == "document"]
        inner = [s for s in stops if s is not lead]
        return self._render(
            "text.html",
            page.name,
            self._title(page),
            description=summary(page.sections),
            alternates=(*_beside(page.name), ("text/javascript", quote(card_file(page.name)))),
            forwards=self._forwards.get(page.name, ()),
            role=page.role,
            document=page.document.kind,
            heading=None if lead else self._heading(page),
            kicker=Html() if says_so else name,
            sections=views,
            here=() if page.document.kind == "sheet" else self._links(inner),
            before=before and self._page_link(before),
            after=after and self._page_link(after),
        )

    def _lead(self, page: Page) -> Section | None:
        """The section whose title heads the page: the one above all others, or the document's own title."""
        first = page.sections[0]
        titled = page.role == "document" and not first.number and not page.lead
        own = (
            titled and self._site_edition.section_html.plain_title(first) == self._documents[page.document.id]
        )
        return first if own else page.lead

    def _wholes(self) -> Iterator[tuple[str, bytes]]:
        names = list(self._plan.wholes)
        titles = [self._labels["whole_rules"]]
        if len(names) > 1:
            titles = [f"{titles[0]} ({n}/{len(names)})" for n in range(1, len(names) + 1)]
        links = [SectionLink(quote(n), "", Html(escape(t))) for n, t in zip(names, titles, strict=True)]
        around = (None, *links, None)
        for place, (name, sections) in enumerate(self._plan.wholes.items()):
            yield name, self._whole(name, titles[place], sections, (around[place], around[place + 2]))

    def _whole(
        self,
        name: str,
        title: str,
        sections: Sequence[Section],
        around: tuple[SectionLink | None, SectionLink | None],
    ) -> bytes:
        """All chapters on one page, where citations stay on the page; of a large text, some."""

        def address(anchor: str) -> str:
            return fragment(anchor) if anchor in own else self._plan.address(anchor)

        own = {section.anchor for section in sections}
        own |= {part.anchor for anchor in own for part in self._plan.parts.get(anchor, ())}
        views = tuple(self._sections.views(sections, address, lead=None))
        heads = [section for section in sections if section.parent not in own]
        moved = redirects(self._site_edition, address).values() if name == WHOLE else ()
        return self._render(
            "text.html",
            name,
            title,
            description=summary(sections),
            alternates=_beside(WHOLE),
            forwards=tuple(chain.from_iterable(moved)),
            role="whole",
            document="rules",
            heading=title,
            kicker=self._view.name,
            sections=views,
            here=self._links(heads),
            before=around[0],
            after=around[1],
        )

    def _gone(self, name: str) -> bytes:
        """A page whose numbers have all moved."""
        return self._render("forward.html", name, self._labels["forwards"], forwards=self._forwards[name])

    def _search(self) -> bytes:
        return self._render(
            "search.html",
            SEARCH,
            self._labels["search"],
            has_rules=bool(self._plan.rules),
            has_terms=bool(self._site_edition.terms),
            alternates=tuple(("text/javascript", name) for name in (ASKED_DATA, SAID_DATA)),
        )

    def _glossary(self) -> bytes:
        sections, letters = self._site_edition.graph.sections, self._site_edition.terms.letters()
        defined = {entry.place: sections[entry.anchor] for letter in letters for entry in letter.entries}
        return self._render(
            "glossary.html",
            GLOSSARY,
            self._labels["glossary"],
            letters=letters,
            defined={place: self._defined(place, section) for place, section in defined.items()},
        )

    def _defined(self, place: str, section: Section) -> SectionLink:
        """Where a term is defined: a section, or a part of one."""
        link = self._sections.link(section, self._plan.address)
        return replace(link, href=self._plan.address(place))

    def _chapter(self, page: Page) -> Chapter:
        head, *inner = page.sections
        numbered = [section for section in inner if section.number]
        return Chapter(
            _place(head),
            self._sections.link(head, self._plan.address, beside=head.document),
            tuple(self._sections.link(s, self._plan.address, beside=s.document) for s in numbered),
        )

    def _page_link(self, page: Page) -> SectionLink:
        head, lead = page.sections[0], page.lead
        number = self._site_edition.section_html.number(head) if page.role == "chapter" else ""
        named = lead is not None and page.role == "chapter"
        title = self._site_edition.section_html.plain_title(head) if named else self._heading(page)
        return SectionLink(quote(page.name), number, title)

    def _heading(self, page: Page) -> Html:
        """What a page is called that no section heads, and a document in menus: a part of a chapter by the
        numbers that it begins and ends with."""
        first, last = page.sections[0], page.sections[-1]
        if page.role == "chapter" and first.parent is not None and first.number and last.number:
            return Html(escape(f"{first.number} – {last.number}"))
        return self._label("front") if page.role == "front" else self._documents[page.document.id]

    def _title(self, page: Page) -> str:
        """The page's name in a window's title."""
        if page.role == "front":
            return self._labels["front"]
        if page.role == "document" and page.document.kind in OF_ITS_KIND:
            made = self._site_edition.sheet is not None or bool(self._plan.rules)
            return self._labels[kind_label(page.document.kind, has_quick_sheet=made)]
        head = page.sections[0]
        return f"{head.number} {head.title}" if head.number else head.title

    def _label(self, key: str) -> Html:
        return Html(escape(self._labels[key]))

    def _links(self, sections: Sequence[Section]) -> tuple[SectionLink, ...]:
        return tuple(self._sections.link(s, fragment, beside=s.document) for s in sections)

    def _offers(self) -> Iterator[tuple[str, Html]]:
        """What the bar offers: the pages that the edition has, and what they are called there."""
        has_phases = bool(self._site_edition.phases)
        yield CONTENTS, self._label("phases" if has_phases else "contents")
        base, overlay = self._site_edition.base, self._site_edition.overlay
        if self._plan.rules:
            yield RULES if has_phases else WHOLE, self._label("document_rules")
        elif overlay is not None and base is not None and base.rules:
            yield f"../{overlay.base.id}/{RULES}", self._label("document_rules")
        yield SEARCH, self._label("search")
        printed = [p for p in self._plan.pages if p.role == "document" and p.document.kind == "sheet"]
        if self._site_edition.sheet is not None or printed:
            name = SHEET if self._site_edition.sheet is not None else printed[0].name
            yield name, self._label("document_sheet")
        if is_calculated(self._site_edition):
            yield CALCULATOR, self._label("bar_odds")
        elif self._site_edition.tables.have_odds:
            yield TABLES, self._label("bar_odds")
        for link in force_links(self._site_edition):
            yield link.href, self._label("bar_force")
        has_odds = self._site_edition.tables.have_odds
        if not self._plan.rules and base is None and not has_odds:  # else a phone's bar is full
            yield REPORT, self._label("report")

    def _menu(self, name: str) -> Iterator[MenuItem]:
        """The bar as it stands on a page: contents open at the chapter at hand."""
        page = self._pages.get(name)
        inside = name in self._plan.wholes or (page is not None and page.role != "document")
        place = fragment(_place(page.sections[0])) if page is not None and page.role == "chapter" else ""
        listed = RULES if self._site_edition.phases else CONTENTS
        for offered, label in self._offered:
            href = quote(CONTENTS) + place if place and offered == listed else quote(offered, safe="/#")
            current = "page" if offered == name else "true" if inside and offered in (RULES, WHOLE) else ""
            yield MenuItem(href, label, current)

    def _render(self, template: str, name: str, title: str, **values: Any) -> bytes:
        described = title if title == self._view.name else f"{title} · {self._view.name}"
        told = {
            "t": self._labels,
            "edition": self._view,
            "menu": tuple(self._menu(name)),
            "root": "../",
            "window_title": described,
            "version": self._version,
            "own": self._site_edition.edition.id,
            "edition_ids": tuple(self._edition_ids),
            "to_editions": self._to_editions,
            "searched": name != SEARCH,
            "kept": self._view.folder,
            "kept_name": self._view.name,
            **values,
        }
        if self._companions.has_counterparts:
            told["alternates"] = (*told.get("alternates", ()), ("text/javascript", COUNTERPARTS))
        return self._cache.page(name, template, told) if self._cache else render(template, told)


def _place(section: Section) -> str:
    """The id of a chapter in the contents; no anchor begins so."""
    return f"~{section.anchor}"


def _beside(page: str) -> tuple[tuple[str, str], ...]:
    """The form and address of what other programs read beside a page."""
    return (("text/markdown", quote(markdown_name(page))),)
