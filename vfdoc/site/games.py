"""Which editions are of one game: those that name the same, bear the same title, or build on one another.

Editions come in, in the order in which they are published; games come out, each with its editions as the
front door lists them: the newest first, then the older ones, then translations and house rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.model import Edition

_DATE = re.compile(r"\d{4}(?:-\d\d)*$")


class Game(NamedTuple):
    """A game as the front door names it, and its editions."""

    title: str
    editions: tuple[Edition, ...]


def games(editions: Sequence[Edition]) -> tuple[Game, ...]:
    """The games of these editions, in the order of their first."""
    root: dict[str, str] = {edition.id: edition.id for edition in editions}

    def first(id: str) -> str:
        while root[id] != id:
            id = root[id]
        return id

    met: dict[tuple[str, str], str] = {}
    for edition in editions:
        for base in (edition.supersedes, edition.translates, edition.amends):
            if base in root:
                root[first(edition.id)] = first(base)
        for key in (("game", edition.game or ""), ("title", edition.title)):
            if key[1]:
                root[first(edition.id)] = first(met.setdefault(key, edition.id))
    groups: dict[str, list[Edition]] = {}
    for edition in editions:
        groups.setdefault(first(edition.id), []).append(edition)
    return tuple(Game(_title(group), _listed(group)) for group in groups.values())


def _title(editions: Sequence[Edition]) -> str:
    """What most of them are called; else what the first is called that builds on no other."""
    (title, count), *_ = Counter(edition.title for edition in editions).most_common(1)
    alone = (e.title for e in editions if not (e.supersedes or e.translates or e.amends))
    return title if count > 1 else next(alone, title)


def _listed(editions: Sequence[Edition]) -> tuple[Edition, ...]:
    by_id = {edition.id: edition for edition in editions}
    ordered = [by_id[id] for id in newest_first(editions)]
    return tuple(sorted(ordered, key=lambda e: e.translates is not None or e.amends is not None))


def newest_first(editions: Sequence[Edition]) -> tuple[str, ...]:
    """The ids of editions, each before those that it supersedes; otherwise by their dates where each states
    one, else in the order given."""
    dates = {edition.id: edition.date or "" for edition in editions}
    if all(map(_DATE.match, dates.values())):
        editions = sorted(editions, key=lambda edition: dates[edition.id], reverse=True)
    older = {edition.id: edition.supersedes for edition in editions}
    newer = {old: id for id, old in older.items() if old in older and old != id}
    order: dict[str, None] = {}
    for edition in editions:
        way = [edition.id]
        while way[-1] in newer and newer[way[-1]] not in way:
            way.append(newer[way[-1]])
        order |= dict.fromkeys(reversed(way))
    return tuple(order)
