"""A sheet, or the audit of a printed one, as JSON."""

from __future__ import annotations

from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.sheet import (
    AuditDifferenceShape,
    AuditRowShape,
    CoverageShape,
    LackShape,
    OriginShape,
    SheetPanelShape,
    SheetRowShape,
    SheetShape,
)
from vfdoc.model.sheet import Audit, Sheet, SheetPanel, SheetRow


def sheet_json(sheet: Sheet) -> bytes:
    """`sheet --format json`."""
    return encode(_shape(sheet))


def audit_json(audit: Audit) -> bytes:
    """`sheet --audit FILE --format json`: the sheet as the rules make it, and the audit."""
    shape = _shape(audit.sheet)
    shape.audit = [
        AuditRowShape(
            row.row, row.line, audit.document, audit.file, row.verdict, row.section, row.message,
            [AuditDifferenceShape(d.aspect, d.old, d.new) for d in row.differences],
        )
        for row in audit.rows
    ]  # fmt: skip
    shape.lacks = [
        LackShape(lack.row, lack.value, lack.section, lack.document, lack.file, lack.line)
        for lack in audit.lacks
    ]
    share = None if audit.share is None else round(audit.share, 4)
    shape.coverage = CoverageShape(audit.covered, audit.stated, share)
    if audit.origin is not None:
        made = audit.origin
        cells: list[list[str | None]] = [[printed, now] for printed, now in made.cells]
        shape.origin = OriginShape(made.printed, made.now, made.printed == made.now, cells)
    return encode(shape)


def _shape(sheet: Sheet) -> SheetShape:
    panels = [_panel(panel) for panel in sheet.panels]
    version = sheet.version or None
    return SheetShape(
        edition=sheet.edition,
        title=sheet.title,
        version=version,
        language=sheet.language,
        fingerprint=sheet.fingerprint,
        panels=panels,
    )


def _panel(panel: SheetPanel) -> SheetPanelShape:
    return SheetPanelShape(panel.id, panel.title, [_row(row) for row in panel.rows])


def _row(row: SheetRow) -> SheetRowShape:
    foreign = [n for n, cell in enumerate(row.cells) if cell.foreign]
    return SheetRowShape(
        [cell.text for cell in row.cells],
        list(row.sections),
        [list(cell.sections) for cell in row.cells],
        row.role,
        row.house,
        foreign,
    )
