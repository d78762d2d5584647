"""A cross-reference of a Word document that shows another number than its target has by now.

Whoever prints the file as it is prints the old number. Evidence: the field names a bookmark, and the
paragraph of that bookmark is numbered otherwise, as Word itself counts; or the bookmark is gone. The text as
it was imported has today's number.

Bad:  4.1 Fire: … only in the front arc (a field that shows 3.2, its target being 3.3 today)
Good: 4.1 Fire: … only in the front arc (the field brought up to date: 3.3)
"""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Rulebook, Section, TextLine
from vfdoc.model.place import at_words
from vfdoc.model.text import StaleField


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each such field."""
    done = set()  # a text that is several documents has its fields once
    for document in rulebook.documents:
        origin = document.source.origin
        for field in origin.fields if origin is not None else ():
            if (section := _around(document, field.line)) is None or (document.source.file, field) in done:
                continue
            done.add((document.source.file, field))
            shown = field.shown or "nothing"
            words = field.now if field.now is not None else field.shown
            place = TextLine(field.line, field.column, words)
            yield at_words(
                rulebook, section, "stale-field", "error", place, _fact(field, shown),
                remedy="in Word, select all (Ctrl+A) and bring the fields up to date (F9)"
                if field.now is not None else "in Word, make the cross-reference anew",
                target=field.now,
            )  # fmt: skip


def _fact(field: StaleField, shown: str) -> str:
    if field.now is None:
        return f"the cross-reference shows {shown!r}, and what it refers to is gone"
    target = f' "{field.target}"' if field.target else ""
    return f"the cross-reference shows {shown} in the file; its target is {field.now}{target} now"


def _around(document: Document, line: int) -> Section | None:
    """The section in which a line stands."""
    before = [section for section in document.sections if section.line <= line]
    return max(
        before, key=lambda section: section.line, default=document.sections[0] if document.sections else None
    )
