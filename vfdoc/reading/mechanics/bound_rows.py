"""`mechanics.toml` of an edition's folder: rows, tests and facts that a person states, bound to the text.

How the file is written: `mechanics_file.py`.

What is kept and whose words hold (see reading/binding.py) is in the tables, executed, and takes the place of
what was read of the same words. What is open is neither executed nor known. What is struck silences the row
that was read there. A row whose words do not hold is in the tables as not understood: it is named beside an
answer and has no part in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec import convert, to_builtins

from vfdoc.model import InputError, Rulebook, Section
from vfdoc.model import conditions as tree
from vfdoc.model.binding import Binding, BoundStatement, TextQuote
from vfdoc.model.mechanics import (
    Action,
    Base,
    Convention,
    HalfOf,
    KnownFact,
    Limit,
    Modifier,
    Operation,
    Origin,
    Replaced,
    Restated,
    Statement,
    SumLimit,
    Test,
    Value,
    ValueOf,
    facts_of,
)
from vfdoc.model.session import incremental
from vfdoc.reading.binding import bind
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.mechanics.mechanics_file import (
    LookupTableEntry,
    RowEntry,
    StatedFile,
    TestEntry,
)
from vfdoc.reading.mechanics.told import condition_of
from vfdoc.reading.mechanics.vocabulary import Vocabulary
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.stated_words import StatedWords
from vfdoc.reading.token_index import token_index

FILE = "mechanics.toml"
_Sections: TypeAlias = Mapping[str, tuple[Section, Origin]]
_UNBOUND = ("fact", "value", "action")
_FACES = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
_NUMBER = re.compile(r"\d+")
_SLUG = re.compile(r"[^\W_]+")
_SLUG_WORDS = 4
_MOST_FAULTS = 4  # that are told besides the first


@dataclass(frozen=True, slots=True)
class RowsEntry:
    """An entry of the file with its line and how it is bound; `behind` are the rows that it replaces, each
    with how the words there are bound (None for one that is named by its id)."""

    entry: Any
    stated: BoundStatement
    behind: tuple[str | BoundStatement, ...] = ()

    @property
    def place(self) -> str:
        """The file and the line in which it is stated."""
        return f"{self.stated.file}:{self.stated.line}"

    @property
    def holds(self) -> bool:
        """Whether its words stand in the text."""
        return self.stated.binding.state == "holds"


@dataclass(frozen=True, slots=True)
class BoundRows:
    """What the `mechanics.toml` of an edition states, bound to one text: rows, tests, facts."""

    rows: tuple[RowsEntry, ...] = ()
    tests: tuple[RowsEntry, ...] = ()
    facts: tuple[RowsEntry, ...] = ()
    sections: _Sections = field(default_factory=dict)
    values: tuple[RowsEntry, ...] = ()
    limits: tuple[RowsEntry, ...] = ()
    conventions: tuple[RowsEntry, ...] = ()
    actions: tuple[RowsEntry, ...] = ()
    lookups: tuple[RowsEntry, ...] = ()

    def kept(self, entries: Sequence[RowsEntry]) -> Iterator[tuple[Any, Binding]]:
        """Of entries those that are kept and whose words hold, with where."""
        return ((e.entry, e.stated.binding) for e in entries if e.entry.decision == "keep" and e.holds)

    def stated(self) -> tuple[BoundStatement, ...]:
        """Every entry that somebody has decided about, with how it is bound, those too that name what they
        replace."""
        others = (*self.values, *self.lookups, *self.limits, *self.conventions, *self.actions)
        entries = (*self.rows, *self.tests, *self.facts, *others)
        entries = tuple(entry for entry in entries if entry.entry.decision != "open")
        found = [entry.stated for entry in entries if entry.stated.quotation.words]
        found += [each for entry in entries for each in entry.behind if isinstance(each, BoundStatement)]
        return tuple(dict.fromkeys(found))


class Laid(NamedTuple):
    """The rows of a text with those that are stated over them, its tests likewise, the rows read in whose
    place stated ones stand, what is stated not to count, and which rows are stated to say once more what
    another says, or otherwise."""

    rows: tuple[Modifier, ...]
    tests: tuple[Test, ...]
    replaced: tuple[Replaced, ...]
    exceptions: tuple[Statement, ...]
    repeated: tuple[Restated, ...]
    contrary: tuple[Restated, ...]


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
    entries: StatedFile = decode(path, StatedFile)
    text, file, index = read_source(path).text, shown_path(path), token_index(rulebook.documents)

    def bound(table: str, each: tuple[StatedWords, ...]) -> Iterator[RowsEntry]:
        lines = lines_of(text, table, len(each))
        for at, (entry, line) in enumerate(zip(each, lines, strict=True)):
            name = f"the {table} on {entry.section}" if entry.section else f"the {table}"
            quotation = entry.quotation
            rows = isinstance(entry, LookupTableEntry)
            if table not in _UNBOUND:
                entry.hold_quoted(f"{file}:{line}", f"the {table}", words=not rows)
            binding = bind(quotation, index) if quotation.words else Binding("holds")
            stated = BoundStatement(file, line, name, table, at, quotation, binding, _amounts(entry))
            for one in (entry,) if not isinstance(entry, RowEntry) else _apart(entry):
                yield RowsEntry(one, stated, tuple(behind(entry, stated)))

    def behind(entry: StatedWords, stated: BoundStatement) -> Iterator[str | BoundStatement]:
        for row in entry.rows if isinstance(entry, LookupTableEntry) else ():
            told = (row.words,) if isinstance(row.words, str) else row.words
            reviewed = stated.quotation.fingerprints  # of the sentence, where the lookup names one
            quotation = TextQuote(entry.section, told, fingerprints=reviewed)
            given = row.amounts if isinstance(row.amounts, tuple) else (row.amounts,)
            row_of = stated._replace(name=f"{stated.name}, a row of it", at=-1, quotation=quotation)
            yield row_of._replace(binding=bind(quotation, index), amounts=() if entry.why else given)
        for place in entry.replaces if isinstance(entry, RowEntry) else ():
            if isinstance(place, str):
                yield place
                continue
            told = (place.words,) if isinstance(place.words, str) else place.words
            quotation = TextQuote(place.section, told)
            name = f"{stated.name} replaces a row"
            at = bind(quotation, index)
            yield stated._replace(name=name, at=-1, quotation=quotation, binding=at, amounts=())

    rows, tests, facts = (tuple(bound(t, getattr(entries, t))) for t in ("row", "test", "fact"))
    values, limits = (tuple(bound(t, getattr(entries, t))) for t in ("value", "limit"))
    conventions, actions = (tuple(bound(t, getattr(entries, t))) for t in ("convention", "action"))
    lookups = tuple(bound("lookup", entries.lookup))
    found = BoundRows(
        rows=rows,
        tests=tests,
        facts=facts,
        sections=sections,
        values=values,
        limits=limits,
        conventions=conventions,
        actions=actions,
        lookups=lookups,
    )
    _hold_file(_Stated(text, file, words, found))
    return found


@dataclass(frozen=True)
class _Stated:
    """A file as it was written, with the words that it may use; the same wherever it is bound."""

    text: str
    file: str
    words: Vocabulary
    found: BoundRows = field(compare=False)


@incremental
def _hold_file(told: _Stated) -> None:
    """InputError where the file says what nobody can execute, wherever that would be bound: the first fault,
    and with it the others."""
    from vfdoc.reading.mechanics.sound_rows import hold_sound, hold_whole  # asked where there is a file

    found, words = told.found, told.words
    whole = (*found.tests, *found.limits, *found.conventions, *found.lookups)
    faults: dict[
        str, list[InputError]
    ] = {}  # by what is wrong: of one that many entries have the first tells
    for hold, entries in ((hold_whole, whole), (hold_sound, found.rows)):
        for entry in entries:
            try:
                hold(entry, found, words)
            except InputError as error:
                faults.setdefault(f"{error.what}; {error.remedy}", []).append(error)
    if not faults:
        return
    first, *others = faults.values()
    lines = [f"line {each[0].where.rpartition(':')[2]}: {_counted(each)}" for each in others]
    left = len(lines) - _MOST_FAULTS
    more = [f"besides, {'; '.join(lines[:_MOST_FAULTS])}"] if lines else []
    more += [f"and {left} more"] if left > 0 else []
    raise InputError(first[0].where, _counted(first), "; ".join([first[0].remedy, *more]))


def _counted(alike: Sequence[InputError]) -> str:
    """What is wrong, and with how many entries."""
    return f"{alike[0].what} ({len(alike)} entries)" if len(alike) > 1 else alike[0].what


def _apart(row: RowEntry) -> Iterator[RowEntry]:
    """A row of several tests or values as a row of each."""
    if isinstance(row.of, str):
        yield row
        return
    for of in row.of:
        yield convert({**to_builtins(row), "of": of}, RowEntry)


def laid_over(rows: Sequence[Modifier], tests: Sequence[Test], bound: BoundRows, words: Vocabulary) -> Laid:
    """What was read, with what is stated over it, each row at its place in the text."""
    out = [e for e in bound.rows if e.entry.decision == "strike" and e.holds]
    struck = _by_section(e.stated.binding for e in out if not e.entry.repeats)
    added = _by_section(
        e.stated.binding for e in bound.tests if e.entry.decision == "keep" and e.holds and e.entry.adds
    )
    struck_rows = (row for row in rows if not _at(row, struck))
    left = [row for row in struck_rows if row.amount is not None or not row.unread or not _at(row, added)]
    doubtful = {e.entry.id for e in bound.facts if e.entry.decision == "keep" and not e.holds}
    taken = {row.id for row in rows}
    made: list[tuple[RowsEntry, Modifier]] = []
    for entry in (*bound.rows, *_unheld(bound.lookups)):
        row = _modifier(entry, bound, words, doubtful, taken) if entry.entry.decision == "keep" else None
        if row is not None:
            taken.add(row.id)
            made.append((entry, row))
    there: dict[str, list[Modifier]] = defaultdict(list)
    for row in left:
        there[row.section].append(row)
    replaced = tuple(
        Replaced(row.id, other)
        for entry, row in made
        if entry.holds and entry.entry.operation is not None
        for other in there.get(entry.stated.binding.section, ())
        if entry.stated.binding.covers(other.section, other.line, other.column)
    )
    gone = {pair.read.id for pair in replaced}
    left = [row for row in left if row.id not in gone]
    whole = [*left, *(row for _, row in made)]
    order = {row.document: place for place, row in reversed(list(enumerate(rows)))}

    def place(row: Modifier) -> tuple[int, int, int]:
        return order.get(row.document, len(rows)), row.line, row.column

    exceptions: list[Statement] = []
    places = [place(row) for row in left]
    for entry, row in made:
        row = _replacing(entry, row, whole)
        if entry.entry.forbids and not row.unread:
            sentence, why = entry.stated.binding.sentence, entry.entry.why
            why = "" if words.patterns["forbids"].search(sentence) else why
            exceptions += [_forbids(row, each, sentence, why) for each in entry.entry.forbids]
            continue
        if entry.entry.obliges and not row.unread:
            said = _forbids(row, "", entry.stated.binding.sentence, "")._replace(kind="obliges")
            exceptions += [said._replace(action=each) for each in entry.entry.obliges]
            continue
        if entry.entry.leaves_open and not row.unread:
            said = _forbids(row, "", entry.stated.binding.sentence, entry.entry.why)._replace(kind="results")
            exceptions += [said._replace(action=each) for each in entry.entry.leaves_open]
            continue
        if entry.entry.asks and not row.unread:
            said = _forbids(row, "", entry.stated.binding.sentence, "")
            due = said._replace(kind="due", test=entry.entry.asks)
            exceptions += [due._replace(action=each) for each in entry.entry.precedes]
            continue
        if entry.entry.operation is None and not row.unread:
            exceptions.append(_exception(row))
            continue
        at = place(row)
        behind = next((n for n, other in enumerate(places) if other > at), len(left))
        left.insert(behind, row)
        places.insert(behind, at)
    own = tuple(_test(e, bound) for e in bound.tests if e.entry.decision == "keep" and e.holds)
    read = {test.id for test in tests if not test.proposed}
    # What is said of a test that was read, and no more than whose kind it is or what its results lead to, is
    # said beside what was read.
    beside = [
        test for test in own if test.id in read and test.target is None and (test.kind_of or not test.dice)
    ]
    kinds = {test.id: test.kind_of for test in beside if test.kind_of}
    ids = {test.id for test in own} - {test.id for test in beside}
    decided = _by_section(e.stated.binding for e in bound.tests if e.entry.decision != "open" and e.holds)
    left_tests = (t for t in tests if t.id not in ids and not (t.proposed and _at(t, decided)))
    others = (replace(t, kind_of=kinds.get(t.id)) for t in left_tests)
    stated = (test for test in own if test.id in ids)
    further = (test for test in beside if test.success or test.failure)
    repeated = tuple(_repeated((e for e in out if e.entry.repeats), left))
    contrary = tuple(_contrary(((row, e.entry.contradicts) for e, row in made if e.entry.contradicts), left))
    gone = {row.id for e, row in made if e.entry.contradicts} - {id for id, _ in contrary}
    left = [row for row in left if row.id not in gone]  # where nothing stands that they contradict
    return Laid(tuple(left), (*stated, *others, *further), replaced, tuple(exceptions), repeated, contrary)


def _contrary(told: Iterable[tuple[Modifier, str]], rows: Sequence[Modifier]) -> Iterator[Restated]:
    """The stated rows that say otherwise than those of a name, each with the one that is played."""
    for row, name in told:
        said = (o for o in rows if o is not row and o.of == row.of and o.id.startswith(name))
        yield from (Restated(row.id, other.id) for other in islice((o for o in said if not o.unread), 1))


def _repeated(struck: Iterable[RowsEntry], rows: Sequence[Modifier]) -> Iterator[Restated]:
    """The rows read that say once more, as somebody states, what another says, with that one: of the same
    operation and amount, and read whole."""
    for entry in struck:
        at, name = entry.stated.binding, entry.entry.repeats
        for row in [
            row for row in rows if row.stated == "text" and at.covers(row.section, row.line, row.column)
        ]:
            said = (other for other in rows if other is not row and other.id.startswith(name))
            same = (
                o for o in said if not o.unread and (o.operation, o.amount) == (row.operation, row.amount)
            )
            if (by := next(same, None)) is not None and by.of == row.of:
                yield Restated(row.id, by.id)


def with_stated_facts(facts: Iterable[KnownFact], bound: BoundRows) -> tuple[KnownFact, ...]:
    """The facts that rows ask, with those that the edition states."""
    known = {fact.id: fact for fact in facts}
    for entry in bound.facts:
        fact = entry.entry
        if fact.decision == "keep" and entry.holds:
            known[fact.id] = KnownFact(
                id=fact.id,
                kind=fact.kind,
                unit=fact.unit,
                values=fact.values,
                default=fact.default,
                implies=tuple(fact.implies.items()),
                follows=tuple((name, one) for name, said in fact.follows.items() for one in _listed(said)),
                excludes=fact.excludes,
                one_side=fact.one_side,
                stated=True,
                section=entry.stated.binding.section or fact.section or "",
            )
    return tuple(known[id] for id in sorted(known))


def _listed(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else said


def _by_section(places: Iterable[Binding]) -> Mapping[str, Sequence[Binding]]:
    found: dict[str, list[Binding]] = defaultdict(list)
    for at in places:
        found[at.section].append(at)
    return found


def _at(row: Modifier | Test, places: Mapping[str, Sequence[Binding]]) -> bool:
    """Whether what a row changes, or a test, stands in words that are bound, by section."""
    return any(at.covers(row.section, row.line, row.column) for at in places.get(row.section, ()))


def _modifier(
    entry: RowsEntry, bound: BoundRows, words: Vocabulary, doubtful: Collection[str], taken: Collection[str]
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
    idle |= not {"units", "amount", "halves"}.issuperset(row.limit or ())  # "once a turn"
    amount = _amount(row)
    said = binding.start.text or entry.stated.quotation.words[0]
    unit = row.unit or (words.units.get(row.of) if row.operation == "add" else None)
    limit = next((Limit(of, most) for of, most in row.limit.items()), None) if row.limit else None
    operation: Operation = row.operation or "add"
    amount = amount if row.operation is not None else 0
    return Modifier(
        id=_id(row, said, taken), of=row.of or None, operation=operation, amount=amount, unit=unit,
        per=row.per, limit=limit, condition=" ".join(said.split()), when=None if idle else when,
        facts=() if idle else tuple(dict.fromkeys(facts_of(when))), section=section.anchor,
        document=section.document, line=binding.start.line or section.line,
        column=binding.start.column or section.column, origin=origin, unread=(said,) if idle else (),
        cap=cap, only=bool(row.replaces), stated="edition", faces=faces_of(row.faces), every=row.every,
        beyond=row.beyond, part=row.part, within=row.within, exempt_from=row.exempt_from,
    )  # fmt: skip


def _amounts(entry: StatedWords) -> tuple[float, ...]:
    """The numbers that the words of an entry are to say: what a row adds or sets, the target of a test; of
    one that says why nothing."""
    match entry:
        case StatedWords(why=str(why)) if why:
            return ()
        case RowEntry(operation="add" | "dice" | "set", amount=float() | int() as amount):
            return (amount,)
        case TestEntry(target=str() | int() as target):
            return tuple(float(number) for number in _NUMBER.findall(str(target)))
    return ()


def _amount(row: RowEntry) -> float | HalfOf | ValueOf | None:
    match row.amount:
        case {"half_of": str(value)}:
            return HalfOf(value)
        case {"value": str(value), **rest}:
            return ValueOf(value, int(str(rest.get("times", 1))))
        case float() | int() | None:
            return row.amount
    return None


def faces_of(told: int | str | None) -> tuple[int, ...]:
    """The faces of "1-3", "1, 10" or 1."""
    found = (each for each in _FACES.finditer(str(told or "")))
    return tuple(n for each in found for n in range(int(each[1]), int(each[2] or each[1]) + 1))


def _forbids(row: Modifier, action: str, sentence: str, why: str) -> Statement:
    """What a row that forbids says: the action is not allowed where it holds. Its words are the whole
    sentence, for a piece of it would forbid without its condition; `why` says so of one that reads
    otherwise."""
    return Statement(
        kind="forbids", action=action, sections=(), when=row.when or tree.All(()),
        text=" ".join((sentence or row.condition).split()), section=row.section, document=row.document,
        line=row.line, origin=row.origin, why=why,
    )  # fmt: skip


def _exception(row: Modifier) -> Statement:
    """What a row without an operation says: those that it names do not count where it holds."""
    assert row.when is not None
    return Statement(
        kind="suspends", action="", sections=(), when=row.when, text=row.condition, section=row.section,
        document=row.document, line=row.line, origin=row.origin, rows=row.replaces,
    )  # fmt: skip


def _id(row: RowEntry, said: str, taken: Collection[str]) -> str:
    """The id of a stated row: its own, else its value, its section and its words; a twin's ends with ~2."""
    slug = "-".join(_SLUG.findall(said.casefold())[:_SLUG_WORDS])
    made = row.id or ".".join(filter(None, (str(row.of), row.section, slug)))
    number = 1
    while (made if number == 1 else f"{made}~{number}") in taken:
        number += 1
    return made if number == 1 else f"{made}~{number}"


def _replacing(entry: RowsEntry, row: Modifier, rows: Sequence[Modifier]) -> Modifier:
    """A row with the ids of those that it replaces, of whose value it is where it names none; one that is to
    replace what nobody states is not executed."""
    found: list[Modifier] = []
    others = [other for other in rows if other is not row] if entry.behind else []
    for each in entry.behind:
        if isinstance(each, str):
            said, met = each, [other for other in others if _named(each, other)]
        else:
            said = each.quotation.words[0]
            met = [other for other in others if each.binding.covers(other.section, other.line, other.column)]
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


def _test(entry: RowsEntry, bound: BoundRows) -> Test:
    test, binding = entry.entry, entry.stated.binding
    target = f"{test.target}+" if isinstance(test.target, int) else test.target
    return Test(
        id=test.id, name=test.name or test.id.replace("-", " "), dice=test.dice, target=target,
        section=binding.section, document=binding.document, line=binding.start.line,
        origin=bound.sections[binding.section][1], success=test.success, failure=test.failure,
        adds=test.adds, kind_of=test.kind_of,
    )  # fmt: skip


class StatedBeside(NamedTuple):
    """What an edition states beside rows, tests and facts: values, limits of sums, conventions, actions."""

    values: tuple[Value, ...] = ()
    sums: tuple[SumLimit, ...] = ()
    conventions: tuple[Convention, ...] = ()
    actions: tuple[Action, ...] = ()
    bases: tuple[Base, ...] = ()


def stated_beside(bound: BoundRows) -> StatedBeside:
    """What is kept of it, and whose words hold."""
    return StatedBeside(
        tuple(
            Value(
                v.id,
                v.name or v.id.replace("-", " "),
                v.unit,
                base=v.base,
                least=0 if v.least is None and v.unit else v.least,
                most=v.most,
            )
            for v, _ in bound.kept(bound.values)
        ),
        tuple(
            SumLimit(each.id, each.of, each.least, each.most, at.section, at.document, at.start.line)
            for each, at in bound.kept(bound.limits)
        ),
        tuple(
            Convention(each.id, at.section, at.document, at.start.line, each.of)
            for each, at in bound.kept(bound.conventions)
        ),
        tuple(Action(each.id, each.values, ()) for each, _ in bound.kept(bound.actions)),
        tuple(
            base for entry in bound.lookups if entry.entry.decision == "keep" for base in _bases(entry, bound)
        ),
    )


def _unheld(lookups: Iterable[RowsEntry]) -> Iterator[RowsEntry]:
    """Rows of lookups whose words do not hold, as rows that set the value: none of them is executed, each is
    named where it would be."""
    for entry in lookups:
        for row, stated in zip(entry.entry.rows, entry.behind, strict=True):
            assert isinstance(stated, BoundStatement)
            if entry.entry.decision == "keep" and stated.binding.state != "holds":
                amount = None if isinstance(row.amounts, tuple) else row.amounts
                of, section = entry.entry.of, entry.entry.section
                told = RowEntry(of=of, section=section, words=row.words, operation="set", amount=amount)
                yield RowsEntry(told, stated)


def _bases(entry: RowsEntry, bound: BoundRows) -> Iterator[Base]:
    """What a lookup gives, row by row and column by column; of a row whose words do not hold nothing."""
    columns = [condition_of(column) for column in entry.entry.columns] or [None]
    for row, stated in zip(entry.entry.rows, entry.behind, strict=True):
        assert isinstance(stated, BoundStatement)
        at = stated.binding
        if at.state != "holds":
            continue
        amounts = row.amounts if isinstance(row.amounts, tuple) else (row.amounts,)
        for column, amount in zip(columns, amounts, strict=True):
            parts = tuple(each for each in (condition_of(row.when), column) if each is not None)
            when = parts[0] if len(parts) == 1 else tree.All(parts)
            yield Base(
                entry.entry.of, amount, when, " ".join(at.start.text.replace("|", " ").split()), at.section,
                at.document, at.start.line, bound.sections[at.section][1],
            )  # fmt: skip
