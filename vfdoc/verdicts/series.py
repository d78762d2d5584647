"""The sections beside one another: whether a number that is wrong among them is an author's slip.

An author errs singly: where a number stands twice, out of its order or is left out, all the others beside it
count on, and are set alike. What was misread (a list of changes, a table's cells, a line that begins with a
citation) breaks the count at several places, or stands far from its neighbours. Where the numbers of a text
begin again (`series` of `model/document.py`), those of each count are beside one another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Document, Section
from vfdoc.model.document import series
from vfdoc.model.place import carrier

_FEWEST = 3  # sections that show how those beside one another count


class _Family(NamedTuple):
    """Sections beside one another in the order of the text: what each counts, where it stands among them, by
    anchor, how many of the first count on, and from which on all do."""

    counts: Sequence[int]
    places: Mapping[str, int]
    marks: int  # how many ways of setting them there are
    rises_to: int
    rises_from: int

    def rises_without(self, place: int) -> bool:
        """Whether all but one count on."""
        before, behind = place - 1, place + 1
        if before >= self.rises_to or behind < self.rises_from:
            return False
        return before < 0 or behind >= len(self.counts) or self.counts[before] < self.counts[behind]


@dataclass(frozen=True, slots=True)
class Siblings:
    """By anchor the sections beside a section, itself among them, and how each is set."""

    families: Mapping[str, _Family]
    marks: Mapping[str, str]

    def is_doubled_by_slip(self, section: Section, earlier: Section) -> bool:
        """Whether of two sections with one number the later stands right behind the earlier, or one of them
        where a number is missing between its neighbours; where both are headings of a marked text, whether
        all others count on without one of them."""
        family = self._of_both(section, earlier)
        if family is None or not self._alike(section, earlier):
            return False
        counts, at, other = family.counts, family.places[section.anchor], family.places[earlier.anchor]
        if set(counts[other : at + 1]) == {counts[at]}:
            return other == 0 or counts[other - 1] <= counts[at] or counts[at] < counts[at:][:2][-1]
        if any(
            0 < here < len(counts) - 1
            and counts[here + 1] == counts[here - 1] + 2
            and counts[here - 1] + 1 not in counts
            for here in (at, other)
        ):
            return True
        headings = self.marks[section.anchor].startswith("#") and len(counts) > _FEWEST
        return headings and any(family.rises_without(here) for here in (at, other))

    def is_moved_by_slip(self, section: Section, higher: Sequence[Section]) -> bool:
        """Whether all sections beside one that stands after `higher` ones of them count on without it, or
        without that one, and are set as it is."""
        family = self.families.get(section.anchor)
        if family is None or not higher or any(one.anchor not in family.places for one in higher):
            return False
        without = [section, *(higher if len(higher) == 1 else ())]
        rising = any(family.rises_without(family.places[left.anchor]) for left in without)
        return rising and family.marks == 1

    def is_left_out_by_slip(self, section: Section, before: Section) -> bool:
        """Whether a section stands right behind another whose number is two less, set as it is, and all
        beside them count on."""
        family = self._of_both(section, before)
        if family is None or not self._alike(section, before):
            return False
        at, other = family.places[section.anchor], family.places[before.anchor]
        rising = family.rises_to == len(family.counts)
        return at == other + 1 and rising and family.counts[at] == family.counts[other] + 2

    def _of_both(self, section: Section, other: Section) -> _Family | None:
        family = self.families.get(section.anchor)
        return family if family is not None and other.anchor in family.places else None

    def _alike(self, one: Section, other: Section) -> bool:
        return self.marks[one.anchor] == self.marks[other.anchor]


def siblings(documents: Sequence[Document]) -> Siblings:
    """The sections beside one another of documents whose numbers run on."""
    families: dict[tuple[object, ...], list[Section]] = defaultdict(list)
    marks: dict[str, str] = {}
    counted = series(documents)
    for document in documents:
        for section in document.sections:
            if section.key is not None and section.kind in ("rule", "part"):
                before = carrier(document, section)
                marks[section.anchor] = "#" if before.startswith("#") else before.strip("*_ ")
                letters = tuple(part for part in section.key[:-1] if isinstance(part, str))
                last = isinstance(section.key[-1], int)
                family = section.parent, section.kind, len(section.key), letters, last
                families[(*family, counted[section.anchor])].append(section)
    found: dict[str, _Family] = {}
    for beside in families.values():
        of_all = _family(beside, marks)
        found |= dict.fromkeys(of_all.places, of_all)
    return Siblings(found, marks)


def _family(beside: Sequence[Section], marks: Mapping[str, str]) -> _Family:
    counts = [_count(section) for section in beside]
    falls = [at for at, (one, other) in enumerate(pairwise(counts), 1) if one >= other]
    return _Family(
        counts=counts,
        places={section.anchor: at for at, section in enumerate(beside)},
        marks=len({marks[section.anchor] for section in beside}),
        rises_to=falls[0] if falls else len(counts),
        rises_from=falls[-1] if falls else 0,
    )


def _count(section: Section) -> int:
    """What a section counts among those beside it."""
    last = (section.key or (0,))[-1]
    return last if isinstance(last, int) else _letters(last)


def _letters(text: str) -> int:
    """What a number of letters counts: a, b, … z, aa."""
    return len(text) * 1000 + ord(text[0].casefold())
