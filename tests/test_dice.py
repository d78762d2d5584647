"""Dice of every kind, and procedures of two sides, against every roll gone through and a second library."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import examples

from vfdoc.model import InputError
from vfdoc.pipeline import playing
from vfdoc.play.dice import Dice, dice_of, sums
from vfdoc.play.odds import best, probability, rolled_on
from vfdoc.play.outcome import Outcome, Reroll
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Situation

GAMES = Path(__file__).parent / "games"


def shown(dice: Dice) -> dict[int, Fraction]:
    """The chance of each sum, every roll gone through."""
    if dice.explodes:
        die: dict[int, Fraction] = {0: Fraction(1)}
        for again in range(dice.explodes + 1):
            top = dice.sides * again
            rolled = die.pop(top)
            die |= {top + face: rolled / dice.sides for face in range(1, dice.sides + 1)}
        faces: list[tuple[int, Fraction]] = list(die.items())
    else:
        faces = [(face, Fraction(1, dice.sides)) for face in range(1, dice.sides + 1)]
    found: Counter[int] = Counter()
    for roll in itertools.product(faces, repeat=dice.number):
        values = sorted((face for face, _ in roll), reverse=dice.keep >= 0)
        chance = Fraction(1)
        for _, each in roll:
            chance *= each
        found[sum(values[: abs(dice.keep) or None])] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


DICE = ["1d6", "3d6", "2d10", "1d100", "2d20kh1", "2d20kl1", "4d6kh3", "3d6kl2", "1d6!2", "2d4!1", "5d3kh2"]


@pytest.mark.parametrize("notation", DICE)
def test_the_sums_of_dice_are_those_of_every_roll(notation: str) -> None:
    dice = dice_of(notation)
    assert dice is not None
    assert dict(sums(*dice)) == shown(dice)


@pytest.mark.parametrize("notation", DICE)
def test_a_second_library_agrees(notation: str) -> None:
    dice = dice_of(notation)
    assert dice is not None
    die = icepool.d(dice.sides)
    if dice.explodes:
        die = die.explode(depth=dice.explodes)
    if dice.keep > 0:
        theirs = icepool.highest([die] * dice.number, keep=dice.keep)
    elif dice.keep < 0:
        theirs = icepool.lowest([die] * dice.number, keep=-dice.keep)
    else:
        theirs = dice.number @ die
    assert {total: theirs.probability(total) for total in theirs.outcomes()} == dict(sums(*dice))


@pytest.mark.parametrize("notation", ["0d6", "2d0", "2d6kh3", "2d6kh1!", "1d5000"])
def test_what_no_dice_can_be_is_refused(notation: str) -> None:
    with pytest.raises(InputError):
        dice_of(notation)


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    dice = dice_of(draw(st.sampled_from(["1d6", "2d6", "1d20", "2d20kh1", "2d20kl1", "1d10"])))
    assert dice is not None
    most = dice.sides * (abs(dice.keep) or dice.number)
    faces = st.frozensets(st.integers(1, most), max_size=3)
    rerolls = st.lists(st.builds(Reroll, st.one_of(st.none(), faces), st.none()), max_size=1)
    return Outcome(
        of="trial", is_test=True, total=Fraction(draw(st.integers(-4, 4))), applied=(), not_applied=(),
        target=draw(st.integers(1, most)), dice=dice, under=draw(st.booleans()),
        faces=(draw(faces), draw(faces)), rerolls=tuple(draw(rerolls)),
    )  # fmt: skip


@given(outcomes())
@settings(max_examples=examples(60), deadline=None)
def test_a_test_is_that_of_every_roll(outcome: Outcome) -> None:
    """Over or under its target, with naturals and rerolls."""
    assert outcome.dice is not None
    passing, failing = outcome.faces

    def passes(face: int) -> bool:
        if face in failing or face in passing:
            return face not in failing
        needed = (outcome.target or 0) - outcome.total
        return face <= needed if outcome.under else face >= needed

    found = Fraction(0)
    rolls = shown(outcome.dice)
    once = sum((chance for face, chance in rolls.items() if passes(face)), Fraction(0))
    for face, chance in rolls.items():
        again = any(reroll.faces is None or face in reroll.faces for reroll in outcome.rerolls)
        found += chance if passes(face) else chance * once * again
    assert probability(outcome) == found


def _played(game: str, procedure: str, told: dict[str, object]) -> Playthrough:
    tables = playing.played(str(GAMES / game)).tables
    settings_ = [f"{name}={value}" for name, value in told.items() if not isinstance(value, bool)]
    flags = [name for name, value in told.items() if value is True]
    odds = playing.odds(tables, procedure, playing.situation([tables], flags, settings_, None, procedure))
    assert isinstance(odds.found, Playthrough)  # type: ignore[union-attr]
    return odds.found  # type: ignore[union-attr, no-any-return]


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (3, 1), (1, 2)])
@pytest.mark.parametrize("captain", [False, True])
def test_a_fight_of_two_sides_is_that_of_every_roll(mine: int, theirs: int, captain: bool) -> None:
    """A boarding: both totals, the tie, the margin, and one die rolled again where it did not win."""
    crews = ["landsmen", "ordinary", "able", "crack"]
    told = {"crew": crews[mine], "defender.crew": crews[theirs]}
    told |= {"attacker.captain-committed": True} if captain else {}  # type: ignore[dict-item]
    found: Counter[str] = Counter()
    for attack, defence, again in itertools.product(range(1, 11), repeat=3):
        by = attack + mine - defence - theirs
        if captain and by <= 0:
            by = again + mine - defence - theirs
        found["taken" if by >= 5 else "won" if by > 0 else "thrown-back" if by <= -5 else "held"] += 1
    step = _played("salt-and-iron", "boarding", dict(told)).step("result")
    assert step is not None
    assert {key: Fraction(many, 1000) for key, many in found.items()} == dict(step.chances)


@pytest.mark.parametrize(("strength", "defence", "batteries"), [(5, 6, 0), (13, 5, 2), (30, 4, 0)])
def test_a_table_with_columns_and_shifts_is_that_of_every_roll(
    strength: int, defence: int, batteries: int
) -> None:
    columns = ["1-2", "1-1", "2-1", "3-1", "4-1", "6-1"]
    ratio = strength // defence
    place = 0 if ratio < 1 else 5 if ratio > 5 else min(ratio, 4)
    place = min(place + min(batteries, 2), len(columns) - 1)
    game = _played(
        "ash-frontier", "attack", {"attack-strength": strength, "defence": defence, "batteries": batteries}
    )
    table = next(step for step in game.procedure.steps if step.id == "result")
    found: Counter[str] = Counter()
    for one, two in itertools.product(range(1, 7), repeat=2):
        found[next(row.results[place] for row in table.rows if row.least <= one + two <= row.most)] += 1
    step = game.step("result")
    assert step is not None
    assert {key: Fraction(many, 36) for key, many in found.items()} == dict(step.chances)


@pytest.mark.parametrize(("pool", "levies"), [(1, False), (4, True), (10, False)])
def test_a_pool_counted_against_a_target_is_icepool_s(pool: int, levies: bool) -> None:
    step = _played("the-long-table", "clash", {"pool": pool, "levies": levies}).step("marks")
    theirs = pool @ icepool.d6.map(lambda face: int(face >= (6 if levies else 5)))
    assert step is not None
    assert dict(step.chances) == {n: theirs.probability(n) for n in theirs.outcomes()}


@pytest.mark.parametrize("needed", [2, 5, 6, 7])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_pool_that_is_rolled_on_is_that_of_every_roll(needed: int, number: int) -> None:
    """A die that passes with its highest face counts and is rolled once more: up to three successes, which
    no more than four throws of a die decide."""
    one: Counter[int] = Counter()
    for throws in itertools.product(range(1, 7), repeat=4):
        shown_ = [*itertools.takewhile(lambda face: face == 6, throws)]
        thrown = throws[: len(shown_) + 1]
        one[sum(face >= needed for face in thrown) if needed <= 6 else 0] += 1
    found: Counter[int] = Counter()
    for counts in itertools.product(one.items(), repeat=number):
        ways = 1
        for _, many in counts:
            ways *= many
        found[sum(passed for passed, _ in counts)] += ways
    outcome = Outcome(
        of="trial",
        is_test=True,
        total=Fraction(0),
        applied=(),
        not_applied=(),
        target=needed,
        dice=Dice(1, 6),
    )
    chances = rolled_on(outcome, number)
    assert sum(chances) == 1
    for passes, chance in enumerate(chances[:4]):
        assert chance == Fraction(found[passes], 6 ** (4 * number))


@pytest.mark.parametrize(("notation", "number"), [("1d8", 4), ("2d4", 3), ("1d6", 1), ("1d6", 0)])
@pytest.mark.parametrize("lowest", [False, True])
def test_the_best_of_some_rolls_is_that_of_every_roll(notation: str, number: int, lowest: bool) -> None:
    dice = dice_of(notation)
    assert dice is not None
    outcome = Outcome(of="test", is_test=True, total=Fraction(2), applied=(), not_applied=(), dice=dice)
    found: Counter[int] = Counter()
    faces = [sum(roll) + 2 for roll in itertools.product(range(1, dice.sides + 1), repeat=dice.number)]
    for rolls in itertools.product(faces, repeat=number):
        found[(min if lowest else max)(rolls, default=0)] += 1
    every = sum(found.values())
    wanted = {total: Fraction(many, every) for total, many in found.items()}
    assert best(outcome, number, lowest=lowest) == wanted


@pytest.mark.parametrize("bonus", [0, 3])
def test_advantage_and_a_contest_are_icepool_s(bonus: int) -> None:
    told = {"attribute": 2, "standing-over": bonus, "other.attribute": 1, "true-secret": True}
    step = _played("the-long-table", "contest-of-two", told).step("by")
    theirs = icepool.highest(icepool.d20, icepool.d20) + 2 + bonus - icepool.d20 - 1
    assert step is not None
    assert dict(step.chances) == {n: theirs.probability(n) for n in theirs.outcomes()}


def test_a_roll_that_is_told_is_not_rolled() -> None:
    found = _played("ash-frontier", "attack", {"attack-strength": 14, "defence": 6, "attack.dice": 9})
    step = found.step("result")
    assert step is not None
    assert dict(step.chances) == {"DM": 1}


@given(st.integers(0, 6), st.integers(0, 5), st.booleans())
@settings(max_examples=examples(30), deadline=None)
def test_a_limit_cuts_the_sum_of_what_rows_add(allies: int, winded: int, dark: bool) -> None:
    tables = playing.played(str(GAMES / "the-long-table")).tables
    told: dict[str, float | bool | str] = {
        "trial": 14.0, "attribute": 2.0, "uses": "steel", "trial-is": "attack", "dark": dark,
        "allies-in-reach": float(allies), "winded": float(winded), "off-hand": True,
    }  # fmt: skip
    total = playing.roll(tables, "trial", Situation(told)).total
    changed = min(allies, 2) - 2 - 4 * dark - min(winded, 3)
    assert total == 2 + max(-5, changed)
