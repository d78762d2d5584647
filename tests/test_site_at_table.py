"""At the table, on a phone: nothing moves while a page comes, and what players ask in the middle of a game is
few taps and one screen away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]

# By how much a page moved while it came: asked when its type is there and two more pictures of it were drawn.
SHIFTED = """() => new Promise(resolve => {
  let moved = 0;
  const told = entries => entries.forEach(entry => { moved += entry.value; });
  const seen = new PerformanceObserver(list => told(list.getEntries()));
  seen.observe({type: "layout-shift", buffered: true});
  const drawn = after => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(after)));
  document.fonts.ready.then(() => drawn(() => { told(seen.takeRecords()); resolve(moved); }));
})"""
MOST_MOVED = 0.02


@pytest.mark.parametrize("name", ["index", "vf-2e/index", "vf-2e/8.0", "vf-2e/search", "vf-2e/quick-sheet"])
def test_nothing_moves_while_a_page_comes(phone: Visitor, name: str) -> None:
    assert phone.opens(f"{name}.html").evaluate(SHIFTED) < MOST_MOVED


def test_a_test_that_is_asked_is_answered_above_what_was_found(phone: Visitor) -> None:
    page = phone.opens("vf-2e/index.html")
    page.locator(".bar a", has_text="Search").tap()
    page.locator("dialog.seek input[type=search]").fill("rally")
    answer = page.locator("dialog.seek .answered")
    answer.wait_for()
    assert answer.locator(".target").inner_text() == "4+"
    rows = answer.locator("li").all_inner_texts()
    # Who fired may not (5.0), nor a unit whose brigade was not activated (6.1), one that acted (6.2), a
    # reinforcement (11.0).
    assert [row.replace("\n", " ").split()[0] for row in rows] == ["−1", "not", "not", "not", "not"]
    assert "9.1.1" in rows[0]
    bottom = answer.evaluate("found => found.getBoundingClientRect().bottom")
    assert bottom < page.viewport_size["height"]
    assert page.locator("dialog.seek .found mark").first.inner_text().lower() == "rally"


def test_words_that_name_several_tests_alike_are_answered_by_none(phone: Visitor) -> None:
    page = phone.opens("vf-2e/search.html?q=test")
    page.locator(".found li").first.wait_for()
    assert page.locator(".answered").count() == 0


def test_rules_opens_the_contents_at_the_chapter_and_a_slim_line_says_where_one_reads(phone: Visitor) -> None:
    page = phone.opens("vf-2e/8.0.html#8.2.2")
    page.mouse.wheel(0, 80)
    slim = page.locator(".slim")
    slim.wait_for()
    assert slim.inner_text().startswith("8.0")
    assert "8.2.2" in slim.inner_text()
    page.locator(".bar a", has_text="Rules").tap()
    page.wait_for_url("**/index.html#~8.0")
    assert page.locator("[id='~8.0']").is_visible()
