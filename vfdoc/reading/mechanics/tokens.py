"""A clause as the tokens and islands of `mechanics.lark`.

One expression finds numbers, signs and words; phrases of the vocabulary become one token each, the
longest first; what means nothing is dropped. The grammar then joins tokens to islands (changes of a value,
quantities). Nothing here raises: every sequence of tokens parses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model.mechanics import Operation
from vfdoc.model.session import constant, memoized
from vfdoc.parsers import ParseError, Parser, Token, parser
from vfdoc.reading.mechanics.vocabulary import Meaning, Vocabulary

_RAW = re.compile(
    r"""(?P<RANGE>\b\d{1,3}\ ?[-–]\ ?\d{1,3}\b(?!["”″\d]))
    |(?P<PLUS>(?<![\w.])\d{1,2}\ ?\+(?![\d]))
    |(?P<DICE>\[?\d?\[?[dD]6\]?)
    |(?P<SIGNED>(?<![\w"”).])[+−–-]\d{1,3}(?:["”″])?(?!\w|\.\d))
    |(?P<DISTANCE>(?:\d{1,3}|½|\d/\d)\ ?["”″])
    |(?P<BYTWO>/\ ?2\b|\bpar\ ?2\b)
    |(?P<HALF>½)
    |(?P<NUMBER>(?<!\d)(?<!\d\.)\d{1,4}(?!\d|\.\d|(?:st|nd|rd|th)\b))
    |(?P<TIMES>(?<=\ )[x×]\ ?2\b)
    |(?P<OPEN>\()|(?P<CLOSE>\))
    |(?P<COMMA>[,:]|(?<=\ )[–—](?=\ ))|(?P<AND>&)|(?P<EQUALS>=)
    |(?P<WORD>[^\W\d_]+)""",
    re.VERBOSE,
)
_LEADING_SIGN = re.compile(r"([+−–-])\s(?=\d)")
# What is part of no island, whatever stands beside it.
_WATER = frozenset(("VALUE", "TEST", "CONCEPT", "COUNTED", "IF", "WITH", "UNLESS", "EXCEPT", "AND", "OR"))
_WATER |= {"NO", "PER", "STOP", "AGAINST", "ROLL", "COMMA", "OPEN", "CLOSE", "NOISE", "ASIDE", "BY"}
_WATER |= {"BONUSES", "NATURAL", "TOTAL", "LIKEWISE", "EQUALS"}
_DIGITS = re.compile(r"\d+")
_TEN, _TEENS, _HUNDRED = 10, 6, 100  # "dix-sept" is one number, "ten-two" is none
_SPELLED = 6  # words at most of a number: "twenty-one thousand three hundred sixty"


class ClauseToken(NamedTuple):
    """A token, or an island of them: its terminal or rule, its value, where it stands."""

    kind: str
    value: Any
    start: int
    end: int


class ChangeToken(NamedTuple):
    """A change of a value: what is done, by how much; `before` where the value precedes it."""

    operation: Operation
    amount: Any = None
    before: bool = False
    unit: str | None = None


class ComparedNumber(NamedTuple):
    """A compared number; `unit` is "in" for a distance; `value` None where only the words stand."""

    op: str
    value: Any
    unit: str | None = None


@memoized
def read_clause(text: str, vocabulary: Vocabulary) -> tuple[ClauseToken, ...]:
    """The items of a clause, in order, its water left out."""
    tokens = [Token(*found) for found in _with_either(_joined(list(_tokens(text, vocabulary))))]
    out: list[ClauseToken] = []
    for water, run in groupby(tokens, key=lambda token: token.type in _WATER):
        if water:  # the grammar has nothing to join
            out += [ClauseToken(*token) for token in run]
            continue
        try:
            out += _parser().parse(run)
        except ParseError:  # the grammar is total; should it ever not be, a run is lost and not the clause
            continue
    return tuple(out)


def _tokens(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, Any, int, int]]:
    text = _LEADING_SIGN.sub(r"\1", text, count=1) if _LEADING_SIGN.match(text) else text
    raw = [(m.lastgroup or "", m.group(), m.start(), m.end()) for m in _RAW.finditer(text)]
    language = vocabulary.language
    words = tuple(phrase_form(word, language) if kind == "WORD" else "" for kind, word, _, _ in raw)
    at, ending = 0, -1
    while at < len(raw):
        kind, word, start, end = raw[at]
        if kind != "WORD" or at == ending:
            yield "NOISE" if at == ending else kind, word, start, end
            at += 1
            continue
        found = _phrase(words, at, vocabulary)
        if found is not None:
            meaning, length = found
            end = raw[at + length - 1][3]
            ending = at + length + 1 if meaning.near else ending
            yield meaning.kind, meaning.id, start, end
            if meaning.also:
                yield "CONCEPT", meaning.also, end, end
            at += length
            continue
        number, length = _spelled(raw[at : at + _SPELLED], text, vocabulary)
        if length:
            yield "NUMBER", str(number), start, raw[at + length - 1][3]
        at += length or 1


def _spelled(
    words: Sequence[tuple[str, str, int, int]], text: str, vocabulary: Vocabulary
) -> tuple[int, int]:
    """The number that words spell, and of how many they are: "twenty-one", "dix-sept", "three hundred sixty";
    0 words where the first is none."""
    group = vocabulary.numbers.get(words[0][1].lower(), -1)
    if group < 0:
        return 0, 0
    total, length, raised = 0, 1, False
    for at, (_, word, start, _) in enumerate(words[1:], 1):
        joint, number = text[words[at - 1][3] : start], vocabulary.numbers.get(word.lower(), 0)
        magnitude = vocabulary.magnitudes.get(word.lower(), 0)
        if joint in (" ", "-") and magnitude > group > 0:
            group, raised = group * magnitude, True
            if magnitude > _HUNDRED:
                total, group = total + group, 0
        elif number and (_is_unit(number, group) if joint == "-" else raised and joint == " "):
            group, raised = group + number, False
        elif not (raised and _is_and(word, vocabulary)):
            break
        length = at + 1 if number or magnitude else length
    return total + group, length


def _is_and(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word may stand within a number: "two hundred and five"."""
    return any(meaning.kind == "AND" for _, meaning in vocabulary.phrases.get(word.lower(), ()))


def _is_unit(number: int, behind: int) -> bool:
    """Whether a number behind the hyphen of a ten is a part of it: 1 of "twenty-one", 7 of "dix-sept"."""
    ten = behind % _HUNDRED
    least = _TEENS if ten == _TEN else 0
    return ten >= _TEN and ten % _TEN == 0 and least < number < 2 * _TEN


def _joined(tokens: list[tuple[str, Any, int, int]]) -> list[tuple[str, Any, int, int]]:
    """ "Add bonus 2" adds 2: right before its amount the word says nothing."""
    amounts = ("NUMBER", "DISTANCE", "SIGNED")
    following = [*(token[0] for token in tokens[1:]), ""]
    pairs = zip(tokens, following, strict=False)
    return [t for t, after in pairs if t[0] != "BONUSES" or after not in amounts]


def _with_either(tokens: list[tuple[str, Any, int, int]]) -> Iterator[tuple[str, Any, int, int]]:
    """ "Three or four" is a range."""
    at = 0
    while at < len(tokens):
        if [t[0] for t in tokens[at : at + 3]] == ["NUMBER", "OR", "NUMBER"]:
            yield "RANGE", f"{tokens[at][1]}-{tokens[at + 2][1]}", tokens[at][2], tokens[at + 2][3]
            at += 3
        else:
            yield tokens[at]
            at += 1


def _phrase(words: tuple[str, ...], at: int, vocabulary: Vocabulary) -> tuple[Meaning, int] | None:
    """The longest phrase that begins at a word, and how many words it takes."""
    for phrase, meaning in vocabulary.phrases.get(words[at], ()):
        end = at + len(phrase)
        behind = words[end + 1 : end + 2] if meaning.near else words[end:]
        if words[at:end] == phrase and (not meaning.behind or meaning.behind in behind):
            return meaning, len(phrase)
    return None


def _number(token: Any) -> tuple[Any, str | None]:
    text = str(token.value)
    unit = "in" if text[-1] in '"”″' else None
    if "½" in text or "/" in text:
        return 0.5, unit
    sign = -1 if text[0] in "-−–" else 1
    found = _DIGITS.search(text)
    return (sign * int(found.group()) if found else None), unit


class _Islands:
    """One callback a rule; each makes an Item."""

    def start(self, children: list[Any]) -> list[ClauseToken]:
        return [child for child in children if child is not None]

    def water(self, children: list[Any]) -> ClauseToken:
        token = children[0]
        return ClauseToken(token.type, token.value, token.start_pos, token.end_pos)

    def amount(self, children: list[Any]) -> Any:
        return children

    def number(self, children: list[Any]) -> Any:
        return children[0]


def _span(children: list[Any]) -> tuple[int, int]:
    flat = [c for child in children for c in (child if isinstance(child, list) else [child])]
    return flat[0].start_pos, flat[-1].end_pos


def _change(operation: Operation, sign: int = 1, before: bool = False) -> Any:
    def callback(self: Any, children: list[Any]) -> ClauseToken:
        amount: Any = None
        unit = None
        if len(children) > 1:
            first = children[1][0] if isinstance(children[1], list) else children[1]
            if first.type == "BONUS":
                amount = ("half", None)
            else:
                amount, unit = _number(first)
                amount = None if amount is None else sign * amount
        return ClauseToken("CHANGE", ChangeToken(operation, amount, before, unit), *_span(children))

    return callback


def _signed(self: Any, children: list[Any]) -> ClauseToken:
    dice = len(children) > 1
    amount, unit = _number(children[0])
    return ClauseToken(
        "CHANGE", ChangeToken("dice" if dice else "add", amount, False, unit), *_span(children)
    )


def _longer(self: Any, children: list[Any]) -> ClauseToken:
    amount, unit = _number(children[0])
    return ClauseToken("CHANGE", ChangeToken("add", amount, True, unit), *_span(children))


def _set_to(self: Any, children: list[Any]) -> ClauseToken:
    if len(children) == 1:  # "reduced to Command 5+" names the value first
        return ClauseToken("NOISE", "set-to", *_span(children))
    amount, unit = _number(children[1][0])
    return ClauseToken("CHANGE", ChangeToken("set", amount, True, unit), *_span(children))


def _extra(self: Any, children: list[Any]) -> ClauseToken:
    return ClauseToken("CHANGE", ChangeToken("dice", 1), *_span(children))


def _compared(op: str) -> Any:
    def callback(self: Any, children: list[Any]) -> ClauseToken:
        number = children[1] if len(children) > 1 else None
        value, unit = _number(number) if number is not None else (None, None)
        return ClauseToken("QUANTITY", ComparedNumber(op, value, unit), *_span(children))

    return callback


def _counted(self: Any, children: list[Any]) -> ClauseToken:
    value, unit = _number(children[0])
    op = "=" if len(children) == 1 else ">=" if children[1].type == "ORMORE" else "<="
    return ClauseToken("QUANTITY", ComparedNumber(op, value, unit), *_span(children))


def _plus(self: Any, children: list[Any]) -> ClauseToken:
    return ClauseToken("QUANTITY", ComparedNumber(">=", _number(children[0])[0]), *_span(children))


def _among(self: Any, children: list[Any]) -> ClauseToken:
    low, high = (int(number) for number in _DIGITS.findall(children[0].value))
    return ClauseToken("QUANTITY", ComparedNumber("in", tuple(range(low, high + 1))), *_span(children))


def _limit(self: Any, children: list[Any]) -> ClauseToken:
    most = None
    if len(children) > 1:
        most = ("amount" if children[1].type == "SIGNED" else "units", _number(children[1])[0])
    return ClauseToken("LIMIT", most, *_span(children))


for _name, _callback in {
    "signed": _signed,
    "add": _change("add"),
    "extra": _extra,
    "signed_more": _change("add"),
    "subtract": _change("add", -1),
    "halve": _change("halve"),
    "halve_before": _change("halve", before=True),
    "by_two": _change("halve", before=True),
    "double": _change("double"),
    "double_before": _change("double", before=True),
    "raised": _change("add", before=True),
    "lowered": _change("add", -1, before=True),
    "longer": _longer,
    "set_to": _set_to,
    "times": _change("double", before=True),
    "reroll": _change("reroll"),
    "passes": _change("pass"),
    "fails": _change("fail"),
    "more": _compared(">"),
    "less": _compared("<"),
    "least": _compared(">="),
    "most": _compared("<="),
    "within": _compared("<="),
    "plus": _plus,
    "among": _among,
    "quantity": _counted,
    "limit": _limit,
}.items():
    setattr(_Islands, _name, _callback)


@constant
def _parser() -> Parser:
    return parser("mechanics", _Islands())
