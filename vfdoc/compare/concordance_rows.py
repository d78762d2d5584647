"""The rows of a concordance: pairs, splits, mergers, additions and removals in their order.

In comes a finished Pairing; out come Correspondences in the order of the new edition, what was
removed after the row of the section before it. A section that was both split and merged stands in a
row for each: every row has one section on one side, so that any two across it do correspond.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from vfdoc.compare.pairing import Pairing, SectionPair
from vfdoc.compare.surroundings import SectionSurroundings
from vfdoc.model.comparison import Correspondence, Relation


def rows_of(pairing: Pairing) -> tuple[Correspondence, ...]:
    """The rows of a concordance, each section in at least one."""
    by_old: dict[int, list[SectionPair]] = defaultdict(list)
    by_new: dict[int, list[SectionPair]] = defaultdict(list)
    for pair in sorted([*pairing.by_old.values(), *pairing.further]):
        by_old[pair.old].append(pair)
        by_new[pair.new].append(pair)
    rows: list[tuple[tuple[int, int, int], Correspondence]] = []
    for old, found in by_old.items():
        main = pairing.by_old.get(old) or max(found, key=lambda p: (p.confidence, -p.new))
        if len(found) > 1:
            rows.append(((main.new, 1, old), _row(pairing, "split", main, found)))
        elif len(by_new[main.new]) == 1:
            rows.append(((main.new, 0, 0), _row(pairing, "one", main, found)))
    for new, found in by_new.items():
        main = pairing.by_new.get(new) or max(found, key=lambda p: (p.confidence, -p.old))
        if len(found) > 1:
            rows.append(((new, 2, 0), _row(pairing, "merged", main, found)))
    rows += _one_sided(pairing, by_old, by_new)
    return tuple(row for _, row in sorted(rows, key=lambda each: each[0]))


def _one_sided(
    pairing: Pairing, by_old: dict[int, list[SectionPair]], by_new: dict[int, list[SectionPair]]
) -> Iterator[tuple[tuple[int, int, int], Correspondence]]:
    for profile in pairing.new:
        if profile.place not in by_new:
            yield (profile.place, 0, 0), Correspondence((), (profile.anchor,), "added", None, 1.0)
    after = -1
    for profile in pairing.old:
        if found := by_old.get(profile.place):
            after = (pairing.by_old.get(profile.place) or found[0]).new
        else:
            removed = Correspondence((profile.anchor,), (), "removed", None, 1.0)
            yield (after, 3, profile.place), removed


def _row(
    pairing: Pairing, relation: Relation, main: SectionPair, found: Sequence[SectionPair]
) -> Correspondence:
    pairs = [main, *(pair for pair in found if pair != main)]
    old = tuple(dict.fromkeys(pairing.old[p.old].anchor for p in pairs))
    new = tuple(dict.fromkeys(pairing.new[p.new].anchor for p in pairs))
    renumbered = pairing.old[main.old].section.key != pairing.new[main.new].section.key
    return Correspondence(old, new, relation, main.by, round(main.confidence, 2), main.moved, renumbered)


def mark_moved(pairing: Pairing, around: SectionSurroundings) -> None:
    """Marks the pairs whose place among their corresponding neighbours changed.

    Neighbours are what hangs under the same section: a chapter that moved takes its sections along,
    and these have not moved within it. Of several that changed places, as few as possible have moved.
    """
    families: dict[int, list[SectionPair]] = defaultdict(list)
    moved: set[SectionPair] = set()
    for pair in sorted(pairing.by_old.values(), key=lambda p: p.new):
        above, other = around.above(0, pairing.old[pair.old]), around.above(1, pairing.new[pair.new])
        above_new = -1 if above is None else pairing.by_old[above].new
        if above_new != (-1 if other is None else other):
            moved.add(pair)
        else:
            families[above_new].append(pair)
    for family in families.values():
        kept = _longest_rising([p.old for p in family])
        moved.update(p for at, p in enumerate(family) if at not in kept)
    for pair in moved:
        pairing.by_old[pair.old] = pairing.by_new[pair.new] = pair._replace(moved=True)


def _longest_rising(places: Sequence[int]) -> set[int]:
    """Where the longest rising sequence stands in `places`, found by patience."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for i, place in enumerate(places):
        k = bisect_left(tails, place)
        before.append(at[k - 1] if k else -1)
        if k == len(tails):
            tails.append(place)
            at.append(i)
        else:
            tails[k], at[k] = place, i
    kept: set[int] = set()
    i = at[-1] if at else -1
    while i >= 0:
        kept.add(i)
        i = before[i]
    return kept
