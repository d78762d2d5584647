"""The context of a citation, the words around it that may name what it means: a graph comes in.

The nearer a word, the more it says; it says less beyond another citation or the end of a sentence. And what
stands right around it by its form: whether it goes on with a list, is explained behind its number, is joined
to what stands before it, is a link.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.language.sentences import sentences
from vfdoc.model import Reference, Rulebook
from vfdoc.model.place import line_at
from vfdoc.model.session import incremental
from vfdoc.verdicts.printed_title import title_in_link

_WORDS = 14  # words before a citation that are looked at
_BEFORE = 400  # characters in which they are sought
_NEARER = 0.8  # what a word keeps of the share of the one after it
_BEYOND = 0.4  # and what it keeps beyond a citation or the end of a sentence
_TAIL = 60  # characters in which mostly stand as many words as are near
_NEAR = 3  # words right before a citation that may be the name of what it cites
_TITLE = 1.0  # share of a word of the title above a note, often called after the rule it is about
_BEGINS = re.compile(r"[^\W\d_]{3}[.!?][ \xa0]$")
_AFTER = 60  # characters after a citation, and words in them, in which a title may stand
_AFTER_WORDS = 4
_INSIDE = re.compile(r"[^\[\]\n]{0,60}\]\(#(?P<anchor>[^()\s]+)\)")
_NUMBER_ANCHOR = re.compile(r"(?:[^\W\d_]{1,12}[-_.]?)?\d+(?:[-_.]?\d+)*(?:[-_.]?[A-Za-z])?")
_GLOSS = re.compile(r",?[ \xa0](?:[\"“][A-ZÀ-Ý][^\"“”]{2,80}[\"”]|\([A-ZÀ-Ý][^()\d]{2,80}\))")
_LINK = re.compile(r"\]\([^()\s]*\)")
_TITLED = re.compile(r"(?:[^\W\d_]+\.?|§)[ \xa0]\d+(?:\.\d+)*(?![\w.])")  # "Section 4 of RFC 2251"


class ContextWord(NamedTuple):
    """A stem before a citation, and what its place leaves of its weight (1 right before it); `near`
    where it may be the name of what is cited."""

    word: str
    share: float
    near: bool


class CitationContext(NamedTuple):
    """A citation with the words around it: the words before it, nearest first, and the stems after; `near`
    are the stems right before it, nearest first."""

    reference: Reference
    before: tuple[ContextWord, ...]
    after: frozenset[str]
    near: tuple[str, ...]


def citation_contexts(
    graph: ReferenceGraph, wanted: Collection[Reference] | None = None, *, near: bool = False
) -> Iterator[CitationContext]:
    """Every citation of the graph's rulebook with the words around it, in the order of the text; of those
    `wanted` alone, where they are given; where it is told so, with those alone that are `near` before."""
    only = None if wanted is None else {(each.document, each.line, each.column) for each in wanted}
    most = _NEAR if near else _WORDS
    stems = content_words(graph.rulebook.forms)
    for document in graph.rulebook.documents:
        lines = document.source.lines
        by_line: dict[int, list[Reference]] = defaultdict(list)
        for reference in document.references:
            by_line[reference.line].append(reference)
        for number, references in by_line.items():
            line = lines[number - 1] if 0 < number <= len(lines) else ""
            section = graph.sections[references[0].section]
            start = section.column - 1 if section.line == number else 0
            wanted_here = tuple(
                only is None or (reference.document, number, reference.column) in only
                for reference in references
            )
            if not any(wanted_here):
                continue
            places = tuple((reference.column, len(reference.text)) for reference in references)
            called = section.number is None and section.kind != "front"  # the work's own title names nothing
            title = section.title if called else ""
            asked = _Asked(line, start, places, title, most, None if all(wanted_here) else wanted_here)
            for reference, around in zip(references, _of_line(asked, stems), strict=True):
                if around is not None:
                    yield CitationContext(reference, *around)


class _Asked(NamedTuple):
    """A line with citations: where its section's text begins, where they stand (column and length), the
    title above them where that may be what they are called after, how many words are looked at, and of
    which citations (None: of all)."""

    line: str
    start: int
    places: tuple[tuple[int, int], ...]
    title: str
    most: int
    wanted: tuple[bool, ...] | None


_Around: TypeAlias = tuple[tuple[ContextWord, ...], frozenset[str], tuple[str, ...]]


@incremental
def _of_line(asked: _Asked, stems: ContentWords) -> tuple[_Around | None, ...]:
    """The words before and behind each citation of a line; None for one that nobody wants."""
    line, start, places, title, most, wanted = asked
    found: list[_Around | None] = []
    for at, place in enumerate(places):
        if wanted is not None and not wanted[at]:
            found.append(None)
            continue
        end = places[at + 1][0] - 1 if at + 1 < len(places) else len(line)
        before = _before(line, start, places[max(0, at - _WORDS) : at], place, stems, most)
        before += tuple(ContextWord(word, _TITLE, True) for word in stems(title)[:_NEAR])
        after = frozenset[str]() if most == _NEAR else _after(line, place, end, stems)
        found.append((before, after, tuple(each.word for each in before if each.near)))
    return tuple(found)


def _before(
    line: str,
    start: int,
    earlier: Sequence[tuple[int, int]],
    place: tuple[int, int],
    stems: ContentWords,
    most: int,
) -> tuple[ContextWord, ...]:
    """The words before a citation, at most so many: back over the citations before it and the ends of
    sentences."""
    found: list[ContextWord] = []
    stop, kept, near = place[0] - 1, 1.0, True
    start = max(start, stop - _BEFORE)
    if _BEGINS.search(line, start, stop):  # a citation that begins a sentence
        kept, near = _BEYOND, False
    for other in (*reversed(earlier), None):
        begin = start if other is None else max(start, sum(other) - 1)
        in_sentence = kept
        for words in _read(line[begin:stop], stems) if most > _NEAR else _last(line[begin:stop], stems, most):
            for word in words:
                if len(found) == most:
                    return tuple(found)
                share = in_sentence * _NEARER ** len(found)
                found.append(ContextWord(word, share, near and len(found) < _NEAR))
            if words:
                in_sentence, near = kept * _BEYOND, False
        if begin == start:
            break
        assert other is not None
        stop, kept, near = other[0] - 1, kept * _BEYOND, False
    return tuple(found)


def _read(text: str, stems: ContentWords) -> Iterator[tuple[str, ...]]:
    """The stems of each sentence, last first, as far as they are asked for."""
    return (tuple(reversed(stems(sentence))) for sentence in reversed(_sentences(text)))


def _last(text: str, stems: ContentWords, most: int) -> Iterator[tuple[str, ...]]:
    """The same as far as so many stems need it: those of the last words, where they are enough."""
    blank = text.rfind(" ", 0, max(len(text) - _TAIL, 0))
    found = next(_read(text[blank + 1 :], stems), ()) if blank > 0 else ()
    return iter((found,)) if len(found) >= most else _read(text, stems)


def _after(line: str, place: tuple[int, int], end: int, stems: ContentWords) -> frozenset[str]:
    start = sum(place) - 1
    sentence = next(iter(_sentences(line[start : min(end, start + _AFTER)])), "")
    return frozenset(stems(sentence)[:_AFTER_WORDS])


def _sentences(text: str) -> list[str]:
    """The sentences of a stretch of a line; a row of a table as printed has one in each cell."""
    return sentences(text.replace("|", "\t"))


def goes_on(rulebook: Rulebook, last: Reference, reference: Reference) -> bool:
    """Whether a citation goes on with the list of the one before it: "(5.1, 5.4)", with links or without."""
    if (last.document, last.line) != (reference.document, reference.line):
        return False
    line = line_at(rulebook.document(reference.document), reference.line)
    between = line[last.column - 1 + len(last.text) : reference.column - 1]
    between = _GLOSS.sub("", between)  # what the one before is called: "3.1.8 (SQUIT) and 3.4.7"
    return "." not in (between := _LINK.sub("", between)) and not content_words(rulebook.forms)(between)


def is_glossed(rulebook: Rulebook, reference: Reference) -> bool:
    """Whether a title in quotation marks or brackets stands right behind a citation: that says what is meant,
    and no word before it."""
    line = line_at(rulebook.document(reference.document), reference.line)
    return _GLOSS.match(line, reference.column - 1 + len(reference.text)) is not None


def is_joined(rulebook: Rulebook, reference: Reference) -> bool:
    """Whether a word that joins stands right before a citation: "if the pass was complete or 4.2 applies"
    says nothing of what 4.2 is about."""
    line = line_at(rulebook.document(reference.document), reference.line)
    last = line[: reference.column - 1].rpartition(" ")[0].rpartition(" ")[2]
    return line[: reference.column - 1].endswith(" ") and last.casefold() in rulebook.forms.citing.joins


def leads_there(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation is a link inside its document that says by itself which section is meant: by words,
    and not by the number alone ("[7.3](#7.3)"); by none where the words that it shows are another's title. A
    part of its own section, cited by itself ("paragraph 1"), is no other's either."""
    number, bracket, _ = (reference.targets[0].number or "").partition("(")
    if bracket and number not in reference.text:
        return True
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    link = _INSIDE.match(line, reference.column - 1 + len(reference.text))
    worded = link is not None and _NUMBER_ANCHOR.fullmatch(link["anchor"]) is None
    return worded and title_in_link(graph, reference) is None


def tells_of_changes(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation stands below a numbered heading that is itself a citation ("C.1.9. Section 4.1.10
    (Result Message)", "A.1.3 Section 4 of RFC 2251"): there a text tells what it has changed, by the numbers
    of another."""
    at: str | None = reference.section
    own = graph.sections[reference.section]
    if own.key is not None and own.line == reference.line and own.title.startswith(reference.text):
        return True
    cues = graph.rulebook.forms.citing.cues
    while at is not None and at in graph.sections:
        section = graph.sections[at]
        found = _TITLED.match(section.title) if section.key is not None else None
        word = found.group().split()[0].rstrip(".").casefold() if found is not None else ""
        if word and (word == "§" or word in cues):
            return True
        at = section.parent
    return False
