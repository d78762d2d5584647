"""Two editions compared, as other programs read it: the JSON of `diff`, and a table of its values.

In come a Comparison and the two rulebooks that it compares; out come bytes.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from vfdoc.formats.comparison.words import entry_words, speeches
from vfdoc.formats.conditions import Speech
from vfdoc.formats.row_words import amount_text, row_when
from vfdoc.formats.shapes.comparison import (
    BeforeShape,
    CellChangeShape,
    DifferenceShape,
    DiffShape,
    ExampleShape,
    ExchangeShape,
    LessonShape,
    ModifierChangeShape,
    NumberChangeShape,
    ProgressShape,
    QuotedShape,
    RowChangeShape,
    SectionChangeShape,
    SummaryEntryShape,
    TranslatedShape,
    UnchangedShape,
    WordsShape,
    sentence_shape,
)
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.tables import cell_safe
from vfdoc.formats.tables_json import modifier_shape
from vfdoc.model import Rulebook
from vfdoc.model.comparison import (
    Comparison,
    Correspondence,
    Example,
    Lesson,
    ModifierChange,
    NumberChange,
    RowChange,
    SectionChange,
    SentenceChange,
    SummaryEntry,
    TextStretch,
    Verdict,
)
from vfdoc.model.translation import Before, Translated

_HEAD = ("what", "kind", "topic", "old", "new", "old_section", "new_section", "old_line", "new_line")

Place = tuple[str | None, str | None]
"""The document and the file of a section, where it is known."""


def diff_json(comparison: Comparison, old: Rulebook, new: Rulebook) -> bytes:
    """`diff --format json`."""
    files = _files(old), _files(new)
    places = _places(old), _places(new)
    of = speeches(old, new)
    return encode(
        DiffShape(
            old=comparison.old,
            new=comparison.new,
            lessons=[_lesson(lesson) for lesson in comparison.lessons],
            entries=[_entry(entry, of, (old, new)) for entry in comparison.entries],
            sections=[_section(change) for change in comparison.sections],
            numbers=[_number(change, *places) for change in comparison.numbers],
            modifiers=[_modifier(change, *files) for change in comparison.modifiers],
            rows=[_row(change, *places) for change in comparison.rows if change.kind != "unverified"],
            unchanged=UnchangedShape(
                [_number(change, *places) for change in comparison.same_numbers],
                [_modifier(change, *files) for change in comparison.same_modifiers],
                [_row(change, *places) for change in comparison.same_rows],
            ),
            unverified=UnchangedShape(
                [], [], [_row(change, *places) for change in comparison.rows if change.kind == "unverified"]
            ),
            translation=_progress(comparison.translation),
        )
    )


def diff_tsv(comparison: Comparison, old: Rulebook, new: Rulebook) -> bytes:
    """`diff --format tsv`: a line for each section, value, modifier and row that differs."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(_HEAD)
    for line in _lines(comparison, *({s.anchor: s.line for s in side.sections()} for side in (old, new))):
        writer.writerow([cell_safe("" if cell is None else str(cell)) for cell in line])
    return out.getvalue().encode()


def effect_text(change: ModifierChange, side: str) -> str | None:
    """What a modifier does on one side ("old" or "new") and when, in short; None where it is absent."""
    modifier = change.old if side == "old" else change.new
    if modifier is None:
        return None
    when = row_when(modifier)
    per = f" per {modifier.per.replace('_', ' ').replace('-', ' ')}" if modifier.per else ""
    limit = f", at most {modifier.limit.most} {modifier.limit.of}" if modifier.limit else ""
    return f"{amount_text(modifier)}{per}{limit}" + (f" if {when}" if when else "")


def differing(comparison: Comparison) -> tuple[SectionChange, ...]:
    """The sections that differ in more than their number or place."""
    return tuple(change for change in comparison.sections if change.kind != "same")


def _lines(
    comparison: Comparison, old: Mapping[str, int], new: Mapping[str, int]
) -> Iterator[tuple[str | int | None, ...]]:
    for change in comparison.sections:
        at = change.at
        if change.kind == "same" and not (at.moved or at.renumbered):
            continue
        yield (
            "section", _kinds(change), "", "", "", " ".join(at.old), " ".join(at.new),
            old.get(at.old[0]) if at.old else None, new.get(at.new[0]) if at.new else None,
        )  # fmt: skip
    for n in comparison.numbers:
        yield ("number", n.kind, n.topic, n.old, n.new, n.old_section, n.new_section, n.old_line, n.new_line)
    for m in comparison.modifiers:
        one, other = m.old, m.new
        yield (
            "modifier", m.kind, m.of, effect_text(m, "old"), effect_text(m, "new"),
            one.section if one else None, other.section if other else None,
            one.line if one else None, other.line if other else None,
        )  # fmt: skip
    for r in comparison.rows:
        yield ("row", r.kind, r.row, r.old, r.new, r.old_section, r.new_section, r.old_line, r.new_line)


def _kinds(change: SectionChange) -> str:
    marks = [name for name, on in (("moved", change.at.moved), ("renumbered", change.at.renumbered)) if on]
    return " ".join([change.kind, *marks])


def _files(rulebook: Rulebook) -> dict[str, str]:
    return {document.id: document.source.file for document in rulebook.documents}


def _places(rulebook: Rulebook) -> dict[str, Place]:
    files = _files(rulebook)
    return {s.anchor: (s.document, files[s.document]) for s in rulebook.sections()}


def _lesson(lesson: Lesson) -> LessonShape:
    return LessonShape(
        says=lesson.says,
        old=list(lesson.old),
        new=list(lesson.new),
        was=lesson.was or None,
        now=lesson.now or None,
        stated=True,
        holds=lesson.holds,
        why=lesson.why or None,
        file=lesson.file,
        line=lesson.line,
    )


def _entry(entry: SummaryEntry, of: Speech, sides: tuple[Rulebook, Rulebook]) -> SummaryEntryShape:
    title, points = entry_words(entry, of)
    was = _quoted(entry, sides[0], entry.old_sections, 0)
    now = _quoted(entry, sides[1], entry.new_sections, 1)
    differs = any(
        not isinstance(point, SentenceChange) or point.verdict == "changed" for point in entry.points
    )
    return SummaryEntryShape(
        topic=title,
        was=was,
        now=now,
        verdict="added"
        if was is None
        else "removed"
        if now is None
        else "changed"
        if differs
        else "unverified",
        weight=round(entry.weight, 2),
        effect=entry.effect,
        example=_example(entry.example),
        covered_by=entry.covered_by,
        points=list(points),
        old_sections=list(entry.old_sections),
        new_sections=list(entry.new_sections),
    )


def _example(example: Example | None) -> ExampleShape | None:
    if example is None:
        return None
    return ExampleShape(example.of, example.row or None, dict(example.known), example.was, example.now)


def _quoted(entry: SummaryEntry, side: Rulebook, anchors: Sequence[str], place: int) -> QuotedShape | None:
    """What one side says, by the whole sentence that decides; its words are null where none is known to.
    None where the side has no such rule."""
    section = next((s for s in side.sections() if s.anchor in anchors[:1]), None)
    if section is None:
        return None
    said = [point for point in entry.points if isinstance(point, SentenceChange)]
    # The weightiest tells; of one that has one side only, the other is that of the next that has it alone.
    alone = [point for point in said if None in (point.old, point.new)]
    decides = [*said[:1], *(alone if said[:1] == alone[:1] else ())]
    found = next((words for point in decides if (words := (point.old, point.new)[place])), None)
    words = " ".join(found.split()) if found else None
    return QuotedShape(section.anchor, section.document, _files(side)[section.document], section.line, words)


def _section(change: SectionChange) -> SectionChangeShape:
    at: Correspondence = change.at
    return SectionChangeShape(
        old=list(at.old),
        new=list(at.new),
        kind=change.kind,
        moved=at.moved,
        renumbered=at.renumbered,
        similarity=round(change.similarity, 2),
        by=at.by,
        confidence=round(at.confidence, 2),
        typography=change.typography,
        words=[_words(words) for words in change.words],
        cells=[CellChangeShape(*cell) for cell in change.cells],
        verdict=change.verdict,
        sentences=[sentence_shape(sentence) for sentence in change.sentences],
    )


def _words(words: TextStretch) -> WordsShape:
    kept = words.text if words.old is None else words.old
    old, new = {"kept": (kept, words.text), "removed": (words.text, None), "added": (None, words.text)}[
        words.kind
    ]
    return WordsShape(words.kind, old, new, words.text)


def _number(n: NumberChange, old: Mapping[str, Place], new: Mapping[str, Place]) -> NumberChangeShape:
    (old_document, old_file), (new_document, new_file) = _at(n.old_section, old), _at(n.new_section, new)
    return NumberChangeShape(
        topic=n.topic,
        kind=n.kind,
        old=n.old,
        new=n.new,
        old_section=n.old_section,
        new_section=n.new_section,
        old_document=old_document,
        new_document=new_document,
        old_file=old_file,
        new_file=new_file,
        old_line=n.old_line,
        new_line=n.new_line,
    )


def _modifier(m: ModifierChange, old: dict[str, str], new: dict[str, str]) -> ModifierChangeShape:
    return ModifierChangeShape(
        m.of,
        m.kind,
        modifier_shape(m.old, old) if m.old else None,
        modifier_shape(m.new, new) if m.new else None,
        _differences(m.verdict),
        m.verdict.note,
    )


def _row(r: RowChange, old: Mapping[str, Place], new: Mapping[str, Place]) -> RowChangeShape:
    (old_document, old_file), (new_document, new_file) = _at(r.old_section, old), _at(r.new_section, new)
    return RowChangeShape(
        row=r.row,
        kind=r.kind,
        old=r.old,
        new=r.new,
        old_section=r.old_section,
        new_section=r.new_section,
        old_document=old_document,
        new_document=new_document,
        old_file=old_file,
        new_file=new_file,
        old_line=r.old_line,
        new_line=r.new_line,
        differences=_differences(r.verdict),
        note=r.verdict.note,
        follows=r.follows,
    )


def _progress(translation: Sequence[Translated]) -> ProgressShape | None:
    if not translation:
        return None
    counts = Counter(each.state for each in translation)
    each = [
        TranslatedShape(t.original, t.section, t.state, t.fingerprint, _before(t.before)) for t in translation
    ]
    return ProgressShape(len(each), counts["translated"], counts["stale"], counts["untranslated"], each)


def _before(before: Before | None) -> BeforeShape | None:
    if before is None:
        return None
    words = [ExchangeShape(old or None, new or None) for old, new in before.words]
    return BeforeShape(before.text, before.where, words)


def _differences(verdict: Verdict) -> list[DifferenceShape]:
    return [DifferenceShape(*difference) for difference in verdict.differences]


def _at(anchor: str | None, places: Mapping[str, Place]) -> Place:
    return places.get(anchor, (None, None)) if anchor is not None else (None, None)
