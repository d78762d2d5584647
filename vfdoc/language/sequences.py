"""Two sequences laid side by side: which of their parts are the same; and how alike two texts are.

rapidfuzz is loaded where it is first asked: most commands never lay two texts side by side.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

_LONGEST = 20_000  # letters: the time grows with the square


class Stretch(NamedTuple):
    """Parts of two sequences that stand against each other, from `old` to `old_end` and from `new` to
    `new_end`: the same, or what one has instead of the other."""

    same: bool
    old: int
    old_end: int
    new: int
    new_end: int


def stretches(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Stretch]:
    """The sequences as stretches that are the same (as much as can be) and that differ, in turn."""
    from rapidfuzz.distance import Indel

    found: list[Stretch] = []
    for step in Indel.opcodes(old, new):
        stretch = Stretch(step.tag == "equal", step.src_start, step.src_end, step.dest_start, step.dest_end)
        if not stretch.same and found and not found[-1].same:
            before = found.pop()
            stretch = before._replace(old_end=stretch.old_end, new_end=stretch.new_end)
        found.append(stretch)
    return found


def ratio(old: str, new: str) -> float:
    """How much of two texts is the same, letter for letter and in order, 0 to 1; of long ones, how much
    of their beginnings."""
    from rapidfuzz import fuzz

    return fuzz.ratio(old[:_LONGEST], new[:_LONGEST]) / 100


def similarity(old: Sequence[Hashable], new: Sequence[Hashable], cutoff: float = 0) -> float:
    """2·LCS/(n + m) of two sequences, 0 to 1 (LCS: the longest common subsequence); 0 below `cutoff`."""
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(old, new, score_cutoff=cutoff)


def is_slip(one: str, other: str) -> bool:
    """Whether one sign was mistyped, left out or put in, or two exchanged: "84" for "4", "12" for "21"."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=1) <= 1


class Near(NamedTuple):
    """A stretch of a text that is nearly some words, and how much of them is edited, 0 to 1."""

    start: int
    end: int
    edited: float


def nearest(words: str, text: str, most: float) -> Near | None:
    """The stretch of a text that is nearest to these words, of which at most that share may be edited
    (letters put in, taken out or exchanged, by the letters of the words); None where none is so near."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import Levenshtein

    found = fuzz.partial_ratio_alignment(words, text, score_cutoff=100 * (1 - 2 * most))
    if found is None:
        return None
    start, end = found.dest_start, found.dest_end
    edited = Levenshtein.distance(words, text[start:end]) / max(len(words), 1)
    return Near(start, end, edited) if edited <= most else None
