"""Sections compared, in plain words: their names, both texts in marked stretches, what to note.

In come the changes of sections and the sections of both sides; out come values that text, Markdown and
HTML print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Literal, NamedTuple

from vfdoc.formats.documents import plain
from vfdoc.model import Edition, Rulebook, Section, text_of
from vfdoc.model.comparison import CellChange, ChangeKind, Sameness, SectionChange, TextStretch

REWRITTEN = 0.4  # below that likeness a rule was written anew
VERDICTS: dict[Sameness, str] = {
    "same": "the same",
    "reworded": "the same in other words, proved",
    "changed": "changed",
    "unverified": "worded anew, not compared",
}
_NONE = "–"
_TITLE = 32


class Changed(NamedTuple):
    """A section or several that correspond: their names, and each side's text in marked stretches."""

    kind: ChangeKind
    old: str
    new: str
    where: str
    notes: tuple[str, ...]
    old_text: tuple[TextStretch, ...]
    new_text: tuple[TextStretch, ...]
    words: tuple[TextStretch, ...]
    cells: tuple[str, ...]


def changed(change: SectionChange, olds: Mapping[str, Section], news: Mapping[str, Section]) -> Changed:
    """A change of sections as it is shown; `olds` and `news` are the sections of each side by anchor."""
    at = change.at
    old, new = ([side[a] for a in anchors if a in side] for side, anchors in ((olds, at.old), (news, at.new)))
    words = tuple(_untitled(change.words, old, new))
    # Where hardly a word is left, and none of them proves anything, both texts stand without marks.
    marks = () if old and new and change.similarity < REWRITTEN and change.verdict == "unverified" else words
    return Changed(
        kind=change.kind,
        old=" + ".join(map(named, old)),
        new=" + ".join(map(named, new)),
        where=arrow(numbers(at.old, olds), numbers(at.new, news)),
        notes=tuple(_notes(change)),
        old_text=tuple(_as_old(w) for w in marks if w.kind != "added")
        or _text(old, "kept" if new else "removed"),
        new_text=tuple(w for w in marks if w.kind != "removed") or _text(new, "kept" if old else "added"),
        words=words,
        cells=tuple(map(_cell, change.cells)),
    )


def _as_old(words: TextStretch) -> TextStretch:
    """A stretch as the old text prints it."""
    return words if words.old is None else words._replace(text=words.old)


def silent(change: SectionChange, olds: Mapping[str, Section], news: Mapping[str, Section]) -> bool:
    """Whether a section that came or went says nothing itself: the heading above others."""
    sides = [*(olds[a] for a in change.at.old if a in olds), *(news[a] for a in change.at.new if a in news)]
    return change.kind in ("added", "removed", "unmentioned") and not any(s.blocks for s in sides)


def called(edition: Edition) -> str:
    """An edition as people call it: its title and version, else its id."""
    return ", ".join(part for part in (edition.title or edition.id, edition.version) if part)


def by_anchor(rulebook: Rulebook) -> dict[str, Section]:
    """The sections of a side by anchor; those whose number another of their document bears too have
    their address for it ("article-IV.1")."""
    sections = list(rulebook.sections())
    borne = Counter((s.document, s.number) for s in sections if s.number)
    again = {number for number, often in borne.items() if often > 1}
    return {s.anchor: s._replace(number=s.anchor) if (s.document, s.number) in again else s for s in sections}


def arrow(old: str, new: str) -> str:
    """Two sides, the one that is missing left out: "6.5 → 9.1.1", "→ 9.2.2", "6.3 →"."""
    return f"{old} → {new}".strip() if old or new else ""


def named(section: Section) -> str:
    """A section as people call it: its number and title."""
    title = plain(section.title)
    return f"{section.number} {title}".strip() if section.number else title


def numbers(anchors: Iterable[str], sections: Mapping[str, Section]) -> str:
    """Sections by their numbers, those without by their titles, cut short."""
    names = [
        (s.number or shorten(plain(s.title), _TITLE, placeholder=" …"))
        if (s := sections.get(anchor))
        else anchor
        for anchor in anchors
    ]
    return ", ".join(dict.fromkeys(names))


def marked_text(words: Iterable[TextStretch]) -> str:
    """Stretches as one text, what was removed [-so-] and what was added {+so+}."""
    text = "".join(
        w.text
        if w.kind == "kept"
        else _wrapped(w.text, *("[-", "-]") if w.kind == "removed" else ("{+", "+}"))
        for w in words
    )
    return text.replace("-]{+", "-] {+")


def _wrapped(text: str, open_: str, close: str) -> str:
    """A mark around the words, not around the spaces at their ends."""
    inner = text.strip()
    if not inner:
        return text
    start = text.index(inner)
    return text[:start] + open_ + inner + close + text[start + len(inner) :]


def _untitled(words: Sequence[TextStretch], old: list[Section], new: list[Section]) -> Iterator[TextStretch]:
    """The stretches without the titles at their head: those stand above both texts already."""
    titles = {"removed": {plain(s.title) for s in old}, "added": {plain(s.title) for s in new}}
    for place, stretch in enumerate(words):
        head, end, rest = stretch.text.partition("\n")
        if place < len(titles) and plain(head) in titles.get(stretch.kind, ()):
            if end and rest:
                yield stretch._replace(text=rest)
        else:
            yield stretch


def _text(sections: list[Section], kind: Literal["kept", "removed", "added"]) -> tuple[TextStretch, ...]:
    texts = (line for section in sections for line in text_of(section.blocks).split("\n"))
    text = "\n".join(line for line in map(plain, texts) if line)
    return (
        (TextStretch("added" if kind == "added" else "removed" if kind == "removed" else "kept", text),)
        if text
        else ()
    )


def _notes(change: SectionChange) -> Iterator[str]:
    if change.at.moved:
        yield "moved"
    if change.at.renumbered:
        yield "renumbered"
    if change.at.old and change.at.new and change.kind != "same" and change.similarity < REWRITTEN:
        yield "rewritten"
    if change.kind in ("split", "merged") and change.verdict is not None:
        yield VERDICTS[change.verdict]
    if change.typography:
        yield "typography"
    exchanges = (exchange for sentence in change.sentences for exchange in sentence.exchanges)
    elsewhere = dict.fromkeys(one for one, other in exchanges if one == other)
    yield from (f"{cited} is another section now" for cited in elsewhere)
    if change.at.old and change.at.new and change.at.confidence < 0.5:
        yield "perhaps not the same rule"


def _cell(cell: CellChange) -> str:
    place = ", ".join(part for part in (cell.row, cell.column) if part) or "table"
    match cell.kind:
        case "added":
            return f"{place}: new" + (f", {cell.new}" if cell.new else "")
        case "removed":
            return f"{place}: gone" + (f", {cell.old}" if cell.old else "")
        case "moved":
            return f"{place}: moved"
    return f"{place}: {cell.old or _NONE} → {cell.new or _NONE}"
