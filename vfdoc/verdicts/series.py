"""The sections beside one another: whether a number that is wrong among them is an author's slip.

An author errs singly: where a number stands twice, out of its order or is left out, all the others beside it
count on, and are set alike. What was misread (a list of changes, a table's cells, a line that begins with a
citation) breaks the count at several places, or stands far from its neighbours. Where the numbers of a text
begin again (`series` of `model/document.py`), those of each count are beside one another.

And an author copies a chapter and forgets its sections: 5.1, 5.2, 5.3 stand below Article IV, and below
Article V. It is one slip, at the chapter, and the sections stand where they should: neither out of order nor
each a duplicate of its own. Evidence: they stand right below the heading of a chapter that has no section of
its own number, the chapter beside it, before or behind, bears that number and has such sections itself, and
of these at least three bear one number with those.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Document, Key, Section
from vfdoc.model.document import series
from vfdoc.model.place import carrier

_ANCHOR = re.compile(r"<[^<>]*>")  # `<a name="section-9-4"></a>`, in which every number is another
_FEWEST = 3  # sections that show how those beside one another count
_BELOW_BOTH = 3  # numbers that stand below two chapters
_DIRECT = 2  # parts of a number right below a chapter's
_SELDOM = 4  # times as many numbers are there as stand twice, if several do by slips


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
    worded: Mapping[str, _Family]  # those behind one word by themselves, where others have none or another

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

    def place_of_missing(self, section: Section, earlier: Section) -> tuple[Section, int] | None:
        """Which of two sections with one number stands where a single number is missing between those beside
        it, and that number: 14 of the later of 13, 13, 15. None if neither does, or both."""
        family = self._of_both(section, earlier)
        counts = family.counts if family is not None else ()
        places = (
            [(one, family.places[one.anchor]) for one in (section, earlier)] if family is not None else []
        )
        found = [
            (one, counts[at - 1] + 1)
            for one, at in places
            if 0 < at < len(counts) - 1
            and counts[at + 1] == counts[at - 1] + 2
            and counts[at - 1] + 1 not in counts
        ]
        return found[0] if len(found) == 1 else None

    def beside_doubled(self, section: Section, earlier: Section) -> int:
        """How many sections show, whatever is doubled elsewhere, that a number stands twice by a slip; 0 if
        they do not. All are set alike and none goes back; the later of the two stands right behind the
        earlier, and is put in there or bears its number in place of the next, or one of them stands where a
        number is missing; or they are the only ones below a number of several parts, and have titles."""
        family = self._of_both(section, earlier)
        if family is not None and family.marks != 1 and self._alike(section, earlier):
            family = self.worded.get(section.anchor)
        if family is None or family.marks != 1:
            return 0
        at, other, counts = family.places[section.anchor], family.places[earlier.anchor], family.counts
        if len(counts) < _FEWEST:
            titled = bool(section.title and earlier.title) and section.title != earlier.title
            return len(counts) if titled and len(section.key or ()) > _DIRECT else 0
        beside = at == other + 1 and _is_row(counts, at)
        return len(counts) if beside or any(_is_in_place_of(counts, here) for here in (at, other)) else 0

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
                before = _ANCHOR.sub("", carrier(document, section))
                marks[section.anchor] = "#" if before.startswith("#") else before.strip("*_ ")
                letters = tuple(part for part in section.key[:-1] if isinstance(part, str))
                last = isinstance(section.key[-1], int)
                family = section.parent, section.kind, len(section.key), letters, last
                families[(*family, counted[section.anchor])].append(section)
    found: dict[str, _Family] = {}
    worded: dict[str, _Family] = {}
    for beside in families.values():
        of_all = _family(beside, marks)
        found |= dict.fromkeys(of_all.places, of_all)
        for word in {marks[section.anchor] for section in beside} if of_all.marks > 1 else ():
            if word.isalpha():
                apart = _family([section for section in beside if marks[section.anchor] == word], marks)
                worded |= dict.fromkeys(apart.places, apart)
    return Siblings(found, marks, worded)


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


def _is_row(counts: Sequence[int], at: int) -> bool:
    """Whether numbers go up, few of them twice, and about the second of two one by one, or over the one that
    should stand in its place."""
    steps = [other - one for one, other in pairwise(counts)]
    twice = steps.count(0)
    if min(steps) < 0 or (twice > 1 and _SELDOM * twice > len(counts)):
        return False
    return steps[max(0, at - 2)] in (0, 1) and (at == len(steps) or steps[at] in (1, 2))


def _is_in_place_of(counts: Sequence[int], at: int) -> bool:
    """Whether a number stands where another is missing, and all beside it go up without it."""
    if not 0 < at < len(counts) - 1 or counts[at + 1] != counts[at - 1] + 2:
        return False
    others = [*counts[:at], *counts[at + 1 :]]
    return counts[at - 1] + 1 not in counts and all(one < other for one, other in pairwise(others))


def _count(section: Section) -> int:
    """What a section counts among those beside it."""
    last = (section.key or (0,))[-1]
    return last if isinstance(last, int) else _letters(last)


def _letters(text: str) -> int:
    """What a number of letters counts: a, b, … z, aa."""
    return len(text) * 1000 + ord(text[0].casefold())


class MisnumberedChapter(NamedTuple):
    """A chapter, the one beside it whose number its sections bear, these in their order, and those of them
    whose number stands below both."""

    chapter: Section
    beside: Section
    sections: tuple[Section, ...]
    doubled: tuple[Section, ...]


def misnumbered_chapters(documents: Sequence[Document]) -> list[MisnumberedChapter]:
    """The chapters of documents whose numbers run on, whose sections bear the number of the one beside."""
    numbered = [s for document in documents for s in document.sections if s.key is not None]
    runs = list(_runs(numbered))
    own = {run[0].key: run for run in runs if _is_own(run)}
    found = []
    for chapter, *sections in runs:
        borne = (sections[0].key or ())[:1]
        if chapter.key in own or borne not in own or not _is_beside(chapter.key or (), borne):
            continue
        beside, *others = own[borne]
        keys = {other.key for other in others}
        doubled = tuple(section for section in sections if section.key in keys)
        if sum(len(section.key or ()) == _DIRECT for section in doubled) >= _BELOW_BOTH:
            found.append(MisnumberedChapter(chapter, beside, tuple(sections), doubled))
    return found


class Recounted(NamedTuple):
    """Numbers that count on over the parts of a text, and go back once at the head of one: those behind it
    that stand before it, too, and the first of these there."""

    sections: tuple[Section, ...]
    earlier: Section


def recounted(documents: Sequence[Document]) -> Recounted | None:
    """The sections whose author lost count at the head of a part (articles 14 to 18 below Title IV, 16 to 19
    below V), where all others count on over the parts."""
    every = {section.anchor: section for document in documents for section in document.sections}
    row = [s for s in every.values() if s.kind == "rule" and len(s.key or ()) == 1 and _is_whole(s)]
    counts = [_count(section) for section in row]
    heads = [at for at, (one, other) in enumerate(pairwise(row), 1) if one.parent != other.parent]
    falls = [at for at, (one, other) in enumerate(pairwise(counts), 1) if one > other]
    falls = falls or [at for at in heads if counts[at] == counts[at - 1]]
    if len(falls) != 1 or falls[0] not in heads or not all(_in_part(every, section) for section in row):
        return None
    (at,) = falls
    highest = counts[at - 1]
    again = tuple(section for section in row[at:] if _count(section) <= highest)
    own = row[at]
    earlier = next((one for one in row[:at] if one.key == own.key and one.title != own.title), None)
    goes_on = 2 * sum(counts[head] == counts[head - 1] + 1 for head in heads) > len(heads)
    if earlier is None or not goes_on or counts[0] == counts[at] or counts[-1] <= highest:
        return None
    return Recounted(again, earlier) if _SELDOM * len(again) <= len(row) else None


def _is_whole(section: Section) -> bool:
    return isinstance((section.key or ("",))[0], int)


def _in_part(every: Mapping[str, Section], section: Section) -> bool:
    """Whether a section stands right below a part."""
    above = every.get(section.parent or "")
    return above is not None and above.kind == "part"


def _runs(numbered: Sequence[Section]) -> Iterator[list[Section]]:
    """Each chapter with the sections right behind it that are all below one number, its own or another."""
    run: list[Section] = []
    for section in numbered:
        key = section.key or ()
        if run and len(key) > 1 and (len(run) == 1 or key[:1] == (run[1].key or ())[:1]):
            run.append(section)
            continue
        if len(run) > 1:
            yield run
        run = [section] if len(key) == 1 else []
    if len(run) > 1:
        yield run


def _is_own(run: Sequence[Section]) -> bool:
    """Whether the sections below a chapter bear its number."""
    return (run[1].key or ())[:1] == run[0].key


def _is_beside(key: Key, other: Key) -> bool:
    """Whether two chapters' numbers are one behind the other."""
    one, two = key[0], other[0]
    return isinstance(one, int) and isinstance(two, int) and abs(one - two) == 1
