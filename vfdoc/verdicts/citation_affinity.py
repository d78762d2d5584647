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
from statistics import median
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
    most: int


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
        self._subjects: dict[str, Mapping[str, float]] = {}

    def doubts(self) -> Iterator[DoubtfulCitation]:
        """The citations that share little with what they cite, where another has far more."""
        own = [self._share(n) for n in range(len(self._judged))]
        usual = median(own)
        for n, (share, (cited, section)) in enumerate(zip(own, self._judged, strict=True)):
            if share >= usual:
                continue
            each = self._shares(n)
            source = cited.reference.section
            passed = {
                section.anchor,
                source,
                *above(self._graph, section.anchor),
                *above(self._graph, source),
            }
            others = {a: s for a, s in each.items() if a not in passed and self._citable(a, section.anchor)}
            best = max(others, key=lambda anchor: (others[anchor], anchor), default=None)
            if best is None:
                continue
            before = sum(other >= share for other in others.values())
            sure = _CONSTANT + _RANK * log((before + 1) / (len(self._texts.titles) + 1))
            sure += _BEHIND * (share - others[best]) + _BELOW_USUAL * (share - usual)
            if sure < _DOUBTFUL:
                yield DoubtfulCitation(cited.reference, self._graph.sections[best])

    def _citable(self, anchor: str, cited: str) -> bool:
        """Whether a citation of its number means that section, and it is none below what is cited."""
        section = self._graph.sections[anchor]
        if section.key is None or self._graph.numbers.get(section.key, (None,))[0] is not section:
            return False
        return cited not in above(self._graph, anchor)

    def _share(self, n: int) -> float:
        """What a citation shares with the section that it cites, as `_shares` has it at a greater cost."""
        (cited, section), clause, texts = self._judged[n], self._clauses[n], self._texts
        anchor, source = section.anchor, cited.reference.section
        title, has = texts.titles.get(anchor, frozenset()), texts.weighed.get(anchor, {})
        over = texts.over.get(anchor, frozenset())
        share = sum(_TITLE_SAID * texts.say[word] / texts.said[anchor] for word in clause.around & title)
        for word, weight in clause.weighed.items():
            told = word in has and word in texts.having
            share += weight * (_TITLED * (word in title) + _TOLD * told + _CHAPTER * (word in over))
        alike = ((word, weight) for word, weight in texts.weighed.get(source, {}).items() if word in has)
        share += _SAME_SUBJECT * sum(weight * has[word] for word, weight in alike if word in texts.having)
        so = self._cited_so(n)
        parts = (part for other, part in so.items() if self._judged[other][1].anchor == anchor)
        share += _CITED_SO * max(parts, default=0.0) + _CITED * log(self._cited[anchor])
        return share + _CITES_BACK * (anchor in self._cites.get(source, ()))

    def _shares(self, n: int) -> dict[str, float]:
        """What a citation shares with every section that has anything to do with it."""
        (cited, section), clause, texts = self._judged[n], self._clauses[n], self._texts
        source = cited.reference.section
        shares: dict[str, float] = defaultdict(float)
        for word in clause.around:
            for anchor in texts.headed.get(word, ()):
                shares[anchor] += _TITLE_SAID * texts.say[word] / texts.said[anchor]
        for word, weight in clause.weighed.items():
            for anchor in texts.headed.get(word, ()):
                shares[anchor] += _TITLED * weight
            for anchor in texts.having.get(word, ()):
                shares[anchor] += _TOLD * weight
            for anchor in texts.under.get(word, ()):
                shares[anchor] += _CHAPTER * weight
        for anchor, alike in self._subject(source).items():
            shares[anchor] += _SAME_SUBJECT * alike
        most: dict[str, float] = {}
        for other, part in self._cited_so(n).items():
            anchor = self._judged[other][1].anchor
            most[anchor] = max(most.get(anchor, 0.0), part)
        for anchor, part in most.items():
            shares[anchor] += _CITED_SO * part
        for anchor in {*shares, section.anchor}:
            others = self._cited[anchor] - (anchor == section.anchor)
            shares[anchor] += _CITED * log(1 + others)
        for anchor in self._cites.get(source, ()):
            shares[anchor] += _CITES_BACK
        return shares

    def _cited_so(self, n: int) -> dict[int, float]:
        """How much of a citation's clause stands before each other citation; a common word is not sought."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in self._clauses[n].weighed.items():
            for other in self._said[word] if len(self._said[word]) <= self._texts.most else ():
                if other != n:
                    found[other] += weight
        return found

    def _subject(self, source: str) -> Mapping[str, float]:
        """How much the texts of all other sections have in common with that of one."""
        found = self._subjects.get(source)
        if found is None:
            texts = self._texts
            found = self._subjects[source] = defaultdict(float)
            for word, weight in texts.weighed[source].items():
                for anchor in texts.having.get(word, ()):
                    found[anchor] += weight * texts.weighed[anchor][word]
        return found


def _texts(graph: ReferenceGraph) -> _Texts:
    stems = subjects(graph, ()).stems
    sections = [s for s in graph.sections.values() if s.kind not in ("contents", "index")]
    titles = {s.anchor: frozenset(stems_of(s.title, stems)[0]) for s in sections}
    counted = {
        s.anchor: Counter((*stems_of(text_of(s.blocks), stems)[0], *titles[s.anchor])) for s in sections
    }
    spread = Counter(word for words in counted.values() for word in words)
    say = {word: max(log((len(sections) + 1) / (in_ + 0.5)), _LEAST) for word, in_ in spread.items()}
    most = min(max(_WIDE, _SPREAD * len(sections)), _WIDEST)
    weighed: dict[str, Mapping[str, float]] = {}
    over: dict[str, frozenset[str]] = {}
    having, headed, under = (defaultdict[str, list[str]](list) for _ in range(3))
    for section in sections:
        anchor = section.anchor
        bag = {word: (1 + log(count)) * say[word] for word, count in counted[anchor].items()}
        size = sqrt(sum(weight * weight for weight in bag.values())) or 1.0
        weighed[anchor] = {word: weight / size for word, weight in bag.items()}
        for word in bag:
            if spread[word] <= most:
                having[word].append(anchor)
        for word in titles[anchor]:
            headed[word].append(anchor)
        over[anchor] = frozenset(word for one in above(graph, anchor) for word in titles.get(one, ()))
        for word in over[anchor]:
            under[word].append(anchor)
    said = {anchor: sum(say[word] for word in words) for anchor, words in titles.items()}
    return _Texts(
        say=say,
        titles=titles,
        said=said,
        weighed=weighed,
        having=having,
        headed=headed,
        under=under,
        over=over,
        most=int(most),
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
