"""Why a line was read as it was: its tokens with their reasons, its section, its citations."""

from __future__ import annotations

from collections.abc import Container

from vfdoc.model import NAMED, Document, Rulebook, Section, Target
from vfdoc.reading.editions import EditionFile
from vfdoc.reading.headings import Heading
from vfdoc.reading.outline import DocumentSpec
from vfdoc.reading.rulebook import tokens_of
from vfdoc.reading.tokens import LineToken

_CLASSES = {
    "HEAD": "a heading",
    "RUN": "a heading that runs into its text",
    "TEXT": "a paragraph",
    "CONT": "the paragraph above, continued",
    "TITLE": "a caption",
    "QUESTION": "a question",
    "ANSWER": "an answer",
    "NOTE": "a footnote",
    "BULLET": "a list item",
    "ORDERED": "a numbered list item",
    "FIRST": "the first row of a table",
    "ROW": "a table row",
}


def explain_line(rulebook: Rulebook, data: EditionFile | None, line: int) -> str:
    """A few lines of prose on one line (1-based) of a rulebook's only text."""
    document = rulebook.documents[0]
    source = document.source
    count = len(source.lines) - (source.lines[-1] == "")
    if line > count:
        return f"{source.file}:{line}: the text has {count} lines\n"
    edition = data or EditionFile(title="")
    specs = [DocumentSpec(d.id, d.kind, d.starts, d.continues) for d in edition.reading.documents]
    shown = source.lines[line - 1].strip()
    out = [f"{source.file}:{line}: {shown[:70]}{'…' if len(shown) > 70 else ''}"]
    tokens = [
        t
        for t in tokens_of(source, edition, specs, original=not rulebook.own)
        if t.line == line and t.type in _CLASSES
    ]
    starts = {section.line for section in document.sections if section.number is not None}
    out += [f"  read as {_class(t, starts)}: {t.reason}" for t in tokens]
    if not tokens:
        out.append("  read as nothing: " + ("a blank line" if not shown else "a rule between lines"))
    place = _place(rulebook, line)
    if place is not None:
        document, section = place
        facts = f"{section.kind}, level {section.level}, document {document.id}"
        out.append(f'  in section {section.anchor} "{section.title}" ({facts})')
        if section.line == line:
            out.append(f"  {_parent(section)}")
        cited = sorted((*document.references, *document.external), key=lambda r: (r.line, r.column))
        for reference in cited:
            if reference.line == line and reference.external:
                work = f": {reference.work}" if reference.work else ""
                out.append(f'  column {reference.column}: "{reference.text}" cites another work{work}')
            elif reference.line == line:
                numbers = ", ".join(map(_cited, reference.targets))
                out.append(f'  column {reference.column}: "{reference.text}" cites {numbers}')
    return "\n".join(out) + "\n"


def _class(token: LineToken | Heading, starts: Container[int]) -> str:
    """What a line was read as; `starts` are the lines at which sections with a number begin."""
    if isinstance(token, Heading) and token.number is not None and token.line not in starts:
        if token.entry:
            return "no section, as its number stands again elsewhere and opens one there"
        return "no section of its own, as its number is that of the section right above"
    return _CLASSES[token.type]


def _cited(target: Target) -> str:
    """The number that a target names, else its title, else the key of the section whose label it is."""
    named = target.key[0] == NAMED
    return target.number or (f'"{target.key[-1]}"' if named else ".".join(map(str, target.key)))


def _parent(section: Section) -> str:
    if section.parent is None:
        return "it stands at the top: " + (
            "no printed number is above its own" if section.number else "it has no number"
        )
    if section.number is None:
        return f"it hangs under {section.parent}, in which it stands"
    return f"it belongs to {section.parent}: its number without its last components"


def _place(rulebook: Rulebook, line: int) -> tuple[Document, Section] | None:
    found = None
    for document in rulebook.documents:
        for section in document.sections:
            here = section.line <= line and (not section.end_line or line <= section.end_line)
            if here and (found is None or section.line >= found[1].line):
                found = (document, section)
    return found
