"""The candidates for what a citation means: a graph comes in; asked of a citation, its sections are ranked.

A section fits a citation where its title has the words before it, where other citations of it stand
after the same words, and (less) where its text has them. The fit is the share of what all these words
say, from 0 to 1; rare words say more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple, TypeVar, cast

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Reference, Section
from vfdoc.model.place import line_at
from vfdoc.model.session import Carried, evolving, is_resident, memoized_last
from vfdoc.verdicts.citation_context import CitationContext, citation_contexts
from vfdoc.verdicts.subjects import Subjects, files_of, inverted_index, subjects

# What a word counts for a section, beside 1 where it stands in the title.
_SAID = 0.8  # it stands right before other citations of the section
_PHRASE = 0.5  # it stands in the text together with the word beside it
_TEXT = 0.4  # it stands in the text
# The section that is cited has every doubt in its favour: what is below it counts too, and more.
_TITLE_BELOW = 0.9
_PHRASE_BELOW = 0.8
_TEXT_BELOW = 0.8
_PAIR = 2  # the last words before a citation, which a section may have together
_ROUNDED = 1e-9
_MANY, _USUAL = 60, 0.8  # citations of a text that show how it cites, and the share of one way
_MOST = 60  # sections that one word may name; one that names more names none
_WORD_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)\.?[ \xa0]$")
_NEAR, _SHORT = 20, 3  # characters before a number in which it stands; letters of a word that is no noun


class RankedSection(NamedTuple):
    """A section that the words before a citation name, and how well they fit it, from 0 to 1."""

    section: Section
    fit: float


_NOWHERE: Counter[str] = Counter()
_Judged = TypeVar("_Judged")


class _WeightedWord(NamedTuple):
    """A word that says something: its place in the context, what that leaves of it, whether it is near; what
    it says in a text and in a title; how often it stands right before a citation of each section."""

    word: str
    place: int
    share: float
    near: bool
    plain: float
    titled: float
    right_before: Counter[str]


class _Having(NamedTuple):
    """The sections that have a word, as they are counted: in their title, in their text, right before a
    citation of them."""

    headed: frozenset[int]
    told: frozenset[int]
    cited: frozenset[int]


class _WeightedContext(NamedTuple):
    """The words of a context that say something, what all of them say together, and the sections cited."""

    words: tuple[_WeightedWord, ...]
    total: float
    own: frozenset[str]


@dataclass(frozen=True, slots=True)
class CitationCandidates:
    """The citations of an edition in their contexts, and what is said where.

    `right_before` has of each stem how many citations of each section (by anchor) stand right after it.
    `judged` is for what is asked of citations: it holds from one pass to the next while no word of a
    citation's context is said elsewhere (None where no next pass is to come), `mark` is that of the words;
    `having` has of each word that was asked for which sections have it, `title_words` of each section (by
    anchor) the stems of its title, `entitled` the sections that have them.
    """

    graph: ReferenceGraph
    subjects: Subjects
    contexts: tuple[CitationContext, ...]
    right_before: Mapping[str, Counter[str]]
    judged: Carried[Any] | None = None
    mark: object = None
    having: dict[str, _Having] = field(default_factory=dict)
    title_words: dict[str, frozenset[str]] = field(default_factory=dict)
    entitled: dict[frozenset[str], list[str]] = field(default_factory=dict)

    def judge(
        self, cited: CitationContext, targets: Sequence[Section], work: Callable[[], _Judged]
    ) -> _Judged:
        """What `work` finds of a citation of these sections, which rests on nothing but the words of its
        context, the sections that have them, and how these stand to one another."""
        if self.judged is None:
            return work()
        near = cited.near
        words: list[object] = [*cited.after, *(each.word for each in cited.before)]
        words += (near[1::-1],) if len(near) > 1 else ()
        own = tuple(s.anchor for t in cited.reference.targets for s in self.graph.resolve(t)[:1])
        key = (
            cited.before, cited.after, cited.reference.section, own, *(section.anchor for section in targets)
        )  # fmt: skip
        return cast(_Judged, self.judged.of(key, words, work))

    def fit(self, cited: CitationContext, section: Section) -> float:
        """How well the section that is cited fits; 1 where its whole title are the last words before the
        citation, or a word of it follows."""
        if any(self.subjects.titled(word, section.anchor) for word in cited.after):
            return 1.0
        if self._entitled(cited, section):
            return 1.0
        return self._share(cited, section.anchor)

    def ranking(
        self,
        cited: CitationContext,
        but: frozenset[str],
        least: float = 0.0,
        also: frozenset[str] = frozenset(),
    ) -> list[RankedSection]:
        """The sections that a word before the citation names, best first, then in the order of the text: a
        word right before it, by their title or before another citation of them, or a rare one further off,
        by their title.

        `but` are anchors that are no candidates; nor is the section in which the citation stands, or
        one above it. Those that fit less than the `least` may be missing, but for some `also`.
        """
        index = self.subjects
        named: set[int] = set()
        for each in cited.before:
            if each.near or index.rare(each.word):
                counts = index.titles.get(each.word, ())
                named.update(counts if len(counts) <= _MOST else ())
            if each.near:
                anchors = self.right_before.get(each.word, ())
                named.update(self._having(each.word).cited if len(anchors) <= _MOST else ())
        but |= {cited.reference.section, *above(self.graph, cited.reference.section)}
        order, citable = index.order, citable_sections(self.graph)
        wanted = {n for n in named if order[n] in citable and order[n] not in but}
        shares = self._shares(cited, wanted, least, {n for n in wanted if order[n] in also})
        sections = self.graph.sections
        return [
            RankedSection(sections[order[n]], shares[n])
            for n in sorted(shares, key=lambda n: (-shares[n], n))
        ]

    def _entitled(self, cited: CitationContext, section: Section) -> bool:
        """Whether all words of the title are among the last before the citation."""
        title = self.title_stems(section)
        last = cited.near if len(title) > 1 else cited.near[:1]  # a word that leads to it may stand between
        return bool(title) and title.issubset(last)

    def title_stems(self, section: Section) -> frozenset[str]:
        """The stems of a section's title."""
        title = self.title_words.get(section.anchor)
        if title is None:
            title = self.title_words[section.anchor] = frozenset(self.subjects.stems(section.title))
        return title

    def named_by(self, cited: CitationContext) -> frozenset[str]:
        """The sections all words of whose title are among those right before the citation."""
        if not self.entitled:
            for anchor in self.subjects.order:
                title = frozenset(self.subjects.stems(self.graph.sections[anchor].title))
                self.entitled.setdefault(title, []).append(anchor)
        near = dict.fromkeys(cited.near)
        titles = (words for size in range(1, len(near) + 1) for words in combinations(near, size))
        return frozenset(anchor for words in titles for anchor in self.entitled.get(frozenset(words), ()))

    def says_less(self, cited: CitationContext, one: Section, others: Sequence[Section]) -> bool:
        """Whether another title has all the words right before a citation that one has, and more: "a special
        vote" is no "Standard Vote" where there is a "Special Vote"."""
        titled = self.subjects.titled
        has, *every = ({w for w in cited.near if titled(w, s.anchor)} for s in (one, *others))
        return bool(has) and any(has < words for words in every)

    def is_cited_after(self, word: str, anchor: str) -> bool:
        """Whether another citation of that section stands right after the word."""
        return word in self.right_before and self.right_before[word][anchor] > 0

    def _weighed(self, cited: CitationContext) -> _WeightedContext:
        """The words before a citation with all that is asked of each."""
        index = self.subjects
        words: list[_WeightedWord] = []
        total = 0.0
        for place, (word, share, near) in enumerate(cited.before):
            plain, titled = index.weight(word)
            if plain or titled:
                said = self.right_before.get(word, _NOWHERE)
                words.append(_WeightedWord(word, place, share, near, plain, titled, said))
                total += share * max(plain, titled)
        own = frozenset(s.anchor for t in cited.reference.targets for s in self.graph.resolve(t)[:1])
        return _WeightedContext(tuple(words), total, own)

    def _share(self, cited: CitationContext, anchor: str) -> float:
        """The share of what the words before the citation say that the section bears out, or one below it."""
        weighed = self._weighed(cited)
        if not weighed.total:
            return 0.0
        index, first = self.subjects, self.subjects.spans.get(anchor, (0, 0))[0]
        near = cited.near
        together = len(near) > 1 and index.phrased(near[1], near[0], anchor, below=True)
        borne = 0.0
        for word, place, share, stands_near, plain, titled, said in weighed.words:
            headed, told, _ = self._having(word)
            says = 0.0
            if first in headed:
                says = titled
            elif said.get(anchor, 0) > (stands_near and anchor in weighed.own):
                says = _SAID * plain
            elif headed and index.titled(word, anchor, below=True):
                says = _TITLE_BELOW * titled
            elif first in told or index.told(word, anchor, below=True):
                says = _TEXT_BELOW * plain
            if together and place < _PAIR:
                says = max(says, _PHRASE_BELOW * max(plain, titled))
            borne += share * says
        return borne / weighed.total

    def _shares(
        self, cited: CitationContext, wanted: set[int], least: float, also: set[int]
    ) -> Mapping[int, float]:
        """The same of several sections by themselves, as they are counted: word by word, of those that it
        speaks for; one that can no longer come to the `least` is let go of."""
        weighed, near, order = self._weighed(cited), cited.near, self.subjects.order
        borne = dict.fromkeys(wanted, 0.0)
        if not weighed.total or not wanted:
            return borne
        pair = self.subjects.pairs.get((near[1], near[0]), ()) if len(near) > 1 else ()
        needed = least * weighed.total - _ROUNDED
        for word, place, share, stands_near, plain, titled, said in weighed.words:
            headed, told, after = self._having(word)
            says = dict.fromkeys(wanted & told, _TEXT * plain)
            for n in wanted & after:
                if said[order[n]] > (stands_near and order[n] in weighed.own):
                    says[n] = _SAID * plain
            says.update(dict.fromkeys(wanted & headed, titled))
            if place < _PAIR:
                for n in wanted.intersection(pair):
                    says[n] = max(says.get(n, 0.0), _PHRASE * max(plain, titled))
            for n, worth in says.items():
                borne[n] += share * worth
            needed += share * max(plain, titled)
            if needed > weighed.total:
                low = needed - weighed.total
                wanted = {n for n in wanted if borne[n] >= low or n in also}
        return {n: borne[n] / weighed.total for n in wanted}

    def _having(self, word: str) -> _Having:
        found = self.having.get(word)
        if found is None:
            index = self.subjects
            cited = (
                index.spans[anchor][0] for anchor in self.right_before.get(word, ()) if anchor in index.spans
            )
            found = self.having[word] = _Having(
                frozenset(index.titles.get(word, ())), frozenset(index.texts.get(word, ())), frozenset(cited)
            )
        return found


@evolving(files_of)
def citation_candidates(graph: ReferenceGraph, before: CitationCandidates | None) -> CitationCandidates:
    """The candidates for all citations of a rulebook; linear in its text."""
    cited = tuple(citation_contexts(graph))
    found = _candidates(graph, cited, cited)
    if not is_resident():
        return found
    index = inverted_index(graph)
    if before is None or (changed := index.changed_since(before.mark)) is None:
        return replace(found, judged=Carried(None, None), mark=index.mark)
    one, other = before.right_before, found.right_before
    moved = {word for word in {*one, *other} if one.get(word) != other.get(word)}
    return replace(found, judged=Carried(before.judged, changed | moved), mark=index.mark)


def candidates_of(graph: ReferenceGraph, wanted: Collection[Reference]) -> CitationCandidates:
    """The same of some citations alone, whose words are sought and no others."""
    every = citation_candidates(graph).contexts if is_resident() else citation_contexts(graph, near=True)
    return _candidates(graph, tuple(citation_contexts(graph, wanted)), every)


def _candidates(
    graph: ReferenceGraph, cited: tuple[CitationContext, ...], every: Iterable[CitationContext]
) -> CitationCandidates:
    words = {word for each in cited for word in (*each.after, *(near.word for near in each.before))}
    pairs = {(each.near[1], each.near[0]) for each in cited if len(each.near) > 1}
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for each in every:
        near = words.intersection(each.near)
        for target in each.reference.targets if near else ():
            for section in graph.resolve(target)[:1]:
                for word in near:
                    said[word][section.anchor] += 1
    index = subjects(graph, words, pairs)
    return CitationCandidates(graph=graph, subjects=index, contexts=cited, right_before=said)


@memoized_last
def citable_sections(graph: ReferenceGraph) -> frozenset[str]:
    """The sections that a citation of their number means, by their anchors."""
    first = graph.numbers
    return frozenset(
        one.anchor for one in graph.sections.values() if one.key and first.get(one.key, (None,))[0] is one
    )


def above(graph: ReferenceGraph, anchor: str) -> Iterator[str]:
    """The anchors above a section, its parent first."""
    parent = graph.sections[anchor].parent
    while parent is not None and parent in graph.sections:
        yield parent
        parent = graph.sections[parent].parent


def is_cited_before(graph: ReferenceGraph, reference: Reference, anchor: str) -> bool:
    """Whether the citation right before this one in its line leads to a section, or to one below it: what is
    called so there is said of that. From "a grove (see 4.1) bears what its source gave (see 2.3)" no grove is
    meant by 2.3."""
    cited = _cited_in(graph).get((reference.document, reference.line), ())
    at = bisect_left(cited, (reference.column,)) - 1
    return at >= 0 and anchor in cited[at][1]


@memoized_last
def _cited_in(graph: ReferenceGraph) -> Mapping[tuple[str, int], Sequence[tuple[int, tuple[str, ...]]]]:
    """By line the column of each citation, in order, with the sections to which it leads and those above
    them."""
    found: dict[tuple[str, int], list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for reference in graph.rulebook.references():
        led = (section.anchor for target in reference.targets for section in graph.resolve(target))
        anchors = tuple(one for anchor in led for one in (anchor, *above(graph, anchor)))
        insort(found[reference.document, reference.line], (reference.column, anchors))
    return found


def series_of(section: Section) -> str | None:
    """The word of the series of a section's number: "schedule"; None for a number alone."""
    return next((part for part in section.key or () if isinstance(part, str) and len(part) > 1), None)


def are_in_line(graph: ReferenceGraph, one: Section, other: Section) -> bool:
    """Whether two sections are the same, or one is above the other."""
    return (
        one.anchor == other.anchor
        or one.key == other.key
        or one.anchor in above(graph, other.anchor)
        or other.anchor in above(graph, one.anchor)
    )


@memoized_last
def citing_nouns(graph: ReferenceGraph) -> frozenset[str]:
    """The words before a number that say what it is of, "section", "sections", and do not lead to it, as
    "see" does: those that have another form."""
    cues = [word for word in graph.rulebook.forms.citing.cues if word.isalpha() and len(word) > _SHORT]
    pairs = ((one, other) for one in cues for other in cues if one != other and other.startswith(one))
    return frozenset(word for pair in pairs for word in pair)


@memoized_last
def cites_by_number(graph: ReferenceGraph) -> bool:
    """Whether a text cites by numbers alone, many times, as rules of games do: what stands before such a
    number is the occasion of what it cites as often as its name. "Section 4.2" and "Ziffer 3" are none."""
    nouns = citing_nouns(graph)

    def is_bare(reference: Reference) -> bool:
        line = line_at(graph.rulebook.document(reference.document), reference.line)
        before = _WORD_BEFORE.search(line, max(0, reference.column - _NEAR), reference.column - 1)
        return reference.text[:1].isdecimal() and (before is None or before[1].casefold() not in nouns)

    bare = [is_bare(reference) for reference in graph.rulebook.references()]
    return len(bare) >= _MANY and sum(bare) >= _USUAL * len(bare)
