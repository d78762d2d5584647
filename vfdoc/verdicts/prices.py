"""Prices: the items of a priced list, and what an edition's own tables say that each should cost.

In: a list as it stands in the text ("2 Line Cavalry one being Heavy 170, Foot Battery 70"), and the
edition's Lookups. Out: items with their stated price, and the prices that the tables allow for one.
An item ends at a number of two or three digits before a comma, an equals sign, a word that ends items
or the end. Which words end one is data of the language; the rest knows no language.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from vfdoc.language.stems import uninflected
from vfdoc.model import Rulebook
from vfdoc.model.mechanics import Lookup, LookupRow
from vfdoc.model.passage import words_of
from vfdoc.model.place import line_at
from vfdoc.model.session import memoized, settled
from vfdoc.model.words import SumForms, WordForms

_PRICES = "prices"  # the lookup of single prices and extra charges
_KEY_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"[-−–+]?\d+")


_ASIDE = re.compile(r"\([^()]{1,60}\)")


class PricedItem(NamedTuple):
    """One item: what it is, its price, where in the text it begins and its price ends; `aside` where it
    is an allowance of points for what is not named, `total` where it is the sum that is stated."""

    what: str
    price: int
    start: int
    end: int
    aside: bool
    total: bool


class PriceRow(NamedTuple):
    """A price of the edition's tables: the words that name it, its key as printed, the amount, its place.

    `others` are further names in the key, `units` the words in it that name units.
    """

    words: frozenset[str]
    key: str
    amount: int
    section: str
    line: int
    others: tuple[frozenset[str], ...] = ()
    units: frozenset[str] = frozenset()

    def named_in(self, words: frozenset[str]) -> bool:
        """Whether one of its names is said."""
        return any(name <= words for name in (self.words, *self.others))

    def all_named_in(self, words: frozenset[str]) -> bool:
        """Whether all its names are said."""
        return all(name <= words for name in (self.words, *self.others))


class Prices(NamedTuple):
    """An edition's prices: `units` stand in a table's column, `extras` are single prices and charges,
    `of_sections` has those of each section.

    `arms` are the words that name units, `kinds` the last of each ("infantry"), `known` all words that
    may stand in an item; `cheapest` is what the least unit costs.
    """

    units: tuple[PriceRow, ...]
    extras: tuple[PriceRow, ...]
    arms: frozenset[str]
    kinds: frozenset[str]
    known: frozenset[str]
    of_sections: Mapping[str, Sequence[PriceRow]]
    cheapest: int


class PriceReading(NamedTuple):
    """What an item costs by the tables: every total that they allow, and the rows that they come from."""

    totals: tuple[int, ...]
    rows: tuple[PriceRow, ...]


def items(text: str, forms: SumForms) -> list[PricedItem]:
    """The items of a priced list, in order, and the total that is stated among them."""
    ends, points = "|".join(forms.ends) or "(?!)", "|".join(forms.points) or "(?!)"
    pattern = re.compile(
        rf"(?P<price>(?<![\d.])\d{{1,3}})(?:(?P<points>\s(?:{points})\b)|(?=\s{{0,3}}(?:,|=|\.?\s{{0,3}}$|(?:{ends})\b)))"
    )
    found: list[PricedItem] = []
    start = 0
    for price in pattern.finditer(text):
        digits, aside = price["price"], price["points"] is not None
        if len(digits) < 2 and not aside:
            continue
        what = text[start : price.start()].strip(" ,.\xa0")
        if what:
            total = what.endswith("=")
            found.append(PricedItem(what.rstrip("= "), int(digits), start, price.end("price"), aside, total))
        start = price.end()
    return found


def prices(rulebook: Rulebook) -> Prices:
    """The prices of an edition, from the columns of its tables and from its single prices."""
    lookups = rulebook.mechanics.lookups if rulebook.mechanics is not None else ()
    single = (
        line_at(rulebook.document(lookup.document), row.line)
        for lookup in lookups
        if lookup.id == _PRICES
        for row in lookup.rows
    )
    return _prices(lookups, tuple(single), rulebook.forms)


@settled
def _prices(lookups: tuple[Lookup, ...], single: tuple[str, ...], forms: WordForms) -> Prices:
    """The prices of those tables; `single` are the lines of the single prices."""
    units: dict[frozenset[str], PriceRow] = {}
    for lookup in lookups:
        for row in lookup.rows if lookup.id != _PRICES else ():
            words = _content(" ".join(row.key), forms)
            amount = _amount(_price_cell(lookup, row, forms.sums))
            if amount is not None and words:
                key = " ".join(row.key)
                units.setdefault(words, PriceRow(words, key, amount, lookup.section, row.line))
    arms = frozenset(word for words in units for word in words)
    charged = ((lookup, row) for lookup in lookups if lookup.id == _PRICES for row in lookup.rows)
    extras = [
        found
        for (lookup, row), line in zip(charged, single, strict=True)
        if (found := _priced(lookup, row, line, arms, forms)) is not None
        and not _restates(found, units, forms)
    ]
    named = {(row.section, row.words) for row in extras}
    extras = [
        row._replace(others=tuple(name for name in row.others if (row.section, name) not in named))
        for row in extras
    ]
    said = {word for row in extras for name in (row.words, *row.others) for word in name}
    last = (word for row in units.values() for word in words_of(row.key)[-1:])
    kinds = frozenset(uninflected(word, forms.phrase_endings) for word in last)
    of_sections: dict[str, list[PriceRow]] = defaultdict(list)
    for extra in extras:
        of_sections[extra.section].append(extra)
    cheapest = min((unit.amount for unit in units.values() if unit.amount > 0), default=0)
    return Prices(
        tuple(units.values()), tuple(extras), arms, kinds & arms, arms | said, of_sections, cheapest
    )


def _price_cell(lookup: Lookup, row: LookupRow, sums: SumForms) -> str:
    """The cell of a row in the column of prices; the first column may head the keys."""
    shift = max(len(lookup.columns) - len(row.values), 0)
    for at, name in enumerate(lookup.columns[shift:]):
        if set(words_of(name)) & set(sums.price):
            return row.values[at]
    return ""


def _amount(cell: str) -> int | None:
    found = _NUMBER.search(cell)
    return int(found.group().replace("−", "-").replace("–", "-")) if found is not None else None


def _priced(
    lookup: Lookup, row: LookupRow, line: str, arms: frozenset[str], forms: WordForms
) -> PriceRow | None:
    """A single price by its names: the words in capitals that name no unit, else all its words.

    A price that the text calls so much less is a deduction. None where it has no name of its own.
    """
    amount, key = _amount(" ".join(row.values)), " ".join(row.key)
    if amount is None:
        return None
    content = _content(key, forms)
    names = _names(key, arms, forms) or [content]
    if names[0] <= arms:
        return None
    if amount > 0 and _is_less(line, key, amount, forms.sums):
        amount = -amount
    units = content & arms
    return PriceRow(names[0], key, amount, lookup.section, row.line, tuple(names[1:]), units)


def _names(key: str, arms: frozenset[str], forms: WordForms) -> list[frozenset[str]]:
    """The runs of words in capitals that name no unit."""
    runs: list[list[str]] = [[]]
    for word in _KEY_WORD.findall(_ASIDE.sub(" ", key)):
        own = _content(word, forms) - arms
        if own and word[0].isupper() and len(word) > 1:
            runs[-1] += own
        elif runs[-1]:
            runs.append([])
    return [frozenset(run) for run in runs if run]


def _is_less(line: str, key: str, amount: int, sums: SumForms) -> bool:
    """Whether the text behind a key, or all of its line, calls the amount so much less."""
    points, less = ("|".join(words) or "(?!)" for words in (sums.points, sums.less))
    price = re.compile(rf"\b{amount}\s(?:{points})\b(?P<less>\s(?:{less})\b)?", re.IGNORECASE)
    at = line.find(key)
    found = [match["less"] is not None for match in price.finditer(line, at + len(key) if at >= 0 else 0)]
    return bool(found) and (found[0] if at >= 0 else all(found))


def _restates(row: PriceRow, units: Mapping[frozenset[str], PriceRow], forms: WordForms) -> bool:
    """Whether a single price only says again what a unit of the table costs."""
    said = frozenset(uninflected(word, forms.phrase_endings) for word in words_of(row.key))
    return any(unit.words <= said and unit.amount == row.amount for unit in units.values())


def reading(
    item: PricedItem, found: Prices, sections: Sequence[str], forms: WordForms
) -> PriceReading | None:
    """What an item costs, by the single prices of `sections` (those of an army before the general ones).

    None where the words do not say which unit it is, or hold one that no price knows.
    """
    count, what = _count(item.what, forms.sums)
    said = _content(what, forms)
    unknown = _content(_ASIDE.sub(" ", what), forms) - found.known
    own = sections[0] if sections else ""
    units = _units(said, found, own)
    if not units or unknown:
        return None
    base = units[0]
    fitting = _extras(base, said | base.words, found, sections)
    extras = [row for row in fitting if row not in units and not row.words <= base.words]
    few = _few(what, forms.sums)
    amounts = [row.amount * _times(row, what, few, count, base, forms) for row in extras]
    totals = {
        unit.amount * count + chosen for unit in units for chosen in _sums(extras, amounts, said | base.words)
    }
    totals |= {unit.amount * count for unit in units if unit in found.extras}  # a price for it as it is
    return PriceReading(tuple(sorted(totals)), (*units, *extras))


def _units(said: frozenset[str], found: Prices, own: str) -> list[PriceRow]:
    """The units that the words may mean, the best first; none where two do as well."""
    scored = sorted(
        ((len(row.words & said), -len(row.words - said), row) for row in found.units if row.words & said),
        key=lambda score: score[:2],
        reverse=True,
    )
    if not scored or (len(scored) > 1 and scored[0][:2] == scored[1][:2]):
        special = [row for row in found.extras if row.section == own and _names_unit(row, found, said)]
        return special[:1]
    best = scored[0][2]
    return [best, *(r for r in found.extras if r.section == own and _names_unit(r, found, said))]


def _names_unit(row: PriceRow, found: Prices, said: frozenset[str]) -> bool:
    """Whether a single price may be a whole unit's: its own name is said, and costs as much as a unit."""
    own = row.words - found.arms
    return bool(own) and own <= said and bool(row.units) and row.amount >= found.cheapest


def _extras(base: PriceRow, said: frozenset[str], found: Prices, sections: Sequence[str]) -> list[PriceRow]:
    """The charges that an item names, for its kind of unit: the army's own before general ones, the more
    exact alone."""
    kind = base.words & found.kinds
    kept: dict[frozenset[str], list[PriceRow]] = {}
    for section in sections:
        for row in found.of_sections.get(section, ()):
            kinds = row.units & found.kinds
            fits = not kinds or not kind or bool(kinds & kind)
            if fits and row.named_in(said):
                others = kept.setdefault(row.words, [])
                if not others or (others[0].section == section and row.amount != others[0].amount):
                    others.append(row)
    return [row for words, rows in kept.items() if not any(words < other for other in kept) for row in rows]


def _sums(extras: Sequence[PriceRow], amounts: Sequence[int], said: frozenset[str]) -> Iterator[int]:
    """The charges together, in every way that they can be meant.

    One name with two amounts means either of them; one amount in two sections may be the same charge,
    named twice; and a charge of several names may be for another than those that are said.
    """
    named: dict[frozenset[str], list[int]] = {}
    for place, row in enumerate(extras):
        named.setdefault(row.words, []).append(place)
    for chosen in product(*named.values()):
        by_amount: dict[int, list[int]] = {}
        for place in chosen:
            by_amount.setdefault(extras[place].amount, []).append(place)
        ways: list[set[int]] = []
        for places in by_amount.values():
            sections = {extras[place].section for place in places}
            whole = {sum(amounts[place] for place in places)}
            parts = {
                sum(amounts[place] for place in places if extras[place].section == section)
                for section in sections
            }
            ways.append(whole | parts if len(sections) > 1 else whole)
        doubtful = [(0, -amounts[place]) for place in chosen if not extras[place].all_named_in(said)]
        for parts_of_sum in product(*ways, *doubtful):
            yield sum(parts_of_sum)


def _count(what: str, forms: SumForms) -> tuple[int, str]:
    """How many units an item holds, and its words without that number; what a label says goes too."""
    text = re.split(r"[-–—:]\s", what)[-1]
    first, _, rest = text.strip().partition(" ")
    if first in forms.ends:
        first, _, rest = rest.partition(" ")
    if first.isdigit() and len(first) < 3:
        return int(first), rest
    word = dict(forms.numbers).get(first.casefold())
    return (word, rest) if word is not None else (1, f"{first} {rest}")


def _few(what: str, forms: SumForms) -> tuple[int, int] | None:
    """A number inside an item ("one being Heavy"): how many of the units, and where that is said."""
    numbers = {**dict(forms.numbers), **{str(number): number for number in range(1, 10)}}
    for word in re.finditer(r"(?<![\w])(\w+)(?![\w])", what):
        if word.start() and word.group().casefold() in numbers:
            return numbers[word.group().casefold()], word.start()
    return None


def _times(
    row: PriceRow, what: str, few: tuple[int, int] | None, count: int, base: PriceRow, forms: WordForms
) -> int:
    """For how many of an item's units a charge is paid."""
    if few is None:
        return count
    before = _content(what[: few[1]], forms)
    return count if row.words - base.words <= before else few[0]


@memoized
def _content(text: str, forms: WordForms) -> frozenset[str]:
    """The words of an item that say something, without number words and plurals."""
    silent = _silent(forms)
    said = (word for word in words_of(text) if not (word in silent or word.isdigit()))
    return frozenset(uninflected(word, forms.phrase_endings) for word in said)


def _silent(forms: WordForms) -> frozenset[str]:
    """The words that say nothing of what an item is."""
    numbers = (name for name, _ in forms.sums.numbers)
    return forms.stop.union(numbers, forms.sums.points, forms.sums.silent, forms.sums.ends)
