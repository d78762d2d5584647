"""Lookups that stand in no table: values that sentences state, and numbered lists that a die is rolled on.

Which words state a value, and where its key stands, is the glossary's to say ([lookups.ID] said and
lists). An N/M pair gives two rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from vfdoc.model import Block, ItemList, Paragraph, Quote, Section
from vfdoc.model.mechanics import Lookup, LookupRow, Origin
from vfdoc.reading.mechanics.entries import Entries, Form, Heard, folded
from vfdoc.reading.mechanics.passages import MechanicsPassage, joined, sentences
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_KEY = 160  # the longest key, in characters
_NUMBERED = re.compile(r"(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?\+?[.)]?")
_CELL = re.compile(r"\(.*|[*#@†‡:]+$")


class StatedLookupValue(NamedTuple):
    """One value that a sentence states: of which lookup, under which column, its row, where it came from."""

    id: str
    column: str
    row: LookupRow
    origin: Origin


def stated_values(
    passage: MechanicsPassage, heard: Heard, known: Entries, vocabulary: Vocabulary
) -> Iterator[StatedLookupValue]:
    """The values that a sentence states; `heard` is what its phrases stand for."""
    for number in heard.of("form"):
        form = known.forms[int(number)]
        if not form.lead or any(lead in folded(passage.lead).text for lead in form.lead):
            yield from _of_form(passage, form, vocabulary)


def merged(said: Sequence[StatedLookupValue], section: Section) -> Iterator[Lookup]:
    """The values stated in a section as lookups: one for each id, column and origin."""
    groups: dict[tuple[str, str, Origin], list[LookupRow]] = {}
    for value in said:
        groups.setdefault((value.id, value.column, value.origin), []).append(value.row)
    for (id, column, origin), rows in groups.items():
        heads = ("", column) if column else ()
        yield Lookup(
            id=id,
            title=section.title,
            columns=heads,
            rows=tuple(rows),
            section=section.anchor,
            document=section.document,
            line=rows[0].line,
            origin=origin,
        )


def rolled_lists(section: Section, origin: Origin, known: Entries) -> Iterator[Lookup]:
    """The numbered lists of a section that a die is rolled on: the sentence before one says so.

    A list of ranges ("2-3 …, 4-6 …") needs no sentence, where the section's title names it.
    """
    before: Paragraph | None = None
    lead, run = before, list[LookupRow]()
    for marker, block in _marked(section.blocks):
        found = _NUMBERED.fullmatch(marker)
        if found and run and int(found.group(1)) != _last(run[-1]) + 1:
            yield from _rolled(run, lead, section, origin, known)
            run = []
        text = "" if found and marker == _first(block) else _text(block) if found or run else None
        if found and (run or int(found.group(1)) <= 2):
            lead = lead if run else before
            run.append(LookupRow((marker.rstrip(".)"),), (text or "",), block.lines[0].line))
        elif run and text and (marker or not run[-1].values[0]):
            run[-1] = run[-1]._replace(values=(f"{run[-1].values[0]} {text}".strip(),))
        before = before if text == "" else block
    yield from _rolled(run, lead, section, origin, known)


def _of_form(passage: MechanicsPassage, form: Form, vocabulary: Vocabulary) -> Iterator[StatedLookupValue]:
    found = list(form.value.finditer(passage.text))
    names = cycle(form.keys) if form.keys else None
    if len(form.keys) > 1 and len(found) == 1 and "/" not in found[0].group():
        return
    for i, match in enumerate(found):
        printed = match.groupdict().get("value") or match.group()
        values = printed.split("/") if len(form.keys) > 1 else [printed]
        for value in values:
            key = next(names) if names else _key(passage, form, found, i)
            line = passage.place(match.start())[0]
            number = vocabulary.numbers.get(value.strip().lower())
            row = LookupRow(_keys(passage, key), (str(number) if number else value.strip(),), line)
            yield StatedLookupValue(form.id, form.column, row, passage.origin)


def _keys(passage: MechanicsPassage, key: str) -> tuple[str, ...]:
    label = _CELL.sub("", passage.label).strip() if passage.cell else ""
    return (label, key) if label and key else (label or key,)


def _key(passage: MechanicsPassage, form: Form, found: list[re.Match[str]], i: int) -> str:
    match, text = found[i], passage.text
    if "key" in match.re.groupindex:
        return " ".join((match.group("key") or "").split())
    if form.side == "after":
        words = text[match.end() : found[i + 1].start() if i + 1 < len(found) else len(text)][:_KEY]
    else:
        words = text[max(found[i - 1].end() if i else 0, match.start() - _KEY) : match.start()]
    if form.start:
        for start in reversed(list(form.start.finditer(words))):
            words = words[start.end() :]
            break
    if form.end and (end := form.end.search(words)):
        words = words[: end.start()]
    words = " ".join(words.strip(" ,.;:()").split())
    return words or " ".join(_CELL.sub("", passage.label or passage.lead or passage.title).split())


def _marked(blocks: Sequence[Block]) -> Iterator[tuple[str, Paragraph]]:
    """The paragraphs of a section, each with the marker before it, or with itself where it is one."""
    for block in blocks:
        match block:
            case Paragraph():
                first = _first(block)
                yield first if len(block.lines) == 1 and _NUMBERED.fullmatch(first) else "", block
            case ItemList():
                for item in block.items:
                    for i, (marker, inner) in enumerate(_marked(item.blocks)):
                        yield marker or ("" if i else item.marker), inner
            case Quote():
                yield from _marked(block.blocks)
            case _:
                pass


def _first(block: Paragraph) -> str:
    return block.lines[0].text.strip()


def _text(block: Paragraph | None) -> str:
    return " ".join(joined(block.lines)[0].split()) if block else ""


def _last(row: LookupRow) -> int:
    found = _NUMBERED.fullmatch(row.key[0])
    return int(found.group(2) or found.group(1)) if found else 0


def _rolled(
    run: list[LookupRow], lead: Paragraph | None, section: Section, origin: Origin, known: Entries
) -> Iterator[Lookup]:
    if len(run) < 2:
        return
    said = " ".join(said for _, said in list(sentences(_text(lead)))[-3:])
    ids = known.phrases.heard(folded(said)).of("list")
    if not ids and any(not row.key[0].isdigit() for row in run):
        ids = known.phrases.heard(folded(section.title)).of("list")
    if ids:
        yield Lookup(
            id=ids[0],
            title=section.title,
            columns=(),
            rows=tuple(run),
            section=section.anchor,
            document=section.document,
            line=run[0].line,
            origin=origin,
        )
