"""A text as the words that say something: a text comes in, their stems go out, in its order.

Which words say nothing and which ends a word takes is the language's own data (`WordForms`); nothing
here knows a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from vfdoc.language.stems import stem
from vfdoc.language.typography import unaccented
from vfdoc.model import WordForms
from vfdoc.model.session import memoized_few, table_of

ContentWords: TypeAlias = Callable[[str], list[str]]
"""A text in, the stems of its content words out."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_SHORTEST = 3  # letters that a word needs to be one of content
_ACRONYM = 3  # letters at most; longer ones in capitals are as often words of a title in capitals


@memoized_few
def content_words(forms: WordForms) -> ContentWords:
    """The function that takes texts of a language to stems; it remembers the words that it has met."""

    @table_of
    def content(word: str) -> str | None:
        return _content(word, forms)

    def stems(text: str) -> list[str]:
        return [found for word in _WORD.findall(text) if (found := content(word)) is not None]

    return stems


def _content(word: str, forms: WordForms) -> str | None:
    """A word without its ending, None where it says nothing. An acronym keeps its letters."""
    plain = unaccented(word)
    if plain in forms.stop or not plain:
        return None
    if word.isupper() and len(word) <= _ACRONYM:
        return plain
    if len(word) == _ACRONYM + 1 and word[:-1].isupper() and word[-1] == "s":  # several of one: CICs
        return plain[:-1]
    if len(plain) < _SHORTEST:
        return None
    return stem(plain, forms)
