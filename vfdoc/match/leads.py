"""Where the words around a citation lead: a graph comes in; asked of a citation, its sections are ranked.

A section fits a citation where its title has the words before it, where other citations of it stand
after the same words, and (less) where its text has them. The fit is the share of what all these words
say, from 0 to 1; rare words say more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.match.cues import Cited, heard
from vfdoc.match.subjects import Subjects, subjects
from vfdoc.model import Section

# What a word counts for a section, beside 1 where it stands in the title.
_SAID = 0.8  # it stands right before other citations of the section
_PHRASE = 0.5  # it stands in the text together with the word beside it
_TEXT = 0.4  # it stands in the text
# The section that is cited has every doubt in its favour: what is below it counts too, and more.
_TITLE_BELOW = 0.9
_PHRASE_BELOW = 0.8
_TEXT_BELOW = 0.8
_MOST = 60  # sections that one word may name; one that names more names none


class Ranked(NamedTuple):
    """A section that the words before a citation name, and how well they fit it, from 0 to 1."""

    section: Section
    fit: float


@dataclass(frozen=True, slots=True)
class Leads:
    """The citations of an edition as heard, and what is said where.

    `said` has of each stem how many citations of each section (by anchor) stand right after it.
    """

    graph: ReferenceGraph
    subjects: Subjects
    cited: tuple[Cited, ...]
    said: Mapping[str, Counter[str]]

    def fit(self, cited: Cited, section: Section) -> float:
        """How well the section that is cited fits; 1 where its whole title are the last words before the
        citation, or a word of it follows."""
        if any(self.subjects.titled(word, section.anchor) for word in cited.after):
            return 1.0
        if self.named(cited, section, last=True):
            return 1.0
        return self._share(cited, section.anchor, below=True)

    def ranking(self, cited: Cited, but: frozenset[str]) -> list[Ranked]:
        """The sections that a word before the citation names, best first: a word right before it, by
        their title or before another citation of them, or a rare one further off, by their title.

        `but` are anchors that are no candidates; nor is the section in which the citation stands, or
        one above it.
        """
        but |= {cited.reference.section, *above(self.graph, cited.reference.section)}
        named: set[str] = set()
        for cue in cited.before:
            if cue.near or self.subjects.rare(cue.word):
                counts = self.subjects.titles.get(cue.word, ())
                named.update(self.subjects.order[count] for count in (counts if len(counts) <= _MOST else ()))
            if cue.near:
                anchors = self.said.get(cue.word, ())
                named.update(anchors if len(anchors) <= _MOST else ())
        sections = (self.graph.sections[anchor] for anchor in named - but)
        ranked = (Ranked(s, self._share(cited, s.anchor)) for s in sections if self._citable(s))
        return sorted(ranked, key=lambda r: (-r.fit, r.section.anchor))

    def named(self, cited: Cited, section: Section, *, last: bool = False) -> bool:
        """Whether all words of the title are among those right before the citation, or (`last`) are the
        very last."""
        title = set(self.subjects.stems(section.title))
        return bool(title) and title.issubset(cited.near[: len(title)] if last else cited.near)

    def says(self, word: str, anchor: str) -> bool:
        """Whether another citation of that section stands right after the word."""
        return word in self.said and self.said[word][anchor] > 0

    def _citable(self, section: Section) -> bool:
        """Whether a citation of its number means that section."""
        return section.key is not None and self.graph.numbers.get(section.key, (None,))[0] is section

    def _share(self, cited: Cited, anchor: str, *, below: bool = False) -> float:
        """The share of what the words before the citation say that the section bears out."""
        own = {s.anchor for t in cited.reference.targets for s in self.graph.resolve(t)[:1]}
        phrase = self._in_phrase(cited, anchor, below)
        borne = total = 0.0
        for place, cue in enumerate(cited.before):
            plain, titled = self.subjects.weight(cue.word)
            most = max(plain, titled)
            said = self.said[cue.word][anchor] if cue.word in self.said else 0
            counts = [_PHRASE_BELOW * most if below else _PHRASE * most] if place in phrase else [0.0]
            if self.subjects.titled(cue.word, anchor):
                counts.append(titled)
            elif said > (cue.near and anchor in own):
                counts.append(_SAID * plain)
            elif below and self.subjects.titled(cue.word, anchor, below=True):
                counts.append(_TITLE_BELOW * titled)
            elif self.subjects.told(cue.word, anchor, below=below):
                counts.append((_TEXT_BELOW if below else _TEXT) * plain)
            borne += cue.share * max(counts)
            total += cue.share * most
        return borne / total if total else 0.0

    def _in_phrase(self, cited: Cited, anchor: str, below: bool) -> tuple[int, ...]:
        """The places of the last two words, where they stand together in the section."""
        near = cited.near
        together = len(near) > 1 and self.subjects.phrased(near[1], near[0], anchor, below=below)
        return (0, 1) if together else ()


_latest: list[Leads] = []
"""Those of the last graph: two checks ask for them one after the other, and they cost most of both."""


def leads(graph: ReferenceGraph) -> Leads:
    """What is said before all citations of a rulebook; linear in its text."""
    if not _latest or _latest[0].graph is not graph:
        _latest[:] = [_leads(graph)]
    return _latest[0]


def _leads(graph: ReferenceGraph) -> Leads:
    cited = tuple(heard(graph))
    words = {word for each in cited for word in (*each.after, *(cue.word for cue in each.before))}
    pairs = {(each.near[1], each.near[0]) for each in cited if len(each.near) > 1}
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for each in cited:
        for target in each.reference.targets:
            for section in graph.resolve(target)[:1]:
                for word in set(each.near):
                    said[word][section.anchor] += 1
    return Leads(graph, subjects(graph, words, pairs), cited, said)


def above(graph: ReferenceGraph, anchor: str) -> Iterator[str]:
    """The anchors above a section, its parent first."""
    parent = graph.sections[anchor].parent
    while parent is not None and parent in graph.sections:
        yield parent
        parent = graph.sections[parent].parent
