"""The words of a text as HTML: inline Markdown, and every citation where it stands.

Lines of a paragraph, a cell or a title come in; escaped HTML comes out. The text is nobody's
friend: no HTML of its own passes, no image, and no link but to the web or to a mail address.

A citation is known by its place in the source, and Markdown moves places. So its two ends are
marked by characters of the private planes before Markdown is read, and the marks give way to tags
after. Such characters of the text itself are replaced first, one for one, so that no place moves.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vfdoc.model import TextLine, joined
from vfdoc.model.session import constant

_SPECIAL = re.compile(r"[*_`\[\]<\\]|&[#\w]")
_FIRST_MARK = 0xF0000
_MARKS_AT_MOST = 0x110000 - _FIRST_MARK
_MARK = re.compile(f"[{chr(_FIRST_MARK)}-{chr(0x10FFFF)}]")
_BREAKS = re.compile(r"(?<=[^\W\d_]{3}/)(?=[^\W\d_]{3})")  # a line ends behind the stroke of "foot/horse"
_LINKED = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
# What no page of HTML may hold (controls, halves of pairs, "noncharacters"), and our own marks.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane * 0x10000 + last) for plane in range(1, 15) for last in (0xFFFE, 0xFFFF))
    + f"{chr(_FIRST_MARK)}-{chr(0x10FFFF)}]"
)


class Html(str):
    """Characters that are HTML already; templates print them as they are."""

    __slots__ = ()

    def __html__(self) -> str:
        return self

    def __repr__(self) -> str:
        return f"Html({super().__repr__()})"


class Mark(NamedTuple):
    """A stretch of one line (offsets) and the tags that go round it."""

    start: int
    end: int
    open: str
    close: str


Marker = Callable[[TextLine], Sequence[Mark]]
"""Says which stretches of a line are citations, in order and apart from one another."""


Terms = Callable[[str, Sequence[tuple[int, int]]], Sequence[Mark]]
"""Says which stretches of a paragraph's words are terms, in order, each within one of the free stretches."""


class HtmlRun(NamedTuple):
    """A part of a phrase: its HTML, the words that a reader sees of it, and whether they are free of
    links, citations and code."""

    html: str
    words: str = ""
    free: bool = False


def unmarked(line: TextLine) -> Sequence[Mark]:
    """The marker of words without citations."""
    return ()


def printable(text: str) -> str:
    """The text with every character that HTML forbids replaced by U+FFFD, one for one."""
    # Python's own notion of printable leaves out all that HTML forbids, and asking it is quick.
    return text if text.isprintable() else _UNPRINTABLE.sub("\ufffd", text)


def phrase(
    lines: Sequence[TextLine],
    marker: Marker = unmarked,
    *,
    markdown: bool = True,
    links: bool = True,
    terms: Terms | None = None,
) -> Html:
    """The lines of one paragraph, cell or title as HTML, their citations and terms between their tags.

    Without `links` the text's own links are words, for places that are links themselves.
    """
    tags: list[str] = []
    text = joined(tuple(line._replace(text=_marked(line, marker(line), tags)) for line in lines))
    if markdown and _SPECIAL.search(text):
        runs = _inline(_parser().parseInline(text)[0].children or [], tags, links)
    else:
        runs = _cut(text, tags)
    return Html(_woven(list(runs), terms) if terms else "".join(run.html for run in runs))


def title(
    lines: Sequence[TextLine], marker: Marker = unmarked, *, markdown: bool = True, links: bool = True
) -> Html:
    """A title as HTML; one printed in capitals bears the class by which it is set in small ones."""
    words = phrase(lines, marker, markdown=markdown, links=links)
    capitals = "".join(line.text for line in lines).isupper()
    return Html(f'<span class="capitals">{words}</span>') if capitals else words


def phrase_of(words: str) -> Html:
    """Words of the house's own data as HTML: no Markdown, no citations."""
    return Html(escape(printable(words), quote=False))


def _marked(line: TextLine, marks: Sequence[Mark], tags: list[str]) -> str:
    text = printable(line.text)
    if not marks:
        return text
    out: list[str] = []
    end = 0
    for mark in marks:
        if mark.start < end or len(tags) + 2 > _MARKS_AT_MOST:
            continue
        opening = _FIRST_MARK + len(tags)
        tags += (mark.open, mark.close)
        out += (text[end : mark.start], chr(opening), text[mark.start : mark.end], chr(opening + 1))
        end = mark.end
    return "".join((*out, text[end:]))


def _cut(text: str, tags: Sequence[str]) -> Iterator[HtmlRun]:
    """Words with marks in them as runs; what stands between two marks is a citation."""
    end, cited = 0, False
    for mark in _MARK.finditer(text) if tags else ():
        if mark.start() > end:
            yield _words(text[end : mark.start()], free=not cited)
        place = ord(mark.group()) - _FIRST_MARK
        yield HtmlRun(tags[place])
        end, cited = mark.end(), place % 2 == 0
    if len(text) > end:
        yield _words(text[end:], free=not cited)


def _inline(tokens: Sequence[Token], tags: Sequence[str], links: bool) -> Iterator[HtmlRun]:
    """The tokens of inline Markdown as runs. Within a link a citation is words: links do not nest."""
    linked = False
    for token in tokens:
        if token.type in ("link_open", "link_close") and not links:
            continue
        if token.type == "link_open":
            linked = True
            yield HtmlRun(f'<a class="away" rel="noreferrer" href="{escape(str(token.attrs["href"]))}">')
        elif token.type == "link_close":
            linked = False
            yield HtmlRun("</a>")
        elif token.type in ("softbreak", "hardbreak"):
            yield _words(" ", free=True)
        elif token.nesting:
            yield HtmlRun(f"<{'/' if token.nesting < 0 else ''}{token.tag}>")
        else:
            code = token.type == "code_inline"
            plain = _MARK.sub("", token.content) if linked else token.content
            yield from (HtmlRun("<code>"),) if code else ()
            for run in _cut(plain, tags):
                yield run._replace(free=run.free and not (linked or code))
            yield from (HtmlRun("</code>"),) if code else ()


def _words(words: str, *, free: bool) -> HtmlRun:
    return HtmlRun(_BREAKS.sub("<wbr>", escape(words, quote=False)), words, free)


def _woven(runs: Sequence[HtmlRun], terms: Terms) -> str:
    """The runs as HTML with the tags of terms put in; a term that tags cut in two gets none."""
    whole = "".join(run.words for run in runs)
    ends = list(accumulate(len(run.words) for run in runs))
    starts = [0, *ends]
    free = [(start, end) for run, start, end in zip(runs, starts, ends, strict=False) if run.free]
    marks = deque(terms(whole, free))
    out: list[str] = []
    for run, start, end in zip(runs, starts, ends, strict=False):
        if not run.free or not marks or marks[0].start >= end:
            out.append(run.html)
            continue
        while marks and marks[0].end <= end:
            mark = marks.popleft()
            said = escape(whole[mark.start : mark.end], quote=False)
            out += (escape(whole[start : mark.start], quote=False), mark.open, said, mark.close)
            start = mark.end
        out.append(escape(whole[start:end], quote=False))
    return "".join(out)


@constant
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").disable(["image", "html_inline"])
    normalize = parser.normalizeLink
    # The parser's own hooks: what may be linked, and how an address is written.
    parser.validateLink = lambda url: _LINKED.match(url) is not None  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: normalize(_MARK.sub("", url))  # type: ignore[method-assign]
    return parser
