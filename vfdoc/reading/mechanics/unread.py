"""The words of a change that were not understood: what its row cannot be executed without.

Every content word of a change's sentence, label, column, lead-in, heading and footnote is part of the
change (its verb, amount, value), part of a condition that was read, or a word of the language that says
nothing of when; whatever is left was not read, and is handed back in the text's own words. A clause
that begins with "if", "unless" or "except" and of which nothing is known becomes besides a fact named
from its words, so that the same condition in other words is never seen to be the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice
from operator import attrgetter
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model.mechanics import Condition, Flag, Not
from vfdoc.reading.mechanics.effects import Effect
from vfdoc.reading.mechanics.tokens import ClauseToken, read_clause
from vfdoc.reading.mechanics.vocabulary import WORD, Vocabulary

_OPEN = ("IF", "UNLESS", "EXCEPT")
_ENDS = (*_OPEN, "WITH", "COMMA", "STOP", "CHANGE", "ASIDE")
_TURNING = ("NO", "UNLESS", "EXCEPT")  # items that turn what stands behind them into its contrary
_FAR = 40  # items of a clause
_NAMED_FROM = 6  # words
_SAYING = ("CONCEPT", "QUANTITY")  # items that say when, or how far
_START = attrgetter("start")
_PARTED = re.compile(r"[,;:.!?()\[\]\n\t]")


class Silence(NamedTuple):
    """What a condition's tree does not hold: facts named from the words of whole clauses, those words, and
    the other words that were not read."""

    facts: tuple[Condition, ...] = ()
    named: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def unread(
    effect: Effect,
    items: Sequence[ClauseToken],
    idle: Collection[ClauseToken],
    text: str,
    vocabulary: Vocabulary,
) -> Silence:
    """What of a change's sentence is not read; `items` are all those of `text`, `idle` those of them that
    no change and no condition holds."""
    facts: list[Condition] = []
    named: list[str] = []
    spans: list[tuple[int, int]] = []
    idle = [item for item in idle if not _is_article(item, text)]
    read = [item for item in items if item not in idle]
    for opener in (item for item in (*effect.before, *effect.behind) if item.kind in _OPEN):
        inside, end = _clause(opener, items, text)
        known = any(item.kind in _SAYING and item not in idle for item in inside)
        silent = any(True for _ in content(text[opener.end : end], opener.end, read, vocabulary))
        if known or not silent or _deeper(opener, effect, items):
            continue
        fact = named_from(text[opener.end : end], vocabulary)
        if fact is not None:
            refused = _refused(opener, items, text)
            holds = opener.kind == "IF" and refused is None
            facts.append(fact if holds else Not(fact))
            start = opener.end if holds else (refused or opener).start
            named.append(" ".join(text[start:end].split()).strip(" .,;:"))
            spans.append((opener.end, end))
    left = phrases(text, read, vocabulary, spans, idle)
    return Silence(tuple(dict.fromkeys(facts)), tuple(dict.fromkeys(named)), left)


def _refused(opener: ClauseToken, items: Sequence[ClauseToken], text: str) -> ClauseToken | None:
    """The word right before an "if" that turns its clause into the contrary: "but not if"."""
    at = bisect_left(items, opener.start, key=_START) - 1
    before = items[at] if at >= 0 else None
    near = before is not None and not text[before.end : opener.start].strip()
    return before if near and before is not None and before.kind in _TURNING else None


def _is_article(item: ClauseToken, text: str) -> bool:
    """Whether a number is a word for one, which hardly ever counts ("un carré", "one of its supporters")."""
    return item.kind == "QUANTITY" and item.value[:2] == ("=", 1) and text[item.start : item.end].isalpha()


def named_from(text: str, vocabulary: Vocabulary) -> Condition | None:
    """A fact named from the first words of a text that say something; None where none do."""
    named = islice(content(text, 0, (), vocabulary), _NAMED_FROM)
    words = [phrase_form(word, vocabulary.language) for word in named]
    return Flag("said." + "-".join(words)) if words else None


def _deeper(opener: ClauseToken, effect: Effect, items: Sequence[ClauseToken]) -> bool:
    """Whether a clause stands in a bracket that its change does not stand in: then it is a remark."""
    first, last = sorted((opener.start, effect.start))
    between = items[bisect_left(items, first, key=_START) : bisect_left(items, last, key=_START)]
    opened = sum((item.kind == "OPEN") - (item.kind == "CLOSE") for item in between)
    return opened > 0 if effect.start == first else opened < 0


def _clause(opener: ClauseToken, items: Sequence[ClauseToken], text: str) -> tuple[list[ClauseToken], int]:
    """The items of the clause that an "if" opens, and where it ends in the text."""
    inside: list[ClauseToken] = []
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


def phrases(
    text: str,
    read: Sequence[ClauseToken],
    vocabulary: Vocabulary,
    but: Sequence[tuple[int, int]] = (),
    idle: Sequence[ClauseToken] = (),
) -> tuple[str, ...]:
    """The words of a text that say something and belong to no item of `read`, and the items `idle`, as the
    text has them: those that stand together as one, with the word that turns them into their contrary
    ("not", "unless"). What stands in one of the spans `but` is left out."""
    said = list(remarks(text, vocabulary))
    titles = (item for item in read_clause(text, vocabulary) if item.value in vocabulary.titles)
    read = [*read, *said, *titles]
    found: list[tuple[int, int]] = []
    ordered = sorted(read, key=_START)
    starts = [item.start for item in ordered]
    silent = {
        (item.start, item.end) for item in idle if not any(one.start <= item.start < one.end for one in said)
    }
    for start, end in sorted({*_unread_spans(text, 0, [*read, *idle], vocabulary), *silent}):
        if any(first <= start < last for first, last in but):
            continue
        before = found[-1] if found else None
        if before is not None:
            between = text[before[1] : start]
            first, last = bisect_left(starts, before[1]), bisect_left(starts, start)
            apart = any(item.kind != "NO" for item in ordered[first:last])
            if not apart and not _PARTED.search(between):
                found[-1] = (before[0], end)
                continue
        found.append((_turned(start, ordered, starts), end))
    return tuple(dict.fromkeys(" ".join(text[start:end].split()) for start, end in found))


def turning(text: str, read: Sequence[ClauseToken]) -> Iterator[str]:
    """The words of a text that turn others into their contrary."""
    return (text[item.start : item.end] for item in read if item.kind in _TURNING)


def _turned(start: int, ordered: Sequence[ClauseToken], starts: Sequence[int]) -> int:
    """Where words that begin at `start` begin with what turns them into their contrary: "not" right before
    them, "unless" at the head of their clause."""
    near = True
    at = bisect_left(starts, start)
    for item in reversed(ordered[max(at - _FAR, 0) : at]):
        if item.kind in ("UNLESS", "EXCEPT") or (near and item.kind == "NO"):
            start = item.start
        elif item.kind in _ENDS:
            break
        near = near and item.kind == "NO"
    return start


def remarks(text: str, vocabulary: Vocabulary) -> Iterator[ClauseToken]:
    """What a text says beside its changes that is no condition of them, as the glossary states."""
    for found in vocabulary.remark.finditer(text):
        yield ClauseToken("NOISE", "remark", found.start(), found.end())


def content(text: str, start: int, read: Sequence[ClauseToken], vocabulary: Vocabulary) -> Iterator[str]:
    """The words of a text that say something and belong to no item of `read`; `start` is its offset."""
    for first, last in _unread_spans(text, start, read, vocabulary):
        yield text[first - start : last - start]


def _unread_spans(
    text: str, start: int, read: Sequence[ClauseToken], vocabulary: Vocabulary
) -> Iterator[tuple[int, int]]:
    spans = sorted((item.start, item.end) for item in read if item.start < item.end)
    firsts = [first for first, _ in spans]
    lasts = list(accumulate((last for _, last in spans), max))
    for found in WORD.finditer(text):
        at, word = start + found.start(), found.group()
        before = bisect_right(firsts, at)
        inside = before > 0 and at < lasts[before - 1]
        if not inside and len(word) > 1 and phrase_form(word, vocabulary.language) not in vocabulary.empty:
            yield at, at + len(word)
