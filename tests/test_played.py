"""Tables that were read before: played from the cache, without reading, and the same to the byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_cache import entries, run
from thoroughness import sparing

from vfdoc import assets
from vfdoc.store import disk


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to work in, and an empty cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path / "cache"))


ROLLS = {
    "name": ["roll", "vf-1e", "hit"], "document": ["roll", "vf-1e/sheet", "hit"],
    "amends": ["odds", "vf-lwtv", "hit", "--over", "attack"],
    "compared": ["roll", "vf-1e", "hit", "vf-2e", "--compare"],
    "noted": ["roll", "copy.md", "hit"], "as": ["roll", "copy.md", "hit", "--as", "vf-1e"],
}  # fmt: skip


@pytest.mark.parametrize("what", sparing(sorted(ROLLS, key=lambda what: what not in ("amends", "noted")), 2))
def test_tables_read_before_are_played_without_reading(what: str) -> None:
    """Another question than the first, too: it is the tables that are kept, not the answer."""
    shutil.copy(assets.folder("rulesets") / "vf-1e" / "rules.md", "copy.md")
    first, other = ROLLS[what], [*ROLLS[what], "--when", "attack=melee"]
    off = [run(*question, VFDOC_CACHE="off") for question in (first, other)]
    fresh = run(*first)
    assert fresh[3]
    again = [run(*question) for question in (first, other)]
    assert [each[:3] for each in again] == [each[:3] for each in off]
    assert fresh[:3] == off[0][:3]
    assert off[0][1] != off[1][1]
    assert not any(each[3] for each in again)
    assert (b"taken for vf-1e" in again[0][2]) == (what == "noted")


def test_tables_are_played_anew_where_a_text_or_a_word_changed() -> None:
    for name in ("vf-1e", "vf-lwtv"):
        shutil.copytree(assets.folder("rulesets") / name, name)

    def rolled() -> tuple[bytes, bool]:
        _, out, _, loaded = run("roll", "vf-lwtv", "valour")
        return out, bool(loaded)

    first = rolled()
    assert rolled() == (first[0], False)
    for file in ("vf-lwtv/sheet.md", "vf-1e/rules.md", "vf-1e/glossary.toml", "vf-lwtv/words.toml"):
        with Path(file).open("a", encoding="utf-8") as text:
            text.write("\n")
        assert rolled() == (first[0], True), file
        assert rolled() == (first[0], False), file
    base = Path("vf-1e/rules.md")
    rules = base.read_text(encoding="utf-8")
    base.write_text(rules.replace("phase, add 2", "phase, add 3"), encoding="utf-8")
    changed = rolled()
    assert changed[0] != first[0]
    assert changed[1]
    assert rolled() == (changed[0], False)


@pytest.mark.parametrize(
    "value", sparing([{"mechanics.Mechanics": []}, None, {"os.system": ["true"]}, {"a": 1}])
)
def test_tables_of_another_shape_are_none(tmp_path: Path, value: object) -> None:
    fresh = run("roll", "vf-1e", "hit")
    (entry,) = (path for path in entries(tmp_path) if path.name.startswith("play"))
    disk.save(entry.stem, value)
    assert run("roll", "vf-1e", "hit")[:3] == fresh[:3]
