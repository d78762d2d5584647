"""What the words beside a citation name, weighed: a citation and the sections that it cites come in, the other
section that they name most clearly goes out with its weight, or none.

All evidence is weighed at once: how much of a title the words are, or how often they stand beside other
citations of that section; whether no other title has them and how few texts; how near to the number and in
which place; whether what is cited speaks of them. No piece of it decides alone.

The weights are those of a logistic regression over 100 texts (rules, by-laws, contracts, standards, laws;
6,000 citations, each also led to another section at random), rounded. Judged by the weights of the others, of
sound citations one in a thousand comes to `SURELY`, and most of those are slips of the author's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Reference, Section
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above
from vfdoc.verdicts.named_section import (
    Placed,
    Said,
    TitleIndex,
    counts_alike,
    has,
    is_inflected,
    placed_titles,
    said_behind,
    said_beside,
    title_index,
)
from vfdoc.verdicts.named_thing import names_nothing

SURELY, PERHAPS = 1.0, 0.0
_PHRASE = 2  # words beside a number by which other citations are held against it
_BESIDE, _NEAR = 3, 6
_MOST = 20  # citations of a section beside a phrase, beyond which more say no more


class WeighedName(NamedTuple):
    """A section that the words beside a citation name, and how surely; whether it is its title that stands
    right before it."""

    section: Section
    weight: float
    right_before: bool


class Evidence(NamedTuple):
    """What speaks for another section, and (`own_…`) for those that are cited."""

    share: float  # of its title that stands beside the citation
    alone: bool  # no other title has these words
    exact: bool  # in these forms
    entitled: bool  # all this, and the whole title stands right there
    far: bool  # two words or more stand nearer to the number
    tied: bool  # a bracket, or what says that something is told there, ties them to it
    apart: bool  # they are set off, as a title is
    rare: float  # the logarithm of how few sections have the rarest of them
    silent: float  # share of the words of which what is cited tells nothing
    silent_alone: float  # the same, where no other title has them
    phrase: bool  # two words that stand so beside other citations of it
    customs: float  # the logarithm of how many citations of it stand so
    custom_alone: bool  # and none of what is cited does
    sibling: bool  # it stands beside what is cited
    own_beside: bool  # a word of the cited title stands right there
    own_near: bool  # or about it
    own_word: bool  # another citation of what is cited stands beside the same word
    own_phrase: bool  # or beside the same two


_WEIGHTS = Evidence(
    share=2.0, alone=0.5, exact=0.55, entitled=1.45, far=-0.7, tied=0.75, apart=1.45, rare=0.45, silent=0.75,
    silent_alone=0.6, phrase=1.7, customs=1.15, custom_alone=0.9, sibling=0.2, own_beside=-0.4, own_near=-1.1,
    own_word=-1.75, own_phrase=-2.7,
)  # fmt: skip
_LEAST = -6.75


def weighed_name(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> WeighedName | None:
    """The section that the words beside a citation of one number name most clearly, where it is another than
    those cited, and two of them are not named alike."""
    weighed: dict[str, WeighedName] = {}
    for section, evidence, right_before in evidence_beside(known, reference, targets):
        weight = _LEAST + sum(one * other for one, other in zip(evidence, _WEIGHTS, strict=True))
        before = weighed.get(section.anchor)
        if before is None or before.weight < weight:
            weighed[section.anchor] = WeighedName(section, weight, right_before)
    best = sorted(weighed.values(), key=lambda one: -one.weight)[:2]
    if not best or best[0].weight < PERHAPS or (len(best) > 1 and best[1].weight == best[0].weight):
        return None
    return best[0]


def evidence_beside(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> Iterator[tuple[Section, Evidence, bool]]:
    """Every other section of the cited one's form that words beside a citation may name, with what speaks for
    it, and whether its title stands right before the citation."""
    graph, index = known.graph, title_index(known.graph)
    stems = content_words(graph.rulebook.forms)
    over = {w for t in targets for a in above(graph, t.anchor) for w in stems(graph.sections[a].title)}
    titles = [tuple(stems(one.title)) for one in targets]
    own = {word for title in titles for word in title}
    barred = {reference.section, *above(graph, reference.section)}
    barred.update(anchor for one in targets for anchor in (one.anchor, *above(graph, one.anchor)))
    behind = said_behind(graph, reference)
    for said in said_beside(known, reference):
        before = _cited_so(graph, reference, said)
        own_so = max((n for a, (n, _) in before.items() if _is_of(index, a, targets)), default=0)
        near_own = any(has(own, word) for word in (*said.words[:_BESIDE], *behind[:_BESIDE]))
        far_own = any(has(own, word) for word in (*said.words[:_NEAR], *behind, *said.around))
        placed = {each.title.section.anchor: each for each in placed_titles(graph, reference, targets, said)}
        for anchor in {**placed, **before}:
            section, match = graph.sections[anchor], placed.get(anchor)
            if anchor in barred or _is_of(index, anchor, targets) or names_nothing(graph, section):
                continue
            if section.key is None or not counts_alike(section, targets):
                continue
            if match is not None and match.title.words in titles:
                continue  # one title of both names what is cited as well
            if any(link.reference.line == reference.line and link.reference is not reference for link in graph.cited_by.get(anchor, ())):
                continue  # the words are said of that one
            depth, count = before.get(anchor, (0, 0))
            words = match.words if match is not None else _phrases(said)[depth - 1]
            silent = sum(not has(over, w) and index.is_silent(w, targets) for w in words) / len(words)
            alone = match is not None and index.is_alone_together(match.words, anchor)
            exact = match is not None and all(any(is_inflected(w, e) for e in said.words) for w in words)
            rare = max(log(len(index.index.spans) / max(1, len(index.where(word)))) for word in words)
            right = match is None or match.near == 0
            whole = match is not None and match.whole
            yield section, Evidence(
                share=len(words) / len(match.title.words) if match is not None else 0.0,
                alone=alone, exact=exact, entitled=exact and right and alone and whole,
                far=match is not None and match.near > 1, tied=said.tied or said.lawful, apart=said.apart,
                rare=rare, silent=silent, silent_alone=silent * alone, phrase=depth == _PHRASE,
                customs=log(1 + min(count, _MOST)), custom_alone=bool(depth) and not own_so,
                sibling=(section.key or ())[:-1] == (targets[0].key or ())[:-1],
                own_beside=near_own, own_near=far_own, own_word=own_so == 1, own_phrase=own_so == _PHRASE,
            ), match is not None and right and not said.behind  # fmt: skip


def _is_of(index: TitleIndex, anchor: str, targets: Sequence[Section]) -> bool:
    """Whether a section is one of some, or below one."""
    spans, place = index.index.spans, index.index.spans.get(anchor, (-1, -1))[0]
    return any(first <= place < last for first, last in (spans.get(t.anchor, (0, 0)) for t in targets))


def _phrases(said: Said) -> list[tuple[str, ...]]:
    """The words beside a number that name something, nearest first: one, and two."""
    words = [word for word in said.words if word not in said.idle][:_PHRASE]
    return [tuple(words[: n + 1]) for n in range(len(words))]


def _cited_so(graph: ReferenceGraph, reference: Reference, said: Said) -> dict[str, tuple[int, int]]:
    """The sections beside whose other citations the same words stand: how many of the words, how often."""
    found: dict[str, tuple[int, int]] = {}
    resolved = [one.anchor for one in graph.of(reference, reference.targets[0])[:1]]
    for phrase in _phrases(said):
        for anchor, count in _customs(graph).get(phrase, {}).items():
            count -= anchor in resolved
            if count > 0:
                found[anchor] = len(phrase), count
    return found


@memoized_last
def _customs(graph: ReferenceGraph) -> Mapping[tuple[str, ...], Counter[str]]:
    """Of each phrase how many citations of each section stand beside it."""
    from vfdoc.verdicts.citation_candidates import citation_candidates

    known, found = citation_candidates(graph), defaultdict[tuple[str, ...], Counter[str]](Counter)
    for reference in graph.rulebook.references():
        if reference.range or len(reference.targets) != 1:
            continue
        cited = graph.of(reference, reference.targets[0])[:1]
        for said in said_beside(known, reference) if cited else ():
            for phrase in _phrases(said):
                found[phrase][cited[0].anchor] += 1
    return found
