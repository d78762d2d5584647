"""Sentences of the rules that set one thing at two moments, or break a formula in a telling word.

In: a rulebook. Out: Disagreements between two sentences of an edition: a test that is taken at the end of
the turn and at the end of the phase; a sentence that stands there several times, and once with another
number or with the opposite word.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vfdoc.language.stems import reader
from vfdoc.language.terms import Matcher, matcher_of
from vfdoc.language.typography import unaccented
from vfdoc.model import Rulebook
from vfdoc.model.extract import BySection, Extract
from vfdoc.model.place import line_at
from vfdoc.model.session import incremental, memoized_few
from vfdoc.model.words import WordForms
from vfdoc.verdicts.disagreements import Disagreement, is_sheet
from vfdoc.verdicts.disagreements.sentences import (
    INSTEAD,
    ComparedSentence,
    apart,
    as_read,
    candidates,
    likeness,
    opposite,
    places_of,
    sentences_of,
    shown,
    side_of,
    swapped,
    words_of,
)

_NEAR = 60  # characters between a moment of play and what happens then
_FORMULA = 8  # words that a sentence said several times has at least
_OFTEN = 2  # times that a formula is said
_COPIES = 6  # times that a formula is looked at
_LONGEST = 1000  # characters of a sentence that can be one
_END = 10  # characters that a sentence has in common with a formula, at one end
_NEARLY = 0.85  # of its words, what a sentence shares with a formula that it is but for a word


def among_rules(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The moments of play that two sentences of the edition tell otherwise, and the sentences of the rules
    that are a formula but for a telling word."""
    yield from _timed(rulebook)
    yield from _formulas(rulebook)


class _Prose(NamedTuple):
    """A sentence in small letters, by which copies are known, and how it begins and ends."""

    small: str
    begins: str
    ends: str
    said: ComparedSentence


@BySection
def _prose(extract: Extract) -> tuple[_Prose, ...]:
    """The sentences of a section that stand in no table."""
    prose = (said for said, _ in sentences_of(extract) if not (said.cell or "|" in said.text))
    return tuple(_Prose(small := said.text.casefold(), small[:_END], small[-_END:], said) for said in prose)


def _worded(rulebook: Rulebook) -> Iterator[ComparedSentence]:
    """Of the sentences of the rules that begin or end as one that stands there twice, each of a few, with its
    words."""
    sheets = frozenset(d.id for d in rulebook.documents if d.kind == "sheet")
    found = [
        (placed, prose)
        for placed, prose in _prose.over(rulebook.documents)
        if not is_sheet(placed.section, sheets)
    ]
    printed = Counter(each.small for _, prose in found for each in prose)
    twice = [text for text, count in printed.items() if count >= _OFTEN]
    ends = {end for text in twice for end in (text[:_END], text[-_END:])}
    read = reader(rulebook.forms), reader(WordForms())
    met: Counter[str] = Counter()
    for placed, prose in found:
        for small, first, last, said in prose:
            if first in ends or last in ends:
                met[small] += 1
                if met[small] <= _COPIES and len(small) <= _LONGEST:
                    words, shown = words_of(said.text, *read)
                    yield said._replace(line=said.line + placed.above, words=words, printed=shown)


def _timed(rulebook: Rulebook) -> Iterator[Disagreement]:
    """Two sentences that set one test at two moments of play."""
    pattern = rulebook.forms.contraries.when
    if not pattern:
        return
    tested = {test.id for test in rulebook.mechanics.tests} if rulebook.mechanics else set()
    told: dict[str, list[tuple[ComparedSentence, str]]] = defaultdict(list)
    for placed, each in _moments_in.over(rulebook.documents, pattern, matcher_of(rulebook)):
        for said, moment, terms in each:
            for term in terms:
                if term.removesuffix("-test") in tested:
                    told[term].append((said._replace(line=said.line + placed.above), moment))
    for term, places in told.items():
        yield from _moments(term, places)


@BySection
def _moments_in(
    extract: Extract, pattern: str, matcher: Matcher
) -> tuple[tuple[ComparedSentence, str, tuple[str, ...]], ...]:
    """The words of a section that name a moment of play, which that is, and the terms beside it."""
    told = []
    for said, label in sentences_of(extract):
        found = _moment(said.text, pattern)
        if found is None:
            continue
        named = {f.term.id for f in matcher.find(label)}
        near = (f for f in matcher.find(said.text) if _gap(f.start, f.end, found.start, found.end) <= _NEAR)
        text = said.text[found.start : found.end]
        words = said._replace(text=text, column=said.column + found.start)
        told.append((words, found.name, tuple(sorted(named | {f.term.id for f in near}))))
    return tuple(told)


class _Moment(NamedTuple):
    """A moment of play in a sentence: where its words begin and end, and which it is."""

    start: int
    end: int
    name: str


def _moment(text: str, pattern: str) -> _Moment | None:
    """The first moment that a sentence names."""
    found = re.compile(pattern, re.IGNORECASE).search(text)
    return _Moment(*found.span(), unaccented(f"{found['edge']} {found['stage']}")) if found else None


def _gap(start: int, end: int, other: int, other_end: int) -> int:
    """How many characters lie between two stretches of a text."""
    return max(other - end, start - other_end)


def _moments(term: str, places: Sequence[tuple[ComparedSentence, str]]) -> Iterator[Disagreement]:
    counted = Counter(moment for _, moment in places)
    if len(counted) != 2:
        return
    first = min(counted, key=lambda moment: (counted[moment], [m for _, m in places].index(moment)))
    here = next(said for said, moment in places if moment == first)
    other = next(said for said, moment in places if moment != first)
    more = tuple((side_of(s, s.text), int(m != first)) for s, m in places if s not in (here, other))
    yield Disagreement(side_of(here, here.text), side_of(other, other.text), "order", "error", term, more)


@dataclass(frozen=True, slots=True, eq=False)
class _Formulas:
    """Sentences that stand there several times, their places left out, and where each word of them is."""

    said: tuple[ComparedSentence, ...]
    places: Mapping[str, Sequence[int]]


@memoized_few
def _known(said: tuple[tuple[tuple[str, ...], bool], ...]) -> _Formulas:
    found = tuple(ComparedSentence("", "", 0, 0, "", words, (), cell) for words, cell in said)
    return _Formulas(found, places_of(found, found))


@incremental
def _near(words: tuple[str, ...], cell: bool, formulas: _Formulas) -> tuple[int, ...]:
    """The formulas that a sentence of these words is but for few of them."""
    said = ComparedSentence("", "", 0, 0, "", words, (), cell)
    near = candidates(said, formulas.places, formulas.said)
    return tuple(at for at in near if likeness(said, formulas.said[at]) >= _NEARLY)


def _is_of_another(rulebook: Rulebook, one: ComparedSentence, other: ComparedSentence) -> bool:
    """Whether two sentences stand behind labels in their lines that name different things ("Noon: row.")."""
    labels = [
        line_at(rulebook.document(said.document), said.line)[: said.column - 1].strip(" -*_•")
        for said in (one, other)
    ]
    return all(label.endswith(":") for label in labels) and labels[0] != labels[1]


def _is_titled(titles: Mapping[str, str], said: ComparedSentence, word: str, other: str) -> bool:
    """Whether a section is headed by the word that its sentence has and another has not ("Start of Turn"):
    then it speaks of its own."""
    title = titles.get(said.section, "").split()
    return word.strip('"').casefold() in title and other.strip('"').casefold() not in title


def _counts_here(text: str, number: str, forms: WordForms) -> bool:
    """Whether a sentence counts what stands before it, and nothing elsewhere: "these five pieces", "As a
    result of this, it has two steps"."""
    words = text.casefold().replace(",", " ,").split()
    at = words.index(number.casefold()) if number.casefold() in words else 0
    opening = words[: words.index(",")] if "," in words[:at] else ()
    behind = at > 0 and words[at - 1] in forms.same.pronouns
    return behind or not forms.own.isdisjoint(opening)


def _formulas(rulebook: Rulebook) -> Iterator[Disagreement]:
    """Sentences that the rules say several times, and once with another number or the opposite word."""
    said = [s for s in _worded(rulebook) if len(s.words) >= _FORMULA]
    times = Counter(s.words for s in said)
    often = list({s.words: s for s in reversed(said) if times[s.words] >= _OFTEN}.values())
    if not often:
        return
    formulas = _known(tuple((each.words, each.cell) for each in often))
    contraries, _ = as_read(rulebook.forms)
    parts = re.compile(rf"(?:{'|'.join(rulebook.forms.citing.parts) or '(?!)'})", re.IGNORECASE)
    titles: dict[str, str] = {}
    for section in rulebook.sections():  # one without a title speaks of what stands over it
        titles[section.anchor] = section.title.casefold() or titles.get(section.parent or "", "")
    told_in: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for each in said:
        told_in[each.words].add(each.section)
    found: list[tuple[tuple[str, ...], Disagreement]] = []
    values: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for each in (*(s for s in said if times[s.words] == 1), *often):
        for other in (often[at] for at in _near(each.words, each.cell, formulas)):
            if other is each:
                continue
            differing = apart(other.words, each.words)
            if sum(s.old_end - s.old + s.new_end - s.new for s in differing) > 2 * INSTEAD:
                continue
            told = swapped(differing, other, each, parts)
            if told is not None and _is_of_another(rulebook, each, other):
                continue
            if told is not None and told_in[other.words] == {each.section}:
                continue  # a section that alone says it thrice has numbers for several cases
            if told is None and opposite(other, each, contraries.pairs):
                told = shown(other, each, differing[0])
            if told and _counts_here(each.text, told[1], rulebook.forms):
                continue
            if told and _is_titled(titles, each, told[1], told[0]):
                continue
            if told:
                values[other.words].add(told[1])
                if times[each.words] == 1:
                    more = tuple(
                        (side_of(s, ""), 1) for s in said if s.words == other.words and s is not other
                    )
                    sides = side_of(each, told[1]), side_of(other, told[0])
                    found.append((other.words, Disagreement(*sides, "amount", "error", "", more)))
                break
    # what is said with many values is a form that is filled in, and none of them contradicts another
    yield from (each for formula, each in found if len(values[formula]) == 1)
