"""Rows that an edition words for its sheet, proved against the sections they stand for; and words of one
language put into another by the glossary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vfdoc.language.terms import Matcher
from vfdoc.model import Section, text_of
from vfdoc.model.mechanics import Modifier
from vfdoc.model.sheet import Role, SheetCell, SheetRow, Worded, WordedTable
from vfdoc.sheet.prose import plain, short_text
from vfdoc.sheet.sheet_coverage import passages
from vfdoc.sheet.source import Source

_NUMBER = re.compile(r"\d+|[½¼¾]")
_WORD = re.compile(r"[^\W\d_]+")
_VALUE = re.compile(r"[-+−×]?[\d½¼¾/–-]{1,5}[+\"”″]?")
_HAS = re.compile(r"(?P<of>[^()]*)\((?P<trait>.*)\)")
_HALVES = {"½": "1/2", "¼": "1/4", "¾": "3/4"}


class Tongue(NamedTuple):
    """From the language of the rules to that of the sheet: the glossary's terms, the words that only join
    them, and what number words mean; `same` where both are one."""

    own: str
    sheet: str
    matcher: Matcher
    joins: Mapping[str, str]
    numbers: Mapping[str, float]

    @property
    def same(self) -> bool:
        """Whether nothing is to be translated."""
        return self.own == self.sheet

    def put(self, text: str) -> tuple[str, bool]:
        """Words of the rules in the language of the sheet, and whether that could not be done: then they
        stay as they are. Terms are put by their headwords, what joins them word by word."""
        if self.same or not _WORD.search(text):
            return text, False
        if (whole := self.joins.get(text.casefold())) is not None:
            return whole, False
        out, end = "", 0
        for said in self.matcher.find(text):
            word = next(iter(said.term.words.get(self.sheet, ())), "")
            between = self._joined(text[end : said.start])
            if not word or between is None:
                return text, True
            out, end = f"{out}{between}{word}", said.end
        rest = self._joined(text[end:])
        return (text, True) if rest is None else (out + rest, False)

    def _joined(self, between: str) -> str | None:
        """What stands between terms; None where a word of it is not known."""
        words = _WORD.findall(between)
        if any(word.casefold() not in self.joins for word in words):
            return None
        return _WORD.sub(lambda found: self.joins[found.group().casefold()], between)


def worded_row(
    worded: Worded, source: Source, tongue: Tongue, shown: SheetRow | None = None
) -> tuple[SheetRow | None, str]:
    """The row for what an edition words, and a note where its words were not used: a number in them that
    the sections do not state. `shown` is the row that it words anew, if any: then that row must state
    them. None where no section of it is on the sheet."""
    sections = [source.sections[anchor] for anchor in worded.sections if anchor in source.sections]
    if not sections:
        return None, f"no section {', '.join(worded.sections)}"
    cited = tuple(section.anchor for section in sections)
    first = sections[0]
    label, odd_label = _in_language(worded.label, tongue)
    if not label:
        label, odd_label = tongue.put(plain(first.title, first, source))
    words, odd = _in_language(worded.says, tongue)
    note = ""
    if words:
        stated = [shown.cells[-1].text] if shown is not None else _stated(sections, worded.pick)
        if unproved := _unproved(words, stated, tongue):
            note = f"{label}: {unproved} is not in {', '.join(cited)}; its own words stand"
            words = ""
    if not words:
        own = shown.cells[-1].text if shown is not None else short_text(first, source, worded.pick)
        words, odd = tongue.put(own)
    house = any(source.is_house(anchor) for anchor in cited)
    role: Role = "entry" if _VALUE.fullmatch(words) else "prose"
    cells = (SheetCell(label, cited, odd_label), SheetCell(words, cited, odd))
    return SheetRow(cells, role, house, shown.ids if shown is not None else ()), note


def worded_change(
    worded: Worded, amount: str, changes: Sequence[Modifier], source: Source, tongue: Tongue
) -> tuple[SheetRow | None, str]:
    """The row for changes of that amount which an edition words; None where it leaves them off, and with a
    note where its words cannot be used: then the changes stand as the rules state them."""
    named = f"{worded.amount} to {', '.join(worded.of)}"
    if not changes:
        place = f" in {', '.join(worded.sections)}" if worded.sections else ""
        return None, f"{named}: there is no such change{place}"
    words, odd = _in_language(worded.says, tongue)
    if not words:
        return None, ""
    every = [restated for row in changes for restated in (row, *source.restatements.get(row.id, ()))]
    anchors = [a for a in worded.sections if a in source.sections] or [row.section for row in every]
    cited = tuple(dict.fromkeys(anchors))
    stated = _stated([source.sections[anchor] for anchor in cited if anchor in source.sections], worded.pick)
    if unproved := _unproved(words, stated, tongue):
        return None, f"{named}: {unproved} is not in {', '.join(cited)}; its own words stand"
    house = any(source.is_house(anchor) for anchor in cited)
    cells = (SheetCell(amount, cited), SheetCell(words, cited, odd))
    return SheetRow(cells, "change", house, tuple(row.id for row in every)), ""


def worded_table(table: WordedTable, source: Source, tongue: Tongue) -> tuple[list[SheetRow], list[str]]:
    """The head and the rows of a table that an edition words, and notes for the rows that are left out:
    they name a number that their sections do not state."""
    rows, notes = [], []
    for line in table.rows:
        sections = [source.sections[anchor] for anchor in line.sections if anchor in source.sections]
        cells, odd = _cells(line.cells, tongue)
        cited = tuple(section.anchor for section in sections)
        if not sections or not cells:
            notes.append(f"no section {', '.join(line.sections)}")
            continue
        if unproved := _unproved(" ".join(cells[1:]), _stated(sections, ""), tongue):
            notes.append(f"{cells[0]}: {unproved} is not in {', '.join(cited)}; the row is left out")
            continue
        house = any(source.is_house(anchor) for anchor in cited)
        told = tuple(SheetCell(cell, cited, odd and bool(_WORD.search(cell))) for cell in cells)
        rows.append(SheetRow(told, "entry", house))
    title, odd_title = _in_language(table.title, tongue)
    columns, odd_columns = _cells(table.columns, tongue)
    if rows and (title or columns):
        cited = tuple(dict.fromkeys(anchor for row in rows for anchor in row.sections))
        heads = (SheetCell(title, cited, odd_title), *(SheetCell(c, cited, odd_columns) for c in columns))
        rows.insert(0, SheetRow(heads, "head"))
    return rows, notes


def translated(row: SheetRow, tongue: Tongue) -> SheetRow:
    """A row whose words come from the text, in the language of the sheet as far as the glossary goes."""
    if tongue.same or row.role not in ("prose", "entry", "step"):
        return row
    if row.ids and row.ids[0].startswith("convention"):
        return row
    cells = []
    for cell in row.cells:
        text, foreign = tongue.put(cell.text)
        cells.append(cell._replace(text=text[:1].upper() + text[1:] if text else text, foreign=foreign))
    return row._replace(cells=tuple(cells))


def _in_language(by_language: Mapping[str, str], tongue: Tongue) -> tuple[str, bool]:
    """What is said in the language of the sheet, else in that of the rules, and whether it is foreign."""
    if tongue.sheet in by_language:
        return by_language[tongue.sheet], False
    found = by_language.get(tongue.own, "")
    return (found, True) if found else ("", False)


def _cells(by_language: Mapping[str, tuple[str, ...]], tongue: Tongue) -> tuple[tuple[str, ...], bool]:
    """Cells in the language of the sheet, else in that of the rules, and whether they are foreign."""
    if tongue.sheet in by_language:
        return by_language[tongue.sheet], False
    return by_language.get(tongue.own, ()), True


def _stated(sections: Sequence[Section], pick: str) -> list[str]:
    """The texts that must state what is said of sections: theirs, or their passages that hold `pick`."""
    held = passages(sections, pick) if pick else []
    return [text for text, _ in held] or [f"{s.title}\n{text_of(s.blocks)}" for s in sections]


def _unproved(words: str, stated: Sequence[str], tongue: Tongue) -> str:
    """The numbers in words that texts do not state."""
    known = tuple(tongue.numbers.items())
    return ", ".join(sorted(_numbers(words, ()).difference(*(_numbers(text, known) for text in stated))))


def _numbers(text: str, words: tuple[tuple[str, float], ...]) -> frozenset[str]:
    """The numbers that a text states, in figures; number words among them where they are known."""
    for half, plain_form in _HALVES.items():
        text = text.replace(plain_form, half)
    known = dict(words)
    said = (known.get(word.casefold()) for word in _WORD.findall(text)) if known else ()
    return frozenset((*_NUMBER.findall(text), *(f"{number:g}" for number in said if number is not None)))
