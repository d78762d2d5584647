"""Laws of comparing: what holds between an edition and one made from it in a known way.

Editions are made here out of a small language of rules, so that their sections differ as rules do: by
what they are about, not by what they are made of. What a change did is known, and held against what
the concordance and the section changes say of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from generated import any_texts, read_text
from generated_editions import (
    DOES,
    THINGS,
    chapters,
    edited,
    edition,
    numbered,
    printed,
    split,
    troops,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st
from thoroughness import examples

from vfdoc.compare.changes import section_changes
from vfdoc.compare.concordance import concordance, partners
from vfdoc.formats.concordance import concordance_json, concordance_tsv
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Concordance, Correspondence, Forced, SectionChange

RULES = Path(__file__).parent.parent / "rulesets" / "vf-2e" / "rules.md"


def compared(old: Rulebook, new: Rulebook) -> tuple[Concordance, tuple[SectionChange, ...]]:
    """The concordance and the section changes, which stand in the same order."""
    found = concordance(old, new)
    changes = section_changes(old, new, found)
    assert [change.at for change in changes] == list(found.rows)
    return found, changes


seeds = st.integers(0, 10_000).map(Random)


# Any texts


@given(any_texts, any_texts)
@settings(max_examples=examples(60))
def test_comparing_never_raises_and_passes_over_no_section(old_text: str, new_text: str) -> None:
    old, new = read_text(old_text), read_text(new_text)
    found, _ = compared(old, new)
    assert {a for row in found.rows for a in row.old} == {s.anchor for s in old.sections()}
    assert {a for row in found.rows for a in row.new} == {s.anchor for s in new.sections()}
    assert all(len(row.old) <= 1 or len(row.new) <= 1 for row in found.rows)
    assert all(0 <= row.confidence <= 1 for row in found.rows)
    assert concordance_json(found) == concordance_json(concordance(old, new))
    assert concordance_tsv(found).count(b"\n") == 1 + sum(
        max(len(r.old), 1) * max(len(r.new), 1) for r in found.rows
    )


@given(any_texts)
@settings(max_examples=examples(60))
def test_any_text_against_itself_is_all_the_same(text: str) -> None:
    book = read_text(text)
    found, changes = compared(book, book)
    assert all(change.kind == "same" and not change.typography for change in changes)
    assert [(r.old, r.moved, r.renumbered) for r in found.rows] == [
        ((s.anchor,), False, False) for s in book.sections()
    ]
    assert all(row.old == row.new for row in found.rows)


# An introduction here, a rule there, and a sentence that only one of them has.
INTRODUCED = """# Tiny

## INTRODUCTION

Every battle of this small game is fought on a table of four feet by six, with a handful of dice.
Elderly cavalry colonels grumble audibly whenever somebody mentions umbrellas during dinner.

## 1.0 CORE RULES
"""
STATED = """Every battle of this small game is fought on a table of four feet by six, with a handful of dice.
"""


@given(any_texts, any_texts)
@example(INTRODUCED, STATED)
@settings(max_examples=examples(60))
def test_any_texts_swapped_mirror(old_text: str, new_text: str) -> None:
    assert_mirrors(read_text(old_text), read_text(new_text))


def assert_mirrors(old: Rulebook, new: Rulebook) -> None:
    there, back = concordance(old, new), concordance(new, old)
    assert {mirrored(row) for row in there.rows} == set(back.rows)
    kinds = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}
    changed = {change.at: change.kind for change in section_changes(old, new, there)}
    for change in section_changes(new, old, back):
        kind = changed[mirrored(change.at)]
        assert change.kind == kinds.get(kind, kind)


def mirrored(row: Correspondence) -> Correspondence:
    relations = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}
    return row._replace(
        old=row.new,
        new=row.old,
        relation=relations.get(row.relation, row.relation),  # type: ignore[arg-type]
    )


# Editions made from one another


@given(seeds)
@settings(max_examples=examples(30))
def test_renumbered_throughout_is_only_renumbered(random: Random) -> None:
    made = chapters(random)
    old, new = edition(made), printed(made, numbered(made, first=5))
    found, changes = compared(old, new)
    assert {c.kind for c in changes} == {"same"}
    assert all(row.renumbered and not row.moved and row.relation == "one" for row in found.rows)


@given(seeds, st.booleans())
@settings(max_examples=examples(30))
def test_shuffled_chapters_are_only_moved(random: Random, keep_numbers: bool) -> None:
    made = chapters(random)
    shuffled = random.sample(made, len(made))
    numbers = numbered(made) if keep_numbers else numbered(shuffled)
    found, changes = compared(edition(made), printed(shuffled, numbers))
    assert {c.kind for c in changes} == {"same"}
    renamed = {numbered(made)[key]: number for key, number in numbers.items()}
    assert {r.old[0]: r.new[0] for r in found.rows} == renamed
    assert all(r.renumbered == (r.old != r.new) for r in found.rows)
    chapter = {number for number in renamed if number.endswith(".0")}
    assert {r.old[0] for r in found.rows if r.moved} <= chapter
    assert any(r.moved for r in found.rows) == (shuffled != made)


@given(seeds)
@settings(max_examples=examples(30))
def test_what_was_edited_split_and_moved_mirrors(random: Random) -> None:
    made = chapters(random)
    other, _ = split(random, edited(random, made))
    assert_mirrors(edition(made), edition(other))


@pytest.mark.parametrize("turned", [False, True], ids=["splits", "merges"])
def test_splits_and_merges_are_found(turned: bool) -> None:
    """Recall of at least 0.8, and of what is reported besides no more than one in twenty."""
    wanted = right = beyond = 0
    for seed in range(40):
        random = Random(seed)
        made = chapters(random)
        other, halves = split(random, made)
        before, after = numbered(made), numbered(other)
        old, new = edition(made), edition(other)
        leads, back = partners(concordance(new, old) if turned else concordance(old, new))
        there = back if turned else leads
        for key, number in before.items():
            expected = {after[key], *([after[halves[key]]] if key in halves else [])}
            got = set(there.get(number, ()))
            if key in halves:
                wanted += 1
                right += expected <= got
            beyond += len(got - expected)
    sys.stdout.write(f"{'merges' if turned else 'splits'}: {right} of {wanted} found, {beyond} beyond" + "\n")
    assert right / wanted >= 0.8
    assert beyond <= wanted / 20


def test_moves_are_found_and_no_false_one() -> None:
    """One rule moved to another chapter is moved, and no other is; all are the same."""
    for seed in range(40):
        random = Random(seed)
        made = [list(rules) for rules in chapters(random, most=8)]
        origin, goal = random.sample(range(len(made)), 2)
        rule_moved = made[origin][random.randrange(1, len(made[origin]))]
        other = [[r for r in rules if r != rule_moved] for rules in made]
        other[goal].insert(random.randrange(1, len(other[goal]) + 1), rule_moved)
        found, changes = compared(edition(made), edition(other))
        assert {c.kind for c in changes} == {"same"}, seed
        assert [r.old[0] for r in found.rows if r.moved] == [numbered(made)[rule_moved.key]], seed


@pytest.mark.parametrize("titled", [True, False], ids=["titled", "all of one title"])
def test_lists_of_nearly_equal_rows_pair_rightly(titled: bool) -> None:
    """F1 of at least 0.9: rows alike but for a name and values, some of which changed, all shuffled."""
    right = reported = wanted = 0
    for seed in range(15):
        random = Random(seed)
        names = random.sample([f"{a} {b}" for a in THINGS for b in DOES], 30)
        rows = {name: [random.randint(2, 24) for _ in range(3)] for name in names}
        later = {name: list(values) for name, values in rows.items() if random.random() > 0.1}
        for values in random.sample(list(later.values()), 9):
            values[random.randrange(3)] += 1
        order = random.sample(list(later), len(later))
        found = concordance(troops(rows, names, titled=titled), troops(later, order, titled=titled))
        pairs = [(o, n) for r in found.rows for o in r.old for n in r.new if o != "1.0"]
        reported += len(pairs)
        right += sum(names[int(o[2:]) - 1] == order[int(n[2:]) - 1] for o, n in pairs)
        wanted += len(later)
    f1 = 2 * right / (reported + wanted)
    sys.stdout.write(f"rows: F1 {f1:.3f}\n")
    assert f1 >= 0.9


# A copy of a bundled edition


def test_one_value_changed_and_one_section_inserted() -> None:
    """Exactly one change and one addition; what was renumbered by the insertion is the same."""
    text = RULES.read_text(encoding="utf-8")
    assert text.count('18" for cavalry') == 1
    fresh = '### 6.1 Drums\n\nA drummer beside the leader lets a brigade hear orders from 7" farther.\n\n'
    for number in range(7, 0, -1):  # 6.1 becomes 6.2, and every citation of it follows
        text = text.replace(f"6.{number}", f"6.{number + 1}")
    text = text.replace("### 6.2 Activation Tests", f"{fresh}### 6.2 Activation Tests")
    text = text.replace('18" for cavalry', '20" for cavalry')
    old, new = read_text(RULES.read_text(encoding="utf-8")), read_text(text)
    _, changes = compared(old, new)
    differing = {c.kind: (c.at.old, c.at.new) for c in changes if c.kind != "same"}
    assert differing == {"added": ((), ("6.1",)), "changed": (("6.3.1",), ("6.4.1",))}
    assert len([c for c in changes if c.kind != "same"]) == 2
    assert not any(c.at.moved for c in changes)
    assert {c.at.old[0] for c in changes if c.at.renumbered and c.kind == "same"} == {
        s.anchor
        for s in old.sections()
        if (s.number or "").startswith("6.") and s.number not in ("6.0", "6.3.1")
    }


def test_a_citation_that_leads_elsewhere_changes_its_section() -> None:
    rest = "## 2.0 B\n\nAll drums beat.\n\n## 3.0 C\n\nAll flags fly.\n"
    old = read_text(f"## 1.0 A\n\nHalt as told in 3.0.\n\n{rest}")
    new = read_text(f"## 1.0 A\n\nHalt as told in 2.0.\n\n{rest}")
    _, changes = compared(old, new)
    assert [(c.at.old, c.kind) for c in changes] == [
        (("1.0",), "changed"), (("2.0",), "same"), (("3.0",), "same"),
    ]  # fmt: skip
    assert [(w.kind, w.text) for w in changes[0].words if w.kind != "kept"] == [
        ("removed", "3.0."), ("added", "2.0."),
    ]  # fmt: skip


def test_typography_is_told_apart() -> None:
    old = read_text("## 1.0 Range\n\nA musket's range is 12\" - no more.\n")
    new = read_text("## 1.0 Range\n\nA musket’s range is 12” – no more.\n")
    _, changes = compared(old, new)
    assert [(c.kind, c.typography) for c in changes] == [("same", True)]


def test_tables_are_marked_cell_by_cell() -> None:
    head = "## 1.0 Moves\n\n| Unit | Line | Column |\n|---|---|---|\n"
    old = read_text(f"{head}| Foot | 8 | 12 |\n| Horse | 18 | 18 |\n| Guns | 3 | 9 |\n")
    new = read_text(f"{head}| Foot | 9 | 12 |\n| Pikes | 6 | 6 |\n| Horse | 18 | 18 |\n")
    _, changes = compared(old, new)
    assert [c.kind for c in changes] == ["changed"]
    assert {(c.kind, c.row, c.column, c.old, c.new) for c in changes[0].cells} == {
        ("changed", "Foot", "Line", "8", "9"),
        ("added", "Pikes", None, None, "Pikes | 6 | 6"),
        ("removed", "Guns", None, "Guns | 3 | 9", None),
    }


def test_what_a_human_forces_stands() -> None:
    old = read_text("## 1.0 Drums\n\nBeat them.\n\n## 2.0 Flags\n\nFly them high.\n")
    new = read_text("## 1.0 Drums\n\nBeat them.\n\n## 2.0 Flags\n\nFly them high.\n")
    found = concordance(old, new, [Forced(("1.0",), ("2.0",)), Forced(("2.0",), ())])
    assert [(r.old, r.new, r.relation, r.by) for r in found.rows] == [
        ((), ("1.0",), "added", None),
        (("1.0",), ("2.0",), "one", "forced"),
        (("2.0",), (), "removed", None),
    ]
