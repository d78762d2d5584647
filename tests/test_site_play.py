"""The sequence of play, errata in their place, a section's words in the other language, and old numbers:
what stands on the pages, with no script."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lxml import html as lxml_html
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    pages,
    section,
    sections,
    shelf,
    shelf_files,
    step_words,
    words,
    written,
)

from vfdoc import pipeline
from vfdoc.model import InputError
from vfdoc.model.mechanics import All, Choice, Condition, Flag, Not, Number
from vfdoc.model.mechanics import Any as AnyOf
from vfdoc.site.sequence import left
from vfdoc.site.whole import site

RULES = (
    "## 1.0 Shooting\n\nRoll a D6. On a 4+, the hit test is passed.\n\n"
    "### 1.1 Range\n\nWords.\n\n## 2.0 Fighting\n\nWords (1.1).\n"
)


def phases_of(page: lxml_html.HtmlElement) -> list[tuple[str, list[str]]]:
    """The phases of a page: the name of each, and its steps."""
    return [
        (words(phase.xpath("./h3")[0]), [step_words(line) for line in phase.xpath(".//p[@class='line']")])
        for phase in page.xpath("//section[@class='phase']")
    ]


# The sequence of play


def test_an_edition_opens_on_its_phases() -> None:
    found = phases_of(pages(shelf_files())["vf-2e/index.html"])
    assert [name for name, _ in found] == ["1 Fate", "2 Fire", "3 Action", "4 Melee"]
    fire = found[1][1]
    assert fire[0].endswith("5.0")
    order = [fire.index(step) for step in ("hit test 4+", "Place the losses 8.3.1", "valour test 4+")]
    assert order == sorted(order)


def test_a_phase_shows_only_what_counts_in_it() -> None:
    page = pages(shelf_files())["vf-1e/index.html"]
    fire, melee = (page.xpath("//section[@class='phase']")[place] for place in (1, 3))

    def rows(phase: Any, name: str) -> list[str]:
        (step,) = (
            s for s in phase.xpath(".//li[contains(@class, 'of-table')]") if words(s[0]).startswith(name)
        )
        return [words(row) for row in step.xpath("./ul/li")]

    # 8.3 adds 1 in a melee attack; 9.1 adds 1 in the fire phase and 2 to the winners of a melee.
    assert not any("losses" in row for row in rows(fire, "hit test"))
    assert any("losses" in row for row in rows(melee, "hit test"))
    assert [row.split()[0] for row in rows(fire, "valour test")] == ["+1"]
    assert [row.split()[0] for row in rows(melee, "valour test")] == ["+2"]


def test_without_phases_an_edition_opens_on_its_contents(tmp_path: Path) -> None:
    page = pages(site([written(tmp_path / "e", rules=RULES)], VERSION))["e/index.html"]
    assert phases_of(page) == []
    assert words(page.xpath("//nav[@class='bar']//a")[0]) == "Contents"


def test_a_phase_has_the_name_of_its_first_section_and_steps_their_own_words(tmp_path: Path) -> None:
    says = '[[phases]]\nsteps = ["1.0", "1.1: How far"]\n[[phases]]\nname = "<Blows>"\nsteps = ["2.0"]\n'
    files = site([written(tmp_path / "e", says=says, rules=RULES)], VERSION)
    every_page_is_valid(files)
    assert phases_of(pages(files)["e/index.html"]) == [
        ("1 Shooting", ["Shooting 1.0", "How far 1.1"]), ("2 <Blows>", ["Fighting 2.0"]),
    ]  # fmt: skip
    assert words(pages(files)["e/index.html"].xpath("//nav[@class='bar']//a")[0]) == "Phases"


def test_a_step_that_is_nothing_is_refused(tmp_path: Path) -> None:
    says = '[[phases]]\nsteps = ["1.0", "7.7: Nowhere"]\n'
    with pytest.raises(InputError, match=r"e/edition.toml.*7\.7"):
        site([written(tmp_path / "e", says=says, rules=RULES)], VERSION)


MELEE, SHAKEN, NEAR = Choice("attack", "melee"), Flag("unit.shaken"), Number("unit.distance", "<", 12, "in")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, True), (MELEE, True), (Choice("attack", "fire"), False), (SHAKEN, SHAKEN), (NEAR, NEAR),
        (Flag("unit.won"), False), (Not(Flag("unit.won")), True), (Not(MELEE), False),
        (All((MELEE, SHAKEN)), SHAKEN), (All((Not(MELEE), SHAKEN)), False), (AnyOf((MELEE, SHAKEN)), True),
        (AnyOf((Not(MELEE), SHAKEN)), SHAKEN), (AnyOf((Not(MELEE), Flag("unit.won"))), False),
        (All((MELEE, SHAKEN, NEAR)), All((SHAKEN, NEAR))), (Not(All((MELEE, SHAKEN))), Not(SHAKEN)),
    ],
)  # fmt: skip
def test_what_is_left_of_a_condition(condition: Condition | None, expected: Condition | bool) -> None:
    assert left(condition, {"attack": "melee", "unit.won": "no"}) == expected


# Errata in their place


def test_a_wrong_citation_has_the_right_one_behind_it() -> None:
    found = section(pages(shelf_files())["vf-1e/6.0.html"], "6.5")
    (mend,) = found.xpath("./div[@class='body']//ins")
    assert words(mend) == "should be 8.4"
    assert mend.xpath("./a/@href") == ["8.0.html#8.4"]
    assert words(mend.getprevious()) == "8.5 no such section"
    assert "There is no 8.5" in words(found.xpath("./details[@class='errata']")[0])


def test_wrong_words_are_marked_and_mended() -> None:
    page = pages(shelf_files())["vf-1e/sheet.html"]
    slips = [words(slip) for slip in section(page, "sheet/tests").xpath(".//*[@class='slip']")]
    # The first erratum of the tests says that the sheet is right, and the rule wrong.
    assert slips == ["+1 if testing unit won melee"]


def test_every_erratum_stands_below_its_section() -> None:
    for edition, found, element, _ in sections(shelf(), shelf_files()):
        known = [fault for fault in edition.rulebook.faults if fault.section == found.anchor]
        told = [words(said) for said in element.xpath("./details[@class='errata']/p")]
        assert len(told) == len(known)
        for fault, said in zip(known, told, strict=True):
            assert said.endswith(" ".join(fault.why.split()))


def test_an_edition_read_from_an_original_has_no_errata(originals: Path) -> None:
    files = pipeline.site([pipeline.read(str(originals / "vf-1e.txt"))])
    page = next(page for name, page in pages(files).items() if name.endswith("/6.0.html"))
    assert page.xpath("//ins | //details[@class='errata']") == []


# The other language


def test_a_comment_shows_its_words_in_the_other_language() -> None:
    files = pipeline.site([pipeline.read("vf-2e"), pipeline.read("vf-fr-2.9")])
    parsed = pages(files)
    english = section(parsed["vf-2e/8.0.html"], "8.2/designers-comments/support")
    (group,) = english.xpath("./details[contains(@class, 'tongue')]")
    assert words(group.xpath("./summary")[0]).startswith("In French (1)")
    assert group.xpath("./div/@lang") == ["fr"]
    (link,) = group.xpath(".//p[@class='name']/a/@href")
    assert unquote(link) == "../vf-fr-2.9/comments.html#comments/8.2"
    # The chapters show it; the whole rules, one long page, are in their own language.
    assert parsed["vf-2e/rules.html"].xpath("//details[contains(@class, 'tongue')]") == []
    french = section(parsed["vf-fr-2.9/comments.html"], "comments/8.2")
    back = french.xpath("./details[contains(@class, 'tongue')]//p[@class='name']/a/@href")
    assert [unquote(href) for href in back] == ["../vf-2e/8.0.html#8.2/designers-comments/support"]


# Old numbers


def test_old_numbers_lead_on_where_the_edition_says_so(tmp_path: Path) -> None:
    says = '[forward]\n"1.9" = "1.1"\n"7.2" = "2.0"\n"1.1" = "2.0"\n'
    files = site([written(tmp_path / "e", says=says, rules=RULES)], VERSION)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    parsed = pages(files)

    def old(page: str) -> list[tuple[str, str, str]]:
        return [
            (found.get("id"), words(found), found.xpath(".//a/@href")[0])
            for found in parsed[page].xpath("//section[@class='forward']")
        ]

    assert old("e/1.0.html") == [("1.9", "1.9 is now 1.1 Range", "1.0.html#1.1")]
    assert old("e/7.0.html") == [("7.2", "7.2 is now 2.0 Fighting", "2.0.html#2.0")]
    assert old("e/rules.html") == [
        ("1.9", "1.9 is now 1.1 Range", "#1.1"), ("7.2", "7.2 is now 2.0 Fighting", "#2.0"),
    ]  # fmt: skip
    assert "1.9" in words(parsed["e/index.html"].xpath("//section[@class='moved']")[0])


def test_an_old_number_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"1\.9.*7\.7"):
        site([written(tmp_path / "e", says='[forward]\n"1.9" = "7.7"\n', rules=RULES)], VERSION)
