"""The documents of the tests, how they are read, and Word documents written by hand."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from pathlib import Path

from click.testing import CliRunner, Result

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.imports import format_of, imported
from vfdoc.model import tables_of

DOCUMENTS = Path(__file__).parent / "documents"
TEXTS = {path.stem: path for path in sorted(DOCUMENTS.iterdir()) if path.suffix in (".md", ".txt")}
MADE = sorted(
    path.name for path in DOCUMENTS.iterdir()
    if path.name.partition(".")[0] in {stem.partition(".")[0] for stem in TEXTS} and path.name not in {
        text.name for text in TEXTS.values()
    }
)  # fmt: skip
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_LOOK = re.compile(r"(?<!\\)[*_`]")


def unpacked(name: str, folder: Path) -> Path:
    """A document of the tests in a folder, out of its compression."""
    data = (DOCUMENTS / name).read_bytes()
    made = folder / name.removesuffix(".gz")
    made.write_bytes(gzip.decompress(data) if name.endswith(".gz") else data)
    return made


def levelled(text: str) -> str:
    """Words without marks of their look, which a document has in another form."""
    return " ".join(_LOOK.sub("", text).replace("\\", "").split())


def said(path: Path) -> list[str]:
    """The sections of a text, each with its citations and the cells of its tables, a line each."""
    found = []
    rulebook = pipeline.read(str(path)).rulebook
    for section in rulebook.sections():
        found.append(f"{section.anchor} | {levelled(section.title)} | {section.parent} | {section.kind}")
        found += [
            f"  cites {levelled(reference.text)}: {[target.number for target in reference.targets]}"
            for reference in rulebook.references() if reference.section == section.anchor
        ]  # fmt: skip
        for table in tables_of(section.blocks):
            found.append(f"  table {table.title}")
            rows = [table.header, *table.rows] if table.header else table.rows
            found += ["    " + " | ".join(levelled(cell.text) for cell in row.cells) for row in rows]
    return found


def run(*arguments: object) -> Result:
    """A command, as it is typed."""
    return CliRunner().invoke(main, list(map(str, arguments)), prog_name="vfdoc")


def text_of_document(name: str) -> Path:
    """The text out of which a document was made."""
    return next(path for stem, path in TEXTS.items() if name.startswith(f"{stem}."))


def word(body: str, numbering: str = "", styles: str = "", more: dict[str, str] | None = None) -> bytes:
    """A Word document of these parts."""
    parts = {
        "[Content_Types].xml": "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>",
        "word/document.xml": f"<w:document xmlns:w='{W}'><w:body>{body}</w:body></w:document>",
        "word/numbering.xml": f"<w:numbering xmlns:w='{W}'>{numbering}</w:numbering>",
        "word/styles.xml": f"<w:styles xmlns:w='{W}'>{styles}</w:styles>",
        "word/_rels/document.xml.rels": "<Relationships xmlns='r'><Relationship Id='1' Type='x/numbering' "
        "Target='numbering.xml'/><Relationship Id='2' Type='x/styles' Target='styles.xml'/></Relationships>",
    } | (more or {})
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            archive.writestr(path, text)
    return made.getvalue()


def level(at: int, text: str, format: str = "decimal", more: str = "") -> str:
    """A level of a list."""
    return (
        f"<w:lvl w:ilvl='{at}'><w:start w:val='1'/><w:numFmt w:val='{format}'/>{more}"
        f"<w:lvlText w:val='{text}'/></w:lvl>"
    )


def lists(*levels: str, more: str = "") -> str:
    """An abstract list of these levels, and list 1 made of it."""
    return (
        f"<w:abstractNum w:abstractNumId='0'>{''.join(levels)}</w:abstractNum>"
        f"<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>{more}"
    )


def item(at: int, text: str, list_id: int = 1, inside: str = "") -> str:
    """A numbered paragraph."""
    return (
        f"<w:p><w:pPr><w:numPr><w:ilvl w:val='{at}'/><w:numId w:val='{list_id}'/></w:numPr></w:pPr>{inside}"
        f"<w:r><w:t>{text}</w:t></w:r></w:p>"
    )


def read(data: bytes) -> str:
    """A document as Markdown."""
    form = format_of(data, "made")
    assert form is not None
    return imported(data, form, "made").text
