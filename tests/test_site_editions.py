"""A site of many editions: the front door by game, and one switch of edition that stays on the rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    pages,
    published,
    shelf_files,
    until,
    words,
    written,
)
from test_site_browser import Reader
from thoroughness import THOROUGH

from vfdoc.model import Edition
from vfdoc.site.games import games
from vfdoc.site.whole import Published, site

pytest_plugins = ["site_window"]
RULES = "## 1.0 One\n\nWords of the rule.\n"


def test_editions_of_a_game_stand_together_the_newest_first() -> None:
    """By what they build on, by the game that they name, by a title; what amends or translates comes last."""
    shelf = [
        Edition("club", "Skirmish, our club", amends="one"),
        Edition("other", "Another game"),
        Edition("one", "Skirmish"),
        Edition("two", "Skirmish", supersedes="one"),
        Edition("fr", "Escarmouche", translates="two"),
        Edition("beta", "A third", game="third"),
        Edition("gamma", "The third anew", game="third"),
    ]
    found = [(game.title, [edition.id for edition in game.editions]) for game in games(shelf)]
    assert found == [
        ("Skirmish", ["two", "one", "club", "fr"]),
        ("Another game", ["other"]),
        ("A third", ["beta", "gamma"]),
    ]


def test_editions_that_build_on_none_stand_by_the_dates_that_each_states() -> None:
    shelf = [Edition("a", "By-laws", date="2019"), Edition("b", "By-laws", date="2024-05")]
    (game,) = games(shelf)
    assert [edition.id for edition in game.editions] == ["b", "a"]
    (game,) = games([*shelf, Edition("c", "By-laws", date="last May")])
    assert [edition.id for edition in game.editions] == ["a", "b", "c"]


def test_a_league_is_called_by_what_its_editions_build_on() -> None:
    clubs = [Edition(f"club-{n}", f"Skirmish, club {n}", amends="base") for n in range(30)]
    (game,) = games([*clubs, Edition("base", "Skirmish")])
    assert game.title == "Skirmish"
    assert [edition.id for edition in game.editions[:2]] == ["base", "club-0"]


def test_the_front_door_says_what_each_page_is_for() -> None:
    page = pages(shelf_files())["index.html"]
    (game,) = page.xpath("//section[@class='game']")
    assert words(game.xpath("./p")[0]) == "Valour & Fortitude · 4 editions"
    lines = game.xpath(".//ul[@class='pages']/li")
    told = {words(line.xpath("./a")[0]): words(line.xpath("./span")[0]) for line in lines}
    for name in ("Phases", "Rules", "Sheet", "Odds", "What changed"):
        assert told[name].endswith(".")
    assert len(game.xpath("./ul[@class='editions']/li")) == 3


def test_a_league_of_thirty_is_a_site(tmp_path: Path) -> None:
    clubs = 29 if THOROUGH else 13
    made = [written(tmp_path / "base", rules=RULES)]
    for n in range(clubs):
        says = f'amends = "base"\nid = "club-{n}"'
        made.append(written(tmp_path / f"club-{n}", says=says, rules=f"## 1.0 One\n\nAdd {n}.\n"))
    files = site(made, VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    door = pages(files)["index.html"]
    assert len(door.xpath("//section[@class='game']")) == 1
    assert len(door.xpath("//ul[@class='editions']/li")) == clubs
    assert not door.xpath("//ul[@class='offered']")  # a line an edition: thirty are not read with pages each
    assert len(files["index.html"]) < 60_000
    switch = pages(files)["club-3/1.0.html"].xpath("//details[@class='to-edition']//a/@href")
    assert len(switch) == clubs + 1  # the others, and the front door


def called(folder: Path, title: str, version: str = "", says: str = "") -> Published:
    """An edition of that title."""
    written(folder, rules=RULES)
    head = f'title = "{title}"\nversion = "{version}"\n{says}\n'
    (folder / "edition.toml").write_text(f'{head}[[documents]]\nid = "rules"\nfile = "rules.md"\n')
    return published(folder)


def test_a_site_of_many_games_lists_them_and_has_the_newest_editions_first(tmp_path: Path) -> None:
    """Nobody scrolls through thirty editions to the last game, and what all say is found in the newest."""
    made = []
    for game in "abcd":
        for n in (1, 2, 3):
            says = f'supersedes = "{game}-{n - 1}"' if n > 1 else ""
            made.append(called(tmp_path / f"{game}-{n}", f"Game {game}", says=says))
    files = site(made, VERSION)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    door = pages(files)["index.html"]
    (jumps,) = door.xpath("//main//nav")
    assert [words(link) for link in jumps.xpath(".//a")] == [f"Game {game}" for game in "abcd"]
    assert [a.get("href")[1:] for a in jumps.xpath(".//a")] == door.xpath("//section[@class='game']/@id")
    assert not door.xpath("//ul[@class='offered']")  # twelve editions: a line for each older one
    listed = [f"{game}-{n}" for game in "abcd" for n in (3, 2, 1)]
    assert door.xpath("//body/@data-editions") == [" ".join(listed)]
    assert pages(files)["a-1/1.0.html"].xpath("//body/@data-editions") == [" ".join(listed)]


def test_a_long_name_leaves_the_page_its_room(tmp_path: Path, browser: Any) -> None:
    made = called(tmp_path / "e", f"The by-laws of {'a very long name ' * 8}", "as amended once more " * 5)
    folder = tmp_path / "site"
    for name, content in site([made], VERSION).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    page = Reader(browser, folder, viewport={"width": 360, "height": 740}).opens("e/1.0.html")
    assert page.locator("header.top").bounding_box()["height"] <= 72
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_one_edition_has_no_switch(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules=RULES)], VERSION)
    assert b"to-edition" not in files["e/1.0.html"]
    assert "assets/editions.js" not in files


def test_the_switch_stays_on_the_rule(phone: Any) -> None:
    """9.2 of the 2nd edition is 9.1 of the 1st; who scrolled up to the switch had rested at 9.2."""
    page = phone.opens("vf-2e/9.0.html#9.2")
    until(page, "scrollY > 200")
    page.wait_for_timeout(400)  # a rest
    page.evaluate("scrollTo(0, 0)")
    page.locator(".to-edition summary").tap()
    link = page.locator(".to-edition a", has_text="1st edition")
    link.locator(".n", has_text="9.1 Valour Tests").wait_for()
    link.tap()
    page.wait_for_url("**/vf-1e/9.0.html#9.1")


def test_the_switch_is_words_beside_the_theme(phone: Any) -> None:
    """House rules of a long name and no version: "Another edition" has room at 360 px."""
    page = phone.opens("vf-lwtv/index.html")
    edition, theme = (page.locator(f"header {part}").bounding_box() for part in ("summary", ".switch"))
    assert edition["x"] + edition["width"] <= theme["x"]
    assert edition["height"] < 50


def test_the_switch_leads_from_a_page_to_its_like(phone: Any) -> None:
    page = phone.opens("vf-2e/tables.html")
    page.locator(".to-edition summary").tap()
    until(page, "document.querySelector('[data-edition=vf-1e]').href.endsWith('/vf-1e/tables.html')")
    page.keyboard.press("Escape")
    assert page.locator(".to-edition[open]").count() == 0


def test_the_menu_of_a_rule_leads_to_it_in_other_editions(phone: Any) -> None:
    page = phone.opens("vf-2e/9.0.html#9.2")
    page.locator("section[id='9.2'] > .more").tap()
    page.locator(".menu a", has_text="1st edition · 9.1 Valour Tests").tap()
    page.wait_for_url("**/vf-1e/9.0.html#9.1")
