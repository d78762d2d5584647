"""The words of a condition that no fact holds: a fact of their own, or a doubt.

A clause that begins with "if", "unless" or "except" and of which nothing is known becomes a fact
named from its words. Of a clause that is known in part, the other words are handed back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model.mechanics import Condition, Flag, Not
from vfdoc.reading.mechanics.conditions import Whose, read_condition
from vfdoc.reading.mechanics.effects import Effect
from vfdoc.reading.mechanics.segments import DISTANCE
from vfdoc.reading.mechanics.tokens import Item
from vfdoc.reading.mechanics.vocabulary import WORD, Vocabulary

_OPEN = ("IF", "UNLESS", "EXCEPT")
_ENDS = (*_OPEN, "WITH", "COMMA", "STOP", "CHANGE", "ASIDE")
_NAMED_FROM = 6  # words
_START = attrgetter("start")


class Silence(NamedTuple):
    """What a condition's tree does not hold: facts named from the words, and words left over."""

    facts: tuple[Condition, ...]
    words: tuple[str, ...]


def unread(
    effect: Effect,
    items: list[Item],
    text: str,
    whose: Whose,
    vocabulary: Vocabulary,
    *,
    cell: bool = False,
) -> Silence:
    """What of the clauses of a change's condition is not read; `items` are all those of `text`.

    In a cell the words before the change say when, without an "if" ("Uphill +1").
    """
    facts: list[Condition] = []
    words: list[str] = []
    if cell and effect.first and effect.before == [i for i in items if i.end <= effect.start]:
        words += [" ".join(content(text[: effect.start], 0, items, vocabulary))]
    unknown: set[str] = set()
    for region in (effect.before, effect.behind):
        unknown |= set(read_condition(region, whose, vocabulary).unknown) - vocabulary.speakers.keys()
        if DISTANCE in unknown:
            words += [text[i.start : i.end] for i in region if i.kind == "QUANTITY" and i.value.unit == "in"]
    for opener in (item for item in (*effect.before, *effect.behind) if item.kind in (*_OPEN, "WITH")):
        inside, end = _clause(opener, items, text)
        read = [i for i in inside if i.value not in unknown or i.kind != "CONCEPT"]
        silent = list(content(text[opener.end : end], opener.end, read, vocabulary))
        priced = opener.kind == "WITH" and any(i.value in vocabulary.resources for i in inside)
        if not silent or priced:
            continue
        known = any(i.kind in ("CONCEPT", "QUANTITY") and i.value not in unknown for i in inside)
        if known or opener.kind == "WITH" or _deeper(opener, effect, items):
            words.append(" ".join(silent))
            continue
        fact = named_from(text[opener.end : end], vocabulary)
        facts += [fact if opener.kind == "IF" else Not(fact)] if fact is not None else []
    return Silence(tuple(dict.fromkeys(facts)), tuple(dict.fromkeys(filter(None, words))))


def named_from(text: str, vocabulary: Vocabulary) -> Condition | None:
    """A fact named from the first words of a text that say something; None where none do."""
    named = islice(content(text, 0, (), vocabulary), _NAMED_FROM)
    words = [phrase_form(word, vocabulary.language) for word in named]
    return Flag("said." + "-".join(words)) if words else None


def _deeper(opener: Item, effect: Effect, items: list[Item]) -> bool:
    """Whether a clause stands in a bracket that its change does not stand in: then it is a remark."""
    first, last = sorted((opener.start, effect.start))
    between = items[bisect_left(items, first, key=_START) : bisect_left(items, last, key=_START)]
    opened = sum((item.kind == "OPEN") - (item.kind == "CLOSE") for item in between)
    return opened > 0 if effect.start == first else opened < 0


def _clause(opener: Item, items: list[Item], text: str) -> tuple[list[Item], int]:
    """The items of the clause that an "if" opens, and where it ends in the text."""
    inside: list[Item] = []
    depth = 0
    for n in range(bisect_left(items, opener.end, key=_START), len(items)):
        item = items[n]
        depth += (item.kind == "OPEN") - (item.kind == "CLOSE")
        if item.kind == "COMMA" and items[n + 1 : n + 2] and items[n + 1].kind in ("AND", "OR"):
            continue
        if depth < 0 or (item.kind in _ENDS and depth == 0):
            return inside, item.start
        inside.append(item)
    return inside, len(text)


def content(text: str, start: int, read: Sequence[Item], vocabulary: Vocabulary) -> Iterator[str]:
    """The words of a text that say something and belong to no item of `read`; `start` is its offset."""
    spans = sorted((item.start, item.end) for item in read if item.start < item.end)
    firsts = [first for first, _ in spans]
    for found in WORD.finditer(text):
        at, word = start + found.start(), found.group()
        before = bisect_right(firsts, at)  # items do not overlap
        inside = before > 0 and at < spans[before - 1][1]
        if not inside and len(word) > 1 and phrase_form(word, vocabulary.language) not in vocabulary.empty:
            yield word
