"""Values that a text states of a rule which it cites, held against those that the rule states.

In: a sentence or a section's text. Out: its values, each with its kind: what is to be rolled ("4+", "3 or
less"), a distance in its unit, an amount added or taken off, dice by their faces, a bound on how many of a
thing ("up to 3 units"). A value is contradicted where the rule states values of that kind and neither it
nor what it rests on states this one; what the sentence may have reckoned is not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from vfdoc.language.content_words import content_words
from vfdoc.language.stems import uninflected
from vfdoc.model.session import constant
from vfdoc.model.words import WordForms

_HALVES = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}
_CITED = re.compile(
    r"\([^()]*\)|\w+[ \xa0](?:\d[\w.]*|[IVXLC]+)(?!\w)|\d[\w.]*"
)  # a citation, or what is counted
_PLAIN = "count::"  # a count without a bound
_PARTS = (", ", "; ", ": ", ". ", "\n")
_FEWEST = 2  # words by which a sentence shows what it is about
_AMOUNT = r"\d{1,4}[½¼¾⅓⅔]?|[½¼¾⅓⅔]"


class StatedValue(NamedTuple):
    """A value as it is said: its kind ("target", "low", "add", "dice", "in:…" with a unit, "count:…" with a
    bound and a noun), the amount, its place in the text, its words; the bound that a distance is, and "per"
    where an amount is counted by something; of a distance and a plain count ("seven directors") its
    sentence; what is said `beside` it, up to a comma or what joins it to the next value, and `around` it, in
    its whole sentence."""

    kind: str
    amount: Fraction
    start: int
    end: int
    words: str
    bound: str = ""
    sentence: str = ""
    beside: str = ""
    around: str = ""


class _Forms(NamedTuple):
    value: re.Pattern[str]
    units: tuple[tuple[str, re.Pattern[str]], ...]
    numbers: dict[str, int]
    reckoned: re.Pattern[str]
    per: re.Pattern[str]
    bounds: dict[str, str]
    bounded: re.Pattern[str]
    joined: re.Pattern[str]
    joins: re.Pattern[str]


def values(text: str, forms: WordForms) -> list[StatedValue]:
    """The values that a text states, in order."""
    found = list(_values(text, forms))
    joins = _forms(forms).joins
    return [
        value._replace(beside=_beside(text, found, at, joins), around=_sentence(text, value.start, value.end))
        for at, value in enumerate(found)
    ]


def _beside(text: str, found: Sequence[StatedValue], at: int, joins: re.Pattern[str]) -> str:
    """The words beside a value: up to the commas around it, and those that join it to its neighbours."""
    value = found[at]
    begin = max(text.rfind(stop, 0, value.start) for stop in _PARTS) + 1
    end = min((stop for part in _PARTS if (stop := text.find(part, value.end)) >= 0), default=len(text))
    if at and found[at - 1].end > begin:
        cut = joins.search(text, found[at - 1].end, value.start)
        begin = cut.end() if cut else value.start
    if at + 1 < len(found) and found[at + 1].start < end:
        cut = joins.search(text, value.end, found[at + 1].start)
        end = cut.start() if cut else value.end
    return f"{text[begin : value.start]} {text[value.end : end]}"


def contradicted(
    value: StatedValue,
    said: Sequence[StatedValue],
    cited: Sequence[StatedValue],
    beyond: Sequence[StatedValue],
    text: str,
    forms: WordForms,
) -> tuple[StatedValue, ...]:
    """The values of that kind that the sections cited state, where none of them is the one said; empty where
    one is, where they state none, or where it cannot be sure.

    `said` are all values of the sentence, `text` its words; `cited` those of the sections, `beyond` those of
    the rules that these cite.
    """
    same = tuple(other for other in cited if _of_kind(value, other))
    about = tuple(other for other in same if other.sentence and _is_about(value, other, forms))
    about = about if len({other.amount for other in about}) == 1 else ()
    if value.kind.startswith(_PLAIN):
        same = about
    elif value.kind.startswith("in:"):
        alike = tuple(other for other in about if other.bound == value.bound)
        if value.bound and alike:  # the same sentence in the rule: no matter what others state
            same, beyond = alike, ()
        elif any(other.amount <= 1 and not other.bound for other in same):
            return ()  # a rate: each 1" counts as so much
        same = tuple(other for other in same if (other.bound == "") == (value.bound == ""))
    if any(value.amount == other.amount for other in _kind(value, beyond)):
        return ()
    if any(value.amount == other.amount for other in same):
        return _of_another(value, same, forms)
    plain = value.kind.startswith(_PLAIN) or all(other.kind != value.kind for other in same)
    of_another_kind = (
        plain if value.kind.startswith("count:") else value.kind.startswith("in:") and not value.bound
    )
    if of_another_kind and any(value.amount == other.amount for other in cited):
        return ()  # the number is there, of what it counts or bounds in other words
    return () if _reckoned(value, said, cited, text, forms) else same


def _kind(value: StatedValue, others: Sequence[StatedValue]) -> Iterator[StatedValue]:
    return (other for other in others if _of_kind(value, other))


def _of_kind(value: StatedValue, other: StatedValue) -> bool:
    if value.kind.startswith("count:"):
        noun = value.kind.rpartition(":")[2]
        return other.kind.startswith("count:") and other.kind.rpartition(":")[2] == noun
    return value.kind == other.kind


def _is_about(value: StatedValue, other: StatedValue, forms: WordForms) -> bool:
    """Whether the sentence of a value says nothing that the rule's does not: all of its words that say
    something stand there too, but for those that cite."""
    content, silent = content_words(forms), {*forms.citing.says, *_forms(forms).numbers}
    words = _CITED.sub(" ", value.sentence).split()
    said = set(content(" ".join(word for word in words if word.strip(".,;:").casefold() not in silent)))
    return len(said) >= _FEWEST and said <= set(content(other.sentence))


def _of_another(value: StatedValue, same: Sequence[StatedValue], forms: WordForms) -> tuple[StatedValue, ...]:
    """The values that the rule states of what this one is said of, where it states this one of something
    else, and both in one sentence alone: a word beside this one stands beside those, and nowhere else in
    that sentence."""
    [around, *others] = {other.around for other in same if other.amount == value.amount}
    if others:
        return ()
    content = content_words(forms)
    amounts: dict[str, set[Fraction]] = defaultdict(set)
    apart = Counter(content(around))
    listed = [other for other in same if other.around == around]
    for other in listed:
        words = content(other.beside)
        apart.subtract(words)
        for word in words:
            amounts[word].add(other.amount)
    said = [amounts[word] for word in content(value.beside) if word in amounts and apart[word] <= 0]
    single = {amount for of in said if len(of) == 1 for amount in of}
    if len(single) != 1 or value.amount in single:
        return ()
    return tuple(other for other in listed if other.amount in single)


def _reckoned(
    value: StatedValue, said: Sequence[StatedValue], cited: Sequence[StatedValue], text: str, forms: WordForms
) -> bool:
    """Whether the sentence may have worked the value out of what it and the rule state."""
    others = [v for v in said if v.start != value.start]
    adds = [v.amount for v in others if v.kind == "add"]
    stated = [v.amount for v in cited if _of_kind(value, v)]
    beside_it = text[: value.start] + " " * (value.end - value.start) + text[value.end :]
    plain = [Fraction(number) for number in _counts(beside_it, forms)]
    if value.kind in ("target", "low"):
        return any(value.amount == base - add for base in stated for add in adds)
    if value.kind == "add":
        counts = [v.amount for v in cited if v.kind.startswith("count:")]
        each = [v.amount for v in cited if _of_kind(value, v) and v.bound == "per"]
        times = [count for count in (*plain, *counts) if count > 1]
        return any(value.amount == base * count for base in each for count in times)
    if value.kind.startswith("in:"):
        beside = [v.amount for v in others if v.kind == value.kind]
        sums = {a + b for a in stated for b in beside} | {abs(a - b) for a in stated for b in beside}
        if _forms(forms).reckoned.search(text) is not None:
            sums |= {a * 2 for a in stated} | {a / 2 for a in stated} | {a * n for a in stated for n in plain}
        return value.amount in sums
    return False


def _counts(text: str, forms: WordForms) -> Iterator[int]:
    """The plain numbers of a sentence, in figures or words."""
    numbers = _forms(forms).numbers
    for found in re.finditer(r"(?<![\w.+−–-])(\d{1,2}|[^\W\d_]+)(?![\w.+\"]|'')", text.casefold()):
        word = found.group()
        if word.isdigit():
            yield int(word)
        elif word in numbers:
            yield numbers[word]


def _values(text: str, forms: WordForms) -> Iterator[StatedValue]:
    made = _forms(forms)
    taken = 0
    last: StatedValue | None = None  # added or taken off
    for found in made.value.finditer(text):
        if found.start() < taken:
            continue
        amount = _amount(found, made)
        if amount is None:
            continue
        start, end = found.span()
        stated = partial(StatedValue, start=start, end=end, words=" ".join(found.group().split()))
        if found["dice"]:
            yield stated("dice", Fraction(found["faces"]))
        elif found["unit"]:
            unit = next((name for name, pattern in made.units if pattern.fullmatch(found["unit"])), "")
            bound, said = _bound(text, found, made), _sentence(text, start, end)
            yield stated(f"in:{unit}", amount, bound=bound, sentence=said)
        elif found["plus"] or found["or_more"]:
            counted = _noun(text, end, made, forms) if found["or_more"] else ""
            if counted:
                yield stated(f"count:least:{_singular(counted, forms)}", amount)
            else:
                yield stated("target", amount)
        elif found["or_less"]:
            counted = _noun(text, end, made, forms)
            kind = f"count:most:{_singular(counted, forms)}" if counted else "low"
            yield stated(kind, amount)
        elif found["sign"] or (found["add"] and not _noun(text, end, made, forms)):
            less = found["sign"] in tuple("-−–") if found["sign"] else _is_less(found["add"], forms)
            per = "per" if made.per.search(_sentence(text, start, end)) else ""
            last = stated("add", -amount if less else amount, bound=per)
            yield last
        else:
            noun = _noun(text, end, made, forms)
            bound = _bound(text, found, made)
            if noun:
                plain = "" if bound else _sentence(text, start, end)
                kind = f"count:{bound}:{_singular(noun, forms)}"
                yield stated(kind, amount, sentence=plain)
            elif last is not None and made.joined.fullmatch(text, last.end, start):
                # "subtract 2 if …, and 1 if …"
                yield stated("add", amount if last.amount > 0 else -amount)
            else:
                continue
        taken = end


def _sentence(text: str, start: int, end: int) -> str:
    """The words around a place up to the stops."""
    first = max(text.rfind(stop, 0, start) for stop in (". ", "\n", "; ")) + 1
    after = [at for stop in (". ", "\n", "; ") if (at := text.find(stop, end)) >= 0]
    return text[first : min(after, default=len(text))]


def _bound(text: str, found: re.Match[str], made: _Forms) -> str:
    """The bound that a value is: the words before it, or behind it ("6\" or less")."""
    before = made.bounds.get(" ".join((found["bound"] or "").casefold().split()), "")
    behind = made.bounded.match(text, found.end())
    return before or ("least" if behind and behind["more"] else "most" if behind else "")


def _noun(text: str, end: int, made: _Forms, forms: WordForms) -> str:
    """The word that a number counts: the next one, unless it says nothing."""
    found = re.compile(r"[ \xa0\n]([^\W\d_]{3,})").match(text, end)
    word = found[1].casefold() if found else ""
    return "" if word in forms.stop or word in made.numbers else word


def _singular(noun: str, forms: WordForms) -> str:
    return uninflected(noun, forms.phrase_endings)


def _amount(found: re.Match[str], made: _Forms) -> Fraction | None:
    said = (found["number"] or "").casefold()
    if found["dice"]:
        return Fraction(1)
    if said in made.numbers:
        return Fraction(made.numbers[said])
    if not said:
        return None
    part = _HALVES.get(said[-1], Fraction(0))
    whole = said.rstrip("½¼¾⅓⅔")
    return (Fraction(int(whole)) if whole else Fraction(0)) + part


def _is_less(word: str, forms: WordForms) -> bool:
    return word.casefold() in forms.citing.subtract


@constant
def _forms(forms: WordForms) -> _Forms:
    said = forms.citing
    numbers = {word.casefold(): number for word, number in forms.sums.numbers}
    names = {word: key for key in ("least", "most", "more", "less", "within") for word in getattr(said, key)}
    number = "|".join((*map(re.escape, sorted(numbers, key=len, reverse=True)), _AMOUNT))
    units = "|".join(
        name for listed in said.measures for name in sorted(listed, key=len, reverse=True) if name != '"'
    )
    adds = _either((*said.add, *said.subtract))
    value = re.compile(
        rf"(?<![\w.½¼¾⅓⅔])(?:"
        rf"(?P<dice>\d{{0,2}}[dDWw](?P<faces>\d{{1,3}}))(?!\w)"
        rf"|(?:(?:(?P<bound>{_either(tuple(names))})|(?P<add>{adds}))[ \xa0\n]"
        rf"|(?P<sign>[+−–-]))?"
        rf"(?P<number>{number})(?![\w.]\w|\w)"
        rf"(?:(?P<plus>\+)(?![ \xa0]?\d)"
        rf"|[ \xa0\n]?(?P<unit>\"|″|”(?=[ ,.;)])|(?<=[ \xa0\n\d½])(?:{units or '(?!)'})(?!\w))"
        rf"|[ \xa0\n](?P<or_more>{_either(said.or_more)})(?!\w)"
        rf"|[ \xa0\n](?P<or_less>{_either(said.or_less)})(?!\w))?"
        rf")",
        re.IGNORECASE,
    )
    measures = tuple(
        (
            listed[0],
            re.compile("|".join((*listed[1:], '["″”]' if listed[0] == '"' else listed[0])), re.IGNORECASE),
        )
        for listed in said.measures
    )
    reckoned = re.compile(
        rf"(?<!\w)(?:{_either((*said.double, *said.half))})(?!\w)|[×=]|\bx\b", re.IGNORECASE
    )
    bounded = re.compile(
        rf"[ \xa0\n](?:(?P<more>{_either(said.or_more)})|(?:{_either(said.or_less)}))(?!\w)", re.IGNORECASE
    )
    joined = re.compile(rf"[^.;:!?]*[, \xa0](?:{_either(said.joins)})[ \xa0]", re.IGNORECASE)
    joins = re.compile(rf"[ \xa0\n](?:{_either(said.joins)})[ \xa0\n]", re.IGNORECASE)
    per = re.compile(rf"(?<!\w)(?:{_either(said.per)})(?!\w)", re.IGNORECASE)
    return _Forms(
        value=value, units=measures, numbers=numbers, reckoned=reckoned, per=per, bounds=names,
        bounded=bounded, joined=joined, joins=joins,
    )  # fmt: skip


def _either(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True)) or "(?!)"
