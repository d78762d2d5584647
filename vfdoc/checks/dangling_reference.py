"""A citation of a section that does not exist.

The player turns the pages for a rule that is not there. Evidence: no section of the edition bears
the number. A better number is named only where a title speaks for it: a word of that title stands
among the last words before the citation, and no other section does as well.

Bad:  remove one loss marker (8.5)      where losses are 8.4 and there is no 8.5
Good: remove one loss marker (8.4)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Reference, Rulebook, Section, Target
from vfdoc.model.place import at_reference, called, line_at, related

_WORD = re.compile(r"[^\W\d_]{4,}")
_BEFORE = 120  # characters in which those words are sought
_WORDS_BEFORE = 8
_MARGIN = 0.5
_MOST_TITLES = 60  # a word in more titles than these speaks for none of them


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number cited that no section bears."""
    titles = _Titles(graph) if graph.unresolved else None
    for reference in graph.unresolved:
        for target in reference.targets:
            if target.number is None or titles is None or graph.resolve(target):
                continue
            source = graph.sections[reference.section]
            message = f"{called(source)} cites {target.number}, which does not exist"
            better = titles.better(rulebook, reference, target)
            if better is None:
                yield at_reference(
                    rulebook,
                    reference,
                    "dangling-reference",
                    "error",
                    message,
                    remedy="cite a section that exists, or none",
                    target=target.number,
                )
            else:
                yield at_reference(
                    rulebook,
                    reference,
                    "dangling-reference",
                    "error",
                    message,
                    remedy=f"cite {called(better)}, the nearest whose title stands in the words before",
                    target=target.number,
                    suggestion=better.number,
                    related=(related(better),),
                )


class _Titles:
    """The numbered sections by the words of their titles, gathered once for all citations."""

    def __init__(self, graph: ReferenceGraph) -> None:
        self.graph = graph
        self.by_word: dict[str, list[tuple[Section, int]]] = defaultdict(list)
        for sections in graph.numbers.values():
            title = _stems(sections[0].title)
            for word in title:
                self.by_word[word].append((sections[0], len(title)))

    def better(self, rulebook: Rulebook, reference: Reference, target: Target) -> Section | None:
        """The section that the words before the citation name, with a clear margin, else None."""
        line = line_at(rulebook.document(reference.document), reference.line)
        before = line[max(0, reference.column - 1 - _BEFORE) : reference.column - 1]
        spoken = set(map(_stem, _WORD.findall(before)[-_WORDS_BEFORE:]))
        here = self.graph.sections[reference.section]
        if here.number is None:  # a comment or question is often called after the rule it is about
            spoken |= _stems(here.title)
        covered: dict[str, float] = defaultdict(float)
        for word in sorted(spoken):
            named = self.by_word.get(word, ())
            for section, size in named if len(named) <= _MOST_TITLES else ():
                covered[section.anchor] += 1 / size
        scored = sorted(
            (
                (share + _nearness(self.graph.sections[anchor].key or (), target.key), anchor)
                for anchor, share in covered.items()
                if anchor != reference.section
            ),
            reverse=True,
        )
        if not scored or (len(scored) > 1 and scored[0][0] - scored[1][0] < _MARGIN):
            return None
        return self.graph.sections[scored[0][1]]


@lru_cache(maxsize=4096)
def _stems(title: str) -> frozenset[str]:
    return frozenset(map(_stem, _WORD.findall(title)))


def _stem(word: str) -> str:
    """A word without its plural: enough to hold "losses" against "loss"."""
    word = word.lower()
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _nearness(one: Key, other: Key) -> float:
    """1 for the neighbour under the same parent, less for numbers further away."""
    if not one or len(one) != len(other) or one[:-1] != other[:-1]:
        return 0.5 if sum(a != b for a, b in zip_longest(one, other)) == 1 else 0.0
    last, cited = one[-1], other[-1]
    return (
        1.0 / abs(last - cited) if isinstance(last, int) and isinstance(cited, int) and last != cited else 0.0
    )
