"""The words of an edition's sections as HTML, wherever on the site they are shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from vfdoc.formats.labels import Labels, labels
from vfdoc.formats.phrases import Html, Mark, Marker, Terms, phrase, printable, title
from vfdoc.formats.prose import Setting, prose, tidy
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Rulebook, Section, TextLine
from vfdoc.model.document import text_of
from vfdoc.model.session import constant
from vfdoc.site.citations import Address, Citations, title_lines
from vfdoc.site.section_parts import SectionPart

_FIRST_WORDS = 7
_TWO = 2  # columns: a label and what it says, which needs no head
_BEFORE_NUMBER = re.compile(r"[\s#*_>]*(§+|[^\W\d_]{2,}\.?)\s*")


class SectionHtml:
    """Titles and texts of one edition's sections, with its citations as links; `parts` are those that have
    addresses of their own, by section."""

    def __init__(
        self,
        graph: ReferenceGraph,
        citations: Citations,
        labels: Labels,
        parts: Mapping[str, tuple[SectionPart, ...]],
    ) -> None:
        self._citations, self._labels, self._parts = citations, labels, parts
        self._sources = {document.id: document for document in graph.rulebook.documents}
        self._titles = TitleHtml(graph.rulebook)

    def title(self, section: Section, address: Address) -> Html:
        """A section's title with its citations, on a page that sees sections at `address`."""
        document = self._sources[section.document]
        marker = self._citations.marker(section.document, address)
        return self._set(title(title_lines(section, document), marker, markdown=is_markdown(document)))

    def text(
        self,
        section: Section,
        address: Address,
        terms: Terms | None = None,
        root: str = "",
        anchored: bool = True,
    ) -> Html:
        """A section's own words; `root` is the way from the page to the edition's folder. What is not
        `anchored` has no places of its own to be led to: it stands there a second time."""
        marker = self._citations.marker(section.document, address, root)
        markdown = is_markdown(self._sources[section.document])
        called = self._labels.say("table_of", title=section.title)
        own = self._parts.get(section.anchor, ()) if anchored else ()
        ids = {part.line: part.anchor for part in own if part.kind != "note"}
        marker = _with_notes(marker, [part for part in own if part.kind == "note"])
        return self._set(prose(section.blocks, Setting(marker, markdown, called, section.title, terms, ids)))

    def part(self, part: SectionPart, section: Section, address: Address) -> Html:
        """A part's own words: a row as a list of what stands under which head, a note as a paragraph."""
        marker = self._citations.marker(section.document, address)
        markdown = is_markdown(self._sources[section.document])

        def words(lines: Sequence[TextLine]) -> Html:
            return phrase(tuple(lines), marker, markdown=markdown)

        if part.table is None:
            return self._set(Html(f"<p>{words(part.lines)}</p>"))
        heads = part.table.header.cells if part.table.header else ()
        out = []
        for row in part.rows:
            for place, cell in enumerate(row.cells):
                if place == 0 or not cell.text.strip():
                    continue
                head = heads[place].text if place < len(heads) and len(heads) > _TWO else ""
                named = f"<strong>{words((TextLine(0, 0, head),))}</strong><br>" if head else ""
                out.append(f"<p>{named}{words((TextLine(row.line, cell.column, cell.text),))}</p>")
        return self._set(Html("\n".join(out)))

    def part_title(self, part: SectionPart, section: Section) -> Html:
        """What a part is called: a row and a labelled paragraph by their label, a note by its section."""
        if part.kind != "note" and part.title:
            return self._set(Html(escape(printable(part.title))))
        note = f" · {escape(printable(part.title))}" if part.title else ""
        return Html(f"{self.plain_title(section)}{note}")

    def plain_title(self, section: Section) -> Html:
        """A section's title without links, for lists that are links themselves."""
        return self._titles(section)

    def number(self, section: Section) -> str:
        """A section's number with the word or sign before it, as printed ("Article 3", "§ 12"), or empty."""
        if not section.number:
            return ""
        line = self._sources[section.document].source.lines[section.line - 1]
        found = _BEFORE_NUMBER.fullmatch(line[: section.column - 1])
        return self._set(Html(f"{found[1]} {section.number}")) if found else section.number

    def line(self, number: int, words: str, document: str) -> Html:
        """A line of a document without links."""
        markdown = is_markdown(self._sources[document])
        return self._set(title((TextLine(number, 0, words),), markdown=markdown, links=False))

    def _set(self, words: Html) -> Html:
        return self._titles.spaced(words)


def _with_notes(marker: Marker, notes: Sequence[SectionPart]) -> Marker:
    """A marker that marks the beginnings of notes too."""
    if not notes:
        return marker
    at = {note.line: note for note in notes}

    def marks(line: TextLine) -> Sequence[Mark]:
        found, note = list(marker(line)), at.get(line.line)
        start = note.column - line.column if note is not None else -1
        if note is None or not line.text.startswith(note.title, max(start, 0)) or start < 0:
            return found
        tag = f'<strong class="nota" id="{escape(note.anchor)}">'
        found.append(Mark(start, start + len(note.title), tag, "</strong>"))
        return sorted(found, key=lambda mark: mark.start)

    return marks


class TitleHtml:
    """Titles of a rulebook's sections without links, each set once."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._sources = {document.id: document for document in rulebook.documents}
        self._set: dict[str, Html] = {}
        self._unbroken = unbroken(labels(rulebook.edition.language))

    def __call__(self, section: Section) -> Html:
        """The title of a section."""
        words = self._set.get(section.anchor)
        if words is None:
            words = self.spaced(list_title(section, self._sources[section.document]))
            if not words:  # a rule without a title is known by how it begins
                words = self.spaced(Html(escape(beginning(text_of(section.blocks)))))
            self._set[section.anchor] = words
        return words

    def spaced(self, words: Html) -> Html:
        """Words with the spaces of their language."""
        return Html(self._unbroken.sub("\xa0", words)) if self._unbroken is not None else words


def beginning(text: str) -> str:
    """The first words of a text, with dots where it goes on."""
    words = tidy(text).split()
    return " ".join(words[:_FIRST_WORDS]) + (" …" if len(words) > _FIRST_WORDS else "")


@constant
def unbroken(labels: Labels) -> re.Pattern[str] | None:
    """What finds the spaces of a language that end no line: before some signs (in French « ! »), behind
    others ("§ 5"). None where it has none."""
    before, after = (re.escape(labels[f"unbroken_{side}"]) for side in ("before", "after"))
    found = [rf"(?<=\S) (?=[{before}])"] if before else []
    found += [rf"(?<=[{after}]) "] if after else []
    return re.compile("|".join(found)) if found else None


def is_markdown(document: Document) -> bool:
    """Whether a document's words are Markdown; an original's asterisks are its own."""
    return document.source.name.lower().endswith((".md", ".markdown"))


def list_title(section: Section, document: Document) -> Html:
    """A section's title without links, for lists that are links themselves."""
    return title((TextLine(0, 0, section.title),), markdown=is_markdown(document), links=False)
