"""Sentences that a sheet copies from its rules and changes in a telling word.

In: a rulebook. Out: Disagreements between a sheet and the rules. Two sentences are one where most of
their words are the same in the same order; what they then have instead of one another tells: a number, a
word and its opposite, a denial, an alternative left out, and in a sheet that copies whole tables also
the mark of a note and any other words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.sequences import Stretch
from vfdoc.language.stems import is_value, reader
from vfdoc.model import Rulebook, Severity
from vfdoc.model.comparison import Aspect
from vfdoc.model.words import ContraryForms, WordForms
from vfdoc.verdicts.disagreements import Disagreement
from vfdoc.verdicts.disagreements.sentences import (
    INSTEAD,
    ComparedSentence,
    apart,
    as_read,
    candidates,
    likeness,
    of_sheet_and_rules,
    opposite,
    places_of,
    shown,
    side_of,
    swapped,
    unplaced,
    words_of,
)
from vfdoc.verdicts.values import entries

_LIKE = 0.58  # of the words of both sentences, the share that is the same in the same order
_LONG = 12  # words of a sentence of which a denial is no accident, and a result of a die is one
_COPIED = 0.25  # of a sheet's sentences, the share that stands word for word in the rules where it is a copy
_MARKS = re.compile(r"[@#†‡§]")


class _Telling(NamedTuple):
    """What two copies differ in."""

    aspect: Aspect
    severity: Severity
    mine: str
    theirs: str


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The sentences of the edition's sheets that its rules say otherwise."""
    sheet, rules = of_sheet_and_rules(rulebook)
    if not sheet or not rules:
        return
    contraries, either = as_read(rulebook.forms)
    stems = content_words(rulebook.forms)
    printed = {said.words for said in rules}
    copied = sum(said.words in printed for said in sheet) >= _COPIED * len(sheet)
    for said, other in (*_copies(sheet, rules), *_results(rulebook)):
        told = _telling(unplaced(other), unplaced(said), contraries, either, stems if copied else None)
        if told is not None:
            yield Disagreement(
                side_of(said, told.mine), side_of(other, told.theirs), told.aspect, told.severity
            )


def _copies(
    sheet: Sequence[ComparedSentence], rules: Sequence[ComparedSentence]
) -> Iterator[tuple[ComparedSentence, ComparedSentence]]:
    """The sentences of the sheet with those of the rules that they nearly are, none that stands there as it
    is; each sentence of the rules once, in order where a table says nearly the same in several cells."""
    printed = {said.words for said in sheet}
    same: dict[tuple[str, ...], list[ComparedSentence]] = defaultdict(list)
    for other in rules:
        same[other.words].append(other)
    places = places_of(rules, (said for said in sheet if said.words not in same))
    met: Counter[tuple[str, ...]] = Counter()
    for said in sheet:
        exact = same.get(said.words, [])
        if exact:
            place = min(met[said.words], len(exact) - 1)
            met[said.words] += 1
            if said.cell and exact[place].cell:
                yield said, exact[place]
            continue
        near = [rules[at] for at in candidates(said, places, rules) if rules[at].words not in printed]
        scored = [(likeness(said, one), -at, one) for at, one in enumerate(near)]
        like, _, other = max(scored, default=(0.0, 0, said), key=lambda each: each[:2])
        if like >= _LIKE:
            yield said, other


def _results(rulebook: Rulebook) -> Iterator[tuple[ComparedSentence, ComparedSentence]]:
    """The results of a die in words, those of a sheet with those of the rules under the same number."""
    stated: dict[tuple[str, tuple[str, ...], str], ComparedSentence] = {}
    read = reader(rulebook.forms), reader(WordForms())
    for entry in entries(rulebook.mechanics.lookups if rulebook.mechanics else ()):
        if len(entry.value.split()) < _LONG - 4 or not entry.key[0][:1].isdigit():
            continue
        words, printed = words_of(entry.value, *read)
        said = ComparedSentence(
            entry.section, entry.document, entry.line, 0, entry.value, words, printed, False
        )
        at = (entry.lookup, entry.key, entry.column)
        if entry.origin == "sheet" and at in stated:
            yield said, stated[at]
        elif entry.origin == "rules":
            stated.setdefault(at, said)


def _telling(
    rule: ComparedSentence,
    sheet: ComparedSentence,
    contraries: ContraryForms,
    either: frozenset[str],
    stems: ContentWords | None,
) -> _Telling | None:
    """What the sheet says otherwise than the rule; with `stems` the sheet is a copy, in which any other
    word tells."""
    differing = apart(rule.words, sheet.words)
    numbers = swapped(differing, rule, sheet)
    if numbers:
        return _Telling("amount", "error", numbers[1], numbers[0])
    contrary = opposite(rule, sheet, contraries.pairs)
    if contrary:
        return _Telling("order", "error", contrary[1], contrary[0])
    for stretch in differing:
        left, right = rule.words[stretch.old : stretch.old_end], sheet.words[stretch.new : stretch.new_end]
        denied = [
            sum(word.casefold() in contraries.denials for word in words)
            for words in (
                rule.printed[stretch.old : stretch.old_end],
                sheet.printed[stretch.new : stretch.new_end],
            )
        ]
        before, after = shown(rule, sheet, stretch)
        if bool(denied[0]) != bool(denied[1]):
            whole = max(len(left), len(right)) <= 2 * INSTEAD and len(sheet.words) > 2 * INSTEAD
            if whole:
                return _Telling("polarity", "error", after, before)
            return _Telling("scope", "warning", after, before)
        if not right and len(left) > 1 and (left[0] in either or left[-1] in either):
            return _Telling("scope", "warning", f"no {before}", before)
    return _copied(rule, sheet, differing, stems) if stems is not None else None


def _copied(
    rule: ComparedSentence, sheet: ComparedSentence, differing: Sequence[Stretch], stems: ContentWords
) -> _Telling | None:
    """What a copied cell has in place of the rules' words, beside them, or which mark it has lost."""
    if not (rule.cell and sheet.cell):
        return None
    marks = [set(_MARKS.findall(said.text)) for said in (rule, sheet)]
    if marks[0] - marks[1]:
        lost = "".join(sorted(marks[0] - marks[1]))
        return _Telling("condition", "warning", f"without the note {lost}", f"with the note {lost}")
    for stretch in differing:
        before, after = rule.words[stretch.old : stretch.old_end], sheet.words[stretch.new : stretch.new_end]
        one, other = (stems(" ".join(w for w in words if not is_value(w))) for words in (before, after))
        if (one and other and set(one) != set(other)) or (not before and len(other) >= 2):
            return _Telling("scope", "warning", *reversed(shown(rule, sheet, stretch)))
    return None
