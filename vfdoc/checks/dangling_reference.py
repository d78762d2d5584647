"""A citation of a section that does not exist.

The player turns the pages for a rule that is not there. Evidence: no section of the edition bears the
number. A better number is named only where a title speaks for it: a word of that title stands right before
the citation, and no other section does as well; a number that differs in one place speaks for its section
too, as a slip of the pen; a section that itself cites the missing number is not meant by it; where a link
around it leads to a section, it is that one. Such a number is a suggestion. It is certain (`--fix` writes
it) only where the whole title of one section, and of no other, stands right before the bracket, word for
word: not in a list, a range or a link, and not where another work or edition may be meant.

Bad:  remove one loss marker (8.5)      where losses are 8.4 and there is no 8.5
Good: remove one loss marker (8.4)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Reference, Rulebook, Section, Target
from vfdoc.model.place import at_reference, called, related
from vfdoc.verdicts.citation_candidates import CitationCandidates, candidates_of
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.printed_title import linked_section, section_entitled, section_meant, section_moved

# Measured on the bundled editions with mistyped, deleted and renumbered sections: 0.88 of the
# suggestions are right, though none can be for what was deleted.
_LEAST = 0.3  # how well a suggestion must fit
_CLEAR = 0.06  # by which it must stand clear of the next best
_SLIP = 0.2  # what the number counts that differs in its last place only; half of that in another


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number cited that no section bears."""
    if not graph.unresolved:
        return
    known = candidates_of(graph, graph.unresolved)
    cited = {_place(each.reference): each for each in known.contexts}
    citing: dict[Target, set[str]] = defaultdict(set)
    for reference in graph.unresolved:
        for target in reference.targets:
            citing[target].add(reference.section)
    for reference in graph.unresolved:
        for target in reference.targets:
            if target.number is None or graph.resolve(target):
                continue
            yield _finding(rulebook, known, cited[_place(reference)], target, citing[target])


def _finding(
    rulebook: Rulebook,
    known: CitationCandidates,
    cited: CitationContext,
    target: Target,
    citing: Collection[str],
) -> Finding:
    reference, graph = cited.reference, known.graph
    named = section_moved(graph, reference, target) or section_meant(graph, reference, target)
    linked = linked_section(graph, reference)
    printed = section_entitled(graph, reference) if len(reference.targets) == 1 else None
    doubled = (
        printed is not None and len(graph.numbers.get(printed.key or (), ())) > 1
    )  # either may be at fault
    better = named or linked or printed or _better(known, cited, target, citing)
    better = None if doubled and better is printed else better
    return at_reference(
        rulebook,
        reference,
        "dangling-reference",
        "error",
        f"{called(graph.sections[reference.section])} cites {_cited(target, graph)}, which does not exist",
        remedy=f"perhaps {called(linked)} is meant, to which its link leads"
        if linked is not None and named is None
        else f"perhaps {called(printed)} is meant, whose title stands beside it"
        if printed is not None and better is printed
        else _remedy(better, certain=named is not None, moved=graph.moved(target) is not None),
        target=target.number,
        suggestion=better.number if better else None,
        related=(related(better),) if better else (),
        certain=named is not None,
    )


def _cited(target: Target, graph: ReferenceGraph) -> str:
    """A number as it is cited: with its paragraph where it is that which is missing ("3 Absatz 4")."""
    return f"{target.number} {target.clause}" if target in graph.lacking else target.number or ""


def _remedy(better: Section | None, *, certain: bool, moved: bool) -> str:
    if better is None:
        return "cite a section that exists, or none"
    if certain and moved:
        return f"cite {called(better)}, to which its edition says that it has moved"
    if certain:
        return f"cite {called(better)}, whose title stands before it"
    return f"perhaps {called(better)} is meant, whose title has a word of those before"


def _place(reference: Reference) -> tuple[str, int, int]:
    return reference.document, reference.line, reference.column


def _better(
    known: CitationCandidates, cited: CitationContext, target: Target, citing: Collection[str]
) -> Section | None:
    """The section that the words before the citation name, with a clear margin, else None; `citing` are those
    that cite the number."""
    beside = {s.anchor for t in cited.reference.targets for s in known.graph.resolve(t)}
    scored = sorted(
        (
            (ranked.fit + _SLIP * _likeness(ranked.section.key or (), target.key), ranked)
            for ranked in known.ranking(cited, frozenset(beside.union(citing)))
        ),
        key=lambda pair: (-pair[0], pair[1].section.anchor),
    )
    if not scored or (len(scored) > 1 and scored[0][0] - scored[1][0] < _CLEAR):
        return None
    best = scored[0][1]
    if target in known.graph.lacking or (
        target.clause and any(known.graph.numbers.get(target.key[:n]) for n in range(1, len(target.key)))
    ):
        return None  # it is the clause that is missing: no word speaks of that
    titled = any(known.subjects.titled(word, best.section.anchor) for word in cited.near)
    return best.section if titled and best.fit >= _LEAST else None


def _likeness(one: Key, other: Key) -> float:
    """1 for a number under the same parent, half where another place differs, 0 for any other."""
    if one and len(one) == len(other) and one[:-1] == other[:-1]:
        return 1.0
    return 0.5 if one and sum(a != b for a, b in zip_longest(one, other)) == 1 else 0.0
