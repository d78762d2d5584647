"""What a text says of prices and limits: its tables of unit prices, and `armies.toml` of an edition's folder.

A table states unit prices where a column is headed by a word for prices (`[sums] price`, or `points` alone)
and holds a number. Sections with such tables are army lists where there are several, unless the file names
the lists. What prose says a person states, bound to its words (binding.py); a number that is stated must
stand in them:

    [[list]]                       # an army list
    section = "3.1"
    words = "may be chosen from"

    [[unit]]                       # a unit with a price of its own
    names = ["Sappers"]            # the first is printed, the others are understood besides
    is = "Line Troops"             # what it counts as; it costs as much where it has no cost of its own
    includes = ["Ladders"]         # upgrades that its price holds
    cost = 40
    section = "3.1"                # a list's: it is of that list alone
    words = "Sappers, with ladders, for 40 points"
    listed = true                  # only where a list permits it

    [[upgrade]]
    names = ["Ladders"]
    cost = 10                      # a unit
    of = ["Line Troops, not Sappers"]
    most = 2

    [[permit]]                     # what a list permits of that which needs its word
    units = ["Sappers"]

    [[limit]]                      # see ArmyLimit in model/force.py; checked = false leaves it to the players
    id = "few-sappers"
    says = "fewer sappers than other troops"
    of = ["Sappers"]
    than = ["Line Troops, not Sappers"]
    plus = -1

    [[only_listed]]                # where the text says that what a list does not name is not allowed

    [[name]]                       # other names; bound to nothing
    of = "Line Troops"
    also = ["Liners"]

All but the last have `section`, `words`, `before`, `after`, `fingerprint`, `original`, `why` and `decision`
as other statements have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from vfdoc.language.stems import uninflected
from vfdoc.model import InputError, Rulebook, Section, Table, quoted
from vfdoc.model.binding import BoundStatement
from vfdoc.model.force import (
    Armies,
    ArmyLimit,
    ArmyList,
    Kind,
    Kinds,
    KindTerm,
    Permit,
    PricePlace,
    UnitPrice,
    Upgrade,
)
from vfdoc.model.passage import words_of
from vfdoc.model.words import WordForms
from vfdoc.reading.binding import bind
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.stated_words import StatedWords
from vfdoc.reading.token_index import token_index

FILE = "armies.toml"
_NOT = "not "
_NUMBER = re.compile(r"(?<![\w.,])\d{1,5}(?![\w.,]*\d)")
_BESIDE = re.compile(r"\s[-–—]\s.*|[@*†‡#]")  # what stands behind a name: a remark, marks of notes
_ASIDE = re.compile(r"\s*\((?P<words>[^()]{0,200})\)")
_SHORT = 3  # words in brackets that may be part of a name
_MOST_UNITS = 2_000
_Names = Annotated[tuple[str, ...], Meta(min_length=1)]


class _ListEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class _UnitEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"kind": "is"}):
    names: _Names
    cost: int | None = None
    kind: str = ""
    includes: tuple[str, ...] = ()
    listed: bool = False


class _UpgradeEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    names: _Names
    cost: int | None = None
    of: tuple[str, ...] = ()
    most: int | None = None


class _PermitEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    units: _Names


class _ArmyLimitEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    says: str
    replaces: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    points: bool = False
    each: bool = False
    any: bool = False
    least: int | None = None
    most: int | None = None
    than: tuple[str, ...] = ()
    share: str = "1"
    up: bool = False
    plus: int = 0
    besides: str = ""
    besides_most: int = 0
    alike: str = ""
    by: tuple[str, ...] = ()
    together: bool = False
    checked: bool = True


class _NameEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    of: str
    also: _Names


class _ArmiesFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    list: tuple[_ListEntry, ...] = ()
    unit: tuple[_UnitEntry, ...] = ()
    upgrade: tuple[_UpgradeEntry, ...] = ()
    permit: tuple[_PermitEntry, ...] = ()
    limit: tuple[_ArmyLimitEntry, ...] = ()
    only_listed: tuple[StatedWords, ...] = ()
    name: tuple[_NameEntry, ...] = ()


_Entry = TypeVar("_Entry", bound=StatedWords)


@dataclass(frozen=True, slots=True)
class ReadArmies:
    """The prices and limits of a text, and every entry of the file that is bound to it."""

    armies: Armies
    stated: tuple[BoundStatement, ...] = ()


def stated_armies(folder: Path | None, rulebook: Rulebook) -> tuple[BoundStatement, ...]:
    """The entries of an edition's `armies.toml`, each with how its words stand in the text; none without a
    file. InputError, with the line, where the file is wrong."""
    if folder is None or not (folder / FILE).is_file():
        return ()
    return read_armies(folder, rulebook).stated


def read_armies(folder: Path | None, rulebook: Rulebook) -> ReadArmies:
    """The prices and limits that a text states, with what the edition's folder says of it (None: nothing).
    InputError, with the line, where its file is wrong."""
    reader = _ArmiesReader(folder, rulebook)
    return ReadArmies(reader.armies(), tuple(reader.stated))


def slug(name: str, forms: WordForms) -> str:
    """The id of a name: its words, without plurals and accents."""
    return "-".join(uninflected(word, forms.phrase_endings) for word in words_of(name))


class _ArmiesReader:
    """The files and tables of one edition, as they are read: `stated` fills on the way."""

    def __init__(self, folder: Path | None, rulebook: Rulebook) -> None:
        self._rulebook, self._forms = rulebook, rulebook.forms
        self._files = {document.id: document.source.file for document in rulebook.documents}
        self._sections = {section.anchor: section for section in rulebook.sections()}
        self._index = token_index(rulebook.documents)
        self._data, self._text, self._file = _ArmiesFile(), "", ""
        self.stated: list[BoundStatement] = []
        self._unheld: list[tuple[str, str, str]] = []
        if folder is not None and (folder / FILE).is_file():
            path = folder / FILE
            hold_inside(folder, FILE, path, "is a link")
            self._data = decode(path, _ArmiesFile)
            self._text, self._file = read_source(path).text, shown_path(path)

    def armies(self) -> Armies:
        """All that the tables and the file say."""
        held = {
            table: tuple(self._held(table))
            for table in ("list", "unit", "upgrade", "permit", "limit", "only_listed")
        }
        tables = list(self._price_tables())
        lists = tuple(ArmyList(at.section, self._title(at.section), at) for _, _, at in held["list"])
        if not lists:
            lists = self._lists_of(tables)
        self._lists = {each.id for each in lists}
        also = self._also()
        units = list(self._table_units(tables, also))
        for entry, place, at in held["unit"]:
            units.append(self._unit(entry, place, at, units))
        upgrades = {slug(name, self._forms): slug(entry.names[0], self._forms)
                    for entry, _, _ in held["upgrade"] for name in entry.names}  # fmt: skip
        kinds = _Kinds(units, upgrades, self._forms)
        made = tuple(self._upgrade(*each, kinds) for each in held["upgrade"])
        permits = tuple(self._permit(*each, units) for each in held["permit"])
        limits = tuple(self._limit(*each, kinds) for each in held["limit"])
        units = [
            replace(
                unit,
                terms=tuple(sorted(kinds.terms_of(unit))),
                includes=tuple(upgrades.get(name, name) for name in unit.includes),
            )
            for unit in units
        ]
        return Armies(
            edition=self._rulebook.edition.id,
            lists=lists,
            units=tuple(units),
            upgrades=made,
            permits=permits,
            limits=limits,
            only_listed=next((at for _, _, at in held["only_listed"]), None),
            unheld=tuple(self._unheld),
        )

    # the file

    def _held(self, table: str) -> Iterator[tuple[Any, str, PricePlace]]:
        """The entries of a table whose words hold, each with its place in the file and where they stand."""
        entries: Sequence[Any] = getattr(self._data, table)
        lines = lines_of(self._text, table, len(entries))
        for at, (entry, line) in enumerate(zip(entries, lines, strict=True)):
            place = f"{self._file}:{line}"
            names = getattr(entry, "names", None) or getattr(entry, "units", None)
            what = names[0] if names else getattr(entry, "id", entry.section)
            name = f"the {table.replace('_', ' ')} {what!r}"
            quotation = entry.quotation
            entry.hold_quoted(place, name)
            if entry.decision != "keep":
                continue
            bound = bind(quotation, self._index)
            self.stated.append(BoundStatement(self._file, line, name, table, at, quotation, bound))
            if bound.state != "holds":
                self._unheld.append((quotation.words[0], entry.section, bound.state))
                section = self._sections.get(entry.section)
                if table == "list" and section is not None:  # a list is its section, whatever that says
                    file = self._files[section.document]
                    yield entry, place, PricePlace(section.anchor, section.document, file, section.line)
                continue
            if table in ("unit", "upgrade"):
                _hold_said(entry.cost, quotation.words, place)
            where = PricePlace(bound.section, bound.document, self._files[bound.document], bound.start.line)
            yield entry, place, where

    def _army(self, at: PricePlace) -> str:
        """The army list in which something stands; "" where it stands in none."""
        anchor: str | None = at.section
        while anchor is not None and anchor in self._sections:
            if anchor in self._lists:
                return anchor
            anchor = self._sections[anchor].parent
        return ""

    def _title(self, anchor: str) -> str:
        section = self._sections[anchor]
        return section.title or section.number or anchor

    def _also(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for entry in self._data.name:
            key = slug(entry.of, self._forms)
            found[key] = (*found.get(key, ()), *entry.also)
        return found

    def _unit(self, entry: _UnitEntry, place: str, at: PricePlace, units: Iterable[UnitPrice]) -> UnitPrice:
        """A unit; where it states no price that of the unit that it counts as."""
        forms, amount = self._forms, entry.cost
        if amount is None:
            priced = [unit for unit in units if unit.id == slug(entry.kind, forms)]
            if not priced:
                what, remedy = f"{entry.names[0]!r} has no price", "add cost, or is = a unit that has one"
                raise InputError(place, what, remedy)
            amount = priced[0].amount
        words = f"{entry.names[0]} {entry.kind}"
        return UnitPrice(
            id=slug(entry.names[0], forms),
            names=entry.names,
            amount=amount,
            at=at,
            terms=tuple(sorted(_words(words, forms))),
            includes=tuple(slug(name, forms) for name in entry.includes),
            army=self._army(at),
            listed=entry.listed,
        )

    def _upgrade(self, entry: _UpgradeEntry, place: str, at: PricePlace, kinds: _Kinds) -> Upgrade:
        id = slug(entry.names[0], self._forms)
        of = kinds.read(entry.of, place)
        return Upgrade(id, entry.names, entry.cost, at, of, self._army(at), entry.most)

    def _permit(self, entry: _PermitEntry, place: str, at: PricePlace, units: Iterable[UnitPrice]) -> Permit:
        known = {slug(name, self._forms): unit.id for unit in units for name in unit.names}
        ids = []
        for name in entry.units:
            id = known.get(slug(name, self._forms))
            if id is None:
                raise InputError(place, f"{quoted(name)} is no unit", "name a [[unit]] or a row of a table")
            ids.append(id)
        return Permit(self._army(at), tuple(ids), at)

    def _limit(self, entry: _ArmyLimitEntry, place: str, at: PricePlace, kinds: _Kinds) -> ArmyLimit:
        try:
            share = Fraction(entry.share)
        except (ValueError, ZeroDivisionError):
            raise InputError(place, f"share {quoted(entry.share)}", 'write share = "1/3"') from None
        counted = entry.least is not None or entry.most is not None or entry.than
        if entry.checked and not (entry.alike or (entry.of and counted)):
            remedy = "add of, and least, most or than; or checked = false"
            raise InputError(place, f"the limit {entry.id!r} limits nothing", remedy)
        known = kinds.upgrade
        return ArmyLimit(
            id=entry.id,
            says=entry.says,
            at=at,
            army=self._army(at),
            replaces=entry.replaces,
            when=kinds.read(entry.when, place),
            of=kinds.read(entry.of, place),
            points=entry.points,
            each=entry.each,
            any=entry.any,
            least=entry.least,
            most=entry.most,
            than=kinds.read(entry.than, place),
            share=share,
            up=entry.up,
            plus=entry.plus,
            besides=known(entry.besides, place) if entry.besides else "",
            besides_most=entry.besides_most,
            alike=known(entry.alike, place) if entry.alike else "",
            by=tuple(known(name, place) for name in entry.by),
            together=entry.together,
            checked=entry.checked,
        )

    # the tables

    def _price_tables(self) -> Iterator[tuple[Section, Table, int]]:
        """The tables that state prices, each with its section and its column of prices: those of sheets only
        where no other document has any."""
        found = [
            (document.kind, section, block, column)
            for document in self._rulebook.documents
            for section in document.sections
            if section.kind not in ("contents", "index")
            for block in section.blocks
            if isinstance(block, Table) and (column := self._price_column(block)) is not None
        ]
        others = [each for each in found if each[0] != "sheet"]
        for _, section, table, column in others or found:
            yield section, table, column

    def _price_column(self, table: Table) -> int | None:
        if table.header is None or len(table.header.cells) < 2:
            return None
        sums = self._forms.sums
        heads = [words_of(cell.text) for cell in table.header.cells]
        for at, words in enumerate(heads[1:], 1):
            if set(words) & set(sums.price) or (len(words) == 1 and words[0] in sums.points):
                return at
        return None

    def _lists_of(self, tables: Iterable[tuple[Section, Table, int]]) -> tuple[ArmyList, ...]:
        sections = {section.anchor: section for section, _, _ in tables}
        if len(sections) < 2:
            return ()
        titles = [self._title(anchor) for anchor in sections]
        lists = []
        for anchor, section in sections.items():
            title = self._title(anchor)
            if titles.count(title) > 1 and section.parent in self._sections:
                title = f"{self._title(section.parent)}, {title}"
            at = PricePlace(anchor, section.document, self._files[section.document], section.line)
            lists.append(ArmyList(anchor, title, at))
        return tuple(lists)

    def _table_units(
        self, tables: Iterable[tuple[Section, Table, int]], also: dict[str, tuple[str, ...]]
    ) -> Iterator[UnitPrice]:
        taken: dict[str, set[tuple[str, int]]] = {}
        count = 0
        for section, table, column in tables:
            for row in table.rows:
                cells = [cell.text for cell in row.cells]
                number = _NUMBER.search(cells[column]) if len(cells) > column else None
                name, *bare = _names(cells[0]) if cells else ("",)
                id = slug(name, self._forms)
                if number is None or not id:
                    continue
                at = PricePlace(section.anchor, section.document, self._files[section.document], row.line)
                army, amount = self._army(at), int(number.group())
                same = taken.setdefault(id, set())
                if (army, amount) in same:
                    continue
                same.add((army, amount))
                count += 1
                if count > _MOST_UNITS:
                    return
                yield UnitPrice(
                    id=id if len(same) == 1 else f"{id}~{len(same)}",
                    names=(name, *bare, *also.get(id, ())),
                    amount=amount,
                    at=at,
                    terms=tuple(sorted(_words(name, self._forms))),
                    army=army,
                )


class _Kinds:
    """Kinds of unit as a file writes them ("Line Troops, not Ladders")."""

    def __init__(self, units: Sequence[UnitPrice], upgrades: dict[str, str], forms: WordForms) -> None:
        self._units, self._upgrades, self._forms = units, upgrades, forms
        self._used: dict[str, frozenset[str]] = {}

    def read(self, told: Iterable[str], place: str) -> Kinds:
        """The kinds; InputError for a name that fits no unit and no upgrade."""
        return tuple(self._kind(each, place) for each in told)

    def upgrade(self, name: str, place: str) -> str:
        """The id of an upgrade; InputError where there is none of that name."""
        id = self._upgrades.get(slug(name, self._forms))
        if id is None:
            raise InputError(place, f"{quoted(name)} is no upgrade", "name one as its [[upgrade]] does")
        return id

    def terms_of(self, unit: UnitPrice) -> Iterator[str]:
        """The names of kinds, among those that are used, that fit a unit."""
        own = set(unit.terms)
        return (term for term, words in self._used.items() if words <= own)

    def _kind(self, told: str, place: str) -> Kind:
        terms = []
        for part in told.split(","):
            name = part.strip()
            wanted = not name.startswith(_NOT)
            name = name if wanted else name[len(_NOT) :]
            id = self._upgrades.get(slug(name, self._forms))
            if id is None:
                words = _words(name, self._forms)
                if not words or not any(words <= set(unit.terms) for unit in self._units):
                    remedy = "name units as the tables do, or an upgrade as its [[upgrade]] does"
                    raise InputError(place, f"{quoted(name)} is no unit or upgrade", remedy)
                id = slug(name, self._forms)
                self._used[id] = words
            terms.append(KindTerm(id, wanted))
        return tuple(terms)


def _names(cell: str) -> Sequence[str]:
    """What a cell calls a unit: with the few words in brackets behind it, and without."""
    name = " ".join(_BESIDE.sub(" ", cell).split())
    bare = _ASIDE.sub("", name)
    short = all(len(found["words"].split()) <= _SHORT for found in _ASIDE.finditer(name))
    return (name, bare) if short and bare != name else (bare,)


def _words(name: str, forms: WordForms) -> frozenset[str]:
    return frozenset(uninflected(word, forms.phrase_endings) for word in words_of(name))


def _hold_said(cost: int | None, words: Sequence[str], place: str) -> None:
    """InputError for a price that does not stand in the words that are to state it."""
    if cost and not any(re.search(rf"(?<![\d.]){abs(cost)}(?![\d.]*\d)", each) for each in words):
        raise InputError(place, f"the words do not say {abs(cost)}", "quote the words that state the price")
