"""Two places of the rules, or of their questions, notes and examples, that contradict one another.

Each player cites the place that suits, and both are right. Evidence: two rows of mechanics that change
the same value under the same condition by two amounts, or under a condition and its contrary; a value
of a choice that one place names and the others leave out everywhere; tests with two targets; looked-up
values, margins, counts and moments of play that differ. A rule and its exception are no contradiction,
nor are boundaries that both word loosely. Two sentences that differ in one word alone ("at the start", "at
the end of the turn") are two rules as often, and a sentence that stands in two places and more is a form
that each of them fills in ("the committee has nine members"): notes in a text of a game that nobody
describes, but for a question that is answered otherwise. Where several places agree, the finding is at the
other one.

Bad:  4.0 Each side draws three cards.        Q: How many cards? A: Each side draws two cards.
Good: 4.0 Each side draws three cards.        Q: How many cards? A: Each side draws three.
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.place import at_words, numbered
from vfdoc.verdicts.disagreements import (
    Disagreement,
    counts,
    examples,
    gravest,
    lookups,
    moments,
    named,
    place,
    related,
    repeats,
    siding,
)

_EVIDENCE = (
    repeats,
    lookups,
    examples,
    moments,
    counts,
)


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each place that another contradicts."""
    undescribed = rulebook.is_undescribed()
    found = (
        each._replace(severity="note")
        if undescribed and (evidence is moments or each.more or not _is_asked(graph, each))
        else each
        for evidence in _EVIDENCE
        for each in evidence.among_rules(rulebook)
    )
    for each in gravest(found):
        of = f"{each.topic}: " if each.topic else ""
        message = (
            f"{of}{each.here.says} here, {each.there.says} in {numbered(graph.sections[each.there.section])} "
            f"(line {each.there.line}){siding(rulebook, each)}"
        )
        yield at_words(
            rulebook,
            graph.sections[each.here.section],
            "rules-disagree",
            each.severity,
            place(rulebook, each.here),
            message,
            remedy="keep one of them, or say when each counts",
            related=related(rulebook, each),
            named=named(each),
        )


def _is_asked(graph: ReferenceGraph, each: Disagreement) -> bool:
    """Whether one of two places asks and answers what the other says."""
    return any(graph.sections[side.section].kind == "question" for side in (each.here, each.there))
