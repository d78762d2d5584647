"""Numbers that a note in the margin announces, as converters leave it in the text.

In: the candidates of a text. Out: those that are a word and a number alone in a line right above the same
number without the word, "Section 4." and "4. (1) A member …", where that recurs. They open no section; the
number below does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vfdoc.reading.candidates import HeadingCandidate

_NEAR = 2  # lines from one to the other
_FEWEST = 8


def announced_numbers(found: Sequence[HeadingCandidate]) -> list[HeadingCandidate]:
    """The candidates that only announce the next; none where there are few, or but "Article 1" above the
    first of each list."""
    announced = [
        one
        for one, below in pairwise(found)
        if one.word and not below.word and one.path == below.path and 0 < below.line - one.line <= _NEAR
        if not (one.level or one.rest.strip(" .:*_") or below.level)
    ]
    return announced if sum(one.path[-1:] > (1,) for one in announced) >= _FEWEST else []
