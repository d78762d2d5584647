"""Play for other programs: the JSON of `roll`, `odds` and `tables --vectors`. Fractions are strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias, TypeVar

from msgspec import UNSET, UnsetType, structs

from vfdoc.formats.outcomes import dice_text
from vfdoc.formats.procedures import compared_text, open_words
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.play import (
    AnswerShape,
    AnswersShape,
    AppliedShape,
    AskedAllShape,
    AskedFactShape,
    AskedShape,
    BaseShape,
    BefallsShape,
    BesideShape,
    ChanceShape,
    CombinationShape,
    ComparedOddsShape,
    ContestShape,
    DueShape,
    FollowShape,
    FollowsShape,
    ForbidsShape,
    NamedStepShape,
    NotAppliedShape,
    NotComputedShape,
    OddsShape,
    PlayedShape,
    RollShape,
    RollsShape,
    SaidShape,
    SideShape,
    StatedCaseShape,
    StepOddsShape,
    StepResultShape,
    ThroughShape,
    VectorShape,
    VectorsShape,
    WorthShape,
)
from vfdoc.model import Section
from vfdoc.model.mechanics import Statement
from vfdoc.play.asking import Asked
from vfdoc.play.attacks import Attack, FollowUp, Odds
from vfdoc.play.following import NOTHING_FOLLOWS, Follows
from vfdoc.play.not_computed import NotComputed
from vfdoc.play.odds import Distribution, at_least, mean, of_each, probability, result
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Note, Outcome
from vfdoc.play.procedures import Playthrough, StepChances
from vfdoc.play.situation import Known
from vfdoc.play.statements import Due
from vfdoc.play.undescribed import SaidOf
from vfdoc.play.vectors import Vector

Unasked: TypeAlias = Iterable[tuple[str, Known]]
"""What was told and no rule of an answer asks."""
_Answer = TypeVar("_Answer", RollShape, OddsShape, PlayedShape, ContestShape)


def roll_json(
    edition: str, outcome: Outcome, unasked: Unasked = (), follows: Follows = NOTHING_FOLLOWS
) -> bytes:
    """`roll --format json`."""
    shape = _with(_roll(edition, outcome), unasked)
    shape = structs.replace(shape, due=due_shapes(follows.due)) if follows.due else shape
    return encode(structs.replace(shape, follows=_follows(follows)) if follows.said else shape)


def due_shapes(found: Iterable[Due]) -> list[DueShape]:
    """The tests that must be passed first."""
    return [DueShape(each.said.test, each.holds, each.said.text, each.said.section) for each in found]


def _follows(found: Follows) -> list[FollowsShape]:
    return [
        FollowsShape(
            result=said.result or None,
            totals=[said.least, said.most] if said.most else None,
            probability=None if chance is None else str(chance),
            words=said.words,
            section=said.section,
            said_for=found.test_said or UNSET,
        )
        for said, chance in found.said
    ]


def rolls_json(rolls: Iterable[tuple[str, Outcome, Unasked]]) -> bytes:
    """`roll --compare --format json`."""
    return encode(RollsShape([_with(_roll(edition, outcome), un) for edition, outcome, un in rolls]))


def odds_json(
    edition: str, odds: Odds | Contest, unasked: Unasked = (), follows: Follows = NOTHING_FOLLOWS
) -> bytes:
    """`odds --format json` of an attack, an opposed roll or one test."""
    if isinstance(odds, Contest):
        return encode(_with(_contest(edition, odds), unasked))
    found = odds.found
    if isinstance(found, Playthrough):
        played = _with(_played(edition, found), unasked)
        return encode(structs.replace(played, follows=_follows(follows)) if follows.said else played)
    shape = _with(_odds(edition, odds, found), unasked)
    if follows.said:
        shape = structs.replace(shape, test=structs.replace(shape.test, follows=_follows(follows)))
    return encode(shape)


def _with(shape: _Answer, unasked: Unasked) -> _Answer:
    """An answer with what was told and no rule of it asks, where there is any."""
    told = _told(unasked)
    return structs.replace(shape, unasked=told) if told else shape


def compared_odds_json(found: Sequence[tuple[str, Odds | Contest, Unasked]]) -> bytes:
    """`odds --compare --format json`."""
    contests = [
        _with(_contest(edition, each), un) for edition, each, un in found if isinstance(each, Contest)
    ]
    odds: list[OddsShape] = []
    played: list[PlayedShape] = []
    for edition, each, un in found:
        answer = each.found if isinstance(each, Odds) else None
        if isinstance(answer, Playthrough):
            played.append(_with(_played(edition, answer), un))
        elif isinstance(each, Odds) and answer is not None:
            odds.append(_with(_odds(edition, each, answer), un))
    return encode(ComparedOddsShape(odds, contests, played))


def answers_json(
    edition: str,
    answers: Iterable[tuple[str, Mapping[str, Known], Odds | Contest | None, str | None, Unasked, Follows]],
) -> bytes:
    """`roll --batch --format json`: of each situation what was asked and told, the odds, and why it was
    refused."""
    shapes = [
        AnswerShape(
            of,
            _told(known.items()),
            _odds(edition, odds, odds.found)
            if isinstance(odds, Odds) and not isinstance(odds.found, Playthrough)
            else None,
            _contest(edition, odds) if isinstance(odds, Contest) else None,
            _played(edition, odds.found)
            if isinstance(odds, Odds) and isinstance(odds.found, Playthrough)
            else None,
            refused,
            _told(unasked) or UNSET,
        )
        for of, known, odds, refused, unasked, _ in answers
    ]
    return encode(AnswersShape(edition, shapes))


def asked_json(edition: str, found: Iterable[Asked], besides: Iterable[Section] = ()) -> bytes:
    """`roll EDITION --format json`."""
    shapes = [
        AskedShape(
            of=a.of,
            kind=a.kind,
            name=a.name,
            target=a.target,
            dice=a.dice,
            numbers=list(a.numbers),
            facts=[AskedFactShape(f.id, f.kind, f.unit, list(f.values)) for f in a.facts],
            left_out=a.left_out,
            steps=[NamedStepShape(step.words, list(step.tests)) for step in a.steps] or UNSET,
            section=a.section or UNSET,
            proposed=a.proposed or UNSET,
            sides=list(a.sides) or UNSET,
        )
        for a in found
    ]
    return encode(AskedAllShape(edition, shapes, [each.anchor for each in besides]))


def _step_odds(edition: str, each: StepChances) -> StepOddsShape:
    return StepOddsShape(
        each.step.id,
        each.step.other,
        [_roll(edition, outcome) for outcome in each.outcomes],
        [StepResultShape(result, str(c), _decimal(c)) for result, c in each.chances.items() if c],
        each.step.section,
        [StatedCaseShape(c.id, c.result, c.section, str(p), _decimal(p)) for c, p in each.stated] or UNSET,
        [compared_text(compared) for compared in each.only_if] or UNSET,
    )


def _played(edition: str, played: Playthrough) -> PlayedShape:
    steps = [_step_odds(edition, each) for each in played.found]
    unheld = [_step(f"{e.procedure}.{e.step}", "stale", e.words, e.section) for e in played.unheld]
    of = played.procedure.id
    left = [_step(f"{of}.{e.step.id}", "open", open_words(e.step), e.section) for e in played.left_open]
    rows = dict.fromkeys(row for outcome in played.outcomes for row in outcome.not_computed)
    return PlayedShape(
        edition=edition,
        procedure=played.procedure.id,
        steps=steps,
        assumed=_told(played.taken),
        untold=dict(played.untold),
        not_computed=[*_not_computed(rows), *_notes(played.notes), *unheld, *left],
        forbidden=_forbids(played.forbidden),
    )


def _step(id: str, why: Literal["stale", "open"], words: str, section: str) -> NotComputedShape:
    """A step of a procedure that is not in the result."""
    return NotComputedShape(
        id=id, kind="procedure", why=why, words=words, unread=[], section=section, document="", file="",
        line=0, otherwise=None,
    )  # fmt: skip


def _odds(edition: str, odds: Odds, found: Attack | Outcome) -> OddsShape:
    worths = [
        WorthShape(w.row.id, w.row.section, w.row.condition, str(w.without), str(w.with_it))
        for w in odds.worth
    ]
    table = [
        CombinationShape(
            _told(c.known),
            None if c.forbidden else str(c.probability),
            None if c.forbidden else _decimal(c.probability),
            _told(dict((*c.outcome.assumed, *(c.value.assumed if c.value is not None else ()))).items()),
            None if c.value is None or c.forbidden else _plain(c.value.total),
            None if c.losses is None or c.forbidden else str(c.losses),
        )
        for c in odds.table
    ]
    if isinstance(found, Outcome):
        roll = _roll(edition, found)
        return OddsShape(
            edition=edition,
            of=found.of,
            value=None,
            test=roll,
            save=None,
            losses=[],
            mean=None,
            states={},
            follow=None,
            brigade=None,
            worth=worths,
            combinations=table,
            assumed=roll.assumed,
            not_computed=roll.not_computed,
            forbidden=roll.forbidden,
        )
    return OddsShape(
        edition=edition,
        of=found.value.of,
        value=_roll(edition, found.value),
        test=_roll(edition, found.test, of_each),
        save=None if found.save is None else _roll(edition, found.save),
        losses=[] if found.forbidden else _chances(found.losses),
        mean=None if found.forbidden else str(mean(found.losses)),
        states={fact: str(chance) for fact, chance in found.states},
        follow=_follow(edition, found.follow),
        brigade=_follow(edition, found.further),
        after=[_step_odds(edition, each) for each in found.after] or UNSET,
        untold=dict(found.untold) or UNSET,
        worth=worths,
        combinations=table,
        assumed=_told(found.assumed),
        not_computed=[
            *(n for o in found.outcomes for n in _not_computed(o.not_computed)),
            *_notes(found.notes),
        ],
        forbidden=_forbids(found.forbidden),
    )


def vectors_json(edition: str, found: Iterable[Vector]) -> bytes:
    """`tables --vectors`."""
    shapes = [
        VectorShape(
            v.of,
            {name: _number(value) for name, value in v.known.items()},
            v.outcome.target,
            list(v.outcome.rows),
            None if v.outcome.forbidden else _plain(v.outcome.total),
            None if v.probability is None or v.outcome.forbidden else str(v.probability),
            [*_not_computed(v.outcome.not_computed), *_notes(v.outcome.notes)],
        )
        for v in found
    ]
    return encode(VectorsShape(edition, shapes))


def _roll(edition: str, outcome: Outcome, chances: Callable[[Outcome], Fraction] = probability) -> RollShape:
    chance = chances(outcome) if outcome.is_settled and not outcome.forbidden else None
    b = outcome.base
    return RollShape(
        edition=edition,
        test=outcome.of,
        target=outcome.target,
        dice=_dice(outcome) if outcome.is_test else None,
        total=None if outcome.forbidden or outcome.read is not None else _plain(outcome.total),
        automatic=outcome.automatic,
        applied=_applied(outcome),
        not_applied=[
            NotAppliedShape(
                p.row.id, p.row.operation, p.row.section, p.row.line, p.row.condition, p.why, list(p.untold)
            )
            for p in outcome.not_applied
        ],
        probability=None if chance is None else str(chance),
        decimal=None if chance is None else _decimal(chance),
        assumed=_told(outcome.assumed),
        silent=list(outcome.silent),
        not_computed=[*_not_computed(outcome.not_computed), *_notes(outcome.notes)],
        forbidden=_forbids(outcome.forbidden),
        beside=UNSET if outcome.read is None else [BesideShape(*each) for each in outcome.read.beside],
        said=UNSET if outcome.read is None else said_shapes(outcome.read.said) or UNSET,
        of_every={per: list(names) for per, names in outcome.of_every} or UNSET,
        through=_through(outcome),
        base=None if b is None else BaseShape(b.amount, b.words, b.section, b.document, b.line),
    )  # fmt: skip


def said_shapes(found: Iterable[SaidOf]) -> list[SaidShape]:
    """What a text says of what is asked and told, of which nothing is stated."""
    return [SaidShape(*each) for each in found]


def _notes(notes: Iterable[Note]) -> list[NotComputedShape]:
    return [
        NotComputedShape(
            id=n.id,
            kind=n.kind,
            why=n.why,
            words=n.words,
            unread=[],
            section=n.section,
            document=n.document,
            file=n.file,
            line=n.line,
            otherwise=None if n.otherwise is None else str(result(n.otherwise)),
        )
        for n in notes
    ]


def _through(outcome: Outcome) -> list[ThroughShape] | UnsetType:
    """The values that were worked out before an outcome."""
    return [ThroughShape(p.of, _plain(p.total), _applied(p)) for p in outcome.through] or UNSET


def _forbids(forbidden: Iterable[Statement]) -> list[ForbidsShape]:
    return [ForbidsShape(s.id, s.action, s.text, s.section, s.document, s.line) for s in forbidden]


def _applied(outcome: Outcome) -> list[AppliedShape]:
    return [
        AppliedShape(
            a.row.id, a.row.operation, None if a.amount is None else _plain(a.amount), a.times,
            a.row.section, a.row.line, a.row.condition, bool(a.row.unread),
        )
        for a in outcome.applied
    ]  # fmt: skip


def _not_computed(found: Iterable[NotComputed]) -> list[NotComputedShape]:
    return [
        NotComputedShape(
            id=row.id,
            kind="row",
            why="unread",
            words=row.condition,
            unread=list(row.unread),
            section=row.section,
            document=row.document,
            file=file,
            line=row.line,
            otherwise=None,
            against=against or UNSET,
        )
        for row, file, against in found
    ]


def _hanging(found: Contest) -> list[NotComputedShape]:
    """The factors of the roll after a draw that count if it is a further round, or if it is none."""
    return [
        NotComputedShape(
            id=row.id,
            kind="row",
            why="open",
            words=row.condition,
            unread=[],
            section=row.section,
            document=row.document,
            file=file,
            line=row.line,
            otherwise=None if found.next_round is None else str(found.next_round.wins),
        )
        for row, file, _ in found.hanging
    ]


def _contest(edition: str, found: Contest) -> ContestShape:
    sides = [
        SideShape(
            _plain(side.score.total),
            _applied(side.score),
            [
                BefallsShape(list(b.effects), list(b.sections), str(b.chance), _decimal(b.chance))
                for b in befalls
            ],
            _told(side.score.assumed),
            {fact: list(asked) for fact, asked in side.hangs},
            _through(side.score),
        )
        for side, befalls in zip(found.sides, found.befall, strict=True)
    ]
    return ContestShape(
        edition=edition,
        of=found.opposed.id,
        dice=found.dice,
        sides=sides,
        wins=str(found.wins),
        draws=str(found.draws),
        loses=str(found.loses),
        margins={str(margin): str(chance) for margin, chance in found.margins.items()},
        again=None if found.again is None else _contest(edition, found.again),
        next_round=None if found.next_round is None else _contest(edition, found.next_round),
        not_computed=[*_hanging(found), *_not_computed(found.not_computed), *_notes(found.notes)],
        in_doubt=str(found.in_doubt),
        more_enemies=found.one_of,
    )


def _follow(edition: str, found: FollowUp | None) -> FollowShape | None:
    if found is None:
        return None
    return FollowShape(
        _roll(edition, found.test), _chances(found.taken), str(found.fails), _decimal(found.fails)
    )


def _chances(distribution: Distribution) -> list[ChanceShape]:
    return [
        ChanceShape(count, str(chance), str(more), _decimal(chance))
        for count, (chance, more) in enumerate(zip(distribution, at_least(distribution), strict=True))
    ]


def _dice(outcome: Outcome) -> str | None:
    if outcome.dice is None:
        return None
    return dice_text(outcome.dice)


def _told(known: Iterable[tuple[str, Known]]) -> dict[str, Known | None]:
    """What is told or taken of facts: null for a choice that is none of its values."""
    return {name: None if value == "" else _number(value) for name, value in known}


def _number(value: Known) -> Known:
    """A whole number without its ".0"."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _decimal(value: Fraction) -> float:
    return round(float(value), 4)
