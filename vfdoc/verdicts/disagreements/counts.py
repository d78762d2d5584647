"""Numbers in prose that two texts of an edition state differently: counts and distances.

In: a rulebook. Out: Disagreements of numbers that no row of mechanics holds ("three setbacks", "within
3 inches"), between the rules and their sheet, or the rules and their questions and notes. Numbers are one
where they count the same, or measure, among the same words; where any place nearly as like has the
same number, or one with all the words of the sentence, nothing is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.likeness import StemWeights, Vector, likeness, weights
from vfdoc.language.sentences import placed_sentences
from vfdoc.model import Rulebook, Section
from vfdoc.model.extract import BySection, Extract, Placed
from vfdoc.model.passage import Passage, passages
from vfdoc.model.session import memoized_few, settled
from vfdoc.model.words import WordForms
from vfdoc.verdicts.disagreements import Disagreement, DisagreementSide, is_sheet

_LIKE = 0.45  # how like the words around two numbers are that are one
_NEARLY = 0.7  # of that likeness, what a place needs to be a witness that the number is right
_SURELY = 0.9  # and to be one that is held against it
_COUNTED = 4  # words behind a number in which stands what is counted
_RARE = 120  # places that a word may stand in and still lead from one number to another
_SHARED = 2  # words that two places share at least
_CITED = re.compile(r"\([^()]*\d[^()]*\)")


class _Number(NamedTuple):
    """A number: its place, its value, what it counts (a stem, or the mark of inches), the stems around it,
    and those of its label; its sentence, and the column where that starts."""

    section: str
    document: str
    line: int
    column: int
    text: str
    value: int
    counted: str
    around: tuple[str, ...]
    sentence: str
    start: int


def against_sheet(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The numbers in the sheets' words that the rules have otherwise."""
    sheets = frozenset(d.id for d in rulebook.documents if d.kind == "sheet")
    yield from _disagreeing(
        rulebook, lambda s: is_sheet(s, sheets), lambda s: not is_sheet(s, sheets) and s.kind in _RULES
    )


def among_rules(rulebook: Rulebook) -> Iterator[Disagreement]:
    """The numbers of questions and notes that the rules have otherwise."""
    yield from _disagreeing(rulebook, _remarks, lambda s: s.kind in _RULES)


def _remarks(section: Section) -> bool:
    """Whether a section is a note, or a question that asks something: "Questions" heads rules as well."""
    if section.kind != "question":
        return section.kind == "note"
    return "?" in section.title or any("?" in passage.text for passage in passages(section))


_RULES = frozenset({"rule", "part"})


def _disagreeing(
    rulebook: Rulebook, mine: Callable[[Section], bool], theirs: Callable[[Section], bool]
) -> Iterator[Disagreement]:
    if not any(map(mine, rulebook.sections())):
        return
    numbers = list(_numbers.over(rulebook.documents, _reader(rulebook.forms)))
    asked = [(placed, each) for placed, found in numbers if mine(placed.section) for each in found]
    held = _lookup_lines(rulebook) if asked else ()
    asked = [(p, each) for p, each in asked if (each.document, each.line + p.above) not in held]
    if not asked:
        return
    said = [(placed, each) for placed, found in numbers if theirs(placed.section) for each in found]
    restating, stated = tuple(each for _, each in asked), tuple(each for _, each in said)
    for at, first, *more in _otherwise(restating, stated, content_words(rulebook.forms)):
        yield Disagreement(
            _side(*asked[at]), _side(*said[first]), "amount", "error", "",
            tuple((_side(*said[other]), 1) for other in more),
        )  # fmt: skip


@settled
def _otherwise(
    restating: tuple[_Number, ...], stated: tuple[_Number, ...], stems: ContentWords
) -> tuple[tuple[int, ...], ...]:
    """Which of the numbers that restate are stated otherwise, each with the places of those that are held
    against it: the first, and all that say the same; wherever their sections stand."""
    found: list[tuple[int, ...]] = []
    cases: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number in (*stated, *restating):
        cases[number.sentence, number.counted].add(number.value)
    told = weights([n.around for n in (*stated, *restating)])
    vectors: dict[int, Vector] = {}
    places: dict[str, list[int]] = defaultdict(list)
    for at, number in enumerate(stated):
        for stem in set(number.around):
            places[stem].append(at)
    for here, number in enumerate(restating):
        met = _similar_numbers(number, stated, vectors, places, told)
        if not met or met[0][0] < _LIKE:
            continue
        best = met[0][0]
        witnesses = [stated[at] for like, at in met if like >= _NEARLY * best]
        close = [at for like, at in met if like >= _SURELY * best]
        near = [stated[at] for at in close]
        said = set(stems(_CITED.sub(" ", number.sentence)))
        if len(said) >= _SHARED:
            witnesses += [stated[at] for _, at in met if said <= set(stated[at].around)]
        agreed = any(other.value == number.value for other in witnesses)
        if not agreed and _one(number, near, cases):
            found.append((here, *(at for at in close if stated[at].value == near[0].value)))
    return tuple(found)


def _lookup_lines(rulebook: Rulebook) -> set[tuple[str, int]]:
    """The lines whose numbers lookups hold."""
    lookups = rulebook.mechanics.lookups if rulebook.mechanics else ()
    return {(k.document, line) for k in lookups for row in k.rows for line in (row.line, *row.lines)}


def _one(number: _Number, near: Sequence[_Number], cases: Mapping[tuple[str, str], set[int]]) -> bool:
    """Whether it is clear which number of the others is meant: they are all the same, or of those that one
    sentence counts only one is missing beside the number's own neighbours. A sentence that counts the same
    with two numbers, where the others do with one, has cases of its own; `cases` are the numbers of each
    sentence, by what they count."""
    values = {other.value for other in near}
    own = cases[number.sentence, number.counted]
    if number.counted != '"' and len(own) > max(len(cases[n.sentence, n.counted]) for n in near):
        return False
    if len(values) == 1:
        return True
    if number.counted == '"' or len({other.sentence for other in near}) > 1:
        return False
    return len(values - own) == 1


def _similar_numbers(
    number: _Number, stated: Sequence[_Number], vectors: dict[int, Vector], places: dict[str, list[int]],
    told: StemWeights,
) -> list[tuple[float, int]]:  # fmt: skip
    """The numbers that count the same among like words, the most alike first; `vectors` are those of the
    places that were held against a number before."""
    shared: dict[int, int] = defaultdict(int)
    for stem in set(number.around):
        found = places.get(stem, ())
        if len(found) <= _RARE:
            for at in found:
                shared[at] += 1
    near = [at for at, count in shared.items() if count >= _SHARED and stated[at].counted == number.counted]
    for at in near:
        if at not in vectors:
            vectors[at] = told.vector(stated[at].around)
    mine = told.vector(number.around) if near else {}
    alike = ((likeness(mine, vectors[at]), at) for at in near)
    return sorted(alike, key=lambda each: (-each[0], each[1]))


@memoized_few
def _reader(forms: WordForms) -> _Reader:
    return _Reader(forms)


@BySection
def _numbers(extract: Extract, reader: _Reader) -> tuple[_Number, ...]:
    """The numbers of a section, their lines counted from where it begins."""
    return tuple(reader.numbers(extract.section, extract.passages))


class _Reader:
    """Reads the numbers of sections in one language."""

    __slots__ = ("_numbers", "_pattern", "_stems")

    def __init__(self, forms: WordForms) -> None:
        self._numbers = dict(forms.sums.numbers)
        words = "|".join(sorted(self._numbers, key=len, reverse=True)) or "(?!)"
        self._pattern = re.compile(
            rf"(?<![\w.+\-−–/])(?P<value>\d{{1,3}}|{words})(?P<inch>\s?[\"”″])?(?![\w.+\-–/%]|\s?[x=])",
            re.IGNORECASE,
        )
        self._stems = content_words(forms)

    def numbers(self, section: Section, read: Sequence[Passage]) -> Iterator[_Number]:
        """The numbers of a section that stand alone: no signs, targets, dice, citations."""
        label, row = "", 0
        for passage in read:
            if passage.form == "cell" and passage.lines[0].line != row:
                label, row = passage.text, passage.lines[0].line
            named = f"{section.title} {label}" if passage.form == "cell" else section.title
            yield from self._of(section, passage, named)

    def _of(self, section: Section, passage: Passage, named: str) -> Iterator[_Number]:
        for line, column, text in placed_sentences(passage.lines):
            bare = _CITED.sub(lambda cited: " " * len(cited[0]) if "." in cited[0] else cited[0], text)
            for found in self._pattern.finditer(bare):
                counted = '"' if found["inch"] else self._behind(bare[found.end() :])
                if counted:
                    around = tuple(self._stems(bare)) + tuple(self._stems(named))
                    printed = found["value"].casefold()
                    value = int(printed) if printed.isdigit() else self._numbers[printed]
                    yield _Number(
                        section=section.anchor,
                        document=section.document,
                        line=line,
                        column=column + found.start(),
                        text=found.group(),
                        value=value,
                        counted=counted,
                        around=around,
                        sentence=text,
                        start=column,
                    )

    def _behind(self, text: str) -> str:
        """The stem of what a number counts: the first word of content behind it."""
        words = text.split()[:_COUNTED]
        return next(iter(self._stems(" ".join(words))), "")


def _side(placed: Placed, number: _Number) -> DisagreementSide:
    at = number.column - number.start
    says = " ".join(number.sentence[at:].split()[:2]).strip(".,;:()")
    line = number.line + placed.above
    return DisagreementSide(number.section, number.document, line, number.column, number.text, says)
