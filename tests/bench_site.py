"""The benchmark of the site, a part of bench.py: the processor's time of whole commands, the least of some
runs.

SITE   A full site of 0.8 MB of rules as one edition, without a cache: as a multiple of the floor, and as a
       share of the time that each peer takes for the same text cut into chapters. Peers that are not
       installed are skipped by name; they are sought in VFDOC_PEERS (folders, as in PATH) and in PATH:
       `pip install mkdocs mkdocs-material sphinx myst-parser` in a venv of its own, VFDOC_PEERS its `bin`.
       Beside it what a page and the index of the search come to for a phone, how long the slowest of two
       hundred questions takes (with node, else skipped by name), and what ten times the text costs, in time
       and in bytes. Pages and search are what a build takes beyond a check of the same edition.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from gzip import compress
from pathlib import Path

from bench_measure import LONG, RUN, figure, floor_of, made, spent, used, written

from vfdoc.site.plan import SEARCH_DATA

_RUNS = 2
_MOST = {"mkdocs-material": 1.0, "sphinx-build": 1 / 8}  # of what a peer takes
_PAGE = 100  # kB of a page, compressed
_INDEX = 0.6  # of the index of mkdocs, both compressed
_SLOWEST = 10  # times what the median of questions takes
_QUESTIONS = """
const { readFileSync } = require("node:fs");
const [folder, id] = process.argv.slice(2);
globalThis.window = globalThis;
const files = ["assets/find.js", "assets/answer.js", `${id}/search.js`, `${id}/asked.js`, `${id}/said.js`];
for (const file of files) (0, eval)(readFileSync(`${folder}/${file}`, "utf8"));
const { names, sections, words } = vfdocFind.index(id).data;
const said = [...names.flatMap((all) => all.split("|")), ...sections.map((one) => one[2])];
const typed = Object.keys(words).flatMap((word) => [word, word.slice(0, 3), word.slice(1)]);
const some = (all) => all.filter((_, n) => n % Math.ceil(all.length / 100) === 0);
const least = new Map();
for (let pass = 0; pass < 6; pass++) for (const question of [...some(said), ...some(typed)]) {
  const began = performance.now();
  vfdocFind.find(question, [id], 12).forEach((one, nth) => vfdocFind.sentence(question, one, nth < 3));
  vfdocFind.answer(question, [id]);
  vfdocFind.missing(question, [id]);
  least.set(question, Math.min(least.get(question) ?? Infinity, performance.now() - began));
}
const took = [...least.values()].sort((one, other) => one - other);
console.log(took[took.length >> 1], took[took.length - 1]);
"""
_EDITION = """title = "Bench"
language = "en"
[[documents]]
id = "rules"
file = "rules.md"
kind = "rules"
"""
_PEERS = {
    # The program, what it is told, and its configuration.
    "mkdocs": ("mkdocs", ("build", "-q"), {"mkdocs.yml": "site_name: Bench\n"}),
    "mkdocs-material": ("mkdocs", ("build", "-q"), {"mkdocs.yml": "site_name: Bench\ntheme: material\n"}),
    "zensical": ("zensical", ("build",), {"zensical.toml": '[project]\nsite_name = "Bench"\n'}),
    "sphinx-build": (
        "sphinx-build",
        ("-q", "docs", "site"),
        {"docs/conf.py": 'extensions = ["myst_parser"]\n'},
    ),
}


def whole_site(folder: Path) -> None:
    """The site against the floor and the peers, and ten times the text."""
    text = made(LONG)
    home = edition_of(folder / "bench", text)
    ours = built(home)[0]
    size = f"{len(text) / 1000:.0f} kB"
    floor = floor_of(home / "rulesets" / "bench" / "rules.md")
    if floor is None:
        print(f"SITE   {size}: {ours:.2f} s; no floor, for VFDOC_FLOOR names no tool")
    else:
        figure("SITE", size, ours / floor, "x floor", f"{ours:.2f} s")
    published = home / "public"
    heaviest = max(map(_compressed, published.rglob("*.html")))
    figure("SITE", "the heaviest page", heaviest / 1000, "kB gzip", goal="G11", most=_PAGE)
    _questions(published)
    checked = used((*RUN, "check", "rulesets/bench"), home, runs=_RUNS).seconds
    for name, (program, arguments, files) in _PEERS.items():
        found = shutil.which(program, path=f"{os.environ.get('VFDOC_PEERS', '')}:{os.environ['PATH']}")
        if found is None:
            print(f"SITE   {name} is not installed: skipped")
            continue
        taken = [of_peer(folder / name, [found, *arguments], text, files) for _ in range(_RUNS)]
        if None in taken:
            print(f"SITE   {name} does not build: skipped")
            continue
        theirs = min(filter(None, taken))
        figure(
            "SITE", f"{size} against {name}", ours / theirs, "x", f"{theirs:.2f} s",
            goal="G8" if name in _MOST else "", most=_MOST.get(name),
        )  # fmt: skip
        if name == "mkdocs":
            more = f"{ours - checked:.2f} s"
            figure("SITE", "pages against mkdocs", (ours - checked) / theirs, "x", more, goal="G8", most=1)
            index = _compressed(folder / name / "site" / "search" / "search_index.json")
            own = _compressed(published / "bench" / SEARCH_DATA)
            figure("SITE", "index of the search", own / index, "x mkdocs'", goal="G11", most=_INDEX)
    (one, small), (ten, large) = (built(edition_of(folder / "bench", made(count))) for count in (1, 10))
    figure("SITE", "10 x the text, time", ten / one, "x", f"{ten:.1f} s", goal="G12", most=11)
    figure("SITE", "10 x the text, bytes", large / small, "x", f"{large / 1e6:.0f} MB", goal="G8", most=10.5)


def _questions(published: Path) -> None:
    """What the search of the site takes for its titles, names and words, these begun and misspelt too."""
    node = shutil.which("node")
    if node is None:
        print("SITE   node is not installed: no question is asked")
        return
    done = subprocess.run(
        [node, "-", str(published), "bench"], input=_QUESTIONS, capture_output=True, text=True, check=True
    )
    median, slowest = map(float, done.stdout.split())
    more = f"{median:.1f}, {slowest:.1f} ms"
    figure("SITE", "slowest question", slowest / median, "x the median", more, goal="G11", most=_SLOWEST)


def edition_of(folder: Path, text: str) -> Path:
    """A folder in which a text is the one edition."""
    own = folder / "rulesets" / "bench"
    own.mkdir(parents=True, exist_ok=True)
    written(own / "rules.md", text)
    written(own / "edition.toml", _EDITION)
    return folder


def built(folder: Path) -> tuple[float, int]:
    """What a build in a folder takes of the processor's time, and the bytes that it publishes."""
    taken = used((*RUN, "build", "--out", "public"), folder, runs=_RUNS).seconds
    return taken, sum(path.stat().st_size for path in (folder / "public").rglob("*") if path.is_file())


def _compressed(path: Path) -> int:
    """The bytes that a file comes to on the way to a reader."""
    return len(compress(path.read_bytes()))


def of_peer(folder: Path, command: list[str], text: str, files: Mapping[str, str]) -> float | None:
    """What a peer takes of the processor's time for a text, cut into its chapters, from nothing; None where
    it fails, for lack of a theme or an extension."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "docs").mkdir(parents=True)
    chapters = re.split(r"(?m)^(?=## )", text)
    for n, chapter in enumerate(chapters):
        written(folder / "docs" / f"c{n:04}.md", chapter)
    listed = "\n".join(f"c{n:04}" for n in range(len(chapters)))
    written(folder / "docs" / "index.md", f"# Bench\n\n```{{toctree}}\n{listed}\n```\n")
    for name, content in files.items():
        written(folder / name, content)
    return spent(command, folder)
