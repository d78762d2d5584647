"""Three rulesets of other styles, as a user would state them: every situation of their gold, answered.

`games/NAME` holds the text, what a reader stated of it in `mechanics.toml` and `procedures.toml`, and the
situations of the gold with what a user tells, in its order. The answers were worked out there by hand, apart
from all of this.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.pipeline import playing
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.odds import mean, probability
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Known, Situation
from vfdoc.play.statements import permission
from vfdoc.play.tables import Tables

GAMES = Path(__file__).parent / "games"
NAMES = sorted(folder.name for folder in GAMES.iterdir())


@cache
def _tables(path: str) -> Tables:
    return playing.played(path).tables


def _situations() -> Iterator[Any]:
    for name in NAMES:
        listed = tomllib.loads((GAMES / name / "situations.toml").read_text("utf-8"))["situation"]
        for each in listed:
            yield pytest.param(name, each, id=f"{name}-{each['n']}-{each['of']}")


def _situation(tables: Tables, each: dict[str, Any]) -> Situation:
    told = {name: value for name, value in each["tell"].items() if isinstance(value, bool)}
    settings = [f"{name}={value}" for name, value in each["tell"].items() if name not in told]
    return playing.situation([tables], [n for n, v in told.items() if v], settings, None, each["of"])


def answer(tables: Tables, each: dict[str, Any]) -> Fraction | bool:
    """What is answered: a chance, a number, or whether it is allowed."""
    if "may" in each:
        return not permission(tables, each["of"], Situation(each["tell"])).forbidden
    odds = playing.odds(tables, each["of"], _situation(tables, each))
    assert isinstance(odds, Odds)
    found = odds.found
    if isinstance(found, Attack):
        return mean(found.losses)
    if isinstance(found, Playthrough):
        step = found.step(each["step"])
        assert step is not None
        return sum((step.chances.get(result, Fraction(0)) for result in each["results"]), Fraction(0))
    return probability(found) if found.is_test else found.total


@pytest.mark.parametrize(("name", "each"), list(_situations()))
def test_a_situation_is_answered_as_worked_out_by_hand(name: str, each: dict[str, Any]) -> None:
    wanted = (
        each["may"]
        if "may" in each
        else Fraction(next(each[k] for k in ("chance", "mean", "total") if k in each))
    )
    assert answer(_tables(str(GAMES / name)), each) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_what_is_stated_holds(name: str) -> None:
    tables = _tables(str(GAMES / name))
    assert not tables.unheld
    assert not [row.id for row in tables.stated if row.stated == "edition" and row.unread]


def _told(tables: Tables, each: dict[str, Any]) -> dict[str, Known]:
    return dict(_situation(tables, each).known)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_the_script_of_the_site_answers_alike(name: str, tmp_path: Path, node: str) -> None:
    """play.js, which knows nothing but the JSON of the tables, plays every test, value and procedure."""
    tables = _tables(str(GAMES / name))
    told: list[dict[str, Any]] = []
    played: list[dict[str, Any]] = []
    for _, each in (param.values for param in _situations() if param.values[0] == name):
        if "may" in each:
            continue
        odds = playing.odds(tables, each["of"], _situation(tables, each))
        assert isinstance(odds, Odds)
        found = odds.found.played if isinstance(odds.found, Attack) else odds.found
        if isinstance(found, Playthrough):
            steps = {
                s.step.id: {str(result): float(chance) for result, chance in s.chances.items() if chance}
                for s in found.found
            }
            played.append({"of": each["of"], "set": _told(tables, each), "steps": steps})
        elif found is not None:
            chance = str(probability(found)) if found.is_test else None
            wanted = {"total": float(found.total), "probability": chance, "applied": sorted(found.rows)}
            told.append({"of": each["of"], "set": _told(tables, each), "expected": wanted})
    files = {"tables": tmp_path / "tables.json", "expected": tmp_path / "expected.json"}
    done = CliRunner().invoke(
        main, ["tables", str(GAMES / name), "--format", "json", "--out", str(files["tables"])]
    )
    assert done.exit_code == 0, done.output
    files["expected"].write_text(json.dumps({"told": told, "fights": played}), encoding="utf-8")
    script = Path(__file__).parent / "play.mjs"
    run = subprocess.run(
        [node, str(script), *(str(path) for path in files.values())],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]


@pytest.mark.parametrize("game", NAMES)
def test_what_was_proposed_contradicts_nothing(game: str) -> None:
    """A row whose condition nobody understood is no witness against one that somebody stated."""
    found = pipeline.in_play(pipeline.read(str(GAMES / game)))
    rows = {row.id: row.status for row in found.modifiers}
    assert {rows[id] for pair in found.contradicts for id in pair} <= {"executable"}


@pytest.mark.parametrize("name", NAMES)
def test_without_a_file_of_settings_nothing_is_executed_and_the_rows_are_named(
    name: str, tmp_path: Path
) -> None:
    """Of the sections that an answer names and that hold rows, those whose rows stand in what is printed."""
    text = next((GAMES / name).glob("rules.*"))
    plain = shutil.copy(text, tmp_path / f"{name}{text.suffix}")
    tables = _tables(str(plain))
    holding = {row.section for row in tables.stated}
    named = wanted = 0
    for _, each in (param.values for param in _situations() if param.values[0] == name):
        try:
            found = playing.roll(tables, each["plain"], Situation())
        except InputError:
            wanted += len(holding.intersection(each["sections"]))
            continue
        assert not found.applied
        assert not found.is_settled
        assert found.read is not None
        own = holding.intersection(each["sections"])
        named += len(own & {left.row.section for left in found.not_computed})
        wanted += len(own)
    assert named / wanted >= 0.6


def test_the_json_says_what_the_dice_must_come_to() -> None:
    """By reading: Salt and Iron's nerve is rolled no higher than the ship's Nerve; numbers are reached;
    Ash Frontier's combat is looked up in a table; nobody says of a lone number how it is meant."""

    def tests(name: str, status: str) -> dict[str, dict[str, Any]]:
        found = CliRunner().invoke(main, ["tables", str(GAMES / name), "--format", "json"])
        shape = json.loads(found.stdout)
        assert {c["id"]: c["value"] for c in shape["conventions"]}.items() <= _SAID.items()
        return {each["id"]: each for each in shape["tests"] if each["status"] == status}

    salt, ash = tests("salt-and-iron", "executable"), tests("ash-frontier", "executable")
    nerve = next(each for each in salt.values() if each["said"] == "<= nerve")
    assert (nerve["target"], nerve["compare"]) == ({"value": "nerve"}, "<=")
    assert all(each["compare"] == ">=" for each in salt.values() if isinstance(each["target"], int))
    combat = next(each for each in ash.values() if each["results"])
    assert combat["target"] is None
    assert combat["results"]["columns"][0] == "2d6"
    assert combat["results"]["rows"][0][0] == "2"
    assert all(
        each["compare"] is None
        for each in tests("salt-and-iron", "proposed").values()
        if each["said"] == "10"
    )


_SAID = {
    "round-up": "up",
    "round-down": "down",
    "minimum-one": 1,
    "halve-first": True,
    "halve-once": True,
    "reroll-once": True,
}
