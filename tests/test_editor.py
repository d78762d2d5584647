"""The language server, driven over its protocol on standard input and output, as an editor does."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner
from thoroughness import sparing

pytest.importorskip("pygls", reason="pygls is not installed: pip install 'vfdoc[lsp]'")

from vfdoc import assets
from vfdoc.cli import main

WAIT = 60
RULES = """\
# Club

## 1.0 Moves

Go, but see 2.1. Ω𝔸 (2.2) and (9.9).

## 2.0 Fire

Roll (1.0).

### 2.1 Range

Long (2.2).

### 2.2 Cover

Soft cover helps, as the Range rule (2.0) and Range (3.1) say.
"""
EDITION = """\
title = "Club"
[[documents]]
id = "rules"
file = "rules.md"
[[phases]]
name = "Fire"
steps = ["2.1"]
"""
ERRATA = """\
[[fault]]
rule = "dangling-reference"
section = "1.0"
text = "9.9 and more"
should = "2.2"
why = "There is no such section."
"""


class Client:
    """An editor: what it asks, and what it is told."""

    def __init__(self, folder: Path, can: dict[str, Any] | None = None) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vfdoc", "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._number = 0
        self._answers: dict[int, Queue[dict[str, Any]]] = {}
        self.told: Queue[dict[str, Any]] = Queue()
        self._listener = Thread(target=self._hears, daemon=True)
        self._listener.start()
        told = self.asks(
            "initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": can or {}}
        )
        self.can: dict[str, Any] = told["capabilities"]
        self.says("initialized", {})

    def _sends(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._process.stdin.flush()

    def _hears(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while head := stream.readline():
            length = int(head.partition(b":")[2]) if head.startswith(b"Content-Length") else None
            while stream.readline() not in (b"\r\n", b""):
                pass
            assert length is not None, head
            message = json.loads(stream.read(length))
            if "id" in message and "method" not in message:
                self._answers[message["id"]].put(message)
            elif message.get("method") == "textDocument/publishDiagnostics":
                self.told.put(message["params"])

    def begins(self, method: str, params: dict[str, Any]) -> Callable[[], dict[str, Any]]:
        """Asks, and waits for the answer when that is called."""
        self._number += 1
        answers = self._answers[self._number] = Queue()
        self._sends({"id": self._number, "method": method, "params": params})
        return lambda: answers.get(timeout=WAIT)

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request, as it comes."""
        return self.begins(method, params)()

    def asks(self, method: str, params: dict[str, Any]) -> Any:
        """What a request is answered with."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def at(self, method: str, name: str, line: int, character: int, **more: Any) -> Any:
        """The answer to a request about a place (0-based)."""
        return self.asks(
            f"textDocument/{method}", {**self.file(name), "position": place(line, character), **more}
        )

    def file(self, name: str) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri(name)}}

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def says(self, method: str, params: dict[str, Any]) -> None:
        self._sends({"method": method, "params": params})

    def opens(self, name: str) -> None:
        text = (self.folder / name).read_text(encoding="utf-8")
        document = {"uri": self.uri(name), "languageId": "markdown", "version": 1, "text": text}
        self.says("textDocument/didOpen", {"textDocument": document})

    def changes(self, name: str, version: int, text: str) -> None:
        document = {"uri": self.uri(name), "version": version}
        self.says("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, name: str, version: int | None = None) -> list[dict[str, Any]]:
        """The next that are published of a file (in that version)."""
        while True:
            found = self.told.get(timeout=WAIT)
            if found["uri"] == self.uri(name) and version in (None, found.get("version")):
                diagnostics: list[dict[str, Any]] = found["diagnostics"]
                return diagnostics

    def dies(self) -> float:
        """An end without a word; the seconds until the server is gone too."""
        assert self._process.stdin is not None
        begun = time.monotonic()
        self._process.stdin.close()
        self._process.wait(WAIT)
        took = time.monotonic() - begun
        self._hangs_up()
        return took

    def leaves(self) -> None:
        self.asks("shutdown", {})
        self.says("exit", {})
        self._process.wait(WAIT)
        self._hangs_up()

    def _hangs_up(self) -> None:
        """Closes both pipes, the one that is listened to when nobody listens any more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._listener.join(WAIT)
        self._process.stdin.close()
        self._process.stdout.close()


def place(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def starts(found: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(each["range"]["start"]["line"], each["range"]["start"]["character"]) for each in found]


def in_folder(folder: Path) -> Client:
    folder.mkdir()
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    (folder / "edition.toml").write_text(EDITION)
    client = Client(folder)
    client.opens("rules.md")
    return client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    client = in_folder(tmp_path / "club")
    yield client
    client.leaves()


def test_diagnostics_are_what_check_finds_and_follow_what_is_typed(client: Client) -> None:
    found = CliRunner().invoke(main, ["check", str(client.folder), "--format", "json"])
    wanted = [(f["rule"], f["line"] - 1) for f in json.loads(found.stdout)["findings"]]
    published = client.diagnostics("rules.md", 1)
    assert [(each["code"], each["range"]["start"]["line"]) for each in published] == wanted
    dangling = next(each for each in published if "9.9" in each["message"])
    # "Go, but see 2.1. Ω𝔸 (2.2) and (" has one letter of two UTF-16 units
    assert dangling["range"] == {"start": place(4, 32), "end": place(4, 35)}
    for version in range(2, 8):  # typed fast: only the last state is told of
        client.changes("rules.md", version, RULES.replace("9.9", "2.2" if version == 7 else f"9.{version}"))
    assert not any("9." in each["message"] for each in client.diagnostics("rules.md"))
    client.changes("rules.md", 8, RULES.replace("(9.9)", "").replace("(3.1)", ""))
    assert client.diagnostics("rules.md", 8) == []


@pytest.mark.thorough
def test_a_broken_edition_is_told_of_at_its_place_and_nothing_else(client: Client) -> None:
    client.diagnostics("rules.md", 1)
    client.opens("edition.toml")
    client.changes("edition.toml", 2, EDITION.replace("title", "titel"))
    while client.diagnostics("rules.md"):  # those of the state before, and then none
        pass
    (found,) = client.diagnostics("edition.toml", 2)
    assert found["range"]["start"]["line"] == 0
    assert "titel" in found["message"]
    client.changes("edition.toml", 3, EDITION)
    assert client.diagnostics("rules.md")


def test_a_citation_leads_to_its_rule_and_a_rule_to_its_citations(client: Client) -> None:
    (found,) = client.at("definition", "rules.md", 4, 13)
    assert found["uri"] == client.uri("rules.md")
    assert found["range"] == {"start": place(10, 4), "end": place(10, 7)}
    context = {"context": {"includeDeclaration": False}}
    assert starts(client.at("references", "rules.md", 14, 5, **context)) == [(4, 22), (12, 6)]
    both = client.at("references", "rules.md", 12, 7, context={"includeDeclaration": True})
    assert starts(both) == [(14, 4), (4, 22), (12, 6)]
    assert client.at("definition", "rules.md", 4, 1) is None
    told = client.at("hover", "rules.md", 4, 23)
    assert told["contents"]["value"].startswith("2.2 Cover\n\nSoft cover helps")
    assert "cited by 2" in told["contents"]["value"]
    assert told["range"]["start"] == place(4, 22)


@pytest.mark.thorough
def test_numbers_are_offered_with_their_titles(client: Client) -> None:
    text = RULES.replace("Roll (1.0).", "Roll (2.")
    client.changes("rules.md", 2, text)
    found = client.at("completion", "rules.md", 8, 8)["items"]
    assert [(each["label"], each["detail"]) for each in found] == [
        ("1.0", "Moves"), ("2.0", "Fire"), ("2.1", "Range"), ("2.2", "Cover"),
    ]  # fmt: skip
    assert found[0]["textEdit"]["range"] == {"start": place(8, 6), "end": place(8, 8)}


@pytest.mark.thorough
def test_the_outline_its_folds_and_how_often_each_is_cited(client: Client) -> None:
    found = client.asks("textDocument/documentSymbol", client.file("rules.md"))
    fire = next(each for each in found if each["name"] == "2.0 Fire")
    assert [each["name"] for each in fire["children"]] == ["2.1 Range", "2.2 Cover"]
    folds = client.asks("textDocument/foldingRange", client.file("rules.md"))
    assert {"startLine": 6, "endLine": 17, "kind": "region"} in folds
    lenses = client.asks("textDocument/codeLens", client.file("rules.md"))
    assert [(each["range"]["start"]["line"], each["command"]["title"]) for each in lenses] == [
        (2, "cited by 1"), (6, "cited by 1"), (10, "cited by 1"), (14, "cited by 2"),
    ]  # fmt: skip


def applied(client: Client, edit: dict[str, Any]) -> dict[str, str]:
    """The files after a workspace edit, by name."""
    found = {}
    for uri, edits in edit["changes"].items():
        path = Path(uri.removeprefix("file://"))
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for each in edits:
            start, end = each["range"]["start"], each["range"]["end"]
            line = lines[start["line"]].encode("utf-16-le")
            whole = line[: 2 * start["character"]] + each["newText"].encode("utf-16-le")
            lines[start["line"]] = (whole + line[2 * end["character"] :]).decode("utf-16-le")
        found[path.name] = "".join(lines)
    return found


@pytest.mark.parametrize(("line", "character"), sparing([(6, 4), (8, 8)]))
def test_renaming_a_number_is_renumbering(client: Client, line: int, character: int) -> None:
    old = "2.0" if line == 6 else "1.0"
    assert client.at("prepareRename", "rules.md", line, character)["start"]["line"] == line
    edit = client.at("rename", "rules.md", line, character, newName="5.0")
    after = applied(client, edit)
    assert CliRunner().invoke(main, ["renumber", str(client.folder), f"{old}=5.0"]).exit_code == 0
    files = {path.name: path.read_text(encoding="utf-8") for path in client.folder.iterdir()}
    assert {**files, **after} == files
    assert "rules.md" in after


def test_a_renaming_that_an_edit_overtakes_is_refused(client: Client) -> None:
    renaming = {**client.file("rules.md"), "position": place(10, 5), "newName": "2.7"}
    wait = client.begins("textDocument/rename", renaming)
    client.changes("rules.md", 2, f"{RULES.replace('2.1 Range', '3.1 Range')}\n")
    assert wait()["error"]["code"] == -32801  # ContentModified
    answer = client.answer("textDocument/rename", {**renaming, "newName": "3.7"})
    assert "### 3.7 Range" in applied(client, answer["result"])["rules.md"]


@pytest.mark.thorough
def test_of_numbers_that_begin_again_the_one_under_the_cursor_is_renamed(tmp_path: Path) -> None:
    articles = (f"## Article {n}\n\n### Section 1\n\nA.\n\n### Section 2\n\nB.\n" for n in ("I", "II"))
    (tmp_path / "guild.md").write_text("# Guild\n\n" + "\n".join(articles))
    client = Client(tmp_path)
    client.opens("guild.md")
    for line in (8, 18):
        edit = client.at("rename", "guild.md", line, 12, newName="3")
        after = applied(client, edit)["guild.md"].split("\n")
        assert [n for n, text in enumerate(after) if text == "### Section 3"] == [line]
    client.leaves()


@pytest.mark.thorough
def test_an_editor_that_knows_versions_is_told_which_it_may_change(client: Client) -> None:
    other = Client(client.folder, {"workspace": {"workspaceEdit": {"documentChanges": True}}})
    other.opens("rules.md")
    edit = other.at("rename", "rules.md", 10, 5, newName="2.7")
    versions = {
        each["textDocument"]["uri"]: each["textDocument"]["version"] for each in edit["documentChanges"]
    }
    assert versions == {other.uri("rules.md"): 1, other.uri("edition.toml"): None}
    other.leaves()


@pytest.mark.thorough
def test_a_number_that_is_taken_is_refused_in_words(client: Client) -> None:
    where = {**client.file("rules.md"), "position": place(10, 5), "newName": "2.2"}
    answer = client.answer("textDocument/rename", where)
    assert 'is the number of 2.2 "Cover" already' in answer["error"]["message"]


@pytest.mark.thorough
def test_what_is_proved_is_offered_as_a_correction(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    text = "# Game\n\n## 1.0 Moves\n\nGo; see Hidden Valley Cover (3.7).\n\n## 2.0 Hidden Valley Cover\n"
    (folder / "rules.md").write_text(text)
    (folder / "edition.toml").write_text('title = "G"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n')
    fixed = CliRunner().invoke(main, ["check", str(folder), "--fix", "--dry-run"]).stdout
    assert "+Go; see Hidden Valley Cover (2.0)." in fixed
    client = Client(folder)
    client.opens("rules.md")
    span = {"start": place(4, 0), "end": place(4, 5)}
    where = {**client.file("rules.md"), "range": span, "context": {"diagnostics": []}}
    (action,) = client.asks("textDocument/codeAction", where)
    (edit,) = action["edit"]["changes"][client.uri("rules.md")]
    assert (edit["newText"], edit["range"]) == ("2.0", {"start": place(4, 29), "end": place(4, 32)})
    elsewhere = {**where, "range": {"start": place(7, 0), "end": place(7, 1)}}
    assert client.asks("textDocument/codeAction", elsewhere) is None
    client.leaves()


@pytest.mark.thorough
def test_a_stale_statement_tells_its_words_then_and_now(client: Client) -> None:
    (client.folder / "errata.toml").write_text(ERRATA)
    client.opens("errata.toml")
    told = client.at("hover", "errata.toml", 3, 2)["contents"]["value"]
    assert "Stated of: 9.9 and more" in told
    assert told.startswith("1.0: ")


def test_a_server_whose_editor_dies_does_not_outlive_it(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    parts = (f"## {n}.0 Part\n\n" + "".join(_worded(n, m) for m in range(1, 60)) for n in range(1, 120))
    (tmp_path / "club" / "rules.md").write_text("# Club\n\n" + "".join(parts))
    client = Client(tmp_path / "club")
    client.opens("rules.md")
    time.sleep(1)  # its findings are being worked out
    assert client.dies() < WAIT / 12


def _worded(n: int, m: int) -> str:
    return f"### {n}.{m} Rule\n\nA unit {n * m} inches away rolls a die, as rule {m}.{n % 50 + 1} says.\n\n"


def test_terms_are_explained_where_they_stand(tmp_path: Path) -> None:
    shutil.copytree(assets.folder("rulesets"), tmp_path / "rulesets")
    client = Client(tmp_path)
    name = "rulesets/vf-2e/rules.md"
    client.opens(name)
    lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines) if "shaken" in text and not text.startswith("#"))
    told = client.at("hover", name, line, lines[line].index("shaken") + 1)
    assert "haken" in told["contents"]["value"]
    offered = {each["label"] for each in client.at("completion", name, line, 0)["items"]}
    assert {"8.2", "8.2.1"} <= offered
    assert any(not label[0].isdigit() for label in offered)
    client.leaves()
