"""What `roll`, `odds` and `tables --vectors` print."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class AppliedShape(Struct, frozen=True):
    """A row that applied; `amount` is what it added in all, null for a reroll or automatic result. `by_hand`:
    its condition was not understood, and the player said that it holds."""

    id: str
    operation: str
    amount: int | float | None
    times: int
    section: str
    line: int
    condition: str
    by_hand: bool


class NotComputedShape(Struct, frozen=True, kw_only=True):
    """A rule that speaks of what was asked and is not in the result, and why: `unread` words of a row were
    not understood; its effect is no roll or value (`value`); as stated it cannot be met (`impossible`); the
    text leaves open what a step comes to, which change goes first, when the least counts or whether a roll
    is a further round (`open`), or it has none of the words that are stated of it (`stale`); it contradicts
    what is played. `otherwise` is the chance, or the number, to which what was asked would come by what
    contradicts it, or as is left open. `words` are the whole of it; `against` it is what was told or taken
    for told where what was read of a row does not hold by it."""

    id: str
    kind: Literal[
        "row",
        "statement",
        "cap",
        "contradiction",
        "order",
        "least",
        "least-at-end",
        "rounding",
        "choice",
        "procedure",
        "permission",
    ]
    why: Literal["unread", "value", "impossible", "contradicts", "stale", "open"]
    words: str
    unread: list[str]
    section: str
    document: str
    file: str
    line: int
    otherwise: str | None
    against: bool | UnsetType = UNSET


class NotAppliedShape(Struct, frozen=True):
    """A row that did not apply, and why; `untold` the numbers that it hangs on."""

    id: str
    operation: str
    section: str
    line: int
    condition: str
    why: str
    untold: list[str]


class ForbidsShape(Struct, frozen=True):
    """A rule that does not allow what was asked."""

    id: str
    action: str
    words: str
    section: str
    document: str
    line: int


class BaseShape(Struct, frozen=True):
    """The row of a lookup that gives a value which nobody told."""

    amount: int | float
    words: str
    section: str
    document: str
    line: int


class ThroughShape(Struct, frozen=True):
    """A value that a test or another value asks and nobody told, worked out before it."""

    of: str
    total: int | float
    applied: list[AppliedShape]


class BesideShape(Struct, frozen=True):
    """A section to be read beside an answer."""

    section: str
    title: str


class SaidShape(Struct, frozen=True):
    """A sentence, table or row of one that speaks of what is asked or told (`of`), of which nothing is
    stated."""

    of: str
    words: str
    section: str
    line: int


class FollowsShape(Struct, frozen=True):
    """What the text says that a result leads to, not computed: of passing or failing (`result`), or of
    `totals` of the roll, with their chance where it can be told."""

    result: str | None
    totals: list[int] | None
    probability: str | None
    words: str
    section: str
    said_for: str | UnsetType = UNSET


class DueShape(Struct, frozen=True):
    """When a `test` must be passed first: whether it is `here` (null where it hangs on a number that nobody
    told), and the words of the rule."""

    test: str
    here: bool | None
    words: str
    section: str


class RollShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `roll` prints. `target` is the total needed on `dice`, `total` what is added to the roll; of a
    value, `total` is the value and `target` and `probability` are null. `dice` and `probability` are null
    where nobody named the dice, total and probability where a rule forbids it. `not_computed` had no part
    in it."""

    edition: str
    test: str
    target: int | None
    dice: str | None
    total: int | float | None
    automatic: bool | None
    applied: list[AppliedShape]
    not_applied: list[NotAppliedShape]
    probability: str | None
    decimal: float | None
    assumed: dict[str, bool | int | float | str | None]
    silent: list[str]
    not_computed: list[NotComputedShape]
    forbidden: list[ForbidsShape]
    base: BaseShape | None = None
    beside: list[BesideShape] | UnsetType = UNSET
    said: list[SaidShape] | UnsetType = UNSET
    through: list[ThroughShape] | UnsetType = UNSET
    of_every: dict[str, list[str]] | UnsetType = UNSET
    unasked: dict[str, bool | int | float | str | None] | UnsetType = UNSET
    follows: list[FollowsShape] | UnsetType = UNSET
    due: list[DueShape] | UnsetType = UNSET
    schema_: Literal["vfdoc.roll/2"] = "vfdoc.roll/2"


class RollsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `roll --compare` prints of several editions, in the order asked for."""

    rolls: list[RollShape]
    schema_: Literal["vfdoc.rolls/1"] = "vfdoc.rolls/1"


class WorthShape(Struct, frozen=True):
    """What a row is worth: the chance (of a value: the number) without it and with it."""

    id: str
    section: str
    condition: str
    without: str
    with_it: str


class ChanceShape(Struct, frozen=True):
    """The chance of exactly `count`, and of that or more."""

    count: int
    probability: str
    at_least: str
    decimal: float


class FollowShape(Struct, frozen=True):
    """Tests that follow an attack: how many are taken, and the chance that one is failed in the end."""

    test: RollShape
    taken: list[ChanceShape]
    fails: str
    decimal: float


class CombinationShape(Struct, frozen=True):
    """A line of a table over all combinations of facts; null is none of a choice's values. `assumed` is what
    was not told of this line, with what was taken for it. Of a value, its number stands for the chance;
    null where a rule forbids it. Of an attack the chance is that of each of its `dice`, and `losses` are
    those expected; both are null of anything else."""

    set: dict[str, bool | int | float | str | None]
    probability: str | None
    decimal: float | None
    assumed: dict[str, bool | int | float | str | None]
    dice: int | float | None
    losses: str | None


class OddsShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `odds` prints: of a test its chance, of an attack its losses and what follows.

    An attack that a rule forbids has no losses, and its `test` is that of its dice.
    `losses` are the hits that no `save` spares; `follow` is the target's own test (valour, morale), `brigade`
    that of its brigade (fortitude), `after` what the text says that comes of it besides.
    """

    edition: str
    of: str
    value: RollShape | None
    test: RollShape
    save: RollShape | None
    losses: list[ChanceShape]
    mean: str | None
    states: dict[str, str]
    follow: FollowShape | None
    brigade: FollowShape | None
    worth: list[WorthShape]
    combinations: list[CombinationShape]
    assumed: dict[str, bool | int | float | str | None]
    not_computed: list[NotComputedShape]
    forbidden: list[ForbidsShape]
    unasked: dict[str, bool | int | float | str | None] | UnsetType = UNSET
    after: list[StepOddsShape] | UnsetType = UNSET
    untold: dict[str, str] | UnsetType = UNSET
    schema_: Literal["vfdoc.odds/1"] = "vfdoc.odds/1"


class StepResultShape(Struct, frozen=True):
    """The chance of a result of a step: a number, or the word of a choice."""

    result: int | str
    probability: str
    decimal: float


class StatedCaseShape(Struct, frozen=True):
    """A case of a choice that the text states, and how often it is met."""

    case: str
    result: str
    section: str
    probability: str
    decimal: float


class StepOddsShape(Struct, frozen=True):
    """A step of a procedure, played out."""

    id: str
    other: bool
    tests: list[RollShape]
    results: list[StepResultShape]
    section: str
    stated: list[StatedCaseShape] | UnsetType = UNSET
    only_if: list[str] | UnsetType = UNSET


class PlayedShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `odds` prints of a procedure that is no attack: each of its steps, played out."""

    edition: str
    procedure: str
    steps: list[StepOddsShape]
    assumed: dict[str, bool | int | float | str | None]
    untold: dict[str, str]
    not_computed: list[NotComputedShape]
    forbidden: list[ForbidsShape]
    unasked: dict[str, bool | int | float | str | None] | UnsetType = UNSET
    follows: list[FollowsShape] | UnsetType = UNSET
    schema_: Literal["vfdoc.procedure/1"] = "vfdoc.procedure/1"


class BefallsShape(Struct, frozen=True):
    """What befalls a side of an opposed roll, and the chance of it; no effects where it comes off whole."""

    effects: list[str]
    sections: list[str]
    probability: str
    decimal: float


class SideShape(Struct, frozen=True):
    """One side of an opposed roll: what it adds to its dice, and what befalls it."""

    total: int | float
    applied: list[AppliedShape]
    befalls: list[BefallsShape]
    assumed: dict[str, bool | int | float | str | None]
    hangs: dict[str, list[str]] = {}
    through: list[ThroughShape] | UnsetType = UNSET


class ContestShape(Struct, frozen=True, rename={"schema_": "schema"}, kw_only=True):
    """What `odds` prints of an opposed roll; `margins` are the first side's, after doubling. `again` is the
    roll that a draw calls for; rows of which it is open whether they count there are not computed (`open`),
    `otherwise` how often the first side wins it as a further round. Of one unit against two, `sides` are the
    one and the first, the one and the second."""

    edition: str
    of: str
    dice: str
    sides: list[SideShape]
    wins: str
    draws: str
    loses: str
    margins: dict[str, str]
    again: ContestShape | None
    next_round: ContestShape | None
    not_computed: list[NotComputedShape]
    in_doubt: str
    more_enemies: str | None
    unasked: dict[str, bool | int | float | str | None] | UnsetType = UNSET
    schema_: Literal["vfdoc.contest/1"] = "vfdoc.contest/1"


class ComparedOddsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `odds --compare` prints of several editions, in the order asked for; opposed rolls and
    procedures apart."""

    odds: list[OddsShape]
    contests: list[ContestShape]
    procedures: list[PlayedShape]
    schema_: Literal["vfdoc.compared-odds/1"] = "vfdoc.compared-odds/1"


class MayShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `may` prints: the rules that forbid an action here, and those that would in another situation;
    `not_computed` speak of it and were not understood; `unasked` was told, and no rule asks it of the
    action; `led_to` are the sections that what was not understood cites or that stand below its own, and
    notes that name these; `undescribed` says that nobody describes the game: none of its rules was
    understood, and nothing is said to be allowed; `bearing` are the ids of what was not understood and
    speaks of what was told and is not asked, `open` those of `elsewhere` that hang on a number that nobody
    told; `due` are the tests that must be passed first; `ruled` are the actions of which rules speak that
    were understood, where none does of this one; `obliging` are the rules by which it must be done here,
    where it can, `obliging_elsewhere` those by which it must in another situation; `said` is what
    the text says of it, where nobody stated anything."""

    edition: str
    action: str
    forbidden: list[ForbidsShape]
    elsewhere: list[ForbidsShape]
    assumed: dict[str, bool | int | float | str | None]
    not_computed: list[NotComputedShape]
    unasked: dict[str, bool | int | float | str | None] = {}
    led_to: list[str] = []
    undescribed: bool = False
    bearing: list[str] = []
    open: list[str] = []
    due: list[DueShape] = []
    ruled: list[str] = []
    obliging: list[ForbidsShape] = []
    obliging_elsewhere: list[ForbidsShape] = []
    said: list[SaidShape] = []
    schema_: Literal["vfdoc.may/1"] = "vfdoc.may/1"


class AnswerShape(Struct, frozen=True):
    """The answer to one situation of many: the odds, of an opposed roll the `contest`, of a fight the
    `procedure`; or, where it cannot be
    asked, why."""

    of: str
    set: dict[str, bool | int | float | str | None]
    odds: OddsShape | None
    contest: ContestShape | None
    procedure: PlayedShape | None
    refused: str | None
    unasked: dict[str, bool | int | float | str | None] | UnsetType = UNSET


class AnswersShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `roll --batch` prints, in the order of the file."""

    edition: str
    answers: list[AnswerShape]
    schema_: Literal["vfdoc.answers/1"] = "vfdoc.answers/1"


class AskedFactShape(Struct, frozen=True):
    """A fact that decides: of a choice `values`, of a number its `unit`."""

    id: str
    kind: str
    unit: str | None
    values: list[str]


class NamedStepShape(Struct, frozen=True):
    """A step that the text names in order, and the tests that it may mean: one where it is known."""

    words: str
    tests: list[str]


class AskedShape(Struct, frozen=True, kw_only=True):
    """What can be asked, and what it asks; `left_out` rows of it are not computed.

    Of a game that nobody describes "steps" are those that a `section` names in order: they are not played,
    and of `left_out` of them the text does not say what they roll. A test that is `proposed` is not played.
    An "action" is asked with `may`.
    """

    of: str
    kind: Literal["attack", "procedure", "opposed", "test", "value", "steps", "action"]
    name: str
    target: str | None
    dice: str | None
    numbers: list[str]
    facts: list[AskedFactShape]
    left_out: int
    steps: list[NamedStepShape] | UnsetType = UNSET
    section: str | UnsetType = UNSET
    proposed: bool | UnsetType = UNSET
    sides: list[str] | UnsetType = UNSET


class AskedAllShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `roll` prints of an edition alone; `besides` are the sections that rule something and of which
    nothing that can be asked is made."""

    edition: str
    asked: list[AskedShape]
    besides: list[str] = []
    schema_: Literal["vfdoc.asked/1"] = "vfdoc.asked/1"


class VectorShape(Struct, frozen=True):
    """A situation, told whole, and what a test or value comes to in it; total and probability are null where
    a rule forbids it."""

    of: str
    set: dict[str, bool | int | float | str]
    target: int | None
    applied: list[str]
    total: int | float | None
    probability: str | None
    not_computed: list[NotComputedShape]


class VectorsShape(Struct, frozen=True, rename={"schema_": "schema"}):
    """What `tables --vectors` prints."""

    edition: str
    vectors: list[VectorShape]
    schema_: Literal["vfdoc.vectors/2"] = "vfdoc.vectors/2"
