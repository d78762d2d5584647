"""What a new base edition does to house rules: as JSON, for the terminal, and as a list to work through."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from vfdoc.formats.comparison.markdown import escaped
from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.shapes.comparison import ExchangeShape
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.history import RebasedShape, RebaseShape
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Rebased, RebaseKind

_WIDTH = 100
# What needs a decision first.
_HEADINGS: dict[RebaseKind, str] = {
    "base-changed": "Changed by the base too: decide",
    "base-gone": "The base has no such rule any more: decide",
    "unverified": "The base is worded anew, and was not compared: look",
    "adopted": "Adopted by the base: may be dropped",
    "new": "The house's own",
    "unaffected": "Unaffected",
}


def rebase_json(rows: Sequence[Rebased], house: Rulebook, old: Rulebook, new: Rulebook) -> bytes:
    """`rebase --format json`."""
    files = {d.id: d.source.file for d in house.documents}
    documents = {s.anchor: s.document for s in house.sections()}
    return encode(
        RebaseShape(
            house.edition.id,
            old.edition.id,
            new.edition.id,
            [_shape(row, documents.get(row.house_section), files) for row in rows],
        )
    )


def rebase_text(rows: Sequence[Rebased], house: Rulebook, old: Rulebook, new: Rulebook) -> bytes:
    """`rebase --format text`, at most 100 columns wide."""
    lines = [f"{house.edition.id}, from {old.edition.id} to {new.edition.id}"]
    for kind, heading in _HEADINGS.items():
        found = [row for row in rows if row.kind == kind]
        if found:
            lines += ["", f"{heading} ({len(found)})"]
        for row in found:
            lines += [f"  {row.row}  (line {row.house_line})"]
            lines += [line for said in _sides(row) for line in _wrapped(said)]
    lines += ["", _sum(rows)]
    return ("\n".join(lines) + "\n").translate(CONTROLS | {10: "\n"}).encode()


def rebase_markdown(rows: Sequence[Rebased], house: Rulebook, old: Rulebook, new: Rulebook) -> bytes:
    """`rebase --format md`: a list to work through."""
    lines = [f"# {escaped(house.edition.title)}: from {old.edition.id} to {new.edition.id}", "", _sum(rows)]
    for kind, heading in _HEADINGS.items():
        found = [row for row in rows if row.kind == kind]
        if not found:
            continue
        lines += [
            "",
            f"## {heading}",
            "",
            "| line | rule | base before | house | base now |",
            "|---|---|---|---|---|",
        ]
        for row in found:
            now = " ".join(filter(None, (row.new or "–", f"({_words(row)})" if row.words else "")))
            cells = (str(row.house_line), row.row, row.old or "–", row.house, now)
            lines.append("| " + " | ".join(map(escaped, cells)) + " |")
    return ("\n".join(lines) + "\n").encode()


def _sides(row: Rebased) -> Iterator[str]:
    if row.kind == "unaffected":
        yield f"house: {row.house}"
        return
    if row.old is not None or row.kind != "new":
        yield f"base before: {row.old or '(none)'}" + (f"  ({row.old_section})" if row.old_section else "")
    yield f"house: {row.house}"
    if row.new is not None or row.kind != "new":
        yield f"base now: {row.new or '(none)'}" + (f"  ({row.new_section})" if row.new_section else "")
    if row.words:
        yield f"the words: {_words(row)}"


def _words(row: Rebased) -> str:
    """The words by which the base's sentence is another now."""
    return "; ".join(f"{x.old or '–'} → {x.new or '–'}" for x in row.words)


def _sum(rows: Sequence[Rebased]) -> str:
    counts = Counter(row.kind for row in rows)
    return ", ".join(f"{counts[kind]} {kind.replace('-', ' ')}" for kind in _HEADINGS if counts[kind])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8)


def _shape(row: Rebased, document: str | None, files: dict[str, str]) -> RebasedShape:
    return RebasedShape(
        row=row.row,
        kind=row.kind,
        old=row.old,
        house=row.house,
        new=row.new,
        house_section=row.house_section,
        house_document=document,
        house_file=files.get(document or ""),
        house_line=row.house_line,
        old_section=row.old_section,
        old_line=row.old_line,
        new_section=row.new_section,
        new_line=row.new_line,
        words=[ExchangeShape(x.old or None, x.new or None) for x in row.words],
    )
