"""Annexes, schedules, appendices whose numbers begin again: 2.1 of Annex IV beside 2.1 of the rules.

In: the sections that the chain of numbers found, and the lines. Out: the keys of those that count within an
annex, and what is needed to read citations of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.reading.candidates import HeadingCandidate, Path
from vfdoc.reading.numbering import Numbering, Scheme

_HEADING = re.compile(r"[ ]{0,3}(?P<marks>#{1,6})[ \t]+[*_]{0,3}(?P<word>[^\W\d_]+)(?![\w-])")


class Annex(NamedTuple):
    """A heading below which numbers may begin again: its line (1-based), the depth of its mark, its key. One
    without a number has a key of its own, by which nothing is cited."""

    line: int
    level: int
    key: Key


class AnnexedNumbers(NamedTuple):
    """The keys of the sections within annexes, by line, and the annexes without a number that hold some, by
    theirs."""

    keys: dict[int, Key]
    untitled: dict[int, Key]


def annexed_numbers(
    sections: Mapping[int, tuple[HeadingCandidate, float]], texts: Sequence[str], known: Numbering
) -> AnnexedNumbers:
    """The numbers that begin again within annexes, of the numbered sections of a text by line: in an annex
    where the first of them does, up to the next annex, or to a number that goes on from those before."""
    behind = {word: s for s in known.schemes if s.series and s.kind == "rule" for word in s.words}
    annexes = sorted(_annexes(sections, texts, behind))
    keys: dict[int, Key] = {}
    last: dict[str, Path] = {}  # the highest number of each series before the annexes
    lines = sorted(sections)
    at = 0
    for annex, after in zip_longest(annexes, annexes[1:]):
        while at < len(lines) and lines[at] < annex.line:
            one = sections[lines[at]][0]
            name = one.scheme.series if one.scheme else ""
            last[name] = max(last.get(name, one.path), one.path)
            at += 1
        own: dict[int, Key] = {}
        inner: dict[str, Path] = {}
        while at < len(lines) and (after is None or lines[at] < after.line):
            one = sections[lines[at]][0]
            name = one.scheme.series if one.scheme else ""
            at += 1
            if one.line == annex.line:
                continue
            before = last.get(name)
            if before is None or one.key[: len(annex.key)] == annex.key:
                continue
            if not inner.get(name):
                if one.path > before:
                    continue
            elif one.path[0] == before[0] + 1 and one.path[0] - inner[name][0] not in (0, 1):
                at -= 1
                break
            own[one.line] = annex.key + one.key
            inner[name] = one.path
        if max(Counter(own.values()).values(), default=0) == 1:
            keys |= own
    untitled = {a.line: a.key for a in annexes if a.line not in sections}
    held = {key[: len(own)] for key in keys.values() for own in untitled.values()}
    return AnnexedNumbers(keys, {line: key for line, key in untitled.items() if key in held})


def family(one: HeadingCandidate) -> str:
    """What numbers of one count have in common: their scheme, or the word before them."""
    return one.scheme.name if one.scheme else one.word


def _annexes(
    sections: Mapping[int, tuple[HeadingCandidate, float]], texts: Sequence[str], behind: Mapping[str, Scheme]
) -> Iterator[Annex]:
    counts: Counter[str] = Counter()
    for line, (one, _) in sections.items():
        if one.scheme is not None and one.scheme.name in {s.name for s in behind.values()}:
            yield Annex(line, one.level, one.key)
    for line, text in enumerate(texts, start=1):
        if text[:4].lstrip(" ")[:1] != "#" or line in sections:
            continue
        found = _HEADING.match(text)
        if found is not None and found.group("word").upper() in behind:
            word = found.group("word").title()
            counts[word] += 1
            key = word if counts[word] == 1 else f"{word}~{counts[word]}"
            yield Annex(line, len(found.group("marks")), (key,))
