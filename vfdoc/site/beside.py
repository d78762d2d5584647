"""What stands beside the calculator's answers: what follows results, when tests are due, steps, their words.

An edition made ready comes in, a script comes out that the page asks for once it has answered, so that it
answers soon: what following.js asks, and beside.js each sentence with the section that states it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from vfdoc.formats.conditions import condition_words
from vfdoc.formats.tables_json import tables_json
from vfdoc.model.mechanics import Mechanics, Statement
from vfdoc.play.tables import tables
from vfdoc.site.machine import without_folders
from vfdoc.site.site_edition import SiteEdition
from vfdoc.site.table_rows import RowPlace

_WORDS = (
    "follows", "pass", "fail", "further", "replaced", "due", "due_here", "due_open", "not_due", "undue",
    "by_this", "choice", "cap", "not_told", "not_below", "twice", "once", "round_down", "round_left",
    "halved_each", "drawn_again", "next_round", "another_order", "least_each", "least_end",
)  # fmt: skip
_ASKED = ("id", "kind", "action", "of", "when", "status", "section")  # of what says when a test is due


def told_beside(own: SiteEdition) -> dict[str, Any]:
    """What the page is told of an edition, after what its answers ask."""
    mechanics, speech = own.tables.mechanics, own.tables.speech
    dues = tuple(_dues(mechanics))
    book = own.overlay.book if own.overlay is not None else own.rulebook
    shapes = json.loads(tables_json(without_folders(book), mechanics))["statements"] if dues else ()
    ids = {said.id for said in dues}
    found = [{"id": f"follows.{n}", **each._asdict()} for n, each in enumerate(own.follows())]

    def place(section: str) -> list[str]:
        return _place(own.tables.place(section, own.stated))

    return {
        "edition": own.edition.id,
        "follows": [{key: value for key, value in each.items() if key != "words"} for each in found],
        "due": [{key: one[key] for key in _ASKED} for one in shapes if one["id"] in ids],
        "said": {said.id: [said.text, place(said.section)] for said in dues}
        | {each["id"]: [each["words"], place(each["section"])] for each in found},
        "clauses": {
            said.id: condition_words(said.when, speech)
            for said in mechanics.statements
            if said.id in ids or said.kind == "forbids"
        },
        "places": {section: place(section) for section in sorted(_named(mechanics))},
        "steps": {id: speech.called("steps", id) for id in sorted(_stepped(mechanics))},
        "words": {name: own.labels[f"calc_{name}"] for name in _WORDS},
    }


def _dues(mechanics: Mechanics) -> Iterator[Statement]:
    """What says when a test must be taken, or another before it."""
    tested = {test.id for test in mechanics.tests}
    return (s for s in mechanics.statements if s.kind == "due" and tested.intersection((s.action, s.test)))


def _named(mechanics: Mechanics) -> frozenset[str]:
    """The sections of conventions and steps."""
    steps = (step for each in mechanics.procedures for step in each.steps)
    found = {said.section for said in mechanics.conventions} | {step.section for step in steps}
    return frozenset(found - {""})


def _stepped(mechanics: Mechanics) -> frozenset[str]:
    """The steps of attacks that are named beside their losses, and what these come to."""
    played = (one for one in tables(mechanics).procedures.values() if not one.sides)
    steps = [step for one in played for step in one.steps if step.section and step.do in ("apply", "choose")]
    return frozenset((*(step.id for step in steps), *(case.result for step in steps for case in step.cases)))


def _place(place: RowPlace) -> list[str]:
    return [place.href, str(place.name)]
