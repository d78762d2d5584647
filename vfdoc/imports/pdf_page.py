"""One page of a PDF: its characters as lines, each with where it stands and how it looks, and its rules.

Coordinates are points from the lower left corner. Characters come in the order of the file and are put into
lines by where they stand.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

_ITALIC, _FORCED_BOLD = 1 << 6, 1 << 18
_BOLD_NAME = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique", re.IGNORECASE)
_BOLD_WEIGHT = 600
_THIN = 3.0  # points: a filled shape as thin as this is a rule
_SIGNS = {0xF0B7: 0x2022, 0xF0A7: 0x25AA, 0xF076: 0x2022, 0xF0A8: 0x25AA}  # bullets of symbol fonts
_DOT = (2.0, 7.0)  # points
_MOST_SHAPES = 20_000


class Char(NamedTuple):
    """A character: its box, its baseline, its size and look, whether blanks stand before and behind it."""

    left: float
    right: float
    base: float
    size: float
    text: str
    bold: bool
    italic: bool
    spaced: bool = False
    ends: bool = False


class Rule(NamedTuple):
    """A straight line: across where `top` is `bottom`, else down."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def across(self) -> bool:
        """Whether it lies."""
        return self.right - self.left >= self.top - self.bottom


@dataclass(slots=True)
class PdfLine:
    """Characters of one line, from left to right."""

    chars: list[Char]

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.chars[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.chars[-1].right

    @property
    def base(self) -> float:
        """Its baseline: that of its largest characters."""
        return max(self.chars, key=lambda char: char.size).base

    @property
    def size(self) -> float:
        """The size of most of its characters."""
        sizes: dict[float, int] = {}
        for char in self.chars:
            sizes[round(char.size, 1)] = sizes.get(round(char.size, 1), 0) + 1
        return max(sizes, key=lambda size: sizes[size])


class PdfPage(NamedTuple):
    """What a page holds."""

    width: float
    height: float
    chars: tuple[Char, ...]
    rules: tuple[Rule, ...]
    pictures: int


def read_page(page: Any) -> PdfPage:
    """The characters and rules of a page of pypdfium2."""
    width, height = page.get_size()
    text = page.get_textpage()
    try:
        chars = tuple(_chars(text))
    finally:
        text.close()
    rules, dots, pictures = _shapes(page)
    return PdfPage(width, height, (*chars, *dots) if chars else (), tuple(rules), pictures)


def _chars(text: Any) -> list[Char]:
    found: list[Char] = []
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    flags, name = ctypes.c_int(), ctypes.create_string_buffer(256)
    looks: dict[tuple[bytes, int, int], tuple[bool, bool]] = {}
    spaced = False
    for at in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, at)
        if code in (9, 32, 0xA0):
            spaced = True
            if found and not found[-1].ends and raw.FPDFText_IsGenerated(text, at) != 1:
                found[-1] = found[-1]._replace(ends=True)
            continue
        if code in (0, 10, 13) or raw.FPDFText_IsGenerated(text, at) == 1:
            spaced = False
            continue
        if not raw.FPDFText_GetLooseCharBox(text, at, box) or not raw.FPDFText_GetCharOrigin(text, at, x, y):
            continue
        raw.FPDFText_GetFontInfo(text, at, name, 256, flags)
        key = (name.value, flags.value, raw.FPDFText_GetFontWeight(text, at))
        if key not in looks:
            shown = key[0].decode("utf-8", "replace")
            bold = (
                key[2] >= _BOLD_WEIGHT or bool(key[1] & _FORCED_BOLD) or _BOLD_NAME.search(shown) is not None
            )
            looks[key] = bold, bool(key[1] & _ITALIC) or _ITALIC_NAME.search(shown) is not None
        size = max(box.top - box.bottom, 1.0) / 1.2
        declared = raw.FPDFText_GetFontSize(text, at)
        size = declared if 1.5 < declared < 200 else size
        code = _SIGNS.get(code, code)
        if code in (0xFFFE, 2):
            letter = "\u00ad"
        else:
            letter = chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else "�"
        bold, italic = looks[key]
        char = Char(
            left=box.left, right=max(box.right, box.left), base=y.value, size=size, text=letter, bold=bold,
            italic=italic, spaced=spaced,
        )  # fmt: skip
        found.append(char)
        spaced = False
    return found


def _shapes(page: Any) -> tuple[list[Rule], list[Char], int]:
    """The straight lines of a page, drawn or filled, its dots as bullets, and how many pictures it has."""
    rules: list[Rule] = []
    dots: list[Char] = []
    pictures = 0
    for count, shape in enumerate(page.get_objects(max_depth=4)):
        if count > _MOST_SHAPES:
            break
        if shape.type == raw.FPDF_PAGEOBJ_IMAGE:
            pictures += 1
        elif shape.type == raw.FPDF_PAGEOBJ_PATH:
            rules += _straight(shape)
            dots += _dot(shape)
    return rules, dots, pictures


def _dot(shape: Any) -> Iterable[Char]:
    """A small shape as wide as it is high, which is how browsers draw the bullet of a list."""
    try:
        left, bottom, right, top = shape.get_bounds()
    except (pdfium.PdfiumError, ValueError):
        return
    wide, high = right - left, top - bottom
    if _DOT[0] <= wide <= _DOT[1] and abs(wide - high) <= 0.3:
        size = wide / 0.36
        base = (top + bottom) / 2 - 0.32 * size
        yield Char(left=left, right=right, base=base, size=size, text="•", bold=False, italic=False)


def _straight(shape: Any) -> Iterable[Rule]:
    """The straight lines of a path: a thin shape is one, of a drawn one every side."""
    try:
        left, bottom, right, top = shape.get_bounds()
    except (pdfium.PdfiumError, ValueError):
        return
    if min(right - left, top - bottom) <= _THIN:
        if max(right - left, top - bottom) > _THIN:
            yield _lain(left, bottom, right, top)
        return
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(shape, mode, stroked)
    count = raw.FPDFPath_CountSegments(shape)
    if not stroked.value or count > 200:
        return
    matrix = shape.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    begun = None
    for at in range(count):
        segment = raw.FPDFPath_GetPathSegment(shape, at)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = matrix.on_point(x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begun = here
        elif kind == raw.FPDF_SEGMENT_LINETO and points:
            yield from _drawn(points[-1], here)
        points.append(here)
        if raw.FPDFPathSegment_GetClose(segment) and begun is not None:
            yield from _drawn(here, begun)


def _drawn(one: tuple[float, float], other: tuple[float, float]) -> Iterable[Rule]:
    left, right = sorted((one[0], other[0]))
    bottom, top = sorted((one[1], other[1]))
    if min(right - left, top - bottom) <= 1 < max(right - left, top - bottom):
        yield _lain(left, bottom, right, top)


def _lain(left: float, bottom: float, right: float, top: float) -> Rule:
    """A thin box as the line in its middle."""
    if right - left >= top - bottom:
        middle = (top + bottom) / 2
        return Rule(left, middle, right, middle)
    middle = (left + right) / 2
    return Rule(middle, bottom, middle, top)


def lines_of(chars: Sequence[Char]) -> list[PdfLine]:
    """Characters as lines from top to bottom; what stands far apart on one height is several lines."""
    rows: list[list[Char]] = []
    bases: list[float] = []
    for char in sorted(chars, key=lambda char: (-char.base, char.left)):
        if char.text.isspace():
            continue
        last = range(len(rows) - 1, max(-1, len(rows) - 4), -1)
        beside = (at for at in last if abs(bases[at] - char.base) <= 0.45 * max(char.size, rows[at][0].size))
        near = next(beside, None)
        if near is None:
            rows.append([char])
            bases.append(char.base)
        else:
            rows[near].append(char)
    found = []
    for row in rows:
        row.sort(key=lambda char: char.left)
        parts = [[row[0]]]
        for char in row[1:]:
            if char.left - parts[-1][-1].right > 1.2 * max(char.size, 6):
                parts.append([])
            parts[-1].append(char)
        found += [PdfLine(part) for part in parts]
    return found
