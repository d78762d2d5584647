"""The one resolver of what is stated and bound: a quotation comes in, out comes where its words stand now.

Whatever a person states beside a text (errata, rows of mechanics, rows of a sheet, what a comment is about)
names a section and quotes words of it. In the section, mapped by a concordance where one is at hand, the
words are sought with typography, blanks, capitals and citation numbers levelled. Found once they *hold*;
several times the context must win by a margin, else they are *ambiguous*; found exactly once elsewhere they
are *moved*; nearly (at most a quarter edited, the context on one side alike) in the section itself they are
*changed*; else *gone*. Where the sentence has been reviewed its fingerprint decides: words that stand in
another sentence than the reviewed one do not hold. A search that would be too long is *not searched*.

A statement may give several wordings, of which any one binds, and two fingerprints, of the sentence in the
edition's own files (`fingerprint`) and in its `original`: so one file serves a restatement and the text that
it restates, of which it quotes less than ten words.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence

from vfdoc.language.sequences import nearest, ratio
from vfdoc.model import (
    Rulebook,
    Section,
    TextLine,
)
from vfdoc.model.binding import Binding, Mapped, State, TextQuote
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.session import incremental
from vfdoc.reading.section_words import (
    CITED,
    level_numbers,
    tokens_of,
)
from vfdoc.reading.token_index import (
    MOST_PLACES,
    BoundWording,
    PlacedWords,
    SoughtWording,
    TokenIndex,
    WordSpan,
)

_LONGEST = 60_000  # letters of a section in which words are sought that are nearly the same
_EDITED = 0.25  # share of the words that may be edited
_ALIKE = 0.75  # likeness of a context that fits
_MARGIN = 0.15  # by which the best context must win
_ORDER: tuple[State, ...] = ("holds", "changed", "moved", "ambiguous", "not searched", "gone")


def bind(quotation: TextQuote, index: TokenIndex, mapped: Mapped | None = None) -> Binding:
    """Where the words of a statement stand in a text; `mapped` leads from the sections that are named to
    those of this text, where it is another edition's."""
    best = Binding("gone")
    anchors = (mapped or {}).get(quotation.section, (quotation.section,))
    for number, words in enumerate(quotation.words):
        raw = _raw(words)
        bound = index.bound(SoughtWording(words, quotation, anchors), raw, _bound)
        found = _placed(bound, words, index)._replace(wording=number)
        if number == 0 or _rank(found) < _rank(best):
            best = found
        if best.state == "holds":
            break
    return best


@incremental
def _raw(words: str) -> tuple[str, ...]:
    return tuple(text for _, text in tokens_of(words))


def _placed(bound: BoundWording, words: str, index: TokenIndex) -> Binding:
    """Where a wording stands in a text."""
    part = index.part(bound.anchor) if bound.last else None
    if part is None:
        return Binding(bound.state, bound.anchor)
    place = WordSpan(part, bound.first, bound.last)
    section = part.section
    start, end, sentence = index.shown(place)
    found = Binding(
        bound.state,
        section.anchor,
        section.document,
        start=start,
        end=end,
        sentence=sentence,
        fingerprint=place.fingerprint,
    )
    return found._replace(difference=_difference(words, found.start.text)) if bound.renamed else found


def _rank(binding: Binding) -> tuple[int, bool]:
    """How well a wording stands in the text: of two that were changed the one whose words did not."""
    return _ORDER.index(binding.state), bool(binding.difference)


def _bound(asked: SoughtWording, raw: Sequence[str], index: TokenIndex) -> BoundWording:
    quotation, anchors = asked.quotation, asked.anchors
    known = frozenset(quotation.fingerprints)
    if not raw:
        return BoundWording("gone")
    parts = [part for anchor in anchors if (part := index.part(anchor)) is not None]
    here = _places(raw, lambda words, level: [p for part in parts for p in part.places(words, level=level)])
    if len(here) > MOST_PLACES:
        return BoundWording("not searched")
    reviewed = [place for place in here if place.fingerprint in known] if known else here
    if reviewed:
        only = _in_context(reviewed, quotation)
        return _found("holds", only) if only else BoundWording("ambiguous", anchors[0])
    elsewhere = _places(raw, lambda words, level: index.everywhere(words, level=level, but=anchors))
    if len(elsewhere) > MOST_PLACES:
        return BoundWording("not searched")
    there = [place for place in elsewhere if place.fingerprint in known] if known else elsewhere
    told = len(raw) > 1 or raw[0].isalpha()  # a number alone may be any other
    if len(there) == 1 and (known or told):
        return _found("moved", there[0])
    if known and there:
        return BoundWording("ambiguous", there[0].part.section.anchor)
    if known and (only := _renumbered(parts, index, known, raw)) is not None:
        return _renamed("changed" if only.part in parts else "moved", only, raw, quotation)
    if here:  # the words stand, in another sentence than was reviewed
        only = here[0] if len(here) == 1 else _in_context(here, quotation)
        return _found("changed", only) if only else BoundWording("ambiguous", anchors[0])
    if any(len(part.words.raw) > _LONGEST for part in parts):
        return BoundWording("not searched")
    near = _nearly(parts, raw, quotation)
    if near is not None:
        return _renamed("changed", near, [], quotation)
    return _found("moved", elsewhere[0]) if len(elsewhere) == 1 and told else BoundWording("gone")


def _renumbered(
    parts: Sequence[PlacedWords], index: TokenIndex, known: Collection[str], raw: Sequence[str]
) -> WordSpan | None:
    """The one sentence that says what the reviewed one said, but for the numbers that it cites: in the
    sections themselves, else elsewhere."""
    found = index.reviewed(known, raw)
    here = [sentence for sentence in found if sentence.part in parts]
    among = here or found
    return among[0] if len(among) == 1 else None


def _renamed(state: State, place: WordSpan, raw: Sequence[str], quotation: TextQuote) -> BoundWording:
    """Words that are others now: those that are nearly so, or in a sentence (`raw` are the tokens of the old
    words then) the number that it cites instead of theirs."""
    if len(raw) > 1:
        near = _nearly([place.part], raw, quotation)
        if near is None or not place.first <= near.first < place.last:
            return BoundWording("ambiguous", place.part.section.anchor)
        place = near
    elif raw:
        tokens = place.part.words.tokens
        cited = [at for at in range(place.first, place.last) if tokens[at].plain == CITED]
        only = _in_context([place._replace(first=at, last=at + 1) for at in cited], quotation)
        if only is None:
            return BoundWording("ambiguous", place.part.section.anchor)
        place = only
    return _found(state, place)._replace(renamed=True)


def _found(state: State, place: WordSpan) -> BoundWording:
    return BoundWording(state, place.part.section.anchor, place.first, place.last)


def _difference(old: str, new: str) -> str:
    """What differs between words as they were quoted and as they stand, for a message: from the first word
    that is another to the last."""
    one, other = old.split(), new.split()
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < min(len(one), len(other)) - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    was, now = (" ".join(words[head : len(words) - tail]) for words in (one, other))
    return f"'{was}' is now '{now}'" if was and now else f"'{now}' is new" if now else f"'{was}' is gone"


def _places(raw: Sequence[str], seek: Callable[[Sequence[str], bool], list[WordSpan]]) -> list[WordSpan]:
    """Where words stand as they are; else with the numbers of citations levelled, if there is more in them
    than such a number."""
    found = seek(raw, False)
    level = level_numbers(raw)
    if found or level == [*raw] or not any(word.isalnum() for word in level):
        return found
    return seek(level, True)


def _in_context(places: Sequence[WordSpan], quotation: TextQuote) -> WordSpan | None:
    """The one of several places whose context fits, by a margin; None where none does. The context of a place
    that is the only one need fit on one side."""
    if not places:
        return None
    if len(places) == 1:
        sides = _sides(places[0], quotation)
        return places[0] if not sides or max(sides) >= _ALIKE else None
    scored = sorted(((_fits(place, quotation), at) for at, place in enumerate(places)), reverse=True)
    (best, at), (second, _) = scored[0], scored[1]
    return places[at] if best >= _ALIKE and best - second >= _MARGIN else None


def _fits(place: WordSpan, quotation: TextQuote) -> float:
    """How well the words around a place fit the context that a quotation gives: its mean; 0 without any."""
    sides = _sides(place, quotation)
    return sum(sides) / len(sides) if sides else 0.0


def _sides(place: WordSpan, quotation: TextQuote) -> list[float]:
    """How alike the words before and behind a place are to those that a quotation gives."""
    return [
        ratio(" ".join(words), around(len(words)))
        for given, around in ((quotation.before, place.before), (quotation.after, place.after))
        if (words := [text for _, text in tokens_of(given)])
    ]


def _nearly(parts: Sequence[PlacedWords], raw: Sequence[str], quotation: TextQuote) -> WordSpan | None:
    """The words that are nearly those, in the sections themselves."""
    wanted = " ".join(raw)
    best: tuple[float, WordSpan] | None = None
    for part in parts:
        found = nearest(wanted, part.words.raw, _EDITED)
        if found is None:
            continue
        first = max(bisect_right(part.words.starts[0], found.start) - 1, 0)
        last = max(bisect_left(part.words.starts[0], found.end - 1), first + 1)
        place = WordSpan(part, first, min(last, len(part.words.tokens)))
        sides = _sides(place, quotation)
        if (not sides or max(sides) >= _ALIKE) and (best is None or found.edited < best[0]):
            best = found.edited, place
    return best[1] if best is not None else None


def bind_sections(reviewed: Mapping[str, str], rulebook: Rulebook) -> dict[str, Binding]:
    """How statements about whole sections stand, by anchor: `reviewed` are the fingerprints of the sections
    (see model/fingerprint.py) as they were last reviewed, "" where nobody has. What says the same under
    another number alone has *moved*."""
    sections = {section.anchor: section for section in reversed(list(rulebook.sections()))}
    prints = {anchor: fingerprint(section) for anchor, section in sections.items() if any(reviewed.values())}
    same: dict[str, list[Section]] = {}
    for anchor, told in prints.items():
        same.setdefault(told, []).append(sections[anchor])
    found = {}
    for anchor, told in reviewed.items():
        section, elsewhere = sections.get(anchor), same.get(told, [])
        if section is not None and (not told or prints[anchor] == told):
            found[anchor] = whole_section("holds", section)
        elif len(elsewhere) == 1:
            found[anchor] = whole_section("moved", elsewhere[0])
        else:
            found[anchor] = whole_section("changed", section) if section is not None else Binding("gone")
    return found


def whole_section(state: State, section: Section) -> Binding:
    """How a statement about a whole section stands that is bound to this one."""
    return Binding(
        state=state,
        section=section.anchor,
        document=section.document,
        start=TextLine(section.line, section.column, section.title),
        end=(section.line, section.column),
        fingerprint=fingerprint(section),
    )
