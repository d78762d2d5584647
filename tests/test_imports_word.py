"""Word documents: what Word does with numbers, fields and tracked changes, in small ones written here."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from imported_documents import (
    DOCUMENTS,
    W,
    item,
    level,
    lists,
    read,
    run,
    word,
)

from vfdoc.imports import imported
from vfdoc.reading.sources import shown_path

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
    assert f"{shown_path(DOCUMENTS / 'numbered.docx')}: paragraph 13: stale-field: " in line[1]


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


def test_the_mark_of_a_clause_is_bold_as_its_level_or_the_end_of_its_paragraph_is() -> None:
    """So is "**(a)**" of a text, by which it is known that the clause is a section."""
    bold = lists(level(0, "(%1)", "lowerLetter", more="<w:rPr><w:b/></w:rPr>"))
    light = lists(level(0, "(%1)", "lowerLetter", more="<w:rPr><w:b w:val='0'/></w:rPr>"))
    said = lists(level(0, "(%1)", "lowerLetter"))
    plain, heavy = item(0, "Boats."), item(0, "Boats.").replace("</w:pPr>", "<w:rPr><w:b/></w:rPr></w:pPr>")
    for body, made, mark in (
        (plain, bold, "**(a)**"), (plain, said, "(a)"), (heavy, said, "**(a)**"), (heavy, light, "(a)"),
    ):  # fmt: skip
        assert read(word(body, made)).rstrip() == f"- {mark} Boats."


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
    assert found.text == "# 1.1 x\n\n# 2.2 x\n"
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
