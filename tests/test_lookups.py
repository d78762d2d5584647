"""Tests, conventions and lookups against lists made by hand, by reading (tests/lists/).

The lists were made apart from the reader and are its oracle. Of a lookup, a value is compared by its
digits, its key and column by the words that they have in common with the list's.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from vfdoc import pipeline
from vfdoc.model.mechanics import Mechanics

LISTS = Path(__file__).parent / "lists"
FOUR = ["vf-1e", "vf-lwtv", "vf-fr-2.9", "vf-2e"]
EDITIONS = [*FOUR, "fortune-and-glory"]


def rows(edition: str, name: str) -> list[dict[str, str]]:
    with (LISTS / edition / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def original(edition: str, originals: Path) -> Mechanics:
    return pipeline.mechanics(pipeline.read(str(originals / f"{edition}.txt"), edition))


@pytest.mark.parametrize("edition", FOUR)
def test_tests_with_their_targets(edition: str, originals: Path) -> None:
    got = {(t.line, t.id, t.target or "") for t in original(edition, originals).tests if t.target}
    assert got == {(int(r["line"]), r["id"], r["target"]) for r in rows(edition, "tests") if r["target"]}


def test_tests_of_fortune_and_glory(originals: Path) -> None:
    """A text that rolls for everything: each test where it is described, with its target and outcomes."""
    got = {(t.line, t.id): t for t in original("fortune-and-glory", originals).tests}
    want = {(int(r["line"]), r["id"]): r for r in rows("fortune-and-glory", "tests")}
    both = got.keys() & want.keys()
    assert len(both) >= 0.95 * len(want)
    assert len(got) - len(both) <= 0.1 * len(got)
    # A target that is the unit's own stands in its profile, and in no test.
    targets = {key: re.findall(r"^\d\+", want[key]["target"]) for key in both}
    right = [([got[key].target] if got[key].target else []) == targets[key] for key in both]
    assert sum(right) >= 0.95 * len(both)
    for outcome, share in (("failure", 0.85), ("success", 0.6)):  # success often goes without saying
        told = [key for key in both if want[key][outcome]]
        assert sum(getattr(got[key], outcome) is not None for key in told) >= share * len(told)


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e"])
def test_what_success_and_failure_do(edition: str, originals: Path) -> None:
    for test in original(edition, originals).tests:
        if test.origin == "rules" and test.target:
            assert None not in (test.success, test.failure), test


@pytest.mark.parametrize("edition", EDITIONS)
def test_conventions(edition: str, originals: Path) -> None:
    got = {(c.line, c.section, c.id) for c in original(edition, originals).conventions}
    want = {(int(r["line"]), r["section"], r["id"]) for r in rows(edition, "conventions")}
    if edition in FOUR:
        assert got == want
    assert len(got & want) >= 0.95 * len(want)
    assert len(got - want) <= 0.05 * len(got)


# --- lookups ---


class Looked(NamedTuple):
    """A value of a lookup, and the words of its key, its column and itself."""

    value: str
    words: frozenset[str]


def words(*texts: str) -> frozenset[str]:
    """The beginnings of the words of some texts, and their numbers."""
    letters = re.findall(r"[^\W\d_]{3,}", " ".join(texts).lower())
    return frozenset(word[:5] for word in letters) | frozenset(re.findall(r"\d+", " ".join(texts)))


def digits(value: str) -> str:
    return "".join(re.findall(r"[\d½]+", value.replace("1/2", "½")))


def looked_up(mechanics: Mechanics) -> dict[tuple[int, str], list[Looked]]:
    out: dict[tuple[int, str], list[Looked]] = defaultdict(list)
    for lookup in mechanics.lookups:
        for row in lookup.rows:
            for i, value in enumerate(row.values):
                column = lookup.columns[i + 1] if i + 1 < len(lookup.columns) else ""
                line = row.lines[i] if row.lines else row.line
                if value:
                    found = Looked(value, words(*row.key, column, value, lookup.title))
                    out[line, lookup.id].append(found)
    return out


@pytest.mark.parametrize("edition", EDITIONS)
def test_lookups(edition: str, originals: Path) -> None:
    """The values of each line, by lookup, with a word of their key or column in common with the list's.

    The list of the French sheet has English keys.
    """
    got = looked_up(original(edition, originals))
    found = alike = 0
    want = rows(edition, "lookups")
    for row in want:
        number = digits(row["value"])
        key = words(row["key"], row.get("column") or "")
        fit = [x for x in got[int(row["line"]), row["id"]] if not number or digits(x.value) == number]
        fit.sort(key=lambda x: -len(x.words & key))
        if fit:
            got[int(row["line"]), row["id"]].remove(fit[0])
            found, alike = found + 1, alike + bool(fit[0].words & key)
    assert found >= 0.93 * len(want)
    assert edition == "vf-fr-2.9" or alike >= 0.95 * found
    assert sum(map(len, got.values())) <= 0.1 * found
