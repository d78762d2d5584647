"""A section that stands after a higher number, or before its parent.

Who leafs for 6.5 between 6.4 and 6.6 does not find it there. Evidence: the printed order against the
order of the numbers, series by series ("T.2" is not compared with "6.2", and a part only with parts,
and the numbers behind a second chapter 1, where all begin again, with those behind it). Chapter 6.0
comes before 6.0.1 and 6.1; 6.10 follows 6.9. In a text of a game that nobody describes it is the author's
slip only where all those beside it count on without it, and are set as it is ("Appendix A" among "23.B" is
not): else a note.

Bad:  6.6 Double … 6.4 Retreat
Good: 6.4 Retreat … 6.6 Double
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Rulebook, Section
from vfdoc.model.document import Series, series
from vfdoc.model.place import at_section, called, carrier, related
from vfdoc.verdicts.series import misnumbered_chapters, recounted, siblings

_MOST_RELATED = 12
# So many sections that stand after the same one, and no other, are one finding: it stands before them all.
_SEVERAL, _SEVERAL_UNDESCRIBED = 13, 4
_WORDED = re.compile(r"\w|§")
_PUT_IN = re.compile("[A-Z]{2}")  # 15ZA, put in behind 15Z; 48AA before 48A: both are usual


class _MovedRun(NamedTuple):
    """Sections one behind the other, the first the `at`th with a number, that stand after the same higher
    numbers: one slip, or one chapter that was moved."""

    at: int
    before: list[Section]
    parent: Section | None
    sections: list[Section]

    def goes_on(self, at: int, before: list[Section]) -> bool:
        """Whether the section at a place is the next of the run."""
        return bool(before) and at == self.at + len(self.sections) and before == self.before


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at every section of the rules that is out of its order, or at the first of several that are
    so together."""
    for documents in rulebook.hierarchies():
        sections = [section for document in documents for section in document.sections]
        # By series the sections so far, sorted by number: most are simply the next.
        seen: dict[tuple[Series, str | int, bool], list[tuple[tuple[int, ...], int]]] = defaultdict(list)
        counted = series(documents)
        astray = {s.anchor for one in misnumbered_chapters(documents) for s in one.sections}
        if (back := recounted(documents)) is not None and rulebook.is_undescribed():
            astray |= {section.anchor for section in back.sections}
        places: dict[str, int] = {}
        behind: dict[int, list[Section]] = defaultdict(list)
        found: list[tuple[Section, Finding]] = []
        runs: list[_MovedRun] = []
        numbered = 0
        for place, section in enumerate(sections):
            places[section.anchor] = place
            if section.key is None or section.kind not in ("rule", "part") or section.anchor in astray:
                continue
            if any(isinstance(piece, str) and _PUT_IN.fullmatch(piece) for piece in section.key[1:]):
                continue
            numbered += 1
            kind = section.kind if section.kind == "part" else ""
            name = kind if isinstance(section.key[0], int) else section.key[0]
            # "VI." behind § 77: of chapters that have letters
            numeral = (section.number or "").isalpha() and not _WORDED.search(
                carrier(rulebook.document(section.document), section)
            )
            before = seen[counted[section.anchor], name, numeral]
            entry = (_rank(section.key), place)
            late = section.parent is not None and section.parent not in places
            at = bisect_right(before, entry) if before and before[-1] > entry else len(before)
            higher = [
                each for each in before[at : at + _MOST_RELATED] if not _leads(sections[each[1]], section)
            ]
            again = at > 0 and before[at - 1][0] == entry[0]
            if again and all(_is_in(sections[place].key or (), section.key) for _, place in higher):
                higher = []  # its number stands there already, with what is below: another check tells
            if higher or late:
                after = [sections[place] for place in sorted(place for _, place in higher)]
                parent = graph.sections[section.parent] if late and section.parent else None
                if len(higher) == 1 and parent is None:
                    behind[higher[0][1]].append(section)
                elif runs and parent is None and runs[-1].goes_on(numbered, after):
                    runs[-1].sections.append(section)
                elif after or parent:
                    runs.append(_MovedRun(numbered, after, parent, [section]))
            if higher:
                insort(before, entry)
            else:
                before.append(entry)
        several = _SEVERAL_UNDESCRIBED if rulebook.is_undescribed() else _SEVERAL
        for place, later in behind.items():
            if len(later) < several:
                found += (
                    (each, _finding(rulebook, _MovedRun(0, [sections[place]], None, [each])))
                    for each in later
                )
            else:
                found.append((sections[place], _early(rulebook, sections[place], later)))
        found += ((run.sections[0], _finding(rulebook, run)) for run in runs)
        beside = siblings(documents) if found and rulebook.is_undescribed() else None
        for section, finding in found:
            others = [graph.sections[other.section] for other in finding.related]
            slip = beside is None or beside.is_moved_by_slip(section, others)
            yield finding if slip else replace(finding, severity="note")


def _is_in(key: Key, other: Key) -> bool:
    """Whether a number is below another."""
    return len(key) > len(other) and key[: len(other)] == other


def _leads(one: Section, other: Section) -> bool:
    """Whether a part was put in before the one whose number it bears with a letter (Division 1A)."""
    key, own = one.key or (), other.key or ()
    return one.kind == other.kind == "part" and key[:-1] == own and isinstance(key[-1], str)


def _early(rulebook: Rulebook, section: Section, behind: list[Section]) -> Finding:
    others = f"{called(behind[0])} and {len(behind) - 1} more"
    return at_section(
        rulebook,
        section,
        "out-of-order",
        "warning",
        f"{called(section)} stands before {others}, which have lower numbers",
        remedy="move it to its place",
        related=tuple(map(related, behind[:_MOST_RELATED])),
    )


def _finding(rulebook: Rulebook, run: _MovedRun) -> Finding:
    facts, before, parent = [], run.before, run.parent
    section, *others = run.sections
    name = called(section) + (f" and the {len(others)} behind it" if others else "")
    if before:
        names = ", ".join(other.number or "" for other in before)
        facts.append(f"{'stand' if others else 'stands'} after {names}")
    if parent is not None:
        facts.append(f"stands before {called(parent)}, to which it belongs")
    beside = (*before, *((parent,) if parent is not None else ()))
    return at_section(
        rulebook,
        section,
        "out-of-order",
        "warning",
        f"{name} {' and '.join(facts)}",
        remedy=f"move {'them' if others else 'it'} to {'their' if others else 'its'} place",
        related=tuple(map(related, beside)),
    )


def _rank(key: Key) -> tuple[int, ...]:
    """A key that compares with any other: numbers before letters."""
    return tuple(piece if isinstance(piece, int) else 1_000_000 + ord(piece[0]) for piece in key)
