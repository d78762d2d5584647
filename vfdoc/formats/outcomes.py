"""An outcome on a terminal: its rows, what they come to, and how chances and facts are written."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import groupby

from vfdoc.formats.row_words import amount_text, faces_text, unread_text
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import HalfOf, Statement, ValueOf, facts_of
from vfdoc.play.dice import Dice
from vfdoc.play.following import NOTHING_FOLLOWS, Follows
from vfdoc.play.not_computed import NotComputed
from vfdoc.play.odds import of_each, probability
from vfdoc.play.outcome import Applied, Note, Outcome, Passed
from vfdoc.play.situation import Known
from vfdoc.play.statements import Due
from vfdoc.play.undescribed import SaidOf, Spoken

WIDTH = 96
_WHY = {
    "contradicts": "against", "impossible": "limit", "value": "result", "unread": "forbids", "open": "order",
}  # fmt: skip
_MANY = 8
"""So many rows that ask only what nobody told are printed one by one."""
_ELSEWHERE = 4
"""So many tests that ask what was told in vain are named."""
_NOT_HOLDING = "does not hold"
_READING = {
    "cap": "whole steps never come to it; of units ", "order": "by another order ", "least": "after each ",
    "least-at-end": "only at the end ",
}  # fmt: skip
_KIND = {
    "least": "least", "least-at-end": "least", "rounding": "rounding", "choice": "if",
    "permission": "permits",
}  # fmt: skip
_MINUS = "\N{MINUS SIGN}"


def outcome_lines(edition: str, outcome: Outcome, *, brief: bool = False) -> list[str]:
    """The lines of an outcome; `brief` leaves out the rows that did not apply."""
    head = f"{edition}  {outcome.of.replace('-', ' ')}"
    if outcome.is_test and outcome.target is not None:
        head += f"  {_aim(outcome.target, outcome)}{_dice(outcome)}"
    if outcome.forbidden:
        return [head, *forbidden_lines(outcome.forbidden)]
    if outcome.read is not None:
        left = [*not_computed_lines(outcome.not_computed), *note_lines(outcome.notes)]
        open_steps = [line for said in outcome.silent for line in wrapped(said)]
        return [head, *_read_lines(outcome.read, open_steps), *left]
    out = [head, *through_lines(outcome)]
    out += [*base_lines(outcome), *(line for a in outcome.applied for line in applied_text(a))]
    for part in outcome.parts:
        aimed = outcome.target is not None and part.of == outcome.aimed_at
        what = f"{part.of.replace('-', ' ')}{', the target' if aimed else ''}"
        said = (
            *([part.base.section] if part.base else []),
            *(applied.row.section for applied in part.applied),
        )
        rows = ", ".join(dict.fromkeys(said))
        out += rule_line(f"{plain(part.total):+g}" if not aimed else f"{plain(part.total):g}", what, rows)
    for limit, before, after in outcome.limits:
        out += rule_line(f"{plain(after):+g}", f"of {plain(before):+g} in all", limit.section)
    out.append(f"  {result_text(outcome)}")
    out += [f"  {line}" for line in outcome.silent]
    out += of_every_lines(outcome)
    if brief:
        return out
    out += passed_lines(outcome.not_applied, assumed=names_assumed([outcome]))
    out += untold_lines([outcome])
    return [*out, *not_computed_lines(outcome.not_computed), *note_lines(outcome.notes)]


def passed_lines(
    not_applied: Iterable[Passed], head: str = "did not apply", assumed: Collection[str] = ()
) -> list[str]:
    """The rows that did not apply, and why, each once; where many ask only what was `assumed`, as nobody told
    it, how many these are and where they stand."""
    passed = list({(p.row.id, p.why): p for p in not_applied}.values())
    silent = [p for p in passed if _untold(p, assumed)]
    many = len(silent) > _MANY
    out: list[str] = []
    for each in passed:
        if not (many and each in silent):
            why = f"[{each.why}]" if each.why != _NOT_HOLDING else ""
            when = f"{condition_text(each.row.when)} {why}".strip()
            out += rule_line(amount_text(each.row), when, each.row.section)
    if many:
        sections = ", ".join(dict.fromkeys(p.row.section for p in silent))
        out += wrapped(f"and {len(silent)} more that ask only what nobody told: {sections}")
    return ["", head, *out] if out else []


def _untold(passed: Passed, assumed: Collection[str]) -> bool:
    """Whether a row asks only what nobody told; one that adds a value may be all that speaks of that."""
    asked = facts_of(passed.row.when)
    adds = isinstance(passed.row.amount, HalfOf | ValueOf)
    return passed.why == _NOT_HOLDING and not adds and all(name in assumed for name in asked)


def names_assumed(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """What nobody told of these outcomes."""
    return frozenset(name for outcome in outcomes for name, _ in outcome.assumed)


def _read_lines(read: Spoken, silent: Iterable[str]) -> list[str]:
    """What the text says of what nobody describes; `silent` is what it leaves open."""
    out = ["  not computed: nobody describes this game, and what was read is only proposed", *silent]
    for test in read.tests:
        adds = f"adds {test.adds}" if test.adds else ""
        words = ", ".join(filter(None, (test.name, test.dice, test.target, adds, test.success)))
        out += rule_line("roll", short(words), f"{test.section}, line {test.line}")
    out += said_lines(read.said)
    if read.beside:
        beside = "; ".join(f"{section} {title}".strip() for section, title in read.beside)
        out += ["", "to be read beside", *wrapped(beside)]
    return out


def said_lines(found: Iterable[SaidOf]) -> list[str]:
    """What the text says of what is asked and of each that is told, where nobody stated anything."""
    out: list[str] = []
    for of, said in groupby(found, key=lambda each: each.of):
        out += ["", f"what the text says of {of.replace('-', ' ')}"]
        out += [line for e in said for line in rule_line("", e.words, f"{e.section}, line {e.line}")]
    return out


def through_lines(outcome: Outcome) -> list[str]:
    """The values that were worked out first: each that a rule changed, with its rows."""
    out: list[str] = []
    for part in outcome.through:
        if part.applied:
            out += [*base_lines(part), *(line for a in part.applied for line in applied_text(a))]
            out.append(f"  {result_text(part)} {part.of.replace('-', ' ')}")
    return out


def base_lines(outcome: Outcome) -> list[str]:
    """The row of a lookup that gives a value which nobody told."""
    base = outcome.base
    return rule_line(f"{base.amount:g}", short(base.words), base.section) if base is not None else []


def forbidden_lines(forbidden: Iterable[Statement]) -> list[str]:
    """What does not allow what was asked, with its words and sections."""
    return ["  not allowed", *(line for s in forbidden for line in forbidding_lines(s))]


def forbidding_lines(said: Statement) -> list[str]:
    """A rule that forbids: its words, and of one that reads otherwise why it was stated to."""
    why = rule_line("", f"stated: {said.why}", "") if said.why else []
    return [*rule_line("", said.text, said.section), *why]


def note_lines(notes: Iterable[Note]) -> list[str]:
    """The rules that speak of what was asked and are not in the result, and what they would come to."""
    out = [
        line
        for note in notes
        for line in rule_line(_KIND.get(note.kind, _WHY[note.why]), _said(note), note.section)
    ]
    return ["", "not computed", *out] if out else []


def _said(note: Note) -> str:
    words = short(note.words)
    if note.otherwise is None:
        return words
    return f"{words} [{_READING.get(note.kind, 'by this ')}{result_text(note.otherwise)}]"


def not_computed_lines(found: Iterable[NotComputed]) -> list[str]:
    """The rows that had no part in an answer, as their words were not understood, each of their sentences
    once; in brief those of which what was read does not hold here, with what that asks."""
    out: list[str] = []
    rows: dict[tuple[str, str, int], list[NotComputed]] = {}
    for each in dict.fromkeys(found):
        rows.setdefault((amount_text(each.row), each.row.section, each.row.line), []).append(each)
    aside: list[str] = []
    for (amount, section, line), same in rows.items():
        here = [each.row for each in same if not each.against]
        if not here:
            asked = dict.fromkeys(name for each in same for name in facts_of(each.row.when))
            aside.append(f"{amount} {section}, line {line} ({', '.join(asked)})")
        for row in {short(row.condition): row for row in here}.values():
            words = f"{short(row.condition)} [not read: {unread_text(row)}]"
            out += rule_line(amount, words, f"{section}, line {line}")
    if aside:
        out += ["  not here, by what was read of them:", *wrapped("; ".join(aside))]
    return ["", "not computed: words that were not understood", *out] if out else []


def unasked_lines(unasked: Iterable[tuple[str, Known]], more: Follows = NOTHING_FOLLOWS) -> list[str]:
    """What was told and no rule of an answer asks, with what else asks it."""
    out = wrapped_assumptions(unasked, "told, and asked by no rule of it that was understood")
    for name, tests in more.elsewhere:
        rest = f" and {len(tests) - _ELSEWHERE} more" if len(tests) > _ELSEWHERE else ""
        out += wrapped(f"{name} is asked by {', '.join(tests[:_ELSEWHERE])}{rest}")
    return out


def undue_lines(lines: list[str], found: Follows) -> list[str]:
    """An answer, its head followed by that the test does not have to be taken here."""
    if not found.undue:
        return lines
    said = f"  not due here ({', '.join(found.undue)}); where it is taken all the same"
    return [*lines[:1], said, *lines[1:]]


def following_lines(found: Follows) -> list[str]:
    """What the text says that the results lead to."""
    out = []
    for said, chance in found.said:
        band = f"{said.least}" if said.least == said.most else f"{said.least}-{said.most}"
        words = said.words if chance is None else f"{share(chance)}: {said.words}"
        out += rule_line(said.result or band, words, said.section)
    out += wrapped(f"more in {', '.join(found.further)}") if found.further else []
    if out and found.test_said:
        words = f"these words are for {found.test_said}; here another target holds, by"
        out += wrapped(f"{words} {', '.join(found.instead)}")
    chances = all(chance is not None for _, chance in found.said)
    head = "what follows, by the total of the roll" if chances else "what follows, not computed"
    return [*due_lines(found.due), *(["", head, *out] if out else [])]


def due_lines(found: Iterable[Due]) -> list[str]:
    """The tests that must be passed first, and whether they have to be taken here; of what was taken for
    what nobody told, where."""
    out = []
    for said, holds, told in found:
        where = "" if holds and told else f" where {condition_text(said.when)}"
        here = {True: "is due", False: "is not due here, only", None: "is due"}[holds]
        out += rule_line("", f"the {said.test.replace('-', ' ')} test {here}{where}", said.section)
        out += rule_line("", f"“{said.text}”", "")
    return ["", "when a test is due", *out] if out else []


def of_every_lines(outcome: Outcome) -> list[str]:
    """What was told once and taken of each of several: who is otherwise, nobody can tell."""
    out: list[str] = []
    for per, names in outcome.of_every:
        one = f"{per}.1.{names[0].partition('.')[2]}"
        out += wrapped(f"taken of every {per} (tell one by itself: {one}): {', '.join(names)}")
    return out


def untold_lines(
    outcomes: Iterable[Outcome], said: Collection[str] = (), head: str = "not told, and taken for"
) -> list[str]:
    """What nobody told of these outcomes, with what it was taken for, but for the names that were `said`."""
    assumed = {name: v for outcome in outcomes for name, v in outcome.assumed if name not in said}
    return wrapped_assumptions(sorted(assumed.items()), head)


def wrapped_assumptions(
    assumed: Iterable[tuple[str, Known]], head: str = "not told, and taken for"
) -> list[str]:
    """What was not told, with what it was taken for; nothing where all was."""
    listed = "; ".join(f"{name} = {known_text(value)}" for name, value in assumed)
    return ["", head, *wrapped(listed)] if listed else []


def left_out_lines(outcomes: Iterable[Outcome], head: str = "not told, and their rows left out") -> list[str]:
    """The numbers that nobody told, for want of which rows of these outcomes were left out."""
    names = {name for outcome in outcomes for passed in outcome.not_applied for name in passed.untold}
    return ["", head, *wrapped("; ".join(sorted(names)))] if names else []


def wrapped(text: str) -> list[str]:
    """A text in lines, indented; no name is broken at a hyphen: it is to be copied."""
    return textwrap.wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def applied_text(applied: Applied, prefix: str = "") -> list[str]:
    """A row that applied: what it added, its words, whole, and its section."""
    amount = amount_text(applied.row) if applied.amount is None else _signed(applied)
    times = f"{applied.times} × " if applied.times > 1 else ""
    said = " ".join(applied.row.condition.split())
    words = f"{prefix}: {times}{said}" if prefix else times + said
    return rule_line(amount, f"{words} [by hand]" if applied.row.unread else words, applied.row.section)


def share(chance: Fraction) -> str:
    """A chance as a fraction where it is short, and in per cent."""
    exact = f"{chance} " if chance.denominator <= 1296 else ""
    return f"{exact}({float(chance):.2%})" if exact else f"{float(chance):.2%}"


def short(text: str) -> str:
    """A row's words, cut where they are long."""
    return textwrap.shorten(text, 110, placeholder=" …")


def known_text(value: Known) -> str:
    """What is told of a fact, in a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else value or "none"


def plain(value: Fraction) -> int | float:
    """A whole number as an int."""
    return int(value) if value.denominator == 1 else float(value)


def page(lines: Iterable[str]) -> bytes:
    """Lines as a page of text, ends trimmed."""
    return ("\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n").encode()


def _no_dice(outcome: Outcome) -> str:
    """What is said where no dice are stated: that the text names none, or what was read of them."""
    if outcome.dice_read is None:
        return "the text names no dice for it: add --dice NOTATION, as in 1d6"
    return (
        f"its dice were read as {outcome.dice_read}, which is only proposed: add --dice {outcome.dice_read}"
    )


def result_text(outcome: Outcome) -> str:
    """What an outcome comes to."""
    if not outcome.is_test:
        return f"= {plain(outcome.total):g}"
    if outcome.automatic is not None:
        return "passed without a roll" if outcome.automatic else "failed without a roll"
    needed = (outcome.target or 0) - outcome.total
    if outcome.read is not None:
        return "not computed"
    if outcome.target is None:
        return f"{plain(outcome.total):+g} to the roll"
    if outcome.dice is None:
        return f"needs {_aim(needed, outcome)}; {_no_dice(outcome)}"
    chance, each = probability(outcome), of_each(outcome)
    again = f"; with a reroll {share(chance)}" if chance != each else ""
    return f"needs {_aim(needed, outcome)}{_natural(outcome, needed)}: {each} ({float(each):.2%}){again}"


def _aim(needed: Fraction | int, outcome: Outcome) -> str:
    """What the dice are to show."""
    return f"{plain(Fraction(needed)):g}{' or less' if outcome.under else '+'}"


def _natural(outcome: Outcome, needed: Fraction) -> str:
    """What a natural 1 or 6 changes: where all other rolls fail or pass, with the section that says so."""
    one, six = outcome.natural
    sides = outcome.dice.sides if outcome.dice is not None else 6
    said = [
        f"a natural {faces_text(sorted(faces))} {what}"
        for faces, what in zip(outcome.faces, ("passes", "fails"), strict=True)
        if faces
    ]
    if said:
        return f" ({', '.join(said)})"
    if six is not None and needed > sides:
        return f" (only a natural {sides} passes, {six})"
    return f" (only a natural 1 fails, {one})" if one is not None and needed <= 1 else ""


def _signed(applied: Applied) -> str:
    if applied.row.operation in ("set", "halve", "double"):
        return amount_text(applied.row)
    amount = plain(applied.amount or Fraction(0))
    return f"+{amount:g}" if amount >= 0 else f"{_MINUS}{-amount:g}"


def rule_line(amount: str, words: str, section: str) -> list[str]:
    """A rule in lines: its amount, its words, its section."""
    lines = textwrap.wrap(words, WIDTH - 34, break_on_hyphens=False) or [""]
    first = f"  {amount:<8} {lines[0]:<{WIDTH - 34}}  {section}".rstrip()
    return [first, *(" " * 11 + line for line in lines[1:])]


def _dice(outcome: Outcome) -> str:
    if outcome.dice is None:
        return ""
    return f" on {dice_text(outcome.dice)}"


def dice_text(dice: Dice) -> str:
    """Dice as they are printed: 2D6, 2d20kh1."""
    return str(dice) if dice.keep or dice.explodes else f"{dice.number}D{dice.sides}"
