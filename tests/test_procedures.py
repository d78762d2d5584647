"""Procedures: fights of two sides against brute force and icepool, any dice, and what the files refuse."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import icepool
import pytest
from click.testing import CliRunner
from thoroughness import THOROUGH, sparing

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.edit.procedure_drafts import proposed_procedures
from vfdoc.model import InputError
from vfdoc.pipeline import playing
from vfdoc.play.attacks import Odds
from vfdoc.play.evaluate import evaluate
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Known, Situation, told_by_table
from vfdoc.play.tables import Tables


@cache
def tables(edition: str) -> Tables:
    return playing.played(edition).tables


def fight(edition: str, tell: Mapping[str, Known], of: str = "fight") -> Playthrough:
    game = tables(edition)
    odds = playing.odds(game, of, Situation(told_by_table(dict(tell), game.names_for(of), "here")))
    assert isinstance(odds, Odds)
    assert isinstance(odds.found, Playthrough)
    return odds.found


def chances(played: Playthrough, step: str) -> dict[int | str, Fraction]:
    found = played.step(step)
    assert found is not None
    return {result: chance for result, chance in found.chances.items() if chance}


def faces(dice: int, needed: int) -> Iterator[int]:
    """How many of some dice show what is needed, of every roll there is."""
    for roll in product(range(1, 7), repeat=dice):
        yield sum(face == 6 or (face != 1 and face >= needed) for face in roll)


def brute(mine: tuple[int, int], theirs: tuple[int, int], spare: int, valour: int) -> dict[str, Fraction]:
    """A fight counted roll by roll: dice and what they need of each side; the active side wins ties. Of the
    target that loses each loss beyond `spare` is a test at `valour`."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    every = Fraction(1, 6 ** (mine[0] + theirs[0]))
    for caused in faces(*mine):
        for back in faces(*theirs):
            result = "won" if caused >= back else "lost"
            found[result] += every
            if result == "won":
                tests = max(0, caused - spare)
                found["rout"] += every * (1 - Fraction(7 - valour, 6) ** tests)
    return found


@pytest.mark.parametrize("dice", sparing([((2, 3),), ((1, 1),), ((4, 2),), ((3, 3),)], 2))
def test_a_fight_is_as_every_roll_of_it_counted(dice: tuple[int, int]) -> None:
    """2nd edition, both with losses: 4+ (8.3); a target of tenacity 2 with one loss bears one more (9.1)."""
    mine, theirs = dice
    played = fight("vf-2e", {
        "melee-value": mine, "target.melee-value": theirs, "attacker.losses": 1, "target.losses": 1,
        "target.tenacity": 2, "attacker.tenacity": 9, "attacker.arm": "infantry", "target.arm": "infantry",
    })  # fmt: skip
    counted = brute((mine, 4), (theirs, 4), 1, 4)
    assert chances(played, "result") == {key: counted[key] for key in ("won", "lost") if counted[key]}
    assert chances(played, "rout").get(1, Fraction(0)) == counted["rout"]


def test_a_fight_is_as_icepool_has_it() -> None:
    """Four dice without losses, 3+, against three that have some, 4+: the active side wins ties (7.2.2)."""
    played = fight("vf-2e", {
        "melee-value": 4, "target.melee-value": 3, "target.losses": 2, "target.tenacity": 9,
        "attacker.tenacity": 9,
    })  # fmt: skip
    mine = 4 @ icepool.d6.map(lambda face: int(face >= 3))
    theirs = 3 @ icepool.d6.map(lambda face: int(face >= 4))
    wins = Fraction((mine - theirs).probability(">=", 0))
    assert chances(played, "result") == {"won": wins, "lost": 1 - wins}


def test_what_follows_hangs_on_who_won() -> None:
    """Infantry that loses to cavalry routs without a test (9.2.2), a winner takes none (9.2.1); cavalry that
    loses as the target retreats (7.2.4), unless either side is a garrison (T.3.6)."""
    told: dict[str, Known] = {
        "melee-value": 2, "target.melee-value": 2, "attacker.losses": 1, "target.losses": 1,
        "target.tenacity": 5, "attacker.tenacity": 5, "attacker.arm": "cavalry", "target.arm": "infantry",
    }  # fmt: skip
    played = fight("vf-2e", told)
    won = chances(played, "result")["won"]
    assert chances(played, "rout")[1] == won
    assert chances(played, "retreat") == {0: 1}
    against = fight("vf-2e", told | {"target.arm": "cavalry"})
    assert chances(against, "rout") == {0: 1}  # two losses at the most, of the five that it bears
    assert chances(against, "retreat")[1] == won
    held = fight("vf-2e", told | {"target.arm": "cavalry", "target.garrison": True})
    assert chances(held, "retreat") == {0: 1}


def test_cover_and_hills_decide_ties() -> None:
    """One die each at 4+: a tie half of the time; 2nd edition T.2.2 and T.1.3, 1st 12.4 and 12.6."""
    one: dict[str, Known] = {
        "melee-value": 1, "target.melee-value": 1, "attacker.losses": 1, "target.losses": 1,
        "target.tenacity": 5, "attacker.tenacity": 5,
    }  # fmt: skip
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    for edition, fact in (
        ("vf-2e", "target.in_cover"), ("vf-2e", "target.higher"), ("vf-1e", "target.higher"),
        ("vf-1e", "target.behind_obstacle"), ("vf-lwtv", "target.in_favorable_terrain"),
    ):  # fmt: skip
        assert chances(fight(edition, one), "result") == {"won": quarter + half, "lost": quarter}
        assert chances(fight(edition, {**one, fact: True}), "result") == {
            "won": quarter,
            "lost": quarter + half,
        }
    both = fight("vf-2e", {**one, "target.in_cover": True, "attacker.in_cover": True})
    assert chances(both, "result")["won"] == quarter + half


def test_a_result_says_how_often_a_tie_decides_it_and_by_which_rule() -> None:
    """Two sides of four dice that hit on 3+: (1 + 8² + 24² + 32² + 16²) / 81² of their fights are tied."""
    told = "--set melee-value=4 --set target.melee-value=4 --when target.higher --format json"
    result = CliRunner().invoke(main, ["odds", "vf-2e", "fight", *told.split()])
    steps = json.loads(result.stdout)["steps"]
    stated = next(step["stated"] for step in steps if step["id"] == "result")
    assert [(s["case"], s["result"], s["section"], s["probability"]) for s in stated] == [
        ("tie-higher", "lost", "T.1.3", "1921/6561")
    ]


def test_the_first_edition_shares_losses_among_supporters() -> None:
    """8.4: among the target and those that lent it melee support, what is left over on the target; the house
    rules apply all hits to the unit."""
    told: dict[str, Known] = {
        "melee-value": 3, "target.melee-value": 1, "attacker.losses": 1, "target.losses": 1,
        "target.tenacity": 5, "attacker.tenacity": 5, "target.melee_supporter": 1,
    }  # fmt: skip
    shared, whole = fight("vf-1e", told), fight("vf-lwtv", told)
    caused = chances(shared, "caused")
    assert chances(shared, "losses") == {0: caused[0], 1: caused[1] + caused[2], 2: caused[3]}
    assert chances(whole, "losses") == caused


@pytest.mark.parametrize("edition", ["vf-1e", "vf-lwtv"])
def test_the_first_loss_of_a_unit_in_cover_is_negated_in_a_fight(edition: str) -> None:
    """12.2 of the 1st edition, which the house rules leave: two hits of two on a unit with no loss left are
    one test, at 4+; each side has its own cover."""
    told: dict[str, Known] = {
        "melee-value": 2, "target.melee-value": 0, "attacker.losses": 1, "target.losses": 4,
        "target.tenacity": 4, "attacker.tenacity": 4,
    }  # fmt: skip
    assert chances(fight(edition, told), "rout")[1] == Fraction(7, 16)
    assert chances(fight(edition, {**told, "target.in_cover": True}), "rout")[1] == Fraction(1, 8)
    assert chances(fight(edition, {**told, "attacker.in_cover": True}), "rout")[1] == Fraction(7, 16)


def test_a_side_that_may_not_fight_throws_no_dice() -> None:
    """1st edition: units in march column cannot attack (8.1), whichever side they are of."""
    told: dict[str, Known] = {"melee-value": 2, "target.melee-value": 3, "target.formation": "march-column"}
    assert chances(fight("vf-1e", told), "dice-back") == {0: 1}
    assert fight("vf-1e", {**told, "attacker.formation": "march-column"}).forbidden[0].section == "8.1"


def test_numbers_that_are_not_told_leave_their_steps_out() -> None:
    played = fight("vf-2e", {"melee-value": 2, "target.melee-value": 3})
    assert dict(played.untold)["spare"] == "target.tenacity"
    assert played.step("result") is not None
    assert played.step("tests") is None


def test_each_side_is_told_apart() -> None:
    """The other side's own support, losses and shape count for it alone."""
    told: dict[str, Known] = {"melee-value": 3, "target.melee-value": 3, "target.melee_supporter": 2}
    played = fight("vf-2e", told)
    assert chances(played, "dice") == {3: 1}
    assert chances(played, "dice-back") == {7: 1}
    taken = dict(played.taken)
    assert taken["attacker.losses"] == taken["target.losses"] == 0
    assert "target.melee_supporter" not in taken
    assert taken["melee_supporter"] == 0


def test_an_attack_of_its_own_is_the_first_half_of_the_fight() -> None:
    told: dict[str, Known] = {"melee-value": 5, "target.melee-value": 1, "attacker.losses": 2}
    game = tables("vf-2e")
    alone = playing.attack(game, "melee", Situation(told))
    both = fight("vf-2e", told)
    found = both.step("caused")
    assert found is not None
    assert found.distribution == alone.losses
    assert evaluate(game, "melee-value", Situation(told)).total == 5


OURS = """
title = "Ours"
language = "en"

[[documents]]
id = "rules"
file = "rules.md"
kind = "rules"
"""
GAME = """
[[procedure]]
id = "shot"
section = "1.0"
words = "rolls"
steps = [{steps}]
"""


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("", "has no steps"),
        (
            '{ id = "a", do = "roll", of = "hit", count = "b" }, { id = "b", do = "value", of = "x" }',
            "behind",
        ),
        ('{ id = "a", do = "roll" }', "does not say of what"),
        ('{ id = "a", do = "lookup" }', "no table of results"),
        ('{ id = "a", do = "apply", where = ["over"] }', "compares nothing"),
        (
            '{ id = "a", do = "lookup", columns = ["x", "y"], rows = [{ at = 2, results = ["A"] }] }',
            "lengths",
        ),
    ],
)
def test_a_file_that_says_no_procedure_is_refused_in_a_line(steps: str, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "edition.toml").write_text(OURS, encoding="utf-8")
    (folder / "rules.md").write_text("# Ours\n\n## 1.0 Shots\n\nA unit rolls 1d6.\n", encoding="utf-8")
    (folder / "procedures.toml").write_text(GAME.replace("{steps}", steps), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        playing.played(str(folder))
    assert said in str(refused.value)
    assert "procedures.toml:2" in str(refused.value)


def test_house_rules_are_printed_over_their_base() -> None:
    """Each row says whose it is; without the option the house's own rows stand alone, as they did."""
    whole = CliRunner().invoke(main, ["tables", "vf-lwtv", "--over-base", "--format", "json"])
    rows = json.loads(whole.stdout)["modifiers"]
    assert {row["edition"] for row in rows} == {"vf-1e", "vf-lwtv"}
    own = json.loads(CliRunner().invoke(main, ["tables", "vf-lwtv", "--format", "json"]).stdout)["modifiers"]
    assert not any("edition" in row for row in own)
    theirs = [row for row in rows if row["edition"] == "vf-lwtv"]
    assert [row["condition"] for row in theirs] == [row["condition"] for row in own]


def test_an_action_is_forbidden_as_stated(tmp_path: Path) -> None:
    """1st edition 1.4: leaders cannot attack; what nobody knows as an action is refused."""
    found = playing.odds(tables("vf-1e"), "fire", Situation({"fire-value": 2, "attacker.leader": True}))
    assert isinstance(found, Odds)
    assert [said.section for said in found.found.forbidden] == ["1.4"]
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "edition.toml").write_text(OURS, encoding="utf-8")
    (folder / "rules.md").write_text("# Ours\n\n## 1.0 Shots\n\nA unit rolls 1d6.\n", encoding="utf-8")
    row = '[[row]]\nsection = "1.0"\nwords = "rolls"\nforbids = ["frie"]\nwhen = { fact = "tired" }\n'
    (folder / "mechanics.toml").write_text(row, encoding="utf-8")
    with pytest.raises(InputError, match="which nobody states"):
        playing.played(str(folder))


def test_what_a_question_does_not_ask_is_refused_with_the_nearest() -> None:
    """Told by an option; a file may hold the profile of a unit, which serves many tests."""
    asked = CliRunner().invoke(main, ["roll", "vf-2e", "rally", "--when", "cover=hard"])
    assert asked.exit_code == 2
    assert "rally does not ask it" in asked.stderr
    near = CliRunner().invoke(main, ["roll", "vf-2e", "valour", "--when", "brigade.half_routed"])
    assert near.exit_code == 2


def test_what_is_true_of_a_unit_and_bars_nothing_is_told_as_such() -> None:
    """2nd edition 6.5.1 asks an assault's distance and whom it contacts, and not whether a unit is shaken; a
    formation is asked, as reinforcements are in march column (11.0). Of the other side's name for the arm the
    right one is suggested."""
    told = ["may", "vf-2e", "assault", "--when", "unit.arm=infantry", "--when", "target.arm=cavalry"]
    line = ["--when", "unit.formation=line"]
    found = CliRunner().invoke(main, [*told, "--set", "target.distance=6", "--when", "unit.shaken", *line])
    assert found.exit_code == 0, found.output
    allowed, _, unasked = found.stdout.partition("told, and asked by no rule of it that was understood")
    assert "not allowed" in allowed
    assert "unit.shaken = yes" in unasked
    assert "unit.formation" not in unasked
    other = CliRunner().invoke(main, [*told, "--when", "attacker.arm=infantry"])
    assert other.exit_code == 2
    assert "did you mean unit.arm, target.arm?" in other.stderr


def test_dice_that_are_told_of_a_test_with_dice_of_its_own_are_refused() -> None:
    told = CliRunner().invoke(main, ["roll", "vf-2e", "hit", "--dice", "1d10"])
    assert told.exit_code == 2
    assert "the text names 1d6 for hit" in told.stderr
    same = CliRunner().invoke(main, ["roll", "vf-2e", "hit", "--dice", "D6"])
    assert same.exit_code == 0, same.output


def test_a_roll_that_is_told_asks_what_it_was_rolled_against() -> None:
    """Fortune & Glory: the test of an attack's target was told, and not the target's morale: a traceback."""
    told = ["odds", "fortune-and-glory", "fire", "--set", "fire.morale=1", "--set", "shooting-dice=3"]
    found = CliRunner().invoke(main, told)
    assert found.exit_code == 0, found.output
    assert "fire.morale = 1" in found.stdout.partition("asked by no rule")[2]
    known = CliRunner().invoke(main, [*told, "--set", "target.morale=3"])
    assert known.exit_code == 0, known.output


def _steps(found: Playthrough) -> dict[str, dict[str, float]]:
    """The chances of every step's results, as numbers that JSON has."""
    return {step.step.id: {str(r): float(c) for r, c in step.chances.items() if c} for step in found.found}


def test_the_script_plays_fights_as_vfdoc_does(tmp_path: Path, node: str) -> None:
    """site/play.js against play/: fights and several tests at once, in three editions, step by step."""
    fights = 200 if THOROUGH else 25  # an edition
    for edition in ("vf-1e", "vf-2e", "vf-lwtv"):
        game = tables(edition)
        names = game.names_for("fight")
        random = Random(edition)
        told: list[dict[str, object]] = []
        while len(told) < fights:
            known: dict[str, Known] = {
                "melee-value": 1 + random.randrange(5), "target.melee-value": 1 + random.randrange(5),
                "fire-value": 3, "target.fire-value": 2,
                "target.tenacity": 1 + random.randrange(4), "attacker.tenacity": 1 + random.randrange(4),
            }  # fmt: skip
            for name, fact in sorted(names.facts.items()):
                if random.random() < 0.12 and not name.startswith(
                    ("unit.", "target.target", "attacker.attacker")
                ):
                    if fact.kind == "flag":
                        known[name] = True
                    elif fact.kind == "choice":
                        known[name] = random.choice(fact.values)
                    else:
                        known[name] = random.randrange(4)
            try:
                found = fight(edition, known)
            except InputError:
                continue
            told.append({"set": known, "steps": _steps(found)})
        for of, many in product(("valour-tests", "fortitude-tests"), range(4)):
            taken: dict[str, Known] = {"tests-taken": many, "phase": "fire", "brigade.unrouted_units": 3}
            told.append({"of": of, "set": taken, "steps": _steps(fight(edition, taken, of))})
        whole = CliRunner().invoke(main, ["tables", edition, "--over-base", "--format", "json"])
        (tmp_path / "tables.json").write_text(whole.stdout, encoding="utf-8")
        (tmp_path / "told.json").write_text(json.dumps({"fights": told}), encoding="utf-8")
        script = Path(__file__).parent / "play.mjs"
        run = subprocess.run(
            [node, script, tmp_path / "tables.json", tmp_path / "told.json"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.stdout == f"{len(told)} situations, 0 otherwise\n", run.stdout[:1500] + run.stderr[:500]


def test_steps_that_a_text_names_in_order_are_drafted(tmp_path: Path) -> None:
    """Two of four items name a test that the text states; of the others it is said that it is missing. What
    is drafted is a comment, and once it is none, TOML."""
    (tmp_path / "rules.md").write_text(
        "# Wolves\n\n## 4 Shooting\n\n1. Measure the range.\n2. The archer makes a hit roll.\n"
        "3. The target makes a save roll for each hit.\n4. Remove a wolf for each failed save.\n\n"
        "## 5 Saves\n\n**Save roll.** Roll a d6; on a 5+ the wolf is saved.\n\n"
        "## 6 To hit\n\n**Hit roll.** Roll a d6; on a 4+ it hits.\n",
        encoding="utf-8",
    )
    loaded = pipeline.read(str(tmp_path / "rules.md"))
    draft = proposed_procedures(loaded.rulebook, pipeline.mechanics(loaded), loaded.graph)
    assert (draft.procedures, draft.missing) == (1, 2)
    assert all(line.startswith("#") for line in draft.text.splitlines())
    bare = "\n".join(line.removeprefix("#").removeprefix(" ") for line in draft.text.splitlines()[3:])
    (procedure,) = tomllib.loads(bare)["procedure"]
    assert (procedure["section"], procedure["words"]) == ("4", "Measure the range")
    assert [step["of"] for step in procedure["steps"]] == ["hit-roll", "save-roll"]
    assert "missing: what step 1 rolls, keeps or takes: Measure the range." in draft.text
