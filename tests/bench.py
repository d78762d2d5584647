"""The benchmark: `make bench`. Figures are ratios to what was measured in the same run; under four minutes.

P1  Read, tree, links and the checks of references and numbering, as a multiple of a floor, which is what
    any reader must do: one compiled line-class pass, one compiled reference pass, a table of the numbers
    and the look-ups. Medians of interleaved runs; behind them the best of ten of each.
P2  What ten times the text costs, twice over.
P3  The memory that such a run takes at its peak, less what the interpreter takes with everything
    imported and a small text read. P2 and P3 are measured in a process of their own each.
P5  A whole check (read, mechanics, every check) of the longest text after one line of it was edited or
    put in, as a share of one with nothing remembered, of the processor's time.
P6  Whole commands, as a multiple of `python -c pass`: of the processor's time, which others on the
    machine disturb least. A cold `roll` is the first of that edition; "again" asks something else of it.
P7  Two editions three years apart, compared: the concordance and the section changes, as a multiple of
    the floor (0.5 s is 39 times the floor that was measured when the goal was set), and what ten times
    the text costs.
PLAY  A thousand attacks with exact odds, each of another situation, in seconds.

Texts are made by renumbering the bundled editions. The originals, where there are any, are measured
too (VFDOC_ORIGINALS, else ../shared/originals). P4, and P5 of builds, are in bench_site.py.
"""

from __future__ import annotations

import gc
import itertools
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from vfdoc.model.remembered import forget

from vfdoc import assets, checks, pipeline
from vfdoc.compare.changes import section_changes
from vfdoc.compare.concordance import concordance
from vfdoc.graph import resolve
from vfdoc.match.sections import profiles
from vfdoc.model import SourceText
from vfdoc.pipeline.playing import play_tables
from vfdoc.play.attacks import attack
from vfdoc.play.situation import Situation
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import read_source, source_of

_NUMBER = re.compile(r"(?<![\w.])([A-Z]|\d{1,3})((?:\.\d{1,3})+)(?![\w\"])")
_LINE_CLASS = re.compile(
    r"^(?:(?P<blank>[ \t]*)$|(?P<hash>#{1,6}[ \t])|(?P<number>\**(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+)"
    r"|(?P<pipe>\|)|(?P<bullet>[-*•][ \t])|(?P<text>.))",
    re.MULTILINE,
)
# Every number with a dot in it; whether it cites is decided by looking it up.
_CITED = re.compile(r"\.(?<=[A-Z\d]\.)\d{1,3}(?:\.\d{1,3})*")
_COPIES = 13  # of both editions: 0.8 MB
_RUN = "from vfdoc.cli import main; main()"
_LINKED = ("dangling-reference", "ambiguous-reference", "self-reference")
_NUMBERED = ("duplicate-number", "numbering-gap", "out-of-order")


def main() -> None:
    """Prints every figure, a line each, with its goal and whether it is met."""
    gc.disable()  # as `check` does
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        speed(Path(folder))
        growth(Path(folder))
        edited(Path(folder))
        start(Path(folder))
    comparing()
    playing()


def figure(name: str, text: str, value: float, goal: float, more: str = "") -> None:
    """One line: what was measured, the ratio, the goal and whether it is met."""
    met = "met" if value <= goal else "NOT MET"
    print(f"{name}  {text:<34} {value:6.2f} x   goal {goal:g}: {met}{more}", flush=True)


def speed(folder: Path) -> None:
    """P1 on the bundled editions, on 0.8 MB of them, and on the originals."""
    texts = {f"{name}, bundled": rules(name) for name in ("vf-1e", "vf-2e")} | {"both, 0.8 MB": made(_COPIES)}
    found = Path(os.environ.get("VFDOC_ORIGINALS", "../shared/originals"))
    for path in sorted(found.glob("*.txt")):
        texts[f"{path.stem}, original"] = read_source(path).text
    if not list(found.glob("*.txt")):
        print(f"    no originals in {found}: bundled texts only")
    for name, text in texts.items():
        source = source_of(text, name="bench.md")
        floor, work = times(lambda t=text: measure_floor(t), lambda s=source: full(s))
        (middle, best), (_, least) = floor, work
        more = (
            f" (at the least 6: {'met' if work[0] <= 6 * middle else 'NOT MET'}), best {least / best:.2f} x"
        )
        figure("P1", f"{name}, {len(text) / 1000:.0f} kB", work[0] / middle, 3, more)


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


def measure_floor(text: str) -> int:
    """The least that any reader does; returns how many citations it resolved."""
    numbers = {
        m.group("number").strip("*"): m.start() for m in _LINE_CLASS.finditer(text) if m.lastgroup == "number"
    }
    return sum(
        1 for m in _CITED.finditer(text) if text[max(m.start() - 3, 0) : m.end()].lstrip(" (") in numbers
    )


def full(source: SourceText) -> int:
    """Reading, graph and the checks of references and numbering; returns how many findings there are."""
    rulebook = read_copy(source, None, "bench")
    graph = resolve(rulebook)
    return sum(1 for name in _LINKED + _NUMBERED for _ in checks.ALL_CHECKS[name](rulebook, graph))


def times(*works: Callable[[], object]) -> list[tuple[float, float]]:
    """The median and the best time of each work, their runs interleaved so that drift hits all alike."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    end = time.perf_counter() + 1.5
    while time.perf_counter() < end or len(taken[0]) < 10:
        for work, series in zip(works, taken, strict=True):
            gc.collect()
            start = time.perf_counter()
            work()
            series.append(time.perf_counter() - start)
    return [(statistics.median(series), min(series[-10:])) for series in taken]


# P2 and P3


def growth(folder: Path) -> None:
    """What 1, 10 and 100 times 0.8 MB cost in time and memory."""
    before = None
    for factor, runs in ((1, 7), (10, 4), (100, 2)):
        path = folder / f"{factor}.md"
        path.write_text(made(factor * _COPIES), encoding="utf-8")
        size = path.stat().st_size
        seconds, peak = map(float, child("--once", str(path), str(runs)).split())
        rest = f"{size / 1e6:.1f} MB, {seconds:.2f} s"
        if before is not None:
            figure("P2", f"{factor} x the text ({rest})", seconds / before, 11)
        allowed = 60 * 2**20 + size if factor == 1 else 12 * size
        name, against = (f"60 MiB + input ({rest})", allowed) if factor == 1 else (f"input ({rest})", size)
        figure("P3", f"{peak / 2**20:.0f} MiB / {name}", peak / against, allowed / against)
        before = seconds
        path.unlink()


def once(path: str, runs: int) -> None:
    """In a process of its own: prints the best time of `runs`, and the peak of memory less the base."""
    gc.disable()  # as `check` does
    full(source_of(rules("vf-1e")))
    base = peak()
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        full(read_source(Path(path)))
        best = min(best, time.perf_counter() - start)
    print(best, peak() - base)


def peak() -> int:
    """The most memory that this process has held, in bytes.

    Linux tells it in /proc; what getrusage says there begins with what the parent held.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status.read_text())[0]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def child(*arguments: str) -> str:
    """What this file prints in a process of its own."""
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def edited(folder: Path) -> None:
    """P5 on the longest of the originals, else of the bundled editions: once as it is with nothing
    remembered, then with a word more in its middle line, then with a line more near its beginning."""
    found = sorted(Path(os.environ.get("VFDOC_ORIGINALS", "../shared/originals")).glob("*.txt"))
    texts = [read_source(path).text for path in found] or [rules("vf-1e"), rules("vf-2e")]
    text, path = max(texts, key=len), folder / "longest.md"
    lines = text.split("\n")
    middle = next(n for n in range(len(lines) // 2, len(lines)) if len(lines[n]) > 60)
    changed = "\n".join([*lines[:middle], f"{lines[middle]} Indeed.", *lines[middle + 1 :]])
    longer = "\n".join([*lines[:9], "", "A line that was not there.", "", *lines[9:]])
    taken: list[list[float]] = [[], [], []]
    os.environ["VFDOC_CACHE"] = str(folder / "edited")
    for _ in range(5):
        forget()
        for series, words in zip(taken, (text, changed, longer), strict=True):
            path.write_text(words, encoding="utf-8")
            series.append(best_of(1, lambda: pipeline.check(pipeline.read(str(path)))))
    first, again, moved = (min(series[1:]) for series in taken)
    figure("P5", f"a line edited, {len(text) / 1000:.0f} kB ({first:.2f} s)", again / first, 0.2)
    figure("P5", f"a line put in ({moved:.2f} s)", moved / first, 0.2)
    del os.environ["VFDOC_CACHE"]


# P6


def start(folder: Path) -> None:
    """Whole commands against a bare interpreter, their bytecode written as an installed program's is.

    A cold check is of a text that was not seen before, by a program that has run before.
    """
    text, words = folder / "rules.md", rules("vf-2e") + rules("vf-1e")[:5000]
    ours = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "VFDOC_CACHE": str(folder / "cache")}
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | ours
    python, check = [sys.executable, "-c"], [_RUN, "check", str(text)]
    hit = [_RUN, "roll", "vf-2e", "hit"]
    commands = {
        "bare": (["pass"], {}, 0.0),
        "vfdoc --help": ([_RUN, "--help"], {}, 5.0),
        f"check, cold, {len(words.encode()) / 1000:.0f} kB": (check, {}, 10.0),
        "check, unchanged": (check, {}, 5.0),
        "check, cold, and no cache at all": (check, {"VFDOC_CACHE": "off"}, 10.0),
        "roll, cold": (hit, {"VFDOC_CACHE": "off"}, 10.0),
        "roll, again": ([*hit, "--when", "attacker.shaken"], {}, 10.0),
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(20):
        text.write_text(f"{words}\nTurn {turn}.\n", encoding="utf-8")
        for name, (arguments, more, _) in commands.items():
            begun = of_children()
            done = subprocess.run(
                [*python, *arguments], capture_output=True, env=environment | more, check=False
            )
            taken[name].append(of_children() - begun)
            if done.returncode not in (0, 1):
                sys.exit(done.stderr.decode())
    medians = {name: statistics.median(series[2:]) for name, series in taken.items()}
    for name, (_, _, goal) in commands.items():
        if goal:
            figure("P6", name, medians[name] / medians["bare"], goal)


def of_children() -> float:
    """The processor's time that ended processes of this one have taken, in seconds."""
    import resource  # which not every system has

    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


# P7


def comparing() -> None:
    """P7 on 0.8 MB and on ten times as much; a machine that others use may be slow for a while."""
    text, work = made(_COPIES), editions_apart(_COPIES)
    (floor, _), (middle, _) = times(lambda: measure_floor(text), work)
    figure("P7", f"two editions, {middle:.2f} s", middle / floor, 39)
    single, tenfold = best_of(6, work), best_of(3, editions_apart(10 * _COPIES))
    figure("P7", f"10 x the text ({tenfold:.2f} s)", tenfold / single, 12)


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The best time of the processor that a work takes."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        before = time.process_time()
        work()
        best = min(best, time.process_time() - before)
    return best


def editions_apart(count: int) -> Callable[[], object]:
    """Two editions, the later one renumbered and edited; what is given back compares them."""
    texts = made(count), later(count)
    old, new = (read_copy(source_of(text, name="bench.md"), None, "bench") for text in texts)

    def work() -> object:
        sides = profiles(old), profiles(new)
        found = concordance(old, new, sides=sides)
        return section_changes(old, new, found, sides)

    return work


def playing() -> None:
    """A thousand attacks by fire in as many situations, of an edition that was read before."""
    played = play_tables(pipeline.read("vf-2e"))
    names = ("fire-value", "target.tenacity", "target.losses")
    before = time.process_time()
    for known in itertools.product(range(1, 11), range(1, 11), range(10)):
        attack(played, played.attacks["fire"], Situation(dict(zip(names, known, strict=True))))
    figure("PLAY", "seconds for 1,000 attacks", time.process_time() - before, 0.7)


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


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        once(sys.argv[2], int(sys.argv[3]))
    else:
        main()
