"""The named rules that settle which terminal of `clauses.lark` each word of a clause is.

One token of look-ahead cannot see whether "half" is a change or a measure, which comma parts two clauses,
or that "1 for every mast" goes on from "subtract 2". Each rule here is one such question. What is no
change, no sign of a condition and parts nothing is a WORD.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from vfdoc.mechanics.lexicon import ReadWord, lexicon, unit_of, words_of
from vfdoc.model.session import memoized

_STRETCH = 8  # tokens between a verb and what belongs to it
_NEAR = 3
_DEEPEST = 8  # brackets within one another
STATEMENTS = ("forbids", "permits", "counts")
"""What a clause does that changes no roll: its kinds in the word lists."""
_CHANGING = {
    "add", "subtract", "take_away", "shift", "more", "fewer", "raised", "lowered", "halve", "half", "double",
    "reroll", "natural", "loses", "gives", "succeeds", "fails", "becomes", "instead", "advantage",
    "disadvantage", "dice", *STATEMENTS,
}  # fmt: skip
_TELLING = frozenset((*_CHANGING, "roll", "dice", "every", "highest", "lowest"))


class Change(NamedTuple):
    """What is done to a value (an Operation, or one of STATEMENTS): `amount` None where the words give no
    number; `noun` are words between the amount and what it changes; `verb` whether a verb says it ("add 1")
    and not a sign ("+1")."""

    operation: str
    amount: float | None
    unit: str | None = None
    noun: str = ""
    verb: bool = True
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class Terminal:
    """A token of the grammar: its kind, the stretch of the text that it covers, and the change that it
    says."""

    type: str
    start: int
    end: int
    value: Change | None = None


@dataclass(slots=True)
class _Marked:
    """Tokens with the terminals found so far, by index: a terminal covers the tokens from its own up to
    `upto`."""

    words: Sequence[ReadWord]
    found: dict[int, tuple[int, str, Change | None]]
    taken: set[int] = field(default_factory=set)

    def free(self, start: int, end: int) -> bool:
        return not any(at in self.taken for at in range(start, end))

    def mark(self, start: int, end: int, kind: str, change: Change | None = None) -> None:
        if self.free(start, end):
            self.found[start] = (end, kind, change)
            self.taken.update(range(start, end))

    def drop(self, start: int) -> None:
        """Takes a terminal back."""
        if start in self.found:
            end, _, _ = self.found.pop(start)
            self.taken.difference_update(range(start, end))

    def kinds(self, at: int) -> tuple[str, ...]:
        return self.words[at].kinds if 0 <= at < len(self.words) else ()

    def kind(self, at: int) -> str:
        return self.words[at].token.kind if 0 <= at < len(self.words) else ""

    def text(self, at: int) -> str:
        return self.words[at].token.text.casefold() if 0 <= at < len(self.words) else ""

    def value(self, at: int) -> float | None:
        return self.words[at].token.value if 0 <= at < len(self.words) else None

    def denied(self, at: int, within: int = _NEAR) -> bool:
        """Whether a word right before takes back what stands here."""
        return any({"not", "forbids"} & set(self.kinds(n)) for n in range(max(at - within, 0), at))

    def ends(self, at: int) -> bool:
        """Whether the clause ends there, or a part of it."""
        return at >= len(self.words) or self.kind(at) == "STOP"

    def is_number(self, at: int) -> bool:
        return self.kind(at) in ("NUMBER", "SIGNED")


@memoized
def tells(text: str, language: str, names: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether a text may state a change or a roll, `names` being words of its own for it: most of what a
    text says does neither."""
    own = {name for name, _ in names}
    return any(
        word.token.kind in ("SIGNED", "FRACTION", "DICE", "TARGET")
        or word.token.text == "+"
        or not _TELLING.isdisjoint(word.kinds)
        or (said := word.token.text.casefold()) in own
        or said in lexicon(language).sides
        for word in words_of(text, language)
    )


def terminals(words: Sequence[ReadWord]) -> list[Terminal]:
    """The terminals of a clause, in order; none where nothing in it can be a change."""
    said = {kind for word in words for kind in word.kinds}
    if not said & _CHANGING and not any(
        w.token.kind in ("SIGNED", "FRACTION") or w.token.text == "+" for w in words
    ):
        return []
    marked = _Marked(words, {})
    for rule in (
        _limits,
        _options,
        _more_dice,
        _verbs,
        _pools,
        _signs,
        _counts,
        _postfixes,
        _advantages,
        _raises,
        _certain,
        _halves,
        _rerolls,
        _natural,
        _set,
        _alternatives,
        _gapped,
        _statements,
    ):
        rule(marked)
    changes = sorted(at for at, (_, kind, _) in marked.found.items() if kind in ("CHANGE", "RAISE"))
    if not changes:
        return []
    _conditions(marked, changes)
    _breaks(marked, changes)
    return list(_assembled(marked))


def _limits(m: _Marked) -> None:
    """ "To a maximum of 3": a limit has its number right behind it, and a change somewhere before it."""
    said = {
        "add",
        "subtract",
        "take_away",
        "shift",
        "more",
        "fewer",
        "raised",
        "lowered",
        "halve",
        "half",
        "double",
        "loses",
        "gives",
    }
    before = cased = False
    for at in range(len(m.words)):
        before |= m.kind(at) == "SIGNED" or bool(said & set(m.kinds(at)))
        cased = m.kind(at) != "STOP" and (cased or bool({"if", "unless"} & set(m.kinds(at))))
        if "times" in m.kinds(at):
            m.mark(at, at + 1, "LIMIT")
        elif "limit" in m.kinds(at) and before and not cased:  # not "if he moved at least 3"
            n = next((n for n in range(at + 1, min(at + 3, len(m.words))) if m.is_number(n)), None)
            if n is not None:
                m.mark(at, at + 1, "LIMIT")
                m.mark(n, n + 1, "WORD")


def _options(m: _Marked) -> None:
    """ "+0, +1 or +2" are options to choose from, and "+1 to +3" a range: no changes."""
    at = 0
    while at < len(m.words):
        end, chosen = at, False
        while m.kind(end) == "SIGNED":
            step = end + 1
            while m.text(step) in (",", "/") or {"or", "to"} & set(m.kinds(step)):
                chosen |= bool({"or", "to"} & set(m.kinds(step)))
                step += 1
            if step == end + 1 or m.kind(step) != "SIGNED":
                break
            end = step
        cases = {"if", "unless", "only"} & set(m.kinds(end + 1)) or (
            sum(m.kind(n) == "SIGNED" for n in range(at, end + 1)) == 2
            and m.text(at + 1) == ","
            and "cases" in m.kinds(end + 1)
        )  # "+2, or +3 when defending"
        if end > at and chosen and not cases:
            for n in range(at, end + 1):
                m.mark(n, n + 1, "WORD")
        at = max(end, at) + 1


def _verbs(m: _Marked) -> None:
    """ "Add 1", "subtracts a further 2", "take 2 from": a verb with its amount."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not kinds & {"add", "subtract", "take_away", "shift"} or not m.free(at, at + 1):
            continue
        n = at + 1
        while "fill" in m.kinds(n) and n < at + 4:
            n += 1
        amount = m.value(n)
        if not m.is_number(n) or amount is None or _priced(m, n):
            continue
        away = "take_away" in kinds and not kinds & {"add", "subtract"}
        if away and not any(m.text(k) == "from" for k in range(n + 1, n + 5)):
            continue
        sign = -1 if kinds & {"subtract", "take_away"} and m.kind(n) == "NUMBER" else 1
        end = n + 1
        if "shift" in kinds:
            sign = -1 if any("backward" in m.kinds(k) for k in range(n, n + 6)) else 1
            while {"step", "backward", "forward"} & set(m.kinds(end)) or (
                m.text(end) in ("to", "the") and end < n + 5
            ):
                end += 1
        more = "more" in m.kinds(end) and {"if", "cases", "unless"} & set(m.kinds(end + 1))
        m.mark(at, end + 1 if more else _with_dice(m, end), "CHANGE", _added(m, n, sign * amount))


def _with_dice(m: _Marked, end: int) -> int:
    """The end of a change, with the word for dice right behind it: "+1 die"."""
    return end + 1 if "dice" in m.kinds(end) and not {"roll", "generic"} & set(m.kinds(end + 1)) else end


def _more_dice(m: _Marked) -> None:
    """ "Rolls one extra die", "gets a die more", "loses a die", "gives you another die", "costs two dice"."""
    for at in range(len(m.words)):
        said = set(m.kinds(at))
        number = m.value(at) if m.kind(at) == "NUMBER" else 1.0 if said & {"article", "another"} else None
        n = at + 1
        before = set(m.kinds(n)) & {"more", "fewer"}
        n += bool(before)
        if number is None or "dice" not in m.kinds(n) or {"roll", "generic"} & set(m.kinds(n + 1)):
            continue
        behind = set(m.kinds(n + 1)) & {"more", "fewer"} if m.text(n + 2) != "than" else set()
        start = at
        while start > 0 and {"pronoun", "no_name", "also"} & set(m.kinds(start - 1)) and at - start < 1:
            start -= 1
        verb = set(m.kinds(start - 1))
        given = verb & {"gives", "loses", "costs"}
        if not (before or behind or "another" in said or given):
            continue
        if m.denied(start, 2) or not m.free(at, n + 1):
            continue
        less = "fewer" in before | behind or (bool(verb & {"loses", "costs"}) and not before | behind)
        begin = start - 1 if start and verb & {"gives", "loses", "costs", "roll"} else at
        m.mark(begin, n + 1 + bool(behind), "CHANGE", Change("dice", -number if less else number))


def _pools(m: _Marked) -> None:
    """ "Lose one die per wound", "gives two dice": how many dice there are, and no loss of another kind."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not kinds & {"loses", "gives"} or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        n = at + 1
        while "fill" in m.kinds(n) and m.value(n) is None and n < at + 3:
            n += 1
        if "pool" in m.kinds(n) and "counted" in m.kinds(n):
            m.mark(at, at + 1, "CHANGE", Change("dice", -1 if "loses" in kinds else 1))
            m.mark(n, n + 1, "PER")
            continue
        amount = m.value(n)
        more = {"more", "fewer"} & set(m.kinds(n + 2))
        if m.kind(n) == "NUMBER" and amount is not None and "dice" in m.kinds(n + 1) and not more:
            m.mark(at, n + 2, "CHANGE", Change("dice", -amount if "loses" in kinds else amount))


def _priced(m: _Marked, at: int) -> bool:
    """Whether a number is a price, or is victory points."""
    return any("price" in m.kinds(n) for n in (at + 1, at - 1))


def _added(m: _Marked, at: int, amount: float, *, verb: bool = True) -> Change:
    dice = any(
        "dice" in m.kinds(n) and "to" not in m.kinds(n - 1)
        for n in (at + 1, at + 2)
        if m.kind(n - 1) != "STOP"
    )
    dice &= not any("to" in m.kinds(n) for n in (at + 1,))
    dice |= m.text(at).endswith("d")
    return Change("dice" if dice else "add", amount, unit_of(m.words[at].token.text), verb=verb)


def _signs(m: _Marked) -> None:
    """A signed number is a change, but for a price, for what is compared ("−5 or worse"), and for a change
    that is spoken of ("the +1 for a wall never applies")."""
    signs = [at for at in range(len(m.words)) if m.kind(at) == "SIGNED" and "definite" not in m.kinds(at - 1)]
    if any(_priced(m, at) for at in signs):
        return
    for at in signs:
        amount = m.value(at)
        if amount is not None and not {"at_least", "at_most"} & set(m.kinds(at + 1)):
            change = _added(m, at, amount, verb=False)
            m.mark(at, _with_dice(m, at + 1) if change.operation == "dice" else at + 1, "CHANGE", change)
    for at, word in enumerate(m.words):
        if (
            (
                word.token.text in ("+", "−")
                and m.kind(at + 1) in ("WORD", "DICE")
                and (at == 0 or signs or m.ends(at + 2))
            )
            and m.kind(at - 1) != "DICE"
            and not (m.ends(at + 2) and at > 3)
        ):
            m.mark(at, at + 2, "CHANGE", Change("add", None, verb=False))


def _postfixes(m: _Marked) -> None:
    """ "One die fewer", "2 more", "1 MP more": not "2 more than", nor "5 or more"."""
    for at in range(len(m.words)):
        if m.kind(at) != "NUMBER" or not m.free(at, at + 1) or "or" in m.kinds(at - 1):
            continue
        n = at + 1 if {"more", "fewer"} & set(m.kinds(at + 1)) else at + 2
        kinds = set(m.kinds(n))
        if not kinds & {"more", "fewer"} or m.text(n + 1) == "than" or m.kind(at + 1) not in ("WORD",):
            continue
        if n == at + 2 and ({"if", "cases", "unless", "and", "or", "per", "not"} & set(m.kinds(at + 1))):
            continue
        amount = m.value(at)
        if amount is None or "limit" in m.kinds(n) or _priced(m, at) or _priced(m, n):
            continue
        sign = -1 if "fewer" in kinds else 1
        dice = any("dice" in m.kinds(k) for k in (at + 1, at + 2))
        m.mark(
            at,
            n + 1,
            "CHANGE",
            Change("dice" if dice else "add", sign * amount, unit_of(m.words[at].token.text)),
        )


def _counts(m: _Marked) -> None:
    """ "2 dice if it charged", "1 die for each": how many dice, where an item of a list begins with it."""
    if m.kind(0) == "NUMBER" and "dice" in m.kinds(1) and {"if", "per", "cases", "unless"} & set(m.kinds(2)):
        taken = any(
            "take_away" in m.kinds(n) or m.text(n) in ("fewer", "less") for n in range(2, len(m.words))
        )
        amount = m.value(0)
        if amount is not None:
            m.mark(0, 2, "CHANGE", Change("dice", -amount if taken else amount))


def _advantages(m: _Marked) -> None:
    """ "Has advantage", "with disadvantage": another die, of which one is kept."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        given = {"cases", "gives"} & set(m.kinds(at - 1)) or at == 0
        if kinds & {"advantage", "disadvantage"} and given and not m.denied(at, 2):
            kept = "disadvantage" if "disadvantage" in kinds else "advantage"
            m.mark(at, at + 1, "CHANGE", Change("dice", None, noun=kept))


def _raises(m: _Marked) -> None:
    """ "Is reduced by 1", "increases its move by 2"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not kinds & {"raised", "lowered", "altered"} or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        for n in range(at + 1, min(at + _STRETCH, len(m.words) - 1)):
            if m.kind(n) == "STOP":
                break
            k = n + 2 if "fill" in m.kinds(n + 1) else n + 1
            amount = m.value(k)
            if "by" in m.kinds(n) and m.kind(k) in ("NUMBER", "SIGNED") and amount is not None:
                told = "altered" in kinds  # "is modified by −1": the number says which way
                if m.kind(k) == "SIGNED":
                    m.drop(k)
                if m.free(n, k + 1) and (not told or m.kind(k) == "SIGNED"):
                    size = amount if told else -abs(amount) if "lowered" in kinds else abs(amount)
                    m.mark(at, at + 1, "RAISE")
                    m.mark(n, k + 1, "BY", _added(m, k, size)._replace(operation="add"))
                break


def _halves(m: _Marked) -> None:
    """ "Halves her move", "half the dice", "at half speed", "is doubled"; not "half or more", "more than
    half"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if m.denied(at, 2) or not m.free(at, at + 1):
            continue
        if "halve" in kinds and "rounds" not in m.kinds(at - 1):
            m.mark(at, at + 1, "CHANGE", Change("halve", 0.5))
        elif "double" in kinds:
            passive = "being" in m.kinds(at - 1)
            if passive or "determiner" in m.kinds(at + 1) or at + 1 == len(m.words):
                m.mark(at, at + 1, "CHANGE", Change("double", 2))
        elif any(m.kind(n) == "SIGNED" for n in range(at + 1, min(at + 5, len(m.words)))):
            continue  # "half Crew lost −1"
        elif "half" in kinds or (m.kind(at) == "FRACTION" and m.value(at) == 0.5):
            before, after = set(m.kinds(at - 1)), set(m.kinds(at + 1))
            if ("half_never" in before and "half_after" not in before) or "half_never" in after:
                continue
            if (
                at == 0
                or "half_after" in before
                or (m.kind(at - 1) in ("STOP", "LPAR", "SIGNED") and at + 1 < len(m.words))
            ) and (at + 1 == len(m.words) or m.kind(at + 1) in ("WORD", "STOP", "RPAR")):
                m.mark(at, at + 1, "CHANGE", Change("halve", 0.5))


def _rerolls(m: _Marked) -> None:
    for at in range(len(m.words)):
        said = "reroll" in m.kinds(at) and "reroll_never" not in m.kinds(at) and not m.denied(at, 4)
        if said and "determiner" not in m.kinds(at - 1):
            m.mark(at, at + 1, "CHANGE", Change("reroll", None))


def _natural(m: _Marked) -> None:
    """ "A natural 1 fails", "always passes", "automatically hits"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        verb = "pass" if "succeeds" in kinds else "fail" if "fails" in kinds else ""
        if not verb or m.denied(at, 2) or not m.free(at, at + 1):
            continue
        start = max(at - _STRETCH, 0)
        breaks = [
            n for n in range(start, at) if m.text(n) in (";", ":") or {"succeeds", "fails"} & set(m.kinds(n))
        ]
        start = breaks[-1] + 1 if breaks else start
        said = next((n for n in range(at - 1, start - 1, -1) if "natural" in m.kinds(n)), None)
        number = said + 1 if said is not None else None
        certain = any("automatic" in m.kinds(n) for n in (*range(max(at - 2, 0), at), at + 1))
        strict = (said is not None and m.text(said) in ("natural", "unmodified")) or certain
        if number is not None and m.kind(number) in ("NUMBER", "RANGE") and strict:
            amount = m.value(number) if m.kind(number) == "NUMBER" else None
            m.mark(at, at + 1, "CHANGE", Change(verb, amount))
        elif certain:
            start = at
            while {"being", "automatic", "article"} & set(m.kinds(start - 1)) and m.free(start - 1, start):
                start -= 1  # "is always a success"
            m.mark(start, at + 1, "CHANGE", Change(verb, None))
        elif m.kind(at - 1) == "NUMBER" and at > 0 and (at == 1 or m.kind(at - 2) == "STOP"):
            m.mark(at, at + 1, "CHANGE", Change(verb, m.value(at - 1)))


def _certain(m: _Marked) -> None:
    """ "A natural 10 always tells and a natural 1 never does", "a double six always hits": what is certain,
    by whatever verb."""
    for at in range(1, len(m.words)):  # "the Guard rally without a roll"
        said = m.kind(at - 1) == "WORD" and not {"cases", "and", "or", "not"} & set(m.kinds(at - 1))
        if "rollless" in m.kinds(at) and said and m.free(at - 1, at + 1):
            m.mark(at - 1, at + 1, "CHANGE", Change("pass", None))
    for at in range(len(m.words) - 3):
        if not {"natural", "double"} & set(m.kinds(at)) or m.kind(at + 1) != "NUMBER":
            continue
        how, verb = set(m.kinds(at + 2)), set(m.kinds(at + 3))
        never = "fails" in verb if "automatic" in how else "not" in how
        if ("automatic" in how or "not" in how) and m.kind(at + 3) == "WORD" and m.free(at, at + 4):
            amount = m.value(at + 1) if "natural" in m.kinds(at) else None
            m.mark(at + 2, at + 4, "CHANGE", Change("fail" if never else "pass", amount))
            m.mark(at, at + 1, "WORD")
            m.mark(at + 1, at + 2, "WORD")


def _set(m: _Marked) -> None:
    """ "Counts as 10", "becomes 6", "8 instead of 12"."""
    for at in range(len(m.words)):
        capped = any({"below", "exceeds"} & set(m.kinds(n)) for n in range(max(at - 4, 0), at))
        if "becomes" in m.kinds(at) and not m.denied(at, 2) and not capped:
            n = at + 1
            while "fill" in m.kinds(n) and n < at + 3:
                n += 1
            if "half" in m.kinds(n):
                m.drop(n)
                m.mark(at, n + 1, "CHANGE", Change("halve", 0.5))
            elif m.kind(n) == "NUMBER" and not _priced(m, n):
                m.mark(at, n + 1, "CHANGE", Change("set", m.value(n), unit_of(m.words[n].token.text)))
        elif (
            m.kind(at) == "NUMBER"
            and m.free(at, at + 1)
            and {"or", "and"} & set(m.kinds(at - 1))
            and m.text(at - 2) == ","
            and m.kind(at - 3) == "NUMBER"
            and m.free(at - 3, at - 2)
            and {"if", "cases", "unless"} & set(m.kinds(at + 1))
        ):  # "16, but 11 with a coin": the first is what it is else
            m.mark(at, at + 1, "CHANGE", Change("set", m.value(at), unit_of(m.words[at].token.text)))
        elif "instead" in m.kinds(at) and (m.kind(at + 1) == "NUMBER" or "dice" in m.kinds(at + 2)):
            for n in range(at - 1, max(at - 4, -1), -1):
                if m.kind(n) == "NUMBER" and m.free(n, n + 1):
                    m.mark(n, n + 1, "CHANGE", Change("set", m.value(n), unit_of(m.words[n].token.text)))
                    break


def _alternatives(m: _Marked) -> None:
    """ "+2, or +3 when defending", "two dice fewer, one fewer with a lamp": amounts of which one counts."""
    changes = sorted(at for at, (_, kind, _) in m.found.items() if kind == "CHANGE")
    for before, at in pairwise(changes):
        (start, _, first), (end, _, second) = m.found[before], m.found[at]
        told = {"if", "cases", "unless", "per", "only"} & set(m.kinds(end))
        beside = 0 < at - start < _NEAR and all(
            m.text(n) == "," or "or" in m.kinds(n) for n in range(start, at)
        )
        counted = ("add", "dice")
        if first is None or second is None or not (told and beside):
            continue
        if first.operation in counted and second.operation in counted:
            one = second._replace(exclusive=True, operation=first.operation)
            m.found[at] = (end, "CHANGE", one)


def _gapped(m: _Marked) -> None:
    """ "Subtract 2 in a Light wind, and 1 for every mast": an amount that takes the verb before it."""
    last: Change | None = None
    ended = 0
    for at in range(len(m.words)):
        _, kind, change = m.found.get(at, (0, "", None))
        joined = {"and", "or"} & set(m.kinds(at - 1)) or m.text(at - 1) == ","
        if (
            kind == "CHANGE"
            and change is not None
            and change.amount is not None
            and last is not None
            and joined
        ):
            more = (
                change.verb and m.kind(at) == "NUMBER" and (last.amount or 0) < 0 < change.amount
            )  # "subtract 1 …, and 1 more if …"
            last = change._replace(amount=-change.amount) if more else change
            ended = m.found[at][0]
            if more:
                m.found[at] = (m.found[at][0], kind, last)
            continue
        if kind == "CHANGE" and change is not None and change.operation in ("add", "dice"):
            last = change if change.verb else None
            ended = m.found[at][0]
            continue
        if last is None or last.amount is None or m.kind(at) != "NUMBER" or not joined:
            continue
        follows = set(m.kinds(at + 1)) | ({"per"} if "each" in m.kinds(at + 1) else set())
        value = m.value(at)
        change_here = m.found.get(at)
        if (
            value is None
            or not follows & {"if", "per", "more", "cases", "unless"}
            or (change_here and change_here[1] == "WORD")
        ):
            continue
        m.drop(at)
        told = {"if", "unless", "per", "cases"}
        bare = not any(told & set(m.kinds(n)) for n in range(ended, at))
        exclusive = "or" in m.kinds(at - 1) or (m.text(at - 1) == "," and bare)  # "adds 3, 5 with a flag"
        sign = -1 if last.amount < 0 else 1
        end = at + 2 if "more" in follows else at + 1
        m.mark(at, end, "CHANGE", last._replace(amount=sign * value, exclusive=exclusive))


def _statements(m: _Marked) -> None:
    """What is forbidden, permitted, or counts as something else: no change, but it decides as changes do."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not m.free(at, at + 1) or {"forbids_weak"} & kinds:
            continue
        kind = next((kind for kind in ("forbids", "permits", "counts") if kind in kinds), None)
        if kind is not None and at + 1 < len(m.words):
            m.mark(at, at + 1, "CHANGE", Change(kind, None))


def _conditions(m: _Marked, changes: list[int]) -> None:
    """Which words begin a condition, a count, a replacement; and what a change is of."""
    size = len(m.words)
    closers = {n for n in range(size) if m.kind(n) == "RPAR"}
    depth: list[int] = []
    for n in range(size):  # brackets in pairs; others are words
        if m.kind(n) == "LPAR":
            depth.append(n)
        elif n in closers and depth:
            start = depth.pop()
            if len(depth) < _DEEPEST:
                m.mark(start, start + 1, "LPAR")
                m.mark(n, n + 1, "RPAR")
    before = -1
    for at in range(size):
        upto, kind, _ = m.found.get(at - 1, (0, "", None))
        before = upto if kind in ("CHANGE", "BY") else before
        if not m.free(at, at + 1):
            continue
        kinds = set(m.kinds(at))
        if "unless" in kinds and not (at == 0 and at + 1 == size):
            m.mark(at, at + 1, "UNLESS")
        elif "per" in kinds:
            m.mark(at, at + 1, "PER")
        elif "each" in kinds and (
            at == 0 or before == at or m.kind(at - 1) == "STOP" or m.text(at - 1) == "for"
        ):
            if before == at or not _verbal(m, changes, at):
                m.mark(at, at + 1, "PER")
        elif "instead" in kinds:
            m.mark(at, at + 1, "INSTEAD")
        elif "if" in kinds:
            m.mark(at, at + 1, "IF")
        elif before == at and "to" in kinds:
            m.mark(at, at + 1, "TO")
        elif (
            "to" in kinds
            and before >= 0
            and 0 < at - before <= _NEAR
            and m.text(at) in ("to", "from")
            and all(
                m.free(n, n + 1) and m.kind(n) == "WORD" and not {"cases", "and", "or"} & set(m.kinds(n))
                for n in range(before, at)
            )
        ):
            start = next(s for s, (upto, _, _) in m.found.items() if upto == before)
            _, kind, change = m.found[start]
            if change is not None and change.operation in ("add", "dice"):
                noun = " ".join(m.words[n].token.text for n in range(before, at))
                m.found[start] = (at, kind, change._replace(noun=noun))
                m.taken.update(range(before, at))
                m.mark(at, at + 1, "TO")
        elif "cases" in kinds and before >= 0 and (before == at or _in_object(m, before, at)):
            m.mark(at, at + 1, "IF")


def _in_object(m: _Marked, before: int, at: int) -> bool:
    """Whether the words from a change to here only say what it is of: "to the roll | in a wood"."""
    said = m.found.get(before, (0, "", None))[1] == "TO" or _takes_object(m, before)
    return said and all(m.free(n, n + 1) and m.kind(n) != "STOP" for n in range(before + 1, at))


def _takes_object(m: _Marked, upto: int) -> bool:
    """Whether the change that ends there is of the words right behind it: "halves her move"."""
    for start in range(max(upto - _STRETCH, 0), upto):
        end, _, change = m.found.get(start, (0, "", None))
        if end == upto and change is not None:
            return change.operation in (*STATEMENTS, "halve", "double", "reroll")
    return False


def _verbal(m: _Marked, changes: Sequence[int], at: int) -> bool:
    """Whether the next change is said by a verb: "each ship adds 1"."""
    change = next((m.found[n][2] for n in changes if n > at), None)
    return change is None or change.verb


def _breaks(m: _Marked, changes: Sequence[int]) -> None:
    """Which commas and which "and" part clauses."""
    size = len(m.words)
    for at in range(size):
        if m.kind(at) == "STOP" and m.text(at) != "," and m.free(at, at + 1):
            m.mark(at, at + 1, "_SEP")
    starts = [-1, *changes]
    ends = [*changes, size]
    for n, (start, end) in enumerate(zip(starts, ends, strict=True)):
        first = m.found[start][0] if start >= 0 else 0
        gap = range(first, end)
        stops = [k for k in gap if m.text(k) == "," and m.free(k, k + 1)]
        ands = [k for k in gap if "and" in m.kinds(k) and m.free(k, k + 1)]
        ors = [k for k in gap if "or" in m.kinds(k) and m.free(k, k + 1)]
        for k in stops:  # what follows says by itself that it begins
            follower = k + 2 if {"and", "or"} & set(m.kinds(k + 1)) else k + 1
            if m.found.get(follower, (0, "", None))[1] in (
                "CHANGE",
                "IF",
                "UNLESS",
                "LIMIT",
                "PER",
                "INSTEAD",
            ):
                m.mark(k, follower, "_SEP")
        for k in (*stops, *ands):  # what a change is of ends there: "halves her move and may not tack"
            inside = (
                start >= 0
                and m.free(k, k + 1)
                and (m.found.get(first, (0, "", None))[1] == "TO" or _takes_object(m, first))
            )
            another = {"forbids", "being", "permits", "check", "becomes"} & set(m.kinds(k + 1))
            if (inside and m.text(k) == ",") or (another and start >= 0 and m.free(k, k + 1)):
                m.mark(k, k + 1, "_SEP")
        parted = n > 0 and any(m.found.get(k, (0, "", None))[1] == "_SEP" for k in gap)
        if end == size or parted:
            continue
        change = m.found[end][2]
        if n == 0:  # a leading condition ends at the last comma before the clause of the change
            opened = any({"if", "unless", "per"} & set(m.kinds(k)) for k in gap[:2])
            opened |= bool(gap) and "cases" in m.kinds(gap[0])
            if stops and opened:
                m.mark(stops[-1], stops[-1] + 1, "_SEP")
        elif change is not None and not change.verb:
            cut = [*stops[:1], *ands[:1], *(k for k in ors if k == end - 1)][:1]
            for k in cut:
                m.mark(k, k + 1, "_SEP")
        else:
            cut = [k for k in (*ands, *ors) if k == end - 1] or [*stops[-1:], *ands[-1:]][:1]
            for k in cut:
                m.mark(k, k + 1, "_SEP")


def _assembled(m: _Marked) -> Iterator[Terminal]:
    at = 0
    while at < len(m.words):
        upto, kind, change = m.found.get(at, (at + 1, "WORD", None))
        token, last = m.words[at].token, m.words[upto - 1].token
        yield Terminal(kind, token.start, last.end, change)
        if (
            change is not None
            and change.operation in (*STATEMENTS, "halve", "double", "reroll", "dice")
            and kind == "CHANGE"
        ):
            following = m.found.get(upto, (0, "WORD", None))[1]
            if (
                upto < len(m.words)
                and following == "WORD"
                and m.kind(upto) == "WORD"
                and change.operation != "dice"
            ):
                yield Terminal("TO", last.end, last.end)
        at = upto
