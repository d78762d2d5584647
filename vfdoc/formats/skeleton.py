"""The skeleton of a text for its translator: the text itself with the words taken out.

A document in rules Markdown comes in; the same lines come out, each paragraph an ellipsis, titles and
cells that are a term of the glossary in the other language, and all marks, numbers and tables in
their places. So the skeleton is read as the original is, section by section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vfdoc.formats.labels import labels
from vfdoc.language.terms import folded
from vfdoc.language.word_list import primary
from vfdoc.model import (
    Block,
    Document,
    Glossary,
    ItemList,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    TextLine,
)
from vfdoc.model.translation import UNTRANSLATED

_CELL = 40  # characters from which on a cell is a sentence, not an entry
_LETTER = re.compile(r"[^\W\d_]")


class _Span(NamedTuple):
    """A stretch of a line (1-based) and what takes its place; None: the line goes where nothing is left."""

    line: int
    column: int
    old: str
    new: str | None


def skeleton(document: Document, terms: Mapping[str, str], language: str) -> str:
    """The skeleton of a document for a translator into `language`; `terms` are that language's words by
    those of the document's own, folded."""
    lines = list(document.source.lines)
    spans: list[_Span] = []
    kinds = {section.anchor: section.kind for section in document.sections}
    for section in document.sections:
        opens = section.number is None and kinds.get(section.parent or "") != section.kind
        named = terms.get(folded(section.title)) or (_named(section.kind, language) if opens else None)
        if named is not None:
            spans += _title(section, lines, named)
        for block in section.blocks:
            spans += _block(block, terms)
    gone: set[int] = set()
    for span in sorted(spans, key=lambda span: (span.line, -span.column)):
        _replace(lines, span, gone)
    return "\n".join(line for number, line in enumerate(lines, start=1) if number not in gone)


def terms_between(glossary: Glossary, old: str, new: str) -> dict[str, str]:
    """The first words of each term in the language `new`, by its words in the language `old`."""
    one, other = (primary(language) for language in (old, new))
    return {
        folded(word): term.words[other][0]
        for term in glossary.terms
        if term.words.get(other)
        for word in term.words.get(one, ())
    }


def _named(kind: SectionKind, language: str) -> str | None:
    """What a language calls a note or an example: the word by which its reader knows one."""
    words = labels(language)
    spoken = words.language == primary(language)
    return words[kind] if spoken and kind in ("note", "example") else None


def _title(section: Section, lines: list[str], new: str) -> Iterator[_Span]:
    places = [(section.line, section.column - 1)]
    places += [(entry.line, 0) for entry in section.entries if folded(entry.title) == folded(section.title)]
    for line, start in places:
        at = lines[line - 1].find(section.title, start)
        if at >= 0:
            yield _Span(line, at + 1, section.title, _cased(new, section.title))


def _block(block: Block, terms: Mapping[str, str]) -> Iterator[_Span]:
    match block:
        case Paragraph():
            yield from _paragraph(block.lines)
        case Quote():
            for inner in block.blocks:
                yield from _block(inner, terms)
        case ItemList():
            for item in block.items:
                for inner in item.blocks:
                    yield from _block(inner, terms)
        case Table():
            for row in (*([block.header] if block.header else ()), *block.rows):
                for cell in row.cells:
                    new = terms.get(folded(cell.text))
                    if new is not None:
                        yield _Span(row.line, cell.column, cell.text, _cased(new, cell.text))
                    elif len(cell.text) > _CELL:
                        yield _Span(row.line, cell.column, cell.text, UNTRANSLATED)
            for note in block.footnotes:
                yield from _paragraph(note.lines)


def _paragraph(lines: tuple[TextLine, ...]) -> Iterator[_Span]:
    for place, line in enumerate(lines):
        if _LETTER.search(line.text) or place:
            yield _Span(line.line, line.column, line.text, None if place else UNTRANSLATED)


def _replace(lines: list[str], span: _Span, gone: set[int]) -> None:
    line, start = lines[span.line - 1], span.column - 1
    if not line.startswith(span.old, start):
        return
    left = line[:start] + (span.new or "") + line[start + len(span.old) :]
    lines[span.line - 1] = left
    if span.new is None and not left.strip(" >\t"):
        gone.add(span.line)


def _cased(new: str, old: str) -> str:
    """A word in the manner of the one that it replaces: in capitals, or with one at its head."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
