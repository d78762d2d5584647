"""What a section says, sentence by sentence, so that the search can show the one that answers.

Blocks of a section, or a part of one, come in; units come out, one a line: a sentence, an item of a list, a
row of a table. One that says nothing without another (an item without the words that lead to its list, a cell
without its row's name) begins with a tab for each that it stands under. No sentence is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vfdoc.formats.phrases import printable
from vfdoc.language.sentences import begun_sentences, ends_sentence
from vfdoc.model import Block, ItemList, Paragraph, Quote, Row, Section, Table
from vfdoc.model.document import joined
from vfdoc.site.section_parts import SectionPart

_MARKS = re.compile(r"[*_`\\]+")
_SPACE = re.compile(r"\s+")
# "N.B.", "e.g.", "> 2.": more follows.
_SHORT = re.compile(r"(?:(?:^|[\s(])(?:[^\W\d_]{1,2}\.)+|(?:^|[>•–·;:]\s)\d+\.)$")
_LEADS = (":", "\u2026")


def section_units(section: Section) -> str:
    """What a section says; of a text that begins with the section's title, what follows it."""
    found = list(_units(section.blocks, 0))
    if found and (rest := found[0].removeprefix(section.title).lstrip(" :·")) != found[0]:
        # A sentence may begin with the title's words, and then it is no caption.
        found[0] = rest if not rest[:1].islower() else found[0]
    return "\n".join(filter(None, found))


def part_units(part: SectionPart) -> str:
    """What a part of a section says without its title."""
    return "\n".join(_sentences(part.text.removeprefix(part.title).lstrip(" ·:")))


def _units(blocks: Iterable[Block], depth: int) -> Iterator[str]:
    under = depth  # of the next block: deeper, where the last words lead to it
    for block in blocks:
        here, under = under, depth
        match block:
            case Paragraph():
                found = _sentences(joined(block.lines))
                yield from _placed(found, here)
                under = depth + bool(found and found[-1].endswith(_LEADS))
            case ItemList():
                for item in block.items:
                    marker = item.marker if block.ordered else ""
                    yield from _marked(_units(item.blocks, here), marker, here)
            case Quote():
                yield from _units(block.blocks, here)
            case Table():
                yield from _table(block, here)


def _marked(units: Iterator[str], marker: str, depth: int) -> Iterator[str]:
    """An item's units; the first bears its number, for rules cite it ("on a result of 3")."""
    first = next(units, None)
    if first is not None:
        yield "\t" * depth + f"{marker} {first.strip()}".lstrip()
    yield from units


def _table(table: Table, depth: int) -> Iterator[str]:
    """A row of values under the heads of its columns; one of sentences under its first cell."""
    heads, headed = " · ".join(_cells(table.header)) if table.header else "", False
    for row in table.rows:
        cells = _cells(row)
        if not any(map(ends_sentence, cells)):
            if heads and not headed:
                yield from _placed([heads], depth)
            headed = True
            yield from _placed([" · ".join(cells)], depth + bool(heads))
            continue
        headed = False
        label = cells.pop(0) if len(cells) > 1 else ""
        yield from _placed([label], depth)
        for cell in cells:
            yield from _placed(_sentences(cell), depth + bool(label))
    yield from _units(table.footnotes, depth)


def _cells(row: Row) -> list[str]:
    return [text for text in (_plain(cell.text) for cell in row.cells) if text]


def _placed(units: Iterable[str], depth: int) -> Iterator[str]:
    yield from ("\t" * depth + unit for unit in units if unit)


def _sentences(text: str) -> list[str]:
    """The sentences of a text as they are printed; what an abbreviation has cut is whole again."""
    found: list[str] = []
    for sentence in begun_sentences(_plain(text), ".!?"):
        if found and _SHORT.search(found[-1]):
            found[-1] += f" {sentence}"
        elif sentence:
            found.append(sentence)
    return found


def _plain(text: str) -> str:
    return printable(_SPACE.sub(" ", _MARKS.sub("", text)).strip())
