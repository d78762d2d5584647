"""The README says what the program does: its examples run, and no command is missing from it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_cases import check, commands

from vfdoc.checks import ALL_CHECKS
from vfdoc.cli import main

SHEETS = """# Our house rules

## 9.0 Tests

### 9.1 Valour test

Roll a D6 for a valour test. It is passed on a 4+. If it is failed, the unit falls back 6".

### 9.2 Hit test

Roll a D6 for a hit test; it hits on a 4+. Add 1 to the hit test if the target is outflanked.

## 10.0 Guards

### 10.1 Old Guard

Add 2 to valour tests if the unit is in square.
"""
ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
HERE = re.compile(r"^\$ cat > (\S+) <<'END'\n(.*?)^END\n", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [block for found, block in BLOCKS if found == kind]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments, prog_name="vfdoc")
    return result.exit_code, result.stdout + result.stderr


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Any folder: empty, but for the files that the README says how to write, and somebody's Word file."""
    monkeypatch.chdir(tmp_path)
    for name, text in HERE.findall(README):
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "tests" / "documents" / "skirmish.docx", tmp_path / "my-rules.docx")
    return tmp_path


@pytest.mark.parametrize("command", main.commands)
def test_every_command_is_documented(command: str) -> None:
    assert f"vfdoc {command}" in README


def test_every_check_has_a_line_in_the_table_of_faults() -> None:
    table = README.partition("| fault | what it says |")[2].partition("\n\n")[0]
    assert [code for code in ALL_CHECKS if f"`{code}`" not in table] == []


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.split("\n")[0])
def test_examples_print_what_they_show(block: str) -> None:
    for command, expected in commands(HERE.sub("", block)):
        code, printed = run(*shlex.split(command)[1:])
        check(command, printed + (f"exit {code}\n" if code else ""), expected)


def test_the_drafts_of_the_example_answer_where_all_is_kept(folder: Path) -> None:
    """Whoever follows the commands and keeps what was drafted is answered, with nothing else at hand."""
    (block,) = (each for each in blocks("console") if "--propose --out tacking" in each)
    for command, _ in commands(HERE.sub("", block)):
        run(*shlex.split(command)[1:])
    drafted = (folder / "tacking" / "mechanics.toml").read_text(encoding="utf-8")
    kept = drafted.replace('decision = "open"', 'decision = "keep"')
    (folder / "tacking" / "mechanics.toml").write_text(kept, encoding="utf-8")
    (asked,) = (each for each in blocks("text") if "$ vfdoc roll tacking" in each)
    for command, expected in commands(asked):
        code, printed = run(*shlex.split(command)[1:])
        check(command, printed, expected)
        assert code == 0, printed
    code, printed = run("check", "tacking")
    assert code == 0, printed


def test_the_commands_that_show_nothing_run() -> None:
    lines = [line for block in blocks("") for line in block.split("\n") if line.startswith("vfdoc ")]
    assert len(lines) > 5
    for line in lines:
        code, printed = run(*shlex.split(line, comments=True)[1:])
        assert code in (0, 1), f"{line}: {printed}"


def test_the_situation_is_one(folder: Path) -> None:
    (situation,) = (block for block in blocks("toml") if block.startswith("[attacker]"))
    (folder / "battle.toml").write_text(situation, encoding="utf-8")
    assert "`vfdoc roll vf-2e hit --situation battle.toml`" in README
    code, printed = run("roll", "vf-2e", "hit", "--situation", "battle.toml")
    assert code == 0, printed


def test_the_edition_and_its_sheet_are_read(folder: Path) -> None:
    """What `[sheet]` names must stand in the rules; those of this test have it."""
    described, worded = (b for b in blocks("toml") if b.startswith(("title", "[sheet]")))
    (folder / "rules.md").write_text(SHEETS, encoding="utf-8")
    (folder / "edition.toml").write_text(described, encoding="utf-8")
    code, printed = run("check", ".")
    assert code == 0, printed
    named = described.replace('amends = "vf-1e"', 'game = "valour-and-fortitude"')
    own = named.replace("[[documents]]", worded + "\n[[documents]]")
    (folder / "edition.toml").write_text(own, encoding="utf-8")
    code, printed = run("sheet", ".")
    assert code == 0, printed
    assert "Old Guard" in printed


def test_the_pair_is_forced(folder: Path) -> None:
    (pairs,) = (block for block in blocks("toml") if block.startswith("[[pair]]"))
    for name in ("vf-1e", "vf-2e"):
        shutil.copytree(ROOT / "rulesets" / name, folder / "rulesets" / name)
    (folder / "rulesets" / "vf-2e" / "concordance.toml").write_text(pairs, encoding="utf-8")
    code, printed = run("diff", "vf-1e", "vf-2e", "--format", "json")
    assert code == 0, printed
    forced = [pair for pair in json.loads(printed)["sections"] if pair["by"] == "forced"]
    assert [(pair["old"], pair["new"]) for pair in forced] == [(["6.3", "6.7"], ["6.5"])]


def test_the_lesson_holds(folder: Path) -> None:
    (lesson,) = (block for block in blocks("toml") if block.startswith("[[lesson]]"))
    for name in ("vf-1e", "vf-2e"):
        shutil.copytree(ROOT / "rulesets" / name, folder / "rulesets" / name)
    (folder / "rulesets" / "vf-2e" / "lessons.toml").write_text(lesson, encoding="utf-8")
    code, printed = run("diff", "vf-1e", "vf-2e", "--format", "json")
    assert code == 0, printed
    (found,) = json.loads(printed)["lessons"]
    assert found["holds"], found


def _stated() -> list[str]:
    """The rows of a described game, and those of a game of other dice."""
    return [block for block in blocks("toml") if block.startswith("# mechanics.toml")]


def test_a_game_of_other_dice_is_stated(folder: Path) -> None:
    """A crack crew's nerve is 8; seven paces are five beyond two, two whole steps and a part: 3 less, so 5 or
    less of ten, and a 1 passes anyway."""
    rules = """# Rules

## 1.0 Crews

### 1.3 Halves

Halve, then round up.

### 1.6 Kinds of crew

| Crew | Guns | Sails | Nerve |
|---|---|---|---|
| Landsmen | 0 | 0 | 4 |
| Crack | 3 | 3 | 8 |

## 8.0 Nerve

### 8.2 The roll

Roll 1d10. If the roll is equal to or less than the ship's Nerve, she holds. A natural 1 always passes.

### 8.3 Distance

Subtract 1 for each two hexes of range, or part, beyond two.

### 8.4 The most

All that is never more than 3 in all.
"""
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    known = """
[[test]]
id = "tack"
section = "8.2"
words = "Roll 1d10"
dice = "1d10"
target = 7

[[fact]]
id = "range"
kind = "number"

[[fact]]
id = "crew"
kind = "choice"
values = ["landsmen", "crack"]

[[fact]]
id = "cover"
kind = "choice"
values = ["hard"]

[[fact]]
id = "leaving"
kind = "choice"
values = ["town"]
"""
    (folder / "mechanics.toml").write_text(_stated()[1] + known, encoding="utf-8")
    (folder / "edition.toml").write_text(
        'title = "Ours"\ndocuments = [{ id = "rules", file = "rules.md" }]\n', encoding="utf-8"
    )
    code, printed = run("check", ".", "--select", "stale-statement")
    assert code == 0, printed
    asked = ("odds", ".", "nerve-test", "--when", "crew=crack", "--when", "range=7")
    code, printed = run(*asked)
    assert code == 0, printed
    assert "50" in printed, printed


def test_the_statements_are_bound(folder: Path) -> None:
    """The rows of `mechanics.toml` in a text that has their words."""
    stated = _stated()[0]
    rules = """# Rules

## 1.0 Units

### 1.4 Leaders

Leaders are no units: they can neither attack nor be attacked.

## 2.0 Panic

### 2.1 Wolves

Wolves near: roll four or better, or flee.

## 5.0 Wounds

### 5.1 Flanks

A unit that is outflanked is shot at with add 1 as ever.

### 5.2 Worn out

A leader with as many wounds as nerve is worn out.

## 8.0 Attacks

### 8.2 Support

**8.2.2 Melee Support:** For each unit that lends melee support, add 2 to the melee value of the attacking
unit. A unit in open order adds only 1.

**8.3.1 Outflanked:** Add 1 to hit rolls if the target unit is outflanked.

## 12.0 Terrain

### 12.3 Garrisons

A garrison cannot be outflanked.
"""
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    (folder / "mechanics.toml").write_text(stated, encoding="utf-8")
    described = (
        'title = "House"\ngame = "valour-and-fortitude"\ndocuments = [{ id = "rules", file = "rules.md" }]\n'
    )
    (folder / "edition.toml").write_text(described, encoding="utf-8")
    code, printed = run("check", ".", "--select", "stale-statement")
    assert code == 0, printed
    value = ("roll", ".", "melee-value", "--set", "melee-value=4", "--set", "melee_supporter=1")
    code, printed = run(*value, "--when", "supporter.formation=open-order")
    assert "= 5" in printed, printed


def test_the_steps_are_bound_and_played(folder: Path) -> None:
    """The steps of `procedures.toml` in a text that has their words: six guns, each on 4+."""
    (stated,) = (block for block in blocks("toml") if block.startswith("# procedures.toml"))
    rules = """# Rules

## 4.0 Guns

### 4.2 Broadsides

Roll one die for each gun; each die that shows four or better strikes.

## 7.0 Fights

### 7.2 Results

**7.2.2 Determine Result:** Ties are won by the active side.
"""
    strike = """[[test]]
id = "strike"
dice = "1d6"
target = "4+"
section = "4.2"
words = "four or better"
"""
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    (folder / "procedures.toml").write_text(stated, encoding="utf-8")
    (folder / "mechanics.toml").write_text(strike, encoding="utf-8")
    described = (
        'title = "Ours"\ngame = "valour-and-fortitude"\ndocuments = [{ id = "rules", file = "rules.md" }]\n'
    )
    (folder / "edition.toml").write_text(described, encoding="utf-8")
    code, printed = run("odds", ".", "broadside", "--set", "guns=2")
    assert code == 0
    assert "none 1/4 (25.00%)" in printed
    assert "holed 3/4 (75.00%)" in printed


def test_every_toml_block_is_tried() -> None:
    assert [block.split("\n")[0].partition(" ")[0] for block in blocks("toml")] == [
        "[attacker]", "[[pair]]", "[[lesson]]", "title", "#", "#", "#", "[sheet]",
    ]  # fmt: skip


def test_the_words_of_contributing_are_read(folder: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (words,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    rule = "Subtract 1 from hit tests in fog."
    assert f'"{rule}" is a row of the test `hit` under `table.fog`' in text
    (folder / "rules.md").write_text(f"## 1.0 Hit tests\n\n{rule}\n", encoding="utf-8")
    (folder / "glossary.toml").write_text(words, encoding="utf-8")
    described = 'title = "Fog"\ndocuments = [{ id = "rules", file = "rules.md" }]\n'
    (folder / "edition.toml").write_text(described, encoding="utf-8")
    code, printed = run("tables", ".")
    assert code == 0
    assert re.search(r"^hit\n +−1 +table\.fog", printed, re.MULTILINE), printed


def test_the_rules_are_clean(folder: Path) -> None:
    (rules,) = blocks("markdown")
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    code, printed = run("parse", "rules.md", "--format", "json")
    assert code == 0
    assert '"number": "5.1.1"' in printed


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert example is not None
    exec(compile(example.group(1), "README.md", "exec"), {})
    assert "out-of-order" in capsys.readouterr().out
