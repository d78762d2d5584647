"""House rules and translation row by row, against lists made by hand, by reading.

tests/lists/compare/: vf-1e--vf-lwtv (a house-rule sheet and its base), vf-2e--vf-fr-2.9 (a French sheet
and its original), vf-lwtv-rebase.tsv (the house rules on the next base). A listed difference is found
where a row reported as changed stands at its line (in a restatement: its section) in a fitting respect,
one for each; a sameness is broken where more are reported there than the list has. What the list itself
calls doubtful counts for neither.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.compare.house import HouseRules, house_rules
from vfdoc.compare.overlay import overlaid
from vfdoc.compare.rebase import rebase
from vfdoc.model.comparison import Rebased, RowChange
from vfdoc.model.mechanics import Mechanics
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.verdicts.row_verdicts import said_row

LISTS = Path(__file__).parent / "lists" / "compare"
PAIRS = (("vf-1e", "vf-lwtv"), ("vf-2e", "vf-fr-2.9"))
FOUND, FOUND_WITH_DOUBTFUL = 0.9, 0.85
REBASED, OPEN, RESTYLED = 0.54, 0.33, 0.09  # of the listed rows of a rebase
FITTING = {  # the respects in which a listed kind of difference may be told
    "value": {"value", "amount", "threshold", "target", "scope"},
    "scope": {"scope", "amount", "condition"},
    "condition": {"condition", "scope"},
    "limit": {"limit", "value"},
    "procedure": {"value", "condition", "scope", "amount"},
}


def listed(*names: str) -> list[dict[str, str]]:
    with LISTS.joinpath(*names).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def read(path: str, edition: str | None = None) -> LoadedRulebook:
    return pipeline.with_quantities(pipeline.read(path, edition))


def rules_of(base: LoadedRulebook, house: LoadedRulebook) -> HouseRules:
    return house_rules(base.rulebook, house.rulebook, pipeline.glossary(house))


@cache
def compared(base: str, house: str, originals: Path | None) -> HouseRules:
    """The house rules of the originals, or where there are none of the restatements."""
    paths = [(e, None) if originals is None else (str(originals / f"{e}.txt"), e) for e in (base, house)]
    return rules_of(*(read(*path) for path in paths))


def clear(row: dict[str, str]) -> bool:
    return "doubtful" not in row["note"]


def at(row: RowChange, by: str) -> str:
    return str(row.new_line if by == "line" else row.new_section)


def found(rows: list[dict[str, str]], changes: tuple[RowChange, ...], by: str) -> list[dict[str, str]]:
    """The listed differences that are told, each change counting for one of them."""
    free = [change for change in changes if change.kind == "changed"]
    told = []
    for row in rows:
        fitting = FITTING[row["kind"]]
        change = next(
            (c for c in free if at(c, by) == row[by] and fitting & {d.aspect for d in c.verdict.differences}),
            None,
        )
        if change is not None:
            free.remove(change)
            told.append(row)
    return told


def broken(rows: list[dict[str, str]], changes: tuple[RowChange, ...], by: str) -> list[str]:
    """The lines (or sections) where more is reported as different than is, or may be."""
    allowed = Counter(row[by] for row in rows if row["verdict"] != "same" or not clear(row))
    told = Counter(at(c, by) for c in changes if c.kind == "changed")
    return [place for place, count in told.items() if count > allowed[place]]


@pytest.mark.parametrize(("by", "restated"), [("line", False), ("section", True)])
def test_differences_are_found_and_samenesses_kept(
    by: str, restated: bool, originals: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, wanted, clearly, clear_wanted = 0, 0, 0, 0
    wrong: list[str] = []
    for base, house in PAIRS:
        rows = listed(f"{base}--{house}", "rows.tsv")
        changes = compared(base, house, None if restated else originals).rows
        differing = [row for row in rows if row["verdict"] == "changed"]
        hits = found(differing, changes, by)
        told, wanted = told + len(hits), wanted + len(differing)
        clearly += sum(map(clear, hits))
        clear_wanted += sum(map(clear, differing))
        wrong += [f"{house}: {place}" for place in broken(rows, changes, by)]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{'restatements' if restated else 'originals'}: {clearly} of {clear_wanted} differences, "
            f"with the doubtful ones {told} of {wanted}; {len(wrong)} samenesses broken\n"
        )
    assert not wrong
    assert clearly >= FOUND * clear_wanted
    assert told >= FOUND_WITH_DOUBTFUL * wanted


def test_what_the_house_rules_leave_alone(originals: Path) -> None:
    changes = compared("vf-1e", "vf-lwtv", originals).rows
    told = {str(c.old_line) for c in changes if c.kind == "unmentioned"}
    rows = listed("vf-1e--vf-lwtv", "unmentioned.tsv")
    assert {row["sheet_line"] for row in rows if clear(row)} <= told
    # "All others" of the house, without exceptions, leaves none of the base's entries as they were.
    assert not {row["sheet_line"] for row in rows if not clear(row)} & told


def test_a_row_says_which_text_of_the_base_it_follows(originals: Path) -> None:
    rules = compared("vf-1e", "vf-lwtv", originals)
    followed: dict[str, set[str]] = {}
    for change in (*rules.rows, *rules.same_rows):
        if change.follows is not None:
            followed.setdefault(str(change.new_line), set()).add(change.follows)
    rows = [r for r in listed("vf-1e--vf-lwtv", "rows.tsv") if r["line"] in followed and clear(r)]
    one_sided = [
        row
        for row in rows
        if row["follows"] in ("rules", "sheet") and row["rules_line"] and row["sheet_line"]
    ]
    missed = [
        row for row in one_sided if row["verdict"] == "same" and row["follows"] not in followed[row["line"]]
    ]
    assert one_sided
    assert not missed


def test_modifiers_of_the_house_have_the_listed_fate(originals: Path) -> None:
    for base, house in PAIRS:
        rules = compared(base, house, originals)
        kinds: dict[str, set[str]] = {}
        for change in (*rules.rows, *rules.same_rows):
            kinds.setdefault(str(change.new_line), set()).add(
                "same" if change.kind == "reworded" else change.kind
            )
        rows = [r for r in listed(f"{base}--{house}", "modifiers.tsv") if r["new_line"] and clear(r)]
        rows = [
            r for r in rows if r["of"] in ("hit", "fire-value", "melee-value", "rally", "valour", "fortitude")
        ]
        wrong = [row for row in rows if row["kind"] not in kinds.get(row["new_line"], set())]
        assert len(wrong) <= (1 - FOUND) * len(rows), wrong


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e", "vf-fr-2.9"])
def test_a_sheet_against_itself_changes_nothing(edition: str) -> None:
    rules = rules_of(read(edition), read(edition))
    assert not [row for row in rules.rows if row.kind == "changed"]


def in_force(mechanics: Mechanics) -> list[str]:
    gone = {row.row for row in mechanics.restated}
    return [f"{m.section} {said_row(m)}" for m in mechanics.modifiers if m.id not in gone and m.of]


def test_overlay_replaces_adds_and_keeps(originals: Path) -> None:
    base, house = (read(str(originals / f"{e}.txt"), e) for e in ("vf-1e", "vf-lwtv"))
    whole = overlaid(base.rulebook, house.rulebook, pipeline.glossary(house))
    assert whole.mechanics is not None
    rows = in_force(whole.mechanics)
    kept = [row for row in rows if not row.startswith("vf-lwtv:")]
    # 10.1: a brigade is shattered with its last unit; of that, and of variants, the house's sheet has no word
    variant = "variants/shorter-distances"
    assert {row.split()[0] for row in kept} == {"8.3", "10.1", "12.1", "12.3", "12.8", "12.9", variant}
    assert sum(row.startswith("8.3 ") for row in kept) == 1  # shaken who fire: the house speaks of melee
    assert len(rows) - len(kept) == len(in_force(house.rulebook.mechanics or Mechanics("")))
    moves = {
        row.key: row.values for x in whole.mechanics.lookups if x.id == "move-distance" for row in x.rows
    }
    assert moves["Infantry in Line",] == ('6"',)
    assert moves["All others",] == ('12"',)
    assert ("Cavalry",) not in moves  # a table that ends with all others is complete
    assert ("Leaders",) not in moves
    assert ("infantry",) not in moves
    anchors = [section.anchor for section in whole.sections()]
    assert len(anchors) == len(set(anchors))
    assert "vf-lwtv:sheet/2-fire" in anchors
    assert "8.3" in anchors


def test_what_all_others_sets_aside_is_named_by_its_rows() -> None:
    """2nd edition, sheet: four special rules have moves of their own, in sentences; LWTV's table ends with
    all others, and has none of them."""
    (row,) = (row for row in compared("vf-2e", "vf-lwtv", None).rows if row.entry == "All others")
    (difference,) = row.verdict.differences
    assert difference.old == "apart: Heavy Artillery, Horse Artillery, Open Order, Square"


def test_an_amendment_that_says_nothing_changes_nothing() -> None:
    base = read("vf-1e").rulebook
    empty = Mechanics("house")
    house = read("vf-lwtv").rulebook.__class__(read("vf-lwtv").rulebook.edition, (), mechanics=empty)
    whole = overlaid(base, house).mechanics
    assert whole is not None
    assert base.mechanics is not None
    assert whole.modifiers == base.mechanics.modifiers
    assert whole.lookups == base.mechanics.lookups


def test_rebase_of_the_house_rules(originals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, old, new = (read(str(originals / f"{e}.txt"), e).rulebook for e in ("vf-lwtv", "vf-1e", "vf-2e"))
    fates = rebase(house, old, new, pipeline.glossary(read("vf-lwtv")))
    rows = listed("vf-lwtv-rebase.tsv")
    said = [(row, told_of(row, fates)) for row in rows]
    assert all(told for _, told in said), "every listed row is told"
    right = [row for row, told in said if row["verdict"] in {fate.kind for fate in told}]
    not_compared = [row for row, told in said if {fate.kind for fate in told} == {"unverified"}]
    wrong = [row for row in rows if row not in right and row not in not_compared and clear(row)]
    # The base's sentence is another by words that are shown; whoever reads them sees that little changed.
    by_words = [row for row, told in said if row in wrong and any(fate.words for fate in told)]
    dead = [
        row for row, told in said
        if row["verdict"] != "unaffected" and clear(row) and "unaffected" in {fate.kind for fate in told}
    ]  # fmt: skip
    with capsys.disabled():
        sys.stdout.write(
            f"\nrebase: of {len(rows)} house rows {len(right)} as listed, {len(not_compared)} not compared, "
            f"{len(by_words)} called changed by words that decide little, "
            f"{len(wrong) - len(by_words)} wrong, {len(dead)} called unaffected that are not\n"
        )
    assert len(right) >= REBASED * len(rows)
    assert len(not_compared) <= OPEN * len(rows)
    assert len(by_words) <= RESTYLED * len(rows), by_words
    assert wrong == by_words, wrong
    assert not dead
    mine = house.mechanics.modifiers if house.mechanics else ()
    assert {m.line for m in mine if m.of} <= {fate.house_line for fate in fates}


def test_rebase_on_the_same_base_leaves_every_row_unaffected() -> None:
    house, base = read("vf-lwtv").rulebook, read("vf-1e").rulebook
    assert {fate.kind for fate in rebase(house, base, base)} <= {"unaffected", "new"}


def told_of(row: dict[str, str], fates: Sequence[Rebased]) -> list[Rebased]:
    """What is said of a listed row: of its line, where the row or the house's words hold the list's."""
    words = row["words"].casefold()
    return [
        fate
        for fate in fates
        if str(fate.house_line) == row["line"] and words in f"{fate.row} {fate.house}".casefold()
    ]


@pytest.mark.parametrize("restated", [False, True])
def test_a_row_speaks_of_what_it_stands_under(restated: bool, originals: Path) -> None:
    """ASSAULT of the house stands beside the assault moves of its base, and not beside leaders moved over."""
    rows = compared("vf-1e", "vf-lwtv", None if restated else originals).rows
    assert {row.old_section for row in rows if row.row == "ASSAULT"} == {"6.7"}
