"""A text in a language whose words are not known.

Nothing is said of words that nobody here can read. Evidence: the language that the text or its edition
states has no word list, or a long text has hardly any of the words that each sentence of a known language
has. Its numbers are checked all the same; that one of them is missing is a note, for whether another work's
was meant stands in words.

Bad:  5.1 El árbitro decide en caso de duda.
Good: 5.1 The umpire decides in case of doubt.
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.language.word_list import has_words, languages
from vfdoc.model import Finding, Rulebook, TextLine
from vfdoc.model.place import at_words
from vfdoc.model.words import NO_LANGUAGE

# What judges numbers, and not what stands around them.
OF_NUMBERS = frozenset((
    "unknown-language", "doubtful-reading", "dangling-reference", "ambiguous-reference", "duplicate-number",
    "numbering-gap", "out-of-order", "contents-mismatch", "index-mismatch", "stale-field", "stale-statement",
))  # fmt: skip
DOUBTED = ("dangling-reference", "numbering-gap")


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One note, at the first section."""
    section = next(iter(rulebook.sections()), None)
    if section is None or has_words(language := rulebook.edition.language):
        return
    known = ", ".join(languages())
    which = "is none of these" if language == NO_LANGUAGE else f"is {language!r}"
    place = TextLine(section.line, 1, section.title)
    yield at_words(
        rulebook, section, "unknown-language", "note", place,
        f"words are read in {known}, and this text {which}: its numbers are checked, not what it says",
        remedy="state its language, where it is one of these",
    )  # fmt: skip
