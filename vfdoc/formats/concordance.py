"""A concordance by itself: as JSON for programs, and as a table with one pair a line for spreadsheets."""

from __future__ import annotations

from vfdoc.formats.shapes.comparison import ConcordanceShape, CorrespondenceShape
from vfdoc.formats.shapes.encoding import encode
from vfdoc.model.comparison import Concordance

_COLUMNS = ("old", "new", "relation", "counterpart", "by", "confidence", "moved", "renumbered")


def concordance_json(found: Concordance) -> bytes:
    """`diff --format concordance`: the rows in the order of the new edition, byte-stable."""
    rows = [
        CorrespondenceShape(
            list(row.old), list(row.new), row.relation, row.by, row.confidence, row.moved, row.renumbered
        )
        for row in found.rows
    ]
    return encode(ConcordanceShape(found.old, found.new, rows))


def concordance_tsv(found: Concordance) -> bytes:
    """Tab-separated, a header line, then a line for every two sections that correspond.

    `counterpart` is main for the first of a row and further for the others; it is empty where a
    section has none, as its other side is.
    """
    lines = ["\t".join(_COLUMNS)]
    for row in found.rows:
        pairs = [(old, new) for old in row.old or ("",) for new in row.new or ("",)]
        for at, (old, new) in enumerate(pairs):
            counterpart = "" if not (old and new) else "further" if at else "main"
            flags = (str(flag).lower() for flag in (row.moved, row.renumbered))
            confidence = f"{row.confidence:.2f}"
            lines.append("\t".join((old, new, row.relation, counterpart, row.by or "", confidence, *flags)))
    return ("\n".join(lines) + "\n").encode()
