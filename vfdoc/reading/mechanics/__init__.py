"""Mechanics: the tests, modifiers, lookups and conventions that an edition's text states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from vfdoc.model import Rulebook
from vfdoc.model.mechanics import Doubt, Mechanics, Modifier, Replaced, Restated, leaves_of
from vfdoc.reading.errata import read_errata
from vfdoc.reading.glossary import read_glossary
from vfdoc.reading.mechanics.bases import bases
from vfdoc.reading.mechanics.bound_rows import (
    BoundRows,
    laid_over,
    read_bound_rows,
    stated_beside,
    with_stated_facts,
)
from vfdoc.reading.mechanics.entries import entries
from vfdoc.reading.mechanics.facts import known_facts, known_values
from vfdoc.reading.mechanics.ids import named_rows, named_statements
from vfdoc.reading.mechanics.modifiers import RowReader
from vfdoc.reading.mechanics.opposed import opposed_rolls
from vfdoc.reading.mechanics.procedures import read_procedures
from vfdoc.reading.mechanics.quantities import quantity_reader, read_quantities
from vfdoc.reading.mechanics.sections import origin_of, stated_by_sections
from vfdoc.reading.mechanics.vocabulary import Vocabulary, vocabulary


def read_mechanics(rulebook: Rulebook, folder: Path | None = None) -> Mechanics:
    """The mechanics of a rulebook; `folder` is the edition's, which may hold a glossary of its own."""
    words = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    known = entries(words.language, folder, copy=not rulebook.own)
    found = list(stated_by_sections(rulebook, words, known))
    rows = [row for stated in found for row in stated.rows]
    numbered = tuple(named_rows(rows))
    statements = tuple(statement for stated in found for statement in stated.statements)
    numbered = tuple(_prevailing(numbered, rulebook, words, folder))
    tests = tuple(test for stated in found for test in stated.tests)
    bound = bound_rows(rulebook, words, folder)
    replaced: tuple[Replaced, ...] = ()
    repeated: tuple[Restated, ...] = ()
    contrary: tuple[Restated, ...] = ()
    if bound is not None:
        numbered, tests, replaced, exceptions, repeated, contrary = laid_over(numbered, tests, bound, words)
        statements = (*statements, *exceptions)
    lookups = tuple(lookup for stated in found for lookup in stated.lookups)
    given = tuple(bases(lookups, known, words))
    asked = (*(statement.when for statement in statements), *(base.when for base in given))
    facts = known_facts(numbered, words, asked)
    steps = read_procedures(folder, rulebook)
    places = [place for stated in found for place in stated.places]
    results = [result for stated in found for result in stated.results]
    whole = Mechanics(
        edition=rulebook.edition.id,
        tests=tests,
        modifiers=numbered,
        lookups=lookups,
        conventions=tuple(convention for stated in found for convention in stated.conventions),
        doubts=_doubts(numbered),
        values=known_values(numbered, words, (base.of for base in given)),
        facts=with_stated_facts(facts, bound) if bound is not None else facts,
        opposed=tuple(opposed_rolls(places, results, known, numbered, _texts(rulebook))),
        statements=tuple(named_statements(statements)),
        actions=tuple(acting.action for acting in words.actions),
        replaced=replaced,
        restated=(*repeated, *contrary),
        contradicts=contrary,
        procedures=steps.procedures,
        holds=steps.holds,
        unheld=steps.unheld,
        bases=given,
    )
    return whole if bound is None else _with_stated(whole, bound)


def with_quantities(found: Mechanics, rulebook: Rulebook, folder: Path | None = None) -> Mechanics:
    """The same mechanics with the numbers of the game that no modifier, test or lookup holds.

    Only comparing asks for them, so they are read apart.
    """
    words = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    reader = quantity_reader(words, rulebook.forms, read_glossary(folder))
    sections = ((s, d.source.lines, origin_of(s, d.kind)) for d in rulebook.documents for s in d.sections)
    return replace(found, quantities=tuple(read_quantities(sections, found, reader)))


def _texts(rulebook: Rulebook) -> tuple[tuple[str, ...], ...]:
    """The ids of the documents of each text."""
    return tuple(tuple(document.id for document in text) for text in rulebook.hierarchies())


def with_bound_rows(found: Mechanics, rulebook: Rulebook, folder: Path | None) -> Mechanics:
    """Mechanics of a game that nobody describes, with what `mechanics.toml` and `procedures.toml` state."""
    words = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    bound = bound_rows(rulebook, words, folder)
    steps = read_procedures(folder, rulebook, described=False)
    found = replace(found, procedures=steps.procedures, holds=steps.holds, unheld=steps.unheld)
    if bound is None:
        return found
    rows, tests, replaced, exceptions, repeated, contrary = laid_over(
        found.modifiers, found.tests, bound, words
    )
    facts = known_facts(rows, words, (statement.when for statement in exceptions))
    found = replace(
        found,
        tests=tests,
        modifiers=rows,
        values=known_values(rows, words),
        facts=with_stated_facts(facts, bound),
        statements=tuple(named_statements(exceptions)),
        replaced=replaced,
        restated=(*_still(found.restated, rows, replaced), *repeated, *contrary),
        contradicts=contrary,
    )
    return _with_stated(found, bound)


def _still(
    restated: Iterable[Restated], rows: Iterable[Modifier], replaced: Iterable[Replaced]
) -> Iterator[Restated]:
    """What rows still restate where others are stated in the place of some: what restates a row that was
    read restates the one that is stated there."""
    left, instead = {row.id for row in rows}, {pair.read.id: pair.row for pair in replaced}
    for row, by in restated:
        by = instead.get(by, by)
        if row in left and by in left:
            yield Restated(row, by)


def _with_stated(found: Mechanics, bound: BoundRows) -> Mechanics:
    """Mechanics with the values, limits, conventions and actions that the edition states."""
    beside = stated_beside(bound)
    ids = {value.id for value in beside.values}
    acts = {action.id for action in beside.actions}
    return replace(
        found,
        tests=tuple(test for test in found.tests if not test.proposed or test.id not in ids),
        values=(*(value for value in found.values if value.id not in ids), *beside.values),
        conventions=(*beside.conventions, *found.conventions),
        actions=(*(action for action in found.actions if action.id not in acts), *beside.actions),
        sums=beside.sums,
        bases=(*found.bases, *beside.bases),
    )


def bound_rows(rulebook: Rulebook, words: Vocabulary, folder: Path | None) -> BoundRows | None:
    """What the edition's `mechanics.toml` states, bound to the texts; None where it has none."""
    sections = {s.anchor: (s, origin_of(s, d.kind)) for d in rulebook.documents for s in d.sections}
    return read_bound_rows(folder, rulebook, words, sections)


def _prevailing(
    modifiers: tuple[Modifier, ...], rulebook: Rulebook, words: Vocabulary, folder: Path | None
) -> Iterator[Modifier]:
    """The rows, with those marked that an erratum lets go before the rules. It quotes the words of one text
    of the edition; in another (the original, another wording) they are the row of the same section that says
    the same."""
    faults = rulebook.faults or (read_errata(folder) if folder is not None else ())
    prevailing = [(fault.section, fault.text) for fault in faults if fault.prevails and fault.holds]
    reader = RowReader(words, rulebook.edition.title, (), None)
    for row in modifiers:
        said = [text for section, text in prevailing if section == row.section]
        if not said:
            yield row
            continue
        meant = (row.operation, row.amount, frozenset(leaves_of(row.when)))
        known = row.of is not None and row.of in words.games
        prevails = known and any(
            row.condition == text or reader.says(text, row.of or "") == [meant] for text in said
        )
        yield replace(row, prevails=True) if prevails else row


def _doubts(rows: tuple[Modifier, ...]) -> tuple[Doubt, ...]:
    """What findings are made of: rows that say no value of the game, and words that were not read, but for
    those that a fact is named from."""
    out: list[Doubt] = []
    for m in rows:
        if m.stated == "edition":  # what does not hold of it is a stale statement
            continue
        place = (m.section, m.document, m.line, m.column, m.condition)
        if m.of is None:
            out.append(Doubt(*place, "the text does not say of what"))
        if m.origin in ("rules", "sheet"):
            named = len(m.named)
            out += [
                Doubt(*place, f"part of the condition is not understood: '{words}'")
                for words in m.unread[named:]
            ]
    return tuple(out)
