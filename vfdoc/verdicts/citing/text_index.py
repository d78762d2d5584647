"""The words of an edition by the runs of words in it: where a quotation stands, and where nearly.

In: the sections of an edition as texts. Out: an inverted index of trigrams over all its words, in one
sequence with a stop between sections; and, for the words of a quotation, the places where they stand word
by word, and the stretch that is most like them. The work for a quotation grows with its length, not with
the edition's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.sequences import Stretch, stretches

_STOP = "\0"
_MOST = 64  # places of a gram that are looked at
_TRIED = 6  # stretches that are compared word by word
_SLACK = 6  # words more that a stretch may have on either side
_NEAR = 8  # words by which places of one stretch may be apart


class IndexedSection(NamedTuple):
    """A section: its anchor and its words, each as it is compared, with its place in the section's `text`."""

    anchor: str
    text: str
    words: tuple[tuple[str, int, int], ...]


class IndexMatch(NamedTuple):
    """A stretch of a section's words, from `first` up to `last` among them; `alike` is how much of the words
    sought stands there, 0 to 1."""

    entry: IndexedSection
    first: int
    last: int
    alike: float = 1.0

    @property
    def printed(self) -> str:
        """The words as printed."""
        return self.entry.text[self.entry.words[self.first][1] : self.entry.words[self.last - 1][2]]


class TextIndex:
    """The index of an edition's sections."""

    def __init__(self, entries: Iterable[IndexedSection]) -> None:
        self.entries = tuple(entry for entry in entries if entry.words)
        self._starts: list[int] = []
        self._words: list[str] = []
        self._grams: tuple[dict[tuple[str, ...], list[int]], ...] = tuple(defaultdict(list) for _ in range(3))
        for entry in self.entries:
            self._starts.append(len(self._words))
            self._words += [word for word, _, _ in entry.words]
            self._words.append(_STOP)
        words = self._words
        for at in range(len(words)):
            for size, grams in enumerate(self._grams, 1):
                gram = tuple(words[at : at + size])
                if _STOP not in gram and len(gram) == size:
                    grams[gram].append(at)

    def occurrences(self, words: Sequence[str]) -> list[IndexMatch]:
        """Every place where the words stand, one by one, in order of the text."""
        if not words:
            return []
        size = min(3, len(words))
        grams = self._grams[size - 1]
        rarest: tuple[int, list[int]] | None = None
        for at in range(len(words) - size + 1):
            places = grams.get(tuple(words[at : at + size]))
            if places is None:
                return []
            if rarest is None or len(places) < len(rarest[1]):
                rarest = at, places
        if rarest is None:
            return []
        at, places = rarest
        sought = list(words)
        starts = (place - at for place in places)
        return [
            self._found(start, start + len(sought))
            for start in starts
            if start >= 0 and self._words[start : start + len(sought)] == sought
        ]

    def nearest(self, words: Sequence[str], within: frozenset[str] | None = None) -> IndexMatch | None:
        """The stretch of one section that is most like the words; of as like ones the first. `within` are the
        anchors of the only sections to be looked at."""
        best: IndexMatch | None = None
        for section, start in self._candidates(words, within):
            found = self._laid(section, start, words)
            if found is not None and (best is None or found.alike > best.alike):
                best = found
        return best

    def _candidates(self, words: Sequence[str], within: frozenset[str] | None) -> Iterator[tuple[int, int]]:
        """Sections and places where the words may begin, those with the most grams in common first."""
        votes: Counter[tuple[int, int]] = Counter()
        firsts: dict[tuple[int, int], int] = {}
        for size in (3, 2, 1):
            weight = (1, 2, 4)[size - 1]
            for at in range(len(words) - size + 1):
                places = self._grams[size - 1].get(tuple(words[at : at + size]), ())
                if within is None and len(places) > _MOST:
                    continue
                for place in places:
                    section = bisect_right(self._starts, place) - 1
                    if within is not None and self.entries[section].anchor not in within:
                        continue
                    start = place - at
                    for bucket in (start // _NEAR, start // _NEAR + 1):
                        votes[section, bucket] += weight
                        firsts.setdefault((section, bucket), start)
            if len(votes) >= _TRIED and size == 2:
                break
        seen: set[tuple[int, int]] = set()
        for section, bucket in sorted(votes, key=lambda key: (-votes[key], key)):
            if (section, bucket - 1) in seen or (section, bucket + 1) in seen:
                continue
            seen.add((section, bucket))
            yield section, firsts[section, bucket]
            if len(seen) >= _TRIED:
                return

    def _laid(self, section: int, start: int, words: Sequence[str]) -> IndexMatch | None:
        """The words laid beside a section's around a place; the stretch from the first to the last that is
        the same."""
        entry, offset = self.entries[section], self._starts[section]
        slack = _SLACK + len(words) // 2
        first = max(start - offset - slack, 0)
        last = min(start - offset + len(words) + slack, len(entry.words))
        side = [word for word, _, _ in entry.words[first:last]]
        parts = _tight([part for part in stretches(list(words), side) if part.same], words)
        if not parts:
            return None
        same = sum(part.old_end - part.old for part in parts)
        # What stands before the first word that is the same, or behind the last, was exchanged for as much.
        begin = max(parts[0].new - parts[0].old, 0)
        end = min(parts[-1].new_end + len(words) - parts[-1].old_end, len(side))
        alike = 2 * same / (len(words) + max(end - begin, 1))
        return IndexMatch(entry, first + begin, first + end, alike)

    def _found(self, start: int, end: int) -> IndexMatch:
        section = bisect_right(self._starts, start) - 1
        offset = self._starts[section]
        return IndexMatch(self.entries[section], start - offset, end - offset)


def _tight(parts: list[Stretch], words: Sequence[str]) -> list[Stretch]:
    """The stretches that are the same without single words far off at either end."""
    while len(parts) > 1 and _loose(parts[0], parts[1].new - parts[0].new_end, words):
        del parts[0]
    while len(parts) > 1 and _loose(parts[-1], parts[-1].new - parts[-2].new_end, words):
        del parts[-1]
    return parts


def _loose(part: Stretch, gap: int, words: Sequence[str]) -> bool:
    return gap > max(3, 2 * (part.new_end - part.new)) and part.new_end - part.new < len(words) // 3 + 1
