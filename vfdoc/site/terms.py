"""The terms of an edition: links in its running text, and its glossary's page.

A term is linked where an edition says which section defines it, at its first place in each section,
and stands there itself, in the defining section, as the thing defined.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from vfdoc.formats.phrases import Mark, Terms, printable
from vfdoc.graph import ReferenceGraph
from vfdoc.language.terms import folded, matcher
from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import primary
from vfdoc.model import Glossary, Section, Term, TermMatch
from vfdoc.site.citations import Address
from vfdoc.site.section_parts import SectionPart

_SPEAK = ("rule", "part", "note", "question", "example", "sheet")
_OTHER_FIRST = "…"
_NOWHERE = (sys.maxsize, sys.maxsize)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of another language."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class TermEntry:
    """A term on the glossary's page: the section in which it is defined and the place there, and what is
    unknown empty."""

    id: str
    word: str
    means: str
    anchor: str
    place: str
    others: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """The terms that begin with one letter."""

    letter: str
    entries: tuple[TermEntry, ...]


class EditionTerms:
    """The terms that one edition defines, in its own language."""

    def __init__(
        self, glossary: Glossary, graph: ReferenceGraph, parts: Mapping[str, tuple[SectionPart, ...]]
    ) -> None:
        edition = graph.rulebook.edition
        self._language = primary(edition.language)
        self._matcher = matcher(glossary, self._language)
        self._defined = {
            term.id: anchor
            for term in glossary.terms
            if (anchor := term.defined.get(edition.id, "")) in graph.sections
            and term.words.get(self._language)
        }
        self._terms = tuple(term for term in glossary.terms if term.id in self._defined)
        self._found: dict[str, tuple[TermMatch, ...]] = {}
        self._places = {id: self._place(id, parts.get(anchor, ())) for id, anchor in self._defined.items()}

    def __bool__(self) -> bool:
        return bool(self._terms)

    def within(self, section: Section, address: Address) -> Terms | None:
        """What finds the terms of one section, each once; None where its kind has no running text."""
        if not self._terms or section.kind not in _SPEAK:
            return None
        met: set[str] = set()

        def marks(words: str, free: Sequence[tuple[int, int]]) -> Iterator[Mark]:
            stretches = iter(free)
            start, end = next(stretches, _NOWHERE)
            for said in self._said(words):
                while end <= said.start:
                    start, end = next(stretches, _NOWHERE)
                anchor = self._defined.get(said.term.id)
                if anchor is None or said.term.id in met or said.start < start or end < said.end:
                    continue
                here = anchor == section.anchor
                if here and not self._is_headword(words[said.start : said.end], said.term):
                    continue
                met.add(said.term.id)
                if here:
                    yield Mark(said.start, said.end, "<dfn>", "</dfn>")
                else:
                    yield self._link(said, address(self._places[said.term.id]))

        return lambda words, free: tuple(marks(words, free))

    def _place(self, id: str, parts: Sequence[SectionPart]) -> str:
        """Where a term is defined: the part of its section that is called so, by it alone or among other
        terms ("Light Infantry and Light Cavalry"), else the section."""
        for part in parts:
            called = part.title.partition(" (")[0]
            said = self._said(called)
            if said and not said[0].start and said[-1].end == len(called) and id in {s.term.id for s in said}:
                return part.anchor
        return self._defined[id]

    def place(self, id: str) -> str:
        """Where a term is defined, empty where the edition does not say."""
        return self._places.get(id, "")

    def letters(self) -> tuple[Letter, ...]:
        """The glossary: the terms by alphabet, accents aside."""
        entries = sorted(map(self._entry, self._terms), key=_alphabetic)
        grouped = groupby(entries, key=lambda entry: _initial(entry.word))
        return tuple(Letter(letter, tuple(found)) for letter, found in grouped)

    def _said(self, words: str) -> tuple[TermMatch, ...]:
        """A section stands on two pages; it is searched once."""
        found = self._found.get(words)
        if found is None:
            found = self._found[words] = self._matcher.find(words)
        return found

    def _is_headword(self, words: str, term: Term) -> bool:
        """Whether words are a term's own name, or a plural of it, and not a verb or a variant of it."""
        return folded(words).startswith(folded(term.words[self._language][0]))

    def _link(self, said: TermMatch, href: str) -> Mark:
        means = said.term.means.get(self._language, "")
        told = f' title="{escape(printable(means))}"' if means else ""
        return Mark(said.start, said.end, f'<a class="term" href="{escape(href)}"{told}>', "</a>")

    def _entry(self, term: Term) -> TermEntry:
        others = (
            Word(word, language)
            for language in sorted(term.words)
            if language != self._language
            for word in _distinct(term.words[language])
        )
        word = term.words[self._language][0]
        means = term.means.get(self._language, "")
        anchor, place = self._defined[term.id], self._places[term.id]
        return TermEntry(f"~{term.id}", word, means, anchor, place, tuple(others))


def _distinct(words: Sequence[str]) -> list[str]:
    """A term's words without those that only bend one before them ("limbering" after "limbered")."""
    kept: list[str] = []
    for word in words:
        if not any(unaccented(word)[:4] == unaccented(other)[:4] for other in kept):
            kept.append(word)
    return kept


def _initial(word: str) -> str:
    first = unaccented(word)[:1].upper()
    return first if first.isalpha() else _OTHER_FIRST


def _alphabetic(entry: TermEntry) -> tuple[str, str]:
    return unaccented(entry.word), entry.word
