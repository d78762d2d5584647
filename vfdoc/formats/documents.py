"""A rulebook as read: the JSON of `parse`, and an outline to read on a terminal."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from msgspec import UNSET

from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.shapes.documents import (
    ClauseShape,
    DocumentShape,
    EntryShape,
    LeftOutShape,
    OmittedShape,
    ReferenceShape,
    SectionShape,
    TableShape,
    TargetShape,
)
from vfdoc.formats.shapes.encoding import encode
from vfdoc.graph import ReferenceGraph, attachments
from vfdoc.model import (
    Cell,
    Document,
    ItemList,
    Reference,
    Rulebook,
    Section,
    Table,
    Target,
    tables_of,
    text_of,
)
from vfdoc.model.passage import addressed

_TAG = re.compile(r"</?([A-Za-z]+)[^<>]{0,200}>")
_INLINE_TAGS = frozenset(("a", "b", "em", "i", "small", "span", "strong", "sub", "sup", "u"))
_EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,3}|_{1,3})(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])")
_SHOWN = 20
"""Lines that were left out, shown on a terminal; JSON has all."""
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def document_shape(rulebook: Rulebook, graph: ReferenceGraph) -> DocumentShape:
    """The rulebook's documents in the shape of `parse`."""
    documents = rulebook.documents
    about: dict[str, list[str]] = defaultdict(list)
    for attachment in attachments(graph):
        about[attachment.note].append(attachment.rule)
    return DocumentShape(
        edition=rulebook.edition.id,
        title=rulebook.edition.title,
        language=rulebook.edition.language,
        sections=[section_shape(d, s, about.get(s.anchor)) for d in documents for s in d.sections],
        references=[
            reference_shape(d, r, graph)
            for d in documents
            for r in sorted((*d.references, *d.external), key=lambda r: (r.line, r.column))
        ],
        tables=[_table(d, s, t) for d in documents for s in d.sections for t in tables_of(s.blocks)],
        omitted=_omitted(documents),
        left_out=_left_out(documents),
    )


def document_json(rulebook: Rulebook, graph: ReferenceGraph) -> bytes:
    """`parse --format json`."""
    return encode(document_shape(rulebook, graph))


def document_text(rulebook: Rulebook, graph: ReferenceGraph) -> bytes:
    """`parse --format text`: one line a section, indented by depth, with what it holds."""
    out = [f"{rulebook.edition.id}: {rulebook.edition.title}".translate(CONTROLS)]
    for document in rulebook.documents:
        counts = Counter(r.section for r in document.references)
        source = document.source
        file = source.file.translate(CONTROLS)
        out.append(f"\n{document.id} ({document.kind}), {file}, {source.encoding}")
        width = len(str(len(source.lines) - (source.lines[-1] == "")))
        out += [_section_line(section, counts[section.anchor], width) for section in document.sections]
    omitted = _omitted(rulebook.documents)
    out += [f"{o.file.translate(CONTROLS)}:{o.line}: omitted: {o.reason}" for o in omitted]
    left = _left_out(rulebook.documents)
    out += [f"{o.file.translate(CONTROLS)}:{o.line}: read as no section: {o.text}" for o in left[:_SHOWN]]
    if len(left) > _SHOWN:
        out.append(f"… and {len(left) - _SHOWN} lines more that look numbered and were read as no section")
    sections, references = sum(1 for _ in rulebook.sections()), tuple(rulebook.references())
    lost = sum(1 for reference in references if not all(map(graph.resolve, reference.targets)))
    out.append(f"\n{sections} sections, {len(references)} citations, {lost} of them lead nowhere")
    return ("\n".join(out) + "\n").translate(CONTROLS | {9: "\t", 10: "\n"}).encode()


def section_shape(document: Document, section: Section, about: list[str] | None = None) -> SectionShape:
    """A section in the shape of `parse`."""
    entries = [EntryShape(e.number, e.title, e.line) for e in section.entries]
    return SectionShape(
        anchor=section.anchor,
        number=section.number,
        title=section.title,
        parent=section.parent,
        level=section.level,
        kind=section.kind,
        document=section.document,
        file=document.source.file,
        line=section.line,
        column=section.column,
        text=text_of(section.blocks),
        confidence=section.confidence,
        entries=entries if section.kind in ("contents", "index") else UNSET,
        about=about if about else UNSET,
        clauses=[ClauseShape(*clause) for clause in addressed(section)] or UNSET,
    )


def _is_told_in_words(target: Target) -> bool:
    """Whether the clause of a target is none of its number, but behind it: "Absatz 7" of "§ 3 Absatz 7"."""
    parts = re.findall(r"\d+|[^\W\d_]+", target.clause)
    return parts != [str(part) for part in target.key[-len(parts) :]]


def reference_shape(document: Document, reference: Reference, graph: ReferenceGraph) -> ReferenceShape:
    """A reference with its targets resolved, in the shape of `parse`."""
    targets = []
    between = list(graph.between(reference))
    for target in reference.targets:
        found = graph.of(reference, target)
        if target.ends_range:
            end = graph.places[found[0].anchor] if found else (0, 0)
            within = [section for section in between if graph.places[section.anchor] < end]
            targets += [TargetShape(s.number, s.anchor, [s.anchor], printed=False) for s in within]
            between = between[len(within) :]
        anchors = [section.anchor for section in found]
        told = _is_told_in_words(target)
        above = target.clause and (told or not any(section.key == target.key for section in found))
        clause = target.clause if anchors and above else UNSET
        targets.append(TargetShape(target.number, anchors[0] if anchors else None, anchors, clause))
    after = graph.following(reference)
    targets += [TargetShape(s.number, s.anchor, [s.anchor], printed=False) for s in after]
    return ReferenceShape(
        section=reference.section,
        document=reference.document,
        file=document.source.file,
        line=reference.line,
        column=reference.column,
        text=reference.text,
        targets=targets,
        confidence=reference.confidence,
        range=True if reference.range else UNSET,
        external=True if reference.external else UNSET,
        work=reference.work or UNSET,
        address=reference.address or UNSET,
    )


def plain(text: str) -> str:
    """The words of a cell without HTML tags, emphasis marks and escapes."""
    if "<" in text:
        text = _TAG.sub(lambda tag: "" if tag.group(1).lower() in _INLINE_TAGS else " ", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(r"\2", text)
    return " ".join(_ESCAPE.sub(r"\1", text).split())


def _table(document: Document, section: Section, table: Table) -> TableShape:
    return TableShape(
        section.anchor,
        document.id,
        document.source.file,
        table.line,
        plain(table.title) if table.title else None,
        _words(table.header.cells) if table.header else [],
        [_words(row.cells) for row in table.rows],
    )


def _words(cells: tuple[Cell, ...]) -> list[str]:
    return [plain(cell.text) for cell in cells]


def _omitted(documents: tuple[Document, ...]) -> list[OmittedShape]:
    """What each text leaves out, once, under the first document that it holds."""
    texts: dict[str, Document] = {}
    for document in documents:
        texts.setdefault(document.source.file, document)
    return [
        OmittedShape(d.id, d.source.file, o.line, o.end_line, o.reason, o.column, o.end_column)
        for d in texts.values()
        for o in d.source.omitted
    ]


_WHY = {
    "number": "a number at the head of a line",
    "whole": "a whole number alone",
    "word": "a number behind a word that no numbering knows",
    "counted": "a number behind a word that counts no sections",
    "inside": "a number inside a line, behind that of its section",
    "cited": "an item of a list, which the text cites as a section",
}


def _left_out(documents: tuple[Document, ...]) -> list[LeftOutShape]:
    """The lines that look like headings with a number and were read as no section."""
    return [
        LeftOutShape(
            d.id,
            d.source.file,
            line.line,
            line.column,
            line.text.translate(CONTROLS),
            _WHY[line.form],
            line.likely,
        )
        for d in documents
        for line in d.left_out
    ]


def _section_line(section: Section, references: int, width: int) -> str:
    indent = "  " * (section.level - 1)
    name = f"{section.number} {section.title}" if section.number else section.title
    if section.number is None and len(name) > 60:
        name = name[:59] + "…"
    facts: list[str] = [section.kind] if section.kind != "rule" else []
    tables = sum(1 for _ in tables_of(section.blocks))
    facts += [f"{tables} table{'s' * (tables > 1)}"] if tables else []
    facts += [f"{len(section.entries)} entries"] if section.entries else []
    own, lists = len(section.number or ""), [b for b in section.blocks if isinstance(b, ItemList)]
    listed = [clause.address[own:] for clause in addressed(section) if ")(" not in clause.address[own:]]
    facts += [f"{listed[0]}–{listed[-1]}"] if listed and lists[0].items[0].marker[:1] == "(" else []
    facts += [f"cites {references}"] if references else []
    return f"{section.line:>{width}}  {indent}{name.strip()}" + (f"  ({', '.join(facts)})" if facts else "")
