"""A law of the drafts of `tables --propose`: whatever a text says, what was drafted can all be kept as it
stands; the edition is read, and none of its words is stale.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from test_cases import cases
from thoroughness import few, sparing

from vfdoc.cli import main

GAMES = sorted(each for each in (Path(__file__).parent / "games").glob("*/rules.*"))
PROPOSED = [case for (case,) in (each.values for each in cases() if each.id.startswith("proposed: "))]
TEXTS = [
    text for case in PROPOSED for name, text in case.files.items() if name.count(".") and "/" not in name
]


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words, prog_name="vfdoc")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout + result.stderr


def _holds_where_all_is_kept(text: str, folder: Path) -> None:
    place, edition = folder / "text.md", folder / "edition"
    place.write_text(text, encoding="utf-8")
    code, printed = _run("tables", str(place), "--propose", "--out", str(edition))
    assert code == 0, printed
    file = edition / "mechanics.toml"
    drafted = file.read_text(encoding="utf-8")
    file.write_text(drafted.replace('decision = "open"', 'decision = "keep"'), encoding="utf-8")
    code, printed = _run("tables", str(edition))
    assert code == 0, f"{printed}\n{text}\n{drafted}"
    _, printed = _run("check", str(edition), "--select", "stale-statement", "--no-notes")
    assert "stale-statement" not in printed, f"{printed}\n{text}\n{drafted}"


@pytest.mark.parametrize("game", sparing(GAMES), ids=lambda game: game.parent.name)
def test_drafts_of_a_game_hold_where_all_is_kept(game: Path, tmp_path: Path) -> None:
    _holds_where_all_is_kept(game.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.parametrize("text", few(TEXTS), ids=lambda text: text.split("\n")[0])
def test_drafts_of_other_texts_hold_where_all_is_kept(text: str, tmp_path: Path) -> None:
    _holds_where_all_is_kept(text, tmp_path)
