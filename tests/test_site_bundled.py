"""What the tests of the site hold of Valour & Fortitude, of the longest bundled edition too."""

from __future__ import annotations

import json
from gzip import compress
from pathlib import Path
from typing import Any

import pytest
from site_reader import (
    RULESETS,
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    sections,
    shelf_of,
)
from test_calculator import SITUATIONS, held_to_play
from test_site_browser import PHONE, Reader

from vfdoc import pipeline
from vfdoc.formats.files import OutputFiles
from vfdoc.play.tables import tables
from vfdoc.site.whole import Published, site

pytestmark = pytest.mark.thorough
NAME = "fortune-and-glory"


@pytest.fixture(scope="module")
def editions() -> list[Published]:
    """The edition, read once, with its sheet."""
    return shelf_of([pipeline.read(str(RULESETS / NAME))])


@pytest.fixture(scope="module")
def files(editions: list[Published]) -> OutputFiles:
    """Its site."""
    return site(editions, VERSION)


def test_its_pages_are_valid_linked_and_light(files: OutputFiles) -> None:
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    heavy = {name: len(compress(page)) for name, page in files.items() if name.endswith(".html")}
    assert max(heavy.values()) < 60_000, heavy
    assert {f"{NAME}/quick-sheet.html", f"{NAME}/calculator.html", f"{NAME}/tables.html"} <= files.keys()


def test_nothing_says_where_its_texts_lay(files: OutputFiles) -> None:
    assert [name for name, content in files.items() if f"rulesets/{NAME}".encode() in content] == []


def test_each_of_its_sections_stands_on_its_page(editions: list[Published], files: OutputFiles) -> None:
    assert len(list(sections(editions, files))) == len(list(editions[0].rulebook.sections()))


def test_the_script_plays_it_as_vfdoc_does(files: OutputFiles, tmp_path: Path, node: str) -> None:
    mechanics = pipeline.played_rulebook(pipeline.read(NAME)).mechanics
    assert mechanics is not None
    data = files[f"{NAME}/calculator.js"].decode()
    told = json.loads(data.removeprefix("vfdocCalculator(").removesuffix(");\n"))
    made = json.dumps(told["tables"]).encode()
    held_to_play(tables(mechanics), made, NAME, tmp_path, node, SITUATIONS // 2)  # some it refuses to answer


def test_a_close_combat_is_tapped(files: OutputFiles, tmp_path: Path, browser: Any) -> None:
    """Line cavalry charges line infantry whose flanks are both supported: 7 + 1d6 against 6 + 1d6 (8.4), by
    hand: wins 21 of 36, draws 5, loses 10. Tapped on: no charge into a square, which adds 4 (8.4) and has no
    flank support (1.11), so 4 + 1d6 against 8 + 1d6: wins 1 of 36, draws 2, loses 33."""
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    reader = Reader(browser, tmp_path, viewport=PHONE, has_touch=True)
    page = reader.opens(f"{NAME}/calculator.html")
    page.locator(".what button", has_text="Close combat").tap()
    for key in ("number:combat-quality", "number:enemy.combat-quality"):
        page.locator(f"button[data-key='{key}'][data-by='4']").tap()
    for key in ("unit.arm=cavalry", "enemy.arm=infantry", "flag:unit.charging"):
        page.locator(f"button[data-key='{key}']").tap()
    page.locator("button[data-key='number:enemy.flank-supported'][data-by='2']").tap()
    said = " ".join(page.locator(".answer").inner_text().split())
    assert said.startswith("The unit wins 58% A draw 14% The enemy wins 28%")
    kept = page.url
    page.locator("button[data-key='enemy.formation=square']").tap()
    said = " ".join(page.locator(".answer").inner_text().split())
    assert said.startswith("The unit wins 3% A draw 6% The enemy wins 92%")
    again = reader.opens("index.html")
    again.goto(kept)
    assert "58%" in again.locator(".answer").inner_text()
    reader.leaves()


def test_who_saves_in_an_attack_is_its_target(files: OutputFiles, tmp_path: Path, browser: Any) -> None:
    """Nobody in an attack is "the unit": what a saving roll asks is asked of the target, its terrain once."""
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    reader = Reader(browser, tmp_path, viewport=PHONE, has_touch=True)
    page = reader.opens(f"{NAME}/calculator.html")
    page.locator(".what button", has_text="Fire").first.tap()
    heads = page.locator(".asked h2").all_inner_texts()
    assert [head for head in heads if head.endswith(("target", "unit"))] == ["The target"]
    target = page.locator(".asked section").filter(has=page.locator("h2", has_text="The target"))
    assert target.locator("[data-key='flag:unit.guard']").count() == 1
    assert target.locator("[data-key$='.terrain=village']").count() == 1
    others = page.locator(".asked [data-key$='.terrain=village']").evaluate_all(
        "all => all.map(one => one.dataset.key)"
    )
    assert sorted(key.partition(".")[0] for key in others) == [
        "attacker",
        "target",
    ]  # 10.5, 10.6
    page.locator("[data-key='flag:unit.guard']").tap()
    assert target.locator("[data-key='flag:unit.guard']").get_attribute("aria-pressed") == "true"
    reader.leaves()


def test_a_force_is_priced_by_taps(files: OutputFiles, tmp_path: Path, browser: Any) -> None:
    """Three of the line (180), one of them light (+10), a battery (70), an ADC (60), by France's list."""
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    reader = Reader(browser, tmp_path, viewport=PHONE, has_touch=True)
    page = reader.opens(f"{NAME}/index.html")
    page.locator("a", has_text="Price a force").first.tap()
    page.wait_for_url("**/force.html*")
    page.locator("select").select_option(label="France")
    for label in (*["Line Infantry 60"] * 3, "Foot Artillery 70", "ADC 60"):
        page.locator(".offered button", has_text=label).tap()
    page.locator(".chosen button", has_text="One apart").tap()
    page.locator(".chosen > li").nth(1).locator("button", has_text="Light").tap()
    assert "320 points" in page.locator(".answer").inner_text()
    assert "Keeps to its list" in page.locator(".answer").inner_text()
    page.locator(".offered button", has_text="Foot Artillery 70").tap()
    assert "one Artillery battery: 2, at most 1" in page.locator(".broken").inner_text()
    assert page.locator(".broken .said").first.bounding_box()["width"] > 200  # beside a long title: words
    kept = page.url
    again = reader.opens("index.html")
    again.goto(kept)
    assert "390 points" in again.locator(".answer").inner_text()
    reader.leaves()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_priced_force(
    files: OutputFiles, tmp_path: Path, browser: Any, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    reader = Reader(browser, tmp_path, viewport=PHONE, color_scheme=scheme)
    chosen = "army=11.4%2Ffrance&units=3*line-infantry+1*line-infantry%2Blight+2*elite-cavalry%2Bstrong"
    page = reader.opens(f"{NAME}/force.html")
    page.goto(f"{page.url}#{chosen}")
    page.locator("summary").first.click()
    assert page.locator(".chosen > li").count() == 3
    found = axe.Axe().run(page, options={"preload": False})
    assert found.response["violations"] == []
    reader.leaves()
