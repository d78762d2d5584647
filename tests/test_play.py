"""Playing: outcomes worked out by hand from the texts, and odds against every roll of the dice.

What is expected here comes from reading the rules named in each line, not from the program.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from modifiers import modifier

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model.mechanics import Opposed
from vfdoc.pipeline.playing import play_tables
from vfdoc.play import odds
from vfdoc.play.arithmetic import Change, other_orders
from vfdoc.play.attacks import attack
from vfdoc.play.evaluate import evaluate
from vfdoc.play.opposed import contest, meets
from vfdoc.play.procedures import doubled
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables

EDITIONS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9"]
HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


@cache
def tables(edition: str) -> Tables:
    return play_tables(pipeline.read(edition))


def roll(edition: str, test: str, **known: Known) -> Fraction:
    """The chance of a test; `attacker__shaken=True` tells attacker.shaken."""
    return odds.probability(evaluate(tables(edition), test, situation(known)))


def value(edition: str, of: str, **known: Known) -> int:
    return int(evaluate(tables(edition), of, situation(known)).total)


def situation(known: dict[str, Known]) -> Situation:
    names = {"__": ".", "_value": "-value"}
    out: dict[str, Known] = {}
    for name, told in known.items():
        for mark, sign in names.items():
            name = name.replace(mark, sign)
        out[name] = told
    return Situation(out)


# --- orders that a text leaves open ---


def changes(*said: tuple[str, int]) -> list[Change]:
    rows = [(modifier(of="move-distance", operation=op, amount=by), by) for op, by in said]
    return [Change(row, 1, Fraction(by)) for row, by in rows]


def test_what_doubles_may_stand_at_every_place_among_what_adds() -> None:
    """12, less 4, doubled: 20 as the text has it, 16 the other way round."""
    found = other_orders(tables("vf-2e"), changes(("double", 2), ("add", -4)), Fraction(12))
    assert found == (16,)


def test_many_that_double_are_kept_together_and_end_at_once() -> None:
    """Of 40 there are more orders than anybody waits for; the two of the one that adds are all told."""
    found = other_orders(tables("vf-2e"), changes(*[("double", 2)] * 40, ("add", 1)), Fraction(1))
    assert found == (2 * 2**40,)


# --- worked out by hand ---


def test_a_line_battalion_of_the_second_edition() -> None:
    """Fire 3, melee 4, in line, frontal melee, two melee supports, no losses.

    8.1.2 adds half the fire value, 1.0.1 rounds it down: 1; 8.2.2 adds 2 for each support: 4 + 1 + 4
    dice. 8.3: a 4+, and 1 more for no losses: 3+, two times in three. 9 × 2/3 = 6 losses.
    """
    known: dict[str, Known] = {
        "fire-value": 3, "melee-value": 4, "melee_supporter": 2, "attacker.arm": "infantry",
        "attacker.formation": "line", "attacker.losses": 0, "supporters.losses": 0,
    }  # fmt: skip
    found = attack(tables("vf-2e"), "melee-value", Situation(known))
    assert found.value.total == 9
    assert odds.probability(found.test) == Fraction(2, 3)
    assert odds.mean(found.losses) == 6
    assert found.losses[9] == Fraction(2, 3) ** 9
    assert {a.row.section for a in found.value.applied} == {"8.1.2", "8.2.2"}


def test_values_by_hand() -> None:
    column = {"attacker__formation": "attack-column"}
    # 2nd edition: halve first, once, round down, never below 1 (1.0.1)
    assert value("vf-2e", "fire-value", fire_value=3, fire_supporter=1, **column) == 2  # 1 + 1
    assert value("vf-2e", "fire-value", fire_value=3, target__obscured=True, **column) == 1  # halved once
    assert value("vf-2e", "fire-value", fire_value=1, **column) == 1  # not below 1
    assert value("vf-2e", "melee-value", melee_value=4, attacker__formation="march-column") == 1  # 8.1.1
    assert value("vf-2e", "fire-value", fire_value=3, fire_supporter=5) == 6  # up to 3 units (8.2.1)
    # 1st edition: −1 and +1 for a column (8.1), +2 a melee support, at most three (8.2)
    assert value("vf-1e", "fire-value", fire_value=3, **column) == 2
    assert value("vf-1e", "melee-value", melee_value=4, melee_supporter=4, **column) == 11
    cavalry = {"attacker__garrison": True, "attacker__arm": "cavalry"}
    assert value("vf-1e", "melee-value", melee_value=5, **cavalry) == 2  # halved, down (12.3)
    # the French sheet: half the fire value in line with the target in front
    line = {"attacker__formation": "line", "target__in_front_arc": True}
    assert value("vf-fr-2.9", "melee-value", melee_value=4, fire_value=3, **line) == 5


def test_rolls_by_hand() -> None:
    # 2nd edition: 6 always succeeds, 1 always fails (1.0.2); hard cover −2 in the fire phase (T.2.2)
    covered = {"attack": "fire", "phase": "fire", "cover": "hard"}
    assert roll("vf-2e", "hit", **covered) == SIXTH
    assert roll("vf-2e", "hit", attacker__shaken=True, **covered) == SIXTH  # a 7+, but a 6 succeeds
    bonuses = {"brigade__unrouted_units": 5, "brigade_leader__army_leader_distance": 12}
    assert roll("vf-2e", "fortitude", **bonuses) == Fraction(5, 6)  # +1 and +1 (9.5)
    assert roll("vf-2e", "rally", unit__enemy_distance=10) == THIRD  # 4+, −1 (9.1.1)
    assert roll("vf-2e", "valour", phase="fire") == Fraction(2, 3)  # 9.2
    assert roll("vf-2e", "valour", unit__won_melee=True) == 1  # 9.2.1
    # 1st edition
    assert roll("vf-1e", "rally", unit__enemy_distance=13, unit__army_leader_distance=12) == Fraction(5, 6)
    assert roll("vf-1e", "rally", unit__enemy_distance=12, unit__army_leader_distance=13) == HALF
    assert roll("vf-1e", "valour", unit__won_melee=True) == Fraction(5, 6)  # +2 (9.1)
    assert roll("vf-1e", "fortitude", brigade__unrouted_units=4) == Fraction(2, 3)  # +1
    assert roll("vf-1e", "fortitude", brigade__unrouted_units=5) == Fraction(5, 6)  # +2 instead
    # its prose gives the bonus for losses, its sheet for none: the erratum says that the sheet's is played
    assert roll("vf-1e", "hit", attack="melee", attacker__losses=0) == Fraction(2, 3)
    assert roll("vf-1e", "hit", attack="melee", attacker__losses=1) == HALF
    # the French sheet: more than 18" from the enemy
    assert roll("vf-fr-2.9", "rally", unit__enemy_distance=19) == Fraction(2, 3)
    assert roll("vf-fr-2.9", "rally", unit__enemy_distance=18) == HALF


def test_elan_rerolls_ones_before_modifiers() -> None:
    """An attack column with Elan rerolls hit rolls of 1 in melee: 2/3 and a second 2/3 once in six."""
    known = {"attack": "melee", "attacker__formation": "attack-column", "attacker__has(elan)": True}
    assert roll("vf-2e", "hit", attacker__losses=0, **known) == Fraction(2, 3) + SIXTH * Fraction(2, 3)


def test_the_valour_example_of_the_second_edition() -> None:
    """Tenacity 4, 3 losses had, 3 more made: one fills it, two valour tests are taken (9.2, comments)."""
    known = Situation({"fire-value": 3, "target.tenacity": 4, "target.losses": 3})
    found = attack(tables("vf-2e"), "fire-value", known)
    assert found.follow is not None
    assert len(found.follow.taken) == 3  # none, one or two tests
    assert found.follow.taken[2] == found.losses[3]
    passes = Fraction(2, 3)  # +1 in the fire phase
    stands = found.losses[0] + found.losses[1] + found.losses[2] * passes + found.losses[3] * passes**2
    assert found.follow.fails == 1 - stands


def test_house_rules_are_played_on_their_base() -> None:
    """The sheet of LWTV gives 1 more die to a column in melee; 1st edition rules stand where it is silent."""
    column = {"attacker__formation": "attack-column"}
    assert value("vf-lwtv", "melee-value", melee_value=4, melee_supporter=2, **column) == 9
    rough: dict[str, Known] = {"move-distance": 12, "unit.crosses_rough": True}
    assert value("vf-lwtv", "move-distance", **rough) == 6  # 12.9


def test_editions_differ_where_their_conventions_do() -> None:
    """Halved by one row and added to by another: the 2nd edition halves first; the 1st says nothing, so that
    the half goes first, too, and the other order is named."""
    second = evaluate(
        tables("vf-2e"), "fire-value",
        Situation({"fire-value": 3, "fire_supporter": 1, "attacker.formation": "attack-column"}),
    )  # fmt: skip
    assert (second.total, second.silent) == (2, ())
    garrison: dict[str, Known] = {"attacker.garrison": True, "attacker.arm": "cavalry"}
    known = Situation({"melee-value": 4, "melee_supporter": 1, **garrison})
    first = evaluate(tables("vf-1e"), "melee-value", known)
    other = [note.otherwise.total for note in first.notes if note.kind == "order" and note.otherwise]
    assert (first.total, other) == (4, [3])


# --- the worked example of Fortune & Glory (part 8, "Action phase and close quarters combat example") ---


@cache
def fortune(originals: Path) -> Tables:
    return play_tables(pipeline.read(str(originals / "fortune-and-glory.txt"), "fortune-and-glory"))


LINE_INFANTRY: dict[str, Known] = {"unit.arm": "infantry", "unit.order": "formed", "combat-quality": 4}


def test_combat_totals_of_the_example(originals: Path) -> None:
    """All roll a 4. The Fusiliers reach 12 against the Musketeers' 10, and 10 against the Hussars' 11."""
    tables, (combat, *_) = fortune(originals), fortune(originals).opposed
    known = {
        **LINE_INFANTRY, "flank-supported": 2, "unit.charging": True, "enemy.arm": "infantry",
        "enemy.order": "formed", "enemy.combat-quality": 4, "enemy.flank-supported": 2,
    }  # fmt: skip
    fusiliers, musketeers = contest(tables, combat, Situation(known)).sides
    assert (4 + fusiliers.score.total, 4 + musketeers.score.total) == (12, 10)
    known = {
        **LINE_INFANTRY, "flank-supported": 2, "enemy.arm": "cavalry", "enemy.charging": True,
        "enemy.combat-quality": 4,
    }  # fmt: skip
    fusiliers, hussars = contest(tables, combat, Situation(known)).sides
    assert (4 + fusiliers.score.total, 4 + hussars.score.total) == (10, 11)


def test_combat_results_of_the_example(originals: Path) -> None:
    """The Hussars' margin of 1 is doubled to 2: the Fusiliers retire, Shaken. Had they been Shaken, it
    would have been 3, doubled to 6: they would have fled and lost two stands of strength 3."""
    tables, (combat, *_) = fortune(originals), fortune(originals).opposed
    known = {
        **LINE_INFANTRY, "flank-supported": 2, "enemy.arm": "cavalry", "enemy.charging": True,
        "enemy.combat-quality": 4,
    }  # fmt: skip
    cases = [(False, -2, {"retire", "shaken"}), (True, -6, {"flee", "lose-stand-per-multiple"})]
    for shaken, margin, effects in cases:
        met = contest(tables, combat, Situation({**known, "unit.shaken": shaken}))
        level = [m for m in met.margins if m % 2 == 0 or m > 0]
        assert list(met.margins) == level  # where cavalry wins, every margin is doubled
        even = met.sides[0].score.total - met.sides[1].score.total
        assert 2 * even == margin
        told = Situation({**met.sides[0].situation.known, "unit.shaken": shaken})
        assert effects <= set(befalling(tables, combat, margin, told))


def test_shooting_of_the_example(originals: Path) -> None:
    """Six dice at a column, 4+ and 1 more for a dense target; a 6 is two hits; saved on a 4+. The dice
    1, 1, 2, 3, 4, 6 make 4 hits."""
    tables = fortune(originals)
    known = Situation({"shooting-dice": 6, "target.formation": "attack-column", "target.dense": True})
    found = attack(tables, "shooting-dice", known)
    assert found.test.target == 4
    assert odds.probability(found.test) == Fraction(2, 3)
    assert found.save is not None
    assert odds.probability(found.save) == HALF
    each = {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 2}
    assert sum(each[face] for face in (1, 1, 2, 3, 4, 6)) == 4
    hits = [0, 0, 0]  # faces that make none, one, two
    for face in each.values():
        hits[face] += 1
    stays = [Fraction(hits[0], 6) + Fraction(hits[1], 12) + Fraction(hits[2], 24),
             Fraction(hits[1], 12) + Fraction(hits[2], 12), Fraction(hits[2], 24)]  # fmt: skip
    assert found.losses == odds.power(tuple(stays), 6)
    tested = attack(tables, "shooting-dice", known.told({"target.morale": 4}))
    assert tested.follow is not None  # one morale test if any hit stays (4.3)
    assert tested.follow.fails == (1 - found.losses[0]) * HALF


EXAMPLES: list[tuple[str, Fraction, dict[str, Known]]] = [
    (  # line 269: light infantry in a complex move needs a 3
        "command", Fraction(2, 3),
        {"unit.quality": "elite", "unit.order": "formed", "unit.light_infantry": True,
         "unit.move": "complex", "unit.in_command": True},
    ),
    (  # 443: a desperate charge in the army commander's radius needs a 3
        "command", Fraction(2, 3),
        {"unit.quality": "second-class", "unit.order": "formed", "unit.arm": "cavalry",
         "unit.desperate_charge": True, "unit.in_army_commander_radius": True},
    ),
    # 503: Professional infantry needs a 3, and at loose order, a difficult shot (sheet 3), a 4; a save a 4
    ("hit", Fraction(2, 3), {"attacker.arm": "infantry", "army.character": "professional"}),
    ("hit", HALF, {"attacker.arm": "infantry", "army.character": "professional", "shot.difficult": True}),
    ("save", HALF, {}),
]  # fmt: skip


@pytest.mark.parametrize(("test", "chance", "facts"), EXAMPLES)
def test_tests_of_the_examples(test: str, chance: Fraction, facts: dict[str, Known], originals: Path) -> None:
    """What the worked examples say must be rolled."""
    assert odds.probability(evaluate(fortune(originals), test, Situation(facts))) == chance


def test_hits_of_the_priority_example(originals: Path) -> None:
    """Eight dice, 1 1 2 3 4 5 6 6: 4 hits at the loose order target, for a penalty bars double hits; 7 on
    a normal target, where a 3 hits and a 6 is two."""
    tables = fortune(originals)
    professional: dict[str, Known] = {"attacker.arm": "infantry", "army.character": "professional"}
    targets: list[tuple[dict[str, Known], int]] = [({"shot.difficult": True}, 4), ({}, 7)]
    for target, hits in targets:
        known = Situation({"shooting-dice": 8, **professional, **target})
        found = attack(tables, "shooting-dice", known)
        needed = (found.test.target or 0) - found.test.total
        two = 2 if doubled(tables, tables.procedures["fire"].steps[1], found.test) else 1
        assert sum(two if face == 6 else 1 for face in (1, 1, 2, 3, 4, 5, 6, 6) if face >= needed) == hits


def befalling(tables: Tables, opposed: Opposed, margin: int, situation: Situation) -> list[str]:
    """What befalls a side that ends with this margin, by the results' own words."""
    of_both = situation.told({"combat-quality": 4, "enemy.combat-quality": 4})
    side, _ = contest(tables, opposed, of_both).sides
    met = [r for r in opposed.results if meets(tables, r, margin, side)]
    return [effect for result in met for effect in result.effects]


def test_odds_of_an_opposed_roll_list_what_was_assumed(originals: Path) -> None:
    """As other odds do, for each side; in JSON too."""
    text = str(originals / "fortune-and-glory.txt")
    told = ["--set", "combat-quality=4", "--set", "enemy.combat-quality=4", "--set", "unit.arm=infantry"]
    done = CliRunner().invoke(main, ["odds", text, "combat", *told])
    assert done.exit_code == 0, done.output
    of_one, _, of_other = done.output.partition("not told of the other, and taken for")
    assert "unit.shaken = no" in of_one.partition("not told of one side, and taken for")[2]
    assert "unit.arm = none" in of_other
    found = json.loads(CliRunner().invoke(main, ["odds", text, "combat", *told, "--format", "json"]).stdout)
    one, other = (side["assumed"] for side in found["sides"])
    assert (one["unit.shaken"], other["unit.arm"]) == (False, None)
