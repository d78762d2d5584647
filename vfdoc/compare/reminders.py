"""Remarks that remind of a rule: a question, a note or an easily missed rule that restates what it cites.

In comes a Pairing whose alike sections are paired; it goes out with every remark that has no
counterpart among the remarks paired with the rule of the other edition that it speaks of. That it cites
the rule is the first evidence, that it says the same in a sentence the second.
"""

from __future__ import annotations

from vfdoc.compare.counterparts import WordIndex, sigmoid
from vfdoc.compare.pairing import Pairing, SectionPair
from vfdoc.compare.sentences import compared_sentences
from vfdoc.compare.surroundings import SectionSurroundings
from vfdoc.language.likeness import likeness
from vfdoc.language.stems import Reader
from vfdoc.verdicts.sections import Profile

_LEAST = 0.6  # of the likeness of their nearest sentences, and of their titles
_TITLE = 0.3
_EVEN, _STEEP = 0.55, 12.0  # the likeness that is as much for as against it, and how fast it becomes sure


def add_reminders(
    pairing: Pairing, words: WordIndex, around: SectionSurroundings, readers: tuple[Reader, Reader]
) -> None:
    """Pairs the remarks still open with the counterpart of a rule that they cite and restate."""
    around.renew()
    closed = pairing.closed_old, pairing.closed_new
    for at, other in enumerate((pairing.new, pairing.old)):
        for remark in tuple(pairing.open_new() if at else pairing.open_old()):
            led = around.led(at, remark) - closed[1 - at] if remark.family == "remarks" else ()
            rules = [other[place] for place in led if other[place].family == "rules"]
            told = [(_alike(words, (remark, p), (readers[at], readers[1 - at])), -p.place) for p in rules]
            alike, place = max(told, default=(0.0, 0))
            if alike >= _LEAST:
                old, new = (-place, remark.place) if at else (remark.place, -place)
                pairing.further.append(SectionPair(old, new, "text", sigmoid(_STEEP * (alike - _EVEN))))
                closed[at].add(remark.place)  # what it restates is known: no other remark is sought


def _alike(words: WordIndex, pair: tuple[Profile, Profile], readers: tuple[Reader, Reader]) -> float:
    """How alike the two sentences are that are most alike, and the titles."""
    one, other = (
        [words.weights.vector(read(sentence)) for sentence in compared_sentences(profile)]
        for profile, read in zip(pair, readers, strict=True)
    )
    titles = [words.weights.vector(read(p.title)) for p, read in zip(pair, readers, strict=True)]
    best = max((likeness(a, b) for a in one for b in other), default=0.0)
    return best + _TITLE * likeness(titles[0], titles[1])
