"""A sum that is not the sum of its items, or a price that the edition's own tables do not give.

The player builds an army that the rules do not allow, pays too much, or learns from an example what the rules
do not say. Evidence: a sum that the text itself works out (`match/sums.py`); a list of items
with prices and a total behind "=", or of results of one die that together should be 1 to 6; for an
item every word of which the edition's price tables know, the price that they make: the unit's, times
the number of units, and its charges. Where the tables can be read in several ways and none gives the
price, it is a warning. An item with a word that no price knows is passed over.

Bad:  2 Line Infantry 120, Large Foot Battery 110 = 240      230, and the battery is 70 and 30
Good: 2 Line Infantry 120, Large Foot Battery 100 = 220
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook, Severity
from vfdoc.model.extract import SILENT_KINDS, BySection, Extract
from vfdoc.model.passage import Passage, place_in, words_of
from vfdoc.model.place import at_words
from vfdoc.model.words import WordForms
from vfdoc.verdicts.prices import PricedItem, PriceReading, Prices, items, prices, reading
from vfdoc.verdicts.sums import PriceList, WrongSum, buys, price_lists, wrong_purchases, wrong_sums

_PRICED = re.compile(r"\d{2},")
_ARMY = re.compile(r"^(?P<name>[^-–—]{1,40}?)\s*[-–—]")
_LABEL = re.compile(r"[-–—:]\s")
_FEWEST = 3  # items of a list, results of a die
_SIDES = 6


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each sum, price or set of results that does not come out."""
    found: Prices | None = None
    lists: tuple[PriceList, ...] | None = None
    either = "|".join(rulebook.forms.sums.either) or "(?!)"
    for placed, sums_of in _worked.over(rulebook.documents, rulebook.forms):
        for worked, sums, bought in sums_of:
            if bought and lists is None:
                lists = price_lists(rulebook.documents, rulebook.forms)
            for wrong in (
                *sums,
                *(wrong_purchases(worked.text, rulebook.forms, lists or ()) if bought else ()),
            ):
                yield _wrong_sum(rulebook, placed.passage(worked), wrong)
    for placed, lists_of in _counted.over(rulebook.documents, either):
        for counted, results in lists_of:
            passage = placed.passage(counted)
            if _is_list(passage.text):
                found = found or prices(rulebook)
                yield from _list(rulebook, passage, passage.text, found, graph)
            for run in results:
                yield _result(rulebook, passage, run)


@BySection
def _counted(extract: Extract, either: str) -> tuple[tuple[Passage, tuple[_Run, ...]], ...]:
    """The passages of a section that may be a list with prices, or hold results that do not come out."""
    if extract.section.kind in SILENT_KINDS:
        return ()
    read = ((passage, tuple(_wrong_results(passage.text, either))) for passage in extract.passages)
    return tuple((passage, results) for passage, results in read if results or _is_list(passage.text))


def _is_list(text: str) -> bool:
    return len(_PRICED.findall(text)) + 1 >= _FEWEST


# Sums that are worked out


@BySection
def _worked(extract: Extract, forms: WordForms) -> tuple[tuple[Passage, tuple[WrongSum, ...], bool], ...]:
    """The passages of a section in which a sum does not come out, or something is bought."""
    if extract.section.kind in SILENT_KINDS:
        return ()
    read = (
        (passage, wrong_sums(passage.text, forms), buys(passage.text, forms)) for passage in extract.passages
    )
    return tuple(each for each in read if each[1] or each[2])


def _wrong_sum(rulebook: Rulebook, passage: Passage, wrong: WrongSum) -> Finding:
    message = f"{wrong.shown} is {wrong.right}, not {wrong.stated}"
    place = place_in(passage.lines, wrong.start, wrong.end)
    severity: Severity = "warning" if wrong.doubtful else "error"
    remedy = f"write {wrong.right}, or set an item right"
    return at_words(rulebook, passage.section, "wrong-total", severity, place, message, remedy=remedy)


# Sums and prices


def _list(
    rulebook: Rulebook, passage: Passage, text: str, found: Prices, graph: ReferenceGraph
) -> Iterator[Finding]:
    listed = items(text, rulebook.forms.sums)
    parts = [item for item in listed if not item.total]
    if len(parts) < _FEWEST:
        return
    sections = _sections(passage, text, found, graph)
    stated = _stated(rulebook, passage)
    for item in parts:
        if stated is not None and item.price not in stated:
            continue
        read = None if item.aside else reading(item, found, sections, rulebook.forms)
        if stated is not None:
            read = PriceReading((stated[item.price],), () if read is None else read.rows)
        if read is not None and item.price not in read.totals:
            yield _price(rulebook, passage, text, item, read)
    totals = [item for item in listed if item.total]
    if len(totals) == 1 and totals[0] is listed[-1] and sum(item.price for item in parts) != totals[0].price:
        yield _sum(rulebook, passage, text, parts, totals[0])


def _stated(rulebook: Rulebook, passage: Passage) -> dict[int, int] | None:
    """Of a force that the edition's own statements priced, the prices that are wrong by them, each with the
    right one; else None."""
    lines = {line.line for line in passage.lines}
    here = (each for each in rulebook.forces if each.section == passage.section.anchor)
    return next((dict(each.mispriced) for each in here if each.place.line in lines), None)


def _sections(passage: Passage, text: str, found: Prices, graph: ReferenceGraph) -> tuple[str, ...]:
    """The sections whose prices hold: the army's own, then those that hold for all.

    The army's is the section that the list stands in, else the one whose title the list's label
    begins with ("Russian": "Russia").
    """
    priced = dict.fromkeys(row.section for row in found.extras)
    general = [anchor for anchor in priced if graph.sections[anchor].number is not None]
    if passage.section.anchor in priced:
        return (passage.section.anchor, *general)
    label = _ARMY.match(text)
    words = words_of(label["name"]) if label else []
    own = [
        anchor
        for anchor in priced
        if anchor not in general
        and (title := words_of(graph.sections[anchor].title))
        and any(word.startswith(title[0]) for word in words)
    ]
    return (*own[:1], *general) if len(own) == 1 else tuple(general)


def _price(rulebook: Rulebook, passage: Passage, text: str, item: PricedItem, read: PriceReading) -> Finding:
    what = " ".join(_LABEL.split(text[item.start : item.end])[-1].strip(" ,.\xa0").split())
    rows = " and ".join(f"{row.key} {row.amount}" for row in read.rows)
    allowed = " or ".join(map(str, read.totals))
    message = f'"{what}": the tables give {allowed}' + (f" ({rows})" if rows else "")
    remedy = f"write {allowed}, or name what makes it {item.price}"
    severity: Severity = "error" if len(read.totals) == 1 else "warning"
    start = text.rfind(" ", item.start, text.rfind(" ", item.start, item.end)) + 1
    place = place_in(passage.lines, max(start, item.start), item.end)
    related = tuple(Related(row.section, row.line, f"{row.key} {row.amount}") for row in read.rows)
    return at_words(
        rulebook, passage.section, "wrong-total", severity, place, message, remedy=remedy, related=related
    )


def _sum(
    rulebook: Rulebook, passage: Passage, text: str, parts: Sequence[PricedItem], total: PricedItem
) -> Finding:
    right = sum(item.price for item in parts)
    shown = " + ".join(str(item.price) for item in parts)
    message = f"{shown} is {right}, not {total.price}"
    place = place_in(passage.lines, total.end - len(str(total.price)), total.end)
    related = tuple(
        Related(passage.section.anchor, where.line, where.text)
        for where in (place_in(passage.lines, item.end - len(str(item.price)), item.end) for item in parts)
    )
    remedy = f"write {right}, or set an item right"
    return at_words(
        rulebook, passage.section, "wrong-total", "error", place, message, remedy=remedy, related=related
    )


# Results of a die


class _Run(NamedTuple):
    """Results of one die of which one stands twice and another nowhere: the sides, and where the first
    and the wrong one begin and end."""

    twice: tuple[int, ...]
    missing: tuple[int, ...]
    first: tuple[int, int]
    wrong: tuple[int, int]


def _wrong_results(text: str, either: str) -> Iterator[_Run]:
    """Results listed in one sentence, from 1 to 6, of which one stands twice and another nowhere."""
    if not ("1" in text and "6" in text):
        return
    run: list[re.Match[str]] = []
    for found in re.finditer(
        rf"(?<![\d+])(?P<low>[1-6])(?:\s(?:{either})\s|\s?[-–]\s?)(?P<high>[1-6])(?![\d+\"”])", text
    ):
        if int(found["low"]) == 1 and int(found["low"]) < int(found["high"]):
            run = []
        run.append(found)
        if int(found["high"]) != _SIDES or len(run) < _FEWEST or int(run[0]["low"]) != 1:
            continue
        said = [side for part in run for side in range(int(part["low"]), int(part["high"]) + 1)]
        missing = tuple(side for side in range(1, _SIDES + 1) if side not in said)
        twice = tuple(side for side in range(1, _SIDES + 1) if said.count(side) > 1)
        if missing and twice:
            wrong = next(part for part in run[1:] if int(part["low"]) in twice or int(part["high"]) in twice)
            yield _Run(twice, missing, run[0].span(), wrong.span())
        run = []


def _result(rulebook: Rulebook, passage: Passage, run: _Run) -> Finding:
    message = f"of the results of one die, {_and(run.twice)} stands twice and {_and(run.missing)} nowhere"
    place, first = (place_in(passage.lines, *span) for span in (run.wrong, run.first))
    related = (Related(passage.section.anchor, first.line, first.text),)
    remedy = "give every result of the die once"
    return at_words(
        rulebook, passage.section, "wrong-total", "error", place, message, remedy=remedy, related=related
    )


def _and(sides: Sequence[int]) -> str:
    return " and ".join(map(str, sides))
