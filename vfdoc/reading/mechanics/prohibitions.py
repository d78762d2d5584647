"""Sentences that say that something may not be done, whether or not they were understood.

In: a rulebook and an action of the game. Out: every sentence of its rules and sheet that forbids and names
the action; which of them are executed, `statements.py` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model import Rulebook
from vfdoc.reading.mechanics.passages import passages
from vfdoc.reading.mechanics.sections import origin_of
from vfdoc.reading.mechanics.vocabulary import WORD, vocabulary


class Prohibition(NamedTuple):
    """A sentence that forbids something, with its place."""

    words: str
    section: str
    document: str
    file: str
    line: int


def prohibitions(rulebook: Rulebook, action: str, folder: Path | None) -> Iterator[Prohibition]:
    """The sentences that forbid and name an action, in the order of the texts."""
    known = vocabulary(rulebook.edition.language, folder)
    forms = {form for acting in known.actions if acting.action.id == action for form in acting.forms}
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
                if any(
                    tuple(words[at : at + len(form)]) == form for form in forms for at in range(len(words))
                ):
                    line, _ = passage.place(0)
                    said = " ".join(passage.text.split())
                    yield Prohibition(said, section.anchor, document.id, document.source.file, line)
