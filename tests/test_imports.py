"""Documents that are no plain text: what is read out of them, what is told of the rest, what is refused.

`documents/` holds texts and what real writers made of them (`documents/make.py` makes them again); a document
must parse to the same sections, citations and tables as its text. What Word does with numbers and fields is
held to small documents written here.
"""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import random
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.imports import format_of, imported
from vfdoc.model import InputError, tables_of

DOCUMENTS = Path(__file__).parent / "documents"
TEXTS = {path.stem: path for path in sorted(DOCUMENTS.iterdir()) if path.suffix in (".md", ".txt")}
MADE = sorted(
    path.name for path in DOCUMENTS.iterdir()
    if path.name.partition(".")[0] in {stem.partition(".")[0] for stem in TEXTS} and path.name not in {
        text.name for text in TEXTS.values()
    }
)  # fmt: skip
FUZZED = 400 if THOROUGH else 25  # damaged copies of each document
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


def as_listed(path: Path) -> str:
    """A text as its documents say it: the bold type of an item's own mark, "**(a)**", no list keeps."""
    return re.sub(r"^([ ]*- )\*\*(\([a-z]\))\*\*", r"\1\2", path.read_text(encoding="utf-8"), flags=re.M)


def test_there_are_documents_of_every_format_of_every_text() -> None:
    forms = {name.removesuffix(".gz").rpartition(".")[2] for name in MADE}
    assert forms == {"docx", "odt", "rtf", "html", "pdf"}
    assert len(MADE) >= 5 * len(TEXTS)


@pytest.mark.parametrize("name", MADE)
def test_a_document_parses_as_its_text(name: str, tmp_path: Path) -> None:
    text = tmp_path / text_of_document(name).name  # by itself: no edition lies beside
    text.write_text(as_listed(text_of_document(name)), encoding="utf-8")
    assert said(unpacked(name, tmp_path)) == said(text)


@pytest.mark.parametrize("name", [name for name in MADE if name.startswith(("the-long", "ash", "salt"))])
def test_an_imported_edition_parses_as_its_document_and_again_changes_nothing(
    name: str, tmp_path: Path
) -> None:
    document = unpacked(name, tmp_path)
    found = run("import", document, "--out", tmp_path / "edition")
    assert found.exit_code == 0, found.output
    rules = tmp_path / "edition" / "rules.md"
    own, kinds = said(tmp_path / "edition"), re.compile(r" \| \w+$")
    # The front of a text bears its edition's name, which is now the folder's.
    assert [kinds.sub("", each) for each in own[1:]] == [kinds.sub("", each) for each in said(document)[1:]]
    assert run("import", rules, "--out", tmp_path / "again").exit_code == 0
    assert (tmp_path / "again" / "rules.md").read_bytes() == rules.read_bytes()
    assert run("import", document, "--out", tmp_path / "twice").exit_code == 0
    assert (tmp_path / "twice" / "rules.md").read_bytes() == rules.read_bytes()


NUMBERED = """\
# The Numbered Game

## Part I Before the battle

### 1.0 Setting up

**1.1 Sides:** Each side sets up within 6" of its edge, by 2.1(b).

**1.2 Orders:** Write an order for each unit, and show it to nobody before the first turn.

## Part II The battle

### 2.0 Shooting

**2.1 Range:** A unit shoots as far as its weapon:

- (a) **long arms** 18", by the table;
- (b) **short arms** 6".
  - i) **pistols** only mounted;
  - ii) **javelins** only on foot.

**2.2 Cover:** Subtract 1 from the roll if the target is in cover\\*, as sides are set up (1.1).

\\* Hedges are cover on both sides.

| Weapon | Range short | Range long | Dice |
|---|---|---|---|
| Musket | 6" | 18" | 2 |
| Rifle | 8" | 24" | 2 |

Agreed between clubs:

## I. Clubs

**1.1** Every club has a vote.

**1.2** No club has two.

## II. Umpires

**2.1** An umpire rules.
"""


def test_a_word_file_has_the_numbers_that_word_shows() -> None:
    found = run("import", DOCUMENTS / "numbered.docx")
    assert found.stdout == NUMBERED
    told = found.stderr
    assert (
        "paragraph 13: stale cross-reference: showed 1.2, written 1.1, as its target is numbered now" in told
    )
    assert "dropped: a tracked deletion: Weather: Roll for the weather." in told
    assert "dropped: running head: The Numbered Game, second draft" in told
    assert "kept: 1 tracked insertion" in told
    assert "kept: merged cells" in told


def test_a_stale_field_is_a_finding_with_its_paragraph() -> None:
    found = run("check", DOCUMENTS / "numbered.docx", "--format", "json", "--select", "stale-field")
    (finding,) = json.loads(found.stdout)["findings"]
    assert (finding["rule"], finding["severity"], finding["section"]) == ("stale-field", "error", "2.2")
    assert ("page" in finding, finding["paragraph"], finding["quote"]) == (False, 13, "1.1")
    assert finding["message"].startswith("the cross-reference shows 1.2 in the file; its target is 1.1")
    line = found.exit_code, run("check", DOCUMENTS / "numbered.docx", "--select", "stale-field").stdout
    assert line[0] == 1
    assert f"{DOCUMENTS / 'numbered.docx'}: paragraph 13: stale-field: " in line[1]


# Word, by hand


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


def numbers(body: str, numbering: str, styles: str = "") -> list[str]:
    """What stands before each paragraph."""
    text = read(word(body, numbering, styles))
    return [re.sub(r"[*#>-]|\bx$", "", line).strip() for line in text.split("\n") if line.strip()]


def test_levels_count_restart_and_print_one_another() -> None:
    made = lists(level(0, "%1."), level(1, "%1.%2"), level(2, "%1.%2.%3"))
    order = (0, 1, 2, 2, 1, 2, 0, 1, 2)
    assert numbers("".join(item(at, "x") for at in order), made) == [
        "1.", "1.1", "1.1.1", "1.1.2", "1.2", "1.2.1", "2.", "2.1", "2.1.1",
    ]  # fmt: skip


def test_a_level_restarts_after_the_level_that_it_names_or_never() -> None:
    never = lists(level(0, "P%1"), level(1, "%2.0", more="<w:lvlRestart w:val='0'/>"), level(2, "%2.%3"))
    assert numbers("".join(item(at, "x") for at in (0, 1, 2, 0, 1, 2)), never) == [
        "P1", "1.0", "1.1", "P2", "2.0", "2.1",
    ]  # fmt: skip
    first = lists(level(0, "%1.0"), level(1, "s%2"), level(2, "%1.%3", more="<w:lvlRestart w:val='1'/>"))
    assert numbers("".join(item(at, "x") for at in (0, 2, 1, 2, 0, 2)), first) == [
        "1.0", "1.1", "s1", "1.2", "2.0", "2.1",
    ]  # fmt: skip


def test_a_start_that_a_list_overrides_counts_once_and_lists_share_their_counter() -> None:
    again = "<w:num w:numId='2'><w:abstractNumId w:val='0'/>{}</w:num>"
    shared = lists(level(0, "%1.%1"), more=again.format(""))
    assert numbers(item(0, "x") + item(0, "x", 2) + item(0, "x"), shared) == ["1.1", "2.2", "3.3"]
    begins = again.format("<w:lvlOverride w:ilvl='0'><w:startOverride w:val='7'/></w:lvlOverride>")
    overridden = lists(level(0, "%1.%1"), more=begins)
    body = item(0, "x") + item(0, "x", 2) + item(0, "x", 2) + item(0, "x")
    assert numbers(body, overridden) == ["1.1", "7.7", "8.8", "9.9"]


def test_legal_numbering_prints_digits_whatever_the_levels_above_print() -> None:
    made = lists(level(0, "Article %1", "upperRoman"), level(1, "%1.%2", more="<w:isLgl/>"))
    assert numbers("".join(item(at, "x") for at in (0, 1, 0, 1)), made) == [
        "Article I",
        "1.1",
        "Article II",
        "2.1",
    ]


def test_legal_numbering_keeps_the_zero_before_a_digit() -> None:
    """As the list "Article I, Section 1.01" that comes with Word has it (seen in a file that Word made)."""
    zero = level(1, "Section %1.%2", "decimalZero", more="<w:isLgl/>")
    made = lists(level(0, "Article %1.", "upperRoman"), zero)
    assert numbers("".join(item(at, "x") for at in (0, 1, 1)), made) == [
        "Article I.", "Section 1.01", "Section 1.02",
    ]  # fmt: skip


def test_word_online_gives_the_body_another_name() -> None:
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = f"<Types><Override PartName='/word/document2.xml' ContentType='{main}'/></Types>"
    target = "Type='x/officeDocument' Target='/word/document2.xml'"
    related = f"<Relationships><Relationship {target}/></Relationships>"
    body = f"<w:document xmlns:w='{W}'><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, text in (
            ("[Content_Types].xml", types), ("_rels/.rels", related), ("word/document2.xml", body),
        ):  # fmt: skip
            archive.writestr(path, text)
    assert read(made.getvalue()) == "Hello\n"


@pytest.mark.parametrize(
    ("format", "count", "printed"),
    [
        ("lowerLetter", 27, "aa"), ("upperLetter", 3, "C"), ("lowerRoman", 14, "xiv"),
        ("decimalZero", 4, "04"),
        ("ordinal", 22, "22nd"), ("cardinalText", 21, "Twenty-one"), ("ordinalText", 12, "Twelfth"),
        ("upperRoman", 40, "XL"), ("none", 1, ""),
    ],
)  # fmt: skip
def test_a_count_is_printed_in_its_format(format: str, count: int, printed: str) -> None:
    from vfdoc.imports.word_numbers import as_number

    assert as_number(count, format) == printed


def test_a_style_brings_its_list_and_the_level_that_is_linked_with_it() -> None:
    styles = "".join(
        f"<w:style w:type='paragraph' w:styleId='H{at}'><w:name w:val='heading {at}'/><w:pPr><w:numPr>"
        f"<w:numId w:val='1'/></w:numPr></w:pPr></w:style>"
        for at in (1, 2)
    ) + (
        "<w:style w:type='paragraph' w:styleId='Own'><w:name w:val='Own'/><w:basedOn w:val='H2'/></w:style>"
        "<w:style w:type='paragraph' w:styleId='Off'><w:name w:val='Off'/><w:basedOn w:val='H1'/><w:pPr>"
        "<w:numPr><w:numId w:val='0'/></w:numPr></w:pPr></w:style>"
    )
    made = lists(
        level(0, "%1.0", more="<w:pStyle w:val='H1'/>"), level(1, "%1.%2", more="<w:pStyle w:val='H2'/>")
    )
    body = "".join(
        f"<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>{style}</w:t></w:r></w:p>"
        for style in ("H1", "H2", "Own", "Off", "H1", "H2")
    )
    assert [line for line in read(word(body, made, styles)).split("\n") if line] == [
        "# 1.0 H1", "## 1.1 H2", "## 1.2 Own", "# Off", "# 2.0 H1", "## 2.1 H2",
    ]  # fmt: skip


def test_what_was_deleted_does_not_count() -> None:
    gone = (
        "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr><w:rPr><w:del/></w:rPr>"
        "</w:pPr>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    )
    found = imported(word(item(0, "x") + gone + item(0, "x"), lists(level(0, "%1.%1"))), "docx", "made")
    assert found.text == "**1.1** x\n\n**2.2** x\n" or "2.2 x" in found.text
    assert "3.3" not in found.text
    assert [(remark.kind, remark.text) for remark in found.remarks] == [("dropped", "gone")]


def field(code: str, shown: str) -> str:
    """A complex field."""
    return (
        "<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
        f"<w:r><w:instrText> {code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>"
        f"<w:r><w:t>{shown}</w:t></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>"
    )


MARK = "<w:bookmarkStart w:id='1' w:name='_Ref1'/><w:bookmarkEnd w:id='1'/>"


@pytest.mark.parametrize(
    ("code", "shown", "printed", "stale"),
    [
        ("REF _Ref1 \\r \\h", "1.1(a)", "1.1(a)", False),
        ("REF _Ref1 \\n \\h", "(a)", "(a)", False),
        ("REF _Ref1 \\w \\h", "1.1(a)", "1.1(a)", False),
        ("REF _Ref1 \\w \\h", "1.2(c)", "1.1(a)", True),
        ("REF _Ref1 \\n \\h", "(b)", "(a)", True),
        ("REF _Ref1 \\r \\h", "", "1.1(a)", False),
        ("ref  _REF1  \\W", "1.1(a).", "1.1(a).", False),
        ("REF _Gone \\r", "9.9", "9.9", True),
        ("PAGEREF _Ref1 \\h", "12", "12", False),
        ("DATE", "today", "today", False),
    ],
)
def test_a_cross_reference_says_where_its_target_is_now(
    code: str, shown: str, printed: str, stale: bool
) -> None:
    made = lists(level(0, "%1.0"), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"))
    body = item(0, "x") + item(1, "x") + item(2, "x", inside=MARK) + item(0, "x")
    last = f"<w:p><w:r><w:t>See </w:t></w:r>{field(code, shown)}<w:r><w:t>!</w:t></w:r></w:p>"
    found = imported(word(body + last, made), "docx", "made")
    assert found.text.strip().split("\n")[-1] == f"See {printed}!"
    assert bool(found.origin.fields) == stale
    simple = f"<w:fldSimple w:instr='{code}'><w:r><w:t>{shown}</w:t></w:r></w:fldSimple>"
    simple = f"<w:p><w:r><w:t>See </w:t></w:r>{simple}</w:p>"
    assert read(word(body + simple, made)).strip().split("\n")[-1] == f"See {printed}"


def test_a_place_is_a_page_where_word_has_left_its_page_breaks(tmp_path: Path) -> None:
    broken = (
        "<w:p><w:r><w:lastRenderedPageBreak/><w:t>1.2 Fire: Units fire as rule 9.9 says.</w:t></w:r></w:p>"
    )
    body = "<w:p><w:r><w:t>1.1 Move: Units move (8.8).</w:t></w:r></w:p><w:p/>" + broken
    (tmp_path / "rules.docx").write_bytes(word(body))
    found = run("check", tmp_path / "rules.docx", "--select", "dangling-reference").stdout
    assert "rules.docx: page 1, paragraph 1: dangling-reference: " in found
    assert "rules.docx: page 2, paragraph 2: dangling-reference: " in found
    github = run(
        "check", tmp_path / "rules.docx", "--format", "github", "--select", "dangling-reference"
    ).stdout
    assert "line=" not in github
    assert "::page 2, paragraph 2: " in github
    sarif = json.loads(run("check", tmp_path / "rules.docx", "--format", "sarif").stdout)
    assert "region" not in sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]


def test_hidden_words_rows_and_boxes_are_told() -> None:
    body = (
        "<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t> hidden</w:t></w:r></w:p>"
        "<w:p><w:r><w:pict><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></w:pict></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc>"
        "</w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:del><w:r><w:delText>row</w:delText></w:r></w:del></w:p>"
        "</w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>x|y</w:t></w:r></w:p>"
        "</w:tc></w:tr></w:tbl>"
    )
    found = imported(word(body), "docx", "made")
    assert found.text == "Seen\n\nboxed\n\n| a | b |\n|---|---|\n| 1 | x\\|y |\n"
    assert [(remark.kind, remark.text) for remark in found.remarks] == [
        ("dropped", "hidden"), ("doubtful", "boxed"), ("dropped", "row"),
    ]  # fmt: skip


def test_a_tab_is_a_blank_unless_it_sets_the_columns_of_rows() -> None:
    def lines(*texts: str) -> str:
        body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in texts)
        return read(word(body.replace("|", "</w:t><w:tab/><w:t>")))

    assert lines("1.1|Range: far", "(a)|one", "(b)|two") == "1.1 Range: far\n\n(a) one\n\n(b) two\n"
    assert lines("Note:|it is", "Next.") == "Note: it is\n\nNext.\n"
    assert lines("Wood|2", "Hill|1") == "Wood\t2\n\nHill\t1\n"


def test_what_markdown_would_take_for_a_mark_is_escaped() -> None:
    body = "".join(
        f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"
        for text in (
            "# of dice",
            "&gt; than 4",
            "a*b*c",
            "* a note",
            "&lt;b&gt;bold&lt;/b&gt;",
            "---",
            "x `y` [z](w)",
        )
    )
    lines = [line for line in read(word(body)).split("\n") if line]
    assert lines == [
        "\\# of dice", "\\> than 4", "a\\*b\\*c", "\\* a note", "\\<b>bold\\</b>", "x \\`y\\` [z\\](w)",
    ]  # fmt: skip


# What is refused, in one line


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


def test_commands_that_write_a_text_name_import(tmp_path: Path) -> None:
    (tmp_path / "rules.docx").write_bytes((DOCUMENTS / "numbered.docx").read_bytes())
    before = (tmp_path / "rules.docx").read_bytes()
    fixed = run("check", tmp_path / "rules.docx", "--fix")
    recited = run("recite", tmp_path / "rules.docx", "--from", "vf-1e", "--to", "vf-2e")
    for found, command in ((fixed, "--fix"), (recited, "recite")):
        assert found.exit_code == 2
        assert (
            f"is a Word document, and {command} writes texts only; make a text of it first: vfdoc import"
            in found.stderr
        )
    assert (tmp_path / "rules.docx").read_bytes() == before


def test_an_edition_whose_own_file_is_a_document_is_told_to_import_it(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text(
        'title = "X"\n[[documents]]\nid = "rules"\nfile = "rules.docx"\nkind = "rules"\n', encoding="utf-8"
    )
    (tmp_path / "rules.docx").write_bytes((DOCUMENTS / "numbered.docx").read_bytes())
    found = run("check", tmp_path)
    assert found.exit_code == 2
    assert "make a text of it with `vfdoc import`" in found.stderr


def test_the_page_of_findings_has_the_gravest_first_and_escapes(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>1.1 Move: See 1.1 and &lt;script&gt;alert(1)&lt;/script&gt; 7.7.</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>1.3 Fire: See 9.9.</w:t></w:r></w:p>"
    )
    (tmp_path / "rules.docx").write_bytes(word(body))
    page = run("check", tmp_path / "rules.docx", "--format", "html").stdout
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "paragraph 2" in page
    weights = re.findall(r'<li class="finding (\w+)', page)
    assert weights == sorted(weights, key=["error", "warning", "note"].index)
    assert "error" in weights
    assert {"warning", "note"} & set(weights)


def test_every_command_that_reads_takes_a_document(tmp_path: Path) -> None:
    path = DOCUMENTS / "the-long-table.docx"
    for command in (
        ("parse", path), ("parse", path, "--format", "json"), ("show", path, "4.2"), ("graph", path),
        ("tables", path), ("check", path), ("diff", path, DOCUMENTS / "the-long-table.md"),
        ("build", path, "--out", tmp_path / "site"), ("check", path, "--format", "sarif"),
    ):  # fmt: skip
        found = run(*command)
        assert found.exit_code in (0, 1), (command, found.output)
        assert "Traceback" not in found.output
    same = run("diff", path, DOCUMENTS / "the-long-table.md", "--format", "json")
    assert {section["kind"] for section in json.loads(same.stdout)["sections"]} == {"same"}


def test_the_report_as_json_is_as_its_schema_says() -> None:
    import jsonschema

    schema = json.loads(run("schema", "import").stdout)
    for name in ("numbered.docx", "numbered.odt", "numbered.pdf"):
        told = json.loads(run("import", DOCUMENTS / name, "--format", "json").stdout)
        jsonschema.validate(told, schema)
        assert told["schema"] == "vfdoc.import/1"
    assert told["remarks"]


# HTML, RTF


def test_a_page_is_read_as_browsers_show_it() -> None:
    page = (
        "<!doctype html><html lang=en><title>T</title><nav>Home</nav><h1>Game</h1>"
        "<p>1.1 Range:<br>far &amp; near&nbsp;6&quot;<script>x()</script><p hidden>no</p>"
        "<ol start=3 type=a><li>three<li>four<ul><li>inner</ul></ol>"
        "<del>struck</del><table><tr><th>A<th>B<tr><td rowspan=2>m<td>1<tr><td>2</table>"
        "<p>Shaken<sup><a href='#f1' id=r1>1</a></sup> units.<br><br>Next.</p>"
        "<p id=f1><a href='#r1'>1</a> Only once.</p>"
    )
    found = imported(page.encode(), "html", "made")
    assert found.text == (
        '# Game\n\n1.1 Range:  \nfar & near\xa06"\n\n- c. three\n- d. four\n  - inner\n\n'
        "| A | B |\n|---|---|\n| m | 1 |\n| m | 2 |\n\nShaken\\* units.\n\n\\* Only once.\n\nNext.\n"
    ) or found.text.replace("**", "") == (
        '# Game\n\n1.1 Range:  \nfar & near\xa06"\n\n- c. three\n- d. four\n  - inner\n\n'
        "| A | B |\n|---|---|\n| m | 1 |\n| m | 2 |\n\nShaken\\* units.\n\n\\* Only once.\n\nNext.\n"
    )
    assert {remark.text for remark in found.remarks if remark.kind == "dropped"} == {"Home", "no", "struck"}
    assert (found.title, found.language) == ("T", "en")


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "cp1252"])
def test_a_page_in_any_encoding(codec: str) -> None:
    assert "Élan – “so”" in read("<html><p>1.1 Élan – “so”".encode(codec))


def test_rtf_has_the_characters_of_its_code_pages_and_no_destinations() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset238 B;}}"
        rb"{\stylesheet{\s1 heading 1;}}"
        rb"{\info{\title Game}}{\header head}\pard\s1 1.0 Core\par\pard\plain\f0 "
        rb"{\b 1.1 \'c9lan:} \u8211\'96 "
        rb"{\f1 \'b9}{\*\unknown gone}{\deleted old}{\v hid}{\pict 00ff} x\~y\par}"
    )
    found = imported(data, "rtf", "made")
    assert found.text == "# 1.0 Core\n\n**1.1 Élan:** – ą x\xa0y\n"
    assert {remark.text for remark in found.remarks} == {"head", "old", "hid", ""}
    assert found.title == "Game"


@pytest.mark.parametrize(
    ("code", "shown", "printed", "stale"),
    [
        ("REF _R \\\\r \\\\h", "2.1", "2.1", False),
        ("REF _R \\\\r \\\\h", "2.2", "2.1", True),
        ("REF _A \\\\w", "2.1(a)", "2.1(a)", False),
        ("REF _A \\\\w", "2.2(a)", "2.1(a)", True),
        ("REF _A \\\\n", "(a)", "(a)", False),
        ("REF _Gone \\\\r", "9.9", "9.9", True),
        ("PAGEREF _R \\\\h", "12", "12", False),
    ],
)
def test_a_cross_reference_of_rtf_is_held_against_its_target(
    code: str, shown: str, printed: str, stale: bool
) -> None:
    def listed(level: int, number: str, words: str) -> str:
        return rf"{{\listtext {number}\tab}}\ilvl{level}\ls1 {words}\par\pard "

    data = (
        r"{\rtf1 "
        + rf"See {{\field{{\*\fldinst {{ {code} }}}}{{\fldrslt {{\b {shown}}}}}}}!\par\pard "
        + listed(0, "1.", "x") + listed(0, "2.", "x")
        + listed(1, "2.1", r"{\*\bkmkstart _R}far{\*\bkmkend _R}")
        + listed(2, "(a)", r"{\*\bkmkstart _A}near{\*\bkmkend _A}")
        + "}"
    )  # fmt: skip
    found = imported(data.encode(), "rtf", "made")
    assert levelled(found.text.split("\n")[0]) == f"See {printed}!"
    assert bool(found.origin.fields) == stale
    if stale:
        field = found.origin.fields[0]
        assert (field.line, field.shown, field.now) == (1, shown, None if "Gone" in code else printed)


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


# The writers again


def maker() -> object:
    spec = importlib.util.spec_from_file_location("make_documents", DOCUMENTS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.thorough
def test_the_documents_are_what_their_writers_make_today(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="no python-docx")
    if shutil.which("soffice") is None:
        pytest.skip("no LibreOffice: apt-get install --no-install-recommends libreoffice-writer")
    maker().main(tmp_path)  # type: ignore[attr-defined]
    for name in MADE:
        fresh = tmp_path / name
        if fresh.is_file():  # Chromium's are not made where there is none
            data = gzip.decompress(fresh.read_bytes()) if name.endswith(".gz") else fresh.read_bytes()
            (tmp_path / "fresh").mkdir(exist_ok=True)
            made = tmp_path / "fresh" / name.removesuffix(".gz")
            made.write_bytes(data)
            text = tmp_path / "fresh" / text_of_document(name).name
            text.write_text(as_listed(text_of_document(name)), encoding="utf-8")
            assert said(made) == said(text), name


LEVELS = (("decimal", "%1."), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3"), ("lowerLetter", "(%4)"),
          ("lowerRoman", "%5)"), ("upperRoman", "%6:"))  # fmt: skip


@pytest.mark.thorough
def test_numbers_are_those_of_libreoffice(tmp_path: Path) -> None:
    """Of lists at random, with starts overridden; a level is never skipped, for there they differ."""
    docx = pytest.importorskip("docx", reason="no python-docx")
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice: apt-get install --no-install-recommends libreoffice-writer")
    make, chance, document = maker(), random.Random(26), docx.Document()
    lists_made = make.Numbers(document)  # type: ignore[attr-defined]
    kinds = [lists_made.abstract(LEVELS, 950 + i) for i in range(3)]
    deepest = dict.fromkeys(kinds, -1)
    for number in range(300):
        kind = chance.choice(kinds)
        at = chance.randint(0, min(deepest[kind] + 1, len(LEVELS) - 1))
        deepest[kind] = at
        list_id = kind
        if chance.random() < 0.1:
            list_id = lists_made.made(950 + kinds.index(kind), (at, chance.randint(2, 30)))
        paragraph = document.add_paragraph(f"words {number}")
        make.listed(paragraph, list_id, at)  # type: ignore[attr-defined]
    document.save(str(tmp_path / "random.docx"))
    shutil.copy(DOCUMENTS / "salt-and-iron.docx", tmp_path)
    salt = r"(?:Rule \d+:|\d+\.\d+|\([a-z]\))(?= )"
    for name, wanted in (("random", r"\S+(?= words \d)"), ("salt-and-iron", salt)):
        subprocess.run(
            [program, f"-env:UserInstallation=file://{tmp_path}/home", "--headless", "--convert-to",
             "txt:Text (encoded):UTF8", "--outdir", str(tmp_path), str(tmp_path / f"{name}.docx")],
            check=True, capture_output=True, timeout=300,
        )  # fmt: skip
        theirs = [line.strip() for line in (tmp_path / f"{name}.txt").read_text("utf-8-sig").split("\n")]
        ours = levelled_lines(run("import", tmp_path / f"{name}.docx").stdout)
        shown = [found.group() for line in theirs if (found := re.match(wanted, line))]
        own = [found.group() for line in ours if (found := re.match(wanted, line))]
        assert own == shown
        assert len(shown) > 70


def levelled_lines(text: str) -> list[str]:
    """The lines of an imported text without their marks; table rows left out."""
    lines = [line for line in text.split("\n") if not line.startswith("|")]
    return [re.sub(r"^[#>\s-]*(?:- )?|(?<!\\)[*_]", "", line).strip() for line in lines]
