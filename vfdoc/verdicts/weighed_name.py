"""What the words beside a citation name, weighed: a citation and the sections that it cites come in, the
others that they may name go out with their weights.

All evidence is weighed at once: how much of a title the words are, or how often they stand beside other
citations of that section; whether no other title has them and how few texts; how near to the number and in
which place; whether what is cited speaks of them. No piece of it decides alone.

The weights are those of a logistic regression over 100 texts (rules, by-laws, contracts, standards, laws;
6,000 citations, each also led to another section at random), rounded. What they weigh is added up with what
the other words of the clause hint at (`hinted_section.py`), and the sum decides.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.language.typography import unaccented
from vfdoc.model import Reference, Section, text_of
from vfdoc.model.passage import words_of
from vfdoc.model.place import line_at
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above, citing_nouns
from vfdoc.verdicts.named_section import (
    Said,
    counts_alike,
    placed_titles,
    said_behind,
    said_beside,
    term_told,
    told_before,
    told_from,
    without_host,
)
from vfdoc.verdicts.named_thing import names_nothing, sentence_before
from vfdoc.verdicts.printed_title import bare, titled_sections
from vfdoc.verdicts.subjects import TitleIndex, has, is_inflected, title_index

ENOUGH = -2.0  # the weight of one that `named_section` proves too
DOUBTFUL = -3.0  # below it nothing is named
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_HOST = re.compile(r"([\w.]+),[ \xa0][^\W\d_]*[ \xa0]?$")
_PHRASE = 2  # words beside a number by which other citations are held against it
_BESIDE, _NEAR = 3, 6
_LONGEST_TITLE = 8  # words of one, small ones too
_STATUTE = 15  # citations from which on a text shows how it cites
_PLACES = 3  # sections that one phrase may name
_LONG_TITLE = 3  # words of one that nobody says by chance
_SPELT = 3  # words of one title that are no chance
_REACH = 120  # characters before a number in which a title stands
_SCARCE = 3  # sections beside its own that may have a title in their text
_SMALL = 3  # letters of a small word
_QUOTED = re.compile(r"[\"“„«‘']([^\"“”„«»‘’']{2,60})[\"”“»’']")
_APART = re.compile(r"[.,;:()|\d]")
_BRACKET = re.compile(r"[ \xa0\\]\((?P<words>[^()\d]{0,30})$")  # "(see Section "
_TO_IT = re.compile(r"(?:,[ \xa0])?(?:(?<!\w)[^\W\d_]{1,3}[ \xa0]){0,2}$")  # ", as " before "described in"
_BEGUN = 6  # letters with which words of one stem begin
_COMPOUND = 12  # letters of a word made of two, one of which may stand elsewhere
_ONE_WORD = 8  # letters of a title of one word that is rare enough to name
_RARE = 0.1  # the share of the sections that have such a word
_MOST = 20  # citations of a section beside a phrase, beyond which more say no more


class WeighedName(NamedTuple):
    """A section that the words beside a citation name, and how surely; whether it is its title that stands
    right before it, and whether it is printed whole, as a title or with words enough for one; whether it is
    that of a section beside the cited one, whole and of no other, tied to the number, and nothing near it
    says that the cited one is meant (`called`)."""

    section: Section
    weight: float
    right_before: bool
    printed: bool
    called: bool


class NameEvidence(NamedTuple):
    """What speaks for another section, and (`own_…`) for those that are cited."""

    share: float  # of its title that stands beside the citation
    alone: float  # no other title has these words
    exact: float  # in these forms
    entitled: float  # all this, and the whole title stands right there
    bound: float  # and what stands between says no more than that it is told or ruled there; of one word
    bracketed: float  # or is a bracket
    far: float  # two words or more stand nearer to the number
    tied: float  # a bracket, or what says that something is told there, ties them to it
    apart: float  # they are set off, as a title is
    rare: float  # the logarithm of how few sections have the rarest of them
    silent: float  # share of the words of which what is cited tells nothing
    silent_alone: float  # the same, where no other title has them
    phrase: float  # two words that stand so beside other citations of it
    customs: float  # the logarithm of how many citations of it stand so
    custom_alone: float  # and none of what is cited does
    surprise: float  # how much the words say of which what is cited tells nothing
    sibling: float  # it stands beside what is cited
    own_beside: float  # a word of the cited title stands right there
    own_near: float  # or about it
    own_word: float  # another citation of what is cited stands beside the same word
    own_phrase: float  # or beside the same two


_WEIGHTS = NameEvidence(
    share=2.0, alone=0.8, exact=0.75, entitled=1.05, bound=0.0, bracketed=1.0, far=-0.85, tied=0.35,
    apart=1.05, rare=0.15, silent=0.35, silent_alone=0.6, phrase=1.1, customs=1.8, custom_alone=1.35,
    surprise=0.25, sibling=-0.1, own_beside=-0.5, own_near=-1.1, own_word=-1.6, own_phrase=-2.75,
)  # fmt: skip
_LEAST = -6.0


def weighed_names(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> list[WeighedName]:
    """The sections that the words beside a citation of one number may name instead of those cited, the most
    clearly named first."""
    weighed: dict[str, WeighedName] = {}
    stems = content_words(known.graph.rulebook.forms)
    for section, evidence, right_before in evidence_beside(known, reference, targets):
        weight = _LEAST + sum(one * other for one, other in zip(evidence, _WEIGHTS, strict=True))
        before = weighed.get(section.anchor)
        if before is None or before.weight < weight:
            long = right_before and len(set(stems(section.title))) >= _LONG_TITLE
            printed = evidence.share == 1 and (long or evidence.apart > 0)
            own = evidence.own_near or evidence.own_word or evidence.own_phrase
            called = bool(evidence.bound and evidence.sibling and not own)
            weighed[section.anchor] = WeighedName(section, weight, right_before, printed, called)
    return sorted(weighed.values(), key=lambda one: -one.weight)


@memoized_last
def cites_clauses(graph: ReferenceGraph) -> bool:
    """Whether a text cites clauses more than sections, as statutes do ("§ 7 Absatz 2"). What stands before a
    number there is what the clause is asked for, and seldom a title: of 12 such findings in eight laws eleven
    were none."""
    cited = [t for reference in graph.rulebook.references() for t in reference.targets if graph.resolve(t)]
    return len(cited) >= _STATUTE and 2 * sum(bool(t.clause or t.paragraph) for t in cited) > len(cited)


def evidence_beside(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> Iterator[tuple[Section, NameEvidence, bool]]:
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
    sentence = sentence_before(graph, reference).casefold()
    if any(title and title == tuple(behind[-len(title) :]) for title in titles):
        return
    for said in said_beside(known, reference):
        before = cited_so(graph, reference, said)
        own_so = max((n for a, (n, _) in before.items() if _is_of(index, a, targets)), default=0)
        near_own = any(has(own, word) for word in (*said.words[:_BESIDE], *behind[:_BESIDE]))
        nearest = next((word for word in said.words if word not in said.idle), "")
        far_own = any(has(own, word) for word in (*said.words[:_NEAR], *behind, *said.around))
        placed = {each.title.section.anchor: each for each in placed_titles(graph, reference, targets, said)}
        for anchor, match in placed.items():
            section, words = match.title.section, match.words
            if anchor in barred or _is_of(index, anchor, targets) or names_nothing(graph, section):
                continue
            if section.key is None or not counts_alike(section, targets):
                continue
            if match.title.words in titles:
                continue  # one title of both names what is cited as well
            if _is_cited_beside(graph, reference, section):
                continue  # the words are said of that one
            if _holds(section, sentence):
                continue  # "an Elder (Article 2, Section 3)" names the article
            depth, count = before.get(anchor, (0, 0))
            unsaid = [w for w in words if not has(over, w) and index.is_silent(w, targets)]
            silent = len(unsaid) / len(words)
            alone = index.is_alone_together(match.words, anchor)
            exact = all(any(is_inflected(w, e) for e in said.words) for w in words)
            if len(words) == 1 and not _is_printed(section, said, sentence):
                continue
            rare = max(map(index.rarity, words))
            right = match.near == 0
            right_there = right and any(is_inflected(nearest, word) for word in words)
            entitled = exact and right_there and alone and match.whole
            bound = entitled and said.ruled
            yield section, NameEvidence(
                share=len(words) / len(match.title.words),
                alone=alone, exact=exact, entitled=entitled, bound=bound, bracketed=entitled and said.bracket,
                far=match.near > 1, tied=said.tied or said.lawful, apart=said.apart,
                rare=rare, silent=silent, silent_alone=silent * alone, phrase=depth == _PHRASE,
                customs=log(1 + min(count, _MOST)), custom_alone=bool(depth) and not own_so,
                surprise=sum(map(index.rarity, unsaid)) if exact or depth else 0.0,
                sibling=(section.key or ())[:-1] == (targets[0].key or ())[:-1],
                own_beside=near_own, own_near=far_own, own_word=own_so == 1, own_phrase=own_so == _PHRASE,
            ), right and not said.behind  # fmt: skip


def _is_cited_beside(graph: ReferenceGraph, reference: Reference, section: Section) -> bool:
    """Whether another citation in the line leads to a section: the words may be said of that."""
    links = graph.cited_by.get(section.anchor, ())
    return any(each.reference.line == reference.line and each.reference is not reference for each in links)


def _holds(section: Section, sentence: str) -> bool:
    """Whether a section's number stands right before the citation as that of its chapter: "an elder (Article
    2, Section 3)"."""
    last = _HOST.search(sentence)
    return last is not None and last[1] == (section.number or "").casefold()


def _is_printed(section: Section, said: Said, sentence: str) -> bool:
    """Whether a word of a title stands in a sentence but for its ending: "phase" is no "Phasing"."""
    words = (word.casefold() for word in _LONG_WORD.findall(section.title))
    return said.apart or said.behind or any(word[: max(len(word) - 2, 3)] in sentence for word in words)


def _is_of(index: TitleIndex, anchor: str, targets: Sequence[Section]) -> bool:
    """Whether a section is one of some, or below one."""
    spans, place = index.index.spans, index.index.spans.get(anchor, (-1, -1))[0]
    return any(first <= place < last for first, last in (spans.get(t.anchor, (0, 0)) for t in targets))


def _phrases(said: Said) -> list[tuple[str, ...]]:
    """The words beside a number that name something, nearest first: one, and two."""
    words = [word for word in said.words if word not in said.idle][:_PHRASE]
    return [tuple(words[: n + 1]) for n in range(len(words))]


def cited_so(graph: ReferenceGraph, reference: Reference, said: Said) -> dict[str, tuple[int, int]]:
    """The sections beside whose other citations the same words stand: how many of the words, how often."""
    found: dict[str, tuple[int, int]] = {}
    resolved = [one.anchor for one in graph.of(reference, reference.targets[0])[:1]]
    for phrase in _phrases(said):
        places = _customs(graph).get(phrase, Counter())
        for anchor, count in places.items() if len(places) <= _PLACES else ():
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


def spelt_name(
    known: CitationCandidates,
    reference: Reference,
    targets: Sequence[Section],
    weighed: Sequence[WeighedName],
) -> Section | None:
    """The section whose whole title stands word for word right before a citation of another that has not its
    words, or of whose title alone three stand there one behind the other; where clauses are cited, only what
    a bracket, or words that say that something is told there, tie to the number."""
    graph = known.graph
    said = _tied_whole(graph, reference, targets)
    if said is None and not cites_clauses(graph):
        said = _told_whole(graph, reference, targets)
        if said is None and any(one.weight >= DOUBTFUL for one in weighed):
            said = _told_in_part(known, reference, targets)
    barred = {reference.section, *above(graph, reference.section)}
    if said is None or said.anchor in barred or not counts_alike(said, targets):
        return None
    if _is_of(title_index(graph), said.anchor, targets) or _is_cited_beside(graph, reference, said):
        return None
    return None if names_nothing(graph, said) else said


def _told_whole(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> Section | None:
    """The one section whose title, of several long words, is the last words before "of" or "described in",
    none of another's before it ("the special allocation rules of"); seldom said elsewhere, and not by what is
    cited."""
    sentence = sentence_before(graph, reference)[-_REACH:]
    end = told_from(graph, sentence)
    said = words_of(_APART.split(sentence[: end or 0])[-1])
    while said and len(said[-1]) <= _SMALL:
        said.pop()  # "as"
    titles, stop = _whole_titles(graph), graph.rulebook.forms.stop
    for count in range(min(len(said), _LONGEST_TITLE), 1, -1):
        named = titles.get(tuple(said[-count:]), ())
        if len(named) != 1:
            continue
        before = said[-count - 1 : -count]
        if before and len(before[0]) > _SMALL and before[0] not in stop:
            return None
        return named[0] if _is_scarce(graph, said[-count:], named[0], targets) else None
    return None


def _tied_whole(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> Section | None:
    """The one section whose whole title, in any form of its words, is tied to a number, where what is cited
    neither is called so nor says so."""
    every = (_tied_title(graph, reference, targets, tied) for tied in _tied_words(graph, reference))
    return next(filter(None, every), None)


def _tied_title(
    graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], tied: _Tied
) -> Section | None:
    """The same, of some words."""
    known, stop, stems = graph.rulebook.forms, graph.rulebook.forms.stop, content_words(graph.rulebook.forms)
    pairs = zip(("", *tied.words), tied.words, strict=False)
    plain = [each for each in pairs if each[1] not in known.names.definite]
    heads, said = [head for head, _ in plain], [word for _, word in plain]
    forms, titles = [_form(graph, word) for word in said], _titles_in_any_form(graph)
    for last in range(len(said), len(said) - tied.spare - 1, -1):
        for first in range(max(0, last - _LONGEST_TITLE), last):
            title = forms[first:last]
            named = titles.get(tuple(title), ()) if len(title) >= tied.least else ()
            if not named:
                continue
            before = heads[first]
            if len(before) > _SMALL and unaccented(before) not in stop:
                return None
            if len(named) > 1:  # the one beside what is cited
                named = [one for one in named if one.parent == targets[0].parent]
            if len(named) != 1 or (len(title) == 1 and len(title[0]) < _ONE_WORD):
                return None
            own = {_form(graph, w) for t in targets for w in _LONG_WORD.findall(t.title) if stems(w)}
            about = {_form(graph, w) for w in words_of(sentence_before(graph, reference)[-_REACH:])}
            if tied.under and not own.isdisjoint(title):
                return None  # "the service of the notice under section 4", which is "Notice of Intention"
            apart = about.isdisjoint(own.difference(title)) or are_contrasted(graph, named[0], targets)
            # "used as the base URI for relative references (5.1)", where 5.1 is "Base URI"
            shown = apart and _is_tied(graph, reference, title, named[0], targets, term=tied.term)
            return named[0] if shown else None
    return None


class _Tied(NamedTuple):
    """Words that are tied to a number; how many of them may stand between the title and what ties, and how
    many a title must have; whether they are a `term` whose meaning is told, or
    what is by the number (`under`)."""

    words: Sequence[str]
    spare: int = 0
    least: int = 1
    term: bool = False
    under: bool = False


def _tied_words(graph: ReferenceGraph, reference: Reference) -> Iterator[_Tied]:
    """What stands right before the bracket of a number, or before what says that something is told there
    ("the vote counting mechanism described in") or is by it ("the register of members kept under"); a term
    whose meaning is told there; and behind it what is sought there ("see 3.6 for a definition of ties"). What
    is by a clause may be what does it ("indices set by the Board under § 20a(2)")."""
    forms, sentence = graph.rulebook.forms, without_host(sentence_before(graph, reference))[-_REACH:]
    bracket = _BRACKET.search(sentence)
    if bracket is not None and not _only_leads(graph, bracket["words"]):
        bracket = None
    under = rf"(?<!\w)(?:{forms.under})(?:[ \xa0](?:§+|[^\W\d_]+\.?))?[ \xa0]?(?:\w[’'])?[*_]*$"
    told = told_before(graph, sentence)
    tie = bracket or told or re.search(under, sentence, re.IGNORECASE)
    term = term_told(graph, sentence[: tie.start()]) if tie is not None and bracket is None else None
    if term is not None:
        yield _Tied(words_of(term), term=True)
    elif tie is not None:
        said = words_of(_APART.split(_TO_IT.sub("", sentence[: tie.start()].rstrip(" \xa0") + " "))[-1])
        if bracket is not None:
            yield _Tied(said)
        elif told is not None or _is_plain(reference):
            yield _Tied(said, 1, _PHRASE, under=told is None)
    lead = frozenset(forms.citing.cues) - citing_nouns(graph)
    if not lead.isdisjoint(words_of(f"{sentence}{reference.text}")[-_PHRASE - 1 :]):
        document, end = (
            graph.rulebook.document(reference.document),
            reference.column - 1 + len(reference.text),
        )
        lines = (line_at(document, reference.line + n) for n in range(2))
        behind = re.compile(rf"[*_]*[ \xa0](?:{forms.about}|{forms.sought})(?P<said>[ \xa0][^.,;:()|\d]+)")
        sought = behind.match(" ".join(map(str.strip, lines)), end)
        if sought is not None:
            yield _Tied(words_of(sought["said"]), least=_PHRASE)


def _is_plain(reference: Reference) -> bool:
    """Whether a section is cited and no clause in it."""
    return not any(target.clause or target.paragraph for target in reference.targets)


def are_contrasted(graph: ReferenceGraph, section: Section, targets: Sequence[Section]) -> bool:
    """Whether the title of a section is that of one beside it but for one word: "Block Step", "Counter
    Step"."""
    title = [_form(graph, word) for word in words_of(bare(section.title))]
    others = [
        [_form(graph, word) for word in words_of(bare(t.title))]
        for t in targets
        if t.parent == section.parent
    ]
    return any(
        len(title) == len(other) > 1 and sum(a != b for a, b in zip(title, other, strict=True)) == 1
        for other in others
    )


def _only_leads(graph: ReferenceGraph, words: str) -> bool:
    """Whether words in a bracket only lead to its number: "see Section"."""
    forms = graph.rulebook.forms
    return all(word in forms.citing.cues or unaccented(word) in forms.stop for word in words_of(words))


def _is_tied(
    graph: ReferenceGraph,
    reference: Reference,
    title: Sequence[str],
    section: Section,
    targets: Sequence[Section],
    *,
    term: bool = False,
) -> bool:
    """Whether a title names its section alone: no other has all its words, nor what is cited, that which it
    is cited in, or those above; neither what is cited nor its chapter is called by some of its words. Where
    the titles do not contrast, what is cited never says it, and few others do; a term of several words,
    whose meaning is told, is said anywhere. One word must be long and rare; of several two."""
    index, words = title_index(graph), set(title)
    cited = {a for one in targets for a in (one.anchor, *above(graph, one.anchor))}
    about = [graph.sections[a].title for a in (*cited, reference.section)]
    if any(words <= {_form(graph, word) for word in words_of(each)} for each in about):
        return False
    long = _LONG_WORD.findall(bare(section.title))
    rare = max(_SCARCE + 1, _RARE * len(index.index.spans))
    if len(title) == 1 and (len(title[0]) < _ONE_WORD or len(_places(graph, long)) > rare):
        return False
    if not long or len(set(long)) < min(len(title), _PHRASE):
        return False
    over = {section.anchor, *above(graph, section.anchor)}
    called = [{_form(graph, w) for w in _LONG_WORD.findall(graph.sections[a].title)} for a in cited - over]
    if any(each and each <= words for each in called):
        return False
    others = (one for form, each in _titles_in_any_form(graph).items() if words < set(form) for one in each)
    if not all(one.anchor in over or _is_of(index, one.anchor, [section]) for one in others):
        return False
    if any(len(each) == len(words) == len(each & words) + 1 > 1 for each in called):
        return True  # "The Secure Attribute", "The Hidden Attribute", which may tell of one another
    if term and len(title) > 1:
        return all(words_of(each) != words_of(section.title) for t in targets for each in _quoted(graph, t))
    said = {w for t in targets for a in _below(graph, t) for w in _all_words(graph, a)}
    begins = [word[: _ONE_WORD if len(word) >= _COMPOUND else _BEGUN].casefold() for word in long]
    begun = [begin for begin in begins if any(word.startswith(begin) for word in said)]
    if len(begun) == len(long) or any(len(begin) == _ONE_WORD for begin in begun):
        return False  # "einzelne Einnahmearten (§ 24)", of which the items of an "Einnahmerechnung" are
    phrase = f" {' '.join(title)} "
    having = [a for a in _places(graph, long) if phrase in _in_forms(graph, graph.sections[a])]
    if any(_is_of(index, anchor, targets) for anchor in having):
        return False
    return sum(not _is_of(index, anchor, [section]) for anchor in having) <= _SCARCE


def _quoted(graph: ReferenceGraph, section: Section) -> list[str]:
    """What stands in quotation marks in a section and below it."""
    texts = (text_of(graph.sections[anchor].blocks) for anchor in _below(graph, section))
    return [each for text in texts for each in _QUOTED.findall(text)]


def _below(graph: ReferenceGraph, section: Section) -> Sequence[str]:
    """A section and those below it, by their anchors."""
    index = title_index(graph).index
    return index.order[slice(*index.spans.get(section.anchor, (0, 0)))]


def _all_words(graph: ReferenceGraph, anchor: str) -> list[str]:
    section = graph.sections[anchor]
    return words_of(f"{section.title} {text_of(section.blocks)}")


def _places(graph: ReferenceGraph, words: Sequence[str]) -> list[str]:
    """The sections that have the rarest of some words, however it is spelt."""
    index, stems = title_index(graph).index, content_words(graph.rulebook.forms)
    every = [
        {
            at
            for form in (stem, stem.replace("is", "iz"), stem.replace("iz", "is"))
            for at in index.whole.get(form, ())
        }
        for word in words
        for stem in stems(word)
    ]
    return [index.order[at] for at in min(every, key=len, default=())]


def _in_forms(graph: ReferenceGraph, section: Section) -> str:
    """The words of a section's title and text, as they are compared."""
    said = (section.title, text_of(section.blocks))
    small = graph.rulebook.forms.names.definite
    plain = ([_form(graph, word) for word in words_of(each) if word not in small] for each in said)
    return " | ".join(f" {' '.join(words)} " for words in plain)


def _form(graph: ReferenceGraph, word: str) -> str:
    """A word as titles are compared: its stem, however it is spelt ("organization"); a small one whole."""
    return "".join(content_words(graph.rulebook.forms)(word)).replace("iz", "is") or word


@memoized_last
def _titles_in_any_form(graph: ReferenceGraph) -> Mapping[tuple[str, ...], Sequence[Section]]:
    """The numbered sections by the words of their titles in any form, without articles."""
    found = defaultdict[tuple[str, ...], list[Section]](list)
    forms = graph.rulebook.forms
    for words, sections in _whole_titles(graph).items():
        plain = [word for word in words if word not in forms.names.definite]
        found[tuple(_form(graph, word) for word in plain)] += sections if plain else ()
    return found


def _is_scarce(
    graph: ReferenceGraph, title: Sequence[str], section: Section, targets: Sequence[Section]
) -> bool:
    """Whether few sections have the words of a title one behind the other, and none that is cited; nor has
    another title all of them, or the cited one a long one."""
    long, index = set(filter(_LONG_WORD.fullmatch, title)), title_index(graph)
    stems = [stem for word in long for stem in content_words(graph.rulebook.forms)(word)]
    if len(long) < _PHRASE or not stems:
        return False
    if any(
        not long.isdisjoint(words_of(graph.sections[a].title))
        for t in targets
        for a in (t.anchor, *above(graph, t.anchor))
    ):
        return False
    if any(long <= set(words) for words in _whole_titles(graph) if words != tuple(title)):
        return False
    rarest = min((index.where(stem) for stem in stems), key=len)
    phrase, having = f" {' '.join(title)} ", 0
    for anchor in (index.index.order[at] for at in rarest):
        text = f" {' '.join(words_of(text_of(graph.sections[anchor].blocks)))} "
        if phrase in text:
            having += not _is_of(index, anchor, [section])
            if _is_of(index, anchor, targets):
                return False
    return having <= _SCARCE


@memoized_last
def _whole_titles(graph: ReferenceGraph) -> Mapping[tuple[str, ...], Sequence[Section]]:
    """The numbered sections by the words of their titles, small ones too."""
    found = defaultdict[tuple[str, ...], list[Section]](list)
    for section in titled_sections(graph):
        if section.key is not None and section.kind not in ("contents", "index"):
            found[tuple(words_of(bare(section.title)))].append(section)
    return found


def _told_in_part(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> Section | None:
    """The one section of whose title three words stand near a citation one behind the other, in its order, of
    which no other title has two and what is cited none."""
    graph, index = known.graph, title_index(known.graph)
    found: set[str] = set()
    for said in said_beside(known, reference):
        if said.behind or len(said.words) < _SPELT:
            continue
        for match in placed_titles(graph, reference, targets, said):
            words, anchor = match.words, match.title.section.anchor
            if len(words) < _SPELT or not match.ordered or match.near > _PHRASE:
                continue
            if not all(any(is_inflected(word, each) for each in said.words) for word in words):
                continue
            pairs = combinations(words, _PHRASE)
            if all(index.is_silent(word, targets) for word in words) and all(
                index.is_alone_together(pair, anchor) for pair in pairs
            ):
                found.add(anchor)
    return graph.sections[found.pop()] if len(found) == 1 else None
