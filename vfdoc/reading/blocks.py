"""Line tokens to blocks: the Lark grammar of lines (LALR), its callbacks building model values.

The grammar sees whole lines, never words. The parser is built once a process; a quotation
opens no sections.
"""

from __future__ import annotations

from typing import Any

from vfdoc.model import Block, Item, ItemList, Paragraph, Quote, Table, TextLine
from vfdoc.model.session import constant, incremental, is_resident
from vfdoc.parsers import Parser, parser
from vfdoc.reading.headings import Heading
from vfdoc.reading.tables import tables_from_rows
from vfdoc.reading.tokens import LineToken

_NESTED = {"_INDENT": 1, "_DEDENT": -1, "_QUOTE": 1, "_ENDQUOTE": -1}
_ROLES = {"QUESTION": "question", "ANSWER": "answer", "NOTE": "footnote"}


def parse_blocks(tokens: list[LineToken | Heading]) -> list[Heading | Block]:
    """The headings and blocks of a text, in order; never raises on balanced tokens. What stands below one
    heading is parsed by itself, and after an edit is what it was where its tokens are."""
    if not is_resident():
        return list(_parsed(tuple(tokens)))
    found: list[Heading | Block] = []
    begin = opened = 0
    for at, token in enumerate(tokens):
        if isinstance(token, Heading):
            if opened:  # within a quotation, a list
                continue
            found += _parsed(tuple(tokens[begin:at]))
            begin = at
        elif token.type in _NESTED:
            opened += _NESTED[token.type]
    return [*found, *_parsed(tuple(tokens[begin:]))]


@incremental
def _parsed(tokens: tuple[LineToken | Heading, ...]) -> tuple[Heading | Block, ...]:
    parsed: Any = _parser().parse(tokens) if tokens else ()
    return tuple(parsed)


class _Builder:
    """One callback a rule; each only builds the value that the rule names."""

    def start(self, children: list[Any]) -> list[Any]:
        return _flat(children)

    def runin(self, children: list[Any]) -> list[Heading | Paragraph]:
        heading: Heading = children[0]
        assert heading.run is not None
        rest = (TextLine(line.line, line.column, line.text) for line in children[1:])
        return [heading, Paragraph((heading.run, *rest))]

    def paragraph(self, children: list[LineToken]) -> Paragraph:
        kind, line, column, text, mark, _ = children[0]
        lines: tuple[TextLine, ...] = (TextLine(line, column, text),)
        if len(children) > 1:
            lines += tuple(TextLine(line.line, line.column, line.text) for line in children[1:])
        return Paragraph(lines, _ROLES.get(kind, "text"), mark)

    footnote = paragraph

    def item(self, children: list[Any]) -> Item:
        own = [child for child in children if isinstance(child, LineToken)]
        mark = own[0].mark
        own = own if own[0].text or len(own) == 1 else own[1:]  # its mark stands on a line of its own
        lines = tuple(TextLine(line.line, line.column, line.text) for line in own)
        nested = children[-1] if isinstance(children[-1], list) else []
        return Item(mark, (Paragraph(lines), *nested))

    def itemlist(self, children: list[Item]) -> ItemList:
        return ItemList(tuple(children), children[0].marker[-1:] in ".)")

    def nested(self, children: list[Any]) -> list[Any]:
        return [_as_block(child) for child in _flat(children)]

    def quote(self, children: list[Any]) -> Quote | list[Any]:
        """A quotation; one that holds a number opens sections, and its marks are only its looks."""
        flat = _flat(children)
        if any(isinstance(child, Heading) and child.number for child in flat):
            return flat
        return Quote(tuple(_as_block(child) for child in flat))

    def table(self, children: list[Any]) -> list[Table]:
        title = children[0] if children[0].type == "TITLE" else None
        rows = [child for child in children if isinstance(child, LineToken) and child.type != "TITLE"]
        notes = tuple(child for child in children if isinstance(child, Paragraph))
        return tables_from_rows(title, rows, notes)


def _as_block(child: Heading | Block) -> Block:
    if not isinstance(child, Heading):
        return child
    words = f"{child.number or ''} {child.title}".strip()
    return Paragraph((TextLine(child.line, child.column, words),))


def _flat(children: list[Any]) -> list[Any]:
    out: list[Any] = []
    for child in children:
        if isinstance(child, list):
            out.extend(child)
        else:
            out.append(child)
    return out


@constant
def _parser() -> Parser:
    return parser("lines", _Builder())
