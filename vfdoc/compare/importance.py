"""The importance of a section in play: what it states, who cites it, what kind of words it is.

In comes a rulebook with its mechanics; out come weights by which a summary puts the rules that decide
most battles first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from vfdoc.graph import resolve
from vfdoc.model import Rulebook

_BESIDE = 0.2  # what a note, a question or a foreword weighs against a rule, and a sheet that sums rules up


class SectionImportance:
    """One edition as the summary sees it: its sections, and how much stands on each in play."""

    __slots__ = ("_rules", "played", "sections")

    def __init__(self, rulebook: Rulebook) -> None:
        graph = resolve(rulebook)
        self.sections = graph.sections
        rules = {d.id for d in rulebook.documents if d.kind == "rules"}
        self._rules = frozenset(d.id for d in rulebook.documents if (d.continues or d.id) in rules)
        mechanics = rulebook.mechanics
        stated: Counter[str] = Counter()
        if mechanics is not None:
            for rows in (mechanics.tests, mechanics.modifiers, mechanics.lookups, mechanics.conventions):
                stated.update(row.section for row in rows)
        self.played = {
            anchor: 1 + math.log2(1 + stated[anchor]) + math.log2(1 + len(graph.cited_by.get(anchor, ())))
            for anchor in graph.sections
        }

    def parent(self, anchor: str) -> str:
        """The section above, "" where there is none."""
        section = self.sections.get(anchor)
        return (section.parent if section else None) or ""

    def weight(self, anchors: Iterable[str]) -> float:
        """How much stands on the weightiest of these sections."""
        return max((self.played[a] * self.rank(a) for a in anchors if a in self.played), default=0.0)

    def rank(self, anchor: str) -> float:
        """What a section weighs by what it is: a rule, or words beside the rules."""
        section = self.sections[anchor]
        if section.kind == "sheet":
            return _BESIDE if self._rules else 1.0
        return 1.0 if section.kind in ("rule", "part") and section.number is not None else _BESIDE

    def chapter(self, anchor: str) -> str:
        """The topmost section above a section."""
        seen = {anchor}
        while (parent := self.parent(anchor)) and parent not in seen:
            seen.add(parent)
            anchor = parent
        return anchor
