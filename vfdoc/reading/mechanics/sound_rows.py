"""What a person states of rows is held to what can be executed: names that somebody states, amounts, faces.

In: an entry of `mechanics.toml`, bound to its text, what is stated beside it, and the words of its edition.
Out: nothing, or an InputError with the place and the nearest name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from math import isfinite
from typing import Any

from vfdoc.model import InputError, quoted
from vfdoc.model import conditions as tree
from vfdoc.reading.mechanics.bound_rows import BoundRows, RowsEntry, faces_of
from vfdoc.reading.mechanics.mechanics_file import ConventionEntry, LimitEntry, LookupTableEntry, TestEntry
from vfdoc.reading.mechanics.told import condition_of
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_WITH_AMOUNT = ("add", "set", "dice")
_CONVENTIONS = (
    "halve-first", "halve-last", "halve-once", "round-down", "round-up", "minimum-one", "natural-six",
    "natural-one", "reroll-once", "reroll-before-modifiers",
)  # fmt: skip


def hold_whole(entry: RowsEntry, bound: BoundRows, words: Vocabulary) -> None:
    """InputError where a test, limit or convention names what nobody states."""
    told, place = entry.entry, entry.place
    known = {*words.games, *(e.entry.id for e in (*bound.values, *bound.tests))}
    if isinstance(told, ConventionEntry):
        _hold_known(place, "id", told.id, _CONVENTIONS, f"it is one of {', '.join(_CONVENTIONS)}")
    of = told.of if isinstance(told, ConventionEntry | LimitEntry | LookupTableEntry) else None
    for row in told.rows if isinstance(told, LookupTableEntry) else ():
        if len(row.amounts if isinstance(row.amounts, tuple) else (0,)) != max(1, len(told.columns)):
            raise InputError(place, "a row has not one number for each column", "write is = [1, 2, …]")
    if isinstance(told, LookupTableEntry):
        _hold_conditions([*(row.when for row in told.rows), *told.columns], place, bound, words)
    if of is not None:
        _hold_known(place, "of", of, known, "state it as a [[value]] or [[test]]")
    if isinstance(told, TestEntry):
        dice_of = re.fullmatch(r"\s*\d*\s*[dD]\s*\d+(k[hl]\d+)?(!\d*)?\s*", told.dice or "1d6")
        if dice_of is None:
            raise InputError(place, f"{quoted(told.dice or '')} are no dice", "write 1d6, 2d20kh1, 1d6!")
        if told.kind_of is not None:
            _hold_known(place, "kind_of", told.kind_of, known, "state it as a [[test]]")
        for name in filter(None, map(str.strip, (told.adds or "").split(","))):
            _hold_known(place, "adds", name, known, "state it as a [[value]]")
        aim = re.fullmatch(r"\s*[<>]=?\s*(\S.*)", told.target) if isinstance(told.target, str) else None
        if aim is not None and not aim[1].isdigit():
            _hold_known(place, "target", aim[1], known, "state it as a [[value]]")


def hold_sound(entry: RowsEntry, bound: BoundRows, words: Vocabulary) -> None:
    """InputError where a row says what nobody can execute: a value or fact that is not known, an amount that
    is missing."""
    row, place = entry.entry, entry.place
    if row.decision == "open" or row.decision == "strike":
        return
    actions = {acting.action.id for acting in words.actions} | {e.entry.id for e in bound.actions}
    values_known = {e.entry.id for e in bound.values}
    for key, named in (("forbids", row.forbids), ("obliges", row.obliges)):
        for action in named:
            _hold_known(place, key, action, actions, "see [actions] of the game's glossary")
    tests = {e.entry.id for e in bound.tests} | {each.id for each in words.games.values() if each.is_test}
    for action in row.precedes:
        _hold_known(place, "precedes", action, {*actions, *tests}, "see [actions] of the game's glossary")
    if row.asks:
        _hold_known(place, "asks", row.asks, tests, "state it as a [[test]]")
    other = row.forbids or row.obliges or row.precedes or row.leaves_open or (row.replaces and row.when)
    if row.operation is None and not other:
        remedy = "add operation = …, or forbids = [action]; or replaces = … and when = …"
        raise InputError(place, "the row says no operation", remedy)
    kept = {e.entry.id for e in bound.tests if e.entry.decision == "keep"}
    for of in row.leaves_open:
        open_of = {"*", *words.games, *kept, *values_known}
        _hold_known(place, "leaves_open", of, open_of, "state it as a [[value]]")
    if row.operation is not None or row.of:
        remedy = "state it as a [[test]] or a [[value]]"
        _hold_known(place, "of", row.of, {*words.games, *kept, *values_known}, remedy)
    if row.faces is not None and not faces_of(row.faces):
        raise InputError(place, f"{quoted(str(row.faces))} are no faces", 'write 1 or "1-3"')
    if row.within is not None:
        limits = {e.entry.id for e in bound.limits}
        _hold_known(place, "within", row.within, limits, "state it as a [[limit]]")
    conventions = {*words.conventions, *(e.entry.id for e in bound.conventions)}
    for convention in row.exempt_from:
        _hold_known(place, "exempt_from", convention, conventions, "state it as a [[convention]]")
    if row.operation in _WITH_AMOUNT and row.amount is None:
        raise InputError(place, f"the row has no amount to {row.operation}", "add amount = …")
    if isinstance(row.amount, float) and not isfinite(row.amount):
        raise InputError(place, f"{row.amount} is no amount", "write a number")
    if isinstance(row.amount, dict):
        key = next(iter(row.amount), "")
        if key not in ("half_of", "value") or set(row.amount) - {key, "times"}:
            remedy = 'write { half_of = "…" } or { value = "…" }'
            raise InputError(place, "an amount is a number, a value, or half of a value", remedy)
        of = str(row.amount[key])
        _hold_known(place, key, of, {*words.games, *values_known}, "state it as a [[value]]")
    if row.limit is not None and len(row.limit) != 1:
        raise InputError(place, "a limit is of units, an amount or halves", "write limit = { units = 3 }")
    tests = {*kept, *(each.id for each in words.games.values() if each.is_test)}
    if "halves" in (row.limit or ()) and tests.intersection([row.of] if isinstance(row.of, str) else row.of):
        raise InputError(place, "a limit of halves is of a value", "write limit = { amount = 2 }")
    _hold_conditions([row.when], place, bound, words)


def _hold_conditions(told: Iterable[Any], place: str, bound: BoundRows, words: Vocabulary) -> None:
    """InputError where a condition asks what nobody states, or otherwise than it can be asked."""
    facts: dict[str, str] = {id: "number" for id, each in words.games.items() if not each.is_test}
    facts |= {fact.id: fact.kind for fact in words.facts} | {"attack": "choice", "phase": "choice"}
    values = {fact.id: [value for value, _ in fact.values] for fact in words.facts}
    for each in bound.facts:
        fact = each.entry
        facts.pop(fact.id, None)
        if fact.decision == "keep":
            facts[fact.id], values[fact.id] = fact.kind, list(fact.values)
    undecided = {e.entry.id for e in bound.facts if e.entry.decision == "open"}
    try:
        conditions = [condition_of(each) for each in told]
    except ValueError as error:
        remedy = 'write { fact = "…" }, all, any, not; see the README'
        raise InputError(place, f"when {error}", remedy) from None
    for leaf in (leaf for when in conditions for leaf in tree.leaves_of(when)):
        id = leaf[0]
        if id in undecided:
            raise InputError(place, f"when asks {id!r}, a fact that is still open", "decide that first")
        _hold_known(place, "when asks", id, facts, "state it as a [[fact]]")
        kind = {tree.Flag: "flag", tree.Choice: "choice", tree.Number: "number"}[type(leaf)]
        if facts[id] != kind:
            wanted = {"flag": "nothing more", "choice": 'value = "…"', "number": "number, op and value"}
            remedy = f"give it {wanted[facts[id]]}"
            raise InputError(place, f"when asks {id!r} as a {kind}, and it is a {facts[id]}", remedy)
        if isinstance(leaf, tree.Choice) and values.get(id):
            _hold_known(place, f"{id} is", leaf.value, values[id], f"it is one of {', '.join(values[id])}")


def _hold_known(place: str, key: str, name: str, known: Iterable[str], else_: str) -> None:
    known = sorted(known)
    if name not in known:
        near = get_close_matches(name, known, 1)
        remedy = f"did you mean {near[0]!r}?" if near else else_
        raise InputError(place, f"{key} {quoted(name)}, which nobody states", remedy)
