"""What a change is of: the test or value of the game that its surroundings name.

It is sought along a chain: the change's own clause, its row's label, its column's heading, the
sentences before it, the headings above it. What the chain does not say is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from vfdoc.reading.mechanics.effects import Effect
from vfdoc.reading.mechanics.passages import MechanicsPassage, heading, plain
from vfdoc.reading.mechanics.tokens import ClauseToken
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_TARGET = re.compile(r"\d\s?\+|[*#@†‡]+")


class Surroundings(NamedTuple):
    """What is asked of an edition where a section stands: its words, its title as stems, the headings of the
    sections above, the nearest first, the limit that the section right above states; and the items of a
    text."""

    vocabulary: Vocabulary
    title: tuple[str, ...]
    above: tuple[str, ...]
    limit: int | None
    read: Callable[[str], list[ClauseToken]]
    named: dict[tuple[str, tuple[str, ...]], str]  # what was found already, by text, "" for nothing


def value_of(effect: Effect, passage: MechanicsPassage, around: Surroundings) -> str | None:
    """The id of the test or value that a change of a passage is of, or None."""
    if effect.of_named:
        return effect.of
    if effect.change.operation == "dice":
        return panel_of(around, passage) or effect.of
    if effect.of is not None and not effect.weak:
        return effect.of
    if effect.change.operation in ("pass", "fail"):
        for word in effect.words:
            if (word,) in around.vocabulary.labels:
                return around.vocabulary.labels[(word,)]
    found = labelled(around, passage.label, passage.column)
    if found:
        return found
    if effect.weak and (passage.paragraph or not passage.cell):
        said = _said(around, passage, "TEST") if passage.lead or passage.announced else None
        return said or _headed(around, passage, True) if _is_condition(around, effect) else effect.of
    if any(item.kind == "ROLL" for item in effect.behind[:1]):
        return _said(around, passage, "TEST") or _headed(around, passage, True)
    return (
        _said(around, passage, "TEST")
        or _said(around, passage)
        or panel_of(around, passage)
        or _headed(around, passage)
    )


def _is_condition(around: Surroundings, effect: Effect) -> bool:
    """Whether the value named in a change's clause only belongs to the words that say when."""
    game = around.vocabulary.games.get(effect.of or "")
    return game is not None and not game.is_test


def _said(around: Surroundings, passage: MechanicsPassage, *kinds: str) -> str | None:
    """The test or value named last before this sentence, in its lead-in or paragraph."""
    for text in (passage.lead, *reversed(passage.before)):
        known = around.named.get((text, kinds))
        if known is None:
            names = [
                i.value
                for i in around.read(text)
                if i.kind in (kinds or ("TEST", "VALUE")) and i.value not in around.vocabulary.dice_values
            ]
            known = around.named[text, kinds] = str(names[-1]) if names else ""
        if known:
            return known
    return None


def labelled(around: Surroundings, label: str, column: str) -> str | None:
    """What a row's label or its column's heading names, whole or, failing that, among other words."""
    forms = [stems(_TARGET.sub(" ", text), around.vocabulary.language) for text in (label, column)]
    whole = next((around.vocabulary.labels[f] for f in forms if f in around.vocabulary.labels), None)
    return whole or _within(around, forms[1]) or _within(around, forms[0])


def _within(around: Surroundings, words: tuple[str, ...], test: bool = False) -> str | None:
    """The longest label among these words."""
    for size in (4, 3, 2, 1):
        for at in range(len(words) - size + 1):
            found = around.vocabulary.labels.get(words[at : at + size])
            if found and (not test or around.vocabulary.games[found].is_test):
                return found
    return None


def labelled_words(around: Surroundings, text: str) -> tuple[str, ...]:
    """The words (as stems) of a text that name the longest label in it."""
    words, labels = stems(_TARGET.sub(" ", text), around.vocabulary.language), around.vocabulary.labels
    for size in (4, 3, 2, 1):
        for at in range(len(words) - size + 1):
            if words[at : at + size] in labels:
                return words[at : at + size]
    return ()


def panel_named(around: Surroundings, title: str) -> str | None:
    """The value whose dice rows stand under a title."""
    return around.vocabulary.panels.get(stems(title, around.vocabulary.language))


def panel_of(around: Surroundings, passage: MechanicsPassage) -> str | None:
    """The value whose dice rows stand under this title."""
    for title in (passage.title, heading(passage.section)):
        if found := panel_named(around, title):
            return found
    return None


def _headed(around: Surroundings, passage: MechanicsPassage, test: bool = False) -> str | None:
    """The test or value that a heading names, the nearest first."""
    for title in (plain(passage.title), heading(passage.section), *around.above):
        words = stems(title, around.vocabulary.language)
        if words == around.title:
            continue  # the game's own name is no test's
        if found := _within(around, words, test):
            return found
    return None


def counted(around: Surroundings, passage: MechanicsPassage) -> str | None:
    """What the row's label says that its change is counted by ("Fire Support")."""
    vocabulary = around.vocabulary
    return vocabulary.counted.get(stems(_TARGET.sub(" ", passage.label), vocabulary.language))


def most(around: Surroundings, passage: MechanicsPassage) -> tuple[int | None, str | None]:
    """A limit that stands elsewhere: before in the paragraph, in a footnote, in the section above; and of
    these two the section, for they speak of several rows together."""
    notes = [note.split("\t")[1] for note in passage.notes]
    for text in (*passage.before, *notes):
        if around.vocabulary.patterns["limit"].search(text):
            shared = passage.section.anchor if text in notes else None
            return stated_limit(text, around.vocabulary), shared
    return (None, None) if passage.cell else (around.limit, passage.section.parent)


def stated_limit(text: str, vocabulary: Vocabulary) -> int | None:
    """The limit that a text states first, None where it states none."""
    found = vocabulary.patterns["limit"].search(text)
    word = found.group("most").lower() if found else ""
    return int(word) if word.isdigit() else vocabulary.numbers.get(word)
