"""An opposed roll: each side's total against the other's, the margin, and what it does to them.

In: tables, the opposed roll as the text states it, and what is told of both sides. Out: the chances
to win and to draw, of every margin, and of every result. A factor counts where its own table has it
for the side's arm; of those stated elsewhere, the ones that ask something the table does not. Two units may
fight one where the text says how: a die and a score each, and the one has a score against each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError
from vfdoc.model.conditions import compares, facts_of
from vfdoc.model.mechanics import Margin, Modifier, Opposed, OpposedResult
from vfdoc.play.conditions import may_hold
from vfdoc.play.dice import dice_of, sums
from vfdoc.play.evaluate import evaluate, is_given, score
from vfdoc.play.not_computed import NotComputed
from vfdoc.play.outcome import Note, Outcome, noted
from vfdoc.play.situation import SECOND, Known, Situation
from vfdoc.play.statements import results_changed
from vfdoc.play.tables import Tables

_WITHOUT = "reroll-without-"
"""An effect "reroll-without-long-spears": roll again, with `unit.long_spears` false."""


@dataclass(frozen=True, slots=True)
class OpposedSide:
    """One side: what is told of it as its own, and what its factors come to: by that alone it is equal."""

    situation: Situation = field(compare=False)
    score: Outcome
    hangs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What is told of it and counts for nothing, as what its rows ask of that has no value yet: whose support
    it is."""


class Befalls(NamedTuple):
    """What befalls a side, by what the text says of it, and the chance of it."""

    effects: tuple[str, ...]
    sections: tuple[str, ...]
    chance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """An opposed roll played out. `margins` are those of the first side, negative where it loses, after
    doubling; `befall` the results of each side. `again` is the roll that a draw calls for, `next_round` the
    same as a further round, where the text leaves open whether it is one and that decides: by the factors
    `hanging`, which count in one of the two alone. `not_computed` are factors whose words were not wholly
    understood, and which had no part in it, `notes` what the rules leave open by what is told of a side;
    `dice` are each side's. Of one unit against two, `sides` are the one as it meets the first, the first, the
    one as it meets the second, and the second; `in_doubt` is the chance of dice of which the text does not
    say who wins (the one has separate totals, and the highest of all is not of who wins by the comparisons).
    `one_of` is the section on two units fighting one, where more enemies are told than are described.
    `unasked`: see Odds."""

    opposed: Opposed
    sides: tuple[OpposedSide, ...]
    wins: Fraction
    draws: Fraction
    loses: Fraction
    margins: Mapping[int, Fraction]
    befall: tuple[tuple[Befalls, ...], ...]
    again: Contest | None = None
    next_round: Contest | None = None
    hanging: tuple[NotComputed, ...] = ()
    not_computed: tuple[NotComputed, ...] = ()
    notes: tuple[Note, ...] = ()
    dice: str = ""
    in_doubt: Fraction = Fraction(0)
    one_of: str | None = None
    unasked: tuple[tuple[str, Known], ...] = ()


_Pair: TypeAlias = tuple[Situation, Situation]
"""What is told of the one unit as it meets an enemy, and of that enemy."""


OTHER = "enemy"
"""The subject by which the other side is told."""


def theirs(name: str) -> str:
    """The name by which the other side is told what that tells of one."""
    return f"{OTHER}.{name.removeprefix('unit.')}"


def sides_of(situation: Situation, roll: str, alone: Collection[str] = ()) -> tuple[Situation, Situation]:
    """The two sides of a situation: `enemy.…` tells of the second, all else of the first, but what is told of
    the `roll` itself (by its id: a fight's ground) of both. Each sees itself as "unit", the other as "enemy".
    Of the facts that one side `alone` has, what is told of one tells the contrary of the other.
    """
    first = dict(situation.known)
    second: dict[str, Known] = {}
    for name, value in situation.known.items():
        if name.startswith("enemy."):
            rest = name.removeprefix("enemy.")
            second[f"unit.{rest}"] = second[rest] = value
        elif name.startswith("unit."):
            second[f"enemy.{name.removeprefix('unit.')}"] = value
        elif name.startswith(f"{roll}."):
            second[name] = value
    for name in alone:
        for mine, other in ((first, second), (second, first)):
            if name in mine:
                other.setdefault(name, not mine[name])
    return Situation(first), Situation(second)


def contest(tables: Tables, opposed: Opposed, situation: Situation) -> Contest:
    """An opposed roll between the sides of a situation, `second.…` telling of a second enemy and of the unit
    as it meets that one; InputError where a side's quality is not told, or of a factor that is applied by
    hand not of which side it is."""
    _hold_of_one_side(tables, opposed)
    alone = tuple(fact.id for fact in tables.facts.values() if fact.one_side)
    first, second = meetings(situation)
    pairs = [sides_of(each, opposed.id, alone) for each in (first, second) if each is not None]
    if len(pairs) > 1:
        if opposed.several is None:
            what = "the text does not say how two units fight one"
            raise InputError(f"{tables.edition} {opposed.id}", what, f"leave out what {SECOND}… tells")
        pairs = _engaged(tables, opposed, pairs)
    found = _contest(tables, opposed, pairs, again=True)
    told = situation.known.get(opposed.enemies or "")
    more = len(pairs) == 1 and isinstance(told, int | float) and told > 1
    return replace(found, one_of=opposed.several) if more else found


def meetings(situation: Situation) -> tuple[Situation, Situation | None]:
    """A situation without what `second.…` tells, and that of the second enemy, None where there is none:
    what is told of the unit holds there too, unless told otherwise; nothing told of the first enemy does."""
    first = {name: value for name, value in situation.known.items() if not name.startswith(SECOND)}
    second = {
        name.removeprefix(SECOND): value for name, value in situation.known.items() if name.startswith(SECOND)
    }
    if not second:
        return situation, None
    own = {name: value for name, value in first.items() if not name.startswith(f"{OTHER}.")}
    return Situation(first), Situation({**own, **second})


def _engaged(tables: Tables, opposed: Opposed, pairs: Sequence[_Pair]) -> list[_Pair]:
    """The pairs of one unit and its enemies, each told how many it fights; what follows of the roll itself
    from one enemy (a square) holds of it against the other."""
    count = opposed.enemies
    many: dict[str, Known] = {count: len(pairs)} if count is not None else {}
    alone: dict[str, Known] = {count: 1} if count is not None else {}
    held: dict[str, Known] = {
        name: True
        for one, _ in pairs
        for name, value in tables.implied(one).known.items()
        if value is True and name.startswith(f"{opposed.id}.")
    }
    return [(one.told({**held, **many}), two.told(alone)) for one, two in pairs]


def meets(tables: Tables, result: OpposedResult, margin: int, side: OpposedSide) -> bool:
    """Whether a result befalls a side with this margin, negative where it lost."""
    fits = {"loser": margin < 0, "winner": margin > 0, "both": margin == 0}
    if not fits.get(result.side, False) or tables.asking.holds(result.when, side.situation) is not True:
        return False
    return result.margin is None or _reaches(result.margin, abs(margin), side)


def _contest(tables: Tables, opposed: Opposed, told: Sequence[_Pair], *, again: bool) -> Contest:
    pairs = [
        (_side(tables, opposed, one, SECOND * n), _side(tables, opposed, two, SECOND * n))
        for n, (one, two) in enumerate(told)
    ]
    sides = tuple(side for pair in pairs for side in pair)
    dice = dice_of(opposed.dice or tables.dice)
    if dice is None:
        what = "the text names no dice for it"
        raise InputError(f"{tables.edition} {opposed.id}", what, "add --dice NOTATION, as in --dice 1d6")
    chances = sums(*dice)
    raw: dict[tuple[int, tuple[int, ...]], Fraction] = defaultdict(Fraction)
    in_doubt = Fraction(0)
    for mine, chance in chances.items():
        for enemies in product(chances.items(), repeat=len(pairs)):
            chance_of_all = prod((share for _, share in enemies), start=chance)
            scores = [
                (mine + one.score.total, theirs + two.score.total)
                for (one, two), (theirs, _) in zip(pairs, enemies, strict=True)
            ]
            margin, winners = _won(pairs, scores)
            raw[margin, winners] += chance_of_all
            highest = max(one for one, _ in scores) - max(two for _, two in scores)
            if (highest > 0, highest < 0) != (margin > 0, margin < 0) and len(pairs) > 1:
                in_doubt += chance_of_all
    margins: dict[int, Fraction] = defaultdict(Fraction)
    for (margin, winners), chance in raw.items():
        won = [sides[n] for n in winners]
        margins[_margin(tables, opposed, margin, won)] += chance
    turned = {-margin: chance for margin, chance in margins.items()}
    befall = tuple(
        _befall(tables, opposed, side, turned if n % 2 else margins) for n, side in enumerate(sides)
    )
    found = Contest(
        opposed=opposed,
        sides=sides,
        wins=sum((c for margin, c in margins.items() if margin > 0), Fraction(0)),
        draws=margins.get(0, Fraction(0)),
        loses=sum((c for margin, c in margins.items() if margin < 0), Fraction(0)),
        margins=dict(sorted(margins.items())),
        befall=befall,
        not_computed=tuple(
            dict.fromkeys(
                (
                    *_not_computed(tables, opposed),
                    *(n for side in sides for part in side.score.parts for n in part.not_computed),
                )
            )
        ),
        notes=_left_open(tables, opposed, sides),
        dice=opposed.dice or tables.dice or "",
        in_doubt=in_doubt,
    )
    seen = _after_a_draw(tables, found) if again and found.draws else ()
    if not seen:
        return found
    rolled = _contest(tables, opposed, seen, again=False)
    later = _contest(tables, opposed, [_a_round_later(opposed, pair) for pair in seen], again=False)
    if (later.margins, later.befall) == (rolled.margins, rolled.befall):
        return replace(found, again=rolled)
    return replace(found, again=rolled, next_round=later, hanging=tables.named(_hanging(rolled, later)))


def _left_open(tables: Tables, opposed: Opposed, sides: Iterable[OpposedSide]) -> tuple[Note, ...]:
    """What the rules leave open of a roll, of what a side adds to it, or whatever is asked, by what is told
    of that side: each rule once."""
    found: dict[tuple[str, int, str], Note] = {}
    for side in sides:
        for what in (opposed.id, *(part.of for part in side.score.parts), "*"):
            for said in results_changed(tables, what, tables.implied(side.situation)):
                note = noted(tables, said, "choice", "open", said.id, said.why or said.text)
                found.setdefault((said.section, said.line, note.words), note)
    return tuple(found.values())


def _settled(mine: bool | None, theirs: bool | None) -> int | None:
    """The margin of a roll that the rules decide without dice (1, or -1 for the second side: they say of no
    more); None where they do not, or decide it for both alike."""
    if mine == theirs:
        return None
    return 1 if mine is True or theirs is False else -1


def _won(
    pairs: Sequence[tuple[OpposedSide, OpposedSide]], scores: Sequence[tuple[Fraction, Fraction]]
) -> tuple[int, tuple[int, ...]]:
    """By how much the one unit wins (negative where it loses), by the scores of each pair, and the places
    among the sides of who wins where that may change the margin: it wins who beats each, by the difference
    to the highest of them; where one beats it, the highest of those wins."""
    margins = []
    for (one, two), (mine, theirs) in zip(pairs, scores, strict=True):
        settled = _settled(one.score.automatic, two.score.automatic)
        margins.append((int(mine - theirs) if settled is None else settled, theirs, settled is None))
    if any(margin < 0 for margin, _, _ in margins):
        lost = [n for n, (margin, _, _) in enumerate(margins) if margin < 0]
        highest = max(margins[n][1] for n in lost)
        by = [n for n in lost if margins[n][1] == highest]
        margin = min(margins[n][0] for n in by)
        return margin, tuple(2 * n + 1 for n in by if margins[n][0] == margin and margins[n][2])
    if any(margin == 0 for margin, _, _ in margins):
        return 0, ()
    highest = max(theirs for _, theirs, _ in margins)
    margin, counted = min((margin, counted) for margin, theirs, counted in margins if theirs == highest)
    return margin, tuple(range(0, 2 * len(pairs), 2)) if counted else ()


def _hold_of_one_side(tables: Tables, opposed: Opposed) -> None:
    """InputError for a factor that is applied by hand: it would count for both sides."""
    by_hand = sorted(
        tables.applied & {*opposed.others, *(id for arm in opposed.arms for id in arm.modifiers)}
    )
    if by_hand:
        what = f"is asked of each side of {opposed.id}, and nobody said of which it holds"
        number = opposed.quality
        remedy = (
            f"reckon it into that side's number: --set {number}=… or --set {theirs(number)}=…"
            if number
            else ""
        )
        raise InputError(f"--apply {by_hand[0]}", what, remedy or "leave it out")


def _side(tables: Tables, opposed: Opposed, situation: Situation, told: str = "") -> OpposedSide:
    """A side of a situation; what tells of it begins with `told`."""
    quality = _own(tables, opposed, opposed.quality, situation, told) if opposed.quality else None
    found = score(tables, opposed.id, factors(tables, opposed), situation)
    parts = (quality,) if quality is not None else ()
    assumed = {**dict(found.assumed), **dict(_wanting(tables, found, situation))}
    compared = dict.fromkeys(each.margin.value for each in opposed.results if each.margin is not None)
    through = tuple(_own(tables, opposed, of, situation, told) for of in compared if isinstance(of, str))
    assumed |= {name: value for part in (*parts, *through) for name, value in part.assumed}
    whole = found.total + sum((part.total for part in parts), Fraction(0))
    taken = tuple(sorted(assumed.items()))
    outcome = replace(found, total=whole, assumed=taken, through=(*found.through, *through), parts=parts)
    return OpposedSide(situation, outcome, _hangs(tables, outcome, situation))


def _own(tables: Tables, opposed: Opposed, of: str, situation: Situation, before: str) -> Outcome:
    """What a side has of its own, to add or to compare the margin with: as it is told, as the text prints it
    for such a unit, with what changes it. InputError where nobody tells it."""
    told = situation.known.get(of)
    if of not in tables.values and isinstance(told, int | float):
        return Outcome(of=of, is_test=False, total=Fraction(told), applied=(), not_applied=())
    asked = dict.fromkeys(fact for each in tables.bases if each.of == of for fact in facts_of(each.when))
    if told is None and not (of in tables.values and is_given(tables, of, tables.implied(situation))):
        theirs = (f"{name}, {name.replace('unit.', 'enemy.', 1)}" for name in asked)
        or_tell = f", or tell {', '.join(theirs)}" if asked else ""
        raise InputError(
            f"{tables.edition} {opposed.id}",
            f"a side's {of} is not told",
            f"add --set {of}=NUMBER --set {before}enemy.{of}=NUMBER{or_tell}",
        )
    return evaluate(tables, of, situation)


def _wanting(tables: Tables, found: Outcome, situation: Situation) -> Iterator[tuple[str, Known]]:
    """What a factor asks besides what was told to hold, where it may count and did not: of a rear support
    that is told, who lends it."""
    known = tables.implied(situation).known
    for row in (passed.row for passed in found.not_applied):
        untold = [name for name in row.facts if name not in known]
        if may_hold(row.when, situation) and any(situation.known.get(name) is True for name in row.facts):
            taken = ((name, tables.asking.assumed(name)) for name in untold)
            yield from ((name, value) for name, value in taken if value is not None)


def _hangs(tables: Tables, found: Outcome, situation: Situation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What was told to hold and no factor counts that asks it, where one may (but for those that take the
    place of others) by all that was told and taken for granted, save the choices that nobody told: each with
    those."""
    known = tables.implied(situation).known
    out: dict[str, dict[str, None]] = {}
    counted = {name for each in found.applied for name in each.row.facts}
    for row in (passed.row for passed in found.not_applied if not passed.row.replaces):
        untold = [name for name in row.facts if name not in known]
        choices = [name for name in untold if name in tables.facts and tables.facts[name].kind == "choice"]
        taken = {name: tables.asking.assumed(name) for name in untold if name not in choices}
        granted = situation.assuming({name: value for name, value in taken.items() if value is not None})
        if choices and may_hold(row.when, granted):
            for name in row.facts:
                if situation.known.get(name) is True and name not in counted:
                    out.setdefault(name, {}).update(dict.fromkeys(choices))
    return tuple((name, tuple(asked)) for name, asked in out.items())


def _not_computed(tables: Tables, opposed: Opposed) -> tuple[NotComputed, ...]:
    """The factors of an opposed roll, and the changes of its margin, that were not wholly understood."""
    own = {*(id for arm in opposed.arms for id in arm.modifiers), *opposed.margins}
    played = {*own, *(row.id for row in tables.unread if row.id in opposed.others)}
    further = factors(tables, opposed) - own
    counted = [row for row in tables.modifiers if row.id in further]
    return tables.named(
        row
        for row in tables.stated
        if not tables.is_read(row) and row.id in played and not any(_says(other, row) for other in counted)
    )


def _says(row: Modifier, other: Modifier) -> bool:
    """Whether a factor that counts is what another says that was not understood: the same change by the
    same facts."""
    same = (row.operation, row.amount) == (other.operation, other.amount)
    return same and bool(other.facts) and set(row.facts) == set(other.facts)


def factors(tables: Tables, opposed: Opposed) -> frozenset[str]:
    """The factors that count: those of the table, and elsewhere those that ask what it does not."""
    own = {id for arm in opposed.arms for id in arm.modifiers}
    rows = {row.id: row for row in tables.stated}
    asked = {fact for id in own if id in rows and not rows[id].unread for fact in _asked(rows[id])}
    elsewhere = {*opposed.others, *_restating(tables, opposed)}
    others = [row for row in tables.modifiers if row.id in elsewhere]
    fresh = {row.id for row in others if _asked(row) - asked}
    return frozenset(own | fresh | (tables.applied & set(opposed.others)))


def _restating(tables: Tables, opposed: Opposed) -> set[str]:
    """The factors that other tables of the same roll state (a sheet's)."""
    tables_of = (each for each in tables.opposed if each.id == opposed.id and each is not opposed)
    return {id for each in tables_of for arm in each.arms for id in arm.modifiers}


def _asked(row: Modifier) -> set[str]:
    """The facts that a factor asks, beyond the arm that its table is for."""
    return {fact for fact in row.facts if not fact.endswith(".arm")}


def _margin(tables: Tables, opposed: Opposed, margin: int, winners: Sequence[OpposedSide]) -> int:
    """The margin after what changes it, which is about the winner: as it meets each enemy, and of two that
    win alike about both."""
    if not winners:
        return margin
    seen = [_as_winner(tables.implied(side.situation)) for side in winners]
    for row in tables.stated:
        if (
            row.id in opposed.margins
            and tables.is_read(row)
            and all(tables.asking.holds(row.when, each) for each in seen)
        ):
            margin = margin * 2 if row.operation == "double" else margin
            margin = int(margin / 2) if row.operation == "halve" else margin
    return margin


def _as_winner(winner: Situation) -> Situation:
    """What is told of a unit, told of the winner too."""
    own = {
        name.replace("unit.", "winner.", 1): v for name, v in winner.known.items() if name.startswith("unit.")
    }
    return winner.assuming(own)


def _befall(
    tables: Tables, opposed: Opposed, side: OpposedSide, margins: Mapping[int, Fraction]
) -> tuple[Befalls, ...]:
    """The results of a side whose margins these are, each set of effects once, likeliest first."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for margin, chance in margins.items():
        met = [r for r in opposed.results if meets(tables, r, margin, side)]
        if any(result.margin is None for result in met):
            met = [result for result in met if result.margin is None]  # it befalls whatever the margin
        effects = tuple(dict.fromkeys(e for result in met for e in result.effects))
        sections = tuple(dict.fromkeys(result.section for result in met))
        found[effects, sections] += chance
    ordered = sorted(found.items(), key=lambda item: -item[1])
    return tuple(Befalls(effects, sections, chance) for (effects, sections), chance in ordered)


def _reaches(wanted: Margin, margin: int, side: OpposedSide) -> bool:
    value = wanted.value
    if isinstance(value, str):
        value = next(float(part.total) for part in side.score.through if part.of == value)
    return compares(margin, wanted.op, value)


def _hanging(rolled: Contest, later: Contest) -> Iterable[Modifier]:
    """The factors that count in one of two rolls of the same sides alone."""
    rows: dict[str, Modifier] = {}
    for one, other in zip(rolled.sides, later.sides, strict=True):
        here, there = ({a.row.id: a.row for a in side.score.applied} for side in (one, other))
        rows |= {id: row for id, row in {**here, **there}.items() if (id in here) != (id in there)}
    return rows.values()


def _a_round_later(opposed: Opposed, pair: _Pair) -> _Pair:
    """The same a round later: the second, where nobody told which it was."""
    name = opposed.rounds
    if name is None:
        return pair
    told = pair[0].known.get(name)
    count = told + 1 if isinstance(told, int | float) else 2
    return pair[0].told({name: count}), pair[1].told({name: count})


def _after_a_draw(tables: Tables, drawn: Contest) -> tuple[_Pair, ...]:
    """What is known at the roll after a draw: both have suffered its effects; nothing where one of them has
    fled, or the text calls for no roll."""
    effects = [r.effects for r in drawn.opposed.results if r.side == "both"]
    without = dict.fromkeys(e for listed in effects for e in listed if e.startswith(_WITHOUT))
    lost = [effect.removeprefix(_WITHOUT).replace("-", "_") for effect in without]
    if not lost:
        return ()
    told = []
    for side in drawn.sides:
        met = [r for r in drawn.opposed.results if meets(tables, r, 0, side)]
        suffered = {effect for result in met for effect in result.effects}
        if "flee" in suffered:
            return ()
        told.append(side.situation.told(_after(suffered, lost)))
    pairs = zip(told[::2], told[1::2], strict=True)
    return tuple((_seeing(one, two), _seeing(two, one)) for one, two in pairs)


def _after(suffered: Iterable[str], lost: Iterable[str]) -> dict[str, Known]:
    return {**{f"unit.{effect}": True for effect in suffered}, **{f"unit.{fact}": False for fact in lost}}


def _seeing(one: Situation, other: Situation) -> Situation:
    """A side's situation with the other's own facts as its enemy's."""
    own = {
        name.replace("unit.", "enemy.", 1): v for name, v in other.known.items() if name.startswith("unit.")
    }
    return one.told(own)
