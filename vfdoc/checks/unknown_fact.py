"""A condition in words that the glossary does not know.

It is carried as a fact of its own, named from the words (`said.…`), so that the same condition in
other words, on a sheet or in a translation, is never seen to be the same. Evidence: such a fact in a
row's condition. A line that is in doubt already (unread-mechanics) is not named again.

Bad:  -1 if the moon is full.        (no fact of the glossary)
Good: -1 if the attacker is shaken.  (attacker.shaken)
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.place import at_line

_UNKNOWN = "said."
_ASIDES = ("example", "note", "question")


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each line of the rules and sheets that states rows under unknown conditions."""
    mechanics = rulebook.mechanics
    if mechanics is None:
        return
    told = {(doubt.document, doubt.line) for doubt in mechanics.doubts}
    for row in mechanics.modifiers:
        unknown = [fact for fact in row.facts if fact.startswith(_UNKNOWN)]
        if not unknown or row.origin in _ASIDES or (row.document, row.line) in told:
            continue
        told.add((row.document, row.line))
        words = " ".join(unknown[0].removeprefix(_UNKNOWN).split("-"))
        yield at_line(
            rulebook,
            graph.sections[row.section],
            (row.line, row.column),
            "unknown-fact",
            "note",
            f'no fact of the glossary says "{words}"',
            remedy="name the condition by words of the glossary, or add the fact to the edition's own",
        )
