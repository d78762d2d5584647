"""Changes proved by playing: every example, played again, comes to what it says; the summary of results.

The two situations that are named here were worked out from the texts: 6.5 of the 1st edition against 9.1.1 of
the 2nd, and 6.1.1 of both.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from vfdoc import assets, pipeline
from vfdoc.cli import main
from vfdoc.model.comparison import Comparison, Example, SentenceChange
from vfdoc.pipeline import comparing
from vfdoc.pipeline.playing import play_tables
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.situation import Situation
from vfdoc.play.tables import Tables

PAIRS = (("vf-1e", "vf-2e"), ("vf-1e", "vf-lwtv"), ("vf-2e", "vf-fr-2.9"))


def compared(old: str, new: str) -> Comparison:
    return comparing.diff(pipeline.read(old), pipeline.read(new))


def result(tables: Tables, example: Example) -> Fraction:
    outcome = evaluate(tables, example.of, Situation(dict(example.known)))
    return probability(outcome) if outcome.is_test else outcome.total


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_example_comes_to_what_it_says(old: str, new: str) -> None:
    found = [entry.example for entry in compared(old, new).entries if entry.example is not None]
    sides = [play_tables(pipeline.read(name)) for name in (old, new)]
    for example in (each for each in found if not each.row):
        assert [result(tables, example) for tables in sides] == [Fraction(example.was), Fraction(example.now)]
        assert example.was != example.now


def test_an_example_differs_in_the_fewest_facts_from_an_ordinary_situation() -> None:
    found = {e.of: e for entry in compared("vf-1e", "vf-2e").entries if (e := entry.example) is not None}
    rally = found["rally"]
    assert (len(rally.unusual), dict(rally.known)["unit.enemy_distance"], rally.was, rally.now) == (
        1, 11.0, "1/2", "1/3",
    )  # fmt: skip
    activation = dict(found["activation"].known)
    assert activation["first_of_turn"] is True
    assert 24 < float(activation["brigade_leader.army_leader_distance"]) <= 36
    assert (found["activation"].was, found["activation"].now) == ("1", "5/6")


def test_a_result_is_proved_where_a_sheet_contradicts_its_rules_if_neither_comes_to_the_new_one() -> None:
    """Of a unit that won its melee the 1st edition asks 2+ (7.2.2) or 3+ (sheet), the 2nd none."""
    found = next(e for e in compared("vf-1e", "vf-2e").entries if "9.2.1" in e.new_sections and e.example)
    assert found.example is not None
    assert (found.effect, found.example.was, found.example.now) == ("result", "5/6", "1")


def test_a_sentence_that_comes_to_the_same_row_in_other_words_is_wording(tmp_path: Path) -> None:
    other = tmp_path / "vf-2e"
    shutil.copytree(assets.folder("rulesets") / "vf-2e", other)
    rules = other / "rules.md"
    text = rules.read_text(encoding="utf-8")
    assert text.count("For each unit that lends fire support") == 1
    rules.write_text(text.replace("For each unit that lends fire", "For each unit lending fire"), "utf-8")
    found = next(e for e in compared(str(other), "vf-2e").entries if e.title == "Fire Support")
    assert found.effect == "wording"


def test_what_is_wording_in_one_sentence_is_no_wording_where_another_says_something_else() -> None:
    # 8.2.1 of both: 1 for each unit that lends fire support; "lending" against "that lends". Who
    # can lend it differs: the 2nd edition asks for half of the front-rank figures, the 1st for the unit.
    found = next(e for e in compared("vf-1e", "vf-2e").entries if e.title == "Fire Support")
    said = [each.new or "" for each in found.points if isinstance(each, SentenceChange)]
    assert any("half of its front-rank figures" in each for each in said)
    assert found.effect is None


def test_an_edition_against_itself_proves_nothing() -> None:
    assert [entry for entry in compared("vf-2e", "vf-2e").entries if entry.effect == "result"] == []


def test_the_summary_can_be_narrowed_to_results() -> None:
    run = CliRunner().invoke(main, ["diff", "vf-1e", "vf-2e", "--results", "--format", "json"])
    assert {entry["effect"] for entry in json.loads(run.stdout)["entries"]} == {"result"}
    shown = CliRunner().invoke(main, ["diff", "vf-1e", "vf-2e", "--results"]).stdout
    assert 'played: rally test, the nearest enemy is 11" from the unit: 1/2 → 1/3' in shown
    assert "left out, as playing shows no other result:" in shown


@pytest.mark.parametrize("form", ["text", "md"])
def test_the_summary_counts_what_its_changes_come_to(form: str) -> None:
    run = CliRunner().invoke(main, ["diff", "vf-1e", "vf-2e", "--format", "json"])
    effects = Counter(entry["effect"] for entry in json.loads(run.stdout)["entries"])
    shown = CliRunner().invoke(main, ["diff", "vf-1e", "vf-2e", "--format", form]).stdout
    (line,) = re.findall(r"^[Tt]he changes, when played: (.*?)\.?$", shown, re.MULTILINE)
    named = {"effect not known": None, "another result": "result"}
    counted = dict(reversed(each.split(" ", 1)) for each in line.split(", "))
    assert {named.get(name, name): int(n) for name, n in counted.items()} == effects
