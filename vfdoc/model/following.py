"""What a text says that the result of a test leads to, in its own words."""

from __future__ import annotations

from typing import NamedTuple


class Following(NamedTuple):
    """A sentence on what passing or failing a test does (`result` is "pass" or "fail"), or what it gives for
    totals of its roll, from `least` to `most`; it speaks of the facts `speaks`, each a name, of a choice with
    its value."""

    test: str
    result: str
    words: str
    section: str
    least: int = 0
    most: int = 0
    speaks: tuple[str, ...] = ()
