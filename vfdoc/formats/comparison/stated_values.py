"""The sentences that state values.

The changes of a comparison and the sections of both sides come in; for a value that was read out of a
sentence that sentence comes out, for what is left of it as a label is a piece of it. Values of a table, and
those that a sentence lists behind whole names, have labels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from vfdoc.formats.quoting import LISTED, are_cut, flat, sentence_around, sentence_of_words, stating_sentence
from vfdoc.model import Section
from vfdoc.model.comparison import TARGET, NumberChange, RowChange
from vfdoc.model.mechanics import LookupRow

Value: TypeAlias = NumberChange | RowChange
Sections: TypeAlias = Mapping[str, Section]


class StatedValues:
    """The values of a comparison; `little` are words that no name ends with."""

    def __init__(
        self, values: Iterable[Value], olds: Sections, news: Sections, little: Collection[str]
    ) -> None:
        self._olds, self._news, self._little = olds, news, little
        self._of_sentence: dict[str, dict[LookupRow, None]] = defaultdict(dict)  # told as number and row
        for value in values:
            for new in (False, True):
                row, sentence = self._stated(value, new)
                if row is not None and sentence:
                    self._of_sentence[sentence][row] = None

    def told(self, value: NumberChange) -> str:
        """The sentence that states a value; empty where its label is whole."""
        return self.of_lookup(value) or self.of_prose(value)

    def whole(self, row: RowChange) -> RowChange:
        """A row of which the sides are whole sentences where they are pieces of one; a bare value is none."""
        if row.of:
            return row
        olds, news = self._olds.get(row.old_section or ""), self._news.get(row.new_section or "")
        sides = (olds, row.old_line, row.old), (news, row.new_line, row.new)
        old, new = (
            sentence_of_words(section, line, words) if words and line and section else words
            for section, line, words in sides
        )
        return row._replace(old=old, new=new)

    def of_prose(self, value: NumberChange) -> str:
        """The sentence of a number that stands in prose, the newer one where both sides have it; empty of
        what a table, a test, a modifier or a convention says."""
        new = value.new is not None
        anchor, line = (value.new_section, value.new_line) if new else (value.old_section, value.old_line)
        section = (self._news if new else self._olds).get(anchor or "")
        of_row = value.of or value.rows != (None, None) or value.topic in (value.old, value.new)
        if of_row or section is None or line is None:
            return ""
        return sentence_around(section, line, value.topic.removeprefix(f"{section.title}: "))

    def of_lookup(self, value: Value) -> str:
        """The sentence that states a value of a test or lookup, the newer one where both sides have it; empty
        where its label is whole, as is that of a test that both have."""
        if value.entry == TARGET and None not in (value.old, value.new):
            return ""
        _, sentence = self._stated(value, value.new is not None)
        rows = list(self._of_sentence.get(sentence, ()))
        return sentence if len(rows) < LISTED or are_cut(rows, self._little) else ""

    def _stated(self, value: Value, new: bool) -> tuple[LookupRow | None, str]:
        """A value of a lookup as its row, and the sentence that it was read from."""
        sections, said = (self._news, value.new) if new else (self._olds, value.old)
        anchor, line = (value.new_section, value.new_line) if new else (value.old_section, value.old_line)
        section = sections.get(anchor or "")
        if said is None or line is None or section is None or not value.entry or value.rows != (None, None):
            return None, ""
        row = LookupRow((value.entry,), (said,), line)
        return row, stating_sentence(list(flat(section.blocks)), row)
