"""Play on a terminal: the text of `roll` and `odds`, with a picture of the losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TypeAlias

from vfdoc.formats.contests import contest_lines
from vfdoc.formats.outcomes import (
    applied_text,
    following_lines,
    forbidden_lines,
    known_text,
    left_out_lines,
    names_assumed,
    not_computed_lines,
    note_lines,
    outcome_lines,
    page,
    passed_lines,
    plain,
    result_text,
    rule_line,
    share,
    short,
    unasked_lines,
    undue_lines,
    untold_lines,
    wrapped,
    wrapped_assumptions,
)
from vfdoc.formats.procedures import procedure_lines, step_text
from vfdoc.model import Section
from vfdoc.model.mechanics import KnownFact
from vfdoc.play.asking import Asked
from vfdoc.play.attacks import Attack, FollowUp, Odds
from vfdoc.play.following import NOTHING_FOLLOWS, Follows
from vfdoc.play.odds import Combination, Distribution, difference, mean
from vfdoc.play.opposed import Contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.procedures import Playthrough
from vfdoc.play.situation import Known

Unasked: TypeAlias = Iterable[tuple[str, Known]]
"""What was told and no rule of an answer asks."""
_BAR = 40
_TIED = "\0("
_SHOWN = 60  # characters of a step
_PARTS = " ▏▎▍▌▋▊▉█"


def roll_text(
    edition: str, outcome: Outcome, unasked: Unasked = (), follows: Follows = NOTHING_FOLLOWS
) -> bytes:
    """`roll --format text`: the rows that applied, what they come to, the rows that did not, what follows."""
    lines = undue_lines(outcome_lines(edition, outcome), follows)
    return page([*lines, *unasked_lines(unasked, follows), *following_lines(follows)])


def compare_text(rolls: Sequence[tuple[str, Outcome, Unasked]], follows: Sequence[Follows] = ()) -> bytes:
    """One situation through several editions: each outcome with what follows it, then the rows that make the
    difference."""
    out: list[str] = []
    for (edition, outcome, unasked), more in zip(rolls, follows or repeat(NOTHING_FOLLOWS), strict=False):
        out += undue_lines(_brief(edition, outcome), more)
        out += [*unasked_lines(unasked, more), *following_lines(more), ""]
    first, said, _ = rolls[0]
    for edition, outcome, _ in rolls[1:]:
        only, theirs = difference(said.applied, outcome.applied)
        if not only and not theirs:
            out.append(f"{first} and {edition}: the same rows")
            continue
        out.append(f"what makes {edition} differ from {first}:")
        out += [line for applied in only for line in applied_text(applied, f"{first} only")]
        out += [line for applied in theirs for line in applied_text(applied, f"{edition} only")]
    return page(out)


def _brief(edition: str, outcome: Outcome) -> list[str]:
    """An outcome in short, with what was not told or not computed of it."""
    lines = [
        *left_out_lines([outcome]),
        *not_computed_lines(outcome.not_computed),
        *note_lines(outcome.notes),
    ]
    return [*outcome_lines(edition, outcome, brief=True), *lines]


def odds_text(
    edition: str, odds: Odds | Contest, unasked: Unasked = (), follows: Follows = NOTHING_FOLLOWS
) -> bytes:
    """`odds --format text`: the outcome, the picture, what each row is worth, and the table asked for."""
    if isinstance(odds, Contest):
        return page([*contest_lines(edition, odds), *unasked_lines(unasked, follows)])
    found = odds.found
    if isinstance(found, Playthrough):
        return page(
            [*procedure_lines(edition, found), *unasked_lines(unasked, follows), *following_lines(follows)]
        )
    out = outcome_lines(edition, found) if isinstance(found, Outcome) else _attack(edition, found)
    out = undue_lines(out, follows)
    out += [*unasked_lines(unasked, follows), *following_lines(follows)]
    if odds.worth:
        out += ["", "worth of each row"]
        out += [
            f"  {_counted(found, w.without)} → {_counted(found, w.with_it)}  {short(w.row.condition)}"
            f"  ({w.row.section})"
            for w in odds.worth
        ]
    if odds.table:
        out += ["", *_table(odds.table)]
        said = {name for name, _ in (*odds.table[0].known, *found.assumed)}
        outcomes = [each for line in odds.table for each in (line.outcome, line.value) if each is not None]
        out += untold_lines(outcomes, said, "not told either, and in the table taken for")
    return page(out)


def attacks_text(attacks: Sequence[tuple[str, Attack, Unasked]]) -> bytes:
    """One attack through several editions: each in short, then the rows that make the difference."""
    out = [
        line
        for edition, attack, un in attacks
        for line in (*_attack(edition, attack), *unasked_lines(un), "")
    ]
    first, said, _ = attacks[0]
    rows = [*said.value.applied, *said.test.applied]
    for edition, attack, _ in attacks[1:]:
        only, theirs = difference(rows, [*attack.value.applied, *attack.test.applied])
        out.append(
            f"what makes {edition} differ from {first}:" if only or theirs else f"{edition}: same rows"
        )
        out += [line for applied in only for line in applied_text(applied, f"{first} only")]
        out += [line for applied in theirs for line in applied_text(applied, f"{edition} only")]
    return page(out)


def answers_text(
    edition: str,
    answers: Sequence[tuple[str, Mapping[str, Known], Odds | Contest | None, str | None, Unasked, Follows]],
) -> bytes:
    """`roll --batch`: a line for each situation, what was not computed, and where what follows is."""
    out = [f"{edition}: {len(answers)} situations"]
    for n, (of, known, odds, refused, unasked, follows) in enumerate(answers, 1):
        told = ", ".join(f"{name} = {known_text(value)}" for name, value in known.items())
        out += ["", f"{n}  {of.replace('-', ' ')}  {told}".rstrip()]
        if odds is None:
            out.append(f"  refused: {refused}")
        elif isinstance(odds, Contest):
            out.append(f"  one side wins {share(odds.wins)}, a draw {share(odds.draws)}")
            out += not_computed_lines(odds.not_computed)[1:]
        else:
            out += _answer(odds.found)
        out += unasked_lines(unasked)[1:]
        leads = ", ".join(dict.fromkeys((*(each.section for each, _ in follows.said), *follows.further)))
        out += wrapped(f"what follows, not computed: {leads}") if leads else []
    return page(out)


def _answer(found: Attack | Outcome | Playthrough) -> Iterator[str]:
    """What was asked comes to, in a line, and the rules that are not in it."""
    outcomes = (found,) if isinstance(found, Outcome) else found.outcomes
    if found.forbidden:
        yield from forbidden_lines(found.forbidden)
        return
    if isinstance(found, Outcome):
        yield f"  {result_text(found)}"
    elif isinstance(found, Playthrough):
        yield from (f"  {line}" for line in map(step_text, found.found))
    else:
        follow = "" if found.follow is None else f"; the target fails {share(found.follow.fails)}"
        dice, each = plain(found.value.total), result_text(found.test)
        yield f"  {dice:g} dice, each {each}; {plain(mean(found.losses)):.2f} losses on average{follow}"
        yield from _before(found)
    yield from left_out_lines(outcomes)[1:]
    yield from not_computed_lines(row for outcome in outcomes for row in outcome.not_computed)[1:]
    yield from note_lines(found.notes)[1:]


def asked_text(edition: str, found: Iterable[Asked], besides: Iterable[Section] = ()) -> bytes:
    """`roll EDITION`: what can be asked, and the facts and numbers that each asks; the sections that rule
    something `besides`."""
    out = [f"{edition}: what can be asked"]
    if not (found := tuple(found)):
        return page([f"{edition}: no test can be asked; see `vfdoc tables` for what was read"])
    for each in found:
        rolls = each.dice or "dice that no text names" if each.kind not in ("value", "action") else ""
        rolls += ", only proposed" if each.proposed else ""
        head = {
            "attack": f"an attack, its dice the {each.name}, each {each.target} on {rolls}",
            "procedure": f"a procedure, {each.name}",
            "opposed": f"{rolls} on each side",
            "test": f"{each.target or 'no one target'} on {rolls}",
            "value": "a value",
            "action": f"an action{_apart(each)}: ask `vfdoc may`",
            "steps": f"steps that {each.section} names in order, which nobody stated",
        }[each.kind]
        out += ["", f"{each.of}  {head}"]
        asks = [*(f"{name}=NUMBER" for name in each.numbers), *map(_asks, each.facts)]
        lines = wrapped("; ".join(asks).replace(" (", _TIED)) if asks else []
        out += [line.replace(_TIED, " (") for line in lines]  # a unit stands with its number
        if each.sides:
            one, other = each.sides
            beside = "before all else" if each.kind == "opposed" else "and the other way round"
            out += wrapped(f"of the other side: {other}.… in the place of {one}.…, {beside}")
        for n, step in enumerate(each.steps, 1):
            words = step.words if len(step.words) <= _SHOWN else f"{step.words[:_SHOWN].rsplit(' ', 1)[0]} …"
            known = f"missing: {step.missing}" if step.missing else f"rolls {step.tests[0]}"
            out += wrapped(f"{n}  {words}: {known}")
        if each.steps:
            out.append("  `vfdoc tables --propose` drafts a procedures.toml of them")
        elif each.left_out:
            out.append(f"  not computed: {each.left_out} of its rows; `vfdoc tables` prints them")
    further = "; ".join(f"{each.number or each.anchor} {each.title}" for each in besides)
    head = f"rules besides, not computed: `vfdoc show {edition} SECTION` prints them"
    return page([*out, *(["", head, *wrapped(further)] if further else [])])


def _apart(action: Asked) -> str:
    """The name of an action in the language of the text, where its id is another."""
    return "" if action.name == action.of.replace("-", " ") else f", “{action.name}”"


def _asks(fact: KnownFact) -> str:
    if fact.kind == "choice":
        return f"{fact.id}={'|'.join(fact.values)}"
    unit = f" ({fact.unit})" if fact.unit else ""
    return f"{fact.id}=NUMBER{unit}" if fact.kind == "number" else fact.id


def _attack(edition: str, attack: Attack) -> list[str]:
    if attack.forbidden:
        return outcome_lines(edition, attack.value, brief=True)
    out = [
        *outcome_lines(edition, attack.value, brief=True),
        *outcome_lines(edition, attack.test, brief=True),
    ]
    if attack.save is not None:
        out += outcome_lines(edition, attack.save, brief=True)
    out += _before(attack)
    steps = attack.played.found if attack.played is not None else ()
    said = {step.of: f"  ({step.section})" if step.section else "" for step in (each.step for each in steps)}
    out += ["", f"losses, {plain(mean(attack.losses)):.2f} on average", *_picture(attack.losses)]
    out += [f"  {fact}: {share(chance)}{said[fact]}" for fact, chance in attack.states]
    lacking = {name: [of for of, lack in attack.untold if lack == name] for _, name in attack.untold}
    for name, tests in lacking.items():
        out += wrapped(f"not computed: {', '.join(tests)}, as {name} is not told")
    if attack.follow is not None:
        test = attack.follow.test
        out += ["", *outcome_lines(edition, test, brief=True)]
        out.append(f"  the target fails {_tests(attack.follow)}: {share(attack.follow.fails)}")
    for step in attack.after:
        out += rule_line("", step_text(step), step.step.section)
    if attack.further is not None:
        out += ["", *outcome_lines(edition, attack.further.test, brief=True)]
        out.append(f"  its brigade fails: {share(attack.further.fails)}")
    silent = (row for outcome in attack.outcomes for row in outcome.not_computed)
    passed = (p for outcome in attack.outcomes for p in outcome.not_applied)
    out += passed_lines(passed, assumed=names_assumed(attack.outcomes))
    out += [*wrapped_assumptions(attack.assumed), *left_out_lines(attack.outcomes)]
    return [*out, *not_computed_lines(silent), *note_lines(attack.notes)]


def _before(attack: Attack) -> Iterator[str]:
    """How many hits there are where some of them are saved, whether dice count twice, and what the rules do
    to the hits before they are losses."""
    if attack.passed is not None:
        yield from rule_line("", step_text(attack.passed), attack.passed.step.section)
    if attack.doubled is not None:
        face, twice, section = attack.doubled
        said = "is two hits" if twice else "is one hit, as a penalty applies"
        yield from rule_line("", f"a {face} {said}", section)
    for step in attack.before:
        yield from rule_line("", step_text(step), step.step.section)


def _counted(found: Attack | Outcome, number: Fraction) -> str:
    """What a row is worth: a chance of a test, dice or losses (to the hundredth) as a number."""
    if isinstance(found, Outcome):
        return share(number) if found.is_test else f"{plain(number):g}"
    return f"{float(number):.2f}"


def _tests(follow: FollowUp) -> str:
    """How many tests it may have to take."""
    if follow.test.automatic is not None:
        return "without a test"
    return "its test" if len(follow.taken) <= 2 else f"one of up to {len(follow.taken) - 1} tests"


def _picture(distribution: Distribution) -> Iterator[str]:
    """A bar for each number that has a chance of a thousandth or more."""
    top = max(distribution)
    width = len(str(len(distribution) - 1))
    for count, chance in enumerate(distribution):
        if chance >= Fraction(1, 1000):
            yield f"  {count:>{width}}  {float(chance):>6.1%}  {_bar(chance / top)}"


def _bar(share: Fraction) -> str:
    eighths = int(share * _BAR * 8)
    return (_PARTS[8] * (eighths // 8) + _PARTS[eighths % 8]).rstrip() or _PARTS[1]


def _table(table: Sequence[Combination]) -> Iterator[str]:
    names = [name for name, _ in table[0].known]
    cells = [[known_text(value) for _, value in line.known] for line in table]
    widths = [max(len(name), *(len(row[at]) for row in cells)) for at, name in enumerate(names)]
    head = "chance" if table[0].outcome.is_test else "comes to"
    if table[0].value is not None:
        head = f"dice  losses  {head} of each"
    yield "  " + "  ".join(f"{name:<{w}}" for name, w in zip(names, widths, strict=True)) + f"  {head}"
    for row, line in zip(cells, table, strict=True):
        shown = "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True))
        yield f"  {shown}  {_cell(line)}"


def _cell(line: Combination) -> str:
    """What a line of a table comes to; of an attack its dice and the losses expected before the chance."""
    if line.forbidden:
        return "not allowed"
    said = _counted(line.outcome, line.probability)
    if line.value is None or line.losses is None:
        return said
    return f"{plain(line.value.total):>4g}  {float(line.losses):>6.2f}  {said}"
