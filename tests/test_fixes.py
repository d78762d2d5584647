"""What --fix writes: the corrections and nothing else, byte for byte, whatever a file came in as."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.edit.fixes import fixes
from vfdoc.model import Finding, InputError
from vfdoc.pipeline.fixing import fixed

TEXT = """## 1.0 Mêlée

Figures halt at overgrown terrain (2.3) and – “of course” – go round it.

## 2.0 Terrain

### 2.1 Cover

Shots through a fence hit on a 6.

### 2.2 Overgrown Terrain

Scrub hides whoever stands in it.
"""
MENDED = TEXT.replace("(2.3)", "(2.2)")
SHORT = 60_000  # bytes of a text that is looked at always


def finding(quote: str, target: str | None, suggestion: str | None, **more: bool) -> Finding:
    return Finding(
        rule="dangling-reference",
        severity="error",
        edition="e",
        document="rules",
        file="rules.md",
        line=3,
        column=10,
        section="1.0",
        quote=quote,
        message="…",
        target=target,
        suggestion=suggestion,
        **{"certain": True, **more},
    )


@pytest.mark.parametrize(
    ("quote", "target", "column"),
    [
        ("2.1", "2.1", 10),
        ("Part 2.1", "2.1", 15),
        ("12.1 & 2.1", "2.1", 17),
        ("2.1.1, 2.1", "2.1", 17),
        ("T.2.1 & 2.1", "2.1", 18),
        ("12.1 & 2.1.1", "2.1", None),  # the number itself does not stand there
        ("2.1", None, None),
    ],
)
def test_the_number_is_replaced_where_it_stands(quote: str, target: str | None, column: int | None) -> None:
    edits = fixes([finding(quote, target, "2.2")])
    assert [(e.line, e.column, e.old, e.new) for e in edits] == (
        [(3, column, target, "2.2")] if column is not None else []
    )


def test_only_what_is_certain_and_open_is_corrected() -> None:
    open_one = finding("2.1", "2.1", "2.2")
    assert fixes([finding("2.1", "2.1", "2.2", certain=False)]) == ()
    assert fixes([finding("2.1", "2.1", "2.2", acknowledged=True)]) == ()
    assert fixes([finding("2.1", "2.1", None)]) == ()
    assert len(fixes([open_one, open_one])) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-32-be", codecs.BOM_UTF32_BE),
        ("cp1252", b""),
    ],
)
def test_a_file_keeps_its_encoding_and_its_line_ends(
    encoding: str, mark: bytes, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "rules.md"
    path.write_bytes(mark + TEXT.replace("\n", end).encode(encoding))
    [change] = fixed([pipeline.read(str(path))])
    assert change.edits == 1
    assert change.data == mark + MENDED.replace("\n", end).encode(encoding)
    assert "-Figures halt at overgrown terrain (2.3)" in change.difference


def test_what_is_set_aside_stays_in_the_file(originals: Path, tmp_path: Path) -> None:
    """The furniture of a blog is no part of its rules, and is not lost from the file."""
    text = (
        (originals / "vf-1e.txt")
        .read_text(encoding="utf-8")
        .replace("line of sight (5.2)", "line of sight (5.3)")
    )
    path = tmp_path / "vf-1e.txt"
    path.write_text(text, encoding="utf-8", newline="")
    [change] = fixed([pipeline.read(str(path))])
    old, new = text.split("\n"), change.data.decode().split("\n")
    assert {at for at, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other} == {
        at for at, line in enumerate(old, 1) if "(5.3)" in line
    }


def test_the_same_text_named_twice_is_corrected_once(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(TEXT, encoding="utf-8")
    read = pipeline.read(str(path))
    [change] = fixed([read, read])
    assert change.data.decode() == MENDED


def test_a_text_that_cannot_be_written_back_is_refused(tmp_path: Path) -> None:
    """Shift JIS has two codes for some signs; which of them stood there is not to be told from the text."""
    text = """## 1.0 移動

Figures halt at overgrown terrain (2.3).
これはすべての部隊に適用されるルールです。騎兵は移動できます。

## 2.0 地形

### 2.1 遮蔽

遅いです。

### 2.2 Overgrown Terrain

とても遅い地面です。
"""
    path = tmp_path / "rules.md"
    path.write_bytes(text.encode("cp932").replace("地面".encode("cp932"), b"\xfa\x5c\xfa\x5d"))
    with pytest.raises(InputError, match="save it as UTF-8"):
        fixed([pipeline.read(str(path))])


def test_nothing_is_written_into_texts_without_such_a_fault(
    originals: Path, games: Path, foreign: Path
) -> None:
    """Published texts and invented rulesets: what of them leads nowhere cites another work, or may mean
    several sections. Every one was looked at."""
    texts = [p for folder in (originals, games, foreign) for p in sorted(folder.glob("*.[tm][xd]*"))]
    assert len(texts) >= 16
    texts = [path for path in texts if THOROUGH or path.stat().st_size < SHORT]
    for path in texts:
        assert fixed([pipeline.read(str(path))], ("dangling-reference", "misdirected-reference")) == (), (
            path.name
        )
