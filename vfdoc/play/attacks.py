"""An attack from its dice to the rout of its target: the losses it makes and the tests that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from vfdoc.model import InputError
from vfdoc.model.mechanics import Statement
from vfdoc.model.procedures import ProcedureStep
from vfdoc.play.conventions import ROUNDS
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import (
    Combination,
    Distribution,
    Worth,
    combinations,
    mean,
    of_each,
    result,
    situations,
    values_of,
    worths,
)
from vfdoc.play.outcome import Note, NoteKind, Outcome, distinct, noted
from vfdoc.play.procedures import Playthrough, StepChances, doubled, play
from vfdoc.play.situation import Known, Situation
from vfdoc.play.statements import results_changed
from vfdoc.play.tables import Tables

_NEVER = Fraction(0)
_STATE = "state its steps in procedures.toml; see the README"


class FollowUp(NamedTuple):
    """A test that follows: how many are taken, and the chance that one is failed at the end of it all."""

    test: Outcome
    taken: Distribution
    fails: Fraction


class Doubled(NamedTuple):
    """Whether the highest `face` of a die counts twice here, and the section by which it does or does not."""

    face: int
    twice: bool
    section: str


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: the value that gives its dice, the test that each must pass, the losses it makes, and the
    tests that follow for the target (None where the edition or the situation does not give them).

    `save` is the test by which the target is spared a hit: `losses` are the hits that stay. `follow` is
    the test of the target itself, `further` that of those it belongs to. `unspoken`
    are rules that change the losses and are not computed; `played` are all its steps, where it is allowed.
    `doubled` is whether the highest face of a die counts twice, in a text that says when (None in another).
    """

    value: Outcome
    test: Outcome
    losses: Distribution
    save: Outcome | None = None
    follow: FollowUp | None = None
    further: FollowUp | None = None
    unspoken: tuple[Note, ...] = ()
    played: Playthrough | None = None
    doubled: Doubled | None = None

    @property
    def forbidden(self) -> tuple[Statement, ...]:
        """What does not allow the attack; then it makes no losses."""
        return self.value.forbidden

    @property
    def states(self) -> tuple[tuple[str, Fraction], ...]:
        """What the losses make of the target (the fact), with its chance."""
        steps = self.played.found if self.played is not None else ()
        return tuple((s.step.of, s.chances.get(1, Fraction(0))) for s in steps if s.step.role == "state")

    @property
    def passed(self) -> StepChances | None:
        """How many of its dice pass, where not all of these are losses."""
        return self.played.role("test") if self.played is not None and self.save is not None else None

    @property
    def before(self) -> tuple[StepChances, ...]:
        """What the rules do to the hits before they are losses, where they do anything."""
        steps = self.played.found if self.played is not None else ()
        taken = {term.of for s in steps if s.step.role == "losses" for term in s.step.take}
        return tuple(
            s for s in steps if s.step.id in taken and s.step.do == "apply" and s.chances.get(0) != 1
        )

    @property
    def after(self) -> tuple[StepChances, ...]:
        """What the text says that comes of the tests of the target, beside the tests themselves."""
        steps = self.played.found if self.played is not None else ()
        at = next((n for n, s in enumerate(steps) if s.step.role == "follow"), len(steps))
        return tuple(s for s in steps[at:] if not s.step.role and s.step.section)

    @property
    def untold(self) -> tuple[tuple[str, str], ...]:
        """The tests that follow and were not played, each with the number for want of which."""
        played = self.played
        if played is None or self.forbidden:
            return ()
        wanting, found = dict(played.untold), []
        for step in (step for step in played.procedure.steps if step.role in ("follow", "further")):
            name = wanting.get(step.id, "")
            while name in wanting:
                name = wanting[name]
            found += [(step.of, name)] if name else []
        return tuple(dict.fromkeys(found))

    @property
    def assumed(self) -> tuple[tuple[str, Known], ...]:
        """What was taken for all that nobody told, of its tests and of its steps' own conditions."""
        found = dict(self.played.assumed) if self.played is not None else {}
        return tuple(sorted({**found, **{k: v for o in self.outcomes for k, v in o.assumed}}.items()))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The rules that speak of the attack, of its tests or of its losses, and are in none of them."""
        found = (note for outcome in self.outcomes for note in outcome.notes)
        return distinct((*found, *self.unspoken))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All that it came to, in order: its value and tests, those that follow, the values that its other
        steps ask."""
        follow = (each.test for each in (self.follow, self.further) if each is not None)
        steps = self.played.found if self.played is not None else ()
        fed = (o for s in steps if s.step.do == "value" and not s.step.role for o in s.outcomes)
        return (self.value, self.test, *(() if self.save is None else (self.save,)), *follow, *fed)


class Odds(NamedTuple):
    """The odds of an attack, of one test, or of another procedure played out; what each row that applied is
    worth, and a table over all combinations of the facts asked for. `unasked` was told and no rule of it asks
    that, where somebody looked (`vfdoc.odds` does)."""

    found: Attack | Outcome | Playthrough
    worth: tuple[Worth, ...]
    table: tuple[Combination, ...]
    unasked: tuple[tuple[str, Known], ...] = ()


def odds(tables: Tables, what: str, situation: Situation, over: Sequence[str] = ()) -> Odds:
    """The odds of an attack ("fire", "melee": what the edition has), of another procedure, of a test, or of a
    value.

    The worth of a row is in losses, chances or the value itself. `over` names facts; InputError for one
    that no rule asks.
    """
    facts = values_of(tables, over)
    situation = situation.seen_from("target")
    if what in tables.attacks and is_given(tables, what, situation):
        if over:
            raise InputError(f"--over {over[0]}", "what is rolled is told", f"leave {what}'s rolls untold")
        return Odds(_followed(tables, what, situation), (), ())
    if what in tables.attacks:
        value = tables.attacks[what]
        found = attack(tables, value, situation)
        table = _combinations(tables, value, situation, facts) if over else ()
        return Odds(found, attack_worths(tables, value, situation), table)
    if what in tables.procedures:
        if over:
            raise InputError(f"--over {over[0]}", f"{what} has more than one result", "ask its tests: roll")
        return Odds(played(tables, what, situation), (), ())
    test = evaluate(tables, what, situation)
    table = combinations(tables, what, situation, facts) if over else ()
    return Odds(test, worths(tables, what, situation, result), table)


def is_given(tables: Tables, what: str, situation: Situation) -> bool:
    """Whether the losses of an attack are told and not its dice: then what follows is all that is played."""
    if not any(name.startswith(f"{what}.") for name in situation.known):
        return False
    return played(tables, what, situation).role("value") is None


def _followed(tables: Tables, what: str, situation: Situation) -> Playthrough:
    """What follows from the losses of an attack that are told, with the rules that change them and are not
    computed."""
    found = played(tables, what, situation)
    situation = implied(tables, tables.attacks[what], situation)
    return replace(found, unspoken=(*_unspoken(tables, found, situation), *_unsaid(tables, found)))


def _combinations(
    tables: Tables, value: str, situation: Situation, facts: Mapping[str, Sequence[Known]]
) -> tuple[Combination, ...]:
    """An attack over all combinations of these facts' values that can hold together, in the order given."""
    out = []
    for known, told in situations(tables, value, situation, facts):
        found = attack(tables, value, told.seen_from("target"))
        out.append(Combination(known, of_each(found.test), found.test, found.value, mean(found.losses)))
    return tuple(out)


def attack(tables: Tables, what: str, situation: Situation) -> Attack:
    """An attack ("fire", "melee", or the value that gives its dice) by the steps of its procedure: its
    distribution of losses, and the tests that follow from them. InputError for more dice than are counted."""
    kind = next((kind for kind, value in tables.attacks.items() if what in (kind, value)), None)
    if kind is None:
        raise InputError(f"{tables.edition} {what}", "no procedure makes an attack of it", _STATE)
    situation = implied(tables, tables.attacks[kind], situation)
    found = play(tables, tables.procedures[kind], situation)
    dice, made = found.role("value"), found.role("losses")
    each = found.role("test") or made
    if dice is None:  # what it rolled is told
        raise InputError(f"{tables.edition} {what}", "the number of its dice is not told", "ask its odds")
    assert made is not None
    assert each is not None
    number = dice.outcomes[0]
    if number.forbidden:
        return Attack(number, each.outcomes[0], (Fraction(1),))
    follow = _follow_up(found, found.role("follow"))
    save = made.outcomes[0] if made is not each and made.outcomes else None
    return Attack(
        value=number,
        test=each.outcomes[0],
        losses=made.distribution,
        save=save,
        follow=follow,
        further=_follow_up(found, found.role("further")),
        unspoken=(*_unspoken(tables, found, situation), *_unsaid(tables, found)),
        played=found,
        doubled=_doubled(tables, each),
    )


def _doubled(tables: Tables, each: StepChances) -> Doubled | None:
    """Whether dice of a test count twice, where the text says when they do."""
    step, outcome = each.step, each.outcomes[0]
    if step.doubled_by not in tables.said or outcome.dice is None:
        return None
    twice = doubled(tables, step, outcome) > 0
    said = step.doubled_by if twice else step.barred_by
    return Doubled(outcome.dice.sides, twice, tables.said.get(said, tables.said[step.doubled_by]))


def played(tables: Tables, id: str, situation: Situation) -> Playthrough:
    """A procedure that is no attack, played out: a fight of two sides."""
    procedure = tables.procedures[id]
    value = next((step.of for step in procedure.steps if step.do == "value"), "")
    return play(tables, procedure, implied(tables, value, situation))


def _follow_up(played: Playthrough, found: StepChances | None) -> FollowUp | None:
    """The tests that follow, as a step of the procedure took them."""
    if found is None:
        return None
    test = found.outcomes[0]
    count = played.step(found.step.count) if isinstance(found.step.count, str) else None
    settled = found.step.at_once and test.automatic is not None
    taken = count.distribution if count is not None and not settled else (Fraction(1),)
    return FollowUp(test, taken, found.chances.get(1, Fraction(0)))


def _unspoken(tables: Tables, played: Playthrough, situation: Situation) -> Iterator[Note]:
    """What the rules do to the losses of the target, which no step of the attack computes here."""
    if not tables.saying("results"):
        return
    suffered = tables.implied(situation)
    changed = results_changed(tables, "losses", suffered.seen_from("target"))
    if not changed:
        return
    steps = (each.step for each in played.found if each.step.do == "apply" and each.step.of == "losses")
    computed = {s.section for s in steps if s.when is None or tables.asking.holds(s.when, suffered)}
    for said in changed:
        if said.section not in computed:
            yield noted(tables, said, "statement", "value", said.id, said.text)


def _unsaid(tables: Tables, played: Playthrough) -> Iterator[Note]:
    """What the text does not say of the losses where they are halved: whether the least to which a value can
    be reduced holds of them, too (a number of losses may be no such value: of two or more halved one is left,
    of one alone none), and how fractions are rounded, with what comes of the other reading."""
    made = played.role("losses")
    if made is None:
        return
    least, rounds = tables.arithmetic.minimum_one, {*ROUNDS} & {*tables.said}
    for each in played.found:
        step = each.step
        taken = played.step(str(step.take[0].of)) if step.of == "losses" and step.over and step.take else None
        if taken is None or each.chances.get(0) == 1:
            continue
        one = taken.chances.get(1, _NEVER) if least is not None else _NEVER
        odd = sum((chance for n, chance in taken.chances.items() if isinstance(n, int) and n % 2), _NEVER)
        if one:
            words = "the text does not say whether losses can be reduced below 1; if not"
            yield _otherwise("least", step, words, mean(made.distribution) + one, least or "")
        if odd and not rounds:
            words = "the text does not say how to round; fractions of losses were rounded down; if up"
            yield _otherwise("rounding", step, words, mean(made.distribution) + odd, step.section)


def _otherwise(kind: NoteKind, step: ProcedureStep, words: str, losses: Fraction, section: str) -> Note:
    words = f"{words}, {float(losses):.2f} on average"
    id = f"{kind}.{step.id}"
    return Note(id=id, kind=kind, why="open", words=words, section=section, line=0, document="", file="")


def attack_worths(tables: Tables, value: str, situation: Situation) -> tuple[Worth, ...]:
    """What each row that applied to an attack is worth in expected losses; nothing of one that alone says
    what its value is."""
    situation = implied(tables, value, situation)
    whole = attack(tables, value, situation)
    out = []
    for applied in (*whole.value.applied, *whole.test.applied):
        try:
            rest = attack(tables.without(applied.row), value, situation)
        except InputError:  # then nobody told it
            continue
        out.append(Worth(applied.row, mean(rest.losses), mean(whole.losses)))
    return tuple(out)


def implied(tables: Tables, value: str, situation: Situation) -> Situation:
    """The situation with what holds wherever `value` is asked (a fire-value: a fire attack)."""
    return situation.assuming(dict(tables.values[value].implies) if value in tables.values else {})


def rolled_within(tables: Tables, given: Mapping[str, str]) -> Mapping[str, str]:
    """By the test that is rolled for each die of an attack the attack, where one of these facts is one."""
    kind = next((kind for kind in given.values() if kind in tables.attacks), None)
    steps = tables.procedures[kind].steps if kind is not None else ()
    rolled = [step.of for step in steps if step.do == "roll" and step.role in ("test", "losses")]
    return {rolled[0]: kind} if kind is not None and rolled else {}
