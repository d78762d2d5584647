"""Any file as a text: one that is a text as it stands, any other document as it is imported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from vfdoc.imports import Imported, format_of, imported
from vfdoc.model import InputError, SourceText
from vfdoc.model.logs import say
from vfdoc.reading.sources import decoded, printable, read_bytes, shown_path, source_of


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
