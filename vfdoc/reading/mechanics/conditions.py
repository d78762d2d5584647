"""Conditions: the items of a region of text become a tree of facts.

A region is cut at "and", "or" and commas into segments. In each, the concepts are matched as a set
against what the facts of the glossary say, the longest first. Who a fact is about may be left out:
then it is the one named last, or whom "the unit" means in this test. Subjects without a predicate
("the attacker or any of its supporters …") wait for the next segment's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not, Number, facts_of, leaves_of
from vfdoc.reading.mechanics.segments import Segment, segments
from vfdoc.reading.mechanics.tokens import ClauseToken
from vfdoc.reading.mechanics.vocabulary import Fact, Vocabulary

_ALSO = "too"  # the concept of a word that says the same of another


class ReadCondition(NamedTuple):
    """What a region says: the tree, and whether all its facts were known."""

    when: Condition | None
    unknown: tuple[str, ...] = ()


class Whose(NamedTuple):
    """Whom "the unit" means in a condition, whom "against" means, and what "this rule" is."""

    subject: str
    foe: str
    trait: str | None = None


def read_condition(items: list[ClauseToken], whose: Whose, vocabulary: Vocabulary) -> ReadCondition:
    """The condition that `items` state."""
    reader = _ConditionReader(vocabulary, whose.subject, whose.trait)
    found = segments(items, vocabulary, whose.foe)
    for unless, together in groupby(found, key=lambda segment: segment.unless):
        start, either = len(reader.parts), False
        for segment in together:
            reader.take(segment)
            either = segment.either
        if unless and reader.parts[start:]:
            excepted = [("OR" if either else join, part) for join, part in reader.parts[start:]]
            inner = _joined([("", excepted[0][1]), *excepted[1:]])
            reader.parts[start:] = [("AND", Not(inner))] if inner is not None else []
    return ReadCondition(_joined(reader.parts), tuple(reader.unknown))


def not_held(items: list[ClauseToken], found: ReadCondition, vocabulary: Vocabulary) -> Iterator[ClauseToken]:
    """The items of a region that say something, and that the condition found in it does not hold."""
    unknown = set(found.unknown) - vocabulary.speakers.keys() - {_ALSO}
    asked = {leaf.value for leaf in leaves_of(found.when) if isinstance(leaf, Number)}
    for item in items:
        if item.kind == "CONCEPT":
            concept = vocabulary.denies.get(item.value, item.value)
            if not unknown.isdisjoint(vocabulary.means.get(concept, (concept,))):
                yield item
        elif item.kind == "QUANTITY" and item.value.value not in (None, *asked):
            yield item


class _ConditionReader:
    """Takes segments one by one; keeps who was spoken of, and subjects that wait for a predicate."""

    def __init__(self, vocabulary: Vocabulary, subject: str, trait: str | None) -> None:
        self.vocabulary, self.default, self.trait = vocabulary, subject, trait
        self.last: tuple[str, ...] = ()
        self.pending: list[tuple[str, str]] = []
        self.parts: list[tuple[str, Condition]] = []
        self.unknown: list[str] = []
        self.said: frozenset[str] = frozenset()
        self.nouns = self.carried = False

    def take(self, segment: Segment) -> None:
        """Reads one segment and adds what it says to the parts."""
        own = [(segment.join, subject) for subject in segment.subjects]
        subjects = list({subject: join for join, subject in reversed([*self.pending, *own])})[::-1]
        leaves, used = self._leaves(self._concepts(segment), subjects, segment)
        if segment.subjects:
            self.last = segment.subjects
        if not leaves and _ALSO in segment.concepts and own and self.said:
            leaves, used = self._too(subjects, segment), set(subjects)
        if not leaves:
            self.pending += own
            return
        join = self.pending[0][0] if self.pending and used else segment.join
        joins = {j for j, s in [*self.pending, *own][1:] if s in used}
        inner = Any if "OR" in joins or segment.anyone else All
        several = len(subjects) > 1
        twins = [leaf for leaf, shared in leaves if shared and several]
        single = [leaf for leaf, shared in leaves if not shared or not several]
        single.sort(key=lambda leaf: any("." in fact for fact in facts_of(leaf)))  # "or" joins what is near
        if twins:
            single.append(twins[0] if len(twins) == 1 else inner(tuple(dict.fromkeys(twins))))
        nouns = bool(segment.concepts) and self.vocabulary.nouns.issuperset(segment.concepts)
        if nouns and len(single) > 1:
            single = [All(tuple(single))]  # "infantry in loose order" is one kind of unit
        if nouns and self.nouns and join == "AND":
            join = "OR"  # "light infantry and warriors" are units of either kind
        self.nouns = nouns
        known = [part for _, part in self.parts]
        if join in ("OR", "AND", "WITH", "") and self.carried:
            join, self.carried = "OR", False
        if join == "OR" and any(leaf in known for leaf in single):  # "of cavalry in A and of cavalry in B"
            single = [leaf for leaf in single if leaf not in known]
            self.carried = not single
        for leaf in single:
            self.parts.append((join or "AND", leaf))
            join = "AND"
        self.pending = [] if used else own

    def _too(self, subjects: list[str], segment: Segment) -> list[tuple[Condition, bool]]:
        """What was said last, said of others too: "the attacker is artillery, and its supporters too"."""
        bare = self.said - self.vocabulary.subjects
        twins = (self._twin(bare | {subject}, list(bare), segment, False) for subject in subjects)
        return [(twin, True) for twin in twins if twin is not None]

    def _concepts(self, segment: Segment) -> list[str]:
        own = [self.trait if c in ("this-rule", "this-unit") and self.trait else c for c in segment.concepts]
        if "lent-support-by" in own and self.trait:
            own.append(self.trait)
        return own

    def _leaves(
        self, concepts: list[str], subjects: list[str], segment: Segment
    ) -> tuple[list[tuple[Condition, bool]], set[str]]:
        """The facts that the concepts state, for each subject spoken of; the subjects used."""
        leaves: list[tuple[Condition, bool]] = []
        used: set[str] = set()
        done: set[str] = set()
        places: list[int] = []
        rest = concepts
        while (best := self._best(rest, subjects, segment, done)) is not None:
            fact, says = best
            done.add(fact.id)
            about = [s for s in subjects if s in says]
            values = [(v, c) for v, c in fact.values if c in rest]
            denied = _denied(segment, {*says, *(c for _, c in values)})
            leaves.append((_leaf(fact, values, segment, denied), bool(about)))
            stated = [*says, *(value for _, value in values)]
            places.append(max((concepts.index(c) for c in stated if c in concepts), default=0))
            self.said = says | {c for _, c in values}
            used.update(about)
            said = (says - set(about)) | {c for _, c in values}
            for other in [s for s in subjects if s not in says] if about else []:
                if (twin := self._twin(frozenset(said | {other}), rest, segment, denied)) is not None:
                    leaves.append((twin, True))
                    places.append(places[-1])
                    used.add(other)
            rest = [c for c in rest if c not in says and c not in {c for _, c in values}]
        self.unknown += rest
        order = sorted(range(len(leaves)), key=places.__getitem__)  # as the text names them
        return [leaves[n] for n in order], used

    def _twin(
        self, says: frozenset[str], concepts: list[str], segment: Segment, denied: bool
    ) -> Condition | None:
        """The same said of another subject: "the attacker or any of its supporters is shaken"."""
        for fact in self.vocabulary.facts:
            values = [(v, c) for v, c in fact.values if c in concepts]
            subject = frozenset(s for s in says if s in self.vocabulary.subjects)
            values += [(v, c) for v, c in fact.values if c in says]
            whole = says in fact.says and fact.kind != "choice"
            if whole or (values and subject in fact.says):
                return _leaf(fact, values, segment, denied)
        return None

    def _best(
        self, concepts: list[str], subjects: list[str], segment: Segment, done: set[str]
    ) -> tuple[Fact, frozenset[str]] | None:
        best: tuple[tuple[int, int, int], Fact, frozenset[str]] | None = None
        bag, spoken = set(concepts), set(subjects or self.last or (self.default,))
        implied = set() if subjects else {self.default}
        about = self.vocabulary.about
        for fact in dict.fromkeys(fact for concept in concepts for fact in about.get(concept, ())):
            values = sum(1 for _, c in fact.values if c in bag)
            if fact.id in done or (fact.kind == "choice" and not values):
                continue
            if fact.kind == "number" and not _measured(fact, segment):
                continue
            for says in fact.says:
                strength = len(says & bag) + values
                if says - bag - spoken - implied or not strength:
                    continue
                score = (strength, len(says & spoken), -len(says - bag - spoken))
                if best is None or score > best[0]:
                    best = (score, fact, says)
        return None if best is None else (best[1], best[2])


def _measured(fact: Fact, segment: Segment) -> bool:
    """A distance needs its quantity; a count without one is "any" or "no"."""
    return fact.unit != "in" or any(q.unit == "in" for q in segment.quantities)


def _denied(segment: Segment, concepts: set[str]) -> bool:
    """Whether a "no" or "not" stands before the words of a fact, or one of them denies it."""
    if segment.denied & concepts:
        return segment.negated is None
    if segment.negated is None:
        return False
    at = [i for i, concept in enumerate(segment.concepts) if concept in concepts]
    return not at or max(at) >= segment.negated


def _leaf(fact: Fact, values: list[tuple[str, str]], segment: Segment, denied: bool) -> Condition:
    if fact.kind == "number":
        return _number(fact, segment, denied)
    leaf: Condition
    if fact.kind == "choice":
        choices = tuple(Choice(fact.id, value) for value, _ in values)
        leaf = choices[0] if len(choices) == 1 else Any(choices)
    else:
        leaf = Flag(fact.id)
    return Not(leaf) if denied else leaf


_OPPOSITE = {"<": ">=", "<=": ">", "=": "!=", ">=": "<", ">": "<="}


def _number(fact: Fact, segment: Segment, denied: bool) -> Condition:
    wanted = "in" if fact.unit == "in" else None
    found = next((q for q in segment.quantities if q.unit == wanted and q.value is not None), None)
    if found is None:
        if denied:
            return Number(fact.id, "=", 0, fact.unit)
        return Number(fact.id, *fact.bare, fact.unit)  # type: ignore[arg-type]
    op = found.op
    if op == "=" and fact.unit == "in":
        op = "<="
    if denied and fact.unit == "in" and op in _OPPOSITE and op != "=":
        op = _OPPOSITE[op]
    return Number(fact.id, op, found.value, fact.unit)  # type: ignore[arg-type]


def _joined(parts: list[tuple[str, Condition]]) -> Condition | None:
    """The parts as one tree: what "or" joins stands closer together than what "and" joins."""
    groups: list[list[Condition]] = []
    for join, part in parts:
        if join == "WITH" and groups and len(groups[-1]) > 1:  # "a square or infantry against cavalry"
            groups[-1][-1] = All((groups[-1][-1], part))
            continue
        before = groups[-1][-1] if groups else None
        if join == "OR" and isinstance(before, Not) and _same_fact(before.part, part):
            groups.append([Not(part)])  # "not in a village or works"
            continue
        same = groups and isinstance(part, Choice) and isinstance(groups[-1][-1], Choice)
        if groups and (join == "OR" or (same and _same_fact(groups[-1][-1], part))):
            groups[-1].append(part)
        else:
            groups.append([part])
    alternatives = [g[0] if len(g) == 1 else Any(_flat(g, Any)) for g in groups]
    unique = list(dict.fromkeys(alternatives))
    if not unique:
        return None
    return unique[0] if len(unique) == 1 else All(_flat(unique, All))


def _same_fact(one: Condition, other: Condition) -> bool:
    return isinstance(one, Choice) and isinstance(other, Choice) and one.fact == other.fact


def _flat(parts: list[Condition], kind: type[All] | type[Any]) -> tuple[Condition, ...]:
    out: list[Condition] = []
    for part in parts:
        out += part.parts if isinstance(part, kind) else (part,)
    return tuple(dict.fromkeys(out))


def seen_as(condition: Condition, roles: Mapping[str, str]) -> Condition:
    """The condition with other units in these roles ("attacker" for "target"): `attacker.shaken` is
    `target.shaken` there."""
    match condition:
        case Not(part):
            return Not(seen_as(part, roles))
        case All(parts):
            return All(tuple(seen_as(part, roles) for part in parts))
        case Any(parts):
            return Any(tuple(seen_as(part, roles) for part in parts))
        case Number(fact, op, value, unit):
            return Number(_seen_as(fact, roles), op, value, unit)
        case Choice(fact, value):
            return Choice(_seen_as(fact, roles), value)
        case Flag(fact):
            return Flag(_seen_as(fact, roles))


def _seen_as(fact: str, roles: Mapping[str, str]) -> str:
    role, dot, rest = fact.partition(".")
    return f"{roles.get(role, role)}{dot}{rest}"


def both(*conditions: Condition | None) -> Condition | None:
    """All of the conditions that there are, as one."""
    known = [c for c in conditions if c is not None]
    if not known:
        return None
    parts = _flat(known, All)
    return parts[0] if len(parts) == 1 else All(parts)
