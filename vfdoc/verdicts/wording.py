"""Two texts sentence by sentence and word by word: what was kept, put in, taken out or exchanged.

In come marked texts; out come stretches of words in the order of reading, the share of words kept, which
citations stand at the same place, and the verdict on what the words say. Words that differ in typography
alone are kept. Sentences that have hardly a word in common stand one behind the other, not torn to pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from vfdoc.language.sequences import stretches
from vfdoc.language.typography import plain
from vfdoc.model import Reference, WordForms
from vfdoc.model.comparison import Exchange, Sameness, SentenceChange, TextStretch
from vfdoc.model.session import memoized
from vfdoc.verdicts.elsewhere import Elsewhere, Place
from vfdoc.verdicts.sections import CITED, MARK
from vfdoc.verdicts.sentence_verdicts import SentencePair, Span, sentence_pairs, text_verdict

# A word with the spaces behind it; a citation is one word, and what is stuck to it part of it.
_WORD = re.compile("(?:\ue000\\d+[^\\s\ue001]?\ue001|[^\\s\ue000])+\\s*|\\s+")
_LONGEST = 6000  # words; of longer texts only the differing middle is compared, and only so far
_TORN = 0.5  # of the words of two sentences, below which they stand whole


class TextComparison(NamedTuple):
    """Two texts compared: the stretches, how many of the words of both are kept (0 to 1), the citations
    that stand at the same place, as places among each side's references, what the words come to, and the
    sentences that differ."""

    words: tuple[TextStretch, ...]
    similarity: float
    cited: tuple[tuple[int, int], ...]
    verdict: Sameness
    sentences: tuple[SentenceChange, ...]


class ReferencesOfBoth(NamedTuple):
    """The references of both sides, by which marked citations are printed."""

    old: Sequence[Reference]
    new: Sequence[Reference]


def compare_wording(
    old: str,
    new: str,
    cites: ReferencesOfBoth,
    forms: WordForms | None,
    elsewhere: Elsewhere | None = None,
    *,
    shared: bool = False,
) -> TextComparison:
    """Compares two marked texts; citations show as printed, and count as kept whatever their number where
    they lead to the same (`sections.signed`), or where nothing says to what.

    `forms` are those of the language of both; where they have not the same one (None) no word can be held
    against another, and what is not the same is not compared. `elsewhere` knows the rest of both editions:
    a sentence that one text lacks is put in or taken out only if it is not there. Of texts that share their
    sections with others (`shared`) a sentence that is there is no part of what is compared.
    """
    pairs = sentence_pairs(old, new, forms or WordForms())
    laid = pairs
    if elsewhere is not None:
        found_there = ((pair, _place(pair, old, new, elsewhere)) for pair in pairs)
        pairs = tuple(_doubted(p, at) for p, at in found_there if not (shared and at == "moved"))
    found: list[_Stretch] = []
    for olds, news, whole, anew in _laid(old, new, laid):
        found += _stretched(old[olds.start : olds.end], new[news.start : news.end], whole=whole, anew=anew)
    words = tuple(_merged(_shown(stretch, cites) for stretch in found))
    kept = sum(len(s.new) for s in found if s.kind == "kept")
    total = len(_WORD.findall(old)) + len(_WORD.findall(new))
    cited = tuple(
        (int(one), int(other))
        for s in found
        if s.kind == "kept"
        for one, other in zip(_places(s.old), _places(s.new), strict=True)
    )
    verdict = text_verdict(pairs)
    if forms is None and verdict != "same":
        verdict = "unverified"
    sentences = tuple(_change(pair, old, new, cites, forms) for pair in pairs if _differs(pair))
    return TextComparison(words, 2 * kept / total if total else 1.0, cited, verdict, sentences)


def _place(pair: SentencePair, old: str, new: str, elsewhere: Elsewhere) -> Place:
    """Where a sentence that only one text has is in the other edition."""
    if pair.old is not None and pair.new is not None:
        return "nowhere"
    if pair.old is not None:
        return elsewhere.place(MARK.sub(CITED, old[pair.old.start : pair.old.end]), old=True)
    assert pair.new is not None  # a pair has a side
    return elsewhere.place(MARK.sub(CITED, new[pair.new.start : pair.new.end]), old=False)


def _doubted(pair: SentencePair, place: Place) -> SentencePair:
    if place == "nowhere":
        return pair
    return pair._replace(verdict=pair.verdict._replace(verdict="unverified"))


class _Stretch(NamedTuple):
    """Words of both sides that are kept, or of one."""

    kind: Literal["kept", "removed", "added"]
    old: Sequence[str]
    new: Sequence[str]
    anew: bool = False


class _Laid(NamedTuple):
    """Parts of both texts that are held against each other: whether they stand whole, and whether as worded
    anew and not compared."""

    old: Span
    new: Span
    whole: bool
    anew: bool


def _laid(old: str, new: str, pairs: Sequence[SentencePair]) -> Iterator[_Laid]:
    """The parts of both texts, from the beginning to the end of both. What moved is taken out at one place
    and put in at the other."""
    at_old = at_new = 0
    open_ = False
    for pair in pairs:
        if pair.moved or pair.old is None or pair.new is None:
            open_ |= pair.verdict.verdict == "unverified"
            continue
        if pair.old.start < at_old or pair.new.start < at_new:
            continue
        if pair.old.start > at_old or pair.new.start > at_new:
            yield _Laid(Span(at_old, pair.old.start), Span(at_new, pair.new.start), True, open_)
        whole = pair.verdict.verdict == "unverified" and pair.verdict.similarity < _TORN
        yield _Laid(pair.old, pair.new, whole, whole)
        at_old, at_new, open_ = pair.old.end, pair.new.end, False
    if at_old < len(old) or at_new < len(new):
        yield _Laid(Span(at_old, len(old)), Span(at_new, len(new)), True, open_)


def _stretched(old: str, new: str, *, whole: bool = False, anew: bool = False) -> Iterator[_Stretch]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    keys = [_key(MARK.sub(_led, word)) for word in before], [_key(MARK.sub(_led, word)) for word in after]
    if whole and keys[0] != keys[1]:
        yield from _apart(before, after, anew=anew)
        return
    for stretch in stretches(keys[0][:_LONGEST], keys[1][:_LONGEST]):
        olds, news = before[stretch.old : stretch.old_end], after[stretch.new : stretch.new_end]
        if stretch.same:
            yield _Stretch("kept", olds, news)
        else:
            yield from _but_for_signs(olds, news)
    yield from _apart(before[_LONGEST:], after[_LONGEST:])


def _but_for_signs(olds: Sequence[str], news: Sequence[str]) -> Iterator[_Stretch]:
    """Words of one place: those at both ends that differ in a comma or a stop alone are kept."""
    bare = [[_bare(word) for word in side] for side in (olds, news)]
    most = min(len(olds), len(news))
    alike = [bool(bare[0][n]) and bare[0][n] == bare[1][n] for n in range(most)]
    first = alike.index(False) if False in alike else most
    behind = [bool(bare[0][~n]) and bare[0][~n] == bare[1][~n] for n in range(most - first)]
    last = behind.index(False) if False in behind else most - first
    ends = len(olds) - last, len(news) - last
    if first:
        yield _Stretch("kept", olds[:first], news[:first])
    yield from _apart(olds[first : ends[0]], news[first : ends[1]])
    if last:
        yield _Stretch("kept", olds[ends[0] :], news[ends[1] :])


def _apart(olds: Sequence[str], news: Sequence[str], *, anew: bool = False) -> Iterator[_Stretch]:
    if olds:
        yield _Stretch("removed", olds, (), anew)
    if news:
        yield _Stretch("added", (), news, anew)


def _shown(stretch: _Stretch, cites: ReferencesOfBoth) -> TextStretch:
    old, new = _printed("".join(stretch.old), cites.old), _printed("".join(stretch.new), cites.new)
    return TextStretch(stretch.kind, *_sides(stretch._replace(old=[old], new=[new])), stretch.anew)


def _sides(stretch: _Stretch) -> tuple[str, str | None]:
    """A stretch as text, and as the old side prints it where both have it and differ."""
    old, new = "".join(stretch.old), "".join(stretch.new)
    if stretch.kind == "removed":
        return old, None
    if stretch.kind == "kept" and new == new.rstrip():  # the end of one text, not of the other
        new += old[len(old.rstrip()) :]
    return new, old if stretch.kind == "kept" and old != new else None


def _merged(words: Iterator[TextStretch]) -> Iterator[TextStretch]:
    """The stretches with neighbours of a kind as one."""
    for (kind, anew), found in groupby(words, key=lambda stretch: (stretch.kind, stretch.anew)):
        group = list(found)
        old = "".join(w.text if w.old is None else w.old for w in group)
        text = "".join(w.text for w in group)
        yield TextStretch(kind, text, old if kind == "kept" and old != text else None, anew)


def _differs(pair: SentencePair) -> bool:
    return pair.moved or pair.verdict.verdict != "same"


def _change(
    pair: SentencePair, old: str, new: str, cites: ReferencesOfBoth, forms: WordForms | None
) -> SentenceChange:
    """A pair of sentences as printed."""
    olds, news = (
        " ".join(_printed(text[span.start : span.end], of).split()) if span is not None else None
        for text, span, of in ((old, pair.old, cites.old), (new, pair.new, cites.new))
    )
    kind: Sameness = "unverified" if forms is None else pair.verdict.verdict
    if pair.moved and kind in ("same", "reworded"):
        kind = "changed"
    exchanges = tuple(
        Exchange(_printed(x.old, cites.old), _printed(x.new, cites.new)) for x in pair.verdict.exchanges
    )
    return SentenceChange(olds, news, kind, exchanges)


@memoized
def _key(word: str) -> str:
    return plain(word)


def _bare(word: str) -> str:
    """A word without the signs that part clauses and sentences; nothing of what is such signs alone."""
    return _key(MARK.sub(_led, word)).strip(",;:.")


_led = rf"{CITED}\2"  # a citation as what it leads to


def _places(words: Sequence[str]) -> list[str]:
    return [found[1] for word in words if CITED in word for found in MARK.finditer(word)]


def _printed(text: str, references: Sequence[Reference]) -> str:
    return MARK.sub(lambda found: references[int(found[1])].text, text)
