"""What changed in value between two editions: modifiers, targets, moves, prices, limits, counts, conventions.

In: two rulebooks with their mechanics, and the concordance of their sections. Out: NumberChanges and
ModifierChanges, those that differ and those that stayed. Rows pair by what they say, numbers of
prose by what they are about, sections that correspond first; a digit that moved is no change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from vfdoc.compare.concordance import partners
from vfdoc.compare.named_numbers import is_named, says_which
from vfdoc.compare.neighbourhood import Neighbourhood
from vfdoc.compare.successors import with_moved, with_successors
from vfdoc.compare.two_languages import figures, is_unread, pairs_by_place, turned, two_languages
from vfdoc.language.typography import plain
from vfdoc.model import Glossary, Rulebook, text_of
from vfdoc.model.comparison import (
    ChangeKind,
    Concordance,
    Exchange,
    ModifierChange,
    NumberChange,
    SectionChange,
)
from vfdoc.model.mechanics import Convention, Mechanics, Modifier, Quantity, Test
from vfdoc.model.passage import passages
from vfdoc.verdicts.described_values import (
    ComparedValue,
    DescribedValue,
    Describers,
    RowDescriber,
    number_change,
    readable,
)
from vfdoc.verdicts.pairs import StatementPair, pair_statements
from vfdoc.verdicts.row_verdicts import Known, RowStatement, known, restates, row_statements
from vfdoc.verdicts.values import (
    LookupEntry,
    entries,
    level,
    pair_entries,
    pair_quantities,
    same_printed,
    same_quantity,
)

_CLAUSE = 12  # letters of a clause by which it is known again
_STOP = re.compile(r"(?<=[.!?]) ")
_DIGIT = re.compile(r"\d")
_PLACES = 32  # in which a clause is sought: what a number costs does not grow with the section
_SHORT = 40  # letters of an exchange that says what a number is beside


_Ways = Mapping[str, Collection[str]]


class Values(NamedTuple):
    """The values of two editions: what differs, and what stayed."""

    numbers: tuple[NumberChange, ...]
    same_numbers: tuple[NumberChange, ...]
    modifiers: tuple[ModifierChange, ...]
    same_modifiers: tuple[ModifierChange, ...]


def compare_values(
    old: Rulebook, new: Rulebook, concordance: Concordance, glossary: Glossary | None = None
) -> Values:
    """Every value that differs between two editions, and every one that stayed.

    Both rulebooks have their mechanics, with quantities. `glossary` lets the keys of tables in two
    languages meet.
    """
    before, after = old.mechanics or Mechanics(old.edition.id), new.mechanics or Mechanics(new.edition.id)
    of = known(before, after)
    sides = RowDescriber(old, before, glossary), RowDescriber(new, after, glossary)
    forward, backward = partners(concordance)
    around = Neighbourhood(old, new, forward)
    pairs = with_moved(
        pair_statements(stated_rows(before, of), stated_rows(after, of), of), forward, sides, of
    )
    pairs = with_moved(pairs, around, sides, of)
    pairs = [pair for pair in pairs if not _attributed_anew(pair, before, after)]
    olds, news = (
        deduplicated(_uncited(side.quantities, book)) for side, book in ((before, old), (after, new))
    )
    met, foreign = pair_quantities(olds, news, forward, around.near), two_languages(old, new)
    books = _Sections(old, foreign), _Sections(new, foreign)
    if foreign:
        met = pairs_by_place(olds, news, met, forward, (books[0].figures, books[1].figures))
    which = _saying_which(olds, old), _saying_which(news, new)
    met = [(i, j) for i, j in met if (i in which[0]) == (j in which[1])]  # a day becomes no other number
    stating = _stating(olds, before), _stating(news, after)
    told = {row for i, _ in met for row in stating[0].get(i, ()) if _is_amount(olds[i], row)}
    told |= {row for _, j in met for row in stating[1].get(j, ()) if _is_amount(news[j], row)}
    pairs = [pair for pair in pairs if not _is_told(pair, told)]
    found = [
        *_tests(before.tests, after.tests, sides),
        *_modifiers(pairs, sides),
        *_lookups(before, after, sides),
        *_conventions(before.conventions, after.conventions, sides),
        *_both(
            olds,
            news,
            met,
            (sides[0].quantity, sides[1].quantity),
            _same_of(foreign),
            ({*stating[0], *which[0]}, {*stating[1], *which[1]}),
        ),
    ]
    found = [each for each in found if not _still_said(each, (forward, backward), books)]
    if is_unread(old, new):
        found = [each for each in found if _differs_in_figures(each)]
    numbers = [number_change(*each) for each in with_successors(found, forward) if not _denied(each)]
    changes = [_modifier_change(pair) for pair in pairs]
    return Values(
        tuple(each for each in numbers if each.kind != "same"),
        tuple(each for each in numbers if each.kind == "same"),
        tuple(each for each in changes if each.kind != "same"),
        tuple(each for each in changes if each.kind == "same"),
    )


def in_exchanges(
    numbers: Iterable[NumberChange], sections: Iterable[SectionChange]
) -> Iterator[NumberChange]:
    """The numbers, each with the words that were exchanged with it: "30 November" for "31 October", not 30
    for 31 of what is no longer November."""
    exchanges: dict[tuple[str, str], set[Exchange]] = {}
    for change in sections:
        if change.at.old and change.at.new:
            found = {
                x for s in change.sentences for x in s.exchanges if max(len(x.old), len(x.new)) <= _SHORT
            }
            exchanges.setdefault((change.at.old[0], change.at.new[0]), set()).update(found)
    for number in numbers:
        around = exchanges.get((number.old_section or "", number.new_section or ""), set())
        wider = [x for x in around if _holds(x.old, number.old) and _holds(x.new, number.new)]
        words = len(wider) == 1 and number.rows == (None, None)
        yield number._replace(old=wider[0].old, new=wider[0].new) if words else number


def _holds(words: str, value: str | None) -> bool:
    """Whether these are a bare number and words beside it."""
    parts = [word.strip(",.;:()") for word in words.split()]
    return value is not None and value.isdigit() and value in parts and len(parts) > 1


def stated_rows(mechanics: Mechanics, of: Known) -> tuple[RowStatement, ...]:
    """What an edition's rules state, where a sheet prevails over a rule its row instead, and what the other
    documents state that the rules do not."""
    overruled = mechanics.overruled
    played = {row.id for row in overruled.values()}
    rules = row_statements([overruled.get(m.id, m) for m in mechanics.modifiers if m.origin == "rules"], of)
    others = row_statements(
        [m for m in mechanics.modifiers if m.origin not in ("rules", "example") and m.id not in played], of
    )
    if not rules:
        return others
    again = {
        id(statement)
        for pair in pair_statements(rules, others, of)
        if pair.old and pair.new
        for statement in pair.new
        if pair.verdict.same or restates(pair.old[0].row, statement.row, of)
    }
    return (*rules, *(s for s in others if id(s) not in again))


def _attributed_anew(pair: StatementPair, before: Mechanics, after: Mechanics) -> bool:
    """Whether a row that only one side has, and that nobody executes, stands in the other too, where it was
    read of another value or of none: which it changes is known of neither, and it is neither new nor gone."""
    if pair.old and pair.new:
        return False
    row = (pair.old or pair.new)[0].row
    said = _said(row)
    others = (after if pair.old else before).modifiers
    return bool(row.unread) and any(other.unread and _said(other) == said for other in others)


def _still_said(each: ComparedValue, ways: tuple[_Ways, _Ways], books: tuple[_Sections, _Sections]) -> bool:
    """Whether a number of prose that only one side has stands in the other in the same words, in a section
    that corresponds: it was read there as of something else, and is neither new nor gone. `ways` lead from
    the sections of each side to those of the other, `books` are the sections of each."""
    side = each.old or each.new
    if (each.old and each.new) or side is None or side.kind != "quantity":
        return False
    here = 0 if each.old else 1
    there = ways[here].get(side.section, ())
    if books[0].foreign and not side.concepts:  # no word can be held against the other side's
        return any(figures(side.value) <= books[1 - here].figures(anchor) for anchor in there)
    said = _plain(side.topic.rpartition(": ")[2])
    if len(said) <= _CLAUSE:
        return False
    inner = said.split()[1:-1]  # of the outer ones a stop may belong to it
    for anchor in there:
        having = books[1 - here].having(anchor)
        places = min((having.get(word, ()) for word in inner), key=len, default=())
        if any(said in text for text in places[:_PLACES]):
            return True
    return False


class _Sections:
    """The sections of an edition; of each, by word, the sentences that have it. `foreign` tells that the
    other edition is in another language."""

    def __init__(self, book: Rulebook, foreign: bool) -> None:
        self.foreign = foreign
        self._of = {section.anchor: section for document in book.documents for section in document.sections}
        self._having: dict[str, dict[str, list[str]]] = {}

    def having(self, anchor: str) -> Mapping[str, Sequence[str]]:
        """The sentences of a section by their words."""
        if anchor not in self._having:
            found = self._having[anchor] = {}
            section = self._of.get(anchor)
            for passage in passages(section) if section is not None else ():
                for text in _STOP.split(_plain(passage.text)):
                    for word in dict.fromkeys(text.split()):
                        found.setdefault(word, []).append(text)
        return self._having[anchor]

    def figures(self, anchor: str) -> frozenset[str]:
        """The numbers that a section prints in figures."""
        section = self._of.get(anchor)
        return frozenset() if section is None else figures(f"{section.title} {text_of(section.blocks)}")


def _same_of(foreign: bool) -> Callable[[Quantity, Quantity], bool]:
    """Whether two quantities are the same; of two languages no word beside them says which way they bound."""
    if not foreign:
        return same_quantity
    return lambda one, other: same_quantity(one, other) and not turned(one, other)


def _plain(text: str) -> str:
    return " ".join(plain(text).casefold().split())


def _said(row: Modifier) -> tuple[object, ...]:
    return (row.operation, row.amount, row.unit, row.per, row.faces, row.condition.casefold())


def _stating(quantities: Sequence[Quantity], mechanics: Mechanics) -> dict[int, list[Modifier]]:
    """The numbers of prose, by place, that stand in words of which a person states a row, each with its
    rows: number and row are one fact."""
    rows: dict[tuple[str, int], list[Modifier]] = {}
    for row in mechanics.modifiers:
        if row.stated == "edition":
            rows.setdefault((row.document, row.line), []).append(row)
    found = {
        place: [
            row
            for row in rows.get((said.document, said.line), ())
            if row.column <= said.column < row.column + len(row.condition)
        ]
        for place, said in enumerate(quantities)
    }
    return {place: each for place, each in found.items() if each}


def _is_amount(said: Quantity, row: Modifier) -> bool:
    return isinstance(row.amount, int | float) and abs(row.amount) == said.number


def _is_told(pair: StatementPair, told: Collection[Modifier]) -> bool:
    """Whether rows of one side alone are told by numbers of prose that have their counterparts."""
    rows = [statement.row for statement in (*pair.old, *pair.new)]
    return not (pair.old and pair.new) and bool(told) and all(row in told for row in rows)


def _uncited(quantities: Iterable[Quantity], book: Rulebook) -> list[Quantity]:
    """The quantities of a text that are no numbers of its citations, for where those lead is compared apart,
    and none of names."""
    cited: dict[tuple[str, int], list[range]] = {}
    for each in (*book.references(), *(x for document in book.documents for x in document.external)):
        place = range(each.column, each.column + len(each.text))
        cited.setdefault((each.document, each.line), []).append(place)
    free = [
        each
        for each in quantities
        if not any(each.column in place for place in cited.get((each.document, each.line), ()))
    ]
    named = _at_places(free, book, is_named)
    return [each for place, each in enumerate(free) if place not in named]


def _saying_which(quantities: Sequence[Quantity], book: Rulebook) -> frozenset[int]:
    """The places of the quantities without a unit that say when or which: no values by themselves."""
    return frozenset(n for n in _at_places(quantities, book, says_which) if quantities[n].unit is None)


def _at_places(
    quantities: Sequence[Quantity], book: Rulebook, told: Callable[[str, int, str], bool]
) -> frozenset[int]:
    """The places of the quantities of which their line tells so where their digits stand."""
    lines = {document.id: document.source.lines for document in book.documents}
    found = []
    for place, each in enumerate(quantities):
        line = lines[each.document][each.line - 1]
        digit = _DIGIT.search(line, each.column - 1, each.column - 1 + len(each.value))
        if digit is not None and told(line, digit.start(), book.edition.language):
            found.append(place)
    return frozenset(found)


def deduplicated(quantities: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The quantities of an edition's rules, and those of its other texts that say no rule again."""
    rules = [q for q in quantities if q.origin == "rules"]
    others = [q for q in quantities if q.origin not in ("rules", "example")]
    again = {j for i, j in pair_quantities(rules, others, {}) if same_quantity(rules[i], others[j])}
    return (*rules, *(q for j, q in enumerate(others) if j not in again))


def kind_of(pair: StatementPair) -> ChangeKind:
    """The kind of change that a pair of statements is; a mere note is none."""
    if not pair.old:
        return "added"
    if not pair.new:
        return "removed"
    return "same" if pair.verdict.same or pair.verdict.note else "changed"


def _denied(each: ComparedValue) -> bool:
    """Whether a value is only that something must not be, or comes first: no number, save where one took
    its place."""
    return all(side is None or side.kind in ("denial", "ordinal") for side in (each.old, each.new))


def _differs_in_figures(each: ComparedValue) -> bool:
    """Whether a value stands on both sides, and they print other figures."""
    if each.old is None or each.new is None:
        return False
    return figures(each.old.value) != figures(each.new.value)


_Row = TypeVar("_Row")


def _both(
    old: Sequence[_Row], new: Sequence[_Row], pairs: Sequence[tuple[int, int]],
    described: tuple[Callable[[_Row], DescribedValue], Callable[[_Row], DescribedValue]],
    same: Callable[[_Row, _Row], bool],
    told: tuple[Collection[int], Collection[int]] = ((), ()),
) -> Iterator[ComparedValue]:  # fmt: skip
    """Paired values, then what only one side has, without what others tell (`told`: places on each side)."""
    before, after = described
    for i, j in pairs:
        kind: ChangeKind = "same" if same(old[i], new[j]) else "changed"
        yield ComparedValue(before(old[i]), after(new[j]), kind)
    met_old, met_new = {*told[0], *(i for i, _ in pairs)}, {*told[1], *(j for _, j in pairs)}
    yield from (ComparedValue(None, after(row), "added") for j, row in enumerate(new) if j not in met_new)
    yield from (ComparedValue(before(row), None, "removed") for i, row in enumerate(old) if i not in met_old)


def _tests(old: Sequence[Test], new: Sequence[Test], sides: Describers) -> Iterator[ComparedValue]:
    olds, news = (list({t.id: t for t in reversed(side) if t.target}.values()) for side in (old, new))
    places = {test.id: i for i, test in enumerate(olds)}
    pairs = [(places[t.id], j) for j, t in enumerate(news) if t.id in places]
    yield from _both(
        olds,
        news,
        pairs,
        (sides[0].test, sides[1].test),
        lambda one, other: level(one.target or "") == level(other.target or ""),
    )


def _conventions(
    old: Sequence[Convention], new: Sequence[Convention], sides: Describers
) -> Iterator[ComparedValue]:
    olds, news = (list({c.id: c for c in reversed(side)}.values()) for side in (old, new))
    places = {convention.id: i for i, convention in enumerate(olds)}
    pairs = [(places[c.id], j) for j, c in enumerate(news) if c.id in places]
    described = sides[0].convention, sides[1].convention
    yield from _both(olds, news, pairs, described, lambda one, other: True)


def _lookups(old: Mechanics, new: Mechanics, sides: Describers) -> Iterator[ComparedValue]:
    of_old, of_new = sides[0].concepts, sides[1].concepts
    before, after = _once_entered(old, sides[0]), _once_entered(new, sides[1])
    yield from _both(
        before,
        after,
        pair_entries(before, after, of_old, of_new),
        (sides[0].entry, sides[1].entry),
        lambda one, other: same_printed(one.value, other.value),
    )


def _once_entered(mechanics: Mechanics, of: RowDescriber) -> list[LookupEntry]:
    """The entries of an edition, those that another of its texts says again left out."""
    kept: list[LookupEntry] = []
    by_value: dict[tuple[str, str], list[frozenset[str]]] = {}
    for entry in sorted(entries(mechanics.lookups), key=lambda e: e.origin != "rules"):
        key = of.concepts(" ".join(entry.key))
        known = by_value.setdefault((entry.lookup, level(entry.value)), [])
        if entry.origin == "rules" or not any(key <= other or other <= key for other in known):
            kept.append(entry)
        known.append(key)
    return kept


def _modifiers(pairs: Sequence[StatementPair], sides: Describers) -> Iterator[ComparedValue]:
    """Pairs of modifiers as values; those that differ in words of their condition alone are left to the
    ModifierChanges."""
    for pair in pairs:
        kind = kind_of(pair)
        found = pair.verdict.differences
        if kind == "changed" and not any(_is_number(d.aspect, d.old + d.new) for d in found):
            continue
        old = sides[0].modifier(pair.old[0].row) if pair.old else None
        new = sides[1].modifier(pair.new[0].row) if pair.new else None
        if old and new and kind == "changed" and not any(d.aspect == "amount" for d in found):
            moved = any(d.aspect == "value" for d in found)  # an amount without its value says nothing
            old = old._replace(value=_joined([old.value] * moved + [d.old for d in found]))
            new = new._replace(value=_joined([new.value] * moved + [d.new for d in found]))
        yield ComparedValue(old, new, kind)


def _joined(words: Iterable[str]) -> str:
    """What a side says in several respects, each once; nothing where it is silent."""
    return ", ".join(dict.fromkeys(readable(each) for each in words if each != "—")) or "—"


def _is_number(aspect: str, words: str) -> bool:
    return aspect in ("amount", "threshold", "limit", "value") or any(c.isdigit() for c in words)


def _modifier_change(pair: StatementPair) -> ModifierChange:
    old = pair.old[0].row if pair.old else None
    new = pair.new[0].row if pair.new else None
    row = new or old
    return ModifierChange(row.of if row else None, kind_of(pair), old, new, pair.verdict)
