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
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log, sqrt
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.model import Reference, Section
from vfdoc.model.extract import Extract
from vfdoc.model.session import Carried, evolving, is_resident, memoized_last
from vfdoc.verdicts.citation_candidates import above, citable_sections, citation_candidates
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.named_thing import words_before
from vfdoc.verdicts.subjects import InvertedIndex, files_of, inverted_index, said_in

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
_LEAST = 0.125  # what the commonest word says
_STEP = 0.25  # in what a word says
_CLAUSE = 7
_WIDE, _SPREAD = 24, 0.1  # sections that a word may stand in and still be sought, or the share of all
_WIDEST = 100  # so that what a citation costs does not grow with the text
_SLACK = 1 + 1e-9  # by which sums in another order may differ
_FEW_DIFFER = 32  # sections that one edit changes; where there are more all is found anew


class DoubtfulCitation(NamedTuple):
    """A citation, and the section that has most in common with it."""

    reference: Reference
    better: Section


@dataclass(frozen=True, slots=True)
class _Texts:
    """The sections of a rulebook as bags of words: what each word says; of each section the words of its
    title, what they say together, and all its words as they weigh; of each word the sections that may be
    cited and have it, in their title or text, those headed by it and those under such a title, and of each
    section the words of the titles over it. A word in more sections than `most` has none. `differing` are the
    sections that weigh otherwise than in the index before, `resaid` the words that say something else (None:
    nobody knows which)."""

    index: InvertedIndex
    say: Mapping[str, float]
    titles: Mapping[str, frozenset[str]]
    said: Mapping[str, float]
    weighed: Mapping[str, Mapping[str, float]]
    having: Mapping[str, Sequence[str]]
    headed: Mapping[str, Sequence[str]]
    under: Mapping[str, Sequence[str]]
    over: Mapping[str, frozenset[str]]
    most: int
    citable: frozenset[str]
    differing: frozenset[str] | None = None
    resaid: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Clause:
    """The words of a citation: those of its clause as they are weighed, and all that stand around it. From
    one pass to the next it is the same one while they weigh the same."""

    weighed: Mapping[str, float]
    around: tuple[str, ...]


class _Key(NamedTuple):
    """By what a citation is known from one pass to the next: its section, the one that it cites, its words,
    and which of those that are alike in this it is."""

    source: str
    cited: str
    clause: _Clause
    twin: int


class _Others(NamedTuple):
    """What a citation shares with the other sections that it might cite: the most, with which section (the
    last by its anchor), and with how many as much as with the one that it cites. Where `best` is empty
    neither is more than that: no more has to be known of a citation that is not doubtful even so."""

    most: float
    best: str
    as_much: int


class _Rivals(NamedTuple):
    """What several sections share with something, by their anchors, and the most and the sum of that."""

    shares: Mapping[str, float]
    most: float
    whole: float

    @classmethod
    def of(cls, shares: Mapping[str, float]) -> _Rivals:
        return cls(shares, max(shares.values(), default=0.0), sum(shares.values()))


@memoized_last
def doubtful_citations(graph: ReferenceGraph) -> tuple[DoubtfulCitation, ...] | None:
    """The citations of one section each that have little in common with it, in the order of the text; None
    where too few citations show how the text cites."""
    affinity = _affinity(graph) if is_resident() else _found(graph, None)  # large, and asked for its doubts
    return affinity.doubts if len(affinity.judged) >= _FEWEST else None


@evolving(files_of)
def _affinity(graph: ReferenceGraph, before: _Affinity | None) -> _Affinity:
    return _found(graph, before)


def _found(graph: ReferenceGraph, before: _Affinity | None) -> _Affinity:
    known = citation_candidates(graph)
    judged = [
        (each, found[0])
        for each in known.contexts
        if (found := _single(graph, each)) and found[0].anchor != each.reference.section
    ]
    return _Affinity(graph, judged, before)


def _single(graph: ReferenceGraph, cited: CitationContext) -> Sequence[Section]:
    reference = cited.reference
    if len(reference.targets) != 1 or reference.range or reference.external:
        return ()
    target = reference.targets[0]
    if target.clause and target.number and target.number.partition("(")[0] not in reference.text:
        return ()  # "paragraph 2", of the section itself
    found = graph.resolve(target)
    return found if found and found[0].key == target.key else ()


class _Affinity:
    """What the citations of one rulebook share with its sections. `before` is that of the last pass over the
    same texts: what a citation shared then it shares now, but with the sections that differ."""

    def __init__(
        self,
        graph: ReferenceGraph,
        judged: Sequence[tuple[CitationContext, Section]],
        before: _Affinity | None,
    ) -> None:
        self.judged = judged
        self.doubts: tuple[DoubtfulCitation, ...] = ()
        self._own: dict[_Key, float] = {}
        self._others_of: dict[_Key, _Others] = {}
        if len(judged) < _FEWEST:
            return
        self._graph = graph
        last = before._texts if before is not None and before._own else None
        self._texts: _Texts = _texts(graph, last)
        read = before._read if before is not None and last is not None else None
        self._read: Carried[_Clause] = Carried(read, self._texts.resaid)
        said = words_before(graph)
        self._clauses = [self._clause(cited, *said(cited.reference)) for cited, _ in judged]
        self._citing: dict[str, set[str]] = defaultdict(set)
        self._cites: dict[str, list[int]] = defaultdict(list)
        self._said: dict[str, list[int]] = defaultdict(list)
        self._said_of: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._keys: list[_Key] = []
        twins: Counter[object] = Counter()
        for n, ((cited, section), clause) in enumerate(zip(judged, self._clauses, strict=True)):
            source, anchor = cited.reference.section, section.anchor
            self._citing[anchor].add(source)
            self._cites[anchor].append(n)
            for word in clause.weighed:
                self._said[word].append(n)
                self._said_of[anchor, word].append(n)
            alike = source, anchor, clause
            self._keys.append(_Key(*alike, twins[alike]))
            twins[alike] += 1
        self._often = {anchor: _CITED * log(1 + len(by)) for anchor, by in self._cites.items()}
        self._most_often = max(self._often.values())
        self._source: tuple[str, _Rivals] = "", _Rivals.of({})
        self._titled: dict[str, _Rivals] = {}
        self._weighed: dict[str, Sequence[float]] = {}
        self._pairs: dict[tuple[str, str], tuple[float, bool]] = {}
        if before is not None and before._own:
            self._carry(before)
        self.doubts = tuple(self._doubts())

    def _clause(self, cited: CitationContext, clause: Sequence[str], sentence: Sequence[str]) -> _Clause:
        """The words of a citation, which weigh as they did while they say the same."""
        before = clause or sentence[:_CLAUSE]
        work = partial(_clause, self._texts, clause, sentence, cited.after)
        return self._read.of((clause, sentence, cited.after), before, work)

    def _carry(self, before: _Affinity) -> None:
        """Takes over what citations share, where that rests on nothing that is another now."""
        differing = self._texts.differing
        if differing is None:
            return
        moved = {a for a in {*self._often, *before._often} if self._often.get(a) != before._often.get(a)}
        differing = frozenset(differing | moved)
        if len(differing) > _FEW_DIFFER:
            return
        sources = {*self._citing, *before._citing}
        turned = {s for s in sources if self._citing.get(s) != before._citing.get(s)}
        spoken = self._spoken_anew(before)
        was = {key: n for n, key in enumerate(before._keys)}
        for n, key in enumerate(self._keys):
            at = was.get(key)
            if at is None or not {key.source, key.cited}.isdisjoint(differing) or key.source in turned:
                continue
            others_said = [spoken[word] for word in self._clauses[n].weighed if word in spoken]
            if None in others_said:
                continue
            cited_so = frozenset[str]().union(*filter(None, others_said))
            if key.cited in cited_so:
                continue
            self._own[key] = before._own[key]
            if key in before._others_of:
                others = self._revised(n, before, at, before._others_of[key], differing | cited_so)
                if others is not None:
                    self._others_of[key] = others

    def _spoken_anew(self, before: _Affinity) -> Mapping[str, frozenset[str] | None]:
        """By word that stands before other citations than in the last pass, the sections that those cite;
        None where the word has become too common to be sought, or is no longer."""
        others = {*self._keys} ^ {*before._keys}
        now, then = (Counter(_said_by(key) for key in each._keys if key in others) for each in (self, before))
        found: dict[str, frozenset[str] | None] = {}
        for cited, words in (now - then) + (then - now):
            for word in words:
                known = found.get(word, frozenset())
                found[word] = known | {cited} if known is not None else None
                if (len(self._said[word]) <= self._texts.most) != (
                    len(before._said.get(word, ())) <= before._texts.most
                ):
                    found[word] = None
        return found

    def _revised(
        self, n: int, before: _Affinity, at: int, others: _Others, differing: Collection[str]
    ) -> _Others | None:
        """What a citation shares with others, of which those differ; None where that is to be found anew."""
        share = self._own[self._keys[n]]
        most, best, as_much = others
        barred = self._barred(n)
        for anchor in differing:
            if anchor in barred or anchor not in self._texts.citable:
                continue
            new = self._share_with(n, anchor)
            if not best:
                most, as_much = max(most, new or 0.0), as_much + 1
                continue
            old = before._share_with(at, anchor)
            if old == new:
                continue
            as_much += (new is not None and share <= new) - (old is not None and share <= old)
            if new is not None and (new, anchor) >= (most, best):
                most, best = new, anchor
            elif anchor == best:
                return None
        return _Others(most, best, as_much)

    def _doubts(self) -> Iterator[DoubtfulCitation]:
        """The citations that share little with what they cite, where another has far more."""
        for n, key in enumerate(self._keys):
            if key not in self._own:
                self._own[key] = self._share(n)
        own = [self._own[key] for key in self._keys]
        usual = sorted(own)[len(own) // 2]
        for n, (share, (cited, _)) in enumerate(zip(own, self.judged, strict=True)):
            if share >= usual:
                continue
            key = self._keys[n]
            others = self._others_of.get(key) or self._at_most(n, share)
            if not others.best and self._is_doubtful(share, usual, others):
                others = self._others(n, share)
            self._others_of[key] = others
            if others.best and self._is_doubtful(share, usual, others):
                yield DoubtfulCitation(cited.reference, self._graph.sections[others.best])

    def _is_doubtful(self, share: float, usual: float, others: _Others) -> bool:
        """Whether a citation that shares so much is doubtful among those others; if it is not, neither is it
        where they share less."""
        sure = _CONSTANT + _RANK * log((others.as_much + 1) / (len(self._texts.titles) + 1))
        return sure + _BEHIND * (share - others.most) + _BELOW_USUAL * (share - usual) < _DOUBTFUL

    def _share(self, n: int) -> float:
        """What a citation shares with the section that it cites, by itself."""
        (cited, section), clause, texts = self.judged[n], self._clauses[n], self._texts
        anchor, source = section.anchor, cited.reference.section
        title, has = texts.titles.get(anchor, frozenset()), texts.weighed.get(anchor, {})
        over = texts.over.get(anchor, frozenset())
        share = sum(
            _TITLE_SAID * texts.say[word] / texts.said[anchor] for word in clause.around if word in title
        )
        for word, weight in clause.weighed.items():
            told = word in has and word in texts.having
            share += weight * (_TITLED * (word in title) + _TOLD * told + _CHAPTER * (word in over))
        alike = ((word, weight) for word, weight in texts.weighed.get(source, {}).items() if word in has)
        share += _SAME_SUBJECT * sum(weight * has[word] for word, weight in alike if word in texts.having)
        share += _CITED_SO * self._said_before(n, anchor) + _CITED * log(len(self._cites[anchor]))
        return share + _CITES_BACK * (anchor in self._citing.get(source, ()))

    def _at_most(self, n: int, share: float) -> _Others:
        """What a citation shares with others (see `_others`) at most, by what each of its words gives to all
        of them together: of shares that come to so much only so many can be as large as its own."""
        clause, texts = self._clauses[n], self._texts
        _, most, whole = self._with_source(self._keys[n].source)
        titled = [self._titled_by(word) for word in clause.around if word in texts.headed]
        most += min(_TITLE_SAID, sum(each.most for each in titled))
        whole += sum(each.whole for each in titled)
        for word, weight in clause.weighed.items():
            said = len(self._said[word]) - 1
            for part, many in (
                (_TITLED, len(texts.headed.get(word, ()))),
                (_TOLD, len(texts.having.get(word, ()))),
                (_CHAPTER, len(texts.under.get(word, ()))),
                (_CITED_SO, said if said < texts.most else 0),
            ):
                if many:
                    most += part * weight
                    whole += part * weight * many
        large = share - self._most_often
        every = len(texts.citable)
        as_much = min(int(_SLACK * whole / large), every) if large > 0 else every
        return _Others(_SLACK * (most + self._most_often), "", as_much)

    def _others(self, n: int, share: float) -> _Others:
        """What a citation shares with every other section that it might cite and that has anything to do with
        it: none above or below the one that it cites, or above its own."""
        clause, texts = self._clauses[n], self._texts
        shares = defaultdict(float, self._with_source(self._keys[n].source).shares)
        for word in clause.around:
            if word in texts.headed:
                for anchor, says in self._titled_by(word).shares.items():
                    shares[anchor] += says
        for word, weight in clause.weighed.items():
            for part, places in ((_TITLED, texts.headed), (_TOLD, texts.having), (_CHAPTER, texts.under)):
                says = part * weight
                for anchor in places.get(word, ()):
                    shares[anchor] += says
        for anchor, said in self._most_cited_so(n).items():
            shares[anchor] += _CITED_SO * said
        for anchor in self._often.keys() & shares.keys():
            shares[anchor] += self._often[anchor]
        for anchor in self._barred(n):
            shares.pop(anchor, None)
        if not shares:
            return _Others(0.0, "", 0)
        most, best = max(zip(shares.values(), shares, strict=True))
        return _Others(most, best, sum(map(share.__le__, shares.values())))

    def _weighing(self, word: str) -> Sequence[float]:
        """What a word weighs in each section that may be cited and has it, in the order of those."""
        found = self._weighed.get(word)
        if found is None:
            weighed = self._texts.weighed
            found = self._weighed[word] = [weighed[anchor][word] for anchor in self._texts.having[word]]
        return found

    def _titled_by(self, word: str) -> _Rivals:
        """What a word around a citation says of each section that may be cited and is headed by it."""
        found = self._titled.get(word)
        if found is None:
            says, said = _TITLE_SAID * self._texts.say[word], self._texts.said
            headed = {anchor: says / said[anchor] for anchor in self._texts.headed[word]}
            found = self._titled[word] = _Rivals.of(headed)
        return found

    def _share_with(self, n: int, anchor: str) -> float | None:
        """What a citation shares with one of the others that may be cited (see `_others`); None where they
        have nothing in common."""
        clause, texts, source = self._clauses[n], self._texts, self._keys[n].source
        if (source, anchor) not in self._pairs:
            self._pairs[source, anchor] = self._pair(source, anchor)
        share, met = self._pairs[source, anchor]
        title, over, has = texts.titles[anchor], texts.over[anchor], texts.weighed[anchor]
        for word in clause.around:
            if word in title:
                share, met = share + _TITLE_SAID * texts.say[word] / texts.said[anchor], True
        for word, weight in clause.weighed.items():
            if word in title:
                share, met = share + _TITLED * weight, True
            if word in has and word in texts.having:
                share, met = share + _TOLD * weight, True
            if word in over:
                share, met = share + _CHAPTER * weight, True
        if said := self._said_before(n, anchor):
            share, met = share + _CITED_SO * said, True
        return share + self._often.get(anchor, 0.0) if met else None

    def _pair(self, source: str, anchor: str) -> tuple[float, bool]:
        """What one section shares with whatever another cites (see `_with_source`), and whether there is
        anything."""
        texts = self._texts
        share, met, has = 0.0, False, texts.weighed[anchor]
        for word, weight in texts.weighed.get(source, {}).items():
            if word in has and word in texts.having:
                share, met = share + _SAME_SUBJECT * weight * has[word], True
        if anchor in self._citing.get(source, ()):
            share, met = share + _CITES_BACK, True
        return share, met

    def _with_source(self, source: str) -> _Rivals:
        """What all sections but those above it share with whatever a section cites: as much as with its
        text."""
        last, found = self._source
        if last != source:  # the citations of a section follow one another
            texts = self._texts
            shares = defaultdict[str, float](float)
            for word, weight in texts.weighed.get(source, {}).items():
                if word in texts.having:
                    says = _SAME_SUBJECT * weight
                    for anchor, weighs in zip(texts.having[word], self._weighing(word), strict=True):
                        shares[anchor] += says * weighs
            for anchor in self._citing.get(source, ()):
                if anchor in texts.citable:
                    shares[anchor] += _CITES_BACK
            for anchor in (source, *above(self._graph, source)):
                shares.pop(anchor, None)
            found = _Rivals.of(shares)
            self._source = source, found
        return found

    def _barred(self, n: int) -> set[str]:
        """The sections that a citation can hardly mean instead: the one that it cites with all above and
        below it, its own with all above."""
        source, cited = self._keys[n].source, self._keys[n].cited
        index = self._texts.index
        below = index.order[slice(*index.spans.get(cited, (0, 0)))]
        return {*below, cited, source, *above(self._graph, cited), *above(self._graph, source)}

    def _cited_so(self, n: int) -> dict[int, float]:
        """How much of a citation's clause stands before each other citation; a common word is not sought."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in self._clauses[n].weighed.items():
            for other in self._said[word] if len(self._said[word]) <= self._texts.most else ():
                if other != n:
                    found[other] += weight
        return found

    def _said_before(self, n: int, anchor: str) -> float:
        """How much of a citation's clause stands before another one of that section (see `_cited_so`): the
        most of them. What they say is sought by its words, as an index cites one section a thousand times."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in self._clauses[n].weighed.items():
            if (anchor, word) in self._said_of and len(self._said[word]) <= self._texts.most:
                for other in self._said_of[anchor, word]:
                    if other != n:
                        found[other] += weight
        return max(found.values(), default=0.0)

    def _most_cited_so(self, n: int) -> Mapping[str, float]:
        """By section that may be cited, how much of the clause stands before one other citation of it."""
        most: dict[str, float] = {}
        for other, said in self._cited_so(n).items():
            anchor = self._keys[other].cited
            if said > most.get(anchor, 0.0):
                most[anchor] = said
        return {anchor: said for anchor, said in most.items() if anchor in self._texts.citable}


def _said_by(key: _Key) -> tuple[str, tuple[str, ...]]:
    """Which words stand before a citation of which section: as far as other citations hang on it."""
    return key.cited, tuple(key.clause.weighed)


def _texts(graph: ReferenceGraph, before: _Texts | None) -> _Texts:
    index = inverted_index(graph)
    stems = content_words(graph.rulebook.forms)
    changed = index.changed_since(before.index.mark) if before is not None else None
    if before is not None and changed is not None:
        return _revised(before, index, {word for word in changed if isinstance(word, str)}, stems)
    order = index.order
    sections = [graph.sections[anchor] for anchor in order]
    most = int(min(max(_WIDE, _SPREAD * len(order)), _WIDEST))
    say = {word: _says(len(counts), len(order)) for word, counts in index.whole.items()}
    titles = {s.anchor: frozenset(stems(s.title)) for s in sections}
    over = {a: frozenset(w for one in above(graph, a) for w in titles.get(one, ())) for a in order}
    citable = citable_sections(graph).intersection(order)
    headed, under = (defaultdict[str, list[str]](list) for _ in range(2))
    for anchor in order:
        if anchor in citable:
            for places, words in ((headed, titles[anchor]), (under, over[anchor])):
                for word in words:
                    places[word].append(anchor)
    return _Texts(
        index=index,
        say=say,
        titles=titles,
        said={anchor: sum(say[word] for word in words) for anchor, words in titles.items()},
        weighed={a: _weighed(extract, stems, say) for a, extract in zip(order, index.extracts, strict=True)},
        having={
            word: _having(index, counts, citable)
            for word, counts in index.whole.items()
            if len(counts) <= most
        },
        headed=headed,
        under=under,
        over=over,
        most=most,
        citable=citable,
    )


def _revised(before: _Texts, index: InvertedIndex, changed: Collection[str], stems: ContentWords) -> _Texts:
    """The same of texts of which some sections say something else: these words."""
    say, having = dict(before.say), dict(before.having)
    weighed, said = dict(before.weighed), dict(before.said)
    order, differing, resaid = index.order, set[str](), set[str]()
    for at, (one, other) in enumerate(zip(before.index.extracts, index.extracts, strict=True)):
        if one is not other:
            differing.add(order[at])
    for word in changed:
        counts = index.whole.get(word, ())
        says, was = _says(len(counts), len(order)) if counts else None, say.pop(word, None)
        sought, was_sought = 0 < len(counts) <= before.most, having.pop(word, None) is not None
        if says is not None:
            say[word] = says
        if sought:
            having[word] = _having(index, counts, before.citable)
        if says != was:
            resaid.add(word)
        if says != was or sought != was_sought:
            differing.update(order[n] for n in counts)
    extracts = dict(zip(order, index.extracts, strict=True))
    for anchor in differing:
        weighed[anchor] = _weighed(extracts[anchor], stems, say)
        said[anchor] = sum(say[word] for word in before.titles[anchor])
    return replace(
        before,
        index=index,
        say=say,
        having=having,
        weighed=weighed,
        said=said,
        differing=frozenset(differing),
        resaid=frozenset(resaid),
    )


def _says(sections: int, of: int) -> float:
    """What a word says that stands in so many of the sections; in steps, so that one section more or less
    changes what few words say."""
    return max(round(log((of + 1) / (sections + 0.5)) / _STEP) * _STEP, _LEAST)


def _having(index: InvertedIndex, counts: Sequence[int], citable: Container[str]) -> list[str]:
    return [anchor for n in counts if (anchor := index.order[n]) in citable]


def _weighed(extract: Extract, stems: ContentWords, say: Mapping[str, float]) -> Mapping[str, float]:
    """The words of a section's title and text, each as it weighs there."""
    bag = {
        word: say[word] if count == 1 else (1 + log(count)) * say[word]
        for word, count in _counts(extract, stems)
    }
    size = sqrt(sum(weight * weight for weight in bag.values())) or 1.0
    return {word: weight / size for word, weight in bag.items()}


def _counts(extract: Extract, stems: ContentWords) -> Iterable[tuple[str, int]]:
    """How often a section has each word, its title counted once."""
    said = said_in(extract, stems)
    return Counter((*said.text, *dict.fromkeys(said.title))).items()


def _clause(texts: _Texts, clause: Sequence[str], sentence: Sequence[str], after: Collection[str]) -> _Clause:
    before = clause or sentence[:_CLAUSE]
    weights: dict[str, float] = {}
    for place, word in enumerate(before):
        weights[word] = weights.get(word, 0.0) + _NEARER**place * texts.say.get(word, _LEAST)
    every = sum(weights.values()) or 1.0
    around = tuple(sorted({*clause, *sentence, *after}))
    return _Clause({word: says / every for word, says in weights.items()}, around)
