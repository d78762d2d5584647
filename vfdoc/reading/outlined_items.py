"""Items of an outline that are sections, since the text cites them by their path: "A.", "1.", "a." below
"II. Money" where it says "rule II.A.1.a" or "Article 4.B".

In: the chain of a text's numbers. Out: by line the items, each with its number whole, as it is cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.model.passage import ROMANS
from vfdoc.reading.candidates import HeadingCandidate, path_of
from vfdoc.reading.chain import Chain
from vfdoc.reading.numbering import OUTLINED, Scheme, numeral_path

_PARTS = r"\.[A-Z](?:\.(?:\d{1,2}|[a-z]|[ivx]{2,5}))*"
_IN_BRACKETS = r"\([A-Z]\)(?:\((?:\d{1,2}|[a-z]|[ivx]{2,5})\))*"
_CITED = re.compile(
    rf"(?<![\w.@/-])(?:[IVXLC]{{1,7}}|\d{{1,3}})(?:{_PARTS}|(?P<inside>{_IN_BRACKETS}))(?![\w@-]|\.\w)"
)
_LABEL = re.compile(
    r"(?P<indent>[ \t>]*)(?:[-*+][ \t]+)?[*_]{0,3}"
    r"(?P<number>\(?(?P<mark>#|[A-Z]|\d{1,2}|[a-z]|[ivx]{2,5})(?P<end>[.)]))"
    r"[*_]{0,3}[ \t\xa0]+(?=\S)"
)
_FEWEST, _SHARE = 3, 0.7  # citations of items, and the share of those of such a form that lead to one
_SKIPPED = 2  # how far one item may stand behind the one before it: one may be lost
_SURE = 0.95
_NEXT = "#"  # of lists as pandoc counts them
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COUNTS: tuple[Sequence[str], ...] = (
    _CAPITALS,
    tuple(map(str, range(1, 100))),
    _CAPITALS.lower(),
    ROMANS,
)


class OutlinedItems(NamedTuple):
    """The items, by line, each with how sure that is; the scheme by which they are cited."""

    sections: dict[int, tuple[HeadingCandidate, float]]
    schemes: tuple[Scheme, ...]


@dataclass(slots=True)
class _Level:
    """A list that goes on: what it counts in, the form of its marks, how far it is set in, its last item;
    whether all its items print the first mark, as Markdown counts them."""

    count: Sequence[str]
    form: str
    indent: int
    at: int = 0
    counted: bool = False

    def steps(self, form: str, indent: int, mark: str) -> int:
        """How far an item stands behind the last one of the list; 0 where it is none of it."""
        if form != self.form or mark not in (_NEXT, *self.count):
            return 0
        if mark == _NEXT or (mark == self.count[0] and (self.counted or not self.at)):
            return int(indent == self.indent)
        return self.count.index(mark) - self.at


def outlined_items(read: Chain, texts: Sequence[str], composed: Mapping[int, Key]) -> OutlinedItems | None:
    """The items below the sections of a chain that count from A on, with what is set out below them as deep
    as the text cites it; None where it does not. `composed` are the keys of sections that count within
    others, by line."""
    found = list(_CITED.finditer("\n".join(texts)))
    inside = 2 * sum(each["inside"] is not None for each in found) > len(found)
    every = {one.key: (line, one, sure) for line, one, sure in _items(read, texts, composed, inside=inside)}
    cited = [numeral_path(re.sub(r"\)?\(", ".", each.group()).rstrip(")")) for each in found]
    good = [key for key in cited if key in every]
    known = {composed.get(line, one.key) for line, (one, _) in read.sections.items()}
    there = [key for key in cited if key[:1] in known and key not in known]
    if len(good) < max(_FEWEST, _SHARE * len(there)):
        return None
    deepest = max(map(len, good))
    sections = {line: (one, sure) for key, (line, one, sure) in every.items() if len(key) <= deepest}
    romans = {one.number[:1].isalpha() for one, _ in sections.values()}
    first = "|".join(("[IVXLC]{1,7}",) * (True in romans) + (r"\d{1,3}",) * (False in romans))
    pattern = rf"(?:{first})(?:{_IN_BRACKETS if inside else _PARTS})"
    return OutlinedItems(sections, (Scheme(f"outline{OUTLINED}", pattern=pattern),))


def _items(
    read: Chain, texts: Sequence[str], composed: Mapping[int, Key], *, inside: bool
) -> Iterator[tuple[int, HeadingCandidate, float]]:
    """The items in order below each section whose key begins with its number, by line; `inside` says that
    the parts of their numbers stand in brackets."""
    part = "({})".format if inside else ".{}".format
    lines = sorted(read.sections)
    numbers: dict[Key, str] = {}
    for line, after in zip_longest(lines, lines[1:], fillvalue=len(texts) + 1):
        host, sure = read.sections[line]
        key = composed.get(line, host.key)
        above = numbers.get(key[: -len(host.key)], "") if line in composed else ""
        number = numbers[key] = above + part(host.number) if above else host.number
        if not isinstance(key[0], int) or host.number != host.number.upper():
            continue
        levels: list[_Level] = []
        for at in range(line + 1, after):
            label = _LABEL.match(texts[at - 1])
            if label is None or not _counts_on(label, levels, lettered=len(key) > 1):
                continue
            parts = [level.count[level.at] for level in levels]
            own = (*key, *(int(part) if part.isdecimal() else part for part in parts))
            yield at, _section(at, label, number + "".join(map(part, parts)), own), min(sure, _SURE)


def _counts_on(label: re.Match[str], levels: list[_Level], *, lettered: bool) -> bool:
    """Whether an item goes on from those before it, which are then those that hold it and itself: it is the
    next of a list, else the first of one below the last item, else the next but one of a list."""
    mark, form = label["mark"], label["number"][:1] * (label["number"][0] == "(") + label["end"]
    indent = len(label["indent"].expandtabs())
    for steps in range(1, _SKIPPED + 1):
        for depth in range(len(levels) - 1, -1, -1):
            level = levels[depth]
            if level.steps(form, indent, mark) == steps:
                level.counted = mark in (_NEXT, level.count[0])
                level.at += steps
                del levels[depth + 1 :]
                return level.at < len(level.count)
        for count in _COUNTS if steps == 1 else ():
            if count[0] != mark or not (levels or lettered or count is _CAPITALS):
                continue
            if any(level.count is count and level.form == form for level in levels):
                return False  # nobody can say of which item it is
            levels.append(_Level(count, form, indent))
            return True
    return False


def _section(line: int, label: re.Match[str], number: str, key: Key) -> HeadingCandidate:
    end = label.end("number")
    return HeadingCandidate(
        line=line, start=label.start("number"), end=end, carrier="line", level=0, indent=0, word="",
        scheme=None, number=number, closer=label["end"], key=key, path=path_of(key),
        rest=label.string[end:].strip("*_ \t"), blank=True,
    )  # fmt: skip
