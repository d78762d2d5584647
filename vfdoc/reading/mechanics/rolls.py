"""Tests: which dice are rolled against which target, and what success and failure do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.model import Section, Table, tables_of, text_of
from vfdoc.model.mechanics import Origin, Test
from vfdoc.reading.mechanics.passages import Passage, plain, sentences
from vfdoc.reading.mechanics.tokens import read_clause
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_TARGET = re.compile(r"(?<![\d])(\d)\s?\+")
_CELL = re.compile(r"\d\s?\+")
_NAME = re.compile(r"[\d+*#@†‡]+")


def stated_tests(passage: Passage, vocabulary: Vocabulary) -> Iterator[Test]:
    """The test that a paragraph describes: it says to roll dice for it."""
    patterns = vocabulary.patterns
    found = patterns["rolls"].search(passage.text)
    if not found or passage.cell:
        return
    names = [i.value for i in read_clause(passage.text, vocabulary) if i.kind == "TEST"]
    if not names:
        names = [
            i.value for t in reversed(passage.before) for i in read_clause(t, vocabulary) if i.kind == "TEST"
        ][:1]
    if not names:
        return
    said = text_of(passage.section.blocks)
    target, success, failure = _outcomes(said, vocabulary)
    section = passage.section
    yield Test(
        names[0], vocabulary.games[names[0]].name, "1d6", target, section.anchor, section.document,
        passage.place(0)[0], passage.origin, success, failure,
    )  # fmt: skip


def _outcomes(text: str, vocabulary: Vocabulary) -> tuple[str | None, str | None, str | None]:
    target = success = failure = None
    for _, sentence in sentences(text):
        plain_text = vocabulary.patterns["citation"].sub("", sentence).strip()
        if vocabulary.patterns["passed"].search(plain_text) and (found := _number(plain_text, vocabulary)):
            target, success = target or found, success or plain_text
        elif vocabulary.patterns["failed"].search(plain_text):
            failure = failure or plain_text
    return target, success, failure


def _number(text: str, vocabulary: Vocabulary) -> str | None:
    if found := _TARGET.search(text):
        return f"{found.group(1)}+"
    if found := vocabulary.patterns["ormore"].search(text):
        word = found.group("number").lower()
        number = int(word) if word.isdigit() else vocabulary.numbers.get(word)
        return f"{number}+" if number else None
    return None


def table_tests(section: Section, origin: Origin, vocabulary: Vocabulary, title: str) -> Iterator[Test]:
    """The tests of a section's tables: a row named for one, with a cell or label that is its target."""
    for table in tables_of(section.blocks):
        for row in table.rows:
            label = plain(row.cells[0].text).strip()
            cells = [plain(c.text).strip() for c in row.cells[1:2]]
            target = next((c for c in cells if _CELL.fullmatch(c)), None) or _in_label(label)
            name = _named(label, vocabulary) or (_panel(table, section, vocabulary) if target else None)
            if target and name and vocabulary.games[name].is_test:
                yield Test(
                    name, vocabulary.games[name].name, None, target.replace(" ", ""), section.anchor,
                    section.document, row.line, origin,
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
