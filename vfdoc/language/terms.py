"""The terms of a glossary in a text: found by their words and the endings that their language gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.language.typography import straight
from vfdoc.language.word_list import languages, primary, word_forms
from vfdoc.model import Glossary, Rulebook, Term, TermMatch
from vfdoc.model.session import memoized, memoized_few

# Where a word begins, and where none goes on: hyphens join. A term is sought by its first word, for most
# words of a text begin none, and only where longer ones begin so is a pattern asked.
_BEGUN = re.compile(r"(?<!\w)(?<!\w-)(?:\w+|[^\w\s])")
_CLOSED = re.compile(r"(?!\w)(?!-\w)")


class Matcher:
    """Finds the terms of one language in a text.

    The longest words win wherever several overlap, so that no term is found inside a longer one;
    nor is one found inside a word, joined to others by hyphens or not. Regular endings are tried.
    Case does not count, save in words of capitals ("LOS"), which must stand as they are.
    """

    __slots__ = ("_endings", "_longer", "_terms")

    def __init__(self, glossary: Glossary, language: str) -> None:
        spoken = primary(language)
        endings = word_forms(spoken).term_endings if spoken in languages() else ()
        words = {folded(word): term for term in glossary.terms for word in term.words.get(spoken, ())}
        inflected = {
            word + ending: term for word, term in words.items() for ending in endings if not _exact(word)
        }
        self._terms = {**inflected, **words}
        longer: dict[str, list[str]] = {}
        for word in sorted(words, key=lambda word: (-len(word), word)):
            first = _BEGUN.match(word)
            if first is not None and first[0] != word:
                longer.setdefault(first[0].casefold(), []).append(word)
        self._endings, self._longer = endings, {first: tuple(found) for first, found in longer.items()}

    def find(self, text: str) -> tuple[TermMatch, ...]:
        """The terms in the text, in order, none overlapping another."""
        return _found(self, text)

    def sought(self, text: str) -> tuple[TermMatch, ...]:
        """The same, whether or not it was asked before."""
        found = list(self._candidates(straight(text)))
        taken = bytearray(len(text) if found else 0)
        chosen: list[TermMatch] = []
        for said in sorted(found, key=lambda said: (said.start - said.end, said.start)):
            # What was chosen before is no shorter, so where it overlaps it covers one of the two ends.
            if not taken[said.start] and not taken[said.end - 1]:
                taken[said.start : said.end] = b"\1" * (said.end - said.start)
                chosen.append(said)
        return tuple(sorted(chosen, key=lambda said: said.start))

    def _candidates(self, text: str) -> Iterator[TermMatch]:
        """At every beginning of a word the longest term that begins there."""
        terms = self._terms
        for begun in _BEGUN.finditer(text):
            first = begun[0]
            plain = first.casefold()
            if plain in self._longer:
                found = _pattern(self._longer[plain], self._endings).match(text, begun.start())
                word = " ".join(found[0].split()) if found is not None else ""
                term = terms.get(word) or terms.get(word.casefold())
                if found is not None and term is not None:
                    yield TermMatch(*found.span(), term)
                    continue
            term = terms.get(first) or terms.get(plain)
            if term is not None and _CLOSED.match(text, begun.end()):
                yield TermMatch(*begun.span(), term)


@memoized_few
def matcher(glossary: Glossary, language: str) -> Matcher:
    """What finds the terms of a glossary in a language: several steps ask for the same."""
    return Matcher(glossary, language)


def matcher_of(rulebook: Rulebook) -> Matcher:
    """What finds the terms that an edition knows; the same object for the same words, which are all that
    its terms have."""
    language = primary(rulebook.edition.language)
    terms = rulebook.glossary.terms if rulebook.glossary is not None else ()
    return _matcher(tuple((term.id, tuple(term.words.get(language, ()))) for term in terms), language)


@memoized_few
def _matcher(terms: tuple[tuple[str, tuple[str, ...]], ...], language: str) -> Matcher:
    return Matcher(Glossary(tuple(Term(id, {language: words}) for id, words in terms)), language)


@memoized
def _found(asked: Matcher, text: str) -> tuple[TermMatch, ...]:
    """The terms in a text: what is compared with several editions is asked several times."""
    return asked.sought(text)


def folded(word: str) -> str:
    """A word as it is compared: apostrophes straight, spaces single, small letters (save in capitals)."""
    plain = " ".join(straight(word).split())
    return plain if _exact(plain) else plain.casefold()


def _exact(word: str) -> bool:
    """Whether a word is one of capitals, or a plural of such ("CICs")."""
    return word.removesuffix("s").isupper()


@memoized
def _pattern(words: tuple[str, ...], endings: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for words of several parts that begin alike, tried in that order.

    Nothing in a word is repeated but the spaces between its parts: the time is linear in the text.
    """
    ending = f"(?:{'|'.join(endings)})?" if endings else ""
    tried: list[str] = []
    for word in words:
        parts = r"\s+".join(re.escape(part) for part in word.split(" "))
        tried.append(parts if _exact(word) else f"(?i:{parts}{ending})")
    return re.compile(f"(?:{'|'.join(tried)}){_CLOSED.pattern}")
