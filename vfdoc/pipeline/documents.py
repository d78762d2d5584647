"""Any file as a text: one that is a text as it stands, any other document as it is imported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from vfdoc.imports import Imported, format_of, imported
from vfdoc.model import Finding, InputError, Rulebook, SourceText
from vfdoc.model.logs import say
from vfdoc.model.text import DocumentOrigin
from vfdoc.reading.sources import decoded, printable, read_bytes, shown_path, source_of

_LINE_NAMED = re.compile(r"'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|\bline (\d{1,7})\b")


def read_text(path: Path, shown: str | None = None) -> SourceText:
    """The text of one file, of a document as it is imported; `shown` is its name in messages."""
    name = printable(shown or shown_path(path))
    data = read_bytes(path, name)
    form = format_of(data, name)
    if form is None:
        return decoded(data, name, printable(path.name))
    found = import_bytes(data, form, name)
    source = source_of(found.text, "utf-8", name=printable(path.name), shown=name)
    return replace(source, origin=found.origin)


def import_bytes(data: bytes, form: str, name: str) -> Imported:
    """A document of that format (see `imports.format_of`), as rules Markdown."""
    say("imports", "read %s: %d bytes, %s", name, len(data), form)
    return imported(data, form, name)


def only_texts(sources: Iterable[SourceText], command: str) -> None:
    """InputError where one of these was imported: `command` (in words) writes texts, and no document."""
    for source in sources:
        if source.origin is not None:
            raise InputError(
                source.file,
                f"is {source.origin.named}, and {command} writes texts only",
                f"make a text of it first: vfdoc import {source.file} --out FOLDER",
            )


def in_documents(found: tuple[Finding, ...], rulebook: Rulebook) -> tuple[Finding, ...]:
    """The findings, those in a text that was imported with their place in the document."""
    origins = {d.source.file: d.source.origin for d in rulebook.documents if d.source.origin is not None}
    if not origins:
        return found

    def placed(finding: Finding) -> Finding:
        origin = origins.get(finding.file)
        if origin is None or not 0 < finding.line <= len(origin.places):
            return finding
        named = partial(_place_named, origin)
        message, remedy = (_LINE_NAMED.sub(named, said) for said in (finding.message, finding.remedy))
        return replace(finding, message=message, remedy=remedy, place=origin.places[finding.line - 1])

    return tuple(map(placed, found))


def _place_named(origin: DocumentOrigin, found: re.Match[str]) -> str:
    """A line that a message names, as its place in the document; what stands in quotation marks stays."""
    line = int(found[1] or 0)
    return str(origin.places[line - 1]) if 0 < line <= len(origin.places) else found.group()
