"""Items of lists within lists that are sections by their place: the first item below item 2 is 2.1, where the
text cites it so. Items that all print 1 count on as Markdown shows them. And clauses, "4.2(a)".
Numbers that count anew below headings of words: "A." below "II", "1." below "Article IV". Those are sections
by their look, where nearly all of it count so (`numbers_below`); or since the text cites them so, "Article
IV, Section 1", though the word stands before none of them, and titles stand between (`cited_below`).
And parts that are told by capital letters, "A Scope. …", "A(1)(b) …", "A. Nobody …", where these stand in
order below their section and the text cites them so: "section A of this rule", "Rule 7 A".

In: the chain of a text's numbers. Out: by line the items that are sections, each with its number whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Key, LeftOut
from vfdoc.model.passage import ROMANS
from vfdoc.model.session import constant
from vfdoc.reading.candidates import SMALL, HeadingCandidate, path_of
from vfdoc.reading.chain import Chain
from vfdoc.reading.citation_forms import SPACE
from vfdoc.reading.numbering import Numbering, key_of
from vfdoc.reading.words import LanguageWords

_NAMED = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{1,3}){1,5}(?!\.?\w)")
_FEWEST, _SHARE = 5, 0.6  # items of one kind that are cited, and the share of such citations that lead to one
_COUNTED = 0.8  # the same, where nothing but its place tells the number of an item
_CITED_CLAUSE = re.compile(r"\(([a-z]|\d{1,2})\)")  # behind a number: sought by its bracket, which is fast
_NUMBER_BEFORE = re.compile(r"(?<![\w.(])(\d{1,5}(?:\.\d{1,5}){0,6})[ ]?$")
_FARTHEST = 42  # characters of such a number
_BOLD = 2  # where the clauses are set in bold, and all that are cited exist
_HOSTED = 0.8  # of the numbers of a look, those that count so; of those cited, those that stand there
_SEVERAL = 2  # headings below which they count
_SHOWN = 80
_LABEL = re.compile(
    r"(?P<indent>[ \t]*)[-*+•][ \t]+"
    r"(?P<number>(?P<of>\d{1,4}(?:\.\d{1,4}){1,6}(?P<letter>\.[a-z](?=\.[ivx]))?)"
    r"\.(?P<last>(?(letter)[ivx]{1,5}|[a-z]))(?P<closer>[.)]?))(?=[ \t])"
)
_LABELS = 2  # items so labelled that show it

_INSIDE = r"\((?:\d{1,2}|[a-z]|[ivxl]{2,5}|[A-Z])\)"
CLAUSES = rf"{_INSIDE}(?:[ \xa0]?{_INSIDE}){{0,4}}"
PART = rf"[A-Z](?:[ \xa0]?{CLAUSES})?(?![\w(]|[.'’]\w)"
"""A part where it is cited: D, D(6), D (1), D(2)(d)(ii); what stands in brackets alone."""

PART_NUMBER = re.compile(r"(?P<base>[^()]*\d[^()]*)\((?P<letter>[A-Z])\)")
_PART_LABEL = re.compile(
    r"(?P<number>(?P<letter>[A-Z])(?P<inside>(?:\((?:\d{1,2}|[a-z]|[ivxl]{2,5})\)){0,5}))(?P<closer>[.)]?)"
    r"[ \t\xa0]+(?=[\W_]{0,3}[^\W\d_])"
)
_PARTS_SKIPPED = 2  # how far one part may stand behind the one before it: one may be lost
_NEAR_PARTS = 40  # parts behind one among which the next letter stands
_PART_SURE = 0.95
_FIRST_PARTS = ("A", "1", "a", "i")


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
            rank = one.path[0] % SMALL
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


def labelled_items(
    read: Chain, texts: Sequence[str], known: Numbering, words: LanguageWords
) -> dict[int, tuple[HeadingCandidate, float]]:
    """The items that are sections by their labels, and the parts that letters tell, by line."""
    return _labelled_items(read, texts) | _lettered_parts(read, texts, known, words)


def _labelled_items(read: Chain, texts: Sequence[str]) -> dict[int, tuple[HeadingCandidate, float]]:
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


Below = dict[int, tuple[HeadingCandidate, float, Key]]
"""Numbers that are sections, by line, each with how sure that is and its key."""


class CitedBelow(NamedTuple):
    """The items that are sections since the text cites them so; the scheme of the word by which it does, with
    how long the keys of the headings are under which they count; whether it was asked which it cites.
    `unread` are items that it cites so and that are none, since others of their list do not count on."""

    items: Below
    hosts: tuple[tuple[str, int], ...] = ()
    asked: bool = False
    unread: tuple[LeftOut, ...] = ()


def cited_below(read: Chain, texts: Sequence[str], known: Numbering, words: LanguageWords) -> CitedBelow:
    """The items below headings of a word, where they count from 1 below each and nearly all numbers of
    another word that the text says to be of such a heading are among them: "Article III, Section 18", where
    18. stands below "Article III" and no heading has the word "Section"."""
    looks = _lists_below(read)
    if not any(
        len(lists) >= _SEVERAL and sum(map(len, lists.values())) >= _FEWEST for lists in looks.values()
    ):
        return CitedBelow({})
    told = _told(read, "\n".join(texts), known, words)
    for name, cited in told.items():
        for lists in looks.values():
            counting = [line for line, items in lists.items() if _counts(items)]
            there = {(*read.sections[line][0].key, one.path[0]) for line in counting for one in lists[line]}
            others = {read.sections[line][0].key for line in lists.keys() - set(counting)}
            good = len(cited & there)
            if good < max(_FEWEST, _HOSTED * len(cited)) or not others.isdisjoint(key[:-1] for key in cited):
                continue
            found: Below = {}
            for line in counting:
                host, sure = read.sections[line]
                found |= {o.line: (o, min(sure, _HOSTED), host.key + o.key) for o in lists[line]}
            return CitedBelow(found, ((name, 1),), asked=True)
    named = set().union(*told.values())
    unread: dict[int, LeftOut] = {}
    for lists in looks.values():
        for line, items in lists.items():
            for one in items:
                key = (*read.sections[line][0].key, one.path[0])
                shown = texts[one.line - 1].strip()[:_SHOWN]
                if key in named:
                    unread[one.line] = LeftOut(one.line, one.start + 1, one.number, (key,), shown, "cited")
    return CitedBelow({}, asked=True, unread=tuple(unread.values()))


def _lists_below(read: Chain) -> dict[object, dict[int, list[HeadingCandidate]]]:
    """By their look the whole numbers right below headings of a word, by the line of the heading."""
    lines = sorted(read.sections)
    looks: dict[object, dict[int, list[HeadingCandidate]]] = defaultdict(lambda: defaultdict(list))
    for one, _ in read.left:
        at = bisect_right(lines, one.line) - 1
        plain = one.number.isdecimal() and one.carrier == "line" and not (one.word or one.level)
        if plain and at >= 0 and _is_host(read.sections[lines[at]][0]):
            looks[one.bucket][lines[at]].append(one)
    return looks


def _is_host(one: HeadingCandidate) -> bool:
    """Whether a heading is a whole number behind a word of the common count: Article IV."""
    scheme = one.scheme
    return bool(one.word and one.level) and len(one.path) == 1 and scheme is not None and not scheme.series


def _counts(items: Sequence[HeadingCandidate]) -> bool:
    """Whether items count from 1 on, and nothing else but for one that stands twice, or is missing, or both:
    one that bears the number of the one beside it."""
    steps = [other.path[0] - one.path[0] for one, other in pairwise(items)]
    slips = [step for step in steps if step != 1]
    return items[0].path == (1,) and slips in ([], [0], [2], [0, 2], [2, 0])


def _told(read: Chain, text: str, known: Numbering, words: LanguageWords) -> dict[str, set[Key]]:
    """The numbers that a text says to be of headings, by the scheme of a word that stands before no heading's
    number: "Article III, Section 18", "Section 2 of Article III", "Section 2 of this Article"."""
    headed = {one.scheme.name for one, _ in read.sections.values() if one.scheme is not None and one.word}
    hosts = {line: one for line, (one, _) in read.sections.items() if _is_host(one)}
    keys = {(one.scheme.name if one.scheme else "", one.key) for one in hosts.values()}
    outer = [word for word, s in known.by_word.items() if any(name == s.name for name, _ in keys)]
    inner = [
        word for word, s in known.by_word.items() if s.name not in headed and not s.series and word.isalpha()
    ]
    told: dict[str, set[Key]] = defaultdict(set)
    if not (outer and inner):
        return told
    over = rf"(?i:(?P<outer>{'|'.join(outer)})){SPACE}(?P<over>\d{{1,3}}|[IVXLC]{{1,7}})"
    part = rf"(?i:(?P<inner>{'|'.join(inner)})s?){SPACE}(?P<part>\d{{1,3}})"
    of = rf"(?i:{words.works.of}){SPACE}(?:(?i:{words.works.the}){SPACE})?"
    for pattern in (rf"(?<!\w){over},?{SPACE}{part}(?!\w|\.\d)", rf"(?<!\w){part}{SPACE}{of}{over}(?!\w)"):
        for found in re.finditer(pattern, text):
            key = known.key(found["over"])
            if (known.by_word[found["outer"].upper()].name, key) in keys:
                told[known.by_word[found["inner"].upper()].name].add((*key, int(found["part"])))
    return told


def numbers_below(read: Chain, texts: Sequence[str]) -> dict[int, tuple[HeadingCandidate, float, Key]]:
    """Letters and whole numbers that count anew under headings of words, Roman numbers or letters ("A." under
    "II", "1." under "Article IV"), by line, each with its key: where nearly all of their look do so."""
    lines = sorted(read.sections)
    looks: dict[object, list[tuple[HeadingCandidate, int]]] = defaultdict(list)
    for one, _ in read.left:
        at = bisect_right(lines, one.line) - 1
        if at >= 0 and len(one.path) == 1 and one.number.isalnum() and not (one.word or one.level):
            looks[one.bucket].append((one, lines[at]))
    found: dict[int, tuple[HeadingCandidate, float, Key]] = {}
    for members in looks.values():
        series: list[list[tuple[HeadingCandidate, int]]] = []
        for one, line in members:
            if one.path[0] % SMALL == 1:
                series.append([(one, line)])
            elif series and series[-1][-1][1] == line and series[-1][-1][0].path[0] + 1 == one.path[0]:
                series[-1].append((one, line))
        series = [run for run in series if len(run) > 1 and _opens(read.sections[run[0][1]][0], run, texts)]
        if sum(map(len, series)) < _HOSTED * len(members):
            continue
        for run in series:
            host, sure = read.sections[run[0][1]]
            for one, _ in run:
                found[one.line] = (one, min(sure, _HOSTED), host.key + one.key)
    return found


def _opens(host: HeadingCandidate, run: Sequence[tuple[HeadingCandidate, int]], texts: Sequence[str]) -> bool:
    """Whether numbers divide the section of `host`: it counts in words or letters, and titles stand behind
    them, or nothing stands above the first."""
    if len(host.path) > 1 or not (host.word or host.number.isalpha()):
        return False
    first = run[0][0]
    if first.path[0] >= SMALL:
        return all(one.alone for one, _ in run)
    between = [text for text in texts[host.line : first.line - 1] if text.strip()]
    return all(text.isupper() for text in between) and all(one.told or one.alone for one, _ in run)


class _LetteredPart(NamedTuple):
    line: int
    parts: tuple[str, ...]
    found: re.Match[str]


def is_part(number: str) -> bool:
    """Whether a number is that of a part that a letter tells: 7(D), 7(D)(6)."""
    return PART_NUMBER.match(number) is not None


def label_at(text: str, at: int) -> str | None:
    """The letter with which a line that begins at a place does, with what stands in brackets behind it."""
    found = _PART_LABEL.match(text, at)
    return found["number"] if found is not None else None


def parts_named(text: str, words: LanguageWords, known: Numbering) -> list[tuple[str, str, int]]:
    """The parts that a text cites by a letter, each with the number of the section before it ("" where none
    stands there) and its place: ("7", "D(6)", 120), ("", "D", 300)."""
    pattern = _cited(words, known)
    return [(found["of"] or "", found["part"], found.start()) for found in pattern.finditer(text)]


@constant
def _cited(words: LanguageWords, known: Numbering) -> re.Pattern[str]:
    named = "|".join(word for word in known.by_word if word.isalpha())
    return re.compile(
        rf"(?<!\w)(?i:(?:{words.parts}|(?:{named})s?)){SPACE}(?:(?P<of>\d{{1,3}}(?:\.\d{{1,3}})*)[ \xa0])?"
        rf"(?P<part>{PART})"
    )


def _lettered_parts(
    read: Chain, texts: Sequence[str], known: Numbering, words: LanguageWords
) -> dict[int, tuple[HeadingCandidate, float]]:
    """The parts that are sections, by line: in order below their section, and nearly all that the text cites
    so are among them."""
    lines = sorted(read.sections)
    below: dict[int, list[_LetteredPart]] = {}
    for line, text in enumerate(texts, start=1):
        found = _PART_LABEL.match(text) if line not in read.sections else None
        at = bisect_right(lines, line) - 1
        if found is not None and at >= 0:
            parts = (found["letter"], *re.findall(r"\w+", found["inside"]))
            below.setdefault(lines[at], []).append(_LetteredPart(line, parts, found))
    if not below:
        return {}
    series = {line: in_order for line, own in below.items() if len(in_order := _parts_in_order(own)) > 1}
    if not _are_parts_cited(read, texts, series, known, words):
        return {}
    sections: dict[int, tuple[HeadingCandidate, float]] = {}
    for line, own in series.items():
        host, sure = read.sections[line]
        for label in own:
            sections[label.line] = (_part_section(host, label), min(sure, _PART_SURE))
    return sections


def _part_section(host: HeadingCandidate, label: _LetteredPart) -> HeadingCandidate:
    key = (*host.key, *_key(label.parts))
    end = label.found.end("closer")
    return HeadingCandidate(
        line=label.line, start=0, end=end, carrier="line", level=0, indent=0, word="", scheme=None,
        number=host.number + "".join(f"({part})" for part in label.parts), closer=label.found["closer"],
        key=key, path=path_of(key), rest=label.found.string[end:].strip(), blank=True,
    )  # fmt: skip


def _key(parts: Sequence[str]) -> Key:
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def _parts_in_order(labels: Sequence[_LetteredPart]) -> Sequence[_LetteredPart]:
    """Those of one section that count on from A, each behind the one before it; where a sentence begins with
    "A" above the part A, the last of them is meant."""
    found: list[_LetteredPart] = []
    for at, label in enumerate(labels):
        begins = all(part in _FIRST_PARTS for part in label.parts) and label.parts[0] == "A"
        if begins and (not found or found[-1].parts == label.parts == ("A",)):
            found = [label]
        elif found and (
            follows(found[-1].parts, label.parts)
            or _stands_twice(found[-1], label, labels[at + 1 : at + _NEAR_PARTS])
        ):
            found.append(label)
    return found


def _stands_twice(before: _LetteredPart, one: _LetteredPart, after: Sequence[_LetteredPart]) -> bool:
    """Whether a letter stands again in the place of the next, and that behind goes on: A, B, B, D."""
    letter = one.parts[0]
    further = next((each.parts[0] for each in after if each.parts[0] != letter), letter)
    alike = one.parts == (before.parts[0],) and letter not in "AI"
    return alike and ord(further) - ord(letter) == _PARTS_SKIPPED


def follows(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a part may stand behind another: it begins what that holds, or is next to it or to one above
    it, or begins what such a one holds."""
    depth = next((at for at, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), -1)
    if depth < 0:
        return len(after) > len(before) and all(part in _FIRST_PARTS[1:] for part in after[len(before) :])
    steps = _steps(before[depth], after[depth])
    return 0 < steps <= _PARTS_SKIPPED and all(part in _FIRST_PARTS[1:] for part in after[depth + 1 :])


def _steps(before: str, after: str) -> int:
    """How many steps of one kind lead from a part to another: 1 from A to B, from 9 to 10, from (ii) to
    (iii); 0 where none do."""
    if before.isdecimal() and after.isdecimal():
        return int(after) - int(before)
    if before in ROMANS and after in ROMANS and (steps := ROMANS.index(after) - ROMANS.index(before)) > 0:
        return steps
    alike = len(before) == len(after) == 1 and before.isupper() == after.isupper()
    return ord(after) - ord(before) if alike and before.isalpha() and after.isalpha() else 0


def _are_parts_cited(
    read: Chain,
    texts: Sequence[str],
    series: Mapping[int, Sequence[_LetteredPart]],
    known: Numbering,
    words: LanguageWords,
) -> bool:
    """Whether a text cites parts by their letters, and nearly all of these stand where it says."""
    there = {(line, label.parts[0]) for line, own in series.items() for label in own}
    cited = list(_cited_letters(read, texts, known, words))
    good = sum((line, letter) in there for line, letter in cited)
    return good >= max(_FEWEST, _COUNTED * len(cited))


def _cited_letters(
    read: Chain, texts: Sequence[str], known: Numbering, words: LanguageWords
) -> Iterator[tuple[int, str]]:
    """The lines of the sections whose parts a text cites, with the letter: of that which is named, else of
    that in which the citation stands."""
    lines = sorted(read.sections)
    by_key = {one.key: line for line, (one, _) in read.sections.items()}
    text, starts, at = "\n".join(texts), [], 0
    for each in texts:
        starts.append(at)
        at += len(each) + 1
    for number, part, place in parts_named(text, words, known):
        at = bisect_right(lines, bisect_right(starts, place)) - 1
        line = by_key.get(key_of(number)) if number else (lines[at] if at >= 0 else None)
        if line is not None:
            yield line, part[0]
