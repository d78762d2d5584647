"""Whether two sentences say the same, and which words put in, taken out or exchanged say that they do not.

Pure functions of two sentences, or of two texts sentence by sentence, in one language. "The same" needs
proof: every word that is not of the language's closed list (`normalised.py`) decides where the sentences
are nearly alike; sentences that are not are worded anew and not compared (`unverified`). Measured on
restated rules and on one-word edits: a wider list of free words hides changes and proves hardly anything,
and likeness alone draws no line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.language.sentences import without_ordinal_stops
from vfdoc.language.sequences import Stretch, similarity, stretches
from vfdoc.model.comparison import Exchange, Sameness
from vfdoc.model.words import SameForms, WordForms
from vfdoc.verdicts.normalised import Normalised, Normaliser, WordToken, is_number, normaliser
from vfdoc.verdicts.sections import CITED

_ALIGNED = 0.35  # of the words of two sentences that are the same, from which they are taken for counterparts
_JOINED = 0.08  # by which a sentence must gain where the next one is added to it
_NEAR = 0.85  # from which any word that differs decides
_FEW = 3  # words that an exchange has at most, exchanges word for word that a sentence has at most
_VALUES = 0.5  # from which other values decide
_DECISIVE = 0.7  # from which words do by which a rule obliges, reckons or has a result, and opposites
_LETTERS = 4  # of the label of an item
_WINDOW = 30  # sentences before and behind the place of one that are looked at
_LONGEST = 4000  # words: what differs in the middle of longer sentences is not compared word by word
_LABEL = re.compile(r"\s*\(?([a-z]{1,2}|[ivxl]{1,5}|\d{1,2})(?:\)|(?P<dotted>\.))[ \xa0]+(?=\S)")
_STOP = re.compile(r"[.!?]+[\"'”’»)\]*_]*\s+|\s*[\n\t]\s*")


class SentenceVerdict(NamedTuple):
    """What two sentences come to, the words that were exchanged, how much of both is the same (0 to 1)."""

    verdict: Sameness
    exchanges: tuple[Exchange, ...] = ()
    similarity: float = 1.0


class Span(NamedTuple):
    """A sentence, or several: from where to where it stands in its text (0-based, end past it)."""

    start: int
    end: int


class SentencePair(NamedTuple):
    """A sentence of each side, None where a side has none, and the verdict; `moved` where it stands before
    others that it stood behind."""

    old: Span | None
    new: Span | None
    verdict: SentenceVerdict
    moved: bool = False


def sentence_verdict(old: str, new: str, forms: WordForms) -> SentenceVerdict:
    """The verdict on two sentences of one language; seen from the other side it is the same, mirrored. The
    label of an item, "(b)" or "b.", is no word where it is written in another way, or not at all."""
    read = normaliser(forms)
    old, new = _unlabelled(old, new)
    one, other = read(old), read(new)
    if one.bare == other.bare:
        return SentenceVerdict("same")
    if one.keys == other.keys:
        return SentenceVerdict("reworded", _replaced(one, other, old, new))
    if one.keys > other.keys:
        back = _verdict(other, one, new, old, forms)
        return back._replace(exchanges=tuple(Exchange(x.new, x.old) for x in back.exchanges))
    return _verdict(one, other, old, new, forms)


def text_verdict(pairs: Sequence[SentencePair]) -> Sameness:
    """What two texts come to, sentence by sentence; sentences in another order are a change."""
    found = {pair.verdict.verdict for pair in pairs}
    order: tuple[Sameness, ...] = ("changed", "unverified", "reworded")
    kind: Sameness = next((kind for kind in order if kind in found), "same")
    return "changed" if kind in ("reworded", "same") and any(pair.moved for pair in pairs) else kind


def sentence_pairs(old: str, new: str, forms: WordForms) -> tuple[SentencePair, ...]:
    """The sentences of two texts side by side, in the order of the new one; those without a counterpart
    stand where the order puts them. Sentences without words are left out.

    A sentence that only one side has was put in or taken out where the others stayed; beside ones that
    were worded anew, or others that only the other side has, it may be part of these.
    """
    read = normaliser(forms)
    sides = _spans(old, read), _spans(new, read)
    texts = old, new
    back = [k for _, k in sides[0]] > [k for _, k in sides[1]]
    if back:
        sides, texts = (sides[1], sides[0]), (texts[1], texts[0])
    found = [
        SentencePair(
            _joined(sides[0], olds),
            _joined(sides[1], news),
            _judged(_span_text(texts[0], sides[0], olds), _span_text(texts[1], sides[1], news), forms),
        )
        for olds, news in _aligned([k for _, k in sides[0]], [k for _, k in sides[1]])
    ]
    if back:
        found = [_mirrored(pair) for pair in found]
    return tuple(_in_order(_settled(found)))


def sentence_spans(text: str) -> list[Span]:
    """The sentences of a text, items and lines of their own each one, with the blanks behind them."""
    ends = [found.end() for found in _STOP.finditer(without_ordinal_stops(text))]
    return [Span(start, end) for start, end in pairwise([0, *ends, len(text)]) if end > start]


# One sentence


def _unlabelled(old: str, new: str) -> tuple[str, str]:
    """Two sentences without the labels of items at their heads, where these are of two forms or of one side
    alone; that "(a)" became "(b)" is left to be compared."""
    marks = _LABEL.match(old), _LABEL.match(new)
    dotted = [mark is not None and mark["dotted"] is not None for mark in marks]
    if not any(marks) or (None in marks and any(dotted)):  # "A. Smith" has no label
        return old, new
    forms = [mark and (re.sub(r"\w+", "", mark[0].strip()), mark[1].isdigit()) for mark in marks]
    if forms[0] == forms[1]:
        return old, new
    one, other = (side[mark.end() :] if mark else side for mark, side in zip(marks, (old, new), strict=True))
    return one, other


def _verdict(
    one: Normalised, other: Normalised, old: str, new: str, forms: WordForms
) -> SentenceVerdict:  # fmt: skip
    parts = list(_differing(one.keys, other.keys))
    apart = [(one.tokens[p.old : p.old_end], other.tokens[p.new : p.new_end]) for p in parts]
    gone, come = sum(len(a) for a, _ in apart), sum(len(b) for _, b in apart)
    size = len(one.keys) + len(other.keys)
    similarity = round(1 - (gone + come) / size, 4) if size else 1.0
    if not parts:  # but for blanks and hyphens between words
        return SentenceVerdict("reworded", (), similarity)
    shown = tuple(_trimmed(_shown(a, old), _shown(b, new)) for each in apart for a, b in _cited_apart(*each))
    telling = [each for each in apart if not (_is_label(each[0], old) and _is_label(each[1], new))]
    kind: Sameness = "changed" if _decides(telling or apart, similarity, forms) else "unverified"
    return SentenceVerdict(kind, shown, similarity)


def _cited_apart(
    one: Sequence[WordToken], other: Sequence[WordToken]
) -> Iterator[tuple[Sequence[WordToken], Sequence[WordToken]]]:
    """An exchange as shown: citations at the end of both sides by themselves."""
    if len(one) + len(other) > 2 and one and other and all(s[-1].key.startswith(CITED) for s in (one, other)):
        yield from ((one[:-1], other[:-1]), (one[-1:], other[-1:]))
    else:
        yield one, other


def _is_label(part: Sequence[WordToken], text: str) -> bool:
    """Whether one side of an exchange is the label of an item within a sentence, "(b)", or nothing, as which
    an article is read."""
    if not part:
        return True
    if len(part) != 1 or len(part[0].key) > _LETTERS or not part[0].key.isalpha():
        return False
    return text[max(part[0].start - 1, 0) : part[0].end + 1] == f"({text[part[0].start : part[0].end]})"


def _decides(
    apart: Sequence[tuple[Sequence[WordToken], Sequence[WordToken]]], similarity: float, forms: WordForms
) -> bool:
    """Whether words that differ prove that two sentences say something else."""
    same = forms.same
    words = [[t.key for t in side] for pair in apart for side in pair]
    sides = [Counter(key for side in words[n::2] for key in side) for n in (0, 1)]
    changed = (sides[0] - sides[1]) + (sides[1] - sides[0])
    if all(key in same.weak for side in words for key in side):
        return False
    whole = [token for one, _ in apart for token in one], [token for _, other in apart for token in other]
    if _for_a_pronoun(*whole, same) or all(_for_a_pronoun(*each, same) for each in apart):
        return False
    if similarity >= _NEAR:
        return True
    sizes = [(len(a), len(b)) for a, b in apart]
    if len(sizes) == 1 and (max(sizes[0]) <= _FEW or min(sizes[0]) == 0):
        return True
    if len(sizes) <= _FEW and all(size == (1, 1) for size in sizes):
        return True
    if similarity >= _VALUES and any(is_number(key) and key != "1" for key in changed):
        return True
    if similarity < _DECISIVE:
        return False
    exchanged = {frozenset((a[0].key, b[0].key)) for a, b in apart if len(a) == len(b) == 1}
    return any(key in same.decisive for key in changed) or not exchanged.isdisjoint(_contraries(forms))


def _for_a_pronoun(one: Sequence[WordToken], other: Sequence[WordToken], same: SameForms) -> bool:
    """Whether a pronoun stands for what another text names, or the other way round: who reads on knows."""
    sides = [token.key for token in (*one, *other)]
    if len(one) != 1 or len(other) != 1 or not same.pronouns.intersection(sides):
        return False
    return not any(key in same.modal or key in same.decisive or is_number(key) for key in sides)


def _contraries(forms: WordForms) -> frozenset[frozenset[str]]:
    """The words of a language that say the opposite of one another, two and two."""
    read = normaliser(forms)
    return frozenset(
        frozenset(key for word in pair for key in read(word).keys) for pair in forms.contraries.pairs
    )


def _differing(one: Sequence[str], other: Sequence[str]) -> Iterator[Stretch]:
    """Where two sentences differ: not where only blanks or hyphens between the same letters do."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    middle = one[start : len(one) - end], other[start : len(other) - end]
    found = (
        [Stretch(False, 0, len(middle[0]), 0, len(middle[1]))]
        if min(map(len, middle)) > _LONGEST
        else stretches(*middle)
    )
    for part in found:
        letters = [
            "".join(side[a:b])
            for side, a, b in ((middle[0], part.old, part.old_end), (middle[1], part.new, part.new_end))
        ]
        if not part.same and not (letters[0] == letters[1] and letters[0].isalpha()):
            yield Stretch(
                False, part.old + start, part.old_end + start, part.new + start, part.new_end + start
            )


def _shown(part: Sequence[WordToken], text: str) -> str:
    """The words of a stretch as printed, with the bracket that ends what they open: "five (5)"."""
    if not part:
        return ""
    end = max(token.end for token in part)
    shown = " ".join(text[part[0].start : end].split())
    return shown + text[end : end + 1] if _unclosed(shown) and text[end : end + 1] == ")" else shown


def _unclosed(words: str) -> bool:
    return words.count("(") > words.count(")")


def _trimmed(old: str, new: str) -> Exchange:
    """The words of an exchange without those that both have at its ends: a phrase is compared as a whole."""
    one, other = old.split(), new.split()
    while len(one) > 1 and len(other) > 1 and one[-1].casefold() == other[-1].casefold():
        del one[-1], other[-1]
    while len(one) > 1 and len(other) > 1 and one[0].casefold() == other[0].casefold():
        del one[0], other[0]
    return Exchange(" ".join(one), " ".join(other))


def _replaced(one: Normalised, other: Normalised, old: str, new: str) -> tuple[Exchange, ...]:
    """The words that differ between sentences that say the same: plurals, phrases that are equal."""
    return tuple(
        Exchange(
            _shown(one.words[part.old : part.old_end], old), _shown(other.words[part.new : part.new_end], new)
        )
        for part in _differing(one.bare, other.bare)
    )


# Sentence by sentence

_Spans = Sequence[tuple[Span, tuple[str, ...]]]
_Places = tuple[int, ...]


def _spans(text: str, read: Normaliser) -> list[tuple[Span, tuple[str, ...]]]:
    """The sentences of a text that have words, with their keys."""
    found = ((span, read(text[span.start : span.end])) for span in sentence_spans(text))
    return [(span, said.keys or said.bare) for span, said in found if said.words]


def _joined(side: _Spans, places: _Places) -> Span | None:
    return Span(side[places[0]][0].start, side[places[-1]][0].end) if places else None


def _span_text(text: str, side: _Spans, places: _Places) -> str | None:
    span = _joined(side, places)
    return text[span.start : span.end] if span else None


def _judged(old: str | None, new: str | None, forms: WordForms) -> SentenceVerdict:
    """The verdict on a sentence and its counterpart; one without is put in or taken out as a whole."""
    if old is not None and new is not None:
        return sentence_verdict(old, new, forms)
    return SentenceVerdict(
        "changed", (Exchange(" ".join((old or "").split()), " ".join((new or "").split())),), 0.0
    )


def _settled(pairs: Sequence[SentencePair]) -> Sequence[SentencePair]:
    """The pairs; a sentence alone is a change only where nothing else can be its counterpart."""
    alone = {pair.old is None for pair in pairs if pair.old is None or pair.new is None}
    anew = any(pair.verdict.verdict == "unverified" for pair in pairs)
    if not alone or (len(alone) == 1 and not anew):
        return pairs
    return [
        pair._replace(verdict=pair.verdict._replace(verdict="unverified"))
        if pair.old is None or pair.new is None
        else pair
        for pair in pairs
    ]


def _mirrored(pair: SentencePair) -> SentencePair:
    turned = tuple(Exchange(x.new, x.old) for x in pair.verdict.exchanges)
    return SentencePair(pair.new, pair.old, pair.verdict._replace(exchanges=turned), pair.moved)


def _aligned(
    olds: Sequence[tuple[str, ...]], news: Sequence[tuple[str, ...]]
) -> Iterator[tuple[_Places, _Places]]:
    """Which sentences are counterparts, by their places; each stands once, alone or with its own."""
    pairs = dict(_equal(olds, news))
    taken = set(pairs.values())
    left = [i for i in range(len(olds)) if i not in pairs], [j for j in range(len(news)) if j not in taken]
    near = sorted(_candidates(olds, news, *left))
    close: dict[int, int] = {}
    for _, _, _, i, j in near:
        if i not in close and j not in taken:
            close[i] = j
            taken.add(j)
    _short(olds, news, pairs, close, taken)
    free_old = {i for i in left[0] if i not in close}
    free_new = {j for j in left[1] if j not in taken}
    for i, j in pairs.items():
        yield (i,), (j,)
    for i, j in sorted(close.items()):
        here, there = _grown(olds, news, i, j, free_old, free_new)
        free_old.difference_update(here)
        free_new.difference_update(there)
        yield here, there
    for i in sorted(free_old):
        yield (i,), ()
    for j in sorted(free_new):
        yield (), (j,)


def _equal(
    olds: Sequence[tuple[str, ...]], news: Sequence[tuple[str, ...]]
) -> Iterator[tuple[int, int]]:  # fmt: skip
    """The sentences that are equal: in order as many as can be, then those that moved."""
    left: dict[tuple[str, ...], list[int]] = {}
    free: list[int] = []
    for part in stretches(olds, news):
        if part.same:
            yield from zip(range(part.old, part.old_end), range(part.new, part.new_end), strict=True)
            continue
        free += range(part.old, part.old_end)
        for j in range(part.new, part.new_end):
            left.setdefault(news[j], []).append(j)
    for i in free:
        if left.get(olds[i]):
            yield i, left[olds[i]].pop(0)


def _candidates(
    olds: Sequence[tuple[str, ...]], news: Sequence[tuple[str, ...]], left: list[int], free: list[int]
) -> Iterator[tuple[float, int, int, int, int]]:
    """The pairs of sentences that are alike enough, to be sorted: the most alike first, then the nearest."""
    for at, i in enumerate(left):
        here = round(at * len(free) / len(left))
        for there in range(max(here - _WINDOW, 0), min(here + _WINDOW + 1, len(free))):
            j = free[there]
            alike = likeness_of(olds[i], news[j])
            if alike >= _ALIGNED:
                yield -round(alike, 6), abs(at - there), i + j, i, j


def likeness_of(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of two sentences is the same, by their keys and in order, 0 to 1; 0 where it is little."""
    if max(len(one), len(other)) > _LONGEST:
        common = sum((Counter(one) & Counter(other)).values())
        return 2 * common / (len(one) + len(other))
    return similarity(one, other, _ALIGNED)


def _short(
    olds: Sequence[tuple[str, ...]],
    news: Sequence[tuple[str, ...]],
    pairs: dict[int, int],
    close: dict[int, int],
    taken: set[int],
) -> None:
    """Pairs what stands alone on both sides between the same neighbours and is a few words: an item of a
    list, or a line, that is exchanged whole."""
    there = {-1: -1, **pairs, **close, len(olds): len(news)}
    for i in range(len(olds)):
        if i in there or i - 1 not in there or i + 1 not in there:
            continue
        j = there[i - 1] + 1
        alone = j not in taken and j < len(news) and there[i + 1] == j + 1
        if alone and max(len(olds[i]), len(news[j])) <= _FEW:
            close[i] = j
            taken.add(j)


def _grown(
    olds: Sequence[tuple[str, ...]],
    news: Sequence[tuple[str, ...]],
    i: int,
    j: int,
    free_old: set[int],
    free_new: set[int],
) -> tuple[_Places, _Places]:
    """A pair of sentences with the one before or behind on one side, where together they are more alike."""
    best = likeness_of(olds[i], news[j]) + _JOINED
    found: tuple[_Places, _Places] = ((i,), (j,))
    for step in (-1, 1):
        if i + step in free_old:
            both = tuple(sorted((i, i + step)))
            alike = likeness_of((*olds[both[0]], *olds[both[1]]), news[j])
            if alike >= best:
                best, found = alike, (both, (j,))
        if j + step in free_new:
            both = tuple(sorted((j, j + step)))
            alike = likeness_of(olds[i], (*news[both[0]], *news[both[1]]))
            if alike >= best:
                best, found = alike, ((i,), both)
    return found


def _in_order(pairs: Sequence[SentencePair]) -> Iterator[SentencePair]:
    """The pairs in the order of the new side, what is only on the old one behind what stood before it;
    those are marked that have moved."""
    both = sorted((p for p in pairs if p.old and p.new), key=lambda p: p.new or Span(0, 0))
    kept = _rising([p.old.start for p in both if p.old])
    ordered = [(p._replace(moved=n not in kept)) for n, p in enumerate(both)]
    gone = sorted((p for p in pairs if p.new is None), key=lambda p: p.old or Span(0, 0))
    come = sorted((p for p in pairs if p.old is None), key=lambda p: p.new or Span(0, 0))
    for pair in ordered:
        if not pair.moved:
            while gone and (gone[0].old or Span(0, 0)) < (pair.old or Span(0, 0)):
                yield gone.pop(0)
        while come and (come[0].new or Span(0, 0)) < (pair.new or Span(0, 0)):
            yield come.pop(0)
        yield pair
    yield from gone
    yield from come


def _rising(values: Sequence[int]) -> frozenset[int]:
    """The places of a longest rising run of distinct values."""
    tails: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if values[tails[middle]] < value:
                low = middle + 1
            else:
                high = middle
        before.append(tails[low - 1] if low else -1)
        tails[low:] = [at, *tails[low + 1 :]] if low < len(tails) else [at]
    found = set()
    at = tails[-1] if tails else -1
    while at >= 0:
        found.add(at)
        at = before[at]
    return frozenset(found)
