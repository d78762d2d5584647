"""`errata.toml` of an edition's folder to values: its acknowledged faults, bound to the words they speak of.

    [[fault]]
    rule = "dangling-reference"     # the check that finds it, or `by_reading = true`
    section = "6.5"
    words = "8.5"                   # the words there; `text` says the same
    should = "8.4"
    why = "There is no 8.5."

See binding.py for how they are bound: `before`, `after` and `fingerprint` are its keys.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from vfdoc.model import Fault, InputError, Rulebook
from vfdoc.model.binding import TextQuote
from vfdoc.reading.binding import bind
from vfdoc.reading.editions import decode, hold_inside, lines_of
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.token_index import token_index

FILE = "errata.toml"
TABLE = "fault"


class _ErratumEntry(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    section: str
    should: str
    why: str
    words: str = ""
    text: str = ""
    prevails: bool = False
    by_reading: bool = False
    before: str = ""
    after: str = ""
    fingerprint: str = ""


class _ErrataFile(Struct, frozen=True, forbid_unknown_fields=True):
    fault: tuple[_ErratumEntry, ...] = ()


def read_errata(folder: Path) -> tuple[Fault, ...]:
    """The acknowledged faults of an edition's folder, none where it has no `errata.toml`."""
    path = folder / FILE
    if not path.is_file():
        return ()
    hold_inside(folder, path.name, path, "is a link")
    entries: _ErrataFile = decode(path, _ErrataFile)
    lines = lines_of(read_source(path).text, TABLE, len(entries.fault))
    return tuple(
        _fault(entry, shown_path(path), line) for entry, line in zip(entries.fault, lines, strict=True)
    )


def bound_errata(faults: tuple[Fault, ...], rulebook: Rulebook) -> tuple[Fault, ...]:
    """The same, each with where its words stand in the texts of the edition."""
    index = token_index(rulebook.documents) if faults else None
    return tuple(replace(fault, binding=bind(fault.quotation, index)) for fault in faults if index)


def _fault(entry: _ErratumEntry, file: str, line: int) -> Fault:
    if bool(entry.words) == bool(entry.text):
        what = "names no words" if not entry.words else "has both words and text, which are the same key"
        raise InputError(f"{file}:{line}", what, 'write words = "…", as they stand in the section')
    words = entry.words or entry.text
    prints = (entry.fingerprint,) if entry.fingerprint else ()
    quotation = TextQuote(entry.section, (words,), entry.before, entry.after, prints)
    return Fault(
        rule=entry.rule, section=entry.section, text=words, should=entry.should, why=entry.why, file=file,
        line=line, prevails=entry.prevails, by_reading=entry.by_reading, quotation=quotation,
    )  # fmt: skip
