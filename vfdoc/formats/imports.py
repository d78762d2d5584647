"""What became of a document that was imported: a line for each part that the text does not hold as it stood
there, and the JSON of `import`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.imports import ImportShape, RemarkShape, StaleFieldShape
from vfdoc.model.imported import ImportRemark, ImportReport, RemarkKind
from vfdoc.model.text import StaleField

_ORDER: tuple[RemarkKind, ...] = ("doubtful", "dropped", "joined", "kept")


def import_text(report: ImportReport) -> bytes:
    """The report of `import`: stale cross-references first, then what is doubtful, dropped, joined, kept."""
    return "".join(f"{line.translate(CONTROLS)}\n" for line in _lines(report)).encode()


def _lines(report: ImportReport) -> Iterator[str]:
    origin = report.source.origin
    fields = origin.fields if origin is not None else ()
    for field in fields:
        place = str(origin.places[field.line - 1]) if origin is not None else ""
        yield f"{_at(report.file, place)}stale cross-reference: {_stale(field)}"
    for remark in sorted(report.remarks, key=lambda remark: _ORDER.index(remark.kind)):
        words = f": {remark.text}" if remark.text else ""
        yield f"{_at(report.file, str(remark.place))}{remark.kind}: {remark.what}{words}"
    counts = Counter(remark.kind for remark in report.remarks)
    said = [f"{counts[kind]} {kind}" for kind in _ORDER if counts[kind]]
    said = [f"{len(fields)} stale cross-reference{'s' * (len(fields) != 1)}", *said] if fields else said
    yield f"{report.file}: {report.format}; {', '.join(said) or 'nothing was dropped, joined or doubtful'}"


def _at(file: str, place: str) -> str:
    return f"{file}: {place}: " if place else f"{file}: "


def _stale(field: StaleField) -> str:
    if field.now is None:
        return f"shows {field.shown!r}, and what it refers to is gone"
    return f"showed {field.shown}, written {field.now}, as its target is numbered now"


def import_json(report: ImportReport, written: tuple[str, ...] = ()) -> bytes:
    """`import --format json`; `written` are the files that were written."""
    origin = report.source.origin
    fields = origin.fields if origin is not None else ()
    return encode(
        ImportShape(
            file=report.file,
            format=report.format,
            title=report.title,
            language=report.language or None,
            text=report.source.text,
            written=list(written),
            remarks=[_remark(remark) for remark in report.remarks],
            stale_fields=[StaleFieldShape(f.line, f.column, f.shown, f.now, f.target) for f in fields],
        )
    )


def _remark(remark: ImportRemark) -> RemarkShape:
    return RemarkShape(remark.kind, remark.what, remark.text, remark.place.page, remark.place.paragraph)
