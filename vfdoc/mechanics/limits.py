"""What several changes come to at most, or at least, in all: "the total adjustment may not be more than 3 in
either direction", "no boarding is ever shifted by more than two columns".

In: a sentence. Out: the least and the most that it states, or None. One change's own limit ("+1 for each …,
at most +3") is no such thing, and stands in its row.
"""

from __future__ import annotations

from typing import NamedTuple

from vfdoc.mechanics.lexicon import Lexicon, words_of

_NEAR = 4  # tokens between a comparison and its number
_CLOSE = 3  # tokens between a verb of lowering and the comparison
_MOST = 100
_LONGEST = 400  # characters of a sentence that is looked at
_COMPARING = frozenset(("limit", "more", "fewer", "exceeds", "below", "floor", "at_least", "at_most"))
_DOWN = frozenset(("fewer", "below", "floor", "at_most"))
_LOWERING = frozenset(("subtract", "lowered", "take_away", "loses"))


class LimitInAll(NamedTuple):
    """What changes come to in all; `shifts` says that they are shifts of a column."""

    least: float | None
    most: float | None
    shifts: bool
    start: int


def limit_in_all(text: str, words: Lexicon) -> LimitInAll | None:
    """The limit that a sentence states of changes together."""
    single = words.says("per", text) or words.says("each", text)
    if len(text) > _LONGEST or single or not words.says("summed", text):
        return None
    said = words_of(text, words.language)
    denied = any({"not", "forbids"} & set(word.kinds) for word in said)
    both = words.says("both_ways", text)
    least: float | None = None
    most: float | None = None
    start = -1
    before = 0
    for n, word in enumerate(said):
        amount = word.token.value
        if word.token.kind not in ("NUMBER", "SIGNED") or amount is None or not 0 < abs(amount) <= _MOST:
            continue
        if not word.token.text.lstrip("+-−–").strip().isalnum():  # a distance
            continue
        near = [k for k in range(max(before, n - _NEAR), n) if _COMPARING & set(said[k].kinds)]
        if not near:
            continue
        comparing = set(said[near[-1]].kinds)
        if "limit" not in comparing and not denied:
            continue
        lowers = any(_LOWERING & set(said[k].kinds) for k in range(max(before, near[-1] - _CLOSE), near[-1]))
        down = amount < 0 or lowers or bool(_DOWN & comparing)
        size = abs(amount)
        if both:
            least, most = -size, size
        elif down:
            least = amount if amount < 0 or _DOWN & comparing else -size
        else:
            most = size
        start = word.token.start if start < 0 else start
        before = n + 1
    if start < 0 or (least or 0) > 0:  # "the Chance is never less than 3": of the value
        return None
    shifts = words.says("shift", text) or words.says("heads", text)
    return LimitInAll(least, most, shifts, start)
