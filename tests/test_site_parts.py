"""Parts of sections with addresses of their own: rows of tables, labelled paragraphs, notes in text."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    pages,
    shelf_files,
    words,
    written,
)

from vfdoc.site.whole import site

TEXT = """## 1.0 Fire

A unit fires (1.1). N.B. It cannot move afterwards (1.1).

### 1.1 Kinds

| Rule | Fire | Move |
|---|---|---|
| **Guards** | Add 1. | None. |
|  | Subtract 1. |  |
| **Guards** | Twice. |  |
| 1-3 | Halt. |  |
"""
SHEET = "# Sheet\n\n## Rules\n\n**Élan:** Charge at once.\n\nAnd no label.\n"


@cache
def cards(edition: str, page: str) -> dict[str, Any]:
    told = shelf_files()[f"{edition}/{page}.js"].decode().removeprefix("vfdocCards(").removesuffix(");\n")
    _, sections, *_ = json.loads(f"[{told}]")
    return dict(sections)


def test_rows_notes_and_labelled_paragraphs_have_addresses(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules=TEXT, sheet=SHEET)], VERSION)
    page = pages(files)["e/1.0.html"]
    at = {id: words(page.get_element_by_id(id)) for id in page.xpath("//tr/@id | //strong/@id")}
    assert at["1.0~n-b"] == "N.B."
    assert at["1.1~guards"].startswith("Guards")
    assert at["1.1~guards-2"].startswith("Guards")
    assert len(at) == 4  # a row that goes on has none, one without a name in letters has its line's
    (label,) = pages(files)["e/sheet.html"].xpath("//p[@id]")
    assert label.get("id").endswith("~elan")
    every_link_leads_somewhere_and_every_page_is_reached(files)


def test_a_part_has_a_card_with_what_it_says() -> None:
    number, title, body = cards("vf-2e", "sheet")["sheet~square"]
    assert (number, title) == ("", "Square")
    assert "Melee Effect" in body
    assert "routs automatically" in body
    number, title, body = cards("vf-2e", "5.0")["5.0~n-b"]
    assert (number, title.split(" · ")[-1]) == ("5.0", "N.B.")
    assert body.startswith("<p>N.B. After shooting")


def test_a_term_leads_to_the_row_that_bears_its_name() -> None:
    page = pages(shelf_files())["vf-2e/glossary.html"]
    (square,) = page.xpath("//div[@id='~square']//dd[@class='where-defined']/a/@href")
    assert square == "sheet.html#sheet~square"
    (infantry,) = page.xpath("//div[@id='~infantry']//dd[@class='where-defined']/a/@href")
    assert "~" not in infantry  # "Line Infantry" is no definition of it
