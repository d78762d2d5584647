"""Units of one's own in the calculator: kept on the device, shared as a link, held against one another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from test_calculator import keep, tap
from thoroughness import sparing

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]


@pytest.mark.thorough
def test_a_unit_is_kept_on_the_device(phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=3&attacker.arm=infantry&cover=hard")
    page.locator(".units summary").tap()
    page.locator(".units input").fill("Guards")
    page.locator(".units form button").filter(has_text="Keep this unit").tap()
    tap(page, "Start again")
    assert "3 dice" not in page.locator(".answer").inner_text()
    if not page.locator(".units").evaluate("one => one.open"):
        page.locator(".units summary").tap()
    tap(page, "Guards")
    assert "3 dice" in page.locator(".answer").inner_text()
    pressed = page.locator("[aria-pressed=true]").all_inner_texts()
    assert pressed == ["Fire", "Guards", "infantry"]  # no cover, which is not the unit's
    page = phone.opens("vf-2e/calculator.html")  # the last one again
    assert "3 dice" in page.locator(".answer").inner_text()
    tap(page, "Valour test")
    assert "infantry" in page.locator("[aria-pressed=true]").all_inner_texts()
    if not page.locator(".units").evaluate("one => one.open"):
        page.locator(".units summary").tap()
    page.get_by_role("button", name="Forget Guards").tap()
    assert "Guards" not in page.locator("main").inner_text()


@pytest.mark.thorough
def test_one_attack_against_two_targets_side_by_side(phone: Visitor) -> None:
    """2nd edition: artillery that fires at a square has a die more (8.1.1, sheet): 5 for 4, at 4+."""
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=4&attacker.arm=artillery&target.tenacity=4")
    keep(page, "Foot", "Keep the target")
    tap(page, "Start again")
    page = phone.opens(
        "vf-2e/calculator.html#ask=fire&fire-value=4&attacker.arm=artillery"
        "&target.tenacity=2&target.formation=square"
    )
    keep(page, "Square", "Keep the target")
    tap(page, "Start again")
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=4&attacker.arm=artillery")
    chips = page.locator(".mine").nth(1).locator("button")
    chips.filter(has_text="Foot").tap()
    page.locator(".mine").nth(1).locator("button").filter(has_text="Square").tap()
    columns = page.locator(".answer > div")
    assert columns.count() == 2
    foot, square = columns.all_inner_texts()
    assert "4 dice" in foot
    assert "hits 2 on average" in foot
    assert "5 dice" in square
    assert "hits 2.5 on average" in square
    told = page.locator(".counted").inner_text()
    assert "Only against Square" in told
    shared = page.evaluate("location.hash")
    for one in ("Foot", "Square"):
        page.locator(".mine").nth(1).locator("button").filter(has_text=one).tap()
    assert page.locator(".answer > div").count() == 1
    again = phone.opens("vf-2e/calculator.html" + shared)
    assert again.locator(".answer > div").all_inner_texts() == [foot, square]


@pytest.mark.thorough
def test_a_unit_is_shared_as_a_link(phone: Visitor) -> None:
    unit = json.dumps({"name": "Lancers", "known": {"fire-value": 2, "arm": "cavalry"}, "own": {"unit": 1}})
    page = phone.opens(f"vf-2e/calculator.html#unit={quote(unit)}")
    said = page.locator(".answer").inner_text()
    assert "2 dice" in said
    assert "67% 2/3" in said  # 4+ and the unit's own +1
    assert "My own modifiers: The attacker" in page.locator(".counted").inner_text()
    page.locator(".units summary").tap()
    page.locator(".units li button").filter(has_text="Keep this unit").tap()
    page = phone.opens("vf-2e/calculator.html")
    assert "Lancers" in page.locator(".mine").first.inner_text()


@pytest.mark.parametrize(
    "bad",
    sparing(['{"name": "A", "known": {"fire-value": "x", "__proto__": {}}}', "{", "[1]", '{"name": 3}']),
)
def test_a_unit_from_an_address_is_only_what_it_can_be(phone: Visitor, bad: str) -> None:
    page = phone.opens(f"vf-2e/calculator.html#unit={quote(bad)}&against={quote(bad)}&own.unit=99")
    assert "50%" in page.locator(".answer").inner_text()


def test_a_printed_profile_is_a_tap(phone: Visitor) -> None:
    """The profile that the 2nd edition prints in 1.6 has fire 3 and tenacity 4."""
    page = phone.opens("vf-2e/calculator.html")
    for n in (0, 1):
        page.locator(".mine").nth(n).locator("button").filter(has_text="Line Infantry").tap()
    said = page.locator(".answer").inner_text()
    assert "3 dice" in said
    assert "valour test: fails 0%" in said  # three dice cannot go beyond a tenacity of 4
