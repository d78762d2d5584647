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
from vfdoc.model.comparison import ModifierChange, SentenceChange, SummaryEntry
from vfdoc.model.mechanics import Modifier
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


# Stated lessons

STATED = [("vf-1e", "vf-2e"), ("vf-1e", "vf-lwtv"), ("vf-2e", "vf-fr-2.9")]


@pytest.mark.parametrize("pair", STATED, ids=" ".join)
def test_every_stated_lesson_holds(pair: tuple[str, str]) -> None:
    old, new = map(pipeline.read, pair)
    lessons = comparing.diff(old, new).lessons
    assert len(lessons) >= 8
    assert not [lesson for lesson in lessons if not lesson.holds]


@pytest.mark.parametrize("pair", STATED, ids=" ".join)
def test_every_stated_lesson_holds_of_the_originals(pair: tuple[str, str], originals: Path) -> None:
    old, new = (pipeline.read(str(originals / f"{name}.txt"), name) for name in pair)
    found = comparing.diff(old, new)
    assert len(found.lessons) >= 8
    assert not [lesson for lesson in found.lessons if not lesson.holds]


def test_the_lessons_cover_all_that_must_be_learned() -> None:
    """Each listed topic has a lesson that names a section of it on each side that the lesson has; of the
    entries read from the texts those that no lesson covers are listed."""
    found = comparing.diff(pipeline.read("vf-1e"), pipeline.read("vf-2e"))
    assert len(found.lessons) >= 30
    sides = [(set(lesson.old), set(lesson.new)) for lesson in found.lessons]
    missing = [
        topic
        for topic, old, new in topics()
        if not any(
            all(named & wanted for named, wanted in zip(side, (old, new), strict=True) if named)
            for side in sides
        )
    ]
    assert not missing
    covered = [entry for entry in found.entries if entry.covered_by is not None]
    for entry in covered:
        lesson = found.lessons[entry.covered_by or 0]
        assert set(lesson.old) & set(entry.old_sections) or set(lesson.new) & set(entry.new_sections)
    sys.stdout.write(f"{len(covered)} of {len(found.entries)} entries are covered by a lesson\n")
    assert len(covered) >= 15


def test_a_lesson_changes_nothing_but_what_it_covers(tmp_path: Path) -> None:
    """Without its file the edition's comparison is the same, but for the lessons."""
    import dataclasses
    import shutil

    rulesets = Path(__file__).parent.parent / "rulesets"
    folder = tmp_path / "vf-2e"
    shutil.copytree(rulesets / "vf-2e", folder)
    (folder / "lessons.toml").unlink()
    old = pipeline.read("vf-1e")
    bare, stated = (comparing.diff(old, pipeline.read(str(new))) for new in (folder, rulesets / "vf-2e"))
    assert bare.lessons == ()
    uncovered = tuple(entry._replace(covered_by=None) for entry in stated.entries)
    assert bare == dataclasses.replace(stated, lessons=(), entries=uncovered)


# What to learn, listed before the summary was looked at

LEARN = SUMMARY.with_name("learn.tsv")
FIRST, TOUCHED = 40, 18  # so many entries read from the texts alone, and of 25 topics so many among them


def to_learn() -> list[dict[str, str]]:
    """The 25 most important things to learn from the 1st to the 2nd edition, the weightiest first."""
    with LEARN.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def speaks_of(old: Sequence[str], new: Sequence[str], topic: dict[str, str]) -> bool:
    """Whether sections of both sides that the topic has are named."""
    sides = ((set(old), set(topic["old"].split())), (set(new), set(topic["new"].split())))
    return all(named & wanted for named, wanted in sides if wanted)


@pytest.mark.parametrize("form", ["originals", "restatements"])
def test_what_must_be_learned_is_among_the_first_entries(form: str, originals: Path) -> None:
    old, new = (
        pipeline.read(str(originals / f"{name}.txt"), name) if form == "originals" else pipeline.read(name)
        for name in ("vf-1e", "vf-2e")
    )
    entries = comparing.diff(old, new).entries[:FIRST]
    topics = to_learn()
    touched = [t for t in topics if any(speaks_of(e.old_sections, e.new_sections, t) for e in entries)]
    missing = [t["topic"] for t in topics if t not in touched]
    sys.stdout.write(f"{form}: {len(touched)} of {len(topics)} in the first {FIRST}; missing: {missing}\n")
    assert len(touched) >= TOUCHED
    assert all(entry.points for entry in entries)


BOTH = 15  # so many topics of the 25 must be quoted rightly on both sides


def quoted(entry: SummaryEntry) -> tuple[str, str]:
    """What an entry says of the old edition and of the new one, rows in the words of the text."""
    sides: tuple[list[str], list[str]] = ([], [])
    for point in entry.points:
        for said, words in zip(sides, (point.old, point.new), strict=True):
            said.append(words.condition if isinstance(words, Modifier) else words or "")
        rows = () if isinstance(point, ModifierChange | SentenceChange) else point.rows
        for said, row in zip(sides, rows, strict=False):
            said.append(row.condition if row is not None else "")
    old, new = (" ".join(" ".join(said).split()).casefold() for said in sides)
    return old, new


def holds_words(text: str, words: str) -> bool:
    """Whether a text holds the words that decide, in one of their wordings; of none nothing is asked."""
    return not words or any(each.casefold() in text for each in words.split("|"))


def test_what_must_be_learned_is_quoted_on_both_sides(originals: Path) -> None:
    """The list names, of each topic, the words of both originals that decide; an entry is right on both sides
    where it names the topic's sections and quotes both."""
    old, new = (pipeline.read(str(originals / f"{name}.txt"), name) for name in ("vf-1e", "vf-2e"))
    entries = comparing.diff(old, new).entries[:FIRST]
    told = [(entry, quoted(entry)) for entry in entries]
    right = [
        topic["topic"]
        for topic in to_learn()
        if any(
            speaks_of(entry.old_sections, entry.new_sections, topic)
            and holds_words(was, topic["was_words"])
            and holds_words(now, topic["now_words"])
            for entry, (was, now) in told
        )
    ]
    sys.stdout.write(f"{len(right)} of {len(to_learn())} topics with both sides right\n")
    assert len(right) >= BOTH


def test_nothing_is_called_new_that_the_old_edition_has(originals: Path) -> None:
    """5.1 gathers what 5.0 had of who may shoot, 6.3.2 the distance of 6.6.1: read against the originals."""
    old, new = (pipeline.read(str(originals / f"{name}.txt"), name) for name in ("vf-1e", "vf-2e"))
    entries = comparing.diff(old, new).entries[:FIRST]
    sure = {
        section
        for entry in entries
        for section in entry.new_sections
        for p in entry.points
        if p.old is None and isinstance(p, SentenceChange) and p.verdict == "changed"
    }
    assert {"7.2.4", "9.2.2"} <= sure  # cavalry retreats, automatic routs: nothing of the kind before
    assert not {"5.1", "6.3.2", "8.1.4"} & sure


def test_every_listed_thing_stands_in_the_stated_lessons() -> None:
    lessons = comparing.diff(pipeline.read("vf-1e"), pipeline.read("vf-2e")).lessons
    missing = [t["topic"] for t in to_learn() if not any(speaks_of(x.old, x.new, t) for x in lessons)]
    assert missing == []
