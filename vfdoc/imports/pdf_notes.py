"""Notes at the foot of a PDF's pages, put to the paragraphs that refer to them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from vfdoc.imports.blocks import NOTE, Block, Para, RemarkLog, TextSpan, merged
from vfdoc.imports.pdf_words import MARK, MARK_END
from vfdoc.model.text import DocumentPlace

_REFERRED = re.compile(f"{MARK}(\\d){MARK_END}(?:{MARK}(\\d){MARK_END})?")
_NOTE_BEGINS = re.compile(r"(\d{1,2})[.)]?\s+(?=\S)")


def noted(blocks: list[Block], small: Container[DocumentPlace], remarks: RemarkLog) -> Iterator[Block]:
    """The blocks, a note at the foot of a page with the paragraph that refers to it."""
    notes = {}
    for at, block in enumerate(blocks):
        below = blocks[at + 1] if at + 1 < len(blocks) else None
        last = below is None or below.place.page != block.place.page
        if isinstance(block, Para) and (last or block.place in small) and not block.level:
            found = _NOTE_BEGINS.match(block.text)
            if found is not None:
                notes[block.place.page, int(found[1])] = at, found.end()
    taken: set[int] = set()
    made = [
        _referring(block, notes, blocks, taken, remarks) if isinstance(block, Para) else block
        for block in blocks
    ]
    yield from (block for at, block in enumerate(made) if at not in taken)


def _referring(
    para: Para,
    notes: dict[tuple[int | None, int], tuple[int, int]],
    blocks: list[Block],
    taken: set[int],
    remarks: RemarkLog,
) -> Para:
    """A paragraph with the notes to which it refers; a number that no note has stays, in brackets."""
    if MARK not in para.text:
        return para
    found: list[tuple[Para, ...]] = []

    def mark(match: re.Match[str]) -> str:
        number = int(match[1] + (match[2] or ""))
        at, start = notes.get((para.place.page, number), (-1, 0))
        note = blocks[at] if at >= 0 and at not in taken else None
        if not isinstance(note, Para):
            remarks.add("doubtful", f"a raised {number}, which may refer to a note", para.text, para.place)
            return f"[{number}]"
        taken.add(at)
        found.append((note._replace(spans=_without(note.spans, start)),))
        return NOTE

    spans = tuple(span._replace(text=_REFERRED.sub(mark, span.text)) for span in para.spans)
    return para._replace(spans=spans, notes=tuple(found))


def _without(spans: Sequence[TextSpan], count: int) -> tuple[TextSpan, ...]:
    """Spans without their first characters."""
    found = []
    for span in spans:
        cut = min(count, len(span.text))
        count -= cut
        found.append(span._replace(text=span.text[cut:]))
    return merged(found)
