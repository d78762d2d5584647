"""Citations as links: where each leads, and what it says where it leads nowhere.

A rulebook's graph and the site's addresses come in; a marker comes out that says, of any line of a
document, which stretches are citations and what tags go round them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import Mark, Marker, printable
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Reference, Section, Target, TextLine

Address = Callable[[str], str]
"""The address of an anchor, as seen from the page at hand."""

Weave = Callable[[str, TextLine, Sequence[Mark], Address], Sequence[Mark]]
"""Adds to the marks of a line of a document, on a page that sees sections at an address."""

Place = tuple[str, int, int]
"""Document, line and column."""


class Citations:
    """The citations of one rulebook as tags. `faults` gives the addresses of what the report says
    about a place; `report` is the report itself; `weave` adds the marks of the errata."""

    def __init__(
        self,
        graph: ReferenceGraph,
        labels: Labels,
        faults: Callable[[], Mapping[Place, str]],
        report: str,
        weave: Weave | None = None,
    ) -> None:
        self._weave = weave
        self._graph, self._labels, self._faults, self._report = graph, labels, faults, report
        self._by_line: dict[tuple[str, int], list[Reference]] = defaultdict(list)
        for reference in graph.rulebook.references():
            self._by_line[reference.document, reference.line].append(reference)
        for each in graph.rulebook.documents:
            for reference in each.external:
                if reference.address is not None:
                    self._by_line[reference.document, reference.line].append(reference)

    def marker(self, document: str, address: Address, root: str = "") -> Marker:
        """The marker of a document's lines, on a page that sees sections at `address`, and from which
        `root` leads to the edition's folder."""

        def marks(line: TextLine) -> Sequence[Mark]:
            found = self._by_line.get((document, line.line), ())
            cited = [mark for reference in found for mark in self._marks(reference, line, address, root)]
            return self._weave(document, line, cited, address) if self._weave else cited

        return marks

    def _marks(self, reference: Reference, line: TextLine, address: Address, root: str) -> Iterator[Mark]:
        start = reference.column - line.column
        if start < 0 or not line.text.startswith(reference.text, start):
            return
        if reference.external:
            yield Mark(start, start + len(reference.text), *_elsewhere(reference))
            return
        for target, begin, end in _pieces(reference):
            yield Mark(start + begin, start + end, *self._tags(reference, target, address, root))

    def _tags(self, reference: Reference, target: Target, address: Address, root: str) -> tuple[str, str]:
        found = self._graph.of(reference, target)
        if not found:
            return self._dangling(reference, root)
        title = _title(found[0])
        many = ""
        if len(found) > 1:
            many = " many"
            title = self._labels.say("ambiguous", number=target.number, count=len(found), title=title)
        href = escape(address(found[0].anchor))
        return f'<a class="cite{many}" href="{href}" title="{escape(title)}">', "</a>"

    def _dangling(self, reference: Reference, root: str) -> tuple[str, str]:
        at = self._faults().get((reference.document, reference.line, reference.column), self._report)
        said = escape(self._labels["dangling"])
        return f'<a class="dangling" href="{escape(root + at)}">', f' <span class="said">{said}</span></a>'


def _elsewhere(reference: Reference) -> tuple[str, str]:
    """The tags of a citation of another work whose address is known."""
    href, title = escape(reference.address or ""), escape(printable(reference.work or ""))
    return f'<a class="cite external" href="{href}" title="{title}" rel="external noopener">', "</a>"


def _title(section: Section) -> str:
    return printable(f"{section.number} {section.title}" if section.number else section.title)


def _pieces(reference: Reference) -> Iterator[tuple[Target, int, int]]:
    """Each target and the stretch of the citation's words that is its link: of "6.6.1 & 6.7" each
    number by itself, of "Part 7" the whole."""
    if len(reference.targets) == 1:
        yield reference.targets[0], 0, len(reference.text)
        return
    end = 0
    for target in reference.targets:
        start = reference.text.find(target.number, end) if target.number else -1
        if start >= 0 and target.number:
            end = start + len(target.number)
            yield target, start, end


def title_lines(section: Section, document: Document) -> tuple[TextLine, ...]:
    """The words of a section's title with their places in the source, as far as they stand there."""
    lines, rest = document.source.lines, section.title
    out: list[TextLine] = []
    for number in range(section.line, min(section.line + 4, len(lines) + 1)):
        raw = lines[number - 1]
        begin = section.column - 1 if number == section.line else 0
        at = raw.find(rest, begin)
        if at >= 0:
            return (*out, TextLine(number, at + 1, rest))
        part = raw[begin:].strip()
        if not part or not rest.startswith(part):
            break
        out.append(TextLine(number, raw.index(part, begin) + 1, part))
        rest = rest[len(part) :].lstrip()
    return (*out, TextLine(0, 0, rest)) if rest else tuple(out)
