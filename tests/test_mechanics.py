"""Modifiers against lists made by hand, by reading. Tests, lookups, conventions: test_lookups.py.

The lists in tests/lists/ were made apart from the reader and are its oracle. Conditions are compared
by what they mean (conditions.py).
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conditions import condition, same

from vfdoc import pipeline
from vfdoc.formats.shapes.schemas import SCHEMAS
from vfdoc.formats.tables import tables_csv, tables_text
from vfdoc.formats.tables_json import tables_json
from vfdoc.model.mechanics import Flag, HalfOf, Mechanics, Modifier

LISTS = Path(__file__).parent / "lists"
RULESETS = Path(__file__).parent.parent / "rulesets"
EXACT = {"hit", "rally", "valour", "fortitude", "activation"}


class Bar(NamedTuple):
    """What an edition must reach; its rules and its sheets each by itself.

    Recall, the share beyond the list, `of` right, the conditions right of the five tests of EXACT,
    and (a ratchet: what is reached, not what is enough) the conditions right of all rows.
    """

    recall: float
    beyond: float
    of: float
    conditions: float
    all_conditions: float


BARS = {
    "vf-1e": Bar(0.95, 0.1, 0.95, 0.85, 1.0),
    "vf-lwtv": Bar(0.95, 0.1, 0.95, 0.85, 1.0),
    "vf-fr-2.9": Bar(0.95, 0.1, 0.95, 0.85, 1.0),
    "vf-2e": Bar(0.90, 0.1, 0.95, 0.85, 0.94),
    "fortune-and-glory": Bar(0.90, 0.1, 0.95, 0.85, 0.75),
}
FOUR = [edition for edition in BARS if edition != "fortune-and-glory"]


def rows(edition: str, name: str) -> list[dict[str, str]]:
    with (LISTS / edition / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def read(path: str, edition: str | None = None) -> Mechanics:
    return pipeline.mechanics(pipeline.read(path, edition))


def original(edition: str, originals: Path) -> Mechanics:
    return read(str(originals / f"{edition}.txt"), edition)


# --- modifiers ---


def amount(modifier: Modifier) -> str:
    if isinstance(modifier.amount, HalfOf):
        return f"half_of:{modifier.amount.value}"
    return "" if modifier.amount is None else f"{modifier.amount:g}"


class Held(NamedTuple):
    """A list held against what was read: each row of the list with what was found for it, and the rest."""

    pairs: list[tuple[dict[str, str], Modifier | None]]
    beyond: list[Modifier]


def held(edition: str, mechanics: Mechanics) -> Held:
    by_line: dict[int, list[Modifier]] = defaultdict(list)
    for modifier in mechanics.modifiers:
        by_line[modifier.line].append(modifier)
    pairs: list[tuple[dict[str, str], Modifier | None]] = []
    for row in rows(edition, "modifiers"):
        wanted = (row["operation"], row["amount"].replace("+", ""))
        fit = [m for m in by_line[int(row["line"])] if (m.operation, amount(m)) == wanted]
        fit.sort(key=lambda m: (m.of != row["of"], not same(m.when, condition(row["when"]))))
        if fit:
            by_line[int(row["line"])].remove(fit[0])
        pairs.append((row, fit[0] if fit else None))
    read_beyond = [m for rest in by_line.values() for m in rest if m.stated == "text"]  # what a person states
    return Held(pairs, read_beyond)  # (the cost of a barrier as what is left of a move) nobody read


@pytest.mark.parametrize("edition", BARS)
def test_modifiers_of_the_list(edition: str, originals: Path, record_property: pytest.RecordProperty) -> None:
    """Found, not invented, of the right test or value, with the right condition; rules and sheets apart."""
    mechanics, bar = original(edition, originals), BARS[edition]
    pairs, beyond = held(edition, mechanics)
    for origin in ("rules", "sheet"):
        listed = [(row, m) for row, m in pairs if row["origin"] == origin]
        if not listed:
            continue
        due = [m for row, m in listed if not row["doubt"].endswith("may be left")]
        found = [(row, m) for row, m in listed if m is not None]
        right = [m.of == row["of"] or (m.of is None and "null is right" in row["doubt"]) for row, m in found]
        exact = [(row["of"] in EXACT, same(m.when, condition(row["when"]))) for row, m in found]
        figures = {
            "recall": sum(m is not None for m in due) / len(due),
            "beyond": sum(m.origin == origin for m in beyond)
            / sum(m.origin == origin for m in mechanics.modifiers),
            "of": sum(right) / len(right),
            "conditions": share([ok for five, ok in exact if five]),
            "all conditions": share([ok for _, ok in exact]),
        }
        record_property(origin, figures)
        print(edition, origin, {name: round(figure, 3) for name, figure in figures.items()})  # noqa: T201
        assert figures["recall"] >= bar.recall
        assert figures["beyond"] <= bar.beyond
        assert figures["of"] >= bar.of
        assert figures["conditions"] >= bar.conditions
        assert figures["all conditions"] >= bar.all_conditions


def share(of: list[bool]) -> float:
    """How much of it is true; all of nothing."""
    return sum(of) / len(of) if of else 1.0


WHEN = {
    "en": re.compile(r"\b(?:if|unless|except|when|whenever|whilst|while|provided)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:si|sauf|quand|lorsque)\b", re.IGNORECASE),
}


@pytest.mark.parametrize("edition", BARS)
def test_no_condition_is_dropped_in_silence(edition: str, originals: Path) -> None:
    """A row whose words say when has a tree, or a doubt says that its condition was not read."""
    mechanics = original(edition, originals)
    doubted = {(d.document, d.line, d.column) for d in mechanics.doubts}
    word = WHEN["fr" if edition == "vf-fr-2.9" else "en"]
    silent = [
        m
        for m in mechanics.modifiers
        if m.origin in ("rules", "sheet")
        and word.search(m.condition)
        and m.when is None
        and (m.document, m.line, m.column) not in doubted
    ]
    assert [(m.line, m.condition) for m in silent] == []


@pytest.mark.parametrize("edition", FOUR)
def test_every_word_of_a_condition_is_read_or_doubted(edition: str, originals: Path, tmp_path: Path) -> None:
    """A word that the game does not know, put behind every "if" of a text, is never lost in silence."""
    text = (originals / f"{edition}.txt").read_text(encoding="utf-8")
    copy = tmp_path / "copy.txt"
    copy.write_text(re.sub(r"\b([Ii]f|[Ss]i) (?=[a-zé])", r"\1 wibble ", text), encoding="utf-8")
    mechanics = read(str(copy), edition)
    doubted = {(d.document, d.line, d.column) for d in mechanics.doubts if "wibble" in d.why}
    asked = [m for m in mechanics.modifiers if "wibble" in m.condition and m.origin in ("rules", "sheet")]
    assert len(asked) >= 9
    silent = [
        m
        for m in asked
        if (m.document, m.line, m.column) not in doubted and not any("wibble" in fact for fact in m.facts)
    ]
    assert [(m.line, m.condition) for m in silent] == []


@pytest.mark.parametrize("edition", BARS)
def test_origin_of_modifiers(edition: str, originals: Path) -> None:
    """A question, a comment or a worked example is no modifier of the game."""
    pairs, _ = held(edition, original(edition, originals))
    assert all(m.origin == row["origin"] for row, m in pairs if m is not None)


@pytest.mark.parametrize("edition", FOUR)
def test_no_modifiers(edition: str, originals: Path) -> None:
    """What is no modifier gives no row: on its line stand only rows of the list."""
    _, beyond = held(edition, original(edition, originals))
    lines = {int(row["line"]) for row in rows(edition, "notmodifiers")}
    assert [m for m in beyond if m.line in lines] == []


@pytest.mark.parametrize("edition", FOUR)
def test_same_rows_in_the_restatement(edition: str, originals: Path) -> None:
    """The original and the bundled restatement state the same rows in the same sections."""
    theirs = defaultdict(list)
    for m in read(str(RULESETS / edition)).modifiers:
        theirs[m.section, m.of, m.operation, amount(m), m.per, m.limit, m.origin].append(m)
    for m in original(edition, originals).modifiers:
        fit = theirs[m.section, m.of, m.operation, amount(m), m.per, m.limit, m.origin]
        fit.sort(key=lambda other: not same(m.when, other.when))
        assert fit, m
        other = fit.pop(0)
        assert m.of is None or same(m.when, other.when), (m, other)
    assert [m for rest in theirs.values() for m in rest] == []


def test_second_edition_and_its_french_sheet(originals: Path) -> None:
    """The French sheet reaches the same condition as the 2nd edition wherever they say the same.

    The rows of the French sheet that do not are the texts' own differences: heavy artillery is not
    bound to fire (14), any cover is 2 where the 2nd edition has 1 for soft (14), brigade support
    gives a reroll and no attack value (15), rally asks 18" without an enemy where it has 12" with
    one (17), a lost fight routs whoever was its target or not, and knows no supporting cavalry (20),
    half a line's fire value needs the front arc and no visible target (24), a garrison is of any arm
    (30), a dense target may be a square (31), and canister adds to either attack within 12" (57).
    Outflanked is the same rule told from the other side: the value halved is the target's (34).
    """
    theirs = [m for m in original("vf-2e", originals).modifiers if m.origin in ("rules", "sheet")]
    differ = set()
    for m in original("vf-fr-2.9", originals).modifiers:
        alike = [
            r for r in theirs if (r.of, r.operation, r.amount, r.per) == (m.of, m.operation, m.amount, m.per)
        ]
        if m.origin == "sheet" and not any(same(m.when, r.when) for r in alike):
            differ.add((m.line, m.of))
    assert differ == {
        (14, "hit"), (15, "hit"), (17, "rally"), (20, "valour"), (24, "melee-value"), (30, "fire-value"),
        (30, "melee-value"), (31, "attack-value"), (34, "melee-value"), (57, "attack-value"),
    }  # fmt: skip


def test_rules_and_sheet_of_the_first_edition(originals: Path) -> None:
    """Prose and sheet reach the same condition wherever they say the same.

    They do not in two rows: the rules add 1 for losses where the sheet does for none, and 2 for a
    won melee where the sheet adds 1.
    """
    modifiers = original("vf-1e", originals).modifiers
    rules = [m for m in modifiers if m.origin == "rules"]
    for m in (m for m in modifiers if m.origin == "sheet" and m.of in EXACT):
        alike = [r for r in rules if (r.of, r.operation, r.amount) == (m.of, m.operation, m.amount)]
        agree = any(same(m.when, r.when) for r in alike)
        known = m.of == "valour" and Flag("unit.won_melee") == m.when
        known |= m.of == "hit" and "attacker.losses" in m.facts
        assert agree != known, m


# --- output ---


@pytest.mark.parametrize("edition", BARS)
def test_json_fits_its_schema(edition: str, originals: Path) -> None:
    import msgspec

    read_text = pipeline.read(str(originals / f"{edition}.txt"), edition)
    data = tables_json(read_text.rulebook, original(edition, originals))
    msgspec.json.decode(data, type=SCHEMAS["tables"])
    assert json.loads(data)["schema"] == "vfdoc.tables/2"
    assert len({m["id"] for m in json.loads(data)["modifiers"]}) == len(json.loads(data)["modifiers"])


@pytest.mark.parametrize("edition", BARS)
def test_no_cell_that_a_spreadsheet_runs(edition: str, originals: Path) -> None:
    read_text = pipeline.read(str(originals / f"{edition}.txt"), edition)
    table = tables_csv(read_text.rulebook, original(edition, originals)).decode()
    for row in csv.DictReader(table.splitlines()):
        amount = row.pop("amount")
        assert re.fullmatch(r"(-?[\d.]+|half of [a-z-]+)?", amount), amount
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values()), row


@pytest.mark.parametrize("edition", FOUR)
def test_text_fits_a_terminal(edition: str) -> None:
    read_text = pipeline.read(edition)
    lines = tables_text(read_text.rulebook, pipeline.mechanics(read_text)).decode().splitlines()
    assert max(map(len, lines)) <= 130
