"""The cross-reference graph: JSON, a list to read, and the forms of other programs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.graphs import GraphShape, LinkShape, NodeShape, UnresolvedShape
from vfdoc.graph import Link, ReferenceGraph, cycles, most_cited, neighbourhood, network
from vfdoc.model import Reference, Section

_MOST_CITED = 5  # sections that are named

# What XML 1.0 has no way to say, not even escaped.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graph_shape(graph: ReferenceGraph, of: str | None = None, document: str | None = None) -> GraphShape:
    """The graph in the shape of `graph`.

    With `of`, only the section of that anchor and its neighbours; with `document`, only the citations
    in that document, its sections and those that they cite.
    """
    links = _links(graph, of, document)
    near = neighbourhood(network(graph, links), of) if of is not None else _ends(links)
    nodes = [
        s
        for s in graph.sections.values()
        if (of is None and document in (None, s.document)) or s.anchor in near
    ]
    shown = {node.anchor for node in nodes}
    circles = [
        list(group) for group in cycles(graph) if shown.issuperset(group) and (of is None or of in group)
    ]
    missing = [r for r in graph.unresolved if of in (None, r.section) and document in (None, r.document)]
    return GraphShape(
        graph.rulebook.edition.id,
        [NodeShape(s.anchor, s.title, s.kind, s.number) for s in nodes],
        [
            LinkShape(
                link.source,
                link.target,
                link.reference.line,
                link.reference.text,
                link.reference.document,
                _file(graph, link.reference),
            )
            for link in links
        ],
        [
            UnresolvedShape(r.section, t.number, r.line, r.column, r.text, r.document, _file(graph, r))
            for r in missing
            for t in r.targets
            if not graph.resolve(t)
        ],
        circles,
    )


def _links(graph: ReferenceGraph, of: str | None, document: str | None) -> list[Link]:
    """Those that touch a section, and those in a document, where one is named."""
    return [
        link
        for link in graph.links
        if (of is None or of in (link.source, link.target)) and document in (None, link.reference.document)
    ]


def _ends(links: Iterable[Link]) -> frozenset[str]:
    return frozenset(end for link in links for end in (link.source, link.target))


def graph_json(graph: ReferenceGraph, of: str | None = None, document: str | None = None) -> bytes:
    """`graph --format json`."""
    return encode(graph_shape(graph, of, document))


def graph_text(graph: ReferenceGraph, of: str | None = None, document: str | None = None) -> bytes:
    """`graph --format text`: each section that cites, what it cites, and what leads nowhere; what goes
    round in circles, and what is cited most."""
    shape = graph_shape(graph, of, document)
    out = [f"{shape.edition}: {len(shape.nodes)} sections, {len(shape.links)} links"]
    for node in shape.nodes:
        leaving = [link.target for link in shape.links if link.source == node.id]
        missing = [f"{u.number} (missing)" for u in shape.unresolved if u.source == node.id]
        if leaving or missing:
            out.append(f"{node.id} {'' if node.number is None else node.title}".rstrip())
            out.append("    → " + ", ".join(dict.fromkeys([*leaving, *missing])))
        arriving = [link.source for link in shape.links if link.target == node.id]
        if arriving and of == node.id:
            out.append("    ← " + ", ".join(dict.fromkeys(arriving)))
    out += ["in a circle: " + ", ".join(group) for group in shape.cycles]
    if of is None and (cited := most_cited(network(graph, _links(graph, of, document)), _MOST_CITED)):
        out.append("cited most: " + ", ".join(f"{anchor} ({times})" for anchor, times in cited))
    return ("\n".join(out) + "\n").encode()


def graph_dot(graph: ReferenceGraph, of: str | None = None, document: str | None = None) -> bytes:
    """`graph --format dot`: for Graphviz."""
    shape = graph_shape(graph, of, document)
    out = [f"digraph {_quoted(shape.edition)} {{", "  rankdir=LR;", "  node [shape=box];"]
    out += [f"  {_quoted(n.id)} [label={_quoted(f'{n.number or n.id} {n.title}')}];" for n in shape.nodes]
    out += [f"  {_quoted(link.source)} -> {_quoted(link.target)};" for link in shape.links]
    out += [
        f"  {_quoted(u.source)} -> {_quoted('missing ' + str(u.number))} [color=red];"
        for u in shape.unresolved
    ]
    return ("\n".join([*out, "}"]) + "\n").encode()


def graph_graphml(graph: ReferenceGraph, of: str | None = None, document: str | None = None) -> bytes:
    """`graph --format graphml`: for graph editors."""
    import networkx

    def fit(text: str) -> str:
        return _NOT_IN_XML.sub("\ufffd", text)

    shape = graph_shape(graph, of, document)
    directed: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for node in shape.nodes:  # GraphML knows no null: what is unknown is left out
        number = {"number": fit(node.number)} if node.number else {}
        directed.add_node(fit(node.id), title=fit(node.title), kind=node.kind, **number)
    for place, link in enumerate(shape.links):
        directed.add_edge(fit(link.source), fit(link.target), key=place, line=link.line, text=fit(link.text))
    written = io.BytesIO()
    networkx.write_graphml_xml(directed, written)
    return written.getvalue().rstrip(b"\n") + b"\n"


def _file(graph: ReferenceGraph, reference: Reference) -> str:
    return graph.rulebook.document(reference.document).source.file


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def neighbours(graph: ReferenceGraph, section: Section) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The links that leave a section and those that arrive, in order."""
    return graph.cites(section.anchor), graph.cited_by.get(section.anchor, ())
