"""Two texts word by word: what was kept, what is only in the old one and what only in the new one.

In come marked texts; out come stretches of words in the order of reading, the share of words kept,
and which citations stand at the same place. Words that differ in typography alone are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.match.sections import CITED, MARK
from vfdoc.match.sequences import stretches
from vfdoc.match.stems import plain
from vfdoc.model import Reference
from vfdoc.model.comparison import Words
from vfdoc.model.session import memoized

# A word with the spaces behind it; a citation is one word, and what is stuck to it part of it.
_WORD = re.compile("(?:\ue000\\d+\ue001|[^\\s\ue000])+\\s*|\\s+")
_LONGEST = 6000  # words; of longer texts only the differing middle is compared, and only so far


class Wording(NamedTuple):
    """Two texts compared: the stretches, how many of the words of both are kept (0 to 1), and the
    citations that stand at the same place, as places among each side's references."""

    words: tuple[Words, ...]
    similarity: float
    cited: tuple[tuple[int, int], ...]


def compare_wording(
    old: str,
    old_references: Sequence[Reference],
    new: str,
    new_references: Sequence[Reference],
    *,
    cites: bool = False,
) -> Wording:
    """Compares two marked texts; citations show as printed, and count as kept whatever their number.

    With `cites` they count as the words that they are.
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    keys = [
        [_key(word if CITED not in word else _cited_key(word, references, cites)) for word in words]
        for words, references in ((before, old_references), (after, new_references))
    ]
    found: list[Words] = []
    cited: list[tuple[int, int]] = []
    kept = 0
    for stretch in stretches(keys[0][:_LONGEST], keys[1][:_LONGEST]):
        olds, news = before[stretch.old : stretch.old_end], after[stretch.new : stretch.new_end]
        if stretch.same:
            kept += len(olds)
            cited += zip(_cited(olds), _cited(news), strict=True)
            found.append(Words("kept", _shown(news, new_references)))
        else:
            found += _differing(olds, news, old_references, new_references)
    found += _differing(before[_LONGEST:], after[_LONGEST:], old_references, new_references)
    total = len(before) + len(after)
    return Wording(tuple(found), 2 * kept / total if total else 1.0, tuple(cited))


def _differing(
    olds: Sequence[str],
    news: Sequence[str],
    old_references: Sequence[Reference],
    new_references: Sequence[Reference],
) -> Iterator[Words]:
    if olds:
        yield Words("removed", _shown(olds, old_references))
    if news:
        yield Words("added", _shown(news, new_references))


def _cited_key(word: str, references: Sequence[Reference], cites: bool) -> str:
    return _shown([word], references) if cites else MARK.sub(CITED, word)


@memoized
def _key(word: str) -> str:
    return plain(word)


def _cited(words: Sequence[str]) -> list[int]:
    return [int(place) for word in words if CITED in word for place in MARK.findall(word)]


def _shown(words: Sequence[str], references: Sequence[Reference]) -> str:
    return MARK.sub(lambda found: references[int(found[1])].text, "".join(words))
