"""Words of a clause as a page quotes them: with the whole sentence, or row of a table, that they stand in.

A section, a line of it and some words come in; a sentence that can be read by itself comes out. What the
words mean is not asked here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from vfdoc.formats.prose import tidy
from vfdoc.language.sentences import begun_sentences, sentences
from vfdoc.language.typography import plain
from vfdoc.model.document import Block, ItemList, Paragraph, Quote, Row, Section, Table, first_line, joined
from vfdoc.model.mechanics import LookupRow
from vfdoc.model.text import TextLine

_REACH = 40  # lines of a sentence at most
LISTED = 3
"""Values of one sentence that make it a table in words."""
_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"[*_`\\]+")
_LISTS = re.compile(r";|<br\s*/?>|\n")  # between what a cell lists
_FIGURE = re.compile(r"\d")


def sentence_around(section: Section, line: int, words: str) -> str:
    """The sentence of a section in which words of one of its lines stand; in a table the cell, behind the
    first of its row and the head of its column. Where nothing there has them, as a heading has, the line or
    row; the words themselves where nothing of the section stands at that line."""
    for block in _at_line(section.blocks, line):
        if isinstance(block, Paragraph) and (own := tuple(e for e in _near(block, line) if e.line == line)):
            return _printed(_nearest(_sentences(joined(_near(block, line))), words, or_else=joined(own)))
        if isinstance(block, Table):
            for row in (row for row in block.rows if row.line == line):
                return _printed(_in_row(block, row, words))
    return tidy(words)


def sentence_of_words(section: Section, line: int, words: str) -> str:
    """The sentence that these very words of a line are a piece of; in a cell, which may list many, an item of
    the list. Else the words."""
    wanted = plain(" ".join(words.split()))
    for block in _at_line(section.blocks, line):
        if isinstance(block, Paragraph):
            near = _near(block, line)
            texts = [joined(near)] if any(own.line == line for own in near) else []
        elif isinstance(block, Table):
            cells = [cell.text for row in block.rows if row.line == line for cell in row.cells]
            texts = [each for cell in cells for each in _LISTS.split(cell)]
        else:
            texts = []
        said = (_printed(each) for text in texts for each in _sentences(text))
        if found := next((each for each in said if wanted in plain(each)), ""):
            return found
    return words


def stating_sentence(blocks: Sequence[Block], row: LookupRow) -> str:
    """The sentence out of which a row was read, in running text or within a cell; empty where its values are
    cells themselves, or its name is that of its line: what is left of a sentence as a label would say less
    than it does."""
    for block in blocks:
        if isinstance(block, Paragraph):
            for line in (line for line in block.lines if line.line == row.line):
                said = _stating(line.text, row)  # none where the text has the number in letters
                named = said or sentences(line.text, colon=False)
                whole = [each for each in named if all(key in each for key in row.key)]
                return tidy(_likest(whole or said, row))
        elif isinstance(block, Table):
            for cells in ([cell.text for cell in own.cells] for own in block.rows if own.line == row.line):
                labelled = bool(cells[0]) and any(cells[0] in key for key in row.key)
                if not labelled and not any(value in cells for value in row.values):
                    said = [each for cell in cells for each in _stating(cell, row)]
                    found = tidy(_likest([each for each in said if _named(each, row)], row))
                    label = "" if _FIGURE.search(cells[0]) or found in cells[0] else _printed(cells[0])
                    return f"{label}: {found}" if label and found else found
    return ""


def are_cut(rows: Sequence[LookupRow], little: Collection[str]) -> bool:
    """Whether the labels that one sentence gave to rows are pieces of it: one breaks off after a `little`
    word, or says the value of another."""
    values = {value for row in rows for value in row.values}
    words = [_WORD.findall(piece.lower()) for row in rows for piece in row.key]
    return any(own and (own[-1] in little or values.intersection(own)) for own in words)


def _stating(text: str, row: LookupRow) -> list[str]:
    """The sentences of a text in which all values of a row stand."""
    return [each for each in sentences(text, colon=False) if all(value in each for value in row.values)]


def _likest(said: Sequence[str], row: LookupRow) -> str:
    """The sentence that has the most of the words of a row's name, the first of several."""
    return max(said, key=lambda each: _named(each, row), default="")


def _named(sentence: str, row: LookupRow) -> int:
    """How many words of a row's name a sentence has."""
    return len({word for key in row.key for word in _WORD.findall(key)} & {*_WORD.findall(sentence)})


def _printed(words: str) -> str:
    return tidy(_MARKS.sub("", words)).lstrip("#@ ")


def _sentences(text: str) -> list[str]:
    """The sentences of a text; within brackets none ends ("(i.e. 1 to 4)")."""
    found: list[str] = []
    for part in begun_sentences(text, ".!?"):
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def _in_row(table: Table, row: Row, words: str) -> str:
    cells = [cell.text for cell in row.cells]
    if not (nearest := _nearest(cells, words, or_else="")):
        return ": ".join(filter(None, (cells[0], " ".join(cells[1:]).strip())))
    place = cells.index(nearest)
    said = _nearest(_sentences(nearest), words, or_else=nearest)
    label = cells[0] if place and not _FIGURE.search(cells[0]) else ""  # else a change among others
    heads = table.header.cells if table.header is not None else ()
    head = heads[place].text if place and place < len(heads) else ""
    before = " · ".join(filter(None, (label, head)))
    return f"{before}: {said}" if before else said


def _nearest(stretches: list[str], words: str, or_else: str) -> str:
    """The stretch that has the most of some words, the first of several; where none has any, the other."""
    wanted = _WORD.findall(words)

    def had(stretch: str) -> int:
        own = set(_WORD.findall(stretch))
        return sum(word in own for word in wanted)

    best = max(stretches, key=had, default="")
    return best if wanted and had(best) else or_else


def _at_line(blocks: tuple[Block, ...], line: int) -> Iterator[Block]:
    """The paragraph or table among blocks that has a line, be it within a list or a quotation; what it costs
    does not grow with the blocks around it."""
    place = bisect_right(blocks, line, key=_begins) - 1
    match blocks[place] if place >= 0 else None:
        case ItemList(items=items):
            at = bisect_right(items, line, key=lambda item: _begins(*item.blocks[:1])) - 1
            yield from _at_line(items[at].blocks, line) if at >= 0 else ()
        case Quote(blocks=quoted):
            yield from _at_line(quoted, line)
        case Paragraph() | Table() as block:
            yield block


def _near(block: Paragraph, line: int) -> tuple[TextLine, ...]:
    """The lines of a paragraph about one of them, as far as a sentence may reach."""
    place = bisect_right(block.lines, line, key=lambda each: each.line)
    return block.lines[max(0, place - _REACH) : place + _REACH]


def _begins(block: Block | None = None) -> int:
    """The line on which a block begins; 0 of none."""
    match block:
        case ItemList(items=items):
            return _begins(*items[0].blocks[:1]) if items else 0
        case None:
            return 0
    return first_line(block)


def flat(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The paragraphs and tables among blocks, those within lists and quotations too."""
    for block in blocks:
        match block:
            case ItemList():
                for item in block.items:
                    yield from flat(item.blocks)
            case Quote():
                yield from flat(block.blocks)
            case _:
                yield block
