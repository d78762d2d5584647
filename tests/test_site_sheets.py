"""The quick sheet as a page: every row cites its section by a link, and the PDF lies beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from site_reader import VERSION, pages, section, shelf, shelf_files, words, written

from vfdoc.site.whole import site

EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")


@pytest.mark.parametrize("name", EDITIONS)
def test_every_row_of_the_sheet_stands_there_with_its_sections(name: str) -> None:
    (edition,) = (each for each in shelf() if each.rulebook.edition.id == name)
    assert edition.sheet is not None
    page = pages(shelf_files())[f"{name}/quick-sheet.html"]
    shown = page.xpath("//*[@class='panels']//*[self::li or self::h3]")
    rows = [row for panel in edition.sheet.panels for row in panel.rows]
    assert len(shown) == len(rows)
    for element, row in zip(shown, rows, strict=True):
        for cell in row.cells:
            assert " ".join(cell.text.split()) in words(element)
        cited = {edition.sheet.names.get(anchor, anchor) for anchor in row.sections}
        assert {words(link) for link in stated(element)} == cited


def stated(row: Any) -> list[Any]:
    """The links to the sections of a row: at its end, or said once for it by the head or panel above it."""
    above = row.xpath("parent::ul/preceding-sibling::*[1][self::h3]")
    panel = row.xpath("ancestor::section[1]/p[@class='panel-of']")
    for place in (row, *above, *panel):
        if place.find_class("where-stated"):
            return list(place.find_class("where-stated")[0].xpath(".//a"))
    return []


def test_a_section_that_says_a_whole_panel_is_named_once() -> None:
    """Where sections have names and no numbers, the same name in each row says nothing new."""
    page = pages(shelf_files())["vf-fr-2.9/quick-sheet.html"]
    (moves,) = [s for s in page.find_class("sheet-panel") if words(s).startswith("Mouvements")]
    assert [words(link) for link in moves.xpath(".//a")] == ["DISTANCES DE MOUVEMENTS"]
    (tests,) = [s for s in page.find_class("sheet-panel") if words(s).startswith("Tests")]
    said = tests.xpath(".//h3[.//a][following-sibling::*[1][self::ul[count(li) > 1]]]")
    assert said
    assert all(not head.xpath("following-sibling::ul[1]//a") for head in said)
    numbered = pages(shelf_files())["vf-2e/quick-sheet.html"].find_class("change")
    assert all(row.find_class("where-stated") for row in numbered)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_pdf_lies_beside_it(name: str) -> None:
    files = shelf_files()
    assert files[f"{name}/quick-sheet.pdf"].startswith(b"%PDF")
    assert "quick-sheet.pdf" in pages(files)[f"{name}/quick-sheet.html"].xpath("//main//a/@href")
    assert "quick-sheet.html" in pages(files)[f"{name}/index.html"].xpath("//nav//a/@href")


def test_a_test_and_its_target_lead_to_the_rule() -> None:
    parsed = pages(shelf_files())
    (head,) = [h for h in parsed["vf-2e/quick-sheet.html"].xpath("//h3") if words(h).startswith("Hit test")]
    assert words(head.find_class("target")[0]) == "4+"
    (href,) = head.xpath(".//a/@href")
    page, _, anchor = href.partition("#")
    assert "On a 4+" in words(section(parsed[f"vf-2e/{page}"], anchor))


def test_many_sections_leave_the_words_room_on_a_phone() -> None:
    """A row of the 2nd edition that two sections state: they go below its words; a step's stay beside it."""
    page = pages(shelf_files())["vf-2e/quick-sheet.html"]
    rows = {" ".join(words(row).split()): row.get("class") for row in page.xpath("//li")}
    asked = ("−1 attacker shaken", "1 Fate")
    assert [kind for said, kind in rows.items() if said.startswith(asked)] == ["step", "change several"]


def test_house_rules_are_marked_and_lead_home_the_others_to_the_base() -> None:
    page = pages(shelf_files())["vf-lwtv/quick-sheet.html"]
    house = page.xpath("//li[contains(@class, 'house')]")
    assert house
    for row in house:
        assert "House rule" in words(row)
        assert any(not href.startswith("../") for href in row.xpath(".//a/@href"))
    others = page.xpath("//*[@class='panels']//li[not(contains(@class, 'house'))]//a/@href")
    assert others
    assert all(href.startswith("../vf-1e/") for href in others)


def test_the_bar_leads_to_the_sheet_and_the_odds() -> None:
    for name in EDITIONS:
        page = pages(shelf_files())[f"{name}/index.html"]
        bar = page.xpath("//nav[@class='bar']//a/@href")
        assert {"quick-sheet.html", "calculator.html"} <= set(bar)
        assert page.xpath("//nav[@class='others']//a[@href='tables.html']")
        assert len(bar) <= 5 + ("force.html" in bar), (
            name
        )  # each is 44 px wide all the same (test_accessible)


def test_a_text_without_a_sheet_has_none(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 One\n\nWords.\n")], VERSION)
    assert not [name for name in files if "quick-sheet" in name]
