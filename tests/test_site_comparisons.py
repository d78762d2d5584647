"""The pages of what changed: every section that differs, both sides with links, the way there and back."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import html as lxml_html
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    pages,
    section,
    shelf,
    shelf_files,
    words,
)

from vfdoc import pipeline
from vfdoc.formats.comparison.sections import silent
from vfdoc.pipeline.site_build import published
from vfdoc.site.whole import site

PAIRS = [("vf-1e", "vf-2e"), ("vf-2e", "vf-fr-2.9"), ("vf-1e", "vf-lwtv")]
TOLD = ("changed", "split", "merged", "added", "removed", "unverified", "reworded")


def details(new: str, old: str) -> dict[str, lxml_html.HtmlElement]:
    """The pages with both texts, by name."""
    found = pages(shelf_files())
    return {name: page for name, page in found.items() if name.startswith(f"{new}/from-{old}-")}


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_each_pair_of_the_lineage_has_its_page(old: str, new: str) -> None:
    parsed = pages(shelf_files())
    links = parsed[f"{new}/index.html"].xpath("//nav//a/@href")
    assert f"from-{old}.html" in links
    assert words(parsed[f"{new}/from-{old}.html"].xpath("//h1")[0])


def test_every_section_that_differs_stands_there_once_with_both_sides() -> None:
    editions = {p.rulebook.edition.id: p for p in shelf()}
    (comparison,) = editions["vf-2e"].comparisons
    olds, news = editions["vf-1e"].graph.sections, editions["vf-2e"].graph.sections
    expected = sorted(
        (change.at.old, change.at.new)
        for change in comparison.sections
        if change.kind in TOLD and not silent(change, olds, news)
    )
    found = []
    for page in details("vf-2e", "vf-1e").values():
        for article in page.xpath("//article"):
            sides = {"../vf-1e/": [], "": []}  # type: dict[str, list[str]]
            for href in article.xpath(".//h2/a/@href"):
                here, _, anchor = unquote(href).partition("#")
                sides["../vf-1e/" if here.startswith("../vf-1e/") else ""].append(anchor)
            found.append((tuple(sides["../vf-1e/"]), tuple(sides[""])))
    assert sorted(found) == expected


def test_a_moved_distance_is_seen_from_the_summary_and_from_both_rules() -> None:
    # 1st edition 6.6: infantry in line 9"; 2nd edition 6.3.1: 8".
    parsed = pages(shelf_files())
    # So many values differ that they have a page of their own, to which the summary leads.
    assert parsed["vf-2e/from-vf-1e.html"].xpath("//main//a[@href='from-vf-1e-values.html']")
    rows = [words(row) for row in parsed["vf-2e/from-vf-1e-values.html"].xpath("//table[@class='held']//tr")]
    assert any('9"' in row and '8"' in row and "6.6" in row and "6.3.1" in row for row in rows)
    (there,) = [
        href
        for href in section(parsed["vf-2e/6.0.html"], "6.1.1").xpath("./*[@class='leads']/a/@href")
        if href.startswith("from-")
    ]
    page, _, anchor = there.partition("#")
    article = parsed[f"vf-2e/{page}"].get_element_by_id(anchor)
    assert '36"' in [words(found) for found in article.xpath(".//del")] or '36"' in words(article)
    back = section(parsed["vf-1e/6.0.html"], "6.1.1").xpath("./*[@class='leads']/a")
    assert ("changed in 2nd edition, 2.3", f"../vf-2e/{there}") in [(words(a), a.get("href")) for a in back]


def test_what_is_gone_leads_from_the_old_rule_alone() -> None:
    parsed = pages(shelf_files())
    gone = parsed["vf-2e/from-vf-1e-gone.html"].xpath("//article")
    assert gone
    for article in gone:
        assert all(href.startswith("../vf-1e/") for href in article.xpath(".//h2/a/@href"))


def test_house_rules_and_a_translation_are_held_row_by_row() -> None:
    parsed = pages(shelf_files())
    for page, old in (("vf-lwtv/from-vf-1e.html", "vf-1e"), ("vf-fr-2.9/from-vf-2e.html", "vf-2e")):
        rows = parsed[page].xpath("//table[@class='held']/tbody/tr")
        assert rows, page
        assert all(row.get("id") for row in rows)
        assert any(href.startswith(f"../{old}/") for href in parsed[page].xpath("//table//a/@href"))
    french = parsed["vf-fr-2.9/from-vf-2e.html"]
    assert "Ce qu’il faut apprendre" in words(french)
    told = [words(entry) for entry in french.xpath("//ol[@class='lessons']/li")]
    assert any("relance d'un jet pour toucher" in entry for entry in told[:8])  # of the stated lessons
    assert any(entry.startswith("Test pour toucher") and "relancer" in entry for entry in told[8:])
    assert french.xpath("//td[@class='old']//q[@lang='en']")
    lessons = parsed["vf-lwtv/from-vf-1e.html"].xpath("//ol[@class='lessons']/li")
    assert words(lessons[0]).startswith('Infantry in line moves 6". It was 9".')
    short = next(lesson for lesson in lessons if "Infantry in Line" in words(lesson))
    assert words(short).endswith('9" → 6"')  # covered by a lesson: one line


def test_only_what_differs_is_told_of_a_case() -> None:
    rows = pages(shelf_files())["vf-lwtv/from-vf-1e.html"].xpath("//table[@class='held']/tbody/tr")
    told = {words(row.xpath("./th")[0]): [words(cell) for cell in row.xpath("./td")[:2]] for row in rows}
    old, new = told["hit test: −1 if the attacker is shaken"]
    assert old.startswith("always")
    assert new.startswith("only if the attack is melee")


def made(folder: Path, id: str, says: str, rules: str) -> pipeline.LoadedRulebook:
    """An edition of one text."""
    place = folder / id
    place.mkdir(parents=True)
    head = f'title = "Game"\nversion = "{id}"\nlanguage = "en"\n{says}\n'
    document = '[[documents]]\nid = "rules"\nfile = "rules.md"\nkind = "rules"\n'
    (place / "edition.toml").write_text(head + document, encoding="utf-8")
    (place / "rules.md").write_text(rules, encoding="utf-8")
    return pipeline.read(str(place))


def test_hostile_words_and_an_edition_that_nothing_changes(tmp_path: Path) -> None:
    text = (
        '## 1.0 Moves <b>{{ 7 * 7 }}</b>\n\nWhen it is its turn, a unit may move 6" once, forward or to a'
        " side, before others do.\n\n## 2.0 Fire\n\nRoll a die.\n"
    )
    changed = text.replace('6" once', '9" twice <script>alert(1)</script>')
    editions = [
        made(tmp_path, "old", "", text),
        made(tmp_path, "same", 'supersedes = "old"\n', text),
        made(tmp_path, "new", 'supersedes = "same"\n', changed),
    ]
    files = site(published(editions), VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    parsed = pages(files)
    assert "No rule differs." in words(parsed["same/from-old.html"])
    article = parsed["new/from-same-1.0.html"].xpath("//article")[0]
    assert any('9"' in words(found) for found in article.xpath(".//ins"))
    assert not article.xpath(".//script | .//b")


def test_an_edition_published_without_its_base_has_no_comparison(tmp_path: Path) -> None:
    made(tmp_path, "old", "", "## 1.0 One\n\nWords.\n")
    new = made(tmp_path, "new", 'supersedes = "old"\n', "## 1.0 One\n\nOther words.\n")
    files = site(published([new]), VERSION)
    assert not [name for name in files if "/from-" in name]
