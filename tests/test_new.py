"""A translation that begins: the skeleton of every bundled edition is sound, and remembers its original."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model import Section, text_of
from vfdoc.model.fingerprint import fingerprint
from vfdoc.reading.translations import read_translation

EDITIONS = [name.id for name, documents in pipeline.editions() if documents]


def begin(name: str, language: str, folder: Path) -> pipeline.LoadedRulebook:
    """A translation of that edition, begun in the folder, as read."""
    words = ["new", str(folder), "--translates", name, "--language", language]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return pipeline.read(str(folder))


def shape(section: Section) -> tuple[str, str | None, int]:
    """What of a section a translation keeps."""
    return section.document, section.number, section.level


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.thorough) if n == "fortune-and-glory" else n for n in EDITIONS],
)
def test_a_skeleton_checks_clean_and_has_every_section(name: str, tmp_path: Path) -> None:
    original = pipeline.read(name)
    language = "fr" if original.rulebook.edition.language == "en" else "en"
    found = begin(name, language, tmp_path / "begun")
    # What the headings, the contents and the index of the original get wrong, its skeleton repeats.
    known = {(f.rule, f.section) for f in pipeline.check(original) if f.acknowledged}
    faults = [f for f in pipeline.check(found) if f.severity != "note" and not f.acknowledged]
    faults = [f for f in faults if (f.rule, f.section) not in known]
    assert not faults, [f"{f.line}: {f.rule}: {f.message}" for f in faults]
    assert list(map(shape, found.rulebook.sections())) == list(map(shape, original.rulebook.sections()))


@pytest.mark.parametrize("name", EDITIONS)
def test_a_skeleton_holds_no_sentence_of_its_original(name: str, tmp_path: Path) -> None:
    original = pipeline.read(name)
    told = {line for s in original.rulebook.sections() for line in text_of(s.blocks).split("\n")}
    sentences = {line for line in told if line.count(" ") > 8 and "\t" not in line}
    found = begin(name, "de", tmp_path / "begun")
    for document in found.rulebook.documents:
        kept = [sentence for sentence in sentences if sentence in document.source.text]
        assert not kept


def test_it_remembers_what_each_section_says(tmp_path: Path) -> None:
    original = pipeline.read("vf-2e")
    found = begin("vf-2e", "fr", tmp_path / "begun")
    assert found.folder is not None
    remembered = read_translation(found.folder)
    assert remembered is not None
    assert remembered.of == "vf-2e"
    assert remembered.sections == {s.anchor: fingerprint(s) for s in original.rulebook.sections() if s.blocks}


def test_typography_changes_no_fingerprint() -> None:
    section = next(s for s in pipeline.read("vf-2e").rulebook.sections() if s.anchor == "6.3")
    assert fingerprint(section) == fingerprint(section._replace(number="9.9", line=7, document="sheet"))
    assert fingerprint(section) == fingerprint(section._replace(title=f"*{section.title}*"))
    assert fingerprint(section) != fingerprint(section._replace(title=f"{section.title}s"))
