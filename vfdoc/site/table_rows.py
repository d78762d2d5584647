"""Rows of the tables made ready for their page: changes and results, each with the sections that state it.

Mechanics come in; words come out, in the language of the edition. No row is without a section.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from vfdoc.formats.conditions import (
    Speech,
    amount_words,
    case_words,
    condition_words,
    margin_words,
    scope_words,
)
from vfdoc.formats.phrases import Html
from vfdoc.formats.prose import tidy
from vfdoc.formats.quoting import sentence_around
from vfdoc.formats.restatements import excepted, restatements
from vfdoc.model import Rulebook, Section
from vfdoc.model.conditions import without_implied
from vfdoc.model.mechanics import (
    Margin,
    Mechanics,
    Modifier,
    OpposedResult,
)
from vfdoc.site.citations import Address
from vfdoc.site.odds import Chance, PageOdds
from vfdoc.site.section_parts import SectionPart

_NOTHING = Mechanics("")
_AMOUNT, _NAME = 13, 6  # letters beside when it holds


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A section as a row names it: its address, and its number or a short name."""

    href: str
    name: Html
    title: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A change as the page prints it: how much, when, and where that stands. `quote` are the text's own
    words where the row is not wholly understood, `unread` that words of its condition were not, and that it
    is therefore not computed. `chance` is that of the test where this alone changes it. `house` is a house
    rule, laid over the rules of another edition; `otherwise` are the sections that say otherwise and are not
    played."""

    amount: str
    when: str
    quote: str
    unread: bool
    places: tuple[RowPlace, ...]
    chance: Chance | None = None
    house: bool = False
    otherwise: tuple[RowPlace, ...] = ()

    @property
    def spoken(self) -> bool:
        """Whether the change is so many words, or a value of so long a name, that these take a line."""
        named = self.amount[:1] in "+\N{MINUS SIGN}" and max(map(len, self.amount.split()), default=0)
        return len(self.amount) > _AMOUNT or named > _NAME


class Rows:
    """Makes the rows of one edition's tables."""

    def __init__(
        self,
        rulebook: Rulebook,
        speech: Speech,
        documents: Mapping[str, Html],
        title: Callable[[Section], Html],
        parts: Mapping[str, tuple[SectionPart, ...]],
        house: str = "",
    ) -> None:
        self._mechanics = mechanics = rulebook.mechanics or _NOTHING
        self._house = house
        self._speech, self._documents, self._title = speech, documents, title
        self._sections = {section.anchor: section for section in rulebook.sections()}
        self._parts = {part.anchor: part for own in parts.values() for part in own}
        self._part_at = {
            (part.section, line): part.anchor for part in self._parts.values() for line in part.at
        }
        self._kinds = {document.id: document.kind for document in rulebook.documents}
        self._implied = {value.id: frozenset(value.implies) for value in mechanics.values}
        self._odds = PageOdds(mechanics, speech.labels)
        self._restatements = restatements(mechanics, mechanics.modifiers)

    def changes(self, rows: Iterable[Modifier], address: Address) -> tuple[RowView, ...]:
        """The rows in order; those that read the same are one, with the sections of all, and of those that
        say them again. `otherwise` are the sections of rows that they stand for and that say something
        else."""
        found: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
        otherwise: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
        chances: dict[tuple[str, str, str, bool], Chance | None] = {}
        for row, suspending in (excepted(row, self._mechanics) for row in rows):
            amount, speech = amount_words(row, self._speech), self._speech
            unread = bool(row.unread)
            when_asked = without_implied(row.when, self._implied.get(row.of or "", frozenset()))
            not_read = unread and row.status != "proposed"  # the whole sentence says it, not its words
            told = "" if not_read else case_words(row, when_asked, speech)
            when = self._both(scope_words(row, speech), told)
            said = tidy(row.condition) if unread or row.of is None else ""
            if not_read:
                said = self._said(row.section, row.line, row.condition)
            elif when == speech.labels.say("proposed", words=said):
                when = ""  # these words are quoted
            same, others = (
                kept.get(row.id, ()) for kept in (self._restatements.same, self._restatements.otherwise)
            )
            found[amount, when, said, unread] += [self._at(row), *map(self._at, same)]
            found[amount, when, said, unread] += suspending
            otherwise[amount, when, said, unread] += map(self._at, others)
            chances.setdefault((amount, when, said, unread), self._odds.with_row(row))
        return tuple(
            RowView(
                *told,
                self.places(sections, address),
                chances[told],
                any(map(self.is_house, sections)),
                self.places(otherwise[told], address),
            )
            for told, sections in found.items()
        )

    def _both(self, *told: str) -> str:
        """What is there of some clauses, one behind the other."""
        return f"{self._speech.labels['semicolon']} ".join(filter(None, told))

    def _said(self, anchor: str, line: int, words: str) -> str:
        """The sentence in which words of a section stand, as it is printed."""
        section = self._sections.get(anchor)
        return sentence_around(section, line, words) if section else tidy(words)

    def _at(self, row: Modifier) -> str:
        """Where a row stands: the part of its section that has an address, else the section."""
        return self._part_at.get((row.section, row.line), row.section)

    def forbidden(self, value: str, address: Address) -> tuple[RowView, ...]:
        """What does not allow that a value is asked: whose attack the rules forbid."""
        asked = {action.id for action in self._mechanics.actions if value in action.values}
        return tuple(
            RowView(
                self._speech.labels["not_allowed"],
                condition_words(said.when, self._speech),
                "",
                False,
                self.places([self._part_at.get((said.section, said.line), said.section)], address),
                house=self.is_house(said.section),
            )
            for said in self._mechanics.statements
            if said.kind == "forbids" and said.action in asked
        )

    @property
    def idle(self) -> frozenset[str]:
        """The ids of the rows that others stand for."""
        return self._restatements.idle

    def is_house(self, anchor: str) -> bool:
        """Whether a section is one of house rules that are laid over another edition's."""
        return bool(self._house) and anchor.startswith(self._house)

    def results(self, results: Iterable[OpposedResult], address: Address) -> tuple[RowView, ...]:
        """What an opposed roll does, in the text's words: to whom, and by what margin."""
        speech = self._speech
        return tuple(
            RowView(
                speech.labels[f"side_{result.side}"],
                self._both(_by(result, speech), condition_words(result.when, speech)),
                self._said(result.section, result.line, result.text),
                False,
                self.places([result.section], address),
            )
            for result in results
        )

    def places(self, sections: Iterable[str], address: Address) -> tuple[RowPlace, ...]:
        """The sections, or parts of them; of those of one section the first, and of sections that have one
        number and title, since the text prints a rule twice."""
        once: dict[str, str] = {}
        for anchor in sections:
            part = self._parts.get(anchor)
            once.setdefault(part.section if part is not None else anchor, anchor)
        named: dict[tuple[Html, str], RowPlace] = {}
        for place in (self.place(anchor, address) for anchor in once.values()):
            named.setdefault((place.name, place.title), place)
        return tuple(named.values())

    def place(self, anchor: str, address: Address) -> RowPlace:
        """A section by its number, and its document where that is not the rules; an aside by the number of
        the rule it stands under; else by its title, or by its document's name where it heads that. A part has
        the name of its section."""
        part = self._parts.get(anchor)
        section = self._sections[part.section if part is not None else anchor]
        name = Html(escape(section.number or ""))
        if name and self._kinds[section.document] != "rules":
            name = Html(f"{self._documents.get(section.document, '')} {name}".strip())
        if not name and section.kind in ("note", "example"):
            above: Section | None = section
            while above is not None and not above.number:
                above = self._sections.get(above.parent or "")
            labels = self._speech.labels
            kind = labels[section.kind]
            told = labels.say("aside_of", number=above.number, kind=kind) if above is not None else kind
            name = Html(escape(told))
        if not name:
            document = self._documents.get(section.document, Html())
            name = document if section.parent is None and document else self._title(section)
        return RowPlace(address(anchor), name, section.title)


def _by(result: OpposedResult, speech: Speech) -> str:
    """The margin of a result; that of a draw is nothing, and goes without saying."""
    margin = result.margin
    return "" if margin is None or margin == Margin("=", 0) else margin_words(margin, speech)
