"""The named rules for changes by an amount: added, subtracted, given, taken, raised, however it is said.

In: marked tokens. Out: the changes, marked. Each rule is one question that one token of look-ahead cannot
answer: whether "2" is added or compared, which verb an amount takes from the clause before it.
"""

from __future__ import annotations

from itertools import pairwise

from vfdoc.mechanics.lexicon import unit_of
from vfdoc.mechanics.marked import COLUMN, NEAR, STRETCH, MarkedChange, MarkedClause, priced

_OPTIONS = 3  # signed numbers beside one another, of which one is chosen


def _limits(m: MarkedClause) -> None:
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
            elif m.is_number(at - 1) and (m.closes(at + 1) or m.kind(at + 1) == "RPAR"):
                m.mark(at - 1, at + 1, "LIMIT")  # "(3 at most)"


def _options(m: MarkedClause) -> None:
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
        run = range(at, end + 1)
        alike = not any(m.text(n) == "/" for n in run)  # "(+0, +1, +2)", not "-1 / -3 / -5"
        chosen |= alike and sum(m.kind(n) == "SIGNED" for n in run) >= _OPTIONS
        if end > at and chosen and not cases:
            for n in range(at, end + 1):
                m.mark(n, n + 1, "WORD")
        at = max(end, at) + 1


def _more_dice(m: MarkedClause) -> None:
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
        m.mark(begin, n + 1 + bool(behind), "CHANGE", MarkedChange("dice", -number if less else number))


def _columns(m: MarkedClause) -> None:
    """ "Shift two columns to the left", "1R": by how many columns a table of results is read elsewhere."""
    for at in range(len(m.words)):
        amount, end = m.value(at), 0
        if amount is None or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        if m.kind(at) == "SHIFT":
            end, left = at + 1, m.text(at).endswith("l")
        elif m.kind(at) == "NUMBER":
            n = at + 1
            while {"more", "fill"} & set(m.kinds(n)) and n < at + 3:
                n += 1
            near = range(n + 1, n + NEAR + 1) if "column" in m.kinds(n) else range(0)
            side = next((k for k in near if {"backward", "forward"} & set(m.kinds(k))), None)
            if at == 0 and {"backward", "forward"} & set(m.kinds(1)) and m.closes(2):
                side = 1  # "one left", in a cell
            if side is not None:
                end, left = side + 1, "backward" in m.kinds(side)
        if end:
            start = at - 1 if {"shift", "reading"} & set(m.kinds(at - 1)) else at
            if m.kind(end) == "LPAR" and m.kind(end + 2) == "RPAR" and m.text(end + 1) in ("l", "r"):
                end += 3  # "to the right (R)"
            m.mark(start, end, "CHANGE", MarkedChange("add", -amount if left else amount, noun=COLUMN))


def _verbs(m: MarkedClause) -> None:
    """ "Add 1", "subtracts a further 2", "take 2 from": a verb with its amount."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not kinds & {"add", "subtract", "take_away", "shift"} or not m.free(at, at + 1):
            continue
        n = at + 1
        while "fill" in m.kinds(n) and n < at + 4:
            n += 1
        amount = m.value(n)
        if not m.is_number(n) or amount is None or priced(m, n):
            continue
        away = "take_away" in kinds and not kinds & {"add", "subtract"}
        if away and m.text(n + 1) != "off" and not any(m.text(k) == "from" for k in range(n + 1, n + 5)):
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


def _with_dice(m: MarkedClause, end: int) -> int:
    """The end of a change, with the word for dice right behind it: "+1 die"."""
    return end + 1 if "dice" in m.kinds(end) and not {"roll", "generic"} & set(m.kinds(end + 1)) else end


def _pools(m: MarkedClause) -> None:
    """ "Lose one die per wound", "gives two dice": how many dice there are, and no loss of another kind."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not kinds & {"loses", "gives"} or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        n = at + 1
        while "fill" in m.kinds(n) and m.value(n) is None and n < at + 3:
            n += 1
        if "pool" in m.kinds(n) and "counted" in m.kinds(n):
            m.mark(at, at + 1, "CHANGE", MarkedChange("dice", -1 if "loses" in kinds else 1))
            m.mark(n, n + 1, "PER")
            continue
        amount = m.value(n)
        more = {"more", "fewer"} & set(m.kinds(n + 2))
        if m.kind(n) == "NUMBER" and amount is not None and "dice" in m.kinds(n + 1) and not more:
            m.mark(at, n + 2, "CHANGE", MarkedChange("dice", -amount if "loses" in kinds else amount))


def _gains(m: MarkedClause) -> None:
    """ "Gains 15 if …", "loses 2 inches": an amount of nothing but the value that is spoken of."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        amount = m.value(at + 1) if m.kind(at + 1) == "NUMBER" else None
        if not kinds & {"gaining", "loses"} or amount is None or m.denied(at, 2) or not m.free(at, at + 2):
            continue
        stops = [n for n in range(at) if m.kind(n) == "STOP"]
        opened = any("if" in m.kinds(n) for n in range(stops[-1] + 1 if stops else 0, at))
        if opened and m.text(at + 2) == ",":
            continue  # "if you get 1, …": what is rolled
        unit = unit_of(m.words[at + 1].token.text)
        ended = m.closes(at + 2)
        told = {"if", "cases", "unless", "per", "or"} & set(m.kinds(at + 2))
        owned = "to" in m.kinds(at + 2) and "owning" in m.kinds(at + 3)  # "loses 2\" of its move"
        told |= {"to"} if owned and unit else set()
        if (unit or "loses" not in kinds) and (ended or told) and not priced(m, at + 1):
            size = -amount if "loses" in kinds else amount
            m.mark(at, at + 2, "CHANGE", MarkedChange("add", size, unit))


def _added(m: MarkedClause, at: int, amount: float, *, verb: bool = True) -> MarkedChange:
    dice = any(
        "dice" in m.kinds(n) and "to" not in m.kinds(n - 1)
        for n in (at + 1, at + 2)
        if m.kind(n - 1) != "STOP"
    )
    dice &= not any("to" in m.kinds(n) for n in (at + 1,))
    dice |= m.text(at).endswith("d")
    return MarkedChange("dice" if dice else "add", amount, unit_of(m.words[at].token.text), verb=verb)


def _signs(m: MarkedClause) -> None:
    """A signed number is a change, but for a price, for what is compared ("−5 or worse"), and for a change
    that is spoken of ("the +1 for a wall never applies")."""
    signs = [at for at in range(len(m.words)) if m.kind(at) == "SIGNED" and "definite" not in m.kinds(at - 1)]
    equals = next((at for at in range(len(m.words)) if m.text(at) == "="), len(m.words))
    cased = {"if", "unless", "cases", "per"}
    for at in [at for at in signs if at > equals and " " in m.text(at).strip()]:
        if not cased & set(m.kinds(at + 1)):  # "margin = A + B - 50": how a value is reckoned
            m.mark(at, at + 1, "WORD")
            signs.remove(at)
    if any(priced(m, at) for at in signs):
        return
    for at in signs:
        amount = m.value(at)
        compared = {"exceeds", "below"} & set(m.kinds(at - 1)) and " " in m.text(at - 1)
        rolled = "natural" in m.kinds(at - 1)  # "on a result of -2"
        rolled |= m.kind(at - 1) == "NUMBER" and m.text(at)[1:2].isspace()  # "1 + 1 holes": a sum
        rolled |= "to" in m.kinds(at - 1) and m.kind(at - 2) == "LPAR"  # "(to -1)": what it comes to
        if rolled or compared or "than" in m.kinds(at - 1):  # "never more than +2", "worse than −2"
            m.mark(at, at + 1, "WORD")
        elif amount is not None and not {"at_least", "at_most"} & set(m.kinds(at + 1)):
            change = _added(m, at, amount, verb=False)
            start = at - 1 if "article" in m.kinds(at - 1) and m.free(at - 1, at) else at  # "with a -4"
            if "fill" in m.kinds(at - 1) and "article" in m.kinds(at - 2) and m.free(at - 2, at):
                start = at - 2  # "suffers an additional -1"
            m.mark(start, _with_dice(m, at + 1) if change.operation == "dice" else at + 1, "CHANGE", change)
    for at, word in enumerate(m.words):
        if (
            (
                word.token.text in ("+", "−")
                and m.kind(at + 1) in ("WORD", "DICE")
                and (at == 0 or signs or m.ends(at + 2))
            )
            and m.kind(at - 1) != "DICE"
            and not (m.ends(at + 2) and at > 3)
            and m.text(at + 2) not in ("—", " — ", " – ")  # "A + B—": the head of what is explained
            and at < equals
        ):
            m.mark(at, at + 2, "CHANGE", MarkedChange("add", None, verb=False))


def _postfixes(m: MarkedClause) -> None:
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
        if "limit" in m.kinds(n) or priced(m, at) or priced(m, n):
            continue
        if amount is None:
            if "part" in m.kinds(at + 1):  # "one third more": by how much depends on what it is of
                m.mark(at, n + 1, "CHANGE", MarkedChange("add", None, verb=False))
            continue
        sign = -1 if "fewer" in kinds else 1
        dice = any("dice" in m.kinds(k) for k in (at + 1, at + 2))
        unit = unit_of(m.words[at].token.text)
        noun = m.words[at + 1].token.text if n == at + 2 and not dice else ""  # "one hex more"
        m.mark(at, n + 1, "CHANGE", MarkedChange("dice" if dice else "add", sign * amount, unit, noun))


def _counts(m: MarkedClause) -> None:
    """ "2 dice if it charged", "1 die for each": how many dice, where an item of a list begins with it."""
    if m.kind(0) == "NUMBER" and "dice" in m.kinds(1) and {"if", "per", "cases", "unless"} & set(m.kinds(2)):
        taken = any(
            "take_away" in m.kinds(n) or m.text(n) in ("fewer", "less") for n in range(2, len(m.words))
        )
        amount = m.value(0)
        if amount is not None:
            m.mark(0, 2, "CHANGE", MarkedChange("dice", -amount if taken else amount))


def _advantages(m: MarkedClause) -> None:
    """ "Has advantage", "with disadvantage": another die, of which one is kept."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        alone = at == 0 and (m.ends(1) or {"cases", "if", "unless", "only"} & set(m.kinds(1)))
        given = {"cases", "gives"} & set(m.kinds(at - 1)) or alone
        if kinds & {"advantage", "disadvantage"} and given and not m.denied(at, 2):
            kept = "disadvantage" if "disadvantage" in kinds else "advantage"
            m.mark(at, at + 1, "CHANGE", MarkedChange("dice", None, noun=kept))


def _raises(m: MarkedClause) -> None:
    """ "Is reduced by 1", "increases its move by 2"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        beside = bool(kinds & {"forward", "backward"}) and "by" in m.kinds(at + 1)  # "and down by 1"
        moved = beside or kinds & {"raised", "lowered", "altered"}
        if not moved or not m.free(at, at + 1) or m.denied(at, 2):
            continue
        lowers = bool(kinds & {"lowered", "backward"})
        if m.kind(at - 1) == "NUMBER" and "by" in m.kinds(at - 2) and m.closes(at + 1) and m.free(at - 2, at):
            size = m.value(at - 1) or 0  # "um 3 erschwert"
            m.mark(at - 2, at + 1, "CHANGE", MarkedChange("add", -size if lowers else size))
            continue
        for n in range(at + 1, min(at + STRETCH, len(m.words) - 1)):
            if m.kind(n) == "STOP":
                break
            k = n + 2 if "fill" in m.kinds(n + 1) else n + 1
            amount = m.value(k)
            if "by" in m.kinds(n) and m.kind(k) in ("NUMBER", "SIGNED") and amount is not None:
                told = "altered" in kinds  # "is modified by −1": the number says which way
                if m.kind(k) == "SIGNED":
                    m.drop(k)
                if m.free(n, k + 1) and (not told or m.kind(k) == "SIGNED"):
                    size = amount if told else -abs(amount) if lowers else abs(amount)
                    change = _added(m, k, size)._replace(operation="add")
                    if beside:
                        m.mark(at, k + 1, "CHANGE", change)
                    else:
                        m.mark(at, at + 1, "RAISE")
                        m.mark(n, k + 1, "BY", change)
                break


def _alternatives(m: MarkedClause) -> None:
    """ "+2, or +3 when defending", "two dice fewer, one fewer with a lamp": amounts of which one counts."""
    changes = sorted(at for at, (_, kind, _) in m.found.items() if kind == "CHANGE")
    for before, at in pairwise(changes):
        (start, _, first), (end, _, second) = m.found[before], m.found[at]
        told = {"if", "cases", "unless", "per", "only"} & set(m.kinds(end))
        beside = 0 < at - start < NEAR and all(
            m.text(n) == "," or "or" in m.kinds(n) for n in range(start, at)
        )
        counted = ("add", "dice")
        joined = {"or"} & set(m.kinds(at - 1)) and m.text(at - 2) == "," and not _by_verb(second)
        if first is None or second is None or not (told and (beside or joined)):
            continue
        if first.operation in counted and second.operation in counted:
            one = second._replace(exclusive=True, operation=first.operation)
            m.found[at] = (end, "CHANGE", one)


def _by_verb(change: MarkedChange | None) -> bool:
    """Whether a verb of its own says a change."""
    return change is None or change.verb


def _gapped(m: MarkedClause) -> None:
    """ "Subtract 2 in a Light wind, and 1 for every mast": an amount that takes the verb before it."""
    last: MarkedChange | None = None
    ended = 0
    for at in range(len(m.words)):
        _, kind, change = m.found.get(at, (0, "", None))
        start = at
        while start > 0 and "fill" in m.kinds(start - 1) and m.text(start - 1) != ",":
            start -= 1  # "and a further 1 if"
        joined = {"and", "or"} & set(m.kinds(start - 1)) or m.text(start - 1) == ","
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


AMOUNTS = (
    _limits, _options, _more_dice, _columns, _verbs, _pools, _gains, _signs, _counts, _postfixes, _advantages,
    _raises,
)  # fmt: skip
"""The rules for amounts, in the order in which they are asked."""
SHARED = (_alternatives, _gapped)
"""The rules for amounts that take something from the change before them, asked when all are known."""
