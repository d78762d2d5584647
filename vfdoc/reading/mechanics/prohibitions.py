"""Sentences that say that something may not be done, whether or not they were understood.

In: a rulebook and an action of the game. Out: every sentence of its rules and sheet that forbids and names
the action; which of them are executed, `statements.py` says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model import Rulebook
from vfdoc.reading.mechanics.passages import passages
from vfdoc.reading.mechanics.sections import origin_of
from vfdoc.reading.mechanics.vocabulary import WORD, vocabulary

_NEAR = 4
"""Within how many words behind what forbids the action is named."""


class Prohibition(NamedTuple):
    """A sentence that forbids something, with its place."""

    words: str
    section: str
    document: str
    file: str
    line: int


def prohibitions(rulebook: Rulebook, action: str, folder: Path | None) -> Iterator[Prohibition]:
    """The sentences that forbid and name an action, in the order of the texts."""
    known = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    forms = {form for acting in known.actions if acting.action.id == action for form in acting.forms}
    others = {form for acting in known.actions for form in acting.forms} - forms
    pattern = known.patterns.get("forbids")
    if pattern is None:
        return
    for document in rulebook.documents:
        for section in document.sections:
            origin = origin_of(section, document.kind)
            if origin not in ("rules", "sheet") or section.kind in ("contents", "index"):
                continue
            for passage in passages(section, document.source.lines, origin):
                found = pattern.search(passage.text)
                if found is None:
                    continue
                words = [
                    phrase_form(m.group(), known.language) for m in WORD.finditer(passage.text, found.end())
                ]
                if _names(words, forms, others):
                    line, _ = passage.place(0)
                    said = " ".join(passage.text.split())
                    yield Prohibition(said, section.anchor, document.id, document.source.file, line)


def _names(
    words: Sequence[str], forms: Collection[tuple[str, ...]], others: Collection[tuple[str, ...]]
) -> bool:
    """Whether what is forbidden is this action: its name stands among the first words behind what forbids,
    and is no part of another action's ("lend fire support")."""
    taken = _places(words, others)
    return any(
        not any(place[0] in other and len(other) > len(place) for other in taken)
        for place in _places(words, forms)
    )


def _places(words: Sequence[str], names: Collection[tuple[str, ...]]) -> list[range]:
    """Where names stand that begin among the first words."""
    return [
        range(at, at + len(name))
        for at in range(min(_NEAR, len(words)))
        for name in names
        if tuple(words[at : at + len(name)]) == name
    ]
