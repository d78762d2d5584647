"""Values of lookups that differ between a sheet and its rules, or between two places of the rules.

In: a rulebook with its mechanics and glossary. Out: Disagreements of values that are looked up by the
same thing, and of a name that two lists of results give to one number of the die. What belongs
together is said by the lookup's id, the column and the key in the glossary's terms.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.terms import Matcher, matcher_of
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Aspect
from vfdoc.model.mechanics import Lookup
from vfdoc.model.session import memoized, memoized_last, settled
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide
from vfdoc.verdicts.values import LookupEntry, entries, general, level

_VALUE = re.compile(r'[-+]?(?:\d+d)?(?:\d+|½)(?:[-–/]\d+)?"?(?!\d|[-–/]\d)')
_NAME = re.compile(r"^[“\"'‘]?(?P<name>[^”\"’–—:!?]{3,40})[”\"'’!?]*")
_PARTS = re.compile(r"\s*(?:,|\band\b|/)\s*")


_OFTEN = 32  # values of one thing that are looked at
_MOST = 2500  # pairs of values of which one may name the other's thing more closely
_PAIRED = 2  # values of a table whose keys the rules have too, where it restates theirs


class _Keyed(NamedTuple):
    """A value with what it is looked up by: the terms of its key, one set a thing that the key names."""

    entry: LookupEntry
    keys: tuple[frozenset[str], ...]
    column: frozenset[str]


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The values of the edition's sheets that its rules have otherwise."""
    yield from _found(_keyed(rulebook))[0]


def among_rules(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The values of the rules that another section has otherwise; of a value of several things at once and
    one of a thing alone, the first is the doubtful one."""
    yield from _found(_keyed(rulebook))[1]


@settled
def _found(keyed: tuple[_KeyedValues, _KeyedValues]) -> tuple[Sequence[Disagreement], Sequence[Disagreement]]:
    """What the values of sheets disagree in with those of the rules, and these among themselves."""
    return tuple(_of_sheet(*keyed)), tuple(_of_rules(keyed[0]))


def _of_sheet(rules: _KeyedValues, sheet: _KeyedValues) -> Iterator[Disagreement]:
    for lookup, values in sheet.items():
        stated = rules.get(lookup, [])
        named = _by_key(stated)
        for value in values:
            yield from _differing(value, _named_as(value, named))
        paired = sum(any(_same_key(value, other) for other in _named_as(value, named)) for value in values)
        if paired >= _PAIRED and len(values) * len(stated) <= _MOST:
            for value in values:
                yield from _cut_otherwise(value, stated, values)
            yield from _leftover(stated, values)
    yield from _names(rules, sheet)


def _of_rules(rules: _KeyedValues) -> Iterator[Disagreement]:
    for values in rules.values():
        named = _by_key(values)
        for value in values:
            elsewhere = (v for v in _named_as(value, named) if v.entry.section != value.entry.section)
            alone = [v for v in elsewhere if len(v.keys) == 1]
            if len(value.keys) > 1:
                for key in value.keys:
                    yield from _differing(value._replace(keys=(key,)), alone)
            else:
                yield from _differing(value, [v for v in alone if v.entry.line < value.entry.line])


_KeyedValues: TypeAlias = dict[str, list[_Keyed]]


def _by_key(values: Iterable[_Keyed]) -> dict[frozenset[str], list[_Keyed]]:
    """The values by what their keys name, of each thing the first ones."""
    named: dict[frozenset[str], list[_Keyed]] = defaultdict(list)
    for value in values:
        for key in value.keys:
            if key and len(named[key]) < _OFTEN:
                named[key].append(value)
    return named


def _named_as(value: _Keyed, named: dict[frozenset[str], list[_Keyed]]) -> list[_Keyed]:
    """The values that a thing is looked up by that this one's key names."""
    return list({id(v): v for key in value.keys for v in named.get(key, ())}.values())


@memoized_last
def _keyed(rulebook: Rulebook) -> tuple[_KeyedValues, _KeyedValues]:
    """The values of the rules and of the sheets, by lookup, in the order of the text."""
    lookups = rulebook.mechanics.lookups if rulebook.mechanics is not None else ()
    stating = {lookup.section for lookup in lookups}
    titles = {s.anchor: s.title for s in rulebook.sections() if s.anchor in stating}
    return _keyed_by_terms(lookups, titles, matcher_of(rulebook), content_words(rulebook.forms))


@settled
def _keyed_by_terms(
    lookups: tuple[Lookup, ...], titles: Mapping[str, str], matcher: Matcher, stems: ContentWords
) -> tuple[_KeyedValues, _KeyedValues]:
    """The same by the titles of the sections that state them."""
    rules: dict[str, list[_Keyed]] = defaultdict(list)
    sheet: dict[str, list[_Keyed]] = defaultdict(list)

    def terms(text: str) -> frozenset[str]:
        return _named(text, matcher, stems)

    for entry in entries(lookups):
        if entry.origin == "example":
            continue
        parts = _PARTS.split(entry.key[0]) if len(entry.key) == 1 else (" ".join(entry.key),)
        keys = _topical_keys(tuple(map(terms, parts)), terms(titles[entry.section]))
        keyed = _Keyed(entry, keys, terms(entry.column))
        (sheet if entry.origin == "sheet" else rules)[entry.lookup].append(keyed)
    return rules, sheet


def _topical_keys(keys: tuple[frozenset[str], ...], title: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Of several things those that the section is about, all where it is about none of them."""
    mine = tuple(key for key in keys if len(keys) > 1 and general(key) & title)
    return mine or keys


@memoized
def _named(text: str, matcher: Matcher, stems: ContentWords) -> frozenset[str]:
    """What a key names: the glossary's terms in it and its other content words, results as printed."""
    found = matcher.find(text)
    rest, at = [], 0
    for said in found:
        rest.append(text[at : said.start])
        at = said.end
    left = " ".join([*rest, text[at:]])
    results = re.findall(r"\d+", text)
    return frozenset(said.term.id for said in found) | frozenset(stems(left)) | frozenset(results)


def _differing(value: _Keyed, others: Iterable[_Keyed]) -> Iterator[Disagreement]:
    """A value that differs from all those looked up by the same, in the same column."""
    mine = _number(value)
    met = [o for o in others if mine and _same_key(value, o) and _unit(_number(o)) == _unit(mine)]
    if met and not any(_number(other) == mine for other in met):
        first, *more = met
        yield Disagreement(
            _side(value.entry), _side(first.entry), "amount", "error", _topic(value.entry),
            tuple((_side(other.entry), 1) for other in more),
        )  # fmt: skip


def _same_key(one: _Keyed, other: _Keyed) -> bool:
    """Whether a thing that one key names is one that the other names, in the same column."""
    if one.column != other.column and (one.column and other.column):
        return False
    return any(key and key in other.keys for key in one.keys)


def _number(value: _Keyed) -> str:
    """The number that a value begins with; empty where it begins with words."""
    found = _VALUE.match(level(value.entry.value))
    return found.group() if found else ""


def _unit(number: str) -> tuple[bool, ...]:
    """What number it is: none, one of inches, of dice."""
    return (not number, '"' in number, "d" in number)


def _cut_otherwise(value: _Keyed, rules: Sequence[_Keyed], sheet: Sequence[_Keyed]) -> Iterator[Disagreement]:
    """A value whose key one side names more closely than the other: another value, or the same one while
    what is left falls under "all others", which have another: "infantry in line 9, others 12" where the
    rules say "infantry 9"."""
    if any(_same_key(value, other) for other in rules):
        return
    met = [rule for rule in rules if _within(value, rule) or _within(rule, value)]
    taken = [rule for rule in met if any(_same_key(rule, other) for other in sheet)]
    for rule in met if len(met) == 1 and not taken else ():
        mine = _number(value)
        if not mine or _unit(mine) != _unit(_number(rule)):
            continue
        if mine != _number(rule):
            yield _otherwise(value, rule, "amount")
            continue
        rest = _left_over(sheet if _within(rule, value) else rules, (*rules, *sheet))
        others = [v.entry.value for v in rest if _number(v) not in ("", mine)]
        if others:
            says = f"{value.entry.value}, and {others[0]} for the rest"
            key = value.entry.key[0]
            here = _side(value.entry)._replace(says=says if _within(rule, value) else f"{mine} for all {key}")
            yield _otherwise(value, rule, "scope")._replace(
                here=here._replace(quote=key), there=_side(rule.entry), severity="warning"
            )


def _otherwise(value: _Keyed, rule: _Keyed, aspect: Aspect) -> Disagreement:
    return Disagreement(_side(value.entry), _side(rule.entry), aspect, "error", _topic(value.entry))


def _within(wide: _Keyed, narrow: _Keyed) -> bool:
    """Whether the second key names a part of what the first names."""
    return any(key and general(other) > general(key) for key in wide.keys for other in narrow.keys)


def _left_over(values: Iterable[_Keyed], every: Iterable[_Keyed]) -> list[_Keyed]:
    """Of some of all values those whose key names nothing that another key names: "all others"."""
    spread = Counter(term for value in every for term in _terms_of(value))
    return [value for value in values if all(spread[term] == 1 for term in _terms_of(value))]


def _terms_of(value: _Keyed) -> frozenset[str]:
    return frozenset[str]().union(*map(general, value.keys))


def _leftover(rules: Sequence[_Keyed], sheet: Sequence[_Keyed]) -> Iterator[Disagreement]:
    """What both sides give to all others, where each side has one such value."""
    mine, theirs = (_left_over(side, (*rules, *sheet)) for side in (sheet, rules))
    if len(mine) == len(theirs) == 1:
        numbers = _number(mine[0]), _number(theirs[0])
        if numbers[0] and numbers[0] != numbers[1] and _unit(numbers[0]) == _unit(numbers[1]):
            yield _otherwise(mine[0], theirs[0], "amount")


def _names(rules: dict[str, list[_Keyed]], sheet: dict[str, list[_Keyed]]) -> Iterator[Disagreement]:
    """Results of a die that the sheet calls by another name than the rules: entries that are a name and a
    sentence, under one number."""
    for lookup, values in sheet.items():
        for value in values:
            met = [o for o in rules.get(lookup, ()) if o.keys == value.keys and o.column == value.column]
            names = [found["name"] for v in (value, *met[:1]) if (found := _quoted(v.entry.value))]
            if len(names) == 2 and level(names[0]) != level(names[1]):
                yield Disagreement(
                    _side(value.entry)._replace(says=f'"{names[0]}"', quote=names[0]),
                    _side(met[0].entry)._replace(says=f'"{names[1]}"', quote=names[1]),
                    "value", "error",
                )  # fmt: skip


def _quoted(text: str) -> re.Match[str] | None:
    """The name in quotation marks with which a text begins."""
    return _NAME.match(text) if text[:1] in '“"‘«' else None


def _side(entry: LookupEntry) -> DisagreementSide:
    number = _VALUE.match(level(entry.value))
    return DisagreementSide(
        entry.section, entry.document, entry.line, 0, entry.value, number.group() if number else entry.value
    )


def _topic(entry: LookupEntry) -> str:
    parts = (entry.lookup.replace("-", " "), " ".join(entry.key), entry.column)
    return ", ".join(part for part in parts if part)
