"""The terms of an edition's glossary as its texts are searched for them, in the edition's language."""

from __future__ import annotations

from vfdoc.model import Glossary, Matcher, Rulebook, Term
from vfdoc.model.session import memoized_few


def matcher_of(rulebook: Rulebook) -> Matcher:
    """What finds the terms that an edition knows; the same object for the same words, which are all that
    its terms have."""
    language = rulebook.edition.language.partition("-")[0].lower()
    terms = rulebook.glossary.terms if rulebook.glossary is not None else ()
    return _matcher(tuple((term.id, tuple(term.words.get(language, ()))) for term in terms), language)


@memoized_few
def _matcher(terms: tuple[tuple[str, tuple[str, ...]], ...], language: str) -> Matcher:
    return Matcher(Glossary(tuple(Term(id, {language: words}) for id, words in terms)), language)
