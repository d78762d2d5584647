"""What an edition did to one rule, each value of it told once: as a value, or in its sentence.

Values and sentences that differ come in, those that are to be told go out. A sentence in which nothing but
values differ says no more than these. Where more of a sentence differs it is told whole, and a value that
is known by words of that sentence alone says no more than it does. A value that has a name or a reading of
its own stands beside its sentence; and where it cannot be told which sentence a value is of, both stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from vfdoc.formats.comparison.words import excerpt
from vfdoc.formats.documents import plain
from vfdoc.model.comparison import NumberChange, RowChange, SentenceChange

_HEADINGS = ("heading", "lead-in", "footnote")
"""Places of a row's condition that lie outside of the sentence that states it."""
_SIGNS = "+-−–"
_Value: TypeAlias = NumberChange | RowChange
_Sides: TypeAlias = tuple[str | None, str | None]


def told_once(
    values: Sequence[_Value], sentences: Iterable[SentenceChange]
) -> tuple[tuple[_Value, ...], tuple[SentenceChange, ...]]:
    """The values and the changed sentences of a rule without what the others of them say already."""
    changed = [sentence for sentence in sentences if sentence.verdict == "changed"]
    of_values = Counter(_unsigned(value.old, value.new) for value in values)
    exchanged = Counter(_unsigned(*exchange) for sentence in changed for exchange in sentence.exchanges)
    # More sentences than values have the same exchange: it is not known which of them the values tell.
    known = {sides for sides, count in exchanged.items() if None not in sides and count <= of_values[sides]}
    told = [s for s in changed if not s.exchanges or any(_unsigned(*x) not in known for x in s.exchanges)]
    left = (value for value in values if not any(_quotes(value, sentence) for sentence in told))
    return tuple(left), tuple(told)


def _unsigned(old: str | None, new: str | None) -> _Sides:
    """Two sides as a sentence has them: it may add or take away in words."""
    one, other = (plain(side).lstrip(_SIGNS) or None if side else None for side in (old, new))
    return one, other


def _quotes(value: _Value, sentence: SentenceChange) -> bool:
    """Whether a sentence says all that is told of a value, which has no name or reading of its own."""
    words = _own_words(value)
    sides = [(value.old, sentence.old), (value.new, sentence.new)]
    stands = all(said is None or _stands(said.lstrip(_SIGNS), text) for said, text in sides)
    shown = sentence.new if value.new is not None else sentence.old
    return bool(words) and stands and all(_stands(each, shown) for each in words)


def _own_words(value: _Value) -> tuple[str, ...]:
    """The words of its sentence that a value is known by, none where it is known by anything else."""
    if isinstance(value, RowChange) or value.of:
        return ()
    row = value.rows[1] or value.rows[0]
    if row is None:
        return (value.topic.rpartition(": ")[2],)
    if row.doubt is None:  # understood: its condition is worded by us
        return ()
    return tuple(span.words for span in row.spans if span.place not in _HEADINGS)


def _stands(words: str, text: str | None) -> bool:
    return text is not None and _level(words) in _level(excerpt(text))


def _level(text: str) -> str:
    return " ".join(plain(text).casefold().split())
