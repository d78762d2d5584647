"""How the rules of an edition came to be: each through the editions that build on one another, on a page
a chapter.

The histories that the pipeline makes come in; pages come out, and the links that sections bear to them. What
an edition did to a rule is told in values and sentences, and its words stand folded behind it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from vfdoc.formats.comparison.told_once import told_once
from vfdoc.formats.comparison.view import View, ViewLine, view
from vfdoc.formats.comparison.words import both_sides
from vfdoc.formats.documents import plain
from vfdoc.formats.phrases import Html
from vfdoc.model import Section
from vfdoc.model.comparison import NumberChange, RowChange
from vfdoc.model.document import text_of
from vfdoc.model.history import History, Stage
from vfdoc.site.calculator import is_calculated
from vfdoc.site.editions import edition_name, edition_view
from vfdoc.site.map import EditionMap
from vfdoc.site.plan import (
    CALCULATOR,
    GLOSSARY,
    MAP,
    REPORT,
    SEARCH,
    SHEET,
    TABLES,
    WHOLE,
    Page,
    fragment,
)
from vfdoc.site.site_edition import PageContent, SiteEdition, seen_from
from vfdoc.site.tables import PanelLink

_PERHAPS = 0.5  # what is less sure than that is said to be "perhaps" the same rule
_UNTOLD = ("unmentioned", "unverified")
"""Rows that are told by the words of both sides alone: these stand below."""
_MOST_WORDS = 60_000
"""Characters of the words of rules on one page; where there would be more, the rules are led to alone."""


@dataclass(frozen=True, slots=True)
class HistoryPlace:
    """A section that says the rule in one edition: its address, number and title, its words or nothing."""

    href: str
    number: str
    title: Html
    words: Html


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryStage:
    """The rule in one edition: what that did to it, in `what` it differs, and the sections that say it.
    `told` is the edition that it follows, translates or amends, with the word for it; `before` the language
    of that. `what` is empty where its words are of another language than those it translates."""

    edition: str
    date: str
    language: str
    before: str
    own: bool
    told: str
    what: str
    lines: tuple[ViewLine, ...]
    points: tuple[str, ...]
    places: tuple[HistoryPlace, ...]


@dataclass(frozen=True, slots=True)
class RuleHistory:
    """A rule of the edition in hand and its stages, the oldest first."""

    id: str
    href: str
    number: str
    title: Html
    stages: tuple[HistoryStage, ...]


class HistoryPages:
    """The histories of one edition's rules; `site_editions` are those of its lineage, by id."""

    def __init__(self, own: SiteEdition, site_editions: Mapping[str, SiteEdition]) -> None:
        self._own, self._site_editions, self._labels = own, site_editions, own.labels

    def pages(self) -> Iterator[PageContent]:
        """A page for each page of the edition of which a rule has a history."""
        for page, histories in self._of_pages.items():
            size = sum(len(text_of(s.blocks)) for h in histories for t in h.stages for s in t.sections)
            rules = tuple(self._rule(history, size <= _MOST_WORDS) for history in histories)
            head = next(found for found in self._own.plan.pages if found.name == page)
            title = self._labels.say("history_of", page=self._name(head))
            translated = any(stage.told and not stage.what for rule in rules for stage in rule.stages)
            lead = self._labels["history_translated"] if translated else ""
            values = {"rules": rules, "lead": lead}
            yield PageContent(self._own.plan.histories[page], title, "history.html", values)

    def __bool__(self) -> bool:
        return bool(self._histories)

    def counterparts(self) -> bytes:
        """By anchor, where its rule stands in the other editions: id, address, name; and by edition the pages
        that are of one kind in all."""
        found = {
            anchor: [
                (stage.edition.id, *self._main(stage))
                for stage in history.stages
                if stage.sections and stage.edition.id != self._own.edition.id
            ]
            for anchor, history in self._histories.items()
        }
        pages = {id: list(_pages(other)) for id, other in self._site_editions.items()}
        value = {"sections": {a: there for a, there in found.items() if there}, "pages": pages}
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return f"vfdocCounterparts({text});\n".encode("utf-8", "replace")

    def _main(self, stage: Stage) -> tuple[str, str]:
        """The address and the name of the section that says a rule in another edition."""
        there, section = self._site_editions[stage.edition.id], stage.sections[0]
        number = there.section_html.number(section)
        return there.plan.address(section.anchor), f"{number} {plain(section.title)}".strip()

    def of_section(self, section: Section) -> PanelLink | None:
        """Where the history of a section's rule stands."""
        if section.anchor not in self._histories:
            return None
        name = self._own.plan.histories[self._own.plan.places[section.anchor]]
        return PanelLink(quote(name) + fragment(section.anchor), self._labels["history"])

    @cached_property
    def _histories(self) -> dict[str, History]:
        """The histories that tell more than that the rule stands in this edition, by anchor."""
        if self._own.history is None or len(self._site_editions) == 1:
            return {}
        sections = self._own.graph.sections
        worded = [anchor for anchor in self._own.plan.places if text_of(sections[anchor].blocks).strip()]
        found = {anchor: self._shown(self._own.history(anchor)) for anchor in worded}
        return {anchor: history for anchor, history in found.items() if len(history.stages) > 1}

    def _shown(self, history: History) -> History:
        """A history without the editions that have no such rule and never had one."""
        here = self._own.edition.id
        stages = (s for s in history.stages if s.sections or s.kind == "removed" or s.edition.id == here)
        return history._replace(stages=tuple(stages))

    @cached_property
    def _of_pages(self) -> dict[str, list[History]]:
        found: dict[str, list[History]] = defaultdict(list)
        for anchor, history in self._histories.items():
            found[self._own.plan.places[anchor]].append(history)
        return found

    def _name(self, page: Page) -> str:
        if page.role == "front":
            return self._labels["front"]
        head = page.sections[0]
        return f"{head.number} {plain(head.title)}" if head.number else plain(head.title)

    def _rule(self, history: History, with_words: bool) -> RuleHistory:
        section = self._own.graph.sections[history.section]
        html = self._own.section_html
        return RuleHistory(
            section.anchor,
            self._own.plan.address(section.anchor),
            html.number(section),
            html.plain_title(section),
            tuple(self._stage(stage, with_words) for stage in history.stages),
        )

    def _stage(self, stage: Stage, with_words: bool) -> HistoryStage:
        there = self._site_editions[stage.edition.id]
        spoken = stage.edition.language == self._own.edition.language  # else its words alone are shown
        base = self._site_editions.get(stage.to or "")
        lines: tuple[ViewLine, ...] = ()
        points: tuple[str, ...] = ()
        what = told = ""
        if base is not None and stage.relation is not None:
            told = f"{self._labels[stage.relation]} {edition_name(base.edition)}"
            # Of words of another language that none were compared is said once, above them all.
            foreign = stage.kind == "unverified" and base.edition.language != stage.edition.language
            what = "" if foreign else self._labels[f"kind_{stage.kind}" if stage.kind else "history_none"]
            if stage.confidence is not None and stage.confidence < _PERHAPS:
                what = " · ".join(filter(None, (what, self._labels["compare_perhaps"])))
            lines, points = self._differing(stage, base, there) if spoken else ((), ())
        return HistoryStage(
            edition=edition_name(stage.edition),
            date=edition_view(there.rulebook, self._labels, {}, root="").date,
            language=stage.edition.language,
            before=base.edition.language if base is not None else "",
            own=there is self._own,
            told=told,
            what=what,
            lines=lines,
            points=points,
            places=tuple(self._place(section, there, with_words) for section in stage.sections),
        )

    def _differing(
        self, stage: Stage, base: SiteEdition, there: SiteEdition
    ) -> tuple[tuple[ViewLine, ...], tuple[str, ...]]:
        """The values and rows that differ, in the words of the comparison, and the sentences."""
        comparison = next(c for c in there.comparisons if c.old == base.edition.id)
        worded = self._view(base, there)
        lines = dict(zip(map(id, comparison.numbers), worded.each_number, strict=False))
        lines.update(zip(map(id, comparison.rows), worded.rows, strict=True))
        rows = (row for row in stage.rows if row.kind not in _UNTOLD)
        shown: list[NumberChange | RowChange] = [*stage.numbers, *rows]
        shown = [value for value in shown if id(value) in lines]
        values, sentences = told_once(shown, stage.sentences)
        points = tuple(both_sides(sentence, self._labels) for sentence in sentences)
        return tuple(lines[id(value)] for value in values), points

    def _view(self, base: SiteEdition, there: SiteEdition) -> View:
        key = base.edition.id, there.edition.id
        if key not in self._views:
            comparison = next(c for c in there.comparisons if c.old == base.edition.id)
            self._views[key] = view(comparison, base.rulebook, there.rulebook, self._labels.language)
        return self._views[key]

    @cached_property
    def _views(self) -> dict[tuple[str, str], View]:
        return {}

    def _place(self, section: Section, there: SiteEdition, with_words: bool) -> HistoryPlace:
        see, root = seen_from(there, self._own, self._own.plan.address)
        html = there.section_html
        shown = with_words and there is not self._own  # one's own are a tap away, on the rule's page
        words = html.text(section, see, root=root, anchored=False) if shown else Html()
        return HistoryPlace(see(section.anchor), html.number(section), html.plain_title(section), words)


def _pages(edition: SiteEdition) -> Iterator[str]:
    """The pages of an edition that others have too, under the same name."""
    yield from (SEARCH, REPORT)
    yield from (
        name
        for name, there in (
            (WHOLE, bool(edition.plan.rules)),
            (SHEET, edition.sheet is not None),
            (TABLES, bool(edition.tables)),
            (CALCULATOR, is_calculated(edition)),
            (GLOSSARY, bool(edition.terms)),
            (MAP, bool(EditionMap(edition))),
        )
        if there
    )
