"""OpenDocument texts (ODT, and FODT, which is one XML file) to blocks.

Lists are numbered as the format says: a list begins anew unless it says that it goes on, only the first
paragraph of an item bears the number, headings outside of lists have the numbers of the outline.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from vfdoc.imports.blocks import NOTE, Content, RemarkLog, TextSpan, language_code
from vfdoc.imports.drafts import DraftCell, DraftTable, Marked, Node, ParagraphDraft, plain, settled
from vfdoc.imports.package import Element, Package, damaged, encrypted, parsed
from vfdoc.imports.word_fields import Bookmark, Crossing
from vfdoc.imports.word_numbers import ParagraphNumber, as_number, number
from vfdoc.model.text import DocumentPlace

_FORMATS = {"1": "decimal", "i": "lowerRoman", "I": "upperRoman", "a": "lowerLetter", "A": "upperLetter"}
_SWITCHES = {"number": "\\r", "number-no-superior": "\\n", "number-all-superior": "\\w"}
_PART = re.compile(r"%(\d+)%")
_BLANKS = re.compile(r"[ \t\r\n]+")
_QUOTE = re.compile(r"quot", re.IGNORECASE)
_MADE = "table-of-content alphabetical-index illustration-index table-index object-index user-index"
_INDEXES = frozenset((*_MADE.split(), "bibliography"))
_HEAVY = ("bold", "600", "700", "800", "900")
_LEVELS = 10
_MOST = 1000  # rows or columns that an element may stand for
_DEEPEST = 20


class _OdtStyle(NamedTuple):
    title: bool = False
    quoted: bool = False
    list: str = ""
    bold: bool = False
    italic: bool = False
    hidden: bool = False


class _OdtLevel(NamedTuple):
    """One level of a list style. `parts` are the levels (from 0) that it prints."""

    format: str
    before: str
    after: str
    shown: int
    start: int
    pattern: str
    bullet: bool
    bold: bool

    @property
    def parts(self) -> int:
        """How many counters it prints."""
        return len(_PART.findall(self.pattern)) if self.pattern else self.shown


@dataclass(slots=True)
class _OdtList:
    """A list that is being counted: the value of each level, and what each printed last."""

    style: str
    values: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)
    printed: list[str] = field(default_factory=lambda: [""] * _LEVELS)


def read_odt(data: bytes, name: str) -> Content:
    """The content of an OpenDocument text; InputError where it cannot be opened."""
    meta = None
    if data.startswith(b"PK"):
        package = Package(data, name)
        manifest = package.xml("META-INF/manifest.xml")
        if manifest is not None and any(True for _ in manifest.iter("encryption-data")):
            raise encrypted(name)
        root, styles = package.xml("content.xml"), package.xml("styles.xml")
        meta = package.xml("meta.xml")
    else:
        root = styles = parsed(data, name)
    body = root.find("body/text") if root is not None else None
    if root is None or body is None:
        raise damaged(name, "it has no text")
    return _OdtReader(root, styles, meta, body).content()


class _OdtReader:
    """Reads the body of one document."""

    def __init__(self, root: Element, styles: Element | None, meta: Element | None, body: Element) -> None:
        self._root, self._sheet, self._body = root, styles, body
        self._meta = meta if meta is not None else root
        sources = [each for each in (styles, root) if each is not None]
        raw = {
            (each.get("family", ""), each.get("name", "")): each
            for source in sources
            for part in ("styles", "automatic-styles")
            for each in source.iterfind(f"{part}/style")
        }
        self._styles = {key: _style(raw, key) for key in raw}
        heavy = {name for (family, name), style in self._styles.items() if family == "text" and style.bold}
        self._levels = {
            each.get("name", ""): _levels(each, heavy)
            for source in sources
            for each in source.iter("list-style")
        }
        outline = next((each for source in sources for each in source.iter("outline-style")), None)
        self._outline = _levels(outline, heavy) if outline is not None else {}
        self._lists: dict[str, _OdtList] = {}  # by id
        self._latest: dict[str, _OdtList] = {}  # by style
        self._chapters = _OdtList("")
        self._remarks = RemarkLog()
        self._pages = any(True for _ in body.iter("soft-page-break"))
        self._page, self._count, self._entries = 1, 0, 0
        self._drafts: list[ParagraphDraft] = []
        self._bookmarks: dict[str, Bookmark] = {}
        self._space = False  # the last character was a blank

    def content(self) -> Content:
        """The whole document."""
        nodes = self._nodes(self._body, 0)
        self._furniture()
        marked = Marked(self._drafts, self._bookmarks, self._remarks)
        blocks = tuple(block for node in nodes for block in settled(node, marked))
        if self._entries:
            self._remarks.add(
                "dropped", f"contents and indexes that the program makes ({self._entries} lines)"
            )
        title = (
            next((each.text or "" for each in self._meta.iter("title")), "")
            if self._meta is not self._root
            else ""
        )
        return Content(blocks, self._remarks.all(), title.strip(), next(filter(None, self._languages()), ""))

    def _languages(self) -> Iterator[str]:
        """The language of the document's properties, then that in which the program checks its words."""
        for each in self._meta.iterfind(".//meta/language"):
            yield language_code(each.text)
        for source in (self._sheet, self._root):
            for each in source.iterfind(".//default-style/text-properties") if source is not None else ():
                yield language_code(each.get("language"))

    def _furniture(self) -> None:
        said: set[str] = set()
        for source in (self._sheet, self._root):
            for master in source.iter("master-page") if source is not None else ():
                for part in master:
                    words = " ".join("".join(part.itertext()).split())
                    if words and words not in said and part.tag.startswith(("header", "footer")):
                        said.add(words)
                        what = f"running {'head' if part.tag.startswith('header') else 'foot'}"
                        self._remarks.add("dropped", what, words)

    # Blocks

    def _nodes(self, parent: Element, depth: int) -> list[Node]:
        found: list[Node] = []
        for child in parent:
            tag = child.tag
            if tag in ("p", "h"):
                found += self._with_boxes(self._paragraph(child, None))
            elif tag == "list":
                found += self._list(child, None, 0, depth)
            elif tag == "numbered-paragraph":
                found += self._nodes(child, depth)
            elif tag == "table":
                found.append(self._table(child, depth))
            elif tag == "tracked-changes":
                self._changes(child)
            elif tag in _INDEXES:
                self._entries += sum(1 for each in child.iter("p") if "".join(each.itertext()).strip())
            elif tag == "soft-page-break":
                self._page += 1
            elif tag in ("section", "index-body", "text-box"):
                found += self._nodes(child, depth)
            elif tag == "frame":
                draft = ParagraphDraft(index=len(self._drafts), place=self._here())
                self._drawn(child, draft)
                for box in draft.boxes:
                    found += box
        return found

    def _with_boxes(self, draft: ParagraphDraft) -> list[Node]:
        return [draft, *(node for box in draft.boxes for node in box)]

    def _here(self) -> DocumentPlace:
        return DocumentPlace(self._page if self._pages else None, max(self._count, 1))

    def _changes(self, changes: Element) -> None:
        for region in changes:
            for change in region:
                words = "".join(
                    text for each in change if each.tag != "change-info" for text in [*each.itertext(), " "]
                )
                if change.tag == "deletion" and words.strip():
                    self._remarks.add("dropped", "a tracked deletion", words)
        inserted = sum(1 for _ in changes.iter("insertion"))
        if inserted:
            self._remarks.add("kept", f"{inserted} tracked insertion{'s' * (inserted > 1)}")

    def _list(self, element: Element, running: _OdtList | None, level: int, depth: int) -> list[Node]:
        """The paragraphs of a list, numbered; `running` is the list in which this one is an inner level."""
        if running is None:
            running = self._begun(element)
        style = element.get("style-name") or running.style
        found: list[Node] = []
        for item in element:
            if item.tag not in ("list-item", "list-header"):
                continue
            start = item.get("start-value")
            bears = item.tag == "list-item"
            for child in item:
                if child.tag in ("p", "h"):
                    listed = (running, style, level, number(start) if start is not None else None)
                    found += self._with_boxes(self._paragraph(child, listed if bears else None, inside=True))
                    bears = False
                elif child.tag == "list":
                    found += self._list(child, running, min(level + 1, _LEVELS - 1), depth)
                    bears = False
                elif child.tag == "soft-page-break":
                    self._page += 1
                elif child.tag == "table":
                    found.append(self._table(child, depth))
        return found

    def _begun(self, element: Element) -> _OdtList:
        """The list that an element begins or goes on with."""
        style = element.get("style-name", "")
        before = self._lists.get(element.get("continue-list", ""))
        if before is None and element.get("continue-numbering") == "true":
            before = self._latest.get(style)
        found = before if before is not None else _OdtList(style)
        self._latest[style] = found
        if (id_ := element.get("id")) is not None:
            self._lists[id_] = found
        return found

    def _paragraph(
        self, element: Element, listed: tuple[_OdtList, str, int, int | None] | None,
        *, inside: bool = False, note: bool = False,
    ) -> ParagraphDraft:  # fmt: skip
        style = self._styles.get(("paragraph", element.get("style-name", "")), _OdtStyle())
        heading = element.tag == "h" and not style.title
        level = max(1, number(element.get("outline-level"), 1)) if heading else int(style.title)
        draft = ParagraphDraft(level=level, title=style.title, quoted=style.quoted, index=len(self._drafts))
        self._drafts.append(draft)
        before = self._page
        self._space = True
        self._inline(element, draft, TextSpan("", style.bold and not heading))
        if note:
            return draft
        words = draft.text.strip()
        self._count += bool(words)
        place = draft.place.page if draft.place.page is not None else before
        draft.place = DocumentPlace(place if self._pages else None, max(self._count, 1))
        if listed is not None:
            running, name, at, start = listed
            draft.numbered = _next(
                running, self._levels.get(name) or self._levels.get(style.list, {}), at, start
            )
        elif heading and not inside and self._outline and element.get("is-list-header") != "true":
            begins = element.get("start-value")
            anew = number(begins) if begins is not None else None
            draft.numbered = _next(self._chapters, self._outline, min(level, _LEVELS) - 1, anew)
        if draft.numbered is not None and not words:
            draft.numbered = None
        return draft

    # Within a paragraph

    def _inline(self, parent: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        self._put(draft, look, _BLANKS.sub(" ", parent.text or ""))
        for child in parent:
            self._element(child, draft, look)
            self._put(draft, look, _BLANKS.sub(" ", child.tail or ""))

    def _element(self, child: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        match child.tag:
            case "span":
                style = self._styles.get(("text", child.get("style-name", "")), _OdtStyle())
                if style.hidden:
                    self._remarks.add("dropped", "hidden text", "".join(child.itertext()), self._here())
                    return
                look = look._replace(bold=look.bold or style.bold, italic=look.italic or style.italic)
                self._inline(child, draft, look)
            case "s":
                self._put(draft, look, " " * min(max(1, number(child.get("c"), 1)), _MOST), kept=True)
            case "tab":
                self._put(draft, look, "\t", kept=True)
            case "line-break":
                self._put(draft, look, "\n", kept=True)
            case "a":
                link = child.get("href", "")
                self._inline(
                    child, draft, look._replace(link=link if link.startswith(("http://", "https://")) else "")
                )
            case "soft-page-break":
                self._page += 1
            case "bookmark" | "bookmark-start" | "reference-mark" | "reference-mark-start":
                mark = Bookmark(draft.index, len(draft.text))
                self._bookmarks.setdefault(child.get("name", "").casefold(), mark)
            case "bookmark-end" | "reference-mark-end":
                begun = self._bookmarks.get(child.get("name", "").casefold())
                if begun is not None and begun.end_index < 0:
                    begun.end_index, begun.end = draft.index, len(draft.text)
            case "bookmark-ref" | "reference-ref":
                switch = _SWITCHES.get(child.get("reference-format", ""))
                shown = "".join(child.itertext())
                if switch is None:
                    self._put(draft, look, shown, kept=True)
                else:
                    self._space = False
                    draft.pieces.append(Crossing(f'REF "{child.get("ref-name", "")}" {switch}', shown, look))
            case "note":
                self._note(child, draft, look)
            case "annotation":
                self._remarks.add("dropped", "a comment", " ".join(child.itertext()), self._here())
            case "frame" | "custom-shape" | "rect" | "g":
                self._drawn(child, draft)
            case "annotation-end" | "change" | "change-start" | "change-end":
                pass
            case "ruby":
                for base in child.iterfind("ruby-base"):
                    self._inline(base, draft, look)
            case _:
                self._inline(child, draft, look)

    def _put(self, draft: ParagraphDraft, look: TextSpan, text: str, *, kept: bool = False) -> None:
        """Adds characters; a blank of the XML after a blank says nothing."""
        if not kept and self._space:
            text = text.lstrip(" ")
        if not text:
            return
        if draft.place.page is None and self._pages and text.strip():
            draft.place = DocumentPlace(self._page, None)
        self._space = not kept and text.endswith(" ")
        draft.pieces.append(look._replace(text=text))

    def _note(self, child: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        body = child.find("note-body")
        space = self._space
        drafts = [
            self._paragraph(each, None, note=True) for each in (body.iter("p") if body is not None else ())
        ]
        self._space = space
        found = tuple(plain(each) for each in drafts if each.text.strip())
        if found:
            draft.notes.append(found)
            self._put(draft, look._replace(bold=False, italic=False), NOTE, kept=True)

    def _drawn(self, element: Element, draft: ParagraphDraft) -> None:
        boxes = [box for box in element.iter("text-box") if "".join(box.itertext()).strip()]
        for box in boxes[:1]:
            what = "a text box, read below the paragraph that holds it"
            self._remarks.add("doubtful", what, "".join(box.itertext()), self._here())
            draft.boxes.append(self._nodes(box, 1))
        if not boxes:
            words = next((each.text or "" for tag in ("desc", "title") for each in element.iter(tag)), "")
            self._remarks.add("dropped", "a picture", words, self._here())

    # Tables

    def _table(self, element: Element, depth: int) -> DraftTable:
        place = DocumentPlace(self._page if self._pages else None, self._count + 1)
        header = sum(1 for part in element.iterfind("table-header-rows") for _ in part.iterfind("table-row"))
        rows = [self._row(row, depth) for row in _rows(element)]
        return DraftTable([row for row in rows if row], header or None, place)

    def _row(self, row: Element, depth: int) -> list[DraftCell]:
        found = []
        for cell in row:
            if cell.tag != "table-cell":
                continue
            across = min(max(1, number(cell.get("number-columns-spanned"), 1)), _MOST)
            down = min(max(1, number(cell.get("number-rows-spanned"), 1)), _MOST)
            content = self._nodes(cell, depth + 1) if depth < _DEEPEST else []
            times = min(max(1, number(cell.get("number-columns-repeated"), 1)), 100)
            found += [DraftCell(content, across, down)] * (times if content else 1)
        return found


def _rows(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag == "table-row":
            yield child
        elif child.tag in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(child)


def _next(
    running: _OdtList, levels: dict[int, _OdtLevel], at: int, start: int | None
) -> ParagraphNumber | None:
    """The number of the next item of a list at a level; None where that level prints none."""
    level = levels.get(at)
    if level is None:
        return None
    before = running.values[at]
    running.values[at] = start if start is not None else level.start if before is None else before + 1
    for deeper in range(at + 1, _LEVELS):
        running.values[deeper], running.printed[deeper] = None, ""
    if level.bullet:
        return ParagraphNumber("", "", at, True, False, False)

    def part(each: int) -> str:
        own = levels.get(each, level)
        now = running.values[each]
        return as_number(own.start if now is None else now, own.format)

    if level.pattern:
        shown = _PART.sub(lambda found: part(min(max(int(found[1][:3]), 1), _LEVELS) - 1), level.pattern)
    else:
        counters = [part(each) for each in range(max(0, at + 1 - level.shown), at + 1)]
        shown = level.before + ".".join(filter(None, counters)) + level.after
    shown = shown.strip()
    if not shown or (level.format == "none" and not level.before.strip()):
        return None
    above = ""
    if level.parts < 2:
        above = next((running.printed[each] for each in range(at - 1, -1, -1) if running.printed[each]), "")
    running.printed[at] = above + shown.rstrip(".")
    sections = any(each.parts > 1 for each in levels.values() if not each.bullet)
    own = sections and (level.parts > 1 or at == 0)
    return ParagraphNumber(shown, running.printed[at], at, False, own, False, above, level.bold)


def _levels(style: Element, heavy: Container[str]) -> dict[int, _OdtLevel]:
    """The levels of a list style, from 0; `heavy` are the text styles in bold type."""
    found = {}
    for each in style:
        at = number(each.get("level"), 1) - 1
        if not 0 <= at < _LEVELS:
            continue
        shown = min(max(1, number(each.get("display-levels"), 1)), _LEVELS)
        format = _FORMATS.get(each.get("num-format", ""), "none")
        bullet = each.tag.endswith(("bullet", "image"))
        before, after = each.get("num-prefix", ""), each.get("num-suffix", "")
        start = number(each.get("start-value"), 1)
        pattern, bold = each.get("num-list-format", ""), each.get("style-name", "") in heavy
        found[at] = _OdtLevel(format, before, after, shown, start, pattern, bullet, bold)
    return found


def _style(raw: dict[tuple[str, str], Element], key: tuple[str, str]) -> _OdtStyle:
    chain: list[tuple[tuple[str, str], Element]] = []
    while key in raw and len(chain) < 32 and all(each != key for each, _ in chain):
        chain.append((key, raw[key]))
        key = (key[0], raw[key].get("parent-style-name", ""))
    found = _OdtStyle()
    for (family, name), element in reversed(chain):
        looks = element.find("text-properties")
        weight = looks.get("font-weight") if looks is not None else None
        slant = looks.get("font-style") if looks is not None else None
        display = looks.get("display") if looks is not None else None
        quoted = family == "paragraph" and _QUOTE.search(element.get("display-name", name)) is not None
        found = _OdtStyle(
            title=found.title or (family == "paragraph" and name == "Title"),
            quoted=found.quoted or quoted,
            list=element.get("list-style-name") or found.list,
            bold=found.bold if weight is None else weight in _HEAVY,
            italic=found.italic if slant is None else slant in ("italic", "oblique"),
            hidden=found.hidden if display is None else display == "none",
        )
    return found
