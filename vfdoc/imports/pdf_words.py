"""The words of a line of a PDF: its characters with the blanks between, by their look."""

from __future__ import annotations

from itertools import takewhile

from vfdoc.imports.blocks import TextSpan
from vfdoc.imports.pdf_page import PdfLine

MARK, MARK_END = "\ue001", "\ue002"
"""Around the number of a note, where it is referred to."""
_FAR = 2.0  # sizes of a line between its words and a page's number
_ENDS = (".", "!", "?", ":", ";", "”", '"', ")", "’")


def spans_of(line: PdfLine) -> list[TextSpan]:
    """The characters of a line with the blanks between, by their look; a raised small number behind a word
    refers to a note."""
    found: list[TextSpan] = []
    end: float | None = None
    base, size = line.base, max(char.size for char in line.chars)
    for char in line.chars:
        raised = char.text.isdecimal() and char.size < 0.8 * size and char.base > base + 0.15 * size
        if raised and found and not found[-1].text[-1:].isdecimal():
            char = char._replace(text=f"{MARK}{char.text}{MARK_END}", spaced=False)
        gap = "" if end is None else " " if char.spaced else _gap(char.left - end, char.size)
        look = TextSpan(char.text, char.bold, char.italic)
        if found and (found[-1].bold, found[-1].italic) == (look.bold, look.italic):
            found[-1] = found[-1]._replace(text=found[-1].text + gap + char.text)
        else:
            if found and gap:
                found[-1] = found[-1]._replace(text=found[-1].text + gap)
            found.append(look)
        end = char.right
    return found


def words_of(line: PdfLine) -> str:
    """A line without its look."""
    return "".join(span.text for span in spans_of(line))


def leads_to_a_page(line: PdfLine) -> bool:
    """Whether a line ends with figures that stand far apart from its words: an entry of contents without
    dots."""
    figures = sum(1 for _ in takewhile(lambda char: char.text.isdecimal(), reversed(line.chars)))
    words = line.chars[: len(line.chars) - figures]
    apart = line.chars[-figures].left - words[-1].right if figures and words else 0.0
    return apart > _FAR * line.size and any(char.text.isalpha() for char in words)


def first_word(line: PdfLine) -> float:
    """How wide the first word of a line is."""
    end = line.chars[0].right
    for char in line.chars[1:]:
        if char.spaced or _gap(char.left - end, char.size):
            break
        end = char.right
    return end - line.left


def _gap(width: float, size: float) -> str:
    return " " if width > 0.12 * size else ""


def ends_sentence(text: str) -> bool:
    """Whether a line ends as sentences, and what they quote or bracket, end."""
    return text.rstrip().endswith(_ENDS)


def goes_on_below(text: str) -> bool:
    """Whether a sentence goes on below."""
    return not text.rstrip().endswith((".", "!", "?", ":"))
