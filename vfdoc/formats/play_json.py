"""Play for other programs: the JSON of `roll`, `odds` and `tables --vectors`. Fractions are strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from vfdoc.formats.shapes import encode
from vfdoc.formats.shapes.play import (
    AppliedShape,
    BefallsShape,
    ChanceShape,
    CombinationShape,
    ComparedOddsShape,
    ContestShape,
    FollowShape,
    ForbidsShape,
    NotAppliedShape,
    NotComputedShape,
    OddsShape,
    RollShape,
    RollsShape,
    SideShape,
    VectorShape,
    VectorsShape,
    WorthShape,
)
from vfdoc.model.mechanics import Statement
from vfdoc.play.attacks import AttackOdds, FollowUp
from vfdoc.play.evaluate import Note, Outcome
from vfdoc.play.odds import Distribution, at_least, mean, probability, result
from vfdoc.play.opposed import Contest
from vfdoc.play.situation import Known
from vfdoc.play.tables import NotComputed
from vfdoc.play.vectors import Vector


def roll_json(edition: str, outcome: Outcome) -> bytes:
    """`roll --format json`."""
    return encode(_roll(edition, outcome))


def rolls_json(rolls: Iterable[tuple[str, Outcome]]) -> bytes:
    """`roll --compare --format json`."""
    return encode(RollsShape([_roll(edition, outcome) for edition, outcome in rolls]))


def odds_json(edition: str, odds: AttackOdds | Contest) -> bytes:
    """`odds --format json` of an attack, an opposed roll or one test."""
    return encode(_contest(edition, odds) if isinstance(odds, Contest) else _odds(edition, odds))


def compared_odds_json(found: Sequence[tuple[str, AttackOdds | Contest]]) -> bytes:
    """`odds --compare --format json`."""
    odds = [_odds(edition, each) for edition, each in found if isinstance(each, AttackOdds)]
    contests = [_contest(edition, each) for edition, each in found if isinstance(each, Contest)]
    return encode(ComparedOddsShape(odds, contests))


def _odds(edition: str, odds: AttackOdds) -> OddsShape:
    found = odds.found
    worths = [
        WorthShape(w.row.id, w.row.section, w.row.condition, str(w.without), str(w.with_it))
        for w in odds.worth
    ]
    table = [
        CombinationShape(
            _told(c.known),
            None if c.outcome.forbidden else str(c.probability),
            None if c.outcome.forbidden else _decimal(c.probability),
            _told(c.outcome.assumed),
        )
        for c in odds.table
    ]
    if isinstance(found, Outcome):
        roll = _roll(edition, found)
        return OddsShape(
            edition, found.of, None, roll, None, [], None, None, None, worths, table,
            roll.not_computed, roll.forbidden,
        )  # fmt: skip
    return OddsShape(
        edition,
        found.value.of,
        _roll(edition, found.value),
        _roll(edition, found.hit),
        None if found.save is None else _roll(edition, found.save),
        [] if found.forbidden else _chances(found.losses),
        None if found.forbidden else str(mean(found.losses)),
        _follow(edition, found.follow),
        _follow(edition, found.brigade),
        worths,
        table,
        [*(n for o in found.outcomes for n in _not_computed(o.not_computed)), *_notes(found.notes)],
        _forbids(found.forbidden),
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


def _roll(edition: str, outcome: Outcome) -> RollShape:
    chance = probability(outcome) if outcome.is_settled and not outcome.forbidden else None
    return RollShape(
        edition,
        outcome.of,
        outcome.target,
        _dice(outcome) if outcome.is_test else None,
        None if outcome.forbidden else _plain(outcome.total),
        outcome.automatic,
        _applied(outcome),
        [
            NotAppliedShape(
                p.row.id, p.row.operation, p.row.section, p.row.line, p.row.condition, p.why, list(p.untold)
            )
            for p in outcome.not_applied
        ],
        None if chance is None else str(chance),
        None if chance is None else _decimal(chance),
        _told(outcome.assumed),
        list(outcome.silent),
        [*_not_computed(outcome.not_computed), *_notes(outcome.notes)],
        _forbids(outcome.forbidden),
    )  # fmt: skip


def _notes(notes: Iterable[Note]) -> list[NotComputedShape]:
    return [
        NotComputedShape(
            n.id, n.kind, n.why, n.words, [], n.section, n.document, n.file, n.line,
            None if n.otherwise is None else str(result(n.otherwise)),
        )
        for n in notes
    ]  # fmt: skip


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
            row.id, "row", "unread", row.condition, list(row.unread), row.section, row.document, file,
            row.line, None,
        )
        for row, file in found
    ]  # fmt: skip


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
        )
        for side, befalls in zip(found.sides, found.befall, strict=True)
    ]
    return ContestShape(
        edition,
        found.opposed.id,
        found.dice,
        sides,
        str(found.wins),
        str(found.draws),
        str(found.loses),
        {str(margin): str(chance) for margin, chance in found.margins.items()},
        None if found.again is None else _contest(edition, found.again),
        _not_computed(found.not_computed),
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
    count, sides = outcome.dice
    return f"{count}D{sides}"


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
