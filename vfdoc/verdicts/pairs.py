"""Statements of two texts paired: which belong together, and whether they say the same.

In: the statements of two sides. Out: Pairs with Verdicts, every statement of both sides in one. First
what means the same, then what one side says whole and the other in parts, then the rest by likeness,
the alternatives of a row ("in column or garrison") each for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model.comparison import Difference, Verdict
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import All, Condition, Modifier, Not, facts_of
from vfdoc.verdicts.conditions import equivalent, fact_likeness, fact_set, implies, normal
from vfdoc.verdicts.groups import nearest
from vfdoc.verdicts.rewritten import alternatives, any_of, turned
from vfdoc.verdicts.row_verdicts import (
    NOTHING,
    Known,
    RowStatement,
    asked_facts,
    conditions_of,
    group_verdict,
    kind_of,
    said_amount,
    same_value,
    when,
)

_LIKE = 0.3  # the least likeness of two conditions by which rows meet; less where they do the same
_LIKE_ALIKE = 0.25
_MANY = 48  # rows of one effect, or of one fact, that are compared with another


class StatementPair(NamedTuple):
    """Statements that belong together, several where one says what the other side says in parts; a side
    is empty where it has no counterpart."""

    old: tuple[RowStatement, ...]
    new: tuple[RowStatement, ...]
    verdict: Verdict = Verdict()


def pair_statements(
    old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known = NOTHING
) -> tuple[StatementPair, ...]:
    """Every statement of both sides in a pair, in the order of the new side; what only the old one has
    stands at the end."""
    pairs = _equivalents(old, new, of)
    rest_old, rest_new = _left(old, [p.old for p in pairs]), _left(new, [p.new for p in pairs])
    pairs += _in_parts(rest_old, rest_new, of)
    rest_old, rest_new = _left(old, [p.old for p in pairs]), _left(new, [p.new for p in pairs])
    pairs += _mirrored(rest_old, rest_new, of)
    rest_old, rest_new = _left(old, [p.old for p in pairs]), _left(new, [p.new for p in pairs])
    pairs += _without_exceptions(rest_old, rest_new, of)
    rest_old, rest_new = _left(old, [p.old for p in pairs]), _left(new, [p.new for p in pairs])
    pairs += _alike(rest_old, rest_new, of)
    places = {_key(m): at for at, m in enumerate(m for s in new for m in s.rows)}
    return tuple(sorted(pairs, key=lambda p: places[_key(p.new[0].row)] if p.new else len(places)))


def _key(modifier: Modifier) -> tuple[int, int, str]:
    return modifier.line, modifier.column, modifier.id


def _left(side: Sequence[RowStatement], paired: list[tuple[RowStatement, ...]]) -> list[RowStatement]:
    done = {id(statement) for statements in paired for statement in statements}
    return [statement for statement in side if id(statement) not in done]


_Effect = tuple[str, str, str | None]


def _effect(statement: RowStatement, of: Known) -> _Effect:
    """What a statement does: to which value, or kind of value, how much, counted by what."""
    return _family(statement, of), said_amount(statement.row), statement.row.per


def _by_effect(side: Iterable[RowStatement], of: Known) -> dict[_Effect, list[RowStatement]]:
    found: dict[_Effect, list[RowStatement]] = {}
    for statement in side:
        found.setdefault(_effect(statement, of), []).append(statement)
    return found


def _equivalents(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known) -> list[StatementPair]:
    """What both sides say alike in every respect."""
    pairs: list[StatementPair] = []
    free: dict[tuple[str | None, _Effect, frozenset[str]], list[RowStatement]] = {}
    for statement in old:
        key = statement.row.of, _effect(statement, of), fact_set(when(statement.row, of))
        free.setdefault(key, []).append(statement)
    for statement in new:
        near = free.get((statement.row.of, _effect(statement, of), fact_set(when(statement.row, of))), [])
        alike = (n for n, s in enumerate(near[:_MANY]) if group_verdict((s,), (statement,), of).same)
        if (at := next(alike, None)) is not None:
            found = near.pop(at)
            pairs.append(StatementPair((found,), (statement,)))
    return pairs


def _in_parts(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known) -> list[StatementPair]:
    """What one side says in one row and the other in several that together mean the same."""
    pairs: list[StatementPair] = []
    used: set[int] = set()
    for one, others, swapped in ((old, new, False), (new, old, True)):
        by_effect = _by_effect(others, of)
        for whole in one:
            near = [s for s in by_effect.get(_effect(whole, of), ())[:_MANY] if id(s) not in used]
            parts = () if id(whole) in used else _parts(whole, near, of)
            if parts:
                used.update((id(whole), *(id(part) for part in parts)))
                pairs.append(StatementPair(parts, (whole,)) if swapped else StatementPair((whole,), parts))
    return pairs


def _parts(whole: RowStatement, others: Sequence[RowStatement], of: Known) -> tuple[RowStatement, ...]:
    """The statements that do the same as this one, each in part of its situations, together in all."""
    condition = when(whole.row, of)
    asked = fact_set(condition)
    parts = tuple(
        other
        for other in others
        if same_value(whole.row.of, other.row.of, of)
        and fact_set(other.row.when) & asked
        and implies(when(other.row, of), condition, of.domains)
    )
    if len(parts) < 2:
        return ()
    together = any_of([when(part.row, of) for part in parts])
    return parts if equivalent(condition, together, of.domains) else ()


def _mirrored(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known) -> list[StatementPair]:
    """What both sides say alike of two parties that they look at from opposite ends: "whom its target does
    not see" and "who does not see its target". Worth a note."""
    pairs: list[StatementPair] = []
    free = _by_effect(old, of)
    for statement in new:
        near = free.get(_effect(statement, of), [])
        for other in near[:_MANY]:
            rows = other.row, statement.row
            if rows[0].of == rows[1].of and _opposite(*(when(row, of) for row in rows)):
                sides = map(condition_text, (other.row.when, statement.row.when))
                found = Difference("scope", *sides)
                pairs.append(StatementPair((other,), (statement,), Verdict((found,), note=True)))
                near.remove(other)
                break
    return pairs


def _opposite(old: Condition | None, new: Condition | None) -> bool:
    """Whether two conditions ask the same of two parties that have changed places."""
    told = [fact_set(condition) for condition in (old, new)]
    if len(told[0]) != len(told[1]) or told[0] == told[1]:
        return False
    before, after = ({fact.partition(".")[0] for fact in facts if "." in fact} for facts in told)
    return any(one != other and equivalent(turned(old, one, other), new) for one in before for other in after)


def _without_exceptions(
    old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known
) -> list[StatementPair]:
    """What one side says always and the other side but for exceptions: it is said of these too."""
    pairs: list[StatementPair] = []
    for one, others, swapped in ((old, new, True), (new, old, False)):
        by_effect = _by_effect((s for s in others if _is_excepted(when(s.row, of))), of)
        for whole in one:
            if when(whole.row, of) is None and (parts := by_effect.pop(_effect(whole, of), None)):
                excepted = tuple(parts)
                found = _pair((whole,), excepted, of) if swapped else _pair(excepted, (whole,), of)
                pairs.append(found)
    return pairs


def _is_excepted(condition: Condition | None) -> bool:
    """Whether a condition names nothing but cases in which something does not hold."""
    match normal(condition):
        case Not():
            return True
        case All(parts):
            return all(isinstance(part, Not) for part in parts)
    return False


def _alike(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known) -> list[StatementPair]:
    """The rest by likeness: the alternatives of each row for themselves, and rows whose alternatives all
    meet one another's as rows again."""
    olds = [(n, part) for n, statement in enumerate(old) for part in _split(statement)]
    news = [(n, part) for n, statement in enumerate(new) for part in _split(statement)]
    parts_old, parts_new = [part for _, part in olds], [part for _, part in news]
    partner = _same_facts(parts_old, parts_new, _partners(parts_old, parts_new, of))
    whole: dict[tuple[int, int], int] = {}
    for j, i in partner.items():
        at = (olds[i][0], news[j][0])
        whole[at] = whole.get(at, 0) + 1
    sizes_old, sizes_new = _sizes(olds), _sizes(news)
    joined = {at for at, size in whole.items() if size == sizes_old[at[0]] == sizes_new[at[1]]}
    pairs = [_pair((old[i],), (new[j],), of) for i, j in sorted(joined)]
    for j, (n, part) in enumerate(news):
        found = partner.get(j)
        if found is not None and (olds[found][0], n) not in joined:
            pairs.append(_pair((olds[found][1],), (part,), of))
    pairs += [StatementPair((), (s,)) for s in _unmet(new, news, set(partner))]
    return pairs + [StatementPair((s,), ()) for s in _unmet(old, olds, set(partner.values()))]


def _unmet(
    side: Sequence[RowStatement], parts: list[tuple[int, RowStatement]], met: set[int]
) -> list[RowStatement]:
    """What met nothing: statements whole where none of their alternatives did, else the alternatives."""
    touched = {parts[i][0] for i in met}
    alone = [s for n, s in enumerate(side) if n not in touched]
    return alone + [part for i, (n, part) in enumerate(parts) if i not in met and n in touched]


def _pair(old: tuple[RowStatement, ...], new: tuple[RowStatement, ...], of: Known) -> StatementPair:
    return StatementPair(old, new, group_verdict(old, new, of))


def _sizes(parts: list[tuple[int, RowStatement]]) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for n, _ in parts:
        sizes[n] = sizes.get(n, 0) + 1
    return sizes


def _split(statement: RowStatement) -> list[RowStatement]:
    """A statement's alternatives, each with its own condition and facts."""
    found = alternatives(statement.row.when)
    if len(found) == 1:
        return [statement]
    row = statement.row
    parts = (replace(row, when=one, facts=tuple(dict.fromkeys(facts_of(one)))) for one in found)
    return [RowStatement(part, statement.restatements) for part in parts]


def _partners(old: Sequence[RowStatement], new: Sequence[RowStatement], of: Known) -> dict[int, int]:
    """The best one-to-one pairing: new to old, greedily by score, among rows that share a fact, what they
    are counted by, or that they always hold."""
    index: dict[tuple[str, str], list[int]] = {}
    for i, statement in enumerate(old):
        for lead in _keys(statement, of):
            index.setdefault(lead, []).append(i)
    scored: list[tuple[float, int, int]] = []
    for j, statement in enumerate(new):
        expected = j * len(old) // max(1, len(new))
        near = {i for lead in _keys(statement, of) for i in nearest(index.get(lead, ()), expected, _MANY)}
        near = {i for i in near if old[i].row.only == statement.row.only}  # "only adds 1" is another rule
        scored += (
            (-_score(old[i].row, statement.row, of), j, i)
            for i in sorted(near)
            if same_value(old[i].row.of, statement.row.of, of)
        )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for score, j, i in sorted(scored):
        if score < 0 and j not in partner and i not in taken:
            partner[j] = i
            taken.add(i)
    return partner


def _keys(statement: RowStatement, of: Known) -> list[tuple[str, str]]:
    """By what a statement is found: its value with each fact that it asks and with its counting."""
    row = statement.row
    facts = asked_facts(row.when, of)
    leads = [*sorted(facts), *([f"per {row.per}"] if row.per else [])] or [""]
    return [(_family(statement, of), lead) for lead in leads]


def _family(statement: RowStatement, of: Known) -> str:
    value = statement.row.of or ""
    return of.kinds.get(value, value)


def _score(old: Modifier, new: Modifier, of: Known) -> float:
    """How well two rows of one value fit: first by the facts they ask, then by what they do."""
    like = fact_likeness(*conditions_of((old,), (new,), of))
    counted = old.per == new.per
    alike = said_amount(old) == said_amount(new)
    if like < (_LIKE_ALIKE if alike else _LIKE) and not (counted and old.per):
        return 0.0
    score = 4 * like + (2 if counted and old.per else 0.5 if counted else -1)
    score += 0.5 * (kind_of(old) == kind_of(new)) + 0.5 * alike
    if like == 1.0 and equivalent(old.when, new.when, of.domains):
        score += 1.5
    return score + 0.25 * (old.of == new.of)


def _same_facts(
    old: Sequence[RowStatement], new: Sequence[RowStatement], partner: dict[int, int]
) -> dict[int, int]:
    """Beside the pairs so far those that ask the same and change another value: a bonus to the roll that
    became one to the value. Only where each side has one such row."""
    met = set(partner.values())
    olds, news = (
        _by_facts((i, s) for i, s in enumerate(side) if i not in done)
        for side, done in ((old, met), (new, partner))
    )
    pairs = {
        found[0]: olds[facts][0]
        for facts, found in news.items()
        if len(found) == 1
        and len(olds.get(facts, ())) == 1
        and fact_likeness(old[olds[facts][0]].row.when, new[found[0]].row.when) == 1.0
    }
    return {**partner, **pairs}


def _by_facts(statements: Iterable[tuple[int, RowStatement]]) -> dict[frozenset[str], list[int]]:
    found: dict[frozenset[str], list[int]] = {}
    for i, statement in statements:
        facts = fact_set(statement.row.when)
        if facts:
            found.setdefault(facts, []).append(i)
    return found
