"""Numbers of two texts in different languages that no term of a game brings together.

In: the numbers of prose of both, those that have met, and which sections correspond. Out: pairs by place.
Words of two languages say nothing of one another, and so a number that stands in both of two corresponding
sections is one that stayed; where as many others are left on either side, each took the place of that which
stands where it stands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from vfdoc.language.word_list import has_words, primary
from vfdoc.model import Rulebook
from vfdoc.model.mechanics import BUT, NONE, NTH, Quantity

_FIGURES = re.compile(r"\d+(?:[.,]\d+)?|[½¼¾]")
_UPWARDS, _DOWNWARDS = frozenset({">", ">="}), frozenset({"<", "<="})


def two_languages(old: Rulebook, new: Rulebook) -> bool:
    """Whether two texts are in different languages."""
    return primary(old.edition.language) != primary(new.edition.language)


def is_unread(old: Rulebook, new: Rulebook) -> bool:
    """Whether two texts are in different languages, of one of which nobody here knows the words: there
    "minstens 3" is 3, and a number in words is none."""
    return two_languages(old, new) and not all(has_words(book.edition.language) for book in (old, new))


def pairs_by_place(
    old: Sequence[Quantity],
    new: Sequence[Quantity],
    met: Sequence[tuple[int, int]],
    partners: Mapping[str, Collection[str]],
    printed: tuple[Callable[[str], Collection[str]], Callable[[str], Collection[str]]],
) -> list[tuple[int, int]]:
    """The pairs of places that have met, and those of numbers of which no term of a game says anything, by
    where they stand in sections that correspond; `printed` are the figures of a section of either side."""
    found = list(met)
    open_old, open_new = _open(old, {i for i, _ in met}), _open(new, {j for _, j in met})
    for section, ours in open_old.items():
        there = partners.get(section, ())
        theirs = [j for other in there for j in open_new.get(other, ())]
        for i in tuple(ours):
            alike = (j for j in theirs if (new[j].number, new[j].unit) == (old[i].number, old[i].unit))
            if (j := next(alike, None)) is not None:
                found.append((i, j))
                ours.remove(i)
                theirs.remove(j)
        beside = {each for other in there for each in printed[1](other)}
        ours = [i for i in ours if not figures(old[i].value) <= beside]  # read there as of something else
        theirs = [j for j in theirs if not figures(new[j].value) <= {*printed[0](section)}]
        if [old[i].unit for i in ours] == [new[j].unit for j in theirs]:
            found += zip(ours, theirs, strict=True)
    return sorted(found, key=lambda pair: pair[1])


def _open(quantities: Sequence[Quantity], met: Collection[int]) -> dict[str, list[int]]:
    """The numbers that have met none and stand with no term of the game, by section, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(quantities):
        if place not in met and not each.concepts and each.unit not in (NONE, BUT, NTH):
            found[each.section].append(place)
    return found


def turned(old: Quantity, new: Quantity) -> bool:
    """Whether one bounds from below what the other bounds from above: "at least 95", "at most 95"."""
    return (old.op in _UPWARDS and new.op in _DOWNWARDS) or (old.op in _DOWNWARDS and new.op in _UPWARDS)


def figures(text: str) -> frozenset[str]:
    """The numbers that a text prints in figures."""
    return frozenset(_FIGURES.findall(text))
