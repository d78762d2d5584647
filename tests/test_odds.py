"""Odds against every roll of the dice and a second library; our tables played by another language."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
from collections import Counter
from fractions import Fraction
from pathlib import Path

import icepool
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from test_play import tables
from thoroughness import examples, sparing

from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.play import odds
from vfdoc.play.asked_names import asked_names
from vfdoc.play.evaluate import worked_out
from vfdoc.play.outcome import Outcome, Reroll
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables
from vfdoc.play.vectors import vectors

EDITIONS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9"]

# --- every roll of the dice ---


def brute(outcome: Outcome, dice: int) -> odds.Distribution:
    """The distribution of passed tests by going through every roll, and every reroll of it."""
    needed = (outcome.target or 0) - outcome.total

    def passes(face: int) -> bool:
        if outcome.natural[0] and face == 1:
            return False
        return bool((outcome.natural[1] and face == 6) or face >= needed)

    found: Counter[int] = Counter()
    limits = [reroll.most for reroll in outcome.rerolls]
    most = dice if None in limits else sum(limit or 0 for limit in limits)
    for faces in itertools.product(range(1, 7), repeat=dice):
        missed = [face for face in faces if not passes(face)]
        again = [f for f in missed if any(r.faces is None or f in r.faces for r in outcome.rerolls)]
        hits, rolled = sum(map(passes, faces)), min(most, len(again))
        for second in itertools.product(range(1, 7), repeat=rolled):
            found[hits + sum(map(passes, second))] += 6 ** (dice - rolled)
    every = sum(found.values())
    return tuple(Fraction(found[hits], every) for hits in range(dice + 1))


OUTCOMES = st.builds(
    lambda target, total, one, six, rerolls: Outcome(
        of="hit",
        is_test=True,
        total=Fraction(total),
        applied=(),
        not_applied=(),
        target=target,
        natural=("1.0" if one else None, "1.0" if six else None),
        rerolls=tuple(rerolls),
    ),
    st.integers(2, 6),
    st.integers(-4, 4),
    st.booleans(),
    st.booleans(),
    st.lists(
        st.builds(Reroll, st.sampled_from([None, frozenset({1})]), st.sampled_from([None, 1, 2])), max_size=1
    ),
)


@given(OUTCOMES, st.integers(0, 3))
@settings(max_examples=examples(60), deadline=None)
def test_odds_are_those_of_every_roll(outcome: Outcome, dice: int) -> None:
    assert odds.passed(outcome, dice) == brute(outcome, dice)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_vector_of_a_test_is_brute_force(edition: str) -> None:
    for vector in vectors(tables(edition)):
        if vector.probability is not None and vector.outcome.automatic is None:
            unlimited = tuple(reroll._replace(most=None) for reroll in vector.outcome.rerolls)
            outcome = Outcome(
                of=vector.of,
                is_test=True,
                total=vector.outcome.total,
                applied=(),
                not_applied=(),
                target=vector.outcome.target,
                natural=vector.outcome.natural,
                rerolls=unlimited,
            )
            assert brute(outcome, 1)[1] == vector.probability


@pytest.mark.parametrize("dice", [1, 4, 12])
@pytest.mark.parametrize("needed", [2, 3, 4, 5, 6])
def test_a_second_library_agrees(dice: int, needed: int) -> None:
    outcome = Outcome(of="hit", is_test=True, total=Fraction(0), applied=(), not_applied=(), target=needed)
    theirs = dice @ icepool.d6.map(lambda face: int(face >= needed))
    ours = odds.passed(outcome, dice)
    assert [theirs.probability(hits) for hits in range(dice + 1)] == list(ours)


# --- other programs ---


@pytest.mark.parametrize(
    "edition",
    sparing(["vf-1e/sheet", "fortune-and-glory", *EDITIONS], 2),  # what no other test has of them
)
def test_node_plays_the_tables(edition: str, tmp_path: Path, originals: Path, node: str) -> None:
    """A short script that knows nothing but the JSON gets the same rows and the same fractions."""
    path = edition if edition != "fortune-and-glory" else str(originals / f"{edition}.txt")
    files = {name: tmp_path / f"{name}.json" for name in ("tables", "vectors")}
    for name, options in (("tables", ["--format", "json"]), ("vectors", ["--vectors"])):
        done = CliRunner().invoke(main, ["tables", path, *options, "--out", str(files[name])])
        assert done.exit_code == 0, done.output
    count = len(json.loads(files["vectors"].read_text(encoding="utf-8"))["vectors"])
    assert count >= 50
    script = Path(__file__).parent / "play.mjs"
    run = subprocess.run(
        [node, script, files["tables"], files["vectors"]], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, f"{count} vectors, 0 otherwise\n"), run.stdout[:2000]


# --- what was worked out is used again ---


@pytest.mark.parametrize("edition", [*EDITIONS, "fortune-and-glory"])
def test_what_cannot_matter_does_not(edition: str) -> None:
    """A test or value comes to the same whatever is told of names that are not asked of it: by those alone
    its outcome is kept."""
    known, rng = tables(edition), random.Random(edition)
    facts = sorted(known.facts.values(), key=lambda fact: fact.id)
    for of in sorted({*known.tests, *known.values}):
        asked = asked_names(known, of)
        for _ in range(examples(40)):
            told: dict[str, Known] = {name: float(rng.randint(0, 4)) for name in sorted(known.names.numbers)}
            told = {name: value for name, value in told.items() if name == of or rng.random() < 0.5}
            for fact in rng.sample(facts, len(facts) // 2):
                if fact.kind == "number":
                    told[fact.id] = float(rng.randint(0, 20))
                else:
                    told[fact.id] = rng.choice(fact.values) if fact.kind == "choice" else rng.random() < 0.5
            whole = known.implied(Situation(told))
            part = Situation({name: value for name, value in whole.known.items() if name in asked})
            found = [_worked_out(known, of, each) for each in (whole, part)]
            assert found[0] == found[1], (of, sorted(set(whole.known) - asked))


def _worked_out(known: Tables, of: str, situation: Situation) -> Outcome | str:
    try:
        return worked_out(known, of, situation, aimless=True)
    except InputError as error:
        return str(error)
