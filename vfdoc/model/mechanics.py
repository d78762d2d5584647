"""The nouns of play: tests, modifiers, lookups, conventions, and conditions as trees of facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.conditions import (
    SAID,
    All,
    Any,
    Choice,
    Comparison,
    Condition,
    ConditionSpan,
    Flag,
    KnownFact,
    Not,
    Number,
    SpanPlace,
    facts_of,
    leaves_of,
    reach_of,
)
from vfdoc.model.procedures import Procedure, Unheld

__all__ = [
    "BUT",
    "NONE",
    "NTH",
    "SAID",
    "Action",
    "All",
    "Any",
    "Arm",
    "Base",
    "Choice",
    "Comparison",
    "Condition",
    "ConditionSpan",
    "Convention",
    "Doubt",
    "Flag",
    "HalfOf",
    "KnownFact",
    "Limit",
    "Lookup",
    "LookupRow",
    "Margin",
    "Mechanics",
    "Modifier",
    "Not",
    "Number",
    "Operation",
    "Opposed",
    "OpposedResult",
    "Origin",
    "ProposedKind",
    "ProposedStatement",
    "Quantity",
    "ReadCounts",
    "Replaced",
    "Restated",
    "SpanPlace",
    "Statement",
    "Status",
    "SumLimit",
    "Test",
    "Value",
    "ValueOf",
    "facts_of",
    "leaves_of",
    "reach_of",
    "read_counts",
]

Operation: TypeAlias = Literal[
    "add", "halve", "double", "set", "reroll", "pass", "fail", "dice", "advantage", "disadvantage"
]
StatementKind: TypeAlias = Literal["forbids", "obliges", "suspends", "results", "due"]
ProposedKind: TypeAlias = Literal["forbids", "permits", "counts-as"]
Status: TypeAlias = Literal["executable", "proposed", "unread"]
Origin: TypeAlias = Literal["rules", "sheet", "question", "note", "example"]


class HalfOf(NamedTuple):
    """An amount that is half of a value of the game."""

    value: str


class ValueOf(NamedTuple):
    """An amount that is what a value of the game comes to, `times` as often (negative where it is taken
    away)."""

    value: str
    times: int = 1


class SumLimit(NamedTuple):
    """How much rows of a test or value (`of`) may change it in all: no less than `least`, no more than
    `most`; those that name it (`within`), or all where none does. `section` says so."""

    id: str
    of: str
    least: float | None
    most: float | None
    section: str
    document: str
    line: int
    column: int = 1


class Limit(NamedTuple):
    """How often at most a modifier counts: three units, an amount of three in all, or (`halves`) half of what
    the value comes to before it."""

    of: str
    most: int


@dataclass(frozen=True, slots=True)
class Test:
    """A dice roll against a target ("4+"); `line` is where it is described, or its row.

    `adds` is what is added to the dice ("Quality"), `count` what the number of dice of a pool is. A test of
    a text whose game nobody describes is `proposed`; `column` is that of its words. It may be a `kind_of`
    another test, whose rows and target are its own too.
    """

    __test__ = False  # no test of pytest's

    id: str
    name: str
    dice: str | None
    target: str | None
    section: str
    document: str
    line: int
    origin: Origin
    success: str | None = None
    failure: str | None = None
    adds: str | None = None
    count: str | None = None
    proposed: bool = False
    column: int = 1
    kind_of: str | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """An operation on a roll or value under a condition.

    `of` is an id of the glossary's tests and values (None where the text does not say);
    `condition` the words, `when` their reading (None for always), `facts` the facts in it. `unread` are
    the words around the change that were not understood: with any, `when` is but a part of the
    condition, and the row is not executed; the first of them are those that facts are `named` from.
    `cap` is the section that states a limit on what this and other rows are counted by together; `only`
    says that this row takes the place of what others add for the same ("only adds 1"); `prevails`, that an
    erratum lets it go before the rules. Where nobody describes the game a row is proposed: `spans` are its
    condition in its own words, all of which are `unread`; `doubt` says why the reading may be wrong (None
    where the game is described), and where it is not `claimed` the row says no more than that its words
    change something. `stated` is "edition" where a person states it in the edition's
    `mechanics.toml`; such a row names by `replaces` the rows (ids) that do not count where it does. A row
    that passes, fails or is rolled again does so where the dice show one of `faces`, before anything is added
    (empty: whatever they show). What a row counts by counts once for `every` so many `beyond` some (a `part`
    as a whole). `within` is the id of the SumLimit that it counts toward. What a
    convention says of penalties does not hold for a row that is `exempt_from` it (ids).
    """

    id: str
    of: str | None
    operation: Operation
    amount: float | HalfOf | ValueOf | None
    unit: str | None
    per: str | None
    limit: Limit | None
    condition: str
    when: Condition | None
    facts: tuple[str, ...]
    section: str
    document: str
    line: int
    column: int
    origin: Origin
    unread: tuple[str, ...] = ()
    cap: str | None = None
    only: bool = False
    prevails: bool = False
    spans: tuple[ConditionSpan, ...] = ()
    doubt: str | None = None
    claimed: bool = True
    stated: Literal["text", "edition"] = "text"
    replaces: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    every: int = 1
    beyond: int = 0
    part: bool = False
    within: str | None = None
    exempt_from: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The facts that were named from the words of a clause, the first of `unread`; of these nothing is
        known but the words."""
        return tuple(fact for fact in self.facts if fact.startswith(SAID))

    @property
    def can_be_told(self) -> bool:
        """Whether each of its words that nobody understood is a fact that can be told, so that a player
        executes it by telling all of them."""
        return bool(self.unread) and len(self.named) == len(self.unread)

    @property
    def status(self) -> Status:
        """Whether the row can be executed: its words were all understood, and its value is known."""
        if self.doubt is not None:
            return "proposed" if self.claimed else "unread"
        return "executable" if self.of is not None and not self.unread else "unread"


class LookupRow(NamedTuple):
    """A row of a lookup: what it is looked up by, its unsigned values, its line.

    `lines` are those of the values, where a table has one cell a line; else empty.
    """

    key: tuple[str, ...]
    values: tuple[str, ...]
    line: int
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lookup:
    """Unsigned values read by row and column: move distances, prices, profiles.

    One that says what comes of a roll names its `dice`; `of` is the test that is rolled.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[LookupRow, ...]
    section: str
    document: str
    line: int
    origin: Origin
    dice: str | None = None
    of: str | None = None


class Base(NamedTuple):
    """What a value is where nobody tells it and `when` holds: a number of a lookup, with the words that it
    stands by."""

    of: str
    amount: float
    when: Condition
    words: str
    section: str
    document: str
    line: int
    origin: Origin


class Value(NamedTuple):
    """A value of the game that modifiers change: its name and unit; `covers` the values that it stands
    for ("attack value": fire and melee), `implies` the facts that hold wherever it is asked. Where nobody
    tells it it starts at `base` (None: it has to be told); it comes to no less than `least` and no more than
    `most` (None: there is no end)."""

    id: str
    name: str
    unit: str | None = None
    covers: tuple[str, ...] = ()
    implies: tuple[tuple[str, str], ...] = ()
    base: float | None = None
    least: float | None = 0
    most: float | None = None


NONE = "none"
"""The unit of a Quantity that is a denial: what cannot be done, or must not be there."""

BUT = "but"
"""The unit of a Quantity that is an exception: none of something where there is much else."""

NTH = "nth"
"""The unit of a Quantity that is an ordinal: "the first loss"."""


class Quantity(NamedTuple):
    """A number of the game that no modifier, test or lookup holds: a distance kept, a count, a duration,
    or that there is none of something ("cannot": 0, in the unit NONE).

    `value` is as printed with its comparison ("up to three"), `number` what it means (several where it
    is one of them), compared by `op`, in `unit`. `topic` are the words it stands among, in them the
    glossary's `concepts` and the stems `near` it; `counted` is the first of either behind it; `words`
    are the stems and concepts of its whole sentence and title. `line` and `column` are those of `value`.
    """

    value: str
    number: float | tuple[float, ...]
    op: Comparison
    unit: str | None
    topic: str
    concepts: tuple[str, ...]
    near: tuple[str, ...]
    counted: str
    words: tuple[str, ...]
    section: str
    document: str
    line: int
    column: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Convention:
    """How modifiers and dice are handled, and the section that says so; `of` is the value whose change the
    same sentence states, of which alone it speaks (None: of all)."""

    id: str
    section: str
    document: str
    line: int
    of: str | None = None


class Restated(NamedTuple):
    """A row that is not executed, and the one that stands for it (ids): the text says it twice, or says
    it with more right elsewhere. In `replaces` a row ("only adds 1") counts in the place of
    the other; in `contradicts` the row says otherwise than the one that is played."""

    row: str
    by: str


class Replaced(NamedTuple):
    """A row that was read, and the id of the one that the edition states of the same words instead."""

    row: str
    read: Modifier


class Statement(NamedTuple):
    """What a rule says besides changing a roll or value, where `when` holds, in the words `text`.

    `kind` forbids: `action` may not be taken; obliges: it must be, where it can. `kind` suspends: what the
    `sections` (numbers) say does not apply, or these `rows` (ids) alone. `kind` results: what `action` comes
    to ("losses"; "*": whatever is asked) is changed or left open, which is not computed. `kind` due: the
    `test` must be passed before `action`. `why` says a person who stated that it forbids what its words alone
    do not.
    """

    kind: StatementKind
    action: str
    sections: tuple[str, ...]
    when: Condition
    text: str
    section: str
    document: str
    line: int
    origin: Origin
    rows: tuple[str, ...] = ()
    name: str = ""
    why: str = ""
    test: str = ""

    @property
    def id(self) -> str:
        """What it does and where it stands; its `name`, where others do the same there."""
        what = self.action or (*self.sections, *self.rows)[0]
        return self.name or ".".join((self.kind, what, self.section))


class ProposedStatement(NamedTuple):
    """What a rule of a game that nobody describes says besides changing a roll: `kind` of `action`, in the
    words `text`; `spans` are its condition in its own words. It is never executed."""

    id: str
    kind: ProposedKind
    action: str
    text: str
    spans: tuple[ConditionSpan, ...]
    section: str
    document: str
    line: int
    origin: Origin


class Action(NamedTuple):
    """An action that rules forbid: the values it asks, what nobody counts by meanwhile, its name if no id."""

    id: str
    values: tuple[str, ...]
    counts: tuple[str, ...]
    name: str = ""


class Margin(NamedTuple):
    """By how much a side loses, compared with a number or with a value of the game ("stand-strength")."""

    op: Comparison
    value: float | str


class OpposedResult(NamedTuple):
    """What an opposed roll does to a side: "loser", "winner" or "both" (a draw, at a margin of 0).

    Any margin does it where `margin` is None; nobody has lost at 0. `when` is about that side, which is
    "unit" there. `effects` are ids of the glossary in the order of the text (one that ends in
    per-multiple stands for as many as the margin holds of its value), `text` the words that state them.
    """

    side: str
    margin: Margin | None
    when: Condition | None
    effects: tuple[str, ...]
    text: str
    section: str
    document: str
    line: int


class Arm(NamedTuple):
    """The factors that units of one arm may count, as ids of modifiers; "" where all arms share them."""

    arm: str
    modifiers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opposed:
    """A roll of each side against the other: `dice` + `quality` + factors; the highest total wins. `dice` is
    None where no text names them.

    `quality` and `margin` are ids of values: what each side adds, and the difference between winner
    and loser, which the modifiers `margins` (doubling) change before `results` are read. `arms` holds
    the factors of its own table; `others` those of the same rolls (`of`) stated elsewhere, which
    restate these or come from officers, characters and assets. `restated` are results that other
    sections state. `several` is the section that states how two units fight one, each with a die and a
    score of its own, the highest winning for its side (None where none does), `enemies` the fact that counts
    the enemies of a unit, `rounds` the one that counts its rounds, of which the text does not say whether the
    roll after a draw is a further one.
    """

    id: str
    name: str
    dice: str | None
    of: tuple[str, ...]
    quality: str | None
    margin: str | None
    arms: tuple[Arm, ...]
    others: tuple[str, ...]
    margins: tuple[str, ...]
    results: tuple[OpposedResult, ...]
    restated: tuple[OpposedResult, ...]
    section: str
    document: str
    line: int
    origin: Origin
    several: str | None = None
    enemies: str | None = None
    rounds: str | None = None


class Doubt(NamedTuple):
    """Words that look like mechanics and cannot be read with certainty: a finding to be."""

    section: str
    document: str
    line: int
    column: int
    quote: str
    why: str


@dataclass(frozen=True, slots=True)
class Mechanics:
    """What an edition's text says about its dice, in the order of the text.

    `procedures` are those of its game and its own, with the steps that may stand in it; which of them it
    binds to its words `holds`, by "procedure.step.case" with the section ("" where it strikes one out), and
    those of which the words are gone are `unheld`.
    """

    edition: str
    tests: tuple[Test, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    conventions: tuple[Convention, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    values: tuple[Value, ...] = ()
    facts: tuple[KnownFact, ...] = ()
    restated: tuple[Restated, ...] = ()
    once: tuple[Restated, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    opposed: tuple[Opposed, ...] = ()
    statements: tuple[Statement, ...] = ()
    actions: tuple[Action, ...] = ()
    replaces: tuple[Restated, ...] = ()
    contradicts: tuple[Restated, ...] = ()
    proposed: tuple[ProposedStatement, ...] = ()
    proposed_lookups: tuple[Lookup, ...] = ()
    undescribed: bool = False  # whether nobody describes the game, so that what was read is proposed
    replaced: tuple[Replaced, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    holds: tuple[tuple[str, str], ...] = ()
    unheld: tuple[Unheld, ...] = ()
    bases: tuple[Base, ...] = ()
    sums: tuple[SumLimit, ...] = ()

    @property
    def overruled(self) -> dict[str, Modifier]:
        """By the id of a rule's row the row of a sheet that is played instead of it: an erratum says that
        this prevails, or the rule would go first."""
        rows = {row.id: row for row in self.modifiers}
        found = {row: rows[by] for row, by in self.restated if row in rows and by in rows}
        return {row: by for row, by in found.items() if (rows[row].origin, by.origin) == ("rules", "sheet")}

    def of_document(self, document: str) -> Mechanics:
        """What one document of the edition states; the dice of its tests may be named by another."""
        dice = {test.id: test.dice for test in reversed(self.tests) if test.dice}
        return Mechanics(
            edition=self.edition,
            tests=tuple(
                replace(t, dice=t.dice or dice.get(t.id)) for t in self.tests if t.document == document
            ),
            modifiers=tuple(m for m in self.modifiers if m.document == document),
            lookups=tuple(x for x in self.lookups if x.document == document),
            conventions=tuple(c for c in self.conventions if c.document == document),
            doubts=tuple(d for d in self.doubts if d.document == document),
            values=self.values,
            facts=self.facts,
            restated=self.restated,
            once=self.once,
            quantities=tuple(q for q in self.quantities if q.document == document),
            opposed=tuple(o for o in self.opposed if o.document == document),
            statements=tuple(s for s in self.statements if s.document == document),
            actions=self.actions,
            replaces=self.replaces,
            contradicts=self.contradicts,
            proposed=tuple(s for s in self.proposed if s.document == document),
            proposed_lookups=tuple(x for x in self.proposed_lookups if x.document == document),
            undescribed=self.undescribed,
            replaced=tuple(r for r in self.replaced if r.read.document == document),
            procedures=self.procedures,
            holds=self.holds,
            unheld=self.unheld,
            bases=tuple(b for b in self.bases if b.document == document),
            sums=tuple(limit for limit in self.sums if limit.document == document),
        )


class ReadCounts(NamedTuple):
    """How many statements change a roll or forbid something, and how many of them are executed, proposed, or
    were not read."""

    statements: int
    executable: int
    proposed: int
    unread: int


def read_counts(mechanics: Mechanics) -> ReadCounts:
    """How much of a text was read."""
    found = [row.status for row in mechanics.modifiers if row.origin in ("rules", "sheet")]
    proposed = found.count("proposed") + len(mechanics.proposed)
    executed, unread = found.count("executable") + len(mechanics.statements), found.count("unread")
    return ReadCounts(executed + proposed + unread, executed, proposed, unread)
