"""`mechanics.toml` of an edition's folder: rows, tests and facts that a person states, bound to the text.

    [[row]]
    section = "8.2.2"
    words = "adds only 1"                 # or several wordings, of which any one binds
    of = "melee-value"                    # a test or value of the game, or one stated here
    operation = "add"                     # add, halve, double, set, reroll, pass, fail, dice
    amount = 1                            # or { half_of = "fire-value" }
    per = "melee_supporter"
    limit = { units = 3 }
    replaces = [{ section = "8.2.2", words = "add 2" }]    # rows that do not count where this one does
    when = { fact = "supporter.formation", value = "open-order" }    # always, where it is left out
    why = "the phrase takes the place of the +2 of other supporters"
    decision = "keep"                     # open, keep or strike; without it the row is kept

    [[row]]                               # without an operation: what it replaces does not count there
    section = "12.3"
    words = "cannot be outflanked"
    replaces = [{ section = "8.3.1", words = "add 1 to hit rolls" }]
    when = { fact = "target.garrison" }

    [[row]]                               # an action that is not allowed where the condition holds
    section = "1.4"
    words = "cannot attack"
    forbids = ["fire", "melee"]
    when = { fact = "attacker.leader" }

    [[test]]                              # id, name, dice, target, success, failure
    [[fact]]                              # id, kind (flag, number, choice), unit, values, default

What is kept and whose words hold (see reading/binding.py) is in the tables, executed, and takes the place of
what was read of the same words. What is open is neither executed nor known. What is struck silences the row
that was read there. A row whose words do not hold is in the tables as not understood: it is named beside an
answer and has no part in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from vfdoc.model import InputError, Rulebook, Section, quoted
from vfdoc.model import conditions as tree
from vfdoc.model.binding import Binding, BoundStatement, TextQuote
from vfdoc.model.mechanics import (
    HalfOf,
    KnownFact,
    Limit,
    Modifier,
    Operation,
    Origin,
    Replaced,
    Statement,
    Test,
    facts_of,
)
from vfdoc.reading.binding import TextIndex, bind
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.mechanics.told import condition_of
from vfdoc.reading.mechanics.vocabulary import Vocabulary
from vfdoc.reading.sources import read_source, shown_path

FILE = "mechanics.toml"
_Words: TypeAlias = str | Annotated[tuple[str, ...], Meta(min_length=1)]
_Decision: TypeAlias = Literal["open", "keep", "strike"]
_Sections: TypeAlias = Mapping[str, tuple[Section, Origin]]
_WITH_AMOUNT = ("add", "set", "dice")
_SLUG = re.compile(r"[^\W_]+")
_SLUG_WORDS = 4


class _Place(Struct, frozen=True, forbid_unknown_fields=True):
    section: str
    words: _Words


class _Bound(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    section: str = ""
    words: _Words = ""
    before: str = ""
    after: str = ""
    fingerprint: str = ""
    original: str = ""
    why: str = ""
    decision: _Decision = "keep"

    @property
    def quotation(self) -> TextQuote:
        words = (self.words,) if isinstance(self.words, str) else self.words
        prints = tuple(filter(None, (self.fingerprint, self.original)))
        return TextQuote(self.section, tuple(filter(str.strip, words)), self.before, self.after, prints)


class _Row(_Bound, frozen=True, forbid_unknown_fields=True, kw_only=True):
    of: str = ""
    operation: Operation | None = None
    amount: int | float | dict[str, str] | None = None
    unit: str | None = None
    per: str | None = None
    limit: dict[str, int] | None = None
    cap: str | None = None
    replaces: tuple[str | _Place, ...] = ()
    when: dict[str, Any] | str | None = None
    forbids: tuple[str, ...] = ()
    id: str = ""


class _Test(_Bound, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str = ""
    dice: str | None = None
    target: str | int | None = None
    success: str | None = None
    failure: str | None = None


class _Fact(_Bound, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    kind: Literal["flag", "number", "choice"] = "flag"
    unit: str | None = None
    values: tuple[str, ...] = ()
    default: bool = False


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    row: tuple[_Row, ...] = ()
    test: tuple[_Test, ...] = ()
    fact: tuple[_Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the file with its line and how it is bound; `behind` are the rows that it replaces, each
    with how the words there are bound (None for one that is named by its id)."""

    entry: Any
    stated: BoundStatement
    behind: tuple[str | BoundStatement, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.stated.file}:{self.stated.line}"

    @property
    def holds(self) -> bool:
        return self.stated.binding.state == "holds"


@dataclass(frozen=True, slots=True)
class BoundRows:
    """What the `mechanics.toml` of an edition states, bound to one text: rows, tests, facts."""

    rows: tuple[_Entry, ...] = ()
    tests: tuple[_Entry, ...] = ()
    facts: tuple[_Entry, ...] = ()
    sections: _Sections = field(default_factory=dict)

    def stated(self) -> tuple[BoundStatement, ...]:
        """Every entry that somebody has decided about, with how it is bound, those too that name what they
        replace."""
        entries = [e for e in (*self.rows, *self.tests, *self.facts) if e.entry.decision != "open"]
        found = [entry.stated for entry in entries if entry.stated.quotation.words]
        found += [each for entry in entries for each in entry.behind if isinstance(each, BoundStatement)]
        return tuple(found)


class Laid(NamedTuple):
    """The rows of a text with those that are stated over them, its tests likewise, the rows read in whose
    place stated ones stand, and what is stated not to count."""

    rows: tuple[Modifier, ...]
    tests: tuple[Test, ...]
    replaced: tuple[Replaced, ...]
    exceptions: tuple[Statement, ...]


def read_bound_rows(
    folder: Path | None, rulebook: Rulebook, words: Vocabulary, sections: _Sections
) -> BoundRows | None:
    """What the folder's `mechanics.toml` states, bound to the texts of a rulebook; None where there is no
    such file. `sections` are its own with their origins. InputError, with the line, where the file is
    wrong."""
    if folder is None or not (folder / FILE).is_file():
        return None
    path = folder / FILE
    hold_inside(folder, FILE, path, "is a link")
    entries: _File = decode(path, _File)
    text, file, index = read_source(path).text, shown_path(path), TextIndex(rulebook)

    def bound(table: str, each: tuple[_Bound, ...]) -> Iterator[_Entry]:
        lines = lines_of(text, table, len(each))
        for at, (entry, line) in enumerate(zip(each, lines, strict=True)):
            name = f"the {table} on {entry.section}" if entry.section else f"the {table}"
            quotation = entry.quotation
            if table != "fact" and not (entry.section and quotation.words):
                missing = "section" if not entry.section else "words"
                raise InputError(f"{file}:{line}", f"the {table} names no {missing}", f"add {missing} = …")
            binding = bind(quotation, index) if quotation.words else Binding("holds")
            stated = BoundStatement(file, line, name, table, at, quotation, binding)
            yield _Entry(entry, stated, tuple(behind(entry, stated)))

    def behind(entry: _Bound, stated: BoundStatement) -> Iterator[str | BoundStatement]:
        for place in entry.replaces if isinstance(entry, _Row) else ():
            if isinstance(place, str):
                yield place
                continue
            told = (place.words,) if isinstance(place.words, str) else place.words
            quotation = TextQuote(place.section, told)
            name = f"{stated.name} replaces a row"
            yield stated._replace(name=name, at=-1, quotation=quotation, binding=bind(quotation, index))

    rows, tests, facts = (tuple(bound(t, getattr(entries, t))) for t in ("row", "test", "fact"))
    found = BoundRows(rows, tests, facts, sections)
    for entry in found.rows:
        _hold_sound(entry, found, words)
    return found


def laid_over(rows: Sequence[Modifier], tests: Sequence[Test], bound: BoundRows, words: Vocabulary) -> Laid:
    """What was read, with what is stated over it, each row at its place in the text."""
    struck = [e.stated.binding for e in bound.rows if e.entry.decision == "strike" and e.holds]
    left = [row for row in rows if not _at(row, struck)]
    doubtful = {e.entry.id for e in bound.facts if e.entry.decision == "keep" and not e.holds}
    taken = {row.id for row in rows}
    made: list[tuple[_Entry, Modifier]] = []
    for entry in bound.rows:
        row = _modifier(entry, bound, words, doubtful, taken) if entry.entry.decision == "keep" else None
        if row is not None:
            taken.add(row.id)
            made.append((entry, row))
    replaced = tuple(
        Replaced(row.id, other)
        for entry, row in made
        if entry.holds and entry.entry.operation is not None
        for other in left
        if _at(other, [entry.stated.binding])
    )
    gone = {pair.read.id for pair in replaced}
    left = [row for row in left if row.id not in gone]
    whole = [*left, *(row for _, row in made)]
    order = {row.document: place for place, row in reversed(list(enumerate(rows)))}

    def place(row: Modifier) -> tuple[int, int, int]:
        return order.get(row.document, len(rows)), row.line, row.column

    exceptions: list[Statement] = []
    for entry, row in made:
        row = _replacing(entry, row, whole)
        if entry.entry.forbids and not row.unread:
            exceptions += [_forbids(row, action) for action in entry.entry.forbids]
            continue
        if entry.entry.operation is None and not row.unread:
            exceptions.append(_exception(row))
            continue
        behind = next((n for n, other in enumerate(left) if place(other) > place(row)), len(left))
        left.insert(behind, row)
    own = tuple(_test(e, bound) for e in bound.tests if e.entry.decision == "keep" and e.holds)
    ids = {test.id for test in own}
    others = (test for test in tests if test.id not in ids)
    return Laid(tuple(left), (*own, *others), replaced, tuple(exceptions))


def with_stated_facts(facts: Iterable[KnownFact], bound: BoundRows) -> tuple[KnownFact, ...]:
    """The facts that rows ask, with those that the edition states."""
    known = {fact.id: fact for fact in facts}
    for entry in bound.facts:
        fact = entry.entry
        if fact.decision == "keep" and entry.holds:
            known[fact.id] = KnownFact(fact.id, fact.kind, fact.unit, fact.values, fact.default)
    return tuple(known[id] for id in sorted(known))


def _at(row: Modifier, places: Iterable[Binding]) -> bool:
    """Whether what a row changes stands in words that are bound."""
    return any(at.covers(row.section, row.line, row.column) for at in places)


def _modifier(
    entry: _Entry, bound: BoundRows, words: Vocabulary, doubtful: Collection[str], taken: Collection[str]
) -> Modifier | None:
    """A stated row; not executed where its words do not hold, and None where not even their section is
    there."""
    row, binding = entry.entry, entry.stated.binding
    placed = bound.sections.get(binding.section or row.section)
    if placed is None:
        return None
    section, origin = placed
    when = condition_of(row.when)
    idle = not entry.holds or any(fact in doubtful for fact in facts_of(when))
    idle |= any(isinstance(each, BoundStatement) and each.binding.state != "holds" for each in entry.behind)
    cap = row.cap if row.cap in bound.sections else None
    idle |= cap != row.cap  # a limit that nobody states
    idle |= not {"units", "amount"}.issuperset(row.limit or ())  # "once a turn"
    amount = HalfOf(row.amount["half_of"]) if isinstance(row.amount, dict) else row.amount
    said = binding.start.text or entry.stated.quotation.words[0]
    unit = row.unit or (words.units.get(row.of) if row.operation == "add" else None)
    limit = next((Limit(of, most) for of, most in row.limit.items()), None) if row.limit else None
    operation: Operation = row.operation or "add"
    amount = amount if row.operation is not None else 0
    return Modifier(
        _id(row, said, taken), row.of or None, operation, amount, unit, row.per, limit,
        " ".join(said.split()), None if idle else when,
        () if idle else tuple(dict.fromkeys(facts_of(when))), section.anchor, section.document,
        binding.start.line or section.line, binding.start.column or section.column, origin,
        (said,) if idle else (), cap, bool(row.replaces), stated="edition",
    )  # fmt: skip


def _forbids(row: Modifier, action: str) -> Statement:
    """What a row that forbids says: the action is not allowed where it holds."""
    assert row.when is not None
    return Statement(
        "forbids", action, (), row.when, row.condition, row.section, row.document, row.line, row.origin
    )


def _exception(row: Modifier) -> Statement:
    """What a row without an operation says: those that it names do not count where it holds."""
    assert row.when is not None
    return Statement(
        "suspends", "", (), row.when, row.condition, row.section, row.document, row.line, row.origin,
        row.replaces,
    )  # fmt: skip


def _id(row: _Row, said: str, taken: Collection[str]) -> str:
    """The id of a stated row: its own, else its value, its section and its words; a twin's ends with ~2."""
    slug = "-".join(_SLUG.findall(said.casefold())[:_SLUG_WORDS])
    made = row.id or ".".join(filter(None, (row.of, row.section, slug)))
    number = 1
    while (made if number == 1 else f"{made}~{number}") in taken:
        number += 1
    return made if number == 1 else f"{made}~{number}"


def _replacing(entry: _Entry, row: Modifier, rows: Sequence[Modifier]) -> Modifier:
    """A row with the ids of those that it replaces, of whose value it is where it names none; one that is to
    replace what nobody states is not executed."""
    found: list[Modifier] = []
    others = [other for other in rows if other is not row]
    for each in entry.behind:
        if isinstance(each, str):
            said, met = each, [other for other in others if _named(each, other)]
        else:
            said = each.quotation.words[0]
            met = [other for other in others if _at(other, [each.binding])]
        row = row if met else replace(row, unread=(*row.unread, said))
        found += met
    of = row.of or next((other.of for other in found), None)
    if row.unread:
        return replace(row, of=of, when=None, facts=())
    return replace(row, of=of, replaces=tuple(dict.fromkeys(other.id for other in found)))


def _named(name: str, row: Modifier) -> bool:
    """Whether a row is named: by its id, or by its value, its section and a word of what it is counted by."""
    if name == row.id:
        return True
    start = f"{row.of}.{row.section}"
    rest = name.removeprefix(start)
    if not name.startswith(start) or (rest and not re.match(r"\.[^\W\d]", rest)):
        return False
    wanted = rest.strip(".").replace("-", " ").casefold()
    about = " ".join((row.per or "", *row.facts, row.condition)).replace("_", " ").casefold()
    return wanted.removesuffix("s") in about


def _test(entry: _Entry, bound: BoundRows) -> Test:
    test, binding = entry.entry, entry.stated.binding
    target = f"{test.target}+" if isinstance(test.target, int) else test.target
    return Test(
        test.id, test.name or test.id.replace("-", " "), test.dice, target, binding.section, binding.document,
        binding.start.line, bound.sections[binding.section][1], test.success, test.failure,
    )  # fmt: skip


def _hold_sound(entry: _Entry, bound: BoundRows, words: Vocabulary) -> None:
    """InputError where a row says what nobody can execute: a value or fact that is not known, an amount that
    is missing."""
    row, place = entry.entry, entry.place
    if row.decision == "open" or row.decision == "strike":
        return
    actions = {acting.action.id for acting in words.actions}
    for action in row.forbids:
        _hold_known(place, "forbids", action, actions, "see [actions] of the game's glossary")
    if row.operation is None and not ((row.replaces or row.forbids) and row.when):
        remedy = "add operation = …; without one it needs replaces = … and when = …"
        raise InputError(place, "the row says no operation", remedy)
    kept = {e.entry.id for e in bound.tests if e.entry.decision == "keep"}
    if row.operation is not None or row.of:
        _hold_known(place, "of", row.of, {*words.games, *kept}, "state it as a [[test]]")
    if row.operation in _WITH_AMOUNT and row.amount is None:
        raise InputError(place, f"the row has no amount to {row.operation}", "add amount = …")
    if isinstance(row.amount, float) and not isfinite(row.amount):
        raise InputError(place, f"{row.amount} is no amount", "write a number")
    if isinstance(row.amount, dict):
        if set(row.amount) != {"half_of"}:
            raise InputError(place, "an amount is a number or half of a value", 'write { half_of = "…" }')
        _hold_known(place, "half_of", row.amount["half_of"], words.games, "see `vfdoc tables`")
    if row.limit is not None and len(row.limit) != 1:
        raise InputError(place, "a limit is of units or of an amount", "write limit = { units = 3 }")
    facts = {fact.id: fact.kind for fact in words.facts} | {"attack": "choice", "phase": "choice"}
    values = {fact.id: [value for value, _ in fact.values] for fact in words.facts}
    for each in bound.facts:
        fact = each.entry
        facts.pop(fact.id, None)
        if fact.decision == "keep":
            facts[fact.id], values[fact.id] = fact.kind, list(fact.values)
    undecided = {e.entry.id for e in bound.facts if e.entry.decision == "open"}
    try:
        when = condition_of(row.when)
    except ValueError as error:
        remedy = 'write { fact = "…" }, all, any, not; see the README'
        raise InputError(place, f"when {error}", remedy) from None
    for leaf in tree.leaves_of(when):
        id = leaf[0]
        if id in undecided:
            raise InputError(place, f"when asks {id!r}, a fact that is still open", "decide that first")
        _hold_known(place, "when asks", id, facts, "state it as a [[fact]]")
        kind = {tree.Flag: "flag", tree.Choice: "choice", tree.Number: "number"}[type(leaf)]
        if facts[id] != kind:
            wanted = {"flag": "nothing more", "choice": 'value = "…"', "number": "number, op and value"}
            remedy = f"give it {wanted[facts[id]]}"
            raise InputError(place, f"when asks {id!r} as a {kind}, and it is a {facts[id]}", remedy)
        if isinstance(leaf, tree.Choice) and values.get(id):
            _hold_known(place, f"{id} is", leaf.value, values[id], f"it is one of {', '.join(values[id])}")


def _hold_known(place: str, key: str, name: str, known: Iterable[str], else_: str) -> None:
    known = sorted(known)
    if name not in known:
        near = get_close_matches(name, known, 1)
        remedy = f"did you mean {near[0]!r}?" if near else else_
        raise InputError(place, f"{key} {quoted(name)}, which nobody states", remedy)
