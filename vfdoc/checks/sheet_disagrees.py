"""A row of the sheet that the rules state otherwise.

At the table the sheet is what players look at, and it makes them play another game. Evidence: a row of
mechanics with the same value and facts as a rule and another amount, target, distance or polarity; a
kind of unit or attack that one of the two leaves out; a row that no rule knows, where the sheet is a
digest of the rules; a looked-up value, a count or a name that differs; a sentence copied from the rules
with another number, an opposite word or an alternative less. What a short sheet may leave out is a note.

Bad:  Valour 4+, +1 if the unit won a melee        where the rules add 2
Good: Valour 4+, +2 if the unit won a melee
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.place import at_words, numbered
from vfdoc.verdicts.disagreements import Disagreement, named, place, related, siding
from vfdoc.verdicts.disagreements.own_sheet import sheet_disagreements


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each place of a sheet that the rules contradict."""
    for each in sheet_disagreements(rulebook):
        yield at_words(
            rulebook,
            graph.sections[each.here.section],
            "sheet-disagrees",
            each.severity,
            place(rulebook, each.here),
            _message(rulebook, graph, each),
            remedy="set the sheet right, or the rule",
            related=related(rulebook, each),
            named=named(each),
        )


def _message(rulebook: Rulebook, graph: ReferenceGraph, found: Disagreement) -> str:
    of = f"{found.topic}: " if found.topic else ""
    if found.unmatched:
        nearest = f"; line {found.there.line} has {found.there.says}" if found.there.line else ""
        return f"{of}no rule says {found.here.says}{nearest}"
    there = f"{numbered(graph.sections[found.there.section])} (line {found.there.line})"
    return f"{of}the sheet says {found.here.says}, {there} {found.there.says}{siding(rulebook, found)}"
