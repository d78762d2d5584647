"""A force that the text prints, and that breaks the army list it goes by.

The player copies the example and is refused at the table, or takes from it that the list allows more than
it says. Evidence: the edition states its lists (`armies.toml`), every item of the printed force was read,
and a limit of the list does not hold for it, or the list does not allow what a unit has.

Bad:  At least three spearmen. Example: 2 Spearmen 40, 3 Riders 120 = 160
Good: At least three spearmen. Example: 3 Spearmen 60, 3 Riders 120 = 180
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook
from vfdoc.model.place import at_words


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each limit that a printed force breaks."""
    for force in rulebook.forces:
        for broken in force.broken:
            yield at_words(
                rulebook,
                graph.sections[force.section],
                "broken-limit",
                "error",
                force.place,
                f"the force breaks its list: {broken.says}",
                remedy="set the force right, or the limit",
                related=(Related(broken.at.section, broken.at.line, broken.says),),
            )
