"""What differs between two editions, in a reader's words: a value or a modifier as topic, old and new.

In: the changes of a comparison and both rulebooks. Out: lines of words. A modifier is worded as on the
site's tables; where both sides count it in the same case, the case is the topic, else each side says its
own.
"""

from __future__ import annotations

from typing import NamedTuple

from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import ModifierChange, NumberChange
from vfdoc.model.mechanics import Modifier
from vfdoc.model.wording import Wording
from vfdoc.output.conditions import Speech, amount_words, condition_words, name_of, scope_words, speech
from vfdoc.output.labels import labels


class Told(NamedTuple):
    """A change in words; None where a side does not have it."""

    topic: str
    old: str | None
    new: str | None


def speeches(old: Rulebook, new: Rulebook) -> Speech:
    """The words for the conditions of both sides, those of the newer one first; in English, as the pages of
    a comparison are."""
    one, other = (side.wording or Wording() for side in (old, new))
    terms = (old.glossary or Glossary()).overlaid(new.glossary or Glossary())
    return speech(one.overlaid(other), terms, labels("en"))


def number_words(change: NumberChange, of: Speech) -> Told:
    """A value that differs."""
    old, new = change.rows
    if old is None and new is None:
        topic = change.topic
        if topic in (change.old, change.new):  # a convention: its value is that it is stated at all
            topic = of.called("conventions", topic.replace(" ", "-")).rstrip(".")
        return Told(topic, _value(change.old, change.topic), _value(change.new, change.topic))
    return _modifiers(old, new, of, change)


def modifier_words(change: ModifierChange, of: Speech) -> Told:
    """A modifier that differs."""
    return _modifiers(change.old, change.new, of)


def point_words(point: NumberChange | ModifierChange | str, of: Speech) -> str:
    """A point of a lesson, in one line."""
    if isinstance(point, str):
        return point
    told = number_words(point, of) if isinstance(point, NumberChange) else modifier_words(point, of)
    if told.old is not None and told.new is not None:
        return f"{told.topic}: {told.old} → {told.new}"
    value, what = (told.new, "new") if told.new is not None else (told.old, "gone")
    return f"{what}: {told.topic}" if value in (told.topic, "stated") else f"{what}: {told.topic}: {value}"


def _value(value: str | None, topic: str) -> str | None:
    """A value as it is shown; a convention's is that it is stated at all."""
    return "stated" if value == topic else value


def _modifiers(
    old: Modifier | None, new: Modifier | None, of: Speech, change: NumberChange | None = None
) -> Told:
    row = new or old
    if row is None:
        return Told("", None, None)
    name = name_of(row.of, of) if row.of else "something unnamed"
    sides = [None if side is None else _case(side, of) for side in (old, new)]
    if change is not None and old is None:
        sides[0] = change.old  # what stood in its place, in the words of the text
    if change is not None and new is None:
        sides[1] = change.new
    cases = {_when(side, of) for side in (old, new) if side is not None}
    if len(cases) == 1:
        (case,) = cases
        amounts = [None if s is None else amount_words(s, of) for s in (old, new)]
        kept = [amount if amount is not None else side for amount, side in zip(amounts, sides, strict=True)]
        return Told(f"{name}, {case}" if case else name, *kept)
    return Told(name, *sides)


def _when(row: Modifier, of: Speech) -> str:
    return ", ".join(filter(None, (scope_words(row, of), condition_words(row.when, of))))


def _case(row: Modifier, of: Speech) -> str:
    """What a row does and when: "+1 if it won a melee"."""
    scope, when = scope_words(row, of), condition_words(row.when, of)
    return " ".join(filter(None, (amount_words(row, of), scope, f"if {when}" if when else "")))
