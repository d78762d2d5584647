"""The fuzzer of the commands: `python tests/fuzz.py --commands`. Each runs over generated and mutated texts.

Text N lies as a file, as the rules of an edition that amends a bundled one, and in another state as a second
edition; one command a text, all of them in turn. None raises; each ends with 0, 1 or 2; with 2 it says one
line and prints nothing; what is said to be JSON is.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from click.testing import CliRunner
from fuzz import MUTATIONS, Broken, Fuzzer

from vfdoc.cli import main

EDITION = 'title = "{}"\n{}\n[[documents]]\nid = "rules"\nfile = "rules.md"\nkind = "rules"\n'
# Something that can be shown, rolled and put on a sheet stands before every text.
RULES = """\
## 1.0 Hit tests

A hit test is a D6: 4+ passes the hit test. Subtract 1 from the roll if the attacker is shaken (1.1).

### 1.1 Rally tests

For a rally test, roll a D6. Add 1 to the roll if the unit is in cover. On a roll of 4+ the test is passed.

"""
# a.txt, b.txt: the text in two states; one, two: editions of it; house: house rules of vf-1e.
COMMANDS = tuple(
    command.split()
    for command in (
        "check a.txt --format json", "check house", "check a.txt --against b.txt --format sarif",
        "check a.txt --fix --dry-run", "check a.txt --fix", "check one --format html --out found.html",
        "parse a.txt --format json", "parse one", "parse a.txt --explain 1", "parse a.txt --as vf-1e",
        "show a.txt 1.1", "show one 1.0 --format json", "graph a.txt --format graphml",
        "graph a.txt --of 1.1",
        "list", "tables a.txt --format json", "tables house --format csv", "tables one --vectors",
        "roll a.txt hit", "roll one rally --format json", "odds house hit --over attacker.shaken",
        "odds a.txt hit --format json",
        "roll house hit vf-1e --compare",
        "diff a.txt b.txt --format json", "diff one two", "diff one two --format html",
        "diff one two --format md",
        "diff house vf-1e --format tsv", "diff a.txt b.txt --format concordance",
        "history two 1.1", "history one 1.0 --format json",
        "recite a.txt --from one --to two", "recite a.txt --from vf-1e --to vf-2e --format json",
        "recite a.txt --from one --to two --out said.txt",
        "rebase house --from vf-1e --to vf-2e --format json", "rebase house --from one --to two --out based",
        "sheet one", "sheet house --format html", "sheet one --format json",
        "sheet one --format pdf --out s.pdf",
        "sheet one --audit a.txt", "sheet house --audit a.txt --format json", "sheet vf-1e --audit b.txt",
        "build one two --out public", "build one --single one --out one.html", "build a.txt --out again",
        "new begun --amends one", "new other --translates one --language fr", "schema findings",
    )
)  # fmt: skip


class Commands:
    """The commands over the texts of a fuzzer, in a folder of their own."""

    def __init__(self, seed: int = 0) -> None:
        self.fuzzer = Fuzzer(seed)

    def hold(self, number: int) -> list[str]:
        """Runs the command of that number over the text of that number; the words of the command. Broken,
        or whatever was raised, where it fails."""
        text = RULES + self.fuzzer.text(number)
        command = COMMANDS[number % len(COMMANDS)]
        lines = text.split("\n")
        random = Random(number)
        for _ in range(3):
            random.choice(MUTATIONS)(random, lines)
        with _folder():
            _lay_out(text, "\n".join(lines))
            result = CliRunner().invoke(main, command, prog_name="vfdoc")
            if result.exception is not None and not isinstance(result.exception, SystemExit):
                raise result.exception
            if result.exit_code not in (0, 1, 2):
                raise Broken(f"ends with {result.exit_code}")
            if result.exit_code == 2 and (result.stdout or not result.stderr.strip()):
                raise Broken(f"ends with 2 and prints {result.stdout[:80]!r}")
            if "json" in command and result.exit_code != 2 and "--out" not in command:
                json.loads(result.stdout)
        return command


def command_failures(seed: int, numbers: range) -> Iterator[tuple[int, str, str]]:
    """Those that fail: number, command, how."""
    commands = Commands(seed)
    for number in numbers:
        command = " ".join(COMMANDS[number % len(COMMANDS)])
        try:
            commands.hold(number)
        except Exception as error:  # whatever it is, it is what is looked for
            yield number, command, f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def _folder() -> Iterator[None]:
    before, made = os.getcwd(), tempfile.mkdtemp(prefix="fuzz-")
    os.chdir(made)
    try:
        yield
    finally:
        os.chdir(before)
        shutil.rmtree(made)


def _lay_out(text: str, other: str) -> None:
    told = (("one", text, ""), ("two", other, 'supersedes = "one"'), ("house", text, 'amends = "vf-1e"'))
    for name, content, more in told:
        Path(name).mkdir()
        Path(name, "edition.toml").write_text(EDITION.format(name.title(), more), encoding="utf-8")
        Path(name, "rules.md").write_bytes(content.encode("utf-8", "surrogatepass"))
    for file, content in (("a.txt", text), ("b.txt", other)):
        Path(file).write_bytes(content.encode("utf-8", "surrogatepass"))
