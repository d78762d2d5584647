"""What `tables` prints."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from vfdoc.model.mechanics import Operation, Origin


class TestShape(Struct, frozen=True):
    """A dice roll against a target."""

    __test__ = False  # no test of pytest's

    id: str
    name: str
    dice: str | None
    target: str | None
    success: str | None
    failure: str | None
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class ModifierShape(Struct, frozen=True):
    """A change of a test or value; `when` is a tree of all, any, not, fact and number."""

    id: str
    of: str | None
    operation: Operation
    amount: int | float | dict[str, str] | None
    unit: str | None
    per: str | None
    limit: dict[str, int] | None
    condition: str
    when: dict[str, Any] | None
    facts: list[str]
    section: str
    document: str
    file: str
    line: int
    column: int
    origin: Origin


class LookupRowShape(Struct, frozen=True):
    """A row of a lookup."""

    key: list[str]
    values: list[str]
    line: int


class LookupShape(Struct, frozen=True):
    """Unsigned values, read by row and column."""

    id: str
    title: str
    columns: list[str]
    rows: list[LookupRowShape]
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class ConventionShape(Struct, frozen=True):
    """How dice and modifiers are handled, and the section that says so."""

    id: str
    section: str
    document: str
    file: str
    line: int


class TablesShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `tables` prints."""

    edition: str
    tests: list[TestShape]
    modifiers: list[ModifierShape]
    lookups: list[LookupShape]
    conventions: list[ConventionShape]
    schema_: Literal["vfdoc.tables/1"] = "vfdoc.tables/1"
