"""What a text says of a test or value that nobody described: what was read, and where to read on.

In: tables whose text's game nobody describes, and a name. Out: the tests of that name as they were read, the
rows of it, those around it of no test and those of every roll, and the sections beside: those around the
test, those that it cites, those that cite it or its chapter, and the tables of what it adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model.mechanics import Modifier, Test

_WORD = re.compile(r"[^\W\d_]+")
_STEM = 3  # letters that two words of one stem have in common at least
_ENDING = 4  # letters of an ending at most: tack, tacking


class Outlined(NamedTuple):
    """A section that states something of play: its title, the section it hangs under, those that it cites,
    the columns of its lookups and their titles."""

    section: str
    title: str
    parent: str | None
    cites: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class SaidOf(NamedTuple):
    """A sentence or row of a table that speaks of what is asked or told (`of`), with its place."""

    of: str
    words: str
    section: str
    line: int


class Spoken(NamedTuple):
    """What the text says of a name: tests as they were read, rows, and sections (with title) beside; and the
    sentences that speak of it, and of what is told, whatever was read of them."""

    tests: tuple[Test, ...]
    rows: tuple[Modifier, ...]
    beside: tuple[tuple[str, str], ...]
    said: tuple[SaidOf, ...] = ()


def spoken_of(
    name: str, tests: Sequence[Test], rows: Sequence[Modifier], outline: Iterable[Outlined]
) -> Spoken | None:
    """What is said of a name, in the order of the text; None where nothing is."""
    sections = {each.section: each for each in outline}
    told = tuple(test for test in tests if test.id == name or _kin(name, test.id))
    own = tuple(row for row in rows if row.of is not None and _kin(name, row.of))
    home = {test.section for test in told if test.origin == "rules"}
    home |= {e.section for e in sections.values() if any(_kin(name, said) for said in (e.title, *e.tables))}
    home = home or {row.section for row in own}
    if not home:
        return None
    parents = {sections[each].parent for each in home if each in sections} - {None}
    above = home | parents
    added = [test.adds for test in told if test.adds]
    around = home | {each.section for each in sections.values() if each.parent in above}
    around |= {cited for each in home if each in sections for cited in sections[each].cites}
    near = around | {
        each.section
        for each in sections.values()
        if not above.isdisjoint(each.cites)
        or any(_kin(adds, column) for adds in added for column in each.columns)
    }
    ids, aimed = {test.id for test in tests}, {test.id for test in tests if test.target is not None}
    others = [row for row in rows if row.of not in ids and row.section in around]
    others += [row for row in rows if row.of not in aimed and _of_every_roll(row, sections)]
    own = tuple(dict.fromkeys((*own, *others)))
    shown = {test.section for test in told} | {row.section for row in own}
    beside = tuple(
        (each.section, each.title)
        for each in sections.values()
        if each.section in near and each.section not in shown
    )
    return Spoken(told, own, beside)


def _of_every_roll(row: Modifier, sections: Mapping[str, Outlined]) -> bool:
    """Whether a row says what the dice alone decide and names no roll, but what its own heading calls it."""
    if row.operation not in ("pass", "fail") or (row.amount is None and not row.faces):
        return False
    title = sections[row.section].title if row.section in sections else ""
    return row.of is None or _WORD.findall(row.of.casefold()) == _WORD.findall(title.casefold())


def _kin(name: str, other: str) -> bool:
    """Whether a word of one name and one of another differ in their ending alone: tack, tacking."""
    words, others = _WORD.findall(name.casefold()), _WORD.findall(other.casefold())
    return any(_alike(word, each) for word in words for each in others)


def _alike(one: str, other: str) -> bool:
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same >= _STEM and max(len(one), len(other)) - same <= _ENDING
