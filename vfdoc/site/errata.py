"""Errata in their place: the words that are wrong marked in the text, what they should be beside them.

An edition's acknowledged faults come in; marks of lines come out, and what is said below each section.
What is wrong with a section's place or number has no words to put right, and stands below it only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import Mark, printable
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Fault, TextLine
from vfdoc.site.citations import Address

# Faults of where something stands: their remedy is an order to the printer, no word of the text.
_OF_PLACE = (
    "misplaced-block", "out-of-order", "duplicate-number", "numbering-gap", "repeated-text", "empty-section",
    "cut-sentence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Erratum:
    """A fault as it is told below its section: what the text says, what it should say (empty where the
    words stand, or where no words put it right), why."""

    text: str
    should: str
    why: str


class Errata:
    """The acknowledged faults of one edition, by section and by the place of their words."""

    def __init__(self, graph: ReferenceGraph, labels: Labels) -> None:
        self._graph, self._labels = graph, labels
        self._of: dict[str, list[Erratum]] = defaultdict(list)
        self._at: dict[tuple[str, int], list[tuple[int, Fault]]] = defaultdict(list)
        rulebook = graph.rulebook
        for fault in (f for f in rulebook.faults if rulebook.own and f.holds):
            place = self._place(fault)
            if place is not None:
                document, line, column = place
                self._at[document, line].append((column, fault))
            if fault.section in graph.sections:
                should = "" if fault.prevails else fault.should
                told = Erratum(fault.text, should, fault.why)
                self._of[fault.section].append(told)

    def of_section(self, anchor: str) -> tuple[Erratum, ...]:
        """What is known to be wrong in a section."""
        return tuple(self._of.get(anchor, ()))

    def woven(self, document: str, line: TextLine, marks: Sequence[Mark], address: Address) -> Sequence[Mark]:
        """The marks of a line with those of its errata: a citation that is wrong has what it should be
        behind it, other words are marked themselves where no citation stands in them."""
        out = list(marks)
        for column, fault in self._at.get((document, line.line), ()):
            start = column - line.column
            end = start + len(fault.text)
            if start < 0 or not line.text.startswith(fault.text, start):
                continue
            met = [place for place, mark in enumerate(out) if mark.start < end and start < mark.end]
            mend = self._mend(fault, address)
            if not met:
                out.append(Mark(start, end, '<span class="slip">', f"</span>{mend}"))
            elif len(met) == 1 and (out[met[0]].start, out[met[0]].end) == (start, end):
                out[met[0]] = out[met[0]]._replace(close=out[met[0]].close + mend)
        return sorted(out, key=lambda mark: mark.start)

    def _mend(self, fault: Fault, address: Address) -> str:
        said = f'<span class="aloud">{escape(self._labels["erratum_aloud"])} </span>'
        words = escape(printable(fault.should))
        if fault.should in self._graph.sections:
            words = f'<a class="mended" href="{escape(address(fault.should))}">{words}</a>'
        return f' <ins class="mend">{said}{words}</ins>'

    def _place(self, fault: Fault) -> tuple[str, int, int] | None:
        """Where the words stand that others should take the place of: document, line and column."""
        section = self._graph.sections.get(fault.section)
        if section is None or not fault.text or not fault.should or fault.rule in _OF_PLACE:
            return None
        if fault.prevails:  # these words are right; others, elsewhere, are not
            return None
        found = fault.binding
        return (found.document, found.start.line, found.start.column) if found.state == "holds" else None
