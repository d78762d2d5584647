"""The calculator of an edition: what play.js plays there, and the words in which calculator.js asks.

An edition made ready comes in; its page comes out, and a script that hands play.js the tables in force, cut
to what playing needs, and calculator.js each fact, row and test in the edition's language, with the section
that states it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from vfdoc.formats.conditions import condition_words, name_of
from vfdoc.formats.tables_json import tables_json
from vfdoc.model.mechanics import Choice, Condition, Flag, KnownFact, Mechanics, Not, Number, facts_of
from vfdoc.model.procedures import names_of_step
from vfdoc.play.opposed import OTHER, theirs
from vfdoc.play.tables import tables
from vfdoc.site.beside import told_beside
from vfdoc.site.editions import edition_name
from vfdoc.site.machine import without_folders
from vfdoc.site.plan import BESIDE_DATA, CALCULATOR, CALCULATOR_DATA
from vfdoc.site.search import script
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.table_rows import RowPlace
from vfdoc.site.tables import IN_FORCE

_PLAYED = (
    "tests", "modifiers", "conventions", "values", "facts", "statements", "caps", "contradictions",
    "procedures", "given", "limits", "opposed",
)  # fmt: skip
_UNASKED = frozenset((
    "document", "file", "line", "column", "condition", "success", "failure", "name", "stated", "text",
    "facts", "spans", "acts_on", "role", "said", "results", "value", "executed", "label", "in_force",
))  # fmt: skip
# Numbers that differ: the rules' own counts. Of an opposed roll the results are what it comes to.
_ASKED_OF = {"given": frozenset(("document",)), "opposed": frozenset(("results",))}
_UNASKED_OF = dict.fromkeys(("facts", "statements", "procedures", "values"), frozenset(("origin",)))
_UNSAID = ("modifiers", "facts", "statements")
_USUAL = (("status", "executable"), ("origin", "rules"))  # of a row or statement that does not say otherwise
_ABSENT = ("adds", "count")  # of a test, where it has none
_SAID = frozenset(("when", "of"))
"""What a row says even where it is nothing: a condition that was not read is none."""
_TRAIT = re.compile(r"\.has\(([^()]+)\)$")
_WORDS = re.compile(r"[^\W_]+")
_FEWEST = 2  # numbers that make a row a profile
_NUMBER = 987654  # stands in a clause where its number will


def is_calculated(own: SiteEdition) -> bool:
    """Whether there is anything to calculate: a test whose target and dice are known."""
    game = tables(own.tables.mechanics)
    return any(test.target and test.dice for test in game.tests.values())


def calculator_pages(own: SiteEdition) -> Iterator[PageContent]:
    """The page of the calculator, where there is anything to calculate."""
    if is_calculated(own):
        opposed = any(one.results for one in own.tables.mechanics.opposed)
        values = {"data": CALCULATOR_DATA, "beside": BESIDE_DATA, "words": _labels(own), "opposed": opposed}
        yield PageContent(CALCULATOR, own.labels["calc"], "calculator.html", values)


def calculator_files(own: SiteEdition) -> Iterator[tuple[str, bytes]]:
    """The scripts that the page reads, where there is one: the second once it has answered."""
    if is_calculated(own):
        yield CALCULATOR_DATA, script("vfdocCalculator", _told(own))
        yield BESIDE_DATA, script("vfdocToldBeside", told_beside(own))


def _labels(own: SiteEdition) -> dict[str, str]:
    names = (
        "more", "traits", "situation", "numbers", "dice", "die", "needs", "made", "expected", "fails",
        "counted", "none", "assumed", "not_computed", "by_hand", "forbidden", "tell", "drop", "no_dice",
        "less", "plus", "automatic_pass", "automatic_fail", "spread", "untold",
        "only", "only_against", "unasked", "own", "link", "share", "keep", "wins", "draw",
        "more_enemies", "idle",
    )  # fmt: skip
    return {name: own.labels[f"calc_{name}"] for name in names} | {
        "percent": own.labels["percent"],
        "always": own.labels["always"],
    }


def _told(own: SiteEdition) -> dict[str, Any]:
    mechanics, speech = own.tables.mechanics, own.tables.speech
    book = own.overlay.book if own.overlay is not None else own.rulebook
    whole = json.loads(tables_json(without_folders(book), mechanics))
    kept = _kept(mechanics)
    played = {action.id for action in mechanics.actions if action.values or action.counts}
    whole["modifiers"] = [row for row in whole["modifiers"] if row["id"] in kept]
    # What else is forbidden, `may` answers, and its facts tell nothing of a roll (conditions.js asks that of
    # those of a unit); what is due stands beside.
    left = {
        said.id
        for said in mechanics.statements
        if said.kind == "due" or (said.kind == "forbids" and said.action not in played)
    }
    forbidding = {
        fact for said in mechanics.statements if said.id in left and said.kind == "forbids"
        for fact in facts_of(said.when)
    }  # fmt: skip
    whole["statements"] = [one for one in whole["statements"] if one["id"] not in left]
    spoken = json.dumps([whole[key] for key in _PLAYED if key != "facts"])
    asked_of = {theirs(fact.id): fact.id for fact in mechanics.facts}  # an opposed roll asks it of both
    silent = {
        fact for fact in forbidding if not any(f'"{id}"' in spoken for id in (fact, asked_of.get(fact, fact)))
    }
    led = {fact.id for fact in mechanics.facts if fact.implies or fact.follows or fact.excludes}
    whole["facts"] = [one for one in whole["facts"] if one["id"] in led or one["id"] not in silent]
    targets = {fact.id for fact in mechanics.facts if fact.id.startswith("target.")}
    rows = {row.id: own.tables.row(row, own.stated) for row in mechanics.modifiers if row.id in kept}
    asked = [(one.id, one.name) for one in mechanics.tests]
    asked += [(one.id, one.name) for one in mechanics.values]
    asked += [(one.id, one.name) for one in mechanics.opposed if one.results]
    of_others = dict(_of_other_side(mechanics))
    other, named = speech.called("subjects", OTHER), dict(asked)
    qualities = sorted({one.quality for one in mechanics.opposed if one.quality is not None and one.results})
    own_numbers = {id: name_of(id, speech, named.get(id, id)) for id in qualities}
    kinds = {kind: f"{fact}/{kind}" for value in mechanics.values for fact, kind in value.implies}
    counted = sorted({row.per for row in mechanics.modifiers if row.per})
    return {
        "edition": own.edition.id,
        "title": edition_name(own.edition),
        "tables": {key: [_cut(one, key) for one in whole[key]] for key in _PLAYED}
        | {
            "forbidding": sorted(
                fact for fact in forbidding if f"target.{fact.removeprefix('unit.')}" in targets
            )
        },
        "names": {
            **{id: name_of(id, speech, name) for id, name in asked},
            **{kind: speech.called("values", value) for kind, value in kinds.items()},
            **own_numbers,
            **{theirs(id): f"{other}: {name}" for id, name in own_numbers.items()},
        },
        "facts": {
            fact.id: _fact(fact, own)
            for fact in (*mechanics.facts, *of_others.values(), *_of_target(mechanics))
            if fact.id not in silent
        },
        "profiles": list(_profiles(mechanics)),
        "counted": {per: speech.called("per", per) for per in counted}
        | {theirs(per): f"{other}: {speech.called('per', per)}" for per in (counted if of_others else ())},
        "borne": {name: _around(Number(name, "=", _NUMBER, None), own) for name in sorted(_borne(mechanics))},
        "states": {of: condition_words(Flag(of), speech) for of in sorted(_states(mechanics))},
        "subjects": {
            subject: speech.called("subjects", subject)
            for subject in sorted(
                {id.rpartition(".")[0] for id in (*(f.id for f in mechanics.facts), *of_others)} - {""}
            )
        },
        "rows": {
            id: [view.amount, view.when, view.quote, _place(view.places[0])] for id, view in rows.items()
        },
        "said": {
            said.id: [said.text, _place(own.tables.place(said.section, own.stated))]
            for said in mechanics.statements
            if said.id not in left
        },
        "sections": {
            test.id: _place(own.tables.place(test.section, own.stated)) for test in reversed(mechanics.tests)
        },
    }


def _of_other_side(mechanics: Mechanics) -> Iterator[tuple[str, KnownFact]]:
    """The facts that tell of the other side of an opposed roll what its factors ask of one."""
    rolls = [roll for roll in mechanics.opposed if roll.results]
    ids = {id for roll in rolls for id in (*(id for arm in roll.arms for id in arm.modifiers), *roll.others)}
    asked = {fact for row in mechanics.modifiers if row.id in ids and not row.unread for fact in row.facts}
    asked |= {
        fact
        for each in mechanics.bases
        if any(each.of == roll.quality for roll in rolls)
        for fact in facts_of(each.when)
    }
    known = {fact.id: fact for fact in mechanics.facts}
    for id in sorted(asked):
        of_both = any(id.startswith(f"{roll.id}.") for roll in rolls)
        other = theirs(id)
        if id in known and other not in known and not of_both and not id.startswith(f"{OTHER}."):
            yield other, known[id]._replace(id=other)


def _of_target(mechanics: Mechanics) -> Iterator[KnownFact]:
    """The facts that tell of the target of an attack what tests ask of a unit, and steps of it ask."""
    played = [one for one in tables(mechanics).procedures.values() if not one.sides]
    steps = [step for one in played for step in one.steps]
    stated = [step.when for step in steps] + [case.when for step in steps for case in step.cases]
    worded = {fact.id for fact in mechanics.facts}
    known = {fact.id: fact for fact in (*(fact for one in played for fact in one.facts), *mechanics.facts)}
    for name in sorted({name for when in stated for name in facts_of(when)} - worded):
        own = known.get(name) or known.get(name.replace("target.", "unit.", 1))
        if own is not None:
            yield own._replace(id=name)


def _borne(mechanics: Mechanics) -> frozenset[str]:
    """What an attack asks beside its rows: how much its target bears and has borne, and how much of what is
    told of its units makes one what rows ask."""
    played = (one for one in tables(mechanics).procedures.values() if not one.sides)
    asked = (name for one in played for step in one.steps for name in (*names_of_step(step), step.target))
    compared = {name for fact in mechanics.facts for name in fact.compared}
    compared -= {fact.id for fact in mechanics.facts}
    return frozenset((*(name for name in asked if name.startswith("target.")), *compared))


def _states(mechanics: Mechanics) -> frozenset[str]:
    """What the losses of an attack make of its target."""
    steps = (step for one in tables(mechanics).procedures.values() for step in one.steps)
    return frozenset(step.of for step in steps if step.role == "state")


def _kept(mechanics: Mechanics) -> frozenset[str]:
    """The rows that are played, those in whose place others count, those that say otherwise, and the factors
    of opposed rolls."""
    idle = {restated.row for restated in mechanics.restated}
    named = {id for pair in (*mechanics.replaces, *mechanics.contradicts) for id in pair}
    rolls = [roll for roll in mechanics.opposed if roll.results]
    named |= {id for roll in rolls for arm in roll.arms for id in arm.modifiers}
    named |= {id for roll in rolls for id in roll.margins}
    in_force = (row.id for row in mechanics.modifiers if row.origin in IN_FORCE and row.id not in idle)
    return frozenset({*in_force, *named})


def _cut(shape: dict[str, Any], kind: str) -> dict[str, Any]:
    """A row of the tables without what playing does not ask, and without what play.js takes for unsaid."""
    unasked = (_UNASKED | _UNASKED_OF.get(kind, frozenset())) - _ASKED_OF.get(kind, frozenset())
    cut = {key: value for key, value in shape.items() if key not in unasked}
    if shape.get("operation") == "double" and shape["stated"] == "edition":
        cut["stated"] = shape["stated"]  # the order of such a row stays open
    nothing: tuple[Any, ...] = (None, [], {}, False) if kind in _UNSAID else ()
    cut = {key: value for key, value in cut.items() if value is not None or key not in _ABSENT}
    usual = _USUAL if kind in ("modifiers", "statements") else ()
    return {
        key: value
        for key, value in cut.items()
        if (key in _SAID or value not in nothing) and (key, value) not in usual
    }


def _profiles(mechanics: Mechanics) -> Iterator[dict[str, Any]]:
    """The units that the text prints: rows of a table of which two columns or more bear the names of numbers
    that a unit has. What a cell lists beside them counts where it names a special rule of the tables."""
    values = {value.id: value.name for value in mechanics.values}
    borne = {name.rpartition(".")[2]: name.rpartition(".")[2] for name in _borne(mechanics)}
    traits = {found[1] for fact in mechanics.facts if (found := _TRAIT.search(fact.id))}
    for lookup in mechanics.lookups:
        numbers = [_number_named(column, values | borne) for column in lookup.columns]
        if len(set(numbers) - {""}) < _FEWEST:
            continue
        for row in lookup.rows:
            cells = (*row.key, *row.values)
            named = zip(numbers, cells, strict=False)
            known: dict[str, Any] = {name: int(cell) for name, cell in named if name and cell.isdecimal()}
            listed = {"-".join(_WORDS.findall(part.casefold())) for cell in cells for part in cell.split(",")}
            known |= {f"has({trait})": True for trait in sorted(traits & listed)}
            yield {"name": row.key[0], "known": known, "own": {}}


def _number_named(column: str, names: Mapping[str, str]) -> str:
    """The id of the one number whose name begins with the heading of a column, else nothing."""
    head = column.casefold().split()
    found = [id for id, name in names.items() if head and name.casefold().split()[: len(head)] == head]
    return found[0] if len(found) == 1 else ""


def _place(place: RowPlace) -> list[str]:
    """Where a section stands, and its name, which is the end of the address where that ends with "#"."""
    href, name = place.href, str(place.name)
    return [href.removesuffix(name) if href.endswith(f"#{name}") else href, name]


def _fact(fact: KnownFact, own: SiteEdition) -> dict[str, Any]:
    """How a fact is asked: a flag by its clause and the contrary one, a choice by each value and the
    clause of it, a number by what stands before and behind it."""
    speech = own.tables.speech

    def clause(condition: Condition) -> str:
        return condition_words(condition, speech)

    if fact.kind == "flag":
        return {"clauses": [clause(Flag(fact.id)), clause(Not(Flag(fact.id)))]}
    if fact.kind == "choice":
        family = fact.id.rpartition(".")[2]
        named = ((value, speech.called("values", f"{family}/{value}")) for value in fact.values)
        return {"values": [[value, name, clause(Choice(fact.id, value))] for value, name in named]}
    return {"around": _around(Number(fact.id, "=", _NUMBER, fact.unit), own)}


def _around(number: Number, own: SiteEdition) -> list[str]:
    """What stands before and behind the number of a clause."""
    before, _, behind = condition_words(number, own.tables.speech).partition(str(_NUMBER))
    return [before, behind]
