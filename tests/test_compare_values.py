"""What changed in value from the 1st to the 2nd edition, against lists made by hand, by reading.

tests/lists/compare/vf-1e--vf-2e/: numbers.tsv (what changed) and same.tsv (what did not). A listed change
is found where a change reported stands at its line on one side and has its values on both; a listed
sameness is broken where a change reported stands at both its lines and tells its value from another.
Line numbers are those of the originals; a restatement's lines are not listed, so there sections count.
"""

from __future__ import annotations

import csv
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.compare.concordance import concordance
from vfdoc.compare.values import Values, compare_values
from vfdoc.model.comparison import NumberChange
from vfdoc.pipeline.paths import LoadedRulebook

LISTS = Path(__file__).parent / "lists" / "compare" / "vf-1e--vf-2e"
RULESETS = Path(__file__).parent.parent / "rulesets"
FOUND = 0.9


def listed(name: str) -> list[dict[str, str]]:
    with (LISTS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def read(path: str, edition: str | None = None) -> LoadedRulebook:
    return pipeline.with_quantities(pipeline.read(path, edition))


def compared(old: LoadedRulebook, new: LoadedRulebook) -> Values:
    glossary = pipeline.glossary(new)
    pairs = concordance(old.rulebook, new.rulebook, (), glossary)
    return compare_values(old.rulebook, new.rulebook, pairs, glossary)


@cache
def of_originals(originals: Path) -> Values:
    return compared(*(read(str(originals / f"{e}.txt"), e) for e in ("vf-1e", "vf-2e")))


@cache
def of_restatements() -> Values:
    return compared(read("vf-1e"), read("vf-2e"))


_FIGURE = re.compile(r"""(?:\d+|½)"?""")
_SIGNED = re.compile(r"(?<!\d)[-−+–]\d")
_WORDS = {
    "once": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "eight": "8",
}  # fmt: skip
_DEEDS = ("halv", "pass", "doubl", "reroll", "rout|fail")


def figures(value: str) -> set[str]:
    """The numbers and deeds in a value as printed or as listed."""
    value = re.sub(r"[a-z]+", lambda found: _WORDS.get(found[0], found[0]), value.lower())
    found = {sign.replace("−", "-").replace("–", "-") for sign in _SIGNED.findall(value)}
    found |= set(_FIGURE.findall(value)) if not found else set()
    return found | {deed for deed in _DEEDS if re.search(deed, value)}


def agrees(wanted: str, printed: str | None) -> bool:
    """Whether a value reported is the one listed; words without a number ("no attack") say less."""
    return printed is not None and (not figures(wanted) or bool(figures(wanted) & figures(printed)))


def found(row: dict[str, str], changes: tuple[NumberChange, ...], by: str = "line") -> bool:
    at = row[f"old_{by}"], row[f"new_{by}"]
    return any(
        agrees(row["old"], c.old)
        and agrees(row["new"], c.new)
        and (str(getattr(c, f"old_{by}")) == at[0] or str(getattr(c, f"new_{by}")) == at[1])
        for c in changes
        if c.kind == "changed"
    )


def broken(
    row: dict[str, str], changes: tuple[NumberChange, ...], by: str = "line"
) -> Iterator[NumberChange]:
    """The changes reported that contradict a listed sameness."""
    for c in changes:
        sides = (str(getattr(c, f"old_{by}")), str(getattr(c, f"new_{by}")))
        value = figures(row["value"])
        if sides != (row[f"old_{by}"], row[f"new_{by}"]) or not value:
            continue
        here = [bool(value & figures(side or "")) for side in (c.old, c.new)]
        if any(here) and not all(here) and _topical(row["topic"], c.topic):
            yield c


def _topical(one: str, other: str) -> bool:
    """Whether two topics share most of their words, so that they are of one value."""
    words = [set(re.findall(r"[a-z]{4,}", topic.lower())) for topic in (one, other)]
    return len(words[0] & words[1]) * 2 > len(words[0])


def missed(values: Values, by: str) -> list[dict[str, str]]:
    return [
        row for row in listed("numbers") if row["kind"] == "changed" and not found(row, values.numbers, by)
    ]


def test_changed_values_are_found_in_the_originals(
    originals: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in listed("numbers") if row["kind"] == "changed"]
    lacking = missed(of_originals(originals), "line")
    with capsys.disabled():
        sys.stdout.write(f"\noriginals: {len(rows) - len(lacking)} of {len(rows)} changed values found\n")
    assert len(lacking) <= (1 - FOUND) * len(rows), "\n".join(map(str, lacking))


def test_changed_values_are_found_in_the_restatements(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row for row in listed("numbers") if row["kind"] == "changed"]
    lacking = missed(of_restatements(), "section")
    with capsys.disabled():
        sys.stdout.write(f"\nrestatements: {len(rows) - len(lacking)} of {len(rows)} changed values found\n")
    assert len(lacking) <= (1 - FOUND) * len(rows), "\n".join(map(str, lacking))


@pytest.mark.parametrize(("kind", "side", "bar"), [("added", "new", 0.75), ("removed", "old", 0.75)])
def test_added_and_removed_values_are_found(kind: str, side: str, bar: float, originals: Path) -> None:
    rows = [row for row in listed("numbers") if row["kind"] == kind]
    told = [
        row
        for row in rows
        if any(
            str(getattr(c, f"{side}_line")) == row[f"{side}_line"] and agrees(row[side], getattr(c, side))
            for c in of_originals(originals).numbers
        )
    ]
    assert len(told) >= bar * len(rows), [row for row in rows if row not in told]


def test_nothing_is_reported_that_did_not_change(originals: Path) -> None:
    for values, by in ((of_originals(originals), "line"), (of_restatements(), "section")):
        wrong = [(row["topic"], c) for row in listed("same") for c in broken(row, values.numbers, by)]
        assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e", "vf-fr-2.9"])
def test_an_edition_against_itself_has_no_changes(edition: str) -> None:
    values = compared(read(edition), read(edition))
    assert not values.numbers
    assert not values.modifiers


def test_swapped_editions_swap_what_was_added_and_removed() -> None:
    forth, back = (
        compared(read(one), read(other)) for one, other in (("vf-1e", "vf-2e"), ("vf-2e", "vf-1e"))
    )
    assert {c.new.id for c in forth.modifiers if c.kind == "added" and c.new} == {
        c.old.id for c in back.modifiers if c.kind == "removed" and c.old
    }


def test_one_changed_value_is_one_change(tmp_path: Path) -> None:
    copy = shutil.copytree(RULESETS / "vf-2e", tmp_path / "vf-2e-changed")
    rules = copy / "rules.md"
    text = rules.read_text(encoding="utf-8")
    assert text.count('more than 12"') == 1
    rules.write_text(text.replace('more than 12"', 'more than 15"'), encoding="utf-8")
    values = compared(read("vf-2e"), read(str(copy)))
    assert [(c.old, c.new, c.kind) for c in values.numbers] == [('more than 12"', 'more than 15"', "changed")]
