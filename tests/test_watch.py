"""`check --watch`: findings anew after every save, in a form that editors follow."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from vfdoc.cli import main
from vfdoc.formats.problems import findings_gcc, unusable_gcc
from vfdoc.model import Finding, InputError

WAIT = 60
FAULTY = "# Club\n\n## 1.0 Moves\n\nGo (9.9), and see 1.0.\n"
CLEAN = "# Club\n\n## 1.0 Moves\n\nGo.\n"


def matcher(folder: Path) -> dict[str, Any]:
    """The problem matcher that `new` writes."""
    assert CliRunner().invoke(main, ["new", str(folder)]).exit_code == 0
    tasks = json.loads((folder / ".vscode" / "tasks.json").read_text())["tasks"]
    found: dict[str, Any] = tasks[0]["problemMatcher"]
    assert tasks[0]["command"].startswith("vfdoc check . --watch ")
    return found


class Watch:
    """A check that watches, and what it prints."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "vfdoc", "check", ".", "--watch", *words]
        self._process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._lines: Queue[str] = Queue()
        Thread(target=self._hears, daemon=True).start()

    def _hears(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))

    def run(self, background: dict[str, Any]) -> list[str]:
        """The lines of the next run, between those that begin and end it."""
        while not re.match(background["beginsPattern"], self._lines.get(timeout=WAIT)):
            pass
        found: list[str] = []
        while not re.match(background["endsPattern"], line := self._lines.get(timeout=WAIT)):
            found.append(line)
        return found

    def ends(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=WAIT)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Path, dict[str, Any], Watch]]:
    """A fresh edition with a fault, its problem matcher, and a watch on it."""
    folder = tmp_path / "club"
    found = matcher(folder)
    (folder / "rules.md").write_text(FAULTY)
    watch = Watch(folder, "--format", "gcc")
    yield folder, found, watch
    watch.ends()


def test_the_matcher_takes_each_finding_and_clears_when_it_is_mended(
    club: tuple[Path, dict[str, Any], Watch],
) -> None:
    folder, found, watch = club
    background, pattern = found["background"], re.compile(found["pattern"]["regexp"])
    lines = watch.run(background)
    met = [pattern.match(line) for line in lines]
    assert all(met), lines
    place = found["pattern"]
    assert [
        (m[place["file"]], m[place["line"]], m[place["column"]], m[place["severity"]], m[place["code"]])
        for m in met
        if m
    ] == [
        ("rules.md", "5", "5", "error", "dangling-reference"),
        ("rules.md", "5", "19", "warning", "self-reference"),
    ]
    (folder / "rules.md").write_text(CLEAN)
    assert watch.run(background) == []
    (folder / "edition.toml").write_text('title = "Club"\nlanguag = "en"\n')
    (line,) = watch.run(background)
    broken = pattern.match(line)
    assert broken
    assert (broken[1], broken[2], broken[4]) == ("edition.toml", "2", "error")


def finding(**said: Any) -> Finding:
    whole = {
        "rule": "numbering-gap", "severity": "warning", "edition": "e", "document": "d", "file": "a b.md",
        "line": 3, "column": 7, "section": "1", "quote": "q", "message": "m", "remedy": "r", **said,
    }  # fmt: skip
    return Finding(**whole)


def test_the_matcher_takes_every_form_of_a_finding(tmp_path: Path) -> None:
    found = matcher(tmp_path / "club")
    pattern, at = re.compile(found["pattern"]["regexp"]), found["pattern"]
    forms = [
        ({}, "warning"), ({"severity": "error"}, "error"), ({"severity": "note"}, "note"),
        ({"acknowledged": True}, "note"), ({"held_back": True, "severity": "note"}, "note"),
        ({"message": "a [b] c: error: d\n[x]", "remedy": ""}, "warning"),
        ({"file": "C:\\x\\y.md"}, "warning"),
    ]  # fmt: skip
    for said, severity in forms:
        one = finding(**said)
        (line,) = findings_gcc([one]).decode().splitlines()
        met = pattern.match(line)
        assert met, line
        assert met[at["severity"]] == severity
        assert (met[at["file"]], met[at["line"]], met[at["column"]]) == (one.file, "3", "7")
        assert met[at["code"]] == one.rule
    for where, place in (("a.toml:4", ("a.toml", "4")), ("gone", ("gone", "1")), ("a:4:2", ("a", "4"))):
        met = pattern.match(unusable_gcc(InputError(where, "is wrong", "mend it")))
        assert met
        assert (met[1], met[2]) == place


def test_a_watch_writes_nothing() -> None:
    for words in (["--fix"], ["--out", "x"], ["--format", "json"]):
        found = CliRunner().invoke(main, ["check", "vf-2e", "--watch", *words])
        assert found.exit_code == 2
        assert "--watch" in found.stderr
