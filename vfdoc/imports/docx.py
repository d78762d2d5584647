"""Word documents (DOCX) to blocks, by a reader of our own over the zip file and its XML.

Numbers are those that Word shows (`word_numbers`), cross-reference fields those of their targets
(`word_fields`). Insertions that are tracked are kept, deletions dropped and told. The paragraphs are read
once, in order, for numbering counts through body and tables; fields are resolved when all numbers are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.imports.blocks import NOTE, Content, RemarkLog, TextSpan, language_code
from vfdoc.imports.drafts import DraftCell, DraftTable, Marked, Node, ParagraphDraft, plain, settled
from vfdoc.imports.package import Element, Package, damaged
from vfdoc.imports.word_fields import Bookmark, Crossing, Field, keyword
from vfdoc.imports.word_numbers import ListNumbering, ParagraphNumber, is_on, number, value
from vfdoc.model.text import DocumentPlace

_RELATIONS = "_rels/.rels"
_HEADING = re.compile(r"heading ([1-9])$")
_QUOTE = re.compile(r"\b(?:quote|quotation|block text)\b")
_INSIDE = frozenset(
    ("ins", "moveTo", "smartTag", "sdtContent", "customXml", "bdo", "dir", "ruby", "rubyBase", "r", "Choice")
)
_SYMBOLS = {
    "F0B7": "•",
    "F0A7": "▪",
    "F0E0": "→",
    "F0DF": "←",
    "F0B1": "±",
    "F0B4": "×",
    "F0B3": "≥",
    "F0A3": "≤",
}
_ALTERNATIVES = ("sdtContent", "Choice", "Fallback")  # the first of them is read
_GENERATED = ("TOC", "INDEX", "TOA")
_DEEPEST = 20  # tables in one another


class _WordStyle(NamedTuple):
    """A style with what it takes from those that it is based on."""

    name: str = ""
    level: int = 0
    title: bool = False
    quoted: bool = False
    list: str = ""
    list_level: int | None = None
    list_style: str = ""
    bold: bool = False
    italic: bool = False
    hidden: bool = False


class _Cell(NamedTuple):
    """A cell as its row has it: `merge` is "restart" where a merged one begins, then "continue"."""

    content: list[Node]
    across: int
    merge: str
    column: int


def read_docx(data: bytes, name: str) -> Content:
    """The content of a Word document; InputError where it cannot be opened."""
    package = Package(data, name)
    main = _main_part(package)
    root = package.xml(main)
    body = root.find("body") if root is not None else None
    if body is None:
        raise damaged(name, "it has no body")
    return _DocxReader(package, main, body).content()


def _main_part(package: Package) -> str:
    root = package.xml(_RELATIONS)
    for relation in root if root is not None else ():
        if relation.get("Type", "").endswith("/officeDocument"):
            return relation.get("Target", "").lstrip("/")
    return "word/document.xml"


class _DocxReader:
    """Reads the body of one document."""

    def __init__(self, package: Package, main: str, body: Element) -> None:
        self._package, self._body = package, body
        self._folder = main.rpartition("/")[0]
        self._relations = self._related(main)
        styles = self._part("styles")
        self._styles, default = _styles(styles)
        self._default = self._styles.get(default, _WordStyle())
        lists = {
            each.get("styleId", ""): _list_of(each)[0]
            for each in (styles.iterfind("style") if styles is not None else ())
            if each.get("type") == "numbering"
        }
        self._numbering = ListNumbering(self._part("numbering"), lists)
        self._remarks = RemarkLog()
        self._pages = any(True for _ in body.iter("lastRenderedPageBreak"))
        self._page, self._count = 1, 0
        self._fields: list[Field] = []
        self._drafts: list[ParagraphDraft] = []
        self._bookmarks: dict[str, Bookmark] = {}
        self._open_marks: dict[str, Bookmark] = {}
        self._carried: list[TextSpan | Crossing] = []
        self._entries = 0  # of a table of contents
        self._insertions = 0
        self._styled = styles
        self._footnotes = {
            kind: {note.get("id", ""): note for note in part.iterfind(kind) if note.get("type") is None
                   or note.get("type") == "normal"}
            for kind, part in (("footnote", self._part("footnotes")), ("endnote", self._part("endnotes")))
            if part is not None
        }  # fmt: skip

    def content(self) -> Content:
        """The whole document."""
        nodes = self._nodes(self._body, 0)
        self._furniture()
        marked = Marked(self._drafts, self._bookmarks, self._remarks)
        blocks = tuple(block for node in nodes for block in settled(node, marked))
        if self._entries:
            self._remarks.add("dropped", f"the table of contents that Word makes ({self._entries} lines)")
        if self._insertions:
            self._remarks.add("kept", f"{self._insertions} tracked insertion{'s' * (self._insertions > 1)}")
        core = self._package.xml("docProps/core.xml")
        title = (core.findtext("title") or "").strip() if core is not None else ""
        return Content(blocks, self._remarks.all(), title, self._language(core))

    def _language(self, core: Element | None) -> str:
        """The language of the document's properties, else that in which Word checks its words."""
        lang = next(self._styled.iter("lang"), None) if self._styled is not None else None
        checked = language_code(lang.get("val")) if lang is not None else ""
        return language_code(core.findtext("language") if core is not None else "") or checked

    # Parts

    def _related(self, path: str) -> dict[str, tuple[str, str]]:
        """The relations of a part by id: their kind, and their target."""
        folder, _, name = path.rpartition("/")
        root = self._package.xml(f"{folder}/_rels/{name}.rels".lstrip("/"))
        return {
            each.get("Id", ""): (each.get("Type", "").rpartition("/")[2], each.get("Target", ""))
            for each in (root if root is not None else ())
        }

    def _part(self, kind: str) -> Element | None:
        target = next((target for each, target in self._relations.values() if each == kind), None)
        return self._package.xml(self._path(target)) if target is not None else None

    def _path(self, target: str) -> str:
        if target.startswith("/"):
            return target.lstrip("/")
        return f"{self._folder}/{target}".lstrip("/")

    def _furniture(self) -> None:
        """Tells of the running heads and of comments, which are no part of the rules."""
        said: set[str] = set()
        for kind, target in self._relations.values():
            if kind in ("header", "footer") and (part := self._package.xml(self._path(target))) is not None:
                words = " ".join(_words(part).split())
                if words and words not in said:
                    said.add(words)
                    self._remarks.add("dropped", f"running {'head' if kind == 'header' else 'foot'}", words)
        comments = self._part("comments")
        for comment in comments.iterfind("comment") if comments is not None else ():
            self._remarks.add("dropped", "a comment", _words(comment))

    # Blocks

    def _nodes(self, parent: Element, depth: int) -> list[Node]:
        """The paragraphs and tables in an element, in order."""
        found: list[Node] = []
        for child in parent:
            match child.tag:
                case "p":
                    draft = self._paragraph(child)
                    if draft is not None:
                        found.append(draft)
                        for box in draft.boxes:
                            found += box
                case "tbl":
                    found.append(self._table(child, depth))
                case "sdt":
                    gallery = child.find("sdtPr/docPartObj/docPartGallery")
                    inner = child.find("sdtContent")
                    if gallery is not None and gallery.get("val") == "Table of Contents":
                        self._entries += sum(1 for each in child.iter("p") if _words(each).strip())
                    elif inner is not None:
                        found += self._nodes(inner, depth)
                case "ins" | "moveTo" | "customXml" | "sdtContent" | "smartTag":
                    found += self._nodes(child, depth)
                case "del" | "moveFrom":
                    self._deleted(child)
                case "bookmarkStart" | "bookmarkEnd":
                    self._bookmark(child, None)
                case "AlternateContent":
                    chosen = next((each for each in child if each.tag in ("Choice", "Fallback")), None)
                    found += self._nodes(chosen, depth) if chosen is not None else []
                case "altChunk":
                    self._remarks.add(
                        "dropped", "a document of another format within this one", "", self._here()
                    )
        return found

    def _here(self) -> DocumentPlace:
        return DocumentPlace(self._page if self._pages else None, max(self._count, 1))

    def _deleted(self, element: Element) -> None:
        words = _words(element)
        if words.strip():
            kind = "moved from here" if element.tag == "moveFrom" else "a tracked deletion"
            self._remarks.add("dropped", kind, words, self._here(), goes_on=True)

    def _paragraph(self, element: Element, *, note: bool = False) -> ParagraphDraft | None:
        """A paragraph; None where a tracked deletion of its end joins it to the next, or it is hidden."""
        properties = element.find("pPr")
        style = self._style_of(properties)
        draft = ParagraphDraft(
            level=style.level, title=style.title, quoted=style.quoted, index=len(self._drafts)
        )
        mark = properties.find("rPr") if properties is not None else None
        gone = mark is not None and (mark.find("del") is not None or mark.find("moveFrom") is not None)
        self._drafts.append(draft)
        draft.pieces, self._carried = self._carried, []
        listed = any(each.code_is(_GENERATED) for each in self._fields)
        before = self._page
        self._inline(element, draft, TextSpan("", style.bold))  # a style's slant dresses whole paragraphs
        if any(each.code_is(_GENERATED) for each in self._fields) or listed:
            if draft.text.strip():
                self._entries += 1
            return None
        self._close_fields(draft)
        if gone:
            if draft.text.strip():
                what = "two paragraphs, for the end between them is a tracked deletion"
                self._remarks.add("joined", what, draft.text, self._here())
            self._carried = draft.pieces
            return None
        words = draft.text.strip()
        hidden = mark is not None and is_on(mark.find("vanish"))
        if not note:
            if hidden and not words:
                return None
            self._count += bool(words)
            if draft.place.page is None:
                draft.place = DocumentPlace(before if self._pages else None, None)
            draft.place = DocumentPlace(draft.place.page, max(self._count, 1))
            draft.numbered = self._numbered(properties, style)
        if draft.numbered is not None and not words and not draft.notes:
            if draft.numbered.text:
                self._remarks.add(
                    "dropped", f"the number {draft.numbered.text}, before no words", "", draft.place
                )
            draft.numbered = None
        return draft

    def _style_of(self, properties: Element | None) -> _WordStyle:
        if properties is None:
            return self._default
        style = self._styles.get(value(properties, "pStyle") or "", self._default)
        outline = value(properties, "outlineLvl")
        if outline is not None and not style.title:
            at = number(outline, 9)
            style = style._replace(level=at + 1 if at < 9 else 0)
        return style

    def _numbered(self, properties: Element | None, style: _WordStyle) -> ParagraphNumber | None:
        """The number that Word shows: of the paragraph's own list, else of its style's."""
        own = properties.find("numPr") if properties is not None else None
        list_id = value(own, "numId") if own is not None else None
        level = value(own, "ilvl") if own is not None else None
        at = number(level) if level is not None else None
        if list_id is None:
            list_id = style.list
            if at is None:
                at = style.list_level
                linked = self._numbering.level_of_style(list_id, style.list_style) if list_id else None
                at = linked if linked is not None else at
        if not list_id or list_id == "0":
            return None
        mark = properties.find("rPr/b") if properties is not None else None
        bold = is_on(mark) if mark is not None else style.bold
        return self._numbering.next(list_id, min(at or 0, 8), bold=bold)

    # Within a paragraph

    def _inline(self, parent: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        for child in parent:
            tag = child.tag
            if tag == "r":
                self._run(child, draft, look)
            elif tag == "hyperlink":
                _, target = self._relations.get(child.get("id", ""), ("", ""))
                link = target if target.startswith(("http://", "https://")) else ""
                self._inline(child, draft, look._replace(link=link))
            elif tag in ("ins", "moveTo"):
                self._insertions += tag == "ins" and bool(_words(child).strip())
                self._inline(child, draft, look)
            elif tag in ("del", "moveFrom"):
                self._deleted(child)
            elif tag in ("bookmarkStart", "bookmarkEnd"):
                self._bookmark(child, draft)
            elif tag == "fldSimple":
                self._fields.append(Field(child.get("instr", ""), True, look))
                self._inline(child, draft, look)
                self._end_field(draft)
            elif tag in ("sdt", "AlternateContent"):
                inner = next((each for each in child if each.tag in _ALTERNATIVES), None)
                if inner is not None:
                    self._inline(inner, draft, look)
            elif tag in ("oMath", "oMathPara"):
                self._put(draft, TextSpan("".join(each.text or "" for each in child.iter("t"))))
                self._remarks.add("doubtful", "a formula, read as plain characters", draft.text, self._here())
            elif tag in _INSIDE:
                self._inline(child, draft, look)

    def _run(self, run: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        properties = run.find("rPr")
        if properties is not None:
            style = self._styles.get(value(properties, "rStyle") or "", _WordStyle())
            bold, italic, hidden = properties.find("b"), properties.find("i"), properties.find("vanish")
            look = look._replace(
                bold=is_on(bold) if bold is not None else look.bold or style.bold,
                italic=is_on(italic) if italic is not None else look.italic or style.italic,
            )
            if is_on(hidden) or (hidden is None and style.hidden):
                if (words := _words(run)).strip() and not any(
                    each.code_is(_GENERATED) for each in self._fields
                ):
                    self._remarks.add("dropped", "hidden text", words, self._here())
                return
            if properties.find("del") is not None and not run.findall("t"):
                look = look._replace(bold=False)
        for child in run:
            self._in_run(child, draft, look)

    def _in_run(self, child: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        match child.tag:
            case "t":
                self._put(draft, look._replace(text=child.text or ""))
            case "tab":
                self._put(draft, look._replace(text="\t"))
            case "br" | "cr":
                if child.get("type") not in ("page", "column"):
                    self._put(draft, look._replace(text="\n"))
            case "noBreakHyphen":
                self._put(draft, look._replace(text="\N{NON-BREAKING HYPHEN}"))
            case "lastRenderedPageBreak":
                self._page += 1
            case "sym":
                code = (child.get("char") or "").upper()
                self._put(draft, look._replace(text=_SYMBOLS.get(code, "\N{REPLACEMENT CHARACTER}")))
                if code not in _SYMBOLS:
                    what = f"character {code} of the font {child.get('font', '')}, which no text has"
                    self._remarks.add("doubtful", what, draft.text, self._here())
            case "fldChar":
                self._field_mark(child.get("fldCharType", ""), draft, look)
            case "instrText":
                if self._fields:
                    self._fields[-1].code += child.text or ""
            case "footnoteReference" | "endnoteReference":
                self._note(child, draft, look)
            case "drawing" | "pict" | "object" | "AlternateContent":
                self._drawn(child, draft)
            case "ruby":
                self._inline(child, draft, look)

    def _put(self, draft: ParagraphDraft, span: TextSpan) -> None:
        """Adds characters to the field that is open and shows a cross-reference, else to the paragraph."""
        if not span.text:
            return
        open_one = self._fields[-1] if self._fields else None
        if open_one is not None and not open_one.shows:
            return
        for each in self._fields:
            if each.is_crossing:
                each.shown += span.text
                return
        if draft.place.page is None and self._pages and span.text.strip():
            draft.place = DocumentPlace(self._page, None)
        draft.pieces.append(span)

    def _field_mark(self, kind: str, draft: ParagraphDraft, look: TextSpan) -> None:
        if kind == "begin":
            self._fields.append(Field("", False, look))
        elif kind == "separate" and self._fields:
            self._fields[-1].shows = True
        elif kind == "end" and self._fields:
            self._end_field(draft)

    def _end_field(self, draft: ParagraphDraft) -> None:
        ended = self._fields.pop()
        if ended.is_crossing:
            crossing = Crossing(ended.code, ended.shown, ended.look)
            if any(each.is_crossing for each in self._fields):
                self._put(draft, ended.look._replace(text=ended.shown))
            else:
                draft.pieces.append(crossing)
        elif keyword(ended.code) == "FORMCHECKBOX":
            self._remarks.add("dropped", "a form's box", "", self._here())

    def _close_fields(self, draft: ParagraphDraft) -> None:
        """A cross-reference that goes on in the next paragraph is what it shows here."""
        for each in self._fields:
            if each.is_crossing and each.shown:
                draft.pieces.append(each.look._replace(text=each.shown))
                each.shown = ""

    def _bookmark(self, element: Element, draft: ParagraphDraft | None) -> None:
        id_ = element.get("id", "")
        if element.tag == "bookmarkStart":
            index = draft.index if draft is not None else len(self._drafts)
            mark = Bookmark(index, len(draft.text) if draft is not None else 0)
            self._open_marks[id_] = mark
            self._bookmarks.setdefault(element.get("name", "").casefold(), mark)
        elif (begun := self._open_marks.pop(id_, None)) is not None and draft is not None:
            begun.end_index, begun.end = draft.index, len(draft.text)

    def _note(self, child: Element, draft: ParagraphDraft, look: TextSpan) -> None:
        kind = child.tag.removesuffix("Reference")
        note = self._footnotes.get(kind, {}).get(child.get("id", ""))
        if note is None:
            self._remarks.add("doubtful", f"a {kind} that is not there", draft.text, self._here())
            return
        fields, self._fields = self._fields, []
        paragraphs = [self._paragraph(each, note=True) for each in note.iter("p")]
        self._fields = fields
        found = tuple(plain(each) for each in paragraphs if each is not None and each.text.strip())
        if found:
            draft.notes.append(found)
            self._put(draft, look._replace(text=NOTE, bold=False, italic=False))

    def _drawn(self, element: Element, draft: ParagraphDraft) -> None:
        """A picture is told of, a text box read behind the paragraph that holds it."""
        choice = next(element.iter("Choice"), element)
        boxes = list(choice.iter("txbxContent"))
        for box in boxes[:1] if element.tag == "pict" else boxes:
            if not _words(box).strip():
                continue
            self._remarks.add(
                "doubtful", "a text box, read below the paragraph that holds it", _words(box), self._here()
            )
            fields, self._fields = self._fields, []
            draft.boxes.append(self._nodes(box, 1))
            self._fields = fields
        if not boxes:
            about = next(element.iter("docPr"), None)
            words = (about.get("descr") or about.get("title") or "") if about is not None else ""
            self._remarks.add("dropped", "a picture", words, self._here())

    # Tables

    def _table(self, element: Element, depth: int) -> DraftTable:
        place = DocumentPlace(self._page if self._pages else None, self._count + 1)
        rows: list[list[_Cell]] = []
        header = 0
        for row in _rows(element):
            properties = row.find("trPr")
            if properties is not None and properties.find("del") is not None:
                self._remarks.add("dropped", "a tracked deletion of a table row", _words(row), self._here())
                continue
            if properties is not None and is_on(properties.find("tblHeader")) and header == len(rows):
                header += 1
            rows.append(self._cells(row, properties, depth))
        return DraftTable(_merged(rows), header or None, place)

    def _cells(self, row: Element, properties: Element | None, depth: int) -> list[_Cell]:
        column = number(value(properties, "gridBefore")) if properties is not None else 0
        found = [_Cell([], column, "", 0)] if column else []
        for cell in _rows(row, "tc"):
            about = cell.find("tcPr")
            across = max(1, number(value(about, "gridSpan"), 1)) if about is not None else 1
            merge = about.find("vMerge") if about is not None else None
            kind = "" if merge is None else merge.get("val", "continue")
            beside = about.find("hMerge") if about is not None else None
            if beside is not None and beside.get("val", "continue") == "continue" and found:
                found[-1] = found[-1]._replace(across=found[-1].across + across)
                continue
            content = self._nodes(cell, depth + 1) if depth < _DEEPEST else []
            found.append(_Cell(content, across, kind, column))
            column += across
        return found


def _rows(parent: Element, tag: str = "tr") -> Iterator[Element]:
    """The rows of a table (or cells of a row), within content controls and insertions too."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _rows(child, tag)


def _merged(rows: Sequence[Sequence[_Cell]]) -> list[list[DraftCell]]:
    """The cells of each row, those that go on from above taken into where they begin."""
    found = []
    for at, row in enumerate(rows):
        begun = [cell for cell in row if cell.merge != "continue" or not at]
        found.append(
            [DraftCell(c.content, c.across, _down(rows, at, c) if c.merge == "restart" else 1) for c in begun]
        )
    return found


def _down(rows: Sequence[Sequence[_Cell]], at: int, cell: _Cell) -> int:
    """Over how many rows a cell goes that begins a merged one."""
    down = 1
    for row in rows[at + 1 :]:
        below = next((each for each in row if each.column == cell.column), None)
        if below is None or below.merge != "continue":
            break
        down += 1
    return down


def _words(element: Element) -> str:
    """The characters in an element, those of deleted runs too."""
    found = []
    for each in element.iter():
        if each.tag in ("t", "delText"):
            found.append(each.text or "")
        elif each.tag in ("p", "tab", "br", "tc"):
            found.append(" ")
    return "".join(found)


def _list_of(style: Element) -> tuple[str, int | None]:
    """The list of a style and its level in it."""
    listed = style.find("pPr/numPr")
    if listed is None:
        return "", None
    level = value(listed, "ilvl")
    return value(listed, "numId") or "", number(level) if level is not None else None


def _styles(root: Element | None) -> tuple[dict[str, _WordStyle], str]:
    """Every style with what it takes from those below it, and the id of the default paragraph style."""
    raw = {each.get("styleId", ""): each for each in (root.iterfind("style") if root is not None else ())}
    default = next(
        (
            id_
            for id_, each in raw.items()
            if each.get("type") == "paragraph" and each.get("default") in ("1", "true")
        ),
        "",
    )
    return {id_: _style(raw, id_) for id_ in raw}, default


def _style(raw: dict[str, Element], id_: str) -> _WordStyle:
    chain: list[tuple[str, Element]] = []
    while id_ in raw and len(chain) < 32 and all(each != id_ for each, _ in chain):
        chain.append((id_, raw[id_]))
        id_ = value(raw[id_], "basedOn") or ""
    found = _WordStyle()
    for each, element in reversed(chain):
        name = (value(element, "name") or "").casefold()
        heading = _HEADING.match(name)
        outline = value(element, "pPr/outlineLvl")
        level = found.level
        if outline is not None:
            level = number(outline, 9) + 1 if number(outline, 9) < 9 else 0
        elif heading is not None:
            level = int(heading[1])
        title = name == "title" or (found.title and not heading)
        own, own_level = _list_of(element)
        bold, italic = element.find("rPr/b"), element.find("rPr/i")
        hidden = element.find("rPr/vanish")
        found = _WordStyle(
            name=name,
            level=1 if title else level,
            title=title,
            quoted=found.quoted or _QUOTE.search(name) is not None,
            list=own or found.list,
            list_level=own_level if own_level is not None else found.list_level,
            list_style=each if own or own_level is not None else found.list_style,
            bold=is_on(bold) if bold is not None else found.bold,
            italic=is_on(italic) if italic is not None else found.italic,
            hidden=is_on(hidden) if hidden is not None else found.hidden,
        )
    return found
