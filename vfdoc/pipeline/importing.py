"""A document as an edition's text: imported, its headings marked, and the folder that it becomes.

Nothing here prints or writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vfdoc.formats.files import OutputFiles
from vfdoc.formats.new import DocumentBegun, edition_with
from vfdoc.imports import format_of
from vfdoc.language.detection import shown_language
from vfdoc.language.word_list import languages
from vfdoc.model import Document, InputError, SourceText, Table, tables_of
from vfdoc.model.imported import ImportRemark, ImportReport
from vfdoc.pipeline.authoring import planned
from vfdoc.pipeline.documents import import_bytes
from vfdoc.reading.editions import EditionFile
from vfdoc.reading.outline import DocumentSpec
from vfdoc.reading.rulebook import read_documents
from vfdoc.reading.sources import decoded, printable, read_bytes, source_of

_HEADED = re.compile(r"^#{1,6} ", re.MULTILINE)


def import_file(path: str) -> ImportReport:
    """What a file holds, as rules Markdown: a text as it stands, in UTF-8 and with plain line ends, its
    headings marked where they were not."""
    place, name = Path(path), printable(path)
    try:
        if place.is_dir():
            raise InputError(name, "is a folder, not a document", "name a file in it")
        found = _import(place, name)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(name, f"cannot be read ({reason})", "check the path and its permissions") from None
    source, remarks = _marked(found.source)
    title = _heading(source.text) or found.title
    language, doubts = _language(found)
    remarks = (*found.remarks, *doubts, *remarks)
    return found._replace(source=source, title=title, language=language, remarks=remarks)


def _language(found: ImportReport) -> tuple[str, tuple[ImportRemark, ...]]:
    """The language of a text: as its words show it, else as its properties say; a remark where they differ.
    Words show none that has no word list."""
    shown, stated = shown_language(found.source.text), found.language
    if shown is None or (stated and stated not in languages()):
        return stated, ()
    if stated in ("", shown):
        return shown, ()
    what = f"the language: the document says {stated}, its words are {shown}, and it is read so"
    return shown, (ImportRemark("doubtful", what),)


def _import(place: Path, name: str) -> ImportReport:
    data = read_bytes(place, name)
    form, stem = format_of(data, name), printable(place.stem)
    if form is None:
        source = decoded(data, name, printable(place.name))
        known = source.encoding in ("utf-8", "ascii")
        remarks = () if known else (ImportRemark("doubtful", f"the encoding, taken for {source.encoding}"),)
        plain = source_of(source.text, name=source.name, shown=name)
        return ImportReport(name, "text", plain, _heading(plain.text) or stem, "", remarks)
    found = import_bytes(data, form, name)
    source = replace(source_of(found.text, name=printable(place.name), shown=name), origin=found.origin)
    title = _heading(found.text) or found.title or stem
    return ImportReport(name, found.origin.format, source, title, found.language, found.remarks)


def _marked(source: SourceText) -> tuple[SourceText, tuple[ImportRemark, ...]]:
    """The text with a heading mark before every heading that stands on a line of its own, where the text has
    none at all; as it was where it would be read otherwise then, with a remark that says so."""
    as_is = _read(source)
    if not any(document.sections for document in as_is):
        return source, ()
    if not _HEADED.search(source.text):
        for numbered, shift in ((True, 1), (True, 0), (False, 1), (False, 0)):
            marked = _with_marks(source, as_is, numbered, shift)
            if _said(_read(marked, own=True)) == _said(as_is):
                return marked, ()
    if _said(_read(source, own=True)) == _said(as_is):
        return source, ()
    what = "the text is read otherwise in an edition's folder: mark its headings (## 5.1 Range)"
    return source, (ImportRemark("doubtful", what),)


def _with_marks(source: SourceText, found: Sequence[Document], numbered: bool, shift: int) -> SourceText:
    """The text with marks before its headings, as deep as they are and `shift` more; those with a number too
    where `numbered` says so."""
    lines = list(source.lines)
    for section in (s for document in found for s in document.sections):
        bare = lines[section.line - 1].strip()
        alone = bool(section.title) and bare.rstrip(" .:").endswith(section.title.rstrip(" .:"))
        if alone and (numbered or section.number is None) and not bare.startswith(("|", ">", "-", "*", "#")):
            lines[section.line - 1] = f"{'#' * min(section.level + shift, 6)} {bare}"
    text = "".join(line + end for line, end in zip(lines, source.ends, strict=True))
    return replace(source, text=text, lines=tuple(lines))


def _read(source: SourceText, *, own: bool = False) -> tuple[Document, ...]:
    """The text's documents; `own` says that it is an edition's own file."""
    data, specs = EditionFile(title="text"), [DocumentSpec("rules", "rules")]
    return read_documents(source, data, specs, original=not own)


def _said(documents: tuple[Document, ...]) -> object:
    """Sections, citations and tables of documents, wherever they stand."""
    return [
        (
            [
                (s.anchor, s.title, s.level, s.kind, [_cells(t) for t in tables_of(s.blocks)])
                for s in d.sections
            ],
            [(r.section, r.text, r.targets) for r in d.references],
        )
        for d in documents
    ]


def _cells(table: Table) -> object:
    header = table.header.cells if table.header is not None else ()
    return [[cell.text for cell in row] for row in (header, *(row.cells for row in table.rows))]


def imported_edition(
    report: ImportReport, folder: str, title: str | None, language: str | None
) -> OutputFiles:
    """The files of the edition that a document becomes in `folder`."""
    plan = planned(folder, title or report.title, language or report.language or None)
    return edition_with(plan, [DocumentBegun("rules", "rules", report.source.text)])


def _heading(text: str) -> str:
    """The first heading of a text, marked or underlined, where it bears no number."""
    found = re.search(r"^#{1,6} +(.+?)[ #]*$|^(\S.*)\n={3,} *$", text, re.MULTILINE)
    title = re.sub(r"[*_\\]", "", found[1] or found[2]).strip() if found else ""
    return "" if re.match(r"[§\[(]?\s?\d", title) else title
