"""What stands under a rule that others ask or say about it; and where a text comes from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from lxml import html as lxml_html
from site_reader import (
    EDITIONS,
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    pages,
    section,
    shelf,
    shelf_files,
    words,
    written,
)

from vfdoc.site.whole import site


def remarks(element: lxml_html.HtmlElement) -> dict[str, list[str]]:
    """The folded remarks under a rule: what they are called, and the addresses of each."""
    groups = element.xpath("./details[@class='remarks']")
    return {
        words(group.xpath("./summary")[0]): list(map(unquote, group.xpath(".//p[@class='name']//@href")))
        for group in groups
    }


def shown(page: str, anchor: str) -> lxml_html.HtmlElement:
    """A section of the bundled editions' site."""
    return section(pages(shelf_files())[page], anchor)


def test_questions_and_notes_stand_under_their_rule() -> None:
    rule = shown("vf-1e/6.0.html", "6.5")
    assert remarks(rule) == {
        "Questions about this rule (2)": [
            "questions.html#questions/can-a-unit-use-the-move-of-its",
            "questions.html#questions/if-a-unit-takes-a-rally-action-while",
        ],
        "EASILY MISSED RULES (1)": ["missed.html#missed/rally-actions"],
    }
    assert "Take the rally test after the unit's move" in words(rule.xpath("./details[2]")[0])
    assert remarks(shown("vf-1e/rules.html", "6.5")) == remarks(rule)


def test_a_box_that_stands_under_its_rule_is_not_repeated() -> None:
    assert remarks(shown("vf-2e/4.0.html", "4.0")) == {}
    assert list(remarks(shown("vf-2e/8.0.html", "8.0"))) == ["Comments (1) Valeur & Courage, V2.9 · French"]


def test_a_comment_printed_elsewhere_or_twice_is_shown_once_under_its_rule() -> None:
    assert remarks(shown("vf-2e/1.0.html", "1.1"))["Comments (1)"] == [
        "1.0.html#1.1.2/designers-comments/figure-bases-sizes"
    ]
    assert remarks(shown("vf-2e/6.0.html", "6.2.1"))["Comments (1)"] == [
        "6.0.html#6.2.2/designers-comments/actions"
    ]


def test_comments_of_another_edition_say_whose_they_are() -> None:
    rule = shown("vf-2e/6.0.html", "6.5")
    assert remarks(rule)["Comments (1) Valeur & Courage, V2.9 · French"] == [
        "../vf-fr-2.9/comments.html#comments/6.6"
    ]
    (remark,) = rule.xpath(".//div[@class='remark'][@lang='fr']")
    assert words(remark).startswith("6.6 Assauts Pour conduire un assaut")


def test_a_comment_names_the_rule_that_it_is_about() -> None:
    (about,) = shown("vf-fr-2.9/comments.html", "comments/6.6").xpath("./p[@class='of']")
    assert words(about) == "À propos de : 6.5 Assault Valour & Fortitude, 2nd edition, 2.3"
    assert about.xpath(".//a/@href") == ["../vf-2e/6.0.html#6.5"]
    assert about.xpath("./span/@lang") == ["en"]
    (question,) = shown("vf-1e/questions.html", "questions/can-fate-cards-be-retained-from-turn-to").xpath(
        "./p[@class='of']"
    )
    assert words(question) == "About: 4.0 FATE PHASE"


def test_an_edition_that_is_not_published_is_named_without_a_link() -> None:
    french = [published for published in shelf() if published.rulebook.edition.language == "fr"]
    page = pages(site(french, VERSION))["vf-fr-2.9/comments.html"]
    (about,) = section(page, "comments/6.6").xpath("./p[@class='of']")
    assert words(about) == "À propos de : 6.5, vf-2e"
    assert about.xpath(".//a") == []


def test_what_is_shown_twice_is_as_harmless_twice(tmp_path: Path) -> None:
    ill = "<script>alert(1)</script> {{ 7 * 7 }} (1.0) (9.9) [j](javascript:alert(1))"
    asked = f"# Q\n\nQ: {ill}?\n\nA: {ill}\n"
    base = written(tmp_path / "base", rules="## 1.0 One\n\nWords.\n", questions=asked)
    said = '[about]\n"notes/b" = ["base:1.0", "base:7.0", "none:<b>", "1.0"]\n'
    notes = f"# Notes\n\n**<b>:** {ill}\n"
    other = written(tmp_path / "other", "fr", says=said, rules=f"## 1.0 Un\n\n{ill}\n", notes=notes)
    files = site([base, other], VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    rule = section(pages(files)["base/1.0.html"], "1.0")
    assert len(rule.xpath("./details[@class='remarks']")) == 2
    assert "<script>alert(1)</script> {{ 7 * 7 }}" in words(rule)
    # A dead citation in another edition's note leads to that edition's report.
    dead = rule.xpath(".//div[@lang='fr']//a[@class='dangling']/@href")
    assert dead
    assert all(href.startswith("../other/report.html") for href in dead)


# Where a text comes from


def test_every_page_says_that_it_is_a_restatement_and_where_the_original_is() -> None:
    editions = {published.rulebook.edition.id: published.rulebook.edition for published in shelf()}
    for name, page in pages(shelf_files()).items():
        folder, _, inner = name.partition("/")
        if not inner:
            continue
        edition, foot = editions[folder], words(page.xpath("//footer")[0])
        assert str(edition.notice) in foot, name
        assert str(edition.licence) in foot, name
        assert all(author in foot for author in edition.authors), name
        assert edition.source in page.xpath("//footer//a/@href"), name


def test_a_copy_of_the_original_does_not_call_itself_a_restatement() -> None:
    first = shelf()[0]
    copy = replace(first, rulebook=replace(first.rulebook, own=False))
    page = pages(site([copy], VERSION))["vf-1e/1.0.html"]
    assert str(first.rulebook.edition.notice) not in words(page)
    assert "perry-miniatures.com" in words(page.xpath("//footer")[0])


def test_lineage_is_linked_both_ways() -> None:
    parsed = pages(shelf_files())

    def lineage(name: str) -> dict[str, str]:
        page = parsed[f"{name}/index.html"]
        return {
            words(dt): dt.xpath("string(./following-sibling::dd[1]/a/@href)")
            for dt in page.xpath("//section[@class='about']//dt")
            if dt.xpath("./following-sibling::dd[1]/a[starts-with(@href, '../')]")
        }

    assert lineage("vf-1e") == {
        "Followed by": "../vf-2e/index.html",
        "Amended by": "../vf-lwtv/index.html",
    }
    assert lineage("vf-2e") == {
        "Follows": "../vf-1e/index.html",
        "Translated as": "../vf-fr-2.9/index.html",
    }
    assert lineage("vf-fr-2.9") == {"Traduction de": "../vf-2e/index.html"}
    assert lineage("vf-lwtv") == {"Amends": "../vf-1e/index.html"}
    assert set(EDITIONS) == {name.partition("/")[0] for name in parsed if "/" in name}
