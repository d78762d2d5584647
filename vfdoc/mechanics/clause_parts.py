"""Which words of a clause begin a condition, a count, a replacement; which commas and "and" part clauses.

In: marked tokens, and where their changes begin. Out: the other terminals, marked.
"""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.mechanics.marked import NEAR, STATEMENTS, STRETCH, MarkedClause

_DEEPEST = 8  # brackets within one another


def conditions(m: MarkedClause, changes: list[int]) -> None:
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
        if "unless" in kinds and {"nothing", "anyone"} & set(m.kinds(at - 1)):
            continue  # "does nothing except aim"
        if "unless" in kinds and not (at == 0 and at + 1 == size):
            m.mark(at, at + 1, "UNLESS")
        elif "per" in kinds:
            m.mark(at, at + 1, "PER")
        elif "each" in kinds and (
            at == 0 or before == at or m.kind(at - 1) == "STOP" or m.text(at - 1) == "for"
        ):
            if before == at or not (_verbal(m, changes, at) or _received(m, changes, at)):
                m.mark(at, at + 1, "PER")
        elif "instead" in kinds:
            m.mark(at, at + 1, "INSTEAD")
        elif "if" in kinds and (kind, upto) == ("UNLESS", at):
            continue  # "but not | after midnight": the case of the exception
        elif "if" in kinds:
            m.mark(at, at + 1, "IF")
        elif before == at and "to" in kinds:
            because = m.text(at) == "from" and not _verbal_before(m, at)  # "suffers −20 from the heat"
            m.mark(at, at + 1, "IF" if because else "TO")
        elif (
            before >= 0
            and 0 < at - before <= NEAR
            and (
                m.text(at) == "to"
                or (m.text(at) == "from" and _verbal_before(m, before))
                or ("bears_on" in kinds and "changing" in m.kinds(at - 1))  # "a −4 penalty on attack rolls"
            )
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


def _verbal_before(m: MarkedClause, at: int) -> bool:
    """Whether the change that ends there is said by a verb."""
    return any(change is not None and change.verb for upto, _, change in m.found.values() if upto == at)


def _in_object(m: MarkedClause, before: int, at: int) -> bool:
    """Whether the words from a change to here only say what it is of: "to the roll | in a wood"."""
    said = m.found.get(before, (0, "", None))[1] == "TO" or _takes_object(m, before)
    return said and all(m.free(n, n + 1) and m.kind(n) != "STOP" for n in range(before + 1, at))


def _takes_object(m: MarkedClause, upto: int) -> bool:
    """Whether the change that ends there is of the words right behind it: "halves her move"."""
    for start in range(max(upto - STRETCH, 0), upto):
        end, _, change = m.found.get(start, (0, "", None))
        if end == upto and change is not None:
            return change.operation in (*STATEMENTS, "halve", "double", "reroll")
    return False


def _verbal(m: MarkedClause, changes: Sequence[int], at: int) -> bool:
    """Whether the next change is said by a verb: "each ship adds 1"."""
    change = next((m.found[n][2] for n in changes if n > at), None)
    return change is None or change.verb


def _received(m: MarkedClause, changes: Sequence[int], at: int) -> bool:
    """Whether those who are named there bear the next change: "every unit suffers −1"."""
    change = next((n for n in changes if n > at), at)
    return any("receiving" in m.kinds(n) for n in range(at + 1, change))


def breaks(m: MarkedClause, changes: Sequence[int]) -> None:
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
            if stops and opened and not (m.text(end - 1) == ":" and change is not None and not change.verb):
                m.mark(stops[-1], stops[-1] + 1, "_SEP")
        elif change is not None and not change.verb:
            cut = [*stops[:1], *ands[:1], *(k for k in ors if k == end - 1)][:1]
            for k in cut:
                m.mark(k, k + 1, "_SEP")
        else:
            cut = [k for k in (*ands, *ors) if k == end - 1] or [*stops[-1:], *ands[-1:]][:1]
            for k in cut:
                m.mark(k, k + 1, "_SEP")
