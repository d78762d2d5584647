"""A rule followed through all editions of its lineage: those that an edition supersedes, translates or
amends, and those that do so to it."""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.compare.histories import Histories
from vfdoc.model import Section
from vfdoc.model.history import History
from vfdoc.model.session import in_session
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.paths import LoadedRulebook, edition_folders, has_texts, read


@in_session
def history(start: LoadedRulebook, section: Section) -> History:
    """The rule of that section in every edition of the lineage, the oldest first."""
    known = {start.rulebook.edition.id: start}
    for found in _others(start):
        known.setdefault(found.rulebook.edition.id, found)
    books = {id: found.rulebook for id, found in known.items()}
    histories = Histories(start.rulebook.edition.id, books, lambda old, new: diff(known[old], known[new]))
    return histories.of(section.anchor)


def _others(start: LoadedRulebook) -> Iterator[LoadedRulebook]:
    """The editions known, those beside the one in hand first."""
    folders = edition_folders()
    if start.folder is not None:
        folders = [path.parent for path in sorted(start.folder.parent.glob("*/edition.toml"))] + folders
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        if has_texts(folder):
            yield read(str(folder))
