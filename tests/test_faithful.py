"""A bundled edition says what its original says: the same sections, citations, tables and numbers.

The words differ, because the rulesets restate; everything that a game hangs on must not.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.formats.documents import plain
from vfdoc.model import Rulebook, Section, Table, tables_of, text_of

RULESETS = Path(__file__).parent.parent / "rulesets"
EDITIONS = sorted(f.parent.name for f in RULESETS.glob("*/edition.toml") if pipeline.has_texts(f.parent))

_DIGITS = re.compile(r"\d+")
_SIGNED = re.compile(r"(?<!\d)[+-]? ?\d+\+?")

# Slips of spelling in the originals' cells, which the restatements do not repeat.
SLIPS = {
    "teste de valeur": "test de valeur",
    "artillerie dettelee (a cheval/campagne/lourde):": "artillerie detelee (a cheval/campagne/lourde):",
}
# Differences that are meant: (edition, place in the order of sections, what) and why.
NUMBERS_DIFFER: dict[tuple[str, str], str] = {
    ("fortune-and-glory", "8.5"): "the example, which the blog post prints twice, stands once",
}


@cache
def pair(edition: str, originals: Path) -> tuple[Rulebook, Rulebook]:
    bundled = pipeline.read(str(RULESETS / edition)).rulebook
    return bundled, pipeline.read(str(originals / f"{edition}.txt"), edition).rulebook


@pytest.mark.parametrize("edition", EDITIONS)
def test_same_sections(edition: str, originals: Path) -> None:
    """The same numbers, titles, parents, kinds and order; a question's title is its words, and restated."""

    def facts(section: Section, rulebook: Rulebook) -> tuple[object, ...]:
        asked = section.kind == "question" and section.parent is not None
        title = "" if asked else section.title
        parent = "" if section.number is None and section.parent is None else section.parent
        return (section.document, section.number, title, parent, section.level, section.kind)

    bundled, original = pair(edition, originals)
    assert [facts(s, bundled) for s in bundled.sections()] == [
        facts(s, original) for s in original.sections()
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_same_citations(edition: str, originals: Path) -> None:
    bundled, original = pair(edition, originals)
    places = [{s.anchor: i for i, s in enumerate(r.sections())} for r in (bundled, original)]
    got, want = (
        [(place[r.section], r.text) for r in rulebook.references()]
        for place, rulebook in zip(places, (bundled, original), strict=True)
    )
    assert got == want


@pytest.mark.parametrize("edition", EDITIONS)
def test_same_tables(edition: str, originals: Path) -> None:
    """Cell for cell; a cell of more than four words may be restated, its numbers and signs not."""
    bundled, original = pair(edition, originals)
    for ours, theirs in zip(bundled.sections(), original.sections(), strict=True):
        got, want = ([cells(t) for t in tables_of(s.blocks)] for s in (ours, theirs))
        assert list(map(len, got)) == list(map(len, want)), ours.anchor
        for mine, printed in zip(chain(*got), chain(*want), strict=True):
            restated = len(printed.split()) > 4 and numbers(mine) == numbers(printed)
            assert restated or respelt(mine) == respelt(printed), (ours.anchor, mine, printed)


def numbers(cell: str) -> list[str]:
    """The numbers of a cell with their signs, in any order; "- 1" is "-1"."""
    return sorted(number.replace(" ", "") for number in _SIGNED.findall(cell))


def respelt(cell: str) -> str:
    """A cell without accents, case and slips of spelling: the French restatement sets these right."""
    folded = "".join(c for c in unicodedata.normalize("NFD", cell.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", SLIPS.get(folded, folded)).strip()


def cells(table: Table) -> list[str]:
    """The caption and every cell of a table; "; " between modifiers is ours, and no difference."""
    rows = (*([table.header] if table.header else []), *table.rows)
    return [
        plain(table.title or ""),
        *(plain(cell.text).replace(";", "") for row in rows for cell in row.cells),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_same_numbers(edition: str, originals: Path) -> None:
    """Every number that stands in a section of the original stands as often in the restated one."""
    bundled, original = pair(edition, originals)
    wrong = {}
    for ours, theirs in zip(bundled.sections(), original.sections(), strict=True):
        got, want = (Counter(_DIGITS.findall(f"{s.title} {text_of(s.blocks)}")) for s in (ours, theirs))
        if got != want and (edition, ours.anchor) not in NUMBERS_DIFFER:
            wrong[ours.anchor] = (got - want, want - got)
    assert not wrong
