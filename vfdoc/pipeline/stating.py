"""What the files of an edition state of its texts: collected, bound, and written anew after a look.

Nothing here prints or writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import InputError
from vfdoc.model.binding import BoundStatement
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.armies import FILE as ARMIES
from vfdoc.reading.armies import stated_armies
from vfdoc.reading.errata import TABLE as FAULT
from vfdoc.reading.lessons import stated_lessons
from vfdoc.reading.mechanics import bound_rows
from vfdoc.reading.mechanics.procedures import read_procedures
from vfdoc.reading.mechanics.vocabulary import vocabulary
from vfdoc.reading.named_sections import named_sections
from vfdoc.reading.sources import encoded, printable, read_source

if TYPE_CHECKING:  # who writes anew asks for it, and no check does
    from vfdoc.edit.statements import Acceptance

_MENDED = ("holds", "changed", "moved")
"""The states of statements that a look can settle; of the others nobody knows which words are meant."""


class Accepted(NamedTuple):
    """A file with its statements written anew: its name, its bytes now and before, what differs, and how many
    statements."""

    file: str
    data: bytes
    before: bytes
    difference: str
    statements: int


def stated(read: LoadedRulebook) -> tuple[BoundStatement, ...]:
    """What an edition's files state of its texts; of a copy of it, its rows of mechanics, lessons and
    prices."""
    rulebook = read.rulebook
    words = vocabulary(rulebook.edition.language, read.words, copy=not rulebook.own)
    found = bound_rows(rulebook, words, read.words)
    rows = found.stated() if found is not None else ()
    rows += read_procedures(read.words, rulebook).stated
    rows += stated_lessons(read.folder or read.described, rulebook)
    rows += stated_armies(read.folder or read.described, rulebook)
    if read.folder is None or read.data is None:
        return rows
    return (*rows, *named_sections(read.folder, read.data, rulebook))


def all_stated(read: LoadedRulebook) -> tuple[BoundStatement, ...]:
    """The same, with the errata of an edition."""
    return (*stated(read), *(_errata(read) if read.folder is not None else ()))


def accepted_files(reads: Sequence[LoadedRulebook]) -> tuple[Accepted, ...]:
    """The files in which statements are to be written anew, each with them: those of editions, and of a copy
    of an edition's original the fingerprints of that in the edition's `mechanics.toml` and
    `lessons.toml`."""
    by_file: dict[str, list[Acceptance]] = defaultdict(list)
    for read in reads:
        folder = read.folder or read.described
        if folder is None:
            where = read.rulebook.documents[0].source.file
            raise InputError(where, "is no edition's", "name the edition, or read it --as one")
        key = "fingerprint" if read.folder is not None else "original"
        for each in all_stated(read):
            if key == "original" and (each.binding.difference or Path(each.file).name == ARMIES):
                continue  # the words are the edition's own, and so are its prices
            acceptance = _acceptance(each, key)
            if acceptance is not None:
                by_file[str(folder / Path(each.file).name)].append(acceptance)
    return tuple(_written(file, each) for file, each in by_file.items())


def _errata(read: LoadedRulebook) -> tuple[BoundStatement, ...]:
    return tuple(
        BoundStatement(fault.file, fault.line, "", FAULT, at, fault.quotation, fault.binding)
        for at, fault in enumerate(read.rulebook.faults)
    )


def _acceptance(each: BoundStatement, key: str) -> Acceptance | None:
    """What is to be written of a statement; None where it stands as it was reviewed, or where a look settles
    nothing."""
    from vfdoc.edit.statements import Acceptance

    binding, quotation = each.binding, each.quotation
    if binding.state not in _MENDED or each.at < 0:
        return None
    if binding.state != "moved" and binding.fingerprint in quotation.fingerprints:
        return None
    if not quotation.words:
        if binding.state == "moved":
            return None  # the files name it in many places
        return Acceptance(each.table, quotation.section, {"fingerprint": binding.fingerprint})
    values = {key: binding.fingerprint}
    if binding.state == "moved" and key == "fingerprint":
        values = {"section": binding.section, **values}
    if binding.difference:
        values = {"words": binding.start.text, **values}
    return Acceptance(each.table, each.at, values, binding.wording)


def _written(file: str, acceptances: Sequence[Acceptance]) -> Accepted:
    from vfdoc.edit.statements import accepted

    source = read_source(Path(file))
    whole = "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))
    text = accepted(whole, acceptances)
    name = printable(source.file)
    found = unified_diff(whole.splitlines(), text.splitlines(), name, name, n=1, lineterm="")
    difference = "".join(line + "\n" for line in found)
    return Accepted(source.file, encoded(source, text), Path(file).read_bytes(), difference, len(acceptances))
