"""What the site's builds keep from one to the next: nothing but time."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.model.mechanics import Limit
from vfdoc.pipeline import sheets
from vfdoc.pipeline.cached_stages import CachedStages
from vfdoc.sheet.typeset import typeset
from vfdoc.site import page_cache
from vfdoc.site.sheets import fit_in_type, set_in_type
from vfdoc.store import disk

TERM = '[terms.fate]\nen = ["fate"]\ndefined = { vf-1e = "4.0" }\nmeans = "What nobody can foresee."\n'
RULESETS = Path(__file__).resolve().parent.parent / "rulesets"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two editions, one of which supersedes the other, in ./rulesets; a cache of their own."""
    for name in ("vf-1e", "vf-2e"):
        shutil.copytree(RULESETS / name, tmp_path / "rulesets" / name)
    shutil.copytree(RULESETS / "games", tmp_path / "rulesets" / "games")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path / "cache"))
    return tmp_path


def built(paths: tuple[str, ...] = ()) -> dict[str, bytes]:
    return pipeline.site(pipeline.read_all(paths))


def clean(monkeypatch: pytest.MonkeyPatch, paths: tuple[str, ...] = ()) -> dict[str, bytes]:
    with monkeypatch.context() as off:
        off.setenv("VFDOC_CACHE", "off")
        return built(paths)


@pytest.mark.thorough
def test_a_build_from_the_cache_is_a_clean_build(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = built()
    entries = sorted(os.listdir(shelf / "cache" / "entries"))
    kinds = {name.partition("-")[0] for name in entries}
    assert kinds >= {"mechanics", "findings", "comparison", "sheet", "pages"}
    assert built() == first == clean(monkeypatch)
    assert sorted(os.listdir(shelf / "cache" / "entries")) == entries
    rules = shelf / "rulesets" / "vf-1e" / "rules.md"
    rules.write_text(rules.read_text().replace("subtract 1 from the roll", "subtract 2 from the roll"))
    edited = built()
    assert first != edited == clean(monkeypatch)
    own = shelf / "rulesets" / "vf-1e" / "glossary.toml"
    own.write_text(TERM)
    other = built()
    assert other["vf-1e/glossary.html"] != edited["vf-1e/glossary.html"]
    assert other["vf-2e/glossary.html"] == edited["vf-2e/glossary.html"]
    assert other == clean(monkeypatch)
    game = shelf / "rulesets" / "games" / "valour-and-fortitude" / "wording.toml"
    game.write_text(game.read_text().replace('"the attacker skirmishes"', '"the attackers are scattered"'))
    worded = built()
    assert b"the attackers are scattered" in worded["vf-2e/tables.html"]  # its game is that of vf-1e
    assert worded == clean(monkeypatch)


# How many editions' pages are made anew where one is edited: its own, and those of which they say something
# else now.
ANEW = {
    "vf-1e/rules.md": 2,
    "vf-2e/rules.md": 2,
    "vf-fr-2.9/sheet.md": 2,
    "vf-lwtv/sheet.md": 1,
    "vf-2e/edition.toml": 4,  # the switch on every page of the game names its version
}


@pytest.mark.thorough
def test_whichever_edition_is_edited_a_build_is_a_clean_build(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("vf-fr-2.9", "vf-lwtv"):
        shutil.copytree(RULESETS / name, shelf / "rulesets" / name)
    built()
    entries = shelf / "cache" / "entries"
    for name, anew in ANEW.items():
        path = shelf / "rulesets" / name
        path.write_text(edited(path.read_text()))
        before = set(entries.glob("pages-*"))
        found = built()
        assert found == clean(monkeypatch), name
        assert len(set(entries.glob("pages-*")) - before) == anew, name
    fewer = ("rulesets/vf-2e", "rulesets/vf-1e")
    assert built(fewer) == clean(monkeypatch, fewer)
    assert b"vf-lwtv" not in built(fewer)["vf-1e/index.html"]


def edited(text: str) -> str:
    """A text with a word more in a numbered title and in a paragraph; of an edition.toml in its version."""
    if text.startswith("title"):
        return text.replace('version = "', 'version = "new ', 1)
    title = re.search(r"^#+ \d.*$", text, re.MULTILINE)
    words = next(line for line in text.split("\n") if len(line) > 60 and line[0] not in "#|")
    text = text.replace(title[0], f"{title[0]} Anew") if title else text
    return text.replace(words, f"{words} So be it.")


@pytest.mark.thorough
def test_a_damaged_entry_is_made_anew(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = built()
    folder = shelf / "cache" / "entries"
    for entry in folder.iterdir():
        key = entry.name.removesuffix(".json")
        disk.save(key, {"mechanics.Modifier": [1, 2]} if "mechanics" in key else [{"no.Class": []}])
    assert built() == first


def test_a_page_is_set_only_where_something_else_stands_on_it(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built()
    entries = sorted(os.listdir(shelf / "cache" / "entries"))
    assert {name.partition("-")[0] for name in entries} >= {
        "mechanics", "findings", "comparison", "sheet", "pages"
    }  # fmt: skip
    rules = shelf / "rulesets" / "vf-1e" / "rules.md"
    words = next(line for line in rules.read_text().split("\n") if len(line) > 60 and line[0] not in "#|")
    rules.write_text(rules.read_text().replace(words, f"{words} So be it."))
    render, made = page_cache.render, []

    def rendered(template: str, values: dict[str, object]) -> bytes:
        made.append((values["own"], template))
        return render(template, values)

    with monkeypatch.context() as counted:
        counted.setattr(page_cache, "render", rendered)
        found = built()
    assert sum(edition == "vf-1e" for edition, _ in made) <= 4  # its chapter, the whole, the sheet
    assert {"tables.html", "map.html", "search.html", "glossary.html"}.isdisjoint(each for _, each in made)
    assert found == clean(monkeypatch)


@pytest.mark.thorough
def test_what_was_noted_of_the_last_time_may_be_anything(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built()
    rules = shelf / "rulesets" / "vf-1e" / "rules.md"
    for n, odd in enumerate((None, 7, "../../etc", "pages-0")):
        noted = sorted((shelf / "cache" / "entries").glob("last-*"))
        assert noted
        for entry in noted:
            disk.save(entry.name.removesuffix(".json"), odd)
        rules.write_text(rules.read_text() + f"\nMore {n}.\n")
        assert built() == clean(monkeypatch)


def test_how_a_sheet_fits_does_not_hang_on_its_fingerprint() -> None:
    read = pipeline.with_quantities(pipeline.read(str(RULESETS / "vf-1e")))
    plan = sheets.plan_of(read)
    found = sheets.sheet(read, plan)
    other = replace(found, fingerprint="0123456789ab" * 3)
    assert other != found
    fit = fit_in_type(replace(found, fingerprint=""), plan)
    for each in (found, other):
        assert set_in_type(each, plan, fit) == typeset(each, plan).pdf


def test_values_come_back_as_they_went(shelf: Path) -> None:
    plain = (None, True, 1.5, "é", b"\x00\xff", (), ((1,), "x"))
    values = (*plain, {"a": (1,)}, frozenset({"b"}), Limit("units", 3))
    asked = 0

    def make() -> object:
        nonlocal asked
        asked += 1
        return values

    for _ in range(2):
        assert CachedStages().by_value("test", ("key",), make) == values
    assert asked == 1
    again = CachedStages().by_value("test", ("key",), make)
    assert isinstance(again, tuple)
    assert list(map(type, again)) == list(map(type, values))


def test_what_is_no_value_of_the_model_is_not_kept(shelf: Path) -> None:
    odd = object()
    assert CachedStages().by_value("test", ("odd",), lambda: odd) is odd
    assert CachedStages().by_value("test", (odd,), lambda: 1) == 1
    assert not (shelf / "cache" / "entries").exists()


def test_nothing_is_kept_of_a_text_without_an_edition(shelf: Path) -> None:
    (shelf / "lone.txt").write_text("1.0 One\n\nWords (1.1).\n\n1.1 Two\n\nMore.\n")
    CachedStages().of("test", (pipeline.read("lone.txt"),), lambda: 1)
    assert not list((shelf / "cache").rglob("test-*"))


@pytest.mark.thorough
def test_builds_of_two_processes_are_the_same(shelf: Path) -> None:
    """The order of a set differs from process to process."""
    named = () if THOROUGH else ("rulesets/vf-2e",)
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", "from vfdoc.cli import main; main()", "build", *named, "--out", seed],
            env={**os.environ, "PYTHONHASHSEED": seed, "VFDOC_CACHE": "off"},
            check=True,
            capture_output=True,
        )
    found = [
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (shelf / "1", shelf / "2")
    ]
    assert found[0] == found[1]
