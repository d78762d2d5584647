"""What a person states beside a text, bound to the words that it speaks of.

The form is that of a text quote selector (W3C Web Annotation: prefix, exact, suffix), with the section that
is meant and a fingerprint of the sentence as it was last reviewed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.text import TextLine

State: TypeAlias = Literal["holds", "moved", "changed", "ambiguous", "gone", "not searched"]
"""Whether the words stand where they are said to: only what holds is executed or printed."""


class TextQuote(NamedTuple):
    """The words in a section (its anchor) that a statement speaks of.

    `words` are wordings of the same rule, of which any one binds: those of an edition's own files, and below
    ten words those of its original, whose sentences differ. `before` and `after` are the words around them,
    where the section has them several times. `fingerprints` are those of the sentences as they were last
    reviewed, the edition's own and the original's; without any the words bind alone.
    """

    section: str
    words: tuple[str, ...]
    before: str = ""
    after: str = ""
    fingerprints: tuple[str, ...] = ()


class Binding(NamedTuple):
    """How a quotation stands in a text: where its words are (`moved`: where they would be), the words and
    the sentence as they stand there, its fingerprint, and which of the wordings it is.

    `start` is the first character of the words, `end` is (line, column) of the character behind the last.
    Of what is gone or was not searched there is no place: `section` is "" then. `difference` says which of
    the words are others now.
    """

    state: State
    section: str = ""
    document: str = ""
    start: TextLine = TextLine(0, 0, "")
    end: tuple[int, int] = (0, 0)
    sentence: str = ""
    fingerprint: str = ""
    wording: int = 0
    difference: str = ""

    def covers(self, section: str, line: int, column: int) -> bool:
        """Whether a place of a section lies in the words."""
        return section == self.section and (self.start.line, self.start.column) <= (line, column) < self.end


class BoundStatement(NamedTuple):
    """An entry of one of an edition's files and how it is bound: the `file` and `line` where it stands, its
    `name` there for messages ("the row on 8.2.2"), its table and place among its like (`at`), by which
    `check --accept` finds it. `amounts` are the numbers that its words are to say."""

    file: str
    line: int
    name: str
    table: str
    at: int
    quotation: TextQuote
    binding: Binding
    amounts: tuple[float, ...] = ()

    @property
    def reviewed(self) -> bool:
        """Whether there is the fingerprint of a sentence that somebody has looked at."""
        return bool(self.quotation.fingerprints)


Mapped: TypeAlias = Mapping[str, tuple[str, ...]]
"""Where the sections of one edition stand in another, by anchor: a concordance."""
