"""The sections that an edition's own files name (`[sheet]`, `[[phases]]`, `[about]`, concordance), bound.

What speaks of a whole section is bound to all its words: `[fingerprints]` of `edition.toml` says what each
section said, number and place apart, when what is said of it was last reviewed.

    [fingerprints]
    "8.2.2" = "4c9d92013b88"         # `vfdoc check --accept` writes it
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from pathlib import Path

from msgspec.structs import replace

from vfdoc.language.stems import stem
from vfdoc.model import Rulebook, Section, text_of
from vfdoc.model.binding import Binding, BoundStatement, TextQuote
from vfdoc.reading.binding import bind_sections, whole_section
from vfdoc.reading.concordance import named_new
from vfdoc.reading.editions import (
    EditionFile,
    SheetFile,
    SheetLineFile,
    SheetPanelFile,
    SheetRowFile,
)
from vfdoc.reading.sources import read_source, shown_path

TABLE = "fingerprints"
_QUOTED = re.compile(r"[\"']([^\"'\s]+)[\"']")
_WORD = re.compile(r"[^\W\d_]{3,}")


def named_sections(folder: Path, data: EditionFile, rulebook: Rulebook) -> tuple[BoundStatement, ...]:
    """Each of its own sections that the edition in `folder` names, with where it does and how it stands."""
    named: dict[str, list[str]] = {}
    known = {section.anchor for section in rulebook.sections()}
    unreviewed = _unreviewed(data, rulebook)
    for where, anchor, sure in _named(data):
        if sure or anchor in known or anchor in data.fingerprints or anchor in unreviewed:
            named.setdefault(anchor, []).append(where)
    for anchor in named_new(folder):
        if anchor in known or anchor in data.fingerprints:
            named.setdefault(anchor, []).append("concordance.toml")
    path = folder / "edition.toml"
    lines, file = _lines(read_source(path).lines), shown_path(path)
    bound = bind_sections({anchor: data.fingerprints.get(anchor, "") for anchor in named}, rulebook)
    bound |= unreviewed
    found = []
    for at, (anchor, wheres) in enumerate(named.items()):
        reviewed = data.fingerprints.get(anchor, "")
        name = f"{anchor}, which {_listed(wheres)} name{'s' * (len(set(wheres)) == 1)}"
        quotation = TextQuote(anchor, (), fingerprints=(reviewed,) if reviewed else ())
        binding = bound[anchor]
        found.append(BoundStatement(file, lines.get(anchor, 1), name, TABLE, at, quotation, binding))
    return tuple(found)


def stale_sections(data: EditionFile, rulebook: Rulebook) -> dict[str, Binding]:
    """The sections of `[fingerprints]` that no longer say what they did, by anchor; and of those that nobody
    has reviewed what the sheet has rows on and the text has not, or that are about another."""
    bound = bind_sections(data.fingerprints, rulebook) if data.fingerprints else {}
    bound = {anchor: binding for anchor, binding in bound.items() if binding.state != "holds"}
    return bound | _unreviewed(data, rulebook)


def _unreviewed(data: EditionFile, rulebook: Rulebook) -> dict[str, Binding]:
    """The sections without a fingerprint on which the sheet has rows and which are not in the text; and the
    first of those that never say the name of the row on them, while one other section bears it as its title:
    their numbers have moved. House rules name sections of their base too: none of theirs is called gone."""
    sections = {section.anchor: section for section in rulebook.sections()}
    worded = dict.fromkeys(anchor for panel in data.sheet.panels for anchor in _worded(panel))
    wanted = [anchor for anchor in worded if anchor not in data.fingerprints]
    if not wanted:
        return {}
    absent = () if data.amends is not None else (anchor for anchor in wanted if anchor not in sections)
    found = {anchor: Binding("gone") for anchor in absent}
    titles: dict[frozenset[str], list[Section]] = {}
    for section in sections.values():
        if section.kind == "rule":
            titles.setdefault(_stems(section.title, rulebook), []).append(section)
    for row in (row for panel in data.sheet.panels for row in panel.rows):
        here = [sections[anchor] for anchor in row.sections if anchor in sections]
        label = _stems(row.label.get(data.language, ""), rulebook)
        named = titles.get(label, []) if label else []
        unseen = [section.anchor for section in here if section.kind == "rule" and section.anchor in wanted]
        if len(named) == 1 and unseen and named[0] not in here:
            said = " ".join(f"{section.title} {text_of(section.blocks)}" for section in here)
            if not _stems(said, rulebook) & label:
                found[unseen[0]] = whole_section("moved", named[0])
    return {anchor: found[anchor] for anchor in wanted if anchor in found}


def _stems(text: str, rulebook: Rulebook) -> frozenset[str]:
    return frozenset(stem(word.casefold(), rulebook.forms) for word in _WORD.findall(text))


def without_sections(sheet: SheetFile, stale: Container[str]) -> SheetFile:
    """A sheet without the rows in other words on these sections, and without tables that have no other."""

    def sound(row: SheetRowFile | SheetLineFile) -> bool:
        return not any(anchor in stale for anchor in row.sections)

    panels = []
    for panel in sheet.panels:
        tables = (replace(table, rows=tuple(filter(sound, table.rows))) for table in panel.tables)
        rows = tuple(filter(sound, panel.rows))
        panels.append(replace(panel, rows=rows, tables=tuple(table for table in tables if table.rows)))
    return replace(sheet, panels=tuple(panels))


def panels_on(sheet: SheetFile, anchor: str) -> tuple[str, ...]:
    """The panels of a sheet that have rows in other words on a section."""
    return tuple(panel.id for panel in sheet.panels if anchor in set(_worded(panel)))


def _worded(panel: SheetPanelFile) -> Iterator[str]:
    """The sections of its rows in other words, those of its tables too."""
    for row in panel.rows:
        yield from row.sections
    for table in panel.tables:
        for line in table.rows:
            yield from line.sections


def _named(data: EditionFile) -> Iterator[tuple[str, str, bool]]:
    """Where a section is named, its anchor, and whether it can be nothing else."""
    for panel in data.sheet.panels:
        for anchor in (*_worded(panel), *panel.chapters, *panel.without, *panel.gather):
            yield "[sheet]", anchor, False
    for phase in data.phases:
        for step in phase.steps:
            yield "[[phases]]", step.partition(":")[0].strip(), False
    for own in data.about:
        yield "[about]", own, data.amends is None


def _lines(text: tuple[str, ...]) -> dict[str, int]:
    """The lines that name sections, by anchor: those of `[fingerprints]`, else the first that has it in
    quotation marks."""
    start = next((n for n, line in enumerate(text) if line.strip() == f"[{TABLE}]"), len(text))
    found: dict[str, int] = {}
    for n, line in enumerate(text[:start], 1):
        for anchor in _QUOTED.findall(line):
            found.setdefault(anchor, n)
    keys = ((n, line.partition("=")[0].strip()) for n, line in enumerate(text[start:], start + 1))
    return found | {key.strip("\"'"): n for n, key in keys if key}


def _listed(wheres: list[str]) -> str:
    return " and ".join(dict.fromkeys(wheres))
