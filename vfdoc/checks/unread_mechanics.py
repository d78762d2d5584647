"""A change of a roll or value that cannot be read with certainty.

Who executes the tables leaves such a row out, or plays it more widely than the text means; a player
may stumble over the same words. Evidence: reading's own doubts (a row that does not say what it
changes, a condition of which words stay unread). One note for all of them on a line. Of
a game that nobody describes one note says how much of the text was read: there nothing is executed.

Bad:  Add 2 if the square is shaken.
Good: Add 2 to the cavalry's melee value if the square is shaken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.mechanics import Doubt, read_counts
from vfdoc.model.place import at_line


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each line that holds words in doubt."""
    if rulebook.mechanics is None:
        return
    yield from _proposed(rulebook, graph)
    lines: dict[tuple[str, int], list[Doubt]] = defaultdict(list)
    for doubt in rulebook.mechanics.doubts:
        lines[doubt.document, doubt.line].append(doubt)
    for (_, line), doubts in lines.items():
        first = doubts[0]
        yield at_line(
            rulebook,
            graph.sections[first.section],
            (line, first.column),
            "unread-mechanics",
            "note",
            f"not wholly understood: {_told(doubt.why for doubt in doubts)}",
            remedy="say what is changed, and when, in words that the glossary knows",
        )


def _told(reasons: Iterable[str]) -> str:
    """Reasons in one line; one that is given of several words, once, with these."""
    words: dict[str, dict[str, None]] = {}
    for reason in reasons:
        why, _, of = reason.partition(": ")
        words.setdefault(why, {}).update({of: None} if of else {})
    return "; ".join(f"{why}: {', '.join(of)}" if of else why for why, of in words.items())


def _proposed(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """Of a game that nobody describes one finding, at the first row: how much was read."""
    assert rulebook.mechanics is not None
    counts = read_counts(rulebook.mechanics)
    first = next((row for row in rulebook.mechanics.modifiers if row.doubt is not None), None)
    if not rulebook.mechanics.undescribed or first is None or not counts.statements:
        return
    changes = "statement changes" if counts.statements == 1 else "statements change"
    yield at_line(
        rulebook,
        graph.sections[first.section],
        (first.line, first.column),
        "unread-mechanics",
        "note",
        f"{counts.statements} {changes} a roll: {counts.executable} executed, {counts.proposed} proposed, "
        f"{counts.unread} not read, of a game that nobody describes",
        remedy="see `vfdoc tables --propose`",
    )
