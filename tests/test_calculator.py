"""The site's calculator: play.js plays as vfdoc does, and the page of an edition answers what a player asks."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.formats.tables import tables_json
from vfdoc.model import InputError
from vfdoc.play.attacks import attack
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables, tables

EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")
SITUATIONS = 1000 if THOROUGH else 120  # an edition


@cache
def played(edition: str) -> tuple[Tables, bytes]:
    """The tables of an edition as it is played, a base with what amends it, and their JSON."""
    book = pipeline.played_rulebook(pipeline.read(edition))
    assert book.mechanics is not None
    return tables(book.mechanics), tables_json(book, book.mechanics)


def situations(game: Tables, random: Random) -> Iterator[dict[str, Known]]:
    """Situations in which a part of what the rules ask is told."""
    counted = sorted({row.per for row in game.stated if row.per})
    printed = sorted(id for id in game.values if id.endswith("-value"))
    while True:
        told: dict[str, Known] = {}
        share = random.choice((0.1, 0.3, 0.8))
        for name, fact in sorted(game.names.facts.items()):
            if random.random() > share:
                continue
            if fact.kind == "flag":
                told[name] = random.random() < 0.5
            elif fact.kind == "choice":
                told[name] = random.choice(("", *fact.values))
            else:
                told[name] = float(random.randrange(30 if fact.unit == "in" else 5))
        told |= {name: float(random.randrange(5)) for name in counted if random.random() < 0.5}
        told |= {name: float(random.randrange(1, 8)) for name in printed}
        told |= {"target.tenacity": float(random.randrange(1, 6)), "move-distance": 9.0, "range": 12.0}
        yield {name: value for name, value in told.items() if name in game.names.facts or name in game.names.numbers}


def expected(game: Tables, of: str, told: dict[str, Known]) -> dict[str, Any] | None:
    """What a test or value comes to; None where more has to be told."""
    try:
        found = evaluate(game, of, Situation(told))
        chance = probability(found) if found.is_settled else None
    except InputError:
        return None
    unread = [*(row.row.id for row in found.not_computed), *(n.id for n in found.notes if n.kind == "contradiction")]
    return {
        "applied": sorted(found.rows),
        "assumed": [[name, value] for name, value in found.assumed],
        "total": float(found.total),
        "probability": None if chance is None else str(chance),
        "forbidden": [said.id for said in found.forbidden],
        "not_computed": [] if not found.is_test and found.forbidden else sorted(unread),
    }


def attacked(game: Tables, kind: str, told: dict[str, Known]) -> dict[str, Any] | None:
    """What an attack comes to; None where more has to be told."""
    try:
        found = attack(game, game.attacks[kind], Situation(told).seen_from("target"))
    except InputError:
        return None
    return {
        "dice": float(found.value.total),
        "losses": [float(chance) for chance in found.losses],
        "fails": None if found.follow is None else float(found.follow.fails),
        "brigade": None if found.brigade is None else float(found.brigade.fails),
        "forbidden": [said.id for said in found.forbidden],
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_script_plays_as_vfdoc_does(edition: str, tmp_path: Path, node: str) -> None:
    game, told_tables = played(edition)
    told: list[dict[str, Any]] = []
    attacks: list[dict[str, Any]] = []
    asked = sorted({id for id, test in game.tests.items() if test.target} | {id for id in game.values if game.rows(id)})
    for number, known in zip(range(SITUATIONS), situations(game, Random(edition)), strict=False):
        of = asked[number % len(asked)]
        if (wanted := expected(game, of, known)) is not None:
            told.append({"of": of, "set": known, "expected": wanted})
        for kind in game.attacks:
            if (made := attacked(game, kind, known)) is not None:
                attacks.append({"attack": kind, "set": known, "expected": made})
    assert len(told) >= SITUATIONS / 2
    assert edition == "vf-fr-2.9" or len(attacks) >= SITUATIONS / 2
    (tmp_path / "tables.json").write_bytes(told_tables)
    (tmp_path / "expected.json").write_text(json.dumps({"told": told, "attacks": attacks}), encoding="utf-8")
    script = Path(__file__).parent / "play.mjs"
    run = subprocess.run(
        [node, script, tmp_path / "tables.json", tmp_path / "expected.json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, f"{len(told) + len(attacks)} situations, 0 otherwise\n"), run.stdout[:3000]
