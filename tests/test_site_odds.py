"""Odds beside the tests: exact, reckoned here by counting the faces of the dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from modifiers import modifier
from site_reader import VERSION, pages, shelf_files, words, written

from vfdoc.formats.labels import labels
from vfdoc.model.mechanics import Choice, Flag, KnownFact, Mechanics, Modifier, Test
from vfdoc.site.odds import PageOdds, signed
from vfdoc.site.whole import site


def roll(target: str | None, dice: str = "1d6", id: str = "hit") -> Test:
    """A test of the rules."""
    return Test(
        id=id,
        name="hit test",
        dice=dice,
        target=target,
        section="1.0",
        document="rules",
        line=1,
        origin="rules",
    )


def change(operation: str, amount: float | None, of: str | None = "hit") -> Modifier:
    """A change of a test without a condition."""
    return modifier(of=of, operation=operation, amount=amount)


def odds(*tests: Test) -> PageOdds:
    """The odds of these tests."""
    return PageOdds(Mechanics("e", tests), labels("en"))


@pytest.mark.parametrize(
    ("target", "dice"), [("2+", "1d6"), ("4+", "1d6"), ("6+", "1d6"), ("8+", "2d6"), ("5-6", "1d6")]
)
def test_the_plain_roll(target: str, dice: str) -> None:
    count, needed = int(dice[0]), int(target[0])
    rolls = list(product(range(1, 7), repeat=count))
    chance = Fraction(sum(sum(faces) >= needed for faces in rolls), len(rolls))
    found = odds(roll(target, dice)).plain("hit")
    assert found is not None
    assert found.fraction == str(chance)
    assert abs(int(found.percent.rstrip("%")) - 100 * chance) <= Fraction(1, 2)
    assert found.points == ""


@pytest.mark.parametrize(
    ("operation", "amount", "fraction", "points"),
    [
        ("add", 1, "2/3", "+17"),
        ("add", -1, "1/3", "−17"),
        ("add", -2, "1/6", "−33"),
        ("pass", None, "1", "+50"),
        ("fail", None, "0", "−50"),
        ("reroll", 1, "7/12", "+8"),  # half, and a sixth of half
        ("reroll", None, "3/4", "+25"),
    ],
)
def test_what_a_change_of_a_4_up_is_worth(
    operation: str, amount: float | None, fraction: str, points: str
) -> None:
    found = odds(roll("4+")).with_row(change(operation, amount))
    assert found is not None
    assert (found.fraction, found.points) == (fraction, points)


def test_what_has_no_odds() -> None:
    assert odds(roll(None)).plain("hit") is None
    assert odds(roll("4+"), roll("5+")).plain("hit") is None
    assert odds(roll("4+")).with_row(change("halve", None)) is None
    assert odds(roll("4+")).with_row(change("add", 1, None)) is None
    assert odds(roll("4+")).with_row(change("add", 1, "range")) is None


def test_the_ladder_counts_no_rows_together_that_cannot_hold_at_once() -> None:
    fire, won = Choice("phase", "fire"), Flag("unit.won_melee")
    rows = [
        replace(change("add", 1), when=fire, facts=("phase",)),
        replace(change("add", 2), when=won, facts=("unit.won_melee",)),
        change("add", -1),
    ]
    facts = (
        KnownFact("phase", "choice", values=("fire", "melee")),
        KnownFact("unit.won_melee", "flag", implies=(("phase", "melee"),)),
    )
    found = PageOdds(Mechanics("e", (roll("4+"),), facts=facts), labels("en")).ladder("hit", rows)
    assert [step.total for step in found] == ["−1", "0", "+1", "+2"]


def test_the_ladder_runs_from_the_least_to_the_most_that_the_rows_come_to() -> None:
    rows = [change("add", 1), change("add", 1), change("add", -1), change("reroll", 1)]
    found = odds(roll("4+")).ladder("hit", rows)
    assert [(step.total, step.chance.fraction) for step in found] == [
        ("−1", "1/3"),
        ("0", "1/2"),
        ("+1", "2/3"),
        ("+2", "5/6"),
    ]
    assert [step.total for step in found if step.plain] == ["0"]
    assert odds(roll("4+")).ladder("hit", [change("reroll", 1)]) == ()


def test_the_ladder_ends_where_nothing_more_can_change() -> None:
    found = odds(roll("4+")).ladder("hit", [change("add", 1)] * 6)
    assert [step.chance.fraction for step in found] == ["1/2", "2/3", "5/6", "1"]


def test_the_ladder_shows_no_sum_that_cannot_occur() -> None:
    found = odds(roll("4+")).ladder("hit", [change("add", -1), change("add", 3)])
    assert [step.total for step in found] == ["−1", "0", "+2", "+3"]


def test_margins_of_an_opposed_roll() -> None:
    even = next(step for step in odds().margins("1d6") if step.plain)
    faces = list(product(range(1, 7), repeat=2))
    assert even.wins.fraction == str(Fraction(sum(a > b for a, b in faces), 36))
    assert even.draws.fraction == str(Fraction(sum(a == b for a, b in faces), 36))


def test_signs() -> None:
    assert [signed(n) for n in (-2, 0, 3)] == ["−2", "0", "+3"]


def test_the_page_says_the_odds_in_its_language(tmp_path: Path) -> None:
    english = pages(shelf_files())["vf-2e/tables.html"].xpath("//section[h2[@id='messenger']]")[0]
    assert words(english.find_class("plain-roll")[0]) == "Chance, unmodified 50% 1/2"
    french = pages(shelf_files())["vf-fr-2.9/tables.html"].xpath("//section[h2[@id='hit']]")[0]
    assert words(french.find_class("plain-roll")[0]) == "Chance sans modificateur 50 % 1/2"
    text = '## 1.0 Moves\n\n| Unit | Move distance |\n|---|---|\n| Cavalry | 18" |\n'
    page = pages(site([written(tmp_path / "e", rules=text)], VERSION)).get("e/tables.html")
    assert page is None or not page.find_class("chance")
