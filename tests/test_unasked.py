"""Nothing is accepted in silence: what is told of a test, a value or an attack changes the answer, stands in
it, or is named as asked by no rule of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from thoroughness import sparing

from vfdoc.cli import main
from vfdoc.formats.play import odds_text
from vfdoc.model import InputError
from vfdoc.model.mechanics import facts_of
from vfdoc.pipeline import playing
from vfdoc.play.asked_names import asked_names
from vfdoc.play.asking import can_be_asked
from vfdoc.play.attacks import Odds
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import Known, Names, Situation
from vfdoc.play.tables import Tables

TRAIT = re.compile(r"\.has\([^()]*\)$")


def values(name: str, names: Names) -> list[Known]:
    """What may be told of a name: of a number some, of a choice each."""
    fact = names.facts.get(name) or names.facts.get(name.replace("unit.", "target.", 1))
    if name in names.numbers or (fact is not None and fact.kind == "number"):
        return [1.0, 6.0]
    return list(fact.values) if fact is not None and fact.kind == "choice" else [True, False]


def accepted(tables: Tables, of: str, names: Names) -> list[str]:
    """The names that the command accepts where that is asked."""
    asked = asked_names(tables, of)
    traits = {found.group() for found in map(TRAIT.search, asked) if found}
    known = {*names.facts, *names.numbers}
    told = {name for name in known if name in asked or traits.intersection(TRAIT.findall(name))}
    return sorted(told | {f"unit{trait}" for trait in traits})


def silent(tables: Tables, of: str) -> Iterator[str]:
    """The names that are accepted and of which the answer says nothing."""
    names = tables.names_for(of)
    asked = asked_names(tables, of)
    start: dict[str, Known] = {name: 3.0 for name in tables.values if name in asked}
    start |= {f"target.{name}": 3.0 for name in start if f"target.{name}" in names.numbers}

    def answer(known: dict[str, Known]) -> tuple[str, set[str]]:
        """The text of an answer, and what the rows ask that it prints as not applied or not computed."""
        try:
            found, left = playing.answered(playing.odds, tables, of, Situation(known))
        except InputError:
            return "", set()  # no answer: it asks for more
        outcome = found.found if isinstance(found, Odds) else None
        outcomes = (outcome,) if isinstance(outcome, Outcome) else outcome.outcomes if outcome else ()
        rows = (row.row for each in outcomes for row in (*each.not_computed, *each.not_applied))
        more = playing.follows(tables, found, Situation(known))  # as the command prints it
        printed = odds_text(tables.edition, found, left, more).decode()
        return printed, {fact for row in rows for fact in facts_of(row.when)}

    sides = of in tables.procedures and tables.procedures[of].sides
    for name in accepted(tables, of, names):
        without = {other: told for other, told in start.items() if other != name}
        before, _ = answer(without)
        for value in values(name, names):
            after, words = answer({**without, name: value})
            rest = name.rpartition(".")[2] if sides else name
            alike = {rest, re.sub("^unit", "target", rest), re.sub("^target", "unit", rest)}
            if (
                after
                and after == before
                and not alike & words
                and not any(bare(each) in bare(after) for each in alike)
            ):
                yield f"{name}={value}"


def bare(text: str) -> str:
    """The letters and figures of a text alone: lines break within names, which an answer writes in words."""
    return re.sub(r"[\W_]+", "", text)


@pytest.mark.parametrize(
    "edition", sparing(["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9", "fortune-and-glory"], 0)
)
def test_no_fact_is_accepted_in_silence(edition: str) -> None:
    tables = playing.played(edition).tables
    every = (*tables.procedures, *tables.tests, *tables.values)
    found = {of: list(silent(tables, of)) for of in every if can_be_asked(tables, of)}
    assert not {of: names for of, names in found.items() if names}


@pytest.mark.parametrize(
    "edition", sparing(["fortune-and-glory", "vf-2e", "vf-1e", "vf-lwtv", "vf-fr-2.9"], 2)
)
def test_what_can_be_asked_lists_every_fact_that_a_rule_asks(edition: str) -> None:
    """Rows wherever they stand, what rows are counted by, what forbids an action, lookups, results."""
    tables = playing.played(edition).tables
    found = playing.asked(tables)
    listed = {fact.id for each in found for fact in each.facts} | {n for each in found for n in each.numbers}
    whens = [said.when for said in (*tables.modifiers, *tables.statements, *tables.bases)]
    whens += [result.when for opposed in tables.opposed for result in opposed.results]
    asked = {name for when in whens for name in facts_of(when)}
    assert not (asked | {row.per for row in tables.modifiers if row.per is not None}) - listed


def test_what_no_rule_asks_is_named_in_text_and_json() -> None:
    """A trait of a unit of which the test does not ask it, and who won, which is told of no move."""
    for told, of in (("unit.has(elan)", "hit"), ("unit.won_melee", "move-distance")):
        args = ["roll", "vf-2e", of, "--when", told, "--set", "move-distance=8"]
        done = CliRunner().invoke(main, args if of == "move-distance" else args[:-2])
        assert f"told, and asked by no rule of it that was understood\n  {told} = yes" in done.stdout
        done = CliRunner().invoke(main, [*(args if of == "move-distance" else args[:-2]), "--format", "json"])
        assert json.loads(done.stdout)["unasked"] == {told: True}


def test_a_value_that_a_row_takes_half_of_is_asked_where_the_row_does_not_hold() -> None:
    """8.1.2 adds half the fire value to what is visible: told of a target that is not, the rule asks it."""
    told = ["--set", "melee-value=4", "--set", "fire-value=3", "--when", "attacker.formation=line"]
    seen = ["--when", "!target.visible", "--format", "json"]
    done = CliRunner().invoke(main, ["odds", "vf-2e", "melee", *told, *seen])
    assert "fire-value" not in json.loads(done.stdout).get("unasked", {})
