"""A change of a roll or value that cannot be read with certainty.

Who executes the tables leaves such a row out, or plays it more widely than the text means; a player
may stumble over the same words. Evidence: reading's own doubts (a row that does not say what it
changes, a condition of which words stay unread). One note for all of them on a line.

Bad:  Add 2 if the square is shaken.
Good: Add 2 to the cavalry's melee value if the square is shaken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.mechanics import Doubt
from vfdoc.model.place import at_line


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each line that holds words in doubt."""
    if rulebook.mechanics is None:
        return
    lines: dict[tuple[str, int], list[Doubt]] = defaultdict(list)
    for doubt in rulebook.mechanics.doubts:
        lines[doubt.document, doubt.line].append(doubt)
    for (_, line), doubts in lines.items():
        first = doubts[0]
        why = "; ".join(dict.fromkeys(doubt.why for doubt in doubts))
        yield at_line(
            rulebook,
            graph.sections[first.section],
            (line, first.column),
            "unread-mechanics",
            "note",
            f"not wholly understood: {why}",
            remedy="say what is changed, and when, in words that the glossary knows",
        )
