"""The JSON of prices and of forces: `force` with a list of units, and without."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ArmyShape(Struct, frozen=True):
    """An army list."""

    id: str
    title: str
    section: str
    document: str
    file: str
    line: int


class UnitPriceShape(Struct, frozen=True):
    """What a unit costs, and what it counts as."""

    id: str
    name: str
    also: list[str]
    cost: int
    terms: list[str]
    includes: list[str]
    army: str | None
    listed: bool
    section: str
    document: str
    file: str
    line: int


class AllowedUpgradeShape(Struct, frozen=True):
    """What a unit may be given."""

    id: str
    name: str
    also: list[str]
    cost: int | None
    of: list[list[str]]
    army: str | None
    most: int | None
    section: str
    document: str
    file: str
    line: int


class PermitShape(Struct, frozen=True):
    """Units that a list permits where the text asks for its word."""

    army: str | None
    units: list[str]
    section: str
    document: str
    file: str
    line: int


class LimitShape(Struct, frozen=True):
    """What a force must keep to."""

    id: str
    says: str
    army: str | None
    replaces: list[str]
    when: list[list[str]]
    of: list[list[str]]
    points: bool
    each: bool
    any: bool
    least: int | None
    most: int | None
    than: list[list[str]]
    share: str
    up: bool
    plus: int
    besides: str | None
    besides_most: int
    alike: str | None
    by: list[str]
    together: bool
    checked: bool
    section: str
    document: str
    file: str
    line: int


class UnheldPriceShape(Struct, frozen=True):
    """A statement of prices or limits whose words are not there as it says: it is not used."""

    words: str
    section: str
    state: str


class ArmiesShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `force` prints without a list: prices, upgrades, limits."""

    edition: str
    lists: list[ArmyShape]
    units: list[UnitPriceShape]
    upgrades: list[AllowedUpgradeShape]
    permits: list[PermitShape]
    limits: list[LimitShape]
    only_listed: str | None
    not_held: list[UnheldPriceShape]
    schema_: Literal["vfdoc.armies/1"] = "vfdoc.armies/1"


class ForcePartShape(Struct, frozen=True):
    """A part of the price of one unit."""

    name: str
    amount: int
    section: str
    document: str
    file: str
    line: int


class ForceRowShape(Struct, frozen=True):
    """Units that are alike, and what they cost together."""

    item: int
    count: int
    unit: str
    upgrades: list[str]
    name: str
    parts: list[ForcePartShape]
    cost: int
    written: str
    written_line: int


class ForceLimitShape(Struct, frozen=True):
    """A limit that was checked."""

    id: str
    says: str
    holds: bool
    found: int
    allowed: int
    section: str
    document: str
    file: str
    line: int


class ForceRefusalShape(Struct, frozen=True):
    """What the army list does not allow."""

    name: str
    unit: str | None
    why: str
    found: int
    allowed: int
    message: str
    section: str
    document: str
    file: str
    line: int


class MispricedShape(Struct, frozen=True):
    """An item beside which another price is written than its prices make."""

    words: str
    stated: int
    cost: int
    written_line: int


class ForceShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `force` prints of a list of units."""

    edition: str
    army: ArmyShape | None
    rows: list[ForceRowShape]
    total: int
    stated_total: int | None
    points: int | None
    mispriced: list[MispricedShape]
    refused: list[ForceRefusalShape]
    limits: list[ForceLimitShape]
    left_to_you: list[LimitShape]
    broken: bool
    checked: bool
    not_held: list[UnheldPriceShape]
    schema_: Literal["vfdoc.force/1"] = "vfdoc.force/1"
