"""The edition that a text becomes where somebody begins to describe its game: `tables --propose --out`.

Nothing here prints or writes.
"""

from __future__ import annotations

from pathlib import Path

from vfdoc.formats.new import DocumentBegun, edition_with
from vfdoc.model import InputError
from vfdoc.pipeline.authoring import planned
from vfdoc.pipeline.importing import import_file
from vfdoc.pipeline.paths import read
from vfdoc.pipeline.proposing import DraftFile
from vfdoc.reading.editions import EDITION
from vfdoc.reading.sources import printable

__all__ = ["EDITION", "begun_edition", "other_texts"]

_ID = "rules"


def begun_edition(path: str, folder: Path) -> tuple[DraftFile, ...]:
    """The text, as an edition's own (its headings marked where they were not), and what says that it is one;
    the file says so first that is written last. InputError where the folder holds another text of that
    name."""
    report, place = import_file(path), Path(path)
    inside = place.parent.resolve() == folder.resolve()
    as_it_is = inside and report.format == "text" and _content(place) == report.source.text.encode()
    name = printable(place.name) if as_it_is else f"{_ID}.md"
    plan = planned(str(folder), report.title, report.language or None)
    made = edition_with(plan, [DocumentBegun(_ID, "rules", report.source.text, file=name)])
    out = [DraftFile(EDITION, made[EDITION], None, f"an edition of {printable(path)} begins")]
    if as_it_is:
        return tuple(out)
    before = _content(folder / name)
    if before not in (None, made[name]):
        raise InputError(str(folder / name), "is another text", "name another folder with --out")
    return (DraftFile(name, made[name], before, "its text"), *out)


def other_texts(path: str, folder: Path) -> tuple[str, ...]:
    """A note where an edition has not the text at `path`, or has it no more as it was."""
    text = import_file(path).source.text
    if any(document.source.text == text for document in read(str(folder)).rulebook.documents):
        return ()
    name = printable(str(folder))
    said = f"{printable(path)}: {name} has another text, and its own counts; put what has changed there"
    return (said,)


def _content(place: Path) -> bytes | None:
    return place.read_bytes() if place.is_file() else None
