"""What `tables` prints."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from vfdoc.model.conditions import Comparison
from vfdoc.model.mechanics import Operation, Origin, ProposedKind, SpanPlace, StatementKind, Status
from vfdoc.model.procedures import Do, Keep, Pick

ActsOn: TypeAlias = Literal["roll", "target", "dice", "value"]
"""What a row changes: what is rolled, what must be rolled, how many dice are, or a value."""


class ReadShape(Struct, frozen=True):
    """How much of what changes a roll was read: statements, and how many of them are executed, proposed, or
    were not read."""

    statements: int
    executable: int
    proposed: int
    unread: int


class SpanShape(Struct, frozen=True):
    """A stretch of a condition in its own words: whether they have to hold, and where they stand."""

    words: str
    polarity: bool
    place: SpanPlace


class ResultsShape(Struct, frozen=True):
    """What comes of a roll: the lookup that says it, its columns, and its rows, each beginning with what is
    rolled."""

    lookup: str
    columns: list[str]
    rows: list[list[str]]


class TestShape(Struct, frozen=True, kw_only=True):
    """A dice roll against a target.

    It is passed by what `compare` says of dice and target: a number, what a value comes to ({"value": id}) or
    what the other side rolls ({"opposed": id}); `said` is the target as it stands. A `status` of "executable"
    is one that is played. Of a game that nobody describes it is proposed: `adds` and `count` then say in the
    text's words what is added to the dice and how many there are.
    """

    __test__ = False  # no test of pytest's

    id: str
    name: str
    dice: str | None
    target: int | dict[str, str] | None
    said: str | None
    results: ResultsShape | None
    success: str | None
    failure: str | None
    section: str
    document: str
    file: str
    line: int
    origin: Origin
    status: Status
    compare: Comparison | None
    adds: str | None
    count: str | None
    kind_of: str | UnsetType = UNSET


class IdleShape(Struct, frozen=True, rename={"is_": "is"}):
    """Why a row is not executed, and the id of the row that stands for it."""

    is_: Literal["restates", "overruled", "example", "proposed", "unread", "stale", "value"]
    by: str | None


class ModifierShape(Struct, frozen=True, kw_only=True):
    """A change of a test or value; `when` is a tree of all, any, not, fact and number; {"all": []} is always.

    `status` is "unread" where words that may say when were not understood, or where the text does not say of
    what it is: such a row is not executed. `unread` are those words; with any, `when` is null: not known.
    `restates` is the id of the row that stands for this one, which is then not executed. `once` are the
    earlier rows that say the same in other words: where one of them applied, this does not count again.
    A proposed row is of a game that nobody describes: `spans` are its condition in its own words, `doubt`
    says what in the reading is not sure. `cap` is the id of a limit that it shares with other rows;
    `replaces` are the rows that do not count where this one does. What it `acts_on` is null where the row
    stands alone, in a comparison. `edition` is that of the row, where an
    amendment is laid over its base.
    """

    id: str
    of: str | None
    acts_on: ActsOn | None
    operation: Operation
    amount: int | float | dict[str, str | int] | None
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
    restates: str | None
    once: list[str]
    cap: str | None
    replaces: list[str]
    status: Status
    unread: list[str]
    stated: Literal["text", "edition"]
    spans: list[SpanShape] | UnsetType = UNSET
    doubt: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    in_force: bool = True
    why: IdleShape | None = None
    faces: list[int] | UnsetType = UNSET
    every: int | UnsetType = UNSET
    beyond: int | UnsetType = UNSET
    part: bool | UnsetType = UNSET
    within: str | UnsetType = UNSET
    exempt_from: list[str] | UnsetType = UNSET


class LookupRowShape(Struct, frozen=True):
    """A row of a lookup; `lines` are those of its values."""

    key: list[str]
    values: list[str]
    document: str
    file: str
    line: int
    lines: list[int]


class LookupShape(Struct, frozen=True, kw_only=True):
    """Unsigned values, read by row and column; of a game that nobody describes what was read is proposed.

    One that says what comes of a roll names its `dice`, and the test `of` which it is, null where the text
    states none.
    """

    id: str
    title: str
    columns: list[str]
    rows: list[LookupRowShape]
    section: str
    document: str
    file: str
    line: int
    origin: Origin
    status: Status | UnsetType = UNSET
    dice: str | UnsetType = UNSET
    of: str | UnsetType | None = UNSET


class ConventionShape(Struct, frozen=True):
    """How dice and modifiers are handled, and the section that says so; `of` is the one value of which it
    speaks, in the rows of its section alone, null where it speaks of all; `value` which way or
    number, true where its id says all of it; `executed` that play counts
    by it, null where that is not known."""

    id: str
    of: str | None
    value: str | int | bool
    section: str
    document: str
    file: str
    line: int
    executed: bool | None


class StatementShape(Struct, frozen=True, kw_only=True):
    """What a rule says besides changing a roll or value, where `when` holds.

    `kind` forbids: `action` is not allowed, so that no value `of` these is asked, and nothing is counted by
    these `counts`. obliges: `action` must be taken, where it can. suspends: what these `sections` say does
    not apply, or these `rows` alone. results: what `action` ("*": whatever is asked) comes to is changed;
    that is not computed (`status` proposed). due: the test `of` must be passed before `action`. `text` are
    its words.
    """

    id: str
    kind: StatementKind | ProposedKind
    action: str | None
    of: list[str]
    counts: list[str]
    sections: list[str]
    when: dict[str, Any] | None
    text: str
    status: str
    section: str
    document: str
    file: str
    line: int
    origin: Origin
    rows: list[str]
    spans: list[SpanShape] | UnsetType = UNSET


class CapShape(Struct, frozen=True, kw_only=True):
    """A limit on what several rows are counted by, together; those that change most count first."""

    id: str
    of: list[str]
    max: int
    min: int | None
    counts: str
    section: str
    document: str
    file: str
    line: int


class SumLimitShape(Struct, frozen=True, kw_only=True):
    """How much rows may change a test or value in all: those that name it by `within`, or all where none
    does; those of some rows are counted first. Of a game that nobody describes it is proposed."""

    id: str
    of: str
    least: float | None
    most: float | None
    section: str
    document: str
    file: str
    line: int
    status: Literal["proposed"] | UnsetType = UNSET


class GivenShape(Struct, frozen=True, kw_only=True):
    """What a value is where nobody tells it, or the target of a test that has no other: a number of a lookup,
    in the words that it stands by. What asks a trait goes before what does not, the narrower before the
    wider."""

    of: str
    amount: float
    when: dict[str, Any]
    words: str
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class ContradictionShape(Struct, frozen=True):
    """Two rows of which both cannot be meant: `row` is not played, `by` is."""

    row: str
    by: str


class ValueShape(Struct, frozen=True):
    """A value that modifiers change; `covers` the values that it stands for, `implies` what holds with it."""

    id: str
    name: str
    unit: str | None
    covers: list[str]
    implies: dict[str, str]
    base: float | UnsetType = UNSET
    least: float | UnsetType | None = UNSET
    most: float | UnsetType = UNSET


class FactShape(Struct, frozen=True):
    """A fact that conditions ask; `default` is what a flag is taken for where nobody tells, `implies` what
    holds with it (of a number, how much at least), `follows` what any of makes it hold; of two sides one and
    one alone has a fact of `one_side`."""

    id: str
    kind: str
    unit: str | None
    values: list[str]
    default: bool
    implies: dict[str, str | float | bool]
    follows: dict[str, str | list[str]]
    exclusive: list[str] = []
    label: str | None = None
    role: str | None = None
    origin: Literal["glossary", "edition"] = "glossary"
    one_side: bool | UnsetType = UNSET


class OpposedResultShape(Struct, frozen=True, kw_only=True):
    """What a margin does to the loser, the winner or both; `margin` has an op and a number or value's id.

    Null is any margin. `when` is about that side, which is "unit" there.
    """

    side: str
    margin: dict[str, int | float | str] | None
    when: dict[str, Any] | None
    effects: list[str]
    text: str
    section: str
    document: str
    file: str
    line: int


class ArmShape(Struct, frozen=True):
    """The factors that one arm may count: ids of modifiers. "" is every arm."""

    arm: str
    modifiers: list[str]


class OpposedShape(Struct, frozen=True, kw_only=True):
    """A roll of each side against the other: dice, quality and factors; the highest total wins.

    `margins` change the difference before `results` are read; `others` are factors stated elsewhere,
    `restated` results stated elsewhere. `several` is the section that states how two units fight one.
    """

    id: str
    name: str
    dice: str | None
    of: list[str]
    quality: str | None
    margin: str | None
    arms: list[ArmShape]
    others: list[str]
    margins: list[str]
    results: list[OpposedResultShape]
    restated: list[OpposedResultShape]
    several: str | None
    enemies: str | None
    rounds: str | None
    section: str
    document: str
    file: str
    line: int
    origin: Origin


class TermShape(Struct, frozen=True):
    """A number that a step reckons with: an earlier step or a number that is told, by name, or a number
    itself; so many times."""

    of: str | int
    times: int


class ComparedShape(Struct, frozen=True):
    """What an earlier step came to, compared with a number or name (a term), or with a word."""

    of: str
    op: str
    value: TermShape | str


class CaseShape(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"result": "is"}):
    """A case of a choice: where it is met the step comes to `is`, and what it `tells` is known after it."""

    id: str
    result: str
    where: list[ComparedShape] = []
    when: dict[str, Any] | None = None
    tells: dict[str, bool | str | float] = {}
    section: str = ""


class ResultRowShape(Struct, frozen=True):
    """A row of a table of results: the totals at which it is read, and a result for each column."""

    least: int
    most: int
    results: list[str]


class StepShape(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"role": "as"}):
    """A step of a procedure; what it does not say is left out.

    value: what the value `of` comes to. roll: tests `of`, as many as `count`, of which it keeps what `keep`
    says (left out: how many are passed). apply: the sum of `take`, between `least` and `most`, shared `among`
    so many, the first of whom takes the odd ones. choose: the first of its `cases` that is met, else "open".
    lookup: the row of `rows` at the total `count`, in the column at the place of the sum of `take`.
    """

    id: str
    do: Do
    of: str = ""
    other: bool = False
    whom: str = ""
    count: str | int = 1
    keep: Keep = "passes"
    take: list[TermShape] = []
    over: list[TermShape] = []
    up: bool = False
    pick: Pick = "sum"
    least: int | None = None
    most: int | None = None
    among: list[TermShape] = []
    where: list[ComparedShape] = []
    when: dict[str, Any] | None = None
    says: list[str] = []
    cases: list[CaseShape] = []
    columns: list[str] = []
    rows: list[ResultRowShape] = []
    at_once: bool = False
    target: str = ""
    doubled_by: str = ""
    barred_by: str = ""
    role: str = ""
    section: str = ""


class ProcedureShape(Struct, frozen=True, kw_only=True):
    """The steps of an attack or a fight that stand in the text. Where it has two `sides` the second
    answers: names tell of it that begin with its subject, and those that begin as `of_second` says."""

    id: str
    name: str
    sides: list[str]
    of_second: list[str]
    steps: list[StepShape]
    section: str


class TablesShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `tables` prints."""

    edition: str
    tests: list[TestShape]
    modifiers: list[ModifierShape]
    lookups: list[LookupShape]
    conventions: list[ConventionShape]
    values: list[ValueShape]
    facts: list[FactShape]
    opposed: list[OpposedShape]
    statements: list[StatementShape]
    caps: list[CapShape]
    limits: list[SumLimitShape]
    given: list[GivenShape]
    contradictions: list[ContradictionShape]
    procedures: list[ProcedureShape]
    actions: list[str]
    read: ReadShape
    schema_: Literal["vfdoc.tables/2"] = "vfdoc.tables/2"
