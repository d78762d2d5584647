"""Findings at their place: at a section's number or title, or at a reference's words."""

from __future__ import annotations

from typing import Any

from vfdoc.model.document import Document, Reference, Rulebook, Section
from vfdoc.model.finding import Finding, Related, Severity


def at_section(
    rulebook: Rulebook, section: Section, rule: str, severity: Severity, message: str, **more: Any
) -> Finding:
    """A finding at the number of a section, or at its title where it has no number."""
    source = rulebook.document(section.document).source
    return Finding(
        rule,
        severity,
        rulebook.edition.id,
        section.document,
        source.file,
        section.line,
        section.column,
        section.anchor,
        section.number or section.title,
        message,
        **more,
    )


def at_reference(
    rulebook: Rulebook, reference: Reference, rule: str, severity: Severity, message: str, **more: Any
) -> Finding:
    """A finding at the words of a reference."""
    source = rulebook.document(reference.document).source
    return Finding(
        rule,
        severity,
        rulebook.edition.id,
        reference.document,
        source.file,
        reference.line,
        reference.column,
        reference.section,
        reference.text,
        message,
        **more,
    )


def related(section: Section) -> Related:
    """A section as the other place of a finding."""
    return Related(section.anchor, section.line, section.number or section.title)


def called(section: Section) -> str:
    """A section as messages call it: number and title."""
    if section.number is None:
        return f'"{section.title}"'
    return f'{section.anchor} "{section.title}"' if section.title else section.anchor


def line_at(document: Document, line: int) -> str:
    """One line of a document's text, empty where there is none."""
    lines = document.source.lines
    return lines[line - 1] if 0 < line <= len(lines) else ""
