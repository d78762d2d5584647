"""The README says what the program does: its examples run, and no command is missing from it."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_cases import check, commands

from vfdoc.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", main.commands)
def test_every_command_is_documented(command: str) -> None:
    assert f"vfdoc {command}" in README


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0])
def test_examples_print_what_they_show(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the rulesets and a text of one's own, as in a checkout."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    shutil.copy(ROOT / "rulesets" / "vf-1e" / "rules.md", tmp_path / "my-rules.md")
    for command, expected in commands(block):
        result = CliRunner().invoke(main, shlex.split(command)[1:], prog_name="vfdoc")
        printed = result.stdout + result.stderr + (f"exit {result.exit_code}\n" if result.exit_code else "")
        check(command, printed, expected)


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert example is not None
    exec(compile(example.group(1), "README.md", "exec"), {})
    assert "out-of-order" in capsys.readouterr().out
