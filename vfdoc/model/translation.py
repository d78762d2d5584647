"""The nouns of a translation's progress: which sections are translated, and which have gone stale."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

UNTRANSLATED = "…"  # what stands in a skeleton where a translator has to write

State: TypeAlias = Literal["translated", "untranslated", "stale"]


class Before(NamedTuple):
    """What an original said when it was translated: the text, the edition or revision in which it stands,
    and the words that became others since (old and new; "" where they were only put in or taken out)."""

    text: str
    where: str
    words: tuple[tuple[str, str], ...] = ()


class Translated(NamedTuple):
    """A section of the original and its counterpart (None where there is none), and how far that is:
    `stale` where the original has changed since; `fingerprint` is the original's as it stands, `remembered`
    the one from which it was translated ("" where none is), `before` what the original said then (None
    where that was not found, or not sought)."""

    original: str
    section: str | None
    state: State
    fingerprint: str
    remembered: str = ""
    before: Before | None = None
