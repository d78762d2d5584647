"""The sequence of play: an edition's phases, each with its steps, tests, modifiers and moves as needed.

What edition.toml says of the phases, the sections and the tables come in; views of the phases come out.
A phase's rows are those that can apply in it: what its given facts rule out is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from vfdoc.formats.phrases import Html, phrase_of
from vfdoc.model import InputError, Phase, Section
from vfdoc.model.mechanics import All, Any, Choice, Condition, Flag, Not
from vfdoc.play.attacks import rolled_within
from vfdoc.play.tables import tables
from vfdoc.site.calculator import is_calculated
from vfdoc.site.citations import Address
from vfdoc.site.plan import CALCULATOR, TABLES
from vfdoc.site.site_edition import SiteEdition
from vfdoc.site.tables import Left, Panel

_SAID = ": "


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a phase: a section to read (its address, number, and what it is called here), or a test,
    a value or a table with its rows (`panel`; its address is that of the tables). `house` is a section of
    house rules, `odds` where the calculator asks for a test as it stands in this phase."""

    href: str
    number: str
    words: Html
    panel: Panel | None = None
    house: bool = False
    odds: str = ""


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase as the edition's first page prints it; `id` is that of its element there."""

    id: str
    name: Html
    steps: tuple[StepView, ...]


def phases(site_edition: SiteEdition, address: Address) -> tuple[PhaseView, ...]:
    """The phases of an edition in order, none where its edition.toml names none.

    InputError where a step is neither a section nor a test, value or table of the edition.
    """
    views = []
    for number, phase in enumerate(site_edition.phases, 1):
        steps = tuple(_steps(site_edition, phase, address))
        views.append(PhaseView(f"~phase-{number}", _name(site_edition, phase, steps), steps))
    return tuple(views)


def _steps(site_edition: SiteEdition, phase: Phase, address: Address) -> Iterator[StepView]:
    given, sections, below = dict(phase.given), site_edition.graph.sections, _below(site_edition)
    asked = _odds(site_edition, given)
    for step in phase.steps:
        id, _, said = step.partition(_SAID)
        if id in sections:
            section = sections[id]
            words = phrase_of(said) if said else site_edition.section_html.plain_title(section)
            yield StepView(address(id), section.number or "", words, house=site_edition.overlay is not None)
        elif id in below:
            words = phrase_of(said or below[id].title)
            yield StepView(site_edition.stated(id), below[id].number or "", words)
        elif id in site_edition.tables.names:
            panel = site_edition.tables.panel(id, site_edition.stated, lambda when: left(when, given))
            words, odds = phrase_of(said or panel.name), asked.get(id, "")
            yield StepView(f"{TABLES}#{panel.id}", "", words, panel, odds=odds)
        elif site_edition.edition.phases:  # in the phases of its base a step may be one that it has replaced
            raise InputError(
                f"{site_edition.edition.id}/edition.toml",
                f"phases: {id!r} is no section, test, value or table",
                "see `vfdoc parse` for anchors and `vfdoc tables` for ids",
            )


def _odds(site_edition: SiteEdition, given: Mapping[str, str]) -> dict[str, str]:
    """By the tests that the calculator knows its address for each, with what a phase gives; the test that
    belongs to what is done there is asked with the whole of it."""
    if not is_calculated(site_edition):
        return {}
    game = tables(site_edition.tables.mechanics)
    asked = {id: id for id, test in game.tests.items() if test.target and test.dice}
    within = rolled_within(game, given)
    whole = set(within.values())
    told = {fact: kind for fact, kind in given.items() if fact in game.names.facts and kind not in whole}
    asked |= {id: kind for id, kind in within.items() if id in asked}
    return {id: f"{CALCULATOR}#{urlencode({'ask': ask, **told})}" for id, ask in asked.items()}


def _name(site_edition: SiteEdition, phase: Phase, steps: tuple[StepView, ...]) -> Html:
    if phase.name:
        return phrase_of(phase.name)
    id = phase.steps[0].partition(_SAID)[0]
    if id in site_edition.graph.sections:
        return site_edition.section_html.plain_title(site_edition.graph.sections[id])
    below = _below(site_edition).get(id)
    return phrase_of(below.title) if below is not None else steps[0].words


def _below(site_edition: SiteEdition) -> Mapping[str, Section]:
    """The sections of the edition that this one is laid over."""
    return (
        {s.anchor: s for s in site_edition.overlay.book.sections()}
        if site_edition.overlay is not None
        else {}
    )


def left(condition: Condition | None, given: Mapping[str, str]) -> Left:
    """What is left to ask of a condition where these facts are given ("yes" or "no" of those that hold or
    do not): whether it holds, or those of its parts that nobody told."""
    match condition:
        case None:
            return True
        case Choice(fact, value):
            return given[fact] == value if fact in given else condition
        case Flag(fact):
            return given[fact] == "yes" if fact in given else condition
        case Not(part):
            found = left(part, given)
            return not found if isinstance(found, bool) else Not(found)
        case All(parts) | Any(parts):
            return _of_parts(condition, [left(part, given) for part in parts])
        case _:
            return condition


def _of_parts(condition: All | Any, found: list[Left]) -> Left:
    decides = isinstance(condition, Any)  # one that holds decides an Any, one that does not an All
    if decides in found:
        return decides
    open_parts = tuple(part for part in found if not isinstance(part, bool))
    if len(open_parts) > 1:
        return type(condition)(open_parts)
    return open_parts[0] if open_parts else not decides
