"""Worked examples that break a rule of their own section: priced lists of what the rules allow.

In: a rulebook. Out: Disagreements where a section says that nothing may be such a thing and its example
has one ("No units may be Strong": "1 Strong Line Cavalry"), or that some kind must be of one sort and
the example has none of it ("Core Infantry must be Line": no Line Infantry).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.sentences import placed_sentences
from vfdoc.model import Rulebook, Section
from vfdoc.model.extract import BySection, Extract
from vfdoc.model.passage import Passage, passages, place_in
from vfdoc.model.words import WordForms
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide
from vfdoc.verdicts.prices import items

_PRICED = re.compile(r"\d{2},")
_FEWEST = 3  # items of a list
_BRIEF = 9  # words of a sentence that denies a thing to all


class _Item(NamedTuple):
    """An item of an example: its words' stems, and where it stands."""

    stems: frozenset[str]
    side: DisagreementSide


class _Rule(NamedTuple):
    """What a sentence denies to all, or obliges a kind to be: stems, and where it stands."""

    kind: frozenset[str]
    sorts: frozenset[str]
    denied: bool
    side: DisagreementSide


def among_rules(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The examples that have what their section denies, or lack what it obliges."""
    for (_, _, above), broken in _broken.over(rulebook.documents, rulebook.forms):
        for found in broken:
            here, there = (side._replace(line=side.line + above) for side in (found.here, found.there))
            yield found._replace(here=here, there=there)


@BySection
def _broken(extract: Extract, forms: WordForms) -> tuple[Disagreement, ...]:
    section, stems = extract.section, content_words(forms)
    lists = [p for p in passages(section) if len(_PRICED.findall(p.text)) + 1 >= _FEWEST]
    if not lists:
        return ()
    examples = [_items(passage, forms, stems) for passage in lists]
    known = frozenset(stem for example in examples for item in example for stem in item.stems)
    rules = _rules(section, forms, stems, known)
    return tuple(found for rule in rules for example in examples for found in _breaks(rule, example))


def _breaks(rule: _Rule, example: list[_Item]) -> Iterator[Disagreement]:
    if rule.denied:
        for item in example:
            if rule.sorts <= item.stems:
                yield Disagreement(item.side, rule.side, "condition", "error")
    elif example and not any(rule.kind <= item.stems and rule.sorts & item.stems for item in example):
        first = next((item for item in example if rule.kind <= item.stems), example[0])
        says = f"none of {rule.side.says}"
        yield Disagreement(first.side._replace(says=says), rule.side, "condition", "error")


def _items(passage: Passage, forms: WordForms, stems: ContentWords) -> list[_Item]:
    """The items of a priced list, in order."""
    out = []
    text = passage.text
    for item in items(text, forms.sums):
        if item.total:
            continue
        words = text[item.start : item.end]
        start = item.start + len(words) - len(words.lstrip(" ,.–-"))
        at = place_in(passage.lines, start, item.end)
        side = DisagreementSide(
            passage.section.anchor, passage.section.document, at.line, at.column, at.text, at.text
        )
        out.append(_Item(frozenset(stems(words)), side))
    return out if len(out) >= _FEWEST else []


def _rules(
    section: Section, language: WordForms, stems: ContentWords, known: frozenset[str]
) -> Iterator[_Rule]:
    """The sentences of a section that deny all a sort or oblige a kind, in words that its examples use."""
    forms = language.contraries
    none = re.compile(rf"(?:{'|'.join(sorted(forms.denials))})\b", re.IGNORECASE)
    must = re.compile(forms.obliges or "(?!)", re.IGNORECASE)
    for passage in passages(section):
        for line, column, text in placed_sentences(passage.lines):
            side = DisagreementSide(section.anchor, section.document, line, column, text, text.rstrip("."))
            obliged = must.search(text)
            if none.match(text) and len(text.split()) <= _BRIEF:
                last = stems(text.split()[-1])
                if last and text.split()[-1][:1].isupper():
                    yield _Rule(frozenset(), frozenset(last), True, side)
            elif obliged:
                kind = frozenset(stems(obliged["kind"])) & known
                sorts = frozenset(stems(obliged["sorts"])) & known - kind
                if len(kind) == 1 and sorts:
                    yield _Rule(kind, sorts, False, side._replace(says=obliged["sorts"].strip()))
