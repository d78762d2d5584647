"""The stages of reading in their order: source, lines, blocks, outline, citations, rulebook."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from vfdoc.language.detection import language_of
from vfdoc.model import Document, Edition, InputError, Key, LeftOut, Reference, Rulebook, Section, SourceText
from vfdoc.model.garbage import gc_paused
from vfdoc.model.session import active_session
from vfdoc.reading.blocks import parse_blocks
from vfdoc.reading.citation_weight import LinePlace
from vfdoc.reading.citations import CitableSections
from vfdoc.reading.citations_again import CitingText, all_citations
from vfdoc.reading.editions import EditionFile, Reading, edition_of, read_edition_file
from vfdoc.reading.errata import bound_errata, read_errata
from vfdoc.reading.front_matter import stated_language, stated_title
from vfdoc.reading.headings import SUBHEADING, TOP, Heading
from vfdoc.reading.hints import (
    flat_tables,
    without_comments,
    without_omissions,
)
from vfdoc.reading.lines import LineLexer
from vfdoc.reading.listed_works import CitedWork
from vfdoc.reading.numbered import NumberedHeadings
from vfdoc.reading.numbering import Numbering, Scheme, key_of, numbering, numbering_of
from vfdoc.reading.numbers_again import NumberedText, numbered_headings
from vfdoc.reading.outline import DocumentSpec, EarlierTexts, Outline, outline
from vfdoc.reading.pages import with_scanned_marks, with_tied_blanks, with_usual_marks, without_page_marks
from vfdoc.reading.sources import read_source, shown_path
from vfdoc.reading.tokens import Hints, LineToken
from vfdoc.reading.words import words
from vfdoc.reading.work_forms import Itself

_SHORTEST = 4  # letters of a title that may be cited by name
_QUOTED = re.compile(r"[\"“„«](?:[Tt]he )?(?P<term>[^\"“”„«»\n]{3,60})[\"”“»]")
_FRONT = 3  # headings before the first number that may be the title


class _Outlined(NamedTuple):
    """A text with its sections found, its citations still to be: those may cite another text's."""

    source: SourceText
    outlines: list[Outline]
    numbers: NumberedHeadings
    earlier: EarlierTexts

    def keys(self) -> set[Key]:
        """The keys of its sections."""
        return {key for o in self.outlines for s in o.sections for key in s.keys}

    def citable(self) -> list[Section]:
        """Its sections, and those of the other texts whose numbers run on in it or from it."""
        named = dict.fromkeys(o.spec.continues or o.spec.id for o in self.outlines)
        return [section for name in named for section in self.earlier.sections[name]]


def read_edition(folder: Path) -> Rulebook:
    """An edition's folder as a rulebook: its own files and its errata."""
    data = read_edition_file(folder)
    if not data.documents:
        raise InputError(
            shown_path(folder),
            "holds reading hints only, no text",
            "name its texts ([[documents]] id, file), or read a text --as this edition",
        )
    earlier = EarlierTexts()
    with gc_paused():
        texts = [
            _outlined(
                read_source(folder / d.file),
                data,
                (DocumentSpec(d.id, d.kind, None, d.continues),),
                earlier,
                original=False,
            )
            for d in data.documents
        ]
        known = set().union(*(text.keys() for text in texts))
        documents = tuple(document for text in texts for document in _documents(text, data, known))
    edition, faults = edition_of(data, folder.name or folder.resolve().name), read_errata(folder)
    forms = words(data.language).forms
    found = Rulebook(edition, documents, own=True, about=data.about, forms=forms)
    return replace(found, faults=bound_errata(faults, found))


def read_copy(source: SourceText, data: EditionFile | None, edition_id: str) -> Rulebook:
    """A text as a copy of an edition's original (its hints in `data`), or of no known edition."""
    unknown = data is None
    if data is None:
        title, language = stated_title(source.text), stated_language(source.text)
        data = EditionFile(title=title or edition_id, language=language or language_of(source.text))
        specs = [DocumentSpec("rules", "rules")]
    else:
        specs = [DocumentSpec(d.id, d.kind, d.starts, d.continues) for d in data.reading.documents]
    documents = read_documents(source, data, specs or [DocumentSpec("rules", "rules")], original=True)
    edition = edition_of(data, edition_id)
    forms = words(data.language).forms
    untitled = unknown and data.title == edition_id
    return Rulebook(_titled(edition, documents) if untitled else edition, documents, forms=forms)


def read_about(source: SourceText, data: EditionFile, name: str, about: Rulebook) -> Rulebook:
    """A text about the rules of an edition (a club's sheet, questions, a scenario), which cites them.

    Its citations are read as that edition's own would be: in its language and numbering (`data`), as
    citations of the sections of the texts `about`.
    """
    known = {section.key for section in about.sections() if section.key is not None}
    counts = _begun_again(about, data)
    data = EditionFile(title=name, language=data.language, numbering=data.numbering, schemes=data.schemes)
    with gc_paused():
        text = _outlined(source, data, (DocumentSpec(name, "commentary"),), EarlierTexts(), original=True)
        heads: frozenset[str] = frozenset()
        if counts is not None:
            text = text._replace(numbers=text.numbers._replace(numbering=counts))
            begun = (s.words for s in counts.schemes if s.name in counts.hosts)
            heads = frozenset(word.casefold() for words in begun for word in words)
        documents = _documents(text, data, text.keys() | known, heads)
    return Rulebook(edition_of(data, name), documents, forms=words(data.language).forms)


def _begun_again(about: Rulebook, data: EditionFile) -> Numbering | None:
    """How a rulebook counts whose numbers begin again under headings of another kind (Section 1 of each
    article); None where each number says itself what it is."""
    for document in about.documents:
        hosted = (len(s.key) > len(key_of(s.number)) + 1 for s in document.sections if s.key and s.number)
        if any(hosted):
            return _numbered(
                document.source, data, _hints(document.source, data, (), original=not about.own)
            ).numbering
    return None


def read_documents(
    source: SourceText,
    data: EditionFile,
    specs: Sequence[DocumentSpec],
    earlier: EarlierTexts | None = None,
    *,
    original: bool = False,
) -> tuple[Document, ...]:
    """The documents in one text, with their sections and references.

    `original` says that the text is one as people have it, and no file of the edition's own.
    """
    with gc_paused():
        text = _outlined(source, data, specs, earlier or EarlierTexts(), original=original)
        return _documents(text, data, text.keys())


def _outlined(
    source: SourceText,
    data: EditionFile,
    specs: Sequence[DocumentSpec],
    earlier: EarlierTexts,
    *,
    original: bool,
) -> _Outlined:
    session = active_session()
    if session is not None:
        session.holds(source.file, len(source.text))
    if original or not data.reading.recognise:
        source = with_scanned_marks(
            without_page_marks(without_comments(with_usual_marks(with_tied_blanks(source))))
        )
        source = without_omissions(source, data.reading)
    hints = _hints(source, data, specs, original=original)
    numbers = _numbered(source, data, hints)
    tokens = LineLexer(words(data.language), hints, source.lines, numbers.headings).tokens()
    if numbers.annexes:
        tokens = [
            t._replace(key=numbers.annexes.get(t.line)) if isinstance(t, Heading) and t.number is None else t
            for t in tokens
        ]
    outlines = outline(parse_blocks(tokens), specs, words(data.language), data.title, earlier)
    return _Outlined(source, outlines, numbers, earlier)


def _documents(
    text: _Outlined, data: EditionFile, known: set[Key], heads: frozenset[str] = frozenset()
) -> tuple[Document, ...]:
    by_document: dict[str, list[Reference]] = {o.spec.id: [] for o in text.outlines}
    external: dict[str, list[Reference]] = {o.spec.id: [] for o in text.outlines}
    for reference in _references(text, data, known, heads):
        (external if reference.external else by_document)[reference.document].append(reference)
    return tuple(
        Document(
            o.spec.id,
            o.spec.kind,
            text.source,
            o.sections,
            tuple(by_document[o.spec.id]),
            lines,
            tuple(external[o.spec.id]),
            o.spec.continues,
        )
        for o, lines in zip(text.outlines, _left_out(text), strict=True)
    )


def _left_out(text: _Outlined) -> Iterator[tuple[LeftOut, ...]]:
    """For each document of a text, its lines that look like numbered headings and were read as none."""
    entries = {entry.line for o in text.outlines for section in o.sections for entry in section.entries}
    found = [line for line in text.numbers.left_out if line.line not in entries]
    begins = [o.owners[0][0] if o.owners and at else 0 for at, o in enumerate(text.outlines)]
    for begin, end in zip(begins, [*begins[1:], len(text.source.lines) + 1], strict=False):
        yield tuple(line for line in found if begin <= line.line < end)


def tokens_of(
    source: SourceText, data: EditionFile, specs: Sequence[DocumentSpec], *, original: bool
) -> list[LineToken | Heading]:
    """The line tokens of a text; the hints in `data` apply to the original that they recognise, and where
    they recognise none, to the edition's own files as well."""
    hints = _hints(source, data, specs, original=original)
    headings = _numbered(source, data, hints).headings
    return LineLexer(words(data.language), hints, source.lines, headings).tokens()


def _hints(source: SourceText, data: EditionFile, specs: Sequence[DocumentSpec], *, original: bool) -> Hints:
    reading = data.reading if original or not data.reading.recognise else Reading()
    named = {s.starts: 0 for s in specs if s.starts} | dict.fromkeys(reading.headings, TOP)
    named |= dict.fromkeys(reading.subheadings, SUBHEADING)
    marked = source.origin is not None and source.origin.marked
    return Hints(
        headings={line: depth for line, depth in named.items() if not line.endswith("…")},
        openings=tuple((line[:-1], depth) for line, depth in named.items() if line.endswith("…")),
        marks=reading.marks,
        tables=flat_tables(source.lines, reading.tables),
        markdown=not original or marked or source.name.endswith((".md", ".markdown")),
        silent=reading.not_sections,
    )


def _numbered(source: SourceText, data: EditionFile, hints: Hints) -> NumberedHeadings:
    """The numbered headings of a text, counted as its edition says, else as it shows."""
    own = tuple(
        Scheme(
            name=s.name,
            words=tuple(map(str.upper, s.words)),
            series=s.series,
            kind=s.kind,
            inserted=s.inserted,
            nested=s.nested,
            pattern=s.pattern,
            carriers=s.carriers,
        )
        for s in data.schemes
    )
    known = numbering(data.numbering or numbering_of(source.text), own=own)
    return numbered_headings(NumberedText(source.file, source.lines, known, words(data.language), hints))


def _references(
    text: _Outlined, data: EditionFile, known: set[Key], heads: frozenset[str]
) -> Iterator[Reference]:
    source = text.source
    places: list[tuple[int, LinePlace | None]] = []
    for o in text.outlines:
        for line, index in o.owners:
            section = o.sections[index]
            listed = section.kind in ("contents", "index") and section.entries
            places.append((line, None if listed else LinePlace(section.anchor, o.spec.id)))
    places.sort(key=lambda place: place[0])

    numbered = text.citable()
    titled = [s.title for s in numbered if s.number is None and s.kind not in ("contents", "index", "front")]
    sections = CitableSections(
        known,
        {s.anchor: (s.number, s.key) for s in numbered if s.number is not None and s.key is not None},
        _citable(titled),
        Itself(_names(data, numbered), _parts(numbered, source.text)),
        tuple(CitedWork(c.name, c.pattern, c.address) for c in data.cites),
        {s.number: s.title for s in numbered if s.number is not None and s.title},
        heads,
    )

    starts = [at + line for line, at in enumerate(accumulate(map(len, source.lines), initial=0))]
    numbers = {starts[h.line - 1] + h.column - 1 for h in text.numbers.headings.values()}
    numbers |= {at - 1 for at in numbers if source.text[at - 1 : at] == "("}
    return all_citations(
        CitingText(
            name=source.file,
            text=source.text,
            lines=source.lines,
            starts=starts,
            numbers=text.numbers,
            headings=frozenset(numbers),
            places=places,
            words=words(data.language),
            sections=sections,
        )
    )


def _parts(sections: Sequence[Section], text: str) -> frozenset[str]:
    """The titles of sections in small letters, by which a part of the text may be named; none of one without
    sections of its own that is a word to define: '1.1 Parent Agreement', 'the "Parent Agreement" is …'."""
    quoted = {found["term"].casefold() for found in _QUOTED.finditer(text.replace("*", ""))}
    parents = {section.parent for section in sections}
    return frozenset(
        title
        for section in sections
        if (title := section.title.casefold()) and (section.anchor in parents or title not in quoted)
    )


def _citable(titles: Sequence[str]) -> frozenset[str]:
    """The titles of sections without number by which they may be cited: those that one section has, begun
    with a capital."""
    count = Counter(title.casefold() for title in titles)
    return frozenset(
        title
        for title in titles
        if count[title.casefold()] == 1 and title[:1].isupper() and len(title) >= _SHORTEST
    )


def _names(data: EditionFile, sections: Sequence[Section]) -> tuple[str, ...]:
    """What a text calls itself: its edition's title and id, the headings before its first number."""
    front = []
    for section in sections:
        if section.number is not None:
            break
        front.append(section.title)
    return tuple(filter(None, (data.title, data.id, *front[:_FRONT])))


def _titled(edition: Edition, documents: Sequence[Document]) -> Edition:
    """A text of no known edition is called by the heading before its first number, if there is one."""
    first = documents[0].sections[:1] if documents else ()
    if first and first[0].number is None and first[0].kind in ("front", "rule", "sheet"):
        return replace(edition, title=first[0].title)
    return edition
