"""Quotations in a text: what stands between quotation marks of any style, and where it may end.

In comes one paragraph; out come its quotations in order, each by where its words begin and end. A sign that
closes a quotation may be one of inches (12") or an apostrophe (units'), so a quotation has other ends, too,
at which whoever knows what is quoted may look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_CLOSING = {
    "“": '”"',
    "”": "”",
    "„": '“”‟"',
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "‘": "’",
    "‚": "‘’",
    '"': '"',
    "'": "'",
}
_SINGLE = "‘‚'"
_OPENS = re.compile(r"(?<![^\s(\[{*_—–/:>-])[“”„«»‹›‘‚\"'](?=[^\s,;:.!?)\]])")
_OPENS_ANYWHERE = "“„«‹"
_MEASURED = re.compile(r"[\d½¼¾⅓⅔][ \xa0]?$")
_OWNED = re.compile(r"[ \n][^\W\d_A-Z]")  # "units' orders": what is owned is no sign, nor does it begin anew
_TAGGED = re.compile(
    r"<(?P<tag>q|cite|blockquote)\b[^<>]*>(?P<words>.*?)</(?P=tag)>", re.IGNORECASE | re.DOTALL
)
_FEWEST = 3  # words between marks that may as well be apostrophes
_LONGEST = 4000  # characters of a quotation
_LONGEST_SINGLE = 600
_MOST = 8  # ends at which one is tried


class Quotation(NamedTuple):
    """From where to where the words of a quotation stand (0-based, end past them), without their marks;
    `ends` are others at which it may end as well, `after` is what lies behind the mark."""

    start: int
    end: int
    after: int
    ends: tuple[int, ...] = ()


def quotations(text: str) -> Iterator[Quotation]:
    """The quotations of a paragraph, in order; one within another is part of that."""
    at = 0
    tagged = {found.start(): found for found in _TAGGED.finditer(text)} if "<" in text else {}
    starts = sorted((*tagged, *(found.start() for found in _opening(text))))
    for start in starts:
        if start < at:
            continue
        if start in tagged:
            found = tagged[start]
            yield Quotation(found.start("words"), found.end("words"), found.end())
            at = found.end()
            continue
        ends = _ends(text, start)
        if not ends:
            continue
        best, *others = ends
        yield Quotation(start + 1, best, best + 1, tuple(others))
        at = best + 1


def _opening(text: str) -> Iterator[re.Match[str]]:
    for found in re.finditer("[“”„«»‹›‘‚\"']", text):
        at, mark = found.start(), found.group()
        if _OPENS.match(text, at) or (mark in _OPENS_ANYWHERE and not text[at - 1 : at].isalnum()):
            yield found


def _ends(text: str, start: int) -> list[int]:
    """Where a quotation that begins at a mark may end, the likeliest first; none where it does not end."""
    mark = text[start]
    closing = _CLOSING[mark]
    sure: list[int] = []
    unsure: list[int] = []
    depth = 0
    limit = min(len(text), start + (_LONGEST_SINGLE if mark == "'" else _LONGEST))
    closing = next((sign for sign in closing if text.find(sign, start + 1, limit) >= 0), "")
    if not closing:
        return []
    for at in range(start + 1, limit):
        sign = text[at]
        if mark in "“«„‹" and sign == mark and sign not in closing:
            depth += 1
            continue
        if sign not in closing:
            continue
        if closing == mark == '"' and _OPENS.match(text, at):
            depth += 1  # one within another, or the next one: then this one has no end but an unsure one
            continue
        if text[at + 1 : at + 2].isalnum() or text[at - 1].isspace():
            continue  # an apostrophe, or the next one's beginning
        if depth:
            depth -= 1
            continue
        measure = sign in '"”' and _MEASURED.search(text, max(start, at - 2), at) is not None
        if measure and text[at + 1 : at + 2] == sign:
            continue  # inches, and the mark behind them
        owner = sign in "'’" and text[at - 1] in "sSxz" and _OWNED.match(text, at + 1) is not None
        (unsure if measure or owner else sure).append(at)
        if sure and not (measure or owner):
            break
    if mark in _SINGLE and mark == "'" and not sure:
        return []
    ends = (sure + unsure[::-1])[: _MOST + 1]
    if mark == "'" and ends and len(text[start + 1 : ends[0]].split()) < _FEWEST:
        return []
    return ends
