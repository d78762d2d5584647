"""A citation of a section that does not exist.

The player turns the pages for a rule that is not there. Evidence: no section of the edition bears the
number. A better number is named only where a title speaks for it: a word of that title that says more than
what the citation is for stands right before it, no other section does as well, and either the number is a
slip for that section's (a sign mistyped, left out or put in, two exchanged; not one that is left out between
two others), or all words of its title stand there. A section that itself cites the missing number is not
meant by it; where a link around it leads to a section, it is that one. A section that is said to be "of this
Article", and stands in another, is none of it. Such a number is a suggestion. It is
certain (`--fix` writes it) only where the whole title of one section, and of no other, stands right before
the bracket, word for word: not in a list, a range or a link, and not where another work or edition may be
meant.

Bad:  remove one loss marker (8.5)      where losses are 8.4 and there is no 8.5
Good: remove one loss marker (8.4)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import zip_longest

from vfdoc.graph import Link, ReferenceGraph
from vfdoc.language.sequences import is_slip
from vfdoc.model import Block, Finding, ItemList, Key, Paragraph, Reference, Rulebook, Section, Target
from vfdoc.model.place import at_reference, called, carrier, line_at, numbered, related
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, candidates_of
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.named_thing import governing
from vfdoc.verdicts.printed_title import (
    link_agrees,
    linked_section,
    section_entitled,
    section_meant,
    section_moved,
)

# Measured on the bundled editions with mistyped, deleted and renumbered sections: 0.88 of the
# suggestions are right, though none can be for what was deleted.
_LEAST = 0.3  # how well a suggestion must fit
_CLEAR = 0.06  # by which it must stand clear of the next best
_SLIP = 0.2  # what the number counts that differs in its last place only; half of that in another

_OF_THIS = re.compile(r"[ \xa0](?P<of>[^\W\d_]{2,4})[ \xa0](?P<this>[^\W\d_]+)[ \xa0](?P<word>[^\W\d_]+)")
_PARTS = 3  # of a number in which one sign is left out
_FIGURES_READ = str.maketrans("oOlI", "0011")  # what a scanner reads for figures
_WORDS = 2  # of the title of a whole number, to which a slip of one sign leads from many others
_NEXT = 2  # numbers behind the last of a row that may be sections left out
_BEHIND = 60  # characters behind a citation that are looked at


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number cited that no section bears, or none of the article that it is said to be
    of."""
    for link in graph.links:
        if (article := _said_of(rulebook, graph, link)) is not None:
            yield _of_another(rulebook, graph, link, article)
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
            if target.number is None or graph.resolve(target) or link_agrees(graph, reference):
                continue
            if _is_item(graph, target):
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
    around = _around(rulebook, graph, reference, target)
    linked = linked_section(graph, reference)
    if linked is not None and linked.key and "." not in (target.number or ""):
        above = target.key[: len(linked.key)] == linked.key  # "[Article III, Section 26](#article-iii)"
        linked = None if above and len(target.key) > len(linked.key) and not target.clause else linked
    printed = section_entitled(graph, reference) if len(reference.targets) == 1 else None
    doubled = (
        printed is not None and len(graph.numbers.get(printed.key or (), ())) > 1
    )  # either may be at fault
    better = named or linked or printed or around or _better(known, cited, target, citing)
    better = None if doubled and better is printed else better
    same = _of_same_figures(graph, target) if better is None and not doubled else None
    same = same or (_misread(graph, target) if better is None else None)
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
        else f"perhaps {called(around)} is meant, in which it stands"
        if around is not None and better is around
        else f"perhaps {called(same)} is meant, which has the same figures"
        if same is not None
        else _remedy(better, certain=named is not None, moved=graph.moved(target) is not None),
        target=target.number,
        suggestion=meant.number if (meant := better or same) else None,
        related=(related(meant),) if meant else (),
        certain=named is not None,
    )


def _around(
    rulebook: Rulebook, graph: ReferenceGraph, reference: Reference, target: Target
) -> Section | None:
    """The section, as deep as what is cited, in which a citation stands that says "this Section", where
    the next one was read: no other was left out between them."""
    before = line_at(rulebook.document(reference.document), reference.line)[: reference.column - 1].split()
    said = {word.casefold() for word in before[-2 if reference.text[:1].isdigit() else -1 :]}
    if len(reference.targets) != 1 or said.isdisjoint(rulebook.forms.own):
        return None
    at = graph.sections.get(reference.section)
    while at is not None and len(at.key or ()) != len(target.key):
        at = graph.sections.get(at.parent or "")
    if at is None or not at.key or at.key[:-1] != target.key[:-1] or not isinstance(at.key[-1], int):
        return None
    return at if (*at.key[:-1], at.key[-1] + 1) in graph.numbers else None


def _said_of(rulebook: Rulebook, graph: ReferenceGraph, link: Link) -> Section | None:
    """The section of which the words behind a citation say that what it cites is a part, "of this Article",
    where that stands in another; the numbers below it begin with its own."""
    reference, target = link.reference, graph.sections[link.target]
    if len(reference.targets) != 1 or not target.key:
        return None
    document = rulebook.document(reference.document)
    end = reference.column - 1 + len(reference.text)
    behind = line_at(document, reference.line)[end : end + _BEHIND]  # a line may be a whole text
    if len(behind) < _BEHIND:
        behind = f"{behind.rstrip()} {line_at(document, reference.line + 1).strip()}"
    said = _OF_THIS.match(behind)
    if said is None or said["this"].casefold() not in rulebook.forms.own:
        return None
    word, at = said["word"].casefold(), graph.sections.get(reference.section)
    while at is not None and word not in carrier(document, at).split():
        at = graph.sections.get(at.parent or "")
    if at is None or not at.key or at.anchor == reference.section:
        return None
    depth = len(at.key)
    own = (graph.sections[reference.section].key or ())[:depth] == at.key
    return at if own and len(target.key) > depth and target.key[:depth] != at.key else None


def _of_another(rulebook: Rulebook, graph: ReferenceGraph, link: Link, article: Section) -> Finding:
    """The finding of a citation that is said to be of an article, and leads to a section of another."""
    target = graph.sections[link.target]
    meant = graph.of_key((*(article.key or ()), *(target.key or ())[len(article.key or ()) :]))
    better = meant[0] if len(meant) == 1 and meant[0].anchor != link.source else None
    return at_reference(
        rulebook,
        link.reference,
        "dangling-reference",
        "error",
        f"{called(graph.sections[link.source])} cites {target.number} of {called(article)}, which has none",
        remedy=f"perhaps {called(better)} is meant" if better else "cite a section of it, or say of which",
        target=target.number,
        suggestion=better.number if better else None,
        related=(related(better or target),),
    )


def _cited(target: Target, graph: ReferenceGraph) -> str:
    """A number as it is cited: with its paragraph where it is that which is missing ("3 Absatz 4"), whole
    where the text says it in two ("Article 3, Section 15", "Article II, Section 1": II.1)."""
    whole, first = (".".join(map(str, key)) for key in (target.key, (*target.key[:-1], 1)))
    if (target.number or "").isdecimal() and len(target.key) > 1:
        if first in graph.sections:
            return whole
        hosts = graph.of_key(target.key[:-1])
        if hosts and " " not in numbered(hosts[0]):
            return f"{numbered(hosts[0])}.{target.number}"
    if target not in graph.lacking:
        number, clause = target.number or "", target.clause
        lettered = clause[:1].isupper() and clause[1:2] in ("", "(")  # A(2) of "§ 629-3A(2)"
        stop = "." if number[-1:].isalpha() else ""  # IV.D
        return f"{number}{stop}{clause}" if lettered and not number.endswith(clause) else number
    said = target.clause.split()  # "Absatz 4" of "Absatz 2 und 4 Satz 1"
    return f"{target.number} {f'{said[0]} {target.paragraph}' if len(said) > 1 else target.clause}"


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
    named, left_out = known.named_by(cited), _is_left_out(known.graph, target)
    scored = sorted(
        (
            (ranked.fit + _SLIP * likeness, likeness, ranked)
            for ranked in known.ranking(cited, frozenset(beside.union(citing)))
            for likeness in (0.0 if left_out else _likeness(ranked.section.key or (), target.key),)
        ),
        key=lambda each: (-each[0], each[2].section.anchor),
    )
    if not scored or (len(scored) > 1 and scored[0][0] - scored[1][0] < _CLEAR):
        return None
    _, likeness, best = scored[0]
    if target in known.graph.lacking or (
        target.clause and any(known.graph.numbers.get(target.key[:n]) for n in range(1, len(target.key)))
    ):
        return None  # it is the clause that is missing: no word speaks of that
    key = best.section.key or ()
    alike = len(key) == len(target.key) or target.key[: len(key)] == key
    alike = alike or len(known.subjects.stems(best.section.title)) > 1
    alike = alike and all(type(one) is type(other) for one, other in zip(key, target.key, strict=False))
    if not likeness and not (alike and best.section.anchor in named):
        return None  # neither its number nor its whole title
    idle = governing(known.graph, known.subjects)
    telling = {word for word in cited.near if word not in idle}
    titled = sum(known.subjects.titled(word, best.section.anchor) for word in telling)
    enough = titled >= (1 if len(target.key) > 1 or best.section.anchor in named else _WORDS)
    return best.section if enough and best.fit >= _LEAST else None


@memoized_last
def _by_figures(graph: ReferenceGraph) -> dict[str, list[Key]]:
    """The numbers of sections that have several parts, all figures, by these."""
    found: dict[str, list[Key]] = defaultdict(list)
    for key in graph.numbers:
        if len(key) > _PARTS and all(isinstance(part, int) for part in key):
            found["".join(map(str, key))].append(key)
    return found


def _of_same_figures(graph: ReferenceGraph, target: Target) -> Section | None:
    """The one section whose number is the cited one with a sign more between the same figures, 6-6-1-1 for
    6-6-11; none where the cited one may be the next of its own row."""
    key = target.key
    if len(key) < _PARTS or target.clause or not all(isinstance(part, int) for part in key):
        return None
    *above, last = key
    fewer = (int(str(last)[:at] + str(last)[at + 1 :]) for at in range(len(str(last))) if len(str(last)) > 1)
    if any((*above, number) in graph.numbers for number in fewer):
        return None  # "4.3.33" is 4.3.3, with a sign too many
    same = _by_figures(graph).get("".join(map(str, key)), ())
    if len(same) != 1 or len(same[0]) != len(key) + 1 or len(graph.numbers[same[0]]) != 1:
        return None
    torn = next(at for at, part in enumerate(key) if part != same[0][at])
    row = [other[torn] for other in graph.numbers if other[:torn] == key[:torn] and len(other) > torn]
    last = max((part for part in row if isinstance(part, int)), default=0)
    return graph.numbers[same[0]][0] if int(key[torn]) > last + _NEXT else None


def _misread(graph: ReferenceGraph, target: Target) -> Section | None:
    """The one section whose number is the cited one, but for letters that a scanner reads: "3o" for 30."""
    number = (target.number or "").translate(_FIGURES_READ)
    same = graph.numbers.get((int(number),), ()) if number.isdecimal() and number != target.number else ()
    return same[0] if len(same) == 1 else None


def _is_item(graph: ReferenceGraph, target: Target) -> bool:
    """Whether the number is that of an item of a list in the section above, "39.3" for the 3. of 39, where
    that has no sections of its own."""
    *above, last = target.key
    found = graph.numbers.get(tuple(above), ()) if isinstance(last, int) else ()
    if len(found) != 1 or f"{last}." not in {mark for each in found[0].blocks for mark in _marks(each)}:
        return False
    return not any(each.parent == found[0].anchor and each.key for each in graph.sections.values())


def _marks(block: Block) -> Iterator[str]:
    """The marks of a list, or that of an item whose text stands below it."""
    if isinstance(block, ItemList):
        yield from (item.marker for item in block.items)
    elif isinstance(block, Paragraph):
        yield block.lines[0].text.strip()


def _is_left_out(graph: ReferenceGraph, target: Target) -> bool:
    """Whether the numbers right before and behind a number are printed: the section that bore it is another's
    now, and is none that its number was mistyped for."""
    *above, last = target.key
    beside = (last - 1, last + 1) if isinstance(last, int) else ()
    return bool(beside) and all(graph.numbers.get((*above, number)) for number in beside)


def _likeness(one: Key, other: Key) -> float:
    """1 for a number that is another by a slip in its last place, half by one in another, 0 for any other."""
    differing = [at for at, (a, b) in enumerate(zip_longest(one, other)) if a != b]
    if len(one) != len(other) or len(differing) != 1:
        return 0.0
    at = differing[0]
    return (1.0 if at == len(one) - 1 else 0.5) if is_slip(str(one[at]), str(other[at])) else 0.0
