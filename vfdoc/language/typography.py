"""Signs that say the same, levelled: quotation marks, apostrophes, dashes, blanks, accents, ligatures.

In comes a text as printed; out comes one in which what differs in typography alone is equal. Three depths:
`straight` and `levelled` keep every character's place, `plain` is for comparing whole texts, `unaccented`
for comparing words.
"""

from __future__ import annotations

import re
import unicodedata

APOSTROPHES = "‘’‚‛ʼ´`′"
QUOTES = "“”„‟«»″"
DASHES = "‐‑‒–—―−"
_EMPTY = "\u00ad\u200b\u200c\u200d\ufeff*_\\"  # soft hyphens, joiners, marks of emphasis

_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_LEVELLED = str.maketrans(
    {**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(QUOTES, '"'), **dict.fromkeys(DASHES, "-")}
)
_PLAIN = {**_LEVELLED, **dict.fromkeys(map(ord, _EMPTY), ""), ord("…"): "...", ord("×"): "x"}
_ASCII = {odd: plainly for odd, plainly in _PLAIN.items() if odd < 128}
_ODD = re.compile(f"[{re.escape(''.join(map(chr, _PLAIN)))}]")
_DOUBLED = ("''", '""')  # inches, and quotation marks, as some converters leave them
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def straight(text: str) -> str:
    """A text with straight apostrophes; every character keeps its place."""
    return text.translate(_STRAIGHT)


def levelled(text: str) -> str:
    """A text with straight apostrophes and quotation marks and short dashes; every character keeps its
    place."""
    return text.translate(_LEVELLED)


def plain(text: str) -> str:
    """A text with straight quotes, short dashes, single spaces and no marks of emphasis."""
    if text.isascii():  # the same, faster
        told = text.translate(_ASCII)
    else:
        told = _ODD.sub(lambda found: str(_PLAIN[ord(found[0])]), text)
    for twice in _DOUBLED:
        told = told.replace(twice, '"')
    return " ".join(told.split())


def unaccented(word: str) -> str:
    """A word in small letters, without accents, ligatures in two ("Œuvre": "oeuvre", "Maß": "mass")."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(_LIGATURES)
