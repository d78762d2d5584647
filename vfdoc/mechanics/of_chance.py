"""Whether a text rolls anything at all: only then can something in it change a roll.

In: a rulebook. Out: yes or no. A standard "adds 1 to the identifier" and a law "forbids its
repetition" in the words of a rule of play; a text is taken for one of play only where it speaks of dice, or
states an amount beside a roll or a test. Where not a word of a section can say so, its passages are not read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.section_passages import section_passages
from vfdoc.model.document import Rulebook, Section, text_of

_AMOUNTS = {"SIGNED", "TARGET"}
_OF_A_ROLL = {"tested", "roll"}
_CHANGED = {"add", "subtract"}
# What a section cannot be without that rolls dice, or changes anything by a signed number.
_LETTERS = re.compile(r"[^\W\d_]+")
_MAY_BE_DICE = re.compile(r"[dw](?:\d|%)")
_MAY_BE_AMOUNT = re.compile(r"[+\N{MINUS SIGN}\N{EN DASH}-][ ]?\d|\d\+")
_CUT = re.compile(r"(?<=[a-zà-ÿ])-\s+")  # a word that a line's end cuts is joined again
_BEHIND = 3  # words from "add" to its number
_UNIT = 4  # from there to what it counts


def is_of_chance(rulebook: Rulebook, words: Lexicon) -> bool:
    """Whether one of a text's passages names dice, or changes a roll or a test by a number. Always so in a
    language without a word list: nothing tells there."""
    if not words.known:
        return True
    dice = _first_words(words, ("dice",))
    rolled, changed = _first_words(words, _OF_A_ROLL), _first_words(words, _CHANGED)

    def may_roll(section: Section, line: str) -> bool:
        text = f"{section.title}\n{line}\n{text_of(section.blocks)}".casefold()
        if _MAY_BE_DICE.search(text):
            return True
        said = {*_LETTERS.findall(text), *_LETTERS.findall(_CUT.sub("", text))}
        if not dice.isdisjoint(said):
            return True
        amount = _MAY_BE_AMOUNT.search(text) is not None or not changed.isdisjoint(said)
        return amount and not rolled.isdisjoint(said)

    return any(
        _rolls(words_of(passage.text, words.language))
        for read in section_passages(rulebook, words, may_roll)
        for passage in read.passages
    )


def _first_words(words: Lexicon, kinds: Collection[str]) -> frozenset[str]:
    """The letters with which phrases of some kinds begin."""
    found = (_LETTERS.search(phrase) for kind in kinds for phrase in words.kinds.get(kind, ()))
    return frozenset(first.group() for first in found if first)


def speaks_of_chance(text: str, words: Lexicon) -> bool:
    """Whether words name dice, a roll, or a chance in a hundred."""
    said = words_of(text, words.language)
    return any(
        word.token.kind == "DICE"
        or {"dice", "tested"} & set(word.kinds)
        or (word.token.kind in ("NUMBER", "SIGNED") and word.token.text.endswith("%"))
        or ("sum" in word.kinds and word.token.text.islower())
        for word in said
    )


def _rolls(said: Sequence[ReadWord]) -> bool:
    kinds = {kind for word in said for kind in word.kinds}
    tokens = {word.token.kind for word in said}
    before = ["", *(word.token.text for word in said)]  # not "%d14-127", by which a standard means characters
    dice = any(word.token.kind == "DICE" and at != "%" for at, word in zip(before, said, strict=False))
    if "dice" in kinds:
        return True
    if dice:  # "d4" by itself may be a square of a board, and "D2" a diagram
        counted = any(word.token.kind == "DICE" and word.token.text[0].isdigit() for word in said)
        return counted or "TARGET" in tokens or not _OF_A_ROLL.isdisjoint(kinds)
    return not _OF_A_ROLL.isdisjoint(kinds) and (not _AMOUNTS.isdisjoint(tokens) or _adds(said))


def _adds(said: Sequence[ReadWord]) -> bool:
    """Whether words add a number to something or take it away ("add 1", "a bonus of 2"), and no time or
    things ("add two (2) seconds")."""
    return any(
        said[n].token.kind == "NUMBER"
        and not any("unrolled" in behind.kinds for behind in said[n + 1 : n + 1 + _UNIT])
        for at, word in enumerate(said)
        if not _CHANGED.isdisjoint(word.kinds)
        for n in range(at + 1, min(at + 1 + _BEHIND, len(said)))
    )
