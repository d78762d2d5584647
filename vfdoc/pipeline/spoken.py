"""Where a text may speak of what no rule that was understood asks: for the reader to look there."""

from __future__ import annotations

import re

from vfdoc.language.stems import phrase_form
from vfdoc.language.terms import matcher_of
from vfdoc.model import Rulebook
from vfdoc.pipeline import played_rulebook
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.mechanics.prohibitions import spoken

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 4
_COMMON = 40
"""A word that stands in more than one sentence of so many does not tell what it is that is spoken of."""


def speaking(read: LoadedRulebook, name: str, of: str) -> tuple[str, ...]:
    """The sections, a few at most, of which a sentence has all words of a fact's `name`, else one that is not
    in many, or stands beside what is asked (`of`); no others where some name that, or more of its words."""
    rulebook = played_rulebook(read)
    wanted, asked = (_words(rulebook, words) for words in (name.rpartition(".")[2], of))
    said = [
        (passage.section.anchor, _words(rulebook, f"{passage.section.title or ''} {passage.text}"))
        for passage, _ in spoken(rulebook)
    ]
    rare = {word for word in wanted if sum(word in words for _, words in said) <= len(said) // _COMMON}
    found = [each for each in said if wanted <= each[1]] or [each for each in said if rare & each[1]]
    found = found or [each for each in said if wanted & each[1] and asked & each[1]]
    most = max((len(asked & words) for _, words in found), default=0)
    return tuple(dict.fromkeys(anchor for anchor, words in found if len(asked & words) == most))[:_MOST]


def _words(rulebook: Rulebook, text: str) -> frozenset[str]:
    """The words of a text in one form each, and those of the ids of the terms that it names: of such words
    are the names of facts, whatever the language."""
    said = _WORD.findall(text.casefold().replace("_", " "))
    named = (word for found in matcher_of(rulebook).find(text) for word in found.term.id.split("-"))
    return frozenset(phrase_form(word, rulebook.edition.language) for word in (*said, *named))
