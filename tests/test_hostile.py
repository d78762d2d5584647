"""Anything at all: one clear answer, exit 2 where there is no document; never a traceback or a hang."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result
from thoroughness import THOROUGH, pace, size, sparing

from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.reading.sources import decode

FRENCH = "# Règles\n\n## 1.1 Portée\n\nÀ côté de l’ennemi, « où » (9.9).\n"
ENGLISH = "# Rules\n\n## 1.1 Range\n\nThe unit’s move – “see” (9.9).\n"
EDITION = 'title = "House"\n\n[[documents]]\nid = "rules"\nfile = "{}"\n'


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    """A command that must not end in a traceback."""
    result = CliRunner().invoke(main, arguments, prog_name="vfdoc")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1, 2)
    return result


def refused(*arguments: str) -> str:
    """The one line with which a command refuses its input."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert not result.stdout
    assert result.stderr.startswith("vfdoc: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def findings(path: str) -> list[dict[str, object]]:
    return json.loads(run("check", path, "--format", "json").stdout)["findings"]


# Encodings and line ends


@pytest.mark.parametrize("ends", sparing(["\r\n", "\n", "\r"]))
@pytest.mark.parametrize("text", [FRENCH, ENGLISH])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_any_encoding_and_line_end_reads_the_same(encoding: str, text: str, ends: str) -> None:
    Path("rules.md").write_bytes(text.replace("\n", ends).encode(encoding))
    (found,) = findings("rules.md")
    line, column = next((i, t.index("9.9")) for i, t in enumerate(text.split("\n")) if "9.9" in t)
    assert (found["rule"], found["line"], found["column"]) == ("dangling-reference", line + 1, column + 1)
    note = run("check", "rules.md").stderr
    assert ("taken for" in note) == (not encoding.startswith("utf-8")), note
    assert json.loads(run("parse", "rules.md", "--format", "json").stdout)["title"] == text.split("\n")[0][2:]


def test_utf_16_with_the_other_mark() -> None:
    Path("rules.md").write_bytes("\ufeff".encode("utf-16-be") + FRENCH.encode("utf-16-be"))
    assert [f["quote"] for f in findings("rules.md")] == ["9.9"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Règle 5.1 : à côté des unités ébranlées, voir 6.3.", "cp1252"),
        ("Coûte 4\"", "cp1252"),
        ("Cible débordée (*en mêlée*)", "cp1252"),
        ("Die Einheit zieht über Hügel; siehe 4.2. Größe und Stärke.", "cp1252"),
        ("¿Cuántos dados? La unidad podrá avanzar; después tirará.", "cp1252"),
        ("The unit’s “move” – 6\"", "cp1252"),
        ("1.1 Counters\r\n\r\nBeads (§ 9.6): one a card – three at most.\r\n", "cp1252"),  # not DOS
        ("L'accès à la salle est réglé par la règle 5.1 ; où elle manque, l'équipe joue déjà.", "mac_roman"),
        ("Die Einheit zieht über Hügel; siehe 4.2. Größe und Stärke.", "mac_roman"),
        ("Правила игры. Отряд может двигаться на шесть дюймов, смотри 5.1", "cp1251"),
        ("Οι κανόνες του παιχνιδιού. Η μονάδα κινείται έξι ίντσες, βλέπε 5.1", "cp1253"),
        ("Jednostka może się poruszyć o sześć cali. Zobacz zasadę 5.1, która mówi, że żadna.", "cp1250"),
    ],
)  # fmt: skip
def test_short_texts_of_eight_bits(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "text") == (text, encoding)


def test_the_originals_in_windows_1252_read_the_same(originals: Path) -> None:
    """As an editor on Windows saves them: the same characters, sections and citations."""
    for path in sorted(originals.glob("*.txt")):
        data = path.read_bytes().replace(b"\r\n", b"\n")
        windows = data.decode().replace("\n", "\r\n").encode("cp1252")
        assert decode(windows, path.name)[0] == data.decode().replace("\n", "\r\n")
        Path(path.name).write_bytes(windows)
        one, other = (
            json.loads(run("parse", str(each), "--format", "json").stdout) for each in (path, path.name)
        )
        assert _without_files(one) == _without_files(other)


def _without_files(parsed: Any) -> Any:
    if isinstance(parsed, dict):
        return {key: _without_files(value) for key, value in parsed.items() if key != "file"}
    return [_without_files(each) for each in parsed] if isinstance(parsed, list) else parsed


def test_bytes_that_are_no_text_in_any_encoding() -> None:
    for data in (b"\x89PNG\r\n\x1a\n\0\0", b"%PDF-1.7\n\0\x01", os.urandom(4096) + b"\0", b"\0" * 999):
        Path("odd").write_bytes(data)
        assert run("check", "odd").exit_code == 2
    for data in (b"\xff\xfe\x00", b"\xef\xbb\xbf\xff", b"\xfe\xff\xd8\x00\x00\x41", bytes(range(1, 32)) * 9):
        with pytest.raises(InputError):
            decode(data, "odd")


def test_an_empty_text_has_no_faults() -> None:
    for data in (b"", b"\n", b"\r\n \r\n", "\ufeff".encode(), b"\t"):
        Path("empty.md").write_bytes(data)
        assert run("check", "empty.md").stdout == "no findings\n"
        assert json.loads(run("parse", "empty.md", "--format", "json").stdout)["references"] == []


def test_control_characters_do_not_reach_the_terminal() -> None:
    Path("rules.md").write_text("# R\n\n## 1.1 A \x1b[31mred\n\n\x1b]0;title\x07 see 9.9 \x9b2J\n")
    printed = run("check", "rules.md").stdout
    assert "9.9" in printed
    assert printed.isprintable() or not set(printed) & {chr(c) for c in (*range(10), *range(11, 32), 0x9B)}


def test_the_feet_and_heads_of_pages_are_no_text() -> None:
    """Where form feeds part the pages: lines that recur there, but for their figures."""
    page = "{n}. Ropes\n\n   A rope of {n} strands is\n\n\nMemo [Page {n}]\n\f\nRFC 0 Bells\n\n   long.\n\n"
    Path("memo.txt").write_text("".join(page.format(n=n) for n in range(1, 6)))
    read = json.loads(run("parse", "memo.txt", "--format", "json").stdout)
    texts = " ".join(section["text"] for section in read["sections"])
    assert "strands" in texts
    assert "Page" not in texts
    assert "Bells" not in texts
    assert len(read["omitted"]) == 10


# What is no file, and what may not be read


def not_waiting(*words: str) -> tuple[int, str, str]:
    """A command that ends soon: in a process of its own; where not all is to run, in this one, which an alarm
    would wake. Its exit code, output and errors."""
    if THOROUGH:
        command = [sys.executable, "-c", "from vfdoc.cli import main; main()", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.returncode, done.stdout, done.stderr

    def woken(number: int, frame: object) -> NoReturn:
        pytest.fail(f"vfdoc {' '.join(words)} waits")

    before = signal.signal(signal.SIGALRM, woken)
    signal.alarm(30)
    try:
        result = run(*words)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("path", ["pipe", "/dev/zero", "/dev/null", "house"])
def test_what_is_no_regular_file_is_not_waited_for(path: str) -> None:
    os.mkfifo("pipe")
    Path("house").mkdir()
    os.mkfifo("house/rules.md")
    Path("house/edition.toml").write_text(EDITION.format("rules.md"))
    code, out, said = not_waiting("check", path)
    assert (code, out) == (2, "")
    assert "is a pipe or a device" in said


@pytest.mark.parametrize(
    "words",
    [
        ("check", "rules.md", "--baseline", "pipe"),
        ("check", "rules.md", "--out", "pipe"),
        ("check", "rules.md", "--write-baseline", "pipe"),
        ("show", "rules.md", "1.0", "--out", "pipe"),
        ("odds", "vf-1e", "fire", "--situation", "pipe"),
        ("sheet", "rules.md", "--audit", "pipe"),
        ("sheet", "rules.md", "--army", "pipe"),
        ("sheet", "vf-2e", "--format", "pdf", "--out", "pipe"),
    ],
)
def test_a_pipe_that_an_option_names_is_not_waited_for(words: tuple[str, ...]) -> None:
    os.mkfifo("pipe")
    Path("rules.md").write_text("## 1.0 Movement\nA unit moves.\n")
    code, _, said = not_waiting(*words)
    assert code == 2
    assert "vfdoc: pipe: is a pipe or a device" in said


@pytest.mark.parametrize(
    "path", ["missing.md", "", "a" * 300, "a/" * 3000, "vf-1e/none", "vf-9e", "\udcff", "@", "."]
)
def test_a_path_that_leads_nowhere(path: str) -> None:
    refused("check", path)
    assert run("parse", path).exit_code == 2


def test_links_that_lead_nowhere() -> None:
    Path("self.md").symlink_to("self.md")
    Path("gone.md").symlink_to("missing.md")
    refused("check", "self.md")
    refused("check", "gone.md")


def test_a_name_that_is_no_utf_8() -> None:
    Path(os.fsdecode(b"r\xe8gles.md")).write_text("## 1.1 A\n\nsee 3.3\n")
    name = os.fsdecode(b"r\xe8gles.md")
    assert findings(name)[0]["file"] == "r\ufffdgles.md"
    assert run("check", name).exit_code == 1
    assert json.loads(run("parse", name, "--format", "json").stdout)["title"]


# What Windows sends: names that it knows or keeps for itself, line ends, marks, its own encoding

NAMES = (
    "Règles du club",
    "rules (final) 'v2' & \"more\"",
    "CON",
    "nul",
    "COM1",
    "a:b",
    "c_:rules",
    "ends in a dot.",
    "ends in a blank ",
    " begins with one",
    "a\\b",
    "what?",
    "star*",
    "50%",
    "$HOME",
    "-x",
    "правила",
    "规则",
    "e\u0301te",
    "x" * 200,
)


@pytest.mark.parametrize("name", sparing(NAMES, 7))
def test_any_name_can_be_read(name: str) -> None:
    Path(f"{name}.txt").write_text(ENGLISH, encoding="utf-8")
    house = Path("in", name)
    house.mkdir(parents=True)
    (house / "edition.toml").write_text(EDITION.format("rules.md"), encoding="utf-8")
    (house / "rules.md").write_text(ENGLISH, encoding="utf-8")
    text = f"./{name}.txt"
    (found,) = findings(text)
    assert found["file"] == f"{name}.txt"
    assert found["line"] == 5
    (found,) = findings(str(house))
    assert found["file"] == f"{house}/rules.md"
    assert run("parse", text).exit_code == run("parse", str(house)).exit_code == 0
    assert run("diff", text, str(house)).exit_code == 0
    said = json.loads(run("parse", str(house), "--format", "json").stdout)
    assert [section["number"] for section in said["sections"]] == [None, "1.1"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_an_edition_written_on_windows(mark: bytes) -> None:
    Path("house").mkdir()

    def put(name: str, text: str, encoding: str = "utf-8") -> None:
        data = text.replace("\n", "\r\n").encode(encoding)
        Path("house", name).write_bytes(mark + data if encoding == "utf-8" else data)

    put("edition.toml", EDITION.format("rules.md"))
    fault = 'rule = "dangling-reference"\nsection = "1.1"\ntext = "9.9"\nshould = "none"\nwhy = "so"\n'
    put("errata.toml", f"[[fault]]\n{fault}")
    for encoding in ("utf-8", "cp1252"):
        put("rules.md", ENGLISH, encoding)
        (found,) = findings("house")
        assert (found["rule"], found["line"], found["quote"]) == ("dangling-reference", 5, "9.9")
        assert found["acknowledged"]
    put("edition.toml", EDITION.format("rules.md").replace("title", "titel"))
    assert refused("check", "house").startswith("vfdoc: house/edition.toml:1: unknown key 'titel'")


def test_a_name_in_the_encoding_of_windows() -> None:
    name = os.fsdecode("Règles d’été.txt".encode("cp1252"))
    Path(name).write_bytes(FRENCH.replace("\n", "\r\n").encode("cp1252"))
    (found,) = findings(name)
    assert found["quote"] == "9.9"
    str(found["file"]).encode()  # what is no UTF-8 bears a mark
    assert run("check", name).exit_code == 1


def test_an_edition_names_its_files_as_windows_does() -> None:
    Path("house/texts").mkdir(parents=True)
    Path("house/texts/rules.md").write_text(ENGLISH, encoding="utf-8")
    Path("house/edition.toml").write_text(EDITION.replace('"{}"', "'texts\\rules.md'"), encoding="utf-8")
    said = refused("check", "house")
    assert "texts" in said


def test_what_may_not_be_read() -> None:
    Path("rules.md").write_text(ENGLISH)
    Path("house").mkdir()
    Path("house/edition.toml").write_text(EDITION.format("rules.md"))
    Path("rules.md").chmod(0)
    Path("house").chmod(0)
    try:
        if os.access("rules.md", os.R_OK):
            pytest.skip("root may read anything")
        assert "cannot be read" in refused("check", "rules.md")
        assert "cannot be read" in refused("check", "house")
    finally:
        Path("house").chmod(0o700)


def test_a_folder_that_may_not_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*arguments: object, **more: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", forbidden)
    assert "cannot be read (Permission denied)" in refused("check", "rules.md")


# Editions that lead out of their folder


@pytest.mark.parametrize(
    "file", ["../secret.md", "/etc/hostname", "sub/../../secret.md", "..", "\\u0000", "."]
)
def test_an_edition_names_no_file_outside_its_folder(file: str) -> None:
    Path("secret.md").write_text("# Secret\n")
    Path("house/sub").mkdir(parents=True)
    Path("house/edition.toml").write_text(EDITION.format(file))
    assert "Secret" not in refused("check", "house")
    assert "Secret" not in refused("build", "house")


@pytest.mark.parametrize("linked", ["rules.md", "sub", "edition.toml", "errata.toml"])
def test_no_link_leads_out_of_an_editions_folder(linked: str) -> None:
    Path("outside").mkdir()
    Path("house").mkdir()
    texts = {
        "edition.toml": EDITION.format("sub/rules.md" if linked == "sub" else "rules.md"),
        "rules.md": ENGLISH,
        "errata.toml": "secret = 'value'\n",
    }
    for name, text in texts.items():
        Path("outside", name).write_text(text)
        if name != "errata.toml" or linked == name:
            Path("house", name).write_text(text)
    place = Path("house", linked)
    place.unlink(missing_ok=True)
    place.symlink_to(Path("outside" if linked == "sub" else f"outside/{linked}").absolute())
    said = refused("check", "house")
    assert "outside the edition's folder" in said
    assert "secret" not in said


def test_a_link_to_itself_in_an_edition() -> None:
    Path("house").mkdir()
    Path("house/edition.toml").write_text(EDITION.format("rules.md"))
    Path("house/rules.md").symlink_to("rules.md")
    refused("check", "house")


# Size: what a text may cost is set by its length (a hundredth of it unless all is to be thorough). Seconds
# are generous; a hang takes for ever.

WIDE = size(20_000_000)
LONG: dict[str, Callable[[], str]] = {
    "a number and no end": lambda: "1." * (WIDE // 2),
    "one word": lambda: "## 1.1 " + "x" * WIDE,
    "one line of words": lambda: "word and words, " * (WIDE // 16),
    "brackets": lambda: "(" * WIDE,
    "stars": lambda: "*" * WIDE,
    "spaces": lambda: " " * WIDE + "x",
    "quotation marks": lambda: "> " * (WIDE // 2),
    "capitals": lambda: "A" * WIDE,
    "colons": lambda: ": " * (WIDE // 2),
    "citations on one line": lambda: "## 5.1 A\n\n" + "word see 5.1 and (5.1), " * size(40_000),
    "nested numbers": lambda: "\n\n".join(
        f"## {'.'.join(['1'] * (i % 15 + 1))} T" for i in range(size(10_000))
    ),
    "a number of ten thousand pieces": lambda: f"## {'1.' * 9_999}1 T\n\n{'2.' * 9_999}2",
    "nested lists": lambda: "\n".join("  " * i + "- item" for i in range(size(2_000))),
    "nested quotations": lambda: "\n".join(">" * i + " quoted" for i in range(size(2_000))),
    "200,000 citations": lambda: "## 5.1 A\n\n" + "Text that says (see 5.1) and more.\n\n" * size(200_000),
    "a list of citations": lambda: "## 5.1 A\n\nsee " + "5.1, " * size(200_000),
    "a list with words": lambda: "PART 1\n\nsee " + "Part 1 & " * size(20_000),
    "headings without number": lambda: "\n\n".join(["# A\n\n**Label:** Text."] * size(10_000)),
    "descending numbers": lambda: "\n".join(
        f"## {200 - i // 99}.{99 - i % 99} A" for i in range(size(15_000))
    ),
    "contents": lambda: "CONTENTS\n\n" + "\n".join(
        f"{i // 100 + 1}.{i % 100} Title" for i in range(size(20_000))
    ),
    "sentences with changes": lambda: "## 1.1 A\n\n" + "Add 1 if shaken. " * size(10_000),
    "changes in one sentence": lambda: "## 1.1 Melee\n\n" + "+1 if shaken or in cover, " * size(8_000),
    "lines of one paragraph": lambda: "## 1.1 A\n\n" + "The unit moves. It stops\n" * size(40_000),
    "a title above changes": lambda: (
        f"## 1.1 {'words ' * size(12_000)}\n\n" + "Add 1 if shaken.\n\n" * size(4_000)
    ),
    "rows": lambda: "\n".join(f"a{i}\tb\tc" for i in range(size(50_000))),
    "front matter that does not end": lambda: "---\na:\n" + "    b: c\n" * size(40_000) + "--- 1\n",
    "numbers in a bracket that does not end": lambda: (
        "## 1.1 Melee\n\nRoll a D6 to hit. Add 1 to the roll if shaken (" + "1, " * size(4_000) + "or so).\n"
    ),
    "questions": lambda: "# FAQ\n\n" + "\n\n".join(["**Q:** Why?\n\n**A:** So."] * size(10_000)),
}  # fmt: skip


@pytest.mark.parametrize("what", LONG)
def test_a_long_text_takes_no_longer_than_its_length(what: str) -> None:
    text = LONG[what]()
    before, took = pace(), seconds_of(text)
    # 200,000 citations (7 MB) take a minute of a quiet machine, in proportion to their number: that is no
    # hang. A quarter of the text must take a quarter of it, near enough on a machine that others share: a
    # list of 200,000 had taken four times too long, and a limit in seconds alone did not see it.
    assert took < 100 * max(before, pace())
    if took > 15:
        assert took < 6.5 * seconds_of(text[: len(text) // 4])


def seconds_of(text: str) -> float:
    """The time of the processor, in seconds, in which a text is checked."""
    Path("long.md").write_text(text)
    start = time.process_time()
    run("check", "long.md", "--out", "out.txt")
    return time.process_time() - start
