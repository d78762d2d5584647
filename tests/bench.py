"""The benchmark: `make bench`. Whole commands, by the processor's time (user and system) that they take, the
least of several runs, as ratios to what was measured in the same run, in one table; some minutes. A line
names the goal that it speaks of (PERFORMANCE.md of the shared texts), its most, and whether that is met.

FLOOR  Whole commands on long texts, without a cache, as multiples of the floor: `floor` of the shared tools
       (VFDOC_FLOOR, else ../shared/tools/floor), on the same text. Where that is not there, it is said.
START  Whole commands on short texts, as multiples of `python -c pass`; nothing, or all, is in the cache.
AGAIN  A process that stays: a check after a word, number, citation or line was put in, as a share of its
       first one; the middle of five, each in another line of prose.
MEMOS  What each memo of a session saves: how often it knew a result, times what it takes to work one out, as
       a share of the pass in which that is most. One that saves less than half a hundredth may go.
BUILD  Builds of the bundled editions, as shares of one with an empty cache.
PLAY   A thousand attacks with their odds, in a process that stays.
SITE   A site of a long text against the floor and its peers (bench_site.py).
CHECK  What each check takes of a whole check of a long text, in the order in which they run.

`python tests/bench.py start again`: some parts alone.

Long texts are made by renumbering the bundled editions; those of ../shared (VFDOC_ORIGINALS, VFDOC_FOREIGN)
are measured where they are.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench_commands import builds, long_texts, modules_of, shares_of_checks, shares_once, start
from bench_measure import FIGURES
from bench_session import again, again_once, memos, plays
from bench_site import whole_site

PARTS: Mapping[str, Callable[[Path], None]] = {
    "floor": long_texts,
    "start": start,
    "again": again,
    "memos": memos,
    "play": plays,
    "builds": builds,
    "checks": shares_of_checks,
    "site": whole_site,
}
_GOALS = tuple(f"G{n}" for n in range(1, 13))
# Why a goal was not met when it was last measured, by profiles of these commands, and what it would take.
_WHY = {
    "G1": "the checks take half of a whole check of the made text (misdirected-reference 17 %,"
    " rules-disagree 9, no other over 5), reading and mechanics the other half: no part at no cost would"
    " meet it. The floor of one text differs within a run by half, and so do these ratios",
    "G2": "misdirected-reference: two fifths of it seek what the words before a citation name, three fifths"
    " doubtful citations; a seventh is the index of all words, for which no other check asks, a seventh"
    " ranks what may be meant instead, a fifth bounds and weighs what a citation shares with every section."
    " An eighth would have to go: it would take bounds that clear more citations",
    "G3": "what an edit costs is many small passes over all sections and citations that find them as they"
    " were. At 240 kB the checks take half, none over a tenth, mechanics a quarter (a third of that binds"
    " what is stated), reading a ninth, armies a fourteenth; 50 ms are a seventieth of a first check, and"
    " reading alone takes 40. A line more moves all behind it. It would take results that hold until a"
    " section that they rest on changes, in place of passes",
    "G4": "a check of an empty text takes two thirds of one of 41 kB: imports, of which 273 NamedTuples and"
    " 56 dataclasses are made and 509 expressions compiled. Classes and expressions would have to come out"
    " of files made beforehand",
    "G5": "click with what it imports takes 4.1 x by itself; the rest is what 22 commands say of"
    " themselves, or the key over some 600 files, 1 x",
    "G6": "204 are vfdoc's own (32 of them a check each), 41 rapidfuzz's, which loads all of itself, 12"
    " each click's and msgspec's, the rest Python's: rooms would have to be put together in fewer files,"
    " and sequences be aligned without rapidfuzz",
    "G7": "a check of a text of a word takes 37 MiB, one of 41 kB 44: so much is code and word lists",
    "G8": "42 % of the build is the check: with pages, search and sheet at no cost it takes 1.1 x"
    " mkdocs-material. Pages of their own for tables, histories and a calculator are what mkdocs does not"
    " make",
    "G9": "of a build of one edition its check is a third, loading what makes pages a fifth, the compiling"
    " of 16 templates a ninth, the sheet a twelfth; one file holds what compares with the editions near it,"
    " which have to be read for that",
    "G10": "mechanics and quantities of both texts take 43 %, reading them 15, imports 10: with comparing,"
    " which takes a quarter, at no cost it takes 0.64 of their checks",
}
_ALONE = {"--again": again_once, "--modules": modules_of, "--shares": shares_once}


def main(parts: Sequence[str] = ()) -> None:
    """Prints the table: every part, or those named; then what is met of each goal."""
    gc.disable()  # as the stages do
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    print(f"{'part':<5} {'goal':<4} {'what':<42} {'measured':>9} {'unit':<14} {'most':>6}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for part in parts or PARTS:
            PARTS[part.lower()](place)
    for goal in _GOALS:
        print(f"{goal:<4} {_met(goal)}")
        if goal in _WHY and any(each.goal == goal and each.value > each.most for each in FIGURES):
            print(f"     {_WHY[goal]}")


def _met(goal: str) -> str:
    """What was measured of a goal: met, or by what it is missed farthest."""
    found = [each for each in FIGURES if each.goal == goal]
    missed = [each for each in found if each.value > each.most]
    if not missed:
        return f"met in {len(found)}" if found else "not measured in this run"
    worst = max(missed, key=lambda each: each.value / each.most)
    measured = f"{worst.name}, {worst.value:.2f} {worst.unit} for {worst.most:g}"
    return f"NOT MET in {len(missed)} of {len(found)}, farthest: {measured}"


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in _ALONE:
        _ALONE[sys.argv[1]](Path(sys.argv[2]))
    else:
        main(sys.argv[1:])
