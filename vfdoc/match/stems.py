"""The words of a text as likeness counts them: typography levelled, endings cut, values whole.

In comes the text of a section or sentence; out come its plain form, in which texts that differ in
typography alone are equal, and its stems. Endings and number words are the language's own data.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from vfdoc.model import Glossary, WordForms
from vfdoc.model.session import memoized_few, table_of
from vfdoc.model.words import unaccented

_TYPOGRAPHY = {
    **dict.fromkeys("‘’‚‛ʼ´`′", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff*_\\", ""),
    "…": "...",
    "×": "x",
}
_ASCII = {ord(odd): plainly for odd, plainly in _TYPOGRAPHY.items() if odd.isascii()}
_DOUBLED = ("''", '""')  # inches, and quotation marks, as some converters leave them
_ODD = re.compile("|".join(map(re.escape, sorted(_TYPOGRAPHY, key=len, reverse=True))))
# A value is one word with its sign or unit: 4+, 3", 10%, +1; so are a letter and its number: d6.
_TOKEN = re.compile(r"""[+-]?\d+(?:[.,]\d+)*(?:\+|"|%)?|[^\W\d_]+\d*""")
_SENTENCE = re.compile(r"(?<=[.;:!?])\s+|\n|\t")
_SHORTEST = 3  # letters that a stem keeps


def plain(text: str) -> str:
    """A text with straight quotes, short dashes, single spaces and no marks of emphasis."""
    if text.isascii():  # the same, faster
        levelled = text.translate(_ASCII)
    else:
        levelled = _ODD.sub(lambda found: _TYPOGRAPHY[found[0]], text)
    for twice in _DOUBLED:
        levelled = levelled.replace(twice, '"')
    return " ".join(levelled.split())


Reader: TypeAlias = Callable[[str], list[str]]
"""Reads a plain text as stems, in order, values among them as printed."""


def reader(forms: WordForms, glossary: Glossary | None = None, language: str = "") -> Reader:
    """The reader of a language: what its words lose at their ends, and which of them are numbers.

    With a glossary it says the terms too (`#shaken`), in which other words for the same and words of
    other languages meet. It remembers the words that it has met.
    """
    if glossary is None:
        return _reader(forms)
    stem = _stemmer(forms)
    terms = _terms(glossary, language.partition("-")[0].lower(), stem)

    def read(text: str) -> list[str]:
        found = [stem(token) for token in _TOKEN.findall(text)]
        return [*found, *_said(found, terms)]

    return read


@memoized_few
def _reader(forms: WordForms) -> Reader:
    stem = _stemmer(forms)
    return lambda text: [stem(token) for token in _TOKEN.findall(text)]


@memoized_few
def _stemmer(forms: WordForms) -> Callable[[str], str]:
    numbers = {word: str(number) for word, number in forms.sums.numbers}

    @table_of
    def stem(token: str) -> str:
        if not token[0].isalpha():
            return token
        word = unaccented(token)
        if word in numbers:
            return numbers[word]
        if not word.endswith(forms.whole):
            for ending in forms.endings:
                if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                    return word[: -len(ending)]
        return word or token

    return stem


_Terms = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""By their first stem, the stems of terms, the longest first, and the terms' names."""


def _terms(glossary: Glossary, language: str, stem: Callable[[str], str]) -> _Terms:
    found: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for term in glossary.terms:
        for words in term.words.get(language, ()):
            said = tuple(stem(token) for token in _TOKEN.findall(plain(words)))
            if said:
                found[said[0]].setdefault(said, f"#{term.id}")
    return {first: sorted(known.items(), key=lambda each: -len(each[0])) for first, known in found.items()}


def _said(stems: Sequence[str], terms: _Terms) -> Iterator[str]:
    """The terms that these stems say, none inside a longer one."""
    at = 0
    while at < len(stems):
        for said, name in terms.get(stems[at], ()):
            if tuple(stems[at : at + len(said)]) == said:
                yield name
                at += len(said) - 1
                break
        at += 1


def sentences(text: str) -> list[str]:
    """The sentences, list items and cells of a text as printed, in order; none is empty."""
    return [part for part in _SENTENCE.split(text) if part and not part.isspace()]


def is_value(stem: str) -> bool:
    """Whether a stem is a number as printed: 4+, 3", -1."""
    return stem[0].isdigit() or stem[0] in "+-"
