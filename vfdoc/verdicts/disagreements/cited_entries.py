"""Entries of a sheet that cite the section which they restate, and state another value than it does.

In: a rulebook. Out: Disagreements between such an entry and the section that it cites: what must be rolled
("Fire (8.2): 8+"), a number behind a name that the section's table has ("Hard 15"), a row of a table under a
heading that cites ("Attack (4.2)"), a table laid on its side. No game need be described: the citation says
what belongs together. Nothing is said where the section has that value too, or where it states several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.sentences import sentence_ends
from vfdoc.model import Rulebook, Section, Table
from vfdoc.model.document import Cell, Paragraph, Row, joined, tables_of
from vfdoc.model.passage import Passage, passages, place_in
from vfdoc.model.words import WordForms
from vfdoc.verdicts.citing.stated_values import StatedValue, values
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide, is_sheet

_ONE = r"[A-Z]?\d{1,3}(?:\.\d{1,3})*"
_CITED = re.compile(
    rf"\((?:§{{1,2}}[ \xa0]?)?(?P<number>{_ONE})(?:[ \xa0]?[-–—][ \xa0]?(?P<last>{_ONE}))?[^()]{{0,30}}\)"
)
_ENTRY = re.compile(_CITED.pattern + r"[*_]{0,3}:[*_]{0,3}[ \xa0]")
_PAIR = re.compile(
    r"(?<![^\W_])(?P<name>[A-Z][^\W\d_]{2,20}(?: [^\W\d_]{2,20})?) (?P<value>\d{1,3})(?=[,.;]|$)"
)
_NUMBER = re.compile(r"[-+−–]?\d{1,3}")
_FIRST, _NEAR = 3, 24  # characters behind the citation before what must be rolled, and up to its end
_TWO = 2  # cells: a name and its value
_SURE = 2  # rows of two tables that agree, where others may differ


class _Entry(NamedTuple):
    """What stands behind a citation in a sheet: its passage, where it begins and ends, the section cited; and
    what stands before the citation."""

    passage: Passage
    start: int
    end: int
    cited: Section
    name: str


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The entries of the edition's sheets that the sections which they cite have otherwise."""
    sheets = frozenset(d.id for d in rulebook.documents if d.kind == "sheet")
    found = [s for s in rulebook.sections() if is_sheet(s, sheets) and s.kind not in ("contents", "index")]
    if not found:
        return
    numbered: dict[str, list[Section]] = {}
    for section in rulebook.sections():
        if section.number is not None and not is_sheet(section, sheets):
            numbered.setdefault(section.number.strip("."), []).append(section)
    cited = {number: sections[0] for number, sections in numbered.items() if len(sections) == 1}
    for section in found:
        yield from _of_sheet(section, cited, rulebook.forms)


def _of_sheet(section: Section, cited: Mapping[str, Section], forms: WordForms) -> Iterator[Disagreement]:
    stems = content_words(forms)
    for passage in passages(section):
        for entry in _entries(passage, cited):
            yield from _target(entry, forms, stems)
            yield from _pairs(entry)
    said: tuple[Section, ...] = ()  # that the paragraph above a table cites
    for block in section.blocks:
        if isinstance(block, Paragraph):
            said = _cited(joined(block.lines), cited)
        for table in tables_of((block,)):
            heads = table.header.cells if table.header is not None else ()
            own = _cited(" ".join((table.title or "", *(cell.text for cell in heads))), cited)
            yield from _rows(section, table, own, stems)
            yield from _turned(section, table, own or said, stems)
            for row in table.rows:
                yield from _target_in_next_cell(section, row, cited, forms, stems)


def _cited(text: str, cited: Mapping[str, Section]) -> tuple[Section, ...]:
    """The section that a text cites in brackets, where it is one alone, or those of a range."""
    found = list(_CITED.finditer(text))
    if len({each["number"] for each in found}) != 1:
        return ()
    stem, _, first = found[0]["number"].rpartition(".")
    last = (found[0]["last"] or "").rpartition(".")[2]
    if not (last and first.isdecimal() and last.isdecimal()):
        last = first
    if not first.isdecimal():
        return tuple(filter(None, (cited.get(found[0]["number"]),)))
    numbers = (f"{stem}.{n}" if stem else str(n) for n in range(int(first), int(last) + 1))
    return tuple(section for number in numbers if (section := cited.get(number)) is not None)


def _entries(passage: Passage, cited: Mapping[str, Section]) -> Iterator[_Entry]:
    text = passage.text
    found = list(_ENTRY.finditer(text))
    for at, entry in enumerate(found):
        section = cited.get(entry["number"])
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        if section is not None:
            before = text[found[at - 1].end() if at else 0 : entry.start()]
            yield _Entry(passage, entry.end(), end, section, re.split(r"[.;:]\s", before)[-1])


# What must be rolled


def _target(entry: _Entry, forms: WordForms, stems: ContentWords) -> Iterator[Disagreement]:
    text = entry.passage.text[entry.start : entry.end]
    first = next(iter(values(text[:_NEAR], forms)), None)
    if first is not None and first.start <= _FIRST:
        place = place_in(entry.passage.lines, entry.start + first.start, entry.start + first.end)
        here = _side(entry.passage.section, place.line, place.column, place.text)
        yield from _other_target(here, first, entry.cited, forms, stems, entry.name)


def _target_in_next_cell(
    section: Section, row: Row, cited: Mapping[str, Section], forms: WordForms, stems: ContentWords
) -> Iterator[Disagreement]:
    """ "| Tack (4.4) | 7+ |"."""
    if len(row.cells) < _TWO:
        return
    name, cell = row.cells[:2]
    found = _cited(name.text, cited)
    stated = values(cell.text, forms) if len(found) == 1 else []
    if len(stated) == 1 and stated[0].start == 0:
        here = _side(section, row.line, cell.column, cell.text)
        yield from _other_target(here, stated[0], found[0], forms, stems, _CITED.sub(" ", name.text))


def _other_target(
    here: DisagreementSide,
    value: StatedValue,
    cited: Section,
    forms: WordForms,
    stems: ContentWords,
    name: str,
) -> Iterator[Disagreement]:
    """Another target than the one of the section cited. Nothing where the entry's name has words of that rule
    and others besides: "Morale with a leader" may be another test than "Morale"."""
    if value.kind != "target":
        return
    stated = [
        (passage, other)
        for passage in passages(cited)
        for other in values(passage.text, forms)
        if other.kind == "target"
    ]
    amounts = {other.amount for _, other in stated}
    if len(amounts) == 1 and value.amount not in amounts:
        said = {*stems(cited.title)}.union(
            *(stems(_sentence(passage.text, at.start)) for passage, at in stated)
        )
        named = set(stems(name))
        if named & said and not named <= said:
            return
        passage, other = stated[0]
        place = place_in(passage.lines, other.start, other.end)
        there = _side(cited, place.line, place.column, place.text)
        yield Disagreement(here, there, "target", "error")


def _sentence(text: str, at: int) -> str:
    """The sentence of a text in which a place lies."""
    ends = [0, *sentence_ends(text), len(text)]
    return next(text[start:end] for start, end in pairwise(ends) if at < end)


# Numbers behind names


def _pairs(entry: _Entry) -> Iterator[Disagreement]:
    pairs = [each for each in _stated((entry.cited,)) if len(each.row.cells) == _TWO]
    rows = {each.row.cells[0].text.casefold(): each for each in pairs if _is_number(each.row.cells[1])}
    text = entry.passage.text[entry.start : entry.end]
    named = [(found, rows.get(found["name"].casefold())) for found in _PAIR.finditer(text) if rows]
    same = sum(each is not None and each.row.cells[1].text == found["value"] for found, each in named)
    for found, each in named:
        if each is not None and each.row.cells[1].text != found["value"] and same >= _SURE:
            place = place_in(entry.passage.lines, entry.start + found.start(), entry.start + found.end())
            here = _side(entry.passage.section, place.line, place.column, place.text)
            cell = each.row.cells[1]
            there = _side(entry.cited, each.row.line, cell.column, cell.text)
            yield Disagreement(here, there, "amount", "error")


# Tables


def _rows(
    section: Section, table: Table, cited: Sequence[Section], stems: ContentWords
) -> Iterator[Disagreement]:
    """The rows of a table under a heading that cites, each beside the one row of that section's tables that
    has its words; where two agree at least."""
    stated = _stated(cited)
    paired = [(row, _one(row, stated, stems)) for row in table.rows if len(row.cells) > 1]
    known = [(row, other) for row, other in paired if other is not None]
    same = sum(_numbers(row) == _numbers(other.row) != [] for row, other in known)
    for row, other in known:
        mine, theirs = _numbers(row), _numbers(other.row)
        if mine and len(mine) == len(theirs) and mine != theirs and same >= _SURE:
            yield _differing(section, row.line, row.cells[-1], other)


class _Stated(NamedTuple):
    """A row of a table, and the section in which it stands."""

    section: Section
    row: Row


def _stated(cited: Sequence[Section]) -> list[_Stated]:
    return [
        _Stated(section, row)
        for section in cited
        for table in tables_of(section.blocks)
        for row in table.rows
        if len(row.cells) > 1
    ]


def _one(row: Row, stated: Sequence[_Stated], stems: ContentWords) -> _Stated | None:
    said = set(stems(row.cells[0].text))
    alike = [other for other in stated if said and _is_named(said, set(stems(other.row.cells[0].text)))]
    return alike[0] if len(alike) == 1 else None


def _is_named(one: set[str], other: set[str]) -> bool:
    return bool(other) and (one <= other or other <= one)


def _numbers(row: Row) -> list[str]:
    text = row.cells[-1].text.replace("−", "-").replace("–", "-")
    return [] if "/" in text else _NUMBER.findall(text)


def _turned(
    section: Section, table: Table, cited: Sequence[Section], stems: ContentWords
) -> Iterator[Disagreement]:
    """A table of one row, whose heads are rows of the table cited."""
    heads = table.header.cells if table.header is not None else ()
    if not cited or len(table.rows) != 1 or len(table.rows[0].cells) != len(heads):
        return
    by_name = {frozenset(stems(each.row.cells[0].text)): each for each in _stated(cited)}
    beside = [by_name.get(frozenset(stems(head.text))) for head in heads]
    cells = table.rows[0].cells
    known = [(cell, each) for cell, each in zip(cells, beside, strict=True) if each is not None]
    pairs = [(cell, each) for cell, each in known if _is_number(cell) and _is_number(each.row.cells[-1])]
    same = sum(cell.text == each.row.cells[-1].text for cell, each in pairs)
    for cell, each in pairs:
        if cell.text != each.row.cells[-1].text and same >= _SURE:
            yield _differing(section, table.rows[0].line, cell, each)


def _is_number(cell: Cell) -> bool:
    return cell.text.isdecimal()


def _differing(section: Section, line: int, cell: Cell, stated: _Stated) -> Disagreement:
    other = stated.row.cells[-1]
    here = _side(section, line, cell.column, cell.text)
    return Disagreement(
        here, _side(stated.section, stated.row.line, other.column, other.text), "amount", "error"
    )


def _side(section: Section, line: int, column: int, words: str) -> DisagreementSide:
    return DisagreementSide(section.anchor, section.document, line, column, words, words)
