"""Opposed rolls: what both sides roll and add, which factors count by arm, and what a margin does.

The glossary ([opposed.ID]) holds the words: that both sides roll, that one loses or none wins, how a
margin is compared, what befalls a side. A sentence that says who loses and what befalls him is a
result; "unless …, in which case …" and "they otherwise …" make two of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model.mechanics import (
    All,
    Arm,
    Choice,
    Comparison,
    Condition,
    Flag,
    Margin,
    Modifier,
    Not,
    Opposed,
    OpposedResult,
    Origin,
)
from vfdoc.reading.mechanics.entries import Entries, Heard, OpposedEntry, folded
from vfdoc.reading.mechanics.passages import MechanicsPassage

_DICE = re.compile(r"\b(\d?)(d\d{1,2})\b", re.IGNORECASE)
_BEFORE = 4  # how many sentences back a result may refer
_COUNTED = ("rules", "sheet")
_COMPLEMENT: dict[Comparison, Comparison] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class OpposedPlace(NamedTuple):
    """Where a sentence says that both sides roll, or (`several`) how two units fight one."""

    contest: str
    section: str
    document: str
    line: int
    origin: Origin
    dice: str | None
    several: bool = False


class ContestResult(NamedTuple):
    """A result and the contest that it belongs to."""

    contest: str
    result: OpposedResult


class Contests(NamedTuple):
    """What a section says of opposed rolls."""

    places: list[OpposedPlace]
    results: list[ContestResult]

    def read(self, passage: MechanicsPassage, heard: Heard, known: Entries) -> None:
        """Adds what a sentence says; `heard` is what its phrases stand for."""
        if passage.origin not in _COUNTED or not heard.found:
            return
        line, _ = passage.place(0)
        section = passage.section
        for id in heard.of("rolled"):
            found = _DICE.search(passage.text)
            dice = f"{found.group(1) or 1}{found.group(2).lower()}" if found else None
            self.places.append(OpposedPlace(id, section.anchor, section.document, line, passage.origin, dice))
        for id in heard.of("several"):
            where = (section.anchor, section.document, line, passage.origin)
            self.places.append(OpposedPlace(id, *where, None, several=True))
        for contest in known.contests:
            if heard.of(f"decided {contest.id}"):
                results = _results(passage, heard, contest, known)
                self.results.extend(ContestResult(contest.id, result) for result in results)


def opposed_rolls(
    places: Sequence[OpposedPlace],
    results: Sequence[ContestResult],
    known: Entries,
    modifiers: Sequence[Modifier],
    documents: Iterable[Sequence[str]],
) -> Iterator[Opposed]:
    """The opposed rolls of an edition, one for each contest and text that describes it; `documents` are the
    ids of each text's."""
    for contest in known.contests:
        of = [m for m in modifiers if m.of in contest.of and m.origin in _COUNTED]
        margins = [m for m in modifiers if contest.margin == m.of is not None and m.origin in _COUNTED]
        for text in documents:
            said = [p for p in places if p.contest == contest.id and p.document in text]
            described = [p for p in said if not p.several]
            if described:
                yield _opposed(
                    contest,
                    described,
                    next((p.section for p in said if p.several), None),
                    [s.result for s in results if s.contest == contest.id and s.result.document in text],
                    [m for m in of if m.document in text],
                    [m for m in margins if m.document in text],
                )


def _opposed(
    contest: OpposedEntry,
    places: list[OpposedPlace],
    several: str | None,
    results: list[OpposedResult],
    modifiers: list[Modifier],
    margins: list[Modifier],
) -> Opposed:
    told = Counter(r.section for r in results)
    at = max(places, key=lambda place: told[place.section])  # the first of those that say most
    held = Counter(m.section for m in modifiers)
    table = max(places, key=lambda place: held[place.section]).section
    dice = next((p.dice for p in (at, *places) if p.dice), None)
    factors = [m for m in modifiers if m.section == table]
    results = _exclusive(results)
    return Opposed(
        id=contest.id, name=contest.name, dice=dice, of=contest.of, quality=contest.quality,
        margin=contest.margin, arms=_arms(factors, contest),
        others=tuple(m.id for m in modifiers if m.section != table),
        margins=tuple(m.id for m in margins if m.section == at.section) or tuple(m.id for m in margins),
        results=tuple(r for r in results if r.section == at.section),
        restated=tuple(r for r in results if r.section != at.section), section=at.section,
        document=at.document, line=at.line, origin=at.origin, several=several, enemies=contest.enemies,
        rounds=contest.rounds,
    )  # fmt: skip


def _arms(factors: list[Modifier], contest: OpposedEntry) -> tuple[Arm, ...]:
    arms = dict.fromkeys(arm for m in factors for arm in _required(m.when, contest.arm))
    return tuple(
        Arm(arm, tuple(m.id for m in factors if arm in (_required(m.when, contest.arm) or [arm])))
        for arm in arms or ("",)
    )


def _required(when: Condition | None, fact: str | None) -> list[str]:
    """The values of `fact` without which a condition cannot hold; empty where it asks nothing of it."""
    match when:
        case Choice(name, value) if name == fact:
            return [value]
        case All(parts):
            return next((found for part in parts if (found := _required(part, fact))), [])
        case _:
            return []


def _exclusive(results: list[OpposedResult]) -> list[OpposedResult]:
    """What holds always gives way to what is said next of the same margin in a state of the unit."""
    out = list(results)
    for i, (first, second) in enumerate(pairwise(results)):
        alike = (first.section, first.side, first.margin) == (second.section, second.side, second.margin)
        if alike and first.when is None and second.when is not None and first.effects != second.effects:
            out[i] = first._replace(when=Not(second.when))
    return out


def _results(
    passage: MechanicsPassage, heard: Heard, contest: OpposedEntry, known: Entries
) -> Iterator[OpposedResult]:
    side, margin = _decided(passage, heard, contest, known)
    if side is None:
        return
    place = (passage.section.anchor, passage.section.document, passage.place(0)[0])
    pending: list[Condition] = []
    got: list[OpposedResult] = []
    for cut, clause in _clauses(passage.text, contest.cuts):
        said = _without(folded(clause).text, contest.ignored)
        pending += _states(said, contest)
        effects = _effects(said, contest)
        if not effects and cut is None:
            effects = _effects(folded(passage.lead).text, contest)
        if not effects:
            continue
        text = " ".join(clause.split()).strip(" ,.;")
        if cut == "otherwise" and got:
            given, when = _otherwise(got)
            got.append(OpposedResult(side, given, when, effects, text, *place))
        elif margin and pending and any(phrase in said for phrase in contest.either):
            got.append(OpposedResult(side, margin, None, effects, text, *place))
            got.append(OpposedResult(side, None, _all(pending), effects, text, *place))
        else:
            got.append(OpposedResult(side, margin, _all(pending), effects, text, *place))
        pending = []
    yield from got


def _decided(
    passage: MechanicsPassage, heard: Heard, contest: OpposedEntry, known: Entries
) -> tuple[str | None, Margin | None]:
    """Who bears the result, and by what margin; what a sentence refers back to, one before it says."""
    sides, margin = set(heard.of(f"decided {contest.id}")), _margin(heard, contest)
    if "same" in sides:
        for text in reversed(passage.before[-_BEFORE:]):
            before = known.phrases.heard(folded(text))
            if sides := set(before.of(f"decided {contest.id}")) - {"same"}:
                margin = margin or _margin(before, contest)
                break
    # A sentence on who loses may speak of a draw too ("if two shaken units fight and draw").
    side = next((s for s in ("loser", "winner", "both") if s in sides), None)
    return side, Margin("=", 0) if side == "both" and margin is None else margin


def _margin(heard: Heard, contest: OpposedEntry) -> Margin | None:
    for op in heard.of(f"margin {contest.id}"):
        return Margin(op, contest.strength or 0)  # type: ignore[arg-type]
    return None


def _clauses(text: str, cuts: re.Pattern[str]) -> Iterator[tuple[str | None, str]]:
    """The clauses of a sentence, each with the role of the words that cut it off ("" for none)."""
    start, role = 0, None
    for cut in cuts.finditer(text):
        yield role, text[start : cut.start()]
        start, role = cut.end(), cut.lastgroup or ""
    yield role, text[start:]


def _without(said: str, phrases: tuple[str, ...]) -> str:
    for phrase in phrases:
        said = said.replace(phrase, " ")
    return said


def _states(said: str, contest: OpposedEntry) -> list[Condition]:
    return [
        Choice(fact, value) if value else Flag(fact)
        for fact, value, phrases in contest.states
        if any(phrase in said for phrase in phrases)
    ]


def _effects(said: str, contest: OpposedEntry) -> tuple[str, ...]:
    """What befalls a side, each once, in the order of the words."""
    at = {
        id: min(found)
        for id, phrases in contest.effects
        if (found := [said.find(phrase) for phrase in phrases if phrase in said])
    }
    return tuple(sorted(at, key=at.__getitem__))


def _otherwise(got: list[OpposedResult]) -> tuple[Margin | None, Condition | None]:
    """When none of what was said holds: the margin the other way, and none of the states."""
    margin = next((r.margin for r in got if r.margin), None)
    if margin and margin.op in _COMPLEMENT:
        margin = margin._replace(op=_COMPLEMENT[margin.op])
    return margin, _all([Not(r.when) for r in got if r.when is not None])


def _all(parts: Sequence[Condition]) -> Condition | None:
    return All(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)
