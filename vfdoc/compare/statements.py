"""Further counterparts by single statements: what a section rules besides, and another one rules now.

In comes a Pairing with its splits and mergers, and what the sections of both editions state; it goes
out with the pairs added that have a statement in common which the counterparts of one of them do not
make: a modifier under the same facts, a convention, a count said of a chapter and now of its sections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from vfdoc.compare.pairing import Pairing, SectionPair
from vfdoc.verdicts.sections import Profile
from vfdoc.verdicts.statements import Count, SectionStatements, StatedEffect, Statements, covers

_CROWD = 3  # sections of a side that may state one thing; more of them, and it says nothing
_CONFIDENCE = 0.85
_NOTHING = SectionStatements()


def add_statements(pairing: Pairing, sides: tuple[Statements, Statements]) -> None:
    """Adds the pairs of rules that state the same and have no counterpart that does."""
    if not all(sides):
        return
    known = {(p.old, p.new) for p in (*pairing.by_old.values(), *pairing.further)}
    said = tuple(
        {p.place: sides[at].get(p.anchor, _NOTHING) for p in side if p.family == "rules"}
        for at, side in enumerate((pairing.old, pairing.new))
    )
    there = _counterparts(pairing)
    found = {*_by_rows(said, there), *_by_counts(pairing, said, there)}
    for old, new in sorted(found - known):
        if old not in pairing.closed_old and new not in pairing.closed_new:
            pairing.further.append(SectionPair(old, new, "values", _CONFIDENCE))


_SectionSides = tuple[dict[int, SectionStatements], ...]
_There = tuple[dict[int, list[int]], dict[int, list[int]]]


def _counterparts(pairing: Pairing) -> _There:
    olds: dict[int, list[int]] = defaultdict(list)
    news: dict[int, list[int]] = defaultdict(list)
    for pair in (*pairing.by_old.values(), *pairing.further):
        olds[pair.old].append(pair.new)
        news[pair.new].append(pair.old)
    return olds, news


def _by_rows(said: _SectionSides, there: _There) -> Iterator[tuple[int, int]]:
    places: tuple[dict[StatedEffect, list[int]], dict[StatedEffect, list[int]]] = (
        defaultdict(list),
        defaultdict(list),
    )
    for at, side in enumerate(said):
        for place, stated in side.items():
            for row in stated.rows:
                places[at][row].append(place)
    for at, side in enumerate(said):
        for place, stated in side.items():
            kept = [said[1 - at].get(other, _NOTHING) for other in there[at].get(place, ())]
            for row in stated.rows:
                others = places[1 - at].get(row, ())
                few = len(others) <= _CROWD and len(places[at][row]) <= _CROWD
                if few and not any(covers(each, row) for each in kept):
                    yield from ((other, place) if at else (place, other) for other in others)


def _by_counts(pairing: Pairing, said: _SectionSides, there: _There) -> Iterator[tuple[int, int]]:
    """A count that a section's counterpart no longer makes, and sections directly under that do."""
    for at, side in enumerate((pairing.old, pairing.new)):
        under = _under((pairing.new, pairing.old)[at])
        for profile in side:
            main = (pairing.by_old, pairing.by_new)[at].get(profile.place)
            counts = said[at].get(profile.place, _NOTHING).counts
            if main is None or not counts:
                continue
            gone = counts - _counts(said[1 - at], there[at][profile.place])
            partner = pairing.old[main.old] if at else pairing.new[main.new]
            for place in under.get(partner.anchor, ()):
                here = said[1 - at].get(place, _NOTHING)
                fresh = here.counts - _counts(said[at], there[1 - at].get(place, ()))
                if gone & (fresh | here.limits):
                    yield (place, profile.place) if at else (profile.place, place)


def _counts(said: Mapping[int, SectionStatements], places: Iterable[int]) -> set[Count]:
    return {count for place in places for count in said.get(place, _NOTHING).counts}


def _under(side: Sequence[Profile]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for profile in side:
        if profile.section.parent is not None and profile.family == "rules":
            found[profile.section.parent].append(profile.place)
    return found
