"""The tests, values and tables of an edition, made ready for their page and for the sections they are in.

Mechanics come in, panels come out: one for each test, value or table, in the order of the text. Rows
that say the same are one row with the sections of all; every row names at least one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from vfdoc.formats.conditions import Speech, convention_words, name_of
from vfdoc.formats.phrases import Html, phrase
from vfdoc.formats.prose import tidy
from vfdoc.formats.quoting import LISTED, are_cut, flat, stating_sentence
from vfdoc.model import Rulebook, Section, TextLine
from vfdoc.model.mechanics import Condition, Convention, Lookup, LookupRow, Mechanics, Modifier, Opposed, Test
from vfdoc.site.citations import Address
from vfdoc.site.odds import Chance, MarginChance, PageOdds, Step
from vfdoc.site.plan import TABLES
from vfdoc.site.section_html import is_markdown
from vfdoc.site.section_parts import SectionPart
from vfdoc.site.table_rows import RowPlace, Rows, RowView

IN_FORCE = ("rules", "sheet")
"""Where rows stand that count: not in questions, notes or examples."""
_NOTHING = Mechanics("")
Left = Condition | bool
"""What is left to ask of a condition: nothing, as it holds (True) or does not (False), or a condition."""

_HAS = ".has("  # a fact of a unit that has a special rule
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a passed or failed test does, in the text's words."""

    label: str
    words: Html
    place: RowPlace


@dataclass(frozen=True, slots=True)
class LookupView:
    """A table of values: its columns (none where it has but one of values), its rows, its section, and
    whether it is a house rule's."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    place: RowPlace
    house: bool = False


@dataclass(frozen=True, slots=True)
class OpposedView:
    """A roll of each side against the other: what is added up, what each arm may count (the factors
    that all may count have no name), and what the difference does."""

    total: str
    arms: tuple[tuple[str, tuple[RowView, ...]], ...]
    results: tuple[RowView, ...]
    place: RowPlace
    margins: tuple[MarginChance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A test, a value or a table; what it lacks is empty. `id` is that of its element on the page; `proposed`
    the word for a test of a game that nobody describes."""

    id: str
    name: str
    dice: str
    target: str
    proposed: str = ""
    results: tuple[ResultView, ...] = ()
    rows: tuple[RowView, ...] = ()
    asides: tuple[RowView, ...] = ()
    lookups: tuple[LookupView, ...] = ()
    opposed: tuple[OpposedView, ...] = ()
    chance: Chance | None = None
    ladder: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class ConventionView:
    """How dice and changes are handled, and where that stands."""

    words: str
    places: tuple[RowPlace, ...]


@dataclass(frozen=True, slots=True)
class PanelLink:
    """A panel as a section names it."""

    href: str
    name: str


class EditionTables:
    """The mechanics of one edition as its pages show them; `house` begins the anchors of the edition's own
    sections where it is laid over another."""

    def __init__(
        self,
        rulebook: Rulebook,
        speech: Speech,
        documents: Mapping[str, Html],
        title: Callable[[Section], Html],
        parts: Mapping[str, tuple[SectionPart, ...]],
        house: str = "",
    ) -> None:
        self._mechanics, self._speech = rulebook.mechanics or _NOTHING, speech
        self._little = rulebook.forms.stop
        self._odds = PageOdds(self._mechanics, speech.labels)
        self._rows, self._house = Rows(rulebook, speech, documents, title, parts, house), house
        self._titles = {section.anchor: section.title for section in rulebook.sections()}
        self._blocks = {section.anchor: section.blocks for section in rulebook.sections()}
        self._markdown = {document.id: is_markdown(document) for document in rulebook.documents}
        self._names = dict(self._named())
        self._shown_as = dict(self._one_name_one_panel())
        self._of_section = self._links()

    def __bool__(self) -> bool:
        found = self._mechanics
        return bool(found.tests or found.modifiers or found.lookups or found.conventions or found.opposed)

    @property
    def mechanics(self) -> Mechanics:
        """The tests, changes and tables that the pages show."""
        return self._mechanics

    @property
    def speech(self) -> Speech:
        """The words in which they are told."""
        return self._speech

    def row(self, row: Modifier, address: Address) -> RowView:
        """One change as the pages print it."""
        (view,) = self._rows.changes([row], address)
        return view

    def place(self, anchor: str, address: Address) -> RowPlace:
        """A section as rows name it."""
        return self._rows.place(anchor, address)

    @property
    def have_odds(self) -> bool:
        """Whether a roll's chances can be told."""
        tests = {test.id for test in self._mechanics.tests}
        return bool(self._mechanics.opposed) or any(self._odds.plain(id) for id in tests)

    def of_section(self, section: Section) -> tuple[PanelLink, ...]:
        """The panels that a section has its part in."""
        return self._of_section.get(self._house + section.anchor, ())

    def panels(self, address: Address) -> tuple[Panel, ...]:
        """Tests first, then values, then tables, each in the order of the text."""
        tests: dict[str, list[Test]] = defaultdict(list)
        rows: dict[str, list[Modifier]] = defaultdict(list)
        lookups: dict[str, list[Lookup]] = defaultdict(list)
        for test in self._mechanics.tests:
            tests[test.id].append(test)
        for row in self._mechanics.modifiers:
            if row.of is not None and row.id not in self._rows.idle:
                rows[row.of].append(row)
        for lookup in self._mechanics.lookups:
            lookups[self._shown_as[lookup.id]].append(lookup)
        shown = dict.fromkeys(self._shown_as.values())
        return tuple(self._panel(id, tests[id], rows[id], lookups[id], address) for id in shown)

    @property
    def names(self) -> Mapping[str, str]:
        """The name of every test, value and table by its id."""
        return self._names

    def panel(self, id: str, address: Address, left: Callable[[Condition | None], Left]) -> Panel:
        """One panel with the rows in force of whose condition something is left to ask; its asides are
        those that only units with a special rule have, and those that a sheet adds to the rules."""
        mechanics = self._mechanics
        tests = [test for test in mechanics.tests if test.id == id]
        idle = self._rows.idle
        rows = [
            row
            for row in mechanics.modifiers
            if row.of == id and row.origin in IN_FORCE and row.id not in idle
        ]
        lookups = [lookup for lookup in mechanics.lookups if self._shown_as[lookup.id] == id]
        own = "rules" if any(row.origin == "rules" for row in mechanics.modifiers) else "sheet"
        lookups = [lookup for lookup in lookups if lookup.origin == own] or lookups
        instead = {restated.by for restated in mechanics.restated}  # a sheet's row may prevail over a rule's
        apart = [
            any(_HAS in fact for fact in row.facts) or (row.origin != own and row.id not in instead)
            for row in rows
        ]
        here = []
        for row, aside in zip(rows, apart, strict=True):
            asked = left(row.when)
            if asked is not False:
                # What the phase answers wholly is said all the same: it is no change that always counts.
                here.append((row if asked is True else replace(row, when=asked), aside))
        panel = self._panel(id, tests, [row for row, aside in here if not aside], lookups, address)
        asides = self._rows.changes([row for row, aside in here if aside], address)
        said = {(row.amount, row.when) for row in panel.rows}
        return replace(panel, asides=tuple(row for row in asides if (row.amount, row.when) not in said))

    def loose(self, address: Address) -> tuple[RowView, ...]:
        """The rows of which the text does not say what they change."""
        return self._rows.changes([row for row in self._mechanics.modifiers if row.of is None], address)

    def conventions(self, address: Address) -> tuple[ConventionView, ...]:
        """How dice and changes are handled, each once."""
        found: dict[str, list[Convention]] = defaultdict(list)
        for convention in self._mechanics.conventions:
            found[convention.id].append(convention)
        return tuple(
            ConventionView(
                convention_words(listed, self._speech),
                self._rows.places([c.section for c in listed], address),
            )
            for listed in found.values()
        )

    @property
    def called(self) -> dict[str, str]:
        """What tests and values are called, by the words of their ids and of these with "test"."""
        plain = {id.replace("-", " "): name for id, name in self._names.items()}
        return plain | {f"{id} test": name for id, name in plain.items()}

    def _named(self) -> Iterator[tuple[str, str]]:
        """Every test, value and table by id, with its name; in the order of the page."""
        mechanics, speech = self._mechanics, self._speech
        rows = [row for row in mechanics.modifiers if row.id not in self._rows.idle]
        values = {value.id: value.name for value in mechanics.values}
        for test in mechanics.tests:
            yield test.id, name_of(test.id, speech, test.name)
        for opposed in mechanics.opposed:
            yield _shown_at(opposed), name_of(_shown_at(opposed), speech, opposed.name)
        for row in rows:
            if row.of is not None and row.of not in values:
                yield row.of, name_of(row.of, speech)
        for row in rows:
            if row.of is not None and row.of in values:
                yield row.of, name_of(row.of, speech, values[row.of])
        for lookup in mechanics.lookups:
            yield lookup.id, name_of(lookup.id, speech, lookup.title)

    def _one_name_one_panel(self) -> Iterator[tuple[str, str]]:
        """Every test, value and table by id, with the id under which it is shown: tables that nothing but
        their name tells apart, and that have one name, stand in one panel."""
        mechanics = self._mechanics
        known = {test.id for test in mechanics.tests} | {row.of for row in mechanics.modifiers}
        known |= {_shown_at(opposed) for opposed in mechanics.opposed}
        first: dict[str, str] = {}
        for id, name in self._names.items():
            shown = first.setdefault(name.casefold(), id)
            yield id, id if id in known else shown

    def _links(self) -> dict[str, tuple[PanelLink, ...]]:
        """By section the panels that have something from it."""
        found: dict[str, dict[str, PanelLink]] = defaultdict(dict)
        mechanics = self._mechanics
        of, instead = {row.id: row.of for row in mechanics.modifiers}, dict(mechanics.restated)
        listed = [(m.section, of[instead.get(m.id, m.id)] or m.of) for m in mechanics.modifiers if m.of]
        listed += [(test.section, test.id) for test in mechanics.tests]
        listed += [(lookup.section, lookup.id) for lookup in mechanics.lookups]
        listed += [(opposed.section, _shown_at(opposed)) for opposed in mechanics.opposed]
        for section, named in listed:
            id = self._shown_as[named]
            found[section][id] = PanelLink(f"{TABLES}#{quote(_element(id))}", self._names[id])
        order = {id: place for place, id in enumerate(self._names)}
        return {
            section: tuple(links[id] for id in sorted(links, key=order.__getitem__))
            for section, links in found.items()
        }

    def _panel(
        self, id: str, tests: Sequence[Test], rows: Sequence[Modifier], lookups: Sequence[Lookup],
        address: Address,
    ) -> Panel:  # fmt: skip
        targets = dict.fromkeys(test.target for test in tests if test.target)
        return Panel(
            id=_element(id),
            name=self._names[id],
            dice=next((test.dice for test in tests if test.dice), ""),
            target=f" {self._speech.labels['or']} ".join(targets),
            proposed=self._speech.labels["is_proposed"] if any(test.proposed for test in tests) else "",
            results=tuple(self._results(tests, address)),
            rows=(
                *self._rows.changes([row for row in rows if row.origin in IN_FORCE], address),
                *self._rows.forbidden(id, address),
            ),
            asides=self._rows.changes([row for row in rows if row.origin not in IN_FORCE], address),
            lookups=tuple(self._lookup(lookup, address) for lookup in lookups),
            opposed=tuple(self._opposed(o, address) for o in self._mechanics.opposed if _shown_at(o) == id),
            chance=self._odds.plain(id),
            ladder=self._odds.ladder(id, [row for row in rows if row.origin in IN_FORCE]),
        )

    def _results(self, tests: Iterable[Test], address: Address) -> Iterator[ResultView]:
        """What success and failure do, where the rules say so first."""
        told: set[str] = set()
        for test in tests:
            for key, words in (("success", test.success), ("failure", test.failure)):
                if words and key not in told:
                    told.add(key)
                    html = phrase(
                        (TextLine(test.line, 0, tidy(words)),),
                        markdown=self._markdown[test.document],
                        links=False,
                    )
                    yield ResultView(self._speech.labels[key], html, self._rows.place(test.section, address))

    def _opposed(self, opposed: Opposed, address: Address) -> OpposedView:
        speech = self._speech
        quality = name_of(opposed.quality, speech) if opposed.quality else None
        added = [each for each in (opposed.dice, quality) if each]
        known = {row.id: row for row in self._mechanics.modifiers}
        arms = []
        for arm in opposed.arms:
            rows = self._rows.changes([known[id] for id in arm.modifiers if id in known], address)
            if rows:
                arms.append((name_of(arm.arm, speech) if arm.arm else "", rows))
        return OpposedView(
            " + ".join([*added, *([speech.labels["factors"]] if arms else ())]),
            tuple(arms),
            self._rows.results((*opposed.results, *opposed.restated), address),
            self._rows.place(opposed.section, address),
            self._odds.margins(opposed.dice),
        )

    def _cells(self, lookup: Lookup) -> Iterator[tuple[str, ...]]:
        """Rows as printed. What was read out of a sentence is that sentence, in which its values stand; but
        one that lists many of them, each behind a name that is whole, is a table in words."""
        blocks = list(flat(self._blocks.get(lookup.section, ())))
        said = [stating_sentence(blocks, row) for row in lookup.rows]
        by_sentence: dict[str, list[LookupRow]] = defaultdict(list)
        for row, sentence in zip(lookup.rows, said, strict=True):
            by_sentence[sentence].append(row)
        cut = {said for said, rows in by_sentence.items() if are_cut(rows, self._little)}
        for row, sentence in zip(lookup.rows, said, strict=True):
            listed = not sentence or (len(by_sentence[sentence]) >= LISTED and sentence not in cut)
            yield (", ".join(row.key), *row.values) if listed else (sentence,)

    def _lookup(self, lookup: Lookup, address: Address) -> LookupView:
        rows = tuple(dict.fromkeys(self._cells(lookup)))
        width = max((len(row) for row in rows), default=0)
        filled = tuple((*row, *[""] * (width - len(row))) for row in rows)
        columns = lookup.columns if len(lookup.columns) == width else ()
        title = "" if lookup.title == self._titles[lookup.section] else lookup.title
        place, house = self._rows.place(lookup.section, address), self._rows.is_house(lookup.section)
        return LookupView(title, columns, filled, place, house)


def _shown_at(opposed: Opposed) -> str:
    """The test or value under which an opposed roll stands."""
    return opposed.of[0] if opposed.of else opposed.id


def _element(id: str) -> str:
    """The id of a panel's element; spaces have no place in one."""
    return _SPACE.sub("-", id) or "-"
