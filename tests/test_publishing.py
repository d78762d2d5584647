"""What `build` does to a folder: its own files are replaced, and all else stays, whatever the folder is."""

from __future__ import annotations

import fcntl
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vfdoc.cli import folders, main
from vfdoc.cli.folders import MARK, fill_folder, publish_folder
from vfdoc.model import InputError

OLD = {"index.html": b"old door", "game/1.0.html": b"old page", "game/same.html": b"same", "sw.js": b"old"}
NEW = {"index.html": b"new door", "next/1.0.html": b"new page", "game/same.html": b"same", "sw.js": b"new"}
EDITION = 'title = "House"\n\n[[documents]]\nid = "{}"\nfile = "rules.md"\n'


@pytest.fixture(params=["at once", "file by file"], autouse=True)
def _way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of putting a folder in place; a test of the command line needs but one."""
    monkeypatch.chdir(tmp_path)
    if request.param == "file by file":
        monkeypatch.setattr(folders, "_EXCHANGE", None)
    elif folders._EXCHANGE is None:
        pytest.skip("this system cannot let two folders change places")


one_way = pytest.mark.parametrize("_way", ["at once"], indirect=True)


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, words, prog_name="vfdoc")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def files(folder: str) -> dict[str, bytes]:
    """The files below a folder, but for the list of what vfdoc wrote."""
    root = Path(folder)
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and path != root / MARK
    }


def test_what_others_put_there_stays() -> None:
    publish_folder("site", OLD)
    others = {
        ".git/HEAD": b"ref", ".git/objects/aa/bb": b"x", "CNAME": b"example.org", "game/notes.txt": b"mine",
        "next/a b\n'é\".txt": b"odd",
    }  # fmt: skip
    for name, data in others.items():
        Path("site", name).parent.mkdir(parents=True, exist_ok=True)
        Path("site", name).write_bytes(data)
    Path("site/.git/refs/tags").mkdir(parents=True)
    Path("site/.git/objects").chmod(0o750)
    Path("site/link").symlink_to("nowhere")
    inode = Path("site/CNAME").stat().st_ino
    for _ in range(2):
        publish_folder("site", NEW)
        assert files("site") == {**NEW, **others}
        assert Path("site/.git/refs/tags").is_dir()
        assert os.readlink("site/link") == "nowhere"
        assert stat.S_IMODE(Path("site/.git/objects").stat().st_mode) == 0o750
        assert Path("site/CNAME").stat().st_ino == inode
    assert os.listdir() == ["site"]


def test_the_list_of_what_vfdoc_wrote() -> None:
    publish_folder("site", NEW)
    first, *listed = Path("site", MARK).read_text().splitlines()
    assert first.startswith("made by vfdoc")
    assert listed == sorted(NEW)


@pytest.mark.parametrize(
    ("theirs", "named"),
    [("next/1.0.html", "next/1.0.html"), ("next", "next"), ("next/1.0.html/x", "next/1.0.html")],
)
def test_a_page_that_would_go_over_anothers_file(theirs: str, named: str) -> None:
    publish_folder("site", OLD)
    Path("site", theirs).parent.mkdir(parents=True, exist_ok=True)
    Path("site", theirs).write_bytes(b"theirs")
    with pytest.raises(InputError, match=f"vfdoc did not write {named}, and would have to go over it"):
        publish_folder("site", NEW)
    assert files("site") == {**OLD, theirs: b"theirs"}
    assert os.listdir() == ["site"]


def test_a_folder_that_vfdoc_did_not_make() -> None:
    Path("site").mkdir()
    Path("site/thesis.doc").write_text("words")
    with pytest.raises(InputError, match=r"holds files that vfdoc did not make \(thesis\.doc\)"):
        publish_folder("site", NEW)
    assert files("site") == {"thesis.doc": b"words"}


def test_a_name_of_no_letters_is_not_the_folder_one_stands_in() -> None:
    """As `--out "$UNSET"` gives it."""
    with pytest.raises(InputError, match="names no folder"):
        publish_folder("", NEW)
    assert os.listdir() == []


def test_a_repository_that_has_nothing_yet() -> None:
    """`git worktree add --orphan public`, say."""
    Path("site").mkdir()
    Path("site/.git").write_text("gitdir: elsewhere")
    publish_folder("site", NEW)
    assert files("site") == {**NEW, ".git": b"gitdir: elsewhere"}


def test_a_folder_of_the_first_vfdoc() -> None:
    """It has a mark and no list: what a page goes over is vfdoc's, and the rest is let be."""
    publish_folder("site", OLD)
    Path("site", MARK).write_text("made by vfdoc build, which may replace this folder\n")
    publish_folder("site", NEW)
    assert files("site") == {**OLD, **NEW}


def test_siblings_are_not_vfdocs() -> None:
    publish_folder("site", OLD)
    for name in (".site.old", ".site.new", ".site.vfdoc-mine", ".site.vfdoc-0123456789abcdef"):
        Path(name).mkdir()
        Path(name, "thesis.doc").write_text("words")
    publish_folder("site", NEW)
    assert len(list(Path().glob("*/thesis.doc"))) == 4


def test_what_a_dead_build_left_is_cleared() -> None:
    publish_folder("site", OLD)
    left = Path(".site.vfdoc-0123456789abcdef")
    (left / "new/game").mkdir(parents=True)
    (left / "new/game/1.0.html").write_text("half")
    (left / folders._NOTE).write_bytes(folders._note_for("site"))
    publish_folder("site", NEW)
    assert os.listdir() == ["site"]


def test_mode_and_owner_of_the_folder() -> None:
    publish_folder("site", OLD)
    Path("site").chmod(0o2751)
    Path("site/game").chmod(0o700)
    if os.geteuid() == 0:
        os.chown("site", 12345, 12346)
    before = Path("site").stat()
    publish_folder("site", NEW)
    after = Path("site").stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert stat.S_IMODE(Path("site/game").stat().st_mode) == 0o700


def test_through_a_link() -> None:
    publish_folder("releases/1", OLD)
    Path("site").symlink_to("releases/1")
    for _ in range(2):
        publish_folder("site", NEW)
        assert os.readlink("site") == "releases/1"
        assert files("releases/1") == NEW
        assert os.listdir("releases") == ["1"]
    Path("dangling").symlink_to("releases/2")
    publish_folder("dangling", OLD)
    assert files("releases/2") == OLD
    assert Path("dangling").is_symlink()


def test_a_list_that_names_what_lies_elsewhere() -> None:
    Path("secret").write_text("mine")
    Path("elsewhere").mkdir()
    Path("elsewhere/secret").write_text("mine")
    publish_folder("site", OLD)
    Path("site/linked").symlink_to("../elsewhere")
    with Path("site", MARK).open("a") as mark:
        mark.write(f"../secret\n{Path('secret').absolute()}\nlinked/secret\n\n.\n..\n")
    publish_folder("site", NEW)
    assert Path("secret").read_text() == Path("elsewhere/secret").read_text() == "mine"
    assert files("site") == NEW
    assert os.readlink("site/linked") == "../elsewhere"


def test_into_the_folder_where_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    publish_folder("site", OLD)
    monkeypatch.chdir("site")
    inode = os.stat(".").st_ino
    publish_folder(".", NEW)
    assert files(".") == NEW
    assert os.stat(".").st_ino == os.stat(os.getcwd()).st_ino == inode
    assert os.listdir("..") == ["site"]


def test_below_a_folder_that_nobody_may_write_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anywhere, so that the refusal is put on."""
    publish_folder("above/site", OLD)
    made = os.mkdir

    def mkdir(path: str, *more: int) -> None:
        if os.path.dirname(path) == os.path.realpath("above"):
            raise PermissionError(13, "Permission denied")
        made(path, *more)

    monkeypatch.setattr(os, "mkdir", mkdir)
    publish_folder("above/site", NEW)
    assert files("above/site") == NEW
    assert os.listdir("above") == ["site"]


def test_what_is_committed_while_a_site_is_put_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    publish_folder("site", OLD)
    Path("site/.git").mkdir()
    Path("site/.git/index").write_text("before")
    Path("site/.git/index.lock").write_text("")
    held = folders._locked_as_well

    def meanwhile(fresh: str) -> object:
        Path("site/.git/index.lock").write_text("after")
        Path("site/.git/index.lock").replace("site/.git/index")
        Path("site/.git/new").write_text("new")
        return held(fresh)

    monkeypatch.setattr(folders, "_locked_as_well", meanwhile)
    publish_folder("site", NEW)
    if folders._EXCHANGE is not None:
        assert files("site") == {**NEW, ".git/index": b"after", ".git/new": b"new"}


def test_the_second_waits_for_the_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_folder("site", OLD)
    monkeypatch.setattr(folders, "_PATIENCE", 0.2)
    held = os.open("site", os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(InputError, match="site: another vfdoc is still writing there"):
        publish_folder("site", NEW)
    assert capsys.readouterr().err == "vfdoc: site: another vfdoc is writing there; waiting for it\n"
    assert files("site") == OLD
    os.close(held)
    publish_folder("site", NEW)
    assert files("site") == NEW


@one_way
@pytest.mark.thorough
def test_two_at_once() -> None:
    """Each in a process of its own, through the command line."""
    Path("house").mkdir()
    Path("house/edition.toml").write_text(EDITION.format("rules"))
    Path("house/rules.md").write_text("# R\n\n## 1.0 One\n\nWords.\n")
    command = [
        sys.executable,
        "-c",
        "from vfdoc.cli import main; main()",
        "build",
        "house",
        "--out",
        "a b/‘é’",
    ]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [each.wait(120) for each in both] == [0, 0]
    assert Path("a b/‘é’/index.html").is_file()
    assert os.listdir("a b") == ["‘é’"]


def test_a_folder_begun_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    written = folders.whole_file

    def full(data: bytes, path: str, *, synced: bool = True) -> None:
        if path.endswith("sw.js"):
            raise OSError(28, "No space left on device")
        written(data, path, synced=synced)

    monkeypatch.setattr(folders, "whole_file", full)
    with pytest.raises(InputError, match=r"deep/er/club: cannot be written \(No space left on device\)"):
        fill_folder("deep/er/club", NEW)
    assert os.listdir() == []
    Path("club").mkdir()
    with pytest.raises(InputError, match="No space left"):
        fill_folder("club", NEW)
    assert os.listdir("club") == []


def test_what_is_the_same_is_not_written_again() -> None:
    publish_folder("site", OLD)
    os.utime("site/game/same.html", (1, 1))
    time.sleep(0.01)
    publish_folder("site", NEW)
    assert Path("site/game/same.html").stat().st_mtime == 1


# Names that Windows refuses


@one_way
@pytest.mark.parametrize("name", ["CON", "a:b", "nul.txt", "com1", "a\nb", "what?", "end.", "end "])
def test_an_edition_of_a_name_that_windows_refuses(name: str) -> None:
    refused = run("new", name)
    assert refused.exit_code == 2
    assert "Windows refuses" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not Path(name).exists()
    Path(name).mkdir()
    Path(name, "edition.toml").write_text(EDITION.format("rules"))
    Path(name, "rules.md").write_text("# R\n\n## 1.0 One\n\nWords.\n")
    refused = run("build", f"./{name}", "--out", "site")
    assert refused.exit_code == 2
    assert "Windows refuses" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not Path("site").exists()


@one_way
@pytest.mark.parametrize("name", ["assets", "Assets", "index.html", "sw.js", "offline.json", ".git"])
def test_an_edition_of_a_name_that_the_site_itself_bears(name: str) -> None:
    Path(name).mkdir()
    Path(name, "edition.toml").write_text(EDITION.format("rules"))
    Path(name, "rules.md").write_text("# R\n\n## 1.0 One\n\nWords.\n")
    refused = run("build", f"./{name}", "--out", "site")
    assert refused.exit_code == 2
    assert "the site, which has one of its own" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not Path("site").exists()


@one_way
def test_two_editions_that_differ_in_case_only() -> None:
    for name in ("House", "house"):
        Path(name).mkdir()
        Path(name, "edition.toml").write_text(EDITION.format("rules"))
        Path(name, "rules.md").write_text("# R\n\n## 1.0 One\n\nWords.\n")
    assert "two editions bear this name" in run("build", "House", "house").stderr


@one_way
@pytest.mark.parametrize("document", ["aux", "con.x", "nul"])
def test_a_document_of_a_name_that_windows_refuses(document: str) -> None:
    Path("house").mkdir()
    Path("house/edition.toml").write_text(EDITION.format(document) + 'kind = "armies"\n')
    Path("house/rules.md").write_text("# R\n\n## 1.0 One\n\nWords.\n")
    assert run("build", "house", "--out", "site").exit_code == 0
    assert f"site/house/page-{document}.html" in map(str, Path("site/house").iterdir())
