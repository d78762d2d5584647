"""What is remembered changes nothing but speed: a text checked after an edit gives what a fresh check gives.

The edits are drawn at random and repeat from run to run. What was remembered of the state before is
still there when the edited text is checked, and is dropped before it is checked anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from vfdoc import assets, pipeline
from vfdoc.model import Document, Finding
from vfdoc.model.extract import extracts
from vfdoc.model.mechanics import Mechanics
from vfdoc.model.remembered import forget, latest, remembered
from vfdoc.reading.mechanics import sections
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import read_source, source_of

_EDITS = 8  # one after the other, each of the text that the last one left
_SHORT = 40  # characters of a line that is likely a title or a cell, on which others depend
_WORDS = (
    "Units add 2 to hit. ", "shaken ", "(8.5) ", "| 4+ ", "+1 if the target is in cover; ", "Valour Tests ",
    "Melee Modifiers ", "up to a maximum of 3. ",
)  # fmt: skip


def edited(lines: Sequence[str], random: Random) -> list[str]:
    """The lines with one of them changed, cut, put in, taken out, doubled or moved; every other time a
    short one, and every third with nothing but a line end."""
    out = list(lines)
    telling = [at for at, line in enumerate(out) if 0 < len(line) < _SHORT or line.startswith("#")]
    at = random.choice(telling) if telling and random.random() < 0.5 else random.randrange(len(out))
    to, words = random.randrange(len(out)), random.choice(_WORDS)
    match random.randrange(9):
        case 0 | 1:
            column = random.choice((0, len(out[at]), random.randint(0, len(out[at]))))
            out[at] = f"{out[at][:column]} {words}{out[at][column:]}"
        case 2:
            out[at] = out[at][: len(out[at]) // 2]
        case 3:
            out.insert(at, words)
        case 4:
            del out[at]
        case 5:
            out.insert(to, out.pop(at))
        case _:
            out.insert(at, "")
    return out or [""]


def checked(path: Path, as_edition: str | None = None) -> tuple[tuple[Finding, ...], Mechanics]:
    """What the checks find in a text or edition, and its mechanics."""
    read = pipeline.with_mechanics(pipeline.read(str(path), as_edition))
    return pipeline.check(read), pipeline.mechanics(read)


def assert_law(path: Path, seed: int, of: Path, as_edition: str | None = None) -> None:
    """Edits the text of `path` again and again, and holds what is found in `of` (that text, or the edition
    that it belongs to) against a fresh check."""
    random, lines = Random(seed), path.read_text(encoding="utf-8").split("\n")
    checked(of, as_edition)
    for _ in range(_EDITS):
        lines = edited(lines, random)
        path.write_text("\n".join(lines), encoding="utf-8")
        again = checked(of, as_edition)
        forget()
        assert again == checked(of, as_edition)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e", "vf-fr-2.9"])
def test_an_edited_edition_is_checked_as_a_fresh_one(edition: str, seed: int, tmp_path: Path) -> None:
    folder = tmp_path / edition
    shutil.copytree(assets.folder("rulesets") / edition, folder)
    files = sorted(folder.glob("*.md"))
    assert_law(files[seed % len(files)], seed, folder)


@pytest.mark.parametrize("name", ["vf-1e", "vf-2e", "vf-lwtv"])
def test_an_edited_original_is_checked_as_a_fresh_one(name: str, originals: Path, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.txt"
    path.write_text(read_source(originals / f"{name}.txt").text, encoding="utf-8")
    assert_law(path, len(name), path, name)


ABOVE = (
    ("## 5.0 Fire\n\n### 5.1 Losses\n\nAdd 1 if the unit is shaken.\n", "Fire", "Valour Tests"),
    (
        "## 5.0 Melee\n\nNo limit.\n\n### 5.1 Help\n\nAdd 1 to the melee value for each supporting unit.\n",
        "No limit",
        "Support adds up to a maximum of 3 units",
    ),
)


@pytest.mark.parametrize(("text", "old", "new"), ABOVE)
def test_what_stands_above_a_section_is_asked_again(text: str, old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(text, encoding="utf-8")
    _, before = checked(path)
    path.write_text(text.replace(old, new), encoding="utf-8")
    again = checked(path)
    forget()
    assert again == checked(path)
    assert (again[1].modifiers, again[1].tests) != (before.modifiers, before.tests)


def test_a_cell_that_moves_within_its_table_is_found_again(originals: Path, tmp_path: Path) -> None:
    path = tmp_path / "fortune-and-glory.txt"
    lines = read_source(originals / "fortune-and-glory.txt").text.split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")
    read = pipeline.with_mechanics(pipeline.read(str(path), "fortune-and-glory"))
    last = [x.rows[-1] for x in pipeline.mechanics(read).lookups if x.rows[-1].lines]
    assert last
    for row in last[:3]:
        at = row.lines[-1] - 1
        path.write_text("\n".join([*lines[:at], "", *lines[at:]]), encoding="utf-8")
        again = checked(path, "fortune-and-glory")
        forget()
        assert again == checked(path, "fortune-and-glory")
        path.write_text("\n".join(lines), encoding="utf-8")
        checked(path, "fortune-and-glory")


def test_a_line_put_in_above_everything_moves_what_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    text = (assets.folder("rulesets") / "vf-2e" / "rules.md").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    findings, mechanics = checked(path)
    path.write_text(f"\n\n{text}", encoding="utf-8")
    moved, same = checked(path)
    assert [f.line + 2 for f in findings] == [f.line for f in moved]
    assert [replace(m, line=m.line + 2) for m in mechanics.modifiers] == list(same.modifiers)


def counted(function: Callable[..., Any]) -> int:
    """How often a remembered function had to work a result out."""
    return int(function.cache_info().misses)  # type: ignore[attr-defined]


def test_after_one_line_was_edited_only_its_section_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    text = (assets.folder("rulesets") / "vf-2e" / "rules.md").read_text(encoding="utf-8")
    lines = text.split("\n")
    prose = [at for at, line in enumerate(lines) if len(line) > 80 and line[0].isalpha()]
    forget()
    path.write_text(text, encoding="utf-8")
    checked(path)
    assert counted(sections._stated) > 50
    for at in prose[::9]:
        before = counted(sections._stated)
        path.write_text("\n".join([*lines[:at], f"{lines[at]} Indeed.", *lines[at + 1 :]]), encoding="utf-8")
        checked(path)
        path.write_text("\n".join([*lines[:at], "", *lines[at:]]), encoding="utf-8")
        checked(path)
        # A section with a table below one another reads as far as a cell may stand.
        assert counted(sections._stated) - before <= 4


def document(text: str) -> Document:
    """The only document of a text."""
    return read_copy(source_of(text, name="rules.md"), None, "made").documents[0]


def test_equal_sections_are_one_extract_wherever_they_stand() -> None:
    first = document("## 1.0 One\n\nA unit moves.\n\n## 2.0 Two\n\n| a | b |\n|---|---|\n| c | 4+ |\n")
    second = document(
        "## 1.0 One\n\nA unit halts.\n\n\n## 2.0 Two\n\n| a | b |\n|---|---|\n| c | 4+ |\n\nMore.\n"
    )
    one, two = extracts((first,))
    other, more = extracts((second,))
    assert one.extract is not other.extract
    assert two.extract is not more.extract  # it has a paragraph more
    assert extracts((document("\n\n## 1.0 One\n\nA unit moves.\n"),))[0].extract is one.extract
    assert (one.above, two.above) == (0, 4)
    assert all(placed.extract.section.line == 1 for placed in (one, two, other, more))


def test_what_is_remembered_is_bounded_and_dropped_in_one_place() -> None:
    asked: list[int] = []

    @remembered(2)
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [twice(number) for number in (1, 1, 2, 3, 1)] == [2, 2, 4, 6, 2]
    assert asked == [1, 2, 3, 1]  # the third took the place of the first
    forget()
    assert twice(1) == 2
    assert asked == [1, 2, 3, 1, 1]


def test_the_latest_is_known_by_being_the_same_object() -> None:
    asked: list[tuple[str, ...]] = []

    @latest
    def first(words: tuple[str, ...]) -> str:
        asked.append(words)
        return words[0]

    one = ("a", "b")
    equal = one[:1] + one[1:]
    assert (first(one), first(one), first(equal), first(one)) == ("a", "a", "a", "a")
    assert len(asked) == 3
    forget()
    assert first(one) == "a"
    assert len(asked) == 4
