"""Values paired: entries of lookups by what they are looked up by, quantities by what they are about.

In: the entries and quantities of two texts, and which of their sections correspond. Out: pairs of
places, each value in one at most. Nothing is compared here but topics: whether the values differ is
the caller's question.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from vfdoc.language.typography import levelled
from vfdoc.model.mechanics import NONE, NTH, Lookup, Origin, Quantity
from vfdoc.model.session import memoized
from vfdoc.verdicts.groups import Group

Concepts: TypeAlias = Callable[[str], frozenset[str]]
"""The glossary's concepts in a text of a language, with the words that are none as they stand."""

_RARE = 60  # a word that stands with more quantities than this leads from none to another
_LEADING = 6  # so many of its rarest words lead from a quantity to others
_SAME = 0.40  # likeness that two quantities of one number need, and of two
_OTHER = 0.50
_SURER = 0.1
_ELSEWHERE = 0.2
_DENIED = 0.9  # that two denials need: "cannot fire" is not "cannot attack"
_NEXT = 0.25  # what corresponding sections add
_COUNTED = 0.12  # what it adds that two counts are of the same, and takes that they are not
_LONE = 0.5  # what it adds that no other number is stated in that unit
_APART = ("in", NONE, NTH)  # units of which a number is never one of another
_NUMBERS = re.compile(r"""[-+]?(?:\d+|½)["+]?""")
_RESULT = re.compile(r"\d+(?:[-–]\d+|\+)?")
_FEW = 2  # words of a value that is a number
_HALVES = ((re.compile(r"\b1/2\b"), "½"), (re.compile(r"\s+"), ""))


class LookupEntry(NamedTuple):
    """One value of a lookup: what it is looked up by, the column it stands in, where."""

    lookup: str
    key: tuple[str, ...]
    column: str
    value: str
    section: str
    document: str
    line: int
    origin: Origin


def entries(lookups: Iterable[Lookup]) -> Iterator[LookupEntry]:
    """The values of lookups one by one, in order; empty cells are none."""
    for lookup in lookups:
        for row in lookup.rows:
            for n, value in enumerate(row.values):
                if value:
                    column = lookup.columns[n + 1] if n + 1 < len(lookup.columns) else ""
                    line = row.lines[n] if n < len(row.lines) else row.line
                    yield LookupEntry(
                        lookup.id, row.key, column, value, lookup.section, lookup.document, line,
                        lookup.origin,
                    )  # fmt: skip


def same_printed(one: str, other: str) -> bool:
    """Whether two printed values say the same number: "4\"" and "costs 4\"" do. Words must be the same."""
    if level(one) == level(other):
        return True
    numbers = [_NUMBERS.findall(level(value)) for value in (one, other)]
    words = [len(value.split()) for value in (one, other)]
    if min(words) > _FEW:  # a sentence: its words are another's question
        return numbers[0] == numbers[1]
    return bool(numbers[0]) and numbers[0] == numbers[1] and sum(words) <= 2 * _FEW


@memoized
def level(value: str) -> str:
    """A printed value as it is compared: straight quotes, no spaces, halves in one form."""
    found = levelled(value).strip().rstrip(".").casefold()
    for pattern, form in _HALVES:
        found = pattern.sub(form, found)
    return found


def general(concepts: frozenset[str]) -> frozenset[str]:
    """Concepts with the kinds that they are of: an attack-column is a column."""
    return concepts | {concept.rpartition("-")[2] for concept in concepts if "-" in concept}


def pair_entries(
    old: Sequence[LookupEntry],
    new: Sequence[LookupEntry],
    of_old: Concepts,
    of_new: Concepts,
    *,
    whole: bool = True,
) -> list[tuple[int, int]]:
    """Which entries belong together, as places in both: those of one lookup and column whose keys share
    the most concepts. What is left with the same value belongs together where one has no concept ("all
    others"), and between whole editions (`whole`) always.
    """
    olds, news = _keyed(old, of_old), _keyed(new, of_new)
    scored = []
    bare = set()
    for at, places in news.items():
        group, keys = Group(olds.get(at, ())), dict(olds.get(at, ()))
        for n, (j, key) in enumerate(places):
            for i in group.near(key, n / len(places)):
                other = keys[i]
                if not key or not other:
                    bare.add((j, i))
                score = _overlap(key, other) + 0.02 * (level(old[i].value) == level(new[j].value))
                scored.append((-score, j, i))
    pairs = _greedy((score, j, i) for score, j, i in scored if score <= -_LEAST_KEY)
    met_old, met_new = {i for i, _ in pairs}, {j for _, j in pairs}
    rest = (
        (0.0, j, i)
        for _, j, i in scored
        if i not in met_old
        and j not in met_new
        and level(old[i].value) == level(new[j].value)
        and (whole or (j, i) in bare)
    )
    return sorted([*pairs, *_greedy(rest)], key=lambda pair: pair[1])


_LEAST_KEY = 0.3
_INSIDE = 0.1


def _keyed(
    side: Sequence[LookupEntry], concepts: Concepts
) -> dict[tuple[str, str], list[tuple[int, frozenset[str]]]]:
    found: dict[tuple[str, str], list[tuple[int, frozenset[str]]]] = defaultdict(list)
    single = Counter(e.lookup for e in {(e.lookup, e.column): e for e in side}.values())
    for i, entry in enumerate(side):
        column = level(entry.column) if single[entry.lookup] > 1 else ""
        key = " ".join(entry.key)
        found[entry.lookup, column].append((i, general(concepts(key)) | frozenset(_RESULT.findall(key))))
    return found


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """How far two keys name the same; one that names all the other names is nearer."""
    if not one or not other:
        return 0.0
    return len(one & other) / len(one | other) + (_INSIDE if one <= other or other <= one else 0.0)


def _greedy(scored: Iterable[tuple[float, int, int]]) -> list[tuple[int, int]]:
    """Pairs (old, new) taken from the best on; ties in the order of the new text."""
    olds: set[int] = set()
    news: set[int] = set()
    pairs = []
    for _, j, i in sorted(scored):
        if i not in olds and j not in news:
            olds.add(i)
            news.add(j)
            pairs.append((i, j))
    return pairs


def same_quantity(old: Quantity, new: Quantity) -> bool:
    """Whether two quantities state the same number in the same unit; "at least 3" and "more than 3",
    "within 1" and "1" are boundaries or wordings, "1" and "1 or more" are not. What is printed alike is."""
    if old.unit != new.unit or old.number != new.number:
        return False
    if level(old.value) == level(new.value):
        return True
    open_ended = {q.op for q in (old, new)}
    return not (open_ended == {"=", ">="} and old.unit is None)


def _nowhere(old: str, new: str) -> bool:
    return False


def pair_quantities(
    old: Sequence[Quantity], new: Sequence[Quantity], partners: Mapping[str, Sequence[str]],
    beside: Callable[[str, str], bool] = _nowhere,
) -> list[tuple[int, int]]:  # fmt: skip
    """Which quantities belong together, as places in both, by the words and concepts they stand among.

    `partners` tells of every old section the new ones that correspond, `beside` of an old and a new one
    whether the new stands beside these.
    Equal numbers need less likeness than different ones, and those of corresponding sections less than
    others.
    """
    weights = _weights([*old, *new])
    scored = list(_scored(old, new, partners, beside, weights))
    same = _greedy(
        (-score, j, i)
        for score, j, i, equal in scored
        if equal and score >= (_DENIED if new[j].unit == NONE else _SAME)
    )
    taken = frozenset(section for found in partners.values() for section in found)
    met_old, met_new = {i for i, _ in same}, {j for _, j in same}
    other = _greedy(
        (-score, j, i)
        for score, j, i, equal in scored
        if not equal
        and i not in met_old
        and j not in met_new
        and score >= _other(old[i], new[j], partners, beside, taken)
    )
    return sorted([*same, *other], key=lambda pair: pair[1])


def _other(
    old: Quantity, new: Quantity, partners: Mapping[str, Sequence[str]], beside: Callable[[str, str], bool],
    taken: frozenset[str],
) -> float:  # fmt: skip
    """The likeness that different numbers need: less in sections that correspond and of what is counted, more
    where the section of each corresponds to another; `taken` are the new ones that correspond to any."""
    own = partners.get(old.section, ())
    if own and new.section in taken and new.section not in own:
        return _OTHER + _ELSEWHERE
    near = new.section in own or beside(old.section, new.section)
    return _OTHER - _SURER * (near and bool(old.counted) and old.counted == new.counted)


def _weights(quantities: Sequence[Quantity]) -> Mapping[str, float]:
    found = Counter(token for q in quantities for token in {*q.near, *q.concepts, *q.words})
    count = len(quantities) + 1
    return {token: math.log(count / n) + 0.1 for token, n in found.items()}


class _Topic(NamedTuple):
    """What a quantity is about, with the weights of its words together."""

    near: frozenset[str]
    wide: frozenset[str]
    near_size: float
    wide_size: float

    @property
    def words(self) -> frozenset[str]:
        """All of its words."""
        return self.near | self.wide


def _topic(quantity: Quantity, weights: Mapping[str, float]) -> _Topic:
    near, wide = frozenset((*quantity.near, *quantity.concepts)), frozenset(quantity.words)
    return _Topic(near, wide, sum(map(weights.__getitem__, near)), sum(map(weights.__getitem__, wide)))


def _scored(
    old: Sequence[Quantity], new: Sequence[Quantity], partners: Mapping[str, Sequence[str]],
    beside: Callable[[str, str], bool], weights: Mapping[str, float],
) -> Iterator[tuple[float, int, int, bool]]:  # fmt: skip
    topics = [_topic(q, weights) for q in old]
    by_token: dict[str, list[int]] = defaultdict(list)
    of_section: dict[str, list[int]] = defaultdict(list)
    for i, q in enumerate(old):
        for section in partners.get(q.section, ()):
            of_section[section].append(i)
        for token in topics[i].near:
            by_token[token].append(i)
    by_section = {s: Group((i, topics[i].words) for i in places) for s, places in of_section.items()}
    sizes, before = Counter(q.section for q in new), Counter[str]()
    lone = _lone_units(old) & _lone_units(new)
    alone = {other.unit: i for i, other in enumerate(old) if other.unit in lone}
    for j, q in enumerate(new):
        mine = _topic(q, weights)
        there = by_section.get(q.section)
        near = set(there.near(mine.words, before[q.section] / sizes[q.section]) if there else ())
        before[q.section] += 1
        rare = sorted((len(by_token[token]), token) for token in mine.near if token in by_token)[:_LEADING]
        told = {i for count, token in rare if count <= _RARE for i in by_token[token]}
        told |= {alone[q.unit]} if q.unit in alone else set()
        for i in sorted(near | told):
            if old[i].unit != q.unit:
                continue
            equal = same_quantity(old[i], q)
            next_to = not equal and beside(old[i].section, q.section)
            bonus = _NEXT if i in near else _NEXT / 2 if next_to else 0.0
            like = _likeness(topics[i], mine, weights) + _counted(old[i], q)
            yield round(like + bonus + _LONE * (q.unit in lone), 9), j, i, equal  # sums of sets waver


def _lone_units(quantities: Sequence[Quantity]) -> set[str]:
    """The units in which a text states one number only, so that it can be no other."""
    found = Counter(q.unit for q in quantities if q.unit is not None)
    return {unit for unit, count in found.items() if count == 1 and unit not in _APART}


def _counted(old: Quantity, new: Quantity) -> float:
    """What it says for two counts that they are of the same thing, and against them that they are not: one
    leader is no unit."""
    if old.unit is not None or not old.counted or not new.counted:
        return 0.0
    return _COUNTED if old.counted == new.counted else -_COUNTED


def _likeness(old: _Topic, new: _Topic, weights: Mapping[str, float]) -> float:
    """How alike two topics are: the words and concepts next to the numbers, and those of the sentences."""
    near = _share(old.near & new.near, old.near_size * new.near_size, weights)
    wide = _share(old.wide & new.wide, old.wide_size * new.wide_size, weights)
    return 0.65 * near + 0.35 * wide


def _share(common: frozenset[str], sizes: float, weights: Mapping[str, float]) -> float:
    return sum(map(weights.__getitem__, common)) / math.sqrt(sizes) if sizes else 0.0
