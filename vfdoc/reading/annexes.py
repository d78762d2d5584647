"""Headings below which numbers begin again: annexes, schedules, appendices (2.1 of Annex IV beside 2.1 of the
rules), and those of a higher mark ("### 1." under "## B.", "### A." under "## Article I").

In: the sections that the chain of numbers found, and the lines. Out: the keys of those that count within an
annex, and what is needed to read citations of them; the kind of each heading of an outline by marks, by which
`numbered` puts its numbers together with what they stand under.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.reading.candidates import HeadingCandidate, Path, path_of
from vfdoc.reading.chain import Chain
from vfdoc.reading.headings import Heading
from vfdoc.reading.numbering import Numbering, Scheme, is_roman

_HEADING = re.compile(r"[ ]{0,3}(?P<marks>#{1,6})[ \t]+[*_]{0,3}(?P<word>[^\W\d_]+)(?![\w-])")

# "# 2nd Addendum: Members"
_TH = re.compile(
    r"[ ]{0,3}(?P<marks>#{1,6})[ \t]+[*_]{0,3}(?P<at>\d{1,2})(?:st|nd|rd|th)[ \t](?P<word>[^\W\d_]+)\b"
)

DIVIDER = "/"
"""The kind of headings that stand between those of two words; in an outline their depth is behind it."""
_TWICE = 2  # counts that begin again, at least
_ONCE = 0.9  # share of the numbers of an annex that stand there once: others are slips
_MOSTLY = 0.7  # share of the ones that begin one: another may be a slip


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
        first: dict[str, Path] = {}
        while at < len(lines) and (after is None or lines[at] < after.line):
            one = sections[lines[at]][0]
            name = one.scheme.series if one.scheme else ""
            at += 1
            if one.line == annex.line:
                continue
            before = last.get(name)
            if one.key[: len(annex.key)] == annex.key:
                continue
            if before is None:  # the first count of a text is its own
                first[name] = max(first.get(name, one.path), one.path)
                continue
            if not inner.get(name):
                if one.path > before:
                    continue
            elif one.path[0] == before[0] + 1 and one.path[0] - inner[name][0] not in (0, 1):
                at -= 1
                break
            own[one.line] = annex.key + one.key
            inner[name] = one.path
        last = first | last
        if len(set(own.values())) >= _ONCE * len(own):
            keys |= own
    untitled = {a.line: a.key for a in annexes if a.line not in sections}
    held = {key[: len(own)] for key in keys.values() for own in untitled.values()}
    return AnnexedNumbers(keys, {line: key for line, key in untitled.items() if key in held})


def titled_so(headings: Mapping[int, Heading], known: Numbering) -> dict[int, Key]:
    """The keys of annexes whose heading has a number of the text's own count before it ("10. Appendix A:
    Lamps"), by line: those that no other heading bears."""
    words = [word for s in known.schemes if s.series and s.kind == "rule" for word in s.words]
    begins = re.compile(
        rf"(?P<word>{'|'.join(words) or '(?!)'})[ \xa0](?P<number>[A-Z]|\d{{1,2}}|[IVX]{{2,4}})"
        r"(?=:)",
        re.IGNORECASE,
    )
    found: dict[int, Key] = {}
    for line, heading in headings.items():
        title = begins.match(heading.title) if heading.number is not None and not heading.entry else None
        scheme = known.scheme_of(title["word"].upper()) if title is not None else None
        if title is not None and scheme is not None:
            found[line] = known.key(title["number"], scheme.series)
    counts = Counter([*found.values(), *(heading.key for heading in headings.values() if not heading.entry)])
    return {line: key for line, key in found.items() if counts[key] == 1}


def may_head(one: HeadingCandidate) -> bool:
    """Whether a number may head a section: that of a scheme that stands alone is behind a mark, or nothing
    stands behind it on its line, and it has no parts."""
    if one.scheme is None or not one.scheme.alone:
        return True
    return "." not in one.number and (one.level > 0 or not one.rest.strip("*_ "))


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
    yield from _counted_annexes(sections, texts)


def _counted_annexes(sections: Container[int], texts: Sequence[str]) -> Iterator[Annex]:
    """The headings of one mark that count a word from the first on, whatever it is: "1st Addendum", "2nd
    Addendum"."""
    series: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for line, text in enumerate(texts, start=1):
        if text[:4].lstrip(" ")[:1] == "#" and line not in sections and (found := _TH.match(text)):
            series[found["marks"], found["word"]].append((int(found["at"]), line))
    for (marks, word), places in series.items():
        if len(places) >= _TWICE and [at for at, _ in places] == list(range(1, len(places) + 1)):
            for at, line in places:
                yield Annex(line, len(marks), (f"{word}~{at}" if at > 1 else word,))


def with_outline(read: Chain) -> tuple[Chain, dict[int, str]]:
    """The sections, those of letters that begin again under the headings of a Roman count (A, B under I, II),
    or under higher headings with a word (under "Article I", "Sec. 2"), as letters. And by line the kinds of
    these, and of whole numbers that begin again under headings of a higher mark."""
    levels: dict[int, list[int]] = defaultdict(list)
    for line, (one, _) in sorted(read.sections.items()):
        if one.level and not one.word and len(one.path) == 1 and one.number.isalpha():
            levels[one.level].append(line)
    sections, kinds = dict(read.sections), dict[int, str]()
    top = min(levels, default=0)
    worded = min((one.level for one, _ in read.sections.values() if one.level and one.word), default=top)
    whole = _whole_numbers(read.sections)
    for level, lines in levels.items():
        ones = [read.sections[line][0] for line in lines]
        letters = sum(not is_roman(one.number) for one in ones)
        begins = sum(one.number.casefold() == "a" for one in ones)
        if level == top and (worded >= top or begins < _TWICE) and not whole:
            continue
        if any(len(one.number) > 1 for one in ones) or 2 * letters < len(ones):
            continue
        for line, one in zip(lines, ones, strict=True):
            key: Key = (one.number,)
            sections[line] = (replace(one, key=key, path=path_of(key)), read.sections[line][1])
            kinds[line] = f"{DIVIDER}{level}"
    if kinds or (whole and levels):
        kinds |= dict.fromkeys(levels[top], f"{DIVIDER}{top}")
    return read._replace(sections=_without_one(sections)), kinds | whole


def _without_one(
    sections: Mapping[int, tuple[HeadingCandidate, float]],
) -> dict[int, tuple[HeadingCandidate, float]]:
    """The sections, those of a word that are 1.01, 1.02 under each heading of another word (Section 1.01 of
    Article I and of Article II) to be counted by what is behind their 1, which counts nothing."""
    ones: dict[str, list[HeadingCandidate]] = defaultdict(list)
    above: dict[str, list[str]] = defaultdict(list)  # the words above the first number of each count
    before = ""
    for _, (one, _) in sorted(sections.items()):
        name = family(one)
        ones[name].append(one)
        if one.path == (1, 1):
            above[name].append(before)
        before = name if one.word else before
    found = dict(sections)
    for name, own in ones.items():
        hosted = sum(host not in ("", name) for host in above[name])
        if (
            name
            and hosted == len(above[name]) >= _TWICE
            and all(len(one.path) == _TWICE and one.path[0] == 1 for one in own)
        ):
            found |= {one.line: (replace(one, path=one.path[1:]), sections[one.line][1]) for one in own}
    return found


def _whole_numbers(sections: Mapping[int, tuple[HeadingCandidate, float]]) -> dict[int, str]:
    """The kinds of headings with a whole number that stand under marks: where 1 begins again below higher
    headings in letters, Roman numbers or with a word, and no longer number counts on from them."""
    marked = [one for _, (one, _) in sorted(sections.items()) if one.level]
    levels: dict[int, list[int]] = defaultdict(list)
    for at, one in enumerate(marked):
        if _is_whole(one):
            levels[one.level].append(at)
    longer = {one.path[0] for one, _ in sections.values() if len(one.path) > 1 and not one.word}
    found: dict[int, str] = {}
    for level, places in levels.items():
        firsts = [at for at in places if marked[at].path == (1,)]
        hosted = sum(_has_host(marked, at) for at in firsts)
        alone = not longer & {marked[at].path[0] for at in places}
        if alone and hosted >= max(_TWICE, _MOSTLY * len(firsts)) and places[0] == firsts[0]:
            found |= {marked[at].line: f"{DIVIDER}{level}" for at in places}
    return found


def _is_whole(one: HeadingCandidate) -> bool:
    return not one.word and len(one.path) == 1 and one.number.isdecimal()


def _has_host(marked: Sequence[HeadingCandidate], at: int) -> bool:
    """Whether the heading of a higher mark above a number counts in letters or with a word, and stands behind
    the number before it."""
    for above in range(at - 1, -1, -1):
        if marked[above].level < marked[at].level:
            return bool(marked[above].word) or marked[above].number.isalpha()
        if _is_whole(marked[above]) and marked[above].level == marked[at].level:
            return False
    return False
