"""The same text twice, as it happens where pages are copied together.

The reader looks for a difference that is not there, and a later change mends one copy only. Evidence: of the
runs of three words of the shorter text, two sections of one number or title share six in ten, or two
paragraphs that open a sentence alike eight in ten; or two neighbours have a sentence that opens with the same
eight words and shares half of its runs. Paragraphs that repeat as many others in a row are one finding. What
is alike on purpose is none: a rule and its comment or sheet, the cells of a table, parts without numbers
below one section (one army list beside another), paragraphs under one label ("Reserves - …"), the items of
one list (unless most of the longer stands there again), a sentence said three times and more, a paragraph
that leads in another list than its copy ("then:") or closes another, a section of a chapter whose sections
bear the numbers of the one beside it, and one paragraph as another but for the name of what it speaks of
(once as its first word, or throughout). A section copied under its own number, or a paragraph word for word
within its section, is a warning; what one rule says again of another misleads nobody and is a note, and nine
such are the text's way: one note, with all places. Where a word stands in another's place ("package",
"import"), it does not repeat the other: a note names both words, for a reader to see whether they are meant
(under one number and one title it is a copy, and a warning). In a text of a game that nobody describes only a
paragraph of a numbered section copied among the next five is a slip for certain: farther apart both may be
needed (the lots of two deeds). There provisions on different things say the same, each of its own ("The board
elects …", "The crew elects …"): where the words that were exchanged open the two texts or are those of their
titles, where both sections have one title or place in their chapters, or no number, or what is repeated is an
item in both, nothing is told, unless they cite another number; and three notes are one.

Bad:  "Units may wheel." under 6.2, and under 6.3 the whole paragraph once more
Good: it stands under 6.2, and 6.3 cites 6.2
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.sentences import placed_sentences
from vfdoc.model import Finding, Related, Rulebook, Section, Severity, TextLine
from vfdoc.model.extract import Extract, Placed, extracts
from vfdoc.model.passage import Passage, Sentence, passages, words_of
from vfdoc.model.place import at_words, called, gathered
from vfdoc.model.session import incremental, memoized
from vfdoc.verdicts.series import misnumbered_chapters

_HABIT = "{count} rules of this text say again what another says"
_NEARLY = "{count} rules of this text say in the same or nearly the same words what another says"
_BOTH = "look whether both are meant"
_MANY = 9  # from which it is the text's way, and one finding
_SOME = 3  # from which it is that of a text that nobody describes
_STEM = 5  # letters of a word that tell it from others
_DEEP = 3  # numbers of a section that has its like under another
_FEWEST = 14  # words of a passage that can repeat another
_SAME_OPENING = 8
_SHARED_BY_SECTIONS = 0.6
_SHARED_BY_PARAGRAPHS = 0.8
_SHARED_BY_NEIGHBOURS = 0.5
_FORMULA = 3  # a sentence that opens so many passages is one
_RUN = 3
_LONGEST = 600  # words of texts that are held against one another word by word
_WORDS = 3  # of either that are named
_NEAR = 2  # passages between which a sentence said again is a slip
_CLOSE = 5  # passages in which one that is copied is a slip
_MOST = 4  # earlier texts of one title or opening that a text is held against
_OPENING = re.compile(r"(?:[^\W_]+[\W_]{1,4}){5}[^\W_]+")  # six words
_LABEL = re.compile(r"([^.,;:!?–—]{2,40}?)(?:\s*[–—]\s*|\s-\s*|-\s+)(?=\w)")
_FAMILIES = {"note": "note", "question": "question", "sheet": "sheet", "example": "rule", "part": "rule"}


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each section, paragraph or run of paragraphs that stands there a second time."""
    undescribed = rulebook.is_undescribed()
    for documents in rulebook.hierarchies():
        ids = {document.id for document in documents}
        found = [
            placed
            for placed in extracts(rulebook.documents)
            if placed.section.document in ids and placed.section.kind not in ("contents", "index")
        ]
        whole = dict(_sections_again(found))
        astray = {s.anchor for one in misnumbered_chapters(documents) for s in one.sections}
        again = [
            _section_finding(rulebook, section, earlier)
            for section, earlier in whole.items()
            if section.key != earlier.key
            or not (astray & {section.anchor, earlier.anchor} or _below_doubled(graph, section, earlier))
        ]
        left_out = {section.anchor for section in whole}
        again += _paragraphs_again(rulebook, [p for p in found if p.section.anchor not in left_out])
        if undescribed:
            again = [each for each in again if not _is_parallel(graph, each)]
        repeated = [each.finding for each in again]
        citing = {id(each.finding) for each in again if undescribed and _cites_another(each)}
        copies = Counter(finding.section for finding in repeated if finding.severity != "note")
        repeated = [  # who copies by mistake does so once in a section
            replace(f, severity="note") if copies[f.section] > 1 else f for f in repeated
        ]
        yield from (finding for finding in repeated if finding.severity != "note")
        notes = sorted((f for f in repeated if f.severity == "note"), key=lambda f: (f.line, f.column))
        # That another section is cited in the same words may be what was left in a copy.
        yield from (finding for finding in notes if id(finding) in citing)
        notes = [finding for finding in notes if id(finding) not in citing]
        nearly = any(finding.remedy == _BOTH for finding in notes)
        yield from gathered(notes, _NEARLY if nearly else _HABIT, _SOME if undescribed else _MANY)


def _below_doubled(graph: ReferenceGraph, section: Section, earlier: Section) -> bool:
    """Whether two sections of one number stand below two of one number and other titles, whose number is told
    of: 13.1 of each of two 13."""
    above, other = (graph.sections.get(each.parent or "") for each in (section, earlier))
    if above is None or other is None or above is other:
        return False
    return above.key == other.key and above.title != other.title


class _Again(NamedTuple):
    """A finding, the section in which it stands and that which it repeats, the words of both texts, the
    repeated first, and whether both are items of lists."""

    finding: Finding
    section: Section
    other: Section
    one: tuple[str, ...]
    again: tuple[str, ...]
    listed: bool

    @property
    def exchanged(self) -> tuple[set[str], set[str]]:
        """The words that stand in the one text and not in the other, of either."""
        return set(self.one).difference(self.again), set(self.again).difference(self.one)


# Whole sections


def _sections_again(sections: Sequence[Placed]) -> Iterator[tuple[Section, Section]]:
    named: dict[object, list[Placed]] = defaultdict(list)
    for placed in sections:
        section = placed.section
        if section.blocks:
            names = [("number", section.key)] if section.key else []
            for name in [*names, ("title", section.title.casefold())] if section.title else names:
                named[name].append(placed)
    found: dict[str, tuple[Section, Section]] = {}
    for members in named.values():
        for place, (section, extract, _) in enumerate(members[1:_MOST], 1):
            if section.anchor in found:
                continue
            for earlier, other, _ in members[:place]:
                alike = _family(earlier) == _family(section) and not _parallel(earlier, section)
                if alike and _shared(_section_runs(other), _section_runs(extract)) >= _SHARED_BY_SECTIONS:
                    found[section.anchor] = section, earlier
                    break
    yield from found.values()


@memoized
def _section_runs(extract: Extract) -> frozenset[tuple[str, ...]]:
    return _runs([word for passage in extract.passages for word in words_of(passage.text)])


def _section_finding(rulebook: Rulebook, section: Section, earlier: Section) -> _Again:
    first, other = (next(placed_sentences(passages(s)[0].lines)) for s in (section, earlier))
    place = TextLine(*first)
    if section.number is not None:
        place = TextLine(section.line, section.column, section.number)
    one, again = ([w for p in passages(each) for w in words_of(p.text)] for each in (earlier, section))
    exchanged = _exchanged(one, again)
    # Rules on two things may stand under equal headings in equal words; a comment says it once.
    unnumbered = section.kind != "rule" and not rulebook.is_undescribed()
    copied = unnumbered if section.number is None else section.key == earlier.key
    if exchanged is not None:  # under one number and one title it is a copy all the same
        copied = copied and section.number is not None and _plain(section) == _plain(earlier)
        copied = copied and not rulebook.is_undescribed()
    related = Related(earlier.anchor, other.line, other.text)
    finding = _finding(rulebook, section, place, earlier, related, exchanged, copied=copied)
    return _Again(finding, section, earlier, tuple(one), tuple(again), listed=False)


def _plain(section: Section) -> str:
    """A section's title in small letters, of one as of several."""
    return section.title.casefold().rstrip("s")


# Paragraphs


@dataclass(frozen=True, slots=True, eq=False)
class _Opened:
    """A passage of prose with its label and the openings of its sentences."""

    passage: Passage
    label: str
    openings: tuple[tuple[Sentence, str], ...]


@incremental
def _opened(extract: Extract) -> tuple[_Opened, ...]:
    return tuple(
        _Opened(
            passage,
            _label(passage),
            tuple(
                (sentence, opening.group().casefold())
                for sentence in placed_sentences(passage.lines)
                if (opening := _OPENING.match(sentence.text)) is not None
            ),
        )
        for passage in extract.passages
        if passage.form != "cell"
    )


class _ReadText:
    """The passages of a document, with the openings of their sentences."""

    def __init__(self, sections: Sequence[Placed]) -> None:
        self.opened = [(placed, opened) for placed in sections for opened in _opened(placed.extract)]
        self.formulas = Counter(sentence.text for _, opened in self.opened for sentence, _ in opened.openings)
        labels = Counter(opened.label for _, opened in self.opened)
        self.often = {label for label, count in labels.items() if label and count > 1}

    def passage(self, place: int) -> Passage:
        """One passage at its place in the text."""
        placed, opened = self.opened[place]
        return placed.passage(opened.passage)

    def first(self, place: int) -> Sentence:
        """The first sentence of one passage at its place in the text."""
        placed, opened = self.opened[place]
        first = _first(opened)
        return first._replace(line=first.line + placed.above)

    def words(self, place: int) -> list[str]:
        """The words of one passage; few are ever asked for."""
        return _words(self.opened[place][1])

    def comparable(self, earlier: int, later: int) -> bool:
        """Whether two passages are no parts of one list."""
        (before, first), (after, second) = self.opened[earlier], self.opened[later]
        one, other = before.section, after.section
        labelled = second.label in self.often and first.label in self.often
        return _family(one) == _family(other) and not _parallel(one, other) and not labelled

    def near(self, earlier: int, later: int) -> bool:
        """Whether two passages of one section are neighbours, and no items of a list."""
        beside = later - earlier <= _NEAR and self.opened[earlier][0] is self.opened[later][0]
        return beside and not self.listed(earlier, later)

    def listed(self, earlier: int, later: int) -> bool:
        """Whether two passages are items of one list: of one section, with nothing but items between them."""
        between = self.opened[earlier : later + 1]
        own = between[0][0]
        return all(placed is own and opened.passage.form == "item" for placed, opened in between)

    def lead_apart(self, earlier: int, later: int) -> bool:
        """Whether two passages lead in what follows them ("then:"), and that is not the same, or close two
        lists that are not the same."""
        if self._closes(earlier) and self._closes(later):
            return self.words(earlier - 1) != self.words(later - 1)
        if later + 1 == len(self.opened):
            return False
        if not self.opened[later][1].passage.text.rstrip().endswith(":"):
            return False
        return self.words(earlier + 1) != self.words(later + 1)

    def _closes(self, place: int) -> bool:
        """Whether a passage stands behind a list of its section, and is none of its items."""
        (above, before), (own, passage) = self.opened[place - 1], self.opened[place]
        return place > 0 and above is own and before.passage.form == "item" != passage.passage.form


def _paragraphs_again(rulebook: Rulebook, sections: Sequence[Placed]) -> Iterator[_Again]:
    read = _ReadText(sections)
    opened: dict[str, list[int]] = defaultdict(list)
    covered = (-1, -1)  # the two passages where the last run ends
    for place, (placed, now) in enumerate(read.opened):
        found: tuple[int, Sentence | None] | None = None
        tried: set[int] = set()
        for sentence, opening in now.openings:
            if read.formulas[sentence.text] >= _FORMULA:
                continue
            known = opened[opening]
            for earlier in known:
                if earlier == place:
                    continue
                if found is None and earlier not in tried and read.comparable(earlier, place):
                    if place - earlier > _NEAR:  # a neighbour may repeat another sentence than the first
                        tried.add(earlier)
                    found = _again(read, earlier, place, sentence)
            if len(known) < _MOST:
                known.append(place)
        if found is None:
            continue
        earlier, said = found
        if said is None:
            last, covered = covered, (earlier, place)
            if last in ((earlier - 1, place - 1), (earlier, place - 1)):
                continue
        if said is not None:
            said = said._replace(line=said.line + placed.above)
        yield _passage_finding(rulebook, read, earlier, place, said)


class _Alike(NamedTuple):
    """Of two passages that share most of their runs of words: whether one is but a part of the other, and
    whether they differ in the name alone of what they speak of."""

    part: bool
    of_another: bool


@incremental
def _alike(first: _Opened, second: _Opened) -> _Alike | None:
    """How two passages are alike; None where they are not."""
    one, other = _words(first), _words(second)
    least, most = sorted((len(one), len(other)))
    if least < _FEWEST or _shared(_runs(one), _runs(other)) < _SHARED_BY_PARAGRAPHS:
        return None
    return _Alike(least < _SHARED_BY_PARAGRAPHS * most, _of_another(one, other))


def _words(opened: _Opened) -> list[str]:
    return words_of(opened.passage.text)


def _first(opened: _Opened) -> Sentence:
    """The first sentence of a passage, its lines counted from where its section begins."""
    return next(placed_sentences(opened.passage.lines))


def _again(
    read: _ReadText, earlier: int, place: int, sentence: Sentence
) -> tuple[int, Sentence | None] | None:
    """The passage that this one repeats; with the sentence, where it repeats no more than that."""
    one, other = read.opened[earlier][1], read.opened[place][1]
    alike = _alike(one, other)
    if alike is not None:
        apart = alike.of_another or read.lead_apart(earlier, place)
        return None if apart or (alike.part and read.listed(earlier, place)) else (earlier, None)
    words = words_of(sentence.text)[:_SAME_OPENING] if read.near(earlier, place) else []
    if len(words) < _SAME_OPENING or not _holds(_words(one), words):
        return None
    before, after = (_sentence(read.passage(at), words) for at in (earlier, place))
    return (earlier, sentence) if _shared(before, after) >= _SHARED_BY_NEIGHBOURS else None


def _sentence(passage: Passage, opening: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """The runs of words of the sentence of a passage that opens so, over its line ends; none without one."""
    whole = TextLine(0, 0, passage.text)
    said = (words_of(sentence.text) for sentence in placed_sentences((whole,)))
    return next((_runs(words) for words in said if words[: len(opening)] == list(opening)), frozenset())


def _of_another(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two paragraphs differ in the name alone of what they speak of: the same words, each time that
    they stand there, more than once, or one word that stands first of all."""
    if len(one) != len(other):
        return False
    changed = Counter(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    if not changed or any(word in other for word, _ in changed):
        return False
    return all(count > 1 for count in changed.values()) or (len(changed) == 1 and one[0] != other[0])


def _exchanged(one: Sequence[str], other: Sequence[str]) -> tuple[str, str] | None:
    """The first words of two texts that stand in the place of one another."""
    if max(len(one), len(other)) > _LONGEST:
        return None
    for step, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if step == "replace":
            return " ".join(one[a:b][:_WORDS]), " ".join(other[c:d][:_WORDS])
    return None


def _passage_finding(
    rulebook: Rulebook, read: _ReadText, earlier: int, place: int, said: Sentence | None
) -> _Again:
    one, again = read.words(earlier), read.words(place)
    if said is None and earlier and read.words(earlier - 1) == read.words(place - 1):
        earlier, place = earlier - 1, place - 1  # a heading too short to be sought for itself
    section, other = read.opened[place][0].section, read.opened[earlier][0].section
    first = said or read.first(place)
    before = read.first(earlier)
    if said is not None:
        opening = words_of(said.text)[:_SAME_OPENING]
        lines = read.passage(earlier).lines
        before = next(
            (s for s in placed_sentences(lines) if words_of(s.text)[:_SAME_OPENING] == opening), before
        )
        one, again = words_of(before.text), words_of(said.text)
    related = Related(other.anchor, before.line, before.text)
    listed = read.opened[place][1].passage.form in ("item", "footnote")
    same = not listed and read.words(earlier) == read.words(place)
    exchanged = _exchanged(one, again)
    copied = same and other is section
    if rulebook.is_undescribed():
        copied = copied and section.number is not None and place - earlier <= _CLOSE
        # The head of a table that was not read as one; a clause, and the end of a list's sentence, which each
        # of two lists needs.
        copied = copied and not (first.text.startswith(("|", "(")) or first.text[:1].islower())
        # A line that was torn off goes on in other words.
        copied = copied and read.passage(place).text.rstrip(' *_"”').endswith((".", "!", "?", ":", ";"))
    finding = _finding(rulebook, section, TextLine(*first), other, related, exchanged, copied=copied)
    both = listed and read.opened[earlier][1].passage.form == "item"
    return _Again(finding, section, other, tuple(one), tuple(again), listed=both)


def _finding(
    rulebook: Rulebook, section: Section, place: TextLine, other: Section, related: Related,
    exchanged: tuple[str, str] | None, *, copied: bool,
) -> Finding:  # fmt: skip
    """A finding; a rule that another says again misleads nobody, and is a note, unless it was `copied`."""
    where, line = called(section), related.line
    remedy = "keep one of the two"
    if exchanged is not None:
        before, here = exchanged
        message = f'{where} says with "{here}" what {called(other)} says with "{before}" in line {line}'
        remedy = _BOTH
    elif other is section:
        message = f"{where} says this in line {line} already"
    else:
        message = f"{where} says again what {called(other)} says in line {line}"
    severity: Severity = "warning" if copied else "note"
    return at_words(
        rulebook, section, "repeated-text", severity, place, message, remedy=remedy, related=(related,)
    )


# Provisions beside one another


def _is_parallel(graph: ReferenceGraph, again: _Again) -> bool:
    """Whether two texts say the same of different things, as laws and contracts do: the words that were
    exchanged open them ("The board elects …", "The crew elects …") or are those of their titles, they stand
    in sections of one title or place under different ones, or without numbers, or are items of lists."""
    section, other = again.section, again.other
    if again.finding.severity != "note" or _cites_another(again):
        return False
    opening = zip(again.one[:_SAME_OPENING], again.again[:_SAME_OPENING], strict=False)
    if again.finding.remedy == _BOTH and any(before != here for before, here in opening):
        return True
    if section is other:
        return again.listed and again.finding.remedy == _BOTH
    if again.listed or (section.number is None and other.number is None):
        return True
    own, others = _stems(_titles(graph, section)), _stems(_titles(graph, other))
    there, here = map(_stems, again.exchanged)
    if here & (own - others) or there & (others - own):
        return True
    if section.parent == other.parent or section.key == other.key:
        return False
    key, beside = section.key or (), other.key or ()
    placed = len(key) == len(beside) >= _DEEP and key[-1] == beside[-1]
    return placed or (bool(section.title) and _plain(section) == _plain(other))


def _cites_another(again: _Again) -> bool:
    """Whether two sections of one title say the same but for the number of what they cite."""
    if again.section is again.other or _plain(again.section) != _plain(again.other):
        return False
    changed = set[str]().union(*again.exchanged)
    return bool(changed) and all(any(map(str.isdigit, word)) for word in changed)


def _titles(graph: ReferenceGraph, section: Section | None) -> set[str]:
    """The words of a section's title and of those above it."""
    words: set[str] = set()
    while section is not None:
        words.update(words_of(section.title))
        section = graph.sections.get(section.parent or "")
    return words


def _stems(words: Iterable[str]) -> set[str]:
    return {word[:_STEM] for word in words if len(word) > 1}


# Likeness


def _family(section: Section) -> str:
    """What may be held against one another: rules repeat rules, comments repeat comments."""
    return _FAMILIES.get(section.kind, section.kind)


def _parallel(one: Section, other: Section) -> bool:
    """Whether two sections are parts of one list: without numbers, below the same section."""
    different = one.anchor != other.anchor
    return different and one.number is None and other.number is None and one.parent == other.parent


def _label(passage: Passage) -> str:
    found = _LABEL.match(passage.lines[0].text)
    return found.group(1).casefold().strip() if found else ""


def _runs(words: Sequence[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(words[at:] for at in range(_RUN)), strict=False))


def _shared(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    """How much of the shorter of two texts stands in the other, by its runs of words."""
    fewest = min(len(one), len(other))
    return len(one & other) / fewest if fewest else 0.0


def _holds(words: Sequence[str], opening: Sequence[str]) -> bool:
    first = opening[0]
    return any(
        word == first and list(words[at : at + len(opening)]) == list(opening)
        for at, word in enumerate(words)
    )
