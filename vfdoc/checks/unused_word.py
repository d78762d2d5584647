"""A key of the edition's own glossary of which no words stand in its texts.

It does nothing: it is misspelt, or the text says it otherwise, or has been rewritten since. Evidence: of
all the phrases that the key has in the edition's language, not one stands in any of its texts, in whatever
inflection; of a fact, of each list of concepts that says it, one is never named. What the edition's game
says of many texts is not asked about.

Bad:  [words.weary] en = ["weery"]     (the text: "if the unit is weary")
Good: [words.weary] en = ["weary"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.language.stems import phrase_form
from vfdoc.language.typography import levelled
from vfdoc.model import Finding, Rulebook

_WORD = re.compile(r"[^\W\d_]+")
_GAP = "…"  # in a phrase: any words


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One note for each key."""
    if not rulebook.own_words:
        return
    language = rulebook.edition.language
    text = " ".join(_stems(document.source.text, language) for document in rulebook.documents)
    for own in rulebook.own_words:
        if any(all(_stands(phrases, text, language) for phrases in use) for use in own.uses):
            continue
        yield Finding(
            rule="unused-word",
            severity="note",
            edition=rulebook.edition.id,
            document="glossary",
            file=own.file,
            line=own.line,
            column=own.column,
            section=None,
            quote=own.quote,
            message=f"nothing in the texts is said in the words of {own.key}",
            remedy="write the words as the texts have them, or remove it",
        )


def _stands(phrases: tuple[str, ...], text: str, language: str) -> bool:
    """Whether one of the phrases stands in the text, whose words are stems with blanks around each."""
    parts = ([_stems(part, language) for part in phrase.split(_GAP) if part.strip()] for phrase in phrases)
    return any(all(part in text for part in each) for each in parts)


def _stems(text: str, language: str) -> str:
    return f" {' '.join(phrase_form(word, language) for word in _WORD.findall(levelled(text)))} "
