"""The search as a reader uses it, in a real browser: keyboard alone, a thumb, no script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from site_reader import VERSION, until, written
from test_site_browser import PHONE, Reader

from vfdoc.site.whole import site

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]


def test_a_slash_asks_arrows_choose_and_enter_opens(desk: Visitor) -> None:
    page = desk.opens("vf-2e/6.0.html")
    page.keyboard.press("/")
    page.keyboard.type("flank")
    page.wait_for_selector(".found a")
    assert desk.focused() == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator(".found a").nth(1)
    assert second.evaluate("link => link === document.activeElement")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert desk.focused() == "q"
    page.keyboard.press("ArrowDown")
    wanted = page.locator(".found a").first.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{wanted.rpartition('/')[2]}")


def test_enter_opens_what_was_found_first(desk: Visitor) -> None:
    page = desk.opens("vf-2e/index.html")
    page.keyboard.press("/")
    page.keyboard.type("8.2.1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/vf-2e/8.0.html#8.2.1")


def test_escape_closes_the_search_and_the_focus_is_where_it_was(desk: Visitor) -> None:
    page = desk.opens("vf-2e/6.0.html")
    link = page.locator(".bar a", has_text="Search")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.seek[open]")
    page.keyboard.type("flank")
    page.keyboard.press("Escape")
    assert not page.locator("dialog.seek").is_visible()
    assert desk.focused() == "Search"


@pytest.mark.thorough
def test_who_writes_may_write_a_slash(desk: Visitor) -> None:
    page = desk.opens("vf-2e/search.html")
    page.locator("input[type=search]").fill("")
    page.locator("input[type=search]").press("/")
    assert page.locator("input[type=search]").input_value() == "/"


def test_what_is_found_on_this_page_is_shown_on_it(phone: Visitor) -> None:
    page = phone.opens("vf-2e/6.0.html")
    page.locator(".bar a", has_text="Search").tap()
    page.locator("input[type=search]").fill("retreat")
    page.locator(".found a", has_text="6.4").first.tap()
    page.wait_for_url("**/6.0.html#6.4")
    assert not page.locator("dialog.seek").is_visible()
    assert page.locator("[id='6.4']").evaluate(
        "found => found.getBoundingClientRect().top >= 0 && found.getBoundingClientRect().top < 300"
    )


@pytest.mark.thorough
def test_all_editions_are_searched_when_wanted_and_that_is_remembered(desk: Visitor) -> None:
    page = desk.opens("vf-2e/6.0.html")
    page.keyboard.press("/")
    page.locator("dialog input[type=search]").fill("ralliement")
    page.wait_for_selector(".found a")
    assert {item.get_attribute("lang") for item in page.locator(".found a").all()} == {"en"}
    page.locator("dialog .everywhere input").check()
    page.wait_for_selector(".found a[lang=fr]")
    desk.opens("vf-1e/6.0.html")
    page.keyboard.press("/")
    assert page.locator("dialog .everywhere input").is_checked()
    assert page.locator("dialog input[type=search]").input_value() == "ralliement"
    page.wait_for_selector(".found a[lang=fr]")


def test_the_front_door_searches_all_editions(phone: Visitor) -> None:
    page = phone.opens("index.html")
    page.locator("input[type=search]").fill("8.2.1")
    page.wait_for_selector(".found a")
    assert page.locator(".found .document").all_inner_texts() == [
        "Valour & Fortitude, 1st edition", "Valour & Fortitude, 2nd edition, 2.3",
    ]  # fmt: skip
    page.locator("input[type=search]").fill("zzzzqqqq")
    until(page, "document.querySelector('.count').textContent.startsWith('Nothing')")
    assert page.locator(".found a").count() == 0


def test_the_searchs_own_page_answers_its_address(desk: Visitor) -> None:
    page = desk.opens("vf-2e/search.html?q=enfilade")
    page.wait_for_selector(".found a")
    assert page.locator(".found .n").first.inner_text() == "8.1.4"


def test_a_number_that_no_section_has_is_told_first(desk: Visitor) -> None:
    page = desk.opens("vf-2e/search.html?q=99.5")
    until(page, "document.querySelector('.count').textContent")
    assert page.locator(".count").inner_text().startswith("No section has the number 99.5.")


@pytest.mark.thorough
def test_without_a_script_the_search_says_where_to_look(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("vf-2e/6.0.html")
    page.locator(".bar a", has_text="Search").click()
    page.wait_for_url("**/search.html")
    assert not page.locator("form").is_visible()
    assert page.locator("noscript p").is_visible()
    page.locator(".instead a", has_text="Glossary").click()
    page.wait_for_url("**/glossary.html")


@pytest.mark.thorough
def test_words_of_a_text_are_text_in_the_list(browser: Any, tmp_path: Path) -> None:
    title = "<img src=x onerror=alert(1)> Fire"
    made = site([written(tmp_path / "e", rules=f"## 1.0 {title}\n\nFire </script><b>now</b>.\n")], VERSION)
    for name, content in made.items():
        (tmp_path / "out" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "out" / name).write_bytes(content)
    reader = Reader(browser, tmp_path / "out")
    page = reader.opens("e/search.html?q=fire")
    page.wait_for_selector(".found a")
    assert title in page.locator(".found a").first.inner_text()
    assert page.locator(".found img").count() == 0
    assert reader.wrong == []
