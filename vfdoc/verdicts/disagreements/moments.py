"""Sentences of the rules that set one thing at two moments, or break a formula in a telling word.

In: a rulebook. Out: Disagreements between two sentences of an edition: a test that is taken at the end of
the turn and at the end of the phase; a sentence that stands there several times, and once with another
number or with the opposite word.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vfdoc.language.stems import reader
from vfdoc.language.terms import matcher_of
from vfdoc.language.typography import unaccented
from vfdoc.model import Rulebook
from vfdoc.model.session import incremental, memoized_few
from vfdoc.model.words import WordForms
from vfdoc.verdicts.disagreements import Disagreement, is_sheet
from vfdoc.verdicts.disagreements.sentences import (
    INSTEAD,
    ComparedSentence,
    apart,
    as_read,
    candidates,
    every_sentence,
    likeness,
    opposite,
    places_of,
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
    said = every_sentence(rulebook)
    yield from _timed(rulebook, said)
    yield from _formulas(rulebook, [each for each, _ in said if not (each.cell or "|" in each.text)])


def _worded(rulebook: Rulebook, prose: Sequence[ComparedSentence]) -> Iterator[ComparedSentence]:
    """Of the sentences that begin or end as one that stands there twice, each of a few, with its words."""
    printed = Counter(s.text.casefold() for s in prose)
    twice = [text for text, count in printed.items() if count >= _OFTEN]
    ends = {end for text in twice for end in (text[:_END], text[-_END:])}
    read = reader(rulebook.forms), reader(WordForms())
    met: Counter[str] = Counter()
    for said in prose:
        text = said.text.casefold()
        met[text] += 1
        if met[text] <= _COPIES and len(text) <= _LONGEST and (text[:_END] in ends or text[-_END:] in ends):
            words, shown = words_of(said.text, *read)
            yield said._replace(words=words, printed=shown)


def _timed(rulebook: Rulebook, sentences: Iterable[tuple[ComparedSentence, str]]) -> Iterator[Disagreement]:
    """Two sentences that set one test at two moments of play."""
    pattern = rulebook.forms.contraries.when
    if not pattern:
        return
    tested = {test.id for test in rulebook.mechanics.tests} if rulebook.mechanics else set()
    told: dict[str, list[tuple[ComparedSentence, str]]] = defaultdict(list)
    for said, label in sentences:
        found = _moment(said.text, pattern)
        if found is None:
            continue
        matcher = matcher_of(rulebook)
        named = {f.term.id for f in matcher.find(label)}
        near = (f for f in matcher.find(said.text) if _gap(f.start, f.end, found.start, found.end) <= _NEAR)
        for term in sorted(named | {f.term.id for f in near}):
            if term.removesuffix("-test") in tested:
                text = said.text[found.start : found.end]
                words = said._replace(text=text, column=said.column + found.start)
                told[term].append((words, found.name))
    for term, places in told.items():
        yield from _moments(term, places)


class _Moment(NamedTuple):
    """A moment of play in a sentence: where its words begin and end, and which it is."""

    start: int
    end: int
    name: str


@incremental
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
    """The formulas that a sentence of these words may be but for one of them."""
    return tuple(
        candidates(ComparedSentence("", "", 0, 0, "", words, (), cell), formulas.places, formulas.said)
    )


def _formulas(rulebook: Rulebook, sentences: Iterable[ComparedSentence]) -> Iterator[Disagreement]:
    """Sentences that the rules say several times, and once with another number or the opposite word."""
    sheets = frozenset(d.id for d in rulebook.documents if d.kind == "sheet")
    sections = {s.anchor: is_sheet(s, sheets) for s in rulebook.sections()}
    prose = [s for s in sentences if not sections[s.section]]
    said = [s for s in _worded(rulebook, prose) if len(s.words) >= _FORMULA]
    times = Counter(s.words for s in said)
    often = list({s.words: s for s in reversed(said) if times[s.words] >= _OFTEN}.values())
    if not often:
        return
    formulas = _known(tuple((each.words, each.cell) for each in often))
    contraries, _ = as_read(rulebook.forms)
    parts = re.compile(rf"(?:{'|'.join(rulebook.forms.citing.parts) or '(?!)'})", re.IGNORECASE)
    told_in: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for each in said:
        told_in[each.words].add(each.section)
    for each in said:
        if times[each.words] > 1:
            continue
        for other in (often[at] for at in _near(each.words, each.cell, formulas)):
            if likeness(each, other) < _NEARLY:
                continue
            differing = apart(other.words, each.words)
            if sum(s.old_end - s.old + s.new_end - s.new for s in differing) > 2 * INSTEAD:
                continue
            told = swapped(differing, other, each, parts)
            if told is not None and told_in[other.words] == {each.section}:
                continue  # a section that alone says it thrice has numbers for several cases
            if told is None and opposite(other, each, contraries.pairs):
                told = shown(other, each, differing[0])
            if told:
                more = tuple((side_of(s, ""), 1) for s in said if s.words == other.words and s is not other)
                yield Disagreement(
                    side_of(each, told[1]), side_of(other, told[0]), "amount", "error", "", more
                )
                break
