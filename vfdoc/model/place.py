"""Findings at their place: at a section's number or title, at a reference's words, at any words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vfdoc.model.document import Document, Reference, Rulebook, Section
from vfdoc.model.finding import Finding, Related, Severity
from vfdoc.model.text import TextLine

_CLAUSE = re.compile(r"[^\s|.;:][^\t|.;:]*(?:[.:](?!\s|$)[^\t|.;:]*)*")
_SERIES = re.compile(r"(?:^|(?<=/))(?P<word>[a-z]{3,})-(?=[A-Z\d])")  # that an address begins with
_OF_NO_WORD = "roman"  # the series of numbers behind no word


def at_section(
    rulebook: Rulebook, section: Section, rule: str, severity: Severity, message: str, **more: Any
) -> Finding:
    """A finding at the number of a section, or at its title where it has no number."""
    named = section.number or section.title
    line = line_at(rulebook.document(section.document), section.line)
    escaped = re.compile(r"\\?".join(map(re.escape, named)))  # "5\.1": Markdown's own escapes are printed too
    printed = None if line.startswith(named, section.column - 1) else escaped.match(line, section.column - 1)
    place = TextLine(section.line, section.column, printed.group() if printed else named)
    return at_words(rulebook, section, rule, severity, place, message, **more)


def at_reference(
    rulebook: Rulebook, reference: Reference, rule: str, severity: Severity, message: str, **more: Any
) -> Finding:
    """A finding at the words of a reference."""
    place = TextLine(reference.line, reference.column, reference.text)
    where = (reference.document, reference.section)
    return _finding(rulebook, where, rule, severity, place, message, more)


def at_words(
    rulebook: Rulebook,
    section: Section,
    rule: str,
    severity: Severity,
    place: TextLine,
    message: str,
    **more: Any,
) -> Finding:
    """A finding at words of a section: `place` says where they stand, and the words."""
    where = (section.document, section.anchor)
    return _finding(rulebook, where, rule, severity, place, message, more)


def at_line(
    rulebook: Rulebook,
    section: Section,
    place: tuple[int, int],
    rule: str,
    severity: Severity,
    message: str,
    **more: Any,
) -> Finding:
    """A finding at the words that begin at a line and column, as far as their cell or clause goes."""
    line, column = place
    text = line_at(rulebook.document(section.document), line)
    # Words that began on an earlier line, which is joined to this one, may seem to lie beyond its end.
    found = _CLAUSE.search(text, column - 1 if column <= len(text) else 0)
    words = TextLine(line, found.start() + 1, found.group().rstrip()) if found else TextLine(line, column, "")
    return at_words(rulebook, section, rule, severity, words, message, **more)


def related(section: Section) -> Related:
    """A section as the other place of a finding."""
    return Related(section.anchor, section.line, section.number or section.title)


def gathered(findings: Sequence[Finding], message: str, fewest: int = 3) -> Iterator[Finding]:
    """Findings of one cause as one, at the first place, with the others beside it (`gathered`), where there
    are `fewest` or more; else as they are. `message` says `{count}`."""
    if len(findings) < fewest:
        yield from findings
        return
    first, *others = findings
    places = tuple(Related(other.section or "", other.line, other.quote) for other in others)
    told = message.format(count=len(findings))
    yield replace(first, message=told, related=places, gathered=True)


def placed(findings: Iterable[Finding], rulebook: Rulebook) -> list[Finding]:
    """The findings, every related place of them with the document and file that its section stands in."""
    known = {section.anchor: section.document for section in rulebook.sections()}
    files = {document.id: document.source.file for document in rulebook.documents}

    def at(finding: Finding, other: Related) -> Related:
        document = known.get(other.section, finding.document)
        return other._replace(document=document, file=files.get(document, finding.file))

    return [
        replace(f, related=tuple(at(f, other) for other in f.related)) if f.related else f for f in findings
    ]


def called(section: Section) -> str:
    """A section as messages call it: number and title, the end of its address where it has neither."""
    if section.number is None:
        return f'"{section.title or section.anchor.rpartition("/")[2]}"'
    return f'{_address(section)} "{section.title}"' if section.title else _address(section)


def _address(section: Section) -> str:
    """The address of a section with a number as a text would write it: Article V.2 of article-V.2."""
    series = _SERIES.search(section.anchor)
    if series is None:
        return section.anchor
    word = "" if series["word"] == _OF_NO_WORD else f"{series['word'].capitalize()} "
    return f"{section.anchor[: series.start()]}{word}{section.anchor[series.end() :]}"


def numbered(section: Section) -> str:
    """A section as messages call it that say its line too: its number, its title where it has none."""
    return called(section) if section.number is None else _address(section)


def carrier(document: Document, section: Section) -> str:
    """What carries the number of a section: the marks and words before it in its line."""
    return line_at(document, section.line)[: section.column - 1].strip().casefold()


def as_it_stands(line: str, words: str, start: int = 0) -> tuple[int, str]:
    """Where words stand in a line, from 1, and they as they stand there: with its blanks and marks.

    Where they are not found, the whole line."""
    found = _spread(words).search(line, start) or _spread(words).search(line)
    if found is None:
        bare = line.strip()
        return line.find(bare) + 1, bare
    return found.start() + 1, found.group()


def _spread(words: str) -> re.Pattern[str]:
    return re.compile(r"[\s*_`]+".join(re.escape(word) for word in words.split()))


def line_at(document: Document, line: int) -> str:
    """One line of a document's text, empty where there is none."""
    lines = document.source.lines
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _finding(
    rulebook: Rulebook, where: tuple[str, str], rule: str, severity: Severity, place: TextLine,
    message: str, more: Mapping[str, Any],
) -> Finding:  # fmt: skip
    document, anchor = where
    return Finding(
        rule=rule,
        severity=severity,
        edition=rulebook.edition.id,
        document=document,
        file=rulebook.document(document).source.file,
        line=place.line,
        column=place.column,
        section=anchor,
        quote=place.text,
        message=message,
        **more,
    )
