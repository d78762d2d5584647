"""The sections of a text as passages, with what their titles are to what they say.

In: a rulebook. Out: of every section its passages, its heading and the section that it is read as a part of.
A title may be none: the first line of a sentence that goes on below it, the head of a table, a case that
begins its own sentence. Then its words are read where they stand, and the heading is that of the section
above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.mechanics.lead_changes import with_leads
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.passages import ClausePassage, passages, table_cells
from vfdoc.model.document import Block, Paragraph, Rulebook, Section
from vfdoc.model.mechanics import Origin
from vfdoc.model.text import TextLine

_ORIGINS: Mapping[str, Origin] = {
    "sheet": "sheet",
    "question": "question",
    "note": "note",
    "example": "example",
}
_OF_DOCUMENT: Mapping[str, Origin] = {"commentary": "note", "sheet": "sheet", "questions": "question"}
_NO_RULES = ("contents", "index")
_LONGEST_HEADING = 300
_FEW = 6  # passages of a section whose title may be the case of which they speak
_TITLE = 3  # words of a run-in title
_SENTENCE = 6  # words of a title that may be the beginning of a sentence
_NUMBER = re.compile(r"^\W*[\d.]+[a-z]?\)?\s+")
_SUM = re.compile(r"\d\s?[+−–-]\s?\d{1,3}(?:\s?[+−–-]\s?\d{1,3}){0,9}\s?=\s?\d")
_ENDS = (".", ":", ";", "!", "?")


class SectionPassages(NamedTuple):
    """What one section states: its passages, its heading as rows carry it, the anchor of the chapter that it
    stands in (its own where it stands in none), where it comes from, and the titles that it stands under,
    the nearest first; `topic` says that its heading is that of more than it, and no case."""

    section: Section
    heading: str
    chapter: str
    origin: Origin
    passages: tuple[ClausePassage, ...]
    titles: tuple[str, ...] = ()
    topic: bool = False


def section_passages(
    rulebook: Rulebook, words: Lexicon, among: Callable[[Section, str], bool] | None = None
) -> Iterator[SectionPassages]:
    """The sections of a rulebook in the order of its texts; those alone of which `among`, if given, says so,
    by themselves and their first line."""
    for document in rulebook.documents:
        above: SectionPassages | None = None
        known: dict[str, Section] = {}
        for section in document.sections:
            known[section.anchor] = section
            if section.kind in _NO_RULES:
                continue
            lines = document.source.lines
            if among is not None and not among(section, "".join(lines[section.line - 1 : section.line])):
                continue
            origin = _ORIGINS.get(section.kind) or _OF_DOCUMENT.get(document.kind, "rules")
            around = list(_around(section, known))
            if origin == "rules" and any(_of_examples(title.title, words) for title in around):
                origin = "example"
            if origin == "rules" and any(words.says("commentary", title.title) for title in around):
                origin = "note"
            whole = _with_title(section, lines)
            named = around if whole is section else around[1:]
            heading, chapter = next((_headed(one.title) for one in named if one.title), ""), around[-1].anchor
            if whole is not section and section.number is None and above is not None:
                heading, chapter = above.heading, above.chapter
            own = tuple(with_leads(passages(whole, words), section.title or "", words))
            if origin == "rules" and _works_out(own, words):
                origin = "example"
            run_in = "" if section.title or section.number is None else _run_in(own, words)
            heading = run_in or heading
            titled = (one for one in named if one.title and not _is_whole(one, document.sections))
            titles = (*filter(None, [run_in]), *(_headed(one.title) for one in titled))
            own = own[bool(run_in) :]
            topic = heading != _headed(section.title) or len(own) > _FEW
            found = SectionPassages(section, heading, chapter, origin, own, titles, topic)
            yield found
            above = found


def _run_in(own: tuple[ClausePassage, ...], words: Lexicon) -> str:
    """The title of a numbered section that has none but a short first sentence: "4.7 Wound roll. Who …"."""
    if len(own) < 2 or own[0].cell or not own[0].text.endswith("."):
        return ""
    said = words_of(own[0].text[:-1], words.language)
    titled = 0 < len(said) <= _TITLE and all(word.token.kind == "WORD" for word in said)
    return own[0].text[:-1] if titled and "tested" in said[-1].kinds else ""


def _is_whole(section: Section, sections: Sequence[Section]) -> bool:
    """Whether a section is its document, and its title that of the document."""
    return section is sections[0] and section.number is None


def _around(section: Section, known: Mapping[str, Section]) -> Iterator[Section]:
    """A section and those that it stands in, up to its chapter."""
    seen: set[str] = set()
    at: Section | None = section
    while at is not None and at.anchor not in seen:
        seen.add(at.anchor)
        yield at
        at = known.get(at.parent) if at.parent else None


def _with_title(section: Section, lines: Sequence[str]) -> Section:
    """A section with its title put back into what it states, where that is no title; else itself."""
    whole = lines[section.line - 1] if 0 < section.line <= len(lines) else ""
    if not section.title or whole.lstrip().startswith(("#", "=")):
        return section
    raw, first = whole[section.column - 1 :], _first_line(section.blocks)
    number = _NUMBER.match(raw) if section.number is not None else None
    start = number.end() if number else 0
    title = raw[start:].rstrip()
    if not section.blocks and title.endswith(".") and len(title.split()) >= _SENTENCE:
        line = TextLine(section.line, section.column + start, title)
        return section._replace(blocks=(Paragraph((line,)),))
    leads = title.endswith(":") and len(section.title.split()) >= _SENTENCE
    if leads and section.blocks and (first is None or first.line > section.line):
        line = TextLine(section.line, section.column + start, title)
        return section._replace(blocks=(Paragraph((line,)), *section.blocks))
    if first is None:
        return section
    if section.number is None and first.line > section.line and len(table_cells(raw)) > 2:
        line = TextLine(section.line, section.column, raw)
        return section._replace(blocks=_prefixed(section.blocks, line))
    goes_on = first.line == section.line + 1 and not first.text.lstrip()[:1].isupper()
    if goes_on and len(title.split()) >= _SENTENCE and not title.endswith(_ENDS):
        line = TextLine(section.line, section.column + start, title)
        return section._replace(blocks=_prefixed(section.blocks, line))
    if first.line == section.line and any(character.isdigit() for character in section.title):
        line = TextLine(section.line, section.column + start, title)
        return section._replace(blocks=_prefixed(section.blocks, line, instead=True))
    return section


def _first_line(blocks: tuple[Block, ...]) -> TextLine | None:
    return blocks[0].lines[0] if blocks and isinstance(blocks[0], Paragraph) else None


def _prefixed(blocks: tuple[Block, ...], line: TextLine, *, instead: bool = False) -> tuple[Block, ...]:
    """Blocks whose first paragraph begins with a line, which may take the place of its first."""
    first = blocks[0]
    assert isinstance(first, Paragraph)
    return (first._replace(lines=(line, *first.lines[instead:])), *blocks[1:])


def _of_examples(title: str, words: Lexicon) -> bool:
    """Whether a title says that examples follow."""
    return words.says("example", title) and len(title.split()) < _SENTENCE


def _works_out(own: tuple[ClausePassage, ...], words: Lexicon) -> bool:
    """Whether a section works out sums ("5 + 3 = 8") and names no dice: then it is an example."""
    return any(_SUM.search(passage.text) for passage in own) and not any(
        word.token.kind == "DICE" or word.token.text.casefold() in words.sides
        for passage in own
        for word in words_of(passage.text, words.language)
    )


def _headed(title: str) -> str:
    """A title as the rows below it carry it; of one as long as a paragraph its beginning."""
    return title if len(title) <= _LONGEST_HEADING else f"{title[:_LONGEST_HEADING].rstrip()} …"
