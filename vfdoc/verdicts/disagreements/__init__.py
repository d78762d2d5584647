"""Two places of one edition that say different things of the same: the evidence, whatever it rests on.

In: what the rooms of evidence find (rows, lookups, numbers in prose, sentences). Out: Disagreements, at
most one a place and aspect, in the order of the text. `here` is where the finding is to stand: on the
sheet, or in the place that fewer others side with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vfdoc.language.sequences import ratio
from vfdoc.model import Related, Rulebook, Section, Severity, TextLine
from vfdoc.model.comparison import Aspect
from vfdoc.model.place import line_at


class DisagreementSide(NamedTuple):
    """A place and what it says: `quote` the words there, `says` what is compared; `named` the condition in
    it that is in the names of facts."""

    section: str
    document: str
    line: int
    column: int
    quote: str
    says: str
    named: str = ""


class Disagreement(NamedTuple):
    """Two places that differ in one aspect, about a `topic` (empty where the words say it). `more` are
    other places of the edition, each with the one that it says as (0 `here`, 1 `there`). `unmatched`
    where no other place says anything of it, and `there` is but the nearest; `omits` where `here` merely
    leaves out a condition that `there` asks."""

    here: DisagreementSide
    there: DisagreementSide
    aspect: Aspect
    severity: Severity
    topic: str = ""
    more: tuple[tuple[DisagreementSide, int], ...] = ()
    unmatched: bool = False
    omits: bool = False


def is_sheet(section: Section, sheets: frozenset[str]) -> bool:
    """Whether a section is part of a sheet; `sheets` are the documents that are sheets."""
    return section.kind == "sheet" or section.document in sheets


_OPENING = 24  # characters by which words are found that a line end may cut
_STOP = re.compile(r"(?<=[.;])\s|\t|\s\|")
_CELLS = 10  # lines that a row of a table with one cell a line takes at most
_SHOWN = 4  # other places that a finding names
_RANK = {"error": 0, "warning": 1, "note": 2}
_APART = 0.9  # two lines more alike than this are copies: what is said of one holds of the other


def gravest(found: Iterable[Disagreement]) -> Iterator[Disagreement]:
    """The gravest disagreement of each line and topic, in the order of the text.

    A line whose numbers differ from those of a rule does not differ in its words from it as well.
    """
    kept: dict[tuple[str, int], list[Disagreement]] = {}
    for each in sorted(found, key=lambda d: _RANK[d.severity]):
        place = (each.here.document, each.here.line)
        others = kept.setdefault(place, [])
        if not any(_same(each, other) for other in others):
            others.append(each)
    flat = (each for others in kept.values() for each in others)
    yield from sorted(flat, key=lambda d: (d.here.document, d.here.line, d.here.column))


def _same(one: Disagreement, other: Disagreement) -> bool:
    """Whether two disagreements of one line are about the same words."""
    if one.here.column == other.here.column or one.here.quote == other.here.quote:
        return True
    return ratio(one.here.quote, other.here.quote) >= _APART


def place(rulebook: Rulebook, side: DisagreementSide) -> TextLine:
    """Where a side's words stand: at its column, in its line, or in the next lines, as where a table has
    one cell a line. Words that a line end or a citation cuts are given as far as their clause goes."""
    document = rulebook.document(side.document)
    line = line_at(document, side.line)
    words = side.quote.strip()
    if side.column and line[side.column - 1 :].startswith(words):
        return TextLine(side.line, side.column, words)
    for wanted in (words, words[:_OPENING]):
        for ahead in range(_CELLS if wanted else 0):
            found = line_at(document, side.line + ahead)
            if wanted in found:
                start = found.index(wanted)
                return TextLine(
                    side.line + ahead, start + 1, words if wanted == words else found[start:].rstrip()
                )
    start = side.column - 1 if side.column else len(line) - len(line.lstrip())
    rest = _STOP.split(line[start:], maxsplit=1)[0].rstrip()
    return TextLine(side.line, start + 1, rest)


def related(rulebook: Rulebook, found: Disagreement) -> tuple[Related, ...]:
    """The other place of a disagreement and those that side with either, as a finding names them."""
    sides = (found.there, *(side for side, _ in found.more[:_SHOWN]))
    named = ((side, place(rulebook, side)) for side in sides if side.line)
    return tuple(Related(side.section, at.line, at.text) for side, at in named)


def named(found: Disagreement) -> tuple[str, ...]:
    """What the message of a disagreement says in the names of the glossary, in its order: see `Finding`."""
    return tuple(filter(None, (found.topic, found.here.named, found.there.named)))


def siding(rulebook: Rulebook, found: Disagreement) -> str:
    """Which other places say as the one, and which as the other: "; so do 231 and 270"."""
    lines = [[place(rulebook, s).line for s, agrees in found.more if agrees == n][:_SHOWN] for n in (0, 1)]
    with_here, with_there = (" and ".join(map(str, dict.fromkeys(numbers))) for numbers in lines)
    out = f"; with line {found.there.line} sides {with_there}" if with_there else ""
    return f"{out}; with this line sides {with_here}" if with_here else out
