"""A citation of a section that does not exist.

The player turns the pages for a rule that is not there. Evidence: no section of the edition bears
the number. A better number is named only where a title speaks for it: a word of that title stands
among the last words before the citation, and no other section does as well.

Bad:  remove one loss marker (8.5)      where losses are 8.4 and there is no 8.5
Good: remove one loss marker (8.4)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Reference, Rulebook, Section, Target
from vfdoc.model.place import at_reference, called, line_at, related

_WORD = re.compile(r"[^\W\d_]{4,}")
_WORDS_BEFORE = 8
_MARGIN = 0.5


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number cited that no section bears."""
    for reference in graph.unresolved:
        for target in reference.targets:
            if target.number is None or graph.resolve(target):
                continue
            source = graph.sections[reference.section]
            message = f"{called(source)} cites {target.number}, which does not exist"
            better = _better(rulebook, graph, reference, target)
            if better is None:
                yield at_reference(
                    rulebook, reference, "dangling-reference", "error", message,
                    remedy="cite a section that exists, or none", target=target.number,
                )
            else:
                yield at_reference(
                    rulebook, reference, "dangling-reference", "error", message,
                    remedy=f"cite {called(better)}, the nearest whose title stands in the words before",
                    target=target.number, suggestion=better.number, related=(related(better),),
                )


def _better(rulebook: Rulebook, graph: ReferenceGraph, reference: Reference, target: Target) -> Section | None:
    """The section that the words before the citation name, with a clear margin, else None."""
    before = line_at(rulebook.document(reference.document), reference.line)[: reference.column - 1]
    spoken = [_stem(word) for word in _WORD.findall(before)[-_WORDS_BEFORE:]]
    here = graph.sections[reference.section]
    if here.number is None:     # a comment or question is often called after the rule it is about
        spoken += [_stem(word) for word in _WORD.findall(here.title)]
    scored = []
    for sections in graph.numbers.values():
        section = sections[0]
        title = {_stem(word) for word in _WORD.findall(section.title)}
        covered = sum(1 for word in title if word in spoken) / len(title) if title else 0.0
        if covered and section.anchor != reference.section and section.key is not None:
            scored.append((covered + _nearness(section.key, target.key), section))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or (len(scored) > 1 and scored[0][0] - scored[1][0] < _MARGIN):
        return None
    return scored[0][1]


def _stem(word: str) -> str:
    """A word without its plural: enough to hold "losses" against "loss"."""
    return re.sub(r"(?<=s)es$|(?<!s)s$", "", word.lower())


def _nearness(one: Key, other: Key) -> float:
    """1 for the neighbour under the same parent, less for numbers further away."""
    if len(one) != len(other) or one[:-1] != other[:-1]:
        return 0.5 if sum(a != b for a, b in zip_longest(one, other)) == 1 else 0.0
    last, cited = one[-1], other[-1]
    return 1.0 / abs(last - cited) if isinstance(last, int) and isinstance(cited, int) and last != cited else 0.0
