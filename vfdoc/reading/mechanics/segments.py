"""Segments: the items of a region of text, cut at "and", "or", commas and brackets.

In come items; out come segments, each with its concepts, its quantities and how it hangs on the one
before. What a segment says in facts is for `conditions` to find out.
"""

from __future__ import annotations

from typing import NamedTuple

from vfdoc.reading.mechanics.tokens import ClauseToken, ComparedNumber
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_BREAKS = {"AND", "OR", "COMMA", "IF", "WITH", "UNLESS", "EXCEPT", "OPEN", "CLOSE", "AGAINST", "STOP"}
DISTANCE = "distance"  # the concept of a quoted distance that stands alone
_JOINS = {"OR": "OR", "AND": "AND", "COMMA": "COMMA"}


class Segment(NamedTuple):
    """A stretch between connectors.

    `negated` is at which concept a "no" stands; `denied` are concepts that a word denies of itself
    ("unshaken"); `unless` numbers the exception that the segment belongs to, 0 for none, and
    `either` is whether each part of that exception excepts by itself ("except to A and B"); `anyone`
    whether any one of the subjects is meant ("either side").
    """

    join: str
    subjects: tuple[str, ...]
    concepts: tuple[str, ...]
    quantities: tuple[ComparedNumber, ...]
    negated: int | None
    denied: frozenset[str] = frozenset()
    unless: int = 0
    either: bool = False
    anyone: bool = False


def segments(items: list[ClauseToken], vocabulary: Vocabulary, foe: str) -> list[Segment]:
    """The segments of a region; `foe` is whom "against" means."""
    cutter = _Cutter(vocabulary, foe)
    for item in items:
        cutter.take(item)
    cutter.close("")
    return _with_commas(cutter.out)


class _Cutter:
    """Takes items one by one; keeps the segment that is open."""

    def __init__(self, vocabulary: Vocabulary, foe: str) -> None:
        self.vocabulary, self.foe = vocabulary, foe
        self.out: list[Segment] = []
        self.join = ""
        self.exceptions, self.unless, self.either = 0, 0, False
        self.depth, self.opened_at, self.aside = 0, 0, False
        self._clear()

    def _clear(self) -> None:
        self.subjects: list[str] = []
        self.concepts: list[str] = []
        self.quantities: list[ComparedNumber] = []
        self.negated: int | None = None
        self.denied: set[str] = set()
        self.anyone = False

    def take(self, item: ClauseToken) -> None:
        """Adds an item to the open segment, or ends it."""
        self.depth += (item.kind == "OPEN") - (item.kind == "CLOSE")
        resumes = item.kind in ("COMMA", "CLOSE", "STOP") or (item.kind == "IF" and self.depth == 0)
        if self.aside and not resumes:
            return
        self.aside = item.kind == "ASIDE"
        if item.kind in _BREAKS:
            self._break(item)
        elif item.kind == "NO":
            self.negated = len(self.concepts) if self.negated is None else self.negated
        elif item.kind == "QUANTITY":
            self.quantities.append(item.value)
        elif item.kind == "CONCEPT":
            self._concept(item.value)
        elif item.kind == "BY" and self.concepts and self.concepts[-1] in self.vocabulary.by:
            subject = self.vocabulary.by[self.concepts[-1]]
            self.close("AND")
            self.subjects = [subject]
        elif item.kind == "VALUE" and item.value == "range":
            self.concepts.append("range")

    def _concept(self, concept: str) -> None:
        denied = self.vocabulary.denies.get(concept)
        if denied is not None:
            self.denied.add(denied)
        meanings = self.vocabulary.means.get(denied or concept, (denied or concept,))
        self.anyone = self.anyone or (len(meanings) > 1 and self.vocabulary.subjects.issuperset(meanings))
        for meant in meanings:
            (self.subjects if meant in self.vocabulary.subjects else self.concepts).append(meant)

    def _break(self, item: ClauseToken) -> None:
        self.close(_JOINS.get(item.kind, ""))
        if item.kind == "AGAINST":
            self.join = self.join if self.join == "OR" else "WITH" if self.out else ""
            self.subjects = [self.foe]
        elif item.kind in ("IF", "WITH") and self.join == "COMMA" and not (self.subjects or self.concepts):
            self.join = ""
        elif item.kind in ("UNLESS", "EXCEPT"):
            self.exceptions += 1
            self.unless, self.either, self.opened_at = self.exceptions, item.kind == "EXCEPT", self.depth
        elif item.kind == "CLOSE" and self.depth < self.opened_at:
            self.unless = 0

    def close(self, following: str) -> None:
        """Ends the open segment, if it says anything; `following` joins the next to it."""
        measured = any(quantity.unit == "in" and quantity.op != "=" for quantity in self.quantities)
        if measured and not self.concepts:
            self.concepts.append(DISTANCE)
        if self.subjects or self.concepts or self.quantities:
            self.out.append(
                Segment(
                    join=self.join,
                    subjects=tuple(self.subjects),
                    concepts=tuple(self.concepts),
                    quantities=tuple(self.quantities),
                    negated=self.negated,
                    denied=frozenset(self.denied),
                    unless=self.unless,
                    either=self.either,
                    anyone=self.anyone,
                )
            )
            self._clear()
            self.join = following
        elif following not in ("", "COMMA"):
            self.join = following
        self.negated = None


def _with_commas(found: list[Segment]) -> list[Segment]:
    """A comma in a list takes the "and" or "or" that ends the list."""
    out = list(found)
    following = ""
    for at in range(len(out) - 1, -1, -1):
        if out[at].join == "COMMA":
            out[at] = out[at]._replace(join=following if following == "OR" else "AND")
        following = out[at].join
    return out
