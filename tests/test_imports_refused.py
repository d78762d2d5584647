"""What cannot be read is said in one line; damaged bytes are read or refused, and never hang."""

from __future__ import annotations

import io
import random
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from imported_documents import (
    DOCUMENTS,
    W,
    run,
    unpacked,
    word,
)
from thoroughness import THOROUGH

from vfdoc.imports import format_of, imported
from vfdoc.model import InputError

FUZZED = 400 if THOROUGH else 25  # damaged copies of each document


def bomb() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 90_000_000)
    return made.getvalue()


def sheet() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    return made.getvalue()


def locked_odt() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("META-INF/manifest.xml", "<m><file-entry><encryption-data/></file-entry></m>")
        archive.writestr("content.xml", "garbage")
    return made.getvalue()


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SCAN = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 62>>stream
q 100 0 0 100 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q     \n
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
"""
ENTITIES = (
    "<!DOCTYPE d [<!ENTITY a 'x'><!ENTITY b '&a;&a;&a;'><!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
    f"<w:document xmlns:w='{W}'><w:body><w:p><w:r><w:t>&e;&b;</w:t></w:r></w:p></w:body></w:document>"
)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("old.doc", OLE + b"\0" * 600, "is a document of old Word (.doc)"),
        ("locked.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "is encrypted"),
        ("locked.odt", locked_odt(), "is encrypted"),
        ("cut.docx", word("<w:p/>")[:300], "is damaged"),
        ("bomb.docx", bomb(), "unpacks to more than 64 MB"),
        ("entities.docx", word("", more={"word/document.xml": ENTITIES}), "has a document type"),
        ("deep.docx", word("<w:p>" * 3000 + "</w:p>" * 3000), "too deep"),
        ("bare.docx", word(""), "holds no text"),
        ("prices.xlsx", sheet(), "is a spreadsheet, not a text"),
        ("deep.rtf", b"{\\rtf1" + b"{" * 5000, "too deep"),
        ("empty.rtf", b"{\\rtf1 }", "holds no text"),
        ("empty.html", b"<!doctype html><script>1.0</script>", "holds no text"),
        ("scan.pdf", SCAN, "is scanned: it has pictures and no text"),
        ("cut.pdf", b"%PDF-1.7 nothing", "is damaged"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_one_line(name: str, data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    for command in (("import", path), ("check", path)):
        found = run(*command)
        assert found.exit_code == 2
        assert words in found.stderr
        assert found.stderr.startswith(f"vfdoc: {path}: ")
        assert found.stderr.count("\n") == 1


def test_an_encrypted_pdf_is_said_in_one_line() -> None:
    found = run("import", DOCUMENTS / "locked.pdf")
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert "is encrypted; save it without a password" in found.stderr


# Damaged bytes


def damaged(data: bytes, seed: int) -> Iterator[bytes]:
    """Copies of a document with bytes changed, taken out, put in twice, or the end cut off."""
    chance = random.Random(seed)
    for _ in range(FUZZED):
        made = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            at = chance.randrange(len(made))
            match chance.randrange(4):
                case 0:
                    made[at] = chance.randrange(256)
                case 1:
                    del made[at : at + chance.randrange(1, 200)]
                case 2:
                    made[at:at] = made[at : at + chance.randrange(1, 200)]
                case _:
                    made[at:at] = chance.choice(
                        (b"{", b"}", b"<", b"\\", b"\0", b"<p>", b"\\cell", b"\\trowd")
                    )
            if len(made) < 10:
                break
        yield bytes(made)
        yield bytes(made[: chance.randrange(len(made) + 1)])


def damaged_parts(data: bytes, seed: int) -> Iterator[bytes]:
    """Copies of a zip file whose XML is damaged, not the zip around it: elements and attributes dropped,
    doubled, moved."""
    chance = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    chosen = [
        name for name in parts if re.search(r"(?:document|numbering|styles|content|footnotes)\.xml$", name)
    ]
    for _ in range(FUZZED):
        changed = dict(parts)
        name = chance.choice(chosen)
        tokens = re.findall(rb"<[^>]+>|[^<]+", parts[name])
        for _ in range(chance.choice((1, 5, 40))):
            at = chance.randrange(len(tokens))
            if tokens[at].endswith(b"/>") or not tokens[at].startswith(b"<"):
                tokens[at] = chance.choice((b"", tokens[at] * 2, chance.choice(tokens[1:-1])))
            else:
                tokens[at] = re.sub(
                    rb'"[^"]*"', lambda _: chance.choice((b'"-1"', b'"999999999"', b'"x"', b'""')), tokens[at]
                )
        changed[name] = b"".join(tokens)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
            for path, part in changed.items():
                archive.writestr(path, part)
        yield made.getvalue()


@pytest.mark.parametrize(
    "name", ["numbered.docx", "numbered.odt", "numbered.rtf.gz", "numbered.html.gz", "numbered.pdf"]
)
def test_a_damaged_document_is_read_or_refused_and_never_hangs(name: str, tmp_path: Path) -> None:
    data = unpacked(name, tmp_path).read_bytes()
    copies = list(damaged(data, 1))
    if name.endswith(("docx", "odt")):
        copies += damaged_parts(data, 2)
    for copy in copies:
        begun = time.process_time()
        try:
            form = format_of(copy, name)
            said = imported(copy, form, name).text if form is not None else "a text"
        except InputError as error:
            said = str(error).replace("\n", "")
            said = said if said == str(error) else ""
        assert said.strip()
        assert time.process_time() - begun < 20
