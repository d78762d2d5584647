"""One rule, as `show` prints it: its text, its notes, its citations both ways."""

from __future__ import annotations

import textwrap

from vfdoc.formats.documents import plain, section_shape
from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.graphs import neighbours
from vfdoc.formats.shapes.documents import CitedShape, ShownShape
from vfdoc.formats.shapes.encoding import encode
from vfdoc.graph import Link, ReferenceGraph
from vfdoc.model import Reference, Section, text_of

_WIDTH = 78


def shown_shape(graph: ReferenceGraph, section: Section) -> ShownShape:
    """A section in the shape of `show`."""
    document = graph.rulebook.document(section.document)
    leaving, arriving = neighbours(graph, section)
    lost = [r for r in graph.unresolved if r.section == section.anchor]
    notes = [s for s in document.sections if s.kind in ("note", "example") and _under(graph, s, section)]
    return ShownShape(
        graph.rulebook.edition.id,
        section_shape(document, section),
        [s.anchor for s in graph.sections.values() if s.parent == section.anchor and s not in notes],
        [section_shape(document, note) for note in notes],
        [_cited(graph, link, link.target) for link in leaving]
        + [
            CitedShape(None, None, t.number or r.text, r.document, _file(graph, r), r.line)
            for r in lost
            for t in r.targets
            if not graph.resolve(t)
        ],
        [_cited(graph, link, link.source) for link in arriving],
    )


def section_json(graph: ReferenceGraph, section: Section) -> bytes:
    """`show --format json`."""
    return encode(shown_shape(graph, section))


def section_text(graph: ReferenceGraph, section: Section) -> bytes:
    """`show --format text`, at most 78 columns wide."""
    shape = shown_shape(graph, section)
    out = [f"{section.number or ''} {section.title}".strip()]
    out.append(f"{shape.edition}, {shape.section.file}:{section.line}".translate(CONTROLS) + "\n")
    out += _wrapped(text_of(section.blocks))
    if shape.subsections:
        out.append("\nsections:")
        out += [f"  {anchor}  {graph.sections[anchor].title}" for anchor in shape.subsections]
    for note in shape.notes:
        out.append(f"\n{note.title}")
        out += _wrapped(note.text, "  ")
    for heading, ends in (("cites", shape.cites), ("cited by", shape.cited_by)):
        names = dict.fromkeys(f"  {e.anchor or e.text}  {e.title if e.anchor else '(missing)'}" for e in ends)
        if names:
            out += [f"\n{heading}:", *names]
    return ("\n".join(out).rstrip() + "\n").translate(CONTROLS | {9: "\t", 10: "\n"}).encode()


def _under(graph: ReferenceGraph, note: Section, section: Section) -> bool:
    """Whether a note hangs under `section` through notes alone."""
    parent = note.parent
    while (
        parent is not None and parent != section.anchor and graph.sections[parent].kind in ("note", "example")
    ):
        parent = graph.sections[parent].parent
    return parent == section.anchor and note.anchor != section.anchor


def _cited(graph: ReferenceGraph, link: Link, anchor: str) -> CitedShape:
    cited = link.reference
    title = graph.sections[anchor].title
    return CitedShape(anchor, title, cited.text, cited.document, _file(graph, cited), cited.line)


def _file(graph: ReferenceGraph, reference: Reference) -> str:
    return graph.rulebook.document(reference.document).source.file


def _wrapped(text: str, indent: str = "") -> list[str]:
    out: list[str] = []
    for line in text.split("\n"):
        if "\t" in line:
            out.append(indent + "  |  ".join(plain(cell) for cell in line.split("\t")))
        elif line:
            out += textwrap.wrap(plain(line), _WIDTH, initial_indent=indent, subsequent_indent=indent)
    return out
