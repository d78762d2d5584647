"""The nouns of a rule's history: the same rule through the editions of a lineage."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.comparison import ChangeKind, NumberChange, RowChange, SentenceChange
from vfdoc.model.document import Document, Edition, Section

Lineage: TypeAlias = Literal["supersedes", "translates", "amends"]


class Stage(NamedTuple):
    """A rule in one edition: its sections there (none where it is gone or not yet there), and what
    the edition did to it against the one that it follows, translates or amends (None for the first)."""

    edition: Edition
    documents: tuple[Document, ...]
    sections: tuple[Section, ...]
    relation: Lineage | None = None
    to: str | None = None
    kind: ChangeKind | None = None
    confidence: float | None = None
    numbers: tuple[NumberChange, ...] = ()
    rows: tuple[RowChange, ...] = ()
    sentences: tuple[SentenceChange, ...] = ()


class History(NamedTuple):
    """The rule that was asked for (an edition's id, an anchor) and its stages, the oldest edition first."""

    edition: str
    section: str
    stages: tuple[Stage, ...]
