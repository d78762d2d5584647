"""Further counterparts by single sentences: one that a section no longer says, and another one says now.

In comes a Pairing with its splits and mergers; it goes out with the pairs added of which one sentence
is so clearly the other that nothing else needs to speak for them. Each sentence is given away once, to
counterparts first: what two sections say of the same thing in many words leads no third one astray.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from vfdoc.compare.counterparts import sigmoid
from vfdoc.compare.pairing import Pairing, SectionPair
from vfdoc.compare.sentences import OWN, Match, Moved
from vfdoc.verdicts.statements import SectionStatements, Statements, at_odds

_SURE = 0.6
_CLEAR = 0.1  # the lead over what is next alike
# What a sentence weighs, in log-odds: its likeness, its lead, and the words that are shared.
_BASE, _ALIKE, _LEAD, _MOST_LEAD, _SHARED, _MOST_SHARED = -9.0, 12.0, 3.0, 0.3, 0.1, 40.0
_NOTHING = SectionStatements()


class Given(NamedTuple):
    """Two sentences that were given to each other, and their lead over those left that are next alike."""

    match: Match
    lead: float


def add_single_sentences(pairing: Pairing, moved: Moved, stated: tuple[Statements, Statements]) -> None:
    """Adds the pairs of rules that one sentence makes, unless they rule on different things."""
    known = {(p.old, p.new) for p in (*pairing.by_old.values(), *pairing.further)}
    for given in _given(pairing, moved, known):
        old, new = moved.old[given.match.old].place, moved.new[given.match.new].place
        one, other = pairing.old[old], pairing.new[new]
        shared = min(moved.shared(given.match), _MOST_SHARED)
        odds = _BASE + _ALIKE * given.match.alike + _LEAD * min(given.lead, _MOST_LEAD) + _SHARED * shared
        if (old, new) in known or given.lead < _CLEAR or sigmoid(odds) < _SURE or one.family != "rules":
            continue
        if at_odds(stated[0].get(one.anchor, _NOTHING), stated[1].get(other.anchor, _NOTHING)):
            continue
        if old in pairing.closed_old or new in pairing.closed_new:
            continue
        known.add((old, new))
        if pairing.old_taken(old) or pairing.new_taken(new):
            pairing.further.append(SectionPair(old, new, "text", sigmoid(odds)))
        else:
            pairing.add(old, new, "text", sigmoid(odds))


def _given(pairing: Pairing, moved: Moved, known: set[tuple[int, int]]) -> Iterator[Given]:
    """The sentences of a family given away one by one, the most alike first."""
    drawn: list[tuple[float, Match]] = []
    by_old: dict[int, list[tuple[float, Match]]] = defaultdict(list)
    by_new: dict[int, list[tuple[float, Match]]] = defaultdict(list)
    for match in moved.matches:
        places = moved.old[match.old].place, moved.new[match.new].place
        if pairing.old[places[0]].family == pairing.new[places[1]].family:
            draws = match.alike + OWN * (places in known)
            drawn.append((draws, match))
            by_old[match.old].append((draws, match))
            by_new[match.new].append((draws, match))
    drawn.sort(key=lambda each: (-each[0], each[1].old, each[1].new))
    olds: set[int] = set()
    news: set[int] = set()
    for draws, match in drawn:
        if match.old in olds or match.new in news:
            continue
        old, new = moved.old[match.old].place, moved.new[match.new].place
        next_best = [
            other
            for other, m in (*by_old[match.old], *by_new[match.new])
            if m.old not in olds and m.new not in news
            if moved.new[m.new].place != new or moved.old[m.old].place != old
        ]
        olds.add(match.old)
        news.add(match.new)
        yield Given(match, draws - max(next_best, default=0.0))
