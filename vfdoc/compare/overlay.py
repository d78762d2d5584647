"""A base and the house rules that amend it, as one: the rows in force.

In: the mechanics, or the rulebooks, of both. Out: the base with the amendment laid over it: paired rows
replaced, new ones added, unmentioned ones kept. A row of the house bears its edition before its section
and its id (`vf-lwtv:sheet/2-fire`), so that each says where it comes from; it is in force as a rule,
whatever kind of text states it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from vfdoc.model import Document, Glossary, Rulebook
from vfdoc.model.conditions import facts_of
from vfdoc.model.mechanics import (
    All,
    Base,
    Choice,
    Condition,
    Lookup,
    Mechanics,
    Modifier,
    Not,
    Statement,
)
from vfdoc.verdicts.conditions import implies, normal
from vfdoc.verdicts.described_values import RowDescriber
from vfdoc.verdicts.pairs import pair_statements
from vfdoc.verdicts.restated import restated
from vfdoc.verdicts.rewritten import any_of
from vfdoc.verdicts.row_verdicts import Known, known, row_statements
from vfdoc.verdicts.values import Concepts, entries, pair_entries

_APART = ":"


def overlaid(base: Rulebook, house: Rulebook, glossary: Glossary | None = None) -> Rulebook:
    """The base with the house's texts beside its own, and the mechanics of both in force.

    The edition is the house's. Anchors of the house's sections are its edition's id, a colon and what
    they were.
    """
    of = house.edition.id
    before, after = base.mechanics or Mechanics(base.edition.id), house.mechanics or Mechanics(of)
    concepts = RowDescriber(base, before, glossary).concepts, RowDescriber(house, after, glossary).concepts
    return replace(
        base,
        edition=house.edition,
        documents=(*base.documents, *(_marked_document(of, document) for document in house.documents)),
        faults=(*base.faults, *house.faults),
        own=base.own and house.own,
        about={**base.about, **{laid_anchor(of, anchor): about for anchor, about in house.about.items()}},
        mechanics=overlay(before, after, concepts),
    )


def overlay(
    base: Mechanics, house: Mechanics, concepts: tuple[Concepts, Concepts] | None = None
) -> Mechanics:
    """The rows of a base with those of the house over them.

    `concepts` say what the keys of both sides' lookups name; without them keys pair word by word.
    """
    of = known(base, house)
    mark = house.edition
    names = {test.id for test in house.tests if test.target}
    lookups = tuple(_lookups(base, house, concepts or (_words, _words)))
    instead = _instead(base, house, of)
    caps = _caps(base, instead)
    left = {(lookup.id, lookup.section, row.line) for lookup in lookups for row in lookup.rows}
    found = Mechanics(
        edition=mark,
        tests=(
            *(test for test in base.tests if test.id not in names),
            *(replace(t, section=laid_anchor(mark, t.section), origin="rules") for t in house.tests),
        ),
        modifiers=(
            *_not_replaced(base, instead, of),
            *(_marked_row(mark, caps.get(row.id, row)) for row in house.modifiers),
        ),
        lookups=(
            *lookups,
            *(_marked_lookup(mark, x) for x in house.lookups),
        ),
        conventions=(
            *base.conventions,
            *(replace(c, section=laid_anchor(mark, c.section)) for c in house.conventions),
        ),
        doubts=(*base.doubts, *(d._replace(section=laid_anchor(mark, d.section)) for d in house.doubts)),
        values=tuple({value.id: value for value in (*house.values, *base.values)}.values()),
        facts=tuple({fact.id: fact for fact in (*house.facts, *base.facts)}.values()),
        statements=(
            *(_also_suspended(s, base, instead, mark) for s in base.statements),
            *(_marked_statement(mark, s) for s in house.statements),
        ),
        actions=tuple({action.id: action for action in (*base.actions, *house.actions)}.values()),
        contradicts=base.contradicts,
        procedures=tuple({each.id: each for each in (*base.procedures, *house.procedures)}.values()),
        holds=(
            *base.holds,
            *((step, section and laid_anchor(mark, section)) for step, section in house.holds),
        ),
        unheld=base.unheld,
        bases=(
            *(b for b in base.bases if (b.of, b.section, b.line) in left or _speaks_of_others(b, house)),
            *(b._replace(section=laid_anchor(mark, b.section), origin="rules") for b in house.bases),
        ),
        sums=(*base.sums, *(each._replace(section=laid_anchor(mark, each.section)) for each in house.sums)),
    )
    return replace(found, restated=restated(found))


def _speaks_of_others(base: Base, house: Mechanics) -> bool:
    """Whether a value stands under a condition that asks nothing which the house's of the same name ask: it
    is unmentioned there (what leaders move, in a table of units and "all others")."""
    asked = {fact for each in house.bases if each.of == base.of for fact in facts_of(each.when)}
    own = set(facts_of(base.when))
    return bool(own) and not own & asked


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


def laid_anchor(edition: str, anchor: str) -> str:
    """What a section of house rules is called where they are laid over their base."""
    return f"{edition}{_APART}{anchor}"


def _marked_row(edition: str, row: Modifier) -> Modifier:
    origin = row.origin if row.origin == "example" else "rules"
    section = laid_anchor(edition, row.section)
    behind = tuple(laid_anchor(edition, other) for other in row.replaces)
    return replace(row, id=laid_anchor(edition, row.id), section=section, origin=origin, replaces=behind)


def _marked_statement(edition: str, statement: Statement) -> Statement:
    rows = tuple(laid_anchor(edition, row) for row in statement.rows)
    return statement._replace(section=laid_anchor(edition, statement.section), rows=rows)


def _marked_lookup(edition: str, lookup: Lookup) -> Lookup:
    return replace(lookup, section=laid_anchor(edition, lookup.section), origin="rules")


def _marked_document(edition: str, document: Document) -> Document:
    sections = tuple(
        section._replace(
            anchor=laid_anchor(edition, section.anchor),
            parent=laid_anchor(edition, section.parent) if section.parent else None,
            document=laid_anchor(edition, section.document),
        )
        for section in document.sections
    )
    references = tuple(
        r._replace(section=laid_anchor(edition, r.section), document=laid_anchor(edition, r.document))
        for r in document.references
    )
    return replace(
        document,
        id=laid_anchor(edition, document.id),
        sections=sections,
        references=references,
        continues=document.continues and laid_anchor(edition, document.continues),
    )


_Instead: TypeAlias = Mapping[str, Sequence[tuple[Modifier, Sequence[Modifier]]]]
"""Of each row of a base, by id, its alternatives, each with the rows of the house instead of it."""


def _instead(base: Mechanics, house: Mechanics, of: Known) -> _Instead:
    """Which rows of the house stand instead of those of the base; examples have no part in it."""
    own = row_statements([m for m in house.modifiers if m.origin != "example"], of)
    found: dict[str, list[tuple[Modifier, Sequence[Modifier]]]] = {}
    origins = {m.origin for m in base.modifiers}
    for origin in sorted(origins - {"example"}):
        theirs = row_statements([m for m in base.modifiers if m.origin == origin], of)
        found.update({row.id: [] for statement in theirs for row in statement.rows})
        for pair in pair_statements(theirs, own, of):
            for row in (row for statement in pair.old for row in statement.rows):
                found[row.id].append((row, [statement.row for statement in pair.new]))
    return found


def _not_replaced(base: Mechanics, instead: _Instead, of: Known) -> Iterable[Modifier]:
    """The base's rows that the house does not replace, in order. Of a row of which it replaces some
    alternatives the others are left; of one that it states for some kinds of attack only (a panel of melee
    modifiers), the other kinds."""
    for modifier in base.modifiers:
        if modifier.id not in instead:
            yield modifier
            continue
        rest = (_rest(row, rows, of) for row, rows in instead[modifier.id])
        if left := [row for row in rest if row is not None]:
            yield _together(modifier, left)


def _also_suspended(statement: Statement, base: Mechanics, instead: _Instead, mark: str) -> Statement:
    """A statement of the base that suspends rows, with those of the house that stand instead of them: what
    an amendment only says again is bound by the exceptions that the base makes."""
    if statement.kind != "suspends":
        return statement
    named = (
        row.id for row in base.modifiers if row.id in statement.rows or row.section in statement.sections
    )
    laid = (laid_anchor(mark, row.id) for id in named for _, rows in instead.get(id, ()) for row in rows)
    return statement._replace(rows=tuple(dict.fromkeys((*statement.rows, *laid))))


def _caps(base: Mechanics, instead: _Instead) -> dict[str, Modifier]:
    """The rows of the house, by id, that stand instead of rows of the base which share a limit, with that
    limit: what an amendment says anew of each is still bound by what the base says of all together."""
    shared = [row for row in base.modifiers if row.cap is not None and row.limit is not None]
    shared.sort(key=lambda row: row.origin == "rules")  # a sheet says it again
    capped = {row.id: row for row in shared}
    return {
        row.id: replace(row, cap=capped[id].cap, limit=row.limit or capped[id].limit)
        for id in capped
        for _, rows in instead.get(id, ())
        for row in rows
        if row.cap is None and row.per is not None
    }


def _rest(row: Modifier, instead: Sequence[Modifier], of: Known) -> Modifier | None:
    """What is left of a row of the base where rows of the house stand instead of it; None for nothing."""
    if not instead:
        return row
    contexts = {fact for pairs in of.implies.values() for fact, _ in pairs}
    asked, more = set(row.facts), [set(other.facts) - set(row.facts) for other in instead]
    narrower = all(
        extra and extra <= contexts and asked <= set(other.facts) and implies(other.when, row.when)
        for other, extra in zip(instead, more, strict=True)
    )
    assumed = [Choice(*pair) for fact in row.facts for pair in of.facts.get(fact, ())]
    when = All((*_parts(row.when), *assumed))
    if not narrower or implies(when, any_of([other.when for other in instead]), of.domains):
        return None
    kinds = [
        Not(All(tuple(part for part in _parts(other.when) if not set(facts_of(part)) <= asked)))
        for other in instead
    ]
    left = normal(All((*_parts(row.when), *kinds)))
    return replace(row, when=left, facts=tuple(dict.fromkeys(facts_of(left))))


def _parts(condition: Condition | None) -> tuple[Condition, ...]:
    if condition is None:
        return ()
    return condition.parts if isinstance(condition, All) else (condition,)


def _together(modifier: Modifier, alternatives: Sequence[Modifier]) -> Modifier:
    when = any_of([row.when for row in alternatives])
    if len(alternatives) == 1 and alternatives[0].when == modifier.when:
        return modifier
    return replace(modifier, when=when, facts=tuple(dict.fromkeys(facts_of(when))))


def _lookups(base: Mechanics, house: Mechanics, concepts: tuple[Concepts, Concepts]) -> Iterable[Lookup]:
    """The base's lookups without the rows whose values the house states. A table of the house with an entry
    for all others, whose key names nothing, is complete: of the base's it leaves none."""
    theirs, mine = list(entries(base.lookups)), list(entries(house.lookups))
    replaced = set()
    for document in dict.fromkeys(entry.section for entry in theirs):
        here = [entry for entry in theirs if entry.section == document]
        for i, _ in pair_entries(here, mine, *concepts, whole=False):
            replaced.add((here[i].section, here[i].line, here[i].key))
    complete = {entry.lookup for entry in mine if not concepts[1](" ".join(entry.key))}
    for lookup in base.lookups:
        if lookup.id in complete:
            continue
        rows = tuple(r for r in lookup.rows if (lookup.section, r.line, r.key) not in replaced)
        if rows:
            yield replace(lookup, rows=rows)
