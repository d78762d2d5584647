"""The wheel, made as a user's installer makes it: it carries its data and works where no checkout is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = ("grammar", "rulesets", "templates", "site")

READ = """
import json
from vfdoc import assets
from vfdoc.reading import rulebook
book = rulebook.read_edition(assets.folder("rulesets") / "vf-1e")
print(json.dumps({
    "module": rulebook.__file__,
    "rulesets": str(assets.folder("rulesets")),
    "edition": book.edition.id,
    "sections": [section.anchor for section in book.sections()],
    "references": [reference.text for reference in book.references()],
}))
"""


def run(*arguments: str | Path, cwd: Path, path: Path | None = None) -> str:
    """The output of this Python with these arguments; `path` is searched for modules first."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(folder: Path, out: Path) -> Path:
    """The wheel of the sources in `folder`, made without the network."""
    run("-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=folder)
    (wheel,) = out.glob("vfdoc-*.whl")
    return wheel


def members(wheel: Path) -> set[str]:
    """The files of a wheel, without its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(REPOSITORY, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel was installed."""
    target = tmp_path_factory.mktemp("installed")
    run("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", target, wheel, cwd=target)
    return target


@pytest.mark.parametrize("room", DATA)
def test_the_wheel_carries_its_data(wheel: Path, room: str) -> None:
    here = REPOSITORY / room
    there = {
        f"vfdoc/_data/{room}/{path.relative_to(here).as_posix()}"
        for path in here.rglob("*")
        if path.is_file()
    }
    assert here.is_dir()
    assert there == {name for name in members(wheel) if name.startswith(f"vfdoc/_data/{room}/")}


def test_the_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    program = {
        path.relative_to(REPOSITORY).as_posix()
        for path in (REPOSITORY / "vfdoc").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in members(wheel) if not name.startswith("vfdoc/_data/")} == program


@pytest.mark.thorough
def test_a_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    run("-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=REPOSITORY)
    (archive,) = tmp_path.glob("vfdoc-*.tar.gz")
    run("-m", "tarfile", "-e", archive, tmp_path, cwd=tmp_path)
    assert members(build(Path(str(archive).removesuffix(".tar.gz")), tmp_path)) == members(wheel)


def test_an_installed_wheel_reads_the_bundled_edition(installed: Path, tmp_path: Path) -> None:
    there = json.loads(run("-c", READ, cwd=tmp_path, path=installed))
    here = json.loads(run("-c", READ, cwd=REPOSITORY, path=REPOSITORY))
    assert Path(there.pop("module")).is_relative_to(installed)
    assert Path(there.pop("rulesets")) == installed / "vfdoc" / "_data" / "rulesets"
    assert there == {key: here[key] for key in there}
    assert there["edition"] == "vf-1e"
    assert there["sections"]


def test_an_installed_wheel_answers_on_the_command_line(installed: Path, tmp_path: Path) -> None:
    start = "from vfdoc.cli import main; main()"
    assert "vf-1e" in run("-c", start, "list", cwd=tmp_path, path=installed)
    assert "vfdoc 0.1.0" in run("-c", start, "--version", cwd=tmp_path, path=installed)
