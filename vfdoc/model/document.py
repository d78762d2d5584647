"""The nouns of a rules text: editions, documents, sections, their blocks, references.

Every node is frozen and carries its place. The nodes that a long text makes by the thousand are
named tuples, because those are the cheapest frozen values that the standard library has.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from vfdoc.model.binding import BoundStatement
from vfdoc.model.finding import Fault
from vfdoc.model.glossary import Glossary, OwnWord
from vfdoc.model.text import SourceText, TextLine
from vfdoc.model.wording import Wording
from vfdoc.model.words import DEFAULT_LANGUAGE, WordForms

if TYPE_CHECKING:
    from vfdoc.model.force import PrintedForce
    from vfdoc.model.mechanics import Mechanics

_RANGE = re.compile(r"(?:\d+\.)*\d+[a-z]?[ \xa0]\S+[ \xa0](?:\d+\.)*(?P<last>\d+)(?P<letter>[a-z]?)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|re|e)\b")
_FIRST = (1, 2, 3)  # chapters by which a count begins again

SectionKind: TypeAlias = Literal[
    "part", "rule", "note", "example", "question", "sheet", "contents", "index", "front"
]
DocumentKind: TypeAlias = Literal["rules", "sheet", "questions", "commentary", "armies", "scenarios"]

Key: TypeAlias = tuple[str | int, ...]
"""A section number made comparable: its series, then digits and letters apart, no trailing zeros."""


class Paragraph(NamedTuple):
    """Lines that read as one paragraph. `role`: text, question, answer or footnote."""

    lines: tuple[TextLine, ...]
    role: str = "text"
    mark: str = ""


class Item(NamedTuple):
    """One list item: its marker as printed and the blocks in it."""

    marker: str
    blocks: tuple[Block, ...]


class ItemList(NamedTuple):
    """A list; `ordered` where its markers count."""

    items: tuple[Item, ...]
    ordered: bool


class Quote(NamedTuple):
    """A block quotation, as written with `>`."""

    blocks: tuple[Block, ...]


class Cell(NamedTuple):
    """A table cell: its characters as printed, trimmed, and the column where they begin."""

    text: str
    column: int


class Row(NamedTuple):
    """A table row and the line on which it stands."""

    line: int
    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """A table; `header` is None where the text prints none, `title` its caption.

    `line` is that of its header, or of its first row where it has none.
    """

    line: int
    title: str | None
    header: Row | None
    rows: tuple[Row, ...]
    footnotes: tuple[Paragraph, ...] = ()
    title_line: int | None = None


Block: TypeAlias = Paragraph | ItemList | Quote | Table


class Entry(NamedTuple):
    """A line of a contents list or an index: no section, no reference."""

    number: str | None
    title: str
    line: int


class Section(NamedTuple):
    """A numbered or titled part of a document.

    `anchor` is unique in the edition; `number` is as printed, without the word before it (with the word
    where the number is one itself, "Second Part");
    `key` is its number made comparable (None where there is none). `line` and `column` are those
    of the number, or of the title where there is no number.
    `parent` is an anchor; `level` is the depth, 1 for a chapter. `end_line` is the last line of a
    section that interrupts another, 0 where the next section ends it. `confidence` (0 to 1) is how sure it is
    that its number opens a section. `also` is the key of a second number, which its title begins with:
    "10. Appendix A: Lamps".
    """

    anchor: str
    number: str | None
    key: Key | None
    title: str
    parent: str | None
    level: int
    kind: SectionKind
    document: str
    line: int
    column: int
    blocks: tuple[Block, ...] = ()
    entries: tuple[Entry, ...] = ()
    end_line: int = 0
    confidence: float = 1.0
    also: Key | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of all numbers that the section bears: several where one heading stands for a range,
        "§§ 63 to 70 (repealed)", whose first is its key, or has a second number."""
        ends = _RANGE.fullmatch(self.number) if self.number is not None else None
        if ends is None or self.key is None:
            return tuple(key for key in (self.key, self.also) if key is not None)
        first, last = self.key[-1], ends.group("letter") or ends.group("last")
        if isinstance(first, int):
            return tuple((*self.key[:-1], n) for n in range(first, int(last) + 1))
        return tuple((*self.key[:-1], chr(n)) for n in range(ord(first), ord(last) + 1))


class Target(NamedTuple):
    """One number that a reference names, and the key by which sections of that number are found.

    `following` where those after it, beside it, are meant too ("1.1 and following"); `ends_range` where it
    ends the range that the target before it begins.
    `clause` is what of it may be no section by itself: "(a)" of 4.2(a), "2" of "paragraph 2 of Article 5";
    `paragraph` the number of the paragraph that is told right behind it (4 of "§ 3 Absatz 4"), else 0.
    A section that is cited by name has no number; its key is its title in the series NAMED.
    """

    number: str | None
    key: Key
    clause: str = ""
    ends_range: bool = False
    following: bool = False
    paragraph: int = 0


NAMED = "="
"""The series of sections that are cited by their title."""


class Reference(NamedTuple):
    """A citation as it stands in the text: section (anchor) where it stands, place, words, targets.

    `range` is True where two targets are the ends of a range, `confidence` (0 to 1) how sure it is that
    this is a citation of this text. `external` is one of another work: `work` is its name as far as the
    text or the edition says it, `address` where it is to be read.
    """

    section: str
    document: str
    line: int
    column: int
    text: str
    targets: tuple[Target, ...]
    range: bool = False
    confidence: float = 1.0
    external: bool = False
    work: str | None = None
    address: str | None = None


class LeftOut(NamedTuple):
    """A line that looks like a heading with a number and was read as no section.

    `column` is the number's, `keys` those of the numbers that it may bear (several for a range), `form`
    says what it looks like: a number, a whole number alone, one behind a word that no scheme knows, or behind
    one that counts no sections ("Step 3"), one inside a line that succeeds the section's, or an item of a
    list that the text cites;
    `likely` (0 to 1) how near it came to being read as a section.
    """

    line: int
    column: int
    number: str
    keys: tuple[Key, ...]
    text: str
    form: str
    likely: float = 0.0


@dataclass(frozen=True, slots=True)
class Document:
    """One text of an edition, with a kind; `external` are its citations of other works, `continues` is the
    id of an earlier document whose numbers it carries on: the two are one hierarchy."""

    id: str
    kind: DocumentKind
    source: SourceText
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    left_out: tuple[LeftOut, ...] = ()
    external: tuple[Reference, ...] = ()
    continues: str | None = None


class Phase(NamedTuple):
    """A phase of a turn as it is played: the `steps` in order of need, each an anchor, or the id of a
    test, a value or a table, and the facts `given` in it. Without a `name` it has its first section's."""

    steps: tuple[str, ...]
    name: str = ""
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of one ruleset in one language: what `edition.toml` says about it.

    `forwards` are numbers that it no longer has, each with the anchor that has taken its place; `names` short
    forms of its title; `game` what it says itself of which game it is; `restates` whether its words are not
    its authors', but say the same.
    """

    id: str
    title: str
    version: str | None = None
    date: str | None = None
    language: str = DEFAULT_LANGUAGE
    authors: tuple[str, ...] = ()
    source: str | None = None
    licence: str | None = None
    notice: str | None = None
    restates: bool = False
    supersedes: str | None = None
    translates: str | None = None
    amends: str | None = None
    rounding: str | None = None
    phases: tuple[Phase, ...] = ()
    forwards: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition with its documents; the one model in the middle.

    `faults` are the edition's own errata and `about` its word on which rules a note is about (by
    anchor, other editions' as `vf-2e:6.5`); both speak only where `own` is True, that is where the
    documents are the edition's own files and not a copy read as that edition. `mechanics`,
    `glossary` and `wording` are None until somebody asks for them: most commands do without. `forms`
    are those of its language's words; `own_words` the keys of its own glossary and `stated` what its files
    state, bound to the texts, and `forces` those that the texts print: only a check asks for them.
    """

    edition: Edition
    documents: tuple[Document, ...]
    faults: tuple[Fault, ...] = ()
    own: bool = False
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mechanics: Mechanics | None = None
    glossary: Glossary | None = None
    wording: Wording | None = None
    forms: WordForms = field(default_factory=WordForms)
    own_words: tuple[OwnWord, ...] = ()
    stated: tuple[BoundStatement, ...] = ()
    forces: tuple[PrintedForce, ...] = ()

    def sections(self) -> Iterator[Section]:
        """All sections in the order of the texts."""
        for document in self.documents:
            yield from document.sections

    def references(self) -> Iterator[Reference]:
        """All references in the order of the texts."""
        for document in self.documents:
            yield from document.references

    def hierarchies(self) -> tuple[tuple[Document, ...], ...]:
        """The documents, those together whose numbers run on, in the order of the texts."""
        found: dict[str, list[Document]] = {}
        for document in self.documents:
            found.setdefault(document.continues or document.id, []).append(document)
        return tuple(map(tuple, found.values()))

    def is_undescribed(self) -> bool:
        """Whether it was asked what the text changes, and nobody says how to read it: it is no edition of its
        own, and of a game that nobody describes. There a fault is the author's only if it cannot be the
        reading's."""
        return not self.own and self.mechanics is not None and self.mechanics.undescribed

    def is_unnumbered(self) -> bool:
        """Whether no section has a number, so that checks which find nothing show little; not of house rules,
        which cite those of another edition."""
        return self.edition.amends is None and all(section.key is None for section in self.sections())

    def document(self, document_id: str) -> Document:
        """The document of that id; KeyError where there is none."""
        for document in self.documents:
            if document.id == document_id:
                return document
        raise KeyError(document_id)


def tables_of(blocks: tuple[Block, ...]) -> Iterator[Table]:
    """Every table among `blocks`, those inside lists and quotations too, in order."""
    for block in blocks:
        match block:
            case Table():
                yield block
            case Quote():
                yield from tables_of(block.blocks)
            case ItemList():
                for item in block.items:
                    yield from tables_of(item.blocks)


def first_line(block: Block) -> int:
    """The line on which a block begins."""
    match block:
        case Table():
            return block.line
        case Paragraph():
            return block.lines[0].line
        case Quote():
            return first_line(block.blocks[0]) if block.blocks else 1
        case ItemList():
            return first_line(block.items[0].blocks[0])


def last_line(block: Block) -> int:
    """The last line that a block takes."""
    match block:
        case Table():
            last = block.rows[-1].line if block.rows else block.line
            return last_line(block.footnotes[-1]) if block.footnotes else last
        case Paragraph():
            return block.lines[-1].line
        case Quote():
            return last_line(block.blocks[-1]) if block.blocks else 1
        case ItemList():
            return last_line(block.items[-1].blocks[-1])


def text_of(blocks: tuple[Block, ...]) -> str:
    """The words of `blocks` as printed: a paragraph, item or table row a line, cells set off by tabs.

    Numbers of list items stay, for rules cite them ("on a result of 3"); dashes and bullets do not.
    """
    return "\n".join(_texts(blocks))


def joined(lines: tuple[TextLine, ...]) -> str:
    """The lines of one paragraph as one line; an ordinal that a line end cut ("2" "nd") is whole again."""
    parts: list[str] = []
    last = ""  # the last character so far
    for line in lines:
        cut = last.isdigit() and _ORDINAL.match(line.text)
        part = ("" if not last or cut else " ") + line.text.strip()
        parts.append(part)
        last = part[-1:] or last
    return "".join(parts)


def _texts(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph():
                yield joined(block.lines)
            case ItemList():
                for item in block.items:
                    texts = _texts(item.blocks)
                    yield f"{item.marker} {next(texts, '')}" if block.ordered else next(texts, "")
                    yield from texts
            case Quote():
                yield from _texts(block.blocks)
            case Table():
                if block.title:
                    yield block.title
                for row in (*([block.header] if block.header else ()), *block.rows):
                    yield "\t".join(cell.text for cell in row.cells)
                yield from _texts(block.footnotes)


class Series(NamedTuple):
    """The count in which a section stands: of all numbers, and of the parts of its kind."""

    all: int
    parts: int = 0


def series(documents: Sequence[Document]) -> dict[str, Series]:
    """By anchor which series of numbers each section stands in, counted from 0, of documents whose numbers
    run on: scenarios behind the rules, appendices with chapters of their own.

    The numbers begin again at a chapter 1 behind another, when the chapters behind it are 2 and 3; one
    chapter numbered twice is a slip. Those of parts ("Chapter 1" of the second title) begin again among
    themselves, where a heading between them is lost or bears no number.
    """
    sections = [section for document in documents for section in document.sections]
    heads = _heads(sections)
    again = _again([s for s in sections if s.anchor in heads or (s.kind == "rule" and len(s.key or ()) == 1)])
    families: dict[Key, list[Section]] = defaultdict(list)
    for section in sections:
        if section.kind == "part" and section.key is not None:
            families[section.key[:-1]].append(section)
    parts_again = frozenset[str]().union(*map(_again, families.values()))
    found: dict[str, Series] = {}
    count = 0
    counts: dict[Key, int] = defaultdict(int)
    for section in sections:
        count += section.anchor in again
        parts = 0
        if section.kind == "part" and section.key is not None:
            counts[section.key[:-1]] += section.anchor in parts_again
            parts = max(counts[section.key[:depth]] for depth in range(len(section.key)))
        found[section.anchor] = Series(count, parts)
    return found


def _heads(sections: Sequence[Section]) -> frozenset[str]:
    """The anchors of chapters that count behind a word of their own ("SECTION 1", far below 1) and head a
    section with their number: 1.01."""
    numbered = [(section.anchor, section.key) for section in sections if section.key is not None]
    return frozenset(
        anchor
        for (anchor, key), (_, below) in pairwise(numbered)
        if len(key) > 1 and isinstance(key[0], str) and len(below) > 1 and key[1:] == below[:1]
    )


def _again(chapters: Sequence[Section]) -> frozenset[str]:
    """The anchors of those at which a count begins again."""
    numbers = [section.key[-1] for section in chapters if section.key]
    return frozenset(
        section.anchor
        for at, section in enumerate(chapters)
        if tuple(numbers[at : at + len(_FIRST)]) == _FIRST and 1 in numbers[:at]
    )
