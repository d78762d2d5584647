"""The stages of reading in their order: source, lines, blocks, outline, citations, rulebook."""

from __future__ import annotations

import gc
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from vfdoc.model import Document, Edition, InputError, Reference, Rulebook, SourceText
from vfdoc.reading.blocks import parse_blocks
from vfdoc.reading.citations import Place, citations
from vfdoc.reading.editions import EditionFile, Reading, edition_of, read_edition_file, read_errata
from vfdoc.reading.headings import SUBHEADING, TOP, Heading
from vfdoc.reading.hints import flat_tables, without_omissions
from vfdoc.reading.lines import LineLexer
from vfdoc.reading.numbering import Numbering, numbering
from vfdoc.reading.outline import DocumentSpec, Outline, outline
from vfdoc.reading.sources import read_source
from vfdoc.reading.tokens import Hints, Line
from vfdoc.reading.words import words


def read_edition(folder: Path) -> Rulebook:
    """An edition's folder as a rulebook: its own files and its errata."""
    data = read_edition_file(folder)
    if not data.documents:
        raise InputError(str(folder), "holds reading hints only, no text", "read a text --as this edition")
    taken: dict[str, int] = {}
    documents: list[Document] = []
    for entry in data.documents:
        source = read_source(folder / entry.file)
        documents += read_documents(source, data, (DocumentSpec(entry.id, entry.kind),), taken)
    edition = edition_of(data, folder.name)
    return Rulebook(edition, tuple(documents), read_errata(folder), own=True, about=data.about)


def read_copy(source: SourceText, data: EditionFile | None, edition_id: str) -> Rulebook:
    """A text as a copy of an edition's original (its hints in `data`), or of no known edition."""
    unknown = data is None
    if data is None:
        data = EditionFile(title=edition_id)
        specs = [DocumentSpec("rules", "rules")]
    else:
        specs = [DocumentSpec(d.id, d.kind, d.starts) for d in data.reading.documents]
    documents = read_documents(source, data, specs or [DocumentSpec("rules", "rules")], {}, original=True)
    edition = edition_of(data, edition_id)
    return Rulebook(_titled(edition, documents) if unknown else edition, documents)


def read_documents(
    source: SourceText,
    data: EditionFile,
    specs: Sequence[DocumentSpec],
    taken: dict[str, int],
    *,
    original: bool = False,
) -> tuple[Document, ...]:
    """The documents in one text, with their sections and references.

    `original` says that the text is one as people have it, to which the reading hints apply; the
    edition's own files are rules Markdown and need none.
    """
    with _no_collection():
        return _read_documents(source, data, specs, taken, original)


def _read_documents(
    source: SourceText,
    data: EditionFile,
    specs: Sequence[DocumentSpec],
    taken: dict[str, int],
    original: bool,
) -> tuple[Document, ...]:
    if original:
        source = without_omissions(source, data.reading)
    language = words(data.language)
    scheme = numbering(data.numbering)
    tokens = tokens_of(source, data, specs, original=original)
    outlines = outline(parse_blocks(tokens), specs, language, data.title, taken)
    numbered = [token for token in tokens if isinstance(token, Heading) and token.number]
    found = _references(source, outlines, numbered, scheme, data)
    by_document: dict[str, list[Reference]] = {o.spec.id: [] for o in outlines}
    for reference in found:
        by_document[reference.document].append(reference)
    return tuple(
        Document(o.spec.id, o.spec.kind, source, o.sections, tuple(by_document[o.spec.id])) for o in outlines
    )


@contextmanager
def _no_collection() -> Iterator[None]:
    """Nothing that reading makes is garbage before it is done; looking for some costs a tenth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def tokens_of(
    source: SourceText, data: EditionFile, specs: Sequence[DocumentSpec], *, original: bool
) -> list[Line | Heading]:
    """The line tokens of a text; the hints in `data` apply to an original only."""
    reading = data.reading if original else Reading()
    named = {s.starts: 0 for s in specs if s.starts} | dict.fromkeys(reading.headings, TOP)
    named |= dict.fromkeys(reading.subheadings, SUBHEADING)
    hints = Hints(
        headings={line: depth for line, depth in named.items() if not line.endswith("…")},
        openings=tuple((line[:-1], depth) for line, depth in named.items() if line.endswith("…")),
        marks=reading.marks,
        tables=flat_tables(source.lines, reading.tables),
        markdown=not original or source.name.endswith((".md", ".markdown")),
    )
    return LineLexer(numbering(data.numbering), words(data.language), hints, source.lines).tokens()


def _references(
    source: SourceText,
    outlines: Sequence[Outline],
    headings: Sequence[Heading],
    scheme: Numbering,
    data: EditionFile,
) -> list[Reference]:
    places: list[tuple[int, Place | None]] = []
    for o in outlines:
        for line, index in o.owners:
            section = o.sections[index]
            listed = section.kind in ("contents", "index") and section.entries
            places.append((line, None if listed else Place(section.anchor, o.spec.id)))
    places.sort(key=lambda place: place[0])
    lines = [line for line, _ in places]

    def place_of(line: int) -> Place | None:
        at = bisect_right(lines, line) - 1
        return places[at][1] if at >= 0 else None

    starts = [0, *accumulate(len(line) + 1 for line in source.lines)]
    numbers = {starts[h.line - 1] + h.column - 1 for h in headings}
    known = {s.key for o in outlines for s in o.sections if s.key is not None}
    return list(citations(source.text, starts, numbers, place_of, scheme, words(data.language), known))


def _titled(edition: Edition, documents: Sequence[Document]) -> Edition:
    """A text of no known edition is called by the heading before its first number, if there is one."""
    first = documents[0].sections[:1] if documents else ()
    if first and first[0].number is None and first[0].kind in ("front", "rule", "sheet"):
        return replace(edition, title=first[0].title)
    return edition
