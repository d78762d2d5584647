"""Which section the link around a citation leads to: "[Section 3.3](#34-retreat)".

In: a graph, a reference. Out: the one section whose heading has the link's anchor, None where no link inside
the document is there, or no heading or more than one has it. An anchor is one that the heading's line prints
(`id="retreat"`, `{#retreat}`), or what its words become where Markdown is shown.
"""

from __future__ import annotations

import re

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Reference, Section
from vfdoc.model.place import line_at
from vfdoc.model.session import memoized_last

_LINK = re.compile(r"\[(?P<shown>[^\[\]]{1,200})\]\(#(?P<anchor>[^()\s]{1,200})\)")
_PRINTED = re.compile(r"(?:\b(?:id|name)=[\"']|\{:?[ ]?#)(?P<anchor>[^\"'\s}>]+)")
_MARKUP = re.compile(r"<a\b[^>]*>[^<]*</a>|<[^<>]*>|\{[^{}]*\}|(?<=\])\([^()]*\)|[*`]")
_NO_SLUG = re.compile(r"[^\w\- ]")
_NUMBER = re.compile(r"\d[\w.]*")


def linked_section(graph: ReferenceGraph, reference: Reference) -> Section | None:
    """The section to which the link around a citation of one number leads, where that is certain."""
    if len(reference.targets) != 1 or reference.range:
        return None
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    link = _LINK.match(line, max(line.rfind("[", 0, start + 1), 0))
    if link is None or link.end("shown") < end:
        return None
    sections = _by_anchor(graph).get((reference.document, link["anchor"].casefold()), ())
    if len(sections) != 1:
        return None
    others = line[link.start("shown") : start] + line[end : link.end("shown")]
    alone = all(number in sections[0].title for number in _NUMBER.findall(others))
    return sections[0] if alone else None


@memoized_last
def _by_anchor(graph: ReferenceGraph) -> dict[tuple[str, str], list[Section]]:
    """The sections by their document and the anchors of their headings."""
    found: dict[tuple[str, str], list[Section]] = {}
    for section in graph.sections.values():
        line = line_at(graph.rulebook.document(section.document), section.line)
        anchors = {each["anchor"].casefold() for each in _PRINTED.finditer(line)}
        if line.startswith("#"):
            words = _MARKUP.sub("", line).lstrip("#").strip()
            anchors.add(_NO_SLUG.sub("", words.casefold()).strip().replace(" ", "-"))
        for anchor in anchors:
            found.setdefault((section.document, anchor), []).append(section)
    return found
