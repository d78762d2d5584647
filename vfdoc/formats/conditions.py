"""Conditions, amounts and limits in the words of a language, for readers who know no fact by its name.

A condition's tree and a wording come in, words come out. What the wording does not know is called by
the glossary's terms, else by the words of its own name; nothing is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vfdoc.formats.labels import Labels
from vfdoc.formats.row_words import AS_NAMED, faces_text, signed_value
from vfdoc.model import Glossary
from vfdoc.model.conditions import condition_of
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Convention,
    Flag,
    HalfOf,
    Margin,
    Modifier,
    Not,
    Number,
    ValueOf,
)
from vfdoc.model.wording import Wording

_HAS = re.compile(r"(?P<of>[^()]*)\((?P<trait>.*)\)")
_PARTS = re.compile(r"[._\-\s]+")
_COMPARED = {"<": "less", "<=": "most", "=": "exactly", ">=": "least", ">": "more"}
_CONTRARY = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MARGIN = re.compile(r"margin (?P<op>[<>]?=?) (?P<value>\S+)")
_INCHES = {"number": "distance", "length": "length"}
"""By the places of a clause the labels of a number of inches."""
_COUNTS = {"number": "count", "order": "order"}
"""By the places of a clause the labels of another number."""
_MINUS = "\N{MINUS SIGN}"
_SIGNED = ("add", "dice")
_LISTED = 3  # so many facts are told as a list, with commas


class Speech(NamedTuple):
    """What words are taken from: a wording, the headwords of terms, the labels of the page's language."""

    wording: Wording
    terms: Mapping[str, str]
    labels: Labels

    def clauses(self, kind: str, id: str) -> tuple[str, ...]:
        """What the wording calls that, or nothing."""
        return self.wording.clauses.get((kind, id, self.labels.language), ())

    def called(self, kind: str, id: str) -> str:
        """The name of a subject, value or scope: as worded, as a term, or as its own name reads."""
        found = self.clauses(kind, id)
        last = id.rpartition("/")[2]
        return found[0] if found else self.terms.get(last.replace("_", "-")) or _spelt(last)


class _Worded(NamedTuple):
    """Words, and how they are joined: 0 for one fact, 1 for two or more by a plain "and" or "or", 2 by
    commas."""

    words: str
    depth: int


def speech(wording: Wording, glossary: Glossary, labels: Labels) -> Speech:
    """What an edition's conditions are worded with."""
    terms = {t.id: t.words[labels.language][0] for t in glossary.terms if t.words.get(labels.language)}
    return Speech(wording, terms, labels)


def condition_words(condition: Condition | None, speech: Speech) -> str:
    """A condition as a reader says it; empty for always.

    "And" and "or" one within the other are told apart by a comma, and where that is taken by brackets.
    """
    return "" if condition is None else _worded(condition, speech, False).words


def case_words(row: Modifier, condition: Condition | None, speech: Speech) -> str:
    """When a row holds, as a reader says it; of one whose words were not all understood, these. `condition`
    is as much of it as is to be said; empty for always."""
    if row.status == "proposed":
        return speech.labels.say("proposed", words=row.condition)
    if row.unread:
        return speech.labels.say("not_read", words=", ".join(row.unread))
    return condition_words(condition, speech)


def amount_words(row: Modifier, speech: Speech) -> str:
    """What a row does, in short: "+1", "halve", "reroll 1"."""
    labels, amount = speech.labels, row.amount
    if isinstance(amount, HalfOf):
        return labels.say("add_half_of", value=name_of(amount.value, speech))
    if isinstance(amount, ValueOf):
        signed = signed_value(amount, name_of(amount.value, speech))
        return labels.say("change_dice_of", amount=signed) if row.operation == "dice" else signed
    if row.faces:
        return labels.say(f"change_{row.operation}_of", amount=faces_text(row.faces))
    if amount is None or (row.operation, amount) in AS_NAMED:
        return labels[f"change_{row.operation}"]
    unit = '"' if row.unit == "in" else ""
    if row.operation not in _SIGNED:
        return labels.say(f"change_{row.operation}_of", amount=f"{amount:g}{unit}")
    signed = f"{'+' if amount >= 0 else _MINUS}{abs(amount):g}{unit}"
    return labels.say("change_dice_of", amount=signed) if row.operation == "dice" else signed


def scope_words(row: Modifier, speech: Speech) -> str:
    """By what a row is counted, and how often at most; empty where it counts once."""
    labels = speech.labels
    per = labels.say("per", thing=speech.called("per", row.per)) if row.per else ""
    if row.only:
        per = labels.say("only", scope=per) if per else per
    if row.limit is None:
        return per
    key = "limit_shared" if row.cap is not None else f"limit_{row.limit.of}"
    most = labels.say(key if key in labels else "limit", most=row.limit.most, of=row.limit.of)
    return f"{per}, {most}" if per else most


def convention_words(stated: Iterable[Convention], speech: Speech) -> str:
    """What conventions of one id say; and of which values alone, where all of them speak of some."""
    stated = list(stated)
    told = speech.called("conventions", stated[0].id)
    values = [name_of(c.of, speech) for c in stated if c.of is not None]
    if len(values) < len(stated):
        return told
    return speech.labels.say("only_of", told=told, values=", ".join(dict.fromkeys(values)))


def margin_words(margin: Margin, speech: Speech) -> str:
    """By how much an opposed roll is lost or won: by a number, or by a value of the game."""
    told = name_of(margin.value, speech) if isinstance(margin.value, str) else f"{margin.value:g}"
    return speech.labels.say(f"margin_{_COMPARED.get(margin.op, 'exactly')}", number=told)


def worded_message(message: str, named: Iterable[str], speech: Speech) -> str:
    """A message whose parts in the names of the glossary, given in its order, are said in words."""
    said = ""
    for part in named:
        before, found, message = message.partition(part)
        said += before + (named_words(part, speech) if found else "")
    return said + message


def named_words(part: str, speech: Speech) -> str:
    """The id of a value, or a condition in the names of its facts, or of a margin, in words."""
    if found := _MARGIN.fullmatch(part):
        number = found["value"]
        value = float(number) if number.replace(".", "").isdigit() else number
        return margin_words(Margin(found["op"], value), speech)  # type: ignore[arg-type]
    if _ID.fullmatch(part) and not speech.clauses("facts", part):
        return name_of(part, speech)
    condition = condition_of(part)
    return part if condition is None else condition_words(condition, speech)


def is_worded(fact: str, value: str, speech: Speech) -> bool:
    """Whether the wording has words of its own for a fact, or for all of its kind."""
    return any(speech.clauses("facts", key) for key in _keys(fact, value))


def name_of(id: str, speech: Speech, otherwise: str = "") -> str:
    """What a test, a value or a table is called; `otherwise` where only the text could tell."""
    found = speech.clauses("names", id)
    return found[0] if found else speech.terms.get(id) or otherwise or _spelt(id)


def _worded(condition: Condition, speech: Speech, denied: bool) -> _Worded:
    match condition:
        case Not(part):
            return _worded(part, speech, not denied)
        case All(parts) | Any(parts):
            return _joined(parts, speech, denied, isinstance(condition, All) != denied)
        case Flag(fact):
            return _Worded(_clause(fact, "", {}, speech, denied), 0)
        case Choice(fact, value):
            return _Worded(_choice(fact, (value,), speech, denied), 0)
        case Number():
            return _Worded(_number(condition, speech, denied), 0)


def _joined(parts: tuple[Condition, ...], speech: Speech, denied: bool, both: bool) -> _Worded:
    first = parts[0]
    if isinstance(first, Choice) and all(isinstance(p, Choice) and p.fact == first.fact for p in parts):
        values = tuple(part.value for part in parts if isinstance(part, Choice))
        if both == denied:  # "in line or in square", "neither …"
            return _Worded(_choice(first.fact, values, speech, denied), 0)
    said = [_worded(part, speech, denied) for part in parts]
    word = speech.labels["and" if both else "or"]
    deepest = max(one.depth for one in said)
    if deepest == 0 and len(said) < _LISTED:
        return _Worded(f" {word} ".join(one.words for one in said), 1)
    if deepest == 0:
        return _Worded(f"{', '.join(one.words for one in said[:-1])} {word} {said[-1].words}", 2)
    plain = [f"({one.words})" if one.depth > 1 else one.words for one in said]
    return _Worded(f", {word} ".join(plain), 2)


def _choice(fact: str, values: tuple[str, ...], speech: Speech, denied: bool) -> str:
    family = fact.rpartition(".")[2]
    named = f" {speech.labels['or']} ".join(speech.called("values", f"{family}/{v}") for v in values)
    own = values[0] if len(values) == 1 else ""
    return _clause(fact, own, {"value": named}, speech, denied)


def _number(asked: Number, speech: Speech, denied: bool) -> str:
    fact, op, value, unit = asked
    if op == ">" and value == 0:
        op, denied = "=", not denied
    if op == "=" and value == 0 and any(speech.clauses("facts", key) for key in _keys(fact, "0")):
        return _clause(fact, "0", {"number": "0"}, speech, denied)
    if op == "=" and not isinstance(value, tuple) and speech.clauses("facts", f"{fact}={value:g}"):
        return _clause(fact, f"{value:g}", {"number": f"{value:g}"}, speech, denied)
    if denied and op in _CONTRARY:
        op, denied = _CONTRARY[op], False  # type: ignore[assignment]
    values = value if isinstance(value, tuple) else (value,)
    told = f" {speech.labels['or']} ".join(f"{one:g}" for one in values)
    key = "exactly" if len(values) > 1 else _COMPARED.get(op, "exactly")
    if unit != "in":
        # How many, or which of several that come one after the other: the clause says which.
        many = {n: speech.labels.say(f"{kind}_{key}", number=told) for n, kind in _COUNTS.items()}
        return _clause(fact, "", many, speech, denied)
    # How far one is from something, or how long something is: the clause says which.
    said = {n: speech.labels.say(f"{kind}_{key}", number=f'{told}"') for n, kind in _INCHES.items()}
    return _clause(fact, "", said, speech, denied)


def _clause(fact: str, value: str, filled: Mapping[str, str], speech: Speech, denied: bool) -> str:
    """A fact as a clause: in its own words, else in those of all facts of its kind, else in its name's."""
    subject, _, _ = fact.rpartition(".")
    has = _HAS.fullmatch(fact)
    places = {
        "subject": speech.called("subjects", subject) if subject else "",
        "trait": speech.called("values", has["trait"]) if has else "",
        "value": "",
        "number": "",
        "length": "",
        "order": "",
        **filled,
    }
    said = next((found for key in _keys(fact, value) if (found := speech.clauses("facts", key))), ())
    if not said:
        return _unworded(fact, places, speech, denied)
    if denied and len(said) > 1:
        return _filled(said[1], places)
    clause = _filled(said[0], places)
    return speech.labels.say("not", clause=clause) if denied else clause


def _keys(fact: str, value: str) -> list[str]:
    """Under what names a fact may be worded, the narrowest first."""
    has = _HAS.fullmatch(fact)
    plain = f"{has['of']}(*)" if has else fact
    subject, dot, rest = plain.rpartition(".")
    names = [plain, f"*.{rest}"] if dot and subject else [plain]
    return [*(f"{name}={value}" for name in names if value), *names]


def _filled(clause: str, places: Mapping[str, str]) -> str:
    """The clause with what is known in its places; other brackets are its own."""
    return re.sub(r"\{(subject|trait|value|number|length|order)\}", lambda found: places[found[1]], clause)


def _unworded(fact: str, places: Mapping[str, str], speech: Speech, denied: bool) -> str:
    has = _HAS.fullmatch(fact)
    last = (has["of"] if has else fact).rpartition(".")[2]
    known = speech.terms.get(last.replace("_", "-")) or _spelt(last)
    words = " ".join(filter(None, (places["subject"], known)))
    told = places["trait"] or places["value"] or places["length"] or places["number"]
    clause = f"{words}{speech.labels['colon']} {told}" if told else words
    return speech.labels.say("not", clause=clause) if denied else clause


def _spelt(id: str) -> str:
    """A name as words."""
    return " ".join(_PARTS.split(id)).strip() or id
