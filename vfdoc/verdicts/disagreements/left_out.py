"""Counts that the rules ask before a test is made, and that a sheet leaves out of the row that names it.

In: the sections of rules and of a sheet in one language. Out: each sentence of the sheet that names a test,
under the name of the section that asks the count ("at least two losses"), where the sheet nowhere counts so.
What stands for a bound is the language's own data: the phrases that equal "at least #".
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from vfdoc.language.content_words import content_words
from vfdoc.language.terms import Matcher, matcher_of
from vfdoc.model import Rulebook
from vfdoc.model.session import incremental, memoized_few
from vfdoc.model.words import WordForms
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide, is_sheet
from vfdoc.verdicts.disagreements.sentences import ComparedSentence, every_sentence
from vfdoc.verdicts.normalised import normaliser

_TEST = "-test"  # what the ids of tests end in, as terms
_NUMBER = "#"
_ONE = "1"
_RULES = ("rule", "part")
_STOP = re.compile(r"[,;:](?=\s)")

_Count: TypeAlias = tuple[str, str]
"""A number of two or more, and the word behind it."""


class CountLeftOut(NamedTuple):
    """A sentence of the sheet, the one of the rules whose count it leaves out, and the clause that counts."""

    sheet: ComparedSentence
    rule: ComparedSentence
    clause: str


class CountAsked(NamedTuple):
    """A sentence of the rules that counts, the title of its section, the clause that does, and the ids of the
    tests that the sentence names."""

    sentence: ComparedSentence
    title: str
    clause: str
    tests: frozenset[str]


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The counts that the edition's sheets leave out; none of a game that nobody describes."""
    if rulebook.mechanics is None or rulebook.mechanics.undescribed:
        return
    for found in counts_left_out(rulebook, rulebook, matcher_of(rulebook)):
        here, there = _side(found.sheet, found.sheet.text), _side(found.rule, found.clause)
        yield Disagreement(here, there, "condition", "note", omits=True)


def counts_left_out(rules: Rulebook, printed: Rulebook, terms: Matcher) -> Iterator[CountLeftOut]:
    """The counts of `rules` that the sheet `printed` leaves out; one rulebook may hold both. `terms` finds
    those of their game. Words of two languages are not compared."""
    alone = rules is not printed
    sheets = frozenset(d.id for d in printed.documents if alone or d.kind == "sheet")
    mine = {s.anchor: s.title for s in printed.sections() if is_sheet(s, sheets)}
    if not mine or rules.edition.language != printed.edition.language:
        return
    sheet = [(said, label) for said, label in every_sentence(printed) if said.section in mine]
    told = {count for said, _ in sheet for count in _counts(said.text, printed.forms)}
    stems = content_words(printed.forms)
    asked: dict[tuple[str, str], CountAsked] = {}  # by test and word of the title
    for each in _asking(rules, terms, told):
        for key in product(each.tests, stems(each.title)):
            asked.setdefault(key, each)
    for said, label in sheet if asked else ():
        keys = product(sorted(_tests(terms, said.text)), stems(f"{mine[said.section]} {label}"))
        found = next((asked[key] for key in keys if key in asked), None)
        if found is not None:
            yield CountLeftOut(said, found.sentence, found.clause)


def _asking(rules: Rulebook, terms: Matcher, told: Container[_Count]) -> Iterator[CountAsked]:
    """The sentences of rules that ask a count which is told nowhere, of a test that they name."""
    sheets = frozenset(d.id for d in rules.documents if d.kind == "sheet")
    ruling = {s.anchor: s.title for s in rules.sections() if s.kind in _RULES and not is_sheet(s, sheets)}
    for said, _ in every_sentence(rules):
        counted = _counts(said.text, rules.forms) if said.section in ruling else {}
        clause = next((clause for count, clause in counted.items() if count not in told), None)
        if clause is not None and (tests := _tests(terms, said.text)):
            yield CountAsked(said, ruling[said.section], clause, tests)


def _tests(terms: Matcher, text: str) -> frozenset[str]:
    return frozenset(found.term.id for found in terms.sought(text) if found.term.id.endswith(_TEST))


@incremental
def _counts(text: str, forms: WordForms) -> dict[_Count, str]:
    """What a sentence counts by a bound, and the clauses that do."""
    found: dict[_Count, str] = {}
    bounds, said = _bounds(forms)
    if not said.search(text):
        return found
    tokens = normaliser(forms)(text).tokens
    for bound in bounds:
        at_number = bound.index(_NUMBER)
        for at in range(len(tokens) - len(bound)):
            *here, behind = tokens[at : at + len(bound) + 1]
            number = here[at_number].key
            fits = all(word in (_NUMBER, token.key) for word, token in zip(bound, here, strict=True))
            fits = fits and text[here[-1].end : behind.start].isspace()  # "on 3 or less, …" counts nothing
            if fits and number.isdigit() and number != _ONE:
                before = _STOP.split(text[: here[0].start])[-1]
                after = _STOP.split(text[here[0].start :])[0]
                found[number, behind.key] = f"{before}{after}".strip()
    return found


@memoized_few
def _bounds(forms: WordForms) -> tuple[tuple[tuple[str, ...], ...], re.Pattern[str]]:
    """What stands for "# or more" and its kin in a language; and the words of such phrases without their
    number: a sentence that holds none bounds nothing."""
    bounds = tuple(dict.fromkeys(stands for said, stands in forms.same.equal if said[0] == _NUMBER))
    phrases = {words for pair in forms.same.equal if pair[0][0] == _NUMBER for words in pair}
    said = (" ".join(word for word in words if word != _NUMBER) for words in phrases)
    either = "|".join(map(re.escape, sorted(said))) or "(?!)"
    return bounds, re.compile(rf"\b(?:{either})\b", re.IGNORECASE)


def _side(said: ComparedSentence, words: str) -> DisagreementSide:
    return DisagreementSide(
        said.section, said.document, said.line, said.column, words, f'"{words.strip(" .")}"'
    )
