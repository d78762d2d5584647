"""What an editor asks of an edition as it stands there, saved or not: answers in lines and columns.

Every question reads the texts as `unsaved` says, in the session that is active; nothing is remembered here.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from vfdoc import pipeline
from vfdoc.edit.fixes import fixes
from vfdoc.edit.renumber import NumberPlace, cited_numbers
from vfdoc.graph import ReferenceGraph
from vfdoc.language.terms import Matcher
from vfdoc.language.word_list import primary
from vfdoc.model import Finding, InputError, Section, Term, text_of
from vfdoc.model.edit import Edit
from vfdoc.pipeline.paths import LoadedRulebook, is_own, read
from vfdoc.pipeline.renumbering import RenumberedEdition, key_function, renumbered
from vfdoc.pipeline.stating import all_stated
from vfdoc.reading.editions import described_by
from vfdoc.reading.sources import unsaved

__all__ = ["Desk", "InputError", "NumberPlace", "unsaved"]

_TEXTS = (".md", ".markdown", ".txt")
_BEGUN = re.compile(r"[\w.]*$")


class Desk(NamedTuple):
    """An edition, or a text by itself, as it stands in an editor: its `numbers` and `headings` by file (its
    real path) and line."""

    root: str
    read: LoadedRulebook
    numbers: Mapping[tuple[str, int], tuple[NumberPlace, ...]]
    headings: Mapping[tuple[str, int], tuple[Section, ...]]

    @property
    def graph(self) -> ReferenceGraph:
        """The citations, resolved."""
        return self.read.graph


class FileSpan(NamedTuple):
    """Letters of a file: where they begin (1-based), and how many they are."""

    file: str
    line: int
    column: int
    length: int


class Completion(NamedTuple):
    """What may be written at a place: the words, what they are, and more about them."""

    words: str
    kind: str
    about: str
    more: str = ""


def root_of(file: str) -> str | None:
    """What is read for a file in an editor: the folder of its edition, else the text itself; None for what is
    neither."""
    path = Path(file)
    folder = path.parent
    if (folder / "edition.toml").is_file():
        broken = described_by(folder) is None
        if is_own(str(folder), file) or (broken and path.suffix in _TEXTS):
            return str(folder)
    return file if path.suffix in _TEXTS else None


def desk(root: str) -> Desk:
    """The edition or text at a root; InputError where it cannot be read."""
    found = read(root)
    numbers: dict[tuple[str, int], list[NumberPlace]] = defaultdict(list)
    for place in cited_numbers(found.graph, key_function(found)):
        numbers[os.path.realpath(place.file), place.line].append(place)
    headings: dict[tuple[str, int], list[Section]] = defaultdict(list)
    for section, file in _sections(found):
        headings[file, section.line].append(section)
    return Desk(
        root, found, {k: tuple(v) for k, v in numbers.items()}, {k: tuple(v) for k, v in headings.items()}
    )


def findings(at: Desk) -> tuple[Finding, ...]:
    """What `check` finds in it."""
    return pipeline.check(at.read)


def corrections(found: Iterable[Finding]) -> Iterator[tuple[Finding, Edit]]:
    """The findings whose correction is proved, each with it."""
    for finding in found:
        yield from ((finding, edit) for edit in fixes([finding]))


def number_at(at: Desk, file: str, line: int, column: int) -> tuple[FileSpan, tuple[Section, ...]] | None:
    """The number at a place, cited or a heading's own, and the sections that bear it."""
    for place in at.numbers.get((file, line), ()):
        if place.column <= column <= place.column + len(place.printed):
            return FileSpan(file, line, place.column, len(place.printed)), at.graph.of_key(place.key)
    for section in at.headings.get((file, line), ()):
        number = section.number or ""
        if number and section.column <= column <= section.column + len(number):
            return FileSpan(file, line, section.column, len(number)), (section,)
    return None


def section_at(at: Desk, file: str, line: int) -> Section | None:
    """The section whose heading stands on a line."""
    return next(iter(at.headings.get((file, line), ())), None)


def heading_of(at: Desk, section: Section) -> FileSpan:
    """The heading of a section: its number, or its title where it has none."""
    file = os.path.realpath(at.read.rulebook.document(section.document).source.file)
    return FileSpan(file, section.line, section.column, len(section.number or section.title))


def citing(at: Desk, section: Section) -> tuple[FileSpan, ...]:
    """Where a section is cited, in the order of the texts."""
    found = []
    for link in at.graph.cited_by.get(section.anchor, ()):
        reference = link.reference
        file = os.path.realpath(at.read.rulebook.document(reference.document).source.file)
        for place in at.numbers.get((file, reference.line), ()):
            inside = reference.column <= place.column < reference.column + len(reference.text)
            if inside and place.key == section.key:
                found.append(FileSpan(file, place.line, place.column, len(place.printed)))
    return tuple(dict.fromkeys(found))


def told(at: Desk, section: Section) -> str:
    """A section in words: its number and title, its text, how often it is cited."""
    head = " ".join(filter(None, (section.number, section.title)))
    below = [s for s in at.graph.sections.values() if s.parent == section.anchor and s.number is not None]
    listed = ", ".join(f"{s.number} {s.title}".strip() for s in below)
    times = len(citing(at, section))
    parts = [head, text_of(section.blocks), f"Below it: {listed}" if listed else "", cited_by(times)]
    return "\n\n".join(filter(None, parts))


def cited_by(times: int) -> str:
    """How often a section is cited, in words; "" where it is not."""
    return f"cited by {times}" if times else ""


def term_at(at: Desk, file: str, line: int, column: int) -> tuple[FileSpan, str] | None:
    """The term of the glossary at a place, with what it means and where it is defined."""
    glossary, edition = pipeline.glossary(at.read), at.read.rulebook.edition
    for document in at.read.rulebook.documents:
        if os.path.realpath(document.source.file) != file or line > len(document.source.lines):
            continue
        for met in Matcher(glossary, edition.language).sought(document.source.lines[line - 1]):
            if met.start < column <= met.end + 1 and (words := _meaning(at, met.term)):
                return FileSpan(file, line, met.start + 1, met.end - met.start), words
    return None


def _meaning(at: Desk, term: Term) -> str:
    edition, spoken = at.read.rulebook.edition, primary(at.read.rulebook.edition.language)
    words = term.words.get(spoken, ())
    section = at.graph.sections.get(term.defined.get(edition.id, ""))
    where = f"Defined in {section.number or ''} {section.title}".strip() if section is not None else ""
    parts = [words[0] if words else term.id, term.means.get(spoken, ""), where]
    return "\n\n".join(filter(None, parts)) if any(parts[1:]) else ""


def statement_at(at: Desk, file: str, line: int) -> str | None:
    """What a statement in one of the edition's TOML files speaks of, and how its words stand now."""
    here = (each for each in all_stated(at.read) if os.path.realpath(each.file) == file)
    theirs = [each for each in here if each.line <= line]
    if not theirs:
        return None
    each = max(theirs, key=lambda each: each.line)
    stated, now = " / ".join(each.quotation.words), each.binding.sentence
    parts = [
        f"{each.quotation.section}: {each.binding.state}",
        f"Stated of: {stated}" if stated else "",
        each.binding.difference,
        f"The text says now: {now}" if now else "",
    ]
    return "\n\n".join(filter(None, parts))


def choices(at: Desk, before: str) -> tuple[int, tuple[Completion, ...]]:
    """What may be written behind `before` (a line up to the cursor), and how many of its letters it replaces:
    section numbers behind digits or an opening bracket, else terms too."""
    found = _BEGUN.search(before)
    begun = found.group() if found else ""
    numbers = [
        Completion(s.number, "number", s.title, text_of(s.blocks)[:400])
        for s in at.graph.sections.values()
        if s.number is not None and s.key is not None and s.kind != "note"
    ]
    numbers = list({choice.words: choice for choice in reversed(numbers)}.values())[::-1]
    if begun[:1].isdigit():
        return len(begun), tuple(numbers)
    spoken = primary(at.read.rulebook.edition.language)
    terms = [
        Completion(words[0], "term", term.means.get(spoken, ""))
        for term in pipeline.glossary(at.read).terms
        if (words := term.words.get(spoken, ()))
    ]
    return len(begun), (*numbers, *terms)


def outline(at: Desk, file: str) -> tuple[tuple[Section, int], ...]:
    """The sections of a file in order, each with the last line of what stands under it."""
    found = []
    for document in at.read.rulebook.documents:
        if os.path.realpath(document.source.file) != file:
            continue
        ends = [section.line - 1 for section in document.sections[1:]] + [len(document.source.lines)]
        levels = [section.level for section in document.sections]
        for place, section in enumerate(document.sections):
            last = next((n for n in range(place + 1, len(levels)) if levels[n] <= levels[place]), len(levels))
            found.append((section, max(ends[last - 1], section.line)))
    return tuple(found)


def renamed(at: Desk, stretch: FileSpan, new: str) -> RenumberedEdition:
    """The edition with the section renumbered whose number stands there, as `renumber` does it."""
    found = number_at(at, stretch.file, stretch.line, stretch.column)
    if found is None or not found[1]:
        raise InputError(f"{stretch.file}:{stretch.line}", "no section's number stands here", "choose one")
    section = found[1][0]
    alike = {s.key for s in at.graph.sections.values() if s.number == section.number}
    old = section.number if len(alike) == 1 else section.anchor
    return renumbered(at.root, [f"{old}={new}"], None, None)


def _sections(found: LoadedRulebook) -> Iterator[tuple[Section, str]]:
    for document in found.rulebook.documents:
        file = os.path.realpath(document.source.file)
        for section in document.sections:
            yield section, file
