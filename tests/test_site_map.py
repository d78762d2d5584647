"""The maps: every citation of the hand-made lists is an arc, faulty ones are red, every name is a link."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from lxml import html as lxml_html
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    pages,
    section,
    shelf_files,
    words,
    written,
)

from vfdoc.site.map_shapes import Arc, Dot, Neighbour, arcs_beside, in_lines, neighbours
from vfdoc.site.whole import site

LISTS = Path(__file__).parent / "lists"


def titles(page: lxml_html.HtmlElement, kind: str) -> list[str]:
    """What is said of the drawn elements of a class on a page."""
    drawn = f"//*[contains(concat(' ', @class, ' '), ' {kind} ')]"
    return [words(found) for found in page.xpath(f"{drawn}/*[local-name()='title']")]


def chapter(anchor: str) -> str:
    """The chapter of a numbered section: of 8.2.1 8.0."""
    return anchor.partition("/")[0].split(".")[0] + ".0"


def test_every_citation_between_chapters_is_in_an_arc() -> None:
    with (LISTS / "vf-2e" / "references.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    cited: Counter[tuple[str, str]] = Counter()
    one = ""
    for row in rows:
        if row["section"][0] in "0123456789T":  # a comment stands under the section before it
            one = chapter(row["section"])
        cited.update((one, chapter(target)) for target in row["targets"].split(","))
    expected = {f"{one} cites {other} ({n})" for (one, other), n in cited.items() if one != other}
    assert set(titles(pages(shelf_files())["vf-2e/map.html"], "arc")) == expected


def test_a_dead_citation_is_red_with_its_words_and_leads_to_the_report() -> None:
    parsed = pages(shelf_files())
    marks = [words(found) for found in parsed["vf-1e/map.html"].xpath("//*[@class='fault-mark']")]
    assert any("8.5" in mark for mark in marks)
    around = section(parsed["vf-1e/map-6.0.html"], "6.5")
    (dead,) = around.xpath(".//*[@class='astray']//a")
    assert words(dead.xpath("./*[local-name()='text'][1]")[0]) == "8.5"
    fault = parsed["vf-1e/report.html"].get_element_by_id(dead.get("href").partition("#")[2])
    assert "6.5 Rally Actions" in words(fault)


def test_a_section_stands_between_those_that_cite_it_and_those_that_it_cites() -> None:
    around = section(pages(shelf_files())["vf-1e/map-6.0.html"], "6.5")
    incoming, outgoing = around.xpath(".//*[@role='list']")
    found = [[unquote(href) for href in side.xpath(".//a/@href")] for side in (incoming, outgoing)]
    assert "6.0.html#6.2" in found[0]
    assert "missed.html#missed/rally-actions" in found[0]
    assert found[1][:3] == ["6.0.html#6.6", "8.0.html#8.4", "1.0.html#1.5.1"]


def test_a_section_leads_to_its_place_on_the_map() -> None:
    parsed = pages(shelf_files())
    links = section(parsed["vf-1e/6.0.html"], "6.5").xpath("./*[@class='leads']/a/@href")
    assert "map-6.0.html#6.5" in links
    assert "map.html" in parsed["vf-1e/index.html"].xpath("//nav//a/@href")


def test_the_list_says_what_the_picture_shows() -> None:
    page = pages(shelf_files())["vf-1e/map.html"]
    lines = [words(line) for line in page.xpath("//ul[contains(@class, 'lines')]/li")]
    shown = page.xpath("//*[contains(@class, 'arcs')]//a")
    assert len(lines) == len(shown)
    fire = next(line for line in lines if line.startswith("5.0 "))
    assert "8.0" in fire


def test_a_text_without_citations_has_no_map(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 By-laws\n\nThe club meets on Mondays.\n")], VERSION)
    assert not [name for name in files if "map" in name and name.endswith(".html")]


def test_names_that_mean_ill_and_names_that_collide(tmp_path: Path) -> None:
    text = (
        "## 1.0 One <script>alert(1)</script> {{ 7 * 7 }}\n\nSee (2.0), (1.0) and (9.9).\n\n"
        '## 2.0 Two "><img src=x>\n\nSee (1.0).\n'
    )
    made = written(tmp_path / "e", rules=text, map="# Map\n\n## A\n\nSee (1.0).\n")
    files = site([made], VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    parsed = pages(files)
    assert parsed["e/map~2.html"].xpath("//*[@id='map/a']")
    picture = parsed["e/map.html"].xpath("//*[contains(@class, 'arcs')]")[0]
    assert not picture.xpath(".//script | .//img")
    assert titles(parsed["e/map.html"], "arc") == [
        "1.0 cites 2.0 (1)",
        "2.0 cites 1.0 (1)",
        "Map cites 1.0 (1)",
    ]


def test_arcs_reach_further_the_further_they_lead_and_are_broader_the_more_they_are() -> None:
    dots = [Dot(f"#{n}", str(n), "Name", n, ()) for n in range(3)]
    found = arcs_beside(
        dots, [Arc(0, 1, 1, False, "a"), Arc(0, 2, 3, True, "b"), Arc(2, 0, 1, False, "c")], ""
    )
    near, far = found.dots[0].arcs
    back = found.dots[2].arcs[0]
    reach = [float(arc.path.split("A")[1].split()[0]) for arc in (near, far, back)]
    assert reach[0] < reach[2] < reach[1]
    assert float(far.width) > float(near.width)
    assert (near.astray, far.astray) == (False, True)
    assert found.height == 3 * 50


def test_neighbours_share_no_room() -> None:
    found = neighbours("1.0", "", [Neighbour("#a", "a", "A", 1)] * 5, [Neighbour("#b", "", "B", 1)] * 2, "")
    for side in (found.incoming, found.outgoing):
        tops = [one.top for one in side]
        assert all(after - before >= 44 for before, after in pairwise(tops))
        assert all(0 <= top <= found.height - 44 for top in tops)


def test_names_are_whole_where_there_is_room_and_else_cut_at_a_word() -> None:
    assert in_lines("Rally Actions", 17, 2) == ("Rally Actions",)
    assert in_lines("Fences, Hedges and Walls", 18, 2) == ("Fences, Hedges", "and Walls")
    assert in_lines("ACTION PHASE", 12, 2) == ("ACTION", "PHASE")
    assert in_lines("Ponds and Rivers, Bridges, Fords", 12, 2) == ("Ponds and", "Rivers…")
    assert in_lines("The Representation of Terrain", 12, 1) == ("The…",)
    assert in_lines("The unreasonableness", 12, 2) == ("The", "unreasonabl…")
    assert in_lines("unbroken" * 4, 10, 2) == ("unbrokenu…",)
    assert in_lines("Actions - Charging", 9, 2) == ("Actions -", "Charging")
    assert in_lines("", 10, 2) == ()


def test_a_name_of_two_lines_stands_whole_on_the_map_and_one_that_is_cut_in_its_title(tmp_path: Path) -> None:
    """Its lines share the row: none leaves it; what they say is a name's beginning, at a word."""
    names = (
        "Moving Through Difficult Country",
        "Moving Through Difficult Country With Guns, Wagons and Mules",
        "Signals",
    )
    text = "".join(
        f"## {n} {name}\n\n### {n}.1 {name}\n\nSee (3.1) and (2.1) and (1.1).\n\n"
        for n, name in enumerate(names, 1)
    )
    parsed = pages(site([written(tmp_path / "e", rules=text)], VERSION))
    for page in ("map", "map-1", "map-2", "map-3"):
        links = parsed[f"e/{page}.html"].xpath("//*[local-name()='svg']//*[local-name()='a']")
        assert links
        for link in links:
            whole = words(link.xpath("./*[local-name()='title']")[0])
            lines = link.xpath(".//*[local-name()='tspan']")
            shown = " ".join(words(line) for line in lines)
            cut = shown.removesuffix("…")
            assert cut == shown or len(lines) == (3 if page == "map" else 2)
            assert whole.endswith(shown) if cut == shown else f" {cut} " in f" {whole} "
            (row,) = link.xpath("./*[local-name()='rect']")
            top, high = int(row.get("y")), int(row.get("height"))
            assert all(top + 14 <= int(line.get("y")) <= top + high - 8 for line in lines)
    shown = [words(name) for name in parsed["e/map.html"].xpath("//*[local-name()='text'][@class='name']")]
    assert shown == [names[0], "Moving Through Difficult Country With Guns, Wagons…", names[2]]
