"""Contradictions put into the bundled editions on purpose, and how many of them the checks find.

The list tests/lists/disagreements.tsv was made by reading: words that another place of the edition says
too, and what a tired author might write in their stead: another value, the contrary, another scope.
Each run copies an edition, writes AT_ONCE of them into it, far from one another, and checks the copy. One
is found where a finding is new and stands at the changed line, or names it as its other place; any other
new finding is a false alarm. The figures are printed.

Left out is what no other place says: the sheets of vf-2e and vf-fr-2.9 restate no rules of theirs, and
vf-lwtv is a sheet alone.
"""

from __future__ import annotations

import csv
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from thoroughness import some

from vfdoc import assets, pipeline
from vfdoc.checks import rules_disagree, sheet_disagrees
from vfdoc.model import Finding
from vfdoc.model.session import current_session

LIST = Path(__file__).parent / "lists" / "disagreements.tsv"
AT_ONCE = 1
RECALL = {"value": 0.90, "polarity": 0.75, "scope": 0.75}
FALSE_ALARMS = 1  # of an edition as it stands, and of a changed one on average
EDITIONS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9"]


class Seed(NamedTuple):
    """Words of a file of an edition, and what is written in their stead."""

    edition: str
    file: str
    kind: str
    words: str
    instead: str


class Figures(NamedTuple):
    """Of all seeds, which were missed; and how many alarms were false, in how many runs."""

    missed: tuple[Seed, ...]
    false: tuple[str, ...]
    runs: int


def seeds() -> list[Seed]:
    with LIST.open(encoding="utf-8", newline="") as file:
        return [Seed(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def put_in() -> Sequence[Seed]:
    """The seeds that this run puts in."""
    return some(seeds())


def findings(folder: Path) -> list[Finding]:
    with current_session():  # as every command has one
        read = pipeline.with_mechanics(pipeline.read(str(folder)))
        rulebook = replace(read.rulebook, glossary=pipeline.glossary(read))
        found = (
            f for check in (sheet_disagrees.check, rules_disagree.check) for f in check(rulebook, read.graph)
        )
        return [f for f in found if f.severity != "note"]


def known(finding: Finding) -> tuple[str, str, int, str]:
    return finding.rule, finding.document, finding.line, finding.message


@cache
def as_printed(edition: str) -> frozenset[tuple[str, str, int, str]]:
    return frozenset(map(known, findings(assets.folder("rulesets") / edition)))


def changed(group: list[Seed], folder: Path) -> dict[Seed, tuple[str, int]]:
    """Writes the seeds into a copy of their edition; where each stands (file, line)."""
    shutil.copytree(assets.folder("rulesets") / group[0].edition, folder)
    at = {}
    for seed in group:
        path = folder / seed.file
        text = path.read_text(encoding="utf-8")
        assert text.count(seed.words) == 1, seed
        at[seed] = seed.file, text[: text.index(seed.words)].count("\n") + 1
        path.write_text(text.replace(seed.words, seed.instead), encoding="utf-8")
    return at


def places(finding: Finding) -> set[tuple[str, int]]:
    """The line of a finding, and those of its other places; these are of the edition's other files too."""
    file = Path(finding.file).name
    return {(file, finding.line), *(("", other.line) for other in finding.related)}


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    by_edition: dict[str, list[Seed]] = defaultdict(list)
    for seed in put_in():
        by_edition[seed.edition].append(seed)
    missed: list[Seed] = []
    false: list[str] = []
    runs = 0
    for edition, mine in by_edition.items():
        step = -(-len(mine) // AT_ONCE)
        for start in range(step):
            group = mine[start::step]
            folder = tmp_path_factory.mktemp("seeded") / edition
            at = changed(group, folder)
            new = [f for f in findings(folder) if known(f) not in as_printed(edition)]
            runs += 1
            for seed, place in at.items():
                met = [f for f in new if place in places(f) or ("", place[1]) in places(f)]
                if not met:
                    missed.append(seed)
                new = [f for f in new if f not in met]
            false += [f"{edition} {f.line}: {f.message}" for f in new]
    return Figures(tuple(missed), tuple(false), runs)


def test_figures(figures: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    """Says what the other tests hold: of each kind, how many were put in and found; false alarms."""
    put, lost = Counter(s.kind for s in put_in()), Counter(s.kind for s in figures.missed)
    rows = ["", *(f"{kind:10}{n:4} put in{n - lost[kind]:5} found" for kind, n in put.items())]
    rows.append(f"{len(figures.false)} false alarms in {figures.runs} runs")
    with capsys.disabled():
        sys.stdout.write("\n".join(rows) + "\n")


@pytest.mark.parametrize("kind", sorted(RECALL))
def test_seeded_contradictions_are_found(kind: str, figures: Figures) -> None:
    put = [seed for seed in put_in() if seed.kind == kind]
    missed = [seed for seed in figures.missed if seed.kind == kind]
    assert len(put) - len(missed) >= RECALL[kind] * len(put), "\n".join(map(repr, missed))


def test_few_alarms_are_false(figures: Figures) -> None:
    assert len(figures.false) < FALSE_ALARMS * figures.runs, "\n".join(figures.false)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_found_as_printed_is_acknowledged(edition: str) -> None:
    found = pipeline.check(pipeline.read(str(assets.folder("rulesets") / edition)))
    mine = [f for f in found if f.rule in ("sheet-disagrees", "rules-disagree") and f.severity != "note"]
    assert sum(not f.acknowledged for f in mine) < FALSE_ALARMS, mine
