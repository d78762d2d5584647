"""Which language a text is in, where nobody says: a text comes in, a language that has a word list goes out.

Evidence: the words that say nothing ("the", "der", "les"), of which every sentence has some. Where they are
few, or two languages have nearly as many, it is not known. A long text has many different ones of its
language, however much of it is code; of another one only the few that two languages share ("la", "que"): then
it is in none that has a word list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import languages, word_forms
from vfdoc.model.session import constant
from vfdoc.model.words import DEFAULT_LANGUAGE, NO_LANGUAGE

_WORD = re.compile(r"[^\W\d_]{2,}")
_READ = 60_000  # characters from the beginning that are looked at
_LEAST = 12  # such words that a language needs, and how many times as many as the next
_CLEAR = 1.8
_LONG, _DIFFERENT, _SHARE = (
    500,
    16,
    0.3,
)  # words of a long text; different ones, and share, that it has at least


def language_of(text: str) -> str:
    """The language of a text; DEFAULT_LANGUAGE where its words do not show it, NO_LANGUAGE where they show
    that it has no word list."""
    words = _words(text)
    return _shown(words) or (NO_LANGUAGE if _is_foreign(words) else DEFAULT_LANGUAGE)


def shown_language(text: str) -> str | None:
    """The language that the words of a text show; None where they do not."""
    return _shown(_words(text))


def _words(text: str) -> Counter[str]:
    return Counter(map(str.casefold, _WORD.findall(text[:_READ])))


def _shown(words: Counter[str]) -> str | None:
    ranked = _counts(words).most_common(2)
    if not ranked or ranked[0][1] < _LEAST or _is_foreign(words):
        return None
    clear = len(ranked) == 1 or ranked[0][1] > _CLEAR * ranked[1][1]
    return ranked[0][0] if clear else None


def _counts(words: Mapping[str, int]) -> Counter[str]:
    """How often each language's words that say nothing stand among these."""
    counts: Counter[str] = Counter()
    for word, count in words.items():
        for language in _spoken().get(unaccented(word), ()):
            counts[language] += count
    return counts


def _is_foreign(words: Counter[str]) -> bool:
    """Whether these are the words of a language that has no word list."""
    ranked = _counts(words).most_common(1)
    if words.total() < _LONG or not ranked:
        return words.total() >= _LONG
    (language, count), different = ranked[0], _counts(dict.fromkeys(words, 1))
    return different[language] < _DIFFERENT and count < _SHARE * words.total()


@constant
def _spoken() -> dict[str, tuple[str, ...]]:
    """The languages in which a word says nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        for word in word_forms(language).stop:
            found[word] = (*found.get(word, ()), language)
    return found
