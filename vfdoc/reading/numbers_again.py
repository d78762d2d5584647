"""The numbered headings of a text after an edit: those of the last pass where the edit touches none of them.

In: the lines of a text before and after, and what its numbers were found by. Out: whether all that
`numbered` asks of the lines is as it was. That is: the lines with candidates themselves; of the lines about
each what is asked of them there; of the whole text whether it is wrapped, where it is fenced, what heads a
list of contents, what counts in letters, which clauses it cites. A line put in or taken out moves what stands
so many lines apart, and all is found anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vfdoc.model.session import evolving, is_resident
from vfdoc.reading.candidates import HeadingCandidate, candidates, counts_words
from vfdoc.reading.edited_lines import edited_lines
from vfdoc.reading.line_classes import OPENING, is_open, is_titled, is_wrapped
from vfdoc.reading.numbered import NumberedHeadings, cited_clauses, listings, numbered, silent_lines
from vfdoc.reading.numbering import Numbering, lettered, numbering
from vfdoc.reading.tokens import Hints
from vfdoc.reading.words import LanguageWords

_ABOUT = 2  # lines about a candidate of which something is asked


class NumberedText(NamedTuple):
    """A text, by its name, and what its numbers are found by (see `numbered`)."""

    name: str
    texts: Sequence[str]
    known: Numbering
    words: LanguageWords
    hints: Hints


class _Read(NamedTuple):
    of: NumberedText
    found: NumberedHeadings


def numbered_headings(asked: NumberedText) -> NumberedHeadings:
    """The numbered headings of a text; in a resident session those of the last pass, where they are."""
    if not is_resident():
        return numbered(asked.texts, asked.known, asked.words, asked.hints)
    return _again(asked).found


def _name(asked: NumberedText) -> str:
    return asked.name


@evolving(_name)
def _again(asked: NumberedText, before: _Read | None) -> _Read:
    if before is not None and _same(before.of, asked):
        return _Read(asked, before.found)
    return _Read(asked, numbered(asked.texts, asked.known, asked.words, asked.hints))


def _same(before: NumberedText, asked: NumberedText) -> bool:
    """Whether the numbers of two texts are the same, as far as can be told from the lines that differ."""
    old, new = before.texts, asked.texts
    changed = edited_lines(old, new)
    if changed is None or before._replace(texts=new) != asked or is_wrapped(old) != is_wrapped(new):
        return False
    asks = _Asks(asked)
    return all(asks.is_silent(line.old, line.new) for line in changed) and all(
        asks.seen_about(old, line.at) == asks.seen_about(new, line.at) for line in changed
    )


class _Asks:
    """What is asked of the lines of a text where its numbers are found."""

    def __init__(self, asked: NumberedText) -> None:
        known = asked.known
        inferred = tuple(s for s in lettered("\n".join(asked.texts)) if s.pattern not in known.patterns)
        if inferred and known.bare and not known.patterns:
            known = numbering(known.names, own=(*known.own, *inferred))
        self._known, self._words, self._hints = known, asked.words, asked.hints

    def is_silent(self, old: str, new: str) -> bool:
        """Whether a line, as it was and as it is, says nothing of numbers that other lines would not."""
        return cited_clauses(old) == cited_clauses(new) and not (self._speaks(old) or self._speaks(new))

    def _speaks(self, text: str) -> bool:
        bare = text.strip()
        return (
            not bare
            or bare.isupper()
            or bare[0] in "#>"
            or "```" in text
            or "~~~" in text
            or bool(listings([text], self._words))
            or bool(silent_lines([text], self._hints))
            or bool(self._candidates([text]))
        )

    def _candidates(self, texts: Sequence[str]) -> list[HeadingCandidate]:
        every: Callable[..., list[HeadingCandidate]] = candidates
        marks = self._hints.marks
        return [
            one
            for items in (False, True)
            for one in every(texts, self._known, self._words, (), marks, items)
        ]

    def seen_about(self, texts: Sequence[str], at: int) -> object:
        """What the candidates about a line (0-based) are told of the lines about them."""
        begin, end = max(0, at - _ABOUT), min(len(texts), at + _ABOUT + 1)
        lines = {begin + one.line - 1 for one in self._candidates(texts[begin:end])}
        return [(line, *self._beside(texts, line)) for line in sorted(lines)]

    def _beside(self, texts: Sequence[str], line: int) -> Sequence[object]:
        """What is asked of the line above a candidate and of those below it."""
        above = texts[line - 1] if line else ""
        below, after = (texts[at] if at < len(texts) else "" for at in (line + 1, line + 2))
        bare = below.strip()
        first = below.lstrip(" >")[:1]
        title = bare if bare.isupper() or is_titled(bare) else ""
        return (
            is_open(above), not above.strip(" \t>"), "\t" in above.strip(), counts_words(above),
            not bare, "\t" in bare, first.islower(), first.isalpha() or first in OPENING, title,
            bare if bare[:1] in "=~*-" else "", not after.strip(), after.strip()[:1] == "#",
        )  # fmt: skip
