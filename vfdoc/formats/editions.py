"""The editions known, as `list` prints them."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.formats.shapes.documents import EditionShape, EditionsShape
from vfdoc.formats.shapes.encoding import encode
from vfdoc.model import Edition

Known = tuple[Edition, tuple[str, ...]]
"""An edition and the ids of its documents; none where its folder holds reading hints only."""


def editions_json(editions: Sequence[Known]) -> bytes:
    """`list --format json`."""
    return encode(
        EditionsShape(
            [
                EditionShape(
                    id=e.id,
                    title=e.title,
                    version=e.version,
                    date=e.date,
                    language=e.language,
                    supersedes=e.supersedes,
                    translates=e.translates,
                    amends=e.amends,
                    documents=list(documents),
                    hints_only=not documents,
                )
                for e, documents in editions
            ]
        )
    )


def editions_text(editions: Sequence[Known]) -> bytes:
    """`list --format text`: a line an edition."""
    rows = [
        (e.id, e.title, e.version or "", e.language, ", ".join(documents) or "reading hints only, no text")
        for e, documents in editions
    ]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    lines = [
        "  ".join([*(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=False)), row[4]]).rstrip()
        for row in rows
    ]
    return ("\n".join(lines) + "\n").encode()
