"""What an edition words for its sheet: rows, changes, tables; none of them may say what the rules do not."""

from __future__ import annotations

from pathlib import Path

from test_sheet import made, rows, source


def test_an_edition_may_word_a_row_but_not_change_a_number(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text(
        'title = "T"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'
        '[sheet]\n[[sheet.panels]]\nid = "actions"\nrows = [\n'
        '  { sections = ["2.0"], label = { en = "Charge" }, says = { en = "two moves of 4\\"" } },\n'
        '  { sections = ["2.0"], label = { en = "Rush" }, says = { en = "up to three moves" } },\n'
        '  { sections = ["9.9"], label = { en = "None" }, says = { en = "x" } },\n]\n',
        encoding="utf-8",
    )
    (tmp_path / "rules.md").write_text("## 2.0 Charge\n\nMove up to 3 times.\n", encoding="utf-8")
    sheet = made(str(tmp_path))
    told = [[cell.text for cell in row.cells] for row in rows(sheet)]
    assert told == [["Charge", "Move up to 3 times."], ["Rush", "up to three moves"]]
    assert len(sheet.notes) == 2
    assert "the rows on 9.9 are left out, it is gone" in sheet.notes[0]
    assert "4 is not in 2.0" in sheet.notes[1]


WORDED = """title = "T"
game = "valour-and-fortitude"
[[documents]]
id = "rules"
file = "rules.md"
[sheet]
[[sheet.panels]]
id = "tests"
rows = [
  { of = ["hit"], amount = "+1", facts = ["target.outflanked"], says = { en = "from behind" } },
  { of = ["hit"], amount = "-1", sections = ["1.0"] },
  { of = ["hit"], amount = "+3", says = { en = "never" } },
]
[[sheet.panels]]
id = "ours"
title = { en = "Ours" }
wide = true
gather = ["3.0"]
[[sheet.panels.tables]]
title = { en = "Guards" }
columns = { en = ["Foot", "Horse"] }
of = ["valour"]
rows = [
  { sections = ["3.0"], cells = { en = ["Old", "+2", ""] } },
  { sections = ["3.0"], cells = { en = ["Young", "+5", ""] } },
]
"""
STATED_THERE = """## 1.0 Hit tests

Roll a D6 for a hit test. Add 1 to the roll if the target is outflanked. Subtract 1 from the roll if the
attacker is shaken. On a 4+, the hit test is passed.

## 2.0 Valour tests

Roll a D6 for a valour test. Add 1 to the roll in the fire phase. On a 4+, the valour test is passed.

## 3.0 Losses

Add 2 to valour tests if the unit won its melee. Add 1 to hit tests if the attacker has no losses.
"""


def test_changes_may_be_worded_gathered_and_put_into_tables(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text(WORDED, encoding="utf-8")
    (tmp_path / "rules.md").write_text(STATED_THERE, encoding="utf-8")
    sheet = made(str(tmp_path))
    tests, ours = sheet.panels
    told = [[cell.text for cell in row.cells] for row in tests.rows]
    # The change of 1.0 that no row words is left off as asked; those of 3.0 stand in their own panel.
    assert told == [
        ["Hit test", "4+"], ["+1", "from behind"], ["Valour test", "4+"], ["+1", "in the fire phase"],
    ]  # fmt: skip
    assert tests.rows[1].sections == ("1.0",)
    assert ours.wide
    gathered = [[cell.text for cell in row.cells] for row in ours.rows]
    assert gathered == [
        ["Guards", "Foot", "Horse"], ["Old", "+2", ""], ["Hit test", "4+"], ["+1", "attacker has no losses"],
    ]  # fmt: skip
    assert sheet.notes == (
        "tests: +3 to hit: there is no such change", "ours: Young: 5 is not in 3.0; the row is left out",
    )  # fmt: skip


def test_the_sheet_of_the_longest_says_what_its_rules_say(originals: Path) -> None:
    sheet = made(source("fortune-and-glory", originals))
    assert sheet.notes == ()
    told = [cell.text for row in rows(sheet) for cell in row.cells]
    assert not [text for text in told if text.endswith("…") or "character is" in text]
    characters = next(panel for panel in sheet.panels if panel.id == "characters")
    ids = {id for row in characters.rows for id in row.ids}
    assert not ids  # every change of an army's or officer's character is told by a row of its own
    elsewhere = [row for panel in sheet.panels if panel.id != "characters" for row in panel.rows]
    alone = [row for row in elsewhere if all(anchor.startswith("11.4") for anchor in row.sections)]
    assert alone == []  # a third of one army's Infantry, rounded down, is no rule for all fractions
