"""The cache: what is unchanged prints the same to the byte; whatever is wrong with it costs only time."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from thoroughness import THOROUGH, sparing

from vfdoc import assets
from vfdoc.cli import main
from vfdoc.model.session import Session
from vfdoc.pipeline import check_report
from vfdoc.reading import rulebook
from vfdoc.store import disk

HEAVY = ("lark", "msgspec", "jinja2", "networkx", "charset_normalizer", "markdown_it", "vfdoc.reading")
TEXT = "# Rules\n\n## 1.1 Range\n\nFar, near and very near (see 1.2).\n\n## 1.3 Cover\n\nHalf.\n"
REPORT = check_report.CheckReport(("a note",), (("text\n", ""), ("more\n", "error")), True)


ALL_EDITIONS = pytest.param("all", marks=pytest.mark.thorough)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a text, and an empty cache beside it; gives the cache."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "rules.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(work)
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries(place: Path) -> list[Path]:
    """The entries, but for those of TOML files."""
    return sorted(path for path in place.rglob("*.json") if not path.name.startswith("toml"))


Ran = tuple[int, bytes, bytes, set[str]]
"""A command's exit code, output, errors, and what it loaded or read."""


def run(*arguments: str, **more: str) -> Ran:
    """A command in a process of its own, which says what heavy packages it loaded; where not all is to run,
    in this one, in a session of its own, and whether a text was read."""
    return in_process(*arguments, **more) if THOROUGH else loading(*arguments, **more)


def in_process(*arguments: str, **more: str) -> Ran:
    """A command in a process of its own."""
    code = (
        "import sys; from vfdoc.cli import main\n"
        "try: main(sys.argv[1:])\n"
        f"finally: sys.stderr.write('\\0' + ' '.join(m for m in {HEAVY} if m in sys.modules))"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, env={**os.environ, **more}, timeout=60)
    said, _, loaded = done.stderr.rpartition(b"\0")
    return done.returncode, done.stdout, said, set(loaded.decode().split())


def loading(*arguments: str, **more: str) -> Ran:
    """A command in this process, where everything is loaded: instead whether the reader was asked."""
    read: set[str] = set()
    with pytest.MonkeyPatch.context() as patch, Session().active():
        for stage in ("_outlined", "read_edition"):
            patch.setattr(rulebook, stage, noted(getattr(rulebook, stage), read))
        done = CliRunner().invoke(main, arguments, prog_name="vfdoc", env=more)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout_bytes, done.stderr_bytes, read


def noted(stage: Callable[..., object], read: set[str]) -> Callable[..., object]:
    def asked(*given: object, **named: object) -> object:
        read.add("vfdoc.reading")
        return stage(*given, **named)

    return asked


def edition(folder: Path) -> Path:
    """An edition with an acknowledged fault and an open one."""
    folder.mkdir()
    (folder / "rules.md").write_text(TEXT, encoding="utf-8")
    (folder / "edition.toml").write_text(
        'title = "House"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n', encoding="utf-8"
    )
    errata = "section = '1.1'\ntext = '1.2'\nshould = '1.3'\nwhy = 'A slip.'\n"
    (folder / "errata.toml").write_text(f"[[fault]]\nrule = 'dangling-reference'\n{errata}", encoding="utf-8")
    return folder


@pytest.mark.parametrize("form", sparing(["text", "json"]))
@pytest.mark.parametrize("what", ["file", "folder", "name", "document", "as", "noted", "two", ALL_EDITIONS])
def test_the_same_to_the_byte_and_without_reading(what: str, form: str, place: Path) -> None:
    edition(Path("house"))
    latin = "# Règles\n\n## 1.1 Portée\n\nÀ côté, voir 9.9.\n".encode("cp1252")
    Path("latin.md").write_bytes(latin)
    paths = {
        "file": ["rules.md"], "folder": ["house"], "name": ["vf-1e"], "document": ["vf-1e/sheet"],
        "as": ["rules.md", "--as", "vf-2e"], "noted": ["latin.md"], "two": ["house", "rules.md"], "all": [],
    }[what]  # fmt: skip
    check = in_process if (what, form) == ("file", "text") else run
    off = check("check", *paths, "--format", form, VFDOC_CACHE="off")
    fresh = check("check", *paths, "--format", form)
    assert len(entries(place)) == 1
    again = check("check", *paths, "--format", form)
    assert again[:3] == fresh[:3] == off[:3]
    assert fresh[3]
    assert not again[3]
    assert b"acknowledged" in fresh[1] or what in ("file", "document", "as", "noted")
    assert (b"taken for cp1252" in again[2]) == (what == "noted")


def test_help_loads_nothing_heavy() -> None:
    code, out, _, loaded = in_process("--help")
    assert code == 0
    assert out
    assert not loaded


def test_what_is_written_is_ours_alone_and_no_pickle(place: Path) -> None:
    run("check", "rules.md")
    (folder,) = place.iterdir()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for entry in folder.iterdir():
        assert stat.S_IMODE(entry.stat().st_mode) == 0o600
        assert json.loads(entry.read_bytes().partition(b"\n")[2])


@pytest.mark.parametrize("value", ["", "off"])
def test_it_can_be_switched_off(value: str, place: Path) -> None:
    assert run("check", "rules.md", VFDOC_CACHE=value)[0] == 1
    assert not place.exists()
    assert sorted(os.listdir()) == ["rules.md"]


def test_it_lies_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VFDOC_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    disk.save("aa", 1)
    assert entries(tmp_path / "xdg" / "vfdoc")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    disk.save("aa", 1)
    assert entries(tmp_path / "home" / ".cache" / "vfdoc")
    assert not Path("not").exists()


def key(*paths: str, as_edition: str | None = None, form: str = "text") -> str | None:
    return check_report._key(paths, as_edition, form)


def test_what_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    house = edition(Path("house"))
    keys = [key("rules.md"), key("rules.md", form="json"), key("rules.md", as_edition="vf-1e"), key("house")]
    keys += [key("./rules.md"), key(str(Path("rules.md").absolute())), key("house", "rules.md")]
    for file in ("rules.md", "house/rules.md", "house/edition.toml", "house/errata.toml"):
        with Path(file).open("a", encoding="utf-8") as text:
            text.write("\n")
        keys += [key("rules.md" if file == "rules.md" else "house")]
    (house / "words.toml").touch()
    keys += [key("house")]
    Path("games/club").mkdir(parents=True)
    for file in ("games/club/glossary.toml", "games/club/game.toml"):
        Path(file).touch()
        keys += [key("house")]
    Path("rulesets").mkdir()
    shutil.copytree(house, "rulesets/other")  # a text may be recognised as an edition beside it
    keys += [key("rules.md")]
    monkeypatch.setattr(sys, "version", "4.0")
    keys += [key("rules.md")]
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_the_code_and_the_grammars_belong_to_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key("rules.md")
    grammar = tmp_path / "grammar"
    shutil.copytree(assets.folder("grammar"), grammar)
    rulesets = assets.place("rulesets")
    monkeypatch.setattr(assets, "place", lambda room: str(grammar) if room == "grammar" else rulesets)
    other = key("rules.md")
    os.utime(grammar / "lines.lark", ns=(1, 1))
    changed = key("rules.md")
    (grammar / "de.toml").touch()
    assert len({before, other, changed, key("rules.md")}) == 4
    monkeypatch.undo()
    assert str(Path(check_report.__file__)) in set(disk._code(str(Path(check_report.__file__).parent)))


def test_a_link_elsewhere_changes_the_key() -> None:
    house = edition(Path("house"))
    before = key("house")
    Path("away.md").write_bytes((house / "rules.md").read_bytes())
    (house / "rules.md").unlink()
    (house / "rules.md").symlink_to(Path("away.md").absolute())
    assert before != key("house") is not None
    assert run("check", "house")[0] == 2


def test_where_there_is_no_key_nothing_is_kept(place: Path) -> None:
    assert key("missing.md") is not None  # as good as an edition's name, and unusable input is not kept
    assert run("check", "missing.md")[0] == 2
    os.mkfifo("pipe")
    assert key("pipe") is None
    os.mkdir("many")
    for number in range(500):
        Path("many", f"{number}.md").touch()
    assert key("many") is None
    assert not entries(place)


def damage(entry: Path, how: str) -> None:
    data = entry.read_bytes()
    head, _, payload = data.partition(b"\n")
    if how == "link":
        entry.rename(entry.with_name("real"))
        entry.symlink_to("real")
    elif how == "folder":
        entry.unlink()
        entry.mkdir()
    elif how == "pipe":
        entry.unlink()
        os.mkfifo(entry)
    elif how == "huge":
        os.truncate(entry, 1 << 34)
    elif how == "writable":
        entry.chmod(0o666)
    else:
        damaged = {"empty": b"", "truncated": data[:-5], "flipped": data[:-9] + b"X" + data[-8:]}
        damaged |= {"undigested": payload, "deep": head + b"\n" + b"[" * 200_000, "number": b"7"}
        entry.write_bytes(damaged.get(how, b"\x80\x04N."))


DAMAGES = ["empty", "truncated", "flipped", "undigested", "deep", "number", "pickle"]


@pytest.mark.parametrize("how", [*DAMAGES, "link", "folder", "pipe", "huge", "writable"])
def test_a_damaged_entry_is_none(how: str, place: Path) -> None:
    fresh = run("check", "rules.md")[:3]
    damage(entries(place)[0], how)
    again = run("check", "rules.md")
    assert again[:3] == fresh
    assert again[3], "it was read anew"
    assert run("check", "rules.md")[:3] == fresh


PAIRS = ([1], [["a"]], [["a", 1]], ["ab"], [["a", "b", "c"]])
SHAPES = [None, 1, "text", [], {}, [1, 2, 3], [[], [], 1], [[1], [], True], [[], [], True, 1]]


@pytest.mark.parametrize("value", [*SHAPES, *([[], pairs, True] for pairs in PAIRS)])
def test_an_entry_of_another_shape_is_none(value: object) -> None:
    assert check_report._known(value) is None
    disk.save(str(key("rules.md")), value)
    assert run("check", "rules.md")[0] == 1


def test_an_entry_is_what_was_kept_and_under_its_own_name_only(place: Path) -> None:
    disk.save("aa", REPORT)
    assert check_report._known(disk.load("aa")) == REPORT
    shutil.copy(entries(place)[0], entries(place)[0].with_name("bb.json"))
    assert disk.load("bb") is None
    assert disk.load("cc") is None


@pytest.mark.parametrize("how", ["file", "link", "open", "read-only", "inside a file", "other"])
def test_a_folder_that_cannot_be_trusted_or_used(
    how: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = place / "entries"
    if how == "inside a file":
        place.write_text("")
    else:
        place.mkdir(mode=0o700)
    if how == "file":
        inner.write_text("")
    elif how == "link":
        Path("elsewhere").mkdir(mode=0o700)
        inner.symlink_to(Path("elsewhere").absolute())
    elif how == "open":
        inner.mkdir()
        inner.chmod(0o777)
    elif how == "read-only":
        place.chmod(0o500)
        if os.access(place, os.W_OK):
            pytest.skip("root may write anywhere")
    elif how == "other":
        inner.mkdir(mode=0o700)
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        disk.save("aa", 1)
        assert disk.load("aa") is None
        assert not list(inner.iterdir())
        return
    first, second = run("check", "rules.md"), run("check", "rules.md")
    assert first == second
    assert (first[0], len(first[1]) > 50, first[2]) == (1, True, b"")
    assert not entries(place) if place.is_dir() else True
    assert not list(Path("elsewhere").glob("*"))
    place.chmod(0o700)


def test_the_oldest_entries_go(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_ENTRIES", 5)
    for number in range(9):
        disk.save(f"{number:02}", number)
        os.utime(place / "entries" / f"{number:02}.json", ns=(number, number))
    assert [entry.stem for entry in entries(place)] == ["04", "05", "06", "07", "08"]
    monkeypatch.setattr(disk, "_BYTES", 3 * entries(place)[0].stat().st_size)
    disk.save("09", 9)
    assert [entry.stem for entry in entries(place)] == ["07", "08", "09"]
    disk.save("10", "x" * disk._ENTRY_BYTES)
    assert disk.load("10") is None


def test_what_json_cannot_hold_is_not_kept(place: Path) -> None:
    for value in (object(), {1, 2}, b"bytes"):
        disk.save("aa", value)
    disk.save("bb", "\udcff")
    assert disk.load("aa") is None
    assert disk.load("bb") == "\udcff"


def test_many_processes_at_once(place: Path) -> None:
    code = "from vfdoc.cli import main; main()"
    command = [sys.executable, "-c", code, "check", "rules.md"]
    many = range(6 if THOROUGH else 3)
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in many]
    printed = {process.communicate(timeout=60)[0] for process in running}
    assert len(printed) == 1
    assert {process.returncode for process in running} == {1}
    assert len(entries(place)) == 1
    assert not list(place.rglob("*.new"))


def test_a_text_that_changes_while_it_is_read_is_not_kept(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*arguments: object) -> check_report.CheckReport:
        Path("rules.md").write_text("changed\n", encoding="utf-8")
        return REPORT

    monkeypatch.setattr(check_report, "fresh_report", meanwhile)
    assert check_report.check_report(["rules.md"], None, "text") == REPORT
    assert not entries(place)
