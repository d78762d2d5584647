"""The words at a place of a text, quoted so that they bind there: what is drafted of a place is never stale.

In: the words of a rulebook's sections and a place (a section's anchor, line, column). Out: fewer than ten
words that begin there, of one sentence or cell, with the words around them where they are few or stand
several times; None where no quotation would bind.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from vfdoc.model import Rulebook
from vfdoc.model.binding import Binding, TextQuote
from vfdoc.reading.binding import bind
from vfdoc.reading.section_words import PlacedToken
from vfdoc.reading.token_index import PlacedWords, token_index

Place = tuple[str, int, int]
"""A section's anchor, a line, a column."""

_MOST_WORDS = 9  # words that quote a text stay below ten
_FEW = 5  # words that hardly stand but once
_BESIDE = 60  # tokens of the words around
_MARKS = re.compile(r"[*_\\]*")
_AT_ENDS = ".;:,!?"
_SIGNS = ("-", "+", "\u2013", "\u2212", "'")


class QuotedPlaces:
    """Quotations of the words at places of a rulebook; one ends before the next of `changes`, the places that
    are quoted apart."""

    def __init__(self, rulebook: Rulebook, changes: Iterable[Place] = ()) -> None:
        self._index = token_index(rulebook.documents)
        self._lines = {document.id: document.source.lines for document in rulebook.documents}
        self._changes: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._tokens: dict[str, dict[int, list[int]]] = {}  # of each section, by line
        self._begin: dict[str, list[int]] = {}  # the changes of each section, as tokens
        for section, line, column in changes:
            self._changes[section].append((line, column))

    def quoted(self, document: str, place: Place) -> dict[str, str] | None:
        """The words there by the keys of an entry: words, before, after."""
        section, line, column = place
        part = self._index.part(section)
        if part is None or part.section.document != document:
            return None
        at = self._token_at(part, line, column)
        if at is None:
            return None
        apart = self._apart(part)
        ends = [_sentence_end(part, at), *apart[bisect_right(apart, at) :][:1]]
        at = _word_at(part.words.tokens, at)
        first = part.words.tokens[at]
        start = (first.line + part.above, first.start)
        for quotation in self._quotations(part, at, min(ends)):
            found = self.bound(section, quotation)
            if found.state == "holds" and found.start[:2] == start:
                return quotation
        return None

    def bound(self, section: str, told: Mapping[str, str]) -> Binding:
        """Where the words of an entry stand."""
        words, before, after = (told.get(key, "") for key in ("words", "before", "after"))
        return bind(TextQuote(section, (words,) if words else (), before, after), self._index)

    def _apart(self, part: PlacedWords) -> list[int]:
        """The tokens at which the changes of a section stand, in order."""
        anchor = part.section.anchor
        if anchor not in self._begin:
            places = (self._token_at(part, *place) for place in self._changes[anchor])
            self._begin[anchor] = sorted({at for at in places if at is not None})
        return self._begin[anchor]

    def _token_at(self, part: PlacedWords, line: int, column: int) -> int | None:
        """The token of a section's text that holds a place, or the next of its line; the first of the line
        where none stands behind."""
        anchor = part.section.anchor
        if anchor not in self._tokens:
            by_line: dict[int, list[int]] = defaultdict(list)
            for at, token in enumerate(part.words.tokens[: part.words.body]):
                by_line[token.line + part.above].append(at)
            self._tokens[anchor] = by_line
        here = self._tokens[anchor].get(line, [])
        return next((at for at in here if part.words.tokens[at].end > column), here[0] if here else None)

    def _quotations(self, part: PlacedWords, at: int, end: int) -> Iterator[dict[str, str]]:
        """Quotations of the words from a token on, the plainest first."""
        tokens = part.words.tokens
        while end > at + 1 and tokens[end - 1].text in _AT_ENDS:
            end -= 1
        words = self._printed(part, tokens[at:end], first=True)
        here = [token for token in tokens[max(0, at - _BESIDE) : at] if token.line == tokens[at].line]
        before = self._printed(part, here, first=False)
        behind = self._printed(part, tokens[end : min(end + _BESIDE, part.words.body)], first=True, most=_FEW)
        wide = self._printed(part, tokens[max(0, at - _BESIDE) : at], first=False)
        few = len(words.split()) < _FEW
        told = any(word[:1].isalpha() for word in before.split())
        if few and told:
            yield {"words": words, "before": before}
        elif few and behind:
            yield {"words": words, "after": behind}
        yield {"words": words}
        yield {"words": words, "before": before}
        yield {"words": words, "before": wide, "after": behind}
        yield {"words": " ".join(token.text for token in tokens[at:end][:_MOST_WORDS])}

    def _printed(
        self, part: PlacedWords, tokens: Sequence[PlacedToken], *, first: bool, most: int = _MOST_WORDS
    ) -> str:
        """Tokens as they stand in the text, without marks: the first words, or the last."""
        lines, out = self._lines[part.section.document], ""
        last: PlacedToken | None = None
        for token in tokens:
            line = lines[token.line + part.above - 1]
            apart = last is None or last.line != token.line
            between = "" if apart or last is None else line[last.end - 1 : token.start - 1]
            joined = not apart and _MARKS.fullmatch(between) is not None
            out += ("" if joined else " ") + line[token.start - 1 : token.end - 1]
            last = token
        words = out.split()
        return " ".join(words[:most] if first else words[-most:])


def _word_at(tokens: Sequence[PlacedToken], at: int) -> int:
    """The first token of a word that a token is of: of "DM-2" that of its letters."""
    while at and (tokens[at - 1].line, tokens[at - 1].end) == (tokens[at].line, tokens[at].start):
        if not tokens[at - 1].text.isalnum() and tokens[at - 1].text not in _SIGNS:
            break
        at -= 1
    return at


def _sentence_end(part: PlacedWords, at: int) -> int:
    """The token behind the last of the sentence, or cell, that a token is of."""
    bounds = (*part.words.bounds, len(part.words.tokens))
    return min(bounds[bisect_right(bounds, at)], part.words.body)
