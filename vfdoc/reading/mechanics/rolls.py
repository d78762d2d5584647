"""Tests: which dice are rolled against which target, and what success and failure do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vfdoc.model import Section, Table, tables_of, text_of
from vfdoc.model.mechanics import Origin, Test
from vfdoc.reading.mechanics.entries import Entries, Heard, folded
from vfdoc.reading.mechanics.passages import MechanicsPassage, plain, sentences
from vfdoc.reading.mechanics.tokens import read_clause
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_TARGET = re.compile(r"(?<![\d])(\d)\s?\+")
_CELL = re.compile(r"\d\s?\+")
_HIGH = re.compile(r"\b([2-6])\s?[-–]\s?6\b")
_LOW = re.compile(r"\b1\s?[-–]\s?([2-5])\b")
_DICE = re.compile(r"(?<![\w])(?P<count>\d{0,2})\s?\[?[dD]\s?(?P<sides>\d{1,3})\b")
_OUTCOMES = 4000  # how far behind a test's description its outcomes may stand, in characters
_BEFORE = 12  # how many sentences back a roll may refer to its test
_NAME = re.compile(r"[\d+*#@†‡]+")


class Outcomes(NamedTuple):
    """The target of a test, and what success and failure do, in the text's words."""

    target: str | None = None
    success: str | None = None
    failure: str | None = None


def stated_tests(
    passage: MechanicsPassage,
    heard: Heard,
    known: Entries,
    vocabulary: Vocabulary,
    told: dict[tuple[str, str], Outcomes],
) -> Iterator[Test]:
    """The tests that a sentence describes; `heard` is what its phrases stand for, `told` by anchor and test
    what a section's sentences were found to say of outcomes.

    A test whose words the glossary lists ([tests.ID] states) is described by these, and its outcomes
    stand in the paragraph; any other by a sentence that says to roll dice for it, in its section.
    """
    described = heard.of("test")
    for id in described:
        said = passage.text if passage.cell else _from_here(passage)
        yield _test(id, passage, _described_outcomes(id, said, known, vocabulary), known, vocabulary)
    if described or passage.cell or not vocabulary.patterns["rolls"].search(passage.text):
        return
    rolled = _rolled(passage, vocabulary)
    if rolled and rolled not in known.described_tests:
        section = passage.section
        if (section.anchor, rolled) not in told:
            told[section.anchor, rolled] = _outcomes(rolled, text_of(section.blocks), known, vocabulary)
        yield _test(rolled, passage, told[section.anchor, rolled], known, vocabulary)


def _rolled(passage: MechanicsPassage, vocabulary: Vocabulary) -> str | None:
    """The test that a sentence rolls for: one that it names, else the last one named before it."""
    for text in (passage.text, *reversed(passage.before[-_BEFORE:])):
        for item in read_clause(text, vocabulary):
            if item.kind == "TEST":
                return str(item.value)
    return None


def _test(
    id: str, passage: MechanicsPassage, outcomes: Outcomes, known: Entries, vocabulary: Vocabulary
) -> Test:
    section, dice = passage.section, known.dice.get(id) or named_dice(passage.text)
    return Test(
        id=id, name=vocabulary.games[id].name, dice=dice, target=outcomes.target, section=section.anchor,
        document=section.document, line=passage.place(0)[0], origin=passage.origin, success=outcomes.success,
        failure=outcomes.failure,
    )  # fmt: skip


def named_dice(text: str) -> str | None:
    """The dice that a text names first: "roll a D6", "1[d6]", "2D10"."""
    found = _DICE.search(text)
    return f"{found.group('count') or 1}d{found.group('sides')}" if found else None


def _from_here(passage: MechanicsPassage) -> str:
    """The paragraph from this sentence on."""
    return passage.paragraph[passage.start : passage.start + _OUTCOMES]


def _outcomes(id: str, text: str, known: Entries, vocabulary: Vocabulary) -> Outcomes:
    target = success = failure = None
    for _, sentence in sentences(text):
        plain_text = vocabulary.patterns["citation"].sub("", sentence).strip()
        if vocabulary.patterns["passed"].search(plain_text) and (found := _number(plain_text, vocabulary)):
            target, success = target or found, success or plain_text
        elif _fails(id, plain_text, known, vocabulary):
            failure = failure or plain_text
    return Outcomes(target, success, failure)


def _fails(id: str, said: str, known: Entries, vocabulary: Vocabulary) -> bool:
    """Whether a sentence says that a test is failed, in any text's words or by its own."""
    by_name = id in known.phrases.heard(folded(said)).of("failure")
    return by_name or vocabulary.patterns["failed"].search(said) is not None


def _described_outcomes(id: str, text: str, known: Entries, vocabulary: Vocabulary) -> Outcomes:
    """What the sentences that describe a test say of its target, of passing and of failing it.

    A target stands as "4+", or as the numbers that decide one way ("1-3 …", "on 4-6 …").
    """
    outcomes = Outcomes()
    for at, (_, said) in enumerate(sentences(text)):
        said = vocabulary.patterns["citation"].sub("", said).strip()
        if at < 3 and outcomes.target is None:
            outcomes = _targeted(id, said, outcomes, known, vocabulary)
        heard = known.phrases.heard(folded(said))
        fails, passes = id in heard.of("failure"), id in heard.of("success")
        if not fails and not passes:
            fails = bool(vocabulary.patterns["failed"].search(said))
            passes = not fails and bool(vocabulary.patterns["passed"].search(said))
        if fails and outcomes.failure is None:
            outcomes = outcomes._replace(failure=said)
        if passes and outcomes.success is None:
            outcomes = outcomes._replace(success=said)
        if None not in outcomes:
            break
    return outcomes


def _targeted(id: str, said: str, outcomes: Outcomes, known: Entries, vocabulary: Vocabulary) -> Outcomes:
    stated = known.targets.get(id)
    if stated and (found := stated.search(said)):
        return outcomes._replace(target=f"{found.group(1)}+")
    if target := _number(said, vocabulary):
        return outcomes._replace(target=target)
    low, high = _LOW.search(said), _HIGH.search(said)
    if low and high and int(low.group(1)) + 1 != int(high.group(1)):
        return outcomes
    if high:
        outcomes = outcomes._replace(target=f"{high.group(1)}+", success=_clause(said, high.end()))
    if low:
        target = outcomes.target or f"{int(low.group(1)) + 1}+"
        failure = _clause(said, low.end(), high.start() if high else None)
        outcomes = outcomes._replace(target=target, failure=failure)
    return outcomes


def _clause(said: str, start: int, end: int | None = None) -> str | None:
    return re.split(r"[,;]", said[start:end].strip(" ,.;:"))[0].strip() or None


def _number(text: str, vocabulary: Vocabulary) -> str | None:
    if found := _TARGET.search(text):
        return f"{found.group(1)}+"
    if found := vocabulary.patterns["ormore"].search(text):
        word = found.group("number").lower()
        number = int(word) if word.isdigit() else vocabulary.numbers.get(word)
        return f"{number}+" if number else None
    return None


def table_tests(
    section: Section, origin: Origin, vocabulary: Vocabulary, known: Entries, title: str
) -> Iterator[Test]:
    """The tests of a section's tables: a row named for one, with a cell or label that is its target."""
    for table in tables_of(section.blocks):
        for row in table.rows:
            label = plain(row.cells[0].text).strip()
            cells = [plain(c.text).strip() for c in row.cells[1:2]]
            target = next((c for c in cells if _CELL.fullmatch(c)), None) or _in_label(label)
            name = _named(label, vocabulary) or (_panel(table, section, vocabulary) if target else None)
            if target and name and vocabulary.games[name].is_test:
                dice = known.dice.get(name) or named_dice(" ".join(plain(c.text) for c in row.cells[:2]))
                yield Test(
                    id=name, name=vocabulary.games[name].name, dice=dice, target=target.replace(" ", ""),
                    section=section.anchor, document=section.document, line=row.line, origin=origin,
                )  # fmt: skip


def _in_label(label: str) -> str | None:
    found = _CELL.search(label)
    return found.group() if found else None


def _named(label: str, vocabulary: Vocabulary) -> str | None:
    return vocabulary.labels.get(stems(_NAME.sub(" ", label), vocabulary.language))


def _panel(table: Table, section: Section, vocabulary: Vocabulary) -> str | None:
    for word in stems(plain(table.title or section.title), vocabulary.language):
        if (word,) in vocabulary.labels:
            return vocabulary.labels[(word,)]
    return None
