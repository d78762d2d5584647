"""What the scripts of the site do, in a real browser: citations shown where they are cited, a section's
menu, the switch of the errata, old numbers. With a mouse, a thumb, and the keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from site_reader import until
from test_site_browser import AXE, PHONE, WINDOWS, Reader, axe_module
from thoroughness import THOROUGH

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]

NOT_YET = 400  # milliseconds in which a card that is to stay away would have come


# Citations shown where they are cited


def test_a_mouse_over_a_citation_shows_its_section_and_leaving_hides_it(desk: Visitor) -> None:
    page = desk.opens("vf-2e/5.0.html")
    link = page.locator("[id='5.0'] a.cite", has_text="8.2.1")
    link.hover()
    card = page.locator(".card")
    card.wait_for()
    assert card.locator(".n").first.inner_text() == "8.2.1"
    assert card.locator(".name").inner_text() == "Fire Support"
    assert "up to 3 units" in card.locator(".words").inner_text()
    assert not card.evaluate("card => card.matches(':modal')")
    card.locator(".words").hover()
    page.wait_for_timeout(NOT_YET)
    assert card.is_visible()
    page.mouse.move(5, 5)
    card.wait_for(state="hidden")
    page.locator("[id='5.0'] a.cite", has_text="8.2.1").click()
    page.wait_for_url("**/8.0.html#8.2.1")
    page.go_back()
    page.wait_for_url("**/5.0.html")


def test_escape_takes_a_hovered_card_away(desk: Visitor) -> None:
    page = desk.opens("vf-2e/5.0.html")
    page.locator("[id='5.0'] a.cite").first.hover()
    page.locator(".card").wait_for()
    page.keyboard.press("Escape")
    assert not page.locator(".card").is_visible()


def test_the_keyboard_reads_a_citation_and_steps_into_it(desk: Visitor) -> None:
    page = desk.opens("vf-2e/5.0.html")
    page.locator("[id='5.0'] .number").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.cite')"):
            break
    said = desk.focused()
    card = page.locator(".card")
    # Where the keys come slowly, the card of a term on the way may stand until this one's takes its place.
    until(page, "document.activeElement.hasAttribute('aria-describedby')")
    assert card.is_visible()
    described = page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == card.get_attribute("id")
    assert desk.focused() == said
    page.keyboard.press("Space")
    until(page, "document.querySelector('.card').matches(':modal')")
    assert page.evaluate("document.querySelector('.card').contains(document.activeElement)")
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    assert desk.focused() == said
    page.wait_for_timeout(NOT_YET)
    assert not card.is_visible()  # the focus came back: nobody asked for the card again
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(re.escape(said) + "$"))


def test_a_card_that_comes_late_is_not_shown_of_a_citation_that_was_left(desk: Visitor) -> None:
    page = desk.opens("vf-2e/5.0.html")
    left, reached = (page.locator(f"[id='5.0'] a.cite[href^='{at}']").first for at in ("8.0", "5.0"))
    page.evaluate("""(load => {
        vfdocLoad = at => new Promise(go => { vfdocLoad = load; arrives = () => go(load(at)); });
    })(vfdocLoad)""")
    page.keyboard.press("Tab")  # a focus that the keyboard gave
    left.focus()
    until(page, "!!window.arrives")  # not the function itself: playwright would call it
    left.evaluate(
        """link => new MutationObserver(() => { window.shown = true; }).observe(link, { attributes: true })"""
    )
    reached.evaluate("link => { link.focus(); arrives(); }")
    page.locator(".card").wait_for()
    until(page, "document.activeElement.hasAttribute('aria-describedby')")
    assert reached.get_attribute("aria-describedby") == page.locator(".card").get_attribute("id")
    assert not page.evaluate("!!window.shown")


def test_a_thumb_gets_a_card_from_the_foot(phone: Visitor) -> None:
    page = phone.opens("vf-2e/5.0.html")
    page.locator("[id='5.0'] a.cite", has_text="8.2.1").tap()
    card = page.locator(".card")
    card.wait_for()
    box = card.bounding_box()
    assert box["y"] + box["height"] == pytest.approx(PHONE["height"], abs=1)
    assert card.evaluate("card => card.matches(':modal')")
    assert page.url.endswith("/5.0.html")
    page.touchscreen.tap(180, 60)
    card.wait_for(state="hidden")
    page.locator("[id='5.0'] a.cite", has_text="8.2.1").tap()
    card.wait_for()
    card.locator(".go").tap()
    page.wait_for_url("**/8.0.html#8.2.1")
    page.go_back()
    page.wait_for_url("**/5.0.html")


@pytest.mark.thorough
def test_a_swipe_puts_a_card_away(phone: Visitor) -> None:
    page = phone.opens("vf-2e/5.0.html")
    page.locator("[id='5.0'] a.cite", has_text="8.2.1").tap()
    card = page.locator(".card")
    card.wait_for()
    card.evaluate(
        "card => { const at = y => [new Touch({identifier: 1, target: card, clientX: 100, clientY: y})];"
        " card.dispatchEvent(new TouchEvent('touchstart', {touches: at(500), changedTouches: at(500)}));"
        " card.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: at(640)})); }"
    )
    card.wait_for(state="hidden")


def test_a_citation_within_a_card_turns_it_and_back_turns_it_back(phone: Visitor) -> None:
    page = phone.opens("vf-2e/6.0.html")
    page.locator("[id='6.0'] a.cite", has_text="6.1").first.tap()
    card = page.locator(".card")
    card.wait_for()
    assert not card.locator(".back").is_visible()
    card.locator(".words a.cite", has_text="9.3").tap()
    until(page, "document.querySelector('.card .name').textContent === 'Routs'")
    card.locator(".back").tap()
    until(page, "document.querySelector('.card .name').textContent === 'Activation Tests'")
    assert page.url.endswith("/6.0.html")


@pytest.mark.thorough
def test_a_citation_of_another_edition_has_a_card_in_its_language(phone: Visitor) -> None:
    page = phone.opens("vf-fr-2.9/comments.html")
    page.locator("[id='comments/6.6'] .of a").first.tap()
    card = page.locator(".card")
    card.wait_for()
    assert card.get_attribute("lang") == "en"
    assert card.locator(".name").inner_text() == "Assault"


@pytest.mark.thorough
def test_without_a_card_a_tap_follows_the_link(phone: Visitor) -> None:
    page = phone.opens("vf-2e/5.0.html")
    page.route("**/8.0.js", lambda route: route.abort())
    phone.folder.joinpath("vf-2e/8.0.js").rename(phone.folder / "vf-2e/8.0.away")
    try:
        page.locator("[id='5.0'] a.cite", has_text="8.2.1").tap()
        page.wait_for_url("**/8.0.html#8.2.1")
    finally:
        phone.folder.joinpath("vf-2e/8.0.away").rename(phone.folder / "vf-2e/8.0.js")
    phone.wrong.clear()  # the browser says that the script is not there


# A section's menu


@pytest.mark.thorough
def test_a_sections_menu_copies_its_link(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    page = reader.opens("vf-2e/6.0.html")
    page.get_by_role("button", name="Menu of 6.3.1", exact=True).click()
    page.locator(".menu button", has_text="Copy the link").click()
    until(page, "document.querySelector('.menu button').textContent === 'Link copied'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{folder.as_uri()}/vf-2e/6.0.html#6.3.1"
    assert reader.wrong == []


@pytest.mark.thorough
def test_a_copied_rule_bears_its_edition_and_date(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    page = reader.opens("vf-2e/6.0.html")
    page.get_by_role("button", name="Menu of 6.3.1", exact=True).click()
    page.locator(".menu button", has_text="Copy the text").click()
    until(page, "[...document.querySelectorAll('.menu button')].some(b => b.textContent === 'Text copied')")
    title, words, edition, address = page.evaluate("navigator.clipboard.readText()").split("\n\n")
    assert title == "6.3.1 Move Distances"
    assert '18" for cavalry' in words
    assert edition == "Valour & Fortitude, 2nd edition, 2.3 · 2023"
    assert address.endswith("vf-2e/6.0.html#6.3.1")
    assert reader.wrong == []


def test_a_long_menu_stands_whole_above_the_bar(phone: Visitor) -> None:
    """That of 9.2, with its history and three other editions, opened at the foot of the screen."""
    page = phone.opens("vf-2e/9.0.html#9.2")
    page.evaluate("document.querySelector('[id=\"9.2\"] > .more').scrollIntoView({ block: 'end' })")
    page.locator("section[id='9.2'] > .more").tap()
    page.locator(".menu a", has_text="1st edition").wait_for()
    menu, bar = page.locator(".menu").bounding_box(), page.locator(".bar").bounding_box()
    assert menu["y"] + menu["height"] <= bar["y"]


def test_the_menu_leads_to_what_is_folded_below(desk: Visitor) -> None:
    page = desk.opens("vf-2e/6.0.html")
    more = page.get_by_role("button", name="Menu of 6.5", exact=True)
    more.focus()
    page.keyboard.press("Enter")
    items = page.locator(".menu button").all_inner_texts()
    assert items[0] == "Copy the link"
    assert any("French" in item for item in items)
    assert items[-1] == "Cited by 6.2.1, 6.3.2"
    page.locator(".menu a", has_text="1st edition").wait_for()  # come when they are loaded, behind all others
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement === document.querySelector('.menu li:last-child > *')")
    page.locator(".menu button").last.focus()
    page.keyboard.press("Enter")
    assert page.locator("[id='6.5'] .cited").get_attribute("open") is not None
    assert desk.focused() == "Cited by 6.2.1, 6.3.2"
    more.click()
    page.keyboard.press("Escape")
    assert page.locator(".menu").count() == 0
    assert more.evaluate("more => more === document.activeElement")
    assert more.get_attribute("aria-expanded") == "false"
    more.click()
    page.mouse.click(5, 5)
    assert page.locator(".menu").count() == 0


@pytest.mark.thorough
def test_a_comments_menu_offers_the_other_language(phone: Visitor) -> None:
    page = phone.opens("vf-2e/8.0.html")
    own = page.locator("[id='8.2/designers-comments/support']")
    own.locator("> .more").tap()
    page.locator(".menu button", has_text="In French").tap()
    assert own.locator(".tongue .remark").is_visible()


@pytest.mark.thorough
def test_without_a_script_there_is_no_menu_and_nothing_is_missing(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("vf-2e/8.0.html")
    assert page.locator(".more").count() == 0
    own = page.locator("[id='8.2/designers-comments/support'] .tongue")
    own.locator("summary").click()
    assert own.locator(".remark").is_visible()


# Errata and old numbers


def test_errata_are_switched_off_and_stay_off(desk: Visitor) -> None:
    page = desk.opens("vf-1e/6.0.html")
    mend = page.locator("[id='6.5'] ins")
    assert mend.is_visible()
    switch = page.locator(".errata-switch")
    assert switch.get_attribute("aria-pressed") == "true"
    switch.click()
    assert not mend.is_visible()
    desk.opens("vf-1e/6.0.html")
    assert not mend.is_visible()
    switch.click()
    assert mend.is_visible()


@pytest.mark.thorough
def test_errata_stand_in_place_without_a_script(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("vf-1e/6.0.html")
    assert page.locator("[id='6.5'] ins").is_visible()
    assert not page.locator(".errata-switch").is_visible()


def test_an_old_number_leads_on(desk: Visitor) -> None:
    page = desk.opens("old/1.0.html#1.9")
    page.wait_for_url("**/old/1.0.html#1.1")
    desk.opens("old/7.0.html#7.2")
    page.wait_for_url("**/old/1.0.html#1.1")


@pytest.mark.thorough
def test_an_old_number_says_where_to_go_without_a_script(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("old/7.0.html#7.2")
    page.locator("[id='7.2'] a").click()
    page.wait_for_url("**/old/1.0.html#1.1")


# All of it, looked at by axe


@pytest.mark.parametrize(("viewport", "scheme"), WINDOWS)
def test_axe_finds_nothing_in_what_opens(browser: Any, folder: Path, viewport: Any, scheme: str) -> None:
    reader = Reader(browser, folder, viewport=viewport, color_scheme=scheme, has_touch=viewport is PHONE)

    def clean(what: str) -> None:
        found = axe_module.Axe().run(page, options=AXE)
        assert found.violations_count == 0, (what, found.generate_report())

    if THOROUGH:
        page = reader.opens("vf-2e/search.html?q=flank")
        page.wait_for_selector(".found a")
        clean("the search's page")
        reader.opens("old/7.0.html")
        clean("a page that is gone")
    page = reader.opens("vf-2e/6.0.html")
    if THOROUGH:
        page.keyboard.press("/")
        page.keyboard.type("flank")
        page.wait_for_selector(".found a")
        clean("the search")
        page.keyboard.press("Escape")
    link = page.locator("[id='6.0'] a.cite", has_text="6.2.1")
    link.tap() if viewport is PHONE else link.hover()
    page.locator(".card").wait_for()
    clean("a card")
    page.keyboard.press("Escape")
    page.locator(".card").wait_for(state="hidden")
    page.locator("[id='6.5'] > .more").click()
    clean("a menu")
    assert reader.wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 360, 900, 1280])
def test_nothing_that_opens_is_wider_than_the_window(browser: Any, folder: Path, width: int) -> None:
    page = Reader(browser, folder, viewport={"width": width, "height": 740}).opens("vf-2e/6.0.html")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    page.locator("[id='6.5'] > .more").click()
    assert page.evaluate(fits)
    page.keyboard.press("Escape")
    page.locator("[id='6.0'] a.cite").last.hover()
    page.locator(".card").wait_for()
    box = page.locator(".card").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate(fits)
    page.keyboard.press("/")
    assert page.evaluate(fits)


@pytest.mark.thorough
def test_new_taps_are_large_enough(phone: Visitor) -> None:
    small = (
        "taps => [...document.querySelectorAll(taps)].filter(found => { const box ="
        " found.getBoundingClientRect(); return box.width && (box.height < 43.5 || box.width < 43.5); })"
        ".map(found => found.outerHTML)"
    )
    page = phone.opens("vf-2e/index.html")
    assert page.evaluate(small, ".step .line a, .play .letters a, .bar a") == []
    phone.opens("vf-2e/6.0.html")
    page.locator("[id='6.5'] > .more").tap()
    assert page.evaluate(small, ".more, .menu button, .errata-switch") == []
    page.keyboard.press("Escape")
    page.locator("[id='6.0'] a.cite").first.tap()
    page.locator(".card").wait_for()
    assert page.evaluate(small, ".card .close, .card .go") == []
    page.locator(".card .close").tap()
    page.locator(".bar a", has_text="Search").tap()
    page.locator("input[type=search]").fill("flank")
    page.wait_for_selector(".found a")
    assert page.evaluate(small, ".found a, .everywhere, .seek .close, .seek input[type=search]") == []
