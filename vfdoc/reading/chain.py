"""The best chain of numbers over a whole text: its numbered sections.

Candidates (candidates.py) come in, each with a score of what speaks for it where it stands. A step from one
number to the next has a score too: high to the number that follows, low back or far on. The sections are
the sequence with the highest sum (number_steps.py). What a look of numbers came to in one pass (how many of
"line, two parts, no word" were in order) is what it weighs in the next. The words before numbers count on
their own ("Part 3", "Rule 12") or belong to one count ("Article 3", "§ 3.2").
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain as chained
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from vfdoc.reading.candidates import SMALL, HeadingCandidate
from vfdoc.reading.copied_numbers import entries, listed_versions, mark_copies, without_further
from vfdoc.reading.number_steps import best_chain, doubled, margin, step
from vfdoc.reading.numbering import LETTERED, HeadingWeights, counted, is_roman, weights

_STEPS, _SKIPPED = 100, 2  # no list of steps counts so far as the second
_PASSES = 3
_TWICE = 2  # a second text in the same file counts anew as well
_DOUBLED = 0.2  # share of a look's numbers that stand there already: it counts anew in each section
_SLIP = 0.75  # how sure at least that both of two equal numbers are, where their author slipped
_LEAST = 0.05  # how sure a section is at least, when all that was none is gone
_RISING = 0.8  # share of a new word's numbers that are in order
_FEWEST, _FEW_RUN = 3, 12  # sections of a text that has whole numbers alone, of one with a list behind all
_FEW_OF = 0.1  # of all numbers of a look
_MOSTLY = 0.6  # of them with a text of their own; of the text's lines that they take
_REPEALED = 0.1  # to each section that is printed
_TITLED = re.compile(r"[^*_]*[^\W\d_][^*_]*[*_]{1,3}[ \t]*")
_PUT_IN = re.compile(r"\d{1,3}-?[A-Z]{1,2}")
_COLUMNS = re.compile(r"\S {4,}\S")
_HEADED = re.compile(r"[ ]{0,3}#{1,6}[ \t]")
_APART = ("bold", "bolditem", "bracket", "line")
_SET_IN = 3  # blanks before a line that is set in below another, more than these
_DEEP = 3  # parts of a number at most, of which prose has many
_BELOW = 6  # lines in which a part's first chapter stands


class Chain(NamedTuple):
    """What became of a text's candidates: by line those that open sections, each with how sure that is (0 to
    1); those of contents lists and indexes; and those that open nothing, with how sure it is that they would.

    `parts` are the lines of chapters that only head others, which count apart ("1 Concepts" above "100
    General"); `apart` the schemes whose words count on their own here; `measured` says that it was asked how
    many lines lie between numbers that stand apart.
    """

    sections: dict[int, tuple[HeadingCandidate, float]]
    copies: dict[int, HeadingCandidate]
    left: list[tuple[HeadingCandidate, float]]
    parts: frozenset[int] = frozenset()
    apart: tuple[str, ...] = ()
    measured: bool = False


def chain(
    found: Sequence[HeadingCandidate], texts: Sequence[str], listings: Sequence[tuple[int, bool]] = ()
) -> Chain:
    """The sections among the candidates of a text, and how sure each is; `listings` are the lines that head
    a contents list, an index or a list of changes, and whether it is of changes."""
    w = weights()
    found = without_further(found)
    measured = mark_copies(found, texts, listings)
    versions = listed_versions(found)
    found = [one for one in found if one.line not in versions] if versions else found
    sections: dict[int, tuple[HeadingCandidate, float]] = {}
    left: list[tuple[HeadingCandidate, float]] = []
    parts: set[int] = set()
    roman = {one.word for one in found if one.word and len(one.number) > 1 and one.number.isupper()}
    tracks = sorted(_tracks([one for one in found if not one.copy], w), key=_is_of_own_word)
    for members in tracks:
        counts = _is_count(members) or (not sections and _runs_on(members))
        count = _count(members, texts, w) if counts else _Count([])
        taken, measured = count.taken, measured or count.measured
        parts |= count.parts
        sures = {at: max(margin(members, at, taken, w), _SLIP * (at in count.slips)) for at in taken}
        taken = [at for at in taken if sures[at] > _LEAST or members[at].level]
        if members[0].word in roman and all(map(_may_be_roman, members)):
            taken = []  # V and X behind a word that II and III stand behind, too
        if members[0].word and all(members[at].score < 0 for at in taken):
            taken = []  # "Section 2 lays out …", "Section 3 says …": only that they count speaks for them
        # "Section One (this one) says …", where others of its count are no sentences
        taken = [at for at in taken if not (members[at].word and members[at].score < w.small)]
        kept = set(taken)
        for at in taken:
            one, sure = members[at], sures[at]
            if one.line not in sections or sections[one.line][1] < sure:
                sections[one.line] = (one, sure)
        left += [(one, margin(members, at, taken, w)) for at, one in enumerate(members) if at not in kept]
    local = (_local(sections, carrier) for carrier in ("cell", "bracket"))
    codes = _local_codes(sections)
    rows = _rows(sections)
    for line in dict.fromkeys((*_local_words(sections), *codes, *rows, *chained.from_iterable(local))):
        left.append(sections.pop(line))
    left = sorted(((c, sure) for c, sure in left if c.line not in sections), key=lambda pair: pair[0].line)
    return Chain(dict(sorted(sections.items())), entries(found), left, frozenset(parts), measured=measured)


def _rows(sections: Mapping[int, tuple[HeadingCandidate, float]]) -> list[int]:
    """The lines of numbers behind a word with columns behind them, where another bears that number without
    any: rows of a table that names sections ("Article IV. Nets        as set forth     $50")."""
    plain = {
        (one.word, one.path) for one, _ in sections.values() if one.word and not _COLUMNS.search(one.rest)
    }
    return [
        line
        for line, (one, _) in sections.items()
        if (one.word, one.path) in plain and not one.level and _COLUMNS.search(one.rest)
    ]


def _may_be_roman(one: HeadingCandidate) -> bool:
    """Whether a letter may be a Roman number, too."""
    return len(one.path) == 1 and one.path[0] >= SMALL and is_roman(one.number)


def _is_count(members: Sequence[HeadingCandidate]) -> bool:
    """Whether numbers may be a count of sections at all: behind a word that no scheme has, only parted ones
    that stand in order ("Regola 2.1"), or such as have plain ones below them."""
    if not _is_of_own_word(members):
        return True
    if members[0].word in counted():
        return False
    deep = [one.path for one in members if len(one.path) > 1 and not one.number.isalnum()]
    rising = sum(a < b for a, b in pairwise(deep))
    return len(deep) == len(members) >= _FEWEST and rising >= _RISING * (len(deep) - 1)


def _is_of_own_word(members: Sequence[HeadingCandidate]) -> bool:
    """Whether numbers stand behind a word that no scheme has."""
    return all(one.word and one.scheme is None for one in members)


def _runs_on(members: Sequence[HeadingCandidate]) -> bool:
    """Whether whole numbers behind a word that counts no tables or steps run on from the first, each set
    apart and with words behind it: "Regulation 1: Name", which are sections where no others are."""
    ones = [one for one in members if len(one.path) == 1 and one.number.isdecimal() and one.score > 0]
    numbers = [one.path[0] for one in ones if (one.blank or one.level) and one.rest]
    steps = sum(b == a + 1 for a, b in pairwise(numbers))
    return (
        members[0].word not in counted()
        and len(numbers) >= max(_FEWEST, _RISING * len(members))
        and numbers[0] <= 1
        and steps >= _RISING * (len(numbers) - 1)
    )


class _Count(NamedTuple):
    """The indices of the members of one count that are sections, the lines of those that are parts, whether
    it was measured how much of the text they take, and the indices of those whose number is doubled."""

    taken: list[int]
    parts: AbstractSet[int] = frozenset()
    measured: bool = False
    slips: AbstractSet[int] = frozenset()


def _count(members: Sequence[HeadingCandidate], texts: Sequence[str], w: HeadingWeights) -> _Count:
    """What of the members of one count are sections."""
    _learn_order(members, w)
    chosen: list[int] = []
    for turn in range(_PASSES):
        last, chosen = chosen, best_chain(members)
        if turn + 1 == _PASSES or (turn and chosen == last):
            break
        _learn_choice(members, chosen, w)
    local = chosen = _rescued(members, chosen, w)
    chosen = _without_local(members, chosen)
    if all(_may_be_item(members[at]) for at in chosen):
        chosen = _again(members, local, chosen)
    slips = doubled(members, chosen)
    chosen = sorted({*chosen, *slips})
    if not all(_may_be_item(members[at]) for at in chosen):
        heads = _parts(members, chosen)
        chosen = _without_steps(members, [at for at in chosen if at not in heads], slips)
        chosen = _filled(members, local, chosen)
        return _Count(sorted({*chosen, *heads}), {members[at].line for at in heads}, slips=slips)
    return _Count(_whole_alone(members, chosen, texts), measured=len(chosen) >= _FEWEST, slips=slips)


def _local_words(sections: Mapping[int, tuple[HeadingCandidate, float]]) -> list[int]:
    """The lines of words' numbers that all stand inside one section, in the middle of its text or of its
    neighbours' count; or in the middle of any, where the other sections are set apart; and a single one that
    only names a section which has a heading mark."""
    lines = sorted(sections)
    by_word: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        by_word[sections[line][0].word].append(line)
    found: list[int] = []
    set_apart = {
        line for line, (one, _) in sections.items() if one.blank or one.level or line - 1 in sections
    }
    marked = {one.path for one, _ in sections.values() if one.level and not one.word}
    for word, own in by_word.items():
        inside = bisect_right(lines, own[-1]) - bisect_right(lines, own[0]) == len(own) - 1
        inside = inside and own[0] > lines[0]  # above all others they are a work of their own
        ones = [sections[line][0] for line in own]
        apart = sum(one.blank or one.level > 0 for one in ones)
        others = len(lines) - len(own)
        plain = all(one.carrier == "line" for one in ones) and set_apart.isdisjoint(own)
        cited = plain and len(set_apart) > _RISING * others
        named = len(own) == 1 and not ones[0].level and ones[0].path in marked
        labels = inside and not any(one.level for one in ones) and _interrupts(sections, lines, own)
        if word and others and (cited or named or labels or (inside and 2 * apart < len(own))):
            found += own
    return found


def _interrupts(
    sections: Mapping[int, tuple[HeadingCandidate, float]], lines: Sequence[int], own: Sequence[int]
) -> bool:
    """Whether lines that follow one another stand where headings with marks count on: labels between 7.2.2
    and 7.2.3."""
    at, behind = bisect_right(lines, own[0]) - 2, bisect_right(lines, own[-1])
    if at < 0 or behind == len(lines):
        return False
    before, after = sections[lines[at]][0], sections[lines[behind]][0]
    within = len(before.path) > 1 < len(after.path) and before.path[:1] == after.path[:1]
    return within and before.level > 0 < after.level


def _local(sections: Mapping[int, tuple[HeadingCandidate, float]], carrier: str) -> list[int]:
    """The lines of numbers in cells of one section's tables, or in brackets as one section's labels are
    ("[X.680]" among the works that a text names), where the others are far more, or their chapters only begin
    below (a table of versions), and none of these stands among them."""
    cells = [line for line, (one, _) in sections.items() if one.carrier == carrier]
    if not cells:
        return []
    lines = sorted(sections)
    inside = bisect_right(lines, max(cells)) - bisect_right(lines, min(cells)) == len(cells) - 1
    few = len(sections) - len(cells) >= _TWICE * len(cells)
    above = {sections[line][0].path for line in lines if line < min(cells)}
    below = {sections[line][0].path for line in lines if line > max(cells)}
    early = not {sections[line][0].path[:1] for line in cells}.isdisjoint(below - above)
    return cells if inside and (few or early) else []


def _local_codes(sections: Mapping[int, tuple[HeadingCandidate, float]]) -> list[int]:
    """The lines of letters with a number behind them that stand alone inside one section and do not count on:
    codes out of a table whose cells were torn apart ("I110", "I121", "I140")."""
    lines = sorted(sections)
    own = [line for line in lines if _is_lettered(one := sections[line][0]) and _is_behind_letter(one)]
    if len(own) < _FEWEST or bisect_right(lines, own[-1]) - bisect_right(lines, own[0]) != len(own) - 1:
        return []
    ones = [sections[line][0] for line in own]
    alone = sum(not one.rest.strip("*_| ") and not one.word for one in ones)
    on = sum(a.path[:-1] == b.path[:-1] and b.path[-1] - a.path[-1] == 1 for a, b in pairwise(ones))
    few = len(lines) > len(own) and own[0] > lines[0]
    return own if few and alone >= _RISING * len(own) and 2 * on < len(own) else []


def _is_bare(one: HeadingCandidate) -> bool:
    """Whether a candidate looks like an item of a list: a whole number or a letter, and nothing else."""
    return len(one.path) == 1 and one.number.isalnum() and not (one.level or one.word or one.headed)


def _may_be_item(one: HeadingCandidate) -> bool:
    """Whether a candidate looks like an item of a list, or like one that was put in behind it: 7, 7A."""
    put_in = _PUT_IN.fullmatch(one.number) is not None and not (one.level or one.word or one.headed)
    return put_in or (len(one.path) == 1 and _is_bare(one))


def _without_local(members: Sequence[HeadingCandidate], chosen: Sequence[int]) -> list[int]:
    """The chain without the looks that count anew in one section after another: items, rows."""
    looks: dict[object, list[int]] = defaultdict(list)
    for at in chosen:
        if not members[at].own:
            looks[members[at].bucket].append(at)
    dropped: set[int] = set()
    whole = Counter(members[at].path for at in chosen if len(members[at].path) == 1)
    for alike in looks.values():
        one = members[alike[0]]
        if one.level or one.word:
            continue
        if one.carrier in ("item", "cell", "round") and len(chosen) < _FEWEST:
            dropped.update(alike)  # "- 4.2: …" in a text about the rules
        times = Counter(members[at].path for at in alike)
        if not _is_bare(one):  # 1.1 of each agreement in one file, below a 1 of each
            times = Counter({p: max(1, n + 1 - max(1, whole[p[:1]])) for p, n in times.items()})
        listed = one.carrier in ("item", "cell", "round") or _is_bare(one)
        if (listed or max(times.values()) > _TWICE) and times.total() - len(times) > _DOUBLED * len(alike):
            dropped.update(_behind_all(members, alike) or alike)
    return [at for at in chosen if at not in dropped]


def _behind_all(members: Sequence[HeadingCandidate], alike: Sequence[int]) -> list[int]:
    """Those that count anew once, behind far more others: the list of a schedule; none else."""
    anew = [at for before, at in pairwise(alike) if members[at].path <= members[before].path]
    last = [at for at in alike if anew and at >= anew[0]]
    return last if len(anew) == 1 and len(alike) - len(last) > max(_FEW_RUN, _TWICE * len(last)) else []


def _again(members: Sequence[HeadingCandidate], before: Sequence[int], chosen: list[int]) -> list[int]:
    """The chain of whole numbers without the looks that counted anew in it: what they took the place of (5.
    of the chapters, behind 4. and 5. of a list in chapter 4) has its place again."""
    looks = {members[at].bucket for at in before} - {members[at].bucket for at in chosen}
    if not (looks and chosen):
        return chosen
    rest = [at for at, one in enumerate(members) if one.bucket not in looks]
    return _without_local(members, [rest[at] for at in best_chain([members[at] for at in rest])])


def _without_steps(
    members: Sequence[HeadingCandidate], chosen: Sequence[int], slips: Container[int]
) -> list[int]:
    """The chain without whole numbers that do not count on: steps of a list inside a section. One of `slips`
    that repeats its chapter's stands for the next, and no list counts so far as a hundred."""
    kept: list[int] = []
    numbers, taken = set[int](), set[int]()
    top: int | None = None  # the chapter that is open
    inset = 0  # of its line
    strays = _strays(members, chosen)
    heads = (at for at in chosen if not _is_bare(members[at]) or members[at].own)
    ahead = _ahead([(members[at].path[0], at) for at in heads if at not in strays])
    before = _bare_before(members)
    chapters = {members[at].path[0]: at for at in chosen if members[at].own and _is_bare(members[at])}
    for at in chosen:
        one = members[at]
        number = one.path[0]
        after = chapters.get(number, at)  # "2) Lift the net" is an item before "2." that has sections
        beside = {members[each].closer for each in (after, *kept[-1:])}  # and what is before it
        if after > at and one.closer not in beside and _is_bare(one) and not one.own and at not in slips:
            continue
        if not _is_bare(one):
            top, inset = (top, inset) if at in strays else (number, one.indent)
        elif number == top and one.indent > inset + _SET_IN:
            continue  # an item of that chapter, where the numbers of its sections begin
        elif one.own:
            steps_on = _steps_on(members, at, before[at], taken)
            if top is not None and number in numbers and (number < top or steps_on):
                continue
            top = number
        elif number >= SMALL:
            continue
        elif number == top and at in slips:
            top = number + 1
        else:
            following = ahead(at)
            fits = number == top + 1 if top is not None else number <= 1
            skips = top is not None and top < number <= top + _SKIPPED and number >= _STEPS
            fits = fits or skips or (following == number + 1 and (top is None or number > top))
            fits = fits and (following is None or following >= number)
            steps_on = _steps_on(members, at, before[at], taken)
            missed = (skips or top == number - 1) and following is not None and following >= number
            fits = fits and (one.alone or (((one.blank and one.told) or missed) and not steps_on))
            if not fits:
                continue
            top = number
        kept.append(at)
        taken.add(at)
        numbers.add(number)
    paths = {members[at].path for at in kept}
    counts = Counter(members[at].path[:1] for at in kept if _is_behind_letter(members[at]))
    letters = {letter for letter, count in counts.items() if count >= _FEWEST}
    above = {path[:-1] for path in paths}
    return [
        at
        for at in kept
        if not _is_lettered(members[at])
        or members[at].path[:-1] in paths
        or (members[at].path in above and members[at].path[0] >= SMALL)
        or (members[at].path[:1] in letters and _is_behind_letter(members[at]))
    ]


def _filled(members: Sequence[HeadingCandidate], before: Sequence[int], chosen: list[int]) -> list[int]:
    """The chain with the whole numbers that were in it `before`, look as its chapters do, and go on from one
    to the next of these: 4. and 5. between 3. and 6., which have sections below them, though another work in
    the same file counts from 1. to 9."""
    looks = {members[at].bucket for at in chosen if members[at].own and _is_bare(members[at])}
    if not looks:
        return chosen
    tops = [at for at in chosen if len(members[at].path) == 1 or not _is_bare(members[at])]
    ahead = _ahead([(members[at].path[0], at) for at in tops])
    bare, kept, top = _bare_before(members), set(chosen), 0
    for at in sorted({*before, *chosen}):
        one, number, following = members[at], members[at].path[0], ahead(at)
        if at in kept:
            top = number
            continue
        fits = one.bucket in looks and one.blank and number == top + 1 > 1
        if fits and (following or number + 1) > number and not _steps_on(members, at, bare[at], kept):
            kept.add(at)
            top = number
    return sorted(kept)


def _strays(members: Sequence[HeadingCandidate], chosen: Sequence[int]) -> frozenset[int]:
    """Parted numbers of the chain that stand alone far behind their chapter: "2.5 Mb/s" at the head of a line
    of chapter 11 opens no other."""
    firsts = [members[at].path[0] for at in chosen]
    return frozenset(
        at
        for at, before, own, after in zip(chosen[1:], firsts, firsts[1:], firsts[2:], strict=False)
        if not _is_bare(members[at]) and own < min(before, after) and before <= after <= before + 1
    )


def _steps_on(
    members: Sequence[HeadingCandidate], at: int, before: int | None, taken: Container[int]
) -> bool:
    """Whether a number goes on from the item before it, which is none of the chain: a list began earlier."""
    return before is not None and before not in taken and members[before].path[0] == members[at].path[0] - 1


def _bare_before(members: Sequence[HeadingCandidate]) -> list[int | None]:
    """For each member the last one before it, on another line, that looks like an item of a list."""
    found: list[int | None] = []
    last: int | None = None
    held: int | None = None  # the last one before the line of `last`
    for at, one in enumerate(members):
        found.append(held if last is not None and members[last].line == one.line else last)
        if _is_bare(one):
            if last is None or members[last].line != one.line:
                held = last
            last = at
    return found


def _is_lettered(one: HeadingCandidate) -> bool:
    """Whether a candidate is a whole number and a letter by turns ("1a", "1a1", "A4"), which stands beside or
    below what it begins with: nothing where that is no section."""
    return len(one.path) > 1 and one.number.isalnum() and not (one.level or one.word)


def _is_behind_letter(one: HeadingCandidate) -> bool:
    """Whether a candidate is a letter with a number behind it ("G101") that stands apart, as no item does:
    several of them count by themselves."""
    apart = one.blank or one.emphasis != ""
    return len(one.path) == 2 and one.path[0] >= SMALL and one.carrier in _APART and apart


def _ahead(tops: Sequence[tuple[int, int]]) -> Callable[[int], int | None]:
    """What the number of the next chapter with sections is, behind an index."""

    def of(at: int) -> int | None:
        place = bisect_right(tops, at, key=itemgetter(1))
        return tops[place][0] if place < len(tops) else None

    return of


def _parts(members: Sequence[HeadingCandidate], chosen: Sequence[int]) -> list[int]:
    """Whole numbers without sections of their own, each right above a chapter of another count."""
    lines = {members[at].line: members[at] for at in chosen}
    found: list[int] = []
    for at, one in enumerate(members):
        if one.own or not _is_bare(one) or one.path[0] >= SMALL or not one.blank:
            continue
        below = next((lines[line] for line in range(one.line + 1, one.line + _BELOW) if line in lines), None)
        if below is None or len(below.path) != 1 or below.carrier != one.carrier:
            continue
        hundreds = below.path[0] // 100 == one.path[0]  # 600 under 6
        if hundreds or (below.path[0] > one.path[0] + 1 and one.path[0] == len(found) + 1):
            found.append(at)
    return found


def _whole_alone(
    members: Sequence[HeadingCandidate], chosen: Sequence[int], texts: Sequence[str]
) -> list[int]:
    """A chain of whole numbers alone, or none where these only number a list: there are several, they take
    most of the text, most have a text of their own, and no ten times as many look so."""
    if len(chosen) < _FEWEST:
        return []
    ones = [members[at] for at in chosen]
    looks = {one.bucket for one in ones}
    if len(ones) < _FEW_OF * sum(one.bucket in looks for one in members):
        return []
    long = ones[-1].line - ones[0].line > len(texts) * (1 - _MOSTLY)
    if long and _counts_across(ones, texts):
        return list(chosen)
    told = sum(one.told or is_set_bold(one) or _has_text(texts, one) for one in ones)
    return list(chosen) if long and told >= _MOSTLY * len(ones) else []


def is_set_bold(one: HeadingCandidate) -> bool:
    """Whether a number and the words behind it are a bold line of their own: "**7 Notice of meetings**"."""
    return one.carrier == "bold" and one.blank and one.alone and _TITLED.fullmatch(one.rest) is not None


def _counts_across(ones: Sequence[HeadingCandidate], texts: Sequence[str]) -> bool:
    """Whether whole numbers count on, some that were repealed left out, behind headings: a list would begin
    again below each."""
    numbers = [one.path[0] for one in ones]
    rising = numbers[0] == 1 and all(a < b for a, b in pairwise(numbers))
    if not rising or numbers[-1] > (1 + _REPEALED) * len(ones) or not all(one.blank for one in ones):
        return False
    between = texts[ones[0].line : ones[-1].line]
    return sum(_HEADED.match(text) is not None for text in between) >= _FEWEST


def _has_text(texts: Sequence[str], one: HeadingCandidate) -> bool:
    """Whether a numbered paragraph is a long one, has parts, or another one without a number follows it."""
    line = one.line
    if one.rest.startswith("(1)"):
        return True  # "3. (1) There shall be a bank": paragraphs of its own
    if len(texts) >= line + 2 and all(map(str.strip, texts[line : line + 2])):
        return True
    below = iter(texts[line : line + 50])
    ends = any(not text.strip() for text in below)
    following = next(filter(str.strip, below), None)
    return ends and following is not None and re.match(r"[ ]{0,3}(\d{1,3}|[IVX]+)\.[ \t]", following) is None


def _learn_order(members: Sequence[HeadingCandidate], w: HeadingWeights) -> None:
    """The first prior: the share of a look's steps that are in order."""
    looks: dict[object, list[HeadingCandidate]] = defaultdict(list)
    for one in members:
        looks[one.bucket].append(one)
    for alike in looks.values():
        steps = [step(a.path, b.path, w) >= w.orphan for a, b in pairwise(alike) if a.line != b.line]
        share = (sum(steps)) / (len(steps) + 1)
        for one in alike:
            one.prior = w.in_order * share


def _learn_choice(members: Sequence[HeadingCandidate], chosen: Iterable[int], w: HeadingWeights) -> None:
    """The next: the log-odds that the chain took a look's numbers."""
    took = set(chosen)
    counts = Counter(one.bucket for one in members)
    among_taken = Counter(members[at].bucket for at in took)
    for one in members:
        among, count = among_taken[one.bucket], counts[one.bucket]
        odds = math.log((among + 1) / (count - among + 1))
        one.prior = max(-w.odds, min(w.odds, odds))


def _rescued(members: Sequence[HeadingCandidate], chosen: list[int], w: HeadingWeights) -> list[int]:
    """The chain, with numbers that stand nowhere else and look like those that it took, and with those that
    are the only ones of their look that it did not take: slips of their author."""
    took = set(chosen)
    counts = Counter(one.bucket for one in members)
    among_taken = Counter(members[at].bucket for at in took)
    paths = {members[at].path for at in took}
    lines = {members[at].line for at in took}
    for at, one in enumerate(members):
        among, count = among_taken[one.bucket], counts[one.bucket]
        likely = among >= w.rescue_share * count
        lone = _FEWEST < among == count - 1 and one.weight > 0 and not one.level
        if one.line in lines:
            continue
        marked = one.level > 0 and (one.scheme or not one.number.isalnum()) and one.score >= w.rescue
        clear = one.score >= w.clear and not one.number.isalnum()
        clear = clear or (one.carrier == "bracket" and at - 1 in took and _follows(members[at - 1], one))
        if marked or lone or (one.path not in paths and (clear or (one.weight >= w.rescue and likely))):
            took.add(at)
            paths.add(one.path)
    return sorted(took)


def _follows(before: HeadingCandidate, one: HeadingCandidate) -> bool:
    """Whether a deep number is the next behind that which looks alike right before it: "[9.5.b.2]"."""
    return (
        len(one.path) > _DEEP
        and one.bucket == before.bucket
        and one.path == (*before.path[:-1], before.path[-1] + 1)
    )


# Counts


def _tracks(found: Sequence[HeadingCandidate], w: HeadingWeights) -> Iterator[list[HeadingCandidate]]:
    """The candidates of each count: those of words, letters and plain numbers that count together."""
    kinds = [_kind(one) for one in found]
    joined = _joined(found, kinds, w)
    tracks: dict[object, list[HeadingCandidate]] = defaultdict(list)
    for one, kind in zip(found, kinds, strict=True):
        tracks[joined.get(kind, kind)].append(one)
    yield from tracks.values()


def _kind(one: HeadingCandidate) -> tuple[object, ...]:
    letters = one.path[0] // SMALL
    return (one.scheme.name if one.scheme else one.word, one.scheme.series if one.scheme else "", letters)


def _joined(
    found: Sequence[HeadingCandidate], kinds: Sequence[tuple[object, ...]], w: HeadingWeights
) -> Mapping[tuple[object, ...], tuple[object, ...]]:
    """Which counts are one: a word's numbers that have plain ones below them, or none of their own."""
    joined: dict[tuple[object, ...], tuple[object, ...]] = {}
    alone: Counter[tuple[object, ...]] = Counter()
    over: Counter[tuple[object, ...]] = Counter()
    words = {one.word for one in found if one.word and one.scheme is None}
    for at, one in enumerate(found):
        name, series, _ = kinds[at]
        if not name or (series and series != LETTERED) or name in counted():
            continue
        alone[kinds[at]] += 1
        if len(one.path) > 1:
            over[kinds[at]] += name not in words
            continue
        for other in found[at + 1 : at + 6]:
            if (
                other.line > one.line
                and kinds[at] != _kind(other)
                and other.path[:1] == one.path
                and len(other.path) > 1
            ):
                over[kinds[at]] += 1
                break
    for kind, count in alone.items():
        learned = kind[0] in words
        if over[kind] >= max(w.join * count if kind[2] == 0 else 1, 2 if learned else 1):
            joined[kind] = ("", "", kind[2])
    return joined
