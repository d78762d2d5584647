"""The benchmark: `make bench`. Figures are ratios to a floor measured in the same run.

The floor is what any reader must do: one compiled line-class pass, one compiled reference pass, a
table of the numbers and the look-ups. Texts are made here by renumbering the bundled edition. Goals
P1 to P8 stand in the design's page on speed; those that are measured so far are printed.
"""

from __future__ import annotations

import gc
import os
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from vfdoc import assets, checks
from vfdoc.graph import resolve
from vfdoc.model import SourceText
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import source_of

_NUMBER = re.compile(r"(?<![\w.])((?:\d{1,3})(?:\.\d{1,3})+)(?![\w\"])")
_LINE_CLASS = re.compile(
    r"^(?:(?P<blank>[ \t]*)$|(?P<hash>#{1,6}[ \t])|(?P<number>\**(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+)"
    r"|(?P<pipe>\|)|(?P<bullet>[-*•][ \t])|(?P<text>.))",
    re.MULTILINE,
)
# Every number with a dot in it; whether it cites is decided by looking it up.
_CITED = re.compile(r"\.(?<=[A-Z\d]\.)\d{1,3}(?:\.\d{1,3})*")


def main() -> None:
    """Prints every figure, a line each."""
    base = (assets.folder("rulesets") / "vf-1e" / "rules.md").read_text(encoding="utf-8")
    texts = {"bundled vf-1e": base, "800 kB": copies(base, 27)}
    folder = Path(os.environ.get("VFDOC_ORIGINALS", "../shared/originals"))
    for name in ("vf-1e", "vf-2e"):
        path = folder / f"{name}.txt"
        if path.is_file():
            texts[f"original {name}"] = path.read_text(encoding="utf-8")
    print(
        f"P1  read + tree + link + checks, as a multiple of the floor (goal 3, at the least 6); Python {sys.version.split()[0]}"
    )
    for name, text in texts.items():
        source = source_of(text, name="bench.md")
        floor, work = times(lambda t=text: measure_floor(t), lambda s=source: full(s))
        print(
            f"    {name:<16} {len(text) / 1000:7.0f} kB   floor {floor * 1000:7.2f} ms   full {work * 1000:8.2f} ms   {work / floor:5.1f} x"
        )


def copies(text: str, count: int) -> str:
    """A text `count` times over, each copy's numbers put under a number of its own."""
    return "\n".join(_NUMBER.sub(rf"{copy // 900 + 1}.{copy % 900 + 1}.\1", text) for copy in range(count))


def measure_floor(text: str) -> int:
    """The least that any reader does; returns how many citations it resolved."""
    numbers = {
        m.group("number").strip("*"): m.start() for m in _LINE_CLASS.finditer(text) if m.lastgroup == "number"
    }
    return sum(
        1 for m in _CITED.finditer(text) if text[max(m.start() - 3, 0) : m.end()].lstrip(" (") in numbers
    )


def full(source: SourceText) -> int:
    """Reading, graph and checks; returns how many findings there are."""
    rulebook = read_copy(source, None, "bench")
    return len(checks.run_checks(rulebook, resolve(rulebook)))


def times(*works: Callable[[], object], seconds: float = 1.5) -> list[float]:
    """The median time of each work in seconds, their runs interleaved so that drift hits all alike."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(taken[0]) < 5:
        for work, series in zip(works, taken, strict=True):
            gc.collect()
            start = time.perf_counter()
            work()
            series.append(time.perf_counter() - start)
    return [statistics.median(series) for series in taken]


if __name__ == "__main__":
    main()
