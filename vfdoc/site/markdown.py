"""Each page's Markdown, beside the page: sections in, Markdown out, with an anchor before each heading.

An edition in Markdown keeps its marks; the words of a text that is none are escaped, so that Markdown
shows them as they are. HTML and images in a text are text here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import printable
from vfdoc.model import Block, ItemList, Paragraph, Quote, Section, Table, joined
from vfdoc.site.editions import EditionView
from vfdoc.site.plan import WHOLE, Page, Plan, fragment
from vfdoc.site.section_html import is_markdown

_DEEPEST = 6
_MARKS = re.compile(r"[\\`*_\[\]<>#|~]|(?m:^[-+](?=\s))|(?m:(?<=^\d)[.)](?=\s))")
_ACTIVE = re.compile(r"(?<!\\)(?:<(?=[A-Za-z/!?])|!(?=\[))")


def markdown_name(page: str) -> str:
    """The name of a page's Markdown: it stands beside it."""
    return f"{page.removesuffix('.html')}.md"


def page_markdown(page: Page, title: str) -> bytes:
    """The sections of a page, each under its number; `title` heads a page that no section heads."""
    return _sections(page.sections, is_markdown(page.document), "" if page.lead else title)


def whole_markdown(plan: Plan, title: str) -> bytes:
    """The whole rules; b"" where an edition has none."""
    sections = [section for document in plan.rules for section in document.sections]
    return _sections(sections, is_markdown(plan.rules[0]), title) if plan.rules else b""


def contents_markdown(view: EditionView, plan: Plan, titles: Sequence[str], words: Labels) -> bytes:
    """An edition's contents: what it is, and the sections of each page with their addresses. `titles`
    are those of the plan's pages."""
    out = [f"# {_line(view.name)}", ""]
    out += [_line(view.notice), ""] if view.notice else []
    source = view.source_href or view.source
    out += [f"{words['original']}{words['colon']} {_line(source)}", ""] if source else []
    for page, title in zip(plan.pages, titles, strict=True):
        href = quote(markdown_name(page.name))
        out.append(f"- [{_linked(title)}]({href})")
        inner = (s for s in page.sections if s.number and s is not page.lead)
        out += [f"  - [{_linked(f'{s.number} {s.title}')}]({href}{fragment(s.anchor)})" for s in inner]
    if plan.rules:
        out.append(f"- [{_linked(words['whole_rules'])}]({markdown_name(WHOLE)})")
    return _bytes("\n".join(out))


def _sections(sections: Sequence[Section], marked: bool, title: str) -> bytes:
    out = [f"# {_line(title)}"] if title else []
    above = len(out)
    for section in sections:
        above = max(1, min(section.level + bool(title), above + 1, _DEEPEST))
        name = f"{section.number} {section.title}" if section.number else section.title
        anchor = f'<a id="{escape(section.anchor)}"></a>\n\n'
        out.append(f"{anchor}{'#' * above} {_words(_line(name), marked)}".rstrip())
        out += [_block(block, marked) for block in section.blocks]
        entries = (f"{e.number} {e.title}" if e.number else e.title for e in section.entries)
        out.append("\n".join(f"- {_words(_line(entry), marked)}" for entry in entries))
    return _bytes("\n\n".join(part for part in out if part))


def _block(block: Block, marked: bool) -> str:
    match block:
        case Paragraph():
            words = joined(block.lines)
            return _words(f"{block.mark} {words}" if block.mark else words, marked)
        case ItemList():
            return "\n".join(_item(i.marker if block.ordered else "-", i.blocks, marked) for i in block.items)
        case Quote():
            inner = "\n\n".join(_block(each, marked) for each in block.blocks)
            return "\n".join(f"> {line}".rstrip() for line in inner.split("\n"))
        case Table():
            return "\n".join(_table(block, marked))


def _item(marker: str, blocks: Sequence[Block], marked: bool) -> str:
    first, *more = "\n\n".join(_block(each, marked) for each in blocks).split("\n")
    return "\n".join([f"{_line(marker)} {first}", *(f"  {line}".rstrip() for line in more)])


def _table(table: Table, marked: bool) -> Iterator[str]:
    head = [cell.text for cell in table.header.cells] if table.header else []
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    width = max(map(len, (head, *rows)))

    def row(cells: Sequence[str]) -> str:
        words = [re.sub(r"(?<!\\)\|", r"\\|", _words(_line(cell), marked)) for cell in cells]
        return f"| {' | '.join([*words, *[''] * (width - len(words))])} |"

    if table.title:
        yield f"{_words(_line(table.title), marked)}\n"
    if width:
        yield from (row(head), f"|{'---|' * width}", *map(row, rows))
    yield from (f"\n{_block(note, marked)}" for note in table.footnotes)


def _words(words: str, marked: bool) -> str:
    return (_ACTIVE if marked else _MARKS).sub(lambda found: f"\\{found[0]}", printable(words))


def _line(words: str) -> str:
    """Words on one line, without what no page may hold."""
    return " ".join(printable(words).split())


def _linked(words: str) -> str:
    """The words of a link; a title's own marks are left out of their meaning."""
    return re.sub(r"[\[\]<]", lambda found: f"\\{found[0]}", _line(words))


def _bytes(text: str) -> bytes:
    return f"{text}\n".encode("utf-8", "replace")
