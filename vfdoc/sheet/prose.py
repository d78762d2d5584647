"""Rows that the rules state in words: a section's own sentence, its list, the rows of its table.

Nothing is worded anew here: citations are taken out, Markdown is taken off, sentences are chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.language.sentences import begun_sentences
from vfdoc.model import ItemList, Paragraph, Quote, Section, Table, text_of
from vfdoc.model.document import Block, joined
from vfdoc.model.sheet import SheetCell, SheetRow
from vfdoc.sheet.source import Source

_MARK = re.compile(r"(?<!\\)[*_`]+(?=\S)|(?<=\S)(?<!\\)[*_`]+")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~&])")
_EMPTY = re.compile(r"\(\s*[,;&]*\s*\)")
_LOOSE = re.compile(r"\s+(?=[.,)])|(?<=\w)\s+(?=;)")
_LABEL = re.compile(r"\s*[*_“\"]*([^:.;]{2,48}?)\s?:?[*_”\"]*\s*(?::|[–—-](?=\s))[*_]*\s+(?=\S)")
_DASH = re.compile(r"\s*[–—]\s+|\s+-\s+")
_SPACE = re.compile(r"[^\S\xa0\u202f]+")  # but those that end no line
_STEP = re.compile(r"(?:^|[\s>(])\(?([1-9])[.)]?\s*[.)]\s*([^>.…()\n\t;]{2,80})")
_SHORT = 240
_ENOUGH = 2


def plain(text: str, section: Section, source: Source) -> str:
    """Words of a section without citations in brackets and without Markdown."""
    for reference in source.references.get(section.anchor, ()):
        text = text.replace(f"({reference.text})", "")
    text = _ESCAPED.sub(r"\1", _MARK.sub("", text)) if _is_markdown(section, source) else text
    return _SPACE.sub(" ", _LOOSE.sub("", _EMPTY.sub("", text))).strip()


def sentences(section: Section, source: Source) -> list[str]:
    """The sentences of a section's own text."""
    lines = (plain(line, section, source) for line in text_of(section.blocks).split("\n"))
    return [part for line in lines for part in begun_sentences(line) if part.strip()]


def short_text(section: Section, source: Source, pick: str = "") -> str:
    """What a section says in short: the sentence that holds `pick`, else its whole text if that is short,
    else its first sentence."""
    told = sentences(section, source)
    if pick:
        folded = pick.casefold()
        return next((sentence for sentence in told if folded in sentence.casefold()), "")
    whole = " ".join(told)
    return whole if len(whole) <= _SHORT else next(iter(told), "")


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return begun_sentences(text, ".!?")[0]


def rows_of(section: Section, source: Source, whole: bool = False) -> Iterator[SheetRow]:
    """The rows that a section makes: those of its tables and lists, its labelled paragraphs, else one row
    of its title and what it says in short (`whole`: all of it)."""
    cited = (section.anchor,)
    house = source.is_house(section.anchor)
    inner = [row for block in section.blocks for row in _block_rows(block, section, source, whole)]
    if section.blocks and len(inner) >= _ENOUGH:
        for label, words in inner:
            yield SheetRow((SheetCell(label, cited), SheetCell(words, cited)), house=house)
        return
    words = " ".join(sentences(section, source)) if whole else short_text(section, source)
    if words:
        title = titled(plain(section.title, section, source))
        yield SheetRow((SheetCell(title, cited), SheetCell(words, cited)), house=house)


def table_rows(table: Table, section: Section, source: Source) -> Iterator[tuple[str, str, int]]:
    """The rows of a table of rules: the first cell, the others each behind its column's name, the line."""
    heads = [plain(cell.text, section, source) for cell in table.header.cells] if table.header else []
    for row in table.rows:
        cells = [plain(cell.text, section, source) for cell in row.cells]
        told = []
        for n, cell in enumerate(cells[1:], start=1):
            head = heads[n] if n < len(heads) else ""
            if cell:
                told.append(f"{head}: {cell}" if head and len(cells) > _ENOUGH else cell)
        if cells and (cells[0] or told):
            yield cells[0], " ".join(told), row.line


def steps(section: Section, source: Source) -> list[tuple[str, str]]:
    """The steps of a sequence that a section states, each with its number: an ordered list, else what is
    numbered in a line ("1. Fate > 2. Fire")."""
    for block in section.blocks:
        if isinstance(block, ItemList) and block.ordered and len(block.items) >= _ENOUGH:
            items = [plain(text_of(item.blocks[:1]), section, source) for item in block.items]
            begun = [item for item in items if item and not item[0].islower()]  # else the one before goes on
            return [(str(n), _first(item)) for n, item in enumerate(begun, start=1)]
    for line in text_of(section.blocks).split("\n"):
        found = _STEP.findall(plain(line, section, source))
        if len(found) >= _ENOUGH and [n for n, _ in found] == [str(n + 1) for n in range(len(found))]:
            return [(n, words.strip(" .>-–")) for n, words in found]
    return []


def _first(item: str) -> str:
    """The first sentence of an item, or what stands before its dash."""
    head, *after = _DASH.split(item, maxsplit=1)
    return head.strip() if after and len(head) > _ENOUGH else begun_sentences(item)[0]


def _block_rows(block: Block, section: Section, source: Source, whole: bool) -> Iterator[tuple[str, str]]:
    match block:
        case Table():
            for label, words, _ in table_rows(block, section, source):
                yield label, words
        case ItemList():
            for item in block.items:
                text = plain(text_of(item.blocks), section, source)
                if text:
                    yield labelled(text)
        case Paragraph() if whole or _LABEL.match(joined(block.lines)):
            yield labelled(plain(joined(block.lines), section, source))
        case Quote():
            for inner in block.blocks:
                yield from _block_rows(inner, section, source, whole)


def labelled(text: str) -> tuple[str, str]:
    """A text and the label before it ("Canister: …"), empty where it has none."""
    found = _LABEL.match(text)
    return (found.group(1).strip(), text[found.end() :]) if found else ("", text)


def titled(title: str) -> str:
    """A title in small letters where it stands all in capitals."""
    return title.capitalize() if title.isupper() and len(title) > _ENOUGH else title


def _is_markdown(section: Section, source: Source) -> bool:
    documents = {document.id: document for document in source.rulebook.documents}
    document = documents.get(section.document)
    return document is not None and document.source.name.lower().endswith((".md", ".markdown"))
