"""What a PATH may be: an existing file or folder, a bundled edition's name, or one document of an
edition (`vf-1e/sheet`); and which editions are known.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from vfdoc import assets
from vfdoc.graph import ReferenceGraph, resolve
from vfdoc.model import Edition, InputError, Rulebook
from vfdoc.model.edit import UNFINISHED
from vfdoc.model.logs import timed
from vfdoc.model.session import in_session
from vfdoc.pipeline.documents import read_text
from vfdoc.reading.editions import (
    EditionFile,
    described_by,
    edition_of,
    folder_of,
    place_in,
    read_edition_file,
)
from vfdoc.reading.recognise import recognise
from vfdoc.reading.sources import printable, read_source, shown_path


@dataclass(frozen=True, slots=True)
class LoadedRulebook:
    """What a path gave: the whole edition, and the id of the one document that was asked for.

    `notes` say what vfdoc took the text for, where nobody told it; `folder` is the edition's own,
    where the texts are the edition's own; `described` the one of the edition of which they are a copy,
    where it was named.
    """

    rulebook: Rulebook
    graph: ReferenceGraph
    data: EditionFile | None
    document: str | None = None
    notes: tuple[str, ...] = ()
    folder: Path | None = None
    described: Path | None = None

    @property
    def words(self) -> Path | None:
        """The folder whose glossary and wording hold for the texts: the edition's, wherever it lies."""
        found = self.folder or self.described or edition_folder(self.rulebook.edition.id)
        return found.resolve() if found is not None else None  # what it says is remembered by its path

    @property
    def shown(self) -> Rulebook:
        """The rulebook with only the document that was asked for."""
        if self.document is None:
            return self.rulebook
        return replace(self.rulebook, documents=(self.rulebook.document(self.document),))


@timed("pipeline", "reading")
@in_session
def read(path: str, as_edition: str | None = None) -> LoadedRulebook:
    """Reads what `path` names; `as_edition` (name, folder or TOML file) says what a text is.

    InputError where there is nothing to read.
    """
    try:
        return _read_path(path, as_edition)
    except (OSError, ValueError) as error:  # a folder that may not be entered, a name too long or odd
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(path, f"cannot be read ({reason})", "check the path and its permissions") from None


def _read_path(path: str, as_edition: str | None) -> LoadedRulebook:
    place = Path(path)
    if place.is_dir():
        if as_edition is not None:
            raise InputError(path, "is a folder, which says itself what it is", "leave out --as")
        if not (place / "edition.toml").is_file():
            inside = [str(each.parent) for each in sorted(place.glob("*/edition.toml"))]
            if inside:
                raise InputError(path, "holds editions and is none", f"name one: {', '.join(inside)}")
        return _read_folder(place)
    if place.is_file():
        return _read_file(place, as_edition)
    if place.exists():
        raise InputError(path, "is a pipe or a device, not a text", "save it as a file first")
    if "@" in path:
        return _read_revision(path, *_at_revision(path), as_edition)
    name, _, document = path.rpartition("/") if "/" in path else (path, "", "")
    folder = Path(name) if (Path(name) / "edition.toml").is_file() else edition_folder(name)
    if folder is None:
        raise InputError(path, "no such file, folder or edition", _nearest(name))
    if as_edition is not None:
        raise InputError(path, "is an edition, which says itself what it is", "leave out --as")
    found = _read_folder(folder, document or None)
    if document and document not in (ids := [d.id for d in found.rulebook.documents]):
        raise InputError(path, f"{name} has no document {document!r}", f"it has {', '.join(ids)}")
    return found


def _at_revision(path: str) -> tuple[str, str]:
    """The path and the revision of PATH@REV, which may hold an `@` of its own: `HEAD@{1}`, `@{1}`."""
    before, _, revision = path.rpartition("@")
    if not revision.startswith("{"):
        return before, revision
    name, at, reference = before.rpartition("@")
    return (name, f"{reference}@{revision}") if at else (before, f"@{revision}")


def _read_revision(path: str, before: str, revision: str, as_edition: str | None) -> LoadedRulebook:
    """What a path was at a git revision. Its files are named as they were asked for."""
    from vfdoc.pipeline.revisions import checked_out  # nothing else needs git

    place, document = Path(before), ""
    if not place.exists():
        name, _, document = before.rpartition("/") if "/" in before else (before, "", "")
        folder = Path(name) if (Path(name) / "edition.toml").is_file() else edition_folder(name)
        # What is no edition's name may be a path that is gone since.
        place, document = (folder, document) if folder is not None else (place, "")
    if not (before and revision):
        raise InputError(path, "names no path at a revision", "write PATH@REV")
    shown = f"{before.removesuffix('/' + document) if document else before}@{revision}"
    with checked_out(place, revision, path) as old:
        laid = printable(str(old))
        try:
            found = _read_path(f"{old}/{document}" if document else str(old), as_edition)
        except InputError as error:
            where, what = (printable(said).replace(laid, shown) for said in (error.where, error.what))
            raise InputError(where, what, error.remedy) from None
    notes = tuple(note.replace(laid, shown) for note in found.notes)
    rulebook = _renamed(found.rulebook, laid, printable(shown))
    graph = replace(found.graph, rulebook=rulebook)
    today = next((p for p in (place, place.parent) if (p / "edition.toml").is_file()), None)
    return replace(found, rulebook=rulebook, graph=graph, notes=notes, folder=None, described=today)


def _renamed(rulebook: Rulebook, old: str, shown: str) -> Rulebook:
    """The rulebook, its files under the name by which they were asked for."""

    def name(file: str) -> str:
        return shown + file.removeprefix(old) if file.startswith(old) else file

    documents = tuple(
        replace(document, source=replace(document.source, file=name(document.source.file)))
        for document in rulebook.documents
    )
    faults = tuple(replace(fault, file=name(fault.file)) for fault in rulebook.faults)
    return replace(rulebook, documents=documents, faults=faults)


def read_about(path: str, base: LoadedRulebook) -> LoadedRulebook:
    """A text about the rules of the edition `base`, which cites them; InputError where it is no text."""
    from vfdoc.reading import rulebook as reading

    place = Path(path)
    try:
        source = read_text(place, path)
        data = data_of(base)
        rulebook = reading.read_about(source, data, printable(place.stem), base.rulebook)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(path, f"cannot be read ({reason})", "check the path and its permissions") from None
    return _read(rulebook, data)


def data_of(read: LoadedRulebook) -> EditionFile:
    """What an edition's file says of it; of a text that nobody described, its language."""
    return read.data or EditionFile(title="", language=read.rulebook.edition.language)


@in_session
def read_all(paths: Sequence[str], as_edition: str | None = None) -> list[LoadedRulebook]:
    """Reads every path; without any, every edition in ./rulesets, else all bundled ones.

    Editions that hold reading hints only are passed over, with a note where they were named.
    """
    if paths:
        passed = [path for path in paths if _holds_hints_only(path)]
        reads = [read(path, as_edition) for path in paths if path not in passed or passed == list(paths)]
        notes = tuple(f"{path}: holds reading hints only, passed over" for path in passed)
        reads, twice = _once(paths, reads) if len(reads) == len(paths) else (reads, ())
        notes += twice
        return [replace(reads[0], notes=(*notes, *reads[0].notes)), *reads[1:]]
    return [_read_folder(folder) for folder in edition_folders() if has_texts(folder)]


def _once(paths: Sequence[str], reads: list[LoadedRulebook]) -> tuple[list[LoadedRulebook], tuple[str, ...]]:
    """What was read, without what was named before; and a note on each that was."""
    known: dict[object, LoadedRulebook] = {}
    notes = []
    for path, found in zip(paths, reads, strict=True):
        where = found.folder.resolve() if found.folder is not None else Path(path).resolve()
        if (where, found.document) in known:
            notes.append(f"{path}: named twice, taken once")
        known.setdefault((where, found.document), found)
    return list(known.values()), tuple(notes)


def edition_folders() -> list[Path]:
    """The folders of all editions in ./rulesets, else of the bundled ones, by name."""
    here = Path("rulesets")
    root = here if here.is_dir() else assets.folder("rulesets")
    return sorted(folder.parent for folder in root.glob("*/edition.toml"))


def edition_folder(name: str, beside: Path | None = None) -> Path | None:
    """The folder of an edition known by its id: of those `beside` the folder of another, in ./rulesets, or
    among the bundled ones."""
    near = (Path(os.path.normpath(beside / "..")),) if beside is not None else ()
    return folder_of(name, (*near, Path("rulesets"), assets.folder("rulesets")))


def editions() -> list[tuple[Edition, tuple[str, ...]]]:
    """All editions known, with the ids of their documents."""
    found = []
    for folder in edition_folders():
        data = read_edition_file(folder)
        found.append((edition_of(data, folder.name), tuple(d.id for d in data.documents)))
    return found


def _holds_hints_only(path: str) -> bool:
    try:
        place = Path(path)
        folder = place if place.is_dir() else None if place.exists() else edition_folder(path)
        data = described_by(folder) if folder is not None else None
    except (OSError, ValueError):  # reading the path says what is wrong with it
        return False
    return data is not None and not data.documents


def has_texts(folder: Path) -> bool:
    """Whether an edition's folder holds texts of its own, and not only reading hints."""
    return bool(read_edition_file(folder).documents)


def is_own(folder: str, file: str) -> bool:
    """Whether a file is the edition's own in whose folder it lies: a text of it, or what describes it."""
    data, place = described_by(Path(folder)), Path(file).resolve()
    texts = {(Path(folder) / document.file).resolve() for document in (data.documents if data else ())}
    return place.suffix == ".toml" or place in texts


def _read(
    rulebook: Rulebook, data: EditionFile | None, document: str | None = None, notes: tuple[str, ...] = ()
) -> LoadedRulebook:
    return LoadedRulebook(rulebook, resolve(rulebook), data, document, notes)


def _read_folder(folder: Path, document: str | None = None) -> LoadedRulebook:
    from vfdoc.reading import rulebook as reading

    if (folder / UNFINISHED).is_file():
        name = shown_path(folder)
        raise InputError(
            name, "was being renumbered, and that was interrupted", f"finish it: vfdoc renumber {name}"
        )
    data = read_edition_file(folder)
    found = _read(reading.read_edition(folder), data, document, tuple(_unknown_editions(folder, data)))
    return replace(found, folder=folder)


def _unknown_editions(folder: Path, data: EditionFile) -> Iterator[str]:
    """A note on each edition of the lineage that is known nowhere: it may be missing, or misspelt."""
    for key in ("supersedes", "translates", "amends"):
        name = getattr(data, key)
        if name is None or edition_folder(name, folder):
            continue
        path = folder / "edition.toml"
        place = place_in(shown_path(path), read_source(path).text, key)
        yield f"{place}: {key} names {name!r}, an edition that is not known; {_nearest(name)}"


def _read_file(path: Path, as_edition: str | None) -> LoadedRulebook:
    from vfdoc.reading import rulebook as reading

    if as_edition is None and (path.parent / "edition.toml").is_file():
        data = described_by(path.parent)
        own = [
            d for d in (data.documents if data else ()) if (path.parent / d.file).resolve() == path.resolve()
        ]
        if own:
            return _read_folder(path.parent, own[0].id)
    shown = shown_path(path)
    source = read_text(path, shown)
    notes: tuple[str, ...] = ()
    if source.origin is not None:
        notes = (f"{shown}: read as {source.origin.named}; `vfdoc import` makes a text of it",)
    elif source.encoding not in ("utf-8", "ascii"):
        notes = (f"{shown}: taken for {source.encoding}",)
    if as_edition is not None:
        data, name, folder = _described(as_edition)
        return replace(_read(reading.read_copy(source, data, name), data, notes=notes), described=folder)
    known = [(folder.name, data) for folder in edition_folders() if (data := described_by(folder))]
    found = recognise(source.text, known)
    if found is None:
        notes += _edition_beside(path, shown)
        return _read(reading.read_copy(source, None, printable(path.stem)), None, notes=notes)
    name, data, marks = found
    notes = (*notes, f"{shown}: taken for {name} ({marks})")
    return _read(reading.read_copy(source, data, name), data, notes=notes)


def _edition_beside(path: Path, shown: str) -> tuple[str, ...]:
    """A note where a folder beside a text that nobody describes has its name, and is an edition."""
    folder = path.with_suffix("")
    if folder == path or not (folder / "edition.toml").is_file():
        return ()
    name = shown_path(folder)
    return (f"{shown}: read by itself; the folder {name} is an edition: what is stated there, ask of {name}",)


def _described(as_edition: str) -> tuple[EditionFile, str, Path]:
    """The edition file that --as names, the edition's id, and its folder: an edition's name, a folder or a
    TOML file."""
    place = Path(as_edition)
    if place.is_file():
        name = place.stem if place.name != "edition.toml" else place.parent.name
        return read_edition_file(place.parent, place.name), name, place.parent
    if place.is_dir():
        return read_edition_file(place), place.resolve().name, place
    folder = edition_folder(as_edition)
    if folder is None:
        raise InputError(f"--as {as_edition}", "no such edition", _nearest(as_edition))
    return read_edition_file(folder), folder.name, folder


def _nearest(name: str) -> str:
    names = [folder.name for folder in edition_folders()]
    near = get_close_matches(name, names, 1)
    return f"did you mean {near[0]}?" if near else f"editions known: {', '.join(names)}"
