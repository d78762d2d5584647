"""The pages of a sheet looked at after they are set: their number, their margins, their letters.

Typst says nothing of a word that runs out of its column, nor of a letter that no font has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_PATH = re.compile(rb'<symbol id="([^"]+)"[^>]*>\s*<path d="([^"]*)"')
_ABSENT = "\U0010fffd"  # a private character that no text font draws
_SLACK = 1.5  # points
KNOWN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) | frozenset(
    "–—‘’“”„…•′″−≤≥ŒœŸ⅓⅔¼½¾\u200b"
)
"""Letters that the fonts of a sheet have."""

_TEMPLATE = b"""#let data = json(bytes(sys.inputs.data))
#set page(width: auto, height: auto)
#set text(font: data.fonts)
#data.text"""


def missing_glyphs(letters: str, fonts: Sequence[str]) -> str:
    """The letters that no font has: those drawn as a character is drawn that none can have."""
    letters = "".join(letter for letter in letters if letter not in KNOWN)
    return unknown_glyphs(letters, fonts) if letters else ""


def unknown_glyphs(letters: str, fonts: Sequence[str]) -> str:
    """The same, where nothing is known of the letters: they are set to see."""
    import typst

    def drawn(text: str) -> set[bytes]:
        told = json.dumps({"text": text, "fonts": list(fonts)})
        svg: bytes = typst.compile(
            _TEMPLATE, sys_inputs={"data": told}, ignore_system_fonts=True, format="svg"
        )
        return {path for _, path in _PATH.findall(svg)}

    absent = drawn(_ABSENT)
    if not absent & drawn(letters):
        return ""
    odd = [letter for letter in letters if ord(letter) > 0x7E and not letter.isspace()]
    return "".join(letter for letter in odd if absent & drawn(letter))


def prove(pdf: bytes, sides: int, margin: float) -> list[str]:
    """What is wrong with the pages: their number, text beyond the margins (points); nothing where all is
    well."""
    import pypdfium2

    found = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        if len(document) != sides:
            found.append(f"takes {len(document)} pages, not {sides}")
        for n, page in enumerate(document, start=1):
            width, height = page.get_size()
            text = page.get_textpage()
            for at in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(at)
                inside = left >= margin - _SLACK and right <= width - margin + _SLACK
                if not inside or bottom < 0 or top > height - margin + _SLACK:
                    words = text.get_text_bounded(left, bottom, right, top).strip()
                    if words:
                        found.append(f"page {n}: {words[:40]!r} runs out of the page")
    finally:
        document.close()
    return found
