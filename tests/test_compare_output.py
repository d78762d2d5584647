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

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.formats.shapes.schemas import json_schema
from vfdoc.model.fingerprint import fingerprint

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


def test_a_translation_is_shown_what_its_original_said(repository: Path) -> None:
    """What was translated stands in a revision of the original's folder, and nowhere else."""
    translation = repository.parent / "escarmouche"
    translation.mkdir()
    translation.joinpath("edition.toml").write_text('language = "fr"\ntranslates = "skirmish"\n' + EDITION)
    french = '## 1.1 Infanterie\n\nElle avance de 6".\n'
    translation.joinpath("rules.md").write_text(french)
    first = next(iter(pipeline.read("games/skirmish@v1").rulebook.sections()))
    remembered = f'of = "skirmish"\n\n[sections]\n"1.1" = "{fingerprint(first)}"\n'
    translation.joinpath("translation.toml").write_text(remembered)
    found = json.loads(run("diff", "games/skirmish", "games/escarmouche", "--format", "json"))
    (stale,) = found["translation"]["each"]
    assert stale["state"] == "stale"
    assert stale["before"]["text"] == 'Infantry moves up to 6" across open fields and tracks.'
    assert stale["before"]["words"] == [{"old": '6"', "new": '9"'}]


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
    for revision in [*hostile, "^HEAD", "^v1"]:
        said = run("check", f"games/skirmish@{revision}", code=2)
        assert "git knows no revision" in said
        assert said.startswith("vfdoc: ")
        assert "Traceback" not in said
    assert sorted(os.listdir(".")) == [".git", "games"]


@pytest.mark.parametrize("revision", ["HEAD@{0}", "@{0}", "HEAD@{now}", "HEAD^{/8}", "refs/heads/main"])
def test_whatever_git_calls_a_revision_can_be_asked(repository: Path, revision: str) -> None:
    git("branch", "-qM", "main")
    found = json.loads(run("parse", f"games/skirmish@{revision}", "--format", "json"))
    assert '8"' in found["sections"][0]["text"]
    assert found["sections"][0]["file"] == f"games/skirmish@{revision}/rules.md"


@pytest.mark.parametrize("name", ["GLOB", "NOGLOB", "ICASE", "LITERAL"])
def test_paths_are_meant_literally(name: str, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"GIT_{name}_PATHSPECS", "1")
    assert "up to 8" in run("parse", "games/skirmish@HEAD", "--format", "json")


def test_no_message_names_a_temporary_folder(repository: Path) -> None:
    said = run("parse", "games/skirmish/gone.md@v1", code=2)
    assert said.startswith("vfdoc: games/skirmish@v1")
    assert "/vfdoc-" not in said
    odd = os.fsdecode(b'games/"a\nb\xff".md')
    Path(odd).write_text("# Odd\n\n## 1.0 One\n\nSee 9.9.\n")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "odd")
    found = CliRunner().invoke(main, ["check", f"{odd}@HEAD"])
    assert found.exit_code == 1
    assert found.stdout.startswith('games/"a')
    assert "/vfdoc-" not in found.output


def test_in_a_hook_of_another_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git("init", "-q", "elsewhere")
    monkeypatch.setenv("GIT_DIR", os.path.abspath("elsewhere/.git"))
    assert "up to 6" in run("parse", "games/skirmish@v1", "--format", "json")


# What a repository says is done (its remotes, monitors, hooks) is not done


def object_of(name: str) -> Path:
    """Where git keeps what a revision's path is called."""
    found = subprocess.run(["git", "rev-parse", name], check=True, capture_output=True, text=True).stdout
    return Path(".git", "objects", found[:2], found[2:].strip())


def hostile(transport: str = "uploadpack") -> str:
    """Sets this repository up to run a command where git reads it; how a test knows that it ran."""
    mark = f"touch {os.path.abspath('mark')}; false"
    for name, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "evil"),
        ("remote.evil.promisor", "true"),
        ("remote.evil.url", f"ext::sh -c touch% {os.path.abspath('mark')}" if transport == "ext" else "."),
        ("remote.evil.uploadpack", mark),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("core.fsmonitor", mark),
        ("core.pager", mark),
        ("pager.cat-file", "true"),
        ("core.alternateRefsCommand", mark),
        ("core.sshCommand", mark),
        ("diff.evil.textconv", mark),
        ("filter.evil.smudge", mark),
    ):
        git("config", name, value)
    Path(".git/info/attributes").write_text("* diff=evil filter=evil\n")
    hook = Path(".git/hooks/reference-transaction")
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{mark}\n")
    hook.chmod(0o755)
    return "mark"


@pytest.mark.parametrize("gone", ["", "v1:games/skirmish/rules.md", "v1:games/skirmish", "v1^{tree}"])
@pytest.mark.parametrize("transport", ["uploadpack", "ext"])
def test_no_command_of_a_repository_is_run(repository: Path, gone: str, transport: str) -> None:
    if gone:
        object_of(gone).unlink()
    mark = hostile(transport)
    for words in (("parse", "games/skirmish@v1"), ("diff", "games/skirmish@v1", "games/skirmish")):
        said = run(*words, code=2) if gone else ""
        if not gone:
            run(*words)
        elif gone != "v1^{tree}":
            assert "is a partial clone" in said
            assert "fetches nothing" in said
        assert said.count("\n") == bool(gone)
    assert not Path(mark).exists()


def test_a_repository_that_lacks_an_object_says_which_file(repository: Path) -> None:
    object_of("v1:games/skirmish/rules.md").unlink()
    said = run("parse", "games/skirmish@v1", code=2)
    assert "damaged" in said
    assert "games/skirmish/rules.md" in said
    assert said.count("\n") == 1


def test_a_clone_without_contents_is_told_as_what_it_is(repository: Path) -> None:
    git("config", "uploadpack.allowFilter", "true")
    git("clone", "-q", "--filter=blob:none", f"file://{os.getcwd()}", "copy")
    now = "copy/games/skirmish"  # what was checked out has come; what v1 held has not
    assert "up to 8" in run("parse", f"{now}@HEAD", "--format", "json")
    said = run("parse", f"{now}@v1", code=2)
    assert "is a partial clone without the content of games/skirmish/rules.md" in said
    assert said.count("\n") == 1


def test_a_repository_of_somebody_else(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    said = run("parse", "games/skirmish@v1", code=2)
    assert "belongs to someone else" in said
    assert "safe.directory" in said


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


def test_a_link_out_of_the_repository_is_told_as_what_it_is(repository: Path) -> None:
    Path("away.md").symlink_to("/etc/passwd")
    said = run("parse", "away.md@HEAD", code=2)
    assert "leads out of the repository" in said


def test_a_link_in_a_revision_leads_nowhere(repository: Path) -> None:
    (repository / "rules.md").unlink()
    (repository / "rules.md").symlink_to("/etc/passwd")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "link")
    assert "rules.md" in run("parse", "games/skirmish@HEAD", code=2)
