"""Rows of a sheet that hold no value: sentences and cells compared with the base's by their words.

In: two rulebooks, and the rows of the house that values told already. Out: RowChanges. Counterparts are
found by rare words. A row is changed where it names a thing of the game that the base knows but not
where this rule stands ("in line of sight" for "in the front arc"), where it leaves out what the base
excepts, or where it states another number; else its words decide (`sentence_verdicts.py`), and a
row that is worded anew is not compared.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.language.sentences import sentences
from vfdoc.language.typography import plain
from vfdoc.model import ItemList, Paragraph, Quote, Rulebook, Section, Table
from vfdoc.model.comparison import Difference, RowChange, Sameness, Verdict
from vfdoc.model.document import Block, Row, joined
from vfdoc.model.mechanics import BUT, NONE, NTH, Mechanics, Quantity
from vfdoc.verdicts.described_values import Describers, RowDescriber
from vfdoc.verdicts.sentence_verdicts import SentenceVerdict, sentence_verdict
from vfdoc.verdicts.values import pair_quantities, same_quantity

_LABEL = re.compile(r"([^:.;]{3,40}?)\s?:\s")
_LONG = 40  # words of a row that is read cell by cell
_FEW = 3  # words that make a row
_ALIKE = 0.2  # likeness by which a counterpart is one
_SURE = 0.3  # by which it is near enough to say that something is missing
_BESIDE = 0.8  # the share of the best likeness with which others are counterparts too
_NEAREST = 3
_NAMED = 2  # passages of a section whose title names what they are about
_LEADING = 8  # so many of its rarest words lead from a passage to others
_MANY = 60  # places of one word that are looked at
_REPEATED = 0.85  # of the words of two passages that are the same, from which one repeats the other
_BONUS = 0.15  # likeness that a corresponding section adds


class ProsePassage(NamedTuple):
    """A sentence of a paragraph, or a row of a table: its section, line, characters and words; `title` are
    the terms of its section's title, `title_words` its words, `heading` these where they name what the
    passage is about: where the section says little else."""

    section: Section
    line: int
    text: str
    words: frozenset[str]
    terms: frozenset[str]
    title: frozenset[str]
    title_words: frozenset[str]
    heading: frozenset[str]


def prose_rows(base: Rulebook, house: Rulebook, sides: Describers) -> Iterator[RowChange]:
    """The rows of the house's sheet that no modifier, target or lookup of it tells already."""
    foreign = base.edition.language != house.edition.language
    theirs = list(_passages(base, sides[0], foreign))
    mine = [p for p in _passages(house, sides[1], foreign) if p.section.kind != "note"]
    weights = _weights([*theirs, *mine])
    index: dict[str, list[int]] = defaultdict(list)
    for n, passage in enumerate(theirs):
        for word in passage.words:
            index[word].append(n)
    known = frozenset(term for passage in theirs for term in passage.terms)
    chapters = _chapter_terms(base, theirs)
    numbers = _number_changes(base.mechanics, house.mechanics)
    told = _told(house.mechanics)
    excepted = [q for q in base.mechanics.quantities if q.unit == BUT] if base.mechanics else []
    said = None if foreign else _Said(base, house)
    for passage in mine:
        if _is_told(passage, told):
            continue
        near = _nearest(passage, theirs, index, weights)
        yield _row(passage, near, chapters, known, numbers, excepted, said)


class Counterparts(NamedTuple):
    """A passage of the house and its counterparts in two bases; `changed` where these differ."""

    house: ProsePassage
    old: ProsePassage | None
    new: ProsePassage | None
    changed: bool


def prose_counterparts(
    books: tuple[Rulebook, Rulebook, Rulebook],
    sides: Sequence[RowDescriber],
    forward: Mapping[str, Sequence[str]],
) -> Iterator[Counterparts]:
    """The house's rows that no value tells, with what either base has of them.

    `books` are the house, its old base and the new one; `forward` tells of every section of the old base
    the new ones that correspond. The new counterpart is what became of the old one.
    """
    house, old, new = books
    told = _told(house.mechanics)
    whole = [p for p in _passages(house, sides[0], False) if p.section.kind != "note"]
    mine = [p for p in whole if not _is_told(p, told)]
    before, after = _Book(old, sides[1], mine), _Book(new, sides[2], mine)
    for passage in mine:
        first = before.best(passage)
        if first is None:
            yield Counterparts(passage, None, after.best(passage), False)
            continue
        near = frozenset(forward.get(first.section.anchor, ()))
        words = first._replace(words=first.words | passage.words)
        gone = after.lacks(first.title) and (not near or after.lacks(passage.title))
        second = None if gone else after.best(words, near)
        changed = after.lacks_any(first.terms & passage.terms) or _differ(first, second, passage)
        yield Counterparts(passage, first, second, second is not None and changed)


class _Book:
    """The passages of a book and what finds those like a passage of another."""

    def __init__(self, book: Rulebook, side: RowDescriber, others: Sequence[ProsePassage]) -> None:
        self._passages = list(_passages(book, side, False))
        self._weights = _weights([*self._passages, *others])
        self._terms = frozenset(t for p in self._passages for t in p.terms | p.title)
        self._index: dict[str, list[int]] = defaultdict(list)
        for n, passage in enumerate(self._passages):
            for word in passage.words:
                self._index[word].append(n)

    def lacks(self, title: frozenset[str]) -> bool:
        """Whether the book speaks of nothing that a title names."""
        return bool(title) and not title & self._terms

    def lacks_any(self, terms: frozenset[str]) -> bool:
        """Whether the book never speaks of one of these terms."""
        return bool(terms - self._terms)

    def best(self, passage: ProsePassage, near: frozenset[str] = frozenset()) -> ProsePassage | None:
        """The passage most like one of another book, one of the sections `near` before others; None where
        none is like it."""
        found = _nearest(passage, self._passages, self._index, self._weights)
        ranked = sorted(found, key=lambda each: -each[0] - _BONUS * (each[1].section.anchor in near))
        if not ranked or ranked[0][0] < _ALIKE:
            return None
        return ranked[0][1]


def _differ(old: ProsePassage, new: ProsePassage | None, house: ProsePassage) -> bool:
    """Whether two passages of different editions say different things: of what the house and the old base
    both name, the new one names less than half."""
    if new is None:
        return False
    wanted = old.terms & house.terms or old.terms
    return len(wanted & new.terms) * 2 < len(wanted)


def _told(mechanics: Mechanics | None) -> dict[int, list[str]]:
    """By line, the words of the modifiers that stand there; of other values none, but the line."""
    found: dict[int, list[str]] = defaultdict(list)
    if mechanics is not None:
        for modifier in mechanics.modifiers:
            found[modifier.line].append(_bare(modifier.condition))
        for line in (test.line for test in mechanics.tests):
            found[line] += []
        for line in (row.line for lookup in mechanics.lookups for row in lookup.rows):
            found[line] += []
    return found


def _is_told(passage: ProsePassage, told: Mapping[int, Sequence[str]]) -> bool:
    """Whether values have told a passage: a row of a table that holds any, a sentence that is one."""
    if passage.line not in told:
        return False
    text = _bare(passage.text)
    row = "\t" in passage.text or passage.text[0] in "+-−–"
    return row or any(words and (words in text or text in words) for words in told[passage.line])


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _row(
    passage: ProsePassage, near: Sequence[tuple[float, ProsePassage]], chapters: Mapping[str, frozenset[str]],
    known: frozenset[str], numbers: Mapping[int, Sequence[tuple[Quantity, Quantity]]],
    excepted: Sequence[Quantity], said: _Said | None,
) -> RowChange:  # fmt: skip
    text = " ".join(passage.text.split())
    title = passage.section.title
    close = [(score, other) for score, other in near if score >= _ALIKE]
    if not close:
        return RowChange(
            row=title,
            kind="added",
            old=None,
            new=text,
            old_section=None,
            new_section=passage.section.anchor,
            old_line=None,
            new_line=passage.line,
        )
    best = close[0][1]
    stated = [(old, new) for old, new in numbers.get(passage.line, ()) if new.value in passage.text]
    found = [Difference("value", old.value, new.value) for old, new in stated]
    best_score = close[0][0]
    there = frozenset().union(
        *(chapters[other.section.anchor] for score, other in close if score >= _BESIDE * best_score)
    )
    strange = {term for term in (passage.terms & known) - there if not _composed(term, there)}
    if best_score >= _SURE:
        found += [Difference("condition", "—", term.replace("-", " ")) for term in sorted(strange)]
        left_out = (q for q in excepted if q.line == best.line and plain(q.topic) in best.text)
        found += [
            Difference("scope", q.topic, "—")
            for q in left_out
            if q.concepts and not passage.terms & {*q.concepts}
        ]
    kind: Sameness = "changed"
    if not found:
        # Words of two languages are not compared.
        others = [other for _, other in close]
        best, told = said.nearest(passage, others) if said else (best, SentenceVerdict("unverified"))
        kind = told.verdict
        found = [Difference("words", x.old, x.new) for x in told.exchanges] if kind == "changed" else []
    return RowChange(
        row=title,
        kind=kind,
        old=" ".join(best.text.split()),
        new=text,
        old_section=best.section.anchor,
        new_section=passage.section.anchor,
        old_line=best.line,
        new_line=passage.line,
        verdict=Verdict(tuple(found)),
    )


class _Said:
    """What the words of passages come to, of a base and of house rules in its language."""

    def __init__(self, base: Rulebook, house: Rulebook) -> None:
        self._forms = house.forms
        self._cited = _citations(base), _citations(house)

    def nearest(
        self, passage: ProsePassage, others: Sequence[ProsePassage]
    ) -> tuple[ProsePassage, SentenceVerdict]:
        """What a row of the house comes to against passages of the base: the one that says the same, where
        there is one, else the first."""
        found = [(other, self._verdict(other, passage)) for other in others]
        return next((each for each in found if each[1].verdict in ("same", "reworded")), found[0])

    def _verdict(self, old: ProsePassage, new: ProsePassage) -> SentenceVerdict:
        """A row of a sheet sums up and leaves out: its words prove a change only where it repeats the base's
        own sentence nearly word for word, citations aside."""
        found = sentence_verdict(old.text, new.text, self._forms)
        if found.verdict != "changed":
            return found
        before, after = (
            _uncited(p.text, cited.get(p.section.anchor, frozenset()))
            for p, cited in zip((old, new), self._cited, strict=True)
        )
        found = sentence_verdict(before, after, self._forms)
        word = len(found.exchanges) == 1 and all(len(side.split()) <= 1 for side in found.exchanges[0])
        alike = ("\t" in old.text) == ("\t" in new.text)
        near = found.verdict == "changed" and alike and (word or found.similarity >= _REPEATED)
        return found if near else found._replace(verdict="unverified")


def _citations(book: Rulebook) -> dict[str, frozenset[str]]:
    """Of every section what it prints as citations."""
    found: dict[str, set[str]] = defaultdict(set)
    for reference in book.references():
        found[reference.section].add(reference.text)
    return {anchor: frozenset(texts) for anchor, texts in found.items()}


def _uncited(text: str, cited: frozenset[str]) -> str:
    for citation in sorted(cited, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.]){re.escape(citation)}(?![\w])", "", text)
    return text


def _composed(term: str, there: frozenset[str]) -> bool:
    """Whether a term is made of others that are at hand: "brigade leader" where brigade and leader are."""
    parts = term.split("-")
    return len(parts) > 1 and all(part in there for part in parts)


def _number_changes(
    before: Mechanics | None, after: Mechanics | None
) -> dict[int, list[tuple[Quantity, Quantity]]]:
    """By line of the house, the numbers that pair with others of the base."""
    if before is None or after is None:
        return {}
    olds, news = ([q for q in m.quantities if q.unit not in (BUT, NONE, NTH)] for m in (before, after))
    found: dict[int, list[tuple[Quantity, Quantity]]] = defaultdict(list)
    for i, j in pair_quantities(olds, news, {}):
        if not same_quantity(olds[i], news[j]) and news[j].unit is not None:
            found[news[j].line].append((olds[i], news[j]))
    return found


def _chapter_terms(book: Rulebook, passages: Sequence[ProsePassage]) -> dict[str, frozenset[str]]:
    """Of every section, the terms of its chapter: what is at hand where a rule stands."""
    parents = {section.anchor: section.parent for section in book.sections()}

    def chapter(anchor: str) -> str:
        seen = {anchor}
        while (above := parents.get(anchor)) is not None and above not in seen:
            seen.add(above)
            anchor = above
        return anchor

    terms: dict[str, set[str]] = defaultdict(set)
    for passage in passages:
        terms[chapter(passage.section.anchor)] |= passage.terms
    return {anchor: frozenset(terms[chapter(anchor)]) for anchor in parents}


def _passages(book: Rulebook, describer: RowDescriber, foreign: bool) -> Iterator[ProsePassage]:
    """The passages of a book; of two languages (`foreign`) only the glossary's terms can meet."""
    read = describer.terms if foreign else describer.words
    for section in book.sections():
        if section.kind in ("contents", "index", "front"):
            continue
        title, named = read(section.title), describer.terms(section.title)
        texts = [each for each in _texts(section.blocks) if len(each[1].split()) >= _FEW]
        heading = title if len(texts) <= _NAMED else frozenset[str]()
        for line, text, label in texts:
            words = read(f"{label}. {text}") | title
            terms = describer.terms(f"{label}. {text}")
            yield ProsePassage(section, line, text, words, terms, named, title, heading)


def _texts(blocks: Sequence[Block]) -> Iterator[tuple[int, str, str]]:
    """Sentences of paragraphs and rows of tables, with their lines and what labels them: the words before
    the colon of a paragraph, the first cell of a row. A row of much text is its cells."""
    for block in blocks:
        match block:
            case Paragraph():
                text = plain(joined(block.lines))
                found = _LABEL.match(text)
                label = found.group(1) if found else ""
                yield from ((block.lines[0].line, s, label) for s in sentences(text, colon=False))
            case ItemList():
                for item in block.items:
                    yield from _texts(item.blocks)
            case Quote():
                yield from _texts(block.blocks)
            case Table():
                for row in block.rows:
                    yield from _cells(row)
                yield from _texts(block.footnotes)


def _cells(row: Row) -> Iterator[tuple[int, str, str]]:
    cells = [plain(cell.text) for cell in row.cells]
    if sum(len(cell.split()) for cell in cells) <= _LONG:
        yield row.line, "\t".join(cells), ""
        return
    for cell in cells[1:]:
        yield from ((row.line, sentence, cells[0]) for sentence in sentences(cell, colon=False))


def _weights(passages: Sequence[ProsePassage]) -> Mapping[str, float]:
    found = Counter(word for passage in passages for word in passage.words)
    return {word: math.log((len(passages) + 1) / count) for word, count in found.items()}


def _nearest(
    passage: ProsePassage, theirs: Sequence[ProsePassage], index: Mapping[str, Sequence[int]],
    weights: Mapping[str, float],
) -> list[tuple[float, ProsePassage]]:  # fmt: skip
    """The passages of the base most like one of the house, the best first."""
    places: set[int] = set()
    for _, word in sorted((len(index[word]), word) for word in passage.words if word in index)[:_LEADING]:
        places.update(index[word][:_MANY])
    size = sum(weights.get(word, 0.0) for word in passage.words)
    scored = []
    for n in places:
        common = sum(weights[word] for word in passage.words & theirs[n].words)
        length = math.sqrt(size * sum(weights[word] for word in theirs[n].words))
        likeness = round(common / length, 9) if length else 0.0
        # A row speaks of what it stands under; a comment on the same is not the rule.
        named = passage.heading & theirs[n].title_words and theirs[n].section.kind in ("rule", "sheet")
        scored.append((-likeness - (_BONUS if named and likeness else 0.0), n, likeness))
    return [(likeness, theirs[n]) for _, n, likeness in sorted(scored)[:_NEAREST]]
