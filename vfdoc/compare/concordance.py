"""The concordance: which sections of two editions correspond, by what evidence, and how sure that is.

In come two rulebooks, the pairs that a human forces, and the glossary of their game; out comes a
Concordance. The order of evidence: forced; equal texts; number and title, title, rare words and
values, neighbours; then what moved into another section, splits and mergers: the rules that remarks
restate, sentences, and, where the rulebooks come with their mechanics, what both sections state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vfdoc.compare.concordance_rows import mark_moved, rows_of
from vfdoc.compare.counterparts import pair_alike, pair_remaining, word_index
from vfdoc.compare.pairing import (
    Pairing,
    SectionPair,
    extend,
    pair_between,
    pair_children,
    pair_equal,
    pair_numbered,
)
from vfdoc.compare.reminders import add_reminders
from vfdoc.compare.sentences import moved_sentences
from vfdoc.compare.single_sentences import add_single_sentences
from vfdoc.compare.splits_and_merges import add_splits_and_merges
from vfdoc.compare.statements import add_statements
from vfdoc.compare.surroundings import SectionSurroundings
from vfdoc.language.stems import Reader, reader
from vfdoc.language.word_list import primary
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import Concordance, Forced
from vfdoc.verdicts.sections import Profile, Sides, profiles
from vfdoc.verdicts.statements import Statements, statements


def concordance(
    old: Rulebook,
    new: Rulebook,
    forced: Sequence[Forced] = (),
    glossary: Glossary | None = None,
    sides: Sides | None = None,
) -> Concordance:
    """Which sections of `old` and `new` correspond, in the order of the new edition.

    `glossary` lets words meet in the terms of the game, those of two languages too; without it a
    translation is paired by its values and by words that look alike. A forced pair that names no
    section is passed over: whoever reads the overrides checks them. `sides` are the profiles of both,
    where they are at hand.
    """
    sides = sides or (profiles(old), profiles(new))
    # The answer must not hang on which edition is called the old one: it is sought from one side always.
    turned = _first(sides[1], new) < _first(sides[0], old)
    one, other = (new, old) if turned else (old, new)
    pairing = Pairing(sides[turned], sides[not turned])
    _force(pairing, [Forced(f.new, f.old) for f in forced] if turned else forced)
    if _language(one) != _language(other) and one.is_undescribed() and other.is_undescribed():
        pair_numbered(pairing)
    stated = statements(one.mechanics), statements(other.mechanics)
    _pair(pairing, _readers(one, other, glossary, pairing), stated)
    rows = rows_of(pairing.turned() if turned else pairing)
    return Concordance(old.edition.id, new.edition.id, rows)


def _first(side: Sequence[Profile], rulebook: Rulebook) -> tuple[object, ...]:
    return len(side), sum(len(p.text) for p in side), rulebook.edition.id, [p.printed for p in side]


def _pair(pairing: Pairing, readers: tuple[Reader, Reader], stated: tuple[Statements, Statements]) -> None:
    pair_equal(pairing)
    pair_between(pairing)
    words, around = word_index(pairing, readers), SectionSurroundings(pairing)
    pair_alike(pairing, words, around)
    extend(pairing)
    pair_children(pairing, lambda p: (p.family, p.title))
    pair_alike(pairing, words, around, across=True)
    add_reminders(pairing, words, around, readers)
    moved = moved_sentences(pairing, readers)
    add_splits_and_merges(pairing, words, around, moved, stated)
    pair_remaining(pairing, words, around)
    add_statements(pairing, stated)
    add_single_sentences(pairing, moved, stated)
    mark_moved(pairing, around)


def partners(found: Concordance) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Of every old section the new ones that correspond, the main one first; and the other way."""
    olds: dict[str, dict[str, None]] = defaultdict(dict)
    news: dict[str, dict[str, None]] = defaultdict(dict)
    # A row with one section on a side has all that corresponds to it, the main one first.
    for row in sorted(found.rows, key=lambda row: len(row.old) > 1):
        for old in row.old:
            olds[old].update(dict.fromkeys(row.new))
    for row in sorted(found.rows, key=lambda row: len(row.new) > 1):
        for new in row.new:
            news[new].update(dict.fromkeys(row.old))
    return (
        {anchor: tuple(there) for anchor, there in olds.items() if there},
        {anchor: tuple(there) for anchor, there in news.items() if there},
    )


def _force(pairing: Pairing, forced: Sequence[Forced]) -> None:
    olds, news = ({p.anchor: p.place for p in side} for side in (pairing.old, pairing.new))
    for pair in forced:
        old = [olds[anchor] for anchor in pair.old if anchor in olds]
        new = [news[anchor] for anchor in pair.new if anchor in news]
        pairing.closed_old.update(old)
        pairing.closed_new.update(new)
        for place in old:
            for other in new:
                both = SectionPair(place, other, "forced", 1.0)
                if place in pairing.by_old or other in pairing.by_new:
                    pairing.further.append(both)
                else:
                    pairing.by_old[place] = pairing.by_new[other] = both


def _readers(
    old: Rulebook, new: Rulebook, glossary: Glossary | None, pairing: Pairing
) -> tuple[Reader, Reader]:
    """How the words of each side are read.

    Of two languages only what both sides say counts: terms, values, and words that look alike.
    """
    one, other = (reader(each.forms, glossary, each.edition.language) for each in (old, new))
    if _language(old) == _language(new):
        return one, other
    said = [
        {stem for p in side for stem in read(f"{p.title} {p.text}")}
        for side, read in ((pairing.old, one), (pairing.new, other))
    ]
    common = said[0] & said[1]
    return (lambda text: [s for s in one(text) if s in common]), (
        lambda text: [s for s in other(text) if s in common]
    )


def _language(rulebook: Rulebook) -> str:
    return primary(rulebook.edition.language)
