"""`lessons.toml` of an edition's folder: what who knows an older edition must learn, as a person says it.

    [[lesson]]
    against = "vf-1e"                # the older edition
    old = ["8.4"]                    # its sections that the lesson speaks of; none where all of it is new
    was = "divided"                  # words in the first of them, or several wordings; may be left out
    section = "8.3.1"                # the section of this edition, and the words in it that decide (neither
                                     # where the old rule, with its words, is gone)
    words = ["the target unit alone", "only applied to the target unit"]
    also = ["8.0"]                   # further sections of this edition
    says = "Losses stay on the target. They were shared with units lending melee support."
    decision = "keep"                # open, keep or strike; without it the lesson is kept

Lessons are bound to the words of both sides (binding.py): only one that holds on both is printed as it says;
`check` says which of this edition's words have changed, `diff` of the older one's too. What is open or struck
is neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from vfdoc.model import Rulebook
from vfdoc.model.binding import Binding, BoundStatement, State, TextQuote
from vfdoc.model.comparison import Lesson
from vfdoc.reading.binding import bind
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.stated_words import StatedWords, Wordings
from vfdoc.reading.token_index import TokenIndex, token_index

FILE = "lessons.toml"
TABLE = "lesson"


class _LessonEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    against: str
    says: str
    old: tuple[str, ...] = ()
    was: Wordings = ""
    also: tuple[str, ...] = ()


class _LessonsFile(Struct, frozen=True, forbid_unknown_fields=True):
    lesson: tuple[_LessonEntry, ...] = ()


class _Kept(NamedTuple):
    """An entry that somebody has kept, and how it is bound to the words of its own edition."""

    entry: _LessonEntry
    stated: BoundStatement


def stated_lessons(folder: Path | None, rulebook: Rulebook) -> tuple[BoundStatement, ...]:
    """The lessons that an edition's folder states, each with how its words of this edition stand in the
    texts of a rulebook; none without a file. InputError, with the line, where the file is wrong."""
    return tuple(kept.stated for kept in _kept(folder, rulebook) if kept.entry.section)


def lessons(folder: Path | None, old: Rulebook, new: Rulebook) -> tuple[Lesson, ...]:
    """What the folder of the newer edition says of an older one, in its order, those too that no longer
    hold."""
    found = [kept for kept in _kept(folder, new) if kept.entry.against == old.edition.id]
    if not found:
        return ()
    sections = _anchors(old), _anchors(new)
    index, editions = token_index(old.documents), (old.edition.id, new.edition.id)
    return tuple(_lesson(kept, index, sections, editions) for kept in found)


def _anchors(rulebook: Rulebook) -> frozenset[str]:
    return frozenset(section.anchor for section in rulebook.sections())


def _lesson(
    kept: _Kept,
    index: TokenIndex,
    sections: tuple[frozenset[str], frozenset[str]],
    editions: tuple[str, str],
) -> Lesson:
    entry, stated = kept
    was = Binding("holds")
    if entry.was:
        was = bind(TextQuote(entry.old[0] if entry.old else "", _several(entry.was)), index)
    named = ((editions[0], sections[0], entry.old), (editions[1], sections[1], entry.also))
    missing = [
        f"{edition} has no section {a!r}" for edition, known, each in named for a in each if a not in known
    ]
    state: State = "gone" if missing else "holds"
    why = missing[0] if missing else ""
    for edition, binding in zip(editions, (was, stated.binding), strict=True):
        if binding.state != "holds":
            state, why = binding.state, _why(edition, binding)
    new = tuple(dict.fromkeys(filter(None, (entry.section, *entry.also))))
    return Lesson(
        says=entry.says,
        old=entry.old,
        new=new,
        was=was.start.text,
        now=stated.binding.start.text,
        state=state,
        why=why,
        file=stated.file,
        line=stated.line,
    )


def _why(edition: str, binding: Binding) -> str:
    """Why words no longer hold, in a line."""
    match binding.state:
        case "changed":
            return f"the words of {edition} have changed: {binding.difference or binding.sentence}"
        case "moved":
            return f"the words of {edition} stand in {binding.section} now"
        case "ambiguous" | "not searched":
            return f"which words of {edition} are meant is not certain"
    return f"the words of {edition} are gone"


def _kept(folder: Path | None, rulebook: Rulebook) -> Sequence[_Kept]:
    if folder is None or not (folder / FILE).is_file():
        return ()
    path = folder / FILE
    hold_inside(folder, FILE, path, "is a link")
    entries: _LessonsFile = decode(path, _LessonsFile)
    lines, file = lines_of(read_source(path).text, TABLE, len(entries.lesson)), shown_path(path)
    index = token_index(rulebook.documents)
    found = []
    for at, (entry, line) in enumerate(zip(entries.lesson, lines, strict=True)):
        gone = entry.old and entry.was and not entry.words  # of what is gone nothing stands in this edition
        if entry.section or not gone:
            entry.hold_quoted(f"{file}:{line}", "the lesson")
        if entry.decision == "keep":
            name = f"the lesson on {entry.section or entry.old[0]}"
            binding = Binding("holds") if gone else bind(entry.quotation, index)
            found.append(_Kept(entry, BoundStatement(file, line, name, TABLE, at, entry.quotation, binding)))
    return found


def _several(words: Wordings) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words
