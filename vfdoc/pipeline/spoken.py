"""Where to read on: where a text may speak of what no rule that was understood asks, and to what rules that
speak of an action lead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.language.stems import phrase_form, search_form
from vfdoc.language.terms import matcher_of
from vfdoc.language.typography import unaccented
from vfdoc.model import Rulebook, Section
from vfdoc.model.document import text_of
from vfdoc.model.session import memoized
from vfdoc.model.words import WordForms
from vfdoc.pipeline import played_rulebook
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.play.meant import TRAIT
from vfdoc.play.situation import Known
from vfdoc.reading.mechanics.prohibitions import Prohibition, spoken

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 4
_COMMON = 40
"""A word that stands in more than one sentence of so many does not tell what it is that is spoken of."""


def speaking(loaded: LoadedRulebook, name: str, of: str, *, both: bool = False) -> tuple[str, ...]:
    """The sections, a few at most, of which a sentence has all words of a fact's `name`, else one that is not
    in many, or stands beside what is asked (`of`); no others where some name that, or more of its words; with
    `both` only such as name it, in a game that nobody describes: what another's words say is asked."""
    rulebook = played_rulebook(loaded)
    if both and (rulebook.mechanics is None or not rulebook.mechanics.undescribed):
        return ()
    forms = words_of if both else _words
    wanted, asked = (forms(rulebook, words) for words in (fact_words(name, True), of.replace("-", " ")))
    said = [
        (passage.section.anchor, forms(rulebook, f"{passage.section.title or ''} {passage.text}"))
        for passage, _ in spoken(rulebook)
    ]
    rare = {word for word in wanted if sum(word in words for _, words in said) <= len(said) // _COMMON}
    # "Ranks" is not every rank: where a text has the words in the forms that were told, these are meant.
    told = fact_words(name, True).casefold().replace("_", " ").split()
    literal = {n for n, (passage, _) in enumerate(spoken(rulebook)) if _has_all(told, passage.text)}
    found = [each for n, each in enumerate(said) if n in literal and wanted <= each[1]]
    found = found or [each for each in said if wanted <= each[1]] or [each for each in said if rare & each[1]]
    found = found or [each for each in said if wanted & each[1] and asked & each[1]]
    most = max((len(asked & words) for _, words in found), default=0)
    if both and not most:
        return ()
    return tuple(dict.fromkeys(anchor for anchor, words in found if len(asked & words) == most))[:_MOST]


def _has_all(told: Sequence[str], text: str) -> bool:
    return set(told) <= set(_WORD.findall(text.casefold()))


def led_to(loaded: LoadedRulebook, said: Sequence[Prohibition]) -> tuple[Section, ...]:
    """The sections to which sentences of rules lead, in the order of the text: those that they cite or that
    stand below theirs, not their own; and the notes that name one of these by a title of several words."""
    graph, own = loaded.graph, {each.section for each in said}
    cited = {
        link.target
        for each in said
        for link in graph.cites(each.section)
        if re.search(rf"(?<![\w.]){re.escape(link.reference.text)}(?![\w]|\.\d)", each.words)
    }
    rules = [s for s in graph.sections.values() if s.anchor in cited or s.parent in own]
    rules = [s for s in rules if s.number is not None and s.anchor not in own and s.kind == "rule"]
    language = loaded.rulebook.edition.language
    titles = [f" {title} " for s in rules if " " in (title := _phrase(s.title, language))]
    notes = (s for s in graph.sections.values() if s.kind == "note") if titles else ()
    said_by = ((s, f" {_phrase(text_of(s.blocks), language)} ") for s in notes)
    return (*rules, *(s for s, text in said_by if any(title in text for title in titles)))


def fact_words(name: str, value: Known) -> str:
    """The words by which a text may speak of a fact that is told: of a choice those of the value, of a trait
    its own, else those of its name."""
    if isinstance(value, str):
        return value.replace("-", " ")
    trait = TRAIT.search(name)
    return trait.group()[4:].strip("()").replace("-", " ") if trait else name.rpartition(".")[2]


def words_of(rulebook: Rulebook, text: str) -> frozenset[str]:
    """The words of a text as stems, so that "entering" is "enter", with those of the terms that it names."""
    return frozenset(_rested(word, rulebook.forms) for word in _words(rulebook, text))


@memoized
def _rested(word: str, forms: WordForms) -> str:
    """A word without its endings, whichever are in turn taken off."""
    found = search_form(unaccented(word), forms)
    return found if found == word else _rested(found, forms)


def _phrase(text: str, language: str) -> str:
    """The words of a text in one form each, in order."""
    return " ".join(phrase_form(word, language) for word in _WORD.findall(text.casefold()))


def _words(rulebook: Rulebook, text: str) -> frozenset[str]:
    """The words of a text in one form each, and those of the ids of the terms that it names: of such words
    are the names of facts, whatever the language."""
    said = _WORD.findall(text.casefold().replace("_", " "))
    named = (word for found in matcher_of(rulebook).find(text) for word in found.term.id.split("-"))
    return frozenset(phrase_form(word, rulebook.edition.language) for word in (*said, *named))
