"""How the benchmark measures, and the texts that it measures: what a command takes, the floor of a text, long
texts of the bundled editions, edits of a text; each figure as a line of the table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc import assets

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"
RUN = ("-c", "from vfdoc.cli import main; main()")
LONG = 13  # copies of both bundled editions: 0.8 MB
_NUMBER = re.compile(r"(?<![\w.])([A-Z]|\d{1,3})((?:\.\d{1,3})+)(?![\w\"])")
FIGURES: list[Figure] = []
"""What was measured so far of the goals."""


class Used(NamedTuple):
    """What a command took: seconds of the processor, and memory at its peak in MiB."""

    seconds: float
    peak: float


class Figure(NamedTuple):
    """What was measured of a goal, and what it may come to at most."""

    goal: str
    name: str
    value: float
    unit: str
    most: float


def figure(
    kind: str,
    name: str,
    value: float,
    unit: str,
    more: str = "",
    *,
    goal: str = "",
    most: float | None = None,
) -> None:
    """One line of the table: what was measured, the ratio, of which goal, what it may come to at most."""
    met = "" if most is None else "met" if value <= most else "NOT MET"
    limit = "" if most is None else f"{most:g}"
    if goal and most is not None:
        FIGURES.append(Figure(goal, name, value, unit, most))
    print(f"{kind:<5} {goal:<4} {name:<42} {value:9.2f} {unit:<14} {limit:>6} {met:<7} {more}", flush=True)


# Measuring

Before = Callable[[int], object]
"""What is called before each run of a command, with its number; `id` does nothing."""


def used(
    arguments: Sequence[str], folder: Path, cache: str = "off", runs: int = 3, before: Before = id
) -> Used:
    """The least that a command of ours takes (by the interpreter's own arguments), run in a folder;
    `before` is called before each run, with its number."""
    found = [_once(arguments, folder, cache, before, run) for run in range(runs)]
    return Used(min(each.seconds for each in found), min(each.peak for each in found))


def _once(arguments: Sequence[str], folder: Path, cache: str, before: Before, run: int) -> Used:
    before(run)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # The bytecode is written, as an installed program's is.
    environment |= {"PYTHONPYCACHEPREFIX": f"{folder}/bytecode", "VFDOC_CACHE": cache}
    environment["PYTHONPATH"] = str(REPOSITORY)
    with tempfile.TemporaryFile() as said:
        begun = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=said
        )
        _, status, spent = os.wait4(begun.pid, 0)  # the time of this process alone, and of those it began
        begun.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read().decode()
        if begun.returncode not in (0, 1) or "Traceback" in words:  # a check that finds something ends in 1
            sys.exit(words)
    return Used(spent.ru_utime + spent.ru_stime, spent.ru_maxrss / 1024)


def spent(command: Sequence[str], folder: Path, fine: Sequence[int] = (0,)) -> float | None:
    """What another program's command takes of the processor's time; None where it fails, by its exit code."""
    begun = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, taken = os.wait4(begun.pid, 0)
    begun.returncode = os.waitstatus_to_exitcode(status)
    return taken.ru_utime + taken.ru_stime if begun.returncode in fine else None


def floor_of(path: Path) -> float | None:
    """The seconds of the floor of a text; None where the tool that measures it is not there."""
    tool = Path(os.environ.get("VFDOC_FLOOR", SHARED / "tools" / "floor"))
    if not tool.is_file():
        return None
    done = subprocess.run([sys.executable, tool, path], capture_output=True, text=True, check=True)
    return float(done.stdout) / 1000


def child(*arguments: str) -> str:
    """What bench.py prints in a process of its own."""
    command = [sys.executable, str(REPOSITORY / "tests" / "bench.py"), *arguments]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


# Texts


def rules(edition: str) -> str:
    """The rules of a bundled edition."""
    return (assets.folder("rulesets") / edition / "rules.md").read_text(encoding="utf-8")


def made(count: int) -> str:
    """Both bundled editions `count` times over, each copy's numbers put under numbers of its own."""
    texts = [rules("vf-1e"), rules("vf-2e")] * count
    return "\n".join(_renumbered(text, n // 900 + 1, n % 900 + 1) for n, text in enumerate(texts))


def _renumbered(text: str, part: int, chapter: int) -> str:
    """A text whose 8.2 is 1.7.8.2 and whose T.2 is 1.7.84.2: no number of another copy's."""

    def number(found: re.Match[str]) -> str:
        first = found[1] if found[1].isdigit() else str(ord(found[1]))
        return f"{part}.{chapter}.{first}{found[2]}"

    return _NUMBER.sub(number, text)


def later(count: int) -> str:
    """What `made` makes, three years later: numbered three chapters further, in every ninth paragraph a
    distance changed and a sentence added, in every thirty-first another begun, some paragraphs gone."""
    texts = [rules("vf-1e"), rules("vf-2e")] * count
    paragraphs: list[str] = []
    for n, text in enumerate(texts, start=3):
        paragraphs += _renumbered(text, n // 900 + 1, n % 900 + 1).split("\n\n")
    for at, paragraph in enumerate(paragraphs):
        if not paragraph.startswith("#"):
            if at % 9 == 0:
                farther = re.sub(r'\b(\d)"', lambda found: f'{int(found[1]) + 1}"', paragraph, count=1)
                paragraphs[at] = f"{farther} This holds for reserves too."
            if at % 31 == 0:
                paragraphs[at] = f"Henceforth the commander decides if both sides agree. {paragraphs[at]}"
            if at % 47 == 0:
                paragraphs[at] = ""
    return "\n\n".join(paragraphs)


def texts_of(variable: str, folder: str) -> list[Path]:
    place = Path(os.environ.get(variable, SHARED / folder))
    found = sorted((*place.glob("*.md"), *place.glob("*.txt")))
    if not found:
        print(f"       no texts in {place}: bundled ones only")
    return found


def written(path: Path, text: str) -> Path:
    """The path, once the text stands there."""
    path.write_text(text, encoding="utf-8")
    return path


def _with_word(line: str, turn: int) -> str:
    words = line.split(" ")
    words.insert(len(words) // 2, ("always", "usually", "again", "then", "perhaps")[turn])
    return " ".join(words)


EDITS: Mapping[str, Callable[[str, int], str | None]] = {
    "a word put in": _with_word,
    "a number put in": lambda line, turn: f'{line} That is {turn + 3}".',
    "a citation put in": lambda line, turn: f"{line} See 1.{turn + 1}.8.2.",
    "a line put in": lambda line, turn: f"A line that was not there, {turn}.\n\n{line}",
    "a line taken out": lambda line, turn: None,
}
"""What an author does to a line of prose, by what it is called; the number says for which time. None where
no line is left."""


def edited(text: str, edit: Callable[[str, int], str | None], times: int = 5) -> Iterator[str]:
    """A text with another one of its lines of prose edited each time, from its first third on."""
    lines = text.split("\n")
    prose = [n for n in range(len(lines) // 3, len(lines)) if len(lines[n]) > 60 and lines[n][0].isalpha()]
    for turn in range(times):
        at = prose[turn * len(prose) // times]
        new = edit(lines[at], turn)
        yield "\n".join([*lines[:at], *(() if new is None else (new,)), *lines[at + 1 :]])


def edits(text: str) -> tuple[str, str, str]:
    """A text as it is, with a word more in a line of prose, and with a line more."""
    word, line = (next(edited(text, EDITS[kind])) for kind in ("a word put in", "a line put in"))
    return text, word, line
