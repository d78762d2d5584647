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
from typing import NamedTuple, TypeAlias

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
_MEASURED = re.compile(r"(?<![\w.])\d+(?:[\"+]|(?=d\d))")
_LONG = 40  # words of a row that is read cell by cell
_STEM = 4  # letters by which the stem of a word tells it
_FEW = 3  # words that make a row
_ALIKE = 0.2  # likeness by which a counterpart is one
_SURE = 0.3  # by which it is near enough to say that something is missing
_BESIDE = 0.8  # the share of the best likeness with which others are counterparts too
_NEAREST = 3
_NAMED = 2  # passages of a section whose title names what they are about
_LEADING = 8  # so many of its rarest words lead from a passage to others
_MANY = 60  # places of one word that are looked at
_REPEATED = 0.85  # of the words of two passages that are the same, from which one repeats the other
_TITLED = 0.4  # so much counts a word of a section's title
_BONUS = 0.15  # likeness that a corresponding section adds


class ProsePassage(NamedTuple):
    """A sentence of a paragraph, or a row of a table: its section, line, characters and words; `title` are
    the terms of its section's title, `title_words` its words, `heading` these where they name what the
    passage is about: where the section says little else; `own` are the words without the title's."""

    section: Section
    line: int
    text: str
    words: frozenset[str]
    terms: frozenset[str]
    title: frozenset[str]
    title_words: frozenset[str]
    heading: frozenset[str]
    own: frozenset[str]


def prose_rows(base: Rulebook, house: Rulebook, sides: Describers) -> Iterator[RowChange]:
    """The rows of the house's sheet that no modifier, target or lookup of it tells already."""
    foreign = base.edition.language != house.edition.language
    theirs = list(_passages(base, sides[0], foreign))
    mine = [p for p in _passages(house, sides[1], foreign) if p.section.kind != "note"]
    found = _Passages(theirs, mine)
    known = frozenset(term for passage in theirs for term in passage.terms)
    chapters = _chapter_terms(base, theirs)
    numbers = _number_changes(base.mechanics, house.mechanics)
    told = _value_words(house.mechanics)
    excepted = [q for q in base.mechanics.quantities if q.unit == BUT] if base.mechanics else []
    said = None if foreign else _PassageVerdicts(base, house)
    for passage in mine:
        if not _is_value(passage, told):
            yield _row(passage, found.nearest(passage), chapters, known, numbers, excepted, said)


class Counterparts(NamedTuple):
    """A passage of the house and its counterparts in two bases: `told` is what became of the old one, with
    the words that decide where they do, None where either base has none; `perhaps` are other passages of
    the old base that it may be about as well."""

    house: ProsePassage
    old: ProsePassage | None
    new: ProsePassage | None
    told: SentenceVerdict | None = None
    perhaps: tuple[ProsePassage, ...] = ()


def prose_counterparts(
    books: tuple[Rulebook, Rulebook, Rulebook],
    sides: Sequence[RowDescriber],
    forward: Mapping[str, Sequence[str]],
) -> Iterator[Counterparts]:
    """The house's rows that no value tells, with what either base has of them.

    `books` are the house, its old base and the new one; `forward` tells of every section of the old base
    the new ones that correspond. The old counterpart is that of `prose_rows`; the new one is what became of
    it. Where the new base never speaks of what the old counterpart and the row name, it has none; nor are
    words held against words that are of two languages.
    """
    house, old, new = books
    told = _value_words(house.mechanics)
    foreign = len({book.edition.language for book in books}) > 1
    passages = [list(_passages(book, side, foreign)) for book, side in zip(books, sides, strict=True)]
    whole = [p for p in passages[0] if p.section.kind != "note"]
    mine = [p for p in whole if not _is_value(p, told)]
    before, after = _Passages(passages[1], whole), _Passages(passages[2], [*whole, *passages[1]])
    said = None if foreign else _PassageVerdicts(old, new)
    for passage in mine:
        found = before.nearest(passage)
        first = _nearest_alike(found)
        if first is None:
            yield Counterparts(passage, None, _nearest_alike(after.nearest(passage)))
            continue
        near = frozenset(forward.get(first.section.anchor, ()))
        words = first._replace(words=first.words | passage.words, own=first.own | passage.own)
        missing = after.lacks(first.title) and (not near or after.lacks(passage.title))
        if missing and not first.title & passage.terms:
            # The rule of that name is gone; of what the row itself names the base may speak elsewhere.
            second = _nearest_alike(after.nearest(first))
            verdict = SentenceVerdict("changed")
        else:
            second = None if missing else _nearest_alike(after.nearest(words, near))
            verdict = said.became(first, second) if said and second else SentenceVerdict("unverified")
            if verdict.verdict == "unverified" and after.lacks_any(first.terms & passage.terms):
                verdict = SentenceVerdict("changed")
        others = tuple(other for likeness, other in found[1:] if likeness >= _BESIDE * found[0][0])
        yield Counterparts(passage, first, second, verdict if second else None, others)


_Near: TypeAlias = Sequence[tuple[float, ProsePassage]]
"""Passages of a base that are like one of another text, with how like they are, the best first."""


def _nearest_alike(found: _Near) -> ProsePassage | None:
    return found[0][1] if found and found[0][0] >= _ALIKE else None


class _Passages:
    """The passages of a text and what finds those like a passage of another; `others` are the passages whose
    words weigh too."""

    def __init__(self, passages: Sequence[ProsePassage], others: Sequence[ProsePassage]) -> None:
        self._passages = passages
        self._weights = _weights([*passages, *others])
        self._terms = frozenset(t for p in passages for t in p.terms | p.title)
        self._index: dict[str, list[int]] = defaultdict(list)
        for n, passage in enumerate(passages):
            for word in passage.words:
                self._index[word].append(n)

    def lacks(self, title: frozenset[str]) -> bool:
        """Whether the text speaks of nothing that a title names."""
        return bool(title) and not title & self._terms

    def lacks_any(self, terms: frozenset[str]) -> bool:
        """Whether the text never speaks of one of these terms."""
        return bool(terms - self._terms)

    def nearest(
        self, passage: ProsePassage, near: frozenset[str] = frozenset()
    ) -> list[tuple[float, ProsePassage]]:
        """The passages most like one of another text, the best first; those of the sections `near` gain."""
        places: set[int] = set()
        index, weights = self._index, self._weights
        for _, word in sorted((len(index[word]), word) for word in passage.words if word in index)[:_LEADING]:
            places.update(index[word][:_MANY])
        size = sum(weights.get(word, 0.0) * _share(word, passage) for word in passage.words)
        scored = []
        for n in places:
            other = self._passages[n]
            common = sum(
                weights[word] * min(_share(word, passage), _share(word, other))
                for word in passage.words & other.words
            )
            length = math.sqrt(size * sum(weights[word] * _share(word, other) for word in other.words))
            likeness = round(common / length, 9) if length else 0.0
            # A row speaks of what it stands under; a comment on the same is not the rule.
            named = passage.heading & other.title_words and other.section.kind in ("rule", "sheet")
            gains = _BONUS * (bool(named) + (other.section.anchor in near))
            scored.append((-likeness - (gains if likeness else 0.0), n, likeness))
        return [(likeness, self._passages[n]) for _, n, likeness in sorted(scored)[:_NEAREST]]


def _share(word: str, passage: ProsePassage) -> float:
    """How much a word of a passage counts: one of its section's title less than one of its own."""
    return 1.0 if word in passage.own else _TITLED


def _value_words(mechanics: Mechanics | None) -> dict[int, list[str]]:
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


def _is_value(passage: ProsePassage, told: Mapping[int, Sequence[str]]) -> bool:
    """Whether values have told a passage: a row of a table that holds any, a sentence that is one."""
    if passage.line not in told:
        return False
    text = _bare(passage.text)
    row = "\t" in passage.text or passage.text[0] in "+-−–"
    return row or any(words and (words in text or text in words) for words in told[passage.line])


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _row(
    passage: ProsePassage, near: _Near, chapters: Mapping[str, frozenset[str]],
    known: frozenset[str], numbers: Mapping[int, Sequence[tuple[Quantity, Quantity]]],
    excepted: Sequence[Quantity], said: _PassageVerdicts | None,
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
    stems = frozenset().union(*(other.words for score, other in close if score >= _BESIDE * best_score))
    strange = {term for term in (passage.terms & known) - there if not _composed(term, there, stems)}
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


class _PassageVerdicts:
    """What the words of passages come to, of a base and of house rules in its language."""

    def __init__(self, base: Rulebook, house: Rulebook) -> None:
        self._forms = house.forms
        self._cited = _citations(base), _citations(house)

    def nearest(
        self, passage: ProsePassage, others: Sequence[ProsePassage]
    ) -> tuple[ProsePassage, SentenceVerdict]:
        """What a row of the house comes to against passages of the base: the one that says the same, where
        there is one, else the first."""
        found = [(other, self.of(other, passage)) for other in others]
        return next((each for each in found if each[1].verdict in ("same", "reworded")), found[0])

    def of(self, old: ProsePassage, new: ProsePassage) -> SentenceVerdict:
        """A row of a sheet sums up and leaves out: its words prove a change only where it repeats the base's
        own sentence nearly word for word, citations aside."""
        found = self.became(old, new)
        if found.verdict != "changed":
            return found
        word = len(found.exchanges) == 1 and all(len(side.split()) <= 1 for side in found.exchanges[0])
        alike = ("\t" in old.text) == ("\t" in new.text)
        near = alike and (word or found.similarity >= _REPEATED)
        return found if near else found._replace(verdict="unverified")

    def became(self, old: ProsePassage, new: ProsePassage) -> SentenceVerdict:
        """What a sentence comes to against another one, citations aside."""
        found = sentence_verdict(old.text, new.text, self._forms)
        if found.verdict != "changed":
            return found
        before, after = (
            _uncited(p.text, cited.get(p.section.anchor, frozenset()))
            for p, cited in zip((old, new), self._cited, strict=True)
        )
        return sentence_verdict(before, after, self._forms)


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


def _composed(term: str, there: frozenset[str], stems: frozenset[str]) -> bool:
    """Whether a term is made of others that are at hand, or of words there: "brigade leader" where brigade
    and leader are, "rally test" where rallies and valour tests are."""
    parts = term.split("-")
    at_hand = {part for other in there for part in other.split("-")}
    telling = tuple(stem for stem in stems if len(stem) >= _STEM)
    return len(parts) > 1 and all(part in at_hand or part.startswith(telling) for part in parts)


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
            own = read(f"{label}. {text}") | frozenset(_MEASURED.findall(text))
            terms = describer.terms(f"{label}. {text}")
            yield ProsePassage(
                section=section,
                line=line,
                text=text,
                words=own | title,
                terms=terms,
                title=named,
                title_words=title,
                heading=heading,
                own=own,
            )


def _texts(blocks: Sequence[Block]) -> Iterator[tuple[int, str, str]]:
    """Sentences of paragraphs and rows of tables, with their lines and what labels them: the words before
    the colon of a paragraph, the first cell of a row. A row of much text is its cells."""
    for block in blocks:
        match block:
            case Paragraph():
                text = plain(joined(block.lines))
                found = _LABEL.match(text)
                label = found.group(1) if found else ""
                yield from ((block.lines[0].line, s, label) for s in _sentences(text))
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
        yield from ((row.line, sentence, cells[0]) for sentence in _sentences(cell))


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text, not cut at a semicolon; what is no three words stands with what follows, at
    the end with what precedes: the names of a sequence."""
    whole = ""
    for part in sentences(text, colon=False):
        if whole and not whole.endswith(";") and _worded(whole) and _worded(part):
            yield whole
            whole = part
        else:
            whole = f"{whole} {part}".lstrip()
    if whole:
        yield whole


def _worded(text: str) -> bool:
    return sum(any(c.isalpha() for c in word) for word in text.split()) >= _FEW


def _weights(passages: Sequence[ProsePassage]) -> Mapping[str, float]:
    found = Counter(word for passage in passages for word in passage.words)
    return {word: math.log((len(passages) + 1) / count) for word, count in found.items()}
