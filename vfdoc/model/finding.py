"""Findings: one fault each, with its place, the words there and a remedy; and errata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.binding import Binding, TextQuote
from vfdoc.model.text import DocumentPlace

Severity: TypeAlias = Literal["error", "warning", "note"]

_UNBOUND, _HOLDS = TextQuote("", ()), Binding("holds")


class Related(NamedTuple):
    """Another place that belongs to a finding; its document and file are known once it is `placed`."""

    section: str
    line: int
    quote: str
    document: str = ""
    file: str = ""


class Fingerprint(NamedTuple):
    """What tells one finding from another whatever its line: two runs over an edited text share it."""

    rule: str
    edition: str
    document: str
    section: str | None
    quote: str
    target: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in a text.

    `rule` is the fault's name (kebab case), `quote` the exact words at line and column, `target`
    the number that they cite, `suggestion` the number that they should cite, `message` the fact,
    `remedy` what to do. `acknowledged` where the edition's errata name this fault; `certain` where the
    suggestion may be written into the text without asking the author; `held_back` where it stands on a
    doubtful reading; `missing` the numbers left out, where it is about several; `gathered` where `related`
    are further places of the same fault. `place` says where it stands in the document that the text was
    imported out of. `named` are the parts of the message that are in the names of the glossary, in its order:
    conditions as `condition_text` writes them, ids of values; `pipeline.check` words them and leaves none.
    """

    rule: str
    severity: Severity
    edition: str
    document: str
    file: str
    line: int
    column: int
    section: str | None
    quote: str
    message: str
    remedy: str = ""
    target: str | None = None
    suggestion: str | None = None
    acknowledged: bool = False
    related: tuple[Related, ...] = ()
    certain: bool = False
    held_back: bool = False
    missing: tuple[str, ...] = ()
    gathered: bool = False
    place: DocumentPlace | None = None
    named: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> Fingerprint:
        """What it has in common with the same finding in a later state of the text."""
        return Fingerprint(self.rule, self.edition, self.document, self.section, self.quote, self.target)


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault of an edition, as its `errata.toml` acknowledges it.

    `rule` and `section` say which finding is meant, `text` the words at the place; `should` is
    what the words ought to say, `why` the reason. `line` is that of the entry in `errata.toml`. Where
    a sheet disagrees with its rules, `prevails` says that the words at this place are played.
    `by_reading` says that a reader found it and no check does. `quotation` is how the file binds it to the
    text, `binding` where its words stand there.
    """

    rule: str
    section: str
    text: str
    should: str
    why: str
    file: str = ""
    line: int = 0
    prevails: bool = False
    by_reading: bool = False
    quotation: TextQuote = _UNBOUND
    binding: Binding = _HOLDS

    @property
    def holds(self) -> bool:
        """Whether its words stand where it says; of several places the finding tells which is meant."""
        return self.binding.state in ("holds", "ambiguous")
