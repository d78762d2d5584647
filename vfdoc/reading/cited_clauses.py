"""Clauses cited by themselves: "(c)" of the section in which it stands, "paragraph 2 of Article 5"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from vfdoc.model import Key
from vfdoc.model.session import incremental
from vfdoc.reading.citation_evidence import words_before
from vfdoc.reading.citation_forms import Forms
from vfdoc.reading.citation_lists import ListedNumber
from vfdoc.reading.numbering import key_of

_CLAUSE_LINE = re.compile(r"^[ \t>*_-]{0,12}+\((?P<clause>[a-z]|[ivx]{2,4}|\d{1,2})\)", re.MULTILINE)


class CitedClauses:
    """Asked of one text. `section_of` says in which section (by anchor) a line stands, None where it is no
    text; `numbers` are the sections' numbers as printed, by anchor, with their keys."""

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        headings: Collection[int],
        section_of: Callable[[int], str | None],
        forms: Forms,
        known: Collection[Key],
        numbers: Mapping[str, tuple[str, Key]],
    ) -> None:
        self._text, self._starts, self._headings, self._section_of = text, starts, headings, section_of
        self._forms, self._known, self._numbers = forms, known, numbers

    @cached_property
    def lettered(self) -> Mapping[str, frozenset[str]]:
        """The letters and numbers in brackets that begin lines, by the anchor of their section."""
        found: dict[str, set[str]] = {}
        for match in _CLAUSE_LINE.finditer(self._text):
            section = self._section_of(bisect_right(self._starts, match.start("clause")))
            if section is not None:
                found.setdefault(section, set()).add(match.group("clause"))
        return {anchor: frozenset(clauses) for anchor, clauses in found.items()}

    def cited(self, start: int, end: int) -> ListedNumber | None:
        """A clause cited by itself, "(c)", as a number of the section in which it stands; None where it is
        none, or is the mark of its own line."""
        text = self._text
        line = bisect_right(self._starts, start)
        section = self._section_of(line)
        if section is None or start in self._headings or start + 1 in self._headings:
            return None
        own = self._numbers.get(section)
        mark = _CLAUSE_LINE.match(text, self._starts[line - 1], end)
        if own is None or (mark is not None and mark.end() == end):
            return None
        clause = text[start:end]
        within = self._forms.within.match(text, end) is not None
        before = words_before(text, start)
        if not within and not (
            self._forms.cue.search(before)
            or self._forms.weak_cue.search(before)
            or self._forms.part_word.search(before)
        ):
            return None
        number, key = own
        base = number.split("(")[0]
        mine = self.lettered.get(section, frozenset())
        if "(" in number and (*self._forms.numbering.key(base), *key_of(clause[1:-1])) in self._known:
            return ListedNumber(base + clause, start, end)
        if clause[1:-1] in mine or (*key, *key_of(clause)) in self._known or (within and mine):
            return ListedNumber(number + clause, start, end)
        return None

    def with_clause_before(
        self, numbers: tuple[ListedNumber, ...], start: int, end: int
    ) -> tuple[ListedNumber, ...]:
        """A single number with the clause of it that stands before it: "paragraph 2 of Article 5"."""
        if len(numbers) > 1 or "(" in numbers[0].number:
            return numbers
        forms = self._forms
        clause = _clause_before(self._text[max(0, start - 60) : start], forms.part_before, forms.clause_of)
        return (numbers[0]._replace(clause=clause),) if clause else numbers


@incremental
def _clause_before(before: str, part: re.Pattern[str], clause_of: re.Pattern[str]) -> str | None:
    """The clause that stands before the number to which it belongs."""
    found = part.search(before)
    if found is not None:
        return found.group("number").strip("()")
    other = clause_of.search(before)
    return other.group("clause")[1:-1].replace(")(", ".") if other is not None else None


def clause_key(clause: str) -> Key:
    """What a clause adds to the key of its section: "(3)(a)" is (3, "a")."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|[A-Za-z]+", clause))
