"""A condition that was not read is never "always": sentences of many games, and a law over generated ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model.mechanics import Modifier

TWENTY = [  # what a rule of some game says, and a word of it that nobody has described
    "Subtract 3 from hit tests in fog.",
    "Add 2 to hit tests unless the target is hidden.",
    "Against trolls, add 1 to hit tests.",
    "At night, subtract 1 from hit tests.",
    "Subtract 2 from hit tests against a figure behind a wall.",
    "Add 1 to the hit test (elves only).",
    "In the first round only, add 2 to hit tests.",
    "Ships that anchored add 1 to hit tests.",
    "Subtract 1 from hit tests for each broken mast.",
    "Double-shotted guns add 2 to hit tests.",
    "Subtract 1 from hit tests while the ship is aground.",
    "Add 1 to hit tests if the crew is veteran or drunk.",
    "Droids add 1 to hit tests.",
    "Subtract 4 from hit tests through smoke.",
    "Add 3 to hit tests with a targeting computer.",
    "Hit tests are made at -2 in vacuum.",
    "Add 1 to hit tests once per game.",
    "Add 1 to hit tests in your own turn.",
    "Add 1 to hit tests if the attacker is shaken and cursed.",
    "Add 2 to hit tests. This does not apply to summoned creatures.",
    "Add 2 to hit tests if the attacker is shaken; however, wizards never do.",
]

TEMPLATES = [
    "Subtract 3 from hit tests {}.",
    "{}, add 1 to hit tests.",
    "Add 1 to hit tests ({}).",
    "Add 1 to hit tests if the attacker is shaken {}.",
    "Add 1 to hit tests if the attacker is shaken, but only {}.",
    "Add 1 to hit tests. This does not apply {}.",
    "Add 1 to hit tests of cavalry. However, not {}.",
    "The following apply {}:\n\n- -1 to hit tests\n- +1 to hit tests of cavalry",
    "{}:\n\n- add 2 to hit tests if the attacker is shaken",
    "| Hit test | Modifier |\n|---|---|\n| {} | -3 to hit |",
    "| Hit test | {} |\n|---|---|\n| Cavalry | -3 to hit |",
    "| Hit test | Modifier |\n|---|---|\n| Cavalry | -3 to hit * |\n\n\\* {}",
]
WORDS = [
    "in fog", "at night", "behind a wall", "against goblins", "through smoke", "while becalmed",
    "on the second day", "beyond the reef", "when hungry", "under a full moon", "for ranks of halberdiers",
    "near a shield generator", "during a thunderstorm", "with a torpedo lock",
]  # fmt: skip


EDITION = (  # the words of a game are known; those of others are not
    'title = "Rules"\nlanguage = "en"\ngame = "valour-and-fortitude"\n\n'
    '[[documents]]\nid = "rules"\nfile = "rules.md"\n'
)


def rows(folder: Path, texts: Sequence[str]) -> tuple[Modifier, ...]:
    """The rows of a text with a section for each of these."""
    path = folder / "rules.md"
    parts = (f"## {n}.0 Hit tests\n\n{text}\n" for n, text in enumerate(texts, 1))
    path.write_text("# Rules\n\n" + "\n".join(parts), encoding="utf-8")
    (folder / "edition.toml").write_text(EDITION, encoding="utf-8")
    found = pipeline.with_mechanics(pipeline.read(str(folder))).rulebook.mechanics
    assert found is not None
    return found.modifiers


def test_of_twenty_sentences_none_is_always(tmp_path: Path) -> None:
    found = rows(tmp_path, TWENTY)
    assert {row.section for row in found} == {f"{n}.0" for n in range(1, len(TWENTY) + 1)}
    assert [row.condition for row in found if row.status == "executable"] == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_an_unknown_condition_leaves_no_row_executable(template: str, tmp_path: Path) -> None:
    """Whatever stands around a change and was not understood is in its row, and nothing executes it."""
    texts = [template.format(words) for words in WORDS]
    texts += [template.format(words.capitalize()) for words in WORDS]
    found = rows(tmp_path, texts)
    assert len({row.section for row in found}) == len(texts), "a change was not found at all"
    assert [(row.condition, row.unread) for row in found if row.status == "executable"] == []


def test_words_in_place_of_unknown_ones_leave_rows_executable(tmp_path: Path) -> None:
    """The law is not kept by understanding nothing."""
    known = ["Subtract 3 from hit tests if the attacker is shaken.", "Cavalry add 1 to hit tests."]
    found = rows(
        tmp_path, [*known, "Add 1 to hit tests.", "| Hit test | Modifier |\n|---|---|\n| Cavalry | -3 |"]
    )
    assert [row.status for row in found] == ["executable"] * 4


def test_no_row_is_dropped_by_an_answer(tmp_path: Path) -> None:
    """Each row of a test applied, did not apply, or is named as not computed."""
    texts = ["Roll a D6 for a hit test. On a 4+, the hit test is passed.", *TWENTY]
    found = [row for row in rows(tmp_path, texts) if row.of == "hit"]
    done = CliRunner().invoke(main, ["roll", str(tmp_path), "hit", "--format", "json"])
    assert done.exit_code == 0, done.output
    for row in found:
        assert f'"id": "{row.id}"' in done.output


@pytest.mark.parametrize(("left", "right"), list(product(WORDS[:3], WORDS[3:6])))
def test_two_unknown_conditions_are_both_named(left: str, right: str, tmp_path: Path) -> None:
    (row,) = rows(tmp_path, [f"Subtract 1 from hit tests {left} if the attacker is {right}."])
    said = " ".join(row.unread)
    assert all(words.split()[-1] in said for words in (left, right))


def test_pages_and_sheet_say_so(tmp_path: Path) -> None:
    """On the pages and on the sheet the words stand, and never "always"."""
    text = "Roll a D6 for a hit test. On a 4+, the hit test is passed.\n\nSubtract 3 from hit tests in fog."
    rows(tmp_path, [text])
    (tmp_path / "edition.toml").write_text(
        EDITION + '\n[[phases]]\nname = "Hits"\nsteps = ["1.0: Roll", "hit"]\n',
        encoding="utf-8",
    )
    files = pipeline.site([pipeline.read(str(tmp_path))])
    name = tmp_path.name.lower()
    whole = b"Subtract 3 from hit tests in fog."
    said = {path: data.decode() for path, data in files.items() if whole in data}
    pages = [path for path in said if path.endswith(".html")]
    assert any(path.endswith("tables.html") for path in pages), (name, sorted(files))
    assert not [path for path in pages if ">always<" in said[path]]
    for form in ("md", "html", "json"):
        done = CliRunner().invoke(main, ["sheet", str(tmp_path), "--format", form])
        assert "condition not read: Subtract 3 from hit tests in fog." in done.output, (form, done.output)
    for page in ("tables.html", "index.html"):  # the sentence whole, not the words that were not read
        found = next(data for path, data in files.items() if path.endswith(f"{tmp_path.name.lower()}/{page}"))
        assert b"Not computed. The text says:" in found
        assert b"condition not read" not in found
