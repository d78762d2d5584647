"""A comparison as a release note in Markdown: to read on any forge, to print, to hand round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.formats.comparison.sections import Changed, arrow
from vfdoc.formats.comparison.view import HEADINGS, LEARN, View, ViewLine, view
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Comparison

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_OPENING = re.compile(r"^(\s*\d*)([-+=.)])(?=\s|$)")
_LONGEST = 400  # characters of a new rule that are quoted


def diff_markdown(comparison: Comparison, old: Rulebook, new: Rulebook) -> bytes:
    """`diff --format md`."""
    return ("\n".join(_page(view(comparison, old, new))).rstrip() + "\n").encode()


def _page(found: View) -> Iterator[str]:
    yield f"# {escaped(found.old)} → {escaped(found.new)}"
    yield ""
    if found.unread:
        yield escaped(found.unread)
        yield ""
    if found.lessons:
        yield f"## {LEARN[0]}"
        yield ""
        for place, lesson in enumerate(found.lessons, start=1):
            yield f"{place}. {escaped(lesson.says)}" + (f" ({escaped(lesson.where)})" if lesson.where else "")
        yield ""
    if found.stale:
        yield f"## {LEARN[1]}"
        yield ""
        yield from (f"- {escaped(each.says)} ({escaped(each.stale)})" for each in found.stale)
        yield ""
    if found.entries:
        yield f"## {LEARN[2] if found.lessons else LEARN[3]}"
        yield ""
        for place, entry in enumerate(found.entries, start=1):
            where = f" ({escaped(entry.where)})" if entry.where else ""
            yield f"{place}. **{escaped(entry.title)}**{where}"
            yield from (f"    - {escaped(point)}" for point in entry.points)
        for place, entry in enumerate(found.more, start=len(found.entries) + 1):
            head = f"{place}. {escaped(entry.title)}" + (f" ({escaped(entry.where)})" if entry.where else "")
            yield ": ".join(filter(None, (head, escaped(entry.brief))))
        yield ""
    if found.untold:
        yield f"{found.untold}."
        yield ""
    if found.played:
        yield f"{found.played[0].upper()}{found.played[1:]}."
        yield ""
    if found.covered:
        yield f"## {LEARN[4]}"
        yield ""
        for entry in found.covered:
            yield f"- **{escaped(entry.title)}**" + (f" ({escaped(entry.where)})" if entry.where else "")
            yield from (f"    - {escaped(point)}" for point in entry.points)
        yield ""
    for heading, lines in (("Values", found.numbers), ("Modifiers", found.modifiers), ("Rows", found.rows)):
        yield from _table(heading, [line for line in lines if line.kind not in ("unmentioned", "unverified")])
        yield from _table(
            f"{heading}: {HEADINGS['unverified'].lower()}", [x for x in lines if x.kind == "unverified"]
        )
    for kind, changes in found.sections:
        yield f"## {HEADINGS[kind]}"
        yield ""
        for change in changes:
            yield from _section(change)
        yield ""
    silent = [line for line in (*found.numbers, *found.modifiers, *found.rows) if line.kind == "unmentioned"]
    if silent:
        yield "## Not mentioned: as in the base"
        yield ""
        yield from (
            f"- {escaped(line.topic)}" + (f": {escaped(line.old)}" if line.old else "") for line in silent
        )
        yield ""
    if found.renumbered:
        yield "## Moved or renumbered"
        yield ""
        yield from (f"- {escaped(old)} → {escaped(new)}" for old, new in found.renumbered)
        yield ""
    if found.progress:
        yield f"## Translation: {found.progress}"
        yield ""
        for waiting in found.waiting:
            yield f"- {waiting.state}: {escaped(waiting.section)}"
            for side, text in waiting.sides:
                yield f"    - {side}: {escaped(text)}"
        yield ""
    if found.stayed:
        yield f"Unchanged: {found.stayed}."


def _table(heading: str, lines: Sequence[ViewLine]) -> Iterator[str]:
    if not lines:
        return
    yield f"## {heading}"
    yield ""
    yield "| what | old | new | where |"
    yield "|---|---|---|---|"
    for line in lines:
        cells = (line.topic, line.old or "–", line.new or "–", line.where)
        note = f" ({line.note})" if line.note else ""
        yield "| " + " | ".join(escaped(cell) for cell in cells) + escaped(note) + " |"
    yield ""


def _section(change: Changed) -> Iterator[str]:
    notes = f" ({', '.join(change.notes)})" if change.notes else ""
    yield f"- **{escaped(arrow(change.old, change.new))}**{notes}"
    yield from (f"  - {escaped(cell)}" for cell in change.cells)
    if change.kind == "added" or (change.kind != "removed" and not change.words):
        text = " ".join("".join(words.text for words in change.new_text).split())
        cut = text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"
        if cut:
            yield f"  {escaped(cut)}"
    elif change.kind != "removed" and change.words:
        words = "".join(_marked(w.kind, w.text) for w in change.words)
        if words.strip():
            yield f"  {' '.join(words.split())}"


def _marked(kind: str, text: str) -> str:
    """Struck out or in bold; the marks stand at the words, or Markdown does not read them."""
    inner = text.strip()
    if kind == "kept" or not inner:
        return escaped(text)
    mark = "~~" if kind == "removed" else "**"
    before, _, after = text.partition(inner)
    return f"{before or ' '}{mark}{escaped(inner)}{mark}{after or ' '}"


def escaped(text: str) -> str:
    """Words that Markdown shows as they are, on one line."""
    flat = " ".join(text.split()) if "\n" in text else text
    return _OPENING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", _ENTITY.sub("&amp;", flat)))
