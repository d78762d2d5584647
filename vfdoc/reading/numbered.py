"""The numbered headings of a text: candidates and their chain in, by line what opens a section out.

Here numbers that begin again are put together with what they stand under (Section 2 of Article III, clause
(a) of 4.2), headings are made of candidates, and what was left out is listed. `Numbered.numbering` is how
the text counts, by which its citations are read too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import Key, LeftOut, SectionKind
from vfdoc.reading.annexes import DIVIDER, annexed_numbers, family, may_head, titled_so, with_outline
from vfdoc.reading.candidate_scores import scored
from vfdoc.reading.candidates import SMALL, HeadingCandidate, candidates, path_of
from vfdoc.reading.chain import Chain, chain, is_set_bold
from vfdoc.reading.copied_numbers import note_marks, page_columns
from vfdoc.reading.full_paths import NumberAtHead, left_inside, run_in
from vfdoc.reading.headings import (
    Heading,
    bare_title,
    centred_title,
    is_title_apart,
    is_title_below,
    numbered_heading,
    title_beneath,
)
from vfdoc.reading.item_numbers import cited_below, cited_items, labelled_items, nested_items, numbers_below
from vfdoc.reading.line_classes import is_open, is_titled, is_wrapped, leads_to_a_page, runs_on
from vfdoc.reading.numbering import (
    LETTERED,
    Numbering,
    Scheme,
    counted,
    is_coded,
    is_date,
    is_put_in,
    is_roman,
    lettered,
    numbering,
)
from vfdoc.reading.tokens import Hints
from vfdoc.reading.words import LanguageWords

if TYPE_CHECKING:
    from vfdoc.reading.outlined_items import OutlinedItems

_PUT_IN = re.compile(r"\d(?:[ \xa0-]?[^\W\d_]|[A-Z]{2})$")
_FEWEST = 2  # headings of one count, lines of a title
_HOSTED = 0.8  # of the places at which numbers begin again, a heading of another kind above
_TITLE = 5  # words of a line that ends in a stop, and may be a title
_LONGEST = 90  # characters of a line with a whole number that may be a title
_SHOWN = 80
_IN_CAPITALS = re.compile(r"[A-Z][A-Z&,;/’'() -]{3,60}\.(?=\s)")  # "1. DEFINITIONS. In this …"
_OUTLINED = re.compile(r"(?<![\w.])(?:[IVXLC]{1,7}|\d{1,3})(?:\.[A-Z](?=[\W\d])|\([A-Z]\))")  # II.A, 4(B)
_ITEM = re.compile(r"[\s>*+_-]*\(?(?:\w{1,5}|#)[.)]")
_ROMAN = Scheme("roman", ("",))
# "Changes in version 2.1", "Summary of Changes (8 May 2022)"
_OF_WHEN = r"[ ]?[:,(–—-]?[ ]?(?:[^\W\d_]+\.?[ ]){0,3}\d[\w. /:-]{0,24}\)?"


class NumberedHeadings(NamedTuple):
    """What the numbers of a text came to: its headings and the entries of its contents lists by line, the
    lines that look like headings and are none, and how it counts; by line the keys of headings without a
    number under which numbers begin again. `measured` says that it was asked how many lines lie between
    numbers that stand apart, `cited` that it was, which items the text cites, `by_place` that some count by
    their place in a list, `parted` that some count in words or letters, of which it is asked whether text
    stands before the next number, `hosted` that it was, which articles' items it cites as sections,
    `outlined` that it cites items by their path."""

    headings: dict[int, Heading]
    left_out: tuple[LeftOut, ...]
    numbering: Numbering
    annexes: Mapping[int, Key] = MappingProxyType({})
    measured: bool = False
    cited: bool = False
    parted: bool = False
    by_place: bool = False
    hosted: bool = False
    outlined: bool = False


def numbered(texts: Sequence[str], known: Numbering, words: LanguageWords, hints: Hints) -> NumberedHeadings:
    """The numbered headings of a text, whose numbers may be of the schemes `known`. What the edition's data
    say of a line (`hints`) holds before what its number says."""
    notes = note_marks(texts)
    bare = ["" if line in notes else text for line, text in enumerate(texts, start=1)] if notes else texts
    skipped = {line for begin, table in hints.tables.items() for line in range(begin, table.end + 1)}
    skipped |= silent_lines(texts, hints) | page_columns(texts)
    inferred = tuple(s for s in lettered("\n".join(texts)) if s.pattern not in known.patterns)
    if inferred and known.bare and not known.patterns:
        known = numbering(known.names, own=(*known.own, *inferred))
    every = candidates(bare, known, words, skipped, hints.marks)
    every = [one for one in scored(every, bare, words, known.carriers) if may_head(one)]
    found = [one for one in every if one.word or known.bare]
    read = chain(found, texts, listings(texts, words))
    read, outline = with_outline(_with_letters(_with_parts(_with_bare_letters(read), texts)))
    dividers = _dividers(read)
    read = read._replace(sections=dict(sorted((read.sections | dividers).items())))
    annexed = annexed_numbers(read.sections, texts, known)
    before = {line: found for line, found in read.sections.items() if line not in annexed.keys}
    inside = read._replace(sections=before)
    again = _again_inside(inside, dividers, outline)
    outline |= again
    composed = _composed(inside, dividers, outline) | annexed.keys
    if composed and (alone := _apart(read, composed)):
        composed = _composed(inside, dividers, outline, alone) | annexed.keys
    hosted = cited_below(read, texts, known, words)
    below = hosted.items or numbers_below(read, texts)
    composed |= {line: key for line, (_, _, key) in below.items()}
    items = nested_items(read, texts, words)
    whole = read._replace(sections=dict(sorted((read.sections | items.sections).items())))
    clauses = cited_items(
        whole, texts, lambda: candidates(texts, known, words, skipped, hints.marks, items=True)
    )
    clauses |= (labelled := labelled_items(whole, texts, known, words))
    outlined = _outlined(read, texts, composed)
    clauses |= outlined.sections if outlined else {}
    apart = _apart(read, composed)
    divide = {one.scheme.name for one, _ in read.sections.values() if one.scheme and one.scheme.series}
    apart += tuple(s.name for s in known.schemes if s.name in divide and s.name not in apart and not s.series)
    wrapped = is_wrapped(texts)
    marks = {one.key: one.level for one, _ in read.sections.values()}
    headings: dict[int, Heading] = {}
    beneath = _titled_beneath(read.sections, texts)
    inner = {line: (one, sure) for line, (one, sure, _) in below.items()}
    for line, (one, sure) in sorted((read.sections | inner | items.sections | clauses).items()):
        kind: SectionKind | None = "part" if line in read.parts else None
        printed = texts[line - 1] if one.word else one.rest
        goes_on = line in labelled or runs_on(printed, texts[line : line + 1], wrapped)
        heading = numbered_heading(one, texts[line - 1], goes_on, kind)
        if outlined is not None and line in outlined.sections:
            heading = heading.of_list(texts[line - 1])
        inserted = _is_inserted(one, marks)
        heading = heading._replace(confidence=round(sure, 2), inserted=inserted)
        if (
            one.word and not heading.title and is_title_below(texts, line, read.sections)
        ):  # "ARTICLE I", and below it "NAME"
            heading = heading._replace(title=bare_title(texts[line]), lines=2)
        elif one.word and not heading.title and (count := centred_title(texts, line, one.indent)):
            title = bare_title(" ".join(map(str.strip, texts[line : line + count])))
            heading = heading._replace(title=title, lines=1 + count)
        elif not heading.title and line in beneath:
            heading = heading._replace(title=bare_title(texts[line + 1]), lines=3)
        elif one.word and one.level and not heading.title and is_title_apart(texts, line, one.level):
            heading = heading._replace(title=bare_title(texts[line + 1].lstrip("# ")), lines=3)
        if line in composed:
            heading = heading._replace(key=composed[line], composed=True, within=line in annexed.keys)
            heading = heading.of_list(texts[line - 1]) if line in hosted.items else heading
        elif one.scheme is not None and one.scheme.name in apart and not one.scheme.series:
            heading = heading._replace(key=(one.scheme.name, *one.key))
        headings[line] = heading
    titles = {(one.word, one.path): headings[line].title for line, (one, _) in read.sections.items()}
    for line, one in read.copies.items():
        heading = numbered_heading(one, texts[line - 1], goes_on=False)
        own = bare_title(one.rest).rstrip(". ")
        titled = own and titles.get((one.word, one.path), "").rstrip(".").startswith(own)
        if heading.run is not None and (one.carrier == "bracket" or titled or leads_to_a_page(one.rest)):
            heading = heading._replace(title=one.rest, run=None, type="HEAD")
        if heading.run is None and (one.scheme or not one.word):
            headings.setdefault(line, heading._replace(entry=True))
    for line, key in titled_so(headings, known).items():
        headings[line] = headings[line]._replace(also=key)
    here = [one for one, _ in read.sections.values()]
    learned = tuple(sorted({one.word for one in here if one.word and not one.scheme}))
    used = {one.scheme.name for one in here if one.scheme}
    unused = tuple(s.name for s in known.schemes if s.nested and s.name not in used)
    left = [*read.left, *((one, 0.0) for one in every if not (one.word or known.bare))]
    heads = [NumberAtHead(one.line, one.number, one.end) for one in here if not one.word]
    shown: list[LeftOut] = [*_left_out(left, headings, texts), *left_inside(heads, texts), *hosted.unread]
    shown += run_in(heads, texts, {each.line for each in shown})
    hosts = (*_hosts(inside, composed, again), *hosted.hosts)
    within = tuple((key, family(read.sections[line][0])) for line, key in annexed.keys.items())
    schemes = (*known.own, *(outlined.schemes if outlined else ()))
    counts = numbering(known.names, apart, learned, unused, schemes, hosts, within)
    parted = any(family(one) or one.word or (len(one.path) == 1 and one.number.isalpha()) for one in here)
    return NumberedHeadings(
        headings=headings, left_out=tuple(sorted(shown)), numbering=counts, annexes=annexed.untitled,
        measured=read.measured, cited=items.asked, parted=parted, by_place=items.counted,
        hosted=hosted.asked, outlined=outlined is not None,
    )  # fmt: skip


def tells_of_all(line: str, *, outlined: bool) -> bool:
    """Whether a line says something of other numbers than its own: it cites an item by its path, or is of a
    note mark; in an `outlined` text, whether it may be an item."""
    bare = line.strip()
    cites = _OUTLINED.search(line) is not None or bare.isdecimal() or bare.startswith("[")
    return cites or (outlined and _ITEM.match(line) is not None)


def _outlined(read: Chain, texts: Sequence[str], composed: Mapping[int, Key]) -> OutlinedItems | None:
    """The items that a text cites by their path, II.A.1; None where it cites no such, as nearly all."""
    if len(_OUTLINED.findall("\n".join(texts))) < _FEWEST:
        return None
    from vfdoc.reading.outlined_items import outlined_items

    return outlined_items(read, texts, composed)


def silent_lines(texts: Sequence[str], hints: Hints) -> set[int]:
    """The lines (1-based) of which the edition's data say what they are, whatever their numbers."""
    if not (hints.headings or hints.openings or hints.silent):
        return set()
    openings = tuple(opening for opening, _ in hints.openings)
    openings += tuple(line[:-1] for line in hints.silent if line.endswith("…"))
    return {
        line
        for line, text in enumerate(texts, start=1)
        if (bare := text.strip()) in hints.headings
        or bare in hints.silent
        or (openings and bare.startswith(openings))
    }


def _is_put_in(one: HeadingCandidate) -> bool:
    """Whether a number is put in by a word behind it: 12 bis."""
    return len(one.path) > 1 and is_put_in(one.number)


def _is_inserted(one: HeadingCandidate, marks: Mapping[Key, int]) -> bool:
    """Whether a letter behind a number stands for a section put in beside it: § 87k, 4A, a heading of
    the same mark as the number; else it stands below (702.2a)."""
    if _is_put_in(one):
        return True
    if not _PUT_IN.search(one.number):
        return False
    same = one.level > 0 and marks.get(one.key[:-1]) == one.level
    return same or one.number[-1].isupper() or (one.scheme is not None and one.scheme.inserted)


def _titled_beneath(sections: Mapping[int, tuple[HeadingCandidate, float]], texts: Sequence[str]) -> set[int]:
    """The lines of numbers behind a word whose title stands below them, between blank lines: "§ 1", "Scope".
    Where nearly all of a word's numbers without a title on their own line have one there."""
    found: set[int] = set()
    bare: dict[str, list[int]] = defaultdict(list)
    for line, (one, _) in sections.items():
        if one.word and not one.rest.strip("*_ "):
            bare[family(one)].append(line)
    for lines in bare.values():
        shouted = all(texts[line - 1].strip().partition(" ")[0].isupper() for line in lines)
        own = {n for n in lines if title_beneath(texts, n - 1, shouted=shouted) and n + 2 not in sections}
        if len(own) >= max(_FEWEST, _HOSTED * len(lines)):
            found |= own
    return found


def _with_letters(read: Chain) -> Chain:
    """The sections, those that count in letters as letters: Appendix C, where Appendix A and B are, is no
    hundredth, nor is C behind A and B, set as they are."""
    sections = dict(read.sections)
    series: dict[str, list[int]] = defaultdict(list)
    for line, (one, _) in sections.items():
        if one.scheme is not None and one.scheme.series == LETTERED and one.number.isalpha():
            series[one.word].append(line)
    for lines in series.values():
        ones = [sections[line][0] for line in lines]
        if any(len(one.number) > 1 for one in ones) or all(is_roman(one.number) for one in ones):
            continue
        for line, one in zip(lines, ones, strict=True):
            key: Key = (one.number,)
            sections[line] = (replace(one, key=key, path=path_of(key, LETTERED)), sections[line][1])
    return read._replace(sections=sections)


def _with_bare_letters(read: Chain) -> Chain:
    """The sections, those headings without a word that count on in letters as letters: C behind A and B, set
    as they are, is no hundredth."""
    sections = dict(read.sections)
    last: dict[int, str] = {}  # letter by heading mark
    for line, (one, sure) in sorted(sections.items()):
        if one.word or not one.level or not re.fullmatch("[A-Z]", one.number):
            continue
        if isinstance(one.key[0], int) and ord(one.number) - 1 == ord(last.get(one.level, "@")):
            letter: Key = (one.number,)
            sections[line] = (replace(one, key=letter, path=path_of(letter, LETTERED)), sure)
        last[one.level] = one.number if isinstance(sections[line][0].key[0], str) else "@"
    return read._replace(sections=sections)


def _with_parts(read: Chain, texts: Sequence[str]) -> Chain:
    """The sections, those of a word that only divides another count (chapters of articles that count through
    all of them) as parts, whose numbers may begin again in each part above them."""
    lines = sorted(read.sections)
    families: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        one = read.sections[line][0]
        letter = isinstance(one.key[0], str) and not one.word  # A and B above I, II, III are no Roman numbers
        families[family(one) or ("A" if letter else "")].append(line)
    sections = dict(read.sections)
    dividing = [f[0] for f in families.values() if (s := read.sections[f[0]][0].scheme) and s.nested]
    for name, own in families.items():
        scheme = read.sections[own[0]][0].scheme
        if not name and all(is_roman(read.sections[line][0].number) for line in own):
            name, scheme = _ROMAN.name, _ROMAN  # "I. General" above "§ 1 Name"
        if not name or len(own) < _FEWEST or scheme is None or scheme.series or not scheme.words:
            continue
        if any(len(one.path) > 1 and not _is_put_in(one) for one, _ in map(read.sections.__getitem__, own)):
            continue
        keys = {read.sections[line][0].key for line in own}
        others = [[read.sections[at][0] for at in other] for word, other in families.items() if word != name]
        others = [ones for ones in others if len(ones) > len(own)]
        coded = [ones for ones in others if is_coded([(one.number, one.key) for one in ones], keys)]
        longer = coded + [ones for ones in others if 2 * len(keys & {one.key for one in ones}) > len(keys)]
        # what stands between two that only divide does, too: chapters between titles and subsections
        between = dividing and min(dividing) < own[0] < max(dividing)
        heads = sum(_heads(read.sections[line][0], lines, texts, below=coded != []) for line in own)
        if (longer or between) and heads >= _HOSTED * len(own):
            part = scheme._replace(series=scheme.name, kind="part", nested=True)
            for line in own:
                one, sure = read.sections[line]
                sections[line] = (replace(one, scheme=part, key=(scheme.name, *one.key)), sure)
    return read._replace(sections=sections)


def _heads(one: HeadingCandidate, lines: Sequence[int], texts: Sequence[str], *, below: bool) -> bool:
    """Whether nothing but headings stands between the number of a section and the next, and no sentence
    behind it; its title may stand `below`."""
    after = bisect_right(lines, one.line)
    end = lines[after] - 1 if after < len(lines) else len(texts)
    if one.rest.endswith(".") and len(one.rest.split()) > _TITLE and not is_titled(one.rest):
        return False
    blank = next((at for at in range(one.line, end) if not texts[at].strip()), one.line)
    title = one.rest or (below and is_titled(" ".join(texts[one.line : blank])))
    title = title and blank <= one.line + _FEWEST and texts[blank - 1].rstrip()[-1:].isalpha()
    begin = blank if title else one.line  # a title of up to three lines
    return not any(text.strip() and not text.lstrip().startswith("#") for text in texts[begin:end])


def _dividers(read: Chain) -> dict[int, tuple[HeadingCandidate, float]]:
    """Headings without a word between those of two words, by line: A, B, C of Article IX, where Section 1
    begins again below each. Two at least, which count on, and stand like titles."""
    lines = sorted(read.sections)
    begun: set[str] = set()
    openings: dict[int, str] = {}  # the line above which a count begins, and of what
    for line in lines:
        one = read.sections[line][0]
        if one.word and len(one.path) == 1 and (one.path[0] % SMALL == 1 or family(one) not in begun):
            openings[line] = family(one)
        begun.add(family(one))
    runs: list[list[tuple[HeadingCandidate, int]]] = []
    for one, _ in read.left:
        at = bisect_right(lines, one.line)
        plain = len(one.path) == 1 and one.number.isalnum() and one.alone and not one.word
        if not plain or at == len(lines) or lines[at] not in openings:
            continue
        if one.path[0] % SMALL == 1:
            runs.append([(one, at)])
            continue
        for run in runs:
            last, before = run[-1]
            between = {family(read.sections[line][0]) for line in lines[before:at]}
            if last.path[0] + 1 == one.path[0] and between == {openings[lines[at]]}:
                run.append((one, at))
                break
    found: dict[int, tuple[HeadingCandidate, float]] = {}
    for run in runs:
        host = run[0][1] - 1
        if len(run) > 1 and host >= 0 and family(read.sections[lines[host]][0]) != openings[lines[run[0][1]]]:
            found |= {one.line: (one, _HOSTED) for one, _ in run}
    return found


def _composed(
    read: Chain, dividers: Container[int], outline: Mapping[int, str], apart: Container[str] = ()
) -> dict[int, Key]:
    """The keys of numbers that begin again under each heading of another kind (Section 1 of each article), by
    line: the heading's key, and their own. `dividers` are lines of headings that stand between two kinds,
    `outline` the kinds of headings that count by their depth, `apart` the words that count on their own."""
    ones = [one for one, _ in read.sections.values()]
    kinds = [DIVIDER if o.line in dividers else outline.get(o.line) or family(o) for o in ones]
    families: dict[str, list[int]] = defaultdict(list)
    for at, kind in enumerate(kinds):
        families[kind].append(at)
    order: dict[str, float] = {name: rank for rank, name in enumerate(families)}
    if DIVIDER in order:
        order[DIVIDER] = order[kinds[families[DIVIDER][0] + 1]] - 0.5
    keys: dict[int, Key] = {}
    for name in sorted(order, key=order.__getitem__):  # hosts before what they hold
        members = families[name]
        tops = [at for at in members if len(ones[at].path) == 1]
        begins = [at for i, at in enumerate(tops) if i and ones[at].path <= ones[tops[i - 1]].path]
        divides = name == DIVIDER
        within_one = bool(tops) and not begins and _begins_below_a_later(ones, kinds, tops)
        if not tops or not (begins or divides or within_one) or not name:
            continue
        since = [-1, *tops] if not divides else [-1] * len(tops)
        hosts = {at: _host(ones, kinds, at, order, since[i]) for i, at in enumerate(tops)}
        twice = {after for at, after in pairwise(tops) if ones[at].path == ones[after].path}
        slips = {  # 8, 4, 9
            at
            for before, at, after in zip(tops, tops[1:], tops[2:], strict=False)
            if ones[after].path[0] == ones[before].path[0] + 1 and ones[at].path[0] % SMALL != 1
        }
        again = (at for at in begins if at in twice)  # 8, 8: no new count, as 1, 1 may be
        slips |= {at for at in again if hosts[at] is None or ones[at].path[0] % SMALL != 1}
        begins = [at for at in begins if at not in slips]
        begins = (
            [] if _counts_on(ones, tops, begins, {at for at in tops if hosts[at] is not None}) else begins
        )
        if not (begins or divides or within_one):
            continue
        found = sum(hosts[at] is not None for at in [tops[0], *begins])
        if found < _HOSTED * (len(begins) + 1):
            continue
        host: int | None = None
        for at in members:
            if at in hosts and hosts[at] is not None:
                host = hosts[at]
            elif at not in hosts and (scheme := ones[at].scheme) is not None and scheme.nested:
                host = _host(ones, kinds, at, order, -1)  # Division 1A, before Division 1 of its part
            if host is not None:
                scheme = ones[host].scheme
                alone = scheme is not None and scheme.name in apart and not scheme.series
                own = (scheme.name, *ones[host].key) if scheme is not None and alone else ones[host].key
                keys[ones[at].line] = keys.get(ones[host].line, own) + ones[at].key
    return keys


def _counts_on(
    ones: Sequence[HeadingCandidate], tops: Sequence[int], begins: Sequence[int], firsts: Container[int]
) -> bool:
    """Whether numbers that go back count on over the headings above them, and their author slipped: none
    begins at 1, or where the first did, and below more of those headings the next number is the `firsts`
    (articles 1 to 5 of Title I, 6 to 18 of II, 16 to 19 of III)."""
    fresh = {1, ones[tops[0]].path[0] % SMALL}
    if not begins or any(ones[at].path[0] % SMALL in fresh for at in begins):
        return False
    over = [(before, at) for before, at in pairwise(tops) if at in firsts and at not in begins]
    return len(begins) < sum(ones[at].path[0] == ones[before].path[0] + 1 for before, at in over)


def _begins_below_a_later(
    ones: Sequence[HeadingCandidate], kinds: Sequence[str], tops: Sequence[int]
) -> bool:
    """Whether numbers count from 1 below the one heading of another word that a text has, and that is not
    the first of its kind: "Section 1" of "Article IX", which stands in a file of its own."""
    one = ones[tops[0]]
    above = [other for other, kind in zip(ones, kinds, strict=True) if other.word and kind != kinds[tops[0]]]
    return (
        len(above) == 1
        and above[0].line < one.line
        and 0 < above[0].level < one.level
        and bool(one.word)
        and one.path == (1,) < above[0].path < (SMALL,)
    )


def _again_inside(read: Chain, dividers: Container[int], outline: Mapping[int, str]) -> dict[int, str]:
    """The kinds of headings whose count begins again inside a number of a deeper one (Sections 1 and 2 of
    Clause 2, in Section 1 of an article), by line: where it goes on behind them with the next of either."""
    lines = list(read.sections)
    ones = [one for one, _ in read.sections.values()]
    kinds = [DIVIDER if o.line in dividers else outline.get(o.line) or family(o) for o in ones]
    order = {name: rank for rank, name in enumerate(dict.fromkeys(kinds))}
    last: dict[str, HeadingCandidate] = {}  # of each kind, since a heading of one above it
    found: dict[int, str] = {}
    at = 0
    while at < len(ones):
        one, name = ones[at], kinds[at]
        above = ones[at - 1] if at else one
        deeper = at > 0 and order[kinds[at - 1]] > order[name] and above.word != "" and name in last
        end = at + 1
        if deeper and one.word and one.path == (1,):
            while end < len(ones) and kinds[end] == name and ones[end].path == (ones[end - 1].path[0] + 1,):
                end += 1
            after = ones[end] if end < len(ones) else None
            counts = after is not None and kinds[end] in (name, kinds[at - 1]) and len(after.path) == 1
            if after is None or order[kinds[end]] < order[name]:
                goes_on = order[name] > 0
            else:
                goes_on = counts and after.path[0] == last[kinds[end]].path[0] + 1
            if goes_on:
                found |= dict.fromkeys(lines[at:end], f"{name}{DIVIDER}")
                at = end
                continue
        last = {kind: other for kind, other in last.items() if order[kind] <= order[name]} | {name: one}
        at += 1
    return found


def _hosts(read: Chain, composed: Mapping[int, Key], again: Container[int]) -> Iterator[tuple[str, int]]:
    """The words all of whose numbers stand under headings of another kind, each with how long the keys of
    those headings are: where that is no one length, nobody can say what such a number means by itself.
    `again` are lines of numbers that begin again inside a deeper one: nothing but that cites these."""
    lengths: dict[str, set[int]] = defaultdict(set)
    for line, (one, _) in read.sections.items():
        if len(one.path) == 1 and line not in again:
            lengths[family(one)].add(len(composed[line]) - len(one.key) if line in composed else 0)
    for name, found in lengths.items():
        if name and len(found) == 1 and max(found):
            yield name, max(found)


def _host(
    ones: Sequence[HeadingCandidate], kinds: Sequence[str], at: int, order: Mapping[str, float], since: int
) -> int | None:
    """The heading of an outer kind that stands last before a number, behind the number before it."""
    one = ones[at]
    nested = one.scheme is not None and one.scheme.nested
    for above in range(at - 1, -1, -1):
        other = ones[above]
        heads = other.scheme is not None and (other.scheme.nested or other.scheme.kind == "part")
        heads = heads or 0 < other.level < one.level * bool(other.word)  # "### Paragraphe 1" of an article
        if order[kinds[above]] >= order[kinds[at]] or (nested and not heads):
            if above <= since and not nested:
                return None
            continue
        if one.level and other.level and other.level > one.level:
            continue
        return above if nested or above > since else None
    return None


def _apart(read: Chain, composed: Container[int]) -> tuple[str, ...]:
    """The schemes whose words count on their own: most of their numbers stand in a longer count, too."""
    keys: dict[str, set[Key]] = defaultdict(set)
    above: Counter[str] = Counter()  # how many have a longer number of their own right below
    ones = [one for line, (one, _) in read.sections.items() if line not in composed]
    for one, after in zip_longest(ones, ones[1:]):
        keys[family(one)].add(one.key)
        above[family(one)] += after is not None and not after.word and after.path[:-1] == one.path
    found: list[str] = []
    for name, own in keys.items():
        longer = (word for word, other in keys.items() if word != name and len(other) >= len(own))
        alike = {word for word in longer if 2 * len(own & keys[word]) > len(own)}
        if name and "" not in alike and 2 * above[name] > len(own):
            lone = {word for word in alike if 2 * above[word] <= len(keys[word])}
            found += lone  # "Section 1" above 1.1, where Article 1 has nothing below it
            alike -= lone
        if name and alike:
            found.append(name)
    return tuple(dict.fromkeys(found))


def listings(texts: Sequence[str], words: LanguageWords) -> list[tuple[int, bool]]:
    """The lines (1-based) that head a contents list, an index or a list of changes; whether it is of
    changes."""
    kinds = "|".join(form.pattern for kind, form in words.headings if kind in ("contents", "index"))
    changes = rf"(?<![^\n]\n)^[ \t#*_]*(?P<changes>{words.changes})(?:{_OF_WHEN})?"
    heads = re.compile(rf"(?:^[ \t#*_]*(?:{kinds})|{changes})[ \t*_:]*$", re.MULTILINE | re.IGNORECASE)
    text, line, at, found = "\n".join(texts), 1, 0, []
    for head in heads.finditer(text):
        line += text.count("\n", at, head.end())
        at = head.end()
        found.append((line, head["changes"] is not None))
    return found


def _left_out(
    left: Sequence[tuple[HeadingCandidate, float]], taken: Container[int], texts: Sequence[str]
) -> Iterator[LeftOut]:
    """The lines that look like headings with a number and are neither sections nor entries of a list."""
    found: dict[int, LeftOut] = {}
    for one, sure in left:
        if one.line in taken or one.line in found or not _looks(one, texts):
            continue
        form = "word" if one.word and one.scheme is None else "number"
        form = "whole" if one.number.isalnum() and not one.word and not is_set_bold(one) else form
        form = "counted" if one.word in counted() else form
        shown = texts[one.line - 1].strip()[:_SHOWN]
        found[one.line] = LeftOut(
            one.line, one.start + 1, one.number, (one.key,), shown, form, round(sure, 2)
        )
    yield from (found[line] for line in sorted(found))


def _looks(one: HeadingCandidate, texts: Sequence[str]) -> bool:
    """Whether a line looks like a heading, to somebody who reads it alone."""
    text = texts[one.line - 1]
    above = texts[one.line - 2] if one.line > 1 and not one.blank else ""
    behind = text[one.end :].lstrip(" \t\xa0|")[:1]
    if one.carrier in ("round", "cell") and "." not in one.number:
        return False  # an item, "(1)", or a value, "| 1-2 |"
    if is_date(one.number) or "\t" in text or one.number.isalpha():
        return False
    if one.number.isalnum() and not one.word:
        run_in = _IN_CAPITALS.match(one.rest)
        title = run_in[0][:-1] if run_in is not None else text.strip()
        if (
            title.endswith((".", ",", ";", ":"))
            or len(title) > _LONGEST
            or not one.blank
            or not behind.isupper()
        ):
            return False
    marked = one.level > 0 and "." in one.number  # "### 7.10. , 7.11 or 7.12": a heading, whatever follows
    if behind and not (behind.isupper() or behind in '"“«*_[' or marked):
        return False
    if not behind and not one.blank:
        return False
    return not (above and not one.level and one.carrier != "cell" and is_open(above))
