"""The originals against lists made by hand, by reading: sections, citations, tables, faults.

The lists in tests/lists/ were written before and apart from the reader, and are its oracle. Where
they and the reader differ on purpose, the reason stands beside the exception.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.formats.documents import plain
from vfdoc.model import Section, tables_of
from vfdoc.pipeline import LoadedRulebook

LISTS = Path(__file__).parent / "lists"
EDITIONS = ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9", "fortune-and-glory"]

# The lists take these for what they are by content; the reader goes by their place or their words.
KINDS_BY_PLACE = {
    ("vf-1e", 31): "front",  # the heading before 1.0, with the introduction to the rules
}
# What the list itself calls doubtful: four lists that a reader may leave as prose.
NO_TABLES = {("fortune-and-glory", line) for line in (1196, 1345, 1480, 1517)}
# The checks that the lists' faults are held against: those that are built.
CHECKED = {
    "dangling-reference",
    "ambiguous-reference",
    "self-reference",
    "duplicate-number",
    "numbering-gap",
    "out-of-order",
    "empty-section",
}


def rows(edition: str, name: str) -> list[dict[str, str]]:
    with (LISTS / edition / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def read(path: Path) -> LoadedRulebook:
    return pipeline.read(str(path))


@pytest.mark.parametrize("edition", EDITIONS)
def test_recognised(edition: str, originals: Path) -> None:
    assert read(originals / f"{edition}.txt").rulebook.edition.id == edition


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbered_sections(edition: str, originals: Path) -> None:
    found = read(originals / f"{edition}.txt")
    numbers = {s.anchor: s.number for s in found.rulebook.sections()}
    got = [
        (s.line, s.number, s.title, numbers.get(s.parent or "") or "", s.kind)
        for s in found.rulebook.sections()
        if s.number is not None
    ]
    want = [
        (int(r["line"]), r["number"], r["title"], r["parent"], r["kind"])
        for r in rows(edition, "sections")
        if r["number"]
    ]
    assert got == want


@pytest.mark.parametrize("edition", EDITIONS)
def test_headings_without_number(edition: str, originals: Path) -> None:
    found = read(originals / f"{edition}.txt")
    by_line = {s.line: s for s in found.rulebook.sections() if s.number is None}
    for row in (r for r in rows(edition, "sections") if not r["number"]):
        line = int(row["line"])
        section = by_line.get(line)
        assert section is not None, f"no section in line {line}"
        assert section.title == row["title"]
        assert section.kind == KINDS_BY_PLACE.get((edition, line), row["kind"])
        if row["parent"]:
            assert section.parent == row["parent"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_references(edition: str, originals: Path) -> None:
    found = read(originals / f"{edition}.txt")
    got = [
        (r.line, r.column, r.text, ",".join(t.number or "" for t in r.targets))
        for r in found.rulebook.references()
    ]
    want = [
        (int(r["line"]), int(r["column"]), r["text"], r["targets"].replace("sheet ", ""))
        for r in rows(edition, "references")
    ]
    assert got == want


@pytest.mark.parametrize("edition", EDITIONS)
def test_reference_sections(edition: str, originals: Path) -> None:
    """A citation stands in the section that the list names, by number or by the title of its part or box."""
    found = read(originals / f"{edition}.txt")
    for reference, row in zip(found.rulebook.references(), rows(edition, "references"), strict=True):
        names = [name for s in lineage(found, reference.section) for name in (s.number, s.title)]
        if row["section"]:  # where the list has none, the citation stands before the first number
            assert row["section"].replace("sheet ", "") in names, (reference, row)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables(edition: str, originals: Path) -> None:
    found = read(originals / f"{edition}.txt")
    got = []
    for section in found.rulebook.sections():
        for table in tables_of(section.blocks):
            header = [plain(c.text) for c in table.header.cells] if table.header else []
            width = len(table.rows[0].cells)
            got.append(
                (
                    table.line,
                    " | ".join(header),
                    len(table.rows),
                    width,
                    " | ".join(plain(r.cells[0].text) for r in table.rows),
                )
            )
    want = [
        (int(r["line"]), r["header"], int(r["rows"]), int(r["columns"]), r["first_cells"])
        for r in rows(edition, "tables")
        if (edition, int(r["line"])) not in NO_TABLES
    ]
    assert [table[:4] for table in got] == [table[:4] for table in want]
    for mine, listed in zip(got, want, strict=True):
        cells = zip(mine[4].split(" | "), listed[4].split(" | "), strict=True)
        assert all(
            cell == wanted or (wanted.endswith("…") and cell.startswith(wanted[:-1]))
            for cell, wanted in cells
        ), listed


@pytest.mark.parametrize("edition", EDITIONS)
def test_faults(edition: str, originals: Path) -> None:
    """Every listed fault of citation and numbering is found, and no other."""
    found = pipeline.check(read(originals / f"{edition}.txt"))
    got = {(f.rule, f.line, f.quote) for f in found if f.rule in CHECKED}
    want = {
        (r["rule"], int(r["line"]), r["quote"])
        for r in rows(edition, "faults")
        if r["rule"] in CHECKED and not r["why"].startswith("doubtful") and "list item" not in r["why"]
    }
    assert got == want


def lineage(read: LoadedRulebook, anchor: str | None) -> list[Section]:
    found = []
    while anchor is not None:
        section = read.graph.sections[anchor]
        found.append(section)
        anchor = section.parent
    return found


def test_omitted(originals: Path) -> None:
    """The blog's furniture, image names and the blogger's remarks are set aside, and nothing else."""
    found = read(originals / "fortune-and-glory.txt")
    got = {(o.line, o.end_line, o.column, o.end_column) for o in found.rulebook.documents[0].source.omitted}
    want = set()
    for row in rows("fortune-and-glory", "omitted"):
        line, end_line = int(row["line"]), int(row["end_line"])
        whole = "furniture" in row["reason"]
        want.add(
            (line, end_line, None if whole else int(row["column"]), None if whole else int(row["end_column"]))
        )
    assert {o for o in got if o[2]} == {o for o in want if o[2]}
    assert sorted(o[:2] for o in got if not o[2]) == sorted(o[:2] for o in want if not o[2])


@pytest.mark.parametrize("kind", ["contents", "index"])
def test_entries(kind: str, originals: Path) -> None:
    """The entries of CONTENTS and INDEX, in order; they are no sections and take no anchors."""
    found = read(originals / "fortune-and-glory.txt")
    section = next(s for s in found.rulebook.sections() if s.kind == kind)
    want = [
        (r["number"].replace("sheet ", "") or None, r["title"], int(r["line"]))
        for r in rows("fortune-and-glory", kind)
    ]
    assert [(e.number, e.title, e.line) for e in section.entries] == want
