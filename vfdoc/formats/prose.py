"""Blocks as HTML: paragraphs, lists, quotations, tables with their footnotes.

The blocks of a section and a marker of its citations come in; one string of HTML comes out. What
the citations lead to is the marker's business, what the words say nobody's here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from vfdoc.formats.phrases import Html, Marker, Terms, phrase, printable, unmarked
from vfdoc.model import Block, Cell, Item, ItemList, Paragraph, Quote, Row, Table, TextLine

# A minus is printed as a hyphen (-), a minus sign (U+2212) or a dash (U+2013, U+2014).
_FIGURE = re.compile(
    r"[-+\u2212\u2013]?\d[\d.,½¼¾]*(?:\s?[-\u2013]\s?\d+)?(?:[+\"”″'%°]|\s?(?:cm|mm|in|D6|d6))?"
    r"|[-\u2013\u2014]"
)
_FIGURE_AT_MOST = 24
_NEXT_MODIFIER = re.compile(r";\s+(?=[-+\u2212\u2013]\s?\d)")
# From so many columns on, a table is wider than a phone and scrolls within itself.
_WIDE = 3
_VERY_WIDE = 5
# A cell of so many characters is read, not looked up: on a phone its row is set as a card, and so is that of
# a table that a phone would have to scroll.
_WORDY = 60
_NO_IDS: Mapping[int, str] = MappingProxyType({})


class Setting(NamedTuple):
    """What blocks are set with: the marker of their citations, whether their words are Markdown,
    what a table without a caption is called aloud, the title that stands above them (a caption that
    only repeats it is left out), the terms of running text, and the ids of those paragraphs and rows that
    have addresses of their own, by the line on which they begin."""

    marker: Marker = unmarked
    markdown: bool = True
    table: str = ""
    title: str = ""
    terms: Terms | None = None
    ids: Mapping[int, str] = _NO_IDS

    def phrase(self, lines: tuple[TextLine, ...]) -> Html:
        """The lines of one paragraph."""
        return phrase(lines, self.marker, markdown=self.markdown, terms=self.terms)

    def id(self, line: int) -> str:
        """The attribute of what begins on a line, empty where that has no address."""
        return f' id="{escape(self.ids[line])}"' if line in self.ids else ""


def prose(blocks: tuple[Block, ...], setting: Setting) -> Html:
    """The blocks as HTML, in order."""
    return Html("\n".join(_block(block, setting) for block in blocks))


def _block(block: Block, setting: Setting) -> str:
    match block:
        case Paragraph():
            return _paragraph(block, setting)
        case ItemList():
            return _list(block, setting)
        case Quote():
            return f"<blockquote>\n{prose(block.blocks, setting)}\n</blockquote>"
        case Table():
            return _table(block, setting)


def _paragraph(paragraph: Paragraph, setting: Setting) -> str:
    words = setting.phrase(paragraph.lines)
    kind = "" if paragraph.role == "text" else f' class="{escape(paragraph.role)}"'
    mark = f'<span class="mark">{escape(printable(paragraph.mark))}</span> ' if paragraph.mark else ""
    own = setting.id(paragraph.lines[0].line) if paragraph.lines else ""
    return f"<p{own}{kind}>{mark}{words}</p>"


def _list(items: ItemList, setting: Setting) -> str:
    # The markers are the text's own ("a)", "3."): a citation may name them, so none is counted anew.
    tag, kind = ("ol", ' class="printed" role="list"') if items.ordered else ("ul", "")
    inner = "".join(_item(item, items.ordered, setting) for item in items.items)
    return f"<{tag}{kind}>\n{inner}</{tag}>"


def _item(item: Item, ordered: bool, setting: Setting) -> str:
    mark = f'<span class="marker">{escape(printable(item.marker))}</span> ' if ordered else ""
    first, *others = item.blocks or (Paragraph(()),)
    if isinstance(first, Paragraph):
        head = setting.phrase(first.lines)
    else:
        head, others = Html(), [first, *others]
    rest = "\n" + prose(tuple(others), setting) if others else ""
    return f"<li>{mark}{head}{rest}</li>\n"


def _table(table: Table, setting: Setting) -> str:
    setting = setting._replace(terms=None)  # a table is looked up, not read: no terms
    rows = (*([table.header] if table.header else ()), *table.rows)
    width = max((len(row.cells) for row in rows), default=0)
    wordy = width >= _WIDE and any(len(cell.text) >= _WORDY for row in table.rows for cell in row.cells)
    wordy = wordy or (width >= _VERY_WIDE and table.header is not None)  # each cell beside its column's name
    # A reader who has no mouse must be able to scroll a wide table: it takes the focus.
    called = escape(printable(table.title or setting.table))
    focus = f' tabindex="0" role="group" aria-label="{called}"' if width >= _WIDE else ""
    size = (" very-wide" if width >= _VERY_WIDE else "") + (" wordy" if wordy else "")
    parts = [f'<div class="table{size}"{focus}>\n<table{_role("table", wordy)}>']
    if table.title and table.title.casefold() != setting.title.casefold():
        title = phrase((TextLine(table.line, 0, table.title),), markdown=setting.markdown)
        parts.append(f"<caption><span>{title}</span></caption>")
    if table.header:
        header = _row(table.header, setting, wordy, header=True)
        parts.append(f"<thead{_role('rowgroup', wordy)}>\n{header}\n</thead>")
    parts.append(f"<tbody{_role('rowgroup', wordy)}>")
    labels = tuple(cell.text for cell in table.header.cells) if table.header and wordy else ()
    parts += (_row(row, setting, wordy, labels) for row in table.rows)
    parts.append("</tbody>\n</table>\n</div>")
    if table.footnotes:
        notes = "\n".join(_paragraph(note._replace(role="footnote"), setting) for note in table.footnotes)
        parts.append(f'<div class="footnotes">\n{notes}\n</div>')
    return "\n".join(parts)


def _role(role: str, wordy: bool) -> str:
    """What a part of a table is, said aloud where its looks are those of a card."""
    return f' role="{role}"' if wordy else ""


def _row(
    row: Row, setting: Setting, wordy: bool, labels: tuple[str, ...] = (), *, header: bool = False
) -> str:
    cells = "".join(_cells(row, setting, wordy, labels, header))
    return f"<tr{setting.id(row.line)}{_role('row', wordy)}>{cells}</tr>"


def _cells(row: Row, setting: Setting, wordy: bool, labels: tuple[str, ...], header: bool) -> Iterator[str]:
    for place, cell in enumerate(row.cells):
        words = "<br>".join(setting.phrase((line,)) for line in _modifiers(row.line, cell))
        if header and cell.text:
            yield f'<th scope="col"{_role("columnheader", wordy)}>{words}</th>'
        elif place == 0 and cell.text and len(row.cells) > 1:
            yield f'<th scope="row"{_role("rowheader", wordy)}>{words}</th>'
        else:
            figure = ' class="figure"' if _is_figure(cell.text) else ""
            label = labels[place] if place < len(labels) and cell.text else ""
            named = f' data-label="{escape(printable(label))}"' if label else ""
            yield f"<td{figure}{_role('cell', wordy)}{named}>{words}</td>"


def _is_figure(words: str) -> bool:
    """Whether a cell holds a number with its unit, or several between strokes, as 18"/12"/6"."""
    if len(words) > _FIGURE_AT_MOST:
        return False
    return all(_FIGURE.fullmatch(part) for part in words.split("/"))


def _modifiers(line: int, cell: Cell) -> Iterator[TextLine]:
    """The cell's words, those of each signed amount on a line of their own: a row is read at a glance."""
    start = 0
    for gap in _NEXT_MODIFIER.finditer(cell.text):
        yield TextLine(line, cell.column + start, cell.text[start : gap.start() + 1])
        start = gap.end()
    yield TextLine(line, cell.column + start, cell.text[start:])


_BLANKS = re.compile(r"\s+")
_LOOSE_STOP = re.compile(r"\s+(?=[.,)])")


def tidy(words: str) -> str:
    """Words from which citations were taken out, without the gaps that these left."""
    return _LOOSE_STOP.sub("", _BLANKS.sub(" ", words).replace("()", "")).strip()
