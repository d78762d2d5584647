"""Situations of the three rulesets that stand outside their lists, worked out by hand from the texts alone.

What the settings of a game state is answered; what they leave out is no confident answer: the section that
decides stands beside it, or what is told of it is refused.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from vfdoc.model import InputError
from vfdoc.pipeline import playing
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.odds import probability
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough
from vfdoc.play.tables import Tables

GAMES = Path(__file__).parent / "games"
SALT, ASH, TABLE = "salt-and-iron", "ash-frontier", "the-long-table"


@cache
def _tables(game: str) -> Tables:
    return playing.played(str(GAMES / game)).tables


def _asked(game: str, of: str, told: str) -> Outcome | Playthrough:
    words = told.split()
    flags, settings = ([w for w in words if ("=" in w) is sets] for sets in (False, True))
    situation = playing.situation([_tables(game)], flags, settings, None, of)
    odds = playing.odds(_tables(game), of, situation)
    assert isinstance(odds, Odds)
    found = odds.found.played or odds.found.value if isinstance(odds.found, Attack) else odds.found
    assert isinstance(found, Outcome | Playthrough)
    return found


@pytest.mark.parametrize(
    ("game", "of", "told", "wanted"),
    [
        (SALT, "to-hit", "crew=able distance=24 anchored target=frigate", "1/2"),
        (SALT, "to-hit", "crew=crack distance=12 target=sloop both-broadsides", "3/5"),
        (SALT, "to-hit", "crew=ordinary distance=1 target=frigate target-grappled not-moved", "9/10"),
        (SALT, "to-hit", "crew=able distance=10 target=two-decker wavering", "1/2"),
        (SALT, "tack", "crew=able wind=fresh", "7/10"),
        (SALT, "move", "ship=two-decker point=reaching wind=light masts-lost=1", "2"),
        (SALT, "move", "ship=frigate point=running wind=moderate towing half-rigging-lost", "3"),
        (SALT, "put-out-fire", "crew=crack second-fire stopped-and-silent", "2/5"),
        (SALT, "signal", "flagship-distance=36", "2/5"),
        (SALT, "nerve-test", "crew=crack captain-fell", "7/10"),
        (SALT, "grapple", "crew=able target-in-irons target-moved=7", "1/2"),
        (SALT, "cut-free", "crew=able", "1/2"),
        (ASH, "morale-check", "morale=7 leader in-cover units-eliminated=2", "7/12"),
        (ASH, "opportunity-fire", "machine-gun range=8 leaving=brush target-units=1", "1/12"),
        (ASH, "opportunity-fire", "machine-gun range=2 leaving=town target-units=3 infiltrating", "1/12"),
        (ASH, "attack-strength", "attack-strength=1 stream", "1"),
        (ASH, "attack-strength", "attack-strength=9 river-bridge", "4"),
        (ASH, "artillery", "same-hex observer-distance=12", "13/18"),
        (TABLE, "trial", "attribute=3 uses=steel trial-is=attack trial=14 dark off-hand moved-4", "1/4"),
        (TABLE, "trial", "attribute=2 uses=wit trial-is=shooting cover=wall stood-still paces=5", "2/5"),
        (TABLE, "trial", "attribute=3 uses=grace winded=3 cups=3 trial=12", "7/20"),
        (TABLE, "trial", "attribute=2 uses=iron shaken=4 cups=2 trial=12 bloodied", "9/20"),
        (TABLE, "trial", "attribute=0 uses=wit trial-is=shooting point-blank in-rain cased", "13/20"),
        (TABLE, "trial", "attribute=1 uses=wit trial=12 no-linen", "1/4"),
        (TABLE, "trial", "attribute=-1 uses=wit trial=12", "2/5"),
        (TABLE, "pool", "pool=8 charged principal-in-front", "10"),
        (TABLE, "breaking", "temper=1 principal-down", "1"),
        (TABLE, "breaking", "temper=4", "1/3"),
        (TABLE, "rally", "attribute=3 temper=4 shaken=2", "3/5"),
        (TABLE, "guard", "grace=3 guarding", "15"),
        (TABLE, "harm", "harm=3 weapon=sword steel-added=2 breastplate", "2"),
        (TABLE, "harm", "harm=1 weapon=dagger steel-added=2 breastplate", "1"),
    ],
)
def test_a_situation_outside_the_lists_is_answered(game: str, of: str, told: str, wanted: str) -> None:
    found = _asked(game, of, told)
    assert isinstance(found, Outcome)
    assert (probability(found) if found.is_test else found.total) == Fraction(wanted)


@pytest.mark.parametrize(
    ("told", "results", "wanted"),
    [
        ("attack-strength=9 defence=4 terrain=clear night all-disrupted batteries=1", "DE", "1/12"),
        ("attack-strength=30 defence=4 terrain=hill all-attackers-lower", "DE", "1/6"),
        ("attack-strength=6 defence=6 terrain=clear smoke defender-leader", "AE", "1/6"),
        ("attack-strength=8 defence=4 terrain=clear tankette anti-tank-gun", "DM DR DE", "5/12"),
    ],
)
def test_an_attack_outside_the_lists_is_answered(told: str, results: str, wanted: str) -> None:
    found = _asked(ASH, "attack", told)
    assert isinstance(found, Playthrough)
    at = found.step("result")
    assert at is not None
    assert sum(at.chances.get(each, Fraction(0)) for each in results.split()) == Fraction(wanted)


@pytest.mark.parametrize(
    ("game", "of", "told", "section"),
    [
        (SALT, "to-hit", "crew=able distance=20 target=two-decker shot=chain", "5.8(b)"),
        (SALT, "to-hit", "crew=able distance=10 target=two-decker shot=grape", "5.8(c)"),
        (SALT, "move", "ship=frigate point=close-hauled wind=light masts-lost=2", "4.2(c)"),
        (SALT, "tack", "crew=able", "4.2(e)"),
        (SALT, "grapple", "crew=able wavering", "8.4"),
        (ASH, "opportunity-fire", "range=2 leaving=clear target-units=1", "8.4"),
        (TABLE, "mark", "", "9.5"),
    ],
)
def test_what_nobody_stated_stands_beside_the_answer(game: str, of: str, told: str, section: str) -> None:
    found = _asked(game, of, told)
    assert isinstance(found, Outcome)
    assert section in {note.section for note in found.notes}


@pytest.mark.parametrize("told", ["machine-gun range=9", "range=5", "anti-tank-gun range=7"])
def test_beyond_its_range_a_unit_does_not_fire(told: str) -> None:
    found = _asked(ASH, "opportunity-fire", f"{told} leaving=clear target-units=1")
    assert isinstance(found, Outcome)
    assert [said.section for said in found.forbidden] == ["8.4"]


@pytest.mark.parametrize(
    ("game", "of", "told"),
    [
        (SALT, "to-hit", "night"),
        (SALT, "to-hit", "rum"),
        (SALT, "tack", "towing"),
        (SALT, "repair", "on-fire"),
        (SALT, "grapple", "fouled"),
        (ASH, "morale-check", "veteran"),
        (ASH, "rally", "disrupted"),
        (TABLE, "trial", "prone"),
        (TABLE, "guard", "held"),
        (TABLE, "clash", "mail"),
    ],
)
def test_what_is_told_in_vain_is_refused(game: str, of: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        _asked(game, of, told)
