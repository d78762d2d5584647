"""What a citation has in common with the section that it cites, held against all that it might cite: a graph
comes in, the citations that another section would suit far better go out.

Nothing names what is meant here; what speaks for a section is what it shares with the citation and where it
stands: words of its title around the citation, words of the clause in its text, what the citing section as a
whole is about, what stands before other citations of it, how often it is cited at all, and whether it cites
back. No single one shows a fault; a citation is doubtful where all together are low by the measure of the
text's own citations *and* many other sections, or one by far, have more.

The weights are those of a logistic regression over 23 texts (rules, standards, statutes, by-laws; 2,200
citations, each also led to five other sections; every text judged by the weights of the others): at this
threshold 0.75 of the citations that were led astray are found, and of sound ones 0.06 are taken for such. So
a doubt is never more than a note.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from types import MappingProxyType
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Reference, Section, text_of
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import above, citation_candidates
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.named_thing import words_before
from vfdoc.verdicts.subjects import stems_of, subjects

# What speaks for a section, each a share from 0 to 1.
_TITLE_SAID = 2.25  # of its title, around the citation
_TITLED = 1.32  # of the clause before the citation, in its title
_TOLD = 0.94  # of that clause, in its text
_CHAPTER = 1.03  # and in a title above it
_SAME_SUBJECT = 7.82  # what the texts of the citing section and of it have in common
_CITED_SO = 1.93  # of that clause, before one other citation of it
_CITED = 0.16  # for the logarithm of the number of those
_CITES_BACK = 0.95
# How doubtful a citation is that shares so much.
_RANK, _BEHIND, _BELOW_USUAL, _CONSTANT = -0.9, 0.4, 0.18, -1.91
_DOUBTFUL = -1.9
_FEWEST = 15  # citations that show how a text cites
_NEARER = 0.85  # what a word of a clause keeps of the share of the one after it
_LEAST = 0.1  # what the commonest word says
_CLAUSE = 7
_WIDE, _SPREAD = 24, 0.1  # sections that a word may stand in and still be sought, or the share of all
_WIDEST = 100  # so that what a citation costs does not grow with the text


class DoubtfulCitation(NamedTuple):
    """A citation, and the section that has most in common with it."""

    reference: Reference
    better: Section


@dataclass(frozen=True, slots=True)
class _Texts:
    """The sections of a rulebook as bags of words: what each word says; of each section the words of its
    title, what they say together, and all its words as they weigh; of each word the sections that have it, in
    their title or text, those headed by it and those under such a title, and of each section the words of the
    titles over it. A word in more sections than `most` has none."""

    say: Mapping[str, float]
    titles: Mapping[str, frozenset[str]]
    said: Mapping[str, float]
    weighed: Mapping[str, Mapping[str, float]]
    having: Mapping[str, Sequence[str]]
    headed: Mapping[str, Sequence[str]]
    under: Mapping[str, Sequence[str]]
    over: Mapping[str, frozenset[str]]
    sought: frozenset[str]
    most: int
    citable: frozenset[str]
    order: Sequence[str]
    spans: Mapping[str, tuple[int, int]]


class _Clause(NamedTuple):
    """The words of a citation: those of its clause as they are weighed, and all that stand around it."""

    weighed: Mapping[str, float]
    around: frozenset[str]


@memoized_last
def doubtful_citations(graph: ReferenceGraph) -> tuple[DoubtfulCitation, ...] | None:
    """The citations of one section each that have little in common with it, in the order of the text; None
    where too few citations show how the text cites."""
    known = citation_candidates(graph)
    judged = [
        (each, found[0])
        for each in known.contexts
        if (found := _single(graph, each)) and found[0].anchor != each.reference.section
    ]
    if len(judged) < _FEWEST:
        return None
    return tuple(_Affinity(graph, judged).doubts())


def _single(graph: ReferenceGraph, cited: CitationContext) -> Sequence[Section]:
    reference = cited.reference
    if len(reference.targets) != 1 or reference.range or reference.external:
        return ()
    found = graph.resolve(reference.targets[0])
    return found if found and found[0].key == reference.targets[0].key else ()


class _Affinity:
    """What the citations of one rulebook share with its sections."""

    def __init__(self, graph: ReferenceGraph, judged: Sequence[tuple[CitationContext, Section]]) -> None:
        self._graph, self._judged = graph, judged
        self._texts = texts = _texts(graph)
        self._clauses = [_clause(graph, texts, cited) for cited, _ in judged]
        self._cites: dict[str, Counter[str]] = defaultdict(Counter)
        self._cited: Counter[str] = Counter()
        self._said: dict[str, list[int]] = defaultdict(list)
        for n, (cited, section) in enumerate(judged):
            self._cites[section.anchor][cited.reference.section] += 1
            self._cited[section.anchor] += 1
            for word in self._clauses[n].weighed:
                self._said[word].append(n)
        self._often = {anchor: _CITED * log(1 + count) for anchor, count in self._cited.items()}
        self._usual: tuple[str, _Shares] = "", _Shares(self._often)

    def doubts(self) -> Iterator[DoubtfulCitation]:
        """The citations that share little with what they cite, where another has far more."""
        own = [self._share(n) for n in range(len(self._judged))]
        usual = sorted(own)[len(own) // 2]
        for n, (share, (cited, _)) in enumerate(zip(own, self._judged, strict=True)):
            if share >= usual:
                continue
            others = self._others(n)
            if not others:
                continue
            most = max(others.values())
            before = sum(map(share.__le__, others.values()))
            sure = _CONSTANT + _RANK * log((before + 1) / (len(self._texts.titles) + 1))
            sure += _BEHIND * (share - most) + _BELOW_USUAL * (share - usual)
            if sure < _DOUBTFUL:
                best = max(anchor for anchor, other in others.items() if other == most)
                yield DoubtfulCitation(cited.reference, self._graph.sections[best])

    def _share(self, n: int) -> float:
        """What a citation shares with the section that it cites, by itself."""
        (cited, section), clause, texts = self._judged[n], self._clauses[n], self._texts
        anchor, source = section.anchor, cited.reference.section
        title, has = texts.titles.get(anchor, frozenset()), texts.weighed.get(anchor, {})
        over = texts.over.get(anchor, frozenset())
        share = sum(_TITLE_SAID * texts.say[word] / texts.said[anchor] for word in clause.around & title)
        for word, weight in clause.weighed.items():
            told = word in has and word in texts.sought
            share += weight * (_TITLED * (word in title) + _TOLD * told + _CHAPTER * (word in over))
        alike = ((word, weight) for word, weight in texts.weighed.get(source, {}).items() if word in has)
        share += _SAME_SUBJECT * sum(weight * has[word] for word, weight in alike if word in texts.sought)
        so = self._cited_so(n)
        parts = (part for other, part in so.items() if self._judged[other][1].anchor == anchor)
        share += _CITED_SO * max(parts, default=0.0) + _CITED * log(self._cited[anchor])
        return share + _CITES_BACK * (anchor in self._cites.get(source, ()))

    def _others(self, n: int) -> Mapping[str, float]:
        """What a citation shares with every other section that it might cite and that has anything to do with
        it: none above or below the one that it cites, or above its own."""
        (cited, section), clause, texts = self._judged[n], self._clauses[n], self._texts
        source = cited.reference.section
        shares = _Shares(self._often, self._with_source(source))
        for word in clause.around:
            for anchor in texts.headed.get(word, ()):
                shares[anchor] += _TITLE_SAID * texts.say[word] / texts.said[anchor]
        for word, weight in clause.weighed.items():
            for part, places in ((_TITLED, texts.headed), (_TOLD, texts.having), (_CHAPTER, texts.under)):
                says = part * weight
                for anchor in places.get(word, ()):
                    shares[anchor] += says
        most: dict[str, float] = {}
        for other, said in self._cited_so(n).items():
            anchor = self._judged[other][1].anchor
            if anchor in texts.citable:
                most[anchor] = max(most.get(anchor, 0.0), said)
        for anchor, said in most.items():
            shares[anchor] += _CITED_SO * said
        first, last = texts.spans.get(section.anchor, (0, 0))
        if last - first > len(shares):
            within = [anchor for anchor in shares if first <= texts.spans[anchor][0] < last]
        else:
            within = [*texts.order[first:last]]
        for anchor in (*within, source, *above(self._graph, section.anchor), *above(self._graph, source)):
            shares.pop(anchor, None)
        return shares

    def _with_source(self, source: str) -> _Shares:
        """What all sections share with whatever a section cites: as much as with its text."""
        last, found = self._usual
        if last != source:  # the citations of a section follow one another
            texts = self._texts
            found = _Shares(self._often)
            self._usual = source, found
            for word, weight in texts.weighed[source].items():
                says = _SAME_SUBJECT * weight
                for anchor in texts.having.get(word, ()):
                    found[anchor] += says * texts.weighed[anchor][word]
            for anchor in self._cites.get(source, ()):
                if anchor in texts.citable:
                    found[anchor] += _CITES_BACK
        return found

    def _cited_so(self, n: int) -> dict[int, float]:
        """How much of a citation's clause stands before each other citation; a common word is not sought."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in self._clauses[n].weighed.items():
            for other in self._said[word] if len(self._said[word]) <= self._texts.most else ():
                if other != n:
                    found[other] += weight
        return found


class _Shares(dict[str, float]):
    """By anchor what is shared; of a section of which nothing was said before, how often it is cited."""

    def __init__(self, often: Mapping[str, float], known: Mapping[str, float] = MappingProxyType({})) -> None:
        super().__init__(known)
        self._often = often

    def __missing__(self, anchor: str) -> float:
        return self._often.get(anchor, 0.0)


def _texts(graph: ReferenceGraph) -> _Texts:
    index = subjects(graph, ())
    stems = index.stems
    sections = [s for s in graph.sections.values() if s.kind not in ("contents", "index")]
    titles = {s.anchor: frozenset(stems_of(s.title, stems)[0]) for s in sections}
    counted = {
        s.anchor: Counter((*stems_of(text_of(s.blocks), stems)[0], *titles[s.anchor])) for s in sections
    }
    spread = Counter(word for words in counted.values() for word in words)
    say = {word: max(log((len(sections) + 1) / (in_ + 0.5)), _LEAST) for word, in_ in spread.items()}
    most = int(min(max(_WIDE, _SPREAD * len(sections)), _WIDEST))
    sought = frozenset(word for word, in_ in spread.items() if in_ <= most)
    citable = frozenset(s.anchor for s in sections if s.key and graph.numbers.get(s.key, (None,))[0] is s)
    weighed: dict[str, Mapping[str, float]] = {}
    over: dict[str, frozenset[str]] = {}
    having, headed, under = (defaultdict[str, list[str]](list) for _ in range(3))
    for section in sections:
        anchor = section.anchor
        bag = {word: (1 + log(count)) * say[word] for word, count in counted[anchor].items()}
        size = sqrt(sum(weight * weight for weight in bag.values())) or 1.0
        weighed[anchor] = {word: weight / size for word, weight in bag.items()}
        over[anchor] = frozenset(word for one in above(graph, anchor) for word in titles.get(one, ()))
        if anchor in citable:
            for places, words in (
                (having, sought.intersection(bag)), (headed, titles[anchor]), (under, over[anchor])
            ):  # fmt: skip
                for word in words:
                    places[word].append(anchor)
    return _Texts(
        say=say,
        titles=titles,
        said={anchor: sum(say[word] for word in words) for anchor, words in titles.items()},
        weighed=weighed,
        having=having,
        headed=headed,
        under=under,
        over=over,
        sought=sought,
        most=most,
        citable=citable,
        order=index.order,
        spans=index.spans,
    )


def _clause(graph: ReferenceGraph, texts: _Texts, cited: CitationContext) -> _Clause:
    clause, sentence = words_before(graph, cited.reference)
    before = clause or sentence[:_CLAUSE]
    weights: dict[str, float] = {}
    for place, word in enumerate(before):
        says = _NEARER**place * texts.say.get(word, _LEAST)
        weights[word] = weights.get(word, 0.0) + says
    every = sum(weights.values()) or 1.0
    around = frozenset((*clause, *sentence, *cited.after))
    return _Clause({word: says / every for word, says in weights.items()}, around)
