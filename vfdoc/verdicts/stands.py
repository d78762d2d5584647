"""Whether the own words of a base stand in its new edition, be it elsewhere and under another number.

In come both editions and which sections correspond; asked is of a place of the old one: a section, a line,
words there. A sentence or row stands where one of the new edition says the same (`normalised.py`) and what
it cites leads to what corresponds. That nothing was found does not say that the rule is another one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph, resolve
from vfdoc.language.typography import plain
from vfdoc.model import Block, ItemList, Paragraph, Quote, Reference, Rulebook, Section, Table
from vfdoc.verdicts.normalised import normaliser
from vfdoc.verdicts.sections import MARK, marked
from vfdoc.verdicts.sentence_verdicts import sentence_spans


class _Unit(NamedTuple):
    """A sentence or the row of a table: its first and last line, its words as printed and as compared, and
    what it cites."""

    line: int
    end_line: int
    text: str
    keys: tuple[str, ...]
    cited: tuple[Reference, ...]


class Stands:
    """The sentences and rows of two editions of a base."""

    def __init__(self, old: Rulebook, new: Rulebook, forward: Mapping[str, Sequence[str]]) -> None:
        self._old, self._forward = old, forward
        self._graphs: tuple[ReferenceGraph, ReferenceGraph] = resolve(old), resolve(new)
        self._sections = {section.anchor: section for section in old.sections()}
        self._cited = _cited(old)
        self._there: dict[tuple[str, ...], list[_Unit]] = defaultdict(list)
        cited = _cited(new)
        for section in new.sections():
            for unit in _units(section, cited.get(section.anchor, ()), new):
                self._there[unit.keys].append(unit)

    def at(self, anchor: str, line: int, words: str) -> bool:
        """Whether what holds these words at a line of an old section stands; where nothing there holds them,
        whether all that stands at the line does."""
        section = self._sections.get(anchor)
        if section is None:
            return False
        here = [
            unit
            for unit in _units(section, self._cited.get(anchor, ()), self._old)
            if unit.line <= line <= unit.end_line
        ]
        sought = _bare(words)
        holding = [unit for unit in here if sought and sought in _bare(unit.text)]
        return bool(here) and all(map(self._stands, holding or here))

    def _stands(self, unit: _Unit) -> bool:
        return any(
            len(unit.cited) == len(other.cited) and all(map(self._follows, unit.cited, other.cited))
            for other in self._there.get(unit.keys, ())
        )

    def _follows(self, old: Reference, new: Reference) -> bool:
        """Whether a citation leads to what corresponds to what it led to."""
        was, now = (
            {s.anchor for target in reference.targets for s in graph.resolve(target)}
            for reference, graph in zip((old, new), self._graphs, strict=True)
        )
        if not was and not now:
            return old.text == new.text
        return bool(now) and all(set(self._forward.get(anchor, ())) & now for anchor in was)


def _cited(book: Rulebook) -> dict[str, list[Reference]]:
    found: dict[str, list[Reference]] = defaultdict(list)
    for reference in book.references():
        found[reference.section].append(reference)
    return found


def _units(section: Section, references: Sequence[Reference], book: Rulebook) -> Iterator[_Unit]:
    read = normaliser(book.forms)
    for first, last, text in _texts(section, section.blocks, references):
        spans = [(0, len(text))] if "\t" in text else sentence_spans(text)
        for start, end in spans:
            said = text[start:end]
            cited = tuple(references[int(found[1])] for found in MARK.finditer(said))
            shown = MARK.sub(lambda mark: references[int(mark[1])].text, said)
            yield _Unit(first, last, shown, read(said).keys, cited)


def _texts(
    section: Section, blocks: Sequence[Block], references: Sequence[Reference]
) -> Iterator[tuple[int, int, str]]:
    """The paragraphs and rows of blocks with their lines, citations marked."""
    for block in blocks:
        match block:
            case Paragraph():
                lines = block.lines[0].line, block.lines[-1].line
                yield (*lines, marked(section._replace(blocks=(block,)), references))
            case ItemList():
                for item in block.items:
                    yield from _texts(section, item.blocks, references)
            case Quote():
                yield from _texts(section, block.blocks, references)
            case Table():
                for row in block.rows:
                    alone = block._replace(title=None, header=None, rows=(row,), footnotes=())
                    text = marked(section._replace(blocks=(alone,)), references)
                    yield row.line, row.line, f"{text}\t"
                yield from _texts(section, block.footnotes, references)


def _bare(text: str) -> str:
    return "".join(c for c in plain(text).casefold() if c.isalnum())
