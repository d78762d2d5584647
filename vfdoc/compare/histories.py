"""A rule followed through the editions that build on one another: those that an edition supersedes,
translates or amends, and those that do so to it.

Rulebooks and their comparisons come in, the history of each rule comes out. A comparison is asked for once,
and what it says is looked up by section from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from vfdoc.model import Rulebook, Section
from vfdoc.model.comparison import (
    ChangeKind,
    Comparison,
    NumberChange,
    RowChange,
    SectionChange,
    counterparts,
)
from vfdoc.model.history import History, Lineage, Stage

_LINKS: tuple[Lineage, ...] = ("supersedes", "translates", "amends")
_OF_ROWS: tuple[ChangeKind, ...] = ("changed", "added", "unverified", "reworded")
_Change = TypeVar("_Change")
_Ends: TypeAlias = tuple[Iterable[str], Iterable[str]]
"""The sections of the older and of the newer edition that a change is about."""


class Histories:
    """The histories of the rules of one edition, `start`. `books` are the editions known, by id; `compare`
    tells what changed from one to another, by their ids."""

    def __init__(
        self, start: str, books: Mapping[str, Rulebook], compare: Callable[[str, str], Comparison]
    ) -> None:
        self._start, self._books, self._compare = start, books, compare

    def of(self, anchor: str) -> History:
        """The rule of a section in every edition of the lineage, the oldest first."""
        anchors: dict[str, tuple[str, ...]] = {self._start: (anchor,)}
        for compared in self._compared:
            ends = (compared.leads.get(each, ()) for each in anchors[compared.here])
            anchors[compared.there] = tuple(dict.fromkeys(end for found in ends for end in found))
        return History(self._start, anchor, tuple(self._stage(id, anchors) for id in self._oldest_first))

    @cached_property
    def _links(self) -> list[_Link]:
        return [
            _Link(base, id, relation)
            for id, book in self._books.items()
            for relation in _LINKS
            if (base := getattr(book.edition, relation)) in self._books and base != id
        ]

    @cached_property
    def _compared(self) -> tuple[_Compared, ...]:
        """The comparisons by which every edition is reached, each behind those that lead to it."""
        outward = self._outward()
        return tuple(_Compared(self._compare(link.old, link.new), link, back) for link, back in outward)

    def _outward(self) -> Iterator[tuple[_Link, bool]]:
        """The links by which every edition is reached, and whether one leads back in time."""
        reached = [self._start]
        for id in reached:
            for link in self._links:
                for here, there, back in ((link.old, link.new, False), (link.new, link.old, True)):
                    if here == id and there not in reached:
                        reached.append(there)
                        yield link, back

    @cached_property
    def _oldest_first(self) -> list[str]:
        """Each edition behind what it builds on, those of one base by date and name."""
        met = {self._start, *(compared.there for compared in self._compared)}
        left = sorted(met, key=lambda id: (self._books[id].edition.date or "", id))
        done: list[str] = []
        while left:
            ready = [id for id in left if not any(x.new == id and x.old in left for x in self._links)]
            done.append((ready or left)[0])  # editions that build on one another in a circle: by date
            left.remove(done[-1])
        return done

    @cached_property
    def _sections(self) -> Mapping[str, Mapping[str, Section]]:
        return {id: {s.anchor: s for s in self._books[id].sections()} for id in self._oldest_first}

    @cached_property
    def _deciding_comparison(self) -> Mapping[str, _Compared]:
        """By the newer edition's id: the comparison that says what it did to the rules of an older one."""
        return {compared.link.new: compared for compared in reversed(self._compared)}

    def _stage(self, id: str, anchors: Mapping[str, tuple[str, ...]]) -> Stage:
        book, known, here = self._books[id], self._sections[id], anchors[id]
        sections = tuple(known[anchor] for anchor in here)
        compared = self._deciding_comparison.get(id)
        if compared is None:
            return Stage(book.edition, book.documents, sections)
        before = anchors[compared.link.old]
        change = compared.change(before, here)
        rows = compared.rows.touching(before, here)
        again = compared.same_rows.touching(before, here)
        kind = change.kind if change else None
        if kind in (None, "unmentioned") and (told := [r for r in (*rows, *again) if r.new is not None]):
            # A sheet has no section for the rule, but rows that say it.
            kind = next((k for k in _OF_ROWS if any(row.kind == k for row in told)), "same")
            named = dict.fromkeys(row.new_section for row in told if row.new_section is not None)
            sections = sections or tuple(known[anchor] for anchor in named if anchor in known)
        return Stage(
            edition=book.edition,
            documents=book.documents,
            sections=sections,
            relation=compared.link.relation,
            to=compared.link.old,
            kind=kind,
            confidence=change.at.confidence if change and change.at.old and change.at.new else None,
            numbers=compared.numbers.touching(before, here),
            rows=rows,
            sentences=change.sentences if change else (),
        )


class _Link(NamedTuple):
    """One edition builds on another: the older and the newer id, and how."""

    old: str
    new: str
    relation: Lineage


class _Compared:
    """A comparison by which a lineage goes on, from the edition `here` to the one `there`."""

    def __init__(self, comparison: Comparison, link: _Link, back: bool) -> None:
        self.link = link
        self.here, self.there = (link.new, link.old) if back else (link.old, link.new)
        self.leads = counterparts(comparison.concordance, back=back)
        self.numbers = _BySection(comparison.numbers, _ends)
        self.rows = _BySection(comparison.rows, _ends)
        self.same_rows = _BySection(comparison.same_rows, _ends)
        self._changes = _BySection(comparison.sections, lambda change: (change.at.old, change.at.new))

    def change(self, before: Sequence[str], here: Sequence[str]) -> SectionChange | None:
        """What became of the rule: the change between its main sections, else that of the one side it has."""
        if not before:
            return next(iter(self._changes.touching((), here[:1])), None)
        found = self._changes.touching(before[:1], ())
        return next((c for c in found if here and here[0] in c.at.new), found[0] if found else None)


class _BySection(Generic[_Change]):
    """Changes, found by the sections of either side that they are about: an inverted index."""

    def __init__(self, changes: Sequence[_Change], ends: Callable[[_Change], _Ends]) -> None:
        self._changes = changes
        self._olds: dict[str, list[int]] = defaultdict(list)
        self._news: dict[str, list[int]] = defaultdict(list)
        for place, change in enumerate(changes):
            for found, anchors in zip((self._olds, self._news), ends(change), strict=True):
                for anchor in anchors:
                    found[anchor].append(place)

    def touching(self, olds: Iterable[str], news: Iterable[str]) -> tuple[_Change, ...]:
        """What is about one of these sections of the older edition or one of those of the newer, in order."""
        places = {place for anchor in olds for place in self._olds.get(anchor, ())}
        places |= {place for anchor in news for place in self._news.get(anchor, ())}
        return tuple(self._changes[place] for place in sorted(places))


def _ends(change: NumberChange | RowChange) -> _Ends:
    sides = change.old_section, change.new_section
    old, new = ((side,) if side is not None else () for side in sides)
    return old, new
