"""A law of the drafts of `tables --propose`: whatever a text says, what was drafted can all be kept as it
stands; the edition is read, and none of its words is stale.
"""

from __future__ import annotations

import re
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


def _kept(text: str, folder: Path) -> tuple[Path, str]:
    """The edition of a text of whose draft everything is kept, and the draft."""
    place, edition = folder / "text.md", folder / "edition"
    place.write_text(text, encoding="utf-8")
    code, printed = _run("tables", str(place), "--propose", "--out", str(edition))
    assert code == 0, printed
    file = edition / "mechanics.toml"
    drafted = file.read_text(encoding="utf-8")
    file.write_text(drafted.replace('decision = "open"', 'decision = "keep"'), encoding="utf-8")
    return edition, drafted


def _holds_where_all_is_kept(text: str, folder: Path) -> None:
    edition, drafted = _kept(text, folder)
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


@pytest.mark.parametrize(
    ("said", "chance", "facts"),
    [
        # 12+ on a d20, two less: 14+ is 7 of 20.
        ("A natural 20 always hits and a roll of 1 always misses.", "7/20", []),
        ("A roll of 20 always hits, regardless of the modifiers.", "7/20", []),
        ("A 13 always succeeds.", "2/5", []),  # one face more
        ("If the wind blows, a natural 13 always hits.", "7/20", ["the-wind-blows"]),
        ("A roll of 13 always hits a marble of glass.", "7/20", ["a-marble-of-glass"]),
    ],
)
def test_what_the_dice_alone_decide_is_drafted_by_their_faces(
    said: str, chance: str, facts: list[str], tmp_path: Path
) -> None:
    """Kept as it was drafted, a face decides by itself; whatever else the sentence asks is a fact."""
    text = (
        "# Marbles\n\n## 1.0 Flicking\n\nRoll a d20 to flick: on a 12+ the marble is struck. "
        f"Subtract 2 from the roll if the pavement is wet. {said}\n"
    )
    edition, drafted = _kept(text, tmp_path)
    asked = re.findall(r'(?m)^id = "(.*)"\nkind = "flag"', drafted)
    code, printed = _run("odds", str(edition), "flicking", "--when", "the-pavement-is-wet")
    assert code == 0, printed
    assert [each for each in asked if each != "the-pavement-is-wet"] == facts
    assert f": {chance} (" in printed, printed
    for fact in facts:
        _, printed = _run("odds", str(edition), "flicking", "--when", "the-pavement-is-wet", "--when", fact)
        assert ": 2/5 (" in printed, printed


@pytest.mark.parametrize(
    "text",
    [
        "# Billes\n\nUn jeu pour deux, dans la cour ou sur la route, avec des billes.\n\n## 1.0 Tir\n"
        "\nLancez un D6 pour le tir : sur 4+ la bille est touchée. Un 1 naturel est toujours un échec. Un "
        "échec coûte 2 points. Un 6 réussit toujours.\n",
        "# Murmeln\n\nEin Spiel für zwei, auf dem Hof oder an der Straße, mit allen Murmeln.\n\n## 1.0 Wurf\n"
        "\nWirf einen W6 für den Wurf: bei 4+ ist die Murmel getroffen. Eine natürliche 1 ist immer ein "
        "Fehlschlag. Ein Fehlschlag kostet 2 Punkte. Eine 6 trifft immer.\n",
    ],
)
def test_faces_are_drafted_in_other_languages(text: str, tmp_path: Path) -> None:
    edition, drafted = _kept(text, tmp_path)
    assert re.findall(r'operation = "(.*)"\nfaces = (\d+)', drafted) == [("fail", "1"), ("pass", "6")]
    assert "kind = " not in drafted  # nothing that a player would have to tell
    assert _run("tables", str(edition))[0] == 0
