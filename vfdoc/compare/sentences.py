"""The sentences of two editions that the counterparts of their sections do not have, side by side.

In comes a Pairing whose one-to-one pairs are found; out come those sentences of either side, and for
each old one the few new ones that are worth a look, with how alike they are. Which sections that
makes correspond is not asked here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from vfdoc.compare.pairing import Pairing
from vfdoc.language.likeness import StemWeights, Vector, index, likeness, weights
from vfdoc.language.sentences import sentences
from vfdoc.language.sequences import ratio
from vfdoc.language.stems import Reader
from vfdoc.language.typography import plain
from vfdoc.verdicts.sections import Profile

_ReadSentence = tuple[int, list[str]]
"""The place of a section, and the stems of a sentence in it."""

_LEAST_WORDS = 4
_NEAR = 30  # sentences of the other section that are looked at for each
_SAME = 0.8  # of two sentences, letter for letter, that is the same where they are one
_MOST = 5  # candidates for each sentence
OWN = 0.2
"""What a sentence of the section's own counterpart has ahead of others."""


class SentenceVector(NamedTuple):
    """A sentence: the place of its section, its vector, how much it says."""

    place: int
    vector: Vector
    information: float


class Match(NamedTuple):
    """Two sentences, by their place among the units of each side: how alike they are, and how much they
    draw each other, which those of counterparts do more."""

    alike: float
    draws: float
    old: int
    new: int


Ranks: TypeAlias = dict[int, list[tuple[float, int]]]
"""Of each sentence, the others by how much they draw it, the most first."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The sentences of both sides that their sections' counterparts do not have, and those of the other
    side that each may be."""

    old: tuple[SentenceVector, ...]
    new: tuple[SentenceVector, ...]
    matches: tuple[Match, ...]
    weights: StemWeights

    def shared(self, match: Match) -> float:
        """How much the words weigh that two sentences share."""
        there = self.new[match.new].vector
        return sum(self.weights.of(stem) for stem in self.old[match.old].vector if stem in there)


def moved_sentences(pairing: Pairing, readers: tuple[Reader, Reader]) -> Moved:
    """The sentences that may have moved from one section into another, with where they may have gone."""
    olds, news = _moved(pairing, readers)
    told = weights([stems for _, stems in (*olds, *news)])
    one, other = _units(olds, told), _units(news, told)
    return Moved(one, other, tuple(_matches(pairing, one, other)), told)


def compared_sentences(profile: Profile) -> list[str]:
    """The sentences of a section in plain typography; of a sheet none, whose rows are compared as rows:
    it restates."""
    if profile.family in ("lists", "sheet"):
        return []
    asked = [profile.section.title] if profile.section.kind == "question" else []
    return [plain(sentence) for sentence in (*asked, *sentences(profile.printed))]


def ranked(matches: Sequence[Match]) -> tuple[Ranks, Ranks]:
    """Of each sentence of the old side and of the new, the others by how much they draw it."""
    by_old: Ranks = defaultdict(list)
    by_new: Ranks = defaultdict(list)
    for match in matches:
        by_old[match.old].append((match.draws, match.new))
        by_new[match.new].append((match.draws, match.old))
    for ranks in (*by_old.values(), *by_new.values()):
        ranks.sort(key=lambda rank: (-rank[0], rank[1]))
    return by_old, by_new


def _moved(
    pairing: Pairing, readers: tuple[Reader, Reader]
) -> tuple[list[_ReadSentence], list[_ReadSentence]]:
    """The sentences of both sides that the counterparts of their sections do not have."""
    olds: list[_ReadSentence] = []
    news: list[_ReadSentence] = []
    for profile in pairing.old:
        pair = pairing.by_old.get(profile.place)
        if pair is None:
            olds += _read_sentences(profile.place, compared_sentences(profile), readers[0])
        elif not pairing.equal(pair):
            ours, theirs = _apart(compared_sentences(profile), compared_sentences(pairing.new[pair.new]))
            olds += _read_sentences(profile.place, ours, readers[0])
            news += _read_sentences(pair.new, theirs, readers[1])
    for profile in pairing.new:
        if profile.place not in pairing.by_new:
            news += _read_sentences(profile.place, compared_sentences(profile), readers[1])
    return olds, sorted(news, key=lambda said: said[0])


def _apart(ours: Sequence[str], theirs: Sequence[str]) -> tuple[list[str], list[str]]:
    """The sentences of two sections without those that both have, be it in slightly other words."""
    common = Counter(ours) & Counter(theirs)
    left, right = list((Counter(ours) - common).elements()), list((Counter(theirs) - common).elements())
    for at, sentence in enumerate(tuple(left)):
        near = right[max(at - _NEAR, 0) : at + _NEAR]  # sentences that are gone already only bring it nearer
        same = next((other for other in near if ratio(sentence, other) >= _SAME), None)
        if same is not None:
            left.remove(sentence)
            right.remove(same)
    return left, right


def _read_sentences(place: int, told: Sequence[str], read: Reader) -> Iterator[_ReadSentence]:
    for sentence in told:
        stems = read(sentence)
        if len(stems) >= _LEAST_WORDS:
            yield place, stems


def _units(said: Sequence[_ReadSentence], told: StemWeights) -> tuple[SentenceVector, ...]:
    return tuple(
        SentenceVector(place, told.vector(stems), sum(map(told.of, set(stems)))) for place, stems in said
    )


def _matches(pairing: Pairing, olds: Sequence[SentenceVector], news: Sequence[SentenceVector]) -> list[Match]:
    found = index({at: unit.vector for at, unit in enumerate(news)})
    starts = [unit.place for unit in news]
    before = [unit.place for unit in olds]
    matches = []
    for at, unit in enumerate(olds):
        pair = pairing.by_old.get(unit.place)
        there = pair.new if pair else -1
        near = bisect_left(starts, there if pair else pairing.expected(unit.place))
        # Those of its section's own counterpart, as far as they stand about where it does.
        here = near + at - bisect_left(before, unit.place)
        end = bisect_right(starts, there) if pair else near
        own = range(max(near, min(here, end) - _NEAR), min(end, here + _NEAR))
        for other in dict.fromkeys((*found.candidates(unit.vector, near, _MOST), *own)):
            alike = likeness(unit.vector, news[other].vector)
            matches.append(Match(alike, alike + OWN * (news[other].place == there), at, other))
    return matches
