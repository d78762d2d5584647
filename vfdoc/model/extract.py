"""A section by itself, apart from where it stands: what is worked out of it holds wherever it is moved.

In: the documents of a rulebook. Out: extracts, whose lines are counted from 1, and how many lines of the
text stand above each. Equal extracts are one object, so that to ask whether one was met before costs
nothing: a line that is changed or put in makes one section new, and all others are as they were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from vfdoc.model.document import (
    Block,
    Document,
    Item,
    ItemList,
    Paragraph,
    Quote,
    Row,
    Rulebook,
    Section,
    Table,
    first_line,
    tables_of,
)
from vfdoc.model.passage import Passage, passages
from vfdoc.model.session import active_session, evolving, incremental, is_resident, memoized_last
from vfdoc.model.text import TextLine

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
_TEXTS = 32  # rulebooks, and what is given beside, for which a function's findings are carried

SILENT_KINDS = frozenset({"contents", "index"})
"""Kinds of sections that list others, and say nothing themselves."""
CELL_LINES = 20
"""The most lines of one cell of a table that was flattened."""


@dataclass(frozen=True, eq=False)
class Extract:
    """A section with its lines counted from 1, and those lines as printed as far as a cell of its tables
    may stand (none where it has no tables)."""

    section: Section
    page: tuple[str, ...] = ()

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of the section, which nearly every check reads."""
        return passages(self.section)


class Placed(NamedTuple):
    """A section, its extract, and how many lines stand above what the extract calls line 1."""

    section: Section
    extract: Extract
    above: int

    def down(self, line: TextLine) -> TextLine:
        """A stretch of the extract at its place in the text."""
        return line._replace(line=line.line + self.above)

    def passage(self, found: Passage) -> Passage:
        """A passage of the extract at its place in the text."""
        return found._replace(section=self.section, lines=tuple(map(self.down, found.lines)))


def extracts(documents: tuple[Document, ...]) -> tuple[Placed, ...]:
    """The sections of a rulebook's documents with their extracts, in the order of the texts."""
    return _extracts(documents).found


class _Extracts(NamedTuple):
    """The sections of some documents with their extracts, and by document and anchor."""

    found: tuple[Placed, ...]
    by_anchor: Mapping[tuple[str, str], Placed]


def files_of(documents: tuple[Document, ...]) -> tuple[str, ...]:
    """What documents are known by from one pass to the next."""
    return tuple(document.source.file for document in documents)


@evolving(files_of)
def _extracts(documents: tuple[Document, ...], before: _Extracts | None) -> _Extracts:
    known = before.by_anchor if before is not None else {}
    found = tuple(
        _placed(section, document, known.get((document.id, section.anchor)))
        for document in documents
        for section in document.sections
    )
    return _Extracts(found, {(p.section.document, p.section.anchor): p for p in found})


class BySection(Generic[_Given, _Found]):
    """A function of an extract, and of what else it is given, that is asked of whole rulebooks."""

    def __init__(self, function: Callable[Concatenate[Extract, _Given], _Found]) -> None:
        self._ask: Callable[..., _Found] = function
        # Bound once: what a session carries is known by its function.
        self._carried: Callable[[_Asked, _CarriedOver | None], _CarriedOver] = self._carry

    def over(
        self, documents: tuple[Document, ...], *given: _Given.args, **_: _Given.kwargs
    ) -> Iterable[tuple[Placed, _Found]]:
        """The sections of which the function finds something, each with that, in the order of the texts. In
        a resident session it is asked of those alone that are others than in the last pass."""
        every, session = extracts(documents), active_session()
        if session is None or not session.resident:
            return ((placed, found) for placed in every if (found := self._ask(placed.extract, *given)))
        asked, name = _Asked(every, given), (files_of(documents), given)
        return session.evolved(self._carried, asked, name, most=_TEXTS).told

    def _carry(self, asked: _Asked, before: _CarriedOver | None) -> _CarriedOver:
        every, given = asked
        if before is not None and before.every is every:
            return before
        if before is not None and len(before.every) == len(every):
            last = zip(every, before.every, before.found, strict=True)
            found = [
                said if now.extract is was.extract else self._ask(now.extract, *given)
                for now, was, said in last
            ]
        else:
            pairs = zip(before.every, before.found, strict=True) if before is not None else ()
            known = {was.extract: said for was, said in pairs}
            found = [known[p.extract] if p.extract in known else self._ask(p.extract, *given) for p in every]
        return _CarriedOver(every, found, [(p, each) for p, each in zip(every, found, strict=True) if each])


class _Asked(NamedTuple):
    """The sections of a rulebook, and what a function is given beside each."""

    every: tuple[Placed, ...]
    given: tuple[Any, ...]


class _CarriedOver(NamedTuple):
    """What a function found of each section of a rulebook, and those of which it found something."""

    every: tuple[Placed, ...]
    found: list[Any]
    told: list[tuple[Placed, Any]]


@memoized_last
def stretches(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """By document the text that it stands in, from the line where one section begins to the next's: together
    all lines, cut so that a line that is changed or put in leaves the others' as they were."""
    starts: dict[str, set[int]] = defaultdict(lambda: {0})
    for document in rulebook.documents:
        lines = len(document.source.lines)
        starts[document.source.file] |= {lines, *(min(s.line - 1, lines) for s in document.sections)}
    cut = {
        document.source.file: tuple(
            "\n".join(document.source.lines[start:end])
            for start, end in pairwise(sorted(starts[document.source.file]))
        )
        for document in rulebook.documents
    }
    return {document.id: cut[document.source.file] for document in rulebook.documents}


def _placed(section: Section, document: Document, before: Placed | None) -> Placed:
    lines = document.source.lines
    if before is not None and before.section == section and _stands(before, lines):
        return before
    tables = tuple(tables_of(section.blocks))
    if not (is_resident() or tables):
        return Placed(section, Extract(section), 0)  # nobody asks again where it stands: it is not copied
    above = min((section.line, *map(first_line, section.blocks))) - 1
    moved = section._replace(
        line=section.line - above,
        blocks=tuple(_moved(section.blocks, above)),
        entries=tuple(entry._replace(line=entry.line - above) for entry in section.entries),
        end_line=section.end_line and section.end_line - above,
        confidence=1.0,  # which depends on the whole text
    )
    rows = (row for t in tables for row in (*((t.header,) if t.header else ()), *t.rows))
    end = max((_reach(row, lines) for row in rows), default=above)
    return Placed(section, _known(moved, lines[above:end]), above)


def _stands(before: Placed, lines: Sequence[str]) -> bool:
    """Whether the lines on which cells of a section may stand are as they were; those that a text's end cut
    off may be more now."""
    page = before.extract.page
    end = before.above + len(page)
    return not page or (end < len(lines) and tuple(lines[before.above : end]) == page)


@incremental
def _known(section: Section, page: tuple[str, ...]) -> Extract:
    return Extract(section, page)


def _reach(row: Row, lines: Sequence[str]) -> int:
    """The last line on which a cell of a row may stand: the row's own where all stand there side by side,
    else as far as cells below one another may go."""
    line = lines[row.line - 1] if 0 < row.line <= len(lines) else ""
    at = 0
    for cell in row.cells:
        if cell.column - 1 < at or not line.startswith(cell.text, cell.column - 1):
            return row.line + (CELL_LINES + 1) * len(row.cells)
        at = cell.column - 1 + len(cell.text)
    return row.line


def _moved(blocks: Sequence[Block], by: int) -> Iterator[Block]:
    """The blocks, so many lines further up."""
    for block in blocks:
        match block:
            case Paragraph(lines, role, mark):
                yield Paragraph(_up(lines, by), role, mark)
            case ItemList(items, ordered):
                inner = (Item(item.marker, tuple(_moved(item.blocks, by))) for item in items)
                yield ItemList(tuple(inner), ordered)
            case Quote(inside):
                yield Quote(tuple(_moved(inside, by)))
            case Table():
                yield _moved_table(block, by)


def _moved_table(table: Table, by: int) -> Table:
    return Table(
        table.line - by,
        table.title,
        table.header and table.header._replace(line=table.header.line - by),
        tuple(Row(row.line - by, row.cells) for row in table.rows),
        tuple(Paragraph(_up(note.lines, by), note.role, note.mark) for note in table.footnotes),
        table.title_line and table.title_line - by,
    )


def _up(lines: tuple[TextLine, ...], by: int) -> tuple[TextLine, ...]:
    return tuple([TextLine(line - by, column, text) for line, column, text in lines])
