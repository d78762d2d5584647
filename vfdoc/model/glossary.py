"""The words of a game: what a term is called, where an edition defines it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that a player looks up or a text cites by name.

    `words` by language, the headword first; `also` by language what people type who look for it;
    `defined` by edition the anchor of the section that says what it is; `means` by language a
    sentence for whoever wants a reminder.
    """

    id: str
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    defined: Mapping[str, str] = field(default_factory=dict)
    means: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topic:
    """What players ask of one thing: `sections` by edition the anchors that answer, the best first; `words`
    by language the questions. Without sections: words that they use for one another, those of one meaning
    in each entry."""

    id: str
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms of the games, in the order of their file."""

    terms: tuple[Term, ...] = ()

    def __hash__(self) -> int:
        return hash(tuple(term.id for term in self.terms))

    def overlaid(self, other: Glossary) -> Glossary:
        """These terms with those of `other` over them, which replace any of the same id."""
        return Glossary(tuple({term.id: term for term in (*self.terms, *other.terms)}.values()))


class TermMatch(NamedTuple):
    """A term where a text says it: the stretch from `start` to `end`."""

    start: int
    end: int
    term: Term


class OwnWord(NamedTuple):
    """A key of an edition's own glossary ("tests.grit") and where it stands there.

    A text uses it in any of the ways of `uses`, in each of which every group has a phrase that the text
    says.
    """

    key: str
    uses: tuple[tuple[tuple[str, ...], ...], ...]
    file: str
    line: int
    column: int
    quote: str
