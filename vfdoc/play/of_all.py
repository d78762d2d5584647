"""What is true of all of several, or of any, from what is told of each: one of three supporters is shaken.

In: facts, and what is told, `melee_supporter` (how many) and `melee_supporter.2.shaken` (of the second).
Out: what follows, `supporters.any_shaken`. What is told of some alone settles what these settle: one that is
not in column, that not all are; one that is shaken, that any is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model.mechanics import KnownFact, reach_of
from vfdoc.play.situation import MOST_APART, Known, of_each, subject_of

GREATEST = "greatest"
"""What a number follows from that is the greatest of those of each."""
OTHERS = "others"
"""The name behind the subject of a fact of all where something told says that more are there than counted."""


class OfAll(NamedTuple):
    """A fact or number of all of several (`all`), of any, or the greatest, with what of each makes it so."""

    id: str
    kind: str
    made_by: tuple[tuple[str, Known], ...]


def facts_of_all(facts: Iterable[KnownFact]) -> tuple[OfAll, ...]:
    """The facts of several: those taken to hold of all imply what each is; those of any are implied by what
    one is, or follow from its choices; a number is said to follow from the greatest."""
    facts, found = tuple(facts), []
    implied: dict[str, list[str]] = {}
    for fact in facts:
        for name, value in fact.implies:
            if value is True and not fact.default:
                implied.setdefault(name, []).append(fact.id)
    known = {fact.id for fact in facts}
    for fact in (*facts, *(KnownFact(id, "flag") for id in implied if id not in known)):
        if fact.default:
            found += [OfAll(fact.id, "all", fact.implies)] if fact.implies else []
        elif fact.kind == "number":
            found += [
                OfAll(fact.id, GREATEST, ((n, True),)) for n, value in fact.follows if value == GREATEST
            ]
        else:
            made: list[tuple[str, Known]] = [(n, v) for n, v in fact.follows if reach_of(v) is None]
            made += [(id, True) for id in implied.get(fact.id, ())]
            found += [OfAll(fact.id, "any", tuple(made))] if made else []
    return tuple(found)


def made_by(facts: Iterable[KnownFact]) -> dict[str, set[str]]:
    """By what is told of each the facts of all that it makes so, or not so."""
    found: dict[str, set[str]] = {}
    for each in facts_of_all(facts):
        for name, _ in each.made_by:
            found.setdefault(name, set()).add(each.id)
    return found


def made_of_each(
    known: Mapping[str, Known], several: Sequence[OfAll], others: Iterable[str]
) -> dict[str, Known]:
    """What follows for all from what is told of each one by itself, or of one without saying which; nothing
    where nothing is. Of subjects that have `others` besides those counted, nothing follows of all that these
    could undo."""
    found = dict(_of_one(known, several))
    subjects = {of_each(name).rpartition(".")[0] for name in known if of_each(name) != name}
    if not subjects:
        return found
    counted = {s: tuple(_counted(known, s)) for s in {of_each(n).partition(".")[0] for n in known}}
    open_ = {name.partition(".")[0] for name in others}
    for each in several:
        head = each.made_by[0][0].partition(".")[0]
        if head not in subjects or each.id in known:
            continue
        value = _made(each, known, counted.get(head, ()), each.id.partition(".")[0] in open_)
        if value is not None:
            found[each.id] = value
    return found


def _of_one(known: Mapping[str, Known], several: Sequence[OfAll]) -> Iterator[tuple[str, Known]]:
    """The greatest of all is no less than what is told of one."""
    for each in several:
        if each.kind == GREATEST and each.id not in known:
            have = known.get(each.made_by[0][0])
            if isinstance(have, int | float) and have > 0:
                yield each.id, have


def _counted(known: Mapping[str, Known], subject: str) -> Iterator[tuple[str, int]]:
    """Each of those of a subject that are counted, by what counts it; behind the last that can be told the
    next stands for the rest."""
    for per, number in known.items():
        if per != subject and subject_of(per) == subject and isinstance(number, int | float):
            yield from ((per, n) for n in range(1, min(int(number), MOST_APART + 1) + 1))


def _made(
    several: OfAll, known: Mapping[str, Known], counted: Iterable[tuple[str, int]], more: bool
) -> Known | None:
    told = [_each(several, known, per, n) for per, n in counted]
    settled = [each for each in told if each is not None]
    if several.kind == GREATEST:
        numbers = [each for each in settled if not isinstance(each, bool | str)]
        whole = len(numbers) == len(told) and not more
        return max(numbers) if numbers and (whole or max(numbers) > 0) else None
    if several.kind == "any":
        return (
            True
            if True in settled
            else False
            if told and settled == [False] * len(told) and not more
            else None
        )
    return (
        False if False in settled else True if told and settled == [True] * len(told) and not more else None
    )


def _each(several: OfAll, known: Mapping[str, Known], per: str, n: int) -> Known | None:
    """What is told of one: of what makes a fact of all whether all of that holds, of any whether any does."""
    found: list[Known | None] = []
    for name, wanted in several.made_by:
        have = known.get(f"{per}.{n}.{name.partition('.')[2]}", known.get(name))
        if several.kind == GREATEST:
            return have
        found.append(None if have is None else have == wanted)
    decides = several.kind == "any"
    if decides in found:
        return decides
    return None if None in found else not decides
