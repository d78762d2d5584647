"""Numbers in prose that two texts of an edition state differently: counts and distances.

In: a rulebook. Out: Disagreements of numbers that no row of mechanics holds ("three setbacks", "within
3 inches"), between the rules and their sheet, or the rules and their questions and notes. Numbers are one
where they count the same, or measure, among the same words; where any place nearly as like has the
same number, or one with all the words of the sentence, nothing is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.content_words import content_words
from vfdoc.language.likeness import StemWeights, Vector, likeness, weights
from vfdoc.language.sentences import placed_sentences
from vfdoc.model import Rulebook, Section
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.passage import Passage, passages
from vfdoc.model.session import incremental, memoized_few
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
    yield from _disagreeing(rulebook, lambda s: s.kind in _REMARKS, lambda s: s.kind in _RULES)


_RULES = frozenset({"rule", "part"})
_REMARKS = frozenset({"question", "note"})


def _disagreeing(
    rulebook: Rulebook, mine: Callable[[Section], bool], theirs: Callable[[Section], bool]
) -> Iterator[Disagreement]:
    held = _lookup_lines(rulebook)
    restating = [n for n in _numbers(rulebook, mine) if (n.document, n.line) not in held]
    if not restating:
        return
    stated = list(_numbers(rulebook, theirs))
    told = weights([n.around for n in (*stated, *restating)])
    stems = content_words(rulebook.forms)
    vectors: dict[int, Vector] = {}
    places: dict[str, list[int]] = defaultdict(list)
    for at, number in enumerate(stated):
        for stem in set(number.around):
            places[stem].append(at)
    for number in restating:
        met = _similar_numbers(number, stated, vectors, places, told)
        if not met or met[0][0] < _LIKE:
            continue
        best = met[0][0]
        witnesses = [stated[at] for like, at in met if like >= _NEARLY * best]
        near = [stated[at] for like, at in met if like >= _SURELY * best]
        said = set(stems(_CITED.sub(" ", number.sentence)))
        if len(said) >= _SHARED:
            witnesses += [stated[at] for _, at in met if said <= set(stated[at].around)]
        agreed = any(other.value == number.value for other in witnesses)
        if not agreed and _one(number, near, restating):
            first, *more = near
            yield Disagreement(
                _side(number), _side(first), "amount", "error", "",
                tuple((_side(other), 1) for other in more if other.value == first.value),
            )  # fmt: skip


def _lookup_lines(rulebook: Rulebook) -> set[tuple[str, int]]:
    """The lines whose numbers lookups hold."""
    lookups = rulebook.mechanics.lookups if rulebook.mechanics else ()
    return {(k.document, line) for k in lookups for row in k.rows for line in (row.line, *row.lines)}


def _one(number: _Number, near: Sequence[_Number], restating: Sequence[_Number]) -> bool:
    """Whether it is clear which number of the others is meant: they are all the same, or of those that one
    sentence counts only one is missing beside the number's own neighbours."""
    values = {other.value for other in near}
    if len(values) == 1:
        return True
    if number.counted == '"' or len({other.sentence for other in near}) > 1:
        return False
    beside = {n.value for n in restating if n.sentence == number.sentence and n.counted == number.counted}
    return len(values - beside) == 1


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


def _numbers(rulebook: Rulebook, wanted: Callable[[Section], bool]) -> Iterator[_Number]:
    """The numbers of those sections that are wanted, in the order of the text."""
    reader = _reader(rulebook.forms)
    for section, extract, above in extracts(rulebook.documents):
        if wanted(section):
            yield from _at(extract, reader, above)


@memoized_few
def _reader(forms: WordForms) -> _Reader:
    return _Reader(forms)


@incremental
def _at(extract: Extract, reader: _Reader, above: int) -> tuple[_Number, ...]:
    """Those of a section at its place: so many lines further down."""
    return tuple(number._replace(line=number.line + above) for number in _of_section(extract, reader))


@incremental
def _of_section(extract: Extract, reader: _Reader) -> tuple[_Number, ...]:
    return tuple(reader.numbers(extract.section))


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

    def numbers(self, section: Section) -> Iterator[_Number]:
        """The numbers of a section that stand alone: no signs, targets, dice, citations."""
        label, row = "", 0
        for passage in passages(section):
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


def _side(number: _Number) -> DisagreementSide:
    at = number.column - number.start
    says = " ".join(number.sentence[at:].split()[:2]).strip(".,;:()")
    return DisagreementSide(number.section, number.document, number.line, number.column, number.text, says)
