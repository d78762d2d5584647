"""The order of the stages, written once: a path in, a rulebook, its graph and its findings out.

Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from vfdoc import checks
from vfdoc.model import Finding, Glossary, InputError, Section
from vfdoc.pipeline.paths import Read, edition_folder, edition_folders, editions, has_texts, read, read_all
from vfdoc.reading.explain import explain_line
from vfdoc.reading.numbering import key_of

if TYPE_CHECKING:  # `check` starts without the mechanics
    from vfdoc.model.mechanics import Mechanics

__all__ = [
    "Read",
    "check",
    "edition_folder",
    "edition_folders",
    "editions",
    "explain",
    "find_section",
    "glossary",
    "has_texts",
    "mechanics",
    "read",
    "read_all",
    "site",
    "with_mechanics",
]


def check(read: Read) -> tuple[Finding, ...]:
    """What the checks find in the document or edition that was asked for, reading's own doubts too."""
    found = checks.run_checks(with_mechanics(read).rulebook, read.graph)
    if read.document is None:
        return found
    return tuple(f for f in found if f.document == read.document)


def with_mechanics(read: Read) -> Read:
    """The same, its rulebook with the mechanics that its texts state."""
    from vfdoc.reading.mechanics import read_mechanics  # its vocabulary is needed for nothing else

    if read.rulebook.mechanics is not None:
        return read
    found = read_mechanics(read.rulebook, edition_folder(read.rulebook.edition.id))
    return replace(read, rulebook=replace(read.rulebook, mechanics=found))


def mechanics(read: Read) -> Mechanics:
    """The tests, modifiers, lookups and conventions of the document or edition that was asked for."""
    found = with_mechanics(read).rulebook.mechanics
    assert found is not None
    return found if read.document is None else found.of_document(read.document)


def find_section(read: Read, wanted: str) -> Section:
    """The section of that anchor or number, sought first in the document asked for.

    InputError where there is none.
    """
    sections = read.graph.sections
    within = f"{read.document}/{wanted}" if read.document else wanted
    if within in sections or wanted in sections:
        return sections.get(within) or sections[wanted]
    numbered = read.graph.numbers.get(key_of(wanted.rstrip("."))) if wanted else None
    if numbered:
        return numbered[0]
    near = get_close_matches(wanted, list(sections), 3)
    remedy = f"did you mean {', '.join(near)}?" if near else "see `vfdoc parse` for the sections"
    raise InputError(read.rulebook.edition.id, f"has no section {wanted!r}", remedy)


def explain(read: Read, line: int) -> str:
    """Why a line was read as it was."""
    documents = read.shown.documents
    if len({d.source.file for d in documents}) > 1:
        ids = ", ".join(f"{read.rulebook.edition.id}/{d.id}" for d in documents)
        raise InputError(read.rulebook.edition.id, "has several texts", f"name one: {ids}")
    return explain_line(read.shown, read.data, line)


def site(reads: Sequence[Read]) -> dict[str, bytes]:
    """The static site of these editions, as a map of path to bytes."""
    from importlib.metadata import version

    from vfdoc.output.site import Published, site

    published = [Published(r.rulebook, r.graph, check(replace(r, document=None)), glossary(r)) for r in reads]
    return site(published, version("vfdoc"))


def glossary(read: Read) -> Glossary:
    """The terms of the games, with those of the edition's own folder over them."""
    from vfdoc.reading.glossary import read_glossary

    return read_glossary(read.folder or edition_folder(read.rulebook.edition.id))
