"""Killed at any moment, or with the disk full: what stood there, or all of the new, never half.

A command runs in a fork, which kills itself at one of its own steps on the disk, or is killed after a
random time; then the place is looked at. A hundred of each under VFDOC_THOROUGH, a few else.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from vfdoc.cli import folders, main
from vfdoc.cli.folders import publish_folder
from vfdoc.model.edit import UNFINISHED

resource = pytest.importorskip("resource", reason="no limits of resources on this system")

KILLS = 100 if os.environ.get("VFDOC_THOROUGH") else 2
_PATIENCE = 120  # seconds after which a fork hangs
RULES = "# Skirmish\n\n## 1.0 Movement\n\nHalt at overgrown terrain (2.9).\n\n"
RULES += "## 2.0 Terrain\n\n### 2.1 Cover\n\nSlow.\n\n### 2.2 Overgrown Terrain\n\nSlower.\n"
FIXED = RULES.replace("(2.9)", "(2.2)")
EDITION = 'title = "Skirmish"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'
ODD = 'a ‘b’ "c" é\nd'  # a folder's name with blanks, quotes, a letter beyond ASCII and a line end

Files = dict[str, bytes | None]


_BEGUN = re.compile(r"\..*\.vfdoc-[0-9a-f]{16}")


def looked_at(folder: Path) -> Files:
    """Every file below a folder by its path, folders as None; without what a writer had begun beside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if not _BEGUN.fullmatch(path.name)
    }


class Ended(NamedTuple):
    """How a fork ended: its exit code (None where it was killed), and what it said."""

    code: int | None
    said: str


class Steps:
    """Kills its own process at one of the steps that it takes on the disk below a folder."""

    def __init__(self, folder: Path, at: int) -> None:
        self.folder, self.left, self.taken = os.fsencode(folder), at, 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" or event.startswith(("os.", "shutil.", "fcntl.")):
            named = [os.fsencode(a) for a in arguments if isinstance(a, str | bytes)]
            if event == "fcntl.flock" or any(name.startswith(self.folder) for name in named):
                self.taken += 1
                if self.taken == self.left:
                    os.kill(os.getpid(), signal.SIGKILL)


def forked(
    run: Callable[[], object],
    place: Path,
    at: int = 0,
    seconds: float | None = None,
    before: Callable[[], None] = lambda: None,
) -> tuple[Ended, int]:
    """Runs in a fork what writes below `place`: killed at step `at`, or after so many seconds. How it ended,
    and how many steps it took."""
    told, out = os.pipe()  # and no file, which a limit on files would cut
    child = os.fork()
    if child == 0:
        try:
            os.dup2(out, 1)
            os.dup2(out, 2)
            sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
            before()
            steps = Steps(place, at)
            sys.addaudithook(steps)
            code = 0
            try:
                run()
            except SystemExit as end:
                code = int(end.code or 0)
            sys.stdout.flush()
            os.write(1, b"\0%d" % steps.taken)
            os._exit(code)
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(99)
    until = time.monotonic() + (_PATIENCE if seconds is None else seconds)
    ended = os.WEXITED | os.WNOHANG | os.WNOWAIT  # who has ended is not waited for
    while time.monotonic() < until and os.waitid(os.P_PID, child, ended) is None:
        time.sleep(0.001)
    hung = seconds is None and os.waitid(os.P_PID, child, ended) is None
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(out)
    with open(told, "rb") as pipe:
        words, _, steps = pipe.read().decode("utf-8", "replace").partition("\0")
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
    assert not hung, f"it hung: {words}"
    assert code != 99, words
    return Ended(code, words), int(steps) if code is not None else 0


def command(*words: str) -> Callable[[], object]:
    """A command as a terminal runs it."""
    return lambda: main(list(words), prog_name="vfdoc")


class Scene(NamedTuple):
    """A command that writes below a place: how the place is made anew, and what may be found there."""

    run: Callable[[], object]
    prepare: Callable[[Path], None]
    result: str  # the file or folder that must be old or new

    def seen(self, place: Path) -> Files | bytes | None:
        path = place / self.result
        return looked_at(path) if path.is_dir() else path.read_bytes() if path.exists() else None


def edition(folder: Path, text: str = RULES, **more: str) -> None:
    folder.mkdir(parents=True)
    (folder / "rules.md").write_text(text, encoding="utf-8")
    told = "".join(f'{key} = "{value}"\n' for key, value in more.items())
    (folder / "edition.toml").write_text(told + EDITION, encoding="utf-8")


def two_editions(place: Path) -> None:
    edition(place / "old")
    edition(place / "new", RULES.replace("2.0", "3.0").replace("2.1", "3.1").replace("2.2", "3.2"))
    (place / "new/concordance.toml").write_text("")
    edition(place / "house", "# House\n\n## 1.0 Movement\n\nAs in 2.1.\n", amends="old")
    (place / "text.md").write_text("# About\n\nSee 2.1 and 2.2.\n" * 300)


def published(place: Path) -> None:
    """An edition, and a site of what it was before, with files of others in it."""
    edition(place / "game", FIXED)
    edition(place / "before", RULES)
    ended, _ = forked(command("build", f"{place}/before", "--out", f"{place}/site"), place)
    assert ended.code == 0, ended.said
    for name, text in {".git/HEAD": "ref", ".git/refs/x": "", "CNAME": "example.org", ODD: "odd"}.items():
        (place / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "site" / name).write_text(text)
    (place / "site/.git/empty").mkdir()


def alone(place: Path) -> None:
    """One text."""
    (place / "rules.md").write_text(RULES)


def scenes() -> dict[str, Scene]:
    """What is killed. The place is the working folder, so that names are relative."""
    between = ("--from", "old", "--to", "new")
    return {
        "build": Scene(command("build", "game", "--out", "site"), published, "site"),
        "build the first time": Scene(command("build", "game", "--out", "site"), _game, "site"),
        "--fix": Scene(command("check", "rules.md", "--fix"), alone, "rules.md"),
        "recite": Scene(command("recite", "text.md", *between, "--out", "out.md"), _recited, "out.md"),
        "rebase": Scene(command("rebase", "house", *between, "--out", "out"), two_editions, "out"),
        "renumber": Scene(command("renumber", "game", "--insert", "2.1"), _listed, "game"),
        "new": Scene(command("new", "club", "--title", "Club"), lambda place: None, "club"),
    }  # fmt: skip


def _game(place: Path) -> None:
    edition(place / "game", FIXED)


def _listed(place: Path) -> None:
    """An edition of several files, each of which names a section that moves."""
    edition(place / "game", FIXED)
    fault = {"rule": "x", "section": "2.2", "text": "Slower", "should": "Faster", "why": "A slip."}
    said = "".join(f'{key} = "{value}"\n' for key, value in fault.items())
    (place / "game/errata.toml").write_text(f"[[fault]]\n{said}")
    with (place / "game/edition.toml").open("a") as described:
        described.write('[[phases]]\nname = "March"\nsteps = ["2.1", "2.2"]\n')


def _recited(place: Path) -> None:
    two_editions(place)
    (place / "out.md").write_text("an earlier result\n")


SCENES = list(scenes())
FEWER = [
    name if name in ("build", "--fix", "renumber") else pytest.param(name, marks=pytest.mark.thorough)
    for name in SCENES
]


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    (tmp_path / "origin").mkdir()
    return tmp_path / "origin"


def again(origin: Path) -> Path:
    """The place, as it was."""
    place = origin.with_name("place")
    os.chdir(origin.parent)
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(origin, place, symlinks=True)
    os.chdir(place)
    return place


@pytest.fixture(scope="module", autouse=True)
def _warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What all forks share is there before the first: modules and parsers. Nothing that has threads runs in
    this process, for a fork has none of them."""
    for room in ("pipeline.publishing", "pipeline.site_build", "cli.folders"):
        importlib.import_module(f"vfdoc.{room}")
    place = tmp_path_factory.mktemp("warm")
    two_editions(place)
    for words in (
        ("check", f"{place}/text.md"),
        ("diff", f"{place}/old", f"{place}/new"),
        ("tables", f"{place}/old"),
    ):
        with contextlib.suppress(SystemExit):
            main([*words, "--out", f"{place}/result"], prog_name="vfdoc")


@pytest.fixture(autouse=True)
def _stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path / "cache"))


def nothing(seen: object) -> bool:
    """A folder that is empty is as good as none: the next command takes it."""
    return seen in (None, {})


def left_behind(place: Path) -> list[str]:
    return [path.name for path in place.rglob("*.vfdoc-*") if path.name != folders.MARK]


@pytest.mark.parametrize("name", FEWER)
def test_killed_at_any_moment(name: str, origin: Path) -> None:
    scene = scenes()[name]
    scene.prepare(origin)
    place = again(origin)
    old = scene.seen(place)
    forked(scene.run, place)  # the first fills the cache, and takes longer than those that are killed
    place = again(origin)
    start = time.monotonic()
    ended, steps = forked(scene.run, place)
    taken = time.monotonic() - start
    assert ended.code is not None
    assert ended.code < 2, ended.said
    new = scene.seen(place)
    assert new != old
    assert not left_behind(place)
    chance = random.Random(name)
    at = sorted(chance.sample(range(1, steps + 1), min(steps, KILLS - KILLS // 4)))
    moments: list[dict[str, Any]] = [{"at": step} for step in at]
    moments += [{"seconds": chance.uniform(0, taken * 1.1)} for _ in range(KILLS - len(at) - 1)]
    moments.append({"seconds": _PATIENCE})  # one comes too late, on a machine of any pace
    met = set()
    for turn, moment in enumerate(moments):
        place = again(origin)
        ended, _ = forked(scene.run, place, **moment)
        assert "at" not in moment or ended.code is None
        seen = scene.seen(place)
        if (place / "game" / UNFINISHED).is_file():  # several files: what is half done nobody reads
            ended, _ = forked(command("check", "game"), place)
            assert (ended.code, "was being renumbered" in ended.said) == (2, True)
        else:
            assert seen in (old, new) or (nothing(old) and nothing(seen)), (moment, ended)
        met.add(seen == new)
        if turn % 5 and not left_behind(place):
            continue
        ended, _ = forked(scene.run, place)  # what it left is not in the way of the next
        there = seen == new and name in ("new", "rebase", "renumber")  # what is there is not made again
        assert ended.code == 2 if there else ended.code in (0, 1), ended
        assert scene.seen(place) == new
        if name.startswith("build"):
            assert not left_behind(place)
    assert len(moments) >= KILLS
    if KILLS > 50:
        assert met == {True, False}


@pytest.mark.parametrize("name", FEWER)
def test_no_more_than_so_many_bytes(name: str, origin: Path) -> None:
    scene = scenes()[name]
    scene.prepare(origin)
    place = again(origin)
    old = scene.seen(place)
    forked(scene.run, place)
    new = scene.seen(place)
    # What is as it was is linked, and not written again.
    written = (
        [data for path, data in new.items() if data != dict(old or {}).get(path)]
        if isinstance(new, dict)
        else []
    )
    sizes = sorted({0, 1, *(len(data) - 1 for data in written if data)})
    for most in sizes[:: -(-len(sizes) // KILLS)]:
        place = again(origin)
        limit = (most, resource.RLIM_INFINITY)
        ended, _ = forked(
            scene.run, place, before=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        )
        seen = scene.seen(place)
        assert seen == old or (nothing(old) and nothing(seen)), (most, ended)
        assert ended.code == 2, (most, ended)
        assert not left_behind(place)
    forked(scene.run, place)
    assert scene.seen(place) == new


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that holds little: only root may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "vfdoc-test", str(disk)], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"no small disk can be made here: {made.stderr.strip()}")
    yield disk
    os.chdir("/")
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("name", FEWER)
def test_a_full_disk(name: str, small_disk: Path) -> None:
    scene = scenes()[name]
    place = small_disk / "place"
    place.mkdir()
    scene.prepare(place)
    os.chdir(place)
    old = scene.seen(place)
    room = os.statvfs(small_disk)
    for left in (0, 1, 3):  # blocks
        blocks = os.statvfs(small_disk).f_bavail - left
        (small_disk / "filler").write_bytes(bytes(blocks * room.f_bsize))
        ended, _ = forked(scene.run, place)
        seen = scene.seen(place)
        (small_disk / "filler").unlink()
        if ended.code == 2:
            assert "No space left on device" in ended.said
            assert seen == old or (nothing(old) and nothing(seen)), ended
            assert not left_behind(place)
        else:
            assert left, ended
            break
    ended, _ = forked(scene.run, place)
    assert ended.code is not None
    assert scene.seen(place) != old


# Two builds at once, with little else than the writing: two sites of many pages


def site(word: str, pages: int = 40) -> dict[str, bytes]:
    """Files by path, each with the word; half of them bear a name with it."""
    names = [f"{word if n % 2 else 'same'}/{n}.html" for n in range(pages)]
    return {name: f"{word} {name}\n".encode() * (n * 60) for n, name in enumerate(names)}


def whole(out: Path, sites: list[dict[str, bytes]], others: Files) -> int | None:
    """Which of the sites stands there whole, with the files of others."""
    seen = {name: data for name, data in looked_at(out).items() if data is not None and name != folders.MARK}
    return next((n for n, files in enumerate(sites) if seen == {**files, **others}), None)


def begun(run: Callable[[], object]) -> int:
    """Runs in a fork; gives its process."""
    child = os.fork()
    if child == 0:
        try:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
            run()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return child


@pytest.mark.parametrize("step", ["at once", "file by file"])
def test_two_at_once_and_one_is_killed(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if step == "file by file":
        monkeypatch.setattr(folders, "_EXCHANGE", None)
    out = tmp_path / "site"
    sites = [site("one"), site("two"), site("three")]
    others = {".git/HEAD": b"ref", "CNAME": b"example.org"}
    publish_folder(str(out), sites[0])
    for name, data in others.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(data)
    chance = random.Random(step)
    for turn in range(KILLS):
        both = [begun(lambda files=files: publish_folder(str(out), files)) for files in sites[1:]]
        time.sleep(chance.uniform(0, 0.04))
        killed = both.pop(chance.randrange(2)) if turn % 4 else None
        if killed is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(killed, signal.SIGKILL)
            os.waitpid(killed, 0)
        assert [os.waitpid(child, 0)[1] for child in both] == [0] * len(both)
        if step == "at once" or killed is None:
            assert whole(out, sites, others) is not None, turn
        assert {name: (out / name).read_bytes() for name in others} == others
        publish_folder(str(out), sites[0])
        assert whole(out, sites, others) == 0
        assert not left_behind(tmp_path)


def test_file_by_file_every_page_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two folders cannot change places in one step: pages of both sites, none of them half, and no
    page gone that the old site and the new one have."""
    monkeypatch.setattr(folders, "_EXCHANGE", None)
    place = tmp_path / "place"
    old, new = site("one"), site("two")
    publish_folder(str(place / "site"), old)
    _, steps = forked(lambda: publish_folder(str(place / "site"), new), place)
    chance = random.Random(1)
    for at in chance.sample(range(1, steps + 1), min(steps, KILLS)):
        publish_folder(str(place / "site"), old)
        forked(lambda: publish_folder(str(place / "site"), new), place, at)
        seen = {name: data for name, data in looked_at(place / "site").items() if data is not None}
        pages = {name: data for name, data in seen.items() if "vfdoc" not in name}
        assert all(data in (old.get(name), new.get(name)) for name, data in pages.items())
        assert old.keys() & new.keys() <= pages.keys()
        publish_folder(str(place / "site"), new)
        assert whole(place / "site", [new], {}) == 0
        assert not left_behind(place)


# The cache: killed while it is written, the next answer is the right one


def test_killed_while_the_cache_is_written(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone(origin)
    run = command("check", "rules.md")
    place = again(origin)
    monkeypatch.setenv("VFDOC_CACHE", "off")
    right, _ = forked(run, place)
    cache = place / "cache"
    monkeypatch.setenv("VFDOC_CACHE", str(cache))
    _, steps = forked(run, cache)
    chance = random.Random(2)
    for turn in range(KILLS):
        place = again(origin)
        moment = {"at": chance.randint(1, steps)} if turn % 4 else {"seconds": chance.uniform(0, 0.3)}
        forked(run, cache, **moment)
        for _ in range(2):
            found, _ = forked(run, cache)
            assert found == right


def test_the_cache_of_a_full_disk(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone(origin)
    run = command("check", "rules.md")
    place = again(origin)
    monkeypatch.setenv("VFDOC_CACHE", "off")
    right, _ = forked(run, place)
    monkeypatch.setenv("VFDOC_CACHE", str(place / "cache"))
    for most in (0, 10, 100, 1000):
        limit = (most, resource.RLIM_INFINITY)
        place = again(origin)
        found, _ = forked(
            run, place, before=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        )
        assert found == right
        found, _ = forked(run, place)
        assert found == right
