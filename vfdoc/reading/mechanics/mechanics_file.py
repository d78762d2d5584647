"""The entries of `mechanics.toml` as they stand in the file: rows, tests, facts that a person states.

    [[row]]
    section = "8.2.2"
    words = "adds only 1"                 # or several wordings, of which any one binds
    of = "melee-value"                    # a test or value of the game, or one stated here
    operation = "add"                     # add, halve, double, set, reroll, pass, fail, dice
    amount = 1                            # or { half_of = "fire-value" }
    per = "melee_supporter"
    limit = { units = 3 }
    replaces = [{ section = "8.2.2", words = "add 2" }]    # rows that do not count where this one does
    when = { fact = "supporter.formation", value = "open-order" }    # always, where it is left out
    why = "the phrase takes the place of the +2 of other supporters"
    decision = "keep"                     # open, keep or strike; without it the row is kept
    repeats = "fire-value.8.2.1"          # of one that is struck: the row whose words these are once more,
                                          # by its id or its beginning; it stays, and is not executed

    [[row]]                               # says otherwise than the row that is played, by its id or its
    section = "sheet"                     # beginning: not executed, and named with what it would come to
    words = "+1 if the unit won"
    of = "valour"
    operation = "add"
    amount = 1
    contradicts = "valour.7.2.2"

    [[row]]                               # without an operation: what it replaces does not count there
    section = "12.3"
    words = "cannot be outflanked"
    replaces = [{ section = "8.3.1", words = "add 1 to hit rolls" }]
    when = { fact = "target.garrison" }

    [[row]]                               # an action that is not allowed where the condition holds
    section = "1.4"
    words = "cannot attack"
    forbids = ["fire", "melee"]
    when = { fact = "attacker.leader" }

    [[row]]                               # what must be done, where it can and the condition holds
    section = "7.4"
    words = "Cavalry must pursue"
    obliges = ["pursue"]
    when = { fact = "unit.arm", value = "cavalry" }

    [[row]]                               # a test that must be passed first, where the condition holds
    section = "6.2.2"
    words = "must make a messenger test"
    asks = "messenger"
    precedes = ["move", "rally"]
    when = { number = "unit.leader_distance", op = ">", value = 12, unit = "in" }

    [[row]]                               # what the text leaves open of a value ("*": of any): see `why`
    section = "1.2"
    words = "a unit of 1 or 2 ranks is in line"
    leaves_open = ["melee-value"]
    when = { fact = "attacker.formation", value = "open-order" }
    why = "the text does not say whether open order is also line (1.2, 8.1)"

    [[test]]                              # id, name, dice ("1d10", "2d20kh1", "1d6!"), target (7, "<= nerve",
                                          # "> 3"), adds (values: "quality, gunnery"), success, failure,
                                          # kind_of (a test whose rows and target are its own too)
    [[value]]                             # id, name, unit, base (where nobody tells it), least, most
    [[lookup]]                            # of (a value, or a test: its target), columns, rows: words, when
    [[limit]]                             # id, of, least, most: of all that rows change, or of those `within`
    [[convention]]                        # id: round-up, round-down, halve-first, halve-last, halve-once …
    [[action]]                            # id, values: what `forbids` and `obliges` may name
    [[fact]]                              # id, kind (flag, number, choice), unit, values, default

A row that passes, fails or is rolled again may do so where the dice show certain `faces` (1, "1-3"); one that
is counted, for `every` so many `beyond` some (a `part` as a whole); "advantage" and "disadvantage" roll a die
more and keep the highest or the lowest; an amount may be `{ value = "armour", times = -1 }`. What a
convention says of penalties does not hold for a row that is `exempt_from` it (ids).
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from vfdoc.model.mechanics import Operation
from vfdoc.reading.stated_words import StatedWords, Wordings


class PlaceEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the text: a section and words of it."""

    section: str
    words: Wordings


class RowEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that a person states."""

    of: str | tuple[str, ...] = ""
    operation: Operation | None = None
    amount: int | float | dict[str, str | int] | None = None
    unit: str | None = None
    per: str | None = None
    limit: dict[str, int] | None = None
    cap: str | None = None
    replaces: tuple[str | PlaceEntry, ...] = ()
    when: dict[str, Any] | str | None = None
    forbids: tuple[str, ...] = ()
    obliges: tuple[str, ...] = ()
    leaves_open: tuple[str, ...] = ()
    asks: str = ""
    repeats: str = ""
    contradicts: str = ""
    precedes: tuple[str, ...] = ()
    id: str = ""
    faces: int | str | None = None
    every: int = 1
    beyond: int = 0
    part: bool = False
    within: str | None = None
    exempt_from: tuple[str, ...] = ()


class TestEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A test that a person states."""

    id: str
    name: str = ""
    dice: str | None = None
    target: str | int | None = None
    success: str | None = None
    failure: str | None = None
    adds: str | None = None
    kind_of: str | None = None


class ValueEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value that a person states; of what has a unit (lengths, dice) there is none below 0, of others
    there is where no `least` is stated."""

    id: str
    name: str = ""
    unit: str | None = None
    base: float | None = None
    least: float | None = None
    most: float | None = None


class LookupRowEntry(Struct, frozen=True, forbid_unknown_fields=True, rename={"amounts": "is"}):
    """A row of a lookup: the words of its key, and what it gives."""

    words: Wordings
    amounts: float | tuple[float, ...]
    when: dict[str, Any] | str | None = None


class LookupTableEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lookup: what it is of, and its rows."""

    of: str
    columns: tuple[str, ...] = ()
    rows: tuple[LookupRowEntry, ...]


class LimitEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The least and the most that a value comes to."""

    id: str
    of: str
    least: float | None = None
    most: float | None = None


class ConventionEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A convention of arithmetic."""

    id: str
    of: str | None = None


class ActionEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that rules forbid or permit, and the values that it uses."""

    id: str
    values: tuple[str, ...] = ()


class FactEntry(StatedWords, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fact of the game."""

    id: str
    kind: Literal["flag", "number", "choice"] = "flag"
    unit: str | None = None
    values: tuple[str, ...] = ()
    default: bool = False
    excludes: tuple[str, ...] = ()
    implies: dict[str, str | float | bool] = field(default_factory=dict)
    follows: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    one_side: bool = False


class StatedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    row: tuple[RowEntry, ...] = ()
    test: tuple[TestEntry, ...] = ()
    fact: tuple[FactEntry, ...] = ()
    value: tuple[ValueEntry, ...] = ()
    lookup: tuple[LookupTableEntry, ...] = ()
    limit: tuple[LimitEntry, ...] = ()
    convention: tuple[ConventionEntry, ...] = ()
    action: tuple[ActionEntry, ...] = ()
