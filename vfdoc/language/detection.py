"""Which language a text is in, where nobody says: a text comes in, a language that has a word list goes out.

Evidence: the words that say nothing ("the", "der", "les"), of which every sentence has some. Where they are
few, or two languages have nearly as many, it is not known.
"""

from __future__ import annotations

import re
from collections import Counter

from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import languages, word_forms
from vfdoc.model.session import constant
from vfdoc.model.words import DEFAULT_LANGUAGE

_WORD = re.compile(r"[^\W\d_]{2,}")
_READ = 60_000  # characters from the beginning that are looked at
_LEAST = 12  # such words that a language needs, and how many times as many as the next
_CLEAR = 1.8


def language_of(text: str) -> str:
    """The language of a text; DEFAULT_LANGUAGE where its words do not show it."""
    return shown_language(text) or DEFAULT_LANGUAGE


def shown_language(text: str) -> str | None:
    """The language that the words of a text show; None where they do not."""
    counts: Counter[str] = Counter()
    for word, count in Counter(map(str.casefold, _WORD.findall(text[:_READ]))).items():
        for language in _spoken().get(unaccented(word), ()):
            counts[language] += count
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < _LEAST:
        return None
    clear = len(ranked) == 1 or ranked[0][1] > _CLEAR * ranked[1][1]
    return ranked[0][0] if clear else None


@constant
def _spoken() -> dict[str, tuple[str, ...]]:
    """The languages in which a word says nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        for word in word_forms(language).stop:
            found[word] = (*found.get(word, ()), language)
    return found
