"""Runs of numbers that stand again elsewhere, as in lists of contents, indexes, lists of changes: they open
no sections.

In: the candidates of a text, in its order. They are marked as copies in place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import accumulate, pairwise

from vfdoc.reading.candidates import HeadingCandidate, Path

_ITEMS = ("item", "bolditem")
_RUN = 4  # candidates of a copy of the sections' numbers, at least
_NEAR = 4  # lines between them, at most
_DIGITS = 4  # of a page
_SAYS = re.compile(r"[^\W\d_]{2}")
_STACKED = 2  # lines from one to the next where nothing stands between
_TORN = 16  # titles below their numbers, at most
_TWINS, _TITLES, _SHORTER = 0.75, 0.6, 0.6
_PAGE_BREAK = 15  # lines that it takes
_LINKED = re.compile(r"\[[^\]\n]+\]\(#[^()\s]+\)")  # the whole entry leads to a place in this text
_LED = re.compile(r"(?:\.[ \t]?){4,}[ \t]*(?:\d{1,4}|[ivxl]{1,6})$")  # to a page

_ENUMERATED = re.compile(r"\([^()]+\)[,;.]")
_NESTED = re.compile(r"[ \t]+(?:[-*+]|\d{1,3}[.)])[ \t]+#")  # a heading in an item of a list within a list
_ANNOUNCED = 8  # numbers that a margin announces, at least
_VERSION = re.compile(r"\d{1,2}\.\d{1,2}")


def page_columns(texts: Sequence[str]) -> set[int]:
    """The lines (1-based) of figures below one another, nothing else between them, that never fall: the pages
    of a list of contents, torn from its entries, or a column of a table. They head nothing."""
    columns: set[int] = set()
    run: list[tuple[int, int]] = []
    for line, text in enumerate((*texts, "."), start=1):
        bare = text.strip()
        if bare.isdecimal() and len(bare) <= _DIGITS and (not run or run[-1][1] <= int(bare)):
            run.append((line, int(bare)))
        elif bare:
            columns.update(at for at, _ in run if len(run) >= _RUN)
            run = [(line, int(bare))] if bare.isdecimal() and len(bare) <= _DIGITS else []
    return columns


def note_marks(texts: Sequence[str]) -> set[int]:
    """The lines (1-based) that are a figure and nothing else above one that a bracket opens, where several
    are: the notes of what was amended, as the laws of some states are published. They head nothing."""
    marks = {
        line
        for line, (text, below) in enumerate(pairwise(texts), start=1)
        if text.strip().isdecimal() and below.lstrip().startswith("[")
    }
    return marks if len(marks) >= _RUN else set()


def mark_copies(
    found: Sequence[HeadingCandidate], texts: Sequence[str], listings: Sequence[tuple[int, bool]]
) -> bool:
    """Marks runs of numbers that stand again elsewhere: contents lists, indexes, lists of changes (`listings`
    are the lines of their heads, and whether it is of changes), and what they list. Whether it was asked how
    many lines lie between those elsewhere."""
    measured = _mark(found, texts, listings)
    listed = {(one.word, one.path): _words(one) for one in found if one.copy and one.rest.strip()}
    for one in found:
        words = listed.get((one.word, one.path), "") if not one.copy else ""
        own = _words(one) if words else ""
        one.listed = bool(words) and (own == words or (own.startswith(words) and len(words) > len(own) / 2))
    return measured


def _mark(
    found: Sequence[HeadingCandidate], texts: Sequence[str], listings: Sequence[tuple[int, bool]]
) -> bool:
    measured = False
    said = [*accumulate((bool(_SAYS.search(text)) for text in texts), initial=0)] if listings else []
    places: dict[object, list[HeadingCandidate]] = defaultdict(list)
    for one in found:
        places[one.path, _title(one)].append(one)
        if len(places[one.path]) <= _RUN:
            places[one.path].append(one)
    run: list[HeadingCandidate] = []
    lines = [one.line for one in found]
    for line, changes in listings:
        measured |= _mark_listing(found[bisect_right(lines, line) :], line, places, said, changes=changes)
    led = _mark_led(found)
    _mark_untitled(found)
    _mark_named(found)
    _mark_nested(found, texts)
    linked = [
        one for one in found if (one.underlined or not one.level) and _LINKED.fullmatch(one.rest.rstrip())
    ]
    if len(linked) >= _RUN:
        for one in linked:
            one.copy = True
    torn = 0  # numbers right below one another whose titles stand below them all
    last = 0  # the line of the last entry of a run
    for one in found:
        # the text begins behind a list with its first number, or with one from which dots led to a page
        begins = bool(run) and ((one.word, one.path) == (run[0].word, run[0].path) or one.path in led)
        near = _NEAR + 2 * min(torn, _TORN) if torn > 1 else _NEAR
        apart = begins or (bool(run) and one.line - run[-1].line > near)
        if apart and not begins and len(run) >= _RUN and _is_next(run[-1], one):
            measured = True
            apart = any(map(str.strip, texts[run[-1].line : one.line - 1]))  # a page ends between them
        if one.level or apart or one.copy:
            measured |= _judge_run(run, places, texts) or _judge_rest(run, last, places)
            last = max((entry.line for entry in run if entry.copy), default=last)
            run, torn = [], 0
        if not (one.level or one.copy):
            stacked = bool(run) and one.line - run[-1].line <= _STACKED
            torn = 0 if one.rest.strip() else torn + 1 if stacked else 1
            run.append(one)
    return _judge_run(run, places, texts) or _judge_rest(run, last, places) or measured


def entries(found: Sequence[HeadingCandidate]) -> dict[int, HeadingCandidate]:
    """The copies by line, without the list items that are of a sentence, as those of contents are not:
    "- Section 3.2 covers oil", where 3.2 is a section, and entitled otherwise, cites it, and so does
    "- Section 15 (oil)," whatever its title."""
    titles: dict[Path, set[str]] = defaultdict(set)
    for one in found:
        if not one.copy and one.carrier not in _ITEMS:
            titles[one.path].add(_title(one))
    return {
        one.line: one
        for one in found
        if one.copy
        and not (
            one.path in titles
            and (_is_enumerated(one) or (_goes_on(one) and _title(one) not in titles[one.path]))
        )
    }


def without_further(found: Sequence[HeadingCandidate]) -> Sequence[HeadingCandidate]:
    """The candidates without the headings that say again, below the heading of a number, that number behind
    its word, with a title of what follows: "### Rule 7 - The details" below "## Rule 7". All that bear that
    word and mark do so; else one of them is a number printed twice. And without the sentences that a number
    begins which is printed with a bracket where it heads a section: "2.1 is lifted by 3.2", of 2.1)."""
    latest: dict[str, dict[int, HeadingCandidate]] = defaultdict(dict)  # by word and level
    further: dict[tuple[str, int], list[HeadingCandidate]] = defaultdict(list)
    first: set[tuple[str, int]] = set()
    for one in found:
        if not (one.word and one.level):
            continue
        levels = latest[one.word]
        for level in [level for level in levels if level > one.level]:
            del levels[level]
        above = levels[max(levels)] if levels and max(levels) < one.level else None
        if above is None or above.path != one.path or not one.rest.strip():
            first.add((one.word, one.level))
            levels[one.level] = one
        else:
            further[one.word, one.level].append(one)
    dropped = {id(one) for place, ones in further.items() if place not in first for one in ones}
    closed = {one.number for one in found if one.closer == ")" and "." in one.number}
    dropped |= {
        id(one)
        for one in found
        if one.number in closed and not (one.closer or one.word or one.level) and one.rest[:1].islower()
    }
    return [one for one in found if id(one) not in dropped] if dropped else found


def _goes_on(one: HeadingCandidate) -> bool:
    """Whether a small letter follows the number of a list item, behind a word that cites."""
    worded = bool(one.word) and not one.closer and one.carrier in _ITEMS
    return worded and one.rest[:1].islower() and _LED.search(one.rest) is None


def _is_enumerated(one: HeadingCandidate) -> bool:
    """Whether a list item holds a word with its number, then a bracket, and goes on or ends as a sentence."""
    return bool(one.word) and one.carrier in _ITEMS and _ENUMERATED.match(one.rest) is not None


def _mark_led(found: Sequence[HeadingCandidate]) -> set[Path]:
    """Marks numbers from which dots lead to pages, whether the text has those sections or not, and single
    ones between them; which these are."""
    led: set[Path] = set()
    run: list[int] = []
    for at in [*(at for at, one in enumerate(found) if _LED.search(one.rest)), None]:
        if run and (at is None or at - run[-1] > 2 or found[at].line - found[run[-1]].line > _PAGE_BREAK):
            if len(run) >= _RUN:
                for one in found[run[0] : run[-1] + 1]:
                    one.copy = True
                    led.add(one.path)
            run = []
        if at is not None:
            run.append(at)
    return led


def _mark_untitled(found: Sequence[HeadingCandidate]) -> None:
    """Marks numbers behind words that have neither heading mark nor title, or a colon before what is told of
    them, and stand all behind the headings that have both: a history of what was amended, below the text."""
    marked: dict[tuple[str, Path], int] = {}
    plain: dict[str, list[HeadingCandidate]] = defaultdict(list)
    for one in found:
        if one.word and one.level and one.rest.strip():
            marked[one.word, one.path] = one.line
        elif one.word and not one.level and (one.closer == ":" or not one.rest.strip(" *_|")):
            plain[one.word].append(one)
    ends = {word: max(line for (other, _), line in marked.items() if other == word) for word, _ in marked}
    listed = [one for word, ones in plain.items() if word in ends for one in ones if one.line > ends[word]]
    again = sum((one.word, one.path[:1]) in marked for one in listed)
    if again >= max(_RUN, _TWINS * len(listed)):
        for one in listed:
            one.copy = True


def _mark_nested(found: Sequence[HeadingCandidate], texts: Sequence[str]) -> None:
    """Marks headings inside the items of lists ("   1. ### Section 6: …"), where their numbers are those of
    headings outside: a list of what was changed."""
    nested = [one for one in found if one.level and one.indent and _NESTED.match(texts[one.line - 1])]
    outside = {one.path for one in found if one.level and not one.indent}
    again = sum(one.path in outside for one in nested)
    if again >= max(_RUN, _TWINS * len(nested)):
        for one in nested:
            one.copy = True


def mark_announced(found: Sequence[HeadingCandidate]) -> None:
    """Marks candidates that only announce the next, as a note in the margin that a converter left: a word
    and a number alone right above the same number without the word, "Section 4." and "4. (1) A …"; none
    where there are few, or but "Article 1" above the first of each list."""
    announced = [
        one
        for one, below in pairwise(found)
        if one.word and not below.word and one.path == below.path and 0 < below.line - one.line <= _STACKED
        if not (one.level or one.rest.strip(" .:*_") or below.level)
    ]
    if sum(one.path[-1:] > (1,) for one in announced) >= _ANNOUNCED:
        for one in announced:
            one.copy = True


def _mark_named(found: Sequence[HeadingCandidate]) -> None:
    """Marks the numbers behind words that head the items of lists, where these numbers head sections
    elsewhere, behind that word or none: "- Section 1.2: …", in a list of what was changed in each."""
    items = [one for one in found if one.word and one.carrier in _ITEMS]
    elsewhere = {
        (one.word, one.path)
        for one in found
        if not one.copy and one.carrier in ("line", "mark", "bold") and (one.blank or one.level)
    }
    again = sum(not elsewhere.isdisjoint({(one.word, one.path), ("", one.path)}) for one in items)
    if again >= max(_RUN, _TWINS * len(items)):
        for one in items:
            one.copy = True


def _mark_listing(
    below: Sequence[HeadingCandidate],
    line: int,
    places: Mapping[object, Sequence[HeadingCandidate]],
    said: Sequence[int],
    *,
    changes: bool,
) -> bool:
    """Marks the numbers below the heading of a list (at `line`) up to the first that stands there already,
    however many blank lines and pages lie between (`said` counts the lines of words); whether such do. In a
    list of changes a number may stand twice, and only headings with a mark are what it speaks of."""
    run: list[HeadingCandidate] = []
    paths: set[tuple[bool | str, Path]] = set()  # of chapters and of what counts in them; with their titles
    torn = False
    for one in below:
        names: set[tuple[bool | str, Path]] = {
            (bool(one.word), one.path),
            *([(title, one.path)] if (title := _title(one)) else []),
        }
        stood = not (changes or paths.isdisjoint(names))
        if one.level or stood or said[one.line - 1] - said[line] > _NEAR:
            break
        torn |= one.line - line > _NEAR + 1
        line = one.line
        run.append(one)
        paths |= names
    inside = {id(one) for one in run}
    twins = [_twin([t for t in places.get(one.path, ()) if t.level or not changes], inside) for one in run]
    again = len(run) - twins.count(None)
    if again >= len(run) / 2:
        for one in run:
            one.copy = True
    return torn


def _judge_run(
    run: Sequence[HeadingCandidate], places: Mapping[object, Sequence[HeadingCandidate]], texts: Sequence[str]
) -> bool:
    """Marks a run where it stands again elsewhere; whether it was measured how far apart that stands."""
    if sum(not _is_mark(one) for one in run) < _RUN:
        return False
    inside = {id(one) for one in run}
    twins = [
        _twin(places.get((one.path, _title(one)), ()), inside) or _twin(places.get(one.path, ()), inside)
        for one in run
    ]
    if not _is_entry(run[-1], twins[-1]) and run[-1].word not in {one.word for one in run[:-1]}:
        run, twins = run[:-1], twins[:-1]  # "§ 13 Aims" right below the last item of a list of four
        if len(run) < _RUN:
            return False
    there = [(one, twin) for one, twin in zip(run, twins, strict=True) if twin is not None]
    if len(there) < _TWINS * len(run):
        return False
    same = sum(_title(one) == _title(twin) for one, twin in there)
    torn = sum(not one.rest.strip() and bool(twin.rest.strip()) for one, twin in there)  # their titles apart
    if not same or same < _TITLES * (len(run) - torn):
        return False
    longer = [y.line - x.line - (b.line - a.line) for (a, x), (b, y) in pairwise(there)]
    shorter = sum(lines > 0 for lines in longer)
    # as far apart as there, and no other text between: a chapter's title right above its first section
    beside = sum(
        lines == 0 and _say_the_same(texts[a.line : b.line - 1], texts[x.line : y.line - 1])
        for lines, ((a, x), (b, y)) in zip(longer, pairwise(there), strict=True)
    )
    if shorter and shorter >= _SHORTER * (len(longer) - beside):
        for one in run:
            one.copy = True
    return True


def _is_next(last: HeadingCandidate, one: HeadingCandidate) -> bool:
    """Whether a number is the next behind another, with a page's end between their lines at most."""
    alike = last.word == one.word and last.path[:-1] == one.path[:-1]
    return alike and one.path[-1] == last.path[-1] + 1 and one.line - last.line <= _PAGE_BREAK


def _judge_rest(
    run: list[HeadingCandidate], last: int, places: Mapping[object, Sequence[HeadingCandidate]]
) -> bool:
    """Marks the rest of a list of contents that a page break tore off, few as they are: the `last` entry of
    the list stands a page's head and foot above, and each has its twin, title and all, below. Whether it was
    asked how far that is."""
    if not (last and 0 < len(run) <= _RUN) or run[0].copy:
        return False
    end = run[-1].line
    below = (places.get((one.path, _title(one)), ()) for one in run)
    twins = [
        any(twin.word == one.word and twin.line > end and not twin.copy for twin in alike)
        for one, alike in zip(run, below, strict=True)
    ]
    rest = [one for one, again in zip(run, twins, strict=True) if again]
    if rest != run[: len(rest)] or len(run) - len(rest) > 1 or not any(map(_title, rest)):
        return False  # what stands right below the list may be none of it
    if run[0].line - last <= _PAGE_BREAK:
        for one in rest:
            one.copy = True
    return True


def _say_the_same(here: Sequence[str], there: Sequence[str]) -> bool:
    """Whether lines are blank, or those elsewhere."""
    said = [*map(str.strip, here)]
    return not any(said) or said == [*map(str.strip, there)]


def _is_mark(one: HeadingCandidate) -> bool:
    """Whether a letter stands alone in its line, as that of any list."""
    return not one.word and one.number.isalpha() and len(one.number) == 1 and not one.rest.strip()


def _is_entry(one: HeadingCandidate, twin: HeadingCandidate | None) -> bool:
    """Whether a number stands again elsewhere behind its word, or with its title."""
    return twin is not None and (one.word == twin.word or _title(one) == _title(twin) != "")


def _twin(alike: Sequence[HeadingCandidate], inside: Container[int]) -> HeadingCandidate | None:
    """The first candidate outside of a run."""
    return next((twin for twin in alike if id(twin) not in inside and not twin.copy), None)


def _words(one: HeadingCandidate) -> str:
    return "".join(filter(str.isalnum, _LED.sub("", one.rest).casefold()))


def _title(one: HeadingCandidate) -> str:
    said = one.rest[:40].partition(" (")[0]  # a list may say in brackets what a title holds
    return "".join(filter(str.isalpha, said.casefold()))[:24]


def listed_versions(found: Sequence[HeadingCandidate]) -> frozenset[int]:
    """The lines of a list of versions, "1.0 …", "2.0 …", "2.1 …" one below the other, in a text whose
    chapters 1 and 2 stand elsewhere: each set apart, and of one at least its own sections follow."""
    apart = [one for one in found if one.blank and not one.word and one.rest[:1].isupper()]
    heads = {one.path for one in apart if one.number.isdecimal()}
    hosts = {one.path[:1] for one in apart if len(one.path) > 1} & heads
    runs: list[list[HeadingCandidate]] = []
    for one in found:
        if one.word or one.carrier != "line" or not _VERSION.fullmatch(one.number):
            continue
        on = bool(runs) and not one.blank and one.indent == runs[-1][-1].indent
        if on and one.line - runs[-1][-1].line <= _NEAR:
            runs[-1].append(one)
        else:
            runs.append([one])
    lines: set[int] = set()
    for run in runs:
        whole = [one for one in run if one.number.endswith(".0")]
        chapters = {one.path[:1] for one in run}
        told = 1 < len(whole) == len(chapters) < len(run) and chapters <= heads
        if told and not hosts.isdisjoint(chapters):
            lines.update(one.line for one in run)
    return frozenset(lines)
