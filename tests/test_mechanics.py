"""Mechanics against lists made by hand, by reading: tests, modifiers, lookups, conventions.

The lists in tests/lists/ were made apart from the reader and are its oracle. Conditions are compared
by what they mean: both are evaluated over every combination of the facts that they name.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from vfdoc import pipeline
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Flag,
    HalfOf,
    Mechanics,
    Modifier,
    Not,
    Number,
)
from vfdoc.output.shapes import SCHEMAS
from vfdoc.output.tables import tables_csv, tables_json, tables_text

LISTS = Path(__file__).parent / "lists"
RULESETS = Path(__file__).parent.parent / "rulesets"
EXACT = {"hit", "rally", "valour", "fortitude", "activation"}


class Bar(NamedTuple):
    """What an edition must reach: recall, share beyond the list, `of` right, conditions right."""

    recall: float
    beyond: float
    of: float
    conditions: float


BARS = {
    "vf-1e": Bar(0.95, 0.1, 0.95, 0.85),
    "vf-lwtv": Bar(0.95, 0.1, 0.95, 0.85),
    "vf-fr-2.9": Bar(0.95, 0.1, 0.95, 0.85),
    "vf-2e": Bar(0.90, 0.1, 0.95, 0.85),
    "fortune-and-glory": Bar(0.90, 0.1, 0.95, 0.85),
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


# --- conditions ---

_TOKEN = re.compile(r"\s*([()|&!]|[\w.-]+(?:\([\w-]+\))?(?:\s*(?:<=|>=|=|<|>)\s*[\w-]+)?)")
_COMPARED = re.compile(r"(?P<fact>[\w.-]+(?:\([\w-]+\))?)(?:\s*(?P<op><=|>=|=|<|>)\s*(?P<value>[\w-]+))?")


def condition(text: str) -> Condition | None:
    """The condition that a list's `when` states."""
    tokens = _TOKEN.findall(text)
    if not tokens:
        return None

    def alternatives() -> Condition:
        parts = [joint()]
        while tokens and tokens[0] == "|":
            tokens.pop(0)
            parts.append(joint())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def joint() -> Condition:
        parts = [single()]
        while tokens and tokens[0] == "&":
            tokens.pop(0)
            parts.append(single())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def single() -> Condition:
        token = tokens.pop(0)
        if token == "!":
            return Not(single())
        if token == "(":
            inner = alternatives()
            tokens.pop(0)
            return inner
        found = _COMPARED.fullmatch(token)
        assert found, token
        fact, op, value = found.group("fact", "op", "value")
        if op is None:
            return Flag(fact)
        number = re.fullmatch(r"(-?\d+)(?:in)?", value)
        return Number(fact, op, int(number.group(1))) if number else Choice(fact, value)

    return alternatives()


def holds(condition: Condition | None, state: dict[str, object]) -> bool:
    match condition:
        case None:
            return True
        case Flag(fact):
            return state[fact] is True
        case Choice(fact, value):
            return state[fact] == value
        case Not(part):
            return not holds(part, state)
        case All(parts):
            return all(holds(part, state) for part in parts)
        case Any(parts):
            return any(holds(part, state) for part in parts)
        case Number(number, op, wanted, _):
            have = state[number]
            if not isinstance(have, int | float) or have is True or have is False:
                return False
            if isinstance(wanted, tuple):
                return have in wanted
            return {
                "<": have < wanted, "<=": have <= wanted, "=": have == wanted,
                ">=": have >= wanted, ">": have > wanted,
            }[op]  # fmt: skip


def values(condition: Condition | None, found: dict[str, set[object]]) -> None:
    """Adds to `found`, by fact, the values that make a difference to the condition."""
    match condition:
        case Flag(fact):
            found[fact] |= {False, True}
        case Choice(fact, value):
            found[fact] |= {"", value}
        case Not(part):
            values(part, found)
        case All(parts) | Any(parts):
            for part in parts:
                values(part, found)
        case Number(number, _, value, _):
            for edge in value if isinstance(value, tuple) else (value,):
                found[number] |= {0, edge, edge + 1} | ({edge - 1} if edge else set())


def same(one: Condition | None, other: Condition | None) -> bool:
    """Whether two conditions hold in the same situations."""
    domains: dict[str, set[object]] = defaultdict(set)
    values(one, domains)
    values(other, domains)
    ordered = [sorted(domain, key=repr) for domain in domains.values()]
    states = (dict(zip(domains, combination, strict=True)) for combination in itertools.product(*ordered))
    return all(holds(one, state) == holds(other, state) for state in itertools.islice(states, 20000))


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
    return Held(pairs, [m for rest in by_line.values() for m in rest])


@pytest.mark.parametrize("edition", BARS)
def test_modifiers_of_the_list(edition: str, originals: Path, record_property: pytest.RecordProperty) -> None:
    """Found, not invented, of the right test or value, with the right condition; rules and sheets apart."""
    mechanics = original(edition, originals)
    pairs, beyond = held(edition, mechanics)
    due = [(row, m) for row, m in pairs if not row["doubt"].endswith("may be left")]
    found = [(row, m) for row, m in pairs if m is not None]
    bar, figures = BARS[edition], {}
    for origin in sorted({row["origin"] for row, _ in due}):
        of_origin = [m for row, m in due if row["origin"] == origin]
        figures[f"recall {origin}"] = sum(m is not None for m in of_origin) / len(of_origin)
    figures["recall"] = sum(m is not None for _, m in due) / len(due)
    figures["beyond"] = len(beyond) / len(mechanics.modifiers)
    right = [m.of == row["of"] or (m.of is None and "null is right" in row["doubt"]) for row, m in found]
    figures["of"] = sum(right) / len(right)
    exact = [same(m.when, condition(row["when"])) for row, m in found if row["of"] in EXACT]
    figures["conditions"] = sum(exact) / len(exact)
    record_property("figures", figures)
    print(edition, {name: round(figure, 3) for name, figure in figures.items()})  # noqa: T201
    assert figures["recall"] >= bar.recall
    assert figures["beyond"] <= bar.beyond
    assert figures["of"] >= bar.of
    assert figures["conditions"] >= bar.conditions


@pytest.mark.parametrize("edition", FOUR)
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


# --- tests, lookups, conventions ---


@pytest.mark.parametrize("edition", FOUR)
def test_tests_with_their_targets(edition: str, originals: Path) -> None:
    got = {(t.line, t.id, t.target or "") for t in original(edition, originals).tests if t.target}
    assert got == {(int(r["line"]), r["id"], r["target"]) for r in rows(edition, "tests") if r["target"]}


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e"])
def test_what_success_and_failure_do(edition: str, originals: Path) -> None:
    for test in original(edition, originals).tests:
        if test.origin == "rules" and test.target:
            assert None not in (test.success, test.failure), test


@pytest.mark.parametrize("edition", FOUR)
def test_conventions(edition: str, originals: Path) -> None:
    got = {(c.line, c.section, c.id) for c in original(edition, originals).conventions}
    assert got == {(int(r["line"]), r["section"], r["id"]) for r in rows(edition, "conventions")}


@pytest.mark.parametrize(
    ("edition", "share"), [("vf-1e", 1), ("vf-lwtv", 1), ("vf-fr-2.9", 0.6), ("vf-2e", 0.6)]
)
def test_lookups(edition: str, share: float, originals: Path) -> None:
    """The values of each line, by lookup; keys are as printed and not compared."""

    def digits(value: str) -> str:
        return "".join(re.findall(r"[\d½]+", value))

    want = Counter((int(r["line"]), r["id"], digits(r["value"])) for r in rows(edition, "lookups"))
    got = Counter(
        (row.line, lookup.id, digits(part))
        for lookup in original(edition, originals).lookups
        for row in lookup.rows
        for value in row.values
        for part in (value.split("/") if lookup.id == "move-distance" else [value])
    )
    want = Counter({key: n for key, n in want.items() if key[2]})
    assert (want & got).total() >= share * want.total()


# --- output ---


@pytest.mark.parametrize("edition", BARS)
def test_json_fits_its_schema(edition: str, originals: Path) -> None:
    import msgspec

    read_text = pipeline.read(str(originals / f"{edition}.txt"), edition)
    data = tables_json(read_text.rulebook, original(edition, originals))
    msgspec.json.decode(data, type=SCHEMAS["tables"])
    assert json.loads(data)["schema"] == "vfdoc.tables/1"
    assert len({m["id"] for m in json.loads(data)["modifiers"]}) == len(json.loads(data)["modifiers"])


@pytest.mark.parametrize("edition", BARS)
def test_no_cell_that_a_spreadsheet_runs(edition: str, originals: Path) -> None:
    read_text = pipeline.read(str(originals / f"{edition}.txt"), edition)
    table = tables_csv(read_text.rulebook, original(edition, originals)).decode()
    for row in csv.reader(table.splitlines()):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row), row


@pytest.mark.parametrize("edition", FOUR)
def test_text_fits_a_terminal(edition: str) -> None:
    read_text = pipeline.read(edition)
    lines = tables_text(read_text.rulebook, pipeline.mechanics(read_text)).decode().splitlines()
    assert max(map(len, lines)) <= 130
