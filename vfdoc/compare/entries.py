"""The summary: what a player who knows the old edition must learn, the weightiest first.

In come both rulebooks and what was found to differ between them: sections, values, modifiers, rows of
a sheet; out come SummaryEntries. What belongs to one rule is one entry. It weighs by where the rule stands
in play (the tests, values and distances that it states, the rules that cite it) times how much of it
changed. Nothing here judges whether a change is good.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vfdoc.compare.clauses import Clause, ClausePair, clauses, key, pair_clauses, parts_of, weight_of
from vfdoc.compare.exchanged_words import only_cites, only_figures, without_marks
from vfdoc.compare.importance import SectionImportance
from vfdoc.compare.two_languages import two_languages
from vfdoc.language.likeness import Index, Vector, index, likeness, weights
from vfdoc.language.stems import reader
from vfdoc.model import Rulebook, Section, WordForms, text_of
from vfdoc.model.comparison import (
    ModifierChange,
    NumberChange,
    Point,
    RowChange,
    Sameness,
    SectionChange,
    SentenceChange,
    SummaryEntry,
)
from vfdoc.model.mechanics import Modifier
from vfdoc.verdicts.normalised import normaliser

_TOLD = ("changed", "split", "merged", "added", "removed", "unverified")
_SAID = 5  # so many values are named in a entry, the others are counted
_SENTENCES = 8  # so many sentences of which words changed
_QUOTED = 4  # so many clauses are quoted that are new, gone or worded anew
_LEAST = 0.4  # what an entry keeps of its weight where its words decide nothing
_DOUBTED = 0.7  # what an old clause counts of which nobody knows whether it is gone
_DECIDES = 9.0  # what a row that changed decides
_MOST = 1.6  # of that, what any change decides at most
_MARK = 2  # characters of the label of an item by itself, which teaches nothing
_LABEL = 40  # characters of a label of a table; what is longer is a sentence
_NEAR = 0.8  # how alike two sentences are of which single words changed
_WHOLE = 600  # characters of a clause that is quoted for a sentence in it
_UNQUOTED = ("example", "contents", "index")
_UNKNOWN = 0.75  # what is new or gone is looked up; what one knows and is different is played wrongly
_UNPROVED = 0.8  # what a rule weighs that is worded anew: nobody knows whether it changed
_DECISIVE = 5.0  # what its clauses must decide to be told at all
_ENDING = 2.0  # what a rule weighs that is headed by who wins, and when
_CROWDED = 0.9  # each further entry of a chapter yields so much to those of other chapters
_LIKE = 0.3  # of a clause and one of the other edition, from which nobody knows whether it is new or gone
_MOST_ALIKE = 12  # so many clauses of the other edition are held against one
_WORD = re.compile(r"\w+")
_CITATION = re.compile(r"\(?\b(?:[A-Z]\.)?\d+(?:\.\d+)+\b\)?")


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
    shown = [_example_lines(side) for side in (old, new)]
    numbers = [
        n
        for n in numbers
        if (n.old_section, n.old_line) not in shown[0] and (n.new_section, n.new_line) not in shown[1]
    ]
    _attach(units, numbers, modifiers)
    for unit in units:
        unit.numbers += _in_tables(unit)
    said = _ClauseIndex(units, sides, new.forms, two_languages(old, new))
    found = (_entry(unit, sides, said) for unit in units)
    return tuple(_in_turn([entry for entry in found if entry.points], sides))


def _example_lines(book: Rulebook) -> frozenset[tuple[str | None, int | None]]:
    """Where an edition shows a table by way of example: it teaches nothing."""
    lookups = book.mechanics.lookups if book.mechanics is not None else ()
    return frozenset((x.section, row.line) for x in lookups if x.origin == "example" for row in x.rows)


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


def _in_tables(unit: _Unit) -> Iterator[NumberChange]:
    """The cells that became others and that no value tells, by their row and column: a cell by itself says
    nothing."""
    told = {(value.old, value.new) for value in unit.numbers}
    for change in unit.changes:
        old, new = (side[0] if side else None for side in (change.at.old, change.at.new))
        for cell in change.cells:
            place = ", ".join(filter(None, (cell.row, cell.column)))
            short = max(len(side or "") for side in (cell.old, cell.new)) <= _LABEL
            if cell.kind == "changed" and place and short and (cell.old, cell.new) not in told:
                yield NumberChange(
                    topic=place,
                    old=cell.old,
                    new=cell.new,
                    old_section=old,
                    new_section=new,
                    old_line=None,
                    new_line=None,
                    entry=place,
                )


def _entry(
    unit: _Unit, sides: tuple[SectionImportance, SectionImportance], said: _ClauseIndex
) -> SummaryEntry:
    old, new = unit.anchors(0), unit.anchors(1)
    points, more, most = _points(unit, sides, said)
    anew = all(change.kind == "unverified" for change in unit.changes) and not _proved(points)
    told = len(unit.numbers) + len(unit.modifiers) + len(_changed(unit)) + (anew and most >= _DECISIVE)
    change = math.log2(1 + told) + sum(_rewritten(c, sides) for c in unit.changes)
    weight = max(sides[0].weight(old[:1]), sides[1].weight(new[:1])) * change
    weight *= 1.0 if old and new else _UNKNOWN
    weight *= _ENDING if said.speaks_of_outcome(_head_of(sides, old, new)) else 1.0
    weight *= _LEAST + (1 - _LEAST) * min(_MOST, most / _DECIDES)
    ends = (tuple(_speaking(side, anchors)) for side, anchors in zip(sides, (old, new), strict=True))
    if anew:
        weight *= _UNPROVED
        points = points if most >= _DECISIVE else ()
    return SummaryEntry(
        weight=weight,
        title=_head_of(sides, old, new),
        points=points,
        more=more,
        old_sections=next(ends),
        new_sections=next(ends),
    )


def _proved(points: Sequence[Point]) -> bool:
    """Whether any point is known to differ: a value, a row, a sentence."""
    return any(not isinstance(point, SentenceChange) or point.verdict == "changed" for point in points)


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


def _points(
    unit: _Unit, sides: tuple[SectionImportance, SectionImportance], said: _ClauseIndex
) -> tuple[tuple[Point, ...], int, float]:
    """The values that differ, the sentences of which words do, and the clauses that became others, are new or
    gone, those that decide most first; how many more there are; and how much the weightiest decides."""
    values = list(dict.fromkeys(value for value in _values(unit) if said.foreign or not _in_words(value)))
    worded = list(_worded(unit, sides, said.forms))
    anew = said.anew(unit, worded)
    whole = said.whole(unit, worded)[:_SENTENCES]
    anew = [each for each in anew if not any(_covers(point, each[1]) for _, point in whole)]
    weighed = [*whole, *anew[:_QUOTED]]
    most = max([9.0 * any(map(_both, values)), 5.0 * bool(values), *(weight for weight, _ in weighed)])
    told = [*values[:_SAID], *(point for _, point in sorted(weighed, key=lambda each: -each[0]))]
    more = max(0, len(values) - _SAID) + (0 if said.foreign else _untold(unit, sides, told, said))
    return tuple(dict.fromkeys(told)), more, most


def _untold(
    unit: _Unit,
    sides: tuple[SectionImportance, SectionImportance],
    told: Sequence[Point],
    said: _ClauseIndex,
) -> int:
    """How many sentences of a rule differ that no point quotes: what an entry leaves out is counted."""
    quoted = [key(side) for point in told if isinstance(point, SentenceChange) for side in point[:2] if side]
    differing = [(s.old, s.new) for s in _sayings(unit, sides, said.forms, ("changed", "unverified"))]
    for change in unit.changes:
        if not (change.at.old and change.at.new):
            alone = [(0, anchor) for anchor in change.at.old] + [(1, anchor) for anchor in change.at.new]
            differing += [(None, clause.text) for place in alone for clause in said.of(*place)]
    keys = dict.fromkeys(tuple(key(side) for side in each if side) for each in differing)
    return sum(not any(end in text for end in ends for text in quoted) for ends in keys)


def _covers(told: SentenceChange, point: SentenceChange) -> bool:
    """Whether what one point quotes on each side another one quotes, too."""
    sides = zip(told[:2], point[:2], strict=True)
    return all(not other or key(other) in key(one or "") for one, other in sides)


def _both(value: NumberChange | ModifierChange) -> bool:
    return value.old is not None and value.new is not None


def _in_words(value: NumberChange | ModifierChange) -> bool:
    """Whether nothing says a value better than the clauses that it stands in: a number of prose, and what is
    a row on one side and prose on the other."""
    if isinstance(value, ModifierChange):
        return False
    if value.rows == (None, None):
        prose = not value.of and not value.entry and value.topic not in (value.old, value.new)
        return prose or (not _both(value) and len(value.entry) > _LABEL)
    return _both(value) and None in value.rows


class _ClauseIndex:
    """The clauses of both editions, as they are quoted; how rare words are is worked out of all that
    differ. Clauses of two languages (`foreign`) are not held against one another."""

    def __init__(
        self,
        units: Sequence[_Unit],
        sides: tuple[SectionImportance, SectionImportance],
        forms: WordForms,
        foreign: bool,
    ) -> None:
        self._sides, self.forms, self.foreign = sides, forms, foreign
        self._read, self._normal = reader(forms), normaliser(forms)
        self._clauses: dict[tuple[int, str], tuple[Clause, ...]] = {}
        self._parts: dict[tuple[int, int], dict[str, Clause]] = {}
        self._indexed: dict[int, tuple[Index, Sequence[Vector]]] = {}
        self._vectors: dict[str, Vector] = {}  # most clauses stand in both editions
        texts = [
            self._read(clause.text)
            for unit in units
            for side in (0, 1)
            for anchor in unit.anchors(side)
            for clause in self.of(side, anchor)
        ]
        self._weights = weights(texts)
        changed = [each for unit in units for each in _changed(unit) if None not in (each.old, each.new)]
        self._paired = tuple(
            frozenset(key((each.old, each.new)[side] or "") for each in changed) for side in (0, 1)
        )

    def of(self, side: int, anchor: str) -> tuple[Clause, ...]:
        """The clauses of a section; of an example none."""
        if (side, anchor) not in self._clauses:
            section = self._sides[side].sections.get(anchor)
            told = section is not None and section.kind not in _UNQUOTED
            self._clauses[side, anchor] = tuple(clauses(section)) if section is not None and told else ()
        return self._clauses[side, anchor]

    def anew(self, unit: _Unit, worded: Sequence[SentenceChange]) -> list[tuple[float, SentenceChange]]:
        """What a rule's clauses became that are no longer the same, the weightiest first; without those of
        which single words changed (`worded`)."""
        if self.foreign:
            return []
        olds, news = (self._differing(unit, side, worded) for side in (0, 1))
        proved = self._proved(unit, 0), self._proved(unit, 1)
        told = [{key(s) for each in worded if (s := (each.old, each.new)[side])} for side in (0, 1)]
        stated = dict.fromkeys(filter(None, map(self._stated, _values(unit))))
        known = [
            p for p in stated if p.old and p.new and not (p.old.parts & told[0] and p.new.parts & told[1])
        ]
        known += self._listed(unit, worded)
        found = []
        for pair in pair_clauses(olds, news, self._vector, known):
            old, new = (clause.text if clause is not None else None for clause in (pair.old, pair.new))
            if old is not None and new is not None and self._same(old, new):
                continue
            if max(len(old or ""), len(new or "")) <= _MARK:
                continue
            alone = 0 if pair.new is None else 1 if pair.old is None else None
            clause = pair.old if pair.new is None else pair.new
            sure = alone is not None and clause is not None and bool(clause.parts & proved[alone])
            if sure and alone is not None and clause is not None:
                sure = not self._is_like_another(alone, clause)
            weight = weight_of(pair, self._normal, self.forms.same) + 4.0 * (pair in known)
            weight *= self._rank(pair) * (_DOUBTED if new is None and not sure else 1.0)
            found.append((weight, SentenceChange(old, new, "changed" if sure else "unverified", ())))
        if not any(each.old is None for _, each in found):  # then nothing took the place of what it was
            found = [each for each in found if each[1].new is not None or each[1].verdict == "changed"]
        return sorted(found, key=lambda each: -each[0])

    def _is_like_another(self, side: int, clause: Clause) -> bool:
        """Whether any clause of the whole other edition is like one: then nobody knows that it is new, or
        gone."""
        places, told = self._others(1 - side)
        vector = self._vector(clause.text)
        near = places.candidates(vector, 0, _MOST_ALIKE)
        return any(likeness(vector, told[place]) >= _LIKE for place in near)

    def _others(self, side: int) -> tuple[Index, Sequence[Vector]]:
        """The clauses of an edition, by the stems in them."""
        if side not in self._indexed:
            every = (c for anchor in self._sides[side].sections for c in self.of(side, anchor))
            told = [self._vector(clause.text) for clause in every]
            self._indexed[side] = index(dict(enumerate(told))), told
        return self._indexed[side]

    def speaks_of_outcome(self, title: str) -> bool:
        """Whether a title says that it is about who wins."""
        return bool(self.forms.same.outcome & set(self._normal(title).keys))

    def _vector(self, text: str) -> Vector:
        known = self._vectors.get(text)
        if known is None:
            known = self._vectors[text] = self._weights.vector(self._read(text))
        return known

    def _same(self, old: str, new: str) -> bool:
        """Whether two clauses say the same but for citations and how numbers are written."""
        one, other = (self._normal(_CITATION.sub("", text)).keys for text in (old, new))
        return one == other

    def whole(self, unit: _Unit, worded: Sequence[SentenceChange]) -> list[tuple[float, SentenceChange]]:
        """Changed sentences with the clauses that they are parts of, neither cut at a semicolon nor at an
        abbreviation, and what each decides."""
        found = []
        for change in worded:
            ends = [self._by_part(unit, n).get(key(side or "")) for n, side in enumerate(change[:2])]
            sides = [
                end.text if end is not None and len(end.text) <= _WHOLE else side
                for end, side in zip(ends, (change.old, change.new), strict=True)
            ]
            pair = ClausePair(ends[0], ends[1], _NEAR)
            weight = weight_of(pair, self._normal, self.forms.same) * self._rank(pair)
            found.append((weight, change._replace(old=sides[0], new=sides[1])))
        return found

    def _by_part(self, unit: _Unit, side: int) -> Mapping[str, Clause]:
        place = id(unit), side
        if place not in self._parts:
            every = (clause for anchor in unit.anchors(side) for clause in self.of(side, anchor))
            self._parts[place] = {part: clause for clause in every for part in clause.parts}
        return self._parts[place]

    def _listed(self, unit: _Unit, worded: Sequence[SentenceChange]) -> Iterator[ClausePair]:
        """The clauses of changed sentences that only lead to a list: what follows decides."""
        for each in worded:
            if (each.new or "").endswith(":"):
                sides = (self._by_part(unit, n).get(key(said or "")) for n, said in enumerate(each[:2]))
                old, new = sides
                if old is not None and new is not None:
                    yield ClausePair(old, new, 1.0)

    def _stated(self, value: NumberChange | ModifierChange) -> ClausePair | None:
        """The clauses that state a value of both sides, where it is a row."""
        if isinstance(value, ModifierChange):
            rows: tuple[Modifier | None, Modifier | None] = (value.old, value.new)
            said: tuple[str | None, str | None] = (None, None)
            places = [_place(row)[0] for row in rows]
        else:
            rows, said = value.rows, (value.old, value.new)
            places = [value.old_section, value.new_section]
        if rows == (None, None):
            return None
        found = []
        for side, (row, words, place) in enumerate(zip(rows, said, places, strict=True)):
            words = key(row.condition if row is not None else words or "")
            told = [c for c in self.of(side, place or "") if words and words in c.text]
            if len(told) != 1:
                return None
            found.append(told[0])
        return ClausePair(found[0], found[1], 1.0)

    def _rank(self, pair: ClausePair) -> float:
        """What the section of a clause weighs: a rule more than words beside the rules."""
        clause, side = (pair.new, 1) if pair.new is not None else (pair.old, 0)
        return self._sides[side].rank(clause.section) if clause is not None else 0.0

    def _differing(self, unit: _Unit, side: int, worded: Sequence[SentenceChange]) -> list[Clause]:
        """The clauses of a side that the other does not have as they are; words beside the rules say nothing
        of what a rule was."""
        told = {key(s) for each in worded if (s := (each.old, each.new)[side])}
        found: list[Clause] = []
        for change in unit.changes:
            ends = change.at.new if side else change.at.old
            sides = ((each.old, each.new)[side] for each in change.sentences)
            differ = frozenset().union(*(parts_of(said) for said in sides if said))
            differ -= told | self._paired[side]  # told of the rule in which single words changed
            alone = not (change.at.old and change.at.new)
            for anchor in ends:
                found += (c for c in self.of(side, anchor) if alone or c.parts & differ)
        rules = [clause for clause in found if self._sides[side].rank(clause.section) == 1.0]
        return list(dict.fromkeys(rules or found))

    def _proved(self, unit: _Unit, side: int) -> frozenset[str]:
        """The sentences of a side that stand nowhere in the other edition: all of it was searched."""
        found: set[str] = set()
        for change in unit.changes:
            for each in change.sentences:
                mine, other = (each.new, each.old) if side else (each.old, each.new)
                if mine and other is None and each.verdict == "changed":
                    found.add(key(mine))
            here, there = (change.at.new, change.at.old) if side else (change.at.old, change.at.new)
            if not there:
                found.update(
                    part for anchor in here for clause in self.of(side, anchor) for part in clause.parts
                )
        return frozenset(found)


def _changed(unit: _Unit, verdicts: Sequence[Sameness] = ("changed",)) -> list[SentenceChange]:
    """The sentences of a rule of which words were put in, taken out or exchanged."""
    found = (s for change in unit.changes for s in change.sentences if s.verdict in verdicts)
    return list(dict.fromkeys(found))


def _worded(
    unit: _Unit, sides: tuple[SectionImportance, SectionImportance], forms: WordForms
) -> Iterator[SentenceChange]:
    """The sentences of both sides of which words changed."""
    return (each for each in _sayings(unit, sides, forms) if None not in (each.old, each.new))


def _sayings(
    unit: _Unit,
    sides: tuple[SectionImportance, SectionImportance],
    forms: WordForms,
    verdicts: Sequence[Sameness] = ("changed",),
) -> Iterator[SentenceChange]:
    """The sentences that differ, but for what the entry says anyway: titles, values, and for citations,
    which say where else to look."""
    titles = [{_title(side, [anchor]) for anchor in unit.anchors(n)} for n, side in enumerate(sides)]
    told = {(value.old, value.new) for value in unit.numbers}
    changed = _changed(unit, verdicts)
    joints = forms.citing.joins + forms.sentence.articles if len(changed) > 1 else ()
    for sentence in changed:
        both = sentence.old, sentence.new
        sentence = without_marks(sentence, joints)
        if None not in both and all(map(only_cites, sentence.exchanges)):
            continue
        titled = sentence.old in titles[0] and sentence.new in titles[1]
        if not titled and both not in told and not (told and only_figures(sentence)):
            yield sentence


def _title(side: SectionImportance, anchors: list[str]) -> str:
    section: Section | None = side.sections.get(anchors[0]) if anchors else None
    return section.title if section else ""


def _values(unit: _Unit) -> Iterator[NumberChange | ModifierChange]:
    """The values that differ, each once: those that both sides have first, modifiers before numbers."""
    known = {(n.old_section, n.old_line, n.new_section, n.new_line) for n in unit.numbers}
    ordered = sorted(unit.numbers, key=lambda n: (n.kind != "changed", n.rows == (None, None)))
    yield from {(n.topic, n.old, n.new): n for n in ordered}.values()
    for change in unit.modifiers:
        if (*_place(change.old), *_place(change.new)) not in known:
            yield change


def _place(modifier: Modifier | None) -> tuple[str | None, int | None]:
    return (modifier.section, modifier.line) if modifier is not None else (None, None)


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
