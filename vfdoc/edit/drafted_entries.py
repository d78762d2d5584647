"""The entries of a draft of `mechanics.toml`: tests, values, facts, rows and limits as they were read.

In: the mechanics of a text and quotations of its words. Out: entries that load and bind as they are, were
they all kept; of what lacks something for that, what.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from vfdoc.model.binding import Binding
from vfdoc.model.mechanics import ConditionSpan, HalfOf, Mechanics, Modifier, SumLimit, Test, ValueOf

_SLUG = re.compile(r"[^\W_]+")
_DICE = re.compile(r"\s*\d*\s*[dD]\s*\d+(k[hl]\d+)?(!\d*)?\s*")
_AIM = re.compile(r"\s*(?P<sign>[<>]=?)\s*(?P<value>\S.*)")
_WITH_AMOUNT = ("add", "set", "dice")
_LIMITS = ("units", "amount", "halves")
_NAME = 4  # words of what names a value of a game; more are a sentence
_LONG = 60  # letters of an id; longer ones only where a shorter would name two things


class Quotations(Protocol):
    """Quotations of the words of a text."""

    def quoted(self, document: str, place: tuple[str, int, int]) -> dict[str, str] | None:
        """The words at a place (section, line, column) as keys of an entry; None where none would bind."""

    def bound(self, section: str, told: Mapping[str, str]) -> Binding:
        """Where the words of an entry stand."""


class DraftedEntry(NamedTuple):
    """An entry of a table, the place (section, line, column) that it is of, and what it lacks."""

    table: str
    entry: Mapping[str, Any]
    place: tuple[str, int, int]
    lacks: tuple[str, ...] = ()


def drafted_entries(mechanics: Mechanics, quotes: Quotations) -> Iterator[DraftedEntry]:
    """Every entry, in the order of the file."""
    undecided = undecided_rows(mechanics)
    tests = [test for test in mechanics.tests if test.proposed]
    drafts = _Drafts(quotes, fact_ids(mechanics), frozenset(test.id for test in mechanics.tests))
    again = _again(mechanics)
    rows = [drafts.row(row, again.get(row.id, ())) for row in undecided]
    limits = [drafts.limit(each) for each in mechanics.sums if mechanics.undescribed]
    yield from [drafts.test(test) for test in tests]
    yield from drafts.values()
    yield from drafts.facts([row for row, made in zip(undecided, rows, strict=True) if not made.lacks])
    yield from rows
    yield from limits


def undecided_rows(mechanics: Mechanics) -> list[Modifier]:
    """The rows of the rules that are not executed, but for those that a summary says again."""
    again = dict(mechanics.restated) if mechanics.undescribed else {}
    return [
        row
        for row in mechanics.modifiers
        if row.status != "executable" and row.origin in ("rules", "sheet") and row.id not in again
    ]


def fact_ids(mechanics: Mechanics) -> dict[str, str]:
    """An id for each condition that rows have in the text's own words: all of its words, for what differs in
    a word is another fact; as many as are enough where they are very long."""
    spans = dict.fromkeys(span.words for row in mechanics.modifiers for span in condition_spans(row))
    values = {*(row.of for row in mechanics.modifiers), *(test.id for test in mechanics.tests)}
    full = {words: slug(words) for words in spans}
    cut = {id: _cut(id) for id in full.values()}
    shared = Counter(cut.values())
    found = {}
    for words, id in full.items():
        short = cut[id] if shared[cut[id]] == 1 else id
        found[words] = f"when-{short}" if short in values else short
    return found


def condition_spans(row: Modifier) -> Sequence[ConditionSpan]:
    """The condition of a row; of one that was not read what was not understood of it."""
    if row.doubt is not None:
        return row.spans
    return tuple(ConditionSpan(words, True, "if") for words in row.unread)


def slug(words: str) -> str:
    """An id from words, all of them."""
    return "-".join(_SLUG.findall(words.casefold()))


def _cut(id: str) -> str:
    return id if len(id) <= _LONG else id[: _LONG + 1].rpartition("-")[0] or id[:_LONG]


def _again(mechanics: Mechanics) -> dict[str, list[str]]:
    """The sections in which rows are said again, by their ids."""
    found: dict[str, list[str]] = defaultdict(list)
    sections = {each.id: each.section for each in mechanics.modifiers}
    for other, by in dict(mechanics.restated).items() if mechanics.undescribed else ():
        found[by].append(sections[other])
    return found


class _Drafts:
    """Entries as they are made; `needed` are the values that they name, each with the entry's place."""

    def __init__(self, quotes: Quotations, facts: Mapping[str, str], tests: frozenset[str]) -> None:
        self._quotes, self._facts, self._tests = quotes, facts, tests
        self._needed: dict[str, tuple[str, str, str, tuple[str, int, int]]] = {}

    def row(self, row: Modifier, again: Sequence[str]) -> DraftedEntry:
        place = (row.section, row.line, row.column)
        entry, lacks = self._begun(row.document, place)
        said = [f"when: {row.condition}" if row.spans or row.unread else "always, as it was read"]
        if row.of is None:
            lacks.append("of what it is")
        else:
            entry["of"] = row.of
        entry["operation"] = row.operation
        if row.faces:
            entry["faces"] = row.faces[0] if len(row.faces) == 1 else ", ".join(map(str, row.faces))
        amount = _amount(row, self._tests)
        if amount is not None:
            entry["amount"] = amount
        elif row.operation in _WITH_AMOUNT:
            lacks.append("by how much")
        if row.of is not None and not lacks:
            self._need(row.of, "a value that rows change", row.document, place)
            if isinstance(row.amount, HalfOf | ValueOf):
                self._need(row.amount.value, "a value by which rows change another", row.document, place)
        if row.unit is not None:
            entry["unit"] = row.unit
        if row.per is not None:
            entry["per"] = slug(row.per) or row.per
        if row.limit is not None and row.limit.of in _LIMITS:
            entry["limit"] = {row.limit.of: row.limit.most}
        elif row.limit is not None:
            said.append(f"{row.limit.of} {row.limit.most}")
        when = self._when(row)
        if when is not None:
            entry["when"] = when
        said += [f"said again in {', '.join(dict.fromkeys(again))}"] if again else []
        said += [f"doubt: {row.doubt}"] if row.doubt else []
        return DraftedEntry("row", {**entry, "why": "; ".join(said)}, place, tuple(lacks))

    def test(self, test: Test) -> DraftedEntry:
        place = (test.section, test.line, test.column)
        entry, lacks = self._begun(test.document, place)
        entry |= {"id": test.id, "name": test.name or test.id}
        said = [
            f"adds {test.adds}" if test.adds else "",
            f"as many dice as {test.count}" if test.count else "",
        ]
        if test.dice and _DICE.fullmatch(test.dice):
            entry["dice"] = test.dice
        else:
            said.append("dice not stated" if test.target else "dice and target not stated")
        target = self._target(test, place)
        if target is not None:
            entry["target"] = target
        elif test.target:
            said.append(f"its target was not read whole: {test.target}")
        if test.success is not None and test.success.count("(") == test.success.count(")"):
            entry["success"] = test.success
        why = {"why": "; ".join(filter(None, said))} if any(said) else {}
        return DraftedEntry("test", entry | why, place, tuple(lacks))

    def limit(self, limit: SumLimit) -> DraftedEntry:
        place = (limit.section, limit.line, limit.column)
        entry, lacks = self._begun(limit.document, place)
        entry |= {"id": limit.id, "of": limit.of}
        entry |= {key: n for key, n in (("least", limit.least), ("most", limit.most)) if n is not None}
        if not lacks:
            self._need(limit.of, "a value that rows change", limit.document, place)
        entry["why"] = (
            "what all rows of it change in all; name the rows it holds for by `within`, where it is not all"
        )
        return DraftedEntry("limit", entry, place, tuple(lacks))

    def values(self) -> Iterator[DraftedEntry]:
        """The values that the entries made so far name, and no test is."""
        for id, (name, why, document, place) in self._needed.items():
            entry, lacks = self._begun(document, place)
            if lacks:  # the entry that names it lacks them too
                continue
            yield DraftedEntry("value", entry | {"id": id, "name": name, "why": why}, place)

    def facts(self, rows: Sequence[Modifier]) -> Iterator[DraftedEntry]:
        """The facts that rows ask, each once, in the text's own words."""
        found: dict[str, tuple[str, tuple[str, int, int]]] = {}
        for row in rows:
            for span in condition_spans(row):
                if id := self._facts[span.words]:
                    found.setdefault(id, (" ".join(span.words.split()), (row.section, row.line, row.column)))
        for id, (words, place) in found.items():
            entry = {"decision": "open", "id": id, "kind": "flag", "why": words}
            yield DraftedEntry("fact", entry, place)

    def _begun(self, document: str, place: tuple[str, int, int]) -> tuple[dict[str, Any], list[str]]:
        """What each entry begins with, and whether its words are lacking."""
        quoted = self._quotes.quoted(document, place)
        entry: dict[str, Any] = {"decision": "open", "section": place[0]}
        return entry | (quoted or {"words": ""}), [] if quoted else ["words that stand there but once"]

    def _need(
        self, id: str, why: str, document: str, place: tuple[str, int, int], name: str | None = None
    ) -> None:
        if id not in self._tests:
            self._needed.setdefault(id, (name or id.replace("-", " "), why, document, place))

    def _target(self, test: Test, place: tuple[str, int, int]) -> str | None:
        """A target as the file has it: a number, or a value by its id."""
        aim = _AIM.fullmatch(test.target or "")
        if aim is None or aim["value"].isdigit():
            return test.target
        id = slug(aim["value"])
        if not id[:1].isalpha() or len(id.split("-")) > _NAME + 1:
            return None
        if id in self._tests:
            return None
        self._need(id, "a value that dice are held against", test.document, place, aim["value"])
        return f"{aim['sign']} {id}"

    def _when(self, row: Modifier) -> dict[str, Any] | None:
        parts: list[dict[str, Any]] = []
        for span in condition_spans(row):
            fact: dict[str, Any] = {"fact": self._facts[span.words]}
            if fact["fact"]:
                parts.append(fact if span.polarity else {"not": fact})
        if len(parts) < 2:
            return parts[0] if parts else None
        return {"all": parts}


def _amount(row: Modifier, tests: Collection[str]) -> Any:
    """An amount as the file has it; None where it is none, or a value that is none by its name."""
    amount = row.amount
    if isinstance(amount, HalfOf | ValueOf):
        if amount.value in tests or len(amount.value.split("-")) > _NAME:
            return None
        if isinstance(amount, HalfOf):
            return {"half_of": amount.value}
        return {"value": amount.value, "times": amount.times}
    if isinstance(amount, float | int) and row.operation in _WITH_AMOUNT:
        return int(amount) if amount == int(amount) else amount
    return None
