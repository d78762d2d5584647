"""HTML pages to blocks: parsed as browsers parse (Lexbor), read as they show.

Scripts, styles and what is hidden are left out; of a page that marks its main part, only that is read. A list
that counts has the numbers that a browser prints. Nothing is fetched.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from vfdoc.imports.blocks import NOTE, Block, Content, Para, RemarkLog, TextSpan, language_code, merged
from vfdoc.imports.drafts import DraftCell, DraftTable, Marked, Node, ParagraphDraft, settled
from vfdoc.imports.word_numbers import ParagraphNumber, as_number
from vfdoc.model.text import DocumentPlace

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9._:-]{2,40})", re.IGNORECASE)
_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,100}encoding\s*=\s*[\"']([A-Za-z0-9._-]{2,40})[\"']")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_LIGHT = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.IGNORECASE)
_SLANTED = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE)
_FLOATS = re.compile(r"float\s*:\s*left|display\s*:\s*(?:inline-)?block", re.IGNORECASE)
_CLASS = re.compile(r"[A-Za-z0-9]*\.([\w-]+)$")
_UNMARKED = re.compile(r"list-style(?:-type)?\s*:\s*none", re.IGNORECASE)
_UNSHOWN = (
    "script style head template noscript iframe object embed svg math canvas audio video input button select "
    "textarea option datalist -comment !doctype col colgroup"
)
_SILENT = frozenset(_UNSHOWN.split())
_BLOCKS = frozenset(
    ("p", "div", "section", "article", "main", "header", "footer", "aside", "address", "figure", "figcaption",
     "details", "summary", "body", "html", "center", "form", "fieldset", "legend", "dl", "dt", "dd", "hgroup",
     "caption", "noframes", "search")
)  # fmt: skip
# Acts in Akoma Ntoso, as pages of them are made: items of lists are inline elements, and told by their class.
_ITEMS = frozenset(("akn-item", "akn-listwrapup", "akn-wrapup"))
_NUMBER = "akn-num"
_GONE = frozenset(("del", "s", "strike"))
_TYPES = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "1": "decimal"}
_MARKS = re.compile(r"[\[(]?(?:\d{1,3}|[*†‡§]{1,3}|[a-z])[\])]?")
_NOTED = frozenset(("li", "p", "div", "aside", "dd"))
_MOST = 1000
_LONGEST_NOTE = 2000  # characters of a footnote


def read_html(data: bytes, name: str) -> Content:
    """The content of an HTML page."""
    text = _decoded(data).replace("\0", "")
    tree = LexborHTMLParser(text)
    body = tree.body
    if body is None:
        return Content(())
    return _HtmlReader(tree, body).content()


def _decoded(data: bytes) -> str:
    """The characters of a page: as its mark or its declaration says, else UTF-8, else Windows-1252."""
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(codec, "replace")
    declared = _CHARSET.search(data[:4096]) or _DECLARED.search(data[:200])
    names = [declared[1].decode("ascii", "replace")] if declared else []
    for name in (*names, "utf-8"):
        wanted = "cp1252" if name.casefold() in ("iso-8859-1", "latin1", "ascii", "us-ascii") else name
        try:
            return data.decode(wanted)
        except (UnicodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


class _HtmlList(NamedTuple):
    """A list that is open: what its items are counted in (empty for bullets), and how deep it stands."""

    format: str
    depth: int


class _HtmlReader:
    """Reads one page."""

    def __init__(self, tree: LexborHTMLParser, body: LexborNode) -> None:
        self._tree, self._body = tree, body
        self._remarks = RemarkLog()
        self._count = 0
        self._nodes: list[Node] = []
        self._draft: ParagraphDraft | None = None
        self._notes: dict[str, LexborNode] = {}
        self._read: set[int] = set()
        self._pending: ParagraphNumber | None = None  # the number of a list item before its first words
        self._within = -1  # the depth of the list item that is open, -1 outside of lists
        self._classes, self._unmarked = _styled(tree)
        self._quoted = 0
        self._preformatted = 0

    def content(self) -> Content:
        """The whole page."""
        root = self._main()
        self._find_notes(root)
        self._children(root, TextSpan(""), None)
        self._end()
        marked = Marked([], {}, self._remarks)
        blocks: tuple[Block, ...] = tuple(b for node in self._nodes for b in settled(node, marked))
        head = self._tree.css_first("title")
        title = " ".join(head.text(deep=True).split()) if head is not None else ""
        html = self._tree.css_first("html")
        language = language_code(html.attributes.get("lang") if html is not None else "")
        return Content(tuple(map(_tidied, blocks)), self._remarks.all(), title, language)

    def _main(self) -> LexborNode:
        """What the page marks as its main part, else all of it."""
        whole = len(self._body.text(deep=True))
        for tag in ("main", "article"):
            found = self._body.css(tag)
            if len(found) == 1 and 2 * len(found[0].text(deep=True)) > whole:
                rest = whole - len(found[0].text(deep=True))
                if rest > 80:
                    self._remarks.add("dropped", f"what stands around the page's <{tag}>")
                return found[0]
        return self._body

    def _find_notes(self, root: LexborNode) -> None:
        """Footnotes: what a short link leads to, and leads back."""
        taken: set[int] = set()
        names = {
            name: node
            for node in root.css("[id], a[name]")
            for name in (node.attributes.get("id"), node.attributes.get("name"))
            if name
        }
        for link in root.css("a[href]"):
            href = link.attributes.get("href") or ""
            if not href.startswith("#") or not _MARKS.fullmatch(link.text(deep=True).strip()):
                continue
            target = _around(names.get(href[1:]))
            if target is None or target.mem_id == root.mem_id:
                continue
            within = _around(link)
            if within is not None and (within.mem_id in taken or within.mem_id == target.mem_id):
                continue  # the link back
            back = any((each.attributes.get("href") or "").startswith("#") for each in target.css("a[href]"))
            if back and len(target.text(deep=True)) < _LONGEST_NOTE:
                self._notes[href[1:]] = target
                taken.add(target.mem_id)

    def _here(self) -> DocumentPlace:
        return DocumentPlace(None, max(self._count, 1))

    # Nodes

    def _children(self, parent: LexborNode, look: TextSpan, listed: _HtmlList | None) -> None:
        child = parent.child
        while child is not None:
            self._node(child, look, listed)
            child = child.next

    def _node(self, node: LexborNode, look: TextSpan, listed: _HtmlList | None) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._put(look._replace(text=node.text_content or ""))
            return
        if tag in _SILENT:
            return
        attributes = node.attributes
        style = self._style(node)
        if "hidden" in attributes or _HIDDEN.search(style):
            self._dropped("hidden text", node)
        elif tag in _GONE:
            self._dropped("struck out", node)
        elif tag == "nav" or (tag == "div" and attributes.get("title") in ("header", "footer")):
            self._dropped(
                "navigation" if tag == "nav" else f"running {(attributes['title'] or '')[:4]}", node
            )
        elif any(each.mem_id == node.mem_id for each in self._notes.values()):
            return
        elif tag == "br":
            self._put(look._replace(text="\n"), kept=True)
        elif tag == "img":
            self._remarks.add("dropped", "a picture", attributes.get("alt") or "", self._here())
        elif tag in ("ul", "ol", "menu", "dir"):
            self._list(node, look, listed)
        elif tag == "li":
            self._item(node, look, _HtmlList("", listed.depth if listed else 0), 1)
        elif tag == "table":
            self._table(node)
        elif len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            self._end()
            self._begin(level=int(tag[1]))
            self._children(node, look, None)
            self._end()
        elif tag == "hr":
            self._end()
        elif tag == "pre":
            self._end()
            self._preformatted += 1
            self._children(node, look, None)
            self._preformatted -= 1
            self._end(verbatim=True)
        elif tag == "blockquote":
            self._end()
            self._quoted += 1
            self._children(node, look, listed)
            self._end()
            self._quoted -= 1
        elif tag in _BLOCKS or (tag == "span" and (attributes.get("class") or "").casefold() in _ITEMS):
            self._end()
            names = (attributes.get("class") or "").casefold()
            quoted = "quot" in names
            self._quoted += quoted
            if tag == "p" and names == "title":
                self._begin(level=1).title = True
            style = style if tag not in ("body", "html") and not quoted else ""
            self._children(node, _dressed(look, style), listed)
            self._end()
            self._quoted -= quoted
        else:
            self._inline(node, tag, style, look, listed)

    def _inline(
        self, node: LexborNode, tag: str, style: str, look: TextSpan, listed: _HtmlList | None
    ) -> None:
        if tag in ("b", "strong", "th"):
            look = look._replace(bold=True)
        elif tag in ("i", "em", "cite", "dfn", "var"):
            look = look._replace(italic=True)
        elif tag == "a":
            href = node.attributes.get("href") or ""
            if href[1:] in self._notes and href.startswith("#") and self._draft is not None:
                self._note(href[1:])
                return
            if href.startswith(("http://", "https://")):
                look = look._replace(link=re.sub(r"[\s()<>]", "", href))
        elif tag == "q":
            self._put(look._replace(text="“"))
            self._children(node, look, listed)
            self._put(look._replace(text="”"))
            return
        self._children(node, _dressed(look, style), listed)
        if _FLOATS.search(style) or node.attributes.get("class") == _NUMBER:
            self._put(look._replace(text=" "))

    def _style(self, node: LexborNode) -> str:
        """What the page says of a node's look: its own style, behind those of its classes."""
        named = [self._classes.get(name, "") for name in (node.attributes.get("class") or "").split()]
        return ";".join([*named, node.attributes.get("style") or ""])

    def _dropped(self, what: str, node: LexborNode) -> None:
        words = node.text(deep=True)
        if words.strip():
            self._remarks.add("dropped", what, words, self._here())

    def _note(self, name: str) -> None:
        """A footnote where it is referred to; its link back is no part of it."""
        if self._draft is None:
            return
        inner = _HtmlReader(self._tree, self._body)
        inner._children(self._notes[name], TextSpan(""), None)
        inner._end()
        found = [each for each in inner._nodes if isinstance(each, ParagraphDraft)]
        paragraphs = []
        for at, each in enumerate(found):
            para = _tidied(Para(merged([p for p in each.pieces if isinstance(p, TextSpan)]), self._here()))
            assert isinstance(para, Para)
            if not at and para.spans:
                first = _MARKS.match(para.spans[0].text)
                if (
                    first is not None
                    and first.group().strip("[]()*†‡§").isalnum()
                    and not first.group().isalpha()
                ):
                    text = para.spans[0].text[first.end() :].lstrip(" .")
                    para = para._replace(spans=(para.spans[0]._replace(text=text), *para.spans[1:]))
            paragraphs.append(para)
        self._draft.notes.append(tuple(paragraphs))
        self._put(TextSpan(NOTE))

    # Paragraphs

    def _begin(self, level: int = 0) -> ParagraphDraft:
        self._draft = ParagraphDraft(level=level, quoted=bool(self._quoted))
        return self._draft

    def _put(self, span: TextSpan, *, kept: bool = False) -> None:
        if self._draft is None:
            if not span.text.strip():
                return
            self._begin()
        assert self._draft is not None
        text = span.text if kept or self._preformatted else _BLANKS.sub(" ", span.text)
        self._draft.pieces.append(span._replace(text=text))

    def _end(self, *, verbatim: bool = False) -> None:
        """The end of a paragraph; two line breaks in one end it as well."""
        draft, self._draft = self._draft, None
        if draft is None:
            return
        if verbatim:
            for line in draft.text.strip("\n").split("\n"):
                self._count += bool(line.strip())
                self._nodes.append(ParagraphDraft([TextSpan(line)], typed=True, place=self._here()))
            return
        for part in _parts(draft):
            if not part.text.strip():
                continue
            self._count += 1
            part.place = self._here()
            if self._pending is not None:
                part.numbered, self._pending = self._pending, None
            else:
                part.within = self._within
            self._nodes.append(part)

    # Lists and tables

    def _list(self, node: LexborNode, look: TextSpan, listed: _HtmlList | None) -> None:
        self._end()
        depth = listed.depth + 1 if listed is not None else 0
        ordered = node.tag == "ol"
        style = self._style(node)
        format = _TYPES.get(node.attributes.get("type") or "1", "decimal") if ordered else ""
        bare = self._unmarked or _UNMARKED.search(style) is not None
        here = _HtmlList("none" if bare else format, depth)
        count = _whole(node.attributes.get("start"), 1)
        child = node.child
        while child is not None:
            if child.tag == "li":
                count = _whole(child.attributes.get("value"), count)
                self._item(child, look, here, count)
                count += 1
            else:
                self._node(child, look, here)
            child = child.next
        self._end()

    def _item(self, node: LexborNode, look: TextSpan, listed: _HtmlList, count: int) -> None:
        self._end()
        shown = f"{as_number(count, listed.format)}." if listed.format not in ("", "none") else ""
        if listed.format != "none":
            self._pending = ParagraphNumber(shown, shown, listed.depth, not shown, False, False)
        outer, self._within = self._within, listed.depth if listed.format != "none" else self._within
        self._children(node, look, listed)
        self._end()
        self._pending, self._within = None, outer

    def _table(self, node: LexborNode) -> None:
        self._end()
        caption = node.css_first("caption")
        if caption is not None:
            self._children(caption, TextSpan(""), None)
            self._end()
        kept, self._nodes = self._nodes, []
        place = DocumentPlace(None, self._count + 1)
        rows: list[list[DraftCell]] = []
        headers = 0
        for row in _rows(node):
            cells = [each for each in _elements(row) if each.tag in ("td", "th")]
            head = bool(cells) and (
                (row.parent is not None and row.parent.tag == "thead")
                or all(each.tag == "th" for each in cells)
            )
            headers += head and headers == len(rows)
            rows.append([self._cell(each) for each in cells])
        self._nodes = kept
        if rows:
            self._nodes.append(DraftTable([row for row in rows if row], headers or None, place))

    def _cell(self, node: LexborNode) -> DraftCell:
        kept, self._nodes = self._nodes, []
        pending, self._pending = self._pending, None
        within, self._within = self._within, -1
        self._children(node, TextSpan(""), None)
        self._end()
        content, self._nodes, self._pending, self._within = self._nodes, kept, pending, within
        across = min(max(1, _whole(node.attributes.get("colspan"), 1)), _MOST)
        down = min(max(1, _whole(node.attributes.get("rowspan"), 1)), _MOST)
        return DraftCell(content, across, down)


def _around(node: LexborNode | None) -> LexborNode | None:
    """The nearest block in which a node stands."""
    while node is not None and node.tag not in _NOTED:
        node = node.parent
    return node


def _styled(tree: LexborHTMLParser) -> tuple[dict[str, str], bool]:
    """What the page's own style sheets say of classes, by name; and whether they take the marks off lists."""
    classes: dict[str, str] = {}
    unmarked = False
    for sheet in tree.css("style"):
        for rule in sheet.text(deep=True)[:500_000].split("}"):
            selectors, _, rules = rule.partition("{")
            for selector in selectors.split(","):
                if (found := _CLASS.match(selector.strip())) is not None:
                    classes[found[1]] = f"{classes.get(found[1], '')};{rules}"
                elif selector.strip() in ("li", "ol", "ul"):
                    unmarked = unmarked or _UNMARKED.search(rules) is not None
    return classes, unmarked


def _elements(node: LexborNode) -> list[LexborNode]:
    found = []
    child = node.child
    while child is not None:
        if not (child.tag or "-").startswith("-"):
            found.append(child)
        child = child.next
    return found


def _rows(table: LexborNode) -> list[LexborNode]:
    """The rows of a table, and not those of tables within it."""
    found = []
    for part in _elements(table):
        if part.tag == "tr":
            found.append(part)
        elif part.tag in ("thead", "tbody", "tfoot"):
            found += [row for row in _elements(part) if row.tag == "tr"]
    return found


def _whole(text: str | None, default: int) -> int:
    found = re.match(r"\s*(-?\d{1,6})", text or "")
    return int(found[1]) if found else default


def _dressed(look: TextSpan, style: str) -> TextSpan:
    """A look with what an element's own style says of weight and slant."""
    if not style:
        return look
    bold = look.bold or _BOLD.search(style) is not None
    return look._replace(
        bold=bold and _LIGHT.search(style) is None, italic=look.italic or _SLANTED.search(style) is not None
    )


def _parts(draft: ParagraphDraft) -> list[ParagraphDraft]:
    """A paragraph, cut where two line breaks follow one another."""
    parts, broken = [ParagraphDraft(level=draft.level, title=draft.title, quoted=draft.quoted)], False
    for piece in draft.pieces:
        assert isinstance(piece, TextSpan)
        if piece.text == "\n":
            if broken and not draft.level:
                parts.append(ParagraphDraft(quoted=draft.quoted))
                broken = False
                continue
            broken = True
        elif piece.text.strip():
            broken = False
        parts[-1].pieces.append(piece)
    notes = list(draft.notes)
    for part in parts:
        while part.pieces and part.pieces[-1].text == "\n":
            part.pieces.pop()
        part.notes = [notes.pop(0) for _ in range(part.text.count(NOTE)) if notes]
    return parts


def _tidied(block: Block) -> Block:
    """A paragraph whose blanks are those that a browser shows: one between words, none around breaks."""
    if isinstance(block, Para) and block.typed:
        return block
    if not isinstance(block, Para):
        return block._replace(
            rows=tuple(
                tuple(cell._replace(content=tuple(map(_tidied, cell.content))) for cell in row)
                for row in block.rows
            )
        )
    spans: list[TextSpan] = []
    last = "\n"
    for span in block.spans:
        text = span.text
        if last in " \n":
            text = text.lstrip(" ")
        if text.startswith("\n") and spans:
            spans[-1] = spans[-1]._replace(text=spans[-1].text.rstrip(" "))
        text = re.sub(r" *\n *", "\n", text)
        if text:
            spans.append(span._replace(text=text))
            last = text[-1]
    return block._replace(spans=tuple(spans))
