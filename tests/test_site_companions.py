"""Maps, comparisons, sheets, odds and the report in a real browser: phone and desk, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_site_browser import DESK, PHONE, Reader
from thoroughness import few, some

pytest_plugins = ["site_window"]

KINDS = (
    "vf-1e/map", "vf-1e/map-6.0", "vf-2e/from-vf-1e", "vf-2e/from-vf-1e-8.0", "vf-lwtv/quick-sheet",
    "vf-fr-2.9/from-vf-2e", "vf-fr-2.9/tables", "vf-2e/report", "vf-lwtv/from-vf-1e", "vf-lwtv/index",
)  # fmt: skip


def opened(reader: Reader, name: str) -> Any:
    """A page with everything unfolded."""
    page = reader.opens(f"{name}.html")
    page.evaluate("document.querySelectorAll('details').forEach(found => { found.open = true; })")
    return page


def test_no_page_is_wider_than_the_window(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=DESK)
    for name in few(KINDS):
        page = opened(reader, name)
        for width in some((320, 360, 700, 900, 1280, 1920)):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)


@pytest.mark.thorough
def test_a_printed_sheet_fills_both_columns_of_a_desk(browser: Any, folder: Path) -> None:
    """Chromium put every section below the others: their menus' buttons, placed in them, held them there."""
    page = Reader(browser, folder, viewport=DESK).opens("vf-fr-2.9/sheet.html")
    page.wait_for_timeout(300)
    boxes = [section.bounding_box() for section in page.locator("main section").all()]
    assert len({box["x"] for box in boxes}) == 2


@pytest.mark.thorough
def test_what_a_thumb_taps_on_the_map_is_large_enough(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport={"width": 400, "height": 740}, has_touch=True)
    for name in ("vf-1e/map", "vf-1e/map-6.0"):
        boxes = opened(page, name).locator(".companion svg .hit").all()
        assert boxes
        assert all((box.bounding_box() or {"height": 0})["height"] >= 43 for box in boxes)


def test_the_map_leads_from_the_edition_to_a_chapter_to_a_section_without_script(
    browser: Any, folder: Path
) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("vf-1e/map.html")
    page.locator(".arcs a", has_text="6.0").click()
    page.wait_for_url("**/map-6.0.html")
    page.locator(".arcs a", has_text="6.5").click()
    page.wait_for_url("**/map-6.0.html#6.5")
    page.locator("[id='6.5'] .ties a", has_text="8.4").click()
    page.wait_for_url("**/8.0.html#8.4")


def test_the_map_is_walked_with_the_keyboard(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=DESK).opens("vf-2e/map.html")
    page.locator(".arcs a").first.focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/vf-2e/map-2.0.html")


def test_both_texts_keep_step_on_a_desk(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=DESK).opens("vf-2e/from-vf-1e-6.0.html")
    article = page.locator("article.changed:has(.peek)").first
    old, new = (article.locator(f".side.{side}").bounding_box() for side in ("old", "new"))
    assert abs(old["y"] - new["y"]) < 2
    assert new["x"] > old["x"] + 100
    assert not article.locator(".peek + label").is_visible()


def test_on_a_phone_the_new_text_comes_first_and_the_old_one_is_a_tap_away(
    browser: Any, folder: Path
) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-2e/from-vf-1e-6.0.html")
    article = page.locator("article.changed:has(.peek)").first
    assert article.locator(".side.new ins").first.is_visible()
    assert not article.locator(".side.old").is_visible()
    article.locator(".peek + label").click()
    old, new = (article.locator(f".side.{side}").bounding_box() for side in ("old", "new"))
    assert old["y"] > new["y"]
    page.emulate_media(media="print")
    assert page.locator(".side.old").first.is_visible()


def test_a_sheet_prints_in_two_columns_without_controls(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=DESK).opens("vf-2e/quick-sheet.html")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.panels')).columnCount") == "2"
    assert not page.locator(".bar").is_visible()
