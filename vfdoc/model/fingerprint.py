"""What a section says, in twelve characters: by them a translation knows whether its original has changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from vfdoc.model.document import Section, text_of

# A fingerprint is written into files: its signs stay these, whatever else language/typography.py levels.
_LEVELLED = str.maketrans(
    {**dict.fromkeys("‘’′", "'"), **dict.fromkeys("“”″", '"'), **dict.fromkeys("‐‑–—−", "-")}
)
_MARKS = re.compile(r"[*_\\]")


def digest(text: str) -> str:
    """The first twelve characters of a text's SHA-256."""
    from hashlib import sha256  # brings OpenSSL with it, and most commands need no fingerprint

    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def fingerprint(section: Section) -> str:
    """The fingerprint of a section's title and own text; number, place and typography do not count."""
    text = f"{section.title}\n{text_of(section.blocks)}".translate(_LEVELLED)
    return digest(" ".join(_MARKS.sub("", text).split()))


def told_apart(named: Iterable[tuple[str, str]]) -> list[str]:
    """Names that are each of one thing: of those with one name each bears a mark of its content, so that
    none of them changes with the others; what is the same to the letter is numbered behind it."""
    pairs = list(named)
    alike, met = Counter(name for name, _ in pairs), Counter[str]()
    found: list[str] = []
    for name, content in pairs:
        own = name if alike[name] == 1 else f"{name}~{digest(content)[:4]}"
        met[own] += 1
        found.append(own if met[own] == 1 else f"{own}~{met[own]}")
    return found
