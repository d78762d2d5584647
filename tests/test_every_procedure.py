"""Every procedure of every edition and game, against every roll of its dice and against icepool.

A procedure is played again and again with rolls that are told, so that nothing in it is left to chance; each
roll is weighed by the faces of its own dice, gone through one by one. What the steps come to in all must be
what playing it once says: no step taken for independent that is not, none forgotten too early. Procedures and
what they ask are found, not listed; the situations are drawn, each number and fact at random.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import icepool
import pytest
from thoroughness import THOROUGH

from vfdoc.model import InputError
from vfdoc.model.procedures import Procedure, ProcedureStep
from vfdoc.pipeline import playing
from vfdoc.pipeline.paths import read as read_path
from vfdoc.pipeline.permissions import allowed
from vfdoc.play.asked_names import asked_by_action, asked_names
from vfdoc.play.asking import asked, can_be_asked
from vfdoc.play.attacks import implied
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough, play
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables

GAMES = Path(__file__).parent / "games"
PLAYED = [
    *("vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9", "fortune-and-glory"),
    *sorted(str(folder) for folder in GAMES.iterdir()),
]
_MOST_PLAYS = 1500 if THOROUGH else 450
_HELD = 8 if THOROUGH else 2
_TRIES = 400  # situations drawn; most are forbidden, or hold two facts that exclude one another


@cache
def tables(path: str) -> Tables:
    return playing.played(path).tables


def _procedures() -> Iterator[object]:
    for path in PLAYED:
        for id in tables(path).procedures:
            yield pytest.param(path, id, id=f"{Path(path).name}-{id}")


def _drawn(game: Tables, procedure: Procedure, random: Random) -> dict[str, Known]:
    """A situation in which every number that it asks is told, small enough to go through every roll."""
    said = next(each for each in asked(game) if each.of == procedure.id)
    known: dict[str, Known] = {}
    for name in said.numbers:
        known[name] = float(random.choice((0, 1, 1, 2)) if name in game.counted else random.randint(1, 3))
    for fact in said.facts:
        match fact.kind:
            case "flag" if random.random() < 0.3:
                known[fact.id] = random.random() < 0.6
            case "choice" if fact.values and random.random() < 0.8:
                known[fact.id] = random.choice(fact.values)
            case "number":
                known[fact.id] = float(random.randint(0, 3))
    return known


def _played(game: Tables, procedure: Procedure, known: Mapping[str, Known]) -> Playthrough:
    value = next((step.of for step in procedure.steps if step.do == "value"), "")
    return play(game, procedure, implied(game, value, Situation(known).seen_from("target")))


def _passes(outcome: Outcome, face: int) -> bool:
    """Whether what the dice show passes: natural results first, of one six-sided die by the rules' own."""
    low, high = outcome.natural
    passing = outcome.faces[0] | ({6} if high is not None else set())
    failing = outcome.faces[1] | ({1} if low is not None else set())
    if face in passing | failing:
        return face not in failing
    needed = (outcome.target or 0) - outcome.total
    return face <= needed if outcome.under else face >= needed


def _shown(outcome: Outcome) -> dict[int, Fraction]:
    """The chance of each sum that one roll shows, of every roll there is."""
    dice = outcome.dice
    assert dice is not None
    assert not dice.explodes
    found: Counter[int] = Counter()
    for roll in itertools.product(range(1, dice.sides + 1), repeat=dice.number):
        kept = sorted(roll, reverse=dice.keep >= 0)[: abs(dice.keep) or None]
        found[sum(kept)] += 1
    return {face: Fraction(many, dice.sides**dice.number) for face, many in found.items()}


def _counted(game: Tables, step: ProcedureStep, outcome: Outcome) -> dict[int, dict[int, Fraction]]:
    """Of one roll, whether it may be rolled again (1) or not (0): how often it passes, with the chances."""
    assert len(set(outcome.rerolls)) < 2  # of the same faces: one, as no die is rolled twice again
    six = step.doubled_by in game.said
    if six and step.barred_by in game.said:
        lowered = [each.row for each in outcome.applied if each.amount is not None and each.amount < 0]
        six = all(step.barred_by in row.exempt_from for row in lowered)
    found: dict[int, dict[int, Fraction]] = {0: {}, 1: {}}
    assert outcome.dice is not None
    for face, chance in _shown(outcome).items():
        passes = int(_passes(outcome, face)) * (2 if six and face == outcome.dice.sides else 1)
        again = any(r.faces is None or face in r.faces for r in outcome.rerolls) and not passes
        found[int(again)][passes] = found[int(again)].get(passes, Fraction(0)) + chance
    return found


def _number_passed(game: Tables, step: ProcedureStep, outcome: Outcome, number: int) -> dict[int, Fraction]:
    """How many of some rolls pass, one after the other, each rolled again where it may be."""
    if outcome.automatic is not None:
        return {number if outcome.automatic else 0: Fraction(1)}
    one = _counted(game, step, outcome)
    second: dict[int, Fraction] = {}
    for each in one.values():
        for passes, chance in each.items():
            second[passes] = second.get(passes, Fraction(0)) + chance
    most = next((r.most for r in outcome.rerolls), None)
    worlds = {(0, number if most is None else most): Fraction(1)}
    for _ in range(number):
        after: dict[tuple[int, int], Fraction] = {}
        for (passed, left), chance in worlds.items():
            for again, shown in one.items():
                for passes, more in shown.items():
                    if again and left:
                        for rolled, then in second.items():
                            key = (passed + rolled, left - 1)
                            after[key] = after.get(key, Fraction(0)) + chance * more * then
                    else:
                        key = (passed + passes, left)
                        after[key] = after.get(key, Fraction(0)) + chance * more
        worlds = after
    found: dict[int, Fraction] = {}
    for (passed, _), chance in worlds.items():
        found[passed] = found.get(passed, Fraction(0)) + chance
    return found


def _by_icepool(outcome: Outcome, number: int) -> dict[int, Fraction] | None:
    """How many of some rolls pass, as icepool has it; None where some may be rolled again."""
    if outcome.automatic is not None or outcome.rerolls or outcome.dice is None or not number:
        return None
    dice = outcome.dice
    pool = icepool.d(dice.sides).pool(dice.number)
    roll = pool.highest(dice.keep).sum() if dice.keep > 0 else pool.sum()
    if dice.keep < 0:
        roll = pool.lowest(-dice.keep).sum()
    found = number @ roll.map(lambda face: int(_passes(outcome, face)))
    return {count: Fraction(found.probability("==", count)) for count in range(number + 1)}


def _rolled(game: Tables, step: ProcedureStep, outcome: Outcome, number: int) -> dict[int, Fraction]:
    """What a step that rolls comes to, and how often."""
    if step.at_once and outcome.automatic is not None:
        return {int(outcome.automatic is (step.keep == "passes")): Fraction(1)}
    if step.keep in ("passes", "fails", "any-fail"):
        passed = _number_passed(game, step, outcome, number)
        theirs = _by_icepool(outcome, number) if not step.doubled_by else None
        assert theirs is None or _sure(theirs) == _sure(passed)
        if step.keep == "passes":
            return passed
        keep = {n: number - n if step.keep == "fails" else int(n < number) for n in passed}
        found: dict[int, Fraction] = {}
        for n, chance in passed.items():
            found[keep[n]] = found.get(keep[n], Fraction(0)) + chance
        return found
    added = 0 if step.keep == "natural" else int(outcome.total)
    several: dict[int, Fraction] = {}
    for rolls in itertools.product(_shown(outcome).items(), repeat=number):
        totals = [face + added for face, _ in rolls]
        ends = {"highest": max(totals, default=0), "lowest": min(totals, default=0)}
        kept = ends.get(step.keep, sum(totals))
        chance = Fraction(1)
        for _, each in rolls:
            chance *= each
        several[kept] = several.get(kept, Fraction(0)) + chance
    return several


def _sure(chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {result: chance for result, chance in chances.items() if chance}


class TooManyError(Exception):
    """More rolls than are gone through in a test."""


def _every_roll(
    game: Tables, procedure: Procedure, known: dict[str, Known]
) -> dict[str, dict[int | str, Fraction]]:
    """The chances of every step's results, every roll gone through: by step."""
    found: dict[str, dict[int | str, Fraction]] = {}
    rolls = [step for step in procedure.steps if step.do == "roll"]
    plays = 0

    def go(at: int, told: dict[str, Known], weight: Fraction) -> None:
        nonlocal plays
        plays += 1
        if plays > _MOST_PLAYS:
            raise TooManyError
        whole = _played(game, procedure, {**known, **told})
        for place in range(at, len(rolls)):
            step = rolls[place]
            here = whole.step(step.id)
            if here is None or not here.outcomes:
                continue  # not told, or not reached
            count = step.count if isinstance(step.count, int) else None
            if count is None:
                name = str(step.count)
                asked_for = whole.step(name)
                if asked_for is not None:
                    (count,) = (int(n) for n, chance in asked_for.chances.items() if chance)
                else:
                    count = int(known.get(name) or 0)
            (outcome,) = here.outcomes
            for result, chance in _rolled(game, step, outcome, max(0, count)).items():
                if chance:
                    go(place + 1, {**told, f"{procedure.id}.{step.id}": float(result)}, weight * chance)
            return
        for each in whole.found:
            ((result, sure),) = ((r, c) for r, c in each.chances.items() if c)
            assert sure == 1
            chances = found.setdefault(each.step.id, {})
            chances[result] = chances.get(result, Fraction(0)) + weight

    go(0, {}, Fraction(1))
    return found


@pytest.mark.parametrize(("path", "id"), list(_procedures()))
def test_a_procedure_is_that_of_every_roll(path: str, id: str) -> None:
    game = tables(path)
    procedure, random = game.procedures[id], Random(f"{Path(path).name} {id}")
    held = tries = 0
    while held < _HELD and tries < _TRIES:
        tries += 1
        known = _drawn(game, procedure, random)
        if game.clash(id, known):
            continue
        try:
            whole = _played(game, procedure, known)
            if whole.forbidden or whole.untold:
                continue
            wanted = _every_roll(game, procedure, known)
        except (InputError, TooManyError):
            continue
        shown = {e.step.id: {r: c for r, c in e.chances.items() if c} for e in whole.found}
        assert shown == wanted, known
        held += 1
    assert held == _HELD, f"{held} situations of {tries} could be gone through"


@pytest.mark.parametrize("path", PLAYED)
def test_what_is_listed_of_a_name_is_asked_there(path: str) -> None:
    """What `roll EDITION` lists of a procedure, test, value or action is not refused where it is told."""
    game = tables(path)
    for each in asked(game):
        listed = {*each.numbers, *(fact.id for fact in each.facts)}
        if each.kind == "action":
            assert listed <= asked_by_action(game, each.of), each.of
        elif can_be_asked(game, each.of):
            assert listed <= asked_names(game, each.of), each.of


@pytest.mark.parametrize("path", PLAYED)
def test_every_action_can_be_asked(path: str) -> None:
    """Those that an edition amends, too: its rules are of two texts."""
    read = read_path(path)
    for each in asked(tables(path)):
        if each.kind == "action":
            assert allowed(read, each.of, (), (), None).action == each.of
