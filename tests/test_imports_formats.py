"""HTML and RTF, in small documents written here."""

from __future__ import annotations

import re

import pytest
from imported_documents import (
    levelled,
    read,
)

from vfdoc.imports import imported


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
    )
    assert {remark.text for remark in found.remarks if remark.kind == "dropped"} == {"Home", "no", "struck"}
    assert (found.title, found.language) == ("T", "en")


def test_items_of_acts_that_are_marked_up_inline_stand_in_lines_of_their_own() -> None:
    """Akoma Ntoso, as pages of it are made: what an item is its class says; a number is set off."""
    item = "<span class=akn-item><span class=akn-num>({})</span><span class=akn-p>{}</span></span>"
    page = (
        "<h1>Act</h1><h3>2. Dogs</h3><section class=akn-subsection><span class=akn-num>(1)</span>"
        "<span class=akn-content><span><span class=akn-listIntroduction>No dog may—</span>"
        f"{item.format('a', 'bark; or')}{item.format('b', 'bite.')}</span></span></section>"
        "<section class=akn-subsection><span class=akn-num>(2)</span><span>As (1)(b) says.</span></section>"
    )
    assert read(f"<!doctype html><html>{page}".encode()) == (
        "# Act\n\n### 2. Dogs\n\n(1) No dog may—\n\n(a) bark; or\n\n(b) bite.\n\n(2) As (1)(b) says.\n"
    )


def test_a_further_paragraph_of_an_item_stands_below_its_words() -> None:
    """Else the list would end there, and the items that follow would be of no list that is known."""
    page = (
        "<h1>Club</h1><ol><li>MEMBERS<ol><li>Who<p>Anybody may join.</p><p>So may clubs.</p><li>Fees</ol>"
        "<table><tr><td>a<td>b</table><li><p>MONEY</p><p>It is kept.</p><h2>Below</h2></ol><p>End.</p>"
    )
    assert read(f"<!doctype html><html>{page}".encode()) == (
        "# Club\n\n1. MEMBERS\n   1. Who\n\n      Anybody may join.\n\n      So may clubs.\n\n   2. Fees\n\n"
        "|  |  |\n|---|---|\n| a | b |\n\n2. MONEY\n\n   It is kept.\n\n## Below\n\nEnd.\n"
    )


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
    ("head", "body", "language"),
    [
        (rb"\deflang1036", rb"1.1 Mouvement", "fr"),
        (rb"\deflang1025", rb"\lang1031 1.1 Bewegung\plain . {\lang1033 Move}", "de"),
        (rb"\deflang1033", rb"\lang1024 1.1 X\'dcY\plain Z", "en"),  # 1024: nobody checks it
        (rb"", rb"1.1 Move", ""),
        (rb"\deflang99999", rb"\lang-7 1.1 Move", ""),
    ],
)
def test_rtf_is_in_the_language_in_which_most_of_its_words_are_checked(
    head: bytes, body: bytes, language: str
) -> None:
    assert (
        imported(rb"{\rtf1\ansi" + head + rb"\pard " + body + rb"\par}", "rtf", "made").language == language
    )


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


PROSE = "A unit that stands behind a hedge, a wall or a fence is in cover from all that is fired across it."
OPEN_TABLE = """#table(columns: 3, stroke: none,
  table.hline(), [*Weapon*], [*Range*], [*Dice*], table.hline(), [Musket], [18], [2],
  [Long rifle], [24 if the unit has not moved], [1], [], [12 otherwise], [], table.hline())"""
RULED_OFF = "#line(length: 100%)\n"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (
            f"1.1 Range. {PROSE}\n\n{OPEN_TABLE}\n\n1.2 Cover. {PROSE}",
            "| **Weapon** | **Range** | **Dice** |\n|---|---|---|\n| Musket | 18 | 2 |\n"
            "| Long rifle | 24 if the unit has not moved 12 otherwise | 1 |\n",
        ),
        (f"{RULED_OFF}1.1 Range. {PROSE} {PROSE}\n{RULED_OFF}{PROSE}\n{RULED_OFF}", ""),
        (
            f"{RULED_OFF}#columns(2)[{PROSE} {PROSE}]\n{RULED_OFF}#columns(2)[{PROSE} {PROSE}]\n{RULED_OFF}",
            "",
        ),
    ],
)
def test_rules_that_only_lie_draw_a_table_where_white_parts_its_columns(source: str, shown: str) -> None:
    typst = pytest.importorskip("typst")
    page = "#set page(width: 420pt, height: 500pt, margin: 30pt)\n#set text(size: 10pt)\n"
    text = read(typst.compile((page + source).encode()))
    assert "".join(f"{line}\n" for line in text.split("\n") if line.startswith("|")) == shown


def _printed(source: str) -> str:
    typst = pytest.importorskip("typst")
    page = "#set page(width: 420pt, height: 500pt, margin: 30pt)\n#set text(size: 10pt)\n"
    return read(typst.compile((page + source).encode()))


@pytest.mark.parametrize("gutter", ["9pt", "12pt", "24pt"])
def test_columns_are_read_one_after_the_other_however_narrow_the_white_between_them(gutter: str) -> None:
    """An em of white is as wide as four blanks between words; headings stand in either column."""
    parts = [
        f"= Section {n}. Matter {n}\n\nFirst of {n}. {PROSE}\n\nThen of {n}. {PROSE}\n\n" for n in range(1, 9)
    ]
    text = _printed(f"#columns(2, gutter: {gutter})[{''.join(parts)}]")
    told = re.findall(r"(?m)^# Section (\d)|^(First|Then) of (\d)", text)
    assert told == [
        each for n in map(str, range(1, 9)) for each in ((n, "", ""), ("", "First", n), ("", "Then", n))
    ]
    assert text.count(PROSE) == 16


def test_a_page_of_one_column_has_no_white_down_its_middle() -> None:
    text = _printed("\n\n".join(f"{n}.1 Range. {PROSE} {PROSE}" for n in range(1, 9)))
    assert text.count(f"{PROSE} {PROSE}") == 8


def test_the_first_item_of_a_list_in_an_item_begins_a_line() -> None:
    """An item that runs over a line, with items of its own below it: its own words are set in behind its
    number, and theirs further."""
    text = _printed(
        "#set enum(indent: 12pt)\nIntroduction.\n\n"
        f"+ The committee may, {PROSE.lower()}\n  + remove a member;\n  + elect one.\n+ It meets."
    )
    assert [line.strip()[:11] for line in text.splitlines() if re.match(r"\s*\d\.", line)] == [
        "1. The comm", "1. remove a", "2. elect on", "2. It meets",
    ]  # fmt: skip


def test_a_heading_that_its_column_was_too_narrow_for_is_one() -> None:
    """Though its second line begins as a citation does; a heading right below another is its own."""
    title = "Permission to use the field beyond the fence after Section 3"
    text = _printed(
        "#set par(spacing: 6pt)\n#show heading: set text(size: 15pt)\n#show heading: set block(spacing: 6pt)"
        f"\n= {title} of the Act\n\n{PROSE}\n\n= TERMS\n= 1. Payment\n\n{PROSE} {PROSE}"
    )
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        f"# {title} of the Act", "# TERMS", "# 1. Payment",
    ]  # fmt: skip


def test_numbers_that_a_line_cuts_are_whole_again() -> None:
    """At a hyphen within, and between brackets."""
    text = _printed(
        "#set page(width: 190pt)\nAs exempt by Section 501(c)\\ (3) of the Code, and as said of §"
        " 3-\\ 115(a) elsewhere; that is (a)\\ (b) too."
    )
    said = " ".join(text.split())
    assert re.findall(r"\d\S*", said) == ["501(c)(3)", "3-115(a)"]
    assert "(a) (b)" in said


@pytest.mark.parametrize("number", ["9.{}", "({})", "{}."])
def test_a_number_behind_the_end_of_a_sentence_begins_a_paragraph(number: str) -> None:
    """Though the line above it is full, as set text often is, and no more white stands between them."""
    words = "The arbiter stops the clocks and notes the time that either player has left on them now."
    text = _printed(
        "#set text(size: 8pt)\n#set par(justify: true, spacing: 0.65em)\n#set page(width: 384pt)\n"
        + "\n\n".join(f"{number.format(n)} {words}".replace(".", "\\.", 1) for n in range(1, 9))
    )
    said = [line.replace("\\", "").split()[0] for line in text.splitlines() if line.strip()]
    assert said == [number.format(n) for n in range(1, 9)]


def test_a_page_whose_columns_are_hardly_filled_has_them_where_the_others_do() -> None:
    full = [f"= Section {n}. Matter {n}\n\n{PROSE} {PROSE}\n\n" for n in range(1, 17)]
    short = [f"Left {n}. {PROSE}\n\n" for n in range(6)] + ["#colbreak()\n"]
    short += [f"- right {n}\n" for n in range(20)]
    text = _printed(
        f"#set page(columns: 2)\n#set columns(gutter: 9pt)\n{''.join(full)}#pagebreak()\n{''.join(short)}"
    )
    assert re.findall(r"(Left|right) (\d+)", text) == [
        *(("Left", str(n)) for n in range(6)), *(("right", str(n)) for n in range(20)),
    ]  # fmt: skip


def _told(n: int) -> str:
    """A sentence of its own for each number: what stands alike on two pages may be their head."""
    first, *words = PROSE.rstrip(".").lower().split()
    at = n % len(words)
    return " ".join([first.capitalize(), *words[at:], *words[:at], str(n)]) + "."


@pytest.mark.parametrize("every", [1, 5])
def test_line_numbers_in_the_margin_are_no_text(every: int) -> None:
    """As bills have them: at each line, or each fifth, beside a heading too."""
    shown = f"n => if calc.rem(n, {every}) == 0 {{ text(size: 7pt)[#n] }}"
    body = "".join(f"= Section {n}. Matter {n}\n\n{_told(n)}\n\n{_told(n + 20)}\n\n" for n in range(1, 13))
    text = _printed(f"#set page(margin: 60pt)\n#set par.line(numbering: {shown})\n{body}")
    assert all(_told(n) in " ".join(text.split()) for n in (*range(1, 13), *range(21, 33)))
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        f"# Section {n}. Matter {n}" for n in range(1, 13)
    ]


def test_numbers_of_paragraphs_in_the_margin_are_kept() -> None:
    """They count one by one, and each holds several lines."""
    hung = "#place(dx: -40pt, text(size: 8pt)[{n}]){told}\n\n"
    text = _printed(
        "#set page(margin: 60pt)\n" + "".join(hung.format(n=n, told=_told(n)) for n in range(1, 40))
    )
    assert re.findall(r"(?m)^\W*(\d+)\b", text) == [str(n) for n in range(1, 40)]


def test_heads_of_pages_that_name_the_chapter_are_no_text() -> None:
    """Other words in each chapter, and the numbers of the sections on the page."""
    chapters = "".join(
        f"#set page(header: [§ {c}-{c} #h(1fr) CHAPTER {name} #h(1fr) § {c}-{c + 7}])\n"
        + "".join(f"§ {c}-{n}. Matter. {_told(40 * c + n)} {_told(n)}\n\n" for n in range(1, 13))
        for c, name in enumerate(("BOATS", "DUES", "FEASTS"), start=1)
    )
    text = _printed(chapters)
    assert "CHAPTER" not in text
    assert text.count("Matter.") == 36


def test_a_list_of_contents_has_a_line_for_each_entry() -> None:
    """In the size of a heading too."""
    entries = [(f"{n}.{k}", f"Matter {n}.{k}") for n in range(1, 4) for k in range(1, 5)]
    listed = "\n\n".join(
        f"{number} {title} #box(width: 1fr, repeat[.]) {at}" for at, (number, title) in enumerate(entries, 3)
    )
    text = _printed(f"#set par(spacing: 5pt)\n#text(size: 13pt)[{listed}]\n\n{PROSE}")
    lines = [line.split(" .", 1)[0] for line in text.splitlines() if "..." in line]
    assert lines == [f"{number} {title}" for number, title in entries]


def test_a_text_set_wide_apart_has_whole_paragraphs() -> None:
    text = _printed(
        "#set par(leading: 1.4em, spacing: 2.4em)\n"
        + "\n\n".join(f"{_told(n)} {_told(n + 40)}" for n in range(12))
    )
    assert len([line for line in text.splitlines() if line.strip()]) == 12
