"""Printed sheets held against the rules, the audit itself against lists made by hand, by reading.

The lists (tests/lists/audit) give every row of a sheet its verdict and the rule's section; the lines are
those of the bundled files. Several sections are several places that state the rule.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from thoroughness import sparing

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model.sheet import Audit
from vfdoc.pipeline import sheets
from vfdoc.sheet.typeset import typeset
from vfdoc.verdicts.disagreements.own_sheet import sheet_disagreements

LISTS = Path(__file__).parent / "lists" / "audit"
AUDITS = {
    "vf-1e": ("vf-1e", "vf-1e/sheet"), "vf-lwtv": ("vf-1e", "vf-lwtv"),
    "vf-fr-2.9": ("vf-2e", "vf-fr-2.9/sheet"),
}  # fmt: skip


@cache
def audited(name: str) -> Audit:
    rules, printed = AUDITS[name]
    return sheets.audit(pipeline.read(rules), printed)


@cache
def listed(name: str) -> tuple[dict[str, str], ...]:
    with (LISTS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


# What is worded anew and was not compared neither agrees nor is it said to differ.
OPEN = ("agrees", "unverified")

BUNDLED_SHEETS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9", "fortune-and-glory"]


def differing(name: str) -> Counter[int]:
    return Counter(int(row["line"]) for row in listed(name) if row["verdict"] != "agrees")


def found(name: str) -> Counter[int]:
    return Counter(row.line or 0 for row in audited(name).rows if row.verdict not in OPEN)


NOT_SHOWN = {
    # Announced first, where the rules have them precede the others: another verb of the same actions. That
    # it is no other word for the same thing ("declared") stands nowhere; the list itself doubts it.
    ("vf-lwtv", 38, "6.2"),
    # Hits on each unit, where a rule of three sentences divides them: worded anew; the list doubts it too.
    ("vf-lwtv", 74, "8.4"),
}
"""Differences that no words prove: rows worded anew, which the audit says are not compared."""


def test_of_the_differences_all_but_those_that_no_words_prove_are_found_with_their_sections() -> None:
    wanted = 0
    missed: set[tuple[str, int, str]] = set()
    for name in AUDITS:
        several = Counter((row.line, row.section) for row in audited(name).rows if row.verdict not in OPEN)
        asked: Counter[tuple[int, str]] = Counter()
        for row in listed(name):
            if row["verdict"] == "agrees":
                continue
            places = [(int(row["line"]), section) for section in row["section"].split()]
            place = next((each for each in places if each in several), places[0])
            asked[place] += 1
        wanted += sum(asked.values())
        missed |= {(name, *place) for place, count in asked.items() if count > several[place]}
    assert wanted == 37
    assert missed == NOT_SHOWN
    lines = {(name, line) for name, line, _ in NOT_SHOWN}
    told = {(n, row.line) for n, _ in lines for row in audited(n).rows if row.verdict == "unverified"}
    assert lines <= told


@pytest.mark.parametrize("name", AUDITS)
def test_no_row_that_agrees_is_said_to_differ(name: str) -> None:
    assert found(name) - differing(name) == Counter()


@pytest.mark.parametrize("name", AUDITS)
def test_every_line_of_the_list_is_a_row(name: str) -> None:
    lines = {row.line for row in audited(name).rows}
    missing = {int(row["line"]) for row in listed(name)} - lines
    # Rows of two words, which say nothing that could be held against a rule.
    assert missing <= {"vf-fr-2.9": {14, 56, 57}}.get(name, set())


def test_what_the_rules_have_and_the_sheet_lacks() -> None:
    # 10.1: a brigade is shattered with its last unit; 12.1: an attack column halves its move at a ford;
    # 12.3: cavalry and garrisons halve the melee value; 12.8: +6" on roads. The sheet has none of them.
    made = audited("vf-1e")
    assert {lack.section for lack in made.lacks} == {"10.1", "12.1", "12.3", "12.8"}
    assert made.share is not None
    assert round(made.share, 3) == 0.889  # 32 of 36


def test_json_says_it_by_the_keys_of_the_contract() -> None:
    result = CliRunner().invoke(main, ["sheet", "vf-1e", "--audit", "vf-1e/sheet", "--format", "json"])
    told = json.loads(result.output)
    row = next(row for row in told["audit"] if row["line"] == 16 and row["verdict"] == "differs")
    assert result.exit_code == 1
    assert row["section"] == "7.2.2"
    assert "+2" in row["message"]
    assert told["coverage"]["stated"] > 25


def test_of_nothing_there_is_no_share() -> None:
    """French rules that are a sheet alone state nothing beside it: neither all nor nothing is covered."""
    arguments = ["sheet", "vf-fr-2.9", "--audit", "vf-fr-2.9/sheet", "--format", "json"]
    result = CliRunner().invoke(main, arguments)
    assert json.loads(result.output)["coverage"] == {"covered": 0, "stated": 0, "share": None}


def test_every_bundled_sheet_is_among_the_audited() -> None:
    bundled = Path(__file__).parent.parent / "rulesets"
    sheets_of = {
        path.parent.name
        for path in bundled.glob("*/edition.toml")
        if any(d.kind == "sheet" for d in pipeline.read(str(path.parent)).rulebook.documents)
    }
    assert sheets_of == set(BUNDLED_SHEETS)


def test_a_pdf_of_its_own_is_known_again(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text(
        "## 1.0 Rally test\n\nOn a 4+, it is passed. Add 1 to the roll.\n\n"
        "## 2.0 Cover\n\nWalls give cover.\n",
        encoding="utf-8",
    )
    read = pipeline.read(str(rules))
    plan = sheets.plan_of(read)
    file = tmp_path / "sheet.pdf"
    file.write_bytes(typeset(sheets.sheet(read, plan), plan).pdf)
    same = sheets.audit(read, str(file))
    assert same.origin is not None
    assert (same.origin.printed, same.origin.cells) == (same.origin.now, ())
    assert {row.verdict for row in same.rows} == {"agrees"}
    rules.write_text(rules.read_text(encoding="utf-8").replace("Walls give", "Hedges give"), encoding="utf-8")
    other = sheets.audit(pipeline.read(str(rules)), str(file))
    assert other.origin is not None
    assert other.origin.printed != other.origin.now
    assert other.origin.cells == (("Walls give cover.", "Hedges give cover."),)
    assert [row.verdict for row in other.rows].count("differs") == 1


def test_a_sheet_is_held_against_house_rules_in_force() -> None:
    # The LWTV sheet says 24" for automatic activation (its line 28), the 1st edition's sheet 36" (line 18).
    held = sheets.audit(pipeline.read("vf-lwtv"), "vf-1e/sheet")
    row = next(row for row in held.rows if row.line == 18)
    assert (row.verdict, row.section) == ("differs", "vf-lwtv:sheet/3-actions")
    moves = {row.line: row.verdict for row in held.rows if row.line in (24, 26)}
    assert moves == {24: "differs", 26: "differs"}  # cavalry is among LWTV's all others


def test_a_pdf_that_vfdoc_did_not_make_is_refused(tmp_path: Path) -> None:
    for data in (b"%PDF-1.4 nothing", b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"):
        file = tmp_path / "other.pdf"
        file.write_bytes(data)
        result = CliRunner().invoke(main, ["sheet", "vf-1e", "--audit", str(file)])
        assert result.exit_code == 2
        assert len(result.output.strip().splitlines()) == 1


@pytest.mark.parametrize("name", sparing(BUNDLED_SHEETS, 4))
def test_check_and_the_audit_of_a_sheet_say_the_same_of_every_row(name: str) -> None:
    """A row of an edition's own sheet differs, or omits a condition, where `check` says so, only there."""
    whole = pipeline.read(name)
    rows = sheets.audit(whole, f"{name}/sheet").rows
    words = pipeline.glossary(whole)
    book = replace(pipeline.with_mechanics(whole).rulebook, glossary=words)
    said = {(d.here.line, "omits" if d.omits else "differs") for d in sheet_disagreements(book)}
    findings = [f for f in pipeline.check(whole) if f.rule == "sheet-disagrees" and f.document == "sheet"]
    assert {(row.line, row.verdict) for row in rows if row.verdict in ("differs", "omits")} == said
    assert sorted(f.line for f in findings) == sorted(d.here.line for d in sheet_disagreements(book))
