"""The order of the stages by which one edition becomes one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vfdoc import pipeline
from vfdoc.output.site_single import single as made_single
from vfdoc.pipeline.paths import Read, read, read_all


def with_neighbours(
    name: str, paths: Sequence[str], as_edition: str | None = None
) -> tuple[Read, tuple[Read, ...]]:
    """The edition that `name` names, and all that is read beside it: what is said there about its rules
    stands under them. `as_edition` speaks of a text without an edition of its own."""
    beside = read_all(paths, as_edition)
    found = next((each for each in beside if name == each.rulebook.edition.id), None)
    if found is None:
        found = replace(read(name), document=None)
        known = found.rulebook.edition.id
        beside = [found, *(each for each in beside if each.rulebook.edition.id != known)]
    return found, tuple(beside)


def single(edition: Read, reads: Sequence[Read], address: str = "") -> bytes:
    """The edition as one file of HTML, made among `reads`; `address` is that of the site that holds them,
    where there is one."""
    from importlib.metadata import version

    files = pipeline.site(reads)
    known = {each.rulebook.edition.id: each.rulebook.edition for each in reads}
    return made_single(files, edition.rulebook, known, version("vfdoc"), address)
