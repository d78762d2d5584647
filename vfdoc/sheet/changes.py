"""Tests and values with what changes them, as rows of a sheet.

A Source comes in; each test or value becomes a head (name, target) and a row for each change (how much,
when). Places that say the same make one row that cites them all; of changes that differ in the arm of
service alone, one row names the arms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from vfdoc.formats.conditions import Speech, case_words, margin_words, name_of
from vfdoc.formats.prose import tidy
from vfdoc.formats.quoting import sentence_around, sentence_of_words
from vfdoc.model.conditions import without_implied
from vfdoc.model.mechanics import All, Any, Choice, Condition, Modifier, Not, Opposed, Test, Value
from vfdoc.model.sheet import SheetCell, SheetPlan, SheetRow
from vfdoc.sheet.prose import plain
from vfdoc.sheet.sheet_coverage import results_id, score_form
from vfdoc.sheet.source import Source
from vfdoc.sheet.words import SheetWords, short_amount, short_condition, short_scope, shortened

_ARM = "unit.arm"
_OF_ARM = ".arm"  # whoever's it is
_Key: TypeAlias = tuple[object, ...]


class SheetContext(NamedTuple):
    """What rows are made with: the source, how it is worded, what was asked for; `own` are the words of
    the language of the rules."""

    source: Source
    speech: Speech
    words: SheetWords
    own: SheetWords
    plan: SheetPlan


class _Change(NamedTuple):
    """Modifiers that are one row: the first of them, the arms that they name, the rest of the condition."""

    rows: list[Modifier]
    arms: list[str]
    rest: Condition | None


def test_id(test: Test) -> str:
    """What names a test among the rows of a sheet: its section, line and id."""
    return f"test {test.id} {test.section} {test.line}"


def names_changed(source: Source) -> tuple[list[str], list[str]]:
    """The ids of the tests, then of the other values that anything changes, each in the order of the text."""
    order = {anchor: n for n, anchor in enumerate(source.sections)}
    tests = sorted((t for t in source.tests if t.target), key=lambda t: (order[t.section], t.line))
    named = list(dict.fromkeys(test.id for test in tests))
    changed = dict.fromkeys(row.of for row in source.modifiers if row.of is not None)
    known = {test.id for test in source.tests}
    named += [of for of in changed if of in known and of not in named]
    return named, [of for of in changed if of not in named]


def change_rows(
    of: str, context: SheetContext, skip: frozenset[str] = frozenset(), own: Sequence[SheetRow] = ()
) -> Iterator[SheetRow]:
    """The head and the rows of a test or value; nothing where it has neither a target nor a change.

    Rows whose id is in `skip` stand elsewhere on the sheet; `own` are those that an edition words.
    """
    source, speech = context.source, context.speech
    named = [test for test in source.tests if test.id == of]
    tests = [test for test in named if test.target]
    modifiers = [
        m
        for m in source.modifiers
        if m.of == of and m.id not in skip and asked(m, context.plan) and not _target(m, tests)
    ]
    if not tests and not modifiers and not own:
        return
    value = next((v.name for v in _values(source) if v.id == of), tests[0].name if tests else "")
    changes = [*own, *changes_of(modifiers, context)]
    stated = (test.section for test in tests) if tests else (a for row in changes for a in row.sections)
    anchors = tuple(dict.fromkeys(stated))
    targets = dict.fromkeys(test.target for test in tests if test.target)
    yield SheetRow(
        (
            SheetCell(_headed(_capital(name_of(of, speech, value)), named, context.words), anchors),
            SheetCell(f" {speech.labels['or']} ".join(targets), anchors),
        ),
        "head",
        bool(tests) and any(source.is_house(anchor) for anchor in anchors),
        tuple(test_id(test) for test in tests),
    )
    yield from changes
    mechanics = source.rulebook.mechanics
    for opposed in mechanics.opposed if mechanics else ():
        if of in opposed.of and results_id(of) not in skip:
            yield from _results(opposed, context)


def _headed(name: str, tests: Sequence[Test], words: SheetWords) -> str:
    """What a test is called; one that is proposed with its dice and that word, for nobody has stated it."""
    if not any(test.proposed for test in tests):
        return name
    dice = ", ".join(dict.fromkeys(test.dice for test in tests if test.dice)) or words["dice_unstated"]
    return words.say("proposed_test", name=name, dice=dice)


def _results(opposed: Opposed, context: SheetContext) -> Iterator[SheetRow]:
    """What the difference of an opposed roll does, in the text's words: to whom, by what margin."""
    source, speech, words = context.source, context.speech, context.words
    for result in opposed.results:
        if result.section not in source.sections:
            continue
        by = margin_words(result.margin, speech) if result.margin and result.margin.value else ""
        label = " ".join(filter(None, (speech.labels[f"side_{result.side}"], by)))
        when = short_condition(result.when, speech, words)
        told = plain(tidy(result.text), source.sections[result.section], source)
        cited = (result.section,)
        cells = (SheetCell(_capital(label), cited), SheetCell(f"{when}: {told}" if when else told, cited))
        yield SheetRow(cells, "prose", source.is_house(result.section))


def changes_of(modifiers: Sequence[Modifier], context: SheetContext) -> Iterator[SheetRow]:
    """The changes of one value; those that read the same are one row."""
    source, words = context.source, context.words
    implied = {value.id: frozenset(value.implies) for value in _values(source)}
    found: dict[tuple[str, str], list[Modifier]] = defaultdict(list)
    for change in _together(modifiers, implied):
        row = change.rows[0]
        told = _when(change, context)
        amount = short_amount(row, context.speech, words, score_form(row, source))
        found[amount, disputed(told, change.rows, context)].extend(change.rows)
    for (amount, told), rows in found.items():
        every = [restated for row in rows for restated in (row, *source.restatements.get(row.id, ()))]
        anchors = tuple(dict.fromkeys(row.section for row in every))
        yield SheetRow(
            (SheetCell(amount, anchors), SheetCell(told, anchors)),
            "change",
            any(source.is_house(row.section) for row in rows),
            tuple(row.id for row in every),
        )


def _when(change: _Change, context: SheetContext) -> str:
    """By what a change is counted, and when it counts; or the words of it that were not understood."""
    row, speech, words = change.rows[0], context.speech, context.words
    scope = short_scope(row, speech, words)
    if row.unread:
        return words["beside"].join(filter(None, (scope, _not_read(row, context))))
    told = short_condition(change.rest, speech, words)
    arms = [shortened(speech.called("values", f"arm/{arm}"), words) for arm in dict.fromkeys(change.arms)]
    if arms and set(change.arms) != all_arms(context.source):
        told = f"{', '.join(arms)}{speech.labels['colon']} {told}" if told else ", ".join(arms)
    return words["beside"].join(part for part in (scope, told) if part) or speech.labels["always"]


def _not_read(row: Modifier, context: SheetContext) -> str:
    """When a row holds whose words were not all understood: the whole sentence, for pieces of one say less
    than it does; of one that is proposed its words."""
    section = context.source.sections.get(row.section)
    if row.status == "proposed" or section is None:
        return case_words(row, None, context.speech)
    if len(row.unread) == 1:
        said = sentence_of_words(section, row.line, row.unread[0])
    else:
        said = sentence_around(section, row.line, row.condition)
    return context.speech.labels.say("not_read", words=plain(said, section, context.source))


def disputed(told: str, rows: Iterable[Modifier], context: SheetContext) -> str:
    """What a row says, and which sections say otherwise: an erratum sets these aside."""
    others = [other for row in rows for other in context.source.otherwise.get(row.id, ())]
    places = dict.fromkeys(context.source.names.get(row.section, row.section) for row in others)
    return context.words.say("otherwise", row=told, places=", ".join(places)) if places else told


def _together(modifiers: Iterable[Modifier], implied: dict[str, frozenset[tuple[str, str]]]) -> list[_Change]:
    """The changes, those that differ in the arm of the unit alone together."""
    found: dict[_Key, _Change] = {}
    for row in modifiers:
        arms, rest = _apart(without_implied(row.when, implied.get(row.of or "", frozenset())))
        key: _Key = (
            row.operation, row.amount, row.unit, row.per, row.limit, repr(rest), bool(arms), row.unread,
        )  # fmt: skip
        change = found.setdefault(key, _Change([], [], rest))
        change.rows.append(row)
        change.arms.extend(arms)
    return list(found.values())


def _apart(condition: Condition | None) -> tuple[tuple[str, ...], Condition | None]:
    """The arms that a condition names for the unit itself, and what else it asks."""
    if (arms := _named(condition)) is not None:
        return arms, None
    if isinstance(condition, All):
        told = [named for part in condition.parts if (named := _named(part)) is not None]
        rest = tuple(part for part in condition.parts if _named(part) is None)
        if len(told) == 1:
            return told[0], All(rest) if len(rest) > 1 else rest[0] if rest else None
    return (), condition


def _named(condition: Condition | None) -> tuple[str, ...] | None:
    match condition:
        case Choice(fact, value) if fact == _ARM:
            return (value,)
        case Any(parts):
            named = [_named(part) for part in parts]
            return None if None in named else tuple(arm for each in named for arm in each or ())
    return None


def all_arms(source: Source) -> frozenset[str]:
    """The arms of service that the rules tell apart."""
    mechanics = source.rulebook.mechanics
    known = (fact for fact in (mechanics.facts if mechanics else ()) if fact.id.endswith(_OF_ARM))
    return frozenset(value for fact in known for value in fact.values)


def asked(change: Modifier, plan: SheetPlan) -> bool:
    """Whether a change can count for the arms and phases that were asked for."""
    return _can(change.when, ".arm", plan.arms) and _can(change.when, "phase", plan.phases)


def _target(change: Modifier, tests: Sequence[Test]) -> bool:
    """Whether a change only says again what is the target of its test."""
    always = change.operation == "set" and change.when is None and not change.unread
    return always and any(test.target == f"{change.amount:g}+" for test in tests)


def _can(condition: Condition | None, fact: str, wanted: Sequence[str]) -> bool:
    match condition:
        case Choice(asked, value) if wanted and asked.endswith(fact) and not asked.startswith("target"):
            return value in wanted
        case All(parts):
            return all(_can(part, fact, wanted) for part in parts)
        case Any(parts):
            return any(_can(part, fact, wanted) for part in parts)
        case Not(Choice(asked, value)) if wanted and asked.endswith(fact):
            return any(one != value for one in wanted)
    return True


def _values(source: Source) -> tuple[Value, ...]:
    return source.rulebook.mechanics.values if source.rulebook.mechanics else ()


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
