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
from vfdoc.play.following import Follows
from vfdoc.play.odds import mean, of_each, probability
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough, StepChances
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
        found_may = permission(tables, each["may"], situation)
        ruled = {"forbidden": found_may.forbidden, "obliged": found_may.obliging}
        sections = {key: ", ".join(each.section for each in said) for key, said in ruled.items()}
        return {key: said for key, said in sections.items() if each.get(key, "") != said}
    odds = playing.odds(tables, each["of"], situation)
    if isinstance(odds, Contest):
        sums: dict[str, object] = {
            "wins": str(odds.wins),
            "draws": str(odds.draws),
            "again": str(odds.again and odds.again.wins),
            "next_round": str(odds.next_round and odds.next_round.wins),
            "flees": str(_flees(odds)[0]),
            "hanging": sorted({row.section for row, _, _ in odds.hanging}),
        }
        if "named" in each:
            sums["named"] = sorted(note.section for note in odds.notes)
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
        "states": {of: str(chance) for of, chance in found.states} if isinstance(found, Attack) else None,
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
    if "due" in each:
        follows = playing.follows(tables, odds, situation)
        wanted |= {"due": each["due"]}
        got["due"] = [one.said.section for one in follows.due if one.holds and one.told]
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


def _beside(tables: Tables, outcome: Outcome) -> Iterator[str]:
    """The rules that speak of an outcome and are not in it, but for those of which no statement was made."""
    stated = {said.id for said in tables.statements}
    yield from (each.row.id for each in outcome.not_computed)
    yield from (n.id for n in outcome.notes if n.why != "unread" or n.id in stated)


def _followed(found: Follows) -> dict[str, object]:
    return {
        "follows": [
            [e.result, e.least, e.most, e.section, None if p is None else str(p)] for e, p in found.said
        ],
        "further": list(found.further),
        "due": [[each.said.test, each.said.section, each.holds] for each in found.due],
        "undue": list(found.undue),
    }


def _attacked(found: Attack) -> dict[str, object]:
    """What an attack comes to, and what is said beside it."""
    if found.forbidden:
        return {"forbidden": [said.id for said in found.forbidden]}
    changed = (note.id for note in found.unspoken if note.kind == "statement")
    return {
        "dice": float(found.value.total),
        "losses": [float(chance) for chance in found.losses],
        "fails": None if found.follow is None else float(found.follow.fails),
        "after": [_step(each) for each in found.after],
        "before": [_step(each) for each in found.before],
        "doubled": None if found.doubled is None else [found.doubled.face, found.doubled.twice],
        "changed": sorted(changed),
        "open": [
            note.words.rpartition(" on average")[0][-4:] for note in found.unspoken if note.why == "open"
        ],
    }


def _contested(found: Contest) -> dict[str, object]:
    return {
        "wins": float(found.wins),
        "draws": float(found.draws),
        "again": None if found.again is None else float(found.again.wins),
        "next_round": None if found.next_round is None else float(found.next_round.wins),
        "hanging": sorted(row.id for row, _, _ in found.hanging),
        "one_of": found.one_of,
        "notes": [note.id for note in found.notes],
        "in_doubt": float(found.in_doubt),
        "flees": list(map(float, _flees(found))),
    }


def _flees(found: Contest) -> list[Fraction]:
    """How often each side of an opposed roll flees."""
    return [sum((b.chance for b in of if "flee" in b.effects), Fraction(0)) for of in found.befall]


def _step(found: StepChances) -> list[object]:
    chances = sorted((str(result), round(float(c), 9)) for result, c in found.chances.items() if c)
    return [found.step.id, [list(each) for each in chances]]


@pytest.mark.parametrize("edition", sparing(["vf-lwtv", "vf-1e", "vf-2e", "vf-fr-2.9", "fortune-and-glory"]))
def test_the_script_of_the_site_answers_alike(edition: str, tmp_path: Path, node: str) -> None:
    """play.js, which knows nothing but the JSON of the tables: tests, values, attacks of the situations,
    what speaks of each and is in none, and what follows."""
    tables, told, attacks = _tables(edition), list[dict[str, Any]](), list[dict[str, Any]]()
    contests: list[dict[str, Any]] = []
    for file in sorted((LISTS / edition).glob("situations.toml")):
        situations = tomllib.loads(file.read_text("utf-8"))["situation"]
        for each in (one for one in situations if "of" in one):  # play.js is not asked what one may do
            known = told_by_table(each["tell"], tables.names_for(each["of"]), "here")
            found = playing.odds(tables, each["of"], Situation(known))
            if isinstance(found, Contest):
                contests.append({"of": each["of"], "set": known, "expected": _contested(found)})
            elif isinstance(found, Odds) and isinstance(found.found, Outcome):
                outcome = found.found
                chance = outcome.is_test and not (outcome.target is None and outcome.automatic is None)
                wanted: dict[str, object] = {
                    "total": float(outcome.total), "applied": sorted(outcome.rows),
                    "probability": str(probability(outcome)) if chance else None,
                    "not_computed": sorted(_beside(tables, outcome)),
                }  # fmt: skip
                more = playing.follows(tables, found, Situation(known))
                told.append({"of": each["of"], "set": known, "expected": wanted | _followed(more)})
            elif isinstance(found, Odds) and isinstance(found.found, Attack):
                attacks.append({"attack": each["of"], "set": known, "expected": _attacked(found.found)})
    assert told
    files = {"tables": tmp_path / "tables.json", "told": tmp_path / "told.json"}
    files["told"].write_text(
        json.dumps({"told": told, "attacks": attacks, "contests": contests}), encoding="utf-8"
    )
    asked = ["tables", edition, "--over-base", "--format", "json", "--out", str(files["tables"])]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    shape = json.loads(files["tables"].read_text("utf-8"))
    shape["follows"] = [each._asdict() for each in tables.follows]  # as the page has them
    files["tables"].write_text(json.dumps(shape), "utf-8")
    script = [node, str(Path(__file__).parent / "play.mjs"), *map(str, files.values())]
    run = subprocess.run(script, capture_output=True, text=True, check=False)
    assert run.stdout == f"{len(told) + len(attacks) + len(contests)} situations, 0 otherwise\n", (
        run.stdout[:1500] + run.stderr[:500]
    )
