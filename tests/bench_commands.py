"""The benchmark of whole commands, a part of bench.py: FLOOR, START, BUILD and CHECK."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bench_measure import (
    LONG,
    REPOSITORY,
    RUN,
    Before,
    Used,
    child,
    edits,
    figure,
    floor_of,
    later,
    made,
    rules,
    spent,
    texts_of,
    used,
    written,
)  # fmt: skip

from vfdoc import assets, pipeline
from vfdoc.model.session import Session

# FLOOR


def long_texts(folder: Path) -> None:
    """Whole commands on 0.8 MB, on a tenth of it, and on the like of another hand."""
    new, tenth = written(folder / "long.md", made(LONG)), written(folder / "tenth.md", made(LONG)[:82_000])
    texts = [tenth, new]
    for path in texts_of("VFDOC_FOREIGN", "foreign"):
        if path.stem == "bgb":
            words = path.read_text(encoding="utf-8", errors="replace")
            texts.append(written(folder / "statute.md", words[:800_000]))
    checks: dict[Path, float] = {}
    for path in texts:
        size = path.stat().st_size
        took = used((*RUN, "check", str(path)), folder, runs=2)
        checks[path] = took.seconds
        _against_floor(f"check, {path.stem}", path, took, "G1", None if path == tenth else 60)
        most = round(40 + 40 * size / 2**20)
        figure("FLOOR", f"peak of check, {path.stem}", took.peak, "MiB", goal="G7", most=most)
    tables = [used((*RUN, "tables", str(path), "--format", "json"), folder, runs=2) for path in (tenth, new)]
    _against_floor("tables, long", new, tables[1])
    figure("FLOOR", "check, 10 x the text", checks[new] / checks[tenth], "x", goal="G12", most=11)
    figure("FLOOR", "tables, 10 x the text", tables[1].seconds / tables[0].seconds, "x", goal="G12", most=11)
    old = written(folder / "later.md", later(LONG))
    short = written(folder / "later-tenth.md", later(LONG)[:82_000])
    both = checks[new] + used((*RUN, "check", str(old)), folder, runs=1).seconds
    long = used((*RUN, "diff", str(new), str(old)), folder, runs=1).seconds
    figure("FLOOR", "diff of two long texts", long / both, "x their checks", goal="G10", most=0.5)
    if (theirs := _by_git(new, old)) is None:
        print("FLOOR  git is not installed: diff is held against no peer")
    else:
        figure("FLOOR", "diff against git's of words", long / theirs, "x", f"{theirs:.2f} s")
    tenths = used((*RUN, "diff", str(tenth), str(short)), folder, runs=2).seconds
    figure("FLOOR", "diff, 10 x the text", long / tenths, "x", goal="G12", most=11)
    few, many = (_of_terms(folder, count) for count in (1000, 4000))
    figure("FLOOR", "diff, 4 x as many terms", many / few, "x", f"{many:.2f} s", goal="G10", most=4.4)


def _by_git(old: Path, new: Path) -> float | None:
    """What git takes to compare two texts word by word; None where it is not there."""
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "diff", "--no-index", "--word-diff", str(old), str(new)]
    return spent(command, old.parent, fine=(0, 1))  # 1: they differ


def _of_terms(folder: Path, count: int) -> float:
    """What a comparison of so many short items takes, of which every third says something else."""
    for name, than in (("terms", 2), ("terms-later", 3)):
        items = (f"- **Term {n}**: no more than {than if n % 3 else 2} units.\n" for n in range(count))
        written(folder / f"{name}.md", f"# Rules\n\n## 1 Terms\n\n{''.join(items)}")
    return used((*RUN, "diff", "terms.md", "terms-later.md"), folder, runs=2).seconds


def _against_floor(name: str, path: Path, took: Used, goal: str = "", most: float | None = None) -> None:
    floor = floor_of(path)
    size = f"{path.stat().st_size / 1000:.0f} kB"
    if floor is None:
        print(f"FLOOR  {name}: {took.seconds:.2f} s; no floor, for VFDOC_FLOOR names no tool")
        return
    more = f"{size}, {took.seconds:.2f} s, floor {floor * 1000:.1f} ms"
    figure("FLOOR", name, took.seconds / floor, "x floor", more, goal=goal, most=most)


# START

# Of a bare interpreter's time, without what a cache knows.
START_GOALS: Mapping[str, tuple[str, float | None]] = {
    "--help": ("G5", 5),
    "check, unchanged": ("G5", 5),
    "check, no cache": ("G4", 18),
    "roll, no cache": ("G4", 15),
    "list": ("G4", 10),
    "show, no cache": ("G4", 10),
}


def modules_of(path: Path) -> None:
    """In a process of its own: prints how many modules a check that reads its text has loaded."""
    command = (
        "import sys; from vfdoc.cli import main\n"
        "try: main(['check', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "print(len(sys.modules), file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "VFDOC_CACHE": "off"}
    done = subprocess.run(
        [sys.executable, "-c", command, str(path)], capture_output=True, text=True, env=environment
    )
    print(done.stderr.split()[-1])


def start(folder: Path) -> None:
    """Whole commands on 41 kB against a bare interpreter. A changed text is one that was not seen before, by
    a program that has run before."""
    words = rules("vf-2e") + rules("vf-1e")[:5000]
    text = folder / "short.md"
    kept = str(folder / "kept")

    def another(run: int) -> None:
        written(text, f"{words}\nTurn {run}.\n")

    bare = used(("-c", "pass"), folder, runs=20).seconds
    figure("START", "python -c pass", bare * 1000, "ms")
    check = ("check", str(text))
    commands: Mapping[str, tuple[tuple[str, ...], str, Before]] = {
        "--help": (("--help",), "off", id),
        "check, changed": (check, kept, another),
        "check, unchanged": (check, kept, id),
        "check, no cache": (check, "off", another),
        "list": (("list",), "off", id),
        "show, no cache": (("show", "vf-2e", "8.2"), "off", id),
        "tables, no cache": (("tables", "vf-2e"), "off", id),
        "roll, no cache": (("roll", "vf-2e", "hit"), "off", id),
        "roll, tables in the cache": (("roll", "vf-2e", "hit"), kept, id),
        "odds, tables in the cache": (("odds", "vf-2e", "fire", "--set", "fire-value=3"), kept, id),
        "diff, no cache": (("diff", "vf-1e", "vf-2e"), "off", id),
        "sheet, no cache": (("sheet", "vf-2e", "--format", "html"), "off", id),
        "graph, no cache": (("graph", "vf-2e"), "off", id),
    }
    for name, (arguments, cache, before) in commands.items():
        took = used((*RUN, *arguments), folder, cache, 7, before)
        goal, most = START_GOALS.get(name, ("", None))
        figure("START", name, took.seconds / bare, "x", f"{took.seconds * 1000:.0f} ms", goal=goal, most=most)
    written(text, words)
    loaded = child("--modules", str(text))
    figure("START", "modules of a changed check", float(loaded), "modules", goal="G6", most=180)


# BUILD


def builds(folder: Path) -> None:
    """The bundled editions, built from nothing, again, after an edit, as one file; and checked."""
    home = folder / "home"
    shutil.copytree(assets.folder("rulesets"), home / "rulesets")
    kept = str(folder / "builds")
    build = (*RUN, "build", "--out", "public")

    def nothing_kept(run: int) -> None:
        shutil.rmtree(kept, ignore_errors=True)

    first = used(build, home, kept, 3, nothing_kept).seconds
    checked = used((*RUN, "check"), home, "off").seconds
    figure("BUILD", "all editions, an empty cache", first / checked, "x their check", f"{first:.2f} s")
    figure("BUILD", "nothing edited", used(build, home, kept).seconds / first, "x")
    path = home / "rulesets" / "vf-2e" / "rules.md"
    words = path.read_text(encoding="utf-8")

    def edited(run: int) -> None:
        written(path, edits(words)[1].replace("Indeed.", f"Indeed, {run}."))

    figure("BUILD", "one edition edited", used(build, home, kept, 3, edited).seconds / first, "x")
    single = used((*RUN, "build", "--single", "vf-2e", "--out", "one.html"), home, "off").seconds
    own = used((*RUN, "build", "rulesets/vf-2e", "--out", "own"), home, "off").seconds
    check_own = used((*RUN, "check", "rulesets/vf-2e"), home, "off").seconds
    figure("BUILD", "one edition", own / check_own, "x its check", goal="G9", most=1.5)
    figure("BUILD", "one edition as one file", single / own, "x its build", goal="G9", most=1.2)


# CHECK


def shares_of_checks(folder: Path) -> None:
    """What each check takes of a whole check; those that take a hundredth or more, and the rest together."""
    path = written(folder / "shares.md", made(LONG))
    lines = [line.split() for line in child("--shares", str(path)).splitlines()]
    shares = sorted(((float(share), name) for name, share in lines), reverse=True)
    for share, name in shares:
        if share >= 1:
            figure("CHECK", name, share, "% of a check", goal="G2", most=15)
    small = [share for share, _ in shares if share < 1]
    figure("CHECK", f"{len(small)} others, together", sum(small), "% of a check")


def shares_once(path: Path) -> None:
    """In a process of its own: prints each check and the share that it takes of a whole check."""
    from vfdoc import checks

    os.environ["VFDOC_CACHE"] = "off"
    before = time.process_time()
    with Session().active():
        read = pipeline.with_mechanics(pipeline.read(str(path)))
        rulebook = replace(read.rulebook, glossary=pipeline.glossary(read))
        taken = {}
        for name, each in checks.ALL_CHECKS.items():
            began = time.process_time()
            list(each(rulebook, read.graph))
            taken[name] = time.process_time() - began
    whole = time.process_time() - before
    for name, seconds in taken.items():
        print(name, 100 * seconds / whole)
