"""Laws of what is stated and bound: whatever is edited around the words of a statement, it is never silently
wrong, and nearly always told rightly what became of them.

Eight kinds of edit of every statement of every bundled edition (errata, rows of mechanics and what they
replace, rows that were read as if a person had stated them): the text is edited as its author would, and read
anew. A sample of them runs always, all with VFDOC_THOROUGH.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from thoroughness import THOROUGH

from vfdoc.model import Rulebook, Section
from vfdoc.model.binding import Binding, BoundStatement, Mapped, TextQuote
from vfdoc.model.extract import Extract
from vfdoc.model.session import Session
from vfdoc.pipeline import LoadedRulebook, mechanics, read
from vfdoc.pipeline.stating import stated
from vfdoc.reading import token_index as reading_index
from vfdoc.reading.binding import bind
from vfdoc.reading.rulebook import read_edition
from vfdoc.reading.section_words import LevelledWords, section_words
from vfdoc.reading.token_index import token_index

EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")
RULESETS = Path(__file__).parent.parent / "rulesets"
WORD = re.compile(r"[^\W\d_]{4,}")
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Place:
    """A statement that holds, and where: its document's file, its lines, its words and their sentence."""

    stated: BoundStatement
    file: str
    section: Section
    start: int  # of the words, in the text of the file
    end: int
    first: int  # of their sentence
    last: int


@dataclass(frozen=True)
class Edited:
    """A text after an edit, what a statement must be then, and where ("" for wherever)."""

    text: str
    states: tuple[str, ...]
    section: str = ""
    mapped: Mapped | None = None


@cache
def edition(name: str) -> Rulebook:
    return read(str(RULESETS / name)).rulebook


@cache
def places(name: str) -> tuple[Place, ...]:
    """Every statement of an edition with its place."""
    whole = read(str(RULESETS / name))
    found = [each for each in stated(whole) if each.quotation.words]
    faults = [fault for fault in whole.rulebook.faults if fault.binding.state == "holds"]
    found += [BoundStatement("", 0, f.rule, "fault", 0, f.quotation, f.binding) for f in faults]
    found += drafted(whole)
    return tuple(place for each in found for place in _placed(each, whole.rulebook))


def drafted(whole: LoadedRulebook) -> list[BoundStatement]:
    """Rows as a person would state them of what was read: the first words of each, reviewed."""
    index, found = token_index(whole.rulebook.documents), []
    rows = [row for row in mechanics(whole).modifiers if row.origin in ("rules", "sheet")]
    for row in rows[:: 3 if THOROUGH else 9]:
        quotation = TextQuote(row.section, (" ".join(row.condition.split()[:8]),))
        binding = bind(quotation, index)
        quotation = quotation._replace(fingerprints=(binding.fingerprint,))
        binding = bind(quotation, index)
        if binding.state == "holds":
            found.append(BoundStatement("", 0, f"row {row.id}", "row", 0, quotation, binding))
    return found


def _placed(each: BoundStatement, book: Rulebook) -> Iterator[Place]:
    binding = each.binding
    assert binding.state == "holds", each
    source = book.document(binding.document).source
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    section = next(s for s in book.sections() if s.anchor == binding.section)
    start = starts[binding.start.line - 1] + binding.start.column - 1
    end = starts[binding.end[0] - 1] + binding.end[1] - 1
    text = source.text
    at = text.find(binding.sentence, starts[binding.start.line - 1] - 400 if binding.start.line > 1 else 0)
    if at < 0 or not at <= start < at + len(binding.sentence) or binding.start.line == section.line:
        at, length = start, end - start  # the words of a heading, or over several lines
    else:
        length = len(binding.sentence)
    file = Path(source.file).name
    yield Place(each, file, section, start, end, at, max(at + length, end))


# The edits: each gives the text and what is right, or nothing where it cannot be done there.


def in_heading(place: Place) -> bool:
    """Whether the words are those of the section's heading."""
    start = place.stated.binding.start
    return (start.line, start.column) == (place.section.line, place.section.column)


def word_near(place: Place, text: str, book: Rulebook) -> Edited | None:
    """Another word in the sentence, outside of the words."""
    for a, b in ((place.first, place.start), (place.end, place.last)):
        for found in WORD.finditer(text, a, b):
            if found.start() >= a and found.end() <= b:
                return Edited(
                    text[: found.start()] + "quuxful" + text[found.end() :], ("changed", "ambiguous")
                )
    return None


def number_in(place: Place, text: str, book: Rulebook) -> Edited | None:
    """Another number in the words, or else in their sentence."""
    if in_heading(place):
        return None  # which is another number for the section
    for quoted, a, b in ((True, place.start, place.end), (False, place.first, place.last)):
        for found in NUMBER.finditer(text, a, b):
            if not quoted and cited(place, found.start(), text, book):
                continue  # a citation's, which is levelled
            number = str(int(found.group()) + 1)
            return Edited(text[: found.start()] + number + text[found.end() :], ("changed", "gone"))
    return None


def cited(place: Place, at: int, text: str, book: Rulebook) -> bool:
    """Whether a citation stands there in the text."""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    here = (r for r in book.references() if (r.document, r.line) == (place.section.document, line))
    return any(r.column <= column < r.column + len(r.text) for r in here)


def moved(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The sentence, as it is, at the end of another section of the same file."""
    others = [s for s in book.sections() if s.document == place.section.document and s.blocks]
    others = [s for s in others if abs(s.line - place.section.line) > 3 and s.kind == place.section.kind]
    target = next((s for s in others if s.number and s.anchor != place.section.anchor), None)
    if target is None or in_heading(place):
        return None
    sentence = text[place.first : place.last]
    lines = (text[: place.first] + text[place.last :]).split("\n")
    if "\n" in sentence or lines[target.line - 1] != text.split("\n")[target.line - 1]:
        return None
    lines[target.line - 1] += f"\n\n{sentence}" if lines[target.line - 1].startswith("#") else f" {sentence}"
    return Edited("\n".join(lines), ("moved", "ambiguous"), target.anchor)


def renumbered(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The section under another number, nothing else."""
    section = place.section
    if section.number is None or section.anchor != section.number:
        return None
    lines = text.split("\n")
    column = section.column - 1
    line = lines[section.line - 1]
    head, _, last = section.number.rpartition(".")
    number = f"{head}.{int(last) + 70}" if last.isdigit() and head else ""
    if not number or not line.startswith(section.number, column):
        return None
    lines[section.line - 1] = line[:column] + number + line[column + len(section.number) :]
    return Edited("\n".join(lines), ("moved", "ambiguous"), number)


def renumbered_and_mapped(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The same, where a concordance says what became of the section."""
    found = renumbered(place, text, book)
    if found is None:
        return None
    return Edited(found.text, ("holds",), found.section, {place.section.anchor: (found.section,)})


def chapter_inserted(place: Place, text: str, book: Rulebook) -> Edited | None:
    """A new chapter 1.0: every number of a section, and every citation of it, one higher."""
    numbers = {s.number: s for s in book.sections() if s.document == place.section.document and s.number}

    def higher(number: str) -> str:
        first, _, rest = number.partition(".")
        return f"{int(first) + 1}.{rest}" if first.isdigit() else number

    if place.section.number is None or higher(place.section.number) == place.section.number:
        return None
    edits = [(s.line, s.column, s.number) for s in numbers.values() if s.number]
    for reference in book.references():
        if reference.document == place.section.document:
            at = 0
            for target in reference.targets:
                at = reference.text.find(target.number or "", at) if target.number else -1
                if at >= 0 and target.number in numbers:
                    edits.append((reference.line, reference.column + at, target.number))
    lines = text.split("\n")
    for line, column, number in sorted(set(edits), reverse=True):
        was = lines[line - 1]
        if was.startswith(number, column - 1):
            lines[line - 1] = was[: column - 1] + higher(number) + was[column - 1 + len(number) :]
    first = min(s.line for s in numbers.values())
    lines[first - 1 : first - 1] = ["## 1.0 Quux", "", "Quuxes are glad.", ""]
    anchor = place.section.anchor.removesuffix(place.section.number) + higher(place.section.number)
    return Edited("\n".join(lines), ("moved", "ambiguous"), anchor)


def chapter_inserted_and_mapped(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The same, where a concordance leads on."""
    found = chapter_inserted(place, text, book)
    if found is None:
        return None
    return Edited(found.text, ("holds",), found.section, {place.section.anchor: (found.section,)})


def doubled(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The sentence twice, one behind the other."""
    sentence = text[place.first : place.last]
    return Edited(f"{text[: place.last]} {sentence}{text[place.last :]}", ("ambiguous", "holds", "changed"))


def deleted(place: Place, text: str, book: Rulebook) -> Edited | None:
    """The sentence gone."""
    return Edited(text[: place.first] + text[place.last :], ("gone", "changed"))


def typography(place: Place, text: str, book: Rulebook) -> Edited | None:
    """Curly signs, longer dashes and wider blanks in the sentence."""
    sentence = text[place.first : place.last].replace("'", "’").replace(" ", "  ")
    sentence = re.sub(r"(?<=\w)-(?=\w)", "‐", sentence)
    return Edited(text[: place.first] + sentence + text[place.last :], ("holds",), place.section.anchor)


def citation_numbers(place: Place, text: str, book: Rulebook) -> Edited | None:
    """Other numbers of sections in the citations of the sentence, outside of the words."""
    for found in re.finditer(r"(?<=\()\d+\.\d+(?=\))", text[: place.last]):
        if found.start() >= place.first and not place.start <= found.start() < place.end:
            return Edited(
                text[: found.start()] + "10.1" + text[found.end() :], ("holds",), place.section.anchor
            )
    return None


Edit = Callable[[Place, str, Rulebook], Edited | None]
EDITS: tuple[Edit, ...] = (
    word_near, number_in, moved, renumbered, renumbered_and_mapped, chapter_inserted,
    chapter_inserted_and_mapped, doubled, deleted, typography, citation_numbers,
)  # fmt: skip
MEANING_KEPT = (typography, citation_numbers, doubled, renumbered_and_mapped, chapter_inserted_and_mapped)
RENUMBERING = (renumbered, renumbered_and_mapped, chapter_inserted, chapter_inserted_and_mapped)


def after(name: str, place: Place, edited: Edited, folder: Path) -> Binding:
    """How a statement stands in the edited text."""
    copy = folder / name
    if not copy.exists():
        shutil.copytree(RULESETS / name, copy)
        (copy / "errata.toml").unlink(missing_ok=True)
    (copy / place.file).write_text(edited.text, encoding="utf-8")
    book = read_edition(copy)
    shutil.copy(RULESETS / name / place.file, copy / place.file)
    return bind(place.stated.quotation, token_index(book.documents), edited.mapped)


def _fits(place: Place, edit: Edit, edited: Edited, found: Binding) -> bool:
    """Whether what is said of a statement after an edit is right."""
    where = edited.section in ("", found.section)
    words = place.stated.quotation.words[place.stated.binding.wording]
    if re.fullmatch(r"[\d.]+", words) and edit in RENUMBERING:
        return where and found.state in ("changed", "moved", *edited.states)  # they are what has changed
    if edit is deleted and found.state == "moved":
        return words.casefold() in found.start.text.casefold()  # they stand elsewhere too, once: proposed
    return found.state in edited.states and (where or found.state not in ("moved", "holds"))


def test_only_sections_with_all_words_are_cut_into_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty have the longest word of a statement, one has all: that is cut, and the one that is named."""
    asked: list[str] = []
    cut = section_words

    def counted(extract: Extract, *places: Any) -> LevelledWords:
        asked.append(extract.section.anchor)
        return cut(extract, *places)

    monkeypatch.setattr(reading_index, "section_words", counted)
    text = tmp_path / "game.md"
    words = ["Units reinforcements arrive late."] * 29 + ["Tired reinforcements march at dawn."]
    text.write_text(
        "\n\n".join(f"## 1.{n} Part\n\n{each}" for n, each in enumerate(words, 1)), encoding="utf-8"
    )
    index = token_index(read(str(text)).rulebook.documents)
    found = bind(TextQuote("1.1", ("reinforcements march at dawn",)), index)
    assert (found.state, found.section) == ("moved", "1.30")
    assert sorted(asked) == ["1.1", "1.30"]


def told_of(edit: Edit, place: Place, found: Binding) -> str:
    words = place.stated.quotation.words
    return f"{edit.__name__}: {place.stated.name} {words} -> {found.state} {found.section}"


def _edited(name: str, texts: Mapping[str, str], book: Rulebook) -> Iterator[tuple[Edit, Place, Edited]]:
    """Every edit of the sentence of every statement that changes the text; on a desk an eighth of them."""
    for number, place in enumerate(places(name)):
        for turn, edit in enumerate(EDITS):
            if not THOROUGH and (number + turn) % 8:
                continue
            edited = edit(place, texts[place.file], book)
            if edited is not None and edited.text != texts[place.file]:
                yield edit, place, edited


@pytest.mark.parametrize("name", EDITIONS)
def test_no_statement_is_silently_wrong_after_an_edit(name: str, tmp_path: Path) -> None:
    book = edition(name)
    texts = {Path(d.source.file).name: d.source.text for d in book.documents}
    right, tried = Counter[str](), Counter[str]()
    wrong: list[str] = []
    lost: list[str] = []
    others: list[str] = []
    session = Session(resident=True)  # some thousand readings, each of a text in which a sentence is another
    for edit, place, edited in _edited(name, texts, book):
        with session.active():
            found = after(name, place, edited, tmp_path)
        tried[edit.__name__] += 1
        lost += [told_of(edit, place, found)] if edit in RENUMBERING and found.state == "gone" else []
        fits = _fits(place, edit, edited, found)
        right[edit.__name__] += fits
        if found.state == "holds" and edit not in MEANING_KEPT:
            wrong.append(told_of(edit, place, found))
        others += [] if fits else [told_of(edit, place, found)]
    assert not wrong, "silently wrong"
    assert not lost, "a section under another number loses nothing"
    assert sum(right.values()) >= 0.9 * sum(tried.values()), others


@pytest.mark.parametrize("name", EDITIONS)
def test_every_statement_holds_and_quotes_less_than_ten_words_of_an_original(name: str) -> None:
    for each in stated(read(str(RULESETS / name))):
        assert each.binding.state == "holds", each
        assert all(len(words.split()) < 10 for words in each.quotation.words[1:]), each


@pytest.mark.parametrize("name", ["vf-1e", "vf-2e"])
def test_every_row_binds_to_the_original_too(name: str, originals: Path) -> None:
    copy = read(str(originals / f"{name}.txt"), str(RULESETS / name))
    assert {each.binding.state for each in stated(copy)} == {"holds"}
