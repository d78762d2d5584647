"""`edition.toml` to values: what an edition says of itself.

Every key is typed; a wrong one gives one line that names the place and the nearest known key.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from vfdoc.model import DocumentKind, Edition, InputError, Phase, SectionKind
from vfdoc.model.session import memoized, once_a_stage
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.reading.numbering import schemes
from vfdoc.reading.sources import printable, read_source, shown_path
from vfdoc.reading.toml import parsed
from vfdoc.reading.wrong_value import in_words, unknown_key

EDITION, ORIGINAL = "edition.toml", "original.toml"
_TIMES = (datetime.datetime, datetime.date, datetime.time)  # what TOML has beside plain values
_ADDRESS = re.compile(r"https?://[^\s<>\"']+$")
_NESTED = re.compile(r"\([^()]*[*+][^()]*\)(?:[*+]|\{\d+,)")
_Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]


class DocumentFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[documents]]`: a file of the edition's folder; `continues` is the id of the document
    whose numbers it carries on, where one text of numbered sections runs over several files."""

    id: _Id
    file: str
    kind: DocumentKind = "rules"
    continues: str | None = None


class DocumentCut(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[reading.documents]]`: a document of the original, where it starts, and whose numbers it
    carries on."""

    id: _Id
    kind: DocumentKind = "rules"
    starts: str | None = None
    continues: str | None = None


class OmitRule(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[reading.omit]]`: what the pattern matches (or its group) is no part of the rules."""

    pattern: str
    reason: str


class FlatTable(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[reading.tables]]`: a table with one cell a line, found by its header cells.

    Its rows are counted (`rows`), or begin at the `labels` where some lack cells or have a label on
    two lines; `until` is the line before which its last row ends; `lines` says how many lines each
    cell of a row takes where some take more than one.
    """

    header: Annotated[tuple[str, ...], Meta(min_length=2)]
    rows: Annotated[int, Meta(ge=0)] = 0
    labels: tuple[str, ...] = ()
    until: str = ""
    lines: tuple[int, ...] = ()


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """`[reading]`, or a file `original.toml` beside `edition.toml`: hints for the original that they
    recognise; those of `[reading]` that recognise none hold for the edition's own files as well.

    `recognise` are lines of the original by which a text is known to be a copy of it; `begin` and
    `end` are how its first and last lines start; `headings` are lines that open sections though
    nothing marks them, `subheadings` such as hang under the number above them (an entry that ends
    with `…` names the start of a line); `marks` begin footnotes; `not_sections` are lines (or their starts,
    ending with `…`) whose numbers open no sections.
    """

    recognise: tuple[str, ...] = ()
    begin: str = ""
    end: str = ""
    omit: tuple[OmitRule, ...] = ()
    documents: tuple[DocumentCut, ...] = ()
    headings: tuple[str, ...] = ()
    subheadings: tuple[str, ...] = ()
    not_sections: tuple[str, ...] = ()
    tables: tuple[FlatTable, ...] = ()
    marks: str = ""


class CitesEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[cites]]`: a work that the text cites, the pattern of its citations (the group `number`,
    or the first group, is what is cited), and where it is to be read (`{number}` stands for that)."""

    name: str
    pattern: str
    address: str = ""


Carrier = Literal["mark", "bold", "bolditem", "boldcell", "bracket", "round", "line", "item", "cell"]
"""What carries a number that opens a section."""


class SchemeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[schemes]]`: a way to number sections beside those of grammar/numbering.toml, which says
    what its keys mean."""

    name: _Id
    words: tuple[str, ...] = ()
    pattern: str = ""
    carriers: tuple[Carrier, ...] = ()
    series: str = ""
    kind: SectionKind = "rule"
    inserted: bool = False
    nested: bool = False


class PhaseEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[phases]]`: the steps of a phase in order of need (anchors, and ids of tests, values
    and tables), its name where its first section does not say it, and the facts that hold in it."""

    steps: Annotated[tuple[str, ...], Meta(min_length=1)]
    name: str = ""
    given: dict[str, str] = {}


class SheetRowFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[sheet.panels]] rows`: a row of the quick-reference sheet, worded by language.

    It stands for `sections` (anchors), which must state every number in `says`: those of its passages that
    hold `pick`, where that is given too. Without `says` the sentence of the first section that holds `pick`
    stands, else what that section says in short.

    With `amount` ("+1", "3+", "½", "reroll": as the sheet prints it) it words changes of the test or value
    `of` instead: those in its sections, or anywhere, that ask all of `facts`. The first row that fits a
    change words it; without `says` the change is left off, because another row tells it.
    """

    sections: tuple[str, ...] = ()
    label: dict[str, str] = {}
    says: dict[str, str] = {}
    pick: str = ""
    of: tuple[str, ...] = ()
    amount: str = ""
    facts: tuple[str, ...] = ()


class SheetLineFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table of the sheet: the sections that state its numbers, and its cells by language."""

    sections: Annotated[tuple[str, ...], Meta(min_length=1)]
    cells: dict[str, tuple[str, ...]]


class SheetTableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[sheet.panels]] tables`: a table worded for the sheet, its columns named by language.

    It tells the changes of the values `of` that its rows' sections state with the amounts in them, so that
    those are not printed again.
    """

    rows: Annotated[tuple[SheetLineFile, ...], Meta(min_length=1)]
    title: dict[str, str] = {}
    columns: dict[str, tuple[str, ...]] = {}
    of: tuple[str, ...] = ()


class SheetPanelFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `[[sheet.panels]]`, in the order of play.

    `id` names what fills it (sequence, tests, values, moves, lookups, special, conventions, army; actions,
    results, morale, terrain and victory find their sections by title), or is the edition's own; `of`
    keeps only these tests, values and tables, `chapters` are sections whose rows stand in it, `without`
    sections whose entries of tables do not. Changes that the chapters `gather` state stand in this panel
    and no other. A `wide` panel runs across all columns, at the head or the foot of a side.
    """

    id: _Id
    title: dict[str, str] = {}
    of: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rows: tuple[SheetRowFile, ...] = ()
    phase: str = ""
    tables: tuple[SheetTableFile, ...] = ()
    gather: tuple[str, ...] = ()
    wide: bool = False


class SheetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`[sheet]`: what the quick-reference sheet of the edition holds, and on what paper.

    `documents` are those that count as rules; `drop` are panels in the order in which they go where the
    sheet does not fit; `omit` are sections that stay off it. `type` is in points.
    """

    documents: tuple[str, ...] = ()
    panels: tuple[SheetPanelFile, ...] = ()
    drop: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    paper: Literal["a4", "letter"] = "a4"
    landscape: bool = False
    sides: Annotated[int, Meta(ge=0, le=40)] = 0
    columns: Annotated[int, Meta(ge=0, le=6)] = 0
    type: Annotated[float, Meta(ge=0, le=24)] = 0.0


class EditionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of an `edition.toml`.

    `about` says which rules a question or comment is about, where neither its citations nor its title do:
    by its anchor, the anchors of rules, those of another edition as `vf-2e:6.5`. `forward` leads from
    numbers that the edition no longer has to anchors that it has. `game` names the folder of `games/` whose
    words it shares. `names` are short forms of its title, by which texts about its rules cite it. `restates`
    says that its words are not its authors'.
    `fingerprints` are those of the sections that the file names, as they were last reviewed.
    """

    title: str
    id: _Id | None = None
    game: str | None = None
    version: str | None = None
    date: str | None = None
    language: str = DEFAULT_LANGUAGE
    authors: tuple[str, ...] = ()
    numbering: tuple[str, ...] = ()
    schemes: tuple[SchemeEntry, ...] = ()
    supersedes: str | None = None
    translates: str | None = None
    amends: str | None = None
    source: str | None = None
    licence: str | None = None
    notice: str | None = None
    restates: bool = False
    rounding: Literal["down", "up", "nearest"] | None = None
    names: tuple[str, ...] = ()
    documents: tuple[DocumentFile, ...] = ()
    about: dict[str, tuple[str, ...]] = {}
    phases: tuple[PhaseEntry, ...] = ()
    forward: dict[str, str] = {}
    fingerprints: dict[str, str] = {}
    cites: tuple[CitesEntry, ...] = ()
    reading: Reading = Reading()
    sheet: SheetFile = SheetFile()


@once_a_stage
def read_edition_file(folder: Path, name: str = EDITION) -> EditionFile:
    """The `edition.toml` of a folder, with the hints of its `original.toml`; InputError where there is none
    or where it is wrong."""
    path = folder / name
    if not path.is_file():
        raise InputError(
            shown_path(folder), "holds no edition.toml", "name a text, or a folder that describes an edition"
        )
    hold_inside(folder, name, path, "is a link")
    found: EditionFile = decode(path, EditionFile)
    if name == EDITION:
        found = _with_hints(folder, found)
    for documents in (found.documents, found.reading.documents):
        ids = [document.id for document in documents]
        for twice in (name for name in ids if ids.count(name) > 1):
            raise InputError(shown_path(path), f"two documents have the id {twice!r}", "rename one")
        _hold_continued(documents, path)
    known = [*(scheme.name for scheme in schemes()), *(scheme.name for scheme in found.schemes)]
    for name in found.numbering:
        if name not in known:
            place = place_in(shown_path(path), read_source(path).text, "numbering")
            near = (get_close_matches(name, known, 1) or known)[0]
            raise InputError(place, f"unknown numbering {name!r}", f"did you mean {near!r}?")
    for at, scheme in enumerate(found.schemes):
        _hold_scheme(scheme, at, path)
    for at, work in enumerate(found.cites):
        _hold_work(work, at, path)
    if found.documents and found.reading.documents and not found.reading.recognise:
        raise InputError(
            shown_path(path),
            "[[reading.documents]] cuts a text that is read --as this edition; its own files are documents",
            "say by [reading] recognise of which text that holds, or name its parts under [[documents]]",
        )
    for document in found.documents:
        hold_inside(folder, document.file, path, f"document {document.id!r} names {document.file!r}")
    return found


def _with_hints(folder: Path, found: EditionFile) -> EditionFile:
    """An edition with the hints for its original that lie apart, in a file of their own."""
    path = folder / ORIGINAL
    if not path.is_file():
        return found
    hold_inside(folder, ORIGINAL, path, "is a link")
    if found.reading != Reading():
        what = f"holds hints for an original, and so does [reading] of {EDITION}"
        raise InputError(shown_path(path), what, "keep them in one of the two")
    hints: Reading = decode(path, Reading)
    if not hints.recognise:
        what = "does not say by which lines a text is known for the original"
        raise InputError(shown_path(path), what, "add recognise = […]")
    return replace(found, reading=hints)


def _hold_continued(documents: Sequence[DocumentFile | DocumentCut], path: Path) -> None:
    """Refuses a document that carries on the numbers of none before it."""
    first: list[str] = []
    for document in documents:
        if document.continues is None:
            first.append(document.id)
        elif document.continues not in first:
            raise InputError(
                shown_path(path),
                f"the document {document.id!r} continues {document.continues!r}, which is none before it",
                f"name one of: {', '.join(first)}" if first else "put the document that it continues first",
            )


def _hold_scheme(scheme: SchemeEntry, at: int, path: Path) -> None:
    """Refuses a scheme that says nothing, or whose pattern can find nothing."""
    place = place_in(shown_path(path), read_source(path).text, f"schemes[{at}].name")
    if not (scheme.words or scheme.pattern or scheme.carriers):
        raise InputError(
            place, f"the scheme {scheme.name!r} says nothing", "give it words, pattern or carriers"
        )
    if scheme.pattern:
        _hold_pattern(
            scheme.pattern, f"schemes[{at}].pattern", "[[schemes]]", "what its numbers look like", path
        )


def _hold_pattern(pattern: str, key: str, table: str, what: str, path: Path) -> None:
    """Refuses a pattern that is none, finds nothing or may take for ever."""
    place = place_in(shown_path(path), read_source(path).text, key)
    try:
        compiled = re.compile(pattern, re.MULTILINE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(
            place, f"the pattern {pattern!r} under {table} is wrong ({error})", "mend it"
        ) from None
    if compiled.match("") or not pattern.strip():
        raise InputError(
            place, f"the pattern {pattern!r} under {table} matches nothing at all", f"let it match {what}"
        )
    if _NESTED.search(pattern):
        raise InputError(
            place, f"the pattern {pattern!r} under {table} repeats what repeats", "repeat one of the two only"
        )


def _hold_work(work: CitesEntry, at: int, path: Path) -> None:
    """Refuses a work of `[[cites]]` that can find nothing, or leads nowhere."""

    def wrong(key: str, fact: str, remedy: str) -> InputError:
        return InputError(
            place_in(shown_path(path), read_source(path).text, f"cites[{at}].{key}"), fact, remedy
        )

    if not work.name.strip():
        raise wrong("name", "a work under [[cites]] has no name", "name it as the text does")
    _hold_pattern(work.pattern, f"cites[{at}].pattern", "[[cites]]", "what is cited", path)
    if work.address and not _ADDRESS.match(work.address):
        raise wrong(
            "address",
            f"the address {work.address!r} under [[cites]] is none of the web",
            "begin it with https://",
        )


def described_by(folder: Path) -> EditionFile | None:
    """What the edition in a folder says of itself; None where there is none, or where what it says is
    broken, which spoils only that edition."""
    try:
        return read_edition_file(folder)
    except InputError:
        return None


@once_a_stage
def folder_of(name: str, roots: Sequence[Path]) -> Path | None:
    """The folder of the edition of that id in the first of the folders `roots` that holds one: the folder of
    that name, else one whose `edition.toml` says that it is."""
    for root in roots:
        folders = [path.parent for path in sorted(root.glob("*/edition.toml"))]
        for folder in folders:
            if folder.name == name:
                return folder
        for folder in folders:
            if _says_id(folder) == name and described_by(folder) is not None:
                return folder
    return None


def _says_id(folder: Path) -> str | None:
    """The id that an edition's file says, whether or not all else in it is right."""
    try:
        return cast(EditionFile, decode(folder / "edition.toml", EditionFile)).id
    except InputError:
        return None


def edition_of(data: EditionFile, folder_name: str) -> Edition:
    """The model value of an edition file; its id is the folder's name unless it says another."""
    return Edition(
        id=data.id or printable(folder_name),
        title=data.title,
        version=data.version,
        date=data.date,
        language=data.language,
        authors=data.authors,
        source=data.source,
        licence=data.licence,
        notice=data.notice,
        restates=data.restates,
        supersedes=data.supersedes,
        translates=data.translates,
        amends=data.amends,
        rounding=data.rounding,
        phases=tuple(Phase(p.steps, p.name, tuple(p.given.items())) for p in data.phases),
        forwards=tuple(data.forward.items()),
        names=data.names,
        game=data.game,
    )


def hold_inside(folder: Path, file: str, path: Path, fact: str) -> None:
    """Refuses a file of an edition that lies outside its folder, by its path or as a link."""
    bare = os.path.basename(file) == file and file not in ("", ".", "..") and file.isprintable()
    if bare and not os.path.islink(os.path.join(folder, file)):  # of nearly all, and by far the faster
        return
    try:
        inside = (folder / file).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link to itself, a path that cannot be one
        inside = False
    if not inside:
        remedy = "keep the edition's files in its folder"
        raise InputError(shown_path(path), f"{fact}, outside the edition's folder", remedy)


@once_a_stage
def decode(path: Path, shape: type[Any]) -> Any:
    """A TOML file as a value of that shape; InputError where it is not TOML, or not of that shape."""
    source = read_source(path)
    try:
        return _decoded(source.file, source.text, shape)
    except msgspec.ValidationError as error:
        raise _wrong_value(source.file, source.text, shape, str(error)) from None


def parsed_file(file: str, text: str) -> dict[str, Any]:
    """The tables of a TOML file; InputError where it is none."""
    try:
        return parsed(text)
    except Exception as error:  # tomli's own error, named differently by each version
        raise InputError(file, f"is not TOML ({error})", "mend the line it names") from None


@memoized
def _decoded(file: str, text: str, shape: type[Any]) -> Any:
    """The same of its text: where an edition is known by its id alone, the files of all are asked again and
    again."""
    return msgspec.convert(parsed_file(file, text), type=shape, builtin_types=_TIMES, str_keys=True)


def _wrong_value(file: str, text: str, shape: type[Any], message: str) -> InputError:
    place = re.search(r" - at `\$\.?([^`]*)`", message)
    path = place.group(1) if place else ""
    unknown = re.search(r"unknown field `([^`]*)`", message)
    if unknown is None:
        return InputError(place_in(file, text, path), *in_words(message, shape))
    key = unknown.group(1)
    return InputError(place_in(file, text, f"{path}.{key}".strip(".")), *unknown_key(key, path, shape))


def lines_of(text: str, table: str, count: int) -> list[int]:
    """The lines on which the entries of an array of tables begin ("[[fault]]"); the first line for each where
    they cannot be told: written as an inline table, or the mark stands in a string."""
    head = re.compile(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]")
    told = enumerate(text.split("\n"), start=1)
    lines = [number for number, line in told if "[[" in line and head.match(line)]
    return lines if len(lines) == count else [1] * count


def place_in(file: str, text: str, path: str) -> str:
    """A TOML file's name and the line of the value at `path` (`documents[1].kind`), as far as can be told."""
    *tables, key = path.split(".")
    place = re.fullmatch(r"([\w.-]*?)(?:\[(\d+)\])?", ".".join(tables))
    table, index = (place.group(1), int(place.group(2) or 0)) if place else ("", 0)
    bare = key.split("[")[0]
    assigned = re.compile(rf"""\s*["']?{re.escape(bare)}["']?\s*=""")
    here, count = "", -1
    for number, line in enumerate(text.split("\n"), start=1):
        head = re.match(r"""\s*\[+([\w.\s"'-]+)\]+""", line)
        if head:
            here = re.sub(r"""[\s"']""", "", head.group(1))
            count += here == table
            if here == path or (here == bare and not table):
                return f"{file}:{number}"
        elif here == table and (not table or count == index) and bare and assigned.match(line):
            return f"{file}:{number}"
    return file
