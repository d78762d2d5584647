"""The one resolver of what is stated and bound: a quotation comes in, out comes where its words stand now.

Whatever a person states beside a text (errata, rows of mechanics, rows of a sheet, what a comment is about)
names a section and quotes words of it. In the section, mapped by a concordance where one is at hand, the
words are sought with typography, blanks, capitals and citation numbers levelled. Found once they *hold*;
several times the context must win by a margin, else they are *ambiguous*; found exactly once elsewhere they
are *moved*; nearly (at most a quarter edited, the context on one side alike) in the section itself they are
*changed*; else *gone*. Where the sentence has been reviewed its fingerprint decides: words that stand in
another sentence than the reviewed one do not hold. A search that would be too long is *not searched*.

A statement may give several wordings, of which any one binds, and two fingerprints, of the sentence in the
edition's own files (`fingerprint`) and in its `original`: so one file serves a restatement and the text that
it restates, of which it quotes less than ten words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from vfdoc.language.sequences import nearest, ratio
from vfdoc.language.typography import levelled
from vfdoc.model import (
    Block,
    Document,
    Entry,
    ItemList,
    Paragraph,
    Quote,
    Rulebook,
    Section,
    Table,
    TextLine,
    joined,
    text_of,
)
from vfdoc.model.binding import Binding, Mapped, State, TextQuote
from vfdoc.model.extract import Extract, Placed, extracts, files_of
from vfdoc.model.fingerprint import digest, fingerprint
from vfdoc.model.session import evolving, incremental

_INVISIBLE = "\u00ad\u200b\u200c\u200d\ufeff"
_TOKEN = re.compile(  # a number with its sign and unit is one: "adds 1" is not in "adds 12", "4" not in "4+"
    rf"(?:(?<!\w)[+\-±])?\d[\w{_INVISIBLE}]*(?:[.,/]\w+)*\+?[\"%]?|\w[\w{_INVISIBLE}]*(?:'\w+)?"
    r"|\.{2,}|[^\w\s]"
)
_MARKUP = str.maketrans("*_\\", "   ")
_SEEN = str.maketrans(dict.fromkeys(_INVISIBLE, ""))
_CITED = "§"
_NUMBER = re.compile(r"\d+(?:\.\d+)+")  # of words nobody says which are citations: those that look like one
_STOPS = frozenset((".", "!", "?", ";", ":"))
_SHOWN = 400  # letters of a sentence that a message quotes

_MOST = 64  # places of the same words; where there are more a search says so
_LONGEST = 60_000  # letters of a section in which words are sought that are nearly the same
_EDITED = 0.25  # share of the words that may be edited
_ALIKE = 0.75  # likeness of a context that fits
_MARGIN = 0.15  # by which the best context must win
_ORDER: tuple[State, ...] = ("holds", "changed", "moved", "ambiguous", "not searched", "gone")


class _Token(NamedTuple):
    """A word, number or sign: its place, as it is compared, and with citations levelled."""

    line: int
    start: int
    end: int
    text: str
    plain: str


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """A section as tokens: the body, then the heading, their lines counted as its extract's are. `raw` and
    `level` are the tokens joined by blanks, with a blank at both ends, in which token n begins at
    `starts[n] + 1`; `bounds` are the first tokens of the sentences, `around` what their meaning hangs on
    besides (a lead-in, the heads of a cell), `prints` their fingerprints."""

    tokens: tuple[_Token, ...]
    raw: str
    level: str
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    bounds: tuple[int, ...]
    around: tuple[str, ...]
    body: int
    prints: tuple[str, ...]


class _Part(NamedTuple):
    """A section with its words, and how many lines of its text stand above their line 1."""

    section: Section
    words: _Words
    above: int

    def places(self, words: Sequence[str], *, level: bool) -> list[_Found]:
        """Where these tokens stand, in the body, else in the heading."""
        own = self.words
        text, starts = (own.level, own.starts[1]) if level else (own.raw, own.starts[0])
        wanted, at = f" {' '.join(words)} ", -1
        found: list[_Found] = []
        while (at := text.find(wanted, at + 1)) >= 0 and len(found) <= _MOST:
            first = bisect_left(starts, at)
            found.append(_Found(self, first, first + len(words)))
        return [place for place in found if place.first < own.body] or found

    def reviewed(self, prints: Collection[str]) -> Iterator[tuple[str, _Found]]:
        """Its sentences of these fingerprints, each with its own."""
        own = self.words
        for at, told in enumerate(own.prints):
            if told in prints:
                yield told, _Found(self, own.bounds[at], (*own.bounds[1:], len(own.tokens))[at])


class _Found(NamedTuple):
    """Tokens of a section, from `first` up to `last`."""

    part: _Part
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
        bounds = (*own.bounds, len(own.tokens))
        return _fingerprint(own.around[one], own.tokens[bounds[one] : bounds[other]])

    def before(self, count: int) -> str:
        """The tokens before."""
        return " ".join(t.plain for t in self.part.words.tokens[max(0, self.first - count) : self.first])

    def after(self, count: int) -> str:
        """The tokens behind."""
        return " ".join(t.plain for t in self.part.words.tokens[self.last : self.last + count])

    def span(self) -> tuple[_Token, _Token, _Token, _Token]:
        """The first and last token of the words, and of their sentences."""
        one, other = self._sentences
        own, down = self.part.words, self.part.above
        bounds = (*own.bounds, len(own.tokens))
        ends = self.first, self.last - 1, bounds[one], bounds[other] - 1
        first, last, begin, end = (own.tokens[at]._replace(line=own.tokens[at].line + down) for at in ends)
        return first, last, begin, end


class _Signature(NamedTuple):
    """All that the words of a section are made of, wherever it stands: its extract, the line of its heading,
    the lines of its entries, and the places of its citations, their lines counted as the extract's are."""

    extract: Extract
    heading: str
    listed: tuple[str, ...]
    cited: tuple[tuple[int, int, int], ...]


class _Wording(NamedTuple):
    """The words of a statement that are sought, in which sections it says they stand."""

    words: str
    quotation: TextQuote
    anchors: tuple[str, ...]


class _BoundWording(NamedTuple):
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
        self._parts: dict[str, _Part] = {}
        self._bound: dict[_Wording, _BoundWording] = {}
        self._known: Mapping[_Wording, _BoundWording] = {}
        self._changed: frozenset[str] = frozenset()
        self._differing: tuple[_Words, ...] = ()
        if before is not None and [*before._sections] == [*self._sections]:
            self._carry(before)

    def _carry(self, before: TokenIndex) -> None:
        """Takes over what is known of the sections that are as they were."""
        was = before._signatures
        self._changed = frozenset(anchor for anchor, now in self._signatures.items() if was[anchor] != now)
        if len(self._changed) > _MOST:
            return
        self._known = before._bound
        for anchor, part in before._parts.items():
            if anchor not in self._changed:
                section, _, above = self._sections[anchor]
                self._parts[anchor] = _Part(section, part.words, above)
        parts = (index.part(anchor) for anchor in self._changed for index in (before, self))
        self._differing = tuple(part.words for part in parts if part is not None)

    def bound(self, asked: _Wording, raw: Sequence[str]) -> _BoundWording:
        """How a wording, of these tokens, stands here."""
        found = self._bound.get(asked)
        if found is None:
            found = self._known.get(asked)
            if found is None or self._touches(asked, raw):
                found = _bound(asked, raw, self)
            self._bound[asked] = found
        return found

    def _touches(self, asked: _Wording, raw: Sequence[str]) -> bool:
        """Whether how a wording stands may rest on what has changed: on a section that it names, or on one
        that has or had its words, or a sentence as it was reviewed."""
        if not self._changed.isdisjoint(asked.anchors):
            return True
        said, level = f" {' '.join(raw)} ", f" {' '.join(_level(raw))} "
        prints = asked.quotation.fingerprints
        return any(
            said in words.raw or level in words.level or any(told in words.prints for told in prints)
            for words in self._differing
        )

    def part(self, anchor: str) -> _Part | None:
        """A section's words; None where there is no such section."""
        if anchor not in self._sections:
            return None
        if anchor not in self._parts:
            self._parts[anchor] = self._made(self._sections[anchor])
        return self._parts[anchor]

    def everywhere(self, words: Sequence[str], *, level: bool, but: Iterable[str]) -> list[_Found]:
        """Where these tokens stand in all sections but those."""
        left_out = set(but)
        found: list[_Found] = []
        for part in self._having(words):
            found += part.places(words, level=level) if part.section.anchor not in left_out else []
            if len(found) > _MOST:
                break
        return found

    def reviewed(self, prints: Collection[str], words: Sequence[str]) -> list[_Found]:
        """The sentences of these fingerprints, in which those words stand, whatever numbers they cite."""
        found: dict[str, list[_Found]] = {}
        for part in self._having(words):
            for told, sentence in part.reviewed(prints):
                found.setdefault(told, []).append(sentence)
        return [sentence for each in prints for sentence in found.get(each, ())]

    def _having(self, words: Sequence[str]) -> Iterator[_Part]:
        """The sections that have the longest of these words, if one is plain: no others need be cut into
        tokens, which costs most."""
        plain = max((word for word in words if word.isascii() and word.isalpha()), key=len, default="")
        for anchor, text in self._plain.items():
            if plain in text and (part := self.part(anchor)) is not None:
                yield part

    @cached_property
    def _plain(self) -> dict[str, str]:
        """The sections' texts, with what stands in their headings and lists."""
        return {anchor: self._plain_of(anchor) for anchor in self._sections}

    def _plain_of(self, anchor: str) -> str:
        section, extract, _ = self._sections[anchor]
        listed = (self._lines[section.document][entry.line - 1] for entry in section.entries)
        return _plain(extract, "\n".join((section.number or "", section.title, *listed)))

    def shown(self, place: _Found) -> tuple[TextLine, tuple[int, int], str]:
        """The words at their place, where they end, and their sentence, as printed."""
        first, last, begin, end = place.span()
        lines = self._lines[place.part.section.document]

        def printed(one: _Token, other: _Token) -> str:
            rows = []
            for line in range(one.line, other.line + 1):
                start = one.start - 1 if line == one.line else 0
                rows.append(lines[line - 1][start : other.end - 1 if line == other.line else None].strip())
            return " ".join(rows)

        words = printed(first, last) if first.line <= last.line else first.text
        sentence = printed(begin, end) if begin.line <= end.line else words
        return TextLine(first.line, first.start, words), (last.line, last.end), sentence[:_SHOWN]

    def _made(self, placed: Placed) -> _Part:
        section, extract, above = placed
        heading = tuple(line._replace(line=line.line - above) for line in _heading(section, self._lines))
        cited = self._cited(placed)
        lines = self._lines[section.document] if section.entries else ()
        listed = tuple((_entry_line(e, lines, above), len(e.number or "")) for e in section.entries)
        return _Part(section, _words(extract, heading, listed, cited), above)

    @cached_property
    def _signatures(self) -> Mapping[str, _Signature]:
        found: dict[str, _Signature] = {}
        for anchor, placed in self._sections.items():
            section, lines = placed.section, self._lines[placed.section.document]
            heading = lines[section.line - 1] if section.line else ""
            listed = tuple(lines[entry.line - 1] for entry in section.entries)
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


@incremental
def _words(
    extract: Extract,
    heading: tuple[TextLine, ...],
    listed: tuple[tuple[TextLine, int], ...],
    citations: tuple[tuple[int, int, int], ...],
) -> _Words:
    """The words of a section; `heading`, the entries of a list (each with the letters of its number) and
    `citations` are placed as its extract's lines are."""
    section = extract.section
    by_line: dict[int, list[tuple[int, int]]] = {}
    for at, *place in citations:
        by_line.setdefault(at, []).append((place[0], place[1]))
    tokens: list[_Token] = []
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
    raw, level = ([getattr(t, key) for t in tokens] for key in ("text", "plain"))
    starts = tuple(
        tuple(accumulate((len(word) + 1 for word in words[:-1]), initial=0)) if words else ()
        for words in (raw, level)
    )
    prints = tuple(
        _fingerprint(beside, tokens[first:last])
        for beside, (first, last) in zip(around, pairwise((*bounds, len(tokens))), strict=True)
    )
    return _Words(
        tuple(tokens), f" {' '.join(raw)} ", f" {' '.join(level)} ", (starts[0], starts[1]), tuple(bounds),
        tuple(around), body, prints,
    )  # fmt: skip


@incremental
def _plain(extract: Extract, besides: str) -> str:
    """A section's text, and what stands besides, levelled as its tokens are."""
    text = f"{besides}\n{text_of(extract.section.blocks)}"
    return levelled(text).translate(_MARKUP).translate(_SEEN).lower()


def _fingerprint(around: str, tokens: Sequence[_Token]) -> str:
    """The fingerprint of a sentence, with what its meaning hangs on."""
    said = " ".join(token.plain for token in tokens)
    return digest(f"{around}\n{said}")


def _levelled_tokens(
    line: TextLine, citations: Sequence[tuple[int, int]], number: int
) -> Iterator[tuple[_Token, bool]]:
    """The tokens of a line, each with whether a sentence ends behind it; so many letters at its start are a
    section's own number, which is levelled as a citation is."""
    cited = [*citations, (line.column, line.column + number)]
    for found, text in _tokens(line.text):
        start, end = line.column + found.start(), line.column + found.end()
        numbered = any(begin <= start < stop for begin, stop in cited) and any(map(str.isdigit, text))
        behind = line.text[found.end() : found.end() + 1]
        stops = text in _STOPS and (not behind or behind.isspace() or behind in "\"')*_")
        yield _Token(line.line, start, end, text, _CITED if numbered else text), stops


@evolving(files_of)
def token_index(documents: tuple[Document, ...], before: TokenIndex | None) -> TokenIndex:
    """The index of some documents, by which statements are bound."""
    return TokenIndex(documents, before)


def bind(quotation: TextQuote, index: TokenIndex, mapped: Mapped | None = None) -> Binding:
    """Where the words of a statement stand in a text; `mapped` leads from the sections that are named to
    those of this text, where it is another edition's."""
    best = Binding("gone")
    anchors = (mapped or {}).get(quotation.section, (quotation.section,))
    for number, words in enumerate(quotation.words):
        raw = tuple(text for _, text in _tokens(words))
        bound = index.bound(_Wording(words, quotation, anchors), raw)
        found = _placed(bound, words, index)._replace(wording=number)
        if number == 0 or _rank(found) < _rank(best):
            best = found
        if best.state == "holds":
            break
    return best


def _placed(bound: _BoundWording, words: str, index: TokenIndex) -> Binding:
    """Where a wording stands in a text."""
    part = index.part(bound.anchor) if bound.last else None
    if part is None:
        return Binding(bound.state, bound.anchor)
    place = _Found(part, bound.first, bound.last)
    section = part.section
    found = Binding(bound.state, section.anchor, section.document, *index.shown(place), place.fingerprint)
    return found._replace(difference=_difference(words, found.start.text)) if bound.renamed else found


def _rank(binding: Binding) -> tuple[int, bool]:
    """How well a wording stands in the text: of two that were changed the one whose words did not."""
    return _ORDER.index(binding.state), bool(binding.difference)


def _bound(asked: _Wording, raw: Sequence[str], index: TokenIndex) -> _BoundWording:
    quotation, anchors = asked.quotation, asked.anchors
    known = frozenset(quotation.fingerprints)
    if not raw:
        return _BoundWording("gone")
    parts = [part for anchor in anchors if (part := index.part(anchor)) is not None]
    here = _places(raw, lambda words, level: [p for part in parts for p in part.places(words, level=level)])
    if len(here) > _MOST:
        return _BoundWording("not searched")
    reviewed = [place for place in here if place.fingerprint in known] if known else here
    if reviewed:
        only = _in_context(reviewed, quotation)
        return _found("holds", only) if only else _BoundWording("ambiguous", anchors[0])
    elsewhere = _places(raw, lambda words, level: index.everywhere(words, level=level, but=anchors))
    if len(elsewhere) > _MOST:
        return _BoundWording("not searched")
    there = [place for place in elsewhere if place.fingerprint in known] if known else elsewhere
    told = len(raw) > 1 or raw[0].isalpha()  # a number alone may be any other
    if len(there) == 1 and (known or told):
        return _found("moved", there[0])
    if known and there:
        return _BoundWording("ambiguous", there[0].part.section.anchor)
    if known and (only := _renumbered(parts, index, known, raw)) is not None:
        return _renamed("changed" if only.part in parts else "moved", only, raw, quotation)
    if here:  # the words stand, in another sentence than was reviewed
        only = here[0] if len(here) == 1 else _in_context(here, quotation)
        return _found("changed", only) if only else _BoundWording("ambiguous", anchors[0])
    if any(len(part.words.raw) > _LONGEST for part in parts):
        return _BoundWording("not searched")
    near = _nearly(parts, raw, quotation)
    if near is not None:
        return _renamed("changed", near, [], quotation)
    return _found("moved", elsewhere[0]) if len(elsewhere) == 1 and told else _BoundWording("gone")


def _renumbered(
    parts: Sequence[_Part], index: TokenIndex, known: Collection[str], raw: Sequence[str]
) -> _Found | None:
    """The one sentence that says what the reviewed one said, but for the numbers that it cites: in the
    sections themselves, else elsewhere."""
    found = index.reviewed(known, raw)
    here = [sentence for sentence in found if sentence.part in parts]
    among = here or found
    return among[0] if len(among) == 1 else None


def _renamed(state: State, place: _Found, raw: Sequence[str], quotation: TextQuote) -> _BoundWording:
    """Words that are others now: those that are nearly so, or in a sentence (`raw` are the tokens of the old
    words then) the number that it cites instead of theirs."""
    if len(raw) > 1:
        near = _nearly([place.part], raw, quotation)
        if near is None or not place.first <= near.first < place.last:
            return _BoundWording("ambiguous", place.part.section.anchor)
        place = near
    elif raw:
        tokens = place.part.words.tokens
        cited = [at for at in range(place.first, place.last) if tokens[at].plain == _CITED]
        only = _in_context([place._replace(first=at, last=at + 1) for at in cited], quotation)
        if only is None:
            return _BoundWording("ambiguous", place.part.section.anchor)
        place = only
    return _found(state, place)._replace(renamed=True)


def _found(state: State, place: _Found) -> _BoundWording:
    return _BoundWording(state, place.part.section.anchor, place.first, place.last)


def _difference(old: str, new: str) -> str:
    """What differs between words as they were quoted and as they stand, for a message: from the first word
    that is another to the last."""
    one, other = old.split(), new.split()
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < min(len(one), len(other)) - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    was, now = (" ".join(words[head : len(words) - tail]) for words in (one, other))
    return f"'{was}' is now '{now}'" if was and now else f"'{now}' is new" if now else f"'{was}' is gone"


def _places(raw: Sequence[str], seek: Callable[[Sequence[str], bool], list[_Found]]) -> list[_Found]:
    """Where words stand as they are; else with the numbers of citations levelled, if there is more in them
    than such a number."""
    found = seek(raw, False)
    level = _level(raw)
    if found or level == [*raw] or not any(word.isalnum() for word in level):
        return found
    return seek(level, True)


def _level(raw: Sequence[str]) -> list[str]:
    """Tokens with what looks like the number of a citation levelled."""
    return [_CITED if _NUMBER.fullmatch(word) else word for word in raw]


def _in_context(places: Sequence[_Found], quotation: TextQuote) -> _Found | None:
    """The one of several places whose context fits, by a margin; None where none does. The context of a place
    that is the only one need fit on one side."""
    if not places:
        return None
    if len(places) == 1:
        sides = _sides(places[0], quotation)
        return places[0] if not sides or max(sides) >= _ALIKE else None
    scored = sorted(((_fits(place, quotation), at) for at, place in enumerate(places)), reverse=True)
    (best, at), (second, _) = scored[0], scored[1]
    return places[at] if best >= _ALIKE and best - second >= _MARGIN else None


def _fits(place: _Found, quotation: TextQuote) -> float:
    """How well the words around a place fit the context that a quotation gives: its mean; 0 without any."""
    sides = _sides(place, quotation)
    return sum(sides) / len(sides) if sides else 0.0


def _sides(place: _Found, quotation: TextQuote) -> list[float]:
    """How alike the words before and behind a place are to those that a quotation gives."""
    return [
        ratio(" ".join(words), around(len(words)))
        for given, around in ((quotation.before, place.before), (quotation.after, place.after))
        if (words := [text for _, text in _tokens(given)])
    ]


def _nearly(parts: Sequence[_Part], raw: Sequence[str], quotation: TextQuote) -> _Found | None:
    """The words that are nearly those, in the sections themselves."""
    wanted = " ".join(raw)
    best: tuple[float, _Found] | None = None
    for part in parts:
        found = nearest(wanted, part.words.raw, _EDITED)
        if found is None:
            continue
        first = max(bisect_right(part.words.starts[0], found.start) - 1, 0)
        last = max(bisect_left(part.words.starts[0], found.end - 1), first + 1)
        place = _Found(part, first, min(last, len(part.words.tokens)))
        sides = _sides(place, quotation)
        if (not sides or max(sides) >= _ALIKE) and (best is None or found.edited < best[0]):
            best = found.edited, place
    return best[1] if best is not None else None


def _tokens(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """The words, numbers and signs of a text, each with itself levelled."""
    for found in _TOKEN.finditer(levelled(text).translate(_MARKUP).replace("''", '" ').replace("…", ".")):
        token = found.group().lower()
        yield found, token.translate(_SEEN) if not token.isascii() else "." if token[:2] == ".." else token


def _heading(section: Section, lines: dict[str, tuple[str, ...]]) -> tuple[TextLine, ...]:
    """A section's number and title at their place, as far as they stand there."""
    if not section.line:
        return ()
    line = lines[section.document][section.line - 1]
    number = section.number or ""
    end = line.find(section.title, section.column - 1) + len(section.title)
    if not section.title or end < len(section.title) + section.column - 1:
        end = section.column - 1 + len(number)
    return (TextLine(section.line, section.column, line[section.column - 1 : end]),)


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
    return " ".join(token for _, token in _tokens(text))


def _uncited(text: str) -> str:
    """A levelled text with what looks like the number of a citation levelled too."""
    return " ".join(_CITED if _NUMBER.fullmatch(token) else token for token in text.split(" "))


def bind_sections(reviewed: Mapping[str, str], rulebook: Rulebook) -> dict[str, Binding]:
    """How statements about whole sections stand, by anchor: `reviewed` are the fingerprints of the sections
    (see model/fingerprint.py) as they were last reviewed, "" where nobody has. What says the same under
    another number alone has *moved*."""
    sections = {section.anchor: section for section in reversed(list(rulebook.sections()))}
    prints = {anchor: fingerprint(section) for anchor, section in sections.items() if any(reviewed.values())}
    same: dict[str, list[Section]] = {}
    for anchor, told in prints.items():
        same.setdefault(told, []).append(sections[anchor])
    found = {}
    for anchor, told in reviewed.items():
        section, elsewhere = sections.get(anchor), same.get(told, [])
        if section is not None and (not told or prints[anchor] == told):
            found[anchor] = whole_section("holds", section)
        elif len(elsewhere) == 1:
            found[anchor] = whole_section("moved", elsewhere[0])
        else:
            found[anchor] = whole_section("changed", section) if section is not None else Binding("gone")
    return found


def _entry_line(entry: Entry, lines: Sequence[str], above: int) -> TextLine:
    """An entry of a contents list or an index, from its number on, where it stands."""
    text = lines[entry.line - 1]
    places = [text.find(words) for words in (entry.number, entry.title) if words]
    start = min((place for place in places if place >= 0), default=0)
    return TextLine(entry.line - above, start + 1, text[start:])


def whole_section(state: State, section: Section) -> Binding:
    """How a statement about a whole section stands that is bound to this one."""
    return Binding(
        state=state,
        section=section.anchor,
        document=section.document,
        start=TextLine(section.line, section.column, section.title),
        end=(section.line, section.column),
        fingerprint=fingerprint(section),
    )
