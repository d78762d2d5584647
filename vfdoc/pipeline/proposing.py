"""Drafts of what a person states of a text's mechanics: the files of an edition's folder as they will be.

Nothing here prints or writes.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from vfdoc.edit.proposals import proposed_glossary, proposed_mechanics
from vfdoc.model import InputError
from vfdoc.model.session import in_session
from vfdoc.pipeline import mechanics
from vfdoc.pipeline.paths import Read

MECHANICS = "mechanics.toml"
GLOSSARY = "glossary.toml"


class DraftFile(NamedTuple):
    """A file as it will be: its name, its bytes, what it held before (None: there is none), and what is
    new."""

    name: str
    data: bytes
    before: bytes | None
    says: str


@in_session
def drafts(read: Read, folder: Path | None) -> tuple[DraftFile, ...]:
    """The draft of `mechanics.toml` and, where the folder has none, a first `glossary.toml`. InputError where
    the folder's file is no TOML."""
    found = mechanics(read)
    before = _content(folder, MECHANICS)
    lines = {document.id: document.source.lines for document in read.rulebook.documents}
    try:
        draft = proposed_mechanics(found, lines, (before or b"").decode())
    except ValueError as error:
        raise InputError(f"{folder}/{MECHANICS}", f"is no TOML ({error})", "mend it first") from None
    said = ", ".join(
        f"{count} {name}{'' if count == 1 else 's'}"
        for count, name in ((draft.rows, "row"), (draft.tests, "test or value"), (draft.facts, "fact"))
    ).replace("test or values", "tests and values")
    out = [DraftFile(MECHANICS, draft.text.encode(), before, f"{said} proposed, each to be decided")]
    if _content(folder, GLOSSARY) is None:
        words = proposed_glossary(found, read.rulebook.edition.language)
        out.append(DraftFile(GLOSSARY, words.encode(), None, "the words of the game, all of them comments"))
    return tuple(out)


def _content(folder: Path | None, name: str) -> bytes | None:
    if folder is None or not (folder / name).is_file():
        return None
    return (folder / name).read_bytes()
