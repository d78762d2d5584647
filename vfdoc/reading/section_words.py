"""The words of a section as tokens, levelled, with their places and the sentences that they make: in them
the words of a statement are sought.

In: a section by itself, its heading, its entries of a list, its citations. Out: `LevelledWords`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from vfdoc.language.typography import levelled
from vfdoc.model import (
    Block,
    Entry,
    ItemList,
    Paragraph,
    Quote,
    Section,
    Table,
    TextLine,
    joined,
    text_of,
)
from vfdoc.model.extract import Extract
from vfdoc.model.fingerprint import digest
from vfdoc.model.session import incremental

_INVISIBLE = "\u00ad\u200b\u200c\u200d\ufeff"
_TOKEN = re.compile(  # a number with its sign and unit is one: "adds 1" is not in "adds 12", "4" not in "4+"
    rf"(?:(?<!\w)[+\-±])?\d[\w{_INVISIBLE}]*(?:[.,/]\w+)*\+?[\"%]?|\w[\w{_INVISIBLE}]*(?:'\w+)?"
    r"|\.{2,}|[^\w\s]"
)
_MARKUP = str.maketrans("*_\\", "   ")
_DASHES = re.compile(r"(?<!-)-{2,3}(?!-)")  # as a typewriter has them
_TAG = re.compile(  # of a table of HTML; others are what a reviewed sentence may hold
    r"</?(?:table|caption|thead|tbody|tfoot|tr|th|td|col|colgroup)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_SEEN = str.maketrans(dict.fromkeys(_INVISIBLE, ""))
CITED = "§"
_NUMBER = re.compile(r"\d+(?:\.\d+)+")  # of words nobody says which are citations: those that look like one
_STOPS = frozenset((".", "!", "?", ";", ":"))


class PlacedToken(NamedTuple):
    """A word, number or sign: its place, as it is compared, and with citations levelled."""

    line: int
    start: int
    end: int
    text: str
    plain: str


@dataclass(frozen=True, slots=True, eq=False)
class LevelledWords:
    """A section as tokens: the body, then the heading and the captions, their lines counted as its extract's
    are. `raw` and
    `level` are the tokens joined by blanks, with a blank at both ends, in which token n begins at
    `starts[n] + 1`; `bounds` are the first tokens of the sentences, `around` what their meaning hangs on
    besides (a lead-in, the heads of a cell), `prints` their fingerprints."""

    tokens: tuple[PlacedToken, ...]
    raw: str
    level: str
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    bounds: tuple[int, ...]
    around: tuple[str, ...]
    body: int
    prints: tuple[str, ...]


@incremental
def section_words(
    extract: Extract,
    heading: tuple[TextLine, ...],
    listed: tuple[tuple[TextLine, int], ...],
    citations: tuple[tuple[int, int, int], ...],
    captions: tuple[tuple[TextLine, str], ...] = (),
) -> LevelledWords:
    """The words of a section; `heading`, the entries of a list (each with the letters of its number),
    `citations` and `captions` (each with what its table says) are placed as its extract's lines are."""
    section = extract.section
    by_line: dict[int, list[tuple[int, int]]] = {}
    for at, *place in citations:
        by_line.setdefault(at, []).append((place[0], place[1]))
    tokens: list[PlacedToken] = []
    bounds: list[int] = []
    around: list[str] = []

    def take(lines: Iterable[TextLine], beside: str, number: int = 0) -> None:
        begun = True
        for line in lines:
            for token, stops in _levelled_tokens(line, by_line.get(line.line, ()), number):
                if begun:
                    bounds.append(len(tokens))
                    around.append(beside)
                tokens.append(token)
                begun = stops

    for lines, beside in _stretches(section.blocks):
        take(lines, beside)
    for line, number in listed:
        take([line], "", number)
    body = len(tokens)
    take(heading, "", len(section.number or ""))
    for caption, table in captions:
        take([caption], table)
    raw, level = ([getattr(t, key) for t in tokens] for key in ("text", "plain"))
    starts = tuple(
        tuple(accumulate((len(word) + 1 for word in words[:-1]), initial=0)) if words else ()
        for words in (raw, level)
    )
    prints = tuple(
        sentence_fingerprint(beside, tokens[first:last])
        for beside, (first, last) in zip(around, pairwise((*bounds, len(tokens))), strict=True)
    )
    return LevelledWords(
        tuple(tokens), f" {' '.join(raw)} ", f" {' '.join(level)} ", (starts[0], starts[1]), tuple(bounds),
        tuple(around), body, prints,
    )  # fmt: skip


@incremental
def plain_text(extract: Extract, besides: str) -> str:
    """A section's text, and what stands besides, levelled as its tokens are."""
    text = f"{besides}\n{text_of(extract.section.blocks)}"
    return levelled(text).translate(_MARKUP).translate(_SEEN).lower()


def sentence_fingerprint(around: str, tokens: Sequence[PlacedToken]) -> str:
    """The fingerprint of a sentence, with what its meaning hangs on."""
    said = " ".join(token.plain for token in tokens)
    return digest(f"{around}\n{said}")


def tokens_of(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """The words, numbers and signs of a text, each with itself levelled."""
    plain = levelled(text).translate(_MARKUP).replace("''", '" ').replace("…", ".")
    if "--" in plain:
        plain = _DASHES.sub(lambda dashes: f"{'-':<{len(dashes.group())}}", plain)
    if "<" in plain:
        plain = _TAG.sub(lambda tag: " " * len(tag.group()), plain)
    for found in _TOKEN.finditer(plain):
        token = found.group().lower()
        yield found, token.translate(_SEEN) if not token.isascii() else "." if token[:2] == ".." else token


def untagged(text: str) -> str:
    """A text without the tags of a table of HTML, as it is shown."""
    return " ".join(_TAG.sub(" ", text).split()) if "<" in text else text


def level_numbers(raw: Sequence[str]) -> list[str]:
    """Tokens with what looks like the number of a citation levelled."""
    return [CITED if _NUMBER.fullmatch(word) else word for word in raw]


def _levelled_tokens(
    line: TextLine, citations: Sequence[tuple[int, int]], number: int
) -> Iterator[tuple[PlacedToken, bool]]:
    """The tokens of a line, each with whether a sentence ends behind it; so many letters at its start are a
    section's own number, which is levelled as a citation is."""
    cited = [*citations, (line.column, line.column + number)]
    for found, text in tokens_of(line.text):
        start, end = line.column + found.start(), line.column + found.end()
        numbered = (  # few tokens have a digit
            not text.isalpha()
            and any(map(str.isdigit, text))
            and any(begin <= start < stop for begin, stop in cited)
        )
        behind = line.text[found.end() : found.end() + 1]
        stops = text in _STOPS and (not behind or behind.isspace() or behind in "\"')*_")
        yield PlacedToken(line.line, start, end, text, CITED if numbered else text), stops


def _stretches(blocks: Sequence[Block]) -> Iterator[tuple[tuple[TextLine, ...], str]]:
    """The lines that read as one, each with what its meaning hangs on besides: the lead-in of a list, the
    title, head and label of a cell."""
    lead = ""
    for block in blocks:
        match block:
            case Paragraph():
                yield block.lines, ""
                lead = joined(block.lines)
            case ItemList():
                over = _uncited(_levelled(lead)) if lead.rstrip().endswith(":") else ""
                for item in block.items:
                    for lines, beside in _stretches(item.blocks):
                        yield lines, f"{over}\n{beside}".strip()
            case Quote():
                yield from _stretches(block.blocks)
            case Table():
                yield from _cells(block)


def _cells(table: Table) -> Iterator[tuple[tuple[TextLine, ...], str]]:
    title = _levelled(table.title or "")
    heads = [_levelled(cell.text) for cell in table.header.cells] if table.header else []
    for row in (*([table.header] if table.header else ()), *table.rows):
        label = _levelled(row.cells[0].text) if row.cells else ""
        for place, cell in enumerate(row.cells):
            head = heads[place] if place < len(heads) and row is not table.header else ""
            over = " ".join(f"{title} | {head} | {label if place else ''}".split())
            yield (TextLine(row.line, cell.column, cell.text),), over
    for note in table.footnotes:
        yield note.lines, ""


def _levelled(text: str) -> str:
    return " ".join(token for _, token in tokens_of(text))


def _uncited(text: str) -> str:
    """A levelled text with what looks like the number of a citation levelled too."""
    return " ".join(CITED if _NUMBER.fullmatch(token) else token for token in text.split(" "))


def captions_of(blocks: Sequence[Block], lines: Sequence[str]) -> Iterator[tuple[TextLine, str]]:
    """The captions of tables that stand on a line of their own, each with all that its table says: who binds
    to a caption speaks of the table."""
    for block in blocks:
        if isinstance(block, Table) and block.title and block.title_line:
            rows = (*((block.header,) if block.header else ()), *block.rows)
            said = "\n".join(" | ".join(_levelled(cell.text) for cell in row.cells) for row in rows)
            column = max(lines[block.title_line - 1].find(block.title), 0) + 1
            yield TextLine(block.title_line, column, block.title), said
        elif isinstance(block, Quote):
            yield from captions_of(block.blocks, lines)
        elif isinstance(block, ItemList):
            for item in block.items:
                yield from captions_of(item.blocks, lines)


def heading_line(section: Section, lines: dict[str, tuple[str, ...]]) -> tuple[TextLine, ...]:
    """A section's number and title at their place, as far as they stand there."""
    if not section.line:
        return ()
    line = lines[section.document][section.line - 1]
    number = section.number or ""
    end = line.find(section.title, section.column - 1) + len(section.title)
    if not section.title or end < len(section.title) + section.column - 1:
        end = section.column - 1 + len(number)
    return (TextLine(section.line, section.column, line[section.column - 1 : end]),)


def entry_line(entry: Entry, lines: Sequence[str], above: int) -> TextLine:
    """An entry of a contents list or an index, from its number on, where it stands."""
    text = lines[entry.line - 1]
    places = [text.find(words) for words in (entry.number, entry.title) if words]
    start = min((place for place in places if place >= 0), default=0)
    return TextLine(entry.line - above, start + 1, text[start:])
