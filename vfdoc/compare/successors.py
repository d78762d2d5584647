"""Values that took another's place: a bonus to the roll that became one to the value, a longer road.

In: what one side alone has. Out: the same, what was given up and what came in sections that correspond
joined where they are about the same thing: modifiers with modifiers first, then values of whatever
kind. What shares too little stays removed here and added there.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from vfdoc.compare.neighbourhood import Neighbourhood, PlaceKey
from vfdoc.model.mechanics import All, Choice, Condition, Modifier, Not
from vfdoc.verdicts.conditions import fact_set
from vfdoc.verdicts.described_values import ComparedValue, DescribedValue, Describers
from vfdoc.verdicts.groups import Group
from vfdoc.verdicts.pairs import StatementPair
from vfdoc.verdicts.rewritten import choices
from vfdoc.verdicts.row_verdicts import Known, group_verdict, kind_of, said_amount, same_value

_ALIKE = 0.3  # likeness that values of two kinds need
_MODIFIERS = 0.25  # that two modifiers need, and two of one amount that stand beside each other
_BESIDE = 0.15
_LEAST = {
    "denial": 0.5,
    "ordinal": 0.22,
}  # what must not be says much that is not its own, "the first" little
_WITH = 0.1  # so much less is enough for what is said with a successor
_JOINABLE = {
    ("modifier", "entry"), ("modifier", "quantity"), ("entry", "modifier"),
    ("quantity", "modifier"), ("denial", "modifier"), ("denial", "quantity"), ("ordinal", "modifier"),
}  # fmt: skip

_Forward = Mapping[str, Sequence[str]]
"""Of every old section the new ones that correspond."""


def with_moved(
    pairs: Sequence[StatementPair], there: _Forward | Neighbourhood, sides: Describers, of: Known
) -> list[StatementPair]:
    """Pairs of modifiers with those joined that met no other and stand in sections that correspond, or about
    their place (`Neighbourhood`): there they must be of one amount, and need less likeness."""
    olds = [n for n, pair in enumerate(pairs) if not pair.new]
    news = [n for n, pair in enumerate(pairs) if not pair.old]
    rows = [(pair.new or pair.old)[0].row for pair in pairs]
    before = [sides[0].modifier(pair.old[0].row) if pair.old else None for pair in pairs]
    after = [sides[1].modifier(pair.new[0].row) if pair.new else None for pair in pairs]
    placed = [_of(each) for each in zip(before, after, strict=True)]
    weights = _weights(
        [each for each, row in zip(placed, rows, strict=True) if row.stated == "text"],
        _of_one_side(before, after),
    )
    alike = isinstance(there, Neighbourhood)
    near = (
        _neighbouring_pairs(olds, news, placed, there)
        if isinstance(there, Neighbourhood)
        else _corresponding_pairs(olds, news, placed, there)
    )
    scored = [
        (-like - _effect(rows[i], rows[j], of), j, i)
        for i, j in near
        if (like := _likeness(placed[i], placed[j], weights)) >= (_BESIDE if alike else _MODIFIERS)
        and not _apart(rows[i], rows[j], of)
        and (not alike or said_amount(rows[i]) == said_amount(rows[j]))
    ]
    successor = _greedy(scored)
    gone = set(successor.values())
    out = []
    for n, pair in enumerate(pairs):
        if n in successor:
            new = pairs[successor[n]].new
            out.append(StatementPair(pair.old, new, group_verdict(pair.old, new, of)))
        elif n not in gone:
            out.append(pair)
    return out


def with_successors(found: Sequence[ComparedValue], forward: _Forward) -> list[ComparedValue]:
    """The values with each one of the old side alone joined to what came in its place, where anything
    did: one value, or several that stand with one another."""
    olds = [n for n, each in enumerate(found) if each.kind == "removed"]
    news = [n for n, each in enumerate(found) if each.kind == "added"]
    placed = [_of(each) for each in found]
    apart = _of_one_side([each.old for each in found], [each.new for each in found])
    weights = _weights(placed, apart)
    scored = []
    for i, j in _corresponding_pairs(olds, news, placed, forward):
        sorts = placed[i].kind, placed[j].kind
        least = _LEAST.get(sorts[0], _ALIKE)
        counted = any(
            side.kind == "quantity" and not _measured(side.value) for side in (placed[i], placed[j])
        )
        if sorts not in _JOINABLE or counted:
            continue
        score = _likeness(placed[i], placed[j], weights)
        scored.append((least - score - 0.1 * (sorts[1] == "entry"), j, i))
    successor = _greedy([each for each in scored if each[0] <= 0])
    predecessor = {j: i for i, j in successor.items()}
    for score, j, i in sorted(scored):  # "first loss negated" became -2 and -1, said together
        if j in predecessor or score > _WITH:
            continue
        if i in successor and _together(placed[j], placed[successor[i]]):
            predecessor[j] = i
    beside = {j: _in_same_line(j, news, placed, predecessor) for j in predecessor}
    spent = {k for near in beside.values() for k in near}
    out = []
    for n, each in enumerate(found):
        if n in predecessor:
            values = [placed[k].value for k in sorted({n, *beside[n]})]
            new = placed[n]._replace(value=", ".join(dict.fromkeys(values)))
            out.append(ComparedValue(found[predecessor[n]].old, new, "changed"))
        elif n not in successor and n not in spent:
            out.append(each)
    return out


def _in_same_line(
    at: int, news: Sequence[int], placed: Sequence[DescribedValue], predecessor: Mapping[int, int]
) -> list[int]:
    """The other numbers said with one that took a value's place: each inch counts as two."""
    here = placed[at]
    if here.kind != "quantity":
        return []
    return [
        k
        for k in news
        if k not in predecessor
        and placed[k].kind == "quantity"
        and (placed[k].section, placed[k].line) == (here.section, here.line)
        and _measured(placed[k].value)
    ]


def _together(one: DescribedValue, other: DescribedValue) -> bool:
    return one.line == other.line and one.kind == other.kind == "modifier"


def _corresponding_pairs(
    olds: Sequence[int], news: Sequence[int], placed: Sequence[DescribedValue], forward: _Forward
) -> list[tuple[int, int]]:
    """The pairs of places, of the old side and of the new, whose sections correspond."""
    by_section: dict[str, list[int]] = defaultdict(list)
    for j in news:
        by_section[placed[j].section].append(j)
    groups = {s: Group((j, frozenset(placed[j].words)) for j in places) for s, places in by_section.items()}
    sizes, before = Counter(placed[i].section for i in olds), Counter[str]()
    found = []
    for i in olds:
        here = placed[i].section
        at = before[here] / sizes[here]
        before[here] += 1
        for section in forward.get(here, ()):
            if section in groups:
                found += [(i, j) for j in groups[section].near(frozenset(placed[i].words), at)]
    return found


def _neighbouring_pairs(
    olds: Sequence[int], news: Sequence[int], placed: Sequence[DescribedValue], around: Neighbourhood
) -> list[tuple[int, int]]:
    """The pairs of places, of the old side and of the new, whose sections stand about the same place."""
    by_section: dict[str, list[int]] = defaultdict(list)
    for j in news:
        by_section[placed[j].section].append(j)
    of_place: dict[PlaceKey, list[int]] = defaultdict(list)
    for i in olds:
        of_place[around.place(placed[i].section)].append(i)
    found = []
    for members in of_place.values():
        sections = around.sections(placed[members[0]].section)
        there = sorted(j for section in sections for j in by_section.get(section, ()))
        group = Group((j, frozenset(placed[j].words)) for j in there)
        for n, i in enumerate(members):
            found += [(i, j) for j in group.near(frozenset(placed[i].words), n / len(members))]
    return found


def _greedy(scored: Sequence[tuple[float, int, int]]) -> dict[int, int]:
    """Old to new, each once, from the best on."""
    successor: dict[int, int] = {}
    taken: set[int] = set()
    for _, j, i in sorted(scored):
        if i not in successor and j not in taken:
            successor[i] = j
            taken.add(j)
    return successor


def _apart(old: Modifier, new: Modifier, of: Known) -> bool:
    """Whether two modifiers are two: of two tests or two values; or, of one, they ask different facts, or
    other values of a choice."""
    before, after = fact_set(_held(old.when)), fact_set(_held(new.when))
    alike = same_value(old.of, new.of, of)
    if not alike and (old.of in of.tests) == (new.of in of.tests):
        return True
    if alike and before and after and before.isdisjoint(after):
        return True
    olds, news = ({(c.fact, c.value) for c in choices(row.when)} for row in (old, new))
    shared = {fact for fact, _ in olds} & {fact for fact, _ in news}
    return any(not any((fact, v) in news for f, v in olds if f == fact) for fact in shared)


def _held(when: Condition | None) -> Condition | None:
    """What a condition asks; that it excepts one of many, a formation, is another matter."""
    parts = when.parts if isinstance(when, All) else () if when is None else (when,)
    return All(tuple(p for p in parts if not (isinstance(p, Not) and isinstance(p.part, Choice))))


def _effect(old: Modifier, new: Modifier, of: Known) -> float:
    """What two modifiers share in what they do: the value, the amount, or at least its direction."""
    same = 0.1 * same_value(old.of, new.of, of) + 0.05 * (kind_of(old) == kind_of(new))
    if old.amount == new.amount and kind_of(old) == kind_of(new):
        return same + 0.25
    return same + 0.2 * (_raises(old) == _raises(new))


def _raises(modifier: Modifier) -> bool:
    amount = modifier.amount
    if modifier.operation in ("add", "dice"):
        return not isinstance(amount, int | float) or amount > 0
    return modifier.operation not in ("halve", "fail")


def _measured(value: str) -> bool:
    return any(mark in value for mark in '"”″')


def _of(each: ComparedValue | tuple[DescribedValue | None, DescribedValue | None]) -> DescribedValue:
    placed = each[1] or each[0]
    assert placed is not None  # a value has a side
    return placed


def _of_one_side(
    olds: Sequence[DescribedValue | None], news: Sequence[DescribedValue | None]
) -> frozenset[str]:
    """The concepts that the values of one side alone bear. What a text calls them stands among its words: a
    term that the other text has no word for sets the two no further apart."""
    one, other = ({c for each in side if each for c in each.concepts} for side in (olds, news))
    return frozenset(one ^ other)


def _weights(values: Sequence[DescribedValue], apart: frozenset[str]) -> Mapping[str, float]:
    found = Counter(word for value in values for word in value.words - apart)
    return {word: math.log((len(values) + 1) / count) for word, count in found.items()}


def _likeness(old: DescribedValue, new: DescribedValue, weights: Mapping[str, float]) -> float:
    """How far two values are about the same thing: the rare words that they share."""
    shared = sum(weights.get(word, 0.0) for word in old.words & new.words)
    sizes = [sum(weights.get(word, 0.0) for word in side.words) for side in (old, new)]
    return round(shared / math.sqrt(sizes[0] * sizes[1]), 9) if all(sizes) else 0.0
