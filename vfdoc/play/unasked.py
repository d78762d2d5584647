"""What was told and has no part in an answer: no rule of it asks that, and it would be the same without."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from vfdoc.model import InputError
from vfdoc.model.mechanics import HalfOf, ValueOf, facts_of
from vfdoc.model.procedures import Procedure, names_of_step, of_other_side
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Known, Situation, of_each

_ONE_UNIT = re.compile(r"^(?:unit|target)\.")
"""The unit that takes a test is the target of what leads to it."""
_ONE_SIDE = re.compile(r"^(?:second\.)?(?:unit|enemy)\.")
"""Each side of an opposed roll is asked the same."""
_OF_OTHERS = re.compile(r"^(?:second\.)?enemy\.(?=\w[\w-]*\.)")
"""What is the other side's (an army of its own), told of that."""


def unasked(
    known: Situation,
    found: object,
    ask: Callable[[Situation], object],
    matter: Collection[str] | None = None,
    makes: Mapping[str, Collection[str]] | None = None,
) -> tuple[tuple[str, Known], ...]:
    """What is `known` and neither stands in what was `found`, in a row that applied, did not apply or was not
    computed, nor changes it: what is asked (`ask`) without all of that comes out alike. No more is asked than
    needed: where but some names can `matter`, no other does. What is told of each one by itself stands there
    where what it `makes` of all does."""
    named, of_all = _named(found), makes or {}
    silent = [
        name
        for name in known.known
        if _as_asked(name, found) not in named
        and not (of_each(name) != name and named.intersection(of_all.get(_own(name), ())))
    ]
    tried = [name for name in silent if matter is None or name in matter]
    left = [tried] if len(tried) > 1 else []  # all at once, and one after the other where that is not alike
    out = {name for name in silent if name not in tried}
    alike: dict[str, list[str]] = {}
    for name in tried:
        alike.setdefault(of_each(name), []).append(name)
    for names in (*left, *alike.values()):
        without = {name: told for name, told in known.known.items() if name not in out and name not in names}
        try:
            if not out.issuperset(names) and ask(Situation(without)) == found:
                out.update(names)
        except InputError:  # without it that cannot be answered
            continue
    return tuple((name, known.known[name]) for name in silent if name in out)


def _own(name: str) -> str:
    """The name of what is told of each, of either side."""
    return ".".join(of_each(name).split(".")[-2:])


def _as_asked(name: str, found: object) -> str:
    """A name as it is compared: of one unit and its target one name, of both sides of an opposed roll too."""
    name = of_each(name)
    if _sides(found):
        return name
    if isinstance(found, Contest):
        return _ONE_SIDE.sub("unit.", _OF_OTHERS.sub("", name))
    return _ONE_UNIT.sub("unit.", name)


def _sides(found: object) -> Procedure | None:
    """The procedure of a fight of two sides."""
    played = found.found if isinstance(found, Odds) else found
    return played.procedure if isinstance(played, Playthrough) and played.procedure.sides else None


def _named(found: object) -> set[str]:
    """The names that stand in an answer, of a fight of two sides those of the other too; there "the unit" is
    that of either, by the step."""
    outcomes = _outcomes(found)
    through = {id(part) for outcome in outcomes for part in outcome.through}
    # Of a value on the way the answer prints what applied.
    shown = (replace(each, not_applied=()) if id(each) in through else each for each in outcomes)
    names = {name for outcome in shown for name in _asked_by(outcome)} | _taken(found)
    fight = _sides(found)
    if fight is None:
        return {_as_asked(name, found) for name in names}
    whoms = {step.whom for step in fight.steps if step.whom}
    own = {name.partition(".")[2] for name in names if name.startswith("unit.")}
    names = {name for name in names if not name.startswith("unit.")}
    names |= {f"{whom}.{rest}" for whom in whoms for rest in own}
    return names | {of_other_side(name, fight.sides, fight.of_second) for name in names}


def _taken(found: object) -> set[str]:
    """The names that the steps which were played take as numbers, and those that say when they are."""
    played = found.found if isinstance(found, Odds) else found
    played = played.played if isinstance(played, Attack) else played
    steps = [each.step for each in played.found] if isinstance(played, Playthrough) else []
    whens = [when for step in steps for when in (step.when, *(case.when for case in step.cases))]
    return {name for step in steps for name in (*names_of_step(step), step.target) if name} | {
        name for when in whens for name in facts_of(when)
    }


def _outcomes(found: object) -> tuple[Outcome, ...]:
    match found:
        case Outcome():
            return (found, *found.through, *found.parts)
        case Contest():
            return tuple(part for side in found.sides for part in (side.score, *side.score.parts))
        case Odds():
            return _outcomes(found.found)
    parts: tuple[Outcome, ...] = getattr(found, "outcomes", ())
    return tuple(part for each in parts for part in _outcomes(each))


def _asked_by(outcome: Outcome) -> Iterator[str]:
    """The names that the rows of an outcome ask."""
    yield outcome.of
    for row in (*(a.row for a in outcome.applied), *(p.row for p in outcome.not_applied)):
        yield from facts_of(row.when)
        if isinstance(row.amount, HalfOf | ValueOf):
            yield row.amount.value
        if row.per is not None:
            yield row.per
    for each in outcome.not_computed:
        yield from facts_of(each.row.when)
    for said in outcome.forbidden:
        yield from facts_of(said.when)
    if outcome.base is not None:
        yield from facts_of(outcome.base.when)
