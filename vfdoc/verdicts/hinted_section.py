"""The section that all words about a citation say was meant, where another is cited: a graph comes in, what
was meant goes out with its weight, and notes where that is too little for an error.

Two weighings are added up: of what stands right there and names (`weighed_name.py`), and, in this file, of
words of the citation's clause, before the number or behind it, that hint at another title: one or two of it,
and none that is of the cited title alone. What both titles have tells nothing ("Regular Meetings", "Special
Meetings"), nor does a word that stands about many citations. What one of the two does not see it does not
deny. The sum decides between error, note and silence. One word must show more than several, and so must a
text that cites clauses, where words beside a number seldom name, unless the title is printed there whole;
more than all must what stands before a lone number ("(9.1)"), in a text that has no others.
One that sets a section apart is enough: a rare one right there, of one title alone, beside the cited section,
of which that tells nothing (in 487 texts beside 49 exchanged numbers, 4 slips of one text and one sound one).
So is what a section beside it is called, whole and alone, where it is tied to the number: in 513 texts of
22,000 citations what is called so is a slip of the author's, or weighs too little (three are sound).

The weights of a hint are those of a logistic regression over 79 texts (laws, by-laws, contracts, standards,
rules; 5,700 citations), in which 268 numbers had been exchanged, each text held against what the others say.
The limits of the sum were set in view of 560 texts, 121 of them with exchanged numbers.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import log
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Finding, Reference, Rulebook, Section
from vfdoc.model.place import at_reference, called, gathered, line_at, related
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import above, citation_candidates, cites_by_number
from vfdoc.verdicts.citation_context import leads_there, tells_of_changes
from vfdoc.verdicts.named_section import counts_alike, counts_with, told_from
from vfdoc.verdicts.named_thing import governing, introducing_words, led_from, names_nothing, sentence_before
from vfdoc.verdicts.subjects import NamingTitle, TitleIndex, begin_of, title_index
from vfdoc.verdicts.title_before import innermost, is_turn_of_phrase
from vfdoc.verdicts.weighed_name import WeighedName, cites_clauses, weighed_names

_HOST = re.compile(r"[A-ZÀ-Ý§][^\W\d_]*\.?[ \xa0](?:[IVXLC]+|\d+(?:\.\d+)*),[ \xa0]$")  # "Article VI, "
_CUE = re.compile(r"(?<!\w)([^\W\d_]+)\.?[ \xa0]$")
_LETTERS = re.compile(r"(?<!\w)[A-Z]{2,5}[ \xa0](?:[^\W\d_]+\.?[ \xa0])?$")  # "BR Section "
_OWN = 40  # characters before a number in which it is said of what it is
_LED = 80  # those in which it is said what the words are to it ("as described in Section ")
_BEFORE, _BEHIND, _REACH = 10, 6, 100  # words about a citation; characters behind it
_WORD = re.compile(r"[^\W\d_]{2,}")
_LINK = re.compile(r"\]\([^()\s]*\)")
_ENDED = re.compile(r"[.,;:!?|()\d]")
_SET_OFF = re.compile(r",?[ \xa0][*_]{0,3}[(\"“„«»‘‚‹›][ \xa0\"“„«»*_]*([^()\"“”„«»]{2,80})")
_CLAUSE, _BEYOND = re.compile(r"[,;:()–—]"), 4  # and the words for which one counts that stands beyond it
_TO_LAST_DIGIT = re.compile(r".*\d", re.DOTALL)
_SENTENCE = re.compile(r"(?:\w+\W+){6,}(?<=\.)$")  # a heading that is one
_KNOWN = 12  # sections whose titles have a word that tells one of them
_ENDING = 4  # letters that one form of a word may have more than another
_ONE_CAUSE = 3  # citations of a line that are off by the same number: they count in another text
_OF_OWN = re.compile(r"(?:[ \xa0]\([^()]*\))?[*_\])]*[ \xa0][^\W\d_]{2,3}[ \xa0]([^\W\d_]+)")  # "of this"
_CITES = 0.5  # how sure it is that a number cites
_CLEAR = 0.7  # what the best must weigh more than the next
_MANY = 4  # hints that are told as one
_LOOK = "look at one of them; where it is a slip, look at the others too"
_TOGETHER = "{count} citations stand beside words of another title than that of the section that they cite"
# What must be weighed for an error and for a note; how much more of one word, or where a text cites clauses.
SURELY, _ENOUGH, _DOUBTED = 0.6, -1.5, 1.75
_NO_HINT, _NO_NAME = -1.0, -1.75  # what one weighing says that does not see it
_CALLED = 2.0  # what more is weighed of a whole title that stands right there, tied to the number
_APART = 2.0  # what more is weighed of one word that sets a section apart from the one that is cited
_RIGHT_THERE, _TELLING = 1, 2.0  # words between it and the number; how rare it is at least


class HintEvidence(NamedTuple):
    """What speaks for a section; in natural logarithms where it is a count or a rarity."""

    share: float  # of its title, by rarity, that stands about the citation, words of both titles too
    near: float  # words that stand between it and the number
    surprise: float  # rarity of its words of which what is cited tells nothing
    exact: float  # in these forms
    alone: float  # no other title has them
    cited: float  # other citations of it beside the rarest of them
    others: float  # citations of others beside that
    sibling: float  # it stands beside what is cited
    untitled: float  # what is cited has no title, but its chapter
    clause: float  # a clause is cited
    led: float  # something leads from the words to the number, or a bracket


_WEIGHTS = HintEvidence(
    share=2.95, near=-0.4, surprise=0.35, exact=0.95, alone=0.75, cited=1.45, others=-1.05, sibling=1.35,
    untitled=-1.0, clause=-1.0, led=-0.6,
)  # fmt: skip
_LEAST = -5.25


class HintedSection(NamedTuple):
    """A citation, the section at which the words about it hint, and which words of its title those are;
    whether they stand `behind` it, and are not set off there."""

    reference: Reference
    section: Section
    words: Sequence[str]
    behind: bool
    weight: float
    evidence: HintEvidence

    @property
    def apart(self) -> float:
        """What more is weighed, for an error, of one word right there, of which what is cited tells nothing,
        and which is of the title of one section beside it alone."""
        said = self.evidence
        right_there = said.alone and said.sibling and said.near <= _RIGHT_THERE and not said.clause
        return _APART if len(self.words) == 1 and right_there and said.surprise >= _TELLING else 0.0


class WeighedSection(NamedTuple):
    """A section that may be meant instead of the one that is cited, by all evidence, and how much of that
    makes errors alone (`surely`); whether its title stands right before the number; what hints at it, if
    anything does."""

    section: Section
    weight: float
    surely: float
    right_before: bool
    hint: HintedSection | None


class _WordBeside(NamedTuple):
    """The stem of a word about a citation, and how many others stand between; whether it stands behind."""

    stem: str
    far: int
    behind: bool


class _Told(NamedTuple):
    """A citation of one section with the words of its clause; whether something leads from them to it."""

    reference: Reference
    cited: Section
    said: Sequence[_WordBeside]
    led: bool


@dataclass(frozen=True, slots=True)
class _Titles:
    """The titles of a text: those that have a word, and how rare words are."""

    index: TitleIndex
    whole: Mapping[str, NamingTitle]
    bearers: dict[str, Sequence[NamingTitle]] = field(default_factory=dict)
    rarities: dict[str, float] = field(default_factory=dict)

    def having(self, word: str) -> Sequence[NamingTitle]:
        """The titles that have a word, in any form; none where they are many."""
        found = self.bearers.get(word)
        if found is None:
            begun = dict.fromkeys(t.section.anchor for t in self.index.titles.get(begin_of(word), ()))
            titles = [self.whole[a] for a in begun if has_akin(self.whole[a].words, word)]
            found = self.bearers[word] = titles if len(titles) <= _KNOWN else ()
        return found

    def rarity(self, word: str) -> float:
        """The logarithm of how few sections have a word."""
        found = self.rarities.get(word)
        if found is None:
            places = max(1, len(self.index.where(word)))
            found = self.rarities[word] = log(max(1, len(self.index.index.spans)) / places)
        return found

    def is_within(self, anchor: str, section: Section) -> bool:
        """Whether a section is another or stands below it."""
        first, last = self.index.index.spans.get(section.anchor, (0, 0))
        return first <= self.index.index.spans.get(anchor, (-1, -1))[0] < last


def is_akin(one: str, other: str) -> bool:
    """Whether two stems are of one word, but for an ending or two: "forward", "forwarding"."""
    if one == other:
        return True
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) > _ENDING and len(long) - len(short) <= _ENDING and long.startswith(short[:-1])


def has_akin(words: Sequence[str], word: str) -> bool:
    """Whether a word is one of some, in any form."""
    return any(is_akin(each, word) for each in words)


@memoized_last
def _titles(graph: ReferenceGraph) -> _Titles:
    index, stems = title_index(graph), content_words(graph.rulebook.forms)
    sections = {t.section.anchor: t.section for titles in index.titles.values() for t in titles}
    whole = {
        anchor: NamingTitle(section, tuple(dict.fromkeys(stems(section.title))), True)
        for anchor, section in sections.items()
    }
    return _Titles(index, whole)


@memoized_last
def _every(graph: ReferenceGraph) -> Sequence[_Told]:
    """The citations of one section each with the words of its clause."""
    found: list[_Told] = []
    for each in graph.rulebook.references():
        reference = innermost(graph, each)
        if len(reference.targets) != 1 or reference.range or reference.external:
            continue
        if reference.text.startswith("(") or leads_there(graph, reference):
            continue
        targets = graph.of(reference, reference.targets[0])
        if len(targets) == 1 and targets[0].key is not None and targets[0].kind != "sheet":
            found.append(_read(graph, reference, targets[0]))
    return found


def _read(graph: ReferenceGraph, reference: Reference, cited: Section) -> _Told:
    before, led = _before(graph, reference)
    stems, idle = content_words(graph.rulebook.forms), introducing_words(graph)
    words = [word for word in stems(before) if word not in idle]
    clause = sum(word not in idle for word in stems(_CLAUSE.split(before)[-1])) or len(words)
    said = [
        _WordBeside(word, far if far < clause else far + _BEYOND, False)
        for far, word in enumerate(reversed(words[-_BEFORE:]))
    ]
    behind, apart = _behind(graph, reference)
    words = [word for word in stems(behind) if word not in idle]
    said += [_WordBeside(word, far + (not apart), True) for far, word in enumerate(words[:_BEHIND])]
    return _Told(reference, cited, said, led)


def _before(graph: ReferenceGraph, reference: Reference) -> tuple[str, bool]:
    """What stands before a citation in its sentence, back to the number before it and without what leads to
    it; whether anything does. Nothing where the citation begins a sentence or goes on with a list; the
    sentence before where it stands in "See Section 3." alone."""
    forms, sentence = graph.rulebook.forms, sentence_before(graph, reference)
    led_there = led_from(graph, reference, sentence)
    if led_there:
        return led_there, True
    host = _HOST.search(sentence, max(0, len(sentence) - _OWN))
    sentence = sentence if host is None else sentence[: host.start()]
    cue = _CUE.search(sentence, max(0, len(sentence) - _OWN))
    is_cue = cue is not None and cue[1].casefold() in forms.citing.cues
    plain = sentence[: cue.start()] if cue is not None and is_cue else sentence
    last = _WORD.findall(plain[-_OWN:].casefold())[-1:]
    if plain.rstrip().endswith((".", "!", "?", ";")) or any(word in forms.citing.joins for word in last):
        return "", False
    begin = max(0, len(sentence) - _LED)
    told = told_from(graph, sentence[begin:])
    led = told is not None or sentence.rstrip(" *_[").endswith("(")
    if told is None:
        under = rf"(?<!\w)(?:{forms.under})[ \xa0][^\W\d_]{{0,9}}\.?[ \xa0]?$"
        found = re.search(under, sentence[begin:], re.IGNORECASE)
        told = None if found is None else found.start()
    said = plain if told is None else sentence[: begin + told]
    number = _TO_LAST_DIGIT.match(said)
    said = said if number is None else said[number.end() :].rpartition(")")[2]
    said = "" if number is not None and said.rstrip().endswith(",") else said
    return _own_clause(graph, said), led


def _own_clause(graph: ReferenceGraph, said: str) -> str:
    """What stands before a citation, without what another clause says before "and", where what is of the
    number is but "the provisions of" it: "acquires the shares and so long as the provisions of Section"."""
    stems, idle = content_words(graph.rulebook.forms), governing(graph, citation_candidates(graph).subjects)
    joins = [
        each for each in _WORD.finditer(said) if each.group().casefold() in graph.rulebook.forms.citing.joins
    ]
    behind = stems(said[joins[-1].end() :]) if joins else []
    return said[joins[-1].end() :] if behind and behind[-1] in idle else said


def _behind(graph: ReferenceGraph, reference: Reference) -> tuple[str, bool]:
    """What stands behind a citation in its clause, and whether it is set off as a title is."""
    line, _, end = _place(graph, reference)
    link = _LINK.match(line, end)
    behind = line[end if link is None else link.end() :][:_REACH]
    apart = _SET_OFF.match(behind)
    if apart is not None:
        return apart[1], True
    joins, said = graph.rulebook.forms.citing.joins, _ENDED.split(behind, maxsplit=1)[0]
    return " ".join(takewhile(lambda word: word.casefold() not in joins, said.split())), False


def _place(graph: ReferenceGraph, reference: Reference) -> tuple[str, int, int]:
    """A citation's line with the next, and where it begins and ends in that."""
    document = graph.rulebook.document(reference.document)
    line = f"{line_at(document, reference.line).rstrip()} {line_at(document, reference.line + 1).lstrip()}"
    return line, reference.column - 1, reference.column - 1 + len(reference.text)


@memoized_last
def _customs(graph: ReferenceGraph) -> Mapping[str, Counter[str]]:
    """Of each word how many citations of each section it stands about."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for told in _every(graph):
        for word in {each.stem for each in told.said}:
            found[word][told.cited.anchor] += 1
    return found


@dataclass(frozen=True, slots=True)
class _Hints:
    """What hints at other sections beside each citation, by its place, worked out where it is asked for."""

    graph: ReferenceGraph
    told: Mapping[tuple[str, int, int], _Told]
    found: dict[tuple[str, int, int], Sequence[HintedSection]] = field(default_factory=dict)

    def about(self, reference: Reference) -> Sequence[HintedSection]:
        place = reference.document, reference.line, reference.column
        if place not in self.found:
            told = self.told.get(place)
            self.found[place] = () if told is None else tuple(_weighed(self.graph, told))
        return self.found[place]


@memoized_last
def _hints(graph: ReferenceGraph) -> _Hints:
    return _Hints(graph, {(r.document, r.line, r.column): t for t in _every(graph) for r in [t.reference]})


def section_weighed(
    graph: ReferenceGraph, reference: Reference, names: Sequence[WeighedName]
) -> WeighedSection | None:
    """The section that all evidence about a citation together says was meant, where it stands clear of the
    next: what the words right there name (`weighed_name.py`), and what those of the clause hint at."""
    hints = {one.section.anchor: one for one in _hints(graph).about(reference)}
    named, bare = {one.section.anchor: one for one in names}, cites_by_number(graph)
    every: list[WeighedSection] = []
    for anchor in {**hints, **named}:
        hint, name = hints.get(anchor), named.get(anchor)
        weight = max(_NO_HINT, hint.weight if hint is not None else _NO_HINT)
        weight += max(_NO_NAME, name.weight if name is not None else _NO_NAME)
        apart = hint.apart if hint is not None and not bare else 0.0
        one = hint is not None and len(hint.words) == 1 and not apart
        doubted = (one or cites_clauses(graph)) and not (name is not None and name.printed)
        weight -= _DOUBTED * (bare + doubted)
        called = hint is not None and name is not None and name.called and not bare
        surely = apart + (_CALLED + _DOUBTED * doubted if called else 0.0)
        right = name.right_before if name is not None else hint is not None and not hint.behind
        section = hint.section if hint is not None else graph.sections[anchor]
        section = section if name is None else name.section
        every.append(WeighedSection(section, weight + surely, surely, right, hint))
    every.sort(key=lambda one: -one.weight)
    clear = every and (len(every) == 1 or every[0].weight - every[1].weight >= _CLEAR)
    return every[0] if clear else None


def hinted_sections(graph: ReferenceGraph) -> Iterator[HintedSection]:
    """The citations beside which words hint at another section clearly, in the order of the text."""
    known = citation_candidates(graph)
    for told in _every(graph):
        if not _hints(graph).about(told.reference):
            continue  # what its words name is dear to weigh, and of no use alone
        targets = graph.of(told.reference, told.reference.targets[0])
        best = section_weighed(graph, told.reference, weighed_names(known, told.reference, targets))
        if best is not None and best.hint is not None and best.weight - best.surely >= _ENOUGH:
            yield best.hint


def _weighed(graph: ReferenceGraph, told: _Told) -> Iterator[HintedSection]:
    for section, said, evidence in evidence_about(graph, told):
        words, behind = [each.stem for each in said], all(each.behind and each.far for each in said)
        weight = _LEAST + sum(one * other for one, other in zip(evidence, _WEIGHTS, strict=True))
        yield HintedSection(told.reference, section, words, behind, weight, evidence)


def evidence_about(
    graph: ReferenceGraph, told: _Told
) -> Iterator[tuple[Section, Sequence[_WordBeside], HintEvidence]]:
    """Each other section whose title has words of a citation's clause that the cited one lacks, with these
    words and what speaks for it."""
    reference, titles = told.reference, _titles(graph)
    if told.cited.anchor == reference.section or reference.confidence < _CITES or not told.said:
        return
    chain = [told.cited.anchor, *above(graph, told.cited.anchor)]
    titled = [titles.whole[each] for each in chain if each in titles.whole]
    if not titled or tells_of_changes(graph, reference) or _is_of_a_work(graph, reference):
        return
    bearer, stems = titled[0], {each.stem for each in told.said}
    own = [stem for stem in stems if has_akin(bearer.words, stem)]
    over = {stem for stem in stems for each in titled if has_akin(each.words, stem)}
    said = [each for each in told.said if each.stem not in over]
    barred = {reference.section, *above(graph, reference.section), *chain}
    for title in {t.section.anchor: t for each in said for t in titles.having(each.stem)}.values():
        section = title.section
        if section.anchor in barred or titles.is_within(section.anchor, bearer.section):
            continue
        if not counts_alike(section, [told.cited, bearer.section]) or names_nothing(graph, section):
            continue
        if is_its_item(graph, reference, section):
            continue
        if _SENTENCE.search(section.title) or any(not has_akin(title.words, stem) for stem in own):
            continue
        got = {word: each for word in title.words if (each := _nearest(said, word)) is not None}
        evidence = _evidence(graph, told, title, got, own, untitled=bearer.section.anchor != chain[0])
        yield section, [*got.values()], evidence


def _nearest(said: Sequence[_WordBeside], word: str) -> _WordBeside | None:
    return min((each for each in said if is_akin(word, each.stem)), key=lambda one: one.far, default=None)


def _evidence(
    graph: ReferenceGraph,
    told: _Told,
    title: NamingTitle,
    got: Mapping[str, _WordBeside],
    own: Sequence[str],
    *,
    untitled: bool,
) -> HintEvidence:
    titles, section = _titles(graph), title.section
    rarity = titles.rarity
    beside = _customs(graph)[got[max(got, key=rarity)].stem]
    cited = sum(count for anchor, count in beside.items() if titles.is_within(anchor, section))
    there = sum(rarity(word) for word in title.words if word in got or has_akin(own, word))
    target = told.reference.targets[0]
    return HintEvidence(
        share=there / max(0.01, sum(map(rarity, title.words))),
        near=min(each.far for each in got.values()),
        surprise=sum(rarity(word) for word in got if titles.index.is_silent(word, [told.cited])),
        exact=all(word == each.stem for word, each in got.items()),
        alone=titles.index.is_alone_together(tuple(got), section.anchor),
        cited=log(1 + cited),
        others=log(1 + max(0, beside.total() - cited - 1)),
        sibling=(section.key or ())[:-1] == (told.cited.key or ())[:-1],
        untitled=untitled,
        clause=bool(target.clause or target.paragraph),
        led=told.led,
    )


def _is_of_a_work(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether it is said of a citation what it is of: letters of another work stand before it ("BR Section
    8.2"), or its name behind it ("of the Bylaws"); or it is of where it stands ("this Section 17")."""
    forms, (line, start, end) = graph.rulebook.forms, _place(graph, reference)
    before = line[max(0, start - _OWN) : start]
    if _LETTERS.search(before) or not forms.own.isdisjoint(_WORD.findall(before.casefold())[-2:]):
        return True
    name = rf"(?:\([^()]*\))*[ \xa0](?:{forms.of})[ \xa0]([^\W\d_]{{2,4}})[ \xa0]([A-ZÀ-Ý][^\W\d_]+)"
    found = re.compile(name).match(line, end)
    if found is None or found[1].casefold() in forms.own:
        return False
    return not any(found[2] in line for line in graph.rulebook.document(reference.document).source.lines[:5])


def hinted_findings(rulebook: Rulebook, graph: ReferenceGraph) -> dict[tuple[str, int, int], Finding]:
    """A note for each citation whose words hint at another section, by its place."""
    found: dict[tuple[str, int, int], Finding] = {}
    known = citation_candidates(graph)
    contexts = {(c.reference.document, c.reference.line, c.reference.column): c for c in known.contexts}
    for hint in hinted_sections(graph):
        reference, section = hint.reference, hint.section
        cited = graph.of(reference, reference.targets[0])
        if section.number is None or not counts_with(graph, section, cited):
            continue
        host = _HOST.search(sentence_before(graph, reference)[-_OWN:])
        if host is not None and section.number in host[0]:
            continue  # "an elder (Article 2, Section 3)"
        context = contexts.get((reference.document, reference.line, reference.column))
        alone = len(hint.words) == 1
        if alone and context is not None and is_turn_of_phrase(known, context, cited):
            continue
        words, where = _printed(graph, hint)
        found[reference.document, reference.line, reference.column] = at_reference(
            rulebook,
            reference,
            "misdirected-reference",
            "note",
            f'{called(graph.sections[reference.section])} cites {called(cited[0])}, but the words "{words}" '
            f"{where} it are those of {called(section)}",
            remedy=f"look whether {section.number} is meant",
            target=reference.targets[0].number,
            suggestion=section.number,
            related=(related(section),),
        )
    return found


def with_hints(
    rulebook: Rulebook,
    graph: ReferenceGraph,
    findings: Sequence[Finding],
    titled: Collection[tuple[str, int, int]],
) -> Iterator[Finding]:
    """Findings with the notes on hints, which stand for other notes at their places; none at those that are
    `titled`, and one for all where they are many."""
    hinted = hinted_findings(rulebook, graph)
    kept = [each for each in findings if each.severity != "note" or _at(each) not in hinted]
    yield from kept
    places = {*titled, *map(_at, kept)}
    hints = [each for place, each in hinted.items() if place not in places]
    if len(hints) < _MANY:
        yield from hints
        return
    every = ", ".join(f"{each.quote} in line {each.line} ({each.suggestion}?)" for each in hints)
    together = f"{_TOGETHER}: {every.replace('{', '{{').replace('}', '}}')}"
    yield from gathered([replace(each, remedy=_LOOK) for each in hints], together)


def _at(finding: Finding) -> tuple[str, int, int]:
    return finding.document, finding.line, finding.column


def _printed(graph: ReferenceGraph, hint: HintedSection) -> tuple[str, str]:
    """The words of a title as they are printed about a citation, and where they stand."""
    stems = content_words(graph.rulebook.forms)
    said = [_before(graph, hint.reference)[0], _behind(graph, hint.reference)[0]]
    words = [[w for w in _WORD.findall(each) if not set(stems(w)).isdisjoint(hint.words)] for each in said]
    where = "about" if all(words) else "before" if words[0] else "behind"
    return " ".join(dict.fromkeys(word for each in words for word in each)), where


def noted_if_of_another_count(graph: ReferenceGraph, findings: Sequence[Finding]) -> list[Finding]:
    """Findings, those as notes that are off by the same number as several of one line are: one cause, the
    count of another agreement, has made them all. What says that it is of this text stays. None of those by
    which several sections mean themselves and cite one number: "this Section 5", of which they are parts; nor
    of an item of what is cited."""
    cited = {(r.document, r.line, r.column): r for r in graph.rulebook.references()} if findings else {}
    off: list[int | None] = []
    findings = [
        each
        for each in findings
        if (of := cited.get((each.document, each.line, each.column))) is None
        or not any(is_its_item(graph, of, graph.sections[one.section]) for one in each.related)
    ]
    for each in findings:
        reference = cited.get((each.document, each.line, each.column))
        off.append(_off(graph, reference, each) if reference is not None else None)
    alike = Counter((each.line, n) for each, n in zip(findings, off, strict=True) if n is not None)
    causes = {n for (_, n), count in alike.items() if count >= _ONE_CAUSE}
    themselves = {f.section: whole for f in findings if (whole := _whole(f))}
    wholes = {whole for whole, count in Counter(themselves.values()).items() if count >= _ONE_CAUSE}
    return [
        replace(f, severity="note") if n in causes else f
        for f, n in zip(findings, off, strict=True)
        if _whole(f) not in wholes
    ]


def is_its_item(graph: ReferenceGraph, reference: Reference, other: Section) -> bool:
    """Whether a section's number is that of the item that a citation is of: "§ 3 Nr. 11"."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    item = rf"[ \xa0][^\W\d_]+\.?[ \xa0]{re.escape(other.number or '-')}(?!\d)"
    end = reference.column - 1 + len(reference.text)
    return not reference.targets[0].paragraph and re.compile(item).match(line, end) is not None


def _whole(finding: Finding) -> str | None:
    """The whole number that a section cites and means itself by: 5, of "this Section 5(b)"."""
    itself = len(finding.related) == 1 and finding.related[0].section == finding.section
    return finding.target.partition("(")[0] if itself and finding.target else None


def _off(graph: ReferenceGraph, reference: Reference, finding: Finding) -> int | None:
    """By how much the last part of a citation's number is off, where it says of no text of its own."""
    targets = graph.of(reference, reference.targets[-1])
    meant = graph.sections.get(finding.related[0].section) if len(finding.related) == 1 else None
    if not targets or meant is None or not targets[0].key or not meant.key:
        return None
    one, other = targets[0].key, meant.key
    if one[:-1] != other[:-1] or not isinstance(one[-1], int) or not isinstance(other[-1], int):
        return None
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    behind = _OF_OWN.match(line, reference.column - 1 + len(reference.text))
    own = behind is not None and behind[1].casefold() in graph.rulebook.forms.own
    return None if own else other[-1] - one[-1]
