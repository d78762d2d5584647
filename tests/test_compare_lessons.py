"""The summary of a comparison, held against what a hand-made list says a player must learn.

`tests/lists/compare/vf-1e--vf-2e/summary.tsv` names fifteen topics, each with its sections in both
editions. A lesson covers a topic where it names a section of it on each side that the lesson has.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.model.comparison import SummaryEntry
from vfdoc.pipeline import comparing

SUMMARY = Path(__file__).parent / "lists" / "compare" / "vf-1e--vf-2e" / "summary.tsv"
LESSONS = 25  # so many a player reads
COVERED = 12  # so many of the fifteen topics must be among them


def topics() -> list[tuple[str, set[str], set[str]]]:
    """Each topic with its old and its new sections."""
    with SUMMARY.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    sides = [row["sections"].partition(">") for row in rows]
    return [
        (row["topic"], set(o.split()), set(n.split())) for row, (o, _, n) in zip(rows, sides, strict=True)
    ]


def covers(lesson: SummaryEntry, old: set[str], new: set[str]) -> bool:
    """Whether a lesson names a section of the topic on each side that it has."""
    sides = ((lesson.old_sections, old), (lesson.new_sections, new))
    return all(set(named) & wanted for named, wanted in sides if named)


def hold(lessons: Sequence[SummaryEntry], what: str) -> None:
    """Fails where too few topics are among the first lessons; says the figure."""
    found = [topic for topic, old, new in topics() if any(covers(x, old, new) for x in lessons[:LESSONS])]
    missing = [topic for topic, _, _ in topics() if topic not in found]
    figure = f"{what}: {len(found)} of {len(topics())} topics in the first {LESSONS} lessons"
    sys.stdout.write(f"{figure}; missing: {missing}\n")
    assert len(found) >= COVERED, missing


def test_the_summary_names_what_a_player_must_learn() -> None:
    found = comparing.diff(pipeline.read("vf-1e"), pipeline.read("vf-2e"))
    hold(found.entries, "restatements")
    weights = [lesson.weight for lesson in found.entries]
    assert weights == sorted(weights, reverse=True)


def test_the_summary_of_the_originals_does_too(originals: Path) -> None:
    old, new = (pipeline.read(str(originals / f"{name}.txt"), name) for name in ("vf-1e", "vf-2e"))
    hold(comparing.diff(old, new).entries, "originals")


@pytest.mark.parametrize("name", ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9"])
def test_an_edition_teaches_nothing_against_itself(name: str) -> None:
    read = pipeline.read(name)
    assert comparing.diff(read, read).entries == ()
