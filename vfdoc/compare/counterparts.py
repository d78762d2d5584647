"""Counterparts of sections whose texts differ: by title, by the words they share, by their neighbours.

In comes a Pairing with the certain pairs; it goes out with every section paired for which the
evidence is better than even. Candidates are few for each section (same number, same title, same
rare words, next to a counterpart of a neighbour); the best pairs are taken first, and each makes
its neighbours' evidence stronger.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from vfdoc.compare.pairing import Pairing, evidence
from vfdoc.compare.surroundings import SectionSurroundings
from vfdoc.language.likeness import Index, StemWeights, Vector, index, likeness, weights
from vfdoc.language.stems import Reader, is_value
from vfdoc.model.comparison import Evidence
from vfdoc.verdicts.sections import Profile

_MOST = 8  # candidates by rare words for each section
_ROUNDS = (0.85, 0.72)  # the confidence that a pair needs, round by round
_REMAINING = 1.6  # what counts for two that are left where the others have found each other
# What the evidence weighs, in log-odds; fitted to the counterparts of two editions of one game, once in
# its authors' words and once in ours, and rounded towards each other. `lead` is over what is next alike.
_BASE, _ACROSS, _BARE = -2.7, -1.2, -2.5
_TEXT, _TITLE, _SAME_TITLE, _LEAD, _MOST_LEAD = 4.5, 2.5, 0.4, 5.0, 0.3
_NUMBER, _PARENT, _BESIDE, _UNDER, _CITES, _FOLDED = 0.9, 0.7, 0.9, 0.9, 1.5, 0.5

Lead = Literal["both", "old", "new"]
Ranks = tuple[tuple[float, int], ...]
"""Likenesses and the places that have them, the best first."""


class SectionWords(NamedTuple):
    """The words of a section: the stems of its title, and the vector of title and text."""

    title: frozenset[str]
    vector: Vector


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The words of the sections in question by place, an index of each side, and of each the
    sections of its family that are most like it."""

    weights: StemWeights
    old: Mapping[int, SectionWords]
    new: Mapping[int, SectionWords]
    old_index: Index
    new_index: Index
    old_ranks: Mapping[int, Ranks]
    new_ranks: Mapping[int, Ranks]
    weighed: dict[tuple[int, int, Lead], tuple[float, Evidence]] = field(default_factory=dict)


class CounterpartCandidate(NamedTuple):
    """A pair that may be: its log-odds, and the evidence that speaks most for it."""

    odds: float
    old: int
    new: int
    by: Evidence

    @property
    def confidence(self) -> float:
        """The odds as a confidence, 0 to 1."""
        return sigmoid(self.odds)


def word_index(pairing: Pairing, readers: tuple[Reader, Reader]) -> WordIndex:
    """The words of all sections that are not settled: paired with a text that is much the same."""
    sides: list[dict[int, tuple[list[str], list[str]]]] = []
    for side, taken, read in (
        (pairing.old, pairing.by_old, readers[0]),
        (pairing.new, pairing.by_new, readers[1]),
    ):
        differing = (p for p in side if p.place not in taken or not pairing.settled(taken[p.place]))
        sides.append({p.place: (read(p.title), read(p.text)) for p in differing})
    told = weights([title + text for said in sides for title, text in said.values()])
    old, new = (
        {at: SectionWords(frozenset(title), told.vector(title + text)) for at, (title, text) in said.items()}
        for said in sides
    )
    old_index, new_index = (index({at: w.vector for at, w in side.items()}) for side in (old, new))
    ranks = _ranks(pairing, old, new, new_index)
    return WordIndex(told, old, new, old_index, new_index, *ranks)


def _ranks(
    pairing: Pairing, old: Mapping[int, SectionWords], new: Mapping[int, SectionWords], found: Index
) -> tuple[dict[int, Ranks], dict[int, Ranks]]:
    by_old: dict[int, list[tuple[float, int]]] = defaultdict(list)
    by_new: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for at, words in old.items():
        for other in found.candidates(words.vector, pairing.expected(at), _MOST):
            if pairing.old[at].family == pairing.new[other].family:
                alike = likeness(words.vector, new[other].vector)
                by_old[at].append((alike, other))
                by_new[other].append((alike, at))
    first, second = (
        {at: tuple(sorted(ranks, reverse=True)[:2]) for at, ranks in side.items()}
        for side in (by_old, by_new)
    )
    return first, second


def _lead(alike: float, ranks: Ranks, partner: int) -> float:
    """By how much a likeness is above that of the best other section; below, where it is less than that."""
    others = (other for other, place in ranks if place != partner)
    return alike - next(others, 0.0)


def pair_alike(
    pairing: Pairing, words: WordIndex, around: SectionSurroundings, *, across: bool = False
) -> None:
    """Pairs the sections that are most alike, the surest first; `across` seeks in the other families."""
    for least in _ROUNDS:
        around.renew()
        found = [
            candidate
            for old in pairing.open_old()
            for candidate in _candidates(pairing, words, around, old, across=across)
            if candidate.confidence >= least
        ]
        for c in sorted(found, key=lambda c: (-c.odds, abs(c.new - pairing.expected(c.old)), c.old, c.new)):
            pairing.add(c.old, c.new, c.by, c.confidence)


def pair_remaining(pairing: Pairing, words: WordIndex, around: SectionSurroundings) -> None:
    """Pairs what is left under two sections that correspond, where each is the most like the other.

    Most rules of a chapter live on in its counterpart: what was too little among all sections is
    enough among the few that have no counterpart there.
    """
    around.renew()
    best_old: dict[int, tuple[float, int]] = {}
    best_new: dict[int, tuple[float, int]] = {}
    for old in pairing.open_old():
        for place in around.beneath(old) if old.place in words.old and old.text else ():
            if pairing.new_taken(place) or place not in words.new or not pairing.new[place].text:
                continue
            if pairing.new[place].family == old.family:
                odds = weigh(pairing, words, around, old.place, place).odds + _REMAINING
                best_old[old.place] = max(best_old.get(old.place, (0.0, -1)), (odds, place))
                best_new[place] = max(best_new.get(place, (0.0, -1)), (odds, old.place))
    for place, (odds, other) in sorted(best_old.items()):
        if other >= 0 and best_new[other][1] == place:
            pairing.add(
                place, other, evidence(pairing.old[place], pairing.new[other], "neighbours"), sigmoid(odds)
            )


def weigh(
    pairing: Pairing, words: WordIndex, around: SectionSurroundings, old: int, new: int, lead: Lead = "both"
) -> CounterpartCandidate:
    """How sure it is that two sections correspond, and by what.

    `lead` says of which of them the other should be the best counterpart; where two sections were
    merged, it is so for the old ones only.
    """
    told, by = _content_odds(pairing, words, old, new, lead)
    one, other = pairing.old[old], pairing.new[new]
    beside = (
        _NUMBER * (one.section.key is not None and one.section.key == other.section.key)
        + _PARENT * around.parents(one, other)
        + _BESIDE * around.neighbours(one, other)
        + _UNDER * around.under(one, other)
        + _CITES * around.citations(one, other)
        + _FOLDED * around.folded(one, other)
    )
    return CounterpartCandidate(told + beside, old, new, evidence(one, other, by))


def _content_odds(
    pairing: Pairing, words: WordIndex, old: int, new: int, lead: Lead
) -> tuple[float, Evidence]:
    """What titles and texts say, whatever else is paired: log-odds, and what says most."""
    if (old, new, lead) in words.weighed:
        return words.weighed[old, new, lead]
    one, other = pairing.old[old], pairing.new[new]
    mine, theirs = words.old[old], words.new[new]
    alike = likeness(mine.vector, theirs.vector)
    bare = not one.text or not other.text  # a heading without text: its words are no measure
    if bare:
        alike = min(alike, 0.3)
    same = bool(one.title) and one.title == other.title
    titles = 1.0 if same else _shared(words.weights, mine.title, theirs.title) ** 1.5
    leads = []
    if lead != "new":
        leads.append(_lead(alike, words.old_ranks.get(old, ()), new))
    if lead != "old":
        leads.append(_lead(alike, words.new_ranks.get(new, ()), old))
    ahead = sum(max(min(each, _MOST_LEAD), -_MOST_LEAD) for each in leads)
    odds = _BASE + _TEXT * alike + _TITLE * titles + _SAME_TITLE * same + _LEAD * ahead + _BARE * bare
    odds += _ACROSS * (one.family != other.family)
    by: Evidence = "text" if _TEXT * alike >= _TITLE * titles else "title"
    if odds < 0:
        by = "neighbours"
    elif by == "text" and _by_values(mine.vector, theirs.vector):
        by = "values"
    words.weighed[old, new, lead] = odds, by
    return odds, by


def comparable(old: Profile, new: Profile) -> bool:
    """Whether sections of these families may correspond: a sheet restates what stands elsewhere."""
    return old.family == new.family or {old.family, new.family} == {"rules", "remarks"}


def _candidates(
    pairing: Pairing, words: WordIndex, around: SectionSurroundings, old: Profile, *, across: bool
) -> Iterator[CounterpartCandidate]:
    """The pairs that an old section may make with open new ones; none that it would rather merge into a
    section which is paired already."""
    if old.place not in words.old:
        return
    near = pairing.expected(old.place)
    places = dict.fromkeys(around.likely(old))
    places |= dict.fromkeys(words.new_index.candidates(words.old[old.place].vector, near, _MOST))
    found: list[CounterpartCandidate] = []
    rather = 0.0
    for place in places:
        if place not in words.new or not comparable(old, pairing.new[place]):
            continue
        if (pairing.new[place].family == old.family) == across:
            continue
        if not pairing.new_taken(place):
            found.append(weigh(pairing, words, around, old.place, place))
        elif place in pairing.by_new:
            rather = max(rather, weigh(pairing, words, around, old.place, place, "old").odds)
    yield from (candidate for candidate in found if candidate.odds >= rather)


def _shared(told: StemWeights, one: frozenset[str], other: frozenset[str]) -> float:
    """How much of their weight two titles share, 0 to 1."""
    both = sum(map(told.of, one & other))
    return 2 * both / (sum(map(told.of, one)) + sum(map(told.of, other))) if both else 0.0


def _by_values(one: Vector, other: Vector) -> bool:
    """Whether more than half of what two texts share are values."""
    values = words = 0.0
    for stem, weight in one.items():
        share = weight * other.get(stem, 0.0)
        if is_value(stem):
            values += share
        else:
            words += share
    return values > words


def sigmoid(odds: float) -> float:
    """Log-odds as a confidence, 0 to 1."""
    return 1 / (1 + math.exp(-odds))
