"""What a list of units costs by an edition's prices, and which limits of its army list it breaks."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from vfdoc.formats.forces import judged_words, refused_words
from vfdoc.model import InputError
from vfdoc.model.force import Armies, BrokenLimit, Force, PricedForce, PrintedForce
from vfdoc.model.session import in_session, settled
from vfdoc.model.words import WordForms
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.play.force import priced
from vfdoc.reading.armies import FILE, read_armies
from vfdoc.reading.forces import Printed, army_of, printed, read_force


class CountedForce(NamedTuple):
    """A list of units as it was read, by which prices, and what it comes to; `points` is the sum agreed,
    where somebody said."""

    armies: Armies
    force: Force
    priced: PricedForce
    points: int | None


def army_named(read: LoadedRulebook, armies: Armies, name: str) -> str:
    """The id of an army list; InputError with the nearest titles."""
    return army_of(name, armies, read.rulebook.forms, "--army")


@in_session
def prices(read: LoadedRulebook) -> Armies:
    """The prices, upgrades and limits that an edition states; InputError where it states no price."""
    found = read_armies(read.words, read.rulebook).armies
    if not found.units:
        what = "states no prices"
        remedy = f"a table needs a column headed Cost, Price or Points; {FILE} states what prose says"
        raise InputError(read.rulebook.edition.id or read.rulebook.documents[0].source.file, what, remedy)
    return found


@in_session
def force(
    read: LoadedRulebook, text: str, file: str, army: str | None = None, points: int | None = None
) -> CountedForce:
    """A list of units, row by row; InputError for what names no unit, with the nearest names."""
    armies = prices(read)
    named = army_named(read, armies, army) if army is not None else None
    found = read_force(text, file, armies, read.rulebook.forms, named)
    return CountedForce(armies, found, priced(armies, found), points)


@in_session
def printed_forces(read: LoadedRulebook) -> tuple[PrintedForce, ...]:
    """The forces that the texts of an edition print under its army lists, or with the name of one before
    them, each with what it breaks; none where an item was not read."""
    armies = read_armies(read.words, read.rulebook).armies
    return _judged(armies, tuple(printed(read.rulebook, armies)), read.rulebook.forms)


@settled
def _judged(armies: Armies, every: tuple[Printed, ...], forms: WordForms) -> tuple[PrintedForce, ...]:
    """What the passages that read like forces come to, those of which every item was read."""
    out = []
    for told in every:
        try:
            found = read_force(told.text, "", armies, forms, told.army)
        except InputError:
            continue
        if not found.army:
            continue
        counted = priced(armies, found)
        broken = [BrokenLimit(refused_words(each), each.at) for each in counted.refused]
        broken += [
            BrokenLimit(f"{each.limit.says}: {judged_words(each)}", each.limit.at)
            for each in counted.limits
            if not each.holds
        ]
        wrong = tuple((item.stated, cost) for item, cost in counted.mispriced if item.stated is not None)
        out.append(PrintedForce(told.section, told.place, tuple(broken), wrong))
    return tuple(out)


def force_text(file: str) -> str:
    """The text of a list of units; InputError where the file cannot be read."""
    from vfdoc.reading.sources import read_source

    return read_source(Path(file)).text
