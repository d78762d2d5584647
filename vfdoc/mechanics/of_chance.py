"""Whether a text rolls anything at all: only then can something in it change a roll.

In: the passages of a text. Out: yes or no. A standard "adds 1 to the identifier" and a law "forbids its
repetition" in the words of a rule of play; a text is taken for one of play only where it speaks of dice, or
states an amount beside a roll or a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.passages import ClausePassage

_AMOUNTS = {"SIGNED", "TARGET"}
_OF_A_ROLL = {"tested", "roll"}
_CHANGED = {"add", "subtract"}
_BEHIND = 3  # words from "add" to its number


def is_of_chance(passages: Iterable[ClausePassage], words: Lexicon) -> bool:
    """Whether one of a text's passages names dice, or changes a roll or a test by a number. Always so in a
    language without a word list: nothing tells there."""
    return not words.known or any(_rolls(words_of(passage.text, words.language)) for passage in passages)


def _rolls(said: Sequence[ReadWord]) -> bool:
    kinds = {kind for word in said for kind in word.kinds}
    tokens = {word.token.kind for word in said}
    if "dice" in kinds or "DICE" in tokens:
        return True
    return not _OF_A_ROLL.isdisjoint(kinds) and (not _AMOUNTS.isdisjoint(tokens) or _adds(said))


def _adds(said: Sequence[ReadWord]) -> bool:
    """Whether words add a number to something or take it away: "add 1", "a bonus of 2"."""
    return any(
        behind.token.kind == "NUMBER"
        for at, word in enumerate(said)
        if not _CHANGED.isdisjoint(word.kinds)
        for behind in said[at + 1 : at + 1 + _BEHIND]
    )
