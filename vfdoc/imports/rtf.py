"""RTF to blocks. The file holds what its program showed: numbers and the words of fields stand in it as text.
A cross-reference whose number is not its target's any more is told as it is in a Word document.

A group is read with the look of the group around it; what a destination holds that is no text of the document
(fonts, styles, pictures, running heads) is left out, and told where a reader would miss it.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from locale import windows_locale
from typing import NamedTuple

from vfdoc.imports.blocks import NOTE, Content, RemarkLog, TextSpan, language_code
from vfdoc.imports.drafts import DraftCell, DraftTable, Marked, Node, ParagraphDraft, plain, settled
from vfdoc.imports.package import damaged
from vfdoc.imports.word_fields import CROSSINGS, Bookmark, Crossing, keyword
from vfdoc.imports.word_numbers import ParagraphNumber
from vfdoc.model.text import DocumentPlace

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9A-Fa-f]{2})|\\(.)|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_DEEPEST = 1000
_MOST = 1000  # cells of a row
_SAME = 30  # twips by which edges of one column differ at most
_CHARSETS = {
    0: "cp1252", 2: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
_SIGNS = {
    b"emdash": "—", b"endash": "–", b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”",
    b"bullet": "•", b"emspace": " ", b"enspace": " ", b"qmspace": " ", b"tab": "\t", b"line": "\n",
    b"lbr": "\n", b"nestcell": " ",
}  # fmt: skip
_ESCAPES = {b"~": "\xa0", b"_": "\N{NON-BREAKING HYPHEN}", b"\\": "\\", b"{": "{", b"}": "}"}
_SILENT = frozenset(
    b"colortbl listtable listoverridetable pict object objdata fldinst themedata datastore xe tc atnid "
    b"atnauthor nonshppict nonesttables revtbl pntxta pntxtb filetbl template private operator author "
    b"comment subject keywords company category manager doccomm hlinkbase creatim revtim printim buptim "
    b"ftnsep ftnsepc aftnsep aftnsepc pgdsctbl userprops generator".split()
)
_HEARD = frozenset(b"footnote shpinst shptxt bkmkstart bkmkend annotation listtext pntext".split())
_FURNITURE = frozenset(b"header headerl headerr headerf footer footerl footerr footerf".split())
_HEADING = re.compile(r"heading ([1-9])$")
_ALNUM = re.compile(r"\w")
_COUNTER = re.compile(r"\d+|(?<![^\W\d_])(?:[ivxlcIVXLC]+|[^\W\d_])(?![^\W\d_])")


class _Row(NamedTuple):
    """A table row: its cells, for each where it ends and whether it goes on from the left or from above, and
    if the row is a header."""

    cells: list[list[Node]]
    edges: tuple[_Edge, ...]
    header: bool


class _Edge(NamedTuple):
    """Where a cell ends, in twips, and whether it goes on from the left or from above."""

    at: int
    left: bool
    above: bool


class _RtfStyle(NamedTuple):
    """A paragraph style: its name in small letters, and whether it slants whole paragraphs."""

    name: str = ""
    italic: bool = False


@dataclass(slots=True)
class _Out:
    """Where paragraphs go: the body, a note, a running head."""

    kind: str = ""
    nodes: list[Node] = field(default_factory=list)
    draft: ParagraphDraft = field(default_factory=ParagraphDraft)
    cells: list[list[Node]] = field(default_factory=list)
    cell: list[Node] = field(default_factory=list)
    rows: list[_Row] = field(default_factory=list)
    number: str | None = None
    strong: bool = False  # the number is in bold type


@dataclass(slots=True)
class _RtfField:
    """A field that is open: in how many groups it stands, its code, the paragraph in which what it shows
    begins, and behind how many pieces."""

    depth: int
    code: str = ""
    draft: ParagraphDraft | None = None
    start: int = 0


@dataclass(frozen=True, slots=True)
class _State:
    """What holds within a group."""

    kind: bytes = b""  # the destination: text where it is empty
    bold: bool = False
    italic: bool = False
    hidden: bool = False
    deleted: bool = False
    codec: str = ""
    skip: int = 1  # characters that stand behind \\u for programs that do not know it
    style: int = -1
    outline: int = -1
    table: bool = False
    level: int = 0
    list: int = 0
    language: int = 0  # as Windows numbers languages; 0 is the document's own


def read_rtf(data: bytes, name: str) -> Content:
    """The content of an RTF document; InputError where it nests too deep or holds no group."""
    return _RtfReader(name).content(data)


class _RtfReader:
    """Reads one document, token by token."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._remarks = RemarkLog()
        self._fonts: dict[int, str] = {}
        self._font = self._style = 0
        self._styles: dict[int, _RtfStyle] = {}
        self._default = "cp1252"
        self._language = 0
        self._languages: Counter[int] = Counter()  # letters in each
        self._state = _State()
        self._stack: list[tuple[_State, _Out, int]] = []
        self._out = _Out()
        self._count = 0
        self._words: dict[bytes, str] = {}  # of a destination that is kept aside
        self._edges: list[_Edge] = []
        self._merge = (False, False)
        self._header = False
        self._star = False
        self._skip = 0  # characters still to be left out
        self._pending = b""  # bytes of a character that has more than one
        self._fields: list[_RtfField] = []
        self._marked: list[ParagraphDraft] = []  # the paragraph in which each bookmark begins
        self._bookmarks: dict[str, Bookmark] = {}
        self._printed: dict[int, list[str]] = {}  # by list, what each level printed last

    def content(self, data: bytes) -> Content:
        """The whole document."""
        at = 0
        while at < len(data):
            found = _TOKEN.match(data, at)
            if found is None:
                at += 1
                continue
            at = found.end()
            word, number, code, sign, brace, text = found.groups()
            if word is not None:
                if word == b"bin":
                    at += max(0, int(number or 0))
                else:
                    self._word(word, int(number) if number is not None else None)
            elif code is not None:
                self._bytes(bytes([int(code, 16)]))
            elif sign is not None:
                self._sign(sign)
            elif brace == b"{":
                if len(self._stack) > _DEEPEST:
                    raise damaged(self._name, "its groups stand too deep in one another")
                self._stack.append((self._state, self._out, self._skip))
                self._star = False
            elif brace == b"}":
                self._close()
            elif text is not None:
                self._bytes(text)
        while self._stack:
            self._close()
        self._paragraph()
        self._table()
        marked = Marked(self._marked, self._bookmarks, self._remarks)
        blocks = tuple(block for node in self._out.nodes for block in settled(node, marked))
        for kind in sorted(_FURNITURE):
            words = " ".join(self._words.get(kind, "").split())
            if words:
                self._remarks.add(
                    "dropped", f"running {'head' if kind.startswith(b'header') else 'foot'}", words
                )
        title = " ".join(self._words.get(b"title", "").split())
        return Content(blocks, self._remarks.all(), title, self._checked())

    def _checked(self) -> str:
        """The language in which most of the words are checked, else the document's own."""
        own = (number for number, _ in self._languages.most_common())
        names = (windows_locale.get(number or self._language, "") for number in (*own, self._language))
        return next((code for name in names if (code := language_code(name.replace("_", "-")))), "")

    def _close(self) -> None:
        """The end of a group."""
        if not self._stack:
            return
        before, out, _ = self._stack.pop()
        if out is not self._out:
            self._paragraph()
            self._table()
            self._finished(self._out, out)
        if self._state.kind in (b"listtext", b"pntext") and before.kind != self._state.kind:
            self._out.number = " ".join(self._words.pop(self._state.kind, "").split())
            self._out.strong = self._state.bold
        elif self._state.kind == b"fldinst" != before.kind and self._fields:
            self._fields[-1].code += self._words.pop(b"fldinst", "")
        elif self._state.kind in (b"bkmkstart", b"bkmkend") and before.kind != self._state.kind:
            self._bookmark(self._words.pop(self._state.kind, "").strip().casefold())
        elif self._state.kind == b"annotation" != before.kind:
            self._remarks.add("dropped", "a comment", self._words.pop(b"annotation", ""), self._here())
        elif self._state.kind == b"stylesheet" == before.kind and self._words.get(b"stylesheet"):
            name = self._words.pop(b"stylesheet").strip(" ;").casefold()
            self._styles[self._style] = _RtfStyle(name, self._state.italic)
        if self._fields and len(self._stack) < self._fields[-1].depth:
            self._end_field(self._fields.pop())
        self._state, self._out, self._skip = before, out, 0
        self._pending, self._star = b"", False

    def _bookmark(self, name: str) -> None:
        """A bookmark begins or ends here."""
        draft, kind = self._out.draft, self._state.kind
        if kind == b"bkmkstart":
            self._bookmarks[name] = Bookmark(len(self._marked), len(draft.text))
            self._marked.append(draft)
        elif (mark := self._bookmarks.get(name)) is not None and self._marked[mark.index] is draft:
            mark.end_index, mark.end = mark.index, len(draft.text)

    def _end_field(self, ended: _RtfField) -> None:
        """What a cross-reference shows becomes one piece, which is held against its target at the end."""
        draft = ended.draft
        if draft is None or draft is not self._out.draft or keyword(ended.code) not in CROSSINGS:
            return
        shown = draft.pieces[ended.start :]
        if shown and isinstance(shown[0], TextSpan) and NOTE not in "".join(each.text for each in shown):
            text = "".join(each.text for each in shown)
            draft.pieces[ended.start :] = [Crossing(ended.code, text, shown[0])]

    def _finished(self, inner: _Out, around: _Out) -> None:
        """A note or a text box has ended: it belongs to the paragraph around it."""
        found = [node for node in inner.nodes if isinstance(node, ParagraphDraft) and node.text.strip()]
        if inner.kind == "note" and found:
            paragraphs = tuple(plain(each)._replace(place=self._here()) for each in found)
            around.draft.notes.append(paragraphs)
            around.draft.pieces.append(TextSpan(NOTE))
        elif inner.kind == "box" and found:
            words = " ".join(each.text for each in found)
            what = "a text box, read below the paragraph that holds it"
            self._remarks.add("doubtful", what, words, self._here())
            around.draft.boxes.append(inner.nodes)

    def _here(self) -> DocumentPlace:
        return DocumentPlace(None, max(self._count, 1))

    # Words

    def _word(self, word: bytes, number: int | None) -> None:
        self._pending = b""
        star, self._star = self._star, False
        state = self._state
        on = number != 0
        if self._skip and word == b"u":
            self._skip -= 1
            return
        if word in _FURNITURE or word in _SILENT or word in (b"stylesheet", b"fonttbl", b"info", b"title"):
            self._state = replace(state, kind=state.kind if state.kind in _SILENT else word)
            if word == b"pict" and not state.kind:
                self._remarks.add("dropped", "a picture", "", self._here())
            return
        if star and word not in _HEARD:
            if state.kind == b"stylesheet" and word in (b"cs", b"ds", b"ts"):
                self._style = -1
            else:
                self._state = replace(state, kind=b"colortbl")
            return
        if word in _HEARD and not state.kind:
            self._destination(word)
            return
        if (handler := _PARAGRAPH.get(word)) is not None:
            if not state.kind or state.kind == b"stylesheet":
                handler(self, number)
            return
        if word == b"field":
            self._fields.append(_RtfField(len(self._stack)))
        elif word == b"fldrslt" and self._fields:
            self._fields[-1].draft, self._fields[-1].start = self._out.draft, len(self._out.draft.pieces)
        elif word in _SIGNS:
            self._put(_SIGNS[word])
        elif word == b"u" and number is not None:
            code = number + 65536 if number < 0 else number
            self._put(chr(code) if code < 0x110000 else "\N{REPLACEMENT CHARACTER}")
            self._skip = state.skip
        elif word == b"uc":
            self._state = replace(state, skip=max(0, min(number or 0, 100)))
        elif word == b"b":
            self._state = replace(state, bold=on)
        elif word == b"i":
            self._state = replace(state, italic=on)
        elif word == b"v":
            self._state = replace(state, hidden=on)
        elif word == b"deleted":
            self._state = replace(state, deleted=on)
        elif word == b"plain":
            self._state = replace(
                state, bold=False, italic=False, hidden=False, deleted=False, codec="", language=0
            )
        elif word == b"deflang":
            self._language = number or 0
        elif word == b"lang":
            self._state = replace(state, language=number or 0)
        elif word == b"f":
            self._font = number or 0
            self._state = replace(state, codec=self._fonts.get(self._font, ""))
        elif word == b"fcharset" and state.kind == b"fonttbl":
            self._fonts[self._font] = _CHARSETS.get(number or 0, "")
        elif word == b"ansicpg" and number:
            self._default = _codec(f"cp{number}")
        elif word in (b"mac", b"pc", b"pca"):
            self._default = {b"mac": "mac-roman", b"pc": "cp437", b"pca": "cp850"}[word]

    def _destination(self, word: bytes) -> None:
        if word == b"footnote":
            self._out = _Out("note")
        elif word == b"shptxt":
            self._out = _Out("box")
        elif word != b"shpinst":
            self._state = replace(self._state, kind=word)

    def _reset(self, _: int | None) -> None:
        self._state = replace(self._state, style=-1, outline=-1, table=False, level=0, list=0)

    def _styled(self, number: int | None) -> None:
        self._style = number or 0
        self._state = replace(self._state, style=number or 0)

    def _outlined(self, number: int | None) -> None:
        self._state = replace(self._state, outline=number if number is not None else -1)

    def _in_table(self, _: int | None) -> None:
        self._state = replace(self._state, table=True)

    def _listed(self, number: int | None) -> None:
        self._state = replace(self._state, level=max(0, min(number or 0, 8)))

    def _in_list(self, number: int | None) -> None:
        self._state = replace(self._state, list=number or 0)

    def _row_begins(self, _: int | None) -> None:
        self._edges, self._merge, self._header = [], (False, False), False

    def _row_heads(self, _: int | None) -> None:
        self._header = True

    def _from_left(self, _: int | None) -> None:
        self._merge = (True, self._merge[1])

    def _from_above(self, _: int | None) -> None:
        self._merge = (self._merge[0], True)

    def _cell_defined(self, number: int | None) -> None:
        if len(self._edges) < _MOST:
            self._edges.append(_Edge(number or 0, *self._merge))
        self._merge = (False, False)

    def _paragraph_ends(self, _: int | None) -> None:
        self._paragraph()

    def _cell_ends(self, _: int | None) -> None:
        self._state = replace(self._state, table=True)
        self._paragraph()
        self._out.cells.append(self._out.cell)
        self._out.cell = []

    def _row_ends(self, _: int | None) -> None:
        out = self._out
        if out.cells:
            out.rows.append(_Row(out.cells, tuple(self._edges), self._header))
        out.cells, out.cell = [], []

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._star = True
        elif sign in _ESCAPES:
            self._bytes(sign) if sign in b"\\{}" else self._put(_ESCAPES[sign])
        elif sign in (b"\n", b"\r"):
            self._word(b"par", None)

    # Characters

    def _bytes(self, data: bytes) -> None:
        if self._skip:
            left = max(0, self._skip - len(data))
            data, self._skip = data[self._skip :], left
            if not data:
                return
        data = self._pending + data
        codec = self._state.codec or self._default
        try:
            self._pending = b""
            self._put(data.decode(codec))
        except UnicodeDecodeError as error:
            if error.reason.startswith(("incomplete", "unexpected end")) and len(data) < 4:
                self._pending = data
                return
            self._put(data.decode(codec, "replace"))

    def _put(self, text: str) -> None:
        state = self._state
        if state.kind:
            if len(self._words.get(state.kind, "")) < 10_000:
                self._words[state.kind] = self._words.get(state.kind, "") + text
            return
        if state.deleted:
            self._remarks.add("dropped", "a tracked deletion", text, self._here(), goes_on=True)
            return
        if state.hidden:
            self._remarks.add("dropped", "hidden text", text, self._here(), goes_on=True)
            return
        self._languages[state.language] += len(text)
        self._out.draft.pieces.append(TextSpan(text, state.bold, state.italic))

    # Paragraphs and tables

    def _paragraph(self) -> None:
        """The end of a paragraph: it goes into the cell that is open, or ends a table above."""
        out, state = self._out, self._state
        draft, out.draft = out.draft, ParagraphDraft()
        name, slanted = self._styles.get(state.style, _RtfStyle())
        if slanted:
            draft.pieces = [p._replace(italic=False) if isinstance(p, TextSpan) else p for p in draft.pieces]
        heading = _HEADING.match(name)
        outline = state.outline + 1 if 0 <= state.outline < 9 else 0
        draft.level = outline or (int(heading[1]) if heading else 0)
        draft.title = name == "title"
        draft.level = 1 if draft.title else draft.level
        draft.quoted = "quot" in name
        if draft.level:
            draft.pieces = [p._replace(bold=False) if isinstance(p, TextSpan) else p for p in draft.pieces]
        number, out.number = out.number, None
        words = draft.text.strip()
        if not out.kind:
            self._count += bool(words)
        draft.place = self._here()
        if number is not None and words:
            bullet = (
                not _ALNUM.search(number) or (len(number) == 1 and ord(number) >= 0xF000) or number == "o"
            )
            draft.numbered = self._numbered("" if bullet else number, bullet)._replace(bold=out.strong)
        if state.table and not out.kind:
            out.cell += [draft, *(node for box in draft.boxes for node in box)]
            return
        self._table()
        out.nodes.append(draft)
        for box in draft.boxes:
            out.nodes += box

    def _numbered(self, number: str, bullet: bool) -> ParagraphNumber:
        """A number that was printed: the numbers above it in its list are those that it does not print."""
        level, printed = self._state.level, self._printed.setdefault(self._state.list, [""] * 9)
        alone = len(_COUNTER.findall(number)) < 2
        above = next((each for each in printed[level - 1 :: -1] if each), "") if alone and level else ""
        whole = above + number.rstrip(".")
        printed[level:] = ["" if bullet else whole, *[""] * (8 - level)]
        return ParagraphNumber(number, whole, level, bullet, False, False, above)

    def _table(self) -> None:
        """The rows that were read so far as a table."""
        out = self._out
        if out.cells:
            self._row_ends(None)
        if not out.rows:
            return
        rows, out.rows = out.rows, []
        edges = _columns(rows)
        grid = [_cells(rows, at, edges) for at in range(len(rows))]
        header = 0
        while header < len(rows) and rows[header].header:
            header += 1
        place = next(
            (n.place for r in rows for c in r.cells for n in c if isinstance(n, ParagraphDraft)), self._here()
        )
        out.nodes.append(DraftTable([row for row in grid if row], header or None, place))


def _columns(rows: list[_Row]) -> list[int]:
    """Where the columns of a table end."""
    found: list[int] = []
    for at in sorted({edge.at for row in rows for edge in row.edges}):
        if not found or at - found[-1] > _SAME:
            found.append(at)
    return found


def _cells(rows: list[_Row], at: int, columns: list[int]) -> list[DraftCell]:
    """The cells of a row, those that go on from the left or from above taken into where they begin."""
    row = rows[at]
    found: list[DraftCell] = []
    begins = 0
    for index, content in enumerate(row.cells):
        edge = row.edges[index] if index < len(row.edges) else _Edge(0, False, False)
        ends = max(begins + 1, bisect_right(columns, edge.at + _SAME))
        if edge.left and found:
            found[-1] = found[-1]._replace(across=found[-1].across + ends - begins)
        elif not edge.above or not at:
            down = 1
            for below in rows[at + 1 :]:
                if not any(each.above and abs(each.at - edge.at) <= _SAME for each in below.edges):
                    break
                down += 1
            found.append(DraftCell(content, ends - begins, down))
        begins = ends
    return found


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


_PARAGRAPH: dict[bytes, Callable[[_RtfReader, int | None], None]] = {
    b"pard": _RtfReader._reset, b"s": _RtfReader._styled, b"outlinelevel": _RtfReader._outlined,
    b"intbl": _RtfReader._in_table, b"ilvl": _RtfReader._listed, b"ls": _RtfReader._in_list,
    b"trowd": _RtfReader._row_begins, b"trhdr": _RtfReader._row_heads,
    b"clmrg": _RtfReader._from_left, b"clvmrg": _RtfReader._from_above, b"cellx": _RtfReader._cell_defined,
    b"par": _RtfReader._paragraph_ends, b"sect": _RtfReader._paragraph_ends, b"cell": _RtfReader._cell_ends,
    b"row": _RtfReader._row_ends,
}  # fmt: skip
