"""The index of a text by which statements are bound: its sections' words, made as they are asked for, and
what is known of each wording that was sought, carried from one pass over the text to the next.

In: documents, and the index of the same before an edit. Out: places of words, section by section. How a
wording is bound says the resolver, `binding.py`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from vfdoc.model import (
    Document,
    Section,
    TextLine,
)
from vfdoc.model.binding import State, TextQuote
from vfdoc.model.extract import Extract, Placed, extracts, files_of
from vfdoc.model.session import evolving
from vfdoc.reading.section_words import (
    LevelledWords,
    PlacedToken,
    captions_of,
    entry_line,
    heading_line,
    level_numbers,
    plain_text,
    section_words,
    sentence_fingerprint,
    untagged,
)

_SHOWN = 400  # letters of a sentence that a message quotes
MOST_PLACES = 64  # places of the same words; where there are more a search says so


class PlacedWords(NamedTuple):
    """A section with its words, and how many lines of its text stand above their line 1."""

    section: Section
    words: LevelledWords
    above: int

    def places(self, words: Sequence[str], *, level: bool) -> list[WordSpan]:
        """Where these tokens stand, in the body, else in the heading."""
        own = self.words
        text, starts = (own.level, own.starts[1]) if level else (own.raw, own.starts[0])
        wanted, at = f" {' '.join(words)} ", -1
        found: list[WordSpan] = []
        while (at := text.find(wanted, at + 1)) >= 0 and len(found) <= MOST_PLACES:
            first = bisect_left(starts, at)
            found.append(WordSpan(self, first, first + len(words)))
        return [place for place in found if place.first < own.body] or found

    def reviewed(self, prints: Collection[str]) -> Iterator[tuple[str, WordSpan]]:
        """Its sentences of these fingerprints, each with its own."""
        own = self.words
        for at, told in enumerate(own.prints):
            if told in prints:
                yield told, WordSpan(self, own.bounds[at], (*own.bounds[1:], len(own.tokens))[at])


class WordSpan(NamedTuple):
    """Tokens of a section, from `first` up to `last`."""

    part: PlacedWords
    first: int
    last: int

    @property
    def _sentences(self) -> tuple[int, int]:
        bounds = self.part.words.bounds
        return bisect_right(bounds, self.first) - 1, bisect_left(bounds, self.last)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the sentence, or sentences, with what their meaning hangs on."""
        one, other = self._sentences
        own = self.part.words
        if other == one + 1:
            return own.prints[one]
        bounds = (*own.bounds, len(own.tokens))
        return sentence_fingerprint(own.around[one], own.tokens[bounds[one] : bounds[other]])

    def before(self, count: int) -> str:
        """The tokens before."""
        return " ".join(t.plain for t in self.part.words.tokens[max(0, self.first - count) : self.first])

    def after(self, count: int) -> str:
        """The tokens behind."""
        return " ".join(t.plain for t in self.part.words.tokens[self.last : self.last + count])

    def span(self) -> tuple[PlacedToken, PlacedToken, PlacedToken, PlacedToken]:
        """The first and last token of the words, and of their sentences."""
        one, other = self._sentences
        own, down = self.part.words, self.part.above
        bounds = (*own.bounds, len(own.tokens))
        ends = self.first, self.last - 1, bounds[one], bounds[other] - 1
        first, last, begin, end = (own.tokens[at]._replace(line=own.tokens[at].line + down) for at in ends)
        return first, last, begin, end


class _Signature(NamedTuple):
    """All that the words of a section are made of, wherever it stands: its extract, the line of its heading,
    the lines of its entries and captions, and the places of its citations, their lines counted as the
    extract's are."""

    extract: Extract
    heading: str
    listed: tuple[str, ...]
    cited: tuple[tuple[int, int, int], ...]


class SoughtWording(NamedTuple):
    """The words of a statement that are sought, in which sections it says they stand."""

    words: str
    quotation: TextQuote
    anchors: tuple[str, ...]


class BoundWording(NamedTuple):
    """How a wording stands in a text, wherever its section does: the tokens from `first` up to `last` of a
    section (none, where there is no place), and whether they are others now."""

    state: State
    anchor: str = ""
    first: int = 0
    last: int = 0
    renamed: bool = False


class TokenIndex:
    """The words of some documents, section by section, made as they are asked for. `before` is the index of
    the same texts before an edit, whose answers hold where they rest on no section that has changed."""

    def __init__(self, documents: tuple[Document, ...], before: TokenIndex | None = None) -> None:
        self.documents = documents
        self._sections: dict[str, Placed] = {}
        for placed in extracts(documents):
            self._sections.setdefault(placed.section.anchor, placed)
        self._lines = {document.id: document.source.lines for document in documents}
        self._parts: dict[str, PlacedWords] = {}
        self._bound: dict[SoughtWording, BoundWording] = {}
        self._known: Mapping[SoughtWording, BoundWording] = {}
        self._changed: frozenset[str] = frozenset()
        self._differing: tuple[LevelledWords, ...] = ()
        if before is not None and [*before._sections] == [*self._sections]:
            self._carry(before)

    def _carry(self, before: TokenIndex) -> None:
        """Takes over what is known of the sections that are as they were."""
        was = before._signatures
        self._changed = frozenset(anchor for anchor, now in self._signatures.items() if was[anchor] != now)
        if len(self._changed) > MOST_PLACES:
            return
        self._known = before._bound
        for anchor, part in before._parts.items():
            if anchor not in self._changed:
                section, _, above = self._sections[anchor]
                self._parts[anchor] = PlacedWords(section, part.words, above)
        parts = (index.part(anchor) for anchor in self._changed for index in (before, self))
        self._differing = tuple(part.words for part in parts if part is not None)

    def bound(self, asked: SoughtWording, raw: Sequence[str], resolve: Resolver) -> BoundWording:
        """How a wording, of these tokens, stands here; what is not known `resolve` finds."""
        found = self._bound.get(asked)
        if found is None:
            found = self._known.get(asked)
            if found is None or self._touches(asked, raw):
                found = resolve(asked, raw, self)
            self._bound[asked] = found
        return found

    def _touches(self, asked: SoughtWording, raw: Sequence[str]) -> bool:
        """Whether how a wording stands may rest on what has changed: on a section that it names, or on one
        that has or had its words, or a sentence as it was reviewed."""
        if not self._changed.isdisjoint(asked.anchors):
            return True
        said, level = f" {' '.join(raw)} ", f" {' '.join(level_numbers(raw))} "
        prints = asked.quotation.fingerprints
        return any(
            said in words.raw or level in words.level or any(told in words.prints for told in prints)
            for words in self._differing
        )

    def part(self, anchor: str) -> PlacedWords | None:
        """A section's words; None where there is no such section."""
        if anchor not in self._sections:
            return None
        if anchor not in self._parts:
            self._parts[anchor] = self._made(self._sections[anchor])
        return self._parts[anchor]

    def everywhere(self, words: Sequence[str], *, level: bool, but: Iterable[str]) -> list[WordSpan]:
        """Where these tokens stand in all sections but those."""
        left_out = set(but)
        found: list[WordSpan] = []
        for part in self._having(words):
            found += part.places(words, level=level) if part.section.anchor not in left_out else []
            if len(found) > MOST_PLACES:
                break
        return found

    def reviewed(self, prints: Collection[str], words: Sequence[str]) -> list[WordSpan]:
        """The sentences of these fingerprints, in which those words stand, whatever numbers they cite."""
        found: dict[str, list[WordSpan]] = {}
        for part in self._having(words):
            for told, sentence in part.reviewed(prints):
                found.setdefault(told, []).append(sentence)
        return [sentence for each in prints for sentence in found.get(each, ())]

    def _having(self, words: Sequence[str]) -> Iterator[PlacedWords]:
        """The sections that have all of these words that are plain: no others need be cut into tokens, which
        costs most."""
        anchors = list(self._plain)
        for word in sorted(
            {word for word in words if word.isascii() and word.isalpha()}, key=len, reverse=True
        ):
            anchors = [anchor for anchor in anchors if word in self._plain[anchor]]
        for anchor in anchors:
            if (part := self.part(anchor)) is not None:
                yield part

    @cached_property
    def _plain(self) -> dict[str, str]:
        """The sections' texts, with what stands in their headings and lists."""
        return {anchor: self._plain_of(anchor) for anchor in self._sections}

    def _plain_of(self, anchor: str) -> str:
        section, extract, _ = self._sections[anchor]
        listed = (self._lines[section.document][entry.line - 1] for entry in section.entries)
        return plain_text(extract, "\n".join((section.number or "", section.title, *listed)))

    def shown(self, place: WordSpan) -> tuple[TextLine, tuple[int, int], str]:
        """The words at their place, where they end, and their sentence, as printed."""
        first, last, begin, end = place.span()
        lines = self._lines[place.part.section.document]

        def printed(one: PlacedToken, other: PlacedToken) -> str:
            rows = []
            for line in range(one.line, other.line + 1):
                start = one.start - 1 if line == one.line else 0
                rows.append(lines[line - 1][start : other.end - 1 if line == other.line else None].strip())
            return untagged(" ".join(rows))

        words = printed(first, last) if first.line <= last.line else first.text
        sentence = printed(begin, end) if begin.line <= end.line else words
        return TextLine(first.line, first.start, words), (last.line, last.end), sentence[:_SHOWN]

    def _made(self, placed: Placed) -> PlacedWords:
        section, extract, above = placed
        heading = tuple(line._replace(line=line.line - above) for line in heading_line(section, self._lines))
        cited = self._cited(placed)
        lines = self._lines[section.document]
        listed = tuple((entry_line(e, lines, above), len(e.number or "")) for e in section.entries)
        captions = tuple(
            (line._replace(line=line.line - above), table)
            for line, table in captions_of(section.blocks, lines)
        )
        return PlacedWords(section, section_words(extract, heading, listed, cited, captions), above)

    @cached_property
    def _signatures(self) -> Mapping[str, _Signature]:
        found: dict[str, _Signature] = {}
        for anchor, placed in self._sections.items():
            section, lines = placed.section, self._lines[placed.section.document]
            heading = lines[section.line - 1] if section.line else ""
            listed = (
                *(lines[entry.line - 1] for entry in section.entries),
                *(lines[caption.line - 1] for caption, _ in captions_of(section.blocks, lines)),
            )
            found[anchor] = _Signature(placed.extract, heading, listed, self._cited(placed))
        return found

    def _cited(self, placed: Placed) -> tuple[tuple[int, int, int], ...]:
        """The places of a section's citations, as its extract's lines are counted."""
        section, above = placed.section, placed.above
        found = self._citations.get((section.document, section.anchor), ())
        return tuple((line - above, start, stop) for line, start, stop in found)

    @cached_property
    def _citations(self) -> dict[tuple[str, str], list[tuple[int, int, int]]]:
        """Where the citations of each section stand: line, first column, the one behind its last."""
        found: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        for reference in (each for document in self.documents for each in document.references):
            place = reference.line, reference.column, reference.column + len(reference.text)
            found.setdefault((reference.document, reference.section), []).append(place)
        return found


Resolver = Callable[[SoughtWording, Sequence[str], TokenIndex], BoundWording]
"""How a wording, of these tokens, stands in a text."""


@evolving(files_of)
def token_index(documents: tuple[Document, ...], before: TokenIndex | None) -> TokenIndex:
    """The index of some documents, by which statements are bound."""
    return TokenIndex(documents, before)
