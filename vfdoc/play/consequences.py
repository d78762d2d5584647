"""What follows from what is told: facts that imply, follow from or exclude one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model.mechanics import KnownFact, reach_of
from vfdoc.play.of_all import OTHERS, OfAll, facts_of_all, made_of_each
from vfdoc.play.situation import Known, agrees, as_told

_NO = "no"


class Consequences(NamedTuple):
    """What tells the target what is told of the unit that takes a test (`own`), and the facts from which, or
    to which, something follows; by what follows from facts (`implying`) each of these, by its place; and what
    holds together wherever a value is asked (`of_values`)."""

    own: Mapping[str, str]
    follows: tuple[KnownFact, ...]
    asking: tuple[KnownFact, ...]
    excluding: tuple[KnownFact, ...]
    implying: Mapping[str, Sequence[tuple[int, str, Known]]]
    of_values: tuple[tuple[tuple[str, Known], ...], ...]
    several: tuple[OfAll, ...] = ()

    def of(self, told: Mapping[str, Known]) -> dict[str, Known]:
        """What was told with all that follows from it."""
        known = dict(told)
        _assume(known, made_of_each(told, self.several, self._others(told)).items())
        for name in told.keys() & self.own.keys():
            known.setdefault(self.own[name], told[name])
        for fact in self.follows:
            for name, value in fact.follows:
                if _makes(known, name, value):
                    known.setdefault(fact.id, True)
                    break
        for fact in self.asking:
            if known.get(fact.id) is True:
                _assume(known, fact.implies)
        for implies in self.of_values:
            for name, wanted in implies:
                if known.get(name) == wanted:
                    _assume(known, implies)
                    break
        for fact in self.excluding:
            if known.get(fact.id) is True:
                _assume(known, ((other, False) for other in fact.excludes))
        barred = {
            n: id
            for name in self.implying.keys() & known.keys()
            for n, id, value in self.implying[name]
            if id not in known and not agrees(known[name], value)
        }
        _assume(known, ((barred[n], False) for n in sorted(barred)))
        return known

    def _others(self, told: Mapping[str, Known]) -> Iterator[str]:
        """What is told says that there are others of several than are counted."""
        for fact in self.asking:
            if told.get(fact.id) is True:
                yield from (name for name, _ in fact.implies if name.endswith(f".{OTHERS}"))

    def leading_to(self, names: Collection[str]) -> frozenset[str]:
        """These names and all others by which, told, one of them may be known otherwise."""
        leads: dict[str, set[str]] = {}
        for own, theirs in self.own.items():
            leads.setdefault(theirs, set()).add(own)
        for fact in self.follows:
            of = (*(name for name, _ in fact.follows), *fact.compared, *fact.beside)
            leads.setdefault(fact.id, set()).update(of)
        for fact in self.asking:
            for name, _ in fact.implies:
                leads.setdefault(name, set()).add(fact.id)
                leads.setdefault(fact.id, set()).add(name)
        for implies in self.of_values:
            for name, _ in implies:
                leads.setdefault(name, set()).update(other for other, _ in implies)
        for fact in self.excluding:
            for name in fact.excludes:
                leads.setdefault(name, set()).add(fact.id)
        for each in self.several:
            leads.setdefault(each.id, set()).update(name for name, _ in each.made_by)
        found, new = set(names), list(names)
        while new:
            more = leads.get(new.pop(), set()) - found
            found |= more
            new += more
        return frozenset(found)


def consequences(
    own: Mapping[str, str],
    follows: tuple[KnownFact, ...],
    asking: tuple[KnownFact, ...],
    excluding: tuple[KnownFact, ...],
    implying: Mapping[str, Sequence[tuple[int, str, Known]]],
    of_values: tuple[tuple[tuple[str, Known], ...], ...],
) -> Consequences:
    """What follows from what, by the facts from which, or to which, something does."""
    several = facts_of_all({fact.id: fact for fact in (*follows, *asking)}.values())
    return Consequences(own, follows, asking, excluding, implying, of_values, several)


def levelled(told: Mapping[str, Known], facts: Mapping[str, KnownFact]) -> dict[str, Known]:
    """The numbers that nobody told of what a flag follows from: where it is told to hold, one has come up to
    the other, whatever they are."""
    found: dict[str, Known] = {}
    for name, value in told.items():
        fact = facts.get(name) if value is True else None
        for pair in fact.reached if fact is not None else ():
            number = next((told[each] for each in pair if each in told), 1.0)
            found |= {each: number for each in pair if each not in told}
    return found


def apart_from(known: Mapping[str, Known], fact: KnownFact) -> tuple[str, Known] | None:
    """A number told beside a flag that follows from it that cannot be where the flag is told as it is: it
    comes up to what makes the flag hold, and this is told not to; or it does not, nor does any other from
    which it follows, and this is told to hold. None where they agree, or nobody can say: of two numbers
    that are compared, whoever tells the flag may know better."""
    reaches = [(name, value, reach_of(value)) for name, value in fact.follows]
    if known.get(fact.id) is False:
        fixed = [(n, value) for n, value, to in reaches if to is not None and to.constant is not None]
        return next(((n, known[n]) for n, value in fixed if _makes(known, n, value)), None)
    for name, _, to in reaches:
        have = known.get(name)
        if to is None or to.constant is None or not isinstance(have, int | float):
            return None
        if to.met_by(have, to.constant) and known.get(to.where, True) is True:
            return None
    return next(((name, known[name]) for name, _, _ in reaches), None)


def against_what_follows(known: Mapping[str, Known], facts: Iterable[KnownFact]) -> tuple[str, str] | None:
    """What was told that a flag follows from, and what was told besides that cannot hold where that flag
    does, as `name=value`; None where nothing is."""
    for fact in facts:
        made_by = next((n for n, value in fact.follows if _makes(known, n, value)), None)
        if made_by is None or fact.id in known:
            continue
        for other, wanted in (*((each, False) for each in fact.excludes), *fact.implies):
            if other in known and not agrees(known[other], wanted):
                return as_told(made_by, known[made_by]), as_told(other, known[other])
    return None


def _makes(known: Mapping[str, Known], name: str, value: str) -> bool:
    """Whether what is known of a name is that value ("no": a flag that was told not to hold), or a number
    that comes up to what it says."""
    have, reach = known.get(name), reach_of(value)
    if reach is None:
        return have == value or (value == _NO and have is False)
    least = known.get(reach.least) if reach.constant is None else reach.constant
    if not (isinstance(have, int | float) and isinstance(least, int | float)):
        return False
    return reach.met_by(have, least) and (not reach.where or known.get(reach.where) is True)


def _assume(known: dict[str, Known], more: Iterable[tuple[str, Known]]) -> None:
    for name, value in more:
        known.setdefault(name, value)
