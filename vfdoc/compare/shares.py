"""Splits and mergers: what part of a section stands in another one than its counterpart.

In comes a Pairing whose one-to-one pairs are found; it goes out with the further ones. A section left
over is held against those that are paired already; and every sentence that its section's counterpart
does not have is sought elsewhere. It counts where two sentences are each other's best and clearly so:
sentences that rules repeat ("on a 4+ it is passed") say nothing of where a rule went.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.compare.counterparts import Candidate, Vocabulary, comparable, sigmoid, weigh
from vfdoc.compare.pairing import Pair, Pairing
from vfdoc.compare.surroundings import Surroundings
from vfdoc.match.likeness import Vector, Weights, index, likeness, weights
from vfdoc.match.sections import Profile
from vfdoc.match.sequences import ratio
from vfdoc.match.stems import Reader, plain, sentences

_Said = tuple[int, list[str]]
"""The place of a section, and the stems of a sentence in it."""

_LEAST_WORDS = 4
_NEAR = 30  # sentences of the other section that are looked at for each
_SAME = 0.8  # of two sentences, letter for letter, that is the same where they are one
_MOST = 5  # candidates for each section or sentence
_SURE = 0.5  # so sure a further pair must be
_OWN = 0.2  # what a sentence of the section's own counterpart has ahead of others
# What sentences weigh, in log-odds: their likeness, its lead over the next best, the words they share.
# The figures were fitted to two editions, once in the authors' words and once in ours.
_BASE, _ALIKE, _LEAD, _MOST_LEAD, _INFORMATION, _MOST_INFORMATION = -4.4, 2.4, 8.0, 0.3, 0.1, 30.0
_PARENT, _UNDER, _ACROSS, _CLEAR, _UNCLEAR = 1.1, 1.4, -3.0, 0.05, -1.0


# What sections and their sentences say together; `_SILENT` where no two sentences are each other's best.
_SILENT = -4.6
_JOINT, _SECTIONS, _SENTENCES, _SHARE, _BEST = -0.55, 0.84, 0.74, 2.1, 1.1
_SETTLED = -1.5  # what is said of a section that is settled already, before its sentences speak
_MUTE, _ASIDE = 2.9, -1.4  # no two are each other's best; a rule and a remark


class Unit(NamedTuple):
    """A sentence: the place of its section, its stems, its vector."""

    place: int
    vector: Vector
    information: float


class Spoken(NamedTuple):
    """What the sentences say of two sections: the log-odds of those that are each other's best, how much
    of each section has its best in the other (summed), and how alike those are at most (summed)."""

    odds: float
    share: float
    best: float


_NOTHING = Spoken(_SILENT, 0.0, 0.0)


class Match(NamedTuple):
    """Two sentences, by their place among the units of each side: how alike they are, and how much they
    draw each other, which those of counterparts do more."""

    alike: float
    draws: float
    old: int
    new: int


def add_shares(
    pairing: Pairing, words: Vocabulary, around: Surroundings, readers: tuple[Reader, Reader]
) -> None:
    """Adds the further pairs of splits and mergers, and the main ones of sections that were merged."""
    around.renew()
    sentences_say = _by_sentences(pairing, readers, around)
    known = {(p.old, p.new) for p in (*pairing.by_old.values(), *pairing.further)}
    found: list[tuple[float, Candidate]] = []
    for old, new in sorted({*_left_over(pairing, words), *sentences_say}):
        one, other = pairing.old[old], pairing.new[new]
        if one.text and other.text and (old, new) not in known:
            if old in words.old and new in words.new:
                candidate = weigh(pairing, words, around, old, new)
            else:  # one of them is much the same as its counterpart: its sentences must say all
                candidate = Candidate(_SETTLED, old, new, "text")
            said = sentences_say.get((old, new), _NOTHING)
            whole = candidate.odds if one.family == other.family else min(candidate.odds, 0.0)
            odds = _JOINT + _SECTIONS * whole + _SENTENCES * said.odds
            odds += _SHARE * said.share + _BEST * said.best
            odds += _MUTE * (said.odds == _SILENT) + _ASIDE * (one.family != other.family)
            found.append((odds, candidate))
    for odds, c in sorted(found, key=lambda each: (-each[0], each[1].old, each[1].new)):
        confidence = sigmoid(odds)
        if confidence < _SURE or c.old in pairing.closed_old or c.new in pairing.closed_new:
            continue
        if pairing.old_taken(c.old) or pairing.new_taken(c.new):
            pairing.further.append(Pair(c.old, c.new, c.by, confidence))
        else:
            pairing.add(c.old, c.new, c.by, confidence)


def _left_over(pairing: Pairing, words: Vocabulary) -> Iterator[tuple[int, int]]:
    """Sections without a counterpart, each with those of its family that are most like it."""
    for profile in pairing.open_old():
        if profile.place in words.old:
            near = pairing.expected(profile.place)
            for place in words.new_index.candidates(words.old[profile.place].vector, near, _MOST):
                if pairing.new[place].family == profile.family != "sheet":
                    yield profile.place, place
    for profile in pairing.open_new():
        if profile.place in words.new:
            near = profile.place * len(pairing.old) / max(len(pairing.new), 1)
            for place in words.old_index.candidates(words.new[profile.place].vector, near, _MOST):
                if pairing.old[place].family == profile.family != "sheet":
                    yield place, profile.place


def _by_sentences(
    pairing: Pairing, readers: tuple[Reader, Reader], around: Surroundings
) -> dict[tuple[int, int], Spoken]:
    """What the sentences say of every two sections of which one has the other's best."""
    olds, news = _moved(pairing, readers)
    told = weights([stems for _, stems in (*olds, *news)])
    one, other = _units(olds, told), _units(news, told)
    matches = _matches(pairing, one, other)
    best_old, best_new = _ranked(matches)
    size_old, size_new = _sizes(one), _sizes(other)
    doubt: dict[tuple[int, int], float] = defaultdict(lambda: 1.0)
    share: dict[tuple[int, int], float] = defaultdict(float)
    best: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for match in matches:
        u, v = one[match.old], other[match.new]
        p, q = pairing.old[u.place], pairing.new[v.place]
        own = pairing.by_old.get(u.place)
        if not comparable(p, q) or (own is not None and own.new == v.place):
            continue
        places = u.place, v.place
        first, second = best_old[match.old][0][1] == match.new, best_new[match.new][0][1] == match.old
        if first:
            share[places] += u.information * match.alike / size_old[u.place]
            best[places][0] = max(best[places][0], match.alike)
        if second:
            share[places] += v.information * match.alike / size_new[v.place]
            best[places][1] = max(best[places][1], match.alike)
        if not (first and second):
            continue
        margin = min(_margin(best_old[match.old], v.place, other), _margin(best_new[match.new], u.place, one))
        shared = sum(told.of(stem) for stem in u.vector if stem in v.vector)
        odds = _BASE + _ALIKE * match.alike + _LEAD * min(margin, _MOST_LEAD)
        odds += _INFORMATION * min(shared, _MOST_INFORMATION) + _ACROSS * (p.family != q.family)
        odds += _PARENT * around.parents(p, q) + _UNDER * around.under(p, q) + _UNCLEAR * (margin < _CLEAR)
        doubt[places] *= 1 - sigmoid(odds)
    return {
        places: Spoken(
            _odds(1 - doubt[places]) if places in doubt else _SILENT, share[places], sum(best[places])
        )
        for places in best
    }


def _sizes(units: Sequence[Unit]) -> dict[int, float]:
    sizes: dict[int, float] = defaultdict(float)
    for unit in units:
        sizes[unit.place] += unit.information
    return sizes


def _odds(confidence: float) -> float:
    bounded = min(max(confidence, 1e-2), 1 - 1e-4)
    return math.log(bounded / (1 - bounded))


def _moved(pairing: Pairing, readers: tuple[Reader, Reader]) -> tuple[list[_Said], list[_Said]]:
    """The sentences of both sides that the counterparts of their sections do not have."""
    olds: list[_Said] = []
    news: list[_Said] = []
    for profile in pairing.old:
        pair = pairing.by_old.get(profile.place)
        if pair is None:
            olds += _said(profile.place, _sentences(profile), readers[0])
        elif not pairing.equal(pair):
            ours, theirs = _apart(_sentences(profile), _sentences(pairing.new[pair.new]))
            olds += _said(profile.place, ours, readers[0])
            news += _said(pair.new, theirs, readers[1])
    for profile in pairing.new:
        if profile.place not in pairing.by_new:
            news += _said(profile.place, _sentences(profile), readers[1])
    return olds, sorted(news, key=lambda said: said[0])


def _sentences(profile: Profile) -> list[str]:
    """The sentences of a section; of a sheet none, whose rows are compared as rows: it restates."""
    if profile.family in ("lists", "sheet"):
        return []
    asked = [profile.section.title] if profile.section.kind == "question" else []
    return [plain(sentence) for sentence in (*asked, *sentences(profile.printed))]


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


def _said(place: int, told: Sequence[str], read: Reader) -> Iterator[_Said]:
    for sentence in told:
        stems = read(sentence)
        if len(stems) >= _LEAST_WORDS:
            yield place, stems


def _units(said: Sequence[_Said], told: Weights) -> list[Unit]:
    return [Unit(place, told.vector(stems), sum(map(told.of, set(stems)))) for place, stems in said]


def _matches(pairing: Pairing, olds: Sequence[Unit], news: Sequence[Unit]) -> list[Match]:
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
            matches.append(Match(alike, alike + _OWN * (news[other].place == there), at, other))
    return matches


_Ranks = dict[int, list[tuple[float, int]]]


def _ranked(matches: Sequence[Match]) -> tuple[_Ranks, _Ranks]:
    """Of each sentence, the others by how much they draw it, the most first."""
    by_old: _Ranks = defaultdict(list)
    by_new: _Ranks = defaultdict(list)
    for match in matches:
        by_old[match.old].append((match.draws, match.new))
        by_new[match.new].append((match.draws, match.old))
    for ranks in (*by_old.values(), *by_new.values()):
        ranks.sort(key=lambda rank: (-rank[0], rank[1]))
    return by_old, by_new


def _margin(ranks: Sequence[tuple[float, int]], place: int, units: Sequence[Unit]) -> float:
    """By how much the best leads over the next one that stands in another section."""
    others = (draws for draws, at in ranks if units[at].place != place)
    return ranks[0][0] - next(others, 0.0)
