"""Lookups: unsigned values that are read by row and column, from tables and from sentences.

A table is a lookup if the glossary knows its title or headings, or if its cells are values; moves
may stand in a sentence as well ("Cavalry have a move distance of 18", infantry of 9" …").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.model import Section, Table, tables_of
from vfdoc.model.mechanics import Lookup, LookupRow, Origin
from vfdoc.reading.mechanics.passages import Passage, plain
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_VALUE = re.compile(r"\(?(?:\d|½)[\d\s½/–-]*(?:[\"”″]|\+|½)?(?:/[\d\"”″/]+)?\)?")
_SIGNED = re.compile(r"[+−–-]\s?\d")
_DISTANCE = re.compile(r"(?:\d{1,3}|½)\s?[\"”″]")
_MARKS = re.compile(r"[\s*#@†‡:]+$")


def table_lookups(section: Section, origin: Origin, vocabulary: Vocabulary) -> Iterator[Lookup]:
    """The tables of a section that hold unsigned values."""
    for table in tables_of(section.blocks):
        known = _known(table, section, vocabulary)
        rows = tuple(_rows(table))
        if not rows or (known is None and not _is_values(table)):
            continue
        heads = tuple(_label(c.text) for c in table.header.cells) if table.header else ()
        title = plain(table.title or section.title).strip()
        kind: Origin = "example" if vocabulary.patterns["sample"].search(title) else origin
        name = known or "-".join(stems(title, vocabulary.language)[:4]) or "table"
        yield Lookup(name, title, heads, rows, section.anchor, section.document, table.line, kind)


def _known(table: Table, section: Section, vocabulary: Vocabulary) -> str | None:
    heads = [c.text for c in table.header.cells] if table.header else []
    for text in (table.title or "", *heads[:1], section.title):
        found = vocabulary.lookups.get(stems(plain(text), vocabulary.language))
        if found:
            return found
    return None


def _is_values(table: Table) -> bool:
    cells = [plain(c.text).strip() for row in table.rows for c in row.cells[1:] if c.text.strip()]
    return bool(cells) and sum(1 for c in cells if _VALUE.fullmatch(c)) * 2 > len(cells)


def _rows(table: Table) -> Iterator[LookupRow]:
    for row in table.rows:
        values = tuple(plain(c.text).strip() for c in row.cells[1:])
        if any(re.search(r"\d|½", v) and not _SIGNED.match(v) for v in values):
            yield LookupRow((_label(row.cells[0].text),), values, row.line)


def _label(text: str) -> str:
    return _MARKS.sub("", plain(text).strip())


def move_lookup(passage: Passage, vocabulary: Vocabulary) -> Lookup | None:
    """The moves that a sentence states, keyed by the words that go with each distance."""
    stated = vocabulary.patterns["moves"].search(passage.text)
    if stated is None or vocabulary.patterns["changes"].search(passage.text):
        return None
    text = passage.text[: passage.text.find(".", stated.end())] if ". " in passage.text else passage.text
    found = list(_DISTANCE.finditer(text))
    if not found:
        return None
    line = passage.place(found[0].start())[0]
    rows = tuple(LookupRow((key,), (value,), line) for key, value in _paired(text, found, vocabulary))
    section = passage.section
    return Lookup(
        "move-distance", section.title, (), rows, section.anchor, section.document, line, passage.origin
    )


def _paired(text: str, found: list[re.Match[str]], vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Each distance with its key: the words before it, or behind it where "for" or "when" follows."""
    behind = vocabulary.patterns["keyed"]
    after = bool(behind.match(text, found[0].end()))
    for i, distance in enumerate(found):
        start = found[i - 1].end() if i else 0
        end = found[i + 1].start() if i + 1 < len(found) else len(text)
        words = text[distance.end() : end] if after else text[start : distance.start()]
        yield _key(words, vocabulary), distance.group().replace(" ", "")


def _key(words: str, vocabulary: Vocabulary) -> str:
    dropped = vocabulary.patterns["filler"].sub(" ", words)
    return " ".join(dropped.strip(" ,.;").split())
