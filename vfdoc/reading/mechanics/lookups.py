"""Lookups: unsigned values that are read by row and column, from tables and from sentences.

A table is a lookup if the glossary knows its title or headings, or if its cells are values; moves
may stand in a sentence as well ("Cavalry have a move distance of 18", infantry of 9" …").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from vfdoc.model import Row, Section, Table, tables_of
from vfdoc.model.extract import CELL_LINES
from vfdoc.model.mechanics import Lookup, LookupRow, Origin
from vfdoc.reading.mechanics.entries import Entries
from vfdoc.reading.mechanics.passages import MechanicsPassage, plain
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_VALUE = re.compile(r"\(?(?:\d|½)[\d\s½/–-]*(?:[\"”″]|\+|½)?(?:/[\d\"”″/]+)?\)?")
_SIGNED = re.compile(r"[+−–-]\s?\d")
_DISTANCE = re.compile(r"(?<![d\d])(?:\d{1,3}|½)\s?[\"”″]")
_NONE = ("-", "–", "—")
_MARKS = re.compile(r"[\s*#@†‡:]+$")
_NAMED = re.compile(r"\(([^()]*/[^()]*)\)")
_DASH = re.compile(r"\s*([-–•])\s")
_BEFORE = 24  # characters before a distance in which "more than" stands


def table_lookups(
    section: Section, origin: Origin, page: Sequence[str], known: Entries, vocabulary: Vocabulary
) -> Iterator[Lookup]:
    """The tables of a section that hold unsigned values."""
    for table in tables_of(section.blocks):
        heads = tuple(_label(c.text) for c in table.header.cells) if table.header else ()
        title = plain(table.title or section.title).strip()
        name = _known(table, section, known, vocabulary)
        if name in known.titles.turned:
            rows = list(_turned(table, heads, page))
        else:
            rows = list(_rows(table, page, name in known.titles.worded, vocabulary))
        if not rows or (name is None and not _is_values(table)):
            continue
        kind: Origin = "example" if vocabulary.patterns["sample"].search(title) else origin
        name = name or "-".join(stems(title, vocabulary.language)[:4]) or "table"
        named = [(_of_row(row, known, vocabulary) or name, row) for row in rows]
        for id, of_id in groupby(named, itemgetter(0)):
            listed = tuple(row for _, row in of_id)
            line = table.line if id == name else listed[0].line
            yield Lookup(
                id=id,
                title=title,
                columns=heads,
                rows=listed,
                section=section.anchor,
                document=section.document,
                line=line,
                origin=kind,
            )


def cell_lines(row: Row, page: Sequence[str]) -> list[range]:
    """The lines of each cell of a row: where a table was flattened, cells stand below one another."""
    texts = ["".join(cell.text.split()) for cell in row.cells]
    first = page[row.line - 1] if 0 < row.line <= len(page) else ""
    width = len("".join(first.split()))
    if sum(map(len, texts)) <= width:
        return [range(row.line, row.line + 1)] * len(texts)
    out, at = [], row.line
    for text in texts:
        start, taken = at, 0
        while at == start or (taken < len(text) and at <= min(len(page), start + CELL_LINES)):
            taken += len("".join(page[at - 1].split())) if at <= len(page) else 0
            at += 1
        out.append(range(start, at))
    return out


def _known(table: Table, section: Section, known: Entries, vocabulary: Vocabulary) -> str | None:
    heads = [c.text for c in table.header.cells] if table.header else []
    for text in (table.title or "", *heads[:1], section.title):
        found = known.titles.tables.get(stems(plain(text), vocabulary.language))
        if found:
            return found
    return None


def _is_values(table: Table) -> bool:
    cells = [plain(c.text).strip() for row in table.rows for c in row.cells[1:] if c.text.strip()]
    return bool(cells) and sum(1 for c in cells if _VALUE.fullmatch(c)) * 2 > len(cells)


def _rows(table: Table, page: Sequence[str], worded: bool, vocabulary: Vocabulary) -> Iterator[LookupRow]:
    for row in table.rows:
        values = [_MARKS.sub("", plain(c.text).strip()) for c in row.cells[1:]]
        values = ["" if _SIGNED.match(v) or v in _NONE else v for v in values]
        if not any(v if worded else re.search(r"\d|½", v) for v in values):
            continue
        label = _label(row.cells[0].text)
        if len(values) == 1:
            yield from _parted(label, values[0], row.line, vocabulary)
            continue
        places = [lines[0] for lines in cell_lines(row, page)[1:]]
        flat = any(place != row.line for place in places)
        yield LookupRow((label,), tuple(values), row.line, tuple(places) if flat else ())


def _parted(label: str, value: str, line: int, vocabulary: Vocabulary) -> Iterator[LookupRow]:
    """One row, or as many as the label and the value have parts: "Artillery (horse/field)", 18"/12".

    A label "Infantry: march column, attack column or open order" gives a row for each.
    """
    stated, _, result = value.partition("=")
    if result:
        label, value = f"{label} {stated.strip()}", result.strip()
    names, parts = _NAMED.search(label), value.split("/")
    if names and len(parts) == len(names.group(1).split("/")) > 1:
        whole = " ".join((label[: names.start()] + label[names.end() :]).split())
        for name, part in zip(names.group(1).split("/"), parts, strict=True):
            yield LookupRow((whole, name.strip()), (part.strip(),), line)
        return
    whole, _, listed = label.partition(":")
    for name in _alternatives(listed, vocabulary):
        yield LookupRow((whole.strip(), name), (value,), line)
    if not listed:
        yield LookupRow((label,), (value,), line)


def _alternatives(listed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The parts of "a, b or c"; of "pieces of oak, of lead" both are pieces."""
    shares, words, shared = vocabulary.patterns["shares"], list[str](), ""
    for word in [*listed.replace(",", " , ").split(), ","]:
        if word != "," and not _joins(word, vocabulary):
            words.append(word)
        elif words:
            name, words = " ".join(words), []
            name = f"{shared} {name}".strip() if shares.match(name) else name
            found = shares.search(name)
            shared = name[: found.start()].strip() if found else ""
            yield name


def _joins(word: str, vocabulary: Vocabulary) -> bool:
    found = stems(word, vocabulary.language)[:1]
    listed = vocabulary.phrases.get(found[0], []) if found else []
    return any(words == found and meaning.kind in ("OR", "AND") for words, meaning in listed)


def _turned(table: Table, heads: tuple[str, ...], page: Sequence[str]) -> Iterator[LookupRow]:
    """The rows of a table whose cells are looked up and whose headings are the values. A cell may list
    several, one a line or each behind a dash."""
    for row in table.rows:
        for at, lines in enumerate(cell_lines(row, page)):
            said = [page[n - 1] for n in lines] if len(lines) > 1 else [row.cells[at].text]
            for line, text in zip(lines, said, strict=True):
                for key in map(_label, _items(text)):
                    if 0 < at < len(heads) and key:
                        yield LookupRow((key,), (heads[at],), line)


def _of_row(row: LookupRow, known: Entries, vocabulary: Vocabulary) -> str | None:
    """The lookup that a row's own label names, whatever its table is."""
    return known.titles.rows.get(stems(row.key[0], vocabulary.language)) if known.titles.rows else None


def _items(text: str) -> list[str]:
    """What a cell lists, each behind a dash of its own; else the text."""
    dash = _DASH.match(text)
    return re.split(rf"(?:^|\s)\s*{dash[1]}\s", text) if dash else [text]


def _label(text: str) -> str:
    return _MARKS.sub("", plain(text).strip())


def move_lookup(passage: MechanicsPassage, vocabulary: Vocabulary) -> Lookup | None:
    """The moves that a sentence states, keyed by the words that go with each distance."""
    if not any(mark in passage.text for mark in '"”″'):
        return None  # no distance, and this is the cheaper question
    stated = vocabulary.patterns["moves"].search(passage.text)
    if stated is None or vocabulary.patterns["changes"].search(passage.text):
        return None
    text = passage.text[: passage.text.find(".", stated.end())] if ". " in passage.text else passage.text
    found = list(_DISTANCE.finditer(text))
    if not found:
        return None
    line = passage.place(found[0].start())[0]
    label = _label(passage.label) if passage.cell else ""
    rows = tuple(
        LookupRow((label, key) if label else (key,), (value,), line)
        for key, value in _paired(text, found, vocabulary)
    )
    section = passage.section
    return Lookup(
        id="move-distance",
        title=section.title,
        columns=(),
        rows=rows,
        section=section.anchor,
        document=section.document,
        line=line,
        origin=passage.origin,
    )


def _paired(text: str, found: list[re.Match[str]], vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Each distance with its key: the words before it, or behind it where "for" or "when" follows."""
    behind = vocabulary.patterns["keyed"]
    after = bool(behind.match(text, found[0].end()))
    for i, distance in enumerate(found):
        if vocabulary.patterns["apart"].search(text, max(0, distance.start() - _BEFORE), distance.start()):
            continue  # how far from something a move must end is no move
        start = found[i - 1].end() if i else 0
        end = found[i + 1].start() if i + 1 < len(found) else len(text)
        words = text[distance.end() : end] if after else text[start : distance.start()]
        yield _key(words, vocabulary), distance.group().replace(" ", "")


def _key(words: str, vocabulary: Vocabulary) -> str:
    if "parted" in vocabulary.patterns:
        words = vocabulary.patterns["parted"].sub(",", words)
    dropped = vocabulary.patterns["filler"].sub(" ", words)
    return " ".join(dropped.strip(" ,.;").split())
