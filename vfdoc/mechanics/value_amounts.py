"""The named rules for changes whose amount is a value: "add the rating of the net", "a penalty equal to its
debts", "raised by Unrest − 3", "three times the range".

In: marked tokens. Out: the changes, marked, each with the words of its value and how often it counts
(negative where it is taken away). Asked before the rules for numbers: the number of "three times the range"
is no amount.
"""

from __future__ import annotations

from typing import NamedTuple

from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.marked import COLUMN, STRETCH, MarkedChange, MarkedClause

_LONGEST = 12  # tokens of the words of a value
_ENDING = frozenset((
    "if", "unless", "per", "limit", "instead", "contrary", "or", "being", "forbids", "permits",
))  # fmt: skip
_NO_VALUE = frozenset((
    "dice", "sum", "roll", "tested", "generic", "changing", "column", "step", "more", "fewer", "ones",
    "announcing",
))  # fmt: skip
_ROLLED = frozenset(("dice", "sum", "roll", "tested", "generic"))
_SIGNS = ("+", "−", "–", "-")
_DONE = frozenset(("add", "subtract", "take_away", "raised", "lowered", "loses", "gives", "halve", "double"))


class _Value(NamedTuple):
    """The words of a value: where they begin and end, and how often it counts."""

    start: int
    end: int
    times: float = 1


def _value(m: MarkedClause, at: int, *, told: bool = False, away: bool = False) -> _Value | None:
    """The value that is named from a token on; `told` says that the words before it say that one follows
    ("equal to …"), `away` that it is taken from what it changes."""
    start, times = at, 1.0
    number = m.words[at].token.value if m.kind(at) == "NUMBER" else None
    if number is not None and "multiple" in m.kinds(at + 1):
        at, times, told = at + 2, number, True
    elif "twofold" in m.kinds(at) and not m.text(at).startswith("half") and m.ends(at + 1) is False:
        at, times, told = at + 1, 2.0, True
    elif {"half", "twofold"} & set(m.kinds(at)) and {"definite", "owning"} & set(m.kinds(at + 1)):
        at, told = at + 1, True
    first = at + 1 if {"definite", "owning"} & set(m.kinds(at)) else at
    named = first > at or told or (m.kind(at) == "WORD" and not m.kinds(at) and _capital(m, at))
    if not named or m.kind(first) != "WORD" or not m.text(first)[:1].isalpha():
        return None
    head = set(m.kinds(first))
    if "to" in head:
        return None
    counted = "generic" in head and "belonging" in m.kinds(first + 1)  # "the number of wagons"
    counted |= "generic" in head and "owning" in m.kinds(at) and not {"dice", "tested"} & head  # "its value"
    if head & _NO_VALUE and not counted:
        return None  # "add the dice together", "add the following modifiers"
    end = first + 1
    while end < len(m.words) and end - start < _LONGEST and not _ends_value(m, end, away=away):
        end += 1
    if m.kind(end - 1) == "CITED" and "belonging" in m.kinds(end - 2):
        # "its Grip and the modifiers of 2.4": each of these is a row of its own.
        end = max((n for n in range(first + 1, end) if "and" in m.kinds(n)), default=first)
        if end == first:
            return None
    if "particle" in m.kinds(end - 1):
        return None  # "add the fish together"
    if counted and {"dice", "roll", "tested"} & set(m.kinds(end - 1)):
        return None  # "the result of the second roll"
    return _Value(start, end, times)


def _capital(m: MarkedClause, at: int) -> bool:
    return m.words[at].token.text[:1].isupper()


def _ends_value(m: MarkedClause, at: int, *, away: bool) -> bool:
    """Whether the words of a value end before a token."""
    kinds = set(m.kinds(at))
    if m.kind(at) in ("STOP", "LPAR", "RPAR") or kinds & _ENDING:
        return True
    if "cases" in kinds:
        return True
    if "and" in kinds and _DONE & (set(m.kinds(at + 1)) | set(m.kinds(at + 2))):
        return True
    if "to" in kinds:
        whose = "belonging" in kinds
        behind = at + 2 if {"definite", "determiner"} & set(m.kinds(at + 1)) else at + 1
        return not whose or bool({"dice", "sum", "tested"} & set(m.kinds(behind)))
    return m.text(at) in (".", "!", "?", "=")


def _by_verb(m: MarkedClause) -> None:
    """ "Add the rating of the net to the roll", "subtract twice its strength", "minus the range", "remove
    dice equal to its Dread", "add to the total the number of boats"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        borne = bool({"dice", "sum", "tested"} & set(m.kinds(at - 1)))  # "the roll | gets its Warmth"
        gains = "gaining" in kinds and borne
        if not (gains or kinds & {"add", "subtract", "take_away", "loses"}) or not m.free(at, at + 1):
            continue
        if "add" in kinds and m.kind(at - 1) == "DICE":
            continue  # "3d6 plus Skill": how the roll is made
        rolled = bool(_ROLLED & set(m.kinds(at - 1))) or m.kind(at - 1) in ("STOP", "LPAR")
        if "joining" in kinds and at and not rolled and not {"and", "or"} & set(m.kinds(at - 1)):
            continue  # "Total Support plus number of bases": how a value is reckoned
        n = at + 1
        dice = "dice" in m.kinds(n) and any("equalling" in m.kinds(k) for k in range(n + 1, n + STRETCH))
        told = dice or {"pool", "equalling"} <= set(m.kinds(n))
        dice |= told
        if told and not any("dice" in m.kinds(k) for k in (n,)):
            n += 1  # "add | dice equal to | half their Trait"
        elif dice:
            n = next(k for k in range(n + 1, n + STRETCH) if "equalling" in m.kinds(k)) + 1
        elif "loses" in kinds and not borne:
            continue
        elif "to" in m.kinds(n) and not m.is_number(n + 1):  # "add to the total | the number of boats"
            n = next((k + 1 for k in range(n + 1, n + 4) if _ROLLED & set(m.kinds(k))), n)
        found = _value(m, n, told=told or at == 0, away="add" not in kinds)
        if found is None:
            continue
        behind = range(found.end, found.end + 4)
        rolled = "to" in m.kinds(found.end) and any(_ROLLED & set(m.kinds(k)) for k in behind)
        if "take_away" in kinds and not kinds & {"add", "subtract"} and not rolled:
            continue  # "takes the hill from its defenders"
        bare = _capital(m, found.start) and not {"definite", "owning"} & set(m.kinds(found.start))
        if bare and at and not rolled and not any(word.token.kind == "DICE" for word in m.words):
            continue  # "or add Forts": pieces
        less = bool(kinds & {"subtract", "take_away", "loses"})
        _mark(m, at, found, -1 if less else 1, "dice" if dice else "add")


def _by_sign(m: MarkedClause) -> None:
    """ "+ their Favour", "−Temper", "+ (laps left)", "−D3": a sign before a value, where a cell or an item
    begins, or before an article; no formula."""
    if any(word.token.text == "=" for word in m.words):
        return
    for at, word in enumerate(m.words):
        sign = word.token.text.strip()
        if word.token.kind == "SIGNED" and "multiple" in m.kinds(at + 1) and word.token.value:  # "+3 × range"
            found = _value(m, at + 2, told=True)
            if found is not None:
                _mark(m, at, found._replace(times=word.token.value), 1, "add", verb=False)
            continue
        if sign not in _SIGNS or not m.free(at, at + 1) or at + 1 >= len(m.words):
            continue
        begins = at == 0 or m.kind(at - 1) in ("STOP", "LPAR")
        close = m.words[at + 1].token.start == word.token.end
        spaced = not close and sign in ("+", "−")
        alone = begins or ((spaced or close) and m.closes(at + 2))
        if m.kind(at + 1) == "DICE" and alone and m.kind(at - 1) not in ("DICE", "NUMBER"):
            _mark(m, at, _Value(at + 1, at + 2), 1 if sign == "+" else -1, "add", verb=False)
            continue
        opened = m.kind(at + 1) == "LPAR"
        n = at + 2 if opened else at + 1
        definite = {"definite", "owning"} & set(m.kinds(n))
        if not ((begins or opened) and (close or spaced)) and not (definite and spaced):
            continue
        if close and sign in ("-", "–") and not begins:
            continue
        found = _value(m, n, told=begins or opened)
        if found is not None:
            upto = found.end + 1 if opened and m.kind(found.end) == "RPAR" else found.end
            _mark(m, at, found, 1 if sign == "+" else -1, "add", verb=False, upto=upto)


def _by_noun(m: MarkedClause) -> None:
    """ "A penalty equal to its debts", "a bonus of half his Agility"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if "changing" not in kinds or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        n = next((k for k in (at + 1, at + 2) if {"equalling", "belonging"} & set(m.kinds(k))), None)
        if n is None:
            continue
        found = _value(m, n + 1, told="equalling" in m.kinds(n))
        if found is not None:
            start = at - 1 if "article" in m.kinds(at - 1) and m.free(at - 1, at) else at
            _mark(m, start, found, -1 if "penalizing" in kinds else 1, "add", verb=False)


def _by_raising(m: MarkedClause) -> None:
    """ "Is raised by Unrest − 3", "improved by his Patience", "lowered by five times the casks"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        aside = bool(kinds & {"forward", "backward"}) and "by" in m.kinds(at + 1)  # "right by his Grade"
        if not (aside or kinds & {"raised", "lowered"}) or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        for n in range(at + 1, min(at + 2 * STRETCH, len(m.words) - 1)):
            if m.kind(n) == "STOP" and m.text(n) != ",":
                break
            joined = n == at + 1 and "belonging" in m.kinds(n)  # "diminué du nombre"
            if not ("by" in m.kinds(n) or joined) or not m.free(n, n + 1):
                continue
            found = _value(m, n + 1, told=joined)
            if found is not None:
                times = -found.times if kinds & {"lowered", "backward"} else found.times
                noun = COLUMN if aside else ""
                change = MarkedChange("add", None, noun=noun, value=_words(m, found), times=times)
                if "and" in m.kinds(n - 1):  # "raised by 3, and by its Poverty"
                    m.mark(n, found.end, "CHANGE", change)
                else:
                    m.mark(at, at + 1, "RAISE")
                    m.mark(n, found.end, "BY", change)
            elif not any("by" in m.kinds(k) for k in range(n + 1, n + STRETCH)):
                break


def _passive(m: MarkedClause) -> None:
    """ "The speed of the boat is subtracted from the roll", "zum Wurf wird die Erfahrung addiert": what is
    added stands before the verb."""
    for at in range(1, len(m.words)):
        kinds = set(m.kinds(at))
        done = kinds & {"added", "subtracted"} or (kinds & {"add", "subtract"} and m.closes(at + 1))
        is_ = next((n for n in range(at - 1, max(at - STRETCH, -1), -1) if "being" in m.kinds(n)), None)
        if not done or is_ is None or not m.free(is_, at + 1):
            continue
        sign = -1 if kinds & {"subtracted", "subtract"} else 1
        between = range(is_ + 1, at)
        if len(between) and m.kind(is_ + 1) == "NUMBER" and len(between) < STRETCH:
            amount = m.words[is_ + 1].token.value
            m.mark(is_, at + 1, "CHANGE", MarkedChange("add", None if amount is None else sign * amount))
            continue
        if len(between) and not {"to", "also"} & set(m.kinds(is_ + 1)):
            _mark(m, is_, _Value(is_ + 1, at), sign, "add", upto=at + 1)
            continue
        start = is_
        while start > 0 and m.kind(start - 1) != "STOP" and not {"if", "and"} & set(m.kinds(start - 1)):
            start -= 1
        if m.kind(start) == "NUMBER" and is_ - start < 3:
            amount = m.words[start].token.value
            m.mark(start, at + 1, "CHANGE", MarkedChange("add", None if amount is None else sign * amount))
        elif start < is_ and not {"changing", "generic", "pronoun", "person"} & set(m.kinds(is_ - 1)):
            end = is_
            while end > start + 1 and "auxiliary" in m.kinds(end - 1):  # "spare hands may | be added"
                end -= 1
            _mark(m, start, _Value(start, end), sign, "add", upto=at + 1)


def _mark(
    m: MarkedClause, at: int, found: _Value, sign: int, operation: str, *, verb: bool = True,
    upto: int | None = None,
) -> None:  # fmt: skip
    change = MarkedChange(operation, None, value=_words(m, found), times=sign * found.times, verb=verb)
    m.mark(at, upto or found.end, "CHANGE", change)


def _words(m: MarkedClause, found: _Value) -> str:
    """The words of a value, without what says how often it counts and whose, in general, it is."""
    start = found.start
    if found.times != 1 and m.kind(start) == "NUMBER":
        start += 2
    elif found.times != 1:
        start += 1
    while start < found.end - 1 and {"definite", "owning", "article"} & set(m.kinds(start)):
        start += 1
    return " ".join(word.token.text.strip() for word in m.words[start : found.end])


def value_name(words: str, lexicon: Lexicon) -> str:
    """Words for a value without an article or owner in front of them: "its Crew"."""
    found = words_of(words, lexicon.language)
    first = next((w for w in found if not {"definite", "owning", "article"} & set(w.kinds)), None)
    return words[first.token.start :] if first is not None else words


VALUE_AMOUNTS = (_by_verb, _by_sign, _by_noun, _by_raising, _passive)
"""The rules for amounts that are values, in the order in which they are asked."""
