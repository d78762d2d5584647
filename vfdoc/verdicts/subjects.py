"""What the sections of an edition are about: which words stand in which titles and texts.

A graph and the words that matter come in, an index goes out. The sections are counted through so that
one and all below it are neighbours; then "does this word stand in that section or below it" is a look
into a sorted list, whatever the size of the chapter. And the titles by their words, with where
each is told of.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise, takewhile
from math import log
from typing import Any, NamedTuple, TypeAlias, TypeVar

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.model import Section, text_of
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.session import constant, evolving, is_resident, memoized, memoized_last
from vfdoc.verdicts.printed_title import bare, titled_sections

_RARE = 0.1  # a word in more than this share of the sections is common, and says little
_FEW = 2  # in so few sections a word is rare, however few there are
_COMMON_WEIGHT = 0.3
_TITLE_WEIGHT = 0.6
_SOUGHT = 48  # words, or pairs, that are sought one by one; for more, every text is read

_WORD = re.compile(r"[^\W\d_]+")
_COUNT = re.compile(r"(?<![\w.])\d+(?![\w.])")  # "Phase 2", not "X.509v3"
_COMPOUND = re.compile(r"(?<!\w)[^\W\d_]{2,}-[^\W\d_]{2}")
_ALIKE, _TOLD = 6, 5  # letters by which words are of one; by which one may be told of in another
_LONGEST = 9  # words of a title that say something
_TITLE_WORD = re.compile(r"[^\W\d_]{2,}")
_PART = re.compile(r"[(),;:/]")


class Weight(NamedTuple):
    """How much it says that a text has a word: the rarer in the sections, the more. In a title even a
    common word tells apart; 0 where it stands in none."""

    text: float
    title: float


_NOTHING = Weight(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Subjects:
    """The words of an edition's sections, those that matter.

    `stems` takes a text to its stems; `order` the anchors as they are counted; `spans` of each anchor
    the first and the last count of itself and what is below it (the last excluded). Of each stem
    `titles` and `texts` have the counts of the sections that bear it, `spread` their number; `pairs`
    has the counts of those where the second of two stems follows the first. `weights` say what each
    stem says.
    """

    stems: ContentWords
    order: tuple[str, ...]
    spans: Mapping[str, tuple[int, int]]
    titles: Mapping[str, list[int]]
    texts: Mapping[str, list[int]]
    pairs: Mapping[tuple[str, str], list[int]]
    spread: Mapping[str, int]
    weights: Mapping[str, Weight]

    def titled(self, word: str, anchor: str, *, below: bool = False) -> bool:
        """Whether the word stands in the section's title, or (`below`) in one of a section below it."""
        places = self.titles.get(word)
        return places is not None and self._stands(places, anchor, below)

    def told(self, word: str, anchor: str, *, below: bool = False) -> bool:
        """Whether the word stands in the section's own text, or (`below`) in one below it."""
        places = self.texts.get(word)
        return places is not None and self._stands(places, anchor, below)

    def phrased(self, first: str, second: str, anchor: str, *, below: bool = False) -> bool:
        """Whether the words follow one another in the section's title or text, or in one below it."""
        return self._stands(self.pairs.get((first, second), []), anchor, below)

    def within(self, anchor: str, chapter: str) -> bool:
        """Whether a section is that chapter or stands below it."""
        first, last = self.spans.get(chapter, (0, 0))
        return first <= self.spans.get(anchor, (-1, -1))[0] < last

    def weight(self, word: str) -> Weight:
        """What the word says; nothing where it is none of those that matter."""
        return self.weights.get(word, _NOTHING)

    def rare(self, word: str) -> bool:
        """Whether the word stands in at most a tenth of the sections (in two, if they are few)."""
        return _is_rare(self.spread.get(word, 1), len(self.order))

    def _stands(self, places: list[int], anchor: str, below: bool) -> bool:
        first, last = self.spans.get(anchor, (0, 0))
        at = bisect_left(places, first)
        return at < len(places) and places[at] < (last if below else first + 1)


def subjects(
    graph: ReferenceGraph, words: Collection[str], pairs: Collection[tuple[str, str]] = ()
) -> Subjects:
    """The index of a rulebook's sections by those stems and pairs of stems.

    Contents and index, which name every rule, are left out.
    """
    stems, words = content_words(graph.rulebook.forms), frozenset(words)
    if is_resident() or len(words) > _SOUGHT:
        return _of_index(inverted_index(graph), words, frozenset(pairs), stems)
    order, spans = _counted(graph)
    titles: dict[str, list[int]] = defaultdict(list)
    texts: dict[str, list[int]] = defaultdict(list)
    paired: dict[tuple[str, str], list[int]] = defaultdict(list)
    spread: dict[str, int] = defaultdict(int)
    for count, anchor in enumerate(order):
        section = graph.sections[anchor]
        in_title, beside = _sought(section.title, words, pairs, stems)
        in_text, also = _sought(text_of(section.blocks), words, pairs, stems)
        for word in in_title:
            titles[word].append(count)
        for word in in_text:
            texts[word].append(count)
        for word in in_title | in_text:
            spread[word] += 1
        for pair in beside | also:
            paired[pair].append(count)
    weights = {word: _weight(spread[word], len(titles.get(word, ())), len(order)) for word in spread}
    return Subjects(stems, order, spans, titles, texts, paired, spread, weights)


# The same of all words; in a session that stays after an edit of those alone that changed.

_Word = TypeVar("_Word")
_Postings: TypeAlias = Mapping[_Word, list[int]]
"""Of each word the sections that bear it, as they are counted."""


class SaidWords(NamedTuple):
    """The stems of a title and of the text below it, in order."""

    title: tuple[str, ...]
    text: tuple[str, ...]

    @property
    def whole(self) -> frozenset[str]:
        """All of them, once each."""
        return frozenset(self.title).union(self.text)

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Those that follow one another, in the title or in the text."""
        return frozenset(pairwise(self.title)).union(pairwise(self.text))


@dataclass(frozen=True, slots=True, eq=False)
class InvertedIndex:
    """All words of a rulebook's sections (see Subjects). `layout` is what is known of the sections beside
    their texts, `extracts` are they as they are counted; `pairs` those that were asked for. `changed` are the
    words and pairs whose sections are others than in the index of the mark `before`, which had the same
    layout; None where there was none."""

    layout: tuple[object, ...]
    order: tuple[str, ...]
    spans: Mapping[str, tuple[int, int]]
    extracts: tuple[Extract, ...]
    titles: _Postings[str]
    texts: _Postings[str]
    whole: _Postings[str]
    pairs: dict[tuple[str, str], list[int]]
    mark: object
    before: object = None
    changed: frozenset[Any] | None = None

    def changed_since(self, mark: object) -> frozenset[Any] | None:
        """The words and pairs that have changed since the index of that mark; None where nobody knows."""
        if mark is self.mark:
            return frozenset()
        return self.changed if mark is self.before else None


def files_of(graph: ReferenceGraph) -> tuple[str, ...]:
    """What a rulebook is known by from one pass to the next."""
    return (graph.rulebook.edition.id, *(document.source.file for document in graph.rulebook.documents))


@evolving(files_of)
def inverted_index(graph: ReferenceGraph, before: InvertedIndex | None) -> InvertedIndex:
    """The index of all words of a rulebook's sections."""
    stems = content_words(graph.rulebook.forms)
    layout = (
        stems, *((s.anchor, s.key, s.title, s.kind, s.parent, s.number) for s in graph.sections.values())
    )  # fmt: skip
    own = {placed.section.anchor: placed.extract for placed in extracts(graph.rulebook.documents)}
    if before is not None and before.layout == layout:
        return _revised(before, tuple(own[anchor] for anchor in before.order), stems)
    order, spans = _counted(graph)
    found = tuple(own[anchor] for anchor in order)
    titles, texts, whole = (defaultdict[str, list[int]](list) for _ in range(3))
    for count, extract in enumerate(found):
        said = said_in(extract, stems)
        for postings, words in ((titles, set(said.title)), (texts, set(said.text)), (whole, said.whole)):
            for word in words:
                postings[word].append(count)
    return InvertedIndex(
        layout=layout, order=order, spans=spans, extracts=found, titles=dict(titles), texts=dict(texts),
        whole=dict(whole), pairs={}, mark=object(),
    )  # fmt: skip


def _revised(before: InvertedIndex, found: tuple[Extract, ...], stems: ContentWords) -> InvertedIndex:
    """An index of the same sections, of which some say something else."""
    titles, texts, whole = (dict(each) for each in (before.titles, before.texts, before.whole))
    pairs = dict(before.pairs)
    changed: set[object] = set()
    for count, (old, new) in enumerate(zip(before.extracts, found, strict=True)):
        if old is new:
            continue
        was, now = said_in(old, stems), said_in(new, stems)
        for postings, one, other in (
            (titles, frozenset(was.title), frozenset(now.title)),
            (texts, frozenset(was.text), frozenset(now.text)),
            (whole, was.whole, now.whole),
        ):
            changed |= one ^ other
            for word in one - other:
                postings[word] = [each for each in postings[word] if each != count]
                if not postings[word]:
                    del postings[word]
            for word in other - one:
                postings[word] = sorted((*postings.get(word, ()), count))
        moved = was.pairs ^ now.pairs
        changed |= moved
        for pair in moved:
            pairs.pop(pair, None)
    return replace(
        before, extracts=found, titles=titles, texts=texts, whole=whole, pairs=pairs, mark=object(),
        before=before.mark, changed=frozenset(changed),
    )  # fmt: skip


@memoized
def said_in(extract: Extract, stems: ContentWords) -> SaidWords:
    """The stems of a section's title and text."""
    section = extract.section
    return SaidWords(tuple(stems(section.title)), tuple(stems(text_of(section.blocks))))


def _of_index(
    index: InvertedIndex, words: frozenset[str], pairs: frozenset[tuple[str, str]], stems: ContentWords
) -> Subjects:
    """What an index says of these words and pairs."""
    unknown = pairs.difference(index.pairs)
    index.pairs.update((pair, []) for pair in unknown)
    places: Iterable[int] = range(len(index.order))
    if len(unknown) <= _SOUGHT:
        whole = index.whole
        places = sorted(
            {n for one, other in unknown for n in {*whole.get(one, ())}.intersection(whole.get(other, ()))}
        )
    for n in places if unknown else ():
        said = said_in(index.extracts[n], stems)
        for pair in unknown.intersection(pairwise(said.title)).union(
            unknown.intersection(pairwise(said.text))
        ):
            index.pairs[pair].append(n)
    titles, texts, whole = (
        {word: postings[word] for word in words if word in postings}
        for postings in (index.titles, index.texts, index.whole)
    )
    spread = {word: len(counts) for word, counts in whole.items()}
    weighed: dict[tuple[int, int], Weight] = {}  # most words stand in as many sections as others do
    weights: dict[str, Weight] = {}
    for word, n in spread.items():
        places = n, len(titles.get(word, ()))
        if places not in weighed:
            weighed[places] = _weight(*places, len(index.order))
        weights[word] = weighed[places]
    paired = {pair: found for pair in pairs if (found := index.pairs[pair])}
    return Subjects(stems, index.order, index.spans, titles, texts, paired, spread, weights)


_Borne: TypeAlias = tuple[frozenset[str], frozenset[tuple[str, str]]]
"""Which words a text has, and which pairs of words that follow one another."""


def _sought(
    text: str, words: frozenset[str], pairs: Collection[tuple[str, str]], stems: ContentWords
) -> _Borne:
    """The words and pairs in a text, where they are few: it is searched for them, and what begins like one is
    read. Where letters have accents, which stems have lost, it is read whole."""
    if not text.isascii() and _accented().search(text):
        found = words.intersection(stems(text))
    else:
        small = text.lower()
        found = frozenset(word for word in words if word in small and _stands_in(text, small, word, stems))
    near = frozenset((one, other) for one, other in pairs if one in found and other in found)
    return found, near.intersection(pairwise(stems(text))) if near else near


@constant  # it takes long to compile, and most texts have none
def _accented() -> re.Pattern[str]:
    """A character that may be part of a word and is no plain letter."""
    return re.compile(
        "[\u00aa\u00b2\u00b3\u00b5\u00b9-\u00be\u00c0-\u1fff\u2070-\u209c\u2100-\u218b\u2460-\u24ff"
        "\u2776-\u2793\u2c00-\U0010ffff]"
    )


def _stands_in(text: str, small: str, stem: str, stems: ContentWords) -> bool:
    """Whether a word of this stem stands in a text; `small` is the text in small letters."""
    at = small.find(stem)
    while at >= 0:
        begun = _WORD.match(text, at)
        if begun is None or (at and text[at - 1].isalpha()):
            at = small.find(stem, at + 1)
            continue
        if stem in stems(begun.group()):
            return True
        at = small.find(stem, begun.end())
    return False


def _is_rare(spread: int, sections: int) -> bool:
    return spread <= max(_FEW, _RARE * sections)


def _weight(spread: int, titles: int, sections: int) -> Weight:
    text = log(sections / spread) * (1.0 if _is_rare(spread, sections) else _COMMON_WEIGHT)
    return Weight(text, max(text, _TITLE_WEIGHT * log(sections / titles)) if titles else 0.0)


def _counted(graph: ReferenceGraph) -> tuple[tuple[str, ...], dict[str, tuple[int, int]]]:
    """The anchors, each before those below it, and what it and they take in that count."""
    below: dict[str | None, list[str]] = defaultdict(list)
    for section in graph.sections.values():
        if section.kind not in ("contents", "index"):
            below[section.parent if section.parent in graph.sections else None].append(section.anchor)
    order: list[str] = []
    first: dict[str, int] = {}
    spans: dict[str, tuple[int, int]] = {}
    waiting = [(anchor, False) for anchor in reversed(below[None])]
    while waiting:
        anchor, left = waiting.pop()
        if left:
            spans[anchor] = (first[anchor], len(order))
            continue
        first[anchor] = len(order)
        order.append(anchor)
        waiting.append((anchor, True))
        waiting += ((child, False) for child in reversed(below.get(anchor, ())))
    return tuple(order), spans


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

    def rarity(self, word: str) -> float:
        """The logarithm of how few sections have a word."""
        return log(len(self.index.spans) / max(1, len(self.where(word))))

    def is_alone(self, word: str) -> bool:
        """Whether the titles of all sections but one lack a word."""
        titles = self.titles[begin_of(word)]
        having = (each for each in titles if any(is_inflected(word, other) for other in each.words))
        return len({title.section.anchor for title in having}) == 1

    def is_alone_together(self, words: Sequence[str], anchor: str) -> bool:
        """Whether no title but that of a section, or of one above or below it, has all the words."""
        first, last = self.index.spans.get(anchor, (0, 0))

        def is_in_line(section: Section) -> bool:
            begin, end = self.index.spans.get(section.anchor, (-1, -1))
            return first <= begin < last or begin <= first < end

        begun = (t for t in self.titles.get(begin_of(words[0]), ()) if not is_in_line(t.section))
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
        head = frozenset(chain.from_iterable(takewhile(bool, map(stems, _TITLE_WORD.findall(title)))))
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
