"""How a command writes: a file whole or not at all, an answer and a true exit code on any output."""

from __future__ import annotations

import codecs
import io
import os
import shlex
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from thoroughness import sparing

from vfdoc.cli import main, writing
from vfdoc.cli.writing import save
from vfdoc.model import InputError

TEXT = "# Règles\n\n## 1.0 Movement\n\nHalt at overgrown terrain (2.9) → “there”.\n\n"
TEXT += "## 2.0 Terrain\n\n### 2.1 Cover\n\nSlow.\n\n### 2.2 Overgrown Terrain\n\nSlower.\n"
FIXED = TEXT.replace("(2.9)", "(2.2)")
CLEAN = "# R\n\n## 1.0 One → é\n\nWords “here” → there.\n"
ODD = 'a ‘b’ "c" é\nd\t\x1b[31me.md'


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.md").write_text(TEXT, encoding="utf-8")
    Path("clean.md").write_text(CLEAN, encoding="utf-8")


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, words, prog_name="vfdoc")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of a shell in which `vfdoc` is the command."""
    vfdoc = f"vfdoc() {{ '{sys.executable}' -c 'from vfdoc.cli import main; main()' \"$@\"; }}\n"
    environment = {**os.environ, **environment}
    return subprocess.run(["bash", "-c", vfdoc + line], capture_output=True, env=environment, timeout=120)


# Files


def test_what_a_file_is_stays() -> None:
    """Its mode, its owner, the link that leads to it."""
    Path("real.md").write_text(TEXT, encoding="utf-8")
    Path("real.md").chmod(0o640)
    if os.geteuid() == 0:
        os.chown("real.md", 12345, 12346)
    before = Path("real.md").stat()
    Path("linked.md").symlink_to("real.md")
    assert run("check", "linked.md", "--fix").exit_code == 0
    after = Path("real.md").stat()
    assert Path("real.md").read_text(encoding="utf-8") == FIXED
    assert os.readlink("linked.md") == "real.md"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_mtime > before.st_mtime
    assert sorted(os.listdir()) == ["clean.md", "linked.md", "real.md", "rules.md"]


def test_a_new_file_has_the_mode_of_any_new_file() -> None:
    mask = os.umask(0o027)
    try:
        run("parse", "clean.md", "--out", "out.txt")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(Path("out.txt").stat().st_mode) == 0o640


def test_a_save_in_between_is_not_overwritten() -> None:
    with pytest.raises(InputError, match=r"rules\.md: was saved by somebody else meanwhile"):
        save(b"corrected", "rules.md", b"what was read")
    Path("rules.md").unlink()
    with pytest.raises(InputError, match="was saved by somebody else meanwhile"):
        save(b"corrected", "rules.md", b"what was read")
    assert os.listdir() == ["clean.md"]


def test_fix_while_the_author_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    from vfdoc.pipeline import fixing

    found = fixing.fixed

    def slow(*arguments: object) -> object:
        files = found(*arguments)  # type: ignore[arg-type]
        Path("rules.md").write_text(TEXT + "\n## 3.0 The author's\n\nMine.\n", encoding="utf-8")
        return files

    monkeypatch.setattr(fixing, "fixed", slow)
    refused = run("check", "rules.md", "--fix")
    assert refused.exit_code == 2
    assert "rules.md: was saved by somebody else meanwhile" in refused.stderr
    assert Path("rules.md").read_text(encoding="utf-8").endswith("Mine.\n")
    assert sorted(os.listdir()) == ["clean.md", "rules.md"]


@pytest.mark.parametrize("old", [None, "an earlier result"])
def test_a_failed_out_leaves_what_was_there(old: str | None) -> None:
    if old is not None:
        Path("out.json").write_text(old)
    done = shell("ulimit -f 0; vfdoc parse clean.md --format json --out out.json")
    assert done.returncode == 2
    assert done.stderr == b"vfdoc: out.json: cannot be written (File too large); choose another file\n"
    assert (Path("out.json").read_text() if Path("out.json").exists() else None) == old
    assert not list(Path().glob(".*"))


@pytest.mark.parametrize("out", ["gone/out.json", "folder", "rules.md/x", "new/", "loop"])
def test_an_out_that_cannot_be(out: str) -> None:
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    refused = run("parse", "clean.md", "--out", out)
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"vfdoc: {out}: cannot be written (")
    assert refused.stderr.count("\n") == 1
    assert sorted(os.listdir()) == ["clean.md", "folder", "loop", "rules.md"]


def test_a_file_that_nobody_may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write it, so that the refusal is put on."""
    Path("rules.md").chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    refused = run("check", "rules.md", "--fix")
    assert "rules.md: cannot be written (Permission denied)" in refused.stderr
    assert Path("rules.md").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("name", [ODD, "r\n.md", "‘é’ \"'.md"])
def test_odd_names(name: str) -> None:
    Path(name).write_text(TEXT, encoding="utf-8")
    Path("folder " + name).mkdir()
    fixed = run("check", name, "--fix")
    assert Path(name).read_text(encoding="utf-8") == FIXED
    for out in (f"out {name}", f"folder {name}/out", f"folder {name}/{name}"):
        assert run("parse", name, "--out", out).exit_code == 0
        assert Path(out).read_bytes()
    told = (
        fixed.output + run("check", name).output + run("parse", name).output + run("show", name, "1.0").output
    )
    told += run("check", name + "x").output + run("check", name, "--format", "github").output
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
    assert shown in told
    assert not {letter for letter in told if not letter.isprintable()} - {"\n"}
    assert not [line for line in told.splitlines() if line.startswith(("d", ".md"))]


def test_what_a_writer_left_that_was_killed() -> None:
    run("parse", "clean.md", "--out", "out.txt")
    names = [".out.txt.vfdoc-0123456789abcdef", ".out.txt.vfdoc-fedcba9876543210", ".out.txt.vfdoc-mine"]
    for name in names:
        Path(name).write_text("half")
    os.utime(names[0], (time.time() - 9999, time.time() - 9999))
    os.utime(names[2], (1, 1))
    run("parse", "clean.md", "--out", "out.txt")
    assert [Path(name).exists() for name in names] == [False, True, True]


def test_appended_to_what_is_open() -> None:
    done = shell("echo before > all; vfdoc list --out /dev/stdout >> all; echo after >> all; cat all")
    lines = done.stdout.decode().splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert len(lines) > 4


# Byte order marks


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (b"", "utf-8"),
        (b"", "cp1252"),
    ],
)
def test_a_text_is_written_as_it_came(mark: bytes, encoding: str) -> None:
    text = "# Notes\r\n\r\nOn the «côté», see 2.2.\r\n"
    for name, number in (("old", "2.2"), ("new", "2.7")):
        Path(name).mkdir()
        Path(name, "edition.toml").write_text(
            f'title = "{name}"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'
        )
        Path(name, "rules.md").write_text(
            f"## 2.0 Terrain\n\nSlow.\n\n### {number} Overgrown Terrain\n\nSlower.\n", encoding="utf-8"
        )
    Path("notes.md").write_bytes(mark + text.encode(encoding))
    wanted = mark + text.replace("2.2", "2.7").encode(encoding)
    recited = CliRunner().invoke(main, ["recite", "notes.md", "--from", "old", "--to", "new"])
    assert recited.stdout_bytes == wanted
    assert run("recite", "notes.md", "--from", "old", "--to", "new", "--out", "out.md").exit_code == 0
    assert Path("out.md").read_bytes() == wanted
    Path("rules.md").write_bytes(mark + TEXT.replace("→", "-").encode(encoding))
    run("check", "rules.md", "--fix")
    assert Path("rules.md").read_bytes() == mark + FIXED.replace("→", "-").encode(encoding)


# Standard output


COMMANDS = [
    ("check rules.md", 1), ("check clean.md", 0), ("check rules.md --format json", 1),
    ("check rules.md --fix --dry-run", 1), ("check --explain misdirected-reference", 0), ("--help", 0),
    ("check --help", 0), ("parse rules.md", 0), ("parse rules.md --format json", 0), ("show rules.md 1.0", 0),
    ("list", 0), ("graph rules.md", 0), ("tables rules.md", 0), ("diff rules.md clean.md", 0),
    ("diff rules.md clean.md --format md", 0), ("history vf-2e 1.0", 0), ("odds vf-1e hit", 0),
    ("check 'é→'", 2),
    ("recite clean.md --from rules.md --to rules.md", 0), ("sheet vf-2e", 0), ("schema diff", 0),
    ("new 'é→'", 0), ("build clean.md --out 'é→'", 0), ("parse clean.md --explain 3", 0),
]  # fmt: skip


def printed(words: str, stream: io.TextIOWrapper, monkeypatch: pytest.MonkeyPatch) -> object:
    """The exit code of a command whose standard output is that stream."""
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        with pytest.raises(SystemExit) as end:
            main(shlex.split(words), prog_name="vfdoc")
    return end.value.code or 0


@pytest.mark.parametrize("encoding", sparing(["cp1252", "ascii"]))
@pytest.mark.parametrize(("words", "code"), COMMANDS)
def test_any_encoding_of_standard_output(
    words: str, code: int, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer, and the exit code that it has in UTF-8: text in that encoding, data in UTF-8."""
    out = tmp_path / "printed"
    with out.open("w", encoding=encoding) as stream:
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding))
        assert printed(words, stream, monkeypatch) == code
    data = (
        "json" in words or "schema" in words or "md" in words.split() or words.startswith(("recite", "sheet"))
    )
    # ASCII is what a system without a setting has: nobody chose it, and it is answered in UTF-8 (by click).
    assert out.read_text(encoding="utf-8" if data or encoding == "ascii" else encoding) or code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    sparing([("check rules.md", 1), ("check 'é→'", 2), ("show rules.md 1.0", 0), ("--help", 0)], 2),
)
def test_an_encoding_that_the_surroundings_set(words: str, code: int) -> None:
    done = shell(f"vfdoc {words}", PYTHONIOENCODING="cp1252")
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    (done.stdout + done.stderr).decode("cp1252")


@pytest.mark.parametrize(("encoding", "then"), sparing([("idna", "utf-8"), ("utf-16", "utf-16")]))
def test_an_encoding_that_hardly_is_one_of_texts(encoding: str, then: str) -> None:
    done = shell("vfdoc check rules.md", PYTHONIOENCODING=encoding)
    assert done.returncode == 1
    assert not done.stderr
    assert "(2.9) → “there”." in done.stdout.decode(then)


def test_what_an_encoding_cannot_hold_is_marked() -> None:
    done = shell("vfdoc show clean.md 1.0", PYTHONIOENCODING="cp1252")
    assert "Words “here” ? there.".encode("cp1252") in done.stdout
    assert (
        "Words “here” → there.".encode() in shell("vfdoc show clean.md 1.0", PYTHONIOENCODING="utf-8").stdout
    )


FULL = "vfdoc: standard output: cannot be written (No space left on device); write to a file with --out\n"
needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")


@needs_full
@pytest.mark.parametrize(("words", "code"), [(words, code) for words, code in COMMANDS if code != 2])
def test_a_full_device(
    words: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as stream:
        assert printed(words, stream, monkeypatch) == 2
    assert capsys.readouterr().err.endswith(FULL)


@needs_full
@pytest.mark.parametrize("words", sparing(["check rules.md", "parse vf-1e --format json", "--help"]))
def test_a_full_device_of_a_process(words: str) -> None:
    done = shell(f"vfdoc {words} > /dev/full")
    assert (done.returncode, done.stderr.decode()) == (2, FULL)


@needs_full
def test_a_full_device_for_a_file_and_for_what_is_said() -> None:
    done = shell("vfdoc parse clean.md --out /dev/full")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr == b"vfdoc: /dev/full: cannot be written (No space left on device); choose another file\n"
    )
    assert shell("vfdoc check gone.md 2> /dev/full").returncode == 2
    assert shell("vfdoc check rules.md --fix --dry-run 2> /dev/full").returncode == 1


def test_a_reader_that_leaves_early() -> None:
    """The reader has what it wanted: nothing is said, and it is no finding."""
    done = shell("vfdoc parse vf-1e --format json | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (2, b"")


CLOSED = "vfdoc: standard output: cannot be written (Bad file descriptor); write to a file with --out\n"


@pytest.mark.parametrize(
    "words", sparing(["check rules.md", "show clean.md 1.0", "--help", "sheet vf-2e --format pdf"])
)
def test_no_standard_output_at_all(words: str) -> None:
    """A result that nobody gets is none: neither 0 nor 1, and no file opened later takes its number."""
    done = shell(f"vfdoc {words} >&-")
    assert (done.returncode, done.stderr.decode()) == (2, CLOSED)
    assert shell(f"vfdoc {words} >&- 2>&- <&-").returncode == 2


def test_nothing_closed_is_in_the_way_of_a_file() -> None:
    done = shell("vfdoc show clean.md 1.0 --out printed <&- >&- 2>&-")
    assert done.returncode == 0
    assert Path("printed").read_text(encoding="utf-8").startswith("1.0")


@needs_full
@pytest.mark.parametrize("words", sparing(["nope", "roll vf-2e", "check --nope", "check gone.md"], 2))
def test_misuse_is_no_finding_though_nobody_can_be_told(words: str) -> None:
    assert shell(f"vfdoc {words} > /dev/full 2> /dev/full").returncode == 2


def test_one_line() -> None:
    assert writing.one_line("a\nb\x1b[31m\x9bc") == "a\ufffdb\ufffd[31m\ufffdc"
