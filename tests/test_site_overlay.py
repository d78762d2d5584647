"""House rules at the table: the site of an edition that amends another shows what is in force."""

from __future__ import annotations

import json
from pathlib import Path

from lxml import html as lxml_html
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    pages,
    shelf_files,
    step_words,
    words,
)

from vfdoc import pipeline
from vfdoc.pipeline.site_build import published
from vfdoc.site.whole import site

BASE = """## 1.0 Shooting

For a hit test, the player must roll a D6. If the attacking unit is shaken, subtract 1 from the roll. On a 4+,
the hit test is passed.

### 1.1 Range

The range is 12".
"""
HOUSE = """## SHOOTING

| | |
|---|---|
| Hit 4+ | +2 if the target is in a square |
"""
PHASES = '[[phases]]\nname = "Fire"\nsteps = ["1.1: How far", "hit"]\n'


def edition(folder: Path, id: str, kind: str, says: str, text: str) -> pipeline.LoadedRulebook:
    """An edition of one text."""
    place = folder / id
    place.mkdir(parents=True)
    head = f'title = "Game {id}"\ngame = "valour-and-fortitude"\nversion = "{id}"\nlanguage = "en"\n'
    document = f'[[documents]]\nid = "{kind}"\nfile = "text.md"\nkind = "{kind}"\n'
    (place / "edition.toml").write_text(f"{head}{says}\n{document}", encoding="utf-8")
    (place / "text.md").write_text(text, encoding="utf-8")
    return pipeline.read(str(place))


def base_and_house(folder: Path) -> tuple[pipeline.LoadedRulebook, pipeline.LoadedRulebook]:
    """A base with phases, and house rules without."""
    base = edition(folder, "base", "rules", PHASES, BASE)
    return base, edition(folder, "house", "sheet", 'amends = "base"\n', HOUSE)


def rows(page: lxml_html.HtmlElement, id: str) -> dict[str, bool]:
    """The changes of a test on the page of tables, each with whether it is marked as a house rule."""
    (panel,) = page.xpath("//section[./h2[@id=$id]]", id=id)
    told = panel.xpath(".//tbody/tr[@role='row']")
    return {" ".join(map(words, tr[:2])): bool(tr.find_class("house-mark")) for tr in told}


def test_the_tables_are_the_base_with_the_house_rules_over_it() -> None:
    page = pages(shelf_files())["vf-lwtv/tables.html"]
    assert words(page.find_class("lead")[0]).startswith("The rules of Valour & Fortitude, 1st edition")
    distance = rows(page, "move-distance")
    assert distance == {
        '+6" the unit is in march column and the whole move is on a road': False,
        "halve the unit crosses rough terrain and the move is not that of leaders": False,
        "halve the unit would cross a bridge or ford, the unit is in attack column and the unit crosses no "
        "rough terrain": False,
        # The base's variants: the house says nothing of them, so who plays it may still agree on one.
        "halve distances are halved by the variant": False,
        '+3" distances are halved by the variant, the unit is in march column and the whole move is on a '
        "road": False,
    }
    assert page.xpath("//a[@href='../vf-1e/12.0.html#12.8']")
    activation = rows(page, "activation")
    assert all(activation.values())
    assert any('24"' in row for row in activation)
    assert not any('36"' in row for row in activation)  # which the house has replaced


def test_the_phases_list_what_the_house_leaves_as_it_is() -> None:
    page = pages(shelf_files())["vf-lwtv/index.html"]
    steps = {step_words(line): line for line in page.xpath("//p[@class='line']")}
    assert steps["Who has the target in range 5.1"].xpath("./a/@href") == ["../vf-1e/5.0.html#5.1"]
    assert steps["Assault House rule"].xpath("./a/@href") == ["sheet.html#sheet/assault"]
    marked = page.xpath("//ul[@class='rows']/li[contains(., 'the brigade is wavering')]")
    assert all("house" in (row.get("class") or "") for row in marked)


def test_rules_are_at_hand_and_kept_on_the_device() -> None:
    files = shelf_files()
    bar = pages(files)["vf-lwtv/index.html"].xpath("//nav[@class='bar']//a")
    assert "../vf-1e/index.html#~chapters" in [link.get("href") for link in bar]
    kept = json.loads(files["vf-lwtv/offline.json"])["files"]
    assert {"vf-1e/8.0.html", "vf-1e/rules.html", "vf-lwtv/index.html"} <= kept.keys()


def test_house_rules_without_phases_are_played_in_those_of_their_base(tmp_path: Path) -> None:
    files = site(published(base_and_house(tmp_path)), VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    page = pages(files)["house/index.html"]
    assert [step_words(line) for line in page.xpath("//p[@class='line']")] == ["How far 1.1", "hit test 4+"]
    told = [words(row) for row in page.xpath("//section[@class='phase']//ul[@class='rows']/li")]
    assert told == ["−1 the attacker is shaken 1.0", "+2 the target is in square House rule Printed sheet"]


def test_where_the_base_is_not_published_its_rows_stand_without_links(tmp_path: Path) -> None:
    _, house = base_and_house(tmp_path)
    files = site(published([house]), VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    assert rows(pages(files)["house/tables.html"], "hit") == {
        "−1 the attacker is shaken": False,
        "+2 the target is in square": True,
    }


def test_a_translation_without_rules_of_its_own_says_where_they_are() -> None:
    parsed = pages(shelf_files())
    (line,) = parsed["vf-fr-2.9/index.html"].find_class("based")
    assert words(line).startswith("Ce texte ne contient pas les règles elles-mêmes")
    assert line.xpath("./a/@href") == ["../vf-2e/index.html"]
    assert not parsed["vf-2e/index.html"].find_class("based")
