"""Cases: a Markdown file a behaviour, with the texts, the commands and what they must print.

In `tests/cases/*.md`, every `##` heading begins a case in an empty folder of its own. A fenced block
named after a file (```` ```rules.md ````) writes that file; where its name ends in `.txt`, `\\t` in it
stands for a tab, and `\\f` at the head of a line for a form feed. A `console` block holds commands
(`$ vfdoc …`) and below each what it prints, standard error after standard output; `exit N` closes one that
does not end with 0, and a line `…` stands for any lines. Expected output is written by hand, from what the
text says.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from vfdoc.cli import main

CASES = Path(__file__).parent / "cases"


@dataclass
class Case:
    title: str
    files: dict[str, str] = field(default_factory=dict)
    commands: list[tuple[str, str]] = field(default_factory=list)


def cases() -> list[object]:
    found = []
    for path in sorted(CASES.glob("*.md")):
        case, fence, name, body = Case(path.stem), "", "", ""
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            mark = re.match(r"`{3,}", line)
            if fence and mark and mark.group() == fence:
                if name == "console":
                    case.commands += commands(body)
                else:
                    case.files[name] = _typed(body) if name.endswith(".txt") else body
                fence = ""
            elif fence:
                body += line
            elif mark:
                fence, name, body = mark.group(), line.strip("`\n "), ""
            elif line.startswith("## "):
                case = Case(line[3:].strip())
                found.append(pytest.param(case, id=f"{path.stem}: {case.title}"))
    return found


def _typed(body: str) -> str:
    return re.sub(r"^\\f", "\f", body.replace("\\t", "\t"), flags=re.MULTILINE)


def commands(body: str) -> list[tuple[str, str]]:
    found = []
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        found.append((command, expected))
    return found


@pytest.mark.parametrize("case", cases())
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert case.commands, f"{case.title}: no console block"
    monkeypatch.chdir(tmp_path)
    for name, text in case.files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes.fromhex(text) if name.endswith(".bin") else text.encode())
    for command, expected in case.commands:
        assert command.startswith("vfdoc "), command
        result = CliRunner().invoke(main, shlex.split(command)[1:], prog_name="vfdoc")
        printed = result.stdout + result.stderr
        printed += f"exit {result.exit_code}\n" if result.exit_code else ""
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        check(command, printed, expected)


def check(command: str, printed: str, expected: str) -> None:
    pattern = "".join(
        ".*\n" if line == "…\n" else re.escape(line) for line in expected.splitlines(keepends=True)
    )
    if not re.fullmatch(pattern.replace(".*\n", "(?:.*\n)*"), printed):
        assert f"$ {command}\n{printed}" == f"$ {command}\n{expected}"
