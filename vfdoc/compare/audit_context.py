"""The context of a printed row that is prose: the condition it leaves out, the exception it adds.

The row's counterpart is one sentence of the rules. Whether the sheet says more or less than they do is told
by what stands in the same section, or under the same heading.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from vfdoc.language.terms import matcher
from vfdoc.model import Glossary, Rulebook, text_of
from vfdoc.model.comparison import Difference
from vfdoc.model.mechanics import BUT, Mechanics, Quantity
from vfdoc.model.sheet import AuditRow
from vfdoc.verdicts.described_values import Describers
from vfdoc.verdicts.disagreements.left_out import counts_left_out

_MANY = 2
_NOTHING = Mechanics("")


def differences_text(differences: Iterable[Difference]) -> str:
    """Differences between a rule and a printed row, in a sentence."""
    return "; ".join(f"{d.aspect}: {d.old} in the rules, {d.new} on the sheet" for d in differences)


class AuditContext:
    """What stands beside the counterparts of a sheet's prose, by which its rows are judged again."""

    __slots__ = (
        "_exceptions", "_headed", "_kin", "_left_out", "_sides", "_terms", "_words",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rulebook,
        printed: Rulebook,
        sides: Describers,
        glossary: Glossary,
    ) -> None:
        after = printed.mechanics or _NOTHING
        self._sides = sides
        asked = counts_left_out(rules, printed, matcher(glossary, rules.edition.language))
        self._left_out = {(each.sheet.line, each.rule.section): each.clause for each in asked}
        self._exceptions = [quantity for quantity in after.quantities if quantity.unit == BUT]
        texts = {s.anchor: f"{s.title}\n{text_of(s.blocks)}" for s in rules.sections()}
        self._terms = {anchor: sides[0].terms(text) for anchor, text in texts.items()}
        self._words = {anchor: sides[0].words(text) for anchor, text in texts.items()}
        self._headed: dict[str, frozenset[str]] = {}
        titles = {s.anchor: sides[0].words(s.title) for s in rules.sections() if s.title}
        for section in printed.sections():
            named = sides[1].words(section.title)
            self._headed.setdefault(section.title, frozenset())
            self._headed[section.title] |= {anchor for anchor, words in titles.items() if words & named}
        edition = rules.edition.id
        home: dict[str, set[str]] = defaultdict(set)
        for term in glossary.terms:
            if edition in term.defined:
                home[term.defined[edition]].add(term.id)
        self._kin = {id: frozenset(ids) for ids in home.values() for id in ids}

    def reviewed(self, row: AuditRow) -> AuditRow:
        """A row with the verdict that its context leaves it."""
        text = row.text
        if row.verdict == "differs" and self._known_elsewhere(row):
            named = ", ".join(d.new for d in row.differences)
            message = f"{named} stands elsewhere in the rules"
            row = row._replace(verdict="unverified", message=message, differences=())
        if row.verdict == "differs":
            return row._replace(section=self._under_heading(row))
        if row.verdict not in ("agrees", "unverified") or row.section is None:
            return row
        missing = self._left_out.get((row.line or 0, row.section))
        if missing is not None:
            found = (Difference("condition", missing, "—"),)
            return row._replace(verdict="omits", message=differences_text(found), differences=found)
        added = self._added(row, text)
        if added is not None:
            found = (Difference("scope", "—", added.topic),)
            return row._replace(verdict="differs", message=differences_text(found), differences=found)
        return row

    def _under_heading(self, row: AuditRow) -> str | None:
        """The section that a row of prose differs from: of those that bear the name of its heading the one
        that shares most words with it, where its counterpart is none of them."""
        headed = self._headed.get(row.row, frozenset())
        if not row.text or not headed or row.section in headed:
            return row.section
        return self._nearest(row.text, headed, _MANY) or row.section

    def _nearest(self, text: str, sections: Iterable[str], least: int) -> str | None:
        """Of sections the first that shares most words with a text, if it shares so many."""
        words = self._sides[1].words(text)
        among = frozenset(sections)
        counts = {a: len(words & known) for a, known in self._words.items() if a in among}
        best = max(counts, key=lambda anchor: counts[anchor], default=None)
        return best if best is not None and counts[best] >= least else None

    def _added(self, row: AuditRow, text: str) -> Quantity | None:
        """An exception in a sentence of the sheet, of which the rule's section says no word."""
        known = self._words.get(row.section or "", frozenset())
        for quantity in self._exceptions:
            here = quantity.line == row.line and quantity.topic in " ".join(text.split())
            if here and not self._sides[1].words(_after(quantity)) & known:
                return quantity
        return None

    def _known_elsewhere(self, row: AuditRow) -> bool:
        """Whether all that a prose row adds stands in the rules under the heading that it stands under:
        the thing itself, or one that the same section defines."""
        found = row.differences
        if not found or any(d.aspect != "condition" or d.old != "—" for d in found):
            return False
        there = frozenset[str]().union(*(self._terms[a] for a in self._headed.get(row.row, ())))
        for difference in found:
            ids = {difference.new.replace(" ", "-")}
            kin = ids.union(*(self._kin.get(id, frozenset()) for id in ids))
            if not kin & there:
                return False
        return True


def _after(quantity: Quantity) -> str:
    """What an exception excepts: its words without the one that opens it."""
    return quantity.topic.replace(quantity.value, "", 1)
