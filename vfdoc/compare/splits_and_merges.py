"""Splits and mergers: what part of a section stands in another one than its counterpart.

In comes a Pairing whose one-to-one pairs are found; it goes out with the further ones. A section left
over is held against those that are paired already; and every sentence that its section's counterpart
does not have is sought elsewhere. It counts where two sentences are each other's best and clearly so:
sentences that rules repeat ("on a 4+ it is passed") say nothing of where a rule went.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.compare.counterparts import CounterpartCandidate, WordIndex, comparable, sigmoid, weigh
from vfdoc.compare.pairing import Pairing, SectionPair
from vfdoc.compare.sentences import Moved, SentenceVector, ranked
from vfdoc.compare.surroundings import SectionSurroundings
from vfdoc.verdicts.statements import Statements, at_odds

_MOST = 5  # candidates for each section
_SURE = 0.5  # so sure a further pair must be
# What sentences weigh, in log-odds: their likeness, its lead over the next best, the words they share.
# The figures were fitted to two editions, once in the authors' words and once in ours.
_BASE, _ALIKE, _LEAD, _MOST_LEAD, _INFORMATION, _MOST_INFORMATION = -4.4, 2.4, 8.0, 0.3, 0.1, 30.0
_PARENT, _UNDER, _ACROSS, _CLEAR, _UNCLEAR = 1.1, 1.4, -3.0, 0.05, -1.0


# What sections and their sentences say together; `_SILENT` where no two sentences are each other's best.
_SILENT = -4.6
_JOINT, _SECTIONS, _SENTENCES, _SHARE, _BEST = -0.55, 0.84, 0.74, 2.1, 1.1
_SETTLED = -1.5  # what is said of a section that is settled already, before its sentences speak
_MUTE, _ASIDE = 2.9, -1.4  # no two are each other's best; a rule and a remark
_AT_ODDS = -1.0  # they rule on other tests and values, or under other conditions


class SentenceEvidence(NamedTuple):
    """What the sentences say of two sections: the log-odds of those that are each other's best, how much
    of each section has its best in the other (summed), and how alike those are at most (summed)."""

    odds: float
    share: float
    best: float


_NOTHING = SentenceEvidence(_SILENT, 0.0, 0.0)


def add_splits_and_merges(
    pairing: Pairing,
    words: WordIndex,
    around: SectionSurroundings,
    moved: Moved,
    stated: tuple[Statements, Statements],
) -> None:
    """Adds the further pairs of splits and mergers, and the main ones of sections that were merged.

    What both sections are `stated` to rule speaks against them where it is of different things.
    """
    around.renew()
    sentences_say = _by_sentences(pairing, moved, around)
    known = {(p.old, p.new) for p in (*pairing.by_old.values(), *pairing.further)}
    found: list[tuple[float, CounterpartCandidate]] = []
    for old, new in sorted({*_left_over(pairing, words), *sentences_say}):
        one, other = pairing.old[old], pairing.new[new]
        if one.text and other.text and (old, new) not in known:
            if old in words.old and new in words.new:
                candidate = weigh(pairing, words, around, old, new)
            else:  # one of them is much the same as its counterpart: its sentences must say all
                candidate = CounterpartCandidate(_SETTLED, old, new, "text")
            said = sentences_say.get((old, new), _NOTHING)
            whole = candidate.odds if one.family == other.family else min(candidate.odds, 0.0)
            odds = _JOINT + _SECTIONS * whole + _SENTENCES * said.odds
            odds += _SHARE * said.share + _BEST * said.best
            odds += _MUTE * (said.odds == _SILENT) + _ASIDE * (one.family != other.family)
            if one.anchor in stated[0] and other.anchor in stated[1]:
                odds += _AT_ODDS * at_odds(stated[0][one.anchor], stated[1][other.anchor])
            found.append((odds, candidate))
    for odds, c in sorted(found, key=lambda each: (-each[0], each[1].old, each[1].new)):
        confidence = sigmoid(odds)
        if confidence < _SURE or c.old in pairing.closed_old or c.new in pairing.closed_new:
            continue
        if pairing.old_taken(c.old) or pairing.new_taken(c.new):
            pairing.further.append(SectionPair(c.old, c.new, c.by, confidence))
        else:
            pairing.add(c.old, c.new, c.by, confidence)


def _left_over(pairing: Pairing, words: WordIndex) -> Iterator[tuple[int, int]]:
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
    pairing: Pairing, moved: Moved, around: SectionSurroundings
) -> dict[tuple[int, int], SentenceEvidence]:
    """What the sentences say of every two sections of which one has the other's best."""
    one, other, matches = moved.old, moved.new, moved.matches
    best_old, best_new = ranked(matches)
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
        shared = moved.shared(match)
        odds = _BASE + _ALIKE * match.alike + _LEAD * min(margin, _MOST_LEAD)
        odds += _INFORMATION * min(shared, _MOST_INFORMATION) + _ACROSS * (p.family != q.family)
        odds += _PARENT * around.parents(p, q) + _UNDER * around.under(p, q) + _UNCLEAR * (margin < _CLEAR)
        doubt[places] *= 1 - sigmoid(odds)
    return {
        places: SentenceEvidence(
            _odds(1 - doubt[places]) if places in doubt else _SILENT, share[places], sum(best[places])
        )
        for places in best
    }


def _sizes(units: Sequence[SentenceVector]) -> dict[int, float]:
    sizes: dict[int, float] = defaultdict(float)
    for unit in units:
        sizes[unit.place] += unit.information
    return sizes


def _odds(confidence: float) -> float:
    bounded = min(max(confidence, 1e-2), 1 - 1e-4)
    return math.log(bounded / (1 - bounded))


def _margin(ranks: Sequence[tuple[float, int]], place: int, units: Sequence[SentenceVector]) -> float:
    """By how much the best leads over the next one that stands in another section."""
    others = (draws for draws, at in ranks if units[at].place != place)
    return ranks[0][0] - next(others, 0.0)
