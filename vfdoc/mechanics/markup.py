"""The marks of emphasis, HTML and escapes in a line, which are no words of it; and what is a signed number.

In: a text as it is printed. Out: the same without its marks, in its columns or run together.
"""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]{0,100}>|\\(?=[^\w\s])|\*\*|(?<![\w*])_|_(?![\w*])"
    r"|\*(?=[^\s*][^*]{0,80}\*)|(?<=[\w.)?!,:])\*"
)
SIGNED = re.compile(r"(?<![\w\d.])[+−–-]\s?\d")


def plain(text: str) -> str:
    """`text` with markup blanked by as many spaces."""
    marked = "*" in text or "_" in text or "<" in text or "\\" in text
    return _MARKUP.sub(lambda found: " " * len(found.group()), text) if marked else text


def unmarked_text(text: str) -> str:
    """`text` without its markup, so that bold words set no gap apart."""
    return _MARKUP.sub("", text) if plain(text) is not text else text
