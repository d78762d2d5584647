"""Sheets made from the rules: what they cover, what they cite, what they do with odd texts.

What the rules state comes from the lists made by hand (tests/lists/<edition>), not from the program.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from vfdoc import assets, pipeline
from vfdoc.cli import main
from vfdoc.model import text_of
from vfdoc.model.sheet import Sheet, SheetRow
from vfdoc.pipeline import sheets

LISTS = Path(__file__).parent / "lists"
BUNDLED = ("vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9")
LISTED = ("vf-1e", "vf-2e", "vf-fr-2.9", "fortune-and-glory")
# Of each edition the kinds of text that count as rules, as its [sheet] says; F&G's play sheets restate.
STATED = {
    "vf-1e": ("rules",),
    "vf-2e": ("rules", "sheet"),
    "vf-fr-2.9": ("sheet",),
    "fortune-and-glory": ("rules",),
}
OPERATIONS = {"halve": "½", "double": "×2", "pass": "passes", "fail": "fails", "reroll": "reroll"}
FRENCH = {"pass": "réussi", "fail": "raté", "reroll": "relance"}
# How rows in words say what is no number.
IN_WORDS = {"½": ("halved", "par 2"), "×2": ("double",), "fails": ("routs",)}
NUMBER = re.compile(r"\d+|[½¼¾]")
WORD = re.compile(r"[^\W\d_]+")


@cache
def made(path: str, language: str | None = None) -> Sheet:
    found = pipeline.read(path)
    return sheets.sheet(found, sheets.plan_of(found), language)


def source(edition: str, originals: Path) -> str:
    """Where an edition is read: bundled, or as the original that alone there is."""
    return edition if edition in BUNDLED else str(originals / f"{edition}.txt")


def rows(sheet: Sheet) -> Iterator[SheetRow]:
    for panel in sheet.panels:
        yield from panel.rows


def listed(edition: str, name: str) -> list[dict[str, str]]:
    with (LISTS / edition / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        found = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in found if row.get("origin", "rules") in STATED[edition]]


def amount(row: dict[str, str], language: str) -> str:
    """How a sheet prints what a row of the list does."""
    if row["operation"] in ("add", "dice"):
        if row["amount"].startswith("half_of"):
            return "+½"
        return row["amount"].replace("-", "−") if row["amount"][:1] in "+-" else f"+{row['amount']}"
    if row["operation"] == "set":
        return row["amount"]
    words = {**OPERATIONS, **FRENCH} if language == "fr" else OPERATIONS
    return words[row["operation"]]


def stands(sheet: Sheet, section: str, printed: str) -> bool:
    """Whether a row that cites the section prints that; rows in words print the number, or say it."""
    for row in rows(sheet):
        if section.partition("~")[0] not in {anchor.partition("~")[0] for anchor in row.sections}:
            continue
        told = " ".join(cell.text for cell in row.cells).replace("-", "−").replace('"', "").replace("”", "")
        if printed in told:
            return True
        bare = printed.strip("+−×")
        said = any(word in told for word in IN_WORDS.get(printed, ()))
        if row.role == "prose" and (said or (bare.isdigit() and bare in NUMBER.findall(told))):
            return True
    return False


@pytest.mark.parametrize("edition", LISTED)
def test_what_the_rules_state_stands_on_the_sheet(edition: str, originals: Path) -> None:
    sheet = made(source(edition, originals))
    wanted = [
        (row["section"], amount(row, sheet.language), row["condition"])
        for row in listed(edition, "modifiers")
        if row["of"] and not row["section"].startswith("variants")
    ]
    wanted += [
        (row["section"], row["target"], row["id"])
        for row in listed(edition, "tests")
        if re.fullmatch(r"\d\+", row["target"])
    ]
    wanted += [
        (row["section"], row["value"].replace('"', ""), row["key"])
        for row in listed(edition, "lookups")
        if row["id"] == "move-distance"
    ]
    if "sheet" not in STATED[edition]:
        wanted = [row for row in wanted if not row[0].startswith("sheet")]
    missing = [row for row in wanted if not stands(sheet, row[0], row[1])]
    assert len(wanted) > 25
    share = 1 - len(missing) / len(wanted)
    assert share >= 0.95, f"{share:.3f}: {missing}"


def number_words(language: str) -> dict[str, int]:
    data = tomllib.loads(assets.text("grammar", f"{language}.toml"))
    found: dict[str, int] = data["mechanics"]["numbers"]
    return found


def numbers(text: str, words: dict[str, int]) -> set[str]:
    found = set(NUMBER.findall(text.replace("1/2", "½")))
    return found | {str(words[w.casefold()]) for w in WORD.findall(text) if w.casefold() in words}


@pytest.mark.parametrize("edition", [*BUNDLED, "fortune-and-glory"])
def test_every_number_leads_back_to_its_rule(edition: str, originals: Path) -> None:
    path = source(edition, originals)
    sheet, found = made(path), pipeline.read(path)
    books = [found.rulebook]
    if found.rulebook.edition.amends:
        books.append(pipeline.read(found.rulebook.edition.amends).rulebook)
    words = number_words(found.rulebook.edition.language)
    texts = {s.anchor: f"{s.title}\n{text_of(s.blocks)}" for book in books for s in book.sections()}
    seen = 0
    for row in rows(sheet):
        assert row.sections, row
        own = [anchor.partition(":")[2] or anchor for anchor in row.sections]
        stated = " ".join(texts[anchor] for anchor in own)
        shown = {"change": row.cells[:1], "head": row.cells[1:2], "entry": row.cells[1:], "prose": row.cells}
        for cell in shown.get(row.role, ()):
            for number in numbers(cell.text, {}) - {"2"} if "×" in cell.text else numbers(cell.text, {}):
                if number == "½" and cell.text in ("½", "+½ fire value", "+½ valeur de tir"):
                    continue  # halved, in words
                # "On a 1 or 2 …" is a target of 3+.
                below = {str(int(number) - 1)} if row.role == "head" and number.isdigit() else set()
                assert {number, *below} & numbers(stated, words), (row, number)
                seen += 1
    assert seen > 20


def test_the_same_thing_said_twice_is_one_row_that_cites_both() -> None:
    sheet = made("vf-1e")
    found = [row for row in rows(sheet) if row.sections == ("6.1", "10.0")]
    assert [[cell.text for cell in row.cells] for row in found] == [["−1", "brigade wavering"]]


def test_panels_stand_in_the_order_of_play() -> None:
    ids = [panel.id for panel in made("vf-1e").panels]
    assert ids == [
        "sequence", "fire", "tests", "moves", "actions", "values", "results", "morale", "terrain", "victory",
        "conventions",
    ]  # fmt: skip


def test_house_rules_are_laid_over_their_base_and_marked() -> None:
    sheet = made("vf-lwtv")
    moves = next(panel for panel in sheet.panels if panel.id == "moves")
    told = {row.cells[0].text: (row.cells[1].text, row.house) for row in moves.rows if row.role == "entry"}
    # LWTV lines 67 to 70; a table that ends with all others is complete.
    assert told == {
        "Unlimbered Artillery": ('2"', True),
        "Infantry in Line": ('6"', True),
        "Infantry in Column": ('8"', True),
        "All others": ('12"', True),
    }
    passed = [row for row in rows(sheet) if row.role == "change" and row.cells[0].text == "passes"]
    assert [('24"' in row.cells[1].text, row.house) for row in passed] == [(True, True)]


def test_a_translated_sheet_says_what_it_could_not_translate() -> None:
    sheet = made("vf-2e", "fr")
    assert sheet.language == "fr"
    heads = [row.cells[0].text for row in rows(sheet) if row.role == "head"]
    assert "Test de ralliement" in heads
    steps = next(panel for panel in sheet.panels if panel.id == "sequence").rows
    assert [row.cells[1].text for row in steps][1:] == ["Tir", "Action", "Mêlée"]
    foreign = [cell.text for row in rows(sheet) for cell in row.cells if cell.foreign]
    assert all(cell not in ("Tir", "Mêlée") for cell in foreign)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["sheet", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_json_keys() -> None:
    code, told = run("vf-1e", "--format", "json")
    sheet = json.loads(told)
    assert code == 0
    assert sheet["schema"] == "vfdoc.sheet/1"
    assert sheet["audit"] == []
    row = sheet["panels"][0]["rows"][0]
    assert (row["cells"], row["sections"]) == (["1", "Fate"], ["3.0", "4.0"])


def test_arms_and_phases_keep_what_concerns_them() -> None:
    _, all_arms = run("vf-1e", "--panels", "values,moves")
    _, guns = run("vf-1e", "--panels", "values,moves", "--arm", "artillery")
    assert "cavalry" in all_arms
    assert "Unlimbered artillery" in guns
    assert "cavalry" not in guns.lower()
    _, fire = run("vf-1e", "--phase", "fire")
    assert "Who may fire" in fire
    assert "Fight results" not in fire


def test_a_crib_sheet_for_an_army(tmp_path: Path) -> None:
    army = tmp_path / "army.md"
    army.write_text(
        "| Unit | Fire | Melee | Special Rules |\n|---|---|---|---|\n"
        "| Grenadiers | 3 | 5 | Elan, Square |\n| Lancers | - | 5 | Heavy Cavalry |\n",
        encoding="utf-8",
    )
    code, told = run("vf-2e", "--army", str(army), "--format", "json")
    panels = {panel["id"]: panel["rows"] for panel in json.loads(told)["panels"]}
    assert code == 0
    assert [row["cells"][0] for row in panels["special"]] == ["Elan", "Heavy Cavalry", "Square"]
    assert [row["cells"] for row in panels["army"]][1] == ["Grenadiers", "3", "5", "Elan, Square"]
    army.write_text("Skirmishers\n", encoding="utf-8")
    code, told = run("vf-2e", "--army", str(tmp_path / "none.md"))
    assert code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--panels", "tets"), ("--arm", "elephants"), ("--phase", "tea"), ("--language", "xx"),
        ("--audit", "missing.txt"), ("--audit", "vf-1e/sheet", "--format", "pdf"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_one_clear_line(arguments: tuple[str, ...]) -> None:
    code, told = run("vf-1e", *arguments)
    assert code == 2
    assert len(told.strip().splitlines()) == 1


ODD = {
    "empty": "",
    "prose": "Just words, and nothing that is numbered.\n",
    "markup": "## 1.0 #set page(width: 1pt) *bold* _x_ @ref $y$\n\n"
    '| Unit | Move |\n|---|---|\n| `#eval` <b>x</b> | 4" |\n\n'
    "## 2.0 Rally\n\nFor a rally test, roll a D6. On a 4+, it is passed.\n",
    "control": "## 1.0 A\x1bB\n\nsub\x07tract 1 from hit rolls if shaken\n",
    "long word": "## 1.0 Morale\n\n" + "x" * 4000 + "\n",
    "many": "\n".join(f"## {n}.0 Terrain {n}\n\nRough ground costs {n} inches.\n" for n in range(1, 400)),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("form", ["md", "html", "json"])
def test_any_text_makes_a_sheet_or_is_refused_in_a_line(name: str, form: str, tmp_path: Path) -> None:
    """A text without a test, a change or a table has no sheet: an empty one would be none."""
    file = tmp_path / "rules.md"
    file.write_text(ODD[name], encoding="utf-8")
    code, told = run(str(file), "--format", form)
    assert code == (0 if name == "markup" else 2)
    assert code == 0 or len(told.splitlines()) == 1
    if form == "html":
        assert "<b>x" not in told
