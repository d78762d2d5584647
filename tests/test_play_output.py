"""What `roll` and `odds` print of a situation: JSON of several editions, what is unknown, what was asked."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from test_play import situation, tables

from vfdoc.cli import main
from vfdoc.play.attacks import attack
from vfdoc.play.evaluate import evaluate
from vfdoc.play.situation import Known, Situation


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def read(*arguments: str) -> dict[str, object]:
    found = json.loads(printed(*arguments, "--format", "json"))
    assert isinstance(found, dict)
    return found


def asked(edition: str, value: str, **known: Known) -> set[str]:
    """What was assumed of an attack, in its value and in all its tests."""
    found = attack(tables(edition), value, situation({value.replace("-", "_"): 3, **known}))
    return {name for outcome in found.outcomes for name, _ in outcome.assumed}


# --- what holds with what was told ---


def test_what_was_told_brings_what_goes_with_it() -> None:
    """A fire attack is of the fire phase and the other way round; who is outflanked fights a melee."""
    for known in ({"attack": "fire"}, {"phase": "fire"}):
        assert tables("vf-2e").implied(situation(dict(known))).known["attack"] == "fire"
        assert tables("vf-2e").implied(situation(dict(known))).known["phase"] == "fire"
    outflanked = tables("vf-1e").implied(Situation({"attacker.outflanked": True})).known
    assert (outflanked["attack"], outflanked["phase"]) == ("melee", "melee")
    told = Situation({"attack": "fire", "phase": "melee"})
    assert tables("vf-2e").implied(told).known["phase"] == "melee"  # what was told stands


def test_a_melee_asks_who_won_it_and_fire_does_not() -> None:
    won = {"unit.won_melee", "unit.lost_melee"}
    assert won <= asked("vf-2e", "melee-value", target__tenacity=4)
    assert not won & asked("vf-2e", "fire-value", target__tenacity=4)
    assert "brigade.half_routed" in asked("vf-2e", "melee-value", target__tenacity=4)


@pytest.mark.parametrize("edition", ["vf-2e", "vf-fr-2.9"])
@pytest.mark.parametrize("tenacity", [0, 6, None])
def test_a_loser_that_routs_without_a_test_routs(edition: str, tenacity: int | None) -> None:
    """Artillery that lost (9.2.2): whatever its losses, whatever it can bear; its brigade is tested."""
    known: dict[str, Known] = {
        "melee-value": 1, "unit.lost_melee": True, "unit.was_target": True, "unit.arm": "artillery",
    }  # fmt: skip
    known |= {} if tenacity is None else {"target.tenacity": tenacity}
    found = attack(tables(edition), "melee-value", Situation(known))
    assert found.follow is not None
    assert (found.follow.fails, found.follow.taken) == (1, (1,))
    assert found.further is not None
    assert found.further.fails == Fraction(1, 2)


def test_winners_pass_whatever_their_losses() -> None:
    known = Situation({"melee-value": 9, "unit.won_melee": True, "target.tenacity": 0})
    found = attack(tables("vf-2e"), "melee-value", known)
    assert found.follow is not None
    assert found.follow.fails == 0


def test_natural_rolls_cite_the_section_that_has_them() -> None:
    assert evaluate(tables("vf-2e"), "hit", Situation({})).natural == ("1.0.2", "1.0.2")


# --- what is printed ---


def test_rows_of_an_attack_are_worth_losses_and_those_of_a_test_chances() -> None:
    shown = printed("odds", "vf-2e", "melee", "--set", "melee-value=3", "--set", "target.tenacity=4")
    assert "  1.50 → 2.00  " in shown
    shown = printed("odds", "vf-2e", "hit", "--when", "attacker.shaken")
    assert "  1/2 (50.00%) → 1/3 (33.33%)  " in shown
    shown = printed("odds", "vf-2e", "fire-value", "--set", "fire-value=1", "--set", "fire_supporter=1")
    assert "  1 → 2  " in shown


def test_odds_list_what_did_not_apply_as_roll_does() -> None:
    """Of an attack, of a fight, and of an opposed roll, where what applied to no side stands once."""
    fire = printed("odds", "vf-2e", "fire", "--set", "fire-value=3")
    assert "did not apply\n" in fire
    assert "halve    target.obscured" in fire
    fight = printed("odds", "vf-2e", "fight", "--set", "melee-value=2", "--set", "target.melee-value=2")
    assert "did not apply\n" in fight
    assert "set 1    attacker.formation = march-column" in fight
    told = "--when unit.quality=line --when enemy.quality=line --when enemy.formation=square"
    combat = printed("odds", "fortune-and-glory", "combat", *told.split())
    listed = combat.split("did not apply to any side\n")[1].split("\n\n")[0]
    assert combat.count("did not apply to any side\n") == listed.count("unit.heavy_cavalry") == 1


def test_several_editions_are_one_object() -> None:
    found = read("roll", "vf-1e", "hit", "vf-2e", "--compare")
    assert found["schema"] == "vfdoc.rolls/1"
    rolls = found["rolls"]
    assert isinstance(rolls, list)
    assert [(roll["schema"], roll["edition"]) for roll in rolls] == [
        ("vfdoc.roll/2", "vf-1e"), ("vfdoc.roll/2", "vf-2e"),
    ]  # fmt: skip
    found = read("odds", "vf-1e", "fire", "vf-2e", "--compare", "--set", "fire-value=2")
    assert (found["schema"], found["contests"]) == ("vfdoc.compared-odds/1", [])
    several = found["odds"]
    assert isinstance(several, list)
    assert [each["edition"] for each in several] == ["vf-1e", "vf-2e"]


@pytest.mark.parametrize(("name", "command"), [("rolls", "roll"), ("compared-odds", "odds")])
def test_they_have_a_schema(name: str, command: str) -> None:
    found = read(command, "vf-1e", "hit", "vf-2e", "--compare")
    Draft202012Validator(json.loads(printed("schema", name))).validate(found)


def test_what_is_unknown_is_null() -> None:
    rolled = read("roll", "vf-2e", "hit")["assumed"]
    assert isinstance(rolled, dict)
    assert rolled["attack"] is None
    assert "" not in rolled.values()
    table = read("odds", "vf-2e", "hit", "--over", "cover")["combinations"]
    assert isinstance(table, list)
    assert [line["set"] for line in table] == [{"cover": None}, {"cover": "hard"}, {"cover": "soft"}]
    assert [line["assumed"].get("phase", 0) for line in table] == [0, None, None]


def test_what_is_left_open_is_called_what_it_is() -> None:
    """The least after each change is no order of changes; and of the roll after a draw no word says whether
    it is a further round: what is open, and the row that hangs on it, is named beside the answer."""
    value = ("roll", "vf-2e", "fire-value", "--set", "fire-value=1", "--when", "target.obscured")
    value = (*value, "--set", "fire_supporter=1")
    assert "  = 2" in printed(*value)  # no halving reduces it below 1 (1.0.1), and then 1 is added
    assert "1.0.1 [only at the end = 1]" in printed(*value)
    assert [note["kind"] for note in read(*value)["not_computed"]] == ["least-at-end"]  # type: ignore[attr-defined]
    lancers = [f"--when=unit.{told}" for told in ("arm=infantry", "formation=square")]
    lancers += [f"--when=enemy.{told}" for told in ("arm=cavalry", "lance", "charging")]
    numbers = ("--set", "combat-quality=4", "--set", "enemy.combat-quality=4")
    found = read("odds", "fortune-and-glory", "combat", *lancers, *numbers)
    hanging = [row for row in found["not_computed"] if row["why"] == "open"]  # type: ignore[attr-defined]
    assert [(row["section"], row["otherwise"]) for row in hanging] == [("8.4", "35/36")]
    assert (found["again"]["wins"], found["next_round"]["wins"]) == ("11/12", "35/36")  # type: ignore[index]
    assert "whether the roll after a draw is a further round; if it is,\n  −1       Lancer" in printed(
        "odds", "fortune-and-glory", "combat", *lancers, *numbers
    )


def test_hits_that_are_saved_are_told_and_whether_dice_count_twice() -> None:
    """Three dice at 5+ of shaken infantry: none hits with (2/3)^3, and no 6 is two hits, as a penalty applies
    (7.8); three stands that did not move have six dice at 4+, of which a 6 is two hits (7.2)."""
    fire = ("odds", "fortune-and-glory", "fire", "--set", "shooting-stands=3", "--set", "target.morale=4")
    fire = (*fire, "--when", "attacker.arm=infantry", "--when")
    shaken = printed(*fire, "attacker.moved", "--when", "attacker.shaken").splitlines()
    assert "hits: 1.00 on average (0 29.6%, 1 44.4%, 2 22.2%, 3 3.7%)" in map(str.strip, shaken)
    said = {" ".join(line.split()) for line in (*shaken, *printed(*fire, "attacker.stationary").splitlines())}
    assert {
        "a 6 is one hit, as a penalty applies 7.8",
        "a 6 is two hits 7.2",
        "hits: 4.00 on average",
    } <= said


@pytest.mark.parametrize(("number", "said"), [(2, True), (1, False)])
def test_what_is_told_of_supporters_is_taken_of_every_one_and_that_is_said(number: int, said: bool) -> None:
    # Of two that lend melee support the one in open order adds 1, the other 2 (8.2.2, Open Order): nobody can
    # tell them apart, so that both are taken for it.
    told = ["--set", f"melee_supporter={number}", "--when", "supporter.formation=open-order"]
    found = printed("roll", "vf-2e", "melee-value", "--set", "melee-value=4", *told)
    assert ("taken of every melee_supporter" in found) is said
    assert ("supporter.formation" in found.partition("did not apply")[0]) is said
