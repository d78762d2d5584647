"""Rows of Fortune & Glory that were once read wrongly and executed: each is right now, or not executed; and
what its text in own words and the draft yield, value for value."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vfdoc import pipeline
from vfdoc.formats.restatements import restatements
from vfdoc.formats.tables_json import tables_json
from vfdoc.pipeline import playing
from vfdoc.play.opposed import Contest
from vfdoc.play.situation import Known, Situation

pytestmark = pytest.mark.thorough
NAME = "fortune-and-glory"


@cache
def tables(path: str) -> dict[str, Any]:
    read = pipeline.read(path)
    found: dict[str, Any] = json.loads(tables_json(read.rulebook, pipeline.mechanics(read)))
    return found


@pytest.fixture(params=["bundled", "draft"])
def text(request: pytest.FixtureRequest, originals: Path) -> dict[str, Any]:
    return tables(NAME if request.param == "bundled" else str(originals / f"{NAME}.txt"))


def executed(text: dict[str, Any], of: str, operation: str, amount: object = None) -> list[dict[str, Any]]:
    """The rows that are executed."""
    return [
        row
        for row in text["modifiers"]
        if (row["of"], row["operation"]) == (of, operation)
        and (amount is None or row["amount"] == amount)
        and row["status"] == "executable"
    ]


def asks(when: object, name: str, value: object = None) -> bool:
    """Whether a condition asks a fact, not the contrary of it."""
    match when:
        case {"fact": fact}:
            return fact == name and (value is None or when.get("value") == value)
        case {"number": number}:
            return number == name
        case {"all": parts} | {"any": parts}:
            return any(asks(part, name, value) for part in parts)
    return False


@pytest.mark.parametrize(
    ("of", "operation", "amount"),
    [
        ("combat-quality", "set", 1),  # of units that flee: the stands that are left (4.1)
        ("move-distance", "set", 1),  # a stand less (7.8)
        ("move-distance", "set", 6),  # a cell of the table of moves (5.1)
        ("command", "add", 3),  # the close combat of a square (13.2)
    ],
)
def test_is_not_executed(text: dict[str, Any], of: str, operation: str, amount: int | None) -> None:
    assert executed(text, of, operation, amount) == []


def test_an_army_fails_by_itself_only_where_its_commander_is_dead(text: dict[str, Any]) -> None:
    (row,) = executed(text, "army-morale", "fail", None)  # 4.6
    assert row["when"] == {"fact": "army.commander_dead"}


@pytest.mark.parametrize(
    ("of", "amount", "facts"),
    [
        ("save", 3, {"unit.guard"}),  # 1.9; once executed for all
        ("range", 12, {"attacker.heavy_guns", "attacker.rifles"}),  # once of whoever shoots (11.5, 11.3)
        ("range", 36, {"attacker.heavy_guns"}),
    ],
)
def test_is_set_only_for_those_whom_it_names(
    text: dict[str, Any], of: str, amount: int, facts: set[str]
) -> None:
    rows = executed(text, of, "set", amount)
    assert rows
    assert all(any(asks(row["when"], fact) for fact in facts) for row in rows)


def spared(when: object, beside: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Where a condition leaves ball shot out: of each such place, the parts that count together with it."""
    match when:
        case {"not": part} if asks(part, "shot.ammunition", "ball"):
            return [beside]
        case {"all": parts}:
            return [place for part in parts for place in spared(part, (*beside, *parts))]
        case {"any": parts}:
            return [place for part in parts for place in spared(part, beside)]
    return []


def test_ball_spares_a_target_in_a_wood_alone(text: dict[str, Any]) -> None:
    """7.10 and the sheet's asterisk: a wood does not hinder ball shot. Villages, works and open ground have
    no such exception, and what lowers saves and morale once was read of whatever is not ball. In villages and
    works its -1 bars no double hit (10.6)."""
    wood = {"fact": "target.terrain", "value": "wood"}
    lowered = executed(text, "hit", "add", -1)
    hindered = [row["when"] for row in lowered if row.get("exempt_from") == ["penalty-bars-double-hit"]]
    assert all(asks(when, "shot.ammunition", "ball") for when in hindered)
    places = [place for row in lowered for place in spared(row["when"])]
    assert places
    assert all(wood in place or any(_is_where(when, place) for when in hindered) for place in places), places
    for of in ("save", "morale"):
        assert not [row for row in executed(text, of, "add", -1) if spared(row["when"])]


def _is_where(when: object, place: tuple[object, ...]) -> bool:
    """Whether a condition asks the terrain of a place."""
    terrains = [
        part["value"] for part in place if isinstance(part, dict) and part.get("fact") == "target.terrain"
    ]
    return any(asks(when, "target.terrain", terrain) for terrain in terrains)


@pytest.mark.parametrize(
    ("when", "found"),
    [
        ('{"not": {"fact": "shot.ammunition", "value": "ball"}}', 1),  # the inverted row of saves
        ('{"all": [{"fact": "target.loose"}, {"not": {"fact": "shot.ammunition", "value": "ball"}}]}', 1),
        (
            '{"any": [{"fact": "target.terrain", "value": "wood"}, '
            '{"not": {"fact": "shot.ammunition", "value": "ball"}}]}',
            1,
        ),
        ('{"not": {"any": [{"fact": "shot.ammunition", "value": "ball"}, {"fact": "target.loose"}]}}', 1),
        ('{"not": {"fact": "target.terrain", "value": "wood"}}', 0),
        ('{"fact": "shot.ammunition", "value": "ball"}', 0),
    ],
)
def test_what_leaves_ball_shot_out_is_seen(when: str, found: int) -> None:
    places = spared(json.loads(when))
    assert len(places) == found
    assert not any({"fact": "target.terrain", "value": "wood"} in place for place in places)


def test_a_row_whose_place_another_takes_is_said_with_that_one() -> None:
    """7.10 of canister: once shown as what counts for "canister and not canister"."""
    mechanics = pipeline.mechanics(pipeline.read(NAME))
    found = restatements(mechanics, mechanics.modifiers)
    (by,) = (
        id for id, rows in found.same.items() if "save.7.10.shot-ammunition-canister" in {r.id for r in rows}
    )
    assert by.startswith("save.sheet/3/shooting.")
    assert "save.7.10.shot-ammunition-canister" in found.idle


def test_howitzers_lower_saves_and_no_hits(text: dict[str, Any]) -> None:
    howitzers = [row for of in ("hit", "save") for row in executed(text, of, "add")]
    howitzers = [row for row in howitzers if asks(row["when"], "shot.ammunition", "howitzer")]
    assert all((row["of"], row["amount"]) == ("save", -1) for row in howitzers)


def test_canister_lowers_morale_where_there_is_canister(text: dict[str, Any]) -> None:
    rows = [row for row in executed(text, "morale", "add", -1) if "shot.ammunition" in row["facts"]]
    assert rows
    canister = ("shot.battalion_guns", "shot.cracking_volley")  # hits that count as canister's (11.4)
    assert all(
        asks(row["when"], "shot.ammunition", "canister") or any(asks(row["when"], fact) for fact in canister)
        for row in rows
    )


def test_a_desperate_charge_goes_further_once_its_test_is_passed(text: dict[str, Any]) -> None:
    for amount in (2, 3):
        for row in executed(text, "move-distance", "add", amount):
            if asks(row["when"], "unit.desperate_charge"):
                assert asks(row["when"], "unit.command_passed"), row


def test_initiative_asks_of_the_army_whose_it_is(text: dict[str, Any]) -> None:
    rows = executed(text, "initiative", "add")
    assert {row["amount"] for row in rows} == {-1, 1, 2}  # -1: two commanders of 11.4
    assert all(fact.startswith("army.") for row in rows for fact in row["facts"])


# The rows that one text has and the other lacks, each read against its sentence: none of them is executed.
ROWS_OTHERWISE = {
    ("1.9", "save", "set", 4): -1,  # what all save on: the test's own target, which both texts have
    ("2.1", "army-morale", "set", 4): -1,  # the test's own target
    ("4.6", "army-morale", "set", 4): -1,  # the test's own target
    ("4.1", "combat-quality", "set", 1): -1,  # no quality: a unit of one stand is removed
    ("5.1", "move-distance", "set", 3): -1,  # the same in other words, unread beside what is bound there
    ("5.2", "move-distance", "set", 9): -1,  # the contents of a list ("include one …"), no distance
    ("7.10", "hit", "add", -1): -1,  # of saves; hits are what ball does not suffer at woods
    ("8.4", "combat", "add", 1): -2,  # stated; the draft's cells are read besides
    ("10.6~2", "hit", "add", -1): -1,  # stated; of the draft's flat table the cell is read besides
    ("10.6~2", "save", "add", 1): -1,  # the same once more
    ("11.5", "move-distance", "add", None): 1,  # two amounts; the draft's words are not heard yet
    ("12.14", "game-length", "add", 6): -1,  # no bonus: the turn in which the length is rolled for
    ("13.1", None, "add", 20): -1,  # points of a large unit: a price, which the lookups have
    ("13.2", "command", "add", 3): -1,  # the +3 that an emergency square does not have in combat
    ("13.2~2", None, "add", 3): -1,  # the same once more
    ("sheet", None, "add", 1): -1,  # "plus one neutral": objectives
}


def alike(when: Any) -> Any:
    """A condition with its parts in one order: "not in a village or works" is "not in works or a village"."""
    match when:
        case {"all": parts} | {"any": parts}:
            return next(iter(when)), tuple(sorted(repr(alike(part)) for part in parts))
        case {"not": part}:
            return "not", alike(part)
    return None if when is None else tuple(sorted(map(str, when.items())))


def test_both_texts_give_the_same_rows(originals: Path) -> None:
    """Row for row, in every section; of what is executed the whole condition too. Examples are worked out in
    other words, and one stands in the draft twice; none of their rows counts for the game."""

    def rows(text: dict[str, Any]) -> Counter[tuple[Any, ...]]:
        return Counter(
            (
                row["section"],
                row["of"],
                row["operation"],
                str(row["amount"]) if isinstance(row["amount"], dict) else row["amount"],
                (row["per"], row["in_force"], alike(row["when"])) if row["status"] == "executable" else None,
            )
            for row in text["modifiers"]
            if row["origin"] != "example"
        )

    ours, theirs = rows(tables(NAME)), rows(tables(str(originals / f"{NAME}.txt")))
    assert sum(key[4] is not None for key in ours) > 150
    ours.subtract(theirs)
    left = {key: count for key, count in ours.items() if count}
    assert left == {(*key, None): count for key, count in ROWS_OTHERWISE.items()}


WORDED = ("terrain-effects", "random-events")  # their values are sentences


def test_both_texts_give_the_same_values(originals: Path) -> None:
    def values(text: dict[str, Any]) -> Counter[tuple[str, str, str]]:
        return Counter(
            (lookup["id"], lookup["section"], "".join(re.findall(r"[\d½]", value)) or value.lower())
            for lookup in text["lookups"]
            if lookup["id"] not in WORDED
            for row in lookup["rows"]
            for value in row["values"]
            if value
        )  # fmt: skip

    ours, theirs = values(tables(NAME)), values(tables(str(originals / f"{NAME}.txt")))
    ours.subtract(theirs)
    assert {key: count for key, count in ours.items() if count} == {}


def test_how_many_enemies_there_are_is_asked_and_not_taken_for_none() -> None:
    """8.4: cavalry in line against a single unit in column. Untold, its row is left out by name; it was once
    said not to count, as if there were no enemy in the combat."""
    tables = playing.played(NAME).tables
    told: dict[str, Known] = {"combat-quality": 4.0, "enemy.combat-quality": 4.0, "unit.arm": "cavalry"}
    told |= {"unit.formation": "line", "enemy.arm": "cavalry", "enemy.formation": "attack-column"}
    chances, untold = [], []
    for more in ({}, {"combat.enemies": 1.0}, {"combat.enemies": 2.0}):
        contest = playing.odds(tables, "combat", Situation({**told, **more}))
        assert isinstance(contest, Contest)
        score = contest.sides[0].score
        assert "combat.enemies" not in dict(score.assumed)
        chances.append(contest.wins)
        untold.append({name for passed in score.not_applied for name in passed.untold})
    assert chances == [Fraction(5, 12), Fraction(7, 12), Fraction(5, 12)]
    assert ["combat.enemies" in names for names in untold] == [True, False, False]


def test_what_nobody_told_changes_no_roll() -> None:
    """An upgrade, a character or a state that is not told counts for no unit (initiative asks for a lack)."""
    played = playing.played(NAME).tables
    for of in {*played.tests} - {"initiative"}:
        outcome = playing.roll(played, of, Situation({of: 4.0}))
        assert [applied.row.id for applied in outcome.applied] == []
