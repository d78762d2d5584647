"""Which section stands on which page: the plan of an edition's part of the site.

A rulebook comes in; pages with their file names come out, and the address of every section. The
rules have a page a chapter, so that an address (`8.0.html#8.2.1`) follows from the number alone;
every other document is one page. What is too large for a phone is cut where its sections are: a chapter
into the sections below it, the whole rules into pages that follow one another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from vfdoc.formats.files import is_portable
from vfdoc.formats.labels import labels
from vfdoc.model import Document, Rulebook, Section
from vfdoc.model.document import text_of
from vfdoc.site.section_parts import SectionPart, parts

CONTENTS, FRONT, WHOLE, REPORT = "index.html", "front.html", "rules.html", "report.html"
GLOSSARY, TABLES, CALCULATOR = "glossary.html", "tables.html", "calculator.html"
SEARCH, SEARCH_DATA, ASKED_DATA, SAID_DATA = "search.html", "search.js", "asked.js", "said.js"
CALCULATOR_DATA = "calculator.js"
BESIDE_DATA = "beside.js"
FORCE, FORCE_DATA = "force.html", "force.js"
COUNTERPARTS = "counterparts.js"
MAP, SHEET, SHEET_PDF = "map.html", "quick-sheet.html", "quick-sheet.pdf"
GONE = "gone"
"""What stands in Plan.changes for the sections that have no page in the new edition."""
VALUES = "values"
"""What stands in Plan.changes for the values, where they are too many for the first page."""

RULES = f"{CONTENTS}#~chapters"
"""Where the chapters are listed, on the page of contents."""
_MOST = 150_000
"""Characters of text on one page of a chapter: some 85 kB of HTML as it is sent, where a phone should not be
sent more than 100 (`PERFORMANCE.md`, G11)."""
_MOST_WHOLE = 75_000
"""Characters of text on one page of the whole rules, which cite one another within it."""
_BEFORE_THE_RULES = ("front", "contents")
_UNFIT = re.compile(r"[^\w.~-]+")
_SAFE = "/~.-_!$&'()*+,;=:@"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of sections: its file name, its document, and what stands on it in order.

    `role` is front, chapter or document.
    """

    name: str
    role: str
    document: Document
    sections: tuple[Section, ...]

    @property
    def lead(self) -> Section | None:
        """The one section under which all others of the page stand, if there is one."""
        first = self.sections[0]
        if first.parent is not None:  # a part of a chapter
            below = {first.anchor}
            below.update(s.anchor for s in self.sections if s.parent in below)
            return first if self.role == "chapter" and len(below) == len(self.sections) else None
        others = any(s.parent is None for s in self.sections[1:])
        return None if self.role == "front" or others else first


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages in reading order; `places` the page of each anchor, `addresses` its address there; `rules`
    the documents in chapters (the rules and those that carry their numbers on), `wholes` the pages, by name,
    on which all of them stand together.

    `maps` and `histories` are the file names of the maps of pages and of how their rules came to be, by page;
    `changes` those of what changed since an
    edition that this one builds on, by its id and by page ("" for the whole, GONE for what is gone, VALUES
    for many values). `parts` are those of each section that have addresses of their own; these are among
    `addresses` too.
    """

    pages: tuple[Page, ...]
    places: Mapping[str, str]
    rules: tuple[Document, ...]
    wholes: Mapping[str, tuple[Section, ...]]
    maps: Mapping[str, str]
    histories: Mapping[str, str]
    changes: Mapping[tuple[str, str], str]
    addresses: Mapping[str, str]
    parts: Mapping[str, tuple[SectionPart, ...]]

    def address(self, anchor: str) -> str:
        """Where a section is, or a part of one, seen from any page of the same edition."""
        return self.addresses[anchor]


def fragment(anchor: str) -> str:
    """A section's address on its own page."""
    return "#" + quote(anchor, safe=_SAFE)


def plan(rulebook: Rulebook) -> Plan:
    """The pages of an edition; a document without sections has none."""
    rules = _rules(rulebook)
    sizes = {section.anchor: len(text_of(section.blocks)) for section in _sections(rules)}
    taken = {CONTENTS, FRONT, WHOLE, REPORT, GLOSSARY, TABLES, CALCULATOR, SEARCH, MAP, SHEET}
    pages: list[Page] = []
    if rules:
        pages += _chapters(rules, sizes, taken)
    for document in rulebook.documents:
        if document not in rules and document.sections:
            pages.append(Page(_file_name(document.id, taken), "document", document, document.sections))
    places = {section.anchor: page.name for page in pages for section in page.sections}
    names = [page.name for page in pages]
    maps = {name: _file_name(f"map-{_stem(name)}", taken) for name in names}
    histories = {name: _file_name(f"history-{_stem(name)}", taken) for name in names}
    edition = rulebook.edition
    changes = {
        (base, part): _file_name("-".join(filter(None, ("from", base, _stem(part)))), taken)
        for base in dict.fromkeys(filter(None, (edition.supersedes, edition.translates, edition.amends)))
        for part in ("", *names, GONE, VALUES)
    }
    addresses = {anchor: quote(name) + fragment(anchor) for anchor, name in places.items()}
    found = parts(rulebook, labels(edition.language))
    for own in found.values():
        for part in own:
            addresses[part.anchor] = quote(places[part.section]) + fragment(part.anchor)
    wholes = _wholes(rules, pages, sizes, taken) if rules else {}
    return Plan(
        pages=tuple(pages),
        places=places,
        rules=rules,
        wholes=wholes,
        maps=maps,
        histories=histories,
        changes=changes,
        addresses=addresses,
        parts=found,
    )


def _wholes(
    rules: Sequence[Document], pages: Sequence[Page], sizes: Mapping[str, int], taken: set[str]
) -> dict[str, tuple[Section, ...]]:
    """The rules on one page, or on several that follow one another, cut where their chapters are."""
    sections = _sections(rules)
    if _size(sections, sizes) <= _MOST_WHOLE:
        return {WHOLE: sections}
    cut: list[tuple[Section, ...]] = [()]
    for page in pages:
        if page.role != "document":
            if cut[-1] and _size((*cut[-1], *page.sections), sizes) > _MOST_WHOLE:
                cut.append(())
            cut[-1] += page.sections
    return {(_file_name(_stem(WHOLE), taken) if n else WHOLE): part for n, part in enumerate(cut)}


def _size(sections: Iterable[Section], sizes: Mapping[str, int]) -> int:
    """How many characters the text of sections has, those of each by its anchor."""
    return sum(sizes[section.anchor] for section in sections)


def _stem(name: str) -> str:
    return name.removesuffix(".html")


def _rules(rulebook: Rulebook) -> tuple[Document, ...]:
    """The rules proper: the document called rules, else the first that holds rules, and what carries its
    numbers on."""
    filled = [d for d in rulebook.documents if d.kind == "rules" and d.sections]
    own = next((d.id for d in filled if d.id == "rules"), filled[0].id if filled else None)
    return next((found for found in rulebook.hierarchies() if found[0].id == own), ())


def _sections(documents: Iterable[Document]) -> tuple[Section, ...]:
    return tuple(section for document in documents for section in document.sections)


def _chapters(rules: Sequence[Document], sizes: Mapping[str, int], taken: set[str]) -> Iterator[Page]:
    """Front matter on one page, then a page a chapter, in printed order.

    A section that is printed inside another chapter goes to the chapter of its number.
    """
    heads: dict[str, Section] = {}
    members: dict[str, list[Section]] = defaultdict(list)
    sections, documents = _sections(rules), {document.id: document for document in rules}
    parents = {section.anchor: section.parent for section in sections}
    roots: dict[str, str] = {}
    for section in sections:
        root = _root(section.anchor, parents, roots)
        if section.anchor == root:
            heads[root] = section
        else:
            members[root].append(section)
    front: list[Section] = []
    chapters: list[tuple[Section, ...]] = []
    for root, head in heads.items():
        if head.kind in _BEFORE_THE_RULES:
            front += (head, *members[root])
        else:
            chapters.append((head, *members[root]))
    if front:
        yield Page(FRONT, "front", documents[front[0].document], tuple(front))
    for chapter in chapters:
        for part in _parts(chapter, sizes):
            yield Page(_file_name(part[0].anchor, taken), "chapter", documents[part[0].document], part)


def _parts(chapter: tuple[Section, ...], sizes: Mapping[str, int]) -> Iterator[tuple[Section, ...]]:
    """A chapter as one part, or as several where it is too large: its head, then each section below it with
    what that holds, cut again where need be. What is small and without sections of its own stays together."""
    if _size(chapter, sizes) <= _MOST:
        yield chapter
        return
    head, *inner = chapter
    part: list[Section] = [head]
    groups: list[tuple[Section, ...]] = []
    parents = {section.anchor: section.parent for section in inner}
    roots: dict[str, str] = {}
    below: dict[str, list[Section]] = defaultdict(list)
    for section in inner:
        below[_root(section.anchor, parents, roots)].append(section)
    for group in map(tuple, below.values()):
        if len(group) == 1 and _size((*part, *group), sizes) <= _MOST:
            part.extend(group)
            continue
        groups += [tuple(part)] if part else []
        part = list(group) if len(group) == 1 else []
        groups += _parts(group, sizes) if len(group) > 1 else ()
    yield from groups
    if part:
        yield tuple(part)


def _root(anchor: str, parents: Mapping[str, str | None], roots: dict[str, str]) -> str:
    """The chapter above a section; each step is taken once for the whole text."""
    way: list[str] = []
    while anchor not in roots:
        way.append(anchor)
        parent = parents.get(anchor)
        if parent is None or parent not in parents or parent in way:
            roots[anchor] = anchor
        else:
            anchor = parent
    root = roots[anchor]
    roots.update(dict.fromkeys(way, root))
    return root


def _file_name(wanted: str, taken: set[str]) -> str:
    """A file name of its own on any system: two that differ in case only would be one on many disks."""
    stem = _UNFIT.sub("-", wanted).strip(".") or "page"
    stem = stem if is_portable(stem) else f"page-{stem}"
    name, count = f"{stem}.html", 1
    while name.casefold() in taken:
        count += 1
        name = f"{stem}~{count}.html"
    taken.add(name.casefold())
    return name
