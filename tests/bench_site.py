"""The benchmark of the site: `make bench` runs it too. Figures are ratios, of the processor's time.

P4  A full site of 0.8 MB of rules as one edition, without a cache: as a share of the time that each peer
    takes for the same text cut into chapters, and as a multiple of the floor of bench.py. Peers that are not
    installed are skipped by name; they are sought in VFDOC_PEERS (folders, as in PATH) and in PATH. Beside
    it what ten times the text costs, in time and in bytes.
P5  `build` of the bundled editions after a line of one of them was edited, and after nothing was, as a share
    of a build with an empty cache. What it publishes is compared with a build without a cache.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench import figure, made, measure_floor, of_children, times

from vfdoc import assets

_RUN = "from vfdoc.cli import main; main()"
_COPIES = 13  # of both editions: 0.8 MB
_RUNS = 3
_EDITION = """title = "Bench"
language = "en"
[[documents]]
id = "rules"
file = "rules.md"
kind = "rules"
"""
_PEERS = {
    # The command, its configuration, how many times faster we are to be.
    "mkdocs": (("build", "-q"), {"mkdocs.yml": "site_name: Bench\n"}, 3),
    "zensical": (("build",), {"zensical.toml": '[project]\nsite_name = "Bench"\n'}, 7),
    "sphinx-build": (("-q", "docs", "site"), {"docs/conf.py": 'extensions = ["myst_parser"]\n'}, 15),
}
_PROTOTYPE = 0.14 / 0.0129  # × floor: what the goals of P4 were set by, in PERFORMANCE.md
_MKDOCS = 3.5  # × the prototype


def main() -> None:
    """Prints every figure, a line each, with its goal and whether it is met."""
    with tempfile.TemporaryDirectory() as folder:
        whole_site(Path(folder))
        rebuilt(Path(folder))


def whole_site(folder: Path) -> None:
    """P4."""
    text = made(_COPIES)
    ours = statistics.median(built(edition_of(folder / "bench", text), "off")[0] for _ in range(_RUNS))
    ((floor, _),) = times(lambda: measure_floor(text))
    size = f"{len(text) / 1000:.0f} kB"
    figure("P4", f"{size} / floor ({ours:.2f} s)", ours / floor, _PROTOTYPE * _MKDOCS / 3)
    for name, (arguments, files, goal) in _PEERS.items():
        found = shutil.which(name, path=f"{os.environ.get('VFDOC_PEERS', '')}:{os.environ['PATH']}")
        if found is None:
            print(f"P4  {name} is not installed: skipped")
            continue
        theirs = statistics.median(
            of_peer(folder / name, [found, *arguments], text, files) for _ in range(_RUNS)
        )
        figure("P4", f"{size} / {name} ({theirs:.2f} s)", ours / theirs, 1 / goal)
    (once, small), (tenfold, large) = (
        built(edition_of(folder / "bench", made(count)), "off") for count in (2, 20)
    )
    figure("P4", f"10 x the text, time ({tenfold:.1f} s)", tenfold / once, 11)
    figure("P4", f"10 x the text, bytes ({large / 1e6:.0f} MB)", large / small, 11)


def rebuilt(folder: Path) -> None:
    """P5: each edition edited in turn."""
    shelf = folder / "shelf" / "rulesets"
    shutil.copytree(assets.folder("rulesets"), shelf)
    taken: dict[str, list[float]] = {}
    for turn in range(_RUNS):
        cache = str(folder / f"cache-{turn}")
        taken.setdefault("", []).append(built(shelf.parent, cache)[0])
        taken.setdefault("nothing", []).append(built(shelf.parent, cache)[0])
        for path in sorted(shelf.glob("vf-*/*.md")):
            if path.stem == "rules" or (path.stem == "sheet" and not (path.parent / "rules.md").exists()):
                words = path.read_text(encoding="utf-8")
                path.write_text(_edited(words, turn), encoding="utf-8")
                taken.setdefault(path.parent.name, []).append(built(shelf.parent, cache)[0])
                _same(shelf.parent, path.parent.name)
                path.write_text(words, encoding="utf-8")
    medians = {name: statistics.median(series) for name, series in taken.items()}
    for name, seconds in list(medians.items())[1:]:
        figure("P5", f"build, {name} edited ({seconds:.2f} s)", seconds / medians[""], 0.6)


def edition_of(folder: Path, text: str) -> Path:
    """A folder in which a text is the one edition."""
    own = folder / "rulesets" / "bench"
    own.mkdir(parents=True, exist_ok=True)
    (own / "rules.md").write_text(text, encoding="utf-8")
    (own / "edition.toml").write_text(_EDITION, encoding="utf-8")
    return folder


def built(folder: Path, cache: str, out: str = "public") -> tuple[float, int]:
    """What a build in a folder takes of the processor's time, and the bytes that it publishes."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder.parent / "bytecode"), "VFDOC_CACHE": cache}
    if not (folder.parent / "bytecode").exists():  # an installed program's is written
        _run([sys.executable, "-c", _RUN, "build", "--out", out], folder, environment)
    taken = _run([sys.executable, "-c", _RUN, "build", "--out", out], folder, environment)
    return taken, sum(path.stat().st_size for path in (folder / out).rglob("*") if path.is_file())


def of_peer(folder: Path, command: list[str], text: str, files: Mapping[str, str]) -> float:
    """What a peer takes of the processor's time for a text, cut into its chapters, from nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "docs").mkdir(parents=True)
    chapters = re.split(r"(?m)^(?=## )", text)
    for n, chapter in enumerate(chapters):
        (folder / "docs" / f"c{n:04}.md").write_text(chapter, encoding="utf-8")
    listed = "\n".join(f"c{n:04}" for n in range(len(chapters)))
    (folder / "docs" / "index.md").write_text(f"# Bench\n\n```{{toctree}}\n{listed}\n```\n", encoding="utf-8")
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return _run(command, folder, dict(os.environ))


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> float:
    begun = of_children()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return of_children() - begun


def _edited(words: str, turn: int) -> str:
    lines = words.split("\n")
    middle = next(
        n for n in range(len(lines) // 2, len(lines)) if len(lines[n]) > 60 and lines[n][0] not in "|#"
    )
    return "\n".join([*lines[:middle], f"{lines[middle]} Indeed, {turn + 2}.", *lines[middle + 1 :]])


def _same(folder: Path, name: str) -> None:
    """Says so where what was published is not what a build without a cache publishes."""
    built(folder, "off", "clean")
    paths = {p.relative_to(folder / "clean") for p in (folder / "clean").rglob("*") if p.is_file()}
    paths |= {p.relative_to(folder / "public") for p in (folder / "public").rglob("*") if p.is_file()}
    _, differ, missing = filecmp.cmpfiles(
        folder / "public", folder / "clean", sorted(map(str, paths)), shallow=False
    )
    if differ or missing:
        print(f"P5  {name} edited: NOT THE SAME BYTES: {', '.join((*differ, *missing)[:4])}")


if __name__ == "__main__":
    main()
