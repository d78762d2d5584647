"""The title of another section that stands right before a citation: a citation and the sections that it cites
come in, the section with that title goes out, or none.

"until the next Reset Phase (6.5)", where 6.5 is the Commitment Phase and 6.6 the Reset Phase; "in a second
reading under § 28", where § 28 is the first. The title is whole, of two words that say something at least,
and no other section's; between it and the citation stands nothing but small words, words that say what a
citation is for, and words that introduce citations. No title about the cited section has all its words, and
on one of them that section is silent. That is a slip where the citation stands in brackets, or where the
section stands beside the cited one and either their titles share a word or a word says that something is told
there ("described in 5.2"); else a statute may name what a citation is for ("dissolution under § 42").

Read one by one over 91 texts with 9,201 citations (rules, by-laws, standards, laws, seeded copies): eight
places named, six of them moved on purpose, two slips of authors, no sound one.

And a turn of phrase that the cited section has too, and few others ("count as having been moved over", of a
section that says "may move over"), which settles that this is meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Reference, Section, WordForms, text_of
from vfdoc.model.extract import Extract, Placed, extracts
from vfdoc.model.place import line_at
from vfdoc.model.session import incremental, memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.named_thing import governing, introducing_words, words_of_clause

_WORD = re.compile(r"[^\W\d_]{2,}")
_DIGIT = re.compile(r"\d")
_FEWEST, _MOST = 2, 6  # words of a title
_BEHIND = 60  # characters behind a citation in which its own title may stand
_PHRASE = 4  # words in which a word and the small words behind it are sought
_FEW, _RARE = 2, 0.1  # sections that may have them, or the share of all
_WORDS = re.compile(r"[^\W\d_]+")
_APART = re.compile(r"[.,;:()]")


def section_titled_before(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> Section | None:
    """The one section whose whole title stands right before a citation of one number, where another is cited
    that is silent on it."""
    if reference.range or len(reference.targets) != 1 or not targets:
        return None
    graph = known.graph
    before, stems = words_of_clause(graph, reference), content_words(graph.rulebook.forms)
    idle, leading = governing(graph, known.subjects), introducing_words(graph)
    said = [(found.end(), stem) for found in _WORD.finditer(before) for stem in stems(found.group())]
    while said and (said[-1][1] in idle or said[-1][1] in leading):
        said.pop()
    between = before[said[-1][0] :] if said else ""
    words = tuple(stem for _, stem in said)
    entitled = _by_title(graph)
    counts = (n for n in range(min(_MOST, len(words)), _FEWEST - 1, -1) if words[-n:] in entitled)
    count = next(counts, 0)
    title = words[-count:] if count else ()
    sections = entitled.get(title, ()) if title else ()
    if len(sections) != 1 or _DIGIT.search(between) or _is_named(graph, reference, targets, before):
        return None
    other = sections[0]
    if not _may_be_meant(known, reference, targets, other, title):
        return None
    telling = graph.rulebook.forms.telling
    told = bool(telling) and re.search(rf"(?<!\w)(?:{telling})(?!\w)", between, re.IGNORECASE) is not None
    beside = other.parent == targets[0].parent
    shared = any(word in stems(section.title) for word in title for section in targets)
    return other if "(" in between or (beside and (shared or told)) else None


def _is_named(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], before: str) -> bool:
    """Whether the cited section's own title, small words and all, are the last words before a citation that
    say something, or a word of it follows."""
    stems = content_words(graph.rulebook.forms)
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    end = reference.column - 1 + len(reference.text)
    behind = frozenset(stems(_APART.split(line[end : end + _BEHIND].lstrip(" "), maxsplit=1)[0]))
    if any(not behind.isdisjoint(stems(section.title)) for section in targets):
        return True
    said = [word.group() for word in _WORD.finditer(before)]
    while said and not stems(said[-1]):
        said.pop()
    for title in (_WORD.findall(section.title) for section in targets):
        last = said[-len(title) :] if title else []
        if title and [stems(w) or w.casefold() for w in last] == [stems(w) or w.casefold() for w in title]:
            return True
    return False


def _may_be_meant(
    known: CitationCandidates,
    reference: Reference,
    targets: Sequence[Section],
    other: Section,
    title: Sequence[str],
) -> bool:
    """Whether a section stands apart from those cited, and from where they are cited; no title about these
    has all words of its title, one of which they have nowhere; and no citation in the same line leads to it.
    """
    graph, index = known.graph, known.subjects
    cited = [section.anchor for section in targets]
    around = {anchor for one in cited for anchor in (one, *above(graph, one))}
    own = {reference.section, *above(graph, reference.section)}
    if other.anchor in around | own or any(index.within(other.anchor, one) for one in cited):
        return False
    below = {anchor for one in cited for anchor in index.order[slice(*index.spans.get(one, (0, 0)))]}
    stems = content_words(graph.rulebook.forms)
    if any(set(title) <= set(stems(graph.sections[anchor].title)) for anchor in around | below):
        return False
    if any(link.reference.line == reference.line for link in graph.cited_by.get(other.anchor, ())):
        return False
    said = {word for anchor in below.union(cited) for word in _said(graph, anchor)}
    return not said.issuperset(title)


def _said(graph: ReferenceGraph, anchor: str) -> frozenset[str]:
    """The stems of a section's title and text."""
    section = graph.sections[anchor]
    return frozenset(content_words(graph.rulebook.forms)(f"{section.title} {text_of(section.blocks)}"))


@memoized_last
def _by_title(graph: ReferenceGraph) -> dict[tuple[str, ...], list[Section]]:
    """The numbered sections by the stems of their titles, in order."""
    found: dict[tuple[str, ...], list[Section]] = defaultdict(list)
    stems = content_words(graph.rulebook.forms)
    for section in graph.sections.values():
        if section.key is not None and section.kind not in ("contents", "index"):
            found[tuple(stems(section.title))].append(section)
    return dict(found)


def is_turn_of_phrase(known: CitationCandidates, cited: CitationContext, targets: Sequence[Section]) -> bool:
    """Whether the words right before the citation, up to its bracket, are a word and small words behind it
    that stand so in the cited section too, and in few others."""
    rulebook = known.graph.rulebook
    line = line_at(rulebook.document(cited.reference.document), cited.reference.line)
    words = _WORDS.findall(line[: cited.reference.column - 1].rstrip(" (["))[-_PHRASE:]
    stems = known.subjects.stems
    begin = next((at for at in range(len(words) - 1, -1, -1) if stems(words[at])), len(words))
    phrase = words[begin:]
    if not 1 < len(phrase) <= _PHRASE - 1:
        return False
    small = " ".join(phrase[1:]).casefold()
    stem, index = stems(phrase[0])[0], known.subjects
    below = {each for s in targets for each in index.order[slice(*index.spans.get(s.anchor, (0, 0)))]}

    def stand_so(placed: Placed) -> bool:
        anchor = placed.section.anchor
        told = anchor != cited.reference.section and index.told(stem, anchor)
        return told and stem in _before(placed.extract, small, rulebook.forms)

    every = extracts(rulebook.documents)
    if not any(stand_so(placed) for placed in every if placed.section.anchor in below):
        return False
    most = int(max(_FEW, _RARE * len(known.graph.sections)))
    return len([*islice(filter(stand_so, every), most + 1)]) <= most


@incremental
def _before(extract: Extract, small: str, forms: WordForms) -> frozenset[str]:
    """The stems of the words of a section behind which these small words stand."""
    text = text_of(extract.section.blocks)
    if small not in text.casefold():  # as in nearly every section
        return frozenset()
    stems = content_words(forms)
    pattern = rf"(?P<word>[^\W\d_]+)\s+{re.escape(small)}\b"
    found = re.finditer(pattern, text, re.IGNORECASE)
    return frozenset(said[0] for each in found if len(said := stems(each.group("word"))) == 1)
