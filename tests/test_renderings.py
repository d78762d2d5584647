"""A translation held against its original: `vfdoc check TRANSLATION --against ORIGINAL`.

Which comments of the French sheet stand under a number that is another rule's in the original is listed
by hand: `tests/lists/compare/vf-2e--vf-fr-2.9/comments.tsv` (its counterpart is in another branch of numbers,
and the comment has words). Which terms it calls by two names was found by reading it.
"""

from __future__ import annotations

import csv
from pathlib import Path

from click.testing import CliRunner

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.pipeline.translating import translation_faults

COMMENTS = Path(__file__).parent / "lists" / "compare" / "vf-2e--vf-fr-2.9" / "comments.tsv"
TWICE = {"Ébranlée", "mouvement stratégique", "puissance de feu", "batterie"}


def branch(one: str, other: str) -> bool:
    short, long_ = sorted((one.removesuffix(".0"), other.removesuffix(".0")), key=len)
    return long_ == short or long_.startswith(f"{short}.")


def test_comments_under_the_number_of_another_rule() -> None:
    with COMMENTS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["number"]]
    shifted = {
        row["number"] for row in rows
        if not branch(row["number"], row["counterpart"]) and "title only" not in row["note"]
    }  # fmt: skip
    found = translation_faults(pipeline.read("vf-fr-2.9"), pipeline.read("vf-2e"))
    assert {f.quote for f in found if f.rule == "misfiled-comment"} == shifted


def test_terms_that_are_rendered_in_two_ways() -> None:
    found = translation_faults(pipeline.read("vf-fr-2.9"), pipeline.read("vf-2e"))
    assert {f.quote for f in found if f.rule == "mixed-term"} >= TWICE
    assert all("of the original" in f.message for f in found if f.rule == "mixed-term")


def test_an_edition_is_checked_against_its_original() -> None:
    run = CliRunner().invoke(main, ["check", "vf-fr-2.9", "--against", "vf-2e"])
    assert run.exit_code == 1
    assert "the comment under 6.6 is about 6.5" in run.stdout
