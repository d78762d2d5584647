"""The nouns of a translation's progress: which sections are translated, and which have gone stale."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

UNTRANSLATED = "…"  # what stands in a skeleton where a translator has to write

State: TypeAlias = Literal["translated", "untranslated", "stale"]


class Translated(NamedTuple):
    """A section of the original and its counterpart (None where there is none), and how far that is:
    `stale` where the original has changed since; `fingerprint` is the original's as it stands."""

    original: str
    section: str | None
    state: State
    fingerprint: str
