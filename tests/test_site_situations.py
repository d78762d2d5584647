"""Ten situations of a game, on a phone (360 x 740), in taps: each is at most three taps (four through the
calculator) and one screen away from its answer. What is typed into the search is no tap.

The answers were read from the 2nd edition's text; the numbers of sections stand beside each. Five more are of
the French sheet, five of Fortune & Glory, read from theirs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from site_reader import RULESETS, VERSION, shelf_of
from thoroughness import THOROUGH, sparing

from vfdoc import pipeline
from vfdoc.site.whole import site

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]

MOST, MOST_CALCULATED = 3, 4


class Thumb:
    """A player with the first page of an edition open, whose taps are counted."""

    def __init__(self, phone: Visitor, edition: str = "vf-2e") -> None:
        self.page = phone.opens(f"{edition}/index.html")
        self.taps = 0

    def tap(self, found: Any) -> None:
        found.first.tap()
        self.taps += 1

    def opens(self, label: str) -> None:
        self.tap(self.page.locator(".bar a", has_text=label))

    def asks(self, question: str) -> None:
        self.tap(self.page.locator(".bar a[href='search.html']"))
        self.page.locator("dialog.seek input[type=search]").fill(question)
        self.page.locator("dialog.seek .found a").first.wait_for()

    def follows(self, anchor: str, id: str = "") -> Any:
        """Taps a hit that is in sight, and gives what it leads to, of this `id` if that is quoted."""
        hit = self.page.locator(f"dialog.seek .found a[href$='#{anchor}']")
        assert self.sees(hit), f"{anchor} is not on the first screen of what was found"
        self.tap(hit)
        self.page.wait_for_url(f"**#{anchor}")
        return self.page.locator(f"[id='{id or anchor}']")

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


@pytest.fixture(scope="module")
def every(folder: Path) -> Path:
    """The site of the bundled editions, with Fortune & Glory where tests are thorough."""
    longest = [pipeline.read(str(RULESETS / "fortune-and-glory"))] if THOROUGH else []
    made = site(shelf_of(longest), VERSION) if longest else {}
    (folder / "fortune-and-glory").mkdir(exist_ok=True)
    for name, content in made.items():
        if name.startswith("fortune-and-glory/"):
            (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("edition", "question", "anchor", "says"),
    sparing(
        [
            (
                "vf-fr-2.9",
                "qui peut tirer et bouger",
                "sheet/references~feu-de-tirailleur",
                "tirer ET effectuer",
            ),
            ("vf-fr-2.9", "charger le plus proche", "comments/6.6", "la plus proche des unités ennemies"),
            (
                "vf-fr-2.9",
                "la brigade a perdu sa dernière unité",
                "sheet/valeur-courage~brisee",
                "une défaite",
            ),
            ("vf-fr-2.9", "cavalerie contre un carré", "sheet/references~carre", "1-3"),
            ("vf-fr-2.9", "changer de formation", "comments/6.5", "aucune unité ne peut changer"),
            ("fortune-and-glory", "who goes first", "2.1", "each player rolls 1d6"),
            ("fortune-and-glory", "when does the game end", "12.2", "turn 6"),
            ("fortune-and-glory", "what happens when my general is killed", "3.6", "1-2 on d6"),
            ("fortune-and-glory", "enter a village", "10.4", "always needs a complex move"),
            ("fortune-and-glory", "how do I rally", "4.5", "resembles a Morale test"),
        ]
    ),
)
def test_what_is_asked_of_another_edition_is_two_taps_away(
    phone: Visitor, every: Path, edition: str, question: str, anchor: str, says: str
) -> None:
    """The sentence that answers stands in the hit itself, and where it leads."""
    thumb = Thumb(phone, edition)
    thumb.asks(question)
    hit = thumb.page.locator(f"dialog.seek .found a[href$='#{quote(anchor)}']")
    assert says in hit.locator(".lead").inner_text()
    found = thumb.follows(quote(anchor), anchor)
    assert thumb.taps <= MOST
    assert thumb.sees(found)


@pytest.mark.parametrize(
    ("edition", "question", "says"),
    sparing(
        [
            ("vf-fr-2.9", "de combien bouge la cavalerie", ['18"', "Cavalerie"]),
            ("vf-fr-2.9", "ralliement", ["4+", "+1", 'plus de 18"']),
            ("fortune-and-glory", "command test", ["4+", "+1", "a general officer is attached"]),
            ("fortune-and-glory", "saving roll", ["4+", "set to 3", "guard"]),
        ]
    ),
)
def test_a_test_or_value_of_another_edition_is_answered_in_the_search_itself(
    phone: Visitor, every: Path, edition: str, question: str, says: list[str]
) -> None:
    thumb = Thumb(phone, edition)
    thumb.asks(question)
    answer = thumb.page.locator("dialog.seek .answered")
    assert thumb.sees(answer)
    assert [one for one in says if one not in answer.inner_text()] == []


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
