"""A comparison for the terminal: at most 100 columns, what to learn first, nothing by colour alone."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from vfdoc.formats.comparison.sections import Changed, arrow, marked_text
from vfdoc.formats.comparison.view import HEADINGS, LEARN, View, ViewLine, view
from vfdoc.formats.findings import CONTROLS, StyledText
from vfdoc.model import Rulebook
from vfdoc.model.comparison import ChangeKind, Comparison, TextStretch

_WIDTH = 100
_TOPIC = 44
_KEPT = 60  # characters of what stayed that are shown around a change
_BRIEF: tuple[ChangeKind, ...] = ("added", "removed", "unmentioned")


def diff_text(comparison: Comparison, old: Rulebook, new: Rulebook) -> Iterable[StyledText]:
    """`diff --format text`, as styled runs."""
    for run in _page(view(comparison, old, new), comparison):
        yield StyledText(run.text.translate(CONTROLS | {ord("\n"): "\n"}), run.style)


def _page(found: View, comparison: Comparison) -> Iterator[StyledText]:
    yield StyledText(f"{comparison.old} → {comparison.new}\n", "strong")
    yield from _wrapped(f"{found.old} → {found.new}", "")
    if found.unread:
        yield from _wrapped(found.unread, "")
    yield from _lessons(found)
    yield from _entries(found)
    yield from _lines("Values", found.numbers)
    yield from _lines("Modifiers", found.modifiers)
    yield from _lines("Rows", found.rows)
    for kind, changes in found.sections:
        yield StyledText(f"\n{HEADINGS[kind]} ({len(changes)})\n", "strong")
        for change in changes:
            yield from _section(change)
    if found.renumbered:
        yield StyledText(f"\nMoved or renumbered ({len(found.renumbered)})\n", "strong")
        for old, new in found.renumbered:
            yield from _wrapped(f"{old} → {new}", "  ")
    if not (
        found.lessons or found.entries or found.numbers or found.modifiers or found.rows or found.sections
    ):
        yield StyledText("\nno rule differs\n")
    if found.progress:
        yield StyledText(f"\nTranslation: {found.progress}\n", "strong")
        for waiting in found.waiting:
            yield from _wrapped(f"{waiting.state:<13} {waiting.section}", "  ")
            for side, text in waiting.sides:
                yield from _wrapped(f"{side}: {text}", "      ")
    if found.stayed:
        yield StyledText(f"\nunchanged: {found.stayed}\n", "faint")


def _lessons(found: View) -> Iterator[StyledText]:
    for heading, lessons in ((LEARN[0], found.lessons), (LEARN[1], found.stale)):
        if lessons:
            yield StyledText(f"\n{heading}\n", "strong")
        for place, lesson in enumerate(lessons, start=1):
            whole = f"{lesson.says}  ({lesson.where})" if lesson.where else lesson.says
            first, *rest = textwrap.wrap(whole, _WIDTH - 4) or [""]
            yield StyledText(f"{place:>2}  {first}\n")
            yield from (StyledText(f"    {line}\n") for line in rest)
            if lesson.stale:
                yield from _wrapped(lesson.stale, "    ")


def _entries(found: View) -> Iterator[StyledText]:
    if found.entries:
        yield StyledText(f"\n{LEARN[2] if found.lessons else LEARN[3]}\n", "strong")
    for place, entry in enumerate(found.entries, start=1):
        title = f"{entry.title}  ({entry.where})" if entry.where else entry.title
        first, *rest = textwrap.wrap(title, _WIDTH - 4) or [""]
        yield StyledText(f"{place:>2}  {first}\n", "strong")
        yield from (StyledText(f"    {line}\n", "strong") for line in rest)
        for point in entry.points:
            first, *rest = textwrap.wrap(point, _WIDTH - 6) or [""]
            yield StyledText(f"    · {first}\n")
            yield from (StyledText(f"      {line}\n") for line in rest)
    for place, entry in enumerate(found.more, start=len(found.entries) + 1):
        head = f"{place:>2}  {entry.title}" + (f"  ({entry.where})" if entry.where else "")
        whole = ": ".join(filter(None, (head, entry.brief)))
        lines = textwrap.wrap(whole, _WIDTH, subsequent_indent=" " * 4)
        yield from (StyledText(f"{line}\n") for line in lines)
    if found.untold:
        yield StyledText(f"    {found.untold}\n", "faint")
    if found.played:
        yield StyledText(f"\n{found.played}\n", "faint")
    if found.covered:
        yield StyledText(f"\n{LEARN[4]}\n", "strong")
    for entry in found.covered:
        yield from _wrapped(entry.title, "  ", entry.where)
        for point in entry.points:
            first, *rest = textwrap.wrap(point, _WIDTH - 6) or [""]
            yield StyledText(f"    · {first}\n")
            yield from (StyledText(f"      {line}\n") for line in rest)


def _lines(heading: str, lines: Sequence[ViewLine]) -> Iterator[StyledText]:
    differing = [line for line in lines if line.kind not in ("unmentioned", "unverified")]
    anew = [line for line in lines if line.kind == "unverified"]
    silent = [line for line in lines if line.kind == "unmentioned"]
    if differing:
        yield StyledText(f"\n{heading} ({len(differing)})\n", "strong")
    for line in differing:
        yield from _line(line)
    if anew:
        yield StyledText(f"\n{heading} that are worded anew, and not compared ({len(anew)})\n", "strong")
    for line in anew:
        yield from _line(line)
    if silent:
        yield StyledText(
            f"\n{heading} that are not mentioned, and stay as in the base ({len(silent)})\n", "strong"
        )
        for line in silent:
            yield from _wrapped(f"{line.topic}: {line.old}" if line.old else line.topic, "  ", line.where)


def _line(line: ViewLine) -> Iterator[StyledText]:
    values = f"{line.old or '(none)'} → {line.new or '(none)'}"
    note = f"  [{line.note}]" if line.note else ""
    whole = f"  {line.topic:<{_TOPIC}} {values}{note}"
    where = f"  ({line.where})" if line.where else ""
    if len(line.topic) <= _TOPIC and len(whole) + len(where) <= _WIDTH:
        yield StyledText(f"  {line.topic:<{_TOPIC}} ")
        yield StyledText(values, "strong")
        yield StyledText(f"{note}{where}\n", "faint")
        return
    yield from _wrapped(line.topic, "  ", line.where)
    yield from _wrapped(f"{values}{note}", "      ")


def _section(change: Changed) -> Iterator[StyledText]:
    yield from _wrapped(arrow(change.old, change.new), "  ", ", ".join(change.notes))
    for cell in change.cells:
        yield from _wrapped(cell, "      ")
    if change.kind not in _BRIEF:
        for piece in _excerpts(change.words):
            yield from _marked(piece)


def _excerpts(words: Sequence[TextStretch]) -> Iterator[tuple[TextStretch, ...]]:
    """The changes with some of what stayed around each, a long stretch of it left out."""
    piece: list[TextStretch] = []
    for place, stretch in enumerate(words):
        if stretch.kind != "kept" or (len(stretch.text) <= 2 * _KEPT and 0 < place < len(words) - 1):
            piece.append(stretch)
        else:
            if piece:
                yield (*piece, TextStretch("kept", _head(stretch.text)))
            piece = [TextStretch("kept", _tail(stretch.text))] if place < len(words) - 1 else []
    if piece and any(stretch.kind != "kept" for stretch in piece):
        yield tuple(piece)


def _head(text: str) -> str:
    return text if len(text) <= _KEPT else text[:_KEPT].rsplit(" ", 1)[0] + " …"


def _tail(text: str) -> str:
    return text if len(text) <= _KEPT else "… " + text[-_KEPT:].split(" ", 1)[-1]


def _marked(piece: Sequence[TextStretch]) -> Iterator[StyledText]:
    """A piece wrapped, its marks coloured; a stretch that a line end cuts is coloured on both lines."""
    text = " ".join(marked_text(piece).split())
    style = ""
    for line in textwrap.wrap(text, _WIDTH - 6, break_on_hyphens=False):
        yield StyledText("      ")
        for part in _parts(line):
            style = {"[-": "error", "{+": "added"}.get(part, style)
            yield StyledText(part, style)
            style = "" if part in ("-]", "+}") else style
        yield StyledText("\n")


def _parts(line: str) -> Iterator[str]:
    start = 0
    for place in range(len(line) - 1):
        if line[place : place + 2] in ("[-", "{+", "-]", "+}") and place >= start:
            yield line[start:place]
            yield line[place : place + 2]
            start = place + 2
    yield line[start:]


def _wrapped(text: str, indent: str, note: str = "") -> Iterator[StyledText]:
    whole = f"{text}  ({note})" if note else text
    for line in textwrap.wrap(
        whole, _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    ):
        yield StyledText(line + "\n")
