"""Documents that are no plain text (Word, ODT, RTF, HTML, PDF) to rules Markdown, with a report.

Bytes in; out comes a text in the form of `rulesets/`, for each of its lines the place in the document, and
what was dropped, joined or is doubtful. A library is imported where such a document is met. This room knows
nothing of sections and citations: what the text means is for reading to say.

Why these libraries (tried in November 2026): none computes the numbers of DOCX and ODT (python-docx, mammoth;
odfdo loses what stands in lists, too), and striprtf keeps deleted words and loses headings, looks and notes;
so those three are read here, over the standard library. HTML is parsed by selectolax (Lexbor, MIT): as
browsers do, which lxml does not, 1 MB in 0.02 s (html5lib 0.34). PDF is read by pypdfium2, which the sheet
needs anyway; pdfplumber takes ten times as long and lost the order of columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model.imported import ImportRemark
from vfdoc.model.text import DocumentOrigin, InputError

if TYPE_CHECKING:
    from vfdoc.imports.blocks import Content

__all__ = ["Imported", "format_of", "imported"]

_READERS = {
    "docx": ("Word document", "docx:read_docx"),
    "odt": ("OpenDocument text", "odt:read_odt"),
    "rtf": ("RTF document", "rtf:read_rtf"),
    "html": ("HTML page", "html:read_html"),
    "pdf": ("PDF", "pdf:read_pdf"),
}
_LARGEST = 100_000_000  # bytes of a document
_HTML = re.compile(rb"<(?:!doctype\s{1,9}html|html|head|body)[\s>]", re.IGNORECASE)
_HEADED = re.compile(r"^#{1,6} ", re.MULTILINE)
_TYPES, _WORD = "[Content_Types].xml", re.compile(rb"wordprocessingml\.(?:document|template)\.main|ms-word\.")
_HTML_NAMES = (".html", ".htm", ".xhtml")
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class Imported(NamedTuple):
    """A document as rules Markdown: the text, where it comes from, what became of the rest, and the title and
    language of the document (empty where it says none)."""

    text: str
    origin: DocumentOrigin
    remarks: tuple[ImportRemark, ...]
    title: str
    language: str


def format_of(data: bytes, name: str) -> str | None:
    """Which format a document has (docx, odt, rtf, html, pdf), told by its bytes; None for a text.

    InputError for what is known and not read: an old Word document, a spreadsheet, an encrypted file.
    """
    head = data[:4096]
    if b"%PDF-" in head[:1024] and not head.lstrip().startswith((b"#", b"<")):
        return "pdf"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(b"PK\x03\x04"):
        return _zipped(data, name)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise InputError(name, "is encrypted", "save it without a password")
        raise InputError(
            name, "is a document of old Word (.doc) or of another old program", "save it as .docx"
        )
    for bom in _BOMS:
        head = head.removeprefix(bom)
    if b"office:document" in head and b"urn:oasis:names:tc:opendocument" in head:
        return "odt"
    named = name.lower().endswith(_HTML_NAMES) and re.search(rb"<[A-Za-z!/]", head) is not None
    return "html" if named or _HTML.match(_behind_comments(head.replace(b"\0", b""))) else None


def _behind_comments(head: bytes) -> bytes:
    """What stands behind the comments and the XML declaration at the start of a page."""
    while True:
        head = head.lstrip()
        mark = next((each for each in (b"<!--", b"<?") if head.startswith(each)), None)
        if mark is None:
            return head
        _, _, head = head.partition(b"-->" if mark == b"<!--" else b"?>")


def _zipped(data: bytes, name: str) -> str:
    from vfdoc.imports.package import Package

    package = Package(data, name)
    types = package.bytes_of(_TYPES) if _TYPES in package else b""
    if "word/document.xml" in package or _WORD.search(types):  # Word Online calls it document2.xml
        return "docx"
    if "mimetype" in package:
        kind = package.bytes_of("mimetype")[:200].decode("ascii", "replace").strip()
        if kind.startswith("application/vnd.oasis.opendocument.text"):
            return "odt"
        raise InputError(name, f"is a zip file ({kind}), not a text", "save it as .docx or .odt")
    known = {"xl/workbook.xml": "a spreadsheet", "ppt/presentation.xml": "a presentation"}
    what = next((said for path, said in known.items() if path in package), "a zip file")
    raise InputError(name, f"is {what}, not a text", "save its text as .docx")


def imported(data: bytes, format: str, name: str) -> Imported:
    """A document of that format (see `format_of`) as rules Markdown; `name` is what messages call it.

    InputError where it is encrypted, damaged, too large, or holds no text.
    """
    from vfdoc.imports.blocks import RemarkLog
    from vfdoc.imports.markdown import written

    said, where = _READERS[format]
    if len(data) > _LARGEST:
        raise InputError(name, f"has more than {_LARGEST // 1_000_000} MB", "cut it into several documents")
    module, function = where.split(":")
    read: Callable[[bytes, str], Content] = getattr(import_module(f"{__name__}.{module}"), function)
    remarks = RemarkLog()
    try:
        content = read(data, name)
        found = written(content.blocks, remarks)
    except RecursionError:
        raise InputError(name, "is damaged (it nests too deep)", "save it anew") from None
    if not found.text.strip():
        raise InputError(name, "holds no text", "if it is scanned, run a text recognition over it first")
    origin = DocumentOrigin(said, found.places, found.fields, _HEADED.search(found.text) is not None)
    return Imported(found.text, origin, (*content.remarks, *remarks.all()), content.title, content.language)
