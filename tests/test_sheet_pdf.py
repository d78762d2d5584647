"""Sheets on paper: the pages are looked at with another program than the one that set them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
import pytest
from click.testing import CliRunner

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.model.sheet import SMALLEST_TYPE, SheetPlan
from vfdoc.pipeline import sheets
from vfdoc.sheet.columns import LayoutBlock, balanced, height_of
from vfdoc.sheet.layout_blocks import layout_blocks
from vfdoc.sheet.proof import KNOWN, missing_glyphs, unknown_glyphs
from vfdoc.sheet.sides import arranged
from vfdoc.sheet.typeset import FONTS, Typeset, typeset

BUNDLED = ("vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9")
MILLIMETRE = 72 / 25.4


@cache
def printed(path: str, language: str | None = None) -> Typeset:
    found = pipeline.read(path)
    plan = sheets.plan_of(found)
    return typeset(sheets.sheet(found, plan, language), plan)


def planned(path: str, **asked: object) -> tuple[Typeset, SheetPlan]:
    found = pipeline.read(path)
    plan = replace(sheets.plan_of(found), **asked)  # type: ignore[arg-type]
    return typeset(sheets.sheet(found, plan), plan), plan


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def sizes(pdf: bytes) -> set[float]:
    """The sizes of the letters on the pages, in points."""
    found = set()
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for at in range(0, text.count_chars(), 5):
            found.add(round(raw.FPDFText_GetFontSize(text, at), 1))
    return found - {0.0, 1.0}  # spaces that the reader adds


@pytest.mark.parametrize("edition", BUNDLED)
def test_one_side_of_a4(edition: str) -> None:
    made = printed(edition)
    document = pypdfium2.PdfDocument(made.pdf)
    width, height = document[0].get_size()
    assert (len(document), made.sides, made.notes) == (1, 1, ())
    assert (round(width / MILLIMETRE), round(height / MILLIMETRE)) == (210, 297)
    assert made.size >= SMALLEST_TYPE
    assert min(sizes(made.pdf)) >= SMALLEST_TYPE


def test_the_longest_on_two_leaves(originals: Path) -> None:
    made = printed(str(originals / "fortune-and-glory.txt"))
    assert (made.sides, made.notes, len(pypdfium2.PdfDocument(made.pdf))) == (4, (), 4)
    assert made.size >= SMALLEST_TYPE


@pytest.mark.parametrize("edition", BUNDLED)
def test_nothing_runs_out_of_the_page_and_no_column_is_half_empty(edition: str) -> None:
    document = pypdfium2.PdfDocument(printed(edition).pdf)
    for page in document:
        width, height = page.get_size()
        text = page.get_textpage()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        assert min(box[0] for box in boxes) >= 9 * MILLIMETRE - 2
        assert max(box[2] for box in boxes) <= width - 9 * MILLIMETRE + 2
        for third in range(3):  # whatever the columns are, each third of the page is used to its foot
            left, right = third * width / 3, (third + 1) * width / 3
            low = [box[1] for box in boxes if left <= (box[0] + box[2]) / 2 < right and box[1] > 40]
            assert min(low) < height / 4


def test_the_foot_says_what_it_was_made_from() -> None:
    found = pipeline.read("vf-1e")
    made = sheets.sheet(found, sheets.plan_of(found))
    told = text_of(printed("vf-1e").pdf)
    assert "1st edition" in told
    assert made.fingerprint in told


def test_fonts_are_embedded_and_the_page_is_tagged() -> None:
    pdf = printed("vf-2e").pdf
    assert b"/FontFile3" in pdf or b"/FontFile2" in pdf or b"/ObjStm" in pdf
    assert b"pdfuaid" in pdf
    assert b"/StructTreeRoot" in pdf or b"/MarkInfo" in pdf
    assert b"CreationDate" not in pdf


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    assert printed("vf-1e").pdf == planned("vf-1e")[0].pdf
    made = []
    for name in ("a.pdf", "b.pdf"):
        out = str(tmp_path / name)
        assert CliRunner().invoke(main, ["sheet", "vf-2e", "--format", "pdf", "--out", out]).exit_code == 0
        made.append(Path(out).read_bytes())
    assert made[0] == made[1]


def test_a_size_of_type_always_works_on_as_many_sides_as_it_needs() -> None:
    made, _ = planned("vf-2e", type=11.0, sides=0)
    assert made.size == 11.0
    assert made.sides == 2
    (note,) = made.notes  # the largest type for one side is what the edition's own sheet is set in
    assert note == f"at 11 pt it takes 2 sides; 1 side would do at {printed('vf-2e').size:g} pt"
    huge, _ = planned("vf-1e", type=20.0, sides=0, columns=1)
    assert huge.sides > 3


def test_letter_and_landscape() -> None:
    made, _ = planned("vf-1e", paper="letter", landscape=True, columns=0)
    width, height = pypdfium2.PdfDocument(made.pdf)[0].get_size()
    assert (round(width), round(height)) == (792, 612)


def test_what_does_not_fit_goes_in_a_fixed_order_and_is_told(tmp_path: Path) -> None:
    chapters = "".join(
        f"## {n}.0 Cover\n\nHouses of kind {n} give cover to units in them. {'More is said. ' * 60}\n\n"
        for n in range(1, 21)
    )
    rules = tmp_path / "rules.md"
    rally = "## 30.0 Rally\n\nFor a rally test, roll a D6. On a 4+, it is passed.\n"
    rules.write_text(chapters + rally, encoding="utf-8")
    made, _ = planned(str(rules), sides=1, columns=6, type=24.0)
    assert made.sides == 1
    assert made.notes
    assert made.notes[0].startswith("terrain: ")
    with pytest.raises(InputError, match=r"cannot fit on 1 side.*sides would do at 24 pt"):
        planned(str(_only_terrain(tmp_path)), sides=1, columns=6, type=24.0)


def _only_terrain(folder: Path) -> Path:
    file = folder / "terrain.md"
    file.write_text(
        "".join(f"## {n}.0 Cover\n\nHouses of kind {n} give good cover to units.\n\n" for n in range(1, 21))
        + "| Cover | Kind |\n|---|---|\n| Walls | hard |\n",
        encoding="utf-8",
    )
    return file


ROLLED = "\n9.0 Rally\n\nFor a rally test, roll a D6. On a 4+, it is passed.\n"
HOSTILE = '1.0 Cover\n\n#panic(1) *b* _i_ @ref $x$ Cover: `#read("/etc/passwd")` \\u{41} ~ -- … [x] {y}\n'


def test_no_word_of_a_text_is_markup(tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text(HOSTILE + ROLLED, encoding="utf-8")
    made, _ = planned(str(rules))
    told = "".join(text_of(made.pdf).split())
    assert '#panic(1)*b*_i_@ref$x$Cover:`#read("/etc/passwd")`\\u{41}~--…[x]{y}' in told
    assert "root:" not in told


def test_a_long_word_stays_in_its_column(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text(f"## 1.0 Cover\n\n{'supercali' * 12} gives cover.\n\n## {ROLLED[1:]}", encoding="utf-8")
    made, _ = planned(str(rules))
    assert made.notes == ()


def test_the_letters_said_to_be_known_are() -> None:
    assert unknown_glyphs("".join(sorted(KNOWN)), FONTS) == ""


def test_what_runs_across_stands_where_the_flow_has_come() -> None:
    blocks = [LayoutBlock(20.0, n % 5 == 0, 8.0) for n in range(60)]
    blocks.insert(30, LayoutBlock(120.0, True, 8.0))
    wide = [n == 30 for n in range(61)]
    found = arranged(blocks, wide, [400.0, 400.0], 2, 7.0)
    assert found is not None
    assert [side.foot + side.head for side in found] in ([(30,), ()], [(), (30,)])
    flowing = [n for side in found for column in side.columns for n in column]
    assert flowing == [n for n in range(61) if n != 30]
    for side in found:
        taken = sum(blocks[n].height + 7.0 for n in (*side.head, *side.foot))
        assert side.room + taken == 400.0
    assert arranged(blocks, wide, [400.0], 2, 7.0) is None


def test_a_table_too_broad_for_a_column_runs_across(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text(
        "## 1.0 Cover\n\nWalls give cover.\n\n## 2.0 Movement\n\n"
        "| Ship | Running | Reaching | Hauled | Crew | Broadside | Special |\n|---|---|---|---|---|---|---|\n"
        '| Frigate | 9" | 12" | 6" | 4 | 6 | Turns twice in a move if it has not fired |\n'
        '| Gunboat | 5" | 6" | 5" | 2 | 2 | Rows |\n',
        encoding="utf-8",
    )
    (tmp_path / "edition.toml").write_text(
        'title = "Ships"\nlanguage = "en"\ngame = "valour-and-fortitude"\n'
        'documents = [{ id = "rules", file = "rules.md" }]\n',
        encoding="utf-8",
    )
    found = pipeline.read(str(tmp_path))
    sheet = sheets.sheet(found, sheets.plan_of(found))
    assert [block["wide"] for block in layout_blocks(sheet, 2)] == [True, False]
    assert [block["wide"] for block in layout_blocks(sheet, 1)] == [False, False]
    page = pypdfium2.PdfDocument(planned(str(tmp_path))[0].pdf)[0]
    text = page.get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    assert any(box[0] < 60 for box in boxes)
    assert "Turns twice in a move if it has not fired" in " ".join(text.get_text_bounded().split())


def test_letters_that_no_font_has_are_told(tmp_path: Path) -> None:
    assert missing_glyphs("aé½−≥", FONTS) == ""
    assert missing_glyphs("a漢字", FONTS) == "漢字"
    rules = tmp_path / "rules.md"
    rules.write_text("## 1.0 Cover\n\nWalls (漢) give cover.\n\n## " + ROLLED[1:], encoding="utf-8")
    made, _ = planned(str(rules))
    assert made.notes == ("no font has U+6F22: a box stands for it",)


def test_an_empty_text_makes_no_paper(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text("Words.\n", encoding="utf-8")
    out = str(tmp_path / "a.pdf")
    result = CliRunner().invoke(main, ["sheet", str(rules), "--format", "pdf", "--out", out])
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


def test_columns_hold_everything_in_order_and_none_is_overfull() -> None:
    draw = random.Random(10)
    for _ in range(60):
        blocks = [
            LayoutBlock(draw.uniform(5, 60), n == 0 or draw.random() < 0.2, 15.0)
            for n in range(draw.randint(1, 60))
        ]
        rooms = [300.0] * draw.randint(1, 8)
        ranges = balanced(blocks, rooms, 7.0)
        if ranges is None:
            assert sum(block.height for block in blocks) > 0.4 * sum(rooms)
            continue
        assert [start for start, _ in ranges] == [0, *(end for _, end in ranges[:-1])]
        assert ranges[-1][1] == len(blocks)
        assert all(height_of(blocks, start, end, 7.0) <= 300.0 for start, end in ranges)
