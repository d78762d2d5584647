"""The footnotes of a table, and the marks in its cells that cite them.

In: the text of a cell or of what stands below a table, without markup. Out: footnotes by their marks, and the
marks that end a cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_SUP = re.compile(r"<sup>\s{0,4}(\d{1,2}(?:,\s?\d{1,2}){0,4})\s{0,4}</sup>", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_CARET = re.compile(r"\^([a-z0-9*])\^")
_PRIVATE = 0xE000  # where characters begin that no text uses
_NOTE = re.compile(r"(?:^|(?<=\s))\s*([*†‡§⁰¹²³⁴⁵⁶⁷⁸⁹\ue000-\ue0ff])\s*(?=[^\W\d])")


def raised_digits(text: str) -> str:
    """A text of HTML with raised digits as such: the marks of footnotes, and no part of a number."""
    return _SUP.sub(lambda found: found.group(1).translate(_SUPERSCRIPT), text)


def notes_by_mark(text: str) -> dict[str, str]:
    """The footnotes of a table by their marks: "* Not at night. † Once a game."."""
    said = single_marks(text)
    cuts = [(m.start(), m.end(), m.group(1)) for m in _NOTE.finditer(said)]
    if not cuts or cuts[0][0] > 0:
        return {}
    ends = [*(start for start, _, _ in cuts[1:]), len(said)]
    return {mark: said[start:end].strip() for (_, start, mark), end in zip(cuts, ends, strict=True)}


def single_marks(text: str) -> str:
    """A text whose raised letters, "^a^", are one character each."""
    return _CARET.sub(lambda found: chr(_PRIVATE + ord(found.group(1))), text) if "^" in text else text


def marks_cited(text: str, notes: Mapping[str, str]) -> str:
    """The marks at the end of a cell that cite footnotes of its table."""
    end = text.rstrip()
    size = 0
    while size < len(end) and end[len(end) - size - 1] in notes:
        size += 1
    return end[len(end) - size :] if size < len(end) else ""


def unmarked(text: str, cited: str) -> str:
    """A cell without the marks at its end."""
    return text.rstrip()[: -len(cited)].rstrip() if cited else text
