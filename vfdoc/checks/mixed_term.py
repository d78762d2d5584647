"""One defined term called by two names, or spelled in two ways.

The reader asks whether the two are the same thing. Evidence, one of two. A word that no title has,
spelled like one that a title has (the same four letters at first and three at last, and no more letters
or fewer than one) and standing before the word that follows it in that title. Two names of several
words for one term of the glossary, never in one line, of which neither holds the words of the other:
one is said at least twice as often as the other, which is said twice at most; or is that of the rules,
and the other stands in comments alone. Several places of one spelling are one finding. In a text of a
game that nobody describes the glossary is of all games, and what it holds for one term may be two things
there: a note.

Bad:  defensible terrain      in a sheet whose rules say "defendable terrain"
Good: defendable terrain
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.terms import folded
from vfdoc.language.typography import straight
from vfdoc.language.word_list import primary
from vfdoc.model import Finding, Related, Rulebook, Section, Term, TextLine
from vfdoc.model.extract import BySection, Extract, stretches
from vfdoc.model.passage import words_of
from vfdoc.model.place import at_words, related
from vfdoc.model.session import incremental
from vfdoc.verdicts.named_kinds import Stem, stemmer

_WORD = re.compile(r"[^\W\d_]{6,}")
_ANY = re.compile(r"[^\W\d_]+")
_FIRST, _LAST = 4, 3  # letters that two spellings share
_ALIKE = 0.75
_SHORT = 3
_LONGEST = 30  # letters of a word that is compared
_MOST_SHAPED = 20  # words of titles that a word is held against
_LISTS = ("contents", "index")  # kinds of section that only name others
_MOST = 2  # times that the rarer name is said
_RARER = 2  # how many times as often the other is said


class _Line(NamedTuple):
    """A line of a passage and the section in which it stands."""

    section: Section
    line: TextLine


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at each place that calls a defined term otherwise than the rest of the edition."""
    vocabulary = frozenset[str]().union(
        *(_words(part) for d in rulebook.documents for part in stretches(rulebook)[d.id])
    )
    spellings, terms = _spellings(rulebook, vocabulary), _terms(rulebook, vocabulary)
    if not spellings and not terms:
        return
    if spellings:
        yield from _misspelled(rulebook, spellings)
    if terms:
        yield from _names(rulebook, terms)


@incremental
def _words(text: str) -> frozenset[str]:
    return frozenset(_ANY.findall(text.casefold()))


# Two spellings of a word


def _spellings(rulebook: Rulebook, vocabulary: Set[str]) -> dict[str, tuple[str, Section]]:
    """The words that are spelled like one of a title, each with that word and the title's section."""
    titles: dict[str, Section] = {}
    for section in rulebook.sections():
        if section.kind not in _LISTS:
            for word in _WORD.findall(section.title.casefold()):
                titles.setdefault(word, section)
    shaped: dict[tuple[str, str], list[str]] = defaultdict(list)
    for title in titles:
        shaped[title[:_FIRST], title[-_LAST:]].append(title)
    stem = stemmer(rulebook)
    found: dict[str, tuple[str, Section]] = {}
    for word in sorted(vocabulary - titles.keys()):
        for title in shaped.get((word[:_FIRST], word[-_LAST:]), ())[:_MOST_SHAPED]:
            if _is_spelling(word, title) and stem(word) != stem(title):
                found.setdefault(word, (title, titles[title]))
    return found


def _misspelled(rulebook: Rulebook, spellings: Mapping[str, tuple[str, Section]]) -> Iterator[Finding]:
    stem = stemmer(rulebook)
    forms = frozenset((*spellings, *(title for title, _ in spellings.values())))
    said: dict[str, list[tuple[_Line, int]]] = defaultdict(list)
    for placed, found_forms in _forms_in.over(rulebook.documents, forms):
        for word, line, start in found_forms if placed.section.kind not in _LISTS else ():
            said[word].append((_Line(placed.section, placed.down(line)), start))
    for word, (title, section) in spellings.items():
        after = {_after(place, start, title, stem) for place, start in said[title]} & _named_with(
            title, section, stem
        )
        found = [
            _spelling(rulebook, place, start, word, title, section)
            for place, start in said[word]
            if _after(place, start, word, stem) in after
        ]
        places = tuple(Related(f.section or "", f.line, f.quote) for f in found[1:])
        yield from (replace(f, related=places, gathered=True) if places else f for f in found[:1])


@BySection
def _forms_in(extract: Extract, forms: frozenset[str]) -> tuple[tuple[str, TextLine, int], ...]:
    """Where a section has one of these words: the word, its line, and where in that it begins."""
    lines = (line for passage in extract.passages for line in passage.lines)
    return tuple(
        (word, line, match.start())
        for line in lines
        if not forms.isdisjoint(_words(line.text))
        for match in _WORD.finditer(line.text)
        if (word := match.group().casefold()) in forms
    )


def _is_spelling(word: str, title: str) -> bool:
    close = abs(len(word) - len(title)) <= 1 and len(word) <= _LONGEST
    return close and SequenceMatcher(None, word, title, False).ratio() >= _ALIKE


def _named_with(word: str, section: Section, stem: Stem) -> frozenset[str]:
    """The stems of the words that follow one in the title of a section: what its name is. Words of three
    letters are hardly a name's, in whatever language."""
    words = words_of(section.title)
    followed = (after for before, after in pairwise(words) if before == word and len(after) > _SHORT)
    return frozenset(map(stem, followed)) - {""}


def _after(place: _Line, start: int, word: str, stem: Stem) -> str:
    """The stem of the word right behind one, empty where none stands there."""
    rest = place.line.text[start + len(word) : start + len(word) + 40].lstrip("*_").partition(" ")
    words = words_of(rest[2])[:1] if not rest[0] else []
    return stem(words[0]) if words else ""


def _spelling(
    rulebook: Rulebook, place: _Line, start: int, word: str, title: str, defined: Section
) -> Finding:
    text = place.line.text
    end = start + len(word)
    after = re.match(r"\s+[^\W\d_]+", text[end:])
    words = TextLine(
        place.line.line, place.line.column + start, text[start : end + (after.end() if after else 0)]
    )
    message = f'"{word}" is spelled "{title}" in {defined.number or "the title"} "{defined.title}"'
    remedy = f'write "{title}"'
    return _finding(rulebook, place.section, words, message, remedy, related(defined))


# Two names of a term


def _terms(rulebook: Rulebook, vocabulary: Set[str]) -> list[Term]:
    """The terms of which two names, neither within the other, may stand in the text; with those alone."""
    language, stem = _language(rulebook), stemmer(rulebook)
    found: list[Term] = []
    for term in rulebook.glossary.terms if rulebook.glossary is not None else ():
        names = [
            word
            for word in term.words.get(language, ())
            if " " in word
            and all(p in vocabulary or f"{p}s" in vocabulary for p in _ANY.findall(folded(word)))
        ]
        keys = {_name(word, stem) for word in names} if len(names) > 1 else set()
        if any(not (one <= other or other <= one) for one, other in combinations(keys, 2)):
            found.append(Term(term.id, {language: tuple(names)}))
    return found


def _names(rulebook: Rulebook, terms: Sequence[Term]) -> Iterator[Finding]:
    stem = stemmer(rulebook)
    owners = {folded(name): term.id for term in terms for names in term.words.values() for name in names}
    named = "|".join(map(re.escape, sorted(owners, key=len, reverse=True)))
    said: dict[str, dict[frozenset[str], list[tuple[_Line, TextLine]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for placed, told in _named.over(rulebook.documents, named):
        for line, start, words, called in told if placed.section.kind not in _LISTS else ():
            name = _name(called, stem)
            if len(name) > 1:
                at = placed.down(line)
                where = TextLine(at.line, at.column + start, words)
                said[owners[called]][name].append((_Line(placed.section, at), where))
    for names in said.values():
        yield from _rarer(rulebook, names)


@BySection
def _named(extract: Extract, names: str) -> tuple[tuple[TextLine, int, str, str], ...]:
    """Where a section says one of the names (an expression of all): the line, where in that it does, in
    which words, and the name."""
    pattern = re.compile(rf"\b({names})(?:e?s)?\b")
    found = []
    for line in (line for passage in extract.passages for line in passage.lines):
        small = straight(line.text.lower())
        for match in pattern.finditer(small) if len(small) == len(line.text) else ():
            words = line.text[match.start() : match.end()]
            found.append((line, match.start(), words, match.group(1)))
    return tuple(found)


def _language(rulebook: Rulebook) -> str:
    return primary(rulebook.edition.language)


def _name(words: str, stem: Stem) -> frozenset[str]:
    """The words of a name, by their first letters, without those that say nothing."""
    return frozenset(found[:_FIRST] for word in words_of(folded(words)) if (found := stem(word)))


def _rarer(
    rulebook: Rulebook, names: Mapping[frozenset[str], Sequence[tuple[_Line, TextLine]]]
) -> Iterator[Finding]:
    if len(names) < 2:
        return
    rules = Counter({name: sum(p.section.kind != "note" for p, _ in said) for name, said in names.items()})
    usual = max(names, key=lambda name: (rules[name] > 0, len(names[name]), sorted(name)))
    first = names[usual][0]
    for name, said in names.items():
        together = {p.line for p, _ in said} & {p.line for p, _ in names[usual]}
        if name <= usual or usual <= name or together:
            continue
        rare = len(said) <= _MOST and len(names[usual]) >= _RARER * len(said)
        elsewhere = not rules[name] and rules[usual] > 0
        if rare or (elsewhere and len(said) <= _MOST):
            for place, words in said:
                message = f'what is called "{words.text}" here is "{first[1].text}" elsewhere'
                other = Related(first[0].section.anchor, first[1].line, first[1].text)
                remedy = f'write "{first[1].text}", or say what sets the two apart'
                found = _finding(rulebook, place.section, words, message, remedy, other)
                yield replace(found, severity="note") if rulebook.is_undescribed() else found


def _finding(
    rulebook: Rulebook, section: Section, place: TextLine, message: str, remedy: str, other: Related
) -> Finding:
    return at_words(
        rulebook, section, "mixed-term", "warning", place, message, remedy=remedy, related=(other,)
    )
