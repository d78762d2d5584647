"""Rolls and odds for programs: an edition, a name and what is known, in; outcomes with exact odds, out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from vfdoc.pipeline import playing
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.play.attacks import Odds
from vfdoc.play.odds import probability
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import Known, Situation, counted, told_by_table
from vfdoc.play.tables import Tables

_WHERE = "facts"  # what messages call them


class Rolled(NamedTuple):
    """A test or value in a situation: its outcome (the rows that applied and those that did not, what was
    assumed), and for a test the exact chance that it is passed; `unasked` was told, and no rule of it asks
    that: the outcome would be the same without."""

    edition: str
    outcome: Outcome
    probability: Fraction | None
    unasked: tuple[tuple[str, Known], ...] = ()


def roll(
    edition: str | os.PathLike[str] | LoadedRulebook,
    test: str,
    facts: Mapping[str, object] | None = None,
    *,
    apply: Sequence[str] = (),
) -> Rolled:
    """What a test or value of an edition comes to, as `vfdoc roll` has it.

    `edition` is what a path may be, or what `vfdoc.read` gave; `test` the id or name of a test or value;
    `facts` what is known by name: `{"attacker.shaken": True, "attack": "fire", "fire-value": 3}`, or by unit:
    `{"attacker": {"shaken": True}}`. Numbers are in the units of the rules. InputError for a name or value
    that the edition does not know, and for unusable input. `apply` names rows that are not computed, by id or
    "SECTION:LINE", which then are.
    """
    tables = _tables(edition).applying(apply)
    outcome, unasked = playing.answered(playing.roll, tables, test, _situation(tables, test, facts))
    return Rolled(tables.edition, outcome, probability(outcome) if outcome.is_test else None, unasked)


def odds(
    edition: str | os.PathLike[str] | LoadedRulebook,
    what: str,
    facts: Mapping[str, object] | None = None,
    over: Sequence[str] = (),
    *,
    apply: Sequence[str] = (),
) -> Odds | Contest:
    """The exact odds of an attack ("fire", "melee"), of an opposed roll or of a test, as `vfdoc odds` has
    them: every chance is a Fraction.

    Arguments and errors are those of `roll`; `over` names facts over whose values a table is given. `unasked`
    of what it gives was told, and no rule of the answer asks it.
    """
    tables = _tables(edition).applying(apply)
    found, unasked = playing.answered(playing.odds, tables, what, _situation(tables, what, facts), over=over)
    if isinstance(found, Odds):
        return found._replace(unasked=unasked)
    return replace(found, unasked=unasked)


def _tables(edition: str | os.PathLike[str] | LoadedRulebook) -> Tables:
    if isinstance(edition, LoadedRulebook):
        return playing.play_tables(edition)
    return playing.played(os.fspath(edition)).tables


def _situation(tables: Tables, of: str, facts: Mapping[str, object] | None) -> Situation:
    return Situation(counted(told_by_table(facts or {}, tables.names_for(of), _WHERE)))
