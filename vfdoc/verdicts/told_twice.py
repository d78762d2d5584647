"""Findings whose cause is told already by another.

In: a document and what was found in it. Out: the places of what only follows from another finding. A contents
list lacks the second of two sections of one number, or one that stands out of its order and may be none; a
remark between two sections ("[Article X skipped?]") names the number that is missing there; and where a
number stands twice the next one is missing right behind it: as a gap, as that below which 4.1 stands, as an
entry of the contents that leads nowhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from vfdoc.model import Document, Finding, Key
from vfdoc.model.place import line_at
from vfdoc.verdicts.unread import number_key


def told_twice(document: Document, found: Sequence[Finding]) -> list[int]:
    """The places, in what was found, of errors and warnings that follow from others."""
    told = [
        (at, one)
        for at, one in enumerate(found)
        if one.document == document.id and not (one.acknowledged or one.held_back)
    ]
    shown = [(at, one) for at, one in told if one.severity != "note"]
    doubled = {one.section for _, one in shown if one.rule == "duplicate-number"}
    astray = doubled | {one.section for _, one in told if one.rule == "out-of-order"}
    gaps = [one for _, one in shown if one.rule == "numbering-gap" and one.related]
    wanting = dict(_wanting(document, doubled))
    places = []
    for at, one in shown:
        if one.rule == "numbering-gap":
            follows = _follows(document, one, wanting)
        elif one.rule == "contents-mismatch":
            listed = number_key(one.target) if one.target and one.target[:1].isdigit() else ()
            follows = one.section in astray or listed in wanting.values()
        else:
            follows = one.rule == "dangling-reference" and _is_remark(document, one, gaps)
        if follows:
            places.append(at)
    return places


def _wanting(document: Document, doubled: set[str | None]) -> Iterator[tuple[int, Key]]:
    """By the line of each number that stands twice the next one, which no section bears."""
    borne = {section.key for section in document.sections}
    for section in document.sections:
        if section.anchor in doubled and section.key and isinstance(section.key[-1], int):
            following = (*section.key[:-1], section.key[-1] + 1)
            if following not in borne:
                yield section.line, following


def _follows(document: Document, gap: Finding, wanting: dict[int, Key]) -> bool:
    """Whether what is missing is the number after one that stands twice, which is the last before the gap of
    those as deep."""
    if len(gap.missing) != 1 or not wanting:
        return False
    at = bisect_right(document.sections, gap.line, key=lambda each: each.line) - 1
    missing = number_key(gap.missing[0])
    for section in reversed(document.sections[:at]):
        following = wanting.get(section.line)
        if following is not None and following[-len(missing) :] == missing:
            return True
        if section.key is not None and len(section.key) <= len(missing):
            return False
    return False


def _is_remark(document: Document, one: Finding, gaps: Sequence[Finding]) -> bool:
    """Whether a bracket at the head of a line between two sections names what is missing there."""
    between = any(one.target in gap.missing and gap.related[0].line < one.line < gap.line for gap in gaps)
    return between and line_at(document, one.line).strip()[:1] in ("[", "(")
