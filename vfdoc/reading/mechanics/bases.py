"""What a value is where nobody tells it: the rows of its lookups whose keys are wholly understood.

In: lookups, and what the glossary says of the words of their keys (`keys` of its [lookups]). Out: numbers,
each with when it holds. A row of which any word is not known there, or whose cell is more than a number,
gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.model.mechanics import All, Any, Base, Choice, Condition, Lookup, Not, leaves_of
from vfdoc.reading.mechanics.entries import Entries, KeyWords
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_NUMBER = re.compile(r"(?P<whole>\d{1,4})?(?P<half>½)?\s?(?:[\"”″]|in\.?)?")


class _Keyed(NamedTuple):
    """A key that was understood: when it holds (None for all that no other row is of); `apart` is of no
    unit."""

    when: Condition | None
    apart: bool = False


def bases(lookups: Iterable[Lookup], known: Entries, vocabulary: Vocabulary) -> Iterator[Base]:
    """The numbers that lookups give for the values of their names."""
    for lookup in lookups:
        listed = known.keys.get(lookup.id, ())
        if listed and lookup.origin in ("rules", "sheet"):
            yield from _bases(lookup, listed, vocabulary)


def _bases(lookup: Lookup, listed: tuple[KeyWords, ...], vocabulary: Vocabulary) -> Iterator[Base]:
    found: list[tuple[_Keyed | None, str, str, int]] = []
    for row in lookup.rows:
        for head, value in zip_longest(lookup.columns[1:], row.values, fillvalue=""):
            label = stems(head, vocabulary.language)
            said = (*row.key, *(() if label in vocabulary.labels else (head,)))
            words = " ".join(filter(None, said))
            keyed = _keyed(stems(words, vocabulary.language), listed, vocabulary)
            found.append((keyed, words, value, row.line))
    whole = all(keyed is not None for keyed, *_ in found)
    named = tuple(keyed.when for keyed, *_ in found if keyed is not None and keyed.when is not None)
    for keyed, words, value, line in found:
        amount = _number(value)
        if keyed is None or keyed.apart or amount is None:
            continue
        when = keyed.when
        if when is None:
            if not whole or not named:
                continue
            when = Not(named[0] if len(named) == 1 else Any(named))
        yield Base(lookup.id, amount, when, words, lookup.section, lookup.document, line, lookup.origin)


def _number(text: str) -> float | None:
    found = _NUMBER.fullmatch(text.strip())
    if found is None or found.group("whole", "half") == (None, None):
        return None
    return int(found.group("whole") or 0) + (0.5 if found.group("half") else 0)


def _keyed(words: tuple[str, ...], listed: tuple[KeyWords, ...], vocabulary: Vocabulary) -> _Keyed | None:
    """What a key asks; None where one of its words is not known."""
    parts: list[list[Condition]] = [[]]
    at, others, apart = 0, False, False
    while at < len(words):
        met = [each for each in listed if words[at : at + len(each.words)] == each.words]
        if not met:
            if words[at] not in vocabulary.empty and (words[at],) not in vocabulary.labels:
                return None
            at += 1
            continue
        longest = max(met, key=lambda each: len(each.words))
        at += len(longest.words)
        others, apart = others or longest.others, apart or longest.apart
        if longest.when is not None:
            asked = {leaf.fact for part in parts[-1] for leaf in leaves_of(part) if isinstance(leaf, Choice)}
            if any(isinstance(leaf, Choice) and leaf.fact in asked for leaf in leaves_of(longest.when)):
                parts.append([])  # one choice more: units of either kind
            parts[-1].append(longest.when)
    if others or apart:
        return _Keyed(None, apart) if not parts[0] else None
    each = [part[0] if len(part) == 1 else All(tuple(part)) for part in parts if part]
    if not each:
        return None
    return _Keyed(each[0] if len(each) == 1 else Any(tuple(each)))
