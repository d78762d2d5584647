"""Sheets, tables and comparisons state what is played: rows in force, house rules over their base."""

from __future__ import annotations

from functools import cache

from click.testing import CliRunner
from site_reader import pages
from test_site_tables import panel, shelf_files, told

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model.sheet import Sheet, SheetRow
from vfdoc.pipeline import sheets


@cache
def made(edition: str, language: str | None = None) -> Sheet:
    found = pipeline.read(edition)
    return sheets.sheet(found, sheets.plan_of(found), language)


def labelled(edition: str, label: str, language: str | None = None) -> SheetRow:
    rows = (row for panel in made(edition, language).panels for row in panel.rows)
    return next(row for row in rows if row.cells[0].text == label)


def words(edition: str, label: str) -> str:
    return labelled(edition, label).cells[1].text


def run(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


def test_the_rows_of_an_edition_say_what_its_rules_say() -> None:
    # 9.2: two setbacks for a unit that routs unshaken, whatever the cause.
    assert "two for an unshaken unit routed" in words("vf-1e", "Setbacks")
    # 6.6: the distance is asked at the start and the finish; 6.4: a front arc only where it began there.
    assert words("vf-2e", "Double").endswith("from enemies at start and finish")
    assert "if begun in their front arc" in words("vf-2e", "Retreat")
    assert "lent fire support" in words("vf-2e", "Each unit")
    assert "front rank" in words("vf-2e", "Melee")


def test_a_sheet_says_what_prevails_and_who_says_otherwise() -> None:
    tests = next(panel for panel in made("vf-1e").panels if panel.id == "tests")
    said = [(row.cells[0].text, row.cells[1].text, row.sections) for row in tests.rows]
    assert ("+1", "melee attack, attacker has no losses (otherwise: 8.3)", ("sheet/tests",)) in said
    assert not [text for _, text, _ in said if "has losses" in text]


def test_the_tables_page_states_a_row_once_and_marks_what_is_disputed() -> None:
    parsed = pages(shelf_files())
    first = told(panel(parsed["vf-1e/tables.html"], "hit"))
    assert [row.split(" 67%")[0] for row in first if "losses" in row] == [
        "+1 the attack is melee and the attacker has no losses"
    ]
    assert next(row for row in first if "losses" in row).endswith("TESTS otherwise: 8.3")
    shaken = [row for row in told(panel(parsed["vf-2e/tables.html"], "hit")) if "shaken" in row]
    assert [row.rpartition(" points ")[2] for row in shaken] == ["8.3, 9.1"]
    play = parsed["vf-2e/index.html"].find_class("play")[0].text_content()
    assert "8.3, 9.1" in " ".join(play.split())


def test_a_comparison_holds_what_is_played_against_what_is_played() -> None:
    compared = run("diff", "vf-1e", "vf-2e")
    assert "hit test: +1 if the attack is melee and the attacker has no losses: always" in compared
    assert "the attacker has losses" not in compared


def test_an_audit_says_that_a_rule_is_set_aside() -> None:
    line = next(x for x in run("sheet", "vf-1e", "--audit", "vf-1e/sheet").splitlines() if "polarity" in x)
    assert line.endswith("an erratum sets the rule aside")


def test_house_rules_have_their_rows_in_the_place_of_those_of_the_base() -> None:
    assault = labelled("vf-lwtv", "Assault")
    assert assault.house
    assert assault.sections == ("vf-lwtv:sheet/assault",)
    assert "line of sight" in assault.cells[1].text
    assert "two" not in words("vf-lwtv", "Rally")
    assert "favourable terrain" in words("vf-lwtv", "Tie")
    labels = [row.cells[0].text for panel in made("vf-lwtv").panels for row in panel.rows]
    assert [labels.count(label) for label in ("Assault", "Rally", "Tie", "Setbacks", "Losses")] == [1] * 5
    assert labels.index("Assault") == labels.index("No assault") - 1
    assert labelled("vf-lwtv", "Assaut", "fr").house
