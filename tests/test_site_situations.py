"""Ten situations of a game, on a phone (360 x 740), in taps: each is at most three taps (four through the
calculator) and one screen away from its answer. What is typed into the search is no tap.

The answers were read from the 2nd edition's text; the numbers of sections stand beside each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from thoroughness import sparing

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]

MOST, MOST_CALCULATED = 3, 4


class Thumb:
    """A player with the first page of the 2nd edition open, whose taps are counted."""

    def __init__(self, phone: Visitor) -> None:
        self.page = phone.opens("vf-2e/index.html")
        self.taps = 0

    def tap(self, found: Any) -> None:
        found.first.tap()
        self.taps += 1

    def opens(self, label: str) -> None:
        self.tap(self.page.locator(".bar a", has_text=label))

    def asks(self, question: str) -> None:
        self.opens("Search")
        self.page.locator("dialog.seek input[type=search]").fill(question)
        self.page.locator("dialog.seek .found a").first.wait_for()

    def follows(self, anchor: str) -> Any:
        """Taps a hit that is in sight, and gives what it leads to."""
        hit = self.page.locator(f"dialog.seek .found a[href$='#{anchor}']")
        assert self.sees(hit), f"{anchor} is not on the first screen of what was found"
        self.tap(hit)
        self.page.wait_for_url(f"**#{anchor}")
        return self.page.locator(f"[id='{anchor}']")

    def chooses(self, *labels: str) -> None:
        """Taps chips of the calculator."""
        for label in labels:
            self.tap(self.page.locator("main button").filter(has_text=re.compile(f"^{re.escape(label)}$")))

    def sees(self, found: Any) -> bool:
        """Whether something stands on the screen as it is, above the bar."""
        box, bar = found.first.bounding_box(), self.page.locator("nav.bar").bounding_box()
        in_dialog = found.first.evaluate("one => !!one.closest('dialog')")
        foot = self.page.viewport_size["height"] if in_dialog else bar["y"]
        return box is not None and box["y"] >= 0 and box["y"] + min(box["height"], 60) <= foot


@pytest.fixture
def thumb(phone: Visitor) -> Thumb:
    return Thumb(phone)


@pytest.mark.parametrize(
    ("question", "anchor", "says"),
    sparing(
        [
            ("who wins a tie", "7.2.2", "Tied fights are won by the active side"),
            ("form square", "sheet~square", "neither moves nor retreats"),
            ("who may charge", "6.5.1", "Artillery units cannot assault"),
            ("fire, then move", "5.0~n-b", "cannot take an action that turn"),
            ("leave a building", "T.3.3", "wholly within 6"),
            ("artillery beaten in a house", "T.3.6", "automatic routs"),
        ]
    ),
)
def test_what_is_asked_is_two_taps_away(thumb: Thumb, question: str, anchor: str, says: str) -> None:
    thumb.asks(question)
    found = thumb.follows(anchor)
    assert thumb.taps <= MOST
    assert thumb.sees(found)
    around = found.evaluate("one => one.closest('p, tr, section').innerText")
    assert says in around.replace("\n", " ")


def test_fire_through_woods_is_three_taps_away(thumb: Thumb) -> None:
    """Woods are an obstacle (T.1.6, T.3); a line of sight does not cross one (T.2.5), which a card says where
    one reads."""
    thumb.asks("fire through woods")
    found = thumb.follows("T.1.6")
    assert thumb.sees(found)
    section = found.locator("xpath=ancestor-or-self::section[1]")
    thumb.tap(section.locator("a.cite", has_text=re.compile("^T.2.5$")))
    card = thumb.page.locator(".card")
    card.wait_for()
    assert thumb.taps <= MOST
    said = card.locator(".words")
    assert thumb.sees(said)
    assert "blocks a line of sight" in said.inner_text()


@pytest.mark.thorough
def test_rally_is_answered_in_the_search_itself(thumb: Thumb) -> None:
    """9.1.1: 4+, less 1 with an enemy less than 12 inches away."""
    thumb.asks("rally")
    answer = thumb.page.locator("dialog.seek .answered")
    assert thumb.taps <= MOST
    assert thumb.sees(answer)
    said = answer.inner_text()
    assert "4+" in said
    assert "−1" in said
    assert "9.1.1" in said


def test_shaken_heavy_cavalry_against_a_square_hits_in_four_taps(thumb: Thumb) -> None:
    """Shaken: -1 (8.3); heavy cavalry rolls its ones again (its special rule). That a square counts +1 in its
    own melee value changes nothing of this, nor does the +1 of who has no losses: a shaken unit has some
    (9.1). It needs 5+: 2/6 + 1/6 * 2/6 = 7/18."""
    melee = thumb.page.locator("section.phase").filter(has_text="Melee").last
    thumb.tap(melee.locator(".of-table").filter(has_text="hit test").locator("a.odds"))
    thumb.page.wait_for_url("**/calculator.html*")
    thumb.chooses("is shaken")
    thumb.tap(thumb.page.locator("summary").filter(has_text="Special rules"))
    thumb.chooses("has heavy cavalry")
    assert thumb.taps <= MOST_CALCULATED
    answer = thumb.page.locator(".answer")
    assert thumb.sees(answer)
    assert "39%" in answer.inner_text()
    counted = thumb.page.locator(".counted").inner_text()
    assert "is shaken" in counted
    assert "has heavy cavalry" in counted


def test_whether_an_attack_breaks_them_is_four_taps_away(thumb: Thumb) -> None:
    """Three dice at 4+ on tenacity 1: see test_calculator, where the number is worked out."""
    thumb.opens("Odds")
    thumb.page.wait_for_url("**/calculator.html*")
    for label, number in (("Fire value", 3), ("The target's tenacity is", 1)):
        row = thumb.page.locator(".step").filter(has_text=re.compile(f"^{label}"))
        thumb.tap(row.locator(f"button[data-by='{number}']"))
    answer = thumb.page.locator(".answer")
    assert thumb.taps <= MOST_CALCULATED
    assert thumb.sees(answer)
    assert "valour test: fails 19%" in answer.inner_text()
