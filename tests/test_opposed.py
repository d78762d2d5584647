"""Opposed rolls read out of Fortune & Glory, and played as its own worked example plays them.

Expected values come from the text: from its table of factors (8.4), its results (8.3) and the example
at the end of part 8. The evaluator here is a test's own; it knows no more than the JSON says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from vfdoc import pipeline
from vfdoc.model import InputError
from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Margin, Mechanics, Not, Number, Opposed
from vfdoc.play.opposed import Contest, contest
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables, tables

State = Mapping[str, object]
NOTHING: Mapping[str, int] = MappingProxyType({})
STRENGTH = 3  # of a stand, where a unit is not Strong


@pytest.fixture(scope="module")
def mechanics(originals: Path) -> Mechanics:
    return pipeline.mechanics(pipeline.read(str(originals / "fortune-and-glory.txt"), "fortune-and-glory"))


def opposed(mechanics: Mechanics, id: str, document: str = "rules") -> Opposed:
    return next(o for o in mechanics.opposed if (o.id, o.document) == (id, document))


def holds(condition: Condition | None, state: State) -> bool:
    match condition:
        case None:
            return True
        case Flag(fact):
            return bool(state.get(fact))
        case Choice(fact, value):
            return state.get(fact) == value
        case Not(part):
            return not holds(part, state)
        case All(parts):
            return all(holds(part, state) for part in parts)
        case Any(parts):
            return any(holds(part, state) for part in parts)
        case Number(number, op, value, _):
            have = state.get(number, 0)
            assert isinstance(have, int)
            assert isinstance(value, int | float)
            return compared(have, op, value)


def compared(have: float, op: str, value: float) -> bool:
    return {
        "<": have < value, "<=": have <= value, "=": have == value, ">=": have >= value, ">": have > value,
    }[op]  # fmt: skip


# --- what is read ---


@pytest.mark.parametrize(("document", "section"), [("rules", "8.3"), ("sheet", "sheet/4")])
def test_what_is_rolled(mechanics: Mechanics, document: str, section: str) -> None:
    combat = opposed(mechanics, "combat", document)
    assert (combat.dice, combat.quality, combat.margin) == ("1d6", "combat-quality", "winning-margin")
    assert combat.section == section


@pytest.mark.parametrize("document", ["rules", "sheet"])
def test_factors_of_each_arm(mechanics: Mechanics, document: str) -> None:
    """The three columns of the table of factors, from top to bottom, each once: what was not understood is
    stated (8.4 of the rules) and stands beside as not computed."""
    amounts = {m.id: m.amount for m in mechanics.modifiers if document == "sheet" or not m.unread}
    arms = {
        a.arm: [amounts[id] for id in a.modifiers if id in amounts]
        for a in opposed(mechanics, "combat", document).arms
    }
    assert arms == {
        "infantry": [2, 4, 3, 1, 1, 1, 2, 1, 1, -1, -2, -2, -2, -2],
        "cavalry": [3, 1, -1, 1, 1, 1, 1, -1, -2, -2, -2, -2],
        "artillery": [1, 1, 1, 2, -1, -2, -2, -2],
    }


def test_results_of_the_rules(mechanics: Mechanics) -> None:
    """8.3, sentence by sentence; who flees of a draw loses a stand by 4.1."""
    shaken = Flag("unit.shaken")
    less, enough, drawn = Margin("<", "stand-strength"), Margin(">=", "stand-strength"), Margin("=", 0)
    said = [(r.line, r.side, r.margin, r.when, r.effects) for r in opposed(mechanics, "combat").results]
    assert said == [
        (534, "loser", enough, None, ("lose-stand", "flee")),
        (534, "loser", enough, None, ("lose-stand-per-multiple",)),
        (535, "loser", less, Not(shaken), ("retire", "shaken")),
        (535, "loser", less, shaken, ("lose-stand", "flee")),
        (536, "both", drawn, Not(shaken), ("shaken",)),
        (536, "both", drawn, shaken, ("flee", "lose-stand")),
        (536, "both", drawn, None, ("reroll-without-charging", "reroll-without-counter-charging")),
        (538, "loser", None, Choice("unit.arm", "artillery"), ("eliminated",)),
    ]


def test_results_of_the_sheet_are_those_of_the_rules(mechanics: Mechanics) -> None:
    def said(document: str) -> set[tuple[object, ...]]:
        results = opposed(mechanics, "combat", document).results
        return {(r.side, r.margin, r.when, effect) for r in results for effect in r.effects}

    assert said("sheet") == said("rules")


def test_what_the_overview_says_otherwise(mechanics: Mechanics) -> None:
    """2.1 has losers flee at more than the strength of a stand, 8.3 at its strength: the text's own fault."""
    restated = [r for r in opposed(mechanics, "combat").restated if r.section == "2.1"]
    assert (Margin(">", "stand-strength"), ("flee",)) in [(r.margin, r.effects) for r in restated]
    assert (Margin("<=", "stand-strength"), ("retire",)) in [(r.margin, r.effects) for r in restated]


def test_initiative(mechanics: Mechanics) -> None:
    initiative = opposed(mechanics, "initiative")
    assert (initiative.dice, initiative.quality, initiative.line) == ("1d6", None, 205)
    assert [(r.side, r.effects) for r in initiative.results] == [
        ("winner", ("initiative",)), ("both", ("random-event", "reroll")),
    ]  # fmt: skip


# --- as it is played ---


class Unit(NamedTuple):
    """A unit in a combat: its quality, how often it counts what is counted, and what holds of it."""

    arm: str
    quality: int
    state: State = NOTHING
    counts: Mapping[str, int] = NOTHING


def total(combat: Opposed, mechanics: Mechanics, unit: Unit, foe: Unit, roll: int) -> float:
    """The score of a unit: die, quality and the factors of its arm that hold."""
    state = {"unit.arm": unit.arm, "enemy.arm": foe.arm, **unit.state}
    ids = next(arm.modifiers for arm in combat.arms if arm.arm == unit.arm)
    score: float = roll + unit.quality
    for m in mechanics.modifiers:
        if m.id in ids and holds(m.when, state):
            assert isinstance(m.amount, int | float)
            score += m.amount * (unit.counts.get(m.per, 0) if m.per else 1)
    return score


def outcome(
    combat: Opposed, mechanics: Mechanics, sides: tuple[Unit, Unit], rolls: tuple[int, int]
) -> tuple[float, dict[str, set[str]]]:
    """The margin after doubling, and what befalls each side (by arm)."""
    scores = [
        total(combat, mechanics, unit, foe, roll)
        for unit, foe, roll in zip(sides, reversed(sides), rolls, strict=True)
    ]
    winner, loser = sides if scores[0] >= scores[1] else (sides[1], sides[0])
    margin = abs(scores[0] - scores[1])
    doubled = {m.id: m for m in mechanics.modifiers if m.id in combat.margins and m.operation == "double"}
    for m in doubled.values():
        if holds(m.when, {"winner.arm": winner.arm, "enemy.arm": loser.arm}):
            margin *= 2
    befalls: dict[str, set[str]] = {}
    for r in combat.results:
        if r.side != "both" and not margin:
            continue  # nobody lost
        bound = r.margin.value if r.margin else 0
        if r.margin and not compared(margin, r.margin.op, STRENGTH if isinstance(bound, str) else bound):
            continue
        for unit in sides if r.side == "both" else (loser,):
            if holds(r.when, {"unit.arm": unit.arm, **unit.state}):
                befalls.setdefault(unit.arm, set()).update(r.effects)
    return margin, befalls


FUSILIERS = Unit("infantry", 4, counts={"flank-supported": 2})
HUSSARS = Unit("cavalry", 4, {"unit.charging": True})


def test_the_worked_example(mechanics: Mechanics) -> None:
    """Both roll 4: 10 against 11, a margin of 1 that is doubled to 2, and the losers retire shaken."""
    combat = opposed(mechanics, "combat")
    assert total(combat, mechanics, FUSILIERS, HUSSARS, 4) == 10
    assert total(combat, mechanics, HUSSARS, FUSILIERS, 4) == 11
    margin, befalls = outcome(combat, mechanics, (FUSILIERS, HUSSARS), (4, 4))
    assert (margin, befalls) == (2, {"infantry": {"retire", "shaken"}})


def test_the_worked_example_had_the_fusiliers_been_shaken(mechanics: Mechanics) -> None:
    """A margin of 3, doubled to 6: they flee with the loss of two stands, one for each multiple of 3."""
    combat = opposed(mechanics, "combat")
    shaken = FUSILIERS._replace(state={"unit.shaken": True})
    margin, befalls = outcome(combat, mechanics, (shaken, HUSSARS), (4, 4))
    assert margin == 6
    assert befalls == {"infantry": {"lose-stand", "lose-stand-per-multiple", "flee"}}


def test_every_roll_of_infantry_against_charging_cavalry(mechanics: Mechanics) -> None:
    """Quality 3 against 4 and +3: cavalry lead by 4, so they win by the dice's difference + 4, doubled.

    Of 36 rolls 30 reach a stand's strength, 3 (1 and 4, 2 and 5, 3 and 6) do not, 2 are drawn, and at
    1 and 6 the infantry win by 1.
    """
    combat = opposed(mechanics, "combat")
    foot = Unit("infantry", 3)
    told: Counter[str] = Counter()
    for a in range(1, 7):
        for b in range(1, 7):
            _, befalls = outcome(combat, mechanics, (foot, HUSSARS), (a, b))
            told["; ".join(f"{arm} {', '.join(sorted(done))}" for arm, done in sorted(befalls.items()))] += 1
    assert told == {
        "infantry flee, lose-stand, lose-stand-per-multiple": 30,
        "infantry retire, shaken": 3,
        "cavalry reroll-without-charging, reroll-without-counter-charging, shaken; "
        "infantry reroll-without-charging, reroll-without-counter-charging, shaken": 2,
        "cavalry retire, shaken": 1,
    }


# --- two units against one (8.3): a die and a score each, and the one compares its own with each ---


@pytest.fixture(scope="module")
def game(mechanics: Mechanics) -> Tables:
    return tables(mechanics)


def met(game: Tables, combat: Opposed, known: Mapping[str, Known]) -> Contest:
    return contest(game, combat, Situation({"combat-quality": 4.0, "enemy.combat-quality": 4.0, **known}))


def of_two(known: Mapping[str, Known]) -> dict[str, Known]:
    """Two enemies of quality 4 and what is told besides."""
    return {"unit.arm": "infantry", "enemy.arm": "infantry", "second.enemy.arm": "infantry",
            "second.enemy.combat-quality": 4.0, **known}  # fmt: skip


def by_hand(first: tuple[int, int], second: tuple[int, int]) -> dict[int, Fraction]:
    """The margins of all 216 dice, by what the one adds against each enemy and what that adds (8.3): it wins
    where it beats both, by the difference to the higher; who has the higher score of those that beat it, wins
    for its side."""
    margins: Counter[int] = Counter()
    for mine, one, two in product(range(1, 7), repeat=3):
        pairs = [(mine + first[0], one + first[1]), (mine + second[0], two + second[1])]
        beaten_by = [(theirs, own) for own, theirs in pairs if theirs > own]
        if beaten_by:
            theirs, own = max(beaten_by, key=lambda pair: (pair[0], pair[0] - pair[1]))
            margins[own - theirs] += 1
        elif any(own == theirs for own, theirs in pairs):
            margins[0] += 1
        else:
            own, theirs = min(pairs, key=lambda pair: (-pair[1], pair[0] - pair[1]))
            margins[own - theirs] += 1
    return {margin: Fraction(many, 216) for margin, many in sorted(margins.items())}


@pytest.mark.parametrize(
    ("told", "first", "second"),
    [
        ({}, (4, 4), (4, 4)),
        ({"second.enemy.combat-quality": 5.0}, (4, 4), (4, 5)),
        ({"flank-supported": 2.0}, (6, 4), (6, 4)),
        # it charged the first alone, and shaken counts against both
        ({"unit.charging": True, "second.unit.charging": False}, (6, 4), (4, 4)),
        ({"unit.shaken": True, "second.enemy.uphill": True}, (2, 4), (2, 5)),
    ],
)
def test_two_infantry_units_against_one_are_brute_force(
    mechanics: Mechanics,
    game: Tables,
    told: dict[str, Known],
    first: tuple[int, int],
    second: tuple[int, int],
) -> None:
    found = met(game, opposed(mechanics, "combat"), of_two(told))
    assert [int(side.score.total) for side in found.sides] == [*first, *second]
    assert dict(found.margins) == by_hand(first, second)
    assert sum(found.margins.values()) == found.wins + found.draws + found.loses == 1


def test_two_chances_to_win(mechanics: Mechanics, game: Tables) -> None:
    """All alike: the one has the highest die in 0 + 1 + 4 + 9 + 16 + 25 of 216."""
    found = met(game, opposed(mechanics, "combat"), of_two({}))
    assert (found.wins, found.draws) == (Fraction(55, 216), Fraction(36, 216))


def test_each_losing_unit_has_the_result(mechanics: Mechanics, game: Tables) -> None:
    """The margin is applied to each losing unit; a shaken one among them flees where the other retires."""
    found = met(game, opposed(mechanics, "combat"), of_two({"second.enemy.shaken": True}))
    _, fresh, _, shaken = found.befall
    close = sum(chance for margin, chance in found.margins.items() if 0 < margin < STRENGTH)
    assert sum(each.chance for each in fresh if each.effects == ("retire", "shaken")) == close > 0
    assert sum(each.chance for each in shaken if each.effects == ("lose-stand", "flee")) >= close


@pytest.mark.parametrize(("second", "factor"), [("infantry", 2), ("cavalry", 1)])
def test_a_margin_is_doubled_against_infantry_and_artillery_alone(
    mechanics: Mechanics, game: Tables, second: str, factor: int
) -> None:
    """Cavalry in a fight with other Cavalry besides does not double what it wins by."""
    told = of_two({"unit.arm": "cavalry", "second.enemy.arm": second})
    found = met(game, opposed(mechanics, "combat"), told)
    plain = by_hand((4, 4), (4, 4))
    assert {m: c for m, c in found.margins.items() if m > 0} == {
        factor * m: c for m, c in plain.items() if m > 0
    }


def test_a_square_in_the_combat_is_one_for_both_comparisons(mechanics: Mechanics, game: Tables) -> None:
    """8.4: charging Cavalry has its +3 except where an enemy square is involved in the combat."""
    told = of_two({"unit.arm": "cavalry", "unit.charging": True, "second.enemy.formation": "square"})
    found = met(game, opposed(mechanics, "combat"), told)
    assert [int(side.score.total) for side in found.sides] == [4, 4, 4, 8]


def test_cavalry_in_line_has_no_bonus_against_columns_where_it_fights_two(
    mechanics: Mechanics, game: Tables
) -> None:
    """The text's own example: +3 for charging, +1 for heavy, -2 for the flank attack: +2."""
    told: dict[str, Known] = {
        "unit.arm": "cavalry", "unit.formation": "line", "unit.charging": True, "unit.heavy_cavalry": True,
        "enemy.arm": "cavalry", "enemy.formation": "attack-column",
        "second.enemy.arm": "cavalry", "second.enemy.combat-quality": 4.0, "second.enemy.flank_attack": True,
    }  # fmt: skip
    found = met(game, opposed(mechanics, "combat"), told)
    assert int(found.sides[2].score.total) == 4 + 3 + 1 - 2


def test_what_the_text_leaves_open_is_said(mechanics: Mechanics, game: Tables) -> None:
    """With separate totals the highest of all may be of who loses a comparison; else there is no doubt."""
    combat = opposed(mechanics, "combat")
    assert met(game, combat, of_two({})).in_doubt == 0
    told = of_two({"unit.charging": True, "second.unit.charging": False})
    assert met(game, combat, told).in_doubt > 0
    known: dict[str, Known] = {"unit.arm": "infantry", "enemy.arm": "infantry", "combat.enemies": 2.0}
    assert met(game, combat, known).one_of == "8.3"


def test_a_text_that_does_not_say_how_two_fight_one_is_not_asked(mechanics: Mechanics, game: Tables) -> None:
    sheet = opposed(mechanics, "combat", "sheet")
    assert sheet.several is None
    with pytest.raises(InputError, match="does not say how two units fight one"):
        met(game, sheet, of_two({}))


def test_a_factor_applied_by_hand_is_asked_of_which_side_it_is(mechanics: Mechanics, game: Tables) -> None:
    """It would count for both, and a close combat has two."""
    combat = opposed(mechanics, "combat")
    unread = next(row.id for row in game.unread if row.id in combat.others)
    with pytest.raises(InputError, match="nobody said of which it holds"):
        met(game.applying([unread]), combat, {"unit.arm": "infantry", "enemy.arm": "infantry"})


def test_a_value_that_no_text_gives_has_to_be_told(mechanics: Mechanics, game: Tables) -> None:
    """Which results befall a side hangs on its strength: the program has none of its own."""
    combat, without = opposed(mechanics, "combat"), replace(game, bases=())
    with pytest.raises(InputError, match="a side's stand-strength is not told"):
        met(without, combat, {"unit.arm": "infantry", "enemy.arm": "infantry"})
    known: dict[str, Known] = {"stand-strength": 2.0, "enemy.stand-strength": 5.0}
    found = met(without, combat, {"unit.arm": "infantry", "enemy.arm": "infantry", **known})
    flees = [sum((b.chance for b in of if "flee" in b.effects), Fraction(0)) for of in found.befall]
    assert flees == [Fraction(4 + 3 + 2 + 1, 36), Fraction(1, 36)]
