"""The parts of a section that have addresses of their own: rows of tables, labelled paragraphs, notes.

A rulebook comes in; for each section its parts come out in order, each with an anchor, a title and where it
stands. A part is looked up and cited by itself ("the Square rule", "the N.B. of 5.0"); what it says stands
in its section's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from vfdoc.formats.labels import Labels
from vfdoc.formats.prose import tidy
from vfdoc.language.typography import unaccented
from vfdoc.model import Block, ItemList, Paragraph, Quote, Row, Rulebook, Section, Table, TextLine
from vfdoc.model.document import joined

_MARKS = re.compile(r"[*_`\\]+")
_LABELLED = re.compile(r"\s*(\*\*|__)\s*(?P<label>[^*_]{2,48}?)\s*:?\s*\1\s*:?\s*(?=\S)")
_WORD = re.compile(r"[^\W_]+")
_BRACKETED = re.compile(r"\s*\(.*$", re.DOTALL)
_SLUG_WORDS = 6
_TITLE_AT_MOST = 60


class SectionPart(NamedTuple):
    """A part of a section: its anchor, the section's, of what kind it is, its title (empty where it has
    none), its place and its words. A row's `rows` are its own and those below it that continue it."""

    anchor: str
    section: str
    kind: Literal["row", "label", "note"]
    title: str
    line: int
    column: int
    text: str
    table: Table | None = None
    rows: tuple[Row, ...] = ()
    lines: tuple[TextLine, ...] = ()

    @property
    def at(self) -> tuple[int, ...]:
        """The lines on which it stands."""
        return tuple(row.line for row in self.rows) or tuple(line.line for line in self.lines)


def parts(rulebook: Rulebook, labels: Labels) -> Mapping[str, tuple[SectionPart, ...]]:
    """By section its parts, of those that have any. No anchor is one of a section or of another part."""
    begun = note_mark(labels)
    taken = {section.anchor for section in rulebook.sections()}
    found: dict[str, tuple[SectionPart, ...]] = {}
    for section in rulebook.sections():
        own = tuple(_anchored(_parts(section, section.blocks, begun), section, taken))
        if own:
            found[section.anchor] = own
    return found


def note_mark(labels: Labels) -> re.Pattern[str] | None:
    """What finds the words by which notes begin in running text, None where a language has none."""
    words = sorted(labels["note_marks"].split("|"), key=len, reverse=True)
    said = "|".join(map(re.escape, filter(None, words)))
    return re.compile(rf"(?:(?<=^)|(?<=[.!?\s]))(?:{said})(?=\s)") if said else None


def _anchored(found: Iterable[SectionPart], section: Section, taken: set[str]) -> Iterator[SectionPart]:
    for part in found:
        words = _WORD.findall(unaccented(_BRACKETED.sub("", part.title) or part.title))[:_SLUG_WORDS]
        slug = "-".join(words) if any(not word.isdigit() for word in words) else f"{part.kind}-{part.line}"
        anchor, again = f"{section.anchor}~{slug}", 2
        while anchor in taken:
            anchor, again = f"{section.anchor}~{slug}-{again}", again + 1
        taken.add(anchor)
        yield part._replace(anchor=anchor)


def _parts(
    section: Section, blocks: tuple[Block, ...], begun: re.Pattern[str] | None
) -> Iterator[SectionPart]:
    for block in blocks:
        match block:
            case Table():
                yield from _rows(section, block)
            case Paragraph() if block.role == "text" and block.lines:
                yield from _paragraph(section, block, begun)
            case Quote():
                yield from _parts(section, block.blocks, begun)
            case ItemList():
                for item in block.items:
                    yield from _parts(section, item.blocks, begun)
            case _:
                pass


def _rows(section: Section, table: Table) -> Iterator[SectionPart]:
    """The rows that begin with a label, each with those below that go on without one."""
    group: list[Row] = []
    for row in table.rows:
        if len(row.cells) > 1 and row.cells[0].text.strip():
            yield from _row(section, table, group)
            group = [row]
        elif group:
            group.append(row)
    yield from _row(section, table, group)


def _row(section: Section, table: Table, group: list[Row]) -> Iterator[SectionPart]:
    if not group:
        return
    label = _plain(group[0].cells[0].text)
    text = " · ".join(_plain(cell.text) for row in group for cell in row.cells if cell.text.strip())
    short = label if len(label) <= _TITLE_AT_MOST else _BRACKETED.sub("", label)  # its name alone
    title = short if len(short) <= _TITLE_AT_MOST else ""
    column = group[0].cells[0].column
    yield SectionPart(
        anchor="", section=section.anchor, kind="row", title=title, line=group[0].line, column=column,
        text=text, table=table, rows=tuple(group),
    )  # fmt: skip


def _paragraph(
    section: Section, paragraph: Paragraph, begun: re.Pattern[str] | None
) -> Iterator[SectionPart]:
    lines = paragraph.lines
    labelled = _LABELLED.match(lines[0].text) if not section.number else None
    if labelled:
        yield SectionPart(
            anchor="", section=section.anchor, kind="label", title=_plain(labelled["label"]),
            line=lines[0].line, column=lines[0].column, text=_plain(joined(lines)), lines=lines,
        )  # fmt: skip
    for place, line in enumerate(lines):
        found = begun.search(line.text) if begun is not None else None
        if found is not None:
            column = line.column + found.start()
            rest = (line._replace(column=column, text=line.text[found.start() :]), *lines[place + 1 :])
            yield SectionPart(
                anchor="", section=section.anchor, kind="note", title=found[0], line=line.line,
                column=column, text=_plain(joined(rest)), lines=rest,
            )  # fmt: skip
            return


def _plain(words: str) -> str:
    return tidy(_MARKS.sub("", words))
