"""Prices of a force: what units cost, what they may be given, what limits an army list sets, and a list of
units with what it comes to.

Amounts are points, as the text counts them. Whatever is stated says where (`PricePlace`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model.text import TextLine


class PricePlace(NamedTuple):
    """Where the text states something: the section (its anchor), its document, file and line."""

    section: str
    document: str
    file: str
    line: int


class KindTerm(NamedTuple):
    """What a unit must be, or must not be: a name of units, or the id of an upgrade."""

    name: str
    wanted: bool = True


Kind = tuple[KindTerm, ...]
"""A kind of unit: all its terms hold."""
Kinds = tuple[Kind, ...]
"""Several kinds of unit, of which a unit may be any."""


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """What a unit costs. `names` are what it is called, the first as printed; `terms` the kinds' names that
    fit it; `includes` the upgrades that its price holds. `army` is the list that alone has it, "" where it
    is of all; one that is `listed` needs the word of a list."""

    id: str
    names: tuple[str, ...]
    amount: int
    at: PricePlace
    terms: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    army: str = ""
    listed: bool = False

    @property
    def name(self) -> str:
        """What it is called, as printed."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What may be added to a unit (`of` those kinds; of any where there are none) for so much a unit, which
    may be less than nothing. `army` is the list that says so, "" where it is the price for all; at most
    `most` units of the force may have it."""

    id: str
    names: tuple[str, ...]
    amount: int | None
    at: PricePlace
    of: Kinds = ()
    army: str = ""
    most: int | None = None

    @property
    def name(self) -> str:
        """What it is called, as printed."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Permit:
    """Units that a list permits where the text asks for its word."""

    army: str
    units: tuple[str, ...]
    at: PricePlace


@dataclass(frozen=True, slots=True)
class ArmyLimit:
    """What a force must keep to. `says` it in short; `army` is the list that sets it, "" where it holds for
    all; `replaces` are ids of limits in whose place it stands. It holds where `when` names no kind, or the
    force has one of them.

    Counted are the units of the kinds `of` (with `points`, what they cost): all together, or with `each`
    every kind by itself, where there is any of it; with `any` that one which has most. They must be at
    `least` and at `most` that number, and at most `share` of the units of the kinds `than`, rounded down (or
    up), and `plus` so many. Of units of `besides` that are else of the kind, so many count too. With `alike`
    all units that are alike but for that upgrade have it, or none; of upgrades only those in `by` make a
    difference, and where they count `together` not even the unit.
    What is not `checked` is left to the players.
    """

    id: str
    says: str
    at: PricePlace
    army: str = ""
    replaces: tuple[str, ...] = ()
    when: Kinds = ()
    of: Kinds = ()
    points: bool = False
    each: bool = False
    any: bool = False
    least: int | None = None
    most: int | None = None
    than: Kinds = ()
    share: Fraction = Fraction(1)
    up: bool = False
    plus: int = 0
    besides: str = ""
    besides_most: int = 0
    alike: str = ""
    by: tuple[str, ...] = ()
    together: bool = False
    checked: bool = True


class ArmyList(NamedTuple):
    """An army list: its section's anchor, its title, where it stands."""

    id: str
    title: str
    at: PricePlace


@dataclass(frozen=True, slots=True)
class Armies:
    """What an edition says of prices and limits; `only_listed` is where it says that what a list does not
    name is not allowed, `unheld` are statements whose words do not hold, as (words, section, state)."""

    edition: str
    lists: tuple[ArmyList, ...] = ()
    units: tuple[UnitPrice, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    permits: tuple[Permit, ...] = ()
    limits: tuple[ArmyLimit, ...] = ()
    only_listed: PricePlace | None = None
    unheld: tuple[tuple[str, str, str], ...] = ()


class ForceEntry(NamedTuple):
    """A `number` of units of one kind, each with the same upgrades (ids)."""

    number: int
    unit: str
    upgrades: tuple[str, ...] = ()


class ForceItem(NamedTuple):
    """An item of a list as it was written: its words, line and column, what it means, and the price that
    stands beside it."""

    words: str
    line: int
    column: int
    entries: tuple[ForceEntry, ...]
    stated: int | None = None


class Force(NamedTuple):
    """A list of units: the army list that it goes by ("" for none), its items, the total that is stated."""

    army: str
    items: tuple[ForceItem, ...]
    stated: int | None = None


class PricePart(NamedTuple):
    """A part of a unit's price: what for, how much, where the text says so."""

    name: str
    amount: int
    at: PricePlace


class PricedEntry(NamedTuple):
    """Units with the parts of the price of one, and what they cost together; `item` counts from 0."""

    item: int
    entry: ForceEntry
    name: str
    parts: tuple[PricePart, ...]
    cost: int


class JudgedLimit(NamedTuple):
    """A limit and whether the force keeps to it; `found` and `allowed` are the numbers that decided."""

    limit: ArmyLimit
    holds: bool
    found: int
    allowed: int


class Refused(NamedTuple):
    """What the list does not allow to a unit: its name, that of the unit, why (unlisted, kind, most), and
    where the text says so; `near` is what the list permits under a name that holds this one."""

    name: str
    unit: str
    why: str
    at: PricePlace
    found: int = 0
    allowed: int = 0
    near: tuple[str, ...] = ()


class BrokenLimit(NamedTuple):
    """What a force breaks, in words, and where the text says so."""

    says: str
    at: PricePlace


class PrintedForce(NamedTuple):
    """A force that a text prints, every item of which was read: its section, the words that name its list or
    begin it, what it breaks, and of items beside which another price is printed both, the right one last."""

    section: str
    place: TextLine
    broken: tuple[BrokenLimit, ...]
    mispriced: tuple[tuple[int, int], ...]


class PricedForce(NamedTuple):
    """What a force comes to: its entries with their prices, the total, the limits that were checked, what
    is refused, what is left to the players, and items whose stated price is another."""

    army: ArmyList | None
    rows: tuple[PricedEntry, ...]
    total: int
    limits: tuple[JudgedLimit, ...]
    refused: tuple[Refused, ...]
    open: tuple[ArmyLimit, ...]
    mispriced: tuple[tuple[ForceItem, int], ...]
