"""How a rule came to be: its page, the way there, and the command that says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lxml import html as lxml_html
from site_reader import RULESETS, VERSION, pages, section, shelf_files, words, written

from vfdoc import pipeline
from vfdoc.pipeline import lineage
from vfdoc.pipeline.site_build import published
from vfdoc.site.editions import edition_name
from vfdoc.site.whole import site

pytest_plugins = ["site_window"]


def told(edition: str, page: str, anchor: str) -> tuple[str, lxml_html.HtmlElement]:
    """Where a rule's history is, from the rule itself, and that history."""
    parsed = pages(shelf_files())
    (href,) = section(parsed[f"{edition}/{page}"], anchor).xpath(
        "./p[@class='leads']/a[@class='history']/@href"
    )
    name, _, there = unquote(href).partition("#")
    assert there == anchor
    return name, section(parsed[f"{edition}/{name}"], anchor)


def stages(history: lxml_html.HtmlElement) -> list[str]:
    """The editions of a history, as they are called there."""
    return [words(name) for name in history.xpath("./ol/li/h3/span[1]")]


def test_a_moved_value_is_followed_through_the_editions() -> None:
    """Infantry in line: 9" in 6.6 of the 1st edition, 6" with LWTV, 8" in 6.3.1 of the 2nd."""
    _, history = told("vf-2e", "6.0.html", "6.3.1")
    first, *_ = history.xpath("./ol/li")
    assert "1st edition" in words(first)
    assert '9"' in words(first)
    (own,) = history.xpath("./ol/li[@class='own']")
    assert any('9" → 8"' in words(line) for line in own.xpath(".//li"))
    assert own.xpath(".//a/@href") == ["6.0.html#6.3.1"]
    assert "../vf-1e/6.0.html#6.6" in first.xpath(".//a/@href")


def test_what_became_of_a_sentence_is_told_whole() -> None:
    """Both sides of a title and a sentence; 9.1 of the 2nd edition no longer names 8.3 for the hit tests; its
    9.1.1 grants nothing for an army leader nearby."""
    _, history = told("vf-2e", "9.0.html", "9.1")
    lines = [words(line) for line in history.xpath("./ol/li[@class='own']/ul/li")]
    assert "“SHAKEN UNITS & VALOUR TESTS” → “Shaken Units”" in lines
    assert any(line.endswith("subtract 1 from hit tests” no longer cites 8.3") for line in lines)
    _, rally = told("vf-2e", "9.0.html", "9.1.1")
    lines = [words(line) for line in rally.xpath("./ol/li[@class='own']/ul/li")]
    whole = "Afterwards, if the unit has at least two loss markers (8.4), the player can make a rally test"
    assert any(line.startswith(f"gone: {whole}") for line in lines)
    assert not any("→ none" in line for line in lines)


def test_the_page_and_the_command_tell_of_the_same_editions_and_sections() -> None:
    for edition, page, anchor in (("vf-2e", "9.0.html", "9.5"), ("vf-1e", "8.0.html", "8.2.2")):
        read = pipeline.read(str(RULESETS / edition))
        history = lineage.history(read, read.graph.sections[anchor])
        _, shown = told(edition, page, anchor)
        there = [stage for stage in history.stages if stage.sections or stage.kind == "removed"]
        titles = [edition_name(stage.edition) for stage in there]
        assert len(there) > 1
        assert stages(shown) == titles
        numbers = [[s.number or "" for s in stage.sections] for stage in there]
        found = [
            [
                "".join(place.xpath(".//span[@class='n']/text()"))
                for place in stage.xpath("./details/summary | ./p[@class='go-on']")
            ]
            for stage in shown.xpath("./ol/li")
        ]
        assert found == numbers


def test_a_value_that_changed_is_told_once(tmp_path: Path) -> None:
    """By the value where nothing else of its sentence changed, else by the sentence."""
    text = "## 1 Boats\n\nA boat carries {} figures. A wagon with {} horses may{} turn.\n"
    for name, says, rules in (
        ("one", "", text.format(10, 4, "")),
        ("two", 'supersedes = "one"', text.format(12, 6, " not")),
    ):
        written(tmp_path / name, says=says, rules=rules)
    editions = published([pipeline.read(str(tmp_path / name)) for name in ("one", "two")])
    history = section(pages(site(editions, VERSION))["two/history-1.html"], "1")
    assert [words(line) for line in history.xpath("./ol/li[@class='own']/ul/li")] == [
        "A boat carries 12 figures: 10 → 12",
        "“A wagon with 4 horses may turn” → “A wagon with 6 horses may not turn”",
    ]


def test_what_stands_alone_has_no_history(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 One\n\nWords.\n")], VERSION)
    assert not [name for name in files if "history" in name]
    assert b"history" not in files["e/1.0.html"]


def test_the_menu_of_a_rule_leads_to_its_history(phone: Any) -> None:
    page = phone.opens("vf-2e/9.0.html#9.1.1")
    page.locator("section[id='9.1.1'] > .more").tap()
    page.locator(".menu a", has_text="How this rule came to be").tap()
    page.wait_for_url("**/history-9.0.html#9.1.1")
    assert page.locator("[id='9.1.1'] h2").inner_text() == "9.1.1 Rally Tests"
