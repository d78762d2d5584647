"""The titles of sections by the words that they have: a graph comes in, an index goes out, with where each
word is told of.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Section
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.printed_title import bare, titled_sections
from vfdoc.verdicts.subjects import InvertedIndex, inverted_index

_COUNT = re.compile(r"(?<![\w.])\d+(?![\w.])")  # "Phase 2", not "X.509v3"
_COMPOUND = re.compile(r"(?<!\w)[^\W\d_]{2,}-[^\W\d_]{2}")
_ALIKE, _TOLD = 6, 5  # letters by which words are of one; by which one may be told of in another
_LONGEST = 9  # words of a title that say something
_FEW, _RARE = 2, 0.1  # sections that have a word which tells one of them, or the share of all
_WORD = re.compile(r"[^\W\d_]{2,}")
_PART = re.compile(r"[(),;:/]")


class NamingTitle(NamedTuple):
    """The words of a title that say something, in order, or of a part of it that is set off; those before the
    first small word of the title (`head`: "Aims" of "Aims of Weighing")."""

    section: Section
    words: tuple[str, ...]
    whole: bool
    head: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TitleIndex:
    """Titles by the beginnings of their words, and where each word is told of."""

    titles: Mapping[str, Sequence[NamingTitle]]
    index: InvertedIndex
    vocabulary: Sequence[str]
    bearers: Counter[tuple[str, ...]]
    places: dict[str, Sequence[int]] = field(default_factory=dict)

    def where(self, word: str) -> Sequence[int]:
        """The sections, as they are counted, that have a word which begins as this does."""
        begin = word[:_TOLD]
        found = self.places.get(begin)
        if found is None:
            at, every = bisect_left(self.vocabulary, begin), set[int]()
            while at < len(self.vocabulary) and self.vocabulary[at].startswith(begin):
                if len(begin) == _TOLD or self.vocabulary[at] == begin:
                    every.update(self.index.whole[self.vocabulary[at]])
                at += 1
            found = self.places[begin] = sorted(every)
        return found

    def is_alone(self, word: str) -> bool:
        """Whether the titles of all sections but one lack a word."""
        titles = self.titles[begin_of(word)]
        having = (each for each in titles if any(is_inflected(word, other) for other in each.words))
        return len({title.section.anchor for title in having}) == 1

    def is_alone_together(self, words: Sequence[str], anchor: str) -> bool:
        """Whether no title but that of a section, or of one below it, has all the words."""
        first, last = self.index.spans.get(anchor, (0, 0))
        places = self.index.spans
        begun = (
            title
            for title in self.titles.get(begin_of(words[0]), ())
            if not first <= places.get(title.section.anchor, (-1, -1))[0] < last
        )
        return not any(all(any(is_inflected(w, o) for o in t.words) for w in words) for t in begun)

    def is_borne_by_many(self, words: Sequence[str]) -> bool:
        """Whether several sections bear a title, which names none of them ("General")."""
        return self.bearers[tuple(words)] > _FEW

    def is_silent(self, word: str, sections: Sequence[Section]) -> bool:
        """Whether sections and those below them have no such word."""
        found = self.where(word)
        for section in sections:
            first, last = self.index.spans.get(section.anchor, (0, 0))
            at = bisect_left(found, first)
            if at < len(found) and found[at] < last:
                return False
        return True


@memoized_last
def title_index(graph: ReferenceGraph) -> TitleIndex:
    """The titles of a rulebook's numbered sections."""
    titles, bearers = defaultdict[str, list[NamingTitle]](list), Counter[tuple[str, ...]]()
    stems = content_words(graph.rulebook.forms)
    for section in titled_sections(graph):
        if section.key is None or section.kind in ("contents", "index") or _COUNT.search(section.title):
            continue
        title = bare(section.title)
        whole = tuple(dict.fromkeys(stems(title)))
        bearers[whole] += 1
        head = frozenset(chain.from_iterable(takewhile(bool, map(stems, _WORD.findall(title)))))
        parts = {tuple(dict.fromkeys(stems(part))) for part in _PART.split(title)} - {whole}
        for words in (whole, *sorted(parts)):
            torn = len(words) == 1 and _COMPOUND.search(title) is not None  # "Line-Up" is no line
            if words and len(words) <= _LONGEST and not torn:
                for begin in {begin_of(word) for word in words}:
                    titles[begin].append(NamingTitle(section, words, words == whole, head))
    index = inverted_index(graph)
    return TitleIndex(titles, index, sorted(index.whole), bearers)


def begin_of(word: str) -> str:
    """The beginning by which a word is sought."""
    return word[:_ALIKE]


def are_alike(one: str, other: str) -> bool:
    """Whether two words begin alike."""
    return one == other or (len(one) >= _ALIKE and one[:_ALIKE] == other[:_ALIKE])


def is_inflected(one: str, other: str) -> bool:
    """Whether two stems are one but for an ending that one of them kept: "Versanddienstes"."""
    long, short = sorted((one, other), key=len, reverse=True)
    return one == other or (len(short) >= _ALIKE and long[: max(len(short), len(long) - 2)] == short)


def has(words: Sequence[str] | set[str], word: str) -> bool:
    """Whether one of some words begins as a word does."""
    return any(are_alike(each, word) for each in words)
