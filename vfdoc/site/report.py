"""The report made ready for its page: what the checks found, document by document.

Findings and the edition's errata come in. Faults that nobody has acknowledged come first; beside an
acknowledged one stands its erratum. Errata that no check has found are listed too, for they are
true of the text all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import NamedTuple

from vfdoc.formats.finding_words import finding_words
from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import Html, phrase
from vfdoc.model import Fault, Finding, Rulebook, Section, TextLine
from vfdoc.model.finding import Related
from vfdoc.site.citations import Address, Place
from vfdoc.site.plan import REPORT


class RelatedPlace(NamedTuple):
    """Another place that belongs to a fault: its section, and the words there."""

    href: str
    section: str
    quote: str


class Kind(NamedTuple):
    """A kind of fault: its name, how many there are, the first of them on the page."""

    name: str
    times: int
    first: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultView:
    """One fault as the report prints it; what it lacks is empty. `sign` tells its weight without colour;
    `english` that the message is in that language on a page in another, `english_remedy` the remedy."""

    id: str
    name: str
    severity: str
    severity_label: str
    sign: str
    acknowledged: bool
    href: str
    section: str
    place: str
    quote: str
    message: str
    remedy: str
    should: str
    why: str
    related: tuple[RelatedPlace, ...] = ()
    english: bool = False
    english_remedy: bool = False


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """The faults of one document."""

    title: Html
    faults: tuple[FaultView, ...]


_SIGNS = {"error": "✕", "warning": "!", "note": "i"}


class Report:
    """The faults of one edition, each with an address of its own on the report's page; `findings` is called
    when the first of them is asked for."""

    def __init__(self, rulebook: Rulebook, findings: Callable[[], Sequence[Finding]]) -> None:
        self._rulebook, self._findings = rulebook, findings
        told = [fault for fault in rulebook.faults if rulebook.own and fault.holds]
        self._known = {_erratum_key(fault): fault for fault in told}

    @cached_property
    def _found(self) -> list[tuple[Finding, Fault | None]]:
        """What the checks found, in the order of the page, each with its erratum."""
        order = {document.id: place for place, document in enumerate(self._rulebook.documents)}
        ordered = sorted(
            self._findings(),
            key=lambda f: (
                order.get(f.document, len(order)),
                f.acknowledged,
                f.line,
                f.column,
                f.rule,
                f.message,
            ),
        )
        return [
            (f, self._known.get((f.rule, f.section or "", f.quote)) if f.acknowledged else None)
            for f in ordered
        ]

    @cached_property
    def _unseen(self) -> list[Fault]:
        """The errata that no check has found."""
        met = {_erratum_key(fault) for _, fault in self._found if fault is not None}
        return [fault for key, fault in self._known.items() if key not in met]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the checks found, in the order of the page."""
        return tuple(finding for finding, _ in self._found)

    @property
    def open_count(self) -> int:
        """How many faults nobody has acknowledged; a note is none."""
        return sum(not finding.acknowledged and finding.severity != "note" for finding, _ in self._found)

    def told(self, labels: Labels) -> str:
        """How many faults there are that nobody has acknowledged, in words; where nothing was found, whether
        there was anything to find."""
        if not self._found and self._rulebook.is_unnumbered():
            return labels["faults_unnumbered"]
        return labels.count("faults" if self.acknowledged_count else "open_faults", self.open_count)

    @property
    def note_count(self) -> int:
        """How many notes there are, of what may be a fault or may not."""
        return sum(not finding.acknowledged and finding.severity == "note" for finding, _ in self._found)

    @property
    def acknowledged_count(self) -> int:
        """How many faults the errata name, found by a check or not."""
        return sum(finding.acknowledged for finding, _ in self._found) + len(self._unseen)

    def kinds(self, labels: Labels) -> tuple[Kind, ...]:
        """What kinds of fault there are, found by a check or not, the most first; without the notes."""
        faults = [
            (number, finding.rule)
            for number, (finding, _) in enumerate(self._found, 1)
            if finding.acknowledged or finding.severity != "note"
        ]
        faults += [(n, fault.rule) for n, fault in enumerate(self._unseen, len(self._found) + 1)]
        first: dict[str, int] = {}
        for number, rule in faults:
            first.setdefault(rule, number)
        counts = Counter(rule for _, rule in faults)
        return tuple(
            Kind(labels.named("rule", rule), count, f"fault-{first[rule]}")
            for rule, count in counts.most_common()
        )

    @cached_property
    def addresses(self) -> Mapping[Place, str]:
        """Where on the report's page the faults of a place are: that of a dead citation before others."""
        places: dict[Place, str] = {}
        for number, (finding, _) in enumerate(self._found, 1):
            place = (finding.document, finding.line, finding.column)
            if finding.rule == "dangling-reference":
                places[place] = f"{REPORT}#fault-{number}"
            else:
                places.setdefault(place, f"{REPORT}#fault-{number}")
        return places

    def groups(
        self,
        address: Address,
        labels: Labels,
        documents: Mapping[str, Html],
        number: Callable[[Section], str],
        called: Mapping[str, str],
    ) -> Iterator[FaultGroup]:
        """The faults by document, in the order of the texts, then errata that no check has found; `number`
        says a section's number as it is printed, `called` what tests and values are called by what messages
        call them."""
        sections = {section.anchor: section for section in self._rulebook.sections()}
        names = {document.id: document.source.name for document in self._rulebook.documents}
        by_document: dict[str, list[FaultView]] = {}
        for place, (finding, erratum) in enumerate(self._found, 1):
            view = _found(place, finding, erratum, sections, names, address, labels, number, called)
            by_document.setdefault(finding.document, []).append(view)
        for document, views in by_document.items():
            title = documents.get(document) or phrase((TextLine(0, 0, document),), markdown=False)
            yield FaultGroup(title, tuple(views))
        unseen = tuple(
            _unfound(place, fault, sections, address, labels, number)
            for place, fault in enumerate(self._unseen, len(self._found) + 1)
        )
        if unseen:
            yield FaultGroup(Html(escape(labels["errata_unseen"])), unseen)


def _name(finding: Finding, labels: Labels) -> str:
    """What a finding is called: a note not as surely as an error of its kind, where they differ."""
    doubt = f"{finding.rule}-note"
    called = labels.named("rule", doubt)
    return called if finding.severity == "note" and called != doubt else labels.named("rule", finding.rule)


def _found(
    place: int,
    finding: Finding,
    erratum: Fault | None,
    sections: Mapping[str, Section],
    names: Mapping[str, str],
    address: Address,
    labels: Labels,
    number: Callable[[Section], str],
    called: Mapping[str, str],
) -> FaultView:
    section = sections.get(finding.section or "")
    message = finding_words(finding.message, labels.language, called)
    remedy = finding_words(finding.remedy, labels.language, called)
    return FaultView(
        id=f"fault-{place}",
        name=_name(finding, labels),
        severity=finding.severity,
        severity_label=labels[f"severity_{finding.severity}"],
        sign=_SIGNS[finding.severity],
        acknowledged=finding.acknowledged,
        href=address(section.anchor) if section else "",
        section=_called(section, number),
        place=f"{names.get(finding.document, '')}:{finding.line}:{finding.column}",
        quote=finding.quote,
        message=finding.message if message is None else message,
        remedy=finding.remedy if remedy is None else remedy,
        english=message is None,
        english_remedy=remedy is None,
        should=erratum.should if erratum else "",
        why=erratum.why if erratum else "",
        related=tuple(_related(finding, sections, address, number)),
    )


def _related(
    finding: Finding, sections: Mapping[str, Section], address: Address, number: Callable[[Section], str]
) -> Iterator[RelatedPlace]:
    """The other places of a fault, each section once; its own is named already."""
    found: dict[str, Related] = {}
    for other in finding.related:
        if other.section in sections and other.section != finding.section:
            found.setdefault(other.section, other)
    for anchor, other in found.items():
        called = _called(sections[anchor], number)
        said = other.quote in (sections[anchor].number, sections[anchor].title)  # its name is its quote
        yield RelatedPlace(address(anchor), called, "" if said else other.quote)


def _unfound(
    place: int,
    fault: Fault,
    sections: Mapping[str, Section],
    address: Address,
    labels: Labels,
    number: Callable[[Section], str],
) -> FaultView:
    section = sections.get(fault.section)
    return FaultView(
        id=f"fault-{place}",
        name=labels.named("rule", fault.rule),
        severity="note",
        severity_label=labels["severity_note"],
        sign=_SIGNS["note"],
        acknowledged=True,
        href=address(section.anchor) if section else "",
        section=_called(section, number) or fault.section,
        place="",
        quote=fault.text,
        message="",
        remedy="",
        should=fault.should,
        why=fault.why,
    )


def _erratum_key(fault: Fault) -> tuple[str, str, str]:
    return fault.rule, fault.section, fault.text


def _called(section: Section | None, number: Callable[[Section], str]) -> str:
    return f"{number(section)} {section.title}".strip() if section is not None else ""
