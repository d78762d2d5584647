"""The page of tests and tables: every change with its section, in words that a player knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html as lxml_html
from modifiers import modifier
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    pages,
    section,
    shelf,
    shelf_files,
    shelf_of,
    words,
    written,
)

from vfdoc import pipeline
from vfdoc.formats.conditions import Speech, amount_words, condition_words, scope_words, speech
from vfdoc.formats.labels import labels
from vfdoc.formats.quoting import sentence_around
from vfdoc.model import Glossary, InputError, Term
from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, HalfOf, Limit, Modifier, Not, Number
from vfdoc.reading.wording import read_wording, shared_wording
from vfdoc.site.plan import fragment, plan
from vfdoc.site.whole import site

SHEET = """## Play Sheet

| Tests | Roll | Modifiers |
|---|---|---|
| Hit | 4+ | -1 if attacker is shaken |
| Rally | 4+ | +1 if the <b>moon</b> is full |

## Squares

Add 2 to the dice roll if the unit is in square.
"""
RULES = """## 1.0 Hit Tests

Roll a D6 for a hit test. If the attacker is shaken, subtract 1 from the roll. A 4+ is passed.

### 1.1 Nothing

No dice are rolled here.

> **Note**
>
> A shaken attacker subtracts 1 from hit tests.
"""


def panel(page: lxml_html.HtmlElement, id: str) -> lxml_html.HtmlElement:
    """The part of a page that holds one test, value or table."""
    (found,) = page.xpath("//section[h2[@id=$id]]", id=id)
    return found


def told(element: lxml_html.HtmlElement) -> list[str]:
    """The rows of a panel as a reader sees them, their heads aside."""
    return [" ".join(map(words, row)) for row in element.xpath(".//tbody/tr")]


def test_every_change_stands_on_the_page_with_its_section() -> None:
    parsed = pages(shelf_files())
    for edition in shelf():
        name, mechanics = edition.rulebook.edition.id, edition.rulebook.mechanics
        assert mechanics is not None
        page, planned = parsed[f"{name}/tables.html"], plan(edition.rulebook)
        places = planned.places
        for row in mechanics.modifiers:
            if row.of is not None:
                links = panel(page, row.of).xpath(".//tbody//a/@href")
                # The section, or a part of it that has an address of its own.
                parts = [part.anchor for part in planned.parts.get(row.section, ())]
                stated = {f"{places[row.section]}{fragment(a)}" for a in (row.section, *parts)}
                assert stated & {*links}, (name, row)
        for found in (*mechanics.tests, *mechanics.lookups):
            assert words(panel(page, found.id).find("h2")), found
        for convention in mechanics.conventions:
            address = f"{places[convention.section]}{fragment(convention.section)}"
            assert address in page.xpath("//*[@class='conventions']//a/@href"), convention


def test_no_fact_is_called_by_its_id() -> None:
    parsed = pages(shelf_files())
    for edition in shelf():
        mechanics = edition.rulebook.mechanics
        assert mechanics is not None
        seen = words(parsed[f"{edition.rulebook.edition.id}/tables.html"].find(".//main"))
        for fact in mechanics.facts:
            assert "." not in fact.id or not re.search(rf"{re.escape(fact.id)}\b", seen), fact
        assert not re.search(r"said\.\w|\w_\w", seen)


def test_every_fact_of_the_bundled_editions_is_worded_in_their_language() -> None:
    for edition in shelf():
        language, mechanics = edition.rulebook.edition.language, edition.rulebook.mechanics
        assert mechanics is not None
        for fact in mechanics.facts:
            if not fact.id.startswith("said."):
                stem = re.sub(r"\(.*\)", "(*)", fact.id)
                names = {stem, f"*.{stem.rpartition('.')[2]}"}
                clauses = edition.wording.clauses
                known = any(
                    kind == "facts" and spoken == language and name.partition("=")[0] in names
                    for kind, name, spoken in clauses
                )
                assert known, (edition.rulebook.edition.id, fact.id)


def test_what_a_change_is_counted_by_is_worded_in_the_languages_of_a_comparison() -> None:
    """A translation names the rows of its original that it says nothing of."""
    spoken = {edition.rulebook.edition.language for edition in shelf()}
    for edition in shelf():
        mechanics = edition.rulebook.mechanics
        assert mechanics is not None
        for per in {row.per for row in mechanics.modifiers if row.per}:
            clauses = edition.wording.clauses
            said = {language for kind, name, language in clauses if (kind, name) == ("per", per)}
            assert spoken <= said, (edition.rulebook.edition.id, per)


def test_a_hit_test_as_a_player_reads_it() -> None:
    parsed = pages(shelf_files())
    english = panel(parsed["vf-2e/tables.html"], "hit")
    assert words(english.find("h2")) == "hit test 4+ 1d6"
    assert "−1 the attacker is shaken or a supporter is shaken 33% 1/3 −17 points 8.3, 9.1" in told(english)
    french = panel(parsed["vf-fr-2.9/tables.html"], "hit")
    assert "−1 l'attaquant est secoué ou un soutien est secoué 33 % 1/3 −17 points TESTS" in told(french)
    melee = told(panel(parsed["vf-1e/tables.html"], "melee-value"))
    assert any(row.startswith("+2 for each unit that lends melee support, 3 units at most") for row in melee)


def test_a_section_leads_to_its_tables_and_the_front_page_too() -> None:
    parsed = pages(shelf_files())
    links = section(parsed["vf-2e/8.0.html"], "8.2.1").xpath(".//*[@class='in-tables']/a")
    assert [(words(link), link.get("href")) for link in links] == [("fire value", "tables.html#fire-value")]
    assert section(parsed["vf-2e/1.0.html"], "1.1").xpath(".//*[@class='in-tables']") == []
    for name in ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv"):
        assert "tables.html" in parsed[f"{name}/index.html"].xpath("//nav//a/@href"), name


def test_rules_and_sheet_that_say_the_same_are_one_row_and_asides_stand_apart(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules=RULES, sheet=SHEET)], VERSION)
    hit = panel(pages(files)["e/tables.html"], "hit")
    assert told(hit)[0] == "−1 the attacker is shaken 33% 1/3 −17 points 1.0, Printed sheet"
    (aside,) = hit.xpath(".//details")
    assert "1.1, Note" in words(aside)


def test_a_rule_that_the_text_prints_twice_is_named_once(tmp_path: Path) -> None:
    """Two links of one name tell nobody which is which."""
    rules = RULES + "\n## 2.0 Woods\n\nAdd 1 to hit tests if the target is in soft cover.\n" * 2
    hit = panel(pages(site([written(tmp_path / "e", rules=rules)], VERSION))["e/tables.html"], "hit")
    assert [words(cell) for cell in hit.xpath("./table//td[last()]")] == ["1.0", "2.0"]


def test_what_is_not_executed_stands_apart(tmp_path: Path) -> None:
    page = pages(site([written(tmp_path / "e", rules=RULES, sheet=SHEET)], VERSION))["e/tables.html"]
    (row,) = told(panel(page, "~loose"))
    assert row.startswith("+2 the unit is in square")
    assert row.endswith("The text says: Add 2 to the dice roll if the unit is in square. Squares")


def test_a_text_without_dice_has_no_tables(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 By-laws\n\nThe club meets on Mondays.\n")], VERSION)
    assert "e/tables.html" not in files
    assert "tables.html" not in files["e/index.html"].decode()


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    hostile = SHEET.replace("full", "full<script>alert(1)</script> {{ 7 * 7 }}").replace(
        "## Squares", '## "><img src=x onerror=alert(1)>'
    )
    glossary = '[tests."a b<i>"]\nen = ["strange test"]\n'
    sheet = f"{hostile}\n## Strange\n\nAdd 1 to a strange test if the unit is shaken.\n"
    files = site([written(tmp_path / "e", glossary=glossary, rules=RULES, sheet=sheet)], VERSION)
    page = pages(files)["e/tables.html"]
    assert page.xpath("//main//script | //main//img | //main//i | //main//b") == []
    assert "49" not in words(page)
    every_page_is_valid(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)


ATTACKER_SHAKEN, SUPPORTER_SHAKEN = Flag("attacker.shaken"), Flag("supporters.any_shaken")
LINE, SQUARE = Choice("unit.formation", "line"), Choice("unit.formation", "square")
NO_LOSSES = Number("attacker.losses", "=", 0, "losses")


def near(op: str, value: float) -> Number:
    """How far the enemy is."""
    return Number("unit.enemy_distance", op, value, "in")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "english", "french"),
    [
        (None, "", ""),
        (ATTACKER_SHAKEN, "the attacker is shaken", "l'attaquant est secoué"),
        (Not(ATTACKER_SHAKEN), "the attacker is not shaken", "l'attaquant n'est pas secoué"),
        (Not(Not(ATTACKER_SHAKEN)), "the attacker is shaken", "l'attaquant est secoué"),
        (
            Any((ATTACKER_SHAKEN, SUPPORTER_SHAKEN)),
            "the attacker is shaken or a supporter is shaken",
            "l'attaquant est secoué ou un soutien est secoué",
        ),
        (
            Not(Any((ATTACKER_SHAKEN, SUPPORTER_SHAKEN))),
            "the attacker is not shaken and no supporter is shaken",
            "l'attaquant n'est pas secoué et aucun soutien n'est secoué",
        ),
        (Any((LINE, SQUARE)), "the unit is in line or square", "l'unité est en ligne ou carré"),
        (
            All((LINE, Any((ATTACKER_SHAKEN, SUPPORTER_SHAKEN)))),
            "the unit is in line, and the attacker is shaken or a supporter is shaken",
            "l'unité est en ligne, et l'attaquant est secoué ou un soutien est secoué",
        ),
        (
            All((LINE, ATTACKER_SHAKEN, SUPPORTER_SHAKEN)),
            "the unit is in line, the attacker is shaken and a supporter is shaken",
            "l'unité est en ligne, l'attaquant est secoué et un soutien est secoué",
        ),
        (
            Any((SQUARE, All((LINE, Any((ATTACKER_SHAKEN, NO_LOSSES)))))),
            "the unit is in square, or (the unit is in line, and the attacker is shaken or"
            " the attacker has no losses)",
            "l'unité est en carré, ou (l'unité est en ligne, et l'attaquant est secoué ou"
            " l'attaquant n'a pas de pertes)",
        ),
        (NO_LOSSES, "the attacker has no losses", "l'attaquant n'a pas de pertes"),
        (
            Number("attacker.losses", ">", 0, "losses"),
            "the attacker has losses",
            "l'attaquant a des pertes",
        ),
        (Not(NO_LOSSES), "the attacker has losses", "l'attaquant a des pertes"),
        (
            near(">", 12),
            'the nearest enemy is more than 12" from the unit',
            "l'ennemi le plus proche est à plus de 12\" de l'unité",
        ),
        (
            Not(near("<=", 12)),
            'the nearest enemy is more than 12" from the unit',
            "l'ennemi le plus proche est à plus de 12\" de l'unité",
        ),
        (  # a length, and one without words of its own
            Number("unit.gap", "<=", 2, "in"),
            'the unit gap: 2" or less',
            "l'unité gap\xa0: au plus 2\"",
        ),
        (
            Number("brigade.unrouted_units", "in", (3, 4), "units"),
            "the brigade has 3 or 4 unrouted units",
            "la brigade a 3 ou 4 unités qui ne sont pas en déroute",
        ),
        (
            Flag("attacker.has(heavy-artillery)"),
            "the attacker has heavy artillery",
            "l'attaquant a la règle «\xa0artillerie lourde\xa0»",
        ),
        (Flag("unit.wet_powder"), "the unit wet powder", "l'unité wet powder"),
        (Not(Flag("unit.wet_powder")), "not: the unit wet powder", "pas\xa0: l'unité wet powder"),
        (Choice("shot.ammunition", "{value}"), "shot ammunition: {value}", "shot ammunition\xa0: {value}"),
    ],
)
def test_a_condition_in_words(condition: Condition | None, english: str, french: str) -> None:
    assert condition_words(condition, spoken("en")) == english
    assert condition_words(condition, spoken("fr")) == french


def test_a_length_is_no_distance_from_something() -> None:
    moved = Number("leader.distance_moved", ">", 36, "in")
    assert condition_words(moved, spoken("en")) == 'the leader is moved more than 36"'


def test_changes_and_their_limits_in_words() -> None:
    assert [amount_words(change("add", n), spoken("en")) for n in (1, -2)] == ["+1", "−2"]
    assert amount_words(change("add", 6, unit="in"), spoken("fr")) == '+6"'
    assert amount_words(change("add", HalfOf("fire-value")), spoken("en")) == "add half the fire value"
    assert amount_words(change("reroll", 1), spoken("fr")) == "relancer les 1"
    assert amount_words(change("halve", None), spoken("fr")) == "diviser par 2"
    counted = change("add", 2, per="melee_supporter", limit=Limit("units", 3))
    assert scope_words(counted, spoken("en")) == "for each unit that lends melee support, 3 units at most"
    assert scope_words(change("add", 1, limit=Limit("amount", 3)), spoken("fr")) == "+3 au plus en tout"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[fact]\na = { en = 'b' }\n", "'fact' is no part of a wording"),
        ("[facts]\na = 'b'\n", "'a' has no wording"),
        ("[facts]\na = { en = ['b', 'c', 'd'] }\n", "'a' has no wording"),
        ("[facts]\na = { xx = 'b' }\n", "'a' has no wording"),
        ("[facts]\na = { en = ' ' }\n", "'a' has no wording"),
        (
            "[values]\n'table.fog' = { en = 'in fog' }\n",
            "'table.fog' is no key of [values]; it belongs under [facts]",
        ),
        (
            "[facts]\n'arm/foot' = { en = 'foot' }\n",
            "'arm/foot' is no key of [facts]; it belongs under [values]",
        ),
        ("[names]\n'unit.tired' = { en = 'tired' }\n", "'unit.tired' is no key of [names]"),
    ],
)
def test_a_wording_that_is_none(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "wording.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(message)):
        read_wording(tmp_path)


def test_an_edition_words_its_own_facts(tmp_path: Path) -> None:
    text = "[facts]\n'unit.wet_powder' = { en = 'its powder is wet' }\n"
    (tmp_path / "wording.toml").write_text(text, encoding="utf-8")
    own = speech(read_wording(tmp_path), Glossary(), labels("en"))
    assert condition_words(Flag("unit.wet_powder"), own) == "its powder is wet"
    assert condition_words(LINE, own) == "the unit is in line"


def spoken(language: str) -> Speech:
    """The shared wording in a language, with one term."""
    term = Term("heavy-artillery", {"en": ("heavy artillery",), "fr": ("artillerie lourde",)})
    return speech(shared_wording(), Glossary((term,)), labels(language))


def change(operation: str, amount: float | HalfOf | None, **said: object) -> Modifier:
    """A change of a melee value without a condition."""
    return modifier(of="melee-value", operation=operation, amount=amount, **said)


def test_what_is_but_proposed_says_so_on_the_page_of_tables_and_in_the_answer(tmp_path: Path) -> None:
    """A roll that is read out of a text of a game that nobody describes: nobody has said that it is one."""
    text = "## 1.0 Morale\n\nRoll 2d6. On 7 or more the unit passes its morale test. Add 1 if it is dug in.\n"
    (tmp_path / "e.md").write_text(text, encoding="utf-8")
    files = site(list(shelf_of([pipeline.read(str(tmp_path / "e.md"))])), VERSION)
    assert '<span class="dice">proposed</span>' in files["e/tables.html"].decode()
    assert '["morale","7+ (proposed)"' in files["e/search.js"].decode()
    assert "proposed" in files["e/quick-sheet.html"].decode().partition("<h3>")[2].partition("</h3>")[0]


def test_what_is_but_proposed_is_quoted_once_and_the_front_door_promises_no_odds(tmp_path: Path) -> None:
    text = "## 1.0 Striking\n\nRoll 2d6 for a strike test. An 8+ hits. Add 1 if the target is lit.\n"
    (tmp_path / "e.md").write_text(text, encoding="utf-8")
    parsed = pages(site(list(shelf_of([pipeline.read(str(tmp_path / "e.md"))])), VERSION))
    (row,) = parsed["e/tables.html"].xpath("//tr[th[contains(., '+1')]]")
    assert words(row).count("the target is lit") == 1
    assert "Not computed" in words(row)
    links = parsed["index.html"].xpath("//ul[@class='pages']//a")
    offered = {words(link): link.get("href") for link in links}
    assert offered["Tests and tables"] == "e/tables.html"
    assert "Odds" not in offered


def test_a_change_whose_case_stands_above_is_told_by_its_row_or_line(tmp_path: Path) -> None:
    text = "## 1.0 Shot\n\n| Shot | |\n|---|---|\n| Not moving | +2 |\n| Crate / wall | −1 / −5 |\n\n"
    text += "It is out.\nSubtract 1 from later tests.\n"
    (section,) = written(tmp_path / "e", rules=text).rulebook.sections()
    assert sentence_around(section, 6, "Shot of the night") == "Crate / wall: −1 / −5"
    assert sentence_around(section, 5, "not moving") == "Not moving"
    assert sentence_around(section, 9, "Shot") == "Subtract 1 from later tests."


def test_a_value_that_a_cell_equals_keeps_the_name_of_its_line() -> None:
    parsed = pages(shelf_files())["vf-fr-2.9/tables.html"]
    lines = [words(row) for row in panel(parsed, "move-cost").xpath(".//tr")]
    assert 'Colonne de marche sur route 1"1/2"' in lines
