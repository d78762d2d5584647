"""Drafts of what a person states of a text, and of two: the files of an edition's folder as they will be.

Nothing here prints or writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc.edit.drafted_entries import undecided_rows
from vfdoc.edit.lesson_drafts import DraftedLesson, proposed_lessons
from vfdoc.edit.procedure_drafts import proposed_procedures
from vfdoc.edit.proposals import proposed_glossary, proposed_mechanics
from vfdoc.model import InputError, text_of
from vfdoc.model.comparison import SentenceChange, SummaryEntry
from vfdoc.model.session import in_session
from vfdoc.pipeline import mechanics
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.lessons import FILE as LESSONS
from vfdoc.reading.quotable import QuotedPlaces

MECHANICS = "mechanics.toml"
GLOSSARY = "glossary.toml"
PROCEDURES = "procedures.toml"
_WORDS = 9  # that quote a text stay below ten


class DraftFile(NamedTuple):
    """A file as it will be: its name, its bytes, what it held before (None: there is none), and what is
    new."""

    name: str
    data: bytes
    before: bytes | None
    says: str


@in_session
def drafts(read: LoadedRulebook, folder: Path | None) -> tuple[DraftFile, ...]:
    """The draft of `mechanics.toml` and, where the folder has none, a first `glossary.toml` and the steps
    that the text names in order, `procedures.toml`. InputError where the folder's file is no TOML."""
    found = mechanics(read)
    before = _content(folder, MECHANICS)
    rows = undecided_rows(found)
    quotes = QuotedPlaces(read.rulebook, ((row.section, row.line, row.column) for row in rows))
    try:
        draft = proposed_mechanics(found, quotes, (before or b"").decode())
    except ValueError as error:
        raise InputError(f"{folder}/{MECHANICS}", f"is no TOML ({error})", "mend it first") from None
    said = ", ".join(
        f"{count} {name}{'' if count == 1 else 's'}"
        for count, name in ((draft.rows, "row"), (draft.tests, "test or value"), (draft.facts, "fact"))
    ).replace("test or values", "tests and values")
    lacking = f"; {draft.lacking} not read whole, as comments" if draft.lacking else ""
    said += f" proposed, each to be decided{lacking}"
    out = [DraftFile(MECHANICS, draft.text.encode(), before, said)]
    if _content(folder, GLOSSARY) is None:
        words = proposed_glossary(found, read.rulebook.edition.language)
        out.append(DraftFile(GLOSSARY, words.encode(), None, "the words of the game, all of them comments"))
    steps = proposed_procedures(read.rulebook, found, read.graph)
    if steps.procedures and _content(folder, PROCEDURES) is None:
        said = f"{steps.procedures} list{'' if steps.procedures == 1 else 's'} of steps, all of it comments"
        lacking = f"; what {steps.missing} of the steps roll is missing" if steps.missing else ""
        out.append(DraftFile(PROCEDURES, steps.text.encode(), None, said + lacking))
    return tuple(out)


@in_session
def lesson_draft(old: LoadedRulebook, new: LoadedRulebook, folder: Path | None) -> DraftFile:
    """The draft of the newer edition's `lessons.toml`: every entry of the summary that no lesson covers.
    InputError where the folder's file is no TOML."""
    from vfdoc.formats.comparison.words import entry_words, speeches
    from vfdoc.pipeline import comparing

    found = comparing.diff(old, new)
    of = speeches(comparing.shown(old), comparing.shown(new))
    drafts = []
    for entry in found.entries:
        was, words = _deciding(entry)
        words = words or _begins(new, entry.new_sections)
        if entry.covered_by is None and (words or not entry.new_sections) and (was or entry.new_sections):
            title, points = entry_words(entry, of)
            says = f"{title}: {'; '.join(points)}" if points else title
            sides = (entry.old_sections, was, entry.new_sections, words)
            drafts.append(DraftedLesson(old.rulebook.edition.id, *sides, says))
    before = _content(folder, LESSONS)
    try:
        text, count = proposed_lessons(drafts, (before or b"").decode())
    except ValueError as error:
        raise InputError(f"{folder}/{LESSONS}", f"is no TOML ({error})", "mend it first") from None
    says = f"{count} lesson{'' if count == 1 else 's'} proposed, each to be decided"
    return DraftFile(LESSONS, text.encode(), before, says)


def _deciding(entry: SummaryEntry) -> tuple[str, str]:
    """Words of both sides by which an entry can be bound: the first of a sentence that decides, fewer than
    ten; "" where none are known."""
    sides: tuple[list[str], list[str]] = ([], [])
    for point in entry.points:
        if isinstance(point, SentenceChange):
            for side, said in zip(sides, (point.old, point.new), strict=True):
                side += [said] if said else []
    was, now = (" ".join(side[0].split()[:_WORDS]).rstrip(".,;: ") if side else "" for side in sides)
    return was, now


def _begins(read: LoadedRulebook, anchors: Sequence[str]) -> str:
    """The first words of the first of these sections that has any."""
    sections = {section.anchor: section for section in read.rulebook.sections()}
    texts = (text_of(sections[anchor].blocks).split() for anchor in anchors if anchor in sections)
    return next((" ".join(words[:_WORDS]).rstrip(".,;: ") for words in texts if words), "")


def _content(folder: Path | None, name: str) -> bytes | None:
    if folder is None or not (folder / name).is_file():
        return None
    return (folder / name).read_bytes()
