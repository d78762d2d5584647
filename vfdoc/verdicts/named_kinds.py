"""Named kinds: things named by a head and a qualifier ("Fire Support", "Melee Support"), and their mentions.

In: a rulebook. Out: the heads with their known qualifiers, and every place where a head is mentioned with a
qualifier. Which word of a name comes first is data of the language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from vfdoc.language.content_words import content_words
from vfdoc.model import Rulebook, Section, TextLine, WordForms, tables_of
from vfdoc.model.extract import SILENT_KINDS, BySection, Extract, Placed
from vfdoc.model.session import memoized_few

Stem: TypeAlias = Callable[[str], str]

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 2  # qualifiers that titles name
_MOST = 24  # kinds of an edition: those that most titles name, with the most qualifiers
_SHORT = 3  # words of a title that is hardly more than a name
_OPENING = "([{\"“‘'*_"
_FRAME = 4  # words before a name in which the one that governs it is sought
_WINDOW = 80  # characters around a head that are looked at


class Mention(NamedTuple):
    """A head mentioned with a qualifier, both as stems: the place in its section, the words before, whether
    a noun follows."""

    qualifier: str
    head: str
    place: TextLine
    before: tuple[str, ...]
    followed: bool


class NamedKinds(NamedTuple):
    """The kinds of an edition: each head with its qualifiers and a section that names them; and the
    mentions, each with the section that it stands in."""

    qualifiers: Mapping[str, Mapping[str, Section]]
    mentions: Sequence[tuple[Mention, Placed]]


def stemmer(rulebook: Rulebook) -> Stem:
    """The function from a word to its stem, empty where the word says nothing."""
    return _stem(rulebook.forms)


def _stem(forms: WordForms) -> Stem:
    stems = content_words(forms)

    def stem(word: str) -> str:
        found = stems(word)
        return found[0] if found else ""

    return stem


def named_kinds(rulebook: Rulebook) -> NamedKinds:
    """The kinds that titles name with at least two qualifiers, and where the text mentions them.

    A qualifier is known where a title or the label of a table has it, where a test of the edition is of that
    name, or where a section mentions it that has the qualifier in its title.
    """
    stem = stemmer(rulebook)
    qualifiers: dict[str, dict[str, Section]] = defaultdict(dict)
    written: dict[str, set[str]] = defaultdict(set)
    short: Counter[str] = Counter()  # titles that are hardly more than such a name
    titles = {p.section.anchor: read for p, read in _titled.over(rulebook.documents, rulebook.forms)}
    for (section, _, _), (named, hardly_more, _) in _titled.over(rulebook.documents, rulebook.forms):
        for one, two, head in named:
            qualifiers[two].setdefault(one, section)
            short[two] += hardly_more
            written[two].add(head)
    several = [head for head, named in qualifiers.items() if len(named) >= _FEWEST]
    largest = sorted(several, key=lambda head: (-short[head], -len(qualifiers[head]), head))[:_MOST]
    chosen = {head: qualifiers[head] for head in largest}
    if not chosen:
        return NamedKinds({}, ())
    heads = _heads(tuple((form, head) for head in chosen for form in sorted(written[head])), rulebook.forms)
    found = _mentions.over(rulebook.documents, heads)
    mentions = [(mention, placed) for placed, said in found for mention in said]
    tests = rulebook.mechanics.tests if rulebook.mechanics is not None else ()
    tested = {stem(word) for test in tests for word in _WORD.findall(test.id)}
    for mention, (section, _, _) in mentions:
        if mention.qualifier in tested or mention.qualifier in titles[section.anchor].words:
            chosen[mention.head].setdefault(mention.qualifier, section)
    for (section, _, _), tables in _labelled.over(rulebook.documents, rulebook.forms):
        for table in tables:
            _add_labels(section, table, chosen)
    return NamedKinds(chosen, mentions)


class _Title(NamedTuple):
    """The names in a title: the stems of qualifier and head, and the head as it is written, in small letters;
    whether the title is hardly more than one; and the stems of all its words."""

    names: tuple[tuple[str, str, str], ...]
    hardly_more: bool
    words: frozenset[str]


@BySection
def _titled(extract: Extract, forms: WordForms) -> _Title:
    """What the title of a section names."""
    if extract.section.kind in SILENT_KINDS:
        return _Title((), False, frozenset())
    stem, words = _stem(forms), _WORD.findall(extract.section.title)
    named = (
        (one, two, head.casefold())
        for word, head in _neighbours(words, forms.names.joint)
        if (one := stem(word)) and (two := stem(head))
    )
    return _Title(tuple(named), len(words) <= _SHORT, frozenset(map(stem, words)))


class _Labels(NamedTuple):
    """The stems of a table's heads, and of the label of each of its rows."""

    heads: frozenset[str]
    rows: tuple[tuple[str, ...], ...]


@BySection
def _labelled(extract: Extract, forms: WordForms) -> tuple[_Labels, ...]:
    """The labels of a section's tables."""
    if extract.section.kind in SILENT_KINDS:
        return ()
    stem = _stem(forms)
    found = []
    for table in tables_of(extract.section.blocks):
        header = table.header.cells if table.header is not None else ()
        heads = frozenset(stem(word) for cell in header for word in _WORD.findall(cell.text))
        labels = (row.cells[0].text[:_WINDOW] if row.cells else "" for row in table.rows)
        found.append(_Labels(heads, tuple(tuple(map(stem, _WORD.findall(text))) for text in labels)))
    return tuple(found)


def _add_labels(section: Section, table: _Labels, qualifiers: dict[str, dict[str, Section]]) -> None:
    """Qualifiers that stand as labels in a table whose head or label names the kind."""
    heads = table.heads & qualifiers.keys()
    for labels in table.rows:
        for head in heads | (qualifiers.keys() & set(labels)):
            for label in filter(None, labels):
                qualifiers[head].setdefault(label, section)


@dataclass(frozen=True, slots=True, eq=False)
class _Heads:
    """What kinds are called, each form with the kind; and the words of the language."""

    forms: Mapping[str, str]
    pattern: re.Pattern[str]
    stem: Stem
    joint: tuple[str, ...]


@memoized_few
def _heads(written: tuple[tuple[str, str], ...], forms: WordForms) -> _Heads:
    heads = dict(written)
    every = {
        form: head
        for word, head in heads.items()
        for form in (word, *(word + ending for ending in forms.term_endings), *_without(word, forms))
    }
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(every, key=len, reverse=True))})\b")
    return _Heads(every, pattern, _stem(forms), forms.names.joint)


def _without(word: str, forms: WordForms) -> Iterator[str]:
    """A word without each ending that it has."""
    return (word.removesuffix(ending) for ending in forms.term_endings if word.endswith(ending))


@BySection
def _mentions(extract: Extract, heads: _Heads) -> tuple[Mention, ...]:
    """Where a section mentions a kind with a qualifier."""
    if extract.section.kind in SILENT_KINDS:
        return ()
    stem, joint = heads.stem, heads.joint
    beside = _behind if joint else _before
    mentions: list[Mention] = []
    for passage in extract.passages:
        for line in passage.lines:
            small = line.text.lower()
            for match in heads.pattern.finditer(small) if len(small) == len(line.text) else ():
                named = beside(line.text, match.start(), match.end(), stem, joint)
                if named is not None:
                    qualifier, start, end, before, after = named
                    place = TextLine(line.line, line.column + start, line.text[start:end])
                    followed = after.isalpha() and bool(stem(after))
                    head = heads.forms[match.group()]
                    mentions.append(Mention(qualifier, head, place, before, followed))
    return tuple(mentions)


_Named: TypeAlias = tuple[str, int, int, tuple[str, ...], str]
"""A qualifier's stem, where the name begins and ends, the stems before it, the word right behind it."""


def _before(text: str, start: int, end: int, stem: Stem, joint: tuple[str, ...]) -> _Named | None:
    """The name whose kind stands from `start` to `end`, its qualifier before it ("melee support")."""
    words = text[max(start - _WINDOW, 0) : start].split(" ")
    if len(words) < 2 or words[-1]:
        return None
    word = words[-2].lstrip(_OPENING)
    qualifier = stem(word) if word.isalpha() else ""
    if not qualifier:
        return None
    before = tuple(stem(word) for word in words[-2 - _FRAME : -2]) or ("",)
    return qualifier, start - len(word) - 1, end, before, _next(text, end)


def _behind(text: str, start: int, end: int, stem: Stem, joint: tuple[str, ...]) -> _Named | None:
    """The same where the qualifier stands behind it ("test de valeur")."""
    words = list(_WORD.finditer(text, end, end + _WINDOW))[:2]
    if len(words) < 2 or words[0].group().casefold() not in joint:
        return None
    qualifier = stem(words[1].group())
    if not qualifier:
        return None
    before = tuple(stem(word) for word in text[max(start - _WINDOW, 0) : start].split()[-_FRAME:]) or ("",)
    return qualifier, start, words[1].end(), before, _next(text, words[1].end())


def _next(text: str, end: int) -> str:
    """The word right behind a place, empty where a sign stands there."""
    return text[end + 1 : end + _WINDOW].partition(" ")[0] if text[end : end + 1] == " " else ""


def _neighbours(words: Sequence[str], joint: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The pairs of qualifier and head in a title."""
    if joint:
        for at in range(len(words) - 2):
            if words[at + 1].casefold() in joint:
                yield words[at + 2], words[at]
    else:
        yield from pairwise(words)
