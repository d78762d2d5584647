"""What follows a result: the sentences that bear on what was told first, and the chance of each band."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model.conditions import facts_of
from vfdoc.model.following import Following
from vfdoc.play.odds import probability
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Situation
from vfdoc.play.statements import Due, due
from vfdoc.play.tables import Tables

_MOST = 6


class Follows(NamedTuple):
    """What follows the result of a test, each with its chance where the text gives it for totals; `further`
    are the sections where more stands, `due` what says when a test must be taken: this one, or another
    before it; `elsewhere`, of what was told in vain, the tests and values that ask it; `undue` are the
    sections by which, as was told, the test itself does not have to be taken. Where another target holds
    here the words are of the one that the test `said`, and rows of sections `instead` replace it."""

    said: tuple[tuple[Following, Fraction | None], ...] = ()
    further: tuple[str, ...] = ()
    due: tuple[Due, ...] = ()
    elsewhere: tuple[tuple[str, tuple[str, ...]], ...] = ()
    undue: tuple[str, ...] = ()
    test_said: str = ""
    instead: tuple[str, ...] = ()


NOTHING_FOLLOWS = Follows()


def follows(tables: Tables, outcome: object, known: Situation) -> Follows:
    """What the text says of the results of a test: of all, or of the one that it comes to without a roll; of
    a procedure that rolls one test that of it."""
    if isinstance(outcome, Playthrough):
        tests = {each.of: each for each in outcome.outcomes if each.is_test}
        outcome = next(iter(tests.values())) if len(tests) == 1 and not outcome.procedure.sides else None
    if not isinstance(outcome, Outcome) or outcome.forbidden or not outcome.is_test:
        return NOTHING_FOLLOWS
    without = {True: "fail", False: "pass", None: None}[outcome.automatic]
    said = [each for each in tables.follows if each.test == outcome.of and each.result != without]
    told = {f"{name}={v}" if isinstance(v, str) else name for name, v in known.known.items() if v}
    among = Counter(name for each in said for name in each.speaks)  # what few speak of tells most
    said.sort(key=lambda each: -sum(Fraction(1, among[name]) for name in told.intersection(each.speaks)))
    chances = [_chance(each, outcome) for each in said]
    if any(each.most for each in said) and sum(filter(None, chances)) != 1:
        chances = [None] * len(said)  # the bands do not tell of every total
    shown = tuple(zip(said, chances, strict=True))[:_MOST]
    there = {each.section for each, _ in shown}
    further = dict.fromkeys(e.section for e in said[_MOST:] if e.section not in there)
    dues = due(tables, outcome.of, known)
    instead = tuple(dict.fromkeys(a.row.section for a in outcome.applied if a.row.operation == "set"))
    stated = tables.tests[outcome.of].target or "" if instead and outcome.of in tables.tests else ""
    undue, replaced = (
        _undue(dues, outcome, known),
        (stated.rstrip("+").isdigit() and stated.rstrip("+") != str(outcome.target)),
    )
    return Follows(
        said=shown,
        further=tuple(further),
        due=dues,
        undue=undue,
        test_said=stated if replaced else "",
        instead=instead if replaced else (),
    )


def _undue(dues: tuple[Due, ...], outcome: Outcome, known: Situation) -> tuple[str, ...]:
    """The sections that say when a test is taken, where none says so here and something of it was told."""
    own = [each for each in dues if each.said.test == outcome.of]
    told = any(name in known.known for each in own for name in facts_of(each.said.when))
    never = told and all(each.holds is False for each in own)
    return tuple(dict.fromkeys(each.said.section for each in own)) if never else ()


def _chance(said: Following, outcome: Outcome) -> Fraction | None:
    """The chance that the total of a single die lies in a band; one up to no number passes the test."""
    if not said.most or not outcome.is_settled or outcome.automatic is not None or outcome.rerolls:
        return None
    dice = outcome.dice
    if dice is None or dice.number != 1 or dice.keep or dice.explodes or any(outcome.faces) or outcome.under:
        return None
    if said.least == outcome.target:
        return probability(outcome)
    faces = range(1, dice.sides + 1)
    within = sum(1 for face in faces if said.least <= face + outcome.total <= said.most)
    return Fraction(within, dice.sides)
