"""What the modifiers of an edition change and ask: its values and its facts, as the glossary knows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from vfdoc.model.mechanics import (
    Choice,
    Condition,
    Flag,
    HalfOf,
    KnownFact,
    Modifier,
    Number,
    Value,
    leaves_of,
)
from vfdoc.reading.mechanics.vocabulary import Fact, Vocabulary


def known_values(
    modifiers: Iterable[Modifier], words: Vocabulary, others: Iterable[str] = ()
) -> tuple[Value, ...]:
    """The values (not tests) that these modifiers change or count with, and `others`; and those that they
    stand for."""
    named = {*others, *(m.of for m in modifiers if m.of is not None)}
    named |= {m.amount.value for m in modifiers if isinstance(m.amount, HalfOf)}
    games = [words.games[id] for id in named if id in words.games and not words.games[id].is_test]
    covered = [words.games[id] for game in games for id in game.covers if id in words.games]
    ids = sorted({game.id for game in (*games, *covered)})
    return tuple(
        Value(id, words.games[id].name, words.units.get(id), words.games[id].covers, words.games[id].implies)
        for id in ids
    )


def known_facts(
    modifiers: Iterable[Modifier], words: Vocabulary, others: Iterable[Condition] = ()
) -> tuple[KnownFact, ...]:
    """The facts that these modifiers' conditions ask, and `others`, sorted; a choice with every value it may
    have."""
    glossary = {fact.id: fact for fact in words.facts}
    values: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, tuple[str, str | None]] = {}
    conditions = (*(m.when for m in modifiers), *others)
    for leaf in (leaf for condition in conditions for leaf in leaves_of(condition)):
        match leaf:
            case Flag(fact):
                kinds.setdefault(fact, ("flag", None))
            case Choice(fact, value):
                kinds[fact] = ("choice", None)
                values[fact].add(value)
            case Number(fact, _, _, unit):
                known = glossary.get(fact)
                kinds[fact] = ("number", known.unit if known else unit)
    for id in (id for id in kinds if kinds[id][0] == "choice"):
        values[id] |= {value for value, _ in glossary[id].values} if id in glossary else set()
        values[id] |= {value for game in words.games.values() for fact, value in game.implies if fact == id}
    return tuple(
        _known(id, *kinds[id], tuple(sorted(values[id])), glossary.get(id), kinds) for id in sorted(kinds)
    )


def _known(
    id: str, kind: str, unit: str | None, values: tuple[str, ...], said: Fact | None, asked: Collection[str]
) -> KnownFact:
    """A fact that is asked, with what the glossary says of it."""
    if said is None:
        return KnownFact(id=id, kind=kind, unit=unit, values=values)
    return KnownFact(
        id=id,
        kind=kind,
        unit=unit,
        values=values,
        default=said.default,
        implies=said.implies,
        follows=said.follows,
        excludes=tuple(other for other in said.excludes if other in asked),
        one_side=said.one_side,
    )
