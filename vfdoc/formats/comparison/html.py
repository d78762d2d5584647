"""A comparison as one page: old, new and what to note side by side; it needs nothing beside it and prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vfdoc.formats.comparison.view import HEADINGS, LEARN, view
from vfdoc.formats.templates import render
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Comparison, TextStretch


def diff_html(comparison: Comparison, old: Rulebook, new: Rulebook) -> bytes:
    """`diff --format html`."""
    found = view(comparison, old, new)
    groups = (("Values", found.numbers), ("Modifiers", found.modifiers), ("Rows", found.rows))
    return render(
        "diff.html",
        {
            "view": found,
            "language": new.edition.language,
            "old_language": old.edition.language,
            "headings": HEADINGS,
            "learn": LEARN,
            "marked": marked,
            "groups": [
                (name, [line for line in lines if line.kind not in ("unmentioned", "unverified")])
                for name, lines in groups
            ],
            "anew": [line for _, lines in groups for line in lines if line.kind == "unverified"],
            "silent": [line for _, lines in groups for line in lines if line.kind == "unmentioned"],
        },
    )


def marked(words: Iterable[TextStretch]) -> Iterator[TextStretch]:
    """The stretches, no mark on the spaces at the ends of what came or went."""
    for stretch in words:
        inner = stretch.text.strip()
        if stretch.kind == "kept" or not inner:
            yield TextStretch("kept", stretch.text)
            continue
        before, _, after = stretch.text.partition(inner)
        yield from (TextStretch("kept", before), stretch._replace(text=inner), TextStretch("kept", after))
