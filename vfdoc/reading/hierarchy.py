"""Parents, anchors and levels: where each section of a document stands among the others.

A parent is found by dropping the last component of a number until a printed number is met: the
nearest before it, else the first after it, else that of the document whose numbers this one carries on.
What has no number keeps the parent that it was met in.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from vfdoc.model import Block, Entry, Key, Section, SectionKind
from vfdoc.model.session import constant
from vfdoc.reading.headings import Heading
from vfdoc.reading.numbering import ancestors, schemes

_SLUG_WORD = re.compile(r"[^\W_]+")
_SLUG_WORDS = 8
_BETWEEN = re.compile(r"[ \xa0]\S+[ \xa0]")


@dataclass(slots=True)
class SectionDraft:
    """A section being gathered; it leaves the outline as a frozen Section. `above` is its parent in an
    earlier document, where it has one there and none in its own."""

    heading: Heading
    kind: SectionKind
    parent: int | None
    blocks: list[Block] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    anchor: str = ""
    level: int = 0
    end_line: int = 0
    above: Section | None = None


def slug(title: str) -> str:
    """A title made fit for an address: lower case, accents folded, words joined by hyphens."""
    plain = title.lower().replace("'", "")
    if not plain.isascii():
        folded = unicodedata.normalize("NFD", plain)
        plain = "".join(c for c in folded if not unicodedata.combining(c) and c not in "’‘")
    return "-".join(_SLUG_WORD.findall(plain)[:_SLUG_WORDS]) or "untitled"


def set_parents(drafts: list[SectionDraft], earlier: Sequence[Section] = ()) -> None:
    """Gives every numbered section its parent by number, or none; a chapter, the part that it stands in
    where the parts count apart ("100" in "1"). `earlier` are the sections whose numbers these carry on."""
    places: dict[Key, list[int]] = defaultdict(list)
    for index, draft in enumerate(drafts):
        if draft.heading.key is not None:
            places[draft.heading.key].append(index)
    before = {section.key: section for section in earlier if section.key is not None}
    part: int | None = None
    lettered: int | None = None  # the last heading behind a letter: V1.1
    plain: int | None = None  # the last one of a plain number
    marked = list[int]()  # those of them that are open, by their marks
    through = _letters_through(drafts)
    for index, draft in enumerate(drafts):
        own = draft.heading.key
        if own is None:
            continue
        while draft.heading.inserted and len(own) > 1 and isinstance(own[-1], str):
            own = own[:-1]  # 12bisbis stands beside 12, too
        mark = draft.heading.mark
        if draft.kind == "part":
            name = _word(own)
            while (
                mark
                and part is not None
                and drafts[part].heading.mark >= mark
                and not (name and _is_below(name, _word(drafts[part].heading.key or ())))
            ):
                up = drafts[part].parent  # one that stands later would lead round in a circle
                part = up if up is not None and up < part else None
            if mark and part is not None and drafts[part].kind == "part":
                draft.parent = part
            part = index
        elif (
            own[0] not in _behind()
            and part is not None
            and (len(own) == 1 or _is_series(drafts[part].heading.key))
        ):
            over: int | None = part
            while over is not None and (drafts[over].heading.mark > mark > 0 or drafts[over].kind != "part"):
                # Chapter 3 behind a division, Article 4 behind a paragraph of Article 3
                over = drafts[over].parent
            draft.parent = over
        for key in ancestors(own):
            if key in places:
                at = bisect_left(places[key], index)
                draft.parent = places[key][max(at - 1, 0)]
                break
        else:  # 1.1.1 stands under V1.1 where that is the heading above
            above = drafts[lettered].heading.key if lettered is not None else None
            if above and isinstance(own[0], int) and above[1:] in ancestors(own):
                draft.parent = lettered
            elif own[0] in through and len(own) > 1:  # t.16 of Chapter 3, G101 of 11.1
                higher = (at for at in reversed(marked) if drafts[at].heading.mark < mark)
                draft.parent = next(higher, None) if mark else plain
        if draft.parent is None:
            draft.above = next((before[key] for key in ancestors(own) if key in before), None)
        if isinstance(own[0], int):
            plain = index
            while mark and marked and drafts[marked[-1]].heading.mark >= mark:
                marked.pop()
            marked += [index] if mark else []
        if len(own) > 1 and isinstance(own[0], str) and own[0].isupper():
            lettered = index
    _set_titled_chapters(drafts)
    _break_circles(drafts)


def _word(key: Key) -> str:
    """The word by which a number counts: the last in its key."""
    return next((piece for piece in reversed(key) if isinstance(piece, str) and len(piece) > 2), "")


def _is_below(word: str, other: str) -> bool:
    """Whether a word says that it divides what the other names: subdivision, Unterabschnitt."""
    return word != other != "" and word.endswith(other)


def _break_circles(drafts: Sequence[SectionDraft]) -> None:
    """Takes its parent from a section that would stand below itself."""
    done: set[int] = set()
    for index in range(len(drafts)):
        way: list[int] = []
        at: int | None = index
        on_way: set[int] = set()
        while at is not None and at not in done:
            if at in on_way:
                drafts[way[-1]].parent = None
                break
            way.append(at)
            on_way.add(at)
            at = drafts[at].parent
        done.update(way)


def _set_titled_chapters(drafts: Sequence[SectionDraft]) -> None:
    """Gives sections whose chapters bear no numbers the headings right above the first of each as their
    parents (1.1 and 1.2 stand under "Boats", 2.1 under "Crew"): where there are several, and all have one."""
    chapters: dict[int, list[int]] = defaultdict(list)
    for index, draft in enumerate(drafts):
        key = draft.heading.key or ()
        if len(key) > 1 and isinstance(key[0], int) and draft.parent is None and draft.above is None:
            chapters[key[0]].append(index)
    titles = {chapter: drafts[own[0] - 1].heading for chapter, own in chapters.items() if own[0]}
    if len(chapters) < 2 or len(titles) < len(chapters):
        return
    for chapter, own in chapters.items():
        mark = drafts[own[0]].heading.mark
        title = titles[chapter]
        if title.number is not None or not title.mark or (mark and mark <= title.mark):
            return
    for own in chapters.values():
        for index in own:
            drafts[index].parent = own[0] - 1


def _letters_through(drafts: Sequence[SectionDraft]) -> set[str]:
    """The letters whose numbers count through several sections of plain numbers: G1 in 11.1, G2 in 11.2."""
    hosts: dict[str, set[int]] = defaultdict(set)
    plain = -1
    for index, draft in enumerate(drafts):
        key = draft.heading.key or ("",)
        if isinstance(key[0], int):
            plain = index
        elif len(key) > 1 and len(key[0]) == 1 and plain >= 0:
            hosts[key[0]].add(plain)
    return {letter for letter, found in hosts.items() if len(found) > 1}


@constant
def _behind() -> frozenset[str]:
    """The series of what stands behind the parts: appendices, schedules."""
    return frozenset(s.series for s in schemes() if s.series and s.kind == "rule")


def _is_series(key: Key | None) -> bool:
    """Whether a key counts in a series of its own."""
    return bool(key) and isinstance(key[0], str) and key[0].islower()  # type: ignore[index]


def set_anchors(
    drafts: list[SectionDraft], document: str, root: int | None, taken: dict[str, int], numbered: str
) -> None:
    """Gives every section its anchor, unique in the edition; `taken` counts those used before.

    In the rules, and in what carries their numbers on, the anchor is the number; elsewhere it begins with
    the id of the document whose numbers these are (`numbered`). The document's own id alone is the anchor of
    the heading that opens it (`root`).
    """
    prefix = "" if numbered == "rules" else numbered + "/"
    for draft in drafts:
        if draft.heading.number is not None:
            first = draft.heading.key[0] if draft.heading.key else 0
            # Among the rules "PLAY SHEET 2" may not take the anchor of "PART 2".
            printed = draft.heading.number
            named = isinstance(first, str) and first.islower() and not printed.startswith(f"{first}.")
            series = f"{first}-" if not prefix and named else ""
            if " " in printed and draft.heading.inserted:  # "12 bis"
                printed = "-".join(printed.split())
            elif printed[-2:].isalpha() and " " in printed and not printed[0].isdecimal():  # "Second Part"
                printed = str(draft.heading.key[-1]) if draft.heading.key else printed
            elif " " in printed or "\xa0" in printed:  # "§§ 63 to 70"
                printed = _BETWEEN.sub("-", printed)
            above = draft.parent
            while above is not None and drafts[above].heading.within:
                above = drafts[above].parent  # 1.2.1 of Annex I is I.1.2.1, though it stands under 1.2
            host = ""
            if draft.heading.composed and above is not None:  # "anhang" where the annex has no number
                host = drafts[above].anchor or slug(str((drafts[above].heading.key or ("",))[0]))
            if host:  # Section 2 of Article III is III.2
                key = draft.heading.key or ("",)
                behind = 3 if draft.heading.inserted and isinstance(key[-1], str) else 2  # "chapter", 9, "b"
                word = key[-behind] if (series or isinstance(first, int)) and len(key) >= behind else 0
                named = series != "" and not draft.heading.within
                word = word if named or len(str(word)) > 1 else 0  # "paragraphe", and no letter of a number
                series = f"{word}-" if isinstance(word, str) else ""
                draft.anchor = _unique(f"{host}{'/' if series else '.'}{series}{printed}", taken)
                continue
            draft.anchor = _unique(prefix + series + printed, taken)
    for index, draft in enumerate(drafts):
        if draft.heading.number is None:
            host = drafts[draft.parent].anchor + "/" if draft.parent is not None else prefix
            anchor = document if index == root else host + slug(draft.heading.title)
            draft.anchor = _unique(anchor, taken)


def set_levels(drafts: list[SectionDraft]) -> None:
    """Gives every section its depth, and the kind of what it stands under."""
    for index in range(len(drafts)):
        _level(drafts, index)


def _level(drafts: list[SectionDraft], index: int) -> int:
    draft = drafts[index]
    if not draft.level:
        above = draft.above.level if draft.above is not None else 0
        draft.level = above + 1 if draft.parent is None else _level(drafts, draft.parent) + 1
        parent = drafts[draft.parent] if draft.parent is not None else None
        if parent is not None and draft.kind == "rule" and parent.kind not in ("part", "front"):
            draft.kind = parent.kind
    return draft.level


def _unique(anchor: str, taken: dict[str, int]) -> str:
    count = taken.get(anchor, 0) + 1
    taken[anchor] = count
    return anchor if count == 1 else _unique(f"{anchor}~{count}", taken)
