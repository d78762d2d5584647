"""The named rules for changes that are no sum, halved, set, certain; and for what changes no roll.

In: marked tokens. Out: the changes, marked.
"""

from __future__ import annotations

from vfdoc.mechanics.lexicon import unit_of
from vfdoc.mechanics.marked import NEAR, STATEMENTS, STRETCH, MarkedChange, MarkedClause, priced


def _certain(m: MarkedClause) -> None:
    """ "A natural 10 always tells and a natural 1 never does", "a double six always hits": what is certain,
    by whatever verb."""
    for at in range(1, len(m.words)):  # "the Guard rally without a roll"
        said = m.kind(at - 1) == "WORD" and not {"cases", "and", "or", "not"} & set(m.kinds(at - 1))
        if "rollless" in m.kinds(at) and said and m.free(at - 1, at + 1):
            m.mark(at - 1, at + 1, "CHANGE", MarkedChange("pass", None))
    for at in range(len(m.words) - 3):
        if not {"natural", "double"} & set(m.kinds(at)) or m.kind(at + 1) != "NUMBER":
            continue
        how, verb = set(m.kinds(at + 2)), set(m.kinds(at + 3))
        never = "fails" in verb if "automatic" in how else "not" in how
        if ("automatic" in how or "not" in how) and m.kind(at + 3) == "WORD" and m.free(at, at + 4):
            amount = m.value(at + 1) if "natural" in m.kinds(at) else None
            m.mark(at + 2, at + 4, "CHANGE", MarkedChange("fail" if never else "pass", amount))
            m.mark(at, at + 1, "WORD")
            m.mark(at + 1, at + 2, "WORD")


def _halves(m: MarkedClause) -> None:
    """ "Halves her move", "half the dice", "at half speed", "is doubled"; not "half or more", "more than
    half"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if m.denied(at, 2) or not m.free(at, at + 1):
            continue
        if "halve" in kinds and "rounds" not in m.kinds(at - 1):
            m.mark(at, at + 1, "CHANGE", MarkedChange("halve", 0.5))
        elif "double" in kinds:
            passive = "being" in m.kinds(at - 1)
            if passive or "determiner" in m.kinds(at + 1) or at + 1 == len(m.words):
                m.mark(at, at + 1, "CHANGE", MarkedChange("double", 2))
        elif any(m.kind(n) == "SIGNED" for n in range(at + 1, min(at + 5, len(m.words)))):
            continue  # "half Crew lost −1"
        elif "half" in kinds or m.text(at) in ("½", "1/2"):
            before, after = set(m.kinds(at - 1)), set(m.kinds(at + 1))
            if ("half_never" in before and "half_after" not in before) or "half_never" in after:
                continue
            named = len(m.words) == 2 and m.words[1].token.text[:1].isupper()  # "Half Orc"
            if (
                (at == 0 and not named)
                or "half_after" in before
                or ("gives" in before and "owning" in after)  # "has half its Guard"
                or (m.kind(at - 1) in ("STOP", "LPAR", "SIGNED") and at + 1 < len(m.words))
            ) and (at + 1 == len(m.words) or m.kind(at + 1) in ("WORD", "STOP", "RPAR")):
                m.mark(at, at + 1, "CHANGE", MarkedChange("halve", 0.5))


def _rerolls(m: MarkedClause) -> None:
    for at in range(len(m.words)):
        denied = any(
            {"not", "forbids"} & set(m.kinds(n)) and not ("cases" in m.kinds(n) and n < at - 1)
            for n in range(max(at - 4, 0), at)
        )  # not "without boots he rerolls"
        said = "reroll" in m.kinds(at) and "reroll_never" not in m.kinds(at) and not denied
        if said and "determiner" not in m.kinds(at - 1):
            m.mark(at, at + 1, "CHANGE", MarkedChange("reroll", None))


def _natural(m: MarkedClause) -> None:
    """ "A natural 1 fails", "always passes", "automatically hits"."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        verb = "pass" if "succeeds" in kinds else "fail" if "fails" in kinds else ""
        if not verb or m.denied(at, 2) or not m.free(at, at + 1):
            continue
        start = max(at - STRETCH, 0)
        breaks = [
            n for n in range(start, at) if m.text(n) in (";", ":") or {"succeeds", "fails"} & set(m.kinds(n))
        ]
        start = breaks[-1] + 1 if breaks else start
        said = next((n for n in range(at - 1, start - 1, -1) if "natural" in m.kinds(n)), None)
        number = said + 1 if said is not None else None
        if said and m.kind(said + 1) not in ("NUMBER", "RANGE") and m.kind(said - 1) == "NUMBER":
            number = said - 1  # "un 1 naturel"
        certain = any("automatic" in m.kinds(n) for n in (*range(max(at - 2, 0), at), at + 1))
        end = at + 2 if "automatic" in m.kinds(at + 1) and m.free(at + 1, at + 2) else at + 1
        strict = (said is not None and m.text(said) in ("natural", "unmodified")) or certain
        if number is not None and m.kind(number) in ("NUMBER", "RANGE") and strict:
            more = {"to", "or", "at_least", "at_most"} & set(m.kinds(number + 1))  # "a roll of 96 to 00"
            amount = m.value(number) if m.kind(number) == "NUMBER" and not more else None
            m.mark(at, end, "CHANGE", MarkedChange(verb, amount))
        elif certain:
            start = at
            while {"being", "automatic", "article"} & set(m.kinds(start - 1)) and m.free(start - 1, start):
                start -= 1  # "is always a success"
            told = m.kind(start - 1) == "NUMBER" and (start == 1 or _opens(m, start - 2))  # "20 is always"
            m.mark(start, end, "CHANGE", MarkedChange(verb, m.value(start - 1) if told else None))
        elif _is_number(m, at - 1) and at > 0 and (at == 1 or m.kind(at - 2) == "STOP"):
            m.mark(at, at + 1, "CHANGE", MarkedChange(verb, m.value(at - 1)))


def _is_number(m: MarkedClause, at: int) -> bool:
    """Whether a token is a number and no article ("un échec", "ein Erfolg")."""
    return m.kind(at) == "NUMBER" and "article" not in m.kinds(at)


def _opens(m: MarkedClause, at: int) -> bool:
    """Whether what stands behind a token begins a clause."""
    return m.kind(at) == "STOP" or bool({"and", "article"} & set(m.kinds(at)))


def _set(m: MarkedClause) -> None:
    """ "Counts as 10", "becomes 6", "8 instead of 12"."""
    for at in range(len(m.words)):
        capped = any({"below", "exceeds"} & set(m.kinds(n)) for n in range(max(at - 4, 0), at))
        if "becomes" in m.kinds(at) and not m.denied(at, 2) and not capped:
            n = at + 1
            while "fill" in m.kinds(n) and n < at + 3:
                n += 1
            if "half" in m.kinds(n):
                m.drop(n)
                m.mark(at, n + 1, "CHANGE", MarkedChange("halve", 0.5))
            elif m.kind(n) == "NUMBER" and not priced(m, n):
                m.mark(at, n + 1, "CHANGE", MarkedChange("set", m.value(n), unit_of(m.words[n].token.text)))
        elif (
            m.kind(at) == "NUMBER"
            and m.free(at, at + 1)
            and {"or", "and"} & set(m.kinds(at - 1))
            and m.text(at - 2) == ","
            and m.kind(at - 3) == "NUMBER"
            and m.free(at - 3, at - 2)
            and {"if", "cases", "unless"} & set(m.kinds(at + 1))
        ):  # "16, but 11 with a coin": the first is what it is else
            m.mark(at, at + 1, "CHANGE", MarkedChange("set", m.value(at), unit_of(m.words[at].token.text)))
        elif (
            m.kind(at) == "NUMBER"
            and m.text(at - 1) in (",", ";")
            and {"if", "cases", "unless"} & set(m.kinds(at + 1))
            and any(m.kind(n) == "TARGET" or "at_least" in m.kinds(n) for n in range(at - 1))
            and any("roll" in m.kinds(n) for n in range(at - 1))
            and m.free(at, at + 1)
        ):  # "on a throw of 6 or more; 5 with a carpenter"
            m.mark(at, at + 1, "CHANGE", MarkedChange("set", m.value(at), unit_of(m.words[at].token.text)))
        elif "instead" in m.kinds(at) and (m.kind(at + 1) == "NUMBER" or "dice" in m.kinds(at + 2)):
            for n in range(at - 1, max(at - 4, -1), -1):
                if m.kind(n) == "NUMBER" and m.free(n, n + 1):
                    between = range(n + 1, at)  # "two successes instead"
                    plain = at - n <= NEAR and all(m.kind(k) == "WORD" for k in between)
                    noun = " ".join(m.words[k].token.text for k in between) if plain else ""
                    change = MarkedChange("set", m.value(n), unit_of(m.words[n].token.text), noun)
                    m.mark(n, at if noun else n + 1, "CHANGE", change)
                    break


def _statements(m: MarkedClause) -> None:
    """What is forbidden, permitted, or counts as something else: no change, but it decides as changes do."""
    for at in range(len(m.words)):
        kinds = set(m.kinds(at))
        if not m.free(at, at + 1) or {"forbids_weak"} & kinds:
            continue
        kind = next((kind for kind in STATEMENTS if kind in kinds), "")
        kind = _permitted(m, at) if kind == "permits" else kind
        if kind and at + 1 < len(m.words):
            m.mark(at, at + 1, "CHANGE", MarkedChange(kind, None))


def _permitted(m: MarkedClause, at: int) -> str:
    """What words say that permit something: "neither side | is allowed to …" forbids it, and of "no more than
    two are allowed to …" nothing is said of one."""
    start = at
    while start > 0 and m.kind(start - 1) != "STOP" and not {"if", "and"} & set(m.kinds(start - 1)):
        start -= 1
    if any({"more", "fewer", "limit"} & set(m.kinds(n)) for n in (start, start + 1) if n < at):
        return ""
    return "forbids" if any("no_one" in m.kinds(n) for n in (start, start + 1) if n < at) else "permits"


OUTCOMES = (_certain, _halves, _rerolls, _natural, _set)
"""The rules, in the order in which they are asked."""
STATED = (_statements,)
"""The rule for what is forbidden, permitted or counts as something else, asked last."""
