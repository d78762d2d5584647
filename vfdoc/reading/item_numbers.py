"""Items of lists within lists that are sections by their place: the first item below item 2 is 2.1, where the
text cites it so. Items that all print 1 count on as Markdown shows them. And clauses, "4.2(a)".

In: the chain of a text's numbers. Out: by line the items that are sections, each with its number whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.reading.candidates import HeadingCandidate, path_of
from vfdoc.reading.chain import Chain
from vfdoc.reading.numbering import key_of
from vfdoc.reading.words import LanguageWords

_NAMED = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{1,3}){1,5}(?!\.?\w)")
_FEWEST, _SHARE = 5, 0.6  # items of one kind that are cited, and the share of such citations that lead to one
_COUNTED = 0.8  # the same, where nothing but its place tells the number of an item
_CITED_CLAUSE = re.compile(r"\(([a-z]|\d{1,2})\)")  # behind a number: sought by its bracket, which is fast
_NUMBER_BEFORE = re.compile(r"(?<![\w.(])(\d{1,5}(?:\.\d{1,5}){0,6})[ ]?$")
_FARTHEST = 42  # characters of such a number
_BOLD = 2  # where the clauses are set in bold, and all that are cited exist
_LETTERS = 10**7
_LABEL = re.compile(
    r"(?P<indent>[ \t]*)[-*+•][ \t]+"
    r"(?P<number>(?P<of>\d{1,4}(?:\.\d{1,4}){1,6}(?P<letter>\.[a-z](?=\.[ivx]))?)"
    r"\.(?P<last>(?(letter)[ivx]{1,5}|[a-z]))(?P<closer>[.)]?))(?=[ \t])"
)
_LABELS = 2  # items so labelled that show it


class NestedItems(NamedTuple):
    """The items that are sections, by line, each with how sure that is; whether it was asked which the text
    cites, and whether some count as Markdown shows them: up to the next line that ends their list."""

    sections: dict[int, tuple[HeadingCandidate, float]]
    asked: bool = False
    counted: bool = False


@dataclass(slots=True)
class _Holding:
    """What holds items, and its last item: its number, what it prints, its line (1-based)."""

    one: HeadingCandidate
    number: int = 0
    printed: int = 0
    line: int = 0


def nested_items(read: Chain, texts: Sequence[str], words: LanguageWords) -> NestedItems:
    """The items that the whole numbers of a chain hold, level by level, as deep as the text cites them."""
    known = {one.key for one, _ in read.sections.values()}
    every = [
        (line, one, sure, by_place)
        for line, one, sure, by_place in _items(read, texts)
        if one.key not in known
    ]
    items = {line: (one, sure) for line, one, sure, _ in every}
    if len(items) < _FEWEST:
        return NestedItems({})
    text = "\n".join(texts)
    named = set(numbers_named(text)) - set(_measured(text, words))
    there = {one.key for one, _ in items.values()}
    heads = {key[:1] for key in there}
    sought = Counter(len(key) for key in named if key not in known and key[:1] in heads)
    found = Counter(len(key) for key in named & there)
    counted = {len(one.key) for _, one, _, by_place in every if by_place}
    depth = 1
    while (
        found[depth + 1] >= _FEWEST
        and found[depth + 1] >= (_COUNTED if depth + 1 in counted else _SHARE) * sought[depth + 1]
    ):
        depth += 1
    sections = {line: one for line, one in items.items() if len(one[0].key) <= depth}
    return NestedItems(sections, True, bool(counted))


def numbers_named(text: str) -> Iterator[Key]:
    """The keys of numbers of several parts that a text names anywhere: in citations, as names of places."""
    return (tuple(map(int, found.split("."))) for found in _NAMED.findall(text))


def _measured(text: str, words: LanguageWords) -> Iterator[Key]:
    """The keys of numbers that a unit follows in a text, and of those from which a range leads to one: "from
    10.6 to 11.7 km"."""
    number = r"\d{1,3}\.\d{1,3}"
    unit = rf"[ ]?(?:{words.unit.pattern})"
    pattern = rf"(?<![\w.,])(?:({number})[ ]?(?:[-–]|{words.through})[ ]?)?({number}){unit}"
    for found in re.finditer(pattern, text, re.IGNORECASE):
        yield from (tuple(map(int, one.split("."))) for one in found.groups() if one)


def _items(read: Chain, texts: Sequence[str]) -> Iterator[tuple[int, HeadingCandidate, float, bool]]:
    """The whole numbers set in below one another, by line, each with its number and key whole: those that
    count from 1 below what holds them. Whether the number is not that which stands there."""
    lines = sorted([*((line, True) for line in read.sections), *((one.line, False) for one, _ in read.left)])
    left = {one.line: one for one, _ in read.left}
    holding: list[_Holding] = []
    sure = 0.0
    for line, is_section in lines:
        if is_section:
            one, sure = read.sections[line]
            holding = [_Holding(one)] if len(one.path) == 1 and one.number.isdecimal() else []
            continue
        one = left[line]
        if not holding or one.word or one.level or not one.number.isdecimal() or one.carrier != "line":
            continue
        while len(holding) > 1 and holding[-1].one.indent >= one.indent:
            holding.pop()
        host = holding[-1]
        inside = one.indent > host.one.indent or host.one.level > 0
        number = _number(host, one, texts) if inside else None
        if number is None:
            continue
        host.number, host.printed, host.line = number, one.path[0], line
        key = (*host.one.key, number)
        item = replace(one, number=f"{host.one.number}.{number}", key=key, path=path_of(key))
        holding.append(_Holding(item))
        yield line, item, sure, number != one.path[0]


def _number(host: _Holding, one: HeadingCandidate, texts: Sequence[str]) -> int | None:
    """How an item counts below what holds it: as it prints, or, where each prints 1, by its place in their
    list; None where it counts nothing."""
    printed = one.path[0]
    if printed == host.printed == 1:
        return host.number + 1 if _is_one_list(texts, host.line, one) else None
    counted = host.number != host.printed  # "1. 1. 2.": nobody can say which is meant
    return None if counted or printed < max(host.number, 1) or (not host.number and printed != 1) else printed


def _is_one_list(texts: Sequence[str], line: int, one: HeadingCandidate) -> bool:
    """Whether all that stands between an item (its line, 1-based) and the next belongs to it: set in, or
    right below a line of it."""
    between = texts[line - 1 : one.line - 1]
    return all(
        not text.strip() or bool(above.strip()) or len(text) - len(text.lstrip()) > one.indent
        for above, text in pairwise(between)
    )


def cited_items(
    read: Chain, texts: Sequence[str], found: Callable[[], Sequence[HeadingCandidate]]
) -> dict[int, tuple[HeadingCandidate, float]]:
    """The items that are sections, since the text cites them so ("4.2(a)"): each with its number whole."""
    sections = {one.key: line for line, (one, _) in read.sections.items()}
    lines = sorted(read.sections)
    cited = [pair for pair in cited_clauses("\n".join(texts)) if pair[0] in sections]
    if len(cited) < _BOLD:
        return {}
    items: dict[int, list[HeadingCandidate]] = defaultdict(list)
    for one in found():
        at = bisect_right(lines, one.line) - 1
        if at >= 0 and one.line not in read.sections:
            items[lines[at]].append(one)
    there = {(line, one.key): one for line, below in items.items() for one in below}
    found_there = [there[key] for n, clause in cited if (key := (sections[n], clause)) in there]
    bold = all("bold" in one.carrier for one in found_there)
    each = {(sections[n], clause) for n, clause in cited}  # what does not exist is one slip, cited six times
    share = max(len(found_there) / len(cited), len(each & there.keys()) / len(each))
    if share < _SHARE or (len(found_there) < _FEWEST and not (bold and len(found_there) == len(cited))):
        return {}
    looks = Counter(one.carrier for one in found_there)
    clauses: dict[int, tuple[HeadingCandidate, float]] = {}
    for line, below in items.items():
        (host, sure), expected, indent = read.sections[line], 1, 0
        for one in below:
            rank = one.path[0] % _LETTERS
            again = rank == 1 and expected > _BOLD + 1 and one.indent == indent  # "Option 2", and (1) again
            if not (rank == expected or again) or not looks[one.carrier]:
                continue
            indent = one.indent if rank == 1 else indent
            expected = rank + 1
            number = f"{host.number}({one.number})"
            clauses[one.line] = (replace(one, number=number, key=host.key + one.key), sure)
    return clauses


def is_labelled(text: str) -> bool:
    """Whether a line is an item with a number and letters as its label: "* 4.3.a the price"."""
    return _LABEL.match(text) is not None


def labelled_items(read: Chain, texts: Sequence[str]) -> dict[int, tuple[HeadingCandidate, float]]:
    """The items that are sections, since they print the number of the section in which they stand with a
    letter behind it, "* 4.3.a the price" in 4.3, and a Roman number behind that, "* 4.3.a.ii", by line."""
    lines = sorted(read.sections)
    found: dict[int, tuple[HeadingCandidate, float]] = {}
    inside: Key = ()  # the last item with a letter
    for line, text in enumerate(texts, start=1):
        label = _LABEL.match(text) if line not in read.sections else None
        at = bisect_right(lines, line) - 1
        if label is None or at < 0:
            continue
        (host, sure), own = read.sections[lines[at]], key_of(label["of"])
        if own != (inside if label["letter"] else host.key):
            continue
        key = (*own, label["last"])
        inside = inside if label["letter"] else key
        start, end = label.start("number"), label.end("number")
        number = label["number"].rstrip(".)")
        one = HeadingCandidate(
            line=line, start=start, end=end, carrier="item", level=0, indent=len(label["indent"]), word="",
            scheme=None, number=number, closer=label["closer"], key=key, path=path_of(key),
            rest=text[end:].strip(), blank=False,
        )  # fmt: skip
        found[line] = (one, sure)
    return found if len(found) >= _LABELS else {}


def cited_clauses(text: str) -> list[tuple[Key, Key]]:
    """The clauses that a text cites by a number before them, "4.2(a)": the keys of both."""
    return [
        (key_of(before.group(1)), key_of(clause.group(1)))
        for clause in _CITED_CLAUSE.finditer(text)
        if text[max(clause.start() - 2, 0) : clause.start()].strip(" \n")[-1:].isdecimal()
        and (before := _NUMBER_BEFORE.search(text[max(clause.start() - _FARTHEST, 0) : clause.start()]))
    ]
