"""The forms of words (stemming): what is left of a word when its ending is cut, so that its forms meet.

Three depths, each the language's own data (`WordForms`): `stem` is a light stemmer for likeness, where a
word more or less tells little; `phrase_form` takes off plural and gender alone, for phrases that mean
something exactly; `search_form` (and `stem` of site/find.js, held to it by tests/lists/word-forms.tsv)
goes furthest, for a question may be put in any form. `reader` reads a whole text as stems.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from vfdoc.language.typography import plain, unaccented
from vfdoc.language.word_list import primary, word_forms
from vfdoc.model import Glossary, WordForms
from vfdoc.model.session import memoized, memoized_few, table_of

# A value is one word with its sign or unit: 4+, 3", 10%, +1; so are a letter and its number: d6.
_TOKEN = re.compile(r"""[+-]?\d+(?:[.,]\d+)*(?:\+|"|%)?|[^\W\d_]+\d*""")
_DOUBLED = re.compile(r"([^\d])\1$")
_SHORTEST = 3  # letters that a stem keeps


def stem(word: str, forms: WordForms) -> str:
    """A word (`unaccented`) without the longest ending that leaves it three letters; one that ends as one
    of `whole` does loses none."""
    if not word.endswith(forms.whole):
        for ending in forms.endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                return word[: -len(ending)]
    return word


@memoized
def phrase_form(word: str, language: str) -> str:
    """A word as phrases of a language are compared: unaccented, without plural and gender."""
    return uninflected(word, word_forms(language).phrase_endings)


@memoized
def uninflected(word: str, endings: tuple[str, ...]) -> str:
    """A word unaccented and without these endings (`phrase_endings` of its language), in turn; one of three
    letters keeps them."""
    form = unaccented(word)
    for ending in endings:
        if len(form) > _SHORTEST:
            form = re.sub(f"(?:{ending})$", "", form) or form
    return form


def singular(word: str, plurals: Sequence[tuple[str, str]]) -> str:
    """A word with the first of these ends that it has exchanged for what stands for it in the singular
    (`plurals` of its language); the word itself, where it has none."""
    for end, instead in plurals:
        if word.endswith(end):
            return word[: -len(end)] + instead
    return word


def search_form(word: str, forms: WordForms) -> str:
    """A word (`unaccented`) as the search compares it: its stem, without the letter that an ending has
    doubled ("winning" is "win")."""
    return _DOUBLED.sub(r"\1", stem(word, forms))


Reader: TypeAlias = Callable[[str], list[str]]
"""Reads a plain text as stems, in order, values among them as printed."""


def reader(forms: WordForms, glossary: Glossary | None = None, language: str = "") -> Reader:
    """The reader of a language: what its words lose at their ends, and which of them are numbers.

    With a glossary it says the terms too (`#shaken`), in which other words for the same and words of
    other languages meet. It remembers the words that it has met.
    """
    if glossary is None:
        return _reader(forms)
    stemmed = _stemmer(forms)
    terms = _terms(glossary, primary(language), stemmed)

    def read(text: str) -> list[str]:
        found = [stemmed(token) for token in _TOKEN.findall(text)]
        return [*found, *_named_terms(found, terms)]

    return read


@memoized_few
def _reader(forms: WordForms) -> Reader:
    stemmed = _stemmer(forms)
    return lambda text: [stemmed(token) for token in _TOKEN.findall(text)]


@memoized_few
def _stemmer(forms: WordForms) -> Callable[[str], str]:
    numbers = {word: str(number) for word, number in forms.sums.numbers}

    @table_of
    def read(token: str) -> str:
        if not token[0].isalpha():
            return token
        word = unaccented(token)
        if word in numbers:
            return numbers[word]
        return stem(word, forms) or token

    return read


_Terms = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""By their first stem, the stems of terms, the longest first, and the terms' names."""


def _terms(glossary: Glossary, language: str, stemmed: Callable[[str], str]) -> _Terms:
    found: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for term in glossary.terms:
        for words in term.words.get(language, ()):
            said = tuple(stemmed(token) for token in _TOKEN.findall(plain(words)))
            if said:
                found[said[0]].setdefault(said, f"#{term.id}")
    return {first: sorted(known.items(), key=lambda each: -len(each[0])) for first, known in found.items()}


def _named_terms(stems: Sequence[str], terms: _Terms) -> Iterator[str]:
    """The terms that these stems say, none inside a longer one."""
    at = 0
    while at < len(stems):
        for said, name in terms.get(stems[at], ()):
            if tuple(stems[at : at + len(said)]) == said:
                yield name
                at += len(said) - 1
                break
        at += 1


def is_value(stem: str) -> bool:
    """Whether a stem is a number as printed: 4+, 3", -1."""
    return stem[0].isdigit() or stem[0] in "+-"
