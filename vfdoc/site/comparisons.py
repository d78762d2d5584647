"""What changed since the editions that one builds on: old, new and what to note, as pages of the site.

The editions made ready come in, each with the comparisons that the pipeline made; pages come out: what a
player must learn first, with values and rows, then a page a chapter with both texts in step. Sections lead
there, those of the new edition and those of the old.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import quote

from vfdoc.formats.comparison.html import marked
from vfdoc.formats.comparison.sections import REWRITTEN, changed, silent
from vfdoc.formats.comparison.view import HEADINGS, ViewEntry, ViewLine, uncovered, view
from vfdoc.formats.documents import plain
from vfdoc.model import Section
from vfdoc.model.comparison import (
    ChangeKind,
    Comparison,
    Lesson,
    RowChange,
    SectionChange,
    SummaryEntry,
    TextStretch,
)
from vfdoc.site.editions import edition_name
from vfdoc.site.plan import GONE, VALUES, fragment
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.tables import PanelLink

_RELATIONS = {"supersedes": "compare_from", "translates": "compare_translates", "amends": "compare_amends"}
_TOLD = ("changed", "unverified", "split", "merged", "added", "removed")  # what a section says of itself
_UNSURE = 0.5
_MANY_VALUES = 60  # that differ: more have a page of their own, for a phone
_NOTHING: dict[str, object] = {
    "stated": (), "lessons": (), "more": (), "values": None, "silent": (), "parts": (), "renumbered": (),
    "same": 0,
}  # fmt: skip


class ComparisonPlace(NamedTuple):
    """A section of one side: where it is, its number and its title."""

    href: str
    number: str
    title: str


@dataclass(frozen=True, slots=True)
class StatedLesson:
    """What a person says must be learned, and where both sides say it."""

    says: str
    old: tuple[ComparisonPlace, ...]
    new: tuple[ComparisonPlace, ...]


@dataclass(frozen=True, slots=True)
class Taught:
    """An entry of the summary: the rule, what differs in it, and where both sides say it; `texts` are the
    words of both sides, of a row that no others can tell."""

    title: str
    points: tuple[str, ...]
    texts: tuple[str | None, str | None]
    old: tuple[ComparisonPlace, ...]
    new: tuple[ComparisonPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonEntry:
    """Sections that correspond and differ: both sides with their texts in marked stretches."""

    id: str
    kind: ChangeKind
    label: str
    old: tuple[ComparisonPlace, ...]
    new: tuple[ComparisonPlace, ...]
    old_text: tuple[TextStretch, ...]
    new_text: tuple[TextStretch, ...]
    notes: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A value, modifier or row that differs; `id` where sections lead to it, `wide` where it is words.
    `differs` says in what, where both sides are told by their texts alone, and which text of its base a
    house rule follows."""

    id: str
    line: ViewLine
    old: tuple[ComparisonPlace, ...]
    new: tuple[ComparisonPlace, ...]
    wide: bool
    differs: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter of the detail: its page, its name, how many changes of each kind."""

    href: str
    number: str
    title: str
    counts: tuple[tuple[str, int], ...]


class Comparisons:
    """The comparisons among the editions published together."""

    def __init__(self, site_editions: Mapping[str, SiteEdition]) -> None:
        self._of: dict[str, list[_Compared]] = defaultdict(list)
        self._links: dict[tuple[str, str], dict[tuple[str, str], PanelLink]] = defaultdict(dict)
        for site_edition in site_editions.values():
            for comparison in site_edition.comparisons:
                if comparison.old in site_editions:
                    found = _Compared(comparison, site_editions[comparison.old], site_edition)
                    self._of[site_edition.edition.id].append(found)
                    for edition, anchor, link in found.links():
                        # Several rows of one section are one link, to the first.
                        self._links[edition, anchor].setdefault((comparison.old, comparison.new), link)

    def pages(self, own: SiteEdition) -> Iterator[PageContent]:
        """What changed since each edition that this one builds on."""
        for found in self._of[own.edition.id]:
            yield from found.pages()

    def links(self, own: SiteEdition) -> Iterator[PanelLink]:
        """The first page of each comparison."""
        for found in self._of[own.edition.id]:
            yield PanelLink(found.name(""), found.title)

    def of_section(self, own: SiteEdition, section: Section) -> Iterator[PanelLink]:
        """What a section leads to, in the comparisons with older and with newer editions."""
        yield from self._links.get((own.edition.id, section.anchor), {}).values()


class _Compared:
    """Two editions compared, as the pages in the folder of the newer one see them."""

    def __init__(self, comparison: Comparison, old: SiteEdition, new: SiteEdition) -> None:
        self._comparison, self._old, self._new, self._labels = comparison, old, new, new.labels
        self._olds, self._news = old.graph.sections, new.graph.sections
        self._view = view(comparison, old.rulebook, new.rulebook, new.labels.language)
        by_row = bool(comparison.rows or comparison.same_rows)
        shown = [] if by_row else [c for c in comparison.sections if c.kind in HEADINGS]
        shown = [c for c in shown if not silent(c, self._olds, self._news)]
        self._parts: dict[str, list[tuple[str, SectionChange]]] = {}
        for id, change in _named(shown):
            at = change.at
            part = new.plan.places.get(at.new[0], GONE) if at.new else GONE
            self._parts.setdefault(part, []).append((id, change))
        self._rows = tuple(
            replace(
                self._row(id, line, row.old_section, row.new_section),
                differs=self._differs(line, row),
            )
            for id, line, row in zip(_row_ids(comparison.rows), self._view.rows, comparison.rows, strict=True)
        )

        self._texts = {
            row: (line.old, line.new)
            for line, row in zip(self._view.rows, comparison.rows, strict=True)
            if line.told == (None, None) and not row.of
        }

    @property
    def title(self) -> str:
        """What the comparison is called."""
        edition = self._new.edition
        relation = next(r for r in _RELATIONS if getattr(edition, r) == self._comparison.old)
        return self._labels.say(_RELATIONS[relation], name=edition_name(self._old.edition))

    def name(self, part: str) -> str:
        """The file name of the first page (""), or of a part of the detail."""
        return self._new.plan.changes[self._comparison.old, part]

    def links(self) -> Iterator[tuple[str, str, PanelLink]]:
        """By edition and anchor what sections of both sides lead to."""
        old, new = self._old.edition, self._new.edition
        then, now = (edition.version or edition.title for edition in (old, new))
        for part, entries in self._parts.items():
            for id, change in entries:
                if change.kind in _TOLD:
                    href = quote(self.name(part)) + fragment(id)
                    since = self._labels.say(f"since_{change.kind}", name=then)
                    for anchor in change.at.new:
                        yield new.id, anchor, PanelLink(href, since)
                    keys = {"removed": "since_removed", "unverified": "later_unverified"}
                    key = keys.get(change.kind, "later_changed")
                    for anchor in change.at.old:
                        told = PanelLink(self._new.folder + href, self._old.labels.say(key, name=now))
                        yield old.id, anchor, told
        for row, change_of in zip(self._rows, self._comparison.rows, strict=True):
            href = quote(self.name("")) + fragment(row.id)
            if change_of.kind in ("unmentioned", "unverified"):  # nothing shows that these differ
                continue
            if change_of.new_section:
                told = PanelLink(href, self._labels.say("since_differs", name=then))
                yield new.id, change_of.new_section, told
            if change_of.old_section:
                told = PanelLink(self._new.folder + href, self._old.labels.say("later_differs", name=now))
                yield old.id, change_of.old_section, told

    def pages(self) -> Iterator[PageContent]:
        """The first page, then the detail."""
        first = self._first()
        yield PageContent(self.name(""), self.title, "comparison.html", {**self._shared(), **first})
        if first["values"] is not None:
            title = f"{self._labels['compare_values']}: {self.title}"
            alone = {"heading": title, "groups": [self._group("values", self._numbers())]}
            yield PageContent(
                self.name(VALUES), title, "comparison.html", {**self._shared(), **_NOTHING, **alone}
            )
        parts = list(self._in_order())
        for place, (part, entries) in enumerate(parts):
            words = self._labels
            _, number, page = self._part_name(part)
            told = f"{number} {page}".strip()
            title = words.say("compare_page", page=told, name=edition_name(self._old.edition))
            values = {
                "part": told,
                "entries": tuple(self._entry(id, change) for id, change in entries),
                "before": self._part_name(parts[place - 1][0]) if place else None,
                "after": self._part_name(parts[place + 1][0]) if place + 1 < len(parts) else None,
            }
            yield PageContent(self.name(part), title, "comparison_part.html", {**self._shared(), **values})

    def _shared(self) -> dict[str, object]:
        return {
            "marked": marked,
            "comparison": PanelLink(self.name(""), self.title),
            "old_name": edition_name(self._old.edition),
            "new_name": edition_name(self._new.edition),
            "old_language": self._old.edition.language,
            "language": self._new.edition.language,
            "between": self._sides(),
            "old_home": f"{self._old.folder}index.html",
        }

    def _sides(self) -> tuple[str, str]:
        """What the columns of both sides are called: by what tells the editions apart."""
        old, new = self._old.edition, self._new.edition
        if old.version and new.version and old.version != new.version:
            return old.version, new.version
        return self._labels["compare_old"], self._labels["compare_new"]

    def _numbers(self) -> list[ComparisonRow]:
        return [self._row("", line, *line.sections) for line in self._view.numbers]

    def _group(self, name: str, rows: Iterable[ComparisonRow]) -> tuple[str, str, list[ComparisonRow]]:
        """Rows of a kind that differ, under their heading."""
        differ = [row for row in rows if row.line.kind not in ("unmentioned", "unverified")]
        return name, self._labels[f"compare_{name}"], differ

    def _first(self) -> dict[str, object]:
        comparison, found = self._comparison, self._view
        numbers = self._numbers()
        modifiers = [self._row("", line, *line.sections) for line in found.modifiers]
        entries = [*uncovered(comparison), *(e for e in comparison.entries if e.covered_by is not None)]
        taught = tuple(map(self._taught, (*found.entries, *found.more, *found.covered), entries))
        heavy = len(found.entries)
        groups = (("values", numbers), ("modifiers", modifiers), ("rows", self._rows))
        anew = [row for _, rows in groups for row in rows if row.line.kind == "unverified"]
        many = len(self._group("values", numbers)[2])
        values = PanelLink(quote(self.name(VALUES)), str(many)) if many > _MANY_VALUES else None
        return {
            "stated": tuple(self._lesson(lesson) for lesson in comparison.lessons if lesson.holds),
            "lessons": taught[:heavy],
            "more": taught[heavy:],
            "values": values,
            "groups": (
                *(self._group(name, rows) for name, rows in groups if values is None or name != "values"),
                ("anew", self._labels["kind_unverified"], anew),
            ),
            "silent": tuple(row for _, rows in groups for row in rows if row.line.kind == "unmentioned"),
            "parts": tuple(map(self._part, self._in_order())),
            "renumbered": () if self._rows else tuple(self._renumbered()),
            "same": sum(change.kind == "same" for change in comparison.sections),
        }

    def _in_order(self) -> Iterator[tuple[str, list[tuple[str, SectionChange]]]]:
        """The parts in the order of the new edition; what is gone comes last."""
        for part in (*(page.name for page in self._new.plan.pages), GONE):
            if part in self._parts:
                yield part, self._parts[part]

    def _part(self, found: tuple[str, Sequence[tuple[str, SectionChange]]]) -> Part:
        part, entries = found
        counts = Counter(change.kind for _, change in entries)
        href, number, title = self._part_name(part)
        told = tuple((self._labels[f"kind_{kind}"], counts[kind]) for kind in HEADINGS if counts[kind])
        return Part(href, number, title, told)

    def _part_name(self, part: str) -> ComparisonPlace:
        href = quote(self.name(part))
        page = next((page for page in self._new.plan.pages if page.name == part), None)
        if page is None:
            return ComparisonPlace(href, "", self._labels["compare_gone"])
        if page.role == "front":
            return ComparisonPlace(href, "", self._labels["front"])
        head = page.sections[0]
        number = head.number or "" if page.role == "chapter" else ""
        return ComparisonPlace(href, number, plain(head.title))

    def _entry(self, id: str, change: SectionChange) -> ComparisonEntry:
        found = changed(change, self._olds, self._news)
        return ComparisonEntry(
            id=id,
            kind=change.kind,
            label=self._labels[f"kind_{change.kind}"],
            old=self._places(change.at.old, self._old),
            new=self._places(change.at.new, self._new),
            old_text=found.old_text,
            new_text=found.new_text,
            notes=tuple(self._notes(change)),
            cells=found.cells,
        )

    def _notes(self, change: SectionChange) -> Iterator[str]:
        at = change.at
        if at.moved:
            yield self._labels["compare_moved"]
        if at.old and at.new and change.similarity < REWRITTEN:
            yield self._labels["compare_rewritten"]
        if at.old and at.new and at.confidence < _UNSURE:
            yield self._labels["compare_perhaps"]
        if change.kind in ("split", "merged") and change.verdict is not None:
            yield self._labels[f"kind_{change.verdict}"]
        if change.typography:
            yield self._labels["compare_typography"]

    def _renumbered(self) -> Iterator[tuple[tuple[ComparisonPlace, ...], tuple[ComparisonPlace, ...]]]:
        for change in self._comparison.sections:
            at = change.at
            if change.kind in ("same", "reworded") and at.renumbered:
                yield self._places(at.old, self._old), self._places(at.new, self._new)

    def _lesson(self, lesson: Lesson) -> StatedLesson:
        places = self._places(lesson.old, self._old), self._places(lesson.new, self._new)
        return StatedLesson(lesson.says, *places)

    def _taught(self, told: ViewEntry, lesson: SummaryEntry) -> Taught:
        title, points = told.title, told.points
        rows = (point for point in lesson.points if isinstance(point, RowChange))
        texts = next((self._texts[row] for row in rows if row in self._texts), (None, None))
        places = self._places(lesson.old_sections, self._old), self._places(lesson.new_sections, self._new)
        return Taught(title, () if any(texts) else points, texts, *places)

    def _row(self, id: str, line: ViewLine, old: str | None, new: str | None) -> ComparisonRow:
        sides = line.told if any(line.told) else (line.old, line.new)
        wide = max(len(side or "") for side in sides) > 14
        places = (
            self._places((old,) if old else (), self._old),
            self._places((new,) if new else (), self._new),
        )
        return ComparisonRow(id, line, *places, wide)

    def _differs(self, line: ViewLine, row: RowChange) -> str:
        aspects = () if any(line.told) else (d.aspect for d in row.verdict.differences)
        told = [self._labels[f"aspect_{aspect}"] for aspect in dict.fromkeys(aspects)]
        if row.follows in ("rules", "sheet"):
            told.append(self._labels.say(f"follows_{row.follows}", name=edition_name(self._old.edition)))
        return ", ".join(told)

    def _places(self, anchors: Iterable[str], side: SiteEdition) -> tuple[ComparisonPlace, ...]:
        address = side.plan.address if side is self._new else side.address
        found = (side.graph.sections[a] for a in dict.fromkeys(anchors) if a in side.graph.sections)
        return tuple(
            ComparisonPlace(address(s.anchor), side.section_html.number(s), plain(s.title)) for s in found
        )


def _row_ids(rows: Iterable[RowChange]) -> Iterator[str]:
    """The ids of rows on a page: those that differ are counted apart from those that were not compared."""
    counts: Counter[str] = Counter()
    for row in rows:
        kind = "anew" if row.kind == "unverified" else "row"
        counts[kind] += 1
        yield f"{kind}-{counts[kind]}"


def _named(changes: Iterable[SectionChange]) -> Iterator[tuple[str, SectionChange]]:
    """Each change with the id of its place on a page: the new section's anchor, else the old one's."""
    taken: set[str] = set()
    for change in changes:
        id = (change.at.new or change.at.old)[0]
        while id in taken:
            id += "~"
        taken.add(id)
        yield id, change
