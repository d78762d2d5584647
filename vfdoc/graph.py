"""The cross-reference graph: which sections a reference leads to, who cites whom, what leads nowhere.

Questions about an edition as a whole are asked here, so that Rulebook stays a plain value. Who cites whom
is an index, which every command needs, and what goes round in circles every site; who stands around a
section and what is cited most is networkx's to answer, for those that ask.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import (
    NAMED,
    Block,
    Item,
    ItemList,
    Key,
    Reference,
    Rulebook,
    Section,
    Target,
    first_line,
)
from vfdoc.model.document import Series, series
from vfdoc.model.passage import (
    ROMANS,
    clauses_at,
    clauses_of,
    counted_item,
    has_no_paragraph,
    has_numbers,
    items_of,
    lacks,
    lines_of,
    title_of,
)

if TYPE_CHECKING:
    from networkx import MultiDiGraph  # dear to import: only where somebody asks what it answers

# Where several sections bear a number, those of these kinds are what a citation means.
_CITED_FIRST = ("rule", "part", "sheet", "example")
_HEADED = 3  # sections that may still go on below headings without a number
_BELOW = 2  # parts of a number that stands below another
_WIDEST = 400  # sections between the ends of a range


class Link(NamedTuple):
    """One target of one reference, resolved: from the anchor `source` to the anchor `target`."""

    source: str
    target: str
    reference: Reference


@dataclass(frozen=True, slots=True)
class ReferenceGraph:
    """A rulebook's references, resolved.

    `sections` by anchor; `numbers` the sections of each key, those that a citation means; `meant` those that
    citations of other keys mean (4.2.1 means 4.2 where no section is 4.2.1 and a list there has an item 1;
    3.9 the first of 3.9.1 and 3.9.2 where it has no heading; a title); `links` in the order of the text, one
    for each target found (the first section of its number); `cited_by` the links that arrive at an anchor,
    `leaving` those that leave it; `unresolved` the references with a target that no section bears, or whose
    paragraph its section has not (`lacking`). A range is a link to every section from its first to its last.
    """

    rulebook: Rulebook
    sections: Mapping[str, Section]
    numbers: Mapping[Key, tuple[Section, ...]]
    links: tuple[Link, ...]
    cited_by: Mapping[str, tuple[Link, ...]]
    leaving: Mapping[str, tuple[Link, ...]]
    unresolved: tuple[Reference, ...]
    meant: Mapping[Key, tuple[Section, ...]] = field(default_factory=dict)
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    hierarchies: tuple[tuple[Section, ...], ...] = ()
    lacking: frozenset[Target] = frozenset()
    counted: Mapping[str, tuple[int, Series]] = field(default_factory=dict)

    def of(self, reference: Reference, target: Target) -> tuple[Section, ...]:
        """The sections that a target of a reference means, in its own count where numbers begin again."""
        return _own_count(self.resolve(target), reference, self.counted)

    def resolve(self, target: Target) -> tuple[Section, ...]:
        """The sections that bear the target's number, the one meant first; empty where none does."""
        if self.lacking and target in self.lacking:
            return ()
        return _as_printed(self.of_key(target.key), target)

    def of_key(self, key: Key) -> tuple[Section, ...]:
        """The sections that a citation of a key means, the first that is meant first."""
        return self.numbers.get(key) or self.meant.get(key, ())

    def moved(self, target: Target) -> Section | None:
        """The section that has taken the place of a number which the edition no longer has."""
        forwards = dict(self.rulebook.edition.forwards)
        anchor = forwards.get(target.number) if target.number is not None else None
        return self.sections.get(anchor) if anchor is not None else None

    def between(self, reference: Reference) -> tuple[Section, ...]:
        """The sections between the two ends of each range of a reference, in the order of the text."""
        return _between(self.of_key, self.places, self.hierarchies, reference) if reference.range else ()

    def following(self, reference: Reference) -> tuple[Section, ...]:
        """The sections that a reference means by "and following", in the order of the text."""
        return _following(self.of_key, self.places, self.hierarchies, reference)

    def cites(self, anchor: str) -> tuple[Link, ...]:
        """The links that leave a section, in order."""
        return self.leaving.get(anchor, ())


def _as_printed(sections: tuple[Section, ...], target: Target) -> tuple[Section, ...]:
    """Those of the sections of a number that print it as the citation does, where all others print it in the
    other figures, or one of them with a nought: "Section III" means chapter III, not item 3 of another
    chapter, 6 is not 6.0; else all of them.
    """
    number = target.number
    if len(sections) < 2 or number is None:
        return sections
    arabic = _has_digit(number)
    alike = tuple(s for s in sections if s.number == number)
    others = (s.number or "" for s in sections if s.number != number)
    apart = (
        _has_digit(other) != arabic or f"{other}.0" == number or other == f"{number}.0" for other in others
    )
    return alike if alike and all(apart) else sections


def _has_digit(number: str) -> bool:
    return any(character.isdigit() for character in number)


def resolve(rulebook: Rulebook) -> ReferenceGraph:
    """Resolves every reference of a rulebook by number; never fails, what is missing is listed."""
    sections = {section.anchor: section for section in rulebook.sections()}
    numbers = _numbers(rulebook)
    titles = _titles(rulebook)
    below: dict[Key, set[str | int]] = defaultdict(set)
    for key in numbers:
        below[key[:-1]].add(key[-1])
    hierarchies = tuple(
        tuple(s for d in documents for s in d.sections) for documents in rulebook.hierarchies()
    )
    places = {
        section.anchor: (at, count) for at, run in enumerate(hierarchies) for count, section in enumerate(run)
    }
    runs = enumerate(rulebook.hierarchies())
    counted = {anchor: (at, count) for at, run in runs for anchor, count in series(run).items()}
    links: list[Link] = []
    unresolved: list[Reference] = []
    cited_by: dict[str, list[Link]] = defaultdict(list)
    leaving: dict[str, list[Link]] = defaultdict(list)
    lists: dict[str, tuple[Block, ...]] = {}
    lacking: set[Target] = set()
    headed = _headed(rulebook)
    headless = _headless(numbers)
    meant: dict[Key, tuple[Section, ...]] = {}

    def of_key(key: Key) -> tuple[Section, ...]:
        return numbers.get(key) or meant.get(key, ())

    for reference in rulebook.references():
        missing = False
        ends: list[str] = []
        for target in reference.targets:
            found = _as_printed(of_key(target.key), target) or _of_item(numbers, target.key, lists)
            if not found and target.clause and len(target.key) > 1:
                found = _of_clause(numbers, below, headed, target)
            elif not found and target.number is None:
                found = titles.get(target.key, ())
            if not found and not target.clause:
                found = headless.get(target.key, ())
            borne = target.key in numbers  # of what is only led to nothing is known
            if target.paragraph and borne and all(has_no_paragraph(s, target.paragraph) for s in found):
                lacking.add(target)
                found = ()
            if not found:
                missing = True
                continue
            if target.key not in numbers:
                meant[target.key] = found
            ends.append(_own_count(found, reference, counted)[0].anchor)
        if reference.range:
            within = (section.anchor for section in _between(of_key, places, hierarchies, reference))
            last = ends.pop() if ends else None
            ends += [*within, *((last,) if last is not None else ())]
        ends += [section.anchor for section in _following(of_key, places, hierarchies, reference)]
        for end in ends:
            link = Link(reference.section, end, reference)
            links.append(link)
            cited_by[link.target].append(link)
            leaving[link.source].append(link)
        if missing:
            unresolved.append(reference)
    return ReferenceGraph(
        rulebook=rulebook,
        sections=sections,
        numbers=numbers,
        links=tuple(links),
        cited_by={anchor: tuple(found) for anchor, found in cited_by.items()},
        leaving={anchor: tuple(found) for anchor, found in leaving.items()},
        unresolved=tuple(unresolved),
        meant=meant,
        places=places,
        hierarchies=hierarchies,
        lacking=frozenset(lacking),
        counted=counted,
    )


def _own_count(
    found: tuple[Section, ...], reference: Reference, counted: Mapping[str, tuple[int, Series]]
) -> tuple[Section, ...]:
    """Of several sections with a number that of the count in which it is cited; all where none is alone."""
    if len(found) == 1:
        return found
    own = tuple(s for s in found if counted.get(s.anchor) == counted.get(reference.section))
    return own if len(own) == 1 and len({s.document for s in found}) == 1 else found


def network(graph: ReferenceGraph, links: Iterable[Link] | None = None) -> MultiDiGraph[str]:
    """The sections as nodes, by anchor in the order of the text, and the links (all, or these) as edges in
    theirs, each by its place among them and with itself as `link`: for what networkx answers."""
    import networkx

    made: MultiDiGraph[str] = networkx.MultiDiGraph()
    made.add_nodes_from(graph.sections)
    for place, link in enumerate(graph.links if links is None else links):
        made.add_edge(link.source, link.target, key=place, link=link)
    return made


def cycles(graph: ReferenceGraph) -> tuple[tuple[str, ...], ...]:
    """The groups of sections that cite one another round in a circle, each in the order of the text.

    These are the strongly connected components with more than one section: to list every single
    round trip would take exponential time on a text that cites much.
    """
    order = {anchor: place for place, anchor in enumerate(graph.sections)}
    ahead, back = (defaultdict[str, list[str]](list) for _ in range(2))
    for link in graph.links:
        ahead[link.source].append(link.target)
        back[link.target].append(link.source)
    groups = _connected(graph.sections, ahead, back)
    circles = (tuple(sorted(group, key=order.__getitem__)) for group in groups)
    return tuple(sorted(circles, key=lambda circle: order[circle[0]]))


def _connected(
    nodes: Iterable[str], ahead: Mapping[str, Sequence[str]], back: Mapping[str, Sequence[str]]
) -> Iterator[list[str]]:
    """The strongly connected components of more than one node (Kosaraju: from the node that is left last,
    backwards). By hand: to import networkx takes longer than all else that a small site asks of a graph, and
    graphlib finds one circle, not all."""
    left: dict[str, None] = {}  # in the order in which nothing more leads on from them
    seen: set[str] = set()
    for root in nodes:
        way = [(root, iter(ahead.get(root, ())))] if root not in seen else []
        seen.add(root)
        while way:
            node, onward = way[-1]
            other = next((each for each in onward if each not in seen), None)
            if other is None:
                left[node] = None
                way.pop()
            else:
                seen.add(other)
                way.append((other, iter(ahead.get(other, ()))))
    met: set[str] = set()
    for root in reversed(left):
        group = [root] if root not in met else []
        met.add(root)
        for node in group:
            found = dict.fromkeys(each for each in back.get(node, ()) if each not in met)
            met.update(found)
            group += found
        if len(group) > 1:
            yield group


def neighbourhood(links: MultiDiGraph[str], anchor: str) -> frozenset[str]:
    """A section with those that it cites and those that cite it."""
    import networkx

    return frozenset(networkx.ego_graph(links, anchor, undirected=True))


def most_cited(links: MultiDiGraph[str], most: int) -> tuple[tuple[str, int], ...]:
    """The sections that are cited most, by anchor, at least twice, each with how many citations lead there
    from elsewhere; of as many the first in the text."""
    counted = {anchor: times - links.number_of_edges(anchor, anchor) for anchor, times in links.in_degree}
    ranked = sorted((anchor for anchor in counted if counted[anchor] > 1), key=lambda a: -counted[a])
    return tuple((anchor, counted[anchor]) for anchor in ranked[:most])


def _numbers(rulebook: Rulebook) -> dict[Key, tuple[Section, ...]]:
    meant: dict[Key, list[Section]] = defaultdict(list)
    others: dict[Key, list[Section]] = defaultdict(list)
    for document in rulebook.documents:
        for section in document.sections:
            for key in section.keys:
                (meant if section.kind in _CITED_FIRST else others)[key].append(section)
    return {key: _single(meant.get(key) or others[key]) for key in {**meant, **others}}


def _single(bearing: Sequence[Section]) -> tuple[Section, ...]:
    """The sections that bear a number, without the heading of a range where those of it have headings of
    their own: "Section 20" below "Sections 19 to 23"."""
    single = (each for each in bearing if len(each.keys) == 1 + (each.also is not None))
    return tuple(single) or tuple(bearing)


def _headless(numbers: Mapping[Key, tuple[Section, ...]]) -> dict[Key, tuple[Section, ...]]:
    """The keys that no section bears while others stand below them, each with the first of these: who cites
    3.9 where only 3.9.1 and 3.9.2 are printed is led there. None where it is but one: its heading is lost."""
    below: dict[Key, list[Section]] = defaultdict(list)
    for key, sections in numbers.items():
        above = key[:-1]
        if above and above not in numbers and isinstance(key[-1], int) and sections[0].kind == "rule":
            below[above].append(sections[0])
    found: dict[Key, tuple[Section, ...]] = {
        key: (parts[0],) for key, parts in below.items() if len(parts) >= _BELOW
    }
    return found if len(found) > 1 else {}


def clause(graph: ReferenceGraph, key: Key) -> Section | None:
    """The item of a list that a key addresses ("4.2(a)": the item a in 4.2), as a section under that in which
    it stands; None where there is none."""
    for parts in range(len(key) - 1, 0, -1):
        for section in graph.numbers.get(key[:parts], ()):
            item = clause_within(section, key[parts:])
            if item is not None:
                return item
    return None


def clause_within(section: Section, path: Key) -> Section | None:
    """The item of a section's lists of that path, as a section under it; None where there is none."""
    item = counted_item(section.blocks, path)
    return _as_section(section, item, path) if item is not None else None


def titled_clauses(graph: ReferenceGraph) -> Iterator[Section]:
    """The items of lists whose first line is a title, with more below it, as such sections."""
    for section in graph.sections.values():
        if section.key is not None and any(isinstance(block, ItemList) for block in section.blocks):
            for path, item in items_of(section.blocks):
                if title_of(item):
                    yield _as_section(section, item, path)


def _as_section(section: Section, item: Item, path: Key) -> Section:
    marks = [str(part) for part in path]
    if (put_in := "".join(marks[-2:])) == item.marker.strip("()") and len(marks) > 1:
        marks[-2:] = [put_in]  # (2a), no (a) of (2)
    number = (section.number or "") + "".join(f"({mark})" for mark in marks)
    line = first_line(item.blocks[0]) if item.blocks else section.line
    return section._replace(
        anchor=number, number=number, key=(*(section.key or ()), *path), title=title_of(item), line=line,
        parent=section.anchor, level=section.level + 1, column=1, blocks=item.blocks, entries=(), end_line=0,
    )  # fmt: skip


def _of_item(
    numbers: Mapping[Key, tuple[Section, ...]], key: Key, lists: dict[str, tuple[Block, ...]]
) -> tuple[Section, ...]:
    """The sections in which a key counts an item of a list, or an item of an item; empty where none is.
    `lists` are those of each section that was asked: a long one cited often is looked through once."""
    for parts in range(len(key) - 1, 0, -1):
        found: list[Section] = []
        for section in numbers.get(key[:parts], ()):
            own = lists.get(section.anchor)
            if own is None:
                own = lists[section.anchor] = tuple(b for b in section.blocks if isinstance(b, ItemList))
            listed = own and counted_item(own, key[parts:]) is not None
            if listed or (len(key) == parts + 1 and _runs_in(section, key[-1])):
                found.append(section)
        if found:
            return tuple(found)
    return ()


def _runs_in(section: Section, part: str | int) -> bool:
    """Whether a line counts letters up to this one in it: "a. first call 8 b. second call 6"."""
    counted = ascii_lowercase[: ascii_lowercase.find(str(part)) + 1] if len(str(part)) == 1 else ""
    return len(counted) > 1 and any(_stand_in_turn(counted, line) for line in lines_of(section.blocks))


def _stand_in_turn(letters: str, line: str) -> bool:
    at = 0
    for letter in letters:
        found = re.compile(rf"(?<![\w.]){letter}[.)][ \xa0]").search(line, at)
        if found is None:
            return False
        at = found.end()
    return True


def _titles(rulebook: Rulebook) -> dict[Key, tuple[Section, ...]]:
    """The sections without number by the keys of their titles."""
    found: dict[Key, tuple[Section, ...]] = {}
    for section in rulebook.sections():
        if section.number is None and section.kind not in ("contents", "index"):
            key = (NAMED, " ".join(section.title.split()).casefold())
            found[key] = (*found.get(key, ()), section)
    return found


def _of_clause(
    numbers: Mapping[Key, tuple[Section, ...]],
    below: Mapping[Key, Set[str | int]],
    headed: Mapping[str, Set[str | int]],
    target: Target,
) -> tuple[Section, ...]:
    """The nearest sections above a clause that is none itself: none where they have clauses of that kind and
    it is not among them, nor (`headed`) among those of headings without a number behind them."""
    for parts in range(len(target.key) - 1, 0, -1):
        within = numbers.get(target.key[:parts], ())
        if not within:
            continue
        cited = target.key[parts]
        if any(cited in headed.get(section.anchor, ()) for section in within):
            return within
        there = {part for section in within for part in clauses_of(section) if _is_like(part, cited)}
        there |= {part for part in below.get(target.key[:parts], ()) if _is_like(part, cited)}
        begun = not there.isdisjoint(("a", "A", 1)) or ("i" in there and there <= set(ROMANS))
        known = len(there) > 1 and begun
        letters = {part for part in below.get(target.key[:parts], ()) if isinstance(part, str)}
        lettered = isinstance(cited, int) and not there and letters >= set("abc")
        missing = (
            cited not in there
            if known
            else all(lacks(s, target.key[parts:]) or (lettered and not has_numbers(s)) for s in within)
        )
        return () if missing else within
    return ()


def _is_like(part: str | int, cited: str | int) -> bool:
    """Whether two clauses are of one kind: figures, small letters, capitals."""
    return type(part) is type(cited) and (isinstance(part, int) or part.isupper() == str(cited).isupper())


def _headed(rulebook: Rulebook) -> dict[str, set[str | int]]:
    """The clauses that head sections without a number, or stand in them, by the anchor of the section before
    that has one: conversions make headings of lines, and what stands below them is still that section's. So
    it is below a number that goes back, or is a lone letter, as those of notes and cells do."""
    found: dict[str, set[str | int]] = {}
    for document in rulebook.documents:
        open_: list[tuple[Section, set[str | int]]] = []
        for section in document.sections:
            if section.key is None:
                there = {*clauses_at(section.title), *clauses_of(section)}
                for _, own in open_:
                    own |= there
                continue
            open_ = [each for each in open_[-_HEADED:] if _goes_back(section.key, each[0].key or ())]
            open_.append((section, found.setdefault(section.anchor, set())))
    return {anchor: own for anchor, own in found.items() if own}


def _goes_back(key: Key, before: Key) -> bool:
    """Whether a number goes back behind another, or is a lone letter."""
    first, last = key[0], before[0]
    if isinstance(first, int) and isinstance(last, int):
        return first < last
    return len(key) == 1 and isinstance(first, str) and len(first) == 1 and isinstance(last, int)


def _between(
    of_key: Callable[[Key], tuple[Section, ...]],
    places: Mapping[str, tuple[int, int]],
    hierarchies: Sequence[Sequence[Section]],
    reference: Reference,
) -> tuple[Section, ...]:
    """The sections between the ends of a range: those between the two in the text and by their numbers, no
    deeper than the deeper of them, in one hierarchy; nothing where the ends stand the other way round."""
    found: list[Section] = []
    for first, last in pairwise(reference.targets):
        if not last.ends_range:
            continue
        one, other = of_key(first.key), of_key(last.key)
        if not one or not other:
            continue
        (at, begin), (beside, end) = places[one[0].anchor], places[other[0].anchor]
        if at != beside or not end - begin > 0:
            continue
        most = max(map(_depth, (first.key, last.key)))
        clauses = bool(first.clause or last.clause)
        for section in hierarchies[at][begin + 1 : end][:_WIDEST]:
            if section.key is None or section.number is None or _depth(section.key) > most:
                continue
            if not _in_order(first.key) < _in_order(section.key) < _in_order(last.key):
                continue  # where the last stands far from its place, or the next text's numbers begin again
            if (
                isinstance(section.key[0], str) == isinstance(first.key[0], str)
                and ("(" in section.number) <= clauses
            ):
                found.append(section)
    return tuple(found)


def _in_order(key: Key) -> tuple[tuple[bool, str | int], ...]:
    """A key by which numbers are in order: letters behind numbers."""
    return tuple((isinstance(part, str), part) for part in key)


def _following(
    of_key: Callable[[Key], tuple[Section, ...]],
    places: Mapping[str, tuple[int, int]],
    hierarchies: Sequence[Sequence[Section]],
    reference: Reference,
) -> tuple[Section, ...]:
    """The sections beside the last one cited that come after it, where it says so: those of its chapter. How
    far "and following" goes among chapters nobody can say."""
    target = reference.targets[-1] if reference.targets else None
    if target is None or not target.following or len(target.key) < _BELOW:
        return ()
    first = of_key(target.key)
    if not first:
        return ()
    at, begin = places[first[0].anchor]
    found = (s for s in hierarchies[at][begin + 1 : begin + _WIDEST] if s.key is not None)
    return tuple(s for s in found if len(s.key or ()) == len(target.key) and s.parent == first[0].parent)


def _depth(key: Key) -> int:
    """How many numbers a key has; a letter behind one (305a) stands beside it."""
    return sum(isinstance(part, int) for part in key)


class Attachment(NamedTuple):
    """A question, comment or note and a rule that it is about.

    `rule` is an anchor of this edition, or of another one as `vf-2e:6.5`. `by` is what says so:
    data (the edition's own word), citation, number, title, or place (the rule that a box follows).
    """

    note: str
    rule: str
    by: str


def attachments(graph: ReferenceGraph) -> tuple[Attachment, ...]:
    """What every question, comment and note is about, in the order of the text.

    The strongest evidence counts: what the edition's data say; else the rules that the note cites;
    else the number that it bears; else a rule of the same title; else the rule that its box follows.
    """
    rules = {s.anchor: s for s in graph.sections.values() if s.kind in ("rule", "part")}
    titles: dict[str, list[str]] = defaultdict(list)
    for section in rules.values():
        if section.number is not None:
            titles[section.title.casefold()].append(section.anchor)
    found: list[Attachment] = []
    for section in graph.sections.values():
        if section.kind in ("note", "question") and (section.blocks or section.kind == "question"):
            rule_of = _about(graph, section, rules, titles)
            found += [Attachment(section.anchor, rule, by) for rule, by in rule_of]
    return tuple(found)


def _about(
    graph: ReferenceGraph, section: Section, rules: Mapping[str, Section], titles: Mapping[str, list[str]]
) -> list[tuple[str, str]]:
    said = graph.rulebook.about.get(section.anchor) if graph.rulebook.own else None
    if said:
        return [(rule, "data") for rule in said]
    cited = dict.fromkeys(link.target for link in graph.cites(section.anchor) if link.target in rules)
    if cited:
        return [(rule, "citation") for rule in cited]
    if section.key is not None:
        return [(s.anchor, "number") for s in graph.numbers.get(section.key, ()) if s.anchor in rules]
    if same := titles.get(section.title.casefold()):
        return [(rule, "title") for rule in same]
    host = section.parent
    while host is not None and host not in rules:
        host = graph.sections[host].parent
    return [(host, "place")] if host is not None else []
