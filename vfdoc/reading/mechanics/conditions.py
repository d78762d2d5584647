"""Conditions: the items of a region of text become a tree of facts.

A region is cut at "and", "or" and commas into segments. In each, the concepts are matched as a set
against what the facts of the glossary say, the longest first. Who a fact is about may be left out:
then it is the one named last, or whom "the unit" means in this test. Subjects without a predicate
("the attacker or any of its supporters …") wait for the next segment's.
"""

from __future__ import annotations

from typing import NamedTuple

from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not, Number, facts_of
from vfdoc.reading.mechanics.tokens import Item, Quantity
from vfdoc.reading.mechanics.vocabulary import Fact, Vocabulary

_BREAKS = {"AND", "OR", "COMMA", "IF", "UNLESS", "OPEN", "CLOSE", "AGAINST"}


class Segment(NamedTuple):
    """A stretch between connectors: concepts, quantities, and how it hangs on the one before."""

    join: str
    subjects: tuple[str, ...]
    concepts: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    negated: int | None


class Found(NamedTuple):
    """What a region says: the tree, and whether all its facts were known."""

    when: Condition | None
    unknown: tuple[str, ...] = ()


def read_condition(items: list[Item], subject: str, trait: str | None, vocabulary: Vocabulary) -> Found:
    """The condition that `items` state; `subject` is whom "the unit" means, `trait` "this rule"."""
    reader = _Reader(vocabulary, subject, trait)
    for segment in _segments(items, vocabulary, subject):
        reader.take(segment)
    return Found(_joined(reader.parts), tuple(reader.unknown))


def _segments(items: list[Item], vocabulary: Vocabulary, subject: str) -> list[Segment]:
    out: list[Segment] = []
    join, negate_all = "", False
    subjects: list[str] = []
    concepts: list[str] = []
    quantities: list[Quantity] = []
    negated: int | None = None

    def close(next_join: str) -> None:
        nonlocal join, negated, subjects, concepts, quantities
        if subjects or concepts or quantities:
            out.append(
                Segment(
                    join, tuple(subjects), tuple(concepts), tuple(quantities), 0 if negate_all else negated
                )
            )
            subjects, concepts, quantities, negated = [], [], [], None
            join = next_join
        elif next_join not in ("", "COMMA"):
            join = next_join

    for item in items:
        if item.kind in _BREAKS:
            close({"OR": "OR", "AND": "AND", "COMMA": "COMMA"}.get(item.kind, ""))
            if item.kind == "AGAINST":
                join = "WITH" if out else ""
                subjects = ["target" if subject == "attacker" else "attacker"]
            elif item.kind == "IF" and join == "COMMA" and not (subjects or concepts):
                join = ""
            elif item.kind == "UNLESS":
                negate_all = True
        elif item.kind == "NO":
            negated = len(concepts) if negated is None else negated
        elif item.kind == "QUANTITY":
            quantities.append(item.value)
        elif item.kind == "CONCEPT":
            (subjects if item.value in vocabulary.subjects else concepts).append(item.value)
        elif item.kind == "VALUE" and item.value == "range":
            concepts.append("range")
    close("")
    return _with_commas(out)


def _with_commas(segments: list[Segment]) -> list[Segment]:
    """A comma in a list takes the "and" or "or" that ends the list."""
    out = list(segments)
    following = ""
    for at in range(len(out) - 1, -1, -1):
        if out[at].join == "COMMA":
            out[at] = out[at]._replace(join=following if following == "OR" else "AND")
        following = out[at].join
    return out


class _Reader:
    """Takes segments one by one; keeps who was spoken of, and subjects that wait for a predicate."""

    def __init__(self, vocabulary: Vocabulary, subject: str, trait: str | None) -> None:
        self.vocabulary, self.default, self.trait = vocabulary, subject, trait
        self.last: tuple[str, ...] = ()
        self.pending: list[tuple[str, str]] = []
        self.parts: list[tuple[str, Condition]] = []
        self.unknown: list[str] = []
        self.said: frozenset[str] = frozenset()

    def take(self, segment: Segment) -> None:
        """Reads one segment and adds what it says to the parts."""
        own = [(segment.join, subject) for subject in segment.subjects]
        subjects = list({subject: join for join, subject in reversed([*self.pending, *own])})[::-1]
        leaves, used = self._leaves(self._concepts(segment), subjects, segment)
        if segment.subjects:
            self.last = segment.subjects
        if not leaves and "too" in segment.concepts and own and self.said:
            leaves, used = self._too(subjects, segment), set(subjects)
        if not leaves:
            self.pending += own
            return
        join = self.pending[0][0] if self.pending and used else segment.join
        joins = {j for j, s in [*self.pending, *own][1:] if s in used}
        inner = Any if "OR" in joins else All
        twins = [leaf for leaf, shared in leaves if shared]
        single = [leaf for leaf, shared in leaves if not shared]
        single.sort(key=lambda leaf: any("." in fact for fact in facts_of(leaf)))  # "or" joins what is near
        if twins:
            single.append(twins[0] if len(twins) == 1 else inner(tuple(dict.fromkeys(twins))))
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
        return [m for c in own for m in self.vocabulary.means.get(c, (c,))]

    def _leaves(
        self, concepts: list[str], subjects: list[str], segment: Segment
    ) -> tuple[list[tuple[Condition, bool]], set[str]]:
        """The facts that the concepts state, for each subject spoken of; the subjects used."""
        leaves: list[tuple[Condition, bool]] = []
        used: set[str] = set()
        done: set[str] = set()
        rest = concepts
        while (best := self._best(rest, subjects, segment, done)) is not None:
            fact, says = best
            done.add(fact.id)
            about = [s for s in subjects if s in says]
            values = [(v, c) for v, c in fact.values if c in rest]
            denied = _denied(segment, {*says, *(c for _, c in values)})
            leaves.append((_leaf(fact, values, segment, denied), bool(about)))
            self.said = says | {c for _, c in values}
            used.update(about)
            said = (says - set(about)) | {c for _, c in values}
            for other in [s for s in subjects if s not in says] if about else []:
                if (twin := self._twin(frozenset(said | {other}), rest, segment, denied)) is not None:
                    leaves.append((twin, True))
                    used.add(other)
            rest = [c for c in rest if c not in says and c not in {c for _, c in values}]
        self.unknown += rest
        return leaves, used

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
        about = self.vocabulary.about
        for fact in dict.fromkeys(fact for concept in concepts for fact in about.get(concept, ())):
            values = sum(1 for _, c in fact.values if c in bag)
            if fact.id in done or (fact.kind == "choice" and not values):
                continue
            if fact.kind == "number" and not _measured(fact, segment):
                continue
            for says in fact.says:
                strength = len(says & bag) + values
                if says - bag - spoken - {self.default} or not strength:
                    continue
                score = (strength, len(says & spoken), -len(says - bag - spoken))
                if best is None or score > best[0]:
                    best = (score, fact, says)
        return None if best is None else (best[1], best[2])


def _measured(fact: Fact, segment: Segment) -> bool:
    """A distance needs its quantity; a count without one is "any" or "no"."""
    return fact.unit != "in" or any(q.unit == "in" for q in segment.quantities)


def _denied(segment: Segment, concepts: set[str]) -> bool:
    """Whether a "no" or "not" stands before the words of a fact."""
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
        return Number(fact.id, ">", 0, fact.unit)
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
        if join == "WITH" and groups:
            groups[-1][-1] = All((groups[-1][-1], part))
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


def both(*conditions: Condition | None) -> Condition | None:
    """All of the conditions that there are, as one."""
    known = [c for c in conditions if c is not None]
    if not known:
        return None
    parts = _flat(known, All)
    return parts[0] if len(parts) == 1 else All(parts)
