"""One rule through all editions of its lineage, as JSON and for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from vfdoc.formats.comparison.sections import called, named
from vfdoc.formats.comparison.told_once import told_once
from vfdoc.formats.comparison.words import both_sides
from vfdoc.formats.documents import plain, section_shape
from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.labels import labels
from vfdoc.formats.shapes.comparison import sentence_shape
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.history import ChangedValueShape, HistoryShape, StageShape
from vfdoc.model import text_of
from vfdoc.model.comparison import NumberChange, RowChange
from vfdoc.model.history import History, Stage
from vfdoc.model.words import DEFAULT_LANGUAGE

_WIDTH = 78
_RELATIONS = {"supersedes": "follows", "translates": "translates", "amends": "amends"}
_KINDS = {
    "same": "the same",
    "reworded": "the same in other words, proved",
    "changed": "changed",
    "unverified": "worded anew, not compared",
    "split": "split",
    "merged": "merged with others",
    "added": "new",
    "removed": "gone",
    "unmentioned": "not mentioned: as in the base",
}


def history_json(history: History) -> bytes:
    """`history --format json`."""
    return encode(HistoryShape(history.edition, history.section, [_shape(s) for s in history.stages]))


def history_text(history: History) -> bytes:
    """`history --format text`, at most 78 columns wide."""
    lines = [line for stage in history.stages for line in _stage(stage)]
    return ("\n".join(lines).strip() + "\n").translate(CONTROLS | {10: "\n"}).encode()


def _stage(stage: Stage) -> Iterator[str]:
    edition = stage.edition
    yield ""
    dated = f", {edition.date}" if edition.date else ""
    yield f"{edition.id}: {called(edition)}{dated}"
    if stage.relation is not None:
        kind = _KINDS[stage.kind] if stage.kind else "it has no counterpart"
        doubt = stage.confidence is not None and stage.confidence < 0.5
        yield f"  {_RELATIONS[stage.relation]} {stage.to}: {kind}" + (", perhaps" if doubt else "")
    rows = [row for row in stage.rows if row.kind != "unmentioned"]
    values, sentences = told_once((*stage.numbers, *rows), stage.sentences)
    for value in values:
        yield from _wrapped(f"{_topic(value)}: {value.old or '(none)'} → {value.new or '(none)'}", "  - ")
    for sentence in sentences:
        yield from _wrapped(both_sides(sentence, labels(DEFAULT_LANGUAGE)), "  - ")
    files = {document.id: document.source.file for document in stage.documents}
    for section in stage.sections:
        yield from _wrapped(f"{named(section)}  ({files[section.document]}:{section.line})", "  ")
        for line in text_of(section.blocks).split("\n"):
            yield from _wrapped("  |  ".join(plain(cell) for cell in line.split("\t")), "    ")


def _topic(value: NumberChange | RowChange) -> str:
    if isinstance(value, NumberChange):
        return value.topic
    return value.row + (f" ({_KINDS['unverified']})" if value.kind == "unverified" else "")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent))


def _shape(stage: Stage) -> StageShape:
    edition = stage.edition
    documents = {document.id: document for document in stage.documents}
    values = [
        ChangedValueShape(n.topic, n.kind, n.old, n.new, n.old_section, n.new_section) for n in stage.numbers
    ] + [ChangedValueShape(r.row, r.kind, r.old, r.new, r.old_section, r.new_section) for r in stage.rows]
    return StageShape(
        edition=edition.id,
        title=edition.title,
        version=edition.version,
        date=edition.date,
        language=edition.language,
        relation=stage.relation,
        to=stage.to,
        kind=stage.kind,
        confidence=round(stage.confidence, 2) if stage.confidence is not None else None,
        sections=[section_shape(documents[s.document], s) for s in stage.sections],
        values=values,
        words=[sentence_shape(sentence) for sentence in stage.sentences],
    )
