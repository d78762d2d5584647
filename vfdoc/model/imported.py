"""A document that was imported: its text, and what became of what the text does not hold."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.text import DocumentPlace, SourceText

RemarkKind: TypeAlias = Literal["dropped", "joined", "kept", "doubtful"]


class ImportRemark(NamedTuple):
    """What became of a piece of a document that the text does not hold as it stood there: in words, with the
    first words of the piece, and its place."""

    kind: RemarkKind
    what: str
    text: str = ""
    place: DocumentPlace = DocumentPlace(None, None)


class ImportReport(NamedTuple):
    """A file as it was imported: its name, its format in words, its text (with the places in the document, if
    it was no text), its title and language (empty where it says none), and the remarks."""

    file: str
    format: str
    source: SourceText
    title: str
    language: str
    remarks: tuple[ImportRemark, ...]
