"""`concordance.toml` of an edition's folder to values: what a human says corresponds to older editions.

    [[pair]]
    against = "vf-1e"        # the older edition; without it, whichever the edition is compared with
    old = ["6.7", "6.3"]     # anchors; an empty list where the new sections have no counterpart
    new = ["6.5"]
    why = "…"                # for those who read the file

An override that names no section of either edition is refused, on every run: editions change.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from vfdoc.model import InputError, Rulebook
from vfdoc.model.comparison import Forced
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.sources import read_source, shown_path

FILE = "concordance.toml"


class _PairEntry(Struct, frozen=True, forbid_unknown_fields=True):
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    against: str | None = None
    why: str = ""


class _ConcordanceFile(Struct, frozen=True, forbid_unknown_fields=True):
    pair: tuple[_PairEntry, ...] = ()


def read_overrides(folder: Path | None, against: str, old: Rulebook, new: Rulebook) -> tuple[Forced, ...]:
    """The pairs that the folder of the newer edition forces `against` the older one; none without a file.

    InputError where a pair is empty, or names a section that its edition does not have.
    """
    if folder is None or not (folder / FILE).is_file():
        return ()
    path = folder / FILE
    hold_inside(folder, FILE, path, "is a link")
    entries: _ConcordanceFile = decode(path, _ConcordanceFile)
    lines = lines_of(read_source(path).text, "pair", len(entries.pair))
    anchors = [{section.anchor for section in rulebook.sections()} for rulebook in (old, new)]
    found = []
    for pair, line in zip(entries.pair, lines, strict=True):
        if pair.against not in (None, against):
            continue
        place = f"{shown_path(path)}:{line}"
        if not pair.old and not pair.new:
            raise InputError(place, "pairs nothing with nothing", "name sections of one edition at least")
        _hold_known(place, pair.old, anchors[0], old.edition.id)
        _hold_known(place, pair.new, anchors[1], new.edition.id)
        found.append(Forced(pair.old, pair.new, shown_path(path), line))
    return tuple(found)


def named_new(folder: Path) -> tuple[str, ...]:
    """The sections of the edition itself (anchors) that its file names, whether it has them or not."""
    if not (folder / FILE).is_file():
        return ()
    hold_inside(folder, FILE, folder / FILE, "is a link")
    entries: _ConcordanceFile = decode(folder / FILE, _ConcordanceFile)
    return tuple(anchor for pair in entries.pair for anchor in pair.new)


def _hold_known(place: str, named: Collection[str], known: set[str], edition: str) -> None:
    for anchor in named:
        if anchor not in known:
            near = get_close_matches(anchor, known, 1)
            remedy = f"did you mean {near[0]!r}?" if near else "see `vfdoc parse` for the sections"
            raise InputError(place, f"{edition} has no section {anchor!r}", remedy)
