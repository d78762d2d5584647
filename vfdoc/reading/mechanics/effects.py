"""Changes in a passage: what is done to which value, and the words that say when.

A change owns the words behind it up to the next change; what stands before the first is shared by
all, unless a later change has a condition of its own before it ("…, and if it won a melee, add 2").
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, NamedTuple

from vfdoc.reading.mechanics.forms import with_forms
from vfdoc.reading.mechanics.tokens import ChangeToken, ClauseToken
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_CHANGING = ("CHANGE", "QUANTITY", "BONUS")  # items that are changes, or that forms read as one
_OF = len(" of the ")  # what may stand between a value and whose it is
_NEAR = 40  # items: how far before a bracket the name of its test may stand


_CITED = re.compile(r" (?=[,.])")  # what a citation, set aside, left before a stop


class Effect(NamedTuple):
    """One change, its value (an id, or None where its clause names none), and its regions; `whose` names
    the other side, where the clause calls it the value of that ("the target's melee value")."""

    change: ChangeToken
    of: str | None
    of_named: bool
    weak: bool
    start: int
    end: int
    before: list[ClauseToken]
    behind: list[ClauseToken]
    per: str | None
    limit: Any
    resource: bool = False
    first: bool = True
    next: int = -1
    words: tuple[str, ...] = ()
    whose: ClauseToken | None = None

    def said(self, text: str) -> str:
        """The words of the passage that belong to this change."""
        start = 0 if self.first else self.start
        words = " ".join(text[start : self.next if self.next > 0 else len(text)].split())
        return _CITED.sub("", words).strip(" ,;")


def effects(items: list[ClauseToken], vocabulary: Vocabulary, *, cell: bool = False) -> list[Effect]:
    """The changes among the items of a passage, each with what belongs to it."""
    if not any(item.kind in _CHANGING for item in items):
        return []
    items = with_forms(items, vocabulary)
    brackets = _brackets(items)
    at = [i for i, item in enumerate(items) if item.kind == "CHANGE" and _says(items, i)]
    at = [i for i, j in zip(at, [*at[1:], 0], strict=False) if not _repeated(items, i, j)]
    found: list[list[Effect]] = []  # from the last change to the first
    shared = items[: at[0]] if at else []
    for n, i in reversed(list(enumerate(at))):
        behind = _behind(items, at, n, brackets)
        before = whole = shared
        bracket = brackets.opens[i]
        if bracket >= 0:
            before = _lead_in(
                items, bracket, next(k for k in range(bracket, i + 1) if items[k].kind == "CHANGE")
            )
            whole = items[max(0, bracket - _NEAR) : bracket]
        if n:
            gap = items[at[n - 1] + 1 : i]
            stop = max((k for k, item in enumerate(gap) if item.kind == "STOP"), default=-1)
            before = _own_condition(gap) or (gap[stop + 1 :] if stop >= 0 else before)
            if items[i].value.before and any(item.kind in ("VALUE", "TEST") for item in gap):
                before = [*shared, *gap]
        if n + 1 < len(at):
            following = _own_condition(behind)
            if following:
                behind = behind[: len(behind) - len(following)]
        if cell and _words_first(items, at[0]):
            before = _resumed(items[at[n - 1] + 1 : i], shared) if n else shared
            behind = [] if n + 1 < len(at) else behind
        effect = _effect(items[i], before, behind, whole, vocabulary)
        if found and not _conditional(effect.before) and not _conditional(effect.behind) and _joins(behind):
            shared_end = found[-1][0].behind  # "X and Y of a unit in column"
            effect = effect._replace(behind=[*effect.behind, *shared_end])
        cut = items[at[n + 1]].start if n + 1 < len(at) else -1
        effect = effect._replace(first=n == 0, next=cut)
        each = [effect._replace(behind=part) for part in _each(effect.behind)]
        if (second := _second_value(behind)) is not None and effect.of_named:
            each.append(effect._replace(of=second))
        found.append(each)
    return [effect for each in reversed(found) for effect in each]


class _Brackets(NamedTuple):
    """For each item where the bracket that it stands in opens (-1 for none); where each bracket closes."""

    opens: list[int]
    closes: dict[int, int]


def _brackets(items: list[ClauseToken]) -> _Brackets:
    open_at: list[int] = []
    found = _Brackets([], {})
    for n, item in enumerate(items):
        if item.kind == "CLOSE" and open_at:
            found.closes[open_at.pop()] = n
        found.opens.append(open_at[-1] if open_at else -1)
        if item.kind == "OPEN":
            open_at.append(n)
    return found


def _behind(items: list[ClauseToken], at: list[int], n: int, brackets: _Brackets) -> list[ClauseToken]:
    """What stands behind a change and belongs to it: no more than its bracket, no bracket with a change."""
    i, end = at[n], at[n + 1] if n + 1 < len(at) else len(items)
    opens, closes = brackets
    if opens[i] >= 0:
        return items[i + 1 : min(end, closes.get(opens[i], len(items)))]
    if end < len(items) and opens[end] > i:  # "take a test (+1 if …) if …"
        start = opens[end]
        close = closes.get(start, len(items))
        after = next((at[k] for k in range(n + 1, len(at)) if at[k] > close), len(items))
        return [*items[i + 1 : start], *items[close + 1 : after]]
    return items[i + 1 : end]


def _lead_in(items: list[ClauseToken], bracket: int, change: int) -> list[ClauseToken]:
    """The words right before a bracket, as far as they are one with it: "Charge bonus (+1 if …)".

    A bracket that holds no more than the change is part of its sentence: "is in difficulty (-2)".
    One that begins with words of its own has no part in a condition right before it.
    """
    if items[bracket + 2 : bracket + 3] and items[bracket + 2].kind == "CLOSE":
        return items[:bracket]
    breaks = ("IF", "WITH", "UNLESS", "AND", "OR", "COMMA", "STOP", "CLOSE", "CHANGE")
    start = next((k for k in range(bracket - 1, -1, -1) if items[k].kind in breaks), -1)
    own = items[bracket + 1 : change]
    if own and start >= 0 and items[start].kind in ("IF", "UNLESS", "CHANGE"):
        return own
    return [*items[start + 1 : bracket + 1], *own]


def _resumed(gap: list[ClauseToken], shared: list[ClauseToken]) -> list[ClauseToken]:
    """ "Square against cavalry +4, or against warriors +3": the second takes up the first's beginning."""
    if len(gap) < 2 or gap[0].kind not in ("OR", "AND") or gap[1].kind != "AGAINST":
        return gap
    versus = next((k for k, item in enumerate(shared) if item.kind == "AGAINST"), 0)
    return [*shared[:versus], *gap[1:]]


def _second_value(behind: list[ClauseToken]) -> str | None:
    """ "-1 to saves and morale": the second of two tests that a change is of."""
    kinds = [item.kind for item in behind[:3]]
    return str(behind[2].value) if kinds == ["TEST", "AND", "TEST"] else None


def _each(behind: list[ClauseToken]) -> list[list[ClauseToken]]:
    """ "One for each of a dense target and cavalry": a change for each."""
    if len(behind) < 2 or behind[0].kind != "PER" or behind[1].kind != "CONCEPT":
        return [behind]
    parts: list[list[ClauseToken]] = [[]]
    depth = 0
    for item in behind[1:]:
        depth += (item.kind == "OPEN") - (item.kind == "CLOSE")
        if item.kind in ("AND", "COMMA") and depth == 0:
            parts.append([])
        else:
            parts[-1].append(item)
    return [part for part in parts if _conditional(part)]


def _conditional(items: list[ClauseToken]) -> bool:
    return any(item.kind in ("CONCEPT", "QUANTITY") for item in items)


def _joins(behind: list[ClauseToken]) -> bool:
    return bool(behind) and behind[-1].kind == "AND"


def _repeated(items: list[ClauseToken], i: int, j: int) -> bool:
    """Whether a change only heads the next ("Reroll: … may reroll 1 hit roll")."""
    same = j > i and items[i].value.operation == items[j].value.operation
    return same and items[i].value.amount is None and items[i + 1].kind == "COMMA"


def _says(items: list[ClauseToken], i: int) -> bool:
    """Whether a change says enough to be one: an amount, or an operation that needs none."""
    change: ChangeToken = items[i].value
    if change.operation in ("add", "dice") and (change.amount is None or (i and items[i - 1].kind == "NO")):
        return False  # "does not cause -1"
    if change.operation == "halve" and change.before:
        # "Diviser … par 2" is one halving, said by its verb
        return not any(
            it.kind == "CHANGE" and it.value.operation == "halve" for it in items[max(0, i - 3) : i]
        )
    return True


def _words_first(items: list[ClauseToken], first: int) -> bool:
    """Whether a cell says when before it says what ("Heavy Cavalry +1"): so do all its changes."""
    signed = items[first].value.operation == "add" and not items[first].value.before
    return signed and any(item.kind in ("CONCEPT", "COUNTED") for item in items[:first])


def _own_condition(gap: list[ClauseToken]) -> list[ClauseToken]:
    """The end of a gap that opens a condition of the next change, as in ", and if it won, add 2"."""
    if not gap or gap[-1].kind != "COMMA":
        return []
    for i in range(len(gap) - 2, 0, -1):
        if gap[i].kind in ("IF", "WITH") and gap[i - 1].kind in ("AND", "COMMA"):
            return gap[i:]
    return []


def _effect(
    item: ClauseToken,
    before: list[ClauseToken],
    behind: list[ClauseToken],
    whole: list[ClauseToken],
    vocabulary: Vocabulary,
) -> Effect:
    change: ChangeToken = item.value
    stop = max((n for n, it in enumerate(before) if it.kind == "STOP"), default=-1)
    before = before[stop + 1 :]
    behind = behind[: next((n for n, it in enumerate(behind) if it.kind == "STOP"), len(behind))]
    change, behind, rolls = _rerolled(change, behind)
    names = ("VALUE", "TEST")
    of = None
    used: list[ClauseToken] = []
    source = before if change.before else behind
    ordered = list(reversed(source)) if change.before else source
    named = [it for it in ordered if it.kind in names]
    if not named and change.before is False:
        kinds = ("TEST",) if change.operation == "add" else names
        named = [it for part in (before, whole) for it in reversed(part) if it.kind in kinds][:1]
        inherited = True
    else:
        inherited = False
    conditional = named and (named[0].kind == "VALUE" or _opened(behind, named[0]))
    if conditional and not inherited and not change.before:
        tests = [it for it in reversed(before) if it.kind == "TEST"]
        if tests and not _at_once(behind, named[0], vocabulary):
            named, inherited = tests[:1], True
    amount = change.amount
    if isinstance(amount, tuple) and amount[1] is None and named:
        amount = ("half", named[0].value)
        used.append(named[0])
        named = named[1:]
    weak = False
    if named:
        of = named[0].value
        weak = not used and not inherited and not change.before and not _at_once(behind, named[0], vocabulary)
        used.append(named[0])
        owner = _owner(ordered if not change.before else source, named[0], vocabulary)
        used += [owner] if owner is not None else []
    else:
        owner = None
    per, per_items = _per([*before, *behind])
    limit = rolls or next((it.value for it in behind if it.kind == "LIMIT"), None)
    dropped = {id(it) for it in (*used, *per_items)}
    resource = _is_resource(change, before, behind, vocabulary, of is not None and not inherited)
    return Effect(
        change=change._replace(amount=amount),
        of=of,
        of_named=of is not None and not inherited and not weak,
        weak=weak,
        start=item.start,
        end=item.end,
        before=[it for it in before if id(it) not in dropped and it.kind != "LIMIT"],
        behind=[it for it in behind if id(it) not in dropped and it.kind != "LIMIT"],
        per=per,
        limit=limit,
        resource=resource,
        whose=owner,
    )


def _owner(items: list[ClauseToken], named: ClauseToken, vocabulary: Vocabulary) -> ClauseToken | None:
    """Who of the other side has the value: the subject right behind its name ("the melee value of the
    target"), where no condition of that subject begins there."""
    game = vocabulary.games.get(named.value)
    at = next((n for n, item in enumerate(items) if item is named), len(items))
    beside = items[at + 1 : at + 3]
    if not beside or beside[0].kind != "CONCEPT" or game is None or beside[0].value != game.foe:
        return None
    goes_on = len(beside) > 1 and beside[1].kind in ("CONCEPT", "QUANTITY", "NO", "WITH")
    return None if goes_on or beside[0].start - named.end > _OF else beside[0]


def _opened(behind: list[ClauseToken], named: ClauseToken) -> bool:
    """Whether an "if" stands before a value's name: then it belongs to the condition."""
    return any(item.kind in ("IF", "WITH") and item.start < named.start for item in behind)


def _at_once(behind: list[ClauseToken], named: ClauseToken, vocabulary: Vocabulary) -> bool:
    """Whether a value is the change's object, not a word of its condition: only a subject may come before."""
    for item in behind:
        if item is named:
            return True
        if item.kind not in ("CONCEPT", "PER", "AND", "NOISE", "OPEN", "CLOSE") or (
            item.kind == "CONCEPT" and item.value not in vocabulary.subjects
        ):
            return False
    return False


def _rerolled(
    change: ChangeToken, behind: list[ClauseToken]
) -> tuple[ChangeToken, list[ClauseToken], tuple[str, int] | None]:
    """ "Reroll hit rolls of 1" says which rolls; "reroll 1 hit roll" how many."""
    if change.operation != "reroll":
        return change, behind, None
    if change.amount is not None:
        return change._replace(amount=None), behind, ("rolls", change.amount)
    if len(behind) > 1 and behind[0].kind == "TEST" and behind[1].kind == "QUANTITY":
        return change._replace(amount=behind[1].value.value), [behind[0], *behind[2:]], None
    return change, behind, None


def _per(behind: list[ClauseToken]) -> tuple[str | None, list[ClauseToken]]:
    """What a change is counted by: "for each unit that lends fire support"."""
    for i, item in enumerate(behind):
        if item.kind == "PER" and i + 1 < len(behind):
            following = behind[i + 1]
            if following.kind == "COUNTED":
                return following.value, behind[i : i + 2]
            if following.kind == "CONCEPT" and following.value == "supporters":
                return "supporter", behind[i : i + 2]
    return None, []


def _is_resource(
    change: ChangeToken,
    before: list[ClauseToken],
    behind: list[ClauseToken],
    vocabulary: Vocabulary,
    named: bool,
) -> bool:
    """Whether the object is no value of the game: "halve the losses", "subtract 1 point"; what is halved may
    be told apart before that ("losses in the fire phase are halved")."""
    words = list(reversed(before)) if change.before else behind
    if change.before and not named:
        clause = list(takewhile(lambda item: item.kind == "CONCEPT", words))
        words = clause[-1:] if clause and clause[-1].value in vocabulary.resources else words
    return bool(words) and words[0].kind == "CONCEPT" and words[0].value in vocabulary.resources
