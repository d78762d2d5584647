"""Whether a sentence that a section has alone stands in the rest of the other edition, or one like it.

In come the sections of both editions; asked is of a sentence. What stands elsewhere as often as before has
only moved, and what is nearly said elsewhere may have: "new" and "gone" are said of neither.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from vfdoc.model.words import WordForms
from vfdoc.verdicts.normalised import normaliser
from vfdoc.verdicts.sections import Profile
from vfdoc.verdicts.sentence_verdicts import likeness_of, sentence_spans

Place: TypeAlias = Literal["moved", "perhaps", "nowhere"]

_LIKE = 0.6  # of the words of two sentences, from which one may be the other
_RARE = 4  # so many of its rarest words lead from a sentence to others
_MOST = 40  # places of one word that are looked at

_Keys: TypeAlias = tuple[str, ...]


class Elsewhere:
    """The sentences of two editions, without those of sections that both have as they are; they are read
    when the first is asked for."""

    def __init__(self, old: Sequence[Profile], new: Sequence[Profile], forms: WordForms) -> None:
        self._sides = old, new
        self._read = normaliser(forms)

    @cached_property
    def _counts(self) -> tuple[Counter[_Keys], Counter[_Keys]]:
        texts = [Counter(profile.printed for profile in side) for side in self._sides]
        return self._counted(texts[0] - texts[1]), self._counted(texts[1] - texts[0])

    @cached_property
    def _only(self) -> tuple[tuple[_Keys, ...], tuple[_Keys, ...]]:
        one, other = self._counts
        return tuple(dict.fromkeys(one - other)), tuple(dict.fromkeys(other - one))

    @cached_property
    def _index(self) -> tuple[Mapping[str, list[int]], Mapping[str, list[int]]]:
        return _index(self._only[0]), _index(self._only[1])

    def place(self, sentence: str, *, old: bool) -> Place:
        """Where a sentence of the old edition, or of the new one, is on the other side."""
        keys = self._read(sentence).keys
        mine, theirs = self._counts if old else (self._counts[1], self._counts[0])
        if theirs[keys] >= mine[keys]:  # of a section that both have it is in neither
            return "moved"
        only, index = self._only[old], self._index[old]  # the other side's: 1 for the old edition
        rare = sorted((len(index.get(key, ())), key) for key in set(keys) if key in index)[:_RARE]
        near = {place for _, key in rare for place in index[key][:_MOST]}
        return "perhaps" if any(likeness_of(keys, only[place]) >= _LIKE for place in near) else "nowhere"

    def _counted(self, texts: Counter[str]) -> Counter[_Keys]:
        found: Counter[_Keys] = Counter()
        for text, count in texts.items():
            for start, end in sentence_spans(text):
                found[self._read(text[start:end]).keys] += count
        return found


def _index(sentences: Iterable[_Keys]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for place, keys in enumerate(sentences):
        for key in set(keys):
            found[key].append(place)
    return found
