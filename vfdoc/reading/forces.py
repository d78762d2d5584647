"""A list of units as people write it: text and prices come in, a Force comes out.

    France: 4 Line Infantry, 1 Light; Foot Battery
    2 Line Cavalry one Heavy and one with Lance 190
    20 points for Special Assets = 500

Items are set off by commas, semicolons or lines; each begins with its number (else there is one), names a
unit and what it is given; a number within it says of how many that holds, and an item without a unit speaks
of the one before. Prices and a total may stand where army lists print them; they are held against the
prices. A label in front may name the army list; words in brackets that name nothing are remarks, and so is
what follows "#".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from vfdoc.language.stems import uninflected
from vfdoc.model import InputError, Rulebook, TextLine, quoted
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.force import Armies, ArmyList, Force, ForceEntry, ForceItem, UnitPrice, Upgrade
from vfdoc.model.passage import Passage, place_in, words_of
from vfdoc.model.session import incremental
from vfdoc.model.words import WordForms

_WORD = re.compile(r"[^\W_]+")
_TOTAL = re.compile(r"=\s*(?P<total>\d{1,5})\s*\.?\s*$")
_PRICE = re.compile(r"(?<![\w.])(?P<price>\d{2,4})\s*\.?\s*$")
_LABEL = re.compile(r"^\s*(?P<label>[^,;:\d][^,;:]{0,60}?)\s*:|^\s*(?P<said>[^;:–—]{1,60}?)\s+[-–—=]\s+")
_PRICED = re.compile(r"\d{2},")
_SENTENCE = re.compile(r"(?<=[^\W\d_])\.\s+")
_FEWEST = 2  # prices before a comma
_ASIDE = re.compile(r"\([^()]{0,200}\)")
_MOST_UNITS = 999
_MOST_WORDS = 60  # of an item
_LONGEST = 20_000  # letters of a list
_NEAR = 4
_SHORTEST = 3


class _Part(NamedTuple):
    """Words of an item behind a number (0 where there is none), and their column."""

    number: int
    words: tuple[str, ...]
    column: int


def army_of(name: str, armies: Armies, forms: WordForms, where: str) -> str:
    """The id of an army list by its title, or words of it; InputError with the nearest titles."""
    found = _army(name, armies.lists, forms)
    if found is not None:
        return found.id
    if not armies.lists:
        raise InputError(where, f"{quoted(name)}: {armies.edition} has no army lists", "leave it out")
    raise InputError(where, f"{quoted(name)} is no army list", f"it has {_near(name, _titles(armies))}")


def read_force(text: str, file: str, armies: Armies, forms: WordForms, army: str | None = None) -> Force:
    """A list of units; `army` is the id of its army list, where it was told apart. InputError, with line and
    column, for what names no unit or upgrade."""
    if len(text) > _LONGEST:
        remedy = "a list of units is shorter"
        raise InputError(file, f"has {len(text)} letters, more than {_LONGEST}", remedy)
    return _ForceReader(file, armies, forms, army).force(text)


class Printed(NamedTuple):
    """A passage that reads like a force: its section, its words as one text, where they begin, and the army
    list in whose section it stands."""

    section: str
    text: str
    place: TextLine
    army: str | None


def printed(rulebook: Rulebook, armies: Armies) -> Iterator[Printed]:
    """The passages that read like forces: items with prices, under an army list or behind the name of
    one."""
    lists = {each.id for each in armies.lists}
    parents = {section.anchor: section.parent for section in rulebook.sections()}
    for placed in extracts(rulebook.documents):
        section = placed.section
        anchor: str | None = section.anchor
        while anchor is not None and anchor not in lists:
            anchor = parents.get(anchor)
        for passage in map(placed.passage, _priced(placed.extract)):
            text = passage.text
            label = _LABEL.match(text)
            named = _army(label["label"] or label["said"], armies.lists, rulebook.forms) if label else None
            if anchor is not None or named is not None:
                whole = _SENTENCE.split(text)[0]
                name = label["label"] or label["said"] if label else whole
                start = text.index(name)
                place = place_in(passage.lines, start, start + len(name.rstrip()))
                yield Printed(section.anchor, whole, place, named.id if named else anchor)


@incremental
def _priced(extract: Extract) -> tuple[Passage, ...]:
    """The passages of a section that hold several prices."""
    if extract.section.kind in ("contents", "index"):
        return ()
    return tuple(passage for passage in extract.passages if len(_PRICED.findall(passage.text)) >= _FEWEST)


class _ForceReader:
    """One list, read line by line."""

    def __init__(self, file: str, armies: Armies, forms: WordForms, army: str | None) -> None:
        self._file, self._armies, self._forms = file, armies, forms
        self._army = army
        self._silent = forms.stop.union(forms.sums.silent, forms.sums.ends, forms.sums.points)
        self._numbers = {**dict(forms.sums.numbers), **{str(n): n for n in range(1, _MOST_UNITS + 1)}}
        self._items: list[ForceItem] = []
        self._total: int | None = None

    def force(self, text: str) -> Force:
        """The whole list."""
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            bare = line.partition("#")[0].replace("\xa0", " ")
            start = self._labelled(bare, number)
            for column, words in _items(bare, start, self._forms):
                self._item(words, number, column)
        if not self._items:
            raise InputError(
                self._file,
                "names no unit",
                "write how many units, their name and what they are given: 4 NAME, 1 NAME; NAME",
            )
        return Force(self._army or "", tuple(self._items), self._total)

    def _labelled(self, line: str, number: int) -> int:
        """Where the items of a line begin, behind a label; which army list it names is remembered."""
        found = _LABEL.match(line)
        if found is None:
            whole = line.strip(" .")
            named = _army(whole, self._armies.lists, self._forms) if whole and not self._items else None
            if named is not None and not self._is_unit(whole):
                self._told(named, number, line)
                return len(line)
            return 0
        label = found["label"] or found["said"]
        named = _army(label, self._armies.lists, self._forms)
        rest = line[found.end() :].strip(" .")
        own = _army(rest, self._armies.lists, self._forms) if rest and not self._items else None
        if named is not None:
            self._told(named, number, line)
        elif own is not None and not self._is_unit(rest):
            self._told(own, number, line)
            return len(line)
        elif found["label"] and not self._items:
            where = f"{self._file}:{number}:{found.start('label') + 1}"
            near = _near(label, _titles(self._armies))
            remedy = f"it has {near}" if near else f"{self._armies.edition} has none: leave it out"
            raise InputError(where, f"{quoted(label.strip())} is no army list", remedy)
        elif found["said"] and self._is_unit(label):
            return 0
        return found.end()

    def _told(self, named: ArmyList, number: int, line: str) -> None:
        if self._army in (None, named.id):
            self._army = named.id
            return
        other = next(each.title for each in self._armies.lists if each.id == self._army)
        where = f"{self._file}:{number}:{len(line) - len(line.lstrip()) + 1}"
        if self._items:
            raise InputError(where, f"names {named.title}, and {other} stands above", "write a file for each")
        raise InputError(where, f"names {named.title}, and {other} was told apart", "leave one out")

    def _is_unit(self, words: str) -> bool:
        return bool(_candidates(self._content(words), self._units(), self._forms))

    def _item(self, text: str, line: int, column: int) -> None:
        count = len(_WORD.findall(text))
        if count > _MOST_WORDS:
            where = f"{self._file}:{line}:{column}"
            raise InputError(where, f"an item of {count} words", "set items off by commas or lines")
        whole, total = text, _TOTAL.search(text)
        if total is not None:
            self._total = int(total["total"])
            text = text[: total.start()]
        points = self._of_points(text, line, column)
        if points is not None:
            self._items.append(ForceItem(" ".join(text.split()), line, column, (points,)))
            return
        price = _PRICE.search(text)
        if price is not None and text[: price.start()].strip():
            text = text[: price.start()]
        if not text.strip(" .=-–—"):
            return
        shown = " ".join(whole.split()).strip(" .") if total is None else " ".join(text.split())
        parts = list(self._parts(text, column))
        stated = int(price["price"]) if price is not None and price.start() <= len(text) else None
        if not parts:
            where = f"{self._file}:{line}:{column}"
            raise InputError(where, f"{quoted(shown)} names no unit", "write how many units, and their name")
        first, *rest = parts
        units = self._unit(first, line)
        if units is None:
            if not self._items:
                raise self._unknown(first, line)
            self._given(self._items.pop(), parts, shown, stated, line)
            return
        unit, upgrades = units
        entry = ForceEntry(first.number or 1, unit.id, upgrades)
        item = ForceItem(shown, line, column, (entry,), stated)
        if rest:
            self._given(item._replace(words=""), rest, shown, stated, line)
        else:
            self._items.append(item)

    def _given(
        self, item: ForceItem, parts: Sequence[_Part], words: str, stated: int | None, line: int
    ) -> None:
        """An item whose units are given more: some of them, or all."""
        entries = list(item.entries)
        bare = entries[0].upgrades
        for part in parts:
            upgrades, unknown = self._upgrades(part.words)
            if unknown or not upgrades:
                raise self._unknown(part, line)
            left, *others = entries
            count = part.number if part.number else left.number
            if count > left.number:
                where = f"{self._file}:{line}:{part.column}"
                fact = f"{count} are given {upgrades[0]}, and there are {left.number}"
                raise InputError(where, fact, "write how many units there are, then of how many it holds")
            given = ForceEntry(count, left.unit, tuple(dict.fromkeys((*bare, *upgrades))))
            entries = [left._replace(number=left.number - count), *others, given]
        kept = tuple(entry for entry in entries if entry.number)
        said = ", ".join(filter(None, (item.words, words)))
        self._items.append(item._replace(words=said, entries=kept, stated=stated if stated else item.stated))

    def _parts(self, text: str, column: int) -> Iterator[_Part]:
        """An item cut before the numbers within it."""
        shown = _ASIDE.sub(self._aside, text)
        words = list(_WORD.finditer(shown))
        ends = set(self._forms.sums.ends)
        while words and words[0].group().casefold() in ends:
            words.pop(0)
        number: int | None = None
        at, own = column, list[str]()
        for place, word in enumerate(words):
            value = self._numbers.get(word.group().casefold())
            if value is not None and (place == 0 or place + 1 < len(words)):
                if own:
                    yield _Part(number if number is not None else 0, tuple(own), at)
                number, at, own = value, column + word.start(), []
            else:
                own.append(word.group())
        if own or number is not None:
            yield _Part(number if number is not None else 0, tuple(own), at)

    def _aside(self, found: re.Match[str]) -> str:
        """What stands in brackets where units or an upgrade are called so, else as many blanks."""
        inside = found.group()[1:-1]
        upgrades, unknown = self._upgrades(tuple(_WORD.findall(inside)))
        words = self._content(inside)
        named = any(words <= self._content(name) for unit in self._units() for name in unit.names)
        known = (bool(words) and named) or (bool(upgrades) and not unknown)
        return f" {inside} " if known else " " * len(found.group())

    def _of_points(self, text: str, line: int, column: int) -> ForceEntry | None:
        """ "20 points for …": as many units of that price."""
        points = "|".join(self._forms.sums.points) or "(?!)"
        found = re.search(rf"(?<!\w)(?P<sum>\d{{1,4}})\s+(?:{points})\s+(?P<what>\D+)$", text, re.IGNORECASE)
        if found is None:
            return None
        part = _Part(1, tuple(_WORD.findall(found["what"])), column + found.start())
        unit = self._unit(part, line)
        if unit is None:
            raise self._unknown(part, line)
        price, told = unit[0].amount, int(found["sum"])
        if price <= 0 or told % price:
            where = f"{self._file}:{line}:{part.column}"
            raise InputError(where, f"{told} points buy no whole {unit[0].name}", f"one costs {price}")
        return ForceEntry(told // price, unit[0].id, unit[1])

    def _unit(self, part: _Part, line: int) -> tuple[UnitPrice, tuple[str, ...]] | None:
        """The unit that words name, with its upgrades; None where they name upgrades alone."""
        found: dict[str, tuple[UnitPrice, tuple[str, ...]]] = {}
        best = (0, 0)
        for rest, upgrades in self._readings(part.words):
            content = self._content(" ".join(rest))
            for unit, words in _candidates(content, self._units(), self._forms):
                if content - words:
                    continue
                score = (len(words), -len(upgrades))
                if score > best:
                    best, found = score, {}
                if score == best:
                    found.setdefault(unit.id, (unit, upgrades))
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            where = f"{self._file}:{line}:{part.column}"
            units = [unit for unit, _ in found.values()]
            names = " or ".join(f"{unit.name} {unit.amount} ({unit.at.section})" for unit in units)
            several = len({unit.army for unit in units}) > 1
            remedy = "name its army list" if several else "say which is meant"
            raise InputError(where, f"{quoted(' '.join(part.words))} may be {names}", remedy)
        upgrades, unknown = self._upgrades(part.words)
        if not upgrades or unknown or not self._items:
            raise self._unknown(part, line)
        return None

    def _readings(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """The words without names of upgrades, and the upgrades: all names that stand there as upgrades, and
        without each by itself (its words may be a unit's)."""
        named = list(self._named(words))
        yield _without(words, named), tuple(dict.fromkeys(id for id, _, _ in named))
        for left_out in named:
            others = [each for each in named if each != left_out]
            yield _without(words, others), tuple(dict.fromkeys(id for id, _, _ in others))
        if len(named) > 1:
            yield tuple(words), ()

    def _upgrades(self, words: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
        """The upgrades that words name, and their words that name nothing."""
        named = list(self._named(words))
        rest = self._content(" ".join(_without(words, named)))
        return tuple(dict.fromkeys(id for id, _, _ in named)), rest

    def _named(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """The upgrades named by words that stand together, the longest names first: id, first word, and the
        one behind the last."""
        forms = [uninflected(word.casefold(), self._forms.phrase_endings) for word in words]
        names = sorted(
            ((self._plain(name), upgrade.id) for upgrade in self._known_upgrades() for name in upgrade.names),
            key=lambda each: -len(each[0]),
        )
        taken: set[int] = set()
        for name, id in names:
            for at in range(len(forms) - len(name) + 1):
                place = range(at, at + len(name))
                if tuple(forms[at : at + len(name)]) == name and not taken & set(place):
                    taken |= set(place)
                    yield id, at, at + len(name)

    def _plain(self, name: str) -> tuple[str, ...]:
        return tuple(uninflected(word, self._forms.phrase_endings) for word in words_of(name))

    def _content(self, words: str) -> frozenset[str]:
        said = (word for word in words_of(words) if word not in self._silent)
        return frozenset(uninflected(word, self._forms.phrase_endings) for word in said)

    def _units(self) -> list[UnitPrice]:
        army = self._army or ""
        if army or not self._armies.lists or any(not unit.army for unit in self._armies.units):
            return [unit for unit in self._armies.units if unit.army in ("", army)]
        return list(self._armies.units)

    def _known_upgrades(self) -> list[Upgrade]:
        army = self._army or ""
        return [each for each in self._armies.upgrades if each.army in ("", army)]

    def _unknown(self, part: _Part, line: int) -> InputError:
        """What is to be said of words that name nothing."""
        said = " ".join(part.words)
        where = f"{self._file}:{line}:{part.column}"
        army = next((each for each in self._armies.lists if each.id == self._army), None)
        of = army.title if army is not None else self._armies.edition
        names = [unit.name for unit in self._units()] + [each.name for each in self._known_upgrades()]
        priced: Sequence[UnitPrice | Upgrade] = (*self._armies.units, *self._armies.upgrades)
        others = [
            next(each.title for each in self._armies.lists if each.id == one.army)
            for one in priced
            if one.army not in ("", army.id if army is not None else "")
            and any(self._plain(name) == self._plain(said) for name in one.names)
        ]
        if others:
            fact = f"{quoted(said)} is no unit or upgrade of {of}"
            return InputError(where, fact, f"it is of {', '.join(dict.fromkeys(others))}")
        known = frozenset(word for name in names for word in self._plain(name))
        odd = [word for word in part.words if self._content(word) - known]
        shown = " ".join(odd) if odd and len(odd) < len(part.words) else said
        fact = f"{quoted(shown or said)} is no unit or upgrade of {of}"
        near = _near(said if not odd else " ".join(odd), dict.fromkeys(names), said)
        return InputError(where, fact, f"it has {near}")


def _items(line: str, start: int, forms: WordForms) -> Iterator[tuple[int, str]]:
    """The items of a line, each with its column: cut at commas and semicolons, and behind a price before a
    word that ends items."""
    ends = "|".join(forms.sums.ends)
    cut = re.compile(rf"[,;]|(?<=\d)\s+(?=(?:{ends or '(?!)'})\b)|(?<=\d)\.(?=\s)", re.IGNORECASE)
    at = start
    for found in (*cut.finditer(line, start), None):
        end = found.start() if found is not None else len(line)
        words = line[at:end]
        if words.strip(" ."):
            yield at + len(words) - len(words.lstrip()) + 1, words.strip()
        at = found.end() if found is not None else end


def _without(words: Sequence[str], named: Iterable[tuple[str, int, int]]) -> tuple[str, ...]:
    taken = {at for _, first, last in named for at in range(first, last)}
    return tuple(word for at, word in enumerate(words) if at not in taken)


def _candidates(
    content: frozenset[str], units: Iterable[UnitPrice], forms: WordForms
) -> list[tuple[UnitPrice, frozenset[str]]]:
    """The units of which a name is said whole, each with the words of that name."""
    found = []
    for unit in units:
        for name in unit.names:
            words = frozenset(uninflected(word, forms.phrase_endings) for word in words_of(name))
            words -= forms.stop.union(forms.sums.silent)
            if words and words <= content:
                found.append((unit, words))
    return found


def _army(name: str, lists: Iterable[ArmyList], forms: WordForms) -> ArmyList | None:
    """The army list that words name: by its whole title, else by words that one title alone has."""
    said = words_of(name)
    lists = list(lists)
    for each in lists:
        if words_of(each.title) == said:
            return each
    content = [word for word in said if word not in forms.stop and word not in forms.sums.silent]
    if all(word.isdigit() for word in content):  # a year names no list
        return None
    fits = [each for each in lists if _names_list(content, words_of(each.title))]
    return fits[0] if len(fits) == 1 else None


def _names_list(said: Sequence[str], title: Sequence[str]) -> bool:
    """Whether words name a title: each stands in it, or begins as a word of it does."""
    return bool(said) and all(
        any(word == other or (len(other) > _SHORTEST and word.startswith(other)) for other in title)
        for word in said
    )


def _titles(armies: Armies) -> dict[str, None]:
    return dict.fromkeys(each.title for each in armies.lists)


def _near(name: str, known: Iterable[str], whole: str = "") -> str:
    """The names nearest to one, else the first few."""
    names = list(known)
    small = {each.casefold(): each for each in names}
    near = [small[each] for each in get_close_matches(name.casefold(), small, _NEAR, 0.5)]
    near += [small[each] for each in get_close_matches(whole.casefold(), small, _NEAR, 0.5)] if whole else []
    words = set(words_of(name))
    said = [each for each in names if words & set(words_of(each))]
    found = list(dict.fromkeys((*near, *said)))[:_NEAR] or names[: 2 * _NEAR]
    return ", ".join(found)
