"""Sentences of an edition as they are held against one another.

In: a rulebook. Out: sentences with their words as stems and as printed, those that may be copies of one
another, and what two copies differ in: a number, or a word and its opposite. Which words are opposites
is the language's own data.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.language.sentences import placed_sentences
from vfdoc.language.sequences import Stretch, stretches
from vfdoc.language.stems import Reader, reader
from vfdoc.language.typography import plain
from vfdoc.model import Document, Rulebook
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.session import incremental, memoized, memoized_last
from vfdoc.model.words import ContraryForms, WordForms
from vfdoc.verdicts.disagreements import DisagreementSide, is_sheet

INSTEAD = 3
"""Words that stand in place of others where two sentences are copies."""

_SILENT = ("contents", "index", "front")  # kinds of section that say nothing
_FEWEST = 4  # words of a sentence that can be said again
_RARE = 12  # words of a sentence by which its copies are sought
_PLACES = 96  # sentences that a word may stand in and still lead from one to its copies
_MOST = 6  # candidates that a sentence is held against
_CELLS = 10  # lines that a row of a table with one cell a line takes at most
_DICE = re.compile(r"d\d+")
_NUMBER = re.compile(r'[+-]?\d+[+"]?$')  # no citation, and no dice ("2d6" is read as one word)


class ComparedSentence(NamedTuple):
    """A sentence or cell: its place, its words as stems and as printed, and whether a table holds it."""

    section: str
    document: str
    line: int
    column: int
    text: str
    words: tuple[str, ...]
    printed: tuple[str, ...]
    cell: bool


def every_sentence(rulebook: Rulebook) -> tuple[tuple[ComparedSentence, str], ...]:
    """Every sentence and cell without its words, a cell with what its row begins with."""
    return _every_sentence(rulebook.documents)


@memoized_last
def _every_sentence(documents: tuple[Document, ...]) -> tuple[tuple[ComparedSentence, str], ...]:
    return tuple(said for _, extract, above in extracts(documents) for said in _placed(extract, above))


@incremental
def _placed(extract: Extract, above: int) -> tuple[tuple[ComparedSentence, str], ...]:
    """Those of one section at its place: so many lines further down."""
    return tuple((said._replace(line=said.line + above), label) for said, label in sentences_of(extract))


@memoized
def sentences_of(extract: Extract) -> tuple[tuple[ComparedSentence, str], ...]:
    """The sentences and cells of one section that says something, each with the label of its row."""
    found: list[tuple[ComparedSentence, str]] = []
    section, label, row = extract.section, "", 0
    if section.kind in _SILENT:
        return ()
    for passage in extract.passages:
        cell = passage.form == "cell"
        first = passage.lines[0].line
        if cell and first != row:
            label, row = passage.text, first
        ahead = _ahead(extract.page, first, passage.text) if cell else 0
        for line, column, text in placed_sentences(passage.lines):
            said = ComparedSentence(
                section.anchor, section.document, line + ahead, column, text, (), (), cell
            )
            found.append((said, label if cell else ""))
    return tuple(found)


def _ahead(page: Sequence[str], line: int, text: str) -> int:
    """How many lines after its row's first a cell stands, in a table with one cell a line."""
    near = page[line - 1 : line - 1 + _CELLS] if line > 0 else ()
    return next((n for n, printed in enumerate(near) if text in printed), 0)


def of_sheet_and_rules(rulebook: Rulebook) -> tuple[list[ComparedSentence], list[ComparedSentence]]:
    """The sentences of the sheets, and of the rules, with their words."""
    sheets = frozenset(d.id for d in rulebook.documents if d.kind == "sheet")
    sections = {s.anchor: is_sheet(s, sheets) for s in rulebook.sections()}
    if len(set(sections.values())) < 2:
        return [], []
    sheet: list[ComparedSentence] = []
    rules: list[ComparedSentence] = []
    for said in read_sentences(rulebook):
        (sheet if sections[said.section] else rules).append(said)
    return sheet, rules


def read_sentences(rulebook: Rulebook) -> Iterator[ComparedSentence]:
    """The sentences that are long enough to be known again, with their words."""
    read = reader(rulebook.forms), reader(WordForms())
    for _, extract, above in extracts(rulebook.documents):
        yield from _at(extract, *read, above)


@incremental
def _at(extract: Extract, stems: Reader, bare: Reader, above: int) -> tuple[ComparedSentence, ...]:
    """Those of one section at its place: so many lines further down."""
    return tuple(said._replace(line=said.line + above) for said in _worded(extract, stems, bare))


@incremental
def _worded(extract: Extract, stems: Reader, bare: Reader) -> tuple[ComparedSentence, ...]:
    """Those of one section."""
    found: list[ComparedSentence] = []
    for said, _ in sentences_of(extract):
        words, printed = words_of(said.text, stems, bare)
        if len(words) >= _FEWEST:
            found.append(said._replace(words=words, printed=printed))
    return tuple(found)


@memoized
def words_of(text: str, stems: Reader, bare: Reader) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a sentence as stems and as printed, a number of dice as one: 2 and d6 are 2d6."""
    level = plain(text)
    words: list[str] = []
    printed: list[str] = []
    for word, shown in zip(stems(level), bare(level), strict=True):
        if words and _DICE.fullmatch(word) and words[-1].isdigit():
            words[-1] += word
            printed[-1] += shown
        else:
            words.append(word)
            printed.append(shown)
    return tuple(words), tuple(printed)


def as_read(forms: WordForms) -> tuple[ContraryForms, frozenset[str]]:
    """The opposites of a language, and its words for "or", as sentences are read."""
    read = reader(forms)

    def stem(word: str) -> str:
        return "".join(read(word)[:1])

    pairs = tuple((stem(one), stem(other)) for one, other in forms.contraries.pairs)
    contraries = ContraryForms(pairs, forms.contraries.denials)  # as they are: "note" has the stem of "not"
    return contraries, frozenset(map(stem, forms.sums.either))


def places_of(said: Sequence[ComparedSentence], sought: Iterable[ComparedSentence]) -> dict[str, list[int]]:
    """Where each word of the sentences stands whose copies are `sought`."""
    places: dict[str, list[int]] = defaultdict(list)
    words = frozenset(word for each in sought for word in each.words)
    for at, each in enumerate(said):
        for word in words.intersection(each.words):
            places[word].append(at)
    return places


def candidates(
    said: ComparedSentence, places: Mapping[str, Sequence[int]], rules: Sequence[ComparedSentence]
) -> list[int]:
    """The sentences that share the most with this one, by its rarest words."""
    shared: Counter[int] = Counter()
    words = sorted((len(places.get(word, ())), word) for word in set(said.words))
    for count, word in words[:_RARE]:
        if 0 < count <= _PLACES:
            shared.update(places[word])
    long = len(said.words) > _RARE
    return [at for at, _ in shared.most_common(_MOST) if long or rules[at].cell == said.cell]


def likeness(one: ComparedSentence, other: ComparedSentence) -> float:
    """The share of the words of both that are the same, in the same order."""
    if min(len(one.words), len(other.words)) < 0.5 * max(len(one.words), len(other.words)):
        return 0.0
    return _likeness(one.words, other.words)


@incremental
def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    same = sum(s.old_end - s.old for s in stretches(one, other) if s.same)
    return 2 * same / (len(one) + len(other))


def apart(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[Stretch, ...]:
    """Where the words of two sentences differ."""
    return tuple(s for s in stretches(one, other) if not s.same)


def opposite(
    rule: ComparedSentence, sheet: ComparedSentence, pairs: Iterable[tuple[str, str]]
) -> tuple[str, str] | None:
    """The words of a pair of opposites that each side says, where the sheet says another one, or one only."""
    words = [dict(zip(said.words, said.printed, strict=True)) for said in (rule, sheet)]
    for one, other in pairs:
        before, after = ([word for word in (one, other) if word in found] for found in words)
        if before and after and not set(before) <= set(after):
            left, right = (
                [found[word] for word in said] for found, said in zip(words, (before, after), strict=True)
            )
            return " and ".join(left), " and ".join(right)
    return None


def swapped(
    differing: Sequence[Stretch],
    rule: ComparedSentence,
    sheet: ComparedSentence,
    parts: re.Pattern[str] | None = None,
) -> tuple[str, str] | None:
    """The numbers as printed that stand against one another, where that is all that differs there; none that
    counts `parts` of a section ("sentence 2")."""
    for stretch in differing:
        sides = (rule, stretch.old, stretch.old_end), (sheet, stretch.new, stretch.new_end)
        one, other = (
            [n for n in range(start, end) if _NUMBER.match(said.words[n])] for said, start, end in sides
        )
        length = stretch.old_end - stretch.old + stretch.new_end - stretch.new
        if len(one) != 1 or len(other) != 1 or length > 2 * INSTEAD:
            continue
        if parts is not None and one[0] and parts.fullmatch(rule.printed[one[0] - 1]):
            continue
        if rule.words[one[0]].strip('+"-') != sheet.words[other[0]].strip('+"-'):
            return rule.printed[one[0]], sheet.printed[other[0]]
    return None


def shown(rule: ComparedSentence, sheet: ComparedSentence, stretch: Stretch) -> tuple[str, str]:
    """The words as printed that stand against one another; "nothing" where a side has none."""
    before = rule.printed[stretch.old : stretch.old_end]
    after = sheet.printed[stretch.new : stretch.new_end]
    quoted = [f'"{" ".join(words)}"' if words else "nothing" for words in (before, after)]
    return quoted[0], quoted[1]


def unplaced(said: ComparedSentence) -> ComparedSentence:
    """A sentence wherever it stands: what of two such is found holds of their copies too."""
    return ComparedSentence("", "", 0, 0, said.text, said.words, said.printed, said.cell)


def side_of(said: ComparedSentence, says: str) -> DisagreementSide:
    """A sentence as one side of a disagreement, and what it says."""
    return DisagreementSide(said.section, said.document, said.line, said.column, said.text, says)
