"""The summary: what a player who knows the old edition must learn, the weightiest first.

In come both rulebooks and what was found to differ between them: sections, values, modifiers, rows of
a sheet; out come SummaryEntries. What belongs to one rule is one entry. It weighs by where the rule stands
in play (the tests, values and distances that it states, the rules that cite it) times how much of it
changed. Nothing here judges whether a change is good.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from vfdoc.compare.importance import SectionImportance
from vfdoc.language.sentences import sentence_ends, sentences
from vfdoc.model import Rulebook, Section, text_of
from vfdoc.model.comparison import (
    EntryQuote,
    ModifierChange,
    NumberChange,
    Point,
    RowChange,
    SectionChange,
    SentenceChange,
    SummaryEntry,
    Words,
)
from vfdoc.model.mechanics import Modifier
from vfdoc.model.passage import passages

_TOLD = ("changed", "split", "merged", "added", "removed")
_SAID = 5  # so many values are named in a entry, the others are counted
_SENTENCES = 8  # so many sentences of which words changed
_QUOTED = 3  # with fewer values than this, the sentence that is newest is quoted too
_LONGEST = 150  # characters of a sentence that is quoted
_HEAD = 30  # characters by which a sentence is found again
_FURTHER = 0.3  # what a sentence counts for that a split or a merger brought from elsewhere
_STILL = 0.6  # of an old sentence's words, from which it is not gone
_FEWEST = 4  # changed words that make a sentence worth quoting
_UNKNOWN = 0.75  # what is new or gone is looked up; what one knows and is different is played wrongly
_CROWDED = 0.9  # each further entry of a chapter yields so much to those of other chapters
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Unit:
    """What will be one entry, while it is gathered."""

    changes: list[SectionChange] = field(default_factory=list)
    numbers: list[NumberChange] = field(default_factory=list)
    modifiers: list[ModifierChange] = field(default_factory=list)

    def anchors(self, side: int) -> list[str]:
        """The sections of a side (0 old, 1 new), the main ones first."""
        ends = [change.at.new if side else change.at.old for change in self.changes]
        return list(dict.fromkeys([*(end[0] for end in ends if end), *(a for end in ends for a in end)]))


def entries(
    old: Rulebook,
    new: Rulebook,
    sections: Sequence[SectionChange],
    numbers: Sequence[NumberChange] = (),
    modifiers: Sequence[ModifierChange] = (),
    rows: Sequence[RowChange] = (),
) -> tuple[SummaryEntry, ...]:
    """What is to be learned, heaviest first; of a sheet held against its base row by row, its rows."""
    if rows:
        return _of_rows(rows)
    sides = SectionImportance(old), SectionImportance(new)
    units = _units(sections, sides)
    _attach(units, numbers, modifiers)
    return tuple(_in_turn([_entry(unit, sides) for unit in units], sides))


def _in_turn(
    found: Sequence[SummaryEntry], sides: tuple[SectionImportance, SectionImportance]
) -> list[SummaryEntry]:
    """The entries by weight, each further one of a chapter with a little less of it."""
    known: Counter[str] = Counter()
    lighter = []
    for entry in sorted(found, key=lambda entry: -entry.weight):
        side, anchors = (
            (sides[1], entry.new_sections) if entry.new_sections else (sides[0], entry.old_sections)
        )
        chapter = side.chapter(anchors[0])
        lighter.append(entry._replace(weight=entry.weight * _CROWDED ** known[chapter]))
        known[chapter] += 1
    return sorted(lighter, key=lambda entry: -entry.weight)


def _units(
    sections: Sequence[SectionChange], sides: tuple[SectionImportance, SectionImportance]
) -> list[_Unit]:
    """What changed, by rule: rows that share a main section are one, and what is new or gone under
    something that is new or gone belongs to that."""
    told = [c for c in sections if c.kind in _TOLD and c.verdict not in ("same", "reworded")]
    leader = list(range(len(told)))

    def lead(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    known: dict[tuple[int, str], int] = {}
    for place, change in enumerate(told):
        for side, anchors in enumerate((change.at.old, change.at.new)):
            if anchors:
                leader[lead(place)] = lead(known.setdefault((side, anchors[0]), place))
    for place, change in enumerate(told):
        for side, (anchors, others) in enumerate(
            ((change.at.old, change.at.new), (change.at.new, change.at.old))
        ):
            if anchors and not others:
                above = known.get((side, sides[side].parent(anchors[0])))
                if above is not None and not (told[above].at.new if side == 0 else told[above].at.old):
                    leader[lead(place)] = lead(above)
    units: dict[int, _Unit] = defaultdict(_Unit)
    for place, change in enumerate(told):
        units[lead(place)].changes.append(change)
    return list(units.values())


def _speaking(side: SectionImportance, anchors: list[str]) -> list[str]:
    """The sections with words of their own, else the first: the heading of a box teaches nothing."""
    told = [anchor for anchor in anchors if anchor in side.sections and side.sections[anchor].blocks]
    return told or anchors[:1]


def _attach(units: list[_Unit], numbers: Sequence[NumberChange], modifiers: Sequence[ModifierChange]) -> None:
    """Each value and modifier goes to the rule that holds both its sections, else the new, else the old."""
    places: tuple[dict[str, list[_Unit]], ...] = (defaultdict(list), defaultdict(list))
    for unit in units:
        for side in (0, 1):
            mains = {end[0] for c in unit.changes if (end := c.at.new if side else c.at.old)}
            for anchor in unit.anchors(side):
                at = places[side][anchor]
                at.insert(0 if anchor in mains else len(at), unit)

    def home(old: str | None, new: str | None) -> _Unit | None:
        olds, news = places[0].get(old or "", []), places[1].get(new or "", [])
        both = [unit for unit in news if any(unit is other for other in olds)]
        return next(iter([*both, *news, *olds]), None)

    for number in numbers:
        if (found := home(number.old_section, number.new_section)) is not None:
            found.numbers.append(number)
    for change in modifiers:
        sections = (m.section if m is not None else None for m in (change.old, change.new))
        if (found := home(*sections)) is not None:
            found.modifiers.append(change)


def _entry(unit: _Unit, sides: tuple[SectionImportance, SectionImportance]) -> SummaryEntry:
    old, new = unit.anchors(0), unit.anchors(1)
    values = len(unit.numbers) + len(unit.modifiers)
    change = math.log2(1 + values + len(_changed(unit))) + sum(_rewritten(c, sides) for c in unit.changes)
    weight = max(sides[0].weight(old[:1]), sides[1].weight(new[:1])) * change
    weight *= 1.0 if old and new else _UNKNOWN
    ends = (tuple(_speaking(side, anchors)) for side, anchors in zip(sides, (old, new), strict=True))
    points, more = _points(unit, sides)
    return SummaryEntry(
        weight=weight,
        title=_head_of(sides, old, new),
        points=points,
        more=more,
        old_sections=next(ends),
        new_sections=next(ends),
    )


def _rewritten(change: SectionChange, sides: tuple[SectionImportance, SectionImportance]) -> float:
    """How much of a rule's words is new or gone: the share of them, times how many there are."""
    texts = [
        " ".join(text_of(side.sections[a].blocks) for a in anchors if a in side.sections)
        for side, anchors in zip(sides, (change.at.old, change.at.new), strict=True)
    ]
    return (1 - change.similarity) * math.log2(1 + max(map(_count, texts)) / 10)


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def _head_of(sides: tuple[SectionImportance, SectionImportance], old: list[str], new: list[str]) -> str:
    olds, news = (_title(side, anchors) for side, anchors in zip(sides, (old, new), strict=True))
    if olds and news and olds.casefold() != news.casefold():
        return f"{olds} → {news}"
    return news or olds


def _points(unit: _Unit, sides: tuple[SectionImportance, SectionImportance]) -> tuple[tuple[Point, ...], int]:
    """The values that differ and the sentences of which words do; where they are few, the words that are
    newest first. And how many more."""
    quotes = _Quotes(unit, sides)
    values = list(dict.fromkeys(quotes.of(value) or value for value in _said(unit)))
    worded = list(_worded(unit, sides))
    shown = [*values[:_SAID], *worded[:_SENTENCES]]
    more = max(0, len(values) - _SAID) + max(0, len(worded) - _SENTENCES)
    if len(values) + len(worded) >= _QUOTED:
        return tuple(dict.fromkeys(shown)), more
    known = [" ".join(point.new.split()) for point in worded if point.new]
    newest = (q for q in _sentences(unit, sides) if not any(_same_head(q.words, each) for each in known))
    return tuple(dict.fromkeys((*newest, *shown))), more


def _changed(unit: _Unit) -> list[SentenceChange]:
    """The sentences of a rule of which words were put in, taken out or exchanged."""
    found = (s for change in unit.changes for s in change.sentences if s.verdict == "changed")
    return list(dict.fromkeys(found))


def _worded(unit: _Unit, sides: tuple[SectionImportance, SectionImportance]) -> Iterator[SentenceChange]:
    """The sentences of which words changed, but for what the entry says anyway: titles, values."""
    titles = [{_title(side, [anchor]) for anchor in unit.anchors(n)} for n, side in enumerate(sides)]
    told = {(value.old, value.new) for value in unit.numbers}
    for sentence in _changed(unit):
        both = sentence.old, sentence.new
        titled = sentence.old in titles[0] and sentence.new in titles[1]
        if not titled and both not in told and not (told and _only_figures(sentence)):
            yield sentence


def _only_figures(sentence: SentenceChange) -> bool:
    """Whether only numbers differ, which the values tell."""
    sides = [side for exchange in sentence.exchanges for side in exchange]
    return all(side and not any(map(str.isalpha, side)) for side in sides)


def _same_head(quoted: str, sentence: str) -> bool:
    return _head(quoted) == _head(_cut(sentence))


class _Quotes:
    """The sentences in which the values of a rule stand that only one side has; what one asks of its sections
    is read once for all of them."""

    def __init__(self, unit: _Unit, sides: tuple[SectionImportance, SectionImportance]) -> None:
        self._unit = unit
        self._sides = sides
        self._by_line: dict[tuple[bool, str], Mapping[int, Sequence[str]]] = {}
        self._read: dict[str, Sequence[tuple[str, frozenset[str]]]] = {}

    def of(self, value: NumberChange | ModifierChange) -> EntryQuote | None:
        """The sentence of such a value: nothing says it better. None for what no sentence states (a row of a
        table, of the mechanics), and where most but the number is still there."""
        if isinstance(value, ModifierChange) or value.rows != (None, None):
            return None
        if None not in (value.old, value.new):
            return None
        gone = value.new is None
        anchor, line, said = (
            (value.old_section, value.old_line, value.old)
            if gone
            else (value.new_section, value.new_line, value.new)
        )
        if anchor is None or line is None or said is None:
            return None
        topic = frozenset(_WORD.findall(value.topic.casefold()))
        found = (
            (len(topic & words), sentence)
            for text in self._lines(gone, anchor).get(line, ())
            for sentence, words in self._sentences(text)
            if said in sentence
        )
        most, sentence = max(found, default=(0, ""), key=lambda each: each[0])
        if most * 2 <= len(topic) or (gone and self._kept(sentence)):
            return None
        return EntryQuote(_cut(sentence), gone)

    def _lines(self, gone: bool, anchor: str) -> Mapping[int, Sequence[str]]:
        """The passages of a section by the lines over which they go."""
        if (gone, anchor) not in self._by_line:
            found: dict[int, list[str]] = defaultdict(list)
            section = self._sides[not gone].sections.get(anchor)
            for passage in passages(section) if section is not None else ():
                if passage.form != "cell":
                    for line in range(passage.lines[0].line, passage.lines[-1].line + 1):
                        found[line].append(passage.text)
            self._by_line[gone, anchor] = found
        return self._by_line[gone, anchor]

    def _sentences(self, text: str) -> Sequence[tuple[str, frozenset[str]]]:
        """The sentences of a passage, each with its words in small letters."""
        if text not in self._read:
            said = sentences(text, colon=False)
            self._read[text] = [(each, frozenset(_WORD.findall(each.casefold()))) for each in said]
        return self._read[text]

    def _kept(self, sentence: str) -> bool:
        """Whether the new sections of the rule still have most words of an old sentence."""
        words = _WORD.findall(sentence.casefold())
        return sum(word in self._new_words for word in words) > _STILL * len(words)

    @cached_property
    def _new_words(self) -> frozenset[str]:
        sections = self._sides[1].sections
        texts = (text_of(sections[a].blocks) for a in self._unit.anchors(1) if a in sections)
        return frozenset(word for text in texts for word in _WORD.findall(text.casefold()))


def _title(side: SectionImportance, anchors: list[str]) -> str:
    section: Section | None = side.sections.get(anchors[0]) if anchors else None
    return section.title if section else ""


def _said(unit: _Unit) -> Iterator[NumberChange | ModifierChange]:
    """The values that differ, each once: those that both sides have first, modifiers before numbers."""
    known = {(n.old_section, n.old_line, n.new_section, n.new_line) for n in unit.numbers}
    ordered = sorted(unit.numbers, key=lambda n: (n.kind != "changed", n.rows == (None, None)))
    yield from {(n.topic, n.old, n.new): n for n in ordered}.values()
    for change in unit.modifiers:
        if (*_place(change.old), *_place(change.new)) not in known:
            yield change


def _place(modifier: Modifier | None) -> tuple[str | None, int | None]:
    return (modifier.section, modifier.line) if modifier is not None else (None, None)


def _sentences(unit: _Unit, sides: tuple[SectionImportance, SectionImportance]) -> Iterator[EntryQuote]:
    """The sentence that says most of what is new; of a rule that is gone, that which says most."""
    gone = not unit.anchors(1)
    kind, side = ("removed", 0) if gone else ("added", 1)
    main = _heads(sides[side], unit.anchors(side))
    found = [
        (score * sides[side].rank(end[0]) * (1.0 if _head(sentence) in main else _FURTHER), sentence)
        for c in unit.changes
        if (end := c.at.new if side else c.at.old)
        for score, sentence in _scored(c, kind, sides[side], side)
        if not c.sentences or _differs(c, sentence)
    ]
    best = max(found, default=(0.0, ""), key=lambda scored: scored[0])
    if best[0] >= _FEWEST:
        yield EntryQuote(_cut(best[1]))


def _differs(change: SectionChange, sentence: str) -> bool:
    """Whether a new sentence, or a part of one, is among those that differ: what moved is not new."""
    return any(_head(sentence) in " ".join(each.new.split()) for each in change.sentences if each.new)


def _heads(side: SectionImportance, anchors: list[str]) -> frozenset[str]:
    """How the sentences of a rule's main section begin."""
    section = side.sections.get(anchors[0]) if anchors else None
    return frozenset(map(_head, sentences(text_of(section.blocks)))) if section else frozenset()


def _head(sentence: str) -> str:
    return " ".join(sentence[: 2 * _HEAD].split())[:_HEAD]


def _scored(
    change: SectionChange, kind: str, side: SectionImportance, place: int
) -> Iterator[tuple[int, str]]:
    """The sentences of one side, each with the number of its words that the other side lacks."""
    if change.words:
        yield from _of_words(change.words, kind)
        return
    anchors, others = (change.at.new, change.at.old) if place else (change.at.old, change.at.new)
    if not others:
        for anchor in anchors:
            section = side.sections.get(anchor)
            for sentence in sentences(text_of(section.blocks)) if section else ():
                yield _count(sentence), sentence


def _of_words(words: Sequence[Words], kind: str) -> Iterator[tuple[int, str]]:
    text = "".join(stretch.text for stretch in words if stretch.kind in ("kept", kind))
    marks: deque[tuple[int, int]] = deque()
    start = 0
    for stretch in words:
        if stretch.kind == kind:
            marks.append((start, start + len(stretch.text)))
        start += len(stretch.text) if stretch.kind in ("kept", kind) else 0
    start = 0
    for end in sentence_ends(text):
        while marks and marks[0][1] <= start:
            marks.popleft()
        score = 0
        for one, other in marks:
            if one >= end:
                break
            score += _count(text[max(one, start) : min(other, end)])
        yield score, text[start:end]
        start = end


def _cut(sentence: str) -> str:
    flat = " ".join(sentence.replace("**", "").split()).strip("*_ ").rstrip(".;:")
    return flat if len(flat) <= _LONGEST else flat[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _of_rows(rows: Sequence[RowChange]) -> tuple[SummaryEntry, ...]:
    """A entry for each row that differs: what a sheet says otherwise before what it adds."""
    weights: Mapping[str, float] = {"changed": 2.0, "added": 1.0, "removed": 1.0}
    found = [
        SummaryEntry(
            weight=weights[row.kind] + 0.1 * len(row.verdict.differences),
            title=row.row,
            points=(row,),
            more=0,
            old_sections=(row.old_section,) if row.old_section else (),
            new_sections=(row.new_section,) if row.new_section else (),
        )
        for row in rows
        if row.kind in weights
    ]
    return tuple(sorted(found, key=lambda entry: -entry.weight))
