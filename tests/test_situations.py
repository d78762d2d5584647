"""Situations worked out by hand from the originals: the restatement and the original answer them alike."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from thoroughness import few, some, sparing

from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.pipeline import playing
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.odds import mean, of_each, probability
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Situation, told_by_table
from vfdoc.play.statements import permission
from vfdoc.play.tables import Tables

LISTS = Path(__file__).parent / "lists"
RULESETS = LISTS.parents[1] / "rulesets"


def _situations(*, restated: bool) -> Iterator[Any]:
    """Each situation with its edition; only those of editions whose text comes with vfdoc, if `restated`."""
    for file in sorted(LISTS.glob("*/situations.toml")):
        if restated and not list((RULESETS / file.parent.name).glob("*.md")):
            continue
        for n, each in enumerate(tomllib.loads(file.read_text("utf-8"))["situation"], 1):
            told = ",".join(f"{name}={value}" for name, value in each["tell"].items())
            why = each.get("open")
            marks = [pytest.mark.xfail(reason=why, raises=(AssertionError, InputError))] if why else []
            yield pytest.param(file.parent.name, each, id=f"{file.parent.name}-{n}-{told}", marks=marks)


@cache
def _tables(path: str, edition: str | None = None) -> Tables:
    return playing.played(path, edition).tables


def _wrong(tables: Tables, each: dict[str, Any]) -> dict[str, object]:
    """What of the answer to a situation is not what was worked out; nothing where it is right."""
    situation = Situation(told_by_table(each["tell"], tables.names_for(each.get("of", "")), "here"))
    if "may" in each:
        barred = ", ".join(said.section for said in permission(tables, each["may"], situation).forbidden)
        return {} if barred == each["forbidden"] else {"forbidden": barred}
    odds = playing.odds(tables, each["of"], situation)
    if isinstance(odds, Contest):
        sums = {
            "wins": str(odds.wins),
            "draws": str(odds.draws),
            "again": str(odds.again and odds.again.wins),
            "next_round": str(odds.next_round and odds.next_round.wins),
            "hanging": sorted({row.section for row, _, _ in odds.hanging}),
        }
        return {key: value for key, value in sums.items() if key in each and each[key] != value}
    found = odds.found
    if isinstance(found, Playthrough):  # several tests at once, or a fight
        played = {step: found.step(step) for step in each.get("steps", ())}
        came = {step: sorted(map(str, of.chances)) if of else None for step, of in played.items()}
        wanted_of = {step: [str(said)] for step, said in each.get("steps", {}).items()}
        other = {step: came[step] for step in wanted_of if came[step] != wanted_of[step]}
        if "lost" in each:
            result = found.step("result")
            lost = "" if result is None else f"{float(result.chances['lost']):.4f}"
            other |= {} if lost == each["lost"] else {"lost": lost}
        if "defeats" in each:
            came_to = found.step("defeats")
            defeats = {str(n): str(chance) for n, chance in came_to.chances.items()} if came_to else {}
            other |= {} if defeats == each["defeats"] else {"defeats": defeats}
        failed = found.step("fails") or found.found[-1]
        fails = str(failed.chances.get(1)) if "fails" in each else None
        return other if fails == each.get("fails") else {"fails": fails}
    outcome = found.value if isinstance(found, Attack) else found
    follow = found.follow if isinstance(found, Attack) else None
    got: dict[str, object] = {
        "total": str(outcome.total),
        "chance": str(probability(outcome)),
        "automatic": outcome.automatic,
        "fails": None if follow is None else str(follow.fails),
        "follows": None if follow is None else str(probability(follow.test)),
        "mean": str(mean(found.losses)) if isinstance(found, Attack) else None,
        "each": str(of_each(found.test)) if isinstance(found, Attack) else None,
        "forbidden": ", ".join(said.section for said in found.forbidden),
    }
    wanted = {key: each[key] for key in got if key in each} | {"forbidden": each.get("forbidden", "")}
    wanted |= {"total": str(Fraction(each["total"]))} if "total" in each else {}
    wanted |= {"automatic": None} if "chance" in each else {}
    named = {note.section for note in found.notes}
    if "named" in each and (not named.issuperset(each["named"]) or (named and not each["named"])):
        wanted |= {"named": each["named"]}
        got["named"] = sorted(named)
    if "silent" in each and not any(each["silent"] in said for said in outcome.silent):
        wanted |= {"silent": each["silent"]}
        got["silent"] = outcome.silent
    if "untold" in each:
        asked = (found.value, found.test) if isinstance(found, Attack) else (outcome,)
        wanted |= {"untold": each["untold"]}
        got["untold"] = sorted({name for o in asked for passed in o.not_applied for name in passed.untold})
    if "limited" in each:
        said = " ".join(passed.why for passed in outcome.not_applied if "no more than" in passed.why)
        wanted |= {"limited": each["limited"]}
        got["limited"] = [section for section in each["limited"] if f"({section})" in said]
    if "otherwise" in each:
        wanted |= {"otherwise": each["otherwise"]}
        got["otherwise"] = sorted(float(n.otherwise.total) for n in found.notes if n.otherwise is not None)
    parts = (outcome, *outcome.through)
    sections = {applied.row.section for part in parts for applied in part.applied}
    sections |= {part.base.section for part in parts if part.base is not None}
    if not sections.issuperset(each.get("sections", ())):
        wanted |= {"sections": each["sections"]}
        got["sections"] = sorted(sections)
    return {key: got[key] for key, value in wanted.items() if got[key] != value}


@pytest.mark.parametrize(("edition", "each"), some(list(_situations(restated=True))))
def test_a_restatement_answers_as_worked_out_by_hand(edition: str, each: dict[str, Any]) -> None:
    assert not _wrong(_tables(edition), each)


@pytest.mark.parametrize(("edition", "each"), few(list(_situations(restated=False))))
def test_an_original_answers_as_worked_out_by_hand(
    edition: str, each: dict[str, Any], originals: Path
) -> None:
    assert not _wrong(_tables(str(originals / f"{edition}.txt"), edition), each)


@pytest.mark.parametrize("edition", sparing(["vf-lwtv", "vf-1e", "vf-2e", "vf-fr-2.9", "fortune-and-glory"]))
def test_the_script_of_the_site_answers_alike(edition: str, tmp_path: Path, node: str) -> None:
    """play.js, which knows nothing but the JSON of the tables: every test and value of the situations."""
    tables, told = _tables(edition), []
    for file in sorted((LISTS / edition).glob("situations.toml")):
        situations = tomllib.loads(file.read_text("utf-8"))["situation"]
        for each in (one for one in situations if "of" in one):  # play.js is not asked what one may do
            known = told_by_table(each["tell"], tables.names_for(each["of"]), "here")
            found = playing.odds(tables, each["of"], Situation(known))
            if isinstance(found, Odds) and isinstance(found.found, Outcome):
                outcome = found.found
                chance = outcome.is_test and not (outcome.target is None and outcome.automatic is None)
                wanted: dict[str, object] = {
                    "total": float(outcome.total), "applied": sorted(outcome.rows),
                    "probability": str(probability(outcome)) if chance else None,
                }  # fmt: skip
                told.append({"of": each["of"], "set": known, "expected": wanted})
    assert told
    files = {"tables": tmp_path / "tables.json", "told": tmp_path / "told.json"}
    files["told"].write_text(json.dumps({"told": told}), encoding="utf-8")
    asked = ["tables", edition, "--over-base", "--format", "json", "--out", str(files["tables"])]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    script = [node, str(Path(__file__).parent / "play.mjs"), *map(str, files.values())]
    run = subprocess.run(script, capture_output=True, text=True, check=False)
    assert run.stdout == f"{len(told)} situations, 0 otherwise\n", run.stdout[:1500] + run.stderr[:500]
