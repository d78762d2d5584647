"""An attack from its dice to the rout of its target: the losses it makes and the tests that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.mechanics import Statement
from vfdoc.play.evaluate import Note, Outcome, evaluate
from vfdoc.play.odds import (
    Combination,
    Distribution,
    Worth,
    combinations,
    mean,
    passed,
    probability,
    result,
    thinned,
    values_of,
    worths,
)
from vfdoc.play.situation import Known, Situation
from vfdoc.play.statements import results_changed
from vfdoc.play.tables import Tables

_MOST_DICE = 200
"""The most dice of one attack: no game rolls as many, and exact odds of more take long."""


class FollowUp(NamedTuple):
    """A test that follows: how many are taken, and the chance that one is failed at the end of it all."""

    test: Outcome
    taken: Distribution
    fails: Fraction


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: the value that gives its dice, the test that each must pass, the losses it makes, and the
    tests that follow for the target (None where the edition or the situation does not give them).

    `save` is the test by which the target is spared a hit: `losses` are the hits that stay. `follow` is
    the test of the target itself (valour, morale), `brigade` that of its brigade (fortitude). `unspoken`
    are rules that change the losses and are not computed.
    """

    value: Outcome
    hit: Outcome
    losses: Distribution
    save: Outcome | None = None
    follow: FollowUp | None = None
    brigade: FollowUp | None = None
    unspoken: tuple[Note, ...] = ()

    @property
    def forbidden(self) -> tuple[Statement, ...]:
        """What does not allow the attack; then it makes no losses."""
        return self.value.forbidden

    @property
    def notes(self) -> tuple[Note, ...]:
        """The rules that speak of the attack, of its tests or of its losses, and are in none of them."""
        found = (note for outcome in self.outcomes for note in outcome.notes)
        return tuple({note.id: note for note in (*found, *self.unspoken)}.values())

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All that it came to, in order: its value and tests, then those that follow."""
        follow = (each.test for each in (self.follow, self.brigade) if each is not None)
        return (self.value, self.hit, *(() if self.save is None else (self.save,)), *follow)


class Odds(NamedTuple):
    """The odds of an attack or of one test, what each row that applied is worth, and a table over all
    combinations of the facts asked for."""

    found: Attack | Outcome
    worth: tuple[Worth, ...]
    table: tuple[Combination, ...]


def odds(tables: Tables, what: str, situation: Situation, over: Sequence[str] = ()) -> Odds:
    """The odds of an attack ("fire", "melee": what the edition has), of a test, or of a value.

    The worth of a row is in losses, chances or the value itself. `over` names facts; InputError for one
    that no rule asks.
    """
    facts = values_of(tables, over)
    situation = situation.seen_from("target")
    if what in tables.attacks:
        value = tables.attacks[what]
        found = attack(tables, value, situation)
        table = _combinations(tables, value, situation, facts) if over else ()
        return Odds(found, attack_worths(tables, value, situation), table)
    test = evaluate(tables, what, situation)
    table = combinations(tables, what, situation, facts) if over else ()
    return Odds(test, worths(tables, what, situation, result), table)


def _combinations(
    tables: Tables, value: str, situation: Situation, facts: Mapping[str, Sequence[Known]]
) -> tuple[Combination, ...]:
    """An attack over all combinations of these facts' values, in the order given."""
    out = []
    for values in product(*facts.values()):
        known = tuple(zip(facts, values, strict=True))
        found = attack(tables, value, situation.told(dict(known)).seen_from("target"))
        out.append(Combination(known, probability(found.hit), found.hit, found.value, mean(found.losses)))
    return tuple(out)


def attack(tables: Tables, value: str, situation: Situation) -> Attack:
    """An attack with the dice of `value` ("fire-value", "melee-value"): its distribution of losses, and
    the tests that the text says follow from them. `target.tenacity` and `target.losses` say how much
    the target bears. InputError for more dice than are counted."""
    situation = implied(tables, value, situation)
    number = evaluate(tables, value, situation)
    if number.forbidden:
        return Attack(number, evaluate(tables, "hit", situation), (Fraction(1),))
    if number.total > _MOST_DICE:
        dice = f"{number.total} dice are more than are counted"
        raise InputError(f"{tables.edition} {value}", dice, f"tell an attack of up to {_MOST_DICE} dice")
    hit = evaluate(tables, "hit", situation)
    save = evaluate(tables, "save", situation) if "save" in tables.tests else None
    losses = passed(hit, int(number.total), double(tables, hit))
    if save is not None:
        losses = thinned(losses, 1 - probability(save))
    valour = _valour(tables, losses, situation)
    return Attack(
        number, hit, losses, save, valour or _morale(tables, losses, situation),
        _fortitude(tables, valour, situation), tuple(_unspoken(tables, situation)),
    )  # fmt: skip


def _unspoken(tables: Tables, situation: Situation) -> Iterator[Note]:
    """What the rules do to the losses of the target, which nothing computes."""
    suffered = tables.implied(situation).seen_from("target")
    for said in results_changed(tables, "losses", suffered):
        file = tables.files.get(said.section, "")
        yield Note(
            id=said.id,
            kind="statement",
            why="value",
            words=said.text,
            section=said.section,
            line=said.line,
            document=said.document,
            file=file,
        )


def double(tables: Tables, hit: Outcome) -> Fraction:
    """The chance that a die counts as two hits, where the text has a natural 6 do so; none where it says
    that a penalty bars it, and one applied."""
    how = tables.arithmetic
    if how.natural_six_double_hit is None or hit.automatic is not None:
        return Fraction(0)
    penalty = any((applied.amount or 0) < 0 for applied in hit.applied)
    return Fraction(0) if penalty and how.penalty_bars_double_hit is not None else Fraction(1, 6)


def attack_worths(tables: Tables, value: str, situation: Situation) -> tuple[Worth, ...]:
    """What each row that applied to an attack is worth in expected losses."""
    situation = implied(tables, value, situation)
    whole = attack(tables, value, situation)
    out = []
    for applied in (*whole.value.applied, *whole.hit.applied):
        rest = tables.without(applied.row)
        out.append(Worth(applied.row, mean(attack(rest, value, situation).losses), mean(whole.losses)))
    return tuple(out)


def implied(tables: Tables, value: str, situation: Situation) -> Situation:
    """The situation with what holds wherever `value` is asked (a fire-value: a fire attack)."""
    return situation.assuming(dict(tables.values[value].implies) if value in tables.values else {})


def _valour(tables: Tables, losses: Distribution, situation: Situation) -> FollowUp | None:
    """Each loss beyond the target's tenacity is a valour test; the target routs unless all are passed. What
    fails without a roll (the loser of a melee, of some arms) routs whatever its losses."""
    if tables.arithmetic.tested_beyond_tenacity is None or "valour" not in tables.tests:
        return None
    test = evaluate(tables, "valour", situation.seen_from("target"))
    if test.automatic is not None:
        return FollowUp(test, (Fraction(1),), Fraction(int(not test.automatic)))
    tenacity = situation.known.get("target.tenacity", situation.known.get("tenacity"))
    if not isinstance(tenacity, int | float):
        return None
    had = situation.known.get("target.losses", 0)
    spare = max(0, int(tenacity) - int(had if isinstance(had, int | float) else 0))
    taken = [Fraction(0)] * max(1, len(losses) - spare)
    for made, chance in enumerate(losses):
        taken[max(0, made - spare)] += chance
    passes = probability(test)
    stands = sum((chance * passes**n for n, chance in enumerate(taken)), Fraction(0))
    return FollowUp(test, tuple(taken), 1 - stands)


def _morale(tables: Tables, losses: Distribution, situation: Situation) -> FollowUp | None:
    """One morale test if any hit stays, where the text says so and the target's own target is told."""
    told = {
        name.removeprefix("target."): v for name, v in situation.known.items() if name.startswith("target.")
    }
    if tables.arithmetic.unsaved_hits_tested is None or "morale" not in told:
        return None
    test = evaluate(tables, "morale", situation.seen_from("target").told({"morale": told["morale"]}))
    taken = (losses[0], 1 - losses[0])
    return FollowUp(test, taken, taken[1] * (1 - probability(test)))


def _fortitude(tables: Tables, valour: FollowUp | None, situation: Situation) -> FollowUp | None:
    """A rout is a fortitude test for the brigade, where the text says so of every rout."""
    if valour is None or tables.arithmetic.routs_tested is None or "fortitude" not in tables.tests:
        return None
    test = evaluate(tables, "fortitude", situation.seen_from("target"))
    taken = (1 - valour.fails, valour.fails)
    return FollowUp(test, taken, valour.fails * (1 - probability(test)))


def rolled_within(tables: Tables, given: Mapping[str, str]) -> Mapping[str, str]:
    """By the tests that are rolled as part of an attack the kind of attack, where these facts give one."""
    kind = given.get("attack", "")
    return {"hit": kind} if kind in tables.attacks and "hit" in tables.tests else {}
