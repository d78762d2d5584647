"""What `diff`, `history` and `recite` print: JSON by its schema, pages that stand alone, git revisions."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import html5lib
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from vfdoc.cli import main
from vfdoc.formats.shapes import json_schema

RULES = "## 1.1 Infantry\n\nInfantry moves up to {} across open fields and tracks.\n"
EDITION = 'title = "Skirmish"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'


def run(*words: str, code: int = 0) -> str:
    """What a command prints; it must end with that exit code."""
    result = CliRunner().invoke(main, list(words), prog_name="vfdoc")
    assert result.exit_code == code, result.output
    return result.stdout if code != 2 else result.stderr


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("diff", ("diff", "vf-1e", "vf-2e", "--format", "json")),
        ("diff", ("diff", "vf-1e", "vf-lwtv", "--format", "json")),
        ("diff", ("diff", "vf-2e", "vf-fr-2.9", "--format", "json")),
        ("concordance", ("diff", "vf-1e", "vf-2e", "--format", "concordance")),
        ("history", ("history", "vf-1e", "6.5", "--format", "json")),
    ],
)
def test_the_json_is_what_its_schema_says(schema: str, words: tuple[str, ...]) -> None:
    printed = run(*words)
    Draft202012Validator(json.loads(json_schema(schema))).validate(json.loads(printed))
    assert run(*words) == printed, "two runs differ"


def test_what_is_unchanged_stands_apart() -> None:
    found = json.loads(run("diff", "vf-1e", "vf-2e", "--format", "json"))
    for part in ("numbers", "modifiers", "rows"):
        assert not [row for row in found[part] if row["kind"] in ("same", "reworded")]
        assert not [row for row in found["unchanged"][part] if row["kind"] not in ("same", "reworded")]
    for side in ("old", "new"):
        for number in found["numbers"]:
            known = [number[f"{side}_{key}"] is not None for key in ("section", "document", "file", "line")]
            assert all(known) or not any(known)
            assert (number[side] is None) == (not any(known))


@pytest.mark.parametrize("pair", [("vf-1e", "vf-2e"), ("vf-1e", "vf-lwtv"), ("vf-2e", "vf-fr-2.9")])
def test_the_terminal_takes_a_hundred_columns(pair: tuple[str, str]) -> None:
    long = [line for line in run("diff", *pair).splitlines() if len(line) > 100 and " " in line.strip()]
    assert not long


@pytest.mark.parametrize("pair", [("vf-1e", "vf-2e"), ("vf-2e", "vf-fr-2.9")])
def test_the_page_is_valid_and_loads_nothing(pair: tuple[str, str]) -> None:
    page = run("diff", *pair, "--format", "html")
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<script" not in page
    assert "src=" not in page
    assert 'href="http' not in page


def test_a_hostile_text_stays_text(tmp_path: Path) -> None:
    hostile = "</del><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}"
    for name, words in (("old.md", "before"), ("new.md", f"after {hostile}")):
        (tmp_path / name).write_text(f"## 1.1 Guns {hostile}\n\nA gun fires {words} its crew is ready.\n")
    page = run("diff", str(tmp_path / "old.md"), str(tmp_path / "new.md"), "--format", "html")
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<script" not in page
    assert "<img" not in page
    assert "49" not in page


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with an edition of two revisions, the first tagged v1, and a change not committed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    game = tmp_path / "games" / "skirmish"
    game.mkdir(parents=True)
    (game / "edition.toml").write_text(EDITION)
    try:
        git("init", "-q")
    except FileNotFoundError:
        pytest.skip("no git")
    for value in ('6"', '8"', '9"'):
        (game / "rules.md").write_text(RULES.format(value))
        if value != '9"':
            git("add", ".")
            git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", value)
        if value == '6"':
            git("tag", "v1")
    return game


def git(*words: str) -> None:
    """Runs git here; fails where it does."""
    subprocess.run(["git", *words], check=True, capture_output=True)


@pytest.mark.parametrize(
    "path", ["games/skirmish", "games/skirmish/rules.md", "games/skirmish/", "./games/skirmish"]
)
def test_a_revision_is_compared_with_what_lies_there_now(repository: Path, path: str) -> None:
    words = ("diff", f"{path.rstrip('/')}@v1", path, "--format", "json")
    found = json.loads(run(*words))
    (changed,) = (section for section in found["sections"] if section["kind"] != "same")
    assert changed["old"] == changed["new"] == ["1.1"]
    texts = {words["kind"]: words["text"].strip() for words in changed["words"] if words["kind"] != "kept"}
    assert texts == {"removed": '6"', "added": '9"'}


def test_two_revisions_of_what_is_gone_since(repository: Path) -> None:
    for file in repository.iterdir():
        file.unlink()
    repository.rmdir()
    found = json.loads(run("parse", "games/skirmish@v1", "--format", "json"))
    assert found["edition"] == "skirmish"
    assert found["sections"][0]["file"] == "games/skirmish@v1/rules.md"
    number = found["sections"][0]["anchor"]
    for words in (("show", "games/skirmish@v1", number), ("graph", "games/skirmish@v1")):
        assert "vfdoc-" not in run(*words, "--format", "json")
    assert "games/skirmish@v1/rules.md" in run("show", "games/skirmish@v1", number)
    assert '6"' in found["sections"][0]["text"]


def test_a_revision_is_never_an_option_nor_a_path(repository: Path) -> None:
    hostile = ["--output=x", "-v", "HEAD --", "HEAD:games", "v1..HEAD", "$(touch x)", "v1\nv1", "../v1", "v2"]
    for revision in hostile:
        said = run("check", f"games/skirmish@{revision}", code=2)
        assert said.startswith("vfdoc: ")
        assert "Traceback" not in said
    assert sorted(os.listdir(".")) == [".git", "games"]


def test_no_repository_no_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    Path("rules.md").write_text(RULES)
    assert "lies in no git repository" in run("parse", "rules.md@HEAD", code=2)
    assert run("parse", "rules.md@", code=2).count("\n") == 1
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is not installed" in run("parse", "rules.md@HEAD", code=2)


def test_a_file_whose_name_holds_an_at_sign_is_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club@home.md").write_text(RULES.format("6"))
    assert "1.1 Infantry" in run("parse", "club@home.md")


def test_a_link_in_a_revision_leads_nowhere(repository: Path) -> None:
    (repository / "rules.md").unlink()
    (repository / "rules.md").symlink_to("/etc/passwd")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "link")
    assert "rules.md" in run("parse", "games/skirmish@HEAD", code=2)
